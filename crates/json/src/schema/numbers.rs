//! Integers as text, for readers that store numbers as floats and lose precision beyond 2^53.

use std::io::{self, Write};

/// The form of integers in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntegerFormat {
    /// As numbers.
    #[default]
    Number,
    /// As text, `"18446744073709551615"`, except the version of the schema.
    Text,
}

impl IntegerFormat {
    /// The names of the options.
    pub const NAMES: [(&str, IntegerFormat); 2] = [("number", IntegerFormat::Number), ("text", IntegerFormat::Text)];

    /// Returns the JSON with its integers in this form.
    ///
    /// ```
    /// use grundy_json::IntegerFormat;
    /// let json = r#"{"schema":2,"spec":"nim(3)","grundy":3,"moves":[-1,20],"seconds":0.25}"#;
    /// assert_eq!(IntegerFormat::Number.with_form(json.to_string()), json);
    /// let text = r#"{"schema":2,"spec":"nim(3)","grundy":"3","moves":["-1","20"],"seconds":0.25}"#;
    /// assert_eq!(IntegerFormat::Text.with_form(json.to_string()), text);
    /// ```
    pub fn with_form(self, json: String) -> String {
        if self == IntegerFormat::Number {
            return json;
        }
        let mut out = TextNumbers::new(Vec::with_capacity(json.len() + json.len() / 8), self);
        // Writing to memory cannot fail, and quotes around digits keep the text valid UTF-8.
        let _ = out.write_all(json.as_bytes()).and_then(|()| out.end());
        String::from_utf8(out.sink).unwrap_or(json)
    }
}

/// A writer that passes JSON on to another writer with its integers in a given form.
///
/// The JSON may arrive in pieces of any length.
#[derive(Debug)]
pub struct TextNumbers<W> {
    sink: W,
    form: IntegerFormat,
    /// The bytes of the number that is being read.
    number: Vec<u8>,
    in_string: bool,
    escaped: bool,
    /// The number of bytes of [`VERSION`] that the latest bytes match.
    key: usize,
    is_version: bool,
}

/// The key whose value stays a number, because readers check the version before they know the form.
const VERSION: &[u8] = b"\"schema\":";

impl<W: Write> TextNumbers<W> {
    /// Wraps another writer.
    pub fn new(sink: W, form: IntegerFormat) -> TextNumbers<W> {
        TextNumbers { sink, form, number: vec![], in_string: false, escaped: false, key: 0, is_version: false }
    }

    /// Passes on the last number at the end of the JSON.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn end(&mut self) -> io::Result<()> {
        if self.number.is_empty() {
            return Ok(());
        }
        let is_integer = !self.number.iter().any(|b| matches!(b, b'.' | b'e' | b'E'));
        let quote: &[u8] = if is_integer && !self.is_version { b"\"" } else { b"" };
        self.sink.write_all(quote)?;
        self.sink.write_all(&self.number)?;
        self.sink.write_all(quote)?;
        self.number.clear();
        Ok(())
    }

    /// Processes a byte; returns `true` if it belongs to a number, which is stored until the number ends.
    fn process(&mut self, byte: u8) -> io::Result<bool> {
        if self.in_string {
            match (self.escaped, byte) {
                (true, _) => self.escaped = false,
                (_, b'\\') => self.escaped = true,
                (_, b'"') => self.in_string = false,
                _ => {}
            }
        } else if matches!(byte, b'0'..=b'9' | b'-')
            || !self.number.is_empty() && matches!(byte, b'+' | b'.' | b'e' | b'E')
        {
            // The letter e of `true` does not follow a digit.
            self.number.push(byte);
            return Ok(true);
        } else {
            self.end()?;
            self.in_string = byte == b'"';
            if self.in_string {
                (self.key, self.is_version) = (1, false);
                return Ok(false);
            }
        }
        if self.key > 0 {
            self.key = if VERSION.get(self.key) == Some(&byte) { self.key + 1 } else { 0 };
        }
        self.is_version = self.key == VERSION.len();
        Ok(false)
    }
}

impl<W: Write> Write for TextNumbers<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.form == IntegerFormat::Number {
            return self.sink.write(bytes);
        }
        // Bytes between numbers are passed on unchanged.
        let mut from = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let held = !self.number.is_empty();
            if !self.process(byte)? {
                continue;
            }
            if !held {
                self.sink.write_all(&bytes[from..at])?;
            }
            from = at + 1;
        }
        self.sink.write_all(&bytes[from..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_integers_become_text() {
        for (json, text) in [
            ("[]", "[]"),
            ("7", "\"7\""),
            (
                r#"{"schema":2,"a":1,"b":{"schema":12,"c":[1,22]}}"#,
                r#"{"schema":2,"a":"1","b":{"schema":12,"c":["1","22"]}}"#,
            ),
            (
                r#"{"a\"schema":2,"schema ":3,"s":"schema","x":4}"#,
                r#"{"a\"schema":"2","schema ":"3","s":"schema","x":"4"}"#,
            ),
            (
                r#"["1, 2\\",3,"\"",-4,true,null,1.5,0.000000001,1e9]"#,
                r#"["1, 2\\","3","\"","-4",true,null,1.5,0.000000001,1e9]"#,
            ),
            (
                r#"["é1",340282366920938463463374607431768211455]"#,
                r#"["é1","340282366920938463463374607431768211455"]"#,
            ),
        ] {
            assert_eq!(IntegerFormat::Text.with_form(json.to_string()), text);
            // The result does not depend on how the JSON is split.
            for length in 1..json.len() {
                let mut out = TextNumbers::new(vec![], IntegerFormat::Text);
                for piece in json.as_bytes().chunks(length) {
                    out.write_all(piece).unwrap();
                }
                out.end().unwrap();
                assert_eq!(String::from_utf8(out.sink).unwrap(), text);
            }
        }
    }
}
