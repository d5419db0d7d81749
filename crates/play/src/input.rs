//! Moves as people write them: as engines print them, in short, or as the position that they lead to.

use crate::board::{Board, LegalMove, Place};
use grundy_rules::{Cursor, Error, ErrorKind, NoSources, Result, parse};

/// Of positions with more moves than this not all are listed; games are asked for those that numbers name.
const MOST_LISTED: usize = 20_000;

/// How many moves an error names.
const SHOWN: usize = 6;

impl Board {
    /// The legal move that the text means.
    ///
    /// The text is a move as it is printed, `take 2 from heap 1`, or words of it in their order that no other move has: `2 1`.
    /// A number and a colon in front name the part of a sum, or the component where there is one part: `1: 2`. The position
    /// that a move leads to, written with its game, means that move.
    ///
    /// # Errors
    /// `bad_argument` if no legal move is meant, or more than one; the help names some that are legal.
    ///
    /// ```
    /// use grundy_play::Board;
    /// let board = Board::start(grundy_rules::parse("nim(3,4,10^18)").unwrap());
    /// for text in ["take 2 from heap 1", "2 1", "1: 2", "nim(1,4,10^18)"] {
    ///     assert_eq!(board.find(text).unwrap().text, "take 2 from heap 1");
    /// }
    /// assert_eq!(board.find("10^17 3").unwrap().text, "take 100000000000000000 from heap 3");
    /// let error = board.find("2").unwrap_err();
    /// assert_eq!(error.message, "`2` may mean several moves");
    /// assert_eq!(error.help.unwrap(), "take 2 from heap 1; take 2 from heap 2; take 2 from heap 3");
    /// assert_eq!(board.find("5 1").unwrap_err().message, "`5 1` is no legal move here");
    /// ```
    pub fn find(&self, text: &str) -> Result<LegalMove> {
        let text = text.trim();
        if text.ends_with(')')
            && text.contains('(')
            && let Ok(mut spec) = parse(text)
        {
            // Whoever plays misère need not say so with every move.
            spec.play = self.spec().play;
            return self.leading_to(&spec.canonical(), text);
        }
        let (places, rest) = self.places_named(text)?;
        let given = tokens(rest);
        let (mut moves, _) = self.candidates(&places, &numbers(&given));
        let mut best = u8::MAX;
        let mut meant: Vec<LegalMove> = vec![];
        for mv in moves.drain(..) {
            let Some(rank) = rank(&given, &mv) else { continue };
            if rank < best {
                best = rank;
                meant.clear();
            }
            if rank == best && meant.iter().all(|other| other.text != mv.text) {
                meant.push(mv);
            }
        }
        if meant.len() == 1 {
            return Ok(meant.remove(0));
        }
        if meant.is_empty() {
            return Err(self.no_move(text));
        }
        let error = Error::new(ErrorKind::BadArgument, format!("`{}` may mean several moves", shown(text)));
        Err(error.help(listed(&meant)))
    }

    /// The move that engines print as this text, in the part of this number.
    pub(crate) fn printed(&self, part: u128, words: &str) -> Option<LegalMove> {
        let places: Vec<Place> = self.places_of_part(part)?.collect();
        let (moves, _) = self.candidates(&places, &numbers(&tokens(words)));
        moves.into_iter().find(|mv| mv.words == words)
    }

    /// Legal moves in these components, all of them unless there are very many: then those that the numbers name. Whether
    /// some may be missing.
    fn candidates(&self, places: &[Place], numbers: &[u64]) -> (Vec<LegalMove>, bool) {
        let (mut found, mut partial) = (vec![], false);
        for &place in places {
            let (position, seat) = self.at(place);
            let named = || position.moves_named(place.component, seat, numbers);
            let room = MOST_LISTED.saturating_sub(found.len());
            // Once there were too many, further components are not listed in vain.
            let moves = match if partial { named() } else { None } {
                Some(named) => named,
                None => {
                    let mut moves = position.first_moves(place.component, seat, room + 1);
                    if moves.len() > room {
                        partial = true;
                        moves.truncate(room);
                        moves = named().unwrap_or(moves);
                    }
                    moves
                }
            };
            found.extend(moves.into_iter().map(|mv| self.describe(place, mv)));
        }
        (found, partial)
    }

    /// The components that a text names in front, and what follows.
    fn places_named<'t>(&self, text: &'t str) -> Result<(Vec<Place>, &'t str)> {
        let mut places: Option<Vec<Place>> = None;
        let mut rest = text;
        while let Some((number, behind)) = in_front(rest) {
            rest = behind;
            let named: Vec<Place> = if self.has_parts() && places.is_none() {
                self.places_of_part(number).map_or(vec![], Iterator::collect)
            } else {
                let within = places.unwrap_or_else(|| self.places().collect());
                within.into_iter().filter(|place| place.component as u128 + 1 == number).collect()
            };
            if named.is_empty() {
                let message = format!("there is no part {number}: parts count from 1");
                return Err(Error::new(ErrorKind::BadArgument, message).help(self.examples()));
            }
            places = Some(named);
        }
        Ok((places.unwrap_or_else(|| self.places().collect()), rest))
    }

    /// The move that leads to the position of this canonical text.
    fn leading_to(&self, after: &str, text: &str) -> Result<LegalMove> {
        let places: Vec<Place> = self.places().collect();
        // Where there are too many moves, what the position's numbers lose or gain says which are meant.
        let old = numbers(&tokens(&self.spec().canonical()));
        let new = numbers(&tokens(after));
        let changes = old.iter().zip(&new).filter(|(old, new)| old != new).map(|(old, new)| old.abs_diff(*new));
        let changes: Vec<u64> = changes.take(2).chain([0]).collect();
        for change in changes {
            let (moves, partial) = self.candidates(&places, &[change]);
            if let Some(mv) = moves.into_iter().find(|mv| self.after(mv).spec().canonical() == after) {
                return Ok(mv);
            }
            if !partial {
                break;
            }
        }
        let error = Error::new(ErrorKind::BadArgument, format!("no move was found that leads to {}", shown(text)));
        Err(error.help(self.examples()))
    }

    fn no_move(&self, text: &str) -> Error {
        let error = Error::new(ErrorKind::BadArgument, format!("`{}` is no legal move here", shown(text)));
        error.help(self.examples())
    }

    /// Some legal moves.
    fn examples(&self) -> String {
        let moves = self.moves(SHOWN + 1);
        if moves.is_empty() { "there is no legal move".to_string() } else { format!("for example {}", listed(&moves)) }
    }
}

impl LegalMove {
    /// The words of the move that tell it from others: `2 1` for "take 2 from heap 1".
    pub fn short(&self) -> String {
        let part = if self.text.len() > self.words.len() {
            self.text.strip_prefix("part ").and_then(|t| t.split_once(' ')).map_or("", |(part, _)| part)
        } else {
            ""
        };
        let words = tokens(&self.words);
        let telling = telling(&words);
        format!("{part}{}{}", if part.is_empty() { "" } else { " " }, telling.join(" "))
    }
}

fn listed(moves: &[LegalMove]) -> String {
    let mut texts: Vec<&str> = moves.iter().take(SHOWN).map(|mv| mv.text.as_str()).collect();
    if moves.len() > SHOWN {
        texts.push("...");
    }
    texts.join("; ")
}

/// At most so much of what somebody wrote is shown again.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}...", text[..at].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

/// The number before the first colon, with or without the word `part`, and what follows.
fn in_front(text: &str) -> Option<(u128, &str)> {
    let (front, rest) = text.split_once(':')?;
    let front = front.trim();
    let number = front.strip_prefix("part").unwrap_or(front).trim();
    Some((number.parse().ok()?, rest.trim()))
}

/// The words of a text: set apart by white space, commas, brackets, colons and arrows, quotes left out. Numbers are written out.
fn tokens(text: &str) -> Vec<String> {
    let text = text.replace("->", " ");
    let (mut found, mut word, mut quoted) = (vec![], String::new(), false);
    for c in text.chars().chain([' ']) {
        match c {
            '"' => quoted = !quoted,
            c if !quoted && (c.is_whitespace() || ",;:()>".contains(c)) => {
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
        if let Some(number) = number(word) {
            *word = number.to_string();
        }
    }
    found
}

/// The number that a word is, in any way that the notation writes it. Vertices may be named `007`, which is none.
fn number(word: &str) -> Option<u64> {
    if word.len() > 1 && word.starts_with('0') {
        return None;
    }
    let mut sources = NoSources;
    let mut input = Cursor::new(word, &mut sources);
    let (number, _) = input.integer("a number").ok()?;
    input.end().ok().map(|()| number)
}

fn numbers(tokens: &[String]) -> Vec<u64> {
    tokens.iter().filter_map(|word| number(word)).collect()
}

/// The words that every move of a game has in common; they tell nothing.
fn is_common(word: &str) -> bool {
    const COMMON: [&str; 23] = [
        "take", "from", "heap", "heaps", "and", "split", "the", "rest", "into", "move", "token", "to", "step",
        "ground", "add", "say", "front", "cut", "edge", "draw", "mark", "of", "row",
    ];
    COMMON.contains(&word) || matches!(word, "cell" | "remove")
}

/// The words that tell a move from others. What a move is `from` tells nothing where it follows at once: a token stands
/// where it stands.
fn telling(words: &[String]) -> Vec<&str> {
    let mut from = false;
    let mut found = vec![];
    for word in words {
        if is_common(word) {
            from = word == "from";
        } else if !from || word == "both" {
            found.push(word.as_str());
        }
    }
    found
}

/// How well a text fits a move, the best first; `None` if it does not mean the move.
fn rank(given: &[String], mv: &LegalMove) -> Option<u8> {
    let words = tokens(&mv.words);
    let same = |a: &str, b: &str| a == b || (is_common(b) && a.eq_ignore_ascii_case(b));
    // The words that are given stand in the move, in their order.
    let mut left = words.iter();
    if given.is_empty() || !given.iter().all(|word| left.any(|other| same(word, other))) {
        return None;
    }
    let tells: Vec<&str> = given.iter().map(String::as_str).filter(|word| !is_common(&word.to_lowercase())).collect();
    if given.len() == words.len() {
        return Some(0);
    }
    if tells.is_empty() {
        return Some(4);
    }
    let telling = telling(&words);
    if tells == telling {
        return Some(1);
    }
    Some(if telling.starts_with(&tells) { 2 } else { 3 })
}
