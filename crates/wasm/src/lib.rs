//! Grundy as a module of WebAssembly, for browsers and node: requests in, replies out, without any glue that has to be generated.
//!
//! Whoever loads it gives it three functions, in a module `host`: `now()`, milliseconds since any moment; `panicked(at, length)`, the
//! message of a panic, after which the instance is lost; `progress(at, length, done, total)`, how far long work has come, with a total
//! of -1 where none is known. What it gives:
//!
//! - `room(bytes)`: where a request of so many bytes of UTF-8 is to be written.
//! - `ask()`: answers the request in the room; gives how many bytes the reply has.
//! - `table()`: the same for the table of `{"do":"table","rules":...,"to":...}` as bytes; see `grundy_ask::table::bytes`.
//! - `learn()`: learns the Chinese words in the room, which `grundy_lang::words` has handed on; without them it speaks English.
//! - `at()` and `len()`: where the reply is, and how long.
//! - `forget()`: gives back the memory of the tables that are kept for later requests.
//!
//! `room` may move the memory: views of it are made anew behind each call. `tests/ask.mjs` shows all of it.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod abi;
