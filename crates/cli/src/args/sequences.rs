//! Arguments of `sequence`, `survey`, `quotient` and `value`.

use super::common::{CommonArgs, LimitArgs, OUTPUT, ThreadArgs, number, seconds};
use super::tables::{TableFormat, TableOf};
use clap::{Args as ClapArgs, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
CODE is a code such as 0.77, or a heap game without its position: kayles, octal[4.07], grundy_game, lasker, \
take[1,3,4]. The sequence ends when its period is proved, or at heap N. Without --to, it ends at heap 2^20, or \
at heap 10^4 for games without a fast method: those with moves to three heaps or with infinitely many amounts \
to take.

With --checkpoint DIR, values are saved as they are computed. After any interruption, such as Ctrl-C, a crash \
or a full disk, the same command continues from there; the values and the final report are the same as without \
the interruption.

Examples:
  grundy sequence 0.77
  grundy sequence 0.16 --certificate 016.cert
  grundy sequence 0.6 --to 10^8 --checkpoint officers
  grundy sequence grundy_game --to 10^6 --stats
  grundy sequence 0.007 --to 10^5 --format bfile > b.txt
  grundy sequence 0.6 --to 10^5 --format svg > officers.svg
  grundy sequence 0.6 --to 10^5 --format svg --stats > histogram.svg

Exit status: 0 if computed, whether or not a period is proved; 1 if a limit was exceeded, the command was \
interrupted, the checkpoint was refused, or there is no proof for a requested certificate; 2 if the request is \
invalid or a file could not be written.")]
pub struct SequenceArgs {
    /// A code, or a heap game without its position
    #[arg(required = true, value_name = "CODE")]
    pub code: Vec<OsString>,
    /// Size of the last heap, such as 1000 or 10^8 [default: 2^20, or 10^4 if there is no fast method]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// Save values in this folder and resume from it
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
    /// Seconds between saves
    #[arg(long = "every", value_name = "SECONDS", default_value = "30")]
    #[arg(value_parser = seconds, allow_negative_numbers = true)]
    pub save_interval: Duration,
    /// Print how often each value occurs, the record values and the heaps with rare values; svg draws the number of
    /// heaps for each value
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    pub common: CommonArgs,
    /// Write the proof of the period to this file, for `grundy verify`
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Output format; text and json describe the sequence, csv, bfile and svg contain its values
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
In a PATTERN, `?` is any octal digit and [1-37] is one of 1, 2, 3 and 7. Digits from 8 to F, which allow \
moves to three heaps, take time proportional to the cube of N. Games that differ only in heaps without \
moves, such as 0.07 and 0.4, are computed once. Other games are computed separately, and those with the \
same sequence are listed as equal.

With --misere, the table gives the order of each game's misère quotient and the heap from which the elements \
of the heaps repeat. Without --to, quotients are computed up to heap 600. The limit for each game is a number \
of steps (about a second), not a time, so the table is the same on every machine.

For sets with letters, such as take[1,k,2k+1], the table gives their outcomes or Grundy values for every choice \
of the letters, case by case.

With --new, the table lists only results that the tables shipped with the program do not contain: periods \
(each with its theorem and the checksum of a certificate), games computed further, and regularities. The \
shipped tables contain the octal games of up to four digits and the hexadecimal games of up to two.

With --checkpoint DIR, a finished game is not computed again. Without it, a survey that reaches a limit \
keeps no results.

Examples:
  grundy survey '0.??' --to 10^5
  grundy survey '0.???' --to 2^22 --each 600 --checkpoint survey \\
    --format csv > survey.csv
  grundy survey '0.??' --format json > survey.jsonl
  grundy survey '0.[4-7]000[4-7]' --new --certificates new.cert
  grundy survey --misere '0.??' --format csv > quotients.csv
  grundy survey 'take[1,k]' 'take[1,k,k+1]' --of grundy
  grundy survey --families --format csv \\
    --certificates families.cert > families.csv

Exit status: 0 if all games were computed; 1 if a limit was exceeded, the command was interrupted, or a \
checkpoint was refused; 2 if the request is invalid or a file could not be written.")]
pub struct SurveyArgs {
    /// A code in which `?` stands for any octal digit and [1-37] for one of the digits 1, 2, 3, 7; or games with letters, such as take[1,k]
    #[arg(value_name = "PATTERN", required_unless_present = "families")]
    pub patterns: Vec<String>,
    /// Survey all sets that contain a letter and have one to three of the elements 1, 2, 3, k-1, k, k+1, k+2, 2k-1,
    /// 2k, 2k+1, 3k, 1..k, 1..k-1, k..2k, 2k..3k
    #[arg(long)]
    pub families: bool,
    /// For sets with letters: what to determine [default: outcome]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub of: Option<TableOf>,
    /// Misère play: compute misère quotients of codes, and outcomes for sets with letters
    #[arg(long)]
    pub misere: bool,
    /// Print only results that are not in the tables shipped with the program, with the data needed to check them
    #[arg(long, conflicts_with_all = ["families", "misere", "of"])]
    pub new: bool,
    /// Size of the last heap; a game stops earlier if its period is proved [default: 2^16, or 2^12 with moves to three
    /// heaps]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// Stop a game at a power of two (at least 2^10) if doubling the number of heaps would take longer than this many
    /// seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, conflicts_with_all = ["families", "misere", "of"])]
    pub each: Option<Duration>,
    /// Save finished games in this folder and resume from it
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// For sets with letters, or with --new: write all proofs to this file, one after another
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificates: Option<PathBuf>,
    /// Output format; json prints one line per game
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = SurveyFormat::Markdown)]
    pub format: SurveyFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SurveyFormat {
    Markdown,
    Json,
    Csv,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
RULES is a heap game without its position, a code such as 0.77, or several games joined by +. Under misère \
play, each heap corresponds to an element of a finite commutative monoid, and the product of these elements \
determines who wins a sum of heaps. The answer lists the monoid's generators and relations, the elements \
that are lost for the player to move, and the element of each heap. The computation ends in one of three \
cases: the elements of the heaps repeat and an independent program has checked that all sums are decided; \
heap N is reached; or a limit is exceeded (4096 elements, --memory, --time).

Examples:
  grundy quotient 0.123
  grundy quotient kayles --certificate kayles.cert
  grundy quotient octal[0.07] --to 20
  grundy quotient 'kayles + octal[0.75]'
  grundy quotient 0.75 --format dot | dot -Tsvg > quotient.svg

Exit status: 0 if answered, whether or not all heaps are proved; 1 if the command was interrupted or exceeded \
the memory limit, or there is no proof for a requested certificate; 2 if the request is invalid.")]
#[command(mut_arg("time", |arg| arg.help("Stop after this many seconds and print what is known")))]
pub struct QuotientArgs {
    /// A heap game, or several joined by +
    #[arg(required = true, value_name = "RULES")]
    pub rules: Vec<OsString>,
    /// Size of the last heap [default: until all heaps are proved, or 60 if no theorem can prove them]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Write the proof to this file, for `grundy verify`
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Output format; dot and svg draw how the generators act on the elements
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = QuotientFormat::Text)]
    pub format: QuotientFormat,
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
An EXPR is a sum of values: 3/4, ^ and v for up and down, *2, {2|0||-1} (the longest bar is outermost), \
+-{1,{3|0}} or ±1, Tiny(2), v[2], ^<3>. Adjacent terms are added: 3*2 is 3 + *2. A sign that touches a number \
belongs to it: 1 -2^ is 1 + -2 + ^. Positions of short games may be terms; 3*nim(2) is three copies. The \
operators between values are `:` (ordinal sum), `heat`, `cool` and `norton`; the functions are heat, cool, \
norton, overheat(g, s, t), freeze, reduced, atomic_weight, remote_star, Tiny and Miny. The functions of nimbers \
are nim_product(a, b), nim_power(a, n), nim_inverse and nim_sqrt.

With --misere, or with `misere` in front, the answer is the canonical form and the genus of an impartial game \
under misère play. {*2,{0,*3}} is the game with these two options. The expression may contain \
positions, sums with + and copies such as 3*kayles(5).

Examples:
  grundy value '{2|0||-1} + ^*'
  grundy value 'hackenbush(0-1:b,1-2:r) + take[1,2|1,3](4)'
  grundy value '3*nim(2) + ^'
  grundy value 'nim_product(*2, *3) + *4'
  grundy value -1/2
  grundy value '{3|1} cool 1/2' --format json
  grundy value '{3|1||-1}' --format svg > thermograph.svg
  grundy value --misere 'kayles(5) + *2'

Exit status: 0 on success, 1 if a limit was exceeded or the command was interrupted, 2 if the request is \
invalid.")]
pub struct ValueArgs {
    /// The expression: a sum of values and positions
    #[arg(required = true, value_name = "EXPR")]
    pub expr: Vec<OsString>,
    /// Misère play: canonical form and genus of impartial games
    #[arg(long)]
    pub misere: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Output format; svg draws the thermograph
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = ValueFormat::Text)]
    pub format: ValueFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ValueFormat {
    Text,
    Json,
    Svg,
}
