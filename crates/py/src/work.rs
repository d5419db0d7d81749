//! Runs work without Python's lock, within limits, and interruptible by Ctrl-C.
//!
//! The calling thread first runs the work for a few milliseconds, which is enough for small requests. If the work is
//! not done then, it starts again in a new thread, while the calling thread checks for signals. The result of a first
//! run that ran out of time is discarded, since it can be less complete than the result of a run with the full time.

use crate::errors::{panic_error, raise};
use grundy::unstable::lang::Text;
use grundy::unstable::rules::Cancel;
use grundy::unstable::rules::clock::Instant;
use grundy::unstable::solve::Progress;
use grundy::unstable::solve::Solver;
use grundy::{Budget, Result};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time for which the calling thread runs the work before it starts a new thread.
const FIRST_TRY: Duration = Duration::from_millis(5);
/// The time between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

static LIMITS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static LIMITED: AtomicBool = AtomicBool::new(false);

/// Sets the function that returns the current limits: `(seconds, bytes, threads, progress)` or `None`.
///
/// Python calls this function whenever limits are set; only the first call has an effect.
#[pyfunction]
pub(crate) fn set_limits(py: Python<'_>, current: Py<PyAny>) {
    let _ = LIMITS.set(py, current);
    LIMITED.store(true, Ordering::Relaxed);
}

thread_local! {
    /// The solver that a thread keeps for its next request.
    static SOLVER: RefCell<Option<Solver>> = const { RefCell::new(None) };
}

/// Clears the tables that the solver of this thread keeps.
#[pyfunction]
pub(crate) fn clear() {
    SOLVER.take();
}

/// Returns the current limits, and the function that receives progress reports.
pub(crate) fn limits(py: Python<'_>) -> PyResult<(Budget, Option<Py<PyAny>>)> {
    let mut budget = Budget::default();
    if !LIMITED.load(Ordering::Relaxed) {
        return Ok((budget, None));
    }
    let Some(current) = LIMITS.get(py) else { return Ok((budget, None)) };
    type LimitSettings = (Option<f64>, Option<u64>, Option<usize>, Option<Py<PyAny>>);
    let Some((seconds, bytes, threads, progress)) = current.call0(py)?.extract::<Option<LimitSettings>>(py)? else {
        return Ok((budget, None));
    };
    if let Some(seconds) = seconds {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        budget.deadline = Instant::now().checked_add(time);
    }
    budget.bytes = bytes.unwrap_or(budget.bytes);
    budget.threads = threads.unwrap_or(budget.threads).max(1);
    Ok((budget, progress))
}

/// The latest progress report of long work.
#[derive(Default)]
struct ProgressReport(Mutex<Option<(Text, u64, Option<u64>)>>);

impl Progress for ProgressReport {
    fn report(&self, work: &Text, done: u64, total: Option<u64>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((work.clone(), done, total));
    }
}

/// Runs work and converts its error, which refers to `text`, to an exception.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    text: &str,
    work: impl Fn(&mut Solver, &Budget) -> Result<T> + Send + Sync,
) -> PyResult<T> {
    let (budget, progress) = limits(py)?;
    // If the work calls this function again, the inner call finds no solver here and creates its own.
    let mut solver = SOLVER.take().unwrap_or_else(grundy::unstable::proof::solver_with_proofs);
    let done = match run_briefly(py, &mut solver, &budget, &work)? {
        Some(done) => done,
        None => {
            // A solver stores failed proofs, even those that failed for lack of time, so the solver of the
            // first try is replaced by a new one.
            solver = grundy::unstable::proof::solver_with_proofs();
            run_in_thread(py, &mut solver, &budget, progress, &work)?
        }
    };
    if !done.as_ref().is_err_and(|error| error.limit().is_some()) {
        SOLVER.set(Some(solver));
    }
    done.map_err(|error| raise(py, &error, text))
}

/// Runs work with the limits of `budget` in force.
///
/// The limits thus also apply while rules list their moves.
fn with_limits<T>(budget: &Budget, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let scope = budget.enter();
    scope.finish(work())
}

/// Runs work in this thread for a few milliseconds; returns `None` if the time does not suffice.
fn run_briefly<T: Send>(
    py: Python<'_>,
    solver: &mut Solver,
    budget: &Budget,
    work: &(impl Fn(&mut Solver, &Budget) -> Result<T> + Sync),
) -> PyResult<Option<Result<T>>> {
    let end = Instant::now() + FIRST_TRY;
    let is_short_try = budget.deadline.is_none_or(|deadline| end < deadline);
    let deadline = if is_short_try { Some(end) } else { budget.deadline };
    let first = Budget { deadline, threads: 1, ..budget.clone() };
    let done = py
        .detach(|| catch_unwind(AssertUnwindSafe(|| with_limits(&first, || work(solver, &first)))))
        .map_err(|panic| panic_error(&*panic))?;
    Ok((!is_short_try || Instant::now() < end).then_some(done))
}

/// Runs work in a new thread, while this thread checks for signals and reports progress.
fn run_in_thread<T: Send>(
    py: Python<'_>,
    solver: &mut Solver,
    budget: &Budget,
    progress: Option<Py<PyAny>>,
    work: &(impl Fn(&mut Solver, &Budget) -> Result<T> + Sync),
) -> PyResult<Result<T>> {
    let (cancel, latest) = (Cancel::default(), Arc::new(ProgressReport::default()));
    let sink = progress.is_some().then(|| latest.clone() as Arc<dyn Progress>);
    let budget = Budget { cancel: Some(cancel.clone()), progress: sink, ..budget.clone() };
    std::thread::scope(|scope| {
        let (send, receive) = channel();
        let job = move || {
            let done = catch_unwind(AssertUnwindSafe(|| with_limits(&budget, || work(solver, &budget))));
            // Sending cannot fail, since the receiver waits for the result.
            let _ = send.send(done);
        };
        std::thread::Builder::new()
            .name("grundy".into())
            .spawn_scoped(scope, job)
            .map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
        let receive = Mutex::new(receive);
        let wait = |time| receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time);
        loop {
            match py.detach(|| wait(SIGNAL_INTERVAL)) {
                Ok(done) => return done.map_err(|panic| panic_error(&*panic)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the engine ended without a result"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(signal) = py.check_signals().and_then(|()| forward_progress(py, &latest, progress.as_ref())) {
                cancel.cancel();
                // Wait for the work, since it borrows data of the caller. It is cancelled, so it ends soon.
                let _ = py.detach(|| wait(Duration::MAX));
                return Err(signal);
            }
        }
    })
}

/// Passes the latest progress report to Python, if there is a new one.
fn forward_progress(py: Python<'_>, latest: &ProgressReport, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    let last = latest.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (last, progress) {
        (Some((work, done, total)), Some(progress)) => {
            progress.call1(py, (work.in_language(crate::errors::language()), done, total)).map(drop)
        }
        _ => Ok(()),
    }
}
