//! A request in JSON, a reply in JSON: what the command, a web page and other programs share.
//!
//! A request says what is to be done: `solve`, `parse`, `board`, `draw`, `table`, `find`, `prove`, `verify`, `sequence`, `value`, `quotient`, `games`, `check` or `complete`. The reply is
//! what the command writes with `--format json`, byte for byte; where it writes several lines, they are one array. What is wrong is a
//! reply as well. `table` and `sequence` take a `format` as the command does; then the reply is `{"format":"csv","text":"..."}`.
//!
//! ```
//! use grundy::{Budget, Solver};
//! use grundy_ask::ask;
//! let (mut solver, budget) = (grundy::proof::solver(), Budget::default());
//! let mut ask = |request: &str| ask(request, &mut solver, &budget);
//! assert!(ask(r#"{"do":"solve","spec":"nim(3,4,5)"}"#).contains(r#""outcome":"N","grundy":2"#));
//! assert!(ask(r#"{"do":"solve","spec":"nim(2^63)","numbers":"text"}"#).contains(r#""grundy":"9223372036854775808""#));
//! assert!(ask(r#"{"do":"board","spec":"nim(3)"}"#).contains(r#""touches":{"stones":[1,3]},"result":"win""#));
//! assert!(ask(r#"{"do":"solve","spec":"nim(@heaps.txt)"}"#).contains(r#""kind":"unsupported""#));
//! assert!(ask(r#"{"do":"solve","sepc":"nim(1)"}"#).contains(r#""kind":"bad_argument""#));
//! ```

pub mod board;
pub mod complete;
pub mod draw;
mod errors;
mod fields;
pub mod forms;
pub mod games;
pub mod quotient;
mod reply;
mod request;
pub mod rules;
pub mod sequence;
pub mod solve;
pub mod table;
pub mod value;

pub use board::{MOST_MOVES, MOST_PIECES};
pub use reply::{Reply, ShownBoard, Valued, Words};
pub use request::{Check, Find, FindTarget, Parse, Prove, Quotient, Request, Sequence, Session, Uncertified, Value};

use errors::worded;
use fields::Fields;
use grundy::lang::Language;
use grundy::render::{Json, Numbers, error_json};
use grundy::rules::NoSources;
use grundy::rules::clock::Instant;
use grundy::{Budget, Result, Solver};

/// The longest request that is read.
pub const LONGEST: usize = 64 << 20;

/// Answers a request. Tables that the solver keeps serve later ones; limits in a request can only be lower than those of the budget.
pub fn ask(request: &str, solver: &mut Solver, budget: &Budget) -> String {
    let mut form = Json::default();
    let mut lines = vec![];
    let done = Fields::read(request).and_then(|mut fields| {
        let said = head(&mut fields, &mut form);
        said.and_then(|()| answer(fields, form, solver, budget, &mut |line| lines.push(line)))
    });
    if let Err(error) = done {
        lines.push(error_json(&worded(&error), form));
    }
    match lines.len() {
        1 => lines.remove(0),
        _ => format!("[{}]", lines.join(",")),
    }
}

/// How the reply is to be written; what was read is known even where the rest is wrong.
fn head(fields: &mut Fields, form: &mut Json) -> Result<()> {
    const LANGUAGES: [(&str, Language); 2] = [("en", Language::English), ("zh", Language::Chinese)];
    form.language = fields.choice("lang", &LANGUAGES)?.unwrap_or_default();
    form.numbers = fields.choice("numbers", &Numbers::NAMES)?.unwrap_or_default();
    Ok(())
}

fn answer(
    mut fields: Fields,
    mut form: Json,
    solver: &mut Solver,
    budget: &Budget,
    tell: &mut dyn FnMut(String),
) -> Result<()> {
    let name = fields.needed("do", "solve")?;
    let budget = limits(&mut fields, budget)?;
    // A board is shown without what could not be found out in time: see there.
    let shown =
        Budget { deadline: budget.deadline.and_then(|end| end.checked_add(board::TIME_TO_LIST)), ..budget.clone() };
    let scope = if name == "board" { shown.enter() } else { budget.enter() };
    let answered = Request::read(&name, fields, &mut form).and_then(|request| {
        let (language, numbers) = (form.language, form.numbers);
        let mut session = Session { solver, budget: &budget, sources: &mut NoSources, language, numbers };
        request.run(&mut session, &mut |mut reply| reply.json(form).map(&mut *tell))
    });
    scope.finish(answered)
}

/// The budget with the limits that the request sets.
fn limits(fields: &mut Fields, budget: &Budget) -> Result<Budget> {
    let mut limits = budget.clone();
    if let Some(bytes) = fields.number("memory")? {
        limits.bytes = limits.bytes.min(bytes);
    }
    if let Some(time) = fields.seconds("time")? {
        let end = Instant::now().checked_add(time);
        limits.deadline = [limits.deadline, end].into_iter().flatten().min();
    }
    if let Some(threads) = fields.number("threads")? {
        limits.threads = limits.threads.min(usize::try_from(threads).unwrap_or(usize::MAX)).max(1);
    }
    Ok(limits)
}
