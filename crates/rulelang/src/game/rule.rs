//! The ruleset of a rule: its moves, and the interfaces for engines that tabulate values.

use super::named::RuleEntry;
use crate::evaluation::fault::{FaultKind, RuleFault};
use crate::evaluation::recognise::RuleShape;
use crate::evaluation::walk::{MAX_STEPS, OptionBlock, OptionWalk, Parameters, merge_equal};
use crate::logic::bounds::LinearBounds;
use crate::logic::growth::unbounded_options;
use grundy_lang::{Text, text};
use grundy_rules::CompactSort;
use grundy_rules::indexed::TerminalResult;
use grundy_rules::{
    Components, Coordinates, CountedComponents, DenseRules, FirstFault, Game, HeapRules, Impartial, OptionBatch,
    OptionWalker, Player, Result, Rules, Scored, SymbolicParams, normalise_coordinates,
};
use grundy_rules::{claim_bytes, spend};
use grundy_syntax::ast::{self, OptionPlayers};
use grundy_syntax::parse;
use grundy_syntax::print::normalise_spaces;
use grundy_syntax::token::{Token, Tokens};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game given by its rule.
#[derive(Debug)]
pub struct Rule {
    pub(super) rule: ast::Rule,
    pub(super) bounds: LinearBounds,
    pub(super) shape: RuleShape,
    /// The rule in one line, as it is printed between the braces.
    pub(super) text: String,
    /// Whether two options of one position can be equal, so that duplicates must be removed.
    has_duplicates: bool,
    /// For each parameter, whether the options of a position can depend on it.
    depends_on: SmallVec<[bool; 3]>,
    /// The first error that occurred while options were enumerated.
    pub(super) fault: FirstFault,
    /// For each option of the rule, whether it can be repeated for ever with ever larger numbers.
    ///
    /// Computed on demand.
    unbounded_options: OnceLock<Vec<bool>>,
    /// The printed form of a game with symbolic parameters, and the data of these parameters.
    ///
    /// The field is `None` for other games.
    pub(super) symbolic: Option<(String, SymbolicParams)>,
    /// The entry of the game, if it is one of the games in [`super::named`].
    pub(super) named: Option<&'static RuleEntry>,
    /// The total cost of the numbers that were examined to list moves; a number costs about 1.
    steps: AtomicU64,
    /// Set once an option of a heap contains a heap that is not smaller.
    ///
    /// Tables by heap size then do not apply.
    pub(super) has_growing_option: OnceLock<()>,
}

/// A move, represented by the components that it leaves and its points.
///
/// Options with the same components and points are one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleMove {
    /// The sorted, distinct components after the move, with their numbers of copies.
    pub components: CountedComponents<Parameters>,
    /// The points for the player who makes the move; 0 in games without points.
    pub points: i64,
}

impl Rule {
    /// Parses a rule written without braces, such as `n -> n-1; n/2`.
    ///
    /// # Errors
    /// `syntax` or `bad_argument`, with the span.
    ///
    /// ```
    /// use grundy_rulelang::Rule;
    /// assert_eq!(Rule::new("n -> n-1; n/2").unwrap().arity(), 1);
    /// assert!(Rule::new("n -> m").is_err());
    /// ```
    pub fn new(text: &str) -> Result<Rule> {
        Rule::at(text, 0, &mut parse::no_files)
    }

    /// Parses a rule whose text starts at byte `base` of the input. Spans are relative to the input.
    ///
    /// `read_list` reads lists from files.
    pub(super) fn at(text: &str, base: usize, read_list: &mut parse::ListReader<'_>) -> Result<Rule> {
        let mut input = Tokens::new(text, base)?;
        let mut file_lists = vec![];
        let rule = parse::rule(&mut input, &mut |file, span| {
            let list = read_list(file, span)?;
            file_lists.push(list.clone());
            Ok(list)
        })?;
        let bounds = LinearBounds::from_rule(&rule)?;
        if !input.is("") && input.peek() != Token::End {
            return Err(input.expected(text!("the end of the rule"), Rule::INFO.example));
        }
        let shape = RuleShape::recognise(&rule);
        let has_duplicates = match &shape {
            RuleShape::Take { .. } | RuleShape::Pairs(_) => rule.options.len() > 1,
            _ => rule.options.len() > 1 || !rule.options.iter().all(ast::RuleOption::is_injective),
        };
        let depends_on = (0..rule.arity).map(|k| rule.depends_on(k)).collect();
        Ok(Rule {
            rule,
            bounds,
            depends_on,
            shape,
            text: normalise_spaces(text, &file_lists)?,
            has_duplicates,
            fault: FirstFault::default(),
            unbounded_options: OnceLock::new(),
            symbolic: None,
            named: None,
            steps: AtomicU64::new(0),
            has_growing_option: OnceLock::new(),
        })
    }

    /// Turns the rule into a game with symbolic parameters that is printed as `title`.
    pub(crate) fn with_symbolic_params(self, title: String, params: SymbolicParams) -> Rule {
        Rule { symbolic: Some((title, params)), ..self }
    }

    /// Turns the rule into the named game of this entry; the game is printed under its name.
    #[doc(hidden)]
    pub fn with_entry(self, entry: &'static RuleEntry) -> Rule {
        Rule { named: Some(entry), ..self }
    }

    /// Returns the number of parameters of a position.
    pub fn arity(&self) -> usize {
        self.rule.arity
    }

    /// Returns whether a player can repeat a move of this position for ever with ever larger numbers.
    fn has_unbounded_option(&self, numbers: &[u64], side: OptionPlayers) -> bool {
        let unbounded = self.unbounded_options.get_or_init(|| unbounded_options(&self.rule));
        if !unbounded.contains(&true) || self.bounds.has_conditions() {
            // With bounds, there are finitely many positions, so numbers cannot grow for ever.
            return false;
        }
        let mut walk = OptionWalk::new(&self.rule, side, numbers);
        while let Ok(Some(block)) = walk.next_block() {
            if block.legal != 0 && unbounded[block.option_index] {
                return true;
            }
        }
        false
    }

    pub(super) fn rule(&self) -> &ast::Rule {
        &self.rule
    }

    pub(super) fn bounds(&self) -> &LinearBounds {
        &self.bounds
    }

    pub(super) fn side(&self, by: Player) -> OptionPlayers {
        if by == Player::LEFT { OptionPlayers::Left } else { OptionPlayers::Right }
    }

    /// Returns the fault of an option of the rule that produces too many equal moves.
    fn endless_fault(&self, option_index: usize) -> RuleFault {
        RuleFault { kind: FaultKind::Endless, span: self.rule.options[option_index].span.clone() }
    }

    /// Returns the variables of the first move whose sorted components and points satisfy `predicate`.
    ///
    /// Each variable comes with its value. The list is empty if there is no such move.
    pub(super) fn variables_of_move(
        &self,
        side: OptionPlayers,
        from: &[u64],
        predicate: impl Fn(&[Parameters], i64) -> bool,
    ) -> Vec<(String, i64)> {
        let mut walk = OptionWalk::new(&self.rule, side, from);
        let first_move = walk.first_with_variables(|option, block| {
            let after = block.values.chunks_exact(self.rule.arity);
            let mut after: Vec<Parameters> =
                after.map(|component| component.iter().map(|v| v[0] as u64).collect()).collect();
            after.compact_sort();
            option.copies.is_empty() && option.sums.is_empty() && predicate(&after, block.points)
        });
        let Ok(Some((option_index, values))) = first_move else { return vec![] };
        let names = self.rule.options[option_index].loops.iter().map(|one| one.name.clone());
        names.zip(values.iter().copied()).collect()
    }

    /// Returns the result for the player to move if play has ended; an error is recorded.
    pub(super) fn result_at(&self, component: &[u64]) -> Option<TerminalResult> {
        match self.bounds.terminal_result(component) {
            Ok(result) => result,
            Err(error) => {
                self.fault.record(|| error);
                None
            }
        }
    }

    fn note(&self, fault: RuleFault) {
        self.fault.record(|| fault.error());
    }

    fn is_faulty(&self) -> bool {
        self.fault.is_recorded()
    }
}

/// An iterator over the moves of one position.
struct RuleMoves<'r> {
    rules: &'r Rule,
    from: Parameters,
    walk: OptionWalk<'r>,
    /// The remaining moves of the current block.
    ready: std::vec::IntoIter<RuleMove>,
    seen: FxHashSet<RuleMove>,
    /// The index of the option of the rule that the current block comes from.
    option_index: usize,
    /// Whether play has ended, so that there are no moves.
    is_over: bool,
}

impl Drop for RuleMoves<'_> {
    fn drop(&mut self) {
        self.rules.steps.fetch_add(self.walk.total_cost(), Ordering::Relaxed);
    }
}

/// Returns whether the memory budget allows a set of options to grow beyond this capacity.
///
/// While the set grows, its old table and a new table of twice the size exist together.
fn can_grow(capacity: usize) -> bool {
    let entry_bytes = size_of::<RuleMove>() as u64 + 1;
    claim_bytes(3 * capacity as u64 * entry_bytes, || text!("the list of the options of a component"))
}

/// The maximum number of duplicate options that are skipped in the search for a new one.
const MAX_SKIPPED: u64 = 1 << 23;

impl Iterator for RuleMoves<'_> {
    type Item = RuleMove;

    fn next(&mut self) -> Option<RuleMove> {
        let mut skipped = 0;
        if self.is_over {
            return None;
        }
        loop {
            for mv in self.ready.by_ref() {
                if !self.rules.has_duplicates {
                    return Some(mv);
                }
                if self.seen.len() == self.seen.capacity() && !can_grow(self.seen.capacity()) {
                    return None;
                }
                if self.seen.insert(mv.clone()) {
                    return Some(mv);
                }
                skipped += 1;
            }
            if skipped > MAX_SKIPPED {
                self.rules.note(self.rules.endless_fault(self.option_index));
            }
            if self.rules.is_faulty() {
                return None;
            }
            match self.walk.next_block() {
                Ok(None) => return None,
                Ok(Some(block)) => {
                    // A block without moves is a pause in a long search, so the budget is checked at once.
                    if !spend(if block.legal == 0 { u64::MAX } else { 256 }) {
                        return None;
                    }
                    self.option_index = block.option_index;
                    self.ready = moves_of(self.rules, &self.from, block).unwrap_or_default().into_iter();
                }
                Err(fault) => {
                    self.rules.note(fault);
                    return None;
                }
            }
        }
    }
}

/// Returns the moves of a block; `None` if an error occurs, which is recorded in `rules`.
fn moves_of(rules: &Rule, from: &[u64], block: &OptionBlock) -> Option<Vec<RuleMove>> {
    let option = &rules.rule.options[block.option_index];
    let mut moves = Vec::with_capacity(block.legal.count_ones() as usize);
    let mut lanes = block.legal;
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes - 1;
        let mut after = match &block.counted {
            Some(components) => components.clone(),
            None => {
                let (components, times) = block.values.split_at(option.parameter_count(rules.rule.arity));
                let components = components.chunks_exact(rules.rule.arity).enumerate().map(|(k, component)| {
                    let copies = option.copies.get(k).copied().flatten().map_or(1, |at| times[at][lane] as u64);
                    (component.iter().map(|v| v[lane] as u64).collect::<Parameters>(), copies)
                });
                components.collect::<CountedComponents<_>>()
            }
        };
        for (component, _) in &after {
            if !rules.rule.bounds.is_empty()
                && let Err(error) = rules.bounds.check(from, component)
            {
                rules.fault.record(|| error);
                return None;
            }
        }
        after.retain(|(_, copies)| *copies > 0);
        // The order of components does not matter.
        if let Err(fault) = merge_equal(&mut after, option) {
            rules.note(fault);
            return None;
        }
        moves.push(RuleMove { components: after, points: block.points });
    }
    Some(moves)
}

impl Rules for Rule {
    type Component = Parameters;
    type Move = RuleMove;
    type Key = Parameters;

    fn moves(&self, component: &Parameters, by: Player) -> impl Iterator<Item = RuleMove> {
        let walk = OptionWalk::new(&self.rule, self.side(by), component);
        RuleMoves {
            rules: self,
            from: component.clone(),
            walk,
            ready: vec![].into_iter(),
            seen: FxHashSet::default(),
            option_index: 0,
            is_over: self.result_at(component).is_some(),
        }
    }

    fn play(&self, _part: &Parameters, _by: Player, mv: &RuleMove) -> Components<Parameters> {
        let count = mv.components.iter().fold(0u64, |sum, (_, copies)| sum.saturating_add(*copies));
        if !can_list(count, size_of::<Parameters>()) {
            return Components::default();
        }
        mv.components
            .iter()
            .flat_map(|(component, copies)| std::iter::repeat_n(component.clone(), *copies as usize))
            .collect()
    }

    fn play_counted(&self, _part: &Parameters, _by: Player, mv: &RuleMove) -> CountedComponents<Parameters> {
        mv.components.clone()
    }

    /// Merges positions that differ only in parameters on which no option depends.
    fn key(&self, component: &Parameters) -> Parameters {
        normalise_coordinates(component.clone(), |k| self.depends_on[k])
    }

    fn work_done(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    fn has_unbounded_moves(&self, component: &Parameters, by: Player) -> bool {
        self.has_unbounded_option(component, self.side(by))
    }

    fn extra_bytes(&self, component: &Parameters) -> u64 {
        if component.spilled() { 8 * component.capacity() as u64 } else { 0 }
    }
}

/// The maximum number of components that are listed without a check of the memory budget.
///
/// Longer lists must fit into the budget.
const MAX_UNCHECKED_COMPONENTS: u64 = 1 << 12;

/// The maximum number of heaps, counted with their copies, of an option of a heap.
const MAX_HEAPS: u64 = 1 << 24;

/// Returns whether the memory budget allows a list of `count` components of this size.
fn can_list(count: u64, bytes: usize) -> bool {
    let total = count.saturating_mul(bytes as u64);
    count <= MAX_UNCHECKED_COMPONENTS || claim_bytes(total, || text!("a list of {many} components", many = count))
}

/// This implementation is valid only for rules without labels and `gain`; see [`Game::kind`].
impl Impartial for Rule {}

/// This implementation is valid only for rules with `gain`; see [`Game::kind`].
impl Scored for Rule {
    fn points(&self, _component: &Parameters, _by: Player, mv: &RuleMove) -> i64 {
        mv.points
    }
}

impl HeapRules for Rule {
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        if self.is_faulty() {
            // After a fault, the engine discards the result, so no options are listed.
            return;
        }
        let mut walk = OptionWalk::new(&self.rule, OptionPlayers::Both, &[size]);
        let mut heaps: SmallVec<[u64; 4]> = SmallVec::new();
        let (mut shown, mut last_cost) = (0, 0);
        loop {
            let cost = walk.total_cost();
            let block = match walk.next_block() {
                Ok(None) => return,
                Ok(Some(block)) => block,
                Err(fault) => return self.note(fault),
            };
            // Each heap has its own walk, so only the budget of the thread limits the work for all heaps together.
            let options = u64::from(block.legal.count_ones());
            shown += options;
            if shown.max(cost) > MAX_STEPS {
                return self.note(self.endless_fault(block.option_index));
            }
            if !spend(options + cost - last_cost) {
                return;
            }
            last_cost = cost;
            let mut lanes = block.legal;
            if block.counted.is_none()
                && let [values] = block.values.as_slice()
            {
                // Most options lead to one heap, and a large heap has many of them.
                while lanes != 0 {
                    let heap = values[lanes.trailing_zeros() as usize] as u64;
                    lanes &= lanes - 1;
                    if heap >= size {
                        let _ = self.has_growing_option.set(());
                    }
                    visit(&[heap]);
                }
                continue;
            }
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                heaps.clear();
                match &block.counted {
                    None => heaps.extend(block.values.iter().map(|v| v[lane] as u64)),
                    Some(components) => {
                        let count = components.iter().fold(0u64, |sum, (_, copies)| sum.saturating_add(*copies));
                        if count > MAX_HEAPS {
                            let span = self.rule.options[block.option_index].span.clone();
                            return self.note(RuleFault { kind: FaultKind::TooManyCopies(count), span });
                        }
                        if !can_list(count, size_of::<u64>()) {
                            return;
                        }
                        let copies = |(component, copies): &(Parameters, u64)| {
                            std::iter::repeat_n(component[0], *copies as usize)
                        };
                        heaps.extend(components.iter().flat_map(copies));
                    }
                }
                if heaps.iter().any(|&heap| heap >= size) {
                    // Record that tables by heap size do not apply to this rule.
                    let _ = self.has_growing_option.set(());
                }
                visit(&heaps);
            }
        }
    }

    fn has_unbounded_moves_from(&self, size: u64) -> bool {
        self.has_unbounded_option(&[size], OptionPlayers::Both)
    }

    fn code(&self) -> Option<&grundy_rules::Code> {
        match &self.shape {
            RuleShape::Octal(code) => Some(code),
            _ => None,
        }
    }

    fn amounts(&self) -> Option<&grundy_rules::Amounts> {
        match &self.shape {
            RuleShape::Take { left: Some(amounts), .. } => Some(amounts),
            _ => None,
        }
    }
}

/// The maximum number of parameters of a rule for which there are dense tables.
pub(super) const MAX_DIMS: usize = 3;

impl DenseRules for Rule {
    fn dims(&self) -> usize {
        self.rule.arity
    }

    fn splits(&self) -> bool {
        self.rule.options.iter().any(|option| option.components.len() > 1 || !option.sums.is_empty())
    }

    fn depends_on(&self, k: usize) -> bool {
        self.depends_on.get(k).is_none_or(|&depends_on| depends_on)
    }

    fn has_unbounded_moves(&self, at: Coordinates) -> bool {
        self.has_unbounded_option(&at[..self.rule.arity], OptionPlayers::Both)
    }

    fn as_heaps(&self) -> Option<&dyn HeapRules> {
        (self.rule.arity == 1).then_some(self)
    }

    fn variables(&self, from: Coordinates, to: Coordinates) -> Vec<(String, i64)> {
        let (from, to) = (&from[..self.rule.arity], &to[..self.rule.arity]);
        self.variables_of_move(OptionPlayers::Both, from, |after, _| after.iter().any(|component| component[..] == *to))
    }

    fn advice(&self) -> Option<Text> {
        let multiplies =
            |option: &ast::RuleOption| option.components.iter().flatten().any(|code| code.is_multiple(self.arity()));
        let single = self.arity() == 1 && !self.rule.counts_copies() && self.rule.options.iter().any(multiplies);
        single
            .then(|| text!("with one parameter, k*(n/k) is a product; write k copies of n/k as sum(n/k for i in 1..k)"))
    }

    fn walker(&self) -> Box<dyn OptionWalker + '_> {
        let start = [0; MAX_DIMS];
        let walk = OptionWalk::new(&self.rule, OptionPlayers::Both, &start[..self.rule.arity]);
        Box::new(Walker { rules: self, walk: walk.with_runs().with_extensions(), counted: vec![], added: vec![] })
    }
}

struct Walker<'r> {
    rules: &'r Rule,
    walk: OptionWalk<'r>,
    counted: Vec<(Coordinates, u64)>,
    added: Vec<(Coordinates, u64)>,
}

impl OptionWalker for Walker<'_> {
    fn start(&mut self, at: Coordinates) {
        self.walk.restart(&at[..self.rules.arity()]);
    }

    fn next(&mut self) -> Result<Option<OptionBatch<'_>>> {
        let block = self.walk.next_block().map_err(RuleFault::error)?;
        let Some(block) = block else { return Ok(None) };
        Ok(Some(match (&block.counted, block.count) {
            (Some(_), _) if block.legal == 0 => OptionBatch::Lanes { legal: 0, numbers: &[], copies: &[] },
            (Some(components), _) => {
                let coordinates =
                    |(component, copies): &(Parameters, u64)| (self.rules.table_coordinates(component), *copies);
                self.counted.clear();
                self.counted.extend(components.iter().map(coordinates));
                match &block.extension {
                    None => OptionBatch::Counted(&self.counted),
                    Some(extension) => {
                        self.added.clear();
                        self.added.extend(extension.added.iter().map(coordinates));
                        OptionBatch::Extended { starts: extension.starts, added: &self.added, others: &self.counted }
                    }
                }
            }
            (None, 0) => {
                let option = self.rules.rule.options.get(block.option_index);
                let copies = option.map_or(&[][..], |option| &option.copies[..]);
                OptionBatch::Lanes { legal: block.legal, numbers: &block.values, copies }
            }
            (None, count) => OptionBatch::Run { count, numbers: &block.run },
        }))
    }
}
