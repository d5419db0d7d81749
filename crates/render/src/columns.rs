//! The width of text in terminal columns; a Chinese character takes two.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns the number of columns that a character takes.
pub fn char_width(letter: char) -> usize {
    if cfg!(target_family = "wasm") { approximate_width(letter) } else { letter.width().unwrap_or(1) }
}

/// Approximates [`char_width`] without Unicode tables, which a page would have to load first.
///
/// The result is exact for all characters that the English and Chinese texts use.
pub fn approximate_width(letter: char) -> usize {
    match u32::from(letter) {
        0x300..=0x36f | 0x200b..=0x200f | 0x20d0..=0x20f0 | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 2,
        0xfe30..=0xfe6f | 0xff01..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// Returns the number of columns that a text without escape sequences takes.
fn plain(text: &str) -> usize {
    if cfg!(target_family = "wasm") { text.chars().map(approximate_width).sum() } else { text.width() }
}

/// Returns the number of columns that a text takes. Colour sequences take none.
pub fn width(text: &str) -> usize {
    let mut parts = text.split("\u{1b}[");
    let first = plain(parts.next().unwrap_or(""));
    // An escape sequence ends with its first letter.
    let after_escape =
        |part: &str| part.find(|c: char| ('\u{40}'..='\u{7e}').contains(&c)).map_or(0, |at| plain(&part[at + 1..]));
    first + parts.map(after_escape).sum::<usize>()
}

/// Pads the text with blanks on the right to at least `columns` columns.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Truncates the text to at most `columns` columns; an ellipsis marks the cut.
pub fn truncate(text: &str, columns: usize) -> String {
    if columns == 0 {
        return String::new();
    }
    if width(text) <= columns {
        return text.to_string();
    }
    let (mut out, mut columns_used) = (String::new(), 1);
    for c in text.chars() {
        columns_used += width(c.encode_utf8(&mut [0; 4]));
        if columns_used > columns {
            break;
        }
        out.push(c);
    }
    out + "…"
}
