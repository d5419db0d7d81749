//! Answers that know the language they are read in.

use crate::{Outcome, Seat};
use grundy_lang::Language;
use grundy_render::{Json, Why, answer_json, answer_text};
use grundy_solve::Move;
use serde::{Serialize, Serializer, ser};
use serde_json::value::RawValue;
use std::fmt;
use std::ops::Deref;

/// The answer to a question about a position: who wins, by which moves, and why.
///
/// What is known stands in the fields of the engine's [`Answer`](grundy_solve::Answer), which this one dereferences to. `Display` is what
/// the command prints, in the language of the [`Grundy`](crate::Grundy) that was asked; the alternate form, `{:#}`, has the whole reason.
/// `serde_json` writes the object of `--format json`.
///
/// ```
/// use grundy::{Grundy, lang::Language};
/// let answer = Grundy::new().language(Language::Chinese).solve(&"nim(3,4,5)".parse()?)?;
/// assert!(answer.to_string().starts_with("nim(3,4,5)：先手必胜（N）"));
/// assert!(serde_json::to_string(&answer).unwrap().contains(r#""outcome":"N","grundy":2,"#));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    found: grundy_solve::Answer,
    language: Language,
}

impl Answer {
    pub(crate) fn new(found: grundy_solve::Answer, language: Language) -> Answer {
        Answer { found, language }
    }

    /// The first winning move, or the first of the best ones where nobody wins by moving or points or losers decide. In games in which
    /// Left and Right have moves of their own [`Answer::best_for`] asks for one of them.
    pub fn best(&self) -> Option<&Move> {
        self.found.moves.first()
    }

    /// The first such move of one player.
    ///
    /// ```
    /// use grundy::{Grundy, Seat};
    /// let answer = Grundy::new().solve(&"take[1 | 2](4)".parse()?)?;
    /// assert_eq!(answer.best_for(Seat::RIGHT).map(|mv| mv.text.to_string()), None);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn best_for(&self, player: Seat) -> Option<&Move> {
        self.found.moves.iter().find(|mv| mv.by.is_none_or(|by| by == player))
    }

    /// Whether whoever is to move wins.
    pub fn is_won(&self) -> bool {
        self.found.outcome == Some(Outcome::N)
    }

    /// Whether whoever is to move loses.
    pub fn is_lost(&self) -> bool {
        self.found.outcome == Some(Outcome::P)
    }

    /// The language that it is printed in.
    pub fn language(&self) -> Language {
        self.language
    }

    /// What the engine found.
    pub fn into_found(self) -> grundy_solve::Answer {
        self.found
    }
}

impl Deref for Answer {
    type Target = grundy_solve::Answer;

    fn deref(&self) -> &grundy_solve::Answer {
        &self.found
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
