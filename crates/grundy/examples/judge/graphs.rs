//! Pieces on directed graphs: Grundy values and outcomes of all vertices at once.

use grundy::digraph::{Arcs, GrundyValues, RetrogradeResult};
use grundy::prelude::*;

/// LOJ 10243, moving pieces: `win` or `lose` for pieces that move along the edges of a graph.
///
/// Input: `n m k`, then m edges `x y` of a graph without cycles on the vertices 1 to n, then the vertices of k pieces.
/// A move takes one piece along an edge; the player who cannot move loses.
///
/// The library provides Grundy values of directed graphs. Statement: <https://loj.ac/p/10243>.
pub fn loj_10243(input: &str) -> grundy::Result<String> {
    let mut words = input.split_ascii_whitespace().map(|v| v.parse::<u32>().expect("a number"));
    let mut next = || words.next().expect("one more number");
    let (n, m, k) = (next(), next(), next());
    let edges: Vec<[u32; 2]> = (0..m).map(|_| [next() - 1, next() - 1]).collect();
    let graph = Arcs::from_edges(n as usize, &edges);
    let values = GrundyValues::compute(&graph, &Budget::default())?.expect("the graph has no cycles");
    let value: Nimber = (0..k).map(|_| values.get(next() - 1)).sum();
    Ok(if value.outcome() == Outcome::N { "win\n" } else { "lose\n" }.to_owned())
}

/// POJ 2425, A Chess Game: pieces slide along the edges of a graph without cycles.
///
/// The player who cannot move loses. Each graph is n, then a line `x v1 ... vx` for each of the vertices 0 to n-1, then
/// queries `m v1 ... vm` up to `0`. Another graph may follow.
///
/// The library provides Grundy values of directed graphs. Statement and sample: <http://poj.org/problem?id=2425>.
pub fn poj_2425(input: &str) -> grundy::Result<String> {
    let (budget, mut out) = (Budget::default(), String::new());
    let mut words = input.split_ascii_whitespace().map(|v| v.parse::<u32>().expect("a number"));
    while let Some(n) = words.next() {
        let mut edges: Vec<[u32; 2]> = vec![];
        for from in 0..n {
            let length = words.next().expect("how many edges leave the vertex") as usize;
            edges.extend(words.by_ref().take(length).map(|to| [from, to]));
        }
        let graph = Arcs::from_edges(n as usize, &edges);
        let values = GrundyValues::compute(&graph, &budget)?.expect("the graph has no cycles");
        while let Some(pieces) = words.next().filter(|&m| m > 0) {
            let value: Nimber = words.by_ref().take(pieces as usize).map(|vertex| values.get(vertex)).sum();
            out.push_str(if value.outcome() == Outcome::N { "WIN\n" } else { "LOSE\n" });
        }
    }
    Ok(out)
}

/// POJ 2068, Nim: two teams of n players sit alternately around a heap of s stones.
///
/// Each of the 2n players has a limit on the number of stones to take; the team that takes the last stone loses. Print
/// 1 if the first team wins, else 0. Cases are `n s m1 ... m2n`, ended by 0.
///
/// The library provides outcomes on directed graphs; a vertex here is a pair of a number of stones and a turn. The same
/// game as a rule, `(s,t) -> (s-k, (t+1)%2) for k in 1..3 if t == 0; ...`, takes much longer.
/// Statement and sample: <http://poj.org/problem?id=2068>.
pub fn poj_2068(input: &str) -> grundy::Result<String> {
    let mut out = String::new();
    let mut words = input.split_ascii_whitespace().map(|n| n.parse::<u32>().expect("a number"));
    while let Some(n) = words.next().filter(|&n| n > 0) {
        let (players, stones) = (2 * n, words.next().expect("the number of stones"));
        let limits: Vec<u32> = words.by_ref().take(players as usize).collect();
        let vertex = |stones: u32, turn: u32| stones * players + turn % players;
        let edges: Vec<[u32; 2]> = (0..=stones)
            .flat_map(|remaining| (0..players).map(move |turn| (remaining, turn)))
            .flat_map(|(remaining, turn)| {
                (1..=remaining.min(limits[turn as usize])).map(move |take| (remaining, turn, take))
            })
            .map(|(remaining, turn, take)| [vertex(remaining, turn), vertex(remaining - take, turn + 1)])
            .collect();
        let board = Arcs::from_edges(((stones + 1) * players) as usize, &edges);
        let outcomes = RetrogradeResult::compute(&board, Play::Misere, &Budget::default())?;
        let wins = outcomes.get(vertex(stones, 0)).outcome() == Outcome::N;
        out.push_str(if wins { "1\n" } else { "0\n" });
    }
    Ok(out)
}
