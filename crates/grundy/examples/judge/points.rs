//! Games won on points.

use grundy::prelude::*;

/// Rules of a game in which a move takes one of the listed amounts of stones.
struct Stones(Vec<u32>);

impl Rules for Stones {
    type Component = u32;
    type Move = u32;
    type Key = u32;

    fn moves(&self, &stones: &u32, _by: Player) -> impl Iterator<Item = u32> {
        self.0.iter().copied().filter(move |&take| take <= stones)
    }

    fn play(&self, &stones: &u32, _by: Player, &take: &u32) -> Components<u32> {
        [stones - take].into_iter().collect()
    }

    fn key(&self, &stones: &u32) -> u32 {
        stones
    }
}

impl Scored for Stones {
    fn points(&self, _stones: &u32, _by: Player, &take: &u32) -> i64 {
        take.into()
    }
}

/// AtCoder ABC270 D, Stones: print the number of stones that the first player takes under best play.
///
/// Input: `n k`, then k amounts, of which one is 1. Two players in turn take one of the amounts from n stones; each
/// wants as many stones as possible.
///
/// The library solves games won on points; the implementations of `Rules` and `Scored` above define this game.
/// Statement: <https://atcoder.jp/contests/abc270/tasks/abc270_d>.
pub fn abc270_d(input: &str) -> grundy::Result<String> {
    let mut numbers = input.split_ascii_whitespace().map(|v| v.parse::<u32>().expect("a number"));
    let stones = numbers.next().expect("the number of stones");
    let rules = Stones(numbers.skip(1).collect());
    let solved = scoring::solve(&rules, &[stones], Player::LEFT, &scoring::Config::FULL, &Budget::default())?;
    // All stones are taken in the end, so the two players' totals add up to `stones`.
    Ok(format!("{}\n", (i64::from(stones) + solved.score) / 2))
}

/// The edges of the board.
const EDGES: [(u8, u8); 18] = [
    (1, 2),
    (1, 3),
    (2, 3),
    (2, 4),
    (2, 5),
    (3, 5),
    (3, 6),
    (4, 5),
    (5, 6),
    (4, 7),
    (4, 8),
    (5, 8),
    (5, 9),
    (6, 9),
    (6, 10),
    (7, 8),
    (8, 9),
    (9, 10),
];

/// Counts the small triangles that an edge completes, given the edges already drawn.
fn completes(drawn: &[(u8, u8)], (a, b): (u8, u8)) -> i64 {
    let has = |a: u8, b: u8| drawn.contains(&(a.min(b), a.max(b)));
    (1..=10).filter(|&c| has(a, c) && has(b, c)).count() as i64
}

fn written(edges: impl Iterator<Item = (u8, u8)>) -> String {
    edges.map(|(a, b)| format!("{a}-{b}")).collect::<Vec<_>>().join(",")
}

/// POJ 1085, Triangle War: two players draw edges between ten dots in four rows.
///
/// A player who completes a small triangle scores a point and moves again. Input: the number of games; for each game
/// the number of moves made so far and the moves `i j`. Answer: `Game 1: A wins.`
///
/// The library provides the game as `triangles[again](drawn edges | edges not yet drawn)`. The larger triangles on the
/// board do not count, since they have more than three edges. Statement: <http://poj.org/problem?id=1085>.
pub fn poj_1085(input: &str) -> grundy::Result<String> {
    let mut g = Grundy::new();
    let mut words = input.split_ascii_whitespace().map(|v| v.parse::<u8>().expect("a number"));
    let mut next = || words.next().expect("one more number");
    let mut out = String::new();
    for game in 1..=next() {
        // `more` is A's lead in points; `turn` is 1 if A is to move, else -1.
        let (mut drawn, mut more, mut turn) = (vec![], 0, 1);
        for _ in 0..next() {
            let edge = (next(), next());
            let points = completes(&drawn, edge);
            drawn.push(edge);
            more += turn * points;
            turn *= if points > 0 { 1 } else { -1 };
        }
        let open = EDGES.into_iter().filter(|edge| !drawn.contains(edge));
        let spec = format!("triangles[again]({} | {})", written(drawn.iter().copied()), written(open));
        let Verdict::Score(score) = g.solve(&g.read(&spec)?)?.verdict() else { panic!("points decide") };
        let winner = if more + turn * score > 0 { 'A' } else { 'B' };
        out += &format!("Game {game}: {winner} wins.\n");
    }
    Ok(out)
}
