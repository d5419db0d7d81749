//! `grundy check`: every theorem against brute force.

use crate::args::{Check, Format};
use crate::console::{Console, exit_code};
use crate::files::Files;
use grundy::engines::Answer;
use grundy::engines::check::Checked;
use grundy::lang::{Text, text};
use grundy::render::{checked_json, checked_text, example_json, example_text};
use grundy::rulelang::{RuleExample, check_rule_file, rule_examples};
use grundy::rules::Sources;
use grundy::{Budget, Error, ErrorKind, MovesWanted, Question, Result, parse_with};
use grundy_ask::games;
use std::io::Write;
use std::process::ExitCode;

pub fn run(args: &Check, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    if let Some(file) = args.name.as_deref().and_then(|name| name.strip_prefix('@')) {
        return examples(file, args, console, &mut out);
    }
    let mut tally = Tally::default();
    let mut written = Ok(());
    let budget = console.limits(&args.limits);
    let done = games::check(args.name.as_deref(), args.to, &budget, &mut |checked| {
        tally.add(&checked);
        if written.is_ok() {
            let text = match args.format {
                Format::Text => console.lay(&checked_text(&checked, console.language())),
                Format::Json => format!("{}\n", checked_json(&checked, console.json())),
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
        let gap = if tally.theorems + tally.skipped > 0 { "\n" } else { "" };
        console.aside(|| writeln!(out, "{gap}{}", console.lay(&tally.text().in_language(console.language()))))?;
        out.flush()?;
    }
    Ok(ExitCode::from(u8::from(tally.failed > 0)))
}

/// The examples of a file of rules.
fn examples(file: &str, args: &Check, console: &Console, out: &mut impl Write) -> std::io::Result<ExitCode> {
    let examples = match read_examples(file, &console.limits(&args.limits)) {
        Ok(examples) => examples,
        Err(error) => {
            report(&error, args, console, out)?;
            return Ok(exit_code(&error));
        }
    };
    let (mut solver, mut failed) = (grundy::proof::solver(), 0);
    for example in &examples {
        let budget = console.limits(&args.limits);
        let found = parse_with(&example.spec, &mut Files::new(&budget)).and_then(|spec| {
            solver.solve(&spec, &Question { moves: MovesWanted::None, ..Question::default() }, &budget)
        });
        let agrees = found.as_ref().is_ok_and(|answer| agrees(answer, &example.expected));
        failed += u64::from(!agrees);
        let text = match args.format {
            Format::Text => console.lay(&example_text(example, &found, agrees, console.language())),
            Format::Json => format!("{}\n", example_json(example, &found, agrees, console.json())),
        };
        console.aside(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()))?;
    }
    if args.format == Format::Text {
        let examples = examples.len();
        let came = match (examples, failed) {
            (1, 0) => text!("1 example: it passed"),
            (1, _) => text!("1 example: it failed"),
            (_, 0) => text!("{examples} examples: all passed", examples),
            _ => text!("{examples} examples: {failed} failed", examples, failed),
        };
        console.aside(|| writeln!(out, "\n{}", console.lay(&came.in_language(console.language()))))?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(failed > 0)))
}

fn read_examples(file: &str, budget: &Budget) -> Result<Vec<RuleExample>> {
    let unread = |message: Text| {
        Error::new(ErrorKind::Io, message).help(text!("name a file of rules: grundy check @half.grundy"))
    };
    let bytes = Files::new(budget).read(file).map_err(|error| {
        let ours = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
        ours.cloned().unwrap_or_else(|| unread(text!("cannot read {source}: {error}", source = file, error)))
    })?;
    let text = String::from_utf8(bytes).map_err(|_| unread(text!("{name} is no text in UTF-8", name = file)))?;
    // A rule without examples may be wrong too.
    check_rule_file(file, &mut Files::new(budget))?;
    let examples = rule_examples(file, &text)?;
    if examples.is_empty() {
        let error = Error::new(ErrorKind::BadArgument, text!("{file} has no examples", file));
        return Err(error.help(text!("an example is a line such as `example half(7) is P`")));
    }
    Ok(examples)
}

/// Whether an answer is the outcome or the Grundy value that is expected.
fn agrees(answer: &Answer, expected: &str) -> bool {
    answer.outcome.is_some_and(|outcome| outcome.name() == expected)
        || answer.grundy.is_some_and(|grundy| grundy.0.to_string() == expected)
}

fn report(error: &Error, args: &Check, console: &Console, out: &mut impl Write) -> std::io::Result<()> {
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
    /// Theorems of which nothing was held.
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
            (0, _) => text!(
                "there was nothing to check: the game has no theorem, and its positions meet none of those on sums"
            ),
            (1, 0) => text!("1 theorem, {positions} positions: all agree", positions),
            (1, _) => text!("1 theorem, {positions} positions: it failed", positions),
            (_, 0) => text!("{theorems} theorems, {positions} positions: all agree", theorems, positions),
            _ => text!("{theorems} theorems, {positions} positions: {failed} failed", theorems, positions, failed),
        };
        match skipped {
            0 => held,
            _ => text!("{held}; {skipped} skipped", held, skipped),
        }
    }
}
