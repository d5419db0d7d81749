//! The game `rule`: games that a user defines by a rule in mathematical notation.
//!
//! A rule consists of the parameters of a position, `->`, and the positions to which a move can lead, for all values of
//! some variables. A position is given by its parameters in order. `docs/rules.md` describes the language.
//!
//! `rule` contains the ruleset and its interfaces for engines, `numbering` numbers positions in tiers, and `file` reads
//! rules from files. `symbolic_params` parses games with symbolic parameters. `named` lists games with names,
//! `cakes` contains their theorems, and `cake_board` draws their positions and names their moves.
//!
//! Notation: `rule{ n -> n-k for k in {1,3,4} }(10)`, `rule{ (a,b) -> (a-1,b); (a,b-1) }(3,5)`; `rule[@file](10)`
//! reads the rule from a file, and `rule[@file: name](10)` reads the rule with this name.
//!
//! ```
//! let spec = grundy_games::parse("rule{ n->n-k for k in 1..n/2 }(7)").unwrap();
//! assert_eq!(spec.to_string(), "rule{ n -> n-k for k in 1..n/2 }(7)");
//! ```

mod cake_board;
pub(crate) mod cakes;
mod file;
pub mod named;
mod numbering;
mod rule;
mod symbolic_params;

use crate::evaluation::recognise::RuleShape;
use crate::logic::bounds::{position_text, signed};
use grundy_lang::{Text, text};
use grundy_rules::indexed::{TerminalResult, Tiers};
use grundy_rules::{
    Budget, CompactSort, Coordinates, CountedComponents, Cursor, Error, ErrorKind, Field, FirstFault, Game, GameInfo,
    Kind, MoveText, Picture, Player, Result, SymbolicParams, TableForm, Theorem,
};
use grundy_syntax::ast::OptionPlayers;
use grundy_syntax::token::MAX_NUMBER;
use rule::MAX_DIMS;
use std::fmt::Write;

pub use crate::evaluation::walk::Parameters;
pub use file::{RuleExample, check_rule_file, rule_examples};
pub use rule::{Rule, RuleMove};
pub use symbolic_params::has_letters;

impl Game for Rule {
    const INFO: GameInfo = GameInfo {
        name: "rule",
        aliases: &["规则"],
        title: "Your own rule",
        rules: "The rule defines the options of a position in ordinary mathematical notation.",
        notation: "rule{ PARAMETERS -> OPTION; ... }(position, ...)",
        example: "rule{ n -> n-k for k in {1,3,4} }(10)",
        kind: Kind::Impartial,
        other_kind: Some(Kind::Partizan),
        short: false,
        other_examples: &["rule{ left: n -> n-1; right: n -> n-2 }(5)", "rule{ (a,b) -> (b,a) if a != b }(0,1)"],
        misere: true,
    };

    const POINTS: Option<grundy_rules::PointsFn<Rule>> = Some(|_, _, _, mv| mv.points);

    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Rule> {
        let is_rule_alias = alias == Rule::INFO.name || Rule::INFO.aliases.contains(&alias);
        match input.peek() {
            Some('[') if !is_rule_alias && symbolic_params::has_letters(input) => symbolic_params::read(input),
            Some('[') => file::read(input),
            _ => {
                let (text, base) = input.braces(Rule::INFO.example)?;
                Rule::at(text, base, &mut |file, span| input.list_of_source(file, span))
            }
        }
    }

    fn info(&self) -> &'static GameInfo {
        self.named.map_or(&Rule::INFO, |entry| &entry.info)
    }

    fn theorems(&self) -> &'static [Theorem<Rule>] {
        self.named.map_or(&[], |entry| cakes::theorems(entry.info.name))
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Parameters>> {
        let start = input.next_span().start;
        let numbers = input.numbers('(', ')', self.info().example)?;
        let span = start..input.offset();
        if let Some(large) = numbers.iter().find(|&&n| n > MAX_NUMBER as u64) {
            let error = Error::new(ErrorKind::TooLarge, text!("{large} is too large for a rule", large)).at(span);
            return Err(error.help(text!("the parameters of a rule may be at most 2^62")));
        }
        let arity = self.rule.arity;
        if numbers.len() % arity != 0 {
            let message =
                text!("a position has {arity} parameters; numbers given: {numbers}", arity, numbers = numbers.len());
            let error = Error::new(ErrorKind::BadArgument, message).at(span);
            let example: Vec<String> = (3..3 + arity).map(|n| n.to_string()).collect();
            let example = example.join(",");
            return Err(error.help(match self.symbolic_params() {
                // Symbolic parameters are parameters too, so the suggestion lists all parameters by name.
                Some(_) => text!(
                    "the numbers are {names} in this order, for example ({example})",
                    names = self.coordinate_names().join(", "),
                    example
                ),
                None => text!("for example ({example})", example),
            }));
        }
        for position in numbers.chunks_exact(arity) {
            let violated =
                if self.bounds.has_conditions() { self.bounds.first_violated(&signed(position))? } else { None };
            if violated.is_some() {
                let message =
                    text!("{position} is not within the bounds of the rule", position = position_text(position));
                return Err(Error::new(ErrorKind::BadArgument, message).at(span));
            }
        }
        Ok(numbers.chunks_exact(arity).map(Parameters::from_slice).collect())
    }

    fn kind(&self) -> Kind {
        let impartial = self.rule.options.iter().all(|option| option.side == OptionPlayers::Both);
        match impartial {
            _ if self.rule.has_points() => Kind::Scoring,
            true if !self.bounds.ends.is_empty() => Kind::NonstandardImpartial,
            true => Kind::Impartial,
            false => Kind::Partizan,
        }
    }

    /// Always returns `true`: only a search can show that play need not end.
    fn is_short(&self) -> bool {
        true
    }

    fn fault(&self) -> Option<&FirstFault> {
        Some(&self.fault)
    }

    fn write_rules(&self, out: &mut String) {
        match (&self.symbolic, self.named) {
            (Some((title, _)), _) => out.push_str(title),
            (None, Some(entry)) => out.push_str(entry.info.name),
            (None, None) => drop(write!(out, "rule{{ {} }}", self.text)),
        }
    }

    fn count_rules_numbers(&self) -> usize {
        // The text of a rule counts as one number per 16 bytes, so that a long rule is not printed with every move.
        if self.named.is_some() { 0 } else { self.text.len() / 16 }
    }

    fn write_component(&self, component: &Parameters, out: &mut String) {
        for (k, n) in component.iter().enumerate() {
            let _ = write!(out, "{}{n}", if k > 0 { "," } else { "" });
        }
    }

    fn count_component_numbers(&self, component: &Parameters) -> usize {
        component.len()
    }

    fn describe(&self, component: &Parameters, at: usize, mv: &RuleMove) -> MoveText {
        let component_text = |component: &Parameters| {
            let numbers: Vec<String> = component.iter().map(u64::to_string).collect();
            if component.len() == 1 { numbers[0].clone() } else { format!("({})", numbers.join(",")) }
        };
        let from = component_text(component);
        let text = match mv.components.is_empty() {
            true if self.rule.has_points() => text!("remove {from}, gain {points}", from, points = mv.points),
            true => text!("remove {from}", from),
            false => {
                let counted_text = |(component, copies): &(Parameters, u64)| match copies {
                    1 => component_text(component),
                    _ => format!("{copies}*{}", component_text(component)),
                };
                let to = Text::and(mv.components.iter().map(|component| Text::verbatim(counted_text(component))));
                match self.rule.has_points() {
                    true => text!("move from {from} to {to}, gain {points}", from, to, points = mv.points),
                    false => text!("move from {from} to {to}", from, to),
                }
            }
        };
        let mut fields = vec![("position", Field::Number(at as u64))];
        if self.rule.has_points() {
            fields.push(("points", Field::Signed(mv.points)));
        }
        let Some(named) = self.named.and_then(|entry| cake_board::describe(entry.moves, component, mv)) else {
            return MoveText::new(text, fields);
        };
        fields.extend(named.fields);
        let name = if at > 1 { text!("{text} in cake {at}", text = named.text, at) } else { named.text };
        MoveText::new(name, fields).with_former_text(text)
    }

    fn picture(&self, component: &Parameters) -> Picture {
        match self.named {
            Some(_) => cake_board::picture(self, component),
            None => Picture::from_table(self, component),
        }
    }

    fn variables(&self, component: &Parameters, by: Player, mv: &RuleMove) -> Vec<(String, i64)> {
        let all = || mv.components.iter().flat_map(|(component, copies)| (0..*copies).map(move |_| component));
        self.variables_of_move(self.side(by), component, |after, points| points == mv.points && after.iter().eq(all()))
    }

    fn as_rule(&self) -> Option<String> {
        Some(self.text.clone())
    }

    fn symbolic_params(&self) -> Option<&SymbolicParams> {
        self.symbolic.as_ref().map(|(_, params)| params)
    }

    fn coordinate_names(&self) -> Vec<String> {
        self.rule.names.clone()
    }

    fn table_form(&self) -> Option<TableForm<'_>> {
        match &self.shape {
            RuleShape::Take { left, right } if self.kind() == Kind::Partizan => {
                Some(TableForm::PartizanHeaps { left: left.as_ref(), right: right.as_ref() })
            }
            _ if self.kind() != Kind::Impartial => None,
            // A table would include positions outside the bounds.
            _ if !self.rule.bounds.is_empty() => None,
            RuleShape::Pairs(steps) => Some(TableForm::Pairs(steps)),
            // The heap engine requires that every option is smaller than the heap, and it does not count copies of a
            // heap. Dense tables have neither limitation.
            _ if self.rule.arity == 1 && self.has_growing_option.get().is_none() && !self.rule.counts_copies() => {
                Some(TableForm::Heaps(self))
            }
            _ if self.rule.arity <= MAX_DIMS => Some(TableForm::Dense(self)),
            _ => None,
        }
    }

    fn terminal_result(&self, component: &Parameters) -> Option<TerminalResult> {
        self.result_at(component)
    }

    fn tiers(&self, start: &Parameters, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
        numbering::tiers(self, start, budget)
    }

    fn encode(&self, component: &Parameters) -> Option<Vec<u64>> {
        Some(component.to_vec())
    }

    fn decode(&self, words: &[u64]) -> Option<Parameters> {
        let fits = words.len() == self.rule.arity && words.iter().all(|&n| n <= MAX_NUMBER as u64);
        fits.then(|| Parameters::from_slice(words))
    }

    fn table_coordinates(&self, component: &Parameters) -> Coordinates {
        std::array::from_fn(|k| component.get(k).copied().unwrap_or(0))
    }

    fn component_at(&self, at: Coordinates) -> Option<Parameters> {
        let numbers = at.get(..self.rule.arity)?;
        numbers.iter().all(|&n| n <= MAX_NUMBER as u64).then(|| Parameters::from_slice(numbers))
    }

    fn move_to(&self, _part: &Parameters, _by: Player, after: &[Coordinates]) -> Option<RuleMove> {
        if self.rule.has_points() {
            return None;
        }
        let component = |numbers: &Coordinates| Some(Parameters::from_slice(numbers.get(..self.rule.arity)?));
        let mut after: CountedComponents<Parameters> =
            after.iter().map(|coordinates| Some((component(coordinates)?, 1))).collect::<Option<_>>()?;
        after.compact_sort();
        after.dedup_by(|next, before| {
            let same = next.0 == before.0;
            before.1 += if same { next.1 } else { 0 };
            same
        });
        Some(RuleMove { components: after, points: 0 })
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
                let component =
                    if arity == 1 { Parameters::from_slice(&[n]) } else { Parameters::from_slice(&[n / 2, n - n / 2]) };
                (rule, vec![component])
            })
        }))
    }
}
