//! Tests the grammar of expressions.
//!
//! Each expression tree is written twice: with as few brackets as the table of operators in `docs/rules.md` allows, and
//! with additional brackets. The library must evaluate both texts to the value of the tree.

use grundy_games::parse_rules;
use grundy_rulelang::claims::{Claim, ClaimResult, KnownResult};
use grundy_rulelang::{Parameters, Rule};
use grundy_rules::{FirstFault, Game, Outcome, Player, Rules, Ruleset};
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
enum Tree {
    Number(i64),
    Name(usize),
    /// An operator between two numbers.
    Two(&'static str, Box<Tree>, Box<Tree>),
    Minus(Box<Tree>),
    Power(Box<Tree>, u32),
    Call(&'static str, Vec<Tree>),
    Bars(Box<Tree>),
    /// A product without a multiplication sign, such as `3a` or `2(a+b)`.
    Times(i64, Box<Tree>),
    List(Vec<i64>, Box<Tree>),
    /// A chain of comparisons: `a < b <= c`.
    Chain(Vec<Tree>, Vec<&'static str>),
    /// Membership in a set with braces: `in {1,2..5}`, or `not in` if the flag is false.
    In(Box<Tree>, bool, Vec<(Tree, Option<Tree>)>),
    /// Membership in a range without braces.
    Range(Box<Tree>, bool, Box<(Tree, Option<Tree>)>),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}
use Tree::*;

const NAMES: [&str; 3] = ["a", "b", "k"];
const OPERATORS: [(&str, u8); 9] =
    [("|", 5), ("xor", 6), ("&", 7), ("+", 8), ("-", 8), ("*", 9), ("/", 9), ("%", 9), ("mod", 9)];
const COMPARISONS: [&str; 7] = ["==", "=", "!=", "<", "<=", ">", ">="];

/// Returns the precedence of the outermost operator; operators of a higher level bind more strongly.
///
/// Products without a multiplication sign bind more strongly than a unary minus, and less strongly than powers.
fn level(tree: &Tree) -> u8 {
    match tree {
        Or(..) => 1,
        And(..) => 2,
        Not(_) => 3,
        Chain(..) | In(..) | Range(..) => 4,
        Two(op, ..) => OPERATORS.iter().find(|(name, _)| name == op).unwrap().1,
        Minus(_) => 10,
        Times(..) => 11,
        Power(..) => 12,
        Number(n) if *n < 0 => 10,
        _ => 13,
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn number(&mut self, depth: usize, claim: bool) -> Tree {
        if depth == 0 {
            return if self.below(2) == 0 { Number(self.below(7) as i64) } else { Name(self.below(3)) };
        }
        let inner = |random: &mut Random| {
            let less = 1 + random.below(depth);
            Box::new(random.number(depth - less, claim))
        };
        match self.below(if claim { 13 } else { 10 }) {
            0..6 => {
                let op = self.pick(&OPERATORS).0;
                Two(op, inner(self), inner(self))
            }
            6 => Minus(inner(self)),
            7 => Power(inner(self), self.below(3) as u32),
            8 => {
                let of = vec![*inner(self), *inner(self)];
                Call(self.pick(&["min", "max", "gcd"]), of)
            }
            9 => Call(self.pick(&["abs", "popcount", "trailing_ones", "floor", "isqrt"]), vec![*inner(self)]),
            10 => Bars(inner(self)),
            11 => {
                let list = (0..2 + self.below(4)).map(|_| self.below(9) as i64 - 3).collect::<Vec<_>>();
                // The index of a list must not use another list.
                let place = self.number(depth - 1, false);
                let place = Two("%", Box::new(place), Box::new(Number(list.len() as i64)));
                List(list, Box::new(place))
            }
            _ => Times(self.below(4) as i64, inner(self)),
        }
    }

    fn items(&mut self, depth: usize, claim: bool) -> (Tree, Option<Tree>) {
        let from = self.number(depth, claim);
        match self.below(3) {
            0 => (from.clone(), Some(from)),
            1 => (from, None),
            _ => (from, Some(self.number(depth, claim))),
        }
    }

    fn condition(&mut self, depth: usize, claim: bool) -> Tree {
        let small = depth.min(2);
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => {
                let count = 1 + self.below(3) / 2;
                let of = (0..=count).map(|_| self.number(small, claim)).collect();
                Chain(of, (0..count).map(|_| self.pick(&COMPARISONS)).collect())
            }
            2 => {
                let items = (0..1 + self.below(3)).map(|_| self.items(small.min(1), claim)).collect();
                In(Box::new(self.number(small, claim)), self.below(2) == 0, items)
            }
            3 => {
                let (from, to) = self.items(small.min(1), claim);
                Range(Box::new(self.number(small, claim)), self.below(2) == 0, Box::new((from, to)))
            }
            4 => Not(Box::new(self.condition(depth - 1, claim))),
            5 | 6 => {
                let (left, right) = (self.condition(depth - 1, claim), self.condition(depth - 1, claim));
                And(Box::new(left), Box::new(right))
            }
            _ => {
                let (left, right) = (self.condition(depth - 1, claim), self.condition(depth - 1, claim));
                Or(Box::new(left), Box::new(right))
            }
        }
    }
}

/// A writer of trees as text, with unnecessary brackets wherever `extra_brackets` returns true.
struct Writer<'a> {
    extra_brackets: &'a mut dyn FnMut() -> bool,
}

impl Writer<'_> {
    fn write(&mut self, tree: &Tree, min_level: u8) -> String {
        let text = self.write_unbracketed(tree);
        if level(tree) < min_level || (self.extra_brackets)() { format!("({text})") } else { text }
    }

    fn set(&mut self, items: &[(Tree, Option<Tree>)]) -> String {
        let items: Vec<String> = items.iter().map(|item| self.item(item, true)).collect();
        items.join(",")
    }

    fn item(&mut self, (from, to): &(Tree, Option<Tree>), single: bool) -> String {
        let first = self.write(from, 5);
        match to {
            None => format!("{first}.."),
            // In a set with braces (`single`), a range with equal ends is written as one number.
            Some(to) if single && format!("{to:?}") == format!("{from:?}") => first,
            Some(to) => format!("{first}..{}", self.write(to, 5)),
        }
    }

    fn write_unbracketed(&mut self, tree: &Tree) -> String {
        match tree {
            Number(n) => n.to_string(),
            Name(k) => NAMES[*k].to_string(),
            Two(op, left, right) => {
                let own = level(tree);
                format!("{} {op} {}", self.write(left, own), self.write(right, own + 1))
            }
            Minus(of) => format!("-{}", self.write(of, 10)),
            Power(of, exponent) => format!("{}^{exponent}", self.write(of, 13)),
            Call(name, of) => {
                let of: Vec<String> = of.iter().map(|of| self.write(of, 5)).collect();
                format!("{name}({})", of.join(", "))
            }
            // A bitwise or within an absolute value needs brackets, since its sign is a bar as well.
            Bars(of) => format!("|{}|", self.write(of, 6)),
            Times(n, of) => {
                let plain = match &**of {
                    Name(_) => true,
                    Call(..) => true,
                    Power(base, _) => matches!(**base, Name(_) | Call(..)),
                    _ => false,
                };
                let of = self.write_unbracketed(of);
                if plain { format!("{n}{of}") } else { format!("{n}({of})") }
            }
            List(list, place) => format!("{list:?}[{}]", self.write(place, 5)),
            Chain(of, ops) => {
                let mut text = self.write(&of[0], 5);
                for (op, of) in ops.iter().zip(&of[1..]) {
                    text += &format!(" {op} {}", self.write(of, 5));
                }
                text
            }
            In(of, holds, items) => {
                let word = if *holds { "in" } else { "not in" };
                format!("{} {word} {{{}}}", self.write(of, 5), self.set(items))
            }
            Range(of, holds, item) => {
                let word = if *holds { "in" } else { "not in" };
                format!("{} {word} {}", self.write(of, 5), self.item(item, false))
            }
            Not(of) => format!("not {}", self.write(of, 3)),
            And(left, right) => format!("{} and {}", self.write(left, 2), self.write(right, 3)),
            Or(left, right) => format!("{} or {}", self.write(left, 1), self.write(right, 2)),
        }
    }
}

const MAX_NUMBER: i128 = 1 << 62;

/// Evaluates the tree; conditions are 0 or 1, and the result is `None` if the tree has no value.
fn value(tree: &Tree, at: &[i128]) -> Option<i128> {
    let within = |x: i128| (x.abs() <= MAX_NUMBER).then_some(x);
    let truth = |x: bool| Some(i128::from(x));
    let floor = |a: i128, b: i128| {
        (b != 0).then(|| {
            let q = a / b;
            if q * b != a && (a < 0) != (b < 0) { q - 1 } else { q }
        })
    };
    let ranges = |of: i128, items: &[(Tree, Option<Tree>)]| -> Option<bool> {
        for (from, to) in items {
            let below = value(from, at)?;
            let single = to.as_ref().is_some_and(|to| format!("{to:?}") == format!("{from:?}"));
            if single && below == of {
                return Some(true);
            }
            // The upper end is not evaluated if the lower end decides.
            if below <= of && !single {
                match to {
                    None => return Some(true),
                    Some(to) if of <= value(to, at)? => return Some(true),
                    _ => {}
                }
            }
        }
        Some(false)
    };
    match tree {
        Number(n) => Some((*n).into()),
        Name(k) => Some(at[*k]),
        Two(op, left, right) => {
            let (a, b) = (value(left, at)?, value(right, at)?);
            within(match *op {
                "|" => a | b,
                "xor" => a ^ b,
                "&" => a & b,
                "+" => a + b,
                "-" => a - b,
                "*" => a.checked_mul(b)?,
                "/" => floor(a, b)?,
                _ => a - b * floor(a, b)?,
            })
        }
        Minus(of) => Some(-value(of, at)?),
        Power(of, exponent) => within(value(of, at)?.checked_pow(*exponent)?),
        Call(name, of) => {
            let of: Vec<i128> = of.iter().map(|of| value(of, at)).collect::<Option<_>>()?;
            Some(match *name {
                "min" => of[0].min(of[1]),
                "max" => of[0].max(of[1]),
                "gcd" => {
                    let (mut a, mut b) = (of[0].abs(), of[1].abs());
                    while b > 0 {
                        (a, b) = (b, a % b);
                    }
                    a
                }
                "abs" => of[0].abs(),
                "popcount" => (of[0] as i64).count_ones().into(),
                "trailing_ones" if of[0] >= 0 => of[0].trailing_ones().into(),
                "isqrt" if of[0] >= 0 => of[0].isqrt(),
                "floor" => of[0],
                _ => return None,
            })
        }
        Bars(of) => Some(value(of, at)?.abs()),
        Times(n, of) => within(i128::from(*n).checked_mul(value(of, at)?)?),
        List(list, place) => Some(list[value(place, at)? as usize].into()),
        Chain(of, ops) => {
            let mut left = value(&of[0], at)?;
            for (op, of) in ops.iter().zip(&of[1..]) {
                let right = value(of, at)?;
                let holds = match *op {
                    "==" | "=" => left == right,
                    "!=" => left != right,
                    "<" => left < right,
                    "<=" => left <= right,
                    ">" => left > right,
                    _ => left >= right,
                };
                if !holds {
                    return Some(0);
                }
                left = right;
            }
            Some(1)
        }
        In(of, holds, items) => truth(ranges(value(of, at)?, items)? == *holds),
        Range(of, holds, item) => {
            let (of, below) = (value(of, at)?, value(&item.0, at)?);
            let within = below <= of
                && match &item.1 {
                    None => true,
                    Some(to) => of <= value(to, at)?,
                };
            truth(within == *holds)
        }
        Not(of) => Some(1 - value(of, at)?),
        And(left, right) => {
            if value(left, at)? == 0 {
                Some(0)
            } else {
                value(right, at)
            }
        }
        Or(left, right) => {
            if value(left, at)? == 1 {
                Some(1)
            } else {
                value(right, at)
            }
        }
    }
}

fn both_texts(tree: &Tree, random: &mut Random) -> [String; 2] {
    let least = Writer { extra_brackets: &mut || false }.write_unbracketed(tree);
    let bracketed = Writer { extra_brackets: &mut || random.below(4) == 0 }.write_unbracketed(tree);
    [least, bracketed]
}

/// Asserts that the library evaluates a claim with the condition to the value of the tree.
fn assert_claim_agrees(tree: &Tree, rules: &Ruleset, random: &mut Random) {
    for text in both_texts(tree, random) {
        let text = format!("P iff {text}");
        let claim = Claim::parse(&text, rules).unwrap_or_else(|error| panic!("{text}: {error}\n{tree:?}"));
        for at in [[0, 0, 0], [1, 0, 2], [2, 5, 1], [3, 3, 3], [7, 4, 6], [12, 1, 9]] {
            let numbers = at.map(i128::from);
            let result = claim.evaluate(&at, &mut |_| Some(KnownResult::Outcome(Outcome::P)));
            let holds = match result {
                Ok(ClaimResult::Holds) => Some(1),
                Ok(ClaimResult::Fails) => Some(0),
                Ok(other) => panic!("{text}: {other:?}"),
                Err(_) => None,
            };
            assert_eq!(holds, value(tree, &numbers), "{text} at {at:?}\n{tree:?}");
        }
    }
}

/// Asserts that the library evaluates the condition to the value of the tree in a rule.
///
/// A rule evaluates the condition for many values of its variable at once.
fn assert_rule_agrees(tree: &Tree, random: &mut Random) {
    for text in both_texts(tree, random) {
        let text = format!("(a,b) -> (k,0) for k in 1..80 if {text}");
        let rule = Rule::new(&text).unwrap_or_else(|error| panic!("{text}: {error}\n{tree:?}"));
        for at in [[1, 0], [2, 5], [9, 4]] {
            let by = |k: i128| value(tree, &[at[0], at[1], k]);
            let position = Parameters::from_slice(&at.map(|x| x as u64));
            let moves: BTreeSet<i128> =
                rule.moves(&position, Player::LEFT).map(|mv| mv.components[0].0.to_vec()[0].into()).collect();
            let fault = rule.fault().and_then(FirstFault::error);
            if (1..=80).any(|k| by(k).is_none()) {
                assert!(fault.is_some(), "{text} at {at:?}\n{tree:?}");
                break;
            }
            assert!(fault.is_none(), "{text} at {at:?}: {fault:?}\n{tree:?}");
            assert_eq!(moves, (1..=80).filter(|&k| by(k) == Some(1)).collect(), "{text} at {at:?}\n{tree:?}");
        }
    }
}

fn rules() -> Ruleset {
    parse_rules("rule{ (a,b,k) -> (a-1,b,k) }").unwrap()
}

#[test]
fn pairs_of_operators_follow_precedence() {
    let (rules, mut random) = (rules(), Random(1));
    let names = [Name(0), Name(1), Name(2)].map(Box::new);
    let [a, b, k] = names;
    // Each function builds a tree with one operator at its root.
    type Make = Box<dyn Fn(Tree, Tree) -> Tree>;
    let mut makes: Vec<Make> = vec![];
    for (op, _) in OPERATORS {
        makes.push(Box::new(move |x, y| Two(op, Box::new(x), Box::new(y))));
    }
    makes.push(Box::new(|x, _| Minus(Box::new(x))));
    makes.push(Box::new(|x, _| Power(Box::new(x), 2)));
    makes.push(Box::new(|x, _| Times(3, Box::new(x))));
    makes.push(Box::new(|x, _| Bars(Box::new(x))));
    makes.push(Box::new(|x, y| Call("max", vec![x, y])));
    let mut tested = 0;
    for outer in &makes {
        for inner in &makes {
            for tree in [
                outer(inner((*a).clone(), (*b).clone()), (*k).clone()),
                outer((*a).clone(), inner((*b).clone(), (*k).clone())),
            ] {
                for condition in [
                    Chain(vec![tree.clone(), Number(3)], vec!["<"]),
                    Chain(vec![Number(3), tree.clone(), Name(0)], vec!["<", ">="]),
                    In(Box::new(tree.clone()), true, vec![(Number(1), Some(Name(2))), (tree.clone(), None)]),
                    In(Box::new(tree.clone()), false, vec![(Number(2), Some(Number(2)))]),
                    Range(Box::new(tree.clone()), false, Box::new((tree.clone(), Some(Number(9))))),
                    Not(Box::new(Chain(vec![tree.clone(), Name(1)], vec!["="]))),
                ] {
                    assert_claim_agrees(&condition, &rules, &mut random);
                    tested += 1;
                }
            }
        }
    }
    // The following trees have conditions within conditions.
    let simple = || {
        [
            Chain(vec![Name(0), Name(1)], vec!["<"]),
            In(Box::new(Two("+", a.clone(), b.clone())), false, vec![(Number(1), Some(Number(1)))]),
            Range(k.clone(), true, Box::new((Number(2), None))),
        ]
    };
    let conditions: [fn(Tree, Tree) -> Tree; 3] =
        [|x, _| Not(Box::new(x)), |x, y| And(Box::new(x), Box::new(y)), |x, y| Or(Box::new(x), Box::new(y))];
    for outer in conditions {
        for inner in conditions {
            for x in simple() {
                for y in simple() {
                    for z in simple() {
                        for tree in [
                            outer(inner(x.clone(), y.clone()), z.clone()),
                            outer(x.clone(), inner(y.clone(), z.clone())),
                        ] {
                            assert_claim_agrees(&tree, &rules, &mut random);
                            assert_rule_agrees(&tree, &mut random);
                            tested += 2;
                        }
                    }
                }
            }
        }
    }
    assert!(tested > 2500, "{tested}");
}

#[test]
fn random_trees_evaluate_alike() {
    let (rules, mut random) = (rules(), Random(2));
    let mut valued = 0;
    for round in 0..6000 {
        let tree = random.condition(1 + round % 4, true);
        valued += usize::from(value(&tree, &[3, 3, 3]).is_some());
        assert_claim_agrees(&tree, &rules, &mut random);
        if round % 3 == 0 {
            let tree = random.condition(1 + round % 4, false);
            assert_rule_agrees(&tree, &mut random);
        }
    }
    assert!(valued > 4000, "{valued}");
}

#[test]
fn common_mistakes_get_a_hint() {
    let rules = parse_rules("wythoff").unwrap();
    for (text, help) in [
        ("P <=> a == b", "write `iff`"),
        ("P <-> a == b", "write `iff`"),
        ("P ⇔ a == b", "write `iff`"),
        ("P iff a == b*1.618", "floor(n*phi)"),
        ("P iff a == 0.5*b", "floor(n*phi)"),
        ("P iff a == floor(b*1.618)", "floor(n*phi)"),
        ("P iff a == 1e3", "10^18"),
        ("P iff a == 10**3", "write `^`"),
        ("P iff a == b && a == 0", "write `and`"),
        ("P iff a == b || a == 0", "write `or`"),
        ("P iff !(a == b)", "write `not`"),
        ("P iff a ^ b == 0", "a xor b"),
        ("P iff 2^a == b", "powers(b)"),
        ("P iff b == 2^2a", "write the product"),
        ("P iff a(b+1) == 0", "write the multiplication sign"),
        ("a == b => P", ">="),
        ("P iff a in base 2 is 12", "1(01)*"),
        ("P iff a == automaton(1)", "give the file"),
        ("P iff a == floor(b*sqrt(4))", "floor(n*sqrt(2))"),
    ] {
        let error = Claim::parse_with(text, &rules, &mut Numbers).unwrap_err();
        let help_text = error.help.map_or_else(String::new, |help| help.to_string());
        assert!(help_text.contains(help), "{text}: {} {help_text}", error.message);
        assert!(error.span.is_some(), "{text}");
    }
    let error = Rule::new("(a,b) -> (a^b,0)").unwrap_err();
    assert!(error.help.unwrap().to_string().contains("xor"));
}

/// A source of automata that returns an error for every name; the error suggests the name of a file.
struct Numbers;

impl grundy_rulelang::claims::Automata for Numbers {
    fn automaton(
        &mut self,
        _name: &grundy_rulelang::claims::AutomatonName,
    ) -> grundy_rules::Result<grundy_rulelang::claims::Automaton> {
        let message = grundy_lang::Text::verbatim("no");
        let error = grundy_rules::Error::new(grundy_rules::ErrorKind::BadArgument, message);
        Err(error.help(grundy_lang::Text::verbatim("give the file")))
    }
}
