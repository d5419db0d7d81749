//! Games on boards by their pictures: the game `board`.
//!
//! Notation: `board{ left: [xo] -> [.x] along rook; right: swap x o }("xox/ox.")`. `docs/boards.md` describes the language.
//!
//! ```
//! let spec = grundy_games::parse("board{ [..]->[##]; [./.]->[#/#] }(2x3)").unwrap();
//! assert_eq!(spec.to_string(), "board{ [..] -> [##]; [. / .] -> [# / #] }(2x3)");
//! ```

use crate::cells::Cells;
use crate::drawn::EMPTY;
use crate::position::Notation;
use crate::rule::Drawing;
use grundy_lang::text;
use grundy_rules::{Card, Cursor, Field, Game, Impartial, Kind, MoveText, Picture, Result};
use std::sync::{Arc, LazyLock};

/// A game given by pictures of its moves.
#[derive(Clone, Debug)]
pub struct Board(Arc<Drawing>);

/// A move: the board that it leaves. Moves that leave the same are one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardMove(pub Cells);

/// What `4x4` is filled with where nothing else is said.
static BLANK: LazyLock<Cells> = LazyLock::new(|| Cells::new(1, 1, vec![EMPTY]).expect("one cell"));

impl Board {
    /// Reads a rule without its braces.
    ///
    /// # Errors
    /// `syntax` or `bad_argument` with the place.
    ///
    /// ```
    /// use grundy_board::Board;
    /// use grundy_rules::{Game, Kind};
    /// let cram = Board::new("[..] -> [##]; [. / .] -> [# / #]").unwrap();
    /// assert_eq!(cram.kind(), Kind::Impartial);
    /// assert!(cram.is_short());
    /// let error = Board::new("[..] -> [##]; [. / .] -> [##]").unwrap_err();
    /// assert_eq!(error.span, Some(14..29));
    /// ```
    pub fn new(text: &str) -> Result<Board> {
        Ok(Board(Arc::new(Drawing::new(text)?)))
    }

    fn drawing(&self) -> &Drawing {
        &self.0
    }

    fn notation(&self) -> Notation<'_> {
        Notation { drawing: &self.0, tile: &BLANK, example: Board::CARD.example }
    }
}

/// What a move changes: cell by cell, or the board that is left where cells vanish.
pub(crate) fn described(board: &Cells, left: &Cells, at: usize) -> MoveText {
    let position = ("position", Field::Number(at as u64));
    if board.cells().len() != left.cells().len() {
        let picture = left.to_string();
        return MoveText {
            text: text!("leave \"{board}\"", board = &picture),
            fields: vec![position, ("board", Field::Text(picture))],
        };
    }
    let changed = |&place: &usize| board.cells()[place] != left.cells()[place];
    let (mut words, mut cells) = (vec![], vec![]);
    for place in (0..board.cells().len()).filter(changed) {
        let (row, column) = board.whereabouts(place);
        let name = Cells::name(row, column);
        words.push(format!("{name}={}", char::from(left.cells()[place])));
        cells.push(name);
    }
    MoveText {
        text: text!("set {cells}", cells = words.join(", ")),
        fields: vec![position, ("cells", Field::Texts(cells)), ("board", Field::Text(left.to_string()))],
    }
}

/// The board as people see it.
pub(crate) fn picture(board: &Cells) -> Picture {
    let mut out = String::new();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            out.push(char::from(board.at(row.into(), column.into())));
            out.push(' ');
        }
        out.push('\n');
    }
    Picture::Text(out)
}

/// [`Rules`] of a type that has a `drawing()`.
macro_rules! board_rules {
    (impl$(<$(const $name:ident: $kind:ty),*>)? for $type:ty) => {
        impl$(<$(const $name: $kind),*>)? grundy_rules::Rules for $type {
            type Part = $crate::Cells;
            type Move = BoardMove;
            type Key = $crate::Cells;

            fn moves(&self, board: &$crate::Cells, by: grundy_rules::Seat) -> impl Iterator<Item = BoardMove> {
                self.drawing().moves(board, by).into_iter().map(BoardMove)
            }

            fn play(
                &self,
                _board: &$crate::Cells,
                _by: grundy_rules::Seat,
                mv: &BoardMove,
            ) -> grundy_rules::Parts<$crate::Cells> {
                grundy_rules::Parts::from_elem(mv.0.clone(), 1)
            }

            fn split(&self, board: $crate::Cells) -> grundy_rules::Parts<$crate::Cells> {
                self.drawing().split(board)
            }

            fn key(&self, board: &$crate::Cells) -> $crate::Cells {
                self.drawing().key(board)
            }

            fn extra_bytes(&self, board: &$crate::Cells) -> u64 {
                board.cells().len() as u64
            }
        }
    };
}
pub(crate) use board_rules;

/// What is the same in [`Game`] for all types that have a `drawing()` and a `notation()`.
macro_rules! board_game {
    () => {
        fn parse_parts(
            &self,
            _alias: &str,
            input: &mut grundy_rules::Cursor<'_>,
        ) -> grundy_rules::Result<Vec<$crate::Cells>> {
            self.notation().read(input)
        }

        fn is_short(&self) -> bool {
            self.drawing().ends
        }

        fn surely_ends(&self) -> bool {
            self.drawing().ends
        }

        fn fault(&self) -> Option<&grundy_rules::FirstFault> {
            Some(&self.drawing().fault)
        }

        fn canonical(
            &self,
            board: &$crate::Cells,
            values: &mut grundy_value::Values,
            budget: &grundy_rules::Budget,
        ) -> Option<std::result::Result<grundy_value::Value, grundy_value::Limit>> {
            $crate::evaluate::value(self.drawing(), board, values, budget)
        }

        fn write_part(&self, board: &$crate::Cells, out: &mut String) {
            self.notation().write(board, out);
        }

        fn numbers(&self, board: &$crate::Cells) -> usize {
            board.cells().len() / 4 + 1
        }

        fn describe(&self, board: &$crate::Cells, at: usize, mv: &BoardMove) -> grundy_rules::MoveText {
            $crate::game::described(board, &mv.0, at)
        }

        fn picture(&self, board: &$crate::Cells) -> grundy_rules::Picture {
            $crate::game::picture(board)
        }
    };
}
pub(crate) use board_game;

board_rules!(impl for Board);

/// Only rules without `left:` and `right:` are; [`Game::kind`] tells.
impl Impartial for Board {}

impl Game for Board {
    const CARD: Card = Card {
        name: "board",
        aliases: &["棋盘"],
        title: "Your own board game",
        rules: "What the pictures say: each shows cells of a board before a move and after it.",
        notation: "board{ [BEFORE] -> [AFTER]; ... }(ROWSxCOLUMNS, \"picture\", ...)",
        example: "board{ [..] -> [##]; [. / .] -> [# / #] }(2x3)",
        kind: Kind::Impartial,
        also: Some(Kind::Partizan),
        short: false,
        others: &[
            "board{ left: [xo] -> [.x] along rook; right: swap x o }(\"xox/ox.\")",
            "board{ [x.] -> [.x] along row }(\"x..\")",
        ],
        misere: true,
    };

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Board> {
        Ok(Board(Arc::new(Drawing::read(input)?)))
    }

    board_game!();

    fn kind(&self) -> Kind {
        if self.0.partizan { Kind::Partizan } else { Kind::Impartial }
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("board{ ");
        out.push_str(&self.0.text);
        out.push_str(" }");
    }

    fn rules_numbers(&self) -> usize {
        // Rules as long as a page are not printed with every move.
        self.0.text.len() / 16
    }

    fn samples() -> Box<dyn Iterator<Item = (Board, Vec<Cells>)>> {
        Box::new(crate::samples::all())
    }
}
