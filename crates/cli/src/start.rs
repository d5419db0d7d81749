//! What must be there before everything else: an allocator that counts, and a look at the standard output as it was handed over.
//!
//! Both need a few lines that the compiler cannot check.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// The system's allocator, which tells beside how much it has given out.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What the thread of `main` took less what it gave back. Only that thread writes here, and needs no atomic addition, which would
/// take as long as a small allocation.
static MINE: AtomicI64 = AtomicI64::new(0);
/// The same of all other threads.
static OTHERS: AtomicI64 = AtomicI64::new(0);
/// What was in use when the work began.
static BEFORE: AtomicI64 = AtomicI64::new(0);

thread_local! {
    static IS_MAIN: Cell<bool> = const { Cell::new(false) };
}

fn count(bytes: i64) {
    // A thread that ends has given up its variables, but may still free what it has.
    if IS_MAIN.try_with(Cell::get).unwrap_or(false) {
        MINE.store(MINE.load(Ordering::Relaxed) + bytes, Ordering::Relaxed);
    } else {
        OTHERS.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// What a block of this size takes with the header that allocators put before it, never less than 32 bytes.
fn block(size: usize) -> i64 {
    ((size as i64 + 23) & !15).max(32)
}

// SAFETY: every call is handed on to the system's allocator as it came; what is counted beside touches no block.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(block(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(block(layout.size()));
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-block(layout.size()));
        // SAFETY: the caller keeps the contract of `dealloc`, and all blocks come from the system's allocator.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(block(size) - block(layout.size()));
        // SAFETY: the caller keeps the contract of `realloc`, and all blocks come from the system's allocator.
        unsafe { System.realloc(at, layout, size) }
    }
}

/// The work begins, in the thread of `main`: what the program itself takes is no part of it.
pub fn begin() {
    IS_MAIN.set(true);
    BEFORE.store(total(), Ordering::Relaxed);
}

fn total() -> i64 {
    MINE.load(Ordering::Relaxed) + OTHERS.load(Ordering::Relaxed)
}

/// What arguments, messages and the like take is not held against the memory limit.
const SLACK: i64 = 1 << 20;

/// How many bytes were taken since the work began and are not given back.
pub fn in_use() -> u64 {
    u64::try_from(total() - BEFORE.load(Ordering::Relaxed) - SLACK).unwrap_or(0)
}

/// Whether the standard output was closed when the program started.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether there is nobody to write to: the standard output was closed from the start. The runtime of the language opens
/// `/dev/null` in its place, so that every write succeeds; this was seen before.
pub fn has_no_output() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "macos"))]
mod before {
    use super::{CLOSED, Ordering};

    // SAFETY: the loader calls what stands in this section once, before `main`, with nothing else running. The function asks the
    // system for the flags of a descriptor and stores a flag; it needs nothing of the runtime, which is not there yet.
    #[cfg_attr(not(target_os = "macos"), unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[used]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        let open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
        CLOSED.store(!open, Ordering::Relaxed);
    }
}
