//! Traces: an answer computed position by position, as the simplest possible program would do it.
//!
//! [`TracedPositions::compute`] explores all positions and lists them by the length of the longest play from them.
//! This is a topological order: each position comes after its options. If positions can repeat there is no such order,
//! and they are listed by the rounds of retrograde analysis. No theorem is used.
//!
//! `graph.rs` explores the positions, `evaluate.rs` finds their results, `searches.rs` counts the visits of
//! four search methods, and `tree.rs` records the visits of one method. `prefix_sums.rs` finds
//! who wins a heap if each player takes from a range of amounts.

mod evaluate;
mod graph;
mod prefix_sums;
mod searches;
mod tree;

pub use prefix_sums::PrefixSums;
pub use searches::{SearchMethod, SearchResult, searches};
pub use tree::{Bound, MAX_VISITS, NodeResult, Visit, visits};

use crate::supported::check_single_term;
use graph::PositionGraph;
use grundy_rules::Budget;
use grundy_rules::{Kind, Outcome, Play, Player, PositionSum, Result};
use grundy_value::CompactSort;

/// The maximal number of positions listed.
pub const MAX_LISTED: usize = 10_000;

/// All positions that play reaches, with the result of each.
///
/// ```
/// use grundy_games::parse;
/// use grundy_solve::{Budget, trace::{TracedPositions, TracedResult}};
/// let steps = TracedPositions::compute(&parse("nim(1,2,3)")?, &Budget::default())?;
/// // The plays of the game tree, the positions, and those up to the order of the heaps.
/// assert_eq!((steps.counts.tree, steps.counts.positions, steps.counts.unordered), (Some(447), Some(24), 14));
/// assert_eq!(steps.list[0].position, "nim(0,0,0)");
/// let last = steps.list.last().unwrap();
/// assert_eq!((&*last.position, last.options.len(), last.result), ("nim(1,2,3)", 6, TracedResult::Value(0)));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TracedPositions {
    /// The play convention.
    pub play: Play,
    /// The kind of game.
    pub kind: Kind,
    /// Whether positions can repeat; if so, they are listed round by round, with draws last.
    pub has_cycles: bool,
    /// The first positions, at most [`MAX_LISTED`].
    ///
    /// Unless `has_cycles` is set, each position comes after its options.
    /// Positions that differ only in the order of components are listed once, with the order that play reaches first.
    pub list: Vec<TracedPosition>,
    /// The index of the initial position among all positions; it may lie beyond the end of `list`.
    pub first: usize,
    /// The size of the game.
    pub counts: Counts,
    /// The prefix sums, for a small heap from which each player takes a range of amounts.
    pub prefix_sums: Option<PrefixSums>,
}

/// One position, with its options and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedPosition {
    /// The text of the position.
    pub position: String,
    /// The player to move, if that matters and the position does not determine it.
    pub by: Option<Player>,
    /// The options as indices of positions, each once, in the order of the moves.
    /// In partizan games these are Left's options.
    pub options: Vec<usize>,
    /// Right's options, in partizan games.
    pub right: Vec<usize>,
    /// In scoring games, the points that the move to each option scores.
    pub points: Vec<i64>,
    /// The result of the position.
    pub result: TracedResult,
}

/// The result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TracedResult {
    /// The Grundy value, in impartial games under normal play.
    Value(u64),
    /// The outcome, under misère play and in partizan games.
    Outcome(Outcome),
    /// If positions can repeat: the outcome, and the round that determines it; `None` for draws.
    Round(Outcome, Option<u64>),
    /// The points from this position on: those of the player to move minus those of the opponent.
    Points(i64),
    /// The player who loses.
    Loser(Player),
}

/// The size of the game, in three measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of nodes of the game tree, which is the number of plays, including unfinished plays.
    /// `None` if it is infinite or above 2^128.
    pub tree: Option<u128>,
    /// The number of positions, distinguished by the order of components; `None` if there are too many.
    pub positions: Option<u64>,
    /// The number of positions up to the order of their components and up to empty heaps.
    pub unordered: u64,
}

impl TracedPosition {
    /// Returns the outcome; `None` in scoring games and games of several players.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.result {
            TracedResult::Value(0) => Some(Outcome::P),
            TracedResult::Value(_) => Some(Outcome::N),
            TracedResult::Outcome(outcome) | TracedResult::Round(outcome, _) => Some(outcome),
            TracedResult::Points(_) | TracedResult::Loser(_) => None,
        }
    }

    /// Returns the result in one word: a value, an outcome, points, or the number of the loser.
    pub fn result_text(&self) -> String {
        match self.result {
            TracedResult::Value(value) => value.to_string(),
            TracedResult::Outcome(outcome) | TracedResult::Round(outcome, _) => outcome.name().to_string(),
            TracedResult::Points(points) => points.to_string(),
            TracedResult::Loser(player) => (u16::from(player.0) + 1).to_string(),
        }
    }
}

impl TracedPositions {
    /// Explores all positions that play reaches.
    ///
    /// # Errors
    /// Fails with `too_large` if there are too many positions for a list, and with `limit` if the budget runs out.
    /// Fails with `unsupported` for sums of scoring games or of games of several players.
    pub fn compute(position_sum: &PositionSum, budget: &Budget) -> Result<TracedPositions> {
        let kind = position_sum.kind();
        check_single_term(position_sum)?;
        // Nodes need no player to move in impartial games, nor in partizan games, whose outcome covers both players;
        // partizan games with cycles are the exception.
        let mut graph = PositionGraph::new(position_sum, !kind.is_summable(), false, budget)?;
        graph.explore()?;
        if graph.cyclic && kind == Kind::Partizan {
            graph = PositionGraph::new(position_sum, true, false, budget)?;
            graph.explore()?;
        }
        position_sum.check_and_clear_fault()?;
        let mut results = evaluate::evaluate_nodes(&graph, position_sum, budget)?;
        if !graph.cyclic {
            sort_by_height(&mut results, &graph, position_sum);
        }
        let counts = Counts {
            tree: if graph.cyclic { None } else { graph.count_tree_nodes() },
            positions: graph.count_ordered()?,
            unordered: graph.nodes.len() as u64,
        };
        let mut index_of = vec![usize::MAX; graph.nodes.len()];
        for (at, &(node, _)) in results.iter().enumerate() {
            index_of[node as usize] = at;
        }
        let list = results.iter().take(MAX_LISTED).map(|&(node, result)| {
            let options = |side: usize| {
                let (mut places, mut points) = (vec![], vec![]);
                for option in graph.options[node as usize].iter().filter(|option| option.side == side) {
                    let at = index_of[option.to as usize];
                    if !places.iter().zip(&points).any(|known| known == (&at, &option.points)) {
                        places.push(at);
                        points.push(option.points);
                    }
                }
                (places, points)
            };
            let ((options, points), (right, _)) = (options(0), options(1));
            let by = graph.includes_player.then(|| graph.nodes[node as usize].by);
            let points = if kind == Kind::Scoring { points } else { vec![] };
            TracedPosition { position: graph.text(position_sum, node), by, options, right, points, result }
        });
        let first = graph.roots.first().map_or(0, |&root| index_of[root as usize]);
        let list = list.collect();
        let prefix_sums = PrefixSums::compute(position_sum);
        Ok(TracedPositions {
            play: position_sum.play,
            kind,
            has_cycles: graph.cyclic,
            list,
            first,
            counts,
            prefix_sums,
        })
    }

    /// Returns the number of positions that are not listed because there are too many.
    pub fn unlisted(&self) -> u64 {
        self.counts.unordered - self.list.len() as u64
    }
}

/// Sorts positions by the longest play from them, so that each position comes after its options.
/// Positions of equal height are sorted by the length of their texts, then by the texts, as in a table.
fn sort_by_height(results: &mut [(u32, TracedResult)], graph: &PositionGraph<'_>, position_sum: &PositionSum) {
    let mut height = vec![0u32; graph.nodes.len()];
    for &node in &graph.finished {
        let options = graph.options[node as usize].iter();
        height[node as usize] = options.map(|option| height[option.to as usize] + 1).max().unwrap_or(0);
    }
    results.compact_sort_by_key(|&(node, _)| height[node as usize]);
    let listed = results.len().min(MAX_LISTED);
    results[..listed].compact_sort_by_cached_key(|&(node, _)| {
        let text = graph.text(position_sum, node);
        (height[node as usize], text.len(), text)
    });
}
