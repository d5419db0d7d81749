//! From edges in any order to flat arrays.

use super::names::Names;
use super::{Arcs, Digraph, MAX_EDGES, VertexName};
use grundy_value::InOrder;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

/// Collects vertices and edges. While it does it takes 8 bytes an edge where their number was told before, and some 20 to 60 a
/// vertex: the fewer, the denser the numbers that name them.
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
    /// The vertex of a number, counted from 1, for numbers next to those met: an array is faster than hashing.
    dense: Vec<u32>,
    /// The same for other numbers, counted from 0.
    sparse: FxHashMap<u64, u32>,
    texts: FxHashMap<Box<str>, u32>,
    /// The number that names each vertex; 0 for those that have texts.
    numbers: Vec<u64>,
    /// How long all texts are together.
    text_bytes: usize,
    edges: Vec<[u32; 2]>,
}

/// Up to so many edges a graph remembers in which order they were given.
const MAX_WRITTEN: usize = 1 << 12;
/// The array of numbers is this many times as long as there are vertices.
const DENSITY: usize = 4;
const DENSE_FROM_THE_START: usize = 1 << 12;

impl DigraphBuilder {
    /// The vertex of this name, taken in if it is new. Vertices are numbered anew by [`DigraphBuilder::build`].
    pub fn vertex(&mut self, name: VertexName<'_>) -> u32 {
        match name {
            VertexName::Number(number) => self.number(number),
            VertexName::Text(text) => {
                if let Some(&vertex) = self.texts.get(text) {
                    return vertex;
                }
                let vertex = self.take_in(0);
                self.text_bytes += text.len();
                self.texts.insert(text.into(), vertex);
                vertex
            }
        }
    }

    /// The vertex that this number names.
    #[inline]
    pub fn number(&mut self, number: u64) -> u32 {
        match self.dense.get(number as usize) {
            Some(&known) if known > 0 && number <= u64::from(u32::MAX) => known - 1,
            _ => self.rare_number(number),
        }
    }

    #[inline(never)]
    fn rare_number(&mut self, number: u64) -> u32 {
        let room = DENSE_FROM_THE_START + DENSITY * self.numbers.len();
        let place = usize::try_from(number).ok().filter(|&place| place < room);
        if let Some(place) = place
            && place >= self.dense.len()
        {
            self.dense.resize((place + 1).max(2 * self.dense.len()).min(room), 0);
        }
        // A number met before the array was long enough stands among the others.
        let vertex = match self.sparse.get(&number) {
            Some(&vertex) => vertex,
            None => self.take_in(number),
        };
        match place {
            Some(place) => self.dense[place] = vertex + 1,
            None => drop(self.sparse.insert(number, vertex)),
        }
        vertex
    }

    fn take_in(&mut self, number: u64) -> u32 {
        // Readers look at `is_too_large` now and then, long before this.
        assert!(self.numbers.len() < 1 << 31, "the graph is too large");
        self.numbers.push(number);
        self.numbers.len() as u32 - 1
    }

    /// Makes room for so many more edges.
    pub fn reserve(&mut self, edges: usize) {
        self.edges.reserve_exact(edges);
    }

    /// Adds an edge.
    #[inline]
    pub fn edge(&mut self, from: u32, to: u32) {
        self.edges.push([from, to]);
    }

    /// How many vertices there are so far.
    #[inline]
    pub fn vertices(&self) -> usize {
        self.numbers.len()
    }

    /// How many edges there are so far, repeated ones counted.
    #[inline]
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// Whether there are more vertices or edges than a graph may have: [`MAX_EDGES`], or names of 2^32 bytes.
    #[inline]
    pub fn is_too_large(&self) -> bool {
        self.vertices().max(self.edges()) > MAX_EDGES || self.text_bytes > u32::MAX as usize
    }

    /// The graph.
    ///
    /// # Panics
    /// If it has more than [`MAX_EDGES`] vertices or edges.
    pub fn build(mut self) -> Digraph {
        assert!(!self.is_too_large(), "the graph is too large");
        drop(std::mem::take(&mut self.dense));
        drop(std::mem::take(&mut self.sparse));
        let mut texts: Vec<(Box<str>, u32)> = self.texts.into_iter().collect();
        texts.put_in_order();
        let mut has_text = vec![false; if texts.is_empty() { 0 } else { self.numbers.len() }];
        texts.iter().for_each(|&(_, vertex)| has_text[vertex as usize] = true);
        let numbered = self.numbers.iter().zip(0u32..).map(|(&n, v)| (n, v));
        let mut numbers: Vec<(u64, u32)> =
            numbered.filter(|&(_, v)| !has_text.get(v as usize).is_some_and(|&t| t)).collect();
        numbers.put_in_order();
        let mut renamed = vec![0u32; self.numbers.len()];
        let order = numbers.iter().map(|&(_, v)| v).chain(texts.iter().map(|&(_, v)| v));
        for (new, old) in (0u32..).zip(order) {
            renamed[old as usize] = new;
        }
        let names = Names::new(numbers.iter().map(|&(n, _)| n), &texts);
        drop((numbers, texts, self.numbers));
        for edge in &mut self.edges {
            *edge = edge.map(|v| renamed[v as usize]);
        }
        let arcs = without_repeats(Arcs::from_edges(renamed.len(), &self.edges));
        let mut met = FxHashSet::default();
        if arcs.edges() <= MAX_WRITTEN {
            self.edges.retain(|&edge| met.insert(edge));
        } else {
            self.edges.clear();
        }
        Digraph { arcs, names, written: self.edges.into(), acyclic: OnceLock::new() }
    }
}

/// The same rows, in each the first of equal targets only.
fn without_repeats(arcs: Arcs) -> Arcs {
    let mut starts = arcs.starts.into_vec();
    let mut targets = arcs.targets.into_vec();
    // The last vertex, counted from 1, that was seen to point there.
    let mut pointed = vec![0u32; starts.len() - 1];
    let (mut kept, mut next) = (0, 0);
    for (v, row_end) in (1u32..).zip(&mut starts[1..]) {
        let end = *row_end as usize;
        for at in next..end {
            let to = targets[at];
            if pointed[to as usize] != v {
                pointed[to as usize] = v;
                targets[kept] = to;
                kept += 1;
            }
        }
        next = end;
        *row_end = kept as u32;
    }
    if kept < targets.len() {
        targets.truncate(kept);
    }
    Arcs { starts: starts.into(), targets: targets.into() }
}
