//! Tests the notation of rows of values.

use crate::common::{FileStub, assert_prints};
use grundy_games::{parse, parse_with};
use grundy_rules::ErrorKind;

#[test]
fn prints_what_it_reads() {
    for (text, printed) in [
        ("row[1..3](3, -1, 4)", "row[1..3](3,-1,4)"),
        ("row[2,1](- 5,10^3,1_000)", "row[1,2](-5,1000,1000)"),
        ("row[3..](0)", "row[3..](0)"),
        ("row[1]( )", "row[1]()"),
        ("取数[2^k](-9223372036854775807)", "row[2^k](-9223372036854775807)"),
    ] {
        assert_prints(text, printed);
    }
}

#[test]
fn errors_name_the_place() {
    let many = "the absolute values add up to more than 2^63-1";
    for (text, kind, span, message) in [
        ("row(1,2)", ErrorKind::Syntax, 3..4, "expected `[` and the set of amounts, found `(`"),
        ("row[](1,2)", ErrorKind::BadArgument, 3..5, "the set of amounts is empty"),
        ("row[1](1,x)", ErrorKind::Syntax, 9..10, "expected a number, found `x`"),
        ("row[1](1,-)", ErrorKind::Syntax, 10..11, "expected a number, found `)`"),
        ("row[1](1 2)", ErrorKind::Syntax, 9..10, "expected `,` or `)`, found `2`"),
        ("row[1](1,2", ErrorKind::Syntax, 10..10, "expected `,` or `)`, found the end of the text"),
        ("row[1](2,-2^63)", ErrorKind::TooLarge, 6..15, many),
        ("row[1](2^62,-2^62)", ErrorKind::TooLarge, 6..18, many),
        ("row[1](2^63)", ErrorKind::TooLarge, 7..11, "the number is not between -2^63 and 2^63-1"),
        ("row[1](-2^63-1)", ErrorKind::Syntax, 12..13, "expected `,` or `)`, found `-`"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.kind, error.message.to_string().as_str()), (kind, message), "{text}");
        assert_eq!(error.span, Some(span), "{text}");
        let help = error.help.unwrap_or_else(|| panic!("{text}: no help"));
        if let Some(example) = help.to_string().strip_prefix("for example ") {
            parse(example).unwrap_or_else(|error| panic!("{text}: {example}: {error}"));
        }
    }
}

#[test]
fn values_in_a_file() {
    let spec = parse_with("row[1,2](7,@values.txt,-1)", &mut FileStub("3 -4,5\n-6 # the last\n")).unwrap();
    assert_eq!(spec.to_string(), "row[1,2](7,3,-4,5,-6,-1)");
    let error = parse_with("row[1,2](@values.txt)", &mut FileStub("3 - 4")).unwrap_err();
    assert_eq!(error.message, "values.txt:1:3: expected a number, found `-`");
    let error = parse_with("row[1,2](@values.txt)", &mut FileStub("-9223372036854775809")).unwrap_err();
    assert_eq!(error.message, "values.txt:1:1: the number is not between -2^63 and 2^63-1");
    // Heap sizes in a file must not have a sign.
    assert!(parse_with("nim(@values.txt)", &mut FileStub("3 -4")).is_err());
}
