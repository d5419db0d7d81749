//! Tests of `sets`.

use differ::sets::{Item, Set};

#[test]
fn amounts_are_those_of_the_reference_page() {
    let up_to = |item| Set(vec![item]).up_to(30);
    assert_eq!(up_to(Item::Powers(2)), [1, 2, 4, 8, 16]);
    assert_eq!(up_to(Item::NthPowers(2)), [1, 4, 9, 16, 25]);
    assert_eq!(up_to(Item::NthPowers(3)), [1, 8, 27]);
    assert_eq!(up_to(Item::Triangular), [1, 3, 6, 10, 15, 21, 28]);
    assert_eq!(up_to(Item::Factorials), [1, 2, 6, 24]);
    assert_eq!(up_to(Item::Practical), [1, 2, 4, 6, 8, 12, 16, 18, 20, 24, 28, 30]);
    assert_eq!(Set(vec![Item::Squarefree]).up_to(14), [1, 2, 3, 5, 6, 7, 10, 11, 13, 14]);
    assert_eq!(up_to(Item::Fibonacci), [1, 2, 3, 5, 8, 13, 21]);
    assert_eq!(up_to(Item::Primes), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    assert_eq!(up_to(Item::From(28)), [28, 29, 30]);
}

#[test]
fn the_canonical_order_is_that_of_the_reference_page() {
    let set = |items: &[Item]| Set(items.to_vec()).canonical();
    assert_eq!(set(&[Item::Range(3, 3), Item::Range(1, 1), Item::Range(2, 2)]), "1..3");
    assert_eq!(set(&[Item::Range(4, 4), Item::Range(1, 2)]), "1,2,4");
    assert_eq!(set(&[Item::From(5), Item::Range(1, 2)]), "1,2,5..");
    assert_eq!(set(&[Item::Primes, Item::Powers(3), Item::Powers(2), Item::Range(7, 7)]), "7,2^k,3^k,prime");
}
