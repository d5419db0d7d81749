//! The numbering of lists of bounded numbers whose weighted sum is bounded or fixed.

/// Numbers the lists of bounded numbers whose weighted sum is at most, or exactly, a total.
///
/// Each number goes from 0 to its bound; the last one varies fastest.
///
/// ```
/// use grundy_rules::indexed::Sums;
/// // Stones in three pits, at most two in the first one.
/// let stones = Sums::new(&[2, 9, 9], &[1, 1, 1], 5, true).unwrap();
/// assert_eq!((stones.size(5), stones.size(1)), (6 + 5 + 4, 3));
/// let mut list = [0; 3];
/// stones.unrank(5, 7, &mut list);
/// assert_eq!((list, stones.rank(5, &list)), ([1, 1, 3], Some(7)));
/// assert_eq!(stones.rank(5, &[1, 1, 2]), None);
/// // With weights of 0, all lists within the bounds are numbered.
/// assert_eq!(Sums::new(&[3, 1], &[0, 0], 0, false).unwrap().rank(0, &[2, 1]), Some(5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    bounds: Vec<u64>,
    weights: Vec<u64>,
    exact: bool,
    /// For each index and each remaining total, the number of lists of the remaining numbers.
    ///
    /// If the weight at the index is 0, these lists start after the index. Otherwise they start at the index, and the
    /// bound of their first number is ignored.
    suffix_counts: Vec<Vec<u64>>,
    /// The number of lists for each total.
    sizes: Vec<u64>,
}

/// The maximum number of entries of all tables.
const MAX_ENTRIES: u64 = 1 << 22;

impl Sums {
    /// Returns the numbering for all totals up to `total`; `bounds` contains the bound of each number.
    ///
    /// If `exact`, the weighted sum of a list equals the total; otherwise it is at most the total.
    ///
    /// Returns `None` if there are 2^64 lists or more, or if the total is too large for the tables.
    pub fn new(bounds: &[u64], weights: &[u64], total: u64, exact: bool) -> Option<Sums> {
        if total.checked_add(1)?.checked_mul(bounds.len() as u64 + 1)? > MAX_ENTRIES {
            return None;
        }
        let mut sizes: Vec<u64> = (0..=total).map(|rest| u64::from(!exact || rest == 0)).collect();
        let mut suffix_counts = vec![];
        for (&bound, &weight) in bounds.iter().zip(weights).rev() {
            if weight == 0 {
                let next = sizes.iter().map(|&ways| ways.checked_mul(bound.checked_add(1)?)).collect::<Option<_>>()?;
                suffix_counts.push(std::mem::replace(&mut sizes, next));
                continue;
            }
            let mut all = sizes;
            for rest in weight..=total {
                all[rest as usize] = all[rest as usize].checked_add(all[(rest - weight) as usize])?;
            }
            // Lists whose first number exceeds its bound are subtracted.
            let first_excess =
                bound.checked_add(1).and_then(|more| more.checked_mul(weight)).filter(|&excess| excess <= total);
            let excess = |rest: u64| {
                first_excess.and_then(|excess| rest.checked_sub(excess)).map_or(0, |rest| all[rest as usize])
            };
            sizes = (0..=total).map(|rest| all[rest as usize] - excess(rest)).collect();
            suffix_counts.push(all);
        }
        suffix_counts.reverse();
        Some(Sums { bounds: bounds.to_vec(), weights: weights.to_vec(), exact, suffix_counts, sizes })
    }

    /// Returns the number of lists for a total.
    pub fn size(&self, total: u64) -> u64 {
        self.sizes.get(total as usize).copied().unwrap_or(0)
    }

    /// Returns the number of totals, which start at 0.
    pub fn totals(&self) -> u64 {
        self.sizes.len() as u64
    }

    /// Returns the weighted sum of a list; `None` if it exceeds 64 bits.
    pub fn sum(&self, list: &[u64]) -> Option<u64> {
        list.iter().zip(&self.weights).try_fold(0u64, |sum, (&n, &weight)| sum.checked_add(n.checked_mul(weight)?))
    }

    /// Returns the rank, from 0, of a list among those for a total; `None` if the list is not among them.
    #[inline]
    pub fn rank(&self, total: u64, list: &[u64]) -> Option<u64> {
        if list.len() != self.bounds.len() || total as usize >= self.sizes.len() {
            return None;
        }
        let (mut rank, mut rest) = (0, total);
        for (k, &number) in list.iter().enumerate() {
            if number > self.bounds[k] {
                return None;
            }
            let taken = number.checked_mul(self.weights[k])?;
            let remainder = rest.checked_sub(taken)?;
            rank += self.rank_before(k, rest, number);
            rest = remainder;
        }
        (!self.exact || rest == 0).then_some(rank)
    }

    /// Returns the number of lists with the same numbers before index `k` and less than `number` at `k`.
    ///
    /// `rest` is the total minus the weighted sum of the numbers before `k`.
    #[inline]
    fn rank_before(&self, k: usize, rest: u64, number: u64) -> u64 {
        let suffix_counts = &self.suffix_counts[k];
        match self.weights[k] {
            0 => number * suffix_counts[rest as usize],
            weight => suffix_counts[rest as usize] - suffix_counts[(rest - weight * number) as usize],
        }
    }

    /// Writes the list of rank `rank`, which must be below [`Sums::size`] of the total.
    #[inline]
    pub fn unrank(&self, total: u64, mut rank: u64, list: &mut [u64]) {
        let mut rest = total;
        for (k, number) in list.iter_mut().enumerate().take(self.bounds.len()) {
            *number = match rest.checked_div(self.weights[k]) {
                None => rank / self.suffix_counts[k][rest as usize].max(1),
                Some(max_number) => {
                    // The binary search finds the largest number before which at most `rank` lists come.
                    let (mut low, mut high) = (0, max_number.min(self.bounds[k]));
                    while low < high {
                        let middle = high - (high - low) / 2;
                        if self.rank_before(k, rest, middle) <= rank { low = middle } else { high = middle - 1 }
                    }
                    low
                }
            };
            rank -= self.rank_before(k, rest, *number);
            rest -= *number * self.weights[k];
        }
    }
}
