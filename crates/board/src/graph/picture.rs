//! Parses pictures of graphs: `[.]`, `[.-.]`, `[.-l-.]`, and chains of vertices such as `[x--o--.]`.

use crate::pattern::{CellSymbol, EdgePattern, HOLE, RowItem, States};
use crate::pattern_parser::{self, ParsedSide, unclosed};
use crate::rule_parser::{self, Sides};
use grundy_lang::text;
use grundy_rules::{Cursor, Error, ErrorKind, Result};
use std::ops::Range;

/// The maximum number of vertices of a picture.
const MAX_VERTICES: usize = 8;

const EXAMPLE: &str = "[.] -> [x], [.-.] -> [#-#], [.-l-.] -> [#-#]";
const CHAIN: &str = "[x--o--.] -> [.--.--x]";

/// Returns the error for a picture whose left side or condition contains a removed vertex or edge.
pub(crate) fn removed_cell_error(span: Range<usize>) -> Error {
    let error = Error::new(ErrorKind::BadArgument, text!("a picture cannot match a removed vertex or edge")).at(span);
    error.help(text!("`#` is only for the right side: {example}", example = "[.-.] -> [#-#]"))
}

/// Parses one side of a picture; `right` means the right side, after the move.
///
/// # Errors
/// `syntax`, `bad_argument` or `too_large`, with the span of the fault.
pub(crate) fn parse_side(input: &mut Cursor<'_>, right: bool) -> Result<ParsedSide> {
    let opening = input.next_span();
    if !input.accept('[') {
        return Err(input.expected(text!("a picture in square brackets")).or_example(EXAMPLE));
    }
    let mut side = ParsedSide { rows: vec![vec![]], spans: vec![vec![]], span: opening.clone(), edge_labels: vec![] };
    loop {
        let mut span = 0..0;
        let Some(symbol) = pattern_parser::parse_symbol(input, &mut span)? else {
            return Err(unexpected(input, opening, side.rows[0].len()));
        };
        if symbol == CellSymbol::One(HOLE) && !right {
            return Err(removed_cell_error(span));
        }
        side.rows[0].push(RowItem::Cell(symbol));
        side.spans[0].push(span.clone());
        if side.rows[0].len() > MAX_VERTICES {
            let message = text!("a picture has at most {most} vertices", most = MAX_VERTICES);
            return Err(Error::new(ErrorKind::TooLarge, message).at(span));
        }
        if input.accept(']') {
            break;
        }
        let labels = edge_labels(input, right, &opening)?;
        side.edge_labels.push(labels);
    }
    side.span.end = input.offset();
    Ok(side)
}

/// Parses the edge between two vertices of a picture: `-`, `--`, `-l-` or `-{le}-`.
fn edge_labels(input: &mut Cursor<'_>, right: bool, opening: &Range<usize>) -> Result<(States, Range<usize>)> {
    let start = input.next_span();
    if !input.accept('-') {
        return Err(match input.peek() {
            None => unclosed(opening.clone()),
            Some(_) => input.expected(text!("`-` and a vertex, or `]`")).or_example(EXAMPLE),
        });
    }
    if input.accept('-') {
        return Ok((States::ANY, start.start..input.offset()));
    }
    // The next symbol is a label in `[.-l-.]`, but a vertex in `[.-.]`; the text after the symbol decides.
    let ahead = is_label_next(input);
    if !ahead {
        return Ok((States::ANY, start));
    }
    let mut span = 0..0;
    let label = pattern_parser::parse_symbol(input, &mut span)?;
    input.accept('-');
    match label {
        Some(CellSymbol::Any) => Ok((States::ANY, span)),
        Some(CellSymbol::One(HOLE)) if right => Ok((States::one(HOLE), span)),
        Some(CellSymbol::One(HOLE)) => Err(removed_cell_error(span)),
        Some(symbol) if symbol.states().letters() == symbol.states() => Ok((symbol.states(), span)),
        _ => {
            let error = Error::new(ErrorKind::BadArgument, text!("an edge label must be a letter")).at(span);
            Err(error.help(text!("a chain of vertices is written {example}", example = CHAIN)))
        }
    }
}

/// Reports whether the next symbol is a label, that is, followed by a single `-`; consumes nothing.
fn is_label_next(input: &mut Cursor<'_>) -> bool {
    input.peek();
    let rest = input.rest();
    let symbol = match rest.strip_prefix('{') {
        Some(set) => set.find('}').map_or(rest.len(), |end| end + 2),
        None => rest.chars().next().map_or(0, char::len_utf8),
    };
    let behind = rest.get(symbol..).unwrap_or("").trim_start();
    behind.strip_prefix('-').is_some_and(|more| !more.trim_start().starts_with('-'))
}

/// Returns the error for input where a vertex was expected.
fn unexpected(input: &mut Cursor<'_>, opening: Range<usize>, vertices: usize) -> Error {
    let error = match input.peek() {
        None => return unclosed(opening),
        Some(_) => input.expected(text!("a vertex: `.`, a letter or a set such as `{set}`", set = "{xo}")),
    };
    match input.peek() {
        Some(']') if vertices == 0 => error.help(text!("for example {example}", example = EXAMPLE)),
        Some('/' | '|' | '(' | '*' | '+') => {
            error.help(text!("pictures on graphs contain only vertices and edges: {example}", example = EXAMPLE))
        }
        _ => error.or_example(EXAMPLE),
    }
}

/// Checks that the right side can be produced from the left side, and returns the edges of the picture.
///
/// # Errors
/// `bad_argument`, with the span of the fault.
pub(crate) fn edge_patterns(sides: &Sides) -> Result<Vec<EdgePattern>> {
    let Sides { before, after } = sides;
    let (left, right) = (before.rows[0].len(), after.rows[0].len());
    if left != right {
        let message = text!("the sides differ in size: {left} vertices on the left, {right} on the right", left, right);
        let error = sides.refused(message, &sides.span());
        return Err(error.help(text!("a removed vertex becomes `#`: {example}", example = "[.-.] -> [#-#]")));
    }
    let mut edge_patterns = vec![];
    for ((labels, _), (then, span)) in before.edge_labels.iter().zip(&after.edge_labels) {
        let after = match *then {
            States::ANY => None,
            then if then == *labels => None,
            then if then.0.is_power_of_two() => Some(then.0.trailing_zeros() as u8),
            _ => {
                let message = text!("an edge must change to a single state");
                return Err(sides
                    .refused(message, span)
                    .help(text!("for example {example}", example = "[.-l-.] -> [.-r-.]")));
            }
        };
        edge_patterns.push(EdgePattern { before: *labels, after });
    }
    if before.rows == after.rows && edge_patterns.iter().all(|edge_pattern| edge_pattern.after.is_none()) {
        let error = sides.refused(text!("the picture changes nothing"), &sides.span());
        return Err(error.help(text!("for example {example}", example = EXAMPLE)));
    }
    rule_parser::sets(sides, &before.rows[0], &after.rows[0], &after.spans[0])?;
    Ok(edge_patterns)
}
