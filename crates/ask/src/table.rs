//! Tables of values or outcomes.

use crate::errors::worded;
use crate::fields::{Fields, missing};
use grundy::lang::{Language, text};
use grundy::render::{
    Failure, Json, Numbers, Style, TableFormat, TextNumbers, check_table, error_json, write_p_positions, write_table,
};
use grundy::rules::NoSources;
use grundy::{Budget, Error, ErrorKind, Of, Ruleset, Solver};
use std::io::Write;

/// Which table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The last number.
    pub to: u64,
    /// What it tells; what is usual for the game, if nobody says.
    pub of: Option<Of>,
    /// The P-positions alone.
    pub positions: bool,
    /// Whether theorems may be used.
    pub theorems: bool,
}

/// How it is written.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// In which format.
    pub format: TableFormat,
    /// How wide and coloured text is.
    pub style: Style,
    /// In which language.
    pub language: Language,
    /// How integers of JSON are written.
    pub numbers: Numbers,
}

impl Default for How {
    fn default() -> How {
        let (style, language, numbers) = (Style::default(), Language::default(), Numbers::default());
        How { format: TableFormat::Json, style, language, numbers }
    }
}

impl Table {
    /// What a request asks for.
    pub(crate) fn read(mut fields: Fields) -> Result<(Ruleset, Table), Error> {
        let rules = fields.needed("rules", "take[1,3,4]")?;
        let misere = fields.flag("misere")?.unwrap_or(false);
        let table = Table {
            to: fields.number("to")?.ok_or_else(|| missing("to", "100"))?,
            of: fields.choice("of", &crate::OF)?,
            positions: fields.choice("only", &[("P", ())])?.is_some(),
            theorems: fields.flag("theorems")?.unwrap_or(true),
        };
        fields.end()?;
        Ok((crate::rules::read(&rules, misere, &mut NoSources)?, table))
    }

    fn bytes(&self, rules: &Ruleset, budget: &Budget) -> Result<Vec<u8>, Error> {
        if self.positions {
            return Err(Error::new(ErrorKind::Unsupported, text!("a table as bytes has all positions")));
        }
        if rules.game.least() > 0 {
            return Err(Error::new(
                ErrorKind::Unsupported,
                text!("a table as bytes begins at 0, and `{rules}` does not", rules),
            ));
        }
        let of = self.of.unwrap_or_else(|| Of::usual(rules));
        check_table(rules, of, self.to, false, TableFormat::Json)?;
        let dims = rules.dims().unwrap_or(1) as u32;
        let count = (u128::from(self.to) + 1).saturating_pow(dims);
        // As they are read, and as they are given.
        budget.fits(count.saturating_mul(8), &text!("a table up to {to}, at a byte an entry,", to = self.to))?;
        let mut solver = Solver::new();
        let mut table = solver.table(rules, of, self.to, self.theorems, budget)?;
        let last = table.last();
        let mut cells: Vec<u32> = vec![];
        for a in 0..=last[0] {
            for b in 0..=last[1] {
                for c in 0..=last[2] {
                    let cell = table.cell([a, b, c])?;
                    let letter = cell.outcome.name().as_bytes()[0].into();
                    let value = if of == Of::Grundy { cell.grundy.map_or(0, |value| value.0) } else { letter };
                    cells.push(u32::try_from(value).map_err(|_| {
                        Error::new(ErrorKind::TooLarge, text!("a table as bytes has values below 2^32"))
                    })?);
                }
            }
        }
        let width: u32 = match cells.iter().max().copied().unwrap_or(0) {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        };
        let mut out = Vec::with_capacity(32 + cells.len() * width as usize);
        // A bound that needs more has more entries than memory.
        let to = u32::try_from(self.to).unwrap_or(u32::MAX);
        for number in [MARK, 1, width, dims, u32::from(of == Of::Grundy), to] {
            out.extend(number.to_le_bytes());
        }
        out.extend((cells.len() as u64).to_le_bytes());
        for cell in cells {
            out.extend(&cell.to_le_bytes()[..width as usize]);
        }
        Ok(out)
    }

    /// Computes and writes it; `begun` tells whether something was written when it fails.
    ///
    /// # Errors
    /// What cannot be told of this game or in this format; limits; those of the sink.
    ///
    /// ```
    /// use grundy::Budget;
    /// use grundy_ask::table::{How, Table};
    /// let rules = grundy::parse_rules("take[1,3,4]").unwrap();
    /// let table = Table { to: 4, of: None, positions: true, theorems: true };
    /// let (mut begun, mut out) = (false, vec![]);
    /// table.write(&rules, How::default(), &Budget::default(), &mut begun, &mut out).unwrap();
    /// assert!(begun && String::from_utf8(out).unwrap().ends_with("\"only\":\"P\",\"positions\":[0,2]}\n"));
    /// ```
    pub fn write(
        &self,
        rules: &Ruleset,
        how: How,
        budget: &Budget,
        begun: &mut bool,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        // Of the P-positions nobody asks the value: it is 0.
        let usual = || if self.positions { Of::Outcome } else { Of::usual(rules) };
        let of = self.of.unwrap_or_else(usual);
        check_table(rules, of, self.to, self.positions, how.format)?;
        let mut solver = Solver::new();
        let mut table = solver.table(rules, of, self.to, self.theorems, budget)?;
        // Closed forms and periods need no table, but nobody can keep what would be printed.
        let entries = (u128::from(table.to() - table.from()) + 1).saturating_pow(table.dims() as u32);
        budget.fits(entries, &text!("a table up to {to}, at a byte an entry,", to = self.to))?;
        *begun = true;
        let numbers = if how.format == TableFormat::Json { how.numbers } else { Numbers::Number };
        let mut out = TextNumbers::new(out, numbers);
        if self.positions {
            write_p_positions(&mut table, how.format, &mut out)?;
        } else {
            write_table(&mut table, how.format, how.style, how.language, &mut out)?;
        }
        Ok(out.end()?)
    }
}

/// The mark in front of a table as bytes: `GRTB`.
const MARK: u32 = u32::from_le_bytes(*b"GRTB");

/// The table that a request asks for as bytes: a million values are less than a quarter of what they are in JSON, and need not be read.
///
/// A head of 32 bytes: the mark `GRTB`; the version of the format, 1; how many bytes an entry has, 1, 2 or 4; how many numbers a
/// position has, 1 to 3; what is told, 0 for outcomes and 1 for values; the last number, each in 4 bytes; the number of entries in 8
/// bytes. Then the entries, the first number of a position changing slowest: values, or the letters of outcomes. The smallest byte of a
/// number comes first.
///
/// # Errors
/// The reply in JSON that says what is wrong. It begins with `{`, and a table does not.
///
/// ```
/// use grundy::Budget;
/// let bytes = grundy_ask::table::bytes(r#"{"do":"table","rules":"take[1,3,4]","to":4}"#, &Budget::default()).unwrap();
/// assert_eq!((&bytes[..4], &bytes[32..]), (&b"GRTB"[..], &[0, 1, 0, 1, 2][..]));
/// assert!(grundy_ask::table::bytes(r#"{"do":"table"}"#, &Budget::default()).unwrap_err().starts_with('{'));
/// ```
pub fn bytes(request: &str, budget: &Budget) -> Result<Vec<u8>, String> {
    let mut form = Json::default();
    let read = Fields::read(request).and_then(|mut fields| {
        crate::head(&mut fields, &mut form)?;
        let deed = fields.needed("do", "table")?;
        if deed != "table" {
            let error = Error::new(ErrorKind::BadArgument, text!("only tables are given as bytes"));
            return Err(
                error.help(text!("for example {example}", example = r#"{"do":"table","rules":"wythoff","to":99}"#))
            );
        }
        let budget = crate::limits(&mut fields, budget)?;
        let (rules, table) = Table::read(fields)?;
        table.bytes(&rules, &budget)
    });
    read.map_err(|error| error_json(&worded(&error), form))
}

/// The error of a table that was written to memory.
pub(crate) fn error(failure: Failure) -> Error {
    match failure {
        Failure::Table(error) => error,
        Failure::Write(error) => Error::new(ErrorKind::Io, grundy::lang::Text::verbatim(error.to_string())),
    }
}
