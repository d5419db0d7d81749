//! Tests that the parser reads every token of a text instead of skipping some.
//!
//! A token is inserted into a valid text, or replaces one of its tokens. A parser that reads a token distinguishes
//! kinds of tokens. So if tokens of several unrelated kinds are accepted at one position with the same meaning, the
//! parser skipped them unread. This method needs no second parser that knows the meaning of the text.

use grundy_games::{library, parse, parse_rules};
use grundy_rulelang::claims::{Claim, KnownResult};
use grundy_rulelang::{check_rule_file, rule_examples};
use grundy_rules::{DynPosition, Outcome, Player, Ruleset, Sources, parse_with};
use grundy_value::{SymbolSet, Value, ValueArena};
use std::collections::BTreeMap;
use std::io;

/// Tokens of all parts of the notation, by kind.
///
/// Tokens of one kind may have the same meaning at one position. Every word and every number is a name somewhere.
const KINDS: &[(&str, &[&str])] = &[
    ("name", &["n", "a", "b", "x", "o", "k", "t", "é"]),
    ("name", &["0", "1", "2", "7"]),
    ("name", &["\"x\"", "“x”"]),
    ("name", &["xor", "mod", "not", "in", "and", "or", "iff", "misere", "ground", "start"]),
    ("name", &["for", "if", "while", "repeat", "left", "right", "within", "tier", "same"]),
    ("name", &["must", "gain", "loses", "wins"]),
    ("name", &["exists", "forall", "G", "P", "floor", "mex", "base", "is", "automaton", "phi", "heat", "cool", "tiny"]),
    ("name", &["along", "turned", "any", "way", "near", "no", "with", "then", "swap", "mirror", "turning", "rook"]),
    ("operator", &["+", "-", "*", "/", "%", "^", "&", "|", "＋", "－", "×"]),
    ("relation", &["<", "<=", ">", ">=", "==", "=", "!=", "≤"]),
    ("comma", &[",", "，", "、"]),
    ("semicolon", &[";", "；"]),
    ("colon", &[":", "："]),
    ("arrow", &["->", "→"]),
    ("dots", &["..", "...", ".", "。"]),
    ("opening", &["(", "[", "{", "（"]),
    ("closing", &[")", "]", "}", "）"]),
    ("question", &["?", "？"]),
    ("file", &["@f"]),
    ("junk", &["$", "~", "!", "\\"]),
];

/// The maximum number of kinds that may have the same meaning at one position.
///
/// Some kinds may have the same meaning by chance, for example if they make conditions that never hold. If there are
/// more kinds, the parser did not read the tokens.
const MAX_KINDS: usize = 3;

/// A linear congruential generator with Knuth's constants, which yields the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// A source of files in which every file has this content.
struct Content<'a>(&'a str);

impl Sources for Content<'_> {
    fn read(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.as_bytes().to_vec())
    }
}

/// The grammar by which a text is parsed.
enum Reader {
    /// The text is a position.
    Position,
    /// The text is a claim about these rules.
    Claim(Ruleset),
    /// The text is the content of the file that these positions name.
    File(&'static [&'static str]),
    /// The text is an expression of values.
    Value,
}

impl Reader {
    /// Returns the kind of a token in this grammar, which may be wider than the given kind.
    ///
    /// In a claim, `and`, `,` and `;` between statements have the same meaning.
    fn kind(&self, kind: &'static str) -> &'static str {
        match (self, kind) {
            (Reader::Claim(_), "comma" | "semicolon") => "name",
            _ => kind,
        }
    }

    /// Returns the meaning of a text as a canonical text, or `None` if the text cannot be parsed.
    fn meaning(&self, text: &str) -> Option<String> {
        match self {
            Reader::Position => parse(text).ok().map(|spec| meaning_of_sum(&spec)),
            Reader::Claim(rules) => Claim::parse(text, rules).ok().map(|claim| meaning_of_claim(&claim)),
            Reader::File(positions) => {
                // A rule that no position uses is parsed only when the file is checked.
                if positions[0].starts_with("rule") {
                    check_rule_file("f", &mut Content(text)).ok()?;
                }
                let examples = rule_examples("f", text).ok().unwrap_or_default();
                let examples = examples.iter().map(|one| format!("{} is {}", one.written, one.expected));
                let read = |position: &&str| parse_with(position, library(), &mut Content(text)).ok();
                let sums: Option<Vec<String>> = positions.iter().map(|one| Some(meaning_of_sum(&read(one)?))).collect();
                Some(format!("{:?} {}", sums?, examples.collect::<Vec<_>>().join(" ")))
            }
            Reader::Value => {
                let mut values = ValueArena::new();
                values.limit_steps(20_000);
                // Games are replaced by small nimbers that depend on their text, so most games differ.
                let mut games = |values: &mut ValueArena, text: &str| match parse(text) {
                    Ok(spec) => {
                        let number = spec.to_string().bytes().fold(7u32, |sum, b| sum * 31 % 8191 + u32::from(b));
                        values.nimber(number % 7).map_err(|_| ())
                    }
                    Err(_) => Err(()),
                };
                let text = grundy_rules::to_half_width(text);
                let value: Value = values.parse_with_games(&text, &mut games).ok()?;
                values.text(value, SymbolSet::Ascii).ok()
            }
        }
    }
}

/// Returns the meaning of a sum: its canonical text, or a list of moves for user-defined rules.
///
/// User-defined rules print the text that was parsed, so their moves at some positions are listed instead.
fn meaning_of_sum(spec: &grundy_rules::PositionSum) -> String {
    let mut out = format!("{:?}", spec.play);
    for term in &spec.terms {
        out.push_str(&format!(" {}{}*", term.negative, term.copies));
        let rules = term.position.ruleset();
        if rules.info().name != "rule" {
            out.push_str(&term.position.to_string());
            continue;
        }
        out.push_str(&format!("{:?}", rules.kind()));
        let count = rules.coordinate_names().len();
        let points = [[4, 3, 2, 1], [7, 2, 5, 3], [9, 9, 1, 0], [1, 6, 0, 2], [12, 7, 3, 5]];
        for point in points {
            let at: Vec<u64> = (0..count).map(|k| point[k % 4] + k as u64 / 4).collect();
            match rules.position_from_numbers(&at) {
                Some(position) => out.push_str(&moves(&*position)),
                None => out.push_str(" none"),
            }
        }
    }
    out
}

/// Returns the result if play has ended, and the first moves of both players.
fn moves(position: &dyn DynPosition) -> String {
    const MAX_MOVES: usize = 60;
    let rules = position.ruleset().rules_text();
    let mut out = format!("{:?}", position.terminal_result(0));
    for by in [Player::LEFT, Player::RIGHT] {
        let mut left: Vec<String> = position
            .moves(0, by)
            .take(MAX_MOVES)
            .map(|mv| {
                let after = position.after(0, by, &mv).to_string().replace(&rules, "");
                format!("{} {after}", position.describe(0, &mv).text)
            })
            .collect();
        left.sort();
        out.push_str(&format!(" [{}]", left.join(" ")));
    }
    out
}

/// Evaluates a claim at some positions, with hashes in place of the values or outcomes of positions.
fn meaning_of_claim(claim: &Claim) -> String {
    let mut out = format!("{} {} {}", claim.has_values(), claim.has_outcomes(), claim.looks_up_many_positions());
    for point in [[0, 0, 0], [1, 0, 2], [2, 5, 1], [3, 3, 7], [6, 1, 4], [5, 0, 1], [9, 8, 0], [14, 2, 2]] {
        let at: Vec<u64> = (0..claim.arity()).map(|k| point[k % 3] + k as u64 / 3).collect();
        for salt in 0..9 {
            let mut entry = |of: &[u64]| {
                let sum = of.iter().fold(salt, |sum, &x| sum * 5 + x + 1);
                Some(match claim.has_values() {
                    true => KnownResult::Value(sum % 4),
                    false => KnownResult::Outcome([Outcome::P, Outcome::N][(sum % 2) as usize]),
                })
            };
            match claim.evaluate(&at, &mut entry) {
                Ok(says) => out.push_str(&format!(" {says:?}")),
                Err(error) => out.push_str(&format!(" {:?}", error.kind)),
            }
        }
    }
    out
}

/// Returns the byte ranges of the tokens of a text.
///
/// Tokens are words, numbers, quoted names, and signs of one or more characters.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    const SIGNS: [&str; 8] = ["->", "...", "..", "==", "!=", "<=", ">=", "--"];
    let mut found = vec![];
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' => rest[1..].find('"').map_or(rest.len(), |length| length + 2),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(c.len_utf8(), |sign| sign.len()),
        };
        found.push(at..at + length);
        at += length;
    }
    found
}

/// Returns valid texts of all parts of the notation.
fn texts() -> Vec<(Reader, String)> {
    let mut texts = vec![];
    let positions = [
        "2*(nim(3) + -3*wythoff(3,5)) + kayles(7)",
        "misere take[1..3,7,2^k](9) + nim(10^2)",
        "take[1,3..5 | 2,k^2](7)",
        "take[1..k](7,3)",
        "take[l..r | 1,k](9,1,2,3)",
        "count[1..m; t](0,3,21)",
        "nim（3，4）＋take【1、3】（9）",
        "token[a>b>c,c>d,b>d](a,b)",
        "hackenbush[ground=r,s](r-a:b,a-b:g,b-s:r)",
        "rule{ (a,b) -> (a-1,b); (a,b-1) }(1,2)",
        "rule{ (a,b) -> (a-k,b)+(k,b) for k in 1..a; (a,b-k) for k in {1,3..5} if k % 2 == 1 or b > 3 }(4,5)",
        "rule{ n -> n-k for k in 1..n/2 if not k in {2,4..}; n/2 if n % 3 == 0 and n > 1 }(9)",
        "rule{ left: (n,m) -> (n-k,2*k) for k in 1..min(n,m); right: (n,m) -> (n-1,m+1) while n > 2 }(9,4)",
        "rule{ n -> (i)+(n-t-i) for t in 1..2 for i in 0..n-t }(7)",
        "rule{ n -> n-p for p in primes if p <= n; n-d for d in divisors(n) if d < n; n xor 1 if n > 1 }(12)",
        "rule{ (a,b) -> k*(a/k,b) for k in divisors(a) if k > 1; (a-1,b-1) + 2*(a/2,b-1); () if a == 0 }(6,3)",
        "rule{ n -> repeat n-2 if n > 3 within n <= 40 tier n same n }(9)",
        "rule{ v = [3,1,4]; (l,r) -> (l+1,r) gain v[l] if l in 1..r and r <= 3; must (l,r-1) gain 2*l-1 for k in 1..2 }(1,3)",
        "rule{ n -> must n-2 if n > 5; sum(n/k for i in 1..k) for k in 2..n loses if n == 3 wins if n == 1, n == 2 }(9)",
        "rule{ (a,b) -> (a-1,b); (a,b-1) within a <= 40, b <= 40 tier a+b same (b,a) }(3,4)",
        "rule{ n -> n-k for k in powers(2) while k <= n; n - isqrt(abs(n-3)) - 1; popcount(n-1) }(9)",
        "rule｛ （a，b） －＞ （a－1，b）； （a，b－1） ｝（1，2）",
        "board{ left: [xo] -> [.x] along rook; right: swap x o }(\"xox/ox.\")",
        "board{ [.(x*)x] -> [1x.] along row, (1,-1); repeat [xo.] -> [..x] turning any way if no o near }(\"xox./ox..\")",
        "board{ [. / .] -> [# / #] turned with near . -> x if {xo} near any; [x.] -> [.x] then [x.] -> [.x] along rook }(\"..x/...\")",
        "board{ left: [{xo}|] -> [o|]; right: mirror x o }(3x3)",
        "graph{ left: [.] -> [x] if no x near; right: swap x o }(a-b-c,c-d,d=x)",
        "graph{ [.-l-.] -> [#-#]; [x--o--.] -> [.--.--x] }(a-b:l,c-d,c=x; c=x,c-d,d=o)",
        "graph{ [.-.] -> [#-#] }(a-b; c-d)",
    ];
    texts.extend(positions.map(|text| (Reader::Position, text.to_string())));
    let claims = [
        ("take[1,2]", "P iff n % 3 == 0"),
        ("take[1,2]", "G(n+3) = G(n) for n >= 2; G(0) = 0, G(1) = 1"),
        ("take[1,2]", "P iff n == 3k"),
        ("take[1,2]", "P iff exists b: n == 3*b and b <= n"),
        ("take[1,2]", "P(n) iff n in base 3 is (0|1|2)*0"),
        ("take[1,2]", "G(n) = [0,1,2][n mod 3]"),
        ("take[1,2]", "G(n) == mex(G(n-1), G(n-2)) for n >= 2"),
        ("wythoff", "P iff min(a,b) == floor(|a-b|*phi)"),
        ("wythoff", "P iff b == floor((a+1)*sqrt(2)) or a < b*(1+sqrt(5))/2"),
        ("nim", "G(a,b) == a xor b for a <= b and not a in {1,3..5}"),
        ("nim", "forall c, d: P(c,d) iff c == d"),
        ("rule{ (n,m) -> (n-k,m) for k in 1..m }", "P iff n % (m+1) == 0 for m > 0; N for m == 0 and n > 2"),
        ("rule{ (n,m) -> (n-1,m) }", "P iff n % 2 == 0， m ＞ 1"),
    ];
    texts.extend(claims.map(|(rules, text)| {
        let rules = parse_rules(rules).unwrap();
        (Reader::Claim(rules), text.to_string())
    }));
    let files: [(&[&str], &str); 12] = [
        (
            &["rule[@f: half](7)", "rule[@f](7)"],
            "half = { n -> n-k for k in 1..n/2 }\nmark = { n -> n-1; n/2 }\nexample half(7) is P\nexample mark(7) is 1",
        ),
        (&["rule[@f: half](7)"], "half = { n -> n-k for k in 1..n/2 }\nexample half(10^2) is 3"),
        (&["rule[@f](3,4)"], "(a,b) -> (a-1,b); (a,b-k) for k in 1..b"),
        (&["rule[@f](3,4)"], "（a，b） －＞ （a－1，b）； （a，b－2）"),
        (&["board[@f: cram](2x3)"], "cram = { [..] -> [##]; [. / .] -> [# / #] }"),
        (&["board[@f](2x3)"], "left: [..] -> [##]; right: [. / .] -> [# / #]"),
        (&["graph[@f](a-b,b-c)"], "node = { [.] -> [x] if no x near }"),
        (
            &["token[@f](a)"],
            "digraph g { a -> b -> c [color=red, w=1.5]; b:n -> d; rank=same; node [shape=box] subgraph s { d -> a } }",
        ),
        (&["token[@f](a)"], "a>b\nb -> c\nc d\n"),
        (&["hackenbush(@f)"], "0-1\n1 2:r, 2-3:b\n"),
        (&["nim(@f)"], "3 4, 5\n6"),
        (&["graph{ [.-.] -> [#-#] }(@f)"], "a-b\nb-c, c-d\n"),
    ];
    texts.extend(files.map(|(positions, text)| (Reader::File(positions), text.to_string())));
    let values = [
        "{3|1||-1} + ^*",
        "3*nim(2) + ^^3 - 1/2",
        "+-{1,{3|0}} cool 1/2 + Tiny(2)",
        "overheat(1/2, 1, 2) : * + heat({2|-1}, 1)",
        "-(1/4 + v2*3) - ±2 + ^[3] + ^<2>",
        "take[1,2 | 1,3](4) norton ^ + misere nim(4)",
    ];
    texts.extend(values.map(|text| (Reader::Value, text.to_string())));
    for entry in library().games() {
        let info = entry.info();
        let printed = entry.samples().skip(7).step_by(9).take(4).map(|position| position.to_string());
        let written = std::iter::once(&info.example).chain(info.other_examples).map(|text| text.to_string());
        texts.extend(written.chain(printed).map(|text| (Reader::Position, text)));
    }
    texts
}

/// Puts tokens of each kind into the texts until `wanted` tokens have been put.
///
/// A token is inserted before every token and at the end, and replaces every token. The result consists of
/// the number of tokens put, the number of accepted texts, and the positions at which tokens were not read.
fn find_unread(wanted: usize, seed: u64) -> (usize, usize, Vec<String>) {
    let texts = texts();
    let mut random = Random(seed);
    let (mut put, mut accepted, mut unread_places) = (0, 0, vec![]);
    for (reader, text) in texts.iter().cycle() {
        let places = tokens(text);
        let before = places.iter().map(|place| place.start..place.start).chain(std::iter::once(text.len()..text.len()));
        for cut in before.chain(places.iter().cloned()) {
            if put >= wanted {
                return (put, accepted, unread_places);
            }
            let mut meanings: BTreeMap<String, BTreeMap<&str, &str>> = BTreeMap::new();
            for (kind, tokens) in KINDS {
                let token = tokens[random.below(tokens.len())];
                let changed = format!("{} {token} {}", &text[..cut.start], &text[cut.end..]);
                put += 1;
                if let Some(meaning) = reader.meaning(&changed) {
                    accepted += 1;
                    meanings.entry(meaning).or_default().insert(reader.kind(kind), token);
                }
            }
            for tokens in meanings.into_values().filter(|tokens| tokens.len() > MAX_KINDS) {
                let tokens: Vec<&str> = tokens.into_values().collect();
                let shown = format!("{}<>{}", &text[..cut.start], &text[cut.end..]);
                unread_places.push(format!("{shown}: {} all mean the same", tokens.join(" ")));
            }
        }
    }
    (put, accepted, unread_places)
}

#[test]
fn texts_can_be_read() {
    for (reader, text) in texts() {
        assert!(reader.meaning(&text).is_some(), "{text}");
    }
}

#[test]
fn every_token_is_read() {
    let (put, accepted, unread_places) = find_unread(60_000, 1);
    assert!(unread_places.is_empty(), "of {put} tokens {accepted} were accepted:\n{}", unread_places.join("\n"));
    assert!(accepted > 500, "of {put} tokens {accepted} were accepted");
}

/// Runs the test with more tokens, which takes a minute.
///
/// Run it by `cargo test -p grundy-games --test it every_token_read -- --ignored --nocapture`.
#[test]
#[ignore = "slow: takes a minute"]
fn every_one_of_many_tokens_is_read() {
    let (put, accepted, unread_places) = find_unread(200_000, 2);
    println!("{put} tokens, {accepted} accepted, {} places unread", unread_places.len());
    assert!(unread_places.is_empty(), "{}", unread_places.join("\n"));
}

/// Regression test: any token between two positions used to be read as `+`.
#[test]
fn options_are_set_apart_by_semicolons() {
    for between in [",", ":", "]", "and", "|", "5", "->", "，", "。", "=", "(a,b)", "x"] {
        for text in [
            format!("rule{{ (a,b) -> (a-1,b){between} (a,b-1) }}(1,2)"),
            format!("rule{{ (a,b) -> 2*(a-1,b) {between} (a,b-1) for k in 1..2 }}(1,2)"),
            format!("rule{{ left: (a,b) -> (a-1,b) if a > 0; right: (a,b-1) {between} k*(a,b) for k in 1..2 }}(1,2)"),
        ] {
            let error = parse(&text).expect_err(&text);
            assert_eq!(error.kind, grundy_rules::ErrorKind::Syntax, "{text}: {error}");
        }
    }
    for (text, at) in [
        ("rule{ (a,b) -> (a-1,b), (a,b-1) }(1,2)", 22..23),
        ("rule{ (a,b) -> (a-1,b) (a,b-1) }(1,2)", 23..24),
        ("rule{ n -> n-1, n-2 }(5)", 14..15),
        ("rule{ n -> n-1 if n > 3, n-2 }(5)", 23..24),
        ("rule｛ （a，b） －＞ （a－1，b）， （a，b－1） ｝（1，2）", 42..45),
        ("board{ [.] -> [x], [x] -> [.] }(2x2)", 17..18),
        ("board{ left: [.] -> [x] [x] -> [.] }(2x2)", 24..25),
        ("graph{ [.] -> [x], [x] -> [.] }(a-b)", 17..18),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!(error.span, Some(at), "{text}: {error}");
        let help = error.help.map(|help| help.to_string()).unwrap_or_default();
        assert!(help.starts_with("separate options by `;`, as in "), "{text}: {help}");
    }
    let spec = parse("rule{ (a,b) -> (a-1,b); (a,b-1) }(1,2)").unwrap();
    assert_eq!(
        moves(&*spec.terms[0].position),
        "None [move from (1,2) to (0,2) (0,2) move from (1,2) to (1,1) (1,1)] \
         [move from (1,2) to (0,2) (0,2) move from (1,2) to (1,1) (1,1)]"
    );
}
