//! Integers as text, for readers whose numbers are floating-point ones and lose what exceeds 2^53.

use std::io::{self, Write};

/// How the integers of JSON are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// As numbers.
    #[default]
    Number,
    /// As text, `"18446744073709551615"`: all but the number of the schema.
    Text,
}

impl Numbers {
    /// The names of the forms.
    pub const NAMES: [(&str, Numbers); 2] = [("number", Numbers::Number), ("text", Numbers::Text)];

    /// JSON with its integers in this form.
    ///
    /// ```
    /// use grundy_render::Numbers;
    /// let json = r#"{"schema":2,"spec":"nim(3)","grundy":3,"moves":[-1,20],"seconds":0.25}"#;
    /// assert_eq!(Numbers::Number.of(json.to_string()), json);
    /// let text = r#"{"schema":2,"spec":"nim(3)","grundy":"3","moves":["-1","20"],"seconds":0.25}"#;
    /// assert_eq!(Numbers::Text.of(json.to_string()), text);
    /// ```
    pub fn of(self, json: String) -> String {
        if self == Numbers::Number {
            return json;
        }
        let mut out = TextNumbers::new(Vec::with_capacity(json.len() + json.len() / 8), self);
        // Writing to memory cannot fail, and quotes around digits leave text what it is.
        let _ = out.write_all(json.as_bytes()).and_then(|()| out.end());
        String::from_utf8(out.sink).unwrap_or(json)
    }
}

/// A sink that passes JSON on with its integers in a form, whatever pieces it comes in.
#[derive(Debug)]
pub struct TextNumbers<W> {
    sink: W,
    form: Numbers,
    /// The number that is being read.
    number: Vec<u8>,
    in_string: bool,
    escaped: bool,
    /// How much was read of the key in front of the number of the schema.
    key: usize,
    is_version: bool,
}

/// The key whose number stays a number: readers look at it before they know anything else.
const VERSION: &[u8] = b"\"schema\":";

impl<W: Write> TextNumbers<W> {
    /// The sink in front of another one.
    pub fn new(sink: W, form: Numbers) -> TextNumbers<W> {
        TextNumbers { sink, form, number: vec![], in_string: false, escaped: false, key: 0, is_version: false }
    }

    /// Passes on what is left when the JSON is over.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn end(&mut self) -> io::Result<()> {
        let number = std::mem::take(&mut self.number);
        let is_integer = !number.iter().any(|b| matches!(b, b'.' | b'e' | b'E'));
        match (number.is_empty(), is_integer && !self.is_version) {
            (true, _) => Ok(()),
            (_, true) => self.sink.write_all(&[b"\"", &number[..], b"\""].concat()),
            (_, false) => self.sink.write_all(&number),
        }
    }

    fn byte(&mut self, byte: u8) -> io::Result<()> {
        let mut begins = false;
        if self.in_string {
            match (self.escaped, byte) {
                (true, _) => self.escaped = false,
                (_, b'\\') => self.escaped = true,
                (_, b'"') => self.in_string = false,
                _ => {}
            }
        } else if matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
            && (!self.number.is_empty() || matches!(byte, b'0'..=b'9' | b'-'))
        {
            // The letter e of `true` follows no digit.
            self.number.push(byte);
            return Ok(());
        } else {
            self.end()?;
            begins = byte == b'"';
            (self.in_string, self.escaped) = (begins, false);
        }
        self.key = match VERSION.get(self.key) {
            _ if begins => 1,
            Some(&next) if next == byte && self.key > 0 => self.key + 1,
            _ => 0,
        };
        self.is_version = self.key == VERSION.len();
        self.sink.write_all(&[byte])
    }
}

impl<W: Write> Write for TextNumbers<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.form == Numbers::Number {
            return self.sink.write(bytes);
        }
        bytes.iter().try_for_each(|&byte| self.byte(byte))?;
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
            assert_eq!(Numbers::Text.of(json.to_string()), text);
            // In pieces of any length it is the same.
            for length in 1..json.len() {
                let mut out = TextNumbers::new(vec![], Numbers::Text);
                for piece in json.as_bytes().chunks(length) {
                    out.write_all(piece).unwrap();
                }
                out.end().unwrap();
                assert_eq!(String::from_utf8(out.sink).unwrap(), text);
            }
        }
    }
}
