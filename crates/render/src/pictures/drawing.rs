//! Drawings of points joined by lines, as SVG and as DOT.
//!
//! A drawing with ground is laid out as a plant, and any other drawing on a circle.

use super::{DISC, piece_colors, too_large};
use crate::svg::{Anchor, INK, Svg};
use grundy_lang::text;
use grundy_play::PlayPosition;
use grundy_rules::{Color, Drawing, Error, ErrorKind, Picture, Player};
use std::f64::consts::TAU;
use std::fmt::Write;

/// The largest numbers of points and of lines that are drawn; larger drawings are left to Graphviz.
const MAX_POINTS: usize = 400;
const MAX_LINES: usize = 1200;
/// The longest name of a point, in characters.
const MAX_LEN: usize = 14;
/// The vertical distance, in pixels, between points whose heights differ by 1.
const RISE: f64 = 64.0;

/// A drawing with the coordinates of its points.
pub(super) struct Laid<'a> {
    drawing: &'a Drawing,
    places: Vec<[f64; 2]>,
    pub size: [f64; 2],
    /// The height of the ground, if there is one.
    floor: Option<f64>,
}

impl<'a> Laid<'a> {
    pub fn new(drawing: &'a Drawing) -> Result<Laid<'a>, Error> {
        if drawing.points.len() > MAX_POINTS || drawing.lines.len() > MAX_LINES {
            return Err(too_large());
        }
        Ok(if drawing.points.iter().any(|point| point.ground) { plant(drawing) } else { circle(drawing) })
    }

    /// Returns the number of loops at a point.
    fn loops_at(&self, point: u32) -> usize {
        self.drawing.lines.iter().filter(|line| line.ends == [point; 2]).count()
    }

    pub fn draw(&self, svg: &mut Svg, [x, y]: [f64; 2]) {
        if let Some(floor) = self.floor {
            let floor = y + floor;
            svg.put(format_args!(
                "<path d=\"M{x:.1} {floor:.1}h{:.1}\" stroke=\"{INK}\" stroke-width=\"3\"/>\n",
                self.size[0]
            ));
        }
        let at = |v: u32| [x + self.places[v as usize][0], y + self.places[v as usize][1]];
        let mut drawn: Vec<([u32; 2], usize)> = vec![];
        for line in &self.drawing.lines {
            let [a, b] = line.ends;
            let ends = [a.min(b), a.max(b)];
            // Parallel lines bend, and so do lines that could pass through other points.
            let nth = match drawn.iter_mut().find(|(known, _)| *known == ends) {
                Some((_, times)) => {
                    *times += 1;
                    *times
                }
                None => {
                    drawn.push((ends, 0));
                    0
                }
            };
            let path = match a == b {
                true => ring(at(a), nth, self.loops_at(a), self.drawing.points[a as usize].ground),
                false => bent(at(ends[0]), at(ends[1]), nth, self.floor.is_some()),
            };
            let color = match line.owner {
                Some(Player::LEFT) => Color::Blue,
                Some(_) => Color::Red,
                None => line.color,
            };
            let style = match color {
                Color::Green => "stroke=\"#2e8b57\" stroke-width=\"3\"",
                Color::Blue => "stroke=\"#3f7fbf\" stroke-width=\"5\"",
                Color::Red => "stroke=\"#c0392b\" stroke-width=\"3\" stroke-dasharray=\"7 3\"",
                Color::Solid => "stroke=\"#222\" stroke-width=\"2.5\"",
                Color::Dashed => "stroke=\"#888\" stroke-width=\"1.5\" stroke-dasharray=\"4 4\"",
                Color::Arrow => "stroke=\"#555\" stroke-width=\"1.5\"",
            };
            svg.put(format_args!("<path d=\"{path}\" fill=\"none\" {style}/>\n"));
            if let Some(mark) = line.mark {
                let ([ax, ay], [bx, by]) = (at(a), at(b));
                let place = [(ax + bx) / 2.0, (ay + by) / 2.0];
                svg.put(format_args!(
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"7\" fill=\"#fff\"/>\n",
                    place[0], place[1]
                ));
                svg.styled(place[0], place[1] + 4.0, Anchor::Middle, &mark.to_string(), " font-size=\"12\"");
            }
            if line.color == Color::Arrow && a != b {
                svg.put(format_args!("<path d=\"{}\" fill=\"#555\"/>\n", head(at(a), at(b), nth)));
            }
        }
        for (at, (point, place)) in self.drawing.points.iter().zip(&self.places).enumerate() {
            let [px, py] = [x + place[0], y + place[1]];
            svg.put("<g>");
            let value_text = point.value.map_or(String::new(), |value| format!(": {value}"));
            svg.element("title", &format!("{}{value_text}", point.name));
            if point.tokens > 0 {
                svg.put(format_args!("<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"11\" fill=\"{DISC}\"/>\n"));
            }
            svg.put(format_args!("<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"4\" fill=\"{INK}\"/>\n"));
            if let Some(mark) = point.mark {
                let [disc, rim, ink] = piece_colors(point.owner, false);
                svg.put(format_args!(
                    "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"9\" fill=\"{disc}\" stroke=\"{rim}\" \
                        stroke-width=\"1.5\"/>\n"
                ));
                let style = format!(" font-size=\"12\" font-weight=\"600\" fill=\"{ink}\"");
                svg.styled(px, py + 4.0, Anchor::Middle, &mark.to_string(), &style);
            }
            let name = point_name(&point.name);
            let (left, below) = if point.ground {
                (px, py + 16.0)
            } else {
                (px - if point.mark.is_some() { 12.0 } else { 7.0 }, py + 4.0)
            };
            let anchor = if point.ground { Anchor::Middle } else { Anchor::End };
            svg.styled(left, below, anchor, &name, &format!(" font-size=\"10\"{HALO}"));
            if let Some(value) = point.value {
                let right = px + if self.loops_at(at as u32) > 0 { 44.0 } else { 9.0 };
                let place = [right, py - if point.ground { 6.0 } else { 4.0 }];
                svg.styled(
                    place[0],
                    place[1],
                    Anchor::Start,
                    &value.to_string(),
                    &format!(" font-weight=\"600\"{HALO}"),
                );
            }
            svg.put("</g>\n");
        }
    }
}

/// The style of a text that stays legible on lines.
const HALO: &str = " paint-order=\"stroke\" stroke=\"#ffffff\" stroke-width=\"3\"";

fn point_name(name: &str) -> String {
    match name.chars().count() {
        0..=MAX_LEN => name.to_string(),
        _ => name.chars().take(MAX_LEN - 1).chain(['…']).collect(),
    }
}

/// Returns the path of the `nth` line between two points.
///
/// With `heights`, lines that could pass through other points bend.
fn bent([x, y]: [f64; 2], [u, v]: [f64; 2], nth: usize, heights: bool) -> String {
    let (dx, dy) = (u - x, v - y);
    let length = dx.hypot(dy).max(1e-9);
    let passes = heights && (dy.abs() > 1.5 * RISE || dy.abs() < 1.0 && dx.abs() > 1.5 * RISE);
    let first = if passes { 30.0 } else { 0.0 };
    // Parallel lines alternate between the two sides.
    let side = if nth % 2 == 1 { -1.0 } else { 1.0 };
    let bend = (first + 22.0 * nth.div_ceil(2) as f64) * side;
    let middle = [(x + u) / 2.0 - dy / length * bend, (y + v) / 2.0 + dx / length * bend];
    format!("M{x:.1} {y:.1}Q{:.1} {:.1} {u:.1} {v:.1}", middle[0], middle[1])
}

/// Returns the arrowhead at the second end of a line.
fn head([x, y]: [f64; 2], [u, v]: [f64; 2], nth: usize) -> String {
    // A bent line arrives from the direction of its bend.
    let side = if nth % 2 == 1 { -1.0 } else { 1.0 } * if (x, y) <= (u, v) { 1.0 } else { -1.0 };
    let bend = 22.0 * nth.div_ceil(2) as f64 * side;
    let (dx, dy) = (u - x, v - y);
    let length = dx.hypot(dy).max(1e-9);
    let [cx, cy] = [(x + u) / 2.0 - dy / length * bend, (y + v) / 2.0 + dx / length * bend];
    let (ex, ey) = (u - cx, v - cy);
    let distance = ex.hypot(ey).max(1e-9);
    let (ex, ey) = (ex / distance, ey / distance);
    let (tx, ty) = (u - 6.0 * ex, v - 6.0 * ey);
    let (bx, by) = (tx - 9.0 * ex, ty - 9.0 * ey);
    format!("M{tx:.1} {ty:.1}L{:.1} {:.1}L{:.1} {:.1}Z", bx - 4.0 * ey, by + 4.0 * ex, bx + 4.0 * ey, by - 4.0 * ex)
}

/// Returns the path of the `nth` of `count` loops at a point; loops at the ground stay above it.
fn ring([x, y]: [f64; 2], nth: usize, count: usize, ground: bool) -> String {
    // The loops share a half turn at the ground, and elsewhere the turn from the upper right to the left.
    let range = if ground { 0.5 * TAU } else { 0.8 * TAU };
    let share = range / count.max(1) as f64;
    let turn = (nth as f64 + 0.5) * share - if ground { range } else { 0.65 * TAU };
    let spread = (0.48 * share).min(0.55);
    // Narrow loops are longer, so that they can be distinguished.
    let distance = 34.0 + 16.0 * (1.0 - spread / 0.55);
    let side = |by: f64| [x + distance * (turn + by).cos(), y + distance * (turn + by).sin()];
    let ([a, b], [c, d]) = (side(-spread), side(spread));
    format!("M{x:.1} {y:.1}C{a:.1} {b:.1} {c:.1} {d:.1} {x:.1} {y:.1}")
}

/// Lays out a drawing above the ground, each point as high as its distance from the ground.
fn plant(drawing: &Drawing) -> Laid<'_> {
    let count = drawing.points.len();
    let mut neighbours = vec![Vec::<usize>::new(); count];
    for line in &drawing.lines {
        let [a, b] = line.ends.map(|end| end as usize);
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut height = vec![usize::MAX; count];
    let mut children: Vec<Vec<usize>> = vec![vec![]; count];
    let mut order: Vec<usize> = vec![];
    let mut roots: Vec<usize> = (0..count).filter(|&v| drawing.points[v].ground).collect();
    let mut next = 0;
    for &root in &roots {
        height[root] = 0;
    }
    order.extend(&roots);
    loop {
        while let Some(&v) = order.get(next) {
            next += 1;
            for &w in &neighbours[v] {
                if height[w] == usize::MAX {
                    height[w] = height[v] + 1;
                    children[v].push(w);
                    order.push(w);
                }
            }
        }
        // A component that is not joined to the ground is drawn from height 1 upwards.
        let Some(loose) = height.iter().position(|&high| high == usize::MAX) else { break };
        height[loose] = 1;
        roots.push(loose);
        order.push(loose);
    }
    // A point takes one column per leaf above it, and is centred in these columns.
    let mut leaves = vec![0usize; count];
    for &v in order.iter().rev() {
        leaves[v] = children[v].iter().map(|&w| leaves[w]).sum::<usize>().max(1);
    }
    let total: usize = roots.iter().map(|&root| leaves[root]).sum();
    let column = if total > 24 { 44.0 } else { 64.0 };
    let top = height.iter().copied().max().unwrap_or(0);
    let floor = 30.0 + RISE * top as f64;
    let (mut left, mut places) = (vec![0usize; count], vec![[0.0; 2]; count]);
    let mut at = 0;
    for &root in &roots {
        left[root] = at;
        at += leaves[root];
    }
    for &v in &order {
        let mut from = left[v];
        for &w in &children[v] {
            left[w] = from;
            from += leaves[w];
        }
        let middle = (left[v] as f64 + leaves[v] as f64 / 2.0) * column + 24.0;
        places[v] = [middle, floor - RISE * height[v] as f64];
    }
    Laid { drawing, places, size: [total as f64 * column + 48.0, floor + 24.0], floor: Some(floor) }
}

/// Lays out all points on a circle.
fn circle(drawing: &Drawing) -> Laid<'_> {
    let count = drawing.points.len() as f64;
    let radius = (count * 44.0 / TAU).max(60.0);
    let centre = radius + 34.0;
    let places = (0..drawing.points.len()).map(|v| {
        let angle = TAU * (v as f64 / count - 0.25);
        [centre + radius * angle.cos(), centre + radius * angle.sin()]
    });
    Laid { drawing, places: places.collect(), size: [2.0 * centre, 2.0 * centre], floor: None }
}

/// Returns the drawings of a position in the DOT language.
///
/// # Errors
/// `unsupported` if some component has no drawing.
///
/// ```
/// use grundy_games::parse;
/// use grundy_play::PlayPosition;
/// let play_position = PlayPosition::start(parse("hackenbush(0-1:b)").unwrap());
/// let dot = grundy_render::position_dot(&play_position).unwrap();
/// assert!(dot.contains(r##""1:0" -- "1:1" [color="#3f7fbf"];"##));
/// ```
pub fn position_dot(play_position: &PlayPosition) -> Result<String, Error> {
    let pieces = play_position.components(usize::MAX);
    let mut drawings = vec![];
    for piece in &pieces {
        let Picture::Drawing(drawing) = &piece.picture else {
            let message = text!("only positions of games on graphs can be written as graphs");
            return Err(Error::new(ErrorKind::Unsupported, message));
        };
        drawings.push((format!("{}:", piece.label), &**drawing));
    }
    Ok(dot(&drawings))
}

/// Returns one drawing in DOT, as the parser of drawings accepts it.
pub fn drawing_dot(drawing: &Drawing) -> String {
    dot(&[(String::new(), drawing)])
}

/// Returns one drawing as a list of edges and isolated points, one per line.
///
/// Properties of points that lists cannot express are left out.
pub fn drawing_list(drawing: &Drawing) -> String {
    let mut named = vec![false; drawing.points.len()];
    let mut out = String::new();
    for line in &drawing.lines {
        line.ends.iter().for_each(|&end| named[end as usize] = true);
        let [a, b] = line.ends.map(|end| drawing.point_name(end));
        let (sign, ending) = match line.color {
            Color::Arrow => (">", ""),
            Color::Blue => ("-", ":b"),
            Color::Red => ("-", ":r"),
            Color::Dashed => ("-", ":dashed"),
            Color::Green | Color::Solid => ("-", ""),
        };
        let _ = writeln!(out, "{a}{sign}{b}{ending}");
    }
    for at in (0..drawing.points.len() as u32).filter(|&at| !named[at as usize]) {
        let _ = writeln!(out, "{}", drawing.point_name(at));
    }
    out
}

/// Returns drawings as one graph, each with a prefix for the names of its points.
fn dot(drawings: &[(String, &Drawing)]) -> String {
    let directed = drawings.iter().any(|(_, drawing)| drawing.lines.iter().any(|line| line.color == Color::Arrow));
    let [kind, sign] = if directed { ["digraph", "->"] } else { ["graph", "--"] };
    let mut out = format!("{kind} grundy {{\n  node [shape=circle, fontname=\"sans-serif\"];\n");
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    for (prefix, drawing) in drawings {
        let name = |at: u32| quoted(&format!("{prefix}{}", drawing.points[at as usize].name));
        for (at, point) in (0..).zip(&drawing.points) {
            let value = point.value.map_or(String::new(), |value| format!("\\n{value}"));
            let label = quoted(&point.name).trim_matches('"').to_string() + &value;
            let shape = if point.ground { ", shape=box" } else { "" };
            let tokens =
                if point.tokens > 0 { format!(", tokens={}, peripheries=2", point.tokens) } else { String::new() };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  {} [label=\"{label}\"{shape}{tokens}];", name(at));
        }
        for line in &drawing.lines {
            let style = match line.color {
                Color::Green => "color=\"#2e8b57\"",
                Color::Blue => "color=\"#3f7fbf\"",
                Color::Red => "color=\"#c0392b\", style=dashed",
                Color::Solid => "color=\"#222222\"",
                Color::Dashed => "color=\"#888888\", style=dashed",
                Color::Arrow => "color=\"#222222\"",
            };
            let loose = if directed && line.color != Color::Arrow { ", dir=none" } else { "" };
            let _ = writeln!(out, "  {} {sign} {} [{style}{loose}];", name(line.ends[0]), name(line.ends[1]));
        }
    }
    out.push_str("}\n");
    out
}
