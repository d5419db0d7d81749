//! Relations as patterns, and patterns as relations.

use super::algebra::Algebra;
use super::dfa::Dfa;
use crate::automaton::Automaton;
use crate::numeration::Numeration;
use grundy_rules::formula::{Formula, Linear, Variable};
use grundy_rules::{Error, ErrorKind, Result};
use grundy_verify::Of;

/// The letter of a pattern, in which the digits of the first parameter count most, for one of ours, and the other way round.
fn turned(numeration: Numeration, dims: usize, letter: usize) -> usize {
    let radix = numeration.radix() as usize;
    (0..dims).fold((0, letter), |(turned, rest), _| (turned * radix + rest % radix, rest / radix)).0
}

/// The automaton of a relation as a pattern, with output 0 for what is in it.
pub(crate) fn as_pattern(numeration: Numeration, dfa: &Dfa) -> Automaton {
    let dims = dfa.tracks.len();
    let row = |s: u32| (0..dfa.letters).map(|l| Some(dfa.step(s, turned(numeration, dims, l)))).collect();
    let next = (0..dfa.states() as u32).map(row).collect();
    Automaton { numeration, dims, next, output: dfa.accept.iter().map(|&a| u32::from(!a)).collect() }
}

/// The P-positions of a pattern, or its positions with their values.
pub(crate) fn as_relation(algebra: &mut Algebra<'_>, pattern: &Automaton, of: Of) -> Result<Dfa> {
    let (numeration, dims) = (pattern.numeration, pattern.dims);
    let letters = pattern.letters();
    let states = pattern.next.len();
    let fits = |row: &Vec<Option<u32>>| row.len() == letters && row.iter().flatten().all(|&t| (t as usize) < states);
    if states == 0 || pattern.output.len() != states || !pattern.next.iter().all(fits) {
        return Err(Error::new(ErrorKind::Refused, "an automaton that is not complete"));
    }
    // One state more for words that are no numbers.
    let dead = states as u32;
    let row = |row: &Vec<Option<u32>>| -> Vec<u32> {
        (0..letters).map(|l| row[turned(numeration, dims, l)].unwrap_or(dead)).collect()
    };
    let mut next: Vec<u32> = pattern.next.iter().flat_map(row).collect();
    next.resize((states + 1) * letters, dead);
    let with = |output: u32| {
        let accept = pattern.output.iter().map(|&o| o == output).chain([false]).collect();
        Dfa { tracks: (0..dims as Variable).collect(), letters, next: next.clone(), accept }
    };
    if of == Of::Outcome {
        return Ok(with(0));
    }
    let mut outputs = pattern.output.clone();
    outputs.sort_unstable();
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
