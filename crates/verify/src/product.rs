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
pub fn check_impossible(
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
pub fn satisfied(
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
    let mut pending = VecDeque::from([(start, 0u32)]);
    // For each state, its predecessor and the digits that lead from there to the state.
    let mut from: Vec<(u32, Box<[u8]>)> = vec![(0, Box::new([]))];
    let width = product.literals.len() * 2 + 1;
    while let Some((state, number)) = pending.pop_front() {
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
                pending.push_back((next, new));
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
    let mut pending: Vec<ProductState> = vec![block.start()];
    while let Some(run) = pending.pop() {
        block.advance(&run, &mut zeros.to_vec(), setting, work, &mut |run, _, work| {
            if all.insert(run.to_vec()) {
                work.reserve(16 * run.len() as u64 + 64)?;
                pending.push(run.to_vec());
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
pub fn value(numeration: Numeration, digits: impl Iterator<Item = u32>) -> u128 {
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
