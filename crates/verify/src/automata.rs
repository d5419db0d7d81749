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
    let mut open: Vec<usize> = (0..targets.len()).filter(|&k| targets[k]).collect();
    while let Some(state) = open.pop() {
        for &earlier in &before[state] {
            if !std::mem::replace(&mut targets[earlier as usize], true) {
                open.push(earlier as usize);
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
                what(text!("the certificate says that repeating it helps, but it does not")),
                both(&accepted, step.clone().not()),
            ));
            list.push((
                what(text!("the certificate says that repeating it does not help, but it does")),
                both(&step, accepted.clone().not()),
            ));
            let same = match values {
                true => text!("repeating it does not change the value"),
                false => text!("repeating it leads from one P-position to another"),
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
        let Some(v) = value.as_variable() else { return Err(refused(text!("a value must be a variable"))) };
        let other = Formula::Member(0, with(&position, &smaller));
        list.push((text!("a position has no value"), Formula::Exists(vec![v], Box::new(is.clone())).not()));
        let below = Formula::less(&smaller, &value);
        list.push((text!("a position has two values"), Formula::All(vec![is.clone(), other, below.clone()])));
        let unreached = text!("some value below that of a position is not reached by any hint");
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

/// Supplies new variables.
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
        _ => return Err(refused(text!("outcomes alone do not determine who wins a sum of several components"))),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Certificate, Limits, verify};
    use std::collections::HashMap;

    /// Learns an automaton whose states are classes of words.
    ///
    /// Suffixes of at most `depth` letters distinguish the classes.
    fn learn(text: &str, tracks: usize, depth: u32, accepts: &dyn Fn(&[u64]) -> bool) -> Dfa {
        let numeration = Numeration::parse(text).unwrap();
        let radix = numeration.radix() as usize;
        let letters = radix.pow(tracks as u32);
        let read = |word: &[usize]| {
            let mut numbers = vec![];
            for track in 0..tracks {
                let (mut pair, mut full) = ([0, 0], false);
                for letter in word {
                    let digit = (letter / radix.pow(track as u32) % radix) as u32;
                    if full && digit > 0 {
                        return None;
                    }
                    full = numeration.is_full(digit);
                    pair = numeration.push(pair, digit.into());
                }
                numbers.push((pair[0] + pair[1]) as u64);
            }
            Some(numbers)
        };
        let member = |word: &[usize]| read(word).is_some_and(|numbers| accepts(&numbers));
        // Suffixes of accepted words suffice to distinguish words.
        let mut suffixes: Vec<Vec<usize>> = vec![vec![]];
        let mut last = suffixes.clone();
        for _ in 0..depth {
            last = last.iter().flat_map(|w| (0..letters).map(move |l| [&w[..], &[l]].concat())).collect();
            last.retain(|word| read(word).is_some());
            for word in last.iter().filter(|word| member(word)) {
                suffixes.extend((0..word.len()).map(|k| word[k..].to_vec()));
            }
        }
        suffixes.sort();
        suffixes.dedup();
        let row = |word: &[usize]| suffixes.iter().map(|s| member(&[word, s].concat())).collect::<Vec<bool>>();
        let mut words: Vec<Vec<usize>> = vec![vec![]];
        let mut known = HashMap::from([(row(&[]), 0u32)]);
        let mut dfa = Dfa { tracks, accept: String::new(), next: vec![] };
        let mut at = 0;
        while at < words.len() {
            let word = words[at].clone();
            dfa.accept.push(if member(&word) { '+' } else { '-' });
            let mut list = vec![];
            for letter in 0..letters {
                let longer = [&word[..], &[letter]].concat();
                let row = row(&longer);
                let new = words.len() as u32;
                list.push(*known.entry(row).or_insert(new));
                if list.last() == Some(&new) {
                    words.push(longer);
                    assert!(words.len() < 200, "{text}: no automaton is found");
                }
            }
            dfa.next.push(list);
            at += 1;
        }
        dfa
    }

    /// Builds a certificate from computed entries.
    ///
    /// `entry` returns the value of a position, or 0 for P and 1 for N.
    fn certificate(
        rules: &str,
        heaps: usize,
        numeration: &str,
        of: Quantity,
        depth: [u32; 2],
        claim: Option<&str>,
        entry: &dyn Fn(&[u64]) -> u64,
    ) -> Certificate {
        let parsed = grundy_games::parse_rules(rules).unwrap();
        let game = GameFormula::new(&parsed, heaps).unwrap();
        let (arity, values) = (game.arity, of == Quantity::Grundy);
        let base = arity + usize::from(values);
        let member = |at: &[u64]| entry(&at[..arity]) == if values { at[arity] } else { 0 };
        let relation = learn(numeration, base, depth[0], &member);
        let target = |one: &MoveFormula, numbers: &[u64]| -> Option<Vec<Vec<u64>>> {
            one.guard.eval(numbers)?.then_some(())?;
            let number = |e: &Linear| u64::try_from(e.eval(numbers)?).ok();
            one.targets.iter().map(|target| target.iter().map(number).collect()).collect()
        };
        let leads = |one: &MoveFormula, numbers: &[u64], value: u64| {
            target(one, numbers).is_some_and(|list| list.iter().fold(0, |sum, at| sum ^ entry(at)) == value)
        };
        let (mut repeated, mut hints) = (vec![], vec![]);
        for one in &game.moves {
            let tracks = base + one.variables.len();
            let expected = |at: &[u64]| if values { at[arity] } else { 0 };
            if one.repeat {
                repeated.push(learn(numeration, base, depth[1], &|at| {
                    let mut now = at[..arity].to_vec();
                    while let Some(next) = target(one, &now) {
                        now = next[0].clone();
                        if entry(&now) == expected(at) {
                            return true;
                        }
                    }
                    false
                }));
                continue;
            }
            hints.push(learn(numeration, tracks, depth[1], &|at| {
                let mut numbers = at[..arity].to_vec();
                for (k, &variable) in one.variables.iter().enumerate() {
                    numbers.resize(numbers.len().max(variable as usize + 1), 0);
                    numbers[variable as usize] = at[base + k];
                }
                leads(one, &numbers, expected(at))
            }));
        }
        let numeration = numeration.to_string();
        let proof = Proof::Automata { numeration, of, relation, repeated, hints, measure: vec![1; arity] };
        Certificate { rules: rules.to_string(), claim: claim.map(str::to_string), automata: vec![], proof }
    }

    fn wythoff(at: &[u64]) -> u64 {
        let (low, high) = (at[0].min(at[1]), at[0].max(at[1]));
        let d = (high - low) as u128;
        u64::from(u128::from(low) != ((5 * d * d).isqrt() + d) / 2)
    }

    fn samples() -> Vec<Certificate> {
        let half = |n: u64| u64::from(!(n + 1).is_power_of_two());
        let lasker = |at: &[u64]| match at[0] % 4 {
            3 => at[0] + 1,
            0 if at[0] > 0 => at[0] - 1,
            _ => at[0],
        };
        let bash = |at: &[u64]| at[0] % 4;
        let euclid = |at: &[u64]| {
            let (low, high) = (at[0].min(at[1]), at[0].max(at[1]));
            // A player who moves to a pair with a 0 wins. Otherwise a position with different numbers is P iff the
            // larger number is below phi times the smaller one.
            let above = u128::from(high).pow(2) > u128::from(low * high + low * low);
            let wins = low > 0 && (high == low || above);
            u64::from(wins)
        };
        vec![
            certificate(
                "wythoff",
                1,
                "ostrowski 1",
                Quantity::Outcome,
                [8, 8],
                Some("P iff min(a,b) == floor((max(a,b)-min(a,b))*phi)"),
                &wythoff,
            ),
            certificate("rule{ n -> n-k for k in 1..n/2 }", 1, "base 2", Quantity::Outcome, [4, 4], None, &|at| {
                half(at[0])
            }),
            certificate("take[1..3]", 1, "base 2", Quantity::Grundy, [4, 4], Some("G(n) == n % 4"), &bash),
            certificate("nim", 2, "base 2", Quantity::Grundy, [3, 3], Some("G(a,b) == (a xor b)"), &|at| at[0] ^ at[1]),
            certificate("nim", 3, "base 2", Quantity::Outcome, [3, 3], Some("P iff a xor b xor c == 0"), &|at| {
                at[0] ^ at[1] ^ at[2]
            }),
            certificate("take[2^k]", 1, "base 2", Quantity::Outcome, [4, 4], Some("P iff n % 3 == 0"), &|at| {
                u64::from(at[0] % 3 > 0)
            }),
            certificate("misere take[1,2]", 1, "base 2", Quantity::Outcome, [4, 4], Some("P iff n % 3 == 1"), &|at| {
                u64::from(at[0] % 3 != 1)
            }),
            certificate("misere nim", 2, "base 2", Quantity::Outcome, [4, 4], None, &|at| {
                let small = at[0] <= 1 && at[1] <= 1;
                u64::from(small == (at[0] == at[1]))
            }),
            certificate("lasker", 1, "base 2", Quantity::Grundy, [4, 4], None, &lasker),
            certificate("euclid", 1, "ostrowski 1", Quantity::Outcome, [9, 9], None, &euclid),
        ]
    }

    /// Changes every sign and some next states of every automaton, each separately.
    ///
    /// If a changed certificate is accepted, its relation must accept the same words as the original relation.
    #[test]
    fn changed_automata_do_not_hold() {
        let limits = Limits { bytes: 1 << 26, steps: 20_000_000, ..Limits::default() };
        let accepts = |dfa: &Dfa, word: &[usize]| {
            let state = word.iter().fold(0, |state, &letter| dfa.next[state][letter] as usize);
            dfa.accept.as_bytes()[state] == b'+'
        };
        for good in samples() {
            let Proof::Automata { numeration, of, relation, repeated, hints, measure } = &good.proof else {
                unreachable!()
            };
            let dfas: Vec<&Dfa> = std::iter::once(relation).chain(repeated).chain(hints).collect();
            let with = |place: usize, dfa: Dfa| {
                let mut all: Vec<Dfa> = dfas.iter().map(|&d| d.clone()).collect();
                all[place] = dfa;
                let mut rest = all.split_off(1);
                let hints = rest.split_off(repeated.len());
                let (numeration, measure) = (numeration.clone(), measure.clone());
                let relation = all.remove(0);
                let proof = Proof::Automata { numeration, of: *of, relation, repeated: rest, hints, measure };
                verify(&Certificate { proof, ..good.clone() }, grundy_games::library(), &limits)
            };
            let (mut refusals, mut passes) = (0, 0);
            let mut judge = |place: usize, dfa: Dfa| {
                if with(place, dfa.clone()).is_err() {
                    refusals += 1;
                    return;
                }
                passes += 1;
                if place > repeated.len() {
                    return; // Other hints may also be correct.
                }
                let numeration = Numeration::parse(numeration).unwrap();
                let radix = numeration.radix() as usize;
                let letters = dfa.next[0].len();
                // All words of five letters that represent numbers.
                let mut words: Vec<Vec<usize>> = vec![vec![]];
                for _ in 0..5 {
                    words = words.iter().flat_map(|w| (0..letters).map(move |l| [&w[..], &[l]].concat())).collect();
                    words.retain(|word| {
                        let digit = |at: usize, t: usize| (word[at] / radix.pow(t as u32) % radix) as u32;
                        word.len() < 2
                            || (0..dfa.tracks)
                                .all(|t| !numeration.is_full(digit(word.len() - 2, t)) || digit(word.len() - 1, t) == 0)
                    });
                }
                for word in words {
                    assert_eq!(accepts(&dfa, &word), accepts(dfas[place], &word), "{} {place} {word:?}", good.rules);
                }
            };
            for (place, dfa) in dfas.iter().enumerate() {
                for state in 0..dfa.next.len() {
                    let mut other = (*dfa).clone();
                    let sign = if &dfa.accept[state..=state] == "+" { "-" } else { "+" };
                    other.accept.replace_range(state..=state, sign);
                    judge(place, other);
                    // Change the next states of some letters.
                    for letter in (state % 5..dfa.next[state].len()).step_by(if dfa.tracks > 2 { 11 } else { 3 }) {
                        let mut other = (*dfa).clone();
                        let states = dfa.next.len() as u32;
                        other.next[state][letter] = (dfa.next[state][letter] + 1 + letter as u32 % 2) % states.max(2);
                        judge(place, other);
                    }
                }
                for wrong in [
                    Dfa { tracks: dfa.tracks + 1, ..(*dfa).clone() },
                    Dfa { accept: "-".repeat(dfa.accept.len()), ..(*dfa).clone() },
                    Dfa { accept: dfa.accept.clone() + "-", ..(*dfa).clone() },
                    Dfa { accept: String::new(), next: vec![], tracks: dfa.tracks },
                    Dfa { next: dfa.next.iter().map(|row| row[1..].to_vec()).collect(), ..(*dfa).clone() },
                    Dfa { next: dfa.next.iter().map(|row| vec![u32::MAX; row.len()]).collect(), ..(*dfa).clone() },
                    Dfa { next: vec![vec![]; dfa.next.len()], ..(*dfa).clone() },
                    Dfa { tracks: usize::MAX, ..(*dfa).clone() },
                ] {
                    let nothing_changes = wrong == **dfa || (place > 0 && !wrong.accept.contains('+'));
                    assert!(nothing_changes || with(place, wrong).is_err(), "{} {place}", good.rules);
                }
            }
            assert!(refusals > passes / 20, "{}", good.rules);
            let changed = |numeration: &str, of: Quantity, measure: Vec<u64>, rules: &str, claim: Option<&str>| {
                let proof = Proof::Automata {
                    numeration: numeration.into(),
                    of,
                    relation: relation.clone(),
                    repeated: repeated.clone(),
                    hints: hints.clone(),
                    measure,
                };
                let claim = claim.map(str::to_string);
                verify(
                    &Certificate { rules: rules.into(), claim, automata: vec![], proof },
                    grundy_games::library(),
                    &limits,
                )
            };
            let other = if *of == Quantity::Grundy { Quantity::Outcome } else { Quantity::Grundy };
            let play = match good.rules.strip_prefix("misere ") {
                Some(rules) => rules.to_string(),
                None => format!("misere {}", good.rules),
            };
            assert!(changed(numeration, *of, measure.clone(), &good.rules, None).is_ok());
            assert!(changed(numeration, other, measure.clone(), &good.rules, None).is_err(), "{}", good.rules);
            assert!(changed("base 3", *of, measure.clone(), &good.rules, None).is_err());
            assert!(changed(numeration, *of, vec![0; measure.len()], &good.rules, None).is_err());
            assert!(changed(numeration, *of, vec![], &good.rules, None).is_err());
            assert!(changed(numeration, *of, vec![u64::MAX; measure.len()], &good.rules, None).is_err());
            assert!(changed(numeration, *of, measure.clone(), &play, None).is_err());
            assert!(changed(numeration, *of, measure.clone(), "take[1,3,4]", None).is_err());
            for claim in ["P iff n == 1", "P iff a == b and a > 1", "G(n) == n", "nonsense", "P iff b == 0"] {
                assert!(changed(numeration, *of, measure.clone(), &good.rules, Some(claim)).is_err(), "{claim}");
            }
        }
    }

    #[test]
    fn automata_hold() {
        for good in samples() {
            let verified = verify(&good, grundy_games::library(), &Limits::default());
            verified.unwrap_or_else(|error| panic!("{}: {error}", good.rules));
        }
    }
}
