//! Strategies in words: a winning move, its goal, and the plan after it.
//!
//! [`strategy`] works on an answer that already has the outcome and the winning moves. Plans for a single component
//! come from the theorems of its game, [`grundy_rules::Theorem::plan`]. This module adds the plans for sums: pairs of
//! equal components ([`mirroring_move`]), the xor of Grundy values, and its analogue in misère Nim.

use crate::answer::{Answer, Move, Reason};
use grundy_engines::theorems::{SPRAGUE_GRUNDY, SUM_THEOREMS};
use grundy_lang::{Text, text};
use grundy_rules::{
    AnyComponent, ComponentIndex, DynPosition, Kind, KnownMoves, Outcome, Play, Player, PositionSum, SumRules,
    TheoremInfo,
};
use std::collections::HashSet;

/// The maximal number of components that are compared to find equal pairs.
/// At most as many winning moves are examined.
const MAX_EXAMINED: u128 = 64;
/// The maximum printed size, in numbers, of positions whose components are compared.
/// In larger positions only one winning move is examined.
const MAX_NUMBERS: usize = 1000;

/// Returns the first of these moves of a sum after which all components form equal pairs.
/// The sum must be under normal play.
/// The winner then answers every move in one component of a pair by the same move in the other.
/// Returns `None` if there is no such move, the theorem does not apply, or the sum is too large to be examined.
///
/// ```
/// use grundy_games::parse;
/// use grundy_solve::{Budget, Question, Solver, mirroring_move};
/// let position_sum = parse("lasker(5) + lasker(1,4)").unwrap();
/// let answer = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
/// let mirroring = mirroring_move(&position_sum, &answer.moves.listed).unwrap();
/// assert_eq!(mirroring.to.as_deref(), Some("lasker(1,4) + lasker(1,4)"));
/// ```
pub fn mirroring_move<'a>(position_sum: &PositionSum, moves: &'a [Move]) -> Option<&'a Move> {
    let mut odd = odd_components(position_sum)?;
    moves.iter().take(MAX_EXAMINED as usize).find(|mv| leaves_pairs(position_sum, &mut odd, mv))
}

/// Returns the components that occur an odd number of times and have moves.
/// Returns `None` if equal components need not cancel or the sum is too large.
fn odd_components(position_sum: &PositionSum) -> Option<OddComponents> {
    let plain = position_sum.play == Play::Normal && position_sum.kind() == Kind::Impartial && position_sum.is_short();
    let small = |position: &dyn DynPosition| position.count_printed_numbers() <= MAX_NUMBERS;
    if !plain
        || position_sum.component_count() > MAX_EXAMINED
        || !position_sum.terms.iter().all(|term| small(&*term.position))
    {
        return None;
    }
    let mut odd = OddComponents::default();
    for term in position_sum.terms.iter().filter(|term| term.copies % 2 == 1) {
        odd.toggle(&*term.position, 0..term.position.len());
    }
    Some(odd)
}

/// The components that occur in a sum an odd number of times.
#[derive(Default)]
struct OddComponents {
    rules: SumRules,
    components: HashSet<AnyComponent>,
}

impl OddComponents {
    /// Toggles the membership of the components in `range` that have moves.
    fn toggle(&mut self, position: &dyn DynPosition, range: std::ops::Range<usize>) {
        for at in range.filter(|&at| can_move(position, at)) {
            for component in position.component(at).erased_components(&mut self.rules, false) {
                if !self.components.remove(&component) {
                    self.components.insert(component);
                }
            }
        }
    }
}

fn can_move(position: &dyn DynPosition, component: usize) -> bool {
    position.moves(component, Player::LEFT).next().is_some()
}

/// Returns the positions that replace the component of a move, with multiplicities.
fn positions_after(position_sum: &PositionSum, mv: &Move) -> Vec<(Box<dyn DynPosition>, u64)> {
    let ComponentIndex { term, component, .. } = mv.place;
    position_sum.terms[term].position.component(component).after_counted(0, Player::LEFT, &mv.mv)
}

/// Reports whether all components form equal pairs after a move; `odd` is unchanged on return.
fn leaves_pairs(position_sum: &PositionSum, odd: &mut OddComponents, mv: &Move) -> bool {
    let after = positions_after(position_sum, mv);
    // The move toggles only its own component and the new components, so a larger set cannot become empty.
    let components: usize = after.iter().map(|(after, _)| after.len()).sum();
    if odd.components.len() > components + 1
        || after.iter().map(|(after, _)| after.count_printed_numbers()).sum::<usize>() > MAX_NUMBERS
    {
        return false;
    }
    let before = odd.components.clone();
    odd.toggle(&*position_sum.terms[mv.place.term].position, mv.place.component..mv.place.component + 1);
    for (after, _) in after.iter().filter(|(_, copies)| copies % 2 == 1) {
        odd.toggle(&**after, 0..after.len());
    }
    std::mem::replace(&mut odd.components, before).is_empty()
}

/// Reports whether no player can move after this move.
fn ends_play(position_sum: &PositionSum, mv: &Move) -> bool {
    let after = positions_after(position_sum, mv);
    let here =
        |t: usize, component: usize, copies: u64| copies == 1 && (t, component) == (mv.place.term, mv.place.component);
    let over = |(t, term): (usize, &grundy_rules::SumTerm)| {
        let components = 0..term.position.len();
        term.copies == 0 || components.into_iter().all(|p| here(t, p, term.copies) || !can_move(&*term.position, p))
    };
    let stuck =
        |(after, _): &(Box<dyn DynPosition>, u64)| (0..after.len()).all(|component| !can_move(&**after, component));
    after.iter().all(stuck) && position_sum.terms.iter().enumerate().all(over)
}

/// Returns the winner's strategy in words, if theorems give one, from an otherwise complete answer.
pub(crate) fn strategy(position_sum: &PositionSum, answer: &Answer) -> Vec<Text> {
    let theorem = theorems(answer).next();
    match answer.result.outcome {
        Some(Outcome::P | Outcome::L | Outcome::R) if !answer.result.is_over => {
            let Some(info) = theorem.filter(|info| !info.strategy.is_empty()) else { return vec![] };
            let paired = answer.position.component_count > 1
                && odd_components(position_sum).is_some_and(|odd| odd.components.is_empty());
            vec![if paired {
                PAIRED
            } else {
                replies(position_sum, answer, info).unwrap_or(Text::constant(info.strategy))
            }]
        }
        Some(Outcome::N) if position_sum.kind() == Kind::Impartial => winning_strategy(position_sum, answer, theorem),
        _ => vec![],
    }
}

/// Returns a theorem's strategy for a lost single component, with the position's numbers filled in.
///
/// Returns `None` if there are more components or if the theorem gives no such strategy.
fn replies(position_sum: &PositionSum, answer: &Answer, info: &TheoremInfo) -> Option<Text> {
    let term = position_sum.terms.iter().find(|term| term.copies > 0 && !term.position.is_empty())?;
    let single = answer.position.component_count == 1;
    let instance = single.then(|| term.position.apply_theorem(0, info.name)).flatten()?;
    Some(instance.replies).filter(|replies| !replies.is_empty())
}

/// Returns the theorems among the reasons of the answer, the last one first.
fn theorems(answer: &Answer) -> impl Iterator<Item = &'static TheoremInfo> + '_ {
    answer.explanation.reasons.iter().rev().filter_map(|reason| match reason {
        Reason::Theorem(info) => Some(*info),
        _ => None,
    })
}

/// Returns the theorem that explains how this move wins a single component.
/// Theorems that make no statement about the position, nor about the position after the move, are skipped.
/// Returns `None` if no theorem remains.
fn explaining_theorem(position_sum: &PositionSum, answer: &Answer, mv: &Move) -> Option<&'static TheoremInfo> {
    let (position, after) = (&*position_sum.terms[mv.place.term].position, positions_after(position_sum, mv));
    let applies = |info: &&'static TheoremInfo| {
        let of_left =
            || matches!(&after[..], [(after, 1)] if after.len() == 1 && after.apply_theorem(0, info.name).is_some());
        SUM_THEOREMS.contains(info) || position.apply_theorem(mv.place.component, info.name).is_some() || of_left()
    };
    theorems(answer).filter(|info| !info.strategy.is_empty()).find(applies)
}

/// Returns the winning move of a single component that a theorem gives as an example.
/// The text of the theorem refers to this move. Returns `None` if the theorem lists all winning moves or none.
fn find_example<'a>(position_sum: &PositionSum, answer: &'a Answer) -> Option<&'a Move> {
    let ComponentIndex { term, component, .. } =
        answer.moves.listed.first().filter(|_| answer.position.component_count == 1)?.place;
    match position_sum.terms[term].position.winning_moves_by_theorem(component, Player::LEFT, position_sum.play)? {
        KnownMoves::Examples(mut examples) => {
            examples.find_map(|example| answer.moves.listed.iter().find(|mv| mv.mv == example))
        }
        KnownMoves::All(..) | KnownMoves::Unknown => None,
    }
}

/// The strategy for components that form equal pairs.
const PAIRED: Text = text!("Every move is answered by the same move in the equal component.");

/// The maximal number of bits of a binary number in a sentence; longer numbers are not readable.
const MAX_BITS: usize = 16;

/// Returns sentences with a winning move, its goal and the plan after it; empty without a plan.
fn winning_strategy(
    position_sum: &PositionSum,
    answer: &Answer,
    mut theorem: Option<&'static TheoremInfo>,
) -> Vec<Text> {
    let Some(first) = answer.moves.listed.first() else { return vec![] };
    let large = position_sum.terms.iter().any(|term| term.position.count_printed_numbers() > MAX_NUMBERS);
    let max_examined = if large { 1 } else { MAX_EXAMINED as usize };
    if let Some(last) = answer.moves.listed.iter().take(max_examined).find(|mv| ends_play(position_sum, mv)) {
        let over = text!("then neither player can move, so the game is over");
        return [Some(move_text(answer, last)), last_move_goal(position_sum, answer, last), Some(over)]
            .into_iter()
            .flatten()
            .collect();
    }
    let mirrored = mirroring_move(position_sum, &answer.moves.listed);
    let sum_values = SumValues::from_answer(position_sum, answer);
    let mv = mirrored
        .or_else(|| sum_values.as_ref()?.find_explained_move(answer))
        .or_else(|| find_example(position_sum, answer))
        .unwrap_or(first);
    let (mut sentences, mut then) = (vec![move_text(answer, mv)], Text::empty());
    match &sum_values {
        Some(sum_values) => sentences.extend(sum_values.goal_sentences(position_sum, answer, mv)),
        None if answer.position.component_count == 1 => {
            theorem = explaining_theorem(position_sum, answer, mv);
            let position = &*position_sum.terms[mv.place.term].position;
            let instance = theorem.and_then(|info| position.apply_theorem(mv.place.component, info.name));
            if let Some(plan) = instance.map(|instance| (instance.plan)(&mv.mv)) {
                sentences.extend(Some(plan.goal).filter(|goal| !goal.is_empty()));
                then = plan.continuation;
            } else if answer.position.play == Play::Normal && theorem.is_none_or(|info| info.strategy.is_empty()) {
                // No theorem gives a plan, but a table gives the value 0 of the position after the move.
                if answer.values.grundy.is_some()
                    && !matches!(answer.explanation.reasons.last(), Some(Reason::Search { .. }))
                {
                    sentences.push(text!("the move leaves a position of value 0"));
                    then = Text::constant(SPRAGUE_GRUNDY.strategy);
                }
            }
        }
        None => {}
    }
    if mirrored.is_some() {
        sentences.push(text!("the move leaves pairs of equal components"));
        then = PAIRED;
    } else if then.is_empty() {
        then = theorem.map_or(Text::empty(), |info| Text::constant(info.strategy));
    }
    if then.is_empty() {
        // A winning move without a plan is not a strategy.
        return vec![];
    }
    sentences.push(text!("from then on: {then}", then));
    sentences
}

/// Returns the case of a theorem in which a move wins a single component by ending the play.
fn last_move_goal(position_sum: &PositionSum, answer: &Answer, mv: &Move) -> Option<Text> {
    let single = answer.position.component_count == 1;
    let info = single.then(|| explaining_theorem(position_sum, answer, mv)).flatten()?;
    let instance = position_sum.terms[mv.place.term].position.apply_theorem(mv.place.component, info.name)?;
    let goal = instance.plans_last_moves.then(|| (instance.plan)(&mv.mv).goal)?;
    Some(goal).filter(|goal| !goal.is_empty())
}

/// Returns the move in words, with the number of its term if the sum has several terms.
fn move_text(answer: &Answer, mv: &Move) -> Text {
    match answer.position.term_count {
        1 => mv.text.clone(),
        _ => text!("term {part}: {words}", part = mv.term_number, words = &mv.text),
    }
}

/// The Grundy values of the components of a sum, whose xor decides.
struct SumValues {
    /// The values of the components of each term.
    values: Vec<Vec<u128>>,
    xor: u128,
    /// The numbers of components of value above 1 (`above_one`) and of value 1 (`ones`), counting copies.
    above_one: u128,
    ones: u128,
}

impl SumValues {
    fn from_answer(position_sum: &PositionSum, answer: &Answer) -> Option<SumValues> {
        let listed = answer.explanation.components.iter();
        let listed_count: u128 = listed.map(|component| u128::from(component.copies)).sum();
        let searched = matches!(answer.explanation.reasons.last(), Some(Reason::Search { .. }));
        if answer.position.component_count == 1
            || listed_count != answer.position.component_count
            || !answer.position.short
            || searched
        {
            return None;
        }
        let mut nim_values = answer.explanation.components.iter().map(|component| component.nim_value);
        let mut values = vec![];
        let (mut xor, mut above_one, mut ones) = (0, 0, 0);
        for term in &position_sum.terms {
            let component_count = if term.copies == 0 { 0 } else { term.position.len() };
            let term_values = nim_values.by_ref().take(component_count).collect::<Option<Vec<u128>>>()?;
            for value in &term_values {
                xor ^= if term.copies % 2 == 1 { *value } else { 0 };
                above_one += if *value > 1 { u128::from(term.copies) } else { 0 };
                ones += if *value == 1 { u128::from(term.copies) } else { 0 };
            }
            values.push(term_values);
        }
        Some(SumValues { values, xor, above_one, ones })
    }

    fn value(&self, mv: &Move) -> u128 {
        self.values[mv.place.term][mv.place.component]
    }

    /// Returns the power of two of the highest 1 bit of the xor; 0 if the xor is 0.
    fn highest_bit(&self) -> u128 {
        self.xor.checked_ilog2().map_or(0, |bit| 1 << bit)
    }

    /// Reports whether the component's value has the highest 1 bit of the xor, which the move clears.
    fn has_highest_bit(&self, mv: &Move) -> bool {
        self.value(mv) & self.highest_bit() != 0
    }

    /// Returns the first winning move in a component that has the highest 1 bit of the xor, if any.
    fn find_explained_move<'a>(&self, answer: &'a Answer) -> Option<&'a Move> {
        answer.moves.listed.iter().find(|mv| self.has_highest_bit(mv))
    }

    /// Returns sentences on the goal of a winning move in a sum.
    fn goal_sentences(&self, position_sum: &PositionSum, answer: &Answer, mv: &Move) -> Vec<Text> {
        let (value, xor) = (self.value(mv), self.xor);
        if answer.position.play == Play::Misere && self.above_one < 2 {
            return self.misere_goal(position_sum, mv);
        }
        if xor == 0 {
            return vec![];
        }
        let to = value ^ xor;
        let mut sentences = vec![];
        let max_value = self.values.iter().flatten().max().copied().unwrap_or(0);
        let bits = max_value.checked_ilog2().unwrap_or(0) as usize + 1;
        // Values of at most 1 have a single binary digit, which needs no explanation.
        if self.has_highest_bit(mv) && (2..=MAX_BITS).contains(&bits) {
            let [in_binary, own, made] = [xor, value, to].map(|number| format!("{number:0bits$b}"));
            let component = position_sum.terms[mv.place.term].position.component(mv.place.component).to_string();
            sentences.push(text!(
                "the highest 1 of the xor {xor} = {in_binary} is the bit for {highest}. An odd number of \
                    components have a 1 there, so at least one does: {component} = {own}",
                xor,
                in_binary,
                highest = self.highest_bit(),
                component,
                own
            ));
            sentences.push(text!(
                "the move changes the value {value} to {value} xor {xor} = {to} = {made}, which is smaller because \
                that bit becomes 0; the xor is now 0",
                value,
                xor,
                to,
                made
            ));
        } else {
            sentences.push(text!(
                "the move changes the value {value} to {value} xor {xor} = {to}; the xor is now 0",
                value,
                xor,
                to
            ));
        }
        sentences
    }

    /// Returns the goal under misère play if at most one component has a value above 1.
    /// The goal is to leave an odd number of components of value 1, and no larger value.
    fn misere_goal(&self, position_sum: &PositionSum, mv: &Move) -> Vec<Text> {
        let after = positions_after(position_sum, mv);
        let known = after.iter().flat_map(|(after, copies)| {
            (0..after.len())
                .map(move |component| Some((after.genus_by_theorem(component, Play::Misere)?.0.normal.0, *copies)))
        });
        let Some(values) = known.collect::<Option<Vec<(u128, u64)>>>() else { return vec![] };
        let above_one = self.above_one - u128::from(self.value(mv) > 1);
        if above_one > 0 || values.iter().any(|&(value, _)| value > 1) {
            return vec![];
        }
        let gone = u128::from(self.value(mv) == 1);
        let ones = self.ones - gone;
        let ones = values.iter().filter(|(value, _)| *value == 1).fold(ones, |sum, &(_, n)| sum + u128::from(n));
        vec![match self.above_one {
            0 => text!(
                "all components have value 0 or 1; after the move, the number of components of value 1 is odd: \
                {ones}",
                ones
            ),
            _ => text!(
                "only one component has a value above 1; the move changes it so that the number of \
                    components of value 1 becomes odd: {ones}",
                ones
            ),
        }]
    }
}
