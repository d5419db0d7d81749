//! The examples of the READMEs, tutorials and references, in both languages, run and compared.
//!
//! `TRYCMD=overwrite cargo test -p grundy-cli --test readme` writes what the commands print into the files; read what it wrote.

use std::path::Path;

#[test]
fn examples() {
    trycmd::TestCases::new()
        .register_bin("grundy", Path::new(env!("CARGO_BIN_EXE_grundy")))
        // In English, whatever the machine speaks; the Chinese examples ask for Chinese.
        .env("LANGUAGE", "en")
        .case("../../README.md")
        .case("../../README.zh-CN.md")
        .case("../../docs/tutorial.md")
        .case("../../docs/tutorial.zh-CN.md")
        .case("../../docs/reference.md")
        .case("../../docs/reference.zh-CN.md");
}
