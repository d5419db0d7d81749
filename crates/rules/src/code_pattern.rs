//! Patterns of codes such as `0.???`, as used by surveys.

use crate::{Code, Error, ErrorKind, Result};
use grundy_lang::{Text, text};
use grundy_value::CompactSort;

/// The maximum number of codes that match a pattern.
const MAX_CODES: usize = 1 << 20;
const HELP: Text = text!("for example 0.??? for all octal codes of three digits, or 0.[1-3]?7");

impl Code {
    /// Returns all codes that match a pattern, each once, ordered by their digits.
    ///
    /// `?` is any octal digit, `[1-37]` is one of 1, 2, 3 and 7, and before the point `?` is 0 or 4. Codes that
    /// allow no move are skipped.
    ///
    /// # Errors
    /// `bad_argument` with the span for an invalid pattern; `too_large` for more than 2^20 codes.
    ///
    /// ```
    /// use grundy_rules::Code;
    /// let codes: Vec<String> = Code::matching_pattern("0.[0-1]?").unwrap().iter().map(Code::to_string).collect();
    /// assert_eq!(codes.len(), 15);
    /// assert_eq!(&codes[..3], ["0.01", "0.02", "0.03"]);
    /// ```
    pub fn matching_pattern(text: &str) -> Result<Vec<Code>> {
        let bad = |message: Text, at: usize, length: usize| {
            Err(Error::new(ErrorKind::BadArgument, message).at(at..at + length).help(HELP))
        };
        let (mut places, mut point) = (vec![], None);
        let mut rest = text.char_indices();
        while let Some((at, c)) = rest.next() {
            let digits = match c {
                '.' if point.is_some() => return bad(text!("the pattern has two points"), at, 1),
                '.' => {
                    point = Some(places.len());
                    continue;
                }
                '?' if point.is_none() => vec!['0', '4'],
                '?' => ('0'..='7').collect(),
                '[' => {
                    let inside: String = rest.by_ref().map(|(_, c)| c).take_while(|&c| c != ']').collect();
                    if text.as_bytes().get(at + 1 + inside.len()) != Some(&b']') {
                        return bad(text!("this bracket is not closed"), at, 1);
                    }
                    match parse_digit_set(&inside) {
                        Some(digits) => digits,
                        None => {
                            return bad(
                                text!("`[{inside}]` is not a set of digits", inside = &inside),
                                at,
                                inside.len() + 2,
                            );
                        }
                    }
                }
                c if c.is_ascii_hexdigit() => vec![c],
                other => {
                    return bad(text!("`{other}` is not a digit, a set of digits or `?`", other), at, other.len_utf8());
                }
            };
            places.push(digits);
        }
        let Some(point) = point else { return bad(text!("the pattern `{text}` has no point", text), 0, text.len()) };
        let count = places.iter().try_fold(1usize, |count, digits| count.checked_mul(digits.len()));
        if count.is_none_or(|count| count > MAX_CODES) {
            let error =
                Error::new(ErrorKind::TooLarge, text!("the pattern `{text}` matches more than 2^20 codes", text));
            return Err(error.help(text!("use sets of digits in brackets, as in 0.[1-3]???, to match fewer codes")));
        }
        let mut codes: Vec<Code> = vec![];
        let mut seen = std::collections::HashSet::new();
        let mut chosen = vec![0; places.len()];
        loop {
            let mut word: String =
                places.iter().zip(&chosen).map(|(digits, &k): (&Vec<char>, &usize)| digits[k]).collect();
            word.insert(point, '.');
            // A code without moves is skipped; only an empty result is an error.
            let empty = word.chars().all(|c| c == '0' || c == '.');
            if !empty || word.len() < 2 {
                let code: Code = word.parse().map_err(|error: Error| error.at(0..text.len()))?;
                if seen.insert(code.clone()) {
                    codes.push(code);
                }
            }
            let Some(k) = (0..places.len()).rev().find(|&k| chosen[k] + 1 < places[k].len()) else { break };
            chosen[k] += 1;
            chosen[k + 1..].fill(0);
        }
        if codes.is_empty() {
            return bad(text!("no code of the pattern `{text}` allows a move", text), 0, text.len());
        }
        Ok(codes)
    }
}

/// Parses a set of digits such as `1-37` or `0-7A`.
fn parse_digit_set(text: &str) -> Option<Vec<char>> {
    let list: Vec<char> = text.chars().collect();
    let mut digits = vec![];
    let mut at = 0;
    while at < list.len() {
        let low = list[at].to_digit(16)?;
        let high = if list.get(at + 1) == Some(&'-') {
            at += 2;
            list.get(at)?.to_digit(16).filter(|&high| high >= low)?
        } else {
            low
        };
        digits.extend((low..=high).filter_map(|digit| char::from_digit(digit, 16)));
        at += 1;
    }
    digits.compact_sort();
    digits.dedup();
    (!digits.is_empty()).then_some(digits)
}
