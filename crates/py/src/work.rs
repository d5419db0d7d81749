//! Execution of work: without Python's lock, within limits, and interruptible by Ctrl-C.
//!
//! The calling thread first tries for a few milliseconds, which is enough for small questions. Longer work
//! starts again on a thread of its own, while the calling thread checks for signals. A result that the first
//! try returns after its time is discarded, since it may be less complete than a result of the full time.

use crate::errors::{broken, raise};
use grundy::unstable::engines::Progress;
use grundy::unstable::engines::Solver;
use grundy::unstable::lang::Text;
use grundy::unstable::rules::Cancel;
use grundy::unstable::rules::clock::Instant;
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

/// Time that the calling thread tries alone.
const AT_ONCE: Duration = Duration::from_millis(5);
/// Time between two checks for signals.
const LOOK: Duration = Duration::from_millis(20);

static LIMITS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static LIMITED: AtomicBool = AtomicBool::new(false);

/// Sets the function that returns the limits in force: `(seconds, bytes, threads, progress)` or `None`.
///
/// It is called only after limits have been set for the first time.
#[pyfunction]
pub(crate) fn set_limits(py: Python<'_>, current: Py<PyAny>) {
    let _ = LIMITS.set(py, current);
    LIMITED.store(true, Ordering::Relaxed);
}

thread_local! {
    /// The solver that a thread keeps from one question to the next.
    static SOLVER: RefCell<Option<Solver>> = const { RefCell::new(None) };
}

/// Clears the tables that this thread keeps.
#[pyfunction]
pub(crate) fn clear() {
    SOLVER.take();
}

/// Returns the limits that the caller has set, and the function that receives progress.
pub(crate) fn limits(py: Python<'_>) -> PyResult<(Budget, Option<Py<PyAny>>)> {
    let mut budget = Budget::default();
    if !LIMITED.load(Ordering::Relaxed) {
        return Ok((budget, None));
    }
    let Some(current) = LIMITS.get(py) else { return Ok((budget, None)) };
    type Set = (Option<f64>, Option<u64>, Option<usize>, Option<Py<PyAny>>);
    let Some((seconds, bytes, threads, progress)) = current.call0(py)?.extract::<Option<Set>>(py)? else {
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
struct Said(Mutex<Option<(Text, u64, Option<u64>)>>);

impl Progress for Said {
    fn report(&self, work: &Text, done: u64, total: Option<u64>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((work.clone(), done, total));
    }
}

/// Runs work; errors refer to `text`.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    text: &str,
    work: impl Fn(&mut Solver, &Budget) -> Result<T> + Send + Sync,
) -> PyResult<T> {
    let (budget, progress) = limits(py)?;
    // A call from inside the work finds no solver, and the solver that it makes is dropped.
    let mut solver = SOLVER.take().unwrap_or_else(grundy::unstable::proof::solver);
    let done = match at_once(py, &mut solver, &budget, &work)? {
        Some(done) => done,
        None => {
            // A solver remembers what it could not prove, whatever the reason. One that ran out of time is
            // therefore dropped.
            solver = grundy::unstable::proof::solver();
            apart(py, &mut solver, &budget, progress, &work)?
        }
    };
    if !done.as_ref().is_err_and(|error| error.limit().is_some()) {
        SOLVER.set(Some(solver));
    }
    done.map_err(|error| raise(py, &error, text))
}

/// Runs work with its limits in force, which also apply while rules list their moves.
fn within<T>(budget: &Budget, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let scope = budget.enter();
    scope.finish(work())
}

/// Runs work for a few milliseconds; returns `None` if they were not enough.
fn at_once<T: Send>(
    py: Python<'_>,
    solver: &mut Solver,
    budget: &Budget,
    work: &(impl Fn(&mut Solver, &Budget) -> Result<T> + Sync),
) -> PyResult<Option<Result<T>>> {
    let end = Instant::now() + AT_ONCE;
    let own = budget.deadline.is_none_or(|deadline| end < deadline);
    let first = Budget { deadline: if own { Some(end) } else { budget.deadline }, threads: 1, ..budget.clone() };
    let done = py
        .detach(|| catch_unwind(AssertUnwindSafe(|| within(&first, || work(solver, &first)))))
        .map_err(|panic| broken(&*panic))?;
    Ok((!own || Instant::now() < end).then_some(done))
}

/// Runs work on a thread of its own.
fn apart<T: Send>(
    py: Python<'_>,
    solver: &mut Solver,
    budget: &Budget,
    progress: Option<Py<PyAny>>,
    work: &(impl Fn(&mut Solver, &Budget) -> Result<T> + Sync),
) -> PyResult<Result<T>> {
    let (cancel, said) = (Cancel::default(), Arc::new(Said::default()));
    let told = progress.is_some().then(|| said.clone() as Arc<dyn Progress>);
    let budget = Budget { cancel: Some(cancel.clone()), progress: told, ..budget.clone() };
    std::thread::scope(|scope| {
        let (send, receive) = channel();
        let job = move || {
            let done = catch_unwind(AssertUnwindSafe(|| within(&budget, || work(solver, &budget))));
            // The receiver waits until the result is sent, so sending cannot fail.
            let _ = send.send(done);
        };
        std::thread::Builder::new()
            .name("grundy".into())
            .spawn_scoped(scope, job)
            .map_err(|error| PyRuntimeError::new_err(format!("no thread to work on: {error}")))?;
        let receive = Mutex::new(receive);
        let wait = |time| receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time);
        loop {
            match py.detach(|| wait(LOOK)) {
                Ok(done) => return done.map_err(|panic| broken(&*panic)),
                Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("the engine ended")),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(signal) = py.check_signals().and_then(|()| tell(py, &said, progress.as_ref())) {
                cancel.stop();
                // The work ends soon. Wait for it, because it borrows data of the caller.
                let _ = py.detach(|| wait(Duration::MAX));
                return Err(signal);
            }
        }
    })
}

/// Passes the latest progress report to Python.
fn tell(py: Python<'_>, said: &Said, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    let last = said.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (last, progress) {
        (Some((work, done, total)), Some(progress)) => {
            progress.call1(py, (work.in_language(crate::errors::language()), done, total)).map(drop)
        }
        _ => Ok(()),
    }
}
