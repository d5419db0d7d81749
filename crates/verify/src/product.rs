//! Decides whether some numbers satisfy a conjunction, with machines that read the digits in parallel.
//!
//! A state consists of the states of all machines, and of the set of tracks on which only a 0 may follow. All reachable
//! states are explored breadth first. The conjunction is satisfiable iff all machines accept in one of the states.
//!
//! A *block* states that no numbers for its own variables satisfy its literals. For each block, a state also contains
//! the set of all states that the block's machines can be in for any digits of its own variables. Numbers for these
//! variables exist iff one of the states in this set accepts. They may have more digits than the other numbers, so the
//! set initially contains all states that are reachable while the other tracks read leading zeros.

use crate::certificate::refused;
use crate::conjunction::{Conjunction, each_conjunction};
use crate::literal::{Literal, MachineState, Setting};
use crate::numeration::Numeration;
use crate::work::WorkCounter;
use grundy_lang::{Text, text};
use grundy_rulelang::formula::{Formula, Variable};
use grundy_rules::CompactSort;
use grundy_rules::Result;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

/// Refuses the formula if some numbers satisfy it; the error shows the numbers of `position`.
pub(crate) fn check_impossible(
    what: &Text,
    formula: &Formula,
    position: &[Variable],
    setting: &Setting<'_>,
    work: &mut WorkCounter<'_>,
) -> Result<()> {
    let Some(numbers) = satisfied(formula, position, setting, work)? else { return Ok(()) };
    let shown: Vec<String> = numbers.iter().map(u128::to_string).collect();
    Err(refused(text!("{what}, for example at ({shown})", what, shown = shown.join(","))))
}

/// Returns numbers for the variables `position` that satisfy the formula, if there are any.
///
/// Numbers above 2^100 are replaced by 2^100.
pub(crate) fn satisfied(
    formula: &Formula,
    position: &[Variable],
    setting: &Setting<'_>,
    work: &mut WorkCounter<'_>,
) -> Result<Option<Vec<u128>>> {
    let mut found = None;
    each_conjunction(formula, setting, work, &mut |conjunction, work| {
        let Some(numbers) = solution(&conjunction, setting, work)? else { return Ok(false) };
        let number = |v: &Variable| numbers.get(&(*v as usize)).copied().unwrap_or(0);
        found = Some(position.iter().map(number).collect());
        Ok(true)
    })?;
    Ok(found)
}

/// Machines that read tracks in parallel.
///
/// The machines of a block read the outer tracks and the block's own tracks.
struct AutomatonProduct {
    /// The number of outer tracks, whose digits the caller supplies.
    outer: usize,
    /// The number of all tracks.
    tracks: usize,
    literals: Vec<Literal>,
    /// Indexed by the number of tracks whose digits are known.
    ///
    /// An entry contains the machines that can step with these tracks but not with fewer.
    ready: Vec<Vec<usize>>,
}

/// The states of the machines of a product, followed by a number with a bit for each own track.
///
/// The bit of a track is set if only a 0 may follow on that track.
type ProductState = Vec<i64>;

/// A callback that receives a product state, the digits that led to it, and the work counter.
type VisitFn<'s> = &'s mut dyn FnMut(&[i64], &[u32], &mut WorkCounter<'_>) -> Result<()>;

/// The maximum number of tracks, since a state has a bit for each track.
const MAX_TRACKS: usize = 60;

impl AutomatonProduct {
    fn new(outer: &[usize], own: &[usize], literals: &[Literal]) -> Result<AutomatonProduct> {
        let tracks = outer.len() + own.len();
        if tracks > MAX_TRACKS {
            return Err(refused(text!("a formula has too many variables")));
        }
        let mut ready = vec![vec![]; tracks + 1];
        let mut placed = vec![];
        for literal in literals {
            // The variables of a block shadow outer variables with the same number.
            let place = |v: &usize| match own.iter().position(|o| o == v) {
                Some(k) => Ok(outer.len() + k),
                None => outer.iter().position(|o| o == v).ok_or_else(|| refused(text!("a variable is unbound"))),
            };
            let tracks: Vec<usize> = literal.tracks.iter().map(place).collect::<Result<_>>()?;
            ready[tracks.iter().map(|t| t + 1).max().unwrap_or(0).max(outer.len())].push(placed.len());
            placed.push(Literal { kind: literal.kind.clone(), tracks });
        }
        Ok(AutomatonProduct { outer: outer.len(), tracks, literals: placed, ready })
    }

    fn start(&self) -> ProductState {
        let mut run: ProductState = self.literals.iter().flat_map(Literal::start).collect();
        run.push(0);
        run
    }

    fn state(run: &[i64], k: usize) -> MachineState {
        [run[2 * k], run[2 * k + 1]]
    }

    fn accepts(&self, run: &[i64], setting: &Setting<'_>) -> bool {
        self.literals.iter().enumerate().all(|(k, literal)| literal.accepts(AutomatonProduct::state(run, k), setting))
    }

    /// Calls `visit` with every product state that one more digit on each track can lead to.
    ///
    /// `digits` contains the digits of the outer tracks.
    fn advance(
        &self,
        run: &[i64],
        digits: &mut Vec<u32>,
        setting: &Setting<'_>,
        work: &mut WorkCounter<'_>,
        visit: VisitFn<'_>,
    ) -> Result<()> {
        digits.truncate(self.outer);
        let mut next = vec![0; run.len()];
        let own = self.tracks - self.outer;
        let zeros = run[run.len() - 1];
        // Digits are tried track by track, like an odometer. A machine steps as soon as its digits are known.
        if !self.step(self.outer, run, &mut next, digits, setting, work)? {
            return Ok(());
        }
        if own == 0 {
            return visit(&next, digits, work);
        }
        let radix = setting.numeration.radix();
        digits.push(0);
        loop {
            work.steps(1)?;
            let track = digits.len() - 1;
            let digit = digits[track];
            let place = track - self.outer;
            if digit == radix || digit > 0 && zeros >> place & 1 == 1 {
                digits.pop();
                match digits.last_mut() {
                    Some(last) if track > self.outer => *last += 1,
                    _ => return Ok(()),
                }
                continue;
            }
            if self.step(track + 1, run, &mut next, digits, setting, work)? {
                if track + 1 < self.tracks {
                    digits.push(0);
                    continue;
                }
                let full = |k: &usize| setting.numeration.is_full(digits[self.outer + k]);
                let last = next.len() - 1;
                next[last] = (0..own).filter(full).map(|k| 1i64 << k).sum();
                visit(&next, digits, work)?;
            }
            digits[track] += 1;
        }
    }

    /// Steps the machines whose digits are now known; returns false if one of them cannot continue.
    fn step(
        &self,
        known_tracks: usize,
        run: &[i64],
        next: &mut [i64],
        digits: &[u32],
        setting: &Setting<'_>,
        work: &mut WorkCounter<'_>,
    ) -> Result<bool> {
        for &k in &self.ready[known_tracks] {
            work.steps(1)?;
            let Some(state) = self.literals[k].step(AutomatonProduct::state(run, k), digits, setting) else {
                return Ok(false);
            };
            next[2 * k..2 * k + 2].copy_from_slice(&state);
        }
        Ok(true)
    }
}

/// Returns numbers for the variables of a conjunction that satisfy it, if there are any.
fn solution(
    conjunction: &Conjunction,
    setting: &Setting<'_>,
    work: &mut WorkCounter<'_>,
) -> Result<Option<HashMap<usize, u128>>> {
    let outer = outer_variables(conjunction);
    let product = AutomatonProduct::new(&[], &outer, &conjunction.literals)?;
    let mut blocks = vec![];
    for block in &conjunction.blocks {
        let mut own: Vec<usize> = block.own.iter().map(|&v| v as usize).collect();
        own.retain(|v| block.literals.iter().any(|literal| literal.tracks.contains(v)));
        own.compact_sort();
        own.dedup();
        blocks.push(AutomatonProduct::new(&outer, &own, &block.literals)?);
    }
    let held = work.reserved_bytes();
    let found = search(&product, &blocks, setting, work);
    work.release_to(held);
    let Some(word) = found? else { return Ok(None) };
    let number = |track: usize| value(setting.numeration, word.iter().map(|letter| letter[track]));
    Ok(Some(outer.iter().enumerate().map(|(track, &v)| (v, number(track))).collect()))
}

/// Returns the variables that are not a block's own, starting with those of short atoms.
fn outer_variables(conjunction: &Conjunction) -> Vec<usize> {
    let mut found: Vec<usize> = vec![];
    let blocks = conjunction.blocks.iter().flat_map(|block| {
        let of = block.literals.iter().flat_map(|literal| literal.tracks.iter().copied());
        of.filter(|&v| !block.own.iter().any(|&own| own as usize == v))
    });
    let mut literals: Vec<&Literal> = conjunction.literals.iter().collect();
    literals.compact_sort_by_key(|literal| literal.tracks.len());
    let of = literals.into_iter().flat_map(|literal| literal.tracks.iter().copied());
    for v in of.chain(blocks) {
        if !found.contains(&v) {
            found.push(v);
        }
    }
    found
}

/// Explores all states; returns a shortest word after which all machines and no block accept.
fn search(
    product: &AutomatonProduct,
    blocks: &[AutomatonProduct],
    setting: &Setting<'_>,
    work: &mut WorkCounter<'_>,
) -> Result<Option<Vec<Vec<u32>>>> {
    let mut start = product.start();
    let zeros = vec![0; product.tracks];
    for block in blocks {
        pack(&closure(block, &zeros, setting, work)?, &mut start);
    }
    let start: Rc<[i64]> = start.into();
    let mut visited: HashMap<Rc<[i64]>, u32> = HashMap::from([(Rc::clone(&start), 0)]);
    let mut open = VecDeque::from([(start, 0u32)]);
    // For each state, its predecessor and the digits that lead from there to the state.
    let mut from: Vec<(u32, Box<[u8]>)> = vec![(0, Box::new([]))];
    let width = product.literals.len() * 2 + 1;
    while let Some((state, number)) = open.pop_front() {
        work.states += 1;
        let sets = unpack(&state[width..], blocks);
        let mut accepted = product.accepts(&state[..width], setting);
        for (block, set) in blocks.iter().zip(&sets) {
            work.steps(set.len() as u64)?;
            accepted = accepted && !set.iter().any(|run| block.accepts(run, setting));
        }
        if accepted {
            let mut word = vec![];
            let mut at = number;
            while at != 0 {
                let (before, digits) = &from[at as usize];
                word.push(digits.iter().map(|&d| d.into()).collect());
                at = *before;
            }
            word.reverse();
            return Ok(Some(word));
        }
        product.advance(&state[..width], &mut vec![], setting, work, &mut |run, digits, work| {
            let mut next = run.to_vec();
            for (block, set) in blocks.iter().zip(&sets) {
                let mut reached = BTreeSet::new();
                let mut digits = digits.to_vec();
                for run in set {
                    block.advance(run, &mut digits, setting, work, &mut |run, _, _| {
                        reached.insert(run.to_vec());
                        Ok(())
                    })?;
                }
                pack(&reached, &mut next);
            }
            if !visited.contains_key(&next[..]) {
                work.reserve(8 * next.len() as u64 + digits.len() as u64 + 144)?;
                let next: Rc<[i64]> = next.into();
                let new = from.len() as u32;
                visited.insert(Rc::clone(&next), new);
                open.push_back((next, new));
                from.push((number, digits.iter().map(|&d| d as u8).collect()));
            }
            Ok(())
        })?;
    }
    Ok(None)
}

/// Returns all states of a block that are reachable while the outer tracks read leading zeros.
fn closure(
    block: &AutomatonProduct,
    zeros: &[u32],
    setting: &Setting<'_>,
    work: &mut WorkCounter<'_>,
) -> Result<BTreeSet<ProductState>> {
    let mut all = BTreeSet::from([block.start()]);
    let mut open: Vec<ProductState> = vec![block.start()];
    while let Some(run) = open.pop() {
        block.advance(&run, &mut zeros.to_vec(), setting, work, &mut |run, _, work| {
            if all.insert(run.to_vec()) {
                work.reserve(16 * run.len() as u64 + 64)?;
                open.push(run.to_vec());
            }
            Ok(())
        })?;
    }
    Ok(all)
}

/// Appends a set of product states to a state: their number, and then each of them.
fn pack(set: &BTreeSet<ProductState>, state: &mut Vec<i64>) {
    state.push(set.len() as i64);
    set.iter().for_each(|run| state.extend(run));
}

/// Splits the sets of product states that [`pack`] appended to a state.
fn unpack<'s>(mut packed: &'s [i64], blocks: &[AutomatonProduct]) -> Vec<Vec<&'s [i64]>> {
    let mut sets = vec![];
    for block in blocks {
        let width = block.literals.len() * 2 + 1;
        let (count, rest) = (packed[0] as usize, &packed[1..]);
        let (set, remaining) = rest.split_at(count * width);
        sets.push(set.chunks_exact(width).collect());
        packed = remaining;
    }
    sets
}

/// Returns the number with these digits, but at most about 2^100, since it is only displayed.
fn value(numeration: Numeration, digits: impl Iterator<Item = u32>) -> u128 {
    let (mut p, mut q) = (0u128, 0u128);
    for digit in digits {
        let next = match numeration {
            Numeration::Base(b) => (p * u128::from(b) + u128::from(digit), 0),
            Numeration::Ostrowski(t) => (p * u128::from(t) + q + u128::from(digit), p),
        };
        (p, q) = (next.0.min(1 << 100), next.1);
    }
    p + q
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::literal::Relation;
    use grundy_rulelang::formula::{Bitwise, Linear};

    /// A pseudorandom generator that returns the same numbers in every run.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }

        fn sum(&mut self, variables: u64) -> Linear {
            let mut sum = Linear::number(self.below(9) as i64 - 4);
            for v in 0..variables {
                sum = sum.plus(self.below(5) as i64 - 2, &Linear::variable(v as Variable));
            }
            sum
        }

        fn formula(&mut self, numeration: Numeration, variables: u64, depth: u32) -> Formula {
            let kind = self.below(if depth == 0 { 5 } else { 9 });
            let golden = numeration == Numeration::Ostrowski(1);
            match kind {
                0 => Formula::Zero(self.sum(variables)),
                1 | 2 => Formula::AtMostZero(self.sum(variables)),
                3 if golden => Formula::FloorPhi(self.sum(variables), self.sum(variables)),
                4 if golden => Formula::Fibonacci(self.sum(variables)),
                3 | 4 => match numeration {
                    Numeration::Base(2) if kind == 3 => {
                        let op = [Bitwise::Xor, Bitwise::And, Bitwise::Or][self.below(3) as usize];
                        Formula::Bits(op, [self.sum(variables), self.sum(variables), self.sum(variables)])
                    }
                    Numeration::Base(b) => Formula::PowerOf((b * b).into(), self.sum(variables)),
                    Numeration::Ostrowski(_) => Formula::Zero(self.sum(variables)),
                },
                5 | 6 => Formula::All((0..2).map(|_| self.formula(numeration, variables, depth - 1)).collect()),
                7 => Formula::Any((0..2).map(|_| self.formula(numeration, variables, depth - 1)).collect()),
                _ => self.formula(numeration, variables, depth - 1).not(),
            }
        }
    }

    /// Free variables are tried with numbers below this bound.
    const MAX_TRIED: u64 = 24;

    /// Evaluates the formula, trying only small numbers for bound variables.
    fn eval(formula: &Formula, values: &mut Vec<u64>) -> bool {
        match formula {
            Formula::Exists(bound, inner) => {
                let v = bound[0] as usize;
                values.resize(values.len().max(v + 1), 0);
                (0..MAX_TRIED + 10).any(|x| {
                    values[v] = x;
                    eval(inner, values)
                })
            }
            Formula::Not(inner) => !eval(inner, values),
            Formula::All(list) => list.iter().all(|f| eval(f, values)),
            other => other.eval(values).unwrap(),
        }
    }

    /// Checks that unsatisfiable formulas have no small solutions, and that returned solutions are correct.
    #[test]
    fn decisions_agree_with_search() {
        let mut dice = Dice(7);
        let limits = Limits::default();
        for numeration in [Numeration::Base(2), Numeration::Base(3), Numeration::Ostrowski(1), Numeration::Ostrowski(2)]
        {
            let setting = Setting { numeration, relations: &[] };
            let (mut possible, mut impossible) = (0, 0);
            for round in 0..100 {
                let mut formula = dice.formula(numeration, 2, 3);
                if round % 4 == 0 {
                    // Adds a condition of the form "there is no z such that ...".
                    let least = Linear::variable(2).plus(-1, &Linear::variable(0)).plus(-1, &Linear::number(9));
                    let inner = vec![Formula::AtMostZero(least), dice.formula(numeration, 3, 1)];
                    let inner = Formula::Exists(vec![2], Box::new(Formula::All(inner)));
                    formula = Formula::All(vec![inner.not(), formula]);
                }
                let mut work = WorkCounter::new(&limits).unwrap();
                let found = check_impossible(&Text::verbatim("found"), &formula, &[0, 1], &setting, &mut work);
                match found {
                    Ok(()) => {
                        impossible += 1;
                        for x in 0..MAX_TRIED {
                            for y in 0..MAX_TRIED {
                                assert!(!eval(&formula, &mut vec![x, y]), "{numeration:?} {formula:?} {x} {y}");
                            }
                        }
                    }
                    Err(error) => {
                        possible += 1;
                        let message = error.message.to_string();
                        let shown = message.rsplit_once('(').unwrap().1.trim_end_matches(')');
                        let mut values: Vec<u64> = shown.split(',').map(|n| n.parse().unwrap()).collect();
                        if values[0] > MAX_TRIED {
                            continue;
                        }
                        assert!(eval(&formula, &mut values), "{numeration:?} {formula:?} {values:?}");
                    }
                }
            }
            assert!(possible > 25 && impossible > 8, "{possible} {impossible}");
        }
    }

    /// Checks the theorem on the golden ratio for many numbers, and decisions that use the theorem.
    #[test]
    fn floors_of_multiples_of_phi_are_shifts() {
        let digits = |mut n: u64| {
            let mut weights = vec![1u64, 2];
            while *weights.last().unwrap() <= n {
                weights.push(weights[weights.len() - 1] + weights[weights.len() - 2]);
            }
            let mut digits = vec![];
            for weight in weights.into_iter().rev() {
                digits.push(u32::from(n >= weight));
                n -= if n >= weight { weight } else { 0 };
            }
            digits
        };
        for x in (1..10_000u64).chain(99_000..100_000) {
            let shifted = digits(x - 1).into_iter().chain([0]);
            let floor = ((5 * u128::from(x).pow(2)).isqrt() + u128::from(x)) / 2;
            assert_eq!(value(Numeration::Ostrowski(1), shifted) + 1, floor, "{x}");
        }
        let setting = Setting { numeration: Numeration::Ostrowski(1), relations: &[] };
        let limits = Limits::default();
        let at = |x: i64, y: i64| Formula::FloorPhi(Linear::number(x), Linear::number(y));
        let possible = |formula: &Formula| {
            check_impossible(&Text::empty(), formula, &[], &setting, &mut WorkCounter::new(&limits).unwrap()).is_err()
        };
        for x in -2..20 {
            for y in -2..36 {
                let holds = x >= 0 && y >= 0 && at(x, y).eval(&[]) == Some(true);
                assert_eq!(possible(&at(x, y)), holds, "{x} {y}");
                assert_eq!(possible(&at(x, y).not()), !holds, "{x} {y}");
            }
        }
    }

    /// Decides conditions on large numbers in few steps, with both decision procedures.
    ///
    /// Each condition states something about the differences of the numbers from large constants. The result must agree
    /// with that of the same condition on small numbers.
    #[test]
    fn large_constants_need_few_steps() {
        let mut dice = Dice(31);
        let limits = Limits { steps: 1 << 25, ..Limits::default() };
        let mut possible = 0;
        for round in 0..150 {
            let offsets: Vec<i64> = (0..2).map(|_| 1000 + (dice.below(150_000_000) >> dice.below(16)) as i64).collect();
            let mut atom = || {
                let sum = Linear::number(dice.below(61) as i64 - 30);
                let sum = sum.plus(dice.below(4) as i64 - 1, &Linear::variable(0));
                let sum = sum.plus(dice.below(4) as i64 - 1, &Linear::variable(1));
                if dice.below(2) == 0 { Formula::Zero(sum) } else { Formula::AtMostZero(sum) }
            };
            let few = |v: Variable| Formula::at_most(&Linear::variable(v), &Linear::number(30));
            let near = Formula::All(vec![few(0), few(1), atom(), Formula::Any(vec![atom().not(), atom()])]);
            // The same condition on the differences from the large constants. These must not be negative.
            let less = |v: usize| Linear::variable(v as Variable).plus(-1, &Linear::number(offsets[v]));
            let moved = near.replace(&[(0, less(0)), (1, less(1))]);
            let above = |v: usize| Formula::at_most(&Linear::number(offsets[v]), &Linear::variable(v as Variable));
            let moved = Formula::All(vec![above(0), above(1), moved]);
            let expected = (0..31).any(|x| (0..31).any(|y| near.eval(&[x, y]) == Some(true)));
            let numeration = [Numeration::Base(2), Numeration::Base(10), Numeration::Ostrowski(1)][round % 3];
            let setting = Setting { numeration, relations: &[] };
            let by_product = satisfied(&moved, &[0, 1], &setting, &mut WorkCounter::new(&limits).unwrap()).unwrap();
            let by_sets =
                crate::parametric::solution_with(&moved, &[], &mut WorkCounter::new(&limits).unwrap()).unwrap();
            let by_sets = by_sets.map(|list| list.into_iter().map(|(_, x)| x).collect::<Vec<u128>>());
            for found in [by_product, by_sets] {
                assert_eq!(found.is_some(), expected, "{moved:?}");
                if let Some(numbers) = found {
                    let values: Vec<u64> = numbers.iter().map(|&x| x as u64).collect();
                    assert_eq!(moved.eval(&values), Some(true), "{moved:?} {values:?}");
                }
            }
            possible += u32::from(expected);
        }
        assert!((30..130).contains(&possible), "{possible}");
    }

    #[test]
    fn searches_beyond_limits_are_rejected() {
        // The same relation of 5 states for each of nine variables, which are independent of one another.
        let next: Vec<u32> = (0..5).flat_map(|s| [s * 2 % 5, (s * 2 + 1) % 5]).collect();
        let yes = vec![true; 5];
        let accept = vec![true, false, false, false, false];
        let relation = Relation { tracks: 1, next, letters: 2, accept, can_accept: yes.clone(), can_reject: yes };
        let setting = Setting { numeration: Numeration::Base(2), relations: &[relation] };
        let mut list: Vec<Formula> = (0..9).map(|v| Formula::Member(0, vec![Linear::variable(v)])).collect();
        let sum = (0..9).fold(Linear::number(3), |sum, v| sum.plus(7, &Linear::variable(v)));
        list.push(Formula::Zero(sum.plus(-5, &Linear::variable(9))));
        list.push(Formula::equal(&Linear::variable(9), &Linear::number(1 << 20)));
        let formula = Formula::All(list);
        for limits in [Limits { steps: 100_000, ..Limits::default() }, Limits { bytes: 100_000, ..Limits::default() }] {
            let error =
                check_impossible(&Text::empty(), &formula, &[], &setting, &mut WorkCounter::new(&limits).unwrap())
                    .unwrap_err();
            assert_eq!(error.kind, grundy_rules::ErrorKind::Limit);
        }
    }
}
