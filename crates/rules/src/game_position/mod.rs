//! [`GamePosition`], a position of one game, and its implementations of the type-erased traits.

mod display;
mod rules_handle;
mod table_position;
mod theorems;

pub use rules_handle::RulesHandle;

use crate::identity::GameKey;
use crate::opaque::Opaque;
use crate::sum_rules::ErasedRules;
use crate::{
    AnyComponent, AnyMove, Components, DynPosition, DynRuleset, Game, Kind, MoveList, MoveText, Player, SumRules,
};
use std::sync::Arc;

/// The maximum number of equal components that are listed one by one after a move.
///
/// For example, the two halves of a heap are listed.
const MAX_LISTED_COPIES: u64 = 2;

/// A position of one game: its rules, its components, and the player to move.
///
/// In most games the player to move is not part of the position, and is then Left.
pub struct GamePosition<G: Game> {
    /// The rules, with fixed parameters, which other positions may share.
    rules: RulesHandle<G>,
    components: Vec<G::Component>,
    first: Player,
}

impl<G: Game> GamePosition<G> {
    /// Returns the position of these components.
    pub fn new(rules: G, components: Vec<G::Component>) -> GamePosition<G> {
        GamePosition::with_first(rules, components, Player::LEFT)
    }

    /// Returns the position of these components in which `first` is to move.
    pub fn with_first(rules: G, components: Vec<G::Component>, first: Player) -> GamePosition<G> {
        GamePosition { rules: RulesHandle::new(rules), components, first }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &G {
        &self.rules.0
    }

    /// Returns the components.
    pub fn components(&self) -> &[G::Component] {
        &self.components
    }

    /// Returns the position of these components under shared rules.
    pub(crate) fn with_shared_rules(rules: &Arc<G>, components: Vec<G::Component>) -> GamePosition<G> {
        GamePosition { rules: RulesHandle(Arc::clone(rules)), components, first: Player::LEFT }
    }

    /// Returns all components, with that at index `component` replaced by `after`.
    fn with_replaced(&self, component: usize, after: impl IntoIterator<Item = G::Component>) -> Vec<G::Component> {
        let mut components = self.components[..component].to_vec();
        components.extend(after);
        components.extend_from_slice(&self.components[component + 1..]);
        components
    }

    /// Returns a position of other components under the same rules.
    fn with(&self, components: Vec<G::Component>, first: Player) -> Box<dyn DynPosition> {
        Box::new(GamePosition { first, ..GamePosition::with_shared_rules(&self.rules.0, components) })
    }
}

impl<G: Game> DynPosition for GamePosition<G> {
    fn ruleset(&self) -> &dyn DynRuleset {
        &self.rules
    }

    fn len(&self) -> usize {
        self.components.len()
    }

    fn first_player(&self) -> Player {
        self.first
    }

    fn moves(&self, component: usize, by: Player) -> MoveList<'_, AnyMove> {
        Box::new(self.rules().moves(&self.components[component], by).map(AnyMove::new))
    }

    fn moves_from_numbers(&self, component: usize, by: Player, numbers: &[u64]) -> Option<Vec<AnyMove>> {
        let moves = self.rules().moves_from_numbers(&self.components[component], by, numbers)?;
        Some(moves.into_iter().map(AnyMove::new).collect())
    }

    fn describe(&self, component: usize, mv: &AnyMove) -> MoveText {
        self.rules().describe(&self.components[component], component + 1, mv.0.downcast())
    }

    fn variables(&self, component: usize, by: Player, mv: &AnyMove) -> Vec<(String, i64)> {
        self.rules().variables(&self.components[component], by, mv.0.downcast())
    }

    fn next_player(&self, component: usize, by: Player, mv: &AnyMove) -> Player {
        self.rules().next_player(&self.components[component], by, mv.0.downcast())
    }

    fn points(&self, component: usize, by: Player, mv: &AnyMove) -> i64 {
        G::POINTS.map_or(0, |points| points(self.rules(), &self.components[component], by, mv.0.downcast()))
    }

    fn after(&self, component: usize, by: Player, mv: &AnyMove) -> Box<dyn DynPosition> {
        let from = &self.components[component];
        let after = self.rules().play(from, by, mv.0.downcast());
        self.with(self.with_replaced(component, after), self.rules().next_player(from, by, mv.0.downcast()))
    }

    fn after_counted(&self, component: usize, by: Player, mv: &AnyMove) -> Vec<(Box<dyn DynPosition>, u64)> {
        let from = &self.components[component];
        let after = self.rules().play_counted(from, by, mv.0.downcast());
        let first = self.rules().next_player(from, by, mv.0.downcast());
        // These are plain loops because iterator adapters would generate more code for each game.
        let (mut listed, mut terms) = (Components::<G::Component>::new(), vec![]);
        for (component, copies) in after {
            if copies > MAX_LISTED_COPIES {
                terms.push((self.with(vec![component], first), copies));
                continue;
            }
            for _ in 1..copies {
                listed.push(component.clone());
            }
            if copies > 0 {
                listed.push(component);
            }
        }
        let once = self.with_replaced(component, listed);
        if !once.is_empty() || terms.is_empty() {
            terms.insert(0, (self.with(once, first), 1));
        }
        terms
    }

    fn component(&self, component: usize) -> Box<dyn DynPosition> {
        self.with(vec![self.components[component].clone()], self.first)
    }

    fn erased_components(&self, rules: &mut SumRules, negative: bool) -> Vec<AnyComponent> {
        let own_rules = &self.rules.0;
        // The notation of scoring games does not contain all parameters, and long parameters cost too much to
        // compare.
        let is_comparable = own_rules.kind() != Kind::Scoring && own_rules.count_rules_numbers() <= 1000;
        let key = if is_comparable {
            GameKey::Rules(self.rules.id())
        } else {
            GameKey::Address(Arc::as_ptr(own_rules).addr())
        };
        let game = rules.intern_game(key, || Arc::clone(own_rules) as Arc<dyn ErasedRules>);
        let erased = |component: &G::Component| {
            let negative = negative && own_rules.kind_of(component) != Kind::Impartial;
            AnyComponent { game, negative, component: Opaque::new(component.clone()) }
        };
        self.components.iter().map(erased).collect()
    }

    fn with_components(&self, components: &[&AnyComponent], first: Player) -> Box<dyn DynPosition> {
        self.with(
            components.iter().map(|component| component.component.downcast::<G::Component>().clone()).collect(),
            first,
        )
    }

    fn clone_box(&self) -> Box<dyn DynPosition> {
        self.with(self.components.clone(), self.first)
    }
}
