//! Tests of `facts`.

use differ::facts::Facts;
use differ::games::rules_of;
use differ::random::Random;

#[test]
fn tables_known_by_hand() {
    let table = |name: &str, misere, max_number| {
        let facts = Facts::new(&rules_of(name, &mut Random(1)).unwrap(), misere, 1, max_number).unwrap();
        (0..=max_number).map(|n| facts.outcome(&[n]).unwrap()).collect::<String>()
    };
    assert_eq!(table("nim", false, 4), "PNNNN");
    assert_eq!(table("nim", true, 4), "NPNNN");
    let kayles = Facts::new(&rules_of("kayles", &mut Random(1)).unwrap(), false, 1, 10).unwrap();
    let values: Vec<_> = (0..=10).map(|n| kayles.value(&[n]).unwrap()).collect();
    assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]);
    let wythoff = Facts::new(&rules_of("wythoff", &mut Random(1)).unwrap(), false, 1, 8).unwrap();
    let lost: Vec<_> = wythoff.in_order().into_iter().filter(|at| wythoff.outcome(at) == Some('P')).collect();
    assert_eq!(lost, [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3], [4, 7], [7, 4]]);
    let lasker = Facts::new(&rules_of("lasker", &mut Random(1)).unwrap(), false, 1, 8).unwrap();
    assert_eq!((1..=8).map(|n| lasker.value(&[n]).unwrap()).collect::<Vec<_>>(), [1, 2, 4, 3, 5, 6, 8, 7]);
}
