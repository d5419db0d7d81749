//! Storage of a group in files, with a few partitions at a time in memory.

use super::cells::{Message, SlotState, UnsignedWord};
use super::group_error::GroupError;
use super::group_layout::GroupLayout;
use super::storage::{Decided, Show, Waiting};
use super::storage::{Edges, Storage};
use super::tier_store::Spill;
use grundy_lang::text;
use grundy_rules::{Budget, Result};
use grundy_value::CompactSort;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The length in bytes of a message or a move in a file.
const RECORD_BYTES: usize = 8;
/// The maximum number of messages to a partition that are kept in memory.
/// Small supersteps therefore write no files.
const MAX_HELD: usize = 4096;
/// If fewer than 1 in `SPARSE_DIVISOR` slots of a partition are needed, each is read separately.
///
/// So small supersteps read little.
const SPARSE_DIVISOR: usize = 256;

/// A list of pairs for a partition: the messages of one superstep, or the moves into the partition.
#[derive(Default)]
struct PairList {
    /// The pairs in memory.
    held: Vec<(u32, u32)>,
    /// The number of further pairs in the file.
    filed: u64,
}

struct Partition {
    /// Messages for this superstep and the next one, indexed by the superstep's parity.
    message_lists: [PairList; 2],
    edges: PairList,
    waiting: Waiting,
}

/// The storage of a group in files.
pub struct DiskStorage<'a, W> {
    spill: &'a dyn Spill,
    partitions: Vec<Mutex<Partition>>,
    /// The number of slots of each partition except the last one.
    size: usize,
    slots: u64,
    keeps_edges: bool,
    /// Once a list holds this many pairs in memory, they are written to its file.
    max_held: usize,
    word: PhantomData<W>,
}

impl<'a, W: UnsignedWord> DiskStorage<'a, W> {
    /// Creates the storage of a group.
    ///
    /// # Errors
    /// Fails with `limit` if memory does not suffice for one partition per thread.
    pub fn new(
        shape: &GroupLayout,
        spill: &'a dyn Spill,
        keeps_edges: bool,
        budget: &Budget,
    ) -> Result<DiskStorage<'a, W>> {
        let partitions = shape.partitions();
        let each = (2 * W::BYTES as u128 + 8 + if keeps_edges { 32 } else { 0 }) << shape.shift;
        let held = (partitions * 3 * 64 * RECORD_BYTES) as u128;
        let slots = shape.slots();
        budget.check_fits(
            each * budget.threads() as u128 + held,
            &text!("keeping the partitions of a group of {slots} positions in memory", slots),
        )?;
        // Messages may use a quarter of the remaining memory. Lists of `MAX_HELD` messages are written to files
        // even if there is more memory.
        let available_bytes = u128::from(budget.bytes).saturating_sub(each * budget.threads() as u128) / 4;
        let max_held =
            ((available_bytes / (partitions as u128 * 3 * RECORD_BYTES as u128)) as usize).clamp(64, MAX_HELD);
        let empty =
            || Partition { message_lists: Default::default(), edges: PairList::default(), waiting: Waiting::default() };
        Ok(DiskStorage {
            spill,
            partitions: (0..partitions).map(|_| Mutex::new(empty())).collect(),
            size: 1 << shape.shift,
            slots,
            keeps_edges,
            max_held,
            word: PhantomData,
        })
    }

    fn partition(&self, partition: usize) -> MutexGuard<'_, Partition> {
        self.partitions[partition].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn len(&self, partition: usize) -> usize {
        (self.slots as usize - partition * self.size).min(self.size)
    }

    fn load(&self, partition: usize) -> Result<Vec<SlotState<W>>> {
        let mut bytes = vec![0; self.len(partition) * 2 * W::BYTES];
        self.spill.read("cells", (partition * self.size * 2 * W::BYTES) as u64, &mut bytes)?;
        Ok(bytes.chunks_exact(2 * W::BYTES).map(SlotState::read).collect())
    }

    fn store(&self, partition: usize, cells: &[SlotState<W>]) -> Result<()> {
        self.spill.write("cells", (partition * self.size * 2 * W::BYTES) as u64, &SlotState::write_all(cells))
    }

    /// Applies a few messages, reading and writing single cells of the file.
    fn apply_single_messages(
        &self,
        partition: usize,
        waiting: &mut Waiting,
        messages: &mut [Message],
        at: u32,
    ) -> Result<(), GroupError> {
        messages.compact_sort_by_key(|message| message.to);
        let width = 2 * W::BYTES;
        // A cell has two words, and a word has at most four bytes.
        let mut bytes = [0; 8];
        for same in messages.chunk_by(|a, b| a.to == b.to) {
            if same[0].to as usize >= self.len(partition) {
                return Err(super::storage::parents_mismatch().into());
            }
            let place = ((partition * self.size + same[0].to as usize) * width) as u64;
            self.spill.read("cells", place, &mut bytes[..width])?;
            let mut cell = SlotState::<W>::read(&bytes[..width]);
            let before = cell;
            same.iter().try_for_each(|message| waiting.deliver_one(&mut cell, message, at))?;
            if cell != before {
                cell.write(&mut bytes);
                self.spill.write("cells", place, &bytes[..width])?;
            }
        }
        Ok(())
    }

    /// Adds pairs to a list, and writes the list to its file when it is long enough.
    fn append_pairs(&self, list: &mut PairList, name: &str, records: impl Iterator<Item = (u32, u32)>) -> Result<()> {
        list.held.extend(records);
        if list.held.len() >= self.max_held {
            let bytes = words_bytes(list.held.iter().flat_map(|&(a, b)| [a, b]));
            self.spill.write(name, list.filed * RECORD_BYTES as u64, &bytes)?;
            list.filed += list.held.len() as u64;
            list.held.clear();
        }
        Ok(())
    }

    /// Removes and returns all pairs of a list.
    fn drain_pairs(&self, list: &mut PairList, name: &str) -> Result<Vec<(u32, u32)>> {
        let mut pairs = std::mem::take(&mut list.held);
        if list.filed > 0 {
            let words = self.words(name, 0, 2 * list.filed as usize)?;
            pairs.extend(words.chunks_exact(2).map(|pair| (pair[0], pair[1])));
            list.filed = 0;
        }
        Ok(pairs)
    }

    fn words(&self, name: &str, at: u64, count: usize) -> Result<Vec<u32>> {
        let mut bytes = vec![0; 4 * count];
        self.spill.read(name, 4 * at, &mut bytes)?;
        Ok(bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
    }
}

/// Returns the name of the file with the messages to a partition that take effect at a superstep.
fn message_file_name(superstep: u32, partition: usize) -> String {
    format!("mail.{}.{partition}", superstep & 1)
}

fn words_bytes(words: impl Iterator<Item = u32>) -> Vec<u8> {
    words.flat_map(u32::to_le_bytes).collect()
}

impl<W: UnsignedWord> Storage<W> for DiskStorage<'_, W> {
    fn own_partitions(&self) -> Range<usize> {
        0..self.partitions.len()
    }

    fn put(&self, partition: usize, cells: Vec<SlotState<W>>, before: Option<u32>) -> Result<(), GroupError> {
        self.partition(partition).waiting = Waiting::from_cells(&cells, before);
        Ok(self.store(partition, &cells)?)
    }

    fn add_edges(&self, partition: usize, edges: &[(u32, u32)]) -> Result<(), GroupError> {
        let mut guard = self.partition(partition);
        Ok(self.append_pairs(&mut guard.edges, &format!("moves.{partition}"), edges.iter().copied())?)
    }

    fn link(&self, partition: usize) -> Result<(), GroupError> {
        let mut guard = self.partition(partition);
        let name = format!("moves.{partition}");
        let Edges { starts, from } =
            Edges::from_pairs(self.len(partition), &self.drain_pairs(&mut guard.edges, &name)?);
        // The lists by target replace the list of moves in the file, and they are shorter.
        self.spill.write(&name, 0, &words_bytes(starts.into_iter().chain(from)))?;
        Ok(())
    }

    fn post(&self, partition: usize, messages: &[Message], at: u32) -> Result<(), GroupError> {
        let mut guard = self.partition(partition);
        let parity = (at & 1) as usize;
        let records = messages.iter().map(|message| (message.to, message.weight));
        Ok(self.append_pairs(&mut guard.message_lists[parity], &message_file_name(at, partition), records)?)
    }

    fn decide_superstep(&self, partition: usize, superstep: u32, decided: &mut Vec<Decided>) -> Result<(), GroupError> {
        let mut guard = self.partition(partition);
        let Partition { message_lists, waiting, .. } = &mut *guard;
        let parity = (superstep & 1) as usize;
        if message_lists[parity].held.is_empty()
            && message_lists[parity].filed == 0
            && waiting.next.is_empty()
            && !waiting.due.contains(&superstep)
        {
            return Ok(());
        }
        let messages = self.drain_pairs(&mut message_lists[parity], &message_file_name(superstep, partition))?;
        let mut messages: Vec<Message> = messages.into_iter().map(|(to, weight)| Message { to, weight }).collect();
        if !waiting.due.contains(&superstep) && messages.len() * SPARSE_DIVISOR < self.len(partition) {
            self.apply_single_messages(partition, waiting, &mut messages, superstep)?;
            decided.append(&mut waiting.next);
            return Ok(());
        }
        let mut cells = self.load(partition)?;
        waiting.deliver(&mut cells, &messages, superstep)?;
        decided.append(&mut waiting.next);
        waiting.decide_due(&mut cells, superstep, decided)?;
        Ok(self.store(partition, &cells)?)
    }

    fn edges(&self, partition: usize, decided: &[Decided], visit: &mut Show<'_>) -> Result<(), GroupError> {
        if !self.keeps_edges {
            return Ok(());
        }
        let (name, len) = (format!("moves.{partition}"), self.len(partition));
        if decided.len() * SPARSE_DIVISOR < len {
            return decided.iter().try_for_each(|&one| {
                let ends = self.words(&name, u64::from(one >> 1), 2)?;
                visit(one, &self.words(&name, len as u64 + 1 + u64::from(ends[0]), (ends[1] - ends[0]) as usize)?)
            });
        }
        let starts = self.words(&name, 0, len + 1)?;
        let from = self.words(&name, len as u64 + 1, starts[len] as usize)?;
        let edges = Edges { starts, from };
        decided.iter().try_for_each(|&one| visit(one, edges.to(one >> 1)))
    }

    fn end_superstep(&self, superstep: u32) -> Result<Option<u32>, GroupError> {
        let (mut any, mut due) = (false, None::<u32>);
        let parity = (superstep.wrapping_add(1) & 1) as usize;
        for k in 0..self.partitions.len() {
            let guard = self.partition(k);
            let list = &guard.message_lists[parity];
            any |= !list.held.is_empty() || list.filed > 0 || !guard.waiting.next.is_empty();
            due = [due, guard.waiting.due.first().copied()].into_iter().flatten().min();
        }
        Ok(if any { Some(superstep + 1) } else { due })
    }

    fn cells(&self, partition: usize, before: u32, visit: &mut dyn FnMut(&[SlotState<W>])) -> Result<(), GroupError> {
        let mut cells = self.load(partition)?;
        let guard = self.partition(partition);
        let list = &guard.message_lists[(before & 1) as usize];
        // The messages stay in place, because the superstep reads them again.
        let filed = self.words(&message_file_name(before, partition), 0, 2 * list.filed as usize)?;
        let filed = filed.chunks_exact(2).map(|pair| Message { to: pair[0], weight: pair[1] });
        let held = list.held.iter().map(|&(to, weight)| Message { to, weight });
        let messages: Vec<Message> = held.chain(filed).collect();
        Waiting::default().deliver(&mut cells, &messages, before)?;
        visit(&cells);
        Ok(())
    }
}
