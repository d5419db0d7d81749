//! The commands for development: checks, generated files and tools.
//!
//! `cargo xtask test` and `cargo xtask slow` must pass; continuous integration runs exactly these. `suite` lists their
//! rows, and is the place to start. `native`, `wasm`, `web` and `python` build what the rows test, `browser`, `cluster`
//! and `differ` test it, and `process` runs other programs. The brute force of `differ` is a program of its own, in
//! `xtask/differ`.

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
mod passed;
mod process;
mod python;
#[path = "../differ/src/random.rs"]
#[allow(dead_code, reason = "`differ` uses the rest")]
mod random;
mod schema;
mod serve;
mod server_process;
mod strip_comments;
mod suite;
mod wasm;
mod wasm_opt;
mod wasm_split;
mod web;

use process::{Done, command, run};
use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask COMMAND

Checks:
  test [WORD...]   Run all checks that a commit must pass: formatting, lints, tests, documentation, page and Python.
                   Rows that passed with the same files are not repeated, unless WORD is `--repeat`. Other WORDs
                   select a row (`test --list` prints the rows) or the lints and tests of one crate.
  slow [ROW...]    Run the checks that guard releases: shipped builds, large random runs, timings
  wasm             Run the WebAssembly module under node and compare its replies with the native program's
  browser [WORD]   Test the page that `grundy web` serves in a browser, or only the rows that contain WORD; with
                   `--static`, the page and the engine for static hosts. Screenshots go to target/web-shots
  python [ARGS]    Build the Python package and test it; ARGS are passed to pytest
  cluster          Solve one position with one process, two of mpirun and three of `grundy cluster run`; compare files
  times            Measure how long the page takes in a browser against its limits; needs an idle machine

Generated files:
  fmt              Format all code
  messages         Add messages without a translation to the catalogues
  snapshots        Update the catalogues, the command-line snapshots and the printed examples of the pages
  api              Update docs/api, the list of the public API
  schema           Update docs/schema.json and _fields.py of the Python package
  vendor           Update web/vendor from the npm packages of web/tests
  web              Write the page to target/web; `--serve [PORT]` serves it on this machine

More checks and tools:
  differ [ARGS]    Compare the program's answers on random positions and claims with an independent brute force;
                   `differ --help` lists the arguments
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
        Some("snapshots") => snapshots(),
        Some("make") => make::make(&args[1..]),
        Some("load") => load::load(&args[1..]),
        Some("differ") => differ::differ(&args[1..]),
        _ => {
            eprint!("{HELP}{}{}", make::HELP, load::HELP);
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
fn snapshots() -> Done {
    // An error for missing translations must not prevent the snapshots from being written.
    let messages = messages();
    let mut tests = command(
        "cargo",
        &["test", "--quiet", "-p", "grundy-cli", "--features", "full", "--test", "it", "--", "cli::", "readme::"],
    );
    run(tests.env("TRYCMD", "overwrite").env("LANGUAGE", "en"))?;
    elide_measurements()?;
    eprintln!("\nxtask: read what has changed: git diff");
    messages
}

/// Replaces measured times in the command-line snapshots by `[..]`, which matches any text.
fn elide_measurements() -> Done {
    let folder = std::path::Path::new("crates/cli/tests/cmd");
    let failed = |error: std::io::Error| error.to_string();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "trycmd") {
            let text = std::fs::read_to_string(&path).map_err(failed)?;
            let elided: String = text.split_inclusive('\n').map(elide_line).collect();
            if elided != text {
                std::fs::write(&path, elided).map_err(failed)?;
            }
        }
    }
    Ok(())
}

/// Replaces the seconds in JSON and the measurements in notes about kernels.
fn elide_line(line: &str) -> String {
    const SECONDS: &str = "\"seconds\":";
    if let Some((start, rest)) = line.split_once(SECONDS).filter(|(_, rest)| rest.starts_with(char::is_numeric)) {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        return format!("{start}{SECONDS}[..]{}", &rest[end..]);
    }
    if let Some((start, _)) = line.strip_prefix("note: kernel ").and_then(|note| note.split_once(" heaps in ")) {
        return format!("note: kernel {start} heaps in [..] s, [..] pairs of heaps per clock cycle at [..] GHz\n");
    }
    line.to_string()
}

/// Adds messages without a translation to the catalogues.
///
/// The test that adds them only warns about texts of games, and fails for other messages until they are translated.
fn messages() -> Done {
    let mut test = command(
        "cargo",
        &["test", "--quiet", "-p", "grundy-cli", "--features", "full", "--bin", "grundy", "every_message"],
    );
    run(test.env("GRUNDY_MESSAGES", "write"))
}

#[cfg(test)]
mod tests {
    use super::elide_line;

    #[test]
    fn measurements_are_elided() {
        let line = "{\"stats\":{\"nodes\":0,\"seconds\":0.000125}}\n";
        assert_eq!(elide_line(line), "{\"stats\":{\"nodes\":0,\"seconds\":[..]}}\n");
        assert_eq!(elide_line("\"seconds\":[..]}\n"), "\"seconds\":[..]}\n");
        let note = "note: kernel direct: 64 heaps in 0.01 s, 0.04 pairs of heaps per clock cycle at 3.24 GHz\n";
        let elided = "note: kernel direct: 64 heaps in [..] s, [..] pairs of heaps per clock cycle at [..] GHz\n";
        assert_eq!((elide_line(note), elide_line("note: other\n")), (elided.into(), "note: other\n".into()));
    }
}
