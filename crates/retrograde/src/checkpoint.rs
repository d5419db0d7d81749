//! Checkpoints inside a group: all cells between two supersteps.
//!
//! A checkpoint contains neither the positions decided at the next superstep nor the moves within the group. The former
//! follow from the codes in the cells, and the latter are recomputed.

use super::cells::{SlotState, UnsignedWord};
use super::forward::ForwardCounts;
use super::group_error::GroupError;
use super::group_layout::GroupLayout;
use super::storage::Storage;
use super::tier_codes::Tally;
use super::tier_store::Spill;
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};

/// The state between two supersteps.
pub(super) struct SuperstepState {
    /// The index of the next superstep.
    pub next: u32,
    /// For each tier, the tally of the forward pass.
    pub counted: Vec<Tally>,
    /// For each tier, the tally of the positions decided since the forward pass.
    pub decided: Vec<Tally>,
}

/// The length of a tally in bytes.
const TALLY_BYTES: usize = 8 * 8;
/// The number of cells passed to the writer in one call.
const CELLS_PER_WRITE: usize = 1 << 16;

/// Saves all cells of a storage, in their state before superstep `state.next`.
pub(super) fn save<W: UnsignedWord>(
    shape: &GroupLayout,
    backend: &impl Storage<W>,
    state: &SuperstepState,
    spill: &dyn Spill,
) -> Result<(), GroupError> {
    // The file contains the sums of the tallies of all processes.
    let found = sum_tallies(backend, &state.decided)?;
    let mut header = group_header::<W>(shape);
    header.extend(state.next.to_le_bytes());
    for tally in state.counted.iter().chain(&found) {
        tally.numbers().iter().for_each(|number| header.extend(number.to_le_bytes()));
    }
    spill.save(state.next, &mut |take| {
        take(&header)?;
        let mut done = Ok(());
        backend.all_cells(state.next, &mut |cells| {
            for chunk in cells.chunks(CELLS_PER_WRITE) {
                if done.is_ok() {
                    done = take(&SlotState::write_all(chunk));
                }
            }
        })?;
        Ok(done?)
    })
}

/// Adds up the tallies of all processes.
pub(super) fn sum_tallies<W: UnsignedWord>(
    backend: &impl Storage<W>,
    tallies: &[Tally],
) -> Result<Vec<Tally>, GroupError> {
    let mut all = vec![Tally::default(); tallies.len()];
    for words in backend.gather(tallies.iter().flat_map(Tally::numbers).collect())? {
        for (all, numbers) in all.iter_mut().zip(words.as_chunks::<8>().0) {
            all.add(&Tally::from_numbers(*numbers));
        }
    }
    Ok(all)
}

/// Restores the latest checkpoint; returns `None` if it does not belong to this group or there is none.
pub(super) fn restore<W: UnsignedWord>(
    shape: &GroupLayout,
    backend: &impl Storage<W>,
    spill: &dyn Spill,
) -> Result<Option<SuperstepState>, GroupError> {
    let state = restore_own(shape, backend, spill)?;
    // All processes must continue from the same checkpoint.
    let next = |state: &Option<SuperstepState>| state.as_ref().map_or(u64::MAX, |state| state.next.into());
    if backend.gather(vec![next(&state)])?.iter().any(|words| words[..] != [next(&state)]) {
        let message = text!("the processes found different checkpoints; use one folder that all processes can access");
        return Err(Error::new(ErrorKind::Io, message).into());
    }
    Ok(state)
}

fn restore_own<W: UnsignedWord>(
    shape: &GroupLayout,
    backend: &impl Storage<W>,
    spill: &dyn Spill,
) -> Result<Option<SuperstepState>, GroupError> {
    let Some(saved) = spill.saved()? else { return Ok(None) };
    let (group_header, tiers) = (group_header::<W>(shape), shape.tiers.len());
    let cell = 2 * W::BYTES;
    let mut header = vec![0; group_header.len() + 4 + 2 * tiers * TALLY_BYTES];
    let cells = header.len() as u64;
    if saved.bytes != cells + shape.slots() * cell as u64 {
        return Ok(None);
    }
    spill.load(&saved, 0, &mut header)?;
    // Ignore a checkpoint of another group or of another word width.
    let Some(rest) = header.strip_prefix(&group_header[..]) else { return Ok(None) };
    let (next, tallies) = rest.split_at(4);
    let next = next.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
    let numbers: Vec<u64> = tallies.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
    let mut tallies: Vec<Tally> = numbers.as_chunks().0.iter().map(|numbers| Tally::from_numbers(*numbers)).collect();
    for partition in backend.own_partitions() {
        let range = shape.range(partition);
        let mut bytes = vec![0; (range.end - range.start) as usize * cell];
        spill.load(&saved, cells + range.start * cell as u64, &mut bytes)?;
        backend.put(partition, bytes.chunks_exact(cell).map(SlotState::read).collect(), Some(next))?;
    }
    let mut found = tallies.split_off(tiers);
    if !backend.leads() {
        found.fill(Tally::default());
    }
    Ok(Some(SuperstepState { next, counted: tallies, decided: found }))
}

/// Returns the file header that identifies the checkpoints of a group and of a word width.
fn group_header<W: UnsignedWord>(shape: &GroupLayout) -> Vec<u8> {
    let mut head = vec![W::BYTES as u8, shape.shift as u8];
    shape.tiers.iter().for_each(|tier| head.extend(tier.to_le_bytes()));
    shape.starts.iter().for_each(|start| head.extend(start.to_le_bytes()));
    head
}

impl SuperstepState {
    /// Creates the state before the first superstep.
    pub fn first(shape: &GroupLayout, counted: ForwardCounts) -> SuperstepState {
        SuperstepState { next: 0, counted: counted.tallies, decided: vec![Tally::default(); shape.tiers.len()] }
    }
}
