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
    /// The words that earlier versions printed, if they differ; `play` and requests still accept them.
    pub former_text: Option<Text>,
}

impl MoveText {
    /// Returns the description of a move by its words and its fields.
    pub fn new(text: Text, fields: Vec<(&'static str, Field)>) -> MoveText {
        MoveText { text, fields, former_text: None }
    }

    /// Adds the words that earlier versions printed for the move.
    pub fn with_former_text(self, former_text: Text) -> MoveText {
        MoveText { former_text: Some(former_text), ..self }
    }

    /// Returns the description of a move whose fields are single numbers.
    ///
    /// ```
    /// use grundy_rules::{Field, MoveText, text};
    /// let text = text!("bite at row {row}, column {column}", row = 2, column = 3);
    /// let mv = MoveText::from_numbers(text, [("row", 2), ("column", 3)]);
    /// assert_eq!(mv.fields[1], ("column", Field::Number(3)));
    /// ```
    pub fn from_numbers(text: Text, fields: impl IntoIterator<Item = (&'static str, u64)>) -> MoveText {
        MoveText::new(text, fields.into_iter().map(|(name, number)| (name, Field::Number(number))).collect())
    }
}

/// Returns the name of a cell of a board, such as `c2`; `row` and `column` are counted from 0.
///
/// The letters name the column, and the number is that of the row, counted from 1 at the top.
///
/// ```
/// use grundy_rules::cell_name;
/// assert_eq!([cell_name(1, 2), cell_name(0, 25), cell_name(9, 27)], ["c2", "z1", "ab10"]);
/// ```
pub fn cell_name(row: u64, column: u64) -> String {
    format!("{}{}", column_name(column), u128::from(row) + 1)
}

/// Returns the letters that name a column of a board: `a` for column 0, `z` for 25, `aa` for 26.
///
/// ```
/// use grundy_rules::column_name;
/// assert_eq!([0, 25, 26, 701, 702].map(column_name), ["a", "z", "aa", "zz", "aaa"]);
/// ```
pub fn column_name(column: u64) -> String {
    let mut letters = vec![];
    let mut rest = Some(column);
    while let Some(column) = rest {
        letters.push(char::from(b'a' + (column % 26) as u8));
        rest = (column / 26).checked_sub(1);
    }
    letters.into_iter().rev().collect()
}
