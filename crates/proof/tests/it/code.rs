//! Compiles and runs generated code, if compilers are installed, and compares it with the pattern.

use grundy_proof::{
    Arithmetic, Automaton, Beatty, BeattyRule, Binary, Body, CodeLanguage, Condition, Expr, Expression, Irrational,
    Modes, Numeration, OUTCOMES, Pattern, PatternForm, Periodic, Recursion, RecursionStep, Relation, Unary, code,
};
use grundy_solve::Quantity;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A temporary folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-code-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn patterns() -> Vec<Pattern> {
    let n = Expr::Parameter(0);
    let [a, b, c] = [0, 1, 2].map(Expr::Parameter);
    let value = |dims, head: &[u32], expr| {
        let form = PatternForm::Expression(Expression { head: head.to_vec(), body: Body::Value(expr) });
        Pattern { of: Quantity::Grundy, dims, form }
    };
    let lost = |dims, head: &[u32], left, relation, right| {
        let body = Body::PPositions(vec![Condition { left, relation, right }]);
        Pattern { of: Quantity::Outcome, dims, form: PatternForm::Expression(Expression { head: head.to_vec(), body }) }
    };
    let one = |of, form| Pattern { of, dims: 1, form };
    let unary = |op| Expr::unary(op, Expr::binary(Binary::Add, n.clone(), Expr::Number(1)));
    let golden = Irrational { p: 1, d: 5, q: 2 };
    let beatty =
        |rule| Pattern { of: Quantity::Outcome, dims: 2, form: PatternForm::Beatty(Beatty { alpha: golden, rule }) };
    let automaton = |of, numeration, dims, next: &[&[u32]], output: &[u32]| {
        let next = next.iter().map(|row| row.iter().map(|&t| (t != 9).then_some(t)).collect()).collect();
        Pattern {
            of,
            dims,
            form: PatternForm::Automaton(Automaton { numeration, dims, next, output: output.to_vec() }),
        }
    };
    let modes = |of, mode, repeat, rows: &[(&[u32], &[u32])]| {
        let row = |&(head, cycle): &(&[u32], &[u32])| Periodic { head: head.to_vec(), cycle: cycle.to_vec() };
        Pattern { of, dims: 2, form: PatternForm::Modes(Modes { mode, rows: rows.iter().map(row).collect(), repeat }) }
    };
    let mut all = vec![
        one(Quantity::Grundy, PatternForm::Periodic(Periodic { head: vec![], cycle: vec![0, 1, 0, 1, 2, 3, 2] })),
        one(Quantity::Outcome, PatternForm::Periodic(Periodic { head: vec![1, 1, 0], cycle: vec![0, 1, 1, 1] })),
        one(Quantity::Outcome, PatternForm::Periodic(Periodic { head: vec![0], cycle: vec![1, 2, 3] })),
        one(
            Quantity::Grundy,
            PatternForm::Arithmetic(Arithmetic { head: vec![0], cycle: vec![1, 2, 4, 3], saltus: 4 }),
        ),
        one(
            Quantity::Grundy,
            PatternForm::Recursion(Recursion {
                head: vec![0],
                steps: vec![
                    RecursionStep { of_value: 0, of_index: 1, plus: 0 },
                    RecursionStep { of_value: 1, of_index: 0, plus: 0 },
                    RecursionStep { of_value: 1, of_index: 1, plus: 2 },
                ],
            }),
        ),
        value(
            3,
            &[],
            Expr::binary(
                Binary::Xor,
                Expr::binary(Binary::Min, a.clone(), b.clone()),
                Expr::binary(Binary::Or, Expr::binary(Binary::Max, b.clone(), c.clone()), a.clone()),
            ),
        ),
        value(
            2,
            &[],
            Expr::binary(
                Binary::Mod,
                Expr::binary(Binary::Div, Expr::binary(Binary::Mul, a.clone(), b.clone()), Expr::Number(3)),
                Expr::Number(5),
            ),
        ),
        lost(2, &[], Expr::binary(Binary::And, a.clone(), b.clone()), Relation::Equal, Expr::Number(0)),
        lost(
            1,
            &[0, 1],
            Expr::binary(Binary::Sub, n.clone(), Expr::Number(9)),
            Relation::AtMost,
            Expr::binary(Binary::Mod, n.clone(), Expr::Number(4)),
        ),
        beatty(BeattyRule::Pairs { step: 1, from: 0, early: vec![] }),
        beatty(BeattyRule::Pairs { step: 2, from: 4, early: vec![[2, 2], [0, 1]] }),
        beatty(BeattyRule::RatioBound { zero: true, equal: false }),
        modes(Quantity::Outcome, 1, 1, &[(&[], &[0, 1, 1]), (&[1, 1], &[0, 1]), (&[], &[1])]),
        modes(Quantity::Outcome, 1, 2, &[(&[2], &[0, 3]), (&[], &[1])]),
        modes(Quantity::Grundy, 0, 2, &[(&[7], &[0, 1]), (&[], &[0, 1, 2, 3, 4]), (&[], &[2])]),
        automaton(Quantity::Outcome, Numeration::Base(2), 1, &[&[0, 1], &[1, 0]], &[0, 1]),
        automaton(
            Quantity::Grundy,
            Numeration::Base(3),
            2,
            &[&[0, 1, 2, 1, 1, 0, 2, 1, 0], &[1; 9], &[0, 2, 1, 0, 2, 1, 0, 2, 1]],
            &[0, 3, 7],
        ),
        automaton(Quantity::Outcome, Numeration::Ostrowski(1), 1, &[&[0, 1], &[1, 9]], &[1, 0]),
        automaton(
            Quantity::Outcome,
            Numeration::Ostrowski(2),
            2,
            &[&[0, 1, 2, 2, 1, 0, 0, 1, 2], &[2; 9], &[0, 1, 0, 1, 0, 1, 2, 2, 2]],
            &[0, 1, 1],
        ),
    ];
    all.extend(Unary::ALL.map(|op| value(1, &[], unary(op))));
    all
}

/// Returns small positions, and some far beyond any table.
fn points(dims: usize) -> Vec<Vec<u64>> {
    let mut points: Vec<Vec<u64>> = match dims {
        1 => (0..200).map(|n| vec![n]).collect(),
        2 => (0..14).flat_map(|a| (0..14).map(move |b| vec![a, b])).collect(),
        _ => (0..6).flat_map(|a| (0..6).flat_map(move |b| (0..6).map(move |c| vec![a, b, c]))).collect(),
    };
    let far = [1 << 40, (1 << 60) - 1, 1 << 60, 987_654_321_987_654_321, (1 << 62) - 3, 1 << 62];
    points.extend(far.iter().map(|&x| (0..dims as u64).map(|t| x - t * (x / 5 + 1)).collect()));
    points
}

/// Returns the result of the pattern, in the form in which the generated program prints it.
fn expected_result(pattern: &Pattern, point: &[u64]) -> String {
    let value = pattern.eval(point).unwrap_or_else(|| panic!("{} at {point:?}", pattern.formula()));
    match name(pattern) {
        "g" => value.to_string(),
        "is_p" => u8::from(value == 0).to_string(),
        _ => OUTCOMES[value as usize].name().to_string(),
    }
}

fn name(pattern: &Pattern) -> &'static str {
    let partizan = match &pattern.form {
        PatternForm::Periodic(p) => p.cycle.iter().any(|&o| o > 1),
        PatternForm::Modes(m) => m.rows.iter().any(|row| row.cycle.iter().any(|&o| o > 1)),
        _ => false,
    };
    match pattern.of {
        Quantity::Grundy => "g",
        Quantity::Outcome if partizan => "outcome",
        Quantity::Outcome => "is_p",
    }
}

fn expected() -> Vec<String> {
    patterns()
        .iter()
        .flat_map(|p| points(p.dims).iter().map(|point| expected_result(p, point)).collect::<Vec<_>>())
        .collect()
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

#[track_caller]
fn lines_of(program: &Path, arguments: &[&Path]) -> Vec<String> {
    let done = Command::new(program).args(arguments).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap().lines().map(str::to_string).collect()
}

/// Calls `call` with the index of each pattern, the pattern, and each of its points as text (`1, 2`).
fn calls(mut call: impl FnMut(usize, &Pattern, &str)) {
    for (k, pattern) in patterns().iter().enumerate() {
        for point in points(pattern.dims) {
            let list: Vec<String> = point.iter().map(u64::to_string).collect();
            call(k, pattern, &list.join(", "));
        }
    }
}

#[test]
fn cpp_code_matches_patterns() {
    if !has("g++") {
        return;
    }
    let folder = Folder::new("cpp");
    let mut text = String::from("#include <algorithm>\n#include <cstdint>\n#include <iostream>\n");
    for (k, pattern) in patterns().iter().enumerate() {
        let code = code(pattern, CodeLanguage::Cpp).replace("#include <algorithm>\n#include <cstdint>\n", "");
        let _ = writeln!(text, "namespace p{k} {{\n{code}}}");
    }
    text += "int main() {\n";
    calls(|k, pattern, list| {
        let list: Vec<String> = list.split(", ").map(|x| format!("{x}ULL")).collect();
        let _ = writeln!(text, "std::cout << p{k}::{}({}) << '\\n';", name(pattern), list.join(", "));
    });
    text += "}\n";
    let source = folder.write("main.cpp", &text);
    let program = folder.0.join("main");
    let flags = ["-std=c++11", "-Wall", "-Werror", "-Wno-unused-function", "-O0", "-o"].map(Path::new);
    lines_of(Path::new("g++"), &[&flags[..], &[&program, &source]].concat());
    assert_eq!(lines_of(&program, &[]), expected());
}

#[test]
fn rust_code_matches_patterns() {
    if !has("rustc") {
        return;
    }
    let folder = Folder::new("rust");
    let mut text = String::new();
    for (k, pattern) in patterns().iter().enumerate() {
        let _ = writeln!(text, "mod p{k} {{\n{}}}", code(pattern, CodeLanguage::Rust));
    }
    text += "fn main() {\n";
    calls(|k, pattern, list| {
        let number = if name(pattern) == "is_p" { " as u8" } else { "" };
        let _ = writeln!(text, "println!(\"{{}}\", p{k}::{}({list}){number});", name(pattern));
    });
    text += "}\n";
    let source = folder.write("main.rs", &text);
    let program = folder.0.join("main");
    let flags = ["--edition=2021", "-Dwarnings", "-o"].map(Path::new);
    lines_of(Path::new("rustc"), &[&flags[..], &[&program, &source]].concat());
    assert_eq!(lines_of(&program, &[]), expected());
}

#[test]
fn python_code_matches_patterns() {
    if !has("python3") {
        return;
    }
    let folder = Folder::new("python");
    let mut text = String::new();
    for (k, pattern) in patterns().iter().enumerate() {
        folder.write(&format!("p{k}.py"), &code(pattern, CodeLanguage::Python));
        let _ = writeln!(text, "import p{k}");
    }
    calls(|k, pattern, list| {
        let number = if name(pattern) == "is_p" { "int" } else { "" };
        let _ = writeln!(text, "print({number}(p{k}.{}({list})))", name(pattern));
    });
    let source = folder.write("main.py", &text);
    assert_eq!(lines_of(Path::new("python3"), &[&source]), expected());
}
