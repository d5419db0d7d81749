//! Infinite sets of numbers that have a name or a formula, such as the primes.

use crate::number::is_prime;
use std::fmt;

/// An infinite set of positive numbers that has a name or a formula, such as `2^k`, `k^2` and `prime`.
///
/// ```
/// use grundy_rules::NamedSet;
/// assert_eq!(NamedSet::NthPowers(3).after(8), Some(27));
/// assert_eq!(NamedSet::from_name("practical"), Some(NamedSet::Practical));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NamedSet {
    /// The powers of a base b ≥ 2, from b^0 = 1.
    Powers(u64),
    /// The powers 1, 2^n, 3^n, ... with an exponent n from 2 to 63: squares, cubes and so on.
    NthPowers(u32),
    /// The Fibonacci numbers 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// The primes 2, 3, 5, 7, ...
    Primes,
    /// The triangular numbers 1, 3, 6, 10, ...
    Triangular,
    /// The factorials 1, 2, 6, 24, ...
    Factorials,
    /// The numbers that no square above 1 divides: 1, 2, 3, 5, 6, 7, 10, ...
    Squarefree,
    /// The practical numbers 1, 2, 4, 6, 8, 12, ...
    ///
    /// All numbers up to a practical number n are sums of different divisors of n.
    Practical,
}

impl NamedSet {
    /// The squares 1, 4, 9, ...
    pub const SQUARES: NamedSet = NamedSet::NthPowers(2);

    /// The sets that have a name in rules, with these names.
    const NAMES: [(&'static str, NamedSet); 8] = [
        ("squares", NamedSet::SQUARES),
        ("cubes", NamedSet::NthPowers(3)),
        ("fibonacci", NamedSet::Fibonacci),
        ("primes", NamedSet::Primes),
        ("triangular", NamedSet::Triangular),
        ("factorials", NamedSet::Factorials),
        ("squarefree", NamedSet::Squarefree),
        ("practical", NamedSet::Practical),
    ];

    /// Returns the set with this name in rules, such as `primes`.
    pub fn from_name(name: &str) -> Option<NamedSet> {
        NamedSet::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, set)| set)
    }

    /// Returns the name of the set in rules; `None` for the sets that have only a formula.
    pub fn name(self) -> Option<&'static str> {
        NamedSet::NAMES.iter().find(|(_, set)| *set == self).map(|&(name, _)| name)
    }

    /// Returns the least member larger than `n`, if it is below 2^64.
    pub fn after(self, n: u64) -> Option<u64> {
        match self {
            NamedSet::Powers(base) => {
                let mut power = 1u64;
                while power <= n {
                    power = power.checked_mul(base)?;
                }
                Some(power)
            }
            NamedSet::NthPowers(exponent) => (root(n, exponent) + 1).checked_pow(exponent),
            NamedSet::Fibonacci => {
                let (mut a, mut b) = (1u128, 2u128);
                while a <= u128::from(n) {
                    (a, b) = (b, a + b);
                }
                u64::try_from(a).ok()
            }
            NamedSet::Primes => (n.checked_add(1)?..=u64::MAX).find(|&p| is_prime(p)),
            NamedSet::Triangular => {
                // The largest k with k(k+1)/2 ≤ n.
                let k = ((8 * u128::from(n) + 1).isqrt() - 1) / 2;
                u64::try_from((k + 1) * (k + 2) / 2).ok()
            }
            NamedSet::Factorials => {
                let (mut factorial, mut k) = (1u64, 1);
                while factorial <= n {
                    k += 1;
                    factorial = factorial.checked_mul(k)?;
                }
                Some(factorial)
            }
            NamedSet::Squarefree => (n.checked_add(1)?..=u64::MAX).find(|&m| is_squarefree(m)),
            NamedSet::Practical => (n.checked_add(1)?..=u64::MAX).find(|&m| is_practical(m)),
        }
    }

    /// Returns whether `n` is a member.
    pub fn contains(self, n: u64) -> bool {
        n > 0 && self.after(n - 1) == Some(n)
    }

    /// Returns an upper bound of the number of members that are at most `n`.
    pub fn count_bound(self, n: u64) -> u64 {
        match self {
            NamedSet::Powers(_) | NamedSet::Fibonacci | NamedSet::Factorials => 93,
            NamedSet::NthPowers(exponent) => root(n, exponent),
            NamedSet::Triangular => n.isqrt().saturating_mul(2),
            // π(n) ≤ 1.26 n / ln(n) (J. B. Rosser and L. Schoenfeld 1962), and log2(n) < 1.45 ln(n).
            NamedSet::Primes => (2 * u128::from(n) / u128::from(n.max(2).ilog2())) as u64,
            // No multiple of 4 is a member.
            NamedSet::Squarefree => n - n / 4,
            // All members above 1 are even.
            NamedSet::Practical => n / 2 + 1,
        }
    }
}

/// Prints the set as it is written in sets of amounts; in rules, some sets have other names.
impl fmt::Display for NamedSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NamedSet::Powers(base) => write!(f, "{base}^k"),
            NamedSet::NthPowers(exponent) => write!(f, "k^{exponent}"),
            NamedSet::Fibonacci => f.write_str("fib"),
            NamedSet::Primes => f.write_str("prime"),
            other => f.write_str(other.name().unwrap_or_default()),
        }
    }
}

/// Returns the largest number whose power with this exponent is at most `n`.
fn root(n: u64, exponent: u32) -> u64 {
    if exponent == 2 {
        return n.isqrt();
    }
    (0..=63 / exponent).rev().fold(0, |root, bit| {
        let larger = root | 1u64 << bit;
        if larger.checked_pow(exponent).is_some_and(|power| power <= n) { larger } else { root }
    })
}

/// Returns 2, 3 and the numbers above that are 1 or 5 modulo 6: all primes are among them.
fn candidate_primes() -> impl Iterator<Item = u64> {
    [2, 3].into_iter().chain((1..).flat_map(|k| [6 * k - 1, 6 * k + 1]))
}

/// Returns whether no square above 1 divides `n`, which must not be 0.
///
/// The time is proportional to the cube root of `n`, because a number without prime factors up to its cube root has
/// at most two prime factors.
fn is_squarefree(n: u64) -> bool {
    let mut rest = n;
    for p in candidate_primes() {
        if p.checked_pow(3).is_none_or(|cube| cube > rest) {
            break;
        }
        if rest.is_multiple_of(p) {
            rest /= p;
            if rest.is_multiple_of(p) {
                return false;
            }
        }
    }
    rest == 1 || rest.isqrt().pow(2) != rest
}

/// Returns whether each number up to `n` is a sum of different divisors of `n`, which must not be 0.
///
/// This holds if and only if each prime factor of n exceeds by at most 1 the sum of the divisors of the part of n that
/// consists of smaller primes (B. M. Stewart, "Sums of distinct divisors", Amer. J. Math. 76 (1954)). The divisors
/// that are tried do not exceed this sum, nor the square root of the rest, and so hardly exceed the cube root of `n`.
fn is_practical(n: u64) -> bool {
    let (mut rest, mut divisor_sum) = (n, 1u128);
    for p in candidate_primes() {
        if rest == 1 {
            return true;
        }
        if u128::from(p) > divisor_sum + 1 {
            return false;
        }
        if p.checked_mul(p).is_none_or(|square| square > rest) {
            // The rest is prime, since no prime up to its square root divides it.
            return u128::from(rest) <= divisor_sum + 1;
        }
        let mut factor = 1;
        while rest.is_multiple_of(p) {
            rest /= p;
            factor = factor * u128::from(p) + 1;
        }
        divisor_sum *= factor;
    }
    unreachable!("there are infinitely many candidates")
}
