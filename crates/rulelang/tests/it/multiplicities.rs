//! Compares options with multiplicities, `k*(a,b)`, and sums with rules that list each component.

use grundy_rulelang::{Parameters, Rule};
use grundy_rules::{Budget, CountedComponents, DenseRules, Game, HeapRules, Kind, Limit, OptionBatch, Player, Rules};
use std::collections::BTreeSet;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) % bound
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

/// Returns the moves from the position `(a,b)`, each as a sorted list of the components that it leaves.
fn moves(rule: &Rule, a: u64, b: u64, by: Player) -> BTreeSet<Vec<Parameters>> {
    let component = Parameters::from_slice(&[a, b]);
    let components = |mv| {
        let mut components = rule.play(&component, by, &mv).to_vec();
        components.sort();
        components
    };
    let all: Vec<Vec<Parameters>> = rule.moves(&component, by).map(components).collect();
    let each: BTreeSet<Vec<Parameters>> = all.iter().cloned().collect();
    assert_eq!(all.len(), each.len(), "a move is listed twice");
    each
}

fn assert_same_moves(counted: &str, written: &str) -> usize {
    let [counted, written] = [counted, written].map(|text| {
        let rule = Rule::new(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(Rule::new(text).unwrap().as_rule(), rule.as_rule());
        rule
    });
    let mut move_count = 0;
    for a in 0..9 {
        for b in 0..5 {
            for by in [Player::LEFT, Player::RIGHT] {
                let options = moves(&counted, a, b, by);
                assert_eq!(options, moves(&written, a, b, by), "{:?} at ({a},{b})", counted.as_rule());
                move_count += options.len();
            }
        }
    }
    move_count
}

#[test]
fn multiplicities_equal_written_out_sums() {
    for (counted, written) in [
        ("(a,b) -> 2*(a-1,b)", "(a,b) -> (a-1,b)+(a-1,b)"),
        ("(a,b) -> (b,a-1)+3*(a/2,b-1)", "(a,b) -> (b,a-1)+(a/2,b-1)+(a/2,b-1)+(a/2,b-1)"),
        ("(a,b) -> 2*(a-1,b)+2*(a-2,b)", "(a,b) -> (a-1,b)+(a-2,b)+(a-1,b)+(a-2,b)"),
        ("(a,b) -> (2)*(a-1,b)", "(a,b) -> (a-1,b)+(a-1,b)"),
        ("(a,b) -> (1+1)*(a-1,b)+(b-1,a)", "(a,b) -> (a-1,b)+(a-1,b)+(b-1,a)"),
        // A move with multiplicity 0 leaves nothing. A negative multiplicity makes the move illegal.
        ("(a,b) -> 0*(a-1,b)", "(a,b) -> () if a > 0"),
        ("(a,b) -> (b-2)*(a-1,b) if b < 4", "(a,b) -> () if a > 0 if b == 2; (a-1,b) if b == 3"),
        // From the all-zero position, an option that leaves only zeros is not a move, but one that leaves nothing is.
        ("(a,b) -> 2*(a,b)", "(a,b) -> (a,b)+(a,b)"),
        ("(a,b) -> a*(a/2,b/2) if a < 3", "(a,b) -> () if a == 0; (a/2,b/2) if a == 1; (a/2,b/2)+(a/2,b/2) if a == 2"),
        (
            "left: (a,b) -> k*(a/k,b) for k in 2..a if a % k == 0; right: k*(a,b/k) for k in 2..b if b % k == 0",
            "left: (a,b) -> (a/2,b)+(a/2,b) if a > 0 and a % 2 == 0; (a/3,b)+(a/3,b)+(a/3,b) if a > 0 and a % 3 == 0; \
             (a/4,b)+(a/4,b)+(a/4,b)+(a/4,b) if a > 0 and a % 4 == 0; (1,b)+(1,b)+(1,b)+(1,b)+(1,b) if a == 5; \
             (1,b)+(1,b)+(1,b)+(1,b)+(1,b)+(1,b) if a == 6; (1,b)+(1,b)+(1,b)+(1,b)+(1,b)+(1,b)+(1,b) if a == 7; \
             (1,b)+(1,b)+(1,b)+(1,b)+(1,b)+(1,b)+(1,b)+(1,b) if a == 8; \
             right: (a,b/2)+(a,b/2) if b > 0 and b % 2 == 0; (a,1)+(a,1)+(a,1) if b == 3; (a,1)+(a,1)+(a,1)+(a,1) if b == 4",
        ),
    ] {
        assert_same_moves(counted, written);
    }
}

#[test]
fn random_multiplicities_equal_written_out_sums() {
    let mut random = Random(0x1357_9bdf_2468_ace1);
    let mut move_count = 0;
    for _ in 0..300 {
        let expressions = ["a-k", "a/2", "b", "a-1", "min(a,b)", "k-1", "b-k", "0"];
        let last = 1 + random.below(4);
        let first = random.below(2);
        let other = match random.below(3) {
            0 => "",
            1 => "+(b-1,a)",
            _ => "+(k-1,b-1)",
        };
        let (x, y) = (random.pick(&expressions), random.pick(&["b-1", "b", "a-k", "b/2", "k"]));
        let condition = random.pick(&["", " if k <= a", " if b > k", " if (a+b) % 2 == 0"]);
        let (before, after) = if random.below(2) == 0 { (other.trim_start_matches('+'), "") } else { ("", other) };
        let joined = if before.is_empty() { "" } else { "+" };
        let times = random.pick(&["k", "(k-1)", "(3-k)"]);
        let counted = format!("(a,b) -> {before}{joined}{times}*({x},{y}){after} for k in {first}..{last}{condition}");
        let mut written = vec![];
        for k in first..=last {
            let times = match times {
                "k" => k as i64,
                "(k-1)" => k as i64 - 1,
                _ => 3 - k as i64,
            };
            let Ok(times) = u64::try_from(times) else { continue };
            // The parameters of a component with multiplicity 0 must not be negative either.
            let copies = vec![format!("({x},{y})"); times as usize];
            let all: Vec<String> = [before.to_string()]
                .into_iter()
                .chain(copies)
                .chain([after.trim_start_matches('+').to_string()])
                .collect();
            let all: Vec<String> = all.into_iter().filter(|component| !component.is_empty()).collect();
            let components = if all.is_empty() { "()".to_string() } else { all.join("+") };
            let no_less = if times == 0 { format!(" if {x} >= 0 and {y} >= 0") } else { String::new() };
            written.push(format!("{components} for k in {k}..{k}{condition}{no_less}"));
        }
        if !written.is_empty() {
            move_count += assert_same_moves(&counted, &format!("(a,b) -> {}", written.join("; ")));
        }
    }
    assert!(move_count > 10_000, "{move_count}");
}

#[test]
fn multiplicities_parse_and_print() {
    let cake = "left: (m,n) -> k*(m/k,n) for k in divisors(m) if k > 1; right: k*(m,n/k) for k in divisors(n) if k > 1";
    let rule = Rule::new(cake).unwrap();
    assert_eq!(rule.as_rule().as_deref(), Some(cake));
    assert_eq!(rule.kind(), Kind::Partizan);
    assert!(rule.table_form().is_none() && rule.is_short());
    assert!(Rule::new("(a,b) -> k*(a/k,b) for k in 2..a").unwrap().table_form().is_some());
    // A product of numbers is not a multiplicity.
    assert_eq!(Rule::new("n -> 2*(n/4)").unwrap().as_rule().as_deref(), Some("n -> 2*(n/4)"));
    assert_eq!(Rule::new("(a,b) -> (2*(a/4),b-1)").unwrap().arity(), 2);
    for (text, span, message) in [
        ("(a,b) -> 2*(a-1)", 9..16, "a position has 2 parameters, but this one has 1"),
        ("(a,b) -> 2*a", 11..12, "expected `(`, found `a`"),
        ("(a,b) -> k*(a-1,b)", 9..10, "`k` is not defined here"),
        ("(a,b) -> (2)*a", 13..14, "expected a position in brackets, found `a`"),
        ("(a,b) -> 2*()", 12..13, "expected a number or a parameter, found `)`"),
    ] {
        let error = Rule::new(text).unwrap_err();
        assert_eq!((error.message.to_string().as_str(), error.span), (message, Some(span)), "{text}");
    }
}

/// Returns for each move the components that it leaves, with their multiplicities.
fn moves_with_multiplicities(text: &str, component: &[u64]) -> Vec<Vec<(Vec<u64>, u64)>> {
    let (rule, component) =
        (Rule::new(text).unwrap_or_else(|error| panic!("{text}: {error}")), Parameters::from_slice(component));
    let components = |mv| {
        let components = rule.play_counted(&component, Player::LEFT, &mv);
        components.iter().map(|(component, copies)| (component.to_vec(), *copies)).collect()
    };
    let all = rule.moves(&component, Player::LEFT).map(components).collect();
    assert!(rule.fault().unwrap().error().is_none(), "{text}");
    all
}

#[test]
fn equal_components_are_counted() {
    assert_eq!(moves_with_multiplicities("(a,b) -> a*(b-1,0)", &[1 << 40, 3]), [[(vec![2, 0], 1 << 40)]]);
    assert_eq!(
        moves_with_multiplicities("(a,b) -> a*(b,0)+(1,1)+2*(b,0)", &[5, 7]),
        [[(vec![1, 1], 1), (vec![7, 0], 7)]]
    );
    assert_eq!(
        moves_with_multiplicities("n -> sum(n/k for i in 1..k) for k in 2..3", &[9]),
        [[(vec![4], 2)], [(vec![3], 3)]]
    );
    assert_eq!(moves_with_multiplicities("n -> sum(3 for i in 1..n)", &[1 << 60]), [[(vec![3], 1 << 60)]]);
    assert_eq!(
        moves_with_multiplicities("n -> sum(sum(i/2 for j in 1..10) for i in 2..5)", &[1]),
        [[(vec![1], 20), (vec![2], 20)]]
    );
    assert_eq!(
        moves_with_multiplicities("n -> 2*sum(i for i in 1..2) + (5)", &[1]),
        [[(vec![1], 2), (vec![2], 2), (vec![5], 1)]]
    );
    // An empty sum leaves nothing, and the expressions in it are not evaluated.
    assert_eq!(moves_with_multiplicities("n -> sum(n/0 for i in 2..1)", &[1]), [[]]);
    assert_eq!(moves_with_multiplicities("(n,k) -> sum((n-9,k) for i in 1..k)", &[3, 0]), [[]]);
    assert!(moves_with_multiplicities("(n,k) -> sum((n-9,k) for i in 1..k)", &[3, 1]).is_empty());
    assert!(moves_with_multiplicities("n -> (n-2)*sum(1 for i in 2..1)", &[1]).is_empty());
    // Too many copies of a position, or too many different positions, are an error, not a panic.
    for (text, component, message) in [
        ("n -> sum(sum(1 for i in 1..n) for j in 1..n)", 1 << 40, "a move leaves more than"),
        ("n -> sum(i for i in 1..n)", 70_000, "a move leaves more than 65536 different positions"),
    ] {
        let rule = Rule::new(text).unwrap();
        assert_eq!(rule.moves(&Parameters::from_slice(&[component]), Player::LEFT).count(), 0, "{text}");
        let error = rule.fault().unwrap().error().unwrap();
        assert!(error.message.to_string().starts_with(message), "{text}: {error}");
    }
}

#[test]
fn sums_equal_written_out_components() {
    for (summed, written) in [
        ("(a,b) -> sum((a-i,b) for i in 1..2)", "(a,b) -> (a-1,b)+(a-2,b)"),
        ("(a,b) -> (b,a-1)+sum((a/2,b-1) for i in 0..2)", "(a,b) -> (b,a-1)+3*(a/2,b-1)"),
        ("(a,b) -> sum((a-k,b) for i in 1..k)+(k,b) for k in 1..a", "(a,b) -> k*(a-k,b)+(k,b) for k in 1..a"),
        (
            "(a,b) -> sum((i,b) for i in 1..b) if b < 3 and a > 2",
            "(a,b) -> () if b == 0 and a > 2; (1,b) if b == 1 and a > 2; (1,b)+(2,b) if b == 2 and a > 2",
        ),
        ("(a,b) -> sum((i,j)+(j,i) for i in 1..2) for j in 1..a", "(a,b) -> (1,j)+(j,1)+(2,j)+(j,2) for j in 1..a"),
        (
            "(a,b) -> k*sum(2*(a-i,0) for i in 1..2) for k in 0..2",
            "(a,b) -> 0*(a-2,0); 2*(a-1,0)+2*(a-2,0); 4*(a-1,0)+4*(a-2,0)",
        ),
        ("left: (a,b) -> sum((a-1,b) for i in 1..b)", "left: (a,b) -> b*(a-1,b) if b > 0; () if b == 0"),
        ("(a,b) -> sum((a-i,b-j) for i in 1..2 for j in 1..i)", "(a,b) -> (a-1,b-1)+(a-2,b-1)+(a-2,b-2)"),
        ("(a,b) -> sum((a-i,b) for i in {1,4,2} if i != 2)", "(a,b) -> (a-1,b)+(a-4,b)"),
        ("(a,b) -> sum((a-i,b) for i in squares while i <= 4)", "(a,b) -> (a-1,b)+(a-4,b)"),
        ("(a,b) -> sum((a-i,b) for i in primes for j in {1,2} if i*j <= 6)", "(a,b) -> 2*(a-2,b)+2*(a-3,b)+(a-5,b)"),
        // A `while` ends the innermost range only.
        ("(a,b) -> sum((i,j) for i in 1..2 for j in 0..9 while j < i) if a > 2", "(a,b) -> (1,0)+(2,0)+(2,1) if a > 2"),
        // Equal terms are counted.
        ("(a,b) -> sum((a-1,b) for i in 1..9 if i % 3 == 0)", "(a,b) -> 3*(a-1,b)"),
        ("(a,b) -> sum((a-1,b) for i in 1..3 for j in i..3)", "(a,b) -> 6*(a-1,b)"),
        ("(a,b) -> sum((a-9,b) for i in 1..3 if i > 3) if a > 1", "(a,b) -> () if a > 1"),
        // From the all-zero position, an option that leaves only zeros is not a move.
        ("(a,b) -> sum((a/2,b/2) for i in 1..2)", "(a,b) -> (a/2,b/2)+(a/2,b/2)"),
    ] {
        assert!(assert_same_moves(summed, written) > 0 || summed.contains("b < 3"), "{summed}");
    }
}

#[test]
fn sums_print_unchanged_and_reject_errors() {
    for text in [
        "n -> sum(n/k for i in 1..k) for k in 2..n",
        "(a,b) -> 2*sum((i,b)+(b,i) for i in 1..a-1)+(a-1,b) if a > 1",
        "n -> (n-1)+sum(sum(j for j in 1..i) for i in 1..3)",
        "n -> sum(i*j for i in 1..k if i != 2 for j in divisors(i) while j < 5) for k in 2..n",
        "n -> sum(n-i for i in squares if i < n)",
    ] {
        assert_eq!(Rule::new(text).unwrap().as_rule().as_deref(), Some(text));
    }
    for (text, message) in [
        ("n -> sum(n-1)", "expected `for` and the range of the sum"),
        ("n -> sum(n-1 for i)", "expected `in`"),
        ("n -> sum(n-1 for i in 1..)", "`i` ranges over infinitely many numbers"),
        ("n -> sum(n-i for i in squares)", "`i` ranges over infinitely many numbers"),
        ("n -> sum(n-1 if n > 2)", "expected `for` and the range of the sum, found `if`"),
        ("n -> sum(n-1 for i in 1..2; n)", "expected `for`, `if`, `while` or `)`, found `;`"),
        ("n -> sum(n-1 for i in 1..2", "expected `for`, `if`, `while` or `)`"),
        ("n -> sum()", "expected `for` and the range of the sum, found `)`"),
        ("n -> sum( for i in 1..2)", "`for` is not defined here"),
        ("n -> sum(n < 2 for i in 1..2)", "expected a number, found a condition"),
        ("n -> sum(n-i for i in 1..k if k > 2) for k in 1..i", "`i` is not defined here"),
        ("n -> sum(i for i in 1..j for j in 1..2)", "`j` is not defined here"),
        ("n -> sum(n-1 for n in 1..2)", "`n` already has another meaning"),
        ("n -> sum(i for i in 1..2) + i", "expected a position in brackets"),
        ("n -> (i) + sum(i for i in 1..2)", "`i` is not defined here"),
        ("n -> n + sum(i for i in 1..2)", "there is no function `sum`"),
        ("(a,b) -> sum(a for i in 1..2)", "a position must have 2 parameters"),
        ("sum -> sum-1", "`sum` is a reserved word of the rule language"),
    ] {
        let error = Rule::new(text).unwrap_err();
        assert!(error.message.to_string().starts_with(message), "{text}: {error}");
    }
    let deep = format!("n -> {}1{}", "sum(".repeat(20), " for i in 1..2)".repeat(20));
    assert!(Rule::new(&deep).is_err());
}

type Number = (&'static str, fn([i64; 5]) -> i64);
type Condition = (&'static str, fn([i64; 5]) -> bool);

/// Expressions in the parameters `a` and `b` and the variables `k`, `i` and `j`, in this order.
const NUMBERS: [Number; 8] = [
    ("a-i", |[a, _, _, i, _]| a - i),
    ("b-j", |[_, b, _, _, j]| b - j),
    ("a-k", |[a, _, k, _, _]| a - k),
    ("i*j", |[_, _, _, i, j]| i * j),
    ("min(a,i)", |[a, _, _, i, _]| a.min(i)),
    ("j-1", |[_, _, _, _, j]| j - 1),
    ("b", |[_, b, _, _, _]| b),
    ("2", |_| 2),
];
/// Ranges of `i`, with their last numbers.
const RANGES: [Number; 3] = [("0..2", |_| 2), ("0..k", |[_, _, k, _, _]| k), ("0..b", |[_, b, _, _, _]| b)];
const CONDITIONS: [Condition; 5] = [
    ("i != 2", |[_, _, _, i, _]| i != 2),
    ("i < a", |[a, _, _, i, _]| i < a),
    ("i*k % 2 == 0", |[_, _, k, i, _]| i * k % 2 == 0),
    ("b > 1", |[_, b, _, _, _]| b > 1),
    ("i <= k", |[_, _, k, i, _]| i <= k),
];
const INNER_CONDITIONS: [Condition; 4] = [
    ("j != i", |[_, _, _, i, j]| j != i),
    ("i+j <= a", |[a, _, _, i, j]| i + j <= a),
    ("j < 2 or b > 2", |[_, b, _, _, j]| j < 2 || b > 2),
    ("k in {0,2}", |[_, _, k, _, _]| k == 0 || k == 2),
];

/// A condition ends a sum only if it fails for all larger values, for any values of outer variables.
#[test]
fn variables_outside_a_sum_may_be_negative() {
    let inside = "n -> sum(n-1 for j in (0-1)..(0-1) for i in 1.. if j*i+10 <= 5 if i*i+i <= 72)";
    let outside = "n -> sum(n-1 for i in 1.. if k*i+10 <= 5 if i*i+i <= 72) for k in (0-1)..(0-1)";
    let nested = "n -> sum(sum(n-1 for i in 1.. if k*i+10 <= 5 if i*i+i <= 72) for k in (0-1)..(0-1))";
    // With k = -1, the terms are those with i = 5, ..., 8.
    for text in [inside, outside, nested] {
        assert_eq!(moves_with_multiplicities(text, &[2]), [[(vec![1], 4)]], "{text}");
    }
    let endless = Rule::new("n -> sum(n-1 for i in 1.. if k*i <= 8) for k in (0-3)..(0-3)").map(|_| ()).unwrap_err();
    assert!(endless.message.to_string().contains("infinitely many numbers"), "{}", endless.message);
    let bounded = "n -> sum(n-1 for i in 1.. if k*i <= 8) for k in 3..3";
    assert_eq!(moves_with_multiplicities(bounded, &[2]), [[(vec![1], 2)]]);
    // The parser tries large numbers, for which i*i+i*i is 2^63.
    assert_eq!(
        moves_with_multiplicities("n -> sum(n-i for i in 1.. if i*i+i*i <= n)", &[9]),
        [[(vec![7], 1), (vec![8], 1)]]
    );
}

/// Checks sums of two variables with conditions against loops in this test.
#[test]
fn random_sums_equal_loops() {
    let mut random = Random(0x2468_1357_9bdf_ace1);
    let mut move_count = 0;
    for _ in 0..400 {
        let x = NUMBERS[random.below(8) as usize];
        let y = NUMBERS[random.below(8) as usize];
        let outer = CONDITIONS[random.below(5) as usize];
        let inner = INNER_CONDITIONS[random.below(4) as usize];
        let [outer_stops, inner_stops] = [random.below(3) == 0, random.below(3) == 0];
        let (range, last) = RANGES[random.below(3) as usize];
        let word = |stops: bool| if stops { "while" } else { "if" };
        let text = format!(
            "(a,b) -> (b,0)+sum(({},{}) for i in {range} {} {} for j in {{1,2,4}} {} {}) for k in 0..3",
            x.0,
            y.0,
            word(outer_stops),
            outer.0,
            word(inner_stops),
            inner.0
        );
        let rule = Rule::new(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for (a, b) in (0..5).flat_map(|a| (0..4).map(move |b| (a, b))) {
            let mut expected: BTreeSet<Vec<Parameters>> = BTreeSet::new();
            'move_of: for k in 0..4 {
                let mut components = vec![Parameters::from_slice(&[b as u64, 0])];
                for i in 0..=last([a, b, k, 0, 0]) {
                    if !outer.1([a, b, k, i, 0]) {
                        if outer_stops {
                            break;
                        }
                        continue;
                    }
                    for j in [1, 2, 4] {
                        let at = [a, b, k, i, j];
                        if !inner.1(at) {
                            if inner_stops {
                                break;
                            }
                            continue;
                        }
                        let [Ok(x), Ok(y)] = [x.1(at), y.1(at)].map(u64::try_from) else { continue 'move_of };
                        components.push(Parameters::from_slice(&[x, y]));
                    }
                }
                if (a, b) == (0, 0) && components.iter().flatten().all(|&n| n == 0) {
                    continue;
                }
                components.sort();
                expected.insert(components);
            }
            assert_eq!(moves(&rule, a as u64, b as u64, Player::LEFT), expected, "{text} at ({a},{b})");
            move_count += expected.len();
        }
    }
    assert!(move_count > 8_000, "{move_count}");
}

/// Checks that the options for tables of values, which list only new components, are the moves.
#[test]
fn growing_sums_list_the_new_components() {
    let mut extended = 0;
    for text in [
        "(a,b) -> sum((a-i,b) for i in 1..k) for k in 0..a-1",
        "(a,b) -> (k,b)+sum((a-1,i)+(i,b) for i in 1..k) for k in 0..b",
        // The sum grows by several terms, not at all, or becomes shorter.
        "(a,b) -> sum((i,b) for i in 0..2*k-3) for k in 0..4 if k != 2",
        "(a,b) -> sum((i,b) for i in 0..(k*k) % 5) for k in 0..9",
        "(a,b) -> sum((b,i) for i in 1..k/2) for k in 0..a",
        // Some moves are illegal, because a parameter is negative.
        "(a,b) -> sum((a-i,b) for i in 1..k) for k in 0..9",
        "(a,b) -> (b-k,0)+sum((i,0) for i in 1..k) for k in 0..3",
        "(a,b) -> (k-2,0)+sum((a-i,b) for i in 1..(7*k)%6) for k in 0..9 if k != 4",
        // The sum begins again for each value of the outer variable.
        "(a,b) -> sum((j,i) for i in j..k) for j in 0..2 for k in j..3",
        "(a,b) -> sum(sum((i,j) for j in 0..i) for i in 0..k) for k in 0..3; (a-1,b); \
         sum((i,b) for i in 2..k) for k in 1..4",
        // These sums do not grow with the last variable.
        "(a,b) -> sum((a-k,i) for i in 1..k) for k in 0..3",
        "(a,b) -> sum((i,b) for i in 1..k if i % 2 == 0) for k in 0..5",
        "(a,b) -> 2*sum((i,b) for i in 1..k) for k in 0..3",
    ] {
        let rule = Rule::new(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for (a, b) in (0..7).flat_map(|a| (0..5).map(move |b| (a, b))) {
            let from = Parameters::from_slice(&[a, b]);
            let expected: BTreeSet<CountedComponents<Parameters>> =
                rule.moves(&from, Player::LEFT).map(|mv| mv.components).collect();
            let mut found = BTreeSet::new();
            let mut walker = rule.walker();
            walker.start([a, b, 0]);
            let mut series: Vec<([u64; 3], u64)> = vec![];
            while let Some(options) = walker.next().unwrap() {
                let mut list = match options {
                    OptionBatch::Counted(components) => components.to_vec(),
                    OptionBatch::Extended { starts, added, others } => {
                        if starts {
                            series.clear();
                        }
                        series.extend(added);
                        extended += 1;
                        [&series[..], others].concat()
                    }
                    OptionBatch::Lanes { legal: 0, .. } => continue,
                    OptionBatch::Lanes { legal: 1, numbers, copies: [] } => {
                        numbers.chunks(2).map(|at| ([at[0][0] as u64, at[1][0] as u64, 0], 1)).collect()
                    }
                    OptionBatch::Run { count: 1, numbers } => {
                        numbers.chunks(2).map(|at| ([at[0][0] as u64, at[1][0] as u64, 0], 1)).collect()
                    }
                    other => panic!("{text}: {other:?}"),
                };
                list.sort();
                let mut option = CountedComponents::<Parameters>::new();
                for (at, copies) in list {
                    let component = Parameters::from_slice(&at[..2]);
                    match option.last_mut().filter(|last| last.0 == component) {
                        Some(last) => last.1 += copies,
                        None => option.push((component, copies)),
                    }
                }
                found.insert(option);
            }
            assert_eq!(found, expected, "{text} at ({a},{b})");
        }
    }
    assert!(extended > 1500, "{extended}");
}

/// Checks that the options of heaps, on which misère quotients rest, list every copy of a component.
#[test]
fn heap_options_contain_the_components_of_sums() {
    for text in [
        "n -> sum(n-i for i in 1..k) for k in 0..n-1",
        "n -> n-1; sum(n/k for i in 1..k) for k in 2..n",
        "n -> (n-1)+sum(i for i in 1..n/2 if i != 2); 2*sum(n-2 for i in 1..2)",
    ] {
        let rule = Rule::new(text).unwrap();
        for n in 0..12 {
            let expected: BTreeSet<Vec<u64>> = rule
                .moves(&Parameters::from_slice(&[n]), Player::LEFT)
                .map(|mv| {
                    rule.play(&Parameters::from_slice(&[n]), Player::LEFT, &mv).iter().map(|one| one[0]).collect()
                })
                .collect();
            let mut found = BTreeSet::new();
            HeapRules::options(&rule, n, &mut |after| {
                let mut after = after.to_vec();
                after.sort();
                found.insert(after);
            });
            assert_eq!(found, expected, "{text} at {n}");
        }
    }
    let many = Rule::new("n -> sum(1 for i in 1..2^40)").unwrap();
    HeapRules::options(&many, 3, &mut |_| panic!("the copies are not listed"));
    assert_eq!(
        many.fault().unwrap().error().unwrap().message.to_string(),
        "a move leaves 1099511627776 positions, too many to list"
    );
}

/// Checks that the memory budget limits the listing of copies.
///
/// Listing every copy of a component fails if it exceeds the budget; counting the copies never does.
#[test]
fn listing_copies_respects_the_memory_budget() {
    let rule = Rule::new("(n,z) -> 1000000*(n-1,z) if n > 0").unwrap();
    let component = Parameters::from_slice(&[2, 0]);
    let mv = rule.moves(&component, Player::LEFT).next().unwrap();
    assert_eq!(rule.play(&component, Player::LEFT, &mv).len(), 1_000_000);
    let scope = Budget { bytes: 1 << 20, ..Budget::default() }.enter();
    assert_eq!(rule.play_counted(&component, Player::LEFT, &mv).len(), 1);
    assert!(!scope.is_exhausted() && rule.play(&component, Player::LEFT, &mv).is_empty());
    let error = scope.finish(Ok(())).unwrap_err();
    assert!(matches!(error.limit(), Some(Limit::Memory { .. })), "{error}");
}
