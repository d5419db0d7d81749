//! The two suites: `cargo xtask test` runs before every commit, and `cargo xtask slow` before releases.
//!
//! The rows of the first suite share one native build: each call of cargo passes `--workspace --all-features`
//! with the profile `dev`. Runs of a single crate and the row `release` do not.

use crate::native::{ALL, SKIP_BUILD, build, program};
use crate::passed::{PassedRows, take_skipped};
use crate::process::{Done, cargo, command, is_installed, root, run, target};
use crate::{api, background, browser, cluster, differ, python, wasm};
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

/// A row of a suite.
pub struct Row {
    pub name: &'static str,
    /// The description of what the row checks, for `--list`.
    checks: &'static str,
    work: fn() -> Done,
}

/// The rows of `cargo xtask test`.
///
/// Those in [`BACKGROUND_ROWS`] run in the background after `build`; the others run in this order.
pub const TEST: [Row; 12] = [
    Row { name: "fmt", checks: "all sources are formatted", work: || format(&["--check"]) },
    Row { name: "locks", checks: "lock files belong to their manifests", work: locks },
    Row { name: "build", checks: "the program, the module for Python and two examples build", work: build },
    Row { name: "browser", checks: "the page in a real browser", work: || browser::browser(&[]) },
    Row { name: "python", checks: "the package for Python: tests, examples, types", work: || python::python(&[]) },
    Row { name: "lints", checks: "clippy finds nothing in any target of any crate", work: lints },
    Row { name: "docs", checks: "the documentation builds without warnings", work: || api::document().map(drop) },
    Row { name: "api", checks: "the public API is what docs/api says", work: api::check },
    Row { name: "cluster", checks: "several processes write the files that one writes", work: small_cluster },
    Row { name: "differ", checks: "2,000 positions and 60 claims against a brute force", work: small_differ },
    Row { name: "tests", checks: "unit tests and integration tests of all crates", work: tests },
    Row { name: "doctests", checks: "the examples of the documentation of all crates", work: doctests },
];

/// The rows that run in the background, one after the other, each as a process.
///
/// They wait for browsers and interpreters, which leaves a core idle.
const BACKGROUND_ROWS: [&[&str]; 2] = [&["browser"], &["python"]];

/// The rows of `cargo xtask slow`.
///
/// The row [`SLOW_BACKGROUND_ROW`] runs in the background of those before it; the others run in this order.
pub const SLOW: [Row; 9] = [
    Row { name: "release", checks: "the README's first command, as people run it", work: release },
    Row {
        name: "large-differ",
        checks: "20,000 positions and 500 claims, with the program for release",
        work: large_differ,
    },
    Row { name: "targets", checks: "the library compiles for browsers and for aarch64", work: targets },
    Row { name: "wasm", checks: "the module for browsers, run by node, replies as the program does", work: wasm::wasm },
    Row { name: "shipped", checks: "the page and the wheel as they are shipped: their sizes", work: shipped },
    Row { name: SLOW_BACKGROUND_ROW, checks: "tests that take long", work: ignored },
    Row {
        name: "page",
        checks: "the page as it is shipped: all rows but some that look at drawings",
        work: browser::shipped,
    },
    Row { name: "wheel", checks: "the wheel as it is shipped: tests, notebooks, the site", work: python::shipped },
    Row { name: "clocks", checks: "tests that look at a clock, one after the other", work: clocks },
];

/// The row of `cargo xtask slow` that runs in the background.
///
/// The last part of a build and a single long test use one core. The rows that look at a clock come later.
const SLOW_BACKGROUND_ROW: &str = "ignored";

/// Runs `cargo xtask test`: all rows, or the rows and crates with the names in `words`.
///
/// A run of all rows skips those that passed with the same files; the single word `--repeat` repeats these too.
pub fn test(words: &[String]) -> Done {
    if words.iter().any(|word| word == "--list") {
        list(&TEST);
        return Ok(());
    }
    let repeat_all = words == ["--repeat"];
    if !words.is_empty() && !repeat_all {
        return words.iter().try_for_each(|word| match row(word) {
            Some(row) => step(row.name, row.work),
            None => lint_and_test_crate(word),
        });
    }
    run_all(&mut PassedRows::read(repeat_all))
}

/// Runs all rows of [`TEST`] that have not passed with the same files.
fn run_all(passed: &mut PassedRows) -> Done {
    let start = Instant::now();
    let mut running: Option<background::BackgroundRows> = None;
    let background: Vec<&[&str]> = BACKGROUND_ROWS.into_iter().filter(|command| !passed.contains(command[0])).collect();
    for row in TEST.iter().filter(|row| !BACKGROUND_ROWS.contains(&&[row.name][..])) {
        // The build takes a moment if nothing has changed, and the other rows need it.
        let done = if row.name != "build" && passed.contains(row.name) { Ok(()) } else { step(row.name, row.work) };
        if !take_skipped() && done.is_ok() {
            passed.add(row.name);
        }
        if row.name == "tests"
            && let Some(running) = running.take()
        {
            // Report the background rows even if the tests failed.
            let mut names = vec![];
            let background_done = step("background rows", || running.finish().map(|not_skipped| names = not_skipped));
            done?;
            background_done?;
            names.into_iter().for_each(|name| passed.add(name));
            continue;
        }
        done?;
        if row.name == "build" && !background.is_empty() {
            running = Some(background::BackgroundRows::launch(&background, SKIP_BUILD)?);
        }
    }
    eprintln!("\nxtask: all passed in {} s", start.elapsed().as_secs());
    Ok(())
}

/// Runs `cargo xtask slow`: all rows, or those in `words`; a failed row does not stop the others.
pub fn slow(words: &[String]) -> Done {
    if words.iter().any(|word| word == "--list") {
        list(&SLOW);
        return Ok(());
    }
    if let Some(word) = words.iter().find(|word| !SLOW.iter().any(|row| row.name == *word)) {
        return Err(format!("unknown row `{word}`, see `cargo xtask slow --list`: slow"));
    }
    let chosen = SLOW.iter().filter(|row| words.is_empty() || words.iter().any(|word| word == row.name));
    let (mut passed, mut failed) = (0, vec![]);
    let mut running = match words.is_empty() {
        true => Some(background::BackgroundRows::launch(&[&["slow", SLOW_BACKGROUND_ROW]], SKIP_BUILD)?),
        false => None,
    };
    for row in chosen {
        let result = match running.take_if(|_| row.name == SLOW_BACKGROUND_ROW) {
            Some(running) => step(row.name, || running.finish().map(drop)),
            None => step(row.name, row.work),
        };
        match result {
            Ok(()) => passed += 1,
            Err(error) => {
                eprintln!("xtask: {error}");
                failed.push(row.name);
            }
        }
    }
    eprintln!("\nxtask: {passed} passed, {} failed", failed.len());
    if failed.is_empty() { Ok(()) } else { Err(failed.join(", ")) }
}

fn row(name: &str) -> Option<&'static Row> {
    const ROWS: &[Row] = &TEST;
    ROWS.iter().find(|row| row.name == name)
}

fn list(rows: &[Row]) {
    rows.iter().for_each(|row| println!("{:13} {}", row.name, row.checks));
}

pub fn step(name: &str, work: impl FnOnce() -> Done) -> Done {
    eprintln!("\nxtask: {name}");
    let start = Instant::now();
    work().map_err(|error| format!("{name}: {error}"))?;
    eprintln!("xtask: {name} took {} s", start.elapsed().as_secs());
    Ok(())
}

/// Lints and tests one crate, by its name with or without `grundy-`.
fn lint_and_test_crate(word: &str) -> Done {
    let short = word.strip_prefix("grundy-").unwrap_or(word);
    let folder = ["", "crates"].map(|folder| root().join(folder).join(short).join("Cargo.toml"));
    let manifest = folder.iter().find_map(|path| std::fs::read_to_string(path).ok());
    let manifest = manifest.ok_or_else(|| {
        let rows: Vec<&str> = TEST.iter().map(|row| row.name).collect();
        format!("`{word}` is neither a crate nor one of {}: test", rows.join(", "))
    })?;
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    let of_it = ["--package", name.unwrap_or(short), "--all-features", "--locked"];
    step(&format!("{short}: lints"), || {
        cargo(&[&["clippy"], &of_it[..], &["--all-targets", "--", "-D", "warnings"]].concat())
    })?;
    let test = |kind: &str| run(command("cargo", &[&["test"], &of_it[..], &[kind]].concat()).env("LANGUAGE", "en"));
    step(&format!("{short}: tests"), || test("--tests"))?;
    // Only library crates have doctests.
    if root().join("crates").join(short).join("src/lib.rs").exists() && !["py", "wasm"].contains(&short) {
        step(&format!("{short}: doctests"), || test("--doc"))?;
    }
    Ok(())
}

/// Checks that every lock file matches its manifests.
///
/// This row takes a moment; otherwise an outdated lock file would cause an error only after a long build.
fn locks() -> Done {
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let args = ["metadata", "--manifest-path", manifest, "--locked", "--format-version", "1"];
        run(command("cargo", &args).stdout(Stdio::null()))?;
    }
    Ok(())
}

/// Formats or checks all sources.
pub fn format(flags: &[&str]) -> Done {
    let mut fmt = command("cargo", &["fmt", "--all"]);
    run(fmt.args(flags))
}

/// Targets other than the test machine for which crates must compile.
///
/// Each has a flag that makes it mandatory in continuous integration, and the crates to check: only the kernels
/// of `grundy-sequence` depend on the processor.
const TARGETS: [(&str, bool, &[&str]); 2] = [
    (wasm::TARGET, true, &["grundy", "grundy-ask", "grundy-wasm"]),
    ("aarch64-unknown-linux-gnu", false, &["grundy-sequence"]),
];

/// Checks the crates of each target in [`TARGETS`]; a missing target is installed.
fn targets() -> Done {
    for (target, must, packages) in TARGETS {
        if !is_installed(target) {
            if must && std::env::var_os("CI").is_some() {
                return Err(format!("the target {target} is missing, and `rustup target add {target}` fails"));
            }
            eprintln!("xtask: skipped {target}: `rustup target add {target}` fails");
            continue;
        }
        let packages: Vec<&str> = packages.iter().flat_map(|package| ["--package", package]).collect();
        let flags = ["--lib", "--target", target, "--locked", "--", "-D", "warnings"];
        cargo(&[&["clippy"], &packages[..], &flags].concat())?;
    }
    Ok(())
}

fn lints() -> Done {
    cargo(&[&["clippy"], &ALL[..], &["--all-targets", "--", "-D", "warnings"]].concat())
}

fn small_cluster() -> Done {
    cluster::cluster(&program()?)
}

fn small_differ() -> Done {
    differ_by(&program()?, ["2000", "60"])
}

/// Runs `differ` on this program with these numbers of positions and claims.
fn differ_by(program: &Path, [positions, claims]: [&str; 2]) -> Done {
    let program = program.to_str().ok_or("the path of the program is no text")?;
    let args = ["--seed", "1", "--positions", positions, "--claims", claims, "--program", program];
    differ::differ(&args.map(String::from))
}

/// Runs unit and integration tests.
///
/// Examples are only linted here; `crates/grundy/tests/it` includes them and tests what they do.
fn tests() -> Done {
    // Test in English, whatever the language of the machine. With `--no-fail-fast` one run reports every failure.
    let args = [&["test"], &ALL[..], &["--tests", "--no-fail-fast"]].concat();
    run(command("cargo", &args).env("LANGUAGE", "en"))
}

fn doctests() -> Done {
    run(command("cargo", &[&["test"], &ALL[..], &["--doc", "--no-fail-fast"]].concat()).env("LANGUAGE", "en"))
}

/// Checks the program with its default features.
fn release() -> Done {
    cargo(&["clippy", "--package", "grundy-cli", "--locked", "--", "-D", "warnings"])?;
    cargo(&["run", "--release", "--locked", "--quiet", "--", "solve", "nim(3,4,5)"])?;
    let program = target()?.join("release").join(format!("grundy{}", std::env::consts::EXE_SUFFIX));
    for words in [
        &["cluster", "run", "--local", "2", "quixo[3](start)"][..],
        &["solve", "nim(1)", "--into", "x", "--process", "0"],
    ] {
        let output = command(&program.display().to_string(), words).output().map_err(|error| error.to_string())?;
        let error_output = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(2) || !error_output.contains("--features full") {
            return Err(format!("{words:?} without the feature ends with {} and {error_output}", output.status));
        }
    }
    Ok(())
}

/// Builds the page and the wheel as they are shipped, and checks their sizes.
fn shipped() -> Done {
    let page = browser::shipped_page().map(drop);
    page.and(python::build_shipped())
}

fn large_differ() -> Done {
    differ_by(&differ::build()?, ["20000", "500"])
}

/// A part of the name of every test that measures time.
const CLOCK_TEST_FILTER: &str = "in_time";

/// Ignored tests that are not run even in the row `ignored`, with the reason.
const SKIPPED_TESTS: [(&str, &str); 1] = [(
    "long_periods_are_proved",
    "takes minutes and 2 GiB even in the profile for release: crates/solve/tests/it/sequence.rs says how",
)];

fn ignored() -> Done {
    let mut args =
        [&["test"], &ALL[..], &["--tests", "--no-fail-fast", "--", "--ignored", "--skip", CLOCK_TEST_FILTER]].concat();
    for (name, why) in SKIPPED_TESTS {
        eprintln!("xtask: left out: {name}: {why}");
        args.extend(["--skip", name]);
    }
    run(command("cargo", &args).env("LANGUAGE", "en"))
}

fn clocks() -> Done {
    let tail = ["--tests", "--no-fail-fast", "--", "--ignored", CLOCK_TEST_FILTER, "--test-threads", "1"];
    run(command("cargo", &[&["test"], &ALL[..], &tail].concat()).env("LANGUAGE", "en"))
}

#[test]
fn row_names_are_unique() {
    let mut names: Vec<&str> = TEST.iter().chain(&SLOW).map(|row| row.name).collect();
    assert!(BACKGROUND_ROWS.iter().all(|command| names.contains(&command[0])));
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
