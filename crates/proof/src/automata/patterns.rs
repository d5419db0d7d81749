//! Converts relations to patterns and patterns to relations.

use super::algebra::{Algebra, AlgebraLimits};
use super::dfa::Dfa;
use crate::automaton::Automaton;
use crate::numeration::Numeration;
use grundy_lang::text;
use grundy_rulelang::formula::{Formula, Linear, Variable};
use grundy_rules::CompactSort;
use grundy_rules::{Error, ErrorKind, Result};
use grundy_solve::Budget;
use grundy_verify::{Proof, Quantity};
use rustc_hash::FxHashMap;

/// Reverses the digits in a letter.
///
/// In a letter of a pattern, the digit of the first parameter is the most significant digit; in a letter of a relation,
/// it is the least significant digit.
fn reversed_letter(numeration: Numeration, dims: usize, letter: usize) -> usize {
    let radix = numeration.radix() as usize;
    (0..dims).fold((0, letter), |(reversed_letter, rest), _| (reversed_letter * radix + rest % radix, rest / radix)).0
}

/// Converts a relation to a pattern with output 0 for its members.
pub(crate) fn pattern_from_relation(numeration: Numeration, dfa: &Dfa) -> Automaton {
    let dims = dfa.tracks.len();
    let row = |s: u32| (0..dfa.letters).map(|l| Some(dfa.step(s, reversed_letter(numeration, dims, l)))).collect();
    let next = (0..dfa.states() as u32).map(row).collect();
    Automaton { numeration, dims, next, output: dfa.accept.iter().map(|&a| u32::from(!a)).collect() }
}

/// Returns the relation of the P-positions of a pattern, or of its positions with their values.
pub(crate) fn relation_from_pattern(algebra: &mut Algebra<'_>, pattern: &Automaton, of: Quantity) -> Result<Dfa> {
    let (numeration, dims) = (pattern.numeration, pattern.dims);
    let letters = pattern.letters();
    let states = pattern.next.len();
    let fits = |row: &Vec<Option<u32>>| row.len() == letters && row.iter().flatten().all(|&t| (t as usize) < states);
    if states == 0 || pattern.output.len() != states || !pattern.next.iter().all(fits) {
        return Err(Error::new(ErrorKind::Refused, text!("the automaton is incomplete")));
    }
    // Add a state for words that do not represent numbers.
    let dead = states as u32;
    let row = |row: &Vec<Option<u32>>| -> Vec<u32> {
        (0..letters).map(|l| row[reversed_letter(numeration, dims, l)].unwrap_or(dead)).collect()
    };
    let mut next: Vec<u32> = pattern.next.iter().flat_map(row).collect();
    next.resize((states + 1) * letters, dead);
    let with = |output: u32| {
        let accept = pattern.output.iter().map(|&o| o == output).chain([false]).collect();
        Dfa { tracks: (0..dims as Variable).collect(), letters, next: next.clone(), accept }
    };
    if of == Quantity::Outcome {
        return Ok(with(0));
    }
    let mut outputs = pattern.output.clone();
    outputs.compact_sort();
    outputs.dedup();
    let mut relation = algebra.compile(&Formula::Any(vec![]))?;
    for output in outputs {
        let value = Linear::variable(dims as Variable).plus(-1, &Linear::number(output.into()));
        let value = algebra.linear(&value, true)?;
        let pairs = algebra.and(&with(output), &value)?;
        relation = algebra.or(&relation, &pairs)?;
    }
    Ok(relation)
}

/// Largest value of positions for which `value_automaton` combines automata.
const MAX_OUTPUTS: u32 = 64;
/// Maximal number of states of the combined automaton.
const MAX_STATES: usize = 5000;

/// Returns an automaton that reads a position and outputs its value.
///
/// `proof` proves the values by an automaton that reads position and value. Returns `None` if some value exceeds
/// `max_value`, or the automaton becomes too large.
pub(crate) fn value_automaton(proof: &Proof, max_value: u32, budget: &Budget) -> Result<Option<Automaton>> {
    let Proof::Automata { numeration, of: Quantity::Grundy, relation, .. } = proof else { return Ok(None) };
    let Some(numeration) = Numeration::from_code(numeration).filter(|_| max_value <= MAX_OUTPUTS) else {
        return Ok(None);
    };
    let dims = relation.tracks - 1;
    let mut algebra = Algebra::new(numeration, AlgebraLimits::LARGE, budget);
    algebra.relations = vec![Dfa::from_certificate(relation, numeration)?];
    let tracks: Vec<Variable> = (0..dims as Variable).collect();
    let mut of_value = vec![];
    for value in 0..=max_value {
        let mut numbers: Vec<Linear> = tracks.iter().copied().map(Linear::variable).collect();
        numbers.push(Linear::number(value.into()));
        let dfa = algebra.compile(&Formula::Member(0, numbers))?;
        of_value.push(algebra.widen(&dfa, &tracks)?);
    }
    // The product of the automata also includes the automaton of all numbers: if its state is dead, the word represents
    // no number.
    let valid = algebra.valid(tracks.clone())?;
    let valid = algebra.widen(&valid, &tracks)?;
    let dead = valid.dead_state();
    of_value.push(valid);
    let last = of_value.len() - 1;
    let letters = of_value[0].letters;
    let mut places = FxHashMap::default();
    let start = vec![0u32; of_value.len()];
    let mut states = vec![start.clone()];
    places.insert(start, 0u32);
    let (mut next, mut output) = (vec![], vec![]);
    let mut k = 0;
    while k < states.len() {
        budget.check()?;
        let state = states[k].clone();
        let Some(value) = state[..last].iter().zip(&of_value).position(|(&s, dfa)| dfa.accept[s as usize]) else {
            // The position has a value above `max_value`.
            return Ok(None);
        };
        output.push(value as u32);
        let mut row = vec![];
        for letter in 0..letters {
            let letter = reversed_letter(numeration, dims, letter);
            let to: Vec<u32> = state.iter().zip(&of_value).map(|(&s, dfa)| dfa.step(s, letter)).collect();
            if Some(to[last]) == dead {
                row.push(None);
                continue;
            }
            let place = *places.entry(to.clone()).or_insert_with(|| {
                states.push(to);
                states.len() as u32 - 1
            });
            row.push(Some(place));
        }
        next.push(row);
        if states.len() > MAX_STATES {
            return Ok(None);
        }
        k += 1;
    }
    Ok(Some(Automaton { numeration, dims, next, output }.minimal()))
}
