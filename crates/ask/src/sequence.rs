//! Long Grundy sequences of heap games.

use grundy::engines::sequence::{Options, Sequence};
use grundy::lang::text;
use grundy::rules::{Sources, Splitting};
use grundy::{Error, ErrorKind, Play, Result, Ruleset};

/// The rules that are meant by a bare code.
///
/// ```
/// assert_eq!(grundy_ask::sequence::spelt("0.77"), "octal[0.77]");
/// assert_eq!(grundy_ask::sequence::spelt("kayles"), "kayles");
/// ```
pub fn spelt(text: &str) -> String {
    let is_code = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if is_code { format!("octal[{text}]") } else { text.to_string() }
}

/// A sequence that is to be computed.
#[derive(Debug)]
pub struct Plan {
    /// The game.
    pub rules: Ruleset,
    /// Its moves.
    pub splitting: Splitting,
    /// The last heap.
    pub to: u64,
    /// How it is computed.
    pub options: Options,
}

impl Plan {
    /// Reads a game of heaps. Where nobody says how far, it goes to heap 2^20, or 10^4 where there is no fast way.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` under misère play, and for games whose moves do not take from a heap or split it.
    ///
    /// ```
    /// use grundy::rules::NoSources;
    /// use grundy_ask::sequence::Plan;
    /// let plan = Plan::read("kayles", None, false, true, &mut NoSources)?;
    /// let mut sequence = plan.begin()?;
    /// sequence.extend_to(plan.to, &grundy::Budget::default())?;
    /// assert_eq!((plan.to, sequence.period().unwrap().period), (1 << 20, 12));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn read(text: &str, to: Option<u64>, misere: bool, theorems: bool, sources: &mut dyn Sources) -> Result<Plan> {
        let rules = crate::rules::read(text, misere, sources)?;
        let splitting = moves(&rules)?;
        let fast = splitting.three.is_empty() && splitting.amounts.as_ref().is_none_or(|set| set.max().is_some());
        let to = to.unwrap_or(if fast { 1 << 20 } else { 10_000 });
        Ok(Plan { rules, splitting, to, options: Options { certify: theorems, ..Options::default() } })
    }

    /// The sequence with nothing computed yet.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn begin(&self) -> Result<Sequence> {
        Sequence::new(&self.splitting, self.options)
    }
}

/// The moves of a game of heaps under normal play.
fn moves(rules: &Ruleset) -> Result<Splitting> {
    if rules.play == Play::Misere {
        let error = Error::new(ErrorKind::Unsupported, text!("Grundy values are a matter of normal play"));
        return Err(error.help(text!("a table tells outcomes under misère play")));
    }
    Splitting::of(rules).ok_or_else(|| {
        let message =
            text!("`{game}` is no game whose moves take from a heap or split it", game = rules.game.rules_text());
        Error::new(ErrorKind::Unsupported, message)
            .help(text!("for example 0.77, kayles, grundy_game, lasker or take[1,3,4]; others have tables"))
    })
}
