//! The arguments of the command line, parsed by clap.
//!
//! Doc comments of commands and arguments are the help texts; the catalogue `help.po` of the crate `lang`
//! translates them. This file contains the commands; `common` contains the options that several of them share, and
//! the other submodules contain each command's own arguments.

mod common;
mod machine;
mod sequences;
mod solve;
mod tables;

pub use common::*;
pub use machine::*;
pub use sequences::*;
pub use solve::*;
pub use tables::*;

use crate::language;
#[cfg(not(feature = "cluster"))]
use clap::Args as ClapArgs;
use clap::{ColorChoice, Parser, Subcommand, ValueEnum};
use grundy::unstable::json;
use grundy::unstable::lang::Language;

/// The workbench for combinatorial games: who wins, by which moves, and why.
#[derive(Debug, Parser)]
#[command(
    name = "grundy",
    version,
    arg_required_else_help = true,
    override_usage = "grundy [OPTIONS] <COMMAND>\n       grundy [OPTIONS] <SPEC>...",
    after_help = "\
A SPEC is a position such as nim(3,4,5). Without a command, it is solved.

Examples:
  grundy nim 3 4 5                    who wins, by which moves, and why
  grundy solve 'nim(3,4,5)'           the same; brackets need quotes in a shell
  grundy solve misere nim 1 1 2       the player who cannot move wins
  grundy solve 'take[1,3,4](10^18) + wythoff(3,5)'
  grundy table 'take[1,3,4]' --to 50  the values of all heaps up to 50
  grundy find 'rule{ n -> n-1; n/2 }'  the pattern of outcomes and values
  grundy prove nim --claim 'P iff a xor b == 0'
  grundy play nim 3 4 5               against the computer
  grundy web --open                   all of this in a browser
  grundy sequence 0.77                a long Grundy sequence, with its period
  grundy games                        all games with their notation
  grundy games wythoff                one game: rules, notation, theorems
  grundy check nim                    its theorems against brute force"
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
    /// Output language: en or zh [default: the system's]
    #[arg(long, global = true, help_heading = OUTPUT, display_order = LAST_ORDER, value_name = "LANG", value_parser = language::parse)]
    pub lang: Option<Language>,
    /// When to use colours: auto (on a terminal, unless NO_COLOR is set or TERM is dumb), always or never
    #[arg(long, global = true, help_heading = OUTPUT, display_order = LAST_ORDER, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
    /// Integers in JSON: as numbers, or as strings for programs that lose precision above 2^53
    #[arg(long, global = true, help_heading = OUTPUT, display_order = LAST_ORDER, value_enum, value_name = "FORM", default_value_t = NumbersArg::Number)]
    pub numbers: NumbersArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NumbersArg {
    Number,
    Text,
}

impl From<NumbersArg> for json::IntegerFormat {
    fn from(numbers: NumbersArg) -> json::IntegerFormat {
        match numbers {
            NumbersArg::Number => json::IntegerFormat::Number,
            NumbersArg::Text => json::IntegerFormat::Text,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve a position: who wins, its value, all winning moves, and why
    Solve(SolveArgs),
    /// Solve one position per line; print one JSON object per line
    Batch(BatchArgs),
    /// Tabulate the values or outcomes of all heaps or pairs up to a bound
    Table(TableArgs),
    /// Find the pattern of the outcomes and values of a game
    Find(FindArgs),
    /// Prove a claim about all positions of a game, or refute it
    Prove(ProveArgs),
    /// Check a certificate
    Verify(VerifyArgs),
    /// Play a position against the computer
    Play(PlayArgs),
    /// Serve the web page, with answers computed on this machine
    #[cfg(feature = "web")]
    Web(WebArgs),
    /// Compute a long Grundy sequence of a heap game, with checkpoints and proved periods
    Sequence(SequenceArgs),
    /// Compute the sequences of all games whose codes match a pattern
    Survey(SurveyArgs),
    /// Compute and prove the misère quotient of a heap game: who wins sums of heaps under misère play
    Quotient(QuotientArgs),
    /// Compute the value of a game: canonical form, stops, mean, temperature
    Value(ValueArgs),
    /// Inspect, verify and compress databases of solved positions
    Db(DbArgs),
    /// Solve into a folder with several processes on this machine
    #[cfg(feature = "cluster")]
    Cluster(ClusterArgs),
    /// Solve into a folder with several processes on this machine
    #[cfg(not(feature = "cluster"))]
    #[command(hide = true, disable_help_flag = true)]
    Cluster(Missing),
    /// List all games, or show one game's rules, notation and theorems
    Games(GamesArgs),
    /// Check every theorem against brute force
    Check(CheckArgs),
    /// Write a completion script for a shell
    Completions(CompletionsArgs),
    /// Write a manual page
    Man(ManArgs),
}

/// The arguments of a command that this program was built without.
#[cfg(not(feature = "cluster"))]
#[derive(Debug, ClapArgs)]
pub struct Missing {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<std::ffi::OsString>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::time::Duration;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    /// Users paste examples, so each line of an example fits a terminal of 80 columns.
    #[test]
    fn examples_fit_80_columns() {
        fn check(command: &clap::Command) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter(|line| line.starts_with("  ")) {
                let width: usize = line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
                assert!(width <= 80, "{}: {line}", command.get_name());
            }
            command.get_subcommands().for_each(check);
        }
        for language in [Language::English, Language::Chinese] {
            check(&language::command(Args::command(), language));
        }
    }

    /// Help lists a command's own options first, then those for limits, for databases and for output.
    #[test]
    fn options_are_grouped_under_headings() {
        let mut command = language::command(Args::command(), Language::English);
        command.build();
        let solve = command.find_subcommand_mut("solve").expect("a command");
        let help = solve.render_long_help().to_string();
        let places = [
            "--moves",
            "--misere",
            "Limits:",
            "--memory",
            "--time",
            "--threads",
            "--quiet",
            "Database:",
            "--into",
            "--db",
            "--every",
            "Output:",
            "--certificate",
            "--format",
            "--color",
            "--lang",
            "--numbers",
        ]
        .map(|word| {
            help.find(&format!("{word} "))
                .or(help.find(&format!("{word}\n")))
                .unwrap_or_else(|| panic!("{word}: {help}"))
        });
        assert!(places.is_sorted(), "{places:?}: {help}");
        let short = solve.render_help().to_string();
        for sub in command.get_subcommands_mut() {
            let help = sub.render_long_help().to_string();
            let headings: Vec<usize> = ["Options:", "Limits:", "Database:", "Output:"]
                .iter()
                .filter_map(|heading| help.find(heading))
                .collect();
            assert!(headings.is_sorted(), "{}: {help}", sub.get_name());
        }
        let rare = ["--memory", "--into"].iter().any(|option| short.contains(option));
        assert!(short.lines().count() < 45 && short.contains("--moves") && !rare, "{short}");
    }

    /// In both languages, the short help ends with the first examples, below their heading.
    #[test]
    fn short_help_ends_with_examples() {
        let mut seen = 0;
        for language in [Language::English, Language::Chinese] {
            let mut command = language::command(Args::command(), language);
            command.build();
            for sub in command.get_subcommands().filter(|sub| sub.get_after_help().is_some()) {
                let [short, long] =
                    [sub.get_after_help(), sub.get_after_long_help()].map(|text| text.unwrap().to_string());
                let lines: Vec<&str> = short.lines().collect();
                let examples = lines[1..].iter().all(|line| line.starts_with("  "));
                assert!(lines.len() > 1 && !lines[0].starts_with(' ') && examples, "{}: {short}", sub.get_name());
                assert!(long.contains(&short), "{}: {short}", sub.get_name());
                seen += 1;
            }
        }
        assert!(seen >= 30, "{seen}");
    }

    /// In both languages, `--help` shows more than `-h` does.
    #[test]
    fn long_help_shows_rare_options() {
        for language in [Language::English, Language::Chinese] {
            let mut command = language::command(Args::command(), language);
            command.build();
            let solve = command.find_subcommand_mut("solve").expect("a command");
            let [short, long] = [solve.render_help().to_string(), solve.render_long_help().to_string()];
            assert!(long.contains("--memory") && !short.contains("--memory"), "{long}");
            // Both forms of the help mention the other one.
            assert!(short.contains("'--help'") && long.contains("'-h'"), "{long}");
            assert!(language == Language::English || !long.contains("Print help"), "{long}");
        }
    }

    #[test]
    fn sizes_and_seconds() {
        for (text, bytes) in
            [("0", 0), ("100", 100), ("2k", 2048), ("16G", 16 << 30), ("1MiB", 1 << 20), ("3TB", 3 << 40)]
        {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "-1", "1X", "99999999999999T"] {
            assert!(size(text).is_err(), "{text}");
        }
        assert_eq!((positions("1"), positions("1_000")), (Ok(1), Ok(1000)));
        for text in ["", "0", "-1", "_1", "+1", "many"] {
            assert!(positions(text).is_err(), "{text}");
        }
        assert_eq!((number("1_000"), number("10^6")), (Ok(1000), Ok(1_000_000)));
        assert!(number("-1").is_err() && number("12x").is_err() && number("10^30").is_err());
        for (text, bytes) in [("7", 7), ("64k", 1 << 16), ("1.5G", 3 << 29), ("0.25 MiB", 1 << 18), ("2TB", 2 << 40)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", ".5G", "1.G", "1.2.3G", "16Q", "99999999T", "1.0000000000000000001G", "-1"] {
            assert!(size(text).is_err(), "{text}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err() && seconds("nan").is_err() && seconds("soon").is_err());
    }
}
