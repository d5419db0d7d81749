//! Grundy as a WebAssembly module for browsers and Node, without generated glue code.
//!
//! Requests go in, and replies come out. The host provides three functions in a module `host`: `now()`, milliseconds
//! since any fixed moment; `panicked(at, length)`, the message of a panic, after which the instance is unusable;
//! `progress(at, length, done, total)`, the progress of long work, with a total of -1 if it is unknown. The module
//! exports:
//!
//! - `room(bytes)`: returns the address of a buffer for a request of `bytes` bytes of UTF-8.
//! - `ask()`: answers the request in the buffer; returns the length of the reply in bytes.
//! - `table()`: likewise for the table of `{"do":"table","rules":...,"to":...}`, as bytes; see
//!   `grundy_ask::table::bytes`.
//! - `learn()`: loads the Chinese translations in the buffer, as exported by `grundy_lang::words`; without them all
//!   text is English.
//! - `at()` and `len()`: the address and the length of the reply.
//! - `forget()`: releases the memory of the tables that are kept for later requests.
//!
//! `room` may move the memory, so views of it must be recreated after each call. `tests/ask.mjs` shows all of it.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod abi;
