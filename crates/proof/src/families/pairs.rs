//! Guesses claims about games with two symbolic parameters.
//!
//! The period is linear in the parameters. The claims are about n modulo the period: one or two conditions for
//! outcomes, an expression or three cases for values.

use super::sequence::first_entries;
use super::set::AmountSet;
use grundy_rulelang::formula::Linear;
use grundy_rules::{Play, Result};
use grundy_solve::{Budget, Quantity};

/// The largest values of the two parameters for which sequences are computed.
const MAX_PARAMS: [u64; 2] = [10, 16];

/// The entries of heaps 0, 1, 2, ... for one pair of values of the parameters.
struct Sample {
    params: [i64; 2],
    entries: Vec<u32>,
}

/// An affine function of two parameters: the two coefficients, then the constant term.
#[derive(Clone, Copy)]
struct BivariateAffine([i64; 3]);

impl BivariateAffine {
    fn at(self, [l, r]: [i64; 2]) -> i64 {
        self.0[0] * l + self.0[1] * r + self.0[2]
    }

    fn to_text(self, names: &[String]) -> String {
        let sum = Linear::number(self.0[2]).plus(self.0[0], &Linear::variable(0));
        sum.plus(self.0[1], &Linear::variable(1)).to_text(names)
    }
}

/// A condition on the remainder of the heap by the period.
///
/// Bit k of `bits` is set iff the condition holds for the k-th [`PairEntry`].
struct RemainderCondition {
    text: String,
    bits: Vec<u64>,
}

/// Returns claims that agree with the sequences for all small values of the parameters, simplest first.
pub(super) fn claims(set: &AmountSet, of: Quantity, play: Play, budget: &Budget) -> Result<Vec<String>> {
    let mut samples = vec![];
    for l in 1..=MAX_PARAMS[0] {
        for r in 1..=MAX_PARAMS[1] {
            budget.check()?;
            // Take only l < r, where the set has its general form; equal parameters may give other sets.
            if let Some(amounts) = set.amounts(&[l, r]).filter(|_| l < r) {
                let entries = first_entries(&amounts, of, play, 5 * (l + r) as usize + 12);
                samples.push(Sample { params: [l as i64, r as i64], entries });
            }
        }
    }
    if samples.len() < MIN_SAMPLES {
        return Ok(vec![]);
    }
    let mut sums = vec![];
    for a in 0..=2 {
        for b in 0..=2 {
            sums.extend([0, -1, 1].into_iter().filter(|_| (a, b) != (0, 0)).map(|c| BivariateAffine([a, b, c])));
        }
    }
    let repeats = |sum: &BivariateAffine| {
        samples.iter().all(|sample| {
            let period = sum.at(sample.params);
            let entries = &sample.entries;
            period > 0
                && entries.len() as i64 >= 2 * period
                && entries.iter().zip(&entries[period as usize..]).all(|(a, b)| a == b)
        })
    };
    let mut out = vec![];
    for divisor in sums.iter().copied().filter(repeats).take(2) {
        budget.check()?;
        let rest = format!("n % ({})", divisor.to_text(&set.params));
        let cells: Vec<([i64; 2], i64, u32)> = samples
            .iter()
            .flat_map(|sample| {
                let period = divisor.at(sample.params);
                (0..period).map(|x| (sample.params, x, sample.entries[x as usize]))
            })
            .collect();
        match of {
            Quantity::Grundy => out.extend(values(&rest, &cells, &set.params)),
            Quantity::Outcome => {
                out.extend(outcomes(&rest, &cells, &sums, &set.params).map(|text| format!("P iff {text}")))
            }
        }
    }
    Ok(out)
}

/// Minimal number of pairs of parameters that a claim is based on.
const MIN_SAMPLES: usize = 20;

/// The values of the parameters, a remainder, and the entry of positions with this remainder.
///
/// The divisor of the remainder is the period.
type PairEntry = ([i64; 2], i64, u32);

/// Returns a claim about values: an expression in the remainder, or three cases.
fn values(remainder: &str, entries: &[PairEntry], names: &[String]) -> Option<String> {
    let [first, second] = [&names[0], &names[1]];
    type PairFunction = fn([i64; 2], i64) -> i64;
    let simple: [(String, PairFunction); 5] = [
        (remainder.to_string(), |_, x| x),
        (format!("{remainder} / {first}"), |[l, _], x| x / l),
        (format!("{remainder} / {second}"), |[_, r], x| x / r),
        (format!("{remainder} % {first}"), |[l, _], x| x % l),
        (format!("{remainder} / {first} % 2"), |[l, _], x| x / l % 2),
    ];
    let agrees =
        |value: &dyn Fn([i64; 2], i64) -> i64| entries.iter().all(|&(at, x, entry)| value(at, x) == i64::from(entry));
    if let Some((text, _)) = simple.iter().find(|(_, value)| agrees(value)) {
        return Some(format!("G(n) == {text}"));
    }
    // Three cases: 1 if the quotient by the first parameter is odd; otherwise 0 for remainders below the second
    // parameter, 2 for others.
    let three_cases = |[l, r]: [i64; 2], x: i64| if x / l % 2 == 1 { 1 } else { 2 * i64::from(x >= r) };
    agrees(&three_cases).then(|| {
        let odd = format!("{remainder} / {first} % 2");
        format!(
            "G(n) == 1 for {odd} == 1; G(n) == 0 for {odd} == 0 and {remainder} < {second}; \
             G(n) == 2 for {odd} == 0 and {remainder} >= {second}"
        )
    })
}

/// Returns a condition, or a combination of two, that holds exactly at the P-positions.
fn outcomes(remainder: &str, entries: &[PairEntry], sums: &[BivariateAffine], names: &[String]) -> Option<String> {
    let bits = |holds: &dyn Fn(&PairEntry) -> bool| {
        let mut bits = vec![0u64; entries.len().div_ceil(64)];
        for (k, entry) in entries.iter().enumerate() {
            bits[k / 64] |= u64::from(holds(entry)) << (k % 64);
        }
        bits
    };
    let target = bits(&|entry| entry.2 == 0);
    let mut conditions: Vec<RemainderCondition> = vec![];
    let mut add = |text: String, negation: String, holds: &dyn Fn(&PairEntry) -> bool| {
        conditions.push(RemainderCondition { text, bits: bits(holds) });
        conditions.push(RemainderCondition { text: negation, bits: bits(&|entry| !holds(entry)) });
    };
    for sum in sums {
        let bound = sum.to_text(names);
        add(format!("{remainder} < {bound}"), format!("{remainder} >= {bound}"), &|entry| entry.1 < sum.at(entry.0));
    }
    let first = &names[0];
    for (by, other) in [(2, 1), (3, 1)] {
        let text = format!("{remainder} / {first} % {by}");
        let negation = if by == 2 { format!("{text} == {other}") } else { format!("{text} != 0") };
        add(format!("{text} == 0"), negation, &|entry| entry.1 / entry.0[0] % by == 0);
    }
    for value in 0..=2 {
        let text = format!("{remainder} / {first}");
        add(format!("{text} == {value}"), format!("{text} != {value}"), &|entry| entry.1 / entry.0[0] == value);
    }
    add(format!("{remainder} % 2 == 0"), format!("{remainder} % 2 == 1"), &|entry| entry.1 % 2 == 0);
    if let Some(condition) = conditions.iter().find(|condition| condition.bits == target) {
        return Some(condition.text.clone());
    }
    let combination_matches = |a: &RemainderCondition, b: &RemainderCondition, combine: fn(u64, u64) -> u64| {
        a.bits.iter().zip(&b.bits).zip(&target).all(|((&a, &b), &target)| combine(a, b) == target)
    };
    let pairs = || conditions.iter().enumerate().flat_map(|(k, a)| conditions[k + 1..].iter().map(move |b| (a, b)));
    let both = pairs()
        .find(|(a, b)| combination_matches(a, b, |a, b| a & b))
        .map(|(a, b)| format!("{} and {}", a.text, b.text));
    both.or_else(|| {
        pairs().find(|(a, b)| combination_matches(a, b, |a, b| a | b)).map(|(a, b)| format!("{} or {}", a.text, b.text))
    })
}
