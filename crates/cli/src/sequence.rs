//! `grundy sequence`: computes long Grundy sequences of heap games and saves them at intervals.

use crate::args::{SequenceArgs as Args, TableFormat};
use crate::console::{Console, exit_code};
use crate::files::{Files, write_atomic};
use crate::table::join_args;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::render::kernel_stats_text;
use grundy::unstable::solve::Solver;
use grundy::unstable::solve::sequence::{Sequence, SequenceState, cycles_per_microsecond};
use grundy::unstable::store::Checkpoint as Saved;
use grundy::{Error, ErrorKind, Result};
use grundy_ask::sequence::{Computed, NoCertificate, normalise_code};
use grundy_ask::{Checkpoint, SequenceRequest, Watcher};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut text = join_args(&args.code).map(|text| normalise_code(&text));
    let error = match text.as_mut().map_err(|error| error.clone()).and_then(|text| compute(text, args, console)) {
        Ok(done) => {
            let output = console.output_options(args.format == TableFormat::Json);
            console.suspend_progress(|| done.write(args.format.into(), args.stats, &output, &mut out))?;
            out.flush()?;
            if args.stats && args.format != TableFormat::Json && !args.common.limits.quiet {
                let remarks = kernel_stats_text(done.efforts.iter().copied(), cycles_per_microsecond());
                remarks.iter().for_each(|remark| console.note(remark));
            }
            match certify(args, &done) {
                Ok(()) => return Ok(ExitCode::SUCCESS),
                // The sequence was printed already, so the error goes to standard error even with JSON output.
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

fn compute(text: &str, args: &Args, console: &Console) -> Result<Computed> {
    if args.stats && matches!(args.format, TableFormat::Csv | TableFormat::Bfile) {
        let error = Error::new(ErrorKind::BadArgument, text!("--stats cannot be used with a list of values"));
        return Err(error.help(text!("leave out --stats, or use --format text, json or svg")));
    }
    let sequence = SequenceRequest {
        to: args.to,
        misere: args.common.misere,
        use_theorems: !args.common.no_theorems,
        statistics: args.stats,
        format: args.format.into(),
        ..SequenceRequest::new(text)
    };
    let budget = console.budget(&args.common);
    let (mut solver, mut files) = (Solver::new(), Files::new(&budget));
    let mut folder = args.checkpoint.as_deref().map(|path| Folder { path, interval: args.save_interval, saved: None });
    let remarks = Remarks { console, folder: args.checkpoint.as_deref() };
    let mut context = console.request_context(&mut solver, &budget, &mut files, console.output_options(false));
    context.checkpoint = folder.as_mut().map(|folder| folder as &mut dyn Checkpoint);
    context.watcher = (!args.common.limits.quiet).then_some(&remarks as &dyn Watcher);
    sequence.compute(&mut context)
}

/// The folder of `--checkpoint`.
struct Folder<'a> {
    path: &'a Path,
    interval: Duration,
    saved: Option<Saved>,
}

impl Checkpoint for Folder<'_> {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn interval(&self) -> Duration {
        self.interval
    }

    fn open(&mut self, rules: &str, limit: u64) -> Result<Option<(SequenceState, u64)>> {
        let (saved, state) = Saved::open(self.path, rules, limit)?;
        self.saved = Some(saved);
        Ok(state)
    }

    fn save(&mut self, values: &Sequence) -> Result<()> {
        self.saved.as_mut().map_or(Ok(()), |saved| saved.save(values))
    }
}

/// Prints notes and progress on standard error.
struct Remarks<'a> {
    console: &'a Console,
    folder: Option<&'a Path>,
}

impl Watcher for Remarks<'_> {
    fn note(&self, note: &Text) {
        self.console.note(note);
    }

    fn progress(&self, message: &Text, done: u64, total: Option<u64>) {
        self.console.status(message, done, total);
    }

    fn stopped(&self, last: u64) {
        self.console.note(&match self.folder {
            None => text!("heaps 0 to {last} were computed; use --checkpoint DIR to save them", last),
            Some(folder) => text!(
                "heaps 0 to {last} were computed and saved in `{path}`; the same command continues from there",
                last,
                path = folder.display().to_string()
            ),
        });
    }
}

/// Writes the certificate if one is requested.
fn certify(args: &Args, done: &Computed) -> Result<()> {
    let Some(path) = &args.certificate else { return Ok(()) };
    let shown = || path.display().to_string();
    match done.certificate() {
        Ok(text) => write_atomic(path, text.as_bytes()),
        Err(NoCertificate::Unproved) => {
            let message = text!("`{path}` was not written: there is no proof", path = shown());
            Err(Error::new(ErrorKind::Limit, message))
        }
        Err(NoCertificate::TooLong(entries)) => {
            let message = text!(
                "`{path}` was not written: {entries} values are too many for a certificate",
                path = shown(),
                entries
            );
            Err(Error::new(ErrorKind::TooLarge, message))
        }
    }
}
