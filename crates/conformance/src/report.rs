//! What a check finds of a theorem, and how far it has come.

use grundy_lang::{Text, text};
use grundy_rules::{Budget, Result, TheoremInfo};

/// What came of holding one theorem against brute force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The game that the theorem speaks of; `None` for theorems on games of all kinds.
    pub game: Option<&'static str>,
    /// The theorem.
    pub theorem: &'static TheoremInfo,
    /// How many positions in its scope were compared.
    pub positions: u64,
    /// In how many of them the theorem and brute force agree in everything.
    pub agreed: u64,
    /// The least position in which they do not.
    pub counterexample: Option<Counterexample>,
    /// What of the theorem could not be held: that counts neither as agreeing nor as failing.
    pub skipped: Option<Skipped>,
}

/// What a check leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skipped {
    /// How many moves win: the theorem tells some of them, and those were held.
    Count,
    /// The winning moves: the theorem tells who wins only.
    Moves,
    /// All of it: the theorem speaks of a kind of game that the check does not play.
    Kind,
}

impl Skipped {
    /// The name used in JSON.
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

    /// Whether the theorem was met and agreed everywhere. A theorem whose scope is never met is never checked.
    pub fn passed(&self) -> bool {
        self.positions > 0 && self.agreed == self.positions
    }

    /// Whether it neither passed nor was skipped whole.
    pub fn failed(&self) -> bool {
        !self.passed() && self.skipped != Some(Skipped::Kind)
    }
}

/// A position in which a theorem is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The position in the notation.
    pub position: String,
    /// What the theorem says.
    pub claim: Text,
    /// What brute force says.
    pub search: Text,
}

/// Tells how far the work has come, now and then.
pub(super) fn tell(budget: &Budget, done: u64, to: u64) -> Result<()> {
    if done.is_multiple_of(64) {
        budget.check()?;
        if let Some(progress) = &budget.progress {
            progress.report(&text!("positions"), done, Some(to));
        }
    }
    Ok(())
}
