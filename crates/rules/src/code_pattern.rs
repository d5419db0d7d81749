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
            return Err(error.help(text!("use a set of digits in brackets, as in 0.[1-3]???, to narrow it down")));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_expand_to_codes() {
        let print =
            |text: &str| -> Vec<String> { Code::matching_pattern(text).unwrap().iter().map(Code::to_string).collect() };
        assert_eq!(Code::matching_pattern("0.???").unwrap().len(), 511);
        assert_eq!(Code::matching_pattern("?.??").unwrap().len(), 127);
        assert_eq!(print(".[13-4]"), ["0.1", "0.3", "0.4"]);
        assert_eq!(print("0.0[78A]"), ["0.07", "0.08", "0.0A"]);
        for text in
            ["", "???", "0.", "0.?.?", "0.[1", "0.[]", "0.[3-1]", "0.x", "0.[1-]", "1.??", "0.0", "威", "0.[威]", "."]
        {
            let error = Code::matching_pattern(text).unwrap_err();
            assert!(error.help.is_some() || error.span.is_some(), "{text}: {error:?}");
        }
        assert_eq!(Code::matching_pattern("0.????????").unwrap_err().kind, ErrorKind::TooLarge);
    }

    /// Checks that `without_dead_heaps` preserves the Grundy values, computed from the definition.
    #[test]
    fn shifted_games_have_the_same_values() {
        let values = |code: &Code| -> Vec<u32> {
            let mut values: Vec<u32> = vec![0];
            for n in 1..60u64 {
                let options: Vec<u32> =
                    code.moves(n).map(|mv| mv.left.iter().fold(0, |sum, &heap| sum ^ values[heap as usize])).collect();
                values.push((0u32..).find(|value| !options.contains(value)).unwrap_or(0));
            }
            values
        };
        let mut codes = Code::matching_pattern("?.0??").unwrap();
        codes.extend(Code::matching_pattern("0.[246]??").unwrap());
        codes.extend(Code::matching_pattern("8.00[0-9A-F]").unwrap());
        codes.extend(Code::matching_pattern("0.0[0-9A-F][8A]").unwrap());
        for code in codes {
            let (live, shift) = code.without_dead_heaps();
            let (values_before, values_after) = (values(&code), values(&live));
            assert!(values_before[..=shift as usize].iter().all(|&value| value == 0), "{code}");
            assert_eq!(values_before[shift as usize..], values_after[..60 - shift as usize], "{code} {live}");
            assert_eq!(values_after[1], 1, "{live}");
        }
    }
}
