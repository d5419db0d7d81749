//! The data that the threads of a search share: the table of decided positions, and the positions in progress.

use super::table::{OutcomeTable, Saved, USES_BOUNDS, load_entries};
use grundy_rules::{Budget, SearchRecords};
use grundy_value::ValueLimit;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of parts of the table if there are several threads, a power of two.
const TABLE_PARTS: usize = 1 << 6;
/// The least memory of a table that has several parts, in bytes.
const MIN_BYTES_OF_PARTS: u64 = 1 << 22;
/// The number of places for positions that are being searched, a power of two.
const SEARCHING_PLACES: usize = 1 << 12;

/// The data that the threads of a search share.
///
/// Every thread searches all positions that it needs, but a thread that finds a position in progress on another thread
/// first searches the other moves (J.-C. Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19
/// (1996)).
pub struct SharedData {
    /// The number of threads, with that of the main search.
    threads: usize,
    /// The parts of the table, each with its own lock.
    table: Vec<Mutex<OutcomeTable>>,
    /// The keys of positions that are being searched.
    ///
    /// Each key has one place, where another key may replace it. A key that is missing costs work, not correctness.
    searching: Vec<AtomicU64>,
    /// Whether the helpers should stop.
    is_done: AtomicBool,
    /// Whether there are helpers.
    has_helpers: AtomicBool,
    /// The number of positions that the helpers searched.
    helper_nodes: AtomicU64,
    /// Whether bounds decided a position, in this search or in an earlier one whose results were loaded.
    uses_bounds: AtomicBool,
}

impl SharedData {
    /// Returns the data of a search whose table may use `table_bytes` of memory.
    pub fn new(table_bytes: u64, threads: usize) -> SharedData {
        let threads = if table_bytes < MIN_BYTES_OF_PARTS { 1 } else { threads };
        let (parts, places) = if threads > 1 { (TABLE_PARTS, SEARCHING_PLACES) } else { (1, 0) };
        SharedData {
            threads,
            table: (0..parts).map(|_| Mutex::new(OutcomeTable::new(table_bytes / parts as u64))).collect(),
            searching: (0..places).map(|_| AtomicU64::new(0)).collect(),
            is_done: AtomicBool::new(false),
            has_helpers: AtomicBool::new(false),
            helper_nodes: AtomicU64::new(0),
            uses_bounds: AtomicBool::new(false),
        }
    }

    /// Calls a function with the part of the table for a key, and returns its result.
    #[inline]
    fn with_table<T>(&self, key: u128, run: impl FnOnce(&mut OutcomeTable) -> T) -> T {
        // The table uses the low bits of the other half of the key.
        let part = (key >> 32) as usize & (self.table.len() - 1);
        run(&mut self.table[part].lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the number of threads that the search may have.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Returns whether the player to move wins; `None` if the position is not in the table.
    #[inline]
    pub fn get(&self, key: u128) -> Option<bool> {
        self.with_table(key, |table| table.get(key))
    }

    /// Stores that the player to move wins or loses, which took a search of `nodes` positions.
    ///
    /// # Errors
    /// [`ValueLimit::Memory`] if not even a small table fits.
    pub fn put(&self, key: u128, wins: bool, nodes: u64) -> Result<(), ValueLimit> {
        self.with_table(key, |table| table.put(key, wins, nodes))
    }

    /// Stores the results of a search that were saved.
    ///
    /// # Errors
    /// [`ValueLimit::Memory`] if not even a small table fits; [`ValueLimit::Cancelled`] if the budget is exhausted.
    pub fn load(&self, records: &dyn SearchRecords, search: &str, budget: &Budget) -> Result<(), ValueLimit> {
        load_entries(records, search, budget, &mut |saved| match saved {
            Saved::Entry(key, entry) => self.with_table(key, |table| table.put_entry(entry)),
            Saved::UsesBounds => {
                self.set_uses_bounds();
                Ok(())
            }
        })
    }

    /// Saves all results, while the other threads go on.
    pub fn save(&self, records: &dyn SearchRecords, search: &str) {
        records.save(search, &mut |write| {
            if self.uses_bounds.load(Ordering::Relaxed) {
                write(&USES_BOUNDS);
            }
            for part in &self.table {
                part.lock().unwrap_or_else(PoisonError::into_inner).write_entries(write);
            }
        });
    }

    /// Returns the size of the results in a file, in bytes.
    pub fn saved_bytes(&self) -> u64 {
        let bytes = |part: &Mutex<OutcomeTable>| part.lock().unwrap_or_else(PoisonError::into_inner).saved_bytes();
        self.table.iter().map(bytes).sum()
    }

    /// Returns the place of a position among those that are being searched.
    #[inline]
    fn place(&self, key: u128) -> &AtomicU64 {
        &self.searching[(key >> 64) as usize & (SEARCHING_PLACES - 1)]
    }

    /// Notes that a thread searches a position.
    #[inline]
    pub fn enter(&self, key: u128) {
        self.place(key).store(key as u64 | 1, Ordering::Relaxed);
    }

    /// Notes that a thread has searched a position.
    #[inline]
    pub fn leave(&self, key: u128) {
        self.place(key).store(0, Ordering::Relaxed);
    }

    /// Reports whether a thread searches a position.
    #[inline]
    pub fn is_searched(&self, key: u128) -> bool {
        self.place(key).load(Ordering::Relaxed) == key as u64 | 1
    }

    /// Reports whether there are helpers.
    #[inline]
    pub fn has_helpers(&self) -> bool {
        self.has_helpers.load(Ordering::Relaxed)
    }

    /// Notes that there are helpers.
    pub fn set_has_helpers(&self) {
        self.has_helpers.store(true, Ordering::Relaxed);
    }

    /// Reports whether the helpers should stop.
    #[inline]
    pub fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }

    /// Makes the helpers stop.
    pub fn set_done(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }

    /// Notes that bounds decided a position.
    pub fn set_uses_bounds(&self) {
        self.uses_bounds.store(true, Ordering::Relaxed);
    }

    /// Adds the work of a helper.
    pub fn add_helper_nodes(&self, nodes: u64) {
        self.helper_nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns the number of positions that the helpers searched, and whether bounds decided a position.
    pub fn work(&self) -> (u64, bool) {
        (self.helper_nodes.load(Ordering::Relaxed), self.uses_bounds.load(Ordering::Relaxed))
    }
}
