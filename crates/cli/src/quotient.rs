//! `grundy quotient`: computes misère quotients, monoids that decide sums of heaps under misère play.

use crate::args::{QuotientArgs as Args, QuotientFormat};
use crate::console::{Console, exit_code};
use crate::files::{Files, write_proof};
use crate::table::join_args;
use grundy::unstable::lang::text;
use grundy::unstable::solve::Solver;
use grundy::{Error, ErrorKind, Result};
use grundy_ask::{QuotientRequest, Request};
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let text = join_args(&args.rules);
    let error = match text.as_deref().map_err(Error::clone).and_then(|text| compute(text, args, console)) {
        Ok((shown, error)) => {
            console.suspend_progress(|| out.write_all(shown.as_bytes()))?;
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

/// Returns the output, and an error if the requested certificate does not exist.
fn compute(text: &str, args: &Args, console: &Console) -> Result<(String, Option<Error>)> {
    let budget = console.budget_with_limits(&args.limits);
    let request = Request::Quotient(QuotientRequest { to: args.to, ..QuotientRequest::new(text) });
    let (mut solver, mut files) = (Solver::new(), Files::new(&budget));
    let output = console.output_options(args.format == QuotientFormat::Json);
    let mut reply = request.run_one(&mut console.request_context(&mut solver, &budget, &mut files, output))?;
    let error = write_proof(args.certificate.as_deref(), &reply)?;
    let no_graph = || Error::new(ErrorKind::Limit, text!("there is no quotient to draw"));
    let shown = match args.format {
        QuotientFormat::Text => reply.text(&output)?.unwrap_or_default(),
        QuotientFormat::Json => reply.json(&output)? + "\n",
        QuotientFormat::Dot => reply.dot().ok_or_else(no_graph)?,
        QuotientFormat::Svg => reply.svg(&output)?.ok_or_else(no_graph)?,
    };
    Ok((shown, error))
}
