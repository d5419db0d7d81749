//! The implementation of [`TablePosition`]: positions as numbers, for engines with tables.

use super::GamePosition;
use crate::component_numbering::NumberedComponents;
use crate::indexed::{TerminalResult, Tiers};
use crate::{
    AnyMove, Budget, ComponentNumbering, Coordinates, DynPosition, Game, MoveFilter, Player, Result, TablePosition,
};
use std::sync::Arc;

impl<G: Game> TablePosition for GamePosition<G> {
    fn table_coordinates(&self, component: usize) -> Coordinates {
        self.rules().table_coordinates(&self.components[component])
    }

    fn filter_moves(
        &self,
        component: usize,
        by: Player,
        list: usize,
        filter: MoveFilter<'_>,
    ) -> Result<(u128, Vec<AnyMove>)> {
        let (rules, from) = (self.rules(), &self.components[component]);
        let (mut count, mut listed) = (0, vec![]);
        let mut coordinates = vec![];
        for mv in rules.moves(from, by) {
            coordinates.clear();
            for (component, copies) in &rules.play_counted(from, by, &mv) {
                coordinates.push((rules.table_coordinates(component), *copies));
            }
            if filter(&coordinates)? {
                count += 1;
                if listed.len() < list {
                    listed.push(AnyMove::new(mv));
                }
            }
        }
        Ok((count, listed))
    }

    fn move_to(&self, component: usize, by: Player, after: &[Coordinates]) -> Option<AnyMove> {
        self.rules().move_to(&self.components[component], by, after).map(AnyMove::new)
    }

    fn component_numbering(&self) -> Box<dyn ComponentNumbering> {
        Box::new(NumberedComponents::new(Arc::clone(&self.rules.0)))
    }

    fn terminal_result(&self, component: usize) -> Option<TerminalResult> {
        self.rules().terminal_result(&self.components[component])
    }

    fn tiers(&self, component: usize, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
        self.rules().tiers(&self.components[component], budget)
    }

    fn encode(&self, component: usize) -> Option<Vec<u64>> {
        self.rules().encode(&self.components[component])
    }

    fn decode(&self, words: &[u64]) -> Option<Box<dyn DynPosition>> {
        Some(self.with(vec![self.rules().decode(words)?], self.first))
    }
}
