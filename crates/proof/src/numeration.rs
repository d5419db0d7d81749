//! Numeration systems: bases and Ostrowski numerations, such as the Zeckendorf representation.
//!
//! The weights of an Ostrowski numeration are U(0) = 1, U(1) = t + 1, U(n+1) = t*U(n) + U(n-1). Digits go up to t, and
//! after a digit t only a 0 may follow. For t = 1 the weights are the Fibonacci numbers 1, 2, 3, 5, ... (E. Zeckendorf
//! 1972; the general case: A. Ostrowski 1922).

use grundy_lang::{Text, text};

/// A numeration system for natural numbers.
///
/// Words of one length are ordered like the numbers that they represent; leading zeros do not change the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeration {
    /// Base b: the digits 0 to b - 1 and the powers of b.
    Base(u32),
    /// Digits 0 to t, and weights U(0) = 1, U(1) = t + 1, U(n+1) = t*U(n) + U(n-1).
    ///
    /// A digit t is followed by a 0.
    Ostrowski(u32),
}

impl Numeration {
    /// The systems that are tried, simplest first.
    pub const ALL: [Numeration; 5] = [
        Numeration::Base(2),
        Numeration::Base(3),
        Numeration::Ostrowski(1),
        Numeration::Ostrowski(2),
        Numeration::Ostrowski(3),
    ];

    /// Returns the number of different digits.
    pub fn radix(self) -> u32 {
        match self {
            Numeration::Base(b) => b,
            Numeration::Ostrowski(t) => t + 1,
        }
    }

    /// Returns the name in formulas and JSON.
    pub fn name(self) -> String {
        self.text().to_string()
    }

    /// Returns the name as a translatable text.
    pub fn text(self) -> Text {
        match self {
            Numeration::Base(b) => text!("base {b}", b),
            Numeration::Ostrowski(1) => text!("Zeckendorf"),
            Numeration::Ostrowski(_) => {
                let weights = self.weights();
                let weights = Text::list(weights[..4].iter().map(|weight| Text::verbatim(weight.to_string())));
                text!("weights {weights}, ...", weights)
            }
        }
    }

    /// Returns the name in certificates: `base 2`, `ostrowski 1`.
    pub fn code(self) -> String {
        match self {
            Numeration::Base(b) => format!("base {b}"),
            Numeration::Ostrowski(t) => format!("ostrowski {t}"),
        }
    }

    /// Parses the name used in certificates; `None` for an unknown name or a number over 1024.
    ///
    /// ```
    /// use grundy_proof::Numeration;
    /// assert_eq!(Numeration::from_code("ostrowski 2"), Some(Numeration::Ostrowski(2)));
    /// assert_eq!(Numeration::from_code("base 1"), None);
    /// ```
    pub fn from_code(code: &str) -> Option<Numeration> {
        const MAX_NUMBER: u32 = 1 << 10;
        let (kind, number) = code.split_once(' ')?;
        match (kind, number.parse().ok()?) {
            ("base", b) if (2..=MAX_NUMBER).contains(&b) => Some(Numeration::Base(b)),
            ("ostrowski", t) if (1..=MAX_NUMBER).contains(&t) => Some(Numeration::Ostrowski(t)),
            _ => None,
        }
    }

    /// Reports whether only a 0 may follow this digit.
    pub fn is_full(self, digit: u32) -> bool {
        matches!(self, Numeration::Ostrowski(t) if digit == t)
    }

    /// Returns the weights below 2^64, smallest first.
    pub fn weights(self) -> Vec<u64> {
        let (mut weights, mut now, mut before) = (vec![], Some(1u64), 1u64);
        while let Some(weight) = now {
            weights.push(weight);
            now = match self {
                Numeration::Base(b) => weight.checked_mul(b.into()),
                Numeration::Ostrowski(t) => weight.checked_mul(t.into()).and_then(|w| w.checked_add(before)),
            };
            before = weight;
        }
        weights
    }
}

/// A prefix of the digits of a number, in a form to which digits can be appended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefix {
    /// If k zeros follow, the prefix has the value `now * U(k) + before * U(k-1)`.
    ///
    /// Here U(k) is the weight with index k, and U(-1) = 1. In a base, `before` is 0.
    now: u64,
    before: u64,
    /// Whether only a 0 may follow this prefix.
    pub full: bool,
}

impl Prefix {
    /// Appends a digit; returns `None` if the digit may not follow or the coefficients overflow.
    pub fn push(self, numeration: Numeration, digit: u32) -> Option<Prefix> {
        if self.full && digit > 0 {
            return None;
        }
        let full = numeration.is_full(digit);
        match numeration {
            Numeration::Base(b) => {
                let now = self.now.checked_mul(b.into())?.checked_add(digit.into())?;
                Some(Prefix { now, before: 0, full })
            }
            Numeration::Ostrowski(t) => {
                let now = self.now.checked_mul(t.into())?.checked_add(self.before)?.checked_add(digit.into())?;
                Some(Prefix { now, before: self.now, full })
            }
        }
    }

    /// Returns the least number that continues this prefix by `k` digits, and the count of such numbers.
    ///
    /// These numbers are consecutive. `weights` are the weights of the numeration; larger results become 2^64 - 1.
    pub fn range(self, weights: &[u64], k: usize) -> (u64, u64) {
        let weight = |k: usize| weights.get(k).copied().unwrap_or(u64::MAX);
        let below = if k == 0 { 1 } else { weight(k - 1) };
        let base = self.now.saturating_mul(weight(k)).saturating_add(self.before.saturating_mul(below));
        (base, if self.full { below } else { weight(k) })
    }
}
