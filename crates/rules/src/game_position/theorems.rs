//! The implementation of [`PositionTheorems`]: the theorems of a game applied to a position.

use super::GamePosition;
use crate::theorem_instance::to_any_moves;
use crate::{
    AnyMove, Claim, Game, KnownMoves, MoveList, Player, PositionTheorems, SumByTheorem, Theorem, TheoremInfo,
    TheoremInstance,
};
use grundy_value::{Genus, NimSum, Outcome, Play};

impl<G: Game> GamePosition<G> {
    /// Returns the first theorem that states a value or genus of the component.
    fn genus_theorem(&self, component: &G::Component, play: Play) -> Option<&'static Theorem<G>> {
        let applies = |t: &&Theorem<G>| {
            matches!(t.claim, Claim::NimHeap { .. } | Claim::Tame { .. })
                && t.claim.play() == play
                && (t.scope)(self.rules(), component)
        };
        self.rules().theorems().iter().find(applies)
    }

    /// Returns the first theorem that states the outcome of the component on its own.
    fn outcome_theorem(&self, component: &G::Component, play: Play) -> Option<&'static Theorem<G>> {
        let applies = |t: &&Theorem<G>| {
            matches!(t.claim, Claim::Outcome { play: p, .. } if p == play) && (t.scope)(self.rules(), component)
        };
        self.rules().theorems().iter().find(applies)
    }
}

impl<G: Game> Theorem<G> {
    /// Returns the genus that the theorem states for a component in its scope.
    ///
    /// If the theorem states a value, this is the genus of the Nim heap with that value.
    fn genus(&self, rules: &G, component: &G::Component) -> Genus {
        match self.claim {
            Claim::NimHeap { value, .. } => Genus::for_nim_heap(value(rules, component)),
            Claim::Tame { genus, .. } => genus(rules, component),
            Claim::GameValue { .. } | Claim::Outcome { .. } => {
                unreachable!("chosen because it states a value or genus")
            }
        }
    }

    /// Counts the moves in a component that make a P-position together with `rest`, the rest of the sum.
    ///
    /// The component must be in the theorem's scope.
    fn count_moves_to_p_position(&self, rules: &G, component: &G::Component, rest: NimSum) -> u128 {
        match self.claim {
            Claim::NimHeap { play, count, .. } => count(rules, component, rest.p_position_heap(play)),
            Claim::Tame { count, .. } => count(rules, component, rest),
            Claim::GameValue { .. } | Claim::Outcome { .. } => {
                unreachable!("chosen because it states a value or genus")
            }
        }
    }

    /// Returns the moves that [`Theorem::count_moves_to_p_position`] counts.
    fn moves_to_p_position<'a>(
        &self,
        rules: &'a G,
        component: &'a G::Component,
        rest: NimSum,
    ) -> MoveList<'a, G::Move> {
        match self.claim {
            Claim::NimHeap { play, moves, .. } => moves(rules, component, rest.p_position_heap(play)),
            Claim::Tame { moves, .. } => moves(rules, component, rest),
            Claim::GameValue { .. } | Claim::Outcome { .. } => {
                unreachable!("chosen because it states a value or genus")
            }
        }
    }
}

impl<G: Game> PositionTheorems for GamePosition<G> {
    fn genus_by_theorem(&self, component: usize, play: Play) -> Option<(Genus, &'static TheoremInfo)> {
        let component = &self.components[component];
        let theorem = self.genus_theorem(component, play)?;
        Some((theorem.genus(self.rules(), component), &theorem.info))
    }

    fn sum_by_theorem(&self, play: Play) -> Option<SumByTheorem> {
        let rules = self.rules();
        let theorem = self.genus_theorem(self.components.first()?, play)?;
        let mut sum = NimSum::default();
        for component in &self.components {
            if !(theorem.scope)(rules, component) {
                return None;
            }
            sum.add(theorem.genus(rules, component), 1);
        }
        Some(SumByTheorem { theorem: &theorem.info, sum })
    }

    fn count_winning_moves(&self, play: Play, sum: NimSum) -> u128 {
        let rules = self.rules();
        let Some(theorem) = self.components.first().and_then(|p| self.genus_theorem(p, play)) else { return 0 };
        let count = |component: &G::Component| {
            let rest = sum.without(theorem.genus(rules, component));
            theorem.count_moves_to_p_position(rules, component, rest)
        };
        self.components.iter().map(count).sum()
    }

    fn moves_to_p_position(&self, component: usize, play: Play, rest: NimSum) -> Option<(u128, MoveList<'_, AnyMove>)> {
        let (rules, component) = (self.rules(), &self.components[component]);
        let theorem = self.genus_theorem(component, play)?;
        let moves = to_any_moves::<G>(theorem.moves_to_p_position(rules, component, rest));
        Some((theorem.count_moves_to_p_position(rules, component, rest), moves))
    }

    fn outcome_by_theorem(&self, component: usize, play: Play) -> Option<(Outcome, &'static TheoremInfo)> {
        let component = &self.components[component];
        let theorem = self.outcome_theorem(component, play)?;
        match theorem.claim {
            Claim::Outcome { outcome, .. } => Some((outcome(self.rules(), component), &theorem.info)),
            Claim::NimHeap { .. } | Claim::Tame { .. } | Claim::GameValue { .. } => None,
        }
    }

    fn winning_moves_by_theorem(&self, component: usize, by: Player, play: Play) -> Option<KnownMoves<'_>> {
        let component = &self.components[component];
        match &self.outcome_theorem(component, play)?.claim {
            Claim::Outcome { winning, .. } => Some(KnownMoves::from_winning(winning, self.rules(), component, by)),
            Claim::NimHeap { .. } | Claim::Tame { .. } | Claim::GameValue { .. } => None,
        }
    }

    fn apply_theorem(&self, component: usize, theorem: &str) -> Option<TheoremInstance<'_>> {
        let theorem = self.rules().theorems().iter().find(|t| t.info.name == theorem)?;
        TheoremInstance::apply(theorem, self.rules(), &self.components[component])
    }
}
