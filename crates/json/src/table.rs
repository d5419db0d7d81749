//! Tables in all formats, written row by row, so that the output takes no memory.

use crate::schema::lists::{POSITIONS, TABLE};
use crate::schema::{Object, ObjectSchema, SCHEMA, push_list, push_number};
use grundy_lang::{Language, Text, text};
use grundy_render::{
    Style, TableWriteError, each_cell, each_cell_in_scope, table_svg, write_p_positions_bfile, write_p_positions_csv,
    write_p_positions_text, write_table_bfile, write_table_csv, write_table_text,
};
use grundy_rules::{Coordinates, Error, ErrorKind, Outcome, Ruleset, Suggestion};
use grundy_solve::{Quantity, Table, TableEntry};
use std::io::Write;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Aligned rows.
    Text,
    /// A single JSON object.
    Json,
    /// A line for each entry, under a header.
    Csv,
    /// The two columns of an OEIS b-file.
    Bfile,
    /// A picture.
    Svg,
}

/// The destination of a table, and the form in which it is written.
pub struct TableOutput<'a> {
    /// The format.
    pub format: TableFormat,
    /// The style of text.
    pub style: Style,
    /// The language of text and pictures.
    pub language: Language,
    /// The destination.
    pub out: &'a mut dyn Write,
}

impl TableOutput<'_> {
    /// Returns the output in this format, in the default style and language.
    pub fn new(format: TableFormat, out: &mut dyn Write) -> TableOutput<'_> {
        TableOutput { format, style: Style::default(), language: Language::default(), out }
    }
}

/// Rejects the b-file format of the OEIS, which contains a single sequence.
///
/// # Errors
/// Fails with `unsupported` and this message for a rejected format.
pub(crate) fn check_not_bfile(format: TableFormat, message: Text) -> Result<(), Error> {
    match format {
        TableFormat::Bfile => Err(Error::new(ErrorKind::Unsupported, message)
            .with_suggestion(Suggestion::Formats(&["text", "csv", "json", "svg"]))),
        _ => Ok(()),
    }
}

/// Returns the error for a picture of the P-positions only.
pub(crate) fn picture_of_p_positions_error() -> Error {
    let message = text!("a picture cannot be limited to the P-positions");
    Error::new(ErrorKind::Unsupported, message).with_suggestion(Suggestion::AllPositions)
}

/// Rejects the formats other than text, CSV and JSON.
///
/// # Errors
/// Fails with `unsupported` and this message for a rejected format.
pub(crate) fn check_text_csv_or_json(format: TableFormat, message: Text) -> Result<(), Error> {
    match format {
        TableFormat::Text | TableFormat::Csv | TableFormat::Json => Ok(()),
        TableFormat::Bfile | TableFormat::Svg => {
            Err(Error::new(ErrorKind::Unsupported, message)
                .with_suggestion(Suggestion::Formats(&["text", "csv", "json"])))
        }
    }
}

/// Writes `head`, a list with the entry that `push` appends for each item, and `end`.
pub(crate) fn write_list<T>(
    head: String,
    items: impl Iterator<Item = T>,
    push: impl Fn(&T, &mut String) -> Result<(), Error>,
    end: &str,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    write!(out, "{head}[")?;
    let mut entry = String::new();
    for (at, item) in items.enumerate() {
        entry.clear();
        if at > 0 {
            entry.push(',');
        }
        push(&item, &mut entry)?;
        out.write_all(entry.as_bytes())?;
    }
    Ok(write!(out, "{end}")?)
}

/// The maximum number of points of a sequence in a picture.
const MAX_POINTS: u64 = 100_000;
/// The maximum number of rows of a grid in a picture.
const MAX_ROWS: u64 = 512;

/// Rejects tables that a format cannot contain, before anything is computed.
///
/// `p_positions_only` requests only the P-positions.
///
/// # Errors
/// Fails with `unsupported` for combinations without meaning, and with `too_large` for pictures of too many
/// points.
pub fn check_table(
    rules: &Ruleset,
    of: Quantity,
    to: u64,
    p_positions_only: bool,
    format: TableFormat,
) -> Result<(), Error> {
    let unsupported =
        |message: Text, suggestion| Err(Error::new(ErrorKind::Unsupported, message).with_suggestion(suggestion));
    const LISTS: Suggestion = Suggestion::Formats(&["csv", "json"]);
    let dims = rules.dims().unwrap_or(1);
    let of_pairs = dims == 2;
    match format {
        TableFormat::Bfile if dims > 1 => unsupported(
            text!("a b-file contains one sequence, but this game's table is indexed by pairs or triples"),
            LISTS,
        ),
        TableFormat::Svg if dims > 2 => {
            unsupported(text!("a picture can show heaps or pairs, but this game's table is indexed by triples"), LISTS)
        }
        TableFormat::Bfile if of == Quantity::Outcome && !p_positions_only => {
            unsupported(text!("a b-file contains numbers, but outcomes are letters"), Suggestion::PositionsOrValues)
        }
        TableFormat::Svg if p_positions_only => Err(picture_of_p_positions_error()),
        TableFormat::Svg if of_pairs && to >= MAX_ROWS || to >= MAX_POINTS => {
            let max_bound = if of_pairs { MAX_ROWS } else { MAX_POINTS } - 1;
            let message = text!("a picture up to {to} has too many points to distinguish", to);
            let error = Error::new(ErrorKind::TooLarge, message);
            Err(error.with_suggestion(Suggestion::Smaller(max_bound, &["csv"])))
        }
        _ => Ok(()),
    }
}

/// Writes a table in any format.
///
/// Text is no wider than the style allows: grids drop columns that do not fit and note this, other tables have
/// shorter rows.
///
/// # Errors
/// Returns the errors of the table and of the writer; the output is then incomplete.
///
/// ```
/// use grundy_json::{TableFormat, TableOutput, write_table};
/// use grundy_solve::{Budget, Quantity, Solver};
/// let rules = grundy_games::parse_rules("take[1,3,4]").unwrap();
/// let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
/// let mut table = solver.table(&rules, Quantity::Grundy, 4, true, &budget).unwrap();
/// write_table(&mut table, &mut TableOutput::new(TableFormat::Bfile, &mut out)).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "0 0\n1 1\n2 0\n3 1\n4 2\n");
/// ```
pub fn write_table(table: &mut Table<'_>, output: &mut TableOutput<'_>) -> Result<(), TableWriteError> {
    let out = &mut *output.out;
    match output.format {
        TableFormat::Text => write_table_text(table, output.style, output.language, out),
        TableFormat::Json => json(table, out),
        TableFormat::Csv => write_table_csv(table, out),
        TableFormat::Bfile => write_table_bfile(table, out),
        TableFormat::Svg => Ok(out.write_all(table_svg(table, output.language)?.as_bytes())?),
    }
}

/// Writes only the P-positions of a table.
///
/// # Errors
/// Returns the errors of [`write_table`].
pub fn write_p_positions(
    table: &mut Table<'_>,
    format: TableFormat,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    match format {
        TableFormat::Json => json_p_positions(table, out),
        TableFormat::Csv => write_p_positions_csv(table, out),
        TableFormat::Bfile => write_p_positions_bfile(table, out),
        _ => write_p_positions_text(table, out),
    }
}

fn json_p_positions(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let dims = table.dims();
    let mut head = String::new();
    let mut object = json_head(table, &POSITIONS, table.quantity().name(), &mut head);
    object.number("to", table.to());
    object.word("only", "P");
    object.key("positions").push('[');
    out.write_all(head.as_bytes())?;
    let mut entry = String::new();
    let mut is_first = true;
    each_cell_in_scope(table, &mut |at, cell| {
        if cell.outcome != Outcome::P {
            return Ok(());
        }
        entry.clear();
        if !is_first {
            entry.push(',');
        }
        is_first = false;
        match dims {
            1 => push_number(at[0], &mut entry),
            _ => push_list(&mut entry, &at[..dims], |&n, out| push_number(n, out)),
        }
        Ok(out.write_all(entry.as_bytes())?)
    })?;
    writeln!(out, "]}}")?;
    Ok(())
}

/// Opens the object in `out` and writes its first fields; the caller streams the rest.
pub(crate) fn json_head<'a>(
    table: &Table<'_>,
    shape: &'static ObjectSchema,
    of: &str,
    out: &'a mut String,
) -> Object<'a> {
    let mut object = Object::open(out, shape);
    let rules = table.rules();
    object.number("schema", SCHEMA);
    object.text("rules", &rules.game.rules_text());
    object.word("play", rules.play.name());
    object.word("of", of);
    object.number("dims", table.dims());
    object.number("from", table.from());
    object
}

/// Writes a table as JSON: all outcomes, then all values.
///
/// The table is read twice, so that neither list is held in memory.
fn json(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let dims = table.dims();
    json_outcomes(table, table.quantity().name(), out)?;
    write!(out, ",\"grundy\":")?;
    if table.quantity() == Quantity::Outcome {
        writeln!(out, "null}}")?;
        return Ok(());
    }
    write_nested(table, dims - 1, ["[", ",", "]"], out, &mut |cell, out| {
        Ok(out.write_all(itoa::Buffer::new().format(cell.grundy.map_or(0, |g| g.0)).as_bytes())?)
    })?;
    writeln!(out, "}}")?;
    Ok(())
}

/// Writes the object up to its outcomes, and leaves it open.
pub(crate) fn json_outcomes(table: &mut Table<'_>, of: &str, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let depth = table.dims() - 1;
    // A row of letters is a string; the arrays around the rows are those of `write_nested`.
    let mut head = String::new();
    json_head(table, &TABLE, of, &mut head).key("outcomes");
    out.write_all(head.as_bytes())?;
    let letter = &mut |cell: TableEntry, out: &mut dyn Write| Ok(out.write_all(cell.outcome.name().as_bytes())?);
    write_nested(table, depth, ["\"", "", "\""], out, letter)
}

/// Writes all entries as nested arrays of the given depth.
///
/// `marks` contains the text before a row, the text between its entries, and the text after it.
pub(crate) fn write_nested(
    table: &mut Table<'_>,
    depth: usize,
    marks: [&str; 3],
    out: &mut dyn Write,
    visit: &mut dyn FnMut(TableEntry, &mut dyn Write) -> Result<(), TableWriteError>,
) -> Result<(), TableWriteError> {
    let [open, between, close] = marks;
    let mut before: Option<Coordinates> = None;
    each_cell(table, &mut |at, cell| {
        // The number of enclosing arrays that start with this entry.
        let new_arrays =
            before.map_or(depth, |before| (0..depth).find(|&k| at[k] != before[k]).map_or(0, |k| depth - k - 1));
        match before {
            Some(before) if at[..depth] == before[..depth] => out.write_all(between.as_bytes())?,
            Some(_) => write!(out, "{close}{},{}{open}", "]".repeat(new_arrays), "[".repeat(new_arrays))?,
            None => write!(out, "{}{open}", "[".repeat(new_arrays))?,
        }
        before = Some(at);
        visit(cell, out)
    })?;
    write!(out, "{close}{}", "]".repeat(depth))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::heaps::{self, TakeSome};
    use grundy_rules::{
        Components, Game, GameInfo, HeapRules, Impartial, Library, MoveText, Notation, Play, Player, Rules,
        RulesHandle, TableForm,
    };
    use grundy_solve::{Budget, Solver};

    /// A game of heaps that are never empty: a move leaves at least one stone.
    #[derive(Debug)]
    struct Leave;

    impl Rules for Leave {
        type Component = u64;
        type Move = TakeSome;
        type Key = u64;

        fn moves(&self, &heap: &u64, _by: Player) -> impl Iterator<Item = TakeSome> {
            (1..heap.min(4)).map(TakeSome)
        }

        fn play(&self, heap: &u64, _by: Player, mv: &TakeSome) -> Components<u64> {
            [heap - mv.0].into_iter().collect()
        }

        fn key(&self, heap: &u64) -> u64 {
            *heap
        }
    }

    impl Impartial for Leave {}

    impl HeapRules for Leave {
        fn options(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
            self.moves(&heap, Player::LEFT).for_each(|mv| visit(&[heap - mv.0]));
        }
    }

    impl Game for Leave {
        const INFO: GameInfo =
            GameInfo::impartial("leave", "Leave", "Takes 1 to 3, and leaves 1.", "leave(heap)", "leave(5)");
        const WITHOUT_PARAMETERS: Option<fn() -> Leave> = Some(|| Leave);
        const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

        fn describe(&self, _heap: &u64, at: usize, mv: &TakeSome) -> MoveText {
            heaps::describe_take(mv.0, at)
        }

        fn table_form(&self) -> Option<TableForm<'_>> {
            Some(TableForm::Heaps(self))
        }

        fn min_index(&self) -> u64 {
            1
        }

        fn table_coordinates(&self, heap: &u64) -> Coordinates {
            [*heap, 0, 0]
        }

        fn component_at(&self, [heap, ..]: Coordinates) -> Option<u64> {
            (heap > 0).then_some(heap)
        }

        fn samples() -> Box<dyn Iterator<Item = (Leave, Vec<u64>)>> {
            Box::new((1..).map(|heap| (Leave, vec![heap])))
        }
    }

    fn table_text(of: Quantity, format: TableFormat) -> String {
        let rules = Ruleset {
            play: Play::Normal,
            game: Box::new(RulesHandle::new(Leave)),
            library: Library::new().with::<Leave>(),
        };
        let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
        let mut table = solver.table(&rules, of, 12, true, &budget).unwrap();
        write_table(&mut table, &mut TableOutput::new(format, &mut out)).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Heaps that start at 1 are aligned by their last digits, and nothing is printed for heap 0.
    #[test]
    fn rows_begin_at_the_least_heap() {
        let values = table_text(Quantity::Grundy, TableFormat::Text);
        let lines: Vec<&str> = values.lines().collect();
        assert_eq!(lines[0], "leave: Grundy values of heaps 1 to 12");
        assert_eq!(lines[2], "     0  1  2  3  4  5  6  7  8  9 10 11 12");
        assert_eq!(lines[4], " 0      0  1  2  3  0  1  2  3  0  1  2  3");
        let outcomes = table_text(Quantity::Outcome, TableFormat::Text);
        assert_eq!(outcomes.lines().nth(2), Some(" 0   PNNNPNNNP NNN"));
        assert!(table_text(Quantity::Grundy, TableFormat::Bfile).starts_with("1 0\n2 1\n"));
        assert!(table_text(Quantity::Grundy, TableFormat::Json).contains(r#""from":1,"outcomes":"PNNNPNNNPNNN""#));
        assert_eq!(table_text(Quantity::Grundy, TableFormat::Svg).matches("heaps 1 to 12").count(), 2);
    }
}
