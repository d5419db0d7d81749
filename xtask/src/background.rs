//! Runs rows of the test suite in the background.
//!
//! Some rows, such as those that wait for a browser, leave a core idle. Rows in the background must not build into the
//! shared target folder, where they would wait for cargo's lock.

use crate::process::{Done, target};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Commands of this program that run one after the other in the background, each with an output file.
pub struct Beside {
    rows: Vec<(&'static str, PathBuf)>,
    /// The command that is running.
    child: Arc<Mutex<Option<Child>>>,
    thread: Option<JoinHandle<Vec<Done>>>,
}

impl Beside {
    /// Starts to run the commands in order, with the environment variable `variable` set to 1.
    pub fn launch(commands: &[&'static str], variable: &'static str) -> Result<Beside, String> {
        let folder = target()?.join("beside");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let rows: Vec<_> = commands.iter().map(|command| (*command, folder.join(format!("{command}.txt")))).collect();
        let child = Arc::new(Mutex::new(None));
        let (asked, shared) = (rows.clone(), child.clone());
        let thread =
            thread::spawn(move || asked.iter().map(|(command, file)| work(command, file, variable, &shared)).collect());
        Ok(Beside { rows, child, thread: Some(thread) })
    }

    /// Waits for all commands, prints their output, and reports a failure.
    pub fn finish(mut self) -> Done {
        let done = self.thread.take().and_then(|thread| thread.join().ok()).ok_or("the rows beside the others")?;
        for (command, file) in &self.rows {
            eprintln!("\nxtask: {command}, beside the others");
            let copied = File::open(file).and_then(|mut file| io::copy(&mut file, &mut io::stderr()));
            copied.map_err(|error| format!("{}: {error}", file.display()))?;
        }
        done.into_iter().collect()
    }
}

/// Ends the running command if an earlier row failed, since its result is no longer needed.
impl Drop for Beside {
    fn drop(&mut self) {
        if self.thread.is_some()
            && let Ok(mut child) = self.child.lock()
            && let Some(child) = child.as_mut()
        {
            let _ = child.kill();
        }
    }
}

/// Runs one command to its end.
fn work(command: &str, file: &Path, variable: &str, shared: &Mutex<Option<Child>>) -> Done {
    let say = |error: io::Error| format!("{command}: {error}");
    let out = File::create(file).map_err(say)?;
    let err = out.try_clone().map_err(say)?;
    let own = std::env::current_exe().map_err(say)?;
    let mut row = crate::process::command(&own.to_string_lossy(), &[command]);
    let child = row.env(variable, "1").stdin(Stdio::null()).stdout(out).stderr(err).spawn().map_err(say)?;
    let mut held = shared.lock().map_err(|error| error.to_string())?;
    *held = Some(child);
    drop(held);
    loop {
        // Poll instead of waiting, so that the lock is free for `drop`.
        let ended = match shared.lock().map_err(|error| error.to_string())?.as_mut() {
            Some(child) => child.try_wait().map_err(say)?,
            None => None,
        };
        match ended {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("{command} ended with {status}")),
            None => thread::sleep(Duration::from_millis(200)),
        }
    }
}
