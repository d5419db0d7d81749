//! Functions that run requests and return reports: JSON, printed text, and pictures.

use crate::errors::{language, raise};
use crate::position::read;
use crate::work::work;
use grundy::unstable::json::{TableFormat, folder_json, survey_json};
use grundy::unstable::lang::text;
use grundy::unstable::proof::CodeLanguage;
use grundy::unstable::render::{Style, folder_text};
use grundy::unstable::rules::{Code, NoSources};
use grundy::unstable::rules::{PositionSum, Ruleset};
use grundy::unstable::solve::SolvedPositions;
use grundy::unstable::solve::Solver;
use grundy::unstable::solve::sequence::survey as surveyed;
use grundy::unstable::store::database::{Database, Folder};
use grundy::{Budget, Error, ErrorKind, Result};
use grundy_ask::{
    FindRequest, FindTarget, Hints, OutputOptions, ProveRequest, QuotientRequest, Reply, Request, RequestContext,
    TableRequest, TableTarget, ValueRequest, VerifyRequest, folder_info,
};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The data of a report.
pub(crate) enum ReportData {
    /// The reply to a request, and its picture if the picture was drawn in advance.
    Reply(Mutex<Reply>, Option<String>),
    /// JSON, text and picture, all written in advance.
    Plain { json: String, text: String, svg: Option<String> },
}

/// A report: JSON, the text that the command prints, and a picture if there is one.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Report(pub(crate) ReportData);

impl Report {
    pub(crate) fn new(reply: Reply, svg: Option<String>) -> Report {
        Report(ReportData::Reply(Mutex::new(reply), svg))
    }
}

/// Returns the output settings of reports, whose JSON contains certificates, pictures and code.
fn output_options() -> OutputOptions<'static> {
    let hints = Hints { prove: &prove_call, ..OutputOptions::default().hints };
    OutputOptions { includes_attachments: true, language: language(), hints, ..OutputOptions::default() }
}

/// Returns a request context with the output settings of reports.
pub(crate) fn request_context<'a>(
    solver: &'a mut Solver,
    budget: &'a Budget,
    sources: &'a mut NoSources,
) -> RequestContext<'a> {
    RequestContext { output: output_options(), ..RequestContext::new(solver, budget, sources) }
}

/// Locks the reply. A poisoned lock is safe to use, since a panic never leaves a reply partly changed.
fn locked(reply: &Mutex<Reply>) -> MutexGuard<'_, Reply> {
    reply.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Report {
    /// The object that the command writes with `--format json`, including certificates.
    #[getter]
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        match &self.0 {
            ReportData::Reply(reply, _) => locked(reply).json(&output_options()).map_err(|error| raise(py, &error, "")),
            ReportData::Plain { json, .. } => Ok(json.clone()),
        }
    }

    /// The text that the command prints.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        match &self.0 {
            ReportData::Reply(reply, _) => {
                let text = locked(reply).text(&output_options()).map_err(|error| raise(py, &error, ""))?;
                Ok(text.unwrap_or_default())
            }
            ReportData::Plain { text, .. } => Ok(text.clone()),
        }
    }

    /// The picture, if there is one.
    #[getter]
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        match &self.0 {
            ReportData::Reply(_, Some(svg)) => Ok(Some(svg.clone())),
            ReportData::Reply(reply, None) => {
                locked(reply).svg(&output_options()).map_err(|error| raise(py, &error, ""))
            }
            ReportData::Plain { svg, .. } => Ok(svg.clone()),
        }
    }

    /// The certificate, if something is proved.
    #[getter]
    fn certificate(&self) -> Option<String> {
        match &self.0 {
            ReportData::Reply(reply, _) => locked(reply).certificate().map(|certificate| certificate.to_text()),
            ReportData::Plain { .. } => None,
        }
    }

    /// Returns a function in a programming language that computes the pattern.
    fn code(&self, name: &str) -> PyResult<Option<String>> {
        let all = [("python", CodeLanguage::Python), ("cpp", CodeLanguage::Cpp), ("rust", CodeLanguage::Rust)];
        let chosen = crate::solved::choice("language", name, &all)?;
        Ok(match &self.0 {
            ReportData::Reply(reply, _) => locked(reply).code(chosen),
            ReportData::Plain { .. } => None,
        })
    }
}

/// Runs a request and returns all its replies; errors refer to the text `about`.
fn replies(py: Python<'_>, about: &str, request: &Request) -> PyResult<Vec<Report>> {
    work(py, about, |solver, budget| {
        let mut sources = NoSources;
        let mut context = request_context(solver, budget, &mut sources);
        let mut all = vec![];
        request.run(&mut context, &mut |reply| {
            all.push(Report::new(reply, None));
            Ok(())
        })?;
        Ok(all)
    })
}

/// Runs a request that has a single reply; errors refer to the text `about`.
fn reply(py: Python<'_>, about: &str, request: &Request) -> PyResult<Report> {
    work(py, about, |solver, budget| {
        let mut sources = NoSources;
        let mut reply = request.run_one(&mut request_context(solver, budget, &mut sources))?;
        if matches!(reply, Reply::Quotient(_)) {
            // If a limit stops the computation of a quotient, the request still succeeds, and the reply records why it
            // stopped. In Python, an exception is raised instead.
            budget.check()?;
        }
        if !matches!(reply, Reply::Value(_)) {
            return Ok(Report::new(reply, None));
        }
        // Write the reply for a value while the limits of this call are in force, since the store of values checks
        // them.
        let output = output_options();
        let (json, text) = (reply.json(&output)?, reply.text(&output)?.unwrap_or_default());
        Ok(Report(ReportData::Plain { json, text, svg: reply.svg(&output).ok().flatten() }))
    })
}

/// Answers a request in JSON, in the format that web pages use.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, request: &str) -> PyResult<String> {
    work(py, request, |solver, budget| {
        let reply = grundy_ask::ask(request, solver, budget);
        // The reply to an interrupted request is discarded.
        if budget.is_cancelled() { budget.check().map(|()| reply) } else { Ok(reply) }
    })
}

/// Returns the source of the notebook board, a module for anywidget.
#[pyfunction]
pub(crate) fn board() -> &'static str {
    include_str!(concat!(env!("OUT_DIR"), "/widget.js"))
}

/// Returns the Python call that proves a claim; texts show it as a hint below the claim.
fn prove_call(rules: &str, claim: &str) -> String {
    format!("g.prove({rules:?}, {claim:?})")
}

fn rules_of(text: &str, misere: bool) -> Result<Ruleset> {
    grundy_ask::rules::parse(text, misere, &mut NoSources)
}

/// Returns the canonical text of rules.
#[pyfunction]
#[pyo3(signature = (rules, misere = false))]
pub(crate) fn read_rules(py: Python<'_>, rules: &str, misere: bool) -> PyResult<String> {
    rules_of(rules, misere).map(|rules| rules.to_string()).map_err(|error| raise(py, &error, rules))
}

/// Finds the patterns of a game.
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
    // Other targets (periods of values, and losers) have no Python classes for their replies.
    let all = [("outcome", FindTarget::Outcome), ("grundy", FindTarget::Grundy)];
    let of = of.map(|of| crate::solved::choice("of", of, &all)).transpose()?;
    let ruleset = Arc::new(rules_of(rules, misere).map_err(|error| raise(py, &error, rules))?);
    let find = FindRequest { target: of, to, use_theorems: theorems, ..FindRequest::new(Arc::clone(&ruleset)) };
    if find.uncertified(&ruleset).is_some() {
        let message = text!("patterns of games of several players are not available in Python");
        let error = Error::new(ErrorKind::Unsupported, message).help(text!("use the command grundy find"));
        return Err(raise(py, &error, rules));
    }
    replies(py, rules, &Request::Find(find))
}

/// Proves or refutes a claim about a game.
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
    let rules = rules_of(rules, misere).map_err(|error| raise(py, &error, rules))?;
    reply(py, claim, &Request::Prove(ProveRequest { to, use_theorems: theorems, ..ProveRequest::new(rules, claim) }))
}

/// Checks a certificate.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, certificate: &str) -> PyResult<Report> {
    reply(py, certificate, &Request::Verify(VerifyRequest::new(certificate)))
}

/// Computes the value of an expression of games. The picture of the report is the thermograph.
#[pyfunction]
pub(crate) fn value(py: Python<'_>, expr: &str) -> PyResult<Report> {
    if grundy_ask::value::is_misere(expr) {
        let error = Error::new(ErrorKind::BadArgument, text!("this expression is for misère play"));
        return Err(raise(py, &error.help(text!("use grundy.misere_value")), expr));
    }
    reply(py, expr, &Request::Value(ValueRequest::new(expr)))
}

/// Computes the misère form of an expression of impartial games.
#[pyfunction]
pub(crate) fn misere_value(py: Python<'_>, expr: &str) -> PyResult<Report> {
    reply(py, expr, &Request::Value(ValueRequest { misere: true, ..ValueRequest::new(expr) }))
}

/// Computes the misère quotient of heap games.
#[pyfunction]
#[pyo3(signature = (rules, to = None))]
pub(crate) fn quotient(py: Python<'_>, rules: &str, to: Option<u64>) -> PyResult<Report> {
    reply(py, rules, &Request::Quotient(QuotientRequest { to, ..QuotientRequest::new(rules) }))
}

/// Computes the sequences of all games that match a pattern, as the JSON array that the command writes.
#[pyfunction]
pub(crate) fn survey(py: Python<'_>, pattern: &str, to: u64) -> PyResult<String> {
    work(py, pattern, |_, budget| {
        let codes = Code::matching_pattern(pattern)?;
        let rows = surveyed(&codes, to, None, &HashMap::new(), budget, &|_| Ok(()))?;
        Ok(survey_json(&codes, &rows, output_options().json_options()))
    })
}

/// Returns a table as an SVG picture.
#[pyfunction]
#[pyo3(signature = (rules, to, of = None, misere = false))]
pub(crate) fn table_svg(py: Python<'_>, rules: &str, to: u64, of: Option<&str>, misere: bool) -> PyResult<String> {
    let of = of.map(|of| crate::solved::choice("of", of, &TableTarget::NAMES)).transpose()?;
    let table = TableRequest { to: Some(to), target: of, misere, format: TableFormat::Svg, ..TableRequest::new(rules) };
    let request = Request::Table(table);
    work(py, rules, |solver, budget| match request.run_one(&mut request_context(solver, budget, &mut NoSources))? {
        Reply::File(_, picture) => Ok(picture),
        _ => Ok(String::new()),
    })
}

/// A database: a folder of solved positions, which is opened for reading only.
pub(crate) struct SolvedFolder(pub(crate) PathBuf);

impl grundy_ask::SolvedDatabase for SolvedFolder {
    fn name(&self) -> String {
        self.0.display().to_string()
    }

    fn open(&mut self, _spec: &PositionSum, budget: &Budget) -> Result<Arc<dyn SolvedPositions>> {
        Ok(Arc::new(Database::open(&self.0, grundy::unstable::games::library(), budget)?))
    }
}

/// Returns a summary of a database.
#[pyfunction]
pub(crate) fn database_info(py: Python<'_>, folder: PathBuf) -> PyResult<Report> {
    work(py, &folder.display().to_string(), |_, budget| {
        let info = folder_info(&folder, budget)?;
        let (json, text) =
            (folder_json(&info, output_options().json_options()), folder_text(&info, Style::default(), language()));
        Ok(Report(ReportData::Plain { json, text, svg: None }))
    })
}

/// Solves all positions that are reachable from a position, and writes them to a database.
#[pyfunction]
pub(crate) fn database_make(py: Python<'_>, position: &Bound<'_, PyAny>, folder: PathBuf) -> PyResult<()> {
    let spec = read(position)?;
    work(py, &spec.canonical_text(), |_, budget| Folder::open(&folder, &spec, budget)?.solve(budget))
}
