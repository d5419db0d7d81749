//! Partizan sums, solved by the first method that applies.
//! The methods are, in this order: theorems, the table of a single heap, values, the games' own engines, and a
//! search.

use super::heap_replacement::{self, NimberEvaluator};
use super::impartial::{prefer_fault, with_copies};
use super::partizan_solver::{MovesOfBoth, PLAYERS, PartizanSolver, amount, starters};
use super::{first_moves, partizan_values};
use crate::answer::{Answer, ComponentSummary, MoveResult, Reason, TableQuantity, period_working};
use crate::listing::Listing;
use crate::question::{MovesWanted, Question};
use crate::tables::Tables;
use grundy_engines::multiset::check_if_large;
use grundy_engines::partizan::search::{PartizanSearch, SumFacts};
use grundy_engines::reach::ReachGraph;
use grundy_engines::theorems::{NEGATIVES, OUTCOME_CLASSES, SPRAGUE_GRUNDY};
use grundy_engines::value_table::{Provenance, ValueTable as _};
use grundy_lang::text;
use grundy_rules::{
    AnyComponent, AnyMove, Kind, KnownMoves, Outcome, Play, Player, PlayerResult, PositionSum, Result, Rules, SumRules,
    TableForm,
};
use grundy_rules::{Budget, ErrorKind};

/// A number of winning moves, and the first of them, each with the amount that it takes.
type CountedMoves = (u128, Vec<(Option<u64>, AnyMove)>);

/// Solves the sum: outcome, the winning moves of both players and reasons.
pub(crate) fn solve(
    position_sum: &PositionSum,
    question: &Question,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<Answer> {
    if !position_sum.is_short() {
        return heap_replacement::search_or_replace_heaps(position_sum, question, budget, tables, |budget| {
            solve_by_graph(position_sum, question, budget)
        });
    }
    let components: u128 = position_sum.terms.iter().map(|term| term.position.len() as u128).sum();
    budget.check_fits(
        components * size_of::<AnyComponent>() as u128 * 2,
        &text!("the list of the components of the sum"),
    )?;
    let mut rules = SumRules::default();
    let components: Vec<_> =
        position_sum.terms.iter().map(|term| term.position.erased_components(&mut rules, term.negative)).collect();
    let solver = PartizanSolver { position_sum, question, budget, rules: &rules, components: &components };
    let answer = solver.solve_by_first_method(tables);
    // Values, and the theorems on sums, evaluate positions that alternating play does not reach. If a rule fails
    // at such a position, the search without theorems decides; it meets the fault if play reaches that position.
    match position_sum.take_fault() {
        None => answer,
        Some(fault) if !question.use_theorems => Err(fault),
        Some(fault) => {
            let question = Question { use_theorems: false, ..*question };
            let solver = PartizanSolver { question: &question, ..solver };
            let answer = solver.solve_by_search(&mut solver.nimber_evaluator(tables));
            position_sum.check_and_clear_fault()?;
            answer.map_err(|error| prefer_fault(error, Some(fault)))
        }
    }
}

/// The numerator of the limit on positions in a search for the winning moves of a sum of known value.
/// The limit is this number divided by s^4, where s is the printed size of the largest term: positions of large boards
/// take longer to evaluate.
const MAX_MOVE_SEARCH_POSITIONS: u64 = 1 << 27;

impl<'a> PartizanSolver<'a> {
    /// Creates the evaluator of the impartial components of the sum.
    fn nimber_evaluator(&self, tables: &'a mut Tables) -> NimberEvaluator<'a> {
        NimberEvaluator::new(self.position_sum, self.question, self.budget, tables, (self.rules, self.components))
    }
}

impl PartizanSolver<'_> {
    /// Solves the sum by the first method that applies.
    /// The order is: a theorem, the table of a heap, values, the game's own engine, and a search.
    fn solve_by_first_method(&self, tables: &mut Tables) -> Result<Answer> {
        if let Some(mut answer) = self.solve_by_theorem() {
            answer.values.game = partizan_values::value_if_cheap(self, &mut self.nimber_evaluator(tables))?;
            return Ok(answer);
        }
        // `only_movable` lists moves, which is costly for user-defined rules; so check for a table first.
        if self.question.use_theorems
            && self
                .position_sum
                .terms
                .iter()
                .any(|term| term.position.ruleset().table_form().and_then(TableForm::partizan_amounts).is_some())
            && let Some((t, component)) = self.only_movable()?
            && let Some(sides) =
                self.position_sum.terms[t].position.ruleset().table_form().and_then(TableForm::partizan_amounts)
        {
            let outcomes =
                tables.partizan(&self.position_sum.terms[t].position.ruleset().id(), sides, self.position_sum.play);
            let mut answer = self.solve_by_table(t, component, outcomes)?;
            answer.values.game = partizan_values::value_if_cheap(self, &mut self.nimber_evaluator(tables))?;
            return Ok(answer);
        }
        let nimbers = &mut self.nimber_evaluator(tables);
        if partizan_values::has_known_values(self, nimbers) {
            return self.solve_with_limited_move_search(nimbers);
        }
        if let Some(answer) = partizan_values::solve(self, nimbers, u64::MAX)? {
            return Ok(answer);
        }
        if let Some(answer) = first_moves::solve(self, nimbers)? {
            return Ok(answer);
        }
        self.solve_by_search(nimbers)
    }

    /// Solves a sum whose component values are known.
    /// Options may lack known values, so a limited search looks for the winning moves; beyond its limits the
    /// list stays incomplete.
    fn solve_with_limited_move_search(&self, nimbers: &mut NimberEvaluator<'_>) -> Result<Answer> {
        let numbers = self
            .position_sum
            .terms
            .iter()
            .map(|term| term.position.count_printed_numbers() as u64)
            .max()
            .unwrap_or(0)
            .max(1);
        let max_positions = MAX_MOVE_SEARCH_POSITIONS / numbers.saturating_pow(4);
        let are_wanted = self.question.moves != MovesWanted::None;
        if are_wanted && max_positions > 0 {
            if let Some(answer) = partizan_values::solve(self, nimbers, max_positions)? {
                return Ok(answer);
            }
            let small = Budget { nodes: self.budget.nodes.min(max_positions), progress: None, ..self.budget.clone() };
            match (PartizanSolver { budget: &small, ..*self }).solve_by_search(nimbers) {
                Err(error) if error.kind == ErrorKind::Limit => self.budget.check()?,
                found => return found,
            }
        }
        match partizan_values::solve_without_moves(self, nimbers)? {
            Some(answer) => Ok(answer),
            None => self.solve_by_search(nimbers),
        }
    }

    /// Returns the only component in which a player can move, if there is exactly one.
    /// The result is (index of the term, index of the component in the term).
    ///
    /// # Errors
    /// Returns the recorded fault of rules that could not list their moves.
    fn only_movable(&self) -> Result<Option<(usize, usize)>> {
        let mut only = None;
        for (t, term) in self.position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
            for (component, erased) in self.components[t].iter().enumerate() {
                let movable = |&by: &Player| self.rules.moves(erased, by).next().is_some();
                if [Player::LEFT, Player::RIGHT].iter().any(movable) {
                    if only.is_some() || term.copies > 1 {
                        return Ok(None);
                    }
                    only = Some((t, component));
                }
            }
        }
        self.position_sum.check_and_clear_fault()?;
        Ok(only)
    }

    /// Solves a single component if a theorem gives its outcome and, if requested, all winning moves.
    /// Returns `None` if the theorem gives only some of the winning moves; another method then finds outcome and moves.
    fn solve_by_theorem(&self) -> Option<Answer> {
        let ([term], true) = (self.position_sum.terms.as_slice(), self.question.use_theorems) else { return None };
        let position = &*term.position;
        if term.copies != 1 || position.len() != 1 {
            return None;
        }
        let (outcome, theorem) = position.outcome_by_theorem(0, self.position_sum.play)?;
        let outcome = if term.negative { mirrored(outcome) } else { outcome };
        let winning =
            |by, player, max_listed| match position.winning_moves_by_theorem(0, player, self.position_sum.play) {
                Some(KnownMoves::All(count, moves)) => {
                    Ok((count, moves.take(max_listed).map(|mv| (amount(term, 0, by, &mv), mv)).collect()))
                }
                _ => Err(()),
            };
        let list = self.list_winning_moves(0, 0, outcome, winning).ok()?;
        Some(self.answer(outcome, list, vec![Reason::Theorem(theorem)], 0))
    }

    /// Lists the winning moves in one component of a sum in which only that component has moves.
    ///
    /// `winning` returns the number of winning moves of a player and the first of them, each with the amount that it
    /// takes. Its arguments are the player in the sum, the same player in the term, and the maximum length of the list.
    fn list_winning_moves<E>(
        &self,
        t: usize,
        component: usize,
        outcome: Outcome,
        mut winning: impl FnMut(Player, Player, usize) -> std::result::Result<CountedMoves, E>,
    ) -> std::result::Result<Listing<'_>, E> {
        let mut list = Listing::new(self.position_sum, self.question.moves.max_listed());
        if self.question.moves != MovesWanted::None {
            let mut found = MovesOfBoth::default();
            for by in starters(outcome) {
                let player = if self.position_sum.terms[t].negative { by.other() } else { by };
                let (count, moves) = winning(by, player, list.remaining())?;
                found.add(by, count, moves, MoveResult::Win);
            }
            list.add(t, &[found.merge(component, list.remaining())]);
        }
        Ok(list)
    }

    /// Solves one heap by the table of its game.
    fn solve_by_table(
        &self,
        t: usize,
        component: usize,
        outcomes: &mut grundy_engines::partizan::Outcomes,
    ) -> Result<Answer> {
        let term = &self.position_sum.terms[t];
        let [heap, ..] = term.position.table_coordinates(component);
        let outcome = outcomes.outcome(heap, self.budget)?;
        let outcome = if term.negative { mirrored(outcome) } else { outcome };
        let list = self.list_winning_moves(t, component, outcome, |_, player, max_listed| {
            let (count, amounts) = outcomes.winning_moves(heap, player, max_listed, self.budget)?;
            let moves = amounts.into_iter().map(|take| {
                let mv = term.position.move_to(component, player, &[[heap - take, 0, 0]]);
                (Some(take), mv.expect("heaps are left by taking an amount"))
            });
            Result::Ok((count, moves.collect()))
        })?;
        let mut components = vec![];
        let reason = match outcomes.provenance([heap, 0, 0], self.position_sum.play) {
            Provenance::Period(period, theorem) => {
                if self.question.wants_working {
                    let (text, working) =
                        (term.position.component(component).to_string(), Some(period_working(heap, period)));
                    components.push(ComponentSummary {
                        text,
                        copies: 1,
                        nim_value: None,
                        working,
                        theorem: None,
                        steps: vec![],
                    });
                }
                Reason::Period { quantity: TableQuantity::Outcomes, period, theorem }
            }
            Provenance::Table(_) | Provenance::Search => Reason::Table { quantity: TableQuantity::Outcomes, to: heap },
        };
        let mut answer = self.answer(outcome, list, vec![reason], 0);
        answer.explanation.components = components;
        Ok(answer)
    }

    /// Solves any sum by search, which uses the theorems on sums under normal play if they are allowed.
    fn solve_by_search(&self, nimbers: &mut NimberEvaluator<'_>) -> Result<Answer> {
        let PartizanSolver { position_sum, rules, budget, .. } = *self;
        // The theorems assume that the players alternate.
        let alternating = position_sum.terms.iter().all(|term| !term.position.ruleset().has_extra_turns());
        let mut search = if self.question.use_theorems && position_sum.play == Play::Normal && alternating {
            let facts = MixedSumFacts { rules, nimbers };
            PartizanSearch::with_theorems(rules, Box::new(facts), budget)
        } else {
            PartizanSearch::new(rules, position_sum.play, budget)
        };
        let all = position_sum.terms.iter().zip(self.components);
        let root = search
            .position(all.flat_map(|(term, components)| components.iter().map(|component| (component, term.copies))))?;
        let outcome = search.outcome(&root)?;
        let mut list = Listing::new(position_sum, self.question.moves.max_listed());
        if self.question.moves != MovesWanted::None {
            let mut meter = budget.meter(text!("moves"));
            for (t, term) in position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
                let mut each = vec![];
                for (component, erased) in self.components[t].iter().enumerate() {
                    let mut found = MovesOfBoth::default();
                    for by in starters(outcome) {
                        let (mut count, mut moves) = (0, vec![]);
                        for mv in rules.moves(erased, by) {
                            meter.advance(1)?;
                            check_if_large(rules, erased, budget)?;
                            if search.wins_by(&root, erased, by, &mv)? {
                                count += 1;
                                if moves.len() < list.remaining() {
                                    moves.push((amount(term, component, by, &mv), mv));
                                }
                            }
                        }
                        found.add(by, count, moves, MoveResult::Win);
                    }
                    each.push(found.merge(component, list.remaining()));
                }
                list.add(t, &each);
            }
        }
        let used = search.used();
        let theorems =
            [(used.negatives, &NEGATIVES), (used.nimbers, &SPRAGUE_GRUNDY), (used.classes, &OUTCOME_CLASSES)];
        let used = theorems.into_iter().filter(|(used, _)| *used);
        let mut reasons: Vec<_> = used.map(|(_, theorem)| Reason::Theorem(theorem)).collect();
        let nodes = search.evaluated();
        drop(search);
        reasons.extend(nimbers.take_reasons());
        reasons.push(Reason::Search { nodes });
        Ok(self.answer(outcome, list, reasons, nodes))
    }
}

/// Solves a sum in which positions can repeat, by the graph of all reachable positions.
pub(crate) fn solve_by_graph(position_sum: &PositionSum, question: &Question, budget: &Budget) -> Result<Answer> {
    let mut rules = SumRules::default();
    let components: Vec<_> =
        position_sum.terms.iter().map(|term| term.position.erased_components(&mut rules, term.negative)).collect();
    let all: Vec<(&AnyComponent, u64)> = with_copies(position_sum, &components).collect();
    let mut reach = ReachGraph::partizan(&rules, budget);
    let mut roots = [0; 2];
    for (root, by) in roots.iter_mut().zip(PLAYERS) {
        *root = reach.position(all.iter().copied(), by)?;
    }
    let outcomes = reach.solve(position_sum.play)?;
    let starts = roots.map(|root| outcomes.get(root).ending());
    let mut list = Listing::new(position_sum, question.moves.max_listed());
    if question.moves != MovesWanted::None {
        for (t, term) in position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
            let mut each = vec![];
            for (component, erased) in components[t].iter().enumerate() {
                let mut found = MovesOfBoth::default();
                for ((by, root), start) in PLAYERS.into_iter().zip(roots).zip(starts) {
                    let (result, after) = match start {
                        PlayerResult::Win => (MoveResult::Win, PlayerResult::Loss),
                        PlayerResult::Draw => (MoveResult::Draw, PlayerResult::Draw),
                        PlayerResult::Loss => continue,
                    };
                    let (mut count, mut moves) = (0, vec![]);
                    for mv in rules.moves(erased, by) {
                        let option = reach.replace(root, erased, &rules.play_counted(erased, by, &mv))?;
                        // An exhausted budget may have cut the list of moves short, so fail before judging the option.
                        budget.check()?;
                        if outcomes.get(option).ending() == after {
                            count += 1;
                            if moves.len() < list.remaining() {
                                moves.push((amount(term, component, by, &mv), mv));
                            }
                        }
                    }
                    found.add(by, count, moves, result);
                }
                each.push(found.merge(component, list.remaining()));
            }
            list.add(t, &each);
        }
    }
    let nodes = reach.positions() as u64;
    let wants_moves = question.moves != MovesWanted::None;
    let mut answer = Answer::for_position(position_sum);
    answer.position.short = false;
    (answer.result.outcome, answer.result.results_moving_first) = (Outcome::from_results(starts), Some(starts));
    answer.result.remoteness_of = roots.map(|root| outcomes.get(root).remoteness());
    answer.moves.total = wants_moves.then_some(list.total);
    answer.moves.listed = list.moves;
    answer.explanation.reasons = vec![Reason::Search { nodes }];
    answer.nodes = nodes;
    Ok(answer)
}

/// The facts about components that the theorems on sums need, for components of any games.
struct MixedSumFacts<'a, 'n> {
    rules: &'a SumRules,
    nimbers: &'a mut NimberEvaluator<'n>,
}

impl SumFacts<SumRules> for MixedSumFacts<'_, '_> {
    fn is_known_terminating(&self, component: &AnyComponent) -> bool {
        self.rules.is_known_terminating(component)
    }

    fn negative(&self, component: &AnyComponent) -> AnyComponent {
        self.rules.negative(component)
    }

    fn nimber(&mut self, component: &AnyComponent) -> Result<Option<u128>> {
        if self.rules.kind(component) != Kind::Impartial {
            return Ok(None);
        }
        self.nimbers.evaluate(component).map(Some)
    }
}

/// Returns the outcome of the negative of a position with this outcome.
fn mirrored(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::L => Outcome::R,
        Outcome::R => Outcome::L,
        other => other,
    }
}
