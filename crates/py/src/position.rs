//! Positions: parsing, arithmetic, comparison and moves.

use crate::errors::{language, raise, wrong_type};
use crate::fields;
use crate::queries::request_context;
use crate::work::work;
use grundy::unstable::lang::text;
use grundy::unstable::play::{LegalMove, PlayPosition};
use grundy::unstable::render::position_dot;
use grundy::unstable::rules::NoSources;
use grundy::unstable::rules::PositionSum;
use grundy::{Error, ErrorKind, Outcome, Play, Player};
use grundy_ask::{SolveRequest, position_picture};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A position of any game, or a sum of positions.
///
/// `==` compares the text, so that positions can be dictionary keys; `equiv`, `<=`, `<` and `fuzzy` compare the
/// games.
#[pyclass(frozen, module = "grundy", weakref)]
pub(crate) struct Position {
    spec: PositionSum,
    text: OnceLock<String>,
}

impl From<PositionSum> for Position {
    fn from(spec: PositionSum) -> Position {
        Position { spec, text: OnceLock::new() }
    }
}

/// The default maximum number of moves in a list.
const MAX_MOVES: usize = 10_000;

/// Returns a position that is given as an object or as text.
pub(crate) fn read(given: &Bound<'_, PyAny>) -> PyResult<PositionSum> {
    if let Ok(position) = given.cast::<Position>() {
        return Ok(position.get().spec.clone());
    }
    let text = given.cast::<PyString>().map_err(|_| wrong_type("a position or its text", given))?;
    let text = text.to_cow()?;
    grundy::parse(&text).map_err(|error| raise(given.py(), &error, &text))
}

/// Returns the player with this name, or Left if `name` is `None`.
pub(crate) fn player(name: Option<&str>) -> PyResult<Player> {
    match name {
        None | Some("left") => Ok(Player::LEFT),
        Some("right") => Ok(Player::RIGHT),
        Some(_) => Err(pyo3::exceptions::PyValueError::new_err("`by` must be 'left' or 'right'")),
    }
}

impl Position {
    pub(crate) fn text(&self) -> &str {
        self.text.get_or_init(|| self.spec.to_string())
    }

    /// Returns the outcome of the difference `self - other`.
    fn compare_to(&self, py: Python<'_>, other: &Position) -> PyResult<Outcome> {
        let difference = self.spec.clone() - other.spec.clone();
        let refused = |text: &str| {
            let message =
                text!("the difference `{text}` does not decide which position is better", text = text.to_string());
            let help = text!("positions can be compared only under normal play and if play cannot go on forever");
            Error::new(ErrorKind::Unsupported, message).help(help)
        };
        let text = format!("{difference:.200}");
        if difference.play == Play::Misere {
            return Err(raise(py, &refused(&text), &text));
        }
        let solve = SolveRequest::brief(difference);
        work(py, &text, |solver, budget| {
            let answer = solve.answer(&mut request_context(solver, budget, &mut NoSources))?;
            answer.result.outcome.filter(|outcome| *outcome != Outcome::D).ok_or_else(|| refused(&text))
        })
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text, /, *, misere = false))]
    fn new(text: &Bound<'_, PyAny>, misere: bool) -> PyResult<Position> {
        let mut spec = read(text)?;
        if misere {
            spec.play = Play::Misere;
        }
        Ok(spec.into())
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Position({})", PyString::new(py, self.text()).repr()?))
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (this.get_type().into_any(), (this.get().text().to_string(),))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Position>() else { return Ok(py.NotImplemented().into_bound(py)) };
        let other = other.get();
        let result = match op {
            CompareOp::Eq => self.text() == other.text(),
            CompareOp::Ne => self.text() != other.text(),
            CompareOp::Le => matches!(self.compare_to(py, other)?, Outcome::P | Outcome::R),
            CompareOp::Lt => self.compare_to(py, other)? == Outcome::R,
            CompareOp::Ge => matches!(self.compare_to(py, other)?, Outcome::P | Outcome::L),
            CompareOp::Gt => self.compare_to(py, other)? == Outcome::L,
        };
        Ok(result.into_pyobject(py)?.to_owned().into_any())
    }

    /// Returns whether both positions have the same value, so that one can replace the other in every sum.
    fn equiv(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.compare_to(py, &read(other)?.into())? == Outcome::P)
    }

    /// Returns whether the positions are incomparable, so that the first player wins their difference.
    fn fuzzy(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.compare_to(py, &read(other)?.into())? == Outcome::N)
    }

    fn __add__(&self, other: PyRef<'_, Position>) -> Position {
        (self.spec.clone() + other.spec.clone()).into()
    }

    /// Supports Python's `sum`, which starts from 0.
    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match other.cast::<PyInt>().is_ok_and(|zero| zero.as_any().eq(0).unwrap_or(false)) {
            true => Ok(self.__pos__().into_pyobject(py)?.into_any()),
            false => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __sub__(&self, other: PyRef<'_, Position>) -> Position {
        (self.spec.clone() - other.spec.clone()).into()
    }

    fn __neg__(&self) -> Position {
        (-self.spec.clone()).into()
    }

    fn __pos__(&self) -> Position {
        self.spec.clone().into()
    }

    fn __mul__<'py>(&self, copies: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = copies.py();
        if !copies.is_instance_of::<PyInt>() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        // If there are too many copies, parse the product as text, so that the error has a span.
        let count = copies.str()?.to_string();
        let max_copies = self.spec.terms.iter().map(|term| u128::from(term.copies)).max().unwrap_or(1);
        let spec = match copies.extract::<u64>() {
            Ok(count) if u128::from(count) * max_copies <= u128::from(u64::MAX) => count * self.spec.clone(),
            _ => {
                let text = format!("{count}*({})", self.text().trim_start_matches("misere "));
                grundy::parse(&text).map_err(|error| raise(py, &error, &text))?
            }
        };
        Ok(Position::from(spec).into_pyobject(py)?.into_any())
    }

    fn __rmul__<'py>(&self, copies: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(copies)
    }

    /// Returns the number of components, including copies.
    fn __len__(&self) -> PyResult<usize> {
        let components = self.spec.component_count();
        usize::try_from(components)
            .ok()
            .filter(|components| isize::try_from(*components).is_ok())
            .ok_or_else(|| PyOverflowError::new_err(format!("{components} components are too many for len()")))
    }

    /// Raises `TypeError`: a position has no truth value.
    ///
    /// The attribute `p.wins` states whether the player to move wins.
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("a position has no truth value; use .wins"))
    }

    /// Whether play is misère: the player who cannot move wins.
    #[getter]
    fn misere(&self) -> bool {
        self.spec.play == Play::Misere
    }

    /// The kind of the game: `"impartial"`, `"partizan"`, `"scoring"` or `"multiplayer"`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.spec.kind().name()
    }

    /// The outcome class: `"N"`, `"P"`, `"L"`, `"R"` or `"D"`.
    ///
    /// `None` for games on points or of several players.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        crate::solved::outcome_of(py, self.spec.clone())
    }

    /// Whether the player to move wins.
    #[getter]
    fn wins(&self, py: Python<'_>) -> PyResult<bool> {
        let outcome = crate::solved::outcome_of(py, self.spec.clone())?;
        match outcome {
            Some("N") => Ok(true),
            Some("P" | "D") => Ok(false),
            _ => {
                let text = self.spec.canonical_text();
                let message =
                    text!("neither the first player nor the second player always wins `{text}`", text = text.clone());
                Err(raise(py, &Error::new(ErrorKind::Unsupported, message), &text))
            }
        }
    }

    /// The Grundy value, if it is a known number.
    #[getter]
    fn grundy(&self, py: Python<'_>) -> PyResult<Option<u128>> {
        let solve = SolveRequest::brief(self.spec.clone());
        let answer = work(py, "", |solver, budget| solve.answer(&mut request_context(solver, budget, &mut NoSources)))?;
        Ok(answer.values.grundy.map(|value| value.0))
    }

    /// Solves the position: see `grundy.solve`.
    #[pyo3(signature = (**how))]
    fn solve<'py>(this: &Bound<'py, Self>, how: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("grundy")?.getattr("solve")?.call((this,), how)
    }

    /// Returns the winning moves, or the best moves if no move wins; with `by`, those of this player.
    #[pyo3(signature = (*, by = None))]
    fn winning_moves<'py>(this: &Bound<'py, Self>, by: Option<&str>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        player(by)?;
        let options = PyDict::new(this.py());
        options.set_item("moves", "all")?;
        let moves = Position::solve(this, Some(&options))?.getattr("moves")?;
        let mut all = vec![];
        for mv in moves.try_iter()? {
            let mv = mv?;
            let mover = mv.getattr("by")?.extract::<Option<String>>()?;
            if by.is_none() || mover.is_none() || mover.as_deref() == by {
                all.push(mv);
            }
        }
        Ok(all)
    }

    /// Returns at most `most` legal moves; in partizan games those of the player `by`.
    #[pyo3(signature = (*, by = None, most = MAX_MOVES))]
    fn moves(&self, py: Python<'_>, by: Option<&str>, most: usize) -> PyResult<Vec<Legal>> {
        let play_position = Arc::new(self.board(by)?);
        let moves = play_position.moves(most);
        if let Some(fault) = play_position.fault() {
            return Err(raise(py, &fault, self.text()));
        }
        Ok(moves.into_iter().map(|mv| Legal { play_position: play_position.clone(), mv }).collect())
    }

    /// Returns the position after a move, which is one of `moves` or a text such as `"2 1"`.
    #[pyo3(signature = (mv, /, *, by = None))]
    fn play(&self, mv: &Bound<'_, PyAny>, by: Option<&str>) -> PyResult<Position> {
        let py = mv.py();
        if let Ok(legal) = mv.cast::<Legal>() {
            let legal = legal.get();
            if legal.play_position.position_sum().to_string() != self.text() {
                return Err(pyo3::exceptions::PyValueError::new_err("the move belongs to another position"));
            }
            return Ok(legal.to());
        }
        let mv = mv.cast::<PyString>().map_err(|_| wrong_type("a move or its text", mv))?;
        let mv = &mv.to_cow()?;
        let play_position = self.board(by)?;
        let mv = play_position.find(mv).map_err(|error| raise(py, &error, mv))?;
        Ok(play_position.after(&mv).position_sum().clone().into())
    }

    /// Returns the position as an SVG picture, with its outcome.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        let solve = SolveRequest::brief(self.spec.clone());
        work(py, self.text(), |solver, budget| {
            let mut sources = NoSources;
            let mut context = request_context(solver, budget, &mut sources);
            position_picture(self.spec.clone(), &solve, &mut context, language())
        })
    }

    /// Returns the position as a graph in DOT.
    fn to_dot(&self, py: Python<'_>) -> PyResult<String> {
        position_dot(&PlayPosition::start(self.spec.clone())).map_err(|error| raise(py, &error, self.text()))
    }

    /// The picture for notebooks, if there is one.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        none_if_refused(py, self.to_svg(py))
    }
}

impl Position {
    fn board(&self, by: Option<&str>) -> PyResult<PlayPosition> {
        Ok(match by {
            None => PlayPosition::start(self.spec.clone()),
            by => PlayPosition::new(self.spec.clone(), player(by)?),
        })
    }
}

/// Converts errors of the library to `None`, so that a notebook shows the text instead of a picture.
pub(crate) fn none_if_refused<T>(py: Python<'_>, done: PyResult<T>) -> PyResult<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyValueError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A legal move and the position to which it leads.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Legal {
    play_position: Arc<PlayPosition>,
    mv: LegalMove,
}

#[pymethods]
impl Legal {
    /// The move in words.
    #[getter]
    fn text(&self) -> String {
        self.mv.text.in_language(language())
    }

    /// The position after the move.
    #[getter]
    fn to(&self) -> Position {
        self.play_position.after(&self.mv).position_sum().clone().into()
    }

    /// The player who makes the move, in partizan games.
    #[getter]
    fn by(&self) -> Option<&'static str> {
        (self.play_position.players() == 2
            && self.play_position.position_sum().kind() == grundy::unstable::rules::Kind::Partizan)
            .then(|| fields::side(self.play_position.mover()))
    }

    /// The fields of the move for programs.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        fields::dict(py, &self.play_position.fields(&self.mv))
    }
}
