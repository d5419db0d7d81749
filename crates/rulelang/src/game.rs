//! Games by their rule, written as on paper.
//!
//! A rule lists the options of a position: the parameters, `->`, and the positions a move may lead to, for all values of
//! some variables. The position is the parameters in order. `docs/rules.md` describes the language.
//!
//! Notation: `rule{ n -> n-k for k in {1,3,4} }(10)`, `rule{ (a,b) -> (a-1,b); (a,b-1) }(3,5)`; `rule[@file](10)` reads the
//! rule from a file, `rule[@file: name](10)` the one of this name.
//!
//! ```
//! let spec = grundy_games::parse("rule{ n->n-k for k in 1..n/2 }(7)").unwrap();
//! assert_eq!(spec.to_string(), "rule{ n -> n-k for k in 1..n/2 }(7)");
//! ```

use crate::ast::{self, Side};
use crate::bounds::{signed, written};
use crate::code::Trouble;
use crate::growth::climbing;
use crate::parse;
use crate::print::regular;
use crate::shape::Shape;
use crate::token::{LARGEST, Tokens};
use crate::walk::{Block, Fault, FaultKind, MAX_COMPONENTS, MOST_STEPS, Walk, gather};
use grundy_lang::{Text, text};
use grundy_rules::InOrder;
use grundy_rules::indexed::Tiers;
use grundy_rules::{
    Budget, Card, Coordinates, CountedParts, Cursor, DenseRules, Error, ErrorKind, Field, FirstFault, Game, HeapRules,
    Impartial, Kind, Letters, MoveText, OptionWalker, Options, Parts, Result, Rules, Seat, TableView, Theorem, merged,
};
use grundy_rules::{fits, poll};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game given by its rule.
#[derive(Debug)]
pub struct Rule {
    rule: ast::Rule,
    shape: Shape,
    /// The rule in one line, as it prints between the braces.
    text: String,
    /// Whether two options of a position may be the same.
    repeats: bool,
    /// Whether the options of a position depend on each of its parameters.
    reads: SmallVec<[bool; 3]>,
    /// What went wrong first while options were looked for.
    fault: FirstFault,
    /// Which options of the rule can be taken again and again, each time to larger numbers.
    climbing: OnceLock<Vec<bool>>,
    /// How it prints, and what is said of its letters, where it is a game with letters.
    lettered: Option<(String, Letters)>,
    /// The card of a rule that has a name.
    named: Option<&'static Card>,
    /// The number of candidate numbers examined to list moves; a costly one counts several times.
    steps: AtomicU64,
    /// Set once an option was met that is no smaller than the heap it came from: then tables by size do not serve.
    grows: OnceLock<()>,
}

/// The parameters of one position.
pub type Parameters = SmallVec<[u64; 3]>;

/// A move: the components it leaves. Options of a rule that lead to the same components are one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleMove {
    /// The components it leaves, in order, each once with how often it is left.
    pub left: CountedParts<Parameters>,
}

impl Rule {
    /// Reads a rule without its braces, `n -> n-1; n/2`.
    ///
    /// # Errors
    /// `syntax` or `bad_argument` with the place.
    ///
    /// ```
    /// use grundy_rulelang::Rule;
    /// assert_eq!(Rule::new("n -> n-1; n/2").unwrap().arity(), 1);
    /// assert!(Rule::new("n -> m").is_err());
    /// ```
    pub fn new(text: &str) -> Result<Rule> {
        Rule::at(text, 0)
    }

    /// The same for a text that starts at this offset.
    fn at(text: &str, base: usize) -> Result<Rule> {
        let mut input = Tokens::new(text, base)?;
        let rule = parse::rule(&mut input)?;
        if !input.is("") && input.peek() != crate::token::Token::End {
            return Err(input.expected(text!("the end of the rule"), Rule::CARD.example));
        }
        let shape = Shape::of(&rule);
        let repeats = match &shape {
            Shape::Take { .. } | Shape::Rays(_) => rule.choices.len() > 1,
            _ => rule.choices.len() > 1 || !rule.choices.iter().all(ast::Choice::is_injective),
        };
        let reads = (0..rule.arity).map(|k| rule.reads(k)).collect();
        Ok(Rule {
            rule,
            reads,
            shape,
            text: regular(text)?,
            repeats,
            fault: FirstFault::default(),
            climbing: OnceLock::new(),
            lettered: None,
            named: None,
            steps: AtomicU64::new(0),
            grows: OnceLock::new(),
        })
    }

    /// As a game with letters that prints like this.
    pub(crate) fn with_letters(self, title: String, letters: Letters) -> Rule {
        Rule { lettered: Some((title, letters)), ..self }
    }

    /// As the game with this card, whose name it prints by.
    pub(crate) fn with_name(self, card: &'static Card) -> Rule {
        Rule { named: Some(card), ..self }
    }

    /// How many parameters a position has.
    pub fn arity(&self) -> usize {
        self.rule.arity
    }

    /// Whether one of the options of a player that climb applies here.
    fn can_climb(&self, numbers: &[u64], side: Side) -> bool {
        let climbing = self.climbing.get_or_init(|| climbing(&self.rule));
        if !climbing.contains(&true) || self.rule.bounds.has_within() {
            // There are finitely many positions within bounds.
            return false;
        }
        let mut walk = Walk::new(&self.rule, side, numbers);
        while let Ok(Some(block)) = walk.next_block() {
            if block.legal != 0 && climbing[block.choice] {
                return true;
            }
        }
        false
    }

    pub(crate) fn rule(&self) -> &ast::Rule {
        &self.rule
    }

    fn side(&self, by: Seat) -> Side {
        if by == Seat::LEFT { Side::Left } else { Side::Right }
    }

    /// The fault of an option that gives more and more of the same.
    fn endless(&self, choice: usize) -> Fault {
        Fault { what: FaultKind::Endless, span: self.rule.choices[choice].span.clone() }
    }

    /// The variables, with their values, of the first move whose components are these; empty if it has none.
    fn variables_of_move(&self, side: Side, from: &[u64], is: impl Fn(&[Parameters]) -> bool) -> Vec<(String, i64)> {
        let mut walk = Walk::new(&self.rule, side, from);
        let found = walk.first_with_variables(|choice, block| {
            let left = block.values.chunks_exact(self.rule.arity);
            let mut left: Vec<Parameters> = left.map(|part| part.iter().map(|v| v[0] as u64).collect()).collect();
            left.put_in_order();
            choice.copies.is_empty() && choice.sums.is_empty() && is(&left)
        });
        let Ok(Some((choice, values))) = found else { return vec![] };
        let names = self.rule.choices[choice].loops.iter().map(|one| one.name.clone());
        names.zip(values.iter().copied()).collect()
    }

    fn note(&self, fault: Fault) {
        self.fault.note(|| Rule::error(fault));
    }

    fn is_faulty(&self) -> bool {
        self.fault.is_noted()
    }

    pub(crate) fn error(fault: Fault) -> Error {
        let error = match fault.what {
            FaultKind::Trouble(trouble) => {
                let help = match trouble {
                    Trouble::DivisionByZero => {
                        text!("a condition before it keeps it away, as in `if k != 0 and n % k == 0`")
                    }
                    _ => text!("a condition before it keeps it away, as in `if k <= n`"),
                };
                Error::new(ErrorKind::BadArgument, trouble.message()).help(help)
            }
            FaultKind::Endless => {
                let message = text!(
                    "the rule looks at too many numbers at one position: more than 10^8 without finding a new move, \
                               or fewer that take long"
                );
                Error::new(ErrorKind::Limit, message).help(text!("end the numbers earlier, as in `for k in 1..n`"))
            }
            FaultKind::Copies => {
                Error::new(ErrorKind::Limit, text!("a move leaves the same position more than 2^64-1 times"))
            }
            FaultKind::Components => {
                let most = MAX_COMPONENTS;
                let error =
                    Error::new(ErrorKind::Limit, text!("a move leaves more than {most} different positions", most));
                error.help(text!("equal positions are counted, so that any number of them is allowed"))
            }
            FaultKind::Divisors => {
                Error::new(ErrorKind::Limit, text!("the divisors of numbers above 2^50 are not looked for"))
            }
            FaultKind::InfiniteLoop { name, assignment } => {
                let name = name.as_str();
                let assigned =
                    || Text::and(assignment.iter().map(|(name, value)| Text::verbatim(format!("{name} = {value}"))));
                let message = match assignment.first() {
                    None => text!("the numbers that `{name}` runs through have no end", name),
                    Some(_) => {
                        text!("with {assigned}, `{name}` takes infinitely many values", assigned = assigned(), name)
                    }
                };
                let zero = assignment.iter().find(|(_, value)| *value == 0);
                let help = match zero {
                    Some((zero, _)) => {
                        text!(
                            "exclude 0, for example with `for {zero} in 1..n` or `if {zero} > 0`",
                            zero = zero.as_str()
                        )
                    }
                    None => text!("bound it, for example `for {name} in 1..n`", name),
                };
                Error::new(ErrorKind::BadArgument, message).help(help)
            }
        };
        error.at(fault.span)
    }
}

impl ast::Choice {
    /// Whether different values of its variable give different positions: one component with a parameter that the
    /// variable is taken from.
    fn is_injective(&self) -> bool {
        let ([part], [one], true) = (&self.parts[..], &self.loops[..], self.sums.is_empty()) else {
            return self.parts.len() == 1 && self.loops.is_empty() && !self.repeat;
        };
        let Some(last) = part.iter().find(|code| code.uses(one.place)) else { return false };
        let minus = crate::code::Op::WithVariable(crate::code::Binary::Sub, one.place);
        !self.repeat && last.without_last(minus).is_some_and(|rest| !rest.uses(one.place))
    }
}

/// The moves of one position.
struct Moves<'r> {
    rules: &'r Rule,
    from: Parameters,
    walk: Walk<'r>,
    /// Those of the present block that are still to come.
    ready: std::vec::IntoIter<RuleMove>,
    seen: FxHashSet<CountedParts<Parameters>>,
    /// The option of the rule that the present block comes from.
    choice: usize,
}

impl Drop for Moves<'_> {
    fn drop(&mut self) {
        self.rules.steps.fetch_add(self.walk.all_steps(), Ordering::Relaxed);
    }
}

/// Whether the budget has room for a set of options that grows beyond its capacity: both sets exist while it does.
fn has_room(capacity: usize) -> bool {
    let each = size_of::<CountedParts<Parameters>>() as u64 + 1;
    fits(3 * capacity as u64 * each, || text!("the options of a component"))
}

/// How many options that were met before are passed over in search of a new one.
const MOST_PASSED: u64 = 1 << 23;

impl Iterator for Moves<'_> {
    type Item = RuleMove;

    fn next(&mut self) -> Option<RuleMove> {
        let mut passed = 0;
        loop {
            for mv in self.ready.by_ref() {
                if !self.rules.repeats {
                    return Some(mv);
                }
                if self.seen.len() == self.seen.capacity() && !has_room(self.seen.capacity()) {
                    return None;
                }
                if self.seen.insert(mv.left.clone()) {
                    return Some(mv);
                }
                passed += 1;
            }
            if passed > MOST_PASSED {
                self.rules.note(self.rules.endless(self.choice));
            }
            if self.rules.is_faulty() {
                return None;
            }
            match self.walk.next_block() {
                Ok(None) => return None,
                Ok(Some(block)) => {
                    // A block without moves is a pause in a long search.
                    if !poll(if block.legal == 0 { u64::MAX } else { 256 }) {
                        return None;
                    }
                    self.choice = block.choice;
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

/// The moves of a block; nothing if one leaves too many positions, which is noted.
fn moves_of(rules: &Rule, from: &[u64], block: &Block) -> Option<Vec<RuleMove>> {
    let choice = &rules.rule.choices[block.choice];
    let mut moves = Vec::with_capacity(block.legal.count_ones() as usize);
    let mut lanes = block.legal;
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes - 1;
        let mut left = match &block.counted {
            Some(components) => components.clone(),
            None => {
                let (parts, times) = block.values.split_at(choice.numbers(rules.rule.arity));
                let parts = parts.chunks_exact(rules.rule.arity).enumerate().map(|(k, part)| {
                    let copies = choice.copies.get(k).copied().flatten().map_or(1, |at| times[at][lane] as u64);
                    (part.iter().map(|v| v[lane] as u64).collect::<Parameters>(), copies)
                });
                parts.collect::<CountedParts<_>>()
            }
        };
        for (part, _) in &left {
            if !rules.rule.bounds.is_empty()
                && let Err(error) = rules.rule.bounds.check(from, part)
            {
                rules.fault.note(|| error);
                return None;
            }
        }
        left.retain(|(_, copies)| *copies > 0);
        // Components have no order.
        if let Err(fault) = gather(&mut left, choice) {
            rules.note(fault);
            return None;
        }
        moves.push(RuleMove { left });
    }
    Some(moves)
}

impl Rules for Rule {
    type Part = Parameters;
    type Move = RuleMove;
    type Key = Parameters;

    fn moves(&self, part: &Parameters, by: Seat) -> impl Iterator<Item = RuleMove> {
        let walk = Walk::new(&self.rule, self.side(by), part);
        Moves {
            rules: self,
            from: part.clone(),
            walk,
            ready: vec![].into_iter(),
            seen: FxHashSet::default(),
            choice: 0,
        }
    }

    fn play(&self, _part: &Parameters, _by: Seat, mv: &RuleMove) -> Parts<Parameters> {
        let many = mv.left.iter().fold(0u64, |sum, (_, copies)| sum.saturating_add(*copies));
        let bytes = many.saturating_mul(size_of::<Parameters>() as u64);
        if many > MAX_UNCHECKED_COMPONENTS && !fits(bytes, || text!("a list of {many} components", many)) {
            return Parts::default();
        }
        mv.left.iter().flat_map(|(part, copies)| std::iter::repeat_n(part.clone(), *copies as usize)).collect()
    }

    fn play_counted(&self, _part: &Parameters, _by: Seat, mv: &RuleMove) -> CountedParts<Parameters> {
        mv.left.clone()
    }

    /// Positions that differ only in parameters that no option reads have the same options.
    fn key(&self, part: &Parameters) -> Parameters {
        merged(part.clone(), |k| self.reads[k])
    }

    fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    fn climbs(&self, part: &Parameters, by: Seat) -> bool {
        self.can_climb(part, self.side(by))
    }

    fn extra_bytes(&self, part: &Parameters) -> u64 {
        if part.spilled() { 8 * part.capacity() as u64 } else { 0 }
    }
}

/// A move that leaves more components than this is expanded into a list only if the list fits the memory of the budget.
const MAX_UNCHECKED_COMPONENTS: u64 = 1 << 12;

/// Only rules without `left:` and `right:` are; [`Game::kind`] tells.
impl Impartial for Rule {}

impl HeapRules for Rule {
    fn options(&self, size: u64, show: &mut dyn FnMut(&[u64])) {
        if self.is_faulty() {
            // No answer comes of it any more.
            return;
        }
        let mut walk = Walk::new(&self.rule, Side::Both, &[size]);
        let mut heaps: SmallVec<[u64; 4]> = SmallVec::new();
        let (mut shown, mut before) = (0, 0);
        loop {
            let worked = walk.all_steps();
            let block = match walk.next_block() {
                Ok(None) => return,
                Ok(Some(block)) => block,
                Err(fault) => return self.note(fault),
            };
            // Only the budget of this thread can stop the work.
            let options = u64::from(block.legal.count_ones());
            shown += options;
            if shown.max(worked) > MOST_STEPS {
                return self.note(self.endless(block.choice));
            }
            if !poll(options + worked - before) {
                return;
            }
            before = worked;
            let mut lanes = block.legal;
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                heaps.clear();
                heaps.extend(block.values.iter().map(|v| v[lane] as u64));
                if heaps.iter().any(|&heap| heap >= size) {
                    // From now on the rule says that its table is not one by size.
                    let _ = self.grows.set(());
                }
                show(&heaps);
            }
        }
    }

    fn climbs_from(&self, size: u64) -> bool {
        self.can_climb(&[size], Side::Both)
    }

    fn code(&self) -> Option<&grundy_rules::Code> {
        match &self.shape {
            Shape::Octal(code) => Some(code),
            _ => None,
        }
    }

    fn amounts(&self) -> Option<&grundy_rules::Amounts> {
        match &self.shape {
            Shape::Take { left: Some(amounts), .. } => Some(amounts),
            _ => None,
        }
    }
}

/// The most parameters of a rule with a dense table.
const MOST_DIMS: usize = 3;

impl DenseRules for Rule {
    fn dims(&self) -> usize {
        self.rule.arity
    }

    fn splits(&self) -> bool {
        self.rule.choices.iter().any(|choice| choice.parts.len() > 1 || !choice.sums.is_empty())
    }

    fn reads(&self, k: usize) -> bool {
        self.reads.get(k).is_none_or(|&reads| reads)
    }

    fn climbs(&self, at: Coordinates) -> bool {
        self.can_climb(&at[..self.rule.arity], Side::Both)
    }

    fn as_heaps(&self) -> Option<&dyn HeapRules> {
        (self.rule.arity == 1).then_some(self)
    }

    fn variables(&self, from: Coordinates, to: Coordinates) -> Vec<(String, i64)> {
        let (from, to) = (&from[..self.rule.arity], &to[..self.rule.arity]);
        self.variables_of_move(Side::Both, from, |left| left.iter().any(|part| part[..] == *to))
    }

    fn advice(&self) -> Option<Text> {
        let multiplies =
            |choice: &ast::Choice| choice.parts.iter().flatten().any(|code| code.is_multiple(self.arity()));
        let single = self.arity() == 1 && !self.rule.counts_copies() && self.rule.choices.iter().any(multiplies);
        single.then(|| {
            text!("with one parameter k*(n/k) is a product: k copies of n/k are written sum(n/k for i in 1..k)")
        })
    }

    fn walker(&self) -> Box<dyn OptionWalker + '_> {
        let start = [0; MOST_DIMS];
        let walk = Walk::new(&self.rule, Side::Both, &start[..self.rule.arity]).with_runs();
        Box::new(Walker { rules: self, walk, counted: vec![] })
    }
}

struct Walker<'r> {
    rules: &'r Rule,
    walk: Walk<'r>,
    counted: Vec<(Coordinates, u64)>,
}

impl OptionWalker for Walker<'_> {
    fn start(&mut self, at: Coordinates) {
        self.walk.restart(&at[..self.rules.arity()]);
    }

    fn next(&mut self) -> Result<Option<Options<'_>>> {
        let block = self.walk.next_block().map_err(Rule::error)?;
        let Some(block) = block else { return Ok(None) };
        Ok(Some(match (&block.counted, block.count) {
            (Some(_), _) if block.legal == 0 => Options::Lanes { legal: 0, numbers: &[], copies: &[] },
            (Some(components), _) => {
                self.counted.clear();
                self.counted.extend(components.iter().map(|(part, copies)| (self.rules.coordinates(part), *copies)));
                Options::Counted(&self.counted)
            }
            (None, 0) => {
                let copies = self.rules.rule.choices.get(block.choice).map_or(&[][..], |choice| &choice.copies[..]);
                Options::Lanes { legal: block.legal, numbers: &block.values, copies }
            }
            (None, count) => Options::Run { count, numbers: &block.run },
        }))
    }
}

impl Game for Rule {
    const CARD: Card = Card {
        name: "rule",
        aliases: &["规则"],
        title: "Your own rule",
        rules: "What the rule says: the options of a position, written as on paper.",
        notation: "rule{ PARAMETERS -> OPTION; ... }(position, ...)",
        example: "rule{ n -> n-k for k in {1,3,4} }(10)",
        kind: Kind::Impartial,
        also: Some(Kind::Partizan),
        short: false,
        others: &["rule{ left: n -> n-1; right: n -> n-2 }(5)", "rule{ (a,b) -> (b,a) if a != b }(0,1)"],
        misere: true,
    };

    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Rule> {
        let own = alias == Rule::CARD.name || Rule::CARD.aliases.contains(&alias);
        match input.peek() {
            Some('[') if !own && crate::letters::has_letters(input) => crate::letters::read(input),
            Some('[') => crate::file::read(input),
            _ => {
                let (text, base) = input.braces(Rule::CARD.example)?;
                Rule::at(text, base)
            }
        }
    }

    fn card(&self) -> &'static Card {
        self.named.unwrap_or(&Rule::CARD)
    }

    fn theorems(&self) -> &'static [Theorem<Rule>] {
        self.named.map_or(&[], |card| crate::cakes::theorems(card.name))
    }

    fn parse_parts(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Parameters>> {
        let start = input.here().start;
        let numbers = input.numbers('(', ')', self.card().example)?;
        let span = start..input.offset();
        if let Some(large) = numbers.iter().find(|&&n| n > LARGEST as u64) {
            let error = Error::new(ErrorKind::TooLarge, text!("{large} is too large for a rule", large)).at(span);
            return Err(error.help(text!("parameters of rules go up to 2^62")));
        }
        let arity = self.rule.arity;
        if numbers.len() % arity != 0 {
            let message =
                text!("a position has {arity} parameters; numbers given: {numbers}", arity, numbers = numbers.len());
            let error = Error::new(ErrorKind::BadArgument, message).at(span);
            let example: Vec<String> = (3..3 + arity).map(|n| n.to_string()).collect();
            let example = example.join(",");
            return Err(error.help(match self.letters() {
                // The letters are parameters that no move changes.
                Some(_) => text!(
                    "the numbers are {names} in this order, for example ({example})",
                    names = self.parameters().join(", "),
                    example
                ),
                None => text!("for example ({example})", example),
            }));
        }
        for position in numbers.chunks_exact(arity) {
            let outside =
                if self.rule.bounds.has_within() { self.rule.bounds.outside(&signed(position))? } else { None };
            if outside.is_some() {
                let message = text!("{position} is not within the bounds of the rule", position = written(position));
                return Err(Error::new(ErrorKind::BadArgument, message).at(span));
            }
        }
        Ok(numbers.chunks_exact(arity).map(Parameters::from_slice).collect())
    }

    fn kind(&self) -> Kind {
        let impartial = self.rule.choices.iter().all(|c| c.side == Side::Both);
        if impartial { Kind::Impartial } else { Kind::Partizan }
    }

    /// Whether play must end shows only when it is searched; until then it is taken to.
    fn is_short(&self) -> bool {
        true
    }

    fn fault(&self) -> Option<&FirstFault> {
        Some(&self.fault)
    }

    fn write_rules(&self, out: &mut String) {
        match (&self.lettered, self.named) {
            (Some((title, _)), _) => out.push_str(title),
            (None, Some(card)) => out.push_str(card.name),
            (None, None) => drop(write!(out, "rule{{ {} }}", self.text)),
        }
    }

    fn rules_numbers(&self) -> usize {
        // Rules as long as a page are not printed with every move.
        if self.named.is_some() { 0 } else { self.text.len() / 16 }
    }

    fn write_part(&self, part: &Parameters, out: &mut String) {
        for (k, n) in part.iter().enumerate() {
            let _ = write!(out, "{}{n}", if k > 0 { "," } else { "" });
        }
    }

    fn numbers(&self, part: &Parameters) -> usize {
        part.len()
    }

    fn describe(&self, part: &Parameters, at: usize, mv: &RuleMove) -> MoveText {
        let shown = |part: &Parameters| {
            let numbers: Vec<String> = part.iter().map(u64::to_string).collect();
            if part.len() == 1 { numbers[0].clone() } else { format!("({})", numbers.join(",")) }
        };
        let from = shown(part);
        let text = match mv.left.is_empty() {
            true => text!("remove {from}", from),
            false => {
                let counted = |(part, copies): &(Parameters, u64)| match copies {
                    1 => shown(part),
                    _ => format!("{copies}*{}", shown(part)),
                };
                let to = Text::and(mv.left.iter().map(|left| Text::verbatim(counted(left))));
                text!("move from {from} to {to}", from, to)
            }
        };
        let fields = vec![("position", Field::Number(at as u64))];
        MoveText { text, fields }
    }

    fn variables(&self, part: &Parameters, by: Seat, mv: &RuleMove) -> Vec<(String, i64)> {
        let all = || mv.left.iter().flat_map(|(part, copies)| (0..*copies).map(move |_| part));
        self.variables_of_move(self.side(by), part, |left| left.iter().eq(all()))
    }

    fn as_rule(&self) -> Option<String> {
        Some(self.text.clone())
    }

    fn letters(&self) -> Option<&Letters> {
        self.lettered.as_ref().map(|(_, letters)| letters)
    }

    fn parameters(&self) -> Vec<String> {
        self.rule.names.clone()
    }

    fn table(&self) -> Option<TableView<'_>> {
        match &self.shape {
            Shape::Take { left, right } if self.kind() == Kind::Partizan => {
                Some(TableView::Partizan { left: left.as_ref(), right: right.as_ref() })
            }
            _ if self.kind() != Kind::Impartial => None,
            // Tables have positions beyond the bounds.
            _ if !self.rule.bounds.is_empty() => None,
            Shape::Rays(steps) => Some(TableView::Rays(steps)),
            // Options of a heap that are no smaller than the heap are not for the engine of heaps.
            // Equal heaps that a move leaves are counted by dense tables alone.
            _ if self.rule.arity == 1 && self.grows.get().is_none() && !self.rule.counts_copies() => {
                Some(TableView::Heaps(self))
            }
            _ if self.rule.arity <= MOST_DIMS => Some(TableView::Dense(self)),
            _ => None,
        }
    }

    fn tiers(&self, start: &Parameters, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
        crate::numbered::tiers(self, start, budget)
    }

    fn words(&self, part: &Parameters) -> Option<Vec<u64>> {
        Some(part.to_vec())
    }

    fn of_words(&self, words: &[u64]) -> Option<Parameters> {
        let fits = words.len() == self.rule.arity && words.iter().all(|&n| n <= LARGEST as u64);
        fits.then(|| Parameters::from_slice(words))
    }

    fn coordinates(&self, part: &Parameters) -> Coordinates {
        std::array::from_fn(|k| part.get(k).copied().unwrap_or(0))
    }

    fn part_at(&self, at: Coordinates) -> Option<Parameters> {
        let numbers = at.get(..self.rule.arity)?;
        numbers.iter().all(|&n| n <= LARGEST as u64).then(|| Parameters::from_slice(numbers))
    }

    fn move_to(&self, _part: &Parameters, _by: Seat, left: &[Coordinates]) -> Option<RuleMove> {
        let part = |numbers: &Coordinates| Some(Parameters::from_slice(numbers.get(..self.rule.arity)?));
        let mut left: CountedParts<Parameters> = left.iter().map(|one| Some((part(one)?, 1))).collect::<Option<_>>()?;
        left.put_in_order();
        left.dedup_by(|next, before| {
            let same = next.0 == before.0;
            before.1 += if same { next.1 } else { 0 };
            same
        });
        Some(RuleMove { left })
    }

    fn samples() -> Box<dyn Iterator<Item = (Rule, Vec<Parameters>)>> {
        let rules = [
            ("n -> n-k for k in {1,3,4}", 1),
            ("n -> n-1; n/2", 1),
            ("n -> (i)+(n-i) for i in 1..n-1 if i != n-i", 1),
            ("n -> (i)+(n-t-i) for t in 1..2 for i in 0..n-t", 1),
            ("(a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b)", 2),
            ("(n,m) -> (n-k,2*k) for k in 1..min(n,m)", 2),
            ("n -> n-k*k for k in 1.. while k*k <= n", 1),
            ("n -> n-d for d in divisors(n) if d < n", 1),
            ("(a,b) -> k*(a/k,b) for k in divisors(a) if k > 1; (a-1,b-1) + 2*(a/2,b-1)", 2),
            ("left: n -> n-k for k in {1,2}; right: n -> n-k for k in {1,3}", 1),
        ];
        Box::new((0u64..).flat_map(move |n| {
            rules.into_iter().map(move |(text, arity)| {
                let rule = Rule::new(text).expect("a sample rule is well formed");
                let part =
                    if arity == 1 { Parameters::from_slice(&[n]) } else { Parameters::from_slice(&[n / 2, n - n / 2]) };
                (rule, vec![part])
            })
        }))
    }
}
