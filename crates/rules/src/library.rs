//! The library of games, and the search for games by name.

use crate::{
    Cursor, DynGame, DynPosition, DynRuleset, Error, ErrorKind, Game, GameInfo, GamePosition, Result, RulesHandle,
    TheoremInfo, Tools,
};
use grundy_lang::{Text, text};
use grundy_value::CompactSort;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

struct TypedGame<G>(PhantomData<fn() -> G>);

impl<G: Game> DynGame for TypedGame<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn misere_names(&self) -> &'static [&'static str] {
        G::MISERE_NAMES
    }

    fn tools(&self) -> Option<Tools> {
        G::EDITOR.map(|editor| editor.tools)
    }

    fn theorems(&self) -> Vec<&'static TheoremInfo> {
        G::THEOREMS.iter().map(|t| &t.info).collect()
    }

    fn parse(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>> {
        if let Some(game) = G::alternative_game(alias, input) {
            return game.parse(alias, input);
        }
        let (rules, components, first) = G::parse(alias, input)?;
        Ok(Box::new(GamePosition::with_first(rules, components, first)))
    }

    fn parse_rules(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>> {
        if let Some(game) = G::alternative_game(alias, input) {
            return game.parse_rules(alias, input);
        }
        Ok(Box::new(RulesHandle::new(G::parse_rules(alias, input)?)))
    }

    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>> {
        if cfg!(target_family = "wasm") {
            return Box::new(std::iter::empty());
        }
        Box::new(
            G::samples()
                .map(|(rules, components)| Box::new(GamePosition::new(rules, components)) as Box<dyn DynPosition>),
        )
    }
}

/// Returns the type-erased game of this type.
///
/// [`Game::alternative_game`] returns such games, and [`Library::add_dyn_game`] adds them.
pub const fn dyn_game<G: Game>() -> &'static dyn DynGame {
    &TypedGame::<G>(PhantomData)
}

/// The games that a text may name; users of the crate can add their own.
///
/// Clones are cheap. `grundy_games::library()` has all games of Grundy.
///
/// ```
/// use grundy_games::nim::Nim;
/// use grundy_rules::{Library, parse};
/// let library = Library::new().with::<Nim>();
/// assert_eq!(parse("nim(3,4,5)", &library).unwrap().to_string(), "nim(3,4,5)");
/// assert!(parse("kayles(3)", &library).is_err());
/// ```
#[derive(Clone, Default)]
pub struct Library(Arc<GameIndex>);

#[derive(Clone, Default)]
struct GameIndex {
    list: Vec<&'static dyn DynGame>,
    by_name: HashMap<&'static str, &'static dyn DynGame>,
}

impl Library {
    /// Returns a library without games.
    pub fn new() -> Library {
        Library::default()
    }

    /// Adds a game; games are listed in the order in which they were added.
    ///
    /// # Panics
    /// If the game's name or one of its aliases is taken, or is not in lower case.
    pub fn add<G: Game>(&mut self) {
        self.add_dyn_game(dyn_game::<G>());
    }

    /// Adds a type-erased game, for a type that implements several games with different names.
    ///
    /// # Panics
    /// Under the conditions of [`Library::add`].
    ///
    /// ```
    /// use grundy_games::nim::Nim;
    /// use grundy_rules::{Library, dyn_game};
    /// let mut library = Library::new();
    /// library.add_dyn_game(dyn_game::<Nim>());
    /// assert!(library.find("nim").is_some());
    /// ```
    pub fn add_dyn_game(&mut self, game: &'static dyn DynGame) {
        let games = Arc::make_mut(&mut self.0);
        for name in names(game) {
            assert!(name == lowercase(name), "`{name}`: names of games are in lower case");
            let taken = games.by_name.insert(name, game);
            assert!(taken.is_none(), "`{name}` names two games");
        }
        games.list.push(game);
    }

    /// Returns the library with one more game, as [`Library::add`] adds it.
    #[must_use]
    pub fn with<G: Game>(mut self) -> Library {
        self.add::<G>();
        self
    }

    /// Returns a library with the games of both libraries.
    ///
    /// A game of `other` is left out if this library already has one of its names.
    #[must_use]
    pub fn joined(&self, other: &Library) -> Library {
        let missing = |game: &&&'static dyn DynGame| names(**game).all(|name| !self.0.by_name.contains_key(name));
        if Arc::ptr_eq(&self.0, &other.0) || !other.0.list.iter().any(|game| missing(&game)) {
            return self.clone();
        }
        let mut both = (*self.0).clone();
        for &game in other.0.list.iter().filter(missing) {
            both.by_name.extend(names(game).map(|name| (name, game)));
            both.list.push(game);
        }
        Library(Arc::new(both))
    }

    /// Returns the games, in order.
    pub fn games(&self) -> &[&'static dyn DynGame] {
        &self.0.list
    }

    /// Iterates over all names of games, each followed by its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.list.iter().flat_map(|&game| names(game))
    }

    /// Returns the game with this name or alias, ignoring case.
    ///
    /// White space and hyphens count as underscores.
    ///
    /// ```
    /// let library = grundy_games::library();
    /// assert_eq!(library.find("bash").unwrap().info().name, "take");
    /// assert_eq!(library.find("Nim").unwrap().info().name, "nim");
    /// assert_eq!(library.find("Tic tac-toe").unwrap().info().name, library.find("tic_tac_toe").unwrap().info().name);
    /// assert!(library.find("chess").is_none());
    /// ```
    pub fn find(&self, name: &str) -> Option<&'static dyn DynGame> {
        Some(self.find_named(name)?.1)
    }

    /// Returns the name or alias as the library spells it, and the game with this name.
    pub(crate) fn find_named(&self, name: &str) -> Option<(&'static str, &'static dyn DynGame)> {
        let by_name = &self.0.by_name;
        let found = by_name.get_key_value(name).or_else(|| {
            let name = lowercase(name);
            let words = || name.split(is_word_separator).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
            let found = by_name.get_key_value(name.as_str());
            found.or_else(|| by_name.get_key_value(name.contains(is_word_separator).then(words)?.as_str()))
        });
        found.map(|(&name, &game)| (name, game))
    }

    /// Returns a name that was just read, extended by the words after it if they form the name of a game.
    pub(crate) fn extend_name<'a>(
        &self,
        name: Cow<'a, str>,
        span: Range<usize>,
        input: &mut Cursor<'a>,
    ) -> (Cow<'a, str>, Range<usize>) {
        let longer = input.extend_name(span.start, |words| self.find_named(words).is_some());
        longer.map_or((name, span), |(name, span)| (Cow::Borrowed(name), span))
    }

    /// Returns up to three names of different games that `name` may be a misspelling of, nearest first.
    ///
    /// ```
    /// assert_eq!(grundy_games::library().nearest("wythof"), ["wythoff"]);
    /// ```
    pub fn nearest(&self, name: &str) -> Vec<&'static str> {
        let mut games = vec![];
        let mut near = nearest_names(name, self.names());
        near.retain(|name| {
            let game = self.find(name).map(|game| game.info().name);
            let is_new = !games.contains(&game);
            games.push(game);
            is_new
        });
        near
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.list.iter().map(|game| game.info().name)).finish()
    }
}

fn names(game: &'static dyn DynGame) -> impl Iterator<Item = &'static str> {
    let info = game.info();
    std::iter::once(info.name).chain(info.aliases.iter().chain(game.misere_names()).copied())
}

/// Returns whether a character separates the words of a name: `anti-nim` and `anti nim` are `anti_nim`.
fn is_word_separator(c: char) -> bool {
    c == '-' || c.is_whitespace()
}

/// Returns a name in lower case.
///
/// In a browser only ASCII letters are converted, because the table for all scripts would add 12 kB to the
/// page.
fn lowercase(name: &str) -> String {
    if cfg!(target_family = "wasm") { name.to_ascii_lowercase() } else { name.to_lowercase() }
}

/// The words for "game" that may end a name; names that differ only in these are near each other.
const WORDS_FOR_GAME: [&str; 6] = ["游戏", "博弈", "博奕", "_game", "-game", " game"];

/// Returns a name without the word for "game" at its end.
fn stem(name: &str) -> &str {
    WORDS_FOR_GAME.iter().find_map(|word| name.strip_suffix(word)).filter(|stem| !stem.is_empty()).unwrap_or(name)
}

/// Returns up to three of these names that `name` may be a misspelling of, nearest first.
///
/// Words for "game" at the end of names are ignored if that makes them more similar.
///
/// ```
/// assert_eq!(grundy_rules::nearest_names("slove", ["shove", "solve"].into_iter()), ["solve"]);
/// assert_eq!(grundy_rules::nearest_names("威佐夫游戏", ["威佐夫博弈"].into_iter()), ["威佐夫博弈"]);
/// ```
pub fn nearest_names<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    // Only the first 40 characters are compared: longer names are close to no game, and would take time.
    let lower = lowercase(&name.chars().take(40).collect::<String>());
    let distance = |name: &str, candidate: &str| {
        let distance = strsim::damerau_levenshtein(name, candidate);
        let is_near = distance * 3 <= name.chars().count().max(candidate.chars().count());
        is_near.then_some(distance)
    };
    let mut near: Vec<(usize, &str)> = names
        .filter_map(|candidate| {
            let stems = (stem(&lower), stem(candidate));
            let by_stem = (stems != (&*lower, candidate)).then(|| distance(stems.0, stems.1)).flatten();
            let starts = (lower.len() >= 3 && candidate.starts_with(&lower))
                .then(|| strsim::damerau_levenshtein(&lower, candidate));
            let least = [distance(&lower, candidate), by_stem, starts].into_iter().flatten().min()?;
            Some((least, candidate))
        })
        .collect();
    near.compact_sort();
    // If a known name at distance 1 has the same letters, two letters were probably transposed, so only names
    // with these letters are returned.
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.compact_sort();
        letters
    };
    let typed = letters(&lower);
    if near.iter().any(|&(distance, candidate)| distance == 1 && letters(candidate) == typed) {
        near.retain(|&(_, candidate)| letters(candidate) == typed);
    }
    near.into_iter().map(|(_, candidate)| candidate).take(3).collect()
}

/// Returns whether `name` is the word `misere` or `misère`, which requests misère play, ignoring case.
///
/// ```
/// assert!(grundy_rules::is_misere("misere") && grundy_rules::is_misere("Misère"));
/// ```
pub fn is_misere(name: &str) -> bool {
    ["misere", "misère", "misÈre"].iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// Returns the error for a name that implies misère play in a text with other terms.
pub(crate) fn requires_single_term(name: &str, span: Range<usize>, game: &dyn DynGame) -> Error {
    let message = text!(
        "`{name}` means misère play of the whole position: do not combine it with `misere` or with other terms of a \
            sum",
        name
    );
    Error::new(ErrorKind::Syntax, message)
        .at(span)
        .help(text!("write `misere` in front: misere {game}(...) + ...", game = game.info().name))
}

/// The help text for an unknown name that is similar to no game's name.
pub const ALL_GAMES: Text = text!("`grundy games` lists all games");

/// Returns the error for a name that no game has; its help lists similar names.
pub(crate) fn unknown_game(name: &str, span: Range<usize>, library: &Library) -> Error {
    let shown: String = name.chars().take(40).collect();
    let error = Error::new(ErrorKind::UnknownGame, text!("there is no game `{shown}`", shown = &shown)).at(span);
    if is_misere(name) {
        return error.help(text!("write `misere` once, in front of the whole sum: misere nim(3) + nim(4)"));
    }
    let near = library.nearest(&shown);
    match near.as_slice() {
        [] => error.help(ALL_GAMES),
        near => {
            let near = Text::or(near.iter().map(|name| Text::verbatim(format!("`{name}`"))));
            error.help(text!("did you mean {near}?", near))
        }
    }
}
