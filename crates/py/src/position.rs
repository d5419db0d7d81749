//! Positions: read from text, added, compared and moved in.

use crate::errors::{language, raise, wrong_type};
use crate::fields;
use crate::queries::session;
use crate::work::work;
use grundy::unstable::lang::text;
use grundy::unstable::play::{Board, LegalMove};
use grundy::unstable::render::{position_dot, position_svg};
use grundy::unstable::rules::NoSources;
use grundy::unstable::rules::PositionSum;
use grundy::{Error, ErrorKind, Outcome, Play, Player};
use grundy_ask::Solve;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A position of any games, or a sum of such: what is asked about.
///
/// `==` is the same position as it is written, so that positions can be keys; `equiv`, `<=`, `<`, `fuzzy` compare them as games.
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

/// At most so many moves are listed where nobody says how many.
const MAX_MOVES: usize = 10_000;

/// Reads a position, given as such or as text.
pub(crate) fn read(given: &Bound<'_, PyAny>) -> PyResult<PositionSum> {
    if let Ok(position) = given.cast::<Position>() {
        return Ok(position.get().spec.clone());
    }
    let text = given.cast::<PyString>().map_err(|_| wrong_type("a position or its text", given))?;
    let text = text.to_cow()?;
    grundy::parse(&text).map_err(|error| raise(given.py(), &error, &text))
}

/// Whose turn it is, by name.
pub(crate) fn seat(name: Option<&str>) -> PyResult<Player> {
    match name {
        None | Some("left") => Ok(Player::LEFT),
        Some("right") => Ok(Player::RIGHT),
        Some(_) => Err(pyo3::exceptions::PyValueError::new_err("`by` is 'left' or 'right'")),
    }
}

impl Position {
    pub(crate) fn text(&self) -> &str {
        self.text.get_or_init(|| self.spec.to_string())
    }

    /// Left minus Right: who wins the difference.
    fn against(&self, py: Python<'_>, other: &Position) -> PyResult<Outcome> {
        let difference = self.spec.clone() - other.spec.clone();
        let refused = |text: &str| {
            let message = text!("`{text}` tells nothing of which is better", text = text.to_string());
            let help = text!("positions are compared under normal play, where no play goes on for ever");
            Error::new(ErrorKind::Unsupported, message).help(help)
        };
        let text = format!("{difference:.200}");
        if difference.play == Play::Misere {
            return Err(raise(py, &refused(&text), &text));
        }
        let solve = Solve::brief(difference);
        work(py, &text, |solver, budget| {
            let answer = solve.answer(&mut session(solver, budget, &mut NoSources))?;
            answer.outcome.filter(|outcome| *outcome != Outcome::D).ok_or_else(|| refused(&text))
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
        let said = match op {
            CompareOp::Eq => self.text() == other.text(),
            CompareOp::Ne => self.text() != other.text(),
            CompareOp::Le => matches!(self.against(py, other)?, Outcome::P | Outcome::R),
            CompareOp::Lt => self.against(py, other)? == Outcome::R,
            CompareOp::Ge => matches!(self.against(py, other)?, Outcome::P | Outcome::L),
            CompareOp::Gt => self.against(py, other)? == Outcome::L,
        };
        Ok(said.into_pyobject(py)?.to_owned().into_any())
    }

    /// Whether both are worth the same: one may stand for the other in every sum.
    fn equiv(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.against(py, &read(other)?.into())? == Outcome::P)
    }

    /// Whether neither is better than the other and they are not the same: whoever moves first wins the difference.
    fn fuzzy(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.against(py, &read(other)?.into())? == Outcome::N)
    }

    fn __add__(&self, other: PyRef<'_, Position>) -> Position {
        (self.spec.clone() + other.spec.clone()).into()
    }

    /// So that `sum` adds positions.
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
        // By way of the text, so that too many copies are a mistake with a place.
        let count = copies.str()?.to_string();
        let most = self.spec.terms.iter().map(|term| u128::from(term.copies)).max().unwrap_or(1);
        let spec = match copies.extract::<u64>() {
            Ok(count) if u128::from(count) * most <= u128::from(u64::MAX) => count * self.spec.clone(),
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

    /// How many components it has, copies counted.
    fn __len__(&self) -> PyResult<usize> {
        let parts = self.spec.parts();
        usize::try_from(parts)
            .ok()
            .filter(|parts| isize::try_from(*parts).is_ok())
            .ok_or_else(|| PyOverflowError::new_err(format!("{parts} components are too many for len()")))
    }

    /// A position is no truth value: `p.wins` tells whether whoever is to move wins.
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("a position is neither true nor false: ask for .wins"))
    }

    /// Whether it is played so that who cannot move wins.
    #[getter]
    fn misere(&self) -> bool {
        self.spec.play == Play::Misere
    }

    /// `"impartial"`, `"partizan"`, `"scoring"` or `"multiplayer"`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.spec.kind().name()
    }

    /// `"N"`, `"P"`, `"L"`, `"R"`, `"D"`, or `None` where points or losers decide.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        crate::solved::outcome_of(py, self.spec.clone())
    }

    /// Whether whoever is to move wins.
    #[getter]
    fn wins(&self, py: Python<'_>) -> PyResult<bool> {
        let outcome = crate::solved::outcome_of(py, self.spec.clone())?;
        match outcome {
            Some("N") => Ok(true),
            Some("P" | "D") => Ok(false),
            _ => {
                let text = self.spec.canonical();
                let message = text!("`{text}` is not won by whoever moves first or second", text = text.clone());
                Err(raise(py, &Error::new(ErrorKind::Unsupported, message), &text))
            }
        }
    }

    /// The Grundy value, where it is a number that is known.
    #[getter]
    fn grundy(&self, py: Python<'_>) -> PyResult<Option<u128>> {
        let solve = Solve::brief(self.spec.clone());
        let answer = work(py, "", |solver, budget| solve.answer(&mut session(solver, budget, &mut NoSources)))?;
        Ok(answer.grundy.map(|value| value.0))
    }

    /// The answer: see `grundy.solve`.
    #[pyo3(signature = (**how))]
    fn solve<'py>(this: &Bound<'py, Self>, how: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("grundy")?.getattr("solve")?.call((this,), how)
    }

    /// The winning moves, or the best ones where nobody wins by moving; those of `by`, where both players have their own.
    #[pyo3(signature = (*, by = None))]
    fn winning_moves<'py>(this: &Bound<'py, Self>, by: Option<&str>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        seat(by)?;
        let moves = Position::solve(this, None)?.getattr("moves")?;
        let mut all = vec![];
        for mv in moves.try_iter()? {
            let mv = mv?;
            let whose = mv.getattr("by")?.extract::<Option<String>>()?;
            if by.is_none() || whose.is_none() || whose.as_deref() == by {
                all.push(mv);
            }
        }
        Ok(all)
    }

    /// The moves, at most `most` of them; where both players have moves of their own, those of `by`.
    #[pyo3(signature = (*, by = None, most = MAX_MOVES))]
    fn moves(&self, py: Python<'_>, by: Option<&str>, most: usize) -> PyResult<Vec<Legal>> {
        let board = Arc::new(self.board(by)?);
        let moves = board.moves(most);
        if let Some(fault) = board.fault() {
            return Err(raise(py, &fault, self.text()));
        }
        Ok(moves.into_iter().map(|mv| Legal { board: board.clone(), mv }).collect())
    }

    /// The position behind a move: one of `moves`, or as people write it, `"2 1"`.
    #[pyo3(signature = (mv, /, *, by = None))]
    fn play(&self, mv: &Bound<'_, PyAny>, by: Option<&str>) -> PyResult<Position> {
        let py = mv.py();
        if let Ok(legal) = mv.cast::<Legal>() {
            let legal = legal.get();
            if legal.board.spec().to_string() != self.text() {
                return Err(pyo3::exceptions::PyValueError::new_err("it is a move of another position"));
            }
            return Ok(legal.to());
        }
        let mv = mv.cast::<PyString>().map_err(|_| wrong_type("a move or its text", mv))?;
        let mv = &mv.to_cow()?;
        let board = self.board(by)?;
        let mv = board.find(mv).map_err(|error| raise(py, &error, mv))?;
        Ok(board.after(&mv).spec().clone().into())
    }

    /// The position as a picture, with who wins it.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        let solve = Solve::brief(self.spec.clone());
        work(py, self.text(), |solver, budget| {
            let answer = match solve.answer(&mut session(solver, budget, &mut NoSources)) {
                Err(error) if error.limit().is_some() && budget.is_cancelled() => return Err(error),
                answer => answer.ok(),
            };
            position_svg(&Board::start(self.spec.clone()), answer.as_ref(), language())
        })
    }

    /// The position as a graph in DOT.
    fn to_dot(&self, py: Python<'_>) -> PyResult<String> {
        position_dot(&Board::start(self.spec.clone())).map_err(|error| raise(py, &error, self.text()))
    }

    /// What notebooks show, where there is a picture.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        unless_refused(py, self.to_svg(py))
    }
}

impl Position {
    fn board(&self, by: Option<&str>) -> PyResult<Board> {
        Ok(match by {
            None => Board::start(self.spec.clone()),
            by => Board::new(self.spec.clone(), seat(by)?),
        })
    }
}

/// What notebooks show: nothing where there is an error of ours, and they show the text then.
pub(crate) fn unless_refused<T>(py: Python<'_>, done: PyResult<T>) -> PyResult<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyValueError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A legal move: what it is, and what it leaves.
#[pyclass(frozen, module = "grundy._grundy")]
pub(crate) struct Legal {
    board: Arc<Board>,
    mv: LegalMove,
}

#[pymethods]
impl Legal {
    /// The move in words.
    #[getter]
    fn text(&self) -> String {
        self.mv.text.in_language(language())
    }

    /// The position that it leaves.
    #[getter]
    fn to(&self) -> Position {
        self.board.after(&self.mv).spec().clone().into()
    }

    /// Who makes it, where that matters.
    #[getter]
    fn by(&self) -> Option<&'static str> {
        (self.board.players() == 2 && self.board.spec().kind() == grundy::unstable::rules::Kind::Partizan)
            .then(|| fields::side(self.board.mover()))
    }

    /// What programs read of it.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        fields::dict(py, &self.board.fields(&self.mv))
    }
}
