//! The automata of claims.

use grundy_rulelang::claims::Automaton;

#[test]
fn accepted_numbers_match_the_expression() {
    let found = |words: &str, numeration: &str| {
        let automaton = Automaton::from_digit_expression(words, numeration).unwrap();
        automaton.check().unwrap();
        (0..40).filter(|&n| automaton.accepts(&[n])).collect::<Vec<u64>>()
    };
    assert_eq!(found("1*", "base 2"), [0, 1, 3, 7, 15, 31]);
    assert_eq!(found("(10)*", "base 2"), [0, 2, 10]);
    assert_eq!(found("1(0|1)1", "base 2"), [5, 7]);
    assert_eq!(found("10*|2", "base 3"), [1, 2, 3, 9, 27]);
    assert_eq!(found("(10*)?", "ostrowski 1"), [0, 1, 2, 3, 5, 8, 13, 21, 34]);
    assert_eq!(found("20", "ostrowski 2"), [6]);
    for wrong in ["", "(1", "1)", "*", "12", "1+", "3"] {
        assert!(Automaton::from_digit_expression(wrong, "base 2").is_err(), "{wrong}");
    }
    assert!(Automaton::from_digit_expression(&"1".repeat(2000), "base 2").is_err());
    assert!(Automaton::from_digit_expression("1", "base 1").is_err());
}

#[test]
fn values_are_minimal() {
    // The automaton accepts the pairs (n, v) with v = 2n. A letter is (digit of n) + 2*(digit of v). Each digit
    // of v equals the digit of n one place lower, so states 0 and 1 are the digit that n must have next. State 2
    // rejects all numbers.
    let double = Automaton {
        numeration: "base 2".into(),
        values: true,
        tracks: 2,
        accept: "+--".into(),
        next: vec![vec![0, 2, 1, 2], vec![2, 0, 2, 1], vec![2, 2, 2, 2]],
    };
    double.check().unwrap();
    for n in 0..20 {
        let slow = (0..200).find(|&v| double.accepts(&[n, v]));
        assert_eq!(double.value(&[n]), slow, "{n}");
        assert_eq!(slow, Some(2 * n));
    }
}
