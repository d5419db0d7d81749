//! Tests that full-width signs are parsed as ASCII signs.

use grundy_games::{parse, parse_rules};
use grundy_rules::ErrorKind;

#[test]
fn full_width_signs_are_read() {
    for (written, canonical) in [
        ("nim（３，４，５）", "nim(3,4,5)"),
        ("尼姆（3、4、5）", "nim(3,4,5)"),
        ("取石子", ""),
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
fn spans_refer_to_the_original_text() {
    for (written, at) in
        [("nim（３，x）", "x"), ("nim（３，４）＋wythoff（３）", "（３）"), ("nim（3", ""), ("nim(3）＋（", "")]
    {
        let span = parse(written).unwrap_err().span.unwrap();
        assert_eq!(&written[span], at, "{written}");
    }
}
