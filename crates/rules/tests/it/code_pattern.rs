//! Tests patterns of codes.

use grundy_rules::{Code, ErrorKind};

#[test]
fn patterns_expand_to_codes() {
    let print =
        |text: &str| -> Vec<String> { Code::matching_pattern(text).unwrap().iter().map(Code::to_string).collect() };
    assert_eq!(Code::matching_pattern("0.???").unwrap().len(), 511);
    assert_eq!(Code::matching_pattern("?.??").unwrap().len(), 127);
    assert_eq!(print(".[13-4]"), ["0.1", "0.3", "0.4"]);
    assert_eq!(print("0.0[78A]"), ["0.07", "0.08", "0.0A"]);
    for text in
        ["", "???", "0.", "0.?.?", "0.[1", "0.[]", "0.[3-1]", "0.x", "0.[1-]", "1.??", "0.0", "威", "0.[威]", "."]
    {
        let error = Code::matching_pattern(text).unwrap_err();
        assert!(error.help.is_some() || error.span.is_some(), "{text}: {error:?}");
    }
    assert_eq!(Code::matching_pattern("0.????????").unwrap_err().kind, ErrorKind::TooLarge);
}

/// Checks that `without_dead_heaps` preserves the Grundy values, computed from the definition.
#[test]
fn shifted_games_have_the_same_values() {
    let values = |code: &Code| -> Vec<u32> {
        let mut values: Vec<u32> = vec![0];
        for n in 1..60u64 {
            let options: Vec<u32> =
                code.moves(n).map(|mv| mv.remaining.iter().fold(0, |sum, &heap| sum ^ values[heap as usize])).collect();
            values.push((0u32..).find(|value| !options.contains(value)).unwrap_or(0));
        }
        values
    };
    let mut codes = Code::matching_pattern("?.0??").unwrap();
    codes.extend(Code::matching_pattern("0.[246]??").unwrap());
    codes.extend(Code::matching_pattern("8.00[0-9A-F]").unwrap());
    codes.extend(Code::matching_pattern("0.0[0-9A-F][8A]").unwrap());
    for code in codes {
        let (live, shift) = code.without_dead_heaps();
        let (values_before, values_after) = (values(&code), values(&live));
        assert!(values_before[..=shift as usize].iter().all(|&value| value == 0), "{code}");
        assert_eq!(values_before[shift as usize..], values_after[..60 - shift as usize], "{code} {live}");
        assert_eq!(values_after[1], 1, "{live}");
    }
}
