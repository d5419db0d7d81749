//! `grundy check`: every theorem against brute force.

use crate::args::{Check, Format};
use crate::console::{Console, exit_code};
use crate::games::unknown;
use grundy::engines::check::{self, Checked};
use grundy::render::{checked_json, checked_text, error_json};
use grundy::rules::{Entry, games::GAMES, registry};
use grundy::{Error, Result};
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Check, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut tally = Tally::default();
    let mut written = Ok(());
    let done = checks(args, console, &mut |checked| {
        tally.add(&checked);
        if written.is_ok() {
            let text = match args.format {
                Format::Text => checked_text(&checked),
                Format::Json => format!("{}\n", checked_json(&checked)),
            };
            // Line by line: whoever waits sees each theorem when it is done.
            written = console.aside(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
        }
        written.is_ok()
    });
    written?;
    if let Err(error) = done {
        report(&error, args, console, &mut out)?;
        return Ok(exit_code(&error));
    }
    if args.format == Format::Text {
        console.aside(|| writeln!(out, "\n{}", tally.text()))?;
        out.flush()?;
    }
    Ok(ExitCode::from(u8::from(tally.failed > 0)))
}

/// Checks what was asked for; stops when `go_on` tells that nobody reads any more.
fn checks(args: &Check, console: &Console, go_on: &mut dyn FnMut(Checked) -> bool) -> Result<()> {
    let budget = console.limits(args.memory, args.time, args.quiet);
    let one = match &args.name {
        None => None,
        Some(name) => Some(registry::find(name).ok_or_else(|| unknown(name))?),
    };
    let chosen: Vec<&dyn Entry> = one.map_or_else(|| GAMES.to_vec(), |entry| vec![entry]);
    let mut open = true;
    for &entry in &chosen {
        if open {
            check::game(entry, args.to, &budget, &mut |checked| open = open && go_on(checked))?;
        }
    }
    if open {
        check::sums(&chosen, args.to, &budget, &mut |mut checked| {
            // One game need not meet every theorem that all games share.
            if one.is_some() && checked.positions == 0 {
                return;
            }
            checked.game = one.map(|entry| entry.card().name);
            open = open && go_on(checked);
        })?;
    }
    Ok(())
}

fn report(error: &Error, args: &Check, console: &Console, out: &mut impl Write) -> std::io::Result<()> {
    match args.format {
        Format::Text => console.error(args.name.as_deref().unwrap_or(""), error),
        Format::Json => writeln!(out, "{}", error_json(error, None))?,
    }
    out.flush()
}

#[derive(Default)]
struct Tally {
    theorems: u64,
    positions: u64,
    failed: u64,
}

impl Tally {
    fn add(&mut self, checked: &Checked) {
        self.theorems += 1;
        self.positions += checked.positions;
        self.failed += u64::from(!checked.passed());
    }

    fn text(&self) -> String {
        let Tally { theorems, positions, failed } = self;
        let noun = if *theorems == 1 { "theorem" } else { "theorems" };
        match failed {
            0 => format!("{theorems} {noun}, {positions} positions: all agree"),
            _ => format!("{theorems} {noun}, {positions} positions: {failed} failed"),
        }
    }
}
