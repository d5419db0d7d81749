//! Small graphs for the conformance suite.

use super::GraphGame;
use super::component::{Builder, GraphComponent};
use crate::pattern::NO_LABEL;

/// Rules that together use every symbol, each with its states of vertices and labels of edges.
const RULES: [(&str, &[u8], &[u8]); 8] = [
    ("[.-.] -> [#-#]", b".", b"-"),
    ("[.] -> [#] with near . -> #", b".", b"-"),
    ("left: [.] -> [x] if no x near; right: swap x o", b"...xo", b"-"),
    ("left: [.] -> [x] if no o near; right: swap x o", b"...xo", b"-"),
    ("left: [.-{el}-.] -> [#-#]; right: swap l r", b".", b"elr"),
    ("left: [x--o--.] -> [.--.--x]; right: swap x o", b"xo.", b"-"),
    ("[.-l-.] -> [.-#-.]; [.-r-.] -> [.-l-.]", b".", b"lr"),
    ("[x-.] -> [.-x]", b"x..", b"-"),
];

/// Returns graphs of growing size for each rule in turn; states and labels are pseudorandom.
pub(crate) fn all() -> impl Iterator<Item = (GraphGame, Vec<GraphComponent>)> {
    (0u64..40).flat_map(|n| {
        RULES.iter().map(move |&(text, states, labels)| {
            let rule = GraphGame::new(text).expect("a sample rule is well formed");
            (rule, vec![sample(n, states, labels)])
        })
    })
}

/// Returns the n-th sample graph of one or two paths, with the states of `samples::line`.
///
/// If n is a multiple of 3, the path may be cut at an edge that depends on n.
pub(crate) fn path(n: u64, states: &[u8]) -> GraphComponent {
    let row = crate::samples::line(n, states);
    let cells = row.cells();
    let mut builder = Builder::default();
    let vertices: Vec<u32> = (1..=cells.len()).map(|vertex| builder.vertex(&vertex.to_string())).collect();
    for (k, &vertex) in vertices.iter().enumerate() {
        builder.state(vertex, cells[k]);
        if k > 0 && !(n.is_multiple_of(3) && k as u64 == n % cells.len() as u64) {
            builder.edge([vertices[k - 1], vertex], NO_LABEL);
        }
    }
    builder.finish()
}

/// Returns the n-th sample graph with these states and labels.
///
/// The number of vertices grows with n from 1 to 5, and from n = 40 on starts again at 1.
pub(crate) fn sample(n: u64, states: &[u8], labels: &[u8]) -> GraphComponent {
    let order = 1 + n / 8 % 5;
    let mut rest = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut below = |bound: u64| {
        rest ^= rest >> 29;
        rest = rest.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        rest ^= rest >> 32;
        (rest >> 16) % bound
    };
    let mut builder = Builder::default();
    let vertices: Vec<u32> = (1..=order).map(|vertex| builder.vertex(&vertex.to_string())).collect();
    for &vertex in &vertices {
        builder.state(vertex, states[below(states.len() as u64) as usize]);
        for &other in vertices.iter().filter(|&&other| other < vertex) {
            if below(5) < 3 {
                builder.edge(
                    [other, vertex],
                    labels.get(below(labels.len() as u64) as usize).copied().unwrap_or(NO_LABEL),
                );
            }
        }
    }
    builder.finish()
}
