//! Tests of `rising`.

use differ::games;
use differ::play::Side;
use differ::random::Random;
use differ::rising::{Stated, Values, digits_of};
use serde_json::json;
use std::collections::HashMap;

#[test]
fn stated_quotients_decide_sums() {
    assert_eq!(digits_of("1^{031}"), Some(vec![0, 3, 1, 3, 1]));
    assert_eq!(digits_of("4^{146} wild"), Some(vec![1, 4, 6, 4, 6]));
    // With heaps of one stone only, an odd number of them is lost.
    let answer =
        json!({"relations": ["a^2=1"], "accept": ["a"], "phi": ["a", "1"], "others": [{"heap": 7, "element": "a"}]});
    let stated = Stated::read(&answer).unwrap();
    assert_eq!(stated.is_lost(&[1, 1, 2, 7]), Some(true));
    assert_eq!(stated.is_lost(&[1, 7]), Some(false));
    assert_eq!(stated.is_lost(&[3]), None);
}

/// Checks that the generated rules never repeat a position, and that some of them let heaps grow.
#[test]
fn rising_rules_end() {
    let mut up = 0;
    for piece in 0..200 {
        let (rules, max_number) = games::random_rising(&mut Random::for_piece(7, piece));
        let mut values = Values { rules: rules.clone(), known: HashMap::new() };
        for heap in 0..=max_number {
            let _ = values.evaluate(&(vec![heap], [0, 0]));
            let moves = rules.moves(&[heap], Side::Left).unwrap();
            up += usize::from(moves.iter().any(|one| one.to.iter().any(|part| part[0] > heap)));
        }
    }
    assert!(up > 200, "{up}");
}
