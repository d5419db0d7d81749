//! The replacement of full-width characters, which Chinese keyboards produce, by ASCII characters.

use crate::Result;
use std::borrow::Cow;

/// A text with half-width (ASCII) characters in place of full-width ones.
struct HalfWidthText {
    text: String,
    /// The byte offset of the end of each replaced character, in `text` and in the original text.
    ends: Vec<(usize, usize)>,
}

impl HalfWidthText {
    /// Replaces full-width characters outside quotes; `None` if there are none.
    fn from_text(written: &str) -> Option<HalfWidthText> {
        if written.is_ascii() || !written.chars().any(|c| half_width_char(c).is_some()) {
            return None;
        }
        let mut half_width = HalfWidthText { text: String::with_capacity(written.len()), ends: vec![] };
        let mut quoted = None;
        for (at, c) in written.char_indices() {
            let twin = match quoted {
                None => half_width_char(c),
                // Within quotes nothing is replaced, except the closing curly quote of a text that a curly quote starts.
                Some('"') => None,
                Some(_) => (c == '”').then_some('"'),
            };
            match (twin.unwrap_or(c), quoted) {
                ('"', None) => quoted = Some(c),
                ('"', Some(_)) => quoted = None,
                _ => {}
            }
            half_width.text.push(twin.unwrap_or(c));
            if twin.is_some() {
                half_width.ends.push((half_width.text.len(), at + c.len_utf8()));
            }
        }
        Some(half_width)
    }

    /// Converts a byte offset in `text` to a byte offset in the original text.
    fn written_at(&self, at: usize) -> usize {
        let before = self.ends.partition_point(|&(end, _)| end <= at);
        let (end, written) = if before == 0 { (0, 0) } else { self.ends[before - 1] };
        written + (at - end)
    }
}

/// Replaces full-width characters by ASCII characters, outside quotes.
///
/// ```
/// assert_eq!(grundy_rules::to_half_width("nim（３，４） + token[“甲，乙”](a)"), "nim(3,4) + token[\"甲，乙\"](a)");
/// ```
pub fn to_half_width(text: &str) -> Cow<'_, str> {
    HalfWidthText::from_text(text).map_or(Cow::Borrowed(text), |half_width| Cow::Owned(half_width.text))
}

/// Runs a parser on a text with its full-width characters replaced.
///
/// # Errors
/// The error of `read`. Its span refers to the original text, of which it stores an excerpt.
pub fn with_half_width<T>(written: &str, read: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let half_width = HalfWidthText::from_text(written);
    read(half_width.as_ref().map_or(written, |half_width| &half_width.text)).map_err(|mut error| {
        if let (Some(half_width), Some(span)) = (&half_width, &mut error.span) {
            *span = half_width.written_at(span.start)..half_width.written_at(span.end);
        }
        error.in_text(written)
    })
}

/// Returns the half-width character that corresponds to a full-width or typographic character.
fn half_width_char(c: char) -> Option<char> {
    Some(match c {
        '！'..='～' => char::from_u32(c as u32 - '！' as u32 + '!' as u32)?,
        '、' => ',',
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        '−' | '–' => '-',
        '×' => '*',
        '。' => '.',
        '“' | '”' => '"',
        _ => return None,
    })
}
