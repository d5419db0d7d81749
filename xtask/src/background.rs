//! Runs rows of the test suite in the background.
//!
//! Some rows, such as those that wait for a browser, leave a core idle. Rows in the background must not build into the
//! shared target folder for long, where they and other rows would wait for cargo's lock.

use crate::passed::SKIPPED;
use crate::process::{Done, target};
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Commands of this program that run one after the other in the background, each with an output file.
pub struct BackgroundRows {
    rows: Vec<BackgroundRow>,
    /// The command that is running.
    child: Arc<Mutex<Option<Child>>>,
    thread: Option<JoinHandle<Vec<Done>>>,
}

/// A command of this program and the file of its output.
#[derive(Clone)]
struct BackgroundRow {
    /// The last word of the command.
    name: &'static str,
    command: &'static [&'static str],
    output: PathBuf,
}

impl BackgroundRows {
    /// Starts to run the commands in order, with the environment variable `variable` set to 1.
    ///
    /// The last word of a command is the name of its row.
    pub fn launch(commands: &[&'static [&'static str]], variable: &'static str) -> Result<BackgroundRows, String> {
        let folder = target()?.join("background");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let new_row = |&command: &&'static [&'static str]| {
            let name = command.last().copied().unwrap_or_default();
            BackgroundRow { name, command, output: folder.join(format!("{name}.txt")) }
        };
        let rows: Vec<BackgroundRow> = commands.iter().map(new_row).collect();
        let child = Arc::new(Mutex::new(None));
        let (started, shared) = (rows.clone(), child.clone());
        let run = move || -> Vec<Done> { started.iter().map(|row| row.run(variable, &shared)).collect() };
        let thread = thread::spawn(run);
        Ok(BackgroundRows { rows, child, thread: Some(thread) })
    }

    /// Waits for all commands, prints their output, and reports a failure.
    ///
    /// Returns the names of the rows that were not skipped.
    pub fn finish(mut self) -> Result<Vec<&'static str>, String> {
        let done =
            self.thread.take().and_then(|thread| thread.join().ok()).ok_or("the background rows have panicked")?;
        let mut names = vec![];
        for BackgroundRow { name, output, .. } in &self.rows {
            let text = std::fs::read(output).map_err(|error| format!("{}: {error}", output.display()))?;
            let text = String::from_utf8_lossy(&text);
            eprintln!("\nxtask: {name}, in the background\n{text}");
            if !text.lines().any(|line| line.starts_with(SKIPPED)) {
                names.push(*name);
            }
        }
        done.into_iter().collect::<Done>().map(|()| names)
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

impl BackgroundRow {
    /// Runs the command to its end.
    fn run(&self, variable: &str, shared: &Mutex<Option<Child>>) -> Done {
        let with_name = |error: io::Error| format!("{}: {error}", self.name);
        let out = File::create(&self.output).map_err(with_name)?;
        let err = out.try_clone().map_err(with_name)?;
        let program = std::env::current_exe().map_err(with_name)?;
        let mut row = crate::process::command(&program.to_string_lossy(), self.command);
        let child = row.env(variable, "1").stdin(Stdio::null()).stdout(out).stderr(err).spawn().map_err(with_name)?;
        let mut held = shared.lock().map_err(|error| error.to_string())?;
        *held = Some(child);
        drop(held);
        loop {
            // Poll instead of waiting, so that the lock is free for `drop`.
            let ended = match shared.lock().map_err(|error| error.to_string())?.as_mut() {
                Some(child) => child.try_wait().map_err(with_name)?,
                None => None,
            };
            match ended {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(format!("{} ended with {status}", self.name)),
                None => thread::sleep(Duration::from_millis(200)),
            }
        }
    }
}
