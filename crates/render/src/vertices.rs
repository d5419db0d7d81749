//! Tables of token games: the value of one token on each vertex of the graph.

use crate::columns::{pad, width};
use crate::style::{Style, Tone};
use grundy_lang::{Language, Text, text};
use grundy_rules::{LoopyValue, Outcome, Ruleset};
use grundy_solve::{Quantity, digraph::Vertices};
use std::io::Write;

fn all(vertices: &Vertices<'_>) -> std::ops::Range<u32> {
    0..vertices.graph().vertices() as u32
}

/// Returns the vertices that are P-positions.
pub fn lost_vertices(vertices: &Vertices<'_>) -> impl Iterator<Item = u32> {
    all(vertices).filter(|&vertex| vertices.outcome(vertex) == Outcome::P)
}

/// Returns the name of the vertex in the notation of positions.
pub(crate) fn vertex_name(vertices: &Vertices<'_>, vertex: u32) -> String {
    let mut name = String::new();
    vertices.graph().name(vertex).write(&mut name);
    name
}

/// Returns the quantity that the vertices were solved for.
pub fn vertex_quantity(vertices: &Vertices<'_>) -> Quantity {
    match vertices.value(0) {
        Some(_) => Quantity::Grundy,
        None => Quantity::Outcome,
    }
}

/// Writes a table of vertices as text; with `p_positions_only`, only the P-positions.
///
/// # Errors
/// The errors of the writer.
pub fn write_vertices_text(
    rules: &Ruleset,
    vertices: &Vertices<'_>,
    p_positions_only: bool,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    if p_positions_only {
        return lost_vertices(vertices).try_for_each(|vertex| writeln!(out, "{}", vertex_name(vertices, vertex)));
    }
    columns(rules, vertices, style, language, out)
}

/// Returns the heading of a table.
pub(crate) fn headline(rules: &Ruleset, vertices: &Vertices<'_>) -> Text {
    match vertex_quantity(vertices) {
        Quantity::Grundy => text!("{rules}: outcomes and Grundy values of one token on each vertex", rules),
        Quantity::Outcome => text!("{rules}: outcomes of one token on each vertex", rules),
    }
}

fn columns(
    rules: &Ruleset,
    vertices: &Vertices<'_>,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    writeln!(out, "{}\n", style.wrap_lines(&headline(rules, vertices).in_language(language)))?;
    let widest = all(vertices).map(|vertex| width(&vertex_name(vertices, vertex))).max().unwrap_or(0);
    for vertex in all(vertices) {
        let outcome = vertices.outcome(vertex);
        let letter = style.paint(Tone::for_outcome(outcome), outcome.name());
        let name = pad(&vertex_name(vertices, vertex), widest);
        match vertices.value(vertex) {
            Some(value) => writeln!(out, "{name}  {letter}  {value}")?,
            None => writeln!(out, "{name}  {letter}")?,
        }
    }
    Ok(())
}

/// Writes a table of vertices as CSV; with `p_positions_only`, only the P-positions.
///
/// # Errors
/// The errors of the writer.
pub fn write_vertices_csv(vertices: &Vertices<'_>, p_positions_only: bool, out: &mut dyn Write) -> std::io::Result<()> {
    if p_positions_only {
        writeln!(out, "vertex")?;
        return lost_vertices(vertices).try_for_each(|vertex| writeln!(out, "{}", field(vertices, vertex)));
    }
    let values = vertex_quantity(vertices) == Quantity::Grundy;
    writeln!(out, "vertex,outcome{}", if values { ",grundy" } else { "" })?;
    for vertex in all(vertices) {
        write!(out, "{},{}", field(vertices, vertex), vertices.outcome(vertex).name())?;
        match vertices.value(vertex) {
            Some(value @ LoopyValue::Infinite(_)) => writeln!(out, ",{}", quoted(&value.to_string()))?,
            Some(value) => writeln!(out, ",{value}")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// Returns the name as a CSV field, quoted where necessary.
fn field(vertices: &Vertices<'_>, vertex: u32) -> String {
    quoted(&vertices.graph().name(vertex).unquoted())
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}
