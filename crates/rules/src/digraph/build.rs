//! Builds the flat arrays of a graph from edges in any order.

use super::names::VertexNames;
use super::{Arcs, Digraph, MAX_EDGES, VertexName};
use grundy_value::CompactSort;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

/// Collects the vertices and edges of a graph.
///
/// The builder takes 8 bytes per edge if [`DigraphBuilder::reserve`] was called with their number, and about 20
/// to 60 bytes per vertex: fewer if the numbers that name the vertices are dense.
///
/// ```
/// use grundy_rules::{DigraphBuilder, VertexName};
/// let mut builder = DigraphBuilder::default();
/// let (a, b) = (builder.vertex(VertexName::Text("a")), builder.vertex(VertexName::Text("b")));
/// builder.edge(a, b);
/// assert_eq!(builder.build().options(0), [1]);
/// ```
#[derive(Debug, Default)]
pub struct DigraphBuilder {
    /// The vertex that each small number names, plus 1; 0 means none. An array is faster than hashing.
    dense: Vec<u32>,
    /// The vertex that each other number names.
    sparse: FxHashMap<u64, u32>,
    texts: FxHashMap<Box<str>, u32>,
    /// The number that names each vertex; 0 for vertices that are named by text.
    numbers: Vec<u64>,
    /// The total length of all texts, in bytes.
    text_bytes: usize,
    edges: Vec<[u32; 2]>,
}

/// The maximum number of edges of a graph that stores the order in which its edges were added.
const MAX_ORDERED_EDGES: usize = 1 << 12;
/// The maximum number of entries of `dense` per vertex, beyond [`MIN_DENSE_LEN`] entries.
const MAX_ENTRIES_PER_VERTEX: usize = 4;
const MIN_DENSE_LEN: usize = 1 << 12;

impl DigraphBuilder {
    /// Returns the vertex of this name, adding it if it is new.
    ///
    /// [`DigraphBuilder::build`] renumbers the vertices.
    pub fn vertex(&mut self, name: VertexName<'_>) -> u32 {
        match name {
            VertexName::Number(number) => self.number(number),
            VertexName::Text(text) => {
                if let Some(&vertex) = self.texts.get(text) {
                    return vertex;
                }
                let vertex = self.add_vertex(0);
                self.text_bytes += text.len();
                self.texts.insert(text.into(), vertex);
                vertex
            }
        }
    }

    /// Returns the vertex that this number names, adding it if it is new.
    #[inline]
    pub fn number(&mut self, number: u64) -> u32 {
        match self.dense.get(number as usize) {
            Some(&vertex_plus_one) if vertex_plus_one > 0 && number <= u64::from(u32::MAX) => vertex_plus_one - 1,
            _ => self.number_slow(number),
        }
    }

    #[inline(never)]
    fn number_slow(&mut self, number: u64) -> u32 {
        let max_len = MIN_DENSE_LEN + MAX_ENTRIES_PER_VERTEX * self.numbers.len();
        let index = usize::try_from(number).ok().filter(|&index| index < max_len);
        if let Some(index) = index
            && index >= self.dense.len()
        {
            self.dense.resize((index + 1).max(2 * self.dense.len()).min(max_len), 0);
        }
        // A number that was added before the array was long enough is in the hash map.
        let vertex = match self.sparse.get(&number) {
            Some(&vertex) => vertex,
            None => self.add_vertex(number),
        };
        match index {
            Some(index) => self.dense[index] = vertex + 1,
            None => drop(self.sparse.insert(number, vertex)),
        }
        vertex
    }

    fn add_vertex(&mut self, number: u64) -> u32 {
        // Parsers check `is_too_large` regularly, so they stop long before this.
        assert!(self.numbers.len() < 1 << 31, "the graph is too large");
        self.numbers.push(number);
        self.numbers.len() as u32 - 1
    }

    /// Reserves memory for `edges` more edges.
    pub fn reserve(&mut self, edges: usize) {
        self.edges.reserve_exact(edges);
    }

    /// Adds an edge between two vertices that [`DigraphBuilder::vertex`] returned.
    #[inline]
    pub fn edge(&mut self, from: u32, to: u32) {
        self.edges.push([from, to]);
    }

    /// Returns the number of vertices so far.
    #[inline]
    pub fn vertices(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the number of edges so far, including repeated ones.
    #[inline]
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Returns whether the graph exceeds its limits.
    ///
    /// The limits are [`MAX_EDGES`] vertices, as many edges, and 2^32 - 1 bytes of text names.
    #[inline]
    pub fn is_too_large(&self) -> bool {
        self.vertices().max(self.edges()) > MAX_EDGES || self.text_bytes > u32::MAX as usize
    }

    /// Builds the graph from the vertices and edges added so far.
    ///
    /// # Panics
    /// If the graph exceeds the limits of [`DigraphBuilder::is_too_large`].
    pub fn build(mut self) -> Digraph {
        assert!(!self.is_too_large(), "the graph is too large");
        drop(std::mem::take(&mut self.dense));
        drop(std::mem::take(&mut self.sparse));
        let mut texts: Vec<(Box<str>, u32)> = self.texts.into_iter().collect();
        texts.compact_sort();
        let mut has_text = vec![false; if texts.is_empty() { 0 } else { self.numbers.len() }];
        texts.iter().for_each(|&(_, vertex)| has_text[vertex as usize] = true);
        let numbered = self.numbers.iter().zip(0u32..).map(|(&n, v)| (n, v));
        let mut numbers: Vec<(u64, u32)> =
            numbered.filter(|&(_, v)| !has_text.get(v as usize).is_some_and(|&t| t)).collect();
        numbers.compact_sort();
        let mut renamed = vec![0u32; self.numbers.len()];
        let order = numbers.iter().map(|&(_, v)| v).chain(texts.iter().map(|&(_, v)| v));
        for (new, old) in (0u32..).zip(order) {
            renamed[old as usize] = new;
        }
        let names = VertexNames::new(numbers.iter().map(|&(n, _)| n), &texts);
        drop((numbers, texts, self.numbers));
        for edge in &mut self.edges {
            *edge = edge.map(|v| renamed[v as usize]);
        }
        let arcs = without_repeats(Arcs::from_edges(renamed.len(), &self.edges));
        let mut seen = FxHashSet::default();
        if arcs.edges() <= MAX_ORDERED_EDGES {
            self.edges.retain(|&edge| seen.insert(edge));
        } else {
            self.edges.clear();
        }
        Digraph { arcs, names, edges_as_added: self.edges.into(), acyclic: OnceLock::new() }
    }
}

/// Removes repeated targets from each row and keeps the first occurrence.
fn without_repeats(arcs: Arcs) -> Arcs {
    let mut starts = arcs.starts.into_vec();
    let mut targets = arcs.targets.into_vec();
    // For each vertex, the last row in which it occurred as a target, counted from 1; 0 for none.
    let mut last_row = vec![0u32; starts.len() - 1];
    let (mut write_end, mut next) = (0, 0);
    for (v, row_end) in (1u32..).zip(&mut starts[1..]) {
        let end = *row_end as usize;
        for at in next..end {
            let to = targets[at];
            if last_row[to as usize] != v {
                last_row[to as usize] = v;
                targets[write_end] = to;
                write_end += 1;
            }
        }
        next = end;
        *row_end = write_end as u32;
    }
    if write_end < targets.len() {
        targets.truncate(write_end);
    }
    Arcs { starts: starts.into(), targets: targets.into() }
}
