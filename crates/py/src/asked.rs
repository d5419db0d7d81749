//! What is found, proved and computed, as JSON, as the text that the command prints, and as pictures.

use crate::errors::{language, raise};
use crate::position::read;
use crate::work::work;
use grundy::engines::sequence::survey as surveyed;
use grundy::engines::{Answer, Reason};
use grundy::lang::text;
use grundy::proof::CodeLanguage;
use grundy::render::{Json, Style, TableFormat, folder_json, folder_text, survey_json};
use grundy::rules::{Code, NoSources};
use grundy::store::database::{Database, Folder};
use grundy::{Budget, Error, ErrorKind, Question, Result, Ruleset, Spec, folder_info};
use grundy_ask::{Find, FindTarget, Prove, Quotient, Reply, Request, Session, Value, Words};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The data of a report.
pub(crate) enum Told {
    /// What a request was answered with, and a picture where one was made at once.
    Reply(Mutex<Reply>, Option<String>),
    /// JSON, text and a picture that are made at once.
    Plain { json: String, text: String, svg: Option<String> },
}

/// A report: JSON, the text that the command prints, a picture where there is one.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Report(pub(crate) Told);

impl Report {
    pub(crate) fn new(reply: Reply, svg: Option<String>) -> Report {
        Report(Told::Reply(Mutex::new(reply), svg))
    }
}

fn form() -> Json {
    Json { files: true, language: language(), ..Json::default() }
}

/// Locks the reply. A poisoned lock is safe: writing a reply leaves it as it was.
fn locked(reply: &Mutex<Reply>) -> MutexGuard<'_, Reply> {
    reply.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Report {
    /// The object that the command writes with `--format json`, with certificates in it.
    #[getter]
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        match &self.0 {
            Told::Reply(reply, _) => locked(reply).json(form()).map_err(|error| raise(py, &error, "")),
            Told::Plain { json, .. } => Ok(json.clone()),
        }
    }

    /// What the command prints.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        match &self.0 {
            Told::Reply(reply, _) => {
                let words = Words { language: language(), style: Style::default(), prove: &prove_call, file: None };
                locked(reply).text(&words).map_err(|error| raise(py, &error, ""))
            }
            Told::Plain { text, .. } => Ok(text.clone()),
        }
    }

    /// A picture.
    #[getter]
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        match &self.0 {
            Told::Reply(_, Some(svg)) => Ok(Some(svg.clone())),
            Told::Reply(reply, None) => locked(reply).svg(language()).map_err(|error| raise(py, &error, "")),
            Told::Plain { svg, .. } => Ok(svg.clone()),
        }
    }

    /// The certificate, where something is proved.
    #[getter]
    fn certificate(&self) -> Option<String> {
        match &self.0 {
            Told::Reply(reply, _) => locked(reply).certificate().map(|certificate| certificate.to_text()),
            Told::Plain { .. } => None,
        }
    }

    /// A function that computes what was found.
    fn code(&self, name: &str) -> PyResult<Option<String>> {
        let all = [("python", CodeLanguage::Python), ("cpp", CodeLanguage::Cpp), ("rust", CodeLanguage::Rust)];
        let chosen = crate::solved::choice("language", name, &all)?;
        Ok(match &self.0 {
            Told::Reply(reply, _) => locked(reply).code(chosen),
            Told::Plain { .. } => None,
        })
    }
}

/// Runs a request that is about a text; all its replies.
fn replies(py: Python<'_>, about: &str, request: &Request) -> PyResult<Vec<Report>> {
    work(py, about, |solver, budget| {
        let mut sources = NoSources;
        let mut session = Session { language: language(), ..Session::new(solver, budget, &mut sources) };
        let mut all = vec![];
        request.run(&mut session, &mut |reply| {
            all.push(Report::new(reply, None));
            Ok(())
        })?;
        Ok(all)
    })
}

/// Runs a request that has one reply.
fn reply(py: Python<'_>, about: &str, request: &Request) -> PyResult<Report> {
    work(py, about, |solver, budget| {
        let mut sources = NoSources;
        let mut session = Session { language: language(), ..Session::new(solver, budget, &mut sources) };
        let mut reply = request.run_one(&mut session)?;
        if matches!(reply, Reply::Quotient(_)) {
            // Learning that met a limit reports it in the reply; in Python a limit is an exception.
            budget.check()?;
        }
        if !matches!(reply, Reply::Value(_)) {
            return Ok(Report::new(reply, None));
        }
        // The arena of a value checks the limits of this call: the value is written before they expire.
        let words = Words { language: language(), style: Style::default(), prove: &prove_call, file: None };
        let (json, text) = (reply.json(form())?, reply.text(&words)?);
        Ok(Report(Told::Plain { json, text, svg: reply.svg(language()).ok().flatten() }))
    })
}

/// Answers a request in JSON, as web pages put them.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, request: &str) -> PyResult<String> {
    work(py, request, |solver, budget| {
        let reply = grundy_ask::ask(request, solver, budget);
        // A reply that tells of an interrupted question is none.
        if budget.is_cancelled() { budget.check().map(|()| reply) } else { Ok(reply) }
    })
}

/// The board of notebooks, as a module for anywidget.
#[pyfunction]
pub(crate) fn board() -> &'static str {
    include_str!(concat!(env!("OUT_DIR"), "/widget.js"))
}

/// How a claim that was found is proved.
fn prove_call(rules: &str, claim: &str) -> String {
    format!("g.prove({rules:?}, {claim:?})")
}

fn rules_of(text: &str, misere: bool) -> Result<Ruleset> {
    grundy_ask::rules::read(text, misere, &mut NoSources)
}

/// Rules as they are printed, or the error of what cannot be read.
#[pyfunction]
#[pyo3(signature = (rules, misere = false))]
pub(crate) fn read_rules(py: Python<'_>, rules: &str, misere: bool) -> PyResult<String> {
    rules_of(rules, misere).map(|rules| rules.to_string()).map_err(|error| raise(py, &error, rules))
}

/// The patterns of a game.
#[pyfunction]
#[pyo3(signature = (rules, misere = false, of = None, to = None, theorems = true))]
pub(crate) fn find(
    py: Python<'_>,
    rules: &str,
    misere: bool,
    of: Option<&str>,
    to: Option<u64>,
    theorems: bool,
) -> PyResult<Vec<Report>> {
    // Periods of values and of losers have no class in Python.
    let all = [("outcome", FindTarget::Outcome), ("grundy", FindTarget::Grundy)];
    let of = of.map(|of| crate::solved::choice("of", of, &all)).transpose()?;
    let find = Find { rules: rules.to_string(), misere, of, to, theorems };
    let ruleset = rules_of(rules, misere).map_err(|error| raise(py, &error, rules))?;
    if find.uncertified(&ruleset).is_some() {
        let message = text!("patterns of several players have no class in Python");
        let error = Error::new(ErrorKind::Unsupported, message).help(text!("the command finds them: grundy find"));
        return Err(raise(py, &error, rules));
    }
    replies(py, rules, &Request::Find(find))
}

/// Proves or refutes a claim.
#[pyfunction]
#[pyo3(signature = (rules, claim, misere = false, to = None, theorems = true))]
pub(crate) fn prove(
    py: Python<'_>,
    rules: &str,
    claim: &str,
    misere: bool,
    to: Option<u64>,
    theorems: bool,
) -> PyResult<Report> {
    rules_of(rules, misere).map_err(|error| raise(py, &error, rules))?;
    reply(py, claim, &Request::Prove(Prove { misere, to, theorems, ..Prove::new(rules, claim) }))
}

/// Checks a certificate.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, certificate: &str) -> PyResult<Report> {
    reply(py, certificate, &Request::Verify(certificate.to_string()))
}

/// What an expression of values is worth; its picture is the thermograph.
#[pyfunction]
pub(crate) fn value(py: Python<'_>, expr: &str) -> PyResult<Report> {
    if grundy_ask::value::is_misere(expr) {
        let error = Error::new(ErrorKind::BadArgument, text!("this expression is of misère play"));
        return Err(raise(py, &error.help(text!("ask for grundy.misere_value")), expr));
    }
    reply(py, expr, &Request::Value(Value { expr: expr.to_string(), misere: false }))
}

/// What an expression of impartial games is under misère play.
#[pyfunction]
pub(crate) fn misere_value(py: Python<'_>, expr: &str) -> PyResult<Report> {
    reply(py, expr, &Request::Value(Value { expr: expr.to_string(), misere: true }))
}

/// The misère quotient of games of heaps.
#[pyfunction]
#[pyo3(signature = (rules, to = None))]
pub(crate) fn quotient(py: Python<'_>, rules: &str, to: Option<u64>) -> PyResult<Report> {
    reply(py, rules, &Request::Quotient(Quotient { rules: rules.to_string(), to }))
}

/// The sequences of all games of a pattern, as the array that the command writes.
#[pyfunction]
pub(crate) fn survey(py: Python<'_>, pattern: &str, to: u64) -> PyResult<String> {
    work(py, pattern, |_, budget| {
        let codes = Code::of_pattern(pattern)?;
        let rows = surveyed(&codes, to, None, &HashMap::new(), budget, &|_| Ok(()))?;
        Ok(survey_json(&codes, &rows, form()))
    })
}

/// A table as a picture.
#[pyfunction]
#[pyo3(signature = (rules, to, of = None, misere = false))]
pub(crate) fn table_svg(py: Python<'_>, rules: &str, to: u64, of: Option<&str>, misere: bool) -> PyResult<String> {
    use grundy_ask::table::{How, Table, What};
    let of = of.map(|of| crate::solved::choice("of", of, &What::NAMES)).transpose()?;
    work(py, rules, |_, budget| {
        let rules = rules_of(rules, misere)?;
        let table = Table { to: Some(to), of, positions: false, theorems: true, coalition: None };
        let how = How { format: TableFormat::Svg, language: language(), ..How::default() };
        let mut out = vec![];
        table.write(&rules, how, budget, &mut false, &mut out).map_err(|failure| match failure {
            grundy::render::Failure::Table(error) => error,
            grundy::render::Failure::Write(error) => Error::new(ErrorKind::Io, text!("{error}", error)),
        })?;
        Ok(String::from_utf8(out).unwrap_or_default())
    })
}

/// The answer by a folder of solved positions alone.
pub(crate) fn from_database(folder: &Path, spec: &Spec, question: &Question, budget: &Budget) -> Result<Answer> {
    let mut solver = grundy::proof::solver();
    solver.rest_on(Arc::new(Database::open(folder, grundy::games::library(), budget)?));
    let answer = solver.solve(spec, question, budget)?;
    if answer.reasons.iter().any(|reason| matches!(reason, Reason::Database { .. })) {
        return Ok(answer);
    }
    let (folder, spec) = (folder.display().to_string(), answer.spec.unwrap_or_default());
    Err(Error::new(ErrorKind::Refused, text!("`{folder}` is refused: it is not of `{spec}`", folder, spec)))
}

/// What a folder of solved positions holds.
#[pyfunction]
pub(crate) fn database_info(py: Python<'_>, folder: PathBuf) -> PyResult<Report> {
    work(py, &folder.display().to_string(), |_, budget| {
        let info = folder_info(&folder, budget)?;
        let (json, text) = (folder_json(&info, form()), folder_text(&info, Style::default(), language()));
        Ok(Report(Told::Plain { json, text, svg: None }))
    })
}

/// Solves all that play from a position reaches into a folder.
#[pyfunction]
pub(crate) fn database_make(py: Python<'_>, position: &Bound<'_, PyAny>, folder: PathBuf) -> PyResult<()> {
    let spec = read(position)?;
    work(py, &spec.canonical(), |_, budget| Folder::open(&folder, &spec, budget)?.solve(budget))
}
