//! The tasks of a second thread: half of the tiles or half of the rare values of a step.

use super::data::{Planes, ZERO};
use super::exclude::unite_tiles;
use super::verify::{CodeStride, verify_part};
use crate::lanes::{AlignedBytes, Instructions};
use crate::moves::KernelMoves;
use std::ops::Range;
use std::sync::Arc;

/// The second thread.
pub(super) type Helper = crate::helper::Helper<Task, TaskResult>;

/// A task of the second thread.
pub(crate) enum Task {
    /// Unite the planes of these tiles for the pass from `first` on.
    Unite { planes: Arc<Planes>, first: usize, tiles: Range<usize> },
    /// Verify some of the rare values of the step from `start` on.
    Verify { planes: Arc<Planes>, start: usize, stride: CodeStride },
}

/// The result of a task.
pub(crate) enum TaskResult {
    /// The excluded heaps, by code and row.
    United(Vec<AlignedBytes>),
    /// The heaps and codes of rare values that remain to be tested.
    Left(Vec<(usize, u8)>),
}

impl Task {
    /// Runs the task. The reference to the planes is dropped before the answer is sent.
    pub fn run(self, instructions: Instructions, moves: &KernelMoves) -> TaskResult {
        match self {
            Task::Unite { planes, first, tiles } => {
                let mut rows = vec![ZERO; planes.united.len()];
                unite_tiles(instructions, planes.far(first), tiles, &mut rows);
                TaskResult::United(rows)
            }
            Task::Verify { planes, start, stride } => {
                TaskResult::Left(verify_part(instructions, &planes, start, moves, stride))
            }
        }
    }
}
