//! Grundy values of graphs of impartial rules.

use super::component::GraphComponent;
use super::key::GraphKey;
use super::rule::GraphRule;
use super::{Changes, GraphMove};
use crate::evaluate::EvaluationError;
use crate::nimber_search::{NimberMemo, NimberSearch, RegionRules};
use grundy_rules::{Budget, Player, spend};
use grundy_value::{Value, ValueArena, ValueLimit};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// The regions of the graphs of a rule.
struct GraphRegions<'a>(&'a GraphRule);

impl GraphRegions<'_> {
    /// Returns all moves on a graph.
    fn moves(&self, graph: &GraphComponent) -> Result<Vec<Changes>, EvaluationError> {
        let moves = self.0.moves(graph, Player::LEFT);
        // An exhausted budget or a fault cuts the list of moves short. The general search reports the fault.
        match (spend(64 + graph.bytes()), self.0.fault.is_recorded()) {
            (false, _) => Err(ValueLimit::Cancelled.into()),
            (true, true) => Err(EvaluationError::Deep),
            (true, false) => Ok(moves),
        }
    }
}

impl RegionRules for GraphRegions<'_> {
    type Board = GraphComponent;
    type Key = GraphKey;

    fn regions(&self, graph: &GraphComponent) -> SmallVec<[GraphComponent; 4]> {
        self.0.split(graph.clone()).into_iter().collect()
    }

    fn representative(&self, region: &GraphComponent) -> (GraphKey, GraphComponent) {
        (GraphKey::new(region), region.clone())
    }

    fn options(&self, region: &GraphComponent) -> Result<Vec<GraphComponent>, EvaluationError> {
        Ok(self.moves(region)?.iter().map(|changes| region.changed(changes)).collect())
    }

    fn weight(&self, region: &GraphComponent) -> u32 {
        (region.order() + region.size()) as u32
    }

    fn hash(region: &GraphComponent) -> u128 {
        let mut hasher = FxHasher::default();
        region.hash(&mut hasher);
        let hash = u128::from(hasher.finish());
        hash << 64 | hash
    }

    fn extra_bytes(region: &GraphComponent) -> u64 {
        // The key has a number for each pair of vertices.
        region.bytes() + 4 * (region.order() * region.order()) as u64
    }
}

/// Calls a function with a search for Grundy values of graphs of a rule.
///
/// Returns `None` if the rule is partizan, if play is not known to end or is too deep, or if the rule has a fault.
fn with_search<T>(
    rule: &GraphRule,
    values: &mut ValueArena,
    budget: &Budget,
    run: impl FnOnce(&mut NimberSearch<'_, GraphRegions<'_>>) -> Result<T, EvaluationError>,
) -> Option<Result<T, ValueLimit>> {
    if rule.partizan || !rule.is_known_terminating {
        return None;
    }
    let name = format!("graph{{ {} }}", rule.text);
    let mut memo = values.take_memo::<NimberMemo<GraphComponent, GraphKey>>(&name).unwrap_or_default();
    let rules = GraphRegions(rule);
    let mut search = NimberSearch::new(&rules, &mut memo, values.memo_bytes(), budget);
    let found = run(&mut search);
    values.add_evaluated(search.all_nodes());
    values.store_memo(&name, memo.bytes(), memo);
    match found {
        Err(EvaluationError::Deep) => None,
        Err(EvaluationError::Limit(limit)) => Some(Err(limit)),
        Ok(found) => Some(Ok(found)),
    }
}

/// Returns the value of a graph, a nimber.
///
/// Returns `None` if the rule is partizan, if play is not known to end or is too deep, or if the rule has a fault.
pub fn value(
    rule: &GraphRule,
    graph: &GraphComponent,
    values: &mut ValueArena,
    budget: &Budget,
) -> Option<Result<Value, ValueLimit>> {
    let nim = with_search(rule, values, budget, |search| search.board_value(graph))?;
    Some(nim.and_then(|nim| values.nimber(nim)))
}

/// Returns the moves to graphs of Grundy value `nim`; `None` in the cases of [`value`].
pub fn moves_to_nimber(
    rule: &GraphRule,
    graph: &GraphComponent,
    nim: u32,
    values: &mut ValueArena,
    budget: &Budget,
) -> Option<Result<Vec<GraphMove>, ValueLimit>> {
    with_search(rule, values, budget, |search| {
        let mut found = vec![];
        for changes in GraphRegions(rule).moves(graph)? {
            if search.board_has_value(&graph.changed(&changes), nim)? {
                found.push(GraphMove(changes));
            }
        }
        Ok(found)
    })
}
