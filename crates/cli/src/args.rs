//! The command line.

use crate::language;
use clap::{Args as ClapArgs, ColorChoice, Parser, Subcommand, ValueEnum};
use grundy::MovesWanted;
use grundy::engines::check;
use grundy::engines::steps::Way;
use grundy::lang::{Language, Text, text};
use grundy::render;
use grundy::rules::Seat;
use grundy_ask::table::What;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The workbench for combinatorial games: who wins, by which moves, and why.
#[derive(Debug, Parser)]
#[command(
    name = "grundy",
    version,
    arg_required_else_help = true,
    override_usage = "grundy [OPTIONS] <COMMAND>\n       grundy [OPTIONS] <SPEC>...",
    after_help = "\
A SPEC is a position, such as nim(3,4,5): without a command it is solved.

Examples:
  grundy nim 3 4 5                          who wins, the value, every winning move and why
  grundy solve 'nim(3,4,5)'                 the same; a shell needs quotes where there are brackets
  grundy solve misere nim 1 1 2             who cannot move wins
  grundy solve 'take[1,3,4](10^18) + wythoff(3,5)'
  grundy table 'take[1,3,4]' --to 50        the values of all heaps up to 50
  grundy find 'rule{ n -> n-1; n/2 }'       the pattern of the outcomes and values
  grundy prove nim --claim 'P iff a xor b == 0'
  grundy play nim 3 4 5                     against the machine
  grundy web --open                         all of this in a browser
  grundy sequence 0.77                      a long sequence of Grundy values, with its period
  grundy games                              all games with their notation
  grundy games wythoff                      the rules of one game, its notation and theorems
  grundy check nim                          its theorems against brute force"
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
    /// The language of what is printed, en or zh: that of the system, if it is not said
    #[arg(long, global = true, value_name = "LANG", value_parser = language::parse)]
    pub lang: Option<Language>,
    /// When to use colours: on a terminal, unless NO_COLOR is set or TERM is dumb; always; or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
    /// How JSON writes integers: as numbers, or as text for readers that lose what exceeds 2^53
    #[arg(long, global = true, value_enum, value_name = "FORM", default_value_t = Numbers::Number)]
    pub numbers: Numbers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Numbers {
    Number,
    Text,
}

impl From<Numbers> for render::Numbers {
    fn from(numbers: Numbers) -> render::Numbers {
        match numbers {
            Numbers::Number => render::Numbers::Number,
            Numbers::Text => render::Numbers::Text,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Who wins a position, its value, all winning moves, and why
    Solve(Solve),
    /// Solve one position a line, one JSON object a line out
    Batch(Batch),
    /// Values or outcomes of all heaps, or of all pairs, up to a bound
    Table(Table),
    /// Find the pattern of the outcomes and values of a game
    Find(Find),
    /// Prove a claim about all positions of a game, or refute it
    Prove(Prove),
    /// Check a certificate
    Verify(Verify),
    /// Play a position against the machine
    Play(Play),
    /// Show the page in a browser, answered by this machine
    #[cfg(feature = "web")]
    Web(Web),
    /// Long Grundy sequences of heap games, with checkpoints and proved periods
    Sequence(Sequence),
    /// The sequences of all games whose codes follow a pattern
    Survey(Survey),
    /// Who wins sums of heaps under misère play: the misère quotient, learned and proved
    Quotient(Quotient),
    /// What games are worth: canonical form, stops, mean, temperature
    Value(Value),
    /// What folders of solved positions have: look at them, check them, pack them
    Db(Db),
    /// List all games, or show one game's rules, notation and theorems
    Games(Games),
    /// Hold every theorem against brute force
    Check(Check),
    /// Write a completion script for a shell
    Completions(Completions),
    /// Write a manual page
    Man(Man),
}

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
    /// How to print the answer: svg draws the position, with --why steps the graph of its positions; dot, graphs alone
    #[arg(long, value_enum, default_value_t = SolveFormat::Text)]
    pub format: SolveFormat,
    #[command(flatten)]
    pub common: Common,
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
    /// Write a proof of who wins to this file, for `grundy verify`: one position only
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Solve all positions that play reaches into this folder, or go on where it was; then answer: one position only
    #[arg(long, value_name = "DIR", conflicts_with_all = ["db", "no_theorems"])]
    pub into: Option<PathBuf>,
    /// Answer from this folder, which `--into` has made
    #[arg(long, value_name = "DIR", conflicts_with = "no_theorems")]
    pub db: Option<PathBuf>,
    /// Say what solving all positions would take, and solve none
    #[arg(long)]
    pub estimate: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
list shows the folders in DIR; info the counts of each tier and a position of the greatest remoteness; check reads every block and looks at samples of the positions \
again; pack makes the files as small as they become; export writes all positions as CSV.

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
    pub what: DbDo,
    /// The folder
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// How to print it; csv and parquet are for `export`, which writes csv if nothing else is said
    #[arg(long, value_enum, default_value_t = DbFormat::Text)]
    pub format: DbFormat,
    /// How many positions of each tier `check` looks at again
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub sample: u64,
    /// The most memory that may be taken, in bytes or as 512M, 16G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DbDo {
    List,
    Info,
    Check,
    Pack,
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
    #[command(flatten)]
    pub common: Common,
    /// Which winning moves to name: all lists up to 1000
    #[arg(long, value_enum, default_value_t = Moves::All)]
    pub moves: Moves,
    /// How much of the reason to show
    #[arg(long, value_enum, default_value_t = Why::Short)]
    pub why: Why,
    /// Answer positions of its game from this folder, which `solve --into` has made
    #[arg(long, value_name = "DIR")]
    pub db: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
RULES is a game without its position: take[1,3,4], kayles, wythoff, octal[0.77], misere take[2,5]. Games of heaps give a \
line of values, games of two numbers a grid. Under misère play there are outcomes only. Partizan games have outcomes and below \
them f[1], whether Left wins moving first, and f[2], whether Right does; games of several players a row for each heap, with who \
loses; tokens on a graph a line for each vertex, without --to.

Examples:
  grundy table 'take[1,3,4]' --to 50
  grundy table wythoff --to 12
  grundy table wythoff --to 100 --only P    the P-positions, one a line
  grundy table wythoff --to 100 --of pairs  the same as i, a, b with a <= b
  grundy table misere kayles --to 40
  grundy table 'take[1,2 | 1,3]' --to 12
  grundy table 'rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3]' --to 20
  grundy table 'token[a>b,b>c,a>c]'
  grundy table 'octal[0.07]' --to 10^4 --format bfile > b002187.txt
  grundy table wythoff --to 99 --format svg > wythoff.svg

Exit status: 0 the table is complete, 1 over a limit or interrupted, 2 the request was wrong.")]
pub struct Table {
    /// The game without its position
    #[arg(required = true, value_name = "RULES")]
    pub rules: Vec<OsString>,
    /// The last heap, or the last number of a pair or triple: 100, 10^6
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// What to tell: Grundy values, with the outcomes; outcomes alone; whether Left, or Right, wins moving first; the P-positions as numbered pairs [default: grundy, misère outcome, partizan games outcome with left and right]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub of: Option<TableWhat>,
    /// Games of several players: whether this player can avoid losing, whatever all the others do together
    #[arg(long, value_name = "PLAYER", value_parser = clap::value_parser!(u8).range(1..))]
    pub coalition: Option<u8>,
    /// List the P-positions alone
    #[arg(long, value_enum, value_name = "OUTCOME", ignore_case = true)]
    pub only: Option<Only>,
    /// How to print the table: bfile is the format of OEIS, svg a picture
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
RULES is a game whose positions are one to three numbers, without its position. A pattern is fitted to a part of the table and \
confirmed by the rest: periods, arithmetic periods, small expressions, recursions over digits, Beatty sequences, automata. It is \
proved by periods, residues, slowly growing bounds or automata; otherwise it is a conjecture.

Of sets with letters, take[l..r], it tells what holds for all letters, case by case if need be, with commands that prove it; \
then --certificate writes FILE-1, FILE-2 and so on, where there are several proofs.

Examples:
  grundy find 'take[1,3,4]'
  grundy find wythoff --code cpp
  grundy find 'rule{ n -> n-k for k in 1..n/2 }' --to 2000
  grundy find 'rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }' --of outcome --format svg > automaton.svg
  grundy find misere take[2,5] --format json
  grundy find 'take[1,k,k+1]' --of outcome

Exit status: 0 answered, also if there is no pattern; 1 over a limit or interrupted; 2 the request was wrong.")]
pub struct Find {
    /// The game without its position
    #[arg(required = true, value_name = "RULES")]
    pub rules: Vec<OsString>,
    /// The largest number in the table [default: as many as take a few seconds]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// What to look at [default: both, misère and partizan games outcome]; value: what partizan heaps are worth as games
    #[arg(long, value_enum, value_name = "WHAT")]
    pub of: Option<FindOf>,
    /// Write the pattern as a function to paste: is_p, g for values, outcome for partizan games
    #[arg(long, value_enum, value_name = "LANG")]
    pub code: Option<Lang>,
    /// Write the proof to this file, that of the values if these are proved
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to print the pattern: svg draws it, dot automata alone
    #[arg(long, value_enum, default_value_t = FindFormat::Text)]
    pub format: FindFormat,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A CLAIM is about all positions, over the parameters that the rule names, otherwise n, or a, b, c: so many heaps as are named. \
`P iff CONDITION` (also N, L, R) says who wins; G(...) is the Grundy value of a position, P(...) that it is a P-position; \
floor(x*phi) is x times the golden ratio, rounded down; other names are for all numbers, and `exists b: CONDITION`, `forall b: CONDITION` \
speak of some or of all. A claim is proved, refuted by the least counterexample, or open: then it \
holds as far as it was looked at. @FILE is a misère quotient of one's own, written as the JSON of a certificate.

Examples:
  grundy prove 'take[1..4]' --claim 'P iff n % 5 == 0'
  grundy prove 'take[1..4]' --claim 'G(n) == n % 5' --certificate bash.cert
  grundy prove nim --claim 'P iff a xor b xor c == 0'
  grundy prove 'rule{ n -> n-k for k in 1..n/2 }' --claim 'G(2n) == n and G(2n+1) == G(n)'
  grundy prove wythoff --claim 'P iff min(a,b) == floor((max(a,b)-min(a,b))*phi)'
  grundy prove wythoff --claim 'exists b: P(a,b)'
  grundy prove nim --claim 'P(0,n,n)'
  grundy prove 'misere octal[0.123]' --claim @quotient.json
  grundy verify bash.cert

Exit status: 0 answered, whatever the answer; 1 over a limit or interrupted, or a certificate was asked for and there is none; 2 \
the request was wrong.")]
pub struct Prove {
    /// The game without its position
    #[arg(required = true, value_name = "RULES")]
    pub rules: Vec<OsString>,
    /// What is claimed of all its positions
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    pub claim: String,
    /// The largest number in the table that may refute the claim [default: as many as take a few seconds]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// Write the proof to this file, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to print the verdict
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Everything a certificate says is derived anew by a small program of its own. docs/certificates.md describes the files.

Examples:
  grundy solve 'nim(3,4,5)' --certificate nim.cert
  grundy verify nim.cert

Exit status: 0 the certificate holds, 1 it is refused, or a limit was reached; 2 the file could not be read.")]
pub struct Verify {
    /// The certificates
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The most memory that the check may take, in bytes or as 512M, 16G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
CODE is a code, 0.77, or a game of heaps without its position: kayles, octal[4.07], grundy_game, lasker, take[1,3,4]. The sequence \
ends where its period is proved, or at the heap N; without --to at heap 2^20, or 10^4 where there is no fast way: moves to three \
heaps, infinitely many amounts.

With --checkpoint DIR values are saved as they come. The same command goes on from there after any end, Ctrl-C, a crash or a full \
disk; the values and all that is told in the end are the same as without an interruption.

Examples:
  grundy sequence 0.77
  grundy sequence 0.16 --certificate 016.cert
  grundy sequence 0.6 --to 10^8 --checkpoint officers
  grundy sequence grundy_game --to 10^6 --stats
  grundy sequence 0.007 --to 10^5 --format bfile > b.txt
  grundy sequence 0.6 --to 10^5 --format svg > officers.svg
  grundy sequence 0.6 --to 10^5 --format svg --stats > histogram.svg

Exit status: 0 computed, whether a period is proved or not; 1 over a limit, interrupted, a checkpoint refused, or a certificate \
was asked for and there is no proof; 2 the request was wrong or a file could not be written.")]
pub struct Sequence {
    /// A code, or a game of heaps without its position
    #[arg(required = true, value_name = "CODE")]
    pub code: Vec<OsString>,
    /// The last heap: 1000, 10^8 [default: 2^20, or 10^4 where there is no fast way]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// Save values in this folder, and go on from what is there
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
    /// How often to save
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, allow_negative_numbers = true)]
    pub every: Duration,
    /// Tell how often each value comes, the records and the rare heaps; svg draws the numbers of heaps over the values
    #[arg(long)]
    pub stats: bool,
    /// Write the proof of the period to this file, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to print the sequence: text and json tell about it, csv, bfile and svg hold its values
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
In a PATTERN `?` is any octal digit and [1-37] one of 1, 2, 3 and 7. Digits from 8 to F, with moves to three heaps, take time like the \
cube of N. Games that differ only in heaps without moves, as 0.07 and 0.4, are computed once; among the others those with the same \
sequence are named.

With --misere it tells the order of the misère quotient of each game, and from where on its heaps repeat: to heap 600 if --to says nothing, in as \
many steps as take about a second a game, so that the table is the same on every machine.

Of sets with letters, take[1,k,2k+1], it tells case by case what their outcomes or values are for all letters.

With --checkpoint DIR a game that is done is not computed again. Without it nothing is left of a survey that a limit ended.

Examples:
  grundy survey '0.??' --to 10^5
  grundy survey '0.???' --to 2^20 --checkpoint survey --format csv > survey.csv
  grundy survey '0.??' --format json > survey.jsonl
  grundy survey --misere '0.??' --format csv > quotients.csv
  grundy survey 'take[1,k]' 'take[1,k,k+1]' --of grundy
  grundy survey --families --format csv --certificates families.cert > families.csv

Exit status: 0 all games were computed; 1 over a limit, interrupted, or a checkpoint refused; 2 the request was wrong or a file could \
not be written.")]
pub struct Survey {
    /// A code with `?` and sets of digits in brackets; or sets with letters, several of them
    #[arg(value_name = "PATTERN", required_unless_present = "families")]
    pub patterns: Vec<String>,
    /// All sets of one to three of 1, 2, 3, k-1, k, k+1, k+2, 2k-1, 2k, 2k+1, 3k, 1..k, 1..k-1, k..2k, 2k..3k with a letter
    #[arg(long)]
    pub families: bool,
    /// Sets with letters: what to look at [default: outcome]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub of: Option<TableOf>,
    /// Who cannot move wins: of codes the misère quotients, of sets with letters the outcomes
    #[arg(long)]
    pub misere: bool,
    /// Sets with letters: write all proofs to this file, one after the other
    #[arg(long, value_name = "FILE")]
    pub certificates: Option<PathBuf>,
    /// The last heap of games whose period is not proved before: 1000, 2^20 [default: 2^16, or 2^12 with moves to three heaps]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// Save the games that are done in this folder, and go on from what is there
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
    /// How to print the table: json has a line for each game
    #[arg(long, value_enum, default_value_t = SurveyFormat::Markdown)]
    pub format: SurveyFormat,
    /// The most memory that all threads may take together, in bytes or as 512M, 16G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Use at most so many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: Option<u32>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SurveyFormat {
    Markdown,
    Json,
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lang {
    Cpp,
    Python,
    Rust,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FindFormat {
    Text,
    Json,
    Dot,
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableOf {
    Outcome,
    Grundy,
}

/// What patterns are looked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FindOf {
    Outcome,
    Grundy,
    Value,
}

/// What a table tells: more than patterns are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableWhat {
    Outcome,
    Grundy,
    Left,
    Right,
    Pairs,
    Value,
    Mean,
    Temperature,
    Genus,
    Quotient,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Only {
    #[value(name = "P")]
    P,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    Text,
    Json,
    Csv,
    Bfile,
    Svg,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
RULES is a game of heaps without its position, a code such as 0.77, or several games with + between. Who wins a sum of heaps under \
misère play is told by the product of the elements that its heaps are, in a finite commutative monoid: generators and relations, the \
elements that are lost for the player to move, what each heap is. It goes on until the heaps repeat and a program of its own has checked that all sums are \
decided, or to heap N, or until a limit is met: more than 4096 elements, --memory, --time.

Examples:
  grundy quotient 0.123
  grundy quotient kayles --certificate kayles.cert
  grundy quotient octal[0.07] --to 20
  grundy quotient 'kayles + octal[0.75]'
  grundy quotient 0.75 --format dot | dot -Tsvg > quotient.svg

Exit status: 0 answered, whether all heaps are proved or not; 1 interrupted, over the memory limit, or a certificate was asked for and there is no proof; 2 \
the request was wrong.")]
pub struct Quotient {
    /// A game of heaps, or several with + between
    #[arg(required = true, value_name = "RULES")]
    pub rules: Vec<OsString>,
    /// The last heap [default: until all heaps are proved]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// Write the proof to this file, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to print the quotient: dot and svg draw what the generators make of the elements
    #[arg(long, value_enum, default_value_t = QuotientFormat::Text)]
    pub format: QuotientFormat,
    /// The most memory that learning may take, in bytes or as 512M, 16G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Tell what is known after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum QuotientFormat {
    Text,
    Json,
    Dot,
    Svg,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
An EXPR is a sum of values: 3/4, ^ and v for up and down, *2, {2|0||-1} (most bars are outermost), +-{1,{3|0}} or ±1, Tiny(2), \
v[2], ^<3>. What touches adds up, 3*2 is 3 + *2, and so does a sign that touches a number: 1 -2^ is 1 + -2 + ^. Positions of short games stand \
in it too, 3*nim(2) is three of them. Between values stand `:` for the ordinal sum, `heat`, `cool` and `norton`; functions are heat, cool, \
norton, overheat(g, s, t), freeze, reduced, atomic_weight, remote_star, Tiny and Miny.

With --misere, or the word in front, it tells the canonical form and the genus of impartial games when who cannot move wins: {*2,{0,*3}} is the game with \
these two options, and positions, sums with + and copies as 3*kayles(5) stand in it.

Examples:
  grundy value '{2|0||-1} + ^*'
  grundy value 'hackenbush(0-1:b,1-2:r) + take[1,2|1,3](4)'
  grundy value '3*nim(2) + ^'
  grundy value -1/2
  grundy value '{3|1} cool 1/2' --format json
  grundy value '{3|1||-1}' --format svg > thermograph.svg
  grundy value --misere 'kayles(5) + *2'

Exit status: 0 answered, 1 over a limit or interrupted, 2 the request was wrong.")]
pub struct Value {
    /// The expression
    #[arg(required = true, value_name = "EXPR")]
    pub expr: Vec<OsString>,
    /// Misère play: who cannot move wins; canonical form and genus of impartial games
    #[arg(long)]
    pub misere: bool,
    /// How to print the value: svg draws the thermograph
    #[arg(long, value_enum, default_value_t = ValueFormat::Text)]
    pub format: ValueFormat,
    /// The most memory that values may take, in bytes or as 512M, 16G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ValueFormat {
    Text,
    Json,
    Svg,
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
    #[arg(long, value_enum, default_value_t = Format::Text)]
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
    /// How to print what came of it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The most memory that tables may take, in bytes or as 512M, 16G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
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
    /// Play by this folder, which `solve --into` has made
    #[arg(long, value_name = "DIR")]
    pub db: Option<PathBuf>,
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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub seat: Option<u8>,
    /// Which seats the machine takes: all but one, none, or all
    #[arg(long, value_enum, value_name = "SEATS", default_value_t = Machines::One)]
    pub machine: Machines,
    /// How well the machine plays: perfect, or how many of a hundred moves are, as in 50%
    #[arg(long, value_name = "HOW", default_value = "perfect", value_parser = strength)]
    pub strength: u8,
    /// Repeats the choices of a machine that is not perfect
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Misère play: who cannot move wins. The same as the prefix `misere`
    #[arg(long)]
    pub misere: bool,
    /// The most memory that tables and searches may take, in bytes or as 512M, 16G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Give up a position after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Line by line on a terminal too, as in a pipe: no board
    #[arg(long)]
    pub plain: bool,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
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
pub enum Machines {
    One,
    None,
    All,
}

#[cfg(feature = "web")]
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The address is printed as soon as it can be opened. Only this machine reaches it, until Ctrl-C. With --listen others do: who has the \
token in the printed address, which is also drawn as a QR code, may have this machine compute for them. What is sent is not encrypted: \
use it in a network that you trust. docs/web.md tells how it is protected, and how a class uses it.

Programs ask as the page does: POST /api/v1/ask takes JSON such as {\"do\":\"solve\",\"spec\":\"nim(3,4,5)\"}.

Examples:
  grundy web --open
  grundy web --listen 0.0.0.0    a class, from every network of this machine
  curl -H 'content-type: application/json' -d '{\"do\":\"solve\",\"spec\":\"nim(3,4,5)\"}' http://127.0.0.1:8377/api/v1/ask

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
    /// Give up a request after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Duration,
    /// The most memory that all requests may take together, in bytes or as 512M, 16G: each has its part of it
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Use at most so many threads for all requests together [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: Option<u32>,
    /// Answer positions of its game from this folder, which `solve --into` has made
    #[arg(long, value_name = "DIR")]
    pub db: Option<PathBuf>,
    /// Write a line for each request to the standard error
    #[arg(long)]
    pub verbose: bool,
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

#[derive(Debug, ClapArgs)]
pub struct Common {
    /// Misère play: who cannot move wins. The same as the prefix `misere`
    #[arg(long)]
    pub misere: bool,
    /// Use no theorem and no table: search all positions
    #[arg(long)]
    pub no_theorems: bool,
    /// The most memory that tables and searches may take, in bytes or as 512M, 16G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Give up a position or a table after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Use at most so many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: Option<u32>,
    /// Show no progress and no notes
    #[arg(long)]
    pub quiet: bool,
}

impl Common {
    /// The question that these flags put.
    pub fn asked(&self, moves: Moves, why: Why) -> grundy_ask::solve::Solve {
        let moves = match moves {
            Moves::All => MovesWanted::All,
            Moves::One => MovesWanted::One,
            Moves::Count => MovesWanted::Count,
            Moves::None => MovesWanted::None,
        };
        let (misere, theorems) = (self.misere, !self.no_theorems);
        grundy_ask::solve::Solve { misere, theorems, moves, why: why.into(), search: None, coalition: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
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

impl From<TableOf> for grundy::Of {
    fn from(of: TableOf) -> grundy::Of {
        match of {
            TableOf::Outcome => grundy::Of::Outcome,
            TableOf::Grundy => grundy::Of::Grundy,
        }
    }
}

impl From<TableWhat> for What {
    fn from(what: TableWhat) -> What {
        match what {
            TableWhat::Outcome => What::Outcome,
            TableWhat::Grundy => What::Grundy,
            TableWhat::Left => What::Left,
            TableWhat::Right => What::Right,
            TableWhat::Pairs => What::Pairs,
            TableWhat::Value => What::Value,
            TableWhat::Mean => What::Mean,
            TableWhat::Temperature => What::Temperature,
            TableWhat::Genus => What::Genus,
            TableWhat::Quotient => What::Quotient,
        }
    }
}

/// The seat of a player counted from 1.
pub fn seat(player: u8) -> Seat {
    Seat(player.saturating_sub(1))
}

/// A number of bytes: 1000, 64K, 1.5G, 1T, with B or iB behind the letter if one likes; parts of a byte are left out.
fn size(text: &str) -> Result<u64, Text> {
    let wrong = || text!("expected a number of bytes such as 512M or 16G");
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(wrong()),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let (whole, digits) = (whole.parse::<u64>().map_err(|_| wrong())?, part.len() as u32);
    let part: u128 = if digits <= 18 { part.parse().map_err(|_| wrong())? } else { return Err(wrong()) };
    let bytes = (u128::from(whole) << shift) + (part << shift) / 10u128.pow(digits);
    u64::try_from(bytes).map_err(|_| text!("more bytes than 2^64"))
}

/// A number as the notation writes it.
fn number(text: &str) -> Result<u64, Text> {
    let mut sources = grundy::rules::NoSources;
    let text = grundy::rules::ascii_signs(text);
    let mut input = grundy::rules::Cursor::new(&text, &mut sources);
    let read = input.integer(text!("a number")).and_then(|(number, _)| input.end().map(|()| number));
    read.map_err(|error| match error.kind {
        grundy::ErrorKind::TooLarge => error.message,
        _ => text!("expected a number such as 100 or 10^6"),
    })
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

/// A number of positions: at least 1.
fn positions(text: &str) -> Result<u64, Text> {
    match number(text) {
        Ok(0) | Err(_) => Err(text!("expected a number of positions such as 500 or 1_000_000")),
        positions => positions,
    }
}

fn seconds(text: &str) -> Result<Duration, Text> {
    let seconds: f64 = text.parse().map_err(|_| text!("expected a number of seconds such as 10 or 0.5"))?;
    Duration::try_from_secs_f64(seconds).map_err(|_| text!("expected a number of seconds such as 10 or 0.5"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
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
