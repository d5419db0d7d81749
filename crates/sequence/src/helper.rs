//! A second thread, which does part of what kernels do.
//!
//! A task takes a tenth of a millisecond. To start a thread, or to wake one, takes as long on many machines: the helper lives for
//! many tasks, and either side looks for what the other sends, for a while, before it goes to sleep.

use grundy_rules::clock::Instant;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

/// So long a thread looks for news before it sleeps: some tasks.
const AWAKE: Duration = Duration::from_micros(500);

/// The thread as the other one sees it.
pub(crate) struct Helper<Task, Answer> {
    tasks: Sender<Task>,
    answers: Receiver<Answer>,
}

impl<Task, Answer> Helper<Task, Answer> {
    /// Gives it a task, or gives that back if the helper has failed.
    pub fn ask(&self, task: Task) -> Result<(), Task> {
        self.tasks.send(task).map_err(|back| back.0)
    }

    /// What the task that was taken last gives; `None` if the helper has failed.
    pub fn answer(&self) -> Option<Answer> {
        wait(&self.answers)
    }
}

/// Does this with a helper that serves so, if there may be a second thread and the system gives one.
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
        // The helper ends with the channel, which ends here.
        match std::thread::Builder::new().spawn_scoped(scope, serve) {
            Ok(_) => work(Some(&helper)),
            Err(_) => work(None),
        }
    })
}

/// The next of these; `None` if there will be none.
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
