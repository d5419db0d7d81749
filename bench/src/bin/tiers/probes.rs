//! Measures lookups of positions in a folder of solved positions, for compressed and mapped blocks.

use crate::{budget, scratch, times};
use grundy::parse;
use grundy::unstable::games::library;
use grundy::unstable::solve::tiers::decode_outcome;
use grundy::unstable::store::database::{Database, Folder, pack, unpack};
use std::hint::black_box;
use std::path::Path;

/// The number of lookups in compressed blocks (`PACKED`) and in mapped blocks (`MAPPED`).
const PACKED: usize = 200_000;
const MAPPED: usize = 20_000_000;

pub fn measure() {
    let folder = scratch("probes");
    let spec = parse("quixo[4](start)").expect("a position");
    Folder::open(&folder, &spec, &budget(1 << 30)).expect("an empty folder").solve(&budget(1 << 30)).expect("it fits");
    pack(&folder, &budget(1 << 30), &mut |_, _, _| ()).expect("it is whole");
    let packed = probes(&folder, "probes, packed", PACKED, "<= 10 µs");
    let bits = bits(&folder);
    println!("{:30} {bits:.3} bits a position on disk: <= 1.4", "");
    unpack(&folder, &budget(1 << 30), &mut |_, _, _| ()).expect("it is whole");
    assert_eq!(packed[..], probes(&folder, "probes, mapped", MAPPED, "<= 20 ns")[..PACKED], "mapped as packed");
    std::fs::remove_dir_all(folder).expect("nobody else uses it");
}

/// Returns the number of bits on disk per position; symmetric positions count as one.
fn bits(folder: &Path) -> f64 {
    let database = Database::open(folder, library(), &budget(1 << 30)).expect("it is whole");
    let bytes: u64 = database.manifest().tiers.iter().map(|tier| tier.bytes).sum();
    8.0 * bytes as f64 / database.tally().orbits.iter().sum::<u64>() as f64
}

/// Looks up `count` random slots, each tier in proportion to its size, and returns their codes.
fn probes(folder: &Path, name: &str, count: usize, aim: &str) -> Vec<u32> {
    let database = Database::open(folder, library(), &budget(1 << 30)).expect("it is whole");
    let tiers: Vec<(u32, u64)> = database.manifest().tiers.iter().map(|tier| (tier.tier, tier.slots)).collect();
    let all: u64 = tiers.iter().map(|tier| tier.1).sum();
    let mut state = 1u64;
    let slots: Vec<(u32, u64)> = (0..count)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut at = (state >> 16) % all;
            let tier = tiers.iter().find(|tier| {
                let is_inside = at < tier.1;
                at -= if is_inside { 0 } else { tier.1 };
                is_inside
            });
            (tier.expect("below the number of all").0, at)
        })
        .collect();
    // Every block is read once before the measurement, as in a program that has run for a while. This also verifies the
    // checksums of mapped blocks.
    for &(tier, slots) in &tiers {
        (0..slots).step_by(1024).for_each(|slot| drop(black_box(database.code(tier, slot))));
    }
    let before = times();
    let mut found = Vec::with_capacity(count);
    found.extend(slots.iter().map(|&(tier, slot)| database.code(tier, slot).expect("it is whole")));
    let after = times();
    assert!(found.iter().all(|&code| decode_outcome(code).is_some()));
    let seconds = (after[0] - before[0] + after[1] - before[1]) / count as f64;
    println!("{name:30} {:.1} ns each, user and system: {aim}", seconds * 1e9);
    found
}
