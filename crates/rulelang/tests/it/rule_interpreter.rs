//! Compares the rule language with a second interpreter, which is simple and slow, on random rules.
//!
//! The interpreter shares no code with the library. It parses the text to a tree and evaluates the tree recursively,
//! for one value of the variables at a time. Start with `assert_same_options`.

use grundy_rulelang::{Parameters, Rule};
use grundy_rules::{DenseRules, FirstFault, Game, Kind, OptionBatch, Player, Rules, run_at};
use std::collections::{BTreeSet, HashMap};

/// An expression; conditions are 0 or 1.
#[derive(Debug)]
enum Tree {
    Number(i128),
    Name(String),
    /// A function or an operator by its name.
    Call(String, Vec<Tree>),
    /// Membership in a set: `x in {1,3..5}`.
    In(Box<Tree>, Vec<(Tree, Option<Tree>)>),
}

#[derive(Debug)]
enum Source {
    Range(Tree, Option<Tree>),
    Set(Vec<(Tree, Option<Tree>)>),
    Named(String, Option<Tree>),
}

#[derive(Debug)]
enum Step {
    For(String, Source),
    If(Tree),
    While(Tree),
}

#[derive(Debug)]
struct Choice {
    side: Option<Player>,
    repeat: bool,
    names: Vec<String>,
    components: Vec<Vec<Tree>>,
    steps: Vec<Step>,
}

/// Splits the text of a rule into tokens.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![];
    let characters: Vec<char> = text.chars().collect();
    let mut k = 0;
    while k < characters.len() {
        let two: String = characters[k..characters.len().min(k + 2)].iter().collect();
        let from = k;
        if characters[k].is_alphanumeric() {
            while k < characters.len() && characters[k].is_alphanumeric() {
                k += 1;
            }
        } else if ["->", "..", "==", "!=", "<=", ">="].contains(&two.as_str()) {
            k += 2;
        } else {
            k += 1;
        }
        let word: String = characters[from..k].iter().collect();
        if word != " " {
            words.push(word);
        }
    }
    words
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }
    fn take(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }
    fn accept(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        self.at += usize::from(found);
        found
    }
    fn expect(&mut self, word: &str) {
        assert!(self.accept(word), "expected {word}, found {} in {:?}", self.peek(), self.tokens);
    }

    fn rule(&mut self) -> Vec<Choice> {
        let (mut choices, mut side) = (vec![], None);
        let mut names = vec![];
        loop {
            if self.accept("left") {
                side = Some(Player::LEFT);
                self.expect(":");
            } else if self.accept("right") {
                side = Some(Player::RIGHT);
                self.expect(":");
            }
            if self.tokens[self.at..].iter().take_while(|w| *w != ";").any(|w| w == "->") {
                names = vec![];
                while !self.accept("->") {
                    let word = self.take();
                    if word.chars().all(char::is_alphanumeric) {
                        names.push(word);
                    }
                }
            }
            let repeat = self.accept("repeat");
            let mut components = vec![];
            if self.peek() == "(" {
                loop {
                    self.expect("(");
                    let mut component = vec![];
                    while !self.accept(")") {
                        component.push(self.expression(0));
                        self.accept(",");
                    }
                    if !component.is_empty() {
                        components.push(component);
                    }
                    if !self.accept("+") {
                        break;
                    }
                }
            } else {
                components.push(vec![self.expression(0)]);
            }
            let mut steps = vec![];
            loop {
                if self.accept("for") {
                    let name = self.take();
                    self.expect("in");
                    steps.push(Step::For(name, self.source()));
                } else if self.accept("if") {
                    steps.push(Step::If(self.expression(0)));
                } else if self.accept("while") {
                    steps.push(Step::While(self.expression(0)));
                } else {
                    break;
                }
            }
            choices.push(Choice { side, repeat, names: names.clone(), components, steps });
            if !self.accept(";") {
                assert_eq!(self.peek(), "", "{:?}", self.tokens);
                return choices;
            }
        }
    }

    fn set(&mut self) -> Vec<(Tree, Option<Tree>)> {
        self.expect("{");
        let mut items = vec![];
        while !self.accept("}") {
            let from = self.expression(3);
            let to = self.accept("..").then(|| self.expression(3));
            items.push((from, to));
            self.accept(",");
        }
        items
    }

    fn source(&mut self) -> Source {
        match self.peek() {
            "{" => Source::Set(self.set()),
            "squares" | "cubes" | "primes" | "factorials" | "fibonacci" | "triangular" | "squarefree" | "practical" => {
                Source::Named(self.take(), None)
            }
            "divisors" | "powers" => {
                let name = self.take();
                self.expect("(");
                let of = self.expression(0);
                self.expect(")");
                Source::Named(name, Some(of))
            }
            _ => {
                let from = self.expression(3);
                self.expect("..");
                let ends = matches!(self.peek(), "for" | "if" | "while" | ";" | "");
                Source::Range(from, (!ends).then(|| self.expression(3)))
            }
        }
    }

    /// Parses an expression whose operators bind at least as strongly as those of `level`.
    ///
    /// The levels from 0 on are: or; and; not; comparisons; xor and |; &; sums; products. A unary minus binds most
    /// strongly.
    fn expression(&mut self, level: usize) -> Tree {
        const LEVELS: [&[&str]; 8] = [
            &["or"],
            &["and"],
            &[],
            &["==", "!=", "<", "<=", ">", ">=", "in"],
            &["xor", "|"],
            &["&"],
            &["+", "-"],
            &["*", "/", "%"],
        ];
        if level == 2 && self.accept("not") {
            return Tree::Call("not".into(), vec![self.expression(2)]);
        }
        if level == LEVELS.len() {
            return self.primary();
        }
        let start = self.at;
        let mut left = self.expression(level + 1);
        let mut chain: Option<(Tree, usize)> = None;
        while LEVELS[level].contains(&self.peek()) {
            let op = self.take();
            if op == "in" {
                left = Tree::In(Box::new(left), self.set());
                continue;
            }
            let from = self.at;
            let right = self.expression(level + 1);
            if level != 3 {
                left = Tree::Call(op, vec![left, right]);
                continue;
            }
            // `a < b < c` means `a < b and b < c`, so `b` is parsed twice.
            let end = self.at;
            let first = match &chain {
                None => left,
                Some((_, middle)) => {
                    self.at = *middle;
                    self.expression(level + 1)
                }
            };
            self.at = end;
            let compared = Tree::Call(op, vec![first, right]);
            let whole = match chain.take() {
                None => compared,
                Some((before, _)) => Tree::Call("and".into(), vec![before, compared]),
            };
            chain = Some((whole, from));
            left = Tree::Number(0);
        }
        assert!(self.at > start);
        chain.map_or(left, |(whole, _)| whole)
    }

    fn primary(&mut self) -> Tree {
        let word = self.take();
        if word == "-" {
            return Tree::Call("neg".into(), vec![self.primary()]);
        }
        if word == "(" {
            let inner = self.expression(0);
            self.expect(")");
            return inner;
        }
        if let Ok(number) = word.parse() {
            return Tree::Number(number);
        }
        if self.peek() == "(" && ["min", "max", "gcd", "abs", "isqrt", "popcount"].contains(&word.as_str()) {
            self.expect("(");
            let mut values = vec![];
            while !self.accept(")") {
                values.push(self.expression(0));
                self.accept(",");
            }
            return Tree::Call(word, values);
        }
        Tree::Name(word)
    }
}

type Names = HashMap<String, i128>;

impl Tree {
    fn value(&self, names: &Names) -> i128 {
        match self {
            Tree::Number(n) => *n,
            Tree::Name(name) => names[name],
            Tree::In(of, set) => i128::from(numbers_of(set, names).contains(&of.value(names))),
            Tree::Call(op, of) => {
                let a = of[0].value(names);
                // The right side is not evaluated if the left side decides.
                match (op.as_str(), a) {
                    ("and", 0) => return 0,
                    ("or", 1) => return 1,
                    _ => {}
                }
                let b = of.get(1).map_or(0, |b| b.value(names));
                match op.as_str() {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" => a.div_euclid(b) + floor_shift(a, b),
                    "%" => a - b * (a.div_euclid(b) + floor_shift(a, b)),
                    "xor" => a ^ b,
                    "&" => a & b,
                    "|" => a | b,
                    "==" => i128::from(a == b),
                    "!=" => i128::from(a != b),
                    "<" => i128::from(a < b),
                    "<=" => i128::from(a <= b),
                    ">" => i128::from(a > b),
                    ">=" => i128::from(a >= b),
                    "and" | "or" => b,
                    "not" => 1 - a,
                    "neg" => -a,
                    "min" => of.iter().map(|t| t.value(names)).min().unwrap(),
                    "max" => of.iter().map(|t| t.value(names)).max().unwrap(),
                    "gcd" => (1..=a.abs().max(b.abs())).rev().find(|d| a % d == 0 && b % d == 0).unwrap_or(0),
                    "abs" => a.abs(),
                    "isqrt" => (0..=a).take_while(|r| r * r <= a).last().unwrap(),
                    "popcount" => i128::from((a as i64).count_ones()),
                    other => panic!("{other}"),
                }
            }
        }
    }
}

/// Returns the difference between the quotients of floor division and Euclidean division: -1 or 0.
fn floor_shift(a: i128, b: i128) -> i128 {
    if b < 0 && a.rem_euclid(b) != 0 { -1 } else { 0 }
}

fn numbers_of(set: &[(Tree, Option<Tree>)], names: &Names) -> BTreeSet<i128> {
    let range = |(from, to): &(Tree, Option<Tree>)| {
        let from = from.value(names);
        from..=to.as_ref().map_or(from, |to| to.value(names))
    };
    set.iter().flat_map(range).collect()
}

/// The upper end that replaces an endless range.
///
/// Larger numbers give no moves from the positions of the tests.
const MAX_RANGE_END: i128 = 300;

fn numbers(source: &Source, names: &Names) -> Vec<i128> {
    match source {
        Source::Range(from, to) => {
            (from.value(names)..=to.as_ref().map_or(MAX_RANGE_END, |to| to.value(names))).collect()
        }
        Source::Set(set) => numbers_of(set, names).into_iter().collect(),
        Source::Named(name, of) => {
            let of = of.as_ref().map_or(0, |of| of.value(names));
            let fits = |n: &i128| *n <= MAX_RANGE_END;
            match name.as_str() {
                "divisors" => (1..=of).filter(|d| of % d == 0).collect(),
                "powers" if of < 2 => vec![1],
                "powers" => std::iter::successors(Some(1), |n| Some(n * of)).take_while(fits).collect(),
                "squares" => (1..).map(|k| k * k).take_while(fits).collect(),
                "cubes" => (1..).map(|k| k * k * k).take_while(fits).collect(),
                "squarefree" => {
                    let squarefree = |n: &i128| (2..=*n).all(|d| n % (d * d) != 0);
                    (1..=MAX_RANGE_END).filter(squarefree).collect()
                }
                "practical" => (1..=MAX_RANGE_END).filter(|&n| is_practical(n as usize)).collect(),
                "triangular" => (1..).map(|k| k * (k + 1) / 2).take_while(fits).collect(),
                "primes" => (2..MAX_RANGE_END).filter(|n| (2..*n).all(|d| n % d != 0)).collect(),
                "factorials" => (1..9).map(|k| (1..=k).product()).take_while(fits).collect(),
                _ => {
                    let pairs = std::iter::successors(Some((1, 2)), |&(a, b)| Some((b, a + b)));
                    pairs.map(|(a, _)| a).take_while(fits).collect()
                }
            }
        }
    }
}

/// Returns whether each number up to n is a sum of different divisors of n.
fn is_practical(n: usize) -> bool {
    let mut is_sum = vec![false; n + 1];
    is_sum[0] = true;
    for d in (1..=n).filter(|d| n.is_multiple_of(*d)) {
        for sum in (d..=n).rev() {
            is_sum[sum] |= is_sum[sum - d];
        }
    }
    is_sum.into_iter().all(|is_sum| is_sum)
}

type Option_ = Vec<Vec<u64>>;

#[derive(Default)]
struct Found {
    list: Vec<Option_>,
    /// Whether a repeated move reaches more than `MAX_REPEATS` positions or a number above 2^40.
    endless: bool,
}

const MAX_REPEATS: usize = 500;

/// Returns the components that an option leaves from a position; `None` if the move is illegal.
fn components_after(choice: &Choice, names: &Names, position: &[i128]) -> Option<Option_> {
    let mut components: Option_ = vec![];
    for component in &choice.components {
        let values: Vec<i128> = component.iter().map(|t| t.value(names)).collect();
        if values.iter().any(|v| *v < 0) {
            return None;
        }
        components.push(values.into_iter().map(|v| v as u64).collect());
    }
    let nothing = position.iter().all(|v| *v == 0) && components.iter().flatten().all(|v| *v == 0);
    let is_null_move = nothing && !components.is_empty();
    components.sort();
    (!is_null_move).then_some(components)
}

fn with_position(choice: &Choice, names: &Names, position: &[i128]) -> Names {
    let mut names = names.clone();
    names.extend(choice.names.iter().cloned().zip(position.iter().copied()));
    names
}

/// Appends the moves for all values of the variables from index `step` on.
///
/// Earlier variables already have values. Returns `false` if a `while` condition failed, which ends the innermost loop.
fn collect_moves(choice: &Choice, step: usize, names: &Names, position: &[i128], out: &mut Found) -> bool {
    match choice.steps.get(step) {
        Some(Step::For(name, source)) => {
            for number in numbers(source, names) {
                let mut names = names.clone();
                names.insert(name.clone(), number);
                if !collect_moves(choice, step + 1, &names, position, out) {
                    break;
                }
            }
            true
        }
        Some(Step::If(condition)) => {
            condition.value(names) == 0 || collect_moves(choice, step + 1, names, position, out)
        }
        Some(Step::While(condition)) => {
            condition.value(names) != 0 && collect_moves(choice, step + 1, names, position, out)
        }
        None => {
            let mut at = position.to_vec();
            let mut first = true;
            let mut reached: BTreeSet<Vec<i128>> = BTreeSet::new();
            loop {
                let names = with_position(choice, names, &at);
                let holds = choice.steps.iter().all(|s| match s {
                    Step::If(c) | Step::While(c) => c.value(&names) != 0,
                    Step::For(..) => true,
                });
                let Some(components) = components_after(choice, &names, &at).filter(|_| holds) else { return true };
                let next: Vec<i128> = components.first().map_or(vec![], |p| p.iter().map(|&v| v.into()).collect());
                if !first && next == position {
                    return true;
                }
                out.list.push(components);
                // Once a position repeats, all further moves are already in the list.
                if !choice.repeat || choice.components.len() != 1 || next == position || !reached.insert(next.clone()) {
                    return true;
                }
                if reached.len() > MAX_REPEATS || next.iter().any(|&n| n > 1 << 40) {
                    out.endless = true;
                    return true;
                }
                (at, first) = (next, false);
            }
        }
    }
}

/// Returns all options of a position, each once, in the order of the rule.
///
/// Returns `None` if a repeated move seems endless.
fn options(rule: &[Choice], position: &[u64], by: Player) -> Option<Vec<Option_>> {
    let position: Vec<i128> = position.iter().map(|&n| n.into()).collect();
    let mut all = Found::default();
    for choice in rule.iter().filter(|c| c.side.is_none_or(|side| side == by)) {
        collect_moves(choice, 0, &with_position(choice, &Names::new(), &position), &position, &mut all);
    }
    let mut seen = BTreeSet::new();
    all.list.retain(|option| seen.insert(option.clone()));
    (!all.endless).then_some(all.list)
}

/// A generator of random rules.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as usize
    }
    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Writes a random expression in these names.
    ///
    /// Divisors are nonzero constants, so that the evaluation never fails.
    fn number(&mut self, names: &[String], depth: usize) -> String {
        if depth == 0 || self.below(4) == 0 {
            return if self.below(3) == 0 { self.below(5).to_string() } else { names[self.below(names.len())].clone() };
        }
        let mut of = || self.number(names, depth - 1);
        let (a, b) = (of(), of());
        match self.below(14) {
            0..3 => format!("{a}+{b}"),
            3..6 => format!("{a}-({b})"),
            6 => format!("({a})*{}", self.below(3)),
            7 => format!("({a})/{}", 1 + self.below(4)),
            8 => format!("({a})%{}", self.pick(&["2", "3", "-2", "5"])),
            9 => format!("{}({a}, {b})", self.pick(&["min", "max", "gcd"])),
            10 => format!("abs({a})"),
            11 => format!("(({a}) {} ({b}))", self.pick(&["xor", "&", "|"])),
            12 => format!("popcount(abs({a}))"),
            _ => format!("-({a})"),
        }
    }

    fn condition(&mut self, names: &[String], depth: usize) -> String {
        let (a, b) = (self.number(names, 1), self.number(names, 1));
        match self.below(if depth == 0 { 5 } else { 9 }) {
            0..3 => format!("{a} {} {b}", self.pick(&["<", "<=", ">", ">=", "==", "!="])),
            3 => format!("{} <= {a} < {}", self.below(3), 3 + self.below(6)),
            4 => format!("{a} in {{{},{}..{}}}", self.below(3), 3 + self.below(2), 4 + self.below(4)),
            5 => format!("not ({})", self.condition(names, depth - 1)),
            _ => {
                let (a, b) = (self.condition(names, depth - 1), self.condition(names, depth - 1));
                format!("({a}) {} ({b})", self.pick(&["and", "or"]))
            }
        }
    }

    fn choice(&mut self, parameters: &[String]) -> String {
        let mut names = parameters.to_vec();
        let mut steps = String::new();
        if self.below(4) == 0 {
            steps += &format!(" if {}", self.condition(&names, 1));
        }
        for variable in ["i", "j"].into_iter().take(self.pick(&[0, 1, 1, 1, 2])) {
            let of = self.number(&names, 1);
            let source = match self.below(10) {
                0..3 => format!("1..{of}"),
                3 => format!("{}..{of}", self.number(&names, 1)),
                4 => format!("{{1,{},{}..{of}}}", self.below(6), self.below(4)),
                5 => format!("divisors({of})"),
                6 => format!("1.. while {variable}*{variable} <= {of}"),
                7 => format!("0.. while {variable} < {of}"),
                8 => format!("powers({}) while {variable} <= {of}", self.below(4)),
                _ => {
                    let name = self.pick(&[
                        "squares",
                        "cubes",
                        "primes",
                        "factorials",
                        "fibonacci",
                        "triangular",
                        "squarefree",
                        "practical",
                    ]);
                    format!("{name} while {variable} <= {of}")
                }
            };
            steps += &format!(" for {variable} in {source}");
            names.push(variable.to_string());
            if self.below(3) == 0 {
                steps += &format!(" {} {}", self.pick(&["if", "if", "while"]), self.condition(&names, 1));
            }
        }
        let mut component = || {
            let numbers: Vec<String> = parameters
                .iter()
                .map(|own| match self.below(4) {
                    0 => own.clone(),
                    1 => self.number(&names, 2),
                    _ => format!("{own}-({})", self.number(&names, 1)),
                })
                .collect();
            format!("({})", numbers.join(","))
        };
        let mut components = component();
        let count = self.below(5);
        let mut component = || {
            let numbers: Vec<String> =
                parameters.iter().map(|own| format!("{own}-({})", self.number(&names, 1))).collect();
            format!("({})", numbers.join(","))
        };
        if count == 0 {
            components = format!("{components}+{}", component());
        }
        let repeat = if count == 1 { "repeat " } else { "" };
        format!("{repeat}{components}{steps}")
    }

    fn rule(&mut self) -> String {
        let arity = 1 + self.below(3);
        let parameters: Vec<String> = ["a", "b", "c"][..arity].iter().map(|s| s.to_string()).collect();
        let partizan = self.below(4) == 0;
        let count = 1 + self.below(3);
        let choices: Vec<String> = (0..count)
            .map(|k| match (partizan, k) {
                (true, 0) => format!("left: ({}) -> {}", parameters.join(","), self.choice(&parameters)),
                (true, _) => format!("right: {}", self.choice(&parameters)),
                (false, 0) => format!("({}) -> {}", parameters.join(","), self.choice(&parameters)),
                (false, _) => self.choice(&parameters),
            })
            .collect();
        choices.join("; ")
    }
}

fn library_options(rule: &Rule, position: &[u64], by: Player) -> Vec<Option_> {
    let component = Parameters::from_slice(position);
    rule.moves(&component, by)
        .map(|mv| rule.play(&component, by, &mv).iter().map(|component| component.to_vec()).collect())
        .collect()
}

/// Returns the options that the walker for dense tables lists.
///
/// The walker can list an option several times, and the components of an option in any order.
fn walker_options(rule: &Rule, position: &[u64]) -> BTreeSet<Option_> {
    let mut all = BTreeSet::new();
    let mut at = [0; 3];
    at[..position.len()].copy_from_slice(position);
    let mut walker = rule.walker();
    // Start the walker at another position first; this must not affect the result.
    walker.start([9; 3]);
    let _ = walker.next();
    walker.start(at);
    while let Some(options) = walker.next().unwrap() {
        let lanes: Vec<Vec<i64>> = match options {
            OptionBatch::Run { count, numbers } => {
                (0..count as i64).map(|k| numbers.iter().map(|&run| run_at(run, k)).collect()).collect()
            }
            OptionBatch::Lanes { legal, numbers, copies } => {
                assert!(copies.is_empty());
                let lanes = (0..64).filter(|lane| legal >> lane & 1 == 1);
                lanes.map(|lane| numbers.iter().map(|n| n[lane]).collect()).collect()
            }
            OptionBatch::Counted(_) | OptionBatch::Extended { .. } => panic!("these rules count no copies"),
        };
        for numbers in lanes {
            let mut components: Option_ = numbers
                .chunks_exact(rule.dims())
                .map(|p| p.iter().map(|&n| u64::try_from(n).unwrap()).collect())
                .collect();
            components.sort();
            all.insert(components);
        }
    }
    all
}

/// Asserts that the library and the interpreter list the same options.
///
/// The positions are all small ones and a few larger ones. Returns the number of options compared; `None` for rules
/// whose repeated moves seem endless.
fn assert_same_options(text: &str) -> Option<usize> {
    let rule = Rule::new(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let choices = Reader { tokens: words(text), at: 0 }.rule();
    let side = [60, 8, 5][rule.arity() - 1];
    let small = (0..side * side * side).map(|n| [n % side, n / side % side, n / side / side]);
    let small = small.filter(|at| at[rule.arity()..].iter().all(|&n| n == 0));
    let all: Vec<[u64; 3]> = small.chain([[40, 3, 9], [90, 100, 80], [65, 64, 63]]).collect();
    let mut expected = vec![];
    for at in &all {
        for by in [Player::LEFT, Player::RIGHT] {
            expected.push((&at[..rule.arity()], by, options(&choices, &at[..rule.arity()], by)?));
        }
    }
    let mut total = 0;
    for (position, by, expected) in expected {
        assert_eq!(library_options(&rule, position, by), expected, "{text} at {position:?} by {by:?}");
        assert_eq!(rule.fault().and_then(FirstFault::error), None, "{text} at {position:?}");
        total += expected.len();
        if rule.kind() == Kind::Impartial {
            assert_eq!(walker_options(&rule, position), expected.into_iter().collect(), "{text} at {position:?}");
        }
    }
    Some(total)
}

#[test]
fn random_rules_match_the_interpreter() {
    let mut random = Random(2024);
    let (mut rules, mut moving) = (0, 0);
    while rules < 120 {
        let text = random.rule();
        // The library rejects rules whose variables can take infinitely many values. Other tests cover these errors.
        if Rule::new(&text).is_err_and(|e| e.message.to_string().contains("infinitely many numbers")) {
            continue;
        }
        if let Some(options) = assert_same_options(&text) {
            rules += 1;
            moving += usize::from(options > 100);
        }
    }
    assert!(moving > 60, "{moving} of {rules} rules have moves");
}

#[test]
fn chosen_rules_match_the_interpreter() {
    for text in [
        "(a) -> a-i for i in 1..a/2",
        "(a) -> a-1; a/2",
        "(a) -> a-i*i for i in 1.. while i*i <= a",
        "(a) -> a-i*i for i in -3.. while i*i <= a",
        "(a) -> a-i for i in 1.. if i <= a-2",
        "(a) -> a-i*i-i for i in 0..a; 3*a-i*i+2*i-5 for i in 0..a/2",
        "(a) -> i*i-9*i+15 for i in 0..a; i*i-a for i in 0..a; a+(i-2)*(3-i) for i in 0..a",
        "(a) -> a-i for i in squares if i <= a; a-2*i-3 for i in squares while i <= a",
        "(a) -> a-i/4-1 for i in 0..a; a-i%3-1 for i in 0..a; a-i/3-1 for i in -7..a; a-i%5-2 for i in -9..a",
        "(a) -> a-(a-i)%8 for i in 0..90; a-(30-i)/4 for i in 0..90; a/i for i in 2..a+1; a%i for i in 1..a",
        "(a) -> a-2*i for i in 1..; a-i*i-i for i in 0..; 6*a-3*i*i for i in -4..; a-9-i*i+6*i for i in 0..",
        "(a) -> a-3*i for i in squares; a-2*i-1 for i in primes; a-2*i for i in powers(3)",
        "(a,b) -> (a-2*i,b-1) for i in 0..; (a,b-i*i) for i in 1.. if i != 2; (a-2*i,b)+(b,i) for i in 1..",
        "(a,b) -> (a-2*i,b-2*j) for i in 0..a for j in i..b; (a-2*b+1-5*i,b) for i in -20..",
        "(a) -> a-i for i in {7,2,4..5,2}; a-i for i in {9,3} if i != a",
        "(a,b) -> (a-i,b) for i in {3,1}; (a,b+i-4) for i in {1,2,9} if b > 0; (a/2,b/2)",
        "(a,b) -> (a-i,b-i*i) for i in 1..a; (a-i*i+i,b) for i in 2..a; (a,b-7*i) for i in squares if i <= b",
        "(a) -> a-i for i in 0..9 while i < a-2",
        "(a) -> (i)+(a-i) for i in 1..a-1 if i != a-i",
        "(a) -> (i)+(a-j-i) for j in 1..2 for i in 0..a-j",
        "(a) -> a-i-j for i in {1,2} for j in {3,5} if j != 3 or i == 2",
        "(a) -> a-j-i for i in 1.. while i < 3 for j in i..4",
        "(a) -> 2*a-3*i for i in 0..a; 3*i-a for i in 0..a",
        "(a,b) -> (a-i,b) for i in 1..a; (a,b-i) for i in 1..b; (a-i,b-i) for i in 1..min(a,b)",
        "(a,b) -> (a-i,2*i) for i in 1..min(a,b)",
        "(a,b) -> repeat (a-b,b) if b > 0; repeat (a,b-a) if a > 0",
        "(a,b) -> repeat (b,a); repeat (a-i,b-1) for i in {0,2} if a > b",
        "(a,b,c) -> (a-i,b-2*i+3,c) for i in 0..a; (b,c,a) if a < b < c",
        "left: (a) -> a-i for i in {1,2}; right: a-i for i in {1,3}",
        "(a) -> a-i*j for i in {2,3,5} for j in primes if i*j <= a",
        "(a) -> a-i*j for i in 2..9 for j in i.. if (j-1)*(i+1) < a; a-i*i*i for i in 1..",
        "(a,b) -> (a-i,b+1) for i in triangular if 2*i+b <= a; (a,b-i) for i in 1.. if i*i+i < b and i != 2",
    ] {
        assert!(assert_same_options(text).is_some_and(|options| options > 50), "{text}");
    }
}
