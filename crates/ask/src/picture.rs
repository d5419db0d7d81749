//! The picture of a position with its answer.

use crate::{RequestContext, SolveRequest};
use grundy_lang::Language;
use grundy_play::PlayPosition;
use grundy_render::position_svg;
use grundy_rules::{PositionSum, Result};

/// Returns the position as SVG, with its outcome and marks at P-positions.
///
/// The outcome and the marks are left out if they are not found within the limits.
///
/// # Errors
/// `unsupported` for positions that are too large for a picture, and the error of an interrupt.
pub fn position_picture(
    position_sum: PositionSum,
    solve: &SolveRequest,
    context: &mut RequestContext<'_>,
    language: Language,
) -> Result<String> {
    let answer = match solve.answer(context) {
        Err(error) if error.is_interrupt() => return Err(error),
        answer => answer.ok(),
    };
    let play_position = PlayPosition::start(position_sum);
    let lost = match answer {
        Some(_) => play_position.p_position_cells(context.solver, context.budget)?,
        None => vec![],
    };
    position_svg(&play_position, answer.as_ref(), &lost, language)
}
