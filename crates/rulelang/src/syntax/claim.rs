//! The syntax tree of a claim: its statements, and what they look up.

use super::automaton::Automaton;
use super::code::Code;
use super::form::Form;
use grundy_rules::Outcome;

/// The kinds of things that a claim looks up.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LookupKind {
    /// The value of a position.
    Value,
    /// Whether a position has this outcome.
    Outcome(Outcome),
    /// The result of one of the claim's automata.
    Automaton(usize),
    /// An entry of a list.
    List(Vec<i64>),
    /// A quantified condition.
    Quantified(Box<Quantified>),
}

/// A look-up with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lookup {
    pub what: LookupKind,
    /// Its arguments: the parameters of a position, or numbers.
    pub of: Vec<Code>,
}

impl Lookup {
    /// Whether it is about a position of the game.
    pub fn is_of_game(&self) -> bool {
        match &self.what {
            LookupKind::Value | LookupKind::Outcome(_) => true,
            LookupKind::Quantified(quantified) => quantified.is_of_game(),
            LookupKind::Automaton(_) | LookupKind::List(_) => false,
        }
    }

    /// Whether its arguments are the parameters of the current position.
    pub fn is_own(&self) -> bool {
        self.of.iter().enumerate().all(|(k, code)| code.as_variable() == Some(k as u32))
    }
}

/// A condition with a quantifier: `exists` or `forall`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantified {
    pub exists: bool,
    /// The number of outer variables; its own variables are indexed after them.
    pub outer: usize,
    /// The number of its own variables.
    pub bound: usize,
    /// The look-ups of the condition, indexed after all variables.
    pub lookups: Vec<Lookup>,
    pub condition: Code,
    /// For each of its own variables: forms such that the condition is decided once one of them is negative.
    ///
    /// It is then also decided for all larger numbers.
    pub ends: Vec<Vec<Form>>,
}

impl Quantified {
    /// Whether it looks up positions of the game. The recursion is at most as deep as that of the parser.
    pub fn is_of_game(&self) -> bool {
        self.lookups.iter().any(Lookup::is_of_game)
    }
}

/// A condition, or two conditions of which both or neither hold.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Statement {
    pub left: Code,
    pub right: Option<Code>,
}

/// Consecutive statements that all hold within the scope.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Component {
    pub statements: Vec<Statement>,
    pub scope: Option<Code>,
}

/// The result of parsing a claim.
#[derive(Clone, Default)]
pub(crate) struct Claimed {
    pub clauses: Vec<Component>,
    /// The look-ups, in order; they are indexed after the parameters.
    pub lookups: Vec<Lookup>,
    /// The number of parameters that are not symbolic, if some are: `G(n)` names only these.
    pub numbers: Option<usize>,
    /// The named automata, in the order of `named`, then those of digit expressions.
    pub automata: Vec<Automaton>,
    pub named: Vec<Name>,
    /// Whether unknown names are variables for all numbers.
    pub open: bool,
}

/// The meaning of names in a claim.
pub(crate) struct Names<'a> {
    /// The variables for all of whose numbers the claim is made.
    pub variables: &'a [String],
    /// How many of them, the first ones, are the current position.
    pub own: usize,
    /// The number of parameters of a position.
    pub parameters: usize,
}

/// What is missing in a claim that could not be parsed.
#[derive(Default)]
pub(crate) struct Missing {
    /// A variable for all numbers.
    pub variable: Option<String>,
}

/// The name of an automaton in a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The certificate in a file: `automaton(@wythoff.cert)`.
    File(String),
    /// The automaton with this number, from 1 on, in the certificate that contains the claim: `automaton(1)`.
    Number(u64),
}

/// Returns the look-up that a letter in a claim stands for.
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
