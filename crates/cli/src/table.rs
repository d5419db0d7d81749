//! `grundy table`: prints values or outcomes of all heaps, pairs or triples up to a bound.

use crate::args::{Only, TableArgs as Args, TableFormat, player};
use crate::console::{Console, exit_code};
use crate::files::Files;
use grundy::unstable::lang::text;
use grundy::unstable::render::TableWriteError;
use grundy::unstable::solve::Solver;
use grundy::{Error, ErrorKind};
use grundy_ask::TableRequest;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let text = join_args(&args.rules);
    let done = text.as_deref().map_err(|error| TableWriteError::Table(error.clone()));
    let mut begun = false;
    let done = done.and_then(|text| write(text, args, console, &mut begun, &mut out));
    let error = match done {
        Ok(()) => {
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(TableWriteError::Write(error)) => return Err(error),
        Err(TableWriteError::Table(error)) => error,
    };
    // Once a part of the table is printed, an error object would make the JSON invalid, so print the error to standard
    // error.
    if args.format == TableFormat::Json && !begun {
        writeln!(out, "{}", console.error_json(&error, None))?;
        out.flush()?;
    } else {
        out.flush()?;
        console.error(text.as_deref().unwrap_or(""), &error);
    }
    Ok(exit_code(&error))
}

/// Returns the request for the table.
fn request(text: &str, args: &Args) -> TableRequest {
    TableRequest {
        misere: args.common.misere,
        to: args.to,
        target: args.of,
        p_positions_only: args.only == Some(Only::P),
        use_theorems: !args.common.no_theorems,
        lone_player: args.lone_player.map(player),
        format: args.format.into(),
        ..TableRequest::new(text)
    }
}

fn write(
    text: &str,
    args: &Args,
    console: &Console,
    begun: &mut bool,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let budget = console.budget(&args.common);
    let (mut solver, mut files) = (Solver::new(), Files::new(&budget));
    // Use the language of text: pictures contain words, but tables in JSON do not.
    let mut context = console.request_context(&mut solver, &budget, &mut files, console.output_options(false));
    request(text, args).write(&mut context, begun, out)
}

/// Joins arguments that form one text, such as rules or an expression: `misere kayles`.
pub fn join_args(args: &[OsString]) -> Result<String, Error> {
    let words: Result<Vec<&str>, &OsString> = args.iter().map(|arg| arg.to_str().ok_or(arg)).collect();
    words.map(|words| words.join(" ")).map_err(|arg| {
        let message = text!("the argument `{arg}` is not valid UTF-8", arg = arg.to_string_lossy());
        let help = text!("rules, codes and expressions must be UTF-8 text, for example take[1,3,4], 0.77 or ^ + *");
        Error::new(ErrorKind::Syntax, message).help(help)
    })
}
