//! Completion of game names in a text that is being typed.

use grundy_games::library;
use grundy_lang::Language;
use grundy_rules::DynGame;

/// Maximum number of completions offered.
const MAX_COMPLETIONS: usize = 7;

/// Maximum length of a completed name, in characters; no name is longer.
const MAX_NAME_LEN: usize = 60;

/// The kind of text that is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// A position of one game, or a sum.
    PositionSum,
    /// Rules without a position.
    Rules,
}

/// A request to complete a text that is being typed.
#[derive(Clone, Debug)]
pub struct CompleteRequest {
    /// The text.
    pub text: String,
    /// The kind of the text.
    pub kind: TextKind,
}

impl CompleteRequest {
    /// Returns the request to complete `text`.
    pub fn new(text: impl Into<String>, kind: TextKind) -> CompleteRequest {
        CompleteRequest { text: text.into(), kind }
    }
}

/// Returns the games that match the name at the end of `text`, each with the completed text.
///
/// The name may consist of several words. Games whose name, alias or title begins with it come first, then those that
/// contain it (if it has at least two letters). In the completed text, the example of the game replaces the name. A
/// complete name in the notation matches nothing.
///
/// ```
/// use grundy_lang::Language;
/// use grundy_ask::complete::{TextKind, completions};
/// let offers = completions("nim(3) + kayl", TextKind::PositionSum, Language::English);
/// assert_eq!((offers[0].0.info().name, offers[0].1.as_str()), ("kayles", "nim(3) + kayles(5,7)"));
/// assert_eq!(completions("WYTH", TextKind::Rules, Language::English)[0].1, "wythoff");
/// assert_eq!(completions("Tic-Tac-Toe", TextKind::PositionSum, Language::English)[0].1, "mnk[3,3,3](start)");
/// assert!(completions("kayles", TextKind::PositionSum, Language::English).is_empty());
/// ```
pub fn completions(text: &str, kind: TextKind, language: Language) -> Vec<(&'static dyn DynGame, String)> {
    let games = library().games();
    let names: Vec<Vec<String>> = games.iter().map(|game| spellings(*game, language)).collect();
    let starts = name_starts(text);
    for anywhere in [false, true] {
        // Try the longest candidate first.
        for &start in &starts {
            let typed = &text[start..];
            if games.iter().any(|game| game.info().name.eq_ignore_ascii_case(typed)) {
                return vec![];
            }
            let name = plain_spelling(typed);
            // A single letter occurs in too many names.
            let is_long = name.chars().nth(1).is_some();
            let begins = |at: &usize| names[*at].iter().any(|other| other.starts_with(&name));
            let contains = |at: &usize| is_long && names[*at].iter().any(|other| other.contains(&name));
            let all = 0..games.len();
            if name.is_empty() || !all.clone().any(|at| if anywhere { contains(&at) } else { begins(&at) }) {
                continue;
            }
            let others = all.clone().filter(|at| contains(at) && !begins(at));
            let offered = all.filter(begins).chain(others).take(MAX_COMPLETIONS);
            return offered.map(|at| (games[at], format!("{}{}", &text[..start], example(games[at], kind)))).collect();
        }
    }
    vec![]
}

/// Returns the name, the title and the aliases of a game in plain spelling.
fn spellings(game: &dyn DynGame, language: Language) -> Vec<String> {
    let info = game.info();
    let titles = [info.title, language.translate(info.title)];
    [info.name].into_iter().chain(titles).chain(info.aliases.iter().copied()).map(plain_spelling).collect()
}

/// Returns a name in lower case, without apostrophes, with a blank for each run of other characters.
fn plain_spelling(name: &str) -> String {
    let letters = name.chars().filter(|letter| !matches!(letter, '\'' | '’'));
    let spaced: String = letters.map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns the byte offsets, in ascending order, from which the rest of the text may be a name.
fn name_starts(text: &str) -> Vec<usize> {
    let is_name = |letter: char| letter.is_alphanumeric() || "_-'’ ".contains(letter);
    let mut starts = vec![];
    let mut after: Option<char> = None;
    for (count, (at, letter)) in text.char_indices().rev().enumerate() {
        // `after` is the character after this one.
        if after.is_some_and(char::is_alphabetic) && (letter.is_whitespace() || "+-*".contains(letter)) {
            starts.push(at + letter.len_utf8());
        }
        if !is_name(letter) || count >= MAX_NAME_LEN {
            starts.reverse();
            return starts;
        }
        after = Some(letter);
    }
    if after.is_some_and(char::is_alphabetic) {
        starts.push(0);
    }
    starts.reverse();
    starts
}

/// Returns the example of a game, without `misere`: the position or only the rules.
fn example(game: &dyn DynGame, kind: TextKind) -> &'static str {
    let example = game.info().example;
    let example = example.strip_prefix("misere ").unwrap_or(example);
    match kind {
        TextKind::PositionSum => example,
        TextKind::Rules => &example[..last_bracket(example)],
    }
}

/// Returns the start of the parenthesis that ends the text, or the length of the text if there is none.
fn last_bracket(text: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in text.char_indices().rev() {
        depth += i32::from(letter == ')') - i32::from(letter == '(');
        if depth <= 0 {
            return if letter == '(' { at } else { text.len() };
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every game, each completion is a text that parses.
    #[test]
    fn every_completion_parses() {
        for game in library().games() {
            let name = game.info().name;
            for end in 1..name.len() {
                for (offered, text) in
                    completions(&format!("nim(1)+{}", &name[..end]), TextKind::PositionSum, Language::English)
                {
                    assert!(text.starts_with("nim(1)+"), "{text}");
                    let completion = &text["nim(1)+".len()..];
                    assert!(grundy_games::parse(completion).is_ok(), "{}: {completion}", offered.info().name);
                }
            }
            let rules = example(*game, TextKind::Rules);
            assert!(grundy_games::parse_rules(rules).is_ok(), "{name}: {rules}");
        }
    }

    #[test]
    fn only_words_in_place_of_a_game_are_completed() {
        let names = |text: &str, language| {
            completions(text, TextKind::PositionSum, language)
                .iter()
                .map(|(game, _)| game.info().name)
                .collect::<Vec<_>>()
        };
        for none in ["", "nim(", "nim(kay", "2*nim(3)", "nim(3)kay", "take[k", "xyzzy", "kayles", &"k".repeat(100_000)]
        {
            assert!(names(none, Language::English).is_empty(), "{none:.20}");
        }
        for text in ["kay", "KAY", "-kay", "3*kay", "nim(1) +  kay", "misere kay"] {
            assert!(names(text, Language::English).contains(&"kayles"), "{text}");
        }
        // Prefix matches come before the others, and a single letter matches prefixes only.
        assert_eq!(names("nim", Language::English), [] as [&str; 0]);
        let ni = names("ni", Language::English);
        assert!(ni[0] == "nim" && ni.len() > 1 && ni.len() <= MAX_COMPLETIONS, "{ni:?}");
        let k = names("k", Language::English);
        assert!(!k.is_empty() && k.len() <= MAX_COMPLETIONS);
        // Names of several words are completed as a whole.
        for (text, name, completed) in [
            ("tic tac", "mnk", "mnk[3,3,3](start)"),
            ("nim(3) + connect f", "connect", "nim(3) + connect[4,3,3](start)"),
            ("fox and geese", "fox_and_geese", "fox_and_geese("),
            ("grundy's ga", "grundy_game", "grundy_game(8)"),
            ("misere dawson kay", "dawson_kayles", "misere dawson_kayles(10)"),
        ] {
            let offers = completions(text, TextKind::PositionSum, Language::English);
            assert_eq!(offers[0].0.info().name, name, "{text}");
            assert!(offers[0].1.starts_with(completed), "{}", offers[0].1);
        }
        // In Chinese, the Chinese titles of games match too.
        assert!(names("尼", Language::Chinese).contains(&"nim"));
    }

    #[test]
    fn brackets_are_counted() {
        for (text, rules) in [("nim(3,4)", "nim"), ("a[(1)](2,(3))", "a[(1)]"), ("a", "a"), ("(1)", ""), ("a)", "a)")] {
            assert_eq!(&text[..last_bracket(text)], rules, "{text}");
        }
    }
}
