//! JSON, schema 1. The schema itself stands in `docs/schema.json`; tests hold real output against it.

use grundy_rules::{Card, Entry, Error, Field, TheoremCard};
use grundy_solve::{Answer, Move, Reason};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

/// The version of the JSON.
const SCHEMA: u8 = 1;

/// An answer as one line of JSON; `line` is its number in a batch.
///
/// ```
/// use grundy_solve::{Budget, Question, Solver};
/// let spec = grundy_rules::parse("nim(1,2)").unwrap();
/// let answer = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap();
/// let json = grundy_render::answer_json(&answer, None);
/// assert!(json.starts_with(r#"{"schema":1,"spec":"nim(1,2)","play":"normal","kind":"impartial","outcome":"N""#));
/// ```
pub fn answer_json(answer: &Answer, line: Option<u64>) -> String {
    to_json(&AnswerJson { answer, line })
}

/// An error as one line of JSON; `line` is its number in a batch.
///
/// ```
/// let error = grundy_rules::parse("take[0](5)").unwrap_err();
/// let json = grundy_render::error_json(&error, Some(3));
/// assert!(json.starts_with(r#"{"schema":1,"line":3,"error":{"kind":"bad_argument","message":"#));
/// ```
pub fn error_json(error: &Error, line: Option<u64>) -> String {
    to_json(&ErrorJson { error, line })
}

/// Cards of games as a JSON array.
pub fn cards_json(games: &[&dyn Entry]) -> String {
    to_json(&games.iter().map(|&entry| CardJson { card: entry.card(), theorems: entry.theorems() }).collect::<Vec<_>>())
}

fn to_json<T: Serialize>(value: &T) -> String {
    // Writing to memory cannot fail, and no map here has keys that are not strings.
    serde_json::to_string(value).expect("plain data serialises")
}

struct AnswerJson<'a> {
    answer: &'a Answer,
    line: Option<u64>,
}

impl Serialize for AnswerJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let answer = self.answer;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", &SCHEMA)?;
        if let Some(line) = self.line {
            map.serialize_entry("line", &line)?;
        }
        map.serialize_entry("spec", &answer.spec)?;
        if answer.spec.is_none() {
            map.serialize_entry("parts", &answer.parts)?;
        }
        map.serialize_entry("play", &Shown(answer.play))?;
        map.serialize_entry("kind", answer.kind.name())?;
        map.serialize_entry("outcome", &answer.outcome.map(Shown))?;
        map.serialize_entry("grundy", &answer.grundy.map(|g| g.0))?;
        map.serialize_entry("value", &answer.grundy.map(Shown))?;
        map.serialize_entry("moves", &Moves(&answer.moves))?;
        map.serialize_entry("moves_total", &answer.moves_total)?;
        map.serialize_entry("reason", &Reasons(&answer.reasons))?;
        map.serialize_entry("stats", &Stats(answer))?;
        map.end()
    }
}

/// A value that is written as it is printed.
struct Shown<T>(T);

impl<T: std::fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

struct Stats<'a>(&'a Answer);

impl Serialize for Stats<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut stats = serializer.serialize_struct("stats", 2)?;
        stats.serialize_field("nodes", &self.0.nodes)?;
        stats.serialize_field("seconds", &self.0.elapsed.as_secs_f64())?;
        stats.end()
    }
}

struct Moves<'a>(&'a [Move]);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(MoveJson))
    }
}

struct MoveJson<'a>(&'a Move);

impl Serialize for MoveJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &self.0.text)?;
        map.serialize_entry("part", &self.0.part)?;
        for (name, field) in &self.0.fields {
            match field {
                Field::Number(n) => map.serialize_entry(name, n)?,
                Field::Numbers(list) => map.serialize_entry(name, list)?,
            }
        }
        map.serialize_entry("to", &self.0.to)?;
        map.serialize_entry("result", "win")?;
        map.end()
    }
}

struct Reasons<'a>(&'a [Reason]);

impl Serialize for Reasons<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(ReasonJson))
    }
}

struct ReasonJson<'a>(&'a Reason);

impl Serialize for ReasonJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.0 {
            Reason::Theorem(card) => {
                map.serialize_entry("by", "theorem")?;
                map.serialize_entry("name", card.name)?;
                map.serialize_entry("source", card.source)?;
            }
            Reason::Table { to } => {
                map.serialize_entry("by", "table")?;
                map.serialize_entry("to", to)?;
            }
            Reason::Period { period, theorem } => {
                map.serialize_entry("by", "period")?;
                map.serialize_entry("preperiod", &period.preperiod)?;
                map.serialize_entry("period", &period.period)?;
                map.serialize_entry("theorem", theorem.name)?;
            }
            Reason::Search { nodes } => {
                map.serialize_entry("by", "search")?;
                map.serialize_entry("nodes", nodes)?;
            }
        }
        map.end()
    }
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
        body.serialize_field("message", &error.message)?;
        body.serialize_field("span", &error.span.as_ref().map(|s| [s.start, s.end]))?;
        body.serialize_field("help", &error.help)?;
        body.end()
    }
}

struct CardJson {
    card: &'static Card,
    theorems: Vec<&'static TheoremCard>,
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
        map.serialize_entry("short", &card.short)?;
        map.serialize_entry("misere", &card.misere)?;
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
