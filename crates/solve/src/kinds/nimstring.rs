//! Sums of Nimstring positions: a player who takes a coin moves again, and the player who cannot move loses.

use crate::answer::{Answer, Move, MoveResult, NextMover, Reason};
use crate::listing::{FoundMove, FoundMoves, Listing};
use crate::question::{MovesWanted, Question};
use grundy_engines::nimstring::NimstringValues;
use grundy_engines::theorems::COMPLIMENTING_MOVES;
use grundy_lang::text;
use grundy_rules::{
    Budget, DynPosition, Error, ErrorKind, Kind, Meter, Nimber, Outcome, Player, PositionSum, Result, StringGraph,
    SumTerm, TableForm,
};
use rustc_hash::FxHashMap;

/// The value of a sum: the number of loony components, and the xor of the Grundy values of the others.
#[derive(Clone, Copy, Default)]
struct Total {
    loony: u128,
    xor: u32,
}

impl Total {
    /// Adds copies of a component; its value is `None` if it is loony.
    fn add(&mut self, value: Option<u32>, copies: u64) {
        match value {
            None => self.loony += u128::from(copies),
            Some(value) => self.xor ^= if copies % 2 == 1 { value } else { 0 },
        }
    }

    /// Returns the total with `after` instead of one component of the value `before`.
    fn with_replaced(mut self, before: Option<u32>, after: Option<u32>) -> Total {
        match before {
            None => self.loony -= 1,
            Some(value) => self.xor ^= value,
        }
        self.add(after, 1);
        self
    }

    /// Reports whether the player to move wins.
    fn is_win(self) -> bool {
        self.loony > 0 || self.xor != 0
    }
}

/// Solves a sum of Nimstring positions; returns `None` for sums with other games.
///
/// # Errors
/// Fails with `unsupported` for misère play, and with `limit` if the budget runs out.
pub(super) fn solve(position_sum: &PositionSum, question: &Question, budget: &Budget) -> Option<Result<Answer>> {
    let terms: Option<Vec<Term<'_>>> =
        position_sum.terms.iter().enumerate().map(|(index, term)| Term::new(index, term)).collect();
    let mut sum = NimstringSum { position_sum, terms: terms?, question };
    sum.terms.retain(|term| term.copies > 0);
    let checked =
        position_sum.terms.iter().try_for_each(|term| term.position.ruleset().info().check_play(position_sum.play));
    Some(checked.and_then(|()| if question.use_theorems { sum.solve(budget) } else { sum.search(budget) }))
}

/// A term of the sum, with its graph.
struct Term<'a> {
    /// The index of the term in the sum.
    index: usize,
    copies: u64,
    position: &'a dyn DynPosition,
    graph: &'a StringGraph,
}

impl<'a> Term<'a> {
    /// Creates a term of the sum; returns `None` for other games than Nimstring.
    fn new(index: usize, term: &'a SumTerm) -> Option<Term<'a>> {
        let position = &*term.position;
        let is_nimstring = position.ruleset().kind() == Kind::NonstandardImpartial;
        let Some(TableForm::Strings(graph)) = position.ruleset().table_form().filter(|_| is_nimstring) else {
            return None;
        };
        Some(Term { index, copies: term.copies, position, graph })
    }

    /// Returns the strings that remain in a component.
    fn strings(&self, component: usize) -> u64 {
        self.position.table_coordinates(component)[0]
    }
}

struct NimstringSum<'a> {
    position_sum: &'a PositionSum,
    terms: Vec<Term<'a>>,
    question: &'a Question,
}

impl NimstringSum<'_> {
    /// Solves the sum by the values of its components.
    fn solve(&self, budget: &Budget) -> Result<Answer> {
        // Terms on equal graphs share their values, and all graphs share the memory.
        let mut graphs: Vec<&StringGraph> = vec![];
        let mut graph_of_term = vec![];
        for term in &self.terms {
            let known = graphs.iter().position(|graph| *graph == term.graph);
            graph_of_term.push(known.unwrap_or(graphs.len()));
            graphs.extend(known.is_none().then_some(term.graph));
        }
        let share = Budget { bytes: budget.bytes / graphs.len().max(1) as u64, ..budget.clone() };
        let mut engines: Vec<NimstringValues<'_>> =
            graphs.iter().map(|graph| NimstringValues::new(graph, &share)).collect();
        let (mut before, mut total) = (vec![], Total::default());
        for (term, &graph) in self.terms.iter().zip(&graph_of_term) {
            let values = (0..term.position.len()).map(|component| engines[graph].value(term.strings(component)));
            let values: Vec<Option<u32>> = values.collect::<Result<_>>()?;
            values.iter().for_each(|&value| total.add(value, term.copies));
            before.push(values);
        }
        let mut answer = self.answer(total.is_win(), &mut |term, component, after| {
            let after = engines[graph_of_term[term]].value(after)?;
            Ok(total.with_replaced(before[term][component], after).is_win())
        })?;
        answer.values.loony = total.loony > 0;
        answer.values.grundy = (total.loony == 0).then(|| Nimber(total.xor.into()));
        answer.nodes = engines.iter().map(NimstringValues::nodes).sum();
        answer.explanation.reasons = vec![Reason::Theorem(&COMPLIMENTING_MOVES)];
        if answer.nodes > 0 {
            answer.explanation.reasons.push(Reason::Search { nodes: answer.nodes });
        }
        Ok(answer)
    }

    /// Solves a single position by a search that uses only the rules.
    ///
    /// The value is the size of the Nim heap beside which the position is lost for the player to move.
    ///
    /// # Errors
    /// Fails with `unsupported` for sums, and with `limit` if the budget runs out.
    fn search(&self, budget: &Budget) -> Result<Answer> {
        let [term] = &self.terms[..] else { return Err(only_single_positions()) };
        if term.copies > 1 || term.position.len() > 1 {
            return Err(only_single_positions());
        }
        let mut search =
            Search { graph: term.graph, budget, meter: budget.meter(text!("positions")), known: FxHashMap::default() };
        let set = term.strings(0);
        let mut value = None;
        // A value is at most the number of moves.
        for heap in 0..=set.count_ones() {
            if !search.mover_wins(set, heap)? {
                value = Some(heap);
                break;
            }
        }
        let mut answer = self.answer(value != Some(0), &mut |_, _, after| search.mover_wins(after, 0))?;
        answer.values.loony = value.is_none();
        answer.values.grundy = value.map(|value| Nimber(value.into()));
        answer.nodes = search.meter.done();
        answer.explanation.reasons = vec![Reason::Search { nodes: answer.nodes }];
        Ok(answer)
    }

    /// Creates the answer with its moves.
    ///
    /// `mover_wins_after` reports whether the player who moves next wins after a move. Its arguments are the index in
    /// `self.terms`, the component, and the strings that remain in it.
    fn answer(
        &self,
        is_win: bool,
        mover_wins_after: &mut dyn FnMut(usize, usize, u64) -> Result<bool>,
    ) -> Result<Answer> {
        let mut answer = Answer::for_position(self.position_sum);
        answer.result.outcome = Some(if is_win { Outcome::N } else { Outcome::P });
        let max_listed = self.question.moves.max_listed();
        let mut list = |result: MoveResult| -> Result<(Vec<Move>, u128)> {
            let mut listing = Listing::new(self.position_sum, max_listed);
            for (t, term) in self.terms.iter().enumerate() {
                let found: Result<Vec<FoundMoves>> = (0..term.position.len())
                    .map(|component| {
                        term.moves(component, result, max_listed, &mut |after| mover_wins_after(t, component, after))
                    })
                    .collect();
                listing.add(term.index, &found?);
            }
            Ok((listing.moves, listing.total))
        };
        if self.question.moves != MovesWanted::None {
            let (moves, total) = list(MoveResult::Win)?;
            (answer.moves.listed, answer.moves.total) = (moves, Some(total));
        }
        if self.question.moves.lists_all() {
            answer.moves.others = list(MoveResult::Loss)?.0;
        }
        Ok(answer)
    }
}

impl Term<'_> {
    /// Returns the moves of a component with this result.
    fn moves(
        &self,
        component: usize,
        result: MoveResult,
        max_listed: usize,
        mover_wins_after: &mut dyn FnMut(u64) -> Result<bool>,
    ) -> Result<FoundMoves> {
        let set = self.strings(component);
        let mut next = vec![];
        let (count, moves) = self.position.filter_moves(component, Player::LEFT, max_listed, &mut |reached| {
            let after = reached[0].0[0];
            let moves_again = self.graph.points(set, (set ^ after).trailing_zeros() as u8) > 0;
            let is_wanted = (mover_wins_after(after)? == moves_again) == (result == MoveResult::Win);
            if is_wanted && next.len() < max_listed {
                next.push(if moves_again { NextMover::Same } else { NextMover::Other });
            }
            Ok(is_wanted)
        })?;
        let moves = moves.into_iter().zip(next);
        let moves = moves.map(|(mv, next)| FoundMove { next: Some(next), ..FoundMove::new(mv, Player::LEFT, result) });
        Ok(FoundMoves { component, count, moves: moves.collect() })
    }
}

fn only_single_positions() -> Error {
    let message = text!("without theorems, only single positions of {name} can be solved", name = "nimstring");
    Error::new(ErrorKind::Unsupported, message)
}

/// A search for winners that uses only the rules.
struct Search<'a> {
    graph: &'a StringGraph,
    budget: &'a Budget,
    meter: Meter<'a>,
    /// Whether the player to move wins, for each set of remaining strings and each Nim heap.
    known: FxHashMap<(u64, u32), bool>,
}

/// The memory for one position of the search, in bytes: the table grows by doubling.
const ENTRY_BYTES: u128 = 96;

impl Search<'_> {
    /// Reports whether the player to move wins a position beside a Nim heap.
    ///
    /// The recursion is at most 128 deep: there are at most 64 strings, and the heap has at most 64 stones.
    fn mover_wins(&mut self, set: u64, heap: u32) -> Result<bool> {
        if let Some(&wins) = self.known.get(&(set, heap)) {
            return Ok(wins);
        }
        self.meter.advance(1)?;
        let mut wins = false;
        for less in 0..heap {
            wins = wins || !self.mover_wins(set, less)?;
        }
        for string in StringGraph::strings(set) {
            let moves_again = self.graph.points(set, string) > 0;
            wins = wins || self.mover_wins(set & !(1 << string), heap)? == moves_again;
        }
        self.budget.check_fits(ENTRY_BYTES * (self.known.len() as u128 + 1), &text!("the table of positions"))?;
        self.known.insert((set, heap), wins);
        Ok(wins)
    }
}
