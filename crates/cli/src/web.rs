//! `grundy web`: serves the page to a browser.

use crate::args::{LimitArgs, WebArgs};
use crate::console::{Console, exit_code, stderr_style};
use grundy::Error;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::solve::Usage;
use grundy_web::{Log, Server, ServerOptions};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// The time that running requests have to finish after Ctrl-C.
const GRACE: Duration = Duration::from_millis(1500);

pub fn run(args: &WebArgs, console: &Console) -> std::io::Result<ExitCode> {
    let defaults = ServerOptions::default();
    let log: Log = Arc::new(|line: &str| {
        // Standard error may be closed, so ignore a failure.
        let _ = writeln!(std::io::stderr(), "{line}");
    });
    let budget = console.budget_with_limits(&LimitArgs { time: None, ..args.limits });
    let solved = match args.db.as_deref().map(|path| crate::db::open(path, &budget)).transpose() {
        Ok(solved) => solved,
        Err(error) => {
            console.error("", &error);
            return Ok(exit_code(&error));
        }
    };
    let options = ServerOptions {
        solved,
        port: args.port,
        listen: args.listen.clone(),
        jobs: args.jobs.map_or(defaults.jobs, |jobs| jobs as usize),
        time: args.limits.time.unwrap_or(defaults.time),
        memory: args.limits.memory,
        threads: args.threads.threads.map_or(defaults.threads, |threads| threads as usize),
        usage: Some(Usage { bytes: grundy_allocator::in_use, limit: args.limits.memory }),
        log: args.verbose.then_some(log),
        ..defaults
    };
    let jobs = options.jobs;
    let fail = |error: &Error| {
        console.error("", error);
        Ok(exit_code(error))
    };
    let server = match Server::bind(options) {
        Ok(server) => server,
        Err(error) => return fail(&error),
    };
    let address = server.address().to_string();
    // The server is useless if its address cannot be printed, so this error ends the command.
    writeln!(std::io::stdout(), "{address}").and_then(|()| std::io::stdout().flush())?;
    if args.listen.is_some() && !args.limits.quiet {
        announce(&address, jobs, console);
    }
    if args.open && !open(&address) && !args.limits.quiet {
        console.note(&text!("no browser could be started: open {address}", address));
    }
    match server.run(&console.cancel(GRACE)) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => fail(&error),
    }
}

/// Prints the consequences of listening to other machines, and a QR code of the address for cameras.
fn announce(address: &str, jobs: usize, console: &Console) {
    if let Some(code) = code(address, stderr_style().colors) {
        console.print_line(&code);
    }
    console.note(&text!(
        "anyone who has this address with its token can use this machine to compute, {jobs} requests at once; \
            nothing else on it can be reached",
        jobs = Text::verbatim(jobs.to_string())
    ));
    console.note(&text!(
        "the connection is not encrypted; use it only in a network that you trust, and stop the server with Ctrl-C"
    ));
}

/// Renders a QR code in half blocks.
///
/// Without colours, blocks are the light modules, as a dark terminal requires. With colours, the code is the same
/// on every terminal.
fn code(address: &str, colors: bool) -> Option<String> {
    let drawn = QrCode::new(address).ok()?.render().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    match colors {
        true => Some(drawn.lines().map(|line| format!("\x1b[97;40m{line}\x1b[0m\n")).collect()),
        false => Some(drawn + "\n"),
    }
}

/// Starts the system's browser; returns whether it could be started.
fn open(address: &str) -> bool {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_fit_a_terminal() {
        let drawn = code("http://192.168.100.200:65535/?token=abcdefghijkmnpqr", false).unwrap();
        let lines: Vec<&str> = drawn.trim_end_matches('\n').lines().collect();
        assert!(lines.len() <= 24 && lines.iter().all(|line| line.chars().count() <= 80), "{drawn}");
        // Cameras need a light margin.
        assert!(lines[0].chars().all(|block| block == '█') && lines[5].starts_with("████"), "{drawn}");
        let painted = code("http://127.0.0.1:1/", true).unwrap();
        assert!(painted.lines().all(|line| line.starts_with("\x1b[97;40m") && line.ends_with("\x1b[0m")));
    }
}
