//! A claim as it was read: its statements, and what they look up.

use super::automaton::Automaton;
use super::code::Code;
use super::form::Form;
use grundy_rules::Outcome;

/// Something that a claim looks up.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LookupKind {
    /// The value of a position.
    Value,
    /// Whether a position has this outcome.
    Outcome(Outcome),
    /// What one of the claim's automata says of numbers.
    Automaton(usize),
    /// An entry of a list.
    List(Vec<i64>),
    /// Whether a condition holds with some numbers, or with all.
    Quantified(Box<Quantified>),
}

/// What a claim asks, and of which position or number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lookup {
    pub what: LookupKind,
    /// Its parameters.
    pub of: Vec<Code>,
}

impl Lookup {
    /// Whether it asks about a position of the game.
    pub fn is_of_game(&self) -> bool {
        match &self.what {
            LookupKind::Value | LookupKind::Outcome(_) => true,
            LookupKind::Quantified(quantified) => quantified.is_of_game(),
            LookupKind::Automaton(_) | LookupKind::List(_) => false,
        }
    }

    /// Whether it asks about the position itself.
    pub fn is_own(&self) -> bool {
        self.of.iter().enumerate().all(|(k, code)| code.as_variable() == Some(k as u32))
    }
}

/// Whether there are numbers with which a condition holds, or whether it holds with all.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantified {
    pub exists: bool,
    /// How many variables stand around it: its own have the places behind.
    pub outer: usize,
    /// How many are its own.
    pub bound: usize,
    /// What is looked up in the condition, with the places behind all variables.
    pub asked: Vec<Lookup>,
    pub condition: Code,
    /// For each of its own variables: where one of these is negative, the condition is decided, and for all larger numbers too.
    pub ends: Vec<Vec<Form>>,
}

impl Quantified {
    /// Whether positions of the game are asked about in it. At most as deep as the parser goes.
    pub fn is_of_game(&self) -> bool {
        self.asked.iter().any(Lookup::is_of_game)
    }
}

/// A condition, or two of which both hold or neither.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Statement {
    pub left: Code,
    pub right: Option<Code>,
}

/// Statements that all hold where the scope does, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Component {
    pub statements: Vec<Statement>,
    pub scope: Option<Code>,
}

/// What is read of a claim.
#[derive(Clone, Default)]
pub(crate) struct Claimed {
    pub parts: Vec<Component>,
    /// What is looked up: it has places behind the parameters, in order.
    pub asked: Vec<Lookup>,
    /// How many of the parameters are numbers of the position, where the others are letters: `G(n)` names these alone.
    pub numbers: Option<usize>,
    /// Those that are named, in the order of `named`, then those of words.
    pub automata: Vec<Automaton>,
    pub named: Vec<Name>,
    /// Whether names that nothing else has are for all numbers.
    pub open: bool,
}

/// Who has which names in a claim.
pub(crate) struct Names<'a> {
    /// The variables for all whose numbers it is claimed.
    pub variables: &'a [String],
    /// How many of them, the first ones, are the position itself.
    pub own: usize,
    /// How many parameters a position has.
    pub parameters: usize,
}

/// What a claim lacks that could not be read.
#[derive(Default)]
pub(crate) struct Missing {
    /// A variable for all numbers.
    pub variable: Option<String>,
}

/// What names an automaton in a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The certificate in a file: `automaton(@wythoff.cert)`.
    File(String),
    /// The automaton of this number, from 1 on, in the certificate that the claim stands in: `automaton(1)`.
    Number(u64),
}

/// What a letter in a claim asks about a position.
pub(crate) fn asks(name: &str) -> Option<LookupKind> {
    Some(match name {
        "G" => LookupKind::Value,
        "P" => LookupKind::Outcome(Outcome::P),
        "N" => LookupKind::Outcome(Outcome::N),
        "L" => LookupKind::Outcome(Outcome::L),
        "R" => LookupKind::Outcome(Outcome::R),
        "D" => LookupKind::Outcome(Outcome::D),
        _ => return None,
    })
}
