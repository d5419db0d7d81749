//! Sums of positions in which play can end by `wins if` and `loses if`, and whose moves may leave several components.
//!
//! A component is lost if the player to move has lost, and won if this player has won or can leave a lost component.
//! All other components are equivalent to Nim heaps. [`ComponentValues`] computes these values; [`solve`] makes an
//! answer of them.

use crate::answer::{Answer, MoveResult, Reason};
use crate::listing::{FoundMove, FoundMoves, Listing};
use crate::question::{MovesWanted, Question};
use crate::solved_positions::unreachable_position;
use grundy_engines::theorems::IMMEDIATE_WINS;
use grundy_lang::text;
use grundy_rules::indexed::TerminalResult;
use grundy_rules::{AnyMove, Budget, DynPosition, Error, ErrorKind, Meter, Outcome, Player, PositionSum, Result};
use smallvec::SmallVec;
use std::collections::HashMap;

/// The value of a component or of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndValue {
    /// The player to move has lost.
    Lost,
    /// The player to move has won, or wins by a move that leaves a lost component.
    Won,
    /// A component or sum that is equivalent to a Nim heap.
    Nimber(u32),
}

impl EndValue {
    /// Adds the value of one or more copies of a component; `odd` is true if their number is odd.
    fn plus(self, other: EndValue, odd: bool) -> EndValue {
        match (self, other) {
            (EndValue::Lost, _) | (_, EndValue::Lost) => EndValue::Lost,
            (EndValue::Won, _) | (_, EndValue::Won) => EndValue::Won,
            (EndValue::Nimber(sum), EndValue::Nimber(heap)) => EndValue::Nimber(if odd { sum ^ heap } else { sum }),
        }
    }

    fn is_win(self) -> bool {
        !matches!(self, EndValue::Lost | EndValue::Nimber(0))
    }

    fn outcome(self) -> Outcome {
        if self.is_win() { Outcome::N } else { Outcome::P }
    }
}

/// Solves a sum whose terms are positions of rules with `wins if` or `loses if`.
///
/// # Errors
/// Fails with `unsupported` if a position can recur, and with `limit` if the budget is exhausted.
pub(super) fn solve(position_sum: &PositionSum, question: &Question, budget: &Budget) -> Result<Answer> {
    // A sum in which play has ended needs no values: positions may recur in its other components.
    if let Some(end) = position_sum.terminal_result() {
        let mut answer = Answer::for_position(position_sum);
        answer.result.outcome = Some(if end == TerminalResult::Win { Outcome::N } else { Outcome::P });
        if question.moves != MovesWanted::None {
            answer.moves.total = Some(0);
        }
        return Ok(with_reasons(answer, &[]));
    }
    let terms = || position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0);
    // Each ruleset has its own values, since equal numbers mean different positions in different rules.
    let mut rulesets: Vec<ComponentValues> = vec![];
    let mut values: Vec<(usize, Vec<EndValue>)> = vec![];
    let mut total = Total::default();
    for (_, term) in terms() {
        let position = &*term.position;
        let id = position.ruleset().id();
        let found = rulesets.iter().position(|one| one.origin.ruleset().id() == id);
        let at = found.unwrap_or_else(|| {
            rulesets.push(ComponentValues::new(position, budget));
            rulesets.len() - 1
        });
        let mut list = Vec::with_capacity(position.len());
        for component in 0..position.len() {
            let value = rulesets[at].value_of(position, component)?;
            total.add(value, term.copies);
            list.push(value);
        }
        values.push((at, list));
    }
    let mut answer = Answer::for_position(position_sum);
    answer.result.outcome = Some(total.value().outcome());
    if question.moves == MovesWanted::None {
        return Ok(with_reasons(answer, &rulesets));
    }
    let max_listed = question.moves.max_listed();
    let (mut best, mut others) = (Listing::new(position_sum, max_listed), Listing::new(position_sum, max_listed));
    for ((t, term), (at, list)) in terms().zip(&values) {
        let (mut good, mut bad) = (vec![], vec![]);
        for (component, &value) in list.iter().enumerate() {
            let none = || FoundMoves { component, count: 0, moves: vec![] };
            let (mut wins, mut losses) = (none(), none());
            let rest = total.without(value).value();
            let single = term.position.component(component);
            for mv in term.position.moves(component, Player::LEFT) {
                let option = rulesets[*at].value_after(&*single, &mv)?;
                let is_win = !option.plus(rest, true).is_win();
                let (list, result) =
                    if is_win { (&mut wins, MoveResult::Win) } else { (&mut losses, MoveResult::Loss) };
                list.count += 1;
                if list.moves.len() < max_listed {
                    list.moves.push(FoundMove::new(mv, Player::LEFT, result));
                }
            }
            good.push(wins);
            bad.push(losses);
        }
        best.add(t, &good);
        others.add(t, &bad);
    }
    (answer.moves.listed, answer.moves.total) = (best.moves, Some(best.total));
    if question.moves.lists_all() {
        answer.moves.others = others.moves;
    }
    Ok(with_reasons(answer, &rulesets))
}

fn with_reasons(mut answer: Answer, rulesets: &[ComponentValues]) -> Answer {
    answer.nodes = rulesets.iter().map(|one| one.words.len() as u64).sum();
    answer.explanation.reasons = vec![Reason::Theorem(&IMMEDIATE_WINS)];
    if answer.nodes > 0 {
        answer.explanation.reasons.push(Reason::Search { nodes: answer.nodes });
    }
    answer
}

/// The combined value of all components of a sum.
#[derive(Clone, Copy, Default)]
struct Total {
    /// The number of lost components.
    lost: u128,
    /// The number of won components.
    won: u128,
    /// The xor of the other components.
    xor: u32,
}

impl Total {
    fn add(&mut self, value: EndValue, copies: u64) {
        match value {
            EndValue::Lost => self.lost += u128::from(copies),
            EndValue::Won => self.won += u128::from(copies),
            EndValue::Nimber(heap) => self.xor ^= if copies % 2 == 1 { heap } else { 0 },
        }
    }

    /// Returns the total without one component of this value.
    fn without(mut self, value: EndValue) -> Total {
        match value {
            EndValue::Lost => self.lost -= 1,
            EndValue::Won => self.won -= 1,
            EndValue::Nimber(heap) => self.xor ^= heap,
        }
        self
    }

    fn value(self) -> EndValue {
        match self {
            Total { lost: 1.., .. } => EndValue::Lost,
            Total { won: 1.., .. } => EndValue::Won,
            Total { xor, .. } => EndValue::Nimber(xor),
        }
    }
}

/// The components that a move leaves, each with a flag that is true if its number of copies is odd.
type OptionComponents = SmallVec<[(u32, bool); 2]>;

/// The values of the components of one ruleset, computed on demand by depth-first search.
pub(crate) struct ComponentValues<'a> {
    /// A position under the rules, which decodes components.
    origin: &'a dyn DynPosition,
    budget: &'a Budget,
    meter: Meter<'a>,
    /// The indices of the components found so far, by the words that encode them.
    indices: HashMap<Box<[u64]>, u32>,
    /// The words of each component.
    words: Vec<Box<[u64]>>,
    values: Vec<State>,
    /// The approximate memory in bytes.
    bytes: u128,
}

/// The state of the evaluation of a component.
#[derive(Clone, Copy)]
enum State {
    Unknown,
    /// The search is inside the component, so a position that leads back to it recurs.
    Open,
    Known(EndValue),
}

/// A component whose options are being evaluated.
struct Frame {
    index: u32,
    options: Vec<OptionComponents>,
    /// The number of options evaluated so far.
    done: usize,
    /// The Grundy values of the options, one bit per value.
    seen: SmallVec<[u64; 2]>,
}

impl<'a> ComponentValues<'a> {
    /// Creates an empty list of values under the rules of a position.
    pub fn new(origin: &'a dyn DynPosition, budget: &'a Budget) -> ComponentValues<'a> {
        let meter = budget.meter(text!("positions"));
        ComponentValues { origin, budget, meter, indices: HashMap::new(), words: vec![], values: vec![], bytes: 0 }
    }

    /// Returns the outcome of one component of a position by itself.
    ///
    /// # Errors
    /// Fails with `unsupported` if a position can recur, and with `limit` if the budget is exhausted.
    pub fn outcome(&mut self, position: &dyn DynPosition, component: usize) -> Result<Outcome> {
        self.value_of(position, component).map(EndValue::outcome)
    }

    /// Returns the value of one component of a position.
    fn value_of(&mut self, position: &dyn DynPosition, component: usize) -> Result<EndValue> {
        let index = self.index_of(position, component)?;
        self.evaluate(index)
    }

    /// Returns the value of the components that a move in a position with one component leaves.
    fn value_after(&mut self, position: &dyn DynPosition, mv: &AnyMove) -> Result<EndValue> {
        let components = self.option_components(position, mv)?;
        for &(index, _) in &components {
            self.evaluate(index)?;
        }
        Ok(self.sum(&components).unwrap_or(EndValue::Lost))
    }

    fn index_of(&mut self, position: &dyn DynPosition, component: usize) -> Result<u32> {
        let words = position.encode(component).ok_or_else(|| unreachable_position(position))?;
        if let Some(&index) = self.indices.get(&words[..]) {
            return Ok(index);
        }
        let words: Box<[u64]> = words.into();
        let index = self.words.len() as u32;
        self.bytes += 16 * words.len() as u128 + 96;
        self.indices.insert(words.clone(), index);
        self.words.push(words);
        self.values.push(State::Unknown);
        Ok(index)
    }

    /// Returns the components that a move in a position with one component leaves.
    fn option_components(&mut self, position: &dyn DynPosition, mv: &AnyMove) -> Result<OptionComponents> {
        let mut components = OptionComponents::new();
        for (term, copies) in position.after_counted(0, Player::LEFT, mv) {
            for component in (0..term.len()).filter(|_| copies > 0) {
                components.push((self.index_of(&*term, component)?, copies % 2 == 1));
            }
        }
        Ok(components)
    }

    /// Returns the value of a sum of components, or `None` if the value of one is not known.
    fn sum(&self, components: &OptionComponents) -> Option<EndValue> {
        components.iter().try_fold(EndValue::Nimber(0), |sum, &(index, odd)| match self.values[index as usize] {
            State::Known(value) => Some(sum.plus(value, odd)),
            State::Unknown | State::Open => None,
        })
    }

    /// Evaluates a component; its value is stored.
    fn evaluate(&mut self, root: u32) -> Result<EndValue> {
        if let State::Known(value) = self.values[root as usize] {
            return Ok(value);
        }
        let mut stack: Vec<Frame> = vec![];
        stack.extend(self.new_frame(root)?);
        while let Some(frame) = stack.last_mut() {
            let Some(components) = frame.options.get(frame.done) else {
                let full = frame.seen.iter().take_while(|&&word| word == u64::MAX).count();
                let mex = full as u32 * 64 + frame.seen.get(full).map_or(0, |word| word.trailing_ones());
                self.close(&mut stack, EndValue::Nimber(mex));
                continue;
            };
            match self.sum(components) {
                Some(EndValue::Lost) => self.close(&mut stack, EndValue::Won),
                // A move after which the opponent wins at once does not influence the value.
                Some(EndValue::Won) => frame.done += 1,
                Some(EndValue::Nimber(value)) => {
                    let word = value as usize / 64;
                    if frame.seen.len() <= word {
                        frame.seen.resize(word + 1, 0);
                    }
                    frame.seen[word] |= 1 << (value % 64);
                    frame.done += 1;
                }
                None => {
                    let unknown =
                        components.iter().find(|(index, _)| !matches!(self.values[*index as usize], State::Known(_)));
                    let index = unknown.map_or(root, |(index, _)| *index);
                    if matches!(self.values[index as usize], State::Open) {
                        return Err(recurrence_error());
                    }
                    stack.extend(self.new_frame(index)?);
                }
            }
        }
        match self.values[root as usize] {
            State::Known(value) => Ok(value),
            State::Unknown | State::Open => Err(unreachable_position(self.origin)),
        }
    }

    /// Lists the options of a component to evaluate; returns `None` if its value is known at once.
    fn new_frame(&mut self, index: u32) -> Result<Option<Frame>> {
        let position = self.origin.decode(&self.words[index as usize]);
        let position = position.ok_or_else(|| unreachable_position(self.origin))?;
        let known = match position.terminal_result(0) {
            Some(TerminalResult::Loss) => EndValue::Lost,
            Some(TerminalResult::Win) => EndValue::Won,
            Some(TerminalResult::Draw) => return Err(unreachable_position(self.origin)),
            None => {
                let mut options = vec![];
                for mv in position.moves(0, Player::LEFT) {
                    let components = self.option_components(&*position, &mv)?;
                    self.bytes += option_bytes(&components);
                    options.push(components);
                    self.meter.advance(1)?;
                    // One component can have very many options.
                    if options.len().is_multiple_of(1 << 12) {
                        self.check_memory()?;
                    }
                }
                position.ruleset().check_and_clear_fault()?;
                self.check_memory()?;
                self.values[index as usize] = State::Open;
                return Ok(Some(Frame { index, options, done: 0, seen: SmallVec::new() }));
            }
        };
        self.values[index as usize] = State::Known(known);
        Ok(None)
    }

    /// Stores the value of the innermost component, and leaves it.
    fn close(&mut self, stack: &mut Vec<Frame>, value: EndValue) {
        if let Some(frame) = stack.pop() {
            self.values[frame.index as usize] = State::Known(value);
            self.bytes -= frame.options.iter().map(option_bytes).sum::<u128>();
        }
    }

    fn check_memory(&self) -> Result<()> {
        self.budget.check_fits(self.bytes, &text!("a search of {nodes} positions", nodes = self.words.len()))
    }
}

/// Returns the memory that an option in a list takes, in bytes.
///
/// A growing list is moved to one of twice the size.
fn option_bytes(components: &OptionComponents) -> u128 {
    let spilled = if components.spilled() { components.capacity() * size_of::<(u32, bool)>() } else { 0 };
    (3 * size_of::<OptionComponents>() + spilled) as u128
}

/// Returns the error for misère play, which these rules do not have.
pub(crate) fn misere_error() -> Error {
    let message = text!("rules with `wins if` or `loses if` cannot be played under misère play");
    Error::new(ErrorKind::Unsupported, message).help(text!("omit `misere`"))
}

fn recurrence_error() -> Error {
    let message = text!("the sum contains a rule with `wins if` or `loses if`, and positions can repeat");
    Error::new(ErrorKind::Unsupported, message)
        .help(text!("bound the positions, as in `within a <= 40`, and solve a single position"))
}
