//! Tests the notation and moves of partizan subtraction games.

use crate::common::assert_prints;
use grundy_games::partizan_take::PartizanTake;
use grundy_games::{parse, parse_rules};
use grundy_rules::heaps::TakeSome;
use grundy_rules::{Amounts, ErrorKind, Player, Rules};

#[test]
fn both_names_and_both_forms() {
    for (text, printed) in [
        ("take[1,2|1,3](5)", "take[1,2 | 1,3](5)"),
        ("take [ 3,1,2 | 2.. ] (5, 7)", "take[1..3 | 2..](5,7)"),
        ("partizan_take[1|2](10^18)", "take[1 | 2](1000000000000000000)"),
        ("subtraction[2^k|k^2](9)", "take[2^k | k^2](9)"),
        ("非公平取石子[{}|1](9)", "take[{} | 1](9)"),
        ("take[1|{ }](9)", "take[1 | {}](9)"),
        ("take[{}|{}](0) + take[1,2](3)", "take[{} | {}](0) + take[1,2](3)"),
    ] {
        assert_prints(text, printed);
    }
    assert_eq!(parse_rules("misere take[1,2|1,3]").unwrap().to_string(), "misere take[1,2 | 1,3]");
}

#[test]
fn errors_name_the_place() {
    for (text, span, kind, message) in [
        ("take[1|]( 7)", 6..8, ErrorKind::BadArgument, "the set of amounts is empty"),
        ("take[|1](7)", 4..6, ErrorKind::BadArgument, "the set of amounts is empty"),
        ("take[1|2|3](7)", 8..9, ErrorKind::Syntax, "expected `]`, found `|`"),
        (
            "take[1|0](7)",
            7..8,
            ErrorKind::BadArgument,
            "an amount must be at least 1, because every move takes something",
        ),
        ("take[{1}|2](7)", 6..7, ErrorKind::Syntax, "expected `}`, found `1`"),
        ("take[1|2(7)", 8..9, ErrorKind::Syntax, "expected `]`, found `(`"),
        ("take[1|2]", 9..9, ErrorKind::Syntax, "expected `(`, found the end of the text"),
        ("partizan_take[1,2](7)", 17..18, ErrorKind::Syntax, "expected `|` and Right's set of amounts, found `]`"),
        ("partizan_take(7)", 13..14, ErrorKind::Syntax, "expected `[` and Left's set of amounts, found `(`"),
        ("bash[3|4](7)", 6..7, ErrorKind::Syntax, "expected `]`, found `|`"),
        ("take[1,2](7|8)", 11..12, ErrorKind::Syntax, "expected `,` or `)`, found `|`"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.message.to_string().as_str(), error.kind, error.span), (message, kind, Some(span)), "{text}");
        assert!(error.help.is_some(), "{text}");
    }
    let error = parse("bash[3|4](7)").unwrap_err();
    assert_eq!(
        error.help.map(|help| help.to_string()).as_deref(),
        Some("to give each player a separate set, write take[1..3 | ...](10)")
    );
}

#[test]
fn moves_are_lazy_with_exact_size_hint() {
    let game = PartizanTake { left: Some(Amounts::at_least(1)), right: None };
    let heap = 10u64.pow(18);
    let moves = game.moves(&heap, Player::LEFT);
    assert!(moves.size_hint().0 >= 1_000_000_000_000_000);
    assert_eq!(moves.take(3).collect::<Vec<_>>(), [TakeSome(1), TakeSome(2), TakeSome(3)]);
    assert_eq!(game.moves(&heap, Player::RIGHT).count(), 0);
}
