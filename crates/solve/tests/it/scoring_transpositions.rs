//! Games won on points in which many plays reach the same positions.
//!
//! The search then stops using bounds and solves all positions, and must find the same scores.

use crate::common::Random;
use grundy_rules::{Components, ErrorKind, Player, Rules, Scored};
use grundy_solve::Budget;
use grundy_solve::scoring::{Config, ScoringSolution, solve};
use std::collections::HashMap;

/// A walk on a square lattice from index 0; every step increases one of the two coordinates.
struct Lattice {
    side: u32,
    /// The steps, by point and direction; `None` if there is no step.
    /// A step is a pair: its points, and whether the same player moves again.
    steps: Vec<[Option<(i64, bool)>; 2]>,
    /// An exception: from this point, the step in the second direction leads to these components.
    odd: Option<(u32, Vec<u32>)>,
}

impl Lattice {
    fn new(random: &mut Random, side: u32, most: i64, missing: u64) -> Lattice {
        let step = |random: &mut Random| {
            let points = random.below(2 * most as u64 + 1) as i64 - most;
            (!random.once_in(missing)).then(|| (points, random.once_in(4)))
        };
        let steps = (0..side * side).map(|_| [step(random), step(random)]).collect();
        Lattice { side, steps, odd: None }
    }

    /// Returns the target of a step in the first or second direction; `None` if the step is impossible.
    fn to(&self, at: u32, second: bool) -> Option<u32> {
        self.steps[at as usize][usize::from(second)]?;
        let (a, b) = (at / self.side, at % self.side);
        let (a, b) = if second { (a, b + 1) } else { (a + 1, b) };
        (a < self.side && b < self.side).then_some(a * self.side + b)
    }

    /// Computes the value of every point, from the last point to the first.
    fn values(&self) -> Vec<i64> {
        let mut values = vec![0; self.steps.len()];
        for at in (0..self.side * self.side).rev() {
            values[at as usize] = self.results(&values, at).map(|(_, value)| value).max().unwrap_or(0);
        }
        values
    }

    fn results(&self, values: &[i64], at: u32) -> impl Iterator<Item = (bool, i64)> {
        [false, true].into_iter().filter_map(move |second| {
            let to = self.to(at, second)?;
            let (points, again) = self.steps[at as usize][usize::from(second)]?;
            Some((second, points + if again { values[to as usize] } else { -values[to as usize] }))
        })
    }
}

impl Rules for Lattice {
    type Component = u32;
    type Move = bool;
    type Key = (u32, u32);
    fn moves(&self, &at: &u32, _: Player) -> impl Iterator<Item = bool> {
        [false, true].into_iter().filter(move |&second| self.to(at, second).is_some())
    }
    fn play(&self, &at: &u32, _: Player, &second: &bool) -> Components<u32> {
        match &self.odd {
            Some((odd, left)) if *odd == at && second => left.iter().copied().collect(),
            _ => self.to(at, second).into_iter().collect(),
        }
    }
    fn key(&self, &at: &u32) -> (u32, u32) {
        (at / self.side, at % self.side)
    }
    /// Pretends that a key has 48 further bytes, so that little memory holds few positions.
    fn extra_bytes(&self, _: &u32) -> u64 {
        48
    }
    fn next_player(&self, &at: &u32, by: Player, &second: &bool) -> Player {
        if self.steps[at as usize][usize::from(second)].is_some_and(|(_, again)| again) { by } else { by.other() }
    }
}

impl Scored for Lattice {
    fn points(&self, &at: &u32, _: Player, &second: &bool) -> i64 {
        self.steps[at as usize][usize::from(second)].map_or(0, |(points, _)| points)
    }
}

fn full<R: Scored>(rules: &R, component: R::Component, budget: &Budget) -> ScoringSolution<R::Move> {
    solve(rules, &[component], Player::LEFT, &Config::FULL, budget).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn values_and_best_moves_are_those_of_all_positions() {
    let mut random = Random::new(11);
    for case in 0..24 {
        let (side, most) = (30 + 10 * (case % 8), [1, 20, 1 << 40][case as usize % 3]);
        let lattice = Lattice::new(&mut random, side, most, if case % 2 == 0 { 1 << 40 } else { 9 });
        let values = lattice.values();
        let best: Vec<(usize, bool)> =
            lattice.results(&values, 0).filter(|&(_, value)| value == values[0]).map(|(mv, _)| (0, mv)).collect();
        let solved = full(&lattice, 0, &Budget::default());
        assert_eq!((solved.score, &solved.best), (values[0], &best), "case {case}");
        if side < 50 {
            // This memory does not suffice for all positions.
            let tight = full(&lattice, 0, &Budget { bytes: 200_000, ..Budget::default() });
            assert_eq!((tight.score, &tight.best), (values[0], &best), "case {case}");
        }
    }
}

/// Each position is searched about once for each player who may be to move.
#[test]
fn no_position_is_searched_much_more_than_once() {
    let lattice = Lattice::new(&mut Random::new(12), 300, 1_000_000, 1 << 40);
    let nodes = full(&lattice, 0, &Budget::default()).nodes;
    assert!(nodes < 2 * 300 * 300 * 11 / 10, "{nodes} positions");
}

/// A game whose plays never reach the same position, so that bounds cut nearly all of the tree.
struct Tree;

impl Rules for Tree {
    type Component = u32;
    type Move = u32;
    type Key = u32;
    fn moves(&self, &path: &u32, _: Player) -> impl Iterator<Item = u32> {
        (2 * path..2 * path + 2).filter(move |_| path < 1 << 20)
    }
    fn play(&self, _: &u32, _: Player, &to: &u32) -> Components<u32> {
        std::iter::once(to).collect()
    }
    fn key(&self, &path: &u32) -> u32 {
        path
    }
}

impl Scored for Tree {
    fn points(&self, _: &u32, _: Player, &to: &u32) -> i64 {
        i64::from(to.wrapping_mul(2_654_435_761) >> 20)
    }
}

#[test]
fn bounds_stay_where_plays_do_not_meet() {
    let solved = full(&Tree, 1, &Budget::default());
    assert!(solved.nodes < (1 << 21) / 10, "{} positions", solved.nodes);
}

/// Exceptional steps are handled after the search has given up bounds.
/// They lead to two components, to no component, or back to an earlier position.
#[test]
fn odd_steps_are_met_in_time() {
    let mut random = Random::new(13);
    let (side, at) = (120, 90 * 120 + 90);
    let mut lattice = Lattice::new(&mut random, side, 50, 1 << 40);
    lattice.odd = Some((at, vec![119 * 120 + 110, 118 * 120 + 116]));
    // The value of the position at the exceptional step, by the definition on sums.
    let mut known = HashMap::new();
    let expected = value(&lattice, vec![at], &mut known);
    assert_eq!(full(&lattice, at, &Budget::default()).score, expected);
    // Recompute the values of the points before the exceptional step from that value.
    let mut values = lattice.values();
    for point in (0..=at).rev() {
        let best = lattice.results(&values, point).map(|(_, value)| value).max().unwrap_or(0);
        values[point as usize] = if point == at { expected } else { best };
    }
    assert_eq!(full(&lattice, 0, &Budget::default()).score, values[0]);
    lattice.odd = Some((at, vec![0]));
    let error = solve(&lattice, &[0], Player::LEFT, &Config::FULL, &Budget::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}

/// Returns the score of a sum for the player to move, by the definition.
/// Both players have the same moves.
fn value(rules: &Lattice, sum: Vec<u32>, known: &mut HashMap<Vec<u32>, i64>) -> i64 {
    if let Some(&value) = known.get(&sum) {
        return value;
    }
    let mut best = None;
    for (k, component) in sum.iter().enumerate() {
        for mv in rules.moves(component, Player::LEFT) {
            let left = rules.play(component, Player::LEFT, &mv);
            let mut after: Vec<u32> = sum[..k].iter().chain(&left).chain(&sum[k + 1..]).copied().collect();
            after.sort_unstable();
            let rest = value(rules, after, known);
            let again = rules.next_player(component, Player::LEFT, &mv) == Player::LEFT;
            let value = rules.points(component, Player::LEFT, &mv) + if again { rest } else { -rest };
            best = best.max(Some(value));
        }
    }
    let best = best.unwrap_or(0);
    known.insert(sum, best);
    best
}

#[test]
fn large_points_are_added_exactly_or_refused() {
    let mut lattice = Lattice::new(&mut Random::new(14), 100, 1, 1 << 40);
    // The same player makes all 198 steps to the end.
    for (points, fits) in [(i64::MAX / 198, true), (i64::MAX / 197, false)] {
        lattice.steps.iter_mut().flatten().for_each(|step| *step = Some((points, true)));
        let solved = solve(&lattice, &[0], Player::LEFT, &Config::FULL, &Budget::default());
        match solved {
            Ok(solved) => assert!(fits && solved.score == 198 * points),
            Err(error) => assert!(!fits && error.kind == ErrorKind::TooLarge),
        }
    }
}
