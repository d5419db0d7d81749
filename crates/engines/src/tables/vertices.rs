//! Tables of the values of all vertices of a graph without cycles, computed at the first query.

use crate::digraph::GrundyValues;
use crate::value_table::{ComponentGenus, Provenance, TableQuery, ValueTable};
use grundy_rules::{Coordinates, Genus, Play, Result};

/// The table of a graph without cycles.
#[derive(Debug, Default)]
pub struct VertexTable {
    values: Option<GrundyValues>,
    /// The number of vertices of the graph; 0 until the values are computed.
    vertices: u64,
}

impl VertexTable {
    fn values(&mut self, query: &TableQuery<'_>) -> Result<Option<&GrundyValues>> {
        if let (None, Some(graph)) = (&self.values, query.rules.graph()) {
            let values = match query.play {
                Play::Normal => GrundyValues::compute(graph.arcs(), query.budget)?,
                Play::Misere => GrundyValues::with_misere(graph.arcs(), query.budget)?,
            };
            self.values = Some(values.expect("a graph with cycles is not short"));
            self.vertices = graph.vertices() as u64;
        }
        Ok(self.values.as_ref())
    }
}

impl ValueTable for VertexTable {
    fn genus_at(&mut self, [vertex, ..]: Coordinates, query: &TableQuery<'_>) -> Result<ComponentGenus> {
        let Some(values) = self.values(query)? else { return Ok(ComponentGenus::UNKNOWN) };
        let vertex = vertex as u32;
        Ok(match values.genus(vertex) {
            Some((genus, tame)) => ComponentGenus { genus: Some(genus), tame },
            None => ComponentGenus::from_genus(Genus::for_nim_heap(values.get(vertex).0)),
        })
    }

    fn fill(&mut self, _to: Coordinates, query: &TableQuery<'_>) -> Result<Option<u64>> {
        self.values(query).map(|_| None)
    }

    fn provenance(&self, _at: Coordinates, _play: Play) -> Provenance {
        Provenance::Search
    }

    fn evaluated(&self) -> u64 {
        self.vertices
    }

    fn bytes(&self) -> u64 {
        self.values.as_ref().map_or(0, GrundyValues::bytes)
    }
}
