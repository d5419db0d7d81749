//! The forward pass: evaluates the moves out of a group and counts the moves that stay in it.

use super::cells::{SlotState, UnsignedWord};
use super::group_error::GroupError;
use super::group_layout::GroupLayout;
use super::storage::Storage;
use super::task::GroupTask;
use super::tier_check::{SLOTS_PER_BATCH, check_tiers};
use super::tier_codes::Tally;
use grundy_rules::Result;
use grundy_rules::indexed::{Batch, TerminalResult};

/// The number of moves into a partition that are passed to the storage in one call.
const EDGES_PER_CALL: usize = 512;

/// The results of a forward pass over some partitions.
#[derive(Clone, Debug)]
pub(super) struct ForwardCounts {
    /// For each tier, the tally of its positions as if the moves within the group did not exist.
    pub tallies: Vec<Tally>,
    /// The number of moves that stay in the group.
    pub inside: u64,
}

impl ForwardCounts {
    /// Creates empty counts.
    pub fn empty(shape: &GroupLayout) -> ForwardCounts {
        let slots = shape.starts.windows(2).map(|ends| ends[1] - ends[0]);
        ForwardCounts { tallies: slots.map(|slots| Tally { slots, ..Tally::default() }).collect(), inside: 0 }
    }

    /// Adds the counts of other partitions.
    ///
    /// The numbers of slots do not change, because they already cover whole tiers.
    pub fn add(&mut self, other: &ForwardCounts) {
        self.inside += other.inside;
        for (all, one) in self.tallies.iter_mut().zip(&other.tallies) {
            all.add(&Tally { slots: 0, ..*one });
        }
    }
}

/// The combined results of those moves of a position that leave its group.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionSummary {
    /// The least code of a lost option; `u32::MAX` if there is none.
    best: u32,
    /// The greatest code of a won option; 0 if there is none.
    worst: u32,
    /// Whether some option is drawn or has an unknown result.
    may_draw: bool,
}

impl OptionSummary {
    pub const EMPTY: OptionSummary = OptionSummary { best: u32::MAX, worst: 0, may_draw: false };

    #[inline]
    pub fn add_option(&mut self, code: Option<u32>) {
        match code {
            None | Some(0) => self.may_draw = true,
            Some(code) if code & 1 == 0 => self.best = self.best.min(code),
            Some(code) => self.worst = self.worst.max(code),
        }
    }

    /// Returns the code of a position whose moves all leave the group.
    ///
    /// `end` is the result of the position if it is terminal.
    #[inline]
    pub fn code(self, end: Option<TerminalResult>) -> u32 {
        match end {
            Some(TerminalResult::Win) => 1 << 1 | 1,
            Some(TerminalResult::Loss) => 1 << 1,
            Some(TerminalResult::Draw) => 0,
            // A code contains remoteness + 1 of the option, which is the remoteness of this position.
            None if self.best != u32::MAX => ((self.best >> 1) + 1) << 1 | 1,
            None if self.may_draw => 0,
            None => ((self.worst >> 1) + 1) << 1,
        }
    }

    /// Returns the cell of a position with `count` moves that stay in the group.
    fn cell<W: UnsignedWord>(self, end: Option<TerminalResult>, count: u64) -> Result<SlotState<W>, GroupError> {
        let code = self.code(end);
        match code & 1 {
            1 => SlotState::due(true, (code >> 1) - 1),
            _ if code == 0 => Ok(SlotState::not_lost()),
            _ if count > 0 => SlotState::counting(count, (code >> 1) - 1),
            _ => SlotState::due(false, (code >> 1) - 1),
        }
    }
}

/// Buffers that a thread reuses.
pub(super) struct Scratch {
    batch: Batch,
    /// For each partition, the moves into it that are not stored yet.
    ///
    /// A move is a pair of its target, a slot in the partition, and its source, a slot of the group.
    edges: Vec<Vec<(u32, u32)>>,
}

impl Scratch {
    pub fn new(shape: &GroupLayout) -> Scratch {
        Scratch { batch: Batch::default(), edges: vec![vec![]; shape.partitions()] }
    }

    /// Stores the moves that are still in the buffers.
    pub fn flush<W: UnsignedWord>(&mut self, backend: &impl Storage<W>) -> Result<(), GroupError> {
        for (partition, edges) in self.edges.iter_mut().enumerate().filter(|(_, edges)| !edges.is_empty()) {
            backend.add_edges(partition, edges)?;
            edges.clear();
        }
        Ok(())
    }
}

/// Creates the cells of a partition and collects the moves that stay in the group.
pub(super) fn process_partition<W: UnsignedWord>(
    task: &GroupTask<'_>,
    backend: &impl Storage<W>,
    partition: usize,
    scratch: &mut Scratch,
) -> Result<ForwardCounts, GroupError> {
    let &GroupTask { tiers, shape, solved, reach, budget, .. } = task;
    let range = shape.range(partition);
    let mut cells = vec![SlotState::unused(); (range.end - range.start) as usize];
    let (mut counted, has_parents) = (ForwardCounts::empty(shape), tiers.has_parents());
    let (mask, mut last) = ((1u64 << shape.shift) - 1, 0);
    for (k, slots) in shape.pieces(range.clone()) {
        let tier = shape.tiers[k];
        let mut from = slots.start;
        while from < slots.end {
            budget.check()?;
            let to = slots.end.min(from + SLOTS_PER_BATCH);
            let Scratch { batch, edges } = &mut *scratch;
            tiers.expand(tier, from..to, &shape.tiers, !has_parents, batch);
            check_tiers(tiers, tier, batch)?;
            let mut links = batch.links.iter();
            let mut start = 0;
            for (p, &slot) in batch.slots.iter().enumerate() {
                if reach.is_some_and(|reach| !reach.has(tier, slot)) {
                    links.by_ref().take((batch.slice_ends[p] - start) as usize).for_each(drop);
                    start = batch.slice_ends[p];
                    continue;
                }
                let mut summary = OptionSummary::EMPTY;
                let group_slot = shape.starts[k] + slot;
                for &(to, at) in links.by_ref().take((batch.slice_ends[p] - start) as usize) {
                    if !has_parents && shape.tiers.contains(&to) {
                        let target = shape.slot(to, at);
                        let list = &mut edges[(target >> shape.shift) as usize];
                        list.push(((target & mask) as u32, group_slot as u32));
                        if list.len() == EDGES_PER_CALL {
                            backend.add_edges((target >> shape.shift) as usize, list)?;
                            list.clear();
                        }
                    } else {
                        summary.add_option(solved.column(to, &mut last).map(|column| column.code(at)));
                    }
                }
                start = batch.slice_ends[p];
                let (orbit, inside) = (batch.orbits[p], u64::from(batch.inside[p]));
                let count = if has_parents { inside * u64::from(orbit) } else { inside };
                counted.inside += inside;
                counted.tallies[k].count(summary.code(batch.ends[p]), orbit);
                cells[(group_slot - range.start) as usize] = summary.cell(batch.ends[p], count)?;
            }
            from = to;
        }
    }
    backend.put(partition, cells, None)?;
    Ok(counted)
}
