//! Sets of amounts that a move may take: `SET` in the notation.

use crate::lexer::{Cursor, Literal};
use crate::number::push_number;
use crate::{Error, ErrorKind, NamedSet, Result};
use grundy_lang::{Text, text};
use grundy_value::CompactSort;
use smallvec::SmallVec;
use std::fmt;

/// A set of positive amounts: numbers, ranges, at most one open range and the named infinite sets.
///
/// The set is stored in canonical order: disjoint ranges ascending, then the open range, then the named sets.
///
/// ```
/// use grundy_rules::Amounts;
/// let set: Amounts = "7, 3, 1..2, 2^k".parse().unwrap();
/// assert_eq!(set.to_string(), "1..3,7,2^k");
/// assert_eq!(set.up_to(20).collect::<Vec<_>>(), [1, 2, 3, 4, 7, 8, 16]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Amounts {
    ranges: Vec<(u64, u64)>,
    from: Option<u64>,
    named: Vec<NamedSet>,
    /// The largest difference of consecutive members; `None` if there is a named set.
    ///
    /// The gap is stored because engines need it for every heap.
    widest_gap: Option<u64>,
}

impl Amounts {
    /// Returns the set of all amounts from `low` to `high`, both included.
    ///
    /// # Panics
    /// If `low` is 0 or larger than `high`.
    pub fn range(low: u64, high: u64) -> Amounts {
        assert!(1 <= low && low <= high, "not a range of amounts: {low}..{high}");
        Amounts::new(vec![(low, high)], None, vec![])
    }

    /// Returns the set of all amounts from `low` on.
    ///
    /// # Panics
    /// If `low` is 0.
    pub fn at_least(low: u64) -> Amounts {
        assert!(low >= 1, "amounts are at least 1");
        Amounts::new(vec![], Some(low), vec![])
    }

    /// Returns a finite set of amounts.
    ///
    /// # Panics
    /// If the set is empty or contains 0.
    ///
    /// ```
    /// # use grundy_rules::Amounts;
    /// assert_eq!(Amounts::from_numbers([4, 1, 3]).to_string(), "1,3,4");
    /// ```
    pub fn from_numbers(amounts: impl IntoIterator<Item = u64>) -> Amounts {
        let ranges: Vec<_> = amounts.into_iter().map(|n| (n, n)).collect();
        assert!(!ranges.is_empty() && ranges.iter().all(|r| r.0 > 0), "amounts are at least 1");
        Amounts::new(ranges, None, vec![]).canonical()
    }

    fn canonical(mut self) -> Amounts {
        self.ranges.compact_sort();
        let mut merged: Vec<(u64, u64)> = vec![];
        for (low, high) in std::mem::take(&mut self.ranges) {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        // A range that touches the open range becomes part of it.
        while let (Some(from), Some(&(low, high))) = (self.from, merged.last()) {
            if high.saturating_add(1) < from {
                break;
            }
            self.from = Some(from.min(low));
            merged.pop();
        }
        self.ranges = merged;
        self.named.compact_sort();
        self.named.dedup();
        Amounts::new(self.ranges, self.from, self.named)
    }

    /// Builds the set from disjoint ranges in ascending order.
    fn new(ranges: Vec<(u64, u64)>, from: Option<u64>, named: Vec<NamedSet>) -> Amounts {
        let starts = ranges.iter().skip(1).map(|range| range.0).chain(from);
        let gaps = ranges.iter().zip(starts).map(|(range, start)| start.saturating_sub(range.1));
        let widest_gap = named.is_empty().then(|| gaps.max().unwrap_or(0).max(1));
        Amounts { ranges, from, named, widest_gap }
    }

    /// Returns the approximate count of numbers in the printed set.
    pub fn count_printed_numbers(&self) -> usize {
        self.ranges.len() + self.named.len() + 1
    }

    /// Parses a set, up to the first character that cannot continue it.
    ///
    /// # Errors
    /// `bad_argument` for an empty set, an empty range, a 0 or a base below 2; `syntax` for text that is not
    /// a set.
    pub fn parse(input: &mut Cursor<'_>) -> Result<Amounts> {
        let mut set = Amounts::new(vec![], None, vec![]);
        if matches!(input.peek(), Some(']' | '}' | ';' | '|')) {
            return Err(Error::new(ErrorKind::BadArgument, text!("the set of amounts is empty"))
                .at(input.around())
                .help(SET_HELP));
        }
        loop {
            set.parse_item(input)?;
            if !input.accept(',') {
                return Ok(set.canonical());
            }
        }
    }

    fn parse_item(&mut self, input: &mut Cursor<'_>) -> Result<()> {
        match input.peek() {
            Some(c) if c.is_ascii_digit() => {}
            Some(c) if c.is_alphabetic() => {
                let (name, span) = input.name(text!("an amount"))?;
                let named = match name.as_ref() {
                    "fib" => NamedSet::Fibonacci,
                    "prime" => NamedSet::Primes,
                    "triangular" => NamedSet::Triangular,
                    "factorials" => NamedSet::Factorials,
                    "squarefree" => NamedSet::Squarefree,
                    "practical" => NamedSet::Practical,
                    "k" if input.accept('^') => match input.integer(text!("an exponent"))? {
                        (exponent @ 2..64, _) => NamedSet::NthPowers(exponent as u32),
                        (exponent, span) => {
                            let message = text!("the exponent of k must be from 2 to 63, not {exponent}", exponent);
                            return Err(Error::new(ErrorKind::BadArgument, message)
                                .at(span)
                                .help(text!("for example take[k^3](100)")));
                        }
                    },
                    other => {
                        let message = text!("`{other}` is not a set of amounts", other);
                        return Err(Error::new(ErrorKind::Syntax, message).at(span).help(SET_HELP));
                    }
                };
                self.named.push(named);
                return Ok(());
            }
            Some('@') => return self.parse_source(input),
            _ => return Err(input.expected(text!("an amount")).help(SET_HELP)),
        }
        let (literal, span) = input.literal(text!("an amount"))?;
        let low = match literal {
            Literal::Number(low) => low,
            Literal::PowersOf(base) if base >= 2 => {
                self.named.push(NamedSet::Powers(base));
                return Ok(());
            }
            Literal::PowersOf(base) => {
                let message = text!("the powers of {base} are not an infinite set: a base must be at least 2", base);
                return Err(Error::new(ErrorKind::BadArgument, message)
                    .at(span)
                    .help(text!("for example take[2^k](100)")));
            }
        };
        if low == 0 {
            let message = text!("an amount must be at least 1, because every move takes something");
            return Err(Error::new(ErrorKind::BadArgument, message).at(span).help(SET_HELP));
        }
        if !input.accept_str("..") {
            self.ranges.push((low, low));
        } else if input.peek().is_some_and(|c| c.is_ascii_digit()) {
            let (high, end) = input.integer(text!("the end of the range"))?;
            if high < low {
                let message = text!("the range {low}..{high} is empty: its end is below its start", low, high);
                let help = text!("did you mean {high}..{low}?", high, low);
                return Err(Error::new(ErrorKind::BadArgument, message).at(span.start..end.end).help(help));
            }
            self.ranges.push((low, high));
        } else {
            self.from = Some(self.from.map_or(low, |from| from.min(low)));
        }
        Ok(())
    }

    /// Parses `@name`: all numbers of a source.
    fn parse_source(&mut self, input: &mut Cursor<'_>) -> Result<()> {
        let (amounts, span) = input.source_amounts()?;
        if amounts.contains(&0) {
            let message = text!("an amount must be at least 1, because every move takes something");
            return Err(Error::new(ErrorKind::BadArgument, message)
                .at(span)
                .help(text!("leave out the 0 in this list of amounts")));
        }
        self.ranges.extend(amounts.into_iter().map(|n| (n, n)));
        Ok(())
    }

    /// Returns whether `n` is in the set.
    pub fn contains(&self, n: u64) -> bool {
        self.from.is_some_and(|from| n >= from)
            || self.ranges.iter().any(|&(low, high)| low <= n && n <= high)
            || self.named.iter().any(|named| named.contains(n))
    }

    /// Iterates over the members that are at most `max`, in ascending order, each once.
    pub fn up_to(&self, max: u64) -> impl Iterator<Item = u64> + '_ {
        self.between(1, max)
    }

    /// Iterates over the members from `least` to `max`, both included, in ascending order, each once.
    ///
    /// The cost is proportional to the number of members visited, of which `size_hint` gives a lower bound.
    pub fn between(&self, least: u64, max: u64) -> impl Iterator<Item = u64> + '_ {
        self.members(least, max)
    }

    /// Returns the same iterator as [`Amounts::between`], as a named type.
    pub fn members(&self, least: u64, max: u64) -> Members<'_> {
        let least = least.max(1);
        // The ranges are disjoint and ascending, so one index into them is enough.
        let range = self.ranges.partition_point(|&(_, high)| high < least);
        Members {
            ranges: &self.ranges[range..],
            in_range: self.ranges.get(range).map(|r| r.0.max(least)),
            in_open_range: self.from.map(|from| from.max(least)),
            named: self.named.iter().map(|&named| (named, named.after(least - 1))).collect(),
            max,
        }
    }

    /// Returns the set without its open range and without ranges of `length` or more amounts.
    ///
    /// Returns `None` if nothing remains.
    pub fn sparse_part(&self, length: u64) -> Option<Amounts> {
        let ranges: Vec<_> = self.ranges.iter().copied().filter(|(low, high)| high - low + 1 < length).collect();
        let empty = ranges.is_empty() && self.named.is_empty();
        (!empty).then(|| Amounts::new(ranges, None, self.named.clone()).canonical())
    }

    /// Returns the largest member, if the set is finite.
    pub fn max(&self) -> Option<u64> {
        let finite = self.from.is_none() && self.named.is_empty();
        if finite { self.ranges.last().map(|r| r.1) } else { None }
    }

    /// Returns the least member.
    pub fn min(&self) -> u64 {
        let named = self.named.iter().filter_map(|named| named.after(0));
        let starts = self.ranges.first().map(|range| range.0).into_iter().chain(self.from);
        starts.chain(named).min().expect("a set of amounts is never empty")
    }

    /// Returns the finite ranges: disjoint and ascending, with gaps between them.
    pub fn ranges(&self) -> &[(u64, u64)] {
        &self.ranges
    }

    /// Returns the start of the open range, if the set has one.
    pub fn open_start(&self) -> Option<u64> {
        self.from
    }

    /// Returns the named infinite sets; the set is their union with the ranges.
    pub fn named_sets(&self) -> &[NamedSet] {
        &self.named
    }

    /// Returns the bounds, if the set is a single range.
    ///
    /// The bounds of l..r are `(l, Some(r))`, and those of the open range from l are `(l, None)`.
    pub fn as_range(&self) -> Option<(u64, Option<u64>)> {
        match (self.ranges.as_slice(), self.from, self.named.is_empty()) {
            (&[(low, high)], None, true) => Some((low, Some(high))),
            (&[], Some(low), true) => Some((low, None)),
            _ => None,
        }
    }

    /// Returns the largest difference of consecutive members; `None` if there is a named set.
    ///
    /// The result is 1 for a set with one member.
    ///
    /// ```
    /// # use grundy_rules::Amounts;
    /// let gap = |set: &str| set.parse::<Amounts>().unwrap().widest_gap();
    /// assert_eq!([gap("3..4,6,8"), gap("2,9.."), gap("2..5"), gap("2^k")], [Some(2), Some(7), Some(1), None]);
    /// ```
    pub fn widest_gap(&self) -> Option<u64> {
        self.widest_gap
    }

    /// Returns the base, if the set consists of all powers of one base.
    pub fn as_powers(&self) -> Option<u64> {
        match (self.ranges.as_slice(), self.from, self.named.as_slice()) {
            (&[], None, &[NamedSet::Powers(base)]) => Some(base),
            _ => None,
        }
    }
}

/// Iterator over the members of a set up to `max`, in ascending order; empty by default.
#[derive(Default)]
pub struct Members<'a> {
    /// The ranges that are not exhausted.
    ranges: &'a [(u64, u64)],
    /// The next member in the first of `ranges`.
    in_range: Option<u64>,
    /// The next member in the open range.
    in_open_range: Option<u64>,
    /// The named sets, each with its next member.
    named: SmallVec<[(NamedSet, Option<u64>); 2]>,
    max: u64,
}

impl Iterator for Members<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let heads = [self.in_range, self.in_open_range].into_iter().chain(self.named.iter().map(|n| n.1));
        let next = heads.flatten().min().filter(|&n| n <= self.max)?;
        if self.in_range == Some(next) {
            if next == self.ranges[0].1 {
                self.ranges = &self.ranges[1..];
                self.in_range = self.ranges.first().map(|r| r.0);
            } else {
                self.in_range = Some(next + 1);
            }
        }
        if self.in_open_range == Some(next) {
            self.in_open_range = next.checked_add(1);
        }
        for (set, head) in &mut self.named {
            if *head == Some(next) {
                *head = set.after(next);
            }
        }
        Some(next)
    }

    /// Returns a lower bound: the number of members in the disjoint ranges and the open range.
    fn size_hint(&self) -> (usize, Option<usize>) {
        // The count cannot overflow: 0 is not an amount, so there are at most 2^64-1 members.
        let count = |low: u64, high: u64| if low <= high { high - low + 1 } else { 0 };
        let first = self.in_range.map_or(0, |low| count(low, self.ranges[0].1.min(self.max)));
        let others = self.ranges.iter().skip(1).take_while(|&&(low, _)| low <= self.max);
        let others = others.map(|&(low, high)| count(low, high.min(self.max))).fold(0, u64::saturating_add);
        let in_open_range = self.in_open_range.map_or(0, |low| count(low, self.max));
        let all = first.saturating_add(others).saturating_add(in_open_range);
        (usize::try_from(all).unwrap_or(usize::MAX), None)
    }
}

/// The help text of errors in sets.
pub const SET_HELP: Text =
    text!("a set lists amounts of at least 1, such as 1,3,4 or 1..3 or 5.. or 2^k, k^2, fib, prime");

impl std::str::FromStr for Amounts {
    type Err = Error;
    fn from_str(text: &str) -> Result<Amounts> {
        crate::half_width::with_half_width(text, |text| {
            let mut sources = crate::NoSources;
            let mut input = Cursor::new(text, &mut sources);
            let set = Amounts::parse(&mut input)?;
            input.expect_end()?;
            Ok(set)
        })
    }
}

impl fmt::Display for Amounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The ranges are written as one string, because table lookups print sets a million times per second.
        let mut ranges = String::with_capacity(8 * self.ranges.len());
        for &(low, high) in &self.ranges {
            ranges.push_str(if ranges.is_empty() { "" } else { "," });
            push_number(low, &mut ranges);
            if high > low {
                ranges.push_str(if high - low == 1 { "," } else { ".." });
                push_number(high, &mut ranges);
            }
        }
        f.write_str(&ranges)?;
        let mut comma = if ranges.is_empty() { "" } else { "," };
        if let Some(from) = self.from {
            write!(f, "{comma}{from}..")?;
            comma = ",";
        }
        for named in &self.named {
            write!(f, "{comma}{named}")?;
            comma = ",";
        }
        Ok(())
    }
}
