//! Checkpoints inside a group: all cells as they are between two supersteps.
//!
//! Who is decided at the next superstep needs not be kept: their codes tell. Moves within the group are found anew.

use super::forward::Counted;
use super::{Cell, Room, Shape, Spill, Stop, Tally, Word};

/// What is known between two supersteps.
pub(super) struct State {
    /// The one that is next.
    pub next: u32,
    /// What was counted in the beginning, and what was found since.
    pub counted: Vec<Tally>,
    pub found: Vec<Tally>,
}

/// Bytes of a tally.
const TALLY: usize = 8 * 8;

/// Saves all cells of a room before superstep `state.next`.
pub(super) fn save<W: Word>(shape: &Shape, room: &impl Room<W>, state: &State, spill: &dyn Spill) -> Result<(), Stop> {
    let mut bytes = head::<W>(shape);
    bytes.extend(state.next.to_le_bytes());
    for tally in state.counted.iter().chain(&state.found) {
        let [a, b, c] = tally.positions;
        let [d, e, f] = tally.orbits;
        let longest = tally.longest.map_or(0, |longest| u64::from(longest) + 1);
        [tally.slots, a, b, c, d, e, f, longest].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    }
    for partition in 0..shape.partitions() {
        room.cells(partition, state.next, &mut |cells| bytes.extend(Cell::write_all(cells)))?;
    }
    Ok(spill.save(state.next, &bytes)?)
}

/// Puts what was saved last of this group into a room, if there is such.
pub(super) fn restore<W: Word>(shape: &Shape, room: &impl Room<W>, spill: &dyn Spill) -> Result<Option<State>, Stop> {
    let Some(bytes) = spill.saved()? else { return Ok(None) };
    let (head, tiers) = (head::<W>(shape), shape.tiers.len());
    let cell = 2 * W::BYTES;
    let cells = head.len() + 4 + 2 * tiers * TALLY;
    // That of another group, or of one with narrower words, is none.
    if bytes.len() != cells + shape.slots() as usize * cell || bytes[..head.len()] != head[..] {
        return Ok(None);
    }
    let number = |at: usize, length: usize| {
        bytes[at..at + length].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
    };
    let next = number(head.len(), 4) as u32;
    let tally = |k: usize| {
        let numbers: [u64; 8] = std::array::from_fn(|n| number(head.len() + 4 + k * TALLY + 8 * n, 8));
        let [slots, a, b, c, d, e, f, longest] = numbers;
        let longest = longest.checked_sub(1).map(|longest| longest as u32);
        Tally { slots, positions: [a, b, c], orbits: [d, e, f], longest }
    };
    for partition in 0..shape.partitions() {
        let range = shape.range(partition);
        let (from, to) = (cells + range.start as usize * cell, cells + range.end as usize * cell);
        room.put(partition, bytes[from..to].chunks_exact(cell).map(Cell::read).collect(), Some(next))?;
    }
    let counted: Vec<Tally> = (0..tiers).map(tally).collect();
    Ok(Some(State { next, counted, found: (tiers..2 * tiers).map(tally).collect() }))
}

/// What tells the checkpoints of groups apart.
fn head<W: Word>(shape: &Shape) -> Vec<u8> {
    let mut head = vec![W::BYTES as u8, shape.shift as u8];
    shape.tiers.iter().for_each(|tier| head.extend(tier.to_le_bytes()));
    shape.starts.iter().for_each(|start| head.extend(start.to_le_bytes()));
    head
}

impl State {
    /// That before the first superstep.
    pub fn first(shape: &Shape, counted: Counted) -> State {
        State { next: 0, counted: counted.tallies, found: Counted::none(shape).tallies }
    }
}
