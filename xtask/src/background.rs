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
pub struct BackgroundRows {
    rows: Vec<(&'static str, PathBuf)>,
    /// The command that is running.
    child: Arc<Mutex<Option<Child>>>,
    thread: Option<JoinHandle<Vec<Done>>>,
}

impl BackgroundRows {
    /// Starts to run the commands in order, with the environment variable `variable` set to 1.
    pub fn launch(commands: &[&'static str], variable: &'static str) -> Result<BackgroundRows, String> {
        let folder = target()?.join("background");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let rows: Vec<_> = commands.iter().map(|command| (*command, folder.join(format!("{command}.txt")))).collect();
        let child = Arc::new(Mutex::new(None));
        let (started, shared) = (rows.clone(), child.clone());
        let run = move || -> Vec<Done> {
            started.iter().map(|(command, file)| run_row(command, file, variable, &shared)).collect()
        };
        let thread = thread::spawn(run);
        Ok(BackgroundRows { rows, child, thread: Some(thread) })
    }

    /// Waits for all commands, prints their output, and reports a failure.
    pub fn finish(mut self) -> Done {
        let done =
            self.thread.take().and_then(|thread| thread.join().ok()).ok_or("the background rows have panicked")?;
        for (command, file) in &self.rows {
            eprintln!("\nxtask: {command}, in the background");
            let copied = File::open(file).and_then(|mut file| io::copy(&mut file, &mut io::stderr()));
            copied.map_err(|error| format!("{}: {error}", file.display()))?;
        }
        done.into_iter().collect()
    }
}

/// Ends the running command if an earlier row failed, since its result is no longer needed.
impl Drop for BackgroundRows {
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
fn run_row(command: &str, file: &Path, variable: &str, shared: &Mutex<Option<Child>>) -> Done {
    let with_command = |error: io::Error| format!("{command}: {error}");
    let out = File::create(file).map_err(with_command)?;
    let err = out.try_clone().map_err(with_command)?;
    let program = std::env::current_exe().map_err(with_command)?;
    let mut row = crate::process::command(&program.to_string_lossy(), &[command]);
    let child = row.env(variable, "1").stdin(Stdio::null()).stdout(out).stderr(err).spawn().map_err(with_command)?;
    let mut held = shared.lock().map_err(|error| error.to_string())?;
    *held = Some(child);
    drop(held);
    loop {
        // Poll instead of waiting, so that the lock is free for `drop`.
        let ended = match shared.lock().map_err(|error| error.to_string())?.as_mut() {
            Some(child) => child.try_wait().map_err(with_command)?,
            None => None,
        };
        match ended {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("{command} ended with {status}")),
            None => thread::sleep(Duration::from_millis(200)),
        }
    }
}
