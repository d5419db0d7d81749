//! Writes a [`SequenceFamily`], a sequence for every value of a parameter, as a claim.
//!
//! The conditions of the claim are intervals of n modulo the period, and residues within the intervals.

use super::blocks::{Affine, Block, SequenceFamily};
use grundy_solve::Quantity;
use std::collections::BTreeSet;

/// A condition under which positions have a certain entry.
struct EntryCondition {
    /// The text of the entry: the value, or 0 for P and 1 for N.
    entry: String,
    /// The condition on n; empty if all n have the entry.
    condition: String,
}

/// Returns the claim for a family of sequences; `None` if all positions have the same outcome.
pub fn claim(family: &SequenceFamily, of: Quantity, param: &str) -> Option<String> {
    let conditions = entry_conditions(family, param);
    let mut grouped: Vec<(String, Vec<String>)> = vec![];
    for EntryCondition { entry, condition } in conditions {
        match grouped.iter_mut().find(|(other, _)| *other == entry) {
            Some((_, list)) => list.push(condition),
            None => grouped.push((entry, vec![condition])),
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

/// Returns the text of the remainder of n modulo the period.
pub(super) fn remainder_text(period: Affine, param: &str) -> String {
    let text = period.to_text(param);
    let simple = text.chars().all(|c| c.is_ascii_digit()) || text == param;
    if simple { format!("n % {text}") } else { format!("n % ({text})") }
}

/// Returns the text of `x + sum`, where x is a text.
fn sum_text(x: &str, sum: Affine, param: &str) -> String {
    let text = sum.to_text(param);
    match text.as_str() {
        "0" => x.to_string(),
        negative if negative.starts_with('-') => format!("{x}{negative}"),
        _ => format!("{x}+{text}"),
    }
}

/// Returns the conditions of all entries, in the head and after it.
fn entry_conditions(family: &SequenceFamily, param: &str) -> Vec<EntryCondition> {
    let (mut out, mut tail_context) = (vec![], vec![]);
    if family.start != Affine::default() {
        out.extend(block_conditions("n", &family.head, None, &[], param));
        tail_context.push(format!("n >= {}", family.start.to_text(param)));
    }
    if family.period.slope == 0 {
        // If the length of the period does not depend on the parameter, list its entries one by one.
        out.extend(constant_period_conditions(family, &tail_context, param));
    } else {
        let remainder = remainder_text(family.period, param);
        out.extend(block_conditions(&remainder, &family.blocks, Some(family.period), &tail_context, param));
    }
    out
}

/// Returns the conditions of the entries of a period whose length does not depend on the parameter.
///
/// Each condition also contains the conditions in `context`.
fn constant_period_conditions(family: &SequenceFamily, context: &[String], param: &str) -> Vec<EntryCondition> {
    let mut entries: Vec<(Affine, BTreeSet<i64>)> = vec![];
    let mut at = 0;
    for block in &family.blocks {
        let length = if block.is_climb { block.times.start } else { block.times.start * block.root.len() as i64 };
        for k in 0..length {
            let entry = match block.is_climb {
                true => block.root[0].plus(1, Affine::number(k)),
                false => block.root[k as usize % block.root.len()],
            };
            match entries.iter_mut().find(|(listed, _)| *listed == entry) {
                Some((_, list)) => _ = list.insert(at),
                None => entries.push((entry, BTreeSet::from([at]))),
            }
            at += 1;
        }
    }
    let conditions = entries.into_iter().map(|(entry, residues)| {
        let condition: Vec<String> = context.iter().cloned().chain(residue_condition("n", at, &residues)).collect();
        EntryCondition { entry: entry.to_text(param), condition: condition.join(" and ") }
    });
    conditions.collect()
}

/// Returns the conditions of the entries of consecutive blocks; `x` is the text of the index, from 0.
///
/// Each condition also contains the conditions in `context`. A block that ends at `period_end` needs no upper bound.
fn block_conditions(
    x: &str,
    blocks: &[Block<Affine>],
    period_end: Option<Affine>,
    context: &[String],
    param: &str,
) -> Vec<EntryCondition> {
    let text = |sum: Affine| sum.to_text(param);
    let mut out = vec![];
    let mut at = Affine::default();
    for block in blocks {
        let (root, is_single) = (block.root.len() as i64, block.root.len() == 1);
        let end = at.plus(root, block.times);
        let mut bounds = context.to_vec();
        if end == at.plus(1, Affine::number(1)) {
            bounds.push(format!("{x} == {}", text(at)));
        } else {
            if at != Affine::default() {
                bounds.push(format!("{x} >= {}", text(at)));
            }
            if period_end != Some(end) {
                bounds.push(format!("{x} < {}", text(end)));
            }
        }
        if block.is_climb {
            let from = block.root[0].plus(-1, at);
            out.push(EntryCondition { entry: sum_text(x, from, param), condition: bounds.join(" and ") });
        } else if is_single {
            out.push(EntryCondition { entry: text(block.root[0]), condition: bounds.join(" and ") });
        } else {
            let mut entries: Vec<Affine> = vec![];
            for &entry in &block.root {
                if !entries.contains(&entry) {
                    entries.push(entry);
                }
            }
            // If the block begins at the same residue modulo the length of the root for all values of the parameter,
            // the condition is on x itself.
            let (index, offset) = match at.slope % root {
                0 => (x.to_string(), at.start.rem_euclid(root)),
                // x + (root - 1)*at has the same residue as x - at, and is never negative.
                _ => (format!("({})", sum_text(x, Affine::default().plus(root - 1, at), param)), 0),
            };
            for entry in entries {
                let indices = (0i64..).zip(&block.root).filter(|(_, cell)| **cell == entry);
                let residues = indices.map(|(c, _)| (c + offset) % root).collect();
                let condition: Vec<String> =
                    bounds.iter().cloned().chain(residue_condition(&index, root, &residues)).collect();
                out.push(EntryCondition { entry: text(entry), condition: condition.join(" and ") });
            }
        }
        at = end;
    }
    out
}

/// Returns the condition that x modulo `by` is one of these residues.
///
/// Returns `None` if all residues are listed.
pub fn residue_condition(x: &str, by: i64, residues: &BTreeSet<i64>) -> Option<String> {
    if residues.len() as i64 == by {
        return None;
    }
    // Write consecutive residues, perhaps wrapping around, as one comparison of a shifted number.
    let has = |residue: i64| residues.contains(&residue.rem_euclid(by));
    let mut begins = residues.iter().copied().filter(|&residue| !has(residue - 1));
    Some(match (begins.next(), begins.next(), residues.len()) {
        (Some(residue), None, 1) => format!("{x} % {by} == {residue}"),
        (Some(0), None, count) => format!("{x} % {by} < {count}"),
        (Some(first), None, count) if first + count as i64 == by => format!("{x} % {by} >= {first}"),
        (Some(first), None, count) => format!("({x}+{}) % {by} < {count}", by - first),
        _ => {
            let each: Vec<String> = residues.iter().map(|residue| format!("{x} % {by} == {residue}")).collect();
            format!("({})", each.join(" or "))
        }
    })
}
