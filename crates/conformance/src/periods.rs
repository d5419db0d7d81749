//! Checks the theorems on periods.
//!
//! The values that the period predicts are compared with tables computed by the definition, for heaps beyond those
//! that prove the period.

use super::report::{Checked, Counterexample, report_progress};
use super::theorem::value;
use grundy_engines::dense::EntryNeed;
use grundy_engines::value_table::{Provenance, TableQuery};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{DynGame, ErrorKind, HeapRules, Kind, Play, Result, TheoremInfo};
use grundy_solve::Tables;
use std::collections::BTreeMap;

/// Maximal number of samples of a game from which rulesets are collected.
const MAX_SAMPLES: usize = 300;
/// The memory in bytes within which a table must find its period: some ten thousand heaps.
const MAX_BYTES: u64 = 1 << 16;
/// The size of a heap beyond the end of every table.
const UNREACHED_HEAP: u64 = 1 << 60;

pub(super) fn check(
    games: &[&dyn DynGame],
    theorem: &'static TheoremInfo,
    to: u64,
    budget: &Budget,
) -> Result<Checked> {
    let mut checked = Checked::new(None, theorem);
    let mut rulesets = BTreeMap::new();
    for entry in games {
        let info = entry.info();
        if info.kind == Kind::Impartial {
            for position in entry.samples().take(MAX_SAMPLES).filter(|position| position.ruleset().is_short()) {
                rulesets.entry(position.ruleset().rules_text()).or_insert(position);
            }
        }
    }
    let mut periodic = vec![];
    let small = Budget { bytes: MAX_BYTES.min(budget.bytes), ..budget.clone() };
    for (name, position) in &rulesets {
        let Some((rules, heaps)) = position.ruleset().table_form().and_then(|rules| Some((rules, rules.heap_rules()?)))
        else {
            continue;
        };
        for play in [Play::Normal, Play::Misere] {
            let mut tables = Tables::default();
            let query = TableQuery { rules, play, budget: &small };
            let Some(table) = tables.table_for(&position.ruleset().id(), EntryNeed::Values, &query) else { continue };
            match table.genus_at([UNREACHED_HEAP, 0, 0], &query) {
                Ok(_) => {}
                // If no period is found within the memory limit, there is nothing to check. Timeouts and
                // cancellations are errors.
                Err(error) if error.kind == ErrorKind::Limit => budget.check()?,
                // Skip rules with moves to larger heaps, which have no table.
                Err(error) if error.kind == ErrorKind::Unsupported => continue,
                Err(error) => return Err(error),
            }
            if let Provenance::Period(period, by) = table.provenance([UNREACHED_HEAP, 0, 0], play)
                && by == theorem
            {
                periodic.push((name, heaps, play, period));
            }
        }
    }
    let share = to.div_ceil((periodic.len() as u64).max(1));
    for (name, heaps, play, period) in periodic {
        // From the second period on, values follow from the period and are not computed.
        let first = period.preperiod + period.period;
        let table = values_by_definition(heaps, play, first + share, budget)?;
        for heap in first..first + share {
            if checked.positions == to {
                return Ok(checked);
            }
            checked.positions += 1;
            let (claim, found) = (table[period.reduce(heap) as usize], table[heap as usize]);
            if claim == found {
                checked.agreed += 1;
            } else if checked.counterexample.is_none() {
                let prefix = if play == Play::Misere { "misere " } else { "" };
                checked.counterexample = Some(Counterexample {
                    position: format!("{prefix}{name}({heap})"),
                    claim: text!(
                        "{claim}, by period {period} from heap {preperiod} on",
                        claim = value(claim.into()),
                        period = period.period,
                        preperiod = period.preperiod
                    ),
                    search: value(found.into()),
                });
            }
            report_progress(budget, checked.positions, to)?;
        }
    }
    Ok(checked)
}

/// Computes the values of the heaps below `count` by mex over all options.
///
/// Misère values are only correct for games that do not split.
fn values_by_definition(heaps: &dyn HeapRules, play: Play, count: u64, budget: &Budget) -> Result<Vec<u32>> {
    budget.check_fits(u128::from(count) * 4, &text!("the brute-force table of values"))?;
    let mut meter = budget.meter(text!("heaps"));
    let mut table: Vec<u32> = vec![];
    let mut seen: Vec<bool> = vec![];
    for size in 0..count {
        seen.fill(false);
        let mut has_options = false;
        let mut options = 0;
        heaps.options(size, &mut |heaps| {
            has_options = true;
            options += 1;
            let value = heaps.iter().fold(0, |xor, &heap| xor ^ table[heap as usize]) as usize;
            if value >= seen.len() {
                seen.resize(2 * value + 64, false);
            }
            seen[value] = true;
        });
        meter.advance(1 + options)?;
        let mex = seen.iter().position(|&s| !s).unwrap_or(seen.len()) as u32;
        table.push(if has_options { mex } else { u32::from(play == Play::Misere) });
    }
    Ok(table)
}
