//! Replaces other words for the terms of claims, such as `sg` for `G` and `当且仅当` for `iff`.
//!
//! The replacement precedes the parser, so a claim has only one spelling everywhere else: in answers, in certificates
//! and in the checker.

use grundy_rules::{Error, Result};
use std::ops::Range;

/// The words that replace a whole ASCII name.
const ASCII_SYNONYMS: &[(&str, &str)] = &[("sg", "G"), ("SG", "G")];

/// The Chinese words. They need no spaces around them; longer words precede their prefixes.
const CHINESE_SYNONYMS: &[(&str, &str)] = &[
    ("先手必胜", "N"),
    ("后手必胜", "P"),
    ("先手必败", "P"),
    ("后手必败", "N"),
    ("必胜态", "N"),
    ("必胜点", "N"),
    ("必败态", "P"),
    ("必败点", "P"),
    ("先手胜", "N"),
    ("后手胜", "P"),
    ("必胜", "N"),
    ("必败", "P"),
    ("先手", "N"),
    ("后手", "P"),
    ("当且仅当", "iff"),
    ("等价于", "iff"),
    ("并且", "and"),
    ("或者", "or"),
    ("不是", "not"),
    ("异或", "xor"),
    ("等于", "=="),
    ("对于", "for"),
    ("且", "and"),
    ("或", "or"),
    ("非", "not"),
    ("模", "mod"),
];

/// A claim with the terms of claims in place of their synonyms.
#[derive(Default)]
pub struct ReplacedText {
    /// The claim with the replaced words.
    pub text: String,
    /// The replaced words: their spans in `text` and in the original text, in order.
    replaced: Vec<(Range<usize>, Range<usize>)>,
}

impl ReplacedText {
    /// Replaces the synonyms outside comments, quotes and file names.
    ///
    /// Names in `names`, and variables that the claim introduces by `exists` or `forall`, are kept.
    pub fn new(written: &str, names: &[String]) -> ReplacedText {
        let mut result = ReplacedText::default();
        let names: Vec<&str> = names.iter().map(|name| &**name).chain(quantified_variables(written)).collect();
        let mut at = 0;
        while let Some(first) = written[at..].chars().next() {
            let rest = &written[at..];
            let length = match first {
                '#' => rest.find('\n').unwrap_or(rest.len()),
                '"' => quoted_length(rest),
                '@' if rest[1..].starts_with('"') => 1 + quoted_length(&rest[1..]),
                '@' => {
                    rest.find(|c: char| c.is_whitespace() || matches!(c, ')' | ']' | ',' | ';')).unwrap_or(rest.len())
                }
                // Digits directly before a name are a number.
                c if c.is_ascii_digit() => rest.find(|c: char| c != '_' && !c.is_ascii_digit()).unwrap_or(rest.len()),
                c if is_word_char(c) => {
                    let length = rest.find(|c: char| !is_word_char(c)).unwrap_or(rest.len());
                    result.push_name(&rest[..length], at, &names);
                    at += length;
                    continue;
                }
                c => c.len_utf8(),
            };
            result.text.push_str(&rest[..length]);
            at += length;
        }
        result
    }

    /// Appends the name that begins at `at` in the original text.
    fn push_name(&mut self, name: &str, at: usize, names: &[&str]) {
        if names.contains(&name) {
            return self.text.push_str(name);
        }
        if let Some((_, term)) = ASCII_SYNONYMS.iter().find(|(word, _)| *word == name) {
            return self.replace(term, at..at + name.len());
        }
        let mut offset = 0;
        while let Some(c) = name[offset..].chars().next() {
            match CHINESE_SYNONYMS.iter().find(|(word, _)| name[offset..].starts_with(word)) {
                Some((word, term)) => {
                    self.push_term(term, at + offset..at + offset + word.len());
                    offset += word.len();
                }
                None => {
                    let after_term = offset > 0 && self.replaced.last().is_some_and(|(_, of)| of.end == at + offset);
                    if after_term {
                        self.push_space(at + offset);
                    }
                    self.text.push(c);
                    offset += c.len_utf8();
                }
            }
        }
    }

    /// Appends a term, after a space if the text would otherwise continue a name.
    fn push_term(&mut self, term: &str, written: Range<usize>) {
        if self.text.ends_with(is_word_char) {
            self.push_space(written.start);
        }
        self.replace(term, written);
    }

    fn replace(&mut self, term: &str, written: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(term);
        self.replaced.push((start..self.text.len(), written));
    }

    /// Appends a space that is not in the original text.
    fn push_space(&mut self, at: usize) {
        let start = self.text.len();
        self.text.push(' ');
        self.replaced.push((start..start + 1, at..at));
    }

    /// Converts a byte offset in `text` to one in the original text.
    ///
    /// `is_end` tells whether it is the end of a span.
    fn written_at(&self, at: usize, is_end: bool) -> usize {
        let before = self.replaced.partition_point(|(span, _)| if is_end { span.start < at } else { span.start <= at });
        let Some((span, written)) = before.checked_sub(1).map(|k| &self.replaced[k]) else { return at };
        if at >= span.end {
            return written.end + (at - span.end);
        }
        if is_end { written.end } else { written.start }
    }
}

/// Runs a parser on a claim with the synonyms replaced.
///
/// `names` are the names of the parameters, which are kept.
///
/// # Errors
/// The error of `read`. Its span refers to the original text.
pub fn with_replaced<T>(written: &str, names: &[String], read: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let replaced = ReplacedText::new(written, names);
    if replaced.replaced.is_empty() {
        return read(written);
    }
    read(&replaced.text).map_err(|error| {
        let span = error.span.clone().map(|span| {
            let start = replaced.written_at(span.start, false);
            start..replaced.written_at(span.end, true).max(start)
        });
        Error { span, ..error }
    })
}

/// Returns the ASCII synonyms that a claim uses as names of variables, as in `exists sg: ...`.
fn quantified_variables(written: &str) -> Vec<&'static str> {
    let mut lists = vec![];
    for quantifier in ["exists", "forall"] {
        lists.extend(written.split(quantifier).skip(1).map(|rest| rest.split(':').next().unwrap_or("")));
    }
    let is_variable =
        |word: &str| lists.iter().any(|list| list.split(|c: char| !is_word_char(c)).any(|variable| variable == word));
    ASCII_SYNONYMS.iter().map(|(word, _)| *word).filter(|word| is_variable(word)).collect()
}

fn is_word_char(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Returns the length of the quoted text at the start of `rest`, with its quotes.
fn quoted_length(rest: &str) -> usize {
    rest[1..].find('"').map_or(rest.len(), |length| length + 2)
}
