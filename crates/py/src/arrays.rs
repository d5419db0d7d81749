//! Tables and sequences as arrays, which NumPy shows as they lie in memory.

use crate::asked::Report;
use crate::work::work;
use grundy::lang::text;
use grundy::render::{TableFormat, check_table, sequence_svg};
use grundy::rules::NoSources;
use grundy::{Error, ErrorKind, Of, Result, Solver};
use grundy_ask::Reply;
use grundy_ask::sequence::{Plan, spelt};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::Arc;

/// Entries in as few bytes as the largest needs.
enum Cells {
    Small(Vec<u8>),
    Middle(Vec<u16>),
    Large(Vec<u32>),
    Huge(Vec<u64>),
}

impl Cells {
    fn push(&mut self, value: u64) {
        // Seldom: three times at most.
        loop {
            match self {
                Cells::Small(cells) => match u8::try_from(value) {
                    Ok(value) => return cells.push(value),
                    Err(_) => *self = Cells::Middle(grown(cells)),
                },
                Cells::Middle(cells) => match u16::try_from(value) {
                    Ok(value) => return cells.push(value),
                    Err(_) => *self = Cells::Large(grown(cells)),
                },
                Cells::Large(cells) => match u32::try_from(value) {
                    Ok(value) => return cells.push(value),
                    Err(_) => *self = Cells::Huge(grown(cells)),
                },
                Cells::Huge(cells) => return cells.push(value),
            }
        }
    }

    /// The array of this shape, without a copy.
    fn array(self, py: Python<'_>, shape: Vec<usize>) -> PyResult<Bound<'_, PyAny>> {
        Ok(match self {
            Cells::Small(cells) => cells.into_pyarray(py).reshape(shape)?.into_any(),
            Cells::Middle(cells) => cells.into_pyarray(py).reshape(shape)?.into_any(),
            Cells::Large(cells) => cells.into_pyarray(py).reshape(shape)?.into_any(),
            Cells::Huge(cells) => cells.into_pyarray(py).reshape(shape)?.into_any(),
        })
    }
}

/// The same in more bytes, with as much room.
fn grown<A: Copy, B: From<A>>(cells: &[A]) -> Vec<B> {
    cells.iter().map(|&cell| B::from(cell)).collect()
}

/// The table of a game: its canonical rules, the first number, and the array of values, or of the letters of outcomes as code points.
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
    let of = of.map(|of| crate::solved::choice("of", of, &[("outcome", Of::Outcome), ("grundy", Of::Grundy)]));
    let of = of.transpose()?;
    let (text, of, from, cells, shape) = work(py, rules, |_, budget| {
        let rules = grundy_ask::rules::read(rules, misere, &mut NoSources)?;
        let of = of.unwrap_or_else(|| Of::usual(&rules));
        check_table(&rules, of, to, false, TableFormat::Json)?;
        let mut solver = Solver::new();
        let mut table = solver.table(&rules, of, to, theorems, budget)?;
        let (first, last, dims) = (table.first(), table.last(), table.dims());
        let side = (0..dims).map(|k| u128::from(last[k] - first[k]) + 1);
        let count = side.clone().fold(1u128, u128::saturating_mul);
        budget.fits(count.saturating_mul(8), &text!("a table up to {to}, at a byte an entry,", to))?;
        let shape: Vec<usize> = side.map(|side| side as usize).collect();
        let mut cells = if of == Of::Outcome { Cells::Large(vec![]) } else { Cells::Small(vec![]) };
        each(first, last, &mut |at| {
            let cell = table.cell(at)?;
            let value = match of {
                Of::Outcome => u128::from(cell.outcome.name().as_bytes()[0]),
                Of::Grundy => cell.grundy.map_or(0, |value| value.0),
            };
            let message = || Error::new(ErrorKind::TooLarge, text!("a table as bytes has values below 2^32"));
            cells.push(u64::try_from(value).map_err(|_| message())?);
            Ok(())
        })?;
        Ok((rules.to_string(), of, table.from(), cells, shape))
    })?;
    let of = if of == Of::Outcome { "outcome" } else { "grundy" };
    Ok((text, of, from, cells.array(py, shape)?))
}

/// All entries, the first number changing slowest.
fn each(first: [u64; 3], last: [u64; 3], visit: &mut dyn FnMut([u64; 3]) -> Result<()>) -> Result<()> {
    for a in first[0]..=last[0] {
        for b in first[1]..=last[1] {
            for c in first[2]..=last[2] {
                visit([a, b, c])?;
            }
        }
    }
    Ok(())
}

/// A picture of a sequence shows so many heaps at least.
const SEEN: u64 = 100;

/// The sequence of a game of heaps: what is known of it, and its values up to `to`.
#[pyfunction]
#[pyo3(signature = (rules, to = None, theorems = true))]
pub(crate) fn sequence<'py>(
    py: Python<'py>,
    rules: &str,
    to: Option<u64>,
    theorems: bool,
) -> PyResult<(Report, Bound<'py, PyAny>)> {
    let asked = to;
    let (report, cells, count) = work(py, rules, |_, budget| {
        let plan = Plan::read(&spelt(rules), to, false, theorems, &mut NoSources)?;
        let (rules, to) = (&plan.rules, plan.to);
        let list = text!("a list of all heaps up to {to}, at a byte a value,", to);
        budget.fits((u128::from(to) + 1) * 5, &list)?;
        let mut sequence = plan.begin()?;
        sequence.extend_to(to, budget)?;
        sequence.search_now(budget)?;
        let mut cells = Cells::Small(vec![]);
        for n in 0..=to {
            cells.push(sequence.known(n).map_or(0, u64::from));
            if n.is_multiple_of(1 << 16) {
                budget.check()?;
            }
        }
        let summary = sequence.summary();
        // Where nobody has said how far, a period that is proved is seen as far as the proof looks, among a million heaps it is not.
        let looked_at = summary.certificate.is_some() && asked.is_none();
        let shown = if looked_at { summary.computed_to.max(SEEN).min(to) } else { to };
        let svg = sequence_svg(rules, &sequence, shown, crate::errors::language());
        let reply = Reply::Sequence(Arc::new(plan.rules), Arc::new(summary));
        Ok((Report::new(reply, Some(svg)), cells, to as usize + 1))
    })?;
    Ok((report, cells.array(py, vec![count])?))
}
