//! Scoring games: exact score differences by alpha-beta search.
//!
//! The value of a position is the number of points that the player to move will still score minus the points that the
//! other player will still score, so it does not depend on earlier points. A move keeps or negates the window of
//! bounds, depending on the player who moves next. The search leaves a position when the bounds set by earlier moves of
//! both players cross (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6
//! (1975)). If positions have few moves and many transpositions, bounds save less than they cost. The search detects
//! this, and then computes the exact value of each position (`exhaustive.rs`).
//! The stack is on the heap, so deep play costs only memory.

mod exhaustive;
mod row;
mod search;
mod string_table;
mod strings;
pub(crate) mod table;

pub use row::row_values;
pub use search::ScoringSearch;
pub use strings::StringsSearch;

use crate::Budget;
use grundy_rules::{Player, Result, Scored};

/// The techniques that the search uses. They change its running time, never its result.
///
/// ```
/// use grundy_games::triangles::Triangles;
/// use grundy_rules::Player;
/// use grundy_engines::{Budget, scoring::{Config, solve}};
/// // All edges among four vertices are dashed.
/// let (game, dashed) =
///     Triangles::from_edges(false, &[], &[("1", "2"), ("1", "3"), ("1", "4"), ("2", "3"), ("2", "4"), ("3", "4")]).unwrap();
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
    /// Whether the search leaves a position when its bounds cross.
    pub cut: bool,
    /// Whether values of positions are stored in a table.
    pub table: bool,
    /// Whether moves that did well elsewhere are tried first.
    pub order: bool,
}

impl Config {
    /// Plain minimax, which follows every play to its end.
    pub const MINIMAX: Config = Config { cut: false, table: false, order: false };
    /// Minimax with bounds, without a table or move ordering.
    pub const ALPHA_BETA: Config = Config { cut: true, ..Config::MINIMAX };
    /// All techniques.
    pub const FULL: Config = Config { cut: true, table: true, order: true };
}

/// The solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoringSolution<M> {
    /// The points of the player to move minus those of the other player, under best play.
    pub score: i64,
    /// All first moves that reach the score, each with the index of its component.
    pub best: Vec<(usize, M)>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Returns the score of the sum of `components` for `first`, the player to move, and all best moves.
///
/// # Errors
/// Fails with `limit` if the budget runs out, with `unsupported` if a position can repeat, and with `too_large` if a
/// score exceeds 64 bits.
///
/// ```
/// use grundy_games::row::RowGame;
/// use grundy_rules::heaps::TakeSome;
/// use grundy_rules::Player;
/// use grundy_engines::{Budget, scoring::{Config, solve}};
/// // Take one or two from the front: after 5 and 4 the other must take -1.
/// let (row, front) = RowGame::new("1,2".parse().unwrap(), vec![5, 4, -1]).unwrap();
/// let solved = solve(&row, &[front], Player::LEFT, &Config::FULL, &Budget::default()).unwrap();
/// assert_eq!((solved.score, solved.best), (10, vec![(0, TakeSome(2))]));
/// ```
pub fn solve<R: Scored>(
    rules: &R,
    components: &[R::Component],
    first: Player,
    config: &Config,
    budget: &Budget,
) -> Result<ScoringSolution<R::Move>> {
    let mut search = ScoringSearch::new(rules, *config, budget);
    let score = search.score(components, first)?;
    let mut best = vec![];
    search.best_moves(components, first, score, &mut |component, mv| best.push((component, mv)))?;
    Ok(ScoringSolution { score, best, nodes: search.nodes() })
}
