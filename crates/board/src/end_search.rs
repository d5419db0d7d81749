//! Finds the winner of a board whose rule has end conditions, and a winning move for each player.
//!
//! Such a board does not split into regions, so values do not help: the search only distinguishes wins and losses. On a
//! board that satisfies a condition neither player has a move, so the player who has just moved has won.
//! Moves that end play come first, then moves on cells where other moves have won.

use crate::cells::Cells;
use crate::instantiate::InstantiatedMovePattern;
use crate::moves;
use crate::rule::PictureRule;
use crate::symmetry::canonical_board;
use grundy_lang::text;
use grundy_rules::{Budget, FirstMoveResult, Player, UnfinishedSearch, WinningFirstMoves, spend};
use grundy_value::{CompactSort, ValueLimit};
use rustc_hash::FxHashMap;
use std::mem::size_of;
use std::sync::Arc;

/// A board and the player to move: 0 is Left, 1 is Right.
type BoardToMove = (Cells, u8);

/// Returns one winning first move for each player, or all of them, as the boards after the moves.
///
/// # Errors
/// If a limit of the budget is reached, the first moves that were settled before.
pub(crate) fn winning_first_moves(
    rule: &PictureRule,
    board: &Cells,
    wants_all_moves: bool,
    budget: &Budget,
) -> FirstMoveResult<Cells> {
    let cells = board.cells().len();
    let mut search = EndSearch {
        rule,
        move_patterns: rule.instantiated_move_patterns(board),
        memo: FxHashMap::default(),
        wins_by_cell: [vec![0; cells], vec![0; cells]],
        path_bytes: 0,
        nodes: 0,
        budget,
    };
    let mut settled: [Vec<(Cells, bool)>; 2] = [vec![], vec![]];
    for player in 0..2u8 {
        let mut children = rule.moves(board, Player(player));
        match wants_all_moves {
            true => children.reverse(),
            false => search.sort(board, &mut children, player),
        }
        if !spend(0) {
            return Err(UnfinishedSearch::in_component(ValueLimit::Cancelled, settled));
        }
        while let Some(child) = children.pop() {
            let opponent_wins = if rule.ends.hold(&child) { Ok(false) } else { search.wins(child.clone(), 1 - player) };
            match opponent_wins {
                Ok(opponent_wins) => settled[usize::from(player)].push((child, !opponent_wins)),
                Err(limit) => return Err(UnfinishedSearch::in_component(limit, settled)),
            }
            if opponent_wins == Ok(false) && !wants_all_moves {
                break;
            }
        }
    }
    if !spend(0) {
        return Err(UnfinishedSearch::in_component(ValueLimit::Cancelled, settled));
    }
    let winning = settled.map(|moves| moves.into_iter().filter_map(|(mv, wins)| wins.then_some(mv)).collect());
    Ok(WinningFirstMoves::without_values(winning, wants_all_moves, search.nodes))
}

/// A search on boards of one rule and size.
struct EndSearch<'a> {
    rule: &'a PictureRule,
    move_patterns: Arc<Vec<InstantiatedMovePattern>>,
    /// Whether the player to move wins; boards are represented by their least image.
    memo: FxHashMap<BoardToMove, bool>,
    /// For each player and cell, how many moves that changed the cell have won.
    wins_by_cell: [Vec<u32>; 2],
    /// The memory of the boards whose moves are being searched.
    path_bytes: usize,
    nodes: u64,
    budget: &'a Budget,
}

/// A board and a player whose moves are being searched.
struct SearchedBoard {
    board: Cells,
    player: u8,
    key: BoardToMove,
    /// The boards after the moves that are still to be searched, the best last.
    children: Vec<Cells>,
    /// The board after the move that is being searched.
    current: Option<Cells>,
    /// The memory of all these boards.
    bytes: usize,
}

impl EndSearch<'_> {
    /// Reports whether the player to move wins a board on which play has not ended.
    fn wins(&mut self, board: Cells, player: u8) -> Result<bool, ValueLimit> {
        let mut path = vec![];
        let mut result = self.enter(board, player, &mut path)?;
        while let Some(position) = path.last_mut() {
            let is_won = result == Some(false);
            let next = if is_won { None } else { position.children.pop() };
            if let Some(child) = next {
                let opponent = 1 - position.player;
                position.current = Some(child.clone());
                result = self.enter(child, opponent, &mut path)?;
            } else if let Some(position) = path.pop() {
                if let Some(child) = position.current.as_ref().filter(|_| is_won) {
                    let counts = &mut self.wins_by_cell[usize::from(position.player)];
                    changed_cells(&position.board, child)
                        .for_each(|cell| counts[cell] = counts[cell].saturating_add(1));
                }
                self.path_bytes -= position.bytes;
                self.remember(position.key, is_won)?;
                result = Some(is_won);
            }
        }
        Ok(result == Some(true))
    }

    /// Returns whether the player to move wins, if that is known at once; else adds the board to `path`.
    fn enter(&mut self, board: Cells, player: u8, path: &mut Vec<SearchedBoard>) -> Result<Option<bool>, ValueLimit> {
        let (image, is_negated) = canonical_board(&self.rule.symmetries, &board, true);
        let key = (image, if is_negated { 1 - player } else { player });
        if let Some(&wins) = self.memo.get(&key) {
            return Ok(Some(wins));
        }
        self.count_node(board.cells().len())?;
        let Ok(mut children) = moves::all(&self.move_patterns, &board, usize::from(player)) else {
            // This records the fault of the rule, unless the budget is exhausted.
            self.rule.moves(&board, Player(player));
            return Err(ValueLimit::Cancelled);
        };
        let ends_now = children.iter().any(|child| self.rule.ends.hold(child));
        if !spend(0) {
            // The list of moves may be incomplete.
            return Err(ValueLimit::Cancelled);
        }
        if ends_now || children.is_empty() {
            self.remember(key, ends_now)?;
            return Ok(Some(ends_now));
        }
        self.sort(&board, &mut children, player);
        let bytes = (children.len() + 3) * board_bytes(&board);
        self.path_bytes += bytes;
        self.check_memory()?;
        path.push(SearchedBoard { board, player, key, children, current: None, bytes });
        Ok(None)
    }

    /// Sorts the boards after moves by the number of wins on the changed cells, the most wins last.
    fn sort(&self, board: &Cells, children: &mut [Cells], player: u8) {
        let counts = &self.wins_by_cell[usize::from(player)];
        children.compact_sort_by_cached_key(|child| {
            changed_cells(board, child).map(|cell| u64::from(counts[cell])).sum::<u64>()
        });
    }

    fn count_node(&mut self, cells: usize) -> Result<(), ValueLimit> {
        self.nodes += 1;
        if self.nodes > self.budget.nodes {
            return Err(ValueLimit::Steps);
        }
        if !spend(64 * cells as u64) {
            return Err(ValueLimit::Cancelled);
        }
        if self.nodes.is_multiple_of(256) {
            if self.budget.check().is_err() {
                return Err(ValueLimit::Cancelled);
            }
            if let Some(progress) = &self.budget.progress {
                progress.report(&text!("positions"), self.nodes, None);
            }
        }
        Ok(())
    }

    /// Stores whether the player to move wins.
    fn remember(&mut self, key: BoardToMove, wins: bool) -> Result<(), ValueLimit> {
        if self.memo.len() == self.memo.capacity() {
            self.check_memory()?;
        }
        self.memo.insert(key, wins);
        Ok(())
    }

    /// Checks the memory of the table and of the boards whose moves are being searched.
    ///
    /// While the table grows, its old entries exist beside twice as many new ones; their boards exist once.
    ///
    /// # Errors
    /// [`ValueLimit::Memory`] if the budget does not suffice.
    fn check_memory(&self) -> Result<(), ValueLimit> {
        let cells = self.wins_by_cell[0].len() + ALLOCATION_BYTES;
        let table = self.memo.capacity() * (3 * (size_of::<(BoardToMove, bool)>() + 1) + 2 * cells);
        if (table + self.path_bytes) as u64 > self.budget.bytes { Err(ValueLimit::Memory) } else { Ok(()) }
    }
}

/// The additional memory of an allocation.
const ALLOCATION_BYTES: usize = 2 * size_of::<usize>();

/// Returns the memory of a board in a list.
fn board_bytes(board: &Cells) -> usize {
    size_of::<Cells>() + board.cells().len() + ALLOCATION_BYTES
}

/// Returns the numbers of the cells that a move has changed.
fn changed_cells<'a>(before: &'a Cells, after: &'a Cells) -> impl Iterator<Item = usize> + 'a {
    let pairs = before.cells().iter().zip(after.cells()).enumerate();
    pairs.filter(|(_, (before, after))| before != after).map(|(cell, _)| cell)
}
