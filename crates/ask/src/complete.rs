//! Completion of game names in a text that is being typed.

use grundy_games::library;
use grundy_lang::Language;
use grundy_rules::DynGame;

/// Maximum number of completions offered.
const MAX_COMPLETIONS: usize = 7;

/// Maximum length of a completed word, in characters; no name is longer.
const MAX_WORD_LEN: usize = 40;

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

/// Returns the games that match the word at the end of `text`, each with the completed text.
///
/// Games whose name, alias or title begins with the word come first, then those that contain it (if it has at
/// least two letters). The completed text has the example of the game in place of the word. A complete name
/// matches nothing.
///
/// ```
/// use grundy_lang::Language;
/// use grundy_ask::complete::{TextKind, completions};
/// let offers = completions("nim(3) + kayl", TextKind::PositionSum, Language::English);
/// assert_eq!((offers[0].0.info().name, offers[0].1.as_str()), ("kayles", "nim(3) + kayles(5,7)"));
/// assert_eq!(completions("WYTH", TextKind::Rules, Language::English)[0].1, "wythoff");
/// assert!(completions("kayles", TextKind::PositionSum, Language::English).is_empty());
/// ```
pub fn completions(text: &str, kind: TextKind, language: Language) -> Vec<(&'static dyn DynGame, String)> {
    let (before, word) = split_last_word(text);
    let word = word.to_ascii_lowercase();
    let library = library();
    let games = library.games();
    if word.is_empty() || word.chars().count() > MAX_WORD_LEN || games.iter().any(|game| game.info().name == word) {
        return vec![];
    }
    let fits = |game: &dyn DynGame, fits: &dyn Fn(&str) -> bool| {
        let info = game.info();
        let title = language.translate(info.title).to_ascii_lowercase();
        fits(info.name) || fits(&title) || info.aliases.iter().any(|alias| fits(&alias.to_ascii_lowercase()))
    };
    let begins = |game: &&&'static dyn DynGame| fits(**game, &|name| name.starts_with(&word));
    // A single letter occurs in too many names.
    let has =
        |game: &&&'static dyn DynGame| word.chars().nth(1).is_some() && fits(**game, &|name| name.contains(&word));
    let rest = games.iter().filter(|game| !begins(game)).filter(has);
    let offered = games.iter().filter(begins).chain(rest).take(MAX_COMPLETIONS);
    offered.map(|&game| (game, format!("{before}{}", example(game, kind)))).collect()
}

/// Splits off the word at the end of the text, if a game may begin there; otherwise the word is empty.
fn split_last_word(text: &str) -> (&str, &str) {
    let before = text.trim_end_matches(|letter: char| letter.is_alphabetic() || letter == '_');
    let may = before.ends_with(|sign: char| sign.is_whitespace() || "+-*".contains(sign));
    if before.is_empty() || may { (before, &text[before.len()..]) } else { (text, "") }
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
