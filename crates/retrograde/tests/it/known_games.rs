//! Games with known answers, whose positions are numbered in different ways.
//!
//! The games are three sorted heaps of Nim (orbits of 1, 3 or 6 positions), Node Kayles on a circle up to its
//! symmetries, a token that never returns to a vertex, and Wythoff's game and Chomp, both given as `rule{…}`.

use grundy_retrograde::{InMemory, TierStore, decode_outcome, solve, solve_groups};
use grundy_rules::indexed::{Indexed, Numbering, Product, Subsets, SubsetsOf, Sums, SumsOf, TerminalResult, Tier};
use grundy_rules::{Budget, Outcome, Play};

const MAX_HEAP: u64 = 11;

/// Three sorted heaps in one group with parents, so that supersteps solve all of its positions.
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
    fn terminal_result(&self, _: &[u64; 3]) -> Option<TerminalResult> {
        None
    }
    fn children(&self, _: Tier, heaps: &[u64; 3], mut visit: impl FnMut(Tier, [u64; 3])) {
        for k in 0..3 {
            for left in 0..heaps[k] {
                let mut child = *heaps;
                child[k] = left;
                visit(0, child);
            }
        }
    }
    fn parents(&self, _: Tier, heaps: &[u64; 3], mut visit: impl FnMut(Tier, [u64; 3])) {
        for k in 0..3 {
            for more in heaps[k] + 1..=MAX_HEAP {
                let mut parent = *heaps;
                parent[k] = more;
                visit(0, parent);
            }
        }
    }
    fn decode(&self, words: &[u64]) -> Option<(Tier, [u64; 3])> {
        Some((0, words.try_into().ok()?))
    }
    fn encode(&self, heaps: &[u64; 3]) -> Vec<u64> {
        heaps.to_vec()
    }
}

#[test]
fn sorted_nim_heaps_have_known_outcomes() {
    let nim = Nim(Sums::new(&[MAX_HEAP; 3], &[0; 3], 0, false).unwrap());
    for threads in [1, 4] {
        let tier_store = InMemory::default();
        solve_groups(&nim, &[vec![0]], None, &tier_store, &Budget { threads, ..Budget::default() }).unwrap();
        let column = tier_store.column(0).unwrap().unwrap();
        for slot in 0..nim.0.size(0) {
            let Some(([a, b, c], _)) = nim.unrank(0, slot) else { continue };
            let expected = if a ^ b ^ c == 0 { Outcome::P } else { Outcome::N };
            assert_eq!(decode_outcome(column.code(slot)).unwrap().outcome(), expected, "{a} {b} {c}");
        }
        // A position is lost iff its nim-sum is 0, so two heaps of a lost position determine the third heap.
        let pairs =
            (0..=MAX_HEAP).flat_map(|a| (0..=MAX_HEAP).map(move |b| a ^ b)).filter(|&c| c <= MAX_HEAP).count() as u64;
        let all = (MAX_HEAP + 1).pow(3);
        assert_eq!(tier_store.tally().positions, [all - pairs, pairs, 0]);
    }
}

/// Node Kayles on a circle: a move removes a vertex and its neighbours.
///
/// Positions are the sets of remaining vertices, up to rotation and reflection.
struct Circle(Subsets);

impl Circle {
    fn take(&self, set: u32, vertex: u32) -> u32 {
        let n = self.0.elements();
        set & !(1 << vertex | 1 << ((vertex + 1) % n) | 1 << ((vertex + n - 1) % n))
    }
}

impl Indexed for Circle {
    type Pos = u32;
    fn groups(&self) -> Vec<Vec<Tier>> {
        (0..=self.0.elements()).map(|count| vec![count]).collect()
    }
    fn after(&self, tier: Tier) -> Vec<Tier> {
        (tier.saturating_sub(3)..tier).collect()
    }
    fn name(&self, tier: Tier) -> String {
        tier.to_string()
    }
    fn size(&self, tier: Tier) -> u64 {
        self.0.size(tier)
    }
    fn rank(&self, _: Tier, &set: &u32) -> (u64, u32) {
        self.0.rank(set)
    }
    fn unrank(&self, tier: Tier, slot: u64) -> Option<(u32, u32)> {
        self.0.unrank(tier, slot)
    }
    fn each(&self, tier: Tier, slots: std::ops::Range<u64>, visit: impl FnMut(u64, u32, u32)) {
        self.0.each(tier, slots, visit);
    }
    fn terminal_result(&self, _: &u32) -> Option<TerminalResult> {
        None
    }
    fn children(&self, _: Tier, &set: &u32, mut visit: impl FnMut(Tier, u32)) {
        for vertex in (0..self.0.elements()).filter(|vertex| set >> vertex & 1 == 1) {
            let left = self.take(set, vertex);
            visit(left.count_ones(), left);
        }
    }
    fn decode(&self, words: &[u64]) -> Option<(Tier, u32)> {
        let set = u32::try_from(*words.first()?).ok().filter(|set| set >> self.0.elements() == 0)?;
        Some((set.count_ones(), set))
    }
    fn encode(&self, &set: &u32) -> Vec<u64> {
        vec![set.into()]
    }
}

/// Compares results with outcomes computed from the definition, for every set of vertices.
#[test]
fn circular_node_kayles_matches_the_definition() {
    for n in [3, 8, 12] {
        let circle = Circle(Subsets::new(n, &[(1..n).chain([0]).collect(), (0..n).rev().collect()]).unwrap());
        let tier_store = InMemory::default();
        solve_groups(&circle, &circle.groups(), None, &tier_store, &Budget::default()).unwrap();
        let mut wins = vec![false; 1 << n];
        for set in 0..1u32 << n {
            let mut moves = (0..n).filter(|vertex| set >> vertex & 1 == 1);
            wins[set as usize] = moves.any(|vertex| !wins[circle.take(set, vertex) as usize]);
            let slot = grundy_rules::indexed::Tiers::find(&circle, &[set.into()]).unwrap();
            let expected = if wins[set as usize] { Outcome::N } else { Outcome::P };
            assert_eq!(decode_outcome(tier_store.code(slot).unwrap()).unwrap().outcome(), expected, "{set:b} of {n}");
        }
        let won = wins.iter().filter(|&&wins| wins).count() as u64;
        assert_eq!(tier_store.tally().positions, [won, (1 << n) - won, 0], "each set counts, not each orbit");
    }
}

/// A token on a graph that moves along an edge to a vertex where it has not been.
///
/// A position consists of the set of unvisited vertices, which includes the token's vertex, and the token's vertex.
struct Wanderer {
    neighbours: Vec<u32>,
    left: Vec<Product<SubsetsOf, SumsOf>>,
}

impl Indexed for Wanderer {
    type Pos = (u32, u32);
    fn groups(&self) -> Vec<Vec<Tier>> {
        (1..=self.neighbours.len() as Tier).map(|count| vec![count]).collect()
    }
    fn after(&self, tier: Tier) -> Vec<Tier> {
        vec![tier - 1]
    }
    fn name(&self, tier: Tier) -> String {
        tier.to_string()
    }
    fn size(&self, tier: Tier) -> u64 {
        self.left[tier as usize].size()
    }
    fn rank(&self, tier: Tier, &(set, token): &(u32, u32)) -> (u64, u32) {
        self.left[tier as usize].rank(&(set, vec![token.into()])).unwrap()
    }
    fn unrank(&self, tier: Tier, slot: u64) -> Option<((u32, u32), u32)> {
        let ((set, token), orbit) = self.left[tier as usize].unrank(slot)?;
        (set >> token[0] & 1 == 1).then_some(((set, token[0] as u32), orbit))
    }
    fn terminal_result(&self, _: &(u32, u32)) -> Option<TerminalResult> {
        None
    }
    fn children(&self, tier: Tier, &(set, token): &(u32, u32), mut visit: impl FnMut(Tier, (u32, u32))) {
        let left = set & !(1 << token);
        let to = (0..self.neighbours.len() as u32).filter(|to| self.neighbours[token as usize] & left & 1 << to != 0);
        to.for_each(|to| visit(tier - 1, (left, to)));
    }
    fn decode(&self, words: &[u64]) -> Option<(Tier, (u32, u32))> {
        let &[set, token] = words else { return None };
        Some((set.count_ones(), (set as u32, token as u32)))
    }
    fn encode(&self, &(set, token): &(u32, u32)) -> Vec<u64> {
        vec![set.into(), token.into()]
    }
}

/// Compares outcomes with a theorem on matchings.
///
/// The player to move wins iff every maximum matching covers the token's vertex.
/// Source: A. S. Fraenkel, E. R. Scheinerman and D. Ullman, "Undirected edge geography" (1993).
#[test]
fn vertex_geography_agrees_with_maximum_matchings() {
    const N: u32 = 8;
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5), (5, 6), (4, 6), (1, 6), (6, 7)];
    let mut near = vec![0; N as usize];
    for (a, b) in edges {
        near[a as usize] |= 1 << b;
        near[b as usize] |= 1 << a;
    }
    let numbered = |count| {
        let token = Sums::new(&[u64::from(N) - 1], &[0], 0, false).unwrap().for_total(0, 1);
        Product::new(Subsets::new(N, &[]).unwrap().for_size(count), token).unwrap()
    };
    let wanderer = Wanderer { neighbours: near.clone(), left: (0..=N).map(numbered).collect() };
    let tier_store = InMemory::default();
    solve_groups(&wanderer, &wanderer.groups(), None, &tier_store, &Budget::default()).unwrap();
    // The size of a maximum matching of each set. A matching either covers the first vertex of the set or does not.
    let mut largest = vec![0u32; 1 << N];
    for set in 1..1usize << N {
        let first = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let with = (0..N as usize).filter(|&to| rest >> to & 1 == 1 && near[first] >> to & 1 == 1);
        largest[set] = with.map(|to| 1 + largest[rest & !(1 << to)]).max().unwrap_or(0).max(largest[rest]);
    }
    for set in 1..1usize << N {
        for token in (0..N as usize).filter(|token| set >> token & 1 == 1) {
            let slot = grundy_rules::indexed::Tiers::find(&wanderer, &[set as u64, token as u64]).unwrap();
            let covers = largest[set & !(1 << token)] < largest[set];
            let expected = if covers { Outcome::N } else { Outcome::P };
            assert_eq!(decode_outcome(tier_store.code(slot).unwrap()).unwrap().outcome(), expected, "{set:b}, {token}");
        }
    }
    assert_eq!(tier_store.tally().position_count(), u64::from(N) << (N - 1));
}

/// Solves games given by rules whose moves decrease the numbers, for all positions up to a start.
#[test]
fn wythoff_and_chomp_rules_have_known_outcomes() {
    let wythoff = "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }";
    // Two rows of Chomp: a + 1 squares in the first row, of which one is poisoned, and b squares in the second row.
    let chomp = "rule{ (a,b) -> (a-k,min(b,a-k+1)) for k in 1..a; (a,b-k) for k in 1..b }";
    for (rule, start, expected) in [
        (wythoff, [30, 30], (|a, b| wythoff_outcome(a, b)) as fn(u64, u64) -> Outcome),
        (chomp, [20, 21], |a, b| if a == b { Outcome::P } else { Outcome::N }),
    ] {
        let spec = grundy_games::parse(&format!("{rule}({},{})", start[0], start[1])).unwrap();
        let position = &*spec.terms[0].position;
        let tiers = position.tiers(0, &Budget::default()).unwrap().unwrap();
        let slot = tiers.find(&position.encode(0).unwrap()).unwrap();
        let tier_store = InMemory::default();
        solve(&*tiers, slot, &tier_store, &Budget::default()).unwrap();
        for (a, b) in (0..=start[0]).flat_map(|a| (0..=start[1]).map(move |b| (a, b))) {
            // Skip pairs in which the second row is longer than the first row, which has a + 1 squares.
            if rule == chomp && b > a + 1 {
                continue;
            }
            let code = tier_store.code(tiers.find(&[a, b]).unwrap()).unwrap();
            assert_eq!(decode_outcome(code).unwrap().outcome(), expected(a, b), "{rule} {a} {b}");
        }
    }
}

fn wythoff_outcome(a: u64, b: u64) -> Outcome {
    let spec = grundy_games::parse(&format!("wythoff({a},{b})")).unwrap();
    spec.terms[0].position.outcome_by_theorem(0, Play::Normal).unwrap().0
}

#[test]
fn cyclic_rules_are_solved_and_growing_rules_have_no_tiers() {
    let solved = |text: &str| {
        let spec = grundy_games::parse(text).unwrap();
        let position = &*spec.terms[0].position;
        let tiers = position.tiers(0, &Budget::default()).unwrap().unwrap();
        let slot = tiers.find(&position.encode(0).unwrap()).unwrap();
        let tier_store = InMemory::default();
        solve(&*tiers, slot, &tier_store, &Budget::default())
            .map(|()| decode_outcome(tier_store.code(slot).unwrap()).unwrap())
    };
    // Moves lead from 2 to 1, from 1 to 2 and from 2 to 0, so play can cycle between 2 and 1.
    let found = solved("rule{ n -> 3-n if n >= 1 and n <= 2; n-2 if n >= 2 }(3)").unwrap();
    let spec = grundy_games::parse("token[3>1,2>1,1>2,2>0](3)").unwrap();
    let answer = grundy_solve::Solver::new().solve(&spec, &Default::default(), &Budget::default()).unwrap();
    assert_eq!((Some(found.outcome()), found.remoteness()), (answer.result.outcome, answer.result.remoteness));
    // Numbers can grow beyond those of the start position, so these positions cannot be numbered.
    let spec = grundy_games::parse("rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }(9,3)").unwrap();
    assert!(spec.terms[0].position.tiers(0, &Budget::default()).is_none());
}
