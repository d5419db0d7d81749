//! Snapshot tests of text output: `tests/cmd/*.trycmd` and `*.toml` contain commands with their output.
//!
//! `TRYCMD=overwrite cargo test -p grundy-cli --test it cli::` rewrites these files; review the changes.

use std::path::Path;

#[test]
fn snapshots() {
    trycmd::TestCases::new()
        .register_bin("grundy", Path::new(env!("CARGO_BIN_EXE_grundy")))
        // Help is wrapped to the width of the terminal, so fix the width.
        .env("COLUMNS", "100")
        // Fix the language, which is otherwise that of the system.
        .env("LANGUAGE", "en")
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}
