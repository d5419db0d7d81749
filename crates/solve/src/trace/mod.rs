//! How an answer is computed, position by position, as one does it by hand: the slowest obvious program, with everything it sees.
//!
//! Positions are gone through depth first and listed in the order of the longest play from them, so that the options of each stand before
//! it: a topological order. Where positions can come again there is none; they are listed in the rounds of retrograde analysis. No theorem is
//! used.

mod graph;
mod judge;
mod searches;
mod tree;

pub use searches::{Searched, Way, searches};
pub use tree::{Found, MAX_VISITS, Visit, visits};

use crate::supported::one_at_a_time;
use graph::Graph;
use grundy_rules::Budget;
use grundy_rules::{Kind, Outcome, Play, Player, PositionSum, Result};
use grundy_value::InOrder;

/// So many positions are listed at most.
pub const MAX_LISTED: usize = 10_000;

/// The positions that play reaches, and what is found of each.
///
/// ```
/// use grundy_games::parse;
/// use grundy_solve::{Budget, steps::{Steps, Worth}};
/// let steps = Steps::of(&parse("nim(1,2,3)")?, &Budget::default())?;
/// // The plays of the game tree, the positions, and those up to the order of the heaps.
/// assert_eq!((steps.counts.tree, steps.counts.positions, steps.counts.unordered), (Some(447), Some(24), 14));
/// assert_eq!(steps.list[0].position, "nim(0,0,0)");
/// let last = steps.list.last().unwrap();
/// assert_eq!((&*last.position, last.options.len(), last.worth), ("nim(1,2,3)", 6, Worth::Value(0)));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steps {
    /// The convention.
    pub play: Play,
    /// What kind of game it is.
    pub kind: Kind,
    /// Whether positions can come again: then they are listed round by round, draws last.
    pub rounds: bool,
    /// The positions, each behind its options, [`MAX_LISTED`] at most. The order of components does not matter: each is
    /// listed as play reaches it first.
    pub list: Vec<Step>,
    /// Where in the list the position stands that was asked about.
    pub first: usize,
    /// How many there are.
    pub counts: Counts,
}

/// One position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// As it is written.
    pub position: String,
    /// Who is to move, where that makes a difference and is not told by the position.
    pub by: Option<Player>,
    /// The positions that moves lead to, by their places in the list, each once, in the order of the moves; in partizan games
    /// Left's.
    pub options: Vec<usize>,
    /// Right's, in partizan games.
    pub right: Vec<usize>,
    /// In games won on points: what each option's move makes.
    pub points: Vec<i64>,
    /// What is found.
    pub worth: Worth,
}

/// What is found of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The least number that no option is worth.
    Value(u64),
    /// Who wins; under misère play, and in partizan games: of these the listed position is won or lost by who starts.
    Outcome(Outcome),
    /// With cycles: who wins, and in which round that is seen; draws in none.
    Round(Outcome, Option<u64>),
    /// What the player to move has more than the other from here on.
    Points(i64),
    /// Who loses.
    Loser(Player),
}

/// How large the game is, in three ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes of the game tree: as many as there are plays, unfinished ones included. `None` if there is no end, or above 2^127.
    pub tree: Option<u128>,
    /// Different positions, components told apart by their places. `None` if they are too many to be counted.
    pub positions: Option<u64>,
    /// Positions up to the order of their components, empty heaps left out.
    pub unordered: u64,
}

impl Step {
    /// Who wins; `None` in games won on points and games of several players.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.worth {
            Worth::Value(0) => Some(Outcome::P),
            Worth::Value(_) => Some(Outcome::N),
            Worth::Outcome(outcome) | Worth::Round(outcome, _) => Some(outcome),
            Worth::Points(_) | Worth::Loser(_) => None,
        }
    }

    /// What is found in one word: a value, an outcome, points, or the number of who loses.
    pub fn found(&self) -> String {
        match self.worth {
            Worth::Value(value) => value.to_string(),
            Worth::Outcome(outcome) | Worth::Round(outcome, _) => outcome.name().to_string(),
            Worth::Points(points) => points.to_string(),
            Worth::Loser(seat) => (u16::from(seat.0) + 1).to_string(),
        }
    }
}

impl Steps {
    /// Goes through all positions that play reaches.
    ///
    /// # Errors
    /// `too_large` if they are more than a list is for; `limit` if the budget ends; `unsupported` for sums of games that do not add up.
    pub fn of(spec: &PositionSum, budget: &Budget) -> Result<Steps> {
        let kind = spec.kind();
        one_at_a_time(spec)?;
        // Who is to move makes no difference in impartial games, and both players are looked at in partizan ones.
        let mut graph = Graph::new(spec, !kind.is_summable(), false, budget)?;
        graph.explore()?;
        if graph.cyclic && kind == Kind::Partizan {
            graph = Graph::new(spec, true, false, budget)?;
            graph.explore()?;
        }
        spec.check_moves()?;
        let mut judged = judge::judge(&graph, spec, budget)?;
        if !graph.cyclic {
            by_height(&mut judged, &graph, spec);
        }
        let counts = Counts {
            tree: if graph.cyclic { None } else { graph.tree() },
            positions: graph.ordered()?,
            unordered: graph.nodes.len() as u64,
        };
        let mut place = vec![usize::MAX; graph.nodes.len()];
        for (at, &(node, _)) in judged.iter().enumerate() {
            place[node as usize] = at;
        }
        let list = judged.iter().take(MAX_LISTED).map(|&(node, worth)| {
            let options = |side: usize| {
                let (mut places, mut points) = (vec![], vec![]);
                for option in graph.options[node as usize].iter().filter(|option| option.side == side) {
                    let at = place[option.to as usize];
                    if !places.iter().zip(&points).any(|known| known == (&at, &option.points)) {
                        places.push(at);
                        points.push(option.points);
                    }
                }
                (places, points)
            };
            let ((options, points), (right, _)) = (options(0), options(1));
            let by = graph.tagged.then(|| graph.nodes[node as usize].by);
            let points = if kind == Kind::Scoring { points } else { vec![] };
            Step { position: graph.text(spec, node), by, options, right, points, worth }
        });
        let first = graph.roots.first().map_or(0, |&root| place[root as usize]);
        Ok(Steps { play: spec.play, kind, rounds: graph.cyclic, list: list.collect(), first, counts })
    }

    /// How many positions are not listed, since there are so many.
    pub fn more(&self) -> u64 {
        self.counts.unordered - self.list.len() as u64
    }
}

/// Puts positions in the order of the longest play from them, so that their options still stand before them; of equal ones those with small
/// numbers first, as tables are filled.
fn by_height(judged: &mut [(u32, Worth)], graph: &Graph<'_>, spec: &PositionSum) {
    let mut height = vec![0u32; graph.nodes.len()];
    for &node in &graph.finished {
        let options = graph.options[node as usize].iter();
        height[node as usize] = options.map(|option| height[option.to as usize] + 1).max().unwrap_or(0);
    }
    judged.put_in_order_by_key(|&(node, _)| height[node as usize]);
    let listed = judged.len().min(MAX_LISTED);
    judged[..listed].put_in_order_by_cached_key(|&(node, _)| {
        let text = graph.text(spec, node);
        (height[node as usize], text.len(), text)
    });
}
