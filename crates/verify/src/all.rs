//! Games with finitely many positions, checked one by one.
//!
//! The certificate has an entry for each position, from 0 to the largest one. Every move leads to a larger
//! number. So the entries are computed by the definition, from the largest position down to 0. The claim is
//! then evaluated at each position. It makes no statement about a position if it refers to numbers that are
//! not positions.

use crate::certificate::{Quantity, ResultTable, refused};
use crate::work::WorkCounter;
use grundy_lang::text;
use grundy_rulelang::claims::{Claim, ClaimResult, KnownResult};
use grundy_rules::{Kind, Outcome, Play, Player, Result, Ruleset};
use std::collections::HashMap;

/// The approximate memory in bytes for a position: its text, its index in a map, and its entry.
const POSITION_BYTES: u64 = 160;

/// Checks the table against the definition, and checks that the claim follows from the table.
///
/// Returns the number of positions, and the first position about which the claim says nothing, if any.
pub(crate) fn verify(
    rules: &Ruleset,
    of: Quantity,
    table: &ResultTable,
    claim: Option<&Claim>,
    work: &mut WorkCounter<'_>,
) -> Result<(u64, Option<Vec<u128>>)> {
    let listed = match table {
        ResultTable::Outcomes(letters) => letters.len() as u64,
        ResultTable::Values(values) => values.len() as u64,
    };
    let is_last_position = |last: u64| {
        let next = last.checked_add(1).and_then(|next| rules.game.position_from_numbers(&[next]));
        rules.game.max_index() == Some(last) && rules.game.position_from_numbers(&[last]).is_some() && next.is_none()
    };
    if !listed.checked_sub(1).is_some_and(is_last_position) {
        return Err(refused(text!(
            "the table has {listed} entries, but the positions of `{rules}` are not exactly 0 to {listed} - 1",
            rules,
            listed
        )));
    }
    work.reserve(listed.saturating_mul(POSITION_BYTES))?;
    let entries = entries(rules, of, listed, work)?;
    for (n, &entry) in (0..).zip(&entries) {
        let (is_right, claimed) = match table {
            ResultTable::Values(values) => (of == Quantity::Grundy && values[n] == entry, values[n].to_string()),
            ResultTable::Outcomes(letters) => {
                let letter = letters.as_bytes()[n];
                let is = if entry == 0 { b'P' } else { b'N' };
                (of == Quantity::Outcome && letter == is, char::from(letter).to_string())
            }
        };
        if !is_right {
            return Err(refused(text!("the entry of position {n} must not be {said}", n, said = claimed)));
        }
    }
    let Some(claim) = claim else { return Ok((listed, None)) };
    let wrong = |error| refused(text!("the claim `{text}`: {error}", text = claim.to_string(), error));
    if claim.arity() != 1
        || claim.parameters() != 1
        || claim.looks_up_many_positions()
        || (claim.has_values() && of == Quantity::Outcome)
    {
        return Err(refused(text!("the claim does not follow by this method")));
    }
    let result_at = |at: &[u64]| {
        let &entry = entries.get(usize::try_from(*at.first()?).ok()?)?;
        Some(match of {
            Quantity::Grundy => KnownResult::Value(entry),
            Quantity::Outcome => KnownResult::Outcome(if entry == 0 { Outcome::P } else { Outcome::N }),
        })
    };
    let (mut covered_count, mut silent) = (0u64, None);
    for n in 0..listed {
        work.steps(1)?;
        match claim.evaluate(&[n], &mut |at| result_at(at)).map_err(wrong)? {
            ClaimResult::Holds => covered_count += 1,
            ClaimResult::Fails => return Err(refused(text!("the claim fails at {n}", n))),
            ClaimResult::OutOfScope => {}
            ClaimResult::Silent | ClaimResult::Unknown => silent = silent.or_else(|| Some(vec![u128::from(n)])),
        }
    }
    if covered_count == 0 {
        return Err(refused(text!("the claim covers no position")));
    }
    Ok((listed, silent))
}

/// Computes the entries of all positions by the definition: Grundy values, or 0 for P and 1 for N.
fn entries(rules: &Ruleset, of: Quantity, listed: u64, work: &mut WorkCounter<'_>) -> Result<Vec<u64>> {
    if of == Quantity::Grundy && rules.play == Play::Misere {
        return Err(refused(text!("Grundy values are defined only under normal play")));
    }
    let unlike = |n: u64| {
        refused(text!(
            "a proof that lists all positions requires an impartial game whose positions are single numbers; \
            `{rules}` violates this at position {n}",
            n,
            rules
        ))
    };
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut entries = vec![0; listed as usize];
    let mut option_values: Vec<bool> = vec![];
    for n in (0..listed).rev() {
        let position =
            rules.game.position_from_numbers(&[n]).filter(|p| p.len() == 1 && p.ruleset().kind() == Kind::Impartial);
        let position = position.ok_or_else(|| unlike(n))?;
        option_values.clear();
        let mut moves = 0u64;
        for mv in position.moves(0, Player::LEFT) {
            work.steps(1)?;
            moves += 1;
            let after = match &position.after_counted(0, Player::LEFT, &mv)[..] {
                [(after, 1)] if after.len() == 1 => places.get(&after.to_string()),
                _ => None,
            };
            let value = entries[*after.ok_or_else(|| unlike(n))?] as usize;
            if option_values.len() <= value {
                option_values.resize(value + 1, false);
            }
            option_values[value] = true;
        }
        work.steps(1)?;
        let least = option_values.iter().position(|is_present| !is_present).unwrap_or(option_values.len()) as u64;
        entries[n as usize] = match of {
            _ if moves == 0 => u64::from(rules.play == Play::Misere),
            Quantity::Grundy => least,
            // A position with an option that is a P-position is an N-position.
            Quantity::Outcome => least.min(1),
        };
        places.insert(position.to_string(), n as usize);
    }
    Ok(entries)
}
