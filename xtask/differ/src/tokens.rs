//! Inserts or replaces a token in a random rule, to find tokens that the parser ignores.
//!
//! If tokens of many unrelated kinds are all accepted at one place and have the same meaning there, the parser
//! skipped them.

use super::games;
use super::position::split;
use super::program::{Program, command_line};
use super::report::Disagreement;
use crate::random::Random;
use serde_json::Value;
use std::collections::BTreeMap;

/// A token of each kind. Words and numbers form one kind, since all of them can be names.
const TOKENS: [(&str, &str); 17] = [
    ("name", "k"),
    ("name", "3"),
    ("name", "and"),
    ("name", "for"),
    ("operator", "*"),
    ("relation", "<="),
    ("comma", ","),
    ("semicolon", ";"),
    ("colon", ":"),
    ("arrow", "->"),
    ("dots", ".."),
    ("opening", "["),
    ("closing", "]"),
    ("question", "?"),
    ("quoted", "\"x\""),
    ("file", "@f"),
    ("comma", "，"),
];

/// Maximum number of kinds of tokens that may have the same meaning at one place.
const MAX_KINDS: usize = 3;

/// Number of positions at which each text is evaluated.
const POSITIONS: usize = 3;

/// Puts a token of each kind at a random place of a random rule.
pub fn tokens(program: &Program, file: &str, random: &mut Random) -> Result<Vec<Disagreement>, String> {
    let Some(rules) = games::rules_of("rule", random) else { return Ok(vec![]) };
    let text = rules.written(random);
    let places = places(&text);
    let place = random.pick(&places).clone();
    let cut = if random.one_in(2) { place } else { place.start..place.start };
    let positions: Vec<String> = (0..POSITIONS)
        .map(|_| {
            let part = rules.random_component(12, random);
            rules.random_spelling(&[part], random)
        })
        .collect();
    let changed =
        |token: &str, position: &str| format!("{} {token} {}{position}", &text[..cut.start], &text[cut.end..]);
    let lines: Vec<String> =
        TOKENS.iter().flat_map(|(_, token)| positions.iter().map(|one| changed(token, one))).collect();
    program.count("tokens", TOKENS.len());
    let answers = program.batch(&["--moves", "all"], file, &lines)?;
    let mut meanings: BTreeMap<Vec<String>, BTreeMap<&str, &str>> = BTreeMap::new();
    for ((kind, token), answers) in TOKENS.iter().zip(answers.chunks(POSITIONS)) {
        if let Some(meaning) = answers.iter().map(meaning).collect() {
            meanings.entry(meaning).or_default().insert(kind, token);
        }
    }
    let unread = meanings.into_values().filter(|tokens| tokens.len() > MAX_KINDS);
    Ok(unread
        .map(|tokens| {
            let tokens: Vec<&str> = tokens.into_values().collect();
            let shown = changed(tokens[0], &positions[0]);
            Disagreement {
                subject: "parse: tokens that are not read".into(),
                message: format!("{} all mean the same there", tokens.join(" ")),
                command: command_line(&["solve".to_string(), shown]),
            }
        })
        .collect())
}

/// Returns the moves of an answer, or `None` if there is no answer.
fn meaning(answer: &Value) -> Option<String> {
    if answer.get("error").is_some() {
        return None;
    }
    let mut moves: Vec<String> = vec![];
    for one in answer["moves"].as_array()? {
        let (_, terms) = split(one["to"].as_str()?)?;
        moves.push(terms.into_iter().map(|(.., parts)| parts).collect::<Vec<_>>().join("+"));
    }
    moves.sort();
    Some(format!("{} {} {}", answer["outcome"], answer["grundy"], moves.join(" ")))
}

/// Returns the spans of the words and signs between the braces of a rule.
fn places(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut at, mut found) = (text.find('{').map_or(0, |open| open + 1), vec![]);
    while let Some(first) = text[at..].chars().next().filter(|_| !text[at..].trim().is_empty()) {
        let length = match first {
            c if is_word(c) => text[at..].find(|c| !is_word(c)).unwrap_or(1),
            c => c.len_utf8(),
        };
        if !first.is_whitespace() {
            found.push(at..at + length);
        }
        at += length;
    }
    found
}
