//! Tests the debug output of errors and the chains of their sources.

use grundy_games::{parse, parse_rules, parse_with};
use grundy_lang::Text;
use grundy_rules::{Error, ErrorKind, Sources};
use std::error::Error as _;

#[test]
fn debug_output_marks_the_span() {
    for (text, shown) in [
        ("nim(3,x)", "  nim(3,x)\n        ^\n  help: "),
        ("nim(3", "  nim(3\n       ^\n  help: "),
        ("威佐夫(3,x)", "  威佐夫(3,x)\n           ^\n  help: "),
        ("nim(3)\n+ nmi(4)", "  nim(3)\n  + nmi(4)\n    ^^^\n  help: "),
        ("", "  \n  ^\n  help: "),
    ] {
        let message = format!("{:?}", parse(text).unwrap_err());
        assert!(message.contains(shown), "{message}");
    }
    let message = format!("{:?}", parse_rules("take[1,0]").unwrap_err());
    assert!(message.contains("\n  take[1,0]\n         ^\n"), "{message}");
    let bare = Error::new(ErrorKind::Limit, Text::verbatim("too much"));
    assert_eq!(format!("{bare:?}"), "too much");
    assert_eq!(format!("{:?}", bare.at(3..5)), "too much\n  at bytes 3..5");
}

#[test]
fn io_error_is_the_source() {
    struct Gone;
    impl Sources for Gone {
        fn read(&mut self, _: &str) -> std::io::Result<Vec<u8>> {
            Err(std::io::Error::from(std::io::ErrorKind::NotFound))
        }
    }
    let error = parse_with("nim(@heaps.txt)", &mut Gone).unwrap_err();
    let source = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
    assert_eq!(source.map(std::io::Error::kind), Some(std::io::ErrorKind::NotFound));
    assert!(parse("nim(").unwrap_err().source().is_none());
}
