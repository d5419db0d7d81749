//! What one theorem says of one component, its types erased: for whoever holds theorems against brute force.

use crate::{
    AnyMove, Claim, Genus, MoveList, NimSum, Outcome, Plan, Play, Player, Rules, Text, Theorem, TheoremInfo, Winning,
};

/// A theorem's claim with the numbers of one component put in.
pub struct Spoken<'a> {
    /// The theorem.
    pub theorem: &'static TheoremInfo,
    /// The convention under which it speaks.
    pub play: Play,
    /// What it says.
    pub says: Says<'a>,
    /// The claim as a line of arithmetic; empty if that would say nothing new.
    pub working: Box<dyn Fn() -> Text + 'a>,
    /// The same step by step, where a line is not enough.
    pub steps: Box<dyn Fn() -> Vec<Text> + 'a>,
    /// What a move is good for that wins the component standing alone and does not end the play.
    pub plan: Box<dyn Fn(&AnyMove) -> Plan + 'a>,
}

/// How many moves serve a purpose, by formula, and those moves.
pub type MovesFor<'a, T> = Box<dyn Fn(T) -> (u128, MoveList<'a, AnyMove>) + 'a>;

/// The value of a component, computed in any arena.
pub type GameValue<'a> = dyn Fn(&mut grundy_value::Values) -> Result<grundy_value::Value, grundy_value::Limit> + 'a;

/// The moves of [`IntegerMoves`](crate::IntegerMoves), their types erased.
pub struct ByInteger<'a> {
    /// The integers between which all lie that a player can leave.
    pub bounds: Box<dyn Fn(Player) -> (i64, i64) + 'a>,
    /// The number of Left's moves to at least this integer, or of Right's to at most this integer, and these moves.
    pub moves: Box<dyn Fn(Player, i64) -> (u128, MoveList<'a, AnyMove>) + 'a>,
}

/// What a theorem says of a component; the cases are those of [`Claim`].
pub enum Says<'a> {
    /// The component is worth this Nim heap.
    Value {
        /// The size of the heap.
        value: u128,
        /// The moves to options worth a heap of the given size.
        moves: MovesFor<'a, u128>,
    },
    /// The component and its followers are tame.
    Tame {
        /// The component's genus.
        genus: Genus,
        /// The moves that make a P-position together with the rest of a sum.
        moves: MovesFor<'a, NimSum>,
    },
    /// The component is worth this game.
    Game {
        /// The game as a value of an arena.
        value: Box<GameValue<'a>>,
        /// The moves by the integers that they leave, where they are told.
        moves: Option<ByInteger<'a>>,
    },
    /// Who wins the component alone.
    Outcome {
        /// Who wins.
        outcome: Outcome,
        /// The winning moves of a player, as far as it tells them.
        winning: Box<dyn Fn(Player) -> Told<'a> + 'a>,
    },
}

/// What a theorem on who wins tells of the winning moves; the cases are those of [`Winning`].
pub enum Told<'a> {
    /// Nothing.
    Nothing,
    /// Some of them.
    Examples(MoveList<'a, AnyMove>),
    /// How many there are, and all of them.
    All(u128, MoveList<'a, AnyMove>),
}

impl<'a> Told<'a> {
    pub(crate) fn of<R: Rules>(winning: &Winning<R>, rules: &'a R, part: &'a R::Component, by: Player) -> Told<'a> {
        match winning {
            Winning::Unknown => Told::Nothing,
            Winning::Examples(moves) => Told::Examples(erase::<R>(moves(rules, part, by))),
            Winning::All { count, moves } => Told::All(count(rules, part, by), erase::<R>(moves(rules, part, by))),
        }
    }
}

/// The same moves, whatever their type.
pub(crate) fn erase<'a, R: Rules>(mut list: MoveList<'a, R::Move>) -> MoveList<'a, AnyMove> {
    let next = move || list.next().map(AnyMove::of);
    // All that iterators can do beside is of one kind for all games.
    Box::new(std::iter::from_fn(Box::new(next) as Box<dyn FnMut() -> Option<AnyMove> + 'a>))
}

impl<'a> Spoken<'a> {
    /// `None` if the component is not in the theorem's scope.
    pub(crate) fn of<R: Rules>(
        theorem: &'static Theorem<R>,
        rules: &'a R,
        part: &'a R::Component,
    ) -> Option<Spoken<'a>> {
        if !(theorem.scope)(rules, part) {
            return None;
        }
        let says = match &theorem.claim {
            Claim::Value { value, count, moves, .. } => Says::Value {
                value: value(rules, part),
                moves: Box::new(move |to| (count(rules, part, to), erase::<R>(moves(rules, part, to)))),
            },
            Claim::Tame { genus, count, moves } => Says::Tame {
                genus: genus(rules, part),
                moves: Box::new(move |rest| (count(rules, part, rest), erase::<R>(moves(rules, part, rest)))),
            },
            Claim::Game { value, moves } => Says::Game {
                value: Box::new(move |values| value(rules, part, values)),
                moves: moves.as_ref().map(|by_integer| ByInteger {
                    bounds: Box::new(move |by| (by_integer.bounds)(rules, part, by)),
                    moves: Box::new(move |by, bound| {
                        let moves = erase::<R>((by_integer.moves)(rules, part, by, bound));
                        ((by_integer.count)(rules, part, by, bound), moves)
                    }),
                }),
            },
            Claim::Outcome { outcome, winning, .. } => Says::Outcome {
                outcome: outcome(rules, part),
                winning: Box::new(move |by| Told::of(winning, rules, part, by)),
            },
        };
        let working = Box::new(|| (theorem.working)(rules, part));
        let steps = Box::new(|| (theorem.steps)(rules, part));
        let plan = Box::new(|mv: &AnyMove| (theorem.plan)(rules, part, mv.0.get()));
        Some(Spoken { theorem: &theorem.card, play: theorem.claim.play(), says, working, steps, plan })
    }
}
