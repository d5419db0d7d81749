//! The results of a search for patterns, and how certain they are.

use crate::pattern::Pattern;
use grundy_lang::Text;
use grundy_solve::Quantity;
use grundy_verify::Certificate;

/// How certain a pattern is.
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
    /// The name used in JSON.
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
    /// Whether the finding is about outcomes or Grundy values.
    pub of: Quantity,
    /// How certain the pattern is.
    pub status: Status,
    /// The pattern, or `None` if there is none.
    pub pattern: Option<Pattern>,
    /// The pattern agrees with all positions whose parameters are at most this.
    pub checked_to: u64,
    /// How the pattern was found, and what proves it.
    pub method: Text,
    /// The certificate of the proof, if there is one; the checker of `grundy_verify` accepts it.
    pub certificate: Option<Box<Certificate>>,
    /// For games with letters: what is known for all values of the letters, with certificates of its own.
    pub family: Option<Box<Family>>,
}

/// Options of a search for patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindOptions {
    /// Largest parameter of the table; by default a bound that is cheap to compute.
    pub to: Option<u64>,
    /// Outcomes or Grundy values; by default both, where the game has both.
    pub of: Option<Quantity>,
    /// Whether theorems and table engines may be used; if not, everything is searched and nothing is proved.
    pub theorems: bool,
}

impl Default for FindOptions {
    /// The options for everything that is cheap to find.
    fn default() -> FindOptions {
        FindOptions { to: None, of: None, theorems: true }
    }
}

/// What is known of a family of games, for all values of its letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Family {
    /// The constraint that the form of the rules puts on the letters: `1 <= l <= r`.
    pub condition: String,
    /// The letter, if there is exactly one.
    pub letter: Option<String>,
    /// The cases into which the values of the letters are divided.
    pub cases: Vec<Case>,
    /// Games of the family that belong to none of the cases.
    pub singles: Vec<Single>,
}

/// All games of a family, or those whose letter has a given form such as `k = 2*j+1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The form, such as `2*j+1`; `None` if the case covers all games.
    pub letter: Option<String>,
    /// Smallest value of the letter in this case.
    pub from: Option<u64>,
    /// The rules, for which claims can be made: `take[1,2j+1]`.
    pub rules: String,
    /// The claim, or `None` if there is no pattern.
    pub claim: Option<String>,
    /// The period of the claim, in stones: `4*j+2`.
    pub period: Option<String>,
    /// How certain the claim is.
    pub status: Status,
    /// How the claim is proved, or what was observed.
    pub method: Text,
    /// The certificate of the proof.
    pub certificate: Option<Box<Certificate>>,
}

/// One game of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single {
    /// The value of the letter.
    pub letter: u64,
    /// The rules: `take[1,2]`.
    pub rules: String,
    /// The claim, or `None` if there is no pattern.
    pub claim: Option<String>,
    /// How certain the claim is.
    pub status: Status,
    /// How the claim is proved, or what was observed.
    pub method: Text,
    /// The certificate of the proof.
    pub certificate: Option<Box<Certificate>>,
}

impl Family {
    /// The status of the whole family.
    ///
    /// `None` unless every case has a pattern, `Proved` if all cases and single games are proved, else `Conjecture`.
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

    /// All certificates; those of the cases come first.
    pub fn certificates(&self) -> impl Iterator<Item = &Certificate> {
        let cases = self.cases.iter().map(|case| &case.certificate);
        cases.chain(self.singles.iter().map(|one| &one.certificate)).filter_map(Option::as_deref)
    }
}
