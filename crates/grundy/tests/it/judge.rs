//! Runs the programs in `examples/judge/` on samples, against brute force, and on large inputs.
//!
//! The samples of these problems come from the judges' pages or copies of them: HDU 1536, 1846, 1847, 1848, 1849, 1850,
//! 2177, 2516, 3032; POJ 1067, 1704, 2068, 2348, 2425, 3710; Luogu P1247, P2148; CSES Stick Game. The pages of the
//! other problems could not be read: their samples were written from memory or from the statements, and agree with
//! brute force like everything else.

#![allow(dead_code, unused_imports, reason = "the programs have a `main`, which is for the command line")]
#![allow(clippy::duplicate_mod, reason = "programs of the same format are one program under several names")]

use grundy::unstable::rules::clock::Instant;
use std::collections::HashMap;
use std::fmt::{Debug, Write};
use std::hash::Hash;

#[path = "../../examples/judge/main.rs"]
pub(crate) mod programs;

use programs::{graphs, misere, nim, pairs, points, splitting, staircase, subtraction, trees};

fn output(program: fn(&str) -> grundy::Result<String>, input: &str) -> String {
    program(input).unwrap_or_else(|error| panic!("{input}: {error:?}"))
}

/// A deterministic generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    /// Returns between `least` and `max_size` random numbers from `low` to `high`, all bounds inclusive.
    fn list(&mut self, least: u64, max_size: u64, low: u64, high: u64) -> Vec<u64> {
        let length = least + self.below(max_size - least + 1);
        (0..length).map(|_| low + self.below(high - low + 1)).collect()
    }
}

fn line(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// A function that returns the options of a position.
type Moves<P> = Box<dyn Fn(&P) -> Vec<P>>;

/// Decides whether the player to move wins, by trying every move.
///
/// A player without a move wins if `wins_without_moves` is true (misère play), else loses.
struct Brute<P> {
    moves: Moves<P>,
    wins_without_moves: bool,
    memo: HashMap<P, bool>,
}

impl<P: Clone + Eq + Hash + Debug> Brute<P> {
    fn new(stuck: bool, moves: impl Fn(&P) -> Vec<P> + 'static) -> Brute<P> {
        Brute { moves: Box::new(moves), wins_without_moves: stuck, memo: HashMap::new() }
    }

    fn wins(&mut self, position: &P) -> bool {
        if let Some(&known) = self.memo.get(position) {
            return known;
        }
        let options = (self.moves)(position);
        let wins =
            if options.is_empty() { self.wins_without_moves } else { options.iter().any(|option| !self.wins(option)) };
        self.memo.insert(position.clone(), wins);
        wins
    }
}

/// Returns the sorted heaps after each move that takes an amount allowed by `may` from one heap.
fn takes(heaps: &[u64], may: impl Fn(u64) -> bool) -> Vec<Vec<u64>> {
    let mut options = vec![];
    for (place, &heap) in heaps.iter().enumerate() {
        for take in (1..=heap).filter(|&take| may(take)) {
            let mut after = heaps.to_vec();
            after[place] -= take;
            after.sort_unstable();
            options.push(after);
        }
    }
    options
}

/// Compares a program whose cases are `n a1 ... an` with brute force on random heaps up to `max_size`.
fn heaps_agree(
    program: fn(&str) -> grundy::Result<String>,
    counted: bool,
    [yes, no]: [&str; 2],
    max_size: u64,
    mut brute: Brute<Vec<u64>>,
) {
    let mut random = Random(max_size);
    let cases: Vec<Vec<u64>> = (0..60).map(|_| random.list(1, 3, 1, max_size)).collect();
    let mut input = if counted { format!("{}\n", cases.len()) } else { String::new() };
    let mut expected = String::new();
    for heaps in &cases {
        writeln!(input, "{}\n{}", heaps.len(), line(heaps)).unwrap();
        writeln!(expected, "{}", if brute.wins(heaps) { yes } else { no }).unwrap();
    }
    input.push_str(if counted { "" } else { "0\n" });
    assert_eq!(output(program, &input), expected, "{input}");
}

/// Compares a program whose cases are `a b` with brute force on all pairs from 1 to 14.
fn pairs_agree(
    program: fn(&str) -> grundy::Result<String>,
    [before, after]: [&str; 2],
    [yes, no]: [&str; 2],
    wins: impl Fn(u64, u64) -> bool,
) {
    let (mut input, mut expected) = (before.to_string(), String::new());
    for (a, b) in (1..=14).flat_map(|a| (1..=14).map(move |b| (a, b))) {
        writeln!(input, "{a} {b}").unwrap();
        writeln!(expected, "{}", if wins(a, b) { yes } else { no }).unwrap();
    }
    input.push_str(after);
    assert_eq!(output(program, &input), expected);
}

#[test]
fn samples() {
    let check = |program: fn(&str) -> grundy::Result<String>, input: &str, expected: &str| {
        assert_eq!(output(program, input), expected, "{input}");
    };
    check(subtraction::hdu_1846, "2\n23 2\n4 3\n", "first\nsecond\n");
    // A first player who finds no stone has no move, although 0 <= m.
    check(subtraction::bash, "23 2\n4 3\n0 3\n3 3\n", "1\n0\n0\n1\n");
    check(subtraction::hdu_1847, "1\n3\n", "Kiki\nCici\n");
    check(subtraction::hdu_1848, "1 1 1\n1 4 1\n0 0 0\n", "Fibo\nNacci\n");
    check(nim::hdu_1849, "2\n3 5\n3\n3 5 6\n0\n", "Rabbit Win!\nGrass Win!\n");
    check(nim::hdu_1850, "3\n5 7 9\n0\n", "1\n");
    check(misere::hdu_1907, "2\n3\n3 5 1\n1\n1\n", "John\nBrother\n");
    check(
        subtraction::hdu_1536,
        "2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n",
        "LWW\nWWL\n",
    );
    check(pairs::hdu_2147, "5 3\n5 4\n6 6\n0 0\n", "What a pity!\nWonderful!\nWonderful!\n");
    check(pairs::hdu_2177, "1 2\n5 8\n4 7\n2 2\n0 0\n", "0\n1\n4 7\n3 5\n0\n1\n0 0\n1 2\n");
    check(subtraction::hdu_2188, "2\n8 10\n11 10\n", "Grass\nRabbit\n");
    check(subtraction::hdu_2516, "2\n13\n10000\n0\n", "Second win\nSecond win\nFirst win\n");
    check(splitting::hdu_3032, "2\n3\n2 2 3\n2\n3 3\n", "Alice\nBob\n");
    check(pairs::poj_1067, "2 1\n8 4\n4 7\n", "0\n1\n0\n");
    check(staircase::poj_1704, "2\n3\n1 2 3\n8\n1 5 6 7 9 12 14 17\n", "Bob will win\nGeorgia will win\n");
    check(graphs::poj_2068, "1 101 4 4\n1 100 4 4\n3 97 8 7 6 5 4 3\n0\n", POJ_2068);
    check(pairs::poj_2348, "34 12\n15 24\n0 0\n", "Stan wins\nOllie wins\n");
    check(
        graphs::poj_2425,
        "4\n2 1 2\n0\n1 3\n0\n1 0\n2 0 2\n0\n\n4\n1 1\n1 2\n0\n0\n2 0 1\n2 1 1\n3 0 1 3\n0\n",
        "WIN\nWIN\nWIN\nLOSE\nWIN\n",
    );
    check(nim::poj_2975, "3\n7 11 13\n2\n1000000000 1000000000\n0\n", "3\n0\n");
    check(misere::poj_3480, "2\n3\n3 5 1\n1\n1\n", "John\nBrother\n");
    check(trees::poj_3710, "2\n2 1\n1 2\n4 4\n1 2\n2 3\n2 4\n3 4\n", "Sally\n");
    // Grundy values computed by hand: 0 at 5, 6 and 2; 1 at 4 and 3; 2 at 1.
    let graph = "2 1\n2 4\n1 4\n1 5\n4 5\n1 3\n3 5\n3 6\n";
    check(graphs::loj_10243, &format!("6 8 4\n{graph}1 2 4 6\n"), "win\n");
    check(graphs::loj_10243, &format!("6 8 3\n{graph}2 3 4\n"), "lose\n");
    check(nim::luogu_p1247, "3\n3 6 9\n", "4 3\n3 6 5\n");
    check(nim::luogu_p1247, "4\n15 22 19 10\n", "lose\n");
    check(splitting::luogu_p2148, "2\n4\n1 2 3 1\n6\n1 1 1 1 1 1\n", "YES\nNO\n");
    check(nim::luogu_p2197, "2\n2\n1 1\n2\n1 0\n", "No\nYes\n");
    check(pairs::luogu_p2252, "8 4\n", "1\n");
    check(misere::luogu_p4279, "2\n3\n3 5 1\n1\n1\n", "John\nBrother\n");
    check(trees::agc017_d, "5\n1 2\n2 3\n2 4\n4 5\n", "Alice\n");
    check(trees::agc017_d, "5\n1 2\n2 3\n1 4\n4 5\n", "Bob\n");
    check(points::poj_1085, POJ_1085, "Game 1: B wins.\nGame 2: A wins.\nGame 3: A wins.\nGame 4: B wins.\n");
    check(points::abc270_d, "10 2\n1 4\n", "5\n");
    check(points::abc270_d, "11 4\n1 2 3 6\n", "8\n");
    check(points::abc270_d, "10000 10\n1 2 4 8 16 32 64 128 256 512\n", "5136\n");
    check(nim::arc105_d, "1\n2\n1 1\n", "Second\n");
    check(nim::arc105_d, "1\n2\n1 2\n", "First\n");
    check(subtraction::cses_stick_game, "10 3\n1 3 4\n", "WLWWWWLWLW\n");
    check(nim::cses_nim_game_1, "3\n4\n5 7 2 5\n2\n4 1\n3\n3 5 6\n", "first\nfirst\nsecond\n");
    check(subtraction::cses_nim_game_2, "3\n4\n5 7 2 5\n2\n4 1\n3\n4 4 4\n", "first\nfirst\nsecond\n");
    check(staircase::cses_stair_game, "3\n3\n0 2 1\n4\n1 1 1 1\n2\n5 3\n", "first\nsecond\nfirst\n");
    check(splitting::cses_grundys_game, "3\n6\n7\n8\n", "first\nsecond\nfirst\n");
    check(nim::nim_product_64, "2\n6 13\n18446744073709551615 1\n", "15\n18446744073709551615\n");
}

/// The input of four games, each with its number of moves.
const POJ_1085: &str = "4
6 2 4 4 5 5 9 3 6 2 5 3 5
7 2 4 4 5 5 9 3 6 2 5 3 5 7 8
6 1 2 2 3 1 3 2 4 2 5 4 5
10 1 2 2 5 3 6 5 8 4 7 6 10 2 4 4 5 4 8 7 8
";

/// The expected output; the first case is the introductory example of the statement.
const POJ_2068: &str = "0\n1\n1\n";

/// Computes by brute force the final lead of the player to move in Triangle War.
///
/// A triangle is a bit set of its edges, `drawn` the bit set of the edges drawn so far.
fn triangle_war_lead(triangles: &[u32], drawn: u32, memo: &mut HashMap<u32, i64>) -> i64 {
    if let Some(&score) = memo.get(&drawn) {
        return score;
    }
    let completed = |edges: u32| triangles.iter().filter(|&&t| t & edges == t).count() as i64;
    let moves = (0..18).filter(|edge| drawn >> edge & 1 == 0);
    let score = moves.map(|edge| {
        let after = drawn | 1 << edge;
        let (points, rest) = (completed(after) - completed(drawn), triangle_war_lead(triangles, after, memo));
        if points > 0 { points + rest } else { -rest }
    });
    let score = score.max().unwrap_or(0);
    memo.insert(drawn, score);
    score
}

#[test]
fn games_on_points_against_brute_force() {
    // Triangle War: the dots of the nine triangles, written independently of the program.
    let dots = ["123", "245", "253", "356", "478", "485", "589", "596"].map(|t| t.bytes().map(|b| b - b'0').collect());
    let dots: Vec<Vec<u8>> = dots.into_iter().chain([vec![6, 9, 10]]).collect();
    let mut edges: Vec<(u8, u8)> = vec![];
    for t in &dots {
        for (a, b) in [(t[0], t[1]), (t[0], t[2]), (t[1], t[2])] {
            let edge = (a.min(b), a.max(b));
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
    }
    let place = |a: u8, b: u8| edges.iter().position(|&edge| edge == (a.min(b), a.max(b))).unwrap();
    let triangles: Vec<u32> =
        dots.iter().map(|t| 1 << place(t[0], t[1]) | 1 << place(t[0], t[2]) | 1 << place(t[1], t[2])).collect();
    assert_eq!((edges.len(), triangles.len()), (18, 9));
    let (mut random, mut memo) = (Random(1085), HashMap::new());
    let (mut input, mut expected) = ("24\n".to_string(), String::new());
    for game in 1..=24 {
        let (mut drawn, mut more, mut turn, mut moves) = (0u32, 0, 1, vec![]);
        for _ in 0..8 + random.below(11) {
            let open: Vec<usize> = (0..18).filter(|edge| drawn >> edge & 1 == 0).collect();
            let edge = open[random.below(open.len() as u64) as usize];
            let completed = |edges: u32| triangles.iter().filter(|&&t| t & edges == t).count() as i64;
            let points = completed(drawn | 1 << edge) - completed(drawn);
            drawn |= 1 << edge;
            more += turn * points;
            turn *= if points > 0 { 1 } else { -1 };
            moves.push(format!("{} {}", edges[edge].0, edges[edge].1));
        }
        writeln!(input, "{}\n{}", moves.len(), moves.join("\n")).unwrap();
        let wins = more + turn * triangle_war_lead(&triangles, drawn, &mut memo) > 0;
        writeln!(expected, "Game {game}: {} wins.", if wins { 'A' } else { 'B' }).unwrap();
    }
    assert_eq!(output(points::poj_1085, &input), expected, "{input}");
    // Stones: compute the most stones that the player to move can take.
    for _ in 0..60 {
        let n = 1 + random.below(60);
        let mut amounts = random.list(0, 3, 2, 12);
        amounts.push(1);
        amounts.sort_unstable();
        amounts.dedup();
        let mut best_totals = vec![0u64];
        for stones in 1..=n {
            let takes = amounts.iter().filter(|&&take| take <= stones);
            best_totals.push(takes.map(|&take| stones - best_totals[(stones - take) as usize]).max().unwrap());
        }
        let input = format!("{n} {}\n{}\n", amounts.len(), line(&amounts));
        assert_eq!(output(points::abc270_d, &input), format!("{}\n", best_totals[n as usize]), "{input}");
    }
}

#[test]
fn bags_onto_dishes_against_brute_force() {
    // A position is the remaining bags and the dishes; once no bags are left, the moves are those of Nim on the dishes.
    let mut brute = Brute::new(false, |(bags, dishes): &(Vec<u64>, Vec<u64>)| {
        let mut options = vec![];
        for (k, &bag) in bags.iter().enumerate() {
            let mut after = bags.clone();
            after.remove(k);
            for dish in 0..dishes.len() {
                let mut more = dishes.clone();
                more[dish] += bag;
                more.sort_unstable();
                options.push((after.clone(), more));
            }
        }
        match bags.is_empty() {
            true => takes(dishes, |_| true).into_iter().map(|after| (vec![], after)).collect(),
            false => options,
        }
    });
    let mut random = Random(105);
    for _ in 0..60 {
        let mut bags = random.list(1, 4, 1, 3);
        bags.sort_unstable();
        let expected = if brute.wins(&(bags.clone(), vec![0; bags.len()])) { "First\n" } else { "Second\n" };
        assert_eq!(output(nim::arc105_d, &format!("1\n{}\n{}\n", bags.len(), line(&bags))), expected, "{bags:?}");
    }
}

#[test]
fn heaps_against_brute_force() {
    let nim = || Brute::new(false, |heaps: &Vec<u64>| takes(heaps, |_| true));
    let misere = || Brute::new(true, |heaps: &Vec<u64>| takes(heaps, |_| true));
    heaps_agree(nim::hdu_1849, false, ["Rabbit Win!", "Grass Win!"], 7, nim());
    heaps_agree(nim::luogu_p2197, true, ["Yes", "No"], 7, nim());
    heaps_agree(nim::cses_nim_game_1, true, ["first", "second"], 7, nim());
    heaps_agree(misere::hdu_1907, true, ["John", "Brother"], 7, misere());
    heaps_agree(misere::poj_3480, true, ["John", "Brother"], 7, misere());
    heaps_agree(misere::luogu_p4279, true, ["John", "Brother"], 7, misere());
    let up_to_three = Brute::new(false, |heaps: &Vec<u64>| takes(heaps, |take| take < 4));
    heaps_agree(subtraction::cses_nim_game_2, true, ["first", "second"], 9, up_to_three);
    let lasker = Brute::new(false, |heaps: &Vec<u64>| {
        let mut options = takes(heaps, |_| true);
        for (place, &heap) in heaps.iter().enumerate() {
            for half in 1..=heap / 2 {
                let mut after = heaps.clone();
                after[place] = half;
                after.push(heap - half);
                after.sort_unstable();
                options.push(after);
            }
        }
        options
    });
    heaps_agree(splitting::hdu_3032, true, ["Alice", "Bob"], 4, lasker);
    let stairs = Brute::new(false, |steps: &Vec<u64>| {
        let carry = |step: usize| (1..=steps[step]).map(move |balls| (step, balls));
        let moves = (1..steps.len()).flat_map(carry);
        let play = |(step, balls): (usize, u64)| {
            let mut after = steps.clone();
            after[step] -= balls;
            after[step - 1] += balls;
            after
        };
        moves.map(play).collect()
    });
    heaps_agree(staircase::cses_stair_game, true, ["first", "second"], 4, stairs);
}

#[test]
fn georgia_and_bob_against_brute_force() {
    let mut brute = Brute::new(false, |men: &Vec<u64>| {
        let mut options = vec![];
        for (k, &man) in men.iter().enumerate() {
            let before = if k == 0 { 0 } else { men[k - 1] };
            for to in before + 1..man {
                let mut after = men.clone();
                after[k] = to;
                options.push(after);
            }
        }
        options
    });
    let mut random = Random(5);
    for _ in 0..60 {
        let mut men = random.list(1, 4, 1, 9);
        men.sort_unstable();
        men.dedup();
        let expected = if brute.wins(&men) { "Georgia will win\n" } else { "Bob will win\n" };
        men.reverse(); // the statement allows any order
        assert_eq!(output(staircase::poj_1704, &format!("1\n{}\n{}\n", men.len(), line(&men))), expected);
    }
}

#[test]
fn pairs_against_brute_force() {
    let bash = |n, m| Brute::new(false, move |heaps: &Vec<u64>| takes(heaps, |take| take <= m)).wins(&vec![n]);
    pairs_agree(subtraction::hdu_1846, ["196\n", ""], ["first", "second"], bash);
    pairs_agree(subtraction::bash, ["", ""], ["1", "0"], bash);
    pairs_agree(subtraction::hdu_2188, ["196\n", ""], ["Grass", "Rabbit"], bash);
    let wythoff = || {
        Brute::new(false, |heaps: &Vec<u64>| {
            let both = (1..=heaps[0].min(heaps[1])).map(|take| vec![heaps[0] - take, heaps[1] - take]);
            takes(heaps, |_| true).into_iter().chain(both).collect()
        })
    };
    pairs_agree(pairs::poj_1067, ["", ""], ["1", "0"], |a, b| wythoff().wins(&vec![a, b]));
    pairs_agree(pairs::luogu_p2252, ["", ""], ["1", "0"], |a, b| wythoff().wins(&vec![a, b]));
    let euclid = |a, b| {
        let mut brute = Brute::new(false, |pair: &Vec<u64>| {
            let (small, large) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            let max_multiple = large.checked_div(small).unwrap_or(0);
            (1..=max_multiple).map(|k| vec![small, large - k * small]).collect()
        });
        brute.wins(&vec![a, b])
    };
    pairs_agree(pairs::poj_2348, ["", "0 0\n"], ["Stan wins", "Ollie wins"], euclid);
    let kiki = |n, m| {
        let mut brute = Brute::new(false, |&(a, b): &(u64, u64)| {
            let steps = [(1, 0), (0, 1), (1, 1)];
            steps.iter().filter_map(|(x, y)| Some((a.checked_sub(*x)?, b.checked_sub(*y)?))).collect()
        });
        brute.wins(&(n - 1, m - 1))
    };
    pairs_agree(pairs::hdu_2147, ["", "0 0\n"], ["Wonderful!", "What a pity!"], kiki);
    // Positions after the winning moves: first the moves in both heaps, then in the first, then in the second.
    let mut brute = wythoff();
    for (a, b) in (0..=12).flat_map(|a| (a..=12).map(move |b| (a, b))).skip(1) {
        let shown = output(pairs::hdu_2177, &format!("{a} {b}\n0 0\n"));
        let both = (1..=a).map(|take| [a - take, b - take]);
        let first = (1..=a).map(|take| [a - take, b]);
        let second = (1..=b).filter(|_| a != b).map(|take| [a, b - take]);
        let mut all: Vec<[u64; 2]> = both.chain(first).chain(second).collect();
        all.retain(|pair| !brute.wins(&pair.to_vec()));
        let line = |[x, y]: &[u64; 2]| format!("{} {}\n", x.min(y), x.max(y));
        let expected: String = all.iter().map(line).collect();
        assert_eq!(shown, format!("{}\n{expected}", u8::from(!all.is_empty())), "{a} {b}");
    }
}

#[test]
fn one_heap_against_brute_force() {
    let mut powers = Brute::new(false, |heaps: &Vec<u64>| takes(heaps, u64::is_power_of_two));
    let mut fibonacci = Brute::new(false, |&(stones, max_size): &(u64, u64)| {
        (1..=max_size.min(stones)).map(|take| (stones - take, 2 * take)).collect()
    });
    let mut splits = Brute::new(false, |heaps: &Vec<u64>| {
        let mut options = vec![];
        for (place, &heap) in heaps.iter().enumerate() {
            for half in (1..heap.div_ceil(2)).filter(|half| 2 * half != heap) {
                let mut after = heaps.clone();
                after[place] = half;
                after.push(heap - half);
                after.sort_unstable();
                options.push(after);
            }
        }
        options
    });
    for n in 1..=40 {
        let expected = if powers.wins(&vec![n]) { "Kiki\n" } else { "Cici\n" };
        assert_eq!(output(subtraction::hdu_1847, &n.to_string()), expected);
        let expected = if fibonacci.wins(&(n, n - 1)) { "First win\n" } else { "Second win\n" };
        assert_eq!(output(subtraction::hdu_2516, &format!("{n}\n0\n")), expected, "{n}");
        if n <= 18 {
            let expected = if splits.wins(&vec![n]) { "first\n" } else { "second\n" };
            assert_eq!(output(splitting::cses_grundys_game, &format!("1\n{n}\n")), expected, "{n}");
        }
    }
}

#[test]
fn sets_against_brute_force() {
    let mut random = Random(7);
    for _ in 0..20 {
        let mut set = random.list(1, 4, 1, 8);
        set.sort_unstable();
        set.dedup();
        let amounts = set.clone();
        let mut brute = Brute::new(false, move |heaps: &Vec<u64>| takes(heaps, |take| amounts.contains(&take)));
        let heaps = random.list(1, 3, 0, 9);
        let game = format!("{} {}\n1\n{} {}\n0\n", set.len(), line(&set), heaps.len(), line(&heaps));
        let expected = if brute.wins(&heaps) { "W\n" } else { "L\n" };
        assert_eq!(output(subtraction::hdu_1536, &game), expected, "{game}");
        let letters: String = (1..=30).map(|n| if brute.wins(&vec![n]) { 'W' } else { 'L' }).collect();
        set.reverse(); // the statement allows any order
        let game = format!("30 {}\n{}\n", set.len(), line(&set));
        assert_eq!(output(subtraction::cses_stick_game, &game), letters + "\n", "{game}");
    }
    let mut fibonacci = Brute::new(false, |heaps: &Vec<u64>| takes(heaps, |take| [1, 2, 3, 5, 8, 13].contains(&take)));
    for _ in 0..40 {
        let mut heaps = random.list(3, 3, 1, 14);
        heaps.sort_unstable();
        let expected = if fibonacci.wins(&heaps) { "Fibo\n" } else { "Nacci\n" };
        assert_eq!(output(subtraction::hdu_1848, &format!("{}\n0 0 0\n", line(&heaps))), expected, "{heaps:?}");
    }
}

#[test]
fn winning_moves_against_brute_force() {
    let mut nim = Brute::new(false, |heaps: &Vec<u64>| takes(heaps, |_| true));
    let mut random = Random(9);
    for _ in 0..60 {
        let heaps = random.list(1, 4, 1, 7);
        let winning = takes(&heaps, |_| true).iter().filter(|option| !nim.wins(option)).count();
        let input = format!("{}\n{}\n0\n", heaps.len(), line(&heaps));
        assert_eq!(output(nim::hdu_1850, &input), format!("{winning}\n"), "{input}");
        assert_eq!(output(nim::poj_2975, &input), format!("{winning}\n"), "{input}");
        let first = heaps.iter().enumerate().flat_map(|(place, &heap)| (1..=heap).map(move |take| (place, take)));
        let first = first.map(|(place, take)| {
            let mut after = heaps.clone();
            after[place] -= take;
            (place, take, after)
        });
        let found = first.into_iter().find(|(.., after)| {
            let mut sorted = after.clone();
            sorted.sort_unstable();
            !nim.wins(&sorted)
        });
        let expected = match found {
            Some((place, take, after)) => format!("{take} {}\n{}\n", place + 1, line(&after)),
            None => "lose\n".to_string(),
        };
        assert_eq!(output(nim::luogu_p1247, &format!("{}\n{}\n", heaps.len(), line(&heaps))), expected);
    }
}

#[test]
fn teams_against_brute_force() {
    let mut random = Random(11);
    for _ in 0..30 {
        let team = 1 + random.below(3);
        let limits: Vec<u64> = (0..2 * team).map(|_| 1 + random.below(4)).collect();
        let (stones, players) = (1 + random.below(30), limits.clone());
        // The player to move when no stones are left wins, because the other team took the last one.
        let mut brute = Brute::new(true, move |&(stones, turn): &(u64, usize)| {
            (1..=stones.min(players[turn])).map(|take| (stones - take, (turn + 1) % players.len())).collect()
        });
        let input = format!("{team} {stones} {}\n0\n", line(&limits));
        assert_eq!(output(graphs::poj_2068, &input), format!("{}\n", u8::from(brute.wins(&(stones, 0)))), "{input}");
    }
}

#[test]
fn split_pairs_against_brute_force() {
    let mut brute = Brute::new(false, |heaps: &Vec<u64>| {
        let mut options = vec![];
        for place in 0..heaps.len() {
            for component in 1..heaps[place] {
                let mut after = heaps.clone();
                (after[place], after[place ^ 1]) = (component, heaps[place] - component);
                options.push(after);
            }
        }
        options
    });
    let mut random = Random(13);
    for pairs in [1, 2].repeat(40) {
        let heaps = random.list(2 * pairs, 2 * pairs, 1, 8);
        let expected = if brute.wins(&heaps) { "YES\n" } else { "NO\n" };
        let input = format!("1\n{}\n{}\n", heaps.len(), line(&heaps));
        assert_eq!(output(splitting::luogu_p2148, &input), expected, "{input}");
    }
}

#[test]
fn graphs_against_brute_force() {
    let mut random = Random(17);
    for _ in 0..40 {
        // Edges go to larger vertices only.
        let n = 2 + random.below(6);
        let mut rows: Vec<Vec<usize>> = vec![];
        for from in 0..n {
            rows.push((from + 1..n).filter(|_| random.below(2) == 0).map(|to| to as usize).collect());
        }
        let pieces = random.list(1, 3, 0, n - 1);
        let graph = rows.clone();
        let mut brute = Brute::new(false, move |pieces: &Vec<u64>| {
            let mut options = vec![];
            for (k, &at) in pieces.iter().enumerate() {
                for &to in &graph[at as usize] {
                    let mut after = pieces.clone();
                    after[k] = to as u64;
                    options.push(after);
                }
            }
            options
        });
        let mut input = format!("{n}\n");
        for row in &rows {
            let row: Vec<u64> = std::iter::once(row.len() as u64).chain(row.iter().map(|&to| to as u64)).collect();
            writeln!(input, "{}", line(&row)).unwrap();
        }
        writeln!(input, "{} {}\n0", pieces.len(), line(&pieces)).unwrap();
        let expected = if brute.wins(&pieces) { "WIN\n" } else { "LOSE\n" };
        assert_eq!(output(graphs::poj_2425, &input), expected, "{input}");
        // Input for LOJ 10243: the same graph as a list of edges, with vertices from 1.
        let mut input = format!("{n} {} {}\n", rows.iter().map(Vec::len).sum::<usize>(), pieces.len());
        for (from, row) in rows.iter().enumerate() {
            row.iter().for_each(|to| writeln!(input, "{} {}", from + 1, to + 1).unwrap());
        }
        writeln!(input, "{}", line(&pieces.iter().map(|at| at + 1).collect::<Vec<_>>())).unwrap();
        assert_eq!(output(graphs::loj_10243, &input), expected.to_lowercase(), "{input}");
    }
}

/// Returns a brute-force solver for cutting edges of a graph; a position is its remaining edges.
///
/// Vertex 1 is the ground.
fn cutting() -> Brute<Vec<(u64, u64)>> {
    Brute::new(false, |edges: &Vec<(u64, u64)>| {
        let without = |cut: usize| {
            let after: Vec<(u64, u64)> =
                edges.iter().enumerate().filter(|(k, _)| *k != cut).map(|(_, &edge)| edge).collect();
            let mut joined = vec![1];
            while let Some(&(a, b)) = after.iter().find(|(a, b)| joined.contains(a) != joined.contains(b)) {
                joined.push(if joined.contains(&a) { b } else { a });
            }
            after.into_iter().filter(|(a, _)| joined.contains(a)).collect()
        };
        (0..edges.len()).map(without).collect()
    })
}

#[test]
fn cut_edges_against_brute_force() {
    let mut random = Random(19);
    for _ in 0..40 {
        let n = 2 + random.below(6);
        let tree: Vec<(u64, u64)> = (2..=n).map(|vertex| (1 + random.below(vertex - 1), vertex)).collect();
        let lines = |edges: &[(u64, u64)]| edges.iter().map(|(a, b)| format!("{b} {a}\n")).collect::<String>();
        let wins = cutting().wins(&tree);
        let expected = if wins { "Alice\n" } else { "Bob\n" };
        assert_eq!(output(trees::agc017_d, &format!("{n}\n{}", lines(&tree))), expected, "{tree:?}");
        // A polygon of two, three or four sides hangs from a random vertex.
        let (sides, at) = (2 + random.below(3), 1 + random.below(n));
        let mut gift = tree.clone();
        let round: Vec<u64> = std::iter::once(at).chain(n + 1..n + sides).chain([at]).collect();
        gift.extend(round.windows(2).map(|pair| (pair[0], pair[1])));
        let expected = if cutting().wins(&gift) { "Sally\n" } else { "Harry\n" };
        let input = format!("1\n{} {}\n{}", n + sides - 1, gift.len(), lines(&gift));
        assert_eq!(output(trees::poj_3710, &input), expected, "{input}");
    }
    assert_eq!(output(trees::poj_3710, "1\n1 0\n"), "Harry\n");
}

/// Returns random numbers from `low` to `high`, where the range may exceed 2^31.
fn spread(random: &mut Random, length: usize, low: u64, high: u64) -> Vec<u64> {
    (0..length).map(|_| low + (random.below(1 << 31) << 31 | random.below(1 << 31)) % (high - low + 1)).collect()
}

/// Formats the number of cases, then each case as `n a1 ... an`.
fn counted(cases: impl IntoIterator<Item = Vec<u64>>) -> String {
    let lines: Vec<String> = cases.into_iter().map(|list| format!("{}\n{}\n", list.len(), line(&list))).collect();
    format!("{}\n{}", lines.len(), lines.concat())
}

/// Formats random cases, one per line, of one number from 1 to each bound.
fn tuples<const N: usize>(random: &mut Random, cases: usize, max_size: [u64; N]) -> String {
    let mut case = || max_size.map(|max_size| spread(random, 1, 1, max_size)[0]);
    (0..cases).map(|_| format!("{}\n", line(&case()))).collect()
}

/// Runs the programs on the largest inputs that the statements allow.
///
/// Where a statement does not limit the number of cases, there are many. `-- --nocapture` shows the seconds; in a
/// release build each program stays within the judge's limit.
#[test]
#[ignore = "slow: the largest inputs of all programs"]
fn largest_inputs_finish() {
    let timed = |name: &str, program: fn(&str) -> grundy::Result<String>, input: String| {
        let start = Instant::now();
        let lines = output(program, &input).lines().count();
        println!("{name}: {} bytes in, {lines} lines out, {:.2} s", input.len(), start.elapsed().as_secs_f64());
    };
    let random = &mut Random(23);
    let path = |n: u64| (2..=n).map(|vertex| format!("{} {vertex}\n", vertex - 1)).collect::<String>();
    let billion = 1_000_000_000;
    timed("agc017_d", trees::agc017_d, format!("100000\n{}", path(100_000)));
    timed("bash", subtraction::bash, tuples(random, 10_000, [billion; 2]));
    let heaps = counted([spread(random, 200_000, 1, 1_000_000)]);
    timed("cses_grundys_game", splitting::cses_grundys_game, heaps.split_once('\n').unwrap().1.to_string());
    let single: Vec<Vec<u64>> = (0..200_000).map(|_| spread(random, 1, 1, billion)).collect();
    timed("cses_nim_game_1", nim::cses_nim_game_1, counted(single.clone()));
    timed("cses_nim_game_2", subtraction::cses_nim_game_2, counted(single.clone()));
    timed("cses_stair_game", staircase::cses_stair_game, counted(single));
    let amounts = spread(random, 99, 1, 1_000_000);
    timed("cses_stick_game", subtraction::cses_stick_game, format!("1000000 100\n1 {}\n", line(&amounts)));
    timed("hdu_1536", subtraction::hdu_1536, {
        let set = |random: &mut Random| format!("100 {}\n100\n", line(&spread(random, 100, 1, 10_000)));
        let positions = |random: &mut Random| -> String {
            (0..100).map(|_| format!("100 {}\n", line(&spread(random, 100, 0, 10_000)))).collect()
        };
        let games: String = (0..10).map(|_| set(random) + &positions(random)).collect();
        games + "0\n"
    });
    timed("hdu_1846", subtraction::hdu_1846, format!("100\n{}", tuples(random, 100, [1000; 2])));
    timed("hdu_1847", subtraction::hdu_1847, tuples(random, 10_000, [1000]));
    timed("hdu_1848", subtraction::hdu_1848, tuples(random, 10_000, [1000; 3]) + "0 0 0\n");
    let strips: String = (0..1000).map(|_| format!("1000 {}\n", line(&spread(random, 1000, 0, 1000)))).collect();
    timed("hdu_1849", nim::hdu_1849, strips + "0\n");
    let cards: String = (0..1000).map(|_| format!("100 {}\n", line(&spread(random, 100, 1, 1_000_000)))).collect();
    timed("hdu_1850", nim::hdu_1850, cards + "0\n");
    timed("hdu_1907", misere::hdu_1907, counted((0..474).map(|_| spread(random, 47, 1, 4747))));
    timed("hdu_2147", pairs::hdu_2147, tuples(random, 10_000, [2000; 2]) + "2000 2000\n0 0\n");
    let pairs: String = (1..=10_000u64).map(|k| format!("{} 1000000\n", 100 * k)).collect();
    timed("hdu_2177", pairs::hdu_2177, pairs + "0 0\n");
    timed("hdu_2188", subtraction::hdu_2188, format!("10000\n{}", tuples(random, 10_000, [10_000; 2])));
    timed("hdu_2516", subtraction::hdu_2516, tuples(random, 10_000, [(1 << 31) - 1]) + "0\n");
    timed("hdu_3032", splitting::hdu_3032, counted([spread(random, 1_000_000, 1, (1 << 31) - 1)]));
    timed("luogu_p1247", nim::luogu_p1247, format!("500000\n{}\n", line(&spread(random, 500_000, 1, billion))));
    timed("luogu_p2148", splitting::luogu_p2148, counted((0..20).map(|_| spread(random, 20_000, 1, 2 * billion))));
    timed("luogu_p2197", nim::luogu_p2197, counted((0..10).map(|_| spread(random, 10_000, 1, 10_000))));
    timed("luogu_p2252", pairs::luogu_p2252, tuples(random, 1, [billion; 2]));
    timed("luogu_p4279", misere::luogu_p4279, counted((0..500).map(|_| spread(random, 50, 1, 5000))));
    let numbers = spread(random, 2_000_000, 0, 1 << 62);
    let products: String = numbers.chunks(2).map(|pair| format!("{}\n", line(pair))).collect();
    timed("nim_product_64", nim::nim_product_64, format!("1000000\n{products}"));
    timed("poj_1067", pairs::poj_1067, tuples(random, 10_000, [billion; 2]));
    timed("poj_1704", staircase::poj_1704, counted((0..20).map(|_| (1..=1000).map(|k| 10 * k).collect())));
    timed("poj_2068", graphs::poj_2068, format!("10 8191 {}\n", line(&[16; 20])).repeat(10) + "0\n");
    timed("poj_2348", pairs::poj_2348, tuples(random, 10_000, [(1 << 31) - 1; 2]) + "0 0\n");
    timed("poj_2425", graphs::poj_2425, {
        let row = |from: u64| format!("{} {}\n", 999 - from, line(&(from + 1..1000).collect::<Vec<u64>>()));
        let rows: String = (0..1000).map(row).collect();
        let queries: String = (0..10_000).map(|_| format!("10 {}\n", line(&spread(random, 10, 0, 999)))).collect();
        format!("1000\n{rows}{queries}0\n")
    });
    let cards: String = (0..1000).map(|_| format!("1000 {}\n", line(&spread(random, 1000, 1, billion)))).collect();
    timed("poj_2975", nim::poj_2975, cards + "0\n");
    timed("poj_3480", misere::poj_3480, counted((0..474).map(|_| spread(random, 47, 1, 4747))));
    timed("poj_3710", trees::poj_3710, format!("100\n{}", format!("100 99\n{}", path(100)).repeat(100)).repeat(20));
}
