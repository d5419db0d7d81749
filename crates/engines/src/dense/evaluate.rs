//! Evaluates cells: computes the value or outcome of a position from those of its options.

use super::cells::{BoxShape, OPEN, Slot, UNKNOWN};
use super::marks::MexSet;
use super::pass::{EntryNeed, OutsideCells, PassError};
use grundy_rules::Budget;
use grundy_rules::{Coordinates, DenseRules, Error, OptionBatch, OptionWalker, Play, normalise_coordinates, run_at};

/// The parameters for evaluating cells: everything but the states of the cells.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub need: EntryNeed,
    pub play: Play,
    pub shape: BoxShape,
    /// For each coordinate, whether the options of a cell depend on it.
    /// Cells that differ only in the other coordinates share one entry.
    pub depends_on: [bool; 3],
}

impl View {
    /// Returns the cell that stores the entry of this cell.
    #[inline(always)]
    pub fn normalise(&self, at: Coordinates) -> Coordinates {
        if self.depends_on == [true; 3] { at } else { normalise_coordinates(at, |k| self.depends_on[k]) }
    }
}

/// The number of options between checks of the clock and the cancel flag.
const MAX_UNCHECKED_OPTIONS: u64 = 1 << 18;
/// The maximal number of unknown options that are computed before a cell is evaluated again.
const MAX_MISSING: usize = 256;

/// The result of evaluating the options of a cell.
pub(super) enum CellResult {
    Value(u32),
    /// Some options are not known yet; `Evaluator::missing` lists them.
    Missing,
    /// The evaluation of this option has begun but not ended, so play can repeat.
    Cycle(Coordinates),
    /// The rules failed to list the options.
    Fault(Error),
}

/// Evaluates cells from known cells, one cell after the other.
pub(super) struct Evaluator<'a, S> {
    walker: Box<dyn OptionWalker + 'a>,
    view: View,
    cells: &'a [S],
    marks: MexSet,
    /// The unknown options of the last evaluated cell, at most [`MAX_MISSING`] of them.
    pub missing: Vec<Coordinates>,
    /// The number of options since the last check of the clock.
    options: u64,
    budget: &'a Budget,
}

impl<'a, S: Slot> Evaluator<'a, S> {
    pub fn new(rules: &'a dyn DenseRules, view: View, cells: &'a [S], budget: &'a Budget) -> Evaluator<'a, S> {
        let (walker, marks, missing) = (rules.walker(), MexSet::default(), vec![]);
        Evaluator { walker, view, cells, marks, missing, options: 0, budget }
    }

    /// Evaluates a cell from its options; afterwards `missing` holds the unknown options, or some of them.
    /// Without `outside`, every cell outside of the box counts as unknown. If values are computed, the
    /// evaluation then stops at the first batch with an unknown option.
    pub fn evaluate(
        &mut self,
        at: Coordinates,
        outside: Option<&OutsideCells>,
    ) -> std::result::Result<CellResult, PassError> {
        let View { need, play, .. } = self.view;
        let (cells, marks, missing) = (self.cells, &mut self.marks, &mut self.missing);
        marks.begin();
        missing.clear();
        let (mut has_options, mut cycle_option, mut unknown) = (false, None, false);
        let outcomes = need == EntryNeed::Outcomes;
        let mut series = Series::default();
        self.walker.start(at);
        loop {
            let options = match self.walker.next() {
                Ok(Some(options)) => options,
                Ok(None) => break,
                Err(fault) => return Ok(CellResult::Fault(fault)),
            };
            let mut won = false;
            let visited = each_option(options, self.view, cells, outside, &mut series, |state, option| {
                if state < OPEN {
                    marks.mark(state);
                    won = outcomes && state == 0;
                } else {
                    unknown = true;
                    if state == OPEN {
                        cycle_option = Some(option);
                    } else if missing.len() < MAX_MISSING {
                        missing.push(option);
                    }
                }
                won
            });
            if won {
                return Ok(CellResult::Value(1));
            }
            if unknown && !outcomes && outside.is_none() {
                return Ok(CellResult::Missing);
            }
            has_options |= visited > 0;
            self.options += visited;
            // A block without options takes time as well, so the budget is checked.
            if self.options > MAX_UNCHECKED_OPTIONS || visited == 0 {
                self.options = 0;
                self.budget.check()?;
            }
        }
        Ok(match cycle_option {
            Some(option) => CellResult::Cycle(option),
            None if unknown => CellResult::Missing,
            None if !has_options => CellResult::Value(u32::from(play == Play::Misere)),
            None if outcomes => CellResult::Value(0),
            None => CellResult::Value(marks.mex()),
        })
    }
}

/// The combined value of the components that the options of a series share.
///
/// See [`OptionBatch::Extended`].
#[derive(Clone, Copy)]
struct Series {
    /// The xor of the known values of these components.
    sum: u32,
    /// Whether the values of all these components are known.
    is_known: bool,
    is_empty: bool,
}

impl Default for Series {
    fn default() -> Series {
        Series { sum: 0, is_known: true, is_empty: true }
    }
}

/// Passes the state and the coordinates of each option to `visit` until `visit` returns true.
/// If an option has several components, its unknown components are passed one by one.
/// Returns the approximate number of options visited.
#[inline(always)]
fn each_option<S: Slot>(
    options: OptionBatch<'_>,
    view: View,
    cells: &[S],
    outside: Option<&OutsideCells>,
    series: &mut Series,
    mut visit: impl FnMut(u32, Coordinates) -> bool,
) -> u64 {
    let View { shape, play, .. } = view;
    let dims = shape.dims;
    let merges = view.depends_on != [true; 3];
    let state_at = |at: Coordinates| match shape.index(at) {
        Some(place) => cells[place].state(),
        None => outside.and_then(|outside| outside.get(&at).copied()).unwrap_or(UNKNOWN),
    };
    let several = |component: &dyn Fn(usize) -> (Coordinates, u64),
                   component_count: usize,
                   visit: &mut dyn FnMut(u32, Coordinates) -> bool| {
        // Without components, the player to move loses under normal play and wins under misère play.
        let mut sum = u32::from(component_count == 0 && play == Play::Misere);
        let mut known = true;
        for k in 0..component_count {
            let (at, copies) = component(k);
            if copies == 0 {
                continue;
            }
            let state = state_at(at);
            if state < OPEN {
                // Equal components cancel in pairs. Their state is still read, because play may repeat through
                // an unknown component.
                sum ^= if copies % 2 == 1 { state } else { 0 };
            } else {
                known = false;
                visit(state, at);
            }
        }
        known && visit(sum, [0; 3])
    };
    match options {
        OptionBatch::Run { count, numbers } => {
            let option = |component: usize, k: i64| -> Coordinates {
                let mut at = [0; 3];
                for (n, &run) in numbers[component * dims..(component + 1) * dims].iter().enumerate() {
                    at[n] = run_at(run, k) as u64;
                }
                view.normalise(at)
            };
            let last = count as i64 - 1;
            if numbers.len() != dims {
                let component_count = numbers.len() / dims;
                for k in 0..=last {
                    if several(&|component| (option(component, k), 1), component_count, &mut visit) {
                        return k as u64;
                    }
                }
            } else if let Some(mut place) =
                shape.index(option(0, 0)).filter(|_| !merges && stays_inside(numbers, last, shape))
            {
                let along = |of: fn(&[i64; 3]) -> i64| -> isize {
                    // The step after the last option may leave the box, so the arithmetic wraps.
                    let mut sum = 0isize;
                    for (n, run) in numbers.iter().enumerate() {
                        sum = sum.wrapping_add((of(run) as isize).wrapping_mul(shape.strides[n] as isize));
                    }
                    sum
                };
                let (mut step, second_difference) = (along(|run| run[1]), along(|run| run[2]));
                for k in 0..=last {
                    let state = cells[place].state();
                    place = place.wrapping_add_signed(step);
                    step = step.wrapping_add(second_difference);
                    // The coordinates are needed only for unknown options.
                    let at = if state < OPEN { [0; 3] } else { option(0, k) };
                    if visit(state, at) {
                        return k as u64;
                    }
                }
            } else {
                for k in 0..=last {
                    let at = option(0, k);
                    if visit(state_at(at), at) {
                        return k as u64;
                    }
                }
            }
            count
        }
        OptionBatch::Lanes { legal, numbers, copies } => {
            let option = |component: usize, lane: usize| -> Coordinates {
                let mut at = [0; 3];
                for (n, lanes) in at.iter_mut().zip(&numbers[component * dims..(component + 1) * dims]) {
                    *n = lanes[lane] as u64;
                }
                view.normalise(at)
            };
            let component_count = if copies.is_empty() { numbers.len() / dims } else { copies.len() };
            let times = |component: usize, lane: usize| {
                let at = copies.get(component).copied().flatten();
                at.map_or(1, |at| numbers[component_count * dims + at][lane] as u64)
            };
            for lane in ones(legal) {
                let stopped = if component_count == 1 && copies.is_empty() {
                    let at = option(0, lane);
                    visit(state_at(at), at)
                } else {
                    several(&|component| (option(component, lane), times(component, lane)), component_count, &mut visit)
                };
                if stopped {
                    break;
                }
            }
            legal.count_ones().into()
        }
        OptionBatch::Counted(components) => {
            let component = |k: usize| (view.normalise(components[k].0), components[k].1);
            several(&component, components.len(), &mut visit);
            components.len().max(1) as u64
        }
        OptionBatch::Extended { starts, added, others } => {
            if starts {
                *series = Series::default();
            }
            // The value of a sum is the xor of the values of its components; equal components cancel in pairs.
            let mut add = |one: &mut Series, components: &[(Coordinates, u64)]| {
                for &(component, copies) in components {
                    let at = view.normalise(component);
                    let state = state_at(at);
                    one.is_empty = false;
                    if state < OPEN {
                        one.sum ^= if copies % 2 == 1 { state } else { 0 };
                    } else {
                        one.is_known = false;
                        visit(state, at);
                    }
                }
            };
            add(series, added);
            let mut option = *series;
            add(&mut option, others);
            if option.is_known {
                visit(if option.is_empty { u32::from(play == Play::Misere) } else { option.sum }, [0; 3]);
            }
            (added.len() + others.len()).max(1) as u64
        }
    }
}

/// Reports whether every option of a run is inside the box, given that the first one is.
fn stays_inside(numbers: &[[i64; 3]], last: i64, shape: BoxShape) -> bool {
    numbers.iter().enumerate().all(|(n, &run)| {
        // Each number of a run is a quadratic function of the option's index. If it rises and then falls, its
        // maximum is between the ends.
        let rises_and_falls = run[2] < 0 && run[1] > 0 && run[1] + run[2] * (last - 1) < 0;
        !rises_and_falls && (run_at(run, last) as u64) < shape.sides[n]
    })
}

/// Iterates over the indices of the set bits of a word, from the lowest on.
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}
