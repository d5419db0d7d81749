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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether each number up to n is a sum of different divisors of n, by listing all sums.
    fn is_practical_by_definition(n: usize) -> bool {
        let mut is_sum = vec![false; n + 1];
        is_sum[0] = true;
        for d in (1..=n).filter(|d| n.is_multiple_of(*d)) {
            for sum in (d..=n).rev() {
                is_sum[sum] |= is_sum[sum - d];
            }
        }
        is_sum.into_iter().all(|is_sum| is_sum)
    }

    #[test]
    fn members_agree_with_the_definitions() {
        let is_power = |n: u64, exponent: u32| (1..=n).any(|k| k.checked_pow(exponent) == Some(n));
        let definitions: [(NamedSet, &dyn Fn(u64) -> bool); 11] = [
            (NamedSet::Powers(2), &|n| n.is_power_of_two()),
            (NamedSet::Powers(10), &|n| [1, 10, 100, 1000].contains(&n)),
            (NamedSet::SQUARES, &|n| is_power(n, 2)),
            (NamedSet::NthPowers(3), &|n| is_power(n, 3)),
            (NamedSet::NthPowers(5), &|n| is_power(n, 5)),
            (NamedSet::Fibonacci, &|n| [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987].contains(&n)),
            (NamedSet::Primes, &|n| n > 1 && (2..n).all(|d| n % d != 0)),
            (NamedSet::Triangular, &|n| (1..=n).any(|k| (1..=k).sum::<u64>() == n)),
            (NamedSet::Factorials, &|n| (1..7).any(|k| (1..=k).product::<u64>() == n)),
            (NamedSet::Squarefree, &|n| (2..=n).all(|d| n % (d * d) != 0)),
            (NamedSet::Practical, &|n| is_practical_by_definition(n as usize)),
        ];
        for (set, definition) in definitions {
            let to = 1000;
            let slow: Vec<u64> = (1..=to).filter(|&n| definition(n)).collect();
            let members = std::iter::successors(set.after(0), |&n| set.after(n));
            assert_eq!(members.take_while(|&n| n <= to).collect::<Vec<_>>(), slow, "{set}");
            for n in 0..=to {
                assert_eq!(set.contains(n), slow.contains(&n), "{set} {n}");
                let count = slow.iter().filter(|&&member| member <= n).count() as u64;
                assert!(count <= set.count_bound(n), "{set} {n}");
            }
        }
    }

    /// The first members as listed by the OEIS: A000578, A000217, A000142, A005117, A005153.
    #[test]
    fn first_members_are_those_of_the_oeis() {
        for (name, first) in [
            ("cubes", &[1, 8, 27, 64, 125, 216, 343, 512, 729, 1000][..]),
            ("triangular", &[1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]),
            ("factorials", &[1, 2, 6, 24, 120, 720, 5040, 40320, 362_880, 3_628_800]),
            ("squarefree", &[1, 2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 19, 21, 22, 23, 26, 29, 30, 31, 33]),
            ("practical", &[1, 2, 4, 6, 8, 12, 16, 18, 20, 24, 28, 30, 32, 36, 40, 42, 48, 54, 56, 60, 64, 66, 72]),
        ] {
            let set = NamedSet::from_name(name).unwrap();
            assert_eq!(set.name(), Some(name));
            let members = std::iter::successors(set.after(0), |&n| set.after(n));
            assert_eq!(members.take(first.len()).collect::<Vec<u64>>(), first, "{name}");
        }
        assert_eq!(NamedSet::from_name("fib"), None);
        assert_eq!(NamedSet::NthPowers(4).name(), None);
    }

    #[test]
    fn the_last_members_below_2_to_the_64() {
        let top = u64::MAX;
        let cube = 2_642_245u64.pow(3);
        assert_eq!((NamedSet::NthPowers(3).after(cube - 1), NamedSet::NthPowers(3).after(cube)), (Some(cube), None));
        assert_eq!(NamedSet::SQUARES.after((1 << 32) * ((1 << 32) - 1)), None);
        assert_eq!(NamedSet::NthPowers(63).after(1), Some(1 << 63));
        assert_eq!(NamedSet::NthPowers(63).after(1 << 63), None);
        let triangular = 6_074_000_999 * 3_037_000_500;
        assert_eq!(NamedSet::Triangular.after(triangular - 1), Some(triangular));
        assert_eq!(NamedSet::Triangular.after(triangular), None);
        let factorial = (1..=20).product::<u64>();
        assert_eq!(NamedSet::Factorials.after(factorial - 1), Some(factorial));
        assert_eq!(NamedSet::Factorials.after(factorial), None);
        assert_eq!(NamedSet::Primes.after(top - 3), None);
        // 2^64−1 = 3·5·17·257·641·65537·6700417, 2^64−2 = 2·7²·73·127·337·92737·649657.
        assert!(NamedSet::Squarefree.contains(top) && !NamedSet::Squarefree.contains(top - 1));
        assert!(!NamedSet::Practical.contains(top) && NamedSet::Practical.contains(1 << 63));
        assert_eq!(NamedSet::Practical.after(top), None);
        // Products of two large primes, and squares of a large prime.
        let (p, q) = (4_294_967_291u64, 4_294_967_279);
        assert!(NamedSet::Squarefree.contains(p * q) && !NamedSet::Squarefree.contains(p * p));
        assert!(!NamedSet::Practical.contains(2 * p) && NamedSet::Practical.contains(p << 31));
    }
}
