//! Tests the notation and pictures of Strings and Coins and of Dots and Boxes.

use crate::common::assert_prints;
use grundy_games::parse;
use grundy_rules::{ErrorKind, Picture, Player};

#[test]
fn prints_what_it_reads() {
    for (text, printed) in [
        ("strings_and_coins(a-b-c, c-0)", "strings_and_coins(a-b,b-c,c-0)"),
        ("Strings and Coins( 0-1, 1-0 )", "strings_and_coins(0-1,1-0)"),
        ("strings_and_coins(\"x y\"-\"7\"-\"0\")", "strings_and_coins(\"x y\"-7,7-0)"),
        ("strings_and_coins()", "strings_and_coins()"),
        ("dots_and_boxes(2X3)", "dots_and_boxes(2x3)"),
        ("点格棋(1x21)", "dots_and_boxes(1x21)"),
        ("dots_and_boxes(\"+.+/._./+.+\")", "dots_and_boxes(1x1)"),
        ("dots_and_boxes(\"+-+/|_./+.+\")", "dots_and_boxes(\"+-+/|_./+.+\")"),
        ("dots_and_boxes(\"###/# #/###\")", "dots_and_boxes(\"+-+/|_|/+-+\")"),
        ("dots-and-boxes(\"+-+ +/| . ./+-+.+\")", "dots_and_boxes(\"+-+.+/|_._./+-+.+\")"),
    ] {
        assert_prints(text, printed);
    }
}

#[test]
fn errors_name_the_place() {
    let star = |strings: usize| (1..=strings).map(|k| format!("0-{k}")).collect::<Vec<_>>().join(",");
    let large = format!("strings_and_coins({})", star(65));
    assert!(parse(&format!("strings_and_coins({})", star(64))).is_ok());
    for (text, kind, span, message) in [
        ("strings_and_coins(a-b,c-c)", ErrorKind::BadArgument, 22..25, "c-c joins a vertex to itself"),
        ("strings_and_coins(a)", ErrorKind::Syntax, 19..20, "expected `-` and the other end of the string, found `)`"),
        ("strings_and_coins(a-b,)", ErrorKind::Syntax, 22..23, "expected a string, found `)`"),
        ("strings_and_coins(a-b", ErrorKind::Syntax, 21..21, "expected `,` or `)`, found the end of the text"),
        (&large, ErrorKind::TooLarge, 329..333, "a graph has at most 64 strings and at most 64 coins"),
        ("dots_and_boxes(5x6)", ErrorKind::TooLarge, 15..18, "a board has at most 64 lines"),
        (
            "dots_and_boxes(0x3)",
            ErrorKind::BadArgument,
            15..18,
            "a board needs at least one row and one column of boxes",
        ),
        ("dots_and_boxes(3)", ErrorKind::Syntax, 16..17, "expected `x` and the number of columns, found `)`"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.kind, error.message.to_string().as_str()), (kind, message), "{text}");
        assert_eq!(error.span, Some(span), "{text}");
        let help = error.help.unwrap_or_else(|| panic!("{text}: no help")).to_string();
        let at = ["strings_and_coins(", "dots_and_boxes("].iter().find_map(|name| help.find(name));
        let example = at.map_or("", |at| &help[at..]);
        parse(example).unwrap_or_else(|error| panic!("{text}: {help}: {error}"));
    }
    let short = ["", "+", "+-+", "+-+/|_|/+-"];
    for picture in short.into_iter().chain(["+-+/|_|/+|+", "+-+/-_|/+-+", "+x+/|_|/+-+", "+-+/|-|/+-+", ".-+/|_|/+-+"])
    {
        let error = parse(&format!("dots_and_boxes(\"{picture}\")")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::BadArgument, "{picture}");
        assert_eq!(error.span, Some(15..17 + picture.len()), "{picture}");
    }
}

#[test]
fn pictures() {
    let picture = |text: &str| parse(text).unwrap().terms[0].position.picture(0);
    let Picture::Grid(grid) = picture("dots_and_boxes(\"+-+/|_./+.+\")") else { panic!() };
    assert_eq!((grid.columns, String::from_iter(&*grid.cells).as_str()), (3, "####_.#.#"));
    let Picture::Drawing(drawing) = picture("strings_and_coins(a-0,a-b)") else { panic!() };
    let names: Vec<_> = drawing.points.iter().map(|point| (point.name.as_str(), point.ground)).collect();
    assert_eq!(names, [("a", false), ("b", false), ("0", true)]);
    assert_eq!(drawing.lines.iter().map(|line| line.ends).collect::<Vec<_>>(), [[0, 2], [0, 1]]);
    // The coin b is taken.
    let game = parse("strings_and_coins(b-a,c-0)").unwrap();
    let position = &game.terms[0].position;
    let mv = position.moves(0, Player::LEFT).next().unwrap();
    let Picture::Drawing(drawing) = position.after(0, Player::LEFT, &mv).picture(0) else { panic!() };
    assert_eq!((drawing.points.len(), drawing.lines.len()), (2, 1));
}
