//! Starts processes on this machine, and restarts all of them when one dies.

use grundy_rules::clock::Instant;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::Duration;

/// The number of attempts without progress after which supervision gives up.
const MAX_ATTEMPTS: u32 = 3;
/// The time within which the other processes must end after one has ended with an error.
const MAX_SHUTDOWN_TIME: Duration = Duration::from_secs(10);
/// The interval between two checks of the processes.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// The result of supervision: how the processes ended.
#[derive(Debug)]
pub enum Supervised {
    /// All processes succeeded.
    Done,
    /// A process failed with this status, and has reported the error itself.
    Failed(ExitStatus),
    /// A process died in the last of three attempts without progress: its index and status.
    Died(usize, ExitStatus),
    /// The processes were cancelled.
    Interrupted,
}

/// Runs processes to their end, and restarts all of them whenever one dies of a signal.
///
/// `progress` returns a number that grows with progress; it is called at the start, and after each run in which a
/// process died. `report_death` is called with the index and status of the process that died.
///
/// # Errors
/// Returns the errors of the system if a process cannot be started.
pub fn supervise(
    commands: &mut [Command],
    progress: &dyn Fn() -> u64,
    is_interrupted: &dyn Fn() -> bool,
    report_death: &mut dyn FnMut(usize, ExitStatus),
) -> io::Result<Supervised> {
    let (mut last_progress, mut attempts) = (progress(), 0);
    loop {
        let mut children = Children(vec![]);
        for command in &mut *commands {
            children.0.push(command.spawn()?);
        }
        let (died, failed) = children.wait(is_interrupted)?;
        if is_interrupted() {
            return Ok(Supervised::Interrupted);
        }
        let Some((index, status)) = died.or(failed) else { return Ok(Supervised::Done) };
        if died.is_none() {
            return Ok(Supervised::Failed(status));
        }
        report_death(index, status);
        let now = progress();
        attempts = if now == last_progress { attempts + 1 } else { 1 };
        last_progress = now;
        if attempts >= MAX_ATTEMPTS {
            return Ok(Supervised::Died(index, status));
        }
    }
}

/// Child processes, which are killed when this value is dropped.
struct Children(Vec<Child>);

impl Children {
    /// Waits for all processes to end.
    /// Returns the first process that died of a signal, and the first one that ended with an error.
    /// Each is given by its index and status; `None` if there is no such process.
    #[expect(clippy::type_complexity, reason = "two of one kind, named where they are taken")]
    fn wait(
        &mut self,
        is_interrupted: &dyn Fn() -> bool,
    ) -> io::Result<(Option<(usize, ExitStatus)>, Option<(usize, ExitStatus)>)> {
        let (mut died, mut failed, mut shutdown_start) = (None, None, None::<Instant>);
        let mut statuses = vec![None; self.0.len()];
        loop {
            for (index, child) in self.0.iter_mut().enumerate() {
                if statuses[index].is_some() {
                    continue;
                }
                let Some(status) = child.try_wait()? else { continue };
                statuses[index] = Some(status);
                if !status.success() {
                    let first = if status.code().is_none() { &mut died } else { &mut failed };
                    first.get_or_insert((index, status));
                    shutdown_start.get_or_insert_with(Instant::now);
                }
            }
            if statuses.iter().all(Option::is_some) {
                return Ok((died, failed));
            }
            if is_interrupted() {
                shutdown_start.get_or_insert_with(Instant::now);
            }
            // The wait is limited, so that a process that is stopped or hangs does not delay the others.
            if shutdown_start.is_some_and(|start| start.elapsed() > MAX_SHUTDOWN_TIME) {
                return Ok((died, failed));
            }
            thread::sleep(CHECK_INTERVAL);
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
