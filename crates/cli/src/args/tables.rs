//! Arguments of the commands about all positions of a game (`table`, `find`, `prove`) and of `verify`.

use super::common::{CommonArgs, Format, LimitArgs, OUTPUT, named_values, number};
use clap::{Args as ClapArgs, ValueEnum};
use grundy::unstable::json;
use grundy_ask::{FindTarget, TableTarget};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
RULES is a game without its position: take[1,3,4], kayles, wythoff, octal[0.77], misere take[2,5]. Heap games \
give a line of values, games of two numbers a grid. Misère play gives outcomes only. Partizan games give \
outcomes and below them f[1], which is 1 if Left wins moving first, and f[2], which is 1 if Right does. Games \
of several players give one row per heap, with the player who loses. Tokens on a graph give one line per \
vertex, without --to. Hackenbush gives one line per tree with up to N edges, and the pattern of the values.

Examples:
  grundy table 'take[1,3,4]' --to 50
  grundy table wythoff --to 12
  grundy table wythoff --to 100 --only P    the P-positions, one per line
  grundy table wythoff --to 100 --of pairs  the same as i, a, b with a <= b
  grundy table misere kayles --to 40
  grundy table 'take[1,2 | 1,3]' --to 12
  grundy table 'rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3]' --to 20
  grundy table 'token[a>b,b>c,a>c]'
  grundy table hackenbush --to 6            all trees with up to 6 edges
  grundy table 'octal[0.07]' --to 10^4 --format bfile > b002187.txt
  grundy table wythoff --to 99 --format svg > wythoff.svg

Exit status: 0 if the table is complete, 1 if a limit was exceeded or the command was interrupted, 2 if the \
request is invalid.")]
pub struct TableArgs {
    /// The game without its position
    #[arg(required = true, value_name = "RULES")]
    pub rules: Vec<OsString>,
    /// Largest heap, largest number in a pair or triple, or most edges in a tree, such as 100 or 10^6
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// What to tabulate: Grundy values with the outcomes; outcomes only; whether Left or Right wins moving first;
    /// P-positions as numbered pairs [default: grundy; outcome for misère play; outcome, left and right for partizan
    /// games]
    #[arg(long, value_parser = named_values(&TableTarget::NAMES), value_name = "WHAT")]
    pub of: Option<TableTarget>,
    /// In games of several players: determine whether this player can avoid losing to a coalition of all the others
    #[arg(long = "coalition", value_name = "PLAYER", value_parser = clap::value_parser!(u8).range(1..))]
    pub lone_player: Option<u8>,
    /// List only the P-positions
    #[arg(long, value_enum, value_name = "OUTCOME", ignore_case = true)]
    pub only: Option<Only>,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Output format; bfile is the format of the OEIS, svg draws a picture
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
RULES is a game without its position. A position of this game must consist of one to three numbers. Patterns \
are fitted to one part of the table and confirmed on the rest. They are periods, arithmetic periods, small \
expressions, recursions over digits, Beatty sequences or automata. A pattern is proved by periods, residues, \
automata or a slowly growing bound on the amounts; without a proof, it is a conjecture.

For sets with letters, such as take[l..r], the command prints what is true for every choice of the letters, \
case by case if necessary, with commands that prove it. If there are several proofs, --certificate writes \
FILE-1, FILE-2 and so on.

Examples:
  grundy find 'take[1,3,4]'
  grundy find wythoff --code cpp
  grundy find 'rule{ n -> n-k for k in 1..n/2 }' --to 2000
  grundy find 'rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }' \\
    --of outcome --format svg > automaton.svg
  grundy find misere take[2,5] --format json
  grundy find 'take[1,k,k+1]' --of outcome

Exit status: 0 if answered, even if there is no pattern; 1 if a limit was exceeded or the command was \
interrupted; 2 if the request is invalid.")]
pub struct FindArgs {
    /// The game without its position
    #[arg(required = true, value_name = "RULES")]
    pub rules: Vec<OsString>,
    /// Largest number in the table [default: as far as a few seconds allow]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// What to find the pattern of; value means the values of partizan heaps as games [default: outcome and grundy;
    /// outcome for misère and partizan games]
    #[arg(long, value_parser = named_values(&FindTarget::NAMES), value_name = "WHAT")]
    pub of: Option<FindTarget>,
    /// Print the pattern as the code of a function: is_p, g (values) or outcome (partizan games)
    #[arg(long, value_enum, value_name = "LANG")]
    pub code: Option<Lang>,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Write the proof to this file; if both outcomes and values are proved, write the proof of the values, unless only
    /// the proof of the outcomes contains an automaton
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Output format; svg draws the pattern, dot is for automata only
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = FindFormat::Text)]
    pub format: FindFormat,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A CLAIM is a statement about all positions of the game. Its parameters are the numbers of a position: they \
have the names that the rule gives them, or else n for one number and a, b, c, ... for several. In games on \
heaps, the letters used determine the number of heaps. In stairs, a1, a2, ... or a, b, ... are the steps, \
lowest first. `P iff CONDITION` (also N, L, R) claims the outcome. G(...) or sg(...) is the Grundy value of a \
position, P(...) says that it is a P-position, and mex(G(n-1)..G(n-k)) is the mex of a range. floor(x*phi) is x \
times the golden ratio, rounded down; (1+sqrt(5))/2 also means phi. Other names range over all numbers; \
`exists b: CONDITION` and `forall b: CONDITION` quantify over b. A claim is proved, refuted by the least \
counterexample, or open. An open claim is true as far as it was checked. @FILE reads a misère quotient of your \
own, in the JSON format of a certificate.

Examples:
  grundy prove 'take[1..4]' --claim 'P iff n % 5 == 0'
  grundy prove 'take[1..4]' --claim 'G(n) == n % 5' --certificate bash.cert
  grundy prove nim --claim 'P iff a xor b xor c == 0'
  grundy prove 'rule{ n -> n-k for k in 1..n/2 }' \\
    --claim 'G(2n) == n and G(2n+1) == G(n)'
  grundy prove wythoff \\
    --claim 'P iff min(a,b) == floor((max(a,b)-min(a,b))*phi)'
  grundy prove wythoff --claim 'exists b: P(a,b)'
  grundy prove nim --claim 'P(0,n,n)'
  grundy prove 'misere octal[0.123]' --claim @quotient.json
  grundy verify bash.cert

Exit status: 0 if answered, whatever the verdict; 1 if a limit was exceeded, the command was interrupted, or \
there is no proof for a requested certificate; 2 if the request is invalid.")]
pub struct ProveArgs {
    /// The game without its position
    #[arg(required = true, value_name = "RULES")]
    pub rules: Vec<OsString>,
    /// Claim about all positions of the game
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    pub claim: String,
    /// Largest number in the table that is searched for counterexamples [default: as far as a few seconds allow]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Write the proof to this file, for `grundy verify`
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Output format
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A small independent program derives every statement of a certificate anew. docs/certificates.md describes the \
file format.

Examples:
  grundy solve 'nim(3,4,5)' --certificate nim.cert
  grundy verify nim.cert

Exit status: 0 if the certificate is valid; 1 if it is refused or a limit was reached; 2 if the file could not \
be read.")]
pub struct VerifyArgs {
    /// Certificate files; a file may contain several certificates, one after another
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Output format
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = Format::Text)]
    pub format: Format,
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

impl From<TableFormat> for json::TableFormat {
    fn from(format: TableFormat) -> json::TableFormat {
        match format {
            TableFormat::Text => json::TableFormat::Text,
            TableFormat::Json => json::TableFormat::Json,
            TableFormat::Csv => json::TableFormat::Csv,
            TableFormat::Bfile => json::TableFormat::Bfile,
            TableFormat::Svg => json::TableFormat::Svg,
        }
    }
}

impl From<TableOf> for FindTarget {
    fn from(of: TableOf) -> FindTarget {
        match of {
            TableOf::Outcome => FindTarget::Outcome,
            TableOf::Grundy => FindTarget::Grundy,
        }
    }
}
