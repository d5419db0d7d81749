//! `grundy completions` and `grundy man`, generated from the description of the command line.

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::console::{Console, exit_code};
use crate::language;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use grundy::unstable::games::library;
use grundy::unstable::lang::text;
use grundy::{Error, ErrorKind};
use std::io::Write;
use std::process::ExitCode;

pub fn completions(args: &CompletionsArgs, console: &Console) -> std::io::Result<ExitCode> {
    // Generate into memory, because the generator panics on a closed pipe.
    let mut script = vec![];
    let mut command = Args::command();
    // The scripts of some shells complete specs in place of a command only if the command line declares them.
    if args.shell == Shell::Bash {
        command = command.arg(Arg::new("SPEC").value_parser(PossibleValuesParser::new(games())));
    }
    let mut command = with_values(language::command(command, console.language()));
    if args.shell == Shell::Fish {
        script.extend_from_slice(fish_games(&command).as_bytes());
    }
    let mut generated = vec![];
    clap_complete::generate(args.shell, &mut command, "grundy", &mut generated);
    // Append the lines that complete games: they call functions of the generated script.
    generated.append(&mut script);
    write(&generated)
}

/// Returns the canonical names of all games.
fn games() -> Vec<&'static str> {
    library().games().iter().map(|entry| entry.info().name).collect()
}

/// Reports whether the first argument of a command is a game or begins with a game.
fn takes_game(command: &Command) -> bool {
    let value = command.get_positionals().next().and_then(|arg| Some(arg.get_value_names()?.first()?.as_str()));
    // Check the value name, because the first argument of `man` is the name of a command.
    value.is_some_and(|value| ["SPEC", "RULES", "CODE"].contains(&value))
        || ["games", "check"].contains(&command.get_name())
}

/// Adds possible values for completion that the parser itself does not need.
fn with_values(command: Command) -> Command {
    let lang =
        |arg: Arg| if arg.get_id() == "lang" { arg.value_parser(PossibleValuesParser::new(["en", "zh"])) } else { arg };
    let names: Vec<String> =
        command.get_subcommands().filter(|sub| takes_game(sub)).map(|sub| sub.get_name().to_string()).collect();
    let game = |arg: Arg| if arg.is_positional() { arg.value_parser(PossibleValuesParser::new(games())) } else { arg };
    names.iter().fold(command.mut_args(lang), |command, name| command.mut_subcommand(name, |sub| sub.mut_args(game)))
}

/// Returns the lines of a fish script that complete games.
fn fish_games(command: &Command) -> String {
    let commands: Vec<&str> = command.get_subcommands().filter(|sub| takes_game(sub)).map(Command::get_name).collect();
    let games = games().join(" ");
    ["__fish_grundy_needs_command".to_string(), format!("__fish_grundy_using_subcommand {}", commands.join(" "))]
        .map(|when| format!("complete -c grundy -n \"{when}\" -a \"{games}\"\n"))
        .concat()
}

pub fn man(args: &ManArgs, console: &Console) -> std::io::Result<ExitCode> {
    let mut root = language::command(Args::command(), console.language());
    // Building gives every command its full name, such as `grundy solve`.
    root.build();
    let page = match &args.command {
        None => root,
        Some(name) => match root.get_subcommands().find(|command| command.get_name() == name) {
            Some(command) => with_version(command.clone()),
            None => {
                let error = Error::new(ErrorKind::BadArgument, text!("there is no command `{name}`", name));
                let error = error
                    .at(0..name.len())
                    .help(text!("`grundy man` lists all commands; `grundy man solve` documents one of them"));
                console.error(name, &error);
                return Ok(exit_code(&error));
            }
        },
    };
    let mut roff = vec![];
    clap_mangen::Man::new(page).render(&mut roff)?;
    write(&roff)
}

/// Prepares a subcommand for a page of its own by adding the version.
fn with_version(command: Command) -> Command {
    command.version(env!("CARGO_PKG_VERSION"))
}

fn write(bytes: &[u8]) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
