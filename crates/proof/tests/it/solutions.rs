//! Tests the list of the numbers that an automaton accepts.

use grundy_proof::Numeration;
use grundy_proof::internals::automata::{Algebra, AlgebraLimits, solutions};
use grundy_rulelang::formula::{Formula, Linear};
use grundy_solve::Budget;
use grundy_verify::Dfa;

/// Compares the solutions of x + y = 20 and y <= z <= y + 1 with brute force.
///
/// First no variable is fixed, then each of the three.
#[test]
fn solutions_are_those_of_the_formula() {
    let budget = Budget::default();
    let [x, y, z] = [0, 1, 2].map(Linear::variable);
    let sum = Formula::equal(&x.plus(1, &y), &Linear::number(20));
    let near = Formula::All(vec![Formula::at_most(&y, &z), Formula::at_most(&z, &y.plus(1, &Linear::number(1)))]);
    for numeration in Numeration::ALL {
        let mut algebra = Algebra::new(numeration, AlgebraLimits::LARGE, &budget);
        let dfa = algebra.compile(&Formula::All(vec![sum.clone(), near.clone()])).unwrap().to_certificate();
        let mut all = solutions(&dfa, numeration, &[None, None, None], &budget).unwrap().unwrap();
        all.sort();
        let slow: Vec<Vec<u64>> = (0..=20).flat_map(|x| [0, 1].map(|d| vec![x, 20 - x, 20 - x + d])).collect();
        assert_eq!(all, slow, "{numeration:?}");
        for k in 0..25 {
            for track in 0..3 {
                let mut fixed = [None; 3];
                fixed[track] = Some(k);
                let mut some = solutions(&dfa, numeration, &fixed, &budget).unwrap().unwrap();
                some.sort();
                let slow: Vec<Vec<u64>> = slow.iter().filter(|one| one[track] == k).cloned().collect();
                assert_eq!(some, slow, "{numeration:?} {fixed:?}");
            }
        }
    }
    let all = Dfa { tracks: 1, accept: "+".into(), next: vec![vec![0, 0]] };
    assert_eq!(solutions(&all, Numeration::Base(2), &[None], &budget).unwrap(), None);
    assert_eq!(solutions(&all, Numeration::Base(2), &[Some(7)], &budget).unwrap(), Some(vec![vec![7]]));
}
