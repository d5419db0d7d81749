//! What a second thread does for the planes: half of what is the same for all heaps of a step.

use super::data::{Planes, ZERO};
use super::exclude::unite_tiles;
use super::verify::{Part, verify_part};
use crate::lanes::{Instructions, Row};
use crate::moves::Moves;
use std::ops::Range;
use std::sync::Arc;

/// The second thread.
pub(super) type Helper = crate::helper::Helper<Task, Answer>;

/// What the helper does.
pub(crate) enum Task {
    /// Unites the planes of these tiles for the pass from this heap on.
    Unite { planes: Arc<Planes>, first: usize, tiles: Range<usize> },
    /// Tests some rare values of the step from this heap on.
    Verify { planes: Arc<Planes>, start: usize, part: Part },
}

/// What comes of it.
pub(crate) enum Answer {
    United(Vec<Row>),
    Left(Vec<(usize, u8)>),
}

impl Task {
    /// The planes are let go before the answer is there.
    pub fn run(self, instructions: Instructions, moves: &Moves) -> Answer {
        match self {
            Task::Unite { planes, first, tiles } => {
                let mut rows = vec![ZERO; planes.united.len()];
                unite_tiles(instructions, planes.far(first), tiles, &mut rows);
                Answer::United(rows)
            }
            Task::Verify { planes, start, part } => {
                Answer::Left(verify_part(instructions, &planes, start, moves, part))
            }
        }
    }
}
