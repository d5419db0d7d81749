//! The winning moves of an impartial sum: their number in each component, and the first of them.

use super::component_values::ComponentEvaluator;
use super::{ImpartialSolver, TermValues, Verdict, VerdictSource};
use crate::answer::Answer;
use crate::closed_form_source::ProvedClosedForm;
use crate::kinds::move_probe;
use crate::listing::{FoundMoves, Listing};
use grundy_engines::memory::map_growth;
use grundy_engines::search::Goal;
use grundy_engines::value_table::ComponentGenus;
use grundy_lang::{Text, text};
use grundy_rules::{
    AnyMove, Coordinates, DynPosition, Error, ErrorKind, Genus, HeapMove, KnownMoves, NimSum, Nimber, Outcome, Play,
    Player, Result, Rules,
};
use rustc_hash::FxHashMap;
use std::cell::Cell;

const COUNTS: Text = text!("the number of winning moves of each heap");

/// If a component has more options than this, winning moves are not found by evaluating each option.
const MAX_OPTIONS: u64 = 1 << 20;

impl ImpartialSolver<'_> {
    pub(super) fn winning_moves(&mut self, verdict: Verdict, answer: &mut Answer) -> Result<()> {
        let mut list = Listing::new(self.position_sum, self.question.moves.max_listed());
        if verdict.outcome == Outcome::N {
            match verdict.source {
                VerdictSource::OutcomeTheorem((t, component)) => {
                    let position = &*self.position_sum.terms[t].position;
                    let theorem_moves = position
                        .winning_moves_by_theorem(component, Player::LEFT, self.position_sum.play)
                        .expect("a theorem gave the outcome");
                    if let KnownMoves::All(count, moves) = theorem_moves {
                        list.add(t, &[FoundMoves::wins(component, count, moves.take(list.remaining()))]);
                    } else {
                        let probed = move_probe::probe(
                            position,
                            self.position_sum.play,
                            theorem_moves,
                            list.remaining(),
                            self.budget,
                        )?;
                        self.has_unlisted_moves |= probed.count.is_none();
                        let count = probed.count.unwrap_or(probed.moves.len() as u128);
                        list.add(t, &[FoundMoves::wins(component, count, probed.moves)]);
                        probed.reasons.into_iter().for_each(|reason| self.add_reason(reason));
                        if probed.nodes > 0 {
                            self.nodes += probed.nodes;
                            self.add_search();
                        }
                    }
                }
                VerdictSource::OnlyMovable((t, component)) => {
                    let position = &*self.position_sum.terms[t].position;
                    let by_theorem = position.moves_to_p_position(component, self.position_sum.play, NimSum::default());
                    let found = match by_theorem {
                        Some((count, moves)) => Some((count, moves.take(list.remaining()).collect())),
                        None => self.moves_to_misere_loss(t, component, list.remaining())?,
                    };
                    let Some((count, moves)) = found else {
                        // The search also replaces the reasons.
                        let verdict = self.search(Goal::Outcome)?;
                        return self.winning_moves(verdict, answer);
                    };
                    list.add(t, &[FoundMoves::wins(component, count, moves)]);
                }
                VerdictSource::Values { terms, nim_sum } => {
                    for (t, term_values) in terms.iter().enumerate() {
                        self.moves_by_value(t, term_values, nim_sum, &mut list)?;
                    }
                }
                VerdictSource::ProvedClosedForm((t, component), proof) => {
                    let (count, moves) = self.proved_moves(t, component, &*proof, 0, list.remaining())?;
                    list.add(t, &[FoundMoves::wins(component, count.unwrap_or(moves.len() as u128), moves)]);
                    self.has_unlisted_moves |= count.is_none();
                }
                VerdictSource::Found(winning) => winning.iter().for_each(|(t, found)| list.add(*t, found)),
            }
        }
        answer.moves.total = Some(list.total).filter(|_| !self.has_unlisted_moves);
        answer.moves.incomplete = self.has_unlisted_moves;
        answer.moves.listed = list.moves;
        Ok(())
    }

    /// Returns the winning moves of the only component with moves under misère play.
    ///
    /// The result is their number and the first `remaining` of them; `None` if some option is a sum of components that
    /// are not all tame, since their values do not determine its outcome.
    fn moves_to_misere_loss(
        &mut self,
        t: usize,
        component: usize,
        remaining: usize,
    ) -> Result<Option<(u128, Vec<AnyMove>)>> {
        let is_undecided = Cell::new(false);
        let winning = |options: &[ComponentGenus]| {
            let is_lost = misere_loss(options);
            is_undecided.set(is_undecided.get() || is_lost.is_none());
            is_lost == Some(true)
        };
        let found = self.table_moves(t, component, remaining, winning)?;
        Ok((!is_undecided.get()).then_some(found))
    }

    /// Adds the winning moves in one term to `list`, from the values of its components and of the sum.
    pub fn moves_by_value(
        &mut self,
        t: usize,
        term_values: &TermValues,
        nim_sum: NimSum,
        list: &mut Listing<'_>,
    ) -> Result<()> {
        let term = &self.position_sum.terms[t];
        if term.copies == 0 {
            return Ok(());
        }
        let play = self.position_sum.play;
        let position = &*term.position;
        let by_theorem = |component: usize, genus: Genus, remaining: usize| {
            let completing = position.moves_to_p_position(component, play, nim_sum.without(genus));
            let (count, moves) = completing.expect("a theorem gave the value of the component");
            (count, moves.take(remaining).collect::<Vec<_>>())
        };
        match term_values {
            TermValues::Absent => {}
            TermValues::ByTheorem(_) => {
                let count = position.count_winning_moves(play, nim_sum);
                let mut found = vec![];
                let mut missing = (list.remaining() as u128).min(count) as usize;
                for component in 0..position.len() {
                    if missing == 0 {
                        break;
                    }
                    let (genus, _) =
                        position.genus_by_theorem(component, play).expect("a theorem gave the value of the component");
                    let (count, moves) = by_theorem(component, genus, missing);
                    missing -= moves.len();
                    if count > 0 {
                        found.push(FoundMoves::wins(component, count, moves));
                    }
                }
                list.add_counted(t, &found, count);
            }
            TermValues::Each(known) => {
                let mut found = vec![];
                let (mut remaining, mut total) = (list.remaining(), 0u128);
                // Equal components have equally many winning moves, so once the list is full their counts are reused.
                let tabled = position.ruleset().table_form().is_some() && known.len() > 1;
                let mut counts: FxHashMap<Coordinates, u128> = FxHashMap::default();
                for (component, known) in known.iter().enumerate() {
                    let at = position.table_coordinates(component);
                    if remaining == 0
                        && let Some(count) = counts.get(&at)
                    {
                        total = total.saturating_add(*count);
                        continue;
                    }
                    let genus = known.value.genus.expect("all values of the sum are known");
                    let rest = nim_sum.without(genus);
                    let (count, moves) = if known.theorem.is_some() {
                        by_theorem(component, genus, remaining)
                    } else if let Some(proof) = &known.proof {
                        let wanted = nim_sum.without(genus).p_position_heap(play);
                        let found = match u64::try_from(wanted) {
                            Ok(wanted) => self.proved_moves(t, component, &**proof, wanted, remaining)?,
                            Err(_) => (Some(0), vec![]),
                        };
                        self.has_unlisted_moves |= found.0.is_none();
                        (found.0.unwrap_or(found.1.len() as u128), found.1)
                    } else {
                        let winning = move |options: &[ComponentGenus]| {
                            let mut sum = rest;
                            options.iter().for_each(|option| sum.add(option.genus.unwrap_or(Genus::END), 1));
                            sum.outcome(play) == Outcome::P
                        };
                        if known.searched {
                            let wanted = (play == Play::Normal).then(|| rest.value().0);
                            self.valued_moves(t, component, remaining, wanted, winning)?
                        } else if play == Play::Normal
                            && let Some(found) = self.moves_to(position, component, rest.value().0, remaining)?
                        {
                            found
                        } else {
                            self.table_moves(t, component, remaining, winning)?
                        }
                    };
                    total = total.saturating_add(count);
                    remaining -= moves.len();
                    if tabled && self.budget.check_fits(map_growth(&counts).into(), &COUNTS).is_ok() {
                        counts.insert(at, count);
                    }
                    if !moves.is_empty() {
                        found.push(FoundMoves::wins(component, count, moves));
                    }
                }
                list.add_counted(t, &found, total);
            }
        }
        Ok(())
    }

    /// Returns the moves of a component that lead to an option with this entry, by the proof.
    ///
    /// The result is their number, if it is known, and the first `remaining` of them.
    fn proved_moves(
        &mut self,
        t: usize,
        component: usize,
        proof: &dyn ProvedClosedForm,
        entry: u64,
        remaining: usize,
    ) -> Result<(Option<u128>, Vec<AnyMove>)> {
        let position_sum = self.position_sum;
        let position = &*position_sum.terms[t].position;
        let mut meter = self.budget.meter(text!("moves"));
        let mut option_count = 0;
        // First enumerate the options, since it is cheap to evaluate an option by the proof. If there are more
        // than `MAX_OPTIONS`, let the proof list the options with this entry.
        let by_one = position.filter_moves(component, Player::LEFT, remaining, &mut |after| {
            meter.advance(1)?;
            option_count += 1;
            if option_count > MAX_OPTIONS {
                return Err(Error::new(ErrorKind::TooLarge, Text::empty()));
            }
            let odd = after.iter().filter(|(_, copies)| copies % 2 == 1);
            let sum = odd.into_iter().try_fold(0, |sum, &(at, _)| Some(sum ^ proof.entry(at)?));
            Ok(sum == Some(entry))
        });
        match by_one {
            Ok((count, moves)) => return Ok((Some(count), moves)),
            Err(error) if error.kind == ErrorKind::TooLarge => {}
            Err(error) => return Err(error),
        }
        let Some(options) = proof.options(position.table_coordinates(component), entry, self.budget)? else {
            return Ok((None, vec![]));
        };
        let moves: Option<Vec<AnyMove>> =
            options.iter().take(remaining).map(|after| position.move_to(component, Player::LEFT, after)).collect();
        Ok(moves.map_or((None, vec![]), |moves| (Some(options.len() as u128), moves)))
    }

    /// Returns the moves of a component to this Grundy value, if its table finds them without enumeration.
    /// The result is their number and the first `remaining` of them.
    fn moves_to(
        &mut self,
        position: &dyn DynPosition,
        component: usize,
        value: u128,
        remaining: usize,
    ) -> Result<Option<(u128, Vec<AnyMove>)>> {
        let Some(query) = self.query(position) else { return Ok(None) };
        let Some(table) = self.table_for(position, &query) else { return Ok(None) };
        let [heap, ..] = position.table_coordinates(component);
        let Some((count, moves)) = table.moves_to(heap, value, remaining, &query)? else { return Ok(None) };
        let as_move = |mv: HeapMove| {
            let after: Vec<Coordinates> = mv.remaining.iter().map(|&heap| [heap, 0, 0]).collect();
            position.move_to(component, Player::LEFT, &after)
        };
        let moves: Option<Vec<AnyMove>> = moves.into_iter().map(as_move).collect();
        Ok(moves.map(|moves| (count, moves)))
    }

    /// Returns the moves of a component that satisfy `winning`: their number, and the first `remaining`.
    /// The argument of `winning` is the list of values of the components after the move.
    pub fn table_moves(
        &mut self,
        t: usize,
        component: usize,
        remaining: usize,
        winning: impl Fn(&[ComponentGenus]) -> bool,
    ) -> Result<(u128, Vec<AnyMove>)> {
        let position_sum = self.position_sum;
        let position = &*position_sum.terms[t].position;
        let mut meter = self.budget.meter(text!("moves"));
        let Some(query) = self.query(position) else {
            return self.valued_moves(t, component, remaining, None, winning);
        };
        let Some(table) = self.table_for(position, &query) else {
            return self.valued_moves(t, component, remaining, None, winning);
        };
        let [heap, ..] = position.table_coordinates(component);
        let fits = |genus: Genus| winning(&[ComponentGenus::from_genus(genus)]);
        if let Some((count, after)) = table.moves_where(heap, &fits, remaining, &query)? {
            let moves = after.iter().map(|&heap| position.move_to(component, Player::LEFT, &[[heap, 0, 0]]));
            if let Some(moves) = moves.collect() {
                return Ok((count, moves));
            }
        }
        let before = table.evaluated();
        let mut options = vec![];
        let found = position.filter_moves(component, Player::LEFT, remaining, &mut |after| {
            meter.advance(1)?;
            options.clear();
            for &(at, copies) in after {
                push_copies(&mut options, table.genus_at(at, &query)?, copies);
            }
            Ok(winning(&options))
        });
        let evaluated = table.evaluated() - before;
        self.nodes += evaluated;
        found
    }

    /// Like `table_moves`, for games without a table, whose values are computed from their options.
    ///
    /// `wanted` is the Grundy value of the options that satisfy `winning`, if it is known.
    fn valued_moves(
        &mut self,
        t: usize,
        component: usize,
        remaining: usize,
        wanted: Option<u128>,
        winning: impl Fn(&[ComponentGenus]) -> bool,
    ) -> Result<(u128, Vec<AnyMove>)> {
        let position_sum = self.position_sum;
        let budget = self.tables.remaining_budget(self.budget);
        let components = self.component_evaluator.get_or_insert_with(|| ComponentEvaluator::new(&budget));
        if !self.failed_rules.is_empty() {
            components.disable_tables();
        }
        let component = components.intern(&*position_sum.terms[t].position, component);
        let before = components.evaluated();
        if let Some(found) = wanted.and_then(|wanted| components.moves_to_nimber(&component, wanted)) {
            self.nodes += components.evaluated() - before;
            let mut moves = found?;
            let count = moves.len() as u128;
            moves.truncate(remaining);
            return Ok((count, moves));
        }
        let (mut count, mut moves) = (0, vec![]);
        let all: Vec<AnyMove> = components.rules().moves(&component, Player::LEFT).collect();
        for mv in all {
            let mut options = vec![];
            for (p, copies) in components.rules().play_counted(&component, Player::LEFT, &mv) {
                push_copies(&mut options, components.component_value(&p)?, copies);
            }
            if winning(&options) {
                count += 1;
                if moves.len() < remaining {
                    moves.push(mv);
                }
            }
        }
        // `nodes` does not grow: these positions were counted when the value of the component was computed.
        Ok((count, moves))
    }
}

/// Reports whether the player to move loses the sum of these components under misère play.
///
/// Returns `None` if the values of the components do not determine this: there are several, and not all are tame.
fn misere_loss(components: &[ComponentGenus]) -> Option<bool> {
    match components {
        [] => Some(false),
        [one] => Some(one.genus?.misere == Nimber::ZERO),
        _ if components.iter().all(|component| component.tame) => {
            let mut sum = NimSum::default();
            for component in components {
                sum.add(component.genus?, 1);
            }
            Some(sum.outcome(Play::Misere) == Outcome::P)
        }
        _ => None,
    }
}

/// Pushes a value once if the number of copies is odd, and else at most twice.
/// This suffices for the value of the sum: if components add up like Nim heaps, two further copies change
/// nothing once one or two copies are present.
fn push_copies(options: &mut Vec<ComponentGenus>, value: ComponentGenus, copies: u64) {
    let deciding = if copies % 2 == 1 { 1 } else { copies.min(2) };
    options.extend(std::iter::repeat_n(value, deciding as usize));
}
