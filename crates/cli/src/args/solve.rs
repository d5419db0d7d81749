//! Arguments of the commands about one position, and options for starting a play.

use super::*;

/// Whether several processes can solve together.
const HAS_CLUSTER: bool = cfg!(feature = "cluster");

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A SPEC is a sum of games: nim(3,4,5), take[1..3](7,9), wythoff(3,5), nim(3) + 2*take[2^k](10^18).
Put `misere` in front for misère play. A list may stand in a file, nim(@heaps.txt), or come from the standard input, \
nim(@-). If the first SPEC is a bare game name, the rest are its position. The SPEC - stands for the lines of the standard input, one \
SPEC each; blank lines and lines that start with # are skipped.

--why steps shows all positions that play reaches, each behind its options; with svg and dot, their graph. --search counts what \
minimax, alpha-beta, a search that remembers (memo) and one that looks at every position with all its moves (full; on points the \
engine's own, with bounds, memory and an order of moves) visit; with --why steps, minimax and \
alpha-beta show their tree. --format svg alone draws the position as it lies on the board.

Examples:
  grundy solve 'nim(3,4,5)'
  grundy solve nim 3 4 5
  grundy solve 'take[1..3]' 7 9
  grundy solve 'misere nim(1,1,2)' 'wythoff(4,7)' --format json
  grundy solve 'nim(@heaps.txt)' --moves count
  grundy solve 'token[@moves.dot](a)' --format svg > moves.svg
  grundy solve 'hackenbush(0-1,1-2,1-3,3-4)' --format svg > tree.svg
  grundy solve 'wythoff(4,7)' --certificate wythoff.cert
  grundy solve 'nim(1,2,3)' --why steps    all positions, with the mex of each
  grundy solve 'nim(1,2,3)' --search minimax
  grundy solve 'row[1..2](3,1,4,2)' --why steps --search alpha-beta
  grundy solve '-nim(3) + nim(3)'
  grep kayles positions.txt | grundy solve -

Exit status: 0 answered, 1 over a limit or interrupted, 2 the request was wrong.")]
pub struct Solve {
    /// The positions, or a game name and its position
    #[arg(required = true, value_name = "SPEC")]
    pub specs: Vec<OsString>,
    /// Which winning moves to name: all lists up to 1000 [default: all, on a terminal about twenty]
    #[arg(long, value_enum)]
    pub moves: Option<Moves>,
    /// How much of the reason to show
    #[arg(long, value_enum, default_value_t = Why::Full)]
    pub why: Why,
    /// Show how many positions searches visit, this one and the others
    #[arg(long, value_enum, value_name = "WAY")]
    pub search: Option<Search>,
    /// Games of several players: whether this player can avoid losing, whatever all the others do together
    #[arg(long, value_name = "PLAYER", value_parser = clap::value_parser!(u8).range(1..))]
    pub coalition: Option<u8>,
    /// All processes are on this machine
    #[arg(long, hide = true)]
    pub here: bool,
    #[command(flatten)]
    pub common: Common,
    /// Solve all positions that play reaches into this folder, or go on where it was; then answer: one position only
    #[arg(long, help_heading = DATABASE, value_name = "DIR", conflicts_with_all = ["db", "no_theorems"])]
    pub into: Option<PathBuf>,
    /// Answer from this folder, which `--into` has made
    #[arg(long, help_heading = DATABASE, value_name = "DIR", conflicts_with = "no_theorems")]
    pub db: Option<PathBuf>,
    /// Say what solving all positions would take, and solve none
    #[arg(long, help_heading = DATABASE)]
    pub estimate: bool,
    /// With --into: seconds between checkpoints [default: 600]
    #[arg(long, help_heading = DATABASE, value_name = "SECONDS", requires = "into")]
    pub every: Option<u32>,
    /// With --into: this is one of several processes; the file lists where each listens, `host:port` a line
    #[arg(long, hide = !HAS_CLUSTER, help_heading = DATABASE, value_name = "FILE", requires = "into")]
    pub hosts: Option<PathBuf>,
    /// Which of the processes this is, from 0 [default: what mpirun, srun or an indexed job says]
    #[arg(long, hide = !HAS_CLUSTER, help_heading = DATABASE, value_name = "I", requires = "into")]
    pub process: Option<u32>,
    /// How many processes there are, which find each other by files in the folder
    #[arg(long, hide = !HAS_CLUSTER, help_heading = DATABASE, value_name = "N", requires = "into", conflicts_with = "hosts", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub processes: Option<u32>,
    /// How many seconds the other processes are waited for [default: 60]
    #[arg(long, hide = !HAS_CLUSTER, help_heading = DATABASE, value_name = "SECONDS", requires = "into")]
    pub wait: Option<u32>,
    /// Write a proof of who wins to this file, for `grundy verify`: one position only
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to print the answer: svg draws the position, with --why steps the graph of its positions; dot, graphs alone
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = SolveFormat::Text)]
    pub format: SolveFormat,
}

#[cfg(feature = "cluster")]
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Starts so many processes of `grundy solve SPEC --into DIR` on this machine, each with a part of every group of tiers, and all of them again when one \
dies: they go on from what was saved. --memory and --threads are those of each process. On several machines the processes are started by mpirun, srun, \
an indexed job or by hand; docs/cluster.md tells how.

Examples:
  grundy cluster run --local 2 'quixo[4](start)' --into quixo4
  mpirun -n 2 grundy solve 'quixo[4](start)' --into quixo4
  grundy solve 'quixo[4](start)' --into quixo4 --hosts hosts.txt --process 1

Exit status: that of the processes; 1 if one dies three times where nothing went on between.")]
// The command itself sets the index of each process, so these options are hidden.
#[command(mut_arg("hosts", |arg| arg.hide(true)), mut_arg("process", |arg| arg.hide(true)), mut_arg("processes", |arg| arg.hide(true)))]
pub struct Cluster {
    /// What to do
    #[arg(value_enum, value_name = "WHAT")]
    pub what: ClusterCommand,
    /// How many processes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub local: u32,
    #[command(flatten)]
    pub solve: Solve,
}

#[cfg(feature = "cluster")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClusterCommand {
    Run,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Blank lines and lines that start with # are skipped. A bad line gives an error object and the rest go on. Tables are \
shared between lines. The standard input is read where no FILE is given.

Examples:
  echo 'take[2,5](10^9)' | grundy batch
  grundy batch positions.txt --moves none > answers.jsonl

Exit status: 0 all lines were answered, each perhaps by an error object; 1 interrupted or the input ended in a fault; 2 the \
request was wrong or FILE could not be opened.")]
pub struct Batch {
    /// The file with one SPEC a line; the standard input if there is none, or for -
    pub file: Option<PathBuf>,
    /// Which winning moves to name: all lists up to 1000
    #[arg(long, value_enum, default_value_t = Moves::All)]
    pub moves: Moves,
    /// How much of the reason to show
    #[arg(long, value_enum, default_value_t = Why::Short)]
    pub why: Why,
    #[command(flatten)]
    pub common: Common,
    /// Answer positions of its game from this folder, which `solve --into` has made
    #[arg(long, help_heading = DATABASE, value_name = "DIR")]
    pub db: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
One line is one move, as it is printed, `take 2 from heap 1`, in short, `2 1`, or as the position that it leads to; `help` lists \
what else can be asked: hint, values, why, moves, undo, new. The machine wins where it can; where it cannot it resists. In the \
end the record of the play is printed, with the command that repeats it.

On a terminal there is a board: its last line names the keys. Esc goes one step back and asks before it leaves.

Examples:
  grundy play nim 3 4 5
  grundy play 'misere take[1..3](21)' --first machine
  grundy play 'take[1,2 | 1,3](9)' --you right
  grundy play 'rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / 2 : 1>2>3](17)' --seat 2
  grundy play 'wythoff(8,11)' --strength 50%
  grundy play 'row[1..3](3,-1,4,-1,5)' --machine all
  grundy play nim 3 4 5 < moves.txt
  grundy play nim 3 4 5 --moves 'take 2 from heap 1; take 1 from heap 1'

Exit status: 0 the play or its input ended, 1 over a limit or interrupted, 2 the request was wrong.")]
pub struct Play {
    /// The position, or a game name and its position
    #[arg(required = true, value_name = "SPEC")]
    pub spec: Vec<OsString>,
    /// The moves that the play begins with, those of all players: 'take 2 from heap 1; 1 2'
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Who moves first: you, if it is not said
    #[arg(long, value_enum, value_name = "WHO")]
    pub first: Option<First>,
    /// Which side you play in a partizan game: left, if it is not said
    #[arg(long, value_enum, value_name = "SIDE")]
    pub you: Option<Side>,
    /// Which player you are among several: the first, if it is not said
    #[arg(long = "seat", value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub player: Option<u8>,
    /// Which seats the machine takes: all but one, none, or all
    #[arg(long, value_enum, value_name = "SEATS", default_value_t = MachinePlayers::One)]
    pub machine: MachinePlayers,
    /// How well the machine plays: perfect, or how many of a hundred moves are, as in 50%
    #[arg(long, value_name = "HOW", default_value = "perfect", value_parser = strength)]
    pub strength: u8,
    /// Repeats the choices of a machine that is not perfect
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Misère play: who cannot move wins. The same as the prefix `misere`
    #[arg(long)]
    pub misere: bool,
    /// Line by line on a terminal too, as in a pipe: no board
    #[arg(long)]
    pub plain: bool,
    #[command(flatten)]
    pub limits: Limits,
    /// Play by this folder, which `solve --into` has made
    #[arg(long, help_heading = DATABASE, value_name = "DIR")]
    pub db: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    You,
    Machine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
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
pub enum Moves {
    All,
    One,
    Count,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Why {
    Short,
    Full,
    Steps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Search {
    Minimax,
    AlphaBeta,
    Memo,
    Full,
}

impl From<Search> for Way {
    fn from(search: Search) -> Way {
        match search {
            Search::Minimax => Way::Minimax,
            Search::AlphaBeta => Way::AlphaBeta,
            Search::Memo => Way::Memo,
            Search::Full => Way::Full,
        }
    }
}

impl From<Why> for render::Why {
    fn from(why: Why) -> render::Why {
        match why {
            Why::Short => render::Why::Short,
            Why::Full => render::Why::Full,
            Why::Steps => render::Why::Steps,
        }
    }
}

/// Returns the player with this number, counted from 1.
pub fn player(number: u8) -> Player {
    Player(number.saturating_sub(1))
}

/// A part of a hundred, or `perfect`.
fn strength(text: &str) -> Result<u8, Text> {
    let wrong = || text!("expected `perfect` or a percentage such as 50%");
    if text == "perfect" {
        return Ok(100);
    }
    let digits = text.strip_suffix('%').unwrap_or(text);
    let percent = digits.parse().map_err(|_| wrong())?;
    if percent > 100 { Err(wrong()) } else { Ok(percent) }
}
