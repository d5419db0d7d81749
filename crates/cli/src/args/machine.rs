//! Arguments of the commands about databases, the game library, the web page and the program itself.

use super::*;

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
list shows the folders in DIR; info the counts of each tier, a position of the greatest remoteness and a longest win; check reads every block and looks at samples of \
the positions again; pack makes the files as small as they become, unpack as quick to look up; export writes all positions as CSV.

Examples:
  grundy solve 'quixo[3](start)' --into quixo3
  grundy solve 'quixo[3](\"x../.o./...\")' --db quixo3
  grundy db info quixo3
  grundy db check quixo3 --sample 1000
  grundy db export quixo3 > quixo3.csv
  grundy db export quixo3 --format parquet > quixo3.parquet

Exit status: 0 done, 1 refused, over a limit or interrupted, 2 the request was wrong.")]
pub struct Db {
    /// What to do
    #[arg(value_enum, value_name = "WHAT")]
    pub what: DbCommand,
    /// The folder
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// How many positions of each tier `check` looks at again
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub sample: u64,
    #[command(flatten)]
    pub limits: Limits,
    /// How to print it; csv and parquet are for `export`, which writes csv if nothing else is said
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = DbFormat::Text)]
    pub format: DbFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DbCommand {
    List,
    Info,
    Check,
    Pack,
    Unpack,
    Export,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DbFormat {
    Text,
    Json,
    Csv,
    Parquet,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy games
  grundy games wythoff
  grundy games wythoff --proof
  grundy games sprague-grundy --proof
  grundy games --format json")]
pub struct Games {
    /// A game's name or alias; with --proof also the name of a theorem
    pub name: Option<String>,
    /// Print the proofs of the game's theorems, or of this one
    #[arg(long, requires = "name", conflicts_with = "format")]
    pub proof: bool,
    /// How to print the list
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Each theorem is asked itself: its value or outcome, its count of winning moves and its list of moves, against values by \
mex over all moves. Theorems on sums are held against random sums played whole, periods against plain tables.

A theorem gets fewer positions than asked for where its game has no more of bounded size. One that meets no position fails.

Behind @ stands a file of rules: each of its examples, lines such as `example half(7) is P`, passes or fails.

Examples:
  grundy check
  grundy check nim --to 1_000_000
  grundy check @half.grundy
  grundy check --format json | grep -v '\"counterexample\":null'

Exit status: 0 all agree, 1 one failed, a limit was reached or it was interrupted, 2 the request was wrong.")]
pub struct Check {
    /// A game's name or alias, all games if there is none; or @FILE, whose examples of rules are checked
    pub name: Option<String>,
    /// How many positions each theorem is held against
    #[arg(long, value_name = "N", default_value_t = check::POSITIONS, value_parser = positions)]
    pub to: u64,
    #[command(flatten)]
    pub limits: Limits,
    /// How to print what came of it
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[cfg(feature = "web")]
#[derive(Debug, ClapArgs)]
#[command(mut_arg("threads", |arg| arg.help("Use at most so many threads for all requests together [default: all cores]")))]
#[command(after_help = "\
The address is printed as soon as it can be opened. Only this machine reaches it, until Ctrl-C. With --listen others do: who has the \
token in the printed address, which is also drawn as a QR code, may have this machine compute for them. What is sent is not encrypted: \
use it in a network that you trust. docs/web.md tells how it is protected, and how a class uses it.

Programs ask as the page does: POST /api/v1/ask takes JSON such as {\"do\":\"solve\",\"spec\":\"nim(3,4,5)\"}.

Examples:
  grundy web --open
  grundy web --listen 0.0.0.0    a class, from every network of this machine
  curl -H 'content-type: application/json' \\
    -d '{\"do\":\"solve\",\"spec\":\"nim(3,4,5)\"}' \\
    http://127.0.0.1:8377/api/v1/ask

Exit status: 0 it was ended by Ctrl-C or SIGTERM, 2 it cannot listen there.")]
pub struct Web {
    /// The port; 0 for any that is free [default: 8377, or any if that is taken]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Let others in who have the token, at this address or name of the machine: 192.168.1.5, or 0.0.0.0 for all it has
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// How many requests are worked at together [default: half the cores, at least 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub jobs: Option<u32>,
    /// Write a line for each request to the standard error
    #[arg(long)]
    pub verbose: bool,
    /// Give up a request after so many seconds
    #[arg(long, short, help_heading = LIMITS, display_order = LAST - 8, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Duration,
    /// The most memory that all requests may take together, in bytes or as 512M, 16G: each has its part of it
    #[arg(long, help_heading = LIMITS, display_order = LAST - 9, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    #[command(flatten)]
    pub threads: Threads,
    /// Answer positions of its game from this folder, which `solve --into` has made
    #[arg(long, help_heading = DATABASE, value_name = "DIR")]
    pub db: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy
  grundy completions fish > ~/.config/fish/completions/grundy.fish")]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy man | man -l -
  grundy man solve > grundy-solve.1")]
pub struct Man {
    /// The command that the page is about; grundy as a whole if there is none
    pub command: Option<String>,
}
