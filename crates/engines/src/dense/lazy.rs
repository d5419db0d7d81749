//! The second pass: computes cells depth first and makes no assumption about their order.

use super::cells::{OPEN, Slot, UNKNOWN};
use super::evaluate::{CellResult, Evaluator, View};
use super::pass::{OutsideCells, PassError, PassResults, position_text};
use crate::cycles::cycle_error;
use crate::endless::{MIN_ENDLESS_CHECK, endless_play_error};
use grundy_lang::text;
use grundy_rules::{Budget, Meter};
use grundy_rules::{Coordinates, DenseRules, Error, Result};

/// The number of requested cells between checks of the clock and the cancel flag.
const CHECK_INTERVAL: usize = 1 << 16;

/// Computes the given cells and all cells on which they depend.
pub(super) fn compute<S: Slot>(
    rules: &dyn DenseRules,
    targets: impl Iterator<Item = Coordinates>,
    view: View,
    cells: &[S],
    results: PassResults<'_>,
    meter: &mut Meter<'_>,
    budget: &Budget,
) -> std::result::Result<(), PassError> {
    let mut evaluator = Evaluator::new(rules, view, cells, budget);
    let PassResults { outside, evaluated } = results;
    let mut path = SearchPath { view, cells, outside, from: [0; 3], stack: vec![], budget };
    for (k, at) in targets.enumerate() {
        if k % CHECK_INTERVAL == 0 {
            budget.check()?;
        }
        if path.state(at) < OPEN {
            continue;
        }
        path.from = at;
        path.push(&[at])?;
        while let Some(&(at, is_open)) = path.stack.last() {
            if !is_open && path.state(at) < OPEN {
                path.stack.pop();
                continue;
            }
            meter.advance(1)?;
            match evaluator.evaluate(at, Some(&*path.outside))? {
                CellResult::Value(value) if value > S::MAX_VALUE => return Err(PassError::Narrow),
                CellResult::Value(value) => {
                    path.set(at, value)?;
                    *evaluated += 1;
                    path.stack.pop();
                }
                CellResult::Missing => {
                    path.set(at, OPEN)?;
                    let outside_count = path.outside.len();
                    if outside_count >= MIN_ENDLESS_CHECK
                        && outside_count.is_power_of_two()
                        && rules.has_unbounded_moves(at)
                    {
                        return Err(endless_play_error().into());
                    }
                    if let Some(top) = path.stack.last_mut() {
                        top.1 = true;
                    }
                    path.push(&evaluator.missing)?;
                }
                CellResult::Cycle(back) => return Err(path.cycle_through(rules, back).into()),
                CellResult::Fault(error) => return Err(error.into()),
            }
        }
    }
    Ok(())
}

/// The search path from the requested cell to the current one.
struct SearchPath<'t, S: Slot> {
    view: View,
    cells: &'t [S],
    outside: &'t mut OutsideCells,
    /// The requested cell.
    from: Coordinates,
    /// The cells to compute, each with a flag: whether some of its options were found to be unknown.
    /// A cell with the flag is evaluated again after the cells that follow it in the list.
    stack: Vec<(Coordinates, bool)>,
    budget: &'t Budget,
}

impl<S: Slot> SearchPath<'_, S> {
    fn state(&self, at: Coordinates) -> u32 {
        match self.view.shape.index(at) {
            Some(place) => self.cells[place].state(),
            None => self.outside.get(&at).copied().unwrap_or(UNKNOWN),
        }
    }

    fn set(&mut self, at: Coordinates, state: u32) -> Result<()> {
        match self.view.shape.index(at) {
            Some(place) => self.cells[place].set(state),
            None => {
                if self.outside.len() == self.outside.capacity() {
                    // While a map grows, the old and the new map exist together.
                    let grown = outside_bytes(2 * self.outside.capacity() + 4);
                    self.fits(grown + self.stack_bytes(self.stack.capacity()))?;
                }
                self.outside.insert(at, state);
            }
        }
        Ok(())
    }

    fn push(&mut self, cells: &[Coordinates]) -> Result<()> {
        let (needed, capacity_before) = (self.stack.len() + cells.len(), self.stack.capacity());
        if needed > capacity_before {
            self.fits(self.stack_bytes(capacity_before) + self.stack_bytes(needed.max(2 * capacity_before)))?;
        }
        self.stack.extend(cells.iter().map(|&at| (at, false)));
        Ok(())
    }

    fn stack_bytes(&self, capacity: usize) -> u128 {
        capacity as u128 * size_of::<(Coordinates, bool)>() as u128
    }

    /// Fails if `more` bytes do not fit the budget in addition to the cells inside and outside of the box.
    fn fits(&self, more: u128) -> Result<()> {
        let stored = size_of_val(self.cells) as u128 + outside_bytes(self.outside.capacity());
        let fits = self.budget.check_fits(stored + more, &text!("a table of all positions reachable in play"));
        // If play is infinite, more memory does not help. If this seems to be so, the error names a position that play
        // reaches.
        fits.map_err(|error| match self.stack.last() {
            Some((at, _))
                if self.outside.len() > self.cells.len().max(MIN_ENDLESS_CHECK)
                    && (0..3).any(|k| at[k] > self.from[k]) =>
            {
                let at = position_text(&at[..self.view.shape.dims]);
                error.help(text!(
                    "play reaches {at}; a condition that bounds the numbers may be missing, for example `n < \
                        100` in `n+1 if n < 100`",
                    at
                ))
            }
            _ => error,
        })
    }

    /// Returns the error that shows the cycle of play from `back` to `back`.
    /// `back` is on the search path, and it is an option of the last cell of the stack.
    fn cycle_through(&self, rules: &dyn DenseRules, back: Coordinates) -> Error {
        let top = self.stack.last().map(|&(at, _)| at);
        let mut path: Vec<Coordinates> = self.stack.iter().filter(|(_, is_open)| *is_open).map(|&(at, _)| at).collect();
        if path.last().copied() != top {
            path.extend(top);
        }
        let from = path.iter().position(|&at| at == back).unwrap_or(0);
        let dims = self.view.shape.dims;
        let next = path[from..].iter().skip(1).copied().chain([back]);
        let cycle =
            path[from..].iter().zip(next).map(|(&at, next)| (position_text(&at[..dims]), rules.variables(at, next)));
        let error = cycle_error(&cycle.collect::<Vec<_>>());
        match rules.advice() {
            Some(advice) => error.help(advice),
            None => error,
        }
    }
}

impl<S: Slot> Drop for SearchPath<'_, S> {
    /// Resets the open cells, so that the next query finds none whose computation was interrupted.
    fn drop(&mut self) {
        for (at, _) in std::mem::take(&mut self.stack).into_iter().filter(|&(_, is_open)| is_open) {
            match self.view.shape.index(at) {
                Some(place) => self.cells[place].set(UNKNOWN),
                None => {
                    self.outside.remove(&at);
                }
            }
        }
    }
}

/// Returns the approximate bytes of a map of this capacity; an eighth of its slots stays empty.
pub(super) fn outside_bytes(capacity: usize) -> u128 {
    (capacity as u128).div_ceil(7) * 8 * (size_of::<(Coordinates, u32)>() as u128 + 1)
}
