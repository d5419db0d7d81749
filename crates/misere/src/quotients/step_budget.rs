//! Counts the cost of learning in steps, so that results do not depend on the speed of the machine.

use super::stop::StopReason;
use grundy_rules::Budget;

/// The approximate memory for a sum, in bytes.
const SUM_BYTES: u64 = 64;

/// The budget of learning: a counter of the steps that are left, and a limit on memory.
pub(super) struct Steps<'a> {
    budget: &'a Budget,
    remaining: u64,
    /// The limits are checked when `remaining` is at most this number.
    next_check: u64,
    /// The maximal number of sums in a memo table.
    max_sums: usize,
}

/// The number of steps between two checks of the limits.
const STRIDE: u64 = 1 << 14;
/// The upper bound of the number of sums in a memo table, for any budget.
const MAX_SUMS: u64 = 3_000_000;

impl<'a> Steps<'a> {
    pub fn new(budget: &'a Budget, max_steps: u64) -> Steps<'a> {
        let max_sums = (budget.bytes / 4 / SUM_BYTES).min(MAX_SUMS);
        Steps { budget, remaining: max_steps, next_check: max_steps, max_sums: max_sums as usize }
    }

    /// Returns the underlying budget of time and memory.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Returns the number of steps left.
    pub fn remaining(&self) -> u64 {
        self.remaining
    }

    /// Counts steps, and checks the limits about every [`STRIDE`] steps.
    pub fn count(&mut self, steps: u64) -> Result<(), StopReason> {
        self.remaining = self.remaining.saturating_sub(steps);
        if self.remaining == 0 {
            return Err(StopReason::Steps);
        }
        if self.remaining <= self.next_check {
            self.next_check = self.remaining.saturating_sub(STRIDE);
            self.budget.check().map_err(StopReason::Budget)?;
        }
        Ok(())
    }

    /// Returns an error if a memo table with this number of sums is full.
    pub fn check_capacity(&self, sums: usize) -> Result<(), StopReason> {
        if sums < self.max_sums { Ok(()) } else { Err(StopReason::Sums) }
    }
}
