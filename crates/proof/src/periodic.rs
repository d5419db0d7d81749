//! Patterns of one parameter: periodic and arithmetic-periodic sequences.
//!
//! An arithmetic-periodic sequence grows by a constant with every period.

use crate::data::OUTCOMES;
use grundy_lang::Text;
use grundy_rules::Result;
use grundy_solve::suffixes;
use grundy_solve::{Budget, Quantity};

/// A sequence that is periodic from some index on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// The entries before the period; their number is the preperiod.
    pub head: Vec<u32>,
    /// The entries of one period.
    pub cycle: Vec<u32>,
}

/// An arithmetic-periodic sequence: each period is the previous one with a constant added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    /// The entries before the first period.
    pub head: Vec<u32>,
    /// The first period.
    pub cycle: Vec<u32>,
    /// The constant added with every period.
    pub saltus: u64,
}

impl Periodic {
    /// Returns the entry at an index.
    pub fn at(&self, n: u64) -> u64 {
        let entry = match usize::try_from(n).ok().and_then(|n| self.head.get(n)) {
            Some(entry) => *entry,
            None => self.cycle[((n - self.head.len() as u64) % self.cycle.len() as u64) as usize],
        };
        entry.into()
    }

    pub(crate) fn size(&self) -> usize {
        self.head.len() + self.cycle.len()
    }

    /// Returns the sequence with this preperiod and period, in its shortest form.
    ///
    /// `list` contains the first entries, at least the preperiod and one period.
    pub fn reduced(list: &[u32], preperiod: usize, period: usize) -> Periodic {
        let cycle = &list[preperiod..preperiod + period];
        let divides = |p: &usize| period.is_multiple_of(*p) && (0..period).all(|k| cycle[k] == cycle[k % p]);
        let least = (1..=period).find(divides).unwrap_or(period);
        let mut start = preperiod;
        while start > 0 && list[start - 1] == list[start - 1 + least] {
            start -= 1;
        }
        // The list may end after one period; take later entries from the cycle.
        let at = |n: usize| if n < preperiod + period { list[n] } else { cycle[(n - preperiod) % period] };
        Periodic { head: list[..start].to_vec(), cycle: (start..start + least).map(at).collect() }
    }

    /// Returns the shortest periodic sequence that agrees with the list.
    ///
    /// The period must occur at least four times.
    pub(crate) fn fit(list: &[u32]) -> Option<Periodic> {
        let length = list.len();
        let best = suffixes::matches(list)
            .map(|(p, matched)| (p as usize, matched as usize))
            .filter(|&(p, matched)| matched >= 3 * p)
            .map(|(p, matched)| (length - matched - p, p))
            .min_by_key(|&(preperiod, p)| (preperiod + p, p));
        // Reject a pattern that stores more than a quarter of the list: it hardly explains the list.
        let (preperiod, period) = best.filter(|&(preperiod, p)| preperiod + p <= length / 4)?;
        Some(Periodic { head: list[..preperiod].to_vec(), cycle: list[preperiod..preperiod + period].to_vec() })
    }

    /// Returns the entries by residue of the index modulo the period.
    pub(crate) fn by_residue(&self) -> Vec<u32> {
        let (period, start) = (self.cycle.len(), self.head.len());
        let place = |residue: usize| (residue + period - start % period) % period;
        (0..period).map(|residue| self.cycle[place(residue)]).collect()
    }

    /// Returns the entries of the preperiod that differ from the period extended backwards, with indices.
    pub(crate) fn exceptions(&self) -> Vec<(usize, u32)> {
        let residues = self.by_residue();
        let differs = |&(n, &entry): &(usize, &u32)| residues[n % residues.len()] != entry;
        self.head.iter().enumerate().filter(differs).map(|(n, &entry)| (n, entry)).collect()
    }

    /// Returns the formula; `n` is the name of the parameter.
    pub(crate) fn text(&self, of: Quantity, n: &str) -> Text {
        let (start, period) = (self.head.len(), self.cycle.len());
        match of {
            // A long list of numbers is not a readable formula; state the period instead.
            Quantity::Grundy if period > MAX_LISTED_RESIDUES && residue_form(&self.by_residue(), n).is_none() => {
                for_indices_from(Text::verbatim(format!("G({n} + {period}) = G({n})")), n, start)
            }
            Quantity::Outcome if self.cycle.iter().filter(|&&o| o == 0).count() > MAX_LISTED_RESIDUES => {
                let same = |letter: &str| format!("{letter}({n} + {period}) iff {letter}({n})");
                // If only P and N occur, a statement about P suffices.
                let letters = OUTCOMES.iter().map(|outcome| outcome.name()).enumerate();
                let occurs = |code: usize| self.cycle.iter().any(|&o| o as usize == code);
                let only_p_and_n = self.cycle.iter().all(|&o| o < 2);
                let parts = letters.filter(|&(code, _)| if only_p_and_n { code == 0 } else { occurs(code) });
                for_indices_from(
                    Text::verbatim(parts.map(|(_, letter)| same(letter)).collect::<Vec<_>>().join(", ")),
                    n,
                    start,
                )
            }
            Quantity::Grundy => self.values_text(n),
            Quantity::Outcome if self.head.iter().chain(&self.cycle).all(|&o| o < 2) => self.p_positions_text(n),
            Quantity::Outcome => self.outcomes_text(n),
        }
    }

    /// Returns the P-positions by residues: `P iff n mod 7 in {0, 2}`.
    pub(crate) fn p_positions_text(&self, name: &str) -> Text {
        let residues = self.by_residue();
        let period = residues.len();
        let lost: Vec<usize> = (0..period).filter(|&r| residues[r] == 0).collect();
        let (mut extra, mut missing) = (vec![], vec![]);
        for (n, entry) in self.exceptions() {
            if entry == 0 { extra.push(n) } else { missing.push(n) }
        }
        let condition = match lost[..] {
            [] if extra.is_empty() => return no_p_formula(),
            [] if extra.len() > MAX_LISTED_RESIDUES => {
                return for_indices_from(Text::verbatim("N"), name, self.head.len());
            }
            [] => return Text::verbatim(format!("P iff {name} {}", is_in(&extra))),
            _ if period == 1 && missing.is_empty() => return all_p_formula(),
            _ if period == 1 && missing.len() > MAX_LISTED_RESIDUES => {
                return for_indices_from(Text::verbatim("P"), name, self.head.len());
            }
            _ if period == 1 => return Text::verbatim(format!("P iff {name} {}", is_not_in(&missing))),
            _ => format!("{name} mod {period} {}", is_in(&lost)),
        };
        Text::verbatim(match (extra.is_empty(), missing.is_empty()) {
            (true, true) => format!("P iff {condition}"),
            (true, false) if missing.len() <= MAX_EXCEPTIONS => {
                format!("P iff {condition} and {name} {}", is_not_in(&missing))
            }
            (false, true) if extra.len() <= MAX_EXCEPTIONS => format!("P iff {condition} or {name} {}", is_in(&extra)),
            _ if extra.len() + missing.len() <= MAX_EXCEPTIONS => {
                format!("P iff ({condition} and {name} {}) or {name} {}", is_not_in(&missing), is_in(&extra))
            }
            _ => return for_indices_from(Text::verbatim(format!("P iff {condition}")), name, self.head.len()),
        })
    }

    /// Returns the outcomes by residues: `N iff n mod 4 in {1, 2}; L iff n mod 4 == 3; P iff n mod 4 == 0`.
    fn outcomes_text(&self, name: &str) -> Text {
        let parts = self.formulas_by_outcome(name);
        let exceptions = self.exceptions();
        let list = exceptions.iter().map(|(n, entry)| format!("{}({n})", OUTCOMES[*entry as usize]));
        self.with_exceptions(&parts, name, &exceptions, list.collect())
    }

    /// Returns the residues of each outcome, `L iff n mod 4 == 3`, disregarding exceptions.
    pub(crate) fn formulas_by_outcome(&self, name: &str) -> Vec<String> {
        let residues = self.by_residue();
        let period = residues.len();
        let mut parts = vec![];
        for (code, outcome) in OUTCOMES.iter().enumerate() {
            let places: Vec<usize> = (0..period).filter(|&r| residues[r] == code as u32).collect();
            if period == 1 && !places.is_empty() {
                parts.push(format!("{outcome}({name})"));
            } else if !places.is_empty() {
                parts.push(format!("{outcome} iff {name} mod {period} {}", is_in(&places)));
            }
        }
        parts
    }

    /// Returns the values by residues: `G(n) = floor((n mod 7) / 2)`, `G(n) = [0, 2, 1][n mod 3]`.
    fn values_text(&self, name: &str) -> Text {
        let residues = self.by_residue();
        let form =
            residue_form(&residues, name).unwrap_or_else(|| format!("{residues:?}[{name} mod {}]", residues.len()));
        let exceptions = self.exceptions();
        let list = exceptions.iter().map(|(n, value)| format!("G({n}) = {value}"));
        self.with_exceptions(&[format!("G({name}) = {form}")], name, &exceptions, list.collect())
    }

    /// Joins statements that hold for all n but the exceptions, and appends the entries of these (`list`).
    fn with_exceptions(&self, parts: &[String], name: &str, exceptions: &[(usize, u32)], list: Vec<String>) -> Text {
        let places: Vec<usize> = exceptions.iter().map(|(n, _)| *n).collect();
        Text::verbatim(match exceptions.len() {
            0 => parts.join("; "),
            1..=MAX_EXCEPTIONS => {
                format!("{} for {name} {}; {}", parts.join(", "), is_not_in(&places), list.join(", "))
            }
            _ => format!("{} for {name} >= {}", parts.join(", "), self.head.len()),
        })
    }
}

/// Returns the formula for tables in which every position is a P-position.
pub(crate) fn all_p_formula() -> Text {
    Text::verbatim("P iff true")
}

/// Returns the formula for tables in which no position is a P-position.
pub(crate) fn no_p_formula() -> Text {
    Text::verbatim("P iff false")
}

/// Restricts a formula to `n >= start`, in the syntax of claims.
pub(crate) fn for_indices_from(formula: Text, n: &str, start: usize) -> Text {
    Text::concat([formula, Text::verbatim(format!(" for {n} >= {start}"))])
}

/// Joins formulas by semicolons.
pub(crate) fn join_statements(parts: impl IntoIterator<Item = Text>) -> Text {
    let with_separator = |(k, part)| [Text::verbatim(if k > 0 { "; " } else { "" }), part];
    Text::concat(parts.into_iter().enumerate().flat_map(with_separator))
}

/// Maximal number of exceptions that a formula lists.
pub(crate) const MAX_EXCEPTIONS: usize = 24;
/// Maximal number of residues that a formula lists.
pub(crate) const MAX_LISTED_RESIDUES: usize = 64;

/// Returns a short formula for a function of the residue, such as `floor((n mod 7) / 2)`.
///
/// There is a single candidate for each kind of formula, so the search takes linear time.
pub(crate) fn residue_form(residues: &[u32], n: &str) -> Option<String> {
    let period = u32::try_from(residues.len()).ok()?;
    let is = |form: &dyn Fn(u32) -> u32| (0..period).all(|r| form(r) == residues[r as usize]);
    let inner = format!("{n} mod {period}");
    if period == 1 {
        return Some(residues[0].to_string());
    }
    if is(&|r| r) {
        return Some(inner);
    }
    let most = residues.iter().copied().max().unwrap_or(0);
    if let c @ 1.. = residues[0] {
        let shifted = c < period && is(&|r| ((u64::from(r) + u64::from(c)) % u64::from(period)) as u32);
        return shifted.then(|| format!("({n} + {c}) mod {period}"));
    }
    // The first nonzero residue determines the divisor, the largest value the modulus.
    let l = (0..period).find(|&r| residues[r as usize] != 0)?;
    let m = most.checked_add(1)?;
    if is(&|r| r / l) {
        return Some(format!("floor(({inner}) / {l})"));
    }
    if is(&|r| r % m) {
        return Some(format!("({inner}) mod {m}"));
    }
    if is(&|r| r.min(most)) {
        return Some(format!("min({inner}, {most})"));
    }
    is(&|r| r / l % m).then(|| format!("floor(({inner}) / {l}) mod {m}"))
}

/// Formats membership in a sorted list: `== 3`, `in {0, 2}`, `in {0..4, 7}`.
pub(crate) fn is_in(numbers: &[usize]) -> String {
    match numbers {
        [one] => format!("== {one}"),
        _ => format!("in {{{}}}", ranges(numbers)),
    }
}

pub(crate) fn is_not_in(numbers: &[usize]) -> String {
    match numbers {
        [one] => format!("!= {one}"),
        _ => format!("not in {{{}}}", ranges(numbers)),
    }
}

/// Writes runs of three or more numbers as ranges.
fn ranges(numbers: &[usize]) -> String {
    let mut parts: Vec<String> = vec![];
    let mut k = 0;
    while k < numbers.len() {
        let mut end = k;
        while end + 1 < numbers.len() && numbers[end + 1] == numbers[end] + 1 {
            end += 1;
        }
        if end >= k + 2 {
            parts.push(format!("{}..{}", numbers[k], numbers[end]));
            k = end;
        } else {
            parts.push(numbers[k].to_string());
        }
        k += 1;
    }
    parts.join(", ")
}

impl Arithmetic {
    /// Returns the entry at an index; `None` if the entry exceeds 64 bits.
    pub fn at(&self, n: u64) -> Option<u64> {
        if let Some(entry) = usize::try_from(n).ok().and_then(|n| self.head.get(n)) {
            return Some((*entry).into());
        }
        let (n, period) = (n - self.head.len() as u64, self.cycle.len() as u64);
        let first = u64::from(self.cycle[(n % period) as usize]);
        self.saltus.checked_mul(n / period)?.checked_add(first)
    }

    pub(crate) fn size(&self) -> usize {
        self.head.len() + self.cycle.len() + 1
    }

    /// Returns the pattern as a claim, residue by residue; `None` if the claim would be too long.
    pub(crate) fn claim(&self, name: &str) -> Option<String> {
        let (start, period) = (self.head.len() as u64, self.cycle.len() as u64);
        if start + period > 64 {
            return None;
        }
        let mut cases: Vec<String> = self
            .head
            .iter()
            .enumerate()
            .map(|(n, value)| format!("({name} == {n} and G({name}) == {value})"))
            .collect();
        for (n, &value) in (start..).zip(&self.cycle) {
            // With each period, floor(n/p) grows by 1 and the value by the saltus. The constant `plus` makes the
            // formula correct in the first period.
            let plus = i128::from(value) - i128::from(self.saltus) * i128::from(n / period);
            let plus = if plus < 0 { format!("- {}", -plus) } else { format!("+ {plus}") };
            let (residue, saltus) = (n % period, self.saltus);
            let from = if start > 0 { format!("{name} >= {start} and ") } else { String::new() };
            cases.push(format!(
                "({from}{name} % {period} == {residue} and G({name}) == {saltus}*({name}/{period}) {plus})"
            ));
        }
        Some(cases.join(" or "))
    }

    /// Maximal period that is tried.
    const MAX_LEN: usize = 256;

    /// Returns the shortest pattern of this kind that agrees with the list.
    ///
    /// # Errors
    /// `limit` if the budget runs out.
    pub(crate) fn fit(list: &[u32], budget: &Budget) -> Result<Option<Arithmetic>> {
        let length = list.len();
        let mut best: Option<(usize, usize)> = None;
        for period in 1..=Arithmetic::MAX_LEN.min(length / 4) {
            budget.check()?;
            let difference = |n: usize| i64::from(list[n]) - i64::from(list[n - period]);
            let saltus = difference(length - 1);
            if saltus <= 0 {
                continue;
            }
            let matched = (period..length).rev().take_while(|&n| difference(n) == saltus).count();
            let preperiod = length - matched - period;
            let shorter = best.is_none_or(|(p, q)| preperiod + period < p + q);
            if matched >= 3 * period && preperiod + period <= length / 4 && shorter {
                best = Some((preperiod, period));
            }
        }
        Ok(best.map(|(preperiod, period)| Arithmetic {
            head: list[..preperiod].to_vec(),
            cycle: list[preperiod..preperiod + period].to_vec(),
            saltus: u64::from(list[length - 1]) - u64::from(list[length - 1 - period]),
        }))
    }

    /// Returns the formula; `name` is the name of the parameter.
    pub(crate) fn text(&self, name: &str) -> Text {
        let (start, period, saltus) = (self.head.len() as u64, self.cycle.len() as u64, self.saltus);
        let is = |form: &dyn Fn(u64) -> Option<u64>| (start..start + period).all(|n| form(n) == self.at(n));
        // Look for the first short form that agrees with the first period; then it agrees with all periods.
        let mut short = None;
        let shift = |c: i64| if c == 0 { String::new() } else { format!(" {} {}", sign(c), c.unsigned_abs()) };
        for c in [0i64, 1, -1, 2, -2, 3, -3, 4, -4] {
            for d in [0i64, 1, -1, 2, -2] {
                let form = |n: u64| {
                    let inner = saltus as i64 * n as i64 + c;
                    u64::try_from(inner.div_euclid(period as i64) + d).ok()
                };
                if short.is_none() && is(&form) {
                    let times = if saltus == 1 { name.to_string() } else { format!("{saltus}{name}") };
                    short = Some(match (period, c) {
                        (1, _) => format!("{times}{}", shift(c + d)),
                        (_, 0) => format!("floor({times} / {period}){}", shift(d)),
                        _ => format!("floor(({times}{}) / {period}){}", shift(c), shift(d)),
                    });
                    if period == 1 && c != 0 {
                        short = Some(format!("{times}{}", shift(c + d)));
                    }
                }
            }
        }
        let head = (1..=MAX_EXCEPTIONS).contains(&self.head.len()).then(|| values(&self.head));
        if let Some(form) = short {
            let formula = Text::verbatim(format!("G({name}) = {form}"));
            return match self.head.len() {
                0 => formula,
                start => join_statements([for_indices_from(formula, name, start)].into_iter().chain(head)),
            };
        }
        let times = |k: u64| if k == 1 { name.to_string() } else { format!("{k}{name}") };
        let plus = |first: u64, c: u64| if c == 0 { times(first) } else { format!("{}+{c}", times(first)) };
        let parts: Vec<String> = (start..start + period)
            .map(|n| format!("G({}) = {}", plus(period, n), plus(saltus, self.cycle[(n - start) as usize].into())))
            .collect();
        // The formulas hold for n = 0, 1, 2, ...
        let formula = Text::verbatim(parts.join(", "));
        join_statements([formula].into_iter().chain(head))
    }
}

/// Formats the first values: `G(0) = 0, G(1) = 2`.
pub(crate) fn values(head: &[u32]) -> Text {
    let values: Vec<String> = head.iter().enumerate().map(|(n, value)| format!("G({n}) = {value}")).collect();
    Text::verbatim(values.join(", "))
}

fn sign(c: i64) -> char {
    if c < 0 { '-' } else { '+' }
}
