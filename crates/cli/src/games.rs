//! `grundy games`.

use crate::args::{Format, Games};
use crate::console::{Console, exit_code};
use grundy::render::{card_text, cards_json, error_json, games_text};
use grundy::rules::{games::GAMES, registry};
use grundy::{Error, ErrorKind};
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Games, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    match (&args.name, args.format) {
        (None, Format::Text) => {
            write!(out, "{}\ngrundy games NAME shows one game's rules, theorems and sources\n", games_text(GAMES))?;
        }
        (None, Format::Json) => writeln!(out, "{}", cards_json(GAMES))?,
        (Some(name), format) => match (registry::find(name), format) {
            (Some(entry), Format::Text) => write!(out, "{}", card_text(entry))?,
            (Some(entry), Format::Json) => writeln!(out, "{}", cards_json(&[entry]))?,
            (None, format) => {
                let error = unknown(name);
                match format {
                    Format::Text => console.error(name, &error),
                    Format::Json => writeln!(out, "{}", error_json(&error, None))?,
                }
                return Ok(exit_code(&error));
            }
        },
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

pub fn unknown(name: &str) -> Error {
    let error = Error::new(ErrorKind::UnknownGame, format!("there is no game `{name}`")).at(0..name.len());
    match registry::nearest(name).as_slice() {
        [] => error.help("`grundy games` lists all games"),
        near => error.help(format!("did you mean `{}`?", near.join("` or `"))),
    }
}
