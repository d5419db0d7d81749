//! `grundy prove` and `grundy verify`: claims, and the certificates of their proofs.

use crate::args::{Format, Prove, Verify};
use crate::console::{Console, exit_code};
use crate::files::{Files, Patient, write_proof, write_whole};
use crate::table::words;
use grundy::games::library;
use grundy::lang::{Text, text};
use grundy::render::{verified_json, verified_text};
use grundy::{Budget, Error, ErrorKind, Result, Ruleset, Solver, verify};
use grundy_ask::{Prove as Asked, Session, rules};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Proves or refutes a claim.
pub fn run(args: &Prove, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let text = words(&args.rules);
    // An error is shown under the text that it is about.
    let mut about = text.clone().unwrap_or_default();
    let error = match text.and_then(|text| prove(&text, args, console, &mut about)) {
        Ok((shown, error)) => {
            console.aside(|| out.write_all(shown.as_bytes()))?;
            out.flush()?;
            let Some(error) = error else { return Ok(ExitCode::SUCCESS) };
            about.clear();
            error
        }
        Err(error) => error,
    };
    if args.format == Format::Json {
        writeln!(out, "{}", console.error_json(&error, None))?;
        out.flush()?;
    } else {
        console.error(&about, &error);
    }
    Ok(exit_code(&error))
}

/// What there is to print, and the error of a certificate that could not be had.
fn prove(text: &str, args: &Prove, console: &Console, about: &mut String) -> Result<(String, Option<Error>)> {
    let budget = console.budget(&args.common);
    let mut files = Files::new(&budget);
    let rules = rules::read(text, args.common.misere, &mut files)?;
    *about = args.claim.clone();
    if let Some(path) = args.claim.strip_prefix('@') {
        about.clear();
        return quotient(&rules, Path::new(path), args, &budget, console).map(|shown| (shown, None));
    }
    let asked = Asked { to: args.to, theorems: !args.common.no_theorems, ..Asked::new(text, &args.claim) };
    let mut solver = Solver::new();
    let scope = budget.enter();
    let proved = asked.of_rules(rules, &mut Session::new(&mut solver, &budget, &mut files));
    let mut reply = scope.finish(proved)?;
    let error = write_proof(args.certificate.as_deref(), &reply)?;
    let shown = match args.format {
        Format::Text => console.lay(&reply.text(&console.words(None))?),
        Format::Json => reply.json(console.json())? + "\n",
    };
    Ok((shown, error))
}

/// Proves that sums of heaps are decided as a file says: the JSON of a certificate of a misère quotient, with its first line or without.
fn quotient(rules: &Ruleset, path: &Path, args: &Prove, budget: &Budget, console: &Console) -> Result<String> {
    let name = path.display().to_string();
    let limits = rules::limits(budget);
    let named = |error: Error| Error {
        message: text!("{name}: {error}", name = name.clone(), error = &error.message),
        ..error
    };
    let (reader, _) = Patient::open(path, budget)
        .map_err(|error| named(Error::new(ErrorKind::Io, Text::verbatim(error.to_string())).caused_by(error)))?;
    let certificate = verify::read_claim(reader, &limits).map_err(named)?;
    let (own, given) = (rules.to_string(), &certificate.rules);
    if own != *given {
        let message = text!("{name} is about `{given}`, not about `{own}`", name, given = given.clone(), own);
        return Err(Error::new(ErrorKind::BadArgument, message));
    }
    let verified = verify::verify(&certificate, library(), &limits).map_err(named)?;
    if let Some(path) = &args.certificate {
        write_whole(path, certificate.to_text().as_bytes())?;
    }
    Ok(match args.format {
        Format::Text => console.lay(&verified_text(&name, &certificate, &verified, console.language())),
        Format::Json => verified_json(Some(&name), &certificate, &verified, console.json()) + "\n",
    })
}

/// Checks certificates.
pub fn verify(args: &Verify, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for path in &args.files {
        let budget = console.limits(&args.limits);
        let limits = rules::limits(&budget);
        let name = path.display().to_string();
        let read = verify::read_all_from(Patient::open(path, &budget).map(|(reader, _)| reader), &limits);
        let read = read.unwrap_or_else(|error| vec![(1, Err(error))]);
        let several = read.len() > 1;
        for (line, certificate) in read {
            let name = if several { format!("{name}:{line}") } else { name.clone() };
            let done = certificate.and_then(|certificate| {
                let verified = verify::verify(&certificate, library(), &limits)?;
                Ok((certificate, verified))
            });
            match (done, args.format) {
                (Ok((certificate, verified)), Format::Text) => {
                    let shown = verified_text(&name, &certificate, &verified, console.language());
                    write!(out, "{}", console.lay(&shown))?;
                }
                (Ok((certificate, verified)), Format::Json) => {
                    writeln!(out, "{}", verified_json(Some(&name), &certificate, &verified, console.json()))?;
                }
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
