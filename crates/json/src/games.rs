//! Descriptions of games as JSON.

use crate::options::JsonOptions;
use crate::schema::lists::{COMPLETION, COMPLETIONS, INFO, THEOREM};
use crate::schema::{Object, SCHEMA, push_list, push_text};
use grundy_lang::Language;
use grundy_render::table_shape;
use grundy_rules::{DynGame, Kind, TheoremInfo};

/// Returns descriptions of games as a JSON array.
pub fn cards_json(games: &[&dyn DynGame], options: JsonOptions) -> String {
    options.write(|out| push_list(out, games, |&entry, out| push_card(entry, options.language, out)))
}

/// Returns completions as one line of JSON: games, each with the completed text.
///
/// ```
/// let nim = grundy_games::library().find("nim").unwrap();
/// let json = grundy_json::completions_json(&[(nim, "nim(3,4,5)".to_string())], Default::default());
/// assert!(json.starts_with(r#"{"schema":2,"completions":[{"name":"nim","title":"Nim","example":"nim("#));
/// ```
pub fn completions_json(offered: &[(&'static dyn DynGame, String)], options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &COMPLETIONS);
        object.number("schema", SCHEMA);
        push_list(object.key("completions"), offered, |(entry, text), out| {
            let info = entry.info();
            let mut object = Object::open(out, &COMPLETION);
            object.text("name", info.name);
            object.text("title", options.language.translate(info.title));
            object.text("example", info.example);
            object.text("text", text);
            object.close();
        });
        object.close();
    })
}

/// The information that the players of every game have: nothing is hidden or random.
pub(crate) const INFORMATION: &str = "perfect";

fn push_card(entry: &dyn DynGame, language: Language, out: &mut String) {
    let info = entry.info();
    let texts = |out: &mut String, list: &[&str]| push_list(out, list, |text, out| push_text(text, out));
    let mut object = Object::open(out, &INFO);
    object.text("name", info.name);
    texts(object.key("aliases"), info.aliases);
    object.text("title", language.translate(info.title));
    object.text("rules", language.translate(info.rules));
    object.text("notation", language.translate(info.notation));
    object.text("example", info.example);
    object.word("kind", info.kind.name());
    object.word_or_null("also", info.other_kind.map(Kind::name));
    object.number_or_null("players", info.kind.players());
    object.word("information", INFORMATION);
    object.flag("short", info.short);
    texts(object.key("others"), info.other_examples);
    object.flag("misere", info.misere);
    object.word_or_null("table", table_shape(entry));
    push_list(object.key("theorems"), &entry.theorems(), |info, out| push_theorem(info, language, out));
    if let Some(tools) = entry.tools() {
        object.word("editor", "graph");
        push_list(object.key("inks"), tools.colors, |ink, out| push_text(ink.name(), out));
        object.flag("ground", tools.ground);
        object.flag("tokens", tools.tokens);
    }
    object.close();
}

fn push_theorem(info: &TheoremInfo, language: Language, out: &mut String) {
    let mut object = Object::open(out, &THEOREM);
    object.word("name", info.name);
    object.text("statement", language.translate(info.statement));
    object.text("source", language.translate(info.source));
    object.text("scope", language.translate(info.scope));
    object.close();
}
