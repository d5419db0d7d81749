//! The `grundy` command: reads arguments, asks the library, prints what it says. It knows no game.

mod args;
mod batch;
mod check;
mod console;
mod files;
mod find;
mod games;
mod language;
mod manual;
#[cfg(test)]
mod messages;
mod play;
mod prove;
mod sequence;
mod solve;
mod specs;
mod survey;
mod table;
mod typed;

use clap::{CommandFactory, FromArgMatches};
use grundy::lang::{Language, text};
use std::process::ExitCode;

fn main() -> ExitCode {
    let language = language::asked(std::env::args_os()).unwrap_or_else(Language::of_system);
    let args = match typed::understood(std::env::args_os().collect(), &args::Args::command()) {
        Ok(args) => args,
        Err((word, error)) => {
            console::Console::new(language).error(&word, &error);
            return console::exit_code(&error);
        }
    };
    let read = language::command(args::Args::command(), language).try_get_matches_from(args);
    let args = match read.and_then(|matches| args::Args::from_arg_matches(&matches)) {
        Ok(args) => args,
        Err(error) => return language::refuse(&error, language),
    };
    let console = console::Console::new(language);
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
        args::Command::Completions(completions) => manual::completions(completions, &console),
        args::Command::Man(man) => manual::man(man, &console),
    };
    match done {
        Ok(code) => code,
        // Whoever reads our output has enough of it: `grundy batch | head`.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", text!("grundy: cannot write: {error}", error).in_language(language));
            ExitCode::from(1)
        }
    }
}
