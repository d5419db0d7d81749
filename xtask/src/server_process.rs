//! `grundy web` as a program of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// How many requests it works at.
pub const JOBS: usize = 2;

/// It ends with this value.
pub struct Served {
    child: Child,
    pub address: String,
    pub host: String,
}

impl Served {
    /// Starts it at a port that is free.
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

    /// How many MiB it has in memory, where the system tells.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) / 1024
    }

    /// Asks it to end, and waits until it has.
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
