//! Answers: who wins a position, by which moves, and why.

use crate::{Ending, Move, Nimber, Outcome, Player, TheoremInfo};
use grundy_lang::Language;
use grundy_render::{Json, Why, answer_json, answer_text};
use grundy_solve::Reason;
use serde::{Serialize, Serializer, ser};
use serde_json::value::RawValue;
use std::fmt;
use std::time::Duration;

/// The answer to a question about a position: who wins, by which moves, and why.
///
/// `Display` is what the command prints, in the language of the [`Grundy`](crate::Grundy) that was asked; the alternate form, `{:#}`, has
/// the whole reason. `serde_json` writes the object of `--format json`.
///
/// ```
/// use grundy::{Grundy, Language, Nimber, Outcome};
/// let answer = Grundy::new().language(Language::Chinese).solve(&"nim(3,4,5)".parse()?)?;
/// assert_eq!((answer.outcome(), answer.grundy_value()), (Some(Outcome::N), Some(Nimber(2))));
/// assert!(answer.to_string().starts_with("nim(3,4,5)：先手必胜（N）"));
/// assert!(serde_json::to_string(&answer).unwrap().contains(r#""outcome":"N","grundy":2,"#));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    found: grundy_solve::Answer,
    to_move: Option<Player>,
    language: Language,
}

/// How a play ends if all players play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// Who wins: games of two players in which the last move, or a line or a capture, decides.
    Outcome(Outcome),
    /// Games of two players with draws in which no outcome class says it all.
    Starts {
        /// What Left reaches if Left moves first.
        left_first: Ending,
        /// What Right reaches if Right moves first.
        right_first: Ending,
    },
    /// Games won on points: the points of the first player minus those of the second.
    Score(i64),
    /// Games of several players: who loses.
    Loser(Player),
    /// The position was not decided within the limits.
    Unknown,
}

impl Answer {
    pub(crate) fn new(found: grundy_solve::Answer, to_move: Option<Player>, language: Language) -> Answer {
        Answer { found, to_move, language }
    }

    /// How a play ends if all players play perfectly.
    ///
    /// ```
    /// use grundy::{Grundy, Outcome, Verdict};
    /// let answer = Grundy::new().solve(&"take[1 | 2](4)".parse()?)?;
    /// assert_eq!(answer.verdict(), Verdict::Outcome(Outcome::L));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn verdict(&self) -> Verdict {
        let found = &self.found;
        match (found.outcome, found.starts, found.score, found.loser) {
            (Some(outcome), ..) => Verdict::Outcome(outcome),
            (_, Some([left_first, right_first]), ..) => Verdict::Starts { left_first, right_first },
            (_, _, Some(score), _) => Verdict::Score(score),
            (.., Some(loser)) => Verdict::Loser(loser),
            _ => Verdict::Unknown,
        }
    }

    /// The outcome class; `None` for the other kinds of [`Verdict`].
    pub fn outcome(&self) -> Option<Outcome> {
        self.found.outcome
    }

    /// The Grundy value under normal play, where it is known.
    pub fn grundy_value(&self) -> Option<Nimber> {
        self.found.grundy
    }

    /// The canonical form of a partizan position under normal play, where it was found within the limits;
    /// [`Grundy::value`](crate::Grundy::value) tells more of it.
    pub fn canonical_form(&self) -> Option<&str> {
        self.found.worth.as_ref()?.value.as_deref()
    }

    /// The number of moves that the play lasts if the winner hastens and the loser delays, where it is known.
    pub fn remoteness(&self) -> Option<u64> {
        self.found.remoteness
    }

    /// The winning moves, at most 1000; the moves that draw where nobody can win, and the best ones where points or losers decide.
    pub fn moves(&self) -> &[Move] {
        &self.found.moves
    }

    /// How many such moves there are, listed or not; `None` if they were not counted.
    pub fn moves_total(&self) -> Option<u128> {
        self.found.moves_total
    }

    /// The first winning move, or the first of the best ones where nobody wins by moving or points or losers decide. If it is known who is to
    /// move ([`Position::to_move`](crate::Position::to_move)), it is a move of this player; [`Answer::best_for`] asks for that of either.
    pub fn best(&self) -> Option<&Move> {
        match self.to_move {
            Some(player) => self.best_for(player),
            None => self.found.moves.first(),
        }
    }

    /// The first such move of one player.
    ///
    /// ```
    /// use grundy::{Grundy, Player};
    /// let answer = Grundy::new().solve(&"take[1 | 2](4)".parse()?)?;
    /// assert_eq!(answer.best_for(Player::RIGHT).map(|mv| mv.text.to_string()), None);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn best_for(&self, player: Player) -> Option<&Move> {
        self.found.moves.iter().find(|mv| mv.by.is_none_or(|by| by == player))
    }

    /// Whether the player to move wins: whoever it is, unless the position tells who is to move
    /// ([`Position::to_move`](crate::Position::to_move)).
    pub fn is_won(&self) -> bool {
        self.ending() == Some(Ending::Win)
    }

    /// Whether the player to move loses: whoever it is, unless the position tells who is to move.
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
        self.ending() == Some(Ending::Loss)
    }

    /// What the player to move reaches.
    fn ending(&self) -> Option<Ending> {
        let [left, right] = self.found.starts.or(self.found.outcome.map(Outcome::starts))?;
        match self.to_move {
            Some(Player::LEFT) => Some(left),
            Some(_) => Some(right),
            None => (left == right).then_some(left),
        }
    }

    /// The theorems that the answer rests on, in the order of use; `{:#}` prints all reasons.
    ///
    /// ```
    /// let answer = grundy::solve("nim(3,4,5)")?;
    /// assert!(answer.theorems().any(|theorem| theorem.name == "bouton"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn theorems(&self) -> impl Iterator<Item = &'static TheoremInfo> + '_ {
        self.found.reasons.iter().filter_map(|reason| match reason {
            Reason::Theorem(theorem) | Reason::Period { theorem, .. } => Some(*theorem),
            _ => None,
        })
    }

    /// The number of positions that were evaluated by search.
    pub fn nodes(&self) -> u64 {
        self.found.nodes
    }

    /// The time that the answer took.
    pub fn elapsed(&self) -> Duration {
        self.found.elapsed
    }

    /// The language that it is printed in.
    pub fn language(&self) -> Language {
        self.language
    }
}

/// The engine's answer with all its fields.
impl From<Answer> for grundy_solve::Answer {
    fn from(answer: Answer) -> grundy_solve::Answer {
        answer.found
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = if f.alternate() { Why::Full } else { Why::Short };
        f.write_str(answer_text(&self.found, why, self.language).trim_end())
    }
}

/// Integers of any size as they are, which only formats that take JSON as it stands can hold: write with `serde_json`.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = answer_json(&self.found, Json { language: self.language, why: Why::Full, ..Json::default() });
        RawValue::from_string(json).map_err(ser::Error::custom)?.serialize(serializer)
    }
}
