//! `grundy check`: checks every theorem against brute force.

use crate::args::{CheckArgs as Args, Format};
use crate::console::{Console, exit_code};
use crate::files::Files;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::solve::check::Checked;
use grundy::{Error, ErrorKind};
use grundy_ask::{CheckRequest, Example, Reply, Request};
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    if let Some(file) = args.name.as_deref().and_then(|name| name.strip_prefix('@')) {
        return examples(file, args, console, &mut out);
    }
    let mut tally = Tally::default();
    let mut written = Ok(());
    let budget = console.budget_with_limits(&args.limits);
    let (mut solver, mut files) = (grundy::unstable::solve::Solver::new(), Files::new(&budget));
    let output = console.output_options(args.format == Format::Json);
    let request = Request::Check(CheckRequest { name: args.name.clone(), to: args.to });
    let done = request.run(&mut console.request_context(&mut solver, &budget, &mut files, output), &mut |reply| {
        if let Reply::Checked(checked) = &reply {
            tally.add(checked);
        }
        // Print each theorem as soon as it is checked.
        written = print(reply, args, console, &mut out);
        match &written {
            Ok(()) => Ok(()),
            Err(error) => Err(Error::new(ErrorKind::Io, Text::from(error))),
        }
    });
    written?;
    if let Err(error) = done {
        report(&error, args, console, &mut out)?;
        return Ok(exit_code(&error));
    }
    if args.format == Format::Text {
        let gap = if tally.theorems + tally.skipped > 0 { "\n" } else { "" };
        console.suspend_progress(|| {
            writeln!(out, "{gap}{}", console.wrap_lines(&tally.text().in_language(console.language())))
        })?;
        out.flush()?;
    }
    Ok(ExitCode::from(u8::from(tally.failed > 0)))
}

/// Prints a reply and flushes the output.
fn print(mut reply: Reply, args: &Args, console: &Console, out: &mut impl Write) -> std::io::Result<()> {
    let output = console.output_options(args.format == Format::Json);
    let text = match args.format {
        Format::Text => reply.text(&output).map(Option::unwrap_or_default),
        Format::Json => reply.json(&output).map(|json| json + "\n"),
    };
    // Formatting fails only for replies with values of games, and `check` has no such replies.
    let text = text.unwrap_or_default();
    console.suspend_progress(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Checks the examples of a rule file, each within its own limits.
fn examples(file: &str, args: &Args, console: &Console, out: &mut impl Write) -> std::io::Result<ExitCode> {
    let examples = match Example::read_all(file, &mut Files::new(&console.budget_with_limits(&args.limits))) {
        Ok(examples) => examples,
        Err(error) => {
            report(&error, args, console, out)?;
            return Ok(exit_code(&error));
        }
    };
    let (mut solver, mut failed, count) = (grundy::unstable::proof::solver_with_proofs(), 0, examples.len());
    let output = console.output_options(args.format == Format::Json);
    for example in examples {
        let budget = console.budget_with_limits(&args.limits);
        let mut files = Files::new(&budget);
        let reply =
            Request::Example(example).run_one(&mut console.request_context(&mut solver, &budget, &mut files, output));
        match reply {
            Ok(reply) => {
                failed += u64::from(!matches!(&reply, Reply::Example(checked) if checked.2));
                print(reply, args, console, out)?;
            }
            Err(error) => {
                report(&error, args, console, out)?;
                return Ok(exit_code(&error));
            }
        }
    }
    if args.format == Format::Text {
        let summary = match (count, failed) {
            (1, 0) => text!("1 example: passed"),
            (1, _) => text!("1 example: failed"),
            (_, 0) => text!("{examples} examples: all passed", examples = count),
            _ => text!("{examples} examples: {failed} failed", examples = count, failed),
        };
        console
            .suspend_progress(|| writeln!(out, "\n{}", console.wrap_lines(&summary.in_language(console.language()))))?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(failed > 0)))
}

fn report(error: &Error, args: &Args, console: &Console, out: &mut impl Write) -> std::io::Result<()> {
    match args.format {
        Format::Text => console.error(args.name.as_deref().unwrap_or(""), error),
        Format::Json => writeln!(out, "{}", console.error_json(error, None))?,
    }
    out.flush()
}

#[derive(Default)]
struct Tally {
    theorems: u64,
    positions: u64,
    failed: u64,
    /// The number of theorems that were not checked on any position.
    skipped: u64,
}

impl Tally {
    fn add(&mut self, checked: &Checked) {
        let held = checked.passed() || checked.failed();
        self.theorems += u64::from(held);
        self.skipped += u64::from(!held);
        self.positions += checked.positions;
        self.failed += u64::from(checked.failed());
    }

    fn text(&self) -> Text {
        let Tally { theorems, positions, failed, skipped } = *self;
        let held = match (theorems, failed) {
            (0, _) if skipped > 0 => text!("no theorem was checked"),
            (0, _) => {
                text!("nothing to check: the game has no theorem, and no theorem on sums applies to its positions")
            }
            (1, 0) => text!("1 theorem, {positions} positions: all agree", positions),
            (1, _) => text!("1 theorem, {positions} positions: failed", positions),
            (_, 0) => text!("{theorems} theorems, {positions} positions: all agree", theorems, positions),
            _ => text!("{theorems} theorems, {positions} positions: {failed} failed", theorems, positions, failed),
        };
        match skipped {
            0 => held,
            _ => text!("{held}; {skipped} skipped", held, skipped),
        }
    }
}
