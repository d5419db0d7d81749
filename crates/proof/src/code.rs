//! Writes patterns as functions in C++, Python or Rust that users paste into a program.
//!
//! A pattern is written once as a [`Draft`], in lines that resemble Python; a [`Writer`] translates these line by line,
//! so that the functions in all three languages agree. Start with [`code`].

use crate::Numeration;
use crate::beatty::BeattyRule;
use crate::closed_form::Body;
use crate::data::OUTCOMES;
use crate::expr::{Binary, Dialect, Expr, Unary};
use crate::pattern::{Pattern, PatternForm};
use crate::periodic::Periodic;
use grundy_solve::Quantity;
use std::fmt::Write;

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeLanguage {
    /// C++11 or later; the code uses `__int128` where a pattern needs numbers above 2^63.
    Cpp,
    /// Python 3.8 or later.
    Python,
    /// Rust.
    Rust,
}

/// Returns source code for the pattern: a function and the definitions that it needs.
///
/// The function is named `is_p`, `g` for Grundy values, or `outcome` for partizan games, and takes the pattern's
/// parameters. In Python, the code is correct for all parameters; in the other languages, for parameters up to 2^62 if
/// all intermediate results are below 2^127.
///
/// ```
/// use grundy_proof::{PatternForm, CodeLanguage, Pattern, Periodic, code};
/// use grundy_solve::Quantity;
/// let form = PatternForm::Periodic(Periodic { head: vec![], cycle: vec![0, 1, 1] });
/// let text = code(&Pattern { of: Quantity::Outcome, dims: 1, form }, CodeLanguage::Python);
/// assert_eq!(text, "# P iff n mod 3 == 0\nCYCLE = [0, 1, 1]\n\n\ndef is_p(n):\n    return CYCLE[n % 3] == 0\n");
/// ```
pub fn code(pattern: &Pattern, language: CodeLanguage) -> String {
    let mut draft = Draft { arrays: vec![], helpers: vec![], lines: String::new(), wide: false };
    draft.write(pattern);
    let answer = match pattern.of {
        Quantity::Grundy => ReturnKind::Value,
        Quantity::Outcome if is_partizan(&pattern.form) => ReturnKind::Letter,
        Quantity::Outcome => ReturnKind::IsP,
    };
    let mut out = Writer { language, wide: draft.wide, out: String::new() };
    out.comment(&pattern.formula());
    out.prelude();
    for (name, values) in &draft.arrays {
        out.array(name, values);
    }
    if answer == ReturnKind::Letter {
        out.letters();
    }
    for helper in &draft.helpers {
        let (head, body) = helper.split_once('\n').unwrap_or((helper, ""));
        let (name, parameters) = head.trim_end_matches(')').split_once('(').unwrap_or((head, ""));
        out.function(name, &[parameters], body, None);
    }
    let name = match answer {
        ReturnKind::Value => "g",
        ReturnKind::IsP => "is_p",
        ReturnKind::Letter => "outcome",
    };
    out.function(name, pattern.names(), &draft.lines, Some(answer));
    out.out
}

/// Reports whether a pattern has outcomes other than P and N.
fn is_partizan(form: &PatternForm) -> bool {
    match form {
        PatternForm::Periodic(p) => p.head.iter().chain(&p.cycle).any(|&code| code > 1),
        PatternForm::Modes(m) => m.rows.iter().any(|row| row.head.iter().chain(&row.cycle).any(|&code| code > 1)),
        PatternForm::Automaton(a) => a.output.iter().any(|&code| code > 1),
        _ => false,
    }
}

/// The kind of result that the function returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReturnKind {
    /// A Grundy value.
    Value,
    /// Whether the position is a P-position.
    IsP,
    /// The letter of the outcome.
    Letter,
}

/// A pattern before its translation into a language.
///
/// In the lines, `return X` returns the code of an outcome or a value; `lost X` returns whether the condition X, which
/// characterizes the P-positions, holds; and `let x = X` declares a variable.
struct Draft {
    arrays: Vec<(&'static str, Vec<i128>)>,
    /// Functions of one number, each as a header line followed by its body.
    helpers: Vec<&'static str>,
    lines: String,
    /// Whether intermediate results may exceed 2^63.
    wide: bool,
}

/// The notation of operations in drafts, with every operation in parentheses.
const EXPRESSION: Dialect = Dialect {
    infix: |op| {
        Some(match op {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "//",
            Binary::Mod => "%",
            Binary::Xor => "^",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Min | Binary::Max => return None,
        })
    },
    always_brackets: true,
    min_max: ["min", "max"],
};

/// The helper that computes the floor of the square root.
const ISQRT: &str = "isqrt(x)
    let root = 0
    let bit = 1
    while bit <= x // 4:
        bit = bit * 4
    while bit > 0:
        if x >= root + bit:
            x = x - root - bit
            root = root // 2 + bit
        else:
            root = root // 2
        bit = bit // 4
    return root
";

/// Returns the helper that computes an operation.
fn helper(op: Unary) -> &'static str {
    match op {
        Unary::Popcount => {
            "popcount(x)
    let count = 0
    while x > 0:
        count = count + x % 2
        x = x // 2
    return count
"
        }
        Unary::Ones => {
            "trailing_ones(x)
    let count = 0
    while x % 2 == 1:
        count = count + 1
        x = x // 2
    return count
"
        }
        Unary::Zeros => {
            "trailing_zeros(x)
    let count = 0
    while x % 2 == 0:
        count = count + 1
        x = x // 2
    return count
"
        }
        Unary::Lowest => {
            "lowest_power(x)
    let power = 1
    while x % 2 == 0:
        power = power * 2
        x = x // 2
    return power
"
        }
        Unary::Highest => {
            "highest_power(x)
    let power = 1
    while power <= x // 2:
        power = power * 2
    return power
"
        }
    }
}

impl Draft {
    fn line(&mut self, line: impl AsRef<str>) {
        self.lines.push_str("    ");
        self.lines.push_str(line.as_ref());
        self.lines.push('\n');
    }

    fn array(&mut self, name: &'static str, values: impl IntoIterator<Item = impl Into<i128>>) {
        self.arrays.push((name, values.into_iter().map(Into::into).collect()));
    }

    /// Adds the lines that return the first entries, those in `head`.
    fn head(&mut self, head: &[u32]) {
        if !head.is_empty() {
            self.array("HEAD", head.iter().copied());
            self.line(format!("if n < {}:", head.len()));
            self.line("    return HEAD[n]");
        }
    }

    fn expression(&mut self, expr: &Expr, names: &[&str]) -> String {
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            match expr {
                Expr::Parameter(_) | Expr::Number(_) => {}
                Expr::Unary(op, x) => {
                    if !self.helpers.contains(&helper(*op)) {
                        self.helpers.push(helper(*op));
                    }
                    stack.push(x);
                }
                Expr::Binary(_, x, y) => stack.extend([&**x, &**y]),
            }
        }
        let mut out = String::new();
        expr.write(names, &EXPRESSION, &mut out);
        out
    }

    fn write(&mut self, pattern: &Pattern) {
        let names = pattern.names();
        match &pattern.form {
            PatternForm::Periodic(p) => {
                self.head(&p.head);
                self.array("CYCLE", p.cycle.iter().copied());
                let shifted = if p.head.is_empty() { "n".to_string() } else { format!("(n - {})", p.head.len()) };
                self.line(format!("return CYCLE[{shifted} % {}]", p.cycle.len()));
            }
            PatternForm::Arithmetic(p) => {
                self.wide = true;
                self.head(&p.head);
                self.array("CYCLE", p.cycle.iter().copied());
                let period = p.cycle.len();
                self.line(format!("let m = n - {}", p.head.len()));
                self.line(format!("return CYCLE[m % {period}] + {} * (m // {period})", p.saltus));
            }
            PatternForm::Expression(e) => {
                self.wide = true;
                self.head(&e.head);
                match &e.body {
                    Body::Value(expr) => {
                        let text = self.expression(expr, names);
                        self.line(format!("return {text}"));
                    }
                    Body::PPositions(conditions) => {
                        let mut texts = vec![];
                        for condition in conditions {
                            let left = self.expression(&condition.left, names);
                            let right = self.expression(&condition.right, names);
                            texts.push(format!("({left}) {} ({right})", condition.relation.sign()));
                        }
                        self.line(format!("lost {}", texts.join(" and ")));
                    }
                }
            }
            PatternForm::Recursion(r) => {
                self.wide = true;
                self.array("HEAD", r.head.iter().copied());
                self.array("OF_VALUE", r.steps.iter().map(|s| s.of_value));
                self.array("OF_INDEX", r.steps.iter().map(|s| s.of_index));
                self.array("PLUS", r.steps.iter().map(|s| s.plus));
                let base = r.steps.len();
                for line in [
                    "let scale = 1",
                    "let sum = 0",
                    &format!("while n >= {}:", r.head.len()),
                    &format!("    let digit = n % {base}"),
                    &format!("    n = n // {base}"),
                    "    sum = sum + scale * (OF_INDEX[digit] * n + PLUS[digit])",
                    "    scale = scale * OF_VALUE[digit]",
                    "return sum + scale * HEAD[n]",
                ] {
                    self.line(line);
                }
            }
            PatternForm::Beatty(b) => {
                self.wide = true;
                self.helpers.push(ISQRT);
                let floor = |k: &str| {
                    let crate::Irrational { p, d, q } = b.alpha;
                    let root = format!("isqrt({k} * {k} * {d})");
                    let sum = match p {
                        0 => root,
                        1 => format!("({k} + {root})"),
                        p if p < 0 => format!("({root} - {k} * {})", -p),
                        p => format!("({k} * {p} + {root})"),
                    };
                    if q == 1 { sum } else { format!("{sum} // {q}") }
                };
                for line in ["let low = a", "let high = b", "if a > b:", "    low = b", "    high = a"] {
                    self.line(line);
                }
                match &b.rule {
                    BeattyRule::RatioBound { zero, equal } => {
                        self.line("if low == 0:");
                        self.line(if *zero { "    lost 0 == 0" } else { "    lost high == 0" });
                        if !*equal {
                            self.line("if low == high:");
                            self.line("    lost 0 == 1");
                        }
                        self.line(format!("lost high <= {}", floor("low")));
                    }
                    BeattyRule::Pairs { step, from, early } => {
                        if *from > 0 {
                            self.line(format!("if high - low < {from}:"));
                            let pair = |[x, y]: &[u64; 2]| format!("(low == {x} and high == {y})");
                            let pairs: Vec<String> = early.iter().map(pair).collect();
                            let any = if pairs.is_empty() { "0 == 1".to_string() } else { pairs.join(" or ") };
                            self.line(format!("    lost {any}"));
                        }
                        self.line(match step {
                            1 => "let k = high - low".to_string(),
                            _ => format!("let k = (high - low) // {step}"),
                        });
                        let divisibility =
                            if *step == 1 { String::new() } else { format!("(high - low) % {step} == 0 and ") };
                        self.line(format!("lost {divisibility}low == {}", floor("k")));
                    }
                }
            }
            PatternForm::Modes(m) => {
                let (mode, n) = (names[m.mode], names[1 - m.mode]);
                let lengths = |row: &Periodic| row.head.len() + row.cycle.len();
                let starts = m.rows.iter().scan(0, |at, row| {
                    *at += lengths(row);
                    Some((*at - lengths(row)) as i128)
                });
                self.array("START", starts);
                self.array("HEAD", m.rows.iter().map(|row| row.head.len() as i128));
                self.array("PERIOD", m.rows.iter().map(|row| row.cycle.len() as i128));
                self.array("ENTRIES", m.rows.iter().flat_map(|row| row.head.iter().chain(&row.cycle).copied()));
                self.line(format!("let row = {mode}"));
                self.line(format!("if row >= {}:", m.rows.len()));
                self.line(format!("    row = {0} + (row - {0}) % {1}", m.start(), m.repeat));
                for line in [
                    "let head = HEAD[row]",
                    "let start = START[row]",
                    &format!("let place = {n}"),
                    "if place >= head:",
                    "    place = head + (place - head) % PERIOD[row]",
                    "return ENTRIES[start + place]",
                ] {
                    self.line(line);
                }
            }
            PatternForm::Automaton(a) => {
                let letters = a.letters();
                let next = a.next.iter().flatten().map(|t| i128::from(t.unwrap_or(0)));
                self.array("NEXT", next);
                self.array("OUTPUT", a.output.iter().copied());
                self.line(format!("let most = {}", names[0]));
                for name in &names[1..] {
                    self.line(format!("if {name} > most:"));
                    self.line(format!("    most = {name}"));
                }
                let radix = a.numeration.radix();
                let digits: Vec<String> = names.iter().map(|name| format!("{name} // weight")).collect();
                let letter = digits
                    .iter()
                    .skip(1)
                    .fold(digits[0].clone(), |letter, digit| format!("({letter}) * {radix} + {digit}"));
                let mut walk = vec![format!("    let letter = {letter}")];
                walk.extend(names.iter().map(|name| format!("    {name} = {name} % weight")));
                walk.push(format!("    state = NEXT[state * {letters} + letter]"));
                let (up, down): (Vec<String>, Vec<String>) = match a.numeration {
                    Numeration::Base(b) => (
                        vec![
                            format!("let weight = 1"),
                            format!("while weight <= most // {b}:"),
                            format!("    weight = weight * {b}"),
                        ],
                        vec![format!("    weight = weight // {b}")],
                    ),
                    Numeration::Ostrowski(t) => (
                        [
                            "let weight = 1",
                            "let before = 1",
                            "let length = 1",
                            &format!("let above = {}", t + 1),
                            "while above <= most:",
                            "    before = weight",
                            "    weight = above",
                            &format!("    above = {t} * weight + before"),
                            "    length = length + 1",
                        ]
                        .map(str::to_string)
                        .to_vec(),
                        [
                            "    above = weight",
                            "    weight = before",
                            &format!("    before = above - {t} * weight"),
                            "    length = length - 1",
                        ]
                        .map(str::to_string)
                        .to_vec(),
                    ),
                };
                // The weight after the largest weight that is needed may exceed 2^63.
                self.wide = matches!(a.numeration, Numeration::Ostrowski(_));
                let loop_header = if self.wide { "while length > 0:" } else { "while weight > 0:" };
                up.iter().for_each(|line| self.line(line));
                self.line("let state = 0");
                self.line(loop_header);
                walk.iter().chain(&down).for_each(|line| self.line(line));
                self.line("return OUTPUT[state]");
            }
        }
    }
}

/// A writer of source code in one language, line by line.
struct Writer {
    language: CodeLanguage,
    wide: bool,
    out: String,
}

impl Writer {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }

    fn comment(&mut self, text: &str) {
        let mark = if self.language == CodeLanguage::Python { "#" } else { "//" };
        self.put(format_args!("{mark} {text}\n"));
    }

    fn prelude(&mut self) {
        match self.language {
            CodeLanguage::Python => {}
            CodeLanguage::Cpp => {
                let integer = if self.wide { "__int128" } else { "std::int64_t" };
                self.put(format_args!("#include <algorithm>\n#include <cstdint>\n\nusing integer = {integer};\n"));
            }
            CodeLanguage::Rust => {
                let integer = if self.wide { "i128" } else { "i64" };
                self.put(format_args!("#[allow(dead_code)]\ntype Integer = {integer};\n"));
            }
        }
    }

    fn array(&mut self, name: &str, values: &[i128]) {
        let list: Vec<String> = values.iter().map(i128::to_string).collect();
        let mut text = String::new();
        let mut width = 0;
        // Break lines after about a hundred characters.
        for (k, value) in list.iter().enumerate() {
            if k > 0 {
                text.push(',');
                text.push_str(if width > 90 { "\n    " } else { " " });
                width = if width > 90 { 4 } else { width + 2 };
            }
            text.push_str(value);
            width += value.len();
        }
        match self.language {
            CodeLanguage::Python => self.put(format_args!("{name} = [{text}]\n")),
            CodeLanguage::Cpp => self.put(format_args!("static const integer {name}[] = {{{text}}};\n")),
            CodeLanguage::Rust => {
                self.put(format_args!("#[rustfmt::skip]\nconst {name}: [Integer; {}] = [{text}];\n", values.len()));
            }
        }
    }

    /// Writes the letters of outcomes in the order of their codes.
    fn letters(&mut self) {
        let letters: String = OUTCOMES.iter().map(|o| o.name()).collect();
        match self.language {
            CodeLanguage::Python => self.put(format_args!("LETTERS = \"{letters}\"\n")),
            CodeLanguage::Cpp => self.put(format_args!("static const char LETTERS[] = \"{letters}\";\n")),
            CodeLanguage::Rust => self.put(format_args!("const LETTERS: &[u8] = b\"{letters}\";\n")),
        }
    }

    /// Writes a function.
    ///
    /// If `answer` is `None`, the function is a helper that maps an integer to an integer.
    fn function(&mut self, name: &str, parameters: &[&str], body: &str, answer: Option<ReturnKind>) {
        let list = |kind: &str, type_after_name: bool| -> String {
            let one = |p: &&str| if type_after_name { format!("{p}: {kind}") } else { format!("{kind} {p}") };
            parameters.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        match self.language {
            CodeLanguage::Python => self.put(format_args!("\n\ndef {name}({}):\n", parameters.join(", "))),
            CodeLanguage::Cpp => {
                let (result, kind, ending) = match answer {
                    None => ("static integer", "integer", ""),
                    Some(ReturnKind::Value) => ("std::uint64_t", "std::uint64_t", "_"),
                    Some(ReturnKind::IsP) => ("bool", "std::uint64_t", "_"),
                    Some(ReturnKind::Letter) => ("char", "std::uint64_t", "_"),
                };
                let named: Vec<String> = parameters.iter().map(|p| format!("{kind} {p}{ending}")).collect();
                self.put(format_args!("\n{result} {name}({}) {{\n", named.join(", ")));
                for p in parameters.iter().filter(|_| answer.is_some()) {
                    self.put(format_args!("    integer {p} = static_cast<integer>({p}_);\n"));
                }
            }
            CodeLanguage::Rust => {
                let result = match answer {
                    None => "Integer",
                    Some(ReturnKind::Value) => "u64",
                    Some(ReturnKind::IsP) => "bool",
                    Some(ReturnKind::Letter) => "char",
                };
                let visible = if answer.is_some() { "pub " } else { "" };
                let kind = if answer.is_some() { "u64" } else { "Integer" };
                let written = list(kind, true);
                self.put(format_args!("\n#[allow(unused_mut, unused_assignments, unused_parens)]\n{visible}fn {name}({written}) -> {result} {{\n"));
                for p in parameters {
                    self.put(format_args!("    let mut {p} = {p} as Integer;\n"));
                }
            }
        }
        let mut depth = 1;
        for line in body.lines() {
            let inner = line.trim_start();
            let level = (line.len() - inner.len()) / 4;
            if self.language != CodeLanguage::Python {
                while depth > level {
                    depth -= 1;
                    let again = inner == "else:" && depth == level;
                    self.put(format_args!("{}}}{}", "    ".repeat(depth), if again { "" } else { "\n" }));
                }
                depth = level;
            }
            let text = self.statement(inner, answer);
            match (self.language, inner) {
                (CodeLanguage::Python, _) => self.put(format_args!("{}{text}\n", "    ".repeat(level))),
                (_, "else:") => self.put(format_args!(" else {{\n")),
                _ => self.put(format_args!("{}{text}\n", "    ".repeat(level))),
            }
            if inner.ends_with(':') {
                depth += 1;
            }
        }
        if self.language != CodeLanguage::Python {
            while depth > 0 {
                depth -= 1;
                self.put(format_args!("{}}}\n", "    ".repeat(depth)));
            }
        }
    }

    fn statement(&self, line: &str, answer: Option<ReturnKind>) -> String {
        let (words, end) = match self.language {
            CodeLanguage::Python => (["", "if", "while", ":"], ""),
            CodeLanguage::Cpp => (["integer ", "if", "while", " {"], ";"),
            CodeLanguage::Rust => (["let mut ", "if", "while", " {"], ";"),
        };
        let [declare, if_word, while_word, opens] = words;
        let condition = |text: &str| {
            let text = self.expression(text.trim_end_matches(':'));
            if self.language == CodeLanguage::Cpp { format!("({text})") } else { text }
        };
        if let Some(rest) = line.strip_prefix("let ") {
            return format!("{declare}{}{end}", self.expression(rest));
        }
        if let Some(rest) = line.strip_prefix("if ") {
            return format!("{if_word} {}{opens}", condition(rest));
        }
        if let Some(rest) = line.strip_prefix("while ") {
            return format!("{while_word} {}{opens}", condition(rest));
        }
        if let Some(rest) = line.strip_prefix("lost ") {
            return format!("return {}{end}", self.expression(rest));
        }
        if let Some(rest) = line.strip_prefix("return ") {
            let value = self.expression(rest);
            let text = match (answer, self.language) {
                (None, _) | (Some(ReturnKind::Value), CodeLanguage::Python) => value,
                (Some(ReturnKind::Value), CodeLanguage::Cpp) => format!("static_cast<std::uint64_t>({value})"),
                (Some(ReturnKind::Value), CodeLanguage::Rust) => format!("({value}) as u64"),
                (Some(ReturnKind::IsP), _) => format!("{value} == 0"),
                (Some(ReturnKind::Letter), CodeLanguage::Rust) => format!("LETTERS[{value} as usize] as char"),
                (Some(ReturnKind::Letter), _) => format!("LETTERS[{value}]"),
            };
            return format!("return {text}{end}");
        }
        format!("{}{end}", self.expression(line))
    }

    fn expression(&self, text: &str) -> String {
        match self.language {
            CodeLanguage::Python => text.to_string(),
            CodeLanguage::Cpp => {
                operators(text).replace("min(", "std::min<integer>(").replace("max(", "std::max<integer>(")
            }
            CodeLanguage::Rust => {
                let text = operators(text).replace("min(", "std::cmp::min(").replace("max(", "std::cmp::max(");
                text.replace('[', "[(").replace(']', ") as usize]")
            }
        }
    }
}

fn operators(text: &str) -> String {
    text.replace("//", "/").replace(" and ", " && ").replace(" or ", " || ")
}
