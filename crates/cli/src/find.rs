//! `grundy find`: finds patterns of a game's outcomes and values.

use crate::args::{FindArgs as Args, FindFormat, Lang};
use crate::console::{Console, exit_code};
use crate::files::{Files, write_atomic};
use crate::table::join_args;
use grundy::unstable::lang::{escape_hidden, text};
use grundy::unstable::proof::{Automaton, CodeLanguage, Finding, PatternForm};
use grundy::unstable::render::{automaton_dot, finding_svg};
use grundy::unstable::rules::Ruleset;
use grundy::unstable::solve::Solver;
use grundy::unstable::verify::Certificate;
use grundy::{Error, ErrorKind, Result};
use grundy_ask::{FindRequest, OutputOptions, Reply, Request, Uncertified, rules};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let text = join_args(&args.rules);
    let mut written = Ok(());
    let done = text.as_deref().map_err(Clone::clone).and_then(|text| {
        find(text, args, console, &mut |text| {
            if written.is_ok() {
                // Print each finding as soon as it is found.
                written = console.suspend_progress(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
            }
        })
    });
    written?;
    let Err(error) = done else { return Ok(ExitCode::SUCCESS) };
    if args.format == FindFormat::Json {
        writeln!(out, "{}", console.error_json(&error, None))?;
        out.flush()?;
    } else {
        console.error(text.as_deref().unwrap_or(""), &error);
    }
    Ok(exit_code(&error))
}

/// Finds patterns and passes each part of the output to `print` as soon as it is ready.
fn find(text: &str, args: &Args, console: &Console, print: &mut dyn FnMut(String)) -> Result<()> {
    let language = match args.code {
        None => None,
        Some(_) if args.format != FindFormat::Text => {
            let error = Error::new(ErrorKind::BadArgument, text!("code is printed as text only"));
            return Err(error.help(text!("leave out --format, or --code")));
        }
        Some(Lang::Cpp) => Some(CodeLanguage::Cpp),
        Some(Lang::Python) => Some(CodeLanguage::Python),
        Some(Lang::Rust) => Some(CodeLanguage::Rust),
    };
    let budget = console.budget(&args.common);
    let (mut solver, mut files) = (Solver::new(), Files::new(&budget));
    let rules = Arc::new(rules::parse(text, args.common.misere, &mut files)?);
    let request = FindRequest {
        target: args.of,
        to: args.to,
        use_theorems: !args.common.no_theorems,
        ..FindRequest::new(Arc::clone(&rules))
    };
    if let Some(found) = request.uncertified(&rules) {
        let drawn = matches!(args.format, FindFormat::Dot | FindFormat::Svg);
        if drawn || args.code.is_some() || args.certificate.is_some() {
            return Err(unsupported_format(found));
        }
    }
    let file = args.certificate.as_ref().map(|path| path.display().to_string());
    let (mut has_printed, mut has_automaton) = (false, false);
    let (mut certificate, mut families, mut drawn) = (None, vec![], vec![]);
    let output =
        OutputOptions { certificate_file: file.as_deref(), ..console.output_options(args.format == FindFormat::Json) };
    let mut context = console.request_context(&mut solver, &budget, &mut files, output);
    Request::Find(request).run(&mut context, &mut |mut reply| {
        if let Reply::Finding(_, finding) = &reply {
            // The finding about values comes last and also determines the outcomes, so its certificate is
            // preferred. But a printed formula may refer to the automaton of the other finding, so a
            // certificate with an automaton is kept.
            let automaton = finding.certificate.as_ref().is_some_and(|certificate| certificate.automaton().is_ok());
            if !has_automaton || automaton {
                certificate = finding.certificate.clone().or(certificate.take());
            }
            has_automaton |= automaton;
            families.extend(finding.family.iter().flat_map(|family| family.certificates().cloned()));
        }
        let text = match (args.format, language) {
            (FindFormat::Text, Some(language)) => {
                let separator = if has_printed { "\n" } else { "" };
                Ok(format!("{separator}{}", reply.code(language).unwrap_or_default()))
            }
            (FindFormat::Text, None) => {
                let head = match (&reply, has_printed) {
                    (Reply::Finding(rules, _), false) => format!("{}\n\n", escape_hidden(&rules.to_string())),
                    (Reply::Losers(found), false) => format!("{}\n\n", escape_hidden(&found.0.to_string())),
                    (Reply::Finding(_, finding), true) if finding.family.is_some() => "\n".into(),
                    _ => String::new(),
                };
                reply.text(&output).map(|text| console.wrap_lines(&head) + &text.unwrap_or_default())
            }
            (FindFormat::Json, _) => reply.json(&output).map(|json| json + "\n"),
            (FindFormat::Dot | FindFormat::Svg, _) => {
                if let Reply::Finding(rules, finding) = reply {
                    drawn.push((rules, finding));
                }
                Ok(String::new())
            }
        };
        has_printed = true;
        text.map(&mut *print)
    })?;
    if let (Some(path), false) = (&args.certificate, families.is_empty()) {
        return write_all(path, &families);
    }
    if let Some(path) = &args.certificate {
        let certificate = certificate.ok_or_else(|| {
            let message = text!("`{path}` was not written: nothing was proved", path = path.display().to_string());
            Error::new(ErrorKind::Limit, message)
        })?;
        write_atomic(path, certificate.to_text().as_bytes())?;
    }
    if let (FindFormat::Dot | FindFormat::Svg, Some((rules, _))) = (args.format, drawn.first()) {
        let rules = Arc::clone(rules);
        let findings: Vec<Finding> = drawn.into_iter().map(|(_, finding)| *finding).collect();
        print(picture(&rules, &findings, args.format, console)?);
    }
    Ok(())
}

/// Returns the error for a picture, code or certificate that this kind of finding does not have.
fn unsupported_format(kind: Uncertified) -> Error {
    match kind {
        Uncertified::Values => {
            Error::new(ErrorKind::Unsupported, text!("patterns of values are printed as text or JSON only"))
        }
        Uncertified::Losers => {
            let message = text!("patterns of games of several players are printed as text or JSON only");
            let error = Error::new(ErrorKind::Unsupported, message);
            error.help(text!("certificates, code and pictures are available for outcomes and Grundy values only"))
        }
    }
}

/// Writes the certificates of all cases of the parameters, to numbered files if there are several.
fn write_all(path: &Path, certificates: &[Certificate]) -> Result<()> {
    for (number, certificate) in (1..).zip(certificates) {
        let path = match certificates {
            [_] => path.to_path_buf(),
            _ => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let end = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
                path.with_file_name(format!("{stem}-{number}{end}"))
            }
        };
        write_atomic(&path, certificate.to_text().as_bytes())?;
    }
    Ok(())
}

fn automaton(finding: &Finding) -> Option<&Automaton> {
    match &finding.pattern.as_ref()?.form {
        PatternForm::Automaton(automaton) => Some(automaton),
        _ => None,
    }
}

/// Draws the only automaton among the findings, or the pattern if there is no automaton.
fn picture(rules: &Ruleset, findings: &[Finding], format: FindFormat, console: &Console) -> Result<String> {
    // The finding about values also determines the outcomes, and comes last.
    let last = || findings.iter().rfind(|finding| finding.pattern.is_some()).or(findings.last());
    let mut automata = findings.iter().filter(|finding| automaton(finding).is_some());
    let drawn = match (automata.next(), automata.next()) {
        (Some(_), Some(_)) => {
            let error = Error::new(
                ErrorKind::BadArgument,
                text!("there are two automata, one for the outcomes and one for the values"),
            );
            return Err(error.help(text!("choose one with --of outcome or --of grundy")));
        }
        (Some(one), None) => Some(one),
        (None, _) => last().filter(|finding| finding.family.is_none()),
    };
    if format == FindFormat::Dot {
        let Some((finding, automaton)) = drawn.and_then(|finding| Some((finding, automaton(finding)?))) else {
            let error = Error::new(
                ErrorKind::Unsupported,
                text!("only automata can be drawn as graphs, and the pattern is not an automaton"),
            );
            return Err(error.help(text!("draw it with --format svg")));
        };
        return Ok(automaton_dot(automaton, finding.of, &rules.game.coordinate_names(), console.language()));
    }
    let Some(finding) = drawn else {
        let error = Error::new(ErrorKind::Unsupported, text!("a pattern with letters cannot be drawn"));
        return Err(error.help(text!("leave out --format to print the pattern")));
    };
    finding_svg(rules, finding, console.language())
}
