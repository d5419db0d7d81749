//! Cakes as boards of cells, and the names of moves on them.

use super::named::CakeMoves;
use super::rule::{Rule, RuleMove};
use crate::evaluation::walk::Parameters;
use grundy_lang::text;
use grundy_rules::{Field, Grid, MoveText, Picture, column_name};

/// The maximum number of rows and columns of a cake that is drawn; larger cakes are printed as text.
const MAX_DRAWN: u64 = 40;

/// Draws a cake as a board of empty cells.
pub(super) fn picture(rule: &Rule, cake: &Parameters) -> Picture {
    let (rows, columns) = (cake[0], cake[1]);
    if rows.max(columns) > MAX_DRAWN {
        return Picture::text(rule, cake);
    }
    let columns = if rows == 0 { 0 } else { columns };
    Picture::Grid(Box::new(Grid {
        text: Picture::printed(rule, cake),
        columns: columns as usize,
        cells: vec!['.'; (rows * columns) as usize].into(),
        states: ['.'].into(),
        ..Grid::default()
    }))
}

/// The columns of a cake, which Left's moves divide, or its rows, which Right's moves divide.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Columns,
    Rows,
}

impl Axis {
    /// Returns the name of a column or row, counted from 0.
    fn name(self, at: u64) -> String {
        match self {
            Axis::Columns => column_name(at),
            Axis::Rows => (at + 1).to_string(),
        }
    }

    /// Returns the name of the line after this many columns or rows.
    fn line(self, after: u64) -> String {
        format!("{}|{}", self.name(after - 1), self.name(after))
    }
}

/// Returns the name of a move, and its fields for boards; `None` for moves that are not of this kind.
///
/// - `cut b|c` cuts between two columns, `cut 2|3` between two rows. The field `lines` names the line.
/// - `divide columns by 3` cuts into equal pieces. The field `lines` names the lines between them.
/// - `eat column b` and `eat row 2` remove a column or a row, which the field `column` or `row` gives.
///
/// The field `mirrored` names the line, column or row on the other side of the cake with the same effect.
pub(super) fn describe(moves: CakeMoves, cake: &Parameters, mv: &RuleMove) -> Option<MoveText> {
    let (rows, columns) = (cake[0], cake[1]);
    let (first, copies) = mv.components.first()?;
    let turned = moves == CakeMoves::TurnAndEat;
    let axis = if first[1] == if turned { rows } else { columns } { Axis::Rows } else { Axis::Columns };
    // The size of the smallest piece along the axis of the move; a turn exchanges rows and columns.
    let along = usize::from(axis == Axis::Columns);
    let size = mv.components.iter().map(|(piece, _)| piece[along]).min()?;
    let whole = if (axis == Axis::Rows) == turned { columns } else { rows };
    Some(match moves {
        CakeMoves::Cut => {
            let mut fields = vec![("lines", Field::Texts(vec![axis.line(size)]))];
            let mirror = whole.checked_sub(size).filter(|&mirror| mirror > size);
            fields.extend(mirror.map(|mirror| ("mirrored", Field::Texts(vec![axis.line(mirror)]))));
            MoveText::new(text!("cut {line}", line = axis.line(size)), fields)
        }
        CakeMoves::Divide => {
            // A picture shows the lines of small cakes only.
            let lines = if whole > MAX_DRAWN { 0 } else { copies - 1 };
            let fields = vec![("lines", Field::Texts((1..=lines).map(|k| axis.line(k * size)).collect()))];
            let name = match axis {
                Axis::Columns => text!("divide columns by {parts}", parts = copies),
                Axis::Rows => text!("divide rows by {parts}", parts = copies),
            };
            MoveText::new(name, fields)
        }
        CakeMoves::Eat | CakeMoves::TurnAndEat => {
            // Before the turn, the columns were rows.
            let eaten = if (axis == Axis::Columns) == turned { Axis::Rows } else { Axis::Columns };
            let name = match eaten {
                Axis::Columns => text!("eat column {column}", column = eaten.name(size)),
                Axis::Rows => text!("eat row {row}", row = eaten.name(size)),
            };
            let field = if eaten == Axis::Columns { "column" } else { "row" };
            let mut fields = vec![(field, Field::Number(size + 1))];
            let mirror = whole.checked_sub(size).filter(|&mirror| mirror > size + 1);
            fields.extend(mirror.map(|mirror| ("mirrored", Field::Number(mirror))));
            MoveText::new(name, fields)
        }
    })
}
