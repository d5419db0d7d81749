//! Theorems on boards of one row or one column: Domineering, Col, and Toads and Frogs.

use crate::cells::Cells;
use crate::game::BoardGame;
use grundy_rules::{Claim, Theorem};
use grundy_value::{Dyadic, NumberUpsStar, Value, ValueArena, ValueLimit};

/// Returns the theorems on the game with this name; none for most games.
pub(crate) fn theorems(name: &str) -> &'static [Theorem<BoardGame>] {
    match name {
        "domineering" => &DOMINEERING,
        "col" => &COL,
        "toads_and_frogs" => &TOADS_AND_FROGS,
        _ => &[],
    }
}

static DOMINEERING: [Theorem<BoardGame>; 1] = [Theorem::new(
    "one-row",
    "Conway 1976, ch. 10",
    "In one row only Right can move: a run of n adjacent empty cells has the value -floor(n/2). In one column it has \
        the value floor(n/2).",
    Claim::GameValue { value: dominoes, moves: None },
)
.within("boards of one row or one column", |_, board| is_line(board))];

static COL: [Theorem<BoardGame>; 1] = [Theorem::new(
    "row-of-col",
    "Berlekamp, Conway, Guy 1982, ch. 2; by induction on the length",
    "A run of adjacent empty cells has the value 0 without pieces at its ends (* if it is a single cell), -1/2 with x \
        at one end only (-1 if it is a single cell), -1 with x at both ends, and 0 with x at one end and o at the \
        other. Exchanging x and o negates the value.",
    Claim::GameValue { value: col, moves: None },
)
.within("boards of one row or one column", |_, board| is_line(board))];

static TOADS_AND_FROGS: [Theorem<BoardGame>; 2] = [
    Theorem::new(
        "one-frog",
        "Erickson 1996",
        "With a > 0 toads, b blanks and one frog, the value is 0 if b = 0; {{a-2|1}|0} if b = 1; (a-1)(b-1) if b \
            is even and positive; (a-1)(b-1) + * if b is odd and at least 3. Without a frog it is ab. The mirror \
            image, with toads and frogs exchanged, has the negative value.",
        Claim::GameValue { value: one_frog, moves: None },
    )
    .within("one row of toads, then blanks, then frogs, with at most one frog or at most one toad", |_, board| {
        StartingPosition::on_board(board).is_some_and(|start| start.frogs <= 1)
    }),
    Theorem::new(
        "few-blanks",
        "one blank: Berlekamp, Conway, Guy 1982; two or three: conjectured by Erickson 1996, proved by \
            Thanatipanonda, Zeilberger 2009 and Thanatipanonda 2011",
        "With a toads, one blank and b frogs, a >= 2, b >= 2: *. With a toads, two blanks and b frogs, a > b >= \
            2: {{a-3|a-b}|{*|3-b}}. With a toads, three blanks and two frogs, a >= 2: a-2 + *. With a toads, three \
            blanks and three frogs, a >= 5: a - 7/2. The mirror image, with toads and frogs exchanged, has the \
            negative value.",
        Claim::GameValue { value: few_blanks, moves: None },
    )
    .within(
        "one row of toads, then one to three blanks, then frogs, with the numbers that the statement allows",
        |_, board| {
            StartingPosition::on_board(board).is_some_and(|start| match (start.blanks, start.frogs) {
                (1, frogs) => frogs >= 2,
                (2, frogs) => frogs >= 2 && start.toads > frogs,
                (3, 2) => true,
                (3, 3) => start.toads >= 5,
                _ => false,
            })
        },
    ),
];

/// A row of toads, then blanks, then frogs; mirrored if there are more frogs than toads.
struct StartingPosition {
    /// The number of toads, which is at least the number of frogs.
    toads: i64,
    blanks: i64,
    frogs: i64,
    /// Whether the board is the mirror image of this position, with toads and frogs exchanged.
    is_mirrored: bool,
}

impl StartingPosition {
    /// Returns the starting position on this board; `None` if the board is not of this form.
    fn on_board(board: &Cells) -> Option<StartingPosition> {
        let mut rest = board.cells();
        let [toads, blanks, frogs] = [b't', b'.', b'f'].map(|state| {
            let length = rest.iter().take_while(|&&cell| cell == state).count();
            rest = &rest[length..];
            length as i64
        });
        let is_mirrored = toads < frogs;
        let (toads, frogs) = (toads.max(frogs), toads.min(frogs));
        (board.rows() == 1 && rest.is_empty()).then_some(StartingPosition { toads, blanks, frogs, is_mirrored })
    }
}

/// Computes the value of a starting position by a formula.
///
/// The formula may assume at least as many toads as frogs. The board must be in the scope of the theorem.
fn value_of_start(
    board: &Cells,
    values: &mut ValueArena,
    formula: impl Fn(&StartingPosition, &mut ValueArena) -> Result<Value, ValueLimit>,
) -> Result<Value, ValueLimit> {
    let start = StartingPosition::on_board(board).expect("the scope has starting positions only");
    let value = formula(&start, values)?;
    if start.is_mirrored { values.negative(value) } else { Ok(value) }
}

fn one_frog(_: &BoardGame, board: &Cells, values: &mut ValueArena) -> Result<Value, ValueLimit> {
    value_of_start(board, values, |&StartingPosition { toads, blanks, frogs, .. }, values| match (blanks, frogs) {
        (_, 0) => values.integer(toads * blanks),
        (0, _) => Ok(Value::ZERO),
        (1, _) => {
            let [left, right] = [values.integer(toads - 2)?, values.integer(1)?];
            let threat = values.value_from_options(&[left], &[right])?;
            values.value_from_options(&[threat], &[Value::ZERO])
        }
        _ => plus_nimber((toads - 1) * (blanks - 1), (blanks % 2) as u32, values),
    })
}

fn few_blanks(_: &BoardGame, board: &Cells, values: &mut ValueArena) -> Result<Value, ValueLimit> {
    value_of_start(board, values, |&StartingPosition { toads, blanks, frogs, .. }, values| match (blanks, frogs) {
        (1, _) => values.nimber(1),
        (2, _) => {
            let [most, less] = [values.integer(toads - 3)?, values.integer(toads - frogs)?];
            let [star, least] = [values.nimber(1)?, values.integer(3 - frogs)?];
            let left = values.value_from_options(&[most], &[less])?;
            let right = values.value_from_options(&[star], &[least])?;
            values.value_from_options(&[left], &[right])
        }
        (_, 2) => plus_nimber(toads - 2, 1, values),
        _ => values.number(Dyadic::new((2 * toads - 7).into(), 1)?),
    })
}

/// Returns the sum of an integer and a nimber.
fn plus_nimber(integer: i64, nim: u32, values: &mut ValueArena) -> Result<Value, ValueLimit> {
    values.intern_number_ups_star(NumberUpsStar { number: Dyadic::new(integer.into(), 0)?, up: 0, nim })
}

fn is_line(board: &Cells) -> bool {
    board.rows() == 1 || board.columns() == 1
}

/// Returns the maximal runs of empty cells: the length, and the states of the cells next to both ends.
fn empty_runs(board: &Cells) -> impl Iterator<Item = (usize, [u8; 2])> + '_ {
    let cells = board.cells();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + cells[at..].iter().position(|&cell| cell == b'.')?;
        let length = cells[start..].iter().take_while(|&&cell| cell == b'.').count();
        at = start + length;
        let before = start.checked_sub(1).map_or(b'#', |before| cells[before]);
        Some((length, [before, cells.get(at).copied().unwrap_or(b'#')]))
    })
}

fn dominoes(_: &BoardGame, board: &Cells, values: &mut ValueArena) -> Result<Value, ValueLimit> {
    let pairs: usize = empty_runs(board).map(|(length, _)| length / 2).sum();
    values.integer(if board.rows() == 1 { -(pairs as i64) } else { pairs as i64 })
}

fn col(_: &BoardGame, board: &Cells, values: &mut ValueArena) -> Result<Value, ValueLimit> {
    value_of_col(empty_runs(board), values)
}

/// Returns the value in Col of maximal runs of empty cells or vertices.
///
/// Each run is given by its length and the states next to its two ends, `#` for the edge of the board.
pub(crate) fn value_of_col(
    stretches: impl Iterator<Item = (usize, [u8; 2])>,
    values: &mut ValueArena,
) -> Result<Value, ValueLimit> {
    let (mut halves, mut star) = (0, 0);
    for (length, ends) in stretches {
        // An `x` at an end costs Left half a move, an `o` costs Right half a move.
        let ends = ends.map(|end| i64::from(end == b'o') - i64::from(end == b'x'));
        match (ends, length) {
            ([0, 0], 1) => star ^= 1,
            ([0, end] | [end, 0], 1) => halves += 2 * end,
            (ends, _) => halves += ends[0] + ends[1],
        }
    }
    values.intern_number_ups_star(NumberUpsStar { number: Dyadic::new(halves.into(), 1)?, up: 0, nim: star })
}
