//! Checks the two sides of a picture against each other, and finds the moving piece.

use crate::pattern::{CellSymbol, RowItem, States};
use crate::pattern_parser::{ParsedSide, join_spans};
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result};
use grundy_value::CompactSort;
use std::ops::Range;

/// The two sides of a picture: before the move and after the move.
pub(crate) struct Sides {
    pub before: ParsedSide,
    pub after: ParsedSide,
}

/// The length of a row: its number of cells, and the indices of its runs, whose lengths vary.
#[derive(Default, PartialEq)]
struct Length {
    cells: usize,
    runs: Vec<usize>,
}

impl Length {
    fn add(&mut self, other: &Length) {
        self.cells += other.cells;
        self.runs.extend(&other.runs);
    }
}

impl Sides {
    /// Returns the span of the whole picture, with both sides.
    pub fn span(&self) -> Range<usize> {
        join_spans(&self.before.span, &self.after.span)
    }

    pub(crate) fn refused(&self, message: Text, span: &Range<usize>) -> Error {
        Error::new(ErrorKind::BadArgument, message).at(span.clone())
    }

    /// Returns the index of the moving piece before the move and its index after the move.
    ///
    /// The indices count all cells and runs, row by row. The moving piece leaves a cell and is in another cell
    /// afterwards; if it leaves several cells, the first of them is returned. If no piece moves, the only piece that
    /// stays is the moving piece.
    ///
    /// # Errors
    /// `bad_argument` if there is no such piece or it is not unique.
    pub fn moving_piece(&self) -> Result<[usize; 2]> {
        let help = text!("for example {example}", example = "repeat [xo.] -> [..x] along rook");
        let groups = |item: &RowItem| matches!(item, RowItem::GroupStart | RowItem::Group(_));
        if self.before.rows.iter().chain(&self.after.rows).flatten().any(groups) {
            let message = text!("groups cannot be combined with `then` or `repeat`");
            return Err(self.refused(message, &self.span()));
        }
        let cells = |side: &ParsedSide| -> Vec<RowItem> {
            side.rows
                .iter()
                .flatten()
                .copied()
                .filter(|item| matches!(item, RowItem::Cell(_) | RowItem::Run(..)))
                .collect()
        };
        let (before, after) = (cells(&self.before), cells(&self.after));
        let piece = |item: RowItem| match item {
            RowItem::Cell(symbol) if symbol != CellSymbol::Any => {
                Some(symbol).filter(|symbol| symbol.states().letters() != States::NONE)
            }
            _ => None,
        };
        let of = |list: &[RowItem], other: &[RowItem], symbol: CellSymbol| -> Vec<usize> {
            let item = RowItem::Cell(symbol);
            (0..list.len()).filter(|&k| list[k] == item && other.get(k) != Some(&item)).collect()
        };
        let mut symbols: Vec<CellSymbol> = before.iter().filter_map(|&item| piece(item)).collect();
        symbols.compact_sort();
        symbols.dedup();
        let moves: Vec<[Vec<usize>; 2]> = symbols
            .iter()
            .map(|&symbol| [of(&before, &after, symbol), of(&after, &before, symbol)])
            .filter(|[leaves, arrives]| !leaves.is_empty() && !arrives.is_empty())
            .collect();
        match &moves[..] {
            [[leaves, arrives]] if arrives.len() == 1 => return Ok([leaves[0], arrives[0]]),
            [] => {
                let stay: Vec<usize> = (0..before.len())
                    .filter(|&k| piece(before[k]).is_some() && after.get(k) == before.get(k))
                    .collect();
                if let [only] = stay[..] {
                    return Ok([only, only]);
                }
            }
            _ => {}
        }
        Err(self.refused(text!("it is not clear which piece moves here"), &self.span()).help(help))
    }
}

/// Checks that the right side can be produced from the left side, and returns whether cells vanish.
///
/// # Errors
/// `bad_argument`, with the span of the fault.
pub(crate) fn check(sides: &Sides) -> Result<bool> {
    let Sides { before, after } = sides;
    if before.rows.len() != after.rows.len() {
        let message = text!(
            "the sides differ in size: {left} rows on the left, {right} on the right",
            left = before.rows.len(),
            right = after.rows.len()
        );
        return Err(sides.refused(message, &sides.span()));
    }
    if before.rows == after.rows {
        return Err(sides.refused(text!("the picture changes nothing"), &sides.span()));
    }
    if before.rows.len() > 1 {
        if before.rows[0].len() != after.rows[0].len() {
            let (left, right) = (before.rows[0].len(), after.rows[0].len());
            let message =
                text!("the sides differ in size: {left} columns on the left, {right} on the right", left, right);
            return Err(sides.refused(message, &sides.span()));
        }
        sets(sides, &before.rows.concat(), &after.rows.concat(), &after.spans.concat())?;
        return Ok(false);
    }
    row(sides)
}

/// Checks a picture of a single row, as [`check`] does.
fn row(sides: &Sides) -> Result<bool> {
    let Sides { before, after } = sides;
    let (left, right, spans) = (&before.rows[0], &after.rows[0], &after.spans[0]);
    let edges = |row: &[RowItem]| [row.first(), row.last()].map(|item| item == Some(&RowItem::Edge));
    let vanish = edges(left).contains(&true) && left.len() > 1;
    let [start, end] = edges(left);
    // A right side that is only `|` stands for each `|` of the left side.
    let alone = right[..] == [RowItem::Edge];
    if edges(right) != [start, end] && !(alone && (start || end)) {
        let message = text!("`|` must be at the same ends on both sides");
        return Err(sides.refused(message, &after.span));
    }
    let (mut total, mut outside, mut groups) = (Length::default(), Length::default(), vec![]);
    let (mut in_group, mut runs) = (false, 0);
    for item in left {
        let mut own = Length::default();
        match item {
            RowItem::Cell(_) => own.cells = 1,
            RowItem::Run(..) => {
                own.runs.push(runs);
                runs += 1;
            }
            RowItem::GroupStart => {
                in_group = true;
                groups.push(Length::default());
            }
            RowItem::GroupEnd => in_group = false,
            RowItem::Edge | RowItem::Group(_) => {}
        }
        total.add(&own);
        match groups.last_mut() {
            Some(group) if in_group => group.add(&own),
            _ => outside.add(&own),
        }
    }
    let (mut size, mut used, mut at_run) = (Length::default(), vec![false; groups.len()], 0);
    let left_runs: Vec<CellSymbol> = outside_runs(left);
    for (&item, span) in right.iter().zip(spans) {
        match item {
            RowItem::Cell(_) => size.cells += 1,
            RowItem::Run(symbol, _) => {
                let (Some(&number), Some(&twin)) = (outside.runs.get(at_run), left_runs.get(at_run)) else {
                    let message = text!("no run on the left determines the length of this one");
                    return Err(sides.refused(message, span));
                };
                if !matches!(symbol, CellSymbol::One(_)) && symbol != twin {
                    let message = text!("the corresponding run on the left consists of different cells");
                    return Err(sides.refused(message, span));
                }
                size.runs.push(number);
                at_run += 1;
            }
            RowItem::Group(group) => {
                let Some(used) = used.get_mut(usize::from(group)) else {
                    let message = text!("the left side does not have that many groups");
                    return Err(sides.refused(message, span));
                };
                if std::mem::replace(used, true) {
                    return Err(sides.refused(text!("the group is used twice on the right"), span));
                }
                size.add(&groups[usize::from(group)]);
            }
            RowItem::Edge | RowItem::GroupStart | RowItem::GroupEnd => {}
        }
    }
    size.runs.compact_sort();
    let same = size == total;
    if !same && (!vanish || size.cells > total.cells) {
        let message = text!("the sides differ in size");
        let error = sides.refused(message, &sides.span());
        return Err(
            error.help(text!("cells can vanish only at an end of the row: {example}", example = "[|x.*o] -> [|]"))
        );
    }
    if let Some(at) = right.iter().position(|item| *item == RowItem::Cell(CellSymbol::Any)) {
        // `?` refers to the cell at the same index on the left.
        if !same || right.iter().any(|item| matches!(item, RowItem::Group(_))) {
            let message = text!("`?` stands for the cell at the same place, but cells move to other places here");
            return Err(sides.refused(message, &spans[at]));
        }
    }
    sets(sides, left, right, spans)?;
    Ok(!same)
}

/// Returns the symbols of the runs outside groups, in their order.
pub(crate) fn outside_runs(row: &[RowItem]) -> Vec<CellSymbol> {
    let mut in_group = false;
    let mut runs = vec![];
    for item in row {
        match item {
            RowItem::GroupStart => in_group = true,
            RowItem::GroupEnd => in_group = false,
            RowItem::Run(symbol, _) if !in_group => runs.push(*symbol),
            _ => {}
        }
    }
    runs
}

/// Checks that the n-th set on the right equals the n-th set outside groups on the left.
pub(crate) fn sets(sides: &Sides, left: &[RowItem], right: &[RowItem], spans: &[Range<usize>]) -> Result<()> {
    let mut in_group = false;
    let mut known = left.iter().filter_map(|item| match item {
        RowItem::GroupStart | RowItem::GroupEnd => {
            in_group = *item == RowItem::GroupStart;
            None
        }
        RowItem::Cell(CellSymbol::AnyOf(states)) if !in_group => Some(*states),
        _ => None,
    });
    for (item, span) in right.iter().zip(spans) {
        if let RowItem::Cell(CellSymbol::AnyOf(states)) = item
            && known.next() != Some(*states)
        {
            let message = text!("this set has no matching set on the left");
            let error = sides.refused(message, span);
            return Err(error.help(text!(
                "the nth set on the right stands for what the nth set on the left matched: [{{xo}}.] -> [.{{xo}}]"
            )));
        }
    }
    Ok(())
}
