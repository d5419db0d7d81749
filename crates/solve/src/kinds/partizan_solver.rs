//! The type `PartizanSolver`, most of whose methods are in other modules, and the winning moves of both players.

use crate::answer::{Answer, MoveResult, Reason};
use crate::listing::{FoundMove, FoundMoves, Listing};
use crate::question::{MovesWanted, Question};
use grundy_rules::{AnyComponent, AnyMove, Budget, Outcome, Player, PlayerResult, PositionSum, SumRules, SumTerm};
use grundy_value::CompactSort;

/// Both players.
pub(super) const PLAYERS: [Player; 2] = [Player::LEFT, Player::RIGHT];

/// The solver of one partizan sum: the question, and the components of each term under common rules.
pub(super) struct PartizanSolver<'a> {
    pub position_sum: &'a PositionSum,
    pub question: &'a Question,
    pub budget: &'a Budget,
    pub rules: &'a SumRules,
    pub components: &'a [Vec<AnyComponent>],
}

impl PartizanSolver<'_> {
    /// Creates the answer with this outcome and these moves and reasons.
    pub(super) fn answer(&self, outcome: Outcome, list: Listing<'_>, reasons: Vec<Reason>, nodes: u64) -> Answer {
        let wants_moves = self.question.moves != MovesWanted::None;
        let mut answer = Answer::for_position(self.position_sum);
        answer.result.outcome = Some(outcome);
        answer.moves.total = wants_moves.then_some(list.total);
        answer.moves.listed = list.moves;
        answer.explanation.reasons = reasons;
        answer.nodes = nodes;
        answer
    }
}

/// The winning moves of both players in one component, each with the amount it takes, if any.
#[derive(Default)]
pub(super) struct MovesOfBoth {
    count: u128,
    moves: Vec<(Option<u64>, Player, AnyMove, MoveResult)>,
}

impl MovesOfBoth {
    pub(super) fn add(&mut self, by: Player, count: u128, moves: Vec<(Option<u64>, AnyMove)>, result: MoveResult) {
        self.count += count;
        self.moves.extend(moves.into_iter().map(|(amount, mv)| (amount, by, mv, result)));
    }

    /// Merges the moves of both players, sorted by amount, Left before Right for equal amounts.
    /// If some move takes no amount, the moves stay in the order of insertion. At most `max_listed` are listed.
    pub(super) fn merge(mut self, component: usize, max_listed: usize) -> FoundMoves {
        if self.moves.iter().all(|(amount, ..)| amount.is_some()) {
            self.moves.compact_sort_by_key(|&(amount, by, ..)| (amount, by));
        }
        let listed = self.moves.into_iter().take(max_listed);
        let moves = listed.map(|(_, by, mv, result)| FoundMove::new(mv, by, result)).collect();
        FoundMoves { component, count: self.count, moves }
    }
}

/// Returns the players who win moving first.
pub(super) fn starters(outcome: Outcome) -> impl Iterator<Item = Player> {
    PLAYERS
        .into_iter()
        .zip(outcome.results_moving_first())
        .filter(|(_, start)| *start == PlayerResult::Win)
        .map(|(by, _)| by)
}

/// Returns the amount that a move takes from a heap.
/// Returns `None` if the move leaves several heaps, or if the game is not played on heaps.
pub(super) fn amount(term: &SumTerm, component: usize, by: Player, mv: &AnyMove) -> Option<u64> {
    let position = &*term.position;
    position.ruleset().table_form().filter(|view| view.heap_rules().is_some() || view.partizan_amounts().is_some())?;
    let player = if term.negative { by.other() } else { by };
    let ([heap, ..], after) =
        (position.table_coordinates(component), position.component(component).after(0, player, mv));
    match after.len() {
        0 => Some(heap),
        1 => heap.checked_sub(after.table_coordinates(0)[0]),
        _ => None,
    }
}
