//! NoGo: a move must not take the last liberty of any group, of either colour.
//!
//! Legality depends on the whole board, so pictures cannot describe the game.
//!
//! Source: P. Chou, O. Teytaud, S.-J. Yen, *Revisiting Monte-Carlo tree search on a normal form game: NoGo* (2011). A
//! contest in NoGo was held at the Banff workshop on combinatorial games of that year.
//!
//! ```
//! let spec = grundy_games::parse("nogo(2x2, \"x./.o\")").unwrap();
//! assert_eq!(spec.component_count(), 2);
//! ```

use crate::board_move::{BLANK, BoardMove, describe_move};
use crate::cells::Cells;
use crate::instantiate::neighbour_offsets;
use crate::nogo_search::NoGoSearch;
use crate::notation::{BoardNotation, BoardRules, notation_of};
use crate::pattern::{EMPTY, GridSymmetry};
use crate::rule::PictureRule;
use crate::samples;
use grundy_rules::{
    Budget, Components, FirstMoveResult, Game, GameInfo, Kind, MoveText, Notation, Player, Rules, SumWithValue,
    UnfinishedSearch, WinningFirstMoves, spend,
};
use grundy_value::{ValueArena, ValueLimit};
use std::sync::LazyLock;

/// The rules of NoGo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoGo;

/// A game with the same stones, whose pictures define the valid states of boards.
static STONES: LazyLock<PictureRule> =
    LazyLock::new(|| PictureRule::for_named_game("left: [.] -> [x]; right: swap x o"));

impl BoardRules for NoGo {
    fn boards() -> BoardNotation<'static> {
        BoardNotation { picture_rule: &STONES, tile: &BLANK, example: NoGo::INFO.example }
    }
}

/// Reports whether each group of stones has a liberty, that is an adjacent empty cell.
fn is_legal(board: &Cells) -> bool {
    let mut visited = vec![false; board.cells().len()];
    for cell_index in 0..visited.len() {
        let state = board.cells()[cell_index];
        if visited[cell_index] || !matches!(state, b'x' | b'o') {
            continue;
        }
        let (mut waiting, mut has_liberty) = (vec![cell_index], false);
        visited[cell_index] = true;
        while let Some(stone) = waiting.pop() {
            let (row, column) = board.row_column(stone);
            for next in
                neighbour_offsets(false).iter().filter_map(|(down, right)| board.cell_index(row + down, column + right))
            {
                has_liberty |= board.cells()[next] == EMPTY;
                if board.cells()[next] == state && !std::mem::replace(&mut visited[next], true) {
                    waiting.push(next);
                }
            }
        }
        if !has_liberty {
            return false;
        }
    }
    true
}

impl Rules for NoGo {
    type Component = Cells;
    type Move = BoardMove;
    type Key = Cells;

    fn moves(&self, board: &Cells, by: Player) -> impl Iterator<Item = BoardMove> {
        let stone = if by == Player::LEFT { b'x' } else { b'o' };
        let empty = (0..board.cells().len()).filter(|&cell_index| board.cells()[cell_index] == EMPTY);
        empty.take_while(|_| spend(16 * board.cells().len() as u64)).filter_map(move |cell_index| {
            let mut after = board.clone();
            after.cells_mut()[cell_index] = stone;
            is_legal(&after).then_some(BoardMove(after))
        })
    }

    fn play(&self, _board: &Cells, _by: Player, mv: &BoardMove) -> Components<Cells> {
        Components::from_elem(mv.0.clone(), 1)
    }

    fn key(&self, board: &Cells) -> Cells {
        let board = board.clone().cropped();
        let symmetries = GridSymmetry::ALL.into_iter().take_while(|_| spend(4 * board.cells().len() as u64));
        symmetries.map(|symmetry| board.image(symmetry, |state| state)).min().unwrap_or_else(|| board.clone())
    }

    fn extra_bytes(&self, board: &Cells) -> u64 {
        board.cells().len() as u64
    }
}

impl Game for NoGo {
    const INFO: GameInfo = GameInfo {
        name: "nogo",
        aliases: &["不围棋", "anti_atari_go"],
        title: "NoGo",
        rules: "A move places a stone on an empty cell so that every group of stones still has an adjacent empty cell. \
            Left plays x, Right plays o.",
        notation: "nogo(ROWSxCOLUMNS, \"picture\", ...)",
        example: "nogo(3x3)",
        kind: Kind::Partizan,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> NoGo> = Some(|| NoGo);
    const NOTATION: Option<Notation<Cells>> = Some(notation_of::<NoGo>());

    fn winning_first_moves(
        &self,
        sum: &SumWithValue<Cells>,
        wants_all_moves: bool,
        _values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<FirstMoveResult<BoardMove>> {
        let board = sum.only_component()?;
        let mut search = NoGoSearch::new(board, budget)?;
        let mut settled: [Vec<(BoardMove, bool)>; 2] = [vec![], vec![]];
        let mut done = search.load();
        'players: for (k, (by, [own, other])) in
            [(Player::LEFT, *b"ox"), (Player::RIGHT, *b"xo")].into_iter().enumerate()
        {
            // The opponent moves next.
            for mv in self.moves(board, by) {
                match done.and_then(|()| search.wins(&mv.0, own, other)) {
                    Ok(opponent_wins) => settled[k].push((mv, !opponent_wins)),
                    Err(limit) => {
                        done = Err(limit);
                        break 'players;
                    }
                }
                if !wants_all_moves && settled[k].last().is_some_and(|(_, wins)| *wins) {
                    break;
                }
            }
        }
        search.save_at_end(done.is_ok());
        if !spend(0) {
            done = Err(ValueLimit::Cancelled);
        }
        if let Err(limit) = done {
            return Some(Err(UnfinishedSearch::in_component(limit, settled)));
        }
        let moves = settled.map(|moves| moves.into_iter().filter_map(|(mv, wins)| wins.then_some(mv)).collect());
        Some(Ok(WinningFirstMoves::without_values(moves, wants_all_moves, search.nodes)))
    }

    fn describe(&self, board: &Cells, at: usize, mv: &BoardMove) -> MoveText {
        describe_move(board, &mv.0, at)
    }

    fn samples() -> Box<dyn Iterator<Item = (NoGo, Vec<Cells>)>> {
        Box::new((0..160).map(|n| (NoGo, vec![samples::sample(n, b"....xo", 2)])))
    }
}
