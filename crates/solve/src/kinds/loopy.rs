//! Sums of impartial games in which positions can repeat.
//!
//! [`solve`] chooses among three methods. A single token is solved by retrograde analysis of its graph. A sum under
//! normal play is solved by the loopy values of its graphs and the Grundy values of all other components. All other
//! sums, mainly those under misère play, are solved on the graph of all reachable positions.

use super::heap_replacement;
use super::impartial::{ImpartialSolver, SourcedValue, TermValues, has_long_rules, with_copies};
use crate::answer::{Answer, ComponentSummary, MoveResult, Reason};
use crate::listing::{FoundMove, FoundMoves, Listing};
use crate::question::{MovesWanted, Question};
use crate::tables::Tables;
use grundy_engines::digraph::{LoopyValues, RetrogradeResult};
use grundy_engines::reach::ReachGraph;
use grundy_engines::theorems::{LOOPY_SUMS, RETROGRADE};
use grundy_engines::value_table::ComponentGenus;
use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::{
    AnyMove, Digraph, DynPosition, Error, ErrorKind, Genus, LoopyValue, NimSum, Nimber, Outcome, Play, Player,
    PositionSum, Result, Rules, Suggestion, SumRules, TableForm,
};
use std::collections::{BTreeSet, HashSet};

/// The maximal number of components in the working.
const MAX_SHOWN: usize = 32;
/// The limits, in positions and bytes, of the search for the remoteness of a sum, which is optional.
const MAX_REMOTENESS_POSITIONS: u64 = 1 << 18;
const MAX_REMOTENESS_BYTES: u64 = 1 << 27;
/// If a component has more moves than this, drawing moves are not found by evaluating each of them.
const MAX_MOVES: u128 = 1 << 32;

/// Solves the sum: outcome, value, winning or drawing moves and reasons.
pub(crate) fn solve(
    position_sum: &PositionSum,
    question: &Question,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<Answer> {
    if !question.use_theorems {
        return solve_by_search(position_sum, question, budget);
    }
    if let Some((t, graph)) = single_token(position_sum) {
        return solve_on_graph(position_sum, t, graph, question, budget);
    }
    if position_sum.play == Play::Normal
        && let Some(answer) = solve_by_values(position_sum, question, budget, tables)?
    {
        return Ok(answer);
    }
    heap_replacement::search_or_replace_heaps(position_sum, question, budget, tables, |budget| {
        solve_by_search(position_sum, question, budget)
    })
}

/// Returns the index of the term and the graph of the only component, if that is a token on a graph.
fn single_token(position_sum: &PositionSum) -> Option<(usize, &Digraph)> {
    if position_sum.component_count() != 1 {
        return None;
    }
    let t = position_sum.terms.iter().position(|term| term.copies > 0 && !term.position.is_empty())?;
    Some((t, position_sum.terms[t].position.ruleset().table_form()?.graph()?))
}

/// Returns the outcome of a position after a good move, and the result of the good move.
/// Good moves are winning moves, or drawing moves in a draw. Returns `None` in a lost position.
fn target_outcome(outcome: Outcome) -> Option<(Outcome, MoveResult)> {
    match outcome {
        Outcome::N => Some((Outcome::P, MoveResult::Win)),
        Outcome::D => Some((Outcome::D, MoveResult::Draw)),
        _ => None,
    }
}

fn found_moves(component: usize, (count, moves): (u128, Vec<AnyMove>), result: MoveResult) -> Option<FoundMoves> {
    let moves = moves.into_iter().map(|mv| FoundMove::new(mv, Player::LEFT, result)).collect();
    (count > 0).then_some(FoundMoves { component, count, moves })
}

/// Solves one token on its graph.
fn solve_on_graph(
    position_sum: &PositionSum,
    t: usize,
    graph: &Digraph,
    question: &Question,
    budget: &Budget,
) -> Result<Answer> {
    let position = &*position_sum.terms[t].position;
    let vertex = position.table_coordinates(0)[0] as u32;
    let mut answer = Answer::for_position(position_sum);
    let nodes = graph.vertices() as u64;
    {
        let outcomes = RetrogradeResult::compute(graph.arcs(), position_sum.play, budget)?;
        let root_outcome = outcomes.get(vertex);
        answer.result.outcome = Some(root_outcome.outcome());
        answer.result.remoteness = root_outcome.remoteness();
        if question.moves != MovesWanted::None {
            let mut list = Listing::new(position_sum, question.moves.max_listed());
            if let Some((outcome, result)) = target_outcome(root_outcome.outcome()) {
                let found = position.filter_moves(0, Player::LEFT, list.remaining(), &mut |after| {
                    Ok(after.iter().all(|&([to, ..], _)| outcomes.get(to as u32).outcome() == outcome))
                })?;
                list.add(t, found_moves(0, found, result).as_slice());
            }
            (answer.moves.listed, answer.moves.total) = (list.moves, Some(list.total));
        }
    }
    answer.explanation.reasons = vec![Reason::Theorem(&RETROGRADE), Reason::Search { nodes }];
    answer.nodes = nodes;
    if position_sum.play == Play::Normal {
        match LoopyValues::compute(graph.arcs(), budget) {
            Ok(values) => answer.set_value(value(&values, graph, vertex)),
            // The value is optional here: a tight limit omits it, but a cancellation ends the work.
            Err(_) => check_cancelled(budget)?,
        }
    }
    if question.wants_working && !has_long_rules(position_sum) {
        let nim_value = answer.values.grundy.map(|g| g.0);
        answer.explanation.components = vec![ComponentSummary {
            text: position.component(0).to_string(),
            copies: 1,
            nim_value,
            working: None,
            theorem: None,
            steps: vec![],
        }];
    }
    Ok(answer)
}

/// Returns an error if the work was cancelled; a deadline that has passed is not an error.
fn check_cancelled(budget: &Budget) -> Result<()> {
    Budget { deadline: None, ..budget.clone() }.check()
}

fn value(values: &LoopyValues, graph: &Digraph, vertex: u32) -> LoopyValue {
    match values.get(vertex) {
        Some(value) => LoopyValue::Nim(Nimber(value.into())),
        None => LoopyValue::Infinite(values.option_values(graph.arcs(), vertex).into_iter().map(u128::from).collect()),
    }
}

/// The combined value of the components of a sum.
struct CombinedValue {
    finite: NimSum,
    /// The first three components of infinite value: term, component, finite values of the options, copies.
    infinite: Vec<(usize, usize, BTreeSet<u128>, u64)>,
}

/// The combined value of a sum without one component.
struct OtherComponents<'a> {
    finite: u128,
    /// The number of components of infinite value, at most 2.
    infinite: u8,
    /// The finite values of the options of the infinite component, if there is exactly one.
    only_options: Option<&'a BTreeSet<u128>>,
}

impl CombinedValue {
    /// Returns the sum without one copy of component `part` of term `t`.
    /// `value` is the Grundy value of the component; `None` if its value is infinite.
    fn without(&self, t: usize, part: usize, value: Option<u128>) -> OtherComponents<'_> {
        let finite = self.finite.value().0 ^ value.unwrap_or(0);
        let mut rest = OtherComponents { finite, infinite: 0, only_options: None };
        for (term, component, options, copies) in &self.infinite {
            let remaining = copies - u64::from(value.is_none() && (*term, *component) == (t, part));
            if remaining > 0 {
                rest.infinite = (rest.infinite + remaining.min(2) as u8).min(2);
                rest.only_options = (rest.infinite == 1).then_some(options);
            }
        }
        rest
    }

    fn value(&self) -> LoopyValue {
        let g = self.finite.value().0;
        match self.infinite.as_slice() {
            [] => LoopyValue::Nim(Nimber(g)),
            [(_, _, options, 1)] => LoopyValue::Infinite(options.iter().map(|k| k ^ g).collect()),
            _ => LoopyValue::Infinite(BTreeSet::new()),
        }
    }
}

impl OtherComponents<'_> {
    /// Returns the outcome of the rest plus a position of this finite value.
    fn with_finite(&self, value: u128) -> Outcome {
        match (self.infinite, self.only_options) {
            (0, _) => Nimber(self.finite ^ value).outcome(),
            (_, Some(options)) if options.contains(&(self.finite ^ value)) => Outcome::N,
            _ => Outcome::D,
        }
    }

    /// Returns the outcome of the rest plus a position of infinite value.
    /// `options` holds the finite values of the options of that position, sorted.
    fn with_infinite(&self, options: &[u32]) -> Outcome {
        let here = u32::try_from(self.finite).ok();
        if self.infinite == 0 && here.is_some_and(|g| options.binary_search(&g).is_ok()) {
            Outcome::N
        } else {
            Outcome::D
        }
    }
}

/// A term of a sum, with the values of its components.
enum LoopyTerm<'a> {
    /// Tokens on a graph with cycles, and the index of the graph.
    Tokens(&'a Digraph, usize),
    Short(TermValues),
}

/// Solves a sum by the values of its components; `None` if a game with cycles has no explicit graph.
fn solve_by_values(
    position_sum: &PositionSum,
    question: &Question,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<Option<Answer>> {
    let mut solver = ImpartialSolver::new(position_sum, question, budget, tables);
    let mut graphs: Vec<(&Digraph, LoopyValues)> = vec![];
    let mut total = CombinedValue { finite: NimSum::default(), infinite: vec![] };
    let mut terms = Vec::with_capacity(position_sum.terms.len());
    for (t, term) in position_sum.terms.iter().enumerate() {
        let position = &*term.position;
        if term.copies == 0 {
            terms.push(LoopyTerm::Short(TermValues::Absent));
            continue;
        }
        if position.ruleset().is_short() {
            terms.push(LoopyTerm::Short(short_term(&mut solver, position, term.copies, &mut total.finite, budget)?));
            continue;
        }
        let Some(graph) = position.ruleset().table_form().and_then(TableForm::graph) else { return Ok(None) };
        let number = match graphs.iter().position(|(known, _)| std::ptr::eq(*known, graph)) {
            Some(number) => number,
            None => {
                graphs.push((graph, LoopyValues::compute(graph.arcs(), budget)?));
                let nodes = graph.vertices() as u64;
                solver.nodes += nodes;
                solver.add_reason(Reason::Search { nodes });
                graphs.len() - 1
            }
        };
        for component in 0..position.len() {
            match value(&graphs[number].1, graph, position.table_coordinates(component)[0] as u32) {
                LoopyValue::Nim(nimber) => total.finite.add(Genus::for_nim_heap(nimber.0), term.copies),
                LoopyValue::Infinite(options) if total.infinite.len() < 3 => {
                    total.infinite.push((t, component, options, term.copies));
                }
                LoopyValue::Infinite(_) => {}
            }
        }
        terms.push(LoopyTerm::Tokens(graph, number));
    }
    solver.add_reason(Reason::Theorem(&LOOPY_SUMS));
    let mut answer = Answer::for_position(position_sum);
    let value = total.value();
    let outcome = value.outcome();
    answer.result.outcome = Some(outcome);
    answer.set_value(value);
    if question.moves != MovesWanted::None {
        let mut list = Listing::new(position_sum, question.moves.max_listed());
        if let Some((after, result)) = target_outcome(outcome) {
            for (t, term) in terms.iter().enumerate() {
                match term {
                    LoopyTerm::Short(values) if outcome == Outcome::D => {
                        drawing_moves(&mut solver, position_sum, t, values, &total, &mut list, budget)?;
                    }
                    // In a sum with an infinite value, a short component has no winning move.
                    LoopyTerm::Short(_) if !total.infinite.is_empty() => {}
                    LoopyTerm::Short(values) => solver.moves_by_value(t, values, total.finite, &mut list)?,
                    LoopyTerm::Tokens(graph, number) => {
                        let position = &*position_sum.terms[t].position;
                        let values = &graphs[*number].1;
                        let mut found = vec![];
                        for component in 0..position.len() {
                            let here = values.get(position.table_coordinates(component)[0] as u32).map(u128::from);
                            let rest = total.without(t, component, here);
                            let chosen = position.filter_moves(
                                component,
                                Player::LEFT,
                                list.remaining(),
                                &mut |components| {
                                    let to = components[0].0[0] as u32;
                                    Ok(after
                                        == match values.get(to) {
                                            Some(value) => rest.with_finite(value.into()),
                                            None => rest.with_infinite(&values.option_values(graph.arcs(), to)),
                                        })
                                },
                            )?;
                            found.extend(found_moves(component, chosen, result));
                        }
                        list.add(t, &found);
                    }
                }
            }
        }
        (answer.moves.listed, answer.moves.total) = (list.moves, Some(list.total));
    }
    if outcome != Outcome::D {
        answer.result.remoteness = remoteness(position_sum, budget)?;
    }
    if question.wants_working && !has_long_rules(position_sum) {
        answer.explanation.components = components(position_sum, &terms, &graphs);
    }
    answer.explanation.reasons = solver.reasons;
    answer.nodes = solver.nodes;
    Ok(Some(answer))
}

/// Returns the values of the components of a short term, and adds them to `total`.
fn short_term(
    solver: &mut ImpartialSolver<'_>,
    position: &dyn DynPosition,
    copies: u64,
    total: &mut NimSum,
    budget: &Budget,
) -> Result<TermValues> {
    if let Some(stated) = position.sum_by_theorem(Play::Normal) {
        solver.add_reason(Reason::Theorem(stated.theorem));
        total.add_sum(stated.sum, copies);
        return Ok(TermValues::ByTheorem(stated.theorem));
    }
    budget.check_fits(
        position.len() as u128 * size_of::<SourcedValue>() as u128,
        &text!("the list of the values of all heaps"),
    )?;
    let mut each = Vec::with_capacity(position.len());
    for component in 0..position.len() {
        let known = solver.component_value(position, component)?;
        total.add(genus_of(known.value), copies);
        each.push(known);
    }
    Ok(TermValues::Each(each))
}

fn genus_of(value: ComponentGenus) -> Genus {
    value.genus.expect("under normal play every short game has a value")
}

/// Adds the drawing moves in a term of a short game to `list`.
fn drawing_moves(
    solver: &mut ImpartialSolver<'_>,
    position_sum: &PositionSum,
    t: usize,
    values: &TermValues,
    total: &CombinedValue,
    list: &mut Listing<'_>,
    budget: &Budget,
) -> Result<()> {
    let position = &*position_sum.terms[t].position;
    let mut found = vec![];
    for component in 0..position.len() {
        let (value, theorem) = match values {
            TermValues::Absent => return Ok(()),
            TermValues::ByTheorem(theorem) => {
                (position.genus_by_theorem(component, Play::Normal).map(|(genus, _)| genus), Some(*theorem))
            }
            TermValues::Each(known) => (known[component].value.genus, known[component].theorem),
        };
        let rest =
            total.without(t, component, Some(value.expect("under normal play every short game has a value").normal.0));
        // The move loses if it leads to one of these values: the opponent can then move to a P-position.
        let losing: BTreeSet<u128> =
            rest.only_options.iter().flat_map(|options| options.iter().map(|k| k ^ rest.finite)).collect();
        let moves = match theorem {
            Some(_) => moves_except(position, component, &losing, list.remaining(), budget)?,
            None => {
                if position.count_moves(component, Player::LEFT).is_some_and(|count| count > MAX_MOVES) {
                    return Err(too_many_moves());
                }
                solver.table_moves(t, component, list.remaining(), |options| {
                    let value = options.iter().fold(Nimber::ZERO, |sum, &option| sum + genus_of(option).normal);
                    !losing.contains(&value.0)
                })?
            }
        };
        found.extend(found_moves(component, moves, MoveResult::Draw));
    }
    list.add(t, &found);
    Ok(())
}

fn too_many_moves() -> Error {
    let error =
        Error::new(ErrorKind::Limit, text!("the drawing moves cannot be selected: there are more than 2^32 moves"));
    error.with_suggestion(Suggestion::NoMoves)
}

/// Returns the moves that avoid the `losing` values: their number, and the first `remaining` of them.
fn moves_except(
    position: &dyn DynPosition,
    component: usize,
    losing: &BTreeSet<u128>,
    remaining: usize,
    budget: &Budget,
) -> Result<(u128, Vec<AnyMove>)> {
    let mut rules = SumRules::default();
    let components = position.erased_components(&mut rules, false);
    let mut refused = HashSet::new();
    let mut count = 0u128;
    for &value in losing {
        let rest: NimSum = [Genus::for_nim_heap(value)].into_iter().collect();
        let (more, moves) =
            position.moves_to_p_position(component, Play::Normal, rest).expect("a theorem gives the value");
        count += more;
        budget.check_fits(count * 100, &text!("the list of moves that do not lead to a draw"))?;
        refused.extend(moves);
    }
    let total = match position.count_moves(component, Player::LEFT) {
        Some(total) => total,
        None => {
            let mut meter = budget.meter(text!("moves"));
            let mut total = 0;
            for _ in rules.moves(&components[component], Player::LEFT) {
                meter.advance(1)?;
                total += 1;
                if total > MAX_MOVES {
                    return Err(too_many_moves());
                }
            }
            total
        }
    };
    let drawing =
        rules.moves(&components[component], Player::LEFT).filter(|mv| !refused.contains(mv)).take(remaining).collect();
    Ok((total - count, drawing))
}

/// Returns the remoteness, if a search of moderate size finds it.
fn remoteness(position_sum: &PositionSum, budget: &Budget) -> Result<Option<u64>> {
    let small = Budget {
        nodes: budget.nodes.min(MAX_REMOTENESS_POSITIONS),
        bytes: budget.bytes.min(MAX_REMOTENESS_BYTES),
        ..budget.clone()
    };
    let mut rules = SumRules::default();
    let components: Vec<_> =
        position_sum.terms.iter().map(|t| t.position.erased_components(&mut rules, false)).collect();
    let mut reach = ReachGraph::impartial(&rules, &small);
    let searched = reach
        .position(with_copies(position_sum, &components), Player::LEFT)
        .and_then(|root| Ok(reach.solve(position_sum.play)?.get(root).remoteness()));
    match searched {
        Ok(remoteness) => Ok(remoteness),
        Err(_) => check_cancelled(budget).map(|()| None),
    }
}

/// Returns the first components with their values, at most `MAX_SHOWN`.
fn components(
    position_sum: &PositionSum,
    terms: &[LoopyTerm<'_>],
    graphs: &[(&Digraph, LoopyValues)],
) -> Vec<ComponentSummary> {
    let mut list = vec![];
    for (term, values) in position_sum.terms.iter().zip(terms).filter(|(term, _)| term.copies > 0) {
        let position = &*term.position;
        for component in 0..position.len().min(MAX_SHOWN - list.len()) {
            let nimber = |genus: Genus| LoopyValue::Nim(genus.normal);
            let value = match values {
                LoopyTerm::Tokens(graph, number) => {
                    Some(value(&graphs[*number].1, graph, position.table_coordinates(component)[0] as u32))
                }
                LoopyTerm::Short(TermValues::Absent) => None,
                LoopyTerm::Short(TermValues::ByTheorem(_)) => {
                    position.genus_by_theorem(component, Play::Normal).map(|(genus, _)| nimber(genus))
                }
                LoopyTerm::Short(TermValues::Each(known)) => known[component].value.genus.map(nimber),
            };
            let nim_value = match &value {
                Some(LoopyValue::Nim(nimber)) => Some(nimber.0),
                _ => None,
            };
            let working = value.map(|value| Text::verbatim(value.to_string()));
            list.push(ComponentSummary {
                text: position.component(component).to_string(),
                copies: term.copies,
                nim_value,
                working,
                theorem: None,
                steps: vec![],
            });
        }
    }
    list
}

/// Solves any sum by the graph of all reachable positions, without any theorem.
pub(crate) fn solve_by_search(position_sum: &PositionSum, question: &Question, budget: &Budget) -> Result<Answer> {
    let mut rules = SumRules::default();
    let components: Vec<_> =
        position_sum.terms.iter().map(|t| t.position.erased_components(&mut rules, false)).collect();
    let mut reach = ReachGraph::impartial(&rules, budget);
    let root = reach.position(with_copies(position_sum, &components), Player::LEFT)?;
    let outcomes = reach.solve(position_sum.play)?;
    let root_outcome = outcomes.get(root);
    let mut answer = Answer::for_position(position_sum);
    answer.result.outcome = Some(root_outcome.outcome());
    answer.result.remoteness = root_outcome.remoteness();
    if question.moves != MovesWanted::None {
        let mut list = Listing::new(position_sum, question.moves.max_listed());
        let wanted = target_outcome(root_outcome.outcome());
        for t in (0..position_sum.terms.len()).filter(|&t| position_sum.terms[t].copies > 0) {
            let Some((outcome, result)) = wanted else { break };
            let mut found = vec![];
            for (component, erased) in components[t].iter().enumerate() {
                let (mut count, mut moves) = (0, vec![]);
                for mv in rules.moves(erased, Player::LEFT) {
                    let after = rules.play_counted(erased, Player::LEFT, &mv);
                    let option = reach.replace(root, erased, &after)?;
                    // An exhausted budget may have cut the list of moves short, so fail before the option is judged.
                    budget.check()?;
                    if outcomes.get(option).outcome() == outcome {
                        count += 1;
                        if moves.len() < list.remaining() {
                            moves.push(mv);
                        }
                    }
                }
                found.extend(found_moves(component, (count, moves), result));
            }
            list.add(t, &found);
        }
        (answer.moves.listed, answer.moves.total) = (list.moves, Some(list.total));
    }
    if position_sum.play == Play::Normal {
        let arcs = reach.arcs();
        let unlimited = Budget { nodes: u64::MAX, ..budget.clone() };
        let values = LoopyValues::compute(&arcs, &unlimited)?;
        answer.set_value(match values.get(root) {
            Some(value) => LoopyValue::Nim(Nimber(value.into())),
            None => LoopyValue::Infinite(values.option_values(&arcs, root).into_iter().map(u128::from).collect()),
        });
    }
    answer.nodes = reach.positions() as u64;
    answer.explanation.reasons = vec![Reason::Search { nodes: answer.nodes }];
    Ok(answer)
}
