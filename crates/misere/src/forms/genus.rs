//! The genus of a game: its Grundy values in sums with heaps of 2.

use grundy_rules::mex;
use std::fmt;

/// The genus of a game: its normal Grundy value, and its misère Grundy values in sums with heaps of 2.
///
/// Digit i is the misère Grundy value of the sum of the game and i Nim heaps of size 2. From some index on, the digits
/// alternate between x and x xor 2. Only the digits up to the first such pair are stored and printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenusDigits {
    normal: u128,
    /// The digits, from index 0; after the end, the last two digits alternate forever.
    digits: Vec<u128>,
}

impl GenusDigits {
    /// Returns the genus of a game whose options have these genera.
    ///
    /// Digit i is the mex of digit i of each option and, for i > 0, of the values that moves in a heap of 2 leave:
    /// digit i-1 of the game (the heap is removed) and digit i-1 xor 1 (the heap becomes a heap of 1). Once the digits
    /// of all options alternate, each digit depends only on the previous one and the parity of its index; so if two
    /// digits at distance two are equal, the digits alternate for ever.
    pub(super) fn from_options<'g>(options: impl Iterator<Item = &'g GenusDigits> + Clone) -> GenusDigits {
        let normal = mex(options.clone().map(|genus| genus.normal).collect::<Vec<u128>>());
        let settled = options.clone().map(|genus| genus.digits.len()).max().unwrap_or(0);
        let mut digits: Vec<u128> = vec![];
        loop {
            let at = digits.len();
            let from_heap_moves = digits.last().into_iter().flat_map(|&last| [last, last ^ 1]);
            let seen: Vec<u128> = options.clone().map(|genus| genus.digit(at)).chain(from_heap_moves).collect();
            // A player without a move wins, so the misère Grundy value is 1.
            digits.push(if seen.is_empty() { 1 } else { mex(seen) });
            let last = digits.len();
            if last >= settled + 3 && digits[last - 1] == digits[last - 3] && digits[last - 1] == digits[last - 2] ^ 2 {
                break;
            }
        }
        while let [.., a, b, c] = digits[..]
            && a == c
            && a == b ^ 2
        {
            digits.pop();
        }
        GenusDigits { normal, digits }
    }

    /// Returns the Grundy value under normal play.
    pub fn normal(&self) -> u128 {
        self.normal
    }

    /// Returns the misère Grundy value of the sum of the game and `heaps` heaps of size 2.
    pub fn digit(&self, heaps: usize) -> u128 {
        let last = self.digits.len() - 1;
        match heaps.checked_sub(last) {
            None => self.digits[heaps],
            Some(excess) => self.digits[last - excess % 2],
        }
    }

    /// Reports whether this is the genus of a Nim position.
    ///
    /// These genera are `0^{120}`, `1^{031}`, and n with the digits n, n xor 2.
    pub fn is_nim(&self) -> bool {
        let first = self.digit(0);
        let is_firm =
            first == self.normal && (0..self.digits.len()).all(|at| self.digit(at) == first ^ (2 * (at as u128 % 2)));
        let is_fickle = self.normal < 2 && self.digits == [1 ^ self.normal, 2 | self.normal, self.normal];
        is_firm || is_fickle
    }
}

impl fmt::Display for GenusDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.digits.iter().map(u128::to_string).collect();
        let separator = if self.digits.iter().any(|&digit| digit > 9) { "." } else { "" };
        write!(f, "{}^{{{}}}", self.normal, digits.join(separator))
    }
}
