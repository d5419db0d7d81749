//! Positions and rules in requests: as text, or already parsed.

use crate::rules;
use grundy_games::parse_with;
use grundy_rules::{Play, PositionSum, Result, Ruleset, Sources, parse_rules_with};
use grundy_verify::Certificate;
use std::borrow::Cow;
use std::sync::Arc;

/// The subject of a request: its text, or the parsed value.
///
/// ```
/// use grundy_rules::NoSources;
/// use grundy_ask::{Reply, Request, RequestContext, SolveRequest};
/// let position = grundy_games::parse("nim(1,2)")?;
/// let solve = SolveRequest { misere: true, ..SolveRequest::new(position) };
/// let (mut solver, budget, mut sources) = (grundy_solve::Solver::new(), grundy_solve::Budget::default(), NoSources);
/// let reply = Request::Solve(solve).run_one(&mut RequestContext::new(&mut solver, &budget, &mut sources))?;
/// assert!(matches!(reply, Reply::Answer(result) if result.answer.position.text.as_deref() == Some("misere nim(1,2)")));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Input<T> {
    /// The text, which the request parses.
    Text(String),
    /// The parsed value.
    Parsed(T),
}

impl<T> From<&str> for Input<T> {
    fn from(text: &str) -> Input<T> {
        Input::Text(text.to_string())
    }
}

impl<T> From<String> for Input<T> {
    fn from(text: String) -> Input<T> {
        Input::Text(text)
    }
}

impl From<PositionSum> for Input<PositionSum> {
    fn from(position_sum: PositionSum) -> Input<PositionSum> {
        Input::Parsed(position_sum)
    }
}

impl From<Ruleset> for Input<Arc<Ruleset>> {
    fn from(rules: Ruleset) -> Input<Arc<Ruleset>> {
        Input::Parsed(Arc::new(rules))
    }
}

impl From<Arc<Ruleset>> for Input<Arc<Ruleset>> {
    fn from(rules: Arc<Ruleset>) -> Input<Arc<Ruleset>> {
        Input::Parsed(rules)
    }
}

impl From<Certificate> for Input<Arc<Certificate>> {
    fn from(certificate: Certificate) -> Input<Arc<Certificate>> {
        Input::Parsed(Arc::new(certificate))
    }
}

impl Input<PositionSum> {
    /// Returns the position, under misère play if `misere` or the text requests it.
    ///
    /// # Errors
    /// Any error of the notation, with its span.
    pub fn resolve(&self, misere: bool, sources: &mut dyn Sources) -> Result<Cow<'_, PositionSum>> {
        match self {
            Input::Text(text) => parse_spec(text, misere, sources).map(Cow::Owned),
            Input::Parsed(position_sum) if !misere || position_sum.play == Play::Misere => {
                Ok(Cow::Borrowed(position_sum))
            }
            Input::Parsed(position_sum) => Ok(Cow::Owned(PositionSum { play: Play::Misere, ..position_sum.clone() })),
        }
    }
}

/// Parses a position, under misère play if `misere` or the text requests it.
pub(crate) fn parse_spec(text: &str, misere: bool, sources: &mut dyn Sources) -> Result<PositionSum> {
    let mut position_sum = parse_with(text, sources)?;
    if misere {
        position_sum.play = Play::Misere;
    }
    Ok(position_sum)
}

impl Input<Arc<Ruleset>> {
    /// Returns the rules, under misère play if `misere` or the text requests it.
    ///
    /// # Errors
    /// Any error of the notation, with its span.
    pub fn resolve(&self, misere: bool, sources: &mut dyn Sources) -> Result<Arc<Ruleset>> {
        Ok(match self {
            Input::Text(text) => Arc::new(rules::parse(text, misere, sources)?),
            Input::Parsed(rules) if !misere || rules.play == Play::Misere => Arc::clone(rules),
            // Rules cannot be cloned, so their canonical text is parsed again, with the same games.
            Input::Parsed(rules) => {
                let mut rules = parse_rules_with(&rules.to_string(), &rules.library, sources)?;
                rules.play = Play::Misere;
                Arc::new(rules)
            }
        })
    }
}
