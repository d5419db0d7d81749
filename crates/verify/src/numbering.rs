//! Checks that the table of a game is indexed by the numbers in the notation of its positions.

use crate::certificate::refused;
use grundy_lang::text;
use grundy_rules::{Result, Ruleset};

/// The number of values of each coordinate, from 0, that are compared.
const COMPARED: u64 = 3;

/// Refuses games whose tables are not indexed by the numbers in their positions.
///
/// Proofs are about table entries, and statements about positions, so both must use the same numbers. Games with a
/// largest position are refused, because their tables count the distance from the largest number.
pub(crate) fn check_numbering(rules: &Ruleset) -> Result<()> {
    let unlike = || refused(text!("the table of `{rules}` is not indexed by the numbers in positions", rules));
    if rules.game.max_index().is_some() {
        return Err(unlike());
    }
    let Some(dims) = rules.dims() else { return Ok(()) };
    for at in (0..COMPARED.pow(dims as u32)).map(|k| [k % COMPARED, k / COMPARED % COMPARED, k / COMPARED.pow(2)]) {
        let read = rules.game.position_from_numbers(&at[..dims]);
        let place = read.as_ref().map(|position| position.table_coordinates(0));
        let tabled = rules.game.table_form().is_some();
        if read.is_none() || (tabled && (place != Some(at) || rules.game.table_coordinates_at(at) != Some(at))) {
            return Err(unlike());
        }
    }
    Ok(())
}
