//! Chomp: a move bites off a square together with all squares below and to the right of it.
//!
//! The top left square is poisoned, and the player who has only that square left loses. So this is normal play on the
//! other squares (F. Schuh 1952; D. Gale, "A curious Nim-type game", American Mathematical Monthly 81 (1974)). The
//! first player wins every rectangle of more than one square by strategy stealing: if biting off the bottom right
//! square does not win, then some reply to it wins, and that reply could have been the first bite. The winning bite is
//! not known in general.
//!
//! Notation: `chomp(3x4)` has three rows of four squares, `chomp(5,3,3)` a row of five above two of three.
//!
//! ```
//! assert_eq!(grundy_games::parse("chomp(4,4)").unwrap().to_string(), "chomp(2x4)");
//! ```

use grundy_lang::{Text, text};
use grundy_rules::{
    Claim, Components, Game, GameInfo, Impartial, MoveText, Notation, Outcome, Plan, Play, Player, Rules, StatedMoves,
    Theorem, boxed, cell_name, rows,
};
use smallvec::smallvec;

/// The rules of Chomp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chomp;

/// The lengths of the rows, from top to bottom.
type RowLengths = Box<[u64]>;
/// The row and the column of the bitten square, both counted from 1.
type Bite = [u64; 2];

impl Rules for Chomp {
    type Component = RowLengths;
    type Move = Bite;
    type Key = RowLengths;

    fn moves(&self, board: &RowLengths, _by: Player) -> impl Iterator<Item = Bite> {
        (1..).zip(board).flat_map(|(row, &length)| (1..=length).map(move |column| [row, column])).skip(1)
    }

    fn play(&self, board: &RowLengths, _by: Player, &[row, column]: &Bite) -> Components<RowLengths> {
        let bitten = |(at, &length): (u64, &u64)| if at < row { length } else { length.min(column - 1) };
        smallvec![(1..).zip(board).map(bitten).take_while(|&length| length > 0).collect()]
    }

    fn key(&self, board: &RowLengths) -> RowLengths {
        board.clone()
    }
}

impl Impartial for Chomp {}

/// Returns a winning bite by a closed form.
///
/// The result is `Some(None)` for a lost position, and `None` if no closed form applies.
fn known_bite(board: &RowLengths) -> Option<Option<Bite>> {
    let (first, rows) = (board[0], board.len() as u64);
    match (board.get(1).copied().unwrap_or(0), rows) {
        (0 | 1, _) if first == rows => Some(None),
        (0 | 1, _) => Some(Some(if first > rows { [1, rows + 1] } else { [first + 1, 1] })),
        (second, 2) if second == first => Some(Some([2, first])),
        (second, 2) => Some((first > second + 1).then_some([1, second + 2])),
        _ => (first == rows).then_some(Some([2, 2])),
    }
}

impl Game for Chomp {
    const INFO: GameInfo = GameInfo {
        aliases: &["吃巧克力", "巧克力博弈"],
        ..GameInfo::impartial(
            "chomp",
            "Chomp",
            "A move bites off a square together with everything below it and to its right. The top left square is \
                poisoned and must not be bitten.",
            "chomp(ROWSxCOLUMNS) or (row, ...)",
            "chomp(3x4)",
        )
    };

    const WITHOUT_PARAMETERS: Option<fn() -> Chomp> = Some(|| Chomp);
    const NOTATION: Option<Notation<RowLengths>> = Some(rows::BOARD);

    fn describe(&self, _board: &RowLengths, _at: usize, &[row, column]: &Bite) -> MoveText {
        let text = text!("bite {square}", square = cell_name(row - 1, column - 1));
        let former_text = text!("bite at row {row}, column {column}", row, column);
        MoveText::from_numbers(text, [("row", row), ("column", column)]).with_former_text(former_text)
    }

    const THEOREMS: &'static [Theorem<Self>] = &[
        Theorem::new(
            "known-bites",
            "Schuh 1952; Gale 1974",
            "A board that consists of only its first row and its first column is a P-position iff both are equally \
                long. A board of two rows is a P-position iff the first row has one square more than the second. If \
                the first row and the first column are equally long and the board has other squares too, the bite \
                that leaves only this row and this column wins.",
            Claim::Outcome {
                play: Play::Normal,
                outcome: |_, board| if known_bite(board) == Some(None) { Outcome::P } else { Outcome::N },
                winning: StatedMoves::Examples(|_, board, _| boxed(known_bite(board).flatten().into_iter())),
            },
        )
        .within(
            "a single board (not a sum) with two rows, with only a first row and column, or with an equally long \
            first row and column, normal play",
            |_, b| known_bite(b).is_some(),
        )
        .strategy(
            "If only a first row and a first column of equal length are left, the reply bites as much off one as the \
            move did off the other. With two rows, the reply makes the first row one square longer than the second \
            again.",
        )
        .plan(|chomp, board, bite| {
            let after = &chomp.play(board, Player::LEFT, bite)[0];
            let goal = match after[..] {
                [first, second] if second > 1 => text!("rows of {first} and {second} squares are left", first, second),
                [first, ..] => text!("a row and a column of {first} squares each are left", first),
                [] => Text::empty(),
            };
            Plan { goal, ..Plan::default() }
        }),
        Theorem::new(
            "strategy-stealing",
            "Gale 1974",
            "The player to move wins every rectangle of more than one square. Either biting off the bottom right \
                square wins, or some reply refutes it, and the player could have made this reply as the first move.",
            Claim::Outcome { play: Play::Normal, outcome: |_, _| Outcome::N, winning: StatedMoves::Unknown },
        )
        .within(
            "a single rectangle (not a sum) with at least two rows and two columns, normal play",
            |_, board: &RowLengths| board.len() > 1 && board[0] > 1 && board.first() == board.last(),
        ),
    ];

    fn samples() -> Box<dyn Iterator<Item = (Chomp, Vec<RowLengths>)>> {
        // Small boards in order of their number of squares, and rectangles of two rows or two columns, which are rare
        // among the small boards.
        let small = |n: u64| rows::all(n).take(if n < 16 { usize::MAX } else { 0 });
        let thin = |n: u64| [[n, n].into(), vec![2; n as usize].into()];
        boxed((1..=110).flat_map(move |n| small(n).chain(thin(n))).map(|board| (Chomp, vec![board])))
    }
}
