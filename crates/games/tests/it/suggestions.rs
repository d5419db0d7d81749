//! Tests the corrections that errors suggest for texts that cannot be parsed.

use grundy_games::{parse, parse_rules};

#[test]
fn corrections_are_suggested() {
    for (text, meant) in [
        ("3 4 5", "nim(3,4,5)"),
        ("0.77", "octal[0.77](10)"),
        ("(3, 4)", "nim(3,4)"),
        ("take[1-3](7)", "take[1..3](7)"),
        ("take[1 ~ 3](7)", "take[1..3](7)"),
        ("take[1...3](7)", "take[1..3](7)"),
        ("take[1…3](7)", "take[1..3](7)"),
        ("take[1..=3](7)", "take[1..3](7)"),
        ("take[1 to 3, 5:7](9)", "take[1..3, 5..7](9)"),
        ("take[1,2,...,5](9)", "take[1,2..5](9)"),
        ("take[3...](9)", "take[3..](9)"),
        ("take[1-3]", "take[1..3](10)"),
        ("nim(1e18)", "nim(10^18)"),
        ("nim(3, 10**18)", "nim(3, 10^18)"),
        ("10**18*nim(1)", "10^18*nim(1)"),
        ("nim(10^(18))", "nim(10^18)"),
        ("nim(2e9)", "nim(2000000000)"),
        ("nim(1.5e3)", "nim(1500)"),
        ("nim(0x1F)", "nim(31)"),
        ("take[primes](9)", "take[prime](9)"),
        ("take[cubes, factorial](9)", "take[k^3, factorials](9)"),
        ("take[2^n, n^2](9)", "take[2^k, k^2](9)"),
        ("nim[3,4,5]", "nim(3,4,5)"),
        ("nim{3,4,5}", "nim(3,4,5)"),
        ("nim(3 4 5)", "nim(3,4,5)"),
        ("nim(3;4; 5)", "nim(3,4, 5)"),
        ("nim(3,,5,)", "nim(3,5)"),
        ("nim [3 4]", "nim(3,4)"),
        ("nim 3 4 5", "nim(3,4,5)"),
        ("nim: 3, 4", "nim(3,4)"),
        ("nim 3 4 + wythoff(1,2)", "nim(3,4) + wythoff(1,2)"),
        ("nim((3,4))", "nim(3,4)"),
        ("nim({3,4})", "nim(3,4)"),
        ("take(1,3)(5)", "take[1,3](5)"),
        ("take{1,3}(5)", "take[1,3](5)"),
        ("take[{1,3}](5)", "take[1,3](5)"),
        ("take[1 3](5)", "take[1,3](5)"),
        ("take[1,3] 5", "take[1,3](5)"),
        ("bash(3,10)", "bash[3](10)"),
        ("bash(21,3)", "bash[3](21)"),
        ("巴什博弈 21 3", "巴什博弈[3](21)"),
        ("S-Nim(9)", "S-Nim[1,3,4](9)"),
        ("S-Nim", "take[1,3,4](10)"),
        ("octal 0.77 10", "octal[0.77](10)"),
        ("kayles[3](5)", "kayles(5)"),
        ("take[1,3]", "take[1,3](10)"),
        ("take", "take[1,3,4](10)"),
        ("nim + wythoff(1,2)", "nim(3,4,5) + wythoff(1,2)"),
        ("nim(1) + take", "nim(1) + take[1,3,4](10)"),
        ("token[a>b]", "token[a>b](a,b)"),
        ("token[1>2]", "token[1>2](1)"),
        ("token[a-b](a)", "token[a>b](a)"),
        ("hackenbush(0>1)", "hackenbush(0-1)"),
        ("hackenbush[0-1,1-2]", "hackenbush(0-1,1-2)"),
        ("rule(n -> n-1)(5)", "rule{ n -> n-1 }(5)"),
        ("rule[half.grundy](7)", "rule[@half.grundy](7)"),
        ("rule[half.grundy: half](7)", "rule[@half.grundy: half](7)"),
        ("nim(heaps.txt)", "nim(@heaps.txt)"),
        ("nim(-)", "nim(@-)"),
        ("nim(3,4", "nim(3,4)"),
        ("nim(3,4))", "nim(3,4)"),
        ("nim(3,4]", "nim(3,4)"),
        ("take[1,2(9)", "take[1,2](9)"),
        ("nim(3) nim(4)", "nim(3) + nim(4)"),
        ("nim(3)nim(4)", "nim(3) + nim(4)"),
        ("nim(3), nim(4)", "nim(3) + nim(4)"),
        ("nim(3) and nim(4)", "nim(3) + nim(4)"),
        ("nim(3)*2", "2*nim(3)"),
        ("2nim(3)", "2*nim(3)"),
        ("2 x nim(3)", "2*nim(3)"),
        ("nim(3) misere", "misere nim(3)"),
        ("nim(1,2,misere)", "misere nim(1,2)"),
        ("misere: nim(3)", "misere nim(3)"),
        ("Misere", "misere nim(3,4,5)"),
        ("nim(3,4).", "nim(3,4)"),
        ("\"nim(3,4)\"", "nim(3,4)"),
        ("nim(3) +", "nim(3)"),
        ("take(9)", "take[1,3,4](9)"),
        ("take[1到3](9)", "take[1..3](9)"),
        ("take[..3](9)", "take[1..3](9)"),
        ("take[<=3, 7](9)", "take[1..3, 7](9)"),
        ("1e18", "nim(10^18)"),
        ("10**18", "nim(10^18)"),
        // Texts with two mistakes.
        ("nim[3 4 5]", "nim(3,4,5)"),
        ("take(1,3)(1e6)", "take[1,3](10^6)"),
    ] {
        let error = parse(text).expect_err(text);
        let message = error.help.expect(text).to_string();
        assert!(message.ends_with(&format!(": {meant}")), "{text}: {message}");
        assert!(meant.contains('@') || parse(meant).is_ok(), "{meant}");
    }
    for (text, meant) in [
        ("take[1-3]", "take[1..3]"),
        ("take(1,3)", "take[1,3]"),
        ("take 1,3", "take[1,3]"),
        ("take [1,3", "take [1,3]"),
        ("nim 3 4", "nim"),
        ("0.77", "octal[0.77]"),
        ("octal 0.77", "octal[0.77]"),
    ] {
        let message = parse_rules(text).expect_err(text).help.expect(text).to_string();
        assert!(message.ends_with(&format!(": {meant}")), "{text}: {message}");
        assert!(parse_rules(meant).is_ok(), "{meant}");
    }
}

#[test]
fn unclear_texts_get_an_example() {
    for text in
        ["nim(3,x)", "nim(-3)", "nim(3.5)", "nim(3+4)", "wythoff(3)", "nim(three)", "take[0](5)", "chess(3)", ""]
    {
        let help = parse(text).expect_err(text).help.expect(text);
        assert!(
            help.arg("example").is_some() || help == grundy_rules::SET_HELP || help == grundy_rules::ALL_GAMES,
            "{text}: {help}"
        );
    }
}

/// Checks that errors are found without delay, also for long texts full of brackets.
#[test]
fn hostile_texts_get_an_error() {
    for piece in
        ["(", "[", "nim(", "1-", "take[1..", "misere ", "…", "１（", "\"", "->", "{", "1e", "威", "0x", "<>", "é("]
    {
        for count in [1, 7, 30, 60] {
            assert!(parse(&piece.repeat(count)).is_err());
            assert!(parse(&format!("nim({}", piece.repeat(count))).is_err());
            assert!(parse_rules(&format!("take[{}", piece.repeat(count))).is_err());
        }
    }
}
