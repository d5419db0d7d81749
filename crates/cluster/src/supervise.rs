//! Some processes on this machine, started again when one of them dies.

use grundy_rules::clock::Instant;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::Duration;

/// How often one place is tried.
const TRIES: u32 = 3;
/// How long the others have to end by themselves when one has.
const GRACE: Duration = Duration::from_secs(10);
/// How often it is looked.
const PAUSE: Duration = Duration::from_millis(20);

/// How processes ended.
#[derive(Debug)]
pub enum Supervised {
    /// All of them as they should.
    Done,
    /// One by itself, with this status: it has said why.
    Failed(ExitStatus),
    /// One died three times, while nothing went on: which one, and how.
    Died(usize, ExitStatus),
    /// They were interrupted.
    Interrupted,
}

/// Runs processes to their end, all anew whenever one of them dies. `progress` tells how far they have come, and is asked between two runs; what is said of
/// a process that died goes to `tell`.
///
/// # Errors
/// Of the system, if they do not start.
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

/// Processes that end when this does.
struct Children(Vec<Child>);

impl Children {
    /// Waits for all of them: which one died first, and which one has failed first.
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
            // One that is stopped or hangs does not keep the others.
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
