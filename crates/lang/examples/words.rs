//! Writes the Chinese words that a page hands to the module for browsers: `cargo xtask web` calls it.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(grundy_lang::words().as_bytes())
}
