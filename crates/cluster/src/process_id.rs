//! The identity of a process in a cluster: its index and the number of processes.

use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use std::path::Path;
use std::time::Duration;

/// The identity of a process in a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessId {
    /// The index of this process, from 0.
    pub index: usize,
    /// The number of processes.
    pub count: usize,
    /// The addresses `host:port` of all processes; without them, the processes find each other by files.
    pub hosts: Option<Vec<String>>,
    /// Whether all processes are on this machine, so that no other machine needs to reach them.
    pub is_local: bool,
    /// The timeout for connecting to the other processes.
    pub wait: Duration,
}

/// The default timeout for connecting to the other processes.
pub const DEFAULT_WAIT: Duration = Duration::from_secs(60);

/// The environment variables in which launchers pass the index and the number of processes.
const LAUNCHER_VARIABLES: [(&str, &str); 4] = [
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    // `srun` starts a step with this number of tasks. A batch script is itself a step of one task, so it is no
    // cluster.
    ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS"),
    ("PMI_RANK", "PMI_SIZE"),
    // Indexed jobs do not set the number of processes, so the option `--processes` must give it.
    ("JOB_COMPLETION_INDEX", ""),
];

impl ProcessId {
    /// Creates the identity of a process that finds the others by files in the folder.
    ///
    /// # Errors
    /// Fails with `bad_argument` if the index is not below the number of processes.
    pub fn new(index: usize, count: usize) -> Result<ProcessId> {
        if index >= count {
            let message = text!("there is no process {index}: the {count} processes are numbered from 0", index, count);
            return Err(Error::new(ErrorKind::BadArgument, message));
        }
        Ok(ProcessId { index, count, hosts: None, is_local: false, wait: DEFAULT_WAIT })
    }

    /// Creates the identity of a process from a list of hosts: `text`, the contents of the file `path`.
    ///
    /// Each line has the form `host:port`. Blank lines and lines that start with `#` are skipped.
    ///
    /// # Errors
    /// Fails with `bad_argument` if a line has another form or is repeated, or if the index is too large.
    pub fn from_hosts(text: &str, path: &Path, index: usize) -> Result<ProcessId> {
        let lines = (1u32..).zip(text.lines().map(str::trim));
        let mut hosts = vec![];
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let is_host = line
                .rsplit_once(':')
                .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0));
            if !is_host {
                let path = path.display().to_string();
                let message = text!(
                    "line {number} of `{path}` is not a host with a port: {line}",
                    number,
                    path,
                    line = format!("{line:?}")
                );
                return Err(Error::new(ErrorKind::BadArgument, message)
                    .help(text!("for example {example}", example = "node1:7001")));
            }
            if hosts.iter().any(|host| host == line) {
                let message = text!("{host} is listed twice: two processes on a machine need two ports", host = line);
                return Err(Error::new(ErrorKind::BadArgument, message));
            }
            hosts.push(line.to_string());
        }
        let process = ProcessId::new(index, hosts.len())?;
        Ok(ProcessId { hosts: Some(hosts), ..process })
    }

    /// Reads the identity from the variables of `mpirun`, `srun`, another PMI launcher, or an indexed job.
    ///
    /// `count` is the number of processes for launchers that do not set it. Returns `None` without such variables, or
    /// if the process is the only one.
    pub fn from_environment(count: Option<usize>, read: impl Fn(&str) -> Option<String>) -> Option<ProcessId> {
        let number = |name: &str| read(name)?.trim().parse::<usize>().ok();
        LAUNCHER_VARIABLES.iter().find_map(|(index, size)| {
            let process = ProcessId::new(number(index)?, number(size).or(count)?).ok()?;
            (process.count > 1).then_some(process)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(count: Option<usize>, variables: &[(&str, &str)]) -> Option<(usize, usize)> {
        let read = |name: &str| variables.iter().find(|(one, _)| *one == name).map(|(_, value)| value.to_string());
        ProcessId::from_environment(count, read).map(|process| (process.index, process.count))
    }

    #[test]
    fn starters() {
        assert_eq!(identity(None, &[("OMPI_COMM_WORLD_RANK", "1"), ("OMPI_COMM_WORLD_SIZE", "2")]), Some((1, 2)));
        assert_eq!(identity(None, &[("SLURM_PROCID", "3"), ("SLURM_STEP_NUM_TASKS", "8")]), Some((3, 8)));
        assert_eq!(identity(None, &[("PMI_RANK", "0"), ("PMI_SIZE", "4")]), Some((0, 4)));
        assert_eq!(identity(Some(5), &[("JOB_COMPLETION_INDEX", "4")]), Some((4, 5)));
        // These variables form no cluster: a job of one process, a batch script, an index without a count, bad values.
        assert_eq!(identity(None, &[("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "1")]), None);
        assert_eq!(identity(None, &[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "8")]), None);
        assert_eq!(identity(None, &[("JOB_COMPLETION_INDEX", "4")]), None);
        assert_eq!(identity(None, &[("PMI_RANK", "9"), ("PMI_SIZE", "4")]), None);
        assert_eq!(identity(None, &[("PMI_RANK", "a"), ("PMI_SIZE", "4")]), None);
        assert_eq!(identity(None, &[]), None);
    }
}
