//! Solved positions. The fields that users read most are attributes; all others are returned as JSON.

use crate::errors::language;
use crate::position::{Position, read};
use crate::queries::{SolvedFolder, request_context};
use crate::work::work;
use grundy::unstable::json::{JsonOptions, answer_json};
use grundy::unstable::render::{AnswerTextOptions, ReasonDetail, Style, answer_text_with};
use grundy::unstable::rules::PositionSum;
use grundy::unstable::rules::{ComponentIndex, NoSources};
use grundy::unstable::solve::MovesWanted;
use grundy::unstable::solve::trace::SearchMethod;
use grundy::{Play, Player};
use grundy_ask::{RequestContext, SolveRequest, SolveResult};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

/// The answer of the engines for a position.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Solved {
    solve_result: SolveResult,
}

#[pymethods]
impl Solved {
    /// The outcome class: `"N"`, `"P"`, `"L"`, `"R"`, `"D"` or `None`.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.solve_result.answer.result.outcome.map(|outcome| outcome.name())
    }

    /// The Grundy value, if it is a known number.
    #[getter]
    fn grundy(&self) -> Option<u128> {
        self.solve_result.answer.values.grundy.map(|value| value.0)
    }

    /// The position.
    #[getter]
    fn position(&self) -> Position {
        self.solve_result.position_sum.clone().into()
    }

    /// The object that the command writes with `--format json`.
    #[getter]
    fn json(&self) -> String {
        let SolveResult { answer, why, .. } = &self.solve_result;
        answer_json(answer, JsonOptions { why: *why, language: language(), ..JsonOptions::default() })
    }

    /// Returns the text that the command prints.
    fn text(&self, full: bool) -> String {
        let why = match (self.solve_result.why, full) {
            (ReasonDetail::Steps, _) => ReasonDetail::Steps,
            (_, true) => ReasonDetail::Full,
            (_, false) => ReasonDetail::Short,
        };
        let options =
            AnswerTextOptions { why, style: Style::default(), move_limit: None, proof_command: None, best_line: &[] };
        answer_text_with(&self.solve_result.answer, options, language())
    }

    /// Returns the position after the k-th listed move, counted from 0.
    fn after(&self, k: usize) -> PyResult<Position> {
        let mv = self
            .solve_result
            .answer
            .moves
            .listed
            .get(k)
            .ok_or_else(|| PyIndexError::new_err("there is no such move"))?;
        let first =
            || self.solve_result.position_sum.terms.first().map_or(Player::LEFT, |term| term.position.first_player());
        let place: ComponentIndex = mv.place;
        Ok(self.solve_result.position_sum.after(place, mv.by.unwrap_or_else(first), &mv.mv).0.into())
    }
}

/// Returns the value with the name `given`, or a `ValueError` that lists the allowed names.
pub(crate) fn choice<T: Copy>(field: &str, given: &str, all: &[(&str, T)]) -> PyResult<T> {
    all.iter().find(|(name, _)| *name == given).map(|(_, one)| *one).ok_or_else(|| {
        let names: Vec<String> = all.iter().map(|(name, _)| format!("{name:?}")).collect();
        PyValueError::new_err(format!("`{field}` must be one of {}, not {given:?}", names.join(", ")))
    })
}

const WHY: [(&str, ReasonDetail); 3] =
    [("short", ReasonDetail::Short), ("full", ReasonDetail::Full), ("steps", ReasonDetail::Steps)];

/// Solves a position. The arguments have the meaning of the command's options.
#[pyfunction]
#[pyo3(signature = (position, misere = false, theorems = true, moves = "auto", why = "full", search = None, coalition = None, database = None))]
#[allow(clippy::too_many_arguments)] // as many as there are in Python
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    misere: bool,
    theorems: bool,
    moves: &str,
    why: &str,
    search: Option<&str>,
    coalition: Option<u8>,
    database: Option<std::path::PathBuf>,
) -> PyResult<Solved> {
    let spec = read(position)?;
    let methods = SearchMethod::ALL.map(|method| (method.name(), method));
    let search = search.map(|name| choice("search", name, &methods)).transpose()?;
    let lone_player = match coalition {
        Some(0) => return Err(PyValueError::new_err("players are numbered from 1")),
        player => player.map(|player| Player(player - 1)),
    };
    let why = choice("why", why, &WHY)?;
    let text = subject(position, &spec, misere);
    let moves = choice("moves", moves, &MovesWanted::NAMES)?;
    let solve =
        SolveRequest { misere, use_theorems: theorems, moves, why, search, lone_player, ..SolveRequest::new(spec) };
    let solve_result = work(py, &text, |solver, budget| match &database {
        None => solve.run(&mut request_context(solver, budget, &mut NoSources)),
        Some(folder) => {
            let (mut solver, mut folder) =
                (grundy::unstable::proof::solver_with_proofs(), SolvedFolder(folder.clone()));
            let mut sources = NoSources;
            solve.run(&mut RequestContext {
                database: Some(&mut folder),
                ..request_context(&mut solver, budget, &mut sources)
            })
        }
    })?;
    Ok(Solved { solve_result })
}

/// Returns the text to which errors refer: the argument if it is text, else the canonical notation.
fn subject(given: &Bound<'_, PyAny>, spec: &PositionSum, misere: bool) -> String {
    given.extract().unwrap_or_else(|_| match misere {
        true => PositionSum { play: Play::Misere, ..spec.clone() }.canonical_text(),
        false => spec.canonical_text(),
    })
}

/// Returns the outcome class of a position, which is given as an object or as text.
#[pyfunction]
#[pyo3(signature = (position, /, *, misere = false))]
pub(crate) fn outcome(py: Python<'_>, position: &Bound<'_, PyAny>, misere: bool) -> PyResult<Option<&'static str>> {
    let mut spec = read(position)?;
    if misere {
        spec.play = Play::Misere;
    }
    outcome_of(py, spec)
}

/// Returns the outcome class of a position.
pub(crate) fn outcome_of(py: Python<'_>, spec: PositionSum) -> PyResult<Option<&'static str>> {
    let solve = SolveRequest::brief(spec);
    let answer = work(py, "", |solver, budget| solve.answer(&mut request_context(solver, budget, &mut NoSources)))?;
    Ok(answer.result.outcome.map(|outcome| outcome.name()))
}
