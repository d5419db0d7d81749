//! The system's allocator with a count of the bytes in use, by which `grundy` keeps its memory limit.
//!
//! A program that depends on this crate has it as its global allocator:
//!
//! ```
//! grundy_allocator::start();
//! let block = vec![1u8; 1 << 24];
//! assert!(grundy_allocator::in_use() > 15 << 20);
//! drop(block);
//! assert_eq!(grundy_allocator::in_use(), 0);
//! ```
//!
//! It is a crate of its own since every allocation runs through it: it is optimised in every profile, however the command is compiled.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The system's allocator, counting the bytes that are in use.
struct CountingAllocator;

/// The bytes that the main thread has allocated less those it has freed. Only that thread writes it, so it needs no atomic addition, which
/// would take as long as a small allocation.
static MAIN_THREAD: AtomicI64 = AtomicI64::new(0);
/// The same for all other threads.
static OTHER_THREADS: AtomicI64 = AtomicI64::new(0);
/// The bytes in use when [`start`] was called.
static BASELINE: AtomicI64 = AtomicI64::new(0);

thread_local! {
    static IS_MAIN: Cell<bool> = const { Cell::new(false) };
}

fn count(bytes: i64) {
    // A thread that is ending has lost its thread-local variables, but may still free memory.
    if IS_MAIN.try_with(Cell::get).unwrap_or(false) {
        MAIN_THREAD.store(MAIN_THREAD.load(Ordering::Relaxed) + bytes, Ordering::Relaxed);
    } else {
        OTHER_THREADS.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// The bytes that a block of this size takes with the header that allocators put before it; never less than 32.
fn block_size(size: usize) -> i64 {
    ((size as i64 + 23) & !15).max(32)
}

// SAFETY: every call is passed to the system's allocator unchanged; counting touches no block.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(block_size(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(block_size(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-block_size(layout.size()));
        // SAFETY: the caller keeps the contract of `dealloc`, and all blocks come from the system's allocator.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(block_size(size) - block_size(layout.size()));
        // SAFETY: the caller keeps the contract of `realloc`, and all blocks come from the system's allocator.
        unsafe { System.realloc(at, layout, size) }
    }
}

/// Makes the calling thread the main one, and begins counting: what is in use now does not count.
///
/// Call it once, in the thread that runs `main`, before other threads start.
pub fn start() {
    IS_MAIN.set(true);
    BASELINE.store(total(), Ordering::Relaxed);
}

fn total() -> i64 {
    MAIN_THREAD.load(Ordering::Relaxed) + OTHER_THREADS.load(Ordering::Relaxed)
}

/// Bytes that are not held against a limit: those of arguments, messages and the like.
const SLACK: i64 = 1 << 20;

/// The bytes allocated since [`start`] and not freed, beyond a slack of 1 MiB.
pub fn in_use() -> u64 {
    u64::try_from(total() - BASELINE.load(Ordering::Relaxed) - SLACK).unwrap_or(0)
}
