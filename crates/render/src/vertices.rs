//! Tables of games of tokens: what one token is worth on each vertex of the graph.

use crate::columns::{pad, width};
use crate::schema::lists::VERTICES;
use crate::schema::{Object, SCHEMA, push_number, push_text};
use crate::style::{Style, Tone};
use crate::table::{Failure, TableFormat};
use grundy_lang::{Language, text};
use grundy_rules::{Error, ErrorKind, LoopyValue, Outcome, Result, Ruleset, Suggestion};
use grundy_solve::{Quantity, digraph::Vertices};
use std::io::Write;

/// Refuses formats that do not hold the vertices of a graph.
///
/// # Errors
/// `unsupported`.
pub fn check_vertices(format: TableFormat) -> Result<()> {
    match format {
        TableFormat::Bfile | TableFormat::Svg => {
            let message = text!("this format does not hold a table of vertices");
            Err(Error::new(ErrorKind::Unsupported, message)
                .with_suggestion(Suggestion::Formats(&["text", "csv", "json"])))
        }
        _ => Ok(()),
    }
}

/// Writes the outcome of one token on each vertex, and the value if the vertices were solved for that; or the P-positions alone.
///
/// # Errors
/// Those of the sink.
///
/// ```
/// use grundy_render::{TableFormat, write_vertices};
/// use grundy_solve::{Budget, Quantity, digraph::Vertices};
/// let rules = grundy_games::parse_rules("token[a>b,b>c,a>c]").unwrap();
/// let (vertices, mut out) = (Vertices::of_rules(&rules, Quantity::Grundy, &Budget::default()).unwrap(), vec![]);
/// write_vertices(&rules, &vertices, false, TableFormat::Csv, Default::default(), Default::default(), &mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "vertex,outcome,grundy\na,N,2\nb,N,1\nc,P,0\n");
/// ```
pub fn write_vertices(
    rules: &Ruleset,
    vertices: &Vertices<'_>,
    positions: bool,
    format: TableFormat,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match format {
        TableFormat::Json => json(rules, vertices, positions, out)?,
        TableFormat::Csv => csv(vertices, positions, out)?,
        _ if positions => {
            for vertex in lost(vertices) {
                writeln!(out, "{}", name(vertices, vertex))?;
            }
        }
        _ => columns(rules, vertices, style, language, out)?,
    }
    Ok(())
}

fn all(vertices: &Vertices<'_>) -> std::ops::Range<u32> {
    0..vertices.graph().vertices() as u32
}

fn lost(vertices: &Vertices<'_>) -> impl Iterator<Item = u32> {
    all(vertices).filter(|&vertex| vertices.outcome(vertex) == Outcome::P)
}

/// The vertex as the notation writes it.
fn name(vertices: &Vertices<'_>, vertex: u32) -> String {
    let mut name = String::new();
    vertices.graph().name(vertex).write(&mut name);
    name
}

fn of(vertices: &Vertices<'_>) -> Quantity {
    match vertices.value(0) {
        Some(_) => Quantity::Grundy,
        None => Quantity::Outcome,
    }
}

fn columns(
    rules: &Ruleset,
    vertices: &Vertices<'_>,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let headline = match of(vertices) {
        Quantity::Grundy => text!("{rules}: outcomes and Grundy values of one token on each vertex", rules),
        Quantity::Outcome => text!("{rules}: outcomes of one token on each vertex", rules),
    };
    writeln!(out, "{}\n", style.lay(&headline.in_language(language)))?;
    let widest = all(vertices).map(|vertex| width(&name(vertices, vertex))).max().unwrap_or(0);
    for vertex in all(vertices) {
        let outcome = vertices.outcome(vertex);
        let letter = style.paint(Tone::of(outcome), outcome.name());
        let name = pad(&name(vertices, vertex), widest);
        match vertices.value(vertex) {
            Some(value) => writeln!(out, "{name}  {letter}  {value}")?,
            None => writeln!(out, "{name}  {letter}")?,
        }
    }
    Ok(())
}

fn csv(vertices: &Vertices<'_>, positions: bool, out: &mut dyn Write) -> std::io::Result<()> {
    if positions {
        writeln!(out, "vertex")?;
        return lost(vertices).try_for_each(|vertex| writeln!(out, "{}", field(vertices, vertex)));
    }
    let values = of(vertices) == Quantity::Grundy;
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

/// The name without the quotes of the notation, in those of CSV where it needs them.
fn field(vertices: &Vertices<'_>, vertex: u32) -> String {
    quoted(&vertices.graph().name(vertex).plain())
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

fn json(rules: &Ruleset, vertices: &Vertices<'_>, positions: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let mut head = String::new();
    let mut object = Object::open(&mut head, &VERTICES);
    object.number("schema", SCHEMA);
    object.text("rules", &rules.game.rules_text());
    object.word("play", rules.play.name());
    object.word("of", of(vertices).name());
    let list = |vertex: u32, out: &mut String| push_text(&vertices.graph().name(vertex).plain(), out);
    if positions {
        object.word("only", "P");
        object.key("vertices");
        return written(head, lost(vertices), list, "]}\n", out);
    }
    object.key("vertices");
    written(head, all(vertices), list, "]", out)?;
    write!(out, ",\"outcomes\":\"")?;
    for vertex in all(vertices) {
        out.write_all(vertices.outcome(vertex).name().as_bytes())?;
    }
    write!(out, "\",\"grundy\":")?;
    if of(vertices) == Quantity::Outcome {
        return writeln!(out, "null}}");
    }
    let value = |vertex: u32, out: &mut String| match vertices.value(vertex) {
        Some(LoopyValue::Nim(value)) => push_number(value.0, out),
        Some(infinite) => push_text(&infinite.to_string(), out),
        None => out.push_str("null"),
    };
    written(String::new(), all(vertices), value, "]}\n", out)
}

/// A list behind a head, an entry at a time.
fn written(
    head: String,
    vertices: impl Iterator<Item = u32>,
    push: impl Fn(u32, &mut String),
    end: &str,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    write!(out, "{head}[")?;
    let mut entry = String::new();
    for (at, vertex) in vertices.enumerate() {
        entry.clear();
        if at > 0 {
            entry.push(',');
        }
        push(vertex, &mut entry);
        out.write_all(entry.as_bytes())?;
    }
    write!(out, "{end}")
}
