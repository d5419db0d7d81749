//! Graphs in texts, and their canonical forms.
//!
//! [`read_graph`] reads directed graphs from lists of edges and the DOT language, [`read_drawing`] reads drawings of positions
//! from the same; [`Labelled`] finds canonical forms of small graphs, by which isomorphic ones are recognised. The graphs
//! themselves, [`Digraph`](grundy_rules::Digraph) and [`Drawing`](grundy_rules::Drawing), belong to `grundy-rules`, whose
//! traits show them to engines and to people.

mod dot;
mod drawn;
mod labelled;
mod lexer;
mod list;

pub use drawn::read_drawing;
pub use labelled::{CanonicalLabels, Labelled};
pub use lexer::{Fault, FileName, Lexer};
pub use list::read_graph;

/// The edges that a text gives, then the vertices without edges.
#[cfg(test)]
fn printed(text: &str) -> std::result::Result<String, Fault> {
    let mut builder = grundy_rules::DigraphBuilder::default();
    read_graph(text.as_bytes(), &mut builder, &mut || Ok(()))?;
    let graph = builder.build();
    let mut items: Vec<String> = graph.written().map(|[a, b]| format!("{}>{}", graph.name(a), graph.name(b))).collect();
    items.extend(graph.isolated().map(|v| graph.name(v).to_string()));
    Ok(items.join(","))
}
