//! The `grundy` command: reads arguments, asks the library, prints what it says. It knows no game.

mod args;
mod batch;
mod check;
mod console;
mod files;
mod find;
mod games;
mod manual;
mod play;
mod prove;
mod sequence;
mod solve;
mod survey;
mod table;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    let console = console::Console::new();
    let done = match &args.command {
        args::Command::Solve(solve) => solve::run(solve, &console),
        args::Command::Batch(batch) => batch::run(batch, &console),
        args::Command::Table(table) => table::run(table, &console),
        args::Command::Find(find) => find::run(find, &console),
        args::Command::Prove(prove) => prove::run(prove, &console),
        args::Command::Verify(verify) => prove::verify(verify, &console),
        args::Command::Play(play) => play::run(play, &console),
        args::Command::Sequence(sequence) => sequence::run(sequence, &console),
        args::Command::Survey(survey) => survey::run(survey, &console),
        args::Command::Games(games) => games::run(games, &console),
        args::Command::Check(check) => check::run(check, &console),
        args::Command::Completions(completions) => manual::completions(completions),
        args::Command::Man(man) => manual::man(man, &console),
    };
    match done {
        Ok(code) => code,
        // Whoever reads our output has enough of it: `grundy batch | head`.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("grundy: cannot write: {error}");
            ExitCode::from(1)
        }
    }
}
