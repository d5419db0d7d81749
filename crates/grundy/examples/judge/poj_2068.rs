//! POJ 2068, Nim: two teams of n sit in turn around a heap of s stones; each of the 2n players has a limit of what to
//! take, and the team that takes the last stone loses. 1 if the first team wins, else 0. Cases `n s m1 ... m2n`,
//! ended by 0.
//!
//! The library carries outcomes on directed graphs, here of stones and turns. The same as a rule,
//! `(s,t) -> (s-k, (t+1)%2) for k in 1..3 if t == 0; ...`, is slower by far.
//! Statement and sample: <http://poj.org/problem?id=2068>.

use grundy::engines::digraph::Fates;
use grundy::prelude::*;
use grundy::rules::Arcs;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut out = String::new();
    let mut words = input.split_ascii_whitespace().map(|n| n.parse::<u32>().expect("a number"));
    while let Some(n) = words.next().filter(|&n| n > 0) {
        let (players, stones) = (2 * n, words.next().expect("the number of stones"));
        let limits: Vec<u32> = words.by_ref().take(players as usize).collect();
        let vertex = |stones: u32, turn: u32| stones * players + turn % players;
        let edges: Vec<[u32; 2]> = (0..=stones)
            .flat_map(|left| (0..players).map(move |turn| (left, turn)))
            .flat_map(|(left, turn)| (1..=left.min(limits[turn as usize])).map(move |take| (left, turn, take)))
            .map(|(left, turn, take)| [vertex(left, turn), vertex(left - take, turn + 1)])
            .collect();
        let board = Arcs::from_edges(((stones + 1) * players) as usize, &edges);
        let fates = Fates::of(&board, Play::Misere, &Budget::default())?;
        let wins = fates.get(vertex(stones, 0)).outcome() == Outcome::N;
        out.push_str(if wins { "1\n" } else { "0\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}
