//! Grundy values of graphs without cycles, by mex in reverse topological order.

use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Arcs, Genus, Nimber, Result};

/// The values of all vertices of a graph without cycles.
///
/// ```
/// use grundy_rules::Arcs;
/// use grundy_engines::{Budget, digraph::GrundyValues};
/// let arcs = Arcs::from_edges(3, &[[0, 1], [1, 2], [0, 2]]);
/// let values = GrundyValues::compute(&arcs, &Budget::default()).unwrap().unwrap();
/// assert_eq!([0, 1, 2].map(|v| values.get(v).0), [2, 1, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct GrundyValues {
    normal: Vec<u32>,
    misere: Option<Misere>,
}

#[derive(Clone, Debug)]
struct Misere {
    values: Vec<u32>,
    /// Whether the vertex and everything reachable from it are tame.
    tame: Vec<bool>,
}

impl GrundyValues {
    /// Computes the values of a graph under normal play, or returns `None` if it has a cycle.
    /// The computation takes 12 bytes per vertex in addition to the graph; the result takes 4 of them.
    ///
    /// # Errors
    /// Fails with `limit` if the budget does not suffice.
    pub fn compute(arcs: &Arcs, budget: &Budget) -> Result<Option<GrundyValues>> {
        GrundyValues::compute_by(arcs, false, budget)
    }

    /// Computes normal and misère values, with 5 more bytes per vertex; `None` if the graph has a cycle.
    ///
    /// # Errors
    /// Returns the errors of [`GrundyValues::compute`].
    pub fn with_misere(arcs: &Arcs, budget: &Budget) -> Result<Option<GrundyValues>> {
        GrundyValues::compute_by(arcs, true, budget)
    }

    fn compute_by(arcs: &Arcs, misere: bool, budget: &Budget) -> Result<Option<GrundyValues>> {
        let (vertices, edges) = (arcs.vertices() as u128, arcs.edges() as u128);
        let what = text!("the list of the values of a graph of {vertices} vertices and {edges} edges", vertices, edges);
        budget.check_fits((16 + if misere { 5 } else { 0 }) * vertices + 4 * edges, &what)?;
        budget.check()?;
        let Some(order) = arcs.topological_order() else { return Ok(None) };
        let mut meter = budget.meter(text!("positions"));
        let mut normal = vec![0u32; arcs.vertices()];
        let mut other = misere.then(|| Misere { values: vec![0; arcs.vertices()], tame: vec![true; arcs.vertices()] });
        let mut mex = Mex::default();
        for &v in order.iter().rev() {
            meter.advance(1)?;
            let options = arcs.targets_of(v);
            normal[v as usize] = mex.mex(options, &normal);
            if let Some(Misere { values, tame }) = &mut other {
                values[v as usize] = if options.is_empty() { 1 } else { mex.mex(options, values) };
                tame[v as usize] = genus(normal[v as usize], values[v as usize]).is_tame()
                    && options.iter().all(|&to| tame[to as usize]);
            }
        }
        Ok(Some(GrundyValues { normal, misere: other }))
    }

    /// Returns the memory used by the values in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let misere = self.misere.as_ref().map_or(0, |misere| 4 * misere.values.capacity() + misere.tame.capacity());
        (4 * self.normal.capacity() + misere) as u64
    }

    /// Returns the Grundy value of a vertex under normal play.
    #[inline]
    pub fn get(&self, vertex: u32) -> Nimber {
        Nimber(self.normal[vertex as usize].into())
    }

    /// Returns the genus of a vertex, and whether the vertex and all its followers are tame.
    /// Returns `None` if no misère values were computed.
    pub fn genus(&self, vertex: u32) -> Option<(Genus, bool)> {
        let misere = self.misere.as_ref()?;
        Some((genus(self.normal[vertex as usize], misere.values[vertex as usize]), misere.tame[vertex as usize]))
    }
}

fn genus(normal: u32, misere: u32) -> Genus {
    Genus { normal: Nimber(normal.into()), misere: Nimber(misere.into()) }
}

/// Computes mex values repeatedly, without clearing the table of marks.
#[derive(Default)]
struct Mex {
    /// The last round in which each value occurred.
    seen: Vec<u64>,
    round: u64,
}

impl Mex {
    fn mex(&mut self, options: &[u32], values: &[u32]) -> u32 {
        self.round += 1;
        if self.seen.len() <= options.len() {
            self.seen.resize(options.len() + 1, 0);
        }
        for &to in options {
            // The mex of k values is at most k, so larger values are ignored.
            let value = values[to as usize] as usize;
            if value < options.len() {
                self.seen[value] = self.round;
            }
        }
        (0..).find(|&value| self.seen[value as usize] != self.round).expect("the place after the last value is free")
    }
}
