//! Green pictures: fusing what is 2-edge-connected, and the value of the tree that is left.
//!
//! A depth-first search numbers the vertices; an edge that is not of its tree leads back to an ancestor and *covers* the
//! tree's edges between. Tree edges covered by none are the bridges. What bridges join is fused: one vertex with a loop for
//! each edge inside. All arrays are in the order of the search, so that a parent stands before its children.

use super::bits::Bits;
use super::picture::Graph;

pub(super) const NONE: u32 = u32::MAX;

/// A depth-first search tree of what is connected to the ground, with the values that hang in it. Vertex 0 is the ground.
#[derive(Debug)]
pub(super) struct Fusion {
    /// Each vertex' parent; of no meaning for the ground.
    pub parent: Vec<u32>,
    /// The edge to the parent.
    pub edge: Vec<u32>,
    /// How many edges of `back` cover the edge to the parent.
    pub cover: Vec<u32>,
    /// The xor of what hangs on bridges at the vertices below this one that it is fused with, its own included.
    pub hanging: Vec<u32>,
    /// The sum of the degrees of those vertices, bridges left out; loops count twice.
    pub degree: Vec<u32>,
    /// The edges outside the tree.
    pub back: Vec<Back>,
}

/// An edge outside the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    pub low: u32,
    /// An ancestor of `low`; the same vertex for a loop.
    pub high: u32,
    pub edge: u32,
}

impl Fusion {
    /// Fuses the part of a graph that these edges, all of them taken for green, join to the ground.
    pub fn of(graph: &Graph, live: &Bits) -> Fusion {
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

    fn search(graph: &Graph, live: &Bits) -> Fusion {
        let (start, near) = neighbours(graph, live);
        let mut number = vec![NONE; start.len() - 1];
        let mut next = start.clone();
        let (mut parent, mut edge, mut back) = (vec![NONE], vec![NONE], vec![]);
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
            let [other, by] = near[at as usize];
            let here = number[vertex as usize];
            let there = number[other as usize];
            if there == NONE {
                number[other as usize] = parent.len() as u32;
                parent.push(here);
                edge.push(by);
                degree.push(1);
                degree[here as usize] += 1;
                path.push(other);
            } else if there <= here && edge[here as usize] != by {
                back.push(Back { low: here, high: there, edge: by });
                degree[here as usize] += 1;
                degree[there as usize] += 1;
            }
        }
        let zeros = vec![0; parent.len()];
        Fusion { parent, edge, cover: zeros.clone(), hanging: zeros, degree, back }
    }

    /// Whether the edge to the parent is a bridge: what is cut off with it hangs on nothing else.
    pub fn is_bridge(&self, v: usize) -> bool {
        self.cover[v] == 0
    }

    /// The value of what is fused with `v` and hangs below it, where `v` is the ground or hangs on a bridge.
    pub fn value_at(&self, v: usize) -> u32 {
        self.hanging[v] ^ (self.degree[v] / 2 % 2)
    }

    /// The Grundy value of the picture.
    pub fn value(&self) -> u32 {
        self.value_at(0)
    }

    /// Whether there is no cycle, not even a loop.
    pub fn is_tree(&self) -> bool {
        self.back.is_empty()
    }

    /// How many edges are fused into loops.
    pub fn loops(&self) -> usize {
        self.back.len() + (1..self.parent.len()).filter(|&v| !self.is_bridge(v)).count()
    }

    /// How many of them are at the fused ground.
    pub fn loops_at_ground(&self) -> u32 {
        self.degree[0] / 2
    }

    /// The values that hang on bridges at the fused ground.
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

/// For each vertex, all grounds taken for one, where its neighbours start in the list: the neighbour and the edge. A loop
/// stands once.
fn neighbours(graph: &Graph, live: &Bits) -> (Vec<u32>, Vec<[u32; 2]>) {
    let mut start = vec![0u32; graph.vertices() + 1];
    for edge in live.iter() {
        let [a, b] = graph.joined(edge);
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
    // Filled from the end, each place ends up at its start; backwards, so that edges stand in ascending order.
    let mut near = vec![[0; 2]; sum as usize];
    let mut put = |vertex: usize, other: usize, edge: usize| {
        start[vertex] -= 1;
        near[start[vertex] as usize] = [other as u32, edge as u32];
    };
    for edge in live.iter_back() {
        let [a, b] = graph.joined(edge);
        put(a, b, edge);
        if a != b {
            put(b, a, edge);
        }
    }
    (start, near)
}
