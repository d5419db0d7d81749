//! Graphs of tokens as DOT and as SVG: outcome and value on each vertex, moves to P-positions marked, tokens ringed.

use crate::svg::{Anchor, Svg};
use grundy_lang::{Language, text};
use grundy_rules::{Digraph, Error, ErrorKind, Outcome, Play, Remedy};
use grundy_solve::digraph::Vertices;
use std::f64::consts::TAU;
use std::fmt::Write;

/// The graph in the DOT language.
///
/// ```
/// use grundy_games::parse;
/// use grundy_solve::{Budget, digraph::Vertices};
/// let spec = parse("token[a>b](a)").unwrap();
/// let dot = grundy_render::graph_dot(&Vertices::of(&spec, &Budget::default()).unwrap());
/// assert!(dot.contains(r#""a" [label="a\nN 1""#));
/// ```
pub fn graph_dot(vertices: &Vertices<'_>) -> String {
    let graph = vertices.graph();
    let mut out = String::from("digraph token {\n");
    out.push_str("  node [shape=ellipse, style=filled, color=\"#222222\", fontname=\"sans-serif\"];\n");
    out.push_str("  edge [color=\"#888888\"];\n");
    for v in 0..graph.vertices() as u32 {
        let paint = Paint::of(vertices.outcome(v));
        let name = graph.name(v).plain();
        let rings = if vertices.tokens().contains(&v) { ", peripheries=2, penwidth=2" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "  {} [label=\"{}\\n{}\", fillcolor=\"{}\", fontcolor=\"{}\"{rings}];",
            quoted(&name),
            escaped(&name),
            escaped(&worth(vertices, v)),
            paint.fill,
            paint.ink
        );
    }
    for [from, to] in graph.written() {
        let wins = if vertices.outcome(to) == Outcome::P { " [color=\"#d55e00\", penwidth=2]" } else { "" };
        let _ = writeln!(out, "  {} -> {}{wins};", quoted(&graph.name(from).plain()), quoted(&graph.name(to).plain()));
    }
    out.push_str("}\n");
    out
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", escaped(name))
}

/// A text between the quotes of DOT.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// Outcome and value in a few characters: `N 2`, `D inf{0}`.
fn worth(vertices: &Vertices<'_>, v: u32) -> String {
    let outcome = vertices.outcome(v);
    vertices.value(v).map_or(outcome.to_string(), |value| format!("{outcome} {value}"))
}

/// How an outcome is painted. Dark, light and dashed are told apart without colour.
struct Paint {
    fill: &'static str,
    ink: &'static str,
    dashed: bool,
}

impl Paint {
    fn of(outcome: Outcome) -> Paint {
        match outcome {
            Outcome::P => Paint { fill: "#440154", ink: "#ffffff", dashed: false },
            Outcome::D => Paint { fill: "#fde725", ink: "#222222", dashed: true },
            _ => Paint { fill: "#dfe3e8", ink: "#222222", dashed: false },
        }
    }
}

/// More vertices than this are a matter for Graphviz.
const MOST_VERTICES: usize = 200;
const MOST_EDGES: usize = 2000;
const RADIUS: f64 = 24.0;
const EDGE: &str = "#888";
const WIN: &str = "#d55e00";

/// The graph as a picture, in layers if it has no cycles and on a circle if it has.
///
/// # Errors
/// `unsupported` for more than 200 vertices or 2000 edges.
///
/// ```
/// use grundy_games::parse;
/// use grundy_solve::{Budget, digraph::Vertices};
/// let spec = parse("token[a>b>c, c>a](a)").unwrap();
/// let svg = grundy_render::graph_svg(&Vertices::of(&spec, &Budget::default()).unwrap(), Default::default()).unwrap();
/// assert!(svg.contains("<title>a: D inf{}</title>"));
/// ```
pub fn graph_svg(vertices: &Vertices<'_>, language: Language) -> Result<String, Error> {
    let graph = vertices.graph();
    if graph.vertices() > MOST_VERTICES || graph.edges() > MOST_EDGES {
        let (n, m) = (graph.vertices(), graph.edges());
        let message = text!(
            "a graph of {n} vertices and {m} edges is too large for a picture: {vertices} and {edges} are drawn",
            n,
            m,
            vertices = MOST_VERTICES,
            edges = MOST_EDGES
        );
        let error = Error::new(ErrorKind::Unsupported, message);
        return Err(error.mended_by(Remedy::Graphviz));
    }
    let layout = if graph.is_acyclic() { layers(graph) } else { circle(graph) };
    let count = graph.vertices();
    let title = match vertices.play() {
        Play::Normal => text!("Tokens on a graph of {count} vertices", count),
        Play::Misere => text!("Tokens on a graph of {count} vertices, misère play", count),
    };
    let title = title.in_language(language);
    let mut svg = Svg::new(layout.width as u32, layout.height as u32, &title);
    svg.put(
        "<defs>\
         <marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#888\"/></marker>\
         <marker id=\"w\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\" markerUnits=\"userSpaceOnUse\"><path d=\"M0 0L8 4L0 8z\" fill=\"#d55e00\"/></marker>\
         </defs>\n",
    );
    for [from, to] in graph.written() {
        let wins = vertices.outcome(to) == Outcome::P;
        let (color, marker, width) = if wins { (WIN, "w", 2.0) } else { (EDGE, "a", 1.2) };
        let path = layout.edge(from as usize, to as usize);
        svg.put(format_args!(
            "<path d=\"{path}\" stroke=\"{color}\" stroke-width=\"{width}\" fill=\"none\" marker-end=\"url(#{marker})\"/>\n"
        ));
    }
    for v in 0..graph.vertices() as u32 {
        vertex(&mut svg, vertices, v, layout.places[v as usize]);
    }
    legend(&mut svg, layout.height, language);
    Ok(svg.finish())
}

fn vertex(svg: &mut Svg, vertices: &Vertices<'_>, v: u32, [x, y]: [f64; 2]) {
    let paint = Paint::of(vertices.outcome(v));
    let name = vertices.graph().name(v).plain();
    let worth = worth(vertices, v);
    let dashes = if paint.dashed { " stroke-dasharray=\"4 3\"" } else { "" };
    svg.put("<g>");
    svg.element("title", &format!("{name}: {worth}"));
    let tokens = vertices.tokens().iter().filter(|&&token| token == v).count();
    if tokens > 0 {
        let ring = RADIUS + 5.0;
        svg.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{ring}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"3\"/>"
        ));
    }
    svg.put(format_args!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{}\" stroke=\"#222\"{dashes}/>\n",
        paint.fill
    ));
    let ink = format!(" fill=\"{}\"", paint.ink);
    svg.styled(x, y - 3.0, Anchor::Middle, &cut(&name, 6), &format!("{ink} font-weight=\"600\""));
    svg.styled(x, y + 13.0, Anchor::Middle, &cut(&worth, 9), &format!("{ink} font-size=\"10\""));
    if tokens > 1 {
        svg.text(x + RADIUS + 4.0, y - RADIUS + 2.0, Anchor::Start, &format!("×{tokens}"));
    }
    svg.put("</g>\n");
}

/// The text, or as much of it as fits.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn legend(svg: &mut Svg, height: f64, language: Language) {
    let text = language.word(
        "dark: P, who moves loses · light: N, who moves wins · dashed: D, draw · ring: token · orange: to a P-position",
    );
    svg.styled(12.0, height - 10.0, Anchor::Start, text, " font-size=\"11\"");
}

/// Where the vertices stand.
struct Layout {
    width: f64,
    height: f64,
    places: Vec<[f64; 2]>,
    /// Edges bend away from this point, or to one side if there is none.
    centre: Option<[f64; 2]>,
}

/// The legend is so wide.
const LEAST_WIDTH: f64 = 640.0;

/// Every edge leads down: the layer of a vertex is the longest way to it.
fn layers(graph: &Digraph) -> Layout {
    let order = graph.arcs().topological_order().expect("the graph has no cycles");
    let mut layer = vec![0usize; graph.vertices()];
    let mut rows: Vec<Vec<u32>> = vec![];
    for &v in &order {
        let here = layer[v as usize];
        rows.resize_with(rows.len().max(here + 1), Vec::new);
        rows[here].push(v);
        for &to in graph.options(v) {
            layer[to as usize] = layer[to as usize].max(here + 1);
        }
    }
    let widest = rows.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let width = (widest * 84.0 + 40.0).max(LEAST_WIDTH);
    let mut places = vec![[0.0; 2]; graph.vertices()];
    let back = graph.arcs().reversed();
    for (depth, row) in rows.iter_mut().enumerate() {
        row.sort_unstable();
        // Below the middle of where they are reached from: fewer edges cross.
        let middle = |v: &u32| {
            let above = back.of(*v);
            above.iter().map(|&w| places[w as usize][0]).sum::<f64>() / above.len().max(1) as f64
        };
        row.sort_by(|v, w| middle(v).total_cmp(&middle(w)));
        let step = width / row.len() as f64;
        for (k, &v) in row.iter().enumerate() {
            places[v as usize] = [step * (k as f64 + 0.5), 50.0 + 96.0 * depth as f64];
        }
    }
    Layout { width, height: 96.0 * rows.len().max(1) as f64 + 40.0, places, centre: None }
}

/// All vertices on a circle, in the order of their names.
fn circle(graph: &Digraph) -> Layout {
    let count = graph.vertices() as f64;
    let radius = (count * 76.0 / TAU).max(90.0);
    let width = (2.0 * radius + 130.0).max(LEAST_WIDTH);
    let centre = [width / 2.0, radius + 65.0];
    let places = (0..graph.vertices()).map(|v| {
        let angle = TAU * (v as f64 / count - 0.25);
        [centre[0] + radius * angle.cos(), centre[1] + radius * angle.sin()]
    });
    Layout { width, height: 2.0 * radius + 160.0, places: places.collect(), centre: Some(centre) }
}

impl Layout {
    /// The path of an edge, from the rim of one vertex to that of the other.
    fn edge(&self, from: usize, to: usize) -> String {
        let ([x, y], [u, v]) = (self.places[from], self.places[to]);
        if from == to {
            // A loop, away from the centre.
            let [cx, cy] = self.centre.unwrap_or([x, y + 1.0]);
            let length = (x - cx).hypot(y - cy).max(1e-9);
            let (dx, dy) = ((x - cx) / length, (y - cy) / length);
            let side = |turn: f64, far: f64| {
                let (a, b) = (dx * turn.cos() - dy * turn.sin(), dx * turn.sin() + dy * turn.cos());
                [x + a * far, y + b * far]
            };
            let [a, b, c, d] = [side(-0.5, RADIUS), side(-0.6, 66.0), side(0.6, 66.0), side(0.5, RADIUS + 1.0)];
            return format!(
                "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
                a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]
            );
        }
        let (dx, dy) = (u - x, v - y);
        let length = dx.hypot(dy).max(1e-9);
        // All edges bend to their right, so that two opposite ones do not lie on one another.
        let bend = (length * 0.12).min(40.0);
        let middle = [(x + u) / 2.0 - dy / length * bend, (y + v) / 2.0 + dx / length * bend];
        let rim = |[x, y]: [f64; 2], far: f64| {
            let (a, b) = (middle[0] - x, middle[1] - y);
            let length = a.hypot(b).max(1e-9);
            [x + a / length * far, y + b / length * far]
        };
        let (start, end) = (rim([x, y], RADIUS), rim([u, v], RADIUS + 1.0));
        format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", start[0], start[1], middle[0], middle[1], end[0], end[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::parse;
    use grundy_solve::Budget;

    fn with<T>(text: &str, show: impl FnOnce(&Vertices<'_>) -> T) -> T {
        let spec = parse(text).unwrap();
        show(&Vertices::of(&spec, &Budget::default()).unwrap())
    }

    #[test]
    fn dot_is_read_again() {
        let dot = with("token[a>\"b c\", \"b c\">a, a>7>\"x\\y\", lone](a,a)", graph_dot);
        assert!(dot.contains("\"x\\\\y\" [label=\"x\\\\y\\nP 0\""), "{dot}");
        assert!(dot.contains("\"7\" -> \"x\\\\y\" [color"), "{dot}");
        assert!(dot.contains("peripheries=2"), "{dot}");
    }

    #[test]
    fn pictures() {
        for text in ["token[a>b>c,a>c,d](a,a)", "misere token[a>a,a>b>a,b>c](b)", "token[x](x)", "token[a>b>a](a)"] {
            let svg = with(text, |v| graph_svg(v, Default::default())).unwrap();
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
            let names = with(text, |v| v.graph().vertices());
            assert_eq!(svg.matches("<g>").count(), names);
        }
        let svg = with("token[\"a<b\">c](c)", |v| graph_svg(v, Default::default())).unwrap();
        assert!(svg.contains("<title>a&lt;b: N 1</title>"), "{svg}");
        let path: Vec<String> = (0..202).map(|k| k.to_string()).collect();
        let error = with(&format!("token[{}](0)", path.join(">")), |v| graph_svg(v, Default::default())).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported);
    }
}
