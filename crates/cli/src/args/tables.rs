//! Arguments of the commands about all positions of a game.

use super::*;

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
    #[arg(long, value_parser = named(&TableTarget::NAMES), value_name = "WHAT")]
    pub of: Option<TableTarget>,
    /// Games of several players: whether this player can avoid losing, whatever all the others do together
    #[arg(long, value_name = "PLAYER", value_parser = clap::value_parser!(u8).range(1..))]
    pub coalition: Option<u8>,
    /// List the P-positions alone
    #[arg(long, value_enum, value_name = "OUTCOME", ignore_case = true)]
    pub only: Option<Only>,
    #[command(flatten)]
    pub common: Common,
    /// How to print the table: bfile is the format of OEIS, svg a picture
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
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
  grundy find 'rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }' \\
    --of outcome --format svg > automaton.svg
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
    #[arg(long, value_parser = named(&FindTarget::NAMES), value_name = "WHAT")]
    pub of: Option<FindTarget>,
    /// Write the pattern as a function to paste: is_p, g for values, outcome for partizan games
    #[arg(long, value_enum, value_name = "LANG")]
    pub code: Option<Lang>,
    #[command(flatten)]
    pub common: Common,
    /// Write the proof to this file, that of the values if these are proved
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to print the pattern: svg draws it, dot automata alone
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = FindFormat::Text)]
    pub format: FindFormat,
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
  grundy prove 'rule{ n -> n-k for k in 1..n/2 }' \\
    --claim 'G(2n) == n and G(2n+1) == G(n)'
  grundy prove wythoff \\
    --claim 'P iff min(a,b) == floor((max(a,b)-min(a,b))*phi)'
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
    #[command(flatten)]
    pub common: Common,
    /// Write the proof to this file, for `grundy verify`
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to print the verdict
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Everything a certificate says is derived anew by a small program of its own. docs/certificates.md describes the files.

Examples:
  grundy solve 'nim(3,4,5)' --certificate nim.cert
  grundy verify nim.cert

Exit status: 0 the certificate holds, 1 it is refused, or a limit was reached; 2 the file could not be read.")]
pub struct Verify {
    /// The certificates; a file may have several, one after the other
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub limits: Limits,
    /// How to print what was found
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
