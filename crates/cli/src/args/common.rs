//! The options that several commands share, their headings, and the parsers of their values.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};
use grundy::unstable::lang::{Text, text};
use std::time::Duration;

/// The display order of the options that all commands share: they come last.
pub const LAST_ORDER: usize = 900;
/// The heading of the options that limit work.
pub const LIMITS: &str = "Limits";
/// The heading of the options for folders of solved positions.
pub const DATABASE: &str = "Database";
/// The heading of the output options: the files that are written and their formats.
pub const OUTPUT: &str = "Output";

/// The limits of work, and whether its progress is shown.
#[derive(Debug, ClapArgs)]
pub struct LimitArgs {
    /// Memory limit, in bytes or as 512M, 16G
    #[arg(long, help_heading = LIMITS, display_order = LAST_ORDER - 9, value_name = "SIZE", default_value = "4G", value_parser = size, allow_negative_numbers = true)]
    pub memory: u64,
    /// Time limit in seconds, for each position or line separately
    #[arg(long, short, help_heading = LIMITS, display_order = LAST_ORDER - 8, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Show no progress and no notes
    #[arg(long, short, help_heading = LIMITS, display_order = LAST_ORDER - 6)]
    pub quiet: bool,
}

/// The limit on threads.
#[derive(Debug, ClapArgs)]
pub struct ThreadArgs {
    /// Maximum number of threads [default: all cores]
    #[arg(long, short = 'j', help_heading = LIMITS, display_order = LAST_ORDER - 7, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: Option<u32>,
}

impl ThreadArgs {
    /// Returns the largest number of threads.
    pub fn max(&self) -> usize {
        self.threads.map_or(usize::MAX, |threads| threads as usize)
    }
}

#[derive(Debug, ClapArgs)]
pub struct CommonArgs {
    /// Misère play: the player who cannot move wins; same as the prefix `misere`
    #[arg(long)]
    pub misere: bool,
    /// Use no theorems and no tables; search all positions
    #[arg(long)]
    pub no_theorems: bool,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// Returns an argument parser that maps each name in a table to its value.
pub fn named_values<T: Copy + Send + Sync>(all: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.iter().map(|(name, _)| *name));
    // The parser of possible values rejects all other words, so the fallback is never used.
    names.map(move |word| all.iter().find(|(name, _)| *name == word).unwrap_or(&all[0]).1)
}

/// Parses a number of bytes such as 1000, 64K, 1.5GiB or 2TB, where K, M, G and T are powers of 1024.
///
/// A fraction of a byte is dropped.
pub fn size(text: &str) -> Result<u64, Text> {
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
    u64::try_from(bytes).map_err(|_| text!("more than 2^64 bytes"))
}

/// Parses a number in the notation of specs, such as 1_000 or 10^6.
pub fn number(text: &str) -> Result<u64, Text> {
    let mut sources = grundy::unstable::rules::NoSources;
    let text = grundy::unstable::rules::to_half_width(text);
    let mut input = grundy::unstable::rules::Cursor::new(&text, &mut sources);
    let read = input.integer(text!("a number")).and_then(|(number, _)| input.expect_end().map(|()| number));
    read.map_err(|error| match error.kind {
        grundy::ErrorKind::TooLarge => error.message,
        _ => text!("expected a number such as 100 or 10^6"),
    })
}

/// Parses a number of positions, which is at least 1.
pub fn positions(text: &str) -> Result<u64, Text> {
    match number(text) {
        Ok(0) | Err(_) => Err(text!("expected a number of positions such as 500 or 1_000_000")),
        positions => positions,
    }
}

pub fn seconds(text: &str) -> Result<Duration, Text> {
    let seconds: f64 = text.parse().map_err(|_| text!("expected a number of seconds such as 10 or 0.5"))?;
    Duration::try_from_secs_f64(seconds).map_err(|_| text!("expected a number of seconds such as 10 or 0.5"))
}
