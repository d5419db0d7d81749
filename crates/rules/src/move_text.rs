//! The description of a move for users and programs.

use grundy_lang::Text;

/// A number, a name, or a list of either, in the description of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// One number.
    Number(u64),
    /// Several numbers.
    Numbers(Vec<u64>),
    /// One number that may be negative.
    Signed(i64),
    /// One name.
    Text(String),
    /// Several names.
    Texts(Vec<String>),
}

/// The description of a move for users and programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The move in words; the English text is stable: "take 2 from heap 1".
    pub text: Text,
    /// The same information as named fields for programs: `heap` = 1, `take` = 2.
    pub fields: Vec<(&'static str, Field)>,
}

impl MoveText {
    /// Returns the description of a move whose fields are single numbers.
    ///
    /// ```
    /// use grundy_rules::{Field, MoveText, text};
    /// let text = text!("bite at row {row}, column {column}", row = 2, column = 3);
    /// let mv = MoveText::from_numbers(text, [("row", 2), ("column", 3)]);
    /// assert_eq!(mv.fields[1], ("column", Field::Number(3)));
    /// ```
    pub fn from_numbers(text: Text, fields: impl IntoIterator<Item = (&'static str, u64)>) -> MoveText {
        MoveText { text, fields: fields.into_iter().map(|(name, number)| (name, Field::Number(number))).collect() }
    }
}
