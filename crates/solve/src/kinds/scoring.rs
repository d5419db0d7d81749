//! Scoring games: rows are solved by a table from the end of the row, Strings and Coins by a search of their own, and
//! all other games by a general search.

use crate::answer::{Answer, MoveResult, NextMover, Reason, TableQuantity};
use crate::listing::{FoundMove, FoundMoves, Listing};
use crate::question::{MovesWanted, Question};
use grundy_engines::scoring::{Config, ScoringSearch, StringsSearch, row_values};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{
    Amounts, AnyMove, DynPosition, Player, PositionSum, Result, Rules, StringGraph, SumRules, TableForm,
};

/// Solves a position of a scoring game: its score and all moves that achieve this score.
pub(crate) fn solve(position_sum: &PositionSum, question: &Question, budget: &Budget) -> Result<Answer> {
    let solver = ScoringSolver { position_sum, question, position: &*position_sum.terms[0].position, budget };
    match solver.position.ruleset().table_form() {
        Some(TableForm::Row { amounts, sums }) if question.use_theorems => solver.solve_row(amounts, sums),
        Some(TableForm::Strings(graph)) if question.use_theorems => solver.solve_strings(graph),
        _ => solver.search(),
    }
}

struct ScoringSolver<'a> {
    position_sum: &'a PositionSum,
    question: &'a Question,
    position: &'a dyn DynPosition,
    budget: &'a Budget,
}

impl ScoringSolver<'_> {
    fn solve_row(&self, amounts: &Amounts, sums: &[i64]) -> Result<Answer> {
        let mut answer = Answer::for_position(self.position_sum);
        let from = self.position.table_coordinates(0)[0];
        let scores = row_values(amounts, sums, from as usize, self.budget)?;
        let sum = sums[from as usize];
        let score = sum - scores[0];
        answer.result.score = Some(score);
        answer.explanation.reasons.push(Reason::Table { quantity: TableQuantity::Scores, to: scores.len() as u64 - 1 });
        if self.question.moves != MovesWanted::None {
            let mut meter = self.budget.meter(text!("moves"));
            let (count, moves) = self.position.filter_moves(
                0,
                self.position.first_player(),
                self.question.moves.max_listed(),
                &mut |reached| {
                    meter.advance(1)?;
                    Ok(scores[(reached[0].0[0] - from) as usize] - sum == score)
                },
            )?;
            let moves = moves.into_iter().map(|mv| scored_move(mv, score)).collect();
            self.set_moves(&mut answer, &[FoundMoves { component: 0, count, moves }]);
        }
        Ok(answer)
    }

    fn solve_strings(&self, graph: &StringGraph) -> Result<Answer> {
        let mut answer = Answer::for_position(self.position_sum);
        let set = self.position.table_coordinates(0)[0];
        let first = self.position.first_player();
        let mut search = StringsSearch::new(graph, self.budget);
        let score = search.score(set)?;
        answer.result.score = Some(score);
        if self.question.moves != MovesWanted::None {
            let mut next = vec![];
            let (count, moves) =
                self.position.filter_moves(0, first, self.question.moves.max_listed(), &mut |reached| {
                    let string = (set ^ reached[0].0[0]).trailing_zeros() as u8;
                    let is_best = search.is_best(set, string, score)?;
                    if is_best {
                        next.push(if graph.points(set, string) > 0 { NextMover::Same } else { NextMover::Other });
                    }
                    Ok(is_best)
                })?;
            let moves = moves.into_iter().zip(next);
            let moves = moves.map(|(mv, next)| FoundMove { by: first, next: Some(next), ..scored_move(mv, score) });
            self.set_moves(&mut answer, &[FoundMoves { component: 0, count, moves: moves.collect() }]);
        }
        answer.nodes = search.nodes();
        answer.explanation.reasons.push(Reason::Search { nodes: answer.nodes });
        Ok(answer)
    }

    fn search(&self) -> Result<Answer> {
        let mut answer = Answer::for_position(self.position_sum);
        let mut rules = SumRules::default();
        let components = self.position.erased_components(&mut rules, false);
        let first = self.position.first_player();
        let mut search = ScoringSearch::new(&rules, Config::FULL, self.budget);
        let score = search.score(&components, first)?;
        answer.result.score = Some(score);
        if self.question.moves != MovesWanted::None {
            let extra_turns = self.position.ruleset().has_extra_turns();
            let mut remaining = self.question.moves.max_listed();
            let mut found: Vec<FoundMoves> = vec![];
            search.best_moves(&components, first, score, &mut |component, mv| {
                if found.last().is_none_or(|f| f.component != component) {
                    found.push(FoundMoves { component, count: 0, moves: vec![] });
                }
                let Some(FoundMoves { count, moves, .. }) = found.last_mut() else { return };
                *count += 1;
                if remaining > 0 {
                    remaining -= 1;
                    let again = rules.next_player(&components[component], first, &mv) == first;
                    let next = extra_turns.then_some(if again { NextMover::Same } else { NextMover::Other });
                    moves.push(FoundMove { by: first, next, ..scored_move(mv, score) });
                }
            })?;
            self.set_moves(&mut answer, &found);
        }
        answer.nodes = search.nodes();
        answer.explanation.reasons.push(Reason::Search { nodes: answer.nodes });
        Ok(answer)
    }

    fn set_moves(&self, answer: &mut Answer, found: &[FoundMoves]) {
        let mut list = Listing::new(self.position_sum, self.question.moves.max_listed());
        list.add(0, found);
        answer.moves.listed = list.moves;
        answer.moves.total = Some(list.total);
    }
}

fn scored_move(mv: AnyMove, score: i64) -> FoundMove {
    FoundMove::new(mv, Player::LEFT, MoveResult::Score(score))
}
