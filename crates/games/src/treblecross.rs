//! Treblecross: one-dimensional tic-tac-toe with one symbol; completing three in a row wins.
//!
//! A component is a board of empty cells. On a board of three or more cells, a player must not mark a cell within two
//! cells of a symbol, since the opponent would complete three in a row. So a mark closes the two cells on either side
//! of it, and the open cells on each side form a separate board. The player without a safe cell lets the opponent win.
//! Therefore a board of n cells is a heap of n + 2 in the octal game 0.007 (*Winning Ways* (1982), chapter 4). No
//! period is known.
//!
//! On boards of one or two cells no player can complete three, and every cell can be marked; the player who cannot mark
//! a cell loses. Two open cells of a larger board between closed cells are different: marking one of them closes the
//! other. They allow one mark, like a board of one cell, and are represented as one cell. In a sum of boards,
//! completing three on any board wins.
//!
//! Misère play, in which the player who completes three in a row loses, is not supported: adjacent marks are harmless
//! there, so that game has other positions.
//!
//! Notation: `treblecross(cells, ...)`.
//!
//! ```
//! use grundy_games::parse;
//! assert_eq!(parse("treblecross(10)").unwrap().component_count(), 1);
//! ```

use grundy_lang::text;
use grundy_rules::heaps;
use grundy_rules::{
    Components, Field, Game, GameInfo, HeapRules, Impartial, Kind, MoveText, Notation, Picture, Player, Rules,
    TableForm, boxed,
};

/// The rules of Treblecross.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Treblecross;

/// A move: the number of the marked cell of the board, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark(pub u64);

/// The maximum number of cells of a board that is shown as a strip; larger boards are shown as text.
const MAX_CELLS: u64 = 200;

/// Returns the number of open cells on one side of a mark that has `cells` cells on this side.
///
/// Two cells are closed by the mark; two remaining cells allow one mark and count as one cell.
fn open_cells(cells: u64) -> u64 {
    match cells.saturating_sub(2) {
        2 => 1,
        remaining => remaining,
    }
}

impl Rules for Treblecross {
    type Component = u64;
    type Move = Mark;
    type Key = u64;

    fn moves(&self, board: &u64, _by: Player) -> impl Iterator<Item = Mark> {
        (1..=*board).map(Mark)
    }

    fn play(&self, board: &u64, _by: Player, mv: &Mark) -> Components<u64> {
        let sides = [mv.0 - 1, board - mv.0];
        // On a board on which three in a row do not fit, a mark closes no cells.
        Components::from(if *board < 3 { sides } else { sides.map(open_cells) })
    }

    fn key(&self, board: &u64) -> u64 {
        *board
    }
}

impl Impartial for Treblecross {}

impl HeapRules for Treblecross {
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        for cell in 1..=size {
            visit(&self.play(&size, Player::LEFT, &Mark(cell)));
        }
    }
}

impl Game for Treblecross {
    const INFO: GameInfo = GameInfo {
        name: "treblecross",
        aliases: &[],
        title: "Treblecross (0.007)",
        rules: "A move marks an empty cell on a board of the given number of cells in a row. The player who completes \
            three adjacent marks wins, and a player with no cell to mark loses. A mark within two cells of another \
            mark lets the other player win at once, so such moves are left out. On boards of one or two cells no \
            player can complete three, and every cell can be marked. When a move on a larger board leaves a run of two \
            cells, only one of them can be marked, so the run is written as 1, like a board of one cell.",
        notation: "treblecross(cells, ...)",
        example: "treblecross(10)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: false,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> Treblecross> = Some(|| Treblecross);
    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    fn moves_from_numbers(&self, board: &u64, _by: Player, numbers: &[u64]) -> Option<Vec<Mark>> {
        let cell = numbers.first().copied().filter(|cell| (1..=*board).contains(cell));
        Some(cell.into_iter().map(Mark).collect())
    }

    fn describe(&self, _run: &u64, at: usize, mv: &Mark) -> MoveText {
        MoveText::new(
            text!("mark cell {cell} of row {row}", cell = mv.0, row = at),
            vec![("row", Field::Number(at as u64)), ("cell", Field::Number(mv.0))],
        )
    }

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }

    fn picture(&self, board: &u64) -> Picture {
        match *board {
            0..=MAX_CELLS => Picture::strip(self, board, (1..=*board).map(|cell| cell.to_string())),
            _ => Picture::text(self, board),
        }
    }

    fn samples() -> Box<dyn Iterator<Item = (Treblecross, Vec<u64>)>> {
        boxed((0u64..).flat_map(|n| [vec![n], vec![n / 3, n - n / 3]].map(|runs| (Treblecross, runs))))
    }
}
