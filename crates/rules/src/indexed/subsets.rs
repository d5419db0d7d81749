//! The numbering of small sets up to symmetries.

use std::collections::HashMap;
use std::ops::Range;

/// The maximum number of elements, since there is a table of all sets.
const MAX_ELEMENTS: u32 = 25;
/// The maximum number of symmetries, since a symmetry is stored in seven bits.
const MAX_SYMMETRIES: usize = 128;
/// The maximum number of groups of eight elements in a set.
const MAX_CHUNKS: usize = 4;
/// The number of low bits in an entry of `classes` that hold the rank of the least image.
///
/// The seven bits above hold a symmetry to that image. The top bit is the flag [`UNIQUE_FLAG`], which is set if no
/// other symmetry leads to the image.
const CLASS_BITS: u32 = 24;
const UNIQUE_FLAG: u32 = 1 << 31;

/// Numbers the sets of each size up to symmetries; the least image represents its class.
///
/// A set is a bit set of its elements.
///
/// ```
/// use grundy_rules::indexed::Subsets;
/// // Necklaces of six beads up to rotation and reflection: three of them have two black beads.
/// let turned: Vec<u32> = (0..6).map(|bead| (bead + 1) % 6).collect();
/// let mirrored: Vec<u32> = (0..6).rev().collect();
/// let necklaces = Subsets::new(6, &[turned, mirrored]).unwrap();
/// assert_eq!((necklaces.size(2), necklaces.symmetries()), (3, 12));
/// // Two opposite beads can be chosen in three ways, two neighbouring beads in six.
/// let (slot, orbit) = necklaces.rank(0b100100);
/// assert_eq!((orbit, necklaces.unrank(2, slot)), (3, Some((0b1001, 3))));
/// assert_eq!(necklaces.rank(0b110000).1, 6);
/// ```
pub struct Subsets {
    elements: u32,
    chunks: usize,
    /// For each symmetry, the image of each group of eight elements; the first symmetry is the identity.
    images: Vec<[[u32; 256]; MAX_CHUNKS]>,
    /// For each set, the rank of its least image among the least images of that size, and a symmetry.
    ///
    /// The symmetry maps the set to its least image. See [`CLASS_BITS`] for the format.
    classes: Vec<u32>,
    /// For each number of elements, the least images in ascending order, with the sizes of their orbits.
    least: Vec<Vec<(u32, u32)>>,
}

impl Subsets {
    /// Returns the approximate size of the tables for this number of elements, in bytes.
    pub fn bytes(elements: u32) -> u64 {
        4 << elements.min(60)
    }

    /// Returns the numbering up to the group that these permutations generate.
    ///
    /// Returns `None` if there are no elements, more elements or symmetries than the tables allow, or if one of
    /// the lists is not a permutation.
    pub fn new(elements: u32, symmetries: &[Vec<u32>]) -> Option<Subsets> {
        if !(1..=MAX_ELEMENTS).contains(&elements) {
            return None;
        }
        let group = generated_group(elements, symmetries)?;
        let images: Vec<[[u32; 256]; MAX_CHUNKS]> = group.iter().map(|to| image_tables(to)).collect();
        let mut subsets = Subsets {
            elements,
            chunks: elements.div_ceil(8) as usize,
            images,
            classes: vec![u32::MAX; 1 << elements],
            least: vec![vec![]; elements as usize + 1],
        };
        subsets.classify(&inverses(&group));
        Some(subsets)
    }

    /// Finds all least images.
    ///
    /// Since sets are visited in ascending order, the first set of a class is the least.
    fn classify(&mut self, inverses: &[u32]) {
        for set in 0..1u32 << self.elements {
            if self.classes[set as usize] != u32::MAX {
                continue;
            }
            let count = set.count_ones() as usize;
            let (class, mut orbit) = (self.least[count].len() as u32, 0);
            for (symmetry, &inverse) in inverses.iter().enumerate() {
                // The symmetry maps the set to its image, and its inverse maps the image back to the set.
                let image = self.image(symmetry, set) as usize;
                orbit += u32::from(self.classes[image] == u32::MAX);
                self.classes[image] = class | inverse << CLASS_BITS;
            }
            if orbit == self.symmetries() {
                for symmetry in 0..self.images.len() {
                    let image = self.image(symmetry, set) as usize;
                    self.classes[image] |= UNIQUE_FLAG;
                }
            }
            self.least[count].push((set, orbit));
        }
    }

    /// Returns the number of elements.
    pub fn elements(&self) -> u32 {
        self.elements
    }

    /// Returns the number of symmetries, including the identity.
    pub fn symmetries(&self) -> u32 {
        self.images.len() as u32
    }

    /// Returns the image of a set under a symmetry.
    #[inline]
    pub fn image(&self, symmetry: usize, set: u32) -> u32 {
        let images = &self.images[symmetry];
        let part = |k: usize| images[k][(set >> (8 * k) & 255) as usize];
        if self.chunks <= 2 { part(0) | part(1) } else { part(0) | part(1) | part(2) | part(3) }
    }

    /// Returns the number of slots of sets of `count` elements.
    pub fn size(&self, count: u32) -> u64 {
        self.least.get(count as usize).map_or(0, |least| least.len() as u64)
    }

    /// Returns the rank of a set's least image, the index of a symmetry to this image, and a flag.
    ///
    /// The rank is among the least images with the same number of elements. The flag is set if no other symmetry maps
    /// the set to its least image.
    #[inline]
    pub fn class(&self, set: u32) -> (u32, usize, bool) {
        let class = self.classes[set as usize];
        (class & ((1 << CLASS_BITS) - 1), ((class & !UNIQUE_FLAG) >> CLASS_BITS) as usize, class & UNIQUE_FLAG != 0)
    }

    /// Returns the least images of sets of `count` elements, with the sizes of their orbits.
    pub fn least(&self, count: u32) -> &[(u32, u32)] {
        self.least.get(count as usize).map_or(&[], |least| least)
    }

    /// Returns the slot of a set among sets of the same number of elements, and the size of its orbit.
    ///
    /// # Panics
    /// If the set contains elements outside the numbering.
    #[inline]
    pub fn rank(&self, set: u32) -> (u64, u32) {
        let (at, ..) = self.class(set);
        (at.into(), self.least[set.count_ones() as usize][at as usize].1)
    }

    /// Returns the least set of a slot and the size of its orbit; `None` if the slot does not exist.
    pub fn unrank(&self, count: u32, slot: u64) -> Option<(u32, u32)> {
        self.least(count).get(usize::try_from(slot).ok()?).copied()
    }

    /// Calls `visit` for each slot of a range in order, with the slot, its least set and the orbit size.
    pub fn each(&self, count: u32, slots: Range<u64>, mut visit: impl FnMut(u64, u32, u32)) {
        for slot in slots {
            if let Some((set, orbit)) = self.unrank(count, slot) {
                visit(slot, set, orbit);
            }
        }
    }
}

/// Returns the generated group, the identity first.
///
/// Returns `None` if the group is too large or a list is not a permutation.
fn generated_group(elements: u32, symmetries: &[Vec<u32>]) -> Option<Vec<Vec<u32>>> {
    let all = (1u32 << elements) - 1;
    let is_permutation = |to: &Vec<u32>| {
        to.len() == elements as usize
            && to.iter().try_fold(0u32, |set, &to| Some(set | 1u32.checked_shl(to)?)).is_some_and(|set| set == all)
    };
    if !symmetries.iter().all(is_permutation) {
        return None;
    }
    let mut group: Vec<Vec<u32>> = vec![(0..elements).collect()];
    let mut next = 0;
    while next < group.len() {
        for symmetry in symmetries {
            let product: Vec<u32> = group[next].iter().map(|&to| symmetry[to as usize]).collect();
            if !group.contains(&product) {
                if group.len() == MAX_SYMMETRIES {
                    return None;
                }
                group.push(product);
            }
        }
        next += 1;
    }
    Some(group)
}

/// Returns the index of each symmetry's inverse.
fn inverses(group: &[Vec<u32>]) -> Vec<u32> {
    let index_of: HashMap<&Vec<u32>, u32> = group.iter().zip(0..).collect();
    let inverse_of = |to: &Vec<u32>| {
        let mut inverse = vec![0; to.len()];
        to.iter().zip(0..).for_each(|(&to, from)| inverse[to as usize] = from);
        inverse
    };
    // A group contains all inverses, so the default is never used.
    group.iter().map(|to| index_of.get(&inverse_of(to)).copied().unwrap_or(0)).collect()
}

fn image_tables(to: &[u32]) -> [[u32; 256]; MAX_CHUNKS] {
    let mut images = [[0; 256]; MAX_CHUNKS];
    for (chunk, images) in images.iter_mut().enumerate() {
        for (set, image) in images.iter_mut().enumerate() {
            for (element, &to) in to.iter().enumerate().skip(8 * chunk).take(8) {
                *image |= u32::from(set >> (element - 8 * chunk) & 1 == 1) << to;
            }
        }
    }
    images
}
