//! Tests the formulas of subtraction games.

use grundy_games::take::{Blocks, Take, block_count, block_moves, block_value, power_value};
use grundy_rules::heaps::TakeSome;
use grundy_rules::{Amounts, Player, Rules};

/// Checks that the formulas for counts and moves agree with trying every amount.
#[test]
fn moves_by_formula() {
    for set in
        ["1..3", "2..5", "3..3", "1..1", "4..11", "1..", "3..", "5..6", "2,4,6", "3..4,6,8", "3,6..", "4..5,9,11.."]
    {
        let take = Take { amounts: set.parse().unwrap() };
        for heap in 0..60u64 {
            for to in 0..20u128 {
                let slow: Vec<TakeSome> =
                    take.moves(&heap, Player::LEFT).filter(|mv| block_value(&take, &(heap - mv.0)) == to).collect();
                let fast: Vec<TakeSome> = block_moves(&take, &heap, to).collect();
                assert_eq!(fast, slow, "take[{set}]({heap}) to {to}");
                assert_eq!(block_count(&take, &heap, to), slow.len() as u128);
            }
        }
    }
}

/// Checks that the formulas hold for a subset of 1..11 iff no gap exceeds the least member.
///
/// The test compares values, outcomes and misère play.
#[test]
fn gap_condition_is_exact_for_small_sets() {
    let mut near = 0;
    for set in 1u32..1 << 11 {
        let amounts = Amounts::from_numbers((1..=11).filter(|s| set >> (s - 1) & 1 == 1));
        let blocks = Blocks::new(&amounts);
        let (low, heaps) = (amounts.min(), 0..60u64);
        let (mut values, mut lost): (Vec<u128>, Vec<bool>) = (vec![], vec![]);
        for n in heaps.clone() {
            let option_values: Vec<u128> = amounts.up_to(n).map(|s| values[(n - s) as usize]).collect();
            values.push((0..).find(|v| !option_values.contains(v)).unwrap());
            lost.push(!option_values.is_empty() && amounts.up_to(n).all(|s| !lost[(n - s) as usize]));
        }
        let holds = [
            heaps.clone().all(|n| values[n as usize] == blocks.value(n.into())),
            heaps.clone().all(|n| (values[n as usize] == 0) == (blocks.value(n.into()) == 0)),
            heaps.clone().all(|n| lost[n as usize] == (blocks.value(n.into()) == 1)),
        ];
        let small = amounts.widest_gap().is_some_and(|gap| gap <= low);
        assert_eq!(holds, [small; 3], "take[{amounts}]");
        near += u32::from(small);
    }
    assert_eq!(near, 573);
}

#[test]
fn the_ends_of_the_range_of_numbers() {
    let top = u64::MAX;
    let all = Take { amounts: Amounts::range(1, top) };
    assert_eq!(block_value(&all, &top), u128::from(top));
    assert_eq!(block_count(&all, &top, 0), 1);
    let powers = Take { amounts: "2^k".parse().unwrap() };
    assert_eq!(power_value(&powers, &top), 0); // 2^64 − 1 is a multiple of 3
    let large = Take { amounts: "18446744073709551614^k".parse().unwrap() };
    assert_eq!(power_value(&large, &(top - 1)), 2);
}
