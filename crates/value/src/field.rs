//! Nimbers as a field: products, inverses, square roots and powers.
//!
//! The nimbers below F = 2^(2^k) form a field (J. H. Conway, *On Numbers and Games* (1976), ch. 6). The field with
//! twice as many bits consists of all x·F + y with x and y in the smaller field, where F·F = F + F/2. One step
//! of Karatsuba's method therefore computes a product of 2h bits from three products of h bits and one product
//! by the constant 2^(h−1). Below 2^16, products use a table of logarithms, since the nonzero elements are the
//! powers of a generator.

use crate::Nimber;
use std::ops::{Mul, MulAssign};
use std::sync::LazyLock;

/// The order of the group of nonzero nimbers below 2^16.
const GROUP_ORDER: usize = 0xffff;

/// The logarithm of 2^15, since the generator is a cube root of 2^15.
const LOG_OF_HALF_FIELD: usize = 3;

/// The entry for the logarithm of 0.
///
/// A sum of logarithms with this entry indexes the zeros at the end of the table of powers.
const LOG_OF_ZERO: usize = 2 * GROUP_ORDER + 2 * LOG_OF_HALF_FIELD;

/// Logarithms and powers in the field of 2^16 elements: 768 KiB, built for the first product.
struct Tables {
    log: Box<[u32; 1 << 16]>,
    /// The powers, repeated for sums of two logarithms and twice [`LOG_OF_HALF_FIELD`]; then zeros.
    exp: Box<[u16]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// Returns the product of nimbers below 2^(2·half) by the definition of the field, to build the tables.
fn product_by_definition(a: u16, b: u16, half: u32) -> u16 {
    if half == 0 {
        return a & b;
    }
    let low = (1 << half) - 1;
    let [(a1, a0), (b1, b0)] = [a, b].map(|x| (x >> half, x & low));
    let lows = product_by_definition(a0, b0, half / 2);
    let highs = product_by_definition(a1, b1, half / 2);
    let cross = product_by_definition(a1 ^ a0, b1 ^ b0, half / 2);
    ((cross ^ lows) << half) | (lows ^ product_by_definition(highs, 1 << (half - 1), half / 2))
}

impl Tables {
    fn new() -> Tables {
        let mut exp = vec![0; 2 * LOG_OF_ZERO + 2 * LOG_OF_HALF_FIELD + 1].into_boxed_slice();
        let product = |a, b| product_by_definition(a, b, 8);
        let generates = (2..u16::MAX).filter(|&g| product(g, product(g, g)) == 1 << 15).find(|&g| {
            // Multiplication by g is linear, so the products with powers of two determine it.
            let columns: [u16; 16] = std::array::from_fn(|bit| product(g, 1 << bit));
            let mut power = 1u16;
            for (k, entry) in exp[..GROUP_ORDER].iter_mut().enumerate() {
                if k > 0 && power == 1 {
                    return false;
                }
                *entry = power;
                let bits = columns.iter().enumerate().filter(|(bit, _)| power >> bit & 1 == 1);
                power = bits.fold(0, |sum, (_, column)| sum ^ column);
            }
            true
        });
        generates.expect("a cube root of 2^15 generates the group");
        exp.copy_within(..GROUP_ORDER, GROUP_ORDER);
        exp.copy_within(..2 * LOG_OF_HALF_FIELD, 2 * GROUP_ORDER);
        let mut log: Box<[u32; 1 << 16]> =
            vec![LOG_OF_ZERO as u32; 1 << 16].into_boxed_slice().try_into().expect("the length is that of the type");
        for (k, &power) in exp[..GROUP_ORDER].iter().enumerate() {
            log[usize::from(power)] = k as u32;
        }
        Tables { log, exp }
    }

    fn log(&self, a: u16) -> usize {
        self.log[usize::from(a)] as usize
    }
}

/// The nimbers with as many bits as the type, a field of 2^BITS elements.
trait BinaryField: Copy {
    fn product(self, other: Self, tables: &Tables) -> Self;
    /// Returns the product, multiplied by 2^(BITS−1).
    #[inline]
    fn scaled_product(self, other: Self, tables: &Tables) -> Self {
        self.product(other, tables).scaled(tables)
    }
    /// Multiplies by 2^(BITS−1), which is F/2 for the field with twice as many bits.
    fn scaled(self, tables: &Tables) -> Self;
    /// Multiplies by 2^(BITS−1) twice.
    #[inline]
    fn scaled_twice(self, tables: &Tables) -> Self {
        self.scaled(tables).scaled(tables)
    }
    fn square(self, tables: &Tables) -> Self;
    fn sqrt(self, tables: &Tables) -> Self;
    /// Returns the inverse; 0 for 0.
    fn inverse(self, tables: &Tables) -> Self;
}

impl BinaryField for u16 {
    #[inline]
    fn product(self, other: u16, tables: &Tables) -> u16 {
        tables.exp[tables.log(self) + tables.log(other)]
    }

    #[inline]
    fn scaled_product(self, other: u16, tables: &Tables) -> u16 {
        tables.exp[tables.log(self) + tables.log(other) + LOG_OF_HALF_FIELD]
    }

    #[inline]
    fn scaled(self, tables: &Tables) -> u16 {
        tables.exp[tables.log(self) + LOG_OF_HALF_FIELD]
    }

    #[inline]
    fn scaled_twice(self, tables: &Tables) -> u16 {
        tables.exp[tables.log(self) + 2 * LOG_OF_HALF_FIELD]
    }

    fn square(self, tables: &Tables) -> u16 {
        self.product(self, tables)
    }

    fn sqrt(self, tables: &Tables) -> u16 {
        // The order of the group is odd, so one of the two exponents is even.
        let log = tables.log(self);
        if self == 0 { 0 } else { tables.exp[if log.is_multiple_of(2) { log / 2 } else { (log + GROUP_ORDER) / 2 }] }
    }

    fn inverse(self, tables: &Tables) -> u16 {
        if self == 0 { 0 } else { tables.exp[GROUP_ORDER - tables.log(self)] }
    }
}

/// Implements the field with twice as many bits: x·F + y has the bits of x above those of y.
macro_rules! quadratic_extension {
    ($whole:ty, $half:ty) => {
        impl BinaryField for $whole {
            #[inline]
            fn product(self, other: $whole, tables: &Tables) -> $whole {
                let [(a1, a0), (b1, b0)] = [self, other].map(|x| ((x >> <$half>::BITS) as $half, x as $half));
                let lows = a0.product(b0, tables);
                let highs = a1.scaled_product(b1, tables);
                let cross = (a1 ^ a0).product(b1 ^ b0, tables);
                <$whole>::from(cross ^ lows) << <$half>::BITS | <$whole>::from(lows ^ highs)
            }

            #[inline]
            fn scaled(self, tables: &Tables) -> $whole {
                // (x·F + y)·(F/2)·F, with F/2 in the smaller field.
                let (x, y) = ((self >> <$half>::BITS) as $half, self as $half);
                let low = x.scaled_twice(tables);
                <$whole>::from((x ^ y).scaled(tables)) << <$half>::BITS | <$whole>::from(low)
            }

            fn square(self, tables: &Tables) -> $whole {
                // The characteristic is 2: (x·F + y)² = x²·F + x²·(F/2) + y².
                let (x, y) = ((self >> <$half>::BITS) as $half, self as $half);
                let high = x.square(tables);
                <$whole>::from(high) << <$half>::BITS | <$whole>::from(high.scaled(tables) ^ y.square(tables))
            }

            fn sqrt(self, tables: &Tables) -> $whole {
                let (x, y) = ((self >> <$half>::BITS) as $half, self as $half);
                let low = (y ^ x.scaled(tables)).sqrt(tables);
                <$whole>::from(x.sqrt(tables)) << <$half>::BITS | <$whole>::from(low)
            }

            fn inverse(self, tables: &Tables) -> $whole {
                // F and F + 1 are conjugate, so the product of x·F + y and x·F + x + y is in the smaller field.
                let (x, y) = ((self >> <$half>::BITS) as $half, self as $half);
                let norm = x.square(tables).scaled(tables) ^ y.product(x ^ y, tables);
                let inverse = norm.inverse(tables);
                let (high, low) = (x.product(inverse, tables), (x ^ y).product(inverse, tables));
                <$whole>::from(high) << <$half>::BITS | <$whole>::from(low)
            }
        }
    };
}

quadratic_extension!(u32, u16);
quadratic_extension!(u64, u32);
quadratic_extension!(u128, u64);

/// Evaluates in the field of 64 bits if the number fits into 64 bits, which is three times as fast.
macro_rules! in_least_field {
    ($nimber:expr, $method:ident) => {
        match u64::try_from($nimber.0) {
            Ok(short) => Nimber(short.$method(&TABLES).into()),
            Err(_) => Nimber($nimber.0.$method(&TABLES)),
        }
    };
}

impl Nimber {
    /// The nimber 1, the unit of multiplication.
    pub const ONE: Nimber = Nimber(1);

    /// Returns the product of the nimber with itself.
    ///
    /// ```
    /// use grundy_value::Nimber;
    /// assert_eq!(Nimber(4).square(), Nimber(6));
    /// ```
    pub fn square(self) -> Nimber {
        in_least_field!(self, square)
    }

    /// Returns the square root: the only nimber whose square is this nimber.
    ///
    /// ```
    /// use grundy_value::Nimber;
    /// assert_eq!(Nimber(6).sqrt(), Nimber(4));
    /// ```
    #[must_use]
    pub fn sqrt(self) -> Nimber {
        in_least_field!(self, sqrt)
    }

    /// Returns the inverse: the nimber whose product with this nimber is 1; `None` for 0.
    ///
    /// ```
    /// use grundy_value::Nimber;
    /// assert_eq!(Nimber(5).inverse(), Some(Nimber(12)));
    /// assert_eq!(Nimber::ZERO.inverse(), None);
    /// ```
    pub fn inverse(self) -> Option<Nimber> {
        (self != Nimber::ZERO).then(|| in_least_field!(self, inverse))
    }

    /// Returns the nimber to the power of `exponent`; the power 0 is 1.
    ///
    /// ```
    /// use grundy_value::Nimber;
    /// assert_eq!(Nimber(2).pow(3), Nimber::ONE);
    /// ```
    #[must_use]
    pub fn pow(self, mut exponent: u128) -> Nimber {
        let (mut product, mut power) = (Nimber::ONE, self);
        while exponent > 0 {
            if exponent % 2 == 1 {
                product *= power;
            }
            power = power.square();
            exponent /= 2;
        }
        product
    }
}

/// The product in the field of nimbers.
///
/// a·b is the mex of all a'·b + a·b' + a'·b' with a' < a and b' < b. It is also the Grundy value in the
/// product of two coin-turning games (the Tartan theorem; *Winning Ways* (1982), ch. 14).
///
/// ```
/// use grundy_value::Nimber;
/// assert_eq!(Nimber(6) * Nimber(13), Nimber(15));
/// assert_eq!(Nimber(1 << 32) * Nimber(1 << 32), Nimber(3 << 31));
/// ```
impl Mul for Nimber {
    type Output = Nimber;
    #[inline]
    fn mul(self, other: Nimber) -> Nimber {
        let tables = &*TABLES;
        match [self.0, other.0].map(u64::try_from) {
            [Ok(a), Ok(b)] => Nimber(a.product(b, tables).into()),
            _ => Nimber(self.0.product(other.0, tables)),
        }
    }
}

impl MulAssign for Nimber {
    fn mul_assign(&mut self, other: Nimber) {
        *self = *self * other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mex;

    /// Returns a generator of random nimbers of all lengths up to 128 bits.
    fn random() -> impl FnMut() -> Nimber {
        let mut state = 1u128;
        move || {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(0x1234_5678_9abc_def1);
            let mixed = state ^ state >> 61;
            Nimber(mixed >> (mixed >> 7 & 127))
        }
    }

    /// Computes the product by Conway's rules for powers of two, without tables or Karatsuba's method.
    fn slow(a: u128, b: u128, bits: u32) -> u128 {
        if a < 2 || b < 2 {
            return a * b;
        }
        let half = bits / 2;
        let [(a1, a0), (b1, b0)] = [a, b].map(|x| (x >> half, x & ((1 << half) - 1)));
        let high = slow(a1, b1, half);
        let mixed = slow(a1, b0, half) ^ slow(a0, b1, half);
        ((high ^ mixed) << half) ^ slow(high, 1 << (half - 1), half) ^ slow(a0, b0, half)
    }

    #[test]
    fn small_products_agree_with_the_definition() {
        const N: usize = 64;
        let mut table = [[0u128; N]; N];
        for a in 0..N {
            for b in 0..N {
                let smaller = |x: usize| (0..b).map(move |y| (x, y));
                let options: Vec<u128> =
                    (0..a).flat_map(smaller).map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]).collect();
                table[a][b] = mex(options);
                assert_eq!(Nimber(a as u128) * Nimber(b as u128), Nimber(table[a][b]), "{a}·{b}");
            }
        }
    }

    #[test]
    fn large_products_agree_with_conways_rules() {
        let mut next = random();
        for _ in 0..300 {
            let (a, b) = (next(), next());
            assert_eq!(a * b, Nimber(slow(a.0, b.0, 128)), "{a}·{b}");
        }
        // All products of powers of two are tested, to reveal errors in the combination of the halves.
        for (i, j) in (0..128).flat_map(|i| (0..128).map(move |j| (1u128 << i, 1u128 << j))) {
            assert_eq!(Nimber(i) * Nimber(j), Nimber(slow(i, j, 128)), "{i}·{j}");
        }
    }

    #[test]
    fn squares_roots_inverses_and_powers() {
        let mut next = random();
        let small = (0..1000).map(Nimber);
        let large: Vec<Nimber> =
            (0..3000).map(|_| next()).chain([Nimber(u128::MAX), Nimber(u64::MAX.into())]).collect();
        for a in small.chain(large) {
            assert_eq!(a.square(), a * a, "{a}");
            assert_eq!(a.square().sqrt(), a, "{a}");
            assert_eq!(a.sqrt().square(), a, "{a}");
            match a.inverse() {
                Some(inverse) => assert_eq!(a * inverse, Nimber::ONE, "{a}"),
                None => assert_eq!(a, Nimber::ZERO),
            }
            let exponent = next().0 % 20;
            assert_eq!(a.pow(exponent), (0..exponent).map(|_| a).fold(Nimber::ONE, Mul::mul), "{a}^{exponent}");
        }
        let a = next();
        assert_eq!(a.pow(u128::MAX), Nimber::ONE); // the order of the group
        assert_eq!(Nimber(u64::MAX.into()).pow(u64::MAX.into()), Nimber::ONE);
    }
}
