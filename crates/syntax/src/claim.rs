//! The syntax tree of a claim: its statements, and the look-ups of values in them.

use super::automaton::Automaton;
use super::code::Code;
use super::polynomial::QuadraticForm;
use grundy_rules::Outcome;

/// The kind of value that a claim looks up.
#[derive(Clone, Debug, PartialEq)]
pub enum LookupKind {
    /// The Grundy value of a position.
    Value,
    /// 1 if a position has this outcome, and 0 otherwise.
    Outcome(Outcome),
    /// The result of the automaton with this index in [`ParsedClaim::automata`].
    Automaton(usize),
    /// An entry of this list, by its index from 0.
    List(Vec<i64>),
    /// The least natural number that is not the value of a position in some spans of positions.
    ///
    /// The arguments are the parameters of the first and last position of each span in turn. The two positions differ
    /// in at most one parameter, and the span contains all positions between them.
    Mex,
    /// The truth value of a quantified condition, as 1 or 0.
    Quantified(Box<Quantified>),
}

/// A look-up with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    pub kind: LookupKind,
    /// The arguments: the parameters of a position, or numbers.
    pub of: Vec<Code>,
}

impl Lookup {
    /// Returns whether the look-up needs the value or outcome of a position of the game.
    pub fn is_of_game(&self) -> bool {
        match &self.kind {
            LookupKind::Value | LookupKind::Outcome(_) | LookupKind::Mex => true,
            LookupKind::Quantified(quantified) => quantified.is_of_game(),
            LookupKind::Automaton(_) | LookupKind::List(_) => false,
        }
    }

    /// Returns whether the arguments are the parameters of the current position.
    pub fn is_current_position(&self) -> bool {
        self.kind != LookupKind::Mex && self.of.iter().enumerate().all(|(k, code)| code.as_variable() == Some(k as u32))
    }
}

/// A condition with a quantifier: `exists` or `forall`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    /// Whether the quantifier is `exists`; otherwise it is `forall`.
    pub exists: bool,
    /// The number of outer variables. The quantifier's own variables have the next indices.
    pub outer: usize,
    /// The number of variables of the quantifier.
    pub bound: usize,
    /// The look-ups of the condition. Their results are variables of the condition, with the last indices.
    pub lookups: Vec<Lookup>,
    pub condition: Code,
    /// For each variable of the quantifier, polynomials whose sign can decide the condition.
    ///
    /// If one of them is negative for a value of the variable, the condition is decided for this value and all larger
    /// ones.
    pub ends: Vec<Vec<QuadraticForm>>,
}

impl Quantified {
    /// Returns whether the condition looks up positions of the game.
    ///
    /// The recursion is as deep as quantifiers are nested, which the parser limits.
    pub fn is_of_game(&self) -> bool {
        self.lookups.iter().any(Lookup::is_of_game)
    }
}

/// A condition, or two conditions joined by `iff`.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub left: Code,
    pub right: Option<Code>,
}

/// Consecutive statements that are claimed for the positions in a common scope.
#[derive(Clone, Debug, PartialEq)]
pub struct ScopedStatements {
    pub statements: Vec<Statement>,
    /// The condition after `for`; `None` for all positions.
    pub scope: Option<Code>,
}

/// The result of parsing a claim.
#[derive(Clone, Default)]
pub struct ParsedClaim {
    pub clauses: Vec<ScopedStatements>,
    /// The look-ups, in order. Their results are variables, with the indices after those of the names.
    pub lookups: Vec<Lookup>,
    /// The number of parameters that are not symbolic; `None` if no parameter is symbolic.
    ///
    /// `G(n)` lists only these parameters.
    pub numbers: Option<usize>,
    /// The automata: first those of `automaton_names`, in this order, then those of digit expressions.
    pub automata: Vec<Automaton>,
    /// The names of automata that the claim uses.
    pub automaton_names: Vec<AutomatonName>,
    /// Whether unknown names become variables that range over all numbers.
    pub allows_new_variables: bool,
}

/// The names that a claim can use.
pub struct ClaimNames<'a> {
    /// The names of the variables; the claim is made for all their values.
    pub variables: &'a [String],
    /// The number of variables at the start of the list that are the parameters of the current position.
    pub current_count: usize,
    /// The number of parameters of a position.
    pub parameters: usize,
}

/// The unknown name because of which a claim could not be parsed.
#[derive(Default)]
pub struct UnknownName {
    /// An unknown name that could be a variable over all numbers; `None` if there is none.
    pub variable: Option<String>,
}

/// A reference to an automaton in a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AutomatonName {
    /// The certificate in a file: `automaton(@wythoff.cert)`.
    File(String),
    /// The automaton with this number, counted from 1, in the certificate of the claim: `automaton(1)`.
    Number(u64),
}

/// Returns the kind of look-up that a name denotes in a claim: `G` or the letter of an outcome.
pub fn lookup_kind(name: &str) -> Option<LookupKind> {
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
