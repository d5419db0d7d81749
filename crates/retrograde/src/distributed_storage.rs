//! Storage of a group that is divided among several processes.
//!
//! Each process owns consecutive partitions of a group. Messages to a partition of another process are collected, sent
//! in parcels, and applied when they arrive; their order does not matter. All processes *meet* repeatedly
//! ([`Peers::meet`]): each process contributes some words, and receives the words of all others once everything sent
//! earlier has arrived. A process that has sent [`SLICE_BYTES`] bytes meets the others before it sends more. So the
//! amount of data in transit is bounded, however large the group is.

use super::cells::{Message, SlotState, UnsignedWord};
use super::group_error::GroupError;
use super::group_layout::GroupLayout;
use super::peers::Peers;
use super::sample::memory_needed;
use super::storage::{Decided, Show};
use super::storage::{MemoryStorage, Storage};
use super::supersteps::solve_and_commit;
use super::task::GroupTask;
use super::tier_codes::TierResult;
use super::tier_store::TierStore;
use grundy_lang::text;
use grundy_rules::Result;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The first word of a process at a meeting: it has sent everything.
const DONE: u64 = 0;
/// The first word of a process at a meeting: it has more to send.
const MORE: u64 = 1;
/// The first word of a process at a meeting: a number does not fit its words, so all need wider words.
const NARROW: u64 = 2;

/// The approximate size of parcels in bytes.
const PARCEL_BYTES: usize = 1 << 16;
/// The approximate number of bytes that a process sends before all processes meet.
const SLICE_BYTES: usize = 8 << 20;

/// Does work on the first process only.
///
/// The other processes wait until the work succeeds, and get no results.
pub(super) fn on_first_process(
    peers: &dyn Peers,
    work: impl FnOnce() -> Result<Option<TierResult>, GroupError>,
) -> Result<Option<TierResult>, GroupError> {
    let leads = peers.index() == 0;
    let done = if leads { work() } else { Ok(None) };
    let word = match &done {
        Ok(_) => DONE,
        Err(GroupError::Narrow) => NARROW,
        Err(GroupError::Rises) => MORE,
        // The other processes receive the error at the meeting.
        Err(GroupError::Failed(_)) => return done,
    };
    match peers.meet(&[word], &mut |_| Ok(()))?[0][..] {
        [DONE] => done,
        [NARROW] => Err(GroupError::Narrow),
        _ => Err(GroupError::Rises),
    }
}

/// Solves a group together with other processes.
pub(super) fn solve<W: UnsignedWord>(
    task: &GroupTask<'_>,
    peers: &dyn Peers,
    tier_store: &dyn TierStore,
) -> Result<(), GroupError> {
    let (shape, slots) = (task.shape, task.shape.slots());
    let count = peers.count() as u128;
    // This is the memory for data sent and received, and for the partitions that are collected at the end.
    let bytes_in_transit = (count * 2 * SLICE_BYTES as u128).min(u128::from(slots) * 64);
    let need = memory_needed::<W>(task.tiers, shape).div_ceil(count) + task.solved.bytes() + bytes_in_transit;
    task.budget.check_fits(need, &text!("the share of this process in a group of {slots} positions", slots))?;
    let backend = DistributedStorage::<W>::new(shape, peers);
    let done = solve_and_commit(task, &backend, tier_store);
    if matches!(done, Err(GroupError::Narrow)) && !backend.narrow.load(Ordering::Relaxed) {
        // Tell the other processes to start over as well.
        let _ = backend.meet(NARROW, &[], &mut |_| Ok(()));
    }
    done
}

/// The storage of one of several processes: the partitions that this process owns, in memory.
struct DistributedStorage<'a, W> {
    peers: &'a dyn Peers,
    partitions: usize,
    slots: u64,
    shift: u32,
    inner: MemoryStorage<W>,
    outbox: Mutex<Outbox>,
    /// Whether all processes have been informed that a number does not fit its words.
    narrow: AtomicBool,
}

/// Messages and moves for other processes.
struct Outbox {
    /// For each process, the parcel to be sent next, which is not full yet.
    parcels: Vec<Vec<u8>>,
    /// The number of bytes sent since the last meeting.
    bytes_in_transit: usize,
}

impl<'a, W: UnsignedWord> DistributedStorage<'a, W> {
    fn new(shape: &GroupLayout, peers: &'a dyn Peers) -> DistributedStorage<'a, W> {
        DistributedStorage {
            peers,
            partitions: shape.partitions(),
            slots: shape.slots(),
            shift: shape.shift,
            inner: MemoryStorage::new(shape),
            outbox: Mutex::new(Outbox { parcels: vec![vec![]; peers.count()], bytes_in_transit: 0 }),
            narrow: AtomicBool::new(false),
        }
    }

    /// Returns the first partition that a process owns.
    fn first(&self, process: usize) -> usize {
        process * self.partitions / self.peers.count()
    }

    /// Returns the process that owns a partition. If there are few partitions, some processes own none.
    fn owner(&self, partition: usize) -> usize {
        let mut process = partition * self.peers.count() / self.partitions;
        while self.first(process + 1) <= partition {
            process += 1;
        }
        process
    }

    fn len(&self, partition: usize) -> usize {
        let from = (partition as u64) << self.shift;
        (self.slots - from).min(1 << self.shift) as usize
    }

    /// Meets the other processes and returns the words of all processes, by index.
    ///
    /// Contributes `word` followed by `words`. If the first words of all processes are [`DONE`], they are removed from
    /// the result.
    fn meet(
        &self,
        word: u64,
        words: &[u64],
        take: &mut dyn FnMut(&[u8]) -> Result<(), GroupError>,
    ) -> Result<Vec<Vec<u64>>, GroupError> {
        let mut replies = self.peers.meet(&[&[word], words].concat(), take)?;
        if replies.iter().any(|words| words.first() == Some(&NARROW)) {
            self.narrow.store(true, Ordering::Relaxed);
            return Err(GroupError::Narrow);
        }
        if word == DONE && replies.iter().all(|words| words.first() == Some(&DONE)) {
            replies.iter_mut().for_each(|words| {
                words.remove(0);
            });
        }
        Ok(replies)
    }

    /// Applies a parcel: messages for superstep `at`, or moves if `at` is `None`.
    fn apply_parcel(&self, at: Option<u32>, parcel: &[u8]) -> Result<(), GroupError> {
        let (mut messages, mut edges, mut rest) = (vec![], vec![], parcel);
        while let Some((run, tail)) = SlotPairs::read(rest) {
            rest = tail;
            let pairs = run.pairs();
            match at {
                Some(at) => {
                    messages.clear();
                    messages.extend(pairs.map(|(to, weight)| Message { to, weight }));
                    self.inner.post(run.partition, &messages, at)?;
                }
                None => {
                    edges.clear();
                    edges.extend(pairs);
                    self.inner.add_edges(run.partition, &edges)?;
                }
            }
        }
        Ok(())
    }

    /// Sends pairs to the owner of a partition: messages for superstep `at`, or moves if `at` is `None`.
    fn send(
        &self,
        partition: usize,
        at: Option<u32>,
        pairs: impl ExactSizeIterator<Item = (u32, u32)> + Clone,
    ) -> Result<(), GroupError> {
        let mut outbox = self.outbox.lock().unwrap_or_else(PoisonError::into_inner);
        let owner = self.owner(partition);
        let parcel = &mut outbox.parcels[owner];
        let before = parcel.len();
        SlotPairs::write(parcel, partition, pairs);
        let (after, is_full) = (parcel.len() - before, parcel.len() >= PARCEL_BYTES);
        if is_full {
            self.peers.send(owner, std::mem::replace(parcel, Vec::with_capacity(PARCEL_BYTES + PARCEL_BYTES / 8)));
        }
        outbox.bytes_in_transit += after;
        if outbox.bytes_in_transit >= SLICE_BYTES {
            self.flush(&mut outbox);
            self.meet(MORE, &[], &mut |parcel| self.apply_parcel(at, parcel))?;
        }
        Ok(())
    }

    fn flush(&self, outbox: &mut Outbox) {
        for (process, parcel) in outbox.parcels.iter_mut().enumerate().filter(|(_, parcel)| !parcel.is_empty()) {
            self.peers.send(process, std::mem::take(parcel));
        }
        outbox.bytes_in_transit = 0;
    }

    fn owns(&self, partition: usize) -> bool {
        self.own_partitions().contains(&partition)
    }
}

impl<W: UnsignedWord> Storage<W> for DistributedStorage<'_, W> {
    fn own_partitions(&self) -> Range<usize> {
        self.first(self.peers.index())..self.first(self.peers.index() + 1)
    }

    fn leads(&self) -> bool {
        self.peers.index() == 0
    }

    fn settle(&self, at: Option<u32>) -> Result<(), GroupError> {
        let mut outbox = self.outbox.lock().unwrap_or_else(PoisonError::into_inner);
        self.flush(&mut outbox);
        // Meet again as long as another process has more to send.
        while self.meet(DONE, &[], &mut |parcel| self.apply_parcel(at, parcel))?.iter().any(|words| words[..] == [MORE])
        {
        }
        Ok(())
    }

    fn gather(&self, words: Vec<u64>) -> Result<Vec<Vec<u64>>, GroupError> {
        self.meet(DONE, &words, &mut |_| Ok(()))
    }

    fn put(&self, partition: usize, cells: Vec<SlotState<W>>, before: Option<u32>) -> Result<(), GroupError> {
        self.inner.put(partition, cells, before)
    }

    fn add_edges(&self, partition: usize, edges: &[(u32, u32)]) -> Result<(), GroupError> {
        if self.owns(partition) {
            return self.inner.add_edges(partition, edges);
        }
        self.send(partition, None, edges.iter().copied())
    }

    fn link(&self, partition: usize) -> Result<(), GroupError> {
        self.inner.link(partition)
    }

    fn post(&self, partition: usize, messages: &[Message], at: u32) -> Result<(), GroupError> {
        if self.owns(partition) {
            return self.inner.post(partition, messages, at);
        }
        self.send(partition, Some(at), messages.iter().map(|message| (message.to, message.weight)))
    }

    fn decide_superstep(&self, partition: usize, superstep: u32, decided: &mut Vec<Decided>) -> Result<(), GroupError> {
        self.inner.decide_superstep(partition, superstep, decided)
    }

    fn edges(&self, partition: usize, decided: &[Decided], visit: &mut Show<'_>) -> Result<(), GroupError> {
        self.inner.edges(partition, decided, visit)
    }

    fn end_superstep(&self, superstep: u32) -> Result<Option<u32>, GroupError> {
        self.inner.end_superstep(superstep)
    }

    fn cells(&self, partition: usize, before: u32, visit: &mut dyn FnMut(&[SlotState<W>])) -> Result<(), GroupError> {
        self.inner.cells(partition, before, visit)
    }

    fn all_cells(&self, before: u32, visit: &mut dyn FnMut(&[SlotState<W>])) -> Result<(), GroupError> {
        let (mut first, own_partitions, width) = (self.first(1), self.own_partitions(), 2 * W::BYTES);
        if self.leads() {
            own_partitions.clone().try_for_each(|partition| self.cells(partition, before, visit))?;
        }
        // The other processes send their partitions: several small ones together, or a large one in slices.
        let (cells_at_once, size) = (SLICE_BYTES / width, 1 << self.shift);
        let partitions_at_once = (cells_at_once >> self.shift).max(1);
        let mut gathered = vec![];
        while first < self.partitions {
            let last = (first + partitions_at_once).min(self.partitions);
            let slots = (last - first - 1) * size + self.len(last - 1);
            if self.leads() {
                gathered.clear();
                gathered.resize(slots, SlotState::unused());
            }
            for from in (0..slots).step_by(cells_at_once) {
                for partition in (first..last).filter(|partition| own_partitions.contains(partition)) {
                    // The offset of this partition in the collected cells. Only its cells in this slice are sent.
                    let begin = (partition - first) * size;
                    self.cells(partition, before, &mut |cells| {
                        let mut at = from.saturating_sub(begin);
                        for chunk in
                            cells[at..cells.len().min(from + cells_at_once - begin)].chunks(PARCEL_BYTES / width)
                        {
                            let place = (begin + at) as u64;
                            self.peers.send(0, [&place.to_le_bytes()[..], &SlotState::write_all(chunk)].concat());
                            at += chunk.len();
                        }
                    })?;
                }
                self.meet(DONE, &[], &mut |parcel| {
                    if let Some((place, cells)) = parcel.split_first_chunk() {
                        let place = u64::from_le_bytes(*place) as usize;
                        let read = cells.chunks_exact(width).map(SlotState::read);
                        gathered[place..].iter_mut().zip(read).for_each(|(cell, read)| *cell = read);
                    }
                    Ok(())
                })?;
            }
            if self.leads() {
                visit(&gathered);
            }
            first = last;
        }
        Ok(())
    }
}

/// A section of a parcel: pairs (slot, word) for one partition.
///
/// The format is: the partition, the number of slots with the flag [`ONE_BYTE_WORDS`], the slots, the words. All
/// numbers are little-endian.
struct SlotPairs<'a> {
    partition: usize,
    slots: &'a [[u8; 4]],
    /// The words; each has one byte or four bytes.
    words: &'a [u8],
}

/// A flag in the number of slots: each word has one byte.
const ONE_BYTE_WORDS: u32 = 1 << 31;

impl<'a> SlotPairs<'a> {
    fn write(parcel: &mut Vec<u8>, partition: usize, pairs: impl ExactSizeIterator<Item = (u32, u32)> + Clone) {
        let is_short = pairs.clone().all(|(_, word)| word < 256);
        let count = pairs.len() as u32;
        parcel.extend((partition as u32).to_le_bytes());
        parcel.extend((count | if is_short { ONE_BYTE_WORDS } else { 0 }).to_le_bytes());
        parcel.extend(pairs.clone().flat_map(|(slot, _)| slot.to_le_bytes()));
        if is_short {
            parcel.extend(pairs.map(|(_, word)| word as u8));
        } else {
            parcel.extend(pairs.flat_map(|(_, word)| word.to_le_bytes()));
        }
    }

    /// Splits a parcel after its first section; returns `None` at the end of the parcel.
    fn read(parcel: &'a [u8]) -> Option<(SlotPairs<'a>, &'a [u8])> {
        let (partition, rest) = parcel.split_first_chunk()?;
        let (count, rest) = rest.split_first_chunk()?;
        let (partition, count) = (u32::from_le_bytes(*partition) as usize, u32::from_le_bytes(*count));
        let (length, width) = ((count & !ONE_BYTE_WORDS) as usize, if count & ONE_BYTE_WORDS == 0 { 4 } else { 1 });
        let (slots, rest) = rest.split_at_checked(length * 4)?;
        let (words, rest) = rest.split_at_checked(length * width)?;
        Some((SlotPairs { partition, slots: slots.as_chunks().0, words }, rest))
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let width = self.words.len() / self.slots.len().max(1);
        let word = move |k: usize| match width {
            1 => self.words[k].into(),
            _ => u32::from_le_bytes(self.words.as_chunks().0[k]),
        };
        self.slots.iter().enumerate().map(move |(k, slot)| (u32::from_le_bytes(*slot), word(k)))
    }
}
