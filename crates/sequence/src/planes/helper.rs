//! A second thread, which takes half of what is the same for all heaps of a step.
//!
//! A step has several tasks of a tenth of a millisecond. To start a thread, or to wake one, takes as long on many machines: the
//! helper lives for many steps, and either side looks for what the other sends, for a while, before it goes to sleep.

use super::exclude::unite_tiles;
use super::verify::{Part, verify_part};
use super::{Planes, Row, ZERO};
use crate::lanes::Instructions;
use crate::moves::Moves;
use grundy_rules::clock::Instant;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

/// So long a thread looks for news before it sleeps: some tasks.
const AWAKE: Duration = Duration::from_micros(500);

/// What the helper does.
pub(super) enum Task {
    /// Unites the planes of these tiles for the pass from this heap on.
    Unite { planes: Arc<Planes>, first: usize, tiles: Range<usize> },
    /// Tests some rare values of the step from this heap on.
    Verify { planes: Arc<Planes>, start: usize, part: Part },
}

/// What comes of it.
pub(super) enum Answer {
    United(Vec<Row>),
    Left(Vec<(usize, u8)>),
}

impl Task {
    /// The planes are let go before the answer is there.
    pub fn run(self, instructions: Instructions, moves: &Moves) -> Answer {
        match self {
            Task::Unite { planes, first, tiles } => {
                let mut rows = vec![ZERO; planes.united.len()];
                unite_tiles(instructions, planes.far(first), tiles, &mut rows);
                Answer::United(rows)
            }
            Task::Verify { planes, start, part } => {
                Answer::Left(verify_part(instructions, &planes, start, moves, part))
            }
        }
    }
}

/// The thread as the other one sees it.
pub(crate) struct Helper {
    tasks: Sender<Task>,
    answers: Receiver<Answer>,
}

impl Helper {
    /// Whether the task was taken.
    pub(super) fn ask(&self, task: Task) -> bool {
        self.tasks.send(task).is_ok()
    }

    /// What the task that was taken last gives; `None` if the helper has failed.
    pub(super) fn answer(&self) -> Option<Answer> {
        wait(&self.answers)
    }
}

/// Does this with a helper, if there may be a second thread and the system gives one.
pub(crate) fn with_helper<T>(
    instructions: Instructions,
    threads: usize,
    moves: &Moves,
    work: impl FnOnce(Option<&Helper>) -> T,
) -> T {
    if threads < 2 {
        return work(None);
    }
    std::thread::scope(|scope| {
        let ((tasks, mine), (give, answers)) = (channel::<Task>(), channel());
        let serve = move || {
            while let Some(task) = wait(&mine) {
                if give.send(task.run(instructions, moves)).is_err() {
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
