//! Tests the codes of octal games.

use grundy_rules::Code;

#[test]
fn codes_print_canonically() {
    for (text, canonical) in
        [(".77", "0.77"), ("0.770", "0.77"), ("4.07", "4.07"), ("4.0", "4.0"), ("0.3f", "0.3F"), ("0.137", "0.137")]
    {
        let code: Code = text.parse().unwrap();
        assert_eq!(code.to_string(), canonical);
        assert_eq!(canonical.parse::<Code>().unwrap(), code);
    }
    for text in ["77", "0.", "9.1", "1.1", "0.0", "0..7", ".", "", "0.8.", "0.g"] {
        assert!(text.parse::<Code>().is_err(), "{text}");
    }
}

#[test]
fn moves_follow_the_digits() {
    let left = |code: &str, heap: u64| -> Vec<Vec<u64>> {
        code.parse::<Code>().unwrap().moves(heap).map(|mv| mv.remaining.to_vec()).collect()
    };
    assert_eq!(left("0.77", 4), [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
    assert_eq!(left("0.77", 1), [vec![0]]);
    assert!(left("0.07", 1).is_empty());
    assert_eq!(left("4.0", 4), [vec![1, 3], vec![2, 2]]);
    assert_eq!(left("0.8", 5), [vec![1, 1, 2]]);
}
