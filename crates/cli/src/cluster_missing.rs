//! A stub of `grundy cluster` for builds without it; its errors name the build command that adds it.

use crate::args::{Missing, SolveArgs};
use crate::console::{Console, exit_code};
use grundy::unstable::lang::text;
use grundy::{Error, ErrorKind, Result};
use std::process::ExitCode;

/// The environment variables with the number of processes, as `mpirun`, `srun` and others set them.
///
/// They must be those that `ProcessId::from_environment` reads.
const COUNTS: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS", "PMI_SIZE"];

fn error() -> Error {
    let message = text!("this build does not include `grundy cluster` and solves in one process only");
    let command = "cargo build --release --features full";
    Error::new(ErrorKind::Unsupported, message).help(text!("use a release, or build with `{command}`", command))
}

pub fn run(_missing: &Missing, console: &Console) -> std::io::Result<ExitCode> {
    console.error("", &error());
    Ok(exit_code(&error()))
}

/// Fails if this process was started as one of several.
///
/// Otherwise returns `false`, so that the caller solves in this process.
///
/// # Errors
/// Fails with `unsupported` if the arguments or the environment request several processes.
pub fn solve_together(args: &SolveArgs, _console: &Console) -> Result<bool> {
    let several = |name: &&str| {
        let count = std::env::var(name).ok().and_then(|count| count.trim().parse::<u64>().ok());
        count.is_some_and(|count| count > 1)
    };
    let has_flags = args.hosts.is_some()
        || args.process.is_some()
        || args.processes.is_some()
        || args.wait.is_some()
        || args.all_local;
    let is_one_of_several = args.into.is_some() && COUNTS.iter().any(several);
    if has_flags || is_one_of_several { Err(error()) } else { Ok(false) }
}
