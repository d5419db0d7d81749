//! Positions of one game whose type is known, and their type-erased interfaces.

mod bare;
mod known;
mod seen;
mod tabled;

pub use bare::RulesHandle;

use crate::any::DynRules;
use crate::identity::GameKey;
use crate::opaque::Opaque;
use crate::{AnyMove, AnyPart, AnyRules, Components, DynPosition, DynRuleset, Game, Kind, MoveList, MoveText, Player};
use std::sync::Arc;

/// The most equal components that are listed one by one after a move, such as the two halves of a heap.
const MAX_LISTED_COPIES: u64 = 2;

/// A position of one game: its rules, its components, and the player to move where that is part of it.
pub struct GamePosition<G: Game> {
    game: RulesHandle<G>,
    parts: Vec<G::Component>,
    first: Player,
}

impl<G: Game> GamePosition<G> {
    /// Returns the position of these components.
    pub fn new(rules: G, parts: Vec<G::Component>) -> GamePosition<G> {
        GamePosition::with_first(rules, parts, Player::LEFT)
    }

    /// Returns the position of these components in which `first` is to move.
    pub fn with_first(rules: G, parts: Vec<G::Component>, first: Player) -> GamePosition<G> {
        GamePosition { game: RulesHandle::new(rules), parts, first }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &G {
        &self.game.0
    }

    /// Returns the components.
    pub fn parts(&self) -> &[G::Component] {
        &self.parts
    }

    /// Returns the position of these components under shared rules.
    pub(crate) fn of_shared(rules: &Arc<G>, parts: Vec<G::Component>) -> GamePosition<G> {
        GamePosition { game: RulesHandle(Arc::clone(rules)), parts, first: Player::LEFT }
    }

    /// Returns the components with one of them replaced by `left`.
    fn replaced(&self, part: usize, left: impl IntoIterator<Item = G::Component>) -> Vec<G::Component> {
        let mut parts = self.parts[..part].to_vec();
        parts.extend(left);
        parts.extend_from_slice(&self.parts[part + 1..]);
        parts
    }

    /// Returns a position of other components under the same rules.
    fn with(&self, parts: Vec<G::Component>, first: Player) -> Box<dyn DynPosition> {
        Box::new(GamePosition { first, ..GamePosition::of_shared(&self.game.0, parts) })
    }
}

impl<G: Game> DynPosition for GamePosition<G> {
    fn ruleset(&self) -> &dyn DynRuleset {
        &self.game
    }

    fn len(&self) -> usize {
        self.parts.len()
    }

    fn first(&self) -> Player {
        self.first
    }

    fn moves(&self, part: usize, by: Player) -> MoveList<'_, AnyMove> {
        Box::new(self.rules().moves(&self.parts[part], by).map(AnyMove::of))
    }

    fn moves_named(&self, part: usize, by: Player, numbers: &[u64]) -> Option<Vec<AnyMove>> {
        let moves = self.rules().moves_named(&self.parts[part], by, numbers)?;
        Some(moves.into_iter().map(AnyMove::of).collect())
    }

    fn describe(&self, part: usize, mv: &AnyMove) -> MoveText {
        self.rules().describe(&self.parts[part], part + 1, mv.0.get())
    }

    fn variables(&self, part: usize, by: Player, mv: &AnyMove) -> Vec<(String, i64)> {
        self.rules().variables(&self.parts[part], by, mv.0.get())
    }

    fn next(&self, part: usize, by: Player, mv: &AnyMove) -> Player {
        self.rules().next(&self.parts[part], by, mv.0.get())
    }

    fn points(&self, part: usize, by: Player, mv: &AnyMove) -> i64 {
        G::POINTS.map_or(0, |points| points(self.rules(), &self.parts[part], by, mv.0.get()))
    }

    fn after(&self, part: usize, by: Player, mv: &AnyMove) -> Box<dyn DynPosition> {
        let from = &self.parts[part];
        let left = self.rules().play(from, by, mv.0.get());
        self.with(self.replaced(part, left), self.rules().next(from, by, mv.0.get()))
    }

    fn after_counted(&self, part: usize, by: Player, mv: &AnyMove) -> Vec<(Box<dyn DynPosition>, u64)> {
        let from = &self.parts[part];
        let left = self.rules().play_counted(from, by, mv.0.get());
        let first = self.rules().next(from, by, mv.0.get());
        // Plain loops: this is compiled once for each game, and iterator adapters would generate more code
        // each time.
        let (mut listed, mut terms) = (Components::<G::Component>::new(), vec![]);
        for (part, copies) in left {
            if copies > MAX_LISTED_COPIES {
                terms.push((self.with(vec![part], first), copies));
                continue;
            }
            for _ in 1..copies {
                listed.push(part.clone());
            }
            if copies > 0 {
                listed.push(part);
            }
        }
        let once = self.replaced(part, listed);
        if !once.is_empty() || terms.is_empty() {
            terms.insert(0, (self.with(once, first), 1));
        }
        terms
    }

    fn alone(&self, part: usize) -> Box<dyn DynPosition> {
        self.with(vec![self.parts[part].clone()], self.first)
    }

    fn erase(&self, rules: &mut AnyRules, negative: bool) -> Vec<AnyPart> {
        let own = &self.game.0;
        // Boards that are parsed with the position do not write all parameters, and long ones cost too much
        // to compare.
        let whole = own.kind() != Kind::Scoring && own.rules_numbers() <= 1000;
        let key = if whole { GameKey::Rules(self.game.id()) } else { GameKey::Place(Arc::as_ptr(own).addr()) };
        let game = rules.game(key, || Arc::clone(own) as Arc<dyn DynRules>);
        let erased = |part: &G::Component| {
            let negative = negative && own.kind_of(part) != Kind::Impartial;
            AnyPart { game, negative, part: Opaque::new(part.clone()) }
        };
        self.parts.iter().map(erased).collect()
    }

    fn of_erased(&self, parts: &[&AnyPart], first: Player) -> Box<dyn DynPosition> {
        self.with(parts.iter().map(|part| part.part.get::<G::Component>().clone()).collect(), first)
    }

    fn copied(&self) -> Box<dyn DynPosition> {
        self.with(self.parts.clone(), self.first)
    }
}
