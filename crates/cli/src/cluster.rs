//! `grundy cluster` and the processes that solve into one database together.
//!
//! [`solve_together`] runs this process as one of several; [`run`] starts several processes on this machine.

use crate::args::{ClusterArgs, CommonArgs, SolveArgs};
use crate::console::{Console, exit_code};
use crate::files::{Files, read_text};
use crate::solve::parse_spec;
use crate::specs::Specs;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::store::database;
use grundy::{Budget, Error, ErrorKind, Result};
use grundy_cluster::{ProcessId, Supervised, supervise};
use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::Duration;

/// Returns the index of this process and the addresses of all processes, if it is one of several.
///
/// The list of hosts is read within the limits of the budget.
fn process_id(args: &SolveArgs, budget: &Budget) -> Result<Option<ProcessId>> {
    if args.into.is_none() {
        return Ok(None);
    }
    let number = |index: Option<u32>| index.map(|index| index as usize);
    let (index, count) = (number(args.process), number(args.processes));
    let read = |name: &str| std::env::var(name).ok();
    let place = match (&args.hosts, index, count) {
        (Some(hosts), Some(index), _) => ProcessId::from_hosts(&read_text(hosts, budget)?, hosts, index)?,
        (Some(hosts), None, _) => {
            let all = ProcessId::from_hosts(&read_text(hosts, budget)?, hosts, 0)?;
            let process =
                ProcessId::from_environment(Some(all.count), read).filter(|process| process.count == all.count);
            let process = process.ok_or_else(|| {
                let message = text!("the index of this process among the hosts is missing");
                Error::new(ErrorKind::BadArgument, message).help(missing_index_help())
            })?;
            ProcessId { index: process.index, ..all }
        }
        (None, Some(index), Some(count)) => ProcessId::new(index, count)?,
        (None, Some(_), None) => {
            let message = text!("the number of processes is missing");
            return Err(Error::new(ErrorKind::BadArgument, message).help(text!("add --processes N or --hosts FILE")));
        }
        (None, None, count) => match ProcessId::from_environment(count, read) {
            Some(place) => place,
            None if count.is_some_and(|count| count > 1) => {
                let message = text!("the index of this process is missing");
                return Err(Error::new(ErrorKind::BadArgument, message).help(missing_index_help()));
            }
            None => return Ok(None),
        },
    };
    let wait = args.wait.map_or(place.wait, |seconds| Duration::from_secs(seconds.into()));
    Ok((place.count > 1).then_some(ProcessId { wait, is_local: args.all_local, ..place }))
}

fn missing_index_help() -> Text {
    text!("give the index of this process, counted from 0: --process 0")
}

/// Solves together with the other processes, if this process is one of several.
///
/// Returns `true` if this process has nothing left to do. Returns `false` if it still has to answer: the first
/// of several processes (index 0) then answers from the database, and a single process solves by itself.
///
/// # Errors
/// Fails if the arguments are invalid, or if solving failed in this or another process.
pub fn solve_together(args: &SolveArgs, console: &Console) -> Result<bool> {
    let budget = console.budget(&args.common);
    let Some(process_id) = process_id(args, &budget)? else { return Ok(false) };
    let mut files = Files::new(&budget);
    let mut specs = Specs::from_args(&args.specs);
    let (Some(text), None, Some(folder)) = (specs.next(), specs.next(), &args.into) else {
        let message = text!("--into takes one position only");
        return Err(Error::new(ErrorKind::BadArgument, message).help(text!("give only one SPEC")));
    };
    let position_sum = parse_spec(&text?, args, &mut files)?;
    grundy_cluster::solve_into(folder, &position_sum, &process_id, args.checkpoint_seconds.map(u64::from), &budget)?;
    Ok(process_id.index > 0)
}

/// Runs `grundy cluster run`: starts several processes on this machine and supervises them.
pub fn run(args: &ClusterArgs, console: &Console) -> std::io::Result<ExitCode> {
    let fail = |error: &Error| {
        console.error("", error);
        Ok(exit_code(error))
    };
    let Some(folder) = &args.solve.into else {
        let message = text!("the folder to solve into is missing");
        return fail(&Error::new(ErrorKind::BadArgument, message).help(text!("give a folder: --into DIR")));
    };
    // Parse the position here first, so that an error in it is reported once.
    let budget = console.budget(&args.solve.common);
    let mut files = Files::new(&budget);
    let first = Specs::from_args(&args.solve.specs).next().transpose();
    let parsed = first.and_then(|text| text.map(|text| parse_spec(&text, &args.solve, &mut files)).transpose());
    if let Err(error) = parsed {
        return fail(&error);
    }
    let mut commands = match commands(args.local, &args.solve.common) {
        Ok(commands) => commands,
        Err(error) => {
            return fail(&Error::new(
                ErrorKind::Io,
                text!("cannot find the executable of this program: {error}", error),
            ));
        }
    };
    let done =
        supervise(&mut commands, &|| database::progress(folder), &|| console.interrupted(), &mut |index, status| {
            let status = status_text(status);
            console.note(&text!("process {index} died ({status}); all processes are restarted", index, status));
        });
    match done {
        Ok(Supervised::Done) => Ok(ExitCode::SUCCESS),
        // The processes have already reported the error.
        Ok(Supervised::Failed(status)) => Ok(ExitCode::from(status.code().unwrap_or(1) as u8)),
        Ok(Supervised::Interrupted) => Ok(ExitCode::from(1)),
        Ok(Supervised::Died(index, status)) => {
            let status = status_text(status);
            let message = text!("process {index} died three times at the same point ({status})", index, status);
            fail(&Error::new(ErrorKind::Io, message).help(text!("if memory is short, limit each process: --memory 1G")))
        }
        Err(error) => fail(&Error::new(ErrorKind::Io, text!("cannot start the processes: {error}", error))),
    }
}

/// Returns the commands of the processes: the user's own command with the index of each process.
fn commands(count: u32, common: &CommonArgs) -> std::io::Result<Vec<Command>> {
    let program = std::env::current_exe()?;
    let mut solve_args: Vec<OsString> = vec![];
    let mut remaining_args = std::env::args_os().skip(1);
    let (mut is_named, mut is_local) = (false, false);
    while let Some(word) = remaining_args.next() {
        // Only the first `cluster run` is the command; a later word may have the same name.
        if !is_named && word == "cluster" {
            (is_named, _) = (true, remaining_args.next());
            solve_args.push("solve".into());
        } else if !is_local && word == "--local" {
            (is_local, _) = (true, remaining_args.next());
        } else if !is_local && word.to_string_lossy().starts_with("--local=") {
            is_local = true;
        } else {
            solve_args.push(word);
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let command = |index: u32| {
        let mut command = Command::new(&program);
        command.args(&solve_args).args(["--here", "--process", &index.to_string(), "--processes", &count.to_string()]);
        if common.threads.threads.is_none() {
            command.args(["--threads", &(cores / count as usize).max(1).to_string()]);
        }
        // Only the first process prints an answer.
        if index > 0 {
            command.stdin(Stdio::null()).stdout(Stdio::null());
        }
        command
    };
    Ok((0..count).map(command).collect())
}

/// Describes how a process ended.
fn status_text(status: ExitStatus) -> String {
    status.to_string()
}
