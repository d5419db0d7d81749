//! The environment in which requests run.

use crate::output::OutputOptions;
use grundy_lang::Text;
use grundy_rules::{Library, PositionSum, Result, Sources};
use grundy_solve::SolvedPositions;
use grundy_solve::sequence::{Sequence, SequenceState};
use grundy_solve::{Budget, Solver};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// The environment of requests: cached tables, limits, sources of files, and output settings.
pub struct RequestContext<'a> {
    /// The solver for positions and boards, which keeps its tables for later requests.
    ///
    /// Each request for a table or pattern uses a new solver, because its tables can be large and are not needed
    /// again.
    pub solver: &'a mut Solver,
    /// The limits.
    pub budget: &'a Budget,
    /// The games that expressions, quotients and certificates may name.
    pub library: &'a Library,
    /// The source of the files that specs may name with `@file`.
    pub sources: &'a mut dyn Sources,
    /// Settings for writing replies.
    pub output: OutputOptions<'a>,
    /// A function that returns the memory in use by the program, in bytes.
    ///
    /// If the function is set, the memory of a parsed position counts against the limit before the position is
    /// solved.
    pub memory_in_use: Option<fn() -> u64>,
    /// The database from which all answers for positions come; `None` to solve positions instead.
    pub database: Option<&'a mut dyn SolvedDatabase>,
    /// The place where the values of a sequence are saved, if any.
    pub checkpoint: Option<&'a mut dyn Checkpoint>,
    /// Receives remarks and progress while a sequence is computed.
    pub watcher: Option<&'a dyn Watcher>,
}

impl<'a> RequestContext<'a> {
    /// Creates a context in English with the games of Grundy.
    ///
    /// It has no database, checkpoint or watcher.
    pub fn new(solver: &'a mut Solver, budget: &'a Budget, sources: &'a mut dyn Sources) -> RequestContext<'a> {
        RequestContext {
            solver,
            budget,
            library: grundy_games::library(),
            sources,
            output: OutputOptions::default(),
            memory_in_use: None,
            database: None,
            checkpoint: None,
            watcher: None,
        }
    }

    /// Returns the limits for the remaining work; memory in use counts against the limit.
    pub(crate) fn remaining_budget(&self) -> Cow<'a, Budget> {
        let Some(bytes) = self.memory_in_use else { return Cow::Borrowed(self.budget) };
        let limit = self.budget.bytes + self.budget.bytes_in_use;
        let bytes_in_use = bytes().min(limit);
        Cow::Owned(Budget { bytes: limit - bytes_in_use, bytes_in_use, ..self.budget.clone() })
    }
}

/// A database of solved positions.
pub trait SolvedDatabase {
    /// Returns the name that errors show.
    fn name(&self) -> String;

    /// Opens the database for a position, and first solves the position into it if so configured.
    ///
    /// # Errors
    /// The errors of the database; `limit`.
    fn open(&mut self, position_sum: &PositionSum, budget: &Budget) -> Result<Arc<dyn SolvedPositions>>;
}

/// A place where the values of a sequence are saved.
pub trait Checkpoint {
    /// Returns the name that errors show.
    fn name(&self) -> String;

    /// Returns the interval between saves.
    fn interval(&self) -> Duration;

    /// Opens the checkpoint of a game.
    ///
    /// Returns the saved state, of at most `limit` bytes, and the checksum of its values; `None` if nothing is saved.
    ///
    /// # Errors
    /// `refused` if the checkpoint belongs to another game or was changed; `limit`; `io`.
    fn open(&mut self, rules: &str, limit: u64) -> Result<Option<(SequenceState, u64)>>;

    /// Saves the values that are not saved yet.
    ///
    /// # Errors
    /// `io`.
    fn save(&mut self, values: &Sequence) -> Result<()>;
}

/// Receives remarks and progress while a sequence is computed.
pub trait Watcher {
    /// Receives a remark.
    fn note(&self, note: &Text);

    /// Receives a message with the number of units done and the total, if known.
    fn progress(&self, message: &Text, done: u64, total: Option<u64>);

    /// Receives the last heap that was computed before an error.
    fn stopped(&self, last: u64);
}
