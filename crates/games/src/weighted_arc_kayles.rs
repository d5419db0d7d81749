//! Weighted Arc Kayles: a move removes one counter from each end of an edge of a graph.
//!
//! An edge can be chosen only while both of its ends have counters. With one counter on each vertex this is Arc Kayles.
//!
//! Grundy values are unbounded, and no closed form is known beyond trees of depth 2 (A. Dailly, V. Gledel, M.
//! Heinrich, "A generalization of Arc-Kayles", Int. J. Game Theory 48 (2019)), so positions are solved by search. A
//! vertex with at least as many counters as all its neighbours together never runs out before they do, so counters in
//! excess of that sum make no difference.
//!
//! Notation: `weighted_arc_kayles(a-b, b-c, b=3)`; a vertex has one counter by default.
//!
//! ```
//! let spec = grundy_games::parse("weighted_arc_kayles(a-b-c, b=2)").unwrap();
//! assert_eq!(spec.to_string(), "weighted_arc_kayles(a-b,b-c,b=2)");
//! ```

use grundy_graph::LabelledGraph;
use grundy_lang::text;
use grundy_rules::{
    Color, Components, Cursor, Drawing, Error, ErrorKind, Field, Game, GameInfo, Impartial, Kind, Line, MoveText,
    Picture, Player, Point, Result, Rules, SplitMix64, VertexName, boxed,
};
use grundy_value::CompactSort;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The maximum number of vertices and of edges.
const MAX_SIZE: usize = 4096;

/// The maximum number of counters on a vertex.
const MAX_COUNTERS: u64 = 1 << 30;

/// The maximum number of vertices of a graph whose key does not depend on the order of its vertices.
const MAX_CANONICAL_VERTICES: usize = 48;

/// The rules, which have no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeightedArcKayles;

/// A position: a graph with counters on its vertices.
#[derive(Clone, Debug)]
pub struct Counters {
    #[doc(hidden)]
    pub names: Arc<[Box<str>]>,
    /// For each vertex, the index of its name and its number of counters.
    #[doc(hidden)]
    pub vertices: Box<[(u32, u32)]>,
    #[doc(hidden)]
    pub edges: Box<[[u32; 2]]>,
}

/// A move: the index of the edge whose ends lose a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakeBoth(pub u32);

impl PartialEq for Counters {
    fn eq(&self, other: &Counters) -> bool {
        let named = |all: &Counters| {
            all.vertices.iter().map(|&(name, w)| (all.names[name as usize].clone(), w)).collect::<Vec<_>>()
        };
        self.edges == other.edges
            && (Arc::ptr_eq(&self.names, &other.names) && self.vertices == other.vertices
                || named(self) == named(other))
    }
}

impl Eq for Counters {}

impl Hash for Counters {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.edges.hash(state);
        self.vertices.iter().for_each(|(_, counters)| counters.hash(state));
    }
}

impl Counters {
    fn name(&self, vertex: u32) -> &str {
        &self.names[self.vertices[vertex as usize].0 as usize]
    }

    /// Returns the graph with new numbers of counters, without the vertices that have none left.
    fn with_counters(&self, counters: impl Fn(usize) -> u32) -> Counters {
        let mut number = vec![u32::MAX; self.vertices.len()];
        let mut vertices = vec![];
        for (vertex, &(name, _)) in self.vertices.iter().enumerate() {
            if counters(vertex) > 0 {
                number[vertex] = vertices.len() as u32;
                vertices.push((name, counters(vertex)));
            }
        }
        let edges = self.edges.iter().map(|ends| ends.map(|end| number[end as usize]));
        let edges = edges.filter(|ends| !ends.contains(&u32::MAX)).collect();
        Counters { names: Arc::clone(&self.names), vertices: vertices.into(), edges }
    }

    /// Returns a number for each vertex, which is the same for vertices of one connected component.
    fn components(&self) -> Vec<u32> {
        let mut joined: Vec<u32> = (0..self.vertices.len() as u32).collect();
        let root = |joined: &mut Vec<u32>, mut v: u32| {
            while joined[v as usize] != v {
                joined[v as usize] = joined[joined[v as usize] as usize];
                v = joined[v as usize];
            }
            v
        };
        for &[a, b] in &self.edges {
            let (a, b) = (root(&mut joined, a), root(&mut joined, b));
            joined[a as usize] = b;
        }
        (0..joined.len() as u32).map(|v| root(&mut joined, v)).collect()
    }
}

impl Rules for WeightedArcKayles {
    type Component = Counters;
    type Move = TakeBoth;
    type Key = Box<[u32]>;

    fn moves(&self, component: &Counters, _by: Player) -> impl Iterator<Item = TakeBoth> {
        (0..component.edges.len() as u32).map(TakeBoth)
    }

    fn play(&self, component: &Counters, _by: Player, mv: &TakeBoth) -> Components<Counters> {
        let ends = component.edges[mv.0 as usize];
        let counters = |vertex: usize| component.vertices[vertex].1 - u32::from(ends.contains(&(vertex as u32)));
        Components::from_elem(component.with_counters(counters), 1)
    }

    fn split(&self, component: Counters) -> Components<Counters> {
        let components = component.components();
        let mut with_edges: Vec<u32> = component.edges.iter().map(|ends| components[ends[0] as usize]).collect();
        with_edges.compact_sort();
        with_edges.dedup();
        let own = |root: u32| {
            component.with_counters(|vertex| if components[vertex] == root { component.vertices[vertex].1 } else { 0 })
        };
        with_edges.into_iter().map(own).collect()
    }

    fn key(&self, component: &Counters) -> Box<[u32]> {
        let n = component.vertices.len();
        // Counters in excess of the counters of all neighbours together make no difference.
        let mut around = vec![0u64; n];
        for &[a, b] in &component.edges {
            around[a as usize] += u64::from(component.vertices[b as usize].1);
            around[b as usize] += u64::from(component.vertices[a as usize].1);
        }
        let counters = |v: usize| around[v].min(u64::from(component.vertices[v].1)) as u32;
        if n > MAX_CANONICAL_VERTICES {
            let own = std::iter::repeat_n(0, MAX_CANONICAL_VERTICES * MAX_CANONICAL_VERTICES)
                .chain([n as u32])
                .chain((0..n).map(counters));
            return own.chain(component.edges.iter().flat_map(|&[a, b]| [a.min(b), a.max(b)])).collect();
        }
        let mut labels = vec![0; n * n];
        for v in 0..n {
            labels[v * n + v] = counters(v) + 1;
        }
        for &[a, b] in &component.edges {
            (labels[a as usize * n + b as usize], labels[b as usize * n + a as usize]) = (1, 1);
        }
        LabelledGraph { n, labels: &labels }.canonical().into_vec().into()
    }

    fn extra_bytes(&self, component: &Counters) -> u64 {
        (size_of_val(&*component.vertices) + size_of_val(&*component.edges)) as u64
    }
}

impl Impartial for WeightedArcKayles {}

impl Game for WeightedArcKayles {
    const INFO: GameInfo = GameInfo {
        name: "weighted_arc_kayles",
        aliases: &["加权边凯尔斯"],
        title: "Weighted Arc Kayles",
        rules: "Every vertex has counters. A move takes one counter from each end of an edge. A vertex without \
            counters disappears with its edges.",
        notation: "weighted_arc_kayles(a-b, c=counters, ...)",
        example: "weighted_arc_kayles(a-b,b-c,b=2)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> Self> = Some(|| WeightedArcKayles);

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Counters>> {
        let example = WeightedArcKayles::INFO.example;
        input.expect('(', example)?;
        let mut reader = EdgeParser::default();
        if input.accept(')') {
            return Ok(vec![]);
        }
        loop {
            reader.item(input).map_err(|error| error.or_example(example))?;
            if input.accept(')') {
                return Ok(vec![reader.finish()]);
            }
            if !input.accept(',') {
                return Err(input.expected(text!("`,` or `)`")).or_example(example));
            }
        }
    }

    fn write_component(&self, component: &Counters, out: &mut String) {
        let (mut between, mut is_written, mut order) = ("", vec![false; component.vertices.len()], vec![]);
        for &[a, b] in &component.edges {
            out.push_str(between);
            between = ",";
            VertexName::read(component.name(a)).write(out);
            out.push('-');
            VertexName::read(component.name(b)).write(out);
            order.extend([a, b].into_iter().filter(|&end| !std::mem::replace(&mut is_written[end as usize], true)));
        }
        // Vertices are written in the order in which the parser will find them.
        let isolated = (0..component.vertices.len() as u32).filter(|&vertex| !is_written[vertex as usize]);
        for vertex in order.into_iter().chain(isolated) {
            let counters = component.vertices[vertex as usize].1;
            if is_written[vertex as usize] && counters == 1 {
                continue;
            }
            out.push_str(between);
            between = ",";
            VertexName::read(component.name(vertex)).write(out);
            if counters != 1 {
                out.push('=');
                grundy_rules::push_number(u64::from(counters), out);
            }
        }
    }

    fn count_component_numbers(&self, component: &Counters) -> usize {
        component.vertices.len() + 2 * component.edges.len()
    }

    fn describe(&self, component: &Counters, _at: usize, mv: &TakeBoth) -> MoveText {
        let ends = component.edges[mv.0 as usize].map(|end| component.name(end));
        let edge = ends.map(|end| VertexName::read(end).to_string()).join("-");
        let ends = ends.map(str::to_string).to_vec();
        let text = text!("take one counter from each end of {edge}", edge);
        MoveText::new(text, vec![("edge", Field::Texts(ends))])
    }

    fn picture(&self, component: &Counters) -> Picture {
        let points = (0..).zip(&component.vertices).map(|(vertex, &(_, counters))| Point {
            name: component.name(vertex).to_string(),
            tokens: counters.into(),
            ..Point::default()
        });
        let lines = component.edges.iter().map(|&ends| Line::new(ends, Color::Solid)).collect();
        let text = Picture::printed(self, component);
        Picture::Drawing(Box::new(Drawing { text, points: points.collect(), lines, fused: None }))
    }

    fn samples() -> Box<dyn Iterator<Item = (WeightedArcKayles, Vec<Counters>)>> {
        boxed((0u64..160).map(|number| (WeightedArcKayles, vec![sample(number)])))
    }
}

#[derive(Default)]
struct EdgeParser {
    numbers: HashMap<String, u32>,
    names: Vec<Box<str>>,
    counters: Vec<Option<u32>>,
    edges: Vec<[u32; 2]>,
    edge_set: HashSet<[u32; 2]>,
}

impl EdgeParser {
    /// Parses one item: `a`, `a=3`, `a-b`, `a-b-c`.
    fn item(&mut self, input: &mut Cursor<'_>) -> Result<()> {
        let (mut last, mut start) = self.vertex(input)?;
        if input.accept('=') {
            let (counters, span) = input.integer(text!("the number of counters"))?;
            if counters > MAX_COUNTERS {
                let message = text!("a vertex has at most {most} counters", most = MAX_COUNTERS);
                return Err(Error::new(ErrorKind::TooLarge, message).at(span));
            }
            if self.counters[last as usize].replace(counters as u32).is_some() {
                let message = text!("the number of counters of this vertex is given twice");
                return Err(Error::new(ErrorKind::BadArgument, message).at(start..span.end));
            }
        }
        while input.accept('-') {
            let (next, from) = self.vertex(input)?;
            let span = start..input.offset();
            let message = match last == next {
                true => Some(text!("an edge must join two different vertices")),
                false if !self.edge_set.insert([last.min(next), last.max(next)]) => {
                    Some(text!("this edge already exists"))
                }
                false => None,
            };
            if let Some(message) = message {
                return Err(Error::new(ErrorKind::BadArgument, message).at(span));
            }
            self.edges.push([last, next]);
            (last, start) = (next, from);
            if self.edges.len() > MAX_SIZE {
                let message =
                    text!("a graph has at most {most} vertices and {edges} edges", most = MAX_SIZE, edges = MAX_SIZE);
                return Err(Error::new(ErrorKind::TooLarge, message).at(span));
            }
        }
        Ok(())
    }

    fn vertex(&mut self, input: &mut Cursor<'_>) -> Result<(u32, usize)> {
        let (name, span) = input.name(text!("a vertex"))?;
        if name.is_empty() {
            return Err(Error::new(ErrorKind::BadArgument, text!("the name of a vertex is empty")).at(span));
        }
        let name = VertexName::read(&name).unquoted();
        if let Some(&number) = self.numbers.get(&name) {
            return Ok((number, span.start));
        }
        let number = self.names.len() as u32;
        if self.names.len() == MAX_SIZE {
            let message =
                text!("a graph has at most {most} vertices and {edges} edges", most = MAX_SIZE, edges = MAX_SIZE);
            return Err(Error::new(ErrorKind::TooLarge, message).at(span));
        }
        self.names.push(name.as_str().into());
        self.counters.push(None);
        self.numbers.insert(name, number);
        Ok((number, span.start))
    }

    fn finish(self) -> Counters {
        let vertices = (0..).zip(&self.counters).map(|(name, counters)| (name, counters.unwrap_or(1))).collect();
        let all = Counters { names: self.names.into(), vertices, edges: self.edges.into() };
        // Vertices without counters are removed.
        all.with_counters(|vertex| all.vertices[vertex].1)
    }
}

/// Returns the sample with this number: a graph of up to five vertices with up to three counters.
fn sample(number: u64) -> Counters {
    let mut random = SplitMix64(number);
    let mut below = |n: u64| random.below(n);
    let n = 1 + number as u32 / 40 + below(2) as u32;
    let vertices = (0..n).map(|name| (name, 1 + below(3) as u32)).collect();
    let mut edges = vec![];
    for a in 0..n {
        edges.extend((0..a).filter(|_| below(3) > 0).map(|b| [b, a]));
    }
    Counters { names: (1..=n).map(|name| name.to_string().into()).collect(), vertices, edges: edges.into() }
}
