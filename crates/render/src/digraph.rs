//! Directed graphs as DOT and as SVG: graphs with tokens, and reachable positions.
//!
//! Each vertex shows its outcome and value. Moves to P-positions are marked, and vertices that carry tokens are
//! ringed.

use crate::svg::{Anchor, Svg};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Arcs, Error, ErrorKind, Kind, Outcome, Play, Suggestion};
use grundy_solve::digraph::Vertices;
use grundy_solve::trace::TracedPositions;
use grundy_value::generator_name;
use grundy_value::{CompactSort, LoopyValue};
use std::f64::consts::TAU;
use std::fmt::Write;

/// Returns the graph in the DOT language.
///
/// ```
/// use grundy_games::parse;
/// use grundy_render::DigraphDrawing;
/// use grundy_solve::{Budget, digraph::Vertices, trace::TracedPositions};
/// let spec = parse("token[a>b](a)").unwrap();
/// let dot = grundy_render::graph_dot(&DigraphDrawing::from_tokens(&Vertices::for_position(&spec, &Budget::default()).unwrap()));
/// assert!(dot.contains(r#""a" [label="a\nN 1""#));
/// let steps = TracedPositions::compute(&parse("nim(1,1)").unwrap(), &Budget::default()).unwrap();
/// assert!(grundy_render::graph_dot(&DigraphDrawing::from_steps(&steps).unwrap()).contains(r#""nim(1,1)" [label="1,1\nP 0""#));
/// ```
pub fn graph_dot(graph: &DigraphDrawing) -> String {
    let mut out = String::from("digraph grundy {\n");
    out.push_str("  node [shape=ellipse, style=filled, color=\"#222222\", fontname=\"sans-serif\"];\n");
    out.push_str("  edge [color=\"#888888\"];\n");
    for vertex in &graph.vertices {
        let paint = Paint::for_outcome(vertex.outcome);
        let rings = if vertex.rings > 0 { ", peripheries=2, penwidth=2" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "  {} [label=\"{}\\n{}\", fillcolor=\"{}\", fontcolor=\"{}\"{rings}];",
            quoted(&vertex.name),
            escaped(&vertex.label),
            escaped(&vertex.value_text),
            paint.fill,
            paint.dot_font_color
        );
    }
    for edge in &graph.edges {
        let wins = match edge.mark {
            Mark::Wins => " [color=\"#d55e00\", penwidth=2]".to_string(),
            Mark::Left => " [color=\"#3f7fbf\"]".to_string(),
            Mark::Right => " [color=\"#c0392b\", style=dashed]".to_string(),
            Mark::Generator(number) => {
                format!(" [label=\"{}\", color=\"{}\"]", generator_name(number), generator_color(number))
            }
            Mark::None => String::new(),
        };
        let name = |v: u32| quoted(&graph.vertices[v as usize].name);
        let _ = writeln!(out, "  {} -> {}{wins};", name(edge.from), name(edge.to));
    }
    out.push_str("}\n");
    out
}

pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", escaped(name))
}

/// Escapes a text for a quoted string of DOT.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// A directed graph to be drawn.
#[derive(Clone, Debug)]
pub struct DigraphDrawing {
    title: Text,
    legend: Text,
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    /// The same edges as adjacency lists, for the layout.
    arcs: Arcs,
    /// The sizes of the one or two heaps of each position, if it has them; they determine the layout.
    coordinates: Option<HeapSizes>,
}

/// The sizes of the heaps of each position.
#[derive(Clone, Debug)]
enum HeapSizes {
    One(Vec<u64>),
    Two(Vec<[u64; 2]>),
}

/// The largest heap for which positions of one heap are laid out by its size.
const MAX_HEAP: u64 = 40;
/// The largest heap for which positions of two heaps are laid out by the sizes of their heaps.
const MAX_HEAP_OF_TWO: u64 = 12;

/// Returns the heap sizes, if the labels of three or more vertices are distinct numbers or pairs.
///
/// The label `0` may be the empty pair. Returns `None` if a heap is too large for the layout.
fn heap_sizes(vertices: &[Vertex]) -> Option<HeapSizes> {
    let sizes = |vertex: &Vertex| -> Option<Vec<u64>> {
        if vertex.label == "0" {
            Some(vec![0])
        } else {
            vertex.label.split(',').map(|size| size.parse().ok()).collect()
        }
    };
    let all: Vec<Vec<u64>> = vertices.iter().map(sizes).collect::<Option<_>>()?;
    let mut distinct = all.clone();
    distinct.compact_sort();
    distinct.dedup();
    let largest = all.iter().flatten().copied().max()?;
    let number = all.iter().map(Vec::len).max()?;
    if distinct.len() < all.len() || all.len() < 3 || all.iter().any(|sizes| sizes.len() < number && sizes != &[0]) {
        return None;
    }
    match number {
        1 if largest <= MAX_HEAP => Some(HeapSizes::One(all.iter().map(|sizes| sizes[0]).collect())),
        2 if largest <= MAX_HEAP_OF_TWO => {
            Some(HeapSizes::Two(all.iter().map(|sizes| [sizes[0], sizes.get(1).copied().unwrap_or(0)]).collect()))
        }
        _ => None,
    }
}

/// The sum of the tokens of a graph, as far as their values determine it.
struct TokenSum<'v> {
    vertices: &'v Vertices<'v>,
    tokens: &'v [u32],
}

impl<'v> TokenSum<'v> {
    fn new(vertices: &'v Vertices<'v>) -> TokenSum<'v> {
        TokenSum { vertices, tokens: vertices.tokens() }
    }

    fn nimber(&self, vertex: u32) -> Option<u128> {
        match self.vertices.value(vertex) {
            Some(LoopyValue::Nim(nimber)) => Some(nimber.0),
            _ => None,
        }
    }

    /// Returns the outcome of the sum; `None` if there is no token, or no value and several tokens.
    fn outcome(&self) -> Option<Outcome> {
        match self.tokens {
            [] => return None,
            &[token] => return Some(self.vertices.outcome(token)),
            _ => {}
        }
        // A value of infinity plus a nimber g is won iff the infinite value has the option g; two infinite values are
        // drawn (A. S. Fraenkel and Y. Perl 1975).
        let finite = self.tokens.iter().filter_map(|&token| self.nimber(token)).fold(0, |sum, nimber| sum ^ nimber);
        let mut infinite = self.tokens.iter().filter(|&&token| self.nimber(token).is_none());
        Some(match (infinite.next(), infinite.next()) {
            (None, _) if finite == 0 => Outcome::P,
            (None, _) => Outcome::N,
            (Some(&token), None) => match self.vertices.value(token)? {
                LoopyValue::Infinite(options) if options.contains(&finite) => Outcome::N,
                _ => Outcome::D,
            },
            (Some(&token), Some(_)) => {
                self.vertices.value(token)?;
                Outcome::D
            }
        })
    }

    /// Reports whether the move along an edge leaves a P-position.
    ///
    /// With one token or none, every edge to a P-position counts, wherever the token is.
    fn is_winning(&self, from: u32, to: u32) -> bool {
        if self.tokens.len() < 2 {
            return self.vertices.outcome(to) == Outcome::P;
        }
        let Some(moved) = self.tokens.iter().position(|&token| token == from) else { return false };
        let others = self.tokens.iter().enumerate().filter(|&(at, _)| at != moved).map(|(_, &token)| token);
        let mut nimbers = others.chain([to]).map(|vertex| self.nimber(vertex));
        nimbers.try_fold(0, |sum: u128, nimber| Some(sum ^ nimber?)) == Some(0)
    }
}

#[derive(Clone, Debug)]
struct Vertex {
    /// The unique identifier of the vertex; `label` is what the picture shows.
    name: String,
    label: String,
    value_text: String,
    outcome: Option<Outcome>,
    /// The number of rings around the vertex: its tokens, or 1 for the position that was solved.
    rings: usize,
    /// Half the width and half the height, in pixels.
    half: [f64; 2],
}

#[derive(Clone, Debug)]
struct Edge {
    from: u32,
    to: u32,
    mark: Mark,
}

/// The mark of an edge, drawn by its colour and line style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// The move leads to a P-position.
    Wins,
    Left,
    Right,
    /// The edge is the multiplication by the generator with this index.
    Generator(usize),
}

/// A palette for readers with colour vision deficiency (M. Okabe and K. Ito).
const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#222222"];

fn generator_color(number: usize) -> &'static str {
    COLORS[number % COLORS.len()]
}

const ELEMENTS: Text = text!("dark: lost · light: won · each arrow colour: multiplication by one generator");

const TOKENS: Text = text!(
    "dark: P (mover loses) · light: N (mover wins) · dashed: D (draw) · ring: token · orange: move to a P-position"
);
const SEVERAL_TOKENS: Text = text!(
    "outcome of a single token at each vertex: P dark, N light, D dashed · ring: token · orange: move that \
        wins the sum"
);
const POSITIONS: Text = text!(
    "dark: P (mover loses) · light: N (mover wins) · dashed: D (draw) · ring: start · orange: move to a P-position"
);
const PARTIZAN: Text = text!(
    "dark: P · light: N, L, R · dashed: D (draw) · ring: start · blue: Left's moves · red, dashed: Right's moves"
);
const SCORES: Text = text!("each vertex shows the result for its position · ring: start");

impl DigraphDrawing {
    /// Builds the Cayley graph of a quotient from its elements and the actions of its generators.
    ///
    /// The flag of an element is true if the element is lost; `actions[g][x]` is the product of element `x` and
    /// generator `g`.
    pub(crate) fn from_elements(title: Text, elements: &[(String, bool)], actions: &[Vec<u32>]) -> DigraphDrawing {
        let vertices = elements.iter().map(|(name, lost)| {
            let outcome = if *lost { Outcome::P } else { Outcome::N };
            let width = name.chars().count().min(MAX_LEN) as f64 * 7.6 + 18.0;
            let half = [(width / 2.0).max(RADIUS), 21.0];
            let value_text = outcome.name().to_string();
            Vertex { name: name.clone(), label: name.clone(), value_text, outcome: Some(outcome), rings: 0, half }
        });
        let (mut edges, mut starts, mut targets) = (vec![], vec![0u32], vec![]);
        for from in 0..elements.len() {
            for (number, action) in actions.iter().enumerate() {
                edges.push(Edge { from: from as u32, to: action[from], mark: Mark::Generator(number) });
                targets.push(action[from]);
            }
            starts.push(targets.len() as u32);
        }
        let arcs = Arcs::from_rows(starts, targets);
        DigraphDrawing { title, legend: ELEMENTS, vertices: vertices.collect(), edges, arcs, coordinates: None }
    }

    /// Returns the number of vertices.
    pub(crate) fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Builds the graph of the vertices that tokens move on.
    pub fn from_tokens(vertices: &Vertices<'_>) -> DigraphDrawing {
        let graph = vertices.graph();
        let count = graph.vertices();
        let title = match vertices.play() {
            Play::Normal => text!("Tokens on a graph of {count} vertices", count),
            Play::Misere => text!("Tokens on a graph of {count} vertices, misère play", count),
        };
        let sum = TokenSum::new(vertices);
        let title = match sum.outcome() {
            Some(outcome) => {
                text!("{graph}: {verdict}", graph = title, verdict = crate::text::outcome_text(Some(outcome)))
            }
            None => title,
        };
        let list = (0..count as u32).map(|v| {
            let (name, outcome) = (graph.name(v).unquoted(), vertices.outcome(v));
            let value_text = vertices.value(v).map_or(outcome.to_string(), |value| format!("{outcome} {value}"));
            let rings = vertices.tokens().iter().filter(|&&token| token == v).count();
            Vertex { label: name.clone(), name, value_text, outcome: Some(outcome), rings, half: [RADIUS; 2] }
        });
        let edges = graph.printed_edges().map(|[from, to]| {
            let mark = if sum.is_winning(from, to) { Mark::Wins } else { Mark::None };
            Edge { from, to, mark }
        });
        let (vertices, edges) = (list.collect(), edges.collect());
        let legend = if sum.tokens.len() > 1 { SEVERAL_TOKENS } else { TOKENS };
        DigraphDrawing { title, legend, vertices, edges, arcs: graph.arcs().clone(), coordinates: None }
    }

    /// Builds the graph of the positions that play reaches.
    ///
    /// # Errors
    /// `unsupported` if there are too many positions to list.
    pub fn from_steps(steps: &TracedPositions) -> Result<DigraphDrawing, Error> {
        let all = steps.list.len() as u64 + steps.unlisted();
        if steps.unlisted() > 0 {
            return Err(too_large(all as usize, 0));
        }
        let names: Vec<&str> = steps.list.iter().map(|step| &*step.position).collect();
        let prefix = common_prefix(&names);
        let last = steps.list.len().saturating_sub(1);
        let vertices = steps.list.iter().enumerate().map(|(at, step)| {
            let player = step.by.map_or(String::new(), |by| match (steps.kind, by.0) {
                (Kind::Partizan, 0) => "L: ".to_string(),
                (Kind::Partizan, _) => "R: ".to_string(),
                (_, seat) => format!("{}: ", u16::from(seat) + 1),
            });
            let label = step.position.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')'));
            let label = format!("{player}{}", label.filter(|_| !prefix.is_empty()).unwrap_or(&step.position));
            let value_text = match (step.outcome(), step.result_text()) {
                (Some(outcome), found) if found == outcome.name() => found,
                (Some(outcome), found) => format!("{outcome} {found}"),
                (None, found) => found,
            };
            let width = label.chars().count().min(MAX_LEN).max(value_text.chars().count()) as f64 * 7.6 + 18.0;
            // The solved position is the last entry or, if the graph has cycles (`steps.has_cycles`), the entry at
            // `steps.first`.
            let rings = usize::from(if steps.has_cycles { steps.first == at } else { at == last });
            let name = format!("{player}{}", step.position);
            Vertex { name, label, value_text, outcome: step.outcome(), rings, half: [(width / 2.0).max(RADIUS), 21.0] }
        });
        let vertices: Vec<Vertex> = vertices.collect();
        let (mut edges, mut starts, mut targets) = (vec![], vec![0u32], vec![]);
        let is_partizan = steps.kind == Kind::Partizan;
        for (from, step) in (0..).zip(&steps.list) {
            let left_moves = step.by.is_none_or(|by| by.0 == 0);
            let sides =
                [(&step.options, if left_moves { Mark::Left } else { Mark::Right }), (&step.right, Mark::Right)];
            for (options, side_mark) in sides {
                for &to in options {
                    let wins = !is_partizan && vertices[to].outcome == Some(Outcome::P);
                    let mark = if is_partizan {
                        side_mark
                    } else if wins {
                        Mark::Wins
                    } else {
                        Mark::None
                    };
                    edges.push(Edge { from, to: to as u32, mark });
                    targets.push(to as u32);
                }
            }
            starts.push(targets.len() as u32);
        }
        let legend = match steps.kind {
            Kind::Impartial | Kind::NonstandardImpartial => POSITIONS,
            Kind::Partizan => PARTIZAN,
            Kind::Scoring | Kind::Multiplayer => SCORES,
        };
        let at = if steps.has_cycles { steps.first } else { last };
        let start = steps.list.get(at).map_or("", |step| &*step.position);
        let title = text!(
            "{position}: the {count} positions of its game graph",
            position = start.to_string(),
            count = vertices.len()
        );
        let coordinates = heap_sizes(&vertices);
        let arcs = Arcs::from_rows(starts, targets);
        Ok(DigraphDrawing { title, legend, vertices, edges, arcs, coordinates })
    }
}

/// Returns the common prefix of all names up to their `(`, if they are positions of one game.
///
/// The name `0` is ignored. The result is empty if there is no such prefix.
pub(crate) fn common_prefix<'n>(names: &[&'n str]) -> &'n str {
    let Some(first) = names.iter().find(|name| **name != "0") else { return "" };
    // Parentheses inside `[...]` and `{...}` belong to the rules of the game, not to the position.
    let mut depth = 0;
    let bracket = first.find(|c: char| {
        depth += i32::from(matches!(c, '[' | '{')) - i32::from(matches!(c, ']' | '}'));
        c == '(' && depth == 0
    });
    let Some(opening) = bracket else { return "" };
    let start = &first[..=opening];
    let has_prefix = |name: &&&str| name.starts_with(start) && name.ends_with(')') && !name.contains(" + ");
    if names.iter().filter(|name| **name != "0").all(|name| has_prefix(&name)) { start } else { "" }
}

pub(crate) fn too_large(n: usize, m: usize) -> Error {
    let message = text!(
        "a graph with {n} vertices and {m} edges is too large to draw: the limits are {vertices} vertices and \
            {edges} edges",
        n,
        m,
        vertices = MAX_VERTICES,
        edges = MAX_EDGES
    );
    Error::new(ErrorKind::Unsupported, message).with_suggestion(Suggestion::Graphviz)
}

/// The colours and the line style of an outcome.
///
/// Dark, light and dashed can be distinguished without colour.
pub(crate) struct Paint {
    pub fill: &'static str,
    pub font_color: &'static str,
    pub dot_font_color: &'static str,
    is_dashed: bool,
}

impl Paint {
    pub fn for_outcome(outcome: Option<Outcome>) -> Paint {
        match outcome {
            Some(Outcome::P) => {
                Paint { fill: "#440154", font_color: "#fff", dot_font_color: "#ffffff", is_dashed: false }
            }
            Some(Outcome::D) => {
                Paint { fill: "#fde725", font_color: "#222222", dot_font_color: "#222222", is_dashed: true }
            }
            _ => Paint { fill: "#dfe3e8", font_color: "#222222", dot_font_color: "#222222", is_dashed: false },
        }
    }
}

/// Maximum number of vertices of a graph that is drawn; larger graphs are left to Graphviz.
pub(crate) const MAX_VERTICES: usize = 400;
const MAX_EDGES: usize = 4000;
pub(crate) const RADIUS: f64 = 24.0;
/// The longest label of a vertex, in characters.
pub(crate) const MAX_LEN: usize = 18;
pub(crate) const EDGE: &str = "#888";
pub(crate) const WIN: &str = "#d55e00";
const LEFT: &str = "#3f7fbf";
const RIGHT: &str = "#c0392b";

/// Returns the graph as SVG: in layers if it is acyclic, on a circle otherwise.
///
/// # Errors
/// `unsupported` for more than 400 vertices or 4000 edges.
///
/// ```
/// use grundy_games::parse;
/// use grundy_render::DigraphDrawing;
/// use grundy_solve::{Budget, digraph::Vertices};
/// let spec = parse("token[a>b>c, c>a](a)").unwrap();
/// let graph = DigraphDrawing::from_tokens(&Vertices::for_position(&spec, &Budget::default()).unwrap());
/// let svg = grundy_render::graph_svg(&graph, Default::default()).unwrap();
/// assert!(svg.contains("<title>a: D inf{}</title>"));
/// ```
pub fn graph_svg(graph: &DigraphDrawing, language: Language) -> Result<String, Error> {
    if graph.vertices.len() > MAX_VERTICES || graph.edges.len() > MAX_EDGES {
        return Err(too_large(graph.vertices.len(), graph.edges.len()));
    }
    let layout = match (&graph.coordinates, graph.arcs.topological_order()) {
        (Some(HeapSizes::One(sizes)), Some(_)) => line(graph, sizes),
        (Some(HeapSizes::Two(sizes)), Some(_)) => plane(graph, sizes),
        (None, Some(order)) => layers(graph, &order),
        (_, None) => circle(graph),
    };
    let title = graph.title.in_language(language);
    let mut svg = Svg::new(layout.width as u32, layout.height as u32, &title);
    svg.title(12.0, 22.0, layout.width - 24.0, &title);
    let marker = |id: &str, color: &str| {
        format!(
            "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\" markerUnits=\"userSpaceOnUse\">\
             <path d=\"M0 0L8 4L0 8z\" fill=\"{color}\"/></marker>"
        )
    };
    let markers = [marker("a", EDGE), marker("w", WIN), marker("l", LEFT), marker("r", RIGHT)].concat();
    svg.put(format_args!("<defs>{markers}</defs>\n"));
    for edge in &graph.edges {
        let (color, marker, more) = match edge.mark {
            Mark::Wins => (WIN, "w", " stroke-width=\"2\""),
            Mark::None => (EDGE, "a", " stroke-width=\"1.2\""),
            Mark::Left => (LEFT, "l", " stroke-width=\"1.4\""),
            Mark::Right => (RIGHT, "r", " stroke-width=\"1.4\" stroke-dasharray=\"5 3\""),
            // A generator that fixes an element is not drawn.
            Mark::Generator(_) if edge.from == edge.to => continue,
            Mark::Generator(number) => (generator_color(number), "a", " stroke-width=\"1.4\""),
        };
        let path = layout.edge(graph, edge);
        svg.put(format_args!(
            "<path d=\"{path}\" stroke=\"{color}\"{more} fill=\"none\" marker-end=\"url(#{marker})\"/>\n"
        ));
    }
    for (vertex, &place) in graph.vertices.iter().zip(&layout.places) {
        draw(&mut svg, vertex, place);
    }
    svg.legend([12.0, layout.height - 10.0], layout.width - 24.0, &graph.legend.in_language(language));
    Ok(svg.finish())
}

fn draw(svg: &mut Svg, vertex: &Vertex, [x, y]: [f64; 2]) {
    let paint = Paint::for_outcome(vertex.outcome);
    let dashes = if paint.is_dashed { " stroke-dasharray=\"4 3\"" } else { "" };
    svg.put("<g>");
    svg.element("title", &format!("{}: {}", vertex.name, vertex.value_text));
    let [wide, high] = vertex.half;
    let oval = |svg: &mut Svg, more: f64, paint: &str| {
        let (wide, high) = (wide + more, high + more);
        svg.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{high:.1}\" {paint}/>\n",
            x - wide,
            y - high,
            2.0 * wide,
            2.0 * high
        ));
    };
    if vertex.rings > 0 {
        oval(svg, 5.0, "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"3\"");
    }
    oval(svg, 0.0, &format!("fill=\"{}\" stroke=\"#222\"{dashes}", paint.fill));
    let font_fill = format!(" fill=\"{}\"", paint.font_color);
    let letters = if wide > RADIUS { MAX_LEN } else { 6 };
    svg.styled(
        x,
        y - 3.0,
        Anchor::Middle,
        &truncate_chars(&vertex.label, letters),
        &format!("{font_fill} font-weight=\"600\""),
    );
    svg.styled(
        x,
        y + 13.0,
        Anchor::Middle,
        &truncate_chars(&vertex.value_text, letters.max(24)),
        &format!("{font_fill} font-size=\"10\""),
    );
    if vertex.rings > 1 {
        svg.text(x + wide + 4.0, y - high + 2.0, Anchor::Start, &format!("×{}", vertex.rings));
    }
    svg.put("</g>\n");
}

/// Cuts the text to at most `max_chars` characters.
pub(crate) fn truncate_chars(text: &str, max_chars: usize) -> String {
    if text.chars().count() <= max_chars {
        return text.to_string();
    }
    text.chars().take(max_chars - 1).chain(['…']).collect()
}

/// Coordinates of the vertices.
struct Layout {
    width: f64,
    height: f64,
    places: Vec<[f64; 2]>,
    bending: Bending,
}

/// How the edges of a layout bend.
#[derive(Clone, Copy, PartialEq)]
enum Bending {
    /// All edges bend to their right.
    Right,
    /// Loops point away from this point; other edges bend to their right.
    AwayFrom([f64; 2]),
    /// Edges along a line are arcs above it.
    Above,
    /// Edges along a row, a column or a diagonal pass next to the vertices between their ends.
    Beside,
}

/// The distance between layers.
const LAYER: f64 = 96.0;
/// The distance from the upper edge to the centres of the first vertices.
const TOP: f64 = 66.0;
/// The smallest width of a picture, which leaves room for the legend.
const MIN_WIDTH: f64 = 700.0;

/// Places each vertex in the layer of its longest path from a source, so that every edge leads down.
fn layers(graph: &DigraphDrawing, order: &[u32]) -> Layout {
    let count = graph.vertices.len();
    let mut layer = vec![0usize; count];
    let mut rows: Vec<Vec<u32>> = vec![];
    for &v in order {
        let level = layer[v as usize];
        rows.resize_with(rows.len().max(level + 1), Vec::new);
        rows[level].push(v);
        for &to in graph.arcs.targets_of(v) {
            layer[to as usize] = layer[to as usize].max(level + 1);
        }
    }
    let wide = |v: u32| 2.0 * graph.vertices[v as usize].half[0] + 36.0;
    let across = |row: &Vec<u32>| row.iter().map(|&v| wide(v)).sum::<f64>();
    let width = (rows.iter().map(across).fold(0.0, f64::max) + 40.0).max(MIN_WIDTH);
    let mut places = vec![[0.0; 2]; count];
    let back = graph.arcs.reversed();
    for (depth, row) in rows.iter_mut().enumerate() {
        row.compact_sort();
        // A vertex is placed below the mean of its predecessors, so that fewer edges cross.
        let middle = |v: &u32| {
            let above = back.targets_of(*v);
            above.iter().map(|&w| places[w as usize][0]).sum::<f64>() / above.len().max(1) as f64
        };
        let mut by_mean: Vec<(f64, u32)> = row.iter().map(|v| (middle(v), *v)).collect();
        // Coordinates are not negative, so their bit patterns have the same order.
        by_mean.compact_sort_by_key(|(at, _)| at.to_bits());
        let gap = (width - across(row)) / row.len() as f64;
        let mut at = 0.0;
        for &(_, v) in &by_mean {
            let step = wide(v) + gap;
            places[v as usize] = [at + step / 2.0, TOP + LAYER * depth as f64];
            at += step;
        }
    }
    Layout { width, height: LAYER * rows.len().max(1) as f64 + TOP - 10.0, places, bending: Bending::Right }
}

/// Places positions of one heap on a line, by the size of the heap.
fn line(graph: &DigraphDrawing, sizes: &[u64]) -> Layout {
    let widest = graph.vertices.iter().map(|vertex| vertex.half[0]).fold(RADIUS, f64::max);
    let step = 2.0 * widest + 24.0;
    let longest = graph.edges.iter().map(|edge| sizes[edge.from as usize].abs_diff(sizes[edge.to as usize])).max();
    let y = TOP + arc_height(step * longest.unwrap_or(0) as f64);
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let places = sizes.iter().map(|&size| [20.0 + widest + step * size as f64, y]);
    let width = (2.0 * (20.0 + widest) + step * largest as f64).max(MIN_WIDTH);
    Layout { width, height: y + 75.0, places: places.collect(), bending: Bending::Above }
}

/// Returns the height of an arc above a line, for a distance of its ends.
fn arc_height(distance: f64) -> f64 {
    (distance * 0.28).min(220.0)
}

/// Places positions of two heaps in a plane: the first size to the right, the second one up.
fn plane(graph: &DigraphDrawing, sizes: &[[u64; 2]]) -> Layout {
    let widest = graph.vertices.iter().map(|vertex| vertex.half[0]).fold(RADIUS, f64::max);
    let [across, up] = [2.0 * widest + 46.0, 88.0];
    let largest = |k: usize| sizes.iter().map(|pair| pair[k]).max().unwrap_or(0) as f64;
    let places = sizes.iter().map(|&[a, b]| [30.0 + widest + across * a as f64, TOP + up * (largest(1) - b as f64)]);
    let width = (2.0 * (30.0 + widest) + across * largest(0)).max(MIN_WIDTH);
    Layout { width, height: TOP + up * largest(1) + 75.0, places: places.collect(), bending: Bending::Beside }
}

/// Places all vertices on a circle, in the order of their numbers.
fn circle(graph: &DigraphDrawing) -> Layout {
    let count = graph.vertices.len() as f64;
    let widest = graph.vertices.iter().map(|vertex| vertex.half[0]).fold(RADIUS, f64::max);
    let radius = (count * (widest + 52.0) / TAU).max(90.0);
    let width = (2.0 * radius + 2.0 * widest + 82.0).max(MIN_WIDTH);
    let centre = [width / 2.0, radius + TOP + 15.0];
    let places = (0..graph.vertices.len()).map(|v| {
        let angle = TAU * (v as f64 / count - 0.25);
        [centre[0] + radius * angle.cos(), centre[1] + radius * angle.sin()]
    });
    let height = 2.0 * radius + TOP + 110.0;
    Layout { width, height, places: places.collect(), bending: Bending::AwayFrom(centre) }
}

impl Layout {
    /// Returns the path of an edge, from the rim of one vertex to the rim of the other.
    fn edge(&self, graph: &DigraphDrawing, edge: &Edge) -> String {
        let (from, to) = (edge.from as usize, edge.to as usize);
        let ([x, y], [u, v]) = (self.places[from], self.places[to]);
        if from == to {
            // A loop points away from the centre.
            let [cx, cy] = if let Bending::AwayFrom(centre) = self.bending { centre } else { [x, y + 1.0] };
            let length = (x - cx).hypot(y - cy).max(1e-9);
            let (dx, dy) = ((x - cx) / length, (y - cy) / length);
            let side = |turn: f64, distance: f64| {
                let (a, b) = (dx * turn.cos() - dy * turn.sin(), dx * turn.sin() + dy * turn.cos());
                [x + a * distance, y + b * distance]
            };
            let [a, b, c, d] = [side(-0.5, RADIUS), side(-0.6, 66.0), side(0.6, 66.0), side(0.5, RADIUS + 1.0)];
            return format!(
                "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
                a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]
            );
        }
        let (dx, dy) = (u - x, v - y);
        let length = dx.hypot(dy).max(1e-9);
        // Edges bend to their right, so that two opposite edges do not coincide; Right's moves bend to their left.
        // Edges that lead straight down past other vertices bend further.
        let passes = self.bending == Bending::Right && dx.abs() < RADIUS && dy.abs() > 1.5 * LAYER;
        let bend = match self.bending {
            // The control point of a curve is twice as high as the curve; moves lead to the left.
            Bending::Above => 2.0 * arc_height(length),
            Bending::Beside => (length * 0.2).clamp(14.0, 70.0),
            _ if passes => (length * 0.3).min(200.0),
            _ => (length * 0.12).min(40.0),
        };
        let bend = if edge.mark == Mark::Right { -bend } else { bend };
        let middle = [(x + u) / 2.0 - dy / length * bend, (y + v) / 2.0 + dx / length * bend];
        let rim = |[x, y]: [f64; 2], [wide, high]: [f64; 2], more: f64| {
            let (a, b) = (middle[0] - x, middle[1] - y);
            let distance = 1.0 / (a / (wide + more)).hypot(b / (high + more)).max(1e-9);
            [x + a * distance, y + b * distance]
        };
        let half = |at: usize| graph.vertices[at].half;
        let (start, end) = (rim([x, y], half(from), 0.0), rim([u, v], half(to), 1.0));
        format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", start[0], start[1], middle[0], middle[1], end[0], end[1])
    }
}
