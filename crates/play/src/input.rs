//! The parser for moves.
//!
//! A move is given as it is printed, in a short form, or by the resulting position.
//!
//! [`PlayPosition::find`] lists the candidate moves, splits their texts and the input into tokens, and ranks how well
//! each candidate fits.

use crate::play_position::{LegalMove, PlayPosition};
use grundy_lang::{Language, Text, escape_hidden, text};
use grundy_rules::{AnyMove, ComponentIndex, Cursor, Error, ErrorKind, NoSources, PositionSum, Result, parse};

/// The maximal number of candidate moves.
/// Beyond it, games supply the moves that match the numbers in the input.
const MAX_LISTED: usize = 20_000;

/// The maximal number of moves that an error shows.
const MAX_SHOWN: usize = 6;

impl PlayPosition {
    /// Parses a legal move.
    ///
    /// The text is the printed move, such as `take 2 from heap 1`, or enough of its words, in the same order, to
    /// identify the move, such as `2 1`. A prefix of a number and a colon names the term of a sum, or the component if
    /// there is one term, as in `1: 2`. The position after a move, written with its game, also names that move.
    ///
    /// # Errors
    /// Fails with `bad_argument` if the text fits no legal move or several moves; the help of the error lists some
    /// legal moves.
    ///
    /// ```
    /// use grundy_play::PlayPosition;
    /// let play_position = PlayPosition::start(grundy_games::parse("nim(3,4,10^18)").unwrap());
    /// for text in ["take 2 from heap 1", "2 1", "1: 2", "nim(1,4,10^18)"] {
    ///     assert_eq!(play_position.find(text).unwrap().text.to_string(), "take 2 from heap 1");
    /// }
    /// assert_eq!(play_position.find("10^17 3").unwrap().text.to_string(), "take 100000000000000000 from heap 3");
    /// let error = play_position.find("2").unwrap_err();
    /// assert_eq!(error.message.to_string(), "`2` matches several moves");
    /// assert_eq!(error.help.unwrap().to_string(), "take 2 from heap 1; take 2 from heap 2; take 2 from heap 3");
    /// assert_eq!(play_position.find("5 1").unwrap_err().message.to_string(), "`5 1` is not a legal move here");
    /// ```
    pub fn find(&self, text: &str) -> Result<LegalMove> {
        let text = text.trim();
        if text.ends_with([')', '）'])
            && text.contains(['(', '（'])
            && let Ok(mut position_sum) = self.parse_position(text).or_else(|_| self.parse_position(&half_width(text)))
        {
            // The input need not repeat the prefix `misere`.
            position_sum.play = self.position_sum().play;
            return self.find_by_position(&position_sum.canonical_text(), text);
        }
        let (places, rest) = self.split_places(text)?;
        let given = tokens(rest);
        let named = numbers(&given);
        let (mut moves, partial) = self.candidates(&places, &named);
        if let (true, [first, second, rest @ ..]) = (partial, &named[..]) {
            // Some languages name the heap before the amount, so try the numbers in the other order too.
            let swapped = [&[*second, *first], rest].concat();
            moves.extend(self.candidates(&places, &swapped).0);
        }
        // The texts of earlier versions contain a number or the content of a cell. If neither were required, the `a` in
        // `drop a` could match the article in "drop a stone into column 2".
        let may_be_former = !named.is_empty() || rest.contains('=');
        let mut best = u8::MAX;
        let mut best_moves: Vec<LegalMove> = vec![];
        for mv in moves.drain(..) {
            let rank =
                rank(&given, &mv.words).or_else(|| rank(&given, mv.former_words.as_ref().filter(|_| may_be_former)?));
            let Some(rank) = rank else { continue };
            if rank < best {
                best = rank;
                best_moves.clear();
            }
            if rank == best && best_moves.iter().all(|other| other.text != mv.text) {
                best_moves.push(mv);
            }
        }
        if best_moves.len() == 1 {
            return Ok(best_moves.remove(0));
        }
        if best_moves.is_empty() {
            return Err(self.no_such_move(text));
        }
        let error = Error::new(ErrorKind::BadArgument, text!("`{shown}` matches several moves", shown = excerpt(text)));
        Err(error.help(move_list_text(&best_moves)))
    }

    /// Parses a position with the library of this position.
    fn parse_position(&self, text: &str) -> Result<PositionSum> {
        parse(text, &self.position_sum().library)
    }

    /// Returns the legal moves in these components, and whether the list may be incomplete.
    ///
    /// All moves are returned if there are at most `MAX_LISTED`; otherwise the moves that match the numbers.
    fn candidates(&self, places: &[ComponentIndex], numbers: &[u64]) -> (Vec<LegalMove>, bool) {
        let (mut found, mut partial) = (vec![], false);
        for &place in places {
            let (position, player) = self.at(place);
            let named = || position.moves_from_numbers(place.component, player, numbers);
            let remaining = MAX_LISTED.saturating_sub(found.len());
            // After a component with too many moves, use only the matching moves of further components.
            let moves = match if partial { named() } else { None } {
                Some(named) => named,
                None => {
                    let mut moves: Vec<AnyMove> = position.moves(place.component, player).take(remaining + 1).collect();
                    if moves.len() > remaining {
                        partial = true;
                        moves.truncate(remaining);
                        moves = named().unwrap_or(moves);
                    }
                    moves
                }
            };
            found.extend(moves.into_iter().map(|mv| self.describe(place, mv)));
        }
        (found, partial)
    }

    /// Returns the components that the prefix of a text selects, and the rest of the text.
    fn split_places<'t>(&self, text: &'t str) -> Result<(Vec<ComponentIndex>, &'t str)> {
        let mut places: Option<Vec<ComponentIndex>> = None;
        let mut rest = text;
        while let Some((number, after_prefix)) = split_prefix(rest) {
            rest = after_prefix;
            let named: Vec<ComponentIndex> = if self.has_several_terms() && places.is_none() {
                self.places_in_term(number).map_or(vec![], Iterator::collect)
            } else {
                let within = places.unwrap_or_else(|| self.places().collect());
                within.into_iter().filter(|place| place.component as u128 + 1 == number).collect()
            };
            if named.is_empty() {
                let message = text!("there is no term {number}; terms are numbered from 1", number);
                return Err(Error::new(ErrorKind::BadArgument, message).help(self.examples()));
            }
            places = Some(named);
        }
        Ok((places.unwrap_or_else(|| self.places().collect()), rest))
    }

    /// Finds the move that leads to the position with the canonical text `after`.
    fn find_by_position(&self, after: &str, text: &str) -> Result<LegalMove> {
        let places: Vec<ComponentIndex> = self.places().collect();
        // If there are too many moves, the differences between the numbers in the two positions select the
        // candidates.
        let old = numbers(&tokens(&self.position_sum().canonical_text()));
        let new = numbers(&tokens(after));
        let changes = old.iter().zip(&new).filter(|(old, new)| old != new).map(|(old, new)| old.abs_diff(*new));
        let changes: Vec<u64> = changes.take(2).chain([0]).collect();
        for change in changes {
            let (moves, partial) = self.candidates(&places, &[change]);
            if let Some(mv) = moves.into_iter().find(|mv| self.after(mv).position_sum().canonical_text() == after) {
                return Ok(mv);
            }
            if !partial {
                break;
            }
        }
        let error =
            Error::new(ErrorKind::BadArgument, text!("no move was found that leads to {shown}", shown = excerpt(text)));
        Err(error.help(self.examples()))
    }

    fn no_such_move(&self, text: &str) -> Error {
        let error =
            Error::new(ErrorKind::BadArgument, text!("`{shown}` is not a legal move here", shown = excerpt(text)));
        error.help(self.examples())
    }

    /// Returns a help text that shows some legal moves.
    fn examples(&self) -> Text {
        let moves = self.moves(MAX_SHOWN + 1);
        match moves.is_empty() {
            true => text!("there is no legal move"),
            false => text!("for example {example}", example = move_list_text(&moves)),
        }
    }
}

impl LegalMove {
    /// Returns the words that distinguish the move from others: `2 1` for "take 2 from heap 1".
    pub fn short(&self) -> String {
        short_move_text(&self.text.to_string())
    }

    /// Returns the short form, if it differs from the text.
    pub fn other_form(&self) -> Option<String> {
        let text = self.text.to_string();
        Some(short_move_text(&text)).filter(|short| *short != text)
    }
}

/// Returns the words that distinguish a move, given by its English text, from others.
///
/// ```
/// use grundy_play::short_move_text;
/// assert_eq!(short_move_text("take 2 from heap 1"), "2 1");
/// assert_eq!(short_move_text("term 3: take 2 from both heaps"), "3: 2 both");
/// ```
pub fn short_move_text(text: &str) -> String {
    // The words of a name in quotes cannot be found without the quotes.
    if text.contains('"') {
        return text.to_string();
    }
    let term = text.strip_prefix("term ").and_then(|rest| rest.split_once(": "));
    let (term, words) = term.map_or((String::new(), text), |(number, words)| (format!("{number}: "), words));
    format!("{term}{}", distinguishing_words(&tokens(words)).join(" "))
}

fn move_list_text(moves: &[LegalMove]) -> Text {
    let texts = moves.iter().take(MAX_SHOWN).map(|mv| mv.text.clone());
    let more = (moves.len() > MAX_SHOWN).then(|| Text::verbatim("..."));
    let with_separator = |(k, text): (usize, Text)| Text::concat([Text::verbatim(if k > 0 { "; " } else { "" }), text]);
    Text::concat(texts.chain(more).enumerate().map(with_separator))
}

/// Returns the user's text, escaped and cut to 60 characters, for an error message.
fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    match text.char_indices().nth(MAX_CHARS) {
        Some((at, _)) => format!("{}...", escape_hidden(&text[..at])),
        None => escape_hidden(text).into_owned(),
    }
}

/// Splits off the number before the first colon; `None` if the text has no such prefix.
///
/// The number is bare or in the printed form of a term: `2:`, `term 2:`, or its Chinese form. The form `part 2:` of
/// earlier versions is accepted as well.
fn split_prefix(text: &str) -> Option<(u128, &str)> {
    let (front, rest) = text.split_once([':', '：'])?;
    let front = half_width(front);
    let front = front.trim();
    let number = ["term", "part"]
        .iter()
        .find_map(|word| front.strip_prefix(word))
        .or_else(|| front.strip_prefix('第')?.strip_suffix('项'))
        .unwrap_or(front)
        .trim();
    Some((number.parse().ok()?, rest.trim()))
}

/// Splits a text into tokens at white space, punctuation, brackets and arrows; quotes are removed.
///
/// Numbers are normalised to decimal digits. A token also ends between a Chinese character and a number or name.
/// Full-width characters are treated as ASCII.
fn tokens(text: &str) -> Vec<String> {
    let text = text.replace("->", " ");
    let (mut found, mut word, mut quoted, mut closes) = (vec![], String::new(), false, false);
    for c in text.chars().chain([' ']) {
        let c = half_width_char(c);
        let before = word.chars().next_back();
        let turns = |a: char, b: char| is_chinese(a) && (b.is_ascii_alphanumeric() || b == '"');
        let closed = std::mem::replace(&mut closes, c == '"' && quoted);
        if !quoted && before.is_some_and(|before| turns(before, c) || turns(c, before) || (closed && is_chinese(c))) {
            found.push(std::mem::take(&mut word));
        }
        match c {
            '"' => quoted = !quoted,
            c if !quoted && (c.is_whitespace() || ",;:()>、。".contains(c)) => {
                if !word.is_empty() {
                    found.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        found.push(word);
    }
    for word in &mut found {
        if let Some(number) = parse_number(word) {
            *word = number.to_string();
        }
    }
    found
}

fn is_chinese(c: char) -> bool {
    ('\u{2e80}'..'\u{ff00}').contains(&c) && !c.is_whitespace()
}

/// Returns the ASCII character for a full-width one; other characters are unchanged.
fn half_width_char(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    }
}

/// Returns the text with full-width signs, letters and digits replaced by ASCII.
pub fn half_width(text: &str) -> String {
    text.chars().map(half_width_char).collect()
}

/// Splits Chinese tokens into characters, since spaces between them have no meaning.
/// Other tokens are unchanged.
fn split_chinese(words: &[String]) -> Vec<String> {
    let mut found = vec![];
    for word in words {
        match word.chars().any(is_chinese) {
            true => found.extend(word.chars().map(String::from)),
            false => found.push(word.clone()),
        }
    }
    found
}

/// Parses a token as a number in the notation; `None` if it is not a number.
/// A leading zero is not allowed, since vertices may be named `007`.
fn parse_number(word: &str) -> Option<u64> {
    if word.len() > 1 && word.starts_with('0') {
        return None;
    }
    let mut sources = NoSources;
    let mut input = Cursor::new(word, &mut sources);
    let (number, _) = input.integer(text!("a number")).ok()?;
    input.expect_end().ok().map(|()| number)
}

fn numbers(tokens: &[String]) -> Vec<u64> {
    tokens.iter().filter_map(|word| parse_number(word)).collect()
}

/// Reports whether a word occurs in all moves of some game, so that it does not distinguish moves.
fn is_common(word: &str) -> bool {
    const COMMON: [&str; 37] = [
        "take", "from", "heap", "heaps", "and", "split", "the", "rest", "into", "move", "token", "to", "step",
        "ground", "add", "say", "front", "cut", "edge", "draw", "mark", "of", "row", "column", "cell", "remove",
        "drop", "bite", "at", "discard", "divide", "turn", "coin", "coins", "rows", "columns", "in",
    ];
    COMMON.contains(&word)
}

/// Returns the words that distinguish a move from other moves.
///
/// Common words are skipped, and so are the words between `from` and the next common word: they name the place
/// of a token, which the token determines.
fn distinguishing_words(words: &[String]) -> Vec<&str> {
    let mut is_after_from = false;
    let mut found = vec![];
    for word in words {
        if is_common(word) {
            is_after_from = word == "from";
        } else if !is_after_from || word == "both" {
            found.push(word.as_str());
        }
    }
    found
}

/// Returns how well a text fits a move as printed in another language; 0 is best.
///
/// Rank 0 means the complete text, 1 all its numbers and names, and 3 some of its words. Returns `None` if the
/// input does not fit or contains no Chinese character.
fn rank_translated(given: &[String], move_words: &Text) -> Option<u8> {
    let given = split_chinese(given);
    let is_word = |word: &&String| word.chars().any(is_chinese);
    given.iter().find(is_word)?;
    let others = Language::ALL.into_iter().filter(|&language| language != Language::English);
    others
        .filter_map(|language| {
            let words = split_chinese(&tokens(&move_words.in_language(language)));
            let mut remaining = words.iter();
            if !given.iter().all(|word| remaining.any(|other| other == word)) {
                return None;
            }
            let other_words =
                |words: &[String]| words.iter().filter(|word| !is_word(word)).cloned().collect::<Vec<_>>();
            Some(match given.len() == words.len() {
                true => 0,
                false if other_words(&given) == other_words(&words) => 1,
                false => 3,
            })
        })
        .min()
}

/// Returns how well a text fits the words of a move in any language; 0 is best, `None` is no fit.
fn rank(given: &[String], words: &Text) -> Option<u8> {
    rank_english(given, words).or_else(|| rank_translated(given, words))
}

/// Returns how well a text fits a move as printed in English; 0 is best, `None` is no fit.
fn rank_english(given: &[String], words: &Text) -> Option<u8> {
    let words = tokens(&words.to_string());
    let same = |a: &str, b: &str| a == b || (is_common(b) && a.eq_ignore_ascii_case(b));
    // The given words must occur in the move in the same order.
    let mut remaining = words.iter();
    if given.is_empty() || !given.iter().all(|word| remaining.any(|other| same(word, other))) {
        return None;
    }
    let given_distinguishing: Vec<&str> =
        given.iter().map(String::as_str).filter(|word| !is_common(&word.to_ascii_lowercase())).collect();
    if given.len() == words.len() {
        return Some(0);
    }
    if given_distinguishing.is_empty() {
        return Some(4);
    }
    let distinguishing = distinguishing_words(&words);
    if given_distinguishing == distinguishing {
        return Some(1);
    }
    Some(if distinguishing.starts_with(&given_distinguishing) { 2 } else { 3 })
}
