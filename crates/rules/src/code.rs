//! Codes of taking-and-breaking games: octal and hexadecimal.

use crate::{Components, Coordinates, Cursor, Error, ErrorKind, Result};
use grundy_lang::{Text, text};
use smallvec::smallvec;
use std::fmt;

/// The code d₀.d₁d₂d₃... of a taking-and-breaking game.
///
/// Digit d_t states what may remain of a heap after t are taken. It is a sum of the numbers 1 (nothing remains), 2
/// (one heap), 4 (two heaps) and 8 (three heaps); remaining heaps are not empty. The moves of d₀ split a heap without
/// taking, so d₀ contains only 4 and 8. Source: R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc.
/// Camb. Phil. Soc. 52 (1956).
///
/// ```
/// use grundy_rules::Code;
/// let kayles: Code = ".770".parse().unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!(kayles.reach(), 2);
/// assert!("77".parse::<Code>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digits, d₀ first, without trailing zeros; at least one digit is not 0.
    digits: Vec<u8>,
}

/// The maximum number of digits after the point.
const MAX_DIGITS: usize = 64;
fn help() -> Text {
    text!("for example {example} for Kayles; the digit before the point is 0, 4, 8 or C", example = "octal[0.77](10)")
}

impl Code {
    /// Parses a code, up to the first character that cannot continue it.
    ///
    /// # Errors
    /// `bad_argument` for an invalid code, `syntax` where no code starts.
    pub fn parse(input: &mut Cursor<'_>) -> Result<Code> {
        let (text, span) = input.take_while(|c| c.is_alphanumeric() || c == '.');
        let bad = |message: Text| Err(Error::new(ErrorKind::BadArgument, message).at(span.clone()).help(help()));
        if text.is_empty() {
            return Err(input.expected(text!("a code such as 0.77")).or_example("octal[0.77](10)"));
        }
        if let Some(other) = text.chars().find(|&c| c != '.' && !c.is_ascii_hexdigit()) {
            return bad(text!("`{other}` is not a digit of a code: digits range from 0 to F", other));
        }
        let Some((integer_part, fraction)) = text.split_once('.') else {
            return bad(text!("the code {text} has no point: did you mean 0.{text}?", text));
        };
        if fraction.contains('.') {
            return bad(text!("the code has two points"));
        }
        if fraction.len() > MAX_DIGITS {
            return bad(text!("the code has more than {most_digits} digits", most_digits = MAX_DIGITS));
        }
        let value = |c: char| c.to_digit(16).unwrap_or(0) as u8;
        let first_digit = match integer_part {
            "" | "0" => 0,
            "4" | "8" | "c" | "C" => integer_part.chars().map(value).sum(),
            other => {
                return bad(text!(
                    "the digit before the point must be 0, or 4, 8 or C to split heaps without taking, not {other}",
                    other
                ));
            }
        };
        if fraction.is_empty() {
            return bad(text!("the code has no digit after the point"));
        }
        let mut digits: Vec<u8> = std::iter::once(first_digit).chain(fraction.chars().map(value)).collect();
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.iter().all(|&d| d == 0) {
            return bad(text!("the code allows no move at all"));
        }
        Ok(Code { digits })
    }

    /// Returns the code of these digits, d₀ first.
    pub fn from_digits(digits: &[u8]) -> Code {
        Code { digits: digits.to_vec() }
    }

    /// Returns the largest amount that a move takes.
    pub fn reach(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    /// Returns the digits, d₀ first.
    ///
    /// Each digit is the sum of 1, 2, 4 and 8 if no heap, one, two and three heaps may remain.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns whether every move leaves at most two heaps.
    pub fn is_octal(&self) -> bool {
        self.digits.iter().all(|&d| d < 8)
    }

    /// Returns whether the code allows the move.
    ///
    /// The move is from the heap whose size is the sum of the amount taken and the remaining heaps.
    pub fn allows(&self, mv: &HeapMove) -> bool {
        let digit = usize::try_from(mv.take).ok().and_then(|take| self.digits.get(take)).copied().unwrap_or(0);
        match *mv.remaining {
            [0] => mv.take > 0 && digit & 1 != 0,
            [_] => mv.take > 0 && digit & 2 != 0,
            [a, _] => a > 0 && digit & 4 != 0,
            [a, _, _] => a > 0 && digit & 8 != 0,
            _ => false,
        }
    }

    /// Returns an equivalent code in which a heap of 1 has a move, and the shift of heap sizes.
    ///
    /// A heap of n in this game has the value of a heap of n - shift in the new game, or 0 if n < shift.
    ///
    /// While a heap of 1 has no move, each heap of n + 1 is renamed as a heap of n. A move that took t and left k
    /// non-empty heaps now takes t + k - 1 and leaves at most k non-empty heaps. Bit 2^k of digit t therefore becomes
    /// the bits 2^0 to 2^k of digit t + k - 1. The step repeats until a heap of 1 has a move (R. K. Guy and C. A. B.
    /// Smith 1956: first cousins).
    ///
    /// ```
    /// use grundy_rules::Code;
    /// let dawson: Code = "0.4".parse().unwrap();
    /// let (chess, shift) = dawson.without_dead_heaps();
    /// assert_eq!((chess.to_string().as_str(), shift), ("0.137", 2));
    /// ```
    pub fn without_dead_heaps(&self) -> (Code, u64) {
        let mut digits = self.digits.clone();
        let mut shift = 0;
        while digits.get(1).is_none_or(|digit| digit & 1 == 0) {
            let mut moved = vec![0u8; digits.len() + 2];
            for (take, &digit) in digits.iter().enumerate() {
                for heaps in (0..4usize).filter(|heaps| digit >> heaps & 1 == 1) {
                    // The index is at least 1: a move that leaves nothing takes at least 2, since a heap of 1
                    // has no move.
                    moved[take + heaps - 1] |= (2u8 << heaps) - 1;
                }
            }
            while moved.last() == Some(&0) {
                moved.pop();
            }
            digits = moved;
            shift += 1;
        }
        (Code { digits }, shift)
    }

    /// Iterates over the moves from a heap; the remaining heaps of each move are in ascending order.
    ///
    /// A move that takes a whole heap leaves a heap of 0.
    pub fn moves(&self, heap: u64) -> impl Iterator<Item = HeapMove> + use<'_> {
        self.digits.iter().enumerate().flat_map(move |(take, &digit)| {
            let take = take as u64;
            let rest = heap.checked_sub(take);
            let allows = move |bit: u8, least: u64| rest.filter(|&r| digit & bit != 0 && r >= least);
            let none = (digit & 1 != 0 && heap == take && take > 0).then(|| HeapMove { take, remaining: smallvec![0] });
            let one = allows(2, 1).filter(|_| take > 0).map(|r| HeapMove { take, remaining: smallvec![r] });
            let two = allows(4, 2)
                .into_iter()
                .flat_map(move |r| (1..=r / 2).map(move |a| HeapMove { take, remaining: smallvec![a, r - a] }));
            let three = allows(8, 3).into_iter().flat_map(move |r| {
                (1..=r / 3).flat_map(move |a| {
                    (a..=(r - a) / 2).map(move |b| HeapMove { take, remaining: smallvec![a, b, r - a - b] })
                })
            });
            none.into_iter().chain(one).chain(two).chain(three)
        })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, digit) in self.digits.iter().enumerate() {
            write!(f, "{digit:X}")?;
            if k == 0 {
                f.write_str(".")?;
            }
        }
        if self.digits.len() == 1 { f.write_str("0") } else { Ok(()) }
    }
}

impl std::str::FromStr for Code {
    type Err = Error;
    fn from_str(text: &str) -> Result<Code> {
        crate::half_width::with_half_width(text, |text| {
            let mut sources = crate::NoSources;
            let mut input = Cursor::new(text, &mut sources);
            let code = Code::parse(&mut input)?;
            input.expect_end()?;
            Ok(code)
        })
    }
}

/// A move that takes from a heap and leaves one or several heaps in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove {
    /// The amount taken.
    pub take: u64,
    /// The sizes of the remaining heaps; a move that takes a whole heap leaves 0.
    pub remaining: Components<u64>,
}

impl HeapMove {
    /// Returns the move from a heap that leaves heaps of these sizes.
    ///
    /// The sizes, the first coordinates in `remaining`, must be in ascending order. Returns `None` if their sum is
    /// larger than the heap.
    ///
    /// ```
    /// use grundy_rules::HeapMove;
    /// assert_eq!(HeapMove::leaving(7, &[[1, 0, 0], [4, 0, 0]]).unwrap().take, 2);
    /// ```
    pub fn leaving(heap: u64, remaining: &[Coordinates]) -> Option<HeapMove> {
        let remaining: Components<u64> = remaining.iter().map(|&[size, ..]| size).collect();
        let take = remaining.iter().try_fold(heap, |rest, &size| rest.checked_sub(size))?;
        Some(HeapMove { take, remaining })
    }
}
