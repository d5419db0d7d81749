//! Matches between the end of a list and its earlier values, which yield candidates for periods.

/// Returns for p = 1, 2, ... the pair (p, m), where m values at the end repeat those p places before.
///
/// Here m is the largest number for which the last m values equal the m values p places before them. Takes linear time
/// in total: m is the Z-function of the reversed list (D. Gusfield, "Algorithms on Strings, Trees, and Sequences",
/// 1997, §1.3).
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

/// The computation of [`matches()`] for a single p per call, so that it can be interrupted.
#[derive(Clone, Debug)]
pub(crate) struct Matches {
    /// The number of matching values, indexed by p, for all p tested so far.
    known: Vec<u32>,
    /// The next p.
    shift: usize,
    /// The p whose match extends farthest in the reversed list; `match_end` is the end of this match.
    match_start: usize,
    match_end: usize,
}

impl Matches {
    /// Creates the computation for all p below `end`, in a list of fewer than 2^32 values.
    pub fn new(end: usize) -> Matches {
        Matches { known: vec![0; end], shift: 1, match_start: 0, match_end: 0 }
    }

    /// Returns the next p to test.
    pub fn shift(&self) -> usize {
        self.shift
    }

    /// Returns the number of values that match at the next p, and the number of values compared.
    ///
    /// Every call must pass the same list.
    #[inline]
    pub fn next<T: Copy + Eq>(&mut self, list: &[T]) -> (usize, usize) {
        let n = list.len();
        let reversed = |i: usize| list[n - 1 - i];
        let shift = self.shift;
        let known = if shift < self.match_end {
            (self.match_end - shift).min(self.known[shift - self.match_start] as usize)
        } else {
            0
        };
        let mut matched = known;
        while shift + matched < n && reversed(matched) == reversed(shift + matched) {
            matched += 1;
        }
        self.known[shift] = matched as u32;
        if shift + matched > self.match_end {
            (self.match_start, self.match_end) = (shift, shift + matched);
        }
        self.shift += 1;
        (matched, matched - known)
    }
}
