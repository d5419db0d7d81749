//! The graphs of Strings and Coins, in which Dots and Boxes is played as well.

/// The end of a string that is tied to the ground.
pub const GROUND: u8 = u8::MAX;

/// A graph whose vertices are coins and whose edges are strings, at most 64 of each.
///
/// A move cuts a string. A player who leaves a coin without strings takes it, scores a point and moves again. In *Dots
/// and Boxes* the boxes are the coins, and each line that is not yet drawn is a string between two boxes, or between a
/// box and the ground.
///
/// ```
/// use grundy_rules::{GROUND, StringGraph};
/// let graph = StringGraph::new(2, vec![[0, 1], [1, GROUND], [1, GROUND]]);
/// assert_eq!((graph.points(0b111, 0), graph.points(0b111, 1), graph.points(0b010, 1)), (1, 0, 1));
/// // The two strings from coin 1 to the ground are interchangeable.
/// assert_eq!(graph.normalise(0b100), 0b010);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StringGraph {
    ends: Vec<[u8; 2]>,
    strings_of_coins: Vec<u64>,
    /// For each pair of ends with several strings, the sets of the first one, two, ... of these strings.
    parallel: Vec<Vec<u64>>,
    symmetries: Vec<Vec<u8>>,
}

impl StringGraph {
    /// Returns the graph with this number of coins and these strings, each given by its two ends.
    ///
    /// An end is a coin or [`GROUND`].
    ///
    /// # Panics
    /// If there are more than 64 coins or strings, if an end is neither a coin nor the ground, or if a string joins an
    /// end to itself.
    pub fn new(coins: usize, ends: Vec<[u8; 2]>) -> StringGraph {
        assert!(coins <= 64 && ends.len() <= 64 && ends.iter().all(|[a, b]| a != b));
        let mut strings_of_coins = vec![0; coins];
        let mut parallel = vec![];
        for (string, &[a, b]) in ends.iter().enumerate() {
            for end in [a, b].into_iter().filter(|&end| end != GROUND) {
                strings_of_coins[usize::from(end)] |= 1 << string;
            }
            let same = |other: &[u8; 2]| *other == [a, b] || *other == [b, a];
            if !ends[..string].iter().any(same) {
                let strings = (0..ends.len()).filter(|&other| same(&ends[other]));
                let sets: Vec<u64> = strings.scan(0, |set, other| (*set |= 1 << other, Some(*set)).1).collect();
                parallel.extend((sets.len() > 1).then_some(sets));
            }
        }
        StringGraph { ends, strings_of_coins, parallel, symmetries: vec![] }
    }

    /// Returns the graph with these symmetries, each given by the image of every string.
    ///
    /// A symmetry permutes the coins and fixes the ground.
    ///
    /// # Panics
    /// If a symmetry lacks the image of a string that has a parallel one.
    #[must_use]
    pub fn with_symmetries(mut self, symmetries: impl IntoIterator<Item = Vec<u8>>) -> StringGraph {
        // Parallel strings are mapped in ascending order. So a set that contains the first strings of each group of
        // parallel ones, as `normalise` returns it, has an image of the same kind.
        for mut images in symmetries {
            for sets in &self.parallel {
                let strings: Vec<usize> = StringGraph::strings(sets[sets.len() - 1]).map(usize::from).collect();
                let mut own = strings.iter().fold(0u64, |set, &string| set | 1 << images[string]);
                for string in strings {
                    images[string] = own.trailing_zeros() as u8;
                    own &= own - 1;
                }
            }
            self.symmetries.push(images);
        }
        self
    }

    /// Returns the two ends of each string.
    pub fn ends(&self) -> &[[u8; 2]] {
        &self.ends
    }

    /// Returns the set of the strings of each coin.
    pub fn strings_of_coins(&self) -> &[u64] {
        &self.strings_of_coins
    }

    /// Returns the symmetries, as [`StringGraph::with_symmetries`] takes them.
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// Returns, for each pair of ends that several strings join, sets of these strings.
    ///
    /// They are the sets of the first string, of the first two strings, and so on.
    pub fn parallel(&self) -> &[Vec<u64>] {
        &self.parallel
    }

    /// Returns the set of all strings.
    pub fn all(&self) -> u64 {
        if self.ends.len() == 64 { u64::MAX } else { (1 << self.ends.len()) - 1 }
    }

    /// Iterates over the strings of a set, in ascending order.
    pub fn strings(mut set: u64) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            let string = set.trailing_zeros() as u8;
            set &= set.wrapping_sub(1);
            (string < 64).then_some(string)
        })
    }

    /// Returns the number of coins that cutting `string` takes if the strings of `set` remain.
    pub fn points(&self, set: u64, string: u8) -> i64 {
        let coins = self.ends[usize::from(string)].into_iter().filter(|&end| end != GROUND);
        coins.filter(|&coin| self.strings_of_coins[usize::from(coin)] & set == 1 << string).count() as i64
    }

    /// Replaces the strings of each pair of ends by the same number of the first strings of this pair.
    pub fn normalise(&self, mut set: u64) -> u64 {
        for sets in &self.parallel {
            let all = sets[sets.len() - 1];
            let remaining = (set & all).count_ones() as usize;
            set = set & !all | if remaining == 0 { 0 } else { sets[remaining - 1] };
        }
        set
    }
}
