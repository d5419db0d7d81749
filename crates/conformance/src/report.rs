//! The result of checking a theorem, and progress reports.

use grundy_lang::{Text, text};
use grundy_rules::{Budget, Result, TheoremInfo};

/// The result of checking one theorem against brute force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The game that the theorem is about; `None` for theorems on all games.
    pub game: Option<&'static str>,
    /// The theorem.
    pub theorem: &'static TheoremInfo,
    /// The number of compared positions, all in the scope of the theorem.
    pub positions: u64,
    /// The number of positions in which the theorem and brute force agree in all compared parts.
    pub agreed: u64,
    /// The smallest position found in which the theorem and brute force disagree.
    pub counterexample: Option<Counterexample>,
    /// The part of the theorem that was not checked, which counts neither as agreement nor as failure.
    pub skipped: Option<Skipped>,
}

/// The part of a theorem that a check leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skipped {
    /// The number of winning moves: the theorem lists only some of them, which were checked.
    Count,
    /// The winning moves: the theorem states only the outcome.
    Moves,
    /// The whole theorem: the check does not support its kind of game.
    Kind,
}

impl Skipped {
    /// Returns the name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Skipped::Count => "count",
            Skipped::Moves => "moves",
            Skipped::Kind => "kind",
        }
    }
}

impl Checked {
    pub(super) fn new(game: Option<&'static str>, theorem: &'static TheoremInfo) -> Checked {
        Checked { game, theorem, positions: 0, agreed: 0, counterexample: None, skipped: None }
    }

    /// Records a position with the claim of the theorem and the result of brute force.
    ///
    /// The shortest position in which they differ is kept.
    pub(super) fn compare(&mut self, position: String, claim: Text, search: Text) {
        self.positions += 1;
        if claim == search {
            self.agreed += 1;
        } else if self.counterexample.as_ref().is_none_or(|least| position.len() < least.position.len()) {
            self.counterexample = Some(Counterexample { position, claim, search });
        }
    }

    /// Reports whether some position was compared and the theorem agreed in all compared positions.
    pub fn passed(&self) -> bool {
        self.positions > 0 && self.agreed == self.positions
    }

    /// Reports whether the theorem neither passed nor was skipped entirely.
    pub fn failed(&self) -> bool {
        !self.passed() && self.skipped != Some(Skipped::Kind)
    }
}

/// A position in which a theorem is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The position in the notation.
    pub position: String,
    /// The claim of the theorem about the position.
    pub claim: Text,
    /// The result of brute force.
    pub search: Text,
}

/// Reports progress and checks the budget, once every 64 positions.
pub(super) fn report_progress(budget: &Budget, done: u64, to: u64) -> Result<()> {
    if done.is_multiple_of(64) {
        budget.check()?;
        if let Some(progress) = &budget.progress {
            progress.report(&text!("positions"), done, Some(to));
        }
    }
    Ok(())
}
