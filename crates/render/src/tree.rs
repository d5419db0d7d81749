//! The tree that a search visits, as DOT and as SVG.
//!
//! Each node shows its position and its result, each edge the move. In scoring games, the levels of the player who
//! maximizes the score and of the one who minimizes it are marked. Where alpha-beta prunes moves, the picture shows a
//! cut branch, and the node shows a bound instead of a score.

use crate::digraph::{
    EDGE, MAX_LEN, MAX_VERTICES, Paint, RADIUS, WIN, common_prefix, escaped, quoted, too_large, truncate_chars,
};
use crate::steps::{bounds, node_result};
use crate::svg::{Anchor, GROUND, INK, Svg};
use grundy_lang::{Language, Text, text};
use grundy_play::short_move_text;
use grundy_rules::{Error, Kind, Outcome, Player};
use grundy_solve::trace::{NodeResult, SearchMethod, Visit};
use std::fmt::Write;

/// A search tree to be drawn.
#[derive(Clone, Debug)]
pub struct TreeDrawing {
    title: Text,
    legend: Text,
    /// The nodes in visiting order: each after its parent.
    nodes: Vec<Node>,
    /// The name of each level, in scoring games in which the players alternate.
    levels: Vec<Text>,
}

#[derive(Clone, Debug)]
struct Node {
    /// The unique identifier of the node; `label` is what the picture shows.
    name: String,
    label: String,
    /// The bounds when the search enters the node, or an empty text.
    bounds: String,
    result: String,
    outcome: Option<Outcome>,
    /// Whether the player to move minimizes the score.
    minimizes: bool,
    depth: usize,
    parent: Option<usize>,
    /// The move from the parent.
    mv: String,
    /// Whether the move is part of best play, or leads to a P-position.
    is_best: bool,
    /// The number of moves that the search left out.
    pruned: usize,
    /// Half the width and half the height, in pixels.
    half: [f64; 2],
}

const SCORES: Text = text!(
    "(alpha, beta) on entry, then the final score (first player minus second) or a bound on it · rounded: max, \
    rectangular: min · orange: best play · crossed out: pruned moves"
);
const WINS: Text =
    text!("dark: P (mover loses) · light: N (mover wins) · orange: move to a P-position · crossed out: pruned moves");

impl TreeDrawing {
    /// Builds the tree that a search visits.
    ///
    /// ```
    /// use grundy_games::parse;
    /// use grundy_render::{TreeDrawing, tree_svg};
    /// use grundy_solve::{Budget, trace::{SearchMethod, visits}};
    /// let spec = parse("row[1,2](3,1)").unwrap();
    /// let tree = visits(&spec, SearchMethod::AlphaBeta, &Budget::default()).unwrap();
    /// let drawing = TreeDrawing::new(spec.kind(), SearchMethod::AlphaBeta, &tree);
    /// let svg = tree_svg(&drawing, Default::default()).unwrap();
    /// assert!(svg.contains("(-inf, +inf) +4</title>") && svg.contains(">max</text>"), "{svg}");
    /// ```
    pub fn new(kind: Kind, method: SearchMethod, tree: &[Visit]) -> TreeDrawing {
        let names: Vec<&str> = tree.iter().map(|visit| &*visit.position).collect();
        let prefix = common_prefix(&names);
        let first = tree.first().and_then(|visit| visit.by);
        // The ancestors of the current node, starting at the root.
        let mut path: Vec<usize> = vec![];
        let mut nodes: Vec<Node> = Vec::with_capacity(tree.len());
        for (at, visit) in tree.iter().enumerate() {
            path.truncate(visit.depth);
            let outcome = match visit.result {
                NodeResult::Wins(true) => Some(Outcome::N),
                NodeResult::Wins(false) => Some(Outcome::P),
                NodeResult::Points(..) => None,
            };
            let player = match visit.by {
                Some(Player::LEFT) if kind == Kind::Partizan => "L: ",
                Some(_) if kind == Kind::Partizan => "R: ",
                _ => "",
            };
            let label = visit.position.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')'));
            let label = match label.filter(|_| !prefix.is_empty()).unwrap_or(&visit.position) {
                "" => format!("{player}()"),
                label => format!("{player}{label}"),
            };
            let mut mv = visit.mv.as_ref().map_or(String::new(), |mv| short_move_text(&mv.to_string()));
            if kind == Kind::Scoring && visit.depth > 0 {
                // Writing to a string cannot fail.
                let _ = write!(mv, " ({:+})", visit.points);
            }
            let (bounds, result) = (bounds(visit).trim().to_string(), node_result(visit));
            let letters = label.chars().count().min(MAX_LEN).max(bounds.chars().count());
            let height = if bounds.is_empty() { 21.0 } else { 29.0 };
            nodes.push(Node {
                name: format!("{}. {}", at + 1, visit.position),
                label,
                bounds,
                result,
                outcome,
                minimizes: kind == Kind::Scoring && visit.by != first,
                depth: visit.depth,
                parent: path.last().copied(),
                mv,
                is_best: outcome == Some(Outcome::P),
                pruned: visit.pruned,
                half: [(letters as f64 * 3.7 + 9.0).max(RADIUS), height],
            });
            path.push(at);
        }
        if kind == Kind::Scoring {
            mark_best_play(tree, &mut nodes);
        }
        let title = text!(
            "{position}: the {search} tree of {count} nodes",
            position = names.first().map_or("", |name| name).to_string(),
            count = tree.len(),
            search = method.name()
        );
        let legend = if kind == Kind::Scoring { SCORES } else { WINS };
        let levels = if kind == Kind::Scoring { level_names(&nodes) } else { vec![] };
        TreeDrawing { title, legend, nodes, levels }
    }
}

/// Marks the moves of one line of best play.
///
/// Each leads to the first option that has the score of the root.
fn mark_best_play(tree: &[Visit], nodes: &mut [Node]) {
    let mut parent = 0;
    for at in 1..nodes.len() {
        if nodes[at].parent == Some(parent) && tree[at].result == tree[0].result {
            nodes[at].is_best = true;
            parent = at;
        }
    }
}

/// Returns `max` or `min` for each level, or an empty list if one level has nodes of both players.
fn level_names(nodes: &[Node]) -> Vec<Text> {
    let mut minimizes: Vec<Option<bool>> = vec![];
    for node in nodes {
        minimizes.resize(minimizes.len().max(node.depth + 1), None);
        let level = &mut minimizes[node.depth];
        if level.is_some_and(|level| level != node.minimizes) {
            return vec![];
        }
        *level = Some(node.minimizes);
    }
    minimizes.into_iter().map(|level| if level == Some(true) { text!("min") } else { text!("max") }).collect()
}

/// Returns the tree in the DOT language.
///
/// ```
/// use grundy_games::parse;
/// use grundy_render::{TreeDrawing, tree_dot};
/// use grundy_solve::{Budget, trace::{SearchMethod, visits}};
/// let tree = visits(&parse("nim(1)").unwrap(), SearchMethod::Minimax, &Budget::default()).unwrap();
/// let dot = tree_dot(&TreeDrawing::new(grundy_rules::Kind::Impartial, SearchMethod::Minimax, &tree));
/// assert!(dot.contains(r##""1. nim(1)" -> "2. nim(0)" [label="1 1", color="#d55e00", penwidth=2];"##), "{dot}");
/// ```
pub fn tree_dot(tree: &TreeDrawing) -> String {
    let mut out = String::from("digraph grundy {\n");
    out.push_str("  node [style=filled, color=\"#222222\", fontname=\"sans-serif\"];\n");
    out.push_str("  edge [color=\"#888888\", fontname=\"sans-serif\"];\n");
    for node in &tree.nodes {
        let paint = Paint::for_outcome(node.outcome);
        let shape = if node.minimizes { "box" } else { "ellipse" };
        let name = quoted(&node.name);
        let lines = [&node.label, &node.bounds, &node.result].map(|line| escaped(line));
        let label = lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\\n");
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "  {name} [label=\"{label}\", shape={shape}, fillcolor=\"{}\", fontcolor=\"{}\"];",
            paint.fill, paint.dot_font_color
        );
        if let Some(parent) = node.parent {
            let best = if node.is_best { ", color=\"#d55e00\", penwidth=2" } else { "" };
            let parent = quoted(&tree.nodes[parent].name);
            let _ = writeln!(out, "  {parent} -> {name} [label=\"{}\"{best}];", escaped(&node.mv));
        }
        if node.pruned > 0 {
            let cut = quoted(&format!("{} cut", node.name));
            let _ = writeln!(out, "  {cut} [label=\"✂ {}\", shape=plaintext, style=\"\"];", node.pruned);
            let _ = writeln!(out, "  {name} -> {cut} [style=dashed, arrowhead=none];");
        }
    }
    out.push_str("}\n");
    out
}

/// The distance between levels, in pixels.
const LEVEL: f64 = 112.0;
/// The distance between neighbouring nodes, in pixels.
const GAP: f64 = 22.0;
/// The width of a cut branch, in pixels.
const CUT_WIDTH: f64 = 44.0;
/// The width of the column with the names of the levels, in pixels.
const LEVELS_WIDTH: f64 = 52.0;
/// The smallest width of a picture, which leaves room for the legend.
const MIN_WIDTH: f64 = 860.0;
/// The distance from the upper edge to the centres of the roots.
const TOP: f64 = 70.0;

/// Returns the tree as SVG.
///
/// # Errors
/// `unsupported` for more than 400 nodes.
pub fn tree_svg(tree: &TreeDrawing, language: Language) -> Result<String, Error> {
    if tree.nodes.len() > MAX_VERTICES {
        return Err(too_large(tree.nodes.len(), tree.nodes.len()));
    }
    let margin = if tree.levels.is_empty() { 10.0 } else { LEVELS_WIDTH };
    let Layout { mut places, mut cuts, width: used } = Layout::new(&tree.nodes, margin);
    let width = (used + 10.0).max(MIN_WIDTH);
    // Centre a narrow tree.
    let shift = ((width - used - 10.0) / 2.0).max(0.0);
    places.iter_mut().for_each(|place| place[0] += shift);
    cuts.iter_mut().flatten().for_each(|cut| *cut += shift);
    let depth = tree.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    let height = TOP + LEVEL * (depth + 1) as f64 + 14.0;
    let title = tree.title.in_language(language);
    let mut svg = Svg::new(width as u32, height as u32, &title);
    svg.title(12.0, 22.0, width - 24.0, &title);
    for (level, name) in tree.levels.iter().enumerate() {
        let y = TOP + LEVEL * level as f64 + 5.0;
        svg.styled(12.0, y, Anchor::Start, &name.in_language(language), " font-weight=\"600\"");
    }
    let mut labels = vec![];
    for (node, &[x, y]) in tree.nodes.iter().zip(&places) {
        if let Some(parent) = node.parent {
            let ([u, v], down) = (places[parent], tree.nodes[parent].half[1]);
            let (start, end) = ([u, v + down], [x, y - node.half[1]]);
            let style = if node.is_best {
                format!("stroke=\"{WIN}\" stroke-width=\"2.5\"")
            } else {
                format!("stroke=\"{EDGE}\"")
            };
            svg.put(format_args!(
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" {style} fill=\"none\"/>\n",
                start[0], start[1], end[0], end[1]
            ));
            // Close to the child, where labels of neighbouring edges are farthest apart.
            let at = |k: usize| start[k] + 0.72 * (end[k] - start[k]);
            labels.push(([at(0), at(1) + 4.0], node.mv.clone()));
        }
    }
    for (node, (&[x, y], cut)) in tree.nodes.iter().zip(places.iter().zip(&cuts)) {
        let Some(cut) = *cut else { continue };
        let (top, bottom) = (y + node.half[1], y + node.half[1] + 26.0);
        svg.put(format_args!(
            "<path d=\"M{x:.1} {top:.1}L{cut:.1} {bottom:.1}\" stroke=\"{EDGE}\" stroke-dasharray=\"4 3\" \
             fill=\"none\"/>\n<path d=\"M{:.1} {:.1}l10 8m0 -8l-10 8\" stroke=\"{INK}\" stroke-width=\"1.5\" fill=\"none\"/>\n",
            cut - 5.0,
            bottom - 4.0
        ));
        labels.push(([cut, bottom + 17.0], text!("{count} pruned", count = node.pruned).in_language(language)));
    }
    for ([x, y], label) in labels {
        let wide = label.chars().map(|c| if c.is_ascii() { 6.4 } else { 11.0 }).sum::<f64>() + 4.0;
        svg.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"14\" fill=\"{GROUND}\"/>\n",
            x - wide / 2.0,
            y - 11.0
        ));
        svg.styled(x, y, Anchor::Middle, &label, " font-size=\"11\"");
    }
    for (node, &place) in tree.nodes.iter().zip(&places) {
        draw(&mut svg, node, place);
    }
    svg.legend([12.0, height - 10.0], width - 24.0, &tree.legend.in_language(language));
    Ok(svg.finish())
}

fn draw(svg: &mut Svg, node: &Node, [x, y]: [f64; 2]) {
    let paint = Paint::for_outcome(node.outcome);
    svg.put("<g>");
    let space = if node.bounds.is_empty() { "" } else { " " };
    svg.element("title", &format!("{}: {}{space}{}", node.name, node.bounds, node.result));
    let [wide, high] = node.half;
    let radius = if node.minimizes { 3.0 } else { high.min(wide) };
    svg.put(format_args!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{radius:.1}\" fill=\"{}\" \
            stroke=\"#222\"/>\n",
        x - wide,
        y - high,
        2.0 * wide,
        2.0 * high,
        paint.fill
    ));
    let fill = format!(" fill=\"{}\"", paint.font_color);
    let bold = format!("{fill} font-weight=\"600\"");
    let label = truncate_chars(&node.label, MAX_LEN);
    if node.bounds.is_empty() {
        svg.styled(x, y - 3.0, Anchor::Middle, &label, &bold);
        svg.styled(x, y + 13.0, Anchor::Middle, &node.result, &format!("{fill} font-size=\"11\""));
    } else {
        svg.styled(x, y - 11.0, Anchor::Middle, &label, &format!("{fill} font-size=\"12\""));
        svg.styled(x, y + 4.0, Anchor::Middle, &node.bounds, &format!("{fill} font-size=\"10\""));
        svg.styled(x, y + 20.0, Anchor::Middle, &node.result, &bold);
    }
    svg.put("</g>\n");
}

/// The coordinates of a tree: every node is centred above its options.
struct Layout {
    places: Vec<[f64; 2]>,
    /// The horizontal coordinate of each node's cut branch, if it has one.
    cuts: Vec<Option<f64>>,
    width: f64,
}

impl Layout {
    fn new(nodes: &[Node], margin: f64) -> Layout {
        // The nodes are listed after their parents, so their order reversed visits options first.
        let cut_width = |node: &Node| if node.pruned > 0 { CUT_WIDTH } else { 0.0 };
        let mut below: Vec<f64> = nodes.iter().map(cut_width).collect();
        let mut widths = vec![0.0; nodes.len()];
        let mut width = margin;
        for (at, node) in nodes.iter().enumerate().rev() {
            widths[at] = f64::max(2.0 * node.half[0] + GAP, below[at]);
            match node.parent {
                Some(parent) => below[parent] += widths[at],
                None => width += widths[at],
            }
        }
        // The left end of the next option of each node, and of the next root.
        let mut next: Vec<f64> = vec![0.0; nodes.len()];
        let mut next_root = margin;
        let mut places = vec![[0.0; 2]; nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            let left = match node.parent {
                Some(parent) => &mut next[parent],
                None => &mut next_root,
            };
            let start = *left;
            *left += widths[at];
            places[at] = [start + widths[at] / 2.0, TOP + LEVEL * node.depth as f64];
            next[at] = start + (widths[at] - below[at]) / 2.0;
        }
        // After all options are placed, `next` is the left end of the cut branch.
        let cuts = nodes.iter().zip(&next).map(|(node, left)| (node.pruned > 0).then_some(left + CUT_WIDTH / 2.0));
        Layout { places, cuts: cuts.collect(), width }
    }
}
