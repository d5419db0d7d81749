//! Information about games, by name.

use crate::reply::Reply;
use grundy_games::library;
use grundy_lang::{Language, Text, text};
use grundy_render::theorem_proof;
use grundy_rules::DynGame;
use grundy_rules::{Error, ErrorKind, Result};

/// A request for the `GameInfo` of games.
#[derive(Clone, Debug)]
pub struct GamesRequest {
    /// The name or an alias of a game; all games if `None`.
    pub name: Option<String>,
}

impl GamesRequest {
    /// Returns the request for the `GameInfo` of one game.
    pub fn new(name: impl Into<String>) -> GamesRequest {
        GamesRequest { name: Some(name.into()) }
    }

    pub(crate) fn run(&self) -> Result<Reply> {
        Ok(match &self.name {
            None => Reply::Games(library().games()),
            Some(name) => Reply::Game(find_game(name)?),
        })
    }

    /// Returns the proofs of a game's theorems, or the proof of the theorem with this name.
    ///
    /// The name may also be that of a theorem on sums, which belongs to no game.
    ///
    /// # Errors
    /// `unknown_game`, with similar names; `bad_argument` without a name.
    ///
    /// ```
    /// use grundy_lang::Language;
    /// use grundy_ask::GamesRequest;
    /// assert!(GamesRequest::new("wythoff").proofs(Language::English)?.contains("**Proof.**"));
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn proofs(&self, language: Language) -> Result<String> {
        let name = self.name.as_deref().unwrap_or_default();
        match find_game(name) {
            Ok(game) => Ok(proofs_of(game, language)),
            Err(error) => theorem_proof(name, language).ok_or(error),
        }
    }
}

/// Returns the game of this name.
///
/// # Errors
/// `unknown_game`, with similar names.
pub(crate) fn find_game(name: &str) -> Result<&'static dyn DynGame> {
    library().find(name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> Error {
    let error = Error::new(ErrorKind::UnknownGame, text!("there is no game `{name}`", name)).at(0..name.len());
    match library().nearest(name).as_slice() {
        [] => error.help(text!("`grundy games` lists all games")),
        near => {
            let near = Text::or(near.iter().map(|name| Text::verbatim(format!("`{name}`"))));
            error.help(text!("did you mean {near}?", near))
        }
    }
}

/// Returns the sections of the theory that prove the theorems of a game, each once.
///
/// A theorem without a section gets the source of its proof.
fn proofs_of(game: &dyn DynGame, language: Language) -> String {
    let (mut sections, mut others): (Vec<String>, Vec<String>) = (vec![], vec![]);
    for theorem in game.theorems() {
        match theorem_proof(theorem.name, language) {
            Some(section) if sections.contains(&section) => {}
            Some(section) => sections.push(section),
            None => {
                let source = language.translate(theorem.source);
                let line = text!("{theorem}: proved in {source}", theorem = theorem.name, source);
                others.push(line.in_language(language) + "\n");
            }
        }
    }
    if sections.is_empty() && others.is_empty() {
        let game = game.info().name;
        return text!("{game} has no theorem: its positions are searched", game).in_language(language) + "\n";
    }
    sections.extend(Some(others.concat()).filter(|others| !others.is_empty()));
    sections.join("\n")
}
