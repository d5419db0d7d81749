//! Writes the Chinese translations for the WebAssembly module; `cargo xtask web` calls it.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(grundy_lang::words().as_bytes())
}
