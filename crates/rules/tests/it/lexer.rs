//! Tests the lexer.

use grundy_rules::{Cursor, ErrorKind, NoSources, Result, Sources, text};
use std::io;

fn integer(text: &str) -> Result<u64> {
    let mut sources = NoSources;
    let mut input = Cursor::new(text, &mut sources);
    let (n, span) = input.integer(text!("a number"))?;
    assert_eq!(text[span].trim(), text.trim());
    input.expect_end()?;
    Ok(n)
}

#[test]
fn numbers() {
    for (text, n) in [
        ("0", 0),
        ("007", 7),
        ("1_000_000", 1_000_000),
        ("10^18", 1_000_000_000_000_000_000),
        (" 2 ^ 63 ", 1 << 63),
        ("0^0", 1),
        ("1^99999999999", 1),
        ("18446744073709551615", u64::MAX),
        ("0000000000000000000000000000018446744073709551615", u64::MAX),
    ] {
        assert_eq!(integer(text).unwrap(), n, "{text}");
    }
    for (text, kind) in [
        ("18446744073709551616", ErrorKind::TooLarge),
        ("2^64", ErrorKind::TooLarge),
        ("2^99999999999999", ErrorKind::TooLarge),
        ("", ErrorKind::Syntax),
        ("-3", ErrorKind::Syntax),
        ("3^", ErrorKind::Syntax),
        ("2^k", ErrorKind::Syntax),
        ("_1", ErrorKind::Syntax),
    ] {
        assert_eq!(integer(text).unwrap_err().kind, kind, "{text}");
    }
}

struct OneFile(&'static [u8]);
impl Sources for OneFile {
    fn read(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.to_vec())
    }
}

#[test]
fn list_files_parse_with_positions_of_faults() {
    let read = |text, content| {
        let mut sources = OneFile(content);
        Cursor::new(text, &mut sources).numbers('(', ')', "nim(3,4,5)")
    };
    assert_eq!(read("(@a)", b"1 2,3\n# no\r\n\t4_0,,5#6").unwrap(), [1, 2, 3, 40, 5]);
    assert_eq!(read("(7, @\"a b\", 8)", b"18446744073709551615").unwrap(), [7, u64::MAX, 8]);
    for (content, kind, text) in [
        (&b"1 2\n3 x"[..], ErrorKind::Syntax, "a:2:3: expected a number, found `x`"),
        (b"1\n2x", ErrorKind::Syntax, "a:2:2: expected a number, found `x`"),
        (b"1\n\xff", ErrorKind::Syntax, "a:2:1: expected a number, found the byte 0xff"),
        (b"18446744073709551616", ErrorKind::TooLarge, "a:1:1: the number exceeds"),
        (b" # nothing", ErrorKind::BadArgument, "a contains no numbers"),
    ] {
        let error = read("(@a)", content).unwrap_err();
        assert_eq!((error.kind, error.span.clone()), (kind, Some(1..3)));
        assert!(error.message.to_string().starts_with(text), "{error}");
    }
}
