//! Tables and sequences as NumPy arrays.

use crate::queries::{Report, request_context};
use crate::work::work;
use grundy::unstable::render::sequence_svg;
use grundy::unstable::rules::NoSources;
use grundy::unstable::solve::Quantity;
use grundy_ask::{PackedValues, Reply, SequenceRequest, TableRequest, TableTarget};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;

/// Converts the cells to an array of this shape, without copying them.
fn array(py: Python<'_>, cells: PackedValues, shape: Vec<usize>) -> PyResult<Bound<'_, PyAny>> {
    Ok(match cells {
        PackedValues::Bytes(cells) => cells.into_pyarray(py).reshape(shape)?.into_any(),
        PackedValues::Words(cells) => cells.into_pyarray(py).reshape(shape)?.into_any(),
        PackedValues::Longs(cells) => cells.into_pyarray(py).reshape(shape)?.into_any(),
        PackedValues::Wide(cells) => cells.into_pyarray(py).reshape(shape)?.into_any(),
    })
}

/// Returns the table of a game: its canonical rules, the quantity, the first number, and the array.
///
/// The array holds Grundy values, or the letters of outcomes as code points.
#[pyfunction]
#[pyo3(signature = (rules, to, of = None, misere = false, theorems = true))]
pub(crate) fn table<'py>(
    py: Python<'py>,
    rules: &str,
    to: u64,
    of: Option<&str>,
    misere: bool,
    theorems: bool,
) -> PyResult<(String, &'static str, u64, Bound<'py, PyAny>)> {
    let all = [("outcome", TableTarget::Outcome), ("grundy", TableTarget::Grundy)];
    let of = of.map(|of| crate::solved::choice("of", of, &all)).transpose()?;
    let table = TableRequest { to: Some(to), target: of, misere, use_theorems: theorems, ..TableRequest::new(rules) };
    let table = work(py, rules, |solver, budget| table.array(&mut request_context(solver, budget, &mut NoSources)))?;
    let shape = (0..table.dims).map(|k| (table.last[k] - table.first[k]) as usize + 1).collect();
    let of = if table.quantity == Quantity::Outcome { "outcome" } else { "grundy" };
    Ok((table.rules.to_string(), of, table.first[0], array(py, table.cells, shape)?))
}

/// The minimum number of heaps in a picture of a sequence.
const MIN_SHOWN_HEAPS: u64 = 100;

/// Returns the summary of a heap game's sequence, and the array of its values up to `to`.
#[pyfunction]
#[pyo3(signature = (rules, to = None, theorems = true))]
pub(crate) fn sequence<'py>(
    py: Python<'py>,
    rules: &str,
    to: Option<u64>,
    theorems: bool,
) -> PyResult<(Report, Bound<'py, PyAny>)> {
    let request = SequenceRequest { to, use_theorems: theorems, ..SequenceRequest::new(rules) };
    let (report, cells, count) = work(py, rules, |solver, budget| {
        let array_reply = request.array(&mut request_context(solver, budget, &mut NoSources))?;
        let (computed, cells) = (array_reply.computed, array_reply.cells);
        let last = computed.to;
        // Without a bound, the picture shows only the heaps that the proof of the period needs. Among a million
        // heaps, the period would be invisible.
        let is_short = computed.summary.certificate.is_some() && to.is_none();
        let shown = if is_short { computed.summary.computed_to.max(MIN_SHOWN_HEAPS).min(last) } else { last };
        let svg = sequence_svg(&computed.rules, &computed.values, shown, crate::errors::language());
        let reply = Reply::Sequence(computed.rules, computed.summary);
        Ok((Report::new(reply, Some(svg)), cells, last as usize + 1))
    })?;
    Ok((report, array(py, cells, vec![count])?))
}
