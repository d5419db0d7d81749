//! Games won on points: exact differences by alpha-beta search.
//!
//! What is searched is what the player to move will still have more than the other, so that it does not depend on the points
//! made so far. A move keeps the window or turns it round, as the turn stays or passes; a position is left as soon as the bounds
//! that all earlier moves of both players have set cross each other (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta
//! pruning", Artificial Intelligence 6 (1975)). Where positions have few moves and most plays meet, bounds save less than they cost:
//! the search notices, and finds the exact value of each position instead. Depth costs memory, not recursion.

mod row;
mod search;
mod table;
mod whole;

pub use row::row_worths;
pub use search::Search;

use crate::Budget;
use grundy_rules::{Player, Result, Scored};

/// Which parts of the search are used. They change how long it takes, never what is found.
///
/// ```
/// use grundy_games::triangles::Triangles;
/// use grundy_rules::Player;
/// use grundy_engines::{Budget, scoring::{Config, solve}};
/// // All edges among four vertices are dashed.
/// let (game, dashed) =
///     Triangles::of(false, &[], &[("1", "2"), ("1", "3"), ("1", "4"), ("2", "3"), ("2", "4"), ("3", "4")]).unwrap();
/// let nodes: Vec<u64> = [Config::MINIMAX, Config::ALPHA_BETA, Config::FULL]
///     .map(|config| {
///         let solved = solve(&game, &[dashed], Player::LEFT, &config, &Budget::default()).unwrap();
///         assert_eq!((solved.score, solved.best.len()), (-2, 6));
///         solved.nodes
///     })
///     .into();
/// assert!(nodes[0] > nodes[1] && nodes[1] > nodes[2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Whether positions are left when their bounds cross.
    pub cut: bool,
    /// Whether positions met before are remembered.
    pub table: bool,
    /// Whether moves that did well are tried first.
    pub order: bool,
}

impl Config {
    /// Every play is followed to its end.
    pub const MINIMAX: Config = Config { cut: false, table: false, order: false };
    /// Minimax with bounds alone.
    pub const ALPHA_BETA: Config = Config { cut: true, ..Config::MINIMAX };
    /// Everything.
    pub const FULL: Config = Config { cut: true, table: true, order: true };
}

/// The solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// What the player to move will have more than the other with best play.
    pub score: i64,
    /// All first moves that reach it: the place of the component and the move in it.
    pub best: Vec<(usize, M)>,
    /// How many positions were searched.
    pub nodes: u64,
}

/// The score of the sum of `parts` for the player `first`, who is to move, and all best first moves.
///
/// # Errors
/// `limit` if the budget ends first; `unsupported` if a position can come again; `too_large` if a score exceeds 64 bits.
///
/// ```
/// use grundy_games::row::Row;
/// use grundy_rules::heaps::TakeSome;
/// use grundy_rules::Player;
/// use grundy_engines::{Budget, scoring::{Config, solve}};
/// // Take one or two from the front: after 5 and 4 the other must take -1.
/// let (row, front) = Row::of("1,2".parse().unwrap(), vec![5, 4, -1]).unwrap();
/// let solved = solve(&row, &[front], Player::LEFT, &Config::FULL, &Budget::default()).unwrap();
/// assert_eq!((solved.score, solved.best), (10, vec![(0, TakeSome(2))]));
/// ```
pub fn solve<R: Scored>(
    rules: &R,
    parts: &[R::Component],
    first: Player,
    config: &Config,
    budget: &Budget,
) -> Result<Solved<R::Move>> {
    let mut search = Search::new(rules, *config, budget);
    let score = search.score(parts, first)?;
    let mut best = vec![];
    search.best_moves(parts, first, score, &mut |part, mv| best.push((part, mv)))?;
    Ok(Solved { score, best, nodes: search.nodes() })
}
