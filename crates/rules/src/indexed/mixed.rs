//! Lists of numbers, each with a bound of its own.

/// The numbering of lists of numbers from 0 to a bound each, the last number fastest.
///
/// ```
/// use grundy_rules::indexed::Mixed;
/// let all = Mixed::new(&[3, 1]).unwrap();
/// assert_eq!((all.size(), all.rank(&[2, 1]), all.unrank(5)), (8, Some(5), vec![2, 1]));
/// assert_eq!(all.rank(&[4, 0]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mixed {
    most: Vec<u64>,
    size: u64,
}

impl Mixed {
    /// The numbering; `None` if there are 2^64 lists or more.
    pub fn new(most: &[u64]) -> Option<Mixed> {
        let size = most.iter().try_fold(1u64, |size, &most| size.checked_mul(most.checked_add(1)?))?;
        Some(Mixed { most: most.to_vec(), size })
    }

    /// How many lists there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The number of a list; `None` if it is none of them.
    #[inline]
    pub fn rank(&self, list: &[u64]) -> Option<u64> {
        if list.len() != self.most.len() {
            return None;
        }
        let mut rank = 0;
        for (&number, &most) in list.iter().zip(&self.most) {
            if number > most {
                return None;
            }
            rank = rank * (most + 1) + number;
        }
        Some(rank)
    }

    /// The list of a number below [`Mixed::size`].
    pub fn unrank(&self, mut rank: u64) -> Vec<u64> {
        let mut list = vec![0; self.most.len()];
        for (number, &most) in list.iter_mut().zip(&self.most).rev() {
            *number = rank % (most + 1);
            rank /= most + 1;
        }
        list
    }
}
