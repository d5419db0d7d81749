//! JSON, schema 1. The schema itself stands in `docs/schema.json`; tests hold real output against it.

use crate::object::{Object, push_list, push_number, push_text};
use grundy_lang::Text;
use grundy_rules::{Card, Entry, Error, Field, Kind, Nimber, Seat, TableView, TheoremCard};
use grundy_solve::{Answer, Move, MoveResult, Next, Reason};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

/// The version of the JSON.
pub(crate) const SCHEMA: u8 = 1;

/// An answer as one line of JSON; `line` is its number in a batch.
///
/// ```
/// use grundy_solve::{Budget, Question, Solver};
/// let spec = grundy_games::parse("nim(1,2)").unwrap();
/// let answer = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap();
/// let json = grundy_render::answer_json(&answer, None);
/// assert!(json.starts_with(r#"{"schema":1,"spec":"nim(1,2)","play":"normal","kind":"impartial","outcome":"N""#));
/// ```
pub fn answer_json(answer: &Answer, line: Option<u64>) -> String {
    let mut out = String::with_capacity(512);
    push_answer_json(answer, line, &mut out);
    out
}

/// The same, appended to a text. A batch of a million lines keeps one text for all of them.
pub fn push_answer_json(answer: &Answer, line: Option<u64>, out: &mut String) {
    let mut object = Object::open(out);
    object.number("schema", SCHEMA);
    if let Some(line) = line {
        object.number("line", line);
    }
    object.text_or_null("spec", answer.spec.as_deref());
    if answer.spec.is_none() {
        object.number("parts", answer.parts);
    }
    object.word("play", answer.play.name());
    object.word("kind", answer.kind.name());
    match answer.outcome {
        Some(outcome) => object.word("outcome", outcome.name()),
        None => object.null("outcome"),
    }
    if let Some([left, right]) = answer.starts {
        object.word("left_first", left.name());
        object.word("right_first", right.name());
    }
    match answer.grundy {
        Some(grundy) => {
            object.number("grundy", grundy.0);
            push_nimber(grundy, object.key("value"));
        }
        None => {
            // A value of `inf{0,2}` needs no escape.
            match &answer.loopy {
                Some(loopy) => object.word("grundy", &loopy.to_string()),
                None => object.null("grundy"),
            }
            object.null("value");
        }
    }
    if !answer.short {
        object.number_or_null("remoteness", answer.remoteness);
    }
    if answer.kind == Kind::Scoring {
        object.number_or_null("score", answer.score);
    }
    if answer.kind == Kind::Multiplayer {
        object.number_or_null("loser", answer.loser.map(player));
    }
    push_list(object.key("moves"), &answer.moves, push_move);
    object.number_or_null("moves_total", answer.moves_total);
    if answer.incomplete {
        object.key("moves_complete").push_str("false");
    }
    push_list(object.key("reason"), &answer.reasons, push_reason);
    let mut stats = Object::open(object.key("stats"));
    stats.number("nodes", answer.nodes);
    stats.seconds("seconds", answer.elapsed);
    stats.close();
    object.close();
}

/// An error as one line of JSON; `line` is its number in a batch.
///
/// ```
/// let error = grundy_games::parse("take[0](5)").unwrap_err();
/// let json = grundy_render::error_json(&error, Some(3));
/// assert!(json.starts_with(r#"{"schema":1,"line":3,"error":{"kind":"bad_argument","message":"#));
/// ```
pub fn error_json(error: &Error, line: Option<u64>) -> String {
    to_json(&ErrorJson { error, line })
}

/// Cards of games as a JSON array.
pub fn cards_json(games: &[&dyn Entry]) -> String {
    to_json(&games.iter().map(|&entry| CardJson::of(entry)).collect::<Vec<_>>())
}

fn to_json<T: Serialize>(value: &T) -> String {
    // Writing to memory cannot fail, and no map here has keys that are not strings.
    serde_json::to_string(value).expect("plain data serialises")
}

/// As `Nimber` prints itself, without the machinery of `fmt`.
fn push_nimber(value: Nimber, out: &mut String) {
    match value.0 {
        0 => out.push_str("\"0\""),
        1 => out.push_str("\"*\""),
        k => {
            out.push_str("\"*");
            push_number(k, out);
            out.push('"');
        }
    }
}

/// The number of a player, counted from 1.
fn player(seat: Seat) -> u16 {
    u16::from(seat.0) + 1
}

fn push_move(mv: &Move, out: &mut String) {
    let mut object = Object::open(out);
    object.text("move", &mv.text.to_string());
    object.number("part", mv.part);
    for (name, field) in &mv.fields {
        match field {
            Field::Number(n) => object.number(name, *n),
            Field::Numbers(list) => push_list(object.key(name), list, |&n, out| push_number(n, out)),
            Field::Signed(n) => object.number(name, *n),
            Field::Text(text) => object.text(name, text),
            Field::Texts(list) => push_list(object.key(name), list, |text, out| push_text(text, out)),
        }
    }
    if let Some(by) = mv.by {
        object.word("by", if by == Seat::LEFT { "left" } else { "right" });
    }
    object.text_or_null("to", mv.to.as_deref());
    match mv.result {
        MoveResult::Win => object.word("result", "win"),
        MoveResult::Draw => object.word("result", "draw"),
        MoveResult::Score(score) => object.number("result", score),
        MoveResult::Loser(seat) => object.number("result", player(seat)),
    }
    if let Some(next) = mv.next {
        object.word("next", if next == Next::Same { "same" } else { "other" });
    }
    object.close();
}

fn push_reason(reason: &Reason, out: &mut String) {
    let mut object = Object::open(out);
    match reason {
        Reason::Theorem(card) => {
            object.word("by", "theorem");
            object.word("name", card.name);
            object.text("source", card.source);
        }
        Reason::Table { to, .. } => {
            object.word("by", "table");
            object.number("to", *to);
        }
        Reason::Period { period, theorem, .. } => {
            object.word("by", "period");
            object.number("preperiod", period.preperiod);
            object.number("period", period.period);
            object.word("theorem", theorem.name);
        }
        Reason::Proof { statement, method } => {
            object.word("by", "proof");
            object.text("statement", &statement.to_string());
            object.text("method", &method.to_string());
        }
        Reason::Search { nodes } => {
            object.word("by", "search");
            object.number("nodes", *nodes);
        }
    }
    object.close();
}

struct ErrorJson<'a> {
    error: &'a Error,
    line: Option<u64>,
}

impl Serialize for ErrorJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", &SCHEMA)?;
        if let Some(line) = self.line {
            map.serialize_entry("line", &line)?;
        }
        map.serialize_entry("error", &ErrorBody(self.error))?;
        map.end()
    }
}

struct ErrorBody<'a>(&'a Error);

impl Serialize for ErrorBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let error = self.0;
        let mut body = serializer.serialize_struct("error", 4)?;
        body.serialize_field("kind", error.kind.name())?;
        body.serialize_field("message", &error.message.to_string())?;
        body.serialize_field("span", &error.span.as_ref().map(|s| [s.start, s.end]))?;
        body.serialize_field("help", &error.help.as_ref().map(Text::to_string))?;
        body.end()
    }
}

/// What the players know, in every game: nothing is hidden, nothing is left to chance, and they move in turn.
pub(crate) const INFORMATION: &str = "perfect";

struct CardJson {
    card: &'static Card,
    table: Option<&'static str>,
    theorems: Vec<&'static TheoremCard>,
}

impl CardJson {
    fn of(entry: &dyn Entry) -> CardJson {
        CardJson { card: entry.card(), table: table_of(entry), theorems: entry.theorems() }
    }
}

/// How the game's values stand in a table, in a word.
pub(crate) fn table_of(entry: &dyn Entry) -> Option<&'static str> {
    // Whether there is a table is a matter of the rules, which any position tells.
    let position = entry.samples().next()?;
    match position.table() {
        Some(TableView::Heaps(_) | TableView::Partizan { .. }) => Some("heaps"),
        Some(TableView::Rays(_)) => Some("pairs"),
        Some(TableView::Dense(rules)) => Some(["heaps", "pairs", "triples"][rules.dims() - 1]),
        Some(TableView::Digraph(_) | TableView::Rivals(_) | TableView::Row { .. }) => None,
        // Told by theorem, or searched.
        None => match position.ruleset().dims()? {
            1 => Some("heaps"),
            2 => Some("pairs"),
            _ => Some("triples"),
        },
    }
}

impl Serialize for CardJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let card = self.card;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", card.name)?;
        map.serialize_entry("aliases", card.aliases)?;
        map.serialize_entry("title", card.title)?;
        map.serialize_entry("rules", card.rules)?;
        map.serialize_entry("notation", card.notation)?;
        map.serialize_entry("example", card.example)?;
        map.serialize_entry("kind", card.kind.name())?;
        map.serialize_entry("also", &card.also.map(Kind::name))?;
        map.serialize_entry("players", &card.kind.players())?;
        map.serialize_entry("information", INFORMATION)?;
        map.serialize_entry("short", &card.short)?;
        map.serialize_entry("others", card.others)?;
        map.serialize_entry("misere", &card.misere)?;
        map.serialize_entry("table", &self.table)?;
        map.serialize_entry("theorems", &self.theorems.iter().map(|t| Theorem(t)).collect::<Vec<_>>())?;
        map.end()
    }
}

struct Theorem(&'static TheoremCard);

impl Serialize for Theorem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut theorem = serializer.serialize_struct("theorem", 4)?;
        theorem.serialize_field("name", self.0.name)?;
        theorem.serialize_field("statement", self.0.statement)?;
        theorem.serialize_field("source", self.0.source)?;
        theorem.serialize_field("scope", self.0.scope)?;
        theorem.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nimbers_are_written_as_they_print() {
        for k in [0, 1, 2, 438_840, u128::MAX] {
            let mut out = String::new();
            push_nimber(Nimber(k), &mut out);
            assert_eq!(out, format!("\"{}\"", Nimber(k)));
        }
    }
}
