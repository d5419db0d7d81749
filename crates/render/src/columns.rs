//! Columns of a terminal: a Chinese character takes two.

use unicode_width::UnicodeWidthStr;

/// How many columns a text takes. Colours take none.
pub fn width(text: &str) -> usize {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or("").width();
    // An escape sequence ends with its first letter.
    let behind =
        |part: &str| part.find(|c: char| ('\u{40}'..='\u{7e}').contains(&c)).map_or(0, |at| part[at + 1..].width());
    first + parts.map(behind).sum::<usize>()
}

/// The text with blanks behind it, at least so many columns wide.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// As much of a text as so many columns hold; dots stand for what is left out.
pub fn cut(text: &str, columns: usize) -> String {
    if columns == 0 {
        return String::new();
    }
    if width(text) <= columns {
        return text.to_string();
    }
    let (mut out, mut wide) = (String::new(), 1);
    for c in text.chars() {
        wide += width(c.encode_utf8(&mut [0; 4]));
        if wide > columns {
            break;
        }
        out.push(c);
    }
    out + "…"
}
