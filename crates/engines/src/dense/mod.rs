//! Dense tables of values or outcomes, for games whose positions are one to three numbers.
//! The options of a position may be any other positions.
//!
//! The cells of a box are computed in two passes. The first pass (`sweep`) is quick and may skip any cell. It samples
//! options and looks for an order of the cells in which every sampled option precedes its cell. If there is one,
//! several threads fill the cells in this order; a cell with an unknown option stays empty. The second pass (`lazy`)
//! completes the table. It visits all cells of the box and computes the empty ones depth first, including options
//! outside of the box. It assumes no order, and reports positions that can repeat.

pub(crate) mod cells;
mod evaluate;
mod lazy;
pub(crate) mod marks;
pub(crate) mod order;
mod pass;
mod sweep;
mod value_source;

use cells::{AtomicCells, BoxShape, OPEN, UNKNOWN, volume};
use evaluate::View;
use grundy_lang::{Text, text};
use grundy_rules::{Budget, Meter};
use grundy_rules::{Coordinates, DenseRules, Error, ErrorKind, Play, Result, normalise_coordinates};
use lazy::outside_bytes;
use order::{Order, closed_box};
pub use pass::EntryNeed;
use pass::{OutsideCells, PassError, PassResults, position_text};
use std::sync::atomic::AtomicU64;

/// For queries of single positions, a box of at most this many cells is allocated.
/// Access to a box is much faster than access to a map.
const MAX_BOX_CELLS: u128 = 1 << 24;

/// A table: the cells of a box, and a map for positions met outside of the box.
#[derive(Debug)]
pub struct DenseTable {
    need: EntryNeed,
    play: Play,
    shape: BoxShape,
    /// For each coordinate, whether the options of a cell depend on it: see [`View::depends_on`].
    depends_on: [bool; 3],
    cells: AtomicCells,
    pub(crate) outside: OutsideCells,
    /// All cells below these coordinates were computed.
    /// The other cells of the box are computed on demand.
    filled: Coordinates,
    evaluated: u64,
}

/// Checks whether the states of single components determine the result of a position.
/// If moves lead to sums of components, this holds only for values under normal play.
fn determines_result(rules: &dyn DenseRules, need: EntryNeed, play: Play) -> bool {
    !rules.splits() || (need == EntryNeed::Values && play == Play::Normal)
}

impl DenseTable {
    /// Creates a table without cells; queried cells are computed together with those on which they depend.
    pub fn new(dims: usize, need: EntryNeed, play: Play) -> DenseTable {
        let shape = BoxShape { dims, ..BoxShape::default() };
        let cells = AtomicCells::new(0);
        let outside = OutsideCells::default();
        DenseTable { need, play, shape, depends_on: [true; 3], cells, outside, filled: [0; 3], evaluated: 0 }
    }

    /// Returns the value of a cell, or 0 for outcome P and 1 for outcome N.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out, with `unsupported` if a position can repeat, and with the errors of
    /// the rules.
    pub fn value(&mut self, rules: &dyn DenseRules, at: Coordinates, budget: &Budget) -> Result<u32> {
        self.depends_on = std::array::from_fn(|k| rules.depends_on(k));
        let at = normalise_coordinates(at, |k| self.depends_on[k]);
        if let Some(value) = self.stored_value(at) {
            return Ok(value);
        }
        // Sides are powers of two, so a series of growing queries rebuilds the table only a few times.
        let sides = at.map(|n| n.saturating_add(1).checked_next_power_of_two().unwrap_or(u64::MAX));
        let sides: Coordinates = std::array::from_fn(|k| sides[k].max(self.shape.sides[k]));
        if sides != self.shape.sides && volume(sides) <= MAX_BOX_CELLS.min(u128::from(budget.bytes) / 4) {
            self.reshape(rules, sides);
        }
        self.passes(budget, |table, meter| table.compute(rules, std::iter::once(at), meter, budget))?;
        Ok(self.stored_value(at).expect("the queried cell was computed"))
    }

    fn stored_value(&self, at: Coordinates) -> Option<u32> {
        let state = match self.shape.index(at) {
            Some(place) => self.cells.state(place),
            None => self.outside.get(&at).copied().unwrap_or(UNKNOWN),
        };
        (state < OPEN).then_some(state)
    }

    /// Computes all cells up to `to`, inclusive.
    ///
    /// # Errors
    /// Returns the errors of [`DenseTable::value`]. The memory is checked first.
    pub fn fill(&mut self, rules: &dyn DenseRules, to: Coordinates, budget: &Budget) -> Result<()> {
        self.depends_on = std::array::from_fn(|k| rules.depends_on(k));
        let to: Coordinates = std::array::from_fn(|k| if self.depends_on[k] { to[k] } else { to[k].min(1) });
        let sides = to.map(|n| n.saturating_add(1));
        if (0..3).all(|k| sides[k] <= self.filled[k]) {
            return Ok(());
        }
        let what = text!("a table up to {to}", to = position_text(&to[..rules.dims()]));
        let fits = |sides| budget.check_fits(volume(sides), &what).and_then(|()| addressable(volume(sides), &what));
        fits(sides)?;
        let closed = closed_box(rules, to, budget)?
            .filter(|&closed| volume(closed) / 4 <= volume(sides) && fits(closed).is_ok());
        self.reshape(rules, closed.unwrap_or(sides));
        let order = Order::guess(rules, self.shape, budget)?;
        let cells = (0..sides[0]).flat_map(|a| (0..sides[1]).flat_map(move |b| (0..sides[2]).map(move |c| [a, b, c])));
        let depends_on = self.depends_on;
        let cells = cells.filter(|&at| normalise_coordinates(at, |k| depends_on[k]) == at);
        let mut wave = 0;
        self.passes(budget, |table, meter| {
            if let Some(order) = order {
                table.sweep(rules, order, &mut wave, meter, budget)?;
            }
            table.compute(rules, cells.clone(), meter, budget)
        })?;
        self.filled = sides;
        Ok(())
    }

    /// Replaces the table by an empty box with these sides.
    fn reshape(&mut self, rules: &dyn DenseRules, sides: Coordinates) {
        debug_assert!(determines_result(rules, self.need, self.play));
        let evaluated = self.evaluated;
        let depends_on = self.depends_on;
        *self = DenseTable { evaluated, depends_on, ..DenseTable::new(rules.dims(), self.need, self.play) };
        self.shape = BoxShape::new(rules.dims(), sides);
        self.cells = AtomicCells::new(self.shape.cells());
    }

    /// Runs a pass, and repeats it in wider cells while a value does not fit.
    /// One meter counts all passes.
    fn passes(
        &mut self,
        budget: &Budget,
        mut pass: impl FnMut(&mut DenseTable, &mut Meter<'_>) -> std::result::Result<(), PassError>,
    ) -> Result<()> {
        let mut meter = budget.meter(text!("positions"));
        loop {
            match pass(self, &mut meter) {
                Ok(()) => return Ok(()),
                Err(PassError::Failed(error)) => return Err(error),
                Err(PassError::Narrow) => self.widen(budget)?,
            }
        }
    }

    /// Doubles the width of the cells.
    fn widen(&mut self, budget: &Budget) -> Result<()> {
        let (cells, width) = (self.shape.cells(), self.cells.width());
        let what = text!("a table of {cells} cells", cells);
        // The old and the new cells exist together for a short time.
        budget.check_fits(cells as u128 * width * 3 + outside_bytes(self.outside.capacity()), &what)?;
        addressable(cells as u128 * width * 2, &what)?;
        self.cells = self.cells.wider();
        Ok(())
    }

    /// Computes the given cells and all cells on which they depend.
    fn compute(
        &mut self,
        rules: &dyn DenseRules,
        targets: impl Iterator<Item = Coordinates>,
        meter: &mut Meter<'_>,
        budget: &Budget,
    ) -> std::result::Result<(), PassError> {
        let view = self.view();
        let results = PassResults { outside: &mut self.outside, evaluated: &mut self.evaluated };
        match &self.cells {
            AtomicCells::Bytes(cells) => lazy::compute(rules, targets, view, cells, results, meter, budget),
            AtomicCells::Halves(cells) => lazy::compute(rules, targets, view, cells, results, meter, budget),
            AtomicCells::Words(cells) => lazy::compute(rules, targets, view, cells, results, meter, budget),
        }
    }

    /// Fills the cells that can be computed in this order, from the given wave on.
    fn sweep(
        &mut self,
        rules: &dyn DenseRules,
        order: Order,
        wave: &mut u64,
        meter: &mut Meter<'_>,
        budget: &Budget,
    ) -> std::result::Result<(), PassError> {
        let view = self.view();
        let filled = AtomicU64::new(0);
        let result = match &self.cells {
            AtomicCells::Bytes(cells) => sweep::sweep(rules, order, view, cells, wave, &filled, meter, budget),
            AtomicCells::Halves(cells) => sweep::sweep(rules, order, view, cells, wave, &filled, meter, budget),
            AtomicCells::Words(cells) => sweep::sweep(rules, order, view, cells, wave, &filled, meter, budget),
        };
        self.evaluated += filled.into_inner();
        result
    }

    fn view(&self) -> View {
        View { need: self.need, play: self.play, shape: self.shape, depends_on: self.depends_on }
    }
}

/// Fails if this many bytes exceed the address space, even if the budget would allow them.
fn addressable(bytes: u128, what: &Text) -> Result<()> {
    if bytes <= isize::MAX as u128 {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Limit, text!("{what} exceeds the address space of this machine", what)))
}
