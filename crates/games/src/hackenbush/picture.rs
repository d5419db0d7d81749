//! Pictures: graphs on the ground, each with the subset of its edges that remain.

use super::bits::Bits;
use super::colour::Colour;
use super::cuts::cuts;
use super::fusion::Fusion;
use super::key::Key;
use super::names::{HackenbushName, HackenbushNames};
use grundy_rules::Components;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The edges of a picture at the start of a game, and the names of its vertices.
#[derive(Debug)]
pub(super) struct HackenbushGraph {
    /// The ends of each edge, with vertices numbered as in `names`; the grounds come first.
    ends: Vec<[u32; 2]>,
    /// The colour of each edge; the list is empty if all edges are green.
    colours: Vec<Colour>,
    names: HackenbushNames,
    grounds: u32,
    fusion: OnceLock<Fusion>,
    /// The last wanted value, and the edges whose removal leads to it.
    ///
    /// This result is cached since engines count winning moves before they list them.
    cuts: Mutex<Option<(u32, Arc<Bits>)>>,
}

impl HackenbushGraph {
    pub fn edges(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of vertices, where all grounds count as one vertex.
    pub fn vertices(&self) -> usize {
        1 + self.names.len() - self.grounds as usize
    }

    /// Returns the ends of an edge, where vertex 0 represents all grounds.
    #[inline]
    pub fn merged_ends(&self, edge: usize) -> [usize; 2] {
        self.ends[edge].map(|v| (v + 1).saturating_sub(self.grounds) as usize)
    }

    pub fn colour(&self, edge: usize) -> Colour {
        self.colours.get(edge).copied().unwrap_or_default()
    }

    /// Returns the edges of `live` that are connected to the ground.
    ///
    /// If `by_component` is set, there is one set for each component that is connected without the ground, in the order
    /// of their first edges. Otherwise there is a single set.
    fn grounded_edges(&self, live: &Bits, by_component: bool) -> SmallVec<[Bits; 2]> {
        let mut group: Vec<u32> = (0..self.vertices() as u32).collect();
        let mut grounded = vec![false; self.vertices()];
        for edge in live.iter() {
            let [a, b] = self.merged_ends(edge).map(|v| find(&mut group, v));
            match (a, b) {
                (0, v) | (v, 0) => grounded[v] = true,
                _ => {
                    group[a] = b as u32;
                    grounded[b] |= grounded[a];
                }
            }
        }
        if !by_component {
            let mut all = Bits::empty(self.edges());
            for edge in live.iter() {
                let [a, b] = self.merged_ends(edge);
                let root = find(&mut group, a.max(b));
                if grounded[root] {
                    all.insert(edge);
                }
            }
            return [all].into_iter().collect();
        }
        let mut components: SmallVec<[Bits; 2]> = SmallVec::new();
        let mut part_of = vec![u32::MAX; self.vertices()];
        for edge in live.iter() {
            let [a, b] = self.merged_ends(edge);
            let root = find(&mut group, a.max(b));
            if !grounded[root] {
                continue;
            }
            // An edge whose ends are both grounds is a component of its own.
            if root == 0 || part_of[root] == u32::MAX {
                part_of[root] = components.len() as u32;
                components.push(Bits::empty(self.edges()));
            }
            components[part_of[root] as usize].insert(edge);
        }
        components
    }
}

/// Returns the representative of the group of `v` in a union-find forest.
fn find(group: &mut [u32], mut v: usize) -> usize {
    while group[v] as usize != v {
        group[v] = group[group[v] as usize];
        v = group[v] as usize;
    }
    v
}

/// A picture: a graph and the set of its remaining edges, all of which are connected to the ground.
#[derive(Clone, Debug)]
pub struct Picture {
    graph: Arc<HackenbushGraph>,
    live: Bits,
    /// Whether no edge has been cut since the start of the game.
    ///
    /// An initial picture is printed as given, including edges that are not connected to the ground.
    is_initial: bool,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Picture) -> bool {
        let (one, two) = (&self.graph, &other.graph);
        let same = || {
            one.ends == two.ends && one.colours == two.colours && one.names == two.names && one.grounds == two.grounds
        };
        self.is_initial == other.is_initial && self.live == other.live && (Arc::ptr_eq(one, two) || same())
    }
}

impl Eq for Picture {}

impl Hash for Picture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.live.hash(state);
    }
}

impl Picture {
    /// Returns the colour of the lowest edge if the picture is a single path from the ground, or `None`.
    pub fn stalk(&self) -> Option<Colour> {
        self.lowest_edge().map(|edge| self.colour(edge))
    }

    /// Returns the lowest edge if the picture is a single path from the ground, otherwise `None`.
    pub(super) fn lowest_edge(&self) -> Option<usize> {
        self.with_fusion(|fusion| {
            let is_path = || (1..fusion.parent.len()).all(|v| fusion.parent[v] as usize + 1 == v);
            (fusion.parent.len() > 1 && fusion.is_tree() && is_path()).then(|| fusion.edge[1] as usize)
        })
    }

    /// Returns the picture with these edges, where vertex 0 is the ground.
    ///
    /// # Panics
    /// If there are 2^31 edges or more.
    ///
    /// ```
    /// use grundy_games::hackenbush::{Colour, Picture};
    /// let picture = Picture::new([(0, 1, Colour::Green), (1, 2, Colour::Blue), (3, 4, Colour::Green)]);
    /// assert_eq!(picture.edges(), 2); // 3-4 is not connected to the ground
    /// ```
    pub fn new(edges: impl IntoIterator<Item = (u64, u64, Colour)>) -> Picture {
        Picture::with_grounds(&[HackenbushName::Number(0)], edges)
    }

    pub(super) fn with_grounds(
        grounds: &[HackenbushName],
        edges: impl IntoIterator<Item = (u64, u64, Colour)>,
    ) -> Picture {
        let mut builder = Builder::default();
        for (a, b, colour) in edges {
            let (a, b) =
                (builder.names.code(&HackenbushName::Number(a)), builder.names.code(&HackenbushName::Number(b)));
            builder.push([a, b], colour);
        }
        builder.finish(grounds)
    }

    /// Returns the number of edges that are connected to the ground.
    pub fn edges(&self) -> usize {
        self.live.count()
    }

    /// Reports whether some remaining edge is blue or red.
    pub fn is_coloured(&self) -> bool {
        !self.graph.colours.is_empty() && self.live.iter().any(|edge| self.graph.colour(edge) != Colour::Green)
    }

    /// Reports whether all remaining edges are blue or red.
    pub(super) fn has_no_green(&self) -> bool {
        self.live.iter().all(|edge| self.graph.colour(edge) != Colour::Green)
    }

    /// Returns the first remaining edge, from index `from` on, whose colour is not `not`.
    pub(super) fn next_edge(&self, from: usize, not: Colour) -> Option<usize> {
        let mut edge = self.live.next(from)?;
        while self.graph.colour(edge) == not {
            edge = self.live.next(edge + 1)?;
        }
        Some(edge)
    }

    /// Returns the components that remain after an edge is cut.
    pub(super) fn without(&self, edge: usize) -> Components<Picture> {
        let mut live = self.live.clone();
        live.remove(edge);
        let components = self.graph.grounded_edges(&live, true).into_iter();
        components.map(|live| Picture { graph: Arc::clone(&self.graph), live, is_initial: false }).collect()
    }

    pub(super) fn key(&self) -> Key {
        let edges = self.live.iter().map(|edge| (self.graph.merged_ends(edge), self.graph.colour(edge)));
        Key::new(self.graph.vertices(), edges)
    }

    /// Returns the number of heap bytes that the picture or its key allocates, whichever is larger.
    ///
    /// The graph does not count, since other pictures share it.
    pub(super) fn bytes(&self) -> u64 {
        self.live.bytes().max(Key::MAX_BYTES_PER_EDGE * self.live.count() as u64)
    }

    /// Calls `ask` with the fused picture, which ignores colours, and returns the result of `ask`.
    ///
    /// The fused picture is cached for initial pictures.
    pub(super) fn with_fusion<T>(&self, ask: impl FnOnce(&Fusion) -> T) -> T {
        if self.is_initial {
            ask(self.graph.fusion.get_or_init(|| Fusion::new(&self.graph, &self.live)))
        } else {
            ask(&Fusion::new(&self.graph, &self.live))
        }
    }

    /// Returns the edges whose removal leaves a picture of Grundy value `to`.
    pub(super) fn cuts(&self, to: u32) -> Arc<Bits> {
        let compute = || Arc::new(self.with_fusion(|fusion| cuts(fusion, self.graph.edges(), to)));
        if !self.is_initial {
            return compute();
        }
        // The cached value is replaced as a whole, so a thread that panicked cannot have left a partial
        // result.
        let mut cached = self.graph.cuts.lock().unwrap_or_else(PoisonError::into_inner);
        match &*cached {
            Some((value, found)) if *value == to => Arc::clone(found),
            _ => {
                let found = compute();
                *cached = Some((to, Arc::clone(&found)));
                found
            }
        }
    }

    /// Returns the number of vertices, where all grounds count as one vertex.
    pub(super) fn vertices(&self) -> usize {
        self.graph.vertices()
    }

    /// Returns the ends of an edge, where vertex 0 represents all grounds.
    pub(super) fn merged_ends(&self, edge: usize) -> [usize; 2] {
        self.graph.merged_ends(edge)
    }

    /// Returns the ends of an edge, where the grounds are different vertices.
    pub(super) fn named_ends(&self, edge: usize) -> [u32; 2] {
        self.graph.ends[edge]
    }

    /// Converts the number of a vertex to the numbering in which vertex 0 represents all grounds.
    pub(super) fn merged_vertex(&self, end: u32) -> usize {
        (end + 1).saturating_sub(self.graph.grounds) as usize
    }

    /// Returns the name of a vertex, without quotes.
    pub(super) fn name(&self, end: u32) -> String {
        self.graph.names.unquoted(end as usize)
    }

    /// Returns the name of a vertex in the numbering in which vertex 0 represents all grounds.
    ///
    /// Vertex 0 has the name of the first ground.
    pub(super) fn merged_name(&self, vertex: usize) -> String {
        match vertex {
            0 => self.name(0),
            _ => self.name(vertex as u32 + self.graph.grounds - 1),
        }
    }

    pub(super) fn colour(&self, edge: usize) -> Colour {
        self.graph.colour(edge)
    }

    /// Iterates over the edges that are printed, in the order in which they are printed.
    pub(super) fn printed(&self) -> impl Iterator<Item = usize> {
        let given = 0..if self.is_initial { self.graph.edges() } else { 0 };
        given.chain((!self.is_initial).then(|| self.live.iter()).into_iter().flatten())
    }

    /// Returns the number of edges that are printed.
    pub(super) fn printed_count(&self) -> usize {
        if self.is_initial { self.graph.edges() } else { self.live.count() }
    }

    /// Returns the number of printed edges that are not connected to the ground.
    pub(super) fn vanished_count(&self) -> usize {
        self.printed_count() - self.live.count()
    }

    /// Returns the position of an edge among the printed edges, counted from 1.
    pub(super) fn printed_index(&self, edge: usize) -> usize {
        1 + if self.is_initial { edge } else { self.live.rank(edge) }
    }

    /// Returns the names of the ends of an edge, without quotes.
    pub(super) fn plain_ends(&self, edge: usize) -> [String; 2] {
        self.graph.ends[edge].map(|v| self.graph.names.unquoted(v as usize))
    }

    /// Returns the names of the ends of an edge, in the notation of the game.
    pub(super) fn ends(&self, edge: usize) -> [String; 2] {
        self.graph.ends[edge].map(|v| {
            let mut out = String::new();
            self.graph.names.write(v as usize, &mut out);
            out
        })
    }

    /// Writes the list of edges in the notation of the game.
    pub(super) fn write(&self, out: &mut String) {
        for (k, edge) in self.printed().enumerate() {
            if k > 0 {
                out.push(',');
            }
            let [a, b] = self.graph.ends[edge];
            self.graph.names.write(a as usize, out);
            out.push('-');
            self.graph.names.write(b as usize, out);
            match self.graph.colour(edge) {
                Colour::Green => {}
                Colour::Red => out.push_str(":r"),
                Colour::Blue => out.push_str(":b"),
            }
        }
    }

    /// Reports whether some edge of the graph touches a ground.
    pub(super) fn has_ground(&self) -> bool {
        self.graph.ends.iter().any(|ends| ends.iter().any(|&v| v < self.graph.grounds))
    }
}

/// Builds a picture edge by edge.
#[derive(Default)]
pub(super) struct Builder {
    pub names: HackenbushNames,
    /// The ends of each edge, as codes of names.
    ends: Vec<[u64; 2]>,
    colours: Vec<Colour>,
}

impl Builder {
    /// The maximum number of edges of a picture.
    pub const MAX_EDGES: usize = (1 << 31) - 1;

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds an edge between two names, given by their codes.
    #[inline]
    pub fn push(&mut self, ends: [u64; 2], colour: Colour) {
        if colour != Colour::Green && self.colours.is_empty() {
            self.colours.resize(self.ends.len(), Colour::Green);
        }
        if colour != Colour::Green || !self.colours.is_empty() {
            self.colours.push(colour);
        }
        self.ends.push(ends);
    }

    /// Builds the picture with these grounds.
    ///
    /// # Panics
    /// If there are more edges than [`Builder::MAX_EDGES`].
    pub fn finish(mut self, grounds: &[HackenbushName]) -> Picture {
        assert!(self.ends.len() <= Builder::MAX_EDGES, "2^31 edges or more");
        let grounds: Vec<u64> = grounds.iter().map(|name| self.names.code(name)).collect();
        let ends = self.names.number(&grounds, &self.ends);
        let edges = ends.len();
        let graph = HackenbushGraph {
            ends,
            colours: self.colours,
            names: self.names,
            grounds: grounds.len() as u32,
            fusion: OnceLock::new(),
            cuts: Mutex::new(None),
        };
        let live = graph.grounded_edges(&Bits::from_fn(edges, |_| true), false).remove(0);
        Picture { graph: Arc::new(graph), live, is_initial: true }
    }
}
