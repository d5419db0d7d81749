//! The parser of rules and claims: a recursive descent over the tokens.
//!
//! `parser` contains the state of the parser. This module parses rules and the statements of claims, `expression`
//! parses numbers and conditions by precedence, `quantified` parses `exists` and `forall`, and `lookups` parses
//! look-ups. `irrational` parses irrational numbers, `lists` parses the lists before the options, `bounds` parses the
//! statements after them, and `diagnostics` creates errors. Start with `rule` and `claim`.

mod bounds;
mod diagnostics;
mod expression;
mod irrational;
mod lists;
mod lookups;
mod operand;
mod parser;
mod quantified;

use super::ast::{Content, Guard, Loop, OptionItem, OptionPlayers, Rule, RuleOption, SumExpression, VariableRange};
use super::claim::{ClaimNames, ParsedClaim, ScopedStatements, Statement, UnknownName};
use super::code::{Code, Op};
use super::operator::Binary;
use super::polynomial::QuadraticForm;
use super::token::{Token, Tokens, starts_statement};
use super::trend;
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, NamedSet, Result};
use operand::LEVEL_BITS;
use parser::{EXAMPLE, MAX_VARIABLES, Parser, parameters};
use std::ops::Range;

/// The maximum number of parameters of a position.
pub const MAX_PARAMETERS: usize = 8;
/// The maximum number of options of a rule.
const MAX_OPTIONS: usize = 10_000;

/// A function that reads a list from a file, given the name of the file and the span of that name.
pub type ListReader<'r> = dyn FnMut(&str, &Range<usize>) -> Result<Vec<i64>> + 'r;

/// A [`ListReader`] for texts from which files cannot be read.
pub fn no_files(_file: &str, span: &Range<usize>) -> Result<Vec<i64>> {
    let error = Error::new(ErrorKind::Unsupported, text!("files cannot be read here")).at(span.clone());
    Err(error.help(text!("write the entries, as in {example}", example = "v = [3,1,4]")))
}

/// Parses a rule up to `}`, which is not consumed, or up to the end of the text.
///
/// `read_list` reads lists from files.
pub fn rule(input: &mut Tokens<'_>, read_list: &mut ListReader<'_>) -> Result<Rule> {
    let start = input.span();
    let mut parser = Parser::new(input, vec![], None);
    parser.lists(read_list)?;
    let (mut names, mut options) = (vec![], vec![]);
    let mut side = OptionPlayers::Both;
    loop {
        if let Some(labelled) = parser.label()? {
            side = labelled;
        }
        parser.pattern()?;
        if options.is_empty() {
            names = parser.names.clone();
        }
        options.push(parser.option(side)?);
        if options.len() > MAX_OPTIONS {
            return Err(Error::new(
                ErrorKind::TooLarge,
                text!("a rule has at most {most_options} options", most_options = MAX_OPTIONS),
            )
            .at(start));
        }
        if !parser.input.accept(";")? || parser.is_at_end() {
            break;
        }
    }
    if !parser.is_at_end() {
        return Err(parser.unexpected_token_error(text!("`;`, `for`, `if`, `while` or the end of the rule")));
    }
    // Options with `must` come first, so that an enumeration ends after them if one of them is a move.
    let (mut options, others): (Vec<RuleOption>, Vec<RuleOption>) = options.into_iter().partition(|option| option.must);
    options.extend(others);
    let bounds = parser.bounds(&names)?;
    if let Some(end) = bounds.ends.first()
        && side != OptionPlayers::Both
    {
        let message = text!("`wins if` and `loses if` require that both players have the same options");
        let error = Error::new(ErrorKind::Unsupported, message).at(end.condition.span());
        return Err(error.help(text!(
            "give the position a parameter for the player to move, as in {example}",
            example = "rule{ (a,b,t) -> (a-1,b,1) if t == 0; (a,b-1,0) if t == 1 loses if a == b }"
        )));
    }
    let rule = Rule { arity: parser.arity, names: names.into_iter().map(String::from).collect(), options, bounds };
    if let Some(end) = rule.bounds.ends.first().filter(|_| rule.has_points()) {
        let message = text!("a rule with points cannot have `wins if` or `loses if`");
        let error = Error::new(ErrorKind::Unsupported, message).at(end.condition.span());
        return Err(error.help(text!("in a game with points, play ends when the player to move has no move")));
    }
    Ok(rule)
}

/// Parses a claim up to the end of the text.
///
/// The parameter `claim` contains the automata that the claim names.
pub fn claim<'a>(
    input: &mut Tokens<'a>,
    names: &ClaimNames<'a>,
    claim: ParsedClaim,
    unknown_name: &mut UnknownName,
) -> Result<ParsedClaim> {
    let variables: Vec<&str> = names.variables.iter().map(String::as_str).collect();
    let mut parser = Parser::new(input, variables, Some(claim));
    (parser.current_count, parser.parameters) = (names.current_count, names.parameters);
    let clauses = parser.claim();
    *unknown_name = UnknownName { variable: parser.unknown_name.take() };
    Ok(ParsedClaim { clauses: clauses?, ..parser.claim.unwrap_or_default() })
}

impl Parser<'_, '_> {
    fn claim(&mut self) -> Result<Vec<ScopedStatements>> {
        let parser = self;
        let mut clauses = vec![];
        // Each round parses one clause of a claim such as `G(2n) = n, G(2n+1) = G(n); G(0) = 0` or
        // `G(n+3) = G(n) for n >= 5; G(0) = 1`.
        loop {
            let mut clause = ScopedStatements { statements: vec![parser.statement()?], scope: None };
            while parser.input.accept(",")? {
                if parser.input.is_word("for") {
                    break;
                }
                clause.statements.push(parser.statement()?);
            }
            if parser.input.accept_word("for")? {
                clause.scope = Some(parser.condition()?);
            }
            clauses.push(clause);
            if !parser.input.accept(";")? || parser.input.peek() == Token::End {
                break;
            }
        }
        if parser.input.peek() != Token::End {
            return Err(parser.trailing_claim_error());
        }
        Ok(clauses)
    }
}

/// Parses a number up to the end of the text; `names` are the names of the variables.
pub fn sum<'a>(input: &mut Tokens<'a>, names: &'a [String]) -> Result<Code> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut parser = Parser::new(input, names, Some(ParsedClaim::default()));
    let code = parser.number(0)?;
    match parser.input.peek() {
        Token::End => Ok(code),
        _ => Err(parser.input.expected(text!("the end of the expression"), "2*k+1")),
    }
}

/// Parses a condition up to the end of the text; `names` are the names of the variables.
pub fn condition<'a>(input: &mut Tokens<'a>, names: &'a [String]) -> Result<Code> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut parser = Parser::new(input, names, None);
    let code = parser.condition()?;
    match parser.input.peek() {
        Token::End => Ok(code),
        _ => Err(parser.input.expected(text!("the end of the condition"), "1 <= l <= r")),
    }
}

impl<'a> Parser<'_, 'a> {
    /// Parses one condition of a claim, or two conditions joined by `iff`.
    fn statement(&mut self) -> Result<Statement> {
        let left = self.condition()?;
        if !self.input.accept_word("iff")? {
            return Ok(Statement { left, right: None });
        }
        if self.input.peek() == Token::End {
            return Err(self.input.empty_claim());
        }
        Ok(Statement { left, right: Some(self.condition()?) })
    }

    /// Returns whether the options end here.
    ///
    /// They end at `}`, at a statement such as `within`, and at the end of the text.
    fn is_at_end(&self) -> bool {
        match self.input.peek() {
            Token::End => true,
            Token::Name(word) => starts_statement(word),
            _ => self.input.is("}"),
        }
    }

    /// Parses `left:` or `right:`; returns `None` if neither is next.
    fn label(&mut self) -> Result<Option<OptionPlayers>> {
        let side = match self.input.peek() {
            Token::Name("left") => OptionPlayers::Left,
            Token::Name("right") => OptionPlayers::Right,
            _ => return Ok(None),
        };
        self.input.take()?;
        self.input.expect(":", "rule{ left: n -> n-1; right: n -> n-2 }")?;
        Ok(Some(side))
    }

    /// Parses `n ->` or `(a,b) ->`, which only the first option must have.
    fn pattern(&mut self) -> Result<()> {
        self.names.truncate(self.arity);
        let mark = self.input.mark();
        let start = self.input.span().start;
        let mut names = vec![];
        let bracket = self.input.accept("(")?;
        while let Token::Name(name) = self.input.peek() {
            names.push((name, self.input.span()));
            self.input.take()?;
            if !bracket || !self.input.accept(",")? {
                break;
            }
        }
        let closed = !bracket || self.input.accept(")")?;
        if !closed || names.is_empty() || !self.input.is("->") {
            if self.arity > 0 {
                self.input.restore(mark);
                return Ok(());
            }
            return Err(self
                .input
                .expected(text!("the parameters and `->`"), "rule{ n -> n-1 } or rule{ (a,b) -> (a-1,b) }"));
        }
        let span = start..self.input.last_token_end();
        self.input.take()?;
        if names.len() > MAX_PARAMETERS {
            let error = Error::new(
                ErrorKind::TooLarge,
                text!("a position has at most {most_parameters} parameters", most_parameters = MAX_PARAMETERS),
            );
            return Err(error.at(span));
        }
        if self.arity > 0 && names.len() != self.arity {
            let message = text!(
                "a position has {parameters} here, but {parameters2} earlier in the rule",
                parameters = parameters(names.len()),
                parameters2 = parameters(self.arity)
            );
            let error = Error::new(ErrorKind::BadArgument, message).at(span);
            return Err(error.help(text!(
                "give every option of a rule the same number of parameters, as in rule{{ (a,b) -> (a-1,b); (a,b-1) }}"
            )));
        }
        self.names.clear();
        for (name, span) in names {
            self.declare(name, span)?;
        }
        self.arity = self.names.len();
        Ok(())
    }

    /// Parses the positions of an option, and the variables and conditions that follow.
    fn option(&mut self, side: OptionPlayers) -> Result<RuleOption> {
        let start = self.input.span().start;
        let must = self.input.accept_word("must")?;
        let repeat_span = self.input.span();
        let repeat = self.input.accept_word("repeat")?;
        // The positions use variables that are declared after them, so parse the declarations first.
        let before = self.input.mark();
        self.skip_to_qualifiers()?;
        let (conditions, mut loops) = self.qualifiers()?;
        let after = self.input.mark();
        let end = self.input.last_token_end();
        self.input.restore(before);
        let Positions { components, copies, sums } = self.components()?;
        let gain = if self.input.accept_word("gain")? { Some(self.number(0)?) } else { None };
        if repeat && gain.is_some() {
            let message = text!("a move with `repeat` cannot gain points");
            let error = Error::new(ErrorKind::Unsupported, message).at(repeat_span);
            return Err(
                error.help(text!("write the number of repetitions as a variable, as in {example}", example = GAIN))
            );
        }
        if gain.is_some() && (!self.is_after_position() || self.input.is_word("gain")) {
            return Err(self.unexpected_token_error(text!("`;`, `for`, `if`, `while` or the end of the rule")));
        }
        if !self.is_after_position() {
            return Err(self.after_position_error());
        }
        self.input.restore(after);
        for variable in &mut loops {
            variable.bounds.extend(components.iter().flatten().filter_map(|code| upper_bound(code, variable.index)));
            if variable.source.is_endless() && variable.bounds.is_empty() {
                let is_bound = |form: &QuadraticForm| form.is_eventually_negative() && !form.uses_inner(variable.index);
                let forms =
                    components.iter().flatten().filter_map(|code| QuadraticForm::from_code(code, variable.index));
                variable.nonnegative_forms = forms.filter(is_bound).collect();
            }
        }
        for at in 0..loops.len() {
            if loops[at].lacks_end() {
                loops[at].stops = trend::end_conditions(at, &loops, &components, &self.lower_bounds[..self.arity]);
            }
            if loops[at].lacks_end() {
                return Err(self.endless_loop_error(&loops[at], start..end));
            }
        }
        // The moves of options with sums or points and of repeated moves are enumerated one by one, without
        // polynomials.
        let is_enumerated = repeat || !sums.is_empty() || gain.is_some();
        let has_no_other_guards = |inner: &&Loop| !is_enumerated && inner.guards.iter().all(|guard| guard.implied);
        let degree = loops.last().filter(has_no_other_guards).and_then(|inner| {
            let degrees: Option<Vec<u32>> =
                components.iter().flatten().map(|code| code.degree_in(inner.index)).collect();
            degrees?.into_iter().max().map(|degree| degree.max(1))
        });
        let has_only_bounds =
            !is_enumerated && loops.iter().all(|variable| variable.guards.iter().all(|guard| guard.implied));
        let forms = if has_only_bounds { RuleOption::compute_forms(&components, &loops) } else { None };
        let cost = RuleOption::compute_cost(&components, &sums, &loops);
        let sum_depth = sums.iter().map(OptionItem::sum_depth).max().unwrap_or(0);
        let extends_sum = !repeat && gain.is_none() && RuleOption::compute_extends_sum(&sums, &loops);
        Ok(RuleOption {
            side,
            components,
            copies,
            sums,
            extends_sum,
            must,
            repeat,
            gain,
            conditions,
            loops,
            degree,
            forms,
            cost,
            sum_depth,
            span: start..end,
        })
    }

    /// Returns the error for a loop without an end.
    ///
    /// `option_span` is the span of the option that contains the loop.
    fn endless_loop_error(&self, variable: &Loop, option_span: Range<usize>) -> Error {
        let name = variable.name.as_str();
        let span = match &variable.source {
            VariableRange::Range(from, _) => from.span(),
            _ => option_span,
        };
        let message = text!("`{name}` ranges over infinitely many numbers", name);
        let error = Error::new(ErrorKind::BadArgument, message).at(span);
        let numbers = match &variable.source {
            VariableRange::Sequence(set) => set.name().unwrap_or_default().to_string(),
            VariableRange::Powers(base) => format!("powers({})", self.input.slice(base.span())),
            _ => {
                return error.help(text!(
                    "bound the variable, for example `for {name} in 1..n` or `for {name} in 1.. while {name}*{name} <= \
                        n`",
                    name
                ));
            }
        };
        // Suggest the first parameter as the bound.
        let bound = self.names[0];
        error.help(text!(
            "bound the variable, for example `for {name} in {numbers} if {name} <= {most}`",
            name,
            numbers,
            most = bound
        ))
    }

    fn is_qualifier(&self) -> bool {
        matches!(self.input.peek(), Token::Name("for" | "if" | "while"))
    }

    /// Returns whether the list of positions of an option ends here.
    fn is_after_position(&self) -> bool {
        self.is_qualifier() || self.input.is(";") || self.input.is_word("gain") || self.is_at_end()
    }

    /// Returns the error for an option that continues after a component with an unexpected token.
    fn after_position_error(&self) -> Error {
        self.unexpected_token_error(match self.arity {
            1 => text!("`for`, `if`, `while`, `gain`, `;` or the end of the rule"),
            _ => text!("`+`, `for`, `if`, `while`, `gain`, `;` or the end of the rule"),
        })
    }

    /// Returns the error for an option that continues with something other than `what`.
    fn unexpected_token_error(&self, what: Text) -> Error {
        let error = self.input.expected(what, EXAMPLE);
        match (self.input.number_before(), self.input.peek()) {
            (Some(number), Token::Name(name)) => {
                error.help(text!("write the multiplication sign: {product}", product = format!("{number}*{name}")))
            }
            (Some(number), Token::Symbol("(")) => {
                error.help(text!("write the multiplication sign: {product}", product = format!("{number}*(...)")))
            }
            _ => {
                let example = if self.arity == 1 { OPTIONS_OF_ONE } else { OPTIONS_OF_SEVERAL };
                error.help(text!("separate options by `;`, as in {rule}", rule = example))
            }
        }
    }

    /// Skips the positions of an option, up to its variables and conditions.
    fn skip_to_qualifiers(&mut self) -> Result<()> {
        let mut depth = 0usize;
        loop {
            match self.input.peek() {
                Token::End => return Ok(()),
                Token::Symbol("(" | "[" | "{") => depth += 1,
                Token::Symbol(")" | "]" | "}") if depth == 0 => return Ok(()),
                Token::Symbol(")" | "]" | "}") => depth -= 1,
                Token::Symbol(";") if depth == 0 => return Ok(()),
                Token::Name("for" | "if" | "while") if depth == 0 => return Ok(()),
                Token::Name(word) if depth == 0 && starts_statement(word) => return Ok(()),
                _ => {}
            }
            self.input.take()?;
        }
    }

    fn qualifiers(&mut self) -> Result<(Vec<Code>, Vec<Loop>)> {
        let (mut conditions, mut loops): (Vec<Code>, Vec<Loop>) = (vec![], vec![]);
        loop {
            match self.input.peek() {
                Token::Name("for") => {
                    self.input.take()?;
                    let variable = self.variable()?;
                    // The parameters of a position are not negative. Bounds of variables out of scope are dropped.
                    self.lower_bounds.resize(variable.index as usize, Some(0));
                    self.lower_bounds.push(variable.source.smallest(&self.lower_bounds));
                    loops.push(variable);
                    if self.names.len() > self.arity + MAX_VARIABLES {
                        let message =
                            text!("an option has at most {most_variables} variables", most_variables = MAX_VARIABLES);
                        return Err(Error::new(ErrorKind::TooLarge, message).at(self.input.span()));
                    }
                }
                Token::Name(word @ ("if" | "while")) => {
                    self.input.take()?;
                    let condition = self.condition()?;
                    match loops.last_mut() {
                        None => conditions.push(condition),
                        Some(variable) => {
                            let limit = condition
                                .implied_upper_bound(variable.index)
                                .filter(|l| !l.bound.uses_from(variable.index));
                            let implied = limit.as_ref().is_some_and(|limit| limit.is_exact);
                            if let Some(limit) = limit {
                                let bounds = match limit.is_of_square {
                                    true => &mut variable.square_bounds,
                                    false => &mut variable.bounds,
                                };
                                bounds.push(limit.bound);
                            }
                            variable.guards.push(Guard { is_while: word == "while", implied, condition });
                        }
                    }
                }
                _ => return Ok((conditions, loops)),
            }
        }
    }

    /// Parses the declaration `k in 1..n` after `for`.
    fn variable(&mut self) -> Result<Loop> {
        const FOR: &str = "for k in 1..n";
        let span = self.input.span();
        let Token::Name(name) = self.input.peek() else { return Err(self.input.expected(text!("a variable"), FOR)) };
        self.input.take()?;
        if !self.input.accept_word("in")? {
            return Err(self.input.expected(text!("`in`"), FOR));
        }
        let source = self.source()?;
        self.declare(name, span)?;
        let (index, fixed) = (self.names.len() as u32 - 1, source.fixed());
        let name = name.to_string();
        let (guards, bounds, square_bounds) = (vec![], vec![], vec![]);
        let (nonnegative_forms, stops) = (vec![], vec![]);
        Ok(Loop { name, index, source, fixed, guards, bounds, square_bounds, nonnegative_forms, stops })
    }

    fn source(&mut self) -> Result<VariableRange> {
        if self.input.is("{") {
            return Ok(VariableRange::Set(self.set(false)?));
        }
        if let Token::Name(word) = self.input.peek() {
            if let Some(set) = NamedSet::from_name(word) {
                self.input.take()?;
                return Ok(VariableRange::Sequence(set));
            }
            if let "divisors" | "powers" = word {
                self.input.take()?;
                self.input.expect("(", "for d in divisors(n)")?;
                let of = self.number(0)?;
                self.input.expect(")", "for d in divisors(n)")?;
                return Ok(if word == "powers" { VariableRange::Powers(of) } else { VariableRange::Divisors(of) });
            }
        }
        let from = self.number(LEVEL_BITS)?;
        self.input.expect("..", "for k in 1..n, for k in {1,3,4} or for k in squares")?;
        Ok(VariableRange::Range(from, self.end_of_range()?))
    }

    fn end_of_range(&mut self) -> Result<Option<Code>> {
        let starts = match self.input.peek() {
            Token::Number(_) => true,
            Token::Name(word) => {
                !matches!(word, "for" | "if" | "while" | "and" | "or" | "iff" | "not") && !starts_statement(word)
            }
            Token::Symbol(symbol) => {
                matches!(symbol, "(" | "-") || (self.claim.is_some() && matches!(symbol, "|" | "["))
            }
            _ => false,
        };
        if starts { Ok(Some(self.number(LEVEL_BITS)?)) } else { Ok(None) }
    }

    /// Parses a set `{1,3..5}`; with `endless`, its ranges need no end.
    fn set(&mut self, endless: bool) -> Result<Vec<(Code, Option<Code>)>> {
        const SET: &str = "{1,3,4} or {2..5}";
        self.input.expect("{", SET)?;
        let mut items = vec![];
        loop {
            let from = self.number(LEVEL_BITS)?;
            let span = self.input.span();
            let to = if self.input.accept("..")? {
                match self.end_of_range()? {
                    to @ Some(_) => to,
                    None if endless => None,
                    None => {
                        let error =
                            Error::new(ErrorKind::BadArgument, text!("a range in a set must have an end")).at(span);
                        return Err(error.help(text!("for example {set}", set = SET)));
                    }
                }
            } else {
                Some(from.clone())
            };
            items.push((from, to));
            if self.input.accept("}")? {
                return Ok(items);
            }
            self.input.expect(",", SET)?;
        }
    }

    /// Parses the components that an option leaves.
    fn components(&mut self) -> Result<Positions> {
        let mark = self.input.mark();
        if self.input.is("(") || self.is_at_copies() || self.is_at_sum() {
            if let Some(components) = self.positions_in_brackets()? {
                return Ok(components);
            }
            self.input.restore(mark);
        }
        let (start, code) = (self.input.span().start, self.number(0)?);
        if self.arity != 1 {
            let error = Error::new(
                ErrorKind::BadArgument,
                text!("a position must have {parameters}", parameters = parameters(self.arity)),
            );
            let help = text!("write an option as a position in brackets, for example rule{{ (a,b) -> (a-1,b) }}");
            return Err(error.at(start..self.input.last_token_end()).help(help));
        }
        Ok(Positions { components: vec![vec![code]], ..Positions::default() })
    }

    /// Returns whether the next tokens are a number of copies: a number or a name, and `*`.
    ///
    /// If positions have one parameter, `sum` must follow, since otherwise the tokens are a product of numbers.
    fn is_at_copies(&mut self) -> bool {
        if !matches!(self.input.peek(), Token::Number(_) | Token::Name(_)) {
            return false;
        }
        let mark = self.input.mark();
        let is_product = self.input.take().is_ok() && self.input.is("*");
        let result = is_product && (self.arity > 1 || self.input.take().is_ok() && self.is_at_sum());
        self.input.restore(mark);
        result
    }

    /// Returns whether the next tokens are `sum(`.
    fn is_at_sum(&mut self) -> bool {
        let mark = self.input.mark();
        let result = self.input.is_word("sum") && self.input.take().is_ok() && self.input.is("(");
        self.input.restore(mark);
        result
    }

    /// Parses a sum of positions, `sum(E for i in a..b)`.
    fn sum_of_positions(&mut self) -> Result<SumExpression> {
        let start = self.input.span().start;
        self.input.take()?;
        self.input.expect("(", SUM)?;
        // As in an option, the variable is declared after the positions that use it.
        let before = self.input.mark();
        self.skip_to_qualifiers()?;
        if !self.input.is_word("for") {
            return Err(self.input.expected(text!("`for` and the range of the sum"), SUM));
        }
        let outer = self.names.len();
        let (_, mut loops) = self.qualifiers()?;
        if !self.input.is(")") {
            return Err(self.input.expected(text!("`for`, `if`, `while` or `)`"), SUM));
        }
        let after = self.input.mark();
        for at in 0..loops.len() {
            if loops[at].lacks_end() {
                // A component with a negative parameter does not end the sum, since it makes the move illegal.
                loops[at].stops = trend::end_conditions(at, &loops, &[], &self.lower_bounds[..outer]);
            }
            if loops[at].lacks_end() {
                return Err(self.endless_loop_error(&loops[at], start..self.input.last_token_end()));
            }
        }
        self.input.restore(before);
        let items = self.components()?.into_items();
        if !self.input.is_word("for") {
            return Err(self.input.expected(text!("`+` or `for`"), SUM));
        }
        self.input.restore(after);
        self.input.expect(")", SUM)?;
        self.names.truncate(outer);
        let uses_variable = |code: &Code| loops.iter().any(|variable| code.uses(variable.index));
        let varies = items.iter().flat_map(OptionItem::codes).any(uses_variable);
        Ok(SumExpression { loops, items, varies, span: start..self.input.last_token_end() })
    }

    /// Returns whether the next tokens begin a position in brackets, copies of a position, or a sum.
    fn is_at_position(&mut self) -> bool {
        self.input.is("(") || self.is_at_copies() || self.is_at_sum()
    }

    /// Parses positions in brackets: `(a,b) + k*(c,d) + sum((i,b) for i in 1..a)`.
    ///
    /// Returns `None` if the brackets belong to arithmetic.
    fn positions_in_brackets(&mut self) -> Result<Option<Positions>> {
        let (mut components, mut copies, mut sums): (Vec<Vec<Code>>, Vec<Option<usize>>, Vec<OptionItem>) =
            (vec![], vec![], vec![]);
        let mut numbers: Vec<Code> = vec![];
        let counted = |mut components: Vec<Vec<Code>>, copies: Vec<Option<usize>>, sums, numbers: Vec<Code>| {
            if numbers.is_empty() {
                return Ok(Some(Positions { components, copies: vec![], sums }));
            }
            components.push(numbers);
            Ok(Some(Positions { components, copies, sums }))
        };
        let mut times = None;
        loop {
            let start = self.input.span().start;
            if times.is_none() && self.is_at_copies() {
                times = Some(self.factor()?);
                self.input.expect("*", COPIES)?;
            }
            if self.is_at_sum() {
                let content = Content::Sum(Box::new(self.sum_of_positions()?));
                sums.push(OptionItem { times: times.take(), content });
                if !self.input.is("+") {
                    return counted(components, copies, sums, numbers);
                }
                self.input.take()?;
                if !self.is_at_position() {
                    return Err(self.input.expected(text!("a position in brackets"), SUM));
                }
                continue;
            }
            self.input.expect("(", if times.is_some() { COPIES } else { "(a-k,b)" })?;
            if components.is_empty() && sums.is_empty() && times.is_none() && self.input.accept(")")? {
                return Ok(Some(Positions::default()));
            }
            let mut component = vec![self.number(0)?];
            while self.input.accept(",")? {
                component.push(self.number(0)?);
            }
            self.input.expect(")", "(a-k,b)")?;
            let span = start..self.input.last_token_end();
            let ends = self.is_after_position();
            let before_product = self.input.mark();
            if component.len() == 1 && times.is_none() && self.input.accept("*")? {
                // After `*`, the expression in brackets is a number of copies, as in `(k+1)*(a,b)`.
                if self.arity == 1 && !self.is_at_sum() {
                    self.input.restore(before_product);
                    return Ok(None);
                }
                times = component.pop();
                if !self.input.is("(") && !self.is_at_sum() {
                    return Err(self.input.expected(text!("a position in brackets"), COPIES));
                }
                continue;
            }
            if component.len() == 1 && !ends && !self.input.is("+") {
                return Ok(None);
            }
            if component.len() != self.arity {
                // Brackets that belong to arithmetic were recognised above, so the number of parameters is wrong.
                let message = text!(
                    "a position has {parameters}, but this one has {part}",
                    parameters = parameters(self.arity),
                    part = component.len()
                );
                return Err(Error::new(ErrorKind::BadArgument, message).at(span));
            }
            components.push(component);
            copies.push(times.take().map(|times| {
                numbers.push(times);
                numbers.len() - 1
            }));
            if ends {
                return counted(components, copies, sums, numbers);
            }
            if !self.input.accept("+")? {
                return Err(self.after_position_error());
            }
            if !self.is_at_position() {
                return if self.arity == 1 {
                    Ok(None)
                } else {
                    Err(self.input.expected(text!("a position in brackets"), "(a,b)+(c,d)"))
                };
            }
        }
    }
}

/// The positions that an option leaves; the fields are those of [`RuleOption`].
#[derive(Default)]
struct Positions {
    components: Vec<Vec<Code>>,
    copies: Vec<Option<usize>>,
    sums: Vec<OptionItem>,
}

impl Positions {
    /// Converts the positions into a list of items.
    fn into_items(mut self) -> Vec<OptionItem> {
        let numbers = if self.copies.is_empty() { vec![] } else { self.components.pop().unwrap_or_default() };
        let times = |k: usize| Some(numbers[(*self.copies.get(k)?)?].clone());
        let position = |(k, component)| OptionItem { times: times(k), content: Content::Position(component) };
        let mut items: Vec<OptionItem> = self.components.into_iter().enumerate().map(position).collect();
        items.append(&mut self.sums);
        items
    }
}

const SUM: &str = "rule{ n -> sum(n/k for i in 1..k) for k in 2..n }";

/// Examples of rules with two options, for positions of one parameter and of several.
const OPTIONS_OF_ONE: &str = "rule{ n -> n-1; n-2 }";
const OPTIONS_OF_SEVERAL: &str = "rule{ (a,b) -> (a-1,b); (a,b-1) }";

/// An example of a rule with points.
const GAIN: &str = "rule{ n -> n-k gain k*k for k in 1..3 }";

const COPIES: &str = "rule{ (a,b) -> k*(a/k,b) for k in divisors(a) if k > 1 }";

/// Returns the upper bound `E` of the variable `k` if the code is `E - k`, which must not be negative.
fn upper_bound(code: &Code, variable: u32) -> Option<Code> {
    let bound = code.without_last(Op::WithVariable(Binary::Sub, variable))?;
    // Inner variables have no values yet, so the bound must not use them.
    (!bound.uses_from(variable)).then_some(bound)
}
