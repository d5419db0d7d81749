//! Patterns found in the outcomes or Grundy values of a game.

use crate::rendered_result::{RenderedResult, print_and_serialize};
use grundy_ask::Reply;
use grundy_proof::{CodeLanguage, Finding, Status};
use grundy_rules::Ruleset;
use std::sync::Arc;

/// A pattern in the outcomes or Grundy values of a game.
///
/// [`Grundy::find`](crate::Grundy::find) returns patterns.
///
/// `Display` prints what `grundy find` prints, `Serialize` writes its JSON.
#[derive(Clone, Debug)]
pub struct Pattern {
    rules: Arc<Ruleset>,
    finding: Finding,
    written: RenderedResult,
}

/// How certain a pattern is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternStatus {
    /// The pattern is proved for all positions; [`Pattern::certificate`] returns the proof.
    Proved,
    /// The pattern agrees with all positions of the table up to [`Pattern::checked_to`].
    Conjecture,
    /// No known kind of pattern fits the table.
    NotFound,
}

impl Pattern {
    pub(crate) fn new(rules: Arc<Ruleset>, finding: Finding, written: RenderedResult) -> Pattern {
        Pattern { rules, finding, written }
    }

    /// Returns the formula as a claim states it, such as `P iff n mod 5 == 0`.
    ///
    /// `None` if no pattern was found.
    pub fn formula(&self) -> Option<String> {
        let names = self.rules.game.coordinate_names();
        self.finding.pattern.as_ref().map(|pattern| pattern.formula_in(&names))
    }

    /// Returns how certain the pattern is.
    pub fn status(&self) -> PatternStatus {
        match self.finding.status {
            Status::Proved => PatternStatus::Proved,
            Status::Conjecture => PatternStatus::Conjecture,
            Status::None => PatternStatus::NotFound,
        }
    }

    /// Reports whether the pattern is proved for all positions.
    pub fn is_proved(&self) -> bool {
        self.status() == PatternStatus::Proved
    }

    /// Returns the bound up to which the pattern was compared with the table and agrees with it.
    pub fn checked_to(&self) -> u64 {
        self.finding.checked_to
    }

    /// Returns the certificate of the proof; `None` if the pattern is not proved.
    ///
    /// [`Grundy::verify`](crate::Grundy::verify) and `grundy verify` check it.
    pub fn certificate(&self) -> Option<String> {
        self.finding.certificate.as_ref().map(|certificate| certificate.to_text())
    }

    /// Returns code that computes the pattern, in a programming language.
    ///
    /// `None` if no pattern was found.
    pub fn code(&self, language: CodeLanguage) -> Option<String> {
        self.finding.pattern.as_ref()?;
        Reply::Finding(Arc::clone(&self.rules), Box::new(self.finding.clone())).code(language)
    }
}

print_and_serialize!(Pattern);
