//! A global allocator that counts the bytes in use, so that `grundy` can respect its memory limit.
//!
//! The allocator passes all calls to the system's allocator. Every program that depends on this crate uses it:
//!
//! ```
//! grundy_allocator::start_counting();
//! let block = vec![1u8; 1 << 24];
//! assert!(grundy_allocator::in_use() > 15 << 20);
//! drop(block);
//! assert_eq!(grundy_allocator::in_use(), 0);
//! ```
//!
//! The allocator has a separate crate because it runs at every allocation: the crate is optimised in every
//! profile, however the command is compiled.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The system's allocator with a count of the bytes in use.
struct CountingAllocator;

/// The number of bytes that the main thread has allocated, minus the bytes that it has freed.
///
/// Only the main thread writes this counter, so the counter needs no atomic addition, which would take as long
/// as a small allocation.
static MAIN_THREAD_BYTES: AtomicI64 = AtomicI64::new(0);
/// The number of bytes that all other threads have allocated, minus the bytes that they have freed.
static OTHER_THREADS_BYTES: AtomicI64 = AtomicI64::new(0);
/// The number of bytes in use when [`start_counting`] was called.
static BASELINE: AtomicI64 = AtomicI64::new(0);

thread_local! {
    static IS_MAIN: Cell<bool> = const { Cell::new(false) };
}

fn count(bytes: i64) {
    // A thread that ends has lost its thread-local variables, but may still free memory. That memory is
    // counted in `OTHER_THREADS_BYTES`.
    if IS_MAIN.try_with(Cell::get).unwrap_or(false) {
        MAIN_THREAD_BYTES.store(MAIN_THREAD_BYTES.load(Ordering::Relaxed) + bytes, Ordering::Relaxed);
    } else {
        OTHER_THREADS_BYTES.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Estimates the bytes that the allocator uses for a request of `size` bytes.
///
/// The estimate includes a header of 8 bytes, is rounded up to a multiple of 16, and is at least 32.
fn block_size(size: usize) -> i64 {
    ((size as i64 + 23) & !15).max(32)
}

// SAFETY: every call is passed to the system's allocator unchanged, and counting accesses no block.
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

/// Makes the calling thread the main thread and starts the count: bytes in use now do not count.
///
/// Call this function once, in the thread that runs `main`, before other threads start.
pub fn start_counting() {
    IS_MAIN.set(true);
    BASELINE.store(total(), Ordering::Relaxed);
}

fn total() -> i64 {
    MAIN_THREAD_BYTES.load(Ordering::Relaxed) + OTHER_THREADS_BYTES.load(Ordering::Relaxed)
}

/// The number of bytes that [`in_use`] ignores, for arguments, messages and the like.
const IGNORED_BYTES: i64 = 1 << 20;

/// Returns the bytes allocated since [`start_counting`] and not freed, minus a slack of 1 MiB.
pub fn in_use() -> u64 {
    u64::try_from(total() - BASELINE.load(Ordering::Relaxed) - IGNORED_BYTES).unwrap_or(0)
}
