//! Tests batches after artificial values of every size, with every case of the exactness proof.

use grundy_lang::text;
use grundy_rules::{Budget, Splitting};
use grundy_sequence::Instructions;
use grundy_sequence::internals::filter::Filter;
use grundy_sequence::internals::moves::KernelMoves;
use grundy_sequence::internals::values::stored_values;

/// A generator of pseudorandom numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }
}

/// Computes the value of the next heap by the definition.
fn value_by_definition(moves: &KernelMoves, list: &[u32]) -> u32 {
    let n = list.len();
    let mut options: Vec<u32> = moves.one.iter().map(|take| list[n - take]).collect();
    for take in &moves.two {
        let pairs = (1..n - take).filter(|a| !moves.unequal || 2 * a != n - take);
        options.extend(pairs.map(|a| list[a] ^ list[n - take - a]));
    }
    options.sort_unstable();
    options.dedup();
    (0..).zip(&options).find(|(k, option)| k != *option).map_or(options.len() as u32, |(k, _)| k)
}

/// Compares `count` values after `list` with the definition; returns the number of recomputed heaps.
fn compare_with_definition(
    moves: &KernelMoves,
    list: &[u32],
    count: usize,
    instructions: Instructions,
    pages: Option<usize>,
) -> u64 {
    let mut values = stored_values(list);
    let mut filter = Filter::with_max_pages(pages);
    let budget = Budget::default();
    let mut meter = budget.meter(text!("heaps"));
    let end = list.len() + count;
    filter.fill(instructions, 1, moves, &mut values, end, &mut meter).unwrap();
    let mut expected = list.to_vec();
    while expected.len() < values.len() {
        expected.push(value_by_definition(moves, &expected));
    }
    let found: Vec<u32> = (0..values.len()).map(|n| values.get(n)).collect();
    let differs = (0..found.len()).find(|&n| found[n] != expected[n]);
    assert_eq!(differs, None, "{instructions:?}, {pages:?} pages");
    assert!(values.len() == end || found.last().is_some_and(|&value| value > 65535));
    filter.recomputed
}

fn splits(two: &[u64], unequal: bool) -> KernelMoves {
    KernelMoves::new(&Splitting { one: vec![1], two: two.to_vec(), unequal, ..Splitting::default() })
}

#[test]
fn batches_follow_the_definition_for_values_of_every_size() {
    let mut random = Random(11);
    for most in [3u64, 100, 900, 1500, 4000, 8000, 20_000, 65_535] {
        for (k, (two, unequal)) in [(&[2][..], false), (&[0, 3][..], true), (&[1][..], true)].into_iter().enumerate() {
            let moves = splits(two, unequal);
            // Small values are frequent, so some larger values stay open for many pairs.
            let list: Vec<u32> = (0..4200 + 300 * k)
                .map(|_| {
                    let scale = random.below(17) as u32;
                    (random.below(most) >> scale) as u32
                })
                .collect();
            for instructions in Instructions::all() {
                for pages in [None, Some(0), Some(2), Some(4), Some(8)] {
                    compare_with_definition(&moves, &list, 70, instructions, pages);
                }
            }
        }
    }
}

/// Returns values for which a single, random pair has each value up to `most`, with few exceptions.
fn each_once(random: &mut Random, length: usize, most: u32) -> Vec<u32> {
    let mut half = vec![0; length / 2];
    half.iter_mut().zip(0..=most).for_each(|(place, value)| *place = value);
    for k in (1..half.len()).rev() {
        half.swap(k, random.below(k as u64 + 1) as usize);
    }
    let mut all = vec![0; length - half.len()];
    all.append(&mut half);
    all
}

#[test]
fn no_pair_is_missed() {
    let mut random = Random(14);
    for (length, most) in [(4300, 300), (8000, 1000), (9000, 2000), (20_000, 4000), (40_000, 8000), (80_000, 20_000)] {
        let list = each_once(&mut random, length, most);
        for (two, unequal) in [(&[2][..], false), (&[1][..], true), (&[0][..], false)] {
            for instructions in Instructions::all() {
                for pages in [None, Some(0), Some(2), Some(4), Some(8)] {
                    compare_with_definition(&splits(two, unequal), &list, 3, instructions, pages);
                }
            }
        }
    }
}

/// Computes few heaps, so that an interpreter such as Miri can run the test (see `docs/kernels.md`).
#[test]
fn a_few_heaps_follow_the_definition() {
    let mut random = Random(13);
    let moves = splits(&[1], false);
    for instructions in Instructions::all() {
        compare_with_definition(&moves, &each_once(&mut random, 6000, 1000), 2, instructions, None);
    }
    for (most, shift) in [(900u64, 6), (1900, 6), (4000, 7), (8000, 8), (30_000, 10)] {
        let list: Vec<u32> = (0..4150).map(|_| (random.below(most) >> random.below(shift)) as u32).collect();
        for instructions in Instructions::all() {
            compare_with_definition(&moves, &list, 2, instructions, None);
        }
    }
}

/// Recomputes heaps if the bound, which the last 1024 values determine, is too low.
#[test]
fn heaps_above_a_low_bound_are_recomputed() {
    let mut random = Random(12);
    let moves = splits(&[1], false);
    let list: Vec<u32> = (0..6000).map(|n| if n < 4900 { random.below(700) } else { random.below(4) } as u32).collect();
    for instructions in Instructions::all() {
        for pages in [None, Some(0), Some(2), Some(4), Some(8)] {
            assert!(compare_with_definition(&moves, &list, 40, instructions, pages) > 0);
        }
    }
}

/// If all smaller values are options, the value is a new power of two, and the batch ends.
#[test]
fn new_powers_of_two_are_values() {
    let moves = splits(&[0], false);
    for bits in [1u32, 7, 9, 12, 13] {
        let list: Vec<u32> = (0..(4 << bits).max(5000)).map(|n| n % (1 << bits)).collect();
        for pages in [None, Some(0), Some(2), Some(4), Some(8)] {
            compare_with_definition(&moves, &list, 40, Instructions::best(), pages);
        }
    }
}

/// Stops after the first value of 65536 or more, which does not fit into a word.
#[test]
fn fill_stops_at_65536() {
    let moves = splits(&[0], false);
    let list: Vec<u32> = (0..1 << 18).map(|n| n % (1 << 16)).collect();
    let mut values = stored_values(&list);
    let budget = Budget::default();
    let mut meter = budget.meter(text!("heaps"));
    let mut filter = Filter::default();
    let before = values.len();
    filter.fill(Instructions::best(), 1, &moves, &mut values, before + 5, &mut meter).unwrap();
    assert_eq!(values.get(before), value_by_definition(&moves, &list));
    assert_eq!(values.len(), before + if values.get(before) > 65535 { 1 } else { 5 });
}
