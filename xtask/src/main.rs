//! Project chores.
//!
//! `cargo xtask test` and `cargo xtask slow` must pass; continuous integration runs exactly these. `suite` lists
//! their rows, and is the place to start. `native`, `wasm`, `web` and `python` build what the rows test, `browser`,
//! `cluster` and `differ` test it, and `process` runs other programs. `differ` is an independent brute force.

mod api;
mod background;
mod browser;
mod cluster;
mod differ;
mod hash;
mod load;
mod make;
mod native;
mod npm;
mod process;
mod python;
mod random;
mod schema;
mod serve;
mod server_process;
mod strip_comments;
mod suite;
mod wasm;
mod wasm_opt;
mod web;

use process::{Done, command, run};
use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask COMMAND

  test     [WORD...]: formatting, lints, all tests, documentation: what must pass before a commit; with words, the rows
           of these names (`--list` names them) and the lints and tests of the crates of these names
  slow     [ROW...]: what takes long and guards releases, after `test`: builds as they are shipped, large random runs, clocks
  fmt      format everything
  messages add messages without a translation to the catalogues
  wasm     run the module for browsers under node: it replies as the native program does
  web      write the page to target/web; with --serve [PORT] show it on this machine
  browser  [WORD]: test the page in a real browser, rows with the word alone; pictures of it stand in target/web-shots then
  python   [ARGS]: build the module for Python and test it; arguments are those of pytest
  cluster  solve a position by one process, by two of mpirun and by three of `grundy cluster run`: the same files
  times    how long the page takes in a browser, beside what it may, on a machine that does nothing else
  vendor   make web/vendor anew from the packages that web/tests names
  api      write docs/api anew: the public API, one line an item
  schema   write docs/schema.json and _fields.py of Python anew, from the descriptions that the JSON is written by
  lists    write all that lists games anew: the catalogues, the snapshots, the examples of the pages
";

fn main() -> ExitCode {
    if let Some(code) = api::as_rustdoc() {
        return code;
    }
    process::start();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.first().map(String::as_str) {
        Some("test") => suite::test(&args[1..]),
        Some("slow") => suite::slow(&args[1..]),
        Some("fmt") => suite::format(&[]),
        Some("messages") => messages(),
        Some("schema") => schema::write(),
        Some("api") => api::write(),
        Some("wasm") => wasm::wasm(),
        Some("web") => web::web(&args[1..]),
        Some("browser") => browser::browser(&args[1..]),
        Some("python") => python::python(&args[1..]),
        Some("cluster") => native::program().and_then(|program| cluster::cluster(&program)),
        Some("times") => browser::times(),
        Some("vendor") => web::vendor(),
        Some("lists") => lists(),
        Some("make") => make::make(&args[1..]),
        Some("load") => load::load(&args[1..]),
        Some("differ") => differ::differ(&args[1..]),
        _ => {
            eprint!("{HELP}{}{}{}", differ::HELP, make::HELP, load::HELP);
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(step) => {
            eprintln!("\nxtask: {step} failed");
            ExitCode::FAILURE
        }
    }
}

/// Regenerates the files that list the games of the library.
fn lists() -> Done {
    // An error for missing translations must not prevent the snapshots from being written.
    let messages = messages();
    let mut snapshots = command(
        "cargo",
        &["test", "--quiet", "-p", "grundy-cli", "--features", "full", "--test", "it", "--", "cli::", "readme::"],
    );
    run(snapshots.env("TRYCMD", "overwrite").env("LANGUAGE", "en"))?;
    eprintln!("\nxtask: read what has changed: git diff");
    messages
}

/// Adds messages without a translation to the catalogues.
///
/// The test that does so warns about texts of games, and fails for other messages until they are translated.
fn messages() -> Done {
    let mut test = command(
        "cargo",
        &["test", "--quiet", "-p", "grundy-cli", "--features", "full", "--bin", "grundy", "every_message"],
    );
    run(test.env("GRUNDY_MESSAGES", "write"))
}
