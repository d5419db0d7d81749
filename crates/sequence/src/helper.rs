//! A second thread that does part of the work of a kernel.
//!
//! A task takes about a tenth of a millisecond. Starting or waking a thread takes as long on many machines. So the
//! helper is started once for many tasks, and both threads poll for messages for a while before they sleep.

use grundy_rules::clock::Instant;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

/// The time for which a thread polls before it sleeps: as long as a few tasks take.
const AWAKE: Duration = Duration::from_micros(500);

/// The main thread's connection to the helper.
pub(crate) struct Helper<Task, Answer> {
    tasks: Sender<Task>,
    answers: Receiver<Answer>,
}

impl<Task, Answer> Helper<Task, Answer> {
    /// Sends a task, or returns it if the helper has failed.
    pub fn send_task(&self, task: Task) -> Result<(), Task> {
        self.tasks.send(task).map_err(|back| back.0)
    }

    /// Waits for the answer to the last accepted task; `None` if the helper has failed.
    pub fn answer(&self) -> Option<Answer> {
        wait(&self.answers)
    }
}

/// Runs `work` with a helper thread, which runs `serve` for each task.
///
/// Runs `work` without a helper if `threads` is below 2 or no thread can be started.
pub(crate) fn with_helper<Task: Send, Answer: Send, T>(
    threads: usize,
    serve: impl Fn(Task) -> Answer + Send,
    work: impl FnOnce(Option<&Helper<Task, Answer>>) -> T,
) -> T {
    if threads < 2 || cfg!(target_family = "wasm") {
        return work(None);
    }
    std::thread::scope(|scope| {
        let ((tasks, mine), (give, answers)) = (channel::<Task>(), channel());
        let serve = move || {
            while let Some(task) = wait(&mine) {
                if give.send(serve(task)).is_err() {
                    return;
                }
            }
        };
        let helper = Helper { tasks, answers };
        // The helper ends when the channel is dropped, at the end of this block.
        match std::thread::Builder::new().spawn_scoped(scope, serve) {
            Ok(_) => work(Some(&helper)),
            Err(_) => work(None),
        }
    })
}

/// Waits for the next message; `None` if the channel is closed.
fn wait<T>(from: &Receiver<T>) -> Option<T> {
    let start = Instant::now();
    loop {
        for _ in 0..64 {
            match from.try_recv() {
                Ok(one) => return Some(one),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => std::hint::spin_loop(),
            }
        }
        if start.elapsed() > AWAKE {
            return from.recv().ok();
        }
    }
}
