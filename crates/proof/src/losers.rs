//! Finds and proves the period of the losing player in games of several players on one heap.
//!
//! The table engine finds the period; this module proves it from the definition. Certificates cover outcomes and values
//! only, but this proof is short enough to be checked at once.
//!
//! The *row* of a heap lists the losing player for each player to move. Suppose that amounts are given by sets of
//! numbers and ranges, and let `reach` be the maximum of the bounded amounts and the starts of open ranges. Then a row
//! is determined by
//! - the `reach` rows before it, and
//! - for an open range `l..`, the set of losers that occur at least `l` heaps below.
//!
//! [`repeats`] checks, on rows computed by the definition, that both are equal one period apart. By induction, all
//! later rows repeat too.

use crate::finding::{FindOptions, Status};
use grundy_lang::{Text, text};
use grundy_rules::{Amounts, Error, ErrorKind, Play, Player, Result, Rival, Ruleset, TableForm};
use grundy_solve::heap::Period;
use grundy_solve::{Budget, rivals::Losers};

/// The result of [`find_losers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LosersFound {
    /// The certainty of the period.
    pub status: Status,
    /// The preperiod and period of the rows, in heaps.
    pub period: Option<Period>,
    /// The rows up to the end of the first period, by heap.
    ///
    /// A row lists the losing player for each player to move.
    pub rows: Vec<Vec<Player>>,
    /// The last heap whose row was computed by the definition.
    pub checked_to: u64,
    /// A text on what proves the period, or on why no period is known.
    pub method: Text,
}

/// A heap so large that only a period gives its row.
const HUGE_HEAP: u64 = 1 << 60;
/// Memory that the engine may use to find a period, in bytes.
const MAX_TABLE_BYTES: u64 = 64_000_000;
/// Maximal number of amounts examined while rows are computed by the definition.
const MAX_DEFINITION_STEPS: u64 = 1_000_000_000;
/// The last heap whose row is computed by default, if no period is known.
const DEFAULT_LAST_HEAP: u64 = 1_000;

/// Finds the period of the losing player, and proves it.
///
/// # Errors
/// `unsupported` for other games, for misère play, and if outcomes or values are requested; `limit` if the budget runs
/// out.
///
/// ```
/// use grundy_proof::{FindOptions, Status, find_losers};
/// use grundy_solve::{Budget, heap::Period};
/// let rules = grundy_games::parse_rules("rivals[1..3 : 2>1 / 1..3 : 1>2]").unwrap();
/// let found = find_losers(&rules, FindOptions::default(), &Budget::default()).unwrap();
/// assert_eq!((found.status, found.period), (Status::Proved, Some(Period { preperiod: 0, period: 4 })));
/// ```
pub fn find_losers(rules: &Ruleset, query: FindOptions, budget: &Budget) -> Result<LosersFound> {
    let Some(TableForm::Rivals(rivals)) = rules.game.table_form() else {
        let message = text!("`{name}` is not a game of several players", name = rules.game.rules_text());
        return Err(Error::new(ErrorKind::Unsupported, message));
    };
    if query.of.is_some() {
        let message = text!(
            "games of several players have neither outcomes nor Grundy values: their patterns describe which player \
                loses"
        );
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    if rules.play == Play::Misere {
        let message = text!("misère play is not defined for {games}", games = text!("games of several players"));
        let error = Error::new(ErrorKind::Unsupported, message);
        return Err(error.help(text!("omit `misere`: in these games, the player who cannot move loses")));
    }
    let none = |method: Text| {
        let checked_to = query.to.unwrap_or(DEFAULT_LAST_HEAP);
        rows_by_definition(rivals, checked_to, budget)?;
        Ok(LosersFound { status: Status::None, period: None, rows: vec![], checked_to, method })
    };
    let Some(reach) = reach(rivals) else {
        return none(text!(
            "with an infinite set such as 2^k or prime, a row can depend on all earlier rows, so no period can be \
            proved"
        ));
    };
    if !query.use_theorems {
        return none(text!("without theorems, no period is searched for"));
    }
    let small = Budget { bytes: budget.bytes.min(MAX_TABLE_BYTES), ..budget.clone() };
    let mut losers = Losers::new(rivals);
    if losers.loser(HUGE_HEAP, Player(0), &small).is_err() {
        budget.check()?;
    }
    let Some(period) = losers.period() else {
        return none(text!("the table shows no period"));
    };
    let end = period.preperiod + period.period + reach.max(1) - 1;
    let checked_to = query.to.unwrap_or(0).max(end);
    if estimated_steps(rivals, checked_to) > MAX_DEFINITION_STEPS {
        return none(text!("a period was found, but checking it against the definition takes too long"));
    }
    let rows = rows_by_definition(rivals, checked_to, budget)?;
    let reduced = |n: u64| period.reduce(n) as usize;
    // The rows and the period come from different computations; if they disagree, nothing is proved.
    let agree = (0..=checked_to).all(|n| rows[n as usize] == rows[reduced(n)]);
    if !agree || !repeats(rivals, &rows, period, reach) {
        return none(text!("the period of the table disagrees with the definition"));
    }
    let mut rows = rows;
    rows.truncate((period.preperiod + period.period) as usize);
    let method = text!("equal windows of {reach} rows, computed from the definition", reach);
    Ok(LosersFound { status: Status::Proved, period: Some(period), rows, checked_to, method })
}

/// Returns how many rows back the bounded amounts and the starts of open ranges reach.
///
/// Returns `None` if a set contains a named infinite set, such as the powers of 2.
fn reach(rivals: &[Rival]) -> Option<u64> {
    let sets = rivals.iter().filter_map(|rival| rival.amounts.as_ref());
    sets.map(|set| {
        let last = set.ranges().last().map_or(0, |range| range.1);
        set.named_sets().is_empty().then(|| last.max(set.open_start().unwrap_or(0)))
    })
    .try_fold(0, |max_reach, reach| Some(max_reach.max(reach?)))
}

/// Estimates the number of amounts that [`rows_by_definition`] examines.
fn estimated_steps(rivals: &[Rival], to: u64) -> u64 {
    let amount_count = |set: &Amounts| {
        let ranges = set.ranges().iter().map(|&(low, high)| high - low + 1);
        let open_range = set.open_start().map(|from| to.saturating_sub(from));
        ranges.chain(open_range).fold(1u64, u64::saturating_add).min(to)
    };
    let row = rivals.iter().filter_map(|rival| rival.amounts.as_ref()).map(amount_count).fold(1, u64::saturating_add);
    row.saturating_mul(to.saturating_add(1))
}

/// Computes the rows of the heaps up to `to` by the definition.
///
/// The player to move chooses an option whose losing player comes first in the ranking of the player to move.
/// A player without a move loses.
pub fn rows_by_definition(rivals: &[Rival], to: u64, budget: &Budget) -> Result<Vec<Vec<Player>>> {
    let players = rivals.len();
    let bytes = (u128::from(to) + 1) * (players as u128 + 40);
    budget.check_fits(bytes, &text!("a table up to {to}", to))?;
    let mut ranks = vec![vec![0usize; players]; players];
    for (ranks, rival) in ranks.iter_mut().zip(rivals) {
        rival.ranking.iter().enumerate().for_each(|(rank, player)| ranks[usize::from(player.0)] = rank);
    }
    let mut meter = budget.meter(text!("heaps"));
    let mut rows: Vec<Vec<Player>> = vec![];
    for n in 0..=to {
        let mut row = Vec::with_capacity(players);
        for (j, rival) in rivals.iter().enumerate() {
            let (next, mut best) = ((j + 1) % players, None);
            for amount in rival.amounts.iter().flat_map(|set| set.up_to(n)) {
                meter.advance(1)?;
                let loser = rows[(n - amount) as usize][next];
                let rank = ranks[j][usize::from(loser.0)];
                best = best.filter(|&(known, _)| known <= rank).or(Some((rank, loser)));
            }
            row.push(best.map_or(Player(j as u8), |(_, loser)| loser));
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Reports whether the computed rows imply that all rows repeat from the preperiod on.
///
/// The module documentation contains the proof.
pub fn repeats(rivals: &[Rival], rows: &[Vec<Player>], Period { preperiod, period }: Period, reach: u64) -> bool {
    let window = reach.max(1);
    let (start, end, shift) = (preperiod as usize, (preperiod + window) as usize, period as usize);
    if period == 0 || rows.len() < end + shift || rows[start..end] != rows[start + shift..end + shift] {
        return false;
    }
    // With an open range from l on, a row depends on the losers in all rows at least l heaps below. Check that one
    // period later, the additional rows among these add no new loser.
    rivals.iter().enumerate().all(|(j, rival)| {
        let Some(from) = rival.amounts.as_ref().and_then(Amounts::open_start) else { return true };
        let next = (j + 1) % rivals.len();
        let (before, after) = rows[..end + shift - from as usize + 1].split_at(end - from as usize + 1);
        after.iter().all(|row| before.iter().any(|seen| seen[next] == row[next]))
    })
}
