//! Tables of values or outcomes.

use crate::context::RequestContext;
use crate::errors::with_field_suggestion;
use crate::fields::{Fields, read_budget, read_output_options};
use crate::input::Input;
use crate::output::{OUTPUT_BUFFER, OutputOptions};
use crate::packed_values::PackedValues;
use crate::reply::Reply;
use crate::table_target::TableTarget;
use grundy_json::{
    IntegerFormat, TableFormat, TableOutput, TextNumbers, check_forms, check_losers, check_pairs, check_sides,
    check_table, check_trees, check_vertices, error_json, write_forms, write_losers, write_p_positions, write_pairs,
    write_sides, write_table, write_trees, write_vertices,
};
use grundy_lang::{Text, text};
use grundy_render::{Sides, TableWriteError};
use grundy_rulelang::claims::{Claim, ClaimResult, KnownResult};
use grundy_rules::{Error, ErrorKind, Result, Ruleset};
use grundy_rules::{NoSources, Player, Suggestion, TableForm};
use grundy_solve::digraph::Vertices;
use grundy_solve::{Budget, Quantity, Solver, TreeTable};
use std::io::{BufWriter, Write};
use std::sync::Arc;

/// A request for a table of a game, in a format.
#[derive(Clone, Debug)]
pub struct TableRequest {
    /// The game.
    pub rules: Input<Arc<Ruleset>>,
    /// Whether play is misère: the player who cannot move wins.
    pub misere: bool,
    /// The largest number in a position of the table.
    ///
    /// By default it is that of the game, if the game has a largest number.
    pub to: Option<u64>,
    /// The quantity; by default the usual quantity of the game.
    pub target: Option<TableTarget>,
    /// Whether to list the P-positions only.
    pub p_positions_only: bool,
    /// Whether theorems may be used.
    pub use_theorems: bool,
    /// The player against whom all others form a coalition, in games of several players.
    pub lone_player: Option<Player>,
    /// The format.
    pub format: TableFormat,
}

/// A computed table as an array.
pub struct TableArray {
    /// The game.
    pub rules: Arc<Ruleset>,
    /// The quantity of its entries.
    pub quantity: Quantity,
    /// The first position; unused coordinates are 0.
    pub first: [u64; 3],
    /// The last position; unused coordinates are 0.
    pub last: [u64; 3],
    /// The number of coordinates of a position.
    pub dims: usize,
    /// The values, or the outcome letters as 4-byte code points; the first coordinate changes slowest.
    pub cells: PackedValues,
}

impl TableRequest {
    /// Returns the request for the usual table of a game, as JSON.
    pub fn new(rules: impl Into<Input<Arc<Ruleset>>>) -> TableRequest {
        TableRequest {
            rules: rules.into(),
            misere: false,
            to: None,
            target: None,
            p_positions_only: false,
            use_theorems: true,
            lone_player: None,
            format: TableFormat::Json,
        }
    }

    /// Reads all fields except the format, which binary tables do not have.
    pub(crate) fn parse(fields: &mut Fields) -> Result<TableRequest> {
        Ok(TableRequest {
            rules: fields.required("rules", "take[1,3,4]")?.into(),
            misere: fields.flag("misere")?.unwrap_or(false),
            to: fields.number("to")?,
            target: fields.choice("of", &TableTarget::NAMES)?,
            p_positions_only: fields.choice("only", &[("P", ())])?.is_some(),
            use_theorems: fields.flag("theorems")?.unwrap_or(true),
            lone_player: fields.player("coalition")?,
            format: TableFormat::Json,
        })
    }

    pub(crate) fn run(&self, context: &mut RequestContext<'_>) -> Result<Reply> {
        file_reply(self.format, |out| self.write(context, &mut false, out))
    }

    /// Returns the largest number of the table: the requested bound, or that of the game.
    fn bound(&self, rules: &Ruleset) -> Result<u64> {
        self.to.or_else(|| rules.game.max_index()).ok_or_else(|| {
            let message = text!("a table of `{rules}` needs an upper bound", rules);
            // There are 85 trees with up to 6 edges.
            let example = if rules.game.tree(&[]).is_some() { 6 } else { 100 };
            Error::new(ErrorKind::BadArgument, message).with_suggestion(Suggestion::Bound(rules.to_string(), example))
        })
    }

    /// Fails if a coalition is requested; called for all games except those of several players.
    fn reject_coalition(&self) -> Result<()> {
        match self.lone_player {
            None => Ok(()),
            Some(_) => Err(Error::new(ErrorKind::Unsupported, text!("only games of several players have coalitions"))),
        }
    }

    /// Returns the quantity of an array: as requested, or the usual quantity for the claim or the game.
    fn array_of(&self, rules: &Ruleset, claim: Option<&Claim>) -> Result<Quantity> {
        match (self.target, claim) {
            // A claim about values reads Grundy values and outcomes; a table of Grundy values contains both.
            (None, Some(claim)) if claim.has_values() => Ok(Quantity::Grundy),
            (None, _) => Ok(Quantity::default_for(rules)),
            (Some(target @ (TableTarget::Outcome | TableTarget::Grundy)), _) => Ok(target.quantity()),
            (Some(_), _) => {
                Err(Error::new(ErrorKind::Unsupported, text!("a binary table contains outcomes or Grundy values only")))
            }
        }
    }

    /// Computes the table as an array.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` if there is no such table; `limit`.
    ///
    /// ```
    /// use grundy_rules::NoSources;
    /// use grundy_ask::{PackedValues, RequestContext, TableRequest};
    /// let table = TableRequest { to: Some(4), ..TableRequest::new("take[1,3,4]") };
    /// let (mut solver, budget) = (grundy_solve::Solver::new(), grundy_solve::Budget::default());
    /// let array = table.array(&mut RequestContext::new(&mut solver, &budget, &mut NoSources))?;
    /// assert!(matches!(array.cells, PackedValues::Bytes(values) if values == [0, 1, 0, 1, 2]));
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn array(&self, context: &mut RequestContext<'_>) -> Result<TableArray> {
        let budget = context.budget;
        let scope = budget.enter();
        scope.finish(self.rules.resolve(self.misere, context.sources).and_then(|rules| {
            let (of, to) = (self.array_of(&rules, None)?, self.bound(&rules)?);
            check_table(&rules, of, to, false, TableFormat::Json)?;
            let mut solver = Solver::new();
            let mut table = solver.table(&rules, of, to, self.use_theorems, budget)?;
            let (first, last, dims) = (table.first(), table.last(), table.dims());
            let count = (0..dims).fold(1u128, |count, k| count.saturating_mul(u128::from(last[k] - first[k]) + 1));
            budget.check_fits(count.saturating_mul(8), &text!("a table of all entries up to {to}", to))?;
            let empty = if of == Quantity::Outcome { PackedValues::Longs(vec![]) } else { PackedValues::default() };
            let cells = fill_cells(empty, &mut table, of, None, budget)?;
            drop(table);
            Ok(TableArray { rules, quantity: of, first, last, dims, cells })
        }))
    }

    /// Returns a binary table of the values or outcomes, or of the verdicts of a claim.
    fn bytes(&self, rules: &Ruleset, claim: Option<&str>, budget: &Budget) -> Result<Vec<u8>> {
        self.reject_coalition()?;
        if self.p_positions_only {
            return Err(Error::new(
                ErrorKind::Unsupported,
                text!("a binary table cannot be limited to the P-positions"),
            ));
        }
        if rules.game.min_index() > 0 {
            return Err(Error::new(
                ErrorKind::Unsupported,
                text!("a binary table starts at 0, but the table of `{rules}` does not", rules),
            ));
        }
        let claim = claim.map(|claim| parse_claim(claim, rules)).transpose()?;
        let (of, to) = (self.array_of(rules, claim.as_ref())?, self.bound(rules)?);
        check_table(rules, of, to, false, TableFormat::Json)?;
        let dims = rules.dims().unwrap_or(1) as u32;
        let count = (u128::from(to) + 1).saturating_pow(dims);
        // The factor covers the computed values and the returned bytes.
        budget.check_fits(count.saturating_mul(8), &text!("a table of all entries up to {to}", to))?;
        let mut solver = Solver::new();
        let mut table = solver.table(rules, of, to, self.use_theorems, budget)?;
        let cells = fill_cells(PackedValues::default(), &mut table, of, claim.as_ref(), budget)?;
        let content = match (&claim, of) {
            (Some(_), _) => 2,
            (None, Quantity::Grundy) => 1,
            (None, Quantity::Outcome) => 0,
        };
        packed(&cells, [dims, content, u32::try_from(to).unwrap_or(u32::MAX)])
    }

    /// Computes the table and streams it to `out`; sets `begun` once anything is written.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` if the game or the format has no such table; `limit`; write
    /// errors.
    ///
    /// ```
    /// use grundy_rules::NoSources;
    /// use grundy_ask::{RequestContext, TableRequest};
    /// let table = TableRequest { to: Some(4), p_positions_only: true, ..TableRequest::new("take[1,3,4]") };
    /// let (mut solver, budget, mut sources) = (grundy_solve::Solver::new(), grundy_solve::Budget::default(), NoSources);
    /// let (mut begun, mut out) = (false, vec![]);
    /// table.write(&mut RequestContext::new(&mut solver, &budget, &mut sources), &mut begun, &mut out).unwrap();
    /// assert!(begun && String::from_utf8(out).unwrap().ends_with("\"only\":\"P\",\"positions\":[0,2]}\n"));
    /// ```
    pub fn write(
        &self,
        context: &mut RequestContext<'_>,
        begun: &mut bool,
        out: &mut dyn Write,
    ) -> std::result::Result<(), TableWriteError> {
        let rules = self.rules.resolve(self.misere, context.sources)?;
        let scope = context.budget.enter();
        // Entries are a few bytes each, so buffer them.
        let mut out = BufWriter::with_capacity(OUTPUT_BUFFER, out);
        let result = self
            .write_of(&rules, TableWriter { output: &context.output, budget: context.budget, begun, out: &mut out });
        out.flush()?;
        scope.finish(Ok(()))?;
        result
    }

    fn write_of(&self, rules: &Ruleset, writer: TableWriter<'_>) -> std::result::Result<(), TableWriteError> {
        let (format, budget) = (self.format, writer.budget);
        match rules.game.table_form() {
            Some(TableForm::Rivals(_)) => return self.write_losers(rules, writer),
            Some(TableForm::Digraph(_)) => return self.write_vertices(rules, writer),
            _ => self.reject_coalition()?,
        }
        if rules.game.tree(&[]).is_some() {
            return self.write_trees(rules, writer);
        }
        if let Some(
            target @ (TableTarget::Value
            | TableTarget::Mean
            | TableTarget::Temperature
            | TableTarget::Genus
            | TableTarget::Quotient),
        ) = self.target
        {
            if self.p_positions_only {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    text!("only tables of outcomes or Grundy values can be limited to the P-positions"),
                )
                .into());
            }
            check_forms(format)?;
            let to = if rules.dims().is_none() { 0 } else { self.bound(rules)? };
            let forms = crate::forms::table(rules, target, to, budget)?;
            return writer.write(format, true, |_, output| write_forms(rules, &forms, output));
        }
        // The Grundy value of a P-position is 0, so only outcomes are computed.
        let default_quantity = || if self.p_positions_only { Quantity::Outcome } else { Quantity::default_for(rules) };
        let of = self.target.map_or_else(default_quantity, TableTarget::quantity);
        let sides = match self.target {
            Some(TableTarget::Left) => Some(Sides::Only(Player::LEFT)),
            Some(TableTarget::Right) => Some(Sides::Only(Player::RIGHT)),
            None if rules.is_partizan() && !self.p_positions_only => Some(Sides::Both),
            _ => None,
        };
        let of_pairs = self.target == Some(TableTarget::Pairs);
        // Use bound 0 for games without a table, so that their error does not depend on the bound.
        let to = if rules.dims().is_none() { 0 } else { self.bound(rules)? };
        if let Some(sides) = sides {
            check_sides(rules, sides, self.p_positions_only, format)?;
        }
        if of_pairs {
            check_pairs(rules, format)?;
        }
        check_table(rules, of, to, self.p_positions_only, format)?;
        let mut solver = Solver::new();
        let mut table = solver.table(rules, of, to, self.use_theorems, budget)?;
        // Closed forms and periods need no table in memory, but the output lists every entry, so limit its size.
        let entries = (u128::from(table.to() - table.from()) + 1).saturating_pow(table.dims() as u32);
        budget.check_fits(entries, &text!("a table of all entries up to {to}", to))?;
        writer.write(format, !of_pairs, |begun, output| match sides {
            _ if of_pairs => write_pairs(&mut table, begun, output),
            _ if self.p_positions_only => write_p_positions(&mut table, format, output.out),
            Some(sides) => write_sides(&mut table, sides, output),
            None => write_table(&mut table, output),
        })
    }

    /// Writes the losing players of all heaps, in a game of several players.
    fn write_losers(&self, rules: &Ruleset, writer: TableWriter<'_>) -> std::result::Result<(), TableWriteError> {
        let budget = writer.budget;
        if self.target.is_some() {
            let message =
                text!("games of several players have neither outcomes nor Grundy values; their table shows who loses");
            return Err(Error::new(ErrorKind::Unsupported, message).into());
        }
        check_losers(self.p_positions_only, self.format)?;
        let to = self.bound(rules)?;
        let mut solver = Solver::new();
        let mut table = solver.losers(rules, to, self.lone_player, self.use_theorems, budget)?;
        let entries = (u128::from(to) + 1) * u128::from(table.players());
        budget.check_fits(entries, &text!("a table of all entries up to {to}", to))?;
        writer.write(self.format, true, |_, output| write_losers(&mut table, output))
    }

    /// Writes the positions that are rooted trees.
    fn write_trees(&self, rules: &Ruleset, writer: TableWriter<'_>) -> std::result::Result<(), TableWriteError> {
        if !matches!(self.target, None | Some(TableTarget::Outcome | TableTarget::Grundy)) {
            let message = text!("a table of trees contains outcomes or Grundy values only");
            return Err(Error::new(ErrorKind::Unsupported, message).into());
        }
        check_trees(self.format)?;
        let of = self.target.map_or_else(|| Quantity::default_for(rules), TableTarget::quantity);
        let table = TreeTable::new(rules, of, self.bound(rules)?, self.use_theorems, writer.budget)?;
        writer.write(self.format, true, |_, output| write_trees(&table, self.p_positions_only, output))
    }

    /// Writes the vertices of a graph on which tokens move.
    fn write_vertices(&self, rules: &Ruleset, writer: TableWriter<'_>) -> std::result::Result<(), TableWriteError> {
        let budget = writer.budget;
        self.reject_coalition()?;
        let refused = |message: Text| Err(Error::new(ErrorKind::Unsupported, message).into());
        if self.to.is_some() {
            return refused(text!("the table of a graph contains all its vertices; leave out the bound"));
        }
        if !matches!(self.target, None | Some(TableTarget::Outcome | TableTarget::Grundy)) {
            return refused(text!("a table of vertices contains outcomes or Grundy values only"));
        }
        check_vertices(self.p_positions_only, self.format)?;
        let default_quantity = || if self.p_positions_only { Quantity::Outcome } else { Quantity::default_for(rules) };
        let of = self.target.map_or_else(default_quantity, TableTarget::quantity);
        // Every method traverses the graph, so there is no theorem to switch off.
        let vertices = Vertices::for_rules(rules, of, budget)?;
        writer.write(self.format, true, |_, output| write_vertices(rules, &vertices, self.p_positions_only, output))
    }
}

/// The destination of a table, and the limits of its computation.
struct TableWriter<'a> {
    output: &'a OutputOptions<'a>,
    budget: &'a Budget,
    /// Whether anything is written.
    begun: &'a mut bool,
    out: &'a mut dyn Write,
}

impl TableWriter<'_> {
    /// Writes the table by calling the closure `write`, with JSON integers in the requested form.
    ///
    /// If `begins` is true, writing starts at once; if not, the closure sets its first argument to `true` when it
    /// starts.
    fn write(
        self,
        format: TableFormat,
        begins: bool,
        write: impl FnOnce(&mut bool, &mut TableOutput<'_>) -> std::result::Result<(), TableWriteError>,
    ) -> std::result::Result<(), TableWriteError> {
        let TableWriter { output, begun, out, .. } = self;
        *begun |= begins;
        let numbers = if format == TableFormat::Json { output.numbers } else { IntegerFormat::Number };
        let mut out = TextNumbers::new(out, numbers);
        let (style, language) = (output.style, output.language);
        write(begun, &mut TableOutput { format, style, language, out: &mut out })?;
        Ok(out.end()?)
    }
}

/// Appends all entries of a table to `cells`, or the verdict of a claim on each position.
fn fill_cells(
    mut cells: PackedValues,
    table: &mut grundy_solve::Table<'_>,
    of: Quantity,
    claim: Option<&Claim>,
    budget: &Budget,
) -> Result<PackedValues> {
    let (first, last, dims) = (table.first(), table.last(), table.dims());
    let mut count = 0u64;
    for a in first[0]..=last[0] {
        for b in first[1]..=last[1] {
            for c in first[2]..=last[2] {
                let value = match claim {
                    Some(claim) => verdict(claim, &[a, b, c][..dims], table)?,
                    None => {
                        let cell = table.cell([a, b, c])?;
                        let letter = cell.outcome.name().as_bytes()[0].into();
                        if of == Quantity::Grundy { cell.grundy.map_or(0, |value| value.0) } else { letter }
                    }
                };
                cells.push(u64::try_from(value).map_err(|_| entry_too_large())?);
                count += 1;
                // Evaluating a claim at each position takes time, so check the budget regularly.
                if count.is_multiple_of(4096) {
                    budget.check()?;
                }
            }
        }
    }
    Ok(cells)
}

fn entry_too_large() -> Error {
    Error::new(ErrorKind::TooLarge, text!("a binary table can contain only values below 2^32"))
}

/// Parses a claim that makes a statement about each position of a table.
fn parse_claim(claim: &str, rules: &Ruleset) -> Result<Claim> {
    let claim = Claim::parse_with(claim, rules, &mut grundy_verify::Certificates(&mut NoSources))?;
    if !claim.is_of_positions() || Some(claim.parameters()) != rules.dims() {
        let error = Error::new(ErrorKind::Unsupported, text!("the claim must be about every position of the table"));
        return Err(error.help(text!("for example {example}", example = "P iff n % 5 == 0")));
    }
    Ok(claim)
}

/// Returns the verdict of a claim on a position.
///
/// The verdict is 1 if the claim holds, 0 if it fails, 2 if it makes no statement, and 3 if the table is too small.
fn verdict(claim: &Claim, at: &[u64], table: &mut grundy_solve::Table<'_>) -> Result<u128> {
    let last = table.last();
    let result = claim.evaluate(at, &mut |position| {
        let mut coordinates = [0; 3];
        coordinates[..position.len()].copy_from_slice(position);
        if coordinates.iter().zip(&last).any(|(x, last)| x > last) {
            return None;
        }
        let cell = table.cell(coordinates).ok()?;
        match cell.grundy {
            None => Some(KnownResult::Outcome(cell.outcome)),
            Some(value) => u64::try_from(value.0).ok().map(KnownResult::Value),
        }
    })?;
    Ok(match result {
        ClaimResult::Holds => 1,
        ClaimResult::Fails => 0,
        ClaimResult::Unknown => 3,
        _ => 2,
    })
}

/// Encodes a header of 32 bytes and the entries, each in as many bytes as the largest entry needs.
fn packed(cells: &PackedValues, [dims, content, to]: [u32; 3]) -> Result<Vec<u8>> {
    let (width, length) = match cells {
        PackedValues::Bytes(cells) => (1u32, cells.len()),
        PackedValues::Words(cells) => (2, cells.len()),
        PackedValues::Longs(cells) => (4, cells.len()),
        PackedValues::Wide(_) => return Err(entry_too_large()),
    };
    let mut out = Vec::with_capacity(32 + length * width as usize);
    for number in [MAGIC, 1, width, dims, content, to] {
        out.extend(number.to_le_bytes());
    }
    out.extend((length as u64).to_le_bytes());
    match cells {
        PackedValues::Bytes(cells) => out.extend(cells),
        PackedValues::Words(cells) => out.extend(cells.iter().flat_map(|cell| cell.to_le_bytes())),
        PackedValues::Longs(cells) => out.extend(cells.iter().flat_map(|cell| cell.to_le_bytes())),
        PackedValues::Wide(_) => {}
    }
    Ok(out)
}

/// The magic number at the start of a binary table: `GRTB`.
const MAGIC: u32 = u32::from_le_bytes(*b"GRTB");

/// Returns the requested table in binary form.
///
/// A binary table of values is shorter than the JSON, and it needs no parsing.
///
/// The header has 32 bytes: six numbers of 4 bytes and one number of 8 bytes, all little-endian.
///
/// 1. The magic number `GRTB`.
/// 2. The version of the format, 1.
/// 3. The number of bytes per entry: 1, 2 or 4.
/// 4. The number of coordinates of a position, 1 to 3.
/// 5. The content: 0 for outcomes, 1 for Grundy values, 2 for the verdicts of a `claim`.
/// 6. The largest number in a position, `to`.
/// 7. The number of entries, in 8 bytes.
///
/// The entries follow; the first coordinate of a position changes slowest. An entry is a value, the letter of an
/// outcome, or a verdict: 1 if the claim holds, 0 if it fails, 2 if it makes no statement, and 3 if it needs an
/// entry beyond the table.
///
/// # Errors
/// The error is returned as a JSON reply, which begins with `{`; no table begins with this character.
///
/// ```
/// use grundy_solve::Budget;
/// let bytes = grundy_ask::table::bytes(r#"{"do":"table","rules":"take[1,3,4]","to":4}"#, &Budget::default()).unwrap();
/// assert_eq!((&bytes[..4], &bytes[32..]), (&b"GRTB"[..], &[0, 1, 0, 1, 2][..]));
/// assert!(grundy_ask::table::bytes(r#"{"do":"table"}"#, &Budget::default()).unwrap_err().starts_with('{'));
/// ```
pub fn bytes(request: &str, budget: &Budget) -> std::result::Result<Vec<u8>, String> {
    let mut output = OutputOptions::default();
    let result = Fields::read(request).and_then(|mut fields| {
        read_output_options(&mut fields, &mut output)?;
        let operation = fields.required("do", "table")?;
        if operation != "table" {
            let error = Error::new(ErrorKind::BadArgument, text!("only tables can be returned as bytes"));
            return Err(
                error.help(text!("for example {example}", example = r#"{"do":"table","rules":"wythoff","to":99}"#))
            );
        }
        let budget = read_budget(&mut fields, budget)?;
        let scope = budget.enter();
        let claim = fields.text("claim")?;
        let table = TableRequest::parse(&mut fields)?;
        fields.expect_end()?;
        let rules = table.rules.resolve(table.misere, &mut NoSources)?;
        scope.finish(table.bytes(&rules, claim.as_deref(), &budget))
    });
    result.map_err(|error| error_json(&with_field_suggestion(&error), output.json_options()))
}

/// Collects what `write` writes and returns it as a reply.
pub(crate) fn file_reply(
    format: TableFormat,
    write: impl FnOnce(&mut Vec<u8>) -> std::result::Result<(), TableWriteError>,
) -> Result<Reply> {
    let mut out = vec![];
    write(&mut out).map_err(|failure| match failure {
        TableWriteError::Table(error) => error,
        TableWriteError::Write(error) => Error::new(ErrorKind::Io, Text::from(&error)),
    })?;
    if format == TableFormat::Json {
        // Drop the line break at the end of JSON.
        out.pop();
    }
    Ok(Reply::File(format, String::from_utf8(out).unwrap_or_default()))
}
