//! `grundy table`: values or outcomes of all heaps, pairs or triples up to a bound.

use crate::args::{Only, Table, TableFormat, TableOf};
use crate::console::{Console, exit_code};
use crate::files::Files;
use grundy::games::parse_rules_with;
use grundy::lang::text;
use grundy::render::{self, Failure, Numbers, TextNumbers, check_table, write_p_positions, write_table};
use grundy::{Error, ErrorKind, Of, Play, Solver};
use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

pub fn run(args: &Table, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let text = words(&args.rules);
    let done = text.as_deref().map_err(|error| Failure::Table(error.clone()));
    let mut begun = false;
    let done = done.and_then(|text| write(text, args, console, &mut begun, &mut out));
    let error = match done {
        Ok(()) => {
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(Failure::Write(error)) => return Err(error),
        Err(Failure::Table(error)) => error,
    };
    // What was begun is no JSON any more: then the error goes where people look.
    if args.format == TableFormat::Json && !begun {
        writeln!(out, "{}", console.error_json(&error, None))?;
        out.flush()?;
    } else {
        out.flush()?;
        console.error(text.as_deref().unwrap_or(""), &error);
    }
    Ok(exit_code(&error))
}

fn write(text: &str, args: &Table, console: &Console, begun: &mut bool, out: &mut dyn Write) -> Result<(), Failure> {
    let budget = console.budget(&args.common);
    let mut files = Files::new(budget);
    let mut rules = parse_rules_with(text, &mut files)?;
    if args.common.misere {
        rules.play = Play::Misere;
    }
    let positions = args.only == Some(Only::P);
    let of = match args.of {
        Some(TableOf::Outcome) => Of::Outcome,
        Some(TableOf::Grundy) => Of::Grundy,
        // Of the P-positions nobody asks the value: it is 0.
        None if positions => Of::Outcome,
        None => Of::usual(&rules),
    };
    let format = match args.format {
        TableFormat::Text => render::TableFormat::Text,
        TableFormat::Json => render::TableFormat::Json,
        TableFormat::Csv => render::TableFormat::Csv,
        TableFormat::Bfile => render::TableFormat::Bfile,
        TableFormat::Svg => render::TableFormat::Svg,
    };
    check_table(&rules, of, args.to, positions, format)?;
    let mut solver = Solver::new();
    let mut table = solver.table(&rules, of, args.to, !args.common.no_theorems, &budget)?;
    // Closed forms and periods need no table, but nobody can keep what would be printed.
    let entries = (u128::from(args.to) + 1).saturating_pow(table.dims() as u32);
    budget.fits(entries, &text!("a table up to {to}, at a byte an entry,", to = args.to))?;
    *begun = true;
    let numbers = if format == render::TableFormat::Json { console.json().numbers } else { Numbers::Number };
    let mut out = TextNumbers::new(out, numbers);
    if positions {
        write_p_positions(&mut table, format, &mut out)?;
    } else {
        write_table(&mut table, format, console.style(), console.language(), &mut out)?;
    }
    Ok(out.end()?)
}

/// The rules, which may be given in several words: `misere kayles`.
pub fn words(args: &[OsString]) -> Result<String, Error> {
    let words: Result<Vec<&str>, &OsString> = args.iter().map(|arg| arg.to_str().ok_or(arg)).collect();
    words.map(|words| words.join(" ")).map_err(|arg| {
        let message = text!("the argument `{arg}` is not valid UTF-8", arg = arg.to_string_lossy());
        Error::new(ErrorKind::Syntax, message).help(text!("rules are UTF-8 text, for example take[1,3,4]"))
    })
}
