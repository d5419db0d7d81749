//! Tests the containers that report their memory use.

use grundy_engines::internals::memory::{BytePages, PagedVec, table_bytes};
use grundy_engines::memory::{map_bytes, map_growth};
use std::collections::HashMap;

#[test]
fn pages_are_lists() {
    let mut pages = PagedVec::new();
    let mut list: Vec<[u64; 3]> = vec![];
    let mut seed = 7u64;
    for step in 0..100_000u64 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if seed >> 62 == 0 {
            assert_eq!(pages.pop(), list.pop());
        } else {
            pages.push([step; 3]);
            list.push([step; 3]);
        }
        assert_eq!(pages.len(), list.len());
    }
    assert!((0..list.len()).all(|at| pages[at] == list[at]));
    pages[40_000] = [1; 3];
    assert_eq!((pages[40_000], pages[39_999]), ([1; 3], list[39_999]));
    let items = 24 * pages.len() as u64;
    assert!(pages.bytes() >= items && pages.bytes() < items + items / 4 + (1 << 16), "{}", pages.bytes());
}

#[test]
fn byte_strings_do_not_move() {
    let mut strings = BytePages::default();
    let long = vec![7; 1 << 17];
    let places: Vec<u64> = (0..50_000u32).map(|k| strings.push(&k.to_le_bytes())).collect();
    let at = strings.push(&long);
    assert!(places.iter().enumerate().all(|(k, &at)| strings.from(at).starts_with(&(k as u32).to_le_bytes())));
    assert!(strings.from(at).starts_with(&long));
    assert!(strings.bytes() >= 200_000 + (1 << 17) && strings.bytes() < 500_000);
}

#[test]
fn table_bytes_match_the_allocation() {
    let mut map: HashMap<u64, u32> = HashMap::new();
    let mut table = hashbrown::HashTable::new();
    for k in 0..100_000u64 {
        map.insert(k, 0);
        table
            .insert_unique(k.wrapping_mul(0x9E37_79B9_7F4A_7C15), [k; 2], |k| k[0].wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let expected = table_bytes(table.capacity(), 16);
        assert!(expected.abs_diff(table.allocation_size() as u64) < 64, "{expected} {}", table.allocation_size());
    }
    assert_eq!(map_growth(&map), 0);
    assert!(map_bytes(&map) >= 100_000 * 17);
}
