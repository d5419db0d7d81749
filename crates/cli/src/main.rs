//! The `grundy` command: parses arguments, calls the library and prints the result.
//!
//! The command contains no code about any particular game.
//!
//! `args` describes the command line; `prepare_args` prepares it for the parser, and `language` translates help and
//! errors. Each command has a module, mostly with a function `run` that builds a request of `grundy_ask`, runs it in
//! a request context of the `Console`, and prints the reply. `specs` and `files` supply specs and files.

mod args;
mod batch;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(not(feature = "cluster"))]
#[path = "cluster_missing.rs"]
mod cluster;
mod console;
mod db;
mod errors;
mod families;
mod files;
mod find;
mod games;
mod language;
mod manual;
#[cfg(test)]
mod messages;
mod play;
mod prepare_args;
mod prove;
mod quotient;
mod sequence;
mod solve;
mod specs;
mod stdout_check;
mod survey;
mod table;
mod value;
#[cfg(feature = "web")]
mod web;

use clap::{Command, CommandFactory, FromArgMatches};
use grundy::unstable::json::JsonOptions;
use grundy::unstable::lang::{Language, text};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let language = language::requested_language(std::env::args_os()).unwrap_or_else(Language::from_system);
    language::color(std::env::args_os()).write_global();
    if stdout_check::stdout_was_closed() {
        // Standard error may be closed as well, so ignore a failure.
        let _ = writeln!(std::io::stderr(), "{}", text!("grundy: the standard output is closed").in_language(language));
        return ExitCode::from(1);
    }
    let mut command = args::Args::command();
    if console::stdout_style().width.is_some() {
        // Text for a terminal is wrapped later by code that knows the width of Chinese characters.
        command = command.term_width(0);
    }
    let args = match prepare_args::prepare_args(std::env::args_os().collect(), &command) {
        Ok(args) => args,
        Err((word, error)) => {
            let given: Vec<_> = std::env::args_os().collect();
            if language::wants_json(given.iter().cloned()) {
                let json_options = JsonOptions {
                    language: language::requested_language(given.into_iter()).unwrap_or_default(),
                    ..JsonOptions::default()
                };
                let console = console::Console::new(language).with_json_options(json_options);
                let written = writeln!(std::io::stdout(), "{}", console.error_json(&error, None));
                return written
                    .map_or_else(|error| language::write_failure(&error, language), |()| console::exit_code(&error));
            }
            console::Console::new(language).error(&word, &error);
            return console::exit_code(&error);
        }
    };
    let parse = |command: Command| {
        command.try_get_matches_from(&args).and_then(|matches| args::Args::from_arg_matches(&matches))
    };
    // Translating the help texts of all commands takes longer than most answers, so do it only after a parse
    // error.
    let parsed = parse(command.clone()).or_else(|_| parse(language::command(command, language)));
    let args = match parsed {
        Ok(args) => args,
        Err(error) => return language::print_parse_error(&error, language),
    };
    grundy_allocator::start_counting();
    // Programs read JSON, so its language follows `--lang` only and not the system.
    let json_options =
        JsonOptions { language: args.lang.unwrap_or_default(), numbers: args.numbers.into(), ..JsonOptions::default() };
    let console = console::Console::new(language).with_json_options(json_options);
    let done = match &args.command {
        args::Command::Solve(solve) => solve::run(solve, &console),
        args::Command::Batch(batch) => batch::run(batch, &console),
        args::Command::Table(table) => table::run(table, &console),
        args::Command::Find(find) => find::run(find, &console),
        args::Command::Prove(prove) => prove::run(prove, &console),
        args::Command::Verify(verify) => prove::verify(verify, &console),
        args::Command::Play(play) => play::run(play, &console),
        #[cfg(feature = "web")]
        args::Command::Web(web) => web::run(web, &console),
        args::Command::Sequence(sequence) => sequence::run(sequence, &console),
        args::Command::Survey(survey) => survey::run(survey, &console),
        args::Command::Db(db) => db::run(db, &console),
        args::Command::Cluster(cluster) => cluster::run(cluster, &console),
        args::Command::Quotient(quotient) => quotient::run(quotient, &console),
        args::Command::Value(value) => value::run(value, &console),
        args::Command::Games(games) => games::run(games, &console),
        args::Command::Check(check) => check::run(check, &console),
        args::Command::Completions(completions) => manual::completions(completions, &console),
        args::Command::Man(man) => manual::man(man, &console),
    };
    done.unwrap_or_else(|error| language::write_failure(&error, language))
}
