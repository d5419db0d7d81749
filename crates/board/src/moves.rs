//! Lists the moves on a board by placing pictures at its cells.

use crate::cells::Cells;
use crate::instantiate::{Fixed, InstantiatedRule};
use crate::pattern::Repeat;
use grundy_lang::text;
use grundy_rules::{fits, poll};
use rustc_hash::FxHashSet;

/// The maximal number of cells of all boards together that one list of moves looks at.
const MAX_MET: usize = 1 << 26;

/// The error for a list of moves that exceeds a fixed limit.
#[derive(Debug)]
pub(crate) struct MoveLimitExceeded;

/// An intermediate board within a move of several steps.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PartialMove {
    board: Cells,
    /// The place of the piece that moved.
    focus: Option<usize>,
    /// The index of the direction of the last step.
    way: usize,
    /// The index of the last step.
    step: usize,
}

/// Returns the boards that the moves of a player lead to, without repetition.
///
/// They are ordered by option, then by place. The list is incomplete if the budget is exhausted.
pub(crate) fn all(options: &[InstantiatedRule], board: &Cells, player: usize) -> Result<Vec<Cells>, MoveLimitExceeded> {
    let (mut found, mut seen) = (vec![], FxHashSet::default());
    for option in options.iter().filter(|option| option.by[player]) {
        each(option, board, &mut |left| {
            if seen.insert(left.clone()) {
                found.push(left);
            }
            within(seen.len(), board)
        })?;
    }
    Ok(found)
}

/// Reports whether the memory budget suffices for this many boards of this size, each stored twice.
fn within(boards: usize, board: &Cells) -> Result<bool, MoveLimitExceeded> {
    let cells = board.cells().len();
    if boards.saturating_mul(cells) > MAX_MET {
        return Err(MoveLimitExceeded);
    }
    let bytes = 2 * boards as u64 * (cells + size_of::<Cells>() + 16) as u64;
    Ok(poll(2 * cells as u64) && fits(bytes, || text!("a list of moves")))
}

/// Reports whether either player has a move.
pub(crate) fn any(options: &[InstantiatedRule], board: &Cells) -> bool {
    let mut found = false;
    for option in options {
        let looked = each(option, board, &mut |_| {
            found = true;
            Ok(false)
        });
        // A move that exceeds the limit is a move nevertheless.
        if found || looked.is_err() {
            return true;
        }
    }
    false
}

/// Calls `show` with the result of each move of an option, until it returns `false`.
fn each(
    option: &InstantiatedRule,
    board: &Cells,
    show: &mut dyn FnMut(Cells) -> Result<bool, MoveLimitExceeded>,
) -> Result<(), MoveLimitExceeded> {
    let simple = option.steps.len() == 1 && option.repeat == Repeat::No;
    let mut waiting = vec![];
    for fixed in &option.steps[0] {
        if !poll(4 * board.cells().len() as u64) {
            return Ok(());
        }
        for place in 0..board.cells().len() {
            if !fixed.cells[fixed.base].states.has(board.cells()[place]) {
                continue;
            }
            let Some((left, focus)) = fixed.played(board, fixed.base, board.whereabouts(place)) else { continue };
            if !simple {
                if !within(waiting.len(), board)? {
                    return Ok(());
                }
                waiting.push(PartialMove { board: left, focus, way: fixed.way, step: 0 });
            } else if !show(left)? {
                return Ok(());
            }
        }
    }
    let mut seen: FxHashSet<PartialMove> = waiting.iter().cloned().collect();
    waiting.reverse();
    while let Some(midst) = waiting.pop() {
        let mut next = vec![];
        if option.repeat != Repeat::No && midst.step == 0 {
            let same = |fixed: &&Fixed| option.repeat == Repeat::Turning || fixed.way == midst.way;
            next.extend(option.steps[0].iter().filter(same).filter_map(|fixed| on(fixed, &midst, 0)));
        }
        match option.steps.get(midst.step + 1) {
            Some(step) => next.extend(step.iter().filter_map(|fixed| on(fixed, &midst, midst.step + 1))),
            None => {
                if !show(midst.board)? {
                    return Ok(());
                }
            }
        }
        for midst in next.into_iter().rev() {
            if seen.insert(midst.clone()) {
                waiting.push(midst);
            }
        }
        if !within(seen.len(), board)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Makes the next step with the piece that moved.
fn on(fixed: &Fixed, midst: &PartialMove, step: usize) -> Option<PartialMove> {
    let ([from, _], focus) = (fixed.piece?, midst.focus?);
    let (board, focus) = fixed.played(&midst.board, from, midst.board.whereabouts(focus))?;
    Some(PartialMove { board, focus, way: fixed.way, step })
}
