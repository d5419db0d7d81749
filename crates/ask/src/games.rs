//! Information about games, by name.

use crate::reply::Reply;
use grundy_games::library;
use grundy_lang::{Language, Text, text};
use grundy_render::{theorem_proof, theory_proofs};
use grundy_rules::{DynGame, TheoremInfo};
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

    /// Returns the proofs of a game's theorems, or the proof of the theorem with this name, as Markdown.
    ///
    /// The name may also be that of a theorem on sums, which belongs to no game. The results to which the proofs refer
    /// come after them. `command` is the command that prints the proof of the theorem `THEOREM`.
    ///
    /// # Errors
    /// `unknown_game`, with similar names; `bad_argument` without a name.
    ///
    /// ```
    /// use grundy_lang::Language;
    /// use grundy_ask::GamesRequest;
    /// let proofs = GamesRequest::new("wythoff").proofs("grundy games THEOREM --proof", Language::English)?;
    /// assert!(proofs.contains("**Proof.**"));
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn proofs(&self, command: &str, language: Language) -> Result<String> {
        let name = self.name.as_deref().unwrap_or_default();
        find_game(name).map(|game| proofs_of(game, command, language)).or_else(|error| {
            let proofs = theory_proofs(&[name], None, command, language);
            if proofs.is_empty() { Err(error) } else { Ok(proofs) }
        })
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

/// Returns the sections of the theory that prove the theorems of a game or explain it, each once.
///
/// A theorem without a section gets the source of its proof.
fn proofs_of(game: &dyn DynGame, command: &str, language: Language) -> String {
    let has_section = |name: &str| theorem_proof(name, language).is_some();
    let (proved, others): (Vec<&TheoremInfo>, Vec<&TheoremInfo>) =
        game.theorems().into_iter().partition(|theorem| has_section(theorem.name));
    let names: Vec<&str> = proved.iter().map(|theorem| theorem.name).collect();
    let game = game.info().name;
    let sections = theory_proofs(&names, Some(game), command, language);
    let sources = others.iter().map(|theorem| {
        let source = language.translate(theorem.source);
        let line = text!("{theorem}: proved in {source}", theorem = theorem.name, source);
        format!("- {}\n", line.in_language(language))
    });
    match (sections.is_empty(), others.is_empty()) {
        (true, true) => text!("{game} has no theorem: its positions are searched", game).in_language(language) + "\n",
        (false, true) => sections,
        (true, false) => sources.collect(),
        (false, false) => format!("{sections}\n{}", sources.collect::<String>()),
    }
}
