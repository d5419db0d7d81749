//! Retrograde analysis: win, loss or draw and remoteness, backwards from the vertices where play ends.
//!
//! The winner hastens and the loser delays (C. A. B. Smith, "Graphs and composite games", J. Combin. Theory 1
//! (1966);
//! *Winning Ways* (1982), chapters 9 and 12): a first-in-first-out queue meets the vertices in order of
//! remoteness.

use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Arcs, Ending, Outcome, Play, Result};

/// The result for the player to move with best play, with the number of moves of both players together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopyOutcome {
    /// The player to move wins.
    Win(u32),
    /// The player to move loses.
    Loss(u32),
    /// Play goes on for ever.
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
    pub fn ending(self) -> Ending {
        match self {
            LoopyOutcome::Win(_) => Ending::Win,
            LoopyOutcome::Loss(_) => Ending::Loss,
            LoopyOutcome::Draw => Ending::Draw,
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
/// let fates = RetrogradeResult::of(&arcs, Play::Normal, &Budget::default()).unwrap();
/// assert_eq!(fates.get(0), LoopyOutcome::Loss(2));
/// assert_eq!(fates.get(3), LoopyOutcome::Draw);
/// ```
#[derive(Clone, Debug)]
pub struct RetrogradeResult {
    play: Play,
    /// The remoteness of a decided vertex.
    /// For an undecided one: [`OPEN`] plus the number of options that are not known to be won by the
    /// opponent.
    known: Vec<u32>,
}

const OPEN: u32 = 1 << 31;

impl RetrogradeResult {
    /// Solves a graph, with 12 bytes per vertex and 4 per edge beyond it; 4 bytes per vertex are kept.
    ///
    /// # Errors
    /// `limit` if the budget does not suffice.
    pub fn of(arcs: &Arcs, play: Play, budget: &Budget) -> Result<RetrogradeResult> {
        let (vertices, edges) = (arcs.vertices() as u128, arcs.edges() as u128);
        let what = text!("the analysis of a graph of {vertices} vertices and {edges} edges", vertices, edges);
        budget.fits(20 * vertices + 8 * edges, &what)?;
        budget.check()?;
        let back = arcs.reversed();
        let mut known: Vec<u32> = Vec::with_capacity(arcs.vertices());
        let mut queue: Vec<u32> = Vec::with_capacity(arcs.vertices());
        for v in 0..arcs.vertices() as u32 {
            let options = arcs.of(v).len() as u32;
            known.push(if options == 0 { 0 } else { OPEN | options });
            if options == 0 {
                queue.push(v);
            }
        }
        let mut fates = RetrogradeResult { play, known };
        let mut meter = budget.meter(text!("positions"));
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            meter.tick(1)?;
            let moves = fates.known[v as usize];
            let lost = fates.is_loss(moves);
            for &before in back.of(v) {
                let state = &mut fates.known[before as usize];
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
        Ok(fates)
    }

    /// Whether the player to move loses in this many moves: by parity, since the players alternate.
    fn is_loss(&self, moves: u32) -> bool {
        moves.is_multiple_of(2) == (self.play == Play::Normal)
    }

    /// Returns the result for the player to move at this vertex.
    #[inline]
    pub fn get(&self, vertex: u32) -> LoopyOutcome {
        match self.known[vertex as usize] {
            open if open & OPEN != 0 => LoopyOutcome::Draw,
            moves if self.is_loss(moves) => LoopyOutcome::Loss(moves),
            moves => LoopyOutcome::Win(moves),
        }
    }

    /// Returns the play convention.
    pub fn play(&self) -> Play {
        self.play
    }
}
