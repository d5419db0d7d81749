//! Numbers the components of one ruleset, for brute force over type-erased rules.
//!
//! Only [`Rules::moves`], [`Rules::play`] and [`Rules::key`] are called. Numbers need no allocation, so
//! tables of many thousand components are built as fast as with a known component type.

use crate::{AnyComponent, Player, Rules};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The components encountered so far, numbered from 0; components with equal keys share a number.
pub trait ComponentNumbering: Send {
    /// Returns the number of a component of these rules.
    ///
    /// # Panics
    /// If the component is of another game.
    fn number(&mut self, component: &AnyComponent) -> u32;

    /// Calls `visit` once for each move of `by`, with the numbers of the components that the move leaves.
    ///
    /// The moves are in the order of [`Rules::moves`], and are those of the first component that got this number;
    /// [`ComponentNumbering::component_options`] takes a component instead.
    fn options(&mut self, number: u32, by: Player, visit: &mut dyn FnMut(&[u32]));

    /// Calls `visit` as [`ComponentNumbering::options`] does, but with the moves of the given component.
    ///
    /// Components with equal keys may list their moves in different orders.
    fn component_options(&mut self, component: &AnyComponent, by: Player, visit: &mut dyn FnMut(&[u32]));
}

pub(crate) struct NumberedComponents<R: Rules> {
    rules: Arc<R>,
    numbers: FxHashMap<R::Key, u32>,
    components: Vec<R::Component>,
}

impl<R: Rules> NumberedComponents<R> {
    pub(crate) fn new(rules: Arc<R>) -> NumberedComponents<R> {
        NumberedComponents { rules, numbers: FxHashMap::default(), components: vec![] }
    }

    fn intern(&mut self, component: &R::Component) -> u32 {
        let next = self.components.len() as u32;
        let number = *self.numbers.entry(self.rules.key(component)).or_insert(next);
        if number == next {
            self.components.push(component.clone());
        }
        number
    }

    fn for_each_move(&mut self, component: &R::Component, by: Player, visit: &mut dyn FnMut(&[u32])) {
        let rules = Arc::clone(&self.rules);
        let mut numbers = vec![];
        for mv in rules.moves(component, by) {
            numbers.clear();
            for component in &rules.play(component, by, &mv) {
                numbers.push(self.intern(component));
            }
            visit(&numbers);
        }
    }
}

impl<R: Rules> ComponentNumbering for NumberedComponents<R> {
    fn number(&mut self, component: &AnyComponent) -> u32 {
        self.intern(component.component.downcast())
    }

    fn options(&mut self, number: u32, by: Player, visit: &mut dyn FnMut(&[u32])) {
        let component = self.components[number as usize].clone();
        self.for_each_move(&component, by, visit);
    }

    fn component_options(&mut self, component: &AnyComponent, by: Player, visit: &mut dyn FnMut(&[u32])) {
        self.for_each_move(component.component.downcast(), by, visit);
    }
}
