//! Tables as text, JSON, CSV and b-files: written row by row, so that only the table itself takes memory.

use crate::plot::plot;
use crate::schema::lists::{POSITIONS, TABLE};
use crate::schema::{Object, SCHEMA, Shape, push_number};
use crate::sides::{headline as sides_headline, seen};
use crate::style::{Style, Tone};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Coordinates, Error, ErrorKind, Outcome, Player, Ruleset, Suggestion};
use grundy_solve::{Cell, Quantity, Table};
use std::fmt::Write as _;
use std::io::{self, Write};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Aligned rows.
    Text,
    /// One object.
    Json,
    /// A line for each entry, under a header.
    Csv,
    /// The two columns of OEIS.
    Bfile,
    /// A picture.
    Svg,
}

/// Why a table was not written to its end.
#[derive(Debug)]
pub enum Failure {
    /// It could not be read on: the time is over, or somebody interrupted.
    Table(Error),
    /// The sink takes no more.
    Write(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Table(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Write(error)
    }
}

/// For sinks that do not fail but for lack of memory, such as a text.
impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        match failure {
            Failure::Table(error) => error,
            Failure::Write(error) => Error::new(ErrorKind::Io, Text::verbatim(error.to_string())),
        }
    }
}

/// The most points of a sequence, and the most cells of a grid, in one picture.
const MAX_POINTS: u64 = 100_000;
const MAX_ROWS: u64 = 512;

/// Refuses what a format cannot hold, before anything is computed. `positions` asks for the P-positions alone.
///
/// # Errors
/// `unsupported` for combinations without meaning, `too_large` for pictures of more points than a picture shows.
pub fn check_table(rules: &Ruleset, of: Quantity, to: u64, positions: bool, format: TableFormat) -> Result<(), Error> {
    let unsupported = |message: Text, remedy| Err(Error::new(ErrorKind::Unsupported, message).with_suggestion(remedy));
    const LISTS: Suggestion = Suggestion::Formats(&["csv", "json"]);
    let dims = rules.dims().unwrap_or(1);
    let pairs = dims == 2;
    match format {
        TableFormat::Bfile if dims > 1 => {
            unsupported(text!("a b-file holds one sequence, and this game's table is of pairs or triples"), LISTS)
        }
        TableFormat::Svg if dims > 2 => {
            unsupported(text!("a picture shows heaps or pairs, and this game's table is of triples"), LISTS)
        }
        TableFormat::Bfile if of == Quantity::Outcome && !positions => {
            unsupported(text!("a b-file holds numbers, and outcomes are letters"), Suggestion::PositionsOrValues)
        }
        TableFormat::Svg if positions => unsupported(text!("a picture shows all positions"), Suggestion::AllPositions),
        TableFormat::Svg if pairs && to >= MAX_ROWS || to >= MAX_POINTS => {
            let most = if pairs { MAX_ROWS } else { MAX_POINTS } - 1;
            let message = text!("a picture up to {to} has more points than can be told apart", to);
            let error = Error::new(ErrorKind::TooLarge, message);
            Err(error.with_suggestion(Suggestion::Smaller(most, &["csv"])))
        }
        _ => Ok(()),
    }
}

/// The numbers of an entry in CSV, under their names.
pub(crate) const COLUMNS: [&str; 3] = ["n", "a,b", "a,b,c"];

/// Writes a whole table; as text, no wider than the style says: grids lose columns, which is said, and other rows hold less.
///
/// # Errors
/// The table's and the sink's; what was written before is a beginning.
///
/// ```
/// use grundy_render::{TableFormat, write_table};
/// use grundy_solve::{Budget, Quantity, Solver};
/// let rules = grundy_games::parse_rules("take[1,3,4]").unwrap();
/// let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
/// let mut table = solver.table(&rules, Quantity::Grundy, 4, true, &budget).unwrap();
/// write_table(&mut table, TableFormat::Bfile, Default::default(), Default::default(), &mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "0 0\n1 1\n2 0\n3 1\n4 2\n");
/// ```
pub fn write_table(
    table: &mut Table<'_>,
    format: TableFormat,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match format {
        TableFormat::Text if table.dims() > 1 => text_grids(table, None, style, language, out),
        TableFormat::Text if table.of() == Quantity::Grundy => text_values(table, style, language, out),
        TableFormat::Text => text_outcomes(table, style, language, out),
        TableFormat::Json => json(table, out),
        TableFormat::Csv => csv(table, out),
        TableFormat::Bfile => bfile(table, out),
        TableFormat::Svg => Ok(out.write_all(plot(table, language)?.as_bytes())?),
    }
}

/// Writes the P-positions of a table alone.
///
/// # Errors
/// As [`write_table`].
pub fn write_p_positions(table: &mut Table<'_>, format: TableFormat, out: &mut dyn Write) -> Result<(), Failure> {
    let dims = table.dims();
    if format == TableFormat::Json {
        let mut head = String::new();
        let mut object = json_head(table, &POSITIONS, table.of().name(), &mut head);
        object.number("to", table.to());
        object.word("only", "P");
        object.key("positions").push('[');
        out.write_all(head.as_bytes())?;
    } else if format == TableFormat::Csv {
        writeln!(out, "{}", COLUMNS[dims - 1])?;
    }
    let mut number = 0u64;
    each(table, &mut |at, cell| {
        if cell.outcome != Outcome::P {
            return Ok(());
        }
        let comma = if number > 0 { "," } else { "" };
        let place = Place(&at[..dims]);
        match format {
            TableFormat::Json if dims == 1 => write!(out, "{comma}{place}")?,
            TableFormat::Json => write!(out, "{comma}[{place}]")?,
            TableFormat::Bfile => writeln!(out, "{number} {place}")?,
            _ => writeln!(out, "{place}")?,
        }
        number += 1;
        Ok(())
    })?;
    if format == TableFormat::Json {
        writeln!(out, "]}}")?;
    }
    Ok(())
}

/// The numbers of an entry, `3,5`.
struct Place<'a>(&'a [u64]);

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (k, n) in self.0.iter().enumerate() {
            if k > 0 {
                f.write_char(',')?;
            }
            write!(f, "{n}")?;
        }
        Ok(())
    }
}

/// What stands above a table: the game, and what the entries tell.
pub(crate) fn headline(table: &Table<'_>) -> Text {
    let (rules, from, to) = (table.rules(), table.from(), table.to());
    match (table.of(), table.dims()) {
        (Quantity::Grundy, 1) if rules.game.largest().is_some() => {
            text!("{rules}: Grundy values of positions {from} to {to}", rules, from, to)
        }
        (Quantity::Outcome, 1) if rules.game.largest().is_some() => {
            text!("{rules}: outcomes of positions {from} to {to}", rules, from, to)
        }
        (Quantity::Grundy, 1) => text!("{rules}: Grundy values of heaps {from} to {to}", rules, from, to),
        (Quantity::Grundy, 2) => text!("{rules}: Grundy values of pairs {from} to {to}", rules, from, to),
        (Quantity::Grundy, _) => text!("{rules}: Grundy values of triples {from} to {to}", rules, from, to),
        (Quantity::Outcome, 1) => text!("{rules}: outcomes of heaps {from} to {to}", rules, from, to),
        (Quantity::Outcome, 2) => text!("{rules}: outcomes of pairs {from} to {to}", rules, from, to),
        (Quantity::Outcome, _) => text!("{rules}: outcomes of triples {from} to {to}", rules, from, to),
    }
}

/// Shows every entry, row by row.
pub(crate) fn each(
    table: &mut Table<'_>,
    show: &mut dyn FnMut(Coordinates, Cell) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (first, last) = (table.first(), table.last());
    for a in first[0]..=last[0] {
        for b in first[1]..=last[1] {
            for c in first[2]..=last[2] {
                let cell = table.cell([a, b, c])?;
                show([a, b, c], cell)?;
            }
        }
    }
    Ok(())
}

/// How many entries are looked at to align what follows.
const BLOCK: u64 = 10_000;

pub(crate) fn digits(number: u128) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

fn value(cell: Cell) -> u128 {
    cell.grundy.map_or(0, |g| g.0)
}

/// What stands in a cell, in its colour: blanks first, so that there are none behind it.
fn shown(cell: Cell, width: usize, style: Style) -> String {
    match cell.grundy {
        Some(value) => {
            let text = format!("{:>width$}", value.0);
            if value.0 == 0 { style.paint(Tone::Zero, &text) } else { text }
        }
        None => style.paint(Tone::of(cell.outcome), &format!("{:>width$}", cell.outcome.name())),
    }
}

/// Rows of ten values, of twenty where they are short, of fewer where the lines are.
fn text_values(table: &mut Table<'_>, style: Style, language: Language, out: &mut dyn Write) -> Result<(), Failure> {
    let (from, to) = (table.from(), table.to());
    let index = digits(to.into());
    let mut row = 10;
    let mut width = 2;
    let mut line = String::new();
    for n in from..=to {
        if (n - from) % BLOCK == 0 {
            let end = to.min(n.saturating_add(BLOCK - 1));
            for k in n..=end {
                width = width.max(digits(value(table.cell([k, 0, 0])?)));
            }
        }
        if n == from {
            row = if width <= 2 { 20 } else { 10 };
            let room = style.width.map_or(row, |columns| (columns.saturating_sub(index + 1) / (width + 1)) as u64);
            row = [20, 10, 5, 2].into_iter().find(|&few| few <= row && few <= room).unwrap_or(1);
            writeln!(out, "{}\n", style.lay(&headline(table).in_language(language)))?;
            write!(out, "{:index$} ", "")?;
            for k in 0..row.min(to.saturating_add(1)) {
                write!(out, " {k:>width$}")?;
            }
            writeln!(out, "\n")?;
        }
        if n % row == 0 || n == from {
            // Columns stand for the last digits: those before the first number stay empty.
            let missing = (n % row) as usize;
            let _ = write!(line, "{:>index$} {:blank$}", n - n % row, "", blank = missing * (width + 1));
        }
        let _ = write!(line, " {}", shown(table.cell([n, 0, 0])?, width, style));
        if n % row == row - 1 || n == to {
            writeln!(out, "{line}")?;
            line.clear();
        }
    }
    Ok(())
}

/// Rows of fifty letters, of fewer where the lines are short.
fn text_outcomes(table: &mut Table<'_>, style: Style, language: Language, out: &mut dyn Write) -> Result<(), Failure> {
    let to = table.to();
    let index = digits(to.into());
    let tens = style.width.map_or(5, |columns| (columns.saturating_sub(index + 1) / 11).clamp(1, 5)) as u64;
    let row = if tens == 5 { 50 } else { 10 * tens.min(2) };
    writeln!(out, "{}\n", style.lay(&headline(table).in_language(language)))?;
    let mut line = String::new();
    let from = table.from();
    for n in from..=to {
        if n % row == 0 || n == from {
            // Those before the first number stay empty, and so do the blanks between tens.
            let missing = (n % row) as usize;
            let _ = write!(line, "{:>index$} {:blank$}", n - n % row, "", blank = missing + missing.div_ceil(10));
        }
        if n % 10 == 0 {
            line.push(' ');
        }
        line += &shown(Cell { grundy: None, ..table.cell([n, 0, 0])? }, 1, style);
        if n % row == row - 1 || n == to {
            writeln!(out, "{line}")?;
            line.clear();
        }
    }
    Ok(())
}

/// A grid for each first number of triples, or one for pairs; of a player, 1 where they win moving first.
pub(crate) fn text_grids(
    table: &mut Table<'_>,
    by: Option<Player>,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut width = digits(table.to().into());
    if table.of() == Quantity::Grundy {
        each(table, &mut |_, cell| {
            width = width.max(digits(value(cell)));
            Ok(())
        })?;
    }
    let above = match (table.dims(), table.of()) {
        _ if by.is_some() => text!("{headline}, the first number at the left", headline = sides_headline(table, by)),
        (2, Quantity::Grundy) => text!("{headline}, the first number at the left", headline = headline(table)),
        (2, Quantity::Outcome) => {
            text!("{headline}, the first number at the left, `.` for N", headline = headline(table))
        }
        (_, Quantity::Grundy) => {
            text!("{headline}, a grid for each first number, the second at the left", headline = headline(table))
        }
        (_, Quantity::Outcome) => text!(
            "{headline}, a grid for each first number, the second at the left, `.` for N",
            headline = headline(table)
        ),
    };
    writeln!(out, "{}", style.lay(&above.in_language(language)))?;
    let index = digits(table.to().into());
    // The last column that there is room for; the first one stands in any case.
    let room = style.width.map(|columns| (columns.saturating_sub(index + 1) / (width + 1)).max(1) as u64 - 1);
    let from = table.from();
    let last = room.map_or(table.to(), |room| room.saturating_add(from).min(table.to()));
    if table.dims() == 2 {
        writeln!(out)?;
        text_grid(table, width, last, style, (by, &|a, b| [a, b, 0]), out)?;
    } else {
        for first in from..=table.to() {
            writeln!(out, "\n{}\n", text!("first number {first}", first).in_language(language))?;
            text_grid(table, width, last, style, (by, &|a, b| [first, a, b]), out)?;
        }
    }
    if last < table.to() {
        let (count, from) = (table.to() - last, last + 1);
        let out_of_sight = match count {
            1 => text!("1 column has no room here, that of {from}: a wider window shows it, and so does a file", from),
            _ => text!(
                "{count} columns have no room here, those from {from} on: a wider window shows them, and so does a file",
                count,
                from
            ),
        };
        writeln!(out, "\n{}", style.lay(&out_of_sight.in_language(language)))?;
    }
    Ok(())
}

/// A grid with one number at the left and the next above, up to the last column.
fn text_grid(
    table: &mut Table<'_>,
    width: usize,
    last: u64,
    style: Style,
    (by, place): (Option<Player>, &dyn Fn(u64, u64) -> Coordinates),
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (from, to) = (table.from(), table.to());
    let index = digits(to.into());
    write!(out, "{:index$} ", "")?;
    for b in from..=last {
        write!(out, " {b:>width$}")?;
    }
    writeln!(out, "\n")?;
    for a in from..=to {
        write!(out, "{a:>index$} ")?;
        for b in from..=last {
            let cell = seen(table.cell(place(a, b))?, by);
            match cell.outcome {
                // A grid of P and N is a wall of letters.
                Outcome::N if cell.grundy.is_none() => write!(out, " {:>width$}", ".")?,
                _ => write!(out, " {}", shown(cell, width, style))?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn csv(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let (dims, grundy) = (table.dims(), table.of() == Quantity::Grundy);
    writeln!(out, "{},outcome{}", COLUMNS[dims - 1], if grundy { ",grundy" } else { "" })?;
    // Lines come by the ten million: each is made without the machinery of `fmt`, and given away whole.
    let mut line = String::new();
    each(table, &mut |at, cell| {
        line.clear();
        for &n in &at[..dims] {
            push_number(n, &mut line);
            line.push(',');
        }
        line.push_str(cell.outcome.name());
        if let Some(grundy) = cell.grundy {
            line.push(',');
            push_number(grundy.0, &mut line);
        }
        line.push('\n');
        Ok(out.write_all(line.as_bytes())?)
    })
}

fn bfile(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut line = String::new();
    each(table, &mut |at, cell| {
        line.clear();
        push_number(at[0], &mut line);
        line.push(' ');
        push_number(value(cell), &mut line);
        line.push('\n');
        Ok(out.write_all(line.as_bytes())?)
    })
}

/// The first fields of an object, which is left open: what follows is too long to be held.
pub(crate) fn json_head<'a>(table: &Table<'_>, shape: &'static Shape, of: &str, out: &'a mut String) -> Object<'a> {
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

/// Outcomes first, then values: the table is read twice instead of being held in two forms.
fn json(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let dims = table.dims();
    json_outcomes(table, table.of().name(), out)?;
    write!(out, ",\"grundy\":")?;
    if table.of() == Quantity::Outcome {
        writeln!(out, "null}}")?;
        return Ok(());
    }
    nested(table, dims - 1, ["[", ",", "]"], out, &mut |cell, out| {
        Ok(out.write_all(itoa::Buffer::new().format(value(cell)).as_bytes())?)
    })?;
    writeln!(out, "}}")?;
    Ok(())
}

/// The object as far as the outcomes, which is left open.
pub(crate) fn json_outcomes(table: &mut Table<'_>, of: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let depth = table.dims() - 1;
    // Rows of letters are strings; the arrays around them are opened and closed like those of values.
    let mut head = String::new();
    json_head(table, &TABLE, of, &mut head).key("outcomes");
    out.write_all(head.as_bytes())?;
    let letter = &mut |cell: Cell, out: &mut dyn Write| Ok(out.write_all(cell.outcome.name().as_bytes())?);
    nested(table, depth, ["\"", "", "\""], out, letter)
}

/// All entries, a row between the first and the last of `marks` with the second between its entries, and rows in nested
/// arrays of the given depth.
pub(crate) fn nested(
    table: &mut Table<'_>,
    depth: usize,
    marks: [&str; 3],
    out: &mut dyn Write,
    show: &mut dyn FnMut(Cell, &mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let [open, between, close] = marks;
    let mut before: Option<Coordinates> = None;
    each(table, &mut |at, cell| {
        // How many arrays around the entry begin with it.
        let fresh =
            before.map_or(depth, |before| (0..depth).find(|&k| at[k] != before[k]).map_or(0, |k| depth - k - 1));
        match before {
            Some(before) if at[..depth] == before[..depth] => out.write_all(between.as_bytes())?,
            Some(_) => write!(out, "{close}{},{}{open}", "]".repeat(fresh), "[".repeat(fresh))?,
            None => write!(out, "{}{open}", "[".repeat(fresh))?,
        }
        before = Some(at);
        show(cell, out)
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
        RulesHandle, TableView,
    };
    use grundy_solve::{Budget, Solver};

    /// One heap that is never empty: a move leaves at least one stone.
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
        fn options(&self, heap: u64, show: &mut dyn FnMut(&[u64])) {
            self.moves(&heap, Player::LEFT).for_each(|mv| show(&[heap - mv.0]));
        }
    }

    impl Game for Leave {
        const CARD: GameInfo =
            GameInfo::impartial("leave", "Leave", "Takes 1 to 3, and leaves 1.", "leave(heap)", "leave(5)");
        const PLAIN: Option<fn() -> Leave> = Some(|| Leave);
        const NOTATION: Option<Notation<u64>> = Some(heaps::EACH);

        fn describe(&self, _heap: &u64, at: usize, mv: &TakeSome) -> MoveText {
            heaps::take_from_heap(mv.0, at)
        }

        fn table(&self) -> Option<TableView<'_>> {
            Some(TableView::Heaps(self))
        }

        fn least(&self) -> u64 {
            1
        }

        fn coordinates(&self, heap: &u64) -> Coordinates {
            [*heap, 0, 0]
        }

        fn component_at(&self, [heap, ..]: Coordinates) -> Option<u64> {
            (heap > 0).then_some(heap)
        }

        fn samples() -> Box<dyn Iterator<Item = (Leave, Vec<u64>)>> {
            Box::new((1..).map(|heap| (Leave, vec![heap])))
        }
    }

    fn shown(of: Quantity, format: TableFormat) -> String {
        let rules = Ruleset {
            play: Play::Normal,
            game: Box::new(RulesHandle::new(Leave)),
            library: Library::new().with::<Leave>(),
        };
        let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
        let mut table = solver.table(&rules, of, 12, true, &budget).unwrap();
        write_table(&mut table, format, Style::default(), Language::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Heaps that begin at 1 stand under their last digits, and nothing is said of 0.
    #[test]
    fn rows_begin_at_the_least_heap() {
        let values = shown(Quantity::Grundy, TableFormat::Text);
        let lines: Vec<&str> = values.lines().collect();
        assert_eq!(lines[0], "leave: Grundy values of heaps 1 to 12");
        assert_eq!(lines[2], "     0  1  2  3  4  5  6  7  8  9 10 11 12");
        assert_eq!(lines[4], " 0      0  1  2  3  0  1  2  3  0  1  2  3");
        let outcomes = shown(Quantity::Outcome, TableFormat::Text);
        assert_eq!(outcomes.lines().nth(2), Some(" 0   PNNNPNNNP NNN"));
        assert!(shown(Quantity::Grundy, TableFormat::Bfile).starts_with("1 0\n2 1\n"));
        assert!(shown(Quantity::Grundy, TableFormat::Json).contains(r#""from":1,"outcomes":"PNNNPNNNPNNN""#));
        assert_eq!(shown(Quantity::Grundy, TableFormat::Svg).matches("heaps 1 to 12").count(), 2);
    }
}
