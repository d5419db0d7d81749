//! Reading pictures and boards: how they print, and where mistakes are shown.

use grundy_board::Board;
use grundy_games::parse;
use grundy_rules::ErrorKind;
use proptest::prelude::*;

#[test]
fn rules_print_as_they_are_read() {
    for (written, printed) in [
        ("[..]->[##];[./.]->[#/#]", "[..] -> [##]; [. / .] -> [# / #]"),
        ("L:[x{ox}]->[.x]along rook;R:swap xo", "left: [x{ox}] -> [.x] along rook; right: swap x o"),
        ("left: [ x . * o ] -> [..*x] along right , (1,-1)", "left: [x.*o] -> [..*x] along right,(1,-1)"),
        ("[.] -> [x] x near no o near any # a comment\n", "[.] -> [x] if x near if no o near any"),
        ("[.?/..] -> [x?/.x] any way if no {xo} near any", "[.? / ..] -> [x? / .x] any way if no {ox} near any"),
        ("[..] -> [.x] if no x near any way", "[..] -> [.x] if no x near any way"),
        (
            "repeat [xo.] -> [..x] along rook turning then [x.] -> [x#] turned",
            "repeat [xo.] -> [..x] along rook turning then [x.] -> [x#] turned",
        ),
        ("[.] -> [#] with near any . -> #", "[.] -> [#] with near any . -> #"),
        ("[|?(?*)x] -> [|1x.]; [|{x}] -> [|.]", "[|?(?*)x] -> [|1x.]; [|x] -> [|.]"),
    ] {
        let rule = Board::new(written).unwrap_or_else(|error| panic!("{written}: {error:?}"));
        let mut out = String::new();
        grundy_rules::Game::write_rules(&rule, &mut out);
        assert_eq!(out, format!("board{{ {printed} }}"));
        assert!(Board::new(printed).is_ok());
    }
}

#[test]
fn boards_print_as_they_are_read() {
    for (written, printed) in [
        ("clobber(2x3)", "clobber(2x3)"),
        ("clobber(2 x 3 of x./.o)", "clobber(\"x.x/.o.\")"),
        ("clobber(\" xo / ox \", \"x.\")", "clobber(2x2,\"x.\")"),
        ("clobber()", "clobber()"),
        ("clobber(\"\", 0x4)", "clobber(\"\",\"\")"),
        ("domineering(２×３)", "domineering(2x3)"),
        ("domineering(\"_./..\")", "domineering(\"_./..\")"),
    ] {
        let spec = parse(written).unwrap_or_else(|error| panic!("{written}: {error:?}"));
        assert_eq!(spec.to_string(), printed);
        assert_eq!(parse(printed).unwrap().to_string(), printed);
    }
}

/// The rule, the text that is to blame in it.
#[test]
fn mistakes_are_shown_where_they_are() {
    for (rule, blamed) in [
        ("[xo] -> [.x", "}"),
        ("[xo] -> [.xo]", "[xo] -> [.xo]"),
        ("[xo] -> [xo]", "[xo] -> [xo]"),
        ("[x! ] -> [.x]", "!"),
        ("[.. / .] -> [## / ##]", "."),
        ("[x.* / ...] -> [... / ...]", ".*"),
        ("[x|o] -> [.|x]", "|"),
        ("[x#*.] -> [..*x]", "#*"),
        ("[x.*.*.*o] -> [..*.*.*x]", ".*"),
        ("[x.] -> [.*x]", ".*"),
        ("[x.*o] -> [.x*o]  along diagonal", "diagonal"),
        ("[x.] -> [.x] along (0,0)", "(0,0)"),
        ("[x.] -> [.x] along (1,99)", "99"),
        ("[x / .] -> [. / x] along rook", "along rook"),
        ("[x.] -> [.x] turned along rook", "along rook"),
        ("swap x o", "swap"),
        ("left: [x.] -> [.x]; left: swap x o", "swap"),
        ("left: [x.] -> [.x]; right: swap x", "}"),
        ("[xo] -> [ox] then [x.] -> [.x]", "[xo] -> [ox]"),
        ("repeat [.] -> [x]", "[.] -> [x]"),
        ("[(x)(o)] -> [11]", "1"),
        ("[(x)o] -> [2x]", "2"),
        ("[x1] -> [.x]", "1"),
        ("[((x))] -> [1]", "("),
        ("[xx] -> [{xo}.]", "{xo}"),
        ("[.] -> [x] if no ? near", "?"),
        ("[.] -> [x] with near . -> {xo}", "{xo}"),
        ("[] -> []", "[]"),
        ("[|x] -> [x|]", "[x|]"),
        ("[|xx] -> [|x] along rook", "[|xx] -> [|x]"),
        ("[.] -> [x] sideways", "s"),
    ] {
        let text = format!("board{{ {rule} }}(2x2)");
        let error = parse(&text).map(|_| ()).expect_err(rule);
        let span = error.span.clone().unwrap();
        assert_eq!(&text[span], blamed, "{rule}: {error}");
        assert!(matches!(error.kind, ErrorKind::Syntax | ErrorKind::BadArgument | ErrorKind::TooLarge));
    }
    for (text, blamed) in [
        ("clobber(\"xo/o\")", "o"),
        ("clobber(\"xo/oz\")", "z"),
        ("clobber(\"xo)", "\"xo)"),
        ("clobber(999x999)", "999x999"),
        ("clobber(2x2 of x/oo)", "oo"),
        ("toppling_dominoes(2x2)", "2x2"),
        ("amazons(1x100)", "1x100"),
        ("clobber(xo)", "x"),
    ] {
        let error = parse(text).map(|_| ()).expect_err(text);
        assert_eq!(&text[error.span.clone().unwrap()], blamed, "{error}");
    }
}

/// A rule that goes on in too many ways within one move is refused with an error, not searched for ever.
#[test]
fn endless_moves_end() {
    let spec = parse("board{ repeat [x.] -> [#x] along rook turning }(\"x......./......../......../......../......../......../........\")").unwrap();
    let answer = grundy_solve::Solver::new().solve(&spec, &Default::default(), &grundy_solve::Budget::default());
    assert_eq!(answer.unwrap_err().kind, ErrorKind::Limit);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(text in "(left: |right: |repeat )?\\[[xo.?#|/(){}*+1]{0,7}\\]( -> |->)\\[[xo.?#|/{}*+12]{0,7}\\]( along rook| turned| any way| if no x near| with near . -> #| then \\[x.\\] -> \\[.x\\])?(; (left: |right: )?(swap x o|mirror x o|\\[x\\] -> \\[.\\]))?") {
        if let Ok(spec) = parse(&format!("board{{ {text} }}(\"xo.x\")")) {
            let again = parse(&spec.to_string()).unwrap();
            prop_assert_eq!(again.to_string(), spec.to_string());
            let _ = grundy_solve::Solver::new().solve(&spec, &Default::default(), &grundy_solve::Budget { nodes: 2000, ..Default::default() });
        }
    }
}
