//! The display of untrusted text: characters that are invisible or control the terminal are escaped.

use std::borrow::Cow;

/// Returns whether a character is a control character, is invisible, or changes the text direction.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Returns the text with hidden characters escaped, so that untrusted text cannot control the terminal.
///
/// ```
/// assert_eq!(grundy_lang::escape_hidden("heap 3"), "heap 3");
/// assert_eq!(grundy_lang::escape_hidden("a\u{1b}[2Kb\nc"), "a\\u{1b}[2Kb\\nc");
/// ```
pub fn escape_hidden(text: &str) -> Cow<'_, str> {
    let plain = text.bytes().fold(true, |plain, b| plain & (b' '..0x7f).contains(&b));
    if plain || !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\t' | '\r' => out.extend(c.escape_default()),
            c if is_hidden(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Replaces hidden characters by visible ones; line breaks remain.
///
/// Each replacement has the same length in bytes as the original, so byte offsets in the text stay valid.
///
/// ```
/// assert_eq!(grundy_lang::mask_hidden("a\u{1b}b\nc\u{202e}d"), "a?b\nc\u{fffd}d");
/// ```
pub fn mask_hidden(text: &str) -> Cow<'_, str> {
    let hides = |c: char| is_hidden(c) && c != '\n';
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| match c.len_utf8() {
        _ if !hides(c) => Cow::Owned(c.to_string()),
        1 => Cow::Borrowed(if c == '\t' { " " } else { "?" }),
        2 => Cow::Borrowed("\u{bf}"),
        3 => Cow::Borrowed("\u{fffd}"),
        _ => Cow::Borrowed("\u{bf}\u{bf}"),
    });
    Cow::Owned(shown.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_hidden_keeps_offsets() {
        let text: String = (0..0x0011_0000).step_by(7).filter_map(char::from_u32).collect();
        let shown = mask_hidden(&text);
        assert_eq!(shown.len(), text.len());
        assert!(!shown.contains(|c| is_hidden(c) && c != '\n'));
        assert!(!escape_hidden(&text).contains(is_hidden));
    }
}
