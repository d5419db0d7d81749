//! Tests the tables of a search over sums.

use grundy_engines::internals::multiset::gather;
use grundy_engines::internals::positions::Positions;
use grundy_engines::multiset::Multiset;
use grundy_engines::positions::{ComponentOptions, Successor};
use grundy_rules::{Budget, ErrorKind, Player};
use smallvec::smallvec;
use std::collections::HashMap;

#[test]
fn positions_keep_their_numbers() {
    let mut positions: Positions<u32> = Positions::new(3);
    let mut plain: HashMap<(Vec<(u32, u64)>, usize), u32> = HashMap::new();
    let budget = Budget::default();
    let mut seed = 3u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for _ in 0..60_000 {
        let mut key: Multiset = (0..random(5)).map(|_| (random(200) as u32, 1 + random(300))).collect();
        gather(&mut key).unwrap();
        let tag = random(3) as usize;
        let expected = plain.get(&(key.to_vec(), tag)).copied();
        assert_eq!(positions.find(&key, tag), expected);
        let number = positions.intern(&key, tag, 7 * plain.len() as u32, 0, &budget).unwrap();
        assert_eq!(number, *plain.entry((key.to_vec(), tag)).or_insert(number));
    }
    assert_eq!(positions.len(), plain.len());
    for ((key, tag), number) in plain {
        assert_eq!(positions.key(number)[..], key[..]);
        assert_eq!((positions.tag(number), *positions.data(number)), (tag, 7 * number));
    }
    assert!(positions.bytes() < 50 * positions.len() as u64, "{}", positions.bytes());
}

#[test]
fn numbers_of_all_lengths() {
    let mut positions: Positions<()> = Positions::new(1);
    let budget = Budget::default();
    let keys: [&[(u32, u64)]; 6] = [
        &[],
        &[(0, 1)],
        &[(u32::MAX - 1, u64::MAX)],
        &[(0, 127), (1, 128)],
        &[(0, 127)],
        &[(7, u64::MAX), (400, 1 << 35)],
    ];
    let numbers = keys.map(|key| positions.intern(key, 0, (), 0, &budget).unwrap());
    for (key, number) in keys.iter().zip(numbers) {
        assert_eq!(positions.key(number)[..], **key);
    }
    let long: Multiset = (0..40_000).map(|k| (3 * k, 1)).collect();
    let number = positions.intern(&long, 0, (), 0, &budget).unwrap();
    assert_eq!((positions.find(&long, 0), positions.key(number)), (Some(number), &long));
    let tight = Budget { bytes: 1 << 10, ..budget };
    assert_eq!(positions.intern(&[(5, 5)], 0, (), 0, &tight).unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn packed_options_are_unchanged() {
    let once: Vec<Successor> =
        vec![(smallvec![], Player(1)), (smallvec![(4, 1), (5, 1), (9, 1)], Player(0)), (smallvec![(2, 1)], Player(1))];
    let several: Vec<Successor> =
        vec![(smallvec![(4, 1), (5, 1 << 40)], Player(0)), (smallvec![], Player(1)), (smallvec![(2, 1)], Player(1))];
    for successors in [once, several] {
        let options = ComponentOptions::pack(successors.clone()).unwrap();
        for (at, (left, next)) in successors.iter().enumerate() {
            let (found, player) = options.get(at).unwrap();
            assert_eq!((found.counted().collect::<Multiset>(), player), (left.clone(), *next));
        }
        assert_eq!(options.get(3), None);
    }
}
