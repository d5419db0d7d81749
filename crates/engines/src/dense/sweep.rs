//! The first pass: several threads fill a box in a guessed order.

use super::cells::{OPEN, Slot};
use super::evaluate::{CellResult, Evaluator, View};
use super::order::Order;
use super::pass::PassError;
use grundy_rules::{Budget, Meter};
use grundy_rules::{Coordinates, DenseRules};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Barrier, Mutex, OnceLock, PoisonError};

/// The number of cells after which a thread reports its progress and checks the limits.
const REPORT_INTERVAL: u64 = 1024;
/// The maximal number of threads; with more of them, waiting takes longer than the work.
const MAX_THREADS: usize = 16;

/// The reason why a thread stops before the last wave.
enum Halt {
    Stop(PassError),
    /// The rules failed to list the options of a cell. The second pass decides whether this cell is needed.
    Fault,
    Panic(Box<dyn Any + Send>),
}

impl From<PassError> for Halt {
    fn from(stop: PassError) -> Halt {
        Halt::Stop(stop)
    }
}

/// Fills the cells that can be computed in this order, from wave `*wave` on.
/// Cells with an unknown option stay empty. `wave` is set to the next wave.
#[allow(clippy::too_many_arguments)] // the parameters of the table, its state, and the limits
pub(super) fn sweep<S: Slot>(
    rules: &dyn DenseRules,
    order: Order,
    view: View,
    cells: &[S],
    wave: &mut u64,
    filled: &AtomicU64,
    meter: &mut Meter<'_>,
    budget: &Budget,
) -> Result<(), PassError> {
    let (from, waves) = (*wave, order.waves(view.shape));
    if from == waves {
        return Ok(());
    }
    let meter = Mutex::new(meter);
    // The number of threads is known only after all threads that could be started have begun.
    let shared_barrier: OnceLock<(Barrier, u64)> = OnceLock::new();
    // A thread that must stop sets this flag, and all threads stop after the same wave.
    let stop = AtomicBool::new(false);
    let work = |thread: u64| -> (u64, Option<Halt>) {
        let (barrier, threads) = shared_barrier.wait();
        let mut worker = None;
        for wave in from..waves {
            let mut sweep_wave = || {
                let worker = worker.get_or_insert_with(|| Worker::new(rules, view, cells, filled, &meter, budget));
                order.units(view.shape, wave, thread, *threads, &mut |[a, b, c]| {
                    for x in a {
                        for y in b.clone() {
                            for z in c.clone() {
                                worker.fill([x, y, z])?;
                            }
                        }
                    }
                    Ok::<(), Halt>(())
                })?;
                worker.report()
            };
            // Without `catch_unwind`, a panic here would leave the other threads waiting at the barrier forever.
            let halt =
                catch_unwind(AssertUnwindSafe(&mut sweep_wave)).unwrap_or_else(|panic| Err(Halt::Panic(panic))).err();
            if halt.is_some() {
                stop.store(true, Ordering::Relaxed);
            }
            barrier.wait();
            let all_stop = stop.load(Ordering::Relaxed);
            // The second barrier ensures that all threads have read the flag before any thread writes it again.
            barrier.wait();
            if all_stop {
                return (wave, halt);
            }
        }
        (waves, None)
    };
    let max_threads = budget.threads().min(MAX_THREADS) as u64;
    let results = run_on_threads(max_threads, &shared_barrier, &work);
    // All threads stopped after the same wave.
    *wave = results.iter().map(|(wave, _)| *wave).min().unwrap_or(waves);
    let mut narrow = false;
    for halt in results.into_iter().filter_map(|(_, halt)| halt) {
        match halt {
            Halt::Panic(panic) => resume_unwind(panic),
            // An error takes precedence over a value that does not fit.
            Halt::Stop(PassError::Failed(error)) => return Err(PassError::Failed(error)),
            Halt::Stop(PassError::Narrow) => narrow = true,
            Halt::Fault => *wave = waves,
        }
    }
    if narrow && *wave < waves { Err(PassError::Narrow) } else { Ok(()) }
}

/// For each thread, the number of complete waves and the reason why it stopped early.
type ThreadResults = Vec<(u64, Option<Halt>)>;

/// Runs `work` on up to `max_threads` threads and collects the results.
/// The function is not generic, so the code for threads is compiled only once.
fn run_on_threads(
    max_threads: u64,
    shared_barrier: &OnceLock<(Barrier, u64)>,
    work: &(dyn Fn(u64) -> (u64, Option<Halt>) + Sync),
) -> ThreadResults {
    let mut results = vec![];
    if cfg!(target_family = "wasm") {
        shared_barrier.get_or_init(|| (Barrier::new(1), 1));
        results.push(work(0));
    } else {
        std::thread::scope(|scope| {
            let spawn = |thread| std::thread::Builder::new().spawn_scoped(scope, move || work(thread)).ok();
            let others: Vec<_> = (1..max_threads).map_while(spawn).collect();
            shared_barrier.get_or_init(|| (Barrier::new(others.len() + 1), others.len() as u64 + 1));
            results.push(work(0));
            results.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
        });
    }
    results
}

/// The state of one thread.
struct Worker<'a, 'm, 'b, S> {
    evaluator: Evaluator<'a, S>,
    view: View,
    cells: &'a [S],
    /// The number of cells filled by all threads; each worker adds its `filled` when it is dropped.
    all_filled: &'a AtomicU64,
    filled: u64,
    meter: &'a Mutex<&'m mut Meter<'b>>,
    /// The number of cells evaluated since the last report.
    evaluated: u64,
}

impl<'a, 'm, 'b, S: Slot> Worker<'a, 'm, 'b, S> {
    fn new(
        rules: &'a dyn DenseRules,
        view: View,
        cells: &'a [S],
        all_filled: &'a AtomicU64,
        meter: &'a Mutex<&'m mut Meter<'b>>,
        budget: &'a Budget,
    ) -> Self {
        let evaluator = Evaluator::new(rules, view, cells, budget);
        Worker { evaluator, view, cells, all_filled, filled: 0, meter, evaluated: 0 }
    }

    /// Computes a cell of the box if its known options suffice.
    #[inline(always)]
    fn fill(&mut self, at: Coordinates) -> Result<(), Halt> {
        if self.view.normalise(at) != at {
            return Ok(());
        }
        let place = self.view.shape.offset(at);
        if self.cells[place].state() < OPEN {
            return Ok(());
        }
        self.evaluated += 1;
        if self.evaluated == REPORT_INTERVAL {
            self.report()?;
        }
        match self.evaluator.evaluate(at, None)? {
            CellResult::Value(value) if value > S::MAX_VALUE => Err(PassError::Narrow.into()),
            CellResult::Value(value) => {
                self.cells[place].set(value);
                self.filled += 1;
                Ok(())
            }
            // If the second pass needs the cell, it meets the unknown option or the cycle again.
            CellResult::Missing | CellResult::Cycle(_) => Ok(()),
            CellResult::Fault(_) => Err(Halt::Fault),
        }
    }

    /// Reports the cells evaluated since the last report to the meter, which checks the limits.
    fn report(&mut self) -> Result<(), Halt> {
        let cells = std::mem::take(&mut self.evaluated);
        Ok(self.meter.lock().unwrap_or_else(PoisonError::into_inner).advance(cells).map_err(PassError::from)?)
    }
}

impl<S> Drop for Worker<'_, '_, '_, S> {
    /// Adds the number of filled cells to the total of all threads, also after a failure.
    fn drop(&mut self) {
        self.all_filled.fetch_add(self.filled, Ordering::Relaxed);
    }
}
