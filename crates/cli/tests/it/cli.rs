//! Snapshots of what people see: `tests/cmd/*.trycmd` and `*.toml` hold commands with their output.
//!
//! `TRYCMD=overwrite cargo test -p grundy-cli --test it cli::` rewrites them; read what it wrote.

use std::path::Path;

#[test]
fn snapshots() {
    trycmd::TestCases::new()
        .register_bin("grundy", Path::new(env!("CARGO_BIN_EXE_grundy")))
        // Help is wrapped to the terminal's width, wherever the tests run.
        .env("COLUMNS", "100")
        // In English, whatever the machine speaks.
        .env("LANGUAGE", "en")
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}
