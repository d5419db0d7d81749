//! Holds every theorem against brute force.
//!
//! Each theorem is asked itself, also where another one is preferred: its value, genus or outcome, its count of moves and
//! its list of moves, for every target that matters; what a theorem does not tell is named as skipped. Brute force is the definition: values by mex over all moves played.
//!
//! ```
//! use grundy_games::library;
//! use grundy_conformance as check;
//! use grundy_rules::Budget;
//! let nim = library().find("nim").unwrap();
//! let mut names = vec![];
//! check::game(nim, 200, &Budget::default(), &mut |checked| {
//!     assert!(checked.passed());
//!     names.push(checked.theorem.name);
//! })?;
//! assert_eq!(names, ["bouton", "misere-nim"]);
//! # Ok::<(), grundy_rules::Error>(())
//! ```

mod brute;
pub mod conformance;
mod loops;
mod losers;
mod partizan;
mod periods;
mod sums;
mod theorem;

use brute::Brute;
use grundy_engines::theorems::{
    DROPPED_MOVES, EQUAL_COMPONENTS, GUY_SMITH, LOOPY_SUMS, LOST_COMPONENTS, NEGATIVES, NUMBER_AVOIDANCE,
    OUTCOME_CLASSES, OUTCOME_STATE, RETROGRADE, SPRAGUE_GRUNDY, SUMS_OF_VALUES, TAME_SUMS, WINDOW_STATE,
};
use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::{Entry, Library, Result, TheoremCard};

/// How many positions a theorem is held against unless more are asked for.
pub const POSITIONS: u64 = 10_000;

/// What came of holding one theorem against brute force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The game that the theorem speaks of; `None` for theorems on games of all kinds.
    pub game: Option<&'static str>,
    /// The theorem.
    pub theorem: &'static TheoremCard,
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
    fn new(game: Option<&'static str>, theorem: &'static TheoremCard) -> Checked {
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

/// Checks all theorems of one game against `to` positions each, or fewer where that many are too costly or do not exist.
///
/// # Errors
/// `limit` if the budget ends first; what `report` got until then stands.
pub fn game(entry: &dyn Entry, to: u64, budget: &Budget, report: &mut dyn FnMut(Checked)) -> Result<()> {
    let mut brute = Brute::new(budget);
    for theorem in entry.theorems() {
        report(theorem::check(&mut brute, entry, theorem, to, budget)?);
    }
    Ok(())
}

/// Checks the theorems that engines use for all games alike, on random small sums of components of these games, on their
/// tables and on random graphs, which are games of the library: [`SUM_THEOREMS`](grundy_engines::theorems::SUM_THEOREMS).
///
/// # Errors
/// As [`game`].
pub fn sums(
    games: &[&dyn Entry],
    library: &Library,
    to: u64,
    budget: &Budget,
    report: &mut dyn FnMut(Checked),
) -> Result<()> {
    let mut brute = Brute::new(budget);
    for theorem in [&SPRAGUE_GRUNDY, &EQUAL_COMPONENTS, &LOST_COMPONENTS, &TAME_SUMS] {
        report(sums::check(&mut brute, games, theorem, to, budget)?);
    }
    for theorem in [&WINDOW_STATE, &GUY_SMITH] {
        report(periods::check(games, theorem, to, budget)?);
    }
    for theorem in [&RETROGRADE, &LOOPY_SUMS] {
        report(loops::check(games, library, theorem, to, budget)?);
    }
    for theorem in [&OUTCOME_STATE, &NEGATIVES, &OUTCOME_CLASSES, &SUMS_OF_VALUES, &NUMBER_AVOIDANCE, &DROPPED_MOVES] {
        report(partizan::check(games, theorem, to, budget)?);
    }
    report(losers::check(games, to, budget)?);
    Ok(())
}

/// Tells how far the work has come, now and then.
fn tell(budget: &Budget, done: u64, to: u64) -> Result<()> {
    if done.is_multiple_of(64) {
        budget.check()?;
        if let Some(progress) = &budget.progress {
            progress.report(&text!("positions"), done, Some(to));
        }
    }
    Ok(())
}
