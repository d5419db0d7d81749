//! Retrograde analysis: win, loss or draw and remoteness of every vertex of a graph.
//!
//! The analysis works backwards from the vertices where play ends. The winner plays for a quick end and the loser for a
//! late one (C. A. B. Smith, "Graphs and composite games", J. Combin. Theory 1 (1966); *Winning Ways* (1982), chapters
//! 9 and 12), so a first-in-first-out queue meets the vertices in order of remoteness.

use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Arcs, Outcome, Play, PlayerResult, Result};

/// The result for the player to move under best play.
/// The numbers count the moves of both players together until the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopyOutcome {
    /// The player to move wins.
    Win(u32),
    /// The player to move loses.
    Loss(u32),
    /// Neither player can force a win, so play never ends.
    Draw,
}

impl LoopyOutcome {
    /// Returns the outcome of an impartial game.
    #[inline]
    pub fn outcome(self) -> Outcome {
        match self {
            LoopyOutcome::Win(_) => Outcome::N,
            LoopyOutcome::Loss(_) => Outcome::P,
            LoopyOutcome::Draw => Outcome::D,
        }
    }

    /// Returns the result for the player to move without the number of moves.
    #[inline]
    pub fn ending(self) -> PlayerResult {
        match self {
            LoopyOutcome::Win(_) => PlayerResult::Win,
            LoopyOutcome::Loss(_) => PlayerResult::Loss,
            LoopyOutcome::Draw => PlayerResult::Draw,
        }
    }

    /// Returns the number of moves until the end; `None` for a draw.
    #[inline]
    pub fn remoteness(self) -> Option<u64> {
        match self {
            LoopyOutcome::Win(moves) | LoopyOutcome::Loss(moves) => Some(moves.into()),
            LoopyOutcome::Draw => None,
        }
    }
}

/// The results of all vertices of a graph.
///
/// ```
/// use grundy_rules::{Arcs, Play};
/// use grundy_engines::{Budget, digraph::{LoopyOutcome, RetrogradeResult}};
/// // 0 > 1 > 2, and 3, 4 on a cycle that 3 can leave for 1.
/// let arcs = Arcs::from_edges(5, &[[0, 1], [1, 2], [3, 4], [4, 3], [3, 1]]);
/// let results = RetrogradeResult::compute(&arcs, Play::Normal, &Budget::default()).unwrap();
/// assert_eq!(results.get(0), LoopyOutcome::Loss(2));
/// assert_eq!(results.get(3), LoopyOutcome::Draw);
/// ```
#[derive(Clone, Debug)]
pub struct RetrogradeResult {
    play: Play,
    /// The state of each vertex: its remoteness if it is decided.
    /// The state of an undecided vertex is [`OPEN`] plus the number of its options that are not known to be wins for
    /// the player who moves from them.
    states: Vec<u32>,
}

const OPEN: u32 = 1 << 31;

impl RetrogradeResult {
    /// Computes the results of all vertices of a graph.
    /// The computation takes 12 bytes per vertex and 4 per edge in addition to the graph; the result takes 4
    /// bytes per vertex.
    ///
    /// # Errors
    /// Fails with `limit` if the budget does not suffice.
    pub fn compute(arcs: &Arcs, play: Play, budget: &Budget) -> Result<RetrogradeResult> {
        let (vertices, edges) = (arcs.vertices() as u128, arcs.edges() as u128);
        let what = text!("the analysis of a graph of {vertices} vertices and {edges} edges", vertices, edges);
        budget.check_fits(20 * vertices + 8 * edges, &what)?;
        budget.check()?;
        let back = arcs.reversed();
        let mut states: Vec<u32> = Vec::with_capacity(arcs.vertices());
        let mut queue: Vec<u32> = Vec::with_capacity(arcs.vertices());
        for v in 0..arcs.vertices() as u32 {
            let options = arcs.targets_of(v).len() as u32;
            states.push(if options == 0 { 0 } else { OPEN | options });
            if options == 0 {
                queue.push(v);
            }
        }
        let mut result = RetrogradeResult { play, states };
        let mut meter = budget.meter(text!("positions"));
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            meter.advance(1)?;
            let moves = result.states[v as usize];
            let lost = result.is_loss(moves);
            for &before in back.targets_of(v) {
                let state = &mut result.states[before as usize];
                if *state & OPEN == 0 {
                    continue;
                }
                *state -= 1;
                if lost || *state == OPEN {
                    *state = moves + 1;
                    queue.push(before);
                }
            }
        }
        Ok(result)
    }

    /// Reports whether the player to move loses if play ends after this many moves.
    /// The parity decides, because the players alternate.
    fn is_loss(&self, moves: u32) -> bool {
        moves.is_multiple_of(2) == (self.play == Play::Normal)
    }

    /// Returns the result for the player to move at this vertex.
    #[inline]
    pub fn get(&self, vertex: u32) -> LoopyOutcome {
        match self.states[vertex as usize] {
            state if state & OPEN != 0 => LoopyOutcome::Draw,
            moves if self.is_loss(moves) => LoopyOutcome::Loss(moves),
            moves => LoopyOutcome::Win(moves),
        }
    }

    /// Returns the play convention.
    pub fn play(&self) -> Play {
        self.play
    }
}
