//! Tests the notation of tokens on directed graphs.

use crate::common::{FileStub, assert_prints};
use grundy_games::{parse, parse_with};
use grundy_rules::ErrorKind;

#[test]
fn printing_is_canonical() {
    for (text, printed) in [
        ("token[a>b, a>c, d](a)", "token[a>b,a>c,d](a)"),
        ("有向图[d, c -> b>a, c>b, \"d\"](\"c\", a, c)", "token[c>b,b>a,d](c,a,c)"),
        ("token[2>1, 10>2, \"7\", 007, \"x y\">2](10)", "token[2>1,10>2,\"x y\">2,7,007](10)"),
        ("token[ä>_1, _1>_1](ä)", "token[ä>_1,_1>_1](ä)"),
        ("3*token[x](x)", "3*token[x](x)"),
    ] {
        assert_prints(text, printed);
    }
}

#[test]
fn files() {
    let read = |text| parse_with("token[@f, z>a](a)", &mut FileStub(text));
    assert_eq!(read("a b\nb>c").unwrap().to_string(), "token[a>b,b>c,z>a](a)");
    assert_eq!(read("digraph { b -> a }").unwrap().to_string(), "token[b>a,z>a](a)");
    for (content, kind, message) in [
        ("a b\nb > > c", ErrorKind::Syntax, "f:2:5: expected a vertex, found `>`"),
        ("", ErrorKind::BadArgument, "f contains no edges"),
        ("graph { a -- b }", ErrorKind::Syntax, "f:1:1: a DOT `graph`"),
    ] {
        let error = read(content).unwrap_err();
        assert!(error.kind == kind && error.message.to_string().starts_with(message), "{error}");
        assert_eq!(error.span, Some(6..8));
    }
    let tokens = |text| parse_with("token[a>b](@f)", &mut FileStub(text));
    assert_eq!(tokens("a,b\n# c\nb a").unwrap().to_string(), "token[a>b](a,b,b,a)");
    assert_eq!(tokens("a\nc").unwrap_err().message, "f:2:1: the graph has no vertex c");
}

#[test]
fn errors_say_what_is_wrong() {
    for (text, kind, span, message) in [
        ("token", ErrorKind::Syntax, 5..5, "expected `[`"),
        ("token[](a)", ErrorKind::BadArgument, 5..7, "expected at least one edge or vertex"),
        ("token[a>](a)", ErrorKind::Syntax, 8..9, "expected a vertex, found `]`"),
        ("token[a b](a)", ErrorKind::Syntax, 8..9, "expected `>`, `,` or `]`, found `b`"),
        ("token[a>b]", ErrorKind::Syntax, 10..10, "expected `(`"),
        ("token[a>b](a,7)", ErrorKind::BadArgument, 13..14, "the graph has no vertex 7"),
        ("token[a>b](a;b)", ErrorKind::Syntax, 12..13, "expected `,` or `)`"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.message.to_string().starts_with(message), "{text}: {error}");
        assert_eq!((error.kind, error.span), (kind, Some(span)), "{text}");
        assert!(error.help.is_some(), "{text}");
    }
}
