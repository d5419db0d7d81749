//! Tables of the values of all vertices of a graph without cycles, computed at the first query.

use crate::cells::{Cells, Provenance, TableQuery, Worth};
use crate::digraph::GrundyValues;
use grundy_rules::{Coordinates, Genus, Play, Result};

/// The table of a graph without cycles.
#[derive(Debug, Default)]
pub struct VertexTable {
    values: Option<GrundyValues>,
    /// The number of vertices.
    vertices: u64,
}

impl VertexTable {
    fn values(&mut self, under: &TableQuery<'_>) -> Result<Option<&GrundyValues>> {
        if let (None, Some(graph)) = (&self.values, under.rules.graph()) {
            let values = match under.play {
                Play::Normal => GrundyValues::of(graph.arcs(), under.budget)?,
                Play::Misere => GrundyValues::with_misere(graph.arcs(), under.budget)?,
            };
            self.values = Some(values.expect("a graph with cycles is not short"));
            self.vertices = graph.vertices() as u64;
        }
        Ok(self.values.as_ref())
    }
}

impl Cells for VertexTable {
    fn worth(&mut self, [vertex, ..]: Coordinates, under: &TableQuery<'_>) -> Result<Worth> {
        let Some(values) = self.values(under)? else { return Ok(Worth::UNKNOWN) };
        let vertex = vertex as u32;
        Ok(match values.genus(vertex) {
            Some((genus, tame)) => Worth { genus: Some(genus), tame },
            None => Worth::of(Genus::of_nim_heap(values.get(vertex).0)),
        })
    }

    fn fill(&mut self, _to: Coordinates, under: &TableQuery<'_>) -> Result<Option<u64>> {
        self.values(under).map(|_| None)
    }

    fn basis(&self, _at: Coordinates, _play: Play) -> Provenance {
        Provenance::Search
    }

    fn evaluated(&self) -> u64 {
        self.vertices
    }

    fn bytes(&self) -> u64 {
        self.values.as_ref().map_or(0, GrundyValues::bytes)
    }
}
