//! The options and the results of a search for patterns.

use crate::pattern::Pattern;
use grundy_lang::Text;
use grundy_solve::Quantity;
use grundy_verify::Certificate;

/// The certainty of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// An engine, a theorem or a certificate proves the pattern.
    Proved,
    /// The pattern agrees with the whole table.
    Conjecture,
    /// None of the patterns tried fits.
    None,
}

impl Status {
    /// Returns the name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Conjecture => "conjecture",
            Status::None => "none",
        }
    }
}

/// The pattern found for the outcomes, or for the Grundy values, of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The quantity that the finding is about: outcomes or Grundy values.
    pub of: Quantity,
    /// The certainty of the pattern.
    pub status: Status,
    /// The pattern, or `None` if there is none.
    pub pattern: Option<Pattern>,
    /// The largest parameter of the table; the pattern agrees with the whole table.
    pub checked_to: u64,
    /// A text on how the pattern was found and what proves the pattern.
    pub method: Text,
    /// The certificate of the proof, if there is one; the checker of `grundy_verify` accepts it.
    pub certificate: Option<Box<Certificate>>,
    /// For games with symbolic parameters, the results for all values of the parameters.
    pub family: Option<Box<Family>>,
}

/// Options of a search for patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindOptions {
    /// Largest parameter of the table; by default a bound that is cheap to compute.
    pub to: Option<u64>,
    /// The quantity (outcomes or Grundy values); by default, every quantity that the game has.
    pub of: Option<Quantity>,
    /// Whether theorems and table engines may be used.
    ///
    /// Otherwise every entry is searched and nothing is proved.
    pub use_theorems: bool,
}

impl Default for FindOptions {
    /// Returns the options for all quantities, with a cheap bound and with theorems.
    fn default() -> FindOptions {
        FindOptions { to: None, of: None, use_theorems: true }
    }
}

/// The results for a family of games, for all values of its symbolic parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Family {
    /// The constraint on the parameters that follows from the form of the rules: `1 <= l <= r`.
    pub condition: String,
    /// The parameter, if there is exactly one.
    pub param: Option<String>,
    /// The cases into which the values of the parameters are divided.
    pub cases: Vec<Case>,
    /// Games of the family that belong to none of the cases.
    pub singles: Vec<Single>,
}

/// A case of a family: all games, or the games whose parameter has a form such as `k = 2*j+1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The form of the parameter, such as `2*j+1`; `None` if the case covers all games.
    pub param_form: Option<String>,
    /// Smallest value of the parameter in this case.
    ///
    /// `None` without a common form or with several parameters.
    pub from: Option<u64>,
    /// The rules of the case, in a notation that claims accept: `take[1,2j+1]`.
    pub rules: String,
    /// The claim, or `None` if there is no pattern.
    pub claim: Option<String>,
    /// The period of the claim as a change in the size of the heap: `4*j+2`.
    pub period: Option<String>,
    /// The certainty of the claim.
    pub status: Status,
    /// A text on how the claim is proved, or on what was observed.
    pub method: Text,
    /// The certificate of the proof.
    pub certificate: Option<Box<Certificate>>,
}

/// One game of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single {
    /// The value of the parameter.
    pub param_value: u64,
    /// The rules: `take[1,2]`.
    pub rules: String,
    /// The claim, or `None` if there is no pattern.
    pub claim: Option<String>,
    /// The certainty of the claim.
    pub status: Status,
    /// A text on how the claim is proved, or on what was observed.
    pub method: Text,
    /// The certificate of the proof.
    pub certificate: Option<Box<Certificate>>,
}

impl Family {
    /// Returns the status of the whole family.
    ///
    /// The status is `None` if some case has no pattern or there are no cases, `Proved` if all cases and single games
    /// are proved, and `Conjecture` otherwise.
    pub fn status(&self) -> Status {
        let cases = self.cases.iter().map(|case| case.status);
        let mut all = cases.clone().chain(self.singles.iter().map(|one| one.status));
        if self.cases.is_empty() || cases.clone().any(|status| status == Status::None) {
            Status::None
        } else if all.all(|status| status == Status::Proved) {
            Status::Proved
        } else {
            Status::Conjecture
        }
    }

    /// Returns all certificates; those of the cases come first.
    pub fn certificates(&self) -> impl Iterator<Item = &Certificate> {
        let cases = self.cases.iter().map(|case| &case.certificate);
        cases.chain(self.singles.iter().map(|one| &one.certificate)).filter_map(Option::as_deref)
    }
}
