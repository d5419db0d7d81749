//! Parses one side of a picture of a move: the text between `[` and `]`.

use crate::pattern::{CellSymbol, HOLE, PictureSide, RowItem, States};
use grundy_lang::text;
use grundy_rules::{Cursor, Error, ErrorKind, Result};
use std::ops::Range;

/// The maximum number of rows of a picture.
const MAX_ROWS: usize = 32;
/// The maximum number of symbols (cells, runs, edges and groups) in a row of a picture.
const MAX_SYMBOLS: usize = 64;
/// The maximum number of runs of a picture; a run, such as `x*`, matches any number of cells.
const MAX_RUNS: usize = 2;

const EXAMPLE: &str = "[xo] -> [.x], [. / .] -> [# / #]";

/// A parsed side of a picture.
#[derive(Clone, Debug)]
pub(crate) struct ParsedSide {
    pub rows: PictureSide,
    /// The span of each symbol, by row.
    pub spans: Vec<Vec<Range<usize>>>,
    /// The span of the side, with its brackets.
    pub span: Range<usize>,
    /// For graphs: the labels of the edges between consecutive vertices, with their spans.
    pub edge_labels: Vec<(States, Range<usize>)>,
}

impl ParsedSide {
    /// Returns the printed form of the side, with its brackets.
    pub fn text(&self) -> String {
        let mut out = String::from("[");
        for (k, row) in self.rows.iter().enumerate() {
            if k > 0 {
                out.push_str(" / ");
            }
            for (at, &item) in row.iter().enumerate() {
                if let Some((labels, _)) = at.checked_sub(1).and_then(|before| self.edge_labels.get(before)) {
                    push_edge_labels(*labels, row.len() == 2, &mut out);
                }
                match item {
                    RowItem::Cell(symbol) => push_symbol(symbol, &mut out),
                    RowItem::Run(symbol, some) => {
                        push_symbol(symbol, &mut out);
                        out.push(if some { '+' } else { '*' });
                    }
                    RowItem::Edge => out.push('|'),
                    RowItem::GroupStart => out.push('('),
                    RowItem::GroupEnd => out.push(')'),
                    RowItem::Group(k) => out.push(char::from(b'1' + k)),
                }
            }
        }
        out + "]"
    }
}

/// Writes a symbol in the notation of pictures.
pub(crate) fn push_symbol(symbol: CellSymbol, out: &mut String) {
    match symbol {
        CellSymbol::One(state) => out.push(char::from(state)),
        CellSymbol::Any => out.push('?'),
        CellSymbol::AnyOf(states) => {
            out.push('{');
            out.extend(states.iter().map(char::from));
            out.push('}');
        }
    }
}

/// Writes the edge between two vertices; `alone` means that the picture has no other vertices.
fn push_edge_labels(labels: States, alone: bool, out: &mut String) {
    if labels == States::ANY {
        return out.push_str(if alone { "-" } else { "--" });
    }
    out.push('-');
    push_symbol(if labels.0.is_power_of_two() { one(labels) } else { CellSymbol::AnyOf(labels) }, out);
    out.push('-');
}

fn one(labels: States) -> CellSymbol {
    CellSymbol::One(labels.0.trailing_zeros() as u8)
}

/// Parses a state, `?` or a set, and stores its span in `span`; `None` if something else comes next.
pub(crate) fn parse_symbol(input: &mut Cursor<'_>, span: &mut Range<usize>) -> Result<Option<CellSymbol>> {
    *span = input.next_span();
    let symbol = match input.peek() {
        Some('?') => CellSymbol::Any,
        Some(c) if c.is_ascii_alphabetic() || matches!(c, '.' | '#') => CellSymbol::One(c as u8),
        Some('{') => {
            let opening = span.clone();
            input.accept('{');
            let mut states = States::NONE;
            loop {
                match input.peek() {
                    Some('}') if states != States::NONE => break,
                    Some(c) if c.is_ascii_alphabetic() || c == '.' => {
                        states = states | States::one(c as u8);
                        input.accept(c);
                    }
                    None => return Err(unclosed(opening)),
                    Some(_) => {
                        let error = input.expected(text!("a piece or `.` in the set"));
                        return Err(error.or_example("[x{xo}] -> [.x]"));
                    }
                }
            }
            span.end = input.next_span().end;
            CellSymbol::AnyOf(states)
        }
        _ => return Ok(None),
    };
    if let Some(last) = input.peek() {
        input.accept(last);
    }
    Ok(Some(match symbol {
        // A set of one state is parsed as that state.
        CellSymbol::AnyOf(states) if states.0.is_power_of_two() => CellSymbol::One(states.0.trailing_zeros() as u8),
        symbol => symbol,
    }))
}

pub(crate) fn unclosed(opening: Range<usize>) -> Error {
    Error::new(ErrorKind::Syntax, text!("this bracket is never closed")).at(opening)
}

/// Parses one side of a picture.
///
/// If `right` is set, this is the right side, which can refer to groups but not define them.
pub(crate) fn parse_side(input: &mut Cursor<'_>, right: bool) -> Result<ParsedSide> {
    let opening = input.next_span();
    if !input.accept('[') {
        return Err(input.expected(text!("a picture in square brackets")).or_example(EXAMPLE));
    }
    let mut side = ParsedSide { rows: vec![vec![]], spans: vec![vec![]], span: opening.clone(), edge_labels: vec![] };
    let (mut group, mut runs) = (None, 0);
    loop {
        let mut span = 0..0;
        let found = parse_symbol(input, &mut span)?;
        let item = if let Some(symbol) = found {
            let some = input.peek() == Some('+');
            if some || input.peek() == Some('*') {
                span.end = input.next_span().end;
                input.accept(if some { '+' } else { '*' });
                runs += 1;
                if !right && symbol == CellSymbol::One(HOLE) {
                    let message = text!("holes cannot form runs, because every cell beyond the board is a hole");
                    return Err(Error::new(ErrorKind::BadArgument, message).at(span));
                }
                if runs > MAX_RUNS {
                    let message = text!("a picture has at most {most} runs", most = MAX_RUNS);
                    return Err(Error::new(ErrorKind::TooLarge, message).at(span));
                }
                RowItem::Run(symbol, some)
            } else {
                RowItem::Cell(symbol)
            }
        } else {
            let Some(c) = input.peek() else { return Err(unclosed(opening)) };
            span = input.next_span();
            let item = match c {
                ']' | '/' => None,
                '|' => Some(RowItem::Edge),
                '(' if !right && group.is_none() => {
                    group = Some(span.clone());
                    Some(RowItem::GroupStart)
                }
                ')' if !right && group.is_some() => {
                    group = None;
                    Some(RowItem::GroupEnd)
                }
                '1'..='9' if right => Some(RowItem::Group(c as u8 - b'1')),
                _ => return Err(unexpected(input, right)),
            };
            input.accept(c);
            let Some(item) = item else {
                if let Some(opening) = group {
                    return Err(unclosed(opening));
                }
                if c == ']' {
                    break;
                }
                side.rows.push(vec![]);
                side.spans.push(vec![]);
                if side.rows.len() > MAX_ROWS {
                    let message = text!("a picture has at most {most} rows", most = MAX_ROWS);
                    return Err(Error::new(ErrorKind::TooLarge, message).at(span));
                }
                continue;
            };
            item
        };
        let (row, spans) = (side.rows.last_mut(), side.spans.last_mut());
        if let (Some(row), Some(spans)) = (row, spans) {
            row.push(item);
            spans.push(span.clone());
            if row.len() > MAX_SYMBOLS {
                let message = text!("a row of a picture has at most {most} symbols", most = MAX_SYMBOLS);
                return Err(Error::new(ErrorKind::TooLarge, message).at(span));
            }
        }
    }
    side.span.end = input.offset();
    check_rows(&side)?;
    Ok(side)
}

/// Returns the error for a symbol that is not valid at this point of a side.
fn unexpected(input: &mut Cursor<'_>, right: bool) -> Error {
    let error = input.expected(text!("a cell, `/` or `]`"));
    match input.peek() {
        Some('(' | ')') if right => {
            error.help(text!("write groups on the left; on the right, `1` stands for what the first group matched"))
        }
        Some('(') => error.help(text!("groups cannot be nested")),
        Some('1'..='9') => error.help(text!("group numbers can be used only on the right: [.(x*)x] -> [1x.]")),
        Some('_') => error.help(text!("`_` is a cell that no picture matches; pictures use `.`, `#` and letters")),
        _ => error.or_example(EXAMPLE),
    }
}

/// Checks the rows of a side.
///
/// Several rows must have only cells and equal lengths. In a single row, `|` must be first or last.
fn check_rows(side: &ParsedSide) -> Result<()> {
    let rows = side.rows.iter().zip(&side.spans);
    if side.rows.len() > 1 {
        for (row, spans) in rows {
            if let Some(at) = row.iter().position(|item| !matches!(item, RowItem::Cell(_))) {
                let message = text!("runs, groups and `|` are only for pictures of one row");
                return Err(Error::new(ErrorKind::BadArgument, message).at(spans[at].clone()));
            }
            if row.len() != side.rows[0].len() || row.is_empty() {
                let span = match (spans.first(), spans.last()) {
                    (Some(first), Some(last)) => first.start..last.end,
                    _ => side.span.clone(),
                };
                let message = text!("this row is not as long as the first one");
                return Err(Error::new(ErrorKind::BadArgument, message).at(span));
            }
        }
        return Ok(());
    }
    for (row, spans) in rows {
        let last = row.len().saturating_sub(1);
        let inner = |at: &usize| row[*at] == RowItem::Edge && *at != 0 && *at != last;
        if let Some(at) = (0..row.len()).find(inner) {
            let message = text!("`|` marks the end of the row and must come first or last");
            return Err(Error::new(ErrorKind::BadArgument, message).at(spans[at].clone()));
        }
        if row.is_empty() {
            let error = Error::new(ErrorKind::BadArgument, text!("the picture is empty")).at(side.span.clone());
            return Err(error.help(text!("for example {example}", example = EXAMPLE)));
        }
    }
    Ok(())
}

/// Returns the span from the start of one span to the end of another.
pub(crate) fn join_spans(start: &Range<usize>, end: &Range<usize>) -> Range<usize> {
    start.start..end.end
}
