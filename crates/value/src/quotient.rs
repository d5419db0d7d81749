//! Misère quotients: finite commutative monoids with a set of accepting elements.
//!
//! Source: T. E. Plambeck and A. N. Siegel, *Misère quotients for impartial games*, Journal of Combinatorial
//! Theory A 115 (2008).

use crate::CompactSort;

/// A finite commutative monoid with its generators and its accepting elements.
///
/// The accepting elements are the images of the sums that the player to move loses. Elements are numbered from 0,
/// which is the unit.
///
/// ```
/// use grundy_value::Quotient;
/// // Nim heaps of 1 and 2 under misère play: a² = 1 and b³ = b.
/// // The player to move loses a heap of 1, and also two heaps of 2.
/// let quotient = Quotient::new(&[1, 4], vec![vec![1, 0, 3, 2, 5, 4], vec![2, 3, 4, 5, 2, 3]]);
/// assert_eq!(quotient.order(), 6);
/// assert!(quotient.accepts(quotient.power(2, 1_000_000)));
/// let relations: Vec<String> = quotient.relations().map(|(left, right)| format!("{left}={right}")).collect();
/// assert_eq!(relations, ["a^2=1", "b^3=b"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    accepts: Vec<bool>,
    actions: Vec<Vec<u32>>,
    /// The least word of each element: the exponent of each generator.
    least_words: Vec<Vec<u32>>,
    /// The multiplication table: the product of x and y is at index x * order + y.
    products: Vec<u16>,
}

/// The maximum number of elements: products are stored in 16 bits.
pub const MAX_ELEMENTS: usize = 1 << 14;

impl Quotient {
    /// Returns the monoid with these accepting elements and the action of each generator on each element.
    ///
    /// `actions[g][x]` is the product of the element x and the generator g. The caller must ensure that the actions
    /// commute.
    ///
    /// # Panics
    /// If there is no element or more than [`MAX_ELEMENTS`], if an action leads outside the elements, or if
    /// the actions do not reach every element from the unit.
    pub fn new(accept: &[u32], actions: Vec<Vec<u32>>) -> Quotient {
        let order = actions.first().map_or(1, Vec::len);
        assert!((1..=MAX_ELEMENTS).contains(&order), "{order} elements");
        let mut least_words: Vec<Option<Vec<u32>>> = vec![None; order];
        least_words[0] = Some(vec![0; actions.len()]);
        let mut path: Vec<(u32, Option<(u32, usize)>)> = vec![(0, None)];
        let mut next = 0;
        while let Some(&(x, _)) = path.get(next) {
            next += 1;
            for (g, action) in actions.iter().enumerate() {
                let y = action[x as usize];
                if least_words[y as usize].is_none() {
                    let mut word = least_words[x as usize].clone().unwrap_or_default();
                    word[g] += 1;
                    least_words[y as usize] = Some(word);
                    path.push((y, Some((x, g))));
                }
            }
        }
        let least_words: Vec<Vec<u32>> =
            least_words.into_iter().map(|word| word.expect("each element is reached")).collect();
        let mut products = vec![0u16; order * order];
        for &(y, from) in &path {
            let row = y as usize * order;
            match from {
                None => (0..order).for_each(|x| products[row + x] = x as u16),
                Some((before, g)) => {
                    let before = before as usize * order;
                    for x in 0..order {
                        products[row + x] = actions[g][products[before + x] as usize] as u16;
                    }
                }
            }
        }
        let mut accepts = vec![false; order];
        accept.iter().for_each(|&x| accepts[x as usize] = true);
        Quotient { accepts, actions, least_words, products }
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.accepts.len()
    }

    /// Returns whether sums with this image are lost for the player to move.
    pub fn accepts(&self, x: u32) -> bool {
        self.accepts[x as usize]
    }

    /// Returns the accepting elements in ascending order.
    pub fn accepting(&self) -> Vec<u32> {
        (0..self.order() as u32).filter(|&x| self.accepts(x)).collect()
    }

    /// Returns the action of each generator on each element.
    pub fn actions(&self) -> &[Vec<u32>] {
        &self.actions
    }

    /// Returns the product of two elements.
    pub fn times(&self, x: u32, y: u32) -> u32 {
        self.row(x)[y as usize].into()
    }

    /// Returns the products of an element with all elements.
    pub fn row(&self, x: u32) -> &[u16] {
        &self.products[x as usize * self.order()..][..self.order()]
    }

    /// Returns `x` to the power of `exponent`, by squaring.
    pub fn power(&self, mut x: u32, mut exponent: u64) -> u32 {
        let mut power = 0;
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.times(power, x);
            }
            x = self.times(x, x);
            exponent >>= 1;
        }
        power
    }

    /// Returns the exponent of each generator in the least word of an element.
    ///
    /// The least word is the shortest; of several shortest words, the one with the greatest exponents,
    /// compared from the first generator on.
    pub fn word(&self, x: u32) -> &[u32] {
        &self.least_words[x as usize]
    }

    /// Returns the product of the generators in a word.
    pub fn evaluate_word(&self, word: &[u32]) -> u32 {
        let generators = self.actions.iter().map(|action| action[0]);
        generators.zip(word).fold(0, |x, (g, &times)| self.times(x, self.power(g, times.into())))
    }

    /// Returns an element as a product of generators, such as `ab^2`, with the unit as 1.
    pub fn name(&self, x: u32) -> String {
        Word(self.word(x).to_vec()).to_string()
    }

    /// Returns relations that present this monoid, each as a left and a right word.
    ///
    /// A left word is not the least word of its element, but all its proper divisors are least words. Its right word
    /// is the least word of the same element. These relations are the reduced confluent set of rewriting rules for
    /// commuting generators.
    pub fn relations(&self) -> impl Iterator<Item = (Word, Word)> {
        let generators = self.actions.len();
        let mut seen = std::collections::BTreeSet::new();
        let mut pairs: Vec<(Word, Word)> = vec![];
        // Every left word is the product of a least word and one generator.
        for x in 0..self.order() as u32 {
            for g in 0..generators {
                let mut word = self.word(x).to_vec();
                word[g] += 1;
                let y = self.actions[g][x as usize];
                if self.word(y) == word || !seen.insert(word.clone()) {
                    continue;
                }
                let is_least = |word: &Vec<u32>| self.word(self.evaluate_word(word)) == word;
                let divisors = (0..generators).filter(|&d| word[d] > 0).map(|d| {
                    let mut divisor = word.clone();
                    divisor[d] -= 1;
                    divisor
                });
                if divisors.into_iter().all(|divisor| is_least(&divisor)) {
                    pairs.push((Word(word), Word(self.word(y).to_vec())));
                }
            }
        }
        pairs.compact_sort_by_key(|(left, _)| (left.0.iter().sum::<u32>(), std::cmp::Reverse(left.0.clone())));
        pairs.into_iter()
    }

    /// Returns the elements of the kernel in ascending order, and the unit of the kernel.
    ///
    /// The kernel is the least ideal, and it is a group.
    ///
    /// If exactly one element of the kernel is accepting, multiplication by the unit maps an image under misère play
    /// to the image under normal play.
    pub fn kernel(&self) -> (Vec<u32>, u32) {
        let deep = (0..self.order() as u32).fold(0, |product, x| self.times(product, x));
        let mut kernel: Vec<u32> = self.row(deep).iter().map(|&x| x.into()).collect();
        kernel.compact_sort();
        kernel.dedup();
        let unit = kernel.iter().copied().find(|&x| self.times(x, x) == x).unwrap_or(deep);
        (kernel, unit)
    }
}

/// A word in commuting generators: the exponent of each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(pub Vec<u32>);

/// Returns the name of a generator, numbered from 0: a to z, then a1 to z1 and so on.
pub fn generator_name(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.iter().all(|&times| times == 0) {
            return f.write_str("1");
        }
        for (number, &times) in self.0.iter().enumerate() {
            match times {
                0 => {}
                1 => f.write_str(&generator_name(number))?,
                _ => write!(f, "{}^{times}", generator_name(number))?,
            }
        }
        Ok(())
    }
}
