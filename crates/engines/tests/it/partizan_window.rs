//! Tests operations on the bit sets of 64 heaps.

use grundy_engines::internals::partizan::{bits_from, low_bits, smeared, word_at};

#[test]
fn bits() {
    assert_eq!(smeared(0b1001, 1), 0b1001);
    assert_eq!(smeared(0b1001, 3), 0b11_1111);
    assert_eq!(smeared(1, 64), u64::MAX);
    assert_eq!(smeared(1, 63), u64::MAX >> 1);
    assert_eq!(smeared(1 << 60, u64::MAX), 0xf << 60);
    assert_eq!(low_bits(0), 0);
    assert_eq!(bits_from(70, 64), !0b11_1111);
    assert_eq!(bits_from(5, 64), u64::MAX);
    assert_eq!(bits_from(u64::MAX, 64), 0);
    let list = [0x8000_0000_0000_0001, 0b10];
    assert_eq!(word_at(&list, 128, 128), list[0]);
    assert_eq!(word_at(&list, 128, 129), 2);
    assert_eq!(word_at(&list, 128, 191), 1 << 63);
    assert_eq!(word_at(&list, 128, 192), 0);
    assert_eq!(word_at(&list, 128, 65), 0b101);
    assert_eq!(word_at(&[], 0, 65), 0);
}
