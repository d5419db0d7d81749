//! `grundy play` on a terminal: shows the position as a picture and accepts moves by mouse and keys.
//!
//! The engines run in a thread of their own, so that the board stays responsive. `model` is the state, `draw`
//! and `picture` render it, `terminal` writes the cells, and `work` runs the engines.

mod draw;
mod model;
mod picture;
mod signals;
mod terminal;
#[cfg(test)]
mod tests;
mod work;

use crate::console::is_dumb;
use crate::play::runner::PlayRunner;
use crate::play::sentences::record;
use crossterm::event;
use draw::Theme;
use grundy::unstable::lang::text;
use grundy::unstable::play::Session;
use grundy::{Error, ErrorKind, Result};
use model::{Model, Next};
use signals::Endings;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;
use terminal::Terminal;
use work::{Job, JobResult};

/// The time to wait for a key before Ctrl-C and signals are checked, while an engine works.
const BUSY_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The time to wait for a key before Ctrl-C and signals are checked, while no engine works.
const IDLE_POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Reports whether there is a terminal to draw on and to read keys from.
pub fn is_possible() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !is_dumb()
}

/// Plays on the terminal until the user leaves.
pub fn run(runner: PlayRunner<'_>, out: &mut impl Write) -> std::io::Result<Result<()>> {
    let PlayRunner { args, console, session, mut solver, mut machine, machines, names, opening_moves, command, .. } =
        runner;
    let mut model = Model::new(session, names, machines, console.language());
    model.play_opening_moves(&opening_moves);
    let (jobs, pending_jobs) = channel::<Job>();
    let (report, reports) = channel::<JobResult>();
    let next = std::thread::scope(|scope| {
        scope.spawn(move || {
            for job in pending_jobs {
                let budget = grundy::Budget { progress: None, ..console.budget_with_limits(&args.limits) };
                if report.send(work::run_job(&job, &mut machine, &mut solver, &budget)).is_err() {
                    break;
                }
            }
        });
        let endings = Endings::install();
        let next = Terminal::open().and_then(|terminal| {
            let interrupted = || console.interrupted() || endings.received().is_some();
            watch(terminal, &mut model, &jobs, &reports, interrupted, console.style().colors)
        });
        // The terminal is restored by now. Obey the signal at once, because its sender may not wait for the
        // engines.
        endings.obey();
        // Stop the engines instead of waiting for a result.
        model.stop();
        drop(jobs);
        next
    })?;
    let sessions: Vec<&Session> = model.earlier.iter().chain([&model.session]).collect();
    let end_text = text!("The game stops here.");
    let record = record(&sessions, &end_text, &model.names, &command, console.style(), model.language);
    out.write_all(record.as_bytes())?;
    Ok(match next {
        Next::Interrupt => Err(Error::new(ErrorKind::Limit, text!("interrupted"))),
        _ => Ok(()),
    })
}

/// Shows the board and handles events until the user leaves. The terminal is restored on return.
fn watch(
    mut terminal: Terminal,
    model: &mut Model,
    jobs: &Sender<Job>,
    reports: &Receiver<JobResult>,
    interrupted: impl Fn() -> bool,
    colors: bool,
) -> std::io::Result<Next> {
    let theme = Theme { colors };
    loop {
        if let Some(job) = model.take_job() {
            // If the thread is gone, the channel of reports is closed, which is handled below.
            let _ = jobs.send(job);
        }
        let mut frame = terminal.frame()?;
        model.layout = draw::draw(&mut frame, model, theme);
        terminal.show(frame)?;
        // Wait for something that may change the board.
        loop {
            if interrupted() {
                return Ok(Next::Interrupt);
            }
            match reports.try_recv() {
                Ok(report) => {
                    model.receive(report);
                    break;
                }
                Err(TryRecvError::Empty) => {}
                // The thread of the engines panicked; joining it reports the panic.
                Err(TryRecvError::Disconnected) => return Ok(Next::Quit),
            }
            if event::poll(if model.current_question().is_some() { BUSY_POLL_INTERVAL } else { IDLE_POLL_INTERVAL })? {
                match model.update(&event::read()?) {
                    Next::Stay => break,
                    next => return Ok(next),
                }
            }
        }
    }
}
