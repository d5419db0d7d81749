//! Tests how pictures and boards are parsed and printed, and which part of a text an error marks.

use grundy_board::BoardGame;
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
        (
            "[.]->[x];ends  if line( #a\nx#b\n,3#c\n)or not connected(x,top , left,hex)and count(x)#d\n==4",
            "[.] -> [x]; ends if line(x,3) or not connected(x,top,left,hex) and count(x) = 4",
        ),
    ] {
        let rule = BoardGame::new(written).unwrap_or_else(|error| panic!("{written}: {error:?}"));
        let mut out = String::new();
        grundy_rules::Game::write_rules(&rule, &mut out);
        assert_eq!(out, format!("board{{ {printed} }}"));
        assert!(BoardGame::new(printed).is_ok());
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

/// Checks the spans of errors: each case is a rule and the part of its text that the error must mark.
#[test]
fn errors_mark_the_faulty_text() {
    for (rule, blamed) in [
        ("[.] -> [x]; ends when line(x,3)", "w"),
        ("[.] -> [x]; left: ends if line(x,3)", "left:"),
        ("[.] -> [x]; ends if connected(x,# a comment\nab)", "ab"),
        ("[.] -> [x]; ends if rows(x,3)", "r"),
        ("[.] -> [x]; ends if line(xo,3)", "xo"),
        ("[.] -> [x]; ends if line(y,3)", "y"),
        ("[.] -> [x]; ends if line(x,0)", "0"),
        ("[.] -> [x]; ends if line(x,3,knight)", "knight"),
        ("[.] -> [x]; ends if connected(x,north,bottom)", "north"),
        ("[.] -> [x]; ends if connected(x,top,top)", "top"),
        ("[.] -> [x]; ends if connected(x,top,bottom,octagon)", "octagon"),
        ("[.] -> [x]; ends if count(x) ! 3", "!"),
        ("[.] -> [x]; ends if count(x) < y", "y"),
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

#[test]
fn end_conditions_are_only_for_boards() {
    let error = parse("graph{ [.] -> [x]; ends if line(x,3) }(a-b)").map(|_| ()).unwrap_err();
    assert_eq!((error.kind, error.span), (ErrorKind::Unsupported, Some(19..23)));
    let error = parse("board{ ends if line(x,3) }(2x2)").map(|_| ()).unwrap_err();
    assert_eq!((error.kind, error.span), (ErrorKind::Syntax, Some(25..26)));
}

/// Checks that a rule whose moves can go on in too many ways is rejected with an error.
#[test]
fn endless_moves_are_rejected() {
    let spec = parse("board{ repeat [x.] -> [#x] along rook turning }(\"x......./......../......../......../......../......../........\")").unwrap();
    let answer = grundy_solve::Solver::new().solve(&spec, &Default::default(), &grundy_solve::Budget::default());
    assert_eq!(answer.unwrap_err().kind, ErrorKind::Limit);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(text in "(left: |right: |repeat )?\\[[xo.?#|/(){}*+1]{0,7}\\]( -> |->)\\[[xo.?#|/{}*+12]{0,7}\\]( along rook| turned| any way| if no x near| with near . -> #| then \\[x.\\] -> \\[.x\\])?(; (left: |right: )?(swap x o|mirror x o|\\[x\\] -> \\[.\\]|ends if (not )?(line|connected|count)\\([xo],?[a-z0-9,]{0,12}\\)?( [<=>]{1,2} [0-9]| or | and )?))?") {
        if let Ok(spec) = parse(&format!("board{{ {text} }}(\"xo.x\")")) {
            let again = parse(&spec.to_string()).unwrap();
            prop_assert_eq!(again.to_string(), spec.to_string());
            let _ = grundy_solve::Solver::new().solve(&spec, &Default::default(), &grundy_solve::Budget { nodes: 2000, ..Default::default() });
        }
    }
}

/// A source of files, given by their names and contents.
struct Files(&'static [(&'static str, &'static str)]);

impl grundy_rules::Sources for Files {
    fn read(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, content)| content.as_bytes().to_vec()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }
}

const FILES: Files = Files(&[
    ("cram", "# Cram.\n[..] -> [##];   # a domino\n[. / .] -> [# / #]\n"),
    (
        "games",
        "\u{feff}# Two games.\nclobber = {\n  left: [xo] -> [.x] along rook;\n  right: swap x o\n}\nsets = { [{xo}#] -> [.#] } # the end\ncol = { left: [.] -> [x] if no x near; right: swap x o }",
    ),
    ("wide", "cram ＝ ｛ ［．．］ -> ［＃＃］ ｝"),
    ("bad", "clobber = {\n  left: [xo] -> [.x] along rook;\n  right: [ox] -> [.]\n}\n"),
    ("open", "a = { [{xo}.] -> [..]\n"),
    ("twice", "a = { [x] -> [.] }\na = { [x] -> [.] }"),
    ("empty", "# nothing\n"),
    ("boards", "xo.\n.xo\n\n\nx..o\n"),
    ("crooked", "xo.\nxo\n"),
    ("strange", "xo.\n.zo\n"),
    ("edges", "a-b\nb-c\n"),
]);

#[test]
fn files_hold_rules_and_boards() {
    let read = |text: &str| grundy_games::parse_with(text, &mut Files(FILES.0));
    for (text, printed) in [
        ("board[@cram](2x3)", "board{ [..] -> [##]; [. / .] -> [# / #] }(2x3)"),
        ("board[@games: clobber](\"xo\")", "board{ left: [xo] -> [.x] along rook; right: swap x o }(\"xo\")"),
        ("board[@games: sets](\"x#\")", "board{ [{ox}#] -> [.#] }(\"x#\")"),
        ("graph[@games](a-b)", "graph{ left: [.] -> [x] if no x near; right: swap x o }(a-b)"),
        ("graph[@games: col](@edges)", "graph{ left: [.] -> [x] if no x near; right: swap x o }(a-b,b-c)"),
        ("board[@wide](2x2)", "board{ [..] -> [##] }(2x2)"),
        ("clobber(@boards, 2x2)", "clobber(\"xo./.xo\",\"x..o\",2x2)"),
        ("clobber(@empty_file)", ""),
    ] {
        match read(text) {
            Ok(spec) => assert_eq!(spec.to_string(), printed, "{text}"),
            Err(error) => assert!(printed.is_empty() && error.kind == ErrorKind::Io, "{text}: {error:?}"),
        }
    }
    for (text, blamed, message) in [
        ("board[@bad](2x2)", "@bad", "bad:3:10: "),
        ("board[@open](2x2)", "@open", "open:2:1: "),
        ("board[@twice](2x2)", "@twice", "twice:2:1: `a` is already defined"),
        ("board[@empty](2x2)", "@empty", "empty contains no rule"),
        ("board[@games: chess](2x2)", "chess", "games has no rule called `chess`"),
        ("graph[@cram](a-b)", "@cram", "cram:2:"),
        ("board[@gone](2x2)", "@gone", "cannot read"),
        ("clobber(@crooked)", "@crooked", "crooked:2:1: this row is not as long as the first one"),
        ("clobber(@strange)", "@strange", "strange:2:2: `z` has no meaning in this game"),
    ] {
        let error = read(text).map(|_| ()).expect_err(text);
        assert_eq!(&text[error.span.clone().unwrap()], blamed, "{text}: {error}");
        assert!(error.message.to_string().contains(message), "{text}: {error}");
    }
}

/// Checks that parsing takes time linear in the length of the text.
///
/// A parser of quadratic time would need hours for these texts.
#[test]
#[ignore = "slow: looks at the clock"]
fn bad_input_is_refused_in_time() {
    let start = std::time::Instant::now();
    bad_input_is_refused_soon();
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

/// Checks that long and malformed rules and positions are answered or rejected without delay.
///
/// The cases include texts of a megabyte and more, unbalanced brackets, empty pictures and full-width signs.
#[test]
fn bad_input_is_refused_soon() {
    let long = |text: &str, times: usize| text.repeat(times);
    let million = 1 << 20;
    let rules = [
        format!("[{}] -> [{}]", long(".", million), long("#", million)),
        format!("[{}] -> [#]", long("./", million)),
        format!("[{}", long("(", million)),
        format!("[{}] -> [.]", long("{", million)),
        format!("[{}x{}] -> [.]", long("{", 100_000), long("}", 100_000)),
        format!("[{}x] -> [.]", long("?*", 100_000)),
        format!("[x.] -> [.x] {}", long("if no x near ", 100_000)),
        format!("[x.] -> [.x] along {}right", long("right,", 100_000)),
        format!("[x.] -> [.x] along ({},1)", long("9", 100_000)),
        long("[x] -> [.]; ", 100_000),
        long("left: ", 100_000),
        format!("[x.] -> [.x]{}", long(" then [x.] -> [.x]", 100_000)),
        long("]", million),
        long("｜［", 100_000),
        format!("#{}", long("#", million)),
        String::new(),
        "[]".into(),
        "[] -> []".into(),
        "[/] -> [/]".into(),
        "[] -> [x]".into(),
        "[ ] -> [ ]".into(),
        "[{}] -> [x]".into(),
        "[x.] -> [.x] along".into(),
        "[x.] -> [.x] then".into(),
        "repeat".into(),
        "left: right: left:".into(),
        "［ｘ．］ -> ［．ｘ］ along rook".into(),
        "[x\u{0}] -> [.x]".into(),
        "[é.] -> [.é]".into(),
        "[🂡] -> [.]".into(),
    ];
    for rule in &rules {
        for text in [format!("board{{ {rule} }}(2x2)"), format!("graph{{ {rule} }}(a-b)")] {
            if let Err(error) = parse(&text) {
                let span = error.span.unwrap_or(0..0);
                assert!(span.end <= text.len() && text.is_char_boundary(span.start), "{}", &text[..60.min(text.len())]);
            }
        }
    }
    let positions = [
        format!("\"{}\"", long("x", million)),
        format!("\"{}\"", long("xo/", million)),
        format!("\"{}\"", long("/", million)),
        format!("\"{}", long("x", million)),
        long("2x2,", 100_000),
        "99999999999x1".into(),
        "18446744073709551615x18446744073709551615".into(),
        "4097x1".into(),
        "x".into(),
        "2x".into(),
        "2x2 of".into(),
        "2x2 of /".into(),
        format!("2x2 of {}", long("xo/", 100_000)),
        "\"ｘｏ．\"".into(),
        "\"\"".into(),
        "\"/\"".into(),
        "\"\u{0}\"".into(),
    ];
    for position in &positions {
        for game in ["clobber", "toppling_dominoes", "amazons", "nogo", "hare_and_hounds", "cell_kayles"] {
            let text = format!("{game}({position})");
            if let Err(error) = parse(&text) {
                let span = error.span.unwrap_or(0..0);
                assert!(span.end <= text.len() && text.is_char_boundary(span.start), "{:.80}", text);
            }
        }
    }
}
