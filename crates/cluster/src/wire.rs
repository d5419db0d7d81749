//! The messages between processes, as a dataflow.
//!
//! A *barrier* is a point of the work at which each process waits for all others. Timely dataflow runs in a separate
//! thread, with two streams: envelopes, each for one process, and statements at barriers, for all processes. Timestamps
//! are the numbers of barriers. A barrier is complete when the probe has passed its timestamp, that is, when all
//! processes have reached the barrier and all earlier messages have arrived. Messages for a barrier are delivered on
//! arrival while the process waits at the barrier. Messages for the next barrier are kept until the process reaches it;
//! they are at most one slice from each other process.

use crate::ProcessId;
use crate::connect::{Sockets, connect_all};
use crate::connection_watch::{Watch, Watched};
use grundy_lang::text;
use grundy_retrograde::{GroupError, Peers};
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::communication::Hooks;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe, probe};
use timely::worker::Worker;

/// The interval between two checks for cancellation.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// The time that a failing process spends to notify the other processes.
const ERROR_NOTICE_TIME: Duration = Duration::from_millis(300);

/// A message to another process, sent before a barrier.
#[derive(Clone, Serialize, Deserialize)]
struct Envelope {
    to: u32,
    at: u64,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

/// The statement of a process at a barrier.
/// If `failed` is set, the process ends with this error instead.
#[derive(Clone, Serialize, Deserialize)]
struct ProcessStatement {
    from: u32,
    to: u32,
    at: u64,
    words: Vec<u64>,
    failed: Option<(String, String)>,
}

/// A command from the main thread to the dataflow thread.
enum Command {
    Send(usize, Vec<u8>),
    Barrier(Vec<u64>),
    Fail(String, String),
    End,
}

/// A reply from the dataflow thread to the main thread.
enum Reply {
    Arrived(Vec<u8>),
    BarrierComplete(Vec<Vec<u64>>),
    Failed(Error),
}

/// The connection of this process to all other processes.
pub struct Wire {
    index: usize,
    count: usize,
    budget: Budget,
    commands: Mutex<Sender<Command>>,
    replies: Mutex<Receiver<Reply>>,
    /// The dataflow thread, which is woken for each command.
    waker: Thread,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Whether another process or the connection to it has failed, or this process has reported an error.
    has_failed: AtomicBool,
}

impl Wire {
    /// Finds the other processes and connects to them.
    ///
    /// Processes find each other by files in the folder, unless `process` lists their addresses. All processes
    /// must pass the same text `work`.
    ///
    /// # Errors
    /// Fails with `io` if a port is in use or a process does not answer in time, and with `limit` on cancellation.
    pub fn connect(process: &ProcessId, folder: &Path, work: &str, budget: &Budget) -> Result<Wire> {
        Wire::new(process.index, connect_all(process, folder, work, budget)?, budget)
    }

    /// Starts a dataflow over these connections.
    fn new(index: usize, sockets: Sockets, budget: &Budget) -> Result<Wire> {
        let failed = |error: std::io::Error| {
            Error::new(ErrorKind::Io, text!("the communication with the other processes cannot start: {error}", error))
        };
        let count = sockets.len();
        let watch = Arc::new(Watch::default());
        let watched = sockets.into_iter().map(|socket| {
            let (stream, name) = socket?;
            Some(Watched::new(stream, name, Arc::clone(&watch)))
        });
        let (commands, command_receiver) = channel();
        let (reply_sender, replies) = channel();
        let hooks = Hooks::default();
        let process_builders = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (mut builders, guard) =
            initialize_networking_from_sockets(process_builders, watched.collect(), index, 1, hooks).map_err(failed)?;
        let work = move || {
            let Some(builder) = builders.pop() else { return };
            let allocator = Allocator::Tcp(builder.build());
            let flow = Flow::new(allocator, index, count, &watch);
            if flow.run(&command_receiver, &reply_sender) {
                // Dropping the guard waits for timely's threads, which end when all processes have closed.
                drop(guard);
            } else {
                // Threads that wait for a lost process would wait for ever, so the guard is leaked.
                std::mem::forget(guard);
            }
        };
        let thread = thread::Builder::new().name("dataflow".to_string()).spawn(work).map_err(failed)?;
        Ok(Wire {
            index,
            count,
            budget: budget.clone(),
            commands: Mutex::new(commands),
            replies: Mutex::new(replies),
            waker: thread.thread().clone(),
            thread: Mutex::new(Some(thread)),
            has_failed: AtomicBool::new(false),
        })
    }

    fn send_command(&self, command: Command) {
        // If the thread has ended, the next call that receives a reply reports it.
        let _ = self.commands.lock().unwrap_or_else(PoisonError::into_inner).send(command);
        self.waker.unpark();
    }

    /// Ends the work; returns after all other processes have ended theirs.
    pub fn end(&self) {
        self.send_command(Command::End);
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = thread.join();
        }
    }
}

impl Peers for Wire {
    fn index(&self) -> usize {
        self.index
    }

    fn count(&self) -> usize {
        self.count
    }

    fn send(&self, to: usize, envelope: Vec<u8>) {
        self.send_command(Command::Send(to, envelope));
    }

    fn meet(
        &self,
        words: &[u64],
        take: &mut dyn FnMut(&[u8]) -> Result<(), GroupError>,
    ) -> Result<Vec<Vec<u64>>, GroupError> {
        self.budget.check()?;
        let replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        self.send_command(Command::Barrier(words.to_vec()));
        let mut result = Ok(());
        loop {
            match replies.recv_timeout(CHECK_INTERVAL) {
                Ok(Reply::Arrived(bytes)) => {
                    // After an error the process still waits for the barrier; the error is returned afterwards.
                    if result.is_ok() {
                        result = take(&bytes);
                    }
                }
                Ok(Reply::BarrierComplete(statements)) => return result.map(|()| statements),
                Ok(Reply::Failed(error)) => {
                    self.has_failed.store(true, Ordering::Relaxed);
                    return Err(error.into());
                }
                Err(RecvTimeoutError::Timeout) => self.budget.check()?,
                Err(RecvTimeoutError::Disconnected) => {
                    self.has_failed.store(true, Ordering::Relaxed);
                    return Err(Error::new(
                        ErrorKind::Io,
                        text!("the communication with the other processes has ended unexpectedly"),
                    )
                    .into());
                }
            }
        }
    }

    fn fail(&self, error: &Error) {
        if !self.has_failed.swap(true, Ordering::Relaxed) {
            self.send_command(Command::Fail(error.kind.name().to_string(), error.message.to_string()));
            thread::sleep(ERROR_NOTICE_TIME);
        }
    }
}

/// The dataflow in its own thread.
struct Flow {
    worker: Worker,
    index: usize,
    count: usize,
    watch: Arc<Watch>,
    envelope_input: InputHandle<u64, CapacityContainerBuilder<Vec<Envelope>>>,
    statement_input: InputHandle<u64, CapacityContainerBuilder<Vec<ProcessStatement>>>,
    probe: probe::Handle<u64>,
    /// The envelopes that have arrived; `statement_inbox` holds the statements that have arrived.
    inbox: Rc<RefCell<Vec<Envelope>>>,
    statement_inbox: Rc<RefCell<Vec<ProcessStatement>>>,
    /// The number of the next barrier.
    next: u64,
}

impl Flow {
    fn new(allocator: Allocator, index: usize, count: usize, watch: &Arc<Watch>) -> Flow {
        let config = WorkerConfig::default().idle_spin(Duration::ZERO);
        let mut worker = Worker::new(config, allocator, Some(Instant::now()));
        let (mut envelope_input, mut statement_input) = (InputHandle::new(), InputHandle::new());
        let probe = probe::Handle::new();
        let (inbox, statement_inbox) = (Rc::new(RefCell::new(vec![])), Rc::new(RefCell::new(vec![])));
        worker.dataflow::<u64, _, _>(|scope| {
            let arrived = Rc::clone(&inbox);
            scope
                .input_from(&mut envelope_input)
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                    Exchange::new(|envelope: &Envelope| envelope.to.into()),
                    "marks",
                    |_, _| {
                        move |input, _| {
                            input.for_each(|_, some: &mut Vec<Envelope>| arrived.borrow_mut().append(some));
                        }
                    },
                )
                .probe_with(&probe);
            let arrived = Rc::clone(&statement_inbox);
            scope
                .input_from(&mut statement_input)
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                    Exchange::new(|statement: &ProcessStatement| statement.to.into()),
                    "control",
                    |_, _| {
                        move |input, _| {
                            input.for_each(|_, some: &mut Vec<ProcessStatement>| arrived.borrow_mut().append(some));
                        }
                    },
                )
                .probe_with(&probe);
        });
        Flow {
            worker,
            index,
            count,
            watch: Arc::clone(watch),
            envelope_input,
            statement_input,
            probe,
            inbox,
            statement_inbox,
            next: 0,
        }
    }

    /// Runs until a command ends it; returns whether all processes ended without an error.
    fn run(mut self, command_receiver: &Receiver<Command>, reply_sender: &Sender<Reply>) -> bool {
        let mut at_barrier = false;
        loop {
            match command_receiver.try_recv() {
                Ok(Command::Send(to, bytes)) => {
                    let envelope = Envelope { to: to as u32, at: self.next, bytes };
                    self.envelope_input.send(envelope);
                    continue;
                }
                Ok(Command::Barrier(words)) => {
                    self.broadcast(words, None);
                    self.next += 1;
                    self.envelope_input.advance_to(self.next);
                    self.statement_input.advance_to(self.next);
                    at_barrier = true;
                }
                Ok(Command::Fail(kind, message)) => {
                    // Timely sends a message only after its timestamp is over, so the input advances. The barrier of
                    // this timestamp is never completed.
                    self.broadcast(vec![], Some((kind, message)));
                    self.statement_input.advance_to(self.next + 1);
                    let end = Instant::now() + ERROR_NOTICE_TIME;
                    while Instant::now() < end {
                        self.worker.step_or_park(Some(CHECK_INTERVAL));
                    }
                    std::mem::forget(self);
                    return false;
                }
                Ok(Command::End) => return self.end(),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    std::mem::forget(self);
                    return false;
                }
            }
            // After an error the dataflow is leaked, because timely's destructors would wait for lost processes.
            if let Some(error) = self.failed() {
                let _ = reply_sender.send(Reply::Failed(error));
                std::mem::forget(self);
                return false;
            }
            if at_barrier {
                self.worker.step();
                self.deliver(reply_sender);
                if !self.probe.less_than(&self.next) {
                    let _ = reply_sender.send(Reply::BarrierComplete(self.take_statements()));
                    at_barrier = false;
                    continue;
                }
            }
            self.worker.step_or_park(Some(CHECK_INTERVAL));
        }
    }

    /// Sends a statement to all processes, including this one.
    fn broadcast(&mut self, words: Vec<u64>, failed: Option<(String, String)>) {
        let (from, at) = (self.index as u32, self.next);
        for to in 0..self.count as u32 {
            self.statement_input.send(ProcessStatement { from, to, at, words: words.clone(), failed: failed.clone() });
        }
    }

    /// Delivers the messages that have arrived for the current barrier.
    fn deliver(&mut self, reply_sender: &Sender<Reply>) {
        let mut inbox = self.inbox.borrow_mut();
        let mut at = 0;
        while at < inbox.len() {
            if inbox[at].at < self.next {
                let _ = reply_sender.send(Reply::Arrived(inbox.swap_remove(at).bytes));
            } else {
                at += 1;
            }
        }
    }

    /// Returns the statements of all processes at the completed barrier, by index of the process.
    fn take_statements(&mut self) -> Vec<Vec<u64>> {
        let mut inbox = self.statement_inbox.borrow_mut();
        let mut statements = vec![vec![]; self.count];
        inbox.retain_mut(|statement| {
            let is_complete = statement.at < self.next;
            if is_complete {
                statements[statement.from as usize] = std::mem::take(&mut statement.words);
            }
            !is_complete
        });
        statements
    }

    /// Returns the error with which another process, or the connection to it, has failed.
    /// Returns `None` if no process and no connection has failed.
    fn failed(&self) -> Option<Error> {
        let inbox = self.statement_inbox.borrow();
        let reported = inbox.iter().filter(|statement| statement.from as usize != self.index).find_map(|statement| {
            let (kind, message) = statement.failed.as_ref()?;
            let kind = ErrorKind::ALL.into_iter().find(|one| one.name() == kind).unwrap_or(ErrorKind::Io);
            let (process, why) = (statement.from, message.as_str());
            Some(Error::new(kind, text!("the process {process} has ended: {why}", process, why)))
        });
        reported.or_else(|| {
            let name = self.watch.lost()?;
            let message = text!("the connection to the process {name} is lost", name);
            Some(Error::new(ErrorKind::Io, message).help(text!(
                "the work saved so far is kept; run the same command again to continue, even with another number \
                    of processes"
            )))
        })
    }

    /// Closes the dataflow, waits until the other processes have closed theirs, and returns `true`.
    fn end(self) -> bool {
        self.watch.end();
        let Flow { mut worker, envelope_input, statement_input, .. } = {
            // Open input handles keep the dataflow alive, so they are taken out and closed below.
            self.inbox.borrow_mut().clear();
            self
        };
        envelope_input.close();
        statement_input.close();
        while worker.has_dataflows() {
            worker.step_or_park(Some(CHECK_INTERVAL));
        }
        true
    }
}
