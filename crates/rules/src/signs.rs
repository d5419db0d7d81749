//! Full-width signs, as Chinese keyboards write them, stand for ASCII ones.

use crate::Result;
use std::borrow::Cow;

/// A text with ASCII signs in place of full-width ones.
struct Ascii {
    text: String,
    /// Where each sign that was replaced ends: here, and in the text as it was written.
    ends: Vec<(usize, usize)>,
}

impl Ascii {
    /// `None` if there is nothing to replace. What stands in quotes stays as it is.
    fn of(written: &str) -> Option<Ascii> {
        if written.is_ascii() || !written.chars().any(|c| ascii_twin(c).is_some()) {
            return None;
        }
        let mut ascii = Ascii { text: String::with_capacity(written.len()), ends: vec![] };
        let mut quoted = None;
        for (at, c) in written.char_indices() {
            let twin = match quoted {
                None => ascii_twin(c),
                // Only a closing curly quote ends an opening one.
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

    /// Where a place of the text stands in the text as it was written.
    fn written_at(&self, at: usize) -> usize {
        let before = self.ends.partition_point(|&(end, _)| end <= at);
        let (end, written) = if before == 0 { (0, 0) } else { self.ends[before - 1] };
        written + (at - end)
    }
}

/// The text with ASCII signs in place of full-width ones, outside quotes.
///
/// ```
/// assert_eq!(grundy_rules::ascii_signs("nim（３，４） + token[“甲，乙”](a)"), "nim(3,4) + token[\"甲，乙\"](a)");
/// ```
pub fn ascii_signs(text: &str) -> Cow<'_, str> {
    Ascii::of(text).map_or(Cow::Borrowed(text), |ascii| Cow::Owned(ascii.text))
}

/// Reads a text whose full-width signs stand for ASCII ones. An error has its place in the text as it was written, and shows it.
pub(crate) fn read<T>(written: &str, read: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let ascii = Ascii::of(written);
    read(ascii.as_ref().map_or(written, |ascii| &ascii.text)).map_err(|mut error| {
        if let (Some(ascii), Some(span)) = (&ascii, &mut error.span) {
            *span = ascii.written_at(span.start)..ascii.written_at(span.end);
        }
        error.in_text(written)
    })
}

/// The ASCII character that a full-width one, or one of typography, stands for.
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

#[cfg(test)]
mod tests {
    use crate::{ErrorKind, parse, parse_rules};

    #[test]
    fn full_width_signs_are_read() {
        for (written, canonical) in [
            ("nim（３，４，５）", "nim(3,4,5)"),
            ("尼姆（3、4、5）", "nim(3,4,5)"),
            ("取石子", ""),
            ("ｔａｋｅ【１。。３】（７）＋２＊ｎｉｍ（１＿０）", "take[1..3](7) + 2*nim(10)"),
            ("nim(3) + −nim(2)", "nim(3) + -nim(2)"),
            ("３×nim（5）", "3*nim(5)"),
            ("token[“a，b”＞“c“d”]（“a，b”）", "token[\"a，b\">\"c“d\"](\"a，b\")"),
            ("token[\"（\">b](\"（\")", "token[\"（\">b](\"（\")"),
            ("rule｛ n －＞ n－1 ｝（7）", "rule{ n -> n-1 }(7)"),
            ("misere\u{3000}nim（1）", "misere nim(1)"),
        ] {
            match parse(written) {
                Ok(spec) => assert_eq!(spec.to_string(), canonical),
                Err(error) => assert_eq!(("", error.kind), (canonical, ErrorKind::UnknownGame), "{written}"),
            }
        }
        assert_eq!(parse_rules("take［１，３］").unwrap().to_string(), "take[1,3]");
    }

    #[test]
    fn places_are_those_of_the_text_as_written() {
        for (written, at) in
            [("nim（３，x）", "x"), ("nim（３，４）＋wythoff（３）", "（３）"), ("nim（3", ""), ("nim(3）＋（", "")]
        {
            let span = parse(written).unwrap_err().span.unwrap();
            assert_eq!(&written[span], at, "{written}");
        }
    }
}
