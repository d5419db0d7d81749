//! Processes on this machine that are restarted when one of them dies.

use grundy_rules::clock::Instant;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::Duration;

/// The number of attempts without progress.
const TRIES: u32 = 3;
/// How long the other processes have to end once one of them has ended with an error.
const GRACE: Duration = Duration::from_secs(10);
/// The interval between two checks.
const PAUSE: Duration = Duration::from_millis(20);

/// How the processes ended.
#[derive(Debug)]
pub enum Supervised {
    /// All of them succeeded.
    Done,
    /// One of them failed with this status, and has reported why.
    Failed(ExitStatus),
    /// One of them died in the last of three attempts without progress: its index and status.
    Died(usize, ExitStatus),
    /// They were cancelled.
    Interrupted,
}

/// Runs processes to their end, and restarts all of them whenever one dies.
///
/// `progress` returns a measure of progress; it is called at the start, and after each run in which a process died.
/// `tell` is called for the process that died.
///
/// # Errors
/// Errors of the system if a process cannot be started.
pub fn supervise(
    commands: &mut [Command],
    progress: &dyn Fn() -> u64,
    is_interrupted: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(usize, ExitStatus),
) -> io::Result<Supervised> {
    let (mut before, mut tries) = (progress(), 0);
    loop {
        let mut children = Children(vec![]);
        for command in &mut *commands {
            children.0.push(command.spawn()?);
        }
        let (died, ended) = children.wait(is_interrupted)?;
        if is_interrupted() {
            return Ok(Supervised::Interrupted);
        }
        let Some((index, status)) = died.or(ended) else { return Ok(Supervised::Done) };
        if died.is_none() {
            return Ok(Supervised::Failed(status));
        }
        tell(index, status);
        let now = progress();
        tries = if now == before { tries + 1 } else { 1 };
        before = now;
        if tries >= TRIES {
            return Ok(Supervised::Died(index, status));
        }
    }
}

/// Child processes, which are killed when this is dropped.
struct Children(Vec<Child>);

impl Children {
    /// Waits for all processes; returns the first one that died of a signal, and the first one that failed.
    #[expect(clippy::type_complexity, reason = "two of one kind, named where they are taken")]
    fn wait(
        &mut self,
        is_interrupted: &dyn Fn() -> bool,
    ) -> io::Result<(Option<(usize, ExitStatus)>, Option<(usize, ExitStatus)>)> {
        let (mut died, mut failed, mut since) = (None, None, None::<Instant>);
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
                    since.get_or_insert_with(Instant::now);
                }
            }
            if statuses.iter().all(Option::is_some) {
                return Ok((died, failed));
            }
            if is_interrupted() {
                since.get_or_insert_with(Instant::now);
            }
            // A process that is stopped or hangs does not delay the others.
            if since.is_some_and(|since| since.elapsed() > GRACE) {
                return Ok((died, failed));
            }
            thread::sleep(PAUSE);
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
