//! `grundy value`: what games are worth.

use crate::args::{Value as Args, ValueFormat};
use crate::console::{Console, exit_code};
use crate::files::Files;
use crate::table::words;
use grundy::engines::canonical::Canonical;
use grundy::lang::text;
use grundy::render::{misere_value_json, misere_value_text, thermograph_svg, value_json, value_text};
use grundy::{Error, ErrorKind, Result};
use grundy_ask::value::{facts, is_misere, misere};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let text = words(&args.expr);
    let answer = text.as_deref().map_err(Error::clone).and_then(|text| written(text, args, console));
    match answer.map_err(|error| one_expression(error, &args.expr)) {
        Ok(written) => {
            console.aside(|| out.write_all(written.as_bytes()))?;
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

fn written(text: &str, args: &Args, console: &Console) -> Result<String> {
    let budget = console.limits(args.memory, args.time, args.quiet);
    if args.misere || is_misere(text) {
        let facts = misere(text, &budget, &mut Files::new(&budget))?;
        return match args.format {
            ValueFormat::Text => Ok(misere_value_text(&facts, console.style(), console.language())),
            ValueFormat::Json => Ok(misere_value_json(text, &facts, console.json()) + "\n"),
            ValueFormat::Svg => {
                let message = text!("there is no thermograph under misère play");
                Err(Error::new(ErrorKind::BadArgument, message).help(text!("ask for text or JSON")))
            }
        };
    }
    let mut canonical = Canonical::new(&budget);
    let facts = facts(text, &mut canonical, &mut Files::new(&budget))?;
    let values = &mut canonical.values;
    let written = match args.format {
        ValueFormat::Text => value_text(values, &facts, console.style(), console.language()),
        ValueFormat::Json => value_json(values, text, &facts, console.json()).map(|json| json + "\n"),
        ValueFormat::Svg => thermograph_svg(values, &facts, console.language()),
    };
    written.map_err(|limit| canonical.error(limit))
}

/// The error for several expressions: reading failed exactly where another argument begins.
fn one_expression(error: Error, words: &[OsString]) -> Error {
    let mut starts = words.iter().scan(0, |end, word| {
        let start = *end;
        *end += word.len() + 1;
        Some(start)
    });
    match &error.span {
        Some(span) if error.kind == ErrorKind::Syntax && starts.any(|start| start > 0 && start == span.start) => {
            let message = text!("`value` takes one expression: these arguments are not one");
            let help = text!("ask for one at a time, or write a sum: grundy value '{{2|0}} + ^'");
            Error::new(ErrorKind::Syntax, message).at(span.clone()).help(help)
        }
        _ => error,
    }
}
