//! The storage of a group while it is solved: the interface, and the implementation in memory.

use super::cells::{Message, MessageEffect, SlotState, UnsignedWord};
use super::group_error::GroupError;
use super::group_layout::GroupLayout;
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// A decided position of a partition: 2 * (slot in the partition), plus 1 if the position is won.
pub type Decided = u32;

/// A callback that receives a decided position and the slots of the group with moves to that position.
pub type Show<'a> = dyn FnMut(Decided, &[u32]) -> Result<(), GroupError> + 'a;

/// The storage of a group while it is solved, by partitions.
///
/// Messages for the next superstep may be posted before the current superstep is over, to any partition and in any
/// order. If several processes solve a group together, each owns some partitions, and all call [`Storage::settle`],
/// [`Storage::gather`] and [`Storage::all_cells`] in the same order.
pub trait Storage<W: UnsignedWord>: Sync {
    /// Returns the range of partitions that this process owns.
    fn own_partitions(&self) -> Range<usize>;

    /// Reports whether this process stores the final results of all processes.
    fn leads(&self) -> bool {
        true
    }

    /// Waits until all messages for superstep `at` have arrived at their partitions.
    ///
    /// If `at` is `None`, waits for all moves that were added.
    ///
    /// # Errors
    /// Returns the errors of the other processes.
    fn settle(&self, at: Option<u32>) -> Result<(), GroupError> {
        let _ = at;
        Ok(())
    }

    /// Sends the words of this process to all processes; returns the words of every process, by index.
    ///
    /// # Errors
    /// Returns the errors of the other processes.
    fn gather(&self, words: Vec<u64>) -> Result<Vec<Vec<u64>>, GroupError> {
        Ok(vec![words])
    }

    /// Stores the cells of a partition.
    ///
    /// If `before` is `None`, the cells are in their initial state, otherwise in their state before superstep `before`.
    ///
    /// # Errors
    /// Fails with `io` if the cells cannot be written.
    fn put(&self, partition: usize, cells: Vec<SlotState<W>>, before: Option<u32>) -> Result<(), GroupError>;

    /// Adds moves within the group into a partition.
    ///
    /// A move is a pair of its target, a slot in the partition, and its source, a slot of the group.
    ///
    /// # Errors
    /// Fails with `io` if the moves cannot be written.
    fn add_edges(&self, partition: usize, edges: &[(u32, u32)]) -> Result<(), GroupError>;

    /// Builds the lists of moves by target. All moves into the partition must have been added.
    ///
    /// # Errors
    /// Fails with `io` if the moves cannot be read or written.
    fn link(&self, partition: usize) -> Result<(), GroupError>;

    /// Delivers messages to a partition from the positions that were decided at superstep `at - 1`.
    ///
    /// # Errors
    /// Fails with `io` if the messages cannot be written, and with `bad_argument` if such moves are
    /// impossible.
    fn post(&self, partition: usize, messages: &[Message], at: u32) -> Result<(), GroupError>;

    /// Appends the positions of a partition that are decided at this superstep to `decided`.
    ///
    /// # Errors
    /// Returns the errors of [`Storage::post`].
    fn decide_superstep(&self, partition: usize, superstep: u32, decided: &mut Vec<Decided>) -> Result<(), GroupError>;

    /// Passes each decided position to `visit`, with the slots of the group that have moves to it.
    ///
    /// # Errors
    /// Fails with `io` if the moves cannot be read.
    fn edges(&self, partition: usize, decided: &[Decided], visit: &mut Show<'_>) -> Result<(), GroupError>;

    /// Ends a superstep; returns the next superstep, or `None` if nothing is pending.
    ///
    /// Only the partitions of this process are considered.
    ///
    /// # Errors
    /// Fails with `io` if the state cannot be read or written.
    fn end_superstep(&self, superstep: u32) -> Result<Option<u32>, GroupError>;

    /// Passes the cells of a partition to `visit`, in their state before superstep `before`.
    ///
    /// All messages for that superstep have been applied to these cells.
    ///
    /// # Errors
    /// Returns the errors of [`Storage::post`].
    fn cells(&self, partition: usize, before: u32, visit: &mut dyn FnMut(&[SlotState<W>])) -> Result<(), GroupError>;

    /// Passes all cells to `visit` in slot order, in chunks, on the process that [leads](Storage::leads).
    ///
    /// # Errors
    /// Returns the errors of [`Storage::post`], and those of the other processes.
    fn all_cells(&self, before: u32, visit: &mut dyn FnMut(&[SlotState<W>])) -> Result<(), GroupError> {
        self.own_partitions().try_for_each(|partition| self.cells(partition, before, visit))
    }
}

/// The sources of the moves to each slot of a partition, in one list sorted by target.
#[derive(Debug, Default)]
pub struct Edges {
    /// The index in `from` at which the sources for each slot begin; at the end the length of `from`.
    pub starts: Vec<u32>,
    /// The sources, as slots of the group.
    pub from: Vec<u32>,
}

impl Edges {
    /// Builds the lists for `slots` slots from pairs (target, source).
    pub fn from_pairs(slots: usize, pairs: &[(u32, u32)]) -> Edges {
        let mut starts = vec![0u32; slots + 2];
        for &(to, _) in pairs {
            starts[to as usize + 2] += 1;
        }
        for k in 2..slots + 2 {
            starts[k] += starts[k - 1];
        }
        let mut from = vec![0; pairs.len()];
        for &(to, one) in pairs {
            let at = &mut starts[to as usize + 1];
            from[*at as usize] = one;
            *at += 1;
        }
        starts.pop();
        Edges { starts, from }
    }

    /// Returns the sources of the moves to a slot.
    #[inline]
    pub fn to(&self, slot: u32) -> &[u32] {
        &self.from[self.starts[slot as usize] as usize..self.starts[slot as usize + 1] as usize]
    }
}

/// The pending decisions of a partition.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// The positions that messages have decided; they take effect in the superstep of these messages.
    pub next: Vec<Decided>,
    /// The supersteps at which positions are decided without further messages.
    pub due: BTreeSet<u32>,
}

impl Waiting {
    /// Collects the pending decisions of cells.
    ///
    /// If `before` is `None`, the cells are in their initial state, otherwise in their state before superstep `before`.
    pub fn from_cells<W: UnsignedWord>(cells: &[SlotState<W>], before: Option<u32>) -> Waiting {
        let mut waiting = Waiting::default();
        for (at, cell) in (0..).zip(cells) {
            if let Some((when, _)) = cell.when_due() {
                waiting.due.insert(when);
            } else if before.is_some_and(|before| cell.code() >> 1 == before + 1) {
                waiting.next.push(at << 1 | cell.code() & 1);
            }
        }
        waiting
    }

    /// Applies messages for superstep `at` to the cells of the partition.
    pub fn deliver<W: UnsignedWord>(
        &mut self,
        cells: &mut [SlotState<W>],
        messages: &[Message],
        at: u32,
    ) -> Result<(), GroupError> {
        for message in messages {
            let cell = cells.get_mut(message.to as usize).ok_or_else(parents_mismatch)?;
            self.deliver_one(cell, message, at)?;
        }
        Ok(())
    }

    /// Applies a message for superstep `at` to its cell.
    #[inline]
    pub fn deliver_one<W: UnsignedWord>(
        &mut self,
        cell: &mut SlotState<W>,
        message: &Message,
        at: u32,
    ) -> Result<(), GroupError> {
        match cell.apply_message(message.weight, at)? {
            Some(MessageEffect::None) => {}
            Some(MessageEffect::Decided) => self.next.push(message.to << 1 | u32::from(message.weight == 0)),
            Some(MessageEffect::Due(when)) => {
                self.due.insert(when);
            }
            None => return Err(parents_mismatch().into()),
        }
        Ok(())
    }

    /// Decides the cells that are due at a superstep and appends their positions to `decided`.
    ///
    /// Returns whether any cell could be due.
    pub fn decide_due<W: UnsignedWord>(
        &mut self,
        cells: &mut [SlotState<W>],
        superstep: u32,
        decided: &mut Vec<Decided>,
    ) -> Result<bool, GroupError> {
        if !self.due.remove(&superstep) {
            return Ok(false);
        }
        for (at, cell) in (0..).zip(cells) {
            if cell.decide_due(superstep)? {
                decided.push(at << 1 | cell.code() & 1);
            }
        }
        Ok(true)
    }
}

/// Returns the error for listed parents that do not agree with the moves.
pub(super) fn parents_mismatch() -> Error {
    let message = text!("the listed parents of a position do not agree with the moves");
    Error::new(ErrorKind::BadArgument, message)
}

struct Partition<W> {
    cells: Vec<SlotState<W>>,
    now: Vec<Decided>,
    waiting: Waiting,
    pairs: Vec<(u32, u32)>,
}

/// The storage of a group in memory.
pub struct MemoryStorage<W> {
    partitions: Vec<Mutex<Partition<W>>>,
    edges: Vec<OnceLock<Edges>>,
}

impl<W: UnsignedWord> MemoryStorage<W> {
    /// Creates the storage of a group.
    pub fn new(shape: &GroupLayout) -> MemoryStorage<W> {
        let empty = || Partition { cells: vec![], now: vec![], waiting: Waiting::default(), pairs: vec![] };
        MemoryStorage {
            partitions: (0..shape.partitions()).map(|_| Mutex::new(empty())).collect(),
            edges: (0..shape.partitions()).map(|_| OnceLock::new()).collect(),
        }
    }

    fn partition(&self, partition: usize) -> MutexGuard<'_, Partition<W>> {
        self.partitions[partition].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: UnsignedWord> Storage<W> for MemoryStorage<W> {
    fn own_partitions(&self) -> Range<usize> {
        0..self.partitions.len()
    }

    fn put(&self, partition: usize, cells: Vec<SlotState<W>>, before: Option<u32>) -> Result<(), GroupError> {
        let mut partition = self.partition(partition);
        partition.waiting = Waiting::from_cells(&cells, before);
        partition.cells = cells;
        Ok(())
    }

    fn add_edges(&self, partition: usize, edges: &[(u32, u32)]) -> Result<(), GroupError> {
        self.partition(partition).pairs.extend_from_slice(edges);
        Ok(())
    }

    fn link(&self, partition: usize) -> Result<(), GroupError> {
        let mut guard = self.partition(partition);
        let pairs = std::mem::take(&mut guard.pairs);
        let _ = self.edges[partition].set(Edges::from_pairs(guard.cells.len(), &pairs));
        Ok(())
    }

    fn post(&self, partition: usize, messages: &[Message], at: u32) -> Result<(), GroupError> {
        let Partition { cells, waiting, .. } = &mut *self.partition(partition);
        waiting.deliver(cells, messages, at)
    }

    fn decide_superstep(&self, partition: usize, superstep: u32, decided: &mut Vec<Decided>) -> Result<(), GroupError> {
        let Partition { cells, waiting, now, .. } = &mut *self.partition(partition);
        decided.append(now);
        waiting.decide_due(cells, superstep, decided)?;
        Ok(())
    }

    fn edges(&self, partition: usize, decided: &[Decided], visit: &mut Show<'_>) -> Result<(), GroupError> {
        let Some(edges) = self.edges[partition].get() else { return Ok(()) };
        decided.iter().try_for_each(|&one| visit(one, edges.to(one >> 1)))
    }

    fn end_superstep(&self, superstep: u32) -> Result<Option<u32>, GroupError> {
        let (mut any, mut due) = (false, None::<u32>);
        for k in 0..self.partitions.len() {
            let Partition { now, waiting, .. } = &mut *self.partition(k);
            std::mem::swap(now, &mut waiting.next);
            any |= !now.is_empty();
            due = [due, waiting.due.first().copied()].into_iter().flatten().min();
        }
        Ok(if any { Some(superstep + 1) } else { due })
    }

    fn cells(&self, partition: usize, _before: u32, visit: &mut dyn FnMut(&[SlotState<W>])) -> Result<(), GroupError> {
        visit(&self.partition(partition).cells);
        Ok(())
    }
}
