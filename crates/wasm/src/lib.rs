//! Grundy as a WebAssembly module for browsers and Node, without generated glue code.
//!
//! The host is the program that runs the module. It writes a request into a buffer and reads the reply. It provides
//! three functions in an import module `host`:
//!
//! - `now()`: returns the milliseconds since any fixed moment.
//! - `panicked(at, length)`: receives the message of a panic, after which the instance is unusable.
//! - `progress(at, length, done, total)`: receives the progress of long work; `total` is -1 if it is unknown.
//!
//! The page has the module in two parts (`xtask/src/wasm_split.rs`). The first part also needs `load_second()`, which
//! instantiates the second part with the exports of the first as its import module `first`. It may throw, after which
//! the instance is unusable.
//!
//! The module exports these functions:
//!
//! - `request_buffer(bytes)`: returns the address of a buffer for a request of `bytes` bytes of UTF-8.
//! - `ask()`: answers the request in the buffer; returns the length of the reply in bytes.
//! - `table()`: computes the table of the request `{"do":"table","rules":...,"to":...}`, as bytes; returns the length
//!   of the reply. See `grundy_ask::table::bytes` for the format.
//! - `learn()`: loads the Chinese translations in the buffer, as exported by `grundy_lang::words`; without them, all
//!   texts are English.
//! - `reply_address()` and `reply_length()`: return the address and the length of the reply.
//! - `reset()`: releases the memory of the tables that are kept for later requests.
//!
//! Any call can grow the memory and thereby detach views of it in JavaScript, so the host must create new views after
//! each call.
//!
//! `tests/ask.mjs` is an example of a host.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod abi;
