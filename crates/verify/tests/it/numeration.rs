//! The words of a numeration are the numbers in lexicographic order.

use grundy_verify::internals::numeration::Numeration;

#[test]
fn words_are_the_numbers_in_order() {
    for numeration in [Numeration::Base(3), Numeration::Ostrowski(1), Numeration::Ostrowski(3)] {
        // The value of each word, and whether its last digit is full.
        let mut words = vec![([0, 0], false)];
        for _ in 0..6 {
            let longer = |&(state, full): &([i64; 2], bool)| {
                let digits = 0..if full { 1 } else { numeration.radix() };
                digits.map(move |d| (numeration.push(state, d.into()), numeration.is_full(d)))
            };
            words = words.iter().flat_map(longer).collect();
            let numbers: Vec<i64> = words.iter().map(|([p, q], _)| p + q).collect();
            assert_eq!(numbers, (0..words.len() as i64).collect::<Vec<_>>(), "{numeration:?}");
        }
        for number in (1..2000).chain([1 << 31, (1 << 31) - 1]) {
            let mut full = false;
            let state = numeration.digits(number).into_iter().fold([0, 0], |state, digit| {
                assert!(digit < numeration.radix() && (!full || digit == 0), "{numeration:?}: {number}");
                full = numeration.is_full(digit);
                numeration.push(state, digit.into())
            });
            assert_eq!(state[0] + state[1], number as i64, "{numeration:?}");
        }
    }
    for text in ["base 1", "base 02", "base", "ostrowski 0", "zeckendorf", "base 99999999999"] {
        assert!(Numeration::parse(text).is_err(), "{text}");
    }
}
