//! Converts tables, sequences and surveys to Arrow columns, which pandas and polars can read.

use crate::cdata::{ArrowField, Batches, BorrowedBuffer, Buffer, ColumnChunk, schema, stream};
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ffi::{CStr, CString};

/// The maximum number of rows of a batch.
const BATCH_ROWS: usize = 1 << 16;

/// The entries of a column.
enum ArrowColumn {
    /// The entries of a NumPy array, which are not copied.
    ///
    /// The fields are the array, the width of an entry in bytes, and the Arrow format.
    BorrowedBuffer(BorrowedBuffer, usize, &'static CStr),
    /// One coordinate of the positions of a table.
    ///
    /// The coordinate cycles through the `side` values from `first` on; each value lasts for `step` rows.
    Places {
        first: u64,
        step: u64,
        side: u64,
    },
    /// ASCII letters, as their codes.
    Chars(Vec<u8>),
    Flags(Vec<Option<bool>>),
    Numbers(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
}

impl ArrowColumn {
    fn read(kind: &str, given: &Bound<'_, PyAny>, rows: usize) -> PyResult<ArrowColumn> {
        let column = match kind {
            "array" => ArrowColumn::borrow_array::<u8>(given, c"C")
                .or_else(|| ArrowColumn::borrow_array::<u16>(given, c"S"))
                .or_else(|| ArrowColumn::borrow_array::<u32>(given, c"I"))
                .or_else(|| ArrowColumn::borrow_array::<u64>(given, c"L"))
                .ok_or_else(|| PyTypeError::new_err("expected a contiguous array of unsigned integers"))?,
            "places" => {
                let (first, step, side) = given.extract()?;
                if step == 0 || side == 0 {
                    return Err(PyValueError::new_err("the step and the number of places must be at least 1"));
                }
                return Ok(ArrowColumn::Places { first, step, side });
            }
            "letters" => {
                let codes = given.cast::<PyArray1<u32>>()?.try_readonly()?;
                let letter = |&code: &u32| u8::try_from(code).ok().filter(u8::is_ascii);
                let letters: Option<_> = codes.as_array().iter().map(letter).collect();
                ArrowColumn::Chars(letters.ok_or_else(|| PyValueError::new_err("expected ASCII letters"))?)
            }
            "flags" => ArrowColumn::Flags(given.extract()?),
            "numbers" => ArrowColumn::Numbers(given.extract()?),
            "texts" => ArrowColumn::Texts(given.extract()?),
            _ => return Err(PyValueError::new_err(format!("there is no kind of column {kind:?}"))),
        };
        let count = match &column {
            ArrowColumn::BorrowedBuffer(borrowed, width, _) => borrowed.len() / width,
            ArrowColumn::Places { .. } => rows,
            ArrowColumn::Chars(letters) => letters.len(),
            ArrowColumn::Flags(flags) => flags.len(),
            ArrowColumn::Numbers(numbers) => numbers.len(),
            ArrowColumn::Texts(texts) => texts.len(),
        };
        if count == rows { Ok(column) } else { Err(PyValueError::new_err("each column needs one entry per row")) }
    }

    fn borrow_array<T: Element>(given: &Bound<'_, PyAny>, format: &'static CStr) -> Option<ArrowColumn> {
        let array = given.cast::<PyArray1<T>>().ok()?.try_readonly().ok()?;
        Some(ArrowColumn::BorrowedBuffer(BorrowedBuffer::new(given, array.as_slice().ok()?), size_of::<T>(), format))
    }

    fn format(&self) -> &'static CStr {
        match self {
            ArrowColumn::BorrowedBuffer(_, _, format) => format,
            ArrowColumn::Places { first, side, .. } if first + side > 1 << 32 => c"L",
            ArrowColumn::Places { .. } => c"I",
            ArrowColumn::Chars(_) | ArrowColumn::Texts(_) => c"u",
            ArrowColumn::Flags(_) => c"b",
            ArrowColumn::Numbers(_) => c"l",
        }
    }

    fn nullable(&self) -> bool {
        matches!(self, ArrowColumn::Flags(_) | ArrowColumn::Numbers(_) | ArrowColumn::Texts(_))
    }

    /// Returns `count` entries from index `from` on; the memory of a borrowed array extends to its end.
    fn piece(&self, from: usize, count: usize) -> ColumnChunk {
        match self {
            ArrowColumn::BorrowedBuffer(borrowed, width, _) => {
                without_nulls(vec![Buffer::BorrowedBuffer(borrowed.skip_bytes(from * width))])
            }
            ArrowColumn::Places { first, step, side } => {
                let places = (from as u64..).take(count).map(|row| first + row / step % side);
                without_nulls(vec![match self.format() == c"I" {
                    true => Buffer::Fours(places.map(|place| place as u32).collect()),
                    false => Buffer::Eights(places.collect()),
                }])
            }
            ArrowColumn::Chars(letters) => {
                let ends = Buffer::Fours((0..=count as u32).collect());
                without_nulls(vec![ends, Buffer::Bytes(letters[from..from + count].to_vec())])
            }
            ArrowColumn::Flags(flags) => {
                let flags = &flags[from..from + count];
                let values = Buffer::Bytes(bits(flags.iter().map(|flag| *flag == Some(true))));
                with_nulls(flags.iter().map(Option::is_some), vec![values])
            }
            ArrowColumn::Numbers(numbers) => {
                let numbers = &numbers[from..from + count];
                // The buffer holds the bits of the signed integers, so the cast to unsigned integers keeps them.
                let values = numbers.iter().map(|number| number.unwrap_or(0) as u64).collect();
                with_nulls(numbers.iter().map(Option::is_some), vec![Buffer::Eights(values)])
            }
            ArrowColumn::Texts(texts) => {
                let texts = &texts[from..from + count];
                let (mut ends, mut bytes) = (vec![0], vec![]);
                for text in texts {
                    bytes.extend_from_slice(text.as_deref().unwrap_or_default().as_bytes());
                    ends.push(bytes.len() as u32);
                }
                with_nulls(texts.iter().map(Option::is_some), vec![Buffer::Fours(ends), Buffer::Bytes(bytes)])
            }
        }
    }
}

/// Returns a chunk of these buffers, in which no entry is missing.
fn without_nulls(mut buffers: Vec<Buffer>) -> ColumnChunk {
    buffers.insert(0, Buffer::Absent);
    ColumnChunk { nulls: 0, buffers }
}

/// Returns a chunk of these buffers, in which entries can be missing.
///
/// `is_present` has one flag per entry: `true` if the entry is present.
fn with_nulls(is_present: impl Iterator<Item = bool> + Clone, mut buffers: Vec<Buffer>) -> ColumnChunk {
    let nulls = is_present.clone().filter(|is_present| !is_present).count();
    buffers.insert(0, if nulls == 0 { Buffer::Absent } else { Buffer::Bytes(bits(is_present)) });
    ColumnChunk { nulls, buffers }
}

/// Packs flags into bytes; the first flag is the lowest bit of the first byte.
fn bits(flags: impl Iterator<Item = bool>) -> Vec<u8> {
    let mut bytes = vec![];
    for (k, flag) in flags.enumerate() {
        if k % 8 == 0 {
            bytes.push(0);
        }
        if let Some(byte) = bytes.last_mut() {
            *byte |= u8::from(flag) << (k % 8);
        }
    }
    bytes
}

/// Columns of equal length that are exported in batches.
struct Rows {
    fields: Vec<ArrowField>,
    columns: Vec<ArrowColumn>,
    next: usize,
    rows: usize,
}

impl Rows {
    fn read(columns: Vec<(String, String, Bound<'_, PyAny>)>, rows: usize) -> PyResult<Rows> {
        let mut read = Rows { fields: vec![], columns: vec![], next: 0, rows };
        for (name, kind, given) in columns {
            let column = ArrowColumn::read(&kind, &given, rows)?;
            let name =
                CString::new(name).map_err(|_| PyValueError::new_err("a column name must not contain a zero byte"))?;
            read.fields.push(ArrowField { name, format: column.format(), nullable: column.nullable() });
            read.columns.push(column);
        }
        Ok(read)
    }
}

impl Batches for Rows {
    fn fields(&self) -> &[ArrowField] {
        &self.fields
    }

    fn next(&mut self) -> Option<(usize, Vec<ColumnChunk>)> {
        let (from, count) = (self.next, (self.rows - self.next).min(BATCH_ROWS));
        self.next += count;
        (count > 0).then(|| (count, self.columns.iter().map(|column| column.piece(from, count)).collect()))
    }
}

/// Exports columns, each given by name, kind and entries, as an Arrow stream.
///
/// With `types`, exports only the schema.
#[pyfunction]
#[pyo3(signature = (columns, rows, types = false))]
pub(crate) fn arrow(
    py: Python<'_>,
    columns: Vec<(String, String, Bound<'_, PyAny>)>,
    rows: usize,
    types: bool,
) -> PyResult<Py<PyAny>> {
    let rows = Rows::read(columns, rows)?;
    if types { schema(py, &rows.fields) } else { stream(py, Box::new(rows)) }
}
