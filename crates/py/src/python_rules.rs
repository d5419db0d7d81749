//! Rules that are Python functions. Positions are any hashable objects; a list of positions is a sum.
//!
//! A search runs in the calling thread and keeps Python's lock, so its calls of the functions behave like other calls
//! in Python: exceptions propagate, Ctrl-C interrupts a function, and other threads run when a function releases the
//! lock.

use crate::errors::raise;
use crate::work::limits;
use grundy::unstable::rules::{Cancel, Components};
use grundy::unstable::solve::values::GrundyMemo;
use grundy::{Budget, Impartial, Nimber, Play, Player, Result, Rules, partizan, reach, search};
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The approximate memory of a position in Python, in bytes, including entries in dictionaries.
const POSITION_BYTES: u64 = 256;

/// The maximum nesting depth of searches; a search is nested if a function of another search starts it.
///
/// Each level takes about 4 KiB of stack, which Python does not count; a thread can have as little as 512 KiB.
const MAX_DEPTH: u32 = 64;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// A guard that counts the nesting depth of searches in this thread.
struct Nested;

impl Nested {
    fn begin() -> PyResult<Nested> {
        let depth = DEPTH.get();
        if depth == MAX_DEPTH {
            return Err(PyRecursionError::new_err("rules call other rules without end"));
        }
        DEPTH.set(depth + 1);
        Ok(Nested)
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// The functions that return options: one for both players, or one for each.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct PythonRules {
    options: [Py<PyAny>; 2],
    partizan: bool,
}

/// The positions and moves that a search has found, each with an index from 0.
struct SearchMemo {
    objects: Vec<Py<PyAny>>,
    ids: Py<PyDict>,
    /// For each position and player, the range of the player's moves in `results`.
    ///
    /// The entry is `None` if the moves are not known yet.
    moves: Vec<[Option<(u32, u32)>; 2]>,
    /// For each move, the object that the function returned for it, and the indices of its components.
    results: Vec<(Py<PyAny>, Components<u32>)>,
    failed: Option<PyErr>,
}

/// The rules during one search, with the memo of the search.
struct SearchRules {
    options: [Py<PyAny>; 2],
    partizan: bool,
    known: Mutex<SearchMemo>,
    budget: Budget,
    stop: Cancel,
}

impl SearchRules {
    fn known(&self) -> MutexGuard<'_, SearchMemo> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the index of a position; a new position gets the next index.
    ///
    /// Python compares objects here. This can run the user's code, so `known` is not locked during the comparison.
    fn id(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = object.py();
        let ids = self.known().ids.clone_ref(py);
        let ids = ids.bind(py);
        if let Some(id) = ids.get_item(object)? {
            return id.extract();
        }
        let mut known = self.known();
        let id = u32::try_from(known.objects.len()).map_err(|_| PyValueError::new_err("too many positions"))?;
        known.objects.push(object.clone().unbind());
        known.moves.push([None; 2]);
        drop(known);
        ids.set_item(object, id)?;
        Ok(id)
    }

    /// Returns the components of an object: the items of a list, or the object itself.
    fn components(&self, given: &Bound<'_, PyAny>) -> PyResult<Components<u32>> {
        match given.cast::<PyList>() {
            Ok(list) => list.iter().map(|component| self.id(&component)).collect(),
            Err(_) => Ok([self.id(given)?].into_iter().collect()),
        }
    }

    /// Returns the range of a player's moves in `results`.
    ///
    /// Calls the function if the moves are not known yet.
    fn moves_of(&self, py: Python<'_>, component: u32, player: usize) -> PyResult<(u32, u32)> {
        let known = self.known();
        if let Some(moves) = known.moves[component as usize][player] {
            return Ok(moves);
        }
        let object = known.objects[component as usize].clone_ref(py);
        drop(known);
        py.check_signals()?;
        let given = self.options[player].bind(py).call1((object,))?;
        // Reject iterable types that are certainly a mistake. These checks run no Python code, in which a signal could
        // be lost.
        if given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyDict>() {
            let name = given.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!("options must be a list or an iterator, not a {name}")));
        }
        let mut new_results = vec![];
        for (k, option) in given.try_iter()?.enumerate() {
            if k % 256 == 255 {
                py.check_signals()?;
                let more = (new_results.len() as u128) * u128::from(POSITION_BYTES);
                self.budget
                    .check()
                    .and_then(|()| self.budget.check_fits(more, &grundy::unstable::lang::text!("a list of positions")))
                    .map_err(|error| raise(py, &error, ""))?;
            }
            let option = option?;
            let components = self.components(&option)?;
            new_results.push((option.unbind(), components));
        }
        let mut known = self.known();
        let from = u32::try_from(known.results.len()).unwrap_or(u32::MAX);
        known.results.extend(new_results);
        let to = u32::try_from(known.results.len()).map_err(|_| PyValueError::new_err("too many moves"))?;
        known.moves[component as usize][player] = Some((from, to));
        Ok((from, to))
    }
}

impl Rules for SearchRules {
    type Component = u32;
    type Move = u32;
    type Key = u32;

    fn moves(&self, &component: &u32, by: Player) -> impl Iterator<Item = u32> {
        let player = if self.partizan { usize::from(by.0) } else { 0 };
        // After an error the search ends soon, so no more moves are listed.
        let failed = self.known().failed.is_some();
        let moves = if failed { Ok((0, 0)) } else { Python::attach(|py| self.moves_of(py, component, player)) };
        let (from, to) = moves.unwrap_or_else(|error| {
            self.known().failed = Some(error);
            self.stop.cancel();
            (0, 0)
        });
        from..to
    }

    fn play(&self, _: &u32, _: Player, mv: &u32) -> Components<u32> {
        self.known().results[*mv as usize].1.clone()
    }

    fn key(&self, &component: &u32) -> u32 {
        component
    }

    fn extra_bytes(&self, _: &u32) -> u64 {
        POSITION_BYTES
    }
}

impl Impartial for SearchRules {}

impl PythonRules {
    /// Runs a search. If the user's function raised an exception, the exception is returned.
    fn search<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&SearchRules, &Budget) -> PyResult<Result<T>>,
    ) -> PyResult<T> {
        let _nested = Nested::begin()?;
        let stop = Cancel::default();
        let (budget, _) = limits(py)?;
        let budget = Budget { cancel: Some(stop.clone()), threads: 1, ..budget };
        let known =
            SearchMemo { objects: vec![], ids: PyDict::new(py).unbind(), moves: vec![], results: vec![], failed: None };
        let rules = SearchRules {
            options: [self.options[0].clone_ref(py), self.options[1].clone_ref(py)],
            partizan: self.partizan,
            known: Mutex::new(known),
            budget: budget.clone(),
            stop,
        };
        let done = work(&rules, &budget);
        if let Some(failed) = rules.known().failed.take() {
            return Err(failed);
        }
        done?.map_err(|error| raise(py, &error, ""))
    }

    fn impartial(&self, what: &str) -> PyResult<()> {
        if self.partizan {
            return Err(PyTypeError::new_err(format!("partizan games have no {what}")));
        }
        Ok(())
    }
}

#[pymethods]
impl PythonRules {
    #[new]
    #[pyo3(signature = (left, right = None))]
    fn new(py: Python<'_>, left: Py<PyAny>, right: Option<Py<PyAny>>) -> PyResult<PythonRules> {
        for function in [Some(&left), right.as_ref()].into_iter().flatten() {
            if !function.bind(py).is_callable() {
                return Err(PyTypeError::new_err("rules must be a function that returns the options of a position"));
            }
        }
        let partizan = right.is_some();
        let right = right.unwrap_or_else(|| left.clone_ref(py));
        Ok(PythonRules { options: [left, right], partizan })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> std::result::Result<(), PyTraverseError> {
        self.options.iter().try_for_each(|function| visit.call(function))
    }

    /// Returns the outcome class. If positions can repeat, the search covers all reachable positions.
    #[pyo3(signature = (position, misere = false))]
    fn outcome(&self, py: Python<'_>, position: &Bound<'_, PyAny>, misere: bool) -> PyResult<&'static str> {
        let play = if misere { Play::Misere } else { Play::Normal };
        self.search(py, |rules, budget| {
            let components = rules.components(position)?;
            if rules.partizan {
                let found = partizan::outcome(rules, &components, play, budget);
                return Ok(found.map(|outcome| outcome.name()));
            }
            let found = search::outcome(rules, &components, play, budget);
            Ok(match found {
                Err(error) if error.endless().is_some() => {
                    reach::outcome(rules, &components, play, budget).map(|outcome| outcome.outcome().name())
                }
                found => found.map(|outcome| outcome.name()),
            })
        })
    }

    /// Returns the Grundy value of a position; for a sum, the xor of the values of its components.
    fn grundy(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<u128> {
        self.impartial("Grundy values")?;
        self.search(py, |rules, budget| {
            let components = rules.components(position)?;
            let mut values = GrundyMemo::new(rules, &[], budget);
            Ok(components.iter().try_fold(0, |sum, component| Ok(sum ^ values.evaluate(component)?.0)))
        })
    }

    /// Returns the Grundy values of several positions; the function is called once per position.
    fn values(&self, py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<Vec<u128>> {
        self.impartial("Grundy values")?;
        self.search(py, |rules, budget| {
            let mut values = GrundyMemo::new(rules, &[], budget);
            let mut all = vec![];
            for position in positions.try_iter()? {
                let components = rules.components(&position?)?;
                let value = components
                    .iter()
                    .try_fold(Nimber(0), |sum, component| Ok(Nimber(sum.0 ^ values.evaluate(component)?.0)));
                match value {
                    Ok(value) => all.push(value.0),
                    Err(error) => return Ok(Err(error)),
                }
            }
            Ok(Ok(all))
        })
    }

    /// Returns the winning moves.
    ///
    /// Each move is the index of its component and the object that the function returned.
    #[pyo3(signature = (position, misere = false, by = None))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        by: Option<&str>,
    ) -> PyResult<Vec<(usize, Py<PyAny>)>> {
        let play = if misere { Play::Misere } else { Play::Normal };
        let player = crate::position::player(by)?;
        self.search(py, |rules, budget| {
            let components = rules.components(position)?;
            let found = match rules.partizan {
                true => partizan::winning_moves(rules, &components, player, play, budget),
                false => search::winning_moves(rules, &components, play, budget),
            };
            let known = rules.known();
            Ok(found.map(|moves| {
                moves.into_iter().map(|(k, mv)| (k, known.results[mv as usize].0.clone_ref(py))).collect()
            }))
        })
    }

    /// Returns the options of a position, as the function returned them.
    #[pyo3(signature = (position, by = None))]
    fn options(&self, py: Python<'_>, position: &Bound<'_, PyAny>, by: Option<&str>) -> PyResult<Vec<Py<PyAny>>> {
        let player = crate::position::player(by)?;
        self.search(py, |rules, _| {
            let id = rules.id(position)?;
            let (from, to) = rules.moves_of(py, id, usize::from(player.0))?;
            let known = rules.known();
            Ok(Ok(known.results[from as usize..to as usize].iter().map(|(given, _)| given.clone_ref(py)).collect()))
        })
    }
}
