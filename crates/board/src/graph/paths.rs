//! The value of Col on graphs whose components are paths, by the formula for rows of cells.

use super::component::{Adjacency, GraphComponent};
use super::named::NamedGraph;
use crate::theorems::value_of_col;
use grundy_rules::{Claim, Theorem};
use grundy_value::{Value, ValueArena, ValueLimit};

/// Returns the theorem on Col; `GAME` is the index of `graph_col` in the list of games.
pub(super) const fn col_on_paths<const GAME: usize>() -> Theorem<NamedGraph<GAME>> {
    let theorem = Theorem::new(
        "paths-of-col",
        "Berlekamp, Conway, Guy 1982, ch. 2; by induction on the length",
        "A maximal run of n empty vertices has the value 0 without pieces at its ends (* if n = 1), -1/2 with x at \
            one end only (-1 if n = 1), -1 with x at both ends, and 0 with x at one end and o at the other. \
            Exchanging x and o negates the value.",
        Claim::GameValue { value, moves: None },
    );
    theorem.within("graphs whose components are paths", |_, graph| empty_runs(graph).is_some())
}

fn value<const GAME: usize>(
    _: &NamedGraph<GAME>,
    graph: &GraphComponent,
    values: &mut ValueArena,
) -> Result<Value, ValueLimit> {
    let stretches = empty_runs(graph).expect("the scope has paths only");
    value_of_col(stretches.into_iter(), values)
}

/// Returns the maximal runs of empty vertices in a graph whose components are paths.
///
/// Each run is given by its length and the states of the vertices before and after it; `#` means the end of the path.
/// The result is `None` if the graph is empty, has a cycle, or has a vertex with more than two neighbours.
fn empty_runs(graph: &GraphComponent) -> Option<Vec<(usize, [u8; 2])>> {
    let order = graph.order() as u32;
    // An acyclic graph has fewer edges than vertices; this test alone excludes most graphs.
    if graph.size() >= graph.order() {
        return None;
    }
    let adjacency = graph.adjacency();
    if (0..order).any(|vertex| adjacency.neighbours_of(vertex).len() > 2) {
        return None;
    }
    let mut seen = vec![false; order as usize];
    let mut found = vec![];
    for first in (0..order).filter(|&vertex| adjacency.neighbours_of(vertex).len() < 2) {
        if seen[first as usize] {
            continue;
        }
        // Walk along the path from this end to the other.
        let (mut before, mut length) = (b'#', 0);
        let mut next = Some(first);
        while let Some(vertex) = next {
            seen[vertex as usize] = true;
            match graph.state(vertex) {
                b'.' => length += 1,
                state => {
                    if length > 0 {
                        found.push((length, [before, state]));
                    }
                    (before, length) = (state, 0);
                }
            }
            next = unseen(&adjacency, vertex, &seen);
        }
        if length > 0 {
            found.push((length, [before, b'#']));
        }
    }
    // Vertices that were not reached from the end of a path are on cycles.
    seen.into_iter().all(|seen| seen).then_some(found)
}

/// Returns the first neighbour of `vertex` that has not been seen yet.
fn unseen(adjacency: &Adjacency, vertex: u32, seen: &[bool]) -> Option<u32> {
    adjacency.neighbours_of(vertex).iter().map(|(neighbour, _)| *neighbour).find(|&neighbour| !seen[neighbour as usize])
}
