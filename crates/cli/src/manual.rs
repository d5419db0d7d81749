//! `grundy completions` and `grundy man`: written from the description of the command line that the parser itself reads.

use crate::args::{Args, Completions, Man};
use crate::console::{Console, exit_code};
use crate::language;
use clap::{Command, CommandFactory};
use grundy::lang::text;
use grundy::{Error, ErrorKind};
use std::io::Write;
use std::process::ExitCode;

pub fn completions(args: &Completions, console: &Console) -> std::io::Result<ExitCode> {
    // Into memory first: the generator panics where a pipe is closed.
    let mut script = vec![];
    let mut command = language::command(Args::command(), console.language());
    clap_complete::generate(args.shell, &mut command, "grundy", &mut script);
    write(&script)
}

pub fn man(args: &Man, console: &Console) -> std::io::Result<ExitCode> {
    let mut whole = language::command(Args::command(), console.language());
    // Gives every command its full name, `grundy solve`.
    whole.build();
    let page = match &args.command {
        None => whole,
        Some(name) => match whole.get_subcommands().find(|command| command.get_name() == name) {
            Some(command) => standing_alone(command.clone()),
            None => {
                let error = Error::new(ErrorKind::BadArgument, text!("there is no command `{name}`", name));
                let error = error
                    .at(0..name.len())
                    .help(text!("`grundy man` names all commands, for example `grundy man solve`"));
                console.error(name, &error);
                return Ok(exit_code(&error));
            }
        },
    };
    let mut roff = vec![];
    clap_mangen::Man::new(page).render(&mut roff)?;
    write(&roff)
}

/// A command as its page shows it: with the version of the whole.
fn standing_alone(command: Command) -> Command {
    command.version(env!("CARGO_PKG_VERSION"))
}

fn write(bytes: &[u8]) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
