//! Operations on automata: products, complements, projections. All results are minimal automata.

use super::dfa::Dfa;
use crate::numeration::Numeration;
use grundy_lang::text;
use grundy_rulelang::formula::{Linear, Variable};
use grundy_rules::CompactSort;
use grundy_rules::{Error, ErrorKind, Result};
use grundy_solve::{Budget, Meter};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::rc::Rc;

/// Limits on the work of operations on automata.
///
/// Work is counted, not timed, so that the result is the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct AlgebraLimits {
    /// Maximal number of states of an automaton before it is minimized.
    pub states: usize,
    /// Maximal number of transitions computed in all.
    pub work: u64,
}

impl AlgebraLimits {
    /// The limits for a single attempt at a proof; attempts in a series have lower limits.
    pub const LARGE: AlgebraLimits = AlgebraLimits { states: 300_000, work: 1 << 28 };
}

/// Two sets of tracks of a letter (one digit per track), as bits.
///
/// The first set contains the tracks whose digit must be followed by a 0, the second the tracks whose digit is not 0.
pub type LetterMasks = (u32, u32);

/// Maximal number of letters of an automaton; it limits the memory of transition tables.
const MAX_LETTERS: usize = 1 << 16;

/// A builder of automata in one numeration, with limits on the work.
pub struct Algebra<'a> {
    /// The numeration in which the automata read digits.
    pub numeration: Numeration,
    /// The limits of the work.
    pub limits: AlgebraLimits,
    /// The automata of the relations in formulas; track k reads argument k.
    pub relations: Vec<Dfa>,
    /// A cache of the automata of linear conditions, over the variables 0, 1, ...
    ///
    /// The flag is true for equations and false for inequalities.
    pub(crate) linear_cache: FxHashMap<(Linear, bool), Dfa>,
    /// The next unused variable for the compiler.
    pub(crate) fresh: Variable,
    budget: &'a Budget,
    meter: Meter<'a>,
    /// The number of transitions computed so far.
    work: u64,
    /// A cache of the masks of all letters, indexed by the number of tracks.
    masks: Vec<Option<Rc<[LetterMasks]>>>,
}

impl<'a> Algebra<'a> {
    /// Returns a builder without relations.
    pub fn new(numeration: Numeration, limits: AlgebraLimits, budget: &'a Budget) -> Algebra<'a> {
        let meter = budget.meter(text!("transitions of automata"));
        let (relations, linear_cache) = (vec![], FxHashMap::default());
        // Variables from 2^30 on are reserved for the compiler.
        let fresh = 1 << 30;
        Algebra { numeration, limits, relations, linear_cache, fresh, budget, meter, work: 0, masks: vec![] }
    }

    fn spend(&mut self, units: u64) -> Result<()> {
        self.work += units;
        self.meter.advance(units)?;
        if self.work > self.limits.work {
            let message = text!("more than {limits} automaton transitions", limits = self.limits.work);
            return Err(Error::new(ErrorKind::Limit, message));
        }
        Ok(())
    }

    /// Returns the number of letters of words with this many tracks.
    fn letters(&self, tracks: usize) -> Result<usize> {
        let letters = (self.numeration.radix() as usize).checked_pow(tracks as u32);
        letters.filter(|&letters| letters <= MAX_LETTERS).ok_or_else(|| {
            Error::new(
                ErrorKind::Limit,
                text!("an automaton would read {tracks} numbers at once, which is too many", tracks),
            )
        })
    }

    /// Returns the digits of a letter, one per track.
    pub fn digits(&self, letter: usize, tracks: usize) -> impl Iterator<Item = u32> + use<> {
        let radix = self.numeration.radix() as usize;
        (0..tracks).scan(letter, move |rest, _| {
            let digit = *rest % radix;
            *rest /= radix;
            Some(digit as u32)
        })
    }

    /// Returns the masks of all letters for a number of tracks.
    pub fn masks(&mut self, tracks: usize) -> Result<Rc<[LetterMasks]>> {
        if self.masks.len() <= tracks {
            self.masks.resize(tracks + 1, None);
        }
        if let Some(masks) = &self.masks[tracks] {
            return Ok(Rc::clone(masks));
        }
        let masks_of = |letter| {
            self.digits(letter, tracks).enumerate().fold((0, 0), |(full, some), (track, digit)| {
                let bit = 1 << track;
                (full | if self.numeration.is_full(digit) { bit } else { 0 }, some | if digit > 0 { bit } else { 0 })
            })
        };
        let masks: Rc<[LetterMasks]> = (0..self.letters(tracks)?).map(masks_of).collect();
        self.masks[tracks] = Some(Rc::clone(&masks));
        Ok(masks)
    }

    /// Explores the states reachable from `start` by `step`, and returns the minimal automaton.
    ///
    /// `step` maps a state and a letter to the next state. If this costs more than one unit of work, `step` adds the
    /// excess to its third argument.
    pub fn explore<S: Clone + Eq + Hash>(
        &mut self,
        tracks: Vec<Variable>,
        start: S,
        mut step: impl FnMut(&S, usize, &mut u64) -> S,
        accept: impl Fn(&S) -> bool,
    ) -> Result<Dfa> {
        let letters = self.letters(tracks.len())?;
        let mut numbers: FxHashMap<S, u32> = FxHashMap::default();
        numbers.insert(start.clone(), 0);
        let (mut states, mut next) = (vec![start], vec![]);
        let mut done = 0;
        while done < states.len() {
            let mut cost = letters as u64;
            if done.is_power_of_two() {
                // Count the transition table, whose capacity may double now, and the states, which are stored twice.
                let bytes = 2 * done as u128 * (4 * letters as u128 + 2 * size_of::<S>() as u128 + 8);
                self.budget.check_fits(bytes, &text!("an automaton"))?;
            }
            for letter in 0..letters {
                let reached = step(&states[done], letter, &mut cost);
                let number = match numbers.get(&reached) {
                    Some(&number) => number,
                    None => {
                        let number = states.len() as u32;
                        numbers.insert(reached.clone(), number);
                        states.push(reached);
                        number
                    }
                };
                next.push(number);
            }
            done += 1;
            self.spend(cost)?;
            if states.len() > self.limits.states {
                let message = text!("an automaton has more than {limits} states", limits = self.limits.states);
                return Err(Error::new(ErrorKind::Limit, message));
            }
        }
        let accept = states.iter().map(accept).collect();
        self.minimal(&Dfa { tracks, letters, next, accept })
    }

    fn minimal(&mut self, dfa: &Dfa) -> Result<Dfa> {
        let (minimal, rounds) = dfa.minimal();
        self.spend(rounds * dfa.next.len() as u64 / 4)?;
        Ok(minimal)
    }

    /// Returns the automaton of all words that represent numbers.
    pub fn valid(&mut self, tracks: Vec<Variable>) -> Result<Dfa> {
        let masks = self.masks(tracks.len())?;
        self.explore(tracks, Some(0), |state, letter, _| follow(*state, masks[letter]), Option::is_some)
    }

    /// Returns for each letter over `tracks` its restriction to the tracks `subset`.
    fn restricted_letters(&self, tracks: &[Variable], subset: &[Variable]) -> Result<Vec<u32>> {
        let radix = self.numeration.radix();
        let positions: Vec<usize> =
            subset.iter().map(|v| tracks.iter().position(|w| w == v).expect("a track of the union")).collect();
        let letters = self.letters(tracks.len())?;
        let mut digits = vec![];
        Ok((0..letters)
            .map(|letter| {
                digits.clear();
                digits.extend(self.digits(letter, tracks.len()));
                positions.iter().rev().fold(0, |letter, &position| letter * radix + digits[position])
            })
            .collect())
    }

    /// Returns the intersection of two relations, over the union of their tracks.
    pub fn and(&mut self, one: &Dfa, other: &Dfa) -> Result<Dfa> {
        let tracks = union(&one.tracks, &other.tracks);
        let (left, right) =
            (self.restricted_letters(&tracks, &one.tracks)?, self.restricted_letters(&tracks, &other.tracks)?);
        let (dead_left, dead_right) = (one.dead_state(), other.dead_state());
        let alive = |s: u32, t: u32| (Some(s) != dead_left && Some(t) != dead_right).then_some((s, t));
        self.explore(
            tracks,
            alive(0, 0),
            |state, letter, _| {
                let (s, t) = (*state)?;
                alive(one.step(s, left[letter] as usize), other.step(t, right[letter] as usize))
            },
            |state| state.is_some_and(|(s, t)| one.accept[s as usize] && other.accept[t as usize]),
        )
    }

    /// Returns the union of two relations, over the union of their tracks.
    pub fn or(&mut self, one: &Dfa, other: &Dfa) -> Result<Dfa> {
        let tracks = union(&one.tracks, &other.tracks);
        let (left, right) =
            (self.restricted_letters(&tracks, &one.tracks)?, self.restricted_letters(&tracks, &other.tracks)?);
        let masks = self.masks(tracks.len())?;
        // Each operand rejects invalid words on its own tracks only, so check the validity on all tracks.
        self.explore(
            tracks,
            Some((0, 0, 0)),
            |state, letter, _| {
                let (s, t, full) = (*state)?;
                let full = follow(Some(full), masks[letter])?;
                Some((one.step(s, left[letter] as usize), other.step(t, right[letter] as usize), full))
            },
            |state| state.is_some_and(|(s, t, _)| one.accept[s as usize] || other.accept[t as usize]),
        )
    }

    /// Returns the complement among the words that represent numbers.
    pub fn not(&mut self, dfa: &Dfa) -> Result<Dfa> {
        let masks = self.masks(dfa.tracks.len())?;
        self.explore(
            dfa.tracks.clone(),
            Some((0, 0)),
            |state, letter, _| {
                let (s, full) = (*state)?;
                Some((dfa.step(s, letter), follow(Some(full), masks[letter])?))
            },
            |state| state.is_some_and(|(s, _)| !dfa.accept[s as usize]),
        )
    }

    /// Returns the projection: the numbers that are accepted with some value of this variable.
    pub fn exists(&mut self, dfa: &Dfa, variable: Variable) -> Result<Dfa> {
        let Some(place) = dfa.tracks.iter().position(|&v| v == variable) else { return Ok(dfa.clone()) };
        let tracks: Vec<Variable> = dfa.tracks.iter().copied().filter(|&v| v != variable).collect();
        let radix = self.numeration.radix() as usize;
        let low = radix.pow(place as u32);
        let with = |letter: usize, digit: usize| (letter / low * radix + digit) * low + letter % low;
        let dead = dfa.dead_state();
        // The value may have more digits than the other numbers. So start with all states reached by words
        // whose other tracks have only zeros.
        let mut start = vec![0u32];
        let mut done = 0;
        while done < start.len() {
            for digit in 0..radix {
                let reached = dfa.step(start[done], with(0, digit));
                if !start.contains(&reached) {
                    start.push(reached);
                }
            }
            done += 1;
        }
        start.retain(|&s| Some(s) != dead);
        start.compact_sort();
        self.explore(
            tracks,
            start,
            |set, letter, cost| {
                *cost += (set.len() * radix) as u64;
                let reached = |&s: &u32| (0..radix).map(move |digit| dfa.step(s, with(letter, digit)));
                let mut successors: Vec<u32> = set.iter().flat_map(reached).filter(|&t| Some(t) != dead).collect();
                successors.compact_sort();
                successors.dedup();
                successors
            },
            |set| set.iter().any(|&s| dfa.accept[s as usize]),
        )
    }

    /// Renames the tracks to these variables, which must be distinct.
    pub fn rename(&self, dfa: &Dfa, to: &[Variable]) -> Result<Dfa> {
        let mut tracks = to.to_vec();
        tracks.compact_sort();
        if tracks == to {
            return Ok(Dfa { tracks, ..dfa.clone() });
        }
        let restricted = self.restricted_letters(&tracks, to)?;
        let next =
            (0..dfa.states() as u32).flat_map(|s| restricted.iter().map(move |&l| dfa.step(s, l as usize))).collect();
        Ok(Dfa { tracks, letters: dfa.letters, next, accept: dfa.accept.clone() })
    }

    /// Adds tracks, on which every number is accepted.
    pub fn widen(&mut self, dfa: &Dfa, tracks: &[Variable]) -> Result<Dfa> {
        if tracks.iter().all(|v| dfa.tracks.contains(v)) {
            return Ok(dfa.clone());
        }
        let valid = self.valid(union(&[], tracks))?;
        self.and(dfa, &valid)
    }
}

/// Returns the tracks, as bits, whose next digit must be 0 after a letter.
///
/// Returns `None` if the letter is not allowed. `full` is the set of tracks on which this letter must have a 0; it is
/// `None` after a letter that was not allowed.
fn follow(full: Option<u32>, masks: LetterMasks) -> Option<u32> {
    full.filter(|full| full & masks.1 == 0).map(|_| masks.0)
}

fn union(one: &[Variable], other: &[Variable]) -> Vec<Variable> {
    let mut all = [one, other].concat();
    all.compact_sort();
    all.dedup();
    all
}
