//! POJ 1085, Triangle War: two players draw edges between ten dots in four rows; who completes a small triangle has a point and draws
//! again. The number of games; for each the number of moves made so far and the moves `i j`. Answer: `Game 1: A wins.`
//!
//! The library carries the game: `triangles[again](solid edges | edges that can be drawn)`. The larger triangles of the board
//! have more than three edges and are none. Statement: <http://poj.org/problem?id=1085>.

use grundy::prelude::*;

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

/// How many triangles an edge completes.
fn completes(drawn: &[(u8, u8)], (a, b): (u8, u8)) -> i64 {
    let has = |a: u8, b: u8| drawn.contains(&(a.min(b), a.max(b)));
    (1..=10).filter(|&c| has(a, c) && has(b, c)).count() as i64
}

fn written(edges: impl Iterator<Item = (u8, u8)>) -> String {
    edges.map(|(a, b)| format!("{a}-{b}")).collect::<Vec<_>>().join(",")
}

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut g = Grundy::new();
    let mut words = input.split_ascii_whitespace().map(|v| v.parse::<u8>().expect("a number"));
    let mut next = || words.next().expect("one more number");
    let mut out = String::new();
    for game in 1..=next() {
        // What A has more than B, and 1 if A is to move, else -1.
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
        let score = g.solve(&g.read(&spec)?)?.score.expect("points decide");
        let winner = if more + turn * score > 0 { 'A' } else { 'B' };
        out += &format!("Game {game}: {winner} wins.\n");
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}
