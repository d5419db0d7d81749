//! Automata as graphs: DOT and SVG.

use crate::svg::{Anchor, INK, Svg, width};
use grundy_lang::{Language, Text, text};
use grundy_proof::{Automaton, OUTCOMES};
use grundy_rules::{Error, ErrorKind, Remedy};
use grundy_solve::Of;
use std::fmt::Write;

/// What stands in a state: the letter of the outcome, or the value.
fn output(automaton: &Automaton, of: Of, state: usize) -> String {
    let code = automaton.output[state];
    match of {
        Of::Grundy => code.to_string(),
        Of::Outcome => OUTCOMES[code as usize].name().to_string(),
    }
}

/// The letters that lead from each state to each other one, as a label: `0`, or `(0,1) (1,1)` for several parameters; `any`
/// where all of at least three do.
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

/// Where on its line a label may stand, as a part of the way.
const SHARES: [f64; 7] = [0.42, 0.34, 0.5, 0.26, 0.6, 0.7, 0.78];

/// Whether two labels around these places leave each other free.
fn apart(at: [f64; 2], label: &str, other: [f64; 2], beside: &str) -> bool {
    let letters = (label.chars().count() + beside.chars().count()) as f64;
    (at[0] - other[0]).abs() > 3.8 * letters + 2.0 || (at[1] - other[1]).abs() > 15.0
}

/// What the automaton reads.
fn reading(automaton: &Automaton, names: &[String]) -> Text {
    let names = names.join(", ");
    let digits = automaton.numeration.text();
    text!("reads {names} in {digits}, most significant digit first", names, digits)
}

/// The automaton in the DOT language, which reads the numbers of these names; P-positions end in a double circle.
///
/// ```
/// use grundy_proof::{Automaton, Numeration};
/// use grundy_solve::Of;
/// let next = vec![vec![Some(0), Some(1)], vec![Some(1), Some(0)]];
/// let thue_morse = Automaton { numeration: Numeration::Base(2), dims: 1, next, output: vec![0, 1] };
/// let dot = grundy_render::automaton_dot(&thue_morse, Of::Outcome, &["n".to_string()], Default::default());
/// assert!(dot.contains("reads n in base 2"));
/// assert!(dot.contains("  0 -> 1 [label=\"1\"];\n"), "{dot}");
/// ```
pub fn automaton_dot(automaton: &Automaton, of: Of, names: &[String], language: Language) -> String {
    let mut out = String::from("digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  label=\"{}\";", reading(automaton, names).in_language(language));
    out.push_str("  start [shape=point];\n");
    for state in 0..automaton.output.len() {
        let lost = of == Of::Outcome && automaton.output[state] == 0;
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

/// More states than this are a matter for Graphviz.
const MOST_STATES: usize = 60;
const RADIUS: f64 = 20.0;

/// The automaton as a picture, its states on a circle, with the names of the numbers that it reads; P-positions end in a double circle.
///
/// # Errors
/// `too_large` for more than 60 states.
pub fn automaton_svg(
    automaton: &Automaton,
    of: Of,
    names: &[String],
    title: &str,
    language: Language,
) -> Result<String, Error> {
    let states = automaton.output.len();
    if states > MOST_STATES {
        let message = text!("an automaton of {states} states is too large for a picture", states);
        let error = Error::new(ErrorKind::TooLarge, message);
        return Err(error.mended_by(Remedy::Graphviz));
    }
    let edges = edges(automaton);
    let loops = edges.iter().filter(|(from, to, _)| from == to);
    let longest = loops.map(|(_, _, label)| label.chars().count()).max().unwrap_or(0);
    // So large that neighbours and their labels have room, and labels of loops outside of the circle.
    let circle = if states == 1 { 0.0 } else { 60.0 + (states as f64 * 22.0).max(70.0) };
    let high = 2.0 * (circle + RADIUS * 4.0 + 12.0);
    let wide = high + 15.0 * longest as f64;
    // A long title takes two lines at most.
    let across = wide.max(width(title, 12.0) * 0.6).max(420.0) + 48.0;
    let mut svg = Svg::new(across as u32, high as u32 + 60, title);
    svg.title(24.0, 28.0, across - 48.0, title);
    let mut key = reading(automaton, names);
    if of == Of::Outcome && automaton.output.contains(&0) {
        key = text!("{key}; double circle: P-position", key);
    }
    svg.text(24.0, 54.0, Anchor::Start, &key.in_language(language));
    svg.put(
        "<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#888\"/></marker></defs>\n",
    );
    let middle = [across / 2.0, high / 2.0 + 60.0];
    // The start stands at the left, the others follow clockwise.
    let outward = |state: usize| {
        let angle = std::f64::consts::PI * (1.0 + 2.0 * state as f64 / states as f64);
        [angle.cos(), angle.sin()]
    };
    let place = |state: usize| {
        let [x, y] = outward(state);
        [middle[0] + circle * x, middle[1] + circle * y]
    };
    // Labels stand above all lines.
    let mut labels: Vec<([f64; 2], Anchor, &String)> = vec![];
    for &(from, to, ref label) in &edges {
        let ([x, y], [u, v]) = (place(from), place(to));
        let (path, at, anchor) = if from == to {
            let [ox, oy] = outward(from);
            // A loop away from the middle.
            let far = RADIUS * 3.6;
            let side = |s: f64| [x + far * (ox - s * oy * 0.6), y + far * (oy + s * ox * 0.6)];
            let edge = |s: f64| [x + RADIUS * (0.9 * ox - s * oy * 0.44), y + RADIUS * (0.9 * oy + s * ox * 0.44)];
            let ([a, b], [c, d]) = (side(-1.0), side(1.0));
            let ([e, f], [g, h]) = (edge(-1.0), edge(1.0));
            let at = [x + RADIUS * 3.4 * ox, y + RADIUS * 3.5 * oy];
            let anchor = match ox {
                0.3.. => Anchor::Start,
                ..-0.3 => Anchor::End,
                _ => Anchor::Middle,
            };
            (format!("M{e:.1} {f:.1}C{a:.1} {b:.1} {c:.1} {d:.1} {g:.1} {h:.1}"), at, anchor)
        } else {
            let (dx, dy) = (u - x, v - y);
            let length = (dx * dx + dy * dy).sqrt();
            let (dx, dy) = (dx / length, dy / length);
            // Bent to the left, so that both directions are seen.
            let bend = 0.16 * length;
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
            // Nearer to where the line begins, for in the middle of the circle labels crowd; the first place that is free.
            let free = |at: &[f64; 2]| labels.iter().all(|(other, _, l)| apart(*at, label, *other, l));
            let at = SHARES.map(curve).into_iter().find(free).unwrap_or(curve(SHARES[0]));
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
        x - RADIUS - 16.0,
        y + RADIUS + 16.0,
        x - RADIUS * 0.72,
        y + RADIUS * 0.72
    ));
    for state in 0..states {
        let [x, y] = place(state);
        let lost = of == Of::Outcome && automaton.output[state] == 0;
        svg.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"#ffffff\" stroke=\"{INK}\" stroke-width=\"1.4\"/>\n"
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
