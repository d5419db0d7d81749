//! Detection of repeated states: Brent's cycle search over the outcomes of both players.
//!
//! The state before a heap consists of the last max(A ∪ B) outcomes of both players. The search stores a state and
//! compares the later states with it. At doubling distances it replaces the stored state by the current one. The
//! distance at which the stored state repeats is the least period.

use super::window::low_bits;
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::Result;

/// The heaps that each player loses moving first, one bit per heap.
pub(super) type OutcomeBits = [Vec<u64>; 2];

/// A search for the next repetition of a stored state.
#[derive(Clone, Debug)]
pub(super) struct Recurrence {
    /// The heap for which the state was stored; the state consists of the outcomes before this heap.
    anchor: u64,
    /// The heap after which another state is stored.
    next_anchor: u64,
    state: RecurrenceState,
}

#[derive(Clone, Debug)]
enum RecurrenceState {
    /// At most 64 outcomes of each player, in the upper bits of a word.
    /// `masks` has a mask of these bits for each player.
    Word { masks: [u64; 2], words: [u64; 2] },
    /// Any number of outcomes, which the Knuth–Morris–Pratt automaton finds in the text of all outcomes.
    Text { pattern: Vec<u8>, borders: Vec<u32>, matched: usize },
}

impl Recurrence {
    /// Creates a search that stores the state before `anchor` and compares the next `power` states with it.
    ///
    /// The outcomes `lost` end at `anchor`. `windows` is the number of outcomes of each player in the state.
    ///
    /// # Errors
    /// Fails with `limit` if the state does not fit the budget.
    pub fn new(lost: &OutcomeBits, anchor: u64, power: u64, windows: [u64; 2], budget: &Budget) -> Result<Recurrence> {
        let next_anchor = anchor.saturating_add(power);
        let window = windows[0].max(windows[1]);
        if window <= 64 {
            let masks = windows.map(|count| !low_bits(64 - count));
            let words = [0, 1].map(|side| lost[side].last().copied().unwrap_or(0) & masks[side]);
            return Ok(Recurrence { anchor, next_anchor, state: RecurrenceState::Word { masks, words } });
        }
        budget.check_fits(u128::from(window) * 5, &text!("the window of outcomes that determines the next outcome"))?;
        let pattern: Vec<u8> = (0..window).map(|k| symbol(lost, (anchor + k).checked_sub(window))).collect();
        let borders = borders(&pattern, budget)?;
        let matched = pattern.len();
        Ok(Recurrence { anchor, next_anchor, state: RecurrenceState::Text { pattern, borders, matched } })
    }

    /// Returns the bytes of a state of this many outcomes.
    pub fn bytes(windows: [u64; 2]) -> u128 {
        let window = windows[0].max(windows[1]);
        if window <= 64 { 0 } else { u128::from(window) * 5 }
    }

    /// Returns the heap before which the state was stored.
    pub fn anchor(&self) -> u64 {
        self.anchor
    }

    /// Returns the heap after which another state is to be stored.
    pub fn next_anchor(&self) -> u64 {
        self.next_anchor
    }

    /// Compares the states after each of the last 64 heaps with the stored state.
    /// Returns the heap before which the stored state repeats, or `None` if it does not repeat there.
    pub fn feed(&mut self, lost: &OutcomeBits) -> Option<u64> {
        let base = 64 * (lost[0].len() as u64 - 1);
        match &mut self.state {
            RecurrenceState::Word { masks, words } => {
                let pairs = [0, 1].map(|side| {
                    let list = &lost[side];
                    let before = list.len().checked_sub(2).map_or(0, |k| list[k]);
                    u128::from(before) | u128::from(list[list.len() - 1]) << 64
                });
                let differs = |side: usize, k: u32| ((pairs[side] >> k) as u64 & masks[side]) ^ words[side];
                let found = (1..=64).find(|&k| differs(0, k) | differs(1, k) == 0);
                found.map(|k| base + u64::from(k))
            }
            RecurrenceState::Text { pattern, borders, matched } => {
                for heap in base..base + 64 {
                    let symbol = symbol(lost, Some(heap));
                    if *matched == pattern.len() {
                        *matched = borders[*matched - 1] as usize;
                    }
                    while *matched > 0 && pattern[*matched] != symbol {
                        *matched = borders[*matched - 1] as usize;
                    }
                    *matched += usize::from(pattern[*matched] == symbol);
                    if *matched == pattern.len() {
                        return Some(heap + 1);
                    }
                }
                None
            }
        }
    }
}

/// Returns the outcomes of both players at a heap as two bits; 0 before heap 0.
fn symbol(lost: &OutcomeBits, heap: Option<u64>) -> u8 {
    let Some(heap) = heap else { return 0 };
    let bit = |side: usize| (lost[side][(heap / 64) as usize] >> (heap % 64) & 1) as u8;
    bit(0) | bit(1) << 1
}

/// Returns for each prefix of the pattern the length of its longest proper border.
fn borders(pattern: &[u8], budget: &Budget) -> Result<Vec<u32>> {
    let mut borders = vec![0u32; pattern.len()];
    let mut length = 0;
    for k in 1..pattern.len() {
        if k.is_multiple_of(1 << 16) {
            budget.check()?;
        }
        while length > 0 && pattern[k] != pattern[length] {
            length = borders[length - 1] as usize;
        }
        length += usize::from(pattern[k] == pattern[length]);
        borders[k] = length as u32;
    }
    Ok(borders)
}
