//! Columns of a terminal: a Chinese character takes two.

use unicode_width::UnicodeWidthStr;

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text with blanks behind it, at least so many columns wide.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}
