//! Checks all theorems against brute force.
//!
//! Every theorem is tested directly, even if the engines prefer another theorem for the same positions. The check
//! compares the value, genus or outcome, and the number and the list of winning moves. Parts that a theorem does not
//! state are reported as skipped. Brute force follows the definition: a value is the mex of the options' values.
//!
//! `theorem` checks the theorems of single games; `sums`, `loops`, `ends`, `moving_again`, `partizan`, `periods` and
//! `losers` check the theorems on all games; [`conformance`] tests games. Start with [`game`] and [`sums()`].
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
mod ends;
mod loops;
mod losers;
mod moving_again;
mod partizan;
mod periods;
mod report;
mod sums;
mod theorem;

use brute::Brute;
use grundy_engines::theorems::{
    DROPPED_MOVES, EQUAL_COMPONENTS, GUY_SMITH, LOOPY_SUMS, LOST_COMPONENTS, NEGATIVES, NUMBER_AVOIDANCE,
    OUTCOME_CLASSES, OUTCOME_STATE, RETROGRADE, SPRAGUE_GRUNDY, SUMS_OF_VALUES, TAME_SUMS, THERMOSTATIC_STRATEGY,
    WINDOW_STATE,
};
use grundy_rules::Budget;
use grundy_rules::{DynGame, Library, Result};

pub use report::{Checked, Counterexample, Skipped};

/// The default number of positions on which a theorem is checked.
pub const POSITIONS: u64 = 10_000;

/// Checks all theorems of one game on up to `to` positions each, and reports each result.
///
/// # Errors
/// `limit` if the budget is exhausted; earlier reports remain valid.
pub fn game(entry: &dyn DynGame, to: u64, budget: &Budget, report: &mut dyn FnMut(Checked)) -> Result<()> {
    let mut brute = Brute::new(budget);
    for theorem in entry.theorems() {
        report(theorem::check(&mut brute, entry, theorem, to, budget)?);
    }
    Ok(())
}

/// Checks the theorems that engines use for all games.
///
/// The theorems are [`SUM_THEOREMS`](grundy_engines::theorems::SUM_THEOREMS).
/// They are checked on random small sums of components of `games`, on the tables of `games`, and on random graphs,
/// which are parsed with `library`.
///
/// # Errors
/// The errors of [`game`].
pub fn sums(
    games: &[&dyn DynGame],
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
    report(ends::check(games, library, to, budget)?);
    report(moving_again::check(games, library, to, budget)?);
    for theorem in [
        &OUTCOME_STATE,
        &NEGATIVES,
        &OUTCOME_CLASSES,
        &SUMS_OF_VALUES,
        &NUMBER_AVOIDANCE,
        &DROPPED_MOVES,
        &THERMOSTATIC_STRATEGY,
    ] {
        report(partizan::check(games, theorem, to, budget)?);
    }
    report(losers::check(games, to, budget)?);
    Ok(())
}
