//! A search without bounds, which searches every position once, for games in which bounds cost more than they save.
//!
//! If there are few moves and many transpositions, almost every position is needed for any bounds, and bounds
//! make the search visit many positions several times. Then it is faster to find the exact value of each position, in
//! the order in which the rules list the moves. This order needs no sorting, and positions that differ only in their
//! last number are visited one after the other.

use super::search::{ScoringSearch, hash_of};
use super::table::ScoreBounds;
use crate::memory::PagedVec;
use grundy_rules::{Player, Result, Scored};
use grundy_value::CompactSort;

/// A position of one component whose moves are being tried.
struct OpenPosition<R: Scored> {
    component: R::Component,
    key: R::Key,
    by: Player,
    /// The index of the first move in the list of all moves; `next` is the index after the current move.
    first: usize,
    next: usize,
    /// The best value of the moves tried so far.
    best: Option<i64>,
    /// The points of the move being tried.
    ///
    /// `moves_again` tells whether the same player moves again after it.
    points: i64,
    moves_again: bool,
    /// The number of positions searched before this one.
    started: u64,
}

impl<R: Scored> OpenPosition<R> {
    /// Updates the position with the value after the move being tried.
    /// Returns `None` if the result does not fit 64 bits.
    fn add_option(&mut self, found: i64) -> Option<()> {
        let value = if self.moves_again { self.points.checked_add(found) } else { self.points.checked_sub(found) }?;
        self.best = Some(self.best.map_or(value, |best| best.max(value)));
        Some(())
    }
}

/// The maximal number of moves of a position; games with more moves do not suit this search.
const MAX_MOVES: usize = 64;

/// The length of a play at which it is first checked for repetitions.
const MIN_REPETITION_CHECK: usize = 1 << 12;

/// The number of positions between checks of the memory.
const MEMORY_CHECK_INTERVAL: u64 = 64;

/// The positions of the current play, each reached by a move from the previous one; `top` is the last.
struct PlayStack<R: Scored> {
    stack: PagedVec<OpenPosition<R>>,
    top: OpenPosition<R>,
    /// The moves of all these positions, one position after the other.
    moves: Vec<R::Move>,
    /// The length at which the play is next checked for repetitions.
    next_repetition_check: usize,
}

impl<R: Scored> ScoringSearch<'_, R> {
    /// Computes the value of a position of one component from those of all reachable positions.
    /// Returns `None` if this would take more than `max_positions` positions, or if the game does not suit this
    /// search; the latter is recorded in `bounds_only`. The values that were found stay in the table.
    ///
    /// # Errors
    /// Returns the errors of [`super::solve`].
    pub(super) fn solve_exhaustively(
        &mut self,
        component: &R::Component,
        by: Player,
        max_positions: u64,
    ) -> Result<Option<i64>> {
        let end = self.meter.done() + max_positions;
        let before = self.bytes;
        let mut moves = vec![];
        let Some(top) = self.new_frame(component, self.rules.key(component), by, &mut moves)? else { return Ok(None) };
        self.bytes += 2 * self.rules.extra_bytes(&top.component);
        let mut play_stack =
            PlayStack { stack: PagedVec::new(), top, moves, next_repetition_check: MIN_REPETITION_CHECK };
        let found = self.search_play_stack(&mut play_stack, end);
        self.bytes = before;
        found
    }

    fn search_play_stack(
        &mut self,
        PlayStack { stack, top, moves, next_repetition_check }: &mut PlayStack<R>,
        end: u64,
    ) -> Result<Option<i64>> {
        loop {
            let Some(mv) = moves.get(top.next) else {
                let value = self.finish(top);
                moves.truncate(top.first);
                match stack.pop() {
                    None => return Ok(Some(value)),
                    Some(parent) => *top = parent,
                }
                if top.add_option(value).is_none() {
                    return Ok(self.mark_unsuitable());
                }
                continue;
            };
            top.next += 1;
            top.points = self.rules.points(&top.component, top.by, mv);
            top.moves_again = self.rules.next_player(&top.component, top.by, mv) == top.by;
            let next = if top.moves_again { top.by } else { top.by.other() };
            let leaves = self.rules.play(&top.component, top.by, mv);
            let found = match &leaves[..] {
                [] => 0,
                [component] => {
                    let key = self.rules.key(component);
                    match self.table.exact(next, &key) {
                        Some(value) => value,
                        None if self.meter.done() >= end => return Ok(None),
                        None => {
                            let Some(child) = self.new_frame(component, key, next, moves)? else { return Ok(None) };
                            if child.first < moves.len() {
                                let extra = 2 * self.rules.extra_bytes(&child.component);
                                self.bytes += extra;
                                stack.push(std::mem::replace(top, child));
                                if extra > 0 || self.meter.done().is_multiple_of(MEMORY_CHECK_INTERVAL) {
                                    let hashes = if stack.len() > MIN_REPETITION_CHECK / 2 {
                                        8 * *next_repetition_check
                                    } else {
                                        0
                                    };
                                    let lists = (moves.capacity() * size_of::<R::Move>() + hashes) as u64;
                                    // The search with bounds may need less memory, so this is no error.
                                    if self.check_memory(stack.len(), stack.bytes() + stack.growth() + lists).is_err() {
                                        return Ok(self.mark_unsuitable());
                                    }
                                }
                                if stack.len() > *next_repetition_check {
                                    *next_repetition_check *= 2;
                                    if seems_to_repeat(stack) {
                                        return Ok(self.mark_unsuitable());
                                    }
                                }
                                continue;
                            }
                            // No player can move in the child, so its value is 0.
                            0
                        }
                    }
                }
                _ => return Ok(self.mark_unsuitable()),
            };
            if top.add_option(found).is_none() {
                return Ok(self.mark_unsuitable());
            }
        }
    }

    /// Starts the search of a position and lists its moves; returns `None` if the game does not suit.
    fn new_frame(
        &mut self,
        component: &R::Component,
        key: R::Key,
        by: Player,
        moves: &mut Vec<R::Move>,
    ) -> Result<Option<OpenPosition<R>>> {
        let started = self.meter.done();
        self.meter.advance(1)?;
        let first = moves.len();
        moves.extend(self.rules.moves(component, by).take(MAX_MOVES + 1));
        self.steps += (moves.len() - first) as u64;
        if moves.len() - first > MAX_MOVES || self.table.is_full() {
            return Ok(self.mark_unsuitable());
        }
        let component = component.clone();
        Ok(Some(OpenPosition {
            component,
            key,
            by,
            first,
            next: first,
            best: None,
            points: 0,
            moves_again: false,
            started,
        }))
    }

    /// Finishes a position: stores its value in the table and returns it.
    fn finish(&mut self, OpenPosition { component, key, by, best, started, .. }: &OpenPosition<R>) -> i64 {
        let value = best.unwrap_or(0);
        let extra = self.rules.extra_bytes(component);
        self.bytes -= 2 * extra;
        let bounds = ScoreBounds { low: value, high: value, visits: 1, hint: 0 };
        self.table.put(*by, &[key], bounds, self.meter.done() - started, extra);
        value
    }

    /// Records that the game does not suit this search, and returns `None`.
    fn mark_unsuitable<T>(&mut self) -> Option<T> {
        self.bounds_only = true;
        None
    }
}

/// Reports whether a position seems to repeat in a play, by comparing hashes of keys.
fn seems_to_repeat<R: Scored>(stack: &PagedVec<OpenPosition<R>>) -> bool {
    let mut hashes: Vec<u64> = (0..stack.len()).map(|at| hash_of(&(&stack[at].key, stack[at].by))).collect();
    hashes.compact_sort();
    hashes.windows(2).any(|pair| pair[0] == pair[1])
}
