//! Fuses the 2-edge-connected components of green pictures, and evaluates the resulting tree.
//!
//! A depth-first search numbers the vertices. An edge outside its tree leads back to an ancestor and *covers* the tree
//! edges between its two ends. The bridges are the tree edges that no edge covers. Vertices connected without bridges
//! are fused to one vertex with a loop for each edge among them. All arrays are indexed in the order of the search, so
//! a parent precedes its children.

use super::bits::Bits;
use super::picture::HackenbushGraph;

/// Marks a missing vertex or edge.
pub(super) const ABSENT: u32 = u32::MAX;

/// A depth-first search tree of the edges connected to the ground, with its values.
///
/// Vertex 0 is the ground.
#[derive(Debug)]
pub(super) struct Fusion {
    /// The parent of each vertex; meaningless for the ground.
    pub parent: Vec<u32>,
    /// The edge from each vertex to its parent.
    pub edge: Vec<u32>,
    /// The number of edges of `back` that cover the edge to the parent; wraps while it is computed.
    pub cover: Vec<u32>,
    /// For each vertex, the xor of the values of the bridges at it and at its descendants fused with it.
    pub hanging: Vec<u32>,
    /// For each vertex, the sum of the degrees of the vertex and of its descendants fused with it.
    ///
    /// Bridges do not count; a loop counts twice.
    pub degree: Vec<u32>,
    /// The edges outside the tree.
    pub back: Vec<Back>,
}

/// An edge outside the tree, which joins a vertex to one of its ancestors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    pub low: u32,
    /// An ancestor of `low`; the same vertex for a loop.
    pub high: u32,
    pub edge: u32,
}

impl Fusion {
    /// Fuses the edges of `live` that are connected to the ground, ignoring their colours.
    pub fn new(graph: &HackenbushGraph, live: &Bits) -> Fusion {
        let mut fusion = Fusion::search(graph, live);
        for back in &fusion.back {
            let (low, high) = (back.low as usize, back.high as usize);
            fusion.cover[low] = fusion.cover[low].wrapping_add(1);
            fusion.cover[high] = fusion.cover[high].wrapping_sub(1);
        }
        for v in (1..fusion.parent.len()).rev() {
            let parent = fusion.parent[v] as usize;
            fusion.cover[parent] = fusion.cover[parent].wrapping_add(fusion.cover[v]);
            if fusion.is_bridge(v) {
                fusion.degree[v] -= 1;
                fusion.degree[parent] -= 1;
                fusion.hanging[parent] ^= fusion.value_at(v) + 1;
            } else {
                fusion.degree[parent] += fusion.degree[v];
                fusion.hanging[parent] ^= fusion.hanging[v];
            }
        }
        fusion
    }

    fn search(graph: &HackenbushGraph, live: &Bits) -> Fusion {
        let (start, adjacency) = neighbours(graph, live);
        let mut number = vec![ABSENT; start.len() - 1];
        let mut next = start.clone();
        let (mut parent, mut edge, mut back) = (vec![ABSENT], vec![ABSENT], vec![]);
        let mut degree = vec![0u32];
        number[0] = 0;
        let mut path = vec![0u32];
        while let Some(&vertex) = path.last() {
            let at = next[vertex as usize];
            if at == start[vertex as usize + 1] {
                path.pop();
                continue;
            }
            next[vertex as usize] += 1;
            let [other, by] = adjacency[at as usize];
            let from_number = number[vertex as usize];
            let other_number = number[other as usize];
            if other_number == ABSENT {
                number[other as usize] = parent.len() as u32;
                parent.push(from_number);
                edge.push(by);
                degree.push(1);
                degree[from_number as usize] += 1;
                path.push(other);
            } else if other_number <= from_number && edge[from_number as usize] != by {
                back.push(Back { low: from_number, high: other_number, edge: by });
                degree[from_number as usize] += 1;
                degree[other_number as usize] += 1;
            }
        }
        let zeros = vec![0; parent.len()];
        Fusion { parent, edge, cover: zeros.clone(), hanging: zeros, degree, back }
    }

    /// Reports whether the edge from `v` to its parent is a bridge: its removal disconnects the subtree.
    pub fn is_bridge(&self, v: usize) -> bool {
        self.cover[v] == 0
    }

    /// Returns the value of the tree at the fused vertex of `v`, without the edge to its parent.
    ///
    /// `v` must be the ground, or the edge to its parent must be a bridge.
    pub fn value_at(&self, v: usize) -> u32 {
        self.hanging[v] ^ (self.degree[v] / 2 % 2)
    }

    /// Returns the Grundy value of the picture.
    pub fn value(&self) -> u32 {
        self.value_at(0)
    }

    /// Reports whether the graph has no cycle; loops are cycles too.
    pub fn is_tree(&self) -> bool {
        self.back.is_empty()
    }

    /// Returns the number of edges that become loops, in all fused vertices.
    pub fn loops(&self) -> usize {
        self.back.len() + (1..self.parent.len()).filter(|&v| !self.is_bridge(v)).count()
    }

    /// Returns the number of loops at the fused ground.
    pub fn loops_at_ground(&self) -> u32 {
        self.degree[0] / 2
    }

    /// Returns the values of the bridges at the fused ground, each with its subtree.
    pub fn at_ground(&self) -> impl Iterator<Item = u32> {
        let mut on_ground = vec![false; self.parent.len()];
        on_ground[0] = true;
        (1..self.parent.len()).filter_map(move |v| {
            let above = on_ground[self.parent[v] as usize];
            on_ground[v] = above && !self.is_bridge(v);
            (above && self.is_bridge(v)).then(|| self.value_at(v) + 1)
        })
    }
}

/// Returns the adjacency lists of the graph, with all ground vertices merged to one vertex.
///
/// The first list gives, for each vertex, the index in the second list at which its entries start. The entries of the
/// second list are pairs (neighbour, edge); a loop has one entry.
fn neighbours(graph: &HackenbushGraph, live: &Bits) -> (Vec<u32>, Vec<[u32; 2]>) {
    let mut start = vec![0u32; graph.vertices() + 1];
    for edge in live.iter() {
        let [a, b] = graph.merged_ends(edge);
        start[a] += 1;
        if a != b {
            start[b] += 1;
        }
    }
    let mut sum = 0;
    for place in &mut start {
        sum += *place;
        *place = sum;
    }
    // The entries of a vertex are filled in from the last to the first, so that `start` ends up at the first. The edges
    // are visited in descending order, so that they ascend in each list.
    let mut adjacency = vec![[0; 2]; sum as usize];
    let mut put = |vertex: usize, other: usize, edge: usize| {
        start[vertex] -= 1;
        adjacency[start[vertex] as usize] = [other as u32, edge as u32];
    };
    for edge in live.iter_back() {
        let [a, b] = graph.merged_ends(edge);
        put(a, b, edge);
        if a != b {
            put(b, a, edge);
        }
    }
    (start, adjacency)
}
