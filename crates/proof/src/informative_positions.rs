//! Chooses positions far beyond a table at which a wrong pattern is likely to fail.
//!
//! Patterns are compared with theorems at these positions. Random positions are seldom informative: hardly any pair of
//! large numbers is a P-position of Wythoff's game. So most positions are close to P-positions of the pattern, or
//! consist of numbers that are special in some numeration.

use crate::automaton::Automaton;
use crate::beatty::{Beatty, BeattyRule};
use crate::numeration::Prefix;
use crate::pattern::{Pattern, PatternForm};

/// Number of positions drawn uniformly at random.
const RANDOM_POSITIONS: u64 = 2000;
/// Number of draws of positions of each informative kind.
const INFORMATIVE_DRAWS: u64 = 1000;
/// Number of lines of adjacent positions that begin at random positions.
const LINE_COUNT: u64 = 24;
/// Number of positions on each line.
const LINE_LEN: u64 = 512;

/// A linear congruential generator with Knuth's constants, so that every run draws the same numbers.
struct CongruentialGenerator(u64);

impl CongruentialGenerator {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Drop the lowest bits, which are not random enough.
        self.0 >> 4
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 20) % n
    }

    /// Returns a random number below 2^60 with a random number of binary digits.
    fn number(&mut self) -> u64 {
        self.next() >> self.below(56)
    }

    /// Returns a random number, in most cases near a special number.
    ///
    /// Special numbers are small multiples of a power of 2 or 3 or of a Fibonacci number.
    fn special_number(&mut self) -> u64 {
        let base: u64 = match self.below(4) {
            0 => 1 << self.below(52),
            1 => 3u64.pow(self.below(32) as u32),
            2 => (0..self.below(70)).fold((1u64, 1u64), |(f, g), _| (g, f + g)).0,
            _ => return self.number(),
        };
        let times = 1 + self.below(9) * self.below(2);
        (base * times + self.below(3)).saturating_sub(1)
    }
}

/// Returns positions at which a wrong pattern is likely to fail, most far beyond any table.
///
/// The result depends on the pattern alone.
pub fn informative_positions(pattern: &Pattern) -> Vec<Vec<u64>> {
    let mut random = CongruentialGenerator(1);
    let dims = pattern.dims;
    let mut points: Vec<Vec<u64>> = vec![];
    for k in 0..RANDOM_POSITIONS {
        // All coordinates of a position have about the same length.
        points.push((0..dims).map(|_| random.next() >> (k % 50)).collect());
    }
    for _ in 0..INFORMATIVE_DRAWS {
        points.push(related(dims, &mut random));
    }
    for _ in 0..INFORMATIVE_DRAWS {
        match &pattern.form {
            PatternForm::Beatty(beatty) => points.extend(near_line(beatty, &mut random)),
            PatternForm::Automaton(automaton) => points.extend(near_words(automaton, &mut random)),
            _ => {}
        }
    }
    for _ in 0..LINE_COUNT {
        let start: Vec<u64> = (0..dims).map(|_| random.below(1 << 12)).collect();
        let along = random.below(dims as u64) as usize;
        let line = |step: u64| {
            let mut point = start.clone();
            point[along] += step;
            point
        };
        points.extend((0..LINE_LEN).map(line));
    }
    points
}

/// Returns a random position in which one coordinate is a simple function of the others.
fn related(dims: usize, random: &mut CongruentialGenerator) -> Vec<u64> {
    let (a, b) = (random.special_number(), random.special_number());
    let dependent = match random.below(9) {
        0 => a,
        1 => a + 1,
        2 => 2 * a,
        3 => 2 * a + 1,
        4 => a ^ b,
        5 => a + b,
        6 => a.abs_diff(b),
        7 => a ^ 1,
        _ => b,
    };
    let mut point = match dims {
        1 => vec![a],
        2 => vec![a, dependent],
        _ => vec![a, if random.below(3) == 0 { a } else { b }, dependent],
    };
    // Rotate the coordinates, so that any one of them may depend on the others.
    let rotation = random.below(dims as u64) as usize;
    point.rotate_left(rotation);
    point
}

/// Returns the pairs near a random P-position of the pattern.
fn near_line(beatty: &Beatty, random: &mut CongruentialGenerator) -> Vec<Vec<u64>> {
    let k = random.number() >> 8;
    let Some(floor) = beatty.alpha.floor_of(k) else { return vec![] };
    let (low, high) = match beatty.rule {
        BeattyRule::Pairs { step, .. } => (floor, step.checked_mul(k).and_then(|d| d.checked_add(floor))),
        BeattyRule::RatioBound { .. } => (k, Some(floor)),
    };
    let Some(high) = high.filter(|&high| high < 1 << 60) else { return vec![] };
    let around = |x: u64| [x, x + 1, x.saturating_sub(1)];
    around(low).into_iter().flat_map(|low| around(high).map(|high| vec![low, high])).collect()
}

/// Returns positions near the numbers that a random prefix of an accepted word represents.
///
/// Also returns positions near the longest accepted prefix of that prefix. Random words are hardly ever
/// accepted if few words are, so only prefixes of accepted words are drawn.
fn near_words(automaton: &Automaton, random: &mut CongruentialGenerator) -> Vec<Vec<u64>> {
    let weights = automaton.numeration.weights();
    let radix = u64::from(automaton.numeration.radix());
    let can_accept = states_reaching(automaton, 0);
    let mut prefixes = vec![Prefix::default(); automaton.dims];
    let (mut state, mut accepted) = (0usize, vec![]);
    let number = |prefixes: &[Prefix]| -> Vec<u64> { prefixes.iter().map(|p| p.range(&weights, 0).0).collect() };
    // Take at most as many letters as numbers below 2^60 have digits in the numeration.
    let letters = 1 + random.below(weights.partition_point(|&weight| weight < 1 << 60) as u64 - 1);
    for _ in 0..letters {
        let transitions: Vec<(u64, usize)> = (0..automaton.letters() as u64)
            .filter_map(|letter| Some((letter, automaton.next[state][letter as usize]? as usize)))
            .filter(|&(_, to)| can_accept[to])
            .collect();
        if transitions.is_empty() {
            break;
        }
        let (mut letter, to) = transitions[random.below(transitions.len() as u64) as usize];
        let mut longer = prefixes.clone();
        let mut legal = true;
        for prefix in longer.iter_mut().rev() {
            match prefix.push(automaton.numeration, (letter % radix) as u32) {
                Some(pushed) => *prefix = pushed,
                None => legal = false,
            }
            letter /= radix;
        }
        // Skip digits that the numeration does not allow here.
        if !legal {
            continue;
        }
        (prefixes, state) = (longer, to);
        if automaton.output[state] == 0 {
            accepted = prefixes.clone();
        }
    }
    let mut points = vec![];
    for point in [number(&accepted), number(&prefixes)] {
        // `accepted` is empty if no word was accepted.
        if point.len() < automaton.dims || point.iter().any(|&x| x >= 1 << 60) {
            continue;
        }
        for k in 0..point.len() {
            for x in [point[k], point[k] + 1, point[k].saturating_sub(1)] {
                points.push(point.iter().enumerate().map(|(t, &y)| if t == k { x } else { y }).collect());
            }
        }
    }
    points
}

/// Returns for each state whether some word leads from the state to a state with this output.
fn states_reaching(automaton: &Automaton, output: u32) -> Vec<bool> {
    let mut reaches: Vec<bool> = automaton.output.iter().map(|&o| o == output).collect();
    loop {
        let more = |s: &usize| !reaches[*s] && automaton.next[*s].iter().flatten().any(|&to| reaches[to as usize]);
        let found: Vec<usize> = (0..reaches.len()).filter(more).collect();
        if found.is_empty() {
            return reaches;
        }
        found.into_iter().for_each(|s| reaches[s] = true);
    }
}
