//! Claims for all values of the letters, that is, of symbolic parameters that no move changes.
//!
//! Let the values of the letters satisfy the condition of the claim. The proof is by induction on the sum of the
//! numbers of the position, which every move decreases. Let n be a position, y a position after a move from n, and let
//! R be the relation that is claimed. The following must be impossible.
//!
//! *Outcomes* (R(n) claims that n is a P-position):
//! - R(n), and some move leads to a y with R(y);
//! - not R(n), and no move leads to a y with R(y) (under misère play: although there is a move);
//! - under misère play: R(n), and there is no move.
//!
//! *Values* (R(n, v) claims that n has the value v):
//! - there is no v with R(n, v), or there are two of them;
//! - a move leads to a position of the same value;
//! - no move leads to some smaller value.
//!
//! So R satisfies the mex rule, and R(n, v) iff v = G(n).
//!
//! All of these are formulas about numbers that contain remainders and quotients by letters. In the coordinates of
//! `mixed_radix` they become linear, and `decide` decides them for all values of the letters. All values are covered: a
//! letter that may exceed the divisors has coordinates itself, and division with remainder gives coordinates of any
//! number.
//!
//! The submodules: `coordinates` translates formulas into coordinates, `base` computes the coordinates of the
//! letters, `growing_numbers` replaces numbers that grow by numbers that decrease, and `eliminate` removes
//! quantifiers before `decide` builds automata. Start with `verify`.

mod base;
mod coordinates;
pub(crate) mod decide;
pub(crate) mod eliminate;
mod growing_numbers;
pub(crate) mod mixed_radix;

use crate::certificate::{Quantity, refused};
use crate::conjunction::check_size;
use crate::work::WorkCounter;
use coordinates::{Lowering, RadixDivisor, VariableMap};
pub(crate) use decide::{relation_of, solution_with};
use eliminate::{exists, is_impossible};
use grundy_lang::{Text, text};
use grundy_rulelang::claims::{Claim, Parametric};
use grundy_rulelang::formula::{Divisor, Formula, GameFormula, Linear, MoveFormula, Variable};
use grundy_rules::CompactSort;
use grundy_rules::{Outcome, Play, Result, Ruleset};
use mixed_radix::{Compare, MixedRadix, Number, all, any, not, zero};
use std::cell::RefCell;

/// The first variable for coordinates. The variables of formulas have smaller numbers.
const FIRST: Variable = 1 << 20;
/// The maximum ratio of a short letter to the first divisor. A short letter has a single coordinate.
const MAX_TIMES: i64 = 4;

/// Checks that the claim holds for all values of the letters.
///
/// If the check fails, `counterexample` receives parameters for which a condition of the proof fails.
pub(crate) fn verify(
    rules: &Ruleset,
    claim: &Claim,
    of: Quantity,
    divisors: &[String],
    counterexample: &RefCell<Option<Vec<u128>>>,
    work: &mut WorkCounter<'_>,
) -> Result<()> {
    let wrong =
        |error: grundy_rules::Error| refused(text!("the rules cannot be expressed by formulas: {error}", error));
    let mut games = GameFormula::with_symbolic_params(rules).map_err(wrong)?;
    let unread = |error| refused(text!("the claim `{text}`: {error}", text = claim.to_string(), error));
    let statement = claim.to_parametric(rules.is_partizan()).map_err(unread)?;
    let Some(mut statement) = statement else {
        return Err(refused(text!(
            "the claim does not express the outcomes or values of positions in terms of the letters"
        )));
    };
    if statement.values != (of == Quantity::Grundy) {
        return Err(refused(text!("the claim and the proof must both be about values or both about outcomes")));
    }
    if statement.values && rules.play == Play::Misere {
        return Err(refused(text!("Grundy values are defined only under normal play")));
    }
    let parts = statement.clauses.iter().flat_map(|part| [&part.scope, &part.value]);
    let classes = statement.classes.iter().map(|(_, holds)| holds);
    let formulas = std::iter::once(&statement.condition).chain(&statement.relations).chain(classes).chain(parts);
    formulas.chain(games.iter().flat_map(|game| &game.moves).map(|one| &one.guard)).try_for_each(check_size)?;
    let names = claim.names();
    let divisors = divisors
        .iter()
        .map(|text| {
            let divisor = grundy_rulelang::claims::divisor(text, names)
                .map_err(|error| refused(text!("the divisor `{divisor}`: {error}", divisor = text, error)))?;
            let written = divisor.to_text(names);
            if written != *text {
                return Err(refused(text!("the divisor must be written `{divisor}`", divisor = written)));
            }
            Ok(divisor)
        })
        .collect::<Result<Vec<Divisor>>>()?;
    let replaced = growing_numbers::reflect(&mut games, &mut statement)?;
    let mut proof = Proof::new(&games, rules.play, &statement, &divisors, names, work)?;
    proof.within = replaced.as_ref().map(|(v, bound)| Formula::at_most(&Linear::variable(*v), bound));
    let result = proof.check(counterexample, work);
    if let (Some((v, bound)), Some(values)) = (replaced, counterexample.borrow_mut().as_mut()) {
        // The counterexample contains the distance from the bound. Replace the distance by the number itself.
        let sum = bound.terms.iter().map(|&(w, c)| values.get(w as usize).map_or(0, |&x| i128::from(c) * x as i128));
        let full = sum.fold(i128::from(bound.constant), i128::saturating_add);
        if let Some(number) = values.get_mut(v as usize) {
            *number = u128::try_from(full.saturating_sub(*number as i128)).unwrap_or(0);
        }
    }
    result
}

/// The context of a proof of a claim about a game with letters.
struct Proof<'a> {
    /// The moves as formulas: one game for both players, or one for Left and one for Right.
    games: &'a [GameFormula],
    /// The number of parameters.
    arity: usize,
    play: Play,
    statement: &'a Parametric,
    divisors: &'a [Divisor],
    names: &'a [String],
    /// The parameters that moves change. The other parameters are the letters.
    numbers: Vec<Variable>,
    mixed_radix: MixedRadix,
    /// The divisors with their coordinates.
    levels: Vec<RadixDivisor>,
    /// The coordinates of the letters.
    letters: VariableMap,
    /// The condition on the letters, in coordinates.
    base: Formula,
    /// The condition that restricts all positions; `None` if there is none.
    within: Option<Formula>,
    /// The next new variable.
    next: Variable,
}

/// A move in coordinates: its variables, and its cases.
///
/// A case is a pair of a condition under which the move is legal, and the position after the move.
struct Move {
    tracks: Vec<Variable>,
    cases: Vec<(Formula, VariableMap)>,
}

impl<'a> Proof<'a> {
    fn new(
        games: &'a [GameFormula],
        play: Play,
        statement: &'a Parametric,
        divisors: &'a [Divisor],
        names: &'a [String],
        work: &mut WorkCounter<'_>,
    ) -> Result<Proof<'a>> {
        let arity = games.first().map_or(0, |game| game.arity);
        let mut numbers = vec![];
        for one in games.iter().flat_map(|game| &game.moves) {
            let [target] = &one.targets[..] else {
                return Err(refused(text!(
                    "proofs for all values of the letters require that every move leaves one component"
                )));
            };
            if one.repeat {
                return Err(refused(text!("proofs for all values of the letters do not support repeatable moves")));
            }
            for (v, after) in (0..).zip(target) {
                if *after != Linear::variable(v) && !numbers.contains(&v) {
                    numbers.push(v);
                }
            }
        }
        numbers.compact_sort();
        let is_letter = |v: &Variable| (*v as usize) < arity && !numbers.contains(v);
        let strange = statement.condition.variables().into_iter().find(|v| !is_letter(v));
        if strange.is_some() || divisors.len() > 2 {
            return Err(refused(text!(
                "the condition and the divisors must contain only letters, and there may be at most two divisors"
            )));
        }
        for divisor in divisors {
            let divided = divisor.divisions.iter().flat_map(|one| one.dividend.terms.iter().chain(&one.divisor.terms));
            let mut used = divisor.sum.terms.iter().chain(divided).filter(|(v, _)| (*v as usize) < arity);
            if let Some((v, _)) = used.find(|(v, _)| !is_letter(v)) {
                let name = names.get(*v as usize).cloned().unwrap_or_default();
                let divisor = divisor.to_text(names);
                return Err(refused(text!(
                    "the divisor `{divisor}` contains `{name}`, which is changed by moves",
                    divisor,
                    name
                )));
            }
        }
        let mut proof = Proof {
            games,
            arity,
            play,
            statement,
            divisors,
            names,
            numbers,
            mixed_radix: MixedRadix::default(),
            levels: vec![],
            letters: VariableMap::new(),
            base: Formula::All(vec![]),
            within: None,
            next: FIRST,
        };
        proof.build(work)?;
        Ok(proof)
    }

    /// Checks that no numbers violate a condition of the proof.
    fn check(&self, counterexample: &RefCell<Option<Vec<u128>>>, work: &mut WorkCounter<'_>) -> Result<()> {
        let mixed_radix = self.mixed_radix.clone();
        let mut lowering = Lowering {
            mixed_radix: &mixed_radix,
            divisors: &self.levels,
            names: self.names,
            next: self.next,
            side_conditions: vec![],
        };
        let mut position = self.letters.clone();
        let mut base = vec![self.base.clone()];
        for &v in &self.numbers {
            let (_, number) = lowering.new_number();
            base.push(mixed_radix.is_normal(&number.at));
            position.insert(v, number);
        }
        if let Some(within) = &self.within {
            base.push(lowering.formula(within, &position)?);
        }
        let base = all(base);
        let impossible = |what: &Text, formula: Formula, work: &mut WorkCounter<'_>| -> Result<()> {
            let violation = all([base.clone(), formula]);
            if is_impossible(&violation, work)? {
                return Ok(());
            }
            let Some(found) = decide::solution(&violation, work)? else { return Ok(()) };
            let values = self.parameter_values(&position, &found);
            let shown: Vec<String> = self.names.iter().zip(&values).map(|(name, x)| format!("{name} = {x}")).collect();
            *counterexample.borrow_mut() = Some(values);
            Err(refused(text!("{what}, for example at {where}", what, where = shown.join(", "))))
        };
        let mut sides = vec![];
        for game in self.games {
            let mut moves = vec![];
            for (place, one) in game.moves.iter().enumerate() {
                let (found, side_conditions) = self.translate_move(one, &position, &base, &mut lowering, work)?;
                for (fault, formula) in side_conditions {
                    impossible(&text!("move {place}: {fault}", place = place + 1, fault), formula, work)?;
                }
                moves.push(found);
            }
            sides.push(moves);
        }
        if self.statement.values {
            let Some(moves) = sides.first().filter(|_| sides.len() == 1) else {
                return Err(refused(text!("only impartial games under normal play have Grundy values")));
            };
            return self.check_values(moves, &position, &mut lowering, &impossible, work);
        }
        if sides.len() != self.statement.relations.len() {
            return Err(refused(text!(
                "the claim and the rules do not match: one is for a partizan game and the other for an impartial game"
            )));
        }
        let relation = |lowering: &mut Lowering<'_>, which: usize, at: &VariableMap| {
            lowering.formula(&self.statement.relations[which], at)
        };
        let lost: Vec<Formula> =
            (0..sides.len()).map(|k| relation(&mut lowering, k, &position)).collect::<Result<_>>()?;
        for (what, formula) in std::mem::take(&mut lowering.side_conditions) {
            impossible(&what, formula, work)?;
        }
        for (k, moves) in sides.iter().enumerate() {
            // `is` states that the player to move loses. `other` is the relation of the player to move after the move.
            let (is, other) = (&lost[k], sides.len() - 1 - k);
            for (place, one) in moves.iter().enumerate() {
                for (legal, after) in &one.cases {
                    let leads = relation(&mut lowering, other, after)?;
                    let what = text!(
                        "move {place}: {fault}",
                        place = place + 1,
                        fault = text!("it leads from one P-position to another")
                    );
                    impossible(&what, all([is.clone(), legal.clone(), leads]), work)?;
                }
            }
            let to_lost =
                some_move_reaches(&mut lowering, moves, &mut |lowering, after| relation(lowering, other, after))?;
            let mut won = vec![not(is.clone()), not(to_lost)];
            if self.play == Play::Misere {
                let can = some_move_reaches(&mut lowering, moves, &mut |_, _| Ok(Formula::All(vec![])))?;
                impossible(
                    &text!("a position without moves is claimed to be a P-position"),
                    all([is.clone(), not(can.clone())]),
                    work,
                )?;
                won.push(can);
            }
            impossible(&text!("a position that is not a P-position has no move to one"), all(won), work)?;
        }
        let [left, right] = &lost[..] else { return Ok(()) };
        for (outcome, holds) in &self.statement.classes {
            let holds = lowering.formula(holds, &position)?;
            let if_lost = |lost: &Formula, is: bool| if is { lost.clone() } else { not(lost.clone()) };
            let is = match outcome {
                Outcome::P => all([left.clone(), right.clone()]),
                Outcome::N => all([if_lost(left, false), if_lost(right, false)]),
                Outcome::L => all([if_lost(left, false), right.clone()]),
                Outcome::R => all([left.clone(), if_lost(right, false)]),
                _ => return Err(refused(text!("the claim is about draws, but play always ends"))),
            };
            let what = text!("a position has two outcomes");
            impossible(&what, all([holds.clone(), not(is.clone())]), work)?;
            impossible(&what, all([not(holds), is]), work)?;
        }
        Ok(())
    }

    /// Computes the parameters from values of the coordinates; returns them in order.
    fn parameter_values(&self, position: &VariableMap, found: &[(Variable, u128)]) -> Vec<u128> {
        let value = |v: Variable| found.iter().find(|(w, _)| *w == v).map_or(0, |(_, x)| *x as i128);
        let sum = |e: &Linear| {
            let terms = e.terms.iter().map(|&(v, c)| i128::from(c).saturating_mul(value(v)));
            terms.fold(i128::from(e.constant), i128::saturating_add)
        };
        let first = self.mixed_radix.first.as_ref().map_or(0, sum);
        let second = self
            .mixed_radix
            .second
            .as_ref()
            .map_or(0, |[many, rest]| sum(many).saturating_mul(first).saturating_add(sum(rest)));
        let shown = position.iter().filter(|(v, _)| (**v as usize) < self.arity).map(|(_, number)| {
            let [low, middle, high] = &number.at;
            let (middle, high) = (sum(middle).saturating_mul(first), sum(high).saturating_mul(second));
            u128::try_from(sum(low).saturating_add(middle).saturating_add(high)).unwrap_or(0)
        });
        shown.collect()
    }

    /// Checks the conditions on values. A value is a number, or a pair of quotient and remainder.
    fn check_values(
        &self,
        moves: &[Move],
        position: &VariableMap,
        lowering: &mut Lowering<'_>,
        impossible: &dyn Fn(&Text, Formula, &mut WorkCounter<'_>) -> Result<()>,
        work: &mut WorkCounter<'_>,
    ) -> Result<()> {
        let value = self.arity as Variable;
        let relation = |lowering: &mut Lowering<'_>, at: &VariableMap, v: &Number| {
            let mut at = at.clone();
            at.insert(value, v.clone());
            lowering.formula(&self.statement.relations[0], &at)
        };
        // Try to represent a value by a single number, then by a quotient and a remainder by the smaller divisor.
        let pairs = [false, true].into_iter().take(1 + usize::from(lowering.mixed_radix.first.is_some()));
        let mut failed = None;
        for pair in pairs {
            let new = |lowering: &mut Lowering<'_>| {
                let low = lowering.new_variable();
                let high = pair.then(|| lowering.new_variable());
                let at = [Linear::variable(low), high.map_or_else(zero, Linear::variable), zero()];
                let number = match pair {
                    // With one divisor these coordinates are normal; with two, the value may exceed the larger divisor.
                    true if lowering.mixed_radix.second.is_none() => Number::normal(at),
                    true => Number::pair(at[0].clone(), at[1].clone()),
                    false => Number::plain(at[0].clone()),
                };
                let range = match (&lowering.mixed_radix.first, pair) {
                    (Some(first), true) => Formula::less(&number.at[0], first),
                    _ => Formula::All(vec![]),
                };
                let tracks: Vec<Variable> = std::iter::once(low).chain(high).collect();
                (tracks, number, range)
            };
            lowering.side_conditions.clear();
            let (tracks, v, range) = new(lowering);
            let is = match relation(lowering, position, &v) {
                Ok(is) => all([range, is]),
                Err(error) => {
                    failed.get_or_insert(error);
                    continue;
                }
            };
            for (what, formula) in std::mem::take(&mut lowering.side_conditions) {
                impossible(&what, formula, work)?;
            }
            let (_, u, range) = new(lowering);
            let other = all([range.clone(), relation(lowering, position, &u)?]);
            let below = mixed_radix::lexical(&[&u.at[0], &u.at[1]], &[&v.at[0], &v.at[1]], true);
            impossible(&text!("a position has no value"), not(exists(tracks.clone(), is.clone())), work)?;
            impossible(&text!("a position has two values"), all([is.clone(), other, below.clone()]), work)?;
            for part in &self.statement.clauses {
                let scope = lowering.formula(&part.scope, position)?;
                let with = {
                    let mut at = position.clone();
                    at.insert(value, v.clone());
                    lowering.formula(&part.value, &at)?
                };
                let silent = all([scope, not(exists(tracks.clone(), all([is.clone(), with])))]);
                impossible(&text!("a part of the claim covers a position, but gives it no value"), silent, work)?;
            }
            for (what, formula) in std::mem::take(&mut lowering.side_conditions) {
                impossible(&what, formula, work)?;
            }
            for (place, one) in moves.iter().enumerate() {
                for (legal, after) in &one.cases {
                    let same = relation(lowering, after, &v)?;
                    let what =
                        text!("move {place}: {fault}", place = place + 1, fault = text!("the value stays the same"));
                    impossible(&what, all([is.clone(), legal.clone(), same]), work)?;
                }
            }
            let reached = some_move_reaches(lowering, moves, &mut |lowering, after| relation(lowering, after, &u))?;
            return impossible(
                &text!("some value smaller than the value of a position is not reached by any move"),
                all([is, range, below, not(reached)]),
                work,
            );
        }
        Err(failed.unwrap_or_else(|| refused(text!("a formula uses a variable that is not defined"))))
    }

    /// Translates a move into coordinates; also returns formulas that are impossible if the move is sound.
    fn translate_move(
        &self,
        one: &MoveFormula,
        position: &VariableMap,
        base: &Formula,
        lowering: &mut Lowering<'_>,
        work: &mut WorkCounter<'_>,
    ) -> Result<(Move, Vec<(Text, Formula)>)> {
        let target = &one.targets[0];
        let mixed_radix = lowering.mixed_radix;
        let mut variable_map = position.clone();
        let (mut tracks, mut facts) = (vec![], vec![]);
        // Variables that determine the position after the move get coordinates. The others stay bound in the condition.
        let affects_target = |v: &Variable| target.iter().any(|after| after.terms.iter().any(|(w, _)| w == v));
        let (own, others): (Vec<Variable>, Vec<Variable>) = one.variables.iter().copied().partition(affects_target);
        for &v in &own {
            let (own, number) = lowering.new_number();
            facts.push(mixed_radix.is_normal(&number.at));
            tracks.extend(own);
            variable_map.insert(v, number);
        }
        // The cases below ensure that the numbers after the move are natural.
        let mut known: Vec<Formula> = target.iter().map(|after| Formula::at_most(&zero(), after)).collect();
        // Every move takes something, so the numbers before and after it are not all 0.
        let before = (0..self.arity as Variable).map(Linear::variable);
        let sum = target.iter().cloned().chain(before).fold(zero(), |sum, x| sum.plus(1, &x));
        known.extend([Formula::less(&zero(), &sum), Formula::at_most(&Linear::number(1), &sum)]);
        let guard = match &one.guard {
            Formula::All(list) => Formula::All(list.iter().filter(|fact| !known.contains(fact)).cloned().collect()),
            other => other.clone(),
        };
        facts.push(lowering.formula(&Formula::Exists(others, Box::new(guard)), &variable_map)?);
        // A variable that is always less than the largest divisor needs one coordinate fewer.
        for &v in &own {
            let high = variable_map[&v].at[mixed_radix.height()].clone();
            let beyond = all(facts.iter().cloned().chain([base.clone(), Formula::at_most(&Linear::number(1), &high)]));
            let Some(track) = high.as_variable().filter(|_| mixed_radix.height() > 0) else { continue };
            if is_impossible(&beyond, work)? {
                let none = [(track, zero())];
                facts = facts.iter().map(|fact| all([fact.replace(&none)])).collect();
                tracks.retain(|&t| t != track);
                if let Some(number) = variable_map.get_mut(&v) {
                    number.at[mixed_radix.height()] = zero();
                }
            }
        }
        let (mut amounts, mut side_conditions) = (vec![], vec![]);
        for &v in &self.numbers {
            let amount = Linear::variable(v).plus(-1, &target[v as usize]);
            if amount == zero() {
                continue;
            }
            let number = lowering.sum(&amount, &variable_map)?;
            if let Some(number) = normal(&number, base, &facts, mixed_radix, work)? {
                amounts.push((v, number));
                continue;
            }
            let (own, coordinates) = lowering.new_number();
            let same = mixed_radix.compare(&number.plus(-1, &coordinates), Compare::Equal);
            let grows = mixed_radix.compare(&number.plus(1, &Number::constant(1)), Compare::AtMost);
            let (Some(same), Some(grows)) = (same, grows) else {
                return Err(lowering.comparison_error(&amount));
            };
            let increases = all(facts.iter().cloned().chain([grows]));
            side_conditions.push((text!("it increases a number, so play might not end"), increases));
            facts.extend([mixed_radix.is_normal(&coordinates.at), same]);
            tracks.extend(own);
            amounts.push((v, coordinates));
        }
        let legal = all(facts);
        let nothing = all(amounts.iter().flat_map(|(_, number)| number.at.iter().map(|x| Formula::Zero(x.clone()))));
        side_conditions.push((text!("it may take nothing, so play might not end"), all([legal.clone(), nothing])));
        side_conditions.append(&mut lowering.side_conditions);
        let mut cases = vec![(legal, position.clone())];
        for (v, amount) in &amounts {
            let mut longer = vec![];
            for (when, after) in &cases {
                for (also, at) in mixed_radix.minus(&position[v].at, &amount.at) {
                    let when = all([when.clone(), also]);
                    if when != Formula::Any(vec![]) {
                        let mut after = after.clone();
                        after.insert(*v, Number::normal(at));
                        longer.push((when, after));
                    }
                }
            }
            cases = longer;
        }
        Ok((Move { tracks, cases }, side_conditions))
    }
}

/// Returns the number in normal coordinates, if carrying D1 at most twice makes them normal.
///
/// Otherwise returns `None`.
fn normal(
    number: &Number,
    base: &Formula,
    facts: &[Formula],
    mixed_radix: &MixedRadix,
    work: &mut WorkCounter<'_>,
) -> Result<Option<Number>> {
    if number.normal {
        return Ok(Some(number.clone()));
    }
    let first = mixed_radix.first.clone().unwrap_or_default();
    let carries = if mixed_radix.first.is_some() { 0..=2 } else { 0..=0 };
    for times in carries {
        let [low, middle, high] = &number.at;
        let at = [low.plus(-times, &first), middle.plus(1, &Linear::number(times)), high.clone()];
        let contrary = not(mixed_radix.is_natural_and_normal(&at));
        if is_impossible(&all(facts.iter().chain([base, &contrary]).cloned()), work)? {
            return Ok(Some(Number::normal(at)));
        }
    }
    Ok(None)
}

/// Returns the formula which states that some move leads to a position that satisfies `to`.
fn some_move_reaches(
    lowering: &mut Lowering<'_>,
    moves: &[Move],
    to: &mut dyn FnMut(&mut Lowering<'_>, &VariableMap) -> Result<Formula>,
) -> Result<Formula> {
    let mut alternatives = vec![];
    for one in moves {
        for (legal, after) in &one.cases {
            let is = to(lowering, after)?;
            alternatives.push(exists(one.tracks.clone(), all([legal.clone(), is])));
        }
    }
    Ok(any(alternatives))
}
