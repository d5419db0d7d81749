//! Tests the notation with random sums.
//!
//! Well-formed sums print in canonical form, and no text makes the parser panic.
//!
//! The expected canonical form is computed here independently of the parser, from the random sum that was generated.

mod every_token_read;

use grundy_games::parse;
use grundy_rules::clock::Instant;
use grundy_rules::{ErrorKind, Play};
use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;

/// A number and the style in which it is written.
///
/// The style counts modulo 5: 2 means leading zeros, 3 means underscores, 4 means a power of 10 if possible.
/// In the other styles the number is written plainly.
#[derive(Clone, Debug)]
struct Number {
    value: u64,
    style: u8,
}

impl Number {
    fn tokens(&self, out: &mut Vec<String>) {
        let plain = self.value.to_string();
        let power = (0..20).find(|&e| 10u64.checked_pow(e) == Some(self.value));
        match (self.style % 5, power) {
            (2, _) => out.push(format!("00{plain}")),
            // Underscores are allowed everywhere except at the start.
            (3, _) => out.push(plain.chars().map(|c| format!("{c}_")).collect()),
            (4, Some(e)) => out.extend(["10".to_string(), "^".to_string(), e.to_string()]),
            _ => out.push(plain),
        }
    }
}

fn number(values: impl Strategy<Value = u64>) -> impl Strategy<Value = Number> {
    (values, any::<u8>()).prop_map(|(value, style)| Number { value, style })
}

fn any_number() -> impl Strategy<Value = Number> {
    number(prop_oneof![
        4 => 0..30u64,
        1 => any::<u64>(),
        1 => Just(u64::MAX),
        1 => (0..20u32).prop_map(|e| 10u64.pow(e)),
    ])
}

/// One entry of a set of amounts.
#[derive(Clone, Debug)]
enum Item {
    Range(Number, Option<Number>),
    From(Number),
    Powers(u64),
    Named(usize),
}

/// All numbers in sets are less than this, so that an array of flags represents a set.
const TOP: u64 = 60;
/// The named sets in canonical order.
const NAMED: [&str; 8] = ["k^2", "k^3", "fib", "prime", "triangular", "factorials", "squarefree", "practical"];

fn item() -> impl Strategy<Value = Item> {
    let range = (number(1..TOP), number(0..TOP)).prop_map(|(low, span)| {
        let high = Number { value: (low.value + span.value).min(TOP - 1), style: span.style };
        Item::Range(low, Some(high))
    });
    prop_oneof![
        5 => number(1..TOP).prop_map(|n| Item::Range(n, None)),
        3 => range,
        1 => number(1..TOP).prop_map(Item::From),
        1 => (2..2 * TOP).prop_map(Item::Powers),
        2 => (0..NAMED.len()).prop_map(Item::Named),
    ]
}

fn set_tokens(set: &[Item], out: &mut Vec<String>) {
    for (k, item) in set.iter().enumerate() {
        if k > 0 {
            out.push(",".into());
        }
        match item {
            Item::Range(low, high) => {
                low.tokens(out);
                if let Some(high) = high {
                    out.push("..".into());
                    high.tokens(out);
                }
            }
            Item::From(low) => {
                low.tokens(out);
                out.push("..".into());
            }
            Item::Powers(base) => out.extend([base.to_string(), "^".into(), "k".into()]),
            Item::Named(0) => out.extend(["k".into(), "^".into(), "2".into()]),
            Item::Named(which) => out.push(NAMED[*which].into()),
        }
    }
}

/// Returns the canonical text of a set, computed from one flag for each number.
fn set_text(set: &[Item]) -> String {
    let mut has = vec![false; TOP as usize];
    let mut open = TOP;
    let (mut bases, mut named) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for item in set {
        match item {
            Item::Range(low, high) => {
                let high = high.as_ref().unwrap_or(low);
                has[low.value as usize..=high.value as usize].fill(true);
            }
            Item::From(low) => open = open.min(low.value),
            Item::Powers(base) => drop(bases.insert(*base)),
            Item::Named(which) => drop(named.insert(*which)),
        }
    }
    while open < TOP && has[open as usize - 1] {
        open -= 1;
    }
    let mut list = vec![];
    let mut n = 1;
    while n < open {
        let run = (n..open).take_while(|&m| has[m as usize]).count() as u64;
        match run {
            0 => {}
            1 => list.push(n.to_string()),
            2 => list.extend([n.to_string(), (n + 1).to_string()]),
            _ => list.push(format!("{n}..{}", n + run - 1)),
        }
        n += run.max(1);
    }
    if open < TOP {
        list.push(format!("{open}.."));
    }
    list.extend(bases.iter().map(|base| format!("{base}^k")));
    list.extend(named.iter().map(|&which: &usize| NAMED[which].to_string()));
    list.join(",")
}

#[derive(Clone, Debug)]
enum Atom {
    Nim(u8, Vec<Number>),
    Take(u8, Vec<Item>, Vec<Number>),
    Bash(u8, Number, Vec<Number>),
    Wythoff(u8, [Number; 2]),
    Bracket(Vec<Term>),
}

#[derive(Clone, Debug)]
struct Term {
    negative: bool,
    factor: Option<Number>,
    atom: Atom,
}

fn atom() -> impl Strategy<Value = Atom> {
    let heaps = || vec(any_number(), 1..5);
    let leaf = prop_oneof![
        (any::<u8>(), heaps()).prop_map(|(name, heaps)| Atom::Nim(name, heaps)),
        (any::<u8>(), vec(item(), 1..6), heaps()).prop_map(|(name, set, heaps)| Atom::Take(name, set, heaps)),
        (any::<u8>(), number(1..TOP), heaps()).prop_map(|(name, k, heaps)| Atom::Bash(name, k, heaps)),
        (any::<u8>(), [any_number(), any_number()]).prop_map(|(name, pair)| Atom::Wythoff(name, pair)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| vec(term(inner), 1..4).prop_map(Atom::Bracket))
}

fn term(atom: impl Strategy<Value = Atom>) -> impl Strategy<Value = Term> {
    let factor = prop_oneof![8 => 0..5u64, 2 => Just(1 << 21), 1 => any::<u64>()];
    let components = (any::<bool>(), proptest::option::of(number(factor)), atom);
    components.prop_map(|(negative, factor, atom)| Term { negative, factor, atom })
}

/// Returns the name with index `which / 2`, counted cyclically, in quotes if `which` is odd.
fn name(names: &[&str], which: u8) -> String {
    let name = names[usize::from(which / 2) % names.len()];
    if which.is_multiple_of(2) { name.to_string() } else { format!("\"{name}\"") }
}

fn list_tokens(numbers: &[Number], out: &mut Vec<String>) {
    for (k, number) in numbers.iter().enumerate() {
        out.push(if k == 0 { "(" } else { "," }.into());
        number.tokens(out);
    }
    out.push(")".into());
}

fn sum_tokens(sum: &[Term], out: &mut Vec<String>) {
    for (k, term) in sum.iter().enumerate() {
        if k > 0 {
            out.push("+".into());
        }
        if term.negative {
            out.push("-".into());
        }
        if let Some(factor) = &term.factor {
            factor.tokens(out);
            out.push("*".into());
        }
        match &term.atom {
            Atom::Nim(which, heaps) => {
                out.push(name(&["nim", "尼姆", "尼姆博弈"], *which));
                list_tokens(heaps, out);
            }
            Atom::Take(which, set, heaps) => {
                out.extend([name(&["take", "subtraction"], *which), "[".into()]);
                set_tokens(set, out);
                out.push("]".into());
                list_tokens(heaps, out);
            }
            Atom::Bash(which, k, heaps) => {
                out.extend([name(&["bash", "巴什", "巴什博弈"], *which), "[".into()]);
                k.tokens(out);
                out.push("]".into());
                list_tokens(heaps, out);
            }
            Atom::Wythoff(which, pair) => {
                out.push(name(&["wythoff", "威佐夫", "威佐夫博弈"], *which));
                list_tokens(pair, out);
            }
            Atom::Bracket(inner) => {
                out.push("(".into());
                sum_tokens(inner, out);
                out.push(")".into());
            }
        }
    }
}

/// Lists in `out` the terms as they should be printed, and returns the number of their components.
///
/// The result is `None` if some term has 2^64 copies or more.
fn flatten(sum: &[Term], negative: bool, copies: u64, out: &mut Vec<String>) -> Option<u128> {
    let numbers = |heaps: &[Number]| heaps.iter().map(|n| n.value.to_string()).collect::<Vec<_>>().join(",");
    let mut component_count = 0;
    for term in sum {
        let negative = negative != term.negative;
        let copies = copies.checked_mul(term.factor.as_ref().map_or(1, |n| n.value))?;
        let (text, components) = match &term.atom {
            Atom::Nim(_, heaps) => (format!("nim({})", numbers(heaps)), heaps.len()),
            Atom::Take(_, set, heaps) => (format!("take[{}]({})", set_text(set), numbers(heaps)), heaps.len()),
            Atom::Bash(_, k, heaps) => {
                let all = Item::Range(Number { value: 1, style: 0 }, Some(k.clone()));
                (format!("take[{}]({})", set_text(&[all]), numbers(heaps)), heaps.len())
            }
            Atom::Wythoff(_, pair) => (format!("wythoff({})", numbers(pair)), 1),
            Atom::Bracket(inner) => {
                component_count += flatten(inner, negative, copies, out)?;
                continue;
            }
        };
        let sign = if negative { "-" } else { "" };
        let factor = if copies == 1 { String::new() } else { format!("{copies}*") };
        out.push(format!("{sign}{factor}{text}"));
        component_count += u128::from(copies) * components as u128;
    }
    Some(component_count)
}

/// Returns the text of the tokens with white space before each token, chosen by `spaces` in turn.
fn write(tokens: &[String], spaces: &[u8]) -> String {
    const SPACES: [&str; 8] = ["", "", "", " ", "\n", "\t ", "\u{3000}", "\r\n"];
    let spaced = tokens.iter().zip(spaces.iter().cycle());
    spaced.map(|(token, &space)| SPACES[usize::from(space % 8)].to_string() + token).collect()
}

/// Checks that any text is either parsed or rejected properly.
///
/// Parsing must not panic, an error must have a span in the text, and an accepted text must print as a text with the
/// same meaning.
fn check_round_trip(text: &str) {
    match parse(text) {
        Ok(spec) => {
            let canonical = spec.to_string();
            let again = parse(&canonical).unwrap_or_else(|error| panic!("{text:?} prints {canonical:?}: {error}"));
            assert_eq!(again.to_string(), canonical, "{text:?}");
            assert_eq!((again.play, again.component_count()), (spec.play, spec.component_count()), "{text:?}");
        }
        Err(error) => {
            let span = error.span.clone().unwrap_or_else(|| panic!("{text:?}: {error} has no place"));
            // `get` also returns `None` if the span ends inside a character.
            assert!(text.get(span.clone()).is_some(), "{text:?}: {error} is at {span:?} of {} bytes", text.len());
            assert!(!error.message.is_empty(), "{text:?}");
            assert_ne!(error.help.map(|help| help.to_string()).as_deref(), Some(""), "{text:?}");
        }
    }
}

/// Fragments of the notation, and fragments that people type by mistake.
#[rustfmt::skip]
const CRUMBS: [&str; 46] = [
    "nim", "take", "bash", "wythoff", "misere", "misère", "尼姆", "巴什", "威佐夫", "(", ")", "[", "]", ",", "+", "-",
    "*", "^", "..", ".", "|", ";", ":", "{", "}", "@", "@-", "\"", "k", "fib", "prime", "0", "1", "2", "2^64",
    "18446744073709551615", "_", "1_0", " ", "\u{3000}", "（", "，", "\u{0}", "é", "🎲", "10^18",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn specs_print_canonically(
        misere in any::<bool>(),
        sum in vec(term(atom()), 1..5),
        spaces in vec(any::<u8>(), 1..40),
    ) {
        let mut tokens = vec![];
        sum_tokens(&sum, &mut tokens);
        let mut text = write(&tokens, &spaces);
        if misere {
            text = format!(" misere {text}");
        }
        let mut terms = vec![];
        match flatten(&sum, false, 1, &mut terms) {
            None => prop_assert_eq!(parse(&text).unwrap_err().kind, ErrorKind::TooLarge, "{}", text),
            Some(components) => {
                let spec = parse(&text).map_err(|error| TestCaseError::fail(format!("{text:?}: {error}")))?;
                let canonical = format!("{}{}", if misere { "misere " } else { "" }, terms.join(" + "));
                prop_assert_eq!(spec.to_string(), canonical, "{}", text);
                prop_assert_eq!(spec.component_count(), components, "{}", text);
                prop_assert_eq!(spec.play, if misere { Play::Misere } else { Play::Normal });
            }
        }
        check_round_trip(&text);
    }

    #[test]
    fn mutated_specs_never_panic(
        sum in vec(term(atom()), 1..4),
        spaces in vec(any::<u8>(), 1..20),
        changes in vec((any::<usize>(), 0..4u8, any::<usize>()), 1..5),
    ) {
        let mut tokens = vec![];
        sum_tokens(&sum, &mut tokens);
        let mut text: Vec<char> = write(&tokens, &spaces).chars().collect();
        for (place, change, crumb) in changes {
            let at = place % (text.len() + 1);
            let after = (at + 1).min(text.len());
            let crumb = CRUMBS[crumb % CRUMBS.len()].chars();
            match change {
                0 => text.truncate(at),
                1 => drop(text.drain(at..after)),
                2 => drop(text.splice(at..at, crumb)),
                _ => drop(text.splice(at..after, crumb)),
            }
        }
        check_round_trip(&text.into_iter().collect::<String>());
    }

    #[test]
    fn crumbs_never_panic(crumbs in vec(0..CRUMBS.len(), 0..16)) {
        check_round_trip(&crumbs.into_iter().map(|k| CRUMBS[k]).collect::<String>());
    }

    #[test]
    fn byte_soup_never_panics(bytes in vec(any::<u8>(), 0..60), text in any::<String>()) {
        check_round_trip(&String::from_utf8_lossy(&bytes));
        check_round_trip(&text);
        check_round_trip(&format!("nim({text})"));
        check_round_trip(&format!("take[{text}](3)"));
    }
}

#[test]
#[rustfmt::skip]
fn errors_point_at_whole_characters() {
    for text in [
        "take[\u{3000}](5)", "take[1|\u{3000}](5)", "take[é", "bash[\u{3000}0](5)", "wythoff\u{3000}(3)", "nim(3)\u{3000}🎲",
        "🎲", "nim（3）（", "nim(3，é", "nim(3", "\u{3000}(", "2*\u{3000}3", "\"é", "take[9..\u{3000}3](1)", "take[1^k\u{3000}](1)",
        "nim(@\u{3000})", "nim(@é)", "", "\u{3000}",
    ] {
        assert!(parse(text).is_err(), "{text}");
        check_round_trip(text);
    }
}

/// Checks that parsing takes linear time, and that deep nesting does not overflow the stack.
#[test]
#[ignore = "slow: a million of everything, and looks at the clock"]
fn large_texts_return_in_time() {
    let start = Instant::now();
    large_texts(1_000_000);
    // One minute leaves slack for a loaded machine; a quadratic algorithm would take hours.
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn large_texts_return() {
    large_texts(100_000);
}

/// Parses texts that repeat one construct `count` times.
fn large_texts(count: usize) {
    let kind = |text: &str| parse(text).unwrap_err().kind;
    let deep = "(".repeat(count) + "nim(1)" + &")".repeat(count);
    assert_eq!(parse(&deep).unwrap().to_string(), "nim(1)");
    let signs = "-(".repeat(count + 1) + "nim(1)" + &")".repeat(count + 1);
    assert_eq!(parse(&signs).unwrap().to_string(), "-nim(1)");
    assert_eq!(kind(&"(".repeat(count)), ErrorKind::Syntax);
    // A surplus closing bracket is reported at the end, and an unclosed bracket at the start.
    assert_eq!(parse(&deep[1..]).unwrap_err().span, Some(2 * count + 4..2 * count + 5));
    assert_eq!(parse(&deep[..deep.len() - 1]).unwrap_err().span, Some(0..1));
    let nested = "(nim(1) + 1*".repeat(count / 10) + "nim(2)" + &")".repeat(count / 10);
    assert_eq!(parse(&nested).unwrap().component_count(), count as u128 / 10 + 1);
    let doubled = "2*(".repeat(64) + "nim(1)" + &")".repeat(64);
    assert_eq!(kind(&doubled), ErrorKind::TooLarge);

    assert_eq!(kind(&format!("nim({})", "9".repeat(count))), ErrorKind::TooLarge);
    assert_eq!(parse(&format!("nim({}7)", "0".repeat(count))).unwrap().to_string(), "nim(7)");
    assert_eq!(parse(&format!("nim(7{})", "_".repeat(count))).unwrap().to_string(), "nim(7)");
    assert_eq!(parse(&format!("nim(10^{}2)", "0".repeat(count))).unwrap().to_string(), "nim(100)");

    let spec = parse(&vec!["take[1,3,4](10)"; count / 10].join("+")).unwrap();
    assert_eq!(spec.component_count(), count as u128 / 10);
    assert_eq!(parse(&spec.to_string()).unwrap().terms.len(), count / 10);
    assert_eq!(parse(&format!("nim({}5)", "5, ".repeat(count))).unwrap().component_count(), count as u128 + 1);
    let odd: String = (0..count / 10).rev().map(|k| format!("{},", 2 * k + 1)).collect();
    assert!(parse(&format!("take[{odd}1](5)")).unwrap().to_string().starts_with("take[1,3,5,7,"));

    let name = "n".repeat(count);
    let error = parse(&name).unwrap_err();
    assert_eq!((error.kind, error.span), (ErrorKind::UnknownGame, Some(0..count)));
    assert!(error.message.to_string().len() < 200, "an error does not repeat a megabyte");
    for text in [" ".repeat(count), "\u{3000}".repeat(count), format!("\"{name}"), "-".repeat(count)] {
        check_round_trip(&text);
    }
    check_round_trip(&format!("nim({}", "1,\u{3000}".repeat(count / 10)));
}
