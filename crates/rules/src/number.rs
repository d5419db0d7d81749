//! The little number theory that rules need, exact for all of `u64`, and the printing of numbers.

/// Appends `n` in decimal: `write!` without its cost, for texts that are printed a million times a second.
pub(crate) fn push_number(n: u64, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(n));
}

/// Whether `n` is prime, by Miller–Rabin with the first twelve primes as bases, which is exact below 3.3·10^24
/// (J. Sorenson and J. Webster, "Strong pseudoprimes to twelve prime bases", Math. Comp. 86 (2017)).
///
/// ```
/// use grundy_rules::is_prime;
/// assert!(is_prime(18_446_744_073_709_551_557)); // the largest prime below 2^64
/// assert!(!is_prime(3_215_031_751)); // a strong pseudoprime to bases 2, 3, 5 and 7
/// ```
pub fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    for p in BASES {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    if n < 37 * 37 {
        return true;
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let (mut x, mut square, mut exponent) = (1, base, (n - 1) >> twos);
        while exponent > 0 {
            if exponent % 2 == 1 {
                x = times(x, square);
            }
            square = times(square, square);
            exponent /= 2;
        }
        x == 1
            || (0..twos).any(|_| {
                let hit = x == n - 1;
                x = times(x, x);
                hit
            })
    })
}

/// The integer part of x/φ, where φ is the golden ratio, for every `x`.
///
/// An estimate from 64 bits of 1/φ is corrected by the exact test q ≤ x/φ ⇔ q² ≤ x·(x − q), which follows from
/// 1/φ being the positive root of t² + t = 1 and needs no more than 128 bits.
pub(crate) fn floor_over_phi(x: u64) -> u64 {
    const OVER_PHI: u128 = 0x9E37_79B9_7F4A_7C15; // 2^64 / φ
    let at_most = |q: u64| q <= x && u128::from(q).pow(2) <= u128::from(x) * u128::from(x - q);
    let mut q = ((u128::from(x) * OVER_PHI) >> 64) as u64;
    while !at_most(q) {
        q -= 1;
    }
    while at_most(q + 1) {
        q += 1;
    }
    q
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_agree_with_a_sieve() {
        let mut composite = vec![false; 100_000];
        for n in 2..composite.len() {
            for multiple in (n * n..composite.len()).step_by(n) {
                composite[multiple] = true;
            }
            assert_eq!(is_prime(n as u64), !composite[n], "{n}");
        }
        assert!(!is_prime(0) && !is_prime(1) && !is_prime(u64::MAX));
    }

    #[test]
    fn golden_floors_are_exact() {
        // Slow twin: ⌊x/φ⌋ = ⌊(⌊√(5x²)⌋ − x) / 2⌋, by 128-bit integers.
        for x in (0..5000).chain((0..5000).map(|k| 8_000_000_000_000_000_000 - k * 999_999_999_999)) {
            let wide = u128::from(x);
            assert_eq!(u128::from(floor_over_phi(x)), ((5 * wide * wide).isqrt() - wide) / 2, "{x}");
        }
        // Quotients of neighbouring Fibonacci numbers are the hardest cases: F(n)/φ is next to the integer F(n−1),
        // above it for odd n.
        let (mut a, mut b, mut index) = (1u64, 1u64, 2);
        while let Some(c) = a.checked_add(b) {
            (a, b, index) = (b, c, index + 1);
            assert_eq!(floor_over_phi(b), if index % 2 == 1 { a } else { a - 1 }, "F({index}) = {b}");
        }
        assert_eq!(index, 93);
        floor_over_phi(u64::MAX);
    }
}
