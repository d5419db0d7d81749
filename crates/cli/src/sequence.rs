//! `grundy sequence`: long Grundy sequences of heap games, saved as they come.

use crate::args::{Sequence as Args, TableFormat};
use crate::console::{Console, exit_code};
use crate::files::{Files, write_whole};
use crate::table::words;
use grundy::engines::sequence::{Effort, Kernel, Period, Sequence, Summary, cycles_per_microsecond};
use grundy::lang::{Text, text};
use grundy::render::{
    efforts_text, histogram_svg, sequence_json, sequence_svg, sequence_text, statistics_json, statistics_text,
    write_sequence,
};
use grundy::rules::clock::Instant;
use grundy::store::Checkpoint;
use grundy::verify::{Certificate, Of, Proof, Table, Theorem};
use grundy::{Budget, Error, ErrorKind, Result, Ruleset};
use grundy_ask::sequence::{Plan, spelt};
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

/// How long the engine computes between two looks at the clock.
const TICK: Duration = Duration::from_millis(250);

/// Games with moves to three heaps take a second or two up to this heap.
pub const TRIPLES: u64 = 4096;

/// What to expect of moves to three heaps.
pub fn cubic(to: u64) -> Text {
    let times = (u128::from(to) / u128::from(TRIPLES)).saturating_pow(3);
    text!(
        "moves to three heaps take time like the cube of the heap: about {times} times what heap {heap} takes, a second or two",
        times,
        heap = TRIPLES
    )
}

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut text = words(&args.code).map(|text| spelt(&text));
    let error = match text.as_mut().map_err(|error| error.clone()).and_then(|text| compute(text, args, console)) {
        Ok(done) => {
            console.aside(|| done.write(args, console, &mut out))?;
            out.flush()?;
            if args.stats && args.format != TableFormat::Json && !args.common.limits.quiet {
                let remarks = efforts_text(done.efforts.iter().copied(), cycles_per_microsecond());
                remarks.iter().for_each(|remark| console.note(remark));
            }
            match certify(args, &done) {
                Ok(()) => return Ok(ExitCode::SUCCESS),
                // What was computed is told all the same; in JSON it ends the output.
                Err(error) => {
                    console.error("", &error);
                    return Ok(exit_code(&error));
                }
            }
        }
        Err(error) => error,
    };
    if args.format == TableFormat::Json {
        writeln!(out, "{}", console.error_json(&error, None))?;
        out.flush()?;
    } else {
        console.error(text.as_deref().unwrap_or(""), &error);
    }
    Ok(exit_code(&error))
}

/// A sequence, and as far as it was asked for.
struct Done {
    rules: Ruleset,
    sequence: Sequence,
    summary: Summary,
    /// What each kernel did in this process.
    efforts: Vec<(Kernel, Effort)>,
    to: u64,
}

impl Done {
    fn write(&self, args: &Args, console: &Console, out: &mut dyn Write) -> std::io::Result<()> {
        let Done { rules, sequence, summary, .. } = self;
        let language = console.language();
        // Where nobody said how far, values are given as far as they are computed.
        let to = if args.to.is_some() { self.to } else { self.to.min(summary.computed_to) };
        match (args.format, args.stats) {
            (TableFormat::Text, stats) => {
                write!(out, "{}", console.lay(&sequence_text(rules, summary, language)))?;
                if stats {
                    write!(out, "\n{}", console.lay(&statistics_text(summary, language)))?;
                }
                Ok(())
            }
            (TableFormat::Json, stats) => {
                if stats {
                    let efforts = self.efforts.iter().copied();
                    writeln!(out, "{}", statistics_json(rules, summary, efforts, console.json()))?;
                }
                writeln!(out, "{}", sequence_json(rules, summary, console.json()))
            }
            (TableFormat::Csv, _) => write_sequence(sequence, to, true, out),
            (TableFormat::Bfile, _) => write_sequence(sequence, to, false, out),
            (TableFormat::Svg, true) => out.write_all(histogram_svg(rules, summary, language).as_bytes()),
            (TableFormat::Svg, false) => out.write_all(sequence_svg(rules, sequence, to, language).as_bytes()),
        }
    }
}

fn compute(text: &str, args: &Args, console: &Console) -> Result<Done> {
    if args.stats && matches!(args.format, TableFormat::Csv | TableFormat::Bfile) {
        let error = Error::new(ErrorKind::BadArgument, text!("--stats has no place among values"));
        return Err(error.help(text!("leave out --stats, or give --format text, json or svg")));
    }
    let budget = console.budget(&args.common);
    let mut files = Files::new(&budget);
    let theorems = !args.common.no_theorems;
    let plan = Plan::read(text, args.to, args.common.misere, theorems, &mut files)?;
    let Plan { rules, splitting, to, options } = &plan;
    let (to, options) = (*to, *options);
    if !splitting.three.is_empty() && to >= 4 * TRIPLES && !args.common.limits.quiet {
        console.note(&cubic(to));
    }
    if matches!(args.format, TableFormat::Csv | TableFormat::Bfile | TableFormat::Svg) {
        // Periods need no table, but nobody can keep what would be printed.
        budget.fits(u128::from(to) + 1, &text!("a list of all heaps up to {to}, at a byte a value,", to))?;
    }
    let name = rules.game.rules_text();
    let (mut checkpoint, mut sequence) = (None, None);
    if let Some(folder) = &args.checkpoint {
        let (opened, state) = Checkpoint::open(folder, &name, budget.bytes)?;
        checkpoint = Some(opened);
        if let Some((state, checksum)) = state {
            let resumed = Sequence::resume(splitting, options, state, &budget)?;
            if resumed.checksum() != checksum {
                let message = text!(
                    "`{path}` is refused: its values do not have the checksum noted",
                    path = folder.display().to_string()
                );
                return Err(Error::new(ErrorKind::Refused, message));
            }
            sequence = Some(resumed);
        }
    }
    let mut sequence = match sequence {
        Some(sequence) => sequence,
        None => plan.begin()?,
    };
    if let Err(error) = budget.fits(u128::from(to) + 1, &text!("the sequence up to heap {to}", to))
        && sequence.can_certify()
        && !args.common.limits.quiet
    {
        console.note(&text!("{error}; it is computed until a period is proved or memory ends", error = error.message));
    }
    let mut run = Run { args, console, budget: budget.clone(), checkpoint: checkpoint.as_mut(), saved: Instant::now() };
    let done = run.extend(&mut sequence, to);
    // Whatever ended it, what is there is kept.
    if let Some(checkpoint) = &mut checkpoint {
        checkpoint.save(&sequence)?;
    }
    if done.is_err() && sequence.computed() > 0 && !args.common.limits.quiet {
        let last = sequence.computed() - 1;
        console.note(&match &args.checkpoint {
            None => text!("heaps 0 to {last} were computed; --checkpoint DIR would keep them", last),
            Some(folder) => text!(
                "heaps 0 to {last} were computed, and saved in `{path}`: the same command goes on from there",
                last,
                path = folder.display().to_string()
            ),
        });
    }
    done?;
    let efforts = sequence.efforts().collect();
    if sequence.computed() > to.saturating_add(1) {
        // A checkpoint that went farther: what is told is that of the heaps asked for.
        let mut state = sequence.state();
        state.values = first(&state.values, to as usize + 1);
        (state.search_at, state.certified) = (0, false);
        sequence = Sequence::resume(splitting, options, state, &budget)?;
    }
    sequence.search_now(&budget)?;
    let summary = sequence.summary();
    Ok(Done { rules: plan.rules, sequence, summary, efforts, to })
}

/// The first so many values.
fn first(values: &grundy::engines::sequence::Values, length: usize) -> grundy::engines::sequence::Values {
    use grundy::engines::sequence::Values;
    match values {
        Values::Bytes(list) => Values::Bytes(list[..length].to_vec()),
        Values::Words(list) => Values::Words(list[..length].to_vec()),
        Values::Longs(list) => Values::Longs(list[..length].to_vec()),
    }
}

/// A sequence on its way.
struct Run<'a> {
    args: &'a Args,
    console: &'a Console,
    budget: Budget,
    checkpoint: Option<&'a mut Checkpoint>,
    saved: Instant,
}

impl Run<'_> {
    /// Computes up to `to` or to a proof, and saves now and then.
    fn extend(&mut self, sequence: &mut Sequence, to: u64) -> Result<()> {
        let mut tick = TICK;
        loop {
            let (start, before) = (Instant::now(), sequence.computed());
            let end = start + tick.min(self.args.every.max(Duration::from_millis(1)));
            let slice = Budget {
                deadline: self.budget.deadline.map_or(Some(end), |own| Some(own.min(end))),
                ..self.budget.clone()
            };
            let slice = Budget { progress: None, ..slice };
            match sequence.extend_to(to, &slice) {
                Ok(()) => return Ok(()),
                // Only the end of the slice is no end.
                Err(error) if error.kind != ErrorKind::Limit || Instant::now() < end => return Err(error),
                Err(_) => self.budget.check()?,
            }
            if sequence.computed() == before {
                // Preparations that take longer than a slice.
                tick *= 2;
            }
            if !self.args.common.limits.quiet {
                let stats = sequence.stats();
                // Hundredths of a million a second.
                let speed = u128::from(stats.computed - before) * 100_000 / start.elapsed().as_nanos().max(1);
                let speed = format!("{}.{:02}", speed / 100, speed % 100);
                let (values, largest, size) = (stats.computed, stats.max_value, stats.bytes >> 20);
                let message = match stats.rares {
                    Some(rares) => text!(
                        "{values} values, {speed} M/s, {rares} rare, the last of heap {last}, largest {largest}, {size} MiB",
                        values,
                        speed,
                        rares,
                        last = stats.last_rare.unwrap_or(0),
                        largest,
                        size
                    ),
                    None => {
                        text!(
                            "{values} values, {speed} M/s, largest {largest}, {size} MiB",
                            values,
                            speed,
                            largest,
                            size
                        )
                    }
                };
                self.console.status(&message, stats.computed, to.checked_add(1));
            }
            if self.saved.elapsed() >= self.args.every
                && let Some(checkpoint) = &mut self.checkpoint
            {
                checkpoint.save(sequence)?;
                self.saved = Instant::now();
            }
        }
    }
}

/// Writes the proof, if one is asked for.
fn certify(args: &Args, done: &Done) -> Result<()> {
    let Some(path) = &args.certificate else { return Ok(()) };
    let Some(period) = done.sequence.period() else {
        let message = text!("`{path}` was not written: there is no proof", path = path.display().to_string());
        return Err(Error::new(ErrorKind::Limit, message));
    };
    let takes = done.rules.game.table().is_some_and(|view| view.amounts().is_some());
    let theorem = if takes { Theorem::Window } else { Theorem::Octal };
    match certificate(&done.rules.to_string(), theorem, &done.sequence, period) {
        Some(text) => write_whole(path, text.as_bytes()),
        None => {
            let message = text!(
                "`{path}` was not written: {entries} values exceed a certificate",
                path = path.display().to_string(),
                entries = period.preperiod + period.period
            );
            Err(Error::new(ErrorKind::TooLarge, message))
        }
    }
}

/// The certificate of a period; `None` if it is larger than certificates may be.
pub fn certificate(rules: &str, theorem: Theorem, sequence: &Sequence, period: Period) -> Option<String> {
    let Period { preperiod, period } = period;
    let entries = preperiod + period;
    // Entries of two bytes at least.
    if 2 * entries > grundy::verify::LARGEST as u64 {
        return None;
    }
    let table = Table::Values(sequence.values(0..entries).map(u64::from).collect());
    let proof = Proof::Periodic { theorem, of: Of::Grundy, preperiod, period, table };
    let text = Certificate { rules: rules.to_string(), claim: None, automata: vec![], proof }.to_text();
    Some(text).filter(|text| text.len() <= grundy::verify::LARGEST)
}
