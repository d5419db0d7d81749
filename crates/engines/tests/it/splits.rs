//! Tests tables of games whose moves split heaps.

use grundy_engines::internals::splits::{compute_value, periodic_moves, sequence};
use grundy_engines::splits::SplitTable;
use grundy_games::octal::Octal;
use grundy_rules::{Budget, HeapMove, Player, Rules as _};

fn octal(code: &str) -> Octal {
    Octal { code: code.parse().unwrap() }
}

#[test]
fn moves_by_residue_class_agree_with_trying_all() {
    for code in ["0.77", "0.07", "0.137", "0.15"] {
        let rules = octal(code);
        let mut table = SplitTable::new(&rules);
        compute_value(&mut table, &rules, 1 << 40, &Budget::default()).unwrap();
        let sequence = sequence(&table).unwrap_or_else(|| panic!("{code} is octal"));
        let heap = 4000;
        for to in 0..6u128 {
            let value = |n: &u64| u128::from(sequence.known_value(*n).unwrap());
            let slow: Vec<HeapMove> = rules
                .moves(&heap, Player::LEFT)
                .filter(|mv| mv.remaining.iter().fold(0, |xor, n| xor ^ value(n)) == to)
                .collect();
            let (count, list) = periodic_moves(&table, &rules.code, heap, to, 100_000).unwrap();
            assert_eq!(count, slow.len() as u128, "{code} to {to}");
            assert_eq!(list, slow, "{code} to {to}");
        }
    }
}
