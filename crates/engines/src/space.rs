//! Depth-first search over all positions reachable from a sum; each position is evaluated once.
//! A [`Backup`] defines how the value of a position follows from the values of its options: by outcome, by mex, or by
//! the loser among several players.

use crate::endless::repetition_error;
use crate::memory::PagedVec;
use crate::multiset::Multiset;
use crate::positions::{ComponentTable, Positions, Successor};
use grundy_lang::text;
use grundy_rules::{Budget, Meter};
use grundy_rules::{Player, Result, Rules};
use grundy_value::CompactSort;

/// The rule by which the value of a position follows from the values of its options.
pub(crate) trait Backup {
    /// The value of a position.
    type Value: Copy;
    /// The summary of the option values seen so far.
    type Seen;

    /// Returns the player to move as used in memo keys; always Left if the game is impartial.
    ///
    /// # Errors
    /// Fails with `bad_argument` if there is no such player.
    fn turn(&self, next: Player) -> Result<Player>;

    /// Returns the empty summary.
    fn empty(&self) -> Self::Seen;

    /// Adds the value of an option of `by` to the summary.
    /// Returns whether the other options no longer matter.
    fn add_option(&self, seen: &mut Self::Seen, by: Player, value: Self::Value) -> bool;

    /// Returns the value of a position with `by` to move.
    ///
    /// `has_options` tells whether the position has options.
    fn value(&self, seen: &Self::Seen, by: Player, has_options: bool) -> Self::Value;

    /// Returns the bytes of heap memory that a summary owns.
    fn bytes(_seen: &Self::Seen) -> u64 {
        0
    }
}

/// A memoised search over the sums of components of one ruleset.
pub(crate) struct Space<'a, R: Rules, B: Backup> {
    pub rules: &'a R,
    pub backup: B,
    pub budget: &'a Budget,
    meter: Meter<'a>,
    pub components: ComponentTable<R>,
    /// The positions, tagged with the player to move, and their states.
    positions: Positions<SpaceState<B::Value>>,
    /// The positions being evaluated, each an option of the previous one.
    stack: PagedVec<SpaceFrame<B::Seen>>,
    /// The bytes of heap memory that the summaries on the stack own.
    summary_bytes: u64,
    /// The number of options visited; limits are checked when it reaches `next_check`.
    /// An option of many components counts more than once.
    steps: u64,
    next_check: u64,
}

#[derive(Clone, Copy)]
enum SpaceState<V> {
    New,
    Open,
    Done(V),
}

/// A position being evaluated, with the index of its next option and the summary of the earlier ones.
struct SpaceFrame<S> {
    number: u32,
    by: Player,
    component: usize,
    option: usize,
    has_options: bool,
    summary: S,
}

/// The number of steps between checks of the limits.
const CHECK_STEPS: u64 = 4096;

impl<'a, R: Rules, B: Backup> Space<'a, R, B> {
    /// Creates an empty search for games with this number of players.
    pub fn new(rules: &'a R, players: u8, backup: B, budget: &'a Budget) -> Self {
        Space {
            rules,
            backup,
            budget,
            meter: budget.meter(text!("positions")),
            components: ComponentTable::new(players),
            positions: Positions::new(players.into()),
            stack: PagedVec::new(),
            summary_bytes: 0,
            steps: 0,
            next_check: CHECK_STEPS,
        }
    }

    /// Returns the number of evaluated positions; one position counts once for each player to move.
    pub fn evaluated(&self) -> u64 {
        self.meter.done()
    }

    /// Returns the value of a position with `by` to move.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out, and with `unsupported` if a position can repeat.
    pub fn value(&mut self, root: &Multiset, by: Player) -> Result<B::Value> {
        let by = self.backup.turn(by)?;
        let root = self.intern(root, by)?;
        if let SpaceState::Done(value) = *self.positions.data(root) {
            return Ok(value);
        }
        let result = self.run(root, by);
        if result.is_err() {
            // Open positions keep their state, but their evaluation is abandoned.
            self.stack = PagedVec::new();
            self.summary_bytes = 0;
        }
        result
    }

    fn run(&mut self, root: u32, by: Player) -> Result<B::Value> {
        let mut child = Multiset::new();
        let mut frame = self.new_frame(root, by)?;
        loop {
            if let Some(next) = self.next_option(&mut frame, &mut child)? {
                let number = self.intern(&child, next)?;
                match *self.positions.data(number) {
                    SpaceState::Done(value) => self.add_option(&mut frame, value),
                    SpaceState::New => {
                        let option = self.new_frame(number, next)?;
                        self.stack.push(std::mem::replace(&mut frame, option));
                    }
                    SpaceState::Open => return Err(repetition_error()),
                }
                continue;
            }
            let value = self.backup.value(&frame.summary, frame.by, frame.has_options);
            self.summary_bytes -= B::bytes(&frame.summary);
            *self.positions.data_mut(frame.number) = SpaceState::Done(value);
            match self.stack.pop() {
                None => return Ok(value),
                Some(parent) => frame = parent,
            }
            self.add_option(&mut frame, value);
        }
    }

    /// Returns the index of a position, and inserts it if it is new.
    fn intern(&mut self, key: &Multiset, by: Player) -> Result<u32> {
        let other_bytes = self.components.bytes() + self.stack.bytes() + self.summary_bytes;
        self.positions.intern(key, by.0.into(), SpaceState::New, other_bytes, self.budget)
    }

    fn new_frame(&mut self, number: u32, by: Player) -> Result<SpaceFrame<B::Seen>> {
        self.meter.advance(1)?;
        let position_count = self.positions.len();
        self.components.check_termination(self.rules, position_count, self.positions.key(number))?;
        *self.positions.data_mut(number) = SpaceState::Open;
        Ok(SpaceFrame { number, by, component: 0, option: 0, has_options: false, summary: self.backup.empty() })
    }

    fn add_option(&mut self, frame: &mut SpaceFrame<B::Seen>, value: B::Value) {
        let before = B::bytes(&frame.summary);
        if self.backup.add_option(&mut frame.summary, frame.by, value) {
            frame.component = usize::MAX;
        }
        self.summary_bytes = self.summary_bytes - before + B::bytes(&frame.summary);
    }

    /// Puts the next option of the frame's position into `child` and returns the player who moves next.
    /// Returns `None` if no option is left.
    fn next_option(&mut self, frame: &mut SpaceFrame<B::Seen>, child: &mut Multiset) -> Result<Option<Player>> {
        loop {
            let key = self.positions.key(frame.number);
            let Some(&(component, _)) = key.get(frame.component) else { return Ok(None) };
            let length = key.len();
            let other_bytes = self.positions.bytes() + self.stack.bytes() + self.summary_bytes;
            let arrange = |successors: &mut Vec<Successor>| {
                successors.compact_sort();
                successors.dedup();
            };
            let permitted = |next: Player| self.backup.turn(next).map(drop);
            let at = (component, frame.by);
            let options = self.components.options(self.rules, at, other_bytes, self.budget, permitted, arrange)?;
            let Some((leaves, next)) = options.get(frame.option) else {
                (frame.component, frame.option) = (frame.component + 1, 0);
                continue;
            };
            frame.option += 1;
            frame.has_options = true;
            let next = self.backup.turn(next)?;
            // The meter counts a position once, but a position may have millions of options. Copying an option
            // takes time proportional to its number of different components.
            self.steps += 1 + length as u64 / 64;
            if self.steps >= self.next_check {
                self.next_check = self.steps + CHECK_STEPS;
                self.budget.check()?;
            }
            self.positions.write_option(frame.number, component, leaves, child)?;
            return Ok(Some(next));
        }
    }
}
