//! Tables of rooted trees, in all table formats.

use crate::schema::lists::TREES;
use crate::schema::{Object, SCHEMA, push_number, push_text};
use crate::table::{TableFormat, TableOutput, check_text_csv_or_json, write_list};
use grundy_lang::text;
use grundy_render::{TableWriteError, listed_trees, tree_formula, write_trees_csv, write_trees_text};
use grundy_rules::Result;
use grundy_solve::{Quantity, TreeRow, TreeTable};
use std::io::Write;

/// Rejects the formats that cannot contain a table of trees.
///
/// # Errors
/// Fails with `unsupported` for a rejected format.
pub fn check_trees(format: TableFormat) -> Result<()> {
    check_text_csv_or_json(format, text!("this format cannot contain a table of trees"))
}

/// Writes the outcome, and the value if it was computed, of each tree.
///
/// `p_positions_only` requests only the P-positions.
///
/// # Errors
/// Returns the errors of the table and of the writer.
///
/// ```
/// use grundy_json::{TableFormat, TableOutput, write_trees};
/// use grundy_solve::{Budget, Quantity, TreeTable};
/// let rules = grundy_games::parse_rules("hackenbush").unwrap();
/// let (budget, mut out) = (Budget::default(), vec![]);
/// let table = TreeTable::new(&rules, Quantity::Grundy, 1, true, &budget).unwrap();
/// write_trees(&table, false, &mut TableOutput::new(TableFormat::Csv, &mut out)).unwrap();
/// let expected = "edges,tree,outcome,grundy\n0,\"hackenbush()\",P,0\n1,\"hackenbush(0-1)\",N,1\n";
/// assert_eq!(String::from_utf8(out).unwrap(), expected);
/// ```
pub fn write_trees(
    table: &TreeTable<'_>,
    p_positions_only: bool,
    output: &mut TableOutput<'_>,
) -> std::result::Result<(), TableWriteError> {
    let out = &mut *output.out;
    match output.format {
        TableFormat::Json => json(table, p_positions_only, out)?,
        TableFormat::Csv => write_trees_csv(table, p_positions_only, out)?,
        _ => write_trees_text(table, p_positions_only, output.style, output.language, out)?,
    }
    Ok(())
}

fn json(
    table: &TreeTable<'_>,
    p_positions_only: bool,
    out: &mut dyn Write,
) -> std::result::Result<(), TableWriteError> {
    let mut head = String::new();
    let mut object = Object::open(&mut head, &TREES);
    object.number("schema", SCHEMA);
    object.text("rules", &table.rules().game.rules_text());
    object.word("play", table.rules().play.name());
    object.word("of", table.quantity().name());
    if p_positions_only {
        object.word("only", "P");
    }
    if let Some(pattern) = table.pattern() {
        object.text("pattern", &tree_formula(pattern));
    }
    object.key("trees");
    let trees = || listed_trees(table, p_positions_only);
    let position = |tree: &TreeRow<'_>, out: &mut String| {
        push_text(&tree.position()?, out);
        Ok(())
    };
    let edges = |tree: &TreeRow<'_>, out: &mut String| {
        push_number(tree.edges() as u128, out);
        Ok(())
    };
    write_list(head, trees(), position, "]", out)?;
    write_list(",\"edges\":".into(), trees(), edges, "]", out)?;
    write!(out, ",\"outcomes\":\"")?;
    for tree in trees() {
        write!(out, "{}", tree.entry.outcome.name())?;
    }
    write!(out, "\",\"grundy\":")?;
    if table.quantity() == Quantity::Outcome {
        return Ok(writeln!(out, "null}}")?);
    }
    let value = |tree: &TreeRow<'_>, out: &mut String| {
        push_number(tree.entry.grundy.unwrap_or_default().0, out);
        Ok(())
    };
    write_list(String::new(), trees(), value, "]}\n", out)
}
