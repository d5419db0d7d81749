//! Descriptions of games as JSON.

use crate::form::Json;
use crate::schema::lists::{CARD, COMPLETION, COMPLETIONS, THEOREM};
use crate::schema::{Object, SCHEMA, push_list, push_text};
use grundy_lang::Language;
use grundy_render::table_of;
use grundy_rules::{Entry, Kind, TheoremInfo};

/// Returns descriptions of games as a JSON array.
pub fn cards_json(games: &[&dyn Entry], form: Json) -> String {
    form.write(|out| push_list(out, games, |&entry, out| push_card(entry, form.language, out)))
}

/// Returns completions as one line of JSON: games, each with the text after choosing it.
///
/// ```
/// let nim = grundy_games::library().find("nim").unwrap();
/// let json = grundy_json::completions_json(&[(nim, "nim(3,4,5)".to_string())], Default::default());
/// assert!(json.starts_with(r#"{"schema":2,"completions":[{"name":"nim","title":"Nim","example":"nim("#));
/// ```
pub fn completions_json(offered: &[(&'static dyn Entry, String)], form: Json) -> String {
    form.write(|out| {
        let mut object = Object::open(out, &COMPLETIONS);
        object.number("schema", SCHEMA);
        push_list(object.key("completions"), offered, |(entry, text), out| {
            let card = entry.card();
            let mut object = Object::open(out, &COMPLETION);
            object.text("name", card.name);
            object.text("title", form.language.word(card.title));
            object.text("example", card.example);
            object.text("text", text);
            object.close();
        });
        object.close();
    })
}

/// The information of the players in every game: nothing is hidden or random, and moves alternate.
pub(crate) const INFORMATION: &str = "perfect";

fn push_card(entry: &dyn Entry, language: Language, out: &mut String) {
    let card = entry.card();
    let texts = |out: &mut String, list: &[&str]| push_list(out, list, |text, out| push_text(text, out));
    let mut object = Object::open(out, &CARD);
    object.text("name", card.name);
    texts(object.key("aliases"), card.aliases);
    object.text("title", language.word(card.title));
    object.text("rules", language.word(card.rules));
    object.text("notation", language.word(card.notation));
    object.text("example", card.example);
    object.word("kind", card.kind.name());
    object.word_or_null("also", card.also.map(Kind::name));
    object.number_or_null("players", card.kind.players());
    object.word("information", INFORMATION);
    object.flag("short", card.short);
    texts(object.key("others"), card.others);
    object.flag("misere", card.misere);
    object.word_or_null("table", table_of(entry));
    push_list(object.key("theorems"), &entry.theorems(), |card, out| push_theorem(card, language, out));
    if let Some(tools) = entry.tools() {
        object.word("editor", "graph");
        push_list(object.key("inks"), tools.inks, |ink, out| push_text(ink.name(), out));
        object.flag("ground", tools.ground);
        object.flag("tokens", tools.tokens);
    }
    object.close();
}

fn push_theorem(card: &TheoremInfo, language: Language, out: &mut String) {
    let mut object = Object::open(out, &THEOREM);
    object.word("name", card.name);
    object.text("statement", language.word(card.statement));
    object.text("source", language.word(card.source));
    object.text("scope", language.word(card.scope));
    object.close();
}
