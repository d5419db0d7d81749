//! Where a group is kept while it is solved.

use super::cells::{Cell, Message, Turn, Word};
use super::shape::Shape;
use super::stop::Stop;
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// A decided position of a partition: its slot there twice, and 1 more if it is won.
pub type Decided = u32;

/// Takes a decided position, and the slots of the group from which moves lead to it.
pub type Show<'a> = dyn FnMut(Decided, &[u32]) -> Result<(), Stop> + 'a;

/// Where a group is kept while it is solved, partition by partition. What is told of the next superstep may be told before this one is over,
/// of any partition: the order makes no difference.
///
/// Where several processes solve a group together, each has partitions of its own, and all call [`Storage::settle`], [`Storage::gather`] and [`Storage::all_cells`]
/// in the same order.
pub trait Storage<W: Word>: Sync {
    /// The partitions that this process works at.
    fn own(&self) -> Range<usize>;

    /// Whether this process keeps what all have found.
    fn leads(&self) -> bool {
        true
    }

    /// Waits until all that was told of the superstep `at` has arrived at its partition; where no superstep is named, all moves that were added.
    ///
    /// # Errors
    /// Those of the other processes.
    fn settle(&self, at: Option<u32>) -> Result<(), Stop> {
        let _ = at;
        Ok(())
    }

    /// What every process says, in their order, when this one says these words.
    ///
    /// # Errors
    /// Those of the other processes.
    fn gather(&self, words: Vec<u64>) -> Result<Vec<Vec<u64>>, Stop> {
        Ok(vec![words])
    }

    /// Keeps the cells of a partition as they are in the beginning, or before a superstep.
    ///
    /// # Errors
    /// `io`.
    fn put(&self, partition: usize, cells: Vec<Cell<W>>, before: Option<u32>) -> Result<(), Stop>;

    /// Keeps moves within the group that lead into a partition: the slot there, and that of the group from which the move leads.
    ///
    /// # Errors
    /// `io`.
    fn add_edges(&self, partition: usize, edges: &[(u32, u32)]) -> Result<(), Stop>;

    /// All moves into a partition were added.
    ///
    /// # Errors
    /// `io`.
    fn link(&self, partition: usize) -> Result<(), Stop>;

    /// Tells positions of a partition what others, decided at the superstep before `at`, say.
    ///
    /// # Errors
    /// `io`; `bad_argument` if there are no such moves.
    fn post(&self, partition: usize, messages: &[Message], at: u32) -> Result<(), Stop>;

    /// Lists the positions of a partition that are decided at this superstep.
    ///
    /// # Errors
    /// As [`Storage::post`].
    fn wake(&self, partition: usize, superstep: u32, decided: &mut Vec<Decided>) -> Result<(), Stop>;

    /// Shows the moves that lead to slots of a partition: the slots of the group from which they do.
    ///
    /// # Errors
    /// `io`.
    fn edges(&self, partition: usize, decided: &[Decided], show: &mut Show<'_>) -> Result<(), Stop>;

    /// The superstep is over: which one is next for the partitions of this process, if any is.
    ///
    /// # Errors
    /// `io`.
    fn turn(&self, superstep: u32) -> Result<Option<u32>, Stop>;

    /// Shows the cells of a partition as they are before a superstep, once all was told that is told before it.
    ///
    /// # Errors
    /// As [`Storage::post`].
    fn cells(&self, partition: usize, before: u32, show: &mut dyn FnMut(&[Cell<W>])) -> Result<(), Stop>;

    /// Shows all cells so, piece by piece in the order of their slots, to the process that [leads](Storage::leads).
    ///
    /// # Errors
    /// As [`Storage::post`]; those of the other processes.
    fn all_cells(&self, before: u32, show: &mut dyn FnMut(&[Cell<W>])) -> Result<(), Stop> {
        self.own().try_for_each(|partition| self.cells(partition, before, show))
    }
}

/// From where moves lead to each slot of a partition.
#[derive(Debug, Default)]
pub struct Edges {
    /// Where the list of each slot begins, and where the last one ends.
    pub starts: Vec<u32>,
    /// The slots of the group.
    pub from: Vec<u32>,
}

impl Edges {
    /// Those of so many slots.
    pub fn of(slots: usize, pairs: &[(u32, u32)]) -> Edges {
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

    /// From where moves lead to a slot.
    #[inline]
    pub fn to(&self, slot: u32) -> &[u32] {
        &self.from[self.starts[slot as usize] as usize..self.starts[slot as usize + 1] as usize]
    }
}

/// What is waited for in a partition.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// Decided at the superstep that is next when they are told.
    pub next: Vec<Decided>,
    /// When positions will be decided.
    pub due: BTreeSet<u32>,
}

impl Waiting {
    /// That of cells which are as they are in the beginning, or before a superstep, at which some are decided.
    pub fn of<W: Word>(cells: &[Cell<W>], before: Option<u32>) -> Waiting {
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

    /// Tells the cells.
    pub fn tell<W: Word>(&mut self, cells: &mut [Cell<W>], messages: &[Message], at: u32) -> Result<(), Stop> {
        for message in messages {
            let cell = cells.get_mut(message.to as usize).ok_or_else(disagreement)?;
            self.tell_one(cell, message, at)?;
        }
        Ok(())
    }

    /// Tells the cell that a message is to.
    #[inline]
    pub fn tell_one<W: Word>(&mut self, cell: &mut Cell<W>, message: &Message, at: u32) -> Result<(), Stop> {
        match cell.told(message.weight, at)? {
            Some(Turn::None) => {}
            Some(Turn::Decided) => self.next.push(message.to << 1 | u32::from(message.weight == 0)),
            Some(Turn::Due(when)) => {
                self.due.insert(when);
            }
            None => return Err(disagreement().into()),
        }
        Ok(())
    }

    /// Adds those that are due to the decided ones.
    pub fn come_due<W: Word>(
        &mut self,
        cells: &mut [Cell<W>],
        superstep: u32,
        decided: &mut Vec<Decided>,
    ) -> Result<bool, Stop> {
        if !self.due.remove(&superstep) {
            return Ok(false);
        }
        for (at, cell) in (0..).zip(cells) {
            if cell.come_due(superstep)? {
                decided.push(at << 1 | cell.code() & 1);
            }
        }
        Ok(true)
    }
}

/// The error that the moves to positions are not the moves from them.
pub(super) fn disagreement() -> Error {
    let message = text!("the moves that lead to a position are not those that others have");
    Error::new(ErrorKind::BadArgument, message)
}

struct Partition<W> {
    cells: Vec<Cell<W>>,
    now: Vec<Decided>,
    waiting: Waiting,
    pairs: Vec<(u32, u32)>,
}

/// A group in memory.
pub struct MemoryStorage<W> {
    partitions: Vec<Mutex<Partition<W>>>,
    edges: Vec<OnceLock<Edges>>,
}

impl<W: Word> MemoryStorage<W> {
    /// Room for a group.
    pub fn new(shape: &Shape) -> MemoryStorage<W> {
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

impl<W: Word> Storage<W> for MemoryStorage<W> {
    fn own(&self) -> Range<usize> {
        0..self.partitions.len()
    }

    fn put(&self, partition: usize, cells: Vec<Cell<W>>, before: Option<u32>) -> Result<(), Stop> {
        let mut partition = self.partition(partition);
        partition.waiting = Waiting::of(&cells, before);
        partition.cells = cells;
        Ok(())
    }

    fn add_edges(&self, partition: usize, edges: &[(u32, u32)]) -> Result<(), Stop> {
        self.partition(partition).pairs.extend_from_slice(edges);
        Ok(())
    }

    fn link(&self, partition: usize) -> Result<(), Stop> {
        let mut guard = self.partition(partition);
        let pairs = std::mem::take(&mut guard.pairs);
        let _ = self.edges[partition].set(Edges::of(guard.cells.len(), &pairs));
        Ok(())
    }

    fn post(&self, partition: usize, messages: &[Message], at: u32) -> Result<(), Stop> {
        let Partition { cells, waiting, .. } = &mut *self.partition(partition);
        waiting.tell(cells, messages, at)
    }

    fn wake(&self, partition: usize, superstep: u32, decided: &mut Vec<Decided>) -> Result<(), Stop> {
        let Partition { cells, waiting, now, .. } = &mut *self.partition(partition);
        decided.append(now);
        waiting.come_due(cells, superstep, decided)?;
        Ok(())
    }

    fn edges(&self, partition: usize, decided: &[Decided], show: &mut Show<'_>) -> Result<(), Stop> {
        let Some(edges) = self.edges[partition].get() else { return Ok(()) };
        decided.iter().try_for_each(|&one| show(one, edges.to(one >> 1)))
    }

    fn turn(&self, superstep: u32) -> Result<Option<u32>, Stop> {
        let (mut any, mut due) = (false, None::<u32>);
        for k in 0..self.partitions.len() {
            let Partition { now, waiting, .. } = &mut *self.partition(k);
            std::mem::swap(now, &mut waiting.next);
            any |= !now.is_empty();
            due = [due, waiting.due.first().copied()].into_iter().flatten().min();
        }
        Ok(if any { Some(superstep + 1) } else { due })
    }

    fn cells(&self, partition: usize, _before: u32, show: &mut dyn FnMut(&[Cell<W>])) -> Result<(), Stop> {
        show(&self.partition(partition).cells);
        Ok(())
    }
}
