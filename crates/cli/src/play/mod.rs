//! `grundy play`: plays on a board if there is a terminal, otherwise line by line with a log.

#[cfg(feature = "board")]
mod board;
mod runner;
mod sentences;

use crate::args::PlayArgs;
use crate::console::{Console, exit_code};
use crate::files::Files;
use crate::specs::{STDIN, spec_texts};
use grundy::unstable::lang::text;
use grundy::unstable::rules::PositionSum;
use grundy::{Error, ErrorKind, Result, parse_with};
use runner::PlayRunner;
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &PlayArgs, console: &Console) -> std::io::Result<ExitCode> {
    // Standard output is not locked, because a panicking thread of the engines restores the terminal through it.
    let mut out = std::io::stdout();
    let text = text(args);
    let mut shown = text.as_deref().unwrap_or("").to_string();
    let runner = text
        .and_then(|text| PlayRunner::new(args, parse_spec(&text, args, console)?, &text, console))
        .and_then(|runner| {
            // From here on, errors refer to the text of the moves.
            shown = args.moves.clone().unwrap_or_default();
            runner.with_moves(&shown)
        });
    let runner = match runner {
        Ok(runner) => runner,
        Err(error) => {
            console.error(&shown, &error);
            return Ok(exit_code(&error));
        }
    };
    let done = on_board(args, runner, &mut out)?;
    out.flush()?;
    match done {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            console.error("", &error);
            Ok(exit_code(&error))
        }
    }
}

/// Plays on a board if there is a terminal and `--plain` is not given, otherwise line by line.
fn on_board(args: &PlayArgs, runner: PlayRunner<'_>, out: &mut impl Write) -> std::io::Result<Result<()>> {
    #[cfg(feature = "board")]
    if !args.plain && board::is_possible() {
        runner.console.clear();
        return board::run(runner, out);
    }
    let _ = args.plain;
    runner.run(out)
}

/// Returns the text of the position that the arguments describe.
fn text(args: &PlayArgs) -> Result<String> {
    let mut texts = spec_texts(&args.spec);
    let text = texts.pop().unwrap_or_else(|| Ok(String::new()));
    if !texts.is_empty() {
        let error = Error::new(ErrorKind::BadArgument, text!("a game starts from one position only"));
        return Err(error.help(text!("write a sum as one SPEC: grundy play 'nim(3) + kayles(5)'")));
    }
    if text.as_deref() == Ok(STDIN) {
        let error = Error::new(ErrorKind::Unsupported, text!("the standard input is used for the moves of the game"));
        return Err(error.help(text!("give the position: grundy play 'nim(3,4,5)'")));
    }
    text
}

/// Parses the position, under misère play if `--misere` or the text requests it.
fn parse_spec(text: &str, args: &PlayArgs, console: &Console) -> Result<PositionSum> {
    // Standard input contains the moves.
    let mut position_sum = parse_with(text, &mut Files::for_play(&console.budget_with_limits(&args.limits)))?;
    if args.misere {
        position_sum.play = grundy::Play::Misere;
    }
    Ok(position_sum)
}
