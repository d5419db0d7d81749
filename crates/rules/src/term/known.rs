//! What the theorems of a game state about a position.

use super::GamePosition;
use crate::spoken::erase;
use crate::{AnyMove, Claim, ClosedForm, Game, Known, MoveList, Player, Spoken, Theorem, TheoremInfo, Told};
use grundy_value::{Genus, NimSum, Outcome, Play};

impl<G: Game> GamePosition<G> {
    /// Returns the first theorem that states a value or genus of the component.
    fn worth_theorem(&self, part: &G::Component, play: Play) -> Option<&'static Theorem<G>> {
        let speaks = |t: &&Theorem<G>| {
            matches!(t.claim, Claim::Value { .. } | Claim::Tame { .. })
                && t.claim.play() == play
                && (t.scope)(self.rules(), part)
        };
        self.rules().theorems().iter().find(speaks)
    }

    fn outcome_theorem(&self, part: &G::Component, play: Play) -> Option<&'static Theorem<G>> {
        let speaks = |t: &&Theorem<G>| {
            matches!(t.claim, Claim::Outcome { play: p, .. } if p == play) && (t.scope)(self.rules(), part)
        };
        self.rules().theorems().iter().find(speaks)
    }
}

impl<G: Game> Theorem<G> {
    /// Returns the genus of a component in scope; under normal play that of the Nim heap of its value.
    fn genus(&self, rules: &G, part: &G::Component) -> Genus {
        match self.claim {
            Claim::Value { value, .. } => Genus::of_nim_heap(value(rules, part)),
            Claim::Tame { genus, .. } => genus(rules, part),
            Claim::Game { .. } | Claim::Outcome { .. } => unreachable!("chosen for its worth"),
        }
    }

    /// Counts the moves in a component in scope that make a P-position together with `rest`.
    fn count_completing(&self, rules: &G, part: &G::Component, rest: NimSum) -> u128 {
        match self.claim {
            Claim::Value { play, count, .. } => count(rules, part, rest.completing_heap(play)),
            Claim::Tame { count, .. } => count(rules, part, rest),
            Claim::Game { .. } | Claim::Outcome { .. } => unreachable!("chosen for its worth"),
        }
    }

    /// Returns these moves.
    fn completing<'a>(&self, rules: &'a G, part: &'a G::Component, rest: NimSum) -> MoveList<'a, G::Move> {
        match self.claim {
            Claim::Value { play, moves, .. } => moves(rules, part, rest.completing_heap(play)),
            Claim::Tame { moves, .. } => moves(rules, part, rest),
            Claim::Game { .. } | Claim::Outcome { .. } => unreachable!("chosen for its worth"),
        }
    }
}

impl<G: Game> Known for GamePosition<G> {
    fn worth(&self, part: usize, play: Play) -> Option<(Genus, &'static TheoremInfo)> {
        let part = &self.parts[part];
        let theorem = self.worth_theorem(part, play)?;
        Some((theorem.genus(self.rules(), part), &theorem.card))
    }

    fn closed_form(&self, play: Play) -> Option<ClosedForm> {
        let rules = self.rules();
        let theorem = self.worth_theorem(self.parts.first()?, play)?;
        let mut sum = NimSum::default();
        for part in &self.parts {
            if !(theorem.scope)(rules, part) {
                return None;
            }
            sum.add(theorem.genus(rules, part), 1);
        }
        Some(ClosedForm { theorem: &theorem.card, sum })
    }

    fn count_winning(&self, play: Play, whole: NimSum) -> u128 {
        let rules = self.rules();
        let Some(theorem) = self.parts.first().and_then(|p| self.worth_theorem(p, play)) else { return 0 };
        let count = |part: &G::Component| {
            let rest = whole.without(theorem.genus(rules, part));
            theorem.count_completing(rules, part, rest)
        };
        self.parts.iter().map(count).sum()
    }

    fn completing(&self, part: usize, play: Play, rest: NimSum) -> Option<(u128, MoveList<'_, AnyMove>)> {
        let (rules, part) = (self.rules(), &self.parts[part]);
        let theorem = self.worth_theorem(part, play)?;
        let moves = erase::<G>(theorem.completing(rules, part, rest));
        Some((theorem.count_completing(rules, part, rest), moves))
    }

    fn outcome(&self, part: usize, play: Play) -> Option<(Outcome, &'static TheoremInfo)> {
        let part = &self.parts[part];
        let theorem = self.outcome_theorem(part, play)?;
        match theorem.claim {
            Claim::Outcome { outcome, .. } => Some((outcome(self.rules(), part), &theorem.card)),
            Claim::Value { .. } | Claim::Tame { .. } | Claim::Game { .. } => None,
        }
    }

    fn winning_moves(&self, part: usize, by: Player, play: Play) -> Option<Told<'_>> {
        let part = &self.parts[part];
        match &self.outcome_theorem(part, play)?.claim {
            Claim::Outcome { winning, .. } => Some(Told::of(winning, self.rules(), part, by)),
            Claim::Value { .. } | Claim::Tame { .. } | Claim::Game { .. } => None,
        }
    }

    fn spoken(&self, part: usize, theorem: &str) -> Option<Spoken<'_>> {
        let theorem = self.rules().theorems().iter().find(|t| t.card.name == theorem)?;
        Spoken::of(theorem, self.rules(), &self.parts[part])
    }
}
