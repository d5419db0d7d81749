//! Finds the winner of a sum of boards whose values are too expensive, and a winning move for each player.
//!
//! The search only distinguishes wins and losses. A position is a sum of regions and values: small regions are replaced
//! by their values, and the total of the values of temperature at most 0 is one value. Large regions are bounded by
//! `cuts`. `position` has the sums, `search` the search, `table` the decided positions, `shared` and `helper` the other
//! threads.

mod cuts;
mod helper;
mod position;
mod search;
mod shared;
mod table;

pub use cuts::Strips;
pub(crate) use helper::{NODES_BEFORE_HELPERS, STACK_BYTES as HELPER_STACK_BYTES};
pub use position::EvaluatedCells;
pub(crate) use position::{hash_of_board, mixed};
pub use search::OutcomeSearch;
pub(crate) use table::OutcomeTable;

use crate::bit_rule::BitRule;
use crate::cells::Cells;
use crate::end_search;
use crate::evaluate::with_plane_sizes;
use crate::rule::PictureRule;
use grundy_rules::{Budget, FirstMoveResult, SumWithValue};
use grundy_value::ValueArena;

/// Returns one winning first move for each player, or all of them, as the boards after the moves.
///
/// Returns `None` if the rule is impartial, play is not known to end, planes cannot represent the boards, or the search
/// is too deep.
pub(crate) fn winning_first_moves(
    picture_rule: &PictureRule,
    sum: &SumWithValue<Cells>,
    wants_all_moves: bool,
    values: &mut ValueArena,
    budget: &Budget,
) -> Option<FirstMoveResult<Cells>> {
    if !picture_rule.ends.is_empty() {
        let is_searched = picture_rule.partizan && picture_rule.is_known_terminating;
        let board = sum.only_component().filter(|_| is_searched)?;
        return Some(end_search::winning_first_moves(picture_rule, board, wants_all_moves, budget));
    }
    // The rule is compiled for a board on which each of the boards fits.
    let sides = |side: fn(&Cells) -> u16| sum.components.iter().map(|(board, _)| side(board)).max();
    let (rows, columns) = (sides(Cells::rows)?, sides(Cells::columns)?);
    let common_board = Cells::tiled(rows, columns, &Cells::new(1, 1, vec![b'.'])?);
    let bit_rule = BitRule::new(picture_rule, &common_board).filter(|_| picture_rule.partizan)?;
    with_plane_sizes!(bit_rule.plane_count(), bit_rule.row_bits, K, W, {
        let search = OutcomeSearch::<K, W>::new(&bit_rule, values, budget);
        search.winning_first_moves(picture_rule, &bit_rule, sum, wants_all_moves)
    })
}
