//! Which engine finds what a component of a short game is worth under normal play: the one place that decides, for every command.
//!
//! | engine | serves |
//! |---|---|
//! | closed form | components of which a theorem of their game tells the value |
//! | short search | components that stand far out in a table without periods: play may pass by nearly all of it |
//! | table | heaps, pairs and triples of numbers |
//! | the game's own | what a game computes by itself ([`Game::canonical`](grundy_rules::Game::canonical)): boards as bits |
//! | options | all else: the mex of the options' values in impartial games, their canonical form in others |
//!
//! They are asked in this order; where one reaches a limit or does not serve after all, the next one is. `solve` and its kin ask for components of a
//! position ([`Work::worth`](crate::kinds)), and tell which engine knew; values of expressions, sums with partizan games and options
//! are asked for by [`Canonical::component`](crate::canonical::Canonical::component).

use crate::tables;
use grundy_engines::cells::TableQuery;
use grundy_engines::dense::EntryNeed;
use grundy_rules::{AnyPart, AnyRules, Budget, Coordinates, Kind, Play, TableView};

/// An engine that finds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// A theorem.
    ClosedForm,
    /// The table of the game, which comes after a short search where that may do.
    Table {
        /// Whether a short search is tried first.
        after_search: bool,
    },
    /// The game's own engine, and the options where it has none.
    Own,
}

/// Returns the engine that a component is asked of first.
pub(crate) fn engine_for(rules: &AnyRules, part: &AnyPart, budget: &Budget) -> Engine {
    let impartial = rules.kind(part) == Kind::Impartial;
    let closed = if impartial { rules.value(part).is_some() } else { rules.number(part).is_some() };
    if closed {
        return Engine::ClosedForm;
    }
    match rules.table(part).filter(|_| impartial) {
        Some((view, at))
            if tables::Engine::of(EntryNeed::Values, &TableQuery { rules: view, play: Play::Normal, budget })
                .is_some() =>
        {
            Engine::Table { after_search: is_far(view, at) }
        }
        _ => Engine::Own,
    }
}

/// A table of more cells than this is begun after a short search.
const NEAR_CELLS: u128 = 1 << 12;

/// Returns whether a component stands so far out in a table, of which no period is known beforehand, that a short search may be the
/// faster way: where moves halve a heap, play comes to a handful of positions.
pub(crate) fn is_far(view: TableView<'_>, at: Coordinates) -> bool {
    let cells = at[..view.dims()].iter().fold(1u128, |cells, &n| cells.saturating_mul(u128::from(n) + 1));
    view.is_tabulated() && !view.may_repeat() && view.amounts().is_none() && cells > NEAR_CELLS
}

/// The limits of a short search: few positions, and so little memory that lists of a million options end it.
pub(crate) fn short_search(budget: &Budget) -> Budget {
    Budget { nodes: budget.nodes.min(1 << 12), bytes: budget.bytes.min(1 << 24), progress: None, ..budget.clone() }
}
