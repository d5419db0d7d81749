//! Graphs whose vertices have states and whose edges can have labels.

use crate::pattern::{EMPTY, HOLE, NO_LABEL};
use grundy_rules::{Color, Drawing, Line, Point, VertexName};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The changes of a graph: pairs (cell, new state), sorted by cell.
///
/// The cells are numbered from 0: first all vertices, then all edges.
pub(crate) type Changes = smallvec::SmallVec<[(u32, u8); 4]>;

/// A graph on which a game is played: vertices have names and states, and edges can have labels.
#[derive(Clone, Debug)]
pub struct GraphComponent {
    names: Arc<[Box<str>]>,
    /// For each vertex, the index of its name in `names`, and its state.
    vertices: Box<[(u32, u8)]>,
    /// For each edge, its ends in the order in which they were written, and its label.
    edges: Box<[([u32; 2], u8)]>,
}

/// Graphs are equal if they have the same vertices, with names and states, and edges in the same order.
impl PartialEq for GraphComponent {
    fn eq(&self, other: &GraphComponent) -> bool {
        let named = || Arc::ptr_eq(&self.names, &other.names) || self.names() == other.names();
        self.states().eq(other.states()) && self.edges == other.edges && named()
    }
}

impl Eq for GraphComponent {}

impl Hash for GraphComponent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.vertices.iter().for_each(|(_, own)| own.hash(state));
        self.edges.hash(state);
    }
}

impl GraphComponent {
    /// Returns the graph with these edges and these states of vertices.
    ///
    /// An edge is given by the names of its ends and a label; `None` means no label. Returns `None` for an edge from a
    /// vertex to itself, for a repeated edge, and for a vertex with two states.
    ///
    /// ```
    /// use grundy_board::GraphComponent;
    /// let graph = GraphComponent::new(&[("a", "b", None), ("b", "c", Some('l'))], &[("c", 'x')]).unwrap();
    /// assert_eq!(graph.to_string(), "a-b,b-c:l,c=x");
    /// assert!(GraphComponent::new(&[("a", "a", None)], &[]).is_none());
    /// ```
    pub fn new(edges: &[(&str, &str, Option<char>)], states: &[(&str, char)]) -> Option<GraphComponent> {
        let mut builder = Builder::default();
        for (a, b, label) in edges {
            let ends = [builder.vertex(a), builder.vertex(b)];
            builder.edge(ends, label.map_or(NO_LABEL, |label| label as u8)).then_some(())?;
        }
        for &(name, state) in states {
            let vertex = builder.vertex(name);
            builder.state(vertex, state as u8).then_some(())?;
        }
        Some(builder.finish())
    }

    /// Returns the number of vertices.
    pub fn order(&self) -> usize {
        self.vertices.len()
    }

    /// Returns the number of edges.
    pub fn size(&self) -> usize {
        self.edges.len()
    }

    pub(crate) fn state(&self, vertex: u32) -> u8 {
        self.vertices[vertex as usize].1
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = u8> {
        self.vertices.iter().map(|(_, state)| *state)
    }

    pub(crate) fn edges(&self) -> &[([u32; 2], u8)] {
        &self.edges
    }

    /// Returns the name of a vertex, without quotes.
    pub(crate) fn name(&self, vertex: u32) -> &str {
        &self.names[self.vertices[vertex as usize].0 as usize]
    }

    fn names(&self) -> Vec<&str> {
        (0..self.vertices.len() as u32).map(|vertex| self.name(vertex)).collect()
    }

    /// Returns the name of a vertex as it is written in the notation, with quotes if necessary.
    pub(crate) fn quoted_name(&self, vertex: u32) -> String {
        VertexName::read(self.name(vertex)).to_string()
    }

    /// Returns the graph after these changes, without the removed vertices and edges.
    pub(crate) fn changed(&self, changes: &[(u32, u8)]) -> GraphComponent {
        let order = self.vertices.len() as u32;
        let (mut vertices, mut labels) = (self.vertices.clone(), vec![]);
        for &(cell, to) in changes {
            match cell.checked_sub(order) {
                None => vertices[cell as usize].1 = to,
                Some(edge) => labels.push((edge, to)),
            }
        }
        let mut edges = self.edges.clone();
        for (edge, to) in labels {
            edges[edge as usize].1 = to;
        }
        self.retained(&vertices, &edges, |_| true)
    }

    /// Returns the subgraph of the vertices in `is_included` and the edges that `includes_edge` accepts.
    ///
    /// An edge is removed if one of its ends is removed.
    pub(crate) fn within(&self, is_included: &[bool], includes_edge: impl Fn(usize) -> bool) -> GraphComponent {
        let mut vertices = self.vertices.clone();
        vertices
            .iter_mut()
            .zip(is_included)
            .filter(|(_, is_included)| !**is_included)
            .for_each(|(vertex, _)| vertex.1 = HOLE);
        self.retained(&vertices, &self.edges, includes_edge)
    }

    fn retained(
        &self,
        vertices: &[(u32, u8)],
        edges: &[([u32; 2], u8)],
        keep: impl Fn(usize) -> bool,
    ) -> GraphComponent {
        let mut number = vec![u32::MAX; vertices.len()];
        let mut remaining = Vec::with_capacity(vertices.len());
        for (vertex, &(name, state)) in vertices.iter().enumerate().filter(|(_, (_, state))| *state != HOLE) {
            number[vertex] = remaining.len() as u32;
            remaining.push((name, state));
        }
        let edges = edges.iter().enumerate().filter_map(|(k, &(ends, label))| {
            let ends = ends.map(|end| number[end as usize]);
            (label != HOLE && !ends.contains(&u32::MAX) && keep(k)).then_some((ends, label))
        });
        GraphComponent { names: Arc::clone(&self.names), vertices: remaining.into(), edges: edges.collect() }
    }

    /// Returns the adjacency lists of all vertices.
    pub(crate) fn adjacency(&self) -> Adjacency {
        let mut start = vec![0u32; self.vertices.len() + 1];
        for end in self.edges.iter().flat_map(|(ends, _)| ends) {
            start[*end as usize + 1] += 1;
        }
        for vertex in 0..self.vertices.len() {
            start[vertex + 1] += start[vertex];
        }
        let mut free = start.clone();
        let mut list = vec![(0, 0); 2 * self.edges.len()];
        for (edge, &([a, b], _)) in (0..).zip(&*self.edges) {
            for (from, to) in [(a, b), (b, a)] {
                list[free[from as usize] as usize] = (to, edge);
                free[from as usize] += 1;
            }
        }
        Adjacency { start, list }
    }

    /// Writes the edges, then the vertices that are not empty or have no edge.
    pub(crate) fn write(&self, out: &mut String) {
        let (mut visited, mut order) = (vec![false; self.vertices.len()], vec![]);
        let mut between = "";
        for &([a, b], label) in &*self.edges {
            out.push_str(between);
            between = ",";
            VertexName::read(self.name(a)).write(out);
            out.push('-');
            VertexName::read(self.name(b)).write(out);
            if label != NO_LABEL {
                out.push(':');
                out.push(char::from(label));
            }
            order.extend([a, b].into_iter().filter(|&end| !std::mem::replace(&mut visited[end as usize], true)));
        }
        // Vertices are written in the order in which the parser will find them.
        let alone = (0..self.vertices.len() as u32).filter(|&vertex| !visited[vertex as usize]);
        for vertex in order.into_iter().chain(alone) {
            let state = self.state(vertex);
            if visited[vertex as usize] && state == EMPTY {
                continue;
            }
            out.push_str(between);
            between = ",";
            VertexName::read(self.name(vertex)).write(out);
            if state != EMPTY {
                out.push('=');
                out.push(char::from(state));
            }
        }
    }

    /// Returns the drawing of the graph for the user interface.
    pub(crate) fn drawing(&self) -> Drawing {
        let points = (0..self.vertices.len() as u32).map(|vertex| Point {
            name: self.name(vertex).to_string(),
            mark: Some(char::from(self.state(vertex))).filter(|state| *state != '.'),
            ..Point::default()
        });
        let lines = self.edges.iter().map(|&(ends, label)| Line {
            ends,
            color: Color::Solid,
            mark: Some(char::from(label)).filter(|label| *label != '-'),
            owner: None,
        });
        Drawing { text: self.to_string(), points: points.collect(), lines: lines.collect(), fused: None }
    }

    /// Returns the number of bytes that the graph allocates, without the names, which other graphs share.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&*self.vertices) as u64 + size_of_val(&*self.edges) as u64
    }
}

impl std::fmt::Display for GraphComponent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = String::new();
        self.write(&mut out);
        f.write_str(&out)
    }
}

/// The adjacency lists of all vertices: pairs (neighbour, edge).
#[derive(Debug)]
pub(crate) struct Adjacency {
    start: Vec<u32>,
    list: Vec<(u32, u32)>,
}

impl Adjacency {
    /// Returns the neighbours of a vertex, each with the index of the edge to it.
    pub fn neighbours_of(&self, vertex: u32) -> &[(u32, u32)] {
        &self.list[self.start[vertex as usize] as usize..self.start[vertex as usize + 1] as usize]
    }
}

/// Builds a graph vertex by vertex and edge by edge.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    names: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
    states: Vec<Option<u8>>,
    edges: Vec<([u32; 2], u8)>,
    known: FxHashSet<[u32; 2]>,
}

impl Builder {
    /// Returns the number of the vertex with this name; the vertex is added if it is new.
    pub fn vertex(&mut self, name: &str) -> u32 {
        // Callers remove quotes, so `7` and `"7"` are the same name here.
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.into(), number);
        self.names.push(name.into());
        self.states.push(None);
        number
    }

    /// Returns the number of vertices and the number of edges added so far.
    pub fn counts(&self) -> [usize; 2] {
        [self.names.len(), self.edges.len()]
    }

    /// Adds an edge; returns `false` if its ends are equal or the edge already exists.
    pub fn edge(&mut self, [a, b]: [u32; 2], label: u8) -> bool {
        let new = a != b && self.known.insert([a.min(b), a.max(b)]);
        if new {
            self.edges.push(([a, b], label));
        }
        new
    }

    /// Sets the state of a vertex; returns `false` if the vertex already had one.
    pub fn state(&mut self, vertex: u32, state: u8) -> bool {
        self.states[vertex as usize].replace(state).is_none()
    }

    pub fn finish(self) -> GraphComponent {
        let vertices = (0..).zip(self.states).map(|(name, state)| (name, state.unwrap_or(EMPTY)));
        GraphComponent { names: self.names.into(), vertices: vertices.collect(), edges: self.edges.into() }
    }
}
