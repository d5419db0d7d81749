//! Checks the theorem on periods of losers.
//!
//! The check compares the losers that the period predicts with the losers that the recursion gives. It uses only
//! heaps beyond those that prove the period.

use super::report::{Checked, Counterexample, report_progress};
use grundy_engines::rivals::Losers;
use grundy_engines::theorems::WINDOW_OF_LOSERS;
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{DynGame, ErrorKind, Player, Result, Rival, TableForm};
use std::collections::BTreeMap;

/// Maximal number of samples of a game from which rulesets are collected.
const MAX_SAMPLES: usize = 300;
/// The memory in bytes within which a table must find its period.
const MAX_BYTES: u64 = 1 << 18;
/// The size of a heap beyond the end of every table.
const UNREACHED_HEAP: u64 = 1 << 60;

pub(super) fn check(games: &[&dyn DynGame], to: u64, budget: &Budget) -> Result<Checked> {
    let mut checked = Checked::new(None, &WINDOW_OF_LOSERS);
    let mut rulesets = BTreeMap::new();
    for position in games.iter().flat_map(|entry| entry.samples().take(MAX_SAMPLES)) {
        if matches!(position.ruleset().table_form(), Some(TableForm::Rivals(_))) {
            rulesets.entry(position.ruleset().rules_text()).or_insert(position);
        }
    }
    let small = Budget { bytes: MAX_BYTES.min(budget.bytes), ..budget.clone() };
    let mut periodic = vec![];
    for (name, position) in &rulesets {
        let Some(TableForm::Rivals(rivals)) = position.ruleset().table_form() else { continue };
        let mut table = Losers::new(rivals);
        match table.loser(UNREACHED_HEAP, Player(0), &small) {
            Ok(_) => periodic.extend(table.period().map(|period| (name, rivals, table, period))),
            // If no period is found within the memory limit, there is nothing to check. Timeouts and cancellations
            // are errors.
            Err(error) if error.kind == ErrorKind::Limit => budget.check()?,
            Err(error) => return Err(error),
        }
    }
    let share = to.div_ceil((periodic.len() as u64).max(1));
    for (name, rivals, mut table, period) in periodic {
        // For heaps beyond the table, the loser follows from the period and is not computed.
        let first = table.computed();
        let heaps = share.div_ceil(rivals.len() as u64);
        let rows = losers_by_definition(rivals, first + heaps, budget)?;
        for heap in first..first + heaps {
            for (by, &found) in rows[heap as usize].iter().enumerate() {
                if checked.positions == to {
                    return Ok(checked);
                }
                checked.positions += 1;
                let claim = table.loser(heap, Player(by as u8), &small)?;
                if claim == found {
                    checked.agreed += 1;
                } else if checked.counterexample.is_none() {
                    let loser_text = |loser: Player| text!("player {player} loses", player = u16::from(loser.0) + 1);
                    let (period, preperiod) = (period.period, period.preperiod);
                    checked.counterexample = Some(Counterexample {
                        position: format!("{name}({heap}; {})", by + 1),
                        claim: text!(
                            "{claim}, by period {period} from heap {preperiod} on",
                            claim = loser_text(claim),
                            period,
                            preperiod
                        ),
                        search: loser_text(found),
                    });
                }
                report_progress(budget, checked.positions, to)?;
            }
        }
    }
    Ok(checked)
}

/// Computes the losers of the heaps below `count` by trying every amount.
///
/// The result is indexed by the heap, then by the player to move.
fn losers_by_definition(rivals: &[Rival], count: u64, budget: &Budget) -> Result<Vec<Vec<Player>>> {
    let row = size_of::<Vec<Player>>() + rivals.len();
    budget.check_fits(u128::from(count) * row as u128, &text!("the brute-force table of losers"))?;
    let mut meter = budget.meter(text!("heaps"));
    let mut rows: Vec<Vec<Player>> = vec![];
    for heap in 0..count {
        let mut row = vec![];
        for (by, rival) in rivals.iter().enumerate() {
            let mut reached = vec![false; rivals.len()];
            for take in rival.amounts.iter().flat_map(|amounts| amounts.up_to(heap)) {
                meter.advance(1)?;
                let next = (by + 1) % rivals.len();
                reached[usize::from(rows[(heap - take) as usize][next].0)] = true;
            }
            let best = rival.ranking.iter().find(|player| reached[usize::from(player.0)]);
            row.push(best.copied().unwrap_or(Player(by as u8)));
        }
        meter.advance(1)?;
        rows.push(row);
    }
    Ok(rows)
}
