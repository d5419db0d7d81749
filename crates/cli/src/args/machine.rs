//! Arguments of `db`, `games`, `check`, `web`, `completions` and `man`.

#[cfg(feature = "web")]
use super::common::{DATABASE, ThreadArgs};
use super::common::{Format, LimitArgs, OUTPUT, positions};
use clap::{Args as ClapArgs, ValueEnum};
use grundy::unstable::solve::check;
use std::path::PathBuf;

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
list shows the databases in DIR. info prints the counts of each tier, a position of the greatest remoteness and \
a longest win. check reads every block and checks sample positions again. pack makes the files as small as \
possible, unpack makes lookups fast. export writes all positions as CSV or Parquet.

Examples:
  grundy solve 'quixo[3](start)' --into quixo3
  grundy solve 'quixo[3](\"x../.o./...\")' --db quixo3
  grundy db info quixo3
  grundy db check quixo3 --sample 1000
  grundy db export quixo3 > quixo3.csv
  grundy db export quixo3 --format parquet > quixo3.parquet

Exit status: 0 on success, 1 if the folder is refused, a limit was exceeded or the command was interrupted, 2 \
if the request is invalid.")]
pub struct DbArgs {
    /// Operation to perform
    #[arg(value_enum, value_name = "WHAT")]
    pub what: DbCommand,
    /// Folder of the database
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Number of sample positions per tier that `check` verifies
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub sample: u64,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Output format; csv and parquet are for `export`, which writes csv by default
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
pub struct GamesArgs {
    /// Name or alias of a game; with --proof, also the name of a theorem
    pub name: Option<String>,
    /// Print the proofs of the game's theorems, or of the named theorem
    #[arg(long, requires = "name", conflicts_with = "format")]
    pub proof: bool,
    /// Output format
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Each theorem's values, outcomes, counts of winning moves and lists of moves are compared with results computed \
by mex over all moves. Theorems on sums are compared with a complete search of random sums, and periods with \
tables computed heap by heap.

Only positions up to a certain size are used, so a theorem may be checked on fewer positions than \
requested. A theorem that applies to none of them fails.

@FILE names a file of rules: each of its examples, lines such as `example half(7) is P`, passes or fails.

Examples:
  grundy check
  grundy check nim --to 1_000_000
  grundy check @half.grundy
  grundy check --format json | grep -v '\"counterexample\":null'

Exit status: 0 if everything agrees; 1 if a check failed, a limit was reached or the command was \
interrupted; 2 if the request is invalid.")]
pub struct CheckArgs {
    /// Game name or alias, or @FILE to check the examples of a rule file [default: all games]
    pub name: Option<String>,
    /// Number of positions on which to check each theorem
    #[arg(long, value_name = "N", default_value_t = check::POSITIONS, value_parser = positions)]
    pub to: u64,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Output format
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[cfg(feature = "web")]
#[derive(Debug, ClapArgs)]
#[command(
    mut_arg("threads", |arg| arg.help("Maximum number of threads for all requests together [default: all cores]")),
    mut_arg("memory", |arg| {
        arg.help("Memory limit for all requests together, in bytes or as 512M, 16G; each request gets a share")
    }),
    mut_arg("time", |arg| arg.help("Time limit for each request, in seconds").default_value("60")),
    mut_arg("quiet", |arg| arg.help("Print the address only")),
    // `mut_arg` moves an argument to the end, and the order of headings is that of their first arguments, so `db` is
    // moved too.
    mut_arg("db", |arg| arg),
)]
#[command(after_help = "\
The address is printed once the server accepts connections. Only this machine can reach it; Ctrl-C stops the \
server. With --listen, others can reach it too: anyone who has the token in the printed address, which is \
also drawn as a QR code, can use this machine to compute. The connection is not encrypted, so use it only in \
a network that you trust. docs/web.md describes the security measures and classroom use.

Programs send the same requests as the page: POST /api/v1/ask takes JSON such as \
{\"do\":\"solve\",\"spec\":\"nim(3,4,5)\"}.

Examples:
  grundy web --open
  grundy web --listen 0.0.0.0    for a class, on all networks of this machine
  curl -H 'content-type: application/json' \\
    -d '{\"do\":\"solve\",\"spec\":\"nim(3,4,5)\"}' \\
    http://127.0.0.1:8377/api/v1/ask

Exit status: 0 if stopped by Ctrl-C or SIGTERM, 2 if the server cannot listen on the address.")]
pub struct WebArgs {
    /// Port; 0 for any free port [default: 8377, or any free port if it is taken]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Accept clients that present the token, on this address or host name of the machine: 192.168.1.5, or 0.0.0.0 for
    /// all addresses
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// Number of requests computed at the same time [default: half the cores, at least 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub jobs: Option<u32>,
    /// Write one line per request to the standard error
    #[arg(long)]
    pub verbose: bool,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Use the results in this folder, made by `solve --into`, for positions of its game
    #[arg(long, help_heading = DATABASE, value_name = "DIR")]
    pub db: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy
  grundy completions fish > ~/.config/fish/completions/grundy.fish")]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy man | man -l -
  grundy man solve > grundy-solve.1")]
pub struct ManArgs {
    /// Command to document [default: grundy as a whole]
    pub command: Option<String>,
}
