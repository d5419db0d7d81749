//! Tests sets of amounts.

use grundy_rules::{Amounts, Cursor, ErrorKind, Sources};

fn set(text: &str) -> Amounts {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn canonical_form() {
    for (text, canonical) in [
        ("3,1,2", "1..3"),
        ("2,1", "1,2"),
        ("5,5,5", "5"),
        ("1..4,3..9", "1..9"),
        ("1..4,5..9", "1..9"),
        ("7,9..,8", "7.."),
        ("1, 2 ^ k, 3.., k^2, fib, prime, 2^k", "1,3..,2^k,k^2,fib,prime"),
        (
            "practical,squarefree,factorials,triangular,prime,fib,k^3,k ^ 2,k^10,2^k,k^3",
            "2^k,k^2,k^3,k^10,fib,prime,triangular,factorials,squarefree,practical",
        ),
        ("4..,1,2", "1,2,4.."),
        ("3..,1,2", "1.."),
        ("10^18", "1000000000000000000"),
        ("1_000..2_000", "1000..2000"),
        ("18446744073709551615", "18446744073709551615"),
    ] {
        assert_eq!(set(text).to_string(), canonical);
        assert_eq!(set(canonical), set(text), "{text}");
    }
}

#[test]
fn members_agree_with_contains() {
    for text in [
        "1,3,4",
        "2..5,9",
        "4..",
        "2^k",
        "3^k,k^2",
        "fib,prime",
        "1,k^2,7..9,20..",
        "k^3",
        "2,k^4,triangular",
        "factorials,9",
        "squarefree",
        "practical,7..9",
    ] {
        let set = set(text);
        let members: Vec<u64> = set.up_to(200).collect();
        let slow: Vec<u64> = (1..=200).filter(|&n| set.contains(n)).collect();
        assert_eq!(members, slow, "{text}");
        assert_eq!(set.min(), members[0]);
    }
    assert_eq!(set("fib").up_to(u64::MAX).count(), 92);
    assert_eq!(set("2^k").up_to(u64::MAX).last(), Some(1 << 63));
    assert_eq!(set("k^2").up_to(30).collect::<Vec<_>>(), [1, 4, 9, 16, 25]);
    let mixed = set("1,3..9,20..,k^2,2^k");
    let slow: Vec<u64> = mixed.up_to(60).filter(|&n| n >= 8).collect();
    assert_eq!(mixed.between(8, 60).collect::<Vec<_>>(), slow);
    assert_eq!(mixed.sparse_part(5).unwrap().to_string(), "1,2^k,k^2");
    assert_eq!(set("3..9,20..").sparse_part(5), None);
    let top = u64::MAX;
    assert_eq!(set("18446744073709551614..").up_to(top).collect::<Vec<_>>(), [top - 1, top]);
}

#[test]
fn exponents_of_sets_are_limited() {
    for (text, span) in [("k^0", 2..3), ("1,k^1", 4..5), ("k^64", 2..4), ("k^18446744073709551615", 2..22)] {
        let error = text.parse::<Amounts>().unwrap_err();
        assert_eq!((error.kind, error.span), (ErrorKind::BadArgument, Some(span)), "{text}");
    }
    assert_eq!(set("k^63").up_to(u64::MAX).collect::<Vec<_>>(), [1, 1 << 63]);
}

#[test]
fn amounts_come_from_sources() {
    struct OneSource(&'static str);
    impl Sources for OneSource {
        fn read(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
            assert_eq!(name, "amounts.txt");
            Ok(self.0.as_bytes().to_vec())
        }
    }
    let parse = |text: &str, content: &'static str| {
        let mut source = OneSource(content);
        Amounts::parse(&mut Cursor::new(text, &mut source)).map(|set| set.to_string())
    };
    assert_eq!(parse("@amounts.txt]", "4 1\n3, 9 # and no more\n"), Ok("1,3,4,9".to_owned()));
    assert_eq!(parse("@amounts.txt, 5, k^2", "4,3,4"), Ok("3..5,k^2".to_owned()));
    for (content, message) in [
        ("", "amounts.txt contains no numbers"),
        ("3 0 4", "an amount must be at least 1, because every move takes something"),
        ("3\n1..4", "amounts.txt:2:2: expected a number, found `.`"),
        ("-3", "amounts.txt:1:1: expected a number, found `-`"),
    ] {
        let error = parse("7,@amounts.txt", content).unwrap_err();
        assert_eq!((error.message.to_string(), error.span), (message.to_owned(), Some(2..14)), "{content}");
    }
    assert_eq!("@amounts.txt".parse::<Amounts>().unwrap_err().kind, ErrorKind::Unsupported);
}
