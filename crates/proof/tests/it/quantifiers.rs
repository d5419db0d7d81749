//! Tests random claims with quantifiers, `mex` and irrational multiples against brute force.
//!
//! No false claim may be proved. A refuted claim must fail at the counterexample and, if this is reported as the least,
//! at no earlier numbers.

use grundy_games::parse_rules;
use grundy_proof::{ClaimVerdict, ProveOptions, prove};
use grundy_rulelang::claims::Claim;
use grundy_solve::{Budget, Solver};
use grundy_verify::{Limits, verify};

const NAMES: [&str; 4] = ["n", "m", "x", "y"];

enum Number {
    Constant(i64),
    Name(usize),
    Plus(Box<Number>, Box<Number>),
    Minus(Box<Number>, Box<Number>),
    Twice(Box<Number>),
    Value(Vec<Number>),
    Mex(Vec<Number>),
}

enum Condition {
    Order(Number, &'static str, Number),
    /// A comparison in which the second number is multiplied by the golden ratio.
    Golden(Number, &'static str, Number),
    Lost(Vec<Number>),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Iff(Box<Condition>, Box<Condition>),
    /// A quantifier, which binds one more variable; true for `exists`, false for `forall`.
    Quantified(bool, Box<Condition>),
}

/// The error that a claim refers to a position with a negative parameter, so that it says nothing.
struct Silent;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A game, the kind of claims about it, and its values in closed form.
struct Game {
    rules: &'static str,
    parameters: usize,
    values: bool,
    golden: bool,
    value: fn(&[i64]) -> i64,
}

impl Game {
    fn plain(&self, random: &mut Random, names: usize, depth: usize) -> Number {
        let mut one = |depth| Box::new(self.plain(random, names, depth));
        if depth > 0 {
            let (a, b) = (one(depth - 1), one(0));
            match random.below(4) {
                0 => return Number::Plus(a, b),
                1 => return Number::Minus(a, b),
                2 => return Number::Twice(a),
                _ => {}
            }
        }
        if random.below(3) == 0 { Number::Constant(random.below(4) as i64) } else { Number::Name(random.below(names)) }
    }

    fn place(&self, random: &mut Random, names: usize) -> Vec<Number> {
        (0..self.parameters).map(|_| self.plain(random, names, random.0 as usize % 2)).collect()
    }

    fn number(&self, random: &mut Random, names: usize) -> Number {
        match random.below(4) {
            0 if self.values => Number::Value(self.place(random, names)),
            1 if self.values => {
                let count = 1 + random.below(3);
                Number::Mex((0..count).map(|_| Number::Value(self.place(random, names))).collect())
            }
            2 => Number::Mex((0..2).map(|_| self.plain(random, names, 1)).collect()),
            _ => self.plain(random, names, 1),
        }
    }

    fn condition(&self, random: &mut Random, names: usize, depth: usize) -> Condition {
        if depth == 0 {
            let order = ["<", "<=", "==", "!=", ">", ">="][random.below(6)];
            return match random.below(4) {
                0 if self.golden => {
                    Condition::Golden(self.plain(random, names, 1), order, self.plain(random, names, 1))
                }
                0 | 1 => Condition::Order(self.number(random, names), order, self.plain(random, names, 1)),
                _ => Condition::Lost(self.place(random, names)),
            };
        }
        let mut one = |names| Box::new(self.condition(random, names, depth - 1));
        let (a, b, c) = (one(names), one(names), one(names + 1));
        match random.below(8) {
            0 => Condition::Not(a),
            1 | 2 => Condition::And(a, b),
            3 | 4 => Condition::Or(a, b),
            5 if depth == 2 => Condition::Iff(a, b),
            k if names < NAMES.len() => Condition::Quantified(k % 2 == 0, c),
            _ => Condition::Or(b, a),
        }
    }
}

impl Number {
    fn text(&self) -> String {
        let all = |list: &[Number]| list.iter().map(Number::text).collect::<Vec<_>>().join(", ");
        match self {
            Number::Constant(n) => n.to_string(),
            Number::Name(k) => NAMES[*k].to_string(),
            Number::Plus(a, b) => format!("({}+{})", a.text(), b.text()),
            Number::Minus(a, b) => format!("({}-{})", a.text(), b.text()),
            Number::Twice(a) => format!("2*{}", a.text()),
            Number::Value(of) => format!("G({})", all(of)),
            Number::Mex(of) => format!("mex({})", all(of)),
        }
    }

    fn value(&self, at: &[i64], game: &Game) -> Result<i64, Silent> {
        Ok(match self {
            Number::Constant(n) => *n,
            Number::Name(k) => at[*k],
            Number::Plus(a, b) => a.value(at, game)? + b.value(at, game)?,
            Number::Minus(a, b) => a.value(at, game)? - b.value(at, game)?,
            Number::Twice(a) => 2 * a.value(at, game)?,
            Number::Value(of) => value_at(of, at, game)?,
            Number::Mex(of) => {
                let mut seen = of.iter().map(|one| one.value(at, game)).collect::<Result<Vec<i64>, Silent>>()?;
                seen.sort_unstable();
                seen.into_iter().fold(0, |least, value| if value == least { least + 1 } else { least })
            }
        })
    }
}

fn value_at(of: &[Number], at: &[i64], game: &Game) -> Result<i64, Silent> {
    let of = of.iter().map(|one| one.value(at, game)).collect::<Result<Vec<i64>, Silent>>()?;
    if of.iter().any(|&x| x < 0) { Err(Silent) } else { Ok((game.value)(&of)) }
}

fn compare(order: &str, left: f64, right: f64) -> bool {
    match order {
        "<" => left < right,
        "<=" => left <= right,
        "==" => left == right,
        "!=" => left != right,
        ">" => left > right,
        _ => left >= right,
    }
}

/// The largest number that brute force tries for a bound variable.
///
/// This is enough because claims have small coefficients, and outcomes are periodic or P-positions are dense.
const MAX_NUMBER: i64 = 60;

impl Condition {
    fn text(&self, names: usize) -> String {
        match self {
            Condition::Order(a, order, b) => format!("{} {order} {}", a.text(), b.text()),
            Condition::Golden(a, order, b) => format!("{} {order} phi*{}", a.text(), b.text()),
            Condition::Lost(of) => format!("P({})", of.iter().map(Number::text).collect::<Vec<_>>().join(",")),
            Condition::Not(a) => format!("not ({})", a.text(names)),
            Condition::And(a, b) => format!("({}) and ({})", a.text(names), b.text(names)),
            Condition::Or(a, b) => format!("({}) or ({})", a.text(names), b.text(names)),
            Condition::Iff(a, b) => format!("({}) iff ({})", a.text(names), b.text(names)),
            Condition::Quantified(exists, inner) => {
                let word = if *exists { "exists" } else { "forall" };
                format!("({word} {}: {})", NAMES[names], inner.text(names + 1))
            }
        }
    }

    fn holds(&self, at: &mut Vec<i64>, game: &Game) -> Result<bool, Silent> {
        Ok(match self {
            Condition::Order(a, order, b) => compare(order, a.value(at, game)? as f64, b.value(at, game)? as f64),
            Condition::Golden(a, order, b) => {
                let golden = (1.0 + 5f64.sqrt()) / 2.0;
                compare(order, a.value(at, game)? as f64, golden * b.value(at, game)? as f64)
            }
            Condition::Lost(of) => value_at(of, at, game)? == 0,
            Condition::Not(a) => !a.holds(at, game)?,
            Condition::And(a, b) => a.holds(at, game)? && b.holds(at, game)?,
            Condition::Or(a, b) => a.holds(at, game)? || b.holds(at, game)?,
            Condition::Iff(a, b) => a.holds(at, game)? == b.holds(at, game)?,
            Condition::Quantified(exists, inner) => {
                let mut silent = false;
                for x in 0..=MAX_NUMBER {
                    at.push(x);
                    let holds = inner.holds(at, game);
                    at.pop();
                    match holds {
                        Ok(holds) if holds == *exists => return Ok(*exists),
                        Ok(_) => {}
                        Err(Silent) => silent = true,
                    }
                }
                if silent {
                    return Err(Silent);
                }
                !exists
            }
        })
    }
}

fn golden(a: i64, b: i64) -> i64 {
    let (a, b) = (a.min(b), a.max(b));
    i64::from(a != ((b - a) as f64 * (1.0 + 5f64.sqrt()) / 2.0).floor() as i64)
}

#[test]
fn random_claims_for_all_numbers() {
    let games = [
        Game { rules: "take[1,2]", parameters: 1, values: true, golden: false, value: |at| at[0] % 3 },
        Game { rules: "take[1..4]", parameters: 1, values: false, golden: false, value: |at| at[0] % 5 },
        Game { rules: "nim", parameters: 2, values: false, golden: false, value: |at| at[0] ^ at[1] },
        Game { rules: "wythoff", parameters: 2, values: false, golden: true, value: |at| golden(at[0], at[1]) },
    ];
    let mut random = Random(3);
    let (mut proved, mut refuted, mut open) = (0, 0, 0);
    for game in &games {
        let rules = parse_rules(game.rules).unwrap();
        // The remaining numbers of claims to test: claims that hold on small numbers, and claims that fail there.
        let mut remaining = [30, 20];
        for _ in 0..20_000 {
            let variables = 1 + random.below(2);
            let depth = 1 + random.below(2);
            let tree = game.condition(&mut random, variables, depth);
            let text = tree.text(variables);
            let Ok(claim) = Claim::parse(&text, &rules) else { continue };
            if claim.is_of_positions() && !claim.looks_up_many_positions() {
                continue;
            }
            // `places` contains the index in `NAMES` of each variable of the claim.
            let place = |name: &String| NAMES.iter().position(|known| known == name).unwrap();
            let places: Vec<usize> = claim.names().iter().map(place).collect();
            let judge = |numbers: &[u64]| {
                let mut at = vec![0; variables];
                places.iter().zip(numbers).for_each(|(&place, &x)| at[place] = x as i64);
                tree.holds(&mut at, game)
            };
            let all = |most: u64| {
                let side = most + 1;
                let mut all: Vec<Vec<u64>> = (0..side.pow(places.len() as u32))
                    .map(|k| (0..places.len()).map(|j| k / side.pow((places.len() - 1 - j) as u32) % side).collect())
                    .collect();
                all.sort_by_key(|at| (at.iter().sum::<u64>(), at.clone()));
                all
            };
            let fails = all(6).into_iter().find(|at| matches!(judge(at), Ok(false)));
            let kind = usize::from(fails.is_some());
            let trivial = !all(6).iter().any(|at| judge(at).is_ok());
            if remaining[kind] == 0 || trivial {
                continue;
            }
            remaining[kind] -= 1;
            let budget = Budget { nodes: 300_000, ..Budget::default() };
            let query = ProveOptions { to: Some(if game.parameters == 1 { 200 } else { 80 }), use_theorems: true };
            let name = game.rules;
            match prove(&rules, &claim, query, &mut Solver::new(), &budget) {
                Ok(ClaimVerdict::Proved { certificate, .. }) => {
                    proved += 1;
                    let fails = all(12).into_iter().find(|at| matches!(judge(at), Ok(false)));
                    assert_eq!(fails, None, "{name}: `{text}` is proved");
                    verify(&certificate, grundy_games::library(), &Limits::default()).unwrap();
                }
                Ok(ClaimVerdict::Refuted { counterexample, least, .. }) => {
                    refuted += 1;
                    assert!(matches!(judge(&counterexample), Ok(false)), "{name}: `{text}` at {counterexample:?}");
                    if least && counterexample.iter().all(|&x| x <= 12) {
                        let first = all(12).into_iter().find(|at| matches!(judge(at), Ok(false)));
                        assert_eq!(first, Some(counterexample), "{name}: `{text}`");
                    }
                }
                Ok(ClaimVerdict::Open { .. }) => open += 1,
                Err(error) => panic!("{name}: `{text}`: {error}"),
            }
            if remaining == [0, 0] {
                break;
            }
        }
        assert_eq!(remaining, [0, 0], "{}", game.rules);
    }
    println!("{proved} proved, {refuted} refuted, {open} open");
    assert!(proved > 60 && refuted > 40, "{proved} proved, {refuted} refuted, {open} open");
}

fn verdict(rules: &str, claim: &str) -> (Claim, ClaimVerdict) {
    let rules = parse_rules(rules).unwrap();
    let claim = Claim::parse(claim, &rules).unwrap();
    let verdict = prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
    (claim, verdict)
}

#[test]
fn claims_of_lecture_notes_are_decided() {
    const NIM: &str = "rule{ (a,b,c,d) -> (a-i,b,c,d) for i in 1..a; (a,b-i,c,d) for i in 1..b; (a,b,c-i,d) for i in 1..c; \
        (a,b,c,d-i) for i in 1..d }";
    const STAIRCASE: &str =
        "rule{ (a,b,c) -> (a-k,b,c) for k in 1..a; (a,b-k,c) for k in 1..b-a; (a,b,c-k) for k in 1..c-b }";
    for (rules, claim) in [
        ("nim", "P(a,a)"),
        ("nim", "P(0,a,a)"),
        ("nim", "P(0,n,n)"),
        ("wythoff", "P(floor(n*phi), floor(n*phi^2))"),
        ("wythoff", "P(floor(n*(1+sqrt(5))/2), floor(n*(1+sqrt(5))/2)+n)"),
        ("wythoff", "P(floor(2*n/(sqrt(5)-1)), floor((3+sqrt(5))/2*n))"),
        // The recursion of the pairs: the differences are 0, 1, 2, ..., each once, and the smaller number of a pair is
        // the mex of all numbers in earlier pairs.
        ("wythoff", "exists a: P(a,a+n)"),
        ("wythoff", "a == c for P(a,a+d) and P(c,c+d)"),
        ("wythoff", "b == c for P(a,b) and P(a,c)"),
        ("wythoff", "exists d: P(c,d) and |d-c| < b-a for P(a,b) and c < a and a <= b"),
        ("wythoff", "exists b: P(a,b)"),
        ("wythoff", "P iff min(a,b) < |a-b|*phi < min(a,b)+1 or a + b == 0"),
        ("take[1,2]", "G(n) == mex(G(n-1), G(n-2)) for n >= 2"),
        ("stairs", "P iff a1 xor a3 == 0"),
        ("stairs", "G == a1 xor a3"),
        ("stairs[frozen]", "P iff a2 xor a4 == 0"),
        ("stairs[frozen]", "P iff b == 0"),
        ("stairs[frozen]", "必败 当且仅当 b 异或 d = 0"),
        ("stairs[frozen]", "N(a,b,c) for b > 0"),
        ("stairs[ground]", "P iff a xor c == 0"),
        ("nim", "G(n) = mex(G(0)..G(n-1)) for n > 0"),
        ("stairs", "P(0,n)"),
        ("euclid", "P iff a != b and max(a,b) < phi*min(a,b) or min(a,b) == 0"),
        ("empty_and_divide", "P iff max(a,1) % 2 == 1 and max(b,1) % 2 == 1"),
        (NIM, "P iff a xor b xor c xor d == 0"),
        // Claims with bitwise operations on differences; in some claims the scope implies that the differences are not
        // negative.
        (STAIRCASE, "P iff (c-b) xor a == 0 for a <= b <= c"),
        (STAIRCASE, "P iff (b-c) xor -a == 0 for a <= b and b <= c"),
        ("nim", "P iff (a-b) | (b-a) == 0"),
        ("nim", "G(a,b) == -1 - (a xor (-1-b))"),
    ] {
        let (_, verdict) = verdict(rules, claim);
        let ClaimVerdict::Proved { certificate, .. } = verdict else { panic!("{rules}: {claim}: {verdict:?}") };
        verify(&certificate, grundy_games::library(), &Limits::default()).unwrap();
        // The checker refuses the proof for a stronger claim.
        if let Some(stronger) = match claim {
            "P(0,a,a)" => Some("P(1,a,a)"),
            "exists b: P(a,b)" => Some("forall b: P(a,b)"),
            "G(n) == mex(G(n-1), G(n-2)) for n >= 2" => Some("G(n) == mex(G(n-1)) for n >= 2"),
            "P iff a1 xor a3 == 0" => Some("P iff a1 == 0 and a3 == 0"),
            "P(floor(n*phi), floor(n*phi^2))" => Some("P(floor(n*phi), floor(m*phi^2))"),
            _ => None,
        } {
            let mut changed = (*certificate).clone();
            changed.claim = Some(stronger.to_string());
            assert!(verify(&changed, grundy_games::library(), &Limits::default()).is_err(), "{stronger}");
        }
    }
    for (rules, claim, names, at) in [
        ("wythoff", "P iff a == (sqrt(5)+1)/2*(b-a)", &["a", "b"][..], &[1, 2][..]),
        ("wythoff", "P iff a == phi*(b-a)", &["a", "b"], &[1, 2]),
        ("nim", "P(0,n,m)", &["n", "m"], &[0, 1]),
        ("take[1,2]", "P(n) iff n % k != 1 for k > 1", &["n", "k"], &[2, 2]),
        ("take[1,2]", "forall k: P(n+k)", &["n"], &[0]),
        ("stairs", "P iff a1 xor a2 == 0", &["a1", "a2"], &[0, 1]),
        ("stairs[frozen]", "P iff a == 0", &["a", "b"], &[0, 1]),
        ("stairs[frozen]", "P iff b xor c == 0", &["a", "b", "c"], &[0, 0, 1]),
        ("take[1..3]", "G(n) = mex(G(0)..G(n-1)) for n > 0", &["n"], &[4]),
        // The counterexample is beyond all tables, or the table leaves the claim undecided. The checker refutes the
        // claim.
        ("take[1..3]", "P iff n % 4 == 0 and n != 1000000000", &["n"], &[1_000_000_000]),
        ("take[1..3]", "P iff n % 4 == 0 and n not in {40004, 2000000000}", &["n"], &[40_004]),
        ("take[1..3]", "forall b: P(a+4*b) or P(a+1)", &["a"], &[1]),
        ("take[1..3]", "forall b: P(b) or b < 8", &[], &[]),
        ("nim", "exists a: forall b: P(a,b)", &[], &[]),
        ("nim", "exists b: P(a,b) and b != a", &["a"], &[0]),
        ("nim", "forall c: not P(a,b) or a == b and a < 2000000 or c < 4", &["a", "b"], &[2_000_000, 2_000_000]),
        ("take[2^k]", "P iff n % 3 == 0 and n < 3000000", &["n"], &[3_000_000]),
        (NIM, "P iff a xor b xor c == d % 3", &["a", "b", "c", "d"], &[0, 0, 0, 3]),
    ] {
        let (claim, verdict) = verdict(rules, claim);
        let ClaimVerdict::Refuted { counterexample, least: true, .. } = verdict else {
            panic!("{rules}: {claim}: {verdict:?}")
        };
        assert_eq!(
            (claim.names(), &counterexample[..]),
            (&names.iter().map(|n| n.to_string()).collect::<Vec<_>>()[..], at)
        );
    }
    // The checker decides nested quantifiers only for sums of heaps.
    let (_, sums) = verdict("nim", "exists b: forall c: P(a,c) or b != c");
    assert!(matches!(sums, ClaimVerdict::Proved { .. }), "{sums:?}");
    let (_, nested) = verdict("wythoff", "exists b: forall c: P(a,c) or b != c");
    assert!(matches!(&nested, ClaimVerdict::Open { tried, .. } if !tried.is_empty()), "{nested:?}");
}
