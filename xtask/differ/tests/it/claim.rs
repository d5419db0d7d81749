//! Tests of `claim`.

use differ::claim::{Claim, compare_with_facts};
use differ::facts::Facts;
use differ::games::rules_of;
use differ::random::Random;

#[test]
fn claims_known_by_hand() {
    let names = ["n".to_string()];
    let nim = rules_of("nim", &mut Random(1)).unwrap();
    let facts = Facts::new(&nim, false, 1, 20).unwrap();
    let result = |text: &str| compare_with_facts(&Claim::read(text, &names).unwrap(), &facts, 20);
    assert_eq!(result("P iff n == 0").counterexample, None);
    assert_eq!(result("N iff n == 0").counterexample, Some(vec![0]));
    assert_eq!(result("G(n) = n for n != 4").counterexample, None);
    assert_eq!(result("P iff n == 7 for n > 3").counterexample, Some(vec![7]));
    assert_eq!(result("G(n) == G(n-1) + 1").silent, [[0]]);
    assert_eq!(result("n == 0 or G(n) == G(n-1) + 1").silent, [[0; 1]; 0]);
    assert_eq!(result("P(n+1) iff n+1 not in {1..30}").counterexample, None);
    assert_eq!(result("not P(n+1), G >= 0").counterexample, None);
    // A race has positions only up to its end.
    let race = rules_of("count", &mut Random(4)).unwrap();
    let last = (0..).take_while(|&n| race.component_at(&[n]).is_some()).last().unwrap();
    let facts = Facts::new(&race, false, 1, last).unwrap();
    let silent = compare_with_facts(&Claim::read("not P(n+2) or n >= 0", &names).unwrap(), &facts, last).silent;
    assert_eq!(silent, [[last - 1], [last]]);
}
