//! Tests that full-width signs are parsed as ASCII signs.

use grundy_games::{parse, parse_rules};
use grundy_rules::ErrorKind;

#[test]
fn full_width_signs_are_read() {
    for (written, canonical) in [
        ("nim（３，４，５）", "nim(3,4,5)"),
        ("尼姆（3、4、5）", "nim(3,4,5)"),
        ("黑石子", ""),
        ("ｔａｋｅ【１。。３】（７）＋２＊ｎｉｍ（１＿０）", "take[1..3](7) + 2*nim(10)"),
        ("nim(3) + −nim(2)", "nim(3) + -nim(2)"),
        ("３×nim（5）", "3*nim(5)"),
        ("token[“a，b”＞“c“d”]（“a，b”）", "token[\"a，b\">\"c“d\"](\"a，b\")"),
        ("token[\"（\">b](\"（\")", "token[\"（\">b](\"（\")"),
        ("rule｛ n －＞ n－1 ｝（7）", "rule{ n -> n-1 }(7)"),
        ("misere\u{3000}nim（1）", "misere nim(1)"),
    ] {
        match parse(written) {
            Ok(spec) => assert_eq!(spec.to_string(), canonical),
            Err(error) => assert_eq!(("", error.kind), (canonical, ErrorKind::UnknownGame), "{written}"),
        }
    }
    assert_eq!(parse_rules("take［１，３］").unwrap().to_string(), "take[1,3]");
}

#[test]
fn names_of_several_words_are_read() {
    for (written, canonical) in [
        ("Anti-Nim(1,1,2)", "misere nim(1,1,2)"),
        ("End Nim(1,2,3)", "endnim(1,2,3)"),
        ("Staircase Nim(1,2,3)", "stairs[ground](1,2,3)"),
        ("费森原理(0-1,1-2)", "hackenbush(0-1,1-2)"),
        ("ANTI nim (1,1,2)", "misere nim(1,1,2)"),
        ("反常尼姆(1,1,2)", "misere nim(1,1,2)"),
        ("tic tac-toe(start)", "mnk[3,3,3](start)"),
        ("S-Nim[2,5](7)", "take[2,5](7)"),
        ("nim(3) + 2*s nim[2,5](7)", "nim(3) + 2*take[2,5](7)"),
        ("misere Grundy game(9)", "misere grundy_game(9)"),
        ("取石子[1,3](7)", "take[1,3](7)"),
        ("取石子游戏[1,3](7)", "take[1,3](7)"),
        ("减法游戏[1,3](7)", "take[1,3](7)"),
        ("不公平减法游戏[1 | 2](7)", "take[1 | 2](7)"),
        ("巴什博奕[3](7)", "take[1..3](7)"),
        ("巴什博弈[1..3](7)", "take[1..3](7)"),
        ("删边博弈(0-1)", "hackenbush(0-1)"),
        ("克朗原理(0-1)", "hackenbush(0-1)"),
        ("移棋子[a>b](a)", "token[a>b](a)"),
        ("移棋子游戏[a>b](a)", "token[a>b](a)"),
        ("抢三十(7)", "count[1,2; 30](7)"),
        ("抢三十[1..4](7)", "count[1..4; 30](7)"),
        ("抢三十[1..4; 31](7)", "count[1..4; 31](7)"),
    ] {
        assert_eq!(parse(written).unwrap().to_string(), canonical, "{written}");
    }
    assert_eq!(parse_rules("Anti-Nim").unwrap().to_string(), "misere nim");
    assert_eq!(parse_rules("misere s-nim[1,3]").unwrap().to_string(), "misere take[1,3]");
    // A minus sign before a game is not a hyphen within a name.
    assert_eq!(parse("nim(3) + -nim(2)").unwrap().to_string(), "nim(3) + -nim(2)");
    for unknown in ["nim nim(3)", "nim-3(3)", "anti-nim-nim(3)"] {
        assert!(parse(unknown).is_err(), "{unknown}");
    }
}

#[test]
fn words_for_game_at_the_end_of_a_name_do_not_hide_it() {
    for (written, names) in [
        ("威佐夫游戏", &["威佐夫"][..]),
        ("取石子博弈", &["取石子", "取石子游戏"]),
        ("反尼姆游戏", &["反尼姆"]),
        ("kayles game", &["kayles"]),
    ] {
        // Only one name of the game is suggested, so any of its names will do.
        let near = grundy_games::library().nearest(written);
        assert!(names.iter().any(|name| near.contains(name)), "{written}: {near:?}");
    }
}

#[test]
fn spans_refer_to_the_original_text() {
    for (written, at) in
        [("nim（３，x）", "x"), ("nim（３，４）＋wythoff（３）", "（３）"), ("nim（3", ""), ("nim(3）＋（", "")]
    {
        let span = parse(written).unwrap_err().span.unwrap();
        assert_eq!(&written[span], at, "{written}");
    }
}
