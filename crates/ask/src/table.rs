//! Tables of values or outcomes.

use crate::errors::worded;
use crate::fields::Fields;
use crate::reply::Reply;
use crate::request::name_of;
use grundy::engines::digraph::Vertices;
use grundy::lang::{Language, Text, text};
use grundy::render::{
    Failure, Json, Numbers, Sides, Style, TableFormat, TextNumbers, check_forms, check_losers, check_pairs,
    check_sides, check_table, check_vertices, error_json, write_forms, write_losers, write_p_positions, write_pairs,
    write_sides, write_table, write_vertices,
};
use grundy::rulelang::claims::{Claim, Entry, Says};
use grundy::rules::{NoSources, Remedy, Seat, TableView};
use grundy::{Budget, Error, ErrorKind, Of, Ruleset, Solver};
use std::io::Write;

/// Which table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The last number; all there is, if nobody says and positions end.
    pub to: Option<u64>,
    /// What it tells; what is usual for the game, if nobody says.
    pub of: Option<What>,
    /// The P-positions alone.
    pub positions: bool,
    /// Whether theorems may be used.
    pub theorems: bool,
    /// The player whom all the others play against together, in games of several players.
    pub coalition: Option<Seat>,
}

/// What a table can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Who wins.
    Outcome,
    /// The Grundy values, and who wins by them.
    Grundy,
    /// Whether Left wins moving first.
    Left,
    /// Whether Right does.
    Right,
    /// The P-positions as numbered pairs a <= b.
    Pairs,
    /// The canonical forms.
    Value,
    /// What many copies are worth, each.
    Mean,
    /// How much it matters to move first.
    Temperature,
    /// The genus: values under normal and misère play, beside heaps of 2.
    Genus,
    /// What heaps are in the misère quotient.
    Quotient,
}

impl What {
    /// All of them by name.
    pub const NAMES: [(&str, What); 10] = [
        ("outcome", What::Outcome),
        ("grundy", What::Grundy),
        ("left", What::Left),
        ("right", What::Right),
        ("pairs", What::Pairs),
        ("value", What::Value),
        ("mean", What::Mean),
        ("temperature", What::Temperature),
        ("genus", What::Genus),
        ("quotient", What::Quotient),
    ];

    /// What engines fill the table with.
    fn of(self) -> Of {
        if self == What::Grundy { Of::Grundy } else { Of::Outcome }
    }
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

impl How {
    /// The sink, with its integers in the form that JSON is asked for.
    fn numbers(self, out: &mut dyn Write) -> TextNumbers<&mut dyn Write> {
        TextNumbers::new(out, if self.format == TableFormat::Json { self.numbers } else { Numbers::Number })
    }
}

/// A table of a game, in a format.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game.
    pub rules: String,
    /// Misère play: the player who cannot move wins.
    pub misere: bool,
    /// Which table.
    pub table: Table,
    /// In which format.
    pub format: TableFormat,
}

impl Request {
    /// Reads all fields but the format, which tables as bytes do not have.
    pub(crate) fn read(fields: &mut Fields) -> Result<Request, Error> {
        Ok(Request {
            format: TableFormat::Json,
            rules: fields.needed("rules", "take[1,3,4]")?,
            misere: fields.flag("misere")?.unwrap_or(false),
            table: Table {
                to: fields.number("to")?,
                of: fields.choice("of", &What::NAMES)?,
                positions: fields.choice("only", &[("P", ())])?.is_some(),
                theorems: fields.flag("theorems")?.unwrap_or(true),
                coalition: fields.player("coalition")?,
            },
        })
    }

    pub(crate) fn run(&self, with: &mut crate::Session<'_>) -> Result<Reply, Error> {
        let rules = crate::rules::read(&self.rules, self.misere, with.sources)?;
        let how = How { format: self.format, numbers: with.numbers, language: with.language, style: Style::default() };
        let mut out = vec![];
        self.table.write(&rules, how, with.budget, &mut false, &mut out).map_err(error)?;
        if self.format == TableFormat::Json {
            // The line without its end.
            out.pop();
        }
        let text = String::from_utf8(out).unwrap_or_default();
        Ok(match self.format {
            TableFormat::Json => Reply::Table(text),
            format => Reply::File(name_of(format), text),
        })
    }
}

impl Table {
    /// The last number: asked for, or the last one there is.
    fn bound(&self, rules: &Ruleset) -> Result<u64, Error> {
        self.to.or_else(|| rules.game.largest()).ok_or_else(|| {
            let message = text!("a table of `{rules}` needs a last number", rules);
            Error::new(ErrorKind::BadArgument, message).mended_by(Remedy::Bound(rules.to_string()))
        })
    }

    /// Refuses coalitions where there is but one other player.
    fn has_no_coalition(&self) -> Result<(), Error> {
        match self.coalition {
            None => Ok(()),
            Some(_) => Err(Error::new(ErrorKind::Unsupported, text!("only games of several players have coalitions"))),
        }
    }

    /// The table as bytes, or what a claim says of each of its positions.
    fn bytes(&self, rules: &Ruleset, claim: Option<&str>, budget: &Budget) -> Result<Vec<u8>, Error> {
        self.has_no_coalition()?;
        if self.positions {
            return Err(Error::new(ErrorKind::Unsupported, text!("a table as bytes has all positions")));
        }
        if rules.game.least() > 0 {
            return Err(Error::new(
                ErrorKind::Unsupported,
                text!("a table as bytes begins at 0, and `{rules}` does not", rules),
            ));
        }
        let claim = claim.map(|claim| claim_of(claim, rules)).transpose()?;
        let of = match (self.of, &claim) {
            // Claims about values read both.
            (None, Some(claim)) if claim.has_values() => Of::Grundy,
            (None, _) => Of::usual(rules),
            (Some(what @ (What::Outcome | What::Grundy)), _) => what.of(),
            (Some(_), _) => {
                return Err(Error::new(ErrorKind::Unsupported, text!("a table as bytes has outcomes or values")));
            }
        };
        let to = self.bound(rules)?;
        check_table(rules, of, to, false, TableFormat::Json)?;
        let dims = rules.dims().unwrap_or(1) as u32;
        let count = (u128::from(to) + 1).saturating_pow(dims);
        // As they are read, and as they are given.
        budget.fits(count.saturating_mul(8), &text!("a table up to {to}, at a byte an entry,", to))?;
        let mut solver = Solver::new();
        let mut table = solver.table(rules, of, to, self.theorems, budget)?;
        let mut cells: Vec<u32> = vec![];
        each(&table.last(), &mut |at| {
            let value = match &claim {
                Some(claim) => said(claim, &at[..dims as usize], &mut table)?,
                None => {
                    let cell = table.cell(at)?;
                    let letter = cell.outcome.name().as_bytes()[0].into();
                    if of == Of::Grundy { cell.grundy.map_or(0, |value| value.0) } else { letter }
                }
            };
            cells.push(
                u32::try_from(value)
                    .map_err(|_| Error::new(ErrorKind::TooLarge, text!("a table as bytes has values below 2^32")))?,
            );
            // Claims are evaluated position by position.
            if cells.len().is_multiple_of(4096) { budget.check() } else { Ok(()) }
        })?;
        let told = match (&claim, of) {
            (Some(_), _) => 2,
            (None, Of::Grundy) => 1,
            (None, Of::Outcome) => 0,
        };
        Ok(packed(&cells, [dims, told, u32::try_from(to).unwrap_or(u32::MAX)]))
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
    /// let table = Table { to: Some(4), of: None, positions: true, theorems: true, coalition: None };
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
        match rules.game.table() {
            Some(TableView::Rivals(_)) => return self.losers(rules, how, budget, begun, out),
            Some(TableView::Digraph(_)) => return self.vertices(rules, how, budget, begun, out),
            _ => self.has_no_coalition()?,
        }
        if let Some(what @ (What::Value | What::Mean | What::Temperature | What::Genus | What::Quotient)) = self.of {
            if self.positions {
                return Err(Error::new(ErrorKind::Unsupported, text!("P-positions are worth 0")).into());
            }
            check_forms(how.format)?;
            let to = if rules.dims().is_none() { 0 } else { self.bound(rules)? };
            let forms = crate::forms::table(rules, what, to, budget)?;
            *begun = true;
            let mut out = how.numbers(out);
            write_forms(rules, &forms, how.format, how.style, how.language, &mut out)?;
            return Ok(out.end()?);
        }
        // Of the P-positions nobody asks the value: it is 0.
        let usual = || if self.positions { Of::Outcome } else { Of::usual(rules) };
        let of = self.of.map_or_else(usual, What::of);
        let sides = match self.of {
            Some(What::Left) => Some(Sides::Of(Seat::LEFT)),
            Some(What::Right) => Some(Sides::Of(Seat::RIGHT)),
            None if rules.is_partizan() && !self.positions => Some(Sides::Both),
            _ => None,
        };
        let pairs = self.of == Some(What::Pairs);
        // Games without a table say so, whatever the bound.
        let to = if rules.dims().is_none() { 0 } else { self.bound(rules)? };
        if let Some(sides) = sides {
            check_sides(rules, sides, self.positions, how.format)?;
        }
        if pairs {
            check_pairs(rules, how.format)?;
        }
        check_table(rules, of, to, self.positions, how.format)?;
        let mut solver = Solver::new();
        let mut table = solver.table(rules, of, to, self.theorems, budget)?;
        // Closed forms and periods need no table, but nobody can keep what would be printed.
        let entries = (u128::from(table.to() - table.from()) + 1).saturating_pow(table.dims() as u32);
        budget.fits(entries, &text!("a table up to {to}, at a byte an entry,", to))?;
        let mut out = how.numbers(out);
        match sides {
            _ if pairs => write_pairs(&mut table, how.format, how.style, how.language, begun, &mut out)?,
            _ if self.positions => {
                *begun = true;
                write_p_positions(&mut table, how.format, &mut out)?;
            }
            Some(sides) => {
                *begun = true;
                write_sides(&mut table, sides, how.format, how.style, how.language, &mut out)?;
            }
            None => {
                *begun = true;
                write_table(&mut table, how.format, how.style, how.language, &mut out)?;
            }
        }
        Ok(out.end()?)
    }

    /// Who loses each heap of a game of several players.
    fn losers(
        &self,
        rules: &Ruleset,
        how: How,
        budget: &Budget,
        begun: &mut bool,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if self.of.is_some() {
            let message = text!("several players have neither outcomes nor Grundy values: their table tells who loses");
            return Err(Error::new(ErrorKind::Unsupported, message).into());
        }
        check_losers(self.positions, how.format)?;
        let to = self.bound(rules)?;
        let mut solver = Solver::new();
        let mut table = solver.losers(rules, to, self.coalition, self.theorems, budget)?;
        let entries = (u128::from(to) + 1) * u128::from(table.players());
        budget.fits(entries, &text!("a table up to {to}, at a byte an entry,", to))?;
        *begun = true;
        let mut out = how.numbers(out);
        write_losers(&mut table, how.format, how.style, how.language, &mut out)?;
        Ok(out.end()?)
    }

    /// The vertices of a graph on which tokens stand.
    fn vertices(
        &self,
        rules: &Ruleset,
        how: How,
        budget: &Budget,
        begun: &mut bool,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        self.has_no_coalition()?;
        let refused = |message: Text| Err(Error::new(ErrorKind::Unsupported, message).into());
        if self.to.is_some() {
            return refused(text!("the table of a graph has all its vertices: leave the bound out"));
        }
        if !matches!(self.of, None | Some(What::Outcome | What::Grundy)) {
            return refused(text!("the vertices of a graph have outcomes and Grundy values"));
        }
        check_vertices(how.format)?;
        let usual = || if self.positions { Of::Outcome } else { Of::usual(rules) };
        let of = self.of.map_or_else(usual, What::of);
        // Whatever way it is solved, a graph is gone through: there is no theorem to leave out.
        let vertices = Vertices::of_rules(rules, of, budget)?;
        *begun = true;
        let mut out = how.numbers(out);
        write_vertices(rules, &vertices, self.positions, how.format, how.style, how.language, &mut out)?;
        Ok(out.end()?)
    }
}

/// All positions up to the last one, the first number changing slowest.
fn each(last: &[u64; 3], visit: &mut dyn FnMut([u64; 3]) -> Result<(), Error>) -> Result<(), Error> {
    for a in 0..=last[0] {
        for b in 0..=last[1] {
            for c in 0..=last[2] {
                visit([a, b, c])?;
            }
        }
    }
    Ok(())
}

/// A claim that says something of each position of a table.
fn claim_of(claim: &str, rules: &Ruleset) -> Result<Claim, Error> {
    let claim = Claim::parse_with(claim, rules, &mut grundy::verify::Certificates(&mut NoSources))?;
    if !claim.is_of_positions() || Some(claim.parameters()) != rules.dims() {
        let error = Error::new(ErrorKind::Unsupported, text!("the claim is not about the positions of the table"));
        return Err(error.help(text!("for example {example}", example = "P iff n % 5 == 0")));
    }
    Ok(claim)
}

/// What a claim says of a position: 1 where it holds, 0 where it fails, 2 where it says nothing, 3 where the table does not tell.
fn said(claim: &Claim, at: &[u64], table: &mut grundy::engines::Table<'_>) -> Result<u128, Error> {
    let last = table.last();
    let says = claim.says(at, &mut |asked| {
        let mut place = [0; 3];
        place[..asked.len()].copy_from_slice(asked);
        if place.iter().zip(&last).any(|(x, last)| x > last) {
            return None;
        }
        let cell = table.cell(place).ok()?;
        match cell.grundy {
            None => Some(Entry::Outcome(cell.outcome)),
            Some(value) => u64::try_from(value.0).ok().map(Entry::Value),
        }
    })?;
    Ok(match says {
        Says::Holds => 1,
        Says::Fails => 0,
        Says::Unknown => 3,
        _ => 2,
    })
}

/// A head of 32 bytes and the entries, in as few bytes as the largest one needs.
fn packed(cells: &[u32], [dims, told, to]: [u32; 3]) -> Vec<u8> {
    let width: u32 = match cells.iter().max().copied().unwrap_or(0) {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    };
    let mut out = Vec::with_capacity(32 + cells.len() * width as usize);
    for number in [MARK, 1, width, dims, told, to] {
        out.extend(number.to_le_bytes());
    }
    out.extend((cells.len() as u64).to_le_bytes());
    for cell in cells {
        out.extend(&cell.to_le_bytes()[..width as usize]);
    }
    out
}

/// The mark in front of a table as bytes: `GRTB`.
const MARK: u32 = u32::from_le_bytes(*b"GRTB");

/// The table that a request asks for as bytes: a million values are less than a quarter of what they are in JSON, and need not be read.
///
/// A head of 32 bytes: the mark `GRTB`; the version of the format, 1; how many bytes an entry has, 1, 2 or 4; how many numbers a
/// position has, 1 to 3; what is told, 0 for outcomes, 1 for values, 2 for what a `claim` says; the last number, each in 4 bytes; the number of entries in 8
/// bytes. Then the entries, the first number of a position changing slowest: values, or the letters of outcomes, or
/// 1 where the claim holds, 0 where it fails, 2 where it says nothing and 3 where the table does not tell. The smallest byte of a
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
        let scope = budget.enter();
        let claim = fields.text("claim")?;
        let Request { rules, misere, table, .. } = Request::read(&mut fields)?;
        fields.end()?;
        let rules = crate::rules::read(&rules, misere, &mut NoSources)?;
        scope.finish(table.bytes(&rules, claim.as_deref(), &budget))
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
