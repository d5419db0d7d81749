//! `grundy games`.

use crate::args::{Format, Games};
use crate::console::{Console, exit_code};
use grundy::games::library;
use grundy::lang::Language;
use grundy::lang::text;
use grundy::render::{card_text, cards_json, games_text, proof_of};
use grundy::rules::Entry;
use grundy_ask::games::named;
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Games, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let (style, language) = (console.style(), console.language());
    match (&args.name, args.format) {
        (None, Format::Text) => {
            let more = text!("grundy games NAME shows one game's rules, theorems and sources");
            writeln!(
                out,
                "{}\n{}",
                games_text(library().games(), style, language),
                style.fill(&more.in_language(language))
            )?;
        }
        (None, Format::Json) => writeln!(out, "{}", cards_json(library().games(), console.json()))?,
        (Some(name), format) => match (named(Some(name)).map(|found| found[0]), format) {
            // A theorem is named as well, those on sums too.
            (Err(_), _) if args.proof && proof_of(name, language).is_some() => {
                write!(out, "{}", style.fill(&proof_of(name, language).unwrap_or_default()))?;
            }
            (Ok(entry), _) if args.proof => write!(out, "{}", style.fill(&proofs(entry, language)))?,
            (Ok(entry), Format::Text) => write!(out, "{}", style.fill(&card_text(entry, language)))?,
            (Ok(entry), Format::Json) => writeln!(out, "{}", cards_json(&[entry], console.json()))?,
            (Err(error), format) => {
                match format {
                    Format::Text => console.error(name, &error),
                    Format::Json => writeln!(out, "{}", console.error_json(&error, None))?,
                }
                return Ok(exit_code(&error));
            }
        },
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The sections of the page on theory that prove the theorems of a game, each once; of the others where they are proved.
fn proofs(entry: &dyn Entry, language: Language) -> String {
    let (mut sections, mut others): (Vec<String>, Vec<String>) = (vec![], vec![]);
    for theorem in entry.theorems() {
        match proof_of(theorem.name, language) {
            Some(section) if sections.contains(&section) => {}
            Some(section) => sections.push(section),
            None => {
                let source = language.word(theorem.source);
                let line = text!("{theorem}: proved in {source}", theorem = theorem.name, source);
                others.push(line.in_language(language) + "\n");
            }
        }
    }
    if sections.is_empty() && others.is_empty() {
        let game = entry.card().name;
        return text!("{game} has no theorem: its positions are searched", game).in_language(language) + "\n";
    }
    sections.extend(Some(others.concat()).filter(|others| !others.is_empty()));
    sections.join("\n")
}
