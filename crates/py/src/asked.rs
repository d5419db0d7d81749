//! What is found, proved and computed, as JSON, as the text that the command prints, and as pictures.

use crate::errors::{language, raise};
use crate::position::read;
use crate::work::work;
use grundy::engines::canonical::Canonical;
use grundy::engines::quotients::Report as Learned;
use grundy::engines::sequence::{Summary, survey as surveyed};
use grundy::engines::{Answer, Reason};
use grundy::lang::text;
use grundy::proof::{self, Asked, CodeLanguage, Finding, Query, Verdict};
use grundy::render::{
    Graph, Json, Style, TableFormat, family_text, finding_code, finding_json, finding_svg, finding_text, folder_json,
    folder_text, graph_svg, misere_value_json, misere_value_text, quotient_json, quotient_text, sequence_json,
    sequence_text, survey_json, thermograph_svg, value_json, value_text, verdict_json, verdict_text, verified_json,
    verified_text,
};
use grundy::rulelang::claims::Claim;
use grundy::rules::{Code, NoSources};
use grundy::store::database::{Database, Folder};
use grundy::verify::{Certificate, Certificates, Verified, read_from, verify as checked};
use grundy::{Budget, Error, ErrorKind, Question, Result, Ruleset, Solver, Spec, folder_info};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What there is to tell of some work that was done.
pub(crate) enum Told {
    Finding(Arc<Ruleset>, Box<Finding>),
    Verdict(Box<(Ruleset, Claim, Verdict)>),
    Verified(Box<(Certificate, Verified)>),
    Quotient(Box<Learned>),
    Sequence(Box<(Ruleset, Summary, Option<String>)>),
    /// JSON, text and a picture that are made at once.
    Plain {
        json: String,
        text: String,
        svg: Option<String>,
    },
}

/// A report: JSON, the text that the command prints, a picture where there is one.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Report(pub(crate) Told);

fn form() -> Json {
    Json { files: true, language: language(), ..Json::default() }
}

#[pymethods]
impl Report {
    /// The object that the command writes with `--format json`, with certificates in it.
    #[getter]
    fn json(&self) -> String {
        match &self.0 {
            Told::Finding(rules, finding) => finding_json(rules, finding, None, form()),
            Told::Verdict(of) => verdict_json(&of.0, &of.1, &of.2, form()),
            Told::Verified(of) => verified_json(None, &of.0, &of.1, form()),
            Told::Quotient(learned) => quotient_json(learned, form()),
            Told::Sequence(of) => sequence_json(&of.0, &of.1, form()),
            Told::Plain { json, .. } => json.clone(),
        }
    }

    /// What the command prints.
    #[getter]
    fn text(&self) -> String {
        let language = language();
        match &self.0 {
            Told::Finding(rules, finding) => match &finding.family {
                Some(family) => family_text(finding, family, &prove_call, language),
                None => finding_text(rules, finding, language),
            },
            Told::Verdict(of) => verdict_text(&of.0, &of.1, &of.2, language),
            Told::Verified(of) => verified_text(&of.0.rules, &of.0, &of.1, language),
            Told::Quotient(learned) => quotient_text(learned, Style::default(), language),
            Told::Sequence(of) => sequence_text(&of.0, &of.1, language),
            Told::Plain { text, .. } => text.clone(),
        }
    }

    /// A picture.
    #[getter]
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let drawn = match &self.0 {
            Told::Finding(rules, finding) if finding.pattern.is_some() => finding_svg(rules, finding, language()),
            Told::Quotient(learned) => match &learned.checked {
                Some(checked) => graph_svg(&Graph::of_quotient(checked), language()),
                None => return Ok(None),
            },
            Told::Sequence(of) => return Ok(of.2.clone()),
            Told::Plain { svg, .. } => return Ok(svg.clone()),
            _ => return Ok(None),
        };
        drawn.map(Some).map_err(|error| raise(py, &error, ""))
    }

    /// The certificate, where something is proved.
    #[getter]
    fn certificate(&self) -> Option<String> {
        match &self.0 {
            Told::Finding(_, finding) => finding.certificate.as_ref().map(|certificate| certificate.to_text()),
            Told::Verdict(of) => match &of.2 {
                Verdict::Proved { certificate, .. } => Some(certificate.to_text()),
                _ => None,
            },
            Told::Quotient(learned) => {
                let checked = learned.checked.as_ref().filter(|checked| checked.is_proved());
                checked.map(|checked| checked.certificate.to_text())
            }
            _ => None,
        }
    }

    /// A function that computes what was found.
    fn code(&self, name: &str) -> PyResult<Option<String>> {
        let all = [("python", CodeLanguage::Python), ("cpp", CodeLanguage::Cpp), ("rust", CodeLanguage::Rust)];
        let chosen = crate::solved::choice("language", name, &all)?;
        Ok(match &self.0 {
            Told::Finding(rules, finding) => Some(finding_code(rules, finding, chosen)),
            _ => None,
        })
    }
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
    let all = [("outcome", grundy::Of::Outcome), ("grundy", grundy::Of::Grundy)];
    let of = of.map(|of| crate::solved::choice("of", of, &all)).transpose()?;
    work(py, rules, |_, budget| {
        let rules = Arc::new(rules_of(rules, misere)?);
        let mut found = vec![];
        proof::find(&rules, Query { to, of, theorems }, &mut Solver::new(), budget, &mut |finding| {
            found.push(Report(Told::Finding(rules.clone(), Box::new(finding))));
        })?;
        Ok(found)
    })
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
    work(py, claim, |_, budget| {
        let rules = rules_of(rules, misere)?;
        let claim = Claim::parse_with(claim, &rules, &mut Certificates(&mut NoSources))?;
        let verdict = proof::prove(&rules, &claim, Asked { to, theorems }, &mut Solver::new(), budget)?;
        Ok(Report(Told::Verdict(Box::new((rules, claim, verdict)))))
    })
}

/// Checks a certificate.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, certificate: &str) -> PyResult<Report> {
    work(py, certificate, |_, budget| {
        let limits = grundy_ask::rules::limits(budget);
        let certificate = read_from(Ok(certificate.as_bytes()), &limits)?;
        let verified = checked(&certificate, grundy::games::library(), &limits)?;
        Ok(Report(Told::Verified(Box::new((certificate, verified)))))
    })
}

/// What an expression of values is worth; its picture is the thermograph.
#[pyfunction]
pub(crate) fn value(py: Python<'_>, expr: &str) -> PyResult<Report> {
    work(py, expr, |_, budget| {
        let mut canonical = Canonical::new(budget);
        let facts = grundy_ask::value::facts(expr, &mut canonical, &mut NoSources)?;
        let values = &mut canonical.values;
        let json = value_json(values, expr, &facts, form());
        let text = value_text(values, &facts, Style::default(), language());
        let svg = thermograph_svg(values, &facts, language()).ok();
        match (json, text) {
            (Ok(json), Ok(text)) => Ok(Report(Told::Plain { json, text, svg })),
            (Err(limit), _) | (_, Err(limit)) => Err(canonical.error(limit)),
        }
    })
}

/// What an expression of impartial games is under misère play.
#[pyfunction]
pub(crate) fn misere_value(py: Python<'_>, expr: &str) -> PyResult<Report> {
    work(py, expr, |_, budget| {
        let facts = grundy_ask::value::misere(expr, budget, &mut NoSources)?;
        let (json, text) =
            (misere_value_json(expr, &facts, form()), misere_value_text(&facts, Style::default(), language()));
        Ok(Report(Told::Plain { json, text, svg: None }))
    })
}

/// The misère quotient of games of heaps.
#[pyfunction]
#[pyo3(signature = (rules, to = None))]
pub(crate) fn quotient(py: Python<'_>, rules: &str, to: Option<u64>) -> PyResult<Report> {
    work(py, rules, |_, budget| {
        let learned = grundy_ask::quotient::of(rules, to, budget, &mut NoSources)?;
        budget.check()?;
        Ok(Report(Told::Quotient(Box::new(learned))))
    })
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
