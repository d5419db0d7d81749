//! Searches for proofs: refines a relation until no position violates its definition.
//!
//! [`AutomatonSearch::run`] is the main loop; [`build_proof`] writes the proof.

use super::algebra::{Algebra, AlgebraLimits};
use super::compile::{collect_power_bases, is_binary, is_expressible};
use super::dfa::{Dfa, decode};
use super::learn::Learner;
use super::obligations::Statement;
use super::table::{LazyTable, OptionLister};
use crate::numeration::Numeration;
use grundy_lang::{Text, text};
use grundy_rulelang::formula::{Formula, GameFormula, Variable};
use grundy_rules::CompactSort;
use grundy_rules::{Error, ErrorKind, Result};
use grundy_solve::Budget;
use grundy_verify::{Proof, Quantity};

/// The limits of one attempt at a proof.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// Largest parameter or value in queries, for 1, 2, 3, and 4 or more parameters.
    bound: [u64; 4],
    /// Maximal number of states of a learned automaton.
    max_states: usize,
    /// Maximal number of steps for computing the table.
    max_table_steps: u64,
    limits: AlgebraLimits,
}

impl Effort {
    /// The levels of effort; all numerations are tried with one level before the next level.
    pub const ALL: [Effort; 3] = [
        Effort {
            bound: [250, 60, 14, 8],
            max_states: 24,
            max_table_steps: 1 << 21,
            limits: AlgebraLimits { states: 3_000, work: 1 << 21 },
        },
        Effort {
            bound: [1000, 120, 20, 10],
            max_states: 40,
            max_table_steps: 1 << 24,
            limits: AlgebraLimits { states: 10_000, work: 1 << 24 },
        },
        Effort {
            bound: [6000, 400, 40, 14],
            max_states: 120,
            max_table_steps: 1 << 25,
            limits: AlgebraLimits { states: 300_000, work: 1 << 27 },
        },
    ];

    fn bound(&self, arity: usize) -> u64 {
        self.bound[arity.clamp(1, 4) - 1]
    }

    /// Returns the maximal number of steps for computing the table.
    pub fn max_table_steps(&self) -> u64 {
        self.max_table_steps
    }

    /// Returns the limits for operations on automata.
    pub fn limits(&self) -> AlgebraLimits {
        self.limits
    }
}

/// Returns the numerations in which all guards and the relation are expressible, simplest first.
pub(crate) fn numerations(statement: &Statement<'_>, relation: Option<&Formula>) -> Vec<Numeration> {
    let guards = || statement.game.moves.iter().map(|m| &m.guard).chain(relation);
    let mut powers = vec![];
    guards().for_each(|f| collect_power_bases(f, &mut powers));
    powers.compact_sort();
    powers.dedup();
    let mut all = Numeration::ALL.to_vec();
    // Certificates allow only bases up to 16.
    let more = powers.into_iter().filter(|b| (2..=16).contains(b)).map(Numeration::Base);
    all.extend(more.filter(|n| !Numeration::ALL.contains(n)));
    let sums = statement.of == Quantity::Grundy && statement.game.moves.iter().any(|m| m.targets.len() > 1);
    let fits = |n: &Numeration| {
        (!sums || is_binary(*n))
            && (n.radix() as usize).checked_pow(statement.tracks() as u32).is_some_and(|letters| letters <= 1 << 10)
            && guards().all(|f| is_expressible(f, *n))
    };
    all.into_iter().filter(fits).collect()
}

/// The free variables of a formula, and numbers for these that satisfy the formula.
pub type Solution = (Vec<Variable>, Vec<u64>);

/// Returns a solution of the first formula that has one; its numbers have the fewest digits possible.
pub fn solution(algebra: &mut Algebra<'_>, formulas: &[Formula]) -> Result<Option<Solution>> {
    let weights = algebra.numeration.weights();
    for formula in formulas {
        let dfa = algebra.compile(formula)?;
        if let Some(word) = dfa.witness() {
            let numbers = decode(algebra.numeration, &weights, &word, dfa.tracks.len());
            let numbers = numbers.ok_or_else(|| Error::new(ErrorKind::Limit, text!("a solution exceeds 64 bits")))?;
            return Ok(Some((dfa.tracks, numbers)));
        }
    }
    Ok(None)
}

/// Returns a measure that every move lowers, or the reason why none was found.
///
/// See [`Statement::measure_violations`] for the form of measures. Also fails if a move leads to numbers below 0.
pub(crate) fn search_measure(
    statement: &Statement<'_>,
    numeration: Numeration,
    budget: &Budget,
) -> Result<Result<Vec<u64>, Text>> {
    let mut algebra = Algebra::new(numeration, AlgebraLimits::LARGE, budget);
    let arity = statement.game.arity;
    if let Some((tracks, numbers)) = solution(&mut algebra, &statement.below_zero_violations())? {
        let position = position_of(arity, &tracks, &numbers);
        return Ok(Err(text!("at {position} a move leads to a negative number", position = format!("{position:?}"))));
    }
    let unit = |k: usize| (0..arity).map(|j| u64::from(j == k)).collect::<Vec<u64>>();
    let mut candidates: Vec<Vec<u64>> = vec![vec![1; arity]];
    candidates.extend((0..arity).map(unit));
    // Try weights that increase or decrease by 1.
    let rising: Vec<u64> = (1..=arity as u64).collect();
    candidates.extend([rising.iter().rev().copied().collect(), rising]);
    if arity <= 4 {
        let digits = |k: usize| (0..arity as u32).map(|j| (k / 4usize.pow(j) % 4) as u64).collect::<Vec<u64>>();
        let mut small_weights: Vec<Vec<u64>> = (1..4usize.pow(arity as u32)).map(digits).collect();
        small_weights.compact_sort_by_key(|weights| weights.iter().sum::<u64>());
        candidates.extend(small_weights);
    }
    if (2..=3).contains(&arity) {
        // Try additional constants for parameters that are 0: they help if a parameter can be 0 only at the beginning,
        // so that the first move need not lower a weighted sum.
        candidates.push([vec![2; arity], vec![1; arity]].concat());
    }
    for weights in candidates {
        if solution(&mut algebra, &statement.measure_violations(&weights))?.is_none() {
            return Ok(Ok(weights));
        }
    }
    Ok(Err(text!("play might not end: no weighted sum of the parameters was found that every move decreases")))
}

fn position_of(arity: usize, tracks: &[Variable], numbers: &[u64]) -> Vec<u64> {
    let at = |v: Variable| tracks.iter().position(|&t| t == v).map_or(0, |k| numbers[k]);
    (0..arity as Variable).map(at).collect()
}

/// A source of outcomes or values.
pub(crate) enum EntrySource<'s, 'g, 'b> {
    /// A table, computed on demand.
    Table(&'s mut LazyTable<'g, 'b>),
    /// A function, which returns `None` for unknown entries.
    Oracle(&'s mut dyn FnMut(&[u64]) -> Option<u64>),
    /// The relation itself, which is to be proved without learning.
    Relation(Numeration, Dfa),
}

impl EntrySource<'_, '_, '_> {
    /// Reports whether the relation contains these numbers; `None` if unknown.
    fn contains(&mut self, of: Quantity, numbers: &[u64]) -> Result<Option<bool>> {
        let (position, value) = match of {
            Quantity::Outcome => (numbers, 0),
            Quantity::Grundy => (&numbers[..numbers.len() - 1], numbers[numbers.len() - 1]),
        };
        let entry = match self {
            EntrySource::Table(table) => Some(table.at(position)?),
            EntrySource::Oracle(oracle) => oracle(position),
            EntrySource::Relation(numeration, dfa) => return Ok(Some(dfa.accepts(*numeration, numbers))),
        };
        Ok(entry.map(|entry| entry == value))
    }

    /// Returns the entry of a position, if known.
    fn entry(&mut self, position: &[u64]) -> Result<Option<u64>> {
        match self {
            EntrySource::Table(table) => table.at(position).map(Some),
            EntrySource::Oracle(oracle) => Ok(oracle(position)),
            EntrySource::Relation(..) => Ok(None),
        }
    }
}

/// For outcomes, returns the position itself; for values, the position combined with each of `values`.
fn with_values(of: Quantity, position: &[u64], values: &[u64]) -> Vec<Vec<u64>> {
    match of {
        Quantity::Outcome => vec![position.to_vec()],
        Quantity::Grundy => values.iter().map(|&value| [position, &[value]].concat()).collect(),
    }
}

/// The result of an attempt at a proof in one numeration.
pub(crate) enum TryResult {
    /// The relations: the one that was proved, and one for each repeated move.
    Proved(Vec<Dfa>),
    /// The given relation violates its definition at this position or one of its options.
    Fails(Vec<u64>),
}

/// An attempt at a proof in one numeration.
pub(crate) struct AutomatonSearch<'a, 'g> {
    pub statement: &'a Statement<'g>,
    pub lister: Option<&'a OptionLister<'g>>,
    pub effort: Effort,
    pub budget: &'a Budget,
}

/// Returns the positions reached by repeating the repeated move with this index, in order.
fn repeated_positions(game: &GameFormula, index: usize, position: &[u64]) -> Vec<Vec<u64>> {
    let m = game.moves.iter().filter(|m| m.repeat).nth(index).expect("as many as there are relations");
    let mut reached: Vec<Vec<u64>> = vec![];
    let mut at = position.to_vec();
    // Every move lowers the measure, so the loop ends; the limit is a safeguard.
    while m.guard.eval(&at) == Some(true) && reached.len() < 1 << 20 {
        let next: Option<Vec<u64>> =
            m.targets[0].iter().map(|e| e.eval(&at).and_then(|x| u64::try_from(x).ok())).collect();
        let Some(next) = next else { break };
        at.clone_from(&next);
        reached.push(next);
    }
    reached
}

impl AutomatonSearch<'_, '_> {
    /// Learns a relation and tries to prove it, learning from each violation, until there is no violation.
    ///
    /// For each repeated move, a relation of its own is learned as well.
    ///
    /// # Errors
    /// `limit` if the effort does not suffice.
    pub fn run(&self, algebra: &mut Algebra<'_>, source: &mut EntrySource<'_, '_, '_>) -> Result<TryResult> {
        let (game, of) = (self.statement.game, self.statement.of);
        let (numeration, tracks) = (algebra.numeration, self.statement.tracks());
        let bound = self.effort.bound(game.arity);
        let refined_to = [12, 8, 4, 2][tracks.clamp(1, 4) - 1];
        let given_relation = match source {
            EntrySource::Relation(_, dfa) => Some(dfa.clone()),
            _ => None,
        };
        let learner = |teacher: &mut super::learn::Teacher<'_>| {
            Learner::new(numeration, tracks, bound, self.effort.max_states, teacher)
        };
        let reaches = |source: &mut EntrySource<'_, '_, '_>, k: usize, numbers: &[u64]| -> Result<Option<bool>> {
            for reached in repeated_positions(game, k, &numbers[..game.arity]) {
                match source.contains(of, &[&reached, &numbers[game.arity..]].concat())? {
                    Some(false) => {}
                    known => return Ok(known),
                }
            }
            Ok(Some(false))
        };
        let mut main = match given_relation {
            Some(_) => None,
            None => Some(learner(&mut |x| source.contains(of, x))?),
        };
        let mut repeated: Vec<Learner> = vec![];
        for k in 0..self.statement.repeated() {
            repeated.push(learner(&mut |x| reaches(source, k, x))?);
        }
        loop {
            self.budget.check()?;
            if let Some(main) = &mut main {
                main.refine_up_to(refined_to, &mut |x| source.contains(of, x))?;
            }
            for (k, learner) in repeated.iter_mut().enumerate() {
                learner.refine_up_to(refined_to, &mut |x| reaches(source, k, x))?;
            }
            let hypotheses = main.iter().chain(&repeated).map(|l| &l.hypothesis);
            let mut relations: Vec<Dfa> = given_relation.iter().cloned().collect();
            for hypothesis in hypotheses {
                // The hypothesis may accept words that do not represent numbers.
                let valid = algebra.valid(hypothesis.tracks.clone())?;
                relations.push(algebra.and(hypothesis, &valid)?);
            }
            algebra.relations = relations;
            let repeat_violation = solution(algebra, &self.statement.repeat_violations())?;
            let repeats_hold = repeat_violation.is_none();
            let violation = match repeat_violation {
                None => solution(algebra, &self.statement.violations())?,
                wrong => wrong,
            };
            let Some((names, numbers)) = violation else { return Ok(TryResult::Proved(algebra.relations.clone())) };
            let position = position_of(game.arity, &names, &numbers);
            if repeats_hold && main.is_none() {
                return Ok(TryResult::Fails(position));
            }
            // A hypothesis is wrong about the position or one of its options.
            if numbers.iter().any(|&x| x > bound) {
                let message = text!(
                    "the hypothesis is wrong at {position}, beyond the table up to {bound}",
                    position = format!("{:?}", position),
                    bound
                );
                return Err(Error::new(ErrorKind::Limit, message));
            }
            let mut improved = false;
            for (k, learner) in repeated.iter_mut().enumerate() {
                let mut candidates = repeated_positions(game, k, &position);
                candidates.insert(0, position.clone());
                for numbers in candidates.iter().flat_map(|at| with_values(of, at, &numbers)) {
                    let known = reaches(source, k, &numbers)?;
                    if known.is_some_and(|known| known != learner.predicts(&numbers)) {
                        learner.refine(&numbers, &mut |x| reaches(source, k, x))?;
                        improved = true;
                        break;
                    }
                }
            }
            if let (false, Some(main)) = (improved, &mut main) {
                improved = self.correct(main, source, &position, &numbers)?;
            }
            if !improved {
                let message = text!(
                    "the table does not show how to correct the automaton at {position}",
                    position = format!("{:?}", position)
                );
                return Err(Error::new(ErrorKind::Limit, message));
            }
        }
    }

    /// Corrects the hypothesis at a position or its options.
    ///
    /// `numbers` are the numbers of the violation, including values. Returns whether the hypothesis was wrong there.
    fn correct(
        &self,
        main: &mut Learner,
        source: &mut EntrySource<'_, '_, '_>,
        position: &[u64],
        numbers: &[u64],
    ) -> Result<bool> {
        let of = self.statement.of;
        let mut candidates = vec![position.to_vec()];
        if let Some(lister) = self.lister {
            let mut meter = self.budget.meter(text!("moves"));
            lister.for_each_option(position, &mut |units| meter.advance(units), &mut |after| {
                candidates.extend_from_slice(after);
                false
            })?;
        }
        let highest = numbers.iter().copied().max().unwrap_or(0);
        // If moves leave sums, `numbers` lacks the values of components. So try all values up to a bound in a second
        // pass.
        for thorough in [false, true] {
            for at in &candidates {
                let Some(entry) = source.entry(at)? else { continue };
                let values = match thorough {
                    false => [numbers, &[entry]].concat(),
                    true => (0..=entry.max(highest) + 1).collect(),
                };
                for tuple in with_values(of, at, &values) {
                    let known = source.contains(of, &tuple)?;
                    if known.is_some_and(|known| known != main.predicts(&tuple)) {
                        main.refine(&tuple, &mut |x| source.contains(of, x))?;
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}

/// Builds the proof from the relations, with its hints.
pub(crate) fn build_proof(
    statement: &Statement<'_>,
    algebra: &mut Algebra<'_>,
    relations: Vec<Dfa>,
    measure: Vec<u64>,
) -> Result<Proof> {
    algebra.relations = relations;
    let mut hints = vec![];
    for (names, formula) in statement.hints() {
        let dfa = algebra.compile(&formula)?;
        let dfa = algebra.widen(&dfa, &names)?;
        let place = |v: &Variable| names.iter().position(|n| n == v).map_or(0, |k| k as Variable);
        let to: Vec<Variable> = dfa.tracks.iter().map(place).collect();
        hints.push(algebra.rename(&dfa, &to)?.to_certificate());
    }
    let mut relations = algebra.relations.iter().map(Dfa::to_certificate);
    let relation = relations.next().expect("relation 0");
    let (numeration, repeated) = (algebra.numeration.code(), relations.collect());
    Ok(Proof::Automata { numeration, of: statement.of, relation, repeated, hints, measure })
}
