//! The functions that the WebAssembly module exports and imports.

use grundy::Budget;
use grundy::unstable::lang::{Language, Text};
use grundy::unstable::solve::Progress;
use grundy::unstable::solve::Solver;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::Once;

#[link(wasm_import_module = "host")]
// SAFETY: the host only reads the bytes that it receives, and does not call back.
unsafe extern "C" {
    safe fn panicked(at: *const u8, length: usize);
    safe fn progress(at: *const u8, length: usize, done: f64, total: f64);
}

/// The memory limit in bytes; browsers grant a page this amount without asking the user.
const MEMORY_LIMIT: u64 = 1 << 30;

/// The receiver of progress reports; it passes them to the host.
struct Host;

impl Progress for Host {
    fn report(&self, work: &Text, done: u64, total: Option<u64>) {
        let work = work.to_string();
        // The numbers are for a progress bar, so they need not be exact.
        progress(work.as_ptr(), work.len(), done as f64, total.map_or(-1.0, |total| total as f64));
    }
}

/// The state of the instance, which has a single thread.
#[derive(Default)]
struct Instance {
    /// The buffer, which holds the request and later the reply.
    bytes: Vec<u8>,
    solver: Option<Solver>,
}

thread_local! {
    static ENGINE: RefCell<Instance> = RefCell::default();
}

/// Answers the request in the buffer; returns the length of the reply in bytes.
fn reply(answer: impl FnOnce(&str, &mut Solver, &Budget) -> Vec<u8>) -> usize {
    let budget = Budget { bytes: MEMORY_LIMIT, threads: 1, progress: Some(Arc::new(Host)), ..Budget::default() };
    ENGINE.with_borrow_mut(|engine| {
        // Replace invalid UTF-8, so that such a request is answered like any other.
        let request = String::from_utf8_lossy(&engine.bytes).into_owned();
        let solver = engine.solver.get_or_insert_with(grundy::unstable::proof::solver_with_proofs);
        engine.bytes = answer(&request, solver, &budget);
        engine.bytes.len()
    })
}

/// Returns a buffer for a request of `bytes` bytes.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(bytes: usize) -> *mut u8 {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            panicked(text.as_ptr(), text.len());
        }));
    });
    ENGINE.with_borrow_mut(|engine| {
        engine.bytes.clear();
        engine.bytes.resize(bytes, 0);
        engine.bytes.as_mut_ptr()
    })
}

/// Answers the request in the buffer; returns the length of the reply in bytes.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    reply(|request, solver, budget| grundy_ask::ask(request, solver, budget).into_bytes())
}

/// Computes the table of the request in the buffer, as bytes; returns the length of the reply in bytes.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
pub extern "C" fn table() -> usize {
    reply(|request, _, budget| grundy_ask::table::bytes(request, budget).unwrap_or_else(String::into_bytes))
}

/// Loads the Chinese translations in the buffer.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
pub extern "C" fn learn() {
    ENGINE.with_borrow(|engine| Language::Chinese.learn(&String::from_utf8_lossy(&engine.bytes)));
}

/// Returns the address of the reply.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
pub extern "C" fn reply_address() -> *const u8 {
    ENGINE.with_borrow(|engine| engine.bytes.as_ptr())
}

/// Returns the length of the reply in bytes.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
pub extern "C" fn reply_length() -> usize {
    ENGINE.with_borrow(|engine| engine.bytes.len())
}

/// Releases the memory of tables and of the last reply.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
pub extern "C" fn reset() {
    ENGINE.take();
}
