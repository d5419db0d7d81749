//! Measures the performance figures that Grundy promises, and checks every answer before it is timed.
//!
//! Run this program with `cargo run --release [-- [--quick] [PROGRAM] [FILTER]]`; see README.md.

mod engines;
mod kinds;
mod programs;
mod rules;
mod stopwatch;
mod tables;
mod values;
mod window;

use std::path::PathBuf;
use std::process::ExitCode;
use stopwatch::Report;

/// The number of runs for each figure; the report uses their median.
const DEFAULT_RUNS: usize = 11;

fn main() -> ExitCode {
    let mut quick = false;
    let mut words = vec![];
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--quick" => quick = true,
            _ => words.push(argument),
        }
    }
    // An argument with a path separator is the path of the program; any other argument is a filter for figures.
    let (programs, filters): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|word| word.contains(std::path::MAIN_SEPARATOR));
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/dist/grundy");
    let program = PathBuf::from(programs.first().map_or(built, String::as_str));

    let mut report = Report::new(if quick { 3 } else { DEFAULT_RUNS }, filters);
    engines::measure(&mut report);
    kinds::measure(&mut report);
    rules::measure(&mut report);
    tables::measure(&mut report);
    values::measure(&mut report);
    if program.exists() {
        programs::measure(&program, &mut report);
    } else {
        eprintln!("{} is missing: run `cargo build --release` in the main workspace first", program.display());
    }
    print!("{}", report.table());
    if report.all_met() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
