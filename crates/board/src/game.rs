//! The game `board`: games on boards whose moves are given by pictures.
//!
//! Notation: `board{ left: [xo] -> [.x] along rook; right: swap x o }("xox/ox.")`. `docs/boards.md` describes the
//! language.
//!
//! ```
//! let spec = grundy_games::parse("board{ [..]->[##]; [./.]->[#/#] }(2x3)").unwrap();
//! assert_eq!(spec.to_string(), "board{ [..] -> [##]; [. / .] -> [# / #] }(2x3)");
//! ```

use crate::board_move::{BLANK, BoardMove, describe_move, picture};
use crate::cells::Cells;
use crate::entries::ParsedEntry;
use crate::evaluate;
use crate::notation::BoardNotation;
use crate::outcome_search;
use crate::rule::PictureRule;
use grundy_rules::{
    Budget, Components, Cursor, FirstFault, FirstMoveResult, Game, GameInfo, Impartial, Kind, MoveText, Picture,
    PictureBoard, Player, Result, Rules, SumWithValue, Theorem,
};
use grundy_value::{Value, ValueArena, ValueLimit};
use std::sync::Arc;

/// A game given by pictures of its moves: a rule of the user, or the rule of a named game.
#[derive(Clone, Debug)]
pub struct BoardGame {
    picture_rule: Arc<PictureRule>,
    parsed_entry: Option<&'static ParsedEntry>,
}

impl BoardGame {
    /// Parses a rule without its braces.
    ///
    /// # Errors
    /// `syntax` or `bad_argument`, with the span of the fault.
    ///
    /// ```
    /// use grundy_board::BoardGame;
    /// use grundy_rules::{Game, Kind};
    /// let cram = BoardGame::new("[..] -> [##]; [. / .] -> [# / #]").unwrap();
    /// assert_eq!(cram.kind(), Kind::Impartial);
    /// assert!(cram.is_short());
    /// let error = BoardGame::new("[..] -> [##]; [. / .] -> [##]").unwrap_err();
    /// assert_eq!(error.span, Some(14..29));
    /// ```
    pub fn new(text: &str) -> Result<BoardGame> {
        Ok(BoardGame { picture_rule: Arc::new(PictureRule::new(text)?), parsed_entry: None })
    }

    /// Returns a named game.
    pub(crate) fn named(parsed: &'static ParsedEntry) -> BoardGame {
        BoardGame { picture_rule: Arc::clone(&parsed.picture_rule), parsed_entry: Some(parsed) }
    }

    fn notation(&self) -> BoardNotation<'_> {
        let (tile, example) =
            self.parsed_entry.map_or((&*BLANK, BoardGame::INFO.example), |parsed| (&parsed.tile, parsed.entry.example));
        BoardNotation { picture_rule: &self.picture_rule, tile, example }
    }
}

impl Rules for BoardGame {
    type Component = Cells;
    type Move = BoardMove;
    type Key = Cells;

    fn moves(&self, board: &Cells, by: Player) -> impl Iterator<Item = BoardMove> {
        self.picture_rule.moves(board, by).into_iter().map(BoardMove)
    }

    fn play(&self, _board: &Cells, _by: Player, mv: &BoardMove) -> Components<Cells> {
        Components::from_elem(mv.0.clone(), 1)
    }

    fn split(&self, board: Cells) -> Components<Cells> {
        self.picture_rule.split(board)
    }

    fn key(&self, board: &Cells) -> Cells {
        self.picture_rule.key(board)
    }

    fn extra_bytes(&self, board: &Cells) -> u64 {
        board.cells().len() as u64
    }
}

/// Only rules without `left:` and `right:` are impartial; see [`Game::kind`].
impl Impartial for BoardGame {}

impl Game for BoardGame {
    const INFO: GameInfo = GameInfo {
        name: "board",
        aliases: &["棋盘"],
        title: "User-defined board game",
        rules: "The pictures define the moves: each shows cells of a board before and after a move.",
        notation: "board{ [BEFORE] -> [AFTER]; ... }(ROWSxCOLUMNS, \"picture\", ...)",
        example: "board{ [..] -> [##]; [. / .] -> [# / #] }(2x3)",
        kind: Kind::Impartial,
        other_kind: Some(Kind::Partizan),
        short: false,
        other_examples: &[
            "board{ left: [xo] -> [.x] along rook; right: swap x o }(\"xox/ox.\")",
            "board{ [x.] -> [.x] along row }(\"x..\")",
        ],
        misere: true,
    };

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<BoardGame> {
        Ok(BoardGame { picture_rule: Arc::new(PictureRule::parse(input)?), parsed_entry: None })
    }

    fn info(&self) -> &'static GameInfo {
        self.parsed_entry.map_or(&BoardGame::INFO, |parsed| parsed.info)
    }

    fn theorems(&self) -> &'static [Theorem<BoardGame>] {
        self.parsed_entry.map_or(&[], |parsed| crate::theorems::theorems(parsed.entry.name))
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Cells>> {
        self.notation().parse(input)
    }

    fn kind(&self) -> Kind {
        if self.picture_rule.partizan { Kind::Partizan } else { Kind::Impartial }
    }

    fn is_short(&self) -> bool {
        self.picture_rule.is_known_terminating
    }

    fn is_known_terminating(&self) -> bool {
        self.picture_rule.is_known_terminating
    }

    fn fault(&self) -> Option<&FirstFault> {
        Some(&self.picture_rule.fault)
    }

    fn direct_value(
        &self,
        board: &Cells,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<std::result::Result<Value, ValueLimit>> {
        evaluate::value(&self.picture_rule, board, values, budget)
    }

    fn moves_to_nimber(
        &self,
        board: &Cells,
        nim: u32,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<std::result::Result<Vec<BoardMove>, ValueLimit>> {
        let found = evaluate::moves_to_nimber(&self.picture_rule, board, nim, values, budget)?;
        Some(found.map(|moves| moves.into_iter().map(BoardMove).collect()))
    }

    fn impartial_value(
        &self,
        board: &Cells,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<std::result::Result<Value, ValueLimit>> {
        evaluate::value(self.picture_rule.impartial_version(), board, values, budget)
    }

    fn impartial_moves_to_nimber(
        &self,
        board: &Cells,
        nim: u32,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<std::result::Result<Vec<BoardMove>, ValueLimit>> {
        let impartial_version = self.picture_rule.impartial_version();
        let found = evaluate::moves_to_nimber(impartial_version, board, nim, values, budget)?;
        Some(found.map(|moves| moves.into_iter().map(BoardMove).collect()))
    }

    fn winning_first_moves(
        &self,
        sum: &SumWithValue<Cells>,
        wants_all_moves: bool,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<FirstMoveResult<BoardMove>> {
        let found = outcome_search::winning_first_moves(&self.picture_rule, sum, wants_all_moves, values, budget)?;
        Some(match found {
            Ok(moves) => Ok(moves.map(BoardMove)),
            Err(unfinished) => Err(unfinished.map(BoardMove)),
        })
    }

    fn write_rules(&self, out: &mut String) {
        match self.parsed_entry {
            Some(parsed) => out.push_str(parsed.entry.name),
            None => {
                out.push_str("board{ ");
                out.push_str(&self.picture_rule.text);
                out.push_str(" }");
            }
        }
    }

    fn write_component(&self, board: &Cells, out: &mut String) {
        self.notation().write(board, out);
    }

    fn count_rules_numbers(&self) -> usize {
        // Sixteen bytes of a rule count as one number, so positions with long rules are not printed after every move.
        if self.parsed_entry.is_some() { 0 } else { self.picture_rule.text.len() / 16 }
    }

    fn count_component_numbers(&self, board: &Cells) -> usize {
        board.cells().len() / 4 + 1
    }

    fn describe(&self, board: &Cells, at: usize, mv: &BoardMove) -> MoveText {
        describe_move(board, &mv.0, at)
    }

    fn picture(&self, board: &Cells) -> Picture {
        picture(board, &self.picture_rule, Picture::printed(self, board))
    }

    fn picture_board(&self, board: &Cells) -> Option<PictureBoard> {
        let moves = self.picture_rule.picture_moves(board)?;
        Some(PictureBoard { rows: board.rows(), columns: board.columns(), cells: board.cells().to_vec(), moves })
    }

    fn samples() -> Box<dyn Iterator<Item = (BoardGame, Vec<Cells>)>> {
        Box::new(crate::samples::all())
    }
}
