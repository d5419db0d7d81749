//! `grundy games`: lists the games, and describes one game or proves its theorems.

use crate::args::{Format, GamesArgs as Args};
use crate::console::{Console, PROOF_COMMAND, exit_code};
use crate::files::Files;
use grundy::unstable::lang::text;
use grundy::unstable::render::markdown_text;
use grundy::unstable::solve::Solver;
use grundy::{Budget, Result};
use grundy_ask::{GamesRequest, Request};
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match format_games(args, console) {
        Ok(text) => writeln!(out, "{text}")?,
        Err(error) => {
            match args.format {
                Format::Text => console.error(args.name.as_deref().unwrap_or(""), &error),
                Format::Json => writeln!(out, "{}", console.error_json(&error, None))?,
            }
            return Ok(exit_code(&error));
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the output without the last line break.
fn format_games(args: &Args, console: &Console) -> Result<String> {
    let (style, language) = (console.style(), console.language());
    let games = GamesRequest { name: args.name.clone() };
    if args.proof {
        let text = markdown_text(&games.proofs(PROOF_COMMAND, language)?, style, language);
        return Ok(text.strip_suffix('\n').unwrap_or(&text).to_string());
    }
    let (mut solver, budget) = (Solver::new(), Budget::default());
    let (mut files, output) = (Files::new(&budget), console.output_options(args.format == Format::Json));
    let mut reply =
        Request::Games(games).run_one(&mut console.request_context(&mut solver, &budget, &mut files, output))?;
    if args.format == Format::Json {
        return reply.json(&output);
    }
    let text = reply.text(&output)?.unwrap_or_default();
    Ok(match &args.name {
        Some(_) => text.strip_suffix('\n').map_or(text.clone(), String::from),
        None => {
            let more = text!("grundy games NAME shows one game's rules, theorems and sources");
            format!("{text}\n{}", style.fill(&more.in_language(language)))
        }
    })
}
