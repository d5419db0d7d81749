//! `grundy web`: the page in a browser.

use crate::args::{Limits, Web};
use crate::console::{Console, exit_code, messages};
use grundy::Error;
use grundy::unstable::engines::Usage;
use grundy::unstable::lang::{Text, text};
use grundy_web::{Log, Options, Server};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// How long who is being answered may still be, after Ctrl-C.
const GRACE: Duration = Duration::from_millis(1500);

pub fn run(args: &Web, console: &Console) -> std::io::Result<ExitCode> {
    let usual = Options::default();
    let log: Log = Arc::new(|line: &str| {
        // Nobody may read it.
        let _ = writeln!(std::io::stderr(), "{line}");
    });
    let budget = console.limits(&Limits { memory: args.memory, time: None, quiet: true });
    let solved = match args.db.as_deref().map(|path| crate::db::opened(path, &budget)).transpose() {
        Ok(solved) => solved,
        Err(error) => {
            console.error("", &error);
            return Ok(exit_code(&error));
        }
    };
    let options = Options {
        solved,
        port: args.port,
        listen: args.listen.clone(),
        jobs: args.jobs.map_or(usual.jobs, |jobs| jobs as usize),
        time: args.time,
        memory: args.memory,
        threads: args.threads.threads.map_or(usual.threads, |threads| threads as usize),
        usage: Some(Usage { bytes: grundy_allocator::in_use, most: args.memory }),
        log: args.verbose.then_some(log),
        ..usual
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
    // A server whose address reaches nobody is of no use.
    writeln!(std::io::stdout(), "{address}").and_then(|()| std::io::stdout().flush())?;
    if args.listen.is_some() {
        said_to_all(&address, jobs, console);
    }
    if args.open && !open(&address) {
        console.note(&text!("no browser could be started: open {address}", address));
    }
    match server.run(&console.cancel(GRACE)) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => fail(&error),
    }
}

/// What it means that others reach it, and the address for their cameras.
fn said_to_all(address: &str, jobs: usize, console: &Console) {
    if let Some(code) = code(address, messages().colors) {
        console.say(&code);
    }
    console.note(&text!(
        "whoever has this address, with its token, may have this machine compute, {jobs} requests at once; nothing else of it is reached",
        jobs = Text::verbatim(jobs.to_string())
    ));
    console.note(&text!("what is sent is not encrypted: use it in a network that you trust, and end it with Ctrl-C"));
}

/// A QR code in half blocks: what is light in it is drawn, as on a dark terminal, or in colours that do not depend on it.
fn code(address: &str, colors: bool) -> Option<String> {
    let drawn = QrCode::new(address).ok()?.render().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    match colors {
        true => Some(drawn.lines().map(|line| format!("\x1b[97;40m{line}\x1b[0m\n")).collect()),
        false => Some(drawn + "\n"),
    }
}

/// Has the system open it; whether there is something to do so.
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
        // Light all around, or no camera finds it.
        assert!(lines[0].chars().all(|block| block == '█') && lines[5].starts_with("████"), "{drawn}");
        let painted = code("http://127.0.0.1:1/", true).unwrap();
        assert!(painted.lines().all(|line| line.starts_with("\x1b[97;40m") && line.ends_with("\x1b[0m")));
    }
}
