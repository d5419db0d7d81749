//! The replacement of full-width characters, which Chinese keyboards produce, by ASCII characters.

use crate::Result;
use std::borrow::Cow;

/// A text with ASCII characters in place of full-width ones.
struct Ascii {
    text: String,
    /// The byte offset of the end of each replaced character, in `text` and in the original text.
    ends: Vec<(usize, usize)>,
}

impl Ascii {
    /// Replaces full-width characters outside quotes; `None` if there are none.
    fn from_text(written: &str) -> Option<Ascii> {
        if written.is_ascii() || !written.chars().any(|c| ascii_twin(c).is_some()) {
            return None;
        }
        let mut ascii = Ascii { text: String::with_capacity(written.len()), ends: vec![] };
        let mut quoted = None;
        for (at, c) in written.char_indices() {
            let twin = match quoted {
                None => ascii_twin(c),
                // Only a closing curly quote ends a text that an opening curly quote starts.
                Some('"') => None,
                Some(_) => (c == '”').then_some('"'),
            };
            match (twin.unwrap_or(c), quoted) {
                ('"', None) => quoted = Some(c),
                ('"', Some(_)) => quoted = None,
                _ => {}
            }
            ascii.text.push(twin.unwrap_or(c));
            if twin.is_some() {
                ascii.ends.push((ascii.text.len(), at + c.len_utf8()));
            }
        }
        Some(ascii)
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
/// assert_eq!(grundy_rules::ascii_signs("nim（３，４） + token[“甲，乙”](a)"), "nim(3,4) + token[\"甲，乙\"](a)");
/// ```
pub fn ascii_signs(text: &str) -> Cow<'_, str> {
    Ascii::from_text(text).map_or(Cow::Borrowed(text), |ascii| Cow::Owned(ascii.text))
}

/// Runs a parser on a text with its full-width characters replaced.
///
/// # Errors
/// The error of `read`. Its span refers to the original text, of which it stores an excerpt.
pub fn with_ascii_signs<T>(written: &str, read: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let ascii = Ascii::from_text(written);
    read(ascii.as_ref().map_or(written, |ascii| &ascii.text)).map_err(|mut error| {
        if let (Some(ascii), Some(span)) = (&ascii, &mut error.span) {
            *span = ascii.written_at(span.start)..ascii.written_at(span.end);
        }
        error.in_text(written)
    })
}

/// Returns the ASCII character that corresponds to a full-width or typographic character.
fn ascii_twin(c: char) -> Option<char> {
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
