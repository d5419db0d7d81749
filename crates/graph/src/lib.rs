//! Parsers for graphs as text, and canonical forms of graphs.
//!
//! [`read_graph`] parses directed graphs from lists of edges and from the DOT language; [`read_drawing`]
//! parses drawings of positions from the same formats; [`LabelledGraph`] computes canonical forms of small graphs,
//! which are equal for isomorphic graphs. The graph types [`Digraph`](grundy_rules::Digraph) and
//! [`Drawing`](grundy_rules::Drawing) are in `grundy-rules`, whose traits pass them to engines and user
//! interfaces.

mod dot;
mod drawing;
mod labelled_graph;
mod lexer;
mod list;

pub use drawing::read_drawing;
pub use labelled_graph::{CanonicalLabels, LabelledGraph};
pub use lexer::{FileName, GraphFileError, Lexer};
pub use list::read_graph;

/// Parses a graph and returns its edges, then its vertices without edges, as text for tests.
#[cfg(test)]
fn printed(text: &str) -> std::result::Result<String, GraphFileError> {
    let mut builder = grundy_rules::DigraphBuilder::default();
    read_graph(text.as_bytes(), &mut builder, &mut || Ok(()))?;
    let graph = builder.build();
    let mut items: Vec<String> =
        graph.printed_edges().map(|[a, b]| format!("{}>{}", graph.name(a), graph.name(b))).collect();
    items.extend(graph.isolated().map(|v| graph.name(v).to_string()));
    Ok(items.join(","))
}
