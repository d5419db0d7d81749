//! Dense tables of games on one to three numbers whose options may be any other such numbers: Grundy values or outcomes.
//!
//! The cells of a box are computed in two passes. The first one is quick and may give up on any cell: options are looked
//! at for a sample of cells, and where all of these come earlier in some order, the cells are filled in this order by
//! several threads; a cell of which some option is not known yet stays empty. The second pass is the judge: it goes
//! through the box, and what it finds empty it computes by depth first, options outside of the box included. No order is
//! ever assumed, and a position that comes again is found.

use crate::budget::{Budget, Meter};
use grundy_rules::{Coordinates, DenseRules, Error, ErrorKind, OptionWalker, Options, Play, Result, run_at};
use rustc_hash::FxHashMap;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// What the cells tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tell {
    /// Values: under misère play those in which a component without moves has value 1.
    Values,
    /// 0 for P and 1 for N. Only for rules whose moves leave at most one component.
    Outcomes,
}

/// Not computed yet.
const UNKNOWN: u32 = u32::MAX;
/// Its options are being computed.
const OPEN: u32 = u32::MAX - 1;

/// For single positions a box of so many cells is made at once: a look at a cell of the box costs far less than one at a map.
const MOST_ROOM: u128 = 1 << 24;

/// The cells of a box, and of what was met outside of it.
#[derive(Debug)]
pub(crate) struct DenseTable {
    tell: Tell,
    play: Play,
    shape: Shape,
    cells: Cells,
    beyond: FxHashMap<Coordinates, u32>,
    /// The cells below these numbers were asked for; those between them and the sides of the box are computed on demand.
    filled: Coordinates,
    evaluated: u64,
}

/// A box of cells, the last number running fastest.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    dims: usize,
    /// The numbers are below these; 1 beyond `dims`.
    sides: Coordinates,
    strides: [usize; 3],
}

impl Shape {
    fn new(dims: usize, sides: Coordinates) -> Shape {
        let (b, c) = (sides[1] as usize, sides[2] as usize);
        Shape { dims, sides, strides: [b * c, c, 1] }
    }

    fn cells(&self) -> usize {
        self.sides[0] as usize * self.strides[0]
    }

    /// The number of a cell of the box.
    fn place(&self, at: Coordinates) -> Option<usize> {
        let inside = (0..3).all(|k| at[k] < self.sides[k]);
        inside.then(|| (0..3).map(|k| at[k] as usize * self.strides[k]).sum())
    }
}

/// How many cells a box has.
fn volume(sides: Coordinates) -> u128 {
    sides.iter().fold(1, |cells: u128, &side| cells.saturating_mul(side.into()))
}

/// Cells in the least space that holds their values. They are atomic so that threads may fill them together; an order
/// between them is kept by barriers.
#[derive(Debug)]
enum Cells {
    Bytes(Vec<AtomicU8>),
    Halves(Vec<AtomicU16>),
    Words(Vec<AtomicU32>),
}

trait Slot: Sync + Sized {
    /// The largest value that it holds; the two numbers above mean `OPEN` and `UNKNOWN`.
    const MOST: u32;
    fn of(state: u32) -> Self;
    /// A value, `OPEN` or `UNKNOWN`.
    fn state(&self) -> u32;
    fn set(&self, state: u32);
}

macro_rules! slot {
    ($atomic:ty, $number:ty) => {
        impl Slot for $atomic {
            const MOST: u32 = <$number>::MAX as u32 - 2;
            fn of(state: u32) -> Self {
                // The two marks are the largest numbers of either width.
                <$atomic>::new(state as $number)
            }
            #[inline(always)]
            fn state(&self) -> u32 {
                let number = self.load(Ordering::Relaxed) as u32;
                if number > Self::MOST { number | !(<$number>::MAX as u32) } else { number }
            }
            fn set(&self, state: u32) {
                self.store(state as $number, Ordering::Relaxed);
            }
        }
    };
}
slot!(AtomicU8, u8);
slot!(AtomicU16, u16);
slot!(AtomicU32, u32);

impl Cells {
    fn new(count: usize) -> Cells {
        Cells::Bytes((0..count).map(|_| AtomicU8::of(UNKNOWN)).collect())
    }

    fn state(&self, place: usize) -> u32 {
        match self {
            Cells::Bytes(cells) => cells[place].state(),
            Cells::Halves(cells) => cells[place].state(),
            Cells::Words(cells) => cells[place].state(),
        }
    }

    /// How many bytes a cell takes.
    fn width(&self) -> u128 {
        match self {
            Cells::Bytes(_) => 1,
            Cells::Halves(_) => 2,
            Cells::Words(_) => 4,
        }
    }

    /// The same cells in twice the space.
    fn wider(&self) -> Cells {
        fn copy<A: Slot, B: Slot>(cells: &[A]) -> Vec<B> {
            cells.iter().map(|cell| B::of(cell.state())).collect()
        }
        match self {
            Cells::Bytes(cells) => Cells::Halves(copy(cells)),
            Cells::Halves(cells) => Cells::Words(copy(cells)),
            Cells::Words(cells) => Cells::Words(copy(cells)),
        }
    }
}

/// Why a pass over the cells stops.
enum Stop {
    /// A value does not fit the cells.
    Narrow,
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

impl DenseTable {
    /// A table without cells: what is asked of it is computed together with what it depends on.
    pub fn new(dims: usize, tell: Tell, play: Play) -> DenseTable {
        let shape = Shape { dims, ..Shape::default() };
        DenseTable {
            tell,
            play,
            shape,
            cells: Cells::new(0),
            beyond: FxHashMap::default(),
            filled: [0; 3],
            evaluated: 0,
        }
    }

    /// The bytes that the table takes.
    pub fn bytes(&self) -> u64 {
        (self.shape.cells() as u128 * self.cells.width()) as u64 + beyond_bytes(self.beyond.capacity()) as u64
    }

    /// How many cells were computed by looking at their options.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// The value at a cell, or 0 for P and 1 for N.
    ///
    /// # Errors
    /// `limit` if the budget ends first, `unsupported` if a position can come again, and the rule's own.
    pub fn value(&mut self, rules: &dyn DenseRules, at: Coordinates, budget: &Budget<'_>) -> Result<u32> {
        if let Some(value) = self.known(at) {
            return Ok(value);
        }
        // Numbers below powers of two: tables for a run of growing questions are made anew a few times only.
        let sides = at.map(|n| n.saturating_add(1).checked_next_power_of_two().unwrap_or(u64::MAX));
        let sides: Coordinates = std::array::from_fn(|k| sides[k].max(self.shape.sides[k]));
        if sides != self.shape.sides && volume(sides) <= MOST_ROOM.min(u128::from(budget.bytes) / 4) {
            self.reshape(rules, sides);
        }
        self.passes(budget, |table| table.demand(rules, std::iter::once(at), budget))?;
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
    pub fn fill(&mut self, rules: &dyn DenseRules, to: Coordinates, budget: &Budget<'_>) -> Result<()> {
        let sides = to.map(|n| n.saturating_add(1));
        if (0..3).all(|k| sides[k] <= self.filled[k]) {
            return Ok(());
        }
        let what = format!("a table up to {}", shown(&to[..rules.dims()]));
        let fits = |sides| volume(sides) <= usize::MAX as u128 / 4 && budget.fits(volume(sides), &what).is_ok();
        budget.fits(volume(sides), &what)?;
        let wide = reach(rules, to).filter(|&wide| volume(wide) / 4 <= volume(sides) && fits(wide)).unwrap_or(sides);
        self.reshape(rules, wide);
        if let Some(order) = Order::of(rules, self.shape, budget)? {
            let mut wave = 0;
            self.passes(budget, |table| table.sweep(rules, order, &mut wave, budget))?;
        }
        let cells = (0..sides[0]).flat_map(|a| (0..sides[1]).flat_map(move |b| (0..sides[2]).map(move |c| [a, b, c])));
        self.passes(budget, |table| table.demand(rules, cells.clone(), budget))?;
        self.filled = sides;
        Ok(())
    }

    /// Begins anew with an empty box.
    fn reshape(&mut self, rules: &dyn DenseRules, sides: Coordinates) {
        let evaluated = self.evaluated;
        *self = DenseTable { evaluated, ..DenseTable::new(rules.dims(), self.tell, self.play) };
        self.shape = Shape::new(rules.dims(), sides);
        self.cells = Cells::new(self.shape.cells());
    }

    /// Repeats a pass in wider cells for as long as values do not fit.
    fn passes(
        &mut self,
        budget: &Budget<'_>,
        mut pass: impl FnMut(&mut DenseTable) -> std::result::Result<(), Stop>,
    ) -> Result<()> {
        loop {
            match pass(self) {
                Ok(()) => return Ok(()),
                Err(Stop::Failed(error)) => return Err(error),
                Err(Stop::Narrow) => {
                    let bytes = self.shape.cells() as u128 * self.cells.width() * 3;
                    budget.fits(bytes, &format!("a table of {} cells", self.shape.cells()))?;
                    self.cells = self.cells.wider();
                }
            }
        }
    }

    /// Computes these cells and all that they depend on.
    fn demand(
        &mut self,
        rules: &dyn DenseRules,
        wanted: impl Iterator<Item = Coordinates>,
        budget: &Budget<'_>,
    ) -> std::result::Result<(), Stop> {
        let DenseTable { tell, play, shape, cells, beyond, evaluated, .. } = self;
        let view = View { tell: *tell, play: *play, shape: *shape };
        match cells {
            Cells::Bytes(cells) => demand(rules, wanted, view, cells, beyond, evaluated, budget),
            Cells::Halves(cells) => demand(rules, wanted, view, cells, beyond, evaluated, budget),
            Cells::Words(cells) => demand(rules, wanted, view, cells, beyond, evaluated, budget),
        }
    }

    /// Fills what can be filled in this order, from the given wave on.
    fn sweep(
        &mut self,
        rules: &dyn DenseRules,
        order: Order,
        wave: &mut u64,
        budget: &Budget<'_>,
    ) -> std::result::Result<(), Stop> {
        let view = View { tell: self.tell, play: self.play, shape: self.shape };
        match &self.cells {
            Cells::Bytes(cells) => sweep(rules, order, view, cells, wave, &mut self.evaluated, budget),
            Cells::Halves(cells) => sweep(rules, order, view, cells, wave, &mut self.evaluated, budget),
            Cells::Words(cells) => sweep(rules, order, view, cells, wave, &mut self.evaluated, budget),
        }
    }
}

/// About the bytes of a map of so many cells.
fn beyond_bytes(capacity: usize) -> u128 {
    capacity as u128 * (size_of::<(Coordinates, u32)>() as u128 + 1)
}

/// A position as people write it.
fn shown(at: &[u64]) -> String {
    match at {
        [n] => n.to_string(),
        _ => format!("({})", at.iter().map(u64::to_string).collect::<Vec<_>>().join(",")),
    }
}

/// How far from a box its options lead, if that comes to rest: its corner is looked at, then the corner of what the
/// options of this one reach.
fn reach(rules: &dyn DenseRules, to: Coordinates) -> Option<Coordinates> {
    let mut far = to;
    let mut walker = rules.walker();
    for _ in 0..4 {
        let from = far;
        walker.start(from);
        let mut blocks = 0;
        while let Ok(Some(options)) = walker.next() {
            some_parts(&options, rules.dims(), &mut |at| (0..3).for_each(|k| far[k] = far[k].max(at[k])));
            blocks += 1;
            if blocks > 4096 {
                return None;
            }
        }
        if far == from {
            return Some(far.map(|n| n.saturating_add(1)));
        }
    }
    None
}

/// Shows components of some options: all of those that stand side by side; of a run those at its ends and in its middle,
/// where most extremes lie.
fn some_parts(options: &Options<'_>, dims: usize, show: &mut dyn FnMut(Coordinates)) {
    let mut at = [0; 3];
    match *options {
        Options::Run { count, numbers } => {
            for part in numbers.chunks_exact(dims) {
                for k in [0, count / 2, count - 1] {
                    at.iter_mut().zip(part).for_each(|(n, &run)| *n = run_at(run, k as i64) as u64);
                    show(at);
                }
            }
        }
        Options::Lanes { legal, numbers } => {
            for part in numbers.chunks_exact(dims) {
                for lane in ones(legal) {
                    at.iter_mut().zip(part).for_each(|(n, lanes)| *n = lanes[lane] as u64);
                    show(at);
                }
            }
        }
    }
}

/// The bits of a word that are set, from the lowest on.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// An order in which cells may be computed, and how threads share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// No option has a larger number: blocks of cells, those of one diagonal together.
    Blocks,
    /// This number of every option is smaller: the cells that have it in common together.
    Layers(usize),
    /// The sum of the numbers of every option is smaller.
    Sums,
}

impl Order {
    /// The order that a sample of cells suggests.
    fn of(rules: &dyn DenseRules, shape: Shape, budget: &Budget<'_>) -> Result<Option<Order>> {
        const SAMPLE: u64 = 200;
        let dims = shape.dims;
        if dims < 2 || shape.cells() < 4096 {
            return Ok(None);
        }
        let (mut down, mut less, mut sums) = (true, [true; 3], true);
        let mut walker = rules.walker();
        let mut state = 1u64;
        for _ in 0..SAMPLE {
            budget.check()?;
            let at: Coordinates = std::array::from_fn(|k| {
                // A linear congruential generator; its high bits are the random ones (Knuth, MMIX).
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                ((u128::from(state) * u128::from(shape.sides[k])) >> 64) as u64
            });
            walker.start(at);
            for _ in 0..64 {
                let Ok(Some(options)) = walker.next() else { break };
                some_parts(&options, dims, &mut |option| {
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

    fn waves(self, shape: Shape) -> u64 {
        match self {
            Order::Blocks => shape.sides.iter().map(|side| side.div_ceil(edge(shape.dims))).sum::<u64>() - 2,
            Order::Layers(k) => shape.sides[k],
            Order::Sums => shape.sides.iter().sum::<u64>() - 2,
        }
    }

    /// Shows the parts of a wave whose number leaves this rest: each as the ranges of its numbers.
    fn units(
        self,
        shape: Shape,
        wave: u64,
        thread: u64,
        threads: u64,
        show: &mut dyn FnMut([std::ops::Range<u64>; 3]) -> std::result::Result<(), Stop>,
    ) -> std::result::Result<(), Stop> {
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
                for x in 0..a.div_ceil(edge).min(wave + 1) {
                    for y in 0..b.div_ceil(edge).min(wave - x + 1) {
                        let z = wave - x - y;
                        if z < c.div_ceil(edge) && mine() {
                            show([range(x, a), range(y, b), range(z, c)])?;
                        }
                    }
                }
            }
            Order::Layers(k) => {
                // The layer in strips along the first of the other numbers.
                let other = usize::from(k == 0);
                let strip = (shape.sides[other] / (4 * threads)).max(1);
                for from in (0..shape.sides[other]).step_by(strip as usize) {
                    if mine() {
                        let mut ranges = [0..a, 0..b, 0..c];
                        ranges[k] = wave..wave + 1;
                        ranges[other] = from..(from + strip).min(shape.sides[other]);
                        show(ranges)?;
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
                        show([x..x + 1, y..y + 1, z..z + 1])?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The edge of a block of cells: some thousand cells, which stay in the cache of one core.
fn edge(dims: usize) -> u64 {
    if dims == 3 { 16 } else { 64 }
}

/// What is computed, apart from the cells.
#[derive(Clone, Copy)]
struct View {
    tell: Tell,
    play: Play,
    shape: Shape,
}

/// Fills what can be filled in this order; cells whose options are not all known stay empty.
fn sweep<S: Slot>(
    rules: &dyn DenseRules,
    order: Order,
    view: View,
    cells: &[S],
    wave: &mut u64,
    evaluated: &mut u64,
    budget: &Budget<'_>,
) -> std::result::Result<(), Stop> {
    let (from, waves) = (*wave, order.waves(view.shape));
    let threads = budget.threads().min(16) as u64;
    let barrier = Barrier::new(threads as usize);
    // A thread that must stop says so, and all stop behind the same wave.
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let work = |thread: u64| -> (u64, std::result::Result<(), Stop>) {
        let mut filler = Filler::new(rules, view, cells, budget);
        // One of them tells how far all have come.
        let mut meter = (thread == 0).then(|| budget.meter("cells"));
        let (mut result, mut counted) = (Ok(()), 0);
        for wave in from..waves {
            if result.is_ok() {
                result = order.units(view.shape, wave, thread, threads, &mut |[a, b, c]| {
                    for x in a {
                        for y in b.clone() {
                            for z in c.clone() {
                                filler.fill([x, y, z])?;
                            }
                        }
                    }
                    if filler.evaluated - counted > REPORTED {
                        done.fetch_add(filler.evaluated - counted, Ordering::Relaxed);
                        counted = filler.evaluated;
                        match &mut meter {
                            Some(meter) => meter.tick(done.load(Ordering::Relaxed) - meter.done())?,
                            None => budget.check()?,
                        }
                    }
                    Ok(())
                });
                if result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            barrier.wait();
            let over = stop.load(Ordering::Relaxed);
            // Nobody writes the flag again before all have read it.
            barrier.wait();
            if over {
                return (wave, result);
            }
        }
        done.fetch_add(filler.evaluated - counted, Ordering::Relaxed);
        (waves, result)
    };
    let mut results = vec![];
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        results.push(work(0));
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    *evaluated += done.into_inner();
    *wave = results.iter().map(|(wave, _)| *wave).min().unwrap_or(waves);
    // A real failure is told before a value that is too large.
    let mut narrow = false;
    for (_, result) in results {
        match result {
            Ok(()) => {}
            Err(Stop::Narrow) => narrow = true,
            Err(failed) => return Err(failed),
        }
    }
    if narrow { Err(Stop::Narrow) } else { Ok(()) }
}

/// After so many cells the clock and the cancel flag are looked at.
const REPORTED: u64 = 1024;
/// After so many options as well.
const MANY_OPTIONS: u64 = 1 << 18;
/// At most so many unknown options are computed before a cell is looked at again.
const MOST_MISSING: usize = 256;

/// What the options of a cell tell of it.
enum Found {
    Value(u32),
    /// Some options are not known yet.
    Missing,
    /// An option that waits for this cell.
    Circle(Coordinates),
}

/// The values of the options of one cell.
struct Marks {
    /// By value: the stamp of the cell that saw it last.
    seen: Vec<u8>,
    stamp: u8,
}

impl Marks {
    fn new() -> Marks {
        Marks { seen: vec![0; 64], stamp: 0 }
    }

    fn begin(&mut self) {
        if self.stamp == u8::MAX {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    #[inline(always)]
    fn mark(&mut self, value: u32) {
        match self.seen.get_mut(value as usize) {
            Some(seen) => *seen = self.stamp,
            None => self.grow(value),
        }
    }

    #[cold]
    fn grow(&mut self, value: u32) {
        self.seen.resize((value as usize + 1).next_multiple_of(64), 0);
        self.seen[value as usize] = self.stamp;
    }

    /// The least value that was not seen.
    fn mex(&self) -> u32 {
        const STEP: usize = 16;
        let all = [self.stamp; STEP];
        let full = self.seen.chunks_exact(STEP).take_while(|chunk| **chunk == all).count() * STEP;
        let rest = self.seen[full..].iter().take_while(|&&seen| seen == self.stamp).count();
        (full + rest) as u32
    }
}

/// Computes one cell after the other from those that are known.
struct Filler<'a, S> {
    walker: Box<dyn OptionWalker + 'a>,
    view: View,
    cells: &'a [S],
    marks: Marks,
    missing: Vec<Coordinates>,
    evaluated: u64,
    /// The options looked at since the clock was.
    options: u64,
    budget: &'a Budget<'a>,
}

type Beyond = FxHashMap<Coordinates, u32>;

impl<'a, S: Slot> Filler<'a, S> {
    fn new(rules: &'a dyn DenseRules, view: View, cells: &'a [S], budget: &'a Budget<'a>) -> Filler<'a, S> {
        let (walker, marks, missing) = (rules.walker(), Marks::new(), vec![]);
        Filler { walker, view, cells, marks, missing, evaluated: 0, options: 0, budget }
    }

    /// Computes a cell of the box, if that can be done now.
    fn fill(&mut self, at: Coordinates) -> std::result::Result<(), Stop> {
        let place = (0..3).map(|k| at[k] as usize * self.view.shape.strides[k]).sum::<usize>();
        if self.cells[place].state() < OPEN {
            return Ok(());
        }
        match self.evaluate(at, None) {
            // What stands in the way is found again by who needs this cell.
            Ok(Found::Missing | Found::Circle(_)) => Ok(()),
            Err(Stop::Failed(error)) if error.kind != ErrorKind::Limit => Ok(()),
            Err(stop) => Err(stop),
            Ok(Found::Value(value)) if value > S::MOST => Err(Stop::Narrow),
            Ok(Found::Value(value)) => {
                self.cells[place].set(value);
                Ok(())
            }
        }
    }

    /// Looks at the options of a cell; those that are not known stand in `missing` afterwards, or some of them. Without
    /// `beyond` nothing is known outside of the box, and the list may stay short.
    fn evaluate(&mut self, at: Coordinates, beyond: Option<&Beyond>) -> std::result::Result<Found, Stop> {
        let View { tell, play, .. } = self.view;
        let (cells, marks, missing) = (self.cells, &mut self.marks, &mut self.missing);
        self.evaluated += 1;
        marks.begin();
        missing.clear();
        let (mut any, mut circle, mut unknown) = (false, None, false);
        let outcomes = tell == Tell::Outcomes;
        self.walker.start(at);
        while let Some(options) = self.walker.next()? {
            any = true;
            let mut won = false;
            self.options += each_option(options, self.view, cells, beyond, |state, option| {
                if state < OPEN {
                    marks.mark(state);
                    won = outcomes && state == 0;
                } else {
                    unknown = true;
                    if state == OPEN {
                        circle = Some(option);
                    } else if missing.len() < MOST_MISSING {
                        missing.push(option);
                    }
                }
                won
            });
            if won {
                return Ok(Found::Value(1));
            }
            if unknown && !outcomes && beyond.is_none() {
                return Ok(Found::Missing);
            }
            if self.options > MANY_OPTIONS {
                self.options = 0;
                self.budget.check()?;
            }
        }
        Ok(match circle {
            Some(option) => Found::Circle(option),
            None if unknown => Found::Missing,
            None if !any => Found::Value(u32::from(play == Play::Misere)),
            None if outcomes => Found::Value(0),
            None => Found::Value(marks.mex()),
        })
    }
}

/// Shows the state of each option, and where it stands, until somebody has seen enough; of an option of several components
/// those that are not known are shown one by one. Tells how many options were looked at, about.
#[inline(always)]
fn each_option<S: Slot>(
    options: Options<'_>,
    view: View,
    cells: &[S],
    beyond: Option<&Beyond>,
    mut show: impl FnMut(u32, Coordinates) -> bool,
) -> u64 {
    let View { shape, play, .. } = view;
    let dims = shape.dims;
    let look = |at: Coordinates| match shape.place(at) {
        Some(place) => cells[place].state(),
        None => beyond.and_then(|beyond| beyond.get(&at).copied()).unwrap_or(UNKNOWN),
    };
    let several =
        |part: &dyn Fn(usize) -> Coordinates, parts: usize, show: &mut dyn FnMut(u32, Coordinates) -> bool| {
            // Where nothing is left, who is to move loses under normal play and wins under misère.
            let mut sum = u32::from(parts == 0 && play == Play::Misere);
            let mut known = true;
            for k in 0..parts {
                let at = part(k);
                let state = look(at);
                if state < OPEN {
                    sum ^= state;
                } else {
                    known = false;
                    show(state, at);
                }
            }
            known && show(sum, [0; 3])
        };
    match options {
        Options::Run { count, numbers } => {
            let option = |part: usize, k: i64| -> Coordinates {
                let mut at = [0; 3];
                for (n, &run) in at.iter_mut().zip(&numbers[part * dims..(part + 1) * dims]) {
                    *n = run_at(run, k) as u64;
                }
                at
            };
            let last = count as i64 - 1;
            if numbers.len() != dims {
                let parts = numbers.len() / dims;
                for k in 0..=last {
                    if several(&|part| option(part, k), parts, &mut show) {
                        return k as u64;
                    }
                }
            } else if let Some(mut place) = shape.place(option(0, 0)).filter(|_| stays_inside(numbers, last, shape)) {
                let along = |of: fn(&[i64; 3]) -> i64| -> isize {
                    numbers.iter().zip(shape.strides).map(|(run, stride)| of(run) as isize * stride as isize).sum()
                };
                let (mut step, bend) = (along(|run| run[1]), along(|run| run[2]));
                for k in 0..=last {
                    let state = cells[place].state();
                    place = place.wrapping_add_signed(step);
                    step = step.wrapping_add(bend);
                    // Where it stands is asked of few.
                    let at = if state < OPEN { [0; 3] } else { option(0, k) };
                    if show(state, at) {
                        return k as u64;
                    }
                }
            } else {
                for k in 0..=last {
                    let at = option(0, k);
                    if show(look(at), at) {
                        return k as u64;
                    }
                }
            }
            count
        }
        Options::Lanes { legal, numbers } => {
            let option = |part: usize, lane: usize| -> Coordinates {
                let mut at = [0; 3];
                for (n, lanes) in at.iter_mut().zip(&numbers[part * dims..(part + 1) * dims]) {
                    *n = lanes[lane] as u64;
                }
                at
            };
            let parts = numbers.len() / dims;
            for lane in ones(legal) {
                let over = if parts == 1 {
                    let at = option(0, lane);
                    show(look(at), at)
                } else {
                    several(&|part| option(part, lane), parts, &mut show)
                };
                if over {
                    break;
                }
            }
            legal.count_ones().into()
        }
    }
}

/// Whether no number of a run, whose first ones are within the sides of the box, leaves it.
fn stays_inside(numbers: &[[i64; 3]], last: i64, shape: Shape) -> bool {
    numbers.iter().zip(shape.sides).all(|(&run, side)| {
        // A curve that opens downwards may reach its height between the ends.
        let rises_and_falls = run[2] < 0 && run[1] > 0 && run[1] + run[2] * (last - 1) < 0;
        !rises_and_falls && (run_at(run, last) as u64) < side
    })
}

/// Computes these cells and all that they depend on, depth first.
fn demand<S: Slot>(
    rules: &dyn DenseRules,
    wanted: impl Iterator<Item = Coordinates>,
    view: View,
    cells: &[S],
    beyond: &mut Beyond,
    evaluated: &mut u64,
    budget: &Budget<'_>,
) -> std::result::Result<(), Stop> {
    let mut filler = Filler::new(rules, view, cells, budget);
    // A cell, and whether its options were looked at: then the cells behind it are what it waits for.
    let mut stack: Vec<(Coordinates, bool)> = vec![];
    let mut meter = budget.meter("cells");
    let result = demand_all(&mut filler, wanted, beyond, &mut stack, &mut meter);
    // Who asks again must find nothing half done.
    for (at, _) in stack.into_iter().filter(|&(_, open)| open) {
        match view.shape.place(at) {
            Some(place) => cells[place].set(UNKNOWN),
            None => {
                beyond.remove(&at);
            }
        }
    }
    *evaluated += filler.evaluated;
    result
}

fn demand_all<S: Slot>(
    filler: &mut Filler<'_, S>,
    wanted: impl Iterator<Item = Coordinates>,
    beyond: &mut Beyond,
    stack: &mut Vec<(Coordinates, bool)>,
    meter: &mut Meter<'_>,
) -> std::result::Result<(), Stop> {
    let (shape, cells) = (filler.view.shape, filler.cells);
    let state = |at: Coordinates, beyond: &Beyond| match shape.place(at) {
        Some(place) => cells[place].state(),
        None => beyond.get(&at).copied().unwrap_or(UNKNOWN),
    };
    let set = |at: Coordinates, state: u32, beyond: &mut Beyond| match shape.place(at) {
        Some(place) => cells[place].set(state),
        None => {
            beyond.insert(at, state);
        }
    };
    for at in wanted {
        if state(at, beyond) < OPEN {
            continue;
        }
        stack.push((at, false));
        while let Some(&(at, open)) = stack.last() {
            if !open && state(at, beyond) < OPEN {
                stack.pop();
                continue;
            }
            meter.tick(1)?;
            match filler.evaluate(at, Some(beyond))? {
                Found::Value(value) if value > S::MOST => return Err(Stop::Narrow),
                Found::Value(value) => {
                    set(at, value, beyond);
                    stack.pop();
                }
                Found::Circle(back) => return Err(circle(back, stack, shape.dims).into()),
                Found::Missing => {
                    set(at, OPEN, beyond);
                    if let Some(top) = stack.last_mut() {
                        top.1 = true;
                    }
                    stack.extend(filler.missing.iter().map(|&at| (at, false)));
                    let waiting = stack.capacity() as u128 * size_of::<(Coordinates, bool)>() as u128;
                    filler
                        .budget
                        .fits(waiting + beyond_bytes(beyond.capacity()), "the positions that a table leads to")?;
                }
            }
        }
    }
    Ok(())
}

/// The error that shows how play leads from `back` to `back`: it is on the way to the last cell of the stack, an option of
/// it.
fn circle(back: Coordinates, stack: &[(Coordinates, bool)], dims: usize) -> Error {
    const MOST_SHOWN: usize = 6;
    let top = stack.last().map(|&(at, _)| at);
    let mut way: Vec<Coordinates> = stack.iter().filter(|(_, open)| *open).map(|&(at, _)| at).collect();
    if way.last().copied() != top {
        way.extend(top);
    }
    let from = way.iter().position(|&at| at == back).unwrap_or(0);
    let names: Vec<String> = way[from..].iter().map(|at| shown(&at[..dims])).collect();
    let mut steps = match names.len() {
        0..=MOST_SHOWN => names.join(" -> "),
        many => format!("{} -> ... ({} more) -> {}", names[..3].join(" -> "), many - 4, names[many - 1]),
    };
    let back = shown(&back[..dims]);
    steps = format!("{steps} -> {back}");
    let error = Error::new(ErrorKind::Unsupported, format!("the position {back} can come again: {steps}"));
    error.help("values and outcomes belong to rules under which every play ends; a condition such as `if k > 0` may be missing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_cells_hold_the_same() {
        fn set(cells: &Cells, place: usize, state: u32) {
            match cells {
                Cells::Bytes(cells) => cells[place].set(state),
                Cells::Halves(cells) => cells[place].set(state),
                Cells::Words(cells) => cells[place].set(state),
            }
        }
        let states = [0, 7, AtomicU8::MOST, OPEN, UNKNOWN];
        let mut cells = Cells::new(states.len());
        states.iter().enumerate().for_each(|(place, &state)| set(&cells, place, state));
        for width in [1, 2, 4] {
            assert_eq!(cells.width(), width);
            states.iter().enumerate().for_each(|(place, &state)| assert_eq!(cells.state(place), state));
            cells = cells.wider();
        }
        set(&cells, 1, AtomicU32::MOST);
        assert_eq!(cells.state(1), AtomicU32::MOST);
        const { assert!(AtomicU8::MOST == 253 && AtomicU16::MOST == 65533 && AtomicU32::MOST < OPEN) };
    }

    #[test]
    fn the_least_value_that_was_not_seen() {
        let mut marks = Marks::new();
        for round in 0..600 {
            marks.begin();
            assert_eq!(marks.mex(), 0);
            (0..round % 200).for_each(|value| marks.mark(value));
            marks.mark(round % 200 + 1);
            assert_eq!(marks.mex(), round % 200);
        }
    }

    #[test]
    fn every_cell_is_in_one_unit_of_one_wave() {
        for (dims, sides) in [(2, [70, 130, 1]), (3, [20, 33, 17]), (2, [1, 9, 1])] {
            let shape = Shape::new(dims, sides);
            for order in [Order::Blocks, Order::Layers(0), Order::Layers(1), Order::Sums] {
                for threads in [1, 3] {
                    let mut met = vec![0; shape.cells()];
                    for wave in 0..order.waves(shape) {
                        for thread in 0..threads {
                            let shown = order.units(shape, wave, thread, threads, &mut |[a, b, c]| {
                                for x in a {
                                    for y in b.clone() {
                                        c.clone().for_each(|z| met[shape.place([x, y, z]).unwrap()] += 1);
                                    }
                                }
                                Ok(())
                            });
                            assert!(shown.is_ok());
                        }
                    }
                    assert!(met.iter().all(|&times| times == 1), "{order:?} {sides:?} {threads}");
                }
            }
        }
    }
}
