//! Keys of graphs. Isomorphic small graphs have the same key.

use super::component::GraphComponent;
use crate::pattern::NO_LABEL;
use grundy_graph::LabelledGraph;

/// The maximum number of vertices of a graph whose key does not depend on the order of its vertices.
///
/// For larger graphs, no search over all positions is feasible anyway.
const MAX_CANONICAL_VERTICES: usize = 48;

/// The key of a graph; graphs with equal keys have equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GraphKey(Box<[u32]>);

impl GraphKey {
    pub(crate) fn new(component: &GraphComponent) -> GraphKey {
        let n = component.order();
        if n > MAX_CANONICAL_VERTICES {
            // Keys of small graphs do not contain `u32::MAX`, so the two kinds of keys differ.
            let edges = component.edges().iter().flat_map(|&([a, b], label)| [a.min(b), a.max(b), label.into()]);
            let own = [u32::MAX, n as u32].into_iter().chain(component.states().map(u32::from));
            return GraphKey(own.chain(edges).collect());
        }
        let mut labels = vec![0; n * n];
        for (vertex, state) in component.states().enumerate() {
            labels[vertex * n + vertex] = u32::from(state);
        }
        for &([a, b], label) in component.edges() {
            let label = if label == NO_LABEL { 1 } else { u32::from(label) };
            (labels[a as usize * n + b as usize], labels[b as usize * n + a as usize]) = (label, label);
        }
        GraphKey(LabelledGraph { n, labels: &labels }.canonical().into_vec().into())
    }
}
