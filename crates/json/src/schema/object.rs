//! A writer of JSON objects, field by field.
//!
//! A batch writes millions of answers, and serde spent half of the time on inspecting the bytes of every key. This
//! writer copies keys unchecked. Debug assertions compare them with the description of the object.

use super::shape::ObjectSchema;
use grundy_lang::{Language, Text, is_hidden};
use grundy_render::push_number;
use std::fmt::Write;
use std::time::Duration;

/// An object that is being written.
///
/// Keys are constants of this crate that need no escapes; inlined functions copy them as constants.
pub(crate) struct Object<'a> {
    out: &'a mut String,
    is_empty: bool,
    #[cfg(debug_assertions)]
    pending: RemainingFields,
}

impl<'a> Object<'a> {
    pub fn open(out: &'a mut String, shape: &'static ObjectSchema) -> Object<'a> {
        out.push('{');
        let _ = shape;
        Object {
            out,
            is_empty: true,
            #[cfg(debug_assertions)]
            pending: RemainingFields { shape, at: 0 },
        }
    }

    pub fn close(self) {
        #[cfg(debug_assertions)]
        self.pending.end();
        self.out.push('}');
    }

    /// Starts a field; the caller appends its value to the returned text.
    #[inline(always)]
    pub fn key(&mut self, name: &str) -> &mut String {
        #[cfg(debug_assertions)]
        self.pending.take(name);
        self.game_key(name)
    }

    /// Starts a field like [`Object::key`], but with a name that a game defines and no description lists.
    #[inline(always)]
    pub fn game_key(&mut self, name: &str) -> &mut String {
        self.out.push_str(if self.is_empty { "\"" } else { ",\"" });
        self.is_empty = false;
        self.out.push_str(name);
        self.out.push_str("\":");
        self.out
    }

    #[inline(always)]
    pub fn null(&mut self, name: &str) {
        self.key(name).push_str("null");
    }

    #[inline(always)]
    pub fn number(&mut self, name: &str, number: impl itoa::Integer) {
        push_number(number, self.key(name));
    }

    pub fn number_or_null(&mut self, name: &str, number: Option<impl itoa::Integer>) {
        match number {
            Some(number) => self.number(name, number),
            None => self.null(name),
        }
    }

    #[inline(always)]
    pub fn text(&mut self, name: &str, text: &str) {
        push_text(text, self.key(name));
    }

    /// Writes a message in a language.
    #[inline(always)]
    pub fn translated(&mut self, name: &str, text: &Text, language: Language) {
        push_translated(text, language, self.key(name));
    }

    /// Writes a constant of this crate that needs no escapes.
    #[inline(always)]
    pub fn word(&mut self, name: &str, word: &str) {
        let out = self.key(name);
        out.push('"');
        out.push_str(word);
        out.push('"');
    }

    #[inline(always)]
    pub fn flag(&mut self, name: &str, flag: bool) {
        self.key(name).push_str(if flag { "true" } else { "false" });
    }

    pub fn word_or_null(&mut self, name: &str, word: Option<&str>) {
        match word {
            Some(word) => self.word(name, word),
            None => self.null(name),
        }
    }

    pub fn text_or_null(&mut self, name: &str, text: Option<&str>) {
        match text {
            Some(text) => self.text(name, text),
            None => self.null(name),
        }
    }

    /// Writes a time in seconds, exact to the nanosecond.
    pub fn seconds(&mut self, name: &str, time: Duration) {
        let out = self.key(name);
        push_number(time.as_secs(), out);
        // The leading 1 keeps the zeros after the decimal point.
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(1_000_000_000 + time.subsec_nanos());
        out.push('.');
        out.push_str(&digits[1..]);
    }
}

/// The fields of a description that are still to be written: those from index `at` on.
#[cfg(debug_assertions)]
struct RemainingFields {
    shape: &'static ObjectSchema,
    at: usize,
}

#[cfg(debug_assertions)]
impl RemainingFields {
    fn take(&mut self, name: &str) {
        let fields = &self.shape.fields[self.at..];
        let found = fields.iter().position(|field| field.name == name);
        let Some(found) = found else { panic!("`{}` has no `{name}` here", self.shape.name) };
        self.skip(found);
        self.at += 1;
    }

    fn skip(&mut self, count: usize) {
        for field in &self.shape.fields[self.at..self.at + count] {
            assert!(!field.is_required, "`{}` without `{}`", self.shape.name, field.name);
        }
        self.at += count;
    }

    fn end(mut self) {
        self.skip(self.shape.fields.len() - self.at);
    }
}

/// Appends a message in a language.
///
/// Most messages need no escapes, so the message is first written directly, and again only if it needs escapes.
pub(crate) fn push_translated(text: &Text, language: Language, out: &mut String) {
    out.push('"');
    let from = out.len();
    // Writing to a string cannot fail.
    let _ = text.write(language, out);
    if is_plain(&out[from..]) {
        out.push('"');
    } else {
        let message = out.split_off(from);
        out.pop();
        push_text(&message, out);
    }
}

/// Reports whether a text needs no escapes.
fn is_plain(text: &str) -> bool {
    // Without an early exit the loop is vectorised.
    text.bytes().fold(true, |plain, b| plain & (b' '..0x7f).contains(&b) & (b != b'"') & (b != b'\\'))
}

pub(crate) fn push_text(text: &str, out: &mut String) {
    if is_plain(text) {
        out.push('"');
        out.push_str(text);
        out.push('"');
        return;
    }
    // Serialising a text cannot fail.
    let text = serde_json::to_string(text).unwrap_or_default();
    if !text.contains(is_hidden) {
        out.push_str(&text);
        return;
    }
    // Escape hidden characters, so that programs read the same text but terminals cannot hide anything in it.
    for c in text.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
}

pub(crate) fn push_list<T>(out: &mut String, items: &[T], push: impl Fn(&T, &mut String)) {
    out.push('[');
    for (k, item) in items.iter().enumerate() {
        if k > 0 {
            out.push(',');
        }
        push(item, out);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::super::shape::Type::{Count, List, Null, Seconds};
    use super::super::shape::{optional, required};
    use super::*;

    static FOUR: ObjectSchema = ObjectSchema::new(
        "four",
        "",
        &[
            required("s", Seconds, ""),
            required("n", Null, ""),
            optional("m", Null, ""),
            required("u", Count, ""),
            required("l", List(&Count), ""),
        ],
    );

    #[test]
    #[should_panic(expected = "`four` without `s`")]
    fn undescribed_fields_panic() {
        let mut out = String::new();
        Object::open(&mut out, &FOUR).number("u", 1);
    }

    #[test]
    fn agrees_with_serde() {
        let texts = ["", "nim(3,4)", "威佐夫", "a\"b", "\\", "line\nbreak", "\u{7f}\u{1}", "\u{202e}a\u{e0041}"];
        for text in texts {
            let mut out = String::new();
            push_text(text, &mut out);
            assert_eq!(serde_json::from_str::<String>(&out).unwrap(), text);
            let mut translated = String::new();
            push_translated(&Text::verbatim(text), Language::English, &mut translated);
            let mut plain = String::new();
            push_text(&grundy_lang::escape_hidden(text), &mut plain);
            assert_eq!(translated, plain);
            assert!(!out.contains(is_hidden), "{out}");
        }
        for (nanos, shown) in [(0, "0.000000000"), (762, "0.000000762"), (61_500_000_001, "61.500000001")] {
            let mut out = String::new();
            let mut object = Object::open(&mut out, &FOUR);
            object.seconds("s", Duration::from_nanos(nanos));
            object.null("n");
            object.number("u", u128::MAX);
            push_list(object.key("l"), &[1u8, 2], |&n, out| push_number(n, out));
            object.close();
            assert_eq!(out, format!(r#"{{"s":{shown},"n":null,"u":{},"l":[1,2]}}"#, u128::MAX));
        }
    }
}
