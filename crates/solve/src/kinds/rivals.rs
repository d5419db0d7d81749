//! Games of several players: a table where they take from one heap, a search otherwise.

use crate::answer::{Answer, Component, Holds, MoveResult, Reason, WINDOW_OF_LOSERS, in_period};
use crate::budget::Budget;
use crate::listing::{Found, ListedMove, Listing};
use crate::rivals::multiplayer::Search;
use crate::solver::{MovesWanted, Question};
use crate::tables::Tables;
use grundy_rules::{AnyMove, AnyRules, DynPosition, Result, Rival, Seat, Spec, TableView};

/// Who loses the position, by which first moves, and why. The solver has made sure that the spec is one position.
pub(crate) fn solve(spec: &Spec, question: &Question, budget: &Budget, tables: &mut Tables) -> Result<Answer> {
    let Some(term) = spec.terms.first() else { return Ok(Answer::of(spec)) };
    let position = &*term.position;
    let listed = question.moves.listed();
    let (loser, found, reason) = match position.ruleset().table() {
        Some(TableView::Rivals(rivals)) if question.theorems && position.len() == 1 => {
            by_table(position, rivals, question.moves, budget, tables)?
        }
        _ => by_search(position, question.moves, budget)?,
    };
    let mut answer = Answer { loser: Some(loser), ..Answer::of(spec) };
    if question.moves != MovesWanted::None {
        let mut list = Listing::new(spec, listed);
        list.add(0, &found);
        (answer.moves, answer.moves_total) = (list.moves, Some(list.total));
    }
    match reason {
        Reason::Search { nodes } => answer.nodes = nodes,
        Reason::Period { period, .. } if question.working => {
            let working = Some(in_period(position.coordinates(0)[0], period));
            answer.components = vec![Component {
                text: position.alone(0).to_string(),
                copies: 1,
                heap: None,
                working,
                by: None,
                steps: vec![],
            }];
        }
        _ => {}
    }
    answer.reasons.push(reason);
    Ok(answer)
}

fn by_table(
    position: &dyn DynPosition,
    rivals: &[Rival],
    wanted: MovesWanted,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<(Seat, Vec<Found>, Reason)> {
    let (heap, by) = (position.coordinates(0)[0], position.first());
    let table = tables.rivals(&position.ruleset().rules_text(), rivals);
    let loser = table.loser(heap, by, budget)?;
    let mut found = vec![];
    if wanted != MovesWanted::None {
        let (count, takes) = table.best_takes(heap, by, wanted.listed(), budget)?;
        let take = |take| position.move_to(0, by, &[[heap - take, 0, 0]]);
        let moves = takes.into_iter().filter_map(take).map(|mv| listed(mv, by, loser)).collect();
        found.push(Found { part: 0, count, moves });
    }
    let reason = match table.period() {
        Some(period) if heap >= table.computed() => {
            Reason::Period { holds: Holds::Losers, period, theorem: &WINDOW_OF_LOSERS }
        }
        _ => Reason::Table { holds: Holds::Losers, to: heap },
    };
    Ok((loser, found, reason))
}

fn by_search(position: &dyn DynPosition, wanted: MovesWanted, budget: &Budget) -> Result<(Seat, Vec<Found>, Reason)> {
    let mut rules = AnyRules::default();
    let parts = position.erase(&mut rules, false);
    let by = position.first();
    let mut search = Search::new(&rules, budget)?;
    let root = search.position(&parts)?;
    let loser = search.loser(root, by)?;
    let mut found = vec![];
    let mut room = wanted.listed();
    let places = if wanted == MovesWanted::None { 0 } else { parts.len() };
    for part in 0..places {
        let (mut count, mut moves) = (0, vec![]);
        search.best_in(&parts, part, by, loser, |mv| {
            count += 1;
            if room > 0 {
                room -= 1;
                moves.push(listed(mv, by, loser));
            }
        })?;
        found.push(Found { part, count, moves });
    }
    Ok((loser, found, Reason::Search { nodes: search.evaluated() }))
}

fn listed(mv: AnyMove, by: Seat, loser: Seat) -> ListedMove {
    ListedMove { mv, by, result: MoveResult::Loser(loser), next: None }
}
