//! Tests the comparison of claims with tables.

use grundy_proof::ProveOptions;
use grundy_proof::internals::reference_table::{ReferenceTable, first_point, next_point};
use grundy_rulelang::claims::Claim;
use grundy_solve::{Budget, Solver};

#[test]
fn points_come_by_sum_then_in_order() {
    for (arity, most) in [(0, 3), (1, 5), (2, 4), (3, 3), (4, 2)] {
        let mut all = vec![];
        for total in 0..=most * arity as u64 {
            let mut point = first_point(total, arity, most);
            while let Some(at) = point {
                all.push(at.clone());
                point = next_point(at, most);
            }
        }
        let mut sorted = all.clone();
        sorted.sort_by_key(|p| (p.iter().sum::<u64>(), p.clone()));
        sorted.dedup();
        assert_eq!(all, sorted);
        assert_eq!(all.len() as u64, (most + 1).pow(arity as u32));
    }
}

#[test]
fn claims_are_refuted_at_the_least_position() {
    let cases = [
        ("take[1..2]", "P iff n % 3 == 1", Some(vec![0])),
        ("take[1..2]", "G(n) == n % 3 or n == 7", None),
        ("take[1..2]", "G(n+1) == G(n) + 1", Some(vec![2])),
        ("nim", "P iff a xor b xor c == 0 or a + b + c == 9", Some(vec![0, 0, 9])),
        ("misere nim", "P iff a xor b == 0", Some(vec![0, 0])),
        ("misere nim", "P iff (a xor b == 0 and max(a,b) > 1) or (max(a,b) <= 1 and (a+b) % 2 == 1)", None),
        ("wythoff", "P iff min(a,b) == floor((max(a,b)-min(a,b))*phi)", None),
        ("wythoff", "P iff b-a >= 0 and a == floor((b-a)*phi)", Some(vec![2, 1])),
        ("take[1,2|1,3]", "P iff n % 2 == 0 and n < 2", None),
    ];
    for (rules, text, least) in cases {
        let rules = grundy_games::parse_rules(rules).unwrap();
        let claim = Claim::parse(text, &rules).unwrap();
        let mut solver = Solver::new();
        let budget = Budget::default();
        let facts = ReferenceTable::new(
            &rules,
            &claim,
            ProveOptions { to: Some(30), use_theorems: true },
            &mut solver,
            &budget,
        )
        .unwrap();
        if rules.to_string() != "take[1,2 | 1,3]" {
            assert_eq!(facts.compare(&claim).unwrap().first_failure, least, "{rules}: {text}");
        }
    }
}
