//! Numeration systems for natural numbers, most significant digit first.
//!
//! *Base b*: the digits are below b, and the weights are 1, b, b^2, ...
//!
//! *Ostrowski t*: the weights are U(0) = 1, U(1) = t + 1, U(n+1) = t*U(n) + U(n-1). The digits are at most t, and a
//! digit t is followed by a 0.
//!
//! In both, every natural number has exactly one word apart from leading zeros, and the words of n digits are the
//! numbers below U(n) in lexicographic order (U(n) = b^n for base b). For Ostrowski's numeration: a first digit d < t
//! leaves n-1 free digits, hence U(n-1) words. A first digit t leaves n-2 free digits. This makes t*U(n-1) + U(n-2) =
//! U(n) words.

use crate::certificate::refused;
use grundy_lang::text;
use grundy_rules::Result;

/// A numeration system for natural numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeration {
    /// Base b, for b from 2 to 16.
    Base(u32),
    /// Ostrowski's numeration with digits 0 to t, for t from 1 to 15.
    Ostrowski(u32),
}

impl Numeration {
    /// Parses the name of a numeration, such as `base 2` or `ostrowski 1`.
    pub fn parse(text: &str) -> Result<Numeration> {
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|n| n.to_string() == digits);
        let found = match text.split_once(' ') {
            Some(("base", digits)) => number(digits).filter(|b| (2..=16).contains(b)).map(Numeration::Base),
            Some(("ostrowski", digits)) => number(digits).filter(|t| (1..=15).contains(t)).map(Numeration::Ostrowski),
            _ => None,
        };
        found.ok_or_else(|| {
            refused(text!("unknown numeration: it must be `base 2` to `base 16` or `ostrowski 1` to `ostrowski 15`"))
        })
    }

    /// Returns the number of different digits.
    pub fn radix(self) -> u32 {
        match self {
            Numeration::Base(b) => b,
            Numeration::Ostrowski(t) => t + 1,
        }
    }

    /// Reports whether only a 0 may follow this digit.
    pub fn is_full(self, digit: u32) -> bool {
        self == Numeration::Ostrowski(digit)
    }

    /// Returns the digits of a positive number, most significant first.
    pub fn digits(self, number: u64) -> Vec<u32> {
        let t = match self {
            Numeration::Base(b) => {
                let more = |&n: &u64| (n >= u64::from(b)).then_some(n / u64::from(b));
                let mut digits: Vec<u32> =
                    std::iter::successors(Some(number), more).map(|n| (n % u64::from(b)) as u32).collect();
                digits.reverse();
                return digits;
            }
            Numeration::Ostrowski(t) => u64::from(t),
        };
        let mut weights = vec![1u64, t + 1];
        while weights[weights.len() - 1] <= number {
            weights.push((t * weights[weights.len() - 1]).saturating_add(weights[weights.len() - 2]));
        }
        let mut rest = number;
        // Greedy digits are valid: each digit t is followed by a 0.
        let digits = weights.iter().rev().map(|&weight| {
            let digit = rest / weight;
            rest -= digit * weight;
            digit as u32
        });
        let digits: Vec<u32> = digits.collect();
        digits.into_iter().skip_while(|&digit| digit == 0).collect()
    }

    /// Returns the state of a number after one more digit d.
    ///
    /// If k digits are still to come, the state `[p, q]` means that the digits so far contribute p*U(k) + q*U(k-1),
    /// where U(-1) = 1. Since U(k) = t*U(k-1) + U(k-2), this is (t*p + q)*U(k-1) + p*U(k-2), to which the digit adds
    /// d*U(k-1). In a base, q is 0. If no digits follow, the number is p + q.
    pub fn push(self, [p, q]: [i64; 2], digit: i64) -> [i64; 2] {
        match self {
            Numeration::Base(b) => [p * i64::from(b) + digit, 0],
            Numeration::Ostrowski(t) => [p * i64::from(t) + q + digit, p],
        }
    }
}
