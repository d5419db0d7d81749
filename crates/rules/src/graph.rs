//! The components of one ruleset as numbers, for brute force over rules whose types are erased.
//!
//! Only [`Rules::moves`], [`Rules::play`] and [`Rules::key`] are called. A number needs no allocation, so
//! tables of many thousand components are built as fast as if their type were known.

use crate::{AnyPart, Player, Rules};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The components met so far, numbered from 0; components with equal keys share a number.
pub trait Graph: Send {
    /// Returns the number of a component of these rules.
    ///
    /// # Panics
    /// If the component is of another game.
    fn number(&mut self, part: &AnyPart) -> u32;

    /// Calls `show` with the components that each move of `by` leaves, in the order of [`Rules::moves`].
    ///
    /// The moves are those of the first component met with this number; [`Graph::left`] shows those of a
    /// given component.
    fn options(&mut self, number: u32, by: Player, show: &mut dyn FnMut(&[u32]));

    /// Does the same for this very component.
    ///
    /// Components with equal keys may list their moves in another order.
    fn left(&mut self, part: &AnyPart, by: Player, show: &mut dyn FnMut(&[u32]));
}

pub(crate) struct Numbered<R: Rules> {
    rules: Arc<R>,
    numbers: FxHashMap<R::Key, u32>,
    parts: Vec<R::Component>,
}

impl<R: Rules> Numbered<R> {
    pub(crate) fn new(rules: Arc<R>) -> Numbered<R> {
        Numbered { rules, numbers: FxHashMap::default(), parts: vec![] }
    }

    fn take_in(&mut self, part: &R::Component) -> u32 {
        let next = self.parts.len() as u32;
        let number = *self.numbers.entry(self.rules.key(part)).or_insert(next);
        if number == next {
            self.parts.push(part.clone());
        }
        number
    }

    fn show(&mut self, part: &R::Component, by: Player, show: &mut dyn FnMut(&[u32])) {
        let rules = Arc::clone(&self.rules);
        let mut left = vec![];
        for mv in rules.moves(part, by) {
            left.clear();
            for part in &rules.play(part, by, &mv) {
                left.push(self.take_in(part));
            }
            show(&left);
        }
    }
}

impl<R: Rules> Graph for Numbered<R> {
    fn number(&mut self, part: &AnyPart) -> u32 {
        self.take_in(part.part.get())
    }

    fn options(&mut self, number: u32, by: Player, show: &mut dyn FnMut(&[u32])) {
        let part = self.parts[number as usize].clone();
        self.show(&part, by, show);
    }

    fn left(&mut self, part: &AnyPart, by: Player, show: &mut dyn FnMut(&[u32])) {
        self.show(part.part.get(), by, show);
    }
}
