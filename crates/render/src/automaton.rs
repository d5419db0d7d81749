//! Automata as graphs, in DOT and in SVG.

use crate::svg::{Anchor, INK, Svg, width};
use grundy_lang::{Language, Text, text};
use grundy_proof::{Automaton, OUTCOMES};
use grundy_rules::{Error, ErrorKind, Suggestion};
use grundy_solve::Quantity;
use grundy_value::CompactSort;
use std::fmt::Write;

/// Returns the label of a state: the letter of its outcome, or its Grundy value.
fn output(automaton: &Automaton, of: Quantity, state: usize) -> String {
    let code = automaton.output[state];
    match of {
        Quantity::Grundy => code.to_string(),
        Quantity::Outcome => OUTCOMES[code as usize].name().to_string(),
    }
}

/// Returns the edges of the automaton as (from, to, label).
///
/// A letter of the automaton's alphabet consists of one digit of each number. The label lists the letters that lead
/// from one state to the other: `0`, or `(0,1) (1,1)` for several numbers. If all letters lead there and there are at
/// least three of them, the label is `any`.
fn edges(automaton: &Automaton) -> Vec<(usize, usize, String)> {
    let radix = automaton.numeration.radix() as usize;
    let letter = |letter: usize| {
        let digits: Vec<String> =
            (0..automaton.dims).rev().map(|place| (letter / radix.pow(place as u32) % radix).to_string()).collect();
        if digits.len() == 1 { digits[0].clone() } else { format!("({})", digits.join(",")) }
    };
    let mut edges: Vec<(usize, usize, String)> = vec![];
    for (from, row) in automaton.next.iter().enumerate() {
        for (l, to) in row.iter().enumerate() {
            let Some(to) = to.map(|to| to as usize) else { continue };
            match edges.iter_mut().find(|(f, t, _)| (*f, *t) == (from, to)) {
                Some((_, _, label)) => {
                    label.push(' ');
                    label.push_str(&letter(l));
                }
                None => edges.push((from, to, letter(l))),
            }
        }
    }
    for (from, to, label) in &mut edges {
        let letters = &automaton.next[*from];
        if letters.len() > 2 && letters.iter().all(|t| *t == Some(*to as u32)) {
            *label = "any".to_string();
        }
    }
    edges
}

/// Candidate positions of a label along its edge, as fractions of the edge; tried in this order.
const LABEL_POSITIONS: [f64; 9] = [0.42, 0.34, 0.5, 0.26, 0.6, 0.7, 0.78, 0.2, 0.84];

/// Reports whether two labels centred at these points do not overlap.
fn apart(at: [f64; 2], label: &str, other: [f64; 2], other_label: &str) -> bool {
    let letters = (label.chars().count() + other_label.chars().count()) as f64;
    (at[0] - other[0]).abs() > 3.8 * letters + 2.0 || (at[1] - other[1]).abs() > 15.0
}

/// Describes which numbers the automaton reads, and in which numeration system.
fn reading(automaton: &Automaton, names: &[String]) -> Text {
    let names = names.join(", ");
    let digits = automaton.numeration.text();
    text!("reads {names} in {digits}, most significant digit first", names, digits)
}

/// Returns the automaton in the DOT language; P-positions are double circles.
///
/// `names` contains the names of the numbers that the automaton reads.
///
/// ```
/// use grundy_proof::{Automaton, Numeration};
/// use grundy_solve::Quantity;
/// let next = vec![vec![Some(0), Some(1)], vec![Some(1), Some(0)]];
/// let thue_morse = Automaton { numeration: Numeration::Base(2), dims: 1, next, output: vec![0, 1] };
/// let dot = grundy_render::automaton_dot(&thue_morse, Quantity::Outcome, &["n".to_string()], Default::default());
/// assert!(dot.contains("reads n in base 2"));
/// assert!(dot.contains("  0 -> 1 [label=\"1\"];\n"), "{dot}");
/// ```
pub fn automaton_dot(automaton: &Automaton, of: Quantity, names: &[String], language: Language) -> String {
    let mut out = String::from("digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  label=\"{}\";", reading(automaton, names).in_language(language));
    out.push_str("  start [shape=point];\n");
    for state in 0..automaton.output.len() {
        let lost = of == Quantity::Outcome && automaton.output[state] == 0;
        let shape = if lost { ", shape=doublecircle" } else { "" };
        let _ = writeln!(out, "  {state} [label=\"{}\"{shape}];", output(automaton, of, state));
    }
    out.push_str("  start -> 0;\n");
    for (from, to, label) in edges(automaton) {
        let _ = writeln!(out, "  {from} -> {to} [label=\"{label}\"];");
    }
    out.push_str("}\n");
    out
}

/// The distance between columns, in pixels; `ROW` is the distance between the states of a column.
const COLUMN: f64 = 150.0;
const ROW: f64 = 118.0;

/// Coordinates of the states.
struct Layout {
    places: Vec<[f64; 2]>,
    size: [f64; 2],
}

impl Layout {
    /// Places each state in the column of its distance from the initial state, near its predecessors.
    fn new(automaton: &Automaton) -> Layout {
        let states = automaton.output.len();
        let mut column = vec![usize::MAX; states];
        let mut columns = vec![vec![0usize]];
        column[0] = 0;
        while let Some(last) = columns.last() {
            let mut next = vec![];
            for &state in last {
                for to in automaton.next[state].iter().flatten().map(|&to| to as usize) {
                    if column[to] == usize::MAX {
                        column[to] = columns.len();
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            columns.push(next);
        }
        // Unreachable states, if there are any, form the last column.
        let rest: Vec<usize> = (0..states).filter(|&state| column[state] == usize::MAX).collect();
        columns.extend(Some(rest).filter(|rest| !rest.is_empty()));
        let max_rows = columns.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let mut places = vec![[0.0; 2]; states];
        for (k, column) in columns.iter().enumerate() {
            for (place, &state) in column.iter().enumerate() {
                let row = place as f64 + (max_rows - column.len() as f64) / 2.0;
                // Neighbours are shifted, so that edges do not run through them.
                let down = if k % 2 == 1 { 14.0 } else { 0.0 };
                let aside = if column.len() > 2 && place % 2 == 1 { 34.0 } else { 0.0 };
                places[state] = [70.0 + COLUMN * k as f64 + aside, 84.0 + ROW * row + down];
            }
        }
        Layout { places, size: [COLUMN * (columns.len() - 1) as f64 + 180.0, ROW * max_rows + 120.0] }
    }
}

/// Maximum number of states of an automaton that is drawn; larger automata are left to Graphviz.
const MAX_STATES: usize = 60;
const RADIUS: f64 = 20.0;

/// Returns the automaton as SVG, its states in columns by distance from the initial state.
///
/// `names` contains the names of the numbers that the automaton reads. P-positions are double circles.
///
/// # Errors
/// `too_large` for more than 60 states.
pub(crate) fn automaton_svg(
    automaton: &Automaton,
    of: Quantity,
    names: &[String],
    title: &str,
    language: Language,
) -> Result<String, Error> {
    let states = automaton.output.len();
    if states > MAX_STATES {
        let most = MAX_STATES;
        let message =
            text!("an automaton with {states} states is too large to draw: the limit is {most} states", states, most);
        let error = Error::new(ErrorKind::TooLarge, message);
        return Err(error.with_suggestion(Suggestion::Graphviz));
    }
    let mut edges = edges(automaton);
    // Loops come first, because their labels have only one possible place.
    edges.compact_sort_by_key(|(from, to, _)| from != to);
    let loops = edges.iter().filter(|(from, to, _)| from == to);
    let longest = loops.map(|(_, _, label)| label.chars().count()).max().unwrap_or(0);
    let layout = Layout::new(automaton);
    let [wide, high] = [layout.size[0] + 9.0 * longest as f64, layout.size[1]];
    // `title` breaks a long title into at most two lines.
    let across = wide.max(width(title, 12.0) * 0.6).max(420.0) + 48.0;
    let mut svg = Svg::new(across as u32, high as u32 + 60, title);
    svg.title(24.0, 28.0, across - 48.0, title);
    let mut key = reading(automaton, names);
    if of == Quantity::Outcome && automaton.output.contains(&0) {
        key = text!("{key}; double circle: P-position", key);
    }
    svg.text(24.0, 54.0, Anchor::Start, &key.in_language(language));
    svg.put(
        "<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#888\"/></marker></defs>\n",
    );
    let place = |state: usize| {
        let [x, y] = layout.places[state];
        [x, y + 70.0]
    };
    // Labels are collected, to be drawn above all edges.
    let mut labels: Vec<([f64; 2], Anchor, &String)> = vec![];
    for &(from, to, ref label) in &edges {
        let ([x, y], [u, v]) = (place(from), place(to));
        let (path, at, anchor) = if from == to {
            // Draw a loop above the state.
            let [ox, oy] = [0.0, -1.0];
            let reach = RADIUS * 3.6;
            let side = |s: f64| [x + reach * (ox - s * oy * 0.6), y + reach * (oy + s * ox * 0.6)];
            let edge = |s: f64| [x + RADIUS * (0.9 * ox - s * oy * 0.44), y + RADIUS * (0.9 * oy + s * ox * 0.44)];
            let ([a, b], [c, d]) = (side(-1.0), side(1.0));
            let ([e, f], [g, h]) = (edge(-1.0), edge(1.0));
            let at = [x + RADIUS * 3.4 * ox, y + RADIUS * 3.5 * oy];
            (format!("M{e:.1} {f:.1}C{a:.1} {b:.1} {c:.1} {d:.1} {g:.1} {h:.1}"), at, Anchor::Middle)
        } else {
            let (dx, dy) = (u - x, v - y);
            let length = (dx * dx + dy * dy).sqrt();
            let (dx, dy) = (dx / length, dy / length);
            // Edges bend to the left, so that both directions are visible. They bend further where they pass other
            // states, and backward edges run below all of them.
            let columns = (u - x) / COLUMN;
            let bend = match columns {
                1.6.. => 0.3 * length + 30.0,
                0.5..1.6 => 0.14 * length,
                -0.5..0.5 if length > 1.5 * ROW => 0.35 * length + 20.0,
                -1.6..0.5 => 0.22 * length + 10.0,
                _ => 0.34 * length + 50.0,
            };
            let [a, b] = [(x + u) / 2.0 + bend * dy, (y + v) / 2.0 - bend * dx];
            let toward = |[x, y]: [f64; 2]| {
                let (dx, dy) = (a - x, b - y);
                let length = (dx * dx + dy * dy).sqrt();
                [x + RADIUS * dx / length, y + RADIUS * dy / length]
            };
            let ([e, f], [g, h]) = (toward([x, y]), toward([u, v]));
            let curve = |share: f64| {
                let rest = 1.0 - share;
                let mix = |p: f64, q: f64, r: f64| rest * rest * p + 2.0 * rest * share * q + share * share * r;
                [mix(x, a, u) + 4.0 * dy, mix(y, b, v) - 4.0 * dx]
            };
            // Takes the first free place. Places near the start of the edge come first, because labels crowd in the
            // middle of the picture.
            let wide = RADIUS + 3.8 * label.chars().count() as f64;
            let clear = |at: &[f64; 2], state: usize| {
                let [x, y] = place(state);
                (at[0] - x).abs() > wide || (at[1] - y).abs() > RADIUS + 8.0
            };
            let free = |at: &[f64; 2]| {
                labels.iter().all(|(other, _, l)| apart(*at, label, *other, l)) && (0..states).all(|k| clear(at, k))
            };
            let at = LABEL_POSITIONS.map(curve).into_iter().find(free).unwrap_or(curve(LABEL_POSITIONS[0]));
            (format!("M{e:.1} {f:.1}Q{a:.1} {b:.1} {g:.1} {h:.1}"), at, Anchor::Middle)
        };
        svg.put(format_args!("<path d=\"{path}\" stroke=\"#888\" fill=\"none\" marker-end=\"url(#a)\"/>\n"));
        labels.push((at, anchor, label));
    }
    for (at, anchor, label) in labels {
        let halo = " stroke=\"#ffffff\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
        svg.styled(at[0], at[1] + 4.5, anchor, label, halo);
    }
    let [x, y] = place(0);
    svg.put(format_args!(
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{INK}\" fill=\"none\" marker-end=\"url(#a)\"/>\n",
        x - RADIUS - 24.0,
        y,
        x - RADIUS,
        y
    ));
    for state in 0..states {
        let [x, y] = place(state);
        let lost = of == Quantity::Outcome && automaton.output[state] == 0;
        svg.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"#ffffff\" stroke=\"{INK}\" \
                stroke-width=\"1.4\"/>\n"
        ));
        if lost {
            svg.put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{INK}\"/>\n",
                RADIUS - 4.0
            ));
        }
        svg.text(x, y + 4.5, Anchor::Middle, &output(automaton, of, state));
    }
    Ok(svg.finish())
}
