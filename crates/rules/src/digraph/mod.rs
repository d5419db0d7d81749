//! Directed graphs in flat arrays, for boards with tens of millions of edges.
//!
//! A [`Digraph`] stores the start of each vertex's edges, the end vertex of each edge, and the names in ascending
//! order; vertices are numbered in that order. It takes 8 bytes per vertex and 4 bytes per edge if all names are
//! numbers below 2^32. If some number is larger, every number takes 4 more bytes. A name that is a text takes the
//! bytes of the text and 4 bytes.

mod build;
mod names;

pub use build::DigraphBuilder;
pub use names::VertexName;

use names::VertexNames;
use std::sync::OnceLock;

/// The maximum number of vertices, and of edges: engines store counters and flags in the same 32 bits.
pub const MAX_EDGES: usize = (1 << 30) - 2;

/// The edges of a graph in compressed sparse rows: the targets of each vertex are contiguous.
///
/// ```
/// use grundy_rules::Arcs;
/// let arcs = Arcs::from_edges(3, &[[0, 1], [2, 1], [0, 2]]);
/// assert_eq!(arcs.targets_of(0), [1, 2]);
/// assert_eq!(arcs.reversed().targets_of(1), [0, 2]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arcs {
    /// The start of each vertex's row in `targets`, and one more entry for the end of the last row.
    starts: Box<[u32]>,
    targets: Box<[u32]>,
}

impl Arcs {
    /// Builds the rows of a graph with `vertices` vertices; the targets of a vertex keep their order.
    ///
    /// # Panics
    /// If an end of an edge is not below `vertices`, or there are more than [`MAX_EDGES`] vertices or edges.
    pub fn from_edges(vertices: usize, edges: &[[u32; 2]]) -> Arcs {
        assert!(vertices <= MAX_EDGES && edges.len() <= MAX_EDGES, "the graph is too large");
        let mut starts = vec![0u32; vertices + 1];
        edges.iter().for_each(|&[from, _]| starts[from as usize] += 1);
        running_ends(&mut starts);
        let mut targets = vec![0; edges.len()].into_boxed_slice();
        for &[from, to] in edges.iter().rev() {
            assert!((to as usize) < vertices, "an edge ends at no vertex");
            let row_end = &mut starts[from as usize];
            *row_end -= 1;
            targets[*row_end as usize] = to;
        }
        Arcs { starts: starts.into(), targets }
    }

    /// Builds rows from their concatenated targets and their starts.
    ///
    /// The last entry of `starts` is the end of the last row.
    ///
    /// # Panics
    /// If `starts` does not ascend from 0 to the number of targets, or a target is not a vertex.
    pub fn from_rows(starts: Vec<u32>, targets: Vec<u32>) -> Arcs {
        let last = starts.last().copied();
        assert!(starts.is_sorted() && starts.first() == Some(&0) && last == Some(targets.len() as u32));
        assert!(targets.iter().all(|&to| (to as usize) < starts.len() - 1), "an edge ends at no vertex");
        Arcs { starts: starts.into(), targets: targets.into() }
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Returns the targets of a vertex.
    #[inline]
    pub fn targets_of(&self, vertex: u32) -> &[u32] {
        &self.targets[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    /// Returns the rows of the reversed edges, which take another 4 bytes per vertex and 4 per edge.
    pub fn reversed(&self) -> Arcs {
        let mut starts = vec![0u32; self.vertices() + 1];
        self.targets.iter().for_each(|&to| starts[to as usize] += 1);
        running_ends(&mut starts);
        let mut targets = vec![0; self.edges()].into_boxed_slice();
        for from in (0..self.vertices() as u32).rev() {
            for &to in self.targets_of(from).iter().rev() {
                let row_end = &mut starts[to as usize];
                *row_end -= 1;
                targets[*row_end as usize] = from;
            }
        }
        Arcs { starts: starts.into(), targets }
    }

    /// Returns the vertices in an order in which every edge leads forward; `None` if there is a cycle.
    ///
    /// The method takes 8 bytes per vertex and linear time (A. B. Kahn, "Topological sorting of large networks",
    /// Comm. ACM 5 (1962)).
    pub fn topological_order(&self) -> Option<Vec<u32>> {
        let mut in_degrees = vec![0u32; self.vertices()];
        self.targets.iter().for_each(|&to| in_degrees[to as usize] += 1);
        let mut order = Vec::with_capacity(self.vertices());
        order.extend((0..self.vertices() as u32).filter(|&v| in_degrees[v as usize] == 0));
        let mut next = 0;
        while let Some(&from) = order.get(next) {
            next += 1;
            for &to in self.targets_of(from) {
                in_degrees[to as usize] -= 1;
                if in_degrees[to as usize] == 0 {
                    order.push(to);
                }
            }
        }
        (order.len() == self.vertices()).then_some(order)
    }
}

/// Replaces counts by their running sums, the ends of the rows.
fn running_ends(counts: &mut [u32]) {
    let mut sum = 0;
    for count in counts {
        sum += *count;
        *count = sum;
    }
}

/// A directed graph whose vertices have names.
///
/// Loops are allowed; repeated edges count once.
///
/// ```
/// use grundy_rules::{Digraph, VertexName};
/// let graph = Digraph::from_edges([(1, 2), (2, 3), (3, 1), (1, 2), (1, 10)]);
/// assert_eq!((graph.vertices(), graph.edges()), (4, 4));
/// let one = graph.find(VertexName::Number(1)).unwrap();
/// assert_eq!(graph.name(graph.options(one)[1]).to_string(), "10");
/// assert!(!graph.is_acyclic());
/// ```
#[derive(Debug)]
pub struct Digraph {
    arcs: Arcs,
    names: VertexNames,
    /// The edges in the order in which they were added, if the graph is small; empty otherwise.
    edges_as_added: Box<[[u32; 2]]>,
    acyclic: OnceLock<bool>,
}

impl Digraph {
    /// Builds the graph of these edges, with vertices named by numbers.
    ///
    /// # Panics
    /// If there are more than [`MAX_EDGES`] vertices or edges.
    pub fn from_edges(edges: impl IntoIterator<Item = (u64, u64)>) -> Digraph {
        let mut builder = DigraphBuilder::default();
        for (from, to) in edges {
            let (from, to) = (builder.number(from), builder.number(to));
            builder.edge(from, to);
        }
        builder.build()
    }

    /// Returns the edges as vertex numbers.
    pub fn arcs(&self) -> &Arcs {
        &self.arcs
    }

    /// Returns the number of vertices.
    ///
    /// Vertices are numbered from 0 in the order of their names: numbers first, then texts.
    pub fn vertices(&self) -> usize {
        self.arcs.vertices()
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        self.arcs.edges()
    }

    /// Returns the vertices to which a token on `vertex` can move, in the order of the added edges.
    #[inline]
    pub fn options(&self, vertex: u32) -> &[u32] {
        self.arcs.targets_of(vertex)
    }

    /// Returns the name of a vertex.
    pub fn name(&self, vertex: u32) -> VertexName<'_> {
        self.names.get(vertex)
    }

    /// Returns the vertex of this name, if there is one.
    pub fn find(&self, name: VertexName<'_>) -> Option<u32> {
        self.names.find(name)
    }

    /// Returns whether the graph has no cycle.
    ///
    /// The first call computes the result in linear time and stores it.
    pub fn is_acyclic(&self) -> bool {
        *self.acyclic.get_or_init(|| self.arcs.topological_order().is_some())
    }

    /// Iterates over the edges as they are printed.
    ///
    /// The edges of a small graph are in the order in which they were added, others vertex by vertex.
    pub fn printed_edges(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let has_order = self.edges_as_added.len() == self.edges();
        let listed = self.edges_as_added.iter().copied().take(if has_order { usize::MAX } else { 0 });
        let rows = if has_order { 0 } else { self.vertices() as u32 };
        listed.chain((0..rows).flat_map(|from| self.options(from).iter().map(move |&to| [from, to])))
    }

    /// Iterates over the vertices without any edge.
    pub fn isolated(&self) -> impl Iterator<Item = u32> + '_ {
        let mut is_target = vec![false; self.vertices()];
        self.arcs.targets.iter().for_each(|&to| is_target[to as usize] = true);
        (0..self.vertices() as u32).filter(move |&v| !is_target[v as usize] && self.options(v).is_empty())
    }

    /// Returns the memory that the graph takes, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * (self.vertices() + 1 + self.edges()) as u64 + self.names.bytes() + 8 * self.edges_as_added.len() as u64
    }
}
