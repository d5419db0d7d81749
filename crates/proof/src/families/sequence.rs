//! Computes outcomes or values by the definition, and finds their period from equal windows.

use grundy_rules::Play;
use grundy_solve::Quantity;
use rustc_hash::FxHashMap;

/// A periodic sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeating {
    /// The entries before the first period: values, or 0 for P and 1 for N.
    pub head: Vec<u32>,
    /// The entries of one period.
    pub period_entries: Vec<u32>,
}

impl Repeating {
    /// Returns the entry of a heap.
    pub fn at(&self, n: usize) -> u32 {
        let later = n.checked_sub(self.head.len());
        later.map_or_else(|| self.head[n], |later| self.period_entries[later % self.period_entries.len()])
    }
}

/// The entries of the heaps 0, 1, 2, ... of a subtraction game.
struct Entries<'a> {
    /// The amounts in increasing order.
    amounts: &'a [usize],
    of: Quantity,
    play: Play,
    list: Vec<u32>,
    /// Scratch memory: the values of the options.
    seen: Vec<bool>,
}

impl<'a> Entries<'a> {
    fn new(amounts: &'a [usize], of: Quantity, play: Play) -> Entries<'a> {
        Entries { amounts, of, play, list: vec![], seen: vec![] }
    }

    /// Computes the entry of the next heap from the entries of its options.
    fn push(&mut self) -> u32 {
        let n = self.list.len();
        let options = self.amounts.iter().take_while(|&&s| s <= n).map(|s| self.list[n - s]);
        let entry = match self.of {
            Quantity::Grundy => {
                self.seen.clear();
                self.seen.resize(self.amounts.len() + 1, false);
                for value in options {
                    self.seen[value as usize] = true;
                }
                self.seen.iter().position(|seen| !seen).unwrap_or(0) as u32
            }
            Quantity::Outcome => {
                let (mut has_option, mut wins) = (false, false);
                for entry in options {
                    has_option = true;
                    wins |= entry == 0;
                }
                u32::from(wins || self.play == Play::Misere && !has_option)
            }
        };
        self.list.push(entry);
        entry
    }
}

/// Returns the entries of the heaps below `len`.
pub fn first_entries(amounts: &[usize], of: Quantity, play: Play, len: usize) -> Vec<u32> {
    let mut entries = Entries::new(amounts, of, play);
    while entries.list.len() < len {
        entries.push();
    }
    entries.list
}

/// The minimum number of heaps in which a period is sought.
///
/// The number of heaps searched is also at least 12 times the largest amount.
const MIN_SEARCHED_HEAPS: usize = 4000;

/// Returns the sequence of these amounts, if the sequence becomes periodic within the heaps searched.
pub fn repeating(amounts: &[usize], of: Quantity, play: Play) -> Option<Repeating> {
    let window = *amounts.last()?;
    let heap_count = MIN_SEARCHED_HEAPS.max(12 * window);
    let mut entries = Entries::new(amounts, of, play);
    // Find equal windows by a rolling hash; compare windows whose hashes are equal.
    let factor: u64 = 0x9e37_79b9_7f4a_7c15;
    let leaving_factor = (0..window).fold(1u64, |power, _| power.wrapping_mul(factor));
    let mut hash: u64 = 0;
    let mut window_ends: FxHashMap<u64, usize> = FxHashMap::default();
    for n in 0..heap_count {
        let entry = entries.push();
        hash = hash.wrapping_mul(factor).wrapping_add(u64::from(entry) + 1);
        if n >= window {
            hash = hash.wrapping_sub(leaving_factor.wrapping_mul(u64::from(entries.list[n - window]) + 1));
        }
        let end = n + 1;
        if end < window {
            continue;
        }
        let list = &entries.list;
        match window_ends.insert(hash, end) {
            Some(before) if list[before - window..before] == list[end - window..end] => {
                let period = end - before;
                let mut preperiod = before;
                while preperiod > 0 && list[preperiod - 1] == list[preperiod - 1 + period] {
                    preperiod -= 1;
                }
                let (head, rest) = list.split_at(preperiod);
                return Some(Repeating { head: head.to_vec(), period_entries: rest[..period].to_vec() });
            }
            _ => {}
        }
    }
    None
}
