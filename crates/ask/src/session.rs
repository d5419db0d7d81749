//! Sessions: what requests run with.

use crate::output::Output;
use grundy_lang::Text;
use grundy_rules::Sources;
use grundy_rules::{PositionSum, Result};
use grundy_solve::Solved;
use grundy_solve::sequence::{Sequence as Values, State};
use grundy_solve::{Budget, Solver};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// The environment of requests: cached tables, limits, the files that `@file` may name, and how replies are written.
pub struct Session<'a> {
    /// The tables that positions and boards are solved with. Tables and patterns are found with a solver of their own: what they fill is as
    /// large as they ask for, and nobody asks for it again.
    pub solver: &'a mut Solver,
    /// The limits.
    pub budget: &'a Budget,
    /// The files that texts may name.
    pub sources: &'a mut dyn Sources,
    /// How replies are written.
    pub output: Output<'a>,
    /// Counts the bytes that the program has in memory. With it a position that was read counts as taken before it is solved.
    pub memory_in_use: Option<fn() -> u64>,
    /// A database that alone answers positions.
    pub database: Option<&'a mut dyn Database>,
    /// Where a sequence is saved.
    pub checkpoint: Option<&'a mut dyn Checkpoint>,
    /// Receives remarks and progress while a sequence is computed.
    pub watcher: Option<&'a dyn Watcher>,
}

impl<'a> Session<'a> {
    /// A session in English, without a database or a checkpoint.
    pub fn new(solver: &'a mut Solver, budget: &'a Budget, sources: &'a mut dyn Sources) -> Session<'a> {
        Session {
            solver,
            budget,
            sources,
            output: Output::default(),
            memory_in_use: None,
            database: None,
            checkpoint: None,
            watcher: None,
        }
    }

    /// Returns the limits of what is left to do, where memory that is in use now counts as taken.
    pub(crate) fn remaining_budget(&self) -> Cow<'a, Budget> {
        let Some(bytes) = self.memory_in_use else { return Cow::Borrowed(self.budget) };
        let limit = self.budget.bytes + self.budget.held;
        let held = bytes().min(limit);
        Cow::Owned(Budget { bytes: limit - held, held, ..self.budget.clone() })
    }
}

/// A database of solved positions.
pub trait Database {
    /// Returns the name that errors show.
    fn name(&self) -> String;

    /// Opens the database for a position, which is solved into it first if that is asked for.
    ///
    /// # Errors
    /// The errors of the database; `limit`.
    fn open(&mut self, spec: &PositionSum, budget: &Budget) -> Result<Arc<dyn Solved>>;
}

/// A place where the values of a sequence are saved.
pub trait Checkpoint {
    /// Returns the name that errors show.
    fn name(&self) -> String;

    /// Returns how often values are saved.
    fn interval(&self) -> Duration;

    /// Opens the place for a game. Returns the state that was saved, at most `limit` bytes, and the checksum of its values.
    ///
    /// # Errors
    /// `refused` if what was saved is of another game or was changed; `limit`; `io`.
    fn open(&mut self, rules: &str, limit: u64) -> Result<Option<(State, u64)>>;

    /// Saves the values that were not saved yet.
    ///
    /// # Errors
    /// `io`.
    fn save(&mut self, values: &Values) -> Result<()>;
}

/// Receives remarks and progress while a sequence is computed.
pub trait Watcher {
    /// Receives a remark.
    fn note(&self, note: &Text);

    /// Receives how much of the total is done.
    fn progress(&self, message: &Text, done: u64, total: Option<u64>);

    /// Receives the last heap that was computed before an error.
    fn stopped(&self, last: u64);
}
