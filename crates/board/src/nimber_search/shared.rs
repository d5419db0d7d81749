//! The data that the threads of a search for Grundy values share: what is known about regions, and the questions in
//! progress.

use super::UNKNOWN;
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of parts of the table, a power of two.
const TABLE_PARTS: usize = 1 << 6;
/// The number of places for questions that are being searched, a power of two.
const SEARCHING_PLACES: usize = 1 << 12;

/// What is known about the value of a region.
#[derive(Clone, Copy)]
pub struct Known {
    /// The value, or `UNKNOWN`.
    pub value: u16,
    /// Bit n is set if the value is not n.
    pub excluded: u64,
}

/// The data that the threads of a search share.
///
/// Every thread searches all that it needs, but a thread that finds a question in progress on another thread first
/// searches the other options, as in the search for the winner.
pub struct SharedNimbers<B> {
    /// The parts of the table, each with its own lock.
    table: Vec<Mutex<FxHashMap<B, Known>>>,
    /// The memory that the table may use, in bytes.
    max_bytes: u64,
    /// The keys of questions that are being searched.
    ///
    /// Each key has one place, where another key may replace it. A key that is missing costs work, not correctness.
    searching: Vec<AtomicU64>,
    /// Whether the helpers should stop.
    is_done: AtomicBool,
    /// The number of positions that the helpers searched.
    helper_nodes: AtomicU64,
}

impl<B: Clone + Eq + Hash> SharedNimbers<B> {
    /// Returns the data of a search whose table may use this memory.
    pub fn new(max_bytes: u64) -> SharedNimbers<B> {
        SharedNimbers {
            table: (0..TABLE_PARTS).map(|_| Mutex::default()).collect(),
            max_bytes,
            searching: (0..SEARCHING_PLACES).map(|_| AtomicU64::new(0)).collect(),
            is_done: AtomicBool::new(false),
            helper_nodes: AtomicU64::new(0),
        }
    }

    /// Calls a function with the part of the table for regions with this hash, and returns its result.
    fn with_part<T>(&self, hash: u128, run: impl FnOnce(&mut FxHashMap<B, Known>) -> T) -> T {
        let part = (hash >> 64) as usize & (TABLE_PARTS - 1);
        run(&mut self.table[part].lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns what is known about a region.
    pub fn get(&self, board: &B, hash: u128) -> Option<Known> {
        self.with_part(hash, |part| part.get(board).copied())
    }

    /// Adds what a thread knows about a region, unless the table is full.
    pub fn add(&self, board: &B, hash: u128, known: Known) {
        let max_len = self.max_bytes as usize / TABLE_PARTS / (2 * size_of::<(B, Known)>());
        self.with_part(hash, |part| {
            let len = part.len();
            match part.get_mut(board) {
                Some(entry) => {
                    entry.excluded |= known.excluded;
                    if known.value != UNKNOWN {
                        entry.value = known.value;
                    }
                }
                None if len < max_len => drop(part.insert(board.clone(), known)),
                None => {}
            }
        });
    }

    /// Returns the key of the question whether a sum of regions has a value.
    ///
    /// `hashes` are those of the regions.
    pub fn question_key(hashes: impl Iterator<Item = u128>, value: u16) -> u64 {
        let sum = hashes.fold(0u128, u128::wrapping_add);
        (sum as u64).wrapping_add(u64::from(value).wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1
    }

    /// Returns the place of a question among those that are being searched.
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.searching[(key >> 32) as usize & (SEARCHING_PLACES - 1)]
    }

    /// Notes that a thread searches a question.
    pub fn enter(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    /// Notes that a thread has searched a question.
    pub fn leave(&self, key: u64) {
        self.place(key).store(0, Ordering::Relaxed);
    }

    /// Reports whether a thread searches a question.
    pub fn is_searched(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// Reports whether the helpers should stop.
    pub fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }

    /// Makes the helpers stop.
    pub fn set_done(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }

    /// Adds the work of a helper.
    pub fn add_helper_nodes(&self, nodes: u64) {
        self.helper_nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns the number of positions that the helpers searched.
    pub fn helper_nodes(&self) -> u64 {
        self.helper_nodes.load(Ordering::Relaxed)
    }
}
