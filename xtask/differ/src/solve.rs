//! Compares answers of `batch` for random positions with the brute force.
//!
//! Every position is solved with and without theorems.

use super::certificates;
use super::compare::{Listed, Wrong, compare};
use super::games::{self, Maker};
use super::judge::{Expected, Judge, QuestionSubject};
use super::play::Rules;
use super::position::{Position, Term};
use super::program::{Program, command_line};
use super::report::Disagreement;
use crate::random::Random;
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Maximum number of steps to shrink a disagreement.
///
/// `MAX_SHRINK_TIME` limits the time of all shrinking in a piece of work.
const MAX_SHRINK_STEPS: usize = 150;
const MAX_SHRINK_TIME: Duration = Duration::from_secs(60);

/// Number of positions per piece of work whose certificates are verified.
const CERTIFIED_PER_PIECE: usize = 3;

/// A question with its expected answer.
struct Case {
    question: QuestionSubject,
    text: String,
    expected: Expected,
}

/// Tests `count` positions.
pub fn solve(program: &Program, file: &str, count: usize, random: &mut Random) -> Result<Vec<Disagreement>, String> {
    let mut cases = vec![];
    while cases.len() < count {
        match games::random_game(random) {
            (_, Maker::Single(make) | Maker::Both(_, make)) => {
                let position = make(random);
                let text = position.written(random);
                let expected = position.expected();
                cases.push(Case { question: QuestionSubject::Single(position), text, expected });
            }
            (_, Maker::Rules(make)) => group(make(random), &mut cases, random),
        }
    }
    cases.truncate(count);
    program.count("positions", count);
    let listed = *random.pick(&[Listed::All, Listed::All, Listed::All, Listed::One, Listed::Count]);
    let mut found = vec![];
    let texts: Vec<String> = cases.iter().map(|case| case.text.clone()).collect();
    let answers = program.batch(&flags(true, listed), file, &texts)?;
    let failed = check(program, file, &cases, &texts, &answers, ((true, listed), &[]), &mut found)?;
    // The printed text must ask for the same position.
    let again: Vec<String> =
        answers.iter().zip(&texts).map(|(answer, text)| answer["spec"].as_str().unwrap_or(text).to_string()).collect();
    let plain = program.batch(&flags(false, listed), file, &again)?;
    check(program, file, &cases, &again, &plain, ((false, listed), &failed), &mut found)?;
    for ((first, second), text) in answers.iter().zip(&plain).zip(&again) {
        if first.get("error").is_none() && second.get("error").is_none() && first["spec"] != second["spec"] {
            found.push(Disagreement {
                subject: "solve: spec, read again".into(),
                message: format!("is printed as {}", second["spec"]),
                command: solve_command(text, (true, Listed::All)),
            });
        }
    }
    options(program, file, &answers, &mut found)?;
    for _ in 0..CERTIFIED_PER_PIECE {
        if let QuestionSubject::Sum(position) = &random.pick(&cases).question {
            certificates::position(program, file, position, &shortest(position), random, &mut found)?;
        }
    }
    Ok(found)
}

/// Tests a position to which a winning move leads: it must be printed in the same way, and be lost.
fn options(program: &Program, file: &str, answers: &[Value], found: &mut Vec<Disagreement>) -> Result<(), String> {
    let mut tested = vec![];
    for answer in answers {
        let last = answer["moves"].as_array().and_then(|moves| moves.last());
        if let Some((last, to)) = last.and_then(|last| Some((last, last["to"].as_str()?))) {
            tested.push((to.to_string(), answer, last));
        }
    }
    let texts: Vec<String> = tested.iter().map(|(to, ..)| to.clone()).collect();
    if texts.is_empty() {
        return Ok(());
    }
    let flags = ["--moves", "none"];
    for (k, (answer, (to, from, by))) in program.batch(&flags, file, &texts)?.iter().zip(&tested).enumerate() {
        let lost = match (from["kind"].as_str(), from["outcome"].as_str()) {
            // A player who moves again still wins.
            (Some("impartial"), Some("N")) if by["next"] == "same" => "N",
            (Some("impartial"), Some("N")) => "P",
            (Some("impartial"), Some("D")) => "D",
            _ => answer["outcome"].as_str().unwrap_or(""),
        };
        // The next player loses after a winning move and draws after a drawing move.
        let next = if by["by"] == "left" { "right" } else { "left" };
        let expected = if by["result"] == "draw" { "draw" } else { "loss" };
        if from["kind"] == "partizan" && start(answer, next).is_some_and(|found| found != expected) {
            found.push(Disagreement {
                subject: "solve: to, moving first".into(),
                message: format!("says {answer}, where {by} of {} leads to it", from["spec"]),
                command: solve_command(to, (true, Listed::All)),
            });
        }
        let wrong = if answer["spec"] != **to {
            Some(("to, read again", format!("says {answer}, of a position that {} says a move leads to", from["spec"])))
        } else if !lost.is_empty() && answer["outcome"] != lost {
            Some((
                "to, asked about",
                format!("says {}, where {} wins by moving to it", answer["outcome"], from["spec"]),
            ))
        } else {
            None
        };
        let Some((subject, message)) = wrong else { continue };
        let actual = &answer["outcome"];
        let company = command_with_context(program, (&flags, file), &texts, k, |answer| answer["outcome"] == *actual)?;
        let command = company.unwrap_or_else(|| solve_command(to, (true, Listed::All)));
        found.push(Disagreement { subject: format!("solve: {subject}"), message, command });
    }
    Ok(())
}

/// Returns the ending that a player reaches by moving first, according to an answer.
fn start<'a>(answer: &'a Value, player: &str) -> Option<&'a str> {
    if let Some(stated) = answer[format!("{player}_first")].as_str() {
        return Some(stated);
    }
    Some(match (answer["outcome"].as_str()?, player) {
        ("N", _) | ("L", "left") | ("R", "right") => "win",
        ("D", _) => "draw",
        _ => "loss",
    })
}

fn flags(use_theorems: bool, listed: Listed) -> Vec<&'static str> {
    let mut flags = vec![
        "--moves",
        match listed {
            Listed::All => "all",
            Listed::One => "one",
            Listed::Count => "count",
        },
    ];
    if !use_theorems {
        flags.push("--no-theorems");
    }
    flags
}

fn solve_command(text: &str, (use_theorems, listed): (bool, Listed)) -> String {
    let mut args = vec!["solve", "--format", "json"];
    if listed != Listed::All || !use_theorems {
        args.extend(flags(use_theorems, listed));
    }
    args.extend(["--", text]);
    command_line(&args.into_iter().map(String::from).collect::<Vec<_>>())
}

/// Adds positions that combine a few rules, so that all of them share one graph.
fn group(first: Rc<dyn Rules>, cases: &mut Vec<Case>, random: &mut Random) {
    let mut rules = vec![first];
    while rules.len() < 3 && random.one_in(3) {
        rules.push(games::random_rules(random));
    }
    let mut judge = Judge::new(rules.clone());
    let mut positions = vec![];
    for _ in 0..if rules.len() > 1 { 8 } else { 14 } {
        let position = random_position(&rules, random);
        if judge.add(&position).is_ok() {
            positions.push(position);
        }
    }
    for position in positions {
        let text = position.write(random);
        let expected = judge.judge(&position);
        cases.push(Case { question: QuestionSubject::Sum(position), text, expected });
    }
}

fn random_position(rules: &[Rc<dyn Rules>], random: &mut Random) -> Position {
    let single = random.one_in(3);
    let terms = if single { 1 } else { 1 + random.below(2) as usize };
    let mut position = Position { misere: random.one_in(3), terms: vec![] };
    for k in 0..terms {
        // Every position of the group contains the first rules.
        let rules = if k == 0 { &rules[0] } else { random.pick(rules) };
        let max_parts = match rules.max_components() {
            max_parts if terms == 1 => max_parts,
            max_parts => max_parts.min(2),
        };
        let mut parts = if single { 1 } else { random.between(1, max_parts as i64) };
        if max_parts > 1 && random.one_in(40) {
            // Make a term without components.
            parts = 0;
        }
        let size = size_of(&**rules, single, random) / parts.clamp(1, 2);
        let copies = if single || !random.one_in(5) { 1 } else { random.between(2, 3) as usize };
        let size = if terms == 1 && !single { size.min(5) } else { size };
        let parts = (0..parts).map(|_| rules.random_component(size, random)).collect();
        position.terms.push(Term { rules: rules.clone(), negative: random.one_in(5), copies, parts });
        // Repeat the term or add its negative, which tests the theorems on sums.
        if terms == 1 && !single && copies == 1 && random.one_in(2) {
            let again = position.terms[0].clone();
            position.terms.push(Term { negative: again.negative != random.one_in(2), ..again });
        }
    }
    if random.one_in(4) {
        position.terms.rotate_left(1);
    }
    position
}

/// Returns a size that the brute force can search.
fn size_of(rules: &dyn Rules, single: bool, random: &mut Random) -> i64 {
    let small = random.between(3, 9);
    match rules.game() {
        "nim" | "take" | "partizan_take" | "count" | "fibonacci_nim" if single => random.between(8, 90),
        "wythoff" | "euclid" | "empty_and_divide" if single => random.between(4, 20),
        "stairs" | "hackenbush" if single => random.between(4, 16),
        "rule" if single => random.between(3, 24),
        _ if single => random.between(4, 16),
        _ => small,
    }
}

/// Adds the errors of the answers, and returns the indices of wrong answers.
///
/// `before` contains the indices of answers that failed in an earlier check; they are skipped.
fn check(
    program: &Program,
    file: &str,
    cases: &[Case],
    texts: &[String],
    answers: &[Value],
    (how, before): ((bool, Listed), &[usize]),
    found: &mut Vec<Disagreement>,
) -> Result<Vec<usize>, String> {
    let mut failed = vec![];
    let end = Instant::now() + MAX_SHRINK_TIME;
    // Among similar disagreements only the first is shrunk, and it names the subject of all.
    let mut subjects: HashMap<(&str, String), String> = HashMap::new();
    for (k, ((case, text), answer)) in cases.iter().zip(texts).zip(answers).enumerate() {
        if before.contains(&k) {
            continue;
        }
        let Err(wrong) = compare(&case.question, &case.expected, answer, how.1) else { continue };
        failed.push(k);
        let flags = flags(how.0, how.1);
        let is_wrong = |answer: &Value| compare(&case.question, &case.expected, answer, how.1).is_err();
        if let Some(command) = command_with_context(program, (&flags, file), texts, k, is_wrong)? {
            found.push(Disagreement { subject: "solve: only behind other lines".into(), message: wrong.1, command });
            continue;
        }
        let alike = (wrong.0, games_of(&case.question));
        let mut shortest = (text.clone(), wrong);
        if !subjects.contains_key(&alike) {
            let (subject, smaller) = shrink(program, file, case, shortest, how, end)?;
            let theorems = if how.0 { "" } else { " without theorems" };
            subjects.insert(alike.clone(), format!("solve {}{theorems}: {}", games_of(&subject), alike.0));
            shortest = smaller;
        }
        let subject = subjects[&alike].clone();
        found.push(Disagreement { subject, message: shortest.1.1, command: solve_command(&shortest.0, how) });
    }
    Ok(failed)
}

/// Returns a command line that reproduces an answer that is wrong only if other lines precede it.
fn command_with_context(
    program: &Program,
    how: (&[&str], &str),
    texts: &[String],
    at: usize,
    is_wrong: impl Fn(&Value) -> bool,
) -> Result<Option<String>, String> {
    let lines = program.minimal_failing_lines(how, texts, at, is_wrong)?;
    if lines.is_empty() {
        return Ok(None);
    }
    let file = program.keep(&lines)?;
    let args = [&["batch"], how.0, &[&file]].concat().into_iter().map(String::from).collect::<Vec<_>>();
    Ok(Some(format!("{} | tail -n 1", command_line(&args))))
}

/// Returns the games in a question, each once.
fn games_of(subject: &QuestionSubject) -> String {
    let mut games = match subject {
        QuestionSubject::Single(position) => vec![position.game()],
        QuestionSubject::Sum(position) => position.terms.iter().map(|term| term.rules.game()).collect(),
    };
    games.sort_unstable();
    games.dedup();
    games.join(" + ")
}

/// Shrinks a position as long as it shows a disagreement of the same kind.
fn shrink(
    program: &Program,
    file: &str,
    case: &Case,
    mut best: (String, Wrong),
    how: (bool, Listed),
    end: Instant,
) -> Result<(QuestionSubject, (String, Wrong)), String> {
    let mut subject = case.question.clone();
    let mut tries = 0;
    'smaller: loop {
        let simpler: Vec<QuestionSubject> = match &subject {
            QuestionSubject::Sum(position) => position.simpler().into_iter().map(QuestionSubject::Sum).collect(),
            QuestionSubject::Single(position) => position.smaller().into_iter().map(QuestionSubject::Single).collect(),
        };
        for other in simpler {
            tries += 1;
            if tries > MAX_SHRINK_STEPS || Instant::now() > end {
                return Ok((subject, best));
            }
            let Some((text, expected)) = expected_answer(&other) else { continue };
            let answers = program.batch(&flags(how.0, how.1), file, std::slice::from_ref(&text))?;
            if let Err(wrong) = compare(&other, &expected, &answers[0], how.1)
                && wrong.0 == best.1.0
            {
                (subject, best) = (other, (text, wrong));
                continue 'smaller;
            }
        }
        return Ok((subject, best));
    }
}

fn expected_answer(subject: &QuestionSubject) -> Option<(String, Expected)> {
    match subject {
        QuestionSubject::Single(position) => Some((position.canonical(), position.expected())),
        QuestionSubject::Sum(position) => {
            let mut judge = Judge::for_position(position);
            judge.add(position).ok()?;
            Some((shortest(position), judge.judge(position)))
        }
    }
}

/// Returns a position in its shortest spelling.
fn shortest(position: &Position) -> String {
    let term = |term: &Term| {
        let sign = if term.negative { "-" } else { "" };
        let copies = if term.copies == 1 { String::new() } else { format!("{}*", term.copies) };
        let rules = term.rules.canonical().unwrap_or_else(|| term.rules.written(&mut Random(0)));
        format!("{sign}{copies}{rules}{}", term.rules.components_text(&term.parts))
    };
    let terms: Vec<String> = position.terms.iter().map(term).collect();
    format!("{}{}", if position.misere { "misere " } else { "" }, terms.join(" + "))
}
