//! Values of positions of short games: canonical forms, component by component.
//!
//! [`ValueEvaluator::evaluate`] evaluates a sum, [`ValueEvaluator::component_value`] one component.
//! The value of a sum is the sum of the values of its components; the value of a component follows from the values of
//! its options.
//!
//! Source: J. H. Conway, *On Numbers and Games* (1976), ch. 7-10.

use crate::engine_choice::{EngineChoice, engine_for, short_search_budget};
use crate::tables::Tables;
use grundy_engines::cycles::with_cycle;
use grundy_engines::dense::EntryNeed;
use grundy_engines::endless::{MIN_ENDLESS_CHECK, endless_play_error, repetition_error};
use grundy_engines::memory::map_bytes;
use grundy_engines::value_table::TableQuery;
use grundy_lang::text;
use grundy_rules::{
    AnyComponent, AnyKey, AnyMove, Budget, CountedComponents, Error, ErrorKind, FirstMoveResult, Kind, Play, Player,
    PositionSum, Result, Rules, Ruleset, Suggestion, SumRules, SumWithValue, TheoremInfo, error_in_value,
    error_of_limit, with_half_width,
};
use grundy_value::{
    ArenaLimits, NumberUpsStar, ParseError, ParseErrorKind, ParseErrorSource, Value, ValueArena, ValueLimit, mex,
};
use rustc_hash::FxHashMap;
use std::mem::discriminant;

/// An evaluator of positions, whose arena of values is kept between questions.
///
/// ```
/// use grundy_solve::{Budget, value_evaluator::ValueEvaluator};
/// use grundy_value::SymbolSet;
/// let mut evaluator = ValueEvaluator::new(&Budget::default());
/// let position_sum = grundy_games::parse("take[1,2|1,3](4) + hackenbush(0-1:b,1-2:r)").unwrap();
/// let value = evaluator.evaluate(&position_sum).unwrap();
/// assert_eq!(evaluator.arena.text(value, SymbolSet::Ascii).unwrap(), "1/2^[2]");
/// ```
pub struct ValueEvaluator {
    /// The arena that stores all values.
    pub arena: ValueArena,
    budget: Budget,
    /// The maximal number of components in the memo of an evaluation.
    max_components: usize,
    /// The tables of impartial games; `None` after [`ValueEvaluator::disable_tables`].
    tables: Option<Tables>,
    /// The number of components whose values were computed from their options.
    evaluated: u64,
    /// Whether theorems of games may be used for values of components.
    use_theorems: bool,
    /// The theorems that were used.
    pub(crate) used_theorems: Vec<&'static TheoremInfo>,
}

/// A stack frame: a component being evaluated, its options, and the values of the options found so far.
struct EvaluationFrame {
    component: AnyComponent,
    options: Vec<(Player, CountedComponents<AnyComponent>)>,
    next: usize,
    left: Vec<Value>,
    right: Vec<Value>,
}

/// The known values of components; `None` marks a component whose evaluation is in progress.
pub type Memo = FxHashMap<AnyKey, Option<Value>>;

impl ValueEvaluator {
    /// Creates an evaluator with the limits of `budget`; its arena may use half of the memory.
    pub fn new(budget: &Budget) -> ValueEvaluator {
        let stop = budget.clone();
        let limits = ArenaLimits {
            bytes: usize::try_from(budget.bytes / 2).unwrap_or(usize::MAX),
            should_stop: Box::new(move || stop.check().is_err()),
            ..ArenaLimits::default()
        };
        ValueEvaluator {
            arena: ValueArena::with_limits(limits),
            budget: budget.clone(),
            max_components: usize::MAX,
            tables: Some(Tables::default()),
            evaluated: 0,
            use_theorems: true,
            used_theorems: vec![],
        }
    }

    /// Turns off the theorems of games in the evaluator, and returns the evaluator.
    #[must_use]
    pub fn without_theorems(self) -> ValueEvaluator {
        ValueEvaluator { use_theorems: false, ..self }
    }

    /// Creates an evaluator with limits on the components and on the steps of arithmetic on values.
    pub(crate) fn with_limits(budget: &Budget, max_components: u64, max_steps: u64) -> ValueEvaluator {
        let mut evaluator = ValueEvaluator::new(&Budget { nodes: budget.nodes.min(max_components), ..budget.clone() });
        evaluator.max_components = usize::try_from(max_components).unwrap_or(usize::MAX);
        evaluator.arena.limit_steps(max_steps);
        evaluator
    }

    /// Renews the limits that [`Self::with_limits`] set, after an evaluation that filled `memo`.
    pub(crate) fn renew_limits(&mut self, memo: &Memo, max_components: u64, max_steps: u64) {
        self.max_components = memo.len().saturating_add(usize::try_from(max_components).unwrap_or(usize::MAX));
        self.arena.limit_steps(max_steps);
    }

    /// Replaces the limits that [`Self::with_limits`] set by those of `budget`.
    pub(crate) fn lift_limits(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        self.max_components = usize::MAX;
        self.arena.limit_steps(u64::MAX);
    }

    /// Stops the use of tables after a rule has failed in one of them.
    ///
    /// Components are then evaluated by the evaluator of their game, or else from their options.
    pub(crate) fn disable_tables(&mut self) {
        self.tables = None;
    }

    /// Returns the number of positions evaluated so far.
    pub(crate) fn evaluated(&self) -> u64 {
        self.evaluated + self.arena.evaluated()
    }

    /// Converts a limit of the arena to an error for users.
    pub fn error(&self, limit: ValueLimit) -> Error {
        match (limit, self.budget.check()) {
            (ValueLimit::Cancelled, Err(error)) => error,
            (ValueLimit::Memory, _) => {
                let max_bytes = self.budget.bytes;
                let reached = grundy_rules::Limit::Memory { needed: u128::from(max_bytes) + 1, limit: max_bytes };
                Error::for_limit(reached, text!("the values exceed the memory limit"))
                    .with_suggestion(Suggestion::Memory(max_bytes.saturating_mul(2)))
            }
            _ => error_of_limit(limit),
        }
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    /// Fails with `unsupported` for positions that are not short games under normal play, and with `limit` if the
    /// budget runs out.
    pub fn evaluate(&mut self, position_sum: &PositionSum) -> Result<Value> {
        let scope = self.budget.enter();
        let value = self.value_within(position_sum);
        if scope.is_exhausted() && self.tables.is_some() {
            // Tables computed from incomplete lists of moves are invalid.
            self.tables = Some(Tables::default());
        }
        scope.finish(value)
    }

    fn value_within(&mut self, position_sum: &PositionSum) -> Result<Value> {
        let turns = position_sum.terms.iter().any(|term| term.position.ruleset().has_extra_turns());
        let kind = matches!(position_sum.kind(), Kind::Impartial | Kind::Partizan);
        if position_sum.play == Play::Misere || !position_sum.is_short() || turns || !kind {
            let message = match turns {
                true => text!("a game in which a player can move again has no canonical form"),
                false => text!("only short two-player games under normal play have a canonical form"),
            };
            return Err(Error::new(ErrorKind::Unsupported, message)
                .help(text!("for example {example}", example = "hackenbush(0-1:b,1-2:r)")));
        }
        // Clear a fault that earlier work recorded: this question has not met it.
        position_sum.take_fault();
        let value = self.sum(position_sum);
        position_sum.check_and_clear_fault()?;
        value
    }

    /// Returns the sum of the values of all components.
    fn sum(&mut self, position_sum: &PositionSum) -> Result<Value> {
        let mut rules = SumRules::default();
        let mut memo = Memo::default();
        let mut sum = Value::ZERO;
        for term in &position_sum.terms {
            for component in term.position.erased_components(&mut rules, term.negative) {
                let value = self.component_value(&rules, &mut memo, &component);
                let value = value.map_err(|error| with_cycle(error, [term.position.clone_box()]))?;
                let all = self.times(value, term.copies)?;
                sum = self.arena.add(sum, all).map_err(|limit| self.error(limit))?;
            }
        }
        Ok(sum)
    }

    /// Returns the values of all positions of rules on one or two numbers, each number at most `to`.
    /// The values are in row-major order: the first number varies slowest.
    ///
    /// ```
    /// use grundy_solve::{Budget, value_evaluator::ValueEvaluator};
    /// use grundy_value::SymbolSet;
    /// let mut evaluator = ValueEvaluator::new(&Budget::default());
    /// let rules = grundy_games::parse_rules("take[1 | 2]").unwrap();
    /// let values = evaluator.values_up_to(&rules, 3).unwrap();
    /// assert_eq!(evaluator.arena.text(values[2], SymbolSet::Ascii).unwrap(), "{1|0}");
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`ValueEvaluator::evaluate`], and `unsupported` for rules whose positions are not one or
    /// two numbers.
    pub fn values_up_to(&mut self, rules: &Ruleset, to: u64) -> Result<Vec<Value>> {
        let dims = rules.dims().unwrap_or(0);
        if !(1..=2).contains(&dims) {
            let message = text!("tables of values are available only for rules on one or two numbers");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let from = rules.game.min_index();
        let entries = (u128::from(to) + 1).saturating_pow(dims as u32);
        self.budget.check_fits(entries.saturating_mul(200), &text!("a table of values up to {to}", to))?;
        let (mut sum_rules, mut memo) = (SumRules::default(), Memo::default());
        let mut values = vec![];
        let second = if dims == 2 { from..=to } else { 0..=0 };
        for a in from..=to {
            for b in second.clone() {
                // After a cancellation rules list no moves, and the evaluation of a position without moves does
                // not check the limits; so this loop checks them itself.
                if values.len().is_multiple_of(1024) {
                    self.budget.check()?;
                }
                let Some(position) = rules.game.position_at([a, b, 0]) else {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        text!("`{rules}` has no position with these numbers", rules),
                    ));
                };
                // `evaluate` rejects kinds of games without values. The kind depends only on the rules, so checking
                // one position is enough.
                if values.is_empty() {
                    let position_sum = PositionSum::from_position(
                        rules.play,
                        rules.game.position_at([a, b, 0]).unwrap_or(position.component(0)),
                    );
                    self.evaluate(&position_sum)?;
                }
                let mut sum = Value::ZERO;
                for component in position.erased_components(&mut sum_rules, false) {
                    let value = self.component_value(&sum_rules, &mut memo, &component);
                    let value = value.map_err(|error| with_cycle(error, [position.clone_box()]))?;
                    sum = self.arena.add(sum, value).map_err(|limit| self.error(limit))?;
                }
                values.push(sum);
                if let Some(progress) = self.budget.progress.as_ref().filter(|_| values.len().is_multiple_of(64)) {
                    progress.report(&text!("positions"), values.len() as u64, u64::try_from(entries).ok());
                }
            }
        }
        rules.game.check_and_clear_fault()?;
        Ok(values)
    }

    /// Parses an expression and returns its value; the function `parse_game` parses the positions in it.
    ///
    /// ```
    /// use grundy_games::parse;
    /// use grundy_solve::{Budget, value_evaluator::ValueEvaluator};
    /// use grundy_value::SymbolSet;
    /// let mut evaluator = ValueEvaluator::new(&Budget::default());
    /// let value = evaluator.parse("3*nim(2) + ^", &mut |text| parse(text)).unwrap();
    /// assert_eq!(evaluator.arena.text(value, SymbolSet::Ascii).unwrap(), "^*2");
    /// let error = evaluator.parse("^ + nim(2", &mut |text| parse(text)).unwrap_err();
    /// assert_eq!(error.span, Some(7..8));
    /// ```
    ///
    /// # Errors
    /// Returns syntax errors with their span, and the errors of [`ValueEvaluator::evaluate`].
    pub fn parse(&mut self, text: &str, parse_game: &mut dyn FnMut(&str) -> Result<PositionSum>) -> Result<Value> {
        with_half_width(text, |text| self.parse_ascii(text, parse_game))
    }

    fn parse_ascii(&mut self, text: &str, parse_game: &mut dyn FnMut(&str) -> Result<PositionSum>) -> Result<Value> {
        // `self.arena` holds the arena while a position is evaluated; the parser of values owns it otherwise.
        let mut arena = std::mem::take(&mut self.arena);
        let parsed = arena.parse_with_games(text, &mut |values, game| {
            std::mem::swap(values, &mut self.arena);
            let value = parse_game(game).and_then(|position_sum| self.evaluate(&position_sum));
            std::mem::swap(values, &mut self.arena);
            value
        });
        self.arena = arena;
        parsed.map_err(|ParseError { span, source }| match source {
            ParseErrorSource::Game(error) => {
                let place = error.span.clone().map_or(span.clone(), |own| span.start + own.start..span.start + own.end);
                error.at(place)
            }
            ParseErrorSource::Text(ParseErrorKind::Limit(limit)) => self.error(limit).at(span),
            ParseErrorSource::Text(kind) => error_in_value(kind).at(span),
        })
    }

    /// Returns the winning first moves of a sum, if the game of its components has an engine for them.
    ///
    /// These are all such moves if `wants_all_moves` is set, and else one for each player who has one.
    /// The values of `sum` are in the arena of this evaluator.
    ///
    /// # Errors
    /// If the budget runs out, the first moves that were settled before.
    pub fn winning_first_moves(
        &mut self,
        rules: &SumRules,
        sum: &SumWithValue<AnyComponent>,
        wants_all_moves: bool,
    ) -> Option<FirstMoveResult<AnyMove>> {
        let budget = self.budget.clone();
        rules.winning_first_moves(sum, wants_all_moves, &mut self.arena, &budget)
    }

    /// Returns the moves of a component to this Grundy value, if its game's own engine finds them.
    ///
    /// The game must be impartial.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out.
    pub(crate) fn moves_to_nimber(
        &mut self,
        rules: &SumRules,
        component: &AnyComponent,
        nim: u128,
    ) -> Option<Result<Vec<AnyMove>>> {
        let budget = self.budget.clone();
        let nim = u32::try_from(nim).ok()?;
        let found = rules.moves_to_nimber(component, nim, &mut self.arena, &budget)?;
        Some(found.map_err(|limit| self.engine_error(limit)))
    }

    /// Converts a limit reached by a game's own engine to an error for users.
    pub(crate) fn engine_error(&self, limit: ValueLimit) -> Error {
        // Inside a game's own engine, `ValueLimit::Steps` means that the budget's limit of positions was reached.
        let more = self.budget.nodes.checked_add(1).filter(|_| limit == ValueLimit::Steps);
        let exceeded = more.and_then(|more| self.budget.meter(text!("positions")).advance(more).err());
        exceeded.unwrap_or_else(|| self.error(limit))
    }

    /// Returns the Grundy value of a component of an impartial game.
    pub(crate) fn nimber(&mut self, rules: &SumRules, memo: &mut Memo, component: &AnyComponent) -> Result<u128> {
        if let Some(nim) = rules.grundy_value_by_theorem(component) {
            return Ok(nim);
        }
        let value = self.component_value(rules, memo, component)?;
        let closed = self
            .arena
            .number_ups_star(value)
            .filter(|closed| *closed == NumberUpsStar { nim: closed.nim, ..NumberUpsStar::default() });
        Ok(closed.expect("values of impartial games are nimbers").nim.into())
    }

    /// Returns the value of a component by the first engine that succeeds.
    /// `engine_choice.rs` gives the order of the engines.
    ///
    /// # Errors
    /// Fails with `limit` if the budget or the arena runs out, and with `unsupported` if a position can repeat.
    pub fn component_value(&mut self, rules: &SumRules, memo: &mut Memo, component: &AnyComponent) -> Result<Value> {
        if let Some(value) = self.known_value(rules, memo, component)? {
            return Ok(value);
        }
        let budget = self.budget.clone();
        match engine_for(rules, component, &budget) {
            EngineChoice::ClosedForm => {}
            EngineChoice::Table { after_search } if self.tables.is_some() => {
                if after_search && let Some(value) = self.value_by_short_search(rules, component)? {
                    memo.insert(rules.key(component), Some(value));
                    return Ok(value);
                }
                if let Some(value) = self.value_by_table(rules, component)? {
                    memo.insert(rules.key(component), Some(value));
                    return Ok(value);
                }
            }
            EngineChoice::Table { .. } | EngineChoice::Own => {
                if let Some(value) = rules.direct_value(component, &mut self.arena, &budget) {
                    let value = value.map_err(|limit| self.engine_error(limit))?;
                    memo.insert(rules.key(component), Some(value));
                    return Ok(value);
                }
            }
        }
        let value = self.value_by_options(rules, memo, component, &budget);
        // Take the fault out of the rules: `value_by_table` would otherwise ascribe it to the next table.
        match self.tables.as_ref().and_then(|_| rules.take_fault(component)) {
            Some(fault) => Err(fault),
            None => value,
        }
    }

    /// Returns the value of a component if a search of few positions finds it.
    fn value_by_short_search(&mut self, rules: &SumRules, component: &AnyComponent) -> Result<Option<Value>> {
        // An abandoned search leaves unfinished entries in its memo, so the memo is not shared.
        let found = self.value_by_options(rules, &mut Memo::default(), component, &short_search_budget(&self.budget));
        if let Some(fault) = rules.take_fault(component) {
            return Err(fault);
        }
        match found {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_interrupt() => Err(error),
            Err(_) => self.budget.check().map(|()| None),
        }
    }

    /// Returns the value of a component from the table of its game.
    /// Returns `None` if there is no table or its limits do not suffice.
    fn value_by_table(&mut self, rules: &SumRules, component: &AnyComponent) -> Result<Option<Value>> {
        let (budget, Some(tables)) = (self.budget.clone(), self.tables.as_mut()) else { return Ok(None) };
        while let Some((view, at)) = rules.table_form(component) {
            let query = TableQuery { rules: view, play: Play::Normal, budget: &budget };
            let Some(table) = rules.id(component).and_then(|id| tables.table_for(id, EntryNeed::Values, &query)) else {
                break;
            };
            let entry = table.genus_at(at, &query);
            if rules.take_fault(component).is_some() {
                // The table also holds positions that play does not reach, and the rule failed at one of
                // them. Entries from that position on are meaningless, so the tables are cleared and the
                // caller computes the value from the options.
                tables.clear();
                return Ok(None);
            }
            if rules.table_form(component).is_none_or(|(now, _)| discriminant(&now) != discriminant(&view)) {
                // The rule turned out not to decrease its numbers, so another kind of table is opened for it.
                continue;
            }
            return match entry {
                Ok(entry) => {
                    let nim = entry.genus.map(|genus| u32::try_from(genus.normal.0));
                    let nim = nim.transpose().map_err(|_| self.error(ValueLimit::Number))?;
                    let value = nim.map(|nim| self.arena.nimber(nim)).transpose();
                    value.map_err(|limit| self.error(limit))
                }
                // Except in games of taking amounts, play may skip most entries of a table: the options may then be
                // cheaper, so reaching a limit is no error here.
                Err(error) if error.kind == ErrorKind::Limit && view.amounts().is_none() => {
                    budget.check().map(|()| None)
                }
                Err(error) => Err(error),
            };
        }
        Ok(None)
    }

    /// Returns the value of a component from the values of its options, with an explicit stack.
    fn value_by_options(
        &mut self,
        rules: &SumRules,
        memo: &mut Memo,
        component: &AnyComponent,
        budget: &Budget,
    ) -> Result<Value> {
        let mut meter = budget.meter(text!("positions"));
        let mut owned_bytes = 0;
        let mut stack = vec![new_frame(rules, memo, component, budget, &mut owned_bytes)?];
        for steps in 1u64.. {
            if steps.is_multiple_of(4096) {
                budget.check()?;
            }
            let frame = stack.last_mut().expect("the stack holds the root until it is done");
            let Some((by, components)) = frame.options.get(frame.next) else {
                let value = match rules.kind(&frame.component) {
                    Kind::Impartial => self.mex(&frame.left),
                    _ => self.arena.value_from_options(&frame.left, &frame.right),
                };
                let value = value.map_err(|limit| self.error(limit))?;
                meter.advance(1)?;
                self.evaluated += 1;
                if memo.len() > self.max_components {
                    return Err(self.error(ValueLimit::Steps));
                }
                memo.insert(rules.key(&frame.component), Some(value));
                stack.pop();
                if stack.is_empty() {
                    return Ok(value);
                }
                continue;
            };
            let (mut sum, mut missing) = (Value::ZERO, None);
            for (component, copies) in components {
                match self.known_value(rules, memo, component)? {
                    Some(value) => {
                        let all = self.times(value, *copies)?;
                        sum = self.arena.add(sum, all).map_err(|limit| self.error(limit))?;
                    }
                    None => {
                        missing = Some(component.clone());
                        break;
                    }
                }
            }
            match missing {
                Some(component) => stack.push(new_frame(rules, memo, &component, budget, &mut owned_bytes)?),
                None => {
                    if *by == Player::LEFT { &mut frame.left } else { &mut frame.right }.push(sum);
                    frame.next += 1;
                }
            }
        }
        unreachable!("the loop ends with the root's value")
    }

    /// Returns the value of `copies` copies of a value, by doubling; nimbers cancel in pairs.
    pub(crate) fn times(&mut self, value: Value, copies: u64) -> Result<Value> {
        let is_nimber = self
            .arena
            .number_ups_star(value)
            .is_some_and(|closed| closed == NumberUpsStar { nim: closed.nim, ..NumberUpsStar::default() });
        let copies = if is_nimber { copies & 1 } else { copies };
        let copies = i64::try_from(copies).map_err(|_| self.error(ValueLimit::Number))?;
        self.arena.times(copies, value).map_err(|limit| self.error(limit))
    }

    /// Returns the nimber of an impartial game whose options have these values, which must be nimbers.
    fn mex(&mut self, options: &[Value]) -> std::result::Result<Value, ValueLimit> {
        let nims =
            options.iter().filter_map(|&option| self.arena.number_ups_star(option)).map(|closed| closed.nim.into());
        let nim = mex(nims.collect::<Vec<u128>>());
        self.arena.nimber(u32::try_from(nim).map_err(|_| ValueLimit::Number)?)
    }

    /// Returns the value of a component if a theorem or the memo gives it.
    fn known_value(&mut self, rules: &SumRules, memo: &Memo, component: &AnyComponent) -> Result<Option<Value>> {
        if rules.kind(component) == Kind::Impartial {
            if let Some(nim) = rules.grundy_value_by_theorem(component) {
                let nim = u32::try_from(nim).map_err(|_| self.error(ValueLimit::Number))?;
                return self.arena.nimber(nim).map(Some).map_err(|limit| self.error(limit));
            }
        } else if self.use_theorems
            && let Some((value, theorem)) = rules.game_value_by_theorem(component, &mut self.arena)
        {
            if !self.used_theorems.iter().any(|used| std::ptr::eq(*used, theorem)) {
                self.used_theorems.push(theorem);
            }
            return value.map(Some).map_err(|limit| self.error(limit));
        } else if let Some(number) = rules.known_number(component) {
            let value = number.and_then(|number| self.arena.number(number));
            return value.map(Some).map_err(|limit| self.error(limit));
        }
        match memo.get(&rules.key(component)) {
            Some(Some(value)) => Ok(Some(*value)),
            Some(None) => Err(repetition_error()),
            None => Ok(None),
        }
    }
}

/// Returns the stack frame of a component: lists its options and marks it in the memo.
fn new_frame(
    rules: &SumRules,
    memo: &mut Memo,
    component: &AnyComponent,
    budget: &Budget,
    owned_bytes: &mut u64,
) -> Result<EvaluationFrame> {
    let memo_len = memo.len();
    if memo_len >= MIN_ENDLESS_CHECK
        && memo_len.is_power_of_two()
        && [Player::LEFT, Player::RIGHT].iter().any(|&by| rules.has_unbounded_moves(component, by))
    {
        return Err(endless_play_error());
    }
    *owned_bytes += rules.extra_bytes(component);
    let what = text!("the memo table of component values");
    let held = u128::from(map_bytes(memo) + *owned_bytes);
    let each = (size_of::<(Player, CountedComponents<AnyComponent>)>() + 2 * size_of::<AnyComponent>()) as u128;
    let mut options = vec![];
    // In impartial games both players have the same moves.
    let players: &[Player] =
        if rules.kind(component) == Kind::Impartial { &[Player::LEFT] } else { &[Player::LEFT, Player::RIGHT] };
    for &by in players {
        let moves = rules.moves(component, by);
        budget.check_fits(held * 2 + moves.size_hint().0 as u128 * each, &what)?;
        for mv in moves {
            options.push((by, rules.play_counted(component, by, &mv)));
            if options.len().is_multiple_of(1024) {
                budget.check()?;
                budget.check_fits(held * 2 + options.capacity() as u128 * each, &what)?;
            }
        }
    }
    // An exhausted budget may have cut the list of moves short, so fail before the list is used.
    budget.check()?;
    memo.insert(rules.key(component), None);
    *owned_bytes += options.len() as u64 * each as u64 / 8;
    Ok(EvaluationFrame { component: component.clone(), options, next: 0, left: vec![], right: vec![] })
}
