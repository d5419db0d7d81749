//! Hare and Hounds: three hounds, which never move back, chase a hare on a board of eleven points.
//!
//! Only some of the diagonal neighbours are connected, so pictures cannot describe the game.
//!
//! ```text
//!     b1--c1--d1
//!    / | \ | / | \
//! a2--b2--c2--d2--e2
//!    \ | / | \ | /
//!     b3--c3--d3
//! ```
//!
//! Source: M. Gardner, *Scientific American*, October 1963; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*
//! (1982), ch. 21. The hounds lose once the hare has passed them. In common play, the hare wins after ten moves without
//! progress; here infinite play is a draw.
//!
//! ```
//! let spec = grundy_games::parse("hare_and_hounds(start)").unwrap();
//! assert_eq!(spec.to_string(), "hare_and_hounds(\"#d..#/d...h/#d..#\")");
//! ```

use crate::board_move::{BLANK, BoardMove, describe_move};
use crate::cells::Cells;
use crate::instantiate::neighbour_offsets;
use crate::notation::{BoardNotation, BoardRules, notation_of};
use crate::pattern::{EMPTY, GridSymmetry, HOLE};
use crate::rule::PictureRule;
use grundy_lang::text;
use grundy_rules::{
    Components, Cursor, Error, ErrorKind, Game, GameInfo, Kind, MoveText, Notation, Player, Result, Rules,
};
use std::sync::LazyLock;

/// The rules of Hare and Hounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HareAndHounds;

const HOUND: u8 = b'd';
const HARE: u8 = b'h';
const ROWS: u16 = 3;
const COLUMNS: u16 = 5;
/// The starting position, row by row from a 3 by 5 rectangle.
const START: &[u8; 15] = b"#d..#d...h#d..#";

/// A rule with the same pieces, which defines the valid states of the board.
static PIECES: LazyLock<PictureRule> =
    LazyLock::new(|| PictureRule::for_named_game("left: [d.] -> [.d]; right: [h.] -> [.h]"));

impl BoardRules for HareAndHounds {
    fn boards() -> BoardNotation<'static> {
        BoardNotation { picture_rule: &PIECES, tile: &BLANK, example: HareAndHounds::INFO.example }
    }
}

/// Returns the points connected with `cell_index`; only every other point has diagonal connections.
fn neighbours(board: &Cells, cell_index: usize) -> impl Iterator<Item = usize> {
    let (row, column) = board.row_column(cell_index);
    let has_diagonals = (row + column) % 2 == 1;
    let vectors = neighbour_offsets(true).iter().filter(move |(down, right)| has_diagonals || down * right == 0);
    vectors.filter_map(move |(down, right)| board.cell_index(row + down, column + right))
}

fn column(board: &Cells, cell_index: usize) -> i32 {
    board.row_column(cell_index).1
}

/// Reports whether the hare is in a column to the left of every hound.
fn has_passed(board: &Cells) -> bool {
    let columns = |piece: u8| {
        let cell_indices = (0..board.cells().len()).filter(move |&cell_index| board.cells()[cell_index] == piece);
        cell_indices.map(|cell_index| column(board, cell_index)).min()
    };
    columns(HARE) < columns(HOUND)
}

impl Rules for HareAndHounds {
    type Component = Cells;
    type Move = BoardMove;
    type Key = Cells;

    fn moves(&self, board: &Cells, by: Player) -> impl Iterator<Item = BoardMove> {
        let piece = if by == Player::LEFT { HOUND } else { HARE };
        let lost = piece == HOUND && has_passed(board);
        let from = (0..board.cells().len()).filter(move |&cell_index| !lost && board.cells()[cell_index] == piece);
        from.flat_map(move |from| {
            let free = neighbours(board, from).filter(|&to| board.cells()[to] == EMPTY);
            let ahead = free.filter(move |&to| piece == HARE || column(board, to) >= column(board, from));
            ahead.map(move |to| {
                let mut after = board.clone();
                after.cells_mut().swap(from, to);
                BoardMove(after)
            })
        })
    }

    fn play(&self, _board: &Cells, _by: Player, mv: &BoardMove) -> Components<Cells> {
        Components::from_elem(mv.0.clone(), 1)
    }

    fn key(&self, board: &Cells) -> Cells {
        board.image(GridSymmetry(1), |state| state).min(board.clone())
    }

    fn extra_bytes(&self, board: &Cells) -> u64 {
        board.cells().len() as u64
    }
}

impl Game for HareAndHounds {
    const INFO: GameInfo = GameInfo {
        name: "hare_and_hounds",
        aliases: &["野兔与猎犬", "french_military_game"],
        title: "Hare and Hounds",
        rules: "Left's hounds d move along a line to an empty point, but never to the left. Right's hare h moves along \
            any line. Left has lost when the hare is to the left of all hounds.",
        notation: "hare_and_hounds(start), hare_and_hounds(\"picture\", ...)",
        example: "hare_and_hounds(\"#d..#/d...h/#d..#\")",
        kind: Kind::Partizan,
        other_kind: None,
        short: false,
        other_examples: &["hare_and_hounds(\"#.d.#/..d.h/#.d.#\")"],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> HareAndHounds> = Some(|| HareAndHounds);
    const NOTATION: Option<Notation<Cells>> = Some(notation_of::<HareAndHounds>());

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Cells>> {
        let start = input.next_span().start;
        let written = input.rest().strip_prefix('(').map(str::trim_start);
        if written.is_some_and(|rest| rest.starts_with("start")) {
            input.expect('(', HareAndHounds::INFO.example)?;
            input.accept_str("start");
            input.expect(')', HareAndHounds::INFO.example)?;
            return Ok(Cells::new(ROWS, COLUMNS, START.to_vec()).into_iter().collect());
        }
        let boards = HareAndHounds::boards().parse(input)?;
        for board in &boards {
            let count = |piece: u8| board.cells().iter().filter(|&&cell| cell == piece).count();
            let holes =
                (0..START.len()).all(|k| board.cells().get(k).map(|&cell| cell == HOLE) == Some(START[k] == HOLE));
            if (board.rows(), board.columns()) != (ROWS, COLUMNS) || !holes || count(HARE) != 1 || count(HOUND) == 0 {
                let message = text!(
                    "the board must have three rows of five points without the corners, one hare h and at least one \
                    hound d"
                );
                let error = Error::new(ErrorKind::BadArgument, message).at(start..input.offset());
                return Err(error.help(text!("for example {example}", example = "(\"#d..#/d...h/#d..#\")")));
            }
        }
        Ok(boards)
    }

    fn describe(&self, board: &Cells, at: usize, mv: &BoardMove) -> MoveText {
        describe_move(board, &mv.0, at)
    }

    fn samples() -> Box<dyn Iterator<Item = (HareAndHounds, Vec<Cells>)>> {
        let points: Vec<usize> = (0..START.len()).filter(|&cell_index| START[cell_index] != HOLE).collect();
        let count = points.len();
        Box::new((0..240).filter_map(move |n| {
            let mut cells = START.map(|cell| if cell == HOLE { HOLE } else { EMPTY });
            for (k, factor) in [1, 3, 7].into_iter().enumerate() {
                cells[points[(n * factor + k) % count]] = HOUND;
            }
            cells[points[(n / 2 + 9) % count]] = HARE;
            let board = Cells::new(ROWS, COLUMNS, cells.to_vec())?;
            cells.contains(&HOUND).then(|| (HareAndHounds, vec![board]))
        }))
    }
}
