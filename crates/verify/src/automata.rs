//! Checks automata that accept the P-positions, or the positions with their values.
//!
//! Let R be the set that the certificate's relation accepts, x a position, H the set that the hint of a move accepts,
//! and Q the set that the automaton of a repeatable move accepts. Every condition below states that no numbers satisfy
//! some formula. This is decided by exploring the product of the automata (see `product`).
//!
//! *Play ends.* A legal move leads to components that consist of natural numbers and have a smaller measure
//! than x. The measure is a sum of the parameters with natural factors, plus a constant for each parameter
//! that is 0. So the proofs below use induction on the measure.
//!
//! *Outcomes.* No legal move leads from R to R. From each position outside R, a hint or a repeated move leads
//! to R. Every move that a hint accepts is legal. So R is the set of P-positions, by induction. A move to the
//! empty position leads to a P-position under normal play and to an N-position under misère play. Under
//! misère play, each position in R has a legal move, and a position outside R needs a hint only if it has a
//! legal move.
//!
//! *Values.* Every x has exactly one value v with R(x, v). No option of x has the value v. For every w < v, a
//! hint or a repeated move leads to an option of value w. So v is the mex of the values of the options, and R
//! is the graph of G, by induction. The value after a move is the exclusive or of the values of its
//! components. These values exist, since each component has a smaller measure than x.
//!
//! *Repeatable moves* have no variables. Q(x) holds iff the move is legal and leads to some y with R(y) or Q(y). So
//! Q(x) means that repeating the move leads to R, by induction. For values, Q(x, v) means that repeating the move leads
//! to a position of value v.
//!
//! *Automata.* Each automaton must have a next state for every letter, and must stay in its start state while it reads
//! zeros, so that leading zeros do not matter. Words that do not represent numbers are never read.

use crate::certificate::{Dfa, Proof, Quantity, refused};
use crate::claim::{KnownFacts, arity_mismatch};
use crate::literal::{Relation, Setting};
use crate::numeration::Numeration;
use crate::product::check_impossible;
use crate::work::WorkCounter;
use grundy_lang::{Text, text};
use grundy_rulelang::claims::Claim;
use grundy_rulelang::formula::{Bitwise, Formula, GameFormula, Linear, MoveFormula, Variable};
use grundy_rules::{Play, Result, Ruleset};

/// The data of a proof by automata.
pub(crate) struct ClaimedAutomata<'a> {
    pub numeration: &'a str,
    pub of: Quantity,
    pub relation: &'a Dfa,
    pub repeated: &'a [Dfa],
    pub hints: &'a [Dfa],
    pub measure: &'a [u64],
}

impl ClaimedAutomata<'_> {
    /// Returns the data of a proof by automata; `None` for other proofs.
    pub fn from_proof(proof: &Proof) -> Option<ClaimedAutomata<'_>> {
        match proof {
            Proof::Automata { numeration, of, relation, repeated, hints, measure } => {
                Some(ClaimedAutomata { numeration, of: *of, relation, repeated, hints, measure })
            }
            _ => None,
        }
    }
}

/// Checks the conditions on the relation and on the claim's number of parameters.
///
/// Returns the facts from which the claim is decided; `None` without a claim.
pub(crate) fn verify(
    rules: &Ruleset,
    data: &ClaimedAutomata<'_>,
    claim: Option<&Claim>,
    work: &mut WorkCounter<'_>,
) -> Result<Option<KnownFacts>> {
    let numeration = Numeration::parse(data.numeration)?;
    let relation = check_relation(rules, data, claim, work)?;
    Ok(claim.map(|_| KnownFacts::from_automaton(data.of == Quantity::Grundy, &relation, numeration)))
}

/// Checks that the relation is the set of pairs of a position and its value; returns the relation.
pub(crate) fn values(rules: &Ruleset, data: &ClaimedAutomata<'_>, work: &mut WorkCounter<'_>) -> Result<Relation> {
    check_relation(rules, data, None, work)
}

/// Checks all conditions on the relation; returns the relation as an automaton.
fn check_relation(
    rules: &Ruleset,
    data: &ClaimedAutomata<'_>,
    claim: Option<&Claim>,
    work: &mut WorkCounter<'_>,
) -> Result<Relation> {
    let values = data.of == Quantity::Grundy;
    if values && rules.play == Play::Misere {
        return Err(refused(text!("Grundy values are defined only under normal play")));
    }
    let game = game_of(rules, data.relation.tracks.saturating_sub(usize::from(values)))?;
    let numeration = Numeration::parse(data.numeration)?;
    let relations = relations(&game, data, numeration, work)?;
    let setting = Setting { numeration, relations: &relations };
    let list = obligations(&game, rules.play, data)?;
    let position: Vec<Variable> = (0..game.arity as Variable).collect();
    if let Some(claim) = claim.filter(|claim| claim.parameters() != game.arity) {
        return Err(refused(arity_mismatch(claim, game.arity)));
    }
    list.iter().try_for_each(|(what, formula)| check_impossible(what, formula, &position, &setting, work))?;
    Ok(relations[0].clone())
}

/// Returns the facts of a relation that was checked before.
pub(crate) fn facts_from_checked(
    claim: &Claim,
    data: &ClaimedAutomata<'_>,
    work: &mut WorkCounter<'_>,
) -> Result<KnownFacts> {
    let numeration = Numeration::parse(data.numeration)?;
    let values = usize::from(data.of == Quantity::Grundy);
    if data.relation.tracks != claim.parameters() + values {
        return Err(refused(arity_mismatch(claim, data.relation.tracks.saturating_sub(values))));
    }
    let relation = relation(0, data.relation, data.relation.tracks, numeration, work)?;
    Ok(KnownFacts::from_automaton(data.of == Quantity::Grundy, &relation, numeration))
}

/// Returns the moves as formulas for positions of `arity` numbers, of one heap or of several heaps.
pub(crate) fn game_of(rules: &Ruleset, arity: usize) -> Result<GameFormula> {
    let several = (2..=8).contains(&arity);
    let game = match GameFormula::new(rules, 1) {
        Ok(game) if game.arity == arity || !several => Ok(game),
        // The moves of one heap may have no formula, while those of several heaps have one.
        Ok(_) => GameFormula::new(rules, arity),
        Err(_) if several => GameFormula::new(rules, arity),
        Err(error) => Err(error),
    };
    game.map_err(|error| refused(text!("the rules cannot be expressed by formulas: {error}", error)))
}

/// Prepares the automata: the relation, those of repeatable moves, and the hints, in this order.
fn relations(
    game: &GameFormula,
    given: &ClaimedAutomata<'_>,
    numeration: Numeration,
    work: &mut WorkCounter<'_>,
) -> Result<Vec<Relation>> {
    let (again, once): (Vec<&MoveFormula>, Vec<&MoveFormula>) = game.moves.iter().partition(|one| one.repeat);
    if (given.repeated.len(), given.hints.len()) != (again.len(), once.len()) {
        let message =
            text!("the rule has {again} repeatable moves and {once} others", again = again.len(), once = once.len());
        return Err(refused(text!(
            "{message}, but the certificate has {given} and {given2} automata for them",
            message,
            given = given.repeated.len(),
            given2 = given.hints.len()
        )));
    }
    let base = game.arity + usize::from(given.of == Quantity::Grundy);
    let hints = given.hints.iter().zip(&once);
    let all = std::iter::once((given.relation, base))
        .chain(given.repeated.iter().map(|dfa| (dfa, base)))
        .chain(hints.map(|(dfa, one)| (dfa, base + one.variables.len())));
    all.enumerate().map(|(k, (dfa, tracks))| relation(k, dfa, tracks, numeration, work)).collect()
}

/// The maximum number of letters of an automaton.
const MAX_LETTERS: usize = 1 << 20;

/// Prepares an automaton for running.
///
/// Refuses an automaton that is incomplete or depends on leading zeros.
pub(crate) fn relation(
    place: usize,
    dfa: &Dfa,
    tracks: usize,
    numeration: Numeration,
    work: &mut WorkCounter<'_>,
) -> Result<Relation> {
    let states = dfa.accept.len();
    let wrong = |what: Text| Err(refused(text!("automaton {place}: {what}", place, what)));
    if dfa.tracks != tracks {
        return wrong(text!("it has {dfa} tracks, but needs {tracks}", dfa = dfa.tracks, tracks));
    }
    let letters = (numeration.radix() as usize).checked_pow(tracks as u32).filter(|&n| n <= MAX_LETTERS);
    let Some(letters) = letters else {
        return wrong(text!("{tracks} tracks are too many", tracks));
    };
    if let Some(other) = dfa.accept.chars().find(|c| !matches!(c, '+' | '-')) {
        return wrong(text!("`{other}` is not a sign of a state: signs are + and -", other));
    }
    if states == 0 || dfa.next.len() != states {
        return wrong(text!("it has {states} signs, but {dfa} rows", states, dfa = dfa.next.len()));
    }
    work.reserve(states as u64 * letters as u64 * 12)?;
    for (state, row) in dfa.next.iter().enumerate() {
        work.steps(letters as u64)?;
        if row.len() != letters {
            return wrong(text!("state {state} has {row} next states, not {letters}", state, row = row.len(), letters));
        }
        if let Some(next) = row.iter().find(|&&next| next as usize >= states) {
            return wrong(text!("state {state} leads to state {next}, which does not exist", state, next = *next));
        }
    }
    if dfa.next[0][0] != 0 {
        return wrong(text!("it leaves its initial state on leading zeros"));
    }
    let accept: Vec<bool> = dfa.accept.bytes().map(|sign| sign == b'+').collect();
    let reject: Vec<bool> = accept.iter().map(|a| !a).collect();
    let (can_accept, can_reject) = (leading_to(dfa, accept.clone()), leading_to(dfa, reject));
    Ok(Relation { tracks, next: dfa.next.concat(), letters, accept, can_accept, can_reject })
}

/// Returns the states from which one of the given states is reachable.
fn leading_to(dfa: &Dfa, mut targets: Vec<bool>) -> Vec<bool> {
    let mut before: Vec<Vec<u32>> = vec![vec![]; targets.len()];
    for (state, row) in dfa.next.iter().enumerate() {
        for &next in row {
            if before[next as usize].last() != Some(&(state as u32)) {
                before[next as usize].push(state as u32);
            }
        }
    }
    let mut pending: Vec<usize> = (0..targets.len()).filter(|&k| targets[k]).collect();
    while let Some(state) = pending.pop() {
        for &earlier in &before[state] {
            if !std::mem::replace(&mut targets[earlier as usize], true) {
                pending.push(earlier as usize);
            }
        }
    }
    targets
}

/// Returns the formulas that no numbers may satisfy, each with the error for numbers that do.
fn obligations(game: &GameFormula, play: Play, data: &ClaimedAutomata<'_>) -> Result<Vec<(Text, Formula)>> {
    let position: Vec<Linear> = (0..game.arity as Variable).map(Linear::variable).collect();
    let own = game.moves.iter().flat_map(|one| one.variables.iter().copied()).max().unwrap_or(0);
    let mut new = VariableSupply { next: own.max(game.arity as Variable) + 1 };
    let (measure, at_zero) = measure(game, data.measure)?;
    let values = data.of == Quantity::Grundy;
    // For values: the value of the position, and another value, which is smaller.
    let (value, smaller) = (new.variable(), new.variable());
    let with = |at: &[Linear], value: &Linear| {
        let mut list = at.to_vec();
        list.extend(values.then(|| value.clone()));
        list
    };
    let repeats = game.moves.iter().filter(|one| one.repeat).count();
    let mut list: Vec<(Text, Formula)> = vec![];
    // The conditions under which a legal move exists, and those under which a hint or a repeated move is
    // accepted.
    let (mut legal, mut reached) = (vec![], vec![]);
    let (mut repeat, mut hint) = (0, repeats);
    for (place, one) in game.moves.iter().enumerate() {
        let what = |fault: Text| text!("move {place}: {fault}", place = place + 1, fault);
        check_shape(one, game.arity, place)?;
        for target in &one.targets {
            for number in target {
                let negative = Formula::less(number, &Linear::number(0));
                list.push((what(text!("it leaves a negative number")), both(&one.guard, negative)));
            }
            for grows in not_lower(&measure, at_zero, target) {
                list.push((what(text!("the measure does not decrease")), both(&one.guard, grows)));
            }
        }
        legal.push(Formula::Exists(one.variables.clone(), Box::new(one.guard.clone())));
        let from = Formula::Member(0, with(&position, &value));
        if one.repeat {
            repeat += 1;
            let relation = |at: &[Linear], which| Formula::Member(which, with(at, &value));
            let target = &one.targets[0];
            let step = both(&one.guard, Formula::Any(vec![relation(target, 0), relation(target, repeat)]));
            let accepted = relation(&position, repeat);
            list.push((
                what(text!(
                    "according to the certificate, repeating the move reaches the required outcome or value, but this \
                    is false"
                )),
                both(&accepted, step.clone().not()),
            ));
            list.push((
                what(text!(
                    "according to the certificate, repeating the move does not reach the required outcome or value, \
                    but this is false"
                )),
                both(&step, accepted.clone().not()),
            ));
            let same = match values {
                true => text!("repeating the move leads to a position of the same value"),
                false => text!("repeating the move leads from one P-position to another"),
            };
            list.push((what(same), both(&from, accepted)));
            reached.push(Formula::Member(repeat, with(&position, &smaller)));
            continue;
        }
        hint += 1;
        let mut arguments = with(&position, &smaller);
        arguments.extend(one.variables.iter().map(|&v| Linear::variable(v)));
        let accepted = Formula::Member(hint, arguments);
        list.push((what(text!("a hint is not a legal move")), both(&accepted, one.guard.clone().not())));
        let reaches = |value: &Linear, holds: bool, new: &mut VariableSupply| {
            if values { of_value(&one.targets, value, holds, new) } else { to_p(&one.targets, play, holds) }
        };
        let same = reaches(&value, true, &mut new)?;
        let text = match values {
            true => text!("the value stays the same"),
            false => text!("it leads from one P-position to another"),
        };
        list.push((what(text), Formula::All(vec![from, one.guard.clone(), same])));
        let wrong = reaches(&smaller, false, &mut new)?;
        let text = match values {
            true => text!("a hint for a value does not lead to that value"),
            false => text!("a hint does not lead to a P-position"),
        };
        list.push((what(text), both(&accepted, wrong)));
        reached.push(Formula::Exists(one.variables.clone(), Box::new(accepted)));
    }
    let is = Formula::Member(0, with(&position, &value));
    let none = Formula::Any(reached).not();
    if values {
        let Some(v) = value.as_variable() else {
            return Err(refused(text!("Grundy values must be represented by variables")));
        };
        let other = Formula::Member(0, with(&position, &smaller));
        list.push((text!("a position has no value"), Formula::Exists(vec![v], Box::new(is.clone())).not()));
        let below = Formula::less(&smaller, &value);
        list.push((text!("a position has two values"), Formula::All(vec![is.clone(), other, below.clone()])));
        let unreached = text!("some value smaller than the value of a position is not reached by any hint");
        list.push((unreached, Formula::All(vec![is, below, none])));
    } else if play == Play::Normal {
        list.push((text!("a position that is not a P-position has no hint"), both(&is.not(), none)));
    } else {
        let can = Formula::Any(legal);
        list.push((text!("a position without moves is claimed to be a P-position"), both(&is, can.clone().not())));
        list.push((text!("a position that is not a P-position has no hint"), Formula::All(vec![is.not(), can, none])));
    }
    Ok(list)
}

/// A supply of new variables.
struct VariableSupply {
    next: Variable,
}

impl VariableSupply {
    fn variable(&mut self) -> Linear {
        self.next += 1;
        Linear::variable(self.next - 1)
    }
}

/// Returns the conjunction of two formulas.
fn both(one: &Formula, other: Formula) -> Formula {
    Formula::All(vec![one.clone(), other])
}

/// Returns the substitution of the numbers of a target for the parameters.
fn as_position(target: &[Linear]) -> Vec<(Variable, Linear)> {
    (0..).zip(target.iter().cloned()).collect()
}

/// Refuses a move whose targets or variables do not fit the parameters.
///
/// Also refuses a repeatable move with variables or several components.
fn check_shape(one: &MoveFormula, arity: usize, place: usize) -> Result<()> {
    let sound = one.targets.iter().all(|target| target.len() == arity)
        && one.variables.iter().all(|&v| v as usize >= arity)
        && (!one.repeat || (one.targets.len() == 1 && one.variables.is_empty()));
    if sound {
        Ok(())
    } else {
        Err(refused(text!("move {place} of the rule is not of a known kind", place = place + 1)))
    }
}

/// Returns the weighted sum of the parameters, and the constants added for parameters that are 0.
fn measure<'n>(game: &GameFormula, numbers: &'n [u64]) -> Result<(Linear, &'n [u64])> {
    let factors = &numbers[..game.arity.min(numbers.len())];
    let at_zero = &numbers[factors.len()..];
    if factors.len() != game.arity
        || !(at_zero.is_empty() || at_zero.len() == game.arity)
        || at_zero.len() > MAX_AT_ZERO
    {
        return Err(refused(text!(
            "the measure has {factors} coefficients, but the position has {game} numbers",
            factors = numbers.len(),
            game = game.arity
        )));
    }
    if numbers.iter().any(|&number| number > 1 << 20) {
        return Err(refused(text!("a coefficient of the measure exceeds 2^20")));
    }
    let mut sum = Linear::number(0);
    for (variable, &factor) in (0..).zip(factors) {
        sum = sum.plus(factor as i64, &Linear::variable(variable));
    }
    Ok((sum, at_zero))
}

/// The maximum number of parameters with a constant for 0. Each of them quadruples the number of cases.
const MAX_AT_ZERO: usize = 3;

/// Returns formulas which state that a component's measure is not smaller, for each choice of zeros.
fn not_lower(measure: &Linear, at_zero: &[u64], target: &[Linear]) -> Vec<Formula> {
    let after = measure.replace(&as_position(target));
    let cases = 1usize << at_zero.len();
    let position: Vec<Linear> = (0..at_zero.len() as Variable).map(Linear::variable).collect();
    let case = |numbers: &[Linear], zeros: usize, facts: &mut Vec<Formula>| {
        let mut added = 0;
        for (k, (number, &constant)) in numbers.iter().zip(at_zero).enumerate() {
            if zeros >> k & 1 == 1 {
                added += constant as i64;
                facts.push(Formula::at_most(number, &Linear::number(0)));
            } else {
                facts.push(Formula::at_most(&Linear::number(1), number));
            }
        }
        added
    };
    let each = |k: usize| {
        let mut facts = vec![];
        let before = case(&position, k % cases, &mut facts);
        let behind = case(&target[..at_zero.len()], k / cases, &mut facts);
        let (before, behind) = (Linear::number(before), Linear::number(behind));
        facts.push(Formula::at_most(&measure.plus(1, &before), &after.plus(1, &behind)));
        Formula::All(facts)
    };
    (0..cases * cases).map(each).collect()
}

/// Returns the formula which states that a move leads to a P-position.
///
/// If `holds` is false, the formula states that the move does not lead to a P-position.
fn to_p(targets: &[Vec<Linear>], play: Play, holds: bool) -> Result<Formula> {
    let leads = match targets {
        // If no component remains, the next player cannot move and loses under normal play.
        [] if play == Play::Normal => Formula::All(vec![]),
        [] => Formula::Any(vec![]),
        [target] => Formula::Member(0, target.clone()),
        _ => {
            return Err(refused(text!(
                "outcomes alone do not determine which player wins a sum of several components"
            )));
        }
    };
    Ok(if holds { leads } else { leads.not() })
}

/// Returns the formula which states that the position after a move has the value `value`.
///
/// If `holds` is false, the formula states that the position has another value. Other conditions ensure that
/// every position has exactly one value. So the position has another value iff the exclusive or of the values
/// of its components differs from `value`. New variables represent the values of the components.
fn of_value(targets: &[Vec<Linear>], value: &Linear, holds: bool, new: &mut VariableSupply) -> Result<Formula> {
    let has = |target: &Vec<Linear>, value: &Linear| {
        let mut list = target.clone();
        list.push(value.clone());
        Formula::Member(0, list)
    };
    let sign = |formula: Formula| if holds { formula } else { formula.not() };
    let (last, others) = match targets {
        [] => return Ok(sign(Formula::equal(value, &Linear::number(0)))),
        [target] => return Ok(sign(has(target, value))),
        [others @ .., last] => (last, others),
    };
    // The conditions on the values of the components so far, and the exclusive or of these values.
    let mut list = vec![];
    let mut sum: Option<Linear> = None;
    for target in others {
        let this = new.variable();
        list.push(has(target, &this));
        sum = Some(match sum {
            None => this,
            Some(before) => {
                let together = new.variable();
                list.push(Formula::Bits(Bitwise::Xor, [before, this, together.clone()]));
                together
            }
        });
    }
    let this = new.variable();
    list.push(has(last, &this));
    let before = sum.unwrap_or_default();
    list.push(sign(Formula::Bits(Bitwise::Xor, [before, this, value.clone()])));
    Ok(Formula::All(list))
}
