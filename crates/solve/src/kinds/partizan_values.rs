//! Partizan sums of short games by the values of their components.
//! Values add up, and the sign of the sum gives the outcome. If values exceed the limits, the caller searches.

use super::heap_replacement::NimberEvaluator;
use super::partizan_solver::{MovesOfBoth, PartizanSolver, amount, starters};
use crate::answer::{Answer, ComponentSummary, MoveResult, PositionValue, Reason};
use crate::listing::Listing;
use crate::question::{MovesWanted, Question};
use crate::value_evaluator::{Memo, ValueEvaluator};
use grundy_engines::multiset::check_if_large;
use grundy_engines::theorems::{NUMBER_AVOIDANCE, SUMS_OF_VALUES};
use grundy_lang::{Text, text};
use grundy_rules::{
    AnyComponent, AnyMove, Budget, Error, FirstMoveResult, Kind, Outcome, Play, Player, Result, Rules, SumRules,
    SumWithValue,
};
use grundy_value::CompactSort;
use grundy_value::{Dyadic, SymbolSet, Value, ValueArena, ValueLimit};
use std::cmp::Reverse;

/// Limits, in positions and in steps of the arena, beyond which the caller searches instead.
/// A search of a typical sum takes about as long as reaching these limits.
const MAX_POSITIONS: u64 = 50_000;
const MAX_STEPS: u64 = 400_000;
/// Limits, in positions and in steps of the arena, for the value of a position of known outcome.
/// The first constant also limits the first number of each component in a table.
const MAX_EXTRA_POSITIONS: u64 = 5_000;
const MAX_EXTRA_STEPS: u64 = 100_000;
/// Values whose text has more bytes than this are not shown.
const MAX_LEN: usize = 2_000;
/// The maximal number of components that are shown.
const MAX_SHOWN: usize = 1000;

/// An evaluator of the components of a sum.
pub(super) struct SumEvaluator<'a, 'n> {
    rules: &'a SumRules,
    value_evaluator: ValueEvaluator,
    memo: Memo,
    nimbers: &'a mut NimberEvaluator<'n>,
}

/// Turns errors other than an interruption into `None`, so that the caller can try another engine.
/// These include the error that play may be infinite.
pub(super) fn ok_unless_interrupted<T>(result: Result<T>, budget: &Budget) -> Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_interrupt() => Err(error),
        Err(_) => budget.check().map(|()| None),
    }
}

impl<'a, 'n> SumEvaluator<'a, 'n> {
    fn new(
        rules: &'a SumRules,
        nimbers: &'a mut NimberEvaluator<'n>,
        budget: &Budget,
        max_components: u64,
        max_steps: u64,
    ) -> SumEvaluator<'a, 'n> {
        let value_evaluator = ValueEvaluator::with_limits(budget, max_components, max_steps);
        SumEvaluator { rules, value_evaluator, memo: Memo::default(), nimbers }
    }

    /// Returns an evaluator within the limits beyond which the caller searches instead.
    pub(super) fn for_cheap_values(
        rules: &'a SumRules,
        nimbers: &'a mut NimberEvaluator<'n>,
        budget: &Budget,
    ) -> SumEvaluator<'a, 'n> {
        SumEvaluator::new(rules, nimbers, budget, MAX_POSITIONS, MAX_STEPS)
    }

    /// Returns the value of a component; `None` if it exceeds the limits, which are renewed first.
    pub(super) fn value_if_cheap(&mut self, component: &AnyComponent, budget: &Budget) -> Result<Option<Value>> {
        self.value_evaluator.renew_limits(&self.memo, MAX_POSITIONS, MAX_STEPS);
        let value = self.evaluate(component);
        if ok_unless_interrupted(value.as_ref().map(|_| ()).map_err(Error::clone), budget)?.is_none() {
            // An abandoned evaluation leaves unfinished entries.
            self.memo = Memo::default();
        }
        Ok(value.ok())
    }

    /// Returns the winning first moves of a sum, within `budget` instead of the limits for values.
    ///
    /// Returns `None` if the game of the components has no engine for them.
    pub(super) fn winning_first_moves(
        &mut self,
        sum: &SumWithValue<AnyComponent>,
        wants_all_moves: bool,
        budget: &Budget,
    ) -> Option<FirstMoveResult<AnyMove>> {
        self.value_evaluator.lift_limits(budget);
        self.value_evaluator.winning_first_moves(self.rules, sum, wants_all_moves)
    }

    fn error(&self, limit: ValueLimit) -> Error {
        self.value_evaluator.error(limit)
    }

    /// Converts a limit reached by a game's own engine to an error for users.
    pub(super) fn engine_error(&self, limit: ValueLimit) -> Error {
        self.value_evaluator.engine_error(limit)
    }

    fn evaluate(&mut self, component: &AnyComponent) -> Result<Value> {
        if self.rules.kind(component) == Kind::Impartial {
            let nim = u32::try_from(self.nimbers.evaluate(component)?).map_err(|_| self.error(ValueLimit::Number))?;
            return self.value_evaluator.arena.nimber(nim).map_err(|limit| self.error(limit));
        }
        self.value_evaluator.component_value(self.rules, &mut self.memo, component)
    }

    pub(super) fn times(&mut self, value: Value, copies: u64) -> Result<Value> {
        self.value_evaluator.times(value, copies)
    }

    pub(super) fn negative(&mut self, value: Value) -> Result<Value> {
        self.value_evaluator.arena.negative(value).map_err(|limit| self.error(limit))
    }

    pub(super) fn plus(&mut self, a: Value, b: Value) -> Result<Value> {
        self.value_evaluator.arena.add(a, b).map_err(|limit| self.value_evaluator.error(limit))
    }

    /// Returns the winning moves of a player in a component all of whose options are integers.
    /// The other components have the value `rest`. The result is the number of moves, and the first `remaining`.
    /// Returns `None` if the options are not known to be integers, so that each move must be evaluated.
    fn moves_by_integer(
        &mut self,
        component: &AnyComponent,
        by: Player,
        rest: Value,
        remaining: usize,
    ) -> Result<Option<(u128, Vec<AnyMove>)>> {
        let Some((least, most)) = self.rules.integers(component, by) else { return Ok(None) };
        // Binary search for the first integer that wins, from the worst for the player to the best.
        let towards = if by == Player::LEFT { 1 } else { -1 };
        let (mut bad, mut good) = if by == Player::LEFT { (least - 1, most + 1) } else { (most + 1, least - 1) };
        while bad + towards != good {
            // Invariant: `middle` is strictly between `bad` and `good`.
            let middle = ((i128::from(bad) + i128::from(good)) / 2) as i64;
            let after =
                self.value_evaluator.arena.integer(middle).map_err(|limit| self.value_evaluator.error(limit))?;
            let after = self.plus(rest, after)?;
            let values = &mut self.value_evaluator.arena;
            let wins = match by == Player::LEFT {
                true => values.le(Value::ZERO, after),
                false => values.le(after, Value::ZERO),
            };
            match wins.map_err(|limit| self.error(limit))? {
                true => good = middle,
                false => bad = middle,
            }
        }
        Ok(Some(self.rules.moves_by_integer(component, by, good, remaining)))
    }

    /// Returns the value with its stops, mean, temperature and birthday.
    /// Atomic weight and reduced form are included only if the remaining steps suffice.
    fn position_value(&mut self, value: Value) -> Result<PositionValue> {
        let values = &mut self.value_evaluator.arena;
        let found = (|| {
            let walls = values.thermograph(value)?;
            let weight = unless_cancelled(values.atomic_weight(value))?.flatten();
            let reduced = unless_cancelled(values.reduced(value))?;
            Ok(PositionValue {
                value: text_if_short(values, value, SymbolSet::Ascii)?,
                value_with_arrows: text_if_short(values, value, SymbolSet::Arrows)?,
                left_stop: values.left_stop(value),
                right_stop: values.right_stop(value),
                mean: walls.mean(),
                temperature: walls.temperature,
                atomic_weight: weight.map_or(Ok(None), |weight| text_if_short(values, weight, SymbolSet::Ascii))?,
                reduced: reduced.map_or(Ok(None), |reduced| text_if_short(values, reduced, SymbolSet::Ascii))?,
                birthday: values.birthday(value)?,
            })
        })();
        found.map_err(|limit| self.error(limit))
    }

    /// Returns the text of a value, or `{...|...}` if that is longer than 60 bytes.
    fn short_text(&mut self, value: Value) -> String {
        match self.value_evaluator.arena.text(value, SymbolSet::Ascii) {
            Ok(text) if text.len() <= 60 => text,
            _ => "{...|...}".to_string(),
        }
    }
}

/// Turns a reached limit into `None`, except that a cancellation remains an error.
fn unless_cancelled<T>(found: std::result::Result<T, ValueLimit>) -> std::result::Result<Option<T>, ValueLimit> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(ValueLimit::Cancelled) => Err(ValueLimit::Cancelled),
        Err(_) => Ok(None),
    }
}

/// Returns a value as text; `None` if that is longer than `MAX_LEN`.
fn text_if_short(
    values: &mut ValueArena,
    value: Value,
    symbols: SymbolSet,
) -> std::result::Result<Option<String>, ValueLimit> {
    Ok(unless_cancelled(values.text(value, symbols))?.filter(|text| text.len() <= MAX_LEN))
}

/// Reports whether theorems are allowed and the theorems on values of normal play apply to this sum.
pub(super) fn values_apply(solver: &PartizanSolver<'_>) -> bool {
    let alternating = solver.position_sum.terms.iter().all(|term| !term.position.ruleset().has_extra_turns());
    solver.question.use_theorems && solver.position_sum.play == Play::Normal && alternating
}

/// Returns the value of a position whose outcome is known, if it is found within small limits.
pub(super) fn value_if_cheap(
    solver: &PartizanSolver<'_>,
    nimbers: &mut NimberEvaluator<'_>,
) -> Result<Option<PositionValue>> {
    // The values of large heaps and boards would take longer than the rest of the answer.
    let small = solver.position_sum.terms.iter().all(|term| {
        term.position.count_printed_numbers() <= 1000
            && (0..term.position.len())
                .all(|component| term.position.table_coordinates(component)[0] <= MAX_EXTRA_POSITIONS)
    });
    if !values_apply(solver) || !small {
        return Ok(None);
    }
    let budget = Budget { progress: None, ..solver.budget.clone() };
    let mut evaluator = SumEvaluator::new(solver.rules, nimbers, &budget, MAX_EXTRA_POSITIONS, MAX_EXTRA_STEPS);
    let found = sum(solver, &mut evaluator).and_then(|(total, _)| evaluator.position_value(total));
    ok_unless_interrupted(found, solver.budget)
}

/// Returns the value of the sum, and for each term the values of its components.
fn sum(solver: &PartizanSolver<'_>, evaluator: &mut SumEvaluator<'_, '_>) -> Result<(Value, Vec<Vec<Value>>)> {
    let (mut total, mut each) = (Value::ZERO, vec![]);
    for (term, components) in solver.position_sum.terms.iter().zip(solver.components) {
        let mut values = vec![];
        for component in components {
            let value = evaluator.evaluate(component)?;
            let copies = evaluator.times(value, term.copies)?;
            total = evaluator.plus(total, copies)?;
            values.push(value);
        }
        each.push(values);
    }
    Ok((total, each))
}

/// Solves the sum by its value, and finds the winning moves of both players by their options' values.
/// Returns `None` if the theorems do not apply, or if values exceed the limits or take more than
/// `max_positions` positions.
pub(super) fn solve(
    solver: &PartizanSolver<'_>,
    nimbers: &mut NimberEvaluator<'_>,
    max_positions: u64,
) -> Result<Option<Answer>> {
    if !values_apply(solver) {
        return Ok(None);
    }
    let budget = Budget { progress: None, ..solver.budget.clone() };
    let positions = MAX_POSITIONS.min(budget.nodes).min(max_positions);
    let evaluator = &mut SumEvaluator::new(solver.rules, nimbers, &budget, positions, MAX_STEPS);
    match ok_unless_interrupted(solve_by_values(solver, evaluator), solver.budget)? {
        Some(answer) => Ok(Some(answer)),
        None => Ok(None),
    }
}

/// Reports whether there are partizan components and a theorem gives the value of each.
pub(super) fn has_known_values(solver: &PartizanSolver<'_>, nimbers: &mut NimberEvaluator<'_>) -> bool {
    if !values_apply(solver) || !solver.question.use_theorems {
        return false;
    }
    let mut evaluator = SumEvaluator::new(solver.rules, nimbers, solver.budget, 1, MAX_EXTRA_STEPS);
    let by_theorem = |component: &AnyComponent| {
        solver.rules.game_value_by_theorem(component, &mut evaluator.value_evaluator.arena).is_some()
    };
    let mut components = solver
        .components
        .iter()
        .flatten()
        .filter(|component| solver.rules.kind(component) != Kind::Impartial)
        .peekable();
    components.peek().is_some() && components.all(by_theorem)
}

/// Solves the sum by the values of its components, without winning moves.
/// Returns `None` if the value is not found within small limits.
pub(super) fn solve_without_moves(
    solver: &PartizanSolver<'_>,
    nimbers: &mut NimberEvaluator<'_>,
) -> Result<Option<Answer>> {
    let budget = Budget { progress: None, ..solver.budget.clone() };
    let evaluator = &mut SumEvaluator::new(solver.rules, nimbers, &budget, MAX_EXTRA_POSITIONS, MAX_EXTRA_STEPS);
    let question = Question { moves: MovesWanted::None, ..*solver.question };
    let found = solve_by_values(&PartizanSolver { question: &question, ..*solver }, evaluator);
    let found = ok_unless_interrupted(found, solver.budget)?;
    let are_wanted = solver.question.moves != MovesWanted::None;
    Ok(found.map(|mut answer| {
        // In a P-position neither player has a winning move, so the total is 0; otherwise it stays unknown.
        let has_none = answer.result.outcome.is_some_and(|outcome| starters(outcome).next().is_none());
        answer.moves.total = (are_wanted && has_none).then_some(0);
        answer.moves.incomplete = are_wanted && !has_none;
        answer
    }))
}

fn solve_by_values(solver: &PartizanSolver<'_>, evaluator: &mut SumEvaluator<'_, '_>) -> Result<Answer> {
    let PartizanSolver { position_sum, rules, budget, question, .. } = *solver;
    let (total, each) = sum(solver, evaluator)?;
    let outcome = evaluator.value_evaluator.arena.outcome(total).map_err(|limit| evaluator.error(limit))?;
    let mut list = Listing::new(position_sum, question.moves.max_listed());
    // The value of the whole sum after the first listed winning move.
    let mut first: Option<Value> = None;
    if question.moves != MovesWanted::None {
        let mut meter = budget.meter(text!("moves"));
        for (t, term) in position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
            let mut found_each = vec![];
            for (component, erased) in solver.components[t].iter().enumerate() {
                let negative = evaluator.negative(each[t][component])?;
                let rest = evaluator.plus(total, negative)?;
                let mut found = MovesOfBoth::default();
                for by in starters(outcome) {
                    if let Some((count, moves)) = evaluator.moves_by_integer(erased, by, rest, list.remaining())? {
                        if let (None, Some(mv)) = (first, moves.first()) {
                            let mut after = rest;
                            for component in rules.play(erased, by, mv) {
                                let value = evaluator.evaluate(&component)?;
                                after = evaluator.plus(after, value)?;
                            }
                            first = Some(after);
                        }
                        found.add(by, count, moves.into_iter().map(|mv| (None, mv)).collect(), MoveResult::Win);
                        continue;
                    }
                    let (mut count, mut moves) = (0, vec![]);
                    for mv in rules.moves(erased, by) {
                        meter.advance(1)?;
                        check_if_large(rules, erased, budget)?;
                        let mut after = rest;
                        for (component, copies) in rules.play_counted(erased, by, &mv) {
                            let value = evaluator.evaluate(&component)?;
                            let value = evaluator.times(value, copies)?;
                            after = evaluator.plus(after, value)?;
                        }
                        let values = &mut evaluator.value_evaluator.arena;
                        let wins = match by == Player::LEFT {
                            true => values.le(Value::ZERO, after),
                            false => values.le(after, Value::ZERO),
                        };
                        if wins.map_err(|limit| evaluator.error(limit))? {
                            count += 1;
                            if moves.len() < list.remaining() {
                                first = first.or(Some(after));
                                moves.push((amount(term, component, by, &mv), mv));
                            }
                        }
                    }
                    found.add(by, count, moves, MoveResult::Win);
                }
                found_each.push(found.merge(component, list.remaining()));
            }
            list.add(t, &found_each);
        }
    }
    let nodes = evaluator.memo.len() as u64;
    let mut explanation = ValueDetails::default();
    if question.wants_working {
        explanation = explain(solver, evaluator, total, &each)?;
        let after = first.map(|after| evaluator.short_text(after));
        explanation.strategy.splice(0..0, conclusion(outcome, after, evaluator.short_text(total)));
    }
    let theorems = evaluator.value_evaluator.used_theorems.iter();
    let mut reasons: Vec<Reason> = theorems.map(|theorem| Reason::Theorem(theorem)).collect();
    reasons.push(Reason::Theorem(&SUMS_OF_VALUES));
    if explanation.uses_number_avoidance {
        reasons.push(Reason::Theorem(&NUMBER_AVOIDANCE));
    }
    reasons.extend(evaluator.nimbers.take_reasons());
    let ValueDetails { components, strategy, .. } = explanation;
    let mut answer = solver.answer(outcome, list, reasons, nodes);
    (answer.explanation.components, answer.explanation.strategy) = (components, strategy);
    answer.values.game = Some(evaluator.position_value(total)?);
    Ok(answer)
}

/// Returns the sentence that gives the winner by the sign of the sum.
fn conclusion(outcome: Outcome, option: Option<String>, all: String) -> Option<Text> {
    Some(match (outcome, option) {
        (Outcome::P, _) => {
            text!("the sum is 0: the second player can answer every move, and wins")
        }
        (Outcome::L, _) => text!("the sum is {all}, greater than 0: Left wins, no matter who moves first", all),
        (Outcome::R, _) => text!("the sum is {all}, less than 0: Right wins, no matter who moves first", all),
        (_, Some(option)) => {
            text!("the sum is {all}, confused with 0: one winning move leaves {left}", all, left = option)
        }
        (_, None) => text!("the sum is {all}, confused with 0: the player who moves first wins", all),
    })
}

/// The working and the strategy that follow from the values of the components.
#[derive(Default)]
struct ValueDetails {
    components: Vec<ComponentSummary>,
    strategy: Vec<Text>,
    uses_number_avoidance: bool,
}

fn explain(
    solver: &PartizanSolver<'_>,
    evaluator: &mut SumEvaluator<'_, '_>,
    total: Value,
    each: &[Vec<Value>],
) -> Result<ValueDetails> {
    let mut explanation = ValueDetails::default();
    let (mut numbers, mut hot): (Vec<String>, Vec<(Dyadic, String)>) = (vec![], vec![]);
    let (mut seen, mut cancelled): (Vec<(Value, String)>, Option<[String; 2]>) = (vec![], None);
    for (t, term) in solver.position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
        for (component, &value) in each[t].iter().enumerate() {
            if explanation.components.len() >= MAX_SHOWN {
                return Ok(explanation);
            }
            let sign = if term.negative { "-" } else { "" };
            let text = format!("{sign}{}", term.position.component(component));
            let temperature =
                evaluator.value_evaluator.arena.temperature(value).map_err(|limit| evaluator.error(limit))?;
            let value_text = evaluator.short_text(value);
            let working = match () {
                () if evaluator.value_evaluator.arena.number_of(value).is_some() => {
                    numbers.push(text.clone());
                    text!("{value}, a number", value = value_text)
                }
                () if temperature > Dyadic::ZERO => {
                    hot.push((temperature, text.clone()));
                    let temperature = temperature.to_string();
                    text!("{value}, temperature {temperature}", value = value_text, temperature)
                }
                () => Text::verbatim(value_text),
            };
            let negative = evaluator.negative(value)?;
            if value != Value::ZERO && term.copies == 1 && cancelled.is_none() {
                let partner = seen.iter().position(|(other, _)| *other == negative);
                cancelled = partner.map(|at| [seen[at].1.clone(), text.clone()]);
                seen.push((value, text.clone()));
            }
            explanation.components.push(ComponentSummary {
                text,
                copies: term.copies,
                nim_value: None,
                working: Some(working),
                theorem: Some(SUMS_OF_VALUES.name),
                steps: vec![],
            });
        }
    }
    if let Some([one, other]) = cancelled {
        explanation.strategy.push(text!("{one} and {other} cancel: each is the negative of the other", one, other));
    }
    explanation.uses_number_avoidance =
        !numbers.is_empty() && evaluator.value_evaluator.arena.number_of(total).is_none();
    if explanation.uses_number_avoidance {
        let numbers = Text::list(numbers.iter().take(3).map(|text| Text::verbatim(text.clone())));
        explanation.strategy.push(text!(
            "moves in numbers such as {numbers} can be ignored: if any move wins, a move elsewhere wins too",
            numbers
        ));
    }
    hot.compact_sort_by_key(|(temperature, _)| Reverse(*temperature));
    if let [(temperature, hottest), _, ..] = hot.as_slice() {
        let temperature = temperature.to_string();
        explanation.strategy.push(text!(
            "heuristic, not a theorem: consider moves in {hottest} first; it has the highest temperature, \
                {temperature}",
            hottest = hottest.clone(),
            temperature
        ));
    }
    Ok(explanation)
}
