//! Tests the maps that fold sets of values.

use crate::filter_batches::Random;
use grundy_sequence::internals::filter::{ALL, Fold, fold};
use grundy_sequence::lanes::PagedSet;
use grundy_sequence::{Instructions, with_lanes};

with_lanes!(fn folded(open: &mut PagedSet<ALL>, pages: usize, known: Option<Fold>) -> Fold = fold);

fn has(pages: &[[u8; 128]], x: usize) -> bool {
    pages[x / 1024][x % 128] >> (x / 128 % 8) & 1 == 1
}

#[test]
fn folded_sets_agree_with_columns() {
    let mut random = Random(3);
    for round in 0..40 {
        let mut open: PagedSet<ALL> = [[0; 128]; ALL];
        let below = [2000, 9000, 16384, 20_000, 32_768][round % 5];
        let values: Vec<usize> = (0..300).map(|_| random.below(below) as usize).collect();
        values.iter().for_each(|&x| open[x / 1024][x % 128] |= 1 << (x / 128 % 8));
        for pages in [1, 2, 4, 8] {
            let of = |instructions, known| {
                let mut set = open;
                let fold = folded(instructions, &mut set, pages, known);
                (fold, set[..pages].to_vec())
            };
            let (fold, set) = of(Instructions::Portable, None);
            let columns = fold.columns(pages);
            let turned = |x: usize| (0..8).filter(|k| x >> (7 + k) & 1 == 1).fold(0, |to, k| to ^ columns[k]);
            let place = |x: usize| 128 * usize::from(turned(x)) + x % 128;
            let mut expected = vec![false; 1024 * pages];
            values.iter().for_each(|&x| expected[place(x)] = true);
            assert!((0..1024 * pages).all(|y| has(&set, y) == expected[y]), "{pages} pages, {fold:?}");
            assert!((0..1024 * pages).all(|y| place(y) == y));
            for instructions in Instructions::all() {
                assert_eq!(of(instructions, None), (fold, set.clone()));
                assert_eq!(of(instructions, Some(fold)), (fold, set.clone()));
            }
        }
    }
}

/// Opens the values with an odd number of bits in a mask. A good fold maps two of them to each place.
#[test]
fn open_values_share_their_places() {
    for mask in [0x3980usize, 0x7800, 0x6480, 0x2081] {
        let mut open: PagedSet<ALL> = [[0; 128]; ALL];
        let values = (0..16_384usize).filter(|x| (x & mask).count_ones() % 2 == 1);
        values.for_each(|x| open[x / 1024][x % 128] |= 1 << (x / 128 % 8));
        folded(Instructions::best(), &mut open, 8, None);
        let count: u32 = open[..8].as_flattened().iter().map(|byte| byte.count_ones()).sum();
        assert_eq!(count, 4096, "{mask:x}");
    }
}
