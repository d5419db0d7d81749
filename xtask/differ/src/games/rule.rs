//! User-defined rules: their trees, their text, and an interpreter.
//!
//! The interpreter follows the documentation of rules.

use super::super::expr::{Condition, Number, with_names};
use super::super::play::{Fault, Move, Part, Rules, Side};
use super::super::sets::is_practical;
use super::super::spell::Speller;
use crate::random::Random;
use std::rc::Rc;

/// The largest value of a variable; positions that need a larger value are not tested.
const MAX_VARIABLE: i64 = 400;

#[derive(Clone, Debug)]
pub enum Source {
    Range(Number, Option<Number>),
    Set(Vec<(Number, Option<Number>)>),
    /// `squares` and other named sets.
    Named(&'static str),
    Powers(i64),
    Divisors(Number),
}

#[derive(Clone, Debug)]
pub enum Qualifier {
    For(usize, Source),
    If(Condition),
    While(Condition),
}

#[derive(Clone, Debug)]
pub struct Choice {
    pub side: Option<Side>,
    /// Whether the choice is mandatory: a player who has legal mandatory choices must make one of them.
    pub must: bool,
    pub repeat: bool,
    pub parts: Vec<Vec<Number>>,
    /// The number of copies of the last component.
    pub times: Option<Number>,
    /// The variables and conditions of a sum over the last component; the variables have the last names.
    pub sum: Option<Vec<Qualifier>>,
    pub qualifiers: Vec<Qualifier>,
    /// The names of the parameters and variables.
    pub names: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub arity: usize,
    pub choices: Vec<Choice>,
    /// The text, written once; what the program prints differs from it only in white space.
    pub text: String,
}

impl Source {
    /// Returns the numbers in increasing order, up to [`MAX_VARIABLE`] if there is no end.
    fn numbers(&self, names: &[i64]) -> Result<Vec<i64>, Fault> {
        let eval = |number: &Number| number.eval(&with_names(names)).map_err(|_| Fault::Bad);
        let range = |from: i64, to: i64| if to - from > 4 * MAX_VARIABLE { Err(Fault::Large) } else { Ok(from..=to) };
        Ok(match self {
            Source::Range(from, None) => (eval(from)?..=MAX_VARIABLE).collect(),
            Source::Range(from, Some(to)) => range(eval(from)?, eval(to)?)?.collect(),
            Source::Set(items) => {
                let mut numbers = vec![];
                for (from, to) in items {
                    let from = eval(from)?;
                    numbers.extend(range(from, to.as_ref().map_or(Ok(from), eval)?)?);
                }
                numbers.sort_unstable();
                numbers.dedup();
                numbers
            }
            Source::Powers(b) => {
                std::iter::successors(Some(1), |n| Some(n * b)).take_while(|&n| n <= MAX_VARIABLE).collect()
            }
            Source::Divisors(of) => {
                let of = eval(of)?;
                (1..=of).filter(|d| of % d == 0).collect()
            }
            Source::Named(name) => (1..=MAX_VARIABLE).filter(|&n| is_in_named_set(name, n)).collect(),
        })
    }

    pub fn is_endless(&self) -> bool {
        matches!(self, Source::Range(_, None) | Source::Named(_) | Source::Powers(_))
    }
}

fn is_in_named_set(name: &str, n: i64) -> bool {
    match name {
        "squares" => (1..=n).any(|k| k * k == n),
        "primes" => n > 1 && (2..n).all(|d| n % d != 0),
        "cubes" => (1..=n).any(|k| k * k * k == n),
        "squarefree" => (2..=n).all(|d| n % (d * d) != 0),
        "practical" => is_practical(n),
        "triangular" => (1..=n).any(|k| k * (k + 1) / 2 == n),
        "factorials" => {
            let mut product = 1;
            let mut k = 1;
            while product < n {
                k += 1;
                product *= k;
            }
            product == n
        }
        _ => {
            let (mut a, mut b) = (1, 2);
            while a < n {
                (a, b) = (b, a + b);
            }
            a == n
        }
    }
}

/// The enumeration of the options of one choice.
struct Walk<'a> {
    choice: &'a Choice,
    found: Vec<Vec<Part>>,
}

/// The decision whether a variable continues with its next number.
#[derive(PartialEq)]
enum Iteration {
    Continue,
    Break,
}

impl Walk<'_> {
    fn from(&mut self, at: usize, names: &mut Vec<i64>) -> Result<Iteration, Fault> {
        match self.choice.qualifiers.get(at) {
            None => self.emit_option(names.clone()).map(|()| Iteration::Continue),
            Some(Qualifier::If(condition)) => {
                let holds = condition.eval(&with_names(names)).map_err(|_| Fault::Bad)?;
                if holds { self.from(at + 1, names) } else { Ok(Iteration::Continue) }
            }
            Some(Qualifier::While(condition)) => {
                let holds = condition.eval(&with_names(names)).map_err(|_| Fault::Bad)?;
                if holds { self.from(at + 1, names) } else { Ok(Iteration::Break) }
            }
            Some(Qualifier::For(_, source)) => {
                for number in source.numbers(names)? {
                    names.push(number);
                    let iteration = self.from(at + 1, names)?;
                    names.pop();
                    if iteration == Iteration::Break {
                        break;
                    }
                }
                Ok(Iteration::Continue)
            }
        }
    }

    fn emit_option(&mut self, mut names: Vec<i64>) -> Result<(), Fault> {
        let arity = self.choice.parts.first().map_or(0, Vec::len);
        for round in 0.. {
            if round > MAX_VARIABLE {
                return Err(Fault::Large);
            }
            let before: Part = names[..arity].to_vec();
            let position = |part: &[Number], names: &[i64]| -> Result<Part, Fault> {
                part.iter().map(|number| number.eval(&with_names(names)).map_err(|_| Fault::Bad)).collect()
            };
            let single = self.choice.parts.len() - usize::from(self.choice.sum.is_some());
            let mut parts = vec![];
            for part in &self.choice.parts[..single] {
                parts.push(position(part, &names)?);
            }
            if parts.iter().flatten().any(|&n| n < 0) {
                return Ok(());
            }
            if let Some(qualifiers) = &self.choice.sum {
                let eval = |number: &Number| number.eval(&with_names(&names)).map_err(|_| Fault::Bad);
                let times = self.choice.times.as_ref().map_or(Ok(1), eval)?;
                if times < 0 {
                    return Ok(());
                }
                if times > MAX_VARIABLE {
                    return Err(Fault::Large);
                }
                let mut terms = Some(vec![]);
                sum_terms(qualifiers, &self.choice.parts[single], &mut names.clone(), &mut terms)?;
                let Some(terms) = terms else { return Ok(()) };
                for part in terms {
                    parts.extend((0..times).map(|_| part.clone()));
                }
            } else if let Some(times) = &self.choice.times {
                let times = times.eval(&with_names(&names)).map_err(|_| Fault::Bad)?;
                match (times, parts.pop()) {
                    (0.., Some(_)) if times > MAX_VARIABLE => return Err(Fault::Large),
                    (0.., Some(last)) => parts.extend((0..times).map(|_| last.clone())),
                    _ => return Ok(()),
                }
            }
            let nothing = |part: &[i64]| part.iter().all(|&n| n == 0);
            if !parts.is_empty() && nothing(&before) && parts.iter().all(|part| nothing(part)) {
                return Ok(());
            }
            parts.sort();
            self.found.push(parts.clone());
            if !self.choice.repeat {
                return Ok(());
            }
            names[..arity].copy_from_slice(&parts[0]);
            for qualifier in &self.choice.qualifiers {
                if let Qualifier::If(condition) | Qualifier::While(condition) = qualifier
                    && !condition.eval(&with_names(&names)).map_err(|_| Fault::Bad)?
                {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Appends the terms of a sum for the remaining qualifiers to `terms`.
///
/// A term with a negative number makes the move illegal; `terms` is then `None`, and later terms do not matter.
fn sum_terms(
    qualifiers: &[Qualifier],
    part: &[Number],
    names: &mut Vec<i64>,
    terms: &mut Option<Vec<Part>>,
) -> Result<Iteration, Fault> {
    let Some((first, rest)) = qualifiers.split_first() else {
        let numbers = part.iter().map(|number| number.eval(&with_names(names)).map_err(|_| Fault::Bad));
        let term: Part = numbers.collect::<Result<_, _>>()?;
        match terms {
            Some(list) if term.iter().all(|&n| n >= 0) => list.push(term),
            _ => *terms = None,
        }
        return Ok(if terms.is_some() { Iteration::Continue } else { Iteration::Break });
    };
    match first {
        Qualifier::If(condition) | Qualifier::While(condition) => {
            let holds = condition.eval(&with_names(names)).map_err(|_| Fault::Bad)?;
            match (holds, first) {
                (true, _) => sum_terms(rest, part, names, terms),
                (false, Qualifier::While(_)) => Ok(Iteration::Break),
                (false, _) => Ok(Iteration::Continue),
            }
        }
        Qualifier::For(_, source) => {
            for number in source.numbers(names)? {
                names.push(number);
                let iteration = sum_terms(rest, part, names, terms)?;
                names.pop();
                if iteration == Iteration::Break {
                    break;
                }
            }
            Ok(if terms.is_some() { Iteration::Continue } else { Iteration::Break })
        }
    }
}

impl Rule {
    pub fn new(arity: usize, choices: Vec<Choice>, spare: bool, random: &mut Random) -> Rule {
        let mut rule = Rule { arity, choices, text: String::new() };
        rule.text = rule.spell(spare, random);
        rule
    }

    fn spell(&self, spare: bool, random: &mut Random) -> String {
        let mut speller = Speller { names: &[], claim: false, minimal: spare, random, out: vec![] };
        let mut before: Option<&[String]> = None;
        let mut side = None;
        for (k, choice) in self.choices.iter().enumerate() {
            if k > 0 {
                speller.push(";");
            }
            if choice.side != side {
                if let Some(side) = choice.side {
                    speller.push(side.name());
                    speller.push(":");
                }
                side = choice.side;
            }
            speller.names = &choice.names;
            let parameters = &choice.names[..self.arity];
            if before != Some(parameters) || speller.random.one_in(3) {
                let brackets = self.arity > 1 || speller.random.one_in(6);
                tuple(&mut speller, brackets, parameters.len(), |to, k| {
                    let name = choice.names[k].clone();
                    to.push(&name);
                });
                speller.push("->");
                before = Some(parameters);
            }
            self.spell_choice(choice, &mut speller);
        }
        if speller.random.one_in(8) {
            speller.push(";");
        }
        speller.text()
    }

    fn spell_choice(&self, choice: &Choice, to: &mut Speller<'_>) {
        if choice.must {
            to.push("must");
        }
        if choice.repeat {
            to.push("repeat");
        }
        if choice.parts.is_empty() {
            to.push("(");
            to.push(")");
        }
        let several = choice.parts.len() > 1 || self.arity > 1;
        for (k, part) in choice.parts.iter().enumerate() {
            if k > 0 {
                to.push("+");
            }
            if let Some(times) = choice.times.as_ref().filter(|_| k + 1 == choice.parts.len()) {
                let bare = matches!(times, Number::Name(_));
                tuple(to, !bare, 1, |to, _| to.number(times, 0));
                to.push("*");
            }
            let sum = choice.sum.as_ref().filter(|_| k + 1 == choice.parts.len());
            if sum.is_some() {
                to.push("sum");
                to.push("(");
            }
            tuple(to, several, part.len(), |to, k| to.number(&part[k], 0));
            if let Some(qualifiers) = sum {
                spell_qualifiers(qualifiers, &choice.names, to);
                to.push(")");
            }
        }
        spell_qualifiers(&choice.qualifiers, &choice.names, to);
    }
}

fn spell_qualifiers(qualifiers: &[Qualifier], names: &[String], to: &mut Speller<'_>) {
    for qualifier in qualifiers {
        match qualifier {
            Qualifier::If(condition) => {
                to.push("if");
                to.condition(condition, 0);
            }
            Qualifier::While(condition) => {
                to.push("while");
                to.condition(condition, 0);
            }
            Qualifier::For(place, source) => {
                to.push("for");
                to.push(&names[*place]);
                to.push("in");
                spell_source(source, to);
            }
        }
    }
}

/// Writes a list separated by commas, with or without brackets.
fn tuple(to: &mut Speller<'_>, brackets: bool, count: usize, mut write: impl FnMut(&mut Speller<'_>, usize)) {
    if brackets {
        to.push("(");
    }
    for k in 0..count {
        if k > 0 {
            to.push(",");
        }
        write(to, k);
    }
    if brackets {
        to.push(")");
    }
}

fn spell_source(source: &Source, to: &mut Speller<'_>) {
    match source {
        Source::Range(from, upto) => {
            to.number(from, 5);
            to.push("..");
            upto.iter().for_each(|upto| to.number(upto, 5));
        }
        Source::Set(items) => {
            to.push("{");
            for (k, (from, upto)) in items.iter().enumerate() {
                if k > 0 {
                    to.push(",");
                }
                to.number(from, 5);
                if let Some(upto) = upto {
                    to.push("..");
                    to.number(upto, 5);
                }
            }
            to.push("}");
        }
        Source::Named(name) => to.push(name),
        Source::Powers(b) => {
            to.push("powers");
            to.push("(");
            to.push(&b.to_string());
            to.push(")");
        }
        Source::Divisors(of) => {
            to.push("divisors");
            to.push("(");
            to.number(of, 0);
            to.push(")");
        }
    }
}

impl Rules for Rule {
    fn game(&self) -> &'static str {
        "rule"
    }

    fn canonical(&self) -> Option<String> {
        None
    }

    fn written(&self, _random: &mut Random) -> String {
        format!("rule{{ {} }}", self.text)
    }

    fn is_partizan(&self, _parts: &[Part]) -> bool {
        self.choices.iter().any(|choice| choice.side.is_some())
    }

    fn moves(&self, part: &[i64], by: Side) -> Result<Vec<Move>, Fault> {
        if part.iter().any(|&n| n > MAX_VARIABLE / 4) {
            return Err(Fault::Large);
        }
        let mut options: Vec<Vec<Part>> = vec![];
        for must in [true, false] {
            let of_player = |choice: &&Choice| choice.side.is_none_or(|side| side == by) && choice.must == must;
            for choice in self.choices.iter().filter(of_player) {
                let mut walk = Walk { choice, found: vec![] };
                walk.from(0, &mut part.to_vec())?;
                for option in walk.found {
                    if !options.contains(&option) {
                        options.push(option);
                    }
                }
            }
            if !options.is_empty() {
                break;
            }
        }
        Ok(options.into_iter().map(|to| Move::new(to, vec![])).collect())
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let max_number = if self.arity == 1 { size } else { size * 2 / 3 };
        (0..self.arity).map(|_| random.between(0, max_number)).collect()
    }

    fn max_components(&self) -> usize {
        2
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        let numbers = super::super::play::numbers(text)?;
        Some(numbers.chunks(self.arity).map(<[i64]>::to_vec).collect())
    }

    fn place(&self) -> Option<&'static str> {
        Some("position")
    }

    fn dims(&self) -> usize {
        self.arity
    }

    fn parameters(&self) -> Vec<String> {
        self.choices[0].names[..self.arity].to_vec()
    }

    fn simpler(&self) -> Vec<Rc<dyn Rules>> {
        let mut simpler: Vec<Rc<dyn Rules>> = vec![];
        let mut random = Random(7);
        for k in 0..self.choices.len() {
            let mut add =
                |choices: Vec<Choice>| simpler.push(Rc::new(Rule::new(self.arity, choices, true, &mut random)));
            if self.choices.len() > 1 {
                let mut choices = self.choices.clone();
                choices.remove(k);
                add(choices);
            }
            for (q, qualifier) in self.choices[k].qualifiers.iter().enumerate() {
                let mut choices = self.choices.clone();
                match qualifier {
                    Qualifier::If(condition) => {
                        choices[k].qualifiers.remove(q);
                        add(choices.clone());
                        for part in subconditions(condition) {
                            let mut choices = self.choices.clone();
                            choices[k].qualifiers[q] = Qualifier::If(part);
                            add(choices);
                        }
                    }
                    Qualifier::While(_) | Qualifier::For(..) => {}
                }
            }
        }
        simpler
    }
}

/// Returns the conditions of which a condition consists.
pub fn subconditions(condition: &Condition) -> Vec<Condition> {
    match condition {
        Condition::Not(a) => vec![(**a).clone()],
        Condition::And(a, b) | Condition::Or(a, b) => vec![(**a).clone(), (**b).clone()],
        Condition::Member { number, of, braces, not } => {
            let mut parts = vec![];
            if of.len() > 1 {
                for item in of {
                    let (number, braces, not) = (number.clone(), *braces, *not);
                    parts.push(Condition::Member { number, of: vec![item.clone()], braces, not });
                }
            }
            if let Number::Binary(_, a, b) = number {
                for number in [a, b] {
                    let (number, of, braces, not) = ((**number).clone(), of.clone(), *braces, *not);
                    parts.push(Condition::Member { number, of, braces, not });
                }
            }
            parts
        }
        Condition::Compare(..) | Condition::Lost(_) => vec![],
    }
}
