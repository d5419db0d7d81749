//! Matches between the end of a list and earlier parts of it, which are candidates for periods.

/// Returns for each p from 1 on how many values at the end of a list equal the values p places before.
///
/// All of them together take linear time: this is the Z-function of the reversed list (D. Gusfield, "Algorithms on
/// Strings, Trees, and Sequences", 1997, §1.3).
///
/// ```
/// use grundy_sequence::suffixes;
/// let matches: Vec<(u64, u64)> = suffixes::matches(&[7, 1, 2, 1, 2]).collect();
/// assert_eq!(matches, [(1, 0), (2, 2), (3, 0), (4, 0)]);
/// ```
pub fn matches<T: Copy + Eq>(list: &[T]) -> impl Iterator<Item = (u64, u64)> {
    let mut matches = Matches::new(list.len());
    (1..list.len()).map(move |shift| (shift as u64, matches.next(list).0 as u64))
}

/// The same computation one p at a time, so that it can be interrupted.
#[derive(Clone, Debug)]
pub(crate) struct Matches {
    /// The results by p, as far as they are known.
    known: Vec<u32>,
    /// The next p.
    shift: usize,
    /// The p of the match that reaches farthest, and where it ends.
    left: usize,
    right: usize,
}

impl Matches {
    /// Prepares for p below `end`, in lists of fewer than 2^32 values.
    pub fn new(end: usize) -> Matches {
        Matches { known: vec![0; end], shift: 1, left: 0, right: 0 }
    }

    /// Returns the next p.
    pub fn shift(&self) -> usize {
        self.shift
    }

    /// Returns the number of values that match at the next p, and how many of them were compared.
    ///
    /// The list must be the same in every call.
    #[inline]
    pub fn next<T: Copy + Eq>(&mut self, list: &[T]) -> (usize, usize) {
        let n = list.len();
        let reversed = |i: usize| list[n - 1 - i];
        let shift = self.shift;
        let known =
            if shift < self.right { (self.right - shift).min(self.known[shift - self.left] as usize) } else { 0 };
        let mut matched = known;
        while shift + matched < n && reversed(matched) == reversed(shift + matched) {
            matched += 1;
        }
        self.known[shift] = matched as u32;
        if shift + matched > self.right {
            (self.left, self.right) = (shift, shift + matched);
        }
        self.shift += 1;
        (matched, matched - known)
    }
}
