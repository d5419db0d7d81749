//! Tables of token games, in all table formats.

use crate::schema::lists::VERTICES;
use crate::schema::{Object, SCHEMA, push_number, push_text};
use crate::table::{TableFormat, TableOutput, check_not_bfile, picture_of_p_positions_error, write_list};
use grundy_lang::text;
use grundy_render::{
    TableWriteError, lost_vertices, vertex_quantity, vertices_svg, write_vertices_csv, write_vertices_text,
};
use grundy_rules::{LoopyValue, Result, Ruleset};
use grundy_solve::{Quantity, digraph::Vertices};
use std::io::Write;

/// Rejects the format that cannot contain a table of vertices, and pictures of the P-positions only.
///
/// # Errors
/// Fails with `unsupported` for a rejected request.
pub fn check_vertices(p_positions_only: bool, format: TableFormat) -> Result<()> {
    if p_positions_only && format == TableFormat::Svg {
        return Err(picture_of_p_positions_error());
    }
    check_not_bfile(format, text!("this format cannot contain a table of vertices"))
}

/// Writes the outcome, and the value if it was computed, of one token on each vertex.
///
/// `p_positions_only` requests only the P-positions.
///
/// # Errors
/// Returns the errors of the writer.
///
/// ```
/// use grundy_json::{TableFormat, TableOutput, write_vertices};
/// use grundy_solve::{Budget, Quantity, digraph::Vertices};
/// let rules = grundy_games::parse_rules("token[a>b,b>c,a>c]").unwrap();
/// let (vertices, mut out) = (Vertices::for_rules(&rules, Quantity::Grundy, &Budget::default()).unwrap(), vec![]);
/// write_vertices(&rules, &vertices, false, &mut TableOutput::new(TableFormat::Csv, &mut out)).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "vertex,outcome,grundy\na,N,2\nb,N,1\nc,P,0\n");
/// ```
pub fn write_vertices(
    rules: &Ruleset,
    vertices: &Vertices<'_>,
    p_positions_only: bool,
    output: &mut TableOutput<'_>,
) -> Result<(), TableWriteError> {
    let out = &mut *output.out;
    match output.format {
        TableFormat::Json => json(rules, vertices, p_positions_only, out)?,
        TableFormat::Csv => write_vertices_csv(vertices, p_positions_only, out)?,
        TableFormat::Svg => out.write_all(vertices_svg(rules, vertices, output.language)?.as_bytes())?,
        _ => write_vertices_text(rules, vertices, p_positions_only, output.style, output.language, out)?,
    }
    Ok(())
}

fn json(
    rules: &Ruleset,
    vertices: &Vertices<'_>,
    p_positions_only: bool,
    out: &mut dyn Write,
) -> std::result::Result<(), TableWriteError> {
    let mut head = String::new();
    let mut object = Object::open(&mut head, &VERTICES);
    object.number("schema", SCHEMA);
    object.text("rules", &rules.game.rules_text());
    object.word("play", rules.play.name());
    object.word("of", vertex_quantity(vertices).name());
    let all = 0..vertices.graph().vertices() as u32;
    let list = |vertex: &u32, out: &mut String| {
        push_text(&vertices.graph().name(*vertex).unquoted(), out);
        Ok(())
    };
    if p_positions_only {
        object.word("only", "P");
        object.key("vertices");
        return write_list(head, lost_vertices(vertices), list, "]}\n", out);
    }
    object.key("vertices");
    write_list(head, all.clone(), list, "]", out)?;
    write!(out, ",\"outcomes\":\"")?;
    for vertex in all.clone() {
        out.write_all(vertices.outcome(vertex).name().as_bytes())?;
    }
    write!(out, "\",\"grundy\":")?;
    if vertex_quantity(vertices) == Quantity::Outcome {
        return Ok(writeln!(out, "null}}")?);
    }
    let value = |vertex: &u32, out: &mut String| {
        match vertices.value(*vertex) {
            Some(LoopyValue::Nim(value)) => push_number(value.0, out),
            Some(infinite) => push_text(&infinite.to_string(), out),
            None => out.push_str("null"),
        }
        Ok(())
    };
    write_list(String::new(), all, value, "]}\n", out)
}
