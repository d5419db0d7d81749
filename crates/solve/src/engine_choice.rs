//! The choice of the engine that evaluates a component of a short game under normal play.
//!
//! | engine | used for |
//! |---|---|
//! | closed form | components whose value is given by a theorem or a formula of their game |
//! | short search | components with large indices in a table without a known period: play may skip most entries |
//! | table | components given by one, two or three numbers |
//! | the game's own | games with an evaluator ([`Game::direct_value`]), as for boards |
//! | options | all other components: the mex of the options' values in impartial games, else their canonical form |
//!
//! The engines are tried in this order; if one reaches a limit or cannot evaluate the component, the next is tried.
//! `solve` and similar commands evaluate the components of a position with `ImpartialSolver::component_value` in
//! [`crate::kinds`] and report the engine that was used. Values of expressions, of sums with partizan games and
//! of options are computed by
//! [`ValueEvaluator::component_value`](crate::value_evaluator::ValueEvaluator::component_value).
//!
//! [`Game::direct_value`]: grundy_rules::Game::direct_value

use crate::tables;
use grundy_engines::dense::EntryNeed;
use grundy_engines::value_table::TableQuery;
use grundy_rules::{AnyComponent, Budget, Coordinates, Kind, Play, SumRules, TableForm};

/// An engine that computes values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineChoice {
    /// A theorem or a formula of the game.
    ClosedForm,
    /// The table of the game, possibly after a short search.
    Table {
        /// Whether a short search is tried first.
        after_search: bool,
    },
    /// The game's own engine, or the options if it has none.
    Own,
}

/// Returns the engine to try first for a component.
pub(crate) fn engine_for(rules: &SumRules, component: &AnyComponent, budget: &Budget) -> EngineChoice {
    let impartial = rules.kind(component) == Kind::Impartial;
    let closed = if impartial {
        rules.grundy_value_by_theorem(component).is_some()
    } else {
        rules.known_number(component).is_some()
    };
    if closed {
        return EngineChoice::ClosedForm;
    }
    match rules.table_form(component).filter(|_| impartial) {
        Some((view, at))
            if tables::TableEngine::for_query(
                EntryNeed::Values,
                &TableQuery { rules: view, play: Play::Normal, budget },
            )
            .is_some() =>
        {
            EngineChoice::Table { after_search: prefers_short_search(view, at) }
        }
        _ => EngineChoice::Own,
    }
}

/// For tables of more cells than this, a short search is tried first.
const MIN_SHORT_SEARCH_CELLS: u128 = 1 << 12;

/// Reports whether the table up to a component is so large that a short search may be faster.
/// Tables that may be periodic are excluded.
/// For example, if moves halve a heap, play reaches only a handful of positions.
pub(crate) fn prefers_short_search(view: TableForm<'_>, at: Coordinates) -> bool {
    let cells = at[..view.dims()].iter().fold(1u128, |cells, &n| cells.saturating_mul(u128::from(n) + 1));
    view.is_tabulated() && !view.may_repeat() && view.amounts().is_none() && cells > MIN_SHORT_SEARCH_CELLS
}

/// Returns the limits of a short search: 2^12 positions and 16 MiB.
/// With so little memory, a component with a million options ends the search.
pub(crate) fn short_search_budget(budget: &Budget) -> Budget {
    Budget {
        nodes: budget.nodes.min(1 << 12),
        bytes: budget.bytes.min(1 << 24),
        progress: None,
        records: None,
        ..budget.clone()
    }
}
