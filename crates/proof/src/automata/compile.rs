//! Compiles formulas into automata. Start with [`Algebra::compile`].

use super::algebra::Algebra;
use super::dfa::Dfa;
use crate::numeration::Numeration;
use grundy_lang::{Text, text};
use grundy_rulelang::formula::{Bitwise, Formula, Linear, Variable};
use grundy_rules::CompactSort;
use grundy_rules::{Error, ErrorKind, Result};

/// Reports whether automata in a numeration can express a formula.
pub fn is_expressible(formula: &Formula, numeration: Numeration) -> bool {
    let small = |list: &[&Linear]| list.iter().all(|e| e.is_small());
    match formula {
        Formula::AtMostZero(e) | Formula::Zero(e) => e.is_small(),
        Formula::Bits(_, [x, y, z]) => is_binary(numeration) && small(&[x, y, z]),
        Formula::PowerOf(base, e) => power_step(*base, numeration).is_some() && e.is_small(),
        Formula::Fibonacci(e) => numeration == Numeration::Ostrowski(1) && e.is_small(),
        Formula::FloorPhi(x, y) => numeration == Numeration::Ostrowski(1) && small(&[x, y]),
        Formula::Member(_, list) => list.iter().all(Linear::is_small),
        Formula::All(list) | Formula::Any(list) => list.iter().all(|f| is_expressible(f, numeration)),
        Formula::Not(inner) | Formula::Exists(_, inner) => is_expressible(inner, numeration),
        Formula::Divided(_) | Formula::Product(_) => false,
    }
}

/// Reports whether automata in a numeration can express bitwise operations.
///
/// Certificates allow bitwise operations in base 2 only.
pub(crate) fn is_binary(numeration: Numeration) -> bool {
    numeration == Numeration::Base(2)
}

/// Adds the bases of powers that occur in a formula to `found`.
pub(crate) fn collect_power_bases(formula: &Formula, found: &mut Vec<u32>) {
    match formula {
        Formula::PowerOf(base, _) => found.extend(u32::try_from(*base).ok()),
        Formula::All(list) | Formula::Any(list) => list.iter().for_each(|f| collect_power_bases(f, found)),
        Formula::Not(inner) | Formula::Exists(_, inner) => collect_power_bases(inner, found),
        _ => {}
    }
}

/// Returns k if `number` is the k-th power of the base of the numeration.
///
/// In that case, the digits of each power of `number` are a 1 followed by a multiple of k zeros.
fn power_step(number: u64, numeration: Numeration) -> Option<u32> {
    match numeration {
        Numeration::Base(b) => (1..64).find(|&k| u64::from(b).checked_pow(k) == Some(number)),
        Numeration::Ostrowski(_) => None,
    }
}

fn inexpressible_error(what: Text, numeration: Numeration) -> Error {
    Error::new(
        ErrorKind::Unsupported,
        text!("automata that read numbers in {numeration} cannot express {what}", numeration = numeration.text(), what),
    )
}

impl Algebra<'_> {
    /// Returns the automaton of a formula; its tracks are the free variables of the formula.
    ///
    /// # Errors
    /// `unsupported` if the formula is not expressible; `limit` if an automaton becomes too large or the budget runs
    /// out.
    pub fn compile(&mut self, formula: &Formula) -> Result<Dfa> {
        match formula {
            Formula::AtMostZero(e) => self.linear(e, false),
            Formula::Zero(e) => self.linear(e, true),
            Formula::Bits(op, list) => {
                let dfa = self.bits(*op)?;
                self.apply(&dfa, list)
            }
            Formula::PowerOf(base, e) => {
                let dfa = self.powers(*base)?;
                self.apply(&dfa, std::slice::from_ref(e))
            }
            Formula::Fibonacci(e) => {
                if self.numeration != Numeration::Ostrowski(1) {
                    return Err(inexpressible_error(text!("Fibonacci numbers"), self.numeration));
                }
                // The Fibonacci numbers are the weights, whose words are a 1 followed by zeros.
                let dfa = self.explore(vec![0], 0, |&ones: &u32, l, _| (ones + l as u32).min(2), |&ones| ones == 1)?;
                self.apply(&dfa, std::slice::from_ref(e))
            }
            Formula::FloorPhi(x, y) => {
                let dfa = self.floor_phi()?;
                self.apply(&dfa, &[x.clone(), y.clone()])
            }
            Formula::Member(k, list) => {
                let Some(dfa) = self.relations.get(*k).cloned() else {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        text!("there is no relation with the number {k}", k = *k),
                    ));
                };
                self.apply(&dfa, list)
            }
            Formula::Divided(_) | Formula::Product(_) => {
                Err(inexpressible_error(text!("divisions by letters"), self.numeration))
            }
            Formula::Not(inner) => {
                let dfa = self.compile(inner)?;
                self.not(&dfa)
            }
            Formula::Any(list) => {
                let never = self.linear(&Linear::number(1), true)?;
                list.iter().try_fold(never, |sum, f| {
                    let dfa = self.compile(f)?;
                    self.or(&sum, &dfa)
                })
            }
            Formula::All(_) => self.conjunction(&[], formula),
            Formula::Exists(bound, inner) => match &**inner {
                // Compile each alternative by itself, with fewer tracks.
                Formula::Any(list) => {
                    let each = list.iter().map(|f| Formula::Exists(bound.clone(), Box::new(f.clone()))).collect();
                    self.compile(&Formula::Any(each))
                }
                inner => self.conjunction(bound, inner),
            },
        }
    }

    /// Compiles a conjunction with bound variables.
    ///
    /// Bound variables are eliminated one by one, first those whose automata together have the fewest tracks.
    fn conjunction(&mut self, bound: &[Variable], formula: &Formula) -> Result<Dfa> {
        let mut parts = vec![];
        flatten(formula, &mut parts);
        let mut pool: Vec<Dfa> = parts.into_iter().map(|part| self.compile(part)).collect::<Result<_>>()?;
        let mut bound = bound.to_vec();
        bound.compact_sort();
        bound.dedup();
        while !bound.is_empty() {
            let cost = |variable: Variable| {
                let with = || pool.iter().filter(|dfa| dfa.tracks.contains(&variable));
                let mut tracks: Vec<Variable> = with().flat_map(|dfa| dfa.tracks.iter().copied()).collect();
                tracks.compact_sort();
                tracks.dedup();
                let states = with().fold(1u64, |product, dfa| product.saturating_mul(dfa.states() as u64));
                (tracks.len(), states)
            };
            let cheapest = (0..bound.len()).min_by_key(|&k| cost(bound[k])).unwrap_or(0);
            let variable = bound.remove(cheapest);
            let (with, without): (Vec<Dfa>, Vec<Dfa>) =
                pool.into_iter().partition(|dfa| dfa.tracks.contains(&variable));
            pool = without;
            if !with.is_empty() {
                let all = self.all(with)?;
                pool.push(self.exists(&all, variable)?);
            }
        }
        self.all(pool)
    }

    /// Returns the intersection of automata, computed from small to large.
    fn all(&mut self, mut list: Vec<Dfa>) -> Result<Dfa> {
        list.compact_sort_by_key(|dfa| (dfa.tracks.len(), dfa.states()));
        let mut list = list.into_iter();
        let Some(first) = list.next() else { return self.linear(&Linear::number(0), true) };
        list.try_fold(first, |product, dfa| self.and(&product, &dfa))
    }

    /// Returns the automaton of a relation applied to expressions.
    ///
    /// An expression that is not a variable, or is a variable that occurred before, is replaced by a fresh bound
    /// variable.
    fn apply(&mut self, dfa: &Dfa, list: &[Linear]) -> Result<Dfa> {
        let (mut names, mut named): (Vec<Variable>, Vec<(Variable, Linear)>) = (vec![], vec![]);
        for expression in list {
            match expression.as_variable() {
                Some(variable) if !names.contains(&variable) => names.push(variable),
                _ => {
                    let name = self.fresh;
                    self.fresh += 1;
                    names.push(name);
                    named.push((name, Linear::variable(name).plus(-1, expression)));
                }
            }
        }
        let mut result = self.rename(dfa, &names)?;
        named.compact_sort_by_key(|(_, equation)| equation.terms.len());
        for (name, equation) in named {
            let equation = self.linear(&equation, true)?;
            result = self.and(&result, &equation)?;
            result = self.exists(&result, name)?;
        }
        Ok(result)
    }

    /// Returns the automaton of the relation `x op y == z` for a bitwise operation.
    fn bits(&mut self, op: Bitwise) -> Result<Dfa> {
        if !is_binary(self.numeration) {
            return Err(inexpressible_error(text!("the binary digits of numbers"), self.numeration));
        }
        let fits = |letter: u128| op.apply(letter & 1, letter >> 1 & 1) == letter >> 2;
        self.explore(vec![0, 1, 2], true, |&so_far, letter, _| so_far && fits(letter as u128), |&all| all)
    }

    /// Returns the automaton of the powers of a number: a 1 followed by a multiple of `step` zeros.
    fn powers(&mut self, number: u64) -> Result<Dfa> {
        let Some(step) = power_step(number, self.numeration) else {
            return Err(inexpressible_error(text!("powers of {number}", number), self.numeration));
        };
        // The state is `Ok(zeros)` after the 1, where `zeros` counts modulo `step`. It is `Err(false)` before
        // the 1, and `Err(true)` once the word cannot be that of a power.
        self.explore(
            vec![0],
            Err(false),
            |state, digit, _| match (*state, digit) {
                (Err(false), 0) => Err(false),
                (Err(false), 1) => Ok(0),
                (Ok(zeros), 0) => Ok((zeros + 1) % step),
                _ => Err(true),
            },
            |state| *state == Ok(0),
        )
    }

    /// Returns the automaton of the relation `y == floor(x*phi)` in Zeckendorf's numeration.
    ///
    /// The relation holds for x = y = 0, and `floor((m+1)*phi) = s + 1`, where the digits of s are the digits of m
    /// followed by a 0.
    ///
    /// Proof: let F(k+1) = F(k) + F(k-1) be the Fibonacci numbers, with F(1) = F(2) = 1, and let psi = -1/phi.
    /// - Since `phi*F(k) = F(k+1) - psi^k`, we have `phi*m = s - e`, where e is the sum of psi^k over the weights F(k)
    ///   of m, k >= 2.
    /// - No two of these k are adjacent, so `e < psi^2 + psi^4 + ... = 1/phi` and `e > psi^3 + psi^5 + ... = -1/phi^2`.
    /// - Hence `phi*(m+1) - (s+1) = (phi-1) - e` is above `1/phi - 1/phi = 0` and below `1/phi + 1/phi^2 = 1`.
    fn floor_phi(&mut self) -> Result<Dfa> {
        if self.numeration != Numeration::Ostrowski(1) {
            return Err(inexpressible_error(text!("the golden ratio"), self.numeration));
        }
        // The state is the digit that m must have next: the digit of s that was just read.
        let shift = self.explore(
            vec![0, 1],
            Some(0),
            |state, letter, _| {
                let (next_of_m, of_s) = (letter & 1, letter >> 1);
                let promised = (*state)?;
                (promised == next_of_m).then_some(of_s)
            },
            |state| *state == Some(0),
        )?;
        let valid = self.valid(vec![0, 1])?;
        let shift = self.and(&shift, &valid)?;
        let less_one = |v| Linear::variable(v).plus(-1, &Linear::number(1));
        let positive = self.apply(&shift, &[less_one(0), less_one(1)])?;
        let both = Linear::variable(0).plus(1, &Linear::variable(1));
        let zero = self.linear(&both, true)?;
        self.or(&zero, &positive)
    }
}

/// Adds the conjuncts of a formula to `parts`.
fn flatten<'f>(formula: &'f Formula, parts: &mut Vec<&'f Formula>) {
    match formula {
        Formula::All(list) => list.iter().for_each(|f| flatten(f, parts)),
        other => parts.push(other),
    }
}
