//! Orders in which the cells of a box may be computed, and the division of work among threads.
//! An order is guessed from a sample of cells.

use super::cells::BoxShape;
use super::evaluate::ones;
use grundy_rules::Budget;
use grundy_rules::{Coordinates, DenseRules, OptionBatch, Result, run_at};
use std::ops::Range;

/// Returns a box that contains `to` and seems closed under options, or `None`.
/// The search starts at the corner `to` and grows the box until it contains the sampled options of its corner.
pub(super) fn closed_box(rules: &dyn DenseRules, to: Coordinates, budget: &Budget) -> Result<Option<Coordinates>> {
    let mut corner = to;
    let mut walker = rules.walker();
    for _ in 0..4 {
        let from = corner;
        walker.start(from);
        let mut blocks = 0;
        while let Ok(Some(options)) = walker.next() {
            sample_components(&options, rules.dims(), &mut |at| (0..3).for_each(|k| corner[k] = corner[k].max(at[k])));
            budget.check()?;
            blocks += 1;
            if blocks > 4096 {
                return Ok(None);
            }
        }
        if corner == from {
            return Ok(Some(corner.map(|n| n.saturating_add(1))));
        }
    }
    Ok(None)
}

/// Passes the components of sampled options to `visit`.
/// The sample contains all options of a batch of lanes, but only the first, the middle and the last option of a run.
/// The extreme coordinates of a run usually occur among these three options.
fn sample_components(options: &OptionBatch<'_>, dims: usize, visit: &mut dyn FnMut(Coordinates)) {
    let mut at = [0; 3];
    match *options {
        OptionBatch::Run { count, numbers } => {
            for component in numbers.chunks_exact(dims) {
                for k in [0, count / 2, count - 1] {
                    at.iter_mut().zip(component).for_each(|(n, &run)| *n = run_at(run, k as i64) as u64);
                    visit(at);
                }
            }
        }
        OptionBatch::Lanes { legal, numbers, copies } => {
            let parts = if copies.is_empty() { numbers.len() / dims } else { copies.len() };
            for component in numbers[..parts * dims].chunks_exact(dims) {
                for lane in ones(legal) {
                    at.iter_mut().zip(component).for_each(|(n, lanes)| *n = lanes[lane] as u64);
                    visit(at);
                }
            }
        }
        OptionBatch::Counted(components) => components.iter().for_each(|(component, _)| visit(*component)),
        OptionBatch::Extended { added, others, .. } => {
            added.iter().chain(others).for_each(|(component, _)| visit(*component));
        }
    }
}

/// An order in which cells may be computed.
///
/// The cells are computed in *waves*, one wave after another. Cells of one wave do not depend on one another, except
/// within a block. Threads share the work of each wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// No option has a larger coordinate than its cell.
    /// Cells are computed in blocks, and blocks on one diagonal together.
    Blocks,
    /// This coordinate is smaller in every option than in its cell.
    /// Cells with the same value of this coordinate are computed together.
    Layers(usize),
    /// The sum of the coordinates is smaller in every option than in its cell.
    /// Cells with the same sum are computed together.
    Sums,
}

impl Order {
    /// Returns the order that a sample of cells suggests, or `None` if there is none or the box is small.
    pub fn guess(rules: &dyn DenseRules, shape: BoxShape, budget: &Budget) -> Result<Option<Order>> {
        const SAMPLE: u64 = 200;
        let dims = shape.dims;
        if dims < 2 || shape.cells() < 4096 {
            return Ok(None);
        }
        let (mut down, mut less, mut sums) = (true, [true; 3], true);
        let mut walker = rules.walker();
        let mut state = 1u64;
        for _ in 0..SAMPLE {
            let at: Coordinates = std::array::from_fn(|k| {
                // This is the linear congruential generator of MMIX (Knuth); its high bits are the most random ones.
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                ((u128::from(state) * u128::from(shape.sides[k])) >> 64) as u64
            });
            walker.start(at);
            for _ in 0..64 {
                budget.check()?;
                let Ok(Some(options)) = walker.next() else { break };
                sample_components(&options, dims, &mut |option| {
                    (0..dims).for_each(|k| {
                        down &= option[k] <= at[k];
                        less[k] &= option[k] < at[k];
                    });
                    sums &=
                        option.iter().map(|&n| u128::from(n)).sum::<u128>() < at.iter().map(|&n| u128::from(n)).sum();
                });
            }
        }
        let layers = (0..dims).find(|&k| less[k]).map(Order::Layers);
        let blocks = down.then_some(Order::Blocks);
        Ok(blocks.or(layers).or(sums.then_some(Order::Sums)))
    }

    /// Returns the number of waves.
    pub fn waves(self, shape: BoxShape) -> u64 {
        match self {
            Order::Blocks => shape.sides.iter().map(|side| side.div_ceil(edge(shape.dims))).sum::<u64>() - 2,
            Order::Layers(k) => shape.sides[k],
            Order::Sums => shape.sides.iter().sum::<u64>() - 2,
        }
    }

    /// Passes the units of a wave that belong to this thread to `visit`.
    /// A unit is a box, given by its ranges of coordinates. The units of one wave do not depend on one another.
    pub fn units<E>(
        self,
        shape: BoxShape,
        wave: u64,
        thread: u64,
        threads: u64,
        visit: &mut dyn FnMut([Range<u64>; 3]) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let [a, b, c] = shape.sides;
        let mut number = 0;
        let mut mine = || {
            number += 1;
            number % threads == thread
        };
        match self {
            Order::Blocks => {
                let edge = edge(shape.dims);
                let range = |block: u64, side: u64| block * edge..((block + 1) * edge).min(side);
                let [a_blocks, b_blocks, c_blocks] = shape.sides.map(|side| side.div_ceil(edge));
                for x in 0..a_blocks.min(wave + 1) {
                    for y in (wave - x).saturating_sub(c_blocks - 1)..b_blocks.min(wave - x + 1) {
                        let z = wave - x - y;
                        if mine() {
                            visit([range(x, a), range(y, b), range(z, c)])?;
                        }
                    }
                }
            }
            Order::Layers(k) => {
                // The layer is divided into strips along the first of the other coordinates.
                let other = usize::from(k == 0);
                let strip = (shape.sides[other] / (4 * threads)).max(1);
                for from in (0..shape.sides[other]).step_by(strip as usize) {
                    if mine() {
                        let mut ranges = [0..a, 0..b, 0..c];
                        ranges[k] = wave..wave + 1;
                        ranges[other] = from..(from + strip).min(shape.sides[other]);
                        visit(ranges)?;
                    }
                }
            }
            Order::Sums => {
                for x in 0..a.min(wave + 1) {
                    if !mine() {
                        continue;
                    }
                    for y in (wave - x).saturating_sub(c - 1)..b.min(wave - x + 1) {
                        let z = wave - x - y;
                        visit([x..x + 1, y..y + 1, z..z + 1])?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the edge of a block in cells; a block has about 4096 cells, which fit the cache of one core.
fn edge(dims: usize) -> u64 {
    if dims == 3 { 16 } else { 64 }
}
