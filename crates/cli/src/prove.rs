//! `grundy prove` and `grundy verify`: proves claims and checks certificates.

use crate::args::{Format, ProveArgs as Args, VerifyArgs};
use crate::console::{Console, exit_code};
use crate::files::{Files, LimitedReader, write_proof};
use crate::table::join_args;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::rules::Ruleset;
use grundy::unstable::solve::Solver;
use grundy::unstable::verify;
use grundy::{Budget, Error, ErrorKind, Result};
use grundy_ask::{OutputOptions, ProveRequest, Reply, Request, VerifyRequest, rules};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Runs `grundy prove`: proves or refutes a claim.
pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let text = join_args(&args.rules);
    // The text to which an error refers: the rules, and later the claim.
    let mut error_source = text.clone().unwrap_or_default();
    let error = match text.and_then(|text| prove(&text, args, console, &mut error_source)) {
        Ok((shown, error)) => {
            console.suspend_progress(|| out.write_all(shown.as_bytes()))?;
            out.flush()?;
            let Some(error) = error else { return Ok(ExitCode::SUCCESS) };
            error_source.clear();
            error
        }
        Err(error) => error,
    };
    if args.format == Format::Json {
        writeln!(out, "{}", console.error_json(&error, None))?;
        out.flush()?;
    } else {
        console.error(&error_source, &error);
    }
    Ok(exit_code(&error))
}

/// Returns the output, and an error if the requested certificate does not exist.
///
/// `error_source` becomes the text to which a returned error refers.
fn prove(text: &str, args: &Args, console: &Console, error_source: &mut String) -> Result<(String, Option<Error>)> {
    let budget = console.budget(&args.common);
    let mut files = Files::new(&budget);
    let rules = rules::parse(text, args.common.misere, &mut files)?;
    *error_source = args.claim.clone();
    if let Some(path) = args.claim.strip_prefix('@') {
        error_source.clear();
        return quotient(rules, Path::new(path), args, &budget, console).map(|shown| (shown, None));
    }
    let request =
        ProveRequest { to: args.to, use_theorems: !args.common.no_theorems, ..ProveRequest::new(rules, &args.claim) };
    let mut solver = Solver::new();
    let output = console.output_options(args.format == Format::Json);
    let mut reply =
        Request::Prove(request).run_one(&mut console.request_context(&mut solver, &budget, &mut files, output))?;
    let error = write_proof(args.certificate.as_deref(), &reply)?;
    let shown = match args.format {
        Format::Text => reply.text(&output)?.unwrap_or_default(),
        Format::Json => reply.json(&output)? + "\n",
    };
    Ok((shown, error))
}

/// Checks a misère quotient of the game that is read from a file, and returns the output.
///
/// The file is the JSON of a certificate of a misère quotient, with or without the first line of the certificate.
fn quotient(rules: Ruleset, path: &Path, args: &Args, budget: &Budget, console: &Console) -> Result<String> {
    let name = path.display().to_string();
    let limits = rules::checker_limits(budget);
    let named = |error: Error| Error {
        message: text!("{name}: {error}", name = name.clone(), error = &error.message),
        ..error
    };
    let (reader, _) = LimitedReader::open(path, budget)
        .map_err(|error| named(Error::new(ErrorKind::Io, Text::from(&error)).caused_by(error)))?;
    let certificate = verify::read_certificate_json(reader, &limits).map_err(named)?;
    let request = VerifyRequest::new(certificate).with_rules(rules);
    let mut reply = check_certificate(request, budget, console).map_err(named)?;
    write_proof(args.certificate.as_deref(), &reply)?;
    format_reply(&mut reply, &name, args.format, console)
}

/// Checks a certificate and returns the reply.
fn check_certificate(request: VerifyRequest, budget: &Budget, console: &Console) -> Result<Reply> {
    let (mut solver, mut files) = (Solver::new(), Files::new(budget));
    let mut context = console.request_context(&mut solver, budget, &mut files, console.output_options(true));
    Request::Verify(request).run_one(&mut context)
}

/// Formats the reply about a checked certificate.
fn format_reply(reply: &mut Reply, name: &str, format: Format, console: &Console) -> Result<String> {
    let output = OutputOptions { certificate_file: Some(name), ..console.output_options(format == Format::Json) };
    match format {
        Format::Text => reply.text(&output).map(Option::unwrap_or_default),
        Format::Json => reply.json(&output).map(|json| json + "\n"),
    }
}

/// Runs `grundy verify`: checks certificates.
pub fn verify(args: &VerifyArgs, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for path in &args.files {
        let budget = console.budget_with_limits(&args.limits);
        let limits = rules::checker_limits(&budget);
        let name = path.display().to_string();
        let read = verify::read_all_from(LimitedReader::open(path, &budget).map(|(reader, _)| reader), &limits);
        let read = read.unwrap_or_else(|error| vec![(1, Err(error))]);
        let several = read.len() > 1;
        for (line, certificate) in read {
            let name = if several { format!("{name}:{line}") } else { name.clone() };
            let done = certificate
                .and_then(|certificate| check_certificate(VerifyRequest::new(certificate), &budget, console))
                .and_then(|mut reply| format_reply(&mut reply, &name, args.format, console));
            match (done, args.format) {
                (Ok(text), _) => write!(out, "{text}")?,
                (Err(error), format) => {
                    code = exit_code(&error);
                    let message = text!("{name}: {error}", name, error = &error.message);
                    let error = Error { message, ..error };
                    if format == Format::Json {
                        writeln!(out, "{}", console.error_json(&error, None))?;
                    } else {
                        out.flush()?;
                        console.error("", &error);
                    }
                }
            }
        }
    }
    out.flush()?;
    Ok(code)
}
