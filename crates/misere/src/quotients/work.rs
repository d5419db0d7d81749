//! What learning costs, in steps: so that answers do not depend on how fast a machine is.

use super::stop::Stop;
use grundy_rules::Budget;

/// What a sum takes in memory, about.
const SUM_BYTES: u64 = 64;

/// Steps so far, and how many there may be.
pub(super) struct Steps<'a> {
    budget: &'a Budget,
    left: u64,
    next_look: u64,
    /// So many sums may be remembered.
    sums: usize,
}

/// So many steps pass between two looks at the limits.
const STRIDE: u64 = 1 << 14;
/// More sums than this are never remembered.
const MAX_SUMS: u64 = 3_000_000;

impl<'a> Steps<'a> {
    pub fn new(budget: &'a Budget, most: u64) -> Steps<'a> {
        let sums = (budget.bytes / 4 / SUM_BYTES).min(MAX_SUMS);
        Steps { budget, left: most, next_look: most, sums: sums as usize }
    }

    /// The limits of the question.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// How many are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Counts steps.
    pub fn count(&mut self, steps: u64) -> Result<(), Stop> {
        self.left = self.left.saturating_sub(steps);
        if self.left == 0 {
            return Err(Stop::Steps);
        }
        if self.left <= self.next_look {
            self.next_look = self.left.saturating_sub(STRIDE);
            self.budget.check().map_err(Stop::Budget)?;
        }
        Ok(())
    }

    /// Whether one sum more may be remembered beside so many.
    pub fn room(&self, sums: usize) -> Result<(), Stop> {
        if sums < self.sums { Ok(()) } else { Err(Stop::Sums) }
    }
}
