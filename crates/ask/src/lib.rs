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

mod board;
pub mod complete;
mod draw;
mod errors;
mod fields;
pub mod forms;
pub mod games;
pub mod quotient;
pub mod rules;
pub mod sequence;
pub mod solve;
pub mod table;
pub mod value;

pub use board::{MOST_MOVES, MOST_PIECES};

use complete::Typed;
use errors::worded;
use fields::Fields;
use grundy::engines::canonical::Canonical;
use grundy::engines::check::POSITIONS;
use grundy::engines::steps::Way;
use grundy::lang::{Language, text};
use grundy::proof::{self, Asked, Query};
use grundy::render::{
    Json, Numbers, TableFormat, Why, answer_json, cards_json, checked_json, completions_json, error_json, file_json,
    finding_json, forms_found_json, histogram_svg, losers_json, misere_value_json, parsed_json, quotient_json,
    rules_json, sequence_json, sequence_svg, statistics_json, value_json, verdict_json, verified_json, write_sequence,
};
use grundy::rulelang::claims::Claim;
use grundy::rules::clock::Instant;
use grundy::rules::{NoSources, TableView};
use grundy::{Budget, Error, ErrorKind, MovesWanted, Of, Result, Solver, verify};

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

/// What can be asked for.
const DEEDS: [&str; 14] = [
    "solve", "parse", "board", "draw", "table", "find", "prove", "verify", "sequence", "value", "quotient", "games",
    "check", "complete",
];

fn answer(
    mut fields: Fields,
    form: Json,
    solver: &mut Solver,
    budget: &Budget,
    tell: &mut dyn FnMut(String),
) -> Result<()> {
    let deed = fields.needed("do", "solve")?;
    let budget = limits(&mut fields, budget)?;
    // A board is shown without what could not be found out in time: see there.
    let shown =
        Budget { deadline: budget.deadline.and_then(|end| end.checked_add(board::TIME_TO_LIST)), ..budget.clone() };
    let scope = if deed == "board" { shown.enter() } else { budget.enter() };
    let answered = answer_to(&deed, fields, form, solver, &budget, tell);
    scope.finish(answered)
}

fn answer_to(
    deed: &str,
    fields: Fields,
    form: Json,
    solver: &mut Solver,
    budget: &Budget,
    tell: &mut dyn FnMut(String),
) -> Result<()> {
    match deed {
        "solve" => solved(fields, form, solver, budget, tell),
        "parse" => parsed(fields, form, tell),
        "board" => board::board(fields, form, solver, budget, tell),
        "draw" => draw::draw(fields, form, tell),
        "table" => tabled(fields, form, budget, tell),
        "find" => found(fields, form, budget, tell),
        "prove" => proved(fields, form, budget, tell),
        "verify" => verified(fields, form, budget, tell),
        "sequence" => sequenced(fields, form, budget, tell),
        "value" => valued(fields, form, budget, tell),
        "quotient" => quotiented(fields, form, budget, tell),
        "games" => listed(fields, form, tell),
        "check" => checked(fields, form, budget, tell),
        "complete" => completed(fields, form, tell),
        _ => {
            let error = Error::new(
                ErrorKind::BadArgument,
                text!("`{what}` is nothing that can be asked for", what = fields::cut(deed)),
            );
            Err(error.help(text!("what can be asked for: {names}", names = fields::listed(&DEEDS))))
        }
    }
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

const WHY: [(&str, Why); 3] = [("short", Why::Short), ("full", Why::Full), ("steps", Why::Steps)];
/// What patterns are looked for in: of values as games there is no table of bytes.
const FOUND: [(&str, Option<Of>); 3] = [("outcome", Some(Of::Outcome)), ("grundy", Some(Of::Grundy)), ("value", None)];
const MOVES: [(&str, MovesWanted); 4] =
    [("all", MovesWanted::All), ("one", MovesWanted::One), ("count", MovesWanted::Count), ("none", MovesWanted::None)];

fn solved(
    mut fields: Fields,
    form: Json,
    solver: &mut Solver,
    budget: &Budget,
    tell: &mut dyn FnMut(String),
) -> Result<()> {
    let spec = fields.needed("spec", "nim(3,4,5)")?;
    let solve = solve::Solve {
        misere: fields.flag("misere")?.unwrap_or(false),
        theorems: fields.flag("theorems")?.unwrap_or(true),
        moves: fields.choice("moves", &MOVES)?.unwrap_or_default(),
        why: fields.choice("why", &WHY)?.unwrap_or_default(),
        search: fields.choice("search", &Way::ALL.map(|way| (way.name(), way)))?,
        coalition: fields.player("coalition")?,
    };
    fields.end()?;
    let spec = solve.read(&spec, &mut NoSources)?;
    let answer = solver.solve(&spec, &solve.question(), budget)?;
    tell(answer_json(&answer, Json { why: solve.why, ..form }));
    Ok(())
}

fn parsed(mut fields: Fields, form: Json, tell: &mut dyn FnMut(String)) -> Result<()> {
    if let Some(text) = fields.text("rules")? {
        let misere = fields.flag("misere")?.unwrap_or(false);
        fields.end()?;
        tell(rules_json(&rules::read(&text, misere, &mut NoSources)?, form));
        return Ok(());
    }
    let spec = fields.needed("spec", "nim(3,4,5)")?;
    let solve = solve::Solve { misere: fields.flag("misere")?.unwrap_or(false), ..solve::Solve::default() };
    fields.end()?;
    tell(parsed_json(&solve.read(&spec, &mut NoSources)?, form));
    Ok(())
}

fn tabled(mut fields: Fields, form: Json, budget: &Budget, tell: &mut dyn FnMut(String)) -> Result<()> {
    let format = fields.choice("format", &FORMATS)?.unwrap_or(TableFormat::Json);
    let (rules, table) = table::Table::read(fields)?;
    let how = table::How { format, numbers: form.numbers, language: form.language, ..table::How::default() };
    let mut out = vec![];
    table.write(&rules, how, budget, &mut false, &mut out).map_err(table::error)?;
    if format == TableFormat::Json {
        // The line without its end.
        out.pop();
        tell(String::from_utf8(out).unwrap_or_default());
    } else {
        tell(file(format, out));
    }
    Ok(())
}

/// What tables and sequences are written as, by the names that the command has for them.
const FORMATS: [(&str, TableFormat); 5] = [
    ("json", TableFormat::Json),
    ("text", TableFormat::Text),
    ("csv", TableFormat::Csv),
    ("bfile", TableFormat::Bfile),
    ("svg", TableFormat::Svg),
];

/// Sequences as text are laid out for the reader's terminal.
const LISTS: [(&str, TableFormat); 4] = [FORMATS[0], FORMATS[2], FORMATS[3], FORMATS[4]];

/// A reply that holds what the command writes in another format than JSON.
fn file(format: TableFormat, text: Vec<u8>) -> String {
    let name = FORMATS.iter().find(|(_, one)| *one == format).map_or("", |(name, _)| name);
    file_json(name, &String::from_utf8(text).unwrap_or_default())
}

fn found(mut fields: Fields, form: Json, budget: &Budget, tell: &mut dyn FnMut(String)) -> Result<()> {
    let rules = fields.needed("rules", "take[1,3,4]")?;
    let misere = fields.flag("misere")?.unwrap_or(false);
    let asked = fields.choice("of", &FOUND)?;
    let query =
        Query { to: fields.number("to")?, of: asked.flatten(), theorems: fields.flag("theorems")?.unwrap_or(true) };
    let form = Json { files: fields.flag("files")?.unwrap_or(false), ..form };
    fields.end()?;
    let rules = rules::read(&rules, misere, &mut NoSources)?;
    if asked == Some(None) {
        tell(forms_found_json(&rules, &forms::find(&rules, query.to, budget)?));
        return Ok(());
    }
    if let Some(TableView::Rivals(_)) = rules.game.table() {
        tell(losers_json(&rules, &proof::find_losers(&rules, query, budget)?, form));
        return Ok(());
    }
    proof::find(&rules, query, &mut Solver::new(), budget, &mut |finding| {
        tell(finding_json(&rules, &finding, None, form));
    })
}

fn proved(mut fields: Fields, form: Json, budget: &Budget, tell: &mut dyn FnMut(String)) -> Result<()> {
    let rules = fields.needed("rules", "take[1..4]")?;
    let claim = fields.needed("claim", "P iff n % 5 == 0")?;
    let misere = fields.flag("misere")?.unwrap_or(false);
    let asked = Asked { to: fields.number("to")?, theorems: fields.flag("theorems")?.unwrap_or(true) };
    let form = Json { files: fields.flag("files")?.unwrap_or(false), ..form };
    fields.end()?;
    let rules = rules::read(&rules, misere, &mut NoSources)?;
    let claim = Claim::parse_with(&claim, &rules, &mut verify::Certificates(&mut NoSources))?;
    let verdict = proof::prove(&rules, &claim, asked, &mut Solver::new(), budget)?;
    tell(verdict_json(&rules, &claim, &verdict, form));
    Ok(())
}

fn verified(mut fields: Fields, form: Json, budget: &Budget, tell: &mut dyn FnMut(String)) -> Result<()> {
    let certificate = fields.needed("certificate", "grundy certificate 1 ...")?;
    fields.end()?;
    let limits = rules::limits(budget);
    let certificate = verify::read_from(Ok(certificate.as_bytes()), &limits)?;
    let verified = verify::verify(&certificate, grundy::games::library(), &limits)?;
    tell(verified_json(None, &certificate, &verified, form));
    Ok(())
}

fn sequenced(mut fields: Fields, form: Json, budget: &Budget, tell: &mut dyn FnMut(String)) -> Result<()> {
    let code = fields.needed("rules", "0.77")?;
    let (to, misere) = (fields.number("to")?, fields.flag("misere")?.unwrap_or(false));
    let theorems = fields.flag("theorems")?.unwrap_or(true);
    let statistics = fields.flag("stats")?.unwrap_or(false);
    let format = fields.choice("format", &LISTS)?.unwrap_or(TableFormat::Json);
    fields.end()?;
    let lists = matches!(format, TableFormat::Csv | TableFormat::Bfile);
    if statistics && lists {
        return Err(Error::new(ErrorKind::BadArgument, text!("`stats` has no place among values")));
    }
    let plan = sequence::Plan::read(&sequence::spelt(&code), to, misere, theorems, &mut NoSources)?;
    if lists || format == TableFormat::Svg {
        // Periods need no table, but nobody can keep what would be written.
        let list = text!("a list of all heaps up to {to}, at a byte a value,", to = plan.to);
        budget.fits(u128::from(plan.to) + 1, &list)?;
    }
    let mut sequence = plan.begin()?;
    sequence.extend_to(plan.to, budget)?;
    sequence.search_now(budget)?;
    let summary = sequence.summary();
    if format != TableFormat::Json {
        let (rules, to, language) = (&plan.rules, plan.to, form.language);
        let mut out = vec![];
        match format {
            TableFormat::Svg if statistics => out = histogram_svg(rules, &summary, language).into_bytes(),
            TableFormat::Svg => out = sequence_svg(rules, &sequence, to, language).into_bytes(),
            _ => write_sequence(&sequence, to, format == TableFormat::Csv, &mut out)
                .map_err(|error| table::error(error.into()))?,
        }
        tell(file(format, out));
        return Ok(());
    }
    if statistics {
        tell(statistics_json(&plan.rules, &summary, sequence.efforts(), form));
    }
    tell(sequence_json(&plan.rules, &summary, form));
    Ok(())
}

fn listed(mut fields: Fields, form: Json, tell: &mut dyn FnMut(String)) -> Result<()> {
    let name = fields.text("name")?;
    fields.end()?;
    tell(cards_json(&games::named(name.as_deref())?, form));
    Ok(())
}

fn completed(mut fields: Fields, form: Json, tell: &mut dyn FnMut(String)) -> Result<()> {
    let (text, typed) = match fields.text("rules")? {
        Some(text) => (text, Typed::Rules),
        None => (fields.needed("spec", "kayl")?, Typed::Spec),
    };
    fields.end()?;
    tell(completions_json(&complete::completions(&text, typed, form.language), form));
    Ok(())
}

fn valued(mut fields: Fields, form: Json, budget: &Budget, tell: &mut dyn FnMut(String)) -> Result<()> {
    let expr = fields.needed("expr", "{2|0||-1} + ^*")?;
    let misere = fields.flag("misere")?.unwrap_or(false);
    fields.end()?;
    if misere || value::is_misere(&expr) {
        tell(misere_value_json(&expr, &value::misere(&expr, budget, &mut NoSources)?, form));
        return Ok(());
    }
    let mut canonical = Canonical::new(budget);
    let facts = value::facts(&expr, &mut canonical, &mut NoSources)?;
    let json = value_json(&mut canonical.values, &expr, &facts, form);
    tell(json.map_err(|limit| canonical.error(limit))?);
    Ok(())
}

fn quotiented(mut fields: Fields, form: Json, budget: &Budget, tell: &mut dyn FnMut(String)) -> Result<()> {
    let rules = fields.needed("rules", "octal[0.123]")?;
    let to = fields.number("to")?;
    fields.flag("misere")?;
    fields.end()?;
    tell(quotient_json(&quotient::of(&rules, to, budget, &mut NoSources)?, form));
    Ok(())
}

fn checked(mut fields: Fields, form: Json, budget: &Budget, tell: &mut dyn FnMut(String)) -> Result<()> {
    // Whoever loads a page does not wait for the slow twins of all theorems.
    if cfg!(target_family = "wasm") {
        let message = text!("theorems are checked against brute force by the program, not by the page");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let name = fields.text("name")?;
    let to = fields.number("to")?.unwrap_or(POSITIONS);
    fields.end()?;
    if name.as_ref().is_some_and(|name| name.starts_with('@')) {
        return Err(Error::new(ErrorKind::Unsupported, text!("files cannot be read here")));
    }
    if to == 0 {
        let error =
            Error::new(ErrorKind::BadArgument, text!("expected a number of positions such as 500 or 1_000_000"));
        return Err(error.help(text!("`{name}` has to be at least 1", name = "to")));
    }
    games::check(name.as_deref(), to, budget, &mut |checked| {
        tell(checked_json(&checked, form));
        true
    })
}
