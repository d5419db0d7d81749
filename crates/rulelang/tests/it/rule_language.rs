//! Tests the rule language: the moves of rules, their printed form, and the errors for invalid rules.

use grundy_games::{parse, parse_rules};
use grundy_rulelang::{Parameters, Rule};
use grundy_rules::{ErrorKind, FirstFault, Game, Player, Rules, TableForm};

/// Writes the options of a position for Left, in the order in which the rule lists them.
fn options(rule: &str, position: &[u64]) -> String {
    options_of(rule, position, Player::LEFT)
}

fn options_of(rule: &str, position: &[u64], by: Player) -> String {
    let rule = Rule::new(rule).unwrap_or_else(|e| panic!("{rule}: {e:?}"));
    let component = Parameters::from_slice(position);
    let shown = |component: &Parameters| component.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let moves: Vec<String> = rule
        .moves(&component, by)
        .map(|mv| rule.play(&component, by, &mv).iter().map(shown).collect::<Vec<_>>().join("+"))
        .collect();
    assert_eq!(rule.fault().and_then(FirstFault::error), None);
    moves.join(" ")
}

#[test]
fn options_follow_the_rule() {
    for (rule, position, expected) in [
        ("n -> n-k for k in 1..n/2", &[7][..], "6 5 4"),
        ("n -> n-k for k in 1..n/2", &[1], ""),
        ("n -> n-1; n/2", &[7], "6 3"),
        ("n -> n-1; n/2", &[2], "1"),
        ("n -> n-1; n/2", &[0], ""),
        ("n -> n-k for k in {1,3,4}", &[3], "2 0"),
        ("n -> n-k for k in {4,1,2..3}", &[9], "8 7 6 5"),
        ("n -> (i)+(n-i) for i in 1..n-1 if i != n-i", &[7], "1+6 2+5 3+4"),
        ("n -> (i)+(n-t-i) for t in 1..2 for i in 0..n-t", &[3], "0+2 1+1 0+1"),
        ("n -> (i)+(n-i); for i in 1..1", &[3], "error"),
        (
            "(a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b)",
            &[1, 2],
            "0,2 1,1 1,0 0,1",
        ),
        ("(n,m) -> (n-k, 2*k) for k in 1..min(n,m)", &[3, 2], "2,2 1,4"),
        ("n -> n-k*k for k in 1.. while k*k <= n", &[10], "9 6 1"),
        ("n -> n-d for d in divisors(n) if d < n", &[12], "11 10 9 8 6"),
        ("n -> n-f for f in factorials if f <= n", &[10], "9 8 4"),
        ("n -> n-f for f in squares", &[10], "9 6 1"),
        ("n -> n-f for f in primes", &[10], "8 7 5 3"),
        ("n -> n-f for f in fibonacci", &[10], "9 8 7 5 2"),
        ("n -> n-f for f in triangular", &[10], "9 7 4 0"),
        ("n -> n-f for f in cubes", &[30], "29 22 3"),
        ("n -> n-f for f in squarefree", &[10], "9 8 7 5 4 3 0"),
        ("n -> n-f for f in practical", &[20], "19 18 16 14 12 8 4 2 0"),
        ("n -> n-p*q for p in primes for q in primes while p*q <= n", &[15], "11 9 5 1 6 0"),
        ("n -> n-p for p in primes while p < 6", &[9], "7 6 4"),
        ("n -> n-f for f in powers(3)", &[10], "9 7 1"),
        ("n -> n-f for f in powers(1)", &[10], "9"),
        ("n -> n-a-b for a in {1,2} for b in {10,20} if b != 10 or a == 2", &[40], "19 28 18"),
        ("n -> n-a*b for a in 1..3 while a < 3 for b in a..3", &[9], "8 7 6 5 3"),
        ("(a,b) -> repeat (a-b, b) if b > 0; repeat (a, b-a) if a > 0", &[7, 2], "5,2 3,2 1,2"),
        ("(a,b) -> repeat (a-b, b) if b > 0; repeat (a, b-a) if a > 0", &[2, 4], "2,2 2,0"),
        ("n -> repeat n-k for k in {2,3}", &[7], "5 3 1 4"),
        ("(a,b) -> repeat (b,a)", &[1, 2], "2,1"),
        ("n -> ()", &[5], ""),
        ("n -> (n-1)+(n-2)+(1) if n > 2; () if n == 1", &[4], "1+2+3"),
        ("n -> (n-1)/2", &[9], "4"),
        ("n -> (n)+(0) if n > 3", &[4], "0+4"),
        ("n -> n xor k for k in 1..7 if n xor k < n", &[5], "4 1 0 3 2"),
        ("n -> n & 6; n | 8; n % 4; gcd(n,6); popcount(n); isqrt(n); max(1, n-3); abs(2-n)", &[9], "0 9 1 3 2 6 7"),
        ("n -> n-k for k in {1,2,4,8}", &[9], "8 7 5 1"),
        ("n -> n-k for k in 1..9 if 0 < k % 3 <= 1 and not k == 4", &[9], "8 2"),
        ("n -> n-k for k in 1..9 if k in {2,5..6,9..}", &[20], "18 15 14 11"),
        ("n -> n-1 if n % 2 == 0; m -> m-2 if m % 2 == 1", &[9], "error"),
        ("n -> n - k for k in 1..200", &[150], "many"),
        ("n -> -n; n-1", &[3], "2"),
        ("n -> n/k for k in 1..3 if k != 1 and n % k == 0", &[6], "3 2"),
        ("n -> n-k for k in 0..n if k != 0 and n/k > 1", &[6], "5 4 3"),
    ] {
        match expected {
            "error" if rule.contains("m ->") => {
                // The second option has another name for the parameter.
                assert_eq!(options(rule, position), "7");
            }
            "error" => assert!(Rule::new(rule).is_err(), "{rule}"),
            "many" => assert_eq!(options(rule, position).split(' ').count(), 150),
            _ => assert_eq!(options(rule, position), expected, "{rule} {position:?}"),
        }
    }
    let partizan = "left: n -> n-k for k in {1,2}; right: n -> n-k for k in {1,3}";
    assert_eq!(options_of(partizan, &[5], Player::LEFT), "4 3");
    assert_eq!(options_of(partizan, &[5], Player::RIGHT), "4 2");
}

#[test]
fn rules_print_in_normal_form() {
    for (text, printed) in [
        ("rule{n->n-k for k in{1,3,4}}(10)", "rule{ n -> n-k for k in {1,3,4} }(10)"),
        ("rule{ n -> n - 1 ; n / 2; }(3, 5)", "rule{ n -> n-1; n/2 }(3,5)"),
        ("规则{ n → n-k for k in 1.. while k*k ≤ n }(3)", "rule{ n -> n-k for k in 1.. while k*k <= n }(3)"),
        ("rule{ # halves\n n -> n/2 }(3)", "rule{ n -> n/2 }(3)"),
        (
            "rule{ left: (a,b)->( a-1 , b ) if a=b or not b<2; right:(a , b)-> (min(a,b),b)+(1,1) }(3,4)",
            "rule{ left: (a,b) -> (a-1,b) if a == b or not b < 2; right: (a,b) -> (min(a,b),b)+(1,1) }(3,4)",
        ),
        ("rule{ n -> n xor -1 if n%2==0 }(3)", "rule{ n -> n xor -1 if n%2 == 0 }(3)"),
        ("rule{ n -> (i)+(n-i) for i in 1..n-1 }(3)", "rule{ n -> (i)+(n-i) for i in 1..n-1 }(3)"),
    ] {
        let spec = parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(spec.to_string(), printed);
        assert_eq!(parse(printed).unwrap().to_string(), printed);
    }
}

#[test]
fn invalid_rules_report_span_and_reason() {
    for (text, span, message) in [
        ("rule{ n -> n-j for k in 1..n }", 13..14, "`j` is not defined here"),
        ("rule{ }", 6..6, "expected the parameters and `->`"),
        ("rule{ n -> }", 11..11, "expected a number or a parameter"),
        ("rule{ n -> n-1", 4..5, "this bracket is never closed"),
        ("rule{ n -> n/k for k in 1.. }", 24..25, "`k` ranges over infinitely many numbers"),
        ("rule{ n -> n/k for k in squares }", 11..31, "`k` ranges over infinitely many numbers"),
        ("rule{ (a,b) -> (a-1) }", 15..20, "a position has 2 parameters, but this one has 1"),
        ("rule{ (a,b) -> a-1 }", 15..18, "a position must have 2 parameters"),
        (
            "rule{ (a,b) -> (a-1,b); n -> n }",
            24..25,
            "a position has 1 parameter here, but 2 parameters earlier in the rule",
        ),
        ("rule{ (a,a) -> (a-1,a) }", 9..10, "`a` already has another meaning"),
        ("rule{ if -> if-1 }", 6..8, "`if` is a reserved word of the rule language"),
        ("rule{ min -> min-1 }", 6..9, "`min` is a reserved word of the rule language"),
        ("rule{ n -> n-1 if n }", 18..19, "expected a condition, found a number"),
        ("rule{ n -> n == 1 }", 11..17, "expected a number, found a condition"),
        ("rule{ n -> n-99999999999999999999 }", 13..33, "numbers in rules go up to 2^62"),
        ("rule{ n -> n ? 1 }", 13..14, "expected `for`, `if`, `while`, `gain`, `;` or the end of the rule, found `?`"),
        ("rule{ n -> f(n) }", 11..12, "there is no function `f`"),
        ("rule{ n -> n-1 n-2 }", 15..16, "expected `for`, `if`, `while`, `gain`, `;` or the end of the rule"),
        ("rule{ n -> n-k for k in {1,2.. } }", 28..30, "a range in a set must have an end"),
        ("rule{ n -> min(n) }", 16..17, "expected `,` and another number"),
    ] {
        let error = parse_rules(text).expect_err(text);
        assert!(error.message.to_string().starts_with(message), "{text}: {}", error.message);
        assert_eq!(error.span, Some(span), "{text}: {}", error.message);
    }
    for text in ["rule{ (a,b) -> (a-1,b) }(3)", "rule{ n -> n-1 }(18446744073709551615)"] {
        assert!(parse(text).is_err(), "{text}");
    }
}

/// Rules of any length or depth are parsed or rejected, without unbounded recursion.
#[test]
fn long_rules_parse_or_are_rejected() {
    let deep = format!("n -> {}n{}", "(".repeat(50_000), ")".repeat(50_000));
    assert_eq!(Rule::new(&deep).unwrap_err().kind, ErrorKind::TooLarge);
    let chain = format!("n -> n{}", "-1".repeat(50_000));
    assert_eq!(options(&chain, &[60_000]), "10000");
    let many = format!("n -> n-1{}", "; n-2".repeat(20_000));
    assert_eq!(Rule::new(&many).unwrap_err().kind, ErrorKind::TooLarge);
    let minus = format!("n -> {}n", "-".repeat(50_000));
    assert_eq!(Rule::new(&minus).unwrap_err().kind, ErrorKind::TooLarge);
}

#[test]
fn faults_end_the_search_with_a_span() {
    for (text, position, span, message) in [
        ("n -> n/(n-3)", 3, 5..12, "division by zero"),
        ("n -> n-10/k for k in 0..n", 5, 7..11, "division by zero"),
        ("n -> n*n*n", 1 << 40, 5..8, "a number exceeds 2^62"),
        ("n -> n-1 if n % (n-4) == 0", 4, 12..21, "division by zero"),
        ("n -> isqrt(n-9)", 4, 5..10, "square root of a negative number"),
    ] {
        let rule = Rule::new(text).unwrap();
        let count = rule.moves(&Parameters::from_slice(&[position]), Player::LEFT).count();
        let fault = rule.fault().and_then(FirstFault::error).unwrap_or_else(|| panic!("{text}: {count} moves"));
        assert_eq!((fault.message.to_string().as_str(), fault.span.clone()), (message, Some(span)), "{text}");
    }
}

#[test]
fn known_shapes_are_recognised() {
    let shape = |text: &str| {
        let rule = Rule::new(text).unwrap();
        match rule.table_form() {
            Some(TableForm::Heaps(heaps)) => match (heaps.amounts(), heaps.code()) {
                (Some(amounts), _) => format!("take {amounts}"),
                (_, Some(code)) => format!("octal {code}"),
                _ => "heaps".to_string(),
            },
            Some(TableForm::Pairs(steps)) => format!("rays {steps:?}"),
            Some(TableForm::PartizanHeaps { left, right }) => {
                let set = |set: Option<&grundy_rules::Amounts>| set.map_or("{}".to_string(), |s| s.to_string());
                format!("take {} | {}", set(left), set(right))
            }
            _ => "none".to_string(),
        }
    };
    for (text, expected) in [
        ("n -> n-k for k in {1,3,4}", "take 1,3,4"),
        ("n -> n-1; n-2; n-k for k in 5..7", "take 1,2,5..7"),
        ("n -> n-k for k in 1..n", "take 1.."),
        ("n -> n-k for k in 2..", "take 2.."),
        ("n -> n-k for k in squares if k <= n", "take k^2"),
        ("n -> n-k*k for k in 1.. while k*k <= n", "take k^2"),
        ("n -> n-k for k in powers(2); n-3", "take 3,2^k"),
        ("n -> n-k for k in primes; n-1", "take 1,prime"),
        ("n -> n-k for k in {1,3} if n % 2 == 0", "heaps"),
        ("n -> n-k for k in 0..3", "heaps"),
        ("n -> n-1 if n > 1", "heaps"),
        ("n -> (i)+(n-t-i) for t in 1..2 for i in 0..n-t", "octal 0.77"),
        ("n -> (i)+(n-2-i) for i in 0..n-2", "octal 0.07"),
        ("n -> (i)+(n-i) for i in 1..n-1; n-1", "octal 4.3"),
        ("n -> (i)+(n-1-i) for i in 1..n-2", "octal 0.4"),
        ("n -> (i)+(n-i) for i in 0..n", "heaps"),
        ("n -> (i)+(n-i) for i in 1..n-1 if i != n-i", "heaps"),
        ("n -> (i)+(n-1-i) for i in 0..n-2", "heaps"),
        (
            "(a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b)",
            "rays [[1, 0], [0, 1], [1, 1]]",
        ),
        ("(a,b) -> (a-2*k,b-k) for k in 1..", "rays [[2, 1]]"),
        ("(a,b) -> (a-k,b) for k in 1..b", "none"),
        ("left: n -> n-1; right: n -> n-k for k in {1,3}", "take 1 | 1,3"),
        ("left: n -> n-1", "take 1 | {}"),
    ] {
        assert_eq!(shape(text), expected, "{text}");
    }
}

/// Checks that an endless loop ends in a fault.
///
/// This holds for a loop that repeats one move for ever and for a loop that tries numbers without finding a move.
#[test]
fn endless_loops_end_in_a_fault() {
    for text in ["n -> n-1 for k in 1.. while k > 0", "n -> n-1 for k in 1..2^62 if k == 0"] {
        let rule = Rule::new(text).unwrap();
        assert!(rule.moves(&Parameters::from_slice(&[3]), Player::LEFT).count() <= 1);
        let fault = rule.fault().and_then(FirstFault::error).unwrap_or_else(|| panic!("{text} went on"));
        assert_eq!((fault.kind, fault.span), (ErrorKind::Limit, Some(5..text.len())), "{text}");
    }
}

/// If a factor is 0, a condition on a product does not end its loop, and a fault reports this at once.
#[test]
fn endless_values_at_one_position_are_a_fault() {
    for (text, position, expected) in [
        (
            "n -> n-p*q for p in 0..n for q in primes if p*q <= n",
            &[3][..],
            "with p = 0, `q` takes infinitely many values",
        ),
        ("(n,a) -> (n-1,a) for p in primes if a*p <= n", &[9, 0], "with a = 0, `p` takes infinitely many values"),
        ("n -> n-p*q for p in 0..n for q in 1.. while p*q <= n", &[3], "`q` ranges over infinitely many numbers"),
    ] {
        let rule = Rule::new(text).unwrap();
        rule.moves(&Parameters::from_slice(position), Player::LEFT).for_each(drop);
        let fault = rule.fault().and_then(FirstFault::error).unwrap_or_else(|| panic!("{text} went on"));
        assert_eq!(fault.message.to_string(), expected, "{text}");
    }
}

/// A loop ends where a condition fails for all larger values of its variable.
///
/// A loop also ends where a parameter of the option decreases below 0.
#[test]
fn conditions_on_products_end_loops() {
    for (rule, position, expected) in [
        ("n -> n-p*q for p in primes for q in primes if p*q <= n", &[15][..], "11 9 5 1 6 0"),
        ("n -> n-p*q for p in primes for q in primes if p*q < n", &[15], "11 9 5 1 6"),
        ("n -> n-p*q for p in primes for q in primes if n >= p*q", &[9], "5 3 0"),
        ("n -> n-p*q for p in primes for q in primes", &[9], "5 3 0"),
        ("n -> n-p*q for p in primes for q in p.. if q*p <= n and q != 3", &[9], "5 1"),
        ("n -> n-p*q for p in primes for q in primes if q <= n/p", &[9], "5 3 0"),
        ("n -> n-p for p in primes if 2*p <= n", &[9], "7 6"),
        ("n -> n-p for p in primes if p*p <= n", &[9], "7 6"),
        ("n -> n-p for p in 1.. if 5+3*p < n", &[12], "11 10"),
        ("n -> n-p for p in squares if isqrt(p)+p == 12", &[12], "3"),
        ("n -> n-p for p in powers(2) if p^2+p-1 <= n and p != 2", &[19], "18 15"),
        ("n -> n-p*q for p in 2.. for q in squares if n >= (p-1)*(q+1)*3", &[12], "10 9"),
        ("n -> n-p for p in 1.. for q in fibonacci if max(p,q) + p/2 < n-5", &[10], "9 8 7"),
        ("n -> n-p*(p+1)/2 for p in 1..; n-p^3 for p in 2..", &[10], "9 7 4 0 2"),
        ("(n,a) -> (n-p*q,a) for p in primes for q in 1.. if a*p*q <= n", &[9, 2], "7,2 5,2 6,2"),
        ("(n,a) -> (n-p,a) for p in 1.. if (p+a)*(p+1) <= n", &[20, 3], "19,3 18,3"),
    ] {
        assert_eq!(options(rule, position), expected, "{rule}");
    }
    for (rule, help) in [
        ("n -> n-1 for p in primes for q in primes if q <= n", "`for p in primes if p <= n`"),
        ("n -> n-1 for p in primes for q in primes if p <= n", "`for q in primes if q <= n`"),
        ("(a,b) -> (a-1,b) for k in powers(a+1) if b > 3", "`for k in powers(a+1) if k <= a`"),
        ("n -> n-1 for q in 1.. if 0*q <= n", "`for q in 1..n`"),
        ("n -> n-1 for q in 1.. if min(q,5) <= n", "`for q in 1..n`"),
        ("n -> n-1 for q in 1.. if q % 3 <= n", "`for q in 1..n`"),
        ("n -> n-1 for q in 1.. if n-q <= n", "`for q in 1..n`"),
        ("n -> n-1 for q in 1.. if q <= n or q > 5", "`for q in 1..n`"),
        ("n -> n-1 for p in -2..2 for q in 1.. if p*q <= n", "`for q in 1..n`"),
    ] {
        let error = Rule::new(rule).expect_err(rule);
        assert!(error.message.to_string().contains("infinitely many numbers"), "{rule}: {error}");
        assert!(error.help.as_ref().is_some_and(|text| text.to_string().contains(help)), "{rule}: {error}");
    }
    // If the factor `a` is 0, the condition does not end the loop, but the parameter `n-q` does.
    let rule = Rule::new("(n,a) -> (n-q,a) for q in 1.. if a*q < n").unwrap();
    assert_eq!(rule.moves(&Parameters::from_slice(&[5, 0]), Player::LEFT).count(), 5);
    assert_eq!(rule.moves(&Parameters::from_slice(&[5, 2]), Player::LEFT).count(), 2);
}
