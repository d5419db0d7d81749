//! Games with known answers, numbered in other ways: three heaps of Nim up to their order, whose orbits have 1, 3 or 6 positions, Wythoff's game
//! and Chomp by their rules.

use grundy_rules::indexed::{End, Indexed, Sums, Tier};
use grundy_rules::{Budget, Outcome, Play};
use grundy_solve::tiers::{InMemory, Keeper, fate_of, solve, solve_groups};

const MOST: u64 = 11;

/// Three heaps, sorted; as one group, so that all moves are told backwards.
struct Nim(Sums);

impl Indexed for Nim {
    type Pos = [u64; 3];
    const HAS_PARENTS: bool = true;
    fn groups(&self) -> Vec<Vec<Tier>> {
        vec![vec![0]]
    }
    fn after(&self, _: Tier) -> Vec<Tier> {
        vec![0]
    }
    fn name(&self, _: Tier) -> String {
        "heaps".to_string()
    }
    fn size(&self, _: Tier) -> u64 {
        self.0.size(0)
    }
    fn rank(&self, _: Tier, heaps: &[u64; 3]) -> (u64, u32) {
        let mut sorted = *heaps;
        sorted.sort_unstable();
        let orbit = match (sorted[0] == sorted[1], sorted[1] == sorted[2]) {
            (true, true) => 1,
            (false, false) => 6,
            _ => 3,
        };
        (self.0.rank(0, &sorted).unwrap(), orbit)
    }
    fn unrank(&self, tier: Tier, slot: u64) -> Option<([u64; 3], u32)> {
        let mut heaps = [0; 3];
        self.0.unrank(0, slot, &mut heaps);
        let (at, orbit) = self.rank(tier, &heaps);
        (at == slot).then_some((heaps, orbit))
    }
    fn end(&self, _: &[u64; 3]) -> Option<End> {
        None
    }
    fn children(&self, _: Tier, heaps: &[u64; 3], mut show: impl FnMut(Tier, [u64; 3])) {
        for k in 0..3 {
            for left in 0..heaps[k] {
                let mut child = *heaps;
                child[k] = left;
                show(0, child);
            }
        }
    }
    fn parents(&self, _: Tier, heaps: &[u64; 3], mut show: impl FnMut(Tier, [u64; 3])) {
        for k in 0..3 {
            for more in heaps[k] + 1..=MOST {
                let mut parent = *heaps;
                parent[k] = more;
                show(0, parent);
            }
        }
    }
    fn read(&self, words: &[u64]) -> Option<(Tier, [u64; 3])> {
        Some((0, words.try_into().ok()?))
    }
    fn words(&self, heaps: &[u64; 3]) -> Vec<u64> {
        heaps.to_vec()
    }
}

#[test]
fn three_heaps_up_to_their_order() {
    let nim = Nim(Sums::new(&[MOST; 3], &[0; 3], 0, false).unwrap());
    for threads in [1, 4] {
        let kept = InMemory::default();
        solve_groups(&nim, &[vec![0]], None, &kept, &Budget { threads, ..Budget::default() }).unwrap();
        let column = kept.column(0).unwrap().unwrap();
        for slot in 0..nim.0.size(0) {
            let Some(([a, b, c], _)) = nim.unrank(0, slot) else { continue };
            let right = if a ^ b ^ c == 0 { Outcome::P } else { Outcome::N };
            assert_eq!(fate_of(column.code(slot)).unwrap().outcome(), right, "{a} {b} {c}");
        }
        // Lost ones: two heaps tell the third.
        let pairs = (0..=MOST).flat_map(|a| (0..=MOST).map(move |b| a ^ b)).filter(|&c| c <= MOST).count() as u64;
        let all = (MOST + 1).pow(3);
        assert_eq!(kept.tally().positions, [all - pairs, pairs, 0]);
    }
}

/// The rules as they are written, all lists up to a start, in one pass; and with a rule whose moves go round, in supersteps.
#[test]
fn rules_with_known_answers() {
    let wythoff = "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }";
    // Two rows of Chomp without the poisoned square: a of the first row behind it, b of the second.
    let chomp = "rule{ (a,b) -> (a-k,min(b,a-k+1)) for k in 1..a; (a,b-k) for k in 1..b }";
    for (rule, start, right) in [
        (wythoff, [30, 30], (|a, b| wythoff_outcome(a, b)) as fn(u64, u64) -> Outcome),
        (chomp, [20, 21], |a, b| if a == b { Outcome::P } else { Outcome::N }),
    ] {
        let spec = grundy_games::parse(&format!("{rule}({},{})", start[0], start[1])).unwrap();
        let position = &*spec.terms[0].position;
        let tiers = position.tiers(0, &Budget::default()).unwrap().unwrap();
        let slot = tiers.find(&position.words(0).unwrap()).unwrap();
        let kept = InMemory::default();
        solve(&*tiers, slot, &kept, &Budget::default()).unwrap();
        for (a, b) in (0..=start[0]).flat_map(|a| (0..=start[1]).map(move |b| (a, b))) {
            // The second row is no longer than the first.
            if rule == chomp && b > a + 1 {
                continue;
            }
            let code = kept.code(tiers.find(&[a, b]).unwrap()).unwrap();
            assert_eq!(fate_of(code).unwrap().outcome(), right(a, b), "{rule} {a} {b}");
        }
    }
}

fn wythoff_outcome(a: u64, b: u64) -> Outcome {
    let spec = grundy_games::parse(&format!("wythoff({a},{b})")).unwrap();
    spec.terms[0].position.outcome(0, Play::Normal).unwrap().0
}

#[test]
fn rules_that_go_round_and_rules_that_leave_their_numbers() {
    let solved = |text: &str| {
        let spec = grundy_games::parse(text).unwrap();
        let position = &*spec.terms[0].position;
        let tiers = position.tiers(0, &Budget::default()).unwrap().unwrap();
        let slot = tiers.find(&position.words(0).unwrap()).unwrap();
        let kept = InMemory::default();
        solve(&*tiers, slot, &kept, &Budget::default()).map(|()| fate_of(kept.code(slot).unwrap()).unwrap())
    };
    // From 2 to 1 and back, or to 0 and out of it.
    let found = solved("rule{ n -> 3-n if n >= 1 and n <= 2; n-2 if n >= 2 }(3)").unwrap();
    let spec = grundy_games::parse("token[3>1,2>1,1>2,2>0](3)").unwrap();
    let answer = grundy_solve::Solver::new().solve(&spec, &Default::default(), &Budget::default()).unwrap();
    assert_eq!((Some(found.outcome()), found.remoteness()), (answer.outcome, answer.remoteness));
    // Numbers become larger than those of the start: these positions have no numbers.
    let spec = grundy_games::parse("rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }(9,3)").unwrap();
    assert!(spec.terms[0].position.tiers(0, &Budget::default()).is_none());
}
