//! Tests the notation of the game `rivals` of several players: canonical form, and spans of errors.

use grundy_games::{parse, parse_rules};
use grundy_rules::{ErrorKind, Player};

#[test]
fn rivals_print_canonically() {
    for (text, printed, first) in [
        ("rivals[2,1:2>3>1/1,3:1>3>2/{}:1>2>3](7)", "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](7)", 0),
        ("多人取石 [ { } : 1 ] ( 10^18 )", "rivals[{} : 1](1000000000000000000)", 0),
        ("rivals[2^k,3..1_0:2>1/4..:1>2](5;2)", "rivals[3..10,2^k : 2>1 / 4.. : 1>2](5; 2)", 1),
        ("rivals[1:2>1/1:1>2](5;1)", "rivals[1 : 2>1 / 1 : 1>2](5)", 0),
    ] {
        let spec = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(spec.to_string(), printed);
        assert_eq!(spec.terms[0].position.first_player(), Player(first), "{text}");
        assert_eq!(parse(printed).unwrap().to_string(), printed);
    }
    assert_eq!(parse_rules("rivals[1:2>1/1:1>2]").unwrap().to_string(), "rivals[1 : 2>1 / 1 : 1>2]");
}

#[test]
fn errors_name_the_place() {
    for (text, kind, at, message) in [
        ("rivals(3)", ErrorKind::Syntax, "(", "expected `[` and the sets and rankings of the players, found `(`"),
        ("rivals[1 2>1](3)", ErrorKind::Syntax, "2", "expected `:`, found `2`"),
        ("rivals[1 : 1", ErrorKind::Syntax, "", "expected `>`, `/` or `]`, found the end of the text"),
        ("rivals[1 : >](3)", ErrorKind::Syntax, ">", "expected a player number, found `>`"),
        ("rivals[{1} : 1](3)", ErrorKind::Syntax, "1", "expected `}`, found `1`"),
        ("rivals[ : 1](3)", ErrorKind::BadArgument, ":", "the set of amounts is empty"),
        (
            "rivals[0 : 1](3)",
            ErrorKind::BadArgument,
            "0",
            "an amount must be at least 1, because every move takes something",
        ),
        (
            "rivals[1 : 2>1>3 / 1 : 1>2](3)",
            ErrorKind::BadArgument,
            "3",
            "player 1's ranking names player 3, but there are 2 players",
        ),
        (
            "rivals[1 : 0](3)",
            ErrorKind::BadArgument,
            "0",
            "player 1's ranking names player 0, but players are numbered from 1",
        ),
        (
            "rivals[1 : 18446744073709551615](3)",
            ErrorKind::BadArgument,
            "18446744073709551615",
            "player 1's ranking names player 18446744073709551615, but there is 1 player",
        ),
        ("rivals[1 : 2>1 / 1 : 1>1](3)", ErrorKind::BadArgument, "1", "player 2's ranking names player 1 twice"),
        ("rivals[1 : 2>1 / 1 : 1 ](3)", ErrorKind::BadArgument, "1", "player 2's ranking leaves out player 2"),
        (
            "rivals[1 : 3>2 / 1 : 1>2>3 / 1 : 1>2>3](3)",
            ErrorKind::BadArgument,
            "3>2",
            "player 1's ranking leaves out player 1",
        ),
        ("rivals[1 : 1](3; 2)", ErrorKind::BadArgument, "2", "player 2 cannot start: players are numbered from 1 to 1"),
        ("rivals[1 : 1](3; x)", ErrorKind::Syntax, "x", "expected the player who starts, found `x`"),
        ("rivals[1 : 1](3 4)", ErrorKind::Syntax, "4", "expected `;` or `)`, found `4`"),
        ("rivals[1 : 1](3; 1 4)", ErrorKind::Syntax, "4", "expected `)`, found `4`"),
        ("rivals[1 : 1](3, 4)", ErrorKind::Unsupported, ",", "`rivals` is played with only one heap"),
        ("rivals[1 : 1]()", ErrorKind::Syntax, ")", "expected the size of the heap, found `)`"),
        ("rivals[1 : 1](2^64)", ErrorKind::TooLarge, "2^64", "the number exceeds 2^64-1 = 18446744073709551615"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.kind, error.message.to_string().as_str()), (kind, message), "{text}");
        assert_eq!(&text[error.span.unwrap()], at, "{text}");
        assert!(error.help.is_some(), "{text}: {} without help", error.message);
    }
}

#[test]
fn there_are_at_most_255_players() {
    let players = |count: usize| {
        let ranking: Vec<String> = (1..=count).map(|player| player.to_string()).collect();
        let players = vec![format!("1 : {}", ranking.join(">")); count];
        format!("rivals[{}](9; {count})", players.join(" / "))
    };
    let spec = parse(&players(255)).unwrap();
    assert_eq!((spec.terms[0].position.ruleset().players(), spec.terms[0].position.first_player()), (255, Player(254)));
    // The text of 255 rankings is too long to be part of an answer.
    assert!(!spec.is_printable() && parse(&players(20)).unwrap().is_printable());
    let error = parse(&players(256)).unwrap_err();
    assert_eq!(
        (error.kind, error.message.to_string().as_str()),
        (ErrorKind::BadArgument, "at most 255 players are supported")
    );
}
