//! Checks theorems on partizan games.
//!
//! Periodic outcomes are compared with tables computed by the definition, for heaps beyond those that prove the
//! period. Claims about sums are compared with a search of the sum without theorems.

use super::report::{Checked, Counterexample, Skipped, report_progress};
use super::theorem;
use super::theorem::{ComponentMoves, Difference, MAX_SAMPLES_PER_POSITION, skipped};
use grundy_engines::partizan::search::PartizanSearch;
use grundy_engines::partizan::{Outcomes, class, outcome};
use grundy_engines::theorems::{
    DROPPED_MOVES, NEGATIVES, NUMBER_AVOIDANCE, OUTCOME_STATE, SUMS_OF_VALUES, THERMOSTATIC_STRATEGY,
};
use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::{
    Amounts, AnyComponent, AnyIntegerMoves, AnyMove, ClaimInstance, DynGame, DynPosition, ErrorKind, GameValueFn, Kind,
    KnownMoves, Outcome, Play, Player, Result, Rules, SplitMix64, SumRules, SumWithValue, TableForm, TheoremInfo,
    TheoremInstance,
};
use grundy_solve::value_evaluator::{Memo, ValueEvaluator};
use grundy_value::{Dyadic, StopBounds, StopBoundsMemo, SymbolSet, Value};
use std::collections::BTreeMap;
use std::ptr;

/// Maximal number of samples of a game from which rulesets and components are collected.
const MAX_SAMPLES: usize = 300;
/// The maximal number of components collected from one game.
const MAX_COMPONENTS: usize = 60;
/// The maximum number of positions in the search of a sum; sums that need more are skipped.
const MAX_SUM_NODES: u64 = 2_000;
/// The maximum number of positions in the search of one component; larger searches are skipped.
const MAX_COMPONENT_NODES: u64 = 100_000;
/// The memory in bytes within which a table must find its period: some hundred thousand heaps.
const MAX_BYTES: u64 = 1 << 16;
/// The size of a heap beyond the end of every table.
const UNREACHED_HEAP: u64 = 1 << 60;

pub(super) fn check(
    games: &[&dyn DynGame],
    theorem: &'static TheoremInfo,
    to: u64,
    budget: &Budget,
) -> Result<Checked> {
    let is_partizan = |entry: &&&dyn DynGame| entry.info().kind == Kind::Partizan && entry.info().short;
    let games: Vec<&dyn DynGame> = games.iter().filter(is_partizan).copied().collect();
    if ptr::eq(theorem, &OUTCOME_STATE) { periods(&games, to, budget) } else { sums(&games, theorem, to, budget) }
}

/// Checks a theorem of one partizan game on single components.
///
/// The outcome or value and the moves of both players are compared with a search without theorems.
pub(super) fn check_components(entry: &dyn DynGame, mut checked: Checked, to: u64, budget: &Budget) -> Result<Checked> {
    let small = Budget { nodes: MAX_COMPONENT_NODES, progress: None, ..budget.clone() };
    let samples = (0..to.saturating_mul(MAX_SAMPLES_PER_POSITION)).zip(entry.samples()).map(|(_, position)| position);
    for position in samples.filter(|position| position.len() == 1) {
        budget.check()?;
        let Some(spoken) = position.apply_theorem(0, checked.theorem.name) else { continue };
        if checked.positions == to {
            break;
        }
        let difference = match compare_both_players(&*position, &spoken, &small) {
            Ok(Some(difference)) => difference,
            Ok(None) => {
                checked.skipped = Some(Skipped::Kind);
                return Ok(checked);
            }
            Err(error) if error.kind == ErrorKind::Limit => {
                budget.check()?;
                continue;
            }
            Err(error) => return Err(error),
        };
        checked.skipped = checked.skipped.max(skipped(std::slice::from_ref(&spoken)));
        checked.positions += 1;
        match difference {
            None => checked.agreed += 1,
            Some((claim, search)) => {
                let prefix = if spoken.play == Play::Misere { "misere " } else { "" };
                let position = format!("{prefix}{position}");
                checked.counterexample.get_or_insert(Counterexample { position, claim, search });
            }
        }
        report_progress(budget, checked.positions, to)?;
    }
    Ok(checked)
}

/// Compares the outcome or value of the only component, and the moves of both players, with a search.
///
/// Returns `None` if the theorem states a Grundy value or a genus, which is not checked for partizan games, and
/// `Some(None)` if all claims agree.
fn compare_both_players(
    position: &dyn DynPosition,
    spoken: &TheoremInstance<'_>,
    budget: &Budget,
) -> Result<Option<Option<Difference>>> {
    if let ClaimInstance::GameValue { value, moves } = &spoken.claim {
        return compare_value(position, value, moves.as_ref(), budget).map(Some);
    }
    let ClaimInstance::Outcome { outcome: claimed, winning } = &spoken.claim else { return Ok(None) };
    let mut rules = SumRules::default();
    let components = position.erased_components(&mut rules, false);
    let mut search = PartizanSearch::new(&rules, spoken.play, budget);
    let root = search.position([(&components[0], 1)])?;
    let found = search.outcome(&root)?;
    if found != *claimed {
        return Ok(Some(Some((theorem::outcome(*claimed), theorem::outcome(found)))));
    }
    for (by, purpose) in
        [(Player::LEFT, text!("winning moves of Left")), (Player::RIGHT, text!("winning moves of Right"))]
    {
        let all: Vec<AnyMove> = position.moves(0, by).collect();
        let wins = all.iter().map(|mv| search.wins_by(&root, &components[0], by, mv)).collect::<Result<Vec<bool>>>()?;
        let moves = ComponentMoves { position, component: 0, all, values_after: &wins };
        if let Some(difference) = moves.compare(winning(by), |wins| *wins, &purpose) {
            return Ok(Some(Some(difference)));
        }
    }
    Ok(Some(None))
}

/// The largest absolute value of the bounds on integer options that are tested.
const MAX_INTEGER: i64 = 40;

/// Compares the value of the only component with the value computed from all options.
///
/// If the theorem states that all options are integers, its lists of the moves to options beyond each integer bound
/// are compared too.
fn compare_value(
    position: &dyn DynPosition,
    claimed: &GameValueFn<'_>,
    moves: Option<&AnyIntegerMoves<'_>>,
    budget: &Budget,
) -> Result<Option<Difference>> {
    let mut rules = SumRules::default();
    let components = position.erased_components(&mut rules, false);
    let mut evaluator = ValueEvaluator::new(budget).without_theorems();
    let mut memo = Memo::default();
    let found = evaluator.component_value(&rules, &mut memo, &components[0])?;
    let claimed = claimed(&mut evaluator.arena).map_err(|limit| evaluator.error(limit))?;
    if claimed != found {
        let mut shown = |value| evaluator.arena.text(value, SymbolSet::Ascii).unwrap_or_default();
        return Ok(Some((Text::verbatim(shown(claimed)), Text::verbatim(shown(found)))));
    }
    let Some(by_integer) = moves else { return Ok(None) };
    for (by, purpose) in [(Player::LEFT, text!("moves of Left")), (Player::RIGHT, text!("moves of Right"))] {
        let all: Vec<AnyMove> = position.moves(0, by).collect();
        let mut values_after = vec![];
        for mv in &all {
            let mut sum = Value::ZERO;
            for component in rules.play(&components[0], by, mv) {
                let value = evaluator.component_value(&rules, &mut memo, &component)?;
                sum = evaluator.arena.add(sum, value).map_err(|limit| evaluator.error(limit))?;
            }
            values_after.push(evaluator.arena.number_of(sum).and_then(Dyadic::to_integer));
        }
        let (min_integer, max_integer) = (by_integer.bounds)(by);
        let is_outside = |value: &&Option<i64>| value.is_none_or(|value| !(min_integer..=max_integer).contains(&value));
        if let Some(outside) = values_after.iter().find(is_outside) {
            let claim = text!(
                "{purpose} leave integers from {least} to {most}",
                purpose,
                least = min_integer,
                most = max_integer
            );
            return Ok(Some((claim, Text::verbatim(format!("{outside:?}")))));
        }
        let moves = ComponentMoves { position, component: 0, all, values_after: &values_after };
        for bound in min_integer.max(-MAX_INTEGER) - 1..=max_integer.min(MAX_INTEGER) + 1 {
            let fits = |value: &Option<i64>| match by == Player::LEFT {
                true => value.is_some_and(|value| value >= bound),
                false => value.is_some_and(|value| value <= bound),
            };
            let (count, list) = (by_integer.moves)(by, bound);
            if let Some(difference) = moves.compare(KnownMoves::All(count, list), fits, &purpose) {
                return Ok(Some(difference));
            }
        }
    }
    Ok(None)
}

fn periods(games: &[&dyn DynGame], to: u64, budget: &Budget) -> Result<Checked> {
    let mut checked = Checked::new(None, &OUTCOME_STATE);
    let mut rulesets = BTreeMap::new();
    for position in games.iter().flat_map(|entry| entry.samples().take(MAX_SAMPLES)) {
        rulesets.entry(position.ruleset().rules_text()).or_insert(position);
    }
    let small = Budget { bytes: MAX_BYTES.min(budget.bytes), ..budget.clone() };
    let mut periodic = vec![];
    for (name, position) in &rulesets {
        let Some(sides) = position.ruleset().table_form().and_then(TableForm::partizan_amounts) else { continue };
        for play in [Play::Normal, Play::Misere] {
            let mut outcomes = Outcomes::new(sides.map(Option::<&_>::cloned), play);
            match outcomes.extend(UNREACHED_HEAP, &small) {
                Ok(()) => {}
                // If no period is found within the memory limit, there is nothing to check. Timeouts and
                // cancellations are errors.
                Err(error) if error.kind == ErrorKind::Limit => budget.check()?,
                Err(error) => return Err(error),
            }
            if let Some(period) = outcomes.period() {
                periodic.push((name, sides, outcomes, period, play));
            }
        }
    }
    let share = to.div_ceil((periodic.len() as u64).max(1));
    for (name, sets, mut outcomes, period, play) in periodic {
        // From the second period on, outcomes follow from the period and are not computed.
        let first = outcomes.computed().max(period.preperiod + period.period);
        let table = outcomes_by_definition(sets, play, first + share, budget)?;
        for heap in first..first + share {
            if checked.positions == to {
                return Ok(checked);
            }
            let (claim, found) = (outcomes.outcome(heap, budget)?, table[heap as usize]);
            let prefix = if play == Play::Misere { "misere " } else { "" };
            compare(&mut checked, claim, found, || format!("{prefix}{name}({heap})"));
            report_progress(budget, checked.positions, to)?;
        }
    }
    Ok(checked)
}

/// Computes the outcomes of the heaps below `count` from all moves of both players.
fn outcomes_by_definition(
    sets: [Option<&Amounts>; 2],
    play: Play,
    count: u64,
    budget: &Budget,
) -> Result<Vec<Outcome>> {
    budget.check_fits(u128::from(count) * 3, &text!("the brute-force table of outcomes"))?;
    let mut meter = budget.meter(text!("heaps"));
    let mut loses: Vec<[bool; 2]> = vec![];
    for size in 0..count {
        let mut loses_now = [play == Play::Normal; 2];
        for player in 0..2 {
            let mut moves = sets[player].into_iter().flat_map(|set| set.up_to(size)).peekable();
            if moves.peek().is_some() {
                loses_now[player] = moves.all(|amount| !loses[(size - amount) as usize][1 - player]);
            }
        }
        meter.advance(1)?;
        loses.push(loses_now);
    }
    Ok(loses.into_iter().map(|[left, right]| class(!left, !right)).collect())
}

/// A component for sums, with its negative and its outcome class.
struct PartizanSample {
    component_and_negative: [AnyComponent; 2],
    text: String,
    outcome_class: Outcome,
}

fn sums(games: &[&dyn DynGame], theorem: &'static TheoremInfo, to: u64, budget: &Budget) -> Result<Checked> {
    let mut checked = Checked::new(None, theorem);
    let mut rules = SumRules::default();
    let mut texts: Vec<(String, AnyComponent)> = vec![];
    for entry in games {
        let earlier = texts.len();
        for position in entry.samples().take(MAX_SAMPLES) {
            for (component, erased) in position.erased_components(&mut rules, false).into_iter().enumerate() {
                let text = position.component(component).to_string();
                if texts.len() < earlier + MAX_COMPONENTS && texts.iter().all(|(known, _)| *known != text) {
                    texts.push((text, erased));
                }
            }
        }
    }
    let small = Budget { nodes: MAX_SUM_NODES, progress: None, ..budget.clone() };
    let search_outcome = |components: &[AnyComponent]| match outcome(&rules, components, Play::Normal, &small) {
        Ok(outcome) => Ok(Some(outcome)),
        Err(error) if error.kind == ErrorKind::Limit => budget.check().map(|()| None),
        Err(error) => Err(error),
    };
    let mut pool = vec![];
    for (text, component) in texts {
        let component_and_negative = [component.clone(), rules.negative(&component)];
        if let Some(outcome_class) = search_outcome(&component_and_negative[..1])? {
            pool.push(PartizanSample { component_and_negative, text, outcome_class });
        }
    }
    let mut random = SplitMix64(11);
    let (mut evaluator, mut memo) = (ValueEvaluator::new(budget), Memo::default());
    // Some sums are too large to be searched, and the theorem does not apply to others; so try more than `to`.
    let tries = if pool.is_empty() { 0 } else { to.saturating_mul(8) };
    for _ in 0..tries {
        if checked.positions == to {
            break;
        }
        budget.check()?;
        let count = 1 + random.index(3);
        let chosen: Vec<(&PartizanSample, usize)> =
            (0..count).map(|_| (&pool[random.index(pool.len())], random.index(2))).collect();
        let mut components: Vec<AnyComponent> =
            chosen.iter().map(|(piece, sign)| piece.component_and_negative[*sign].clone()).collect();
        let mut shown: Vec<String> = chosen.iter().map(|(piece, sign)| signed(piece, *sign)).collect();
        let claim = if ptr::eq(theorem, &SUMS_OF_VALUES) {
            Some(values_and_outcome(&mut evaluator, &mut memo, &rules, &components)?.1)
        } else if ptr::eq(theorem, &NUMBER_AVOIDANCE) {
            outcome_outside_numbers(&mut evaluator, &mut memo, &rules, &components, &small, budget)?
        } else if ptr::eq(theorem, &DROPPED_MOVES) {
            outcome_from_first_moves(&mut evaluator, &mut memo, &rules, &components)?
        } else if ptr::eq(theorem, &THERMOSTATIC_STRATEGY) {
            outcome_from_stop_bounds(&mut evaluator, &mut memo, &rules, &components)?
        } else if ptr::eq(theorem, &NEGATIVES) {
            let claim = search_outcome(&components)?;
            let piece = &pool[random.index(pool.len())];
            for sign in 0..2 {
                components.push(piece.component_and_negative[sign].clone());
                shown.push(signed(piece, sign));
            }
            claim
        } else {
            outcome_from_classes(&chosen)
        };
        let Some(claim) = claim else { continue };
        let Some(found) = search_outcome(&components)? else { continue };
        compare(&mut checked, claim, found, || shown.join(" + "));
        report_progress(budget, checked.positions, to)?;
    }
    Ok(checked)
}

/// Returns the values of the components, and the outcome that the value of their sum gives.
fn values_and_outcome(
    evaluator: &mut ValueEvaluator,
    memo: &mut Memo,
    rules: &SumRules,
    components: &[AnyComponent],
) -> Result<(Vec<Value>, Outcome)> {
    let (mut sum, mut values) = (Value::ZERO, vec![]);
    for component in components {
        let value = evaluator.component_value(rules, memo, component)?;
        sum = evaluator.arena.add(sum, value).map_err(|limit| evaluator.error(limit))?;
        values.push(value);
    }
    let outcome = evaluator.arena.outcome(sum).map_err(|limit| evaluator.error(limit))?;
    Ok((values, outcome))
}

/// Returns the outcome of a sum by the winning first moves that a game's own engine finds.
///
/// The engine is that of the first component; the result is `None` if its game has none. Components of the same game stay in the sum; the others are replaced by their values, whose moves are those to the
/// options of their sum.
fn outcome_from_first_moves(
    evaluator: &mut ValueEvaluator,
    memo: &mut Memo,
    rules: &SumRules,
    components: &[AnyComponent],
) -> Result<Option<Outcome>> {
    let (searched, replaced): (Vec<_>, Vec<_>) =
        components.iter().cloned().partition(|component| component.has_same_game_as(&components[0]));
    let (values, _) = values_and_outcome(evaluator, memo, rules, &replaced)?;
    let arena = &mut evaluator.arena;
    let rest = (|| {
        let value = values.iter().try_fold(Value::ZERO, |sum, &value| arena.add(sum, value))?;
        Ok((value, [arena.left_options(value)?, arena.right_options(value)?]))
    })();
    let (value, values_after) = rest.map_err(|limit| evaluator.error(limit))?;
    let components = searched.into_iter().map(|component| (component, false)).collect();
    let found = evaluator.winning_first_moves(rules, &SumWithValue { components, value, values_after }, false);
    let outcome = found.map(|found| found.map(|found| found.outcome()).map_err(|unfinished| unfinished.limit));
    outcome.transpose().map_err(|limit| evaluator.error(limit))
}

/// Returns the outcome of a sum if bounds on its stops determine it.
fn outcome_from_stop_bounds(
    evaluator: &mut ValueEvaluator,
    memo: &mut Memo,
    rules: &SumRules,
    components: &[AnyComponent],
) -> Result<Option<Outcome>> {
    let (values, _) = values_and_outcome(evaluator, memo, rules, components)?;
    let (mut thermographs, mut sums) = (StopBoundsMemo::default(), [StopBounds::ZERO; 2]);
    for value in values {
        let negative = evaluator.arena.negative(value).map_err(|limit| evaluator.error(limit))?;
        for (sum, value) in sums.iter_mut().zip([value, negative]) {
            let bounds = evaluator.arena.stop_bounds(value, &mut thermographs);
            *sum = sum.plus(&bounds.map_err(|limit| evaluator.error(limit))?);
        }
    }
    Ok(match sums {
        [left, _] if left.left_wins_moving_second() => Some(Outcome::L),
        [_, right] if right.left_wins_moving_second() => Some(Outcome::R),
        _ if sums.iter().all(StopBounds::left_wins_moving_first) => Some(Outcome::N),
        _ => None,
    })
}

/// Returns the outcome of a sum if the first move must not be made in a number.
///
/// Returns `None` if no component is a number or the whole sum is a number, because the theorem then does not
/// apply. Also returns `None` if the sum is too large.
fn outcome_outside_numbers(
    evaluator: &mut ValueEvaluator,
    memo: &mut Memo,
    rules: &SumRules,
    components: &[AnyComponent],
    small: &Budget,
    budget: &Budget,
) -> Result<Option<Outcome>> {
    let (values, _) = values_and_outcome(evaluator, memo, rules, components)?;
    let is_number: Vec<bool> = values.iter().map(|&value| evaluator.arena.number_of(value).is_some()).collect();
    let mut rest = Value::ZERO;
    for (&value, _) in values.iter().zip(&is_number).filter(|(_, is_number)| !**is_number) {
        rest = evaluator.arena.add(rest, value).map_err(|limit| evaluator.error(limit))?;
    }
    if !is_number.contains(&true) || evaluator.arena.number_of(rest).is_some() {
        return Ok(None);
    }
    let search_outcome = || -> Result<Option<Outcome>> {
        let mut search = PartizanSearch::new(rules, Play::Normal, small);
        let root = search.position(components.iter().map(|component| (component, 1)))?;
        let mut wins_first = [false; 2];
        for (wins, by) in wins_first.iter_mut().zip([Player::LEFT, Player::RIGHT]) {
            for (component, _) in components.iter().zip(&is_number).filter(|(_, is_number)| !**is_number) {
                for mv in rules.moves(component, by) {
                    *wins = *wins || search.wins_by(&root, component, by, &mv)?;
                }
            }
        }
        Ok(Some(class(wins_first[0], wins_first[1])))
    };
    match search_outcome() {
        Err(error) if error.kind == ErrorKind::Limit => budget.check().map(|()| None),
        found => found,
    }
}

fn signed(piece: &PartizanSample, sign: usize) -> String {
    format!("{}{}", ["", "-"][sign], piece.text)
}

/// Returns the outcome of a sum, if the outcome classes of its components determine the outcome.
fn outcome_from_classes(chosen: &[(&PartizanSample, usize)]) -> Option<Outcome> {
    let count = |wanted: Outcome| {
        let class_of = |(piece, sign): &&(&PartizanSample, usize)| match (piece.outcome_class, sign) {
            (Outcome::L, 1) => Outcome::R,
            (Outcome::R, 1) => Outcome::L,
            (class, _) => class,
        };
        chosen.iter().filter(|one| class_of(one) == wanted).count()
    };
    match (count(Outcome::L), count(Outcome::R), count(Outcome::N)) {
        (0, 0, 0) => Some(Outcome::P),
        (_, 0, 0) => Some(Outcome::L),
        (0, _, 0) => Some(Outcome::R),
        (0, 0, 1) => Some(Outcome::N),
        _ => None,
    }
}

fn compare(checked: &mut Checked, claim: Outcome, found: Outcome, position: impl Fn() -> String) {
    checked.positions += 1;
    if claim == found {
        checked.agreed += 1;
    } else if checked.counterexample.is_none() {
        let (claim, search) = (theorem::outcome(claim), theorem::outcome(found));
        checked.counterexample = Some(Counterexample { position: position(), claim, search });
    }
}
