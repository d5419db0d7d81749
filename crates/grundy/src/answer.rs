//! Answers: the result of a position, its winning moves, and the reasons.

use crate::{Move, Nimber, Outcome, Player, PlayerResult, TheoremInfo};
use grundy_json::{JsonOptions, answer_json};
use grundy_lang::Language;
use grundy_render::{ReasonDetail, answer_text};
use grundy_solve::Reason;
use serde::{Serialize, Serializer, ser};
use serde_json::value::RawValue;
use std::fmt;
use std::time::Duration;

/// The answer for a position: its result, the winning moves, and the reasons.
///
/// `Display` prints what the command prints, in the language of the [`Grundy`](crate::Grundy) that answered; Chinese
/// needs the feature `zh`. The alternate form `{:#}` prints all reasons. `serde_json` writes the object of
/// `--format json`.
///
/// ```
/// use grundy::{Grundy, Language, Nimber, Outcome};
/// let answer = Grundy::new().language(Language::Chinese).solve(&"nim(3,4,5)".parse()?)?;
/// assert_eq!((answer.outcome(), answer.grundy_value()), (Some(Outcome::N), Some(Nimber(2))));
/// # #[cfg(feature = "zh")]
/// assert!(answer.to_string().starts_with("nim(3,4,5)：先手必胜（N）"));
/// assert!(serde_json::to_string(&answer).unwrap().contains(r#""outcome":"N","grundy":2,"#));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    inner: grundy_solve::Answer,
    to_move: Option<Player>,
    language: Language,
}

/// The result of a position under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The outcome class, for two-player games decided by the last move, a line or a capture.
    Outcome(Outcome),
    /// The ending for each starting player, in two-player games with draws.
    ///
    /// Used where no outcome class describes both endings.
    Starts {
        /// The ending that Left reaches when moving first.
        left_first: PlayerResult,
        /// The ending that Right reaches when moving first.
        right_first: PlayerResult,
    },
    /// The score, in games won on points: the points of the first player minus those of the second.
    Score(i64),
    /// The player who loses, in games of several players.
    Loser(Player),
    /// The position was not decided within the limits.
    Unknown,
}

impl Answer {
    pub(crate) fn new(found: grundy_solve::Answer, to_move: Option<Player>, language: Language) -> Answer {
        Answer { inner: found, to_move, language }
    }

    /// Returns the result of the position under perfect play.
    ///
    /// ```
    /// use grundy::{Grundy, Outcome, Verdict};
    /// let answer = Grundy::new().solve(&"take[1 | 2](4)".parse()?)?;
    /// assert_eq!(answer.verdict(), Verdict::Outcome(Outcome::L));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn verdict(&self) -> Verdict {
        let found = &self.inner;
        match (found.result.outcome, found.result.results_moving_first, found.result.score, found.result.loser) {
            (Some(outcome), ..) => Verdict::Outcome(outcome),
            (_, Some([left_first, right_first]), ..) => Verdict::Starts { left_first, right_first },
            (_, _, Some(score), _) => Verdict::Score(score),
            (.., Some(loser)) => Verdict::Loser(loser),
            _ => Verdict::Unknown,
        }
    }

    /// Returns the outcome class; `None` for the other kinds of [`Verdict`].
    pub fn outcome(&self) -> Option<Outcome> {
        self.inner.result.outcome
    }

    /// Returns the Grundy value under normal play, if it is known.
    pub fn grundy_value(&self) -> Option<Nimber> {
        self.inner.values.grundy
    }

    /// Returns the canonical form of a partizan position under normal play, if it was found.
    ///
    /// [`Grundy::value`](crate::Grundy::value) returns more about it.
    pub fn canonical_form(&self) -> Option<&str> {
        self.inner.values.game.as_ref()?.value.as_deref()
    }

    /// Returns the number of moves until the end, if it is known: the winner hurries and the loser delays.
    pub fn remoteness(&self) -> Option<u64> {
        self.inner.result.remoteness
    }

    /// Returns the winning moves, at most 1000.
    ///
    /// Where no move wins but some move draws, the list contains the drawing moves. In games won on points
    /// and games of several players, the list contains the best moves.
    pub fn moves(&self) -> &[Move] {
        &self.inner.moves.listed
    }

    /// Returns the number of moves of the kind in [`Answer::moves`], listed or not.
    ///
    /// `None` if these moves were not counted.
    pub fn moves_total(&self) -> Option<u128> {
        self.inner.moves.total
    }

    /// Returns the first winning move, or the first of the best moves where [`Answer::moves`] lists those.
    ///
    /// If the player to move is known ([`Position::to_move`](crate::Position::to_move)), the move belongs to
    /// that player; [`Answer::best_for`] chooses the player.
    pub fn best(&self) -> Option<&Move> {
        match self.to_move {
            Some(player) => self.best_for(player),
            None => self.inner.moves.listed.first(),
        }
    }

    /// Returns the first move of [`Answer::moves`] that the given player can make.
    ///
    /// ```
    /// use grundy::{Grundy, Player};
    /// let answer = Grundy::new().solve(&"take[1 | 2](4)".parse()?)?;
    /// assert_eq!(answer.best_for(Player::RIGHT).map(|mv| mv.text.to_string()), None);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn best_for(&self, player: Player) -> Option<&Move> {
        self.inner.moves.listed.iter().find(|mv| mv.by.is_none_or(|by| by == player))
    }

    /// Reports whether the player to move wins.
    ///
    /// If [`Position::to_move`](crate::Position::to_move) is not known, both players must win when they move
    /// first.
    pub fn is_won(&self) -> bool {
        self.ending() == Some(PlayerResult::Win)
    }

    /// Reports whether the player to move loses.
    ///
    /// If [`Position::to_move`](crate::Position::to_move) is not known, both players must lose when they move
    /// first.
    ///
    /// ```
    /// use grundy::{Grundy, Outcome};
    /// let mut g = Grundy::new();
    /// let position = g.read("domineering(2x3) + nim(1)")?;
    /// let answer = g.solve(&position)?;
    /// let after = position.after(answer.best().unwrap()); // a move of Left: Right is to move
    /// let answer = g.solve(&after)?;
    /// assert!(answer.is_lost() && answer.outcome() == Some(Outcome::L));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn is_lost(&self) -> bool {
        self.ending() == Some(PlayerResult::Loss)
    }

    /// Returns the ending for the player to move, or the common ending if that player is not known.
    fn ending(&self) -> Option<PlayerResult> {
        let [left, right] =
            self.inner.result.results_moving_first.or(self.inner.result.outcome.map(Outcome::results_moving_first))?;
        match self.to_move {
            Some(Player::LEFT) => Some(left),
            Some(_) => Some(right),
            None => (left == right).then_some(left),
        }
    }

    /// Returns the theorems that the answer uses, in the order of use; `{:#}` prints all reasons.
    ///
    /// ```
    /// let answer = grundy::solve("nim(3,4,5)")?;
    /// assert!(answer.theorems().any(|theorem| theorem.name == "bouton"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn theorems(&self) -> impl Iterator<Item = &'static TheoremInfo> + '_ {
        self.inner.explanation.reasons.iter().filter_map(|reason| match reason {
            Reason::Theorem(theorem) | Reason::Period { theorem, .. } => Some(*theorem),
            _ => None,
        })
    }

    /// Returns the number of positions that were evaluated by search.
    pub fn nodes(&self) -> u64 {
        self.inner.nodes
    }

    /// Returns the time that the answer took.
    pub fn elapsed(&self) -> Duration {
        self.inner.elapsed
    }

    /// Returns the language in which the answer is printed.
    pub fn language(&self) -> Language {
        self.language
    }
}

/// Converts to the engine's answer, with all its fields.
impl From<Answer> for grundy_solve::Answer {
    fn from(answer: Answer) -> grundy_solve::Answer {
        answer.inner
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = if f.alternate() { ReasonDetail::Full } else { ReasonDetail::Short };
        f.write_str(answer_text(&self.inner, why, self.language).trim_end())
    }
}

/// Writes raw JSON with integers of any size; use `serde_json` or a format that accepts raw JSON.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = answer_json(
            &self.inner,
            JsonOptions { language: self.language, why: ReasonDetail::Full, ..JsonOptions::default() },
        );
        RawValue::from_string(json).map_err(ser::Error::custom)?.serialize(serializer)
    }
}
