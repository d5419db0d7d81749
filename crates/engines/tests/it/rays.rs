//! Tests tables of games whose moves follow rays.

use grundy_engines::internals::rays::RayTable;
use grundy_rules::{Budget, Play, mex};

#[test]
fn agrees_with_the_mex_of_all_options() {
    let sets: [&[[u64; 2]]; 6] = [
        &[[1, 0], [0, 1], [2, 3], [3, 2]],
        &[[1, 0], [0, 1], [1, 1]],
        &[[1, 0], [0, 1]],
        &[[1, 2], [2, 1]],
        &[[2, 0], [0, 3], [1, 1]],
        &[[1, 1]],
    ];
    for steps in sets {
        for play in [Play::Normal, Play::Misere] {
            for (a, b) in [(33u64, 47u64), (3, 90), (70, 2), (0, 40), (75, 75)] {
                let table = RayTable::compute(steps, play, [a, b], &Budget::default()).unwrap();
                for x in 0..=a {
                    for y in 0..=b {
                        let options: Vec<u128> = steps
                            .iter()
                            .flat_map(|&[dx, dy]| {
                                (1..).map(move |k| (k * dx, k * dy)).take_while(move |&(p, q)| p <= x && q <= y)
                            })
                            .map(|(p, q)| table.value([x - p, y - q]).into())
                            .collect();
                        let end = options.is_empty() && play == Play::Misere;
                        assert_eq!(
                            u128::from(table.value([x, y])),
                            if end { 1 } else { mex(options) },
                            "{steps:?} {x},{y}"
                        );
                    }
                }
            }
        }
    }
    assert!(RayTable::compute(sets[0], Play::Normal, [1 << 40, 1 << 40], &Budget::default()).is_err());
}
