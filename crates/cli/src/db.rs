//! `grundy db`, and the use of databases (folders of solved positions) by other commands.

use crate::args::{DbArgs, DbCommand, DbFormat};
use crate::console::{Console, exit_code};
use grundy::unstable::games::library;
use grundy::unstable::json::folder_json;
use grundy::unstable::lang::{Language, Text, text};
use grundy::unstable::render::{FolderInfo, folder_text};
use grundy::unstable::rules::PositionSum;
use grundy::unstable::solve::SolvedPositions;
use grundy::unstable::solve::Solver;
use grundy::unstable::store::database::{self, Database, Export};
use grundy::{Budget, Result};
use grundy_ask::{folder_info, folder_summary};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

pub fn run(args: &DbArgs, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let done = execute(args, console, &mut out);
    out.flush()?;
    match done {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            match args.format {
                DbFormat::Json => writeln!(out, "{}", console.error_json(&error, None))?,
                _ => console.error("", &error),
            }
            out.flush()?;
            Ok(exit_code(&error))
        }
    }
}

fn execute(args: &DbArgs, console: &Console, out: &mut dyn Write) -> Result<()> {
    let budget = console.budget_with_limits(&args.limits);
    let show = |info: &FolderInfo| match args.format {
        DbFormat::Json => folder_json(info, console.json_options()) + "\n",
        _ => folder_text(info, console.style(), console.language()),
    };
    if args.what != DbCommand::Export && matches!(args.format, DbFormat::Csv | DbFormat::Parquet) {
        let error = grundy::Error::new(
            grundy::ErrorKind::BadArgument,
            text!("only positions can be written as csv or parquet"),
        );
        return Err(error.help(text!("grundy db export DIR --format parquet")));
    }
    match args.what {
        DbCommand::List => {
            for (k, (path, manifest)) in database::list(&args.dir)?.iter().enumerate() {
                let gap = if k > 0 && args.format == DbFormat::Text { "\n" } else { "" };
                let info = FolderInfo { tiers: vec![], ..folder_summary(path, manifest) };
                write!(out, "{gap}{}", show(&info)).map_err(write_error)?;
            }
        }
        DbCommand::Info => write!(out, "{}", show(&folder_info(&args.dir, &budget)?)).map_err(write_error)?,
        DbCommand::Check => {
            let database = Database::open(&args.dir, library(), &budget)?;
            let mut lines = ProgressLines { out, format: args.format, language: console.language(), printed: Ok(()) };
            database.check(args.sample, &budget, &mut |entry, position_count| {
                let name = entry.name.as_str();
                let line =
                    text!("{name}: all blocks are valid; positions checked: {looked}", name, looked = position_count);
                lines.add(&line);
            })?;
            lines.finish(|| Ok(show(&folder_info(&args.dir, &budget)?)))?;
        }
        DbCommand::Pack | DbCommand::Unpack => {
            let mut lines = ProgressLines { out, format: args.format, language: console.language(), printed: Ok(()) };
            let change = if args.what == DbCommand::Pack { database::pack } else { database::unpack };
            change(&args.dir, &budget, &mut |name, before, after| {
                let line = text!("{name}: {before} bytes became {after}", name, before, after);
                lines.add(&line);
            })?;
            lines.finish(|| Ok(show(&folder_info(&args.dir, &budget)?)))?;
        }
        DbCommand::Export => {
            let form = if args.format == DbFormat::Parquet { Export::Parquet } else { Export::Csv };
            Database::open(&args.dir, library(), &budget)?.export(form, &budget, out)?;
        }
    }
    Ok(())
}

/// Returns the error of a writer as an error of the command.
fn write_error(error: std::io::Error) -> grundy::Error {
    grundy::Error::new(grundy::ErrorKind::Io, text!("{error}", error))
}

/// The text lines that a command prints while it works, until the writer fails.
struct ProgressLines<'a> {
    out: &'a mut dyn Write,
    format: DbFormat,
    language: Language,
    printed: std::io::Result<()>,
}

impl ProgressLines<'_> {
    /// Prints a line, if the format is text.
    fn add(&mut self, line: &Text) {
        if self.format == DbFormat::Text && self.printed.is_ok() {
            self.printed = writeln!(self.out, "{}", line.in_language(self.language));
        }
    }

    /// Prints the information about the folder, if the format is JSON.
    ///
    /// # Errors
    /// Returns the first error of the writer, and any error of `info`.
    fn finish(self, info: impl FnOnce() -> Result<String>) -> Result<()> {
        self.printed.map_err(write_error)?;
        if self.format == DbFormat::Json {
            write!(self.out, "{}", info()?).map_err(write_error)?;
        }
        Ok(())
    }
}

/// Makes the solver read answers from the database at `path`, if one is given.
pub fn set_database(solver: &mut Solver, path: Option<&Path>, budget: &Budget) -> Result<()> {
    if let Some(path) = path {
        solver.set_database(open(path, budget)?);
    }
    Ok(())
}

/// Opens a database for reading.
pub fn open(path: &Path, budget: &Budget) -> Result<Arc<dyn SolvedPositions>> {
    Ok(Arc::new(Database::open(path, library(), budget)?))
}

/// A database from which a position is answered.
///
/// If requested, the position is solved and stored in it first.
pub struct Folder<'a> {
    path: &'a Path,
    /// Whether the position is solved and stored in the database first.
    solves_first: bool,
    /// The seconds between checkpoints; `None` for the default of the library.
    checkpoint_seconds: Option<u32>,
}

impl<'a> Folder<'a> {
    /// Returns the folder to solve into or else the folder to answer from, if either is given.
    pub fn new(into: Option<&'a Path>, checkpoint_seconds: Option<u32>, from: Option<&'a Path>) -> Option<Folder<'a>> {
        Some(Folder { path: into.or(from)?, solves_first: into.is_some(), checkpoint_seconds })
    }
}

impl grundy_ask::SolvedDatabase for Folder<'_> {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn open(&mut self, position_sum: &PositionSum, budget: &Budget) -> Result<Arc<dyn SolvedPositions>> {
        if self.solves_first {
            let folder = database::Folder::open(self.path, position_sum, budget)?;
            match self.checkpoint_seconds {
                Some(seconds) => folder.with_checkpoint_interval(seconds.into()),
                None => folder,
            }
            .solve(budget)?;
        }
        open(self.path, budget)
    }
}
