//! Tests the transposition table of scoring games.

use grundy_engines::internals::scoring::{BoundsTable, ScoreBounds, entry_bytes, page_hash};
use grundy_rules::Player;
use std::collections::HashMap;
use std::hash::Hash;

fn score_bounds(low: i64, high: i64) -> ScoreBounds {
    ScoreBounds { low, high, visits: 1, hint: 0 }
}

fn get<K: Eq + Clone + Hash>(table: &mut BoundsTable<K>, player: Player, keys: &[&K]) -> Option<ScoreBounds> {
    table.probe(player, keys, |_| false)
}

#[test]
fn stored_bounds_are_intersected() {
    let mut table = BoundsTable::new(1 << 20);
    let key = 5u64;
    let mut put = |bounds| table.put(Player::LEFT, &[&key], bounds, 1, 0);
    put(score_bounds(-3, i64::MAX));
    put(score_bounds(i64::MIN, 7));
    put(score_bounds(-5, 9));
    assert_eq!(get(&mut table, Player::LEFT, &[&key]).unwrap(), score_bounds(-3, 7));
    // Positions on the same page are not equal.
    assert!(get(&mut table, Player::RIGHT, &[&key]).is_none());
    assert!(get(&mut table, Player::LEFT, &[&6]).is_none());
    assert!(get(&mut table, Player::LEFT, &[&key, &key]).is_none());
}

#[test]
fn full_table_keeps_entries_with_most_work() {
    let mut table = BoundsTable::new(1 << 20);
    for key in 0u64..100_000 {
        let work = if key.is_multiple_of(100) { 1 << 20 } else { 1 };
        table.put(Player::LEFT, &[&key], score_bounds(key as i64, key as i64), work, 10);
        assert!(table.bytes() <= 1 << 20);
    }
    let found: Vec<u64> = (0..100_000).filter(|key| get(&mut table, Player::LEFT, &[key]).is_some()).collect();
    assert!(found.len() > 4000, "{}", found.len());
    for key in &found {
        assert_eq!(get(&mut table, Player::LEFT, &[key]).unwrap().low, *key as i64);
    }
    let long = found.iter().filter(|key| key.is_multiple_of(100)).count();
    assert!(long > 950, "{long} of 1000 entries that took long were kept");
}

#[test]
fn table_agrees_with_a_hash_map() {
    let mut table: BoundsTable<(u32, u64)> = BoundsTable::new(1 << 30);
    let mut plain: HashMap<(u8, Vec<(u32, u64)>), ScoreBounds> = HashMap::new();
    let mut seed = 3u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for _ in 0..100_000 {
        let count = if random(4) == 0 { random(4) } else { 1 };
        let keys: Vec<(u32, u64)> = (0..count).map(|_| (random(20) as u32, random(90))).collect();
        let player = Player(random(2) as u8);
        let low = if random(3) == 0 { i64::MIN } else { random(1 << 33) as i64 - (1 << 34) };
        let high = if random(3) == 0 { i64::MAX } else { low.max(-1 << 20) + random(1 << 31) as i64 };
        let new = ScoreBounds { low, high, visits: 1, hint: random(1 << 20) };
        let list: Vec<&(u32, u64)> = keys.iter().collect();
        let expected = plain.get(&(player.0, keys.clone()));
        assert_eq!(get(&mut table, player, &list).map(|k| (k.visits, k.hint)), expected.map(|k| (k.visits, k.hint)));
        if let (Some(got), Some(expected)) = (get(&mut table, player, &list), expected) {
            // The table may omit a bound, but must not change it.
            assert!(got.low == expected.low && got.high >= expected.high || got.high == expected.high);
        }
        table.put(player, &list, new, 1 + random(100), 0);
        let entry =
            plain.entry((player.0, keys.clone())).or_insert(ScoreBounds { low: i64::MIN, high: i64::MAX, ..new });
        let low = get(&mut table, player, &list).unwrap().low;
        *entry = ScoreBounds { low: entry.low.max(new.low), high: entry.high.min(new.high), hint: new.hint, ..*entry };
        assert_eq!(low, entry.low);
    }
    for ((player, keys), bounds) in plain {
        let list: Vec<&(u32, u64)> = keys.iter().collect();
        table.probe(Player(player), &list, |_| true).unwrap();
        assert_eq!(get(&mut table, Player(player), &list).unwrap().visits, bounds.visits + 1);
    }
}

#[test]
fn neighbours_share_a_page() {
    let page = |a: u32, b: u32| page_hash(&(a, b), Player::LEFT);
    assert_eq!(page(7, 32), page(7, 47));
    assert_ne!(page(7, 32), page(7, 48));
    assert_ne!(page(7, 32), page(8, 32));
    assert_eq!(entry_bytes::<(u32, u32)>(), 24);
}

#[test]
fn a_tiny_limit_is_no_failure() {
    let mut table = BoundsTable::new(0);
    for key in 0u64..5000 {
        table.put(Player::LEFT, &[&key], score_bounds(1, 1), 1, 100);
    }
    assert!(table.bytes() < 1 << 18);
}
