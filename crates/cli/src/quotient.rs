//! `grundy quotient`: who wins sums of heaps under misère play, by a finite monoid.

use crate::args::{Quotient as Args, QuotientFormat};
use crate::console::{Console, exit_code};
use crate::files::{Files, write_whole};
use crate::table::words;
use grundy::lang::text;
use grundy::render::{Graph, graph_dot, graph_svg, quotient_json, quotient_text};
use grundy::{Error, ErrorKind, Result};
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let text = words(&args.rules);
    let error = match text.as_deref().map_err(Error::clone).and_then(|text| written(text, args, console)) {
        Ok((shown, error)) => {
            console.aside(|| out.write_all(shown.as_bytes()))?;
            out.flush()?;
            let Some(error) = error else { return Ok(ExitCode::SUCCESS) };
            error
        }
        Err(error) => error,
    };
    match args.format {
        QuotientFormat::Json => writeln!(out, "{}", console.error_json(&error, None))?,
        _ => console.error(text.as_deref().unwrap_or(""), &error),
    }
    out.flush()?;
    Ok(exit_code(&error))
}

/// What there is to print, and the error of a certificate that could not be had.
fn written(text: &str, args: &Args, console: &Console) -> Result<(String, Option<Error>)> {
    let budget = console.limits(args.memory, args.time, args.quiet);
    let scope = budget.enter();
    let report = scope.finish(grundy_ask::quotient::of(text, args.to, &budget, &mut Files::new(&budget)))?;
    let error = match (&args.certificate, &report.checked) {
        (None, _) => None,
        (Some(path), Some(checked)) if checked.is_proved() => {
            write_whole(path, checked.certificate.to_text().as_bytes())?;
            None
        }
        (Some(path), _) => {
            let message = text!("`{path}` was not written: there is no proof", path = path.display().to_string());
            Some(Error::new(ErrorKind::Limit, message))
        }
    };
    let graph = || {
        let checked = report.checked.as_ref();
        checked
            .map(|checked| Graph::of_quotient(checked))
            .ok_or_else(|| Error::new(ErrorKind::Limit, text!("there is no quotient to be drawn")))
    };
    let shown = match args.format {
        QuotientFormat::Text => quotient_text(&report, console.style(), console.language()),
        QuotientFormat::Json => quotient_json(&report, console.json()) + "\n",
        QuotientFormat::Dot => graph_dot(&graph()?),
        QuotientFormat::Svg => graph_svg(&graph()?, console.language())?,
    };
    Ok((shown, error))
}
