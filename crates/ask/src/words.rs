//! Positions written as words: `nim 3 4 5` instead of `nim(3,4,5)`.

use grundy_games::library;
use grundy_rules::{MAX_NAME_WORDS, is_misere, to_half_width};

/// Returns the positions in these words: one per word, or one made of several words.
///
/// Several words form one position if the first ones are the name of a game, as in `tic tac toe`, if a word is a sign
/// or a number of copies, or if a bracket is open. They are joined, so that a mistake in them is reported once. The
/// texts are not parsed.
///
/// ```
/// use grundy_ask::specs_from_words;
/// assert_eq!(specs_from_words(&["nim", "3", "4", "5"]), ["nim(3, 4, 5)"]);
/// assert_eq!(specs_from_words(&["nim(3)", "nim(4)"]), ["nim(3)", "nim(4)"]);
/// ```
pub fn specs_from_words(words: &[&str]) -> Vec<String> {
    let misere = words.first().is_some_and(|first| is_misere(first));
    let (prefix, words) = match words.split_first() {
        Some((_, rest)) if misere && !rest.is_empty() => ("misere ", rest),
        _ => ("", words),
    };
    if let Some(spec) = start_position(words) {
        return vec![format!("{prefix}{spec}")];
    }
    let named = split_name(words);
    let joined: Vec<&str>;
    let words = match &named {
        Some((name, rest)) => {
            joined = std::iter::once(&**name).chain(rest.iter().copied()).collect();
            if !to_half_width(name).contains('(') {
                return vec![format!("{prefix}{}", with_position(&joined))];
            }
            &joined
        }
        None => words,
    };
    if words.first().is_some_and(|word| is_game_without_position(word)) {
        return vec![format!("{prefix}{}", with_position(words))];
    }
    let is_loose = |word: &&str| {
        word.starts_with('+')
            || word.ends_with('+')
            || is_misere(word)
            || to_half_width(word).starts_with(|c: char| c.is_ascii_digit()) && !word.contains('(')
    };
    if words.len() > 1 && words.iter().any(is_loose) {
        return vec![format!("{prefix}{}", words.join(" "))];
    }
    // The shell may have split text inside brackets.
    let mut specs: Vec<String> = vec![];
    let mut depth = 0;
    for word in words {
        match specs.last_mut() {
            Some(last) if depth > 0 => {
                last.push(' ');
                last.push_str(word);
                depth += open_brackets(word);
            }
            _ => {
                specs.push(word.to_string());
                depth = open_brackets(word);
            }
        }
    }
    if let Some(first) = specs.first_mut() {
        *first = format!("{prefix}{first}");
    }
    specs
}

/// Returns the first position of a game that begins with an empty board, if the words are its name.
fn start_position(words: &[&str]) -> Option<String> {
    if words.len() > MAX_NAME_WORDS {
        return None;
    }
    let name = plain_name(words);
    let spec = format!("{name}(start)");
    let begins = library().find(&name)?.info().example.ends_with("(start)") && grundy_games::parse(&spec).is_ok();
    begins.then_some(spec)
}

/// Returns the words as the name of a game: `Tic tac-toe` becomes `tic_tac_toe`.
fn plain_name(words: &[&str]) -> String {
    words.join("_").replace('-', "_").to_lowercase()
}

/// Returns the game whose name the first words form, such as `tic tac toe`, and the other words.
///
/// A bracket may follow the name in the same word, as in `anti nim(1,1,2)`; it stays after the name. Returns `None` for
/// a name in its usual form.
fn split_name<'w>(words: &'w [&'w str]) -> Option<(String, &'w [&'w str])> {
    (1..=words.len().min(MAX_NAME_WORDS)).rev().find_map(|count| {
        let last = words[count - 1];
        let (last, bracket) = last.split_at(last.find(OPENING_BRACKETS).unwrap_or(last.len()));
        let mut name_words = words[..count].to_vec();
        name_words[count - 1] = last;
        let name = plain_name(&name_words);
        let is_other_form = !last.is_empty() && (count > 1 || last.contains('-')) && library().find(&name).is_some();
        is_other_form.then(|| (name + bracket, &words[count..]))
    })
}

/// The brackets that may follow a name, in both widths.
const OPENING_BRACKETS: [char; 7] = ['(', '[', '{', '（', '［', '｛', '【'];

/// Reports whether the first words are a name of a game, spelled as several words or with hyphens.
///
/// ```
/// assert!(grundy_ask::begins_with_respelled_name(&["tic", "tac", "toe"]));
/// assert!(grundy_ask::begins_with_respelled_name(&["Anti-Nim", "3"]));
/// assert!(!grundy_ask::begins_with_respelled_name(&["tic", "tac"]));
/// ```
pub fn begins_with_respelled_name(words: &[&str]) -> bool {
    split_name(words).is_some()
}

/// Returns the number of opening brackets in the text minus the number of closing ones.
fn open_brackets(text: &str) -> i64 {
    let bracket = |c: char| i64::from("([{".contains(c)) - i64::from(")]}".contains(c));
    to_half_width(text).chars().map(bracket).sum()
}

/// Joins a game, whose parameters may be separate words, and the words of its position to a spec.
fn with_position(words: &[&str]) -> String {
    let mut game = words[0].to_string();
    let mut depth = open_brackets(&game);
    let mut rest = &words[1..];
    while let Some((next, others)) = rest.split_first() {
        let parameters = !game.ends_with([']', '}']) && to_half_width(next).starts_with(['[', '{']);
        if depth <= 0 && !parameters {
            break;
        }
        if depth > 0 {
            game.push(' ');
        }
        game.push_str(next);
        depth += open_brackets(next);
        rest = others;
    }
    match rest {
        [] => game,
        [first, ..] if to_half_width(first).starts_with('(') => format!("{game}{}", rest.join(" ")),
        _ => {
            let position = rest.iter().map(|word| word.trim_matches([',', '，'])).filter(|word| !word.is_empty());
            format!("{game}({})", position.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Reports whether the text is a game without a position: `nim`, `take[1..3]`, `-2*nim`.
///
/// Later words may close its brackets.
fn is_game_without_position(text: &str) -> bool {
    let text = to_half_width(text);
    let rest = text.strip_prefix('-').unwrap_or(&text).trim_start();
    let (factor, game) = rest.split_once('*').unwrap_or(("1", rest));
    let name = &game[..game.find(['[', '{']).unwrap_or(game.len())];
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let parameters = &game[name.len()..];
    is_name
        && !is_misere(name)
        && factor.chars().all(|c| c.is_ascii_digit() || matches!(c, '_' | '^' | ' '))
        && (parameters.is_empty()
            || parameters.ends_with([']', '}']) && open_brackets(parameters) <= 0
            || open_brackets(parameters) > 0 && !parameters.contains('('))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(args: &[&str]) -> Vec<String> {
        specs_from_words(args)
    }

    #[test]
    fn shell_forms() {
        assert_eq!(texts(&["nim", "3", "4", "5"]), ["nim(3, 4, 5)"]);
        assert_eq!(texts(&["misere", "nim", "1", "1", "2"]), ["misere nim(1, 1, 2)"]);
        assert_eq!(texts(&["take[1..3]", "7"]), ["take[1..3](7)"]);
        assert_eq!(texts(&["nim", "@heaps.txt"]), ["nim(@heaps.txt)"]);
        assert_eq!(texts(&["nim(3)", "nim(4)"]), ["nim(3)", "nim(4)"]);
        assert_eq!(texts(&["misere", "nim(3)", "nim(4)"]), ["misere nim(3)", "nim(4)"]);
        assert_eq!(texts(&["nim"]), ["nim"]);
        assert_eq!(texts(&["misere"]), ["misere"]);
        assert_eq!(texts(&["3*nim(2)"]), ["3*nim(2)"]);
        assert_eq!(texts(&["3*nim", "2"]), ["3*nim(2)"]);
        assert_eq!(texts(&["-take[1 | 2]", "2", "3"]), ["-take[1 | 2](2, 3)"]);
        assert_eq!(texts(&["rule{ n -> n-1 }", "7"]), ["rule{ n -> n-1 }(7)"]);
        assert_eq!(texts(&["尼姆", "3", "4"]), ["尼姆(3, 4)"]);
        assert_eq!(texts(&["take【1，3】", "4"]), ["take【1，3】(4)"]);
        assert_eq!(texts(&["Misere", "Nim", "3"]), ["misere Nim(3)"]);
    }

    #[test]
    fn arguments_of_one_spec_are_joined() {
        for (args, text) in [
            (&["nim", "3,4,5"][..], "nim(3,4,5)"),
            (&["nim", "3,", "4,", "5"], "nim(3, 4, 5)"),
            (&["nim", "(3,4,5)"], "nim(3,4,5)"),
            (&["nim(3,", "4,", "5)"], "nim(3, 4, 5)"),
            (&["take", "[1,3]", "5"], "take[1,3](5)"),
            (&["take[1,", "3]", "5", "6"], "take[1, 3](5, 6)"),
            (&["rule", "{", "n", "->", "n-1", "}", "7"], "rule{ n -> n-1 }(7)"),
            (&["nim(3)", "+", "nim(4)"], "nim(3) + nim(4)"),
            (&["3", "4", "5"], "3 4 5"),
            (&["misere", "3", "4"], "misere 3 4"),
            (&["nim(3)", "misere"], "nim(3) misere"),
            (&["nim(3", "nim(4)"], "nim(3 nim(4)"),
            (&["tic", "tac", "toe"], "tic_tac_toe(start)"),
            (&["misere", "Grundy", "game", "5", "6"], "misere grundy_game(5, 6)"),
            (&["Tic-Tac-Toe"], "tic_tac_toe(start)"),
            (&["Anti-Nim(1,1,2)"], "anti_nim(1,1,2)"),
            (&["anti", "nim(1,", "1,", "2)"], "anti_nim(1, 1, 2)"),
            (&["anti", "nim", "(1,1,2)"], "anti_nim(1,1,2)"),
            (&["ANTI", "NIM", "1", "1", "2"], "anti_nim(1, 1, 2)"),
            (&["S-Nim[1,3]", "5", "6"], "s_nim[1,3](5, 6)"),
            (&["s", "nim", "[1,3]", "5"], "s_nim[1,3](5)"),
            (&["S-Nim【1，3】（5）"], "s_nim【1，3】（5）"),
            (&["S-Nim"], "s_nim"),
            (&["misere", "Grundy-Game(5)"], "misere grundy_game(5)"),
            (&["connect", "4"], "connect_4(start)"),
            (&["井字棋"], "井字棋(start)"),
            (&["mnk"], "mnk"),
            (&["kayles", "4"], "kayles(4)"),
        ] {
            assert_eq!(texts(args), [text]);
        }
    }

    /// The time is proportional to the length, or this test would not end.
    #[test]
    fn joining_takes_linear_time() {
        for first in ["nim(1", "take[1", "nim"] {
            let words: Vec<&str> = std::iter::once(first).chain(std::iter::repeat_n("3", 300_000)).collect();
            let specs = specs_from_words(&words);
            assert!(specs.len() == 1 && specs[0].len() > 600_000, "{first}");
        }
    }
}
