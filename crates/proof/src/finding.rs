//! What was found about a game: patterns, and how sure they are.

use crate::pattern::Pattern;
use grundy_lang::Text;
use grundy_solve::Quantity;
use grundy_verify::Certificate;

/// How sure a pattern is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// An engine or a theorem proves it.
    Proved,
    /// It agrees with the table.
    Conjecture,
    /// There is none among those that were tried.
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

/// What was found about the outcomes, or about the values, of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Outcomes or values.
    pub of: Quantity,
    /// How sure the pattern is.
    pub status: Status,
    /// The pattern.
    pub pattern: Option<Pattern>,
    /// It agrees with all positions whose parameters are at most this.
    pub checked_to: u64,
    /// How it was found, and what proves it.
    pub method: Text,
    /// The proof, if there is one that everybody can check.
    pub certificate: Option<Box<Certificate>>,
    /// Games with letters: what is known for all their values. It has certificates of its own.
    pub family: Option<Box<Family>>,
}

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindOptions {
    /// The largest parameter of the table; a bound that is cheap to reach if there is none.
    pub to: Option<u64>,
    /// Outcomes or values; both, where there are both, if nothing is said.
    pub of: Option<Quantity>,
    /// Whether theorems and table engines may be used; without them everything is searched, and nothing is proved.
    pub theorems: bool,
}

impl Default for FindOptions {
    /// Everything that is cheap to find.
    fn default() -> FindOptions {
        FindOptions { to: None, of: None, theorems: true }
    }
}

/// What is known for all values of the letters of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Family {
    /// What the letters satisfy by the form of the rules: `1 <= l <= r`.
    pub condition: String,
    /// The letter, if there is one only.
    pub letter: Option<String>,
    /// The cases into which letters fall.
    pub cases: Vec<Case>,
    /// Games of the family that are none of these cases.
    pub singles: Vec<Single>,
}

/// All games of a family whose letter is a sum of another one, `k = 2*j+1`, or all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The sum, `2*j+1`; nothing if these are all.
    pub letter: Option<String>,
    /// The least value of the letter that is meant.
    pub from: Option<u64>,
    /// The rules, of which claims can be made: `take[1,2j+1]`.
    pub rules: String,
    /// What is claimed, or nothing if there is no pattern.
    pub claim: Option<String>,
    /// After how many stones the claim repeats, `4*j+2`.
    pub period: Option<String>,
    /// How sure that is.
    pub status: Status,
    /// How it is shown, or what was seen.
    pub method: Text,
    /// The proof.
    pub certificate: Option<Box<Certificate>>,
}

/// One game of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single {
    /// The value of the letter.
    pub letter: u64,
    /// The rules: `take[1,2]`.
    pub rules: String,
    /// What is claimed.
    pub claim: Option<String>,
    /// How sure that is.
    pub status: Status,
    /// How it is shown.
    pub method: Text,
    /// The proof.
    pub certificate: Option<Box<Certificate>>,
}

impl Family {
    /// Whether all is proved, or something found for all letters.
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

    /// All certificates, those of the cases first.
    pub fn certificates(&self) -> impl Iterator<Item = &Certificate> {
        let cases = self.cases.iter().map(|case| &case.certificate);
        cases.chain(self.singles.iter().map(|one| &one.certificate)).filter_map(Option::as_deref)
    }
}
