//! Triangles: a move makes a dashed edge solid and scores the triangles that it completes.
//!
//! The board is a graph of solid and dashed edges. A move makes one dashed edge solid and scores one point for every
//! triangle of three solid edges that it completes. When no dashed edge is left, the player with more points wins. With
//! `triangles[again]`, a player who scores moves again, as in *Dots and Boxes* (E. R. Berlekamp, *The Dots and Boxes
//! Game*, 2000). No closed form is known, so positions are solved by search.
//!
//! A position is the set of dashed edges. Its key describes, up to the names of vertices, only what matters for the
//! rest of the play: the number of points that each dashed edge scores now, and the triangles that lack two or three
//! edges.
//!
//! Notation: `triangles(1-2, 2-3 | 1-3, 3-4)`, solid edges before the bar, dashed edges after the bar; either list may
//! be empty.
//!
//! ```
//! use grundy_games::triangles::Triangles;
//! use grundy_rules::{Rules, Scored, Player};
//! // One edge of the triangle 1-2-3 is missing.
//! let (game, dashed) = Triangles::from_edges(false, &[("1", "2"), ("2", "3")], &[("1", "3"), ("3", "4")]).unwrap();
//! let points: Vec<i64> = game.moves(&dashed, Player::LEFT).map(|mv| game.points(&dashed, Player::LEFT, &mv)).collect();
//! assert_eq!(points, [1, 0]);
//! ```

use grundy_graph::LabelledGraph;
use grundy_lang::{Text, text};
use grundy_rules::{
    Color, Components, Cursor, Drawing, Editor, Error, ErrorKind, Field, Game, GameInfo, Kind, Line, MoveText, Picture,
    Player, Point, Result, Rules, Scored, Tools, boxed,
};
use grundy_value::CompactSort;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// The maximum number of dashed edges of a board: a position is a set of them in one 64-bit word.
pub const MAX_DASHED: usize = 64;

/// The rules and the board. A component is the set of edges that are still dashed, one bit for each.
#[derive(Clone, Debug)]
pub struct Triangles {
    again: bool,
    names: Vec<String>,
    /// All edges in the order in which they are printed, with the bit number of edges dashed at the start.
    #[doc(hidden)]
    pub edges: Vec<([u32; 2], Option<u8>)>,
    dashed: Vec<Dashed>,
    /// The triangles that lack at least two edges at the start.
    open_triangles: Vec<OpenTriangle>,
    /// The number of vertices that are ends of dashed edges.
    vertices: usize,
}

/// An edge that is dashed at the start.
#[derive(Clone, Debug)]
struct Dashed {
    /// The ends of the edge, as indices among the vertices that are ends of dashed edges.
    ends: [u8; 2],
    /// The number of triangles that lack only this edge at the start.
    points: u32,
    /// For each triangle that lacks this edge and further edges at the start, the set of the further edges.
    others: Vec<u64>,
}

/// A triangle that lacks two or three edges at the start.
#[derive(Clone, Copy, Debug)]
struct OpenTriangle {
    missing: u64,
    /// The vertices of the triangle, as indices among the vertices that are ends of dashed edges.
    corners: [u8; 3],
}

/// A move: the bit number of the dashed edge that becomes solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw(pub u8);

type Edge<'a> = (Cow<'a, str>, Cow<'a, str>);

impl Triangles {
    /// Returns the board with these edges and its start position.
    ///
    /// Edges are pairs of vertex names. In the start position, all edges of the list `dashed` are dashed.
    ///
    /// # Errors
    /// `bad_argument` for a loop or a repeated edge, `too_large` for more than 64 dashed edges.
    pub fn from_edges(again: bool, solid: &[(&str, &str)], dashed: &[(&str, &str)]) -> Result<(Triangles, u64)> {
        let owned = |list: &[(&str, &str)]| -> Vec<(String, String)> {
            list.iter().map(|&(a, b)| (a.to_string(), b.to_string())).collect()
        };
        let (solid, dashed) = (owned(solid), owned(dashed));
        let edges = solid.iter().map(|e| (e, false)).chain(dashed.iter().map(|e| (e, true)));
        let edges =
            edges.map(|((a, b), dashed)| ((Cow::Borrowed(a.as_str()), Cow::Borrowed(b.as_str())), dashed, 0..0));
        Triangles::build(again, edges.collect()).map_err(|error| Error { span: None, ..error })
    }

    /// Builds the board from a list of edges.
    ///
    /// Each edge has the names of its ends, a flag that is `true` if it is dashed, and its span in the text.
    fn build(again: bool, list: Vec<(Edge<'_>, bool, Range<usize>)>) -> Result<(Triangles, u64)> {
        let mut names: Vec<&str> = list.iter().flat_map(|((a, b), ..)| [&**a, &**b]).collect();
        names.compact_sort_by_key(|name| name_order(name));
        names.dedup();
        let numbers: HashMap<&str, u32> = names.iter().enumerate().map(|(k, &name)| (name, k as u32)).collect();
        let mut is_dashed: HashMap<[u32; 2], bool> = HashMap::with_capacity(list.len());
        let mut edges: Vec<([u32; 2], bool)> = Vec::with_capacity(list.len());
        let mut count = 0;
        for ((a, b), dashed, span) in &list {
            let (p, q) = (numbers[&**a], numbers[&**b]);
            let ends = [p.min(q), p.max(q)];
            let fault = |message: Text, help: Text| {
                Err(Error::new(ErrorKind::BadArgument, message).at(span.clone()).help(help))
            };
            let edge = || format!("{}-{}", quoted(a), quoted(b));
            if p == q {
                return fault(
                    text!("{edge} joins a vertex to itself", edge = edge()),
                    text!("an edge joins two vertices, for example 1-2"),
                );
            }
            match is_dashed.insert(ends, *dashed) {
                None => {}
                Some(before) if before == *dashed => {
                    let edge = edge();
                    let message = match dashed {
                        true => text!("the dashed edge {edge} is listed twice", edge),
                        false => text!("the solid edge {edge} is listed twice", edge),
                    };
                    return fault(message, text!("list every edge only once"));
                }
                Some(_) => {
                    let help = text!(
                        "write solid edges before the bar and dashed edges after it, for example \
                            triangles(1-2,2-3 | 1-3)"
                    );
                    return fault(text!("the edge {edge} cannot be both solid and dashed", edge = edge()), help);
                }
            }
            count += usize::from(*dashed);
            if count > MAX_DASHED {
                let message = text!("more than {most} dashed edges", most = MAX_DASHED);
                let help = text!(
                    "at most {most} dashed edges are supported; the number of solid edges is not limited",
                    most = MAX_DASHED
                );
                return Err(Error::new(ErrorKind::TooLarge, message).at(span.clone()).help(help));
            }
            edges.push((ends, *dashed));
        }
        edges.compact_sort();
        let names = names.into_iter().map(str::to_string).collect();
        let all = if count == 64 { u64::MAX } else { (1 << count) - 1 };
        Ok((Triangles::new(again, names, &edges), all))
    }

    fn new(again: bool, names: Vec<String>, list: &[([u32; 2], bool)]) -> Triangles {
        let mut edges = Vec::with_capacity(list.len());
        // The neighbours of each vertex, in ascending order, each with the bit number of the edge if it is dashed.
        let mut neighbours: Vec<Vec<(u32, Option<u8>)>> = vec![vec![]; names.len()];
        let mut numbered: Vec<[u32; 2]> = vec![];
        for &(ends, dashed) in list {
            let number = dashed.then_some(numbered.len() as u8);
            if dashed {
                numbered.push(ends);
            }
            edges.push((ends, number));
            let [a, b] = ends;
            neighbours[a as usize].push((b, number));
            neighbours[b as usize].push((a, number));
        }
        neighbours.iter_mut().for_each(|list| list.compact_sort());
        // The vertices of dashed edges are renumbered: there are at most 128 of them.
        let mut places: HashMap<u32, u8> = HashMap::new();
        for &v in numbered.iter().flatten() {
            let next = places.len() as u8;
            places.entry(v).or_insert(next);
        }
        let mut dashed: Vec<Dashed> =
            numbered.iter().map(|[a, b]| Dashed { ends: [places[a], places[b]], points: 0, others: vec![] }).collect();
        let mut open_triangles = vec![];
        for (k, &[a, b]) in numbered.iter().enumerate() {
            let (mut left, mut right) = (&*neighbours[a as usize], &*neighbours[b as usize]);
            // Both lists ascend, so the list whose first vertex is smaller is advanced.
            while let (Some(&(u, to_a)), Some(&(v, to_b))) = (left.first(), right.first()) {
                if u < v {
                    left = &left[1..];
                    continue;
                }
                right = &right[1..];
                if u > v {
                    continue;
                }
                let others = [to_a, to_b].into_iter().flatten().fold(0u64, |set, edge| set | 1 << edge);
                if others == 0 {
                    dashed[k].points += 1;
                    continue;
                }
                dashed[k].others.push(others);
                let missing = others | 1 << k;
                // A triangle is found once for each missing edge, but `open_triangles` contains it only for the first
                // missing edge.
                if missing.trailing_zeros() as usize == k {
                    open_triangles.push(OpenTriangle { missing, corners: [places[&a], places[&b], places[&u]] });
                }
            }
        }
        Triangles { again, names, edges, dashed, open_triangles, vertices: places.len() }
    }

    /// Returns the number of points that making this edge solid scores.
    fn score(&self, component: u64, edge: u8) -> u32 {
        let edge = &self.dashed[usize::from(edge)];
        edge.points + edge.others.iter().filter(|&&others| others & component == 0).count() as u32
    }

    fn write_edges(&self, dashed: bool, component: u64, out: &mut String) -> bool {
        let mut any = false;
        for &([a, b], number) in &self.edges {
            if number.is_some_and(|k| component >> k & 1 == 1) != dashed {
                continue;
            }
            if any {
                out.push(',');
            }
            any = true;
            out.push_str(&quoted(&self.names[a as usize]));
            out.push('-');
            out.push_str(&quoted(&self.names[b as usize]));
        }
        any
    }

    fn drawing(&self, component: u64) -> Drawing {
        let mut text = String::new();
        self.write_component(&component, &mut text);
        let points = self.names.iter().map(|name| Point { name: name.clone(), ..Point::default() }).collect();
        let lines = self.edges.iter().map(|&(ends, number)| {
            let dashed = number.is_some_and(|k| component >> k & 1 == 1);
            Line::new(ends, if dashed { Color::Dashed } else { Color::Solid })
        });
        Drawing { text, points, lines: lines.collect(), fused: None }
    }

    fn edge(&self, number: u8) -> [&str; 2] {
        let found = self.edges.iter().find(|(_, dashed)| *dashed == Some(number));
        found.expect("every dashed edge is listed").0.map(|v| self.names[v as usize].as_str())
    }
}

/// Returns the sort key of a name: numbers first, by size, then other names in alphabetical order.
fn name_order(name: &str) -> (bool, usize, &str) {
    let number = name.bytes().all(|b| b.is_ascii_digit()) && !name.is_empty();
    (!number, if number { name.len() } else { 0 }, name)
}

/// Returns the name as it is written in the notation, with quotes if necessary.
fn quoted(name: &str) -> Cow<'_, str> {
    let digits = name.bytes().all(|b| b.is_ascii_digit());
    let word = !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(|c| c == '_' || c.is_alphanumeric());
    if !name.is_empty() && (digits || word) { Cow::Borrowed(name) } else { Cow::Owned(format!("\"{name}\"")) }
}

impl Rules for Triangles {
    type Component = u64;
    type Move = Draw;
    /// The properties of a position that matter for the rest of the play, without the names of vertices.
    type Key = Box<[u8]>;

    fn moves(&self, &component: &u64, _by: Player) -> impl Iterator<Item = Draw> {
        let mut remaining = component;
        std::iter::from_fn(move || {
            let edge = remaining.trailing_zeros() as u8;
            (remaining != 0).then(|| {
                remaining &= remaining - 1;
                Draw(edge)
            })
        })
    }

    fn play(&self, component: &u64, _by: Player, mv: &Draw) -> Components<u64> {
        smallvec![component & !(1 << mv.0)]
    }

    fn key(&self, &component: &u64) -> Box<[u8]> {
        key(self, component)
    }

    fn extra_bytes(&self, component: &u64) -> u64 {
        // A key has two bytes for each dashed edge, and one for each pair of the vertices of these edges.
        let dashed = u64::from(component.count_ones());
        let vertices = (2 * dashed).min(self.vertices as u64);
        32 + 2 * dashed + vertices * vertices.saturating_sub(1) / 2
    }

    fn next_player(&self, &component: &u64, by: Player, mv: &Draw) -> Player {
        if self.again && self.score(component, mv.0) > 0 { by } else { by.other() }
    }

    fn has_extra_turns(&self) -> bool {
        self.again
    }
}

impl Scored for Triangles {
    fn points(&self, &component: &u64, _by: Player, mv: &Draw) -> i64 {
        i64::from(self.score(component, mv.0))
    }
}

/// The labels of edges in a key: `DRAWN` for a solid edge, `DASHED` plus its score for a dashed edge.
///
/// A pair of vertices without an edge has the label 0.
const DRAWN: u32 = 1;
const DASHED: u32 = 2;

/// Returns the key of a position; positions with equal keys have equal values.
///
/// The points of a move and of all later moves depend only on the current score of each dashed edge and on the
/// triangles that lack two or three edges. The key first describes each connected component of the graph of those
/// triangles by its edges; solid edges are included only because they close triangles. Then the key lists the scores of
/// the dashed edges that belong to no such triangle.
fn key(game: &Triangles, component: u64) -> Box<[u8]> {
    let n = game.vertices;
    let mut shared = 0u64;
    let mut labels: SmallVec<[u32; 128]> = SmallVec::from_elem(0, n * n);
    let mut points: SmallVec<[u32; 64]> = game.dashed.iter().map(|edge| edge.points).collect();
    for triangle in &game.open_triangles {
        let missing = triangle.missing & component;
        match missing.count_ones() {
            0 => {}
            1 => points[missing.trailing_zeros() as usize] += 1,
            _ => {
                shared |= missing;
                let [a, b, c] = triangle.corners.map(usize::from);
                for (u, v) in [(a, b), (b, c), (a, c)] {
                    (labels[u * n + v], labels[v * n + u]) = (DRAWN, DRAWN);
                }
            }
        }
    }
    let mut pieces: SmallVec<[Vec<u8>; 4]> = SmallVec::new();
    // The scores of the dashed edges outside these triangles; no other property of these edges matters.
    let mut isolated_points: SmallVec<[u32; 64]> = SmallVec::new();
    let mut rows: SmallVec<[u128; 16]> = SmallVec::from_elem(0, n);
    let mut remaining = component;
    while remaining != 0 {
        let edge = remaining.trailing_zeros() as usize;
        remaining &= remaining - 1;
        if shared >> edge & 1 == 0 {
            isolated_points.push(points[edge]);
            continue;
        }
        let [u, v] = game.dashed[edge].ends.map(usize::from);
        (labels[u * n + v], labels[v * n + u]) = (DASHED + points[edge], DASHED + points[edge]);
        rows[u] |= 1 << v;
        rows[v] |= 1 << u;
    }
    // Any two dashed edges of a triangle share a vertex, so each component is connected by its dashed edges alone.
    let mut rest = (0..n).filter(|&v| rows[v] != 0).fold(0u128, |set, v| set | 1 << v);
    while rest != 0 {
        let mut piece = rest & rest.wrapping_neg();
        let mut fresh = piece;
        while fresh != 0 {
            let v = fresh.trailing_zeros() as usize;
            fresh = (fresh & (fresh - 1)) | (rows[v] & !piece);
            piece |= rows[v];
        }
        rest &= !piece;
        pieces.push(canonical_form(n, &labels, piece));
    }
    pieces.compact_sort();
    isolated_points.compact_sort();
    let mut key = pieces.concat();
    key.push(0);
    isolated_points.iter().for_each(|&points| push(points, &mut key));
    key.into()
}

/// Returns the canonical form of a connected component, preceded by its number of vertices.
///
/// `piece` is the set of its vertices.
fn canonical_form(n: usize, labels: &[u32], piece: u128) -> Vec<u8> {
    let vertices: SmallVec<[usize; 16]> = (0..n).filter(|v| piece >> v & 1 == 1).collect();
    let m = vertices.len();
    let mut small: SmallVec<[u32; 128]> = SmallVec::with_capacity(m * m);
    for &u in &vertices {
        small.extend(vertices.iter().map(|&v| labels[u * n + v]));
    }
    let form = LabelledGraph { n: m, labels: &small }.canonical();
    let mut bytes = Vec::with_capacity(2 + form.len());
    push(m as u32, &mut bytes);
    form.iter().for_each(|&label| push(label, &mut bytes));
    bytes
}

/// Appends a number to a key in a prefix-free code: one byte if it is less than 255, otherwise five.
fn push(n: u32, out: &mut Vec<u8>) {
    if n < 255 {
        out.push(n as u8);
    } else {
        out.push(255);
        out.extend(n.to_le_bytes());
    }
}

impl Game for Triangles {
    const INFO: GameInfo = GameInfo {
        name: "triangles",
        aliases: &["三角形", "画三角形"],
        title: "Triangles",
        rules: "A move makes a dashed edge solid and scores a point for each triangle that it completes. With `again`, \
            a player who scores moves again.",
        notation: "triangles[again](solid | dashed)",
        example: "triangles(1-2,2-3 | 1-3,3-4)",
        kind: Kind::Scoring,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: false,
    };

    const POINTS: Option<grundy_rules::PointsFn<Self>> = Some(Self::points);

    const EDITOR: Option<Editor<Self>> = Some(Editor {
        tools: Tools { colors: &[Color::Dashed, Color::Solid], ground: false, tokens: false },
        drawing: |game, components| Drawing::joined(components.iter().map(|&component| game.drawing(component))),
        write: |game, drawing| {
            let mut out = String::new();
            game.write_rules(&mut out);
            let [solid, dashed] =
                [Color::Solid, Color::Dashed].map(|own| drawing.edges('-', |ink| (ink == own).then_some("")));
            format!("{out}({solid} | {dashed})")
        },
    });

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Triangles> {
        const AGAIN: &str = "triangles[again](| 1-2,2-3,1-3)";
        let again = input.accept('[');
        if again {
            let (name, span) = input.name(text!("`again`")).map_err(|e| e.or_example(AGAIN))?;
            if name != "again" {
                let message = text!("the only option is `again`, not `{name}`", name);
                return Err(Error::new(ErrorKind::BadArgument, message).at(span).or_example(AGAIN));
            }
            input.expect(']', AGAIN)?;
        }
        Ok(Triangles::new(again, vec![], &[]))
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        // The board is part of the rules, so only `parse` can parse a position.
        Err(input.expected(text!("the end of the text")))
    }

    fn parse(alias: &str, input: &mut Cursor<'_>) -> Result<(Triangles, Vec<u64>, Player)> {
        let example = Triangles::INFO.example;
        let bare = Triangles::parse_rules(alias, input)?;
        input.expect('(', example)?;
        let mut edges = vec![];
        parse_edges(false, input, &mut edges)?;
        if !input.accept('|') {
            let error = input.expected(if edges.is_empty() { text!("an edge or `|`") } else { text!("`,` or `|`") });
            return Err(error.or_example(example));
        }
        parse_edges(true, input, &mut edges)?;
        if !input.accept(')') {
            return Err(input.expected(text!("`,` or `)`")).or_example(example));
        }
        let (game, component) = Triangles::build(bare.again, edges)?;
        Ok((game, vec![component], Player::LEFT))
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str(if self.again { "triangles[again]" } else { "triangles" });
    }

    fn picture(&self, &component: &u64) -> Picture {
        Picture::Drawing(Box::new(self.drawing(component)))
    }

    fn write_component(&self, &component: &u64, out: &mut String) {
        if self.write_edges(false, component, out) {
            out.push(' ');
        }
        out.push('|');
        let end = out.len();
        out.push(' ');
        if !self.write_edges(true, component, out) {
            out.truncate(end);
        }
    }

    fn count_component_numbers(&self, _part: &u64) -> usize {
        2 * self.edges.len()
    }

    fn describe(&self, &component: &u64, _at: usize, mv: &Draw) -> MoveText {
        let ends = self.edge(mv.0);
        let points = self.score(component, mv.0);
        MoveText::new(
            text!("draw {a}-{b}", a = quoted(ends[0]), b = quoted(ends[1])),
            vec![("edge", Field::Texts(ends.map(str::to_string).into())), ("points", Field::Signed(points.into()))],
        )
    }

    fn samples() -> Box<dyn Iterator<Item = (Triangles, Vec<u64>)>> {
        // Graphs on four to six vertices in which each pair of vertices has no edge, a solid edge or a dashed edge;
        // later samples have more dashed edges.
        boxed((0u64..).map(sample))
    }
}

fn sample(number: u64) -> (Triangles, Vec<u64>) {
    const NAMES: [&str; 6] = ["1", "2", "3", "10", "a", "the sun"];
    let vertices = (4 + number / 200).min(6) as usize;
    let most_dashed = (1 + number / 60).min(9) as usize;
    let mut random = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut lists = [vec![], vec![]];
    for (v, &b) in NAMES[..vertices].iter().enumerate() {
        for &a in &NAMES[..v] {
            // The upper bits of a linear congruential generator are sufficiently random for samples.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let kind = random >> 61;
            if kind >= 3 && lists[1].len() < most_dashed {
                lists[1].push((a, b));
            } else if kind > 0 {
                lists[0].push((a, b));
            }
        }
    }
    let (game, component) = Triangles::from_edges(number % 2 == 1, &lists[0], &lists[1]).expect("a sample is a board");
    (game, vec![component])
}

fn parse_edges<'a>(
    dashed: bool,
    input: &mut Cursor<'a>,
    edges: &mut Vec<(Edge<'a>, bool, Range<usize>)>,
) -> Result<()> {
    let example = Triangles::INFO.example;
    if matches!(input.peek(), Some('|' | ')')) {
        return Ok(());
    }
    loop {
        let (a, start) = input.name(text!("an edge")).map_err(|e| e.or_example(example))?;
        if !input.accept('-') {
            return Err(input.expected(text!("`-` and the other end of the edge")).or_example(example));
        }
        let (b, end) = input.name(text!("the other end of the edge")).map_err(|e| e.or_example(example))?;
        edges.push(((a, b), dashed, start.start..end.end));
        if !input.accept(',') {
            return Ok(());
        }
    }
}
