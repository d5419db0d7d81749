//! A position of one game, with its types erased: what parsing yields and engines and faces work on.

use crate::any::{DynRules, Opaque};
use crate::graph::Numbered;
use crate::{
    AnyMove, AnyPart, AnyRules, Bare, Card, Claim, Coordinates, DynRuleset, Game, Graph, HeapMove, Kind, MoveList,
    MoveText, Picture, Result, Seat, Spoken, TableView, Theorem, TheoremCard, Told,
};
use grundy_lang::Text;
use grundy_value::{Genus, NimSum, Outcome, Play};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Components of more numbers than this are not drawn.
const MOST_DRAWN: usize = 1000;

/// A position of one game: its rules, its components, and who is to move where that is part of the position.
pub struct Term<G: Game> {
    rules: Arc<G>,
    parts: Vec<G::Part>,
    first: Seat,
}

impl<G: Game> Term<G> {
    /// The position of these components.
    pub fn new(rules: G, parts: Vec<G::Part>) -> Term<G> {
        Term::with_first(rules, parts, Seat::LEFT)
    }

    /// What people see of a component, unless it is too long to be seen.
    fn picture_of(&self, part: &G::Part) -> Picture {
        match self.rules.numbers(part) {
            0..=MOST_DRAWN => self.rules.picture(part),
            _ => Picture::Text(String::new()),
        }
    }

    /// The position of these components in which `first` is to move.
    pub fn with_first(rules: G, parts: Vec<G::Part>, first: Seat) -> Term<G> {
        Term { rules: Arc::new(rules), parts, first }
    }

    /// The rules.
    pub fn rules(&self) -> &G {
        &self.rules
    }

    /// The components.
    pub fn parts(&self) -> &[G::Part] {
        &self.parts
    }

    fn write_parts<'a>(&self, parts: impl Iterator<Item = &'a G::Part>, first: Seat, out: &mut String) {
        self.rules.write_rules(out);
        out.push('(');
        for (k, part) in parts.enumerate() {
            if k > 0 {
                out.push(',');
            }
            self.rules.write_part(part, out);
        }
        self.rules.write_first(first, out);
        out.push(')');
    }

    /// The position of these components, under rules that others use too.
    pub(crate) fn of_shared(rules: Arc<G>, parts: Vec<G::Part>) -> Term<G> {
        Term { rules, parts, first: Seat::LEFT }
    }

    /// The first theorem that tells what the component is worth in sums.
    fn worth_theorem(&self, part: &G::Part, play: Play) -> Option<&'static Theorem<G>> {
        let speaks = |t: &&Theorem<G>| {
            !matches!(t.claim, Claim::Outcome { .. }) && t.claim.play() == play && (t.scope)(&self.rules, part)
        };
        G::theorems().iter().find(speaks)
    }

    fn outcome_theorem(&self, part: &G::Part, play: Play) -> Option<&'static Theorem<G>> {
        let speaks = |t: &&Theorem<G>| {
            matches!(t.claim, Claim::Outcome { play: p, .. } if p == play) && (t.scope)(&self.rules, part)
        };
        G::theorems().iter().find(speaks)
    }
}

impl<G: Game> Theorem<G> {
    /// The genus of a component in the theorem's scope; under normal play that of the Nim heap of its value.
    fn genus(&self, rules: &G, part: &G::Part) -> Genus {
        match self.claim {
            Claim::Value { value, .. } => Genus::of_nim_heap(value(rules, part)),
            Claim::Tame { genus, .. } => genus(rules, part),
            Claim::Outcome { .. } => unreachable!("chosen for its worth"),
        }
    }

    /// How many moves in a component of the theorem's scope make a P-position together with `rest`.
    fn count_completing(&self, rules: &G, part: &G::Part, rest: NimSum) -> u128 {
        match self.claim {
            Claim::Value { play, count, .. } => count(rules, part, rest.completing_heap(play)),
            Claim::Tame { count, .. } => count(rules, part, rest),
            Claim::Outcome { .. } => unreachable!("chosen for its worth"),
        }
    }

    /// Those moves.
    fn completing<'a>(&self, rules: &'a G, part: &'a G::Part, rest: NimSum) -> MoveList<'a, G::Move> {
        match self.claim {
            Claim::Value { play, moves, .. } => moves(rules, part, rest.completing_heap(play)),
            Claim::Tame { moves, .. } => moves(rules, part, rest),
            Claim::Outcome { .. } => unreachable!("chosen for its worth"),
        }
    }
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
pub type MoveFilter<'a> = &'a mut dyn FnMut(&[Coordinates]) -> Result<bool>;

/// Who is shown moves one by one, and says whether to go on.
pub type MoveVisitor<'a> = &'a mut dyn FnMut(AnyMove) -> Result<ControlFlow<()>>;

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

    /// What kind of game it is.
    fn kind(&self) -> Kind;

    /// Whether every play must end.
    fn is_short(&self) -> bool;

    /// Who is to move.
    fn first(&self) -> Seat;

    /// What went wrong while moves were looked for; an answer found meanwhile is none.
    fn fault(&self) -> Option<crate::Error>;

    /// Forgets what went wrong, before other positions are asked about.
    fn forget_fault(&self);

    /// How many players there are.
    fn seats(&self) -> u8;

    /// Whether a move may be followed by another one of the same player.
    fn has_extra_turns(&self) -> bool;

    /// How many numbers the position prints, about.
    fn numbers(&self) -> usize;

    /// Writes the position as a term of the notation.
    fn write(&self, out: &mut String);

    /// Writes the position that a move of `by` leaves.
    fn write_after(&self, part: usize, by: Seat, mv: &AnyMove, out: &mut String);

    /// Describes a move.
    fn describe(&self, part: usize, mv: &AnyMove) -> MoveText;

    /// How the game's values stand in a table.
    fn table(&self) -> Option<TableView<'_>>;

    /// Where a component stands in the table.
    fn coordinates(&self, part: usize) -> Coordinates;

    /// Where the components stand in the table that a move of `by` leaves in place of this one.
    fn coordinates_after(&self, part: usize, by: Seat, mv: &AnyMove) -> Vec<Coordinates>;

    /// What people see of a component; an empty text if it is long.
    fn picture(&self, part: usize) -> Picture;

    /// The same for the components that a move of `by` leaves in place of this one.
    fn pictures_after(&self, part: usize, by: Seat, mv: &AnyMove) -> Vec<Picture>;

    /// Counts the moves of Left in a component that the filter wants, and lists the first `list` of them.
    ///
    /// # Errors
    /// The filter's.
    fn filter_moves(&self, part: usize, list: usize, filter: MoveFilter<'_>) -> Result<(u128, Vec<AnyMove>)>;

    /// How many moves Left has in a component, if that is known without listing them.
    fn count_moves(&self, part: usize) -> Option<u128>;

    /// Whether Left has any move in a component; in impartial games both have or none has.
    fn has_moves(&self, part: usize) -> bool;

    /// How many numbers one component prints as a position of its own, about.
    fn numbers_of(&self, part: usize) -> usize;

    /// One component as a position of its own, as text.
    fn write_one(&self, part: usize) -> String;

    /// What a component is worth by theorem: its genus, under normal play that of the Nim heap of its value.
    fn worth(&self, part: usize, play: Play) -> Option<(Genus, &'static TheoremCard)>;

    /// All components at once, if one theorem gives the values of all of them.
    fn closed_form(&self, play: Play) -> Option<ClosedForm>;

    /// How many moves in this position win `whole`, the sum that it is part of, where [`DynPosition::closed_form`]
    /// gives the values.
    fn count_winning(&self, play: Play, whole: NimSum) -> u128;

    /// The moves of a component that make a P-position together with `rest`, the sum without it, where a theorem tells
    /// what the component is worth.
    fn completing(&self, part: usize, play: Play, rest: NimSum) -> Option<(u128, MoveList<'_, AnyMove>)>;

    /// Who wins a component that stands alone, by theorem.
    fn outcome(&self, part: usize, play: Play) -> Option<(Outcome, &'static TheoremCard)>;

    /// What is told of the winning moves of a component that stands alone, where a theorem gives its outcome.
    fn winning_moves(&self, part: usize, play: Play) -> Option<Told<'_>>;

    /// The theorem's claim with the numbers of this component put in; `None` if it is not in the theorem's scope, as when
    /// the theorem was used for another term of the sum.
    fn working(&self, part: usize, theorem: &str) -> Option<Text>;

    /// The components, or their negatives, as components of a sum of any games. Impartial games are their own negatives.
    fn erase(&self, rules: &mut AnyRules, negative: bool) -> Vec<AnyPart>;

    /// The move that takes so much from a heap and leaves these heaps, where heaps split.
    fn heap_move(&self, mv: HeapMove) -> Option<AnyMove>;

    /// The move of a component that leaves the components of these numbers, which is known to be legal; `None` for games that
    /// cannot tell.
    fn move_to(&self, part: usize, left: &[Coordinates]) -> Option<AnyMove>;

    /// All moves of `by` in a component, in the order of [`crate::Rules::moves`].
    fn moves(&self, part: usize, by: Seat) -> Vec<AnyMove>;

    /// Shows the moves of `by` in a component one by one, until the visitor has seen enough: there may be more than can be listed.
    ///
    /// # Errors
    /// The visitor's.
    fn each_move(&self, part: usize, by: Seat, visit: MoveVisitor<'_>) -> Result<()>;

    /// The first `most` of these moves; other than all of them they need no more memory than that.
    fn first_moves(&self, part: usize, by: Seat, most: usize) -> Vec<AnyMove>;

    /// The legal moves that may be meant by the numbers in a move's description, where there may be too many to list, as
    /// [`Game::moves_named`] tells them.
    fn moves_named(&self, part: usize, by: Seat, numbers: &[u64]) -> Option<Vec<AnyMove>>;

    /// The position that a move of `by` leaves.
    fn after(&self, part: usize, by: Seat, mv: &AnyMove) -> Box<dyn DynPosition>;

    /// Who moves after a move of `by`.
    fn next(&self, part: usize, by: Seat, mv: &AnyMove) -> Seat;

    /// What a move is worth to the player who makes it, in games won on points.
    fn points(&self, part: usize, by: Seat, mv: &AnyMove) -> i64;

    /// The seats in the order in which `of` wants them to lose, in games of several players.
    fn ranking(&self, of: Seat) -> &[Seat];

    /// A copy; the rules are shared.
    fn copied(&self) -> Box<dyn DynPosition>;

    /// What the theorem of this name says of a component; `None` if it is not in the theorem's scope. Unlike
    /// [`DynPosition::worth`] and [`DynPosition::outcome`] this asks the theorem itself, preferred or not.
    fn spoken(&self, part: usize, theorem: &str) -> Option<Spoken<'_>>;

    /// The components of these rules by number, none yet.
    fn graph(&self) -> Box<dyn Graph>;

    /// The game without its position.
    fn ruleset(&self) -> Box<dyn DynRuleset>;
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

    fn numbers(&self) -> usize {
        self.rules.rules_numbers() + self.parts.iter().map(|p| self.rules.numbers(p)).sum::<usize>()
    }

    fn kind(&self) -> Kind {
        self.rules.kind()
    }

    fn is_short(&self) -> bool {
        self.rules.is_short()
    }

    fn first(&self) -> Seat {
        self.first
    }

    fn fault(&self) -> Option<crate::Error> {
        self.rules.fault()
    }

    fn forget_fault(&self) {
        self.rules.forget_fault();
    }

    fn seats(&self) -> u8 {
        self.rules.seats()
    }

    fn has_extra_turns(&self) -> bool {
        self.rules.has_extra_turns()
    }

    fn write(&self, out: &mut String) {
        self.write_parts(self.parts.iter(), self.first, out);
    }

    fn write_after(&self, part: usize, by: Seat, mv: &AnyMove, out: &mut String) {
        let from = &self.parts[part];
        let left = self.rules.play(from, by, mv.0.get());
        let next = self.rules.next(from, by, mv.0.get());
        self.write_parts(self.parts[..part].iter().chain(&left).chain(&self.parts[part + 1..]), next, out);
    }

    fn describe(&self, part: usize, mv: &AnyMove) -> MoveText {
        self.rules.describe(&self.parts[part], part + 1, mv.0.get())
    }

    fn table(&self) -> Option<TableView<'_>> {
        self.rules.table()
    }

    fn coordinates(&self, part: usize) -> Coordinates {
        self.rules.coordinates(&self.parts[part])
    }

    fn coordinates_after(&self, part: usize, by: Seat, mv: &AnyMove) -> Vec<Coordinates> {
        let left = self.rules.play(&self.parts[part], by, mv.0.get());
        left.iter().map(|left| self.rules.coordinates(left)).collect()
    }

    fn picture(&self, part: usize) -> Picture {
        self.picture_of(&self.parts[part])
    }

    fn pictures_after(&self, part: usize, by: Seat, mv: &AnyMove) -> Vec<Picture> {
        self.rules.play(&self.parts[part], by, mv.0.get()).iter().map(|left| self.picture_of(left)).collect()
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

    fn count_moves(&self, part: usize) -> Option<u128> {
        let (least, most) = self.rules.moves(&self.parts[part], Seat::LEFT).size_hint();
        (most == Some(least)).then_some(least as u128)
    }

    fn has_moves(&self, part: usize) -> bool {
        self.rules.moves(&self.parts[part], Seat::LEFT).next().is_some()
    }

    fn numbers_of(&self, part: usize) -> usize {
        self.rules.rules_numbers() + self.rules.numbers(&self.parts[part])
    }

    fn write_one(&self, part: usize) -> String {
        let mut out = String::new();
        self.write_parts(std::iter::once(&self.parts[part]), self.first, &mut out);
        out
    }

    fn worth(&self, part: usize, play: Play) -> Option<(Genus, &'static TheoremCard)> {
        let part = &self.parts[part];
        let theorem = self.worth_theorem(part, play)?;
        Some((theorem.genus(&self.rules, part), &theorem.card))
    }

    fn closed_form(&self, play: Play) -> Option<ClosedForm> {
        let theorem = self.worth_theorem(self.parts.first()?, play)?;
        let mut sum = NimSum::default();
        for part in &self.parts {
            if !(theorem.scope)(&self.rules, part) {
                return None;
            }
            sum.add(theorem.genus(&self.rules, part), 1);
        }
        Some(ClosedForm { theorem: &theorem.card, sum })
    }

    fn count_winning(&self, play: Play, whole: NimSum) -> u128 {
        let Some(theorem) = self.parts.first().and_then(|p| self.worth_theorem(p, play)) else { return 0 };
        let count = |part: &G::Part| {
            let rest = whole.without(theorem.genus(&self.rules, part));
            theorem.count_completing(&self.rules, part, rest)
        };
        self.parts.iter().map(count).sum()
    }

    fn completing(&self, part: usize, play: Play, rest: NimSum) -> Option<(u128, MoveList<'_, AnyMove>)> {
        let part = &self.parts[part];
        let theorem = self.worth_theorem(part, play)?;
        let moves = theorem.completing(&self.rules, part, rest).map(|mv| AnyMove(Opaque::new(mv)));
        Some((theorem.count_completing(&self.rules, part, rest), Box::new(moves)))
    }

    fn outcome(&self, part: usize, play: Play) -> Option<(Outcome, &'static TheoremCard)> {
        let part = &self.parts[part];
        let theorem = self.outcome_theorem(part, play)?;
        match theorem.claim {
            Claim::Outcome { outcome, .. } => Some((outcome(&self.rules, part), &theorem.card)),
            Claim::Value { .. } | Claim::Tame { .. } => None,
        }
    }

    fn winning_moves(&self, part: usize, play: Play) -> Option<Told<'_>> {
        let part = &self.parts[part];
        match &self.outcome_theorem(part, play)?.claim {
            Claim::Outcome { winning, .. } => Some(Told::of(winning, &self.rules, part)),
            Claim::Value { .. } | Claim::Tame { .. } => None,
        }
    }

    fn each_move(&self, part: usize, by: Seat, visit: MoveVisitor<'_>) -> Result<()> {
        for mv in self.rules.moves(&self.parts[part], by) {
            if visit(AnyMove(Opaque::new(mv)))?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn working(&self, part: usize, theorem: &str) -> Option<Text> {
        let theorem = G::theorems().iter().find(|t| t.card.name == theorem)?;
        let part = &self.parts[part];
        (theorem.scope)(&self.rules, part).then(|| (theorem.working)(&self.rules, part))
    }

    fn erase(&self, rules: &mut AnyRules, negative: bool) -> Vec<AnyPart> {
        // Rules of which not all is printed are told apart by where they stand in memory: boards that are read with the
        // position, and long parameters, whose text would cost too much.
        let whole = self.rules.kind() != Kind::Scoring && self.rules.rules_numbers() <= 1000;
        let name = if whole { self.rules_text() } else { format!("{:p}", Arc::as_ptr(&self.rules)) };
        let game = rules.game(&name, || Arc::clone(&self.rules) as Arc<dyn DynRules>);
        let erased = |part: &G::Part| {
            let negative = negative && self.rules.kind_of(part) != Kind::Impartial;
            AnyPart { game, negative, part: Opaque::new(part.clone()) }
        };
        self.parts.iter().map(erased).collect()
    }

    fn moves(&self, part: usize, by: Seat) -> Vec<AnyMove> {
        self.rules.moves(&self.parts[part], by).map(|mv| AnyMove(Opaque::new(mv))).collect()
    }

    fn first_moves(&self, part: usize, by: Seat, most: usize) -> Vec<AnyMove> {
        self.rules.moves(&self.parts[part], by).take(most).map(|mv| AnyMove(Opaque::new(mv))).collect()
    }

    fn moves_named(&self, part: usize, by: Seat, numbers: &[u64]) -> Option<Vec<AnyMove>> {
        let moves = self.rules.moves_named(&self.parts[part], by, numbers)?;
        Some(moves.into_iter().map(|mv| AnyMove(Opaque::new(mv))).collect())
    }

    fn after(&self, part: usize, by: Seat, mv: &AnyMove) -> Box<dyn DynPosition> {
        let from = &self.parts[part];
        let left = self.rules.play(from, by, mv.0.get());
        let first = self.rules.next(from, by, mv.0.get());
        let parts = self.parts[..part].iter().chain(&left).chain(&self.parts[part + 1..]).cloned().collect();
        Box::new(Term { rules: Arc::clone(&self.rules), parts, first })
    }

    fn next(&self, part: usize, by: Seat, mv: &AnyMove) -> Seat {
        self.rules.next(&self.parts[part], by, mv.0.get())
    }

    fn points(&self, part: usize, by: Seat, mv: &AnyMove) -> i64 {
        self.rules.points_of(&self.parts[part], by, mv.0.get())
    }

    fn ranking(&self, of: Seat) -> &[Seat] {
        self.rules.ranking_of(of)
    }

    fn copied(&self) -> Box<dyn DynPosition> {
        Box::new(Term { rules: Arc::clone(&self.rules), parts: self.parts.clone(), first: self.first })
    }

    fn heap_move(&self, mv: HeapMove) -> Option<AnyMove> {
        self.rules.heap_move(mv).map(|mv| AnyMove(Opaque::new(mv)))
    }

    fn move_to(&self, _part: usize, left: &[Coordinates]) -> Option<AnyMove> {
        self.rules.move_to(left).map(|mv| AnyMove(Opaque::new(mv)))
    }

    fn spoken(&self, part: usize, theorem: &str) -> Option<Spoken<'_>> {
        let theorem = G::theorems().iter().find(|t| t.card.name == theorem)?;
        Spoken::of(theorem, &self.rules, &self.parts[part])
    }

    fn graph(&self) -> Box<dyn Graph> {
        Box::new(Numbered::new(Arc::clone(&self.rules)))
    }

    fn ruleset(&self) -> Box<dyn DynRuleset> {
        Box::new(Bare::of_shared(Arc::clone(&self.rules)))
    }
}
