//! `cargo xtask differ`: compares the built program with a brute force that shares no code with it.
//!
//! Random positions, tables, patterns, claims and certificates of every game of the library go through the
//! program as a black box. The expected results are computed from the rules of the games as documented for
//! people, by the simplest slow method: nothing here depends on a crate of the workspace, and no code was
//! copied from one.
//!
//! - `play` defines the interface of rules, `games` implements it for every game, and `position` defines sums.
//! - `graph` solves positions, `judge` derives the expected answers, and `facts` tabulates small positions.
//! - `expr`, `spell` and `parse` are the trees, the writer and the parser of expressions; `claim` evaluates claims;
//!   `gen_expr` and `gen_claim` generate them.
//! - `program` runs the program, `compare` checks its answers, `pattern` evaluates the patterns that the program
//!   finds, and `report` collects the disagreements.
//! - `solve`, `tables`, `prove`, `certificates`, `tokens`, `rising`, `large` and `huge` are the kinds of tests.

#![allow(missing_docs, reason = "only `main.rs` and the tests use this library")]

pub mod certificates;
pub mod claim;
pub mod compare;
pub mod expr;
pub mod facts;
pub mod games;
pub mod gen_claim;
pub mod gen_expr;
pub mod graph;
pub mod huge;
pub mod judge;
pub mod large;
pub mod parse;
pub mod pattern;
pub mod play;
pub mod position;
pub mod program;
pub mod prove;
pub mod quotients;
pub mod random;
pub mod report;
pub mod rising;
pub mod sets;
pub mod solve;
pub mod spell;
pub mod tables;
pub mod tokens;

use crate::random::Random;
use program::Program;
use report::{Disagreement, Report};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The usage and the options of the command.
pub const HELP: &str = "\
Usage: cargo xtask differ [--seed S] [--positions N] [--claims M] [--piece K] [--program FILE]

Compares the program's answers on N random positions [default: 10,000] and M random claims [default: 200] with an
independent brute force. Every disagreement is printed with a command line that reproduces it; exit status 1 if there
is one. S is the random seed [default: 1], K runs one piece of the work only, and FILE is another program to test.
";

/// The options of the command.
struct Options {
    seed: u64,
    positions: usize,
    claims: usize,
    piece: Option<usize>,
    program: Option<PathBuf>,
}

/// Returns the target folder of cargo, derived from the path of this program.
fn target() -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|error| format!("the path of this program: {error}"))?;
    program.ancestors().nth(2).map(PathBuf::from).ok_or_else(|| "this program is in no target folder".into())
}

/// Number of positions in one batch.
const POSITIONS_PER_BATCH: usize = 250;

/// Number of sums with a large heap in one piece of work.
const LARGE_SUMS_PER_PIECE: usize = 6;

/// Number of claims about one game.
const CLAIMS_PER_GAME: usize = 4;

/// Compares the program with the brute force, as the arguments say.
pub fn differ(args: &[String]) -> Result<(), String> {
    let options = read(args)?;
    let folder = target()?.join(format!("differ/seed-{}", options.seed));
    let path = options.program.clone().ok_or_else(|| format!("--program is missing; usage:\n{HELP}\ndiffer"))?;
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}: differ", folder.display()))?;
    let program = Program::new(path, folder);
    registry(&program)?;
    let report = run(&program, &options)?;
    eprintln!("differ: {}", program.counts_text());
    if report.is_empty() {
        return Ok(());
    }
    print!("{}", report.text());
    Err(format!("differ found {} disagreements: differ", report.count()))
}

fn read(args: &[String]) -> Result<Options, String> {
    let mut options = Options { seed: 1, positions: 10_000, claims: 200, piece: None, program: None };
    let mut args = args.iter();
    while let Some(name) = args.next() {
        let value = args.next().ok_or_else(|| format!("{name} has no value; usage:\n{HELP}\ndiffer"))?;
        let number = || value.replace('_', "").parse::<u64>().map_err(|_| format!("`{value}` is no number: differ"));
        match name.as_str() {
            "--seed" => options.seed = number()?,
            "--positions" => options.positions = number()? as usize,
            "--claims" => options.claims = number()? as usize,
            "--piece" => options.piece = Some(number()? as usize),
            "--program" => options.program = Some(value.into()),
            _ => return Err(format!("there is no option {name}; usage:\n{HELP}\ndiffer")),
        }
    }
    Ok(options)
}

/// Checks that every brute force belongs to a game of the program.
///
/// A game without a brute force is covered by the conformance suite only, and a warning names it.
fn registry(program: &Program) -> Result<(), String> {
    let (_, cards) = program.lines(&["games", "--format", "json"].map(String::from))?;
    let cards = cards.first().and_then(|cards| cards.as_array()).ok_or("`grundy games` lists no games: differ")?;
    let names: Vec<&str> = cards.iter().filter_map(|info| info["name"].as_str()).collect();
    let known = games::names();
    for new in names.iter().filter(|name| !known.contains(name)) {
        eprintln!("xtask: warning: differ skips {new}: there is no brute force of it in xtask/differ/src/games");
    }
    if let Some(gone) = known.iter().find(|name| !names.contains(name)) {
        return Err(format!("{gone} is no game of the program: differ"));
    }
    Ok(())
}

/// A piece of the work: the pieces run in parallel, and `--piece` selects one of them by its index.
enum Piece {
    Positions(usize),
    Table,
    Tokens,
    Rising,
    Claims(usize),
    Large(usize),
    Huge,
}

/// Number of requested random positions for which one piece of huge positions is added.
const POSITIONS_PER_HUGE_PIECE: usize = 4000;

/// Runs all pieces in parallel; the result depends on the seed alone.
fn run(program: &Program, options: &Options) -> Result<Report, String> {
    let &Options { seed, positions, claims, piece, .. } = options;
    let start = Instant::now();
    let mut pieces = vec![];
    for first in (0..positions).step_by(POSITIONS_PER_BATCH) {
        pieces.push(Piece::Positions(POSITIONS_PER_BATCH.min(positions - first)));
        pieces.push(Piece::Table);
        pieces.push(Piece::Tokens);
        pieces.push(Piece::Rising);
        pieces.push(Piece::Large(LARGE_SUMS_PER_PIECE));
    }
    for first in (0..claims).step_by(CLAIMS_PER_GAME) {
        pieces.push(Piece::Claims(CLAIMS_PER_GAME.min(claims - first)));
    }
    pieces.extend((0..positions.div_ceil(POSITIONS_PER_HUGE_PIECE)).map(|_| Piece::Huge));
    if piece.is_some_and(|piece| piece >= pieces.len()) {
        return Err(format!("there are {} pieces, from 0 on: differ", pieces.len()));
    }
    let first = piece.unwrap_or(0);
    let end = piece.map_or(pieces.len(), |piece| piece + 1);
    let next = AtomicUsize::new(first);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let (send, results) = mpsc::channel::<(usize, Result<Vec<Disagreement>, String>)>();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (send, next, pieces) = (send.clone(), &next, &pieces);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(piece) = pieces[..end].get(at) else { return };
                    let mut random = Random::for_piece(seed, at as u64);
                    let file = format!("positions-{thread}.txt");
                    let found = match piece {
                        Piece::Positions(count) => solve::solve(program, &file, *count, &mut random),
                        Piece::Table => tables::tables(program, &file, &mut random),
                        Piece::Tokens => tokens::tokens(program, &file, &mut random),
                        Piece::Rising => rising::rising(program, &mut random),
                        Piece::Large(count) => large::large(program, &file, *count, &mut random),
                        Piece::Huge => huge::huge(program, &file, &mut random),
                        Piece::Claims(count) => prove::prove(program, &format!("claim-{thread}"), *count, &mut random),
                    };
                    if send.send((at, found)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let own = "cargo xtask differ";
        let mut report = Report::new(format!("{own} --seed {seed} --positions {positions} --claims {claims}"));
        let mut waiting = std::collections::BTreeMap::new();
        let mut done = first;
        let mut last_report = Instant::now();
        for (at, found) in results {
            waiting.insert(at, found);
            // Report in order, so that every run of a seed prints the same.
            while let Some(found) = waiting.remove(&done) {
                let found = found.unwrap_or_else(|message| {
                    vec![Disagreement { subject: "the program failed".into(), message, command: String::new() }]
                });
                found.into_iter().for_each(|one| report.add(one, done));
                done += 1;
            }
            if last_report.elapsed() > Duration::from_secs(2) || done == end {
                last_report = Instant::now();
                eprintln!(
                    "differ: {} of {} pieces, {} disagreements, {} s",
                    done - first,
                    end - first,
                    report.count(),
                    start.elapsed().as_secs()
                );
            }
        }
        Ok(report)
    })
}
