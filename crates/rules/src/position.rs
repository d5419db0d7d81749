//! A position of one game, with its types erased: what parsing yields and engines and faces work on.

use crate::any::{DynRules, Opaque};
use crate::{AnyMove, AnyPart, AnyRules, Card, Claim, Game, MoveText, Result, Seat, TableView, Theorem, TheoremCard};
use grundy_value::{Genus, NimSum, Outcome, Play};
use std::fmt;
use std::sync::Arc;

/// A position of one game: its rules and its components.
pub struct Term<G: Game> {
    rules: Arc<G>,
    parts: Vec<G::Part>,
}

impl<G: Game> Term<G> {
    /// The position of these components.
    pub fn new(rules: G, parts: Vec<G::Part>) -> Term<G> {
        Term { rules: Arc::new(rules), parts }
    }

    /// The rules.
    pub fn rules(&self) -> &G {
        &self.rules
    }

    /// The components.
    pub fn parts(&self) -> &[G::Part] {
        &self.parts
    }

    fn write_parts<'a>(&self, parts: impl Iterator<Item = &'a G::Part>, out: &mut String) {
        self.rules.write_rules(out);
        out.push('(');
        for (k, part) in parts.enumerate() {
            if k > 0 {
                out.push(',');
            }
            self.rules.write_part(part, out);
        }
        out.push(')');
    }

    /// The first theorem that gives the component's value, and its functions.
    fn value_theorem(&self, part: &G::Part, play: Play) -> Option<(usize, ValueClaim<G>)> {
        G::theorems().iter().enumerate().find_map(|(k, theorem)| match theorem.claim {
            Claim::Value { play: p, value, count, moves } if p == play && (theorem.scope)(&self.rules, part) => {
                Some((k, ValueClaim { value, count, moves }))
            }
            _ => None,
        })
    }

    fn outcome_theorem(&self, part: &G::Part, play: Play) -> Option<&'static Theorem<G>> {
        let speaks = |t: &&Theorem<G>| {
            matches!(t.claim, Claim::Outcome { play: p, .. } if p == play) && (t.scope)(&self.rules, part)
        };
        G::theorems().iter().find(speaks)
    }
}

struct ValueClaim<G: Game> {
    value: fn(&G, &G::Part) -> u128,
    count: fn(&G, &G::Part, u128) -> u128,
    moves: for<'a> fn(&'a G, &'a G::Part, u128) -> crate::MoveList<'a, G::Move>,
}

/// What one theorem says of all components of a position together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// The theorem.
    pub theorem: &'static TheoremCard,
    /// The sum of the components.
    pub sum: NimSum,
}

/// Which options of a component an engine wants: called with the coordinates of the components that a move leaves.
pub type MoveFilter<'a> = &'a mut dyn FnMut(&[[u64; 2]]) -> Result<bool>;

/// A position of one game whose types are not known: blanket-implemented by [`Term`] for every [`Game`].
///
/// Components are named by their place, counted from 0.
pub trait DynPosition: fmt::Debug + Send + Sync {
    /// The game's card.
    fn card(&self) -> &'static Card;

    /// How many components there are.
    fn len(&self) -> usize;

    /// Whether there are no components at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game without its position, as text: `take[1..3]`.
    fn rules_text(&self) -> String;

    /// Writes the position as a term of the notation.
    fn write(&self, out: &mut String);

    /// Writes the position that a move leaves.
    fn write_after(&self, part: usize, mv: &AnyMove, out: &mut String);

    /// Describes a move.
    fn describe(&self, part: usize, mv: &AnyMove) -> MoveText;

    /// How the game's values stand in a table.
    fn table(&self) -> Option<TableView<'_>>;

    /// Where a component stands in the table.
    fn coordinates(&self, part: usize) -> [u64; 2];

    /// Counts the moves of a component that the filter wants, and lists the first `list` of them.
    ///
    /// # Errors
    /// The filter's.
    fn filter_moves(&self, part: usize, list: usize, filter: MoveFilter<'_>) -> Result<(u128, Vec<AnyMove>)>;

    /// Whether a component has any move.
    fn has_moves(&self, part: usize) -> bool;

    /// One component as a position of its own, as text.
    fn write_one(&self, part: usize) -> String;

    /// The value of a component by theorem: the size of the Nim heap it is worth, and the line of arithmetic.
    fn value(&self, part: usize, play: Play) -> Option<(u128, &'static TheoremCard)>;

    /// All components at once, if one theorem gives the values of all of them.
    fn closed_form(&self, play: Play) -> Option<ClosedForm>;

    /// How many moves in this position win `whole`, the sum that it is part of, where [`DynPosition::closed_form`]
    /// gives the values.
    fn count_winning(&self, play: Play, whole: NimSum) -> u128;

    /// The moves of a component to options worth a Nim heap of size `to`, where a theorem gives its value.
    fn moves_to(&self, part: usize, play: Play, to: u128) -> Option<(u128, Box<dyn Iterator<Item = AnyMove> + '_>)>;

    /// Who wins a component that stands alone, by theorem.
    fn outcome(&self, part: usize, play: Play) -> Option<(Outcome, &'static TheoremCard)>;

    /// The winning moves of a component that stands alone, where a theorem gives its outcome.
    fn winning_moves(&self, part: usize, play: Play) -> Option<(u128, Box<dyn Iterator<Item = AnyMove> + '_>)>;

    /// The theorem's claim with the numbers of this component put in; `None` if it is not in the theorem's scope, as when
    /// the theorem was used for another term of the sum.
    fn working(&self, part: usize, theorem: &str) -> Option<String>;

    /// The components as components of a sum of any games.
    fn erase(&self, rules: &mut AnyRules) -> Vec<AnyPart>;

    /// All moves of a component, in the order of [`crate::Rules::moves`].
    fn moves(&self, part: usize) -> Vec<AnyMove>;
}

impl<G: Game> fmt::Debug for Term<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

impl<G: Game> DynPosition for Term<G> {
    fn card(&self) -> &'static Card {
        &G::CARD
    }

    fn len(&self) -> usize {
        self.parts.len()
    }

    fn rules_text(&self) -> String {
        self.rules.rules_text()
    }

    fn write(&self, out: &mut String) {
        self.write_parts(self.parts.iter(), out);
    }

    fn write_after(&self, part: usize, mv: &AnyMove, out: &mut String) {
        let left = self.rules.play(&self.parts[part], Seat::LEFT, mv.0.get());
        self.write_parts(self.parts[..part].iter().chain(&left).chain(&self.parts[part + 1..]), out);
    }

    fn describe(&self, part: usize, mv: &AnyMove) -> MoveText {
        self.rules.describe(&self.parts[part], part + 1, mv.0.get())
    }

    fn table(&self) -> Option<TableView<'_>> {
        self.rules.table()
    }

    fn coordinates(&self, part: usize) -> [u64; 2] {
        self.rules.coordinates(&self.parts[part])
    }

    fn filter_moves(&self, part: usize, list: usize, filter: MoveFilter<'_>) -> Result<(u128, Vec<AnyMove>)> {
        let from = &self.parts[part];
        let (mut count, mut listed) = (0, vec![]);
        let mut coordinates = vec![];
        for mv in self.rules.moves(from, Seat::LEFT) {
            coordinates.clear();
            coordinates.extend(self.rules.play(from, Seat::LEFT, &mv).iter().map(|p| self.rules.coordinates(p)));
            if filter(&coordinates)? {
                count += 1;
                if listed.len() < list {
                    listed.push(AnyMove(Opaque::new(mv)));
                }
            }
        }
        Ok((count, listed))
    }

    fn has_moves(&self, part: usize) -> bool {
        self.rules.moves(&self.parts[part], Seat::LEFT).next().is_some()
    }

    fn write_one(&self, part: usize) -> String {
        let mut out = String::new();
        self.write_parts(std::iter::once(&self.parts[part]), &mut out);
        out
    }

    fn value(&self, part: usize, play: Play) -> Option<(u128, &'static TheoremCard)> {
        let part = &self.parts[part];
        let (theorem, claim) = self.value_theorem(part, play)?;
        Some(((claim.value)(&self.rules, part), &G::theorems()[theorem].card))
    }

    fn closed_form(&self, play: Play) -> Option<ClosedForm> {
        let first = self.parts.first()?;
        let (theorem, claim) = self.value_theorem(first, play)?;
        let theorem = &G::theorems()[theorem];
        let mut sum = NimSum::default();
        for part in &self.parts {
            if !(theorem.scope)(&self.rules, part) {
                return None;
            }
            sum.add(Genus::of_nim_heap((claim.value)(&self.rules, part)), 1);
        }
        Some(ClosedForm { theorem: &theorem.card, sum })
    }

    fn count_winning(&self, play: Play, whole: NimSum) -> u128 {
        let Some((_, claim)) = self.parts.first().and_then(|p| self.value_theorem(p, play)) else { return 0 };
        let mut count = 0;
        for part in &self.parts {
            let value = (claim.value)(&self.rules, part);
            let rest = whole.without(Genus::of_nim_heap(value));
            count += (claim.count)(&self.rules, part, rest.completing_heap(play));
        }
        count
    }

    fn moves_to(&self, part: usize, play: Play, to: u128) -> Option<(u128, Box<dyn Iterator<Item = AnyMove> + '_>)> {
        let part = &self.parts[part];
        let (_, claim) = self.value_theorem(part, play)?;
        let count = (claim.count)(&self.rules, part, to);
        let moves = (claim.moves)(&self.rules, part, to);
        Some((count, Box::new(moves.map(|mv| AnyMove(Opaque::new(mv))))))
    }

    fn outcome(&self, part: usize, play: Play) -> Option<(Outcome, &'static TheoremCard)> {
        let part = &self.parts[part];
        let theorem = self.outcome_theorem(part, play)?;
        match theorem.claim {
            Claim::Outcome { outcome, .. } => Some((outcome(&self.rules, part), &theorem.card)),
            Claim::Value { .. } => None,
        }
    }

    fn winning_moves(&self, part: usize, play: Play) -> Option<(u128, Box<dyn Iterator<Item = AnyMove> + '_>)> {
        let part = &self.parts[part];
        match self.outcome_theorem(part, play)?.claim {
            Claim::Outcome { count, moves, .. } => {
                let list = moves(&self.rules, part).map(|mv| AnyMove(Opaque::new(mv)));
                Some((count(&self.rules, part), Box::new(list)))
            }
            Claim::Value { .. } => None,
        }
    }

    fn working(&self, part: usize, theorem: &str) -> Option<String> {
        let theorem = G::theorems().iter().find(|t| t.card.name == theorem)?;
        let part = &self.parts[part];
        (theorem.scope)(&self.rules, part).then(|| (theorem.working)(&self.rules, part))
    }

    fn erase(&self, rules: &mut AnyRules) -> Vec<AnyPart> {
        let game = rules.game(&self.rules_text(), || Arc::clone(&self.rules) as Arc<dyn DynRules>);
        self.parts.iter().map(|p| AnyPart { game, part: Opaque::new(p.clone()) }).collect()
    }

    fn moves(&self, part: usize) -> Vec<AnyMove> {
        self.rules.moves(&self.parts[part], Seat::LEFT).map(|mv| AnyMove(Opaque::new(mv))).collect()
    }
}
