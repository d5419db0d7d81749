//! Tests that the words of a numeration are in the order of their numbers.

use grundy_proof::Numeration;
use grundy_proof::internals::numeration::Prefix;

/// The words of one length in lexicographic order represent 0, 1, 2, ... in order.
#[test]
fn words_are_ordered_like_numbers() {
    for numeration in Numeration::ALL {
        let weights = numeration.weights();
        for length in 0..6 {
            let mut words = vec![Prefix::default()];
            for _ in 0..length {
                let longer = words.iter().flat_map(|w| (0..numeration.radix()).filter_map(|d| w.push(numeration, d)));
                words = longer.collect();
            }
            let numbers: Vec<u64> = words.iter().map(|w| w.range(&weights, 0).0).collect();
            assert_eq!(numbers, (0..weights[length]).collect::<Vec<u64>>(), "{numeration:?} {length}");
            for (word, number) in words.iter().zip(&numbers) {
                assert_eq!(word.range(&weights, 0), (*number, 1));
                let (first, count) = word.range(&weights, 2);
                let next = words.get(*number as usize + 1).map(|w| w.range(&weights, 2).0);
                assert!(next.is_none_or(|next| first + count == next), "{numeration:?} {number}");
            }
        }
    }
}
