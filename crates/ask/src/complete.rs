//! Games that somebody may mean who is still typing.

use grundy_games::library;
use grundy_lang::Language;
use grundy_rules::Entry;

/// So many are offered at most.
const MOST: usize = 7;

/// Longer words begin no name.
const LETTERS: usize = 40;

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A position, of one game or of several.
    PositionSum,
    /// Rules without a position.
    Rules,
}

/// A text that is being typed.
#[derive(Clone, Debug)]
pub struct Complete {
    /// The text.
    pub text: String,
    /// Whether it is a position or rules.
    pub typed: Typed,
}

impl Complete {
    /// The names that complete a text.
    pub fn new(text: impl Into<String>, typed: Typed) -> Complete {
        Complete { text: text.into(), typed }
    }
}

/// Games whose names, aliases or titles begin with the word at the end of this text, then those that have it elsewhere, each with the text
/// that there is once it has been chosen: with the example of its card in the place of the word. Whoever has written a name to its end is
/// offered none.
///
/// ```
/// use grundy_lang::Language;
/// use grundy_ask::complete::{Typed, completions};
/// let offers = completions("nim(3) + kayl", Typed::PositionSum, Language::English);
/// assert_eq!((offers[0].0.card().name, offers[0].1.as_str()), ("kayles", "nim(3) + kayles(5,7)"));
/// assert_eq!(completions("WYTH", Typed::Rules, Language::English)[0].1, "wythoff");
/// assert!(completions("kayles", Typed::PositionSum, Language::English).is_empty());
/// ```
pub fn completions(text: &str, typed: Typed, language: Language) -> Vec<(&'static dyn Entry, String)> {
    let (before, word) = parted(text);
    let word = word.to_ascii_lowercase();
    let library = library();
    let games = library.games();
    if word.is_empty() || word.chars().count() > LETTERS || games.iter().any(|game| game.card().name == word) {
        return vec![];
    }
    let fits = |game: &dyn Entry, fits: &dyn Fn(&str) -> bool| {
        let card = game.card();
        let title = language.word(card.title).to_ascii_lowercase();
        fits(card.name) || fits(&title) || card.aliases.iter().any(|alias| fits(&alias.to_ascii_lowercase()))
    };
    let begins = |game: &&&'static dyn Entry| fits(**game, &|name| name.starts_with(&word));
    // One letter stands in too many names.
    let has = |game: &&&'static dyn Entry| word.chars().nth(1).is_some() && fits(**game, &|name| name.contains(&word));
    let rest = games.iter().filter(|game| !begins(game)).filter(has);
    let offered = games.iter().filter(begins).chain(rest).take(MOST);
    offered.map(|&game| (game, format!("{before}{}", example(game, typed)))).collect()
}

/// The text before the word at its end, and that word, if a game may begin there.
fn parted(text: &str) -> (&str, &str) {
    let before = text.trim_end_matches(|letter: char| letter.is_alphabetic() || letter == '_');
    let may = before.ends_with(|sign: char| sign.is_whitespace() || "+-*".contains(sign));
    if before.is_empty() || may { (before, &text[before.len()..]) } else { (text, "") }
}

/// Of a card's example the position, or its rules alone; how it is played is no part of what is typed here.
fn example(game: &dyn Entry, typed: Typed) -> &'static str {
    let example = game.card().example;
    let example = example.strip_prefix("misere ").unwrap_or(example);
    match typed {
        Typed::PositionSum => example,
        Typed::Rules => &example[..last_bracket(example)],
    }
}

/// Where the bracket begins that ends the text.
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

    /// What is offered can be read as what it is offered for, whatever the game.
    #[test]
    fn every_offer_is_whole() {
        for game in library().games() {
            let name = game.card().name;
            for end in 1..name.len() {
                for (offered, text) in
                    completions(&format!("nim(1)+{}", &name[..end]), Typed::PositionSum, Language::English)
                {
                    assert!(text.starts_with("nim(1)+"), "{text}");
                    let alone = &text["nim(1)+".len()..];
                    assert!(grundy_games::parse(alone).is_ok(), "{}: {alone}", offered.card().name);
                }
            }
            let rules = example(*game, Typed::Rules);
            assert!(grundy_games::parse_rules(rules).is_ok(), "{name}: {rules}");
        }
    }

    #[test]
    fn words_begin_where_games_may_stand() {
        let names = |text: &str, language| {
            completions(text, Typed::PositionSum, language).iter().map(|(game, _)| game.card().name).collect::<Vec<_>>()
        };
        for none in ["", "nim(", "nim(kay", "2*nim(3)", "nim(3)kay", "take[k", "xyzzy", "kayles", &"k".repeat(100_000)]
        {
            assert!(names(none, Language::English).is_empty(), "{none:.20}");
        }
        for text in ["kay", "KAY", "-kay", "3*kay", "nim(1) +  kay", "misere kay"] {
            assert!(names(text, Language::English).contains(&"kayles"), "{text}");
        }
        // Names that begin with it come before those that have it elsewhere, and one letter is looked for at the beginning alone.
        assert_eq!(names("nim", Language::English), [] as [&str; 0]);
        let ni = names("ni", Language::English);
        assert!(ni[0] == "nim" && ni.len() > 1 && ni.len() <= MOST, "{ni:?}");
        let k = names("k", Language::English);
        assert!(!k.is_empty() && k.len() <= MOST);
        // In Chinese by the names that Chinese readers know.
        assert!(names("尼", Language::Chinese).contains(&"nim"));
    }

    #[test]
    fn brackets_are_counted() {
        for (text, rules) in [("nim(3,4)", "nim"), ("a[(1)](2,(3))", "a[(1)]"), ("a", "a"), ("(1)", ""), ("a)", "a)")] {
            assert_eq!(&text[..last_bracket(text)], rules, "{text}");
        }
    }
}
