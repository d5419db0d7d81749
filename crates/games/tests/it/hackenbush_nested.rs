//! Tests the values of chains of subtrees in Hackenbush.

use grundy_games::internals::Nested;

#[test]
fn all_chains_at_once() {
    let mut nested = Nested::default();
    let (mut all, mut state) = (vec![], 1u64);
    for round in 0..300 {
        let length = round % 90;
        let components: Vec<u32> = (0..length)
            .map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                // Values of few bits give many equal chains, values of many bits give a deep trie.
                (state >> 40) as u32 & ((1 << (round % 14)) - 1)
            })
            .collect();
        nested.chains(&components, &mut all);
        for (k, &value) in all.iter().enumerate() {
            assert_eq!(
                value,
                components[..k].iter().rev().fold(0, |below, component| (component ^ below) + 1),
                "{components:?}, {k}"
            );
        }
    }
}
