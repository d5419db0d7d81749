//! Computation of the result of each position from the results of its options.

use super::TracedResult;
use super::graph::PositionGraph;
use crate::supported::check_alternating_moves;
use grundy_engines::digraph::RetrogradeResult;
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{
    Arcs, Error, ErrorKind, Kind, Multiplayer, Outcome, Play, Player, PositionSum, Result, SumRules, mex,
};
use grundy_value::CompactSort;

/// Returns the nodes with their results, in the order of computation.
pub(super) fn evaluate_nodes(
    graph: &PositionGraph<'_>,
    position_sum: &PositionSum,
    budget: &Budget,
) -> Result<Vec<(u32, TracedResult)>> {
    match position_sum.kind() {
        Kind::Impartial | Kind::Partizan if graph.cyclic => evaluate_in_rounds(graph, position_sum.play, budget),
        _ if graph.cyclic => Err(Error::new(
            ErrorKind::Unsupported,
            text!("a position can repeat, but games of this kind have no draws"),
        )),
        Kind::Impartial if position_sum.play == Play::Normal => Ok(in_finish_order(graph, |list, node| {
            let options = graph.options[node as usize].iter().map(|option| match list[option.to as usize] {
                Some(TracedResult::Value(value)) => value,
                _ => u64::MAX,
            });
            TracedResult::Value(mex(options.map(u128::from)) as u64)
        })),
        Kind::Impartial => Ok(in_finish_order(graph, |list, node| {
            let wins =
                wins(graph, list, node, 0, position_sum.play, |result| result == TracedResult::Outcome(Outcome::P));
            TracedResult::Outcome(if wins { Outcome::N } else { Outcome::P })
        })),
        Kind::Partizan => Ok(in_finish_order(graph, |list, node| {
            // A move of Left wins if it leads to a position that Right loses when moving first: L or P.
            let [left, right] = [(0, Outcome::L), (1, Outcome::R)].map(|(side, own)| {
                wins(graph, list, node, side, position_sum.play, |result| {
                    result == TracedResult::Outcome(own) || result == TracedResult::Outcome(Outcome::P)
                })
            });
            TracedResult::Outcome(match (left, right) {
                (true, true) => Outcome::N,
                (false, false) => Outcome::P,
                (true, false) => Outcome::L,
                (false, true) => Outcome::R,
            })
        })),
        Kind::Scoring => Ok(in_finish_order(graph, |list, node| {
            let by = graph.nodes[node as usize].by;
            let reached = graph.options[node as usize].iter().map(|option| {
                let next = match list[option.to as usize] {
                    Some(TracedResult::Points(points)) => points,
                    _ => 0,
                };
                let same = graph.nodes[option.to as usize].by == by;
                option.points.saturating_add(if same { next } else { next.saturating_neg() })
            });
            TracedResult::Points(reached.max().unwrap_or(0))
        })),
        Kind::NonstandardImpartial => check_alternating_moves(position_sum).map(|()| vec![]),
        Kind::Multiplayer => {
            let mut rules = SumRules::default();
            position_sum.terms.iter().for_each(|term| drop(term.position.erased_components(&mut rules, false)));
            Ok(in_finish_order(graph, |list, node| {
                let by = graph.nodes[node as usize].by;
                let rank = |player: Player| rules.ranking(by).iter().position(|&one| one == player);
                let losers = graph.options[node as usize].iter().filter_map(|option| match list[option.to as usize] {
                    Some(TracedResult::Loser(player)) => Some(player),
                    _ => None,
                });
                TracedResult::Loser(losers.min_by_key(|&player| rank(player)).unwrap_or(by))
            }))
        }
    }
}

/// Computes the result of each node by `find`, from the results of the nodes finished before.
fn in_finish_order(
    graph: &PositionGraph<'_>,
    mut find: impl FnMut(&[Option<TracedResult>], u32) -> TracedResult,
) -> Vec<(u32, TracedResult)> {
    let mut results: Vec<Option<TracedResult>> = vec![None; graph.nodes.len()];
    let mut list = Vec::with_capacity(graph.finished.len());
    for &node in &graph.finished {
        let result = find(&results, node);
        results[node as usize] = Some(result);
        list.push((node, result));
    }
    list
}

/// Reports whether the player `side` wins when moving first.
/// `lost` recognises the results of positions that the next player loses.
fn wins(
    graph: &PositionGraph<'_>,
    list: &[Option<TracedResult>],
    node: u32,
    side: usize,
    play: Play,
    lost: impl Fn(TracedResult) -> bool,
) -> bool {
    let mut moves = graph.options[node as usize].iter().filter(|option| option.side == side).peekable();
    match moves.peek() {
        None => play == Play::Misere,
        Some(_) => moves.any(|option| list[option.to as usize].is_some_and(&lost)),
    }
}

/// Solves a graph with cycles by retrograde analysis; nodes are sorted by remoteness, with draws last.
fn evaluate_in_rounds(graph: &PositionGraph<'_>, play: Play, budget: &Budget) -> Result<Vec<(u32, TracedResult)>> {
    let mut starts = vec![0u32];
    let mut targets = vec![];
    for options in &graph.options {
        targets.extend(options.iter().map(|option| option.to));
        starts.push(targets.len() as u32);
    }
    let outcomes = RetrogradeResult::compute(
        &Arcs::from_rows(starts, targets),
        play,
        &Budget { nodes: u64::MAX, ..budget.clone() },
    )?;
    let round = |node: u32| outcomes.get(node).remoteness();
    let mut nodes: Vec<u32> = (0..graph.nodes.len() as u32).collect();
    nodes.compact_sort_by_key(|&node| (round(node).is_none(), round(node), node));
    Ok(nodes.into_iter().map(|node| (node, TracedResult::Round(outcomes.get(node).outcome(), round(node)))).collect())
}
