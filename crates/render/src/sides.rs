//! Tables of partizan games with a row for each player: whether Left wins who moves first, and whether Right does.

use crate::schema::push_number;
use crate::style::{Style, Tone};
use crate::table::{
    COLUMNS, Failure, TableFormat, digits, each, headline as outcomes_headline, json_outcomes, nested, text_grids,
    write_table,
};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Error, ErrorKind, Nimber, Outcome, Player, Ruleset, Suggestion};
use grundy_solve::{Cell, Table};
use std::io::Write;

/// Whose rows stand in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Those of both players, beside the outcomes.
    Both,
    /// That of one.
    Quantity(Player),
}

impl Sides {
    fn seats(self) -> Vec<Player> {
        match self {
            Sides::Both => vec![Player::LEFT, Player::RIGHT],
            Sides::Quantity(seat) => vec![seat],
        }
    }

    fn one(self) -> Option<Player> {
        match self {
            Sides::Both => None,
            Sides::Quantity(seat) => Some(seat),
        }
    }

    /// What the table is of, in JSON.
    fn name(self) -> &'static str {
        self.one().map_or("outcome", name)
    }
}

fn name(seat: Player) -> &'static str {
    if seat == Player::LEFT { "left" } else { "right" }
}

/// Whether the player wins who moves first: 1 or 0.
fn wins(cell: Cell, by: Player) -> u8 {
    let own = if by == Player::LEFT { Outcome::L } else { Outcome::R };
    u8::from(cell.outcome == Outcome::N || cell.outcome == own)
}

/// The entry as a grid shows it: of a player, 1 or 0.
pub(crate) fn seen(cell: Cell, by: Option<Player>) -> Cell {
    by.map_or(cell, |by| Cell { grundy: Some(Nimber(wins(cell, by).into())), ..cell })
}

/// What stands above the rows of the players, or of one.
pub(crate) fn headline(table: &Table<'_>, by: Option<Player>) -> Text {
    let headline = outcomes_headline(table);
    match by {
        None => text!("{headline}; f[1] is 1 where Left wins moving first, f[2] where Right does", headline),
        Some(Player::LEFT) => text!("{headline}; f[1] is 1 where Left wins moving first", headline),
        Some(_) => text!("{headline}; f[2] is 1 where Right wins moving first", headline),
    }
}

/// Refuses what has no rows of Left and Right, before anything is computed.
///
/// # Errors
/// `unsupported` for games in which both have the same moves, and for formats that cannot hold them.
pub fn check_sides(rules: &Ruleset, sides: Sides, positions: bool, format: TableFormat) -> Result<(), Error> {
    let refused =
        |message: Text| Err(Error::new(ErrorKind::Unsupported, message).with_suggestion(Suggestion::Outcomes));
    match (sides, format) {
        _ if !rules.is_partizan() => refused(text!("Left and Right have the same moves in `{rules}`", rules)),
        (Sides::Quantity(_), _) if positions => refused(text!("P-positions are outcomes, not wins of one player")),
        (Sides::Quantity(_), TableFormat::Svg | TableFormat::Bfile) => {
            refused(text!("this format does not hold the wins of one player"))
        }
        _ => Ok(()),
    }
}

/// Writes a table of a partizan game with the rows of its players.
///
/// # Errors
/// The table's and the sink's; what was written before is a beginning.
///
/// ```
/// use grundy_render::{Sides, TableFormat, write_sides};
/// use grundy_solve::{Budget, Quantity, Solver};
/// let rules = grundy_games::parse_rules("take[1 | 2]").unwrap();
/// let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
/// let mut table = solver.table(&rules, Quantity::Outcome, 2, true, &budget).unwrap();
/// write_sides(&mut table, Sides::Both, TableFormat::Csv, Default::default(), Default::default(), &mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "n,outcome,left,right\n0,P,0,0\n1,L,1,0\n2,N,1,1\n");
/// ```
pub fn write_sides(
    table: &mut Table<'_>,
    sides: Sides,
    format: TableFormat,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match format {
        // A letter says it all, and grids have no room for more.
        TableFormat::Text if table.dims() > 1 => text_grids(table, sides.one(), style, language, out),
        TableFormat::Text => text_rows(table, sides, style, language, out),
        TableFormat::Json => json(table, sides, out),
        TableFormat::Csv => csv(table, sides, out),
        TableFormat::Bfile | TableFormat::Svg => write_table(table, format, style, language, out),
    }
}

/// Rows of fifty entries, of fewer where the lines are short: the outcomes and below them the players.
fn text_rows(
    table: &mut Table<'_>,
    sides: Sides,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (from, to) = (table.from(), table.to());
    let index = digits(to.into());
    let tens = style.width.map_or(5, |columns| (columns.saturating_sub(index + 7) / 11).clamp(1, 5)) as u64;
    let row = if tens == 5 { 50 } else { 10 * tens.min(2) };
    writeln!(out, "{}", style.lay(&headline(table, sides.one()).in_language(language)))?;
    let mut n = from;
    loop {
        let (start, end) = (n - n % row, to.min(n - n % row + (row - 1)));
        writeln!(out)?;
        let mut lines = vec![];
        if sides == Sides::Both {
            lines.push((format!("{start:>index$}      "), None));
        }
        for seat in sides.seats() {
            let at = if lines.is_empty() { start.to_string() } else { String::new() };
            lines.push((format!("{at:>index$}  f[{}]", seat.0 + 1), Some(seat)));
        }
        for (mut line, by) in lines {
            for k in start..=end {
                if k % 10 == 0 {
                    line.push(' ');
                }
                // Columns stand for the last digits: those before the first number stay empty.
                line += &if k < n { " ".into() } else { shown(table.cell([k, 0, 0])?, by, style) };
            }
            writeln!(out, "{line}")?;
        }
        if end == to {
            return Ok(());
        }
        n = end + 1;
    }
}

fn shown(cell: Cell, by: Option<Player>, style: Style) -> String {
    match by {
        None => style.paint(Tone::of(cell.outcome), cell.outcome.name()),
        Some(by) => wins(cell, by).to_string(),
    }
}

fn json(table: &mut Table<'_>, sides: Sides, out: &mut dyn Write) -> Result<(), Failure> {
    let depth = table.dims() - 1;
    json_outcomes(table, sides.name(), out)?;
    write!(out, ",\"grundy\":null")?;
    for by in sides.seats() {
        write!(out, ",\"{}\":", name(by))?;
        nested(table, depth, ["[", ",", "]"], out, &mut |cell, out| Ok(write!(out, "{}", wins(cell, by))?))?;
    }
    Ok(writeln!(out, "}}")?)
}

fn csv(table: &mut Table<'_>, sides: Sides, out: &mut dyn Write) -> Result<(), Failure> {
    let (dims, seats) = (table.dims(), sides.seats());
    write!(out, "{},outcome", COLUMNS[dims - 1])?;
    for &by in &seats {
        write!(out, ",{}", name(by))?;
    }
    writeln!(out)?;
    let mut line = String::new();
    each(table, &mut |at, cell| {
        line.clear();
        for &n in &at[..dims] {
            push_number(n, &mut line);
            line.push(',');
        }
        line.push_str(cell.outcome.name());
        for &by in &seats {
            line.push(',');
            push_number(wins(cell, by), &mut line);
        }
        line.push('\n');
        Ok(out.write_all(line.as_bytes())?)
    })
}
