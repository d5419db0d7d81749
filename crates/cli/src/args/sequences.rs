//! Arguments of the commands about sequences, quotients and values.

use super::*;

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
    #[command(flatten)]
    pub common: Common,
    /// Write the proof of the period to this file, for `grundy verify`
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to print the sequence: text and json tell about it, csv, bfile and svg hold its values
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
In a PATTERN `?` is any octal digit and [1-37] one of 1, 2, 3 and 7. Digits from 8 to F, with moves to three heaps, take time like the \
cube of N. Games that differ only in heaps without moves, as 0.07 and 0.4, are computed once; among the others those with the same \
sequence are named.

With --misere it tells the order of the misère quotient of each game, and from where on its heaps repeat: to heap 600 if --to says nothing, in as \
many steps as take about a second a game, so that the table is the same on every machine.

Of sets with letters, take[1,k,2k+1], it tells case by case what their outcomes or values are for all letters.

With --new it tells what the tables that come with the program do not have: periods, each with the theorem and the checksum of a \
certificate, games computed further, regularities. They hold the octal games of up to four digits and the hexadecimal ones of up to two.

With --checkpoint DIR a game that is done is not computed again. Without it nothing is left of a survey that a limit ended.

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
    /// Tell only what the tables that come with the program do not have, with what it takes to check it
    #[arg(long, conflicts_with_all = ["families", "misere", "of"])]
    pub new: bool,
    /// The last heap of games whose period is not proved before: 1000, 2^20 [default: 2^16, or 2^12 with moves to three heaps]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    /// Leave a game at a power of two, from 2^10 on, when twice as many heaps would take it more than so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, conflicts_with_all = ["families", "misere", "of"])]
    pub each: Option<Duration>,
    /// Save the games that are done in this folder, and go on from what is there
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub limits: Limits,
    /// Sets with letters, or --new: write all proofs to this file, one after the other
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificates: Option<PathBuf>,
    /// How to print the table: json has a line for each game
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
#[command(mut_arg("time", |arg| arg.help("Tell what is known after so many seconds")))]
pub struct Quotient {
    /// A game of heaps, or several with + between
    #[arg(required = true, value_name = "RULES")]
    pub rules: Vec<OsString>,
    /// The last heap [default: until all heaps are proved, or 60 where no theorem can prove them]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub to: Option<u64>,
    #[command(flatten)]
    pub limits: Limits,
    /// Write the proof to this file, for `grundy verify`
    #[arg(long, help_heading = OUTPUT, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// How to print the quotient: dot and svg draw what the generators make of the elements
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
    #[command(flatten)]
    pub limits: Limits,
    /// How to print the value: svg draws the thermograph
    #[arg(long, short, help_heading = OUTPUT, value_enum, default_value_t = ValueFormat::Text)]
    pub format: ValueFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ValueFormat {
    Text,
    Json,
    Svg,
}
