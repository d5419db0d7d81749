//! Converts the fields of moves to Python objects.

use grundy::Player;
use grundy::unstable::rules::Field;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the fields of a move as a dictionary.
pub(crate) fn dict<'py>(py: Python<'py>, fields: &[(&'static str, Field)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, field) in fields {
        let value = match field {
            Field::Number(number) => number.into_py_any(py)?,
            Field::Numbers(numbers) => numbers.into_py_any(py)?,
            Field::Signed(number) => number.into_py_any(py)?,
            Field::Text(text) => text.into_py_any(py)?,
            Field::Texts(texts) => texts.into_py_any(py)?,
        };
        dict.set_item(name, value)?;
    }
    Ok(dict)
}

/// Returns the name of a player in two-player games: `left` or `right`.
pub(crate) fn side(player: Player) -> &'static str {
    if player == Player::LEFT { "left" } else { "right" }
}
