//! Checks the theorems on sums of impartial games against sums played as one game.
//!
//! The sums are random, and mix small components of all games.

use super::brute::{Brute, Id};
use super::report::{Checked, Counterexample, report_progress};
use super::theorem::{Difference, genus, outcome, value};
use grundy_engines::theorems::{EQUAL_COMPONENTS, LOST_COMPONENTS, TAME_SUMS};
use grundy_rules::Budget;
use grundy_rules::{DynGame, Genus, Kind, NimSum, Outcome, Play, Result, SplitMix64, TheoremInfo};
use std::collections::HashSet;
use std::ptr;

/// The largest number of followers of a component, so that sums of three components are small.
const MAX_FOLLOWERS: usize = 12;
/// Maximal number of samples of a game that are examined.
const MAX_SAMPLES: usize = 600;
const MAX_COMPONENTS: usize = 60;
/// The maximum number of positions of a sum; larger sums are skipped.
const MAX_SUM_POSITIONS: usize = 20_000;

/// A component for sums.
struct SampleComponent {
    id: Id,
    text: String,
    genus: Genus,
}

pub(super) fn check(
    brute: &mut Brute<'_>,
    games: &[&dyn DynGame],
    theorem: &'static TheoremInfo,
    to: u64,
    budget: &Budget,
) -> Result<Checked> {
    let play = if ptr::eq(theorem, &TAME_SUMS) { Play::Misere } else { Play::Normal };
    let mut checked = Checked::new(None, theorem);
    let mut pool = vec![];
    for entry in games {
        collect_components(brute, *entry, play, &mut pool)?;
    }
    let lost: Vec<usize> = (0..pool.len()).filter(|&k| pool[k].genus.normal.0 == 0).collect();
    let mut random = SplitMix64(7);
    // Some sums are too large to be played as one game, so try more than `to` sums.
    let lacks_components = pool.is_empty() || ptr::eq(theorem, &LOST_COMPONENTS) && lost.is_empty();
    let tries = if lacks_components { 0 } else { to.saturating_mul(2) };
    for _ in 0..tries {
        if checked.positions == to {
            break;
        }
        let count = 2 + usize::from(random.index(3) == 0);
        let mut chosen: Vec<&SampleComponent> = (0..count).map(|_| &pool[random.index(pool.len())]).collect();
        let difference = if ptr::eq(theorem, &EQUAL_COMPONENTS) {
            chosen = vec![chosen[0], chosen[0]];
            outcomes(brute, &[], &chosen)?
        } else if ptr::eq(theorem, &LOST_COMPONENTS) {
            chosen[0] = &pool[lost[random.index(lost.len())]];
            outcomes(brute, &chosen[1..], &chosen)?
        } else {
            sum(brute, &chosen, play)?
        };
        let Some(difference) = difference else { continue };
        checked.positions += 1;
        match difference {
            None => checked.agreed += 1,
            Some((claim, search)) => {
                let texts: Vec<&str> = chosen.iter().map(|piece| piece.text.as_str()).collect();
                let prefix = if play == Play::Misere { "misere " } else { "" };
                let position = format!("{prefix}{}", texts.join(" + "));
                let size = |text: &str| (text.matches('+').count(), text.len());
                // Random sums are not ordered by size, so keep the counterexample with the fewest and shortest
                // components.
                if checked.counterexample.as_ref().is_none_or(|least| size(&position) < size(&least.position)) {
                    checked.counterexample = Some(Counterexample { position, claim, search });
                }
            }
        }
        report_progress(budget, checked.positions, to)?;
    }
    Ok(checked)
}

/// Collects small components of a game.
///
/// For misère play, only tame components are collected, since the theorem is about them.
fn collect_components(
    brute: &mut Brute<'_>,
    entry: &dyn DynGame,
    play: Play,
    pool: &mut Vec<SampleComponent>,
) -> Result<()> {
    let info = entry.info();
    if info.kind != Kind::Impartial || (play == Play::Misere && !info.misere) {
        return Ok(());
    }
    let mut texts = HashSet::new();
    for position in entry.samples().take(MAX_SAMPLES) {
        // Some parameters make a game partizan or allow infinite play; such samples are skipped.
        if position.ruleset().kind() != Kind::Impartial || !position.ruleset().is_short() {
            continue;
        }
        for (component, id) in brute.ids(&*position).into_iter().enumerate() {
            if texts.len() >= MAX_COMPONENTS {
                return Ok(());
            }
            if !brute.is_small(id, MAX_FOLLOWERS)? {
                continue;
            }
            let genus = match play {
                Play::Normal => Genus::for_nim_heap(brute.value(id)?.normal.into()),
                Play::Misere => match brute.genus(id, MAX_SUM_POSITIONS)?.filter(|sum| sum.tame) {
                    None => continue,
                    Some(sum) => sum.genus,
                },
            };
            let text = position.component(component).to_string();
            if texts.insert(text.clone()) {
                pool.push(SampleComponent { id, text, genus });
            }
        }
    }
    Ok(())
}

/// Compares the outcomes of two sums that should be equal, both played as one game.
///
/// Returns `None` if one of the sums is too large, and `Some(None)` if the outcomes are equal.
fn outcomes(
    brute: &mut Brute<'_>,
    claimed: &[&SampleComponent],
    chosen: &[&SampleComponent],
) -> Result<Option<Option<Difference>>> {
    let mut is_won = |pieces: &[&SampleComponent]| -> Result<Option<bool>> {
        let ids: Vec<Id> = pieces.iter().map(|piece| piece.id).collect();
        Ok(brute.sum_value(&ids, MAX_SUM_POSITIONS)?.map(|sum| sum.genus.normal.0 != 0))
    };
    let (Some(expected), Some(found)) = (is_won(claimed)?, is_won(chosen)?) else { return Ok(None) };
    let outcome_text = |won: bool| outcome(if won { Outcome::N } else { Outcome::P });
    Ok(Some((expected != found).then(|| (outcome_text(expected), outcome_text(found)))))
}

/// Compares the sum of the components' values with the value of the sum played as one game.
///
/// Returns `None` if the sum is too large, and `Some(None)` if the values are equal.
fn sum(brute: &mut Brute<'_>, chosen: &[&SampleComponent], play: Play) -> Result<Option<Option<Difference>>> {
    let ids: Vec<Id> = chosen.iter().map(|piece| piece.id).collect();
    let claimed: NimSum = chosen.iter().map(|piece| piece.genus).collect();
    let Some(found) = brute.sum_value(&ids, MAX_SUM_POSITIONS)? else { return Ok(None) };
    Ok(Some(match play {
        Play::Normal => {
            (claimed.value() != found.genus.normal).then(|| (value(claimed.value().0), value(found.genus.normal.0)))
        }
        Play::Misere => (claimed.genus() != found.genus).then(|| (genus(claimed.genus()), genus(found.genus))),
    }))
}
