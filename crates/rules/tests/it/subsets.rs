//! Tests the numbering of subsets up to symmetry.

use grundy_rules::indexed::Subsets;
use std::collections::BTreeSet;

/// Returns the number of edges of a complete graph, and two generators of its symmetries on edges.
fn edges(vertices: u32) -> (u32, Vec<Vec<u32>>) {
    let list: Vec<[u32; 2]> = (0..vertices).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    let edge_images = |to: &dyn Fn(u32) -> u32| {
        let place = |[a, b]: [u32; 2]| {
            let ends = [to(a).min(to(b)), to(a).max(to(b))];
            list.iter().position(|&edge| edge == ends).unwrap() as u32
        };
        list.iter().map(|&edge| place(edge)).collect::<Vec<u32>>()
    };
    let swapped = edge_images(&|v| if v < 2 { 1 - v } else { v });
    let turned = edge_images(&|v| (v + 1) % vertices);
    (list.len() as u32, vec![swapped, turned])
}

fn apply(to: &[u32], set: u32) -> u32 {
    (0..to.len()).filter(|&k| set >> k & 1 == 1).fold(0, |image, k| image | 1 << to[k])
}

/// Compares slots, sizes and representatives with orbits that are enumerated set by set.
#[test]
fn orbits_match_enumeration() {
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
            let (at, symmetry, is_unique) = subsets.class(set);
            assert_eq!((u64::from(at), subsets.image(symmetry, set)), (slot, least));
            assert_eq!(is_unique, size == subsets.symmetries());
            // Slots are assigned in the order of the least images.
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

/// Counts the graphs on two to five vertices: there are 2, 4, 11 and 34 (OEIS A000088).
#[test]
fn orbits_of_edge_sets_count_graphs() {
    for (vertices, graphs) in [(2, 2), (3, 4), (4, 11), (5, 34)] {
        let (count, symmetries) = edges(vertices);
        let subsets = Subsets::new(count, &symmetries).unwrap();
        assert_eq!((0..=count).map(|k| subsets.size(k)).sum::<u64>(), graphs);
    }
}

#[test]
fn invalid_groups_are_rejected() {
    assert!(Subsets::new(0, &[]).is_none() && Subsets::new(26, &[]).is_none());
    assert!(Subsets::new(3, &[vec![0, 1]]).is_none() && Subsets::new(3, &[vec![0, 1, 1]]).is_none());
    assert!(Subsets::new(3, &[vec![0, 1, 40]]).is_none());
    // The group of all 720 permutations of six elements is too large.
    let turned = (0..6).map(|k| (k + 1) % 6).collect();
    assert!(Subsets::new(6, &[turned, vec![1, 0, 2, 3, 4, 5]]).is_none());
}
