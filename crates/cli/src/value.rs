//! `grundy value`: computes the values of games.

use crate::args::{ValueArgs as Args, ValueFormat};
use crate::console::{Console, exit_code};
use crate::files::Files;
use crate::table::join_args;
use grundy::unstable::lang::text;
use grundy::unstable::solve::Solver;
use grundy::{Error, ErrorKind, Result};
use grundy_ask::{Request, ValueRequest};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let text = join_args(&args.expr);
    let answer = text.as_deref().map_err(Error::clone).and_then(|text| evaluate(text, args, console));
    match answer.map_err(|error| reword_several_expressions(error, &args.expr)) {
        Ok(written) => {
            console.suspend_progress(|| out.write_all(written.as_bytes()))?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            match args.format {
                ValueFormat::Json => writeln!(out, "{}", console.error_json(&error, None))?,
                _ => console.error(text.as_deref().unwrap_or(""), &error),
            }
            out.flush()?;
            Ok(exit_code(&error))
        }
    }
}

/// Evaluates an expression and formats the value in the requested format.
fn evaluate(text: &str, args: &Args, console: &Console) -> Result<String> {
    let budget = console.budget_with_limits(&args.limits);
    let request = Request::Value(ValueRequest { misere: args.misere, ..ValueRequest::new(text) });
    let (mut solver, mut files) = (Solver::new(), Files::new(&budget));
    let output = console.output_options(args.format == ValueFormat::Json);
    let mut reply = request.run_one(&mut console.request_context(&mut solver, &budget, &mut files, output))?;
    match args.format {
        ValueFormat::Text => reply.text(&output).map(Option::unwrap_or_default),
        ValueFormat::Json => Ok(reply.json(&output)? + "\n"),
        ValueFormat::Svg => reply.svg(&output)?.ok_or_else(|| {
            let message = text!("there is no thermograph under misère play");
            Error::new(ErrorKind::BadArgument, message).help(text!("use text or JSON"))
        }),
    }
}

/// Rewords a syntax error at the start of a later argument: several expressions were given.
fn reword_several_expressions(error: Error, args: &[OsString]) -> Error {
    let mut starts = args.iter().scan(0, |end, word| {
        let start = *end;
        *end += word.len() + 1;
        Some(start)
    });
    match &error.span {
        Some(span) if error.kind == ErrorKind::Syntax && starts.any(|start| start > 0 && start == span.start) => {
            let message = text!("`value` takes one expression, but these arguments do not form one");
            let help = text!("give one expression at a time, or write a sum: grundy value '{{2|0}} + ^'");
            Error::new(ErrorKind::Syntax, message).at(span.clone()).help(help)
        }
        _ => error,
    }
}
