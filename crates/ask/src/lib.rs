//! Requests and replies, in JSON or typed, shared by the command, the web page and other programs.
//!
//! The field `do` of a request names the operation: `solve`, `parse`, `board`, `draw`, `table`, `find`,
//! `prove`, `verify`, `sequence`, `value`, `quotient`, `games`, `check` or `complete`. The reply is what the
//! command writes with `--format json`, byte for byte; several lines become one array. Errors are replies as
//! well. `table` and `sequence` take a `format` as the command does; the reply is then
//! `{"format":"csv","text":"..."}`.
//!
//! [`ask`] answers JSON with JSON. Callers in Rust run a [`Request`] in a [`RequestContext`] and write each [`Reply`]
//! as text or JSON, with the settings in an [`OutputOptions`]. Each operation has a module with its request type;
//! start with [`Request`].
//!
//! ```
//! use grundy_solve::{Budget, Solver};
//! use grundy_ask::ask;
//! let (mut solver, budget) = (grundy_proof::solver_with_proofs(), Budget::default());
//! let mut ask = |request: &str| ask(request, &mut solver, &budget);
//! assert!(ask(r#"{"do":"solve","spec":"nim(3,4,5)"}"#).contains(r#""outcome":"N","grundy":2"#));
//! assert!(ask(r#"{"do":"solve","spec":"nim(2^63)","numbers":"text"}"#).contains(r#""grundy":"9223372036854775808""#));
//! assert!(ask(r#"{"do":"board","spec":"nim(3)"}"#).contains(r#""touches":{"stones":[1,3]},"result":"win""#));
//! assert!(ask(r#"{"do":"solve","spec":"nim(@heaps.txt)"}"#).contains(r#""kind":"unsupported""#));
//! assert!(ask(r#"{"do":"solve","sepc":"nim(1)"}"#).contains(r#""kind":"bad_argument""#));
//! ```

pub mod board;
mod check;
pub mod complete;
mod context;
#[cfg(feature = "database")]
mod database;
pub mod draw;
mod errors;
mod fields;
pub mod forms;
mod games;
mod input;
mod output;
mod packed_values;
mod picture;
pub mod quotient;
mod reply;
mod request;
pub mod rules;
pub mod sequence;
pub mod solve;
pub mod table;
mod table_target;
pub mod value;
mod words;

pub use board::{BoardRequest, MAX_MOVES, MAX_PIECES};
pub use check::{CheckRequest, Example};
pub use complete::{CompleteRequest, TextKind};
pub use context::{Checkpoint, RequestContext, SolvedDatabase, Watcher};
#[cfg(feature = "database")]
pub use database::{folder_info, folder_summary};
pub use draw::DrawRequest;
pub use games::GamesRequest;
pub use input::Input;
pub use output::{Hints, OutputOptions};
pub use packed_values::PackedValues;
pub use picture::position_picture;
pub use reply::{ExpressionValue, Reply, ShownBoard};
pub use request::{
    FindRequest, FindTarget, ParseRequest, ProveRequest, QuotientRequest, Request, Uncertified, ValueRequest,
    VerifyRequest,
};
pub use sequence::SequenceRequest;
pub use solve::{BatchRequest, SolveRequest, SolveResult};
pub use table::TableRequest;
pub use table_target::TableTarget;
pub use words::{begins_with_respelled_name, specs_from_words};

use errors::with_field_suggestion;
pub use fields::MAX_LEN;
use fields::{Fields, read_budget, read_output_options};
use grundy_json::error_json;
use grundy_rules::NoSources;
use grundy_rules::Result;
use grundy_solve::{Budget, Solver};

/// Answers a request.
///
/// The solver keeps its tables for later requests. A request can only lower the limits of the budget.
pub fn ask(request: &str, solver: &mut Solver, budget: &Budget) -> String {
    let mut output = OutputOptions::default();
    let mut lines = vec![];
    let result = Fields::read(request).and_then(|mut fields| {
        read_output_options(&mut fields, &mut output)?;
        answer(fields, &mut output, solver, budget, &mut |line| lines.push(line))
    });
    if let Err(error) = result {
        lines.push(error_json(&with_field_suggestion(&error), output.json_options()));
    }
    match lines.len() {
        1 => lines.remove(0),
        _ => format!("[{}]", lines.join(",")),
    }
}

fn answer(
    mut fields: Fields,
    output: &mut OutputOptions<'_>,
    solver: &mut Solver,
    budget: &Budget,
    emit: &mut dyn FnMut(String),
) -> Result<()> {
    let name = fields.required("do", "solve")?;
    let budget = read_budget(&mut fields, budget)?;
    let request = Request::parse(&name, fields, output)?;
    let (output, mut sources) = (*output, NoSources);
    let mut context = RequestContext { output, ..RequestContext::new(solver, &budget, &mut sources) };
    request.run(&mut context, &mut |mut reply| reply.json(&output).map(&mut *emit))
}
