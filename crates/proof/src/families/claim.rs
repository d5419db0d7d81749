//! Writes a [`WordFamily`], a sequence for every value of a letter, as a claim.
//!
//! The conditions of the claim are intervals of n modulo the period, and residues within the intervals.

use super::blocks::{Affine, Block, WordFamily};
use grundy_solve::Quantity;
use std::collections::BTreeSet;

/// A condition under which positions have a certain entry.
struct EntryCondition {
    /// The text of the entry: the value, or 0 for P and 1 for N.
    entry: String,
    /// The condition on n; empty if all n have the entry.
    when: String,
}

/// Returns the claim for a word; `None` if all positions have the same outcome.
pub(super) fn claim(word: &WordFamily, of: Quantity, letter: &str) -> Option<String> {
    let places = entry_conditions(word, letter);
    let mut grouped: Vec<(String, Vec<String>)> = vec![];
    for place in places {
        match grouped.iter_mut().find(|(entry, _)| *entry == place.entry) {
            Some((_, list)) => list.push(place.when),
            None => grouped.push((place.entry, vec![place.when])),
        }
    }
    match of {
        Quantity::Outcome => {
            let (_, list) = grouped.into_iter().find(|(entry, _)| entry == "0")?;
            (!list.iter().any(String::is_empty)).then(|| format!("P iff {}", list.join(" or ")))
        }
        Quantity::Grundy => {
            let parts = grouped.into_iter().map(|(entry, list)| match list.iter().any(String::is_empty) {
                true => format!("G(n) == {entry}"),
                false => format!("G(n) == {entry} for {}", list.join(" or ")),
            });
            Some(parts.collect::<Vec<_>>().join("; "))
        }
    }
}

/// Returns the text of the remainder of n by the period.
pub(super) fn remainder_text(period: Affine, letter: &str) -> String {
    let text = period.to_text(letter);
    let simple = text.chars().all(|c| c.is_ascii_digit()) || text == letter;
    if simple { format!("n % {text}") } else { format!("n % ({text})") }
}

/// Returns the text of `x + sum`, where x is a text.
fn sum_text(x: &str, sum: Affine, letter: &str) -> String {
    let text = sum.to_text(letter);
    match text.as_str() {
        "0" => x.to_string(),
        negative if negative.starts_with('-') => format!("{x}{negative}"),
        _ => format!("{x}+{text}"),
    }
}

/// Returns the conditions of all entries, in the head and after it.
fn entry_conditions(word: &WordFamily, letter: &str) -> Vec<EntryCondition> {
    let (mut out, mut tail_context) = (vec![], vec![]);
    if word.start != Affine::default() {
        out.extend(cells("n", &word.head, None, &[], letter));
        tail_context.push(format!("n >= {}", word.start.to_text(letter)));
    }
    if word.period.slope == 0 {
        // If the length of the period does not depend on the letter, list its entries one by one.
        out.extend(constant_period_conditions(word, &tail_context, letter));
    } else {
        out.extend(cells(&remainder_text(word.period, letter), &word.blocks, Some(word.period), &tail_context, letter));
    }
    out
}

/// Returns the conditions of the entries of a period whose length does not depend on the letter.
///
/// Each condition also contains the conditions in `context`.
fn constant_period_conditions(word: &WordFamily, context: &[String], letter: &str) -> Vec<EntryCondition> {
    let mut cells: Vec<(Affine, BTreeSet<i64>)> = vec![];
    let mut at = 0;
    for block in &word.blocks {
        let length = if block.is_climb { block.times.start } else { block.times.start * block.root.len() as i64 };
        for k in 0..length {
            let entry = match block.is_climb {
                true => block.root[0].plus(1, Affine::number(k)),
                false => block.root[k as usize % block.root.len()],
            };
            match cells.iter_mut().find(|(known, _)| *known == entry) {
                Some((_, list)) => _ = list.insert(at),
                None => cells.push((entry, BTreeSet::from([at]))),
            }
            at += 1;
        }
    }
    let places = cells.into_iter().map(|(entry, rests)| {
        let when: Vec<String> = context.iter().cloned().chain(residue_condition("n", at, &rests)).collect();
        EntryCondition { entry: entry.to_text(letter), when: when.join(" and ") }
    });
    places.collect()
}

/// Returns the conditions of the entries of consecutive blocks; `x` is the text of the index, from 0.
///
/// Each condition also contains the conditions in `context`. A block that ends at `period_end` needs no upper bound.
fn cells(
    x: &str,
    blocks: &[Block<Affine>],
    period_end: Option<Affine>,
    context: &[String],
    letter: &str,
) -> Vec<EntryCondition> {
    let shown = |sum: Affine| sum.to_text(letter);
    let mut out = vec![];
    let mut at = Affine::default();
    for block in blocks {
        let (root, is_one) = (block.root.len() as i64, block.root.len() == 1);
        let end = at.plus(root, block.times);
        let mut inside = context.to_vec();
        if end == at.plus(1, Affine::number(1)) {
            inside.push(format!("{x} == {}", shown(at)));
        } else {
            if at != Affine::default() {
                inside.push(format!("{x} >= {}", shown(at)));
            }
            if period_end != Some(end) {
                inside.push(format!("{x} < {}", shown(end)));
            }
        }
        if block.is_climb {
            let from = block.root[0].plus(-1, at);
            out.push(EntryCondition { entry: sum_text(x, from, letter), when: inside.join(" and ") });
        } else if is_one {
            out.push(EntryCondition { entry: shown(block.root[0]), when: inside.join(" and ") });
        } else {
            let mut entries: Vec<Affine> = vec![];
            for &entry in &block.root {
                if !entries.contains(&entry) {
                    entries.push(entry);
                }
            }
            // If the block begins at the same residue modulo the length of the root for all values of the letter, the
            // condition is on x itself.
            let (of, turn) = match at.slope % root {
                0 => (x.to_string(), at.start.rem_euclid(root)),
                // x + (root - 1)*at has the same residue as x - at, and is never negative.
                _ => (format!("({})", sum_text(x, Affine::default().plus(root - 1, at), letter)), 0),
            };
            for entry in entries {
                let cells = (0i64..).zip(&block.root).filter(|(_, cell)| **cell == entry);
                let rests = cells.map(|(c, _)| (c + turn) % root).collect();
                let when: Vec<String> = inside.iter().cloned().chain(residue_condition(&of, root, &rests)).collect();
                out.push(EntryCondition { entry: shown(entry), when: when.join(" and ") });
            }
        }
        at = end;
    }
    out
}

/// Returns the condition that x modulo `by` is one of these residues.
///
/// Returns `None` if all residues are listed.
fn residue_condition(x: &str, by: i64, rests: &BTreeSet<i64>) -> Option<String> {
    if rests.len() as i64 == by {
        return None;
    }
    // Write consecutive residues, perhaps wrapping around, as one comparison of a shifted number.
    let has = |rest: i64| rests.contains(&rest.rem_euclid(by));
    let mut begins = rests.iter().copied().filter(|&rest| !has(rest - 1));
    Some(match (begins.next(), begins.next(), rests.len()) {
        (Some(rest), None, 1) => format!("{x} % {by} == {rest}"),
        (Some(0), None, many) => format!("{x} % {by} < {many}"),
        (Some(first), None, many) if first + many as i64 == by => format!("{x} % {by} >= {first}"),
        (Some(first), None, many) => format!("({x}+{}) % {by} < {many}", by - first),
        _ => {
            let each: Vec<String> = rests.iter().map(|rest| format!("{x} % {by} == {rest}")).collect();
            format!("({})", each.join(" or "))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_claims() {
        let sum = |slope, start| Affine { slope, start };
        let number = Affine::number;
        let blocks = vec![
            Block { root: vec![number(0), number(1)], is_climb: false, times: sum(1, 0) },
            Block { root: vec![number(1)], is_climb: false, times: sum(1, 1) },
        ];
        let word = WordFamily { period: sum(3, 1), start: Affine::default(), head: vec![], blocks };
        assert_eq!(claim(&word, Quantity::Outcome, "j").unwrap(), "P iff n % (3*j+1) < 2*j and n % (3*j+1) % 2 == 0");
        let climb = Block { root: vec![number(0)], is_climb: true, times: sum(1, 1) };
        let word = WordFamily { period: sum(1, 1), start: Affine::default(), head: vec![], blocks: vec![climb] };
        assert_eq!(claim(&word, Quantity::Grundy, "k").unwrap(), "G(n) == n % (k+1)");
        assert_eq!(residue_condition("x", 5, &BTreeSet::from([0, 2])).unwrap(), "(x % 5 == 0 or x % 5 == 2)");
        assert_eq!(residue_condition("x", 6, &BTreeSet::from([0, 4, 5])).unwrap(), "(x+2) % 6 < 3");
    }
}
