//! Pictures: edges on the ground, what is left of them, and what tells them apart.

use super::bits::Bits;
use super::colour::Colour;
use super::cuts::cuts;
use super::fusion::Fusion;
use super::key::Key;
use super::names::{Name, Names};
use grundy_rules::Components;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The edges that a game starts with, and the names of their ends.
#[derive(Debug)]
pub(super) struct Graph {
    /// The vertices of each edge, numbered by names; the first ones are the ground.
    ends: Vec<[u32; 2]>,
    /// Of each edge; empty if all are green.
    colours: Vec<Colour>,
    names: Names,
    grounds: u32,
    fusion: OnceLock<Fusion>,
    /// The last wanted value, and the edges whose removal leaves it: engines count the moves and then ask for them.
    cuts: Mutex<Option<(u32, Arc<Bits>)>>,
}

impl Graph {
    pub fn edges(&self) -> usize {
        self.ends.len()
    }

    /// How many vertices there are, all grounds taken for one.
    pub fn vertices(&self) -> usize {
        1 + self.names.len() - self.grounds as usize
    }

    /// The ends of an edge, all grounds taken for vertex 0.
    #[inline]
    pub fn joined(&self, edge: usize) -> [usize; 2] {
        self.ends[edge].map(|v| (v + 1).saturating_sub(self.grounds) as usize)
    }

    pub fn colour(&self, edge: usize) -> Colour {
        self.colours.get(edge).copied().unwrap_or_default()
    }

    /// The edges among these that are joined to the ground, apart for each part that hangs together without the ground, or
    /// all in one. Parts come in the order of their first edges.
    fn standing(&self, live: &Bits, apart: bool) -> SmallVec<[Bits; 2]> {
        let mut group: Vec<u32> = (0..self.vertices() as u32).collect();
        let mut grounded = vec![false; self.vertices()];
        for edge in live.iter() {
            let [a, b] = self.joined(edge).map(|v| find(&mut group, v));
            match (a, b) {
                (0, v) | (v, 0) => grounded[v] = true,
                _ => {
                    group[a] = b as u32;
                    grounded[b] |= grounded[a];
                }
            }
        }
        if !apart {
            let mut all = Bits::none(self.edges());
            for edge in live.iter() {
                let [a, b] = self.joined(edge);
                let root = find(&mut group, a.max(b));
                if grounded[root] {
                    all.insert(edge);
                }
            }
            return [all].into_iter().collect();
        }
        let mut parts: SmallVec<[Bits; 2]> = SmallVec::new();
        let mut part_of = vec![u32::MAX; self.vertices()];
        for edge in live.iter() {
            let [a, b] = self.joined(edge);
            let root = find(&mut group, a.max(b));
            if !grounded[root] {
                continue;
            }
            // An edge from ground to ground hangs on nothing else.
            if root == 0 || part_of[root] == u32::MAX {
                part_of[root] = parts.len() as u32;
                parts.push(Bits::none(self.edges()));
            }
            parts[part_of[root] as usize].insert(edge);
        }
        parts
    }
}

/// The vertex that stands for the group of `v`.
fn find(group: &mut [u32], mut v: usize) -> usize {
    while group[v] as usize != v {
        group[v] = group[group[v] as usize];
        v = group[v] as usize;
    }
    v
}

/// A picture: a graph some of whose edges are left. Those that are not joined to the ground are gone.
#[derive(Clone, Debug)]
pub struct Picture {
    graph: Arc<Graph>,
    live: Bits,
    /// Whether nothing was cut yet: such a picture prints as it was given, with the edges that are not joined to the ground.
    given: bool,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Picture) -> bool {
        let (one, two) = (&self.graph, &other.graph);
        let same = || {
            one.ends == two.ends && one.colours == two.colours && one.names == two.names && one.grounds == two.grounds
        };
        self.given == other.given && self.live == other.live && (Arc::ptr_eq(one, two) || same())
    }
}

impl Eq for Picture {}

impl Hash for Picture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.live.hash(state);
    }
}

impl Picture {
    /// The colour of the lowest edge of a picture that is one string.
    pub fn stalk(&self) -> Option<Colour> {
        self.lowest_edge().map(|edge| self.colour(edge))
    }

    /// The lowest edge of a picture that is one string.
    pub(super) fn lowest_edge(&self) -> Option<usize> {
        self.with_fusion(|fusion| {
            let is_path = || (1..fusion.parent.len()).all(|v| fusion.parent[v] as usize + 1 == v);
            (fusion.parent.len() > 1 && fusion.is_tree() && is_path()).then(|| fusion.edge[1] as usize)
        })
    }

    /// The picture of these edges, where vertex 0 is the ground.
    ///
    /// # Panics
    /// If there are 2^31 edges or more.
    ///
    /// ```
    /// use grundy_games::hackenbush::{Colour, Picture};
    /// let picture = Picture::new([(0, 1, Colour::Green), (1, 2, Colour::Blue), (3, 4, Colour::Green)]);
    /// assert_eq!(picture.edges(), 2); // 3-4 is not joined to the ground
    /// ```
    pub fn new(edges: impl IntoIterator<Item = (u64, u64, Colour)>) -> Picture {
        Picture::on(&[Name::Number(0)], edges)
    }

    pub(super) fn on(grounds: &[Name], edges: impl IntoIterator<Item = (u64, u64, Colour)>) -> Picture {
        let mut builder = Builder::default();
        for (a, b, colour) in edges {
            let (a, b) = (builder.names.code(&Name::Number(a)), builder.names.code(&Name::Number(b)));
            builder.push([a, b], colour);
        }
        builder.finish(grounds)
    }

    /// How many edges are joined to the ground.
    pub fn edges(&self) -> usize {
        self.live.count()
    }

    /// Whether an edge is left that only one player may cut.
    pub fn is_coloured(&self) -> bool {
        !self.graph.colours.is_empty() && self.live.iter().any(|edge| self.graph.colour(edge) != Colour::Green)
    }

    /// Whether every edge that is left is only one player's to cut.
    pub(super) fn has_no_green(&self) -> bool {
        self.live.iter().all(|edge| self.graph.colour(edge) != Colour::Green)
    }

    /// The first edge at or after this place that a player who may not cut `colour` may cut.
    pub(super) fn next_edge(&self, from: usize, not: Colour) -> Option<usize> {
        let mut edge = self.live.next(from)?;
        while self.graph.colour(edge) == not {
            edge = self.live.next(edge + 1)?;
        }
        Some(edge)
    }

    /// What is left when an edge is cut.
    pub(super) fn without(&self, edge: usize) -> Components<Picture> {
        let mut live = self.live.clone();
        live.remove(edge);
        let parts = self.graph.standing(&live, true).into_iter();
        parts.map(|live| Picture { graph: Arc::clone(&self.graph), live, given: false }).collect()
    }

    pub(super) fn key(&self) -> Key {
        let edges = self.live.iter().map(|edge| (self.graph.joined(edge), self.graph.colour(edge)));
        Key::of(self.graph.vertices(), edges)
    }

    /// The bytes that the picture takes beside its own size; the graph is shared. Its key may take as many.
    pub(super) fn bytes(&self) -> u64 {
        self.live.bytes().max(Key::BYTES_AN_EDGE * self.live.count() as u64)
    }

    /// The picture fused, its colours left aside. That of a picture from which nothing was cut is kept.
    pub(super) fn with_fusion<T>(&self, ask: impl FnOnce(&Fusion) -> T) -> T {
        if self.given {
            ask(self.graph.fusion.get_or_init(|| Fusion::of(&self.graph, &self.live)))
        } else {
            ask(&Fusion::of(&self.graph, &self.live))
        }
    }

    /// The edges whose removal leaves a picture worth `to`.
    pub(super) fn cuts(&self, to: u32) -> Arc<Bits> {
        let compute = || Arc::new(self.with_fusion(|fusion| cuts(fusion, self.graph.edges(), to)));
        if !self.given {
            return compute();
        }
        // A thread that panicked has not left half a result: it is put there whole.
        let mut kept = self.graph.cuts.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((value, found)) if *value == to => Arc::clone(found),
            _ => {
                let found = compute();
                *kept = Some((to, Arc::clone(&found)));
                found
            }
        }
    }

    /// How many vertices there are, all grounds taken for one.
    pub(super) fn vertices(&self) -> usize {
        self.graph.vertices()
    }

    /// The ends of an edge, all grounds taken for vertex 0.
    pub(super) fn joined(&self, edge: usize) -> [usize; 2] {
        self.graph.joined(edge)
    }

    /// The ends of an edge, grounds told apart.
    pub(super) fn named_ends(&self, edge: usize) -> [u32; 2] {
        self.graph.ends[edge]
    }

    /// The vertex of this one where all grounds are taken for one.
    pub(super) fn joined_of(&self, end: u32) -> usize {
        (end + 1).saturating_sub(self.graph.grounds) as usize
    }

    /// The name of a vertex, without quotes.
    pub(super) fn name(&self, end: u32) -> String {
        self.graph.names.plain(end as usize)
    }

    /// The name of a vertex where all grounds are taken for one: that of the first ground for these.
    pub(super) fn joined_name(&self, vertex: usize) -> String {
        match vertex {
            0 => self.name(0),
            _ => self.name(vertex as u32 + self.graph.grounds - 1),
        }
    }

    pub(super) fn colour(&self, edge: usize) -> Colour {
        self.graph.colour(edge)
    }

    /// The edges that are printed, in order.
    pub(super) fn printed(&self) -> impl Iterator<Item = usize> {
        let given = 0..if self.given { self.graph.edges() } else { 0 };
        given.chain((!self.given).then(|| self.live.iter()).into_iter().flatten())
    }

    /// How many edges are printed.
    pub(super) fn printed_count(&self) -> usize {
        if self.given { self.graph.edges() } else { self.live.count() }
    }

    /// How many edges are printed that no player can cut.
    pub(super) fn cut_off(&self) -> usize {
        self.printed_count() - self.live.count()
    }

    /// The place of an edge among those printed, counted from 1.
    pub(super) fn place(&self, edge: usize) -> usize {
        1 + if self.given { edge } else { self.live.rank(edge) }
    }

    /// The names of the ends of an edge, without quotes.
    pub(super) fn plain_ends(&self, edge: usize) -> [String; 2] {
        self.graph.ends[edge].map(|v| self.graph.names.plain(v as usize))
    }

    /// The names of the ends of an edge as they are written.
    pub(super) fn ends(&self, edge: usize) -> [String; 2] {
        self.graph.ends[edge].map(|v| {
            let mut out = String::new();
            self.graph.names.write(v as usize, &mut out);
            out
        })
    }

    /// Writes the edges as they stand between brackets.
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

    /// Whether some printed edge touches a ground.
    pub(super) fn has_ground(&self) -> bool {
        self.graph.ends.iter().any(|ends| ends.iter().any(|&v| v < self.graph.grounds))
    }
}

/// Takes in edges one by one.
#[derive(Default)]
pub(super) struct Builder {
    pub names: Names,
    /// The codes of the names of each edge's ends.
    ends: Vec<[u64; 2]>,
    colours: Vec<Colour>,
}

impl Builder {
    /// The most edges that numbers of edges have room for.
    pub const MOST: usize = (1 << 31) - 1;

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Takes in an edge between two names, by their codes.
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

    /// The picture on these grounds.
    ///
    /// # Panics
    /// If there are more edges than [`Builder::MOST`].
    pub fn finish(mut self, grounds: &[Name]) -> Picture {
        assert!(self.ends.len() <= Builder::MOST, "2^31 edges or more");
        let grounds: Vec<u64> = grounds.iter().map(|name| self.names.code(name)).collect();
        let ends = self.names.number(&grounds, &self.ends);
        let edges = ends.len();
        let graph = Graph {
            ends,
            colours: self.colours,
            names: self.names,
            grounds: grounds.len() as u32,
            fusion: OnceLock::new(),
            cuts: Mutex::new(None),
        };
        let live = graph.standing(&Bits::of(edges, |_| true), false).remove(0);
        Picture { graph: Arc::new(graph), live, given: true }
    }
}
