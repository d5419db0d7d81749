//! Tests multisets of component indices.

use grundy_engines::internals::multiset::{gather, remove_one};
use grundy_engines::multiset::Multiset;
use grundy_rules::ErrorKind;
use smallvec::smallvec;

#[test]
fn equal_components_add_up() {
    let mut list: Multiset = smallvec![(3, 1), (1, 2), (3, 4)];
    gather(&mut list).unwrap();
    assert_eq!(list[..], [(1, 2), (3, 5)]);
    remove_one(&mut list, 1);
    remove_one(&mut list, 1);
    assert_eq!(list[..], [(3, 5)]);
    let mut many: Multiset = smallvec![(3, u64::MAX), (3, 1)];
    assert_eq!(gather(&mut many).unwrap_err().kind, ErrorKind::TooLarge);
}
