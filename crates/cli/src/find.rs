//! `grundy find`: the pattern of a game's outcomes and values.

use crate::args::{Find, FindFormat, FindOf, Lang};
use crate::console::{Console, exit_code};
use crate::files::{Files, write_whole};
use crate::table::words;
use grundy::lang::{text, visible};
use grundy::proof::{self, Automaton, CodeLanguage, Finding, Form, Query};
use grundy::render::{
    automaton_dot, family_text, finding_code, finding_json, finding_svg, finding_text_in, forms_found_json,
    forms_found_text, losers_json, losers_text,
};
use grundy::rules::TableView;
use grundy::verify::Certificate;
use grundy::{Budget, Error, ErrorKind, Of, Result, Ruleset, Solver};
use grundy_ask::{forms, rules};
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
    let of = match args.of {
        Some(FindOf::Value) => return find_values(&rules, args, console, &budget, print),
        Some(FindOf::Outcome) => Some(Of::Outcome),
        Some(FindOf::Grundy) => Some(Of::Grundy),
        None => None,
    };
    let query = Query { to: args.to, of, theorems: !args.common.no_theorems };
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
    let scope = budget.enter();
    let found = proof::find(&rules, query, &mut Solver::new(), &budget, &mut |finding| {
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
                print(format!("{separator}{}", finding_code(&rules, &finding, language)));
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
    });
    scope.finish(found)?;
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

/// The period of what heaps are worth as games.
fn find_values(
    rules: &Ruleset,
    args: &Find,
    console: &Console,
    budget: &Budget,
    print: &mut dyn FnMut(String),
) -> Result<()> {
    let drawn = matches!(args.format, FindFormat::Dot | FindFormat::Svg);
    if drawn || args.code.is_some() || args.certificate.is_some() {
        let message = text!("what is found of values is text or JSON");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let found = forms::find(rules, args.to, budget)?;
    print(match args.format {
        FindFormat::Json => format!("{}\n", forms_found_json(rules, &found)),
        _ => console.lay(&forms_found_text(rules, &found, console.language())),
    });
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

fn automaton(finding: &Finding) -> Option<&Automaton> {
    match &finding.pattern.as_ref()?.form {
        Form::Automaton(automaton) => Some(automaton),
        _ => None,
    }
}

/// The one automaton among the findings, or the pattern that is none.
fn picture(rules: &Ruleset, findings: &[Finding], format: FindFormat, console: &Console) -> Result<String> {
    // Values tell the outcomes as well, and come last.
    let last = || findings.iter().rfind(|finding| finding.pattern.is_some()).or(findings.last());
    let mut automata = findings.iter().filter(|finding| automaton(finding).is_some());
    let drawn = match (automata.next(), automata.next()) {
        (Some(_), Some(_)) => {
            let error = Error::new(ErrorKind::BadArgument, text!("outcomes and values have an automaton each"));
            return Err(error.help(text!("choose one with --of outcome or --of grundy")));
        }
        (Some(one), None) => Some(one),
        (None, _) => last().filter(|finding| finding.family.is_none()),
    };
    if format == FindFormat::Dot {
        let Some((finding, automaton)) = drawn.and_then(|finding| Some((finding, automaton(finding)?))) else {
            let error = Error::new(ErrorKind::Unsupported, text!("only automata are graphs, and the pattern is none"));
            return Err(error.help(text!("draw it with --format svg")));
        };
        return Ok(automaton_dot(automaton, finding.of, &rules.game.parameters(), console.language()));
    }
    let Some(finding) = drawn else {
        let error = Error::new(ErrorKind::Unsupported, text!("there is nothing to draw for all letters at once"));
        return Err(error.help(text!("see the pattern without --format")));
    };
    finding_svg(rules, finding, console.language())
}
