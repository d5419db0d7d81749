//! Partizan games against the definition: one heap from tables and periods, sums by search.

use grundy_rules::{Amounts, ErrorKind, Outcome, Play, Seat};
use grundy_solve::partizan::{Outcomes, class};
use grundy_solve::{Budget, heap::Period};

/// A linear congruential generator (Knuth's constants).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    /// A set with amounts up to `top`: numbers, gaps, ranges, open ranges, named sets, or no set.
    fn set(&mut self, top: u64) -> Option<Amounts> {
        let mut items = vec![];
        let step = 1 + self.below(3) / 2 * self.below(4);
        for _ in 0..self.below(5) {
            let low = (1 + self.below(top)).next_multiple_of(step);
            match self.below(3) {
                0 => items.push(format!("{low}..{}", low + self.below(top))),
                _ => items.push(low.to_string()),
            }
        }
        match self.below(12) {
            0 => items.push(format!("{}..", 1 + self.below(top))),
            1 => items.push(["2^k", "3^k", "k^2", "fib", "prime"][self.below(5) as usize].to_string()),
            _ => {}
        }
        (!items.is_empty()).then(|| items.join(",").parse().unwrap())
    }
}

fn shown(sets: &[Option<Amounts>; 2], play: Play) -> String {
    let [a, b] = sets.each_ref().map(|set| set.as_ref().map_or("{}".to_string(), Amounts::to_string));
    format!("{play} take[{a} | {b}]")
}

/// For each player, whether the heaps 0..count are lost moving first: the definition.
fn slow(sets: &[Option<Amounts>; 2], play: Play, count: usize) -> [Vec<bool>; 2] {
    let mut lost: [Vec<bool>; 2] = [vec![], vec![]];
    for n in 0..count as u64 {
        let loses = [0, 1].map(|by: usize| {
            let mut moves = sets[by].iter().flat_map(|set| set.up_to(n)).peekable();
            if moves.peek().is_none() {
                return play == Play::Normal;
            }
            moves.all(|amount| !lost[1 - by][(n - amount) as usize])
        });
        lost[0].push(loses[0]);
        lost[1].push(loses[1]);
    }
    lost
}

fn slow_moves(sets: &[Option<Amounts>; 2], lost: &[Vec<bool>; 2], by: usize, n: u64) -> Vec<u64> {
    let moves = sets[by].iter().flat_map(|set| set.up_to(n));
    moves.filter(|amount| lost[1 - by][(n - amount) as usize]).collect()
}

#[test]
fn heaps_agree_with_the_definition() {
    let mut random = Random(1);
    let budget = Budget::default();
    let (mut pairs, mut periodic) = (0, 0);
    for (count, top, cases) in [(60, 12, 1500), (400, 20, 300), (700, 90, 300), (900, 150, 100)] {
        for _ in 0..cases {
            let sets = [random.set(top), random.set(top)];
            for play in [Play::Normal, Play::Misere] {
                let lost = slow(&sets, play, count);
                let mut outcomes = Outcomes::new(sets.clone(), play);
                // In two steps, so that a table grows.
                for n in [count as u64 / 3, count as u64 - 1] {
                    outcomes.outcome(n, &budget).unwrap();
                }
                for n in 0..count {
                    let expected = class(!lost[0][n], !lost[1][n]);
                    let found = outcomes.outcome(n as u64, &budget).unwrap();
                    assert_eq!(found, expected, "{} {n}, {:?}", shown(&sets, play), outcomes.period());
                }
                for _ in 0..6 {
                    let n = random.below(count as u64);
                    for by in 0..2 {
                        let expected = slow_moves(&sets, &lost, by, n);
                        let most = random.below(7) as usize;
                        let (total, list) = outcomes.winning_moves(n, Seat(by as u8), most, &budget).unwrap();
                        assert_eq!(total, expected.len() as u128, "{} {n} {by}", shown(&sets, play));
                        assert_eq!(list, expected[..most.min(expected.len())], "{} {n} {by}", shown(&sets, play));
                    }
                }
                pairs += 1;
                periodic += u32::from(outcomes.period().is_some());
            }
        }
    }
    assert!(pairs > 4000 && periodic > 1000, "{pairs} {periodic}");
}

#[test]
fn huge_heaps_repeat_what_a_long_table_shows() {
    let mut random = Random(2);
    let budget = Budget::default();
    let mut found = 0;
    for (top, cases) in [(6, 250), (15, 100), (64, 40), (120, 30)] {
        for _ in 0..cases {
            let sets = [random.set(top), random.set(top)];
            if sets.iter().flatten().any(|set| !set.named().is_empty()) {
                continue;
            }
            for play in [Play::Normal, Play::Misere] {
                let name = shown(&sets, play);
                let mut outcomes = Outcomes::new(sets.clone(), play);
                let n = 10u64.pow(18) + random.below(1000);
                let outcome = outcomes.outcome(n, &budget).unwrap();
                let Period { preperiod, period } = outcomes.period().unwrap();
                let (pre, p) = (preperiod as usize, period as usize);
                if pre + 3 * p > 3000 {
                    continue;
                }
                found += 1;
                let lost = slow(&sets, play, pre + 3 * p + 400);
                let repeats =
                    |from: usize, p: usize| lost.iter().all(|l| (from..l.len() - p).all(|n| l[n] == l[n + p]));
                assert!(repeats(pre, p), "{name}: {pre}, {p}");
                assert!(pre == 0 || !repeats(pre - 1, p), "{name}: preperiod {pre} is not least");
                assert!((1..p).all(|q| !repeats(pre, q)), "{name}: period {p} is not least");
                let at = outcomes.period().unwrap().reduce(n) as usize;
                assert_eq!(outcome, class(!lost[0][at], !lost[1][at]), "{name}");
                // Moves from a heap beyond the table that is still within reach of the definition.
                let n = (lost[0].len() - 1) as u64 - random.below(50);
                for by in 0..2 {
                    let expected = slow_moves(&sets, &lost, by, n);
                    let (total, list) = outcomes.winning_moves(n, Seat(by as u8), 30, &budget).unwrap();
                    assert_eq!(total, expected.len() as u128, "{name} {n} {by}");
                    assert_eq!(list, expected[..expected.len().min(30)], "{name} {n} {by}");
                }
            }
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn moves_from_huge_heaps_are_counted_by_residues() {
    let budget = Budget::default();
    // Left takes 1..10^17, Right 1 or 2: Left wins wherever Right loses a heap within reach.
    let sets = [Some(Amounts::at_least(1)), Some("1,2".parse().unwrap())];
    let mut outcomes = Outcomes::new(sets.clone(), Play::Normal);
    let lost = slow(&sets, Play::Normal, 200);
    for n in 100..180 {
        let expected = slow_moves(&sets, &lost, 0, n);
        assert_eq!(outcomes.winning_moves(n, Seat::LEFT, 9, &budget).unwrap().0, expected.len() as u128);
    }
    let n = 10u64.pow(18);
    let (total, list) = outcomes.winning_moves(n, Seat::LEFT, 1000, &budget).unwrap();
    let all: Vec<u64> =
        (0..n.min(5000)).filter(|&amount| amount > 0 && outcomes.loses(n - amount, Seat::RIGHT)).collect();
    assert_eq!(list[..list.len().min(all.len())], all[..list.len().min(all.len())]);
    let (small, _) = outcomes.winning_moves(n - 3_000_000, Seat::LEFT, 0, &budget).unwrap();
    let between = (n - 3_000_000..n).filter(|&heap| outcomes.loses(heap, Seat::RIGHT)).count();
    assert_eq!(total - small, between as u128);
}

#[test]
fn limits_are_kept_before_memory_is_taken() {
    for (left, right, n) in [
        ("1..100000000000000000", "2..100000000000000005", 10u64.pow(18)),
        ("prime", "2^k", 10u64.pow(12)),
        ("1,1000000000000", "2", 10u64.pow(13)),
        ("1,1000000000000", "2", 10u64.pow(12)),
    ] {
        let sets = [left, right].map(|set| Some(set.parse().unwrap()));
        let error = Outcomes::new(sets, Play::Normal).outcome(n, &Budget::default()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit, "{error}");
    }
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let budget = Budget { cancel: Some(&cancel), ..Budget::default() };
    let sets = [Some("1,63".parse().unwrap()), Some("2,64".parse().unwrap())];
    let mut outcomes = Outcomes::new(sets, Play::Normal);
    assert_eq!(outcomes.outcome(10u64.pow(18), &budget).unwrap_err().kind, ErrorKind::Limit);
    cancel.store(false, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(outcomes.outcome(10u64.pow(18), &budget), Ok(Outcome::N | Outcome::P | Outcome::L | Outcome::R)));
}
