//! Computes a limited number of requests at a time, each with a limit on time, memory and threads.
//!
//! Solvers keep their tables and are reused for later requests.

use crate::options::{ServerOptions, Timeouts};
use grundy::Budget;
use grundy::unstable::lang::{Language, Text};
use grundy::unstable::rules::Cancel;
use grundy::unstable::rules::clock::Instant;
use grundy::unstable::solve::Progress;
use grundy::unstable::solve::Solver;
use hyper::HeaderMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The operations that are fast for typical positions; they need no permit for long operations.
const FAST_OPERATIONS: [&str; 6] = ["solve", "parse", "board", "draw", "games", "complete"];

/// The delay before the first progress report, so that most replies are a single line.
const PROGRESS_DELAY: Duration = Duration::from_millis(300);

/// The scheduler of all requests.
pub struct Scheduler {
    options: ServerOptions,
    /// The solvers that are not in use.
    idle: Mutex<Vec<Solver>>,
    /// The permits for all operations; each running request holds one.
    permits: Arc<Semaphore>,
    /// The permits for long operations: one fewer than `permits`, but at least one.
    ///
    /// If there are several permits, one of them remains for fast operations.
    long_permits: Arc<Semaphore>,
    /// The number of requests that are being computed.
    running: AtomicUsize,
}

/// A request of a client.
pub struct ClientRequest {
    pub text: String,
    pub operation: String,
    pub language: Language,
    /// Whether the client requests a table as bytes.
    pub bytes: bool,
    /// Whether lines of progress may precede the reply.
    pub lines: bool,
}

impl ClientRequest {
    /// Reads the operation and the language from a request, and the accepted formats from its headers.
    pub fn read(text: String, value: &serde_json::Value, head: &HeaderMap) -> ClientRequest {
        let field = |name: &str| value[name].as_str().unwrap_or_default();
        let accepted = head.get("accept").and_then(|value| value.to_str().ok()).unwrap_or_default();
        let bytes = accepted.contains("application/octet-stream");
        ClientRequest {
            operation: field("do").to_string(),
            language: if field("lang") == "zh" { Language::Chinese } else { Language::English },
            bytes,
            // Clients that accept only bytes or only a single object must not receive lines of progress.
            lines: accepted.contains("application/x-ndjson") || !bytes && !accepted.contains("application/json"),
            text,
        }
    }
}

impl Scheduler {
    pub fn new(options: ServerOptions) -> Scheduler {
        let jobs = options.jobs.max(1);
        Scheduler {
            idle: Mutex::default(),
            permits: Arc::new(Semaphore::new(jobs)),
            long_permits: Arc::new(Semaphore::new((jobs - 1).max(1))),
            running: AtomicUsize::new(0),
            options: ServerOptions { jobs, ..options },
        }
    }

    pub fn timeouts(&self) -> Timeouts {
        self.options.timeouts
    }

    /// Starts a request once permits are free.
    ///
    /// Returns `None` if the wait takes longer than `Timeouts::turn`.
    pub async fn start(self: &Arc<Self>, request: ClientRequest) -> Option<Job> {
        let turn = async {
            let long = match FAST_OPERATIONS.contains(&request.operation.as_str()) {
                true => None,
                false => Some(Arc::clone(&self.long_permits).acquire_owned().await.ok()?),
            };
            Some((Arc::clone(&self.permits).acquire_owned().await.ok()?, long))
        };
        let permits = timeout(self.options.timeouts.turn, turn).await.ok()??;
        let cancel = Cancel::default();
        let (progress_sender, progress_receiver) = mpsc::channel(16);
        let progress = request.lines.then(|| {
            Arc::new(ProgressSender { progress_sender, started: Instant::now(), language: request.language })
                as Arc<dyn Progress>
        });
        let work = RunningRequest { scheduler: Arc::clone(self), cancel: cancel.clone(), progress, _permits: permits };
        Some(Job { progress_receiver, done: tokio::task::spawn_blocking(move || work.reply(&request)), cancel })
    }

    /// Returns an idle solver or a new one, and the memory of its tables in bytes.
    fn solver(&self) -> (Solver, u64) {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut solver = idle.unwrap_or_else(|| {
            let mut solver = grundy::unstable::proof::solver_with_proofs();
            if let Some(solved) = &self.options.solved {
                solver.set_database(Arc::clone(solved));
            }
            solver
        });
        let bytes = solver.tables().bytes();
        (solver, bytes)
    }

    fn store_idle(&self, mut solver: Solver) {
        // Drop a solver with large tables, since later requests need memory.
        if solver.tables().bytes() <= self.memory_share() / 4 {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(solver);
        }
    }

    /// Returns the memory limit of a request in bytes.
    fn memory_share(&self) -> u64 {
        self.options.memory / self.options.jobs as u64
    }
}

/// A request that is being computed, in its own thread.
struct RunningRequest {
    scheduler: Arc<Scheduler>,
    cancel: Cancel,
    progress: Option<Arc<dyn Progress>>,
    _permits: (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>),
}

impl RunningRequest {
    fn reply(self, request: &ClientRequest) -> Vec<u8> {
        let scheduler = &self.scheduler;
        let running = Running::new(&scheduler.running);
        // If the engine panics, the solver and its tables are dropped.
        let (mut solver, table_bytes) = scheduler.solver();
        let options = &scheduler.options;
        let budget = Budget {
            bytes: scheduler.memory_share().saturating_sub(table_bytes),
            bytes_in_use: table_bytes,
            usage: options.usage,
            deadline: Instant::now().checked_add(options.time),
            cancel: Some(self.cancel.clone()),
            progress: self.progress.clone(),
            // The only running request gets all threads.
            threads: (options.threads / running.count).max(1),
            ..Budget::default()
        };
        let reply = match request.bytes {
            true => grundy_ask::table::bytes(&request.text, &budget).unwrap_or_else(String::into_bytes),
            false => (options.engine)(&request.text, &mut solver, &budget).into_bytes(),
        };
        scheduler.store_idle(solver);
        reply
    }
}

/// A guard that counts a running request.
///
/// The field `count` is the number of running requests, including this one.
struct Running<'a> {
    all: &'a AtomicUsize,
    count: usize,
}

impl Running<'_> {
    fn new(all: &AtomicUsize) -> Running<'_> {
        Running { all, count: all.fetch_add(1, Ordering::Relaxed) + 1 }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.all.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sends progress reports to the client.
struct ProgressSender {
    progress_sender: mpsc::Sender<String>,
    started: Instant,
    language: Language,
}

impl Progress for ProgressSender {
    fn report(&self, work: &Text, done: u64, total: Option<u64>) {
        if self.started.elapsed() < PROGRESS_DELAY {
            return;
        }
        let mut progress = serde_json::json!({"work": work.to_string(), "done": done, "total": total});
        if self.language != Language::English {
            progress["text"] = work.in_language(self.language).into();
        }
        // If the client reads too slowly, skip the line.
        let _ = self.progress_sender.try_send(serde_json::json!({"progress": progress}).to_string() + "\n");
    }
}

/// The handle through which a connection polls a running request. Dropping it cancels the work.
pub struct Job {
    progress_receiver: mpsc::Receiver<String>,
    done: JoinHandle<Vec<u8>>,
    cancel: Cancel,
}

/// An event of a job.
pub enum JobEvent {
    /// A line of progress.
    Progress(String),
    /// The reply, which is the last event.
    Reply(Vec<u8>),
    /// The engine panicked, which is the last event.
    Broken,
}

impl Job {
    pub fn poll(&mut self, context: &mut Context<'_>) -> Poll<JobEvent> {
        if let Poll::Ready(Some(line)) = self.progress_receiver.poll_recv(context) {
            return Poll::Ready(JobEvent::Progress(line));
        }
        Poll::Ready(match ready!(Pin::new(&mut self.done).poll(context)) {
            Ok(reply) => JobEvent::Reply(reply),
            Err(_) => JobEvent::Broken,
        })
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
