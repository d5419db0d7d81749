//! Games of several players: solved by a table if they take from one heap, and else by search.

use crate::answer::{Answer, ComponentSummary, MoveResult, Reason, TableQuantity, period_working};
use crate::listing::{FoundMove, FoundMoves, Listing};
use crate::question::{MovesWanted, Question};
use crate::tables::Tables;
use grundy_engines::rivals::coalition;
use grundy_engines::rivals::multiplayer::MultiplayerSearch;
use grundy_engines::theorems::WINDOW_OF_LOSERS;
use grundy_rules::Budget;
use grundy_rules::{AnyMove, DynPosition, Player, PositionSum, Result, Rival, SumRules, TableForm};

/// Solves a position: the loser, the best first moves and the reason.
/// The caller has checked that the sum is a single position.
pub(crate) fn solve(
    position_sum: &PositionSum,
    question: &Question,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<Answer> {
    let Some(term) = position_sum.terms.first() else { return Ok(Answer::for_position(position_sum)) };
    let position = &*term.position;
    let request = MoveRequest { moves: question.moves, lone_player: question.lone_player };
    let (loser, found, reason) = match position.ruleset().table_form() {
        Some(TableForm::Rivals(rivals)) if question.use_theorems && position.len() == 1 => {
            solve_by_table(position, rivals, request, budget, tables)?
        }
        _ => solve_by_search(position, request, budget)?,
    };
    // A coalition loses whichever of its members loses, so no member is reported as the loser.
    let reported_loser = request.lone_player.is_none_or(|player| player == loser).then_some(loser);
    let mut answer = Answer::for_position(position_sum);
    (answer.result.loser, answer.result.lone_player) = (reported_loser, request.lone_player);
    if question.moves != MovesWanted::None {
        let mut list = Listing::new(position_sum, request.moves.max_listed());
        list.add(0, &found);
        (answer.moves.listed, answer.moves.total) = (list.moves, Some(list.total));
    }
    match reason {
        Reason::Search { nodes } => answer.nodes = nodes,
        Reason::Period { period, .. } if question.wants_working => {
            let working = Some(period_working(position.table_coordinates(0)[0], period));
            answer.explanation.components = vec![ComponentSummary {
                text: position.component(0).to_string(),
                copies: 1,
                nim_value: None,
                working,
                theorem: None,
                steps: vec![],
            }];
        }
        _ => {}
    }
    answer.explanation.reasons.push(reason);
    Ok(answer)
}

/// The requested moves, and the player against whom the others form a coalition.
#[derive(Clone, Copy)]
struct MoveRequest {
    moves: MovesWanted,
    lone_player: Option<Player>,
}

impl MoveRequest {
    /// Reports whether moves of `by` are listed if `loser` loses.
    /// Against a coalition only winning moves are listed, otherwise the best moves.
    fn lists(self, by: Player, loser: Player) -> bool {
        let wins = self.lone_player.is_none_or(|player| (by == player) != (loser == player));
        self.moves != MovesWanted::None && wins
    }

    fn found_move(self, mv: AnyMove, by: Player, loser: Player) -> FoundMove {
        let result = if self.lone_player.is_some() { MoveResult::Win } else { MoveResult::Loser(loser) };
        FoundMove::new(mv, by, result)
    }
}

fn solve_by_table(
    position: &dyn DynPosition,
    rivals: &[Rival],
    request: MoveRequest,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<(Player, Vec<FoundMoves>, Reason)> {
    let (heap, by) = (position.table_coordinates(0)[0], position.first_player());
    if let Some(player) = request.lone_player {
        coalition::check(rivals.len(), player)?;
    }
    let table = tables.rivals(position.ruleset().id(), rivals, request.lone_player);
    let loser = table.loser(heap, by, budget)?;
    let mut found = vec![];
    if request.lists(by, loser) {
        let (count, takes) = table.best_takes(heap, by, request.moves.max_listed(), budget)?;
        let take = |take| position.move_to(0, by, &[[heap - take, 0, 0]]);
        let moves = takes.into_iter().filter_map(take).map(|mv| request.found_move(mv, by, loser)).collect();
        found.push(FoundMoves { component: 0, count, moves });
    }
    let reason = match table.period() {
        Some(period) if heap >= table.computed() => {
            Reason::Period { quantity: TableQuantity::Losers, period, theorem: &WINDOW_OF_LOSERS }
        }
        _ => Reason::Table { quantity: TableQuantity::Losers, to: heap },
    };
    Ok((loser, found, reason))
}

fn solve_by_search(
    position: &dyn DynPosition,
    request: MoveRequest,
    budget: &Budget,
) -> Result<(Player, Vec<FoundMoves>, Reason)> {
    let mut rules = SumRules::default();
    let components = position.erased_components(&mut rules, false);
    let by = position.first_player();
    let mut search = match request.lone_player {
        Some(player) => MultiplayerSearch::against(&rules, player, budget)?,
        None => MultiplayerSearch::new(&rules, budget)?,
    };
    let root = search.position(&components)?;
    let loser = search.loser(root, by)?;
    let mut found = vec![];
    let mut remaining = request.moves.max_listed();
    let places = if request.lists(by, loser) { components.len() } else { 0 };
    for component in 0..places {
        let (mut count, mut moves) = (0, vec![]);
        search.best_in(&components, component, by, loser, |mv| {
            count += 1;
            if remaining > 0 {
                remaining -= 1;
                moves.push(request.found_move(mv, by, loser));
            }
        })?;
        found.push(FoundMoves { component, count, moves });
    }
    Ok((loser, found, Reason::Search { nodes: search.evaluated() }))
}
