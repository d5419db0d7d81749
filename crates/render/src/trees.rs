//! Tables of all rooted trees with up to a number of edges.

use crate::columns::{pad, width};
use crate::style::{Style, Tone};
use crate::table::TableWriteError;
use grundy_lang::{Language, Text, text};
use grundy_rules::Outcome;
use grundy_solve::{Combination, Quantity, TreePattern, TreeRow, TreeTable};
use std::io::Write;

/// Iterates over the trees of a table that are to be listed: all, or only those that are P-positions.
pub fn listed_trees<'t>(table: &'t TreeTable<'_>, p_positions_only: bool) -> impl Iterator<Item = TreeRow<'t>> {
    table.entries().filter(move |tree| !p_positions_only || tree.entry.outcome == Outcome::P)
}

/// Returns the formula of a pattern in terms of the value v of a subtree, such as `xor(v+1)`.
pub fn tree_formula(pattern: TreePattern) -> String {
    let combination = match pattern.combination {
        Combination::Xor => "xor",
        Combination::Sum => "sum",
        Combination::Max => "max",
    };
    let product = match pattern.factor {
        0 => String::new(),
        1 => "v".to_string(),
        factor => format!("{factor}*v"),
    };
    let changed = match (product.as_str(), pattern.summand) {
        ("", summand) => summand.to_string(),
        (product, 0) => product.to_string(),
        (product, summand) => format!("{product}+{summand}"),
    };
    format!("{combination}({changed})")
}

/// Returns the heading of a table.
fn headline(table: &TreeTable<'_>) -> Text {
    let (rules, edges, count) = (table.rules(), table.most_edges(), table.entries().len());
    match table.quantity() {
        Quantity::Grundy => text!(
            "{rules}: outcomes and Grundy values of the {count} rooted trees with 0 to {edges} edges",
            rules,
            count,
            edges
        ),
        Quantity::Outcome => {
            text!("{rules}: outcomes of the {count} rooted trees with 0 to {edges} edges", rules, count, edges)
        }
    }
}

/// Writes a table of trees as text; with `p_positions_only`, only the P-positions.
///
/// # Errors
/// The errors of [`TreeRow::position`] and of the writer; the output is then incomplete.
pub fn write_trees_text(
    table: &TreeTable<'_>,
    p_positions_only: bool,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    if p_positions_only {
        return listed_trees(table, true).try_for_each(|tree| Ok(writeln!(out, "{}", tree.position()?)?));
    }
    let mut line = |text: &Text| writeln!(out, "{}", style.wrap_lines(&text.in_language(language)));
    line(&headline(table))?;
    let mut widest = 0;
    for tree in table.entries() {
        widest = widest.max(width(&tree.position()?));
    }
    let mut edges = None;
    for tree in table.entries() {
        if edges.replace(tree.edges()) != Some(tree.edges()) {
            let heading = match tree.edges() {
                1 => text!("1 edge"),
                edges => text!("{edges} edges", edges),
            };
            writeln!(out, "\n{}", heading.in_language(language))?;
        }
        let outcome = tree.entry.outcome;
        let letter = style.paint(Tone::for_outcome(outcome), outcome.name());
        let position = pad(&tree.position()?, widest);
        match tree.entry.grundy {
            Some(value) => writeln!(out, "  {position}  {letter}  {}", value.0)?,
            None => writeln!(out, "  {position}  {letter}")?,
        }
    }
    writeln!(out)?;
    let mut line = |text: &Text| writeln!(out, "{}", style.wrap_lines(&text.in_language(language)));
    if let Some(pattern) = table.pattern() {
        line(&text!(
            "pattern: each of these trees has the value {formula}, where v stands for the values of the subtrees at \
                the children of its root",
            formula = tree_formula(pattern)
        ))?;
    }
    match table.theorem() {
        Some(theorem) => line(&text!("computed by {theorem}", theorem = theorem.citation()))?,
        None => line(&text!("computed by search"))?,
    }
    Ok(())
}

/// Writes a table of trees as CSV; with `p_positions_only`, only the P-positions.
///
/// # Errors
/// The errors of [`TreeRow::position`] and of the writer; the output is then incomplete.
pub fn write_trees_csv(
    table: &TreeTable<'_>,
    p_positions_only: bool,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let values = table.quantity() == Quantity::Grundy;
    writeln!(out, "edges,tree,outcome{}", if values { ",grundy" } else { "" })?;
    for tree in listed_trees(table, p_positions_only) {
        // Positions with several edges contain commas.
        write!(out, "{},\"{}\",{}", tree.edges(), tree.position()?, tree.entry.outcome.name())?;
        match tree.entry.grundy {
            Some(value) => writeln!(out, ",{}", value.0)?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}
