//! Tests that the traits of `grundy_rules` suffice for games of every kind.
//!
//! One small game of each kind is solved by a plain recursion that uses only the traits, and compared with results
//! computed by hand.

use grundy_rules::{Amounts, Components, Multiplayer, Outcome, Player, Rules, Scored};
use smallvec::smallvec;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Returns the positions after each move of `by` in a sum, each with the player who moves next.
fn options<R: Rules>(rules: &R, sum: &[R::Component], by: Player) -> Vec<(Vec<R::Component>, Player)> {
    let mut list = vec![];
    for k in 0..sum.len() {
        for mv in rules.moves(&sum[k], by) {
            let left = rules.play(&sum[k], by, &mv);
            let after = sum[..k].iter().chain(&left).chain(&sum[k + 1..]).cloned().collect();
            list.push((after, rules.next_player(&sum[k], by, &mv)));
        }
    }
    list
}

/// Generates the items of `impl Rules` for games on one heap in which players have sets of amounts.
///
/// The type needs the field `sets`, with one set for each player.
macro_rules! take_from_own_set {
    () => {
        type Component = u64;
        type Move = u64;
        type Key = u64;
        fn moves(&self, &heap: &u64, by: Player) -> impl Iterator<Item = u64> {
            self.sets[usize::from(by.0)].up_to(heap)
        }
        fn play(&self, &heap: &u64, _: Player, mv: &u64) -> Components<u64> {
            smallvec![heap - mv]
        }
        fn key(&self, &heap: &u64) -> u64 {
            heap
        }
    };
}

// Partizan: Left and Right take stones from a heap, each by their own set of amounts.

struct Taking {
    sets: [Amounts; 2],
}

impl Taking {
    fn new(left: &str, right: &str) -> Taking {
        Taking { sets: [left, right].map(|set| set.parse().unwrap()) }
    }
}

impl Rules for Taking {
    take_from_own_set!();
}

fn mover_wins<R: Rules>(rules: &R, sum: &[R::Component], by: Player) -> bool {
    options(rules, sum, by).iter().any(|(after, next)| !mover_wins(rules, after, *next))
}

fn outcome<R: Rules>(rules: &R, sum: &[R::Component]) -> Outcome {
    match (mover_wins(rules, sum, Player::LEFT), mover_wins(rules, sum, Player::RIGHT)) {
        (true, true) => Outcome::N,
        (false, false) => Outcome::P,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
    }
}

fn outcomes(left: &str, right: &str, count: u64) -> String {
    let rules = Taking::new(left, right);
    (0..count).map(|heap| outcome(&rules, &[heap]).to_string()).collect()
}

#[test]
fn partizan() {
    // Left takes 1, Right 2. Heap 1 has the value 1, heap 2 {1|0}, heap 3 {{1|0}|1} = 0, and so on with period 3.
    assert_eq!(outcomes("1", "2", 10), "PLNPLNPLNP");
    assert_eq!(outcomes("2", "1", 10), "PRNPRNPRNP");
    // With equal sets, the game is impartial: multiples of 3 are P-positions.
    assert_eq!(outcomes("1,2", "1,2", 7), "PNNPNNP");
    // Left may take any amount, Right 3 or more. The player who starts takes the whole heap and wins, but
    // Right cannot take from a heap below 3.
    assert_eq!(outcomes("1..", "3..", 6), "PLLNNN");
    let rules = Taking::new("1", "2");
    // {1|0} + {1|0} = 1, and 1 + {1|0} = {2|1} is positive.
    for (sum, expected) in [
        (vec![], Outcome::P),
        (vec![0, 0], Outcome::P),
        (vec![2, 2], Outcome::L),
        (vec![1, 2], Outcome::L),
        (vec![3, 3], Outcome::P),
        (vec![3, 2], Outcome::N),
    ] {
        assert_eq!(outcome(&rules, &sum), expected, "{sum:?}");
    }
}

// Scoring: taking 1 stone scores 1 point, and the same player moves again if an even heap is left. Taking 2 stones
// scores 3 points.

struct Points;

impl Rules for Points {
    type Component = u32;
    type Move = u32;
    type Key = u32;
    fn moves(&self, &heap: &u32, _: Player) -> impl Iterator<Item = u32> {
        1..=heap.min(2)
    }
    fn play(&self, &heap: &u32, _: Player, mv: &u32) -> Components<u32> {
        smallvec![heap - mv]
    }
    fn key(&self, &heap: &u32) -> u32 {
        heap
    }
    fn next_player(&self, &heap: &u32, by: Player, &mv: &u32) -> Player {
        if mv == 1 && (heap - 1).is_multiple_of(2) { by } else { by.other() }
    }
}

impl Scored for Points {
    fn points(&self, _: &u32, _: Player, mv: &u32) -> i64 {
        if *mv == 1 { 1 } else { 3 }
    }
}

/// Returns the lead of the player to move over the opponent under best play, in points.
fn gain<R: Scored>(rules: &R, sum: &[R::Component], by: Player) -> i64 {
    let mut best = None;
    for k in 0..sum.len() {
        for mv in rules.moves(&sum[k], by) {
            let left = rules.play(&sum[k], by, &mv);
            let after: Vec<R::Component> = sum[..k].iter().chain(&left).chain(&sum[k + 1..]).cloned().collect();
            let next = rules.next_player(&sum[k], by, &mv);
            let rest = gain(rules, &after, next);
            let score = rules.points(&sum[k], by, &mv) + if next == by { rest } else { -rest };
            best = best.max(Some(score));
        }
    }
    best.unwrap_or(0)
}

#[test]
fn scoring() {
    // From heap 3, taking 1, then moving again and taking 2 scores 4 points. Heap 4 gives 1 − 1 or 3 − 3.
    let gains: Vec<i64> = (0..9).map(|heap| gain(&Points, &[heap], Player::LEFT)).collect();
    assert_eq!(gains, [0, 1, 3, 4, 0, 1, 3, 4, 0]);
    assert_eq!(gain(&Points, &[5], Player::RIGHT), 1);
    // In 2 + 1, take the heap of 1, which leaves an even heap (0). Then move again, in the whole sum, and take the 2.
    assert_eq!(gain(&Points, &[2, 1], Player::LEFT), 4);
    assert_eq!(gain(&Points, &[2, 2], Player::LEFT), 0);
}

// Multiplayer: three players take from one heap in turn. The player who cannot take loses, and each player ranks the
// possible losers.

struct Rivals {
    sets: [Amounts; 3],
    rankings: [[Player; 3]; 3],
}

impl Rules for Rivals {
    take_from_own_set!();
    fn next_player(&self, _: &u64, by: Player, _: &u64) -> Player {
        Player((by.0 + 1) % self.players())
    }
}

impl Multiplayer for Rivals {
    fn players(&self) -> u8 {
        3
    }
    fn ranking(&self, of: Player) -> &[Player] {
        &self.rankings[usize::from(of.0)]
    }
}

fn loser<R: Rules + Multiplayer>(rules: &R, sum: &[R::Component], by: Player) -> Player {
    let reached: Vec<Player> = options(rules, sum, by).iter().map(|(after, next)| loser(rules, after, *next)).collect();
    if reached.is_empty() {
        return by;
    }
    *rules.ranking(by).iter().find(|player| reached.contains(player)).expect("a ranking names every seat")
}

#[test]
fn multiplayer() {
    let seats = |list: [u8; 3]| list.map(Player);
    let rules = Rivals {
        sets: ["1,2", "1,3", "2"].map(|set| set.parse().unwrap()),
        rankings: [seats([1, 2, 0]), seats([0, 2, 1]), seats([0, 1, 2])],
    };
    for player in 0..rules.players() {
        let mut all = rules.ranking(Player(player)).to_vec();
        all.sort_unstable();
        assert_eq!(all, (0..rules.players()).map(Player).collect::<Vec<_>>(), "a ranking is a permutation");
    }
    // These losers were computed by hand. With 3 left, player 1 takes 1, so player 2 must empty the heap and player 0
    // loses.
    for (heap, losers) in [(0, [0, 1, 2]), (1, [1, 2, 2]), (2, [1, 2, 0]), (3, [2, 0, 1])] {
        for by in 0..3 {
            assert_eq!(
                loser(&rules, &[heap], Player(by)),
                Player(losers[usize::from(by)]),
                "{heap} left, {by} to move"
            );
        }
    }
}

// Loopy: tokens on a directed graph that has cycles.

struct Tokens {
    edges: BTreeMap<char, Vec<char>>,
}

impl Tokens {
    fn new(edges: &str) -> Tokens {
        let mut graph: BTreeMap<char, Vec<char>> = BTreeMap::new();
        for edge in edges.split(' ') {
            let mut ends = edge.chars();
            let (from, to) = (ends.next().unwrap(), ends.next().unwrap());
            graph.entry(from).or_default().push(to);
        }
        Tokens { edges: graph }
    }
}

impl Rules for Tokens {
    type Component = char;
    type Move = char;
    type Key = char;
    fn moves(&self, at: &char, _: Player) -> impl Iterator<Item = char> {
        self.edges.get(at).into_iter().flatten().copied()
    }
    fn play(&self, _: &char, _: Player, &to: &char) -> Components<char> {
        smallvec![to]
    }
    fn key(&self, &at: &char) -> char {
        at
    }
}

/// Returns the outcome for the player to move and the remoteness, computed from the terminal positions.
///
/// The remoteness is `None` for a draw. A state of the search is the whole sum with the player to move, so partizan
/// games with cycles would work as well.
fn retrograde<R: Rules>(rules: &R, sum: &[R::Component]) -> (Outcome, Option<u32>) {
    let root = (sum.to_vec(), Player::LEFT);
    let mut numbers = HashMap::from([(root.clone(), 0)]);
    let mut states = vec![root];
    let mut before: Vec<Vec<usize>> = vec![vec![]];
    let mut open = vec![];
    let mut at = 0;
    while at < states.len() {
        let (sum, by) = states[at].clone();
        let options = options(rules, &sum, by);
        open.push(options.len());
        for option in options {
            let number = *numbers.entry(option.clone()).or_insert_with(|| {
                states.push(option);
                before.push(vec![]);
                states.len() - 1
            });
            before[number].push(at);
        }
        at += 1;
    }
    let mut known: Vec<Option<(Outcome, u32)>> = vec![None; states.len()];
    let mut queue: VecDeque<usize> = (0..states.len()).filter(|&state| open[state] == 0).collect();
    queue.iter().for_each(|&state| known[state] = Some((Outcome::P, 0)));
    while let Some(state) = queue.pop_front() {
        let (outcome, moves) = known[state].unwrap();
        for &earlier in &before[state] {
            open[earlier] -= 1;
            if known[earlier].is_some() {
                continue;
            }
            match outcome {
                Outcome::P => known[earlier] = Some((Outcome::N, moves + 1)),
                _ if open[earlier] == 0 => known[earlier] = Some((Outcome::P, moves + 1)),
                _ => continue,
            }
            queue.push_back(earlier);
        }
    }
    known[0].map_or((Outcome::D, None), |(outcome, moves)| (outcome, Some(moves)))
}

#[test]
fn loopy() {
    // c has no moves, b wins by b>c, and a can only move to b. d and e form a cycle. f chooses between a win and a
    // draw, g between a loss and a draw. h loses, since its only move is to b.
    let rules = Tokens::new("ab ba bc de ed fd fc gd gb hb");
    for (at, outcome, moves) in [
        ('c', Outcome::P, Some(0)),
        ('b', Outcome::N, Some(1)),
        ('a', Outcome::P, Some(2)),
        ('h', Outcome::P, Some(2)),
        ('d', Outcome::D, None),
        ('e', Outcome::D, None),
        ('f', Outcome::N, Some(1)),
        ('g', Outcome::D, None),
    ] {
        assert_eq!(retrograde(&rules, &[at]), (outcome, moves), "{at}");
    }
    // In a sum with a cycle neither player can be forced to run out of moves; a component without moves changes
    // nothing.
    assert_eq!(retrograde(&rules, &['c', 'd']).0, Outcome::D);
    assert_eq!(retrograde(&rules, &['b', 'd']).0, Outcome::D);
    assert_eq!(retrograde(&rules, &['b', 'c']), (Outcome::N, Some(1)));
    // Without cycles there are no draws, and the sum is a Nim sum: *1 + *2 + *3 is 0.
    let nim = Tokens::new("10 20 21 30 31 32");
    assert_eq!(retrograde(&nim, &['1', '2', '3']).0, Outcome::P);
    assert_eq!(retrograde(&nim, &['1', '2']).0, Outcome::N);
}
