//! Periodic sequences of heap games.
//!
//! Both theorems state that a repetition that lasts long enough lasts for ever. Let f be the sequence, n0 the preperiod
//! and p the period, and let f(i+p) = f(i) for all i of a range that starts with n0. Let n be the first number after
//! the range. It remains to show f(n+p) = f(n); all larger numbers follow by induction.
//!
//! *Window.* Every move takes an amount from a set, or from a set of each player. The largest member of the sets is m,
//! and the range is n0 <= i < n0 + m, so n >= n0 + m. All amounts can be taken both from n and from n+p, and they lead
//! to i and i+p with n0 <= n - m <= i < n. So corresponding options have equal entries. Both heaps have moves or both
//! have none, which matters under misère play.
//!
//! *Octal* (R. K. Guy and C. A. B. Smith 1956). A move takes j <= t, where t is the largest amount, and leaves at most
//! two heaps. The range is n0 <= i < 2*n0 + p + t, and n0 >= 1. So n >= 2*n0 + p + t.
//! - Let a + b be an option of n+p with a >= b. Then 2a >= n + p - j >= 2*n0 + 2p, so a >= n0 + p and a-p >= n0 >= 1.
//!   So (a-p) + b is an option of n, since a nonempty heap is replaced by a nonempty one. If two heaps are left, then
//!   b >= 1; if one heap is left, then j >= 1. In both cases a-p < n, so f(a-p) = f(a), and the options have equal
//!   values.
//! - Let a + b be an option of n with a >= b. Then 2a >= n - j >= 2*n0 + p, so a >= n0, and a < n as before. So
//!   (a+p) + b is an option of n+p of the same value.
//! - Only from heaps of at most t can a move leave no heap.
//!
//! For windows, the checker computes the sequence over the range by the definition, and compares. For octal
//! games it repeats the table over the range and checks the result against the definition ([`octal`]). The
//! checker also ensures that no smaller preperiod or shorter period is possible. If the period is least, the
//! preperiod is the first index from which the sequence is periodic with any period.

use crate::certificate::{PeriodTheorem, Quantity, ResultTable, refused};
use crate::octal;
use crate::work::WorkCounter;
use grundy_lang::text;
use grundy_rules::{Amounts, Code, Play, Result, Ruleset};

/// Checks a table and its period; returns the number of heaps computed.
pub(crate) fn verify(
    rules: &Ruleset,
    theorem: PeriodTheorem,
    of: Quantity,
    preperiod: u64,
    period: u64,
    table: &ResultTable,
    work: &mut WorkCounter<'_>,
) -> Result<u64> {
    let entries = match table {
        ResultTable::Values(values) => values.clone(),
        ResultTable::Outcomes(letters) => letters.chars().map(u64::from).collect(),
    };
    let lengths = checked_lengths(preperiod, period, entries.len())?;
    if of == Quantity::Grundy && rules.play == Play::Misere {
        return Err(refused(text!("Grundy values are defined only under normal play")));
    }
    if matches!(table, ResultTable::Values(_)) != (of == Quantity::Grundy) {
        return Err(refused(text!("the table contains values instead of outcomes, or outcomes instead of values")));
    }
    let game = Game::from_rules(rules)?;
    let entry_count = match (theorem, &game) {
        (PeriodTheorem::Window, Game::Take(amounts)) => window_end(largest(amounts)?, preperiod, period),
        (PeriodTheorem::Window, Game::Partizan(left, right)) => {
            let largest = |set: Option<&Amounts>| set.map_or(Ok(0), largest);
            window_end(largest(*left)?.max(largest(*right)?), preperiod, period)
        }
        (PeriodTheorem::Octal, Game::Octal(code))
            if code.is_octal() && of == Quantity::Grundy && rules.play == Play::Normal =>
        {
            let start = preperiod.max(1);
            start.checked_mul(2).and_then(|n| n.checked_add(period.checked_mul(2)?)?.checked_add(code.reach()))
        }
        (PeriodTheorem::Octal, _) => {
            return Err(refused(text!(
                "the theorem of Guy and Smith applies only to values of octal games under normal play"
            )));
        }
        (PeriodTheorem::Window, _) => {
            return Err(refused(text!("the theorem on equal windows does not cover games in which heaps split")));
        }
    };
    let entry_count = entry_count.ok_or_else(|| {
        refused(text!("the preperiod and the period are too large: the check would need more than 2^64 heaps"))
    })?;
    work.expect(entry_count)?;
    work.reserve(entry_count.saturating_mul(24))?;
    let length = usize::try_from(entry_count).map_err(|_| {
        refused(text!(
            "the preperiod and the period are too large: the heaps that the check needs do not fit in memory"
        ))
    })?;
    let (n0, p) = lengths;
    if let (PeriodTheorem::Octal, Game::Octal(code)) = (theorem, &game) {
        // The values that the table claims for all heaps of the range. No correct value reaches 2^32.
        let narrow = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        let claimed: Vec<u32> =
            (0..length).map(|n| narrow(entries[if n < n0 { n } else { n0 + (n - n0) % p }])).collect();
        if let Some((n, right)) = octal::first_wrong(code, &claimed, work)? {
            return Err(refused(match entries.get(n) {
                Some(wrong) => text!("the entry of heap {n} must be {right}, not {wrong}", n, right, wrong),
                None => text!("heaps {before} and {n} have different values", before = n - p, n),
            }));
        }
        check_least(n0, p, &entries, work)?;
        return Ok(entry_count);
    }
    let sequence = game.sequence(of, rules.play, length, work)?;
    if let Some(n) = (0..entries.len()).find(|&n| sequence[n] != entries[n]) {
        let show = |entry: u64| match table {
            ResultTable::Values(_) => entry.to_string(),
            ResultTable::Outcomes(_) => u32::try_from(entry).ok().and_then(char::from_u32).unwrap_or('?').to_string(),
        };
        return Err(refused(text!(
            "the entry of heap {n} must be {show}, not {show2}",
            n,
            show = show(sequence[n]),
            show2 = show(entries[n])
        )));
    }
    if let Some(n) = (n0..sequence.len() - p).find(|&n| sequence[n] != sequence[n + p]) {
        return Err(refused(text!("heaps {n} and {after} have different entries", n, after = n + p)));
    }
    check_least(n0, p, &sequence[..n0 + p], work)?;
    Ok(entry_count)
}

/// Returns the preperiod and the period; refuses them unless their sum is the length of the table.
pub(crate) fn checked_lengths(preperiod: u64, period: u64, entries: usize) -> Result<(usize, usize)> {
    let sum = preperiod.checked_add(period);
    match (usize::try_from(preperiod), usize::try_from(period)) {
        (Ok(n0), Ok(p)) if p > 0 && sum == Some(entries as u64) => Ok((n0, p)),
        _ => Err(refused(text!(
            "the table has {entries} entries, but preperiod {preperiod} and period {period} require a different number of entries",
            entries,
            preperiod,
            period
        ))),
    }
}

/// Checks that no smaller preperiod or shorter period is possible.
///
/// `table` has `n0 + p` entries, the last `p` of which repeat. Suppose that there is a shorter period. The periodic
/// part can be continued in both directions, and both periods hold there. So their greatest common divisor is a period
/// as well. It is a proper divisor of p, so p divided by some prime is a period.
pub(crate) fn check_least<T: PartialEq>(n0: usize, p: usize, table: &[T], work: &mut WorkCounter<'_>) -> Result<()> {
    if n0 > 0 && table[n0 - 1] == table[n0 + p - 1] {
        return Err(refused(text!("the sequence already repeats from heap {n0} on", n0 = n0 - 1)));
    }
    let cycle = &table[n0..];
    let (mut rest, mut prime) = (p, 2);
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        if rest % prime != 0 {
            prime += 1;
            continue;
        }
        while rest % prime == 0 {
            rest /= prime;
        }
        work.steps(p as u64)?;
        let shorter = p / prime;
        if (0..p).all(|i| cycle[i] == cycle[(i + shorter) % p]) {
            return Err(refused(text!("the entries have the shorter period {shorter}", shorter)));
        }
    }
    Ok(())
}

/// Returns the number of entries to compute, up to the end of the second window; `None` on overflow.
fn window_end(largest: u64, preperiod: u64, period: u64) -> Option<u64> {
    preperiod.checked_add(period)?.checked_add(largest)
}

/// Returns the largest amount of a finite set.
fn largest(amounts: &Amounts) -> Result<u64> {
    amounts.max().ok_or_else(|| {
        let amounts = amounts.to_string();
        refused(text!("the theorem on equal windows does not cover the infinite set {amounts}", amounts))
    })
}

/// A game on one heap.
pub(crate) enum Game<'a> {
    /// Both players take from a set.
    Take(&'a Amounts),
    /// Left and Right take from sets of their own.
    Partizan(Option<&'a Amounts>, Option<&'a Amounts>),
    /// Taking and breaking, according to a code.
    Octal(&'a Code),
}

impl<'a> Game<'a> {
    /// Returns the game that the rules describe; refuses rules of other kinds.
    pub fn from_rules(rules: &'a Ruleset) -> Result<Game<'a>> {
        let game = rules.game.table_form().and_then(|view| {
            let take = view.amounts().map(Game::Take);
            let octal = || view.code().map(Game::Octal);
            take.or_else(octal).or_else(|| view.partizan_amounts().map(|[left, right]| Game::Partizan(left, right)))
        });
        game.ok_or_else(|| refused(text!("`{rules}` is neither a subtraction game nor given by a code", rules)))
    }

    /// Computes the first `length` entries by the definition.
    fn sequence(&self, of: Quantity, play: Play, length: usize, work: &mut WorkCounter<'_>) -> Result<Vec<u64>> {
        match (self, of) {
            (Game::Take(amounts), Quantity::Grundy) => values(amounts, length, work),
            (Game::Take(amounts), Quantity::Outcome) => {
                let wins = winners([Some(amounts), Some(amounts)], play, length, work)?;
                Ok(wins.iter().map(|w| u64::from(if w[0] { b'N' } else { b'P' })).collect())
            }
            (Game::Partizan(left, right), Quantity::Outcome) => {
                let wins = winners([*left, *right], play, length, work)?;
                let letter = |w: &[bool; 2]| match w {
                    [true, true] => b'N',
                    [true, false] => b'L',
                    [false, true] => b'R',
                    [false, false] => b'P',
                };
                Ok(wins.iter().map(|w| letter(w).into()).collect())
            }
            (Game::Partizan(..), Quantity::Grundy) => Err(refused(text!("partizan games have no Grundy values"))),
            (Game::Octal(_), _) => {
                Err(refused(text!("the theorem on equal windows does not cover games in which heaps split")))
            }
        }
    }
}

/// Computes Grundy values for a game in which every option is a single heap.
fn values(amounts: &Amounts, length: usize, work: &mut WorkCounter<'_>) -> Result<Vec<u64>> {
    let mut values: Vec<u64> = Vec::with_capacity(length);
    let mut mex = Mex::default();
    for n in 0..length {
        mex.start();
        for amount in amounts.up_to(n as u64) {
            work.steps(1)?;
            mex.insert(values[n - amount as usize]);
        }
        work.steps(1)?;
        values.push(mex.least());
    }
    Ok(values)
}

/// Computes for each heap whether Left wins moving first, and whether Right wins moving first.
fn winners(
    sets: [Option<&Amounts>; 2],
    play: Play,
    length: usize,
    work: &mut WorkCounter<'_>,
) -> Result<Vec<[bool; 2]>> {
    let mut wins: Vec<[bool; 2]> = Vec::with_capacity(length);
    for n in 0..length {
        let mut wins_here = [false; 2];
        for by in 0..2 {
            let (mut has_move, mut has_winning_move) = (false, false);
            for amount in sets[by].iter().flat_map(|set| set.up_to(n as u64)) {
                has_move = true;
                work.steps(1)?;
                if !wins[n - amount as usize][1 - by] {
                    has_winning_move = true;
                    break;
                }
            }
            wins_here[by] = has_winning_move || (!has_move && play == Play::Misere);
        }
        work.steps(1)?;
        wins.push(wins_here);
    }
    Ok(wins)
}

/// A set of values that finds the least number not in the set, and is cleared in constant time.
#[derive(Default)]
struct Mex {
    /// For each number, the round in which it was last added; [`Mex::start`] begins a new round.
    last: Vec<u64>,
    round: u64,
}

impl Mex {
    fn start(&mut self) {
        self.round += 1;
    }

    fn insert(&mut self, value: u64) {
        // By the definition, values are at most the number of options, so this list stays short.
        let value = value as usize;
        if value >= self.last.len() {
            self.last.resize(value + 1, 0);
        }
        self.last[value] = self.round;
    }

    fn least(&self) -> u64 {
        self.last.iter().position(|&round| round != self.round).unwrap_or(self.last.len()) as u64
    }
}
