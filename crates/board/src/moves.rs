//! Lists the moves on a board by placing the pictures of a rule at its cells.

use crate::cells::Cells;
use crate::instantiate::{FixedPicture, InstantiatedMovePattern};
use crate::pattern::Repeat;
use grundy_lang::text;
use grundy_rules::{claim_bytes, spend};
use rustc_hash::FxHashSet;

/// The maximum number of cells of all boards together that one list of moves may hold.
const MAX_VISITED_CELLS: usize = 1 << 26;

/// The error for a list of moves that exceeds a fixed limit.
#[derive(Debug)]
pub(crate) struct MoveLimitExceeded;

/// A board in the middle of a move of several steps.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PartialMove {
    board: Cells,
    /// The index of the cell where the moving piece is now; `None` if no piece is tracked.
    focus: Option<usize>,
    /// The index of the direction (the orientation of the picture) of the last step.
    orientation_index: usize,
    /// The index of the last step made, counted from 0.
    step: usize,
}

/// Returns the boards that the moves of `player` (0 is Left, 1 is Right) lead to, without repetition.
///
/// The boards are ordered by move pattern, then by cell. The list is incomplete if the budget is exhausted.
pub(crate) fn all(
    move_patterns: &[InstantiatedMovePattern],
    board: &Cells,
    player: usize,
) -> Result<Vec<Cells>, MoveLimitExceeded> {
    let (mut found, mut seen) = (vec![], FxHashSet::default());
    for move_pattern in move_patterns.iter().filter(|move_pattern| move_pattern.players[player]) {
        for_each_move(move_pattern, board, &mut |after| {
            if seen.insert(after.clone()) {
                found.push(after);
            }
            fits_budget(seen.len(), board)
        })?;
    }
    Ok(found)
}

/// Reports whether the memory budget suffices for `boards` boards of this size, each stored twice.
fn fits_budget(boards: usize, board: &Cells) -> Result<bool, MoveLimitExceeded> {
    let cells = board.cells().len();
    if boards.saturating_mul(cells) > MAX_VISITED_CELLS {
        return Err(MoveLimitExceeded);
    }
    let bytes = 2 * boards as u64 * (cells + size_of::<Cells>() + 16) as u64;
    Ok(spend(2 * cells as u64) && claim_bytes(bytes, || text!("a list of moves")))
}

/// Reports whether either player has a move; exceeding the limit counts as a move.
pub(crate) fn any(move_patterns: &[InstantiatedMovePattern], board: &Cells) -> bool {
    let mut found = false;
    for move_pattern in move_patterns {
        let result = for_each_move(move_pattern, board, &mut |_| {
            found = true;
            Ok(false)
        });
        // Exceeding the limit counts as having a move.
        if found || result.is_err() {
            return true;
        }
    }
    false
}

/// Calls `visit` with the result of each move of a move pattern, until `visit` returns `false`.
fn for_each_move(
    move_pattern: &InstantiatedMovePattern,
    board: &Cells,
    visit: &mut dyn FnMut(Cells) -> Result<bool, MoveLimitExceeded>,
) -> Result<(), MoveLimitExceeded> {
    let simple = move_pattern.steps.len() == 1 && move_pattern.repeat == Repeat::No;
    let mut waiting = vec![];
    for fixed in &move_pattern.steps[0] {
        if !spend(4 * board.cells().len() as u64) {
            return Ok(());
        }
        for cell_index in 0..board.cells().len() {
            if !fixed.cells[fixed.anchor].states.contains(board.cells()[cell_index]) {
                continue;
            }
            let Some((after, focus)) = fixed.play(board, fixed.anchor, board.row_column(cell_index)) else { continue };
            if !simple {
                if !fits_budget(waiting.len(), board)? {
                    return Ok(());
                }
                waiting.push(PartialMove { board: after, focus, orientation_index: fixed.orientation_index, step: 0 });
            } else if !visit(after)? {
                return Ok(());
            }
        }
    }
    let mut seen: FxHashSet<PartialMove> = waiting.iter().cloned().collect();
    waiting.reverse();
    while let Some(partial) = waiting.pop() {
        let mut next = vec![];
        if move_pattern.repeat != Repeat::No && partial.step == 0 {
            let same = |fixed: &&FixedPicture| {
                move_pattern.repeat == Repeat::Turning || fixed.orientation_index == partial.orientation_index
            };
            next.extend(
                move_pattern.steps[0].iter().filter(same).filter_map(|fixed| continue_move(fixed, &partial, 0)),
            );
        }
        match move_pattern.steps.get(partial.step + 1) {
            Some(step) => next.extend(step.iter().filter_map(|fixed| continue_move(fixed, &partial, partial.step + 1))),
            None => {
                if !visit(partial.board)? {
                    return Ok(());
                }
            }
        }
        for partial in next.into_iter().rev() {
            if seen.insert(partial.clone()) {
                waiting.push(partial);
            }
        }
        if !fits_budget(seen.len(), board)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Makes the step of index `step` with the moving piece; `None` if the picture does not fit.
fn continue_move(fixed: &FixedPicture, partial: &PartialMove, step: usize) -> Option<PartialMove> {
    let ([from, _], focus) = (fixed.moving_piece?, partial.focus?);
    let (board, focus) = fixed.play(&partial.board, from, partial.board.row_column(focus))?;
    Some(PartialMove { board, focus, orientation_index: fixed.orientation_index, step })
}
