//! A writer of Parquet files.
//!
//! Columns contain required or optional numbers and texts in plain encoding. Each column of a row group is one page,
//! compressed by zstd. The format is defined at <https://parquet.apache.org/docs/file-format/>.

use std::io::{Result, Write};

/// The number of rows in a row group.
const ROWS_PER_GROUP: usize = 1 << 16;
/// The compression level of zstd.
const LEVEL: i32 = 9;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// Required texts.
    Text,
    /// Required 64-bit numbers.
    Long,
    /// Optional 32-bit numbers.
    Number,
}

/// The value of a row in a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum ParquetValue<'a> {
    Text(&'a str),
    Long(i64),
    Number(Option<i32>),
}

struct ParquetColumn {
    name: &'static str,
    kind: ColumnType,
    values: Vec<u8>,
    /// For an optional column, one bit per row, set if the row has a number.
    present: Vec<u8>,
}

/// The location and size of one column of a row group in the file, in bytes.
struct Chunk {
    at: u64,
    unpacked: u64,
    packed: u64,
}

/// A Parquet table that is written row by row.
pub(super) struct ParquetTable<'a> {
    out: &'a mut dyn Write,
    at: u64,
    columns: Vec<ParquetColumn>,
    rows: usize,
    groups: Vec<(u64, Vec<Chunk>)>,
}

impl<'a> ParquetTable<'a> {
    /// Starts a table with these columns.
    pub fn new(out: &'a mut dyn Write, columns: &[(&'static str, ColumnType)]) -> Result<ParquetTable<'a>> {
        out.write_all(b"PAR1")?;
        let column =
            |&(name, kind): &(&'static str, ColumnType)| ParquetColumn { name, kind, values: vec![], present: vec![] };
        Ok(ParquetTable { out, at: 4, columns: columns.iter().map(column).collect(), rows: 0, groups: vec![] })
    }

    /// Adds a row with a value for each column.
    pub fn push(&mut self, row: &[ParquetValue<'_>]) -> Result<()> {
        for (column, value) in self.columns.iter_mut().zip(row) {
            match *value {
                ParquetValue::Text(text) => {
                    column.values.extend((text.len() as u32).to_le_bytes());
                    column.values.extend(text.as_bytes());
                }
                ParquetValue::Long(number) => column.values.extend(number.to_le_bytes()),
                ParquetValue::Number(number) => {
                    if self.rows.is_multiple_of(8) {
                        column.present.push(0);
                    }
                    if let (Some(number), Some(last)) = (number, column.present.last_mut()) {
                        *last |= 1 << (self.rows % 8);
                        column.values.extend(number.to_le_bytes());
                    }
                }
            }
        }
        self.rows += 1;
        if self.rows == ROWS_PER_GROUP { self.flush() } else { Ok(()) }
    }

    /// Writes the collected rows as a row group.
    fn flush(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut chunks = vec![];
        for column in &mut self.columns {
            let mut page = vec![];
            if column.kind == ColumnType::Number {
                // The definition levels: the length of the run, then one bit-packed run of single bits.
                let mut run = vec![];
                varint((column.present.len() as u64) << 1 | 1, &mut run);
                run.append(&mut column.present);
                page.extend((run.len() as u32).to_le_bytes());
                page.extend(run);
            }
            page.append(&mut column.values);
            let packed = zstd::bulk::compress(&page, LEVEL)?;
            let mut head = ThriftWriter::default();
            head.number(1, 0).number(2, page.len() as i64).number(3, packed.len() as i64);
            head.struct_field(5, |page| {
                page.number(1, self.rows as i64).number(2, 0).number(3, 3).number(4, 3);
            });
            let head = head.end();
            self.out.write_all(&head)?;
            self.out.write_all(&packed)?;
            let (unpacked, packed) = ((head.len() + page.len()) as u64, (head.len() + packed.len()) as u64);
            chunks.push(Chunk { at: self.at, unpacked, packed });
            self.at += packed;
        }
        self.groups.push((self.rows as u64, chunks));
        self.rows = 0;
        Ok(())
    }

    /// Writes the remaining rows and the footer.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        let row_count: u64 = self.groups.iter().map(|(rows, _)| rows).sum();
        let mut file = ThriftWriter::default();
        file.number(1, 1);
        file.struct_list(2, self.columns.len() + 1, |k, one| match k.checked_sub(1) {
            None => {
                one.bytes(4, b"positions").number(5, self.columns.len() as i64);
            }
            Some(k) => {
                let ParquetColumn { name, kind, .. } = &self.columns[k];
                one.number(1, kind.code()).number(3, i64::from(*kind == ColumnType::Number)).bytes(4, name.as_bytes());
                if *kind == ColumnType::Text {
                    one.number(6, 0);
                }
            }
        });
        file.long(3, row_count as i64);
        file.struct_list(4, self.groups.len(), |g, group| {
            let (rows, chunks) = &self.groups[g];
            group.struct_list(1, chunks.len(), |k, chunk| {
                let (Chunk { at, unpacked, packed }, column) = (&chunks[k], &self.columns[k]);
                chunk.long(2, *at as i64);
                chunk.struct_field(3, |about| {
                    about.number(1, column.kind.code()).numbers(2, &[0, 3]).texts(3, &[column.name]).number(4, 6);
                    about.long(5, *rows as i64).long(6, *unpacked as i64).long(7, *packed as i64).long(9, *at as i64);
                });
            });
            let bytes: u64 = chunks.iter().map(|chunk| chunk.unpacked).sum();
            group.long(2, bytes as i64).long(3, *rows as i64);
        });
        file.bytes(6, concat!("grundy ", env!("CARGO_PKG_VERSION")).as_bytes());
        let footer = file.end();
        self.out.write_all(&footer)?;
        self.out.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.out.write_all(b"PAR1")
    }
}

impl ColumnType {
    /// Returns the code of the type in Parquet.
    fn code(self) -> i64 {
        match self {
            ColumnType::Number => 1,
            ColumnType::Long => 2,
            ColumnType::Text => 6,
        }
    }
}

fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A writer of a struct in Thrift's compact protocol.
/// Fields must be written in ascending order.
#[derive(Default)]
struct ThriftWriter {
    out: Vec<u8>,
    last: u8,
}

impl ThriftWriter {
    fn field(&mut self, field: u8, kind: u8) {
        self.out.push((field - self.last) << 4 | kind);
        self.last = field;
    }

    fn zigzag(&mut self, number: i64) {
        varint((number << 1 ^ number >> 63) as u64, &mut self.out);
    }

    /// Writes a 32-bit number field.
    fn number(&mut self, field: u8, number: i64) -> &mut ThriftWriter {
        self.field(field, 5);
        self.zigzag(number);
        self
    }

    /// Writes a 64-bit number field.
    fn long(&mut self, field: u8, number: i64) -> &mut ThriftWriter {
        self.field(field, 6);
        self.zigzag(number);
        self
    }

    fn bytes(&mut self, field: u8, bytes: &[u8]) -> &mut ThriftWriter {
        self.field(field, 8);
        varint(bytes.len() as u64, &mut self.out);
        self.out.extend(bytes);
        self
    }

    fn list(&mut self, field: u8, length: usize, kind: u8) {
        self.field(field, 9);
        self.out.push((length.min(15) as u8) << 4 | kind);
        if length >= 15 {
            varint(length as u64, &mut self.out);
        }
    }

    fn numbers(&mut self, field: u8, numbers: &[i64]) -> &mut ThriftWriter {
        self.list(field, numbers.len(), 5);
        numbers.iter().for_each(|&number| self.zigzag(number));
        self
    }

    fn texts(&mut self, field: u8, texts: &[&str]) -> &mut ThriftWriter {
        self.list(field, texts.len(), 8);
        for text in texts {
            varint(text.len() as u64, &mut self.out);
            self.out.extend(text.as_bytes());
        }
        self
    }

    /// Writes a field that is a struct.
    fn struct_field(&mut self, field: u8, fill: impl FnOnce(&mut ThriftWriter)) {
        self.field(field, 12);
        let mut inner = ThriftWriter::default();
        fill(&mut inner);
        self.out.extend(inner.end());
    }

    /// Writes a field that is a list of structs.
    fn struct_list(&mut self, field: u8, length: usize, mut fill: impl FnMut(usize, &mut ThriftWriter)) {
        self.list(field, length, 12);
        for k in 0..length {
            let mut inner = ThriftWriter::default();
            fill(k, &mut inner);
            self.out.extend(inner.end());
        }
    }

    fn end(mut self) -> Vec<u8> {
        self.out.push(0);
        self.out
    }
}
