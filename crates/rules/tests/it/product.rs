//! Tests products of numberings.

use grundy_rules::indexed::{Numbering, Product, Subsets, Sums};
use std::collections::BTreeMap;

/// Checks that slots of nested products have no gaps and contain exactly the images of one pair.
#[test]
fn product_slots_are_orbits_of_pairs() {
    type Item = ((u32, Vec<u64>), u32);
    let beads = || Subsets::new(5, &[(0..5).map(|k| (k + 1) % 5).collect()]).unwrap().for_size(2);
    let stones = Sums::new(&[3, 3], &[1, 1], 4, true).unwrap().for_total(4, 2);
    let all = Product::new(Product::new(beads(), stones).unwrap(), beads()).unwrap();
    let pairs: Vec<u32> = (0..32u32).filter(|set| set.count_ones() == 2).collect();
    let turn = |set: u32| (set << 1 | set >> 4) & 31;
    let least = |set: u32| (0..5).scan(set, |set, _| Some(std::mem::replace(set, turn(*set)))).min().unwrap();
    let mut slots: BTreeMap<u64, Vec<Item>> = BTreeMap::new();
    for &one in &pairs {
        for (a, &other) in (0..=4).flat_map(|a| pairs.iter().map(move |other| (a, other))) {
            let item = ((one, vec![a, 4 - a]), other);
            match all.rank(&item) {
                Some((slot, _)) => slots.entry(slot).or_default().push(item),
                None => assert!(!(1..=3).contains(&a)),
            }
        }
    }
    assert!(slots.keys().copied().eq(0..all.size()) && all.unrank(all.size()).is_none());
    for (slot, items) in slots {
        let (representative, orbit) = all.unrank(slot).unwrap();
        assert_eq!((all.rank(&representative), items.len() as u32), (Some((slot, orbit)), orbit));
        let ((a, list), b) = &representative;
        assert!(items.iter().all(|((x, other), y)| (least(*x), other, least(*y)) == (*a, list, *b)), "{items:?}");
    }
    assert_eq!(all.rank(&((0b11, vec![1, 2]), 0b11)), None);
    assert_eq!(all.rank(&((0b111, vec![1, 3]), 0b11)), None);
    assert_eq!(all.rank(&((0b11, vec![1, 3]), 0b100001)), None);
    let large = || Sums::new(&[1 << 40], &[0], 0, false).unwrap().for_total(0, 1);
    assert!(Product::new(large(), large()).is_none());
}
