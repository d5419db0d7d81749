//! Shared code of games whose position is a pair of numbers, written `(a,b)`.

use grundy_rules::{Cursor, Error, ErrorKind, Result, Text, push_number};

/// Parses `(a,b)`; `message` is the error about another count of numbers.
pub fn parse_pair(
    input: &mut Cursor<'_>,
    example: &'static str,
    message: impl FnOnce(usize) -> Text,
) -> Result<Vec<[u64; 2]>> {
    let start = input.offset();
    let numbers = input.numbers('(', ')', example)?;
    let pair = <[u64; 2]>::try_from(numbers.as_slice()).map_err(|_| {
        let error = Error::new(ErrorKind::BadArgument, message(numbers.len()));
        error.at(start..input.offset()).or_example(example)
    })?;
    Ok(vec![pair])
}

/// Writes a pair without its brackets.
pub fn write_pair([a, b]: &[u64; 2], out: &mut String) {
    push_number(*a, out);
    out.push(',');
    push_number(*b, out);
}

/// Iterates over all pairs, ordered by their largest number.
pub fn all_pairs() -> impl Iterator<Item = [u64; 2]> {
    let square = |top| (0..=top).map(move |a| [a, top]).chain((0..top).map(move |b| [top, b]));
    (0u64..).flat_map(square)
}
