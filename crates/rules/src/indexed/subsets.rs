//! Sets of a few elements, up to symmetries.

use std::collections::HashMap;
use std::ops::Range;

/// The most elements: there is a table of all sets.
const MAX_ELEMENTS: u32 = 25;
/// The most symmetries: which of them makes the least image is kept in seven bits.
const MAX_SYMMETRIES: usize = 128;
/// A set needs no more than this many groups of eight elements.
const CHUNKS: usize = 4;
/// The bits of a table of classes that hold the number; the symmetry stands above, and then whether it is the only one.
const CLASS: u32 = 24;
const ONLY: u32 = 1 << 31;

/// The numbering of the sets of so many elements, as which those count that symmetries make of each other: the least of the images stands
/// for all. Elements are bits.
///
/// ```
/// use grundy_rules::indexed::Subsets;
/// // Beads of a necklace of six that are black, turned and mirrored: three necklaces have two black beads.
/// let turned: Vec<u32> = (0..6).map(|bead| (bead + 1) % 6).collect();
/// let mirrored: Vec<u32> = (0..6).rev().collect();
/// let necklaces = Subsets::new(6, &[turned, mirrored]).unwrap();
/// assert_eq!((necklaces.size(2), necklaces.symmetries()), (3, 12));
/// // Opposite ones lie in three ways, neighbours in six.
/// let (slot, orbit) = necklaces.rank(0b100100);
/// assert_eq!((orbit, necklaces.unrank(2, slot)), (3, Some((0b1001, 3))));
/// assert_eq!(necklaces.rank(0b110000).1, 6);
/// ```
pub struct Subsets {
    elements: u32,
    chunks: usize,
    /// For each symmetry and each eight elements, what these become; the first one changes nothing.
    images: Vec<[[u32; 256]; CHUNKS]>,
    /// For each set: the number of its least image among those of as many elements, and which symmetry makes it.
    classes: Vec<u32>,
    /// For each number of elements the least images in order, and the sizes of their orbits.
    least: Vec<Vec<(u32, u32)>>,
}

impl Subsets {
    /// The bytes that the tables of so many elements take, about.
    pub fn bytes(elements: u32) -> u64 {
        4 << elements.min(60)
    }

    /// The numbering for all symmetries that these make, each of which says where it takes each element; `None` if there are more elements or symmetries
    /// than there are tables for, no elements, or one of them takes two elements to one.
    pub fn new(elements: u32, symmetries: &[Vec<u32>]) -> Option<Subsets> {
        if !(1..=MAX_ELEMENTS).contains(&elements) {
            return None;
        }
        let group = closed(elements, symmetries)?;
        let images: Vec<[[u32; 256]; CHUNKS]> = group.iter().map(|to| images_of(to)).collect();
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

    /// Finds the least images. Sets are met in growing order, so the first one of a class is the least.
    fn classify(&mut self, back: &[u32]) {
        for set in 0..1u32 << self.elements {
            if self.classes[set as usize] != u32::MAX {
                continue;
            }
            let count = set.count_ones() as usize;
            let (class, mut orbit) = (self.least[count].len() as u32, 0);
            for (symmetry, &back) in back.iter().enumerate() {
                // That symmetry makes the image of the set; its inverse makes the set of the image.
                let image = self.image(symmetry, set) as usize;
                orbit += u32::from(self.classes[image] == u32::MAX);
                self.classes[image] = class | back << CLASS;
            }
            if orbit == self.symmetries() {
                for symmetry in 0..self.images.len() {
                    let image = self.image(symmetry, set) as usize;
                    self.classes[image] |= ONLY;
                }
            }
            self.least[count].push((set, orbit));
        }
    }

    /// How many elements there are.
    pub fn elements(&self) -> u32 {
        self.elements
    }

    /// How many symmetries there are, that which changes nothing among them.
    pub fn symmetries(&self) -> u32 {
        self.images.len() as u32
    }

    /// What a symmetry makes of a set.
    #[inline]
    pub fn image(&self, symmetry: usize, set: u32) -> u32 {
        let images = &self.images[symmetry];
        let part = |k: usize| images[k][(set >> (8 * k) & 255) as usize];
        if self.chunks <= 2 { part(0) | part(1) } else { part(0) | part(1) | part(2) | part(3) }
    }

    /// How many slots sets of so many elements have.
    pub fn size(&self, count: u32) -> u64 {
        self.least.get(count as usize).map_or(0, |least| least.len() as u64)
    }

    /// The number of a set's least image among those of as many elements, a symmetry that makes it, and whether no other one does.
    #[inline]
    pub fn class(&self, set: u32) -> (u32, usize, bool) {
        let class = self.classes[set as usize];
        (class & ((1 << CLASS) - 1), ((class & !ONLY) >> CLASS) as usize, class & ONLY != 0)
    }

    /// The least images of sets of so many elements, and the sizes of their orbits.
    pub fn least(&self, count: u32) -> &[(u32, u32)] {
        self.least.get(count as usize).map_or(&[], |least| least)
    }

    /// The slot of a set among those of as many elements, and the size of its orbit.
    ///
    /// # Panics
    /// If there are other elements in the set.
    #[inline]
    pub fn rank(&self, set: u32) -> (u64, u32) {
        let (at, ..) = self.class(set);
        (at.into(), self.least[set.count_ones() as usize][at as usize].1)
    }

    /// The set of so many elements that stands for a slot, and the size of its orbit; `None` if there are fewer slots.
    pub fn unrank(&self, count: u32, slot: u64) -> Option<(u32, u32)> {
        self.least(count).get(usize::try_from(slot).ok()?).copied()
    }

    /// Shows the sets of a range of slots in order, with the sizes of their orbits.
    pub fn each(&self, count: u32, slots: Range<u64>, mut show: impl FnMut(u64, u32, u32)) {
        for slot in slots {
            if let Some((set, orbit)) = self.unrank(count, slot) {
                show(slot, set, orbit);
            }
        }
    }
}

/// All that symmetries make together, that which changes nothing first; `None` if there are too many, or one is none.
fn closed(elements: u32, symmetries: &[Vec<u32>]) -> Option<Vec<Vec<u32>>> {
    let all = (1u32 << elements) - 1;
    let is_one = |to: &Vec<u32>| {
        to.len() == elements as usize
            && to.iter().try_fold(0u32, |set, &to| Some(set | 1u32.checked_shl(to)?)).is_some_and(|set| set == all)
    };
    if !symmetries.iter().all(is_one) {
        return None;
    }
    let mut group: Vec<Vec<u32>> = vec![(0..elements).collect()];
    let mut next = 0;
    while next < group.len() {
        for symmetry in symmetries {
            let both: Vec<u32> = group[next].iter().map(|&to| symmetry[to as usize]).collect();
            if !group.contains(&both) {
                if group.len() == MAX_SYMMETRIES {
                    return None;
                }
                group.push(both);
            }
        }
        next += 1;
    }
    Some(group)
}

/// The number of each symmetry's inverse.
fn inverses(group: &[Vec<u32>]) -> Vec<u32> {
    let numbers: HashMap<&Vec<u32>, u32> = group.iter().zip(0..).collect();
    let back = |to: &Vec<u32>| {
        let mut back = vec![0; to.len()];
        to.iter().zip(0..).for_each(|(&to, from)| back[to as usize] = from);
        back
    };
    // A group has them all.
    group.iter().map(|to| numbers.get(&back(to)).copied().unwrap_or(0)).collect()
}

fn images_of(to: &[u32]) -> [[u32; 256]; CHUNKS] {
    let mut images = [[0; 256]; CHUNKS];
    for (chunk, images) in images.iter_mut().enumerate() {
        for (set, image) in images.iter_mut().enumerate() {
            for (element, &to) in to.iter().enumerate().skip(8 * chunk).take(8) {
                *image |= u32::from(set >> (element - 8 * chunk) & 1 == 1) << to;
            }
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The edges of a complete graph, as the symmetries of its vertices take them.
    fn edges(vertices: u32) -> (u32, Vec<Vec<u32>>) {
        let list: Vec<[u32; 2]> = (0..vertices).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        let taken = |to: &dyn Fn(u32) -> u32| {
            let place = |[a, b]: [u32; 2]| {
                let ends = [to(a).min(to(b)), to(a).max(to(b))];
                list.iter().position(|&edge| edge == ends).unwrap() as u32
            };
            list.iter().map(|&edge| place(edge)).collect::<Vec<u32>>()
        };
        let swapped = taken(&|v| if v < 2 { 1 - v } else { v });
        let turned = taken(&|v| (v + 1) % vertices);
        (list.len() as u32, vec![swapped, turned])
    }

    fn apply(to: &[u32], set: u32) -> u32 {
        (0..to.len()).filter(|&k| set >> k & 1 == 1).fold(0, |image, k| image | 1 << to[k])
    }

    /// Against orbits that are walked through set by set.
    #[test]
    fn orbits_are_those_that_symmetries_make() {
        let turned = |n: u32| (0..n).map(|k| (k + 1) % n).collect::<Vec<u32>>();
        let cases = [
            (1, vec![]),
            (5, vec![]),
            (9, vec![turned(9)]),
            (12, vec![turned(12), (0..12).rev().collect()]),
            (6, edges(4).1),
            (10, edges(5).1),
            (11, vec![(0..11).rev().collect()]),
        ];
        for (elements, symmetries) in cases {
            let subsets = Subsets::new(elements, &symmetries).unwrap();
            let mut slots = vec![0; elements as usize + 1];
            for set in 0..1u32 << elements {
                let mut orbit = BTreeSet::from([set]);
                let mut open = vec![set];
                while let Some(one) = open.pop() {
                    open.extend(symmetries.iter().map(|to| apply(to, one)).filter(|&image| orbit.insert(image)));
                }
                let (slot, size) = subsets.rank(set);
                assert_eq!(size as usize, orbit.len(), "{set:b} of {elements}");
                let least = *orbit.first().unwrap();
                assert_eq!(subsets.unrank(set.count_ones(), slot), Some((least, size)));
                let (at, symmetry, only) = subsets.class(set);
                assert_eq!((u64::from(at), subsets.image(symmetry, set)), (slot, least));
                assert_eq!(only, size == subsets.symmetries());
                // Slots are given out in the order of the least images.
                if set == least {
                    assert_eq!(slot, slots[set.count_ones() as usize]);
                    slots[set.count_ones() as usize] += 1;
                }
            }
            for (count, &size) in (0..).zip(&slots) {
                assert_eq!((subsets.size(count), subsets.unrank(count, size)), (size, None));
                let mut shown = vec![];
                subsets.each(count, 0..size, |slot, set, orbit| shown.push((slot, subsets.rank(set), orbit)));
                assert!(shown.iter().zip(0..).all(|(&(slot, rank, orbit), k)| slot == k && rank == (k, orbit)));
                assert_eq!(shown.len() as u64, size);
            }
        }
    }

    /// Graphs on four and five vertices: 11 and 34 (OEIS A000088).
    #[test]
    fn graphs_are_counted() {
        for (vertices, graphs) in [(2, 2), (3, 4), (4, 11), (5, 34)] {
            let (count, symmetries) = edges(vertices);
            let subsets = Subsets::new(count, &symmetries).unwrap();
            assert_eq!((0..=count).map(|k| subsets.size(k)).sum::<u64>(), graphs);
        }
    }

    #[test]
    fn what_is_too_much_is_none() {
        assert!(Subsets::new(0, &[]).is_none() && Subsets::new(26, &[]).is_none());
        assert!(Subsets::new(3, &[vec![0, 1]]).is_none() && Subsets::new(3, &[vec![0, 1, 1]]).is_none());
        assert!(Subsets::new(3, &[vec![0, 1, 40]]).is_none());
        // All orders of six elements are 720.
        let turned = (0..6).map(|k| (k + 1) % 6).collect();
        assert!(Subsets::new(6, &[turned, vec![1, 0, 2, 3, 4, 5]]).is_none());
    }
}
