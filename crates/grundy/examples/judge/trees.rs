//! Edge deletion on trees and on graphs with cycles: green Hackenbush.

use grundy::prelude::*;

/// AtCoder AGC017 D, Game on Tree: cut an edge of a tree; whatever is cut off from vertex 1 vanishes.
///
/// Alice moves first. Input: n, then n-1 edges.
///
/// The library provides Hackenbush on trees of any size, by the colon principle.
/// Statement and samples: <https://atcoder.jp/contests/agc017/tasks/agc017_d>.
pub fn agc017_d(input: &str) -> grundy::Result<String> {
    let ends: Vec<&str> = input.split_ascii_whitespace().skip(1).collect();
    let edges: Vec<String> = ends.chunks(2).map(|edge| edge.join("-")).collect();
    let wins = Grundy::new().wins(&format!("hackenbush[ground=1]({})", edges.join(",")))?;
    Ok(if wins { "Alice\n" } else { "Bob\n" }.to_string())
}

/// POJ 3710, Christmas Game: green Hackenbush on trees with polygons hanging from them.
///
/// Vertex 1 is the root; Sally moves first. Each case is the number of graphs, then for each graph the numbers of
/// vertices and of edges, and the edges. Cases go on to the end of the input.
///
/// The library provides Hackenbush, by the colon and fusion principles. Statement and sample:
/// <http://poj.org/problem?id=3710>.
pub fn poj_3710(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace().map(|v| v.parse::<usize>().expect("a number"));
    while let Some(graphs) = words.next() {
        let mut value = Nimber::ZERO;
        for _ in 0..graphs {
            let (_vertices, edges) = (words.next(), words.next().expect("the number of edges"));
            let ends: Vec<usize> = words.by_ref().take(2 * edges).collect();
            let edges: Vec<String> = ends.chunks(2).map(|edge| format!("{}-{}", edge[0], edge[1])).collect();
            value += g.grundy_value(&format!("hackenbush[ground=1]({})", edges.join(",")))?;
        }
        out.push_str(if value.outcome() == Outcome::N { "Sally\n" } else { "Harry\n" });
    }
    Ok(out)
}
