//! `grundy find`: the pattern of a game's outcomes and values.

use crate::args::{Find, FindFormat, Lang};
use crate::console::{Console, exit_code};
use crate::files::{Files, write_whole};
use crate::table::words;
use grundy::lang::{text, visible};
use grundy::proof::{self, CodeLanguage, Finding, Form, Query, code};
use grundy::render::{
    automaton_dot, automaton_svg, family_text, finding_json, finding_text_in, losers_json, losers_text, pattern_svg,
};
use grundy::rules::TableView;
use grundy::verify::Certificate;
use grundy::{Budget, Error, ErrorKind, Of, Result, Ruleset, Solver};
use grundy_ask::rules;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

pub fn run(args: &Find, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let text = words(&args.rules);
    let mut written = Ok(());
    let done = text.as_deref().map_err(Clone::clone).and_then(|text| {
        find(text, args, console, &mut |text| {
            if written.is_ok() {
                // Finding by finding: whoever waits sees each when it is there.
                written = console.aside(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
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

/// Hands over what there is to print, piece by piece.
fn find(text: &str, args: &Find, console: &Console, print: &mut dyn FnMut(String)) -> Result<()> {
    let language = match args.code {
        None => None,
        Some(_) if args.format != FindFormat::Text => {
            let error = Error::new(ErrorKind::BadArgument, text!("code is text"));
            return Err(error.help(text!("leave out --format, or --code")));
        }
        Some(Lang::Cpp) => Some(CodeLanguage::Cpp),
        Some(Lang::Python) => Some(CodeLanguage::Python),
        Some(Lang::Rust) => Some(CodeLanguage::Rust),
    };
    let budget = console.budget(&args.common);
    let mut files = Files::new(&budget);
    let rules = rules::read(text, args.common.misere, &mut files)?;
    let query = Query { to: args.to, of: args.of.map(Into::into), theorems: !args.common.no_theorems };
    if let Some(TableView::Rivals(_)) = rules.game.table() {
        return find_losers(&rules, query, args, console, &budget, print);
    }
    let mut drawn = vec![];
    let mut begun = false;
    let mut certificate = None;
    let mut families = vec![];
    let mut named = false;
    let file = args.certificate.as_ref().map(|path| path.display().to_string());
    let file = file.as_deref();
    proof::find(&rules, query, &mut Solver::new(), &budget, &mut |finding| {
        // That of the values comes last, and tells the outcomes as well; but a formula that was printed may name the automaton
        // of the other one.
        let automaton = finding.certificate.as_ref().is_some_and(|certificate| certificate.automaton().is_ok());
        if !named || automaton {
            certificate = finding.certificate.clone().or(certificate.take());
        }
        named |= automaton;
        families.extend(finding.family.iter().flat_map(|family| family.certificates().cloned()));
        let separator = if begun { "\n" } else { "" };
        match (args.format, language) {
            (FindFormat::Text, Some(language)) => {
                print(format!("{separator}{}", code_text(&rules, &finding, language)));
            }
            (FindFormat::Text, None) if finding.family.is_some() => {
                let head = if begun { "\n".into() } else { format!("{}\n\n", visible(&rules.to_string())) };
                let text = finding
                    .family
                    .as_deref()
                    .map(|family| family_text(&finding, family, &prove_command, console.language()));
                print(console.lay(&(head + &text.unwrap_or_default())));
            }
            (FindFormat::Text, None) => {
                let head = if begun { String::new() } else { format!("{}\n\n", visible(&rules.to_string())) };
                print(console.lay(&(head + &finding_text_in(&rules, &finding, file, console.language()))));
            }
            (FindFormat::Json, _) => print(format!("{}\n", finding_json(&rules, &finding, file, console.json()))),
            (FindFormat::Dot | FindFormat::Svg, _) => drawn.push(finding),
        }
        begun = true;
    })?;
    if let (Some(path), false) = (&args.certificate, families.is_empty()) {
        return write_all(path, &families);
    }
    if let Some(path) = &args.certificate {
        let certificate = certificate.ok_or_else(|| {
            let message = text!("`{path}` was not written: nothing was proved", path = path.display().to_string());
            Error::new(ErrorKind::Limit, message)
        })?;
        write_whole(path, certificate.to_text().as_bytes())?;
    }
    if matches!(args.format, FindFormat::Dot | FindFormat::Svg) {
        print(picture(&rules, &drawn, args.format, console)?);
    }
    Ok(())
}

/// The period of who loses: a proof that is gone through at once, without a certificate.
fn find_losers(
    rules: &Ruleset,
    query: Query,
    args: &Find,
    console: &Console,
    budget: &Budget,
    print: &mut dyn FnMut(String),
) -> Result<()> {
    let drawn = matches!(args.format, FindFormat::Dot | FindFormat::Svg);
    if drawn || args.code.is_some() || args.certificate.is_some() {
        let message = text!("what is found of several players is text or JSON");
        let error = Error::new(ErrorKind::Unsupported, message);
        return Err(error.help(text!("certificates, code and pictures are of outcomes and Grundy values")));
    }
    let found = proof::find_losers(rules, query, budget)?;
    print(match args.format {
        FindFormat::Json => format!("{}\n", losers_json(rules, &found, console.json())),
        _ => {
            let head = format!("{}\n\n", visible(&rules.to_string()));
            console.lay(&(head + &losers_text(&found, console.language())))
        }
    });
    Ok(())
}

/// How a claim that was found is proved, to paste into a shell.
fn prove_command(rules: &str, claim: &str) -> String {
    format!("grundy prove '{rules}' --claim '{claim}'")
}

/// A proof for each case of the letters: in files numbered from 1 on if there are several.
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
        write_whole(&path, certificate.to_text().as_bytes())?;
    }
    Ok(())
}

fn code_text(rules: &Ruleset, finding: &Finding, language: CodeLanguage) -> String {
    let mark = if language == CodeLanguage::Python { "#" } else { "//" };
    let head = format!(
        "{mark} {}, {}, checked up to {}",
        visible(&rules.to_string()),
        finding.status.name(),
        finding.checked_to
    );
    match &finding.pattern {
        Some(pattern) => format!("{head}\n{}", code(pattern, language)),
        None => format!("{head}\n"),
    }
}

/// The one automaton among the findings, or the pattern that is none.
fn picture(rules: &Ruleset, findings: &[Finding], format: FindFormat, console: &Console) -> Result<String> {
    let automata: Vec<_> = findings
        .iter()
        .filter_map(|finding| match finding.pattern.as_ref().map(|p| &p.form) {
            Some(Form::Automaton(automaton)) => Some((finding.of, automaton)),
            _ => None,
        })
        .collect();
    let names = rules.game.parameters();
    match automata[..] {
        [(of, automaton)] if format == FindFormat::Dot => Ok(automaton_dot(automaton, of, &names, console.language())),
        [(of, automaton)] => {
            let title = match of {
                Of::Outcome => text!("{rules}: outcomes", rules),
                Of::Grundy => text!("{rules}: Grundy values", rules),
            };
            automaton_svg(automaton, of, &names, &title.in_language(console.language()), console.language())
        }
        [] if format == FindFormat::Svg => {
            // Values tell the outcomes as well, and come last.
            match findings.iter().rfind(|finding| finding.pattern.is_some()).or(findings.last()) {
                Some(finding) if finding.family.is_none() => pattern_svg(rules, finding, console.language()),
                _ => Err(Error::new(ErrorKind::Unsupported, text!("there is nothing to draw for all letters at once"))
                    .help(text!("see the pattern without --format"))),
            }
        }
        [] => {
            let error = Error::new(ErrorKind::Unsupported, text!("only automata are graphs, and the pattern is none"));
            Err(error.help(text!("draw it with --format svg")))
        }
        _ => {
            let error = Error::new(ErrorKind::BadArgument, text!("outcomes and values have an automaton each"));
            Err(error.help(text!("choose one with --of outcome or --of grundy")))
        }
    }
}
