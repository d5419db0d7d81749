//! Tests that formulas agree with the moves of the rules and the results of the claims that they translate.

use crate::formula_values::eval;
use grundy_games::parse_rules;
use grundy_rulelang::claims::{Claim, ClaimResult, KnownRelations, KnownResult};
use grundy_rulelang::formula::{Formula, GameFormula, MoveFormula};
use grundy_rules::{Outcome, Player};
use std::collections::BTreeSet;

/// Calls `visit` for all values of the variables `free` up to `max_value` for which the formula holds.
fn for_each_solution(
    formula: &Formula,
    values: &mut Vec<u64>,
    free: &[u32],
    max_value: u64,
    visit: &mut dyn FnMut(&[u64]),
) {
    let Some((&variable, rest)) = free.split_first() else {
        if formula.eval(values) == Some(true) {
            visit(values);
        }
        return;
    };
    for value in 0..=max_value {
        values.resize((variable as usize + 1).max(values.len()), 0);
        values[variable as usize] = value;
        for_each_solution(formula, values, rest, max_value, visit);
    }
}

fn options(mv: &MoveFormula, at: &[u64], max_value: u64) -> BTreeSet<Vec<Vec<u64>>> {
    let mut all = BTreeSet::new();
    let mut values = at.to_vec();
    for_each_solution(&mv.guard, &mut values, &mv.variables, max_value, &mut |values| {
        let number = |e: &grundy_rulelang::formula::Linear| u64::try_from(e.eval(values).unwrap()).unwrap();
        let mut target: Vec<Vec<u64>> = mv.targets.iter().map(|t| t.iter().map(number).collect()).collect();
        target.sort();
        all.insert(target);
    });
    all
}

fn points(arity: usize, side: u64) -> Vec<Vec<u64>> {
    (0..arity).fold(vec![vec![]], |points, _| {
        points.iter().flat_map(|p| (0..side).map(move |x| [&p[..], &[x]].concat())).collect()
    })
}

#[test]
fn formulas_have_the_moves_of_the_rules() {
    let games = [
        ("take[1..4]", 14),
        ("take[2,5..6,9..]", 14),
        ("take[2^k]", 20),
        ("take[3^k,2]", 20),
        ("take[fib]", 20),
        ("nim", 10),
        ("wythoff", 6),
        ("kayles", 10),
        ("octal[4.07]", 10),
        ("octal[0.F]", 7),
        ("lasker", 9),
        ("grundy_game", 9),
        ("rule{ n -> n-1; n/2 }", 12),
        ("rule{ n -> n-k for k in 1..n/2 }", 12),
        ("rule{ n -> n-k for k in 1.. while 2*k <= n if k % 3 != 1 }", 12),
        ("rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }", 6),
        ("rule{ (a,b) -> (min(a,b)-k, max(a,b)-k) for k in 1..; ((a-b)/2, b) if a > 0 }", 6),
        ("rule{ (n,m) -> (n-k, 2*k) for k in 1..min(n,m) }", 7),
        ("rule{ (a,b) -> (a-k,b-l) for k in 0..a for l in k-1..k+1 if k+l > 0 }", 5),
        ("rule{ n -> n-k for k in 1..n if (n xor k) < n and not (k in {2,5..}) }", 10),
        ("rule{ n -> n-(n & -(-3))-1; n | 1; n - abs(n-5) if n != 5 }", 10),
        ("rule{ (a,b) -> (a-1-(a-b)%3, b) }", 9),
        ("rule{ n -> floor((n-3)*phi); n - floor(n/phi) - 1 }", 9),
        ("rule{ n -> (i)+(n-t-i) for t in 1..2 for i in 0..n-t }", 7),
        ("rule{ (a,b) -> (b, 0-a) ; (0-a, b) }", 5),
        ("rule{ (a,b) -> (a xor b, (a-b) & 3) }", 6),
        ("rule{ (a,b) -> (-1-((a-b) xor b), b); (a, -1-((a-3)|(b-2))); ((a-2)&(b-3), 1); ((a-b)|(b-a), a) }", 6),
        ("rule{ (a,b) -> ((a-b) xor (b-2*a), 0); (-1-((a-4)&(b-4)), a); (0, -((a-b) | 1)) }", 6),
    ];
    for (text, side) in games {
        let rules = parse_rules(text).unwrap();
        let game = GameFormula::new(&rules, 1).unwrap_or_else(|e| panic!("{text}: {}", e.message));
        let mut total = 0;
        for at in points(game.arity, side) {
            let formulas: BTreeSet<_> = game.moves.iter().flat_map(|mv| options(mv, &at, 2 * side)).collect();
            let position = rules.game.position_from_numbers(&at).unwrap();
            let numbers = |text: &str| -> Vec<Vec<u64>> {
                let mut rest = text;
                let mut components = vec![];
                while let Some(open) = rest.find(&format!("{}(", rules.game.rules_text())) {
                    let inner = &rest[open + rules.game.rules_text().len() + 1..];
                    let end = inner.find(')').unwrap();
                    let list: Vec<u64> =
                        inner[..end].split(',').filter(|t| !t.is_empty()).map(|t| t.trim().parse().unwrap()).collect();
                    components.extend(list.chunks(game.arity).map(<[u64]>::to_vec));
                    rest = &inner[end..];
                }
                components.sort();
                components
            };
            let moves: BTreeSet<Vec<Vec<u64>>> = position
                .moves(0, Player::LEFT)
                .map(|mv| numbers(&position.after(0, Player::LEFT, &mv).to_string()))
                .collect();
            // Some games keep empty heaps as 0 and others omit them, so components that consist of zeros are removed.
            let plain = |set: &BTreeSet<Vec<Vec<u64>>>| -> BTreeSet<Vec<Vec<u64>>> {
                set.iter().map(|t| t.iter().filter(|p| p.iter().any(|&x| x > 0)).cloned().collect()).collect()
            };
            assert_eq!(plain(&formulas), plain(&moves), "{text} {at:?}");
            total += moves.len() as u64;
        }
        assert!(total > side / 2, "{text}");
    }
}

#[test]
fn formulas_have_the_moves_of_stairs() {
    for (text, lowest) in [("stairs[ground]", 1), ("stairs[frozen]", 2)] {
        let rules = parse_rules(text).unwrap();
        for steps in lowest..5 {
            let game = GameFormula::new(&rules, steps).unwrap();
            assert_eq!(game.arity, steps);
            for at in points(steps, if steps < 4 { 4 } else { 3 }) {
                let shown = |at: &[u64]| at.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
                let formula_options: BTreeSet<String> =
                    game.moves.iter().flat_map(|mv| options(mv, &at, 4)).map(|to| shown(&to[0])).collect();
                let position =
                    grundy_games::parse(&format!("{text}({})", shown(&at))).unwrap().terms.remove(0).position;
                let after = |mv| position.after(0, Player::LEFT, &mv).to_string();
                let inner = |text: String| text[text.find('(').unwrap() + 1..text.len() - 1].to_string();
                let moves: BTreeSet<String> = position.moves(0, Player::LEFT).map(|mv| inner(after(mv))).collect();
                assert_eq!(formula_options, moves, "{text} {at:?}");
            }
        }
        assert!(GameFormula::new(&rules, lowest - 1).is_err());
    }
}

#[test]
fn inexpressible_rules_are_rejected() {
    for text in [
        "take[k^2]",
        "take[prime]",
        "token[a>b]",
        "rule{ n -> n-k*k for k in 1.. while k*k <= n }",
        "rule{ n -> n-d for d in divisors(n) if d < n }",
        "rule{ n -> n-gcd(n,6) if n > 0 }",
        "rule{ (a,b) -> (a % b, b) if b > 0 }",
        "rule{ n -> n-k for k in 1.. while k % 5 != 4 }",
        "rule{ left: n -> n-1; right: n -> n-2 }",
    ] {
        let rules = parse_rules(text).unwrap();
        let error = GameFormula::new(&rules, 1).unwrap_err();
        assert_eq!(error.kind, grundy_rules::ErrorKind::Unsupported, "{text}: {}", error.message);
    }
}

/// Returns whether the formula holds for the values `at` of its variables.
///
/// `member` is relation 0. Bound variables take values up to `max_value`.
fn holds_up_to(formula: &Formula, at: &[u64], max_value: u64, member: &dyn Fn(&[u64]) -> bool) -> bool {
    fn exists(f: &Formula, values: &mut Vec<u64>, free: &[u32], most: u64, member: &dyn Fn(&[u64]) -> bool) -> bool {
        let Some((&variable, rest)) = free.split_first() else { return eval(f, values, member) };
        values.resize((variable as usize + 1).max(values.len()), 0);
        (0..=most).any(|value| {
            values[variable as usize] = value;
            exists(f, values, rest, most, member)
        })
    }
    match formula {
        Formula::Exists(bound, inner) => exists(inner, &mut at.to_vec(), bound, max_value, member),
        other => eval(other, at, member),
    }
}

#[test]
fn violations_are_where_claims_fail() {
    let half = |n: u64| {
        let mut n = n;
        while n % 2 == 1 {
            n /= 2;
        }
        n / 2
    };
    for text in [
        "G(n) == n/2",
        "G(2*n) == n and G(2*n+1) == G(n)",
        "G(2n) = n, G(2n+1) = G(n); G(0) = 0",
        "G(n+1) = G(n) + 1 for n >= 3",
        "P iff n mod 4 not in {0, 2..3}",
        "G(n) = floor((n mod 6)/2)",
        "G(2*n) == n or n < 4",
        "G(n-3) <= n/2",
        "not P(n+1) or n % 2 == 0",
        "P iff n % 4 == 1",
        "N iff n & 1 == 0 or n xor 3 == 0",
        "P iff G(n) == 0",
        "P(n-2) or n >= 1",
        "P(n+1) iff n % 2 == 0 and P(n/2)",
        "P(n) iff P(n+3)",
        "G(|n - 3|) <= |n - 3|/2 + 1",
        "P iff n == floor(floor(n/3)*phi^2)",
        "P(max(n,3)-3) or (n-7)/2 >= 0-1",
    ] {
        let rules = parse_rules("rule{ n -> n-k for k in 1..n/2 }").unwrap();
        let claim = Claim::parse(text, &rules).unwrap();
        let violations = claim.violations(KnownRelations::Values).unwrap();
        for n in 0..12 {
            let result = claim.evaluate(&[n], &mut |at| Some(KnownResult::Value(half(at[0])))).unwrap();
            let fails = violations.iter().any(|f| holds_up_to(f, &[n], 20, &|of| half(of[0]) == of[1]));
            assert_eq!(fails, result == ClaimResult::Fails, "{text} at {n}");
        }
        if let Some((relation, true)) = claim.relation().unwrap() {
            for n in 0..24 {
                for value in 0..24 {
                    let claimed = holds_up_to(&relation, &[n, value], 60, &|_| unreachable!());
                    let outcome = claim.outcome().map(|o| if o == Outcome::P { value == 0 } else { value != 0 });
                    if outcome.is_none() {
                        let result = claim.evaluate(&[n], &mut |_| Some(KnownResult::Value(value))).unwrap();
                        assert_eq!(claimed, result == ClaimResult::Holds, "{text} at {n}, {value}");
                    }
                }
            }
        }
    }
}

#[test]
fn invalid_claims_have_precise_errors() {
    let rules = parse_rules("take[1,3,4]").unwrap();
    for (text, message) in [
        ("", "the claim is empty"),
        ("P iff", "the claim is empty"),
        ("n % 3 == 0", "the claim says nothing about the game"),
        ("P iff n % size == 0", "`size` is not defined here"),
        ("exists : P(k)", "expected a variable, found `:`"),
        ("exists k P(k)", "expected `:`, found `P`"),
        ("exists k, : P(k)", "expected a variable, found `:`"),
        ("exists k: k", "expected a condition, found a number"),
        ("exists phi: P(n)", "`phi` is a reserved word of claims and cannot be a variable"),
        ("exists min: P(n)", "`min` is a reserved word of the rule language"),
        ("forall k: P(k) and (exists k: P(k))", "`k` already has another meaning"),
        ("forall n: P", "`n` already has another meaning"),
        ("(exists k: P(k)) and k == 1", "`k` already has another meaning"),
        ("P(a) and a < b < c < d < e < f < g < h < i", "a claim has at most 8 free variables"),
        ("G(n) == mex()", "expected a number or a parameter, found `)`"),
        ("P iff phi*n", "expected a condition, found a number"),
        (
            "G(n) == phi*n mod 3",
            "unsupported use of an irrational number: irrational numbers can be added, multiplied by integers and divided \
             by constants, and raised to powers up to 8 if they are constants",
        ),
        ("P(phi*n)", "an irrational number must be compared with another number or rounded down"),
        (
            "P iff n == floor(n*(phi+1/2))",
            "this quotient is rounded down, so it cannot be combined with an irrational number",
        ),
        (
            "P iff n == floor(n*(1/2+sqrt(5)/2))",
            "this quotient is rounded down, so it cannot be combined with an irrational number",
        ),
        (
            "P iff n == floor(1/2*(1+sqrt(5))*n)",
            "this quotient is rounded down, so it cannot be combined with an irrational number",
        ),
        ("P iff n < (n-3/2)*phi", "this quotient is rounded down, so it cannot be combined with an irrational number"),
        ("P iff -(1/2) < n*phi", "this quotient is rounded down, so it cannot be combined with an irrational number"),
        (
            "P iff n == floor(n*phi/2 + n/2)",
            "this quotient is rounded down, so it cannot be combined with an irrational number",
        ),
        (
            "P iff n == floor(n/2*phi)",
            "this quotient is rounded down, so it cannot be combined with an irrational number",
        ),
        ("P iff n*phi <= 7/2", "this quotient is rounded down, so it cannot be combined with an irrational number"),
        ("P iff phi*n < sqrt(2)", "the two irrational numbers here have different roots"),
        ("P iff sqrt(4) < n", "the number under the root must be a constant less than 1048576 and not a square"),
        ("p iff n == 1", "expected a condition, found a number"),
        ("P iff G(n, 2) == 0", "a position has 1 parameter, but this one has 2"),
        ("P iff n", "expected a condition, found a number"),
        ("G(G(n)) == 1", "the argument of a term such as G(n) cannot contain another such term"),
        ("P iff floor(n*pi) == 1", "`pi` is not defined here"),
    ] {
        let error = Claim::parse(text, &rules).unwrap_err();
        assert_eq!(error.message, message, "{text}");
    }
}
