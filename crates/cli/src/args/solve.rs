//! Arguments of the commands about single positions: `solve`, `cluster`, `batch` and `play`.

use super::common::{CommonArgs, DATABASE, LimitArgs, OUTPUT};
use clap::{Args as ClapArgs, ValueEnum};
use grundy::unstable::lang::{Text, text};
use grundy::unstable::render;
use grundy::unstable::rules::{Player, PositionSum};
use grundy::unstable::solve::MovesWanted;
use grundy::unstable::solve::trace::SearchMethod;
use grundy_ask::Input;
use std::ffi::OsString;
use std::path::PathBuf;

/// Whether this build lets several processes solve together.
const HAS_CLUSTER: bool = cfg!(feature = "cluster");

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A SPEC is a sum of games: nim(3,4,5), take[1..3](7,9), wythoff(3,5), nim(3) + 2*take[2^k](10^18).
Put `misere` in front for misère play. A list may be read from a file, nim(@heaps.txt), or from the standard \
input, nim(@-). If the first SPEC is only the name of a game, the remaining arguments are its position. The \
SPEC - reads SPECs from the standard input, one per line; blank lines and lines that start with # are skipped.

--why steps lists all reachable positions, each after its options; with --format svg or dot it draws their \
graph. --search counts the positions visited by minimax, alpha-beta, memo (a search that remembers positions) \
and full (a search of all moves of every position; in scoring games, the engine's own search with bounds, \
memory and move ordering). With --why steps, minimax and alpha-beta also show their trees. --format svg alone \
draws the position on its board.

Examples:
  grundy solve 'nim(3,4,5)'
  grundy solve nim 3 4 5
  grundy solve 'take[1..3]' 7 9
  grundy solve 'misere nim(1,1,2)' 'wythoff(4,7)' --format json
  grundy solve 'nim(@heaps.txt)' --moves count
  grundy solve 'token[@moves.dot](a)' --format svg > moves.svg
  grundy solve 'hackenbush(0-1,1-2,1-3,3-4)' --format svg > tree.svg
  grundy solve 'wythoff(4,7)' --certificate wythoff.cert
  grundy solve 'domineering(6x6)' --strategy domineering.cert
  grundy solve 'clobber(5x6)' --checkpoint clobber
  grundy solve 'nim(1,2,3)' --why steps    all positions, with the mex of each
  grundy solve 'nim(1,2,3)' --search minimax
  grundy solve 'row[1..2](3,1,4,2)' --why steps --search alpha-beta
  grundy solve '-nim(3) + nim(3)'
  grep kayles positions.txt | grundy solve -

Exit status: 0 on success, 1 if a limit was exceeded or the command was interrupted, 2 if the request is \
invalid.")]
pub struct SolveArgs {
    /// The positions, or a game name and its position
    #[arg(required = true, value_name = "SPEC")]
    pub specs: Vec<OsString>,
    /// Which winning moves to list, at most 1000; `auto` lists one per player if every move needs a search
    /// [default: auto; about twenty on a terminal]
    #[arg(long, value_enum)]
    pub moves: Option<MovesArg>,
    /// How much of the explanation to print
    #[arg(long, value_enum, default_value_t = WhyArg::Full)]
    pub why: WhyArg,
    /// Count the positions visited by this search method and by the others
    #[arg(long, value_enum, value_name = "METHOD")]
    pub search: Option<SearchArg>,
    /// In games of several players: determine whether this player can avoid losing to a coalition of all the others
    #[arg(long = "coalition", value_name = "PLAYER", value_parser = clap::value_parser!(u8).range(1..))]
    pub lone_player: Option<u8>,
    /// All processes are on this machine
    #[arg(long = "here", hide = true)]
    pub all_local: bool,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Solve all reachable positions into this folder, resuming if possible, then answer; only for a single position
    #[arg(long, help_heading = DATABASE, value_name = "DIR", group = "saves", conflicts_with_all = ["db", "no_theorems"])]
    pub into: Option<PathBuf>,
    /// Answer from this folder, made by `--into`
    #[arg(long, help_heading = DATABASE, value_name = "DIR", conflicts_with = "no_theorems")]
    pub db: Option<PathBuf>,
    /// Estimate the memory, disk space and time for solving all positions, without solving them
    #[arg(long, help_heading = DATABASE)]
    pub estimate: bool,
    /// Save the results of a long search of boards in this folder, and continue from them; only for a single position
    #[arg(long, help_heading = DATABASE, value_name = "DIR", group = "saves", conflicts_with_all = ["db", "estimate"])]
    pub checkpoint: Option<PathBuf>,
    /// With --into or --checkpoint: seconds between checkpoints [default: 600]
    #[arg(long = "every", help_heading = DATABASE, value_name = "SECONDS", requires = "saves")]
    pub checkpoint_seconds: Option<u32>,
    /// With --into: run as one of several processes; the file lists the address of each, one `host:port` per line
    #[arg(long, hide = !HAS_CLUSTER, help_heading = DATABASE, value_name = "FILE", requires = "into")]
    pub hosts: Option<PathBuf>,
    /// Index of this process, from 0 [default: as set by mpirun, srun or an indexed job]
    #[arg(long, hide = !HAS_CLUSTER, help_heading = DATABASE, value_name = "I", requires = "into")]
    pub process: Option<u32>,
    /// Number of processes, which find each other through files in the folder
    #[arg(long, hide = !HAS_CLUSTER, help_heading = DATABASE, value_name = "N", requires = "into", conflicts_with = "hosts", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub processes: Option<u32>,
    /// Seconds to wait for the other processes [default: 60]
    #[arg(long, hide = !HAS_CLUSTER, help_heading = DATABASE, value_name = "SECONDS", requires = "into")]
    pub wait: Option<u32>,
    /// Write a proof of the outcome to this file, for `grundy verify`; only for a single position
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Write a winning strategy to this file, for `grundy play --strategy`; only for a single position
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub strategy: Option<PathBuf>,
    /// Output format; svg draws the position, or with --why steps the graph of positions; dot is for graphs only
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = SolveFormat::Text)]
    pub format: SolveFormat,
}

#[cfg(feature = "cluster")]
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
`--local N` starts N processes of `grundy solve SPEC --into DIR` on this machine. Each process takes a part \
of every group of tiers. If one dies, all are restarted and resume from the saved state. --memory and \
--threads apply to each process. On several machines, the processes are started by mpirun, srun or an indexed \
job, or by hand; see docs/cluster.md.

Examples:
  grundy cluster run --local 2 'quixo[4](start)' --into quixo4
  mpirun -n 2 grundy solve 'quixo[4](start)' --into quixo4
  grundy solve 'quixo[4](start)' --into quixo4 --hosts hosts.txt --process 1

Exit status: that of the processes; 1 if one dies three times without progress in between.")]
// The command itself sets the index of each process, so these options are hidden.
#[command(mut_arg("hosts", |arg| arg.hide(true)), mut_arg("process", |arg| arg.hide(true)), mut_arg("processes", |arg| arg.hide(true)))]
pub struct ClusterArgs {
    /// Operation to perform
    #[arg(value_enum, value_name = "WHAT")]
    pub what: ClusterCommand,
    /// Number of processes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub local: u32,
    #[command(flatten)]
    pub solve: SolveArgs,
}

#[cfg(feature = "cluster")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClusterCommand {
    Run,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Blank lines and lines that start with # are skipped. An invalid line produces an error object, and the \
remaining lines are still solved. Tables are shared between lines. Without FILE, the standard input is read.

Examples:
  echo 'take[2,5](10^9)' | grundy batch
  grundy batch positions.txt --moves none > answers.jsonl

Exit status: 0 if every line was answered, possibly with an error object; 1 if the command was interrupted or \
reading the input failed; 2 if the request is invalid or FILE could not be opened.")]
pub struct BatchArgs {
    /// File with one SPEC per line, or - for the standard input [default: the standard input]
    pub file: Option<PathBuf>,
    /// Which winning moves to list, at most 1000; `auto` lists one per player if every move needs a search
    #[arg(long, value_enum, default_value_t = MovesArg::Auto)]
    pub moves: MovesArg,
    /// How much of the explanation to print
    #[arg(long, value_enum, default_value_t = WhyArg::Short)]
    pub why: WhyArg,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Use the results in this folder, made by `solve --into`, for positions of its game
    #[arg(long, help_heading = DATABASE, value_name = "DIR")]
    pub db: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Enter one move per line: as it is printed, such as `take 2 from heap 1`; in short form, such as `2 1`; or as \
the resulting position. `help` lists the other commands: hint, values, why, moves, undo, new. The computer \
wins if it can, or else draws if it can; in a lost position, it makes your win as long or as hard as it can. \
At the end, the record of the game is printed with the command that replays it.

On a terminal, the game is shown on a board whose last line lists the keys. Esc closes the current display or \
cancels the current action; if there is nothing to cancel, it asks whether to quit.

Examples:
  grundy play nim 3 4 5
  grundy play 'misere take[1..3](21)' --first machine
  grundy play 'take[1,2 | 1,3](9)' --you right
  grundy play 'rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / 2 : 1>2>3](17)' --seat 2
  grundy play 'wythoff(8,11)' --strength 50%
  grundy play 'row[1..3](3,-1,4,-1,5)' --machine all
  grundy play 'domineering(6x6)' --first machine --strategy domineering.cert
  grundy play nim 3 4 5 < moves.txt
  grundy play nim 3 4 5 --moves 'take 2 from heap 1; take 1 from heap 1'

Exit status: 0 if the game or its input ended, 1 if a limit was exceeded or the command was interrupted, 2 if \
the request is invalid.")]
pub struct PlayArgs {
    /// The position, or a game name and its position
    #[arg(required = true, value_name = "SPEC")]
    pub spec: Vec<OsString>,
    /// Opening moves of all players, in order: 'take 2 from heap 1; 1 2'
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Who moves first [default: you]
    #[arg(long, value_enum, value_name = "WHO")]
    pub first: Option<First>,
    /// Your side in a partizan game [default: left]
    #[arg(long, value_enum, value_name = "SIDE")]
    pub you: Option<SideArg>,
    /// Your number in a game of several players [default: 1]
    #[arg(long = "seat", value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub player: Option<u8>,
    /// Players that the computer controls: all except you (one), none or all
    #[arg(long, value_enum, value_name = "PLAYERS", default_value_t = MachinePlayers::One)]
    pub machine: MachinePlayers,
    /// Strength of the computer: perfect, or the percentage of its moves that are perfect, such as 50%
    #[arg(long, value_name = "STRENGTH", default_value = "perfect", value_parser = strength)]
    pub strength: u8,
    /// Random seed; with the same seed, an imperfect computer makes the same choices
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Misère play: the player who cannot move wins; same as the prefix `misere`
    #[arg(long)]
    pub misere: bool,
    /// On a terminal, play line by line instead of on a board
    #[arg(long)]
    pub plain: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Play with the solutions in this folder, made by `solve --into`
    #[arg(long, help_heading = DATABASE, value_name = "DIR")]
    pub db: Option<PathBuf>,
    /// Let the computer follow the winning strategy in this file, written by `solve --strategy`
    #[arg(long, help_heading = DATABASE, value_name = "FILE")]
    pub strategy: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    You,
    Machine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SideArg {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MachinePlayers {
    One,
    None,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    Text,
    Json,
    Dot,
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MovesArg {
    Auto,
    All,
    One,
    Count,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WhyArg {
    Short,
    Full,
    Steps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchArg {
    Minimax,
    AlphaBeta,
    Memo,
    Full,
}

impl From<SearchArg> for SearchMethod {
    fn from(search: SearchArg) -> SearchMethod {
        match search {
            SearchArg::Minimax => SearchMethod::Minimax,
            SearchArg::AlphaBeta => SearchMethod::AlphaBeta,
            SearchArg::Memo => SearchMethod::Memo,
            SearchArg::Full => SearchMethod::Full,
        }
    }
}

impl From<WhyArg> for render::ReasonDetail {
    fn from(why: WhyArg) -> render::ReasonDetail {
        match why {
            WhyArg::Short => render::ReasonDetail::Short,
            WhyArg::Full => render::ReasonDetail::Full,
            WhyArg::Steps => render::ReasonDetail::Steps,
        }
    }
}

impl CommonArgs {
    /// Returns the request to solve a position with these flags.
    pub fn solve_request(
        &self,
        spec: impl Into<Input<PositionSum>>,
        moves: MovesArg,
        why: WhyArg,
    ) -> grundy_ask::SolveRequest {
        let moves = match moves {
            MovesArg::Auto => MovesWanted::Auto,
            MovesArg::All => MovesWanted::All,
            MovesArg::One => MovesWanted::One,
            MovesArg::Count => MovesWanted::Count,
            MovesArg::None => MovesWanted::None,
        };
        let (misere, use_theorems) = (self.misere, !self.no_theorems);
        grundy_ask::SolveRequest { misere, use_theorems, moves, why: why.into(), ..grundy_ask::SolveRequest::new(spec) }
    }
}

/// Returns the player with this number, counted from 1.
pub fn player(number: u8) -> Player {
    Player(number.saturating_sub(1))
}

/// Parses a strength in percent: `50%` is 50, and `perfect` is 100.
fn strength(text: &str) -> Result<u8, Text> {
    let wrong = || text!("expected `perfect` or a percentage such as 50%");
    if text == "perfect" {
        return Ok(100);
    }
    let digits = text.strip_suffix('%').unwrap_or(text);
    let percent = digits.parse().map_err(|_| wrong())?;
    if percent > 100 { Err(wrong()) } else { Ok(percent) }
}
