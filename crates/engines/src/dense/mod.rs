//! Dense tables of games on one to three numbers whose options may be any other such numbers: Grundy values or outcomes.
//!
//! The cells of a box are computed in two passes. The first one is quick and may give up on any cell: options are looked
//! at for a sample of cells, and where all of these come earlier in some order, the cells are filled in this order by
//! several threads; a cell of which some option is not known yet stays empty. The second pass is the judge: it goes
//! through the box, and what it finds empty it computes by depth first, options outside of the box included. No order is
//! ever assumed, and a position that comes again is found.

mod cells;
mod evaluate;
mod lazy;
mod marks;
mod order;
mod pass;
mod sweep;
#[cfg(test)]
mod tests;
mod value_source;

use cells::{Cells, OPEN, Shape, UNKNOWN, volume};
use evaluate::View;
use grundy_lang::{Text, text};
use grundy_rules::{Budget, Meter};
use grundy_rules::{Coordinates, DenseRules, Error, ErrorKind, Play, Result, merged};
use lazy::beyond_bytes;
use order::{Order, reach};
pub use pass::EntryNeed;
use pass::{Beyond, Known, Stop, shown};
use std::sync::atomic::AtomicU64;

/// For single positions a box of so many cells is made at once: a look at a cell of the box costs far less than one at a map.
const MAX_ROOM: u128 = 1 << 24;

/// The cells of a box, and of what was met outside of it.
#[derive(Debug)]
pub struct DenseTable {
    tell: EntryNeed,
    play: Play,
    shape: Shape,
    /// Which numbers of a cell its options depend on: see [`View::reads`].
    reads: [bool; 3],
    cells: Cells,
    beyond: Beyond,
    /// The cells below these numbers were asked for; those between them and the sides of the box are computed on demand.
    filled: Coordinates,
    evaluated: u64,
}

/// Tables are for rules of which the state of a cell tells all: sums of components only by their values, and those only
/// under normal play.
fn is_told(rules: &dyn DenseRules, tell: EntryNeed, play: Play) -> bool {
    !rules.splits() || (tell == EntryNeed::Values && play == Play::Normal)
}

impl DenseTable {
    /// A table without cells: what is asked of it is computed together with what it depends on.
    pub fn new(dims: usize, tell: EntryNeed, play: Play) -> DenseTable {
        let shape = Shape { dims, ..Shape::default() };
        let cells = Cells::new(0);
        let beyond = Beyond::default();
        DenseTable { tell, play, shape, reads: [true; 3], cells, beyond, filled: [0; 3], evaluated: 0 }
    }

    /// The value at a cell, or 0 for P and 1 for N.
    ///
    /// # Errors
    /// `limit` if the budget ends first, `unsupported` if a position can come again, and the rule's own.
    pub fn value(&mut self, rules: &dyn DenseRules, at: Coordinates, budget: &Budget) -> Result<u32> {
        self.reads = std::array::from_fn(|k| rules.reads(k));
        let at = merged(at, |k| self.reads[k]);
        if let Some(value) = self.known(at) {
            return Ok(value);
        }
        // Numbers below powers of two: tables for a run of growing questions are made anew a few times only.
        let sides = at.map(|n| n.saturating_add(1).checked_next_power_of_two().unwrap_or(u64::MAX));
        let sides: Coordinates = std::array::from_fn(|k| sides[k].max(self.shape.sides[k]));
        if sides != self.shape.sides && volume(sides) <= MAX_ROOM.min(u128::from(budget.bytes) / 4) {
            self.reshape(rules, sides);
        }
        self.passes(budget, |table, meter| table.demand(rules, std::iter::once(at), meter, budget))?;
        Ok(self.known(at).expect("what was demanded is known"))
    }

    fn known(&self, at: Coordinates) -> Option<u32> {
        let state = match self.shape.place(at) {
            Some(place) => self.cells.state(place),
            None => self.beyond.get(&at).copied().unwrap_or(UNKNOWN),
        };
        (state < OPEN).then_some(state)
    }

    /// Computes all cells up to `to`.
    ///
    /// # Errors
    /// As [`DenseTable::value`]; memory is estimated first.
    pub fn fill(&mut self, rules: &dyn DenseRules, to: Coordinates, budget: &Budget) -> Result<()> {
        self.reads = std::array::from_fn(|k| rules.reads(k));
        let to: Coordinates = std::array::from_fn(|k| if self.reads[k] { to[k] } else { to[k].min(1) });
        let sides = to.map(|n| n.saturating_add(1));
        if (0..3).all(|k| sides[k] <= self.filled[k]) {
            return Ok(());
        }
        let what = text!("a table up to {to}", to = shown(&to[..rules.dims()]));
        let fits = |sides| budget.fits(volume(sides), &what).and_then(|()| addressable(volume(sides), &what));
        fits(sides)?;
        let wide = reach(rules, to, budget)?.filter(|&wide| volume(wide) / 4 <= volume(sides) && fits(wide).is_ok());
        self.reshape(rules, wide.unwrap_or(sides));
        let order = Order::of(rules, self.shape, budget)?;
        let cells = (0..sides[0]).flat_map(|a| (0..sides[1]).flat_map(move |b| (0..sides[2]).map(move |c| [a, b, c])));
        let reads = self.reads;
        let cells = cells.filter(|&at| merged(at, |k| reads[k]) == at);
        let mut wave = 0;
        self.passes(budget, |table, meter| {
            if let Some(order) = order {
                table.sweep(rules, order, &mut wave, meter, budget)?;
            }
            table.demand(rules, cells.clone(), meter, budget)
        })?;
        self.filled = sides;
        Ok(())
    }

    /// Begins anew with an empty box.
    fn reshape(&mut self, rules: &dyn DenseRules, sides: Coordinates) {
        debug_assert!(is_told(rules, self.tell, self.play));
        let evaluated = self.evaluated;
        let reads = self.reads;
        *self = DenseTable { evaluated, reads, ..DenseTable::new(rules.dims(), self.tell, self.play) };
        self.shape = Shape::new(rules.dims(), sides);
        self.cells = Cells::new(self.shape.cells());
    }

    /// Repeats a pass in wider cells for as long as values do not fit. One meter counts them all.
    fn passes(
        &mut self,
        budget: &Budget,
        mut pass: impl FnMut(&mut DenseTable, &mut Meter<'_>) -> std::result::Result<(), Stop>,
    ) -> Result<()> {
        let mut meter = budget.meter(text!("positions"));
        loop {
            match pass(self, &mut meter) {
                Ok(()) => return Ok(()),
                Err(Stop::Failed(error)) => return Err(error),
                Err(Stop::Narrow) => self.widen(budget)?,
            }
        }
    }

    /// Gives each cell twice the space.
    fn widen(&mut self, budget: &Budget) -> Result<()> {
        let (cells, width) = (self.shape.cells(), self.cells.width());
        let what = text!("a table of {cells} cells", cells);
        // The old cells and the new ones exist together for a moment.
        budget.fits(cells as u128 * width * 3 + beyond_bytes(self.beyond.capacity()), &what)?;
        addressable(cells as u128 * width * 2, &what)?;
        self.cells = self.cells.wider();
        Ok(())
    }

    /// Computes these cells and all that they depend on.
    fn demand(
        &mut self,
        rules: &dyn DenseRules,
        wanted: impl Iterator<Item = Coordinates>,
        meter: &mut Meter<'_>,
        budget: &Budget,
    ) -> std::result::Result<(), Stop> {
        let view = self.view();
        let known = Known { beyond: &mut self.beyond, evaluated: &mut self.evaluated };
        match &self.cells {
            Cells::Bytes(cells) => lazy::demand(rules, wanted, view, cells, known, meter, budget),
            Cells::Halves(cells) => lazy::demand(rules, wanted, view, cells, known, meter, budget),
            Cells::Words(cells) => lazy::demand(rules, wanted, view, cells, known, meter, budget),
        }
    }

    /// Fills what can be filled in this order, from the given wave on.
    fn sweep(
        &mut self,
        rules: &dyn DenseRules,
        order: Order,
        wave: &mut u64,
        meter: &mut Meter<'_>,
        budget: &Budget,
    ) -> std::result::Result<(), Stop> {
        let view = self.view();
        let filled = AtomicU64::new(0);
        let result = match &self.cells {
            Cells::Bytes(cells) => sweep::sweep(rules, order, view, cells, wave, &filled, meter, budget),
            Cells::Halves(cells) => sweep::sweep(rules, order, view, cells, wave, &filled, meter, budget),
            Cells::Words(cells) => sweep::sweep(rules, order, view, cells, wave, &filled, meter, budget),
        };
        self.evaluated += filled.into_inner();
        result
    }

    fn view(&self) -> View {
        View { tell: self.tell, play: self.play, shape: self.shape, reads: self.reads }
    }
}

/// Fails if so many bytes exceed what can be addressed, whatever the budget allows.
fn addressable(bytes: u128, what: &Text) -> Result<()> {
    if bytes <= isize::MAX as u128 {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Limit, text!("{what} is more than this machine can address", what)))
}
