//! `grundy web` as a child process.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Number of requests that the server handles at once.
pub const JOBS: usize = 2;

/// A running server. It is killed when this value is dropped.
pub struct Served {
    child: Child,
    pub address: String,
    pub host: String,
}

impl Served {
    /// Starts the server on a free port.
    pub fn start(program: &Path, flags: &[&str]) -> Result<Served, String> {
        let say = |error: std::io::Error| format!("{}: {error}", program.display());
        let mut command = Command::new(program);
        command.args(["web", "--port", "0", "--jobs", &JOBS.to_string()]).args(flags).env("LANGUAGE", "en");
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(say)?;
        let mut address = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut address).map_err(say)?;
        }
        let address = address.trim().to_string();
        let host = address.trim_start_matches("http://").trim_end_matches('/').to_string();
        let served = Served { child, address, host };
        if served.host.is_empty() { Err(format!("{} said no address", program.display())) } else { Ok(served) }
    }

    /// Returns the server's memory in MiB, or 0 if the system does not report it.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) / 1024
    }

    /// Asks the server to end, and waits for it.
    pub fn end(mut self) -> Result<(), String> {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        match self.child.wait() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("grundy web ended with {status}")),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
