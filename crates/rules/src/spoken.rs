//! What one theorem states about one component, with erased types, for checks against brute force.

use crate::{
    AnyMove, Claim, Genus, MoveList, NimSum, Outcome, Plan, Play, Player, Rules, Text, Theorem, TheoremInfo, Winning,
};

/// A theorem's claim with the numbers of one component put in.
pub struct Spoken<'a> {
    /// The theorem.
    pub theorem: &'static TheoremInfo,
    /// The play convention of the claim.
    pub play: Play,
    /// The statement.
    pub says: Says<'a>,
    /// The claim as a line of arithmetic; empty if that would say nothing new.
    pub working: Box<dyn Fn() -> Text + 'a>,
    /// The same step by step, where one line is not enough.
    pub steps: Box<dyn Fn() -> Vec<Text> + 'a>,
    /// The plan after a move that wins the component alone but does not end the play.
    pub plan: Box<dyn Fn(&AnyMove) -> Plan + 'a>,
}

/// The number of moves for a purpose, by formula, and these moves.
pub type MovesFor<'a, T> = Box<dyn Fn(T) -> (u128, MoveList<'a, AnyMove>) + 'a>;

/// Computes the value of a component in any arena.
pub type GameValue<'a> = dyn Fn(&mut grundy_value::Values) -> Result<grundy_value::Value, grundy_value::Limit> + 'a;

/// The moves of [`IntegerMoves`](crate::IntegerMoves), with erased types.
pub struct ByInteger<'a> {
    /// Returns two integers between which all options of a player lie.
    pub bounds: Box<dyn Fn(Player) -> (i64, i64) + 'a>,
    /// Returns Left's moves to at least this integer, or Right's to at most this integer, and their number.
    pub moves: Box<dyn Fn(Player, i64) -> (u128, MoveList<'a, AnyMove>) + 'a>,
}

/// What a theorem states about a component; the cases are those of [`Claim`].
pub enum Says<'a> {
    /// The component equals this Nim heap.
    Value {
        /// The size of the heap.
        value: u128,
        /// The moves to options that equal a heap of the given size.
        moves: MovesFor<'a, u128>,
    },
    /// The component and its followers are tame.
    Tame {
        /// The component's genus.
        genus: Genus,
        /// The moves that make a P-position together with the rest of a sum.
        moves: MovesFor<'a, NimSum>,
    },
    /// The component equals this game.
    Game {
        /// Computes the game as a value of an arena.
        value: Box<GameValue<'a>>,
        /// The moves by the integers that they leave, if the theorem gives them.
        moves: Option<ByInteger<'a>>,
    },
    /// The outcome of the component alone.
    Outcome {
        /// The outcome.
        outcome: Outcome,
        /// The winning moves of a player, as far as the theorem gives them.
        winning: Box<dyn Fn(Player) -> Told<'a> + 'a>,
    },
}

/// What a theorem on outcomes states about winning moves; the cases are those of [`Winning`].
pub enum Told<'a> {
    /// Nothing.
    Nothing,
    /// Some of them.
    Examples(MoveList<'a, AnyMove>),
    /// The number of winning moves, and all of them.
    All(u128, MoveList<'a, AnyMove>),
}

impl<'a> Told<'a> {
    pub(crate) fn of<R: Rules>(
        winning: &Winning<R>,
        rules: &'a R,
        component: &'a R::Component,
        by: Player,
    ) -> Told<'a> {
        match winning {
            Winning::Unknown => Told::Nothing,
            Winning::Examples(moves) => Told::Examples(erase::<R>(moves(rules, component, by))),
            Winning::All { count, moves } => {
                Told::All(count(rules, component, by), erase::<R>(moves(rules, component, by)))
            }
        }
    }
}

/// Erases the type of the moves.
pub(crate) fn erase<'a, R: Rules>(mut list: MoveList<'a, R::Move>) -> MoveList<'a, AnyMove> {
    let next = move || list.next().map(AnyMove::of);
    // The other methods of iterators are then compiled once for all games.
    Box::new(std::iter::from_fn(Box::new(next) as Box<dyn FnMut() -> Option<AnyMove> + 'a>))
}

impl<'a> Spoken<'a> {
    /// Returns `None` if the component is not in the theorem's scope.
    pub(crate) fn of<R: Rules>(
        theorem: &'static Theorem<R>,
        rules: &'a R,
        component: &'a R::Component,
    ) -> Option<Spoken<'a>> {
        if !(theorem.scope)(rules, component) {
            return None;
        }
        let says = match &theorem.claim {
            Claim::Value { value, count, moves, .. } => Says::Value {
                value: value(rules, component),
                moves: Box::new(move |to| (count(rules, component, to), erase::<R>(moves(rules, component, to)))),
            },
            Claim::Tame { genus, count, moves } => Says::Tame {
                genus: genus(rules, component),
                moves: Box::new(move |rest| (count(rules, component, rest), erase::<R>(moves(rules, component, rest)))),
            },
            Claim::Game { value, moves } => Says::Game {
                value: Box::new(move |values| value(rules, component, values)),
                moves: moves.as_ref().map(|by_integer| ByInteger {
                    bounds: Box::new(move |by| (by_integer.bounds)(rules, component, by)),
                    moves: Box::new(move |by, bound| {
                        let moves = erase::<R>((by_integer.moves)(rules, component, by, bound));
                        ((by_integer.count)(rules, component, by, bound), moves)
                    }),
                }),
            },
            Claim::Outcome { outcome, winning, .. } => Says::Outcome {
                outcome: outcome(rules, component),
                winning: Box::new(move |by| Told::of(winning, rules, component, by)),
            },
        };
        let working = Box::new(|| (theorem.working)(rules, component));
        let steps = Box::new(|| (theorem.steps)(rules, component));
        let plan = Box::new(|mv: &AnyMove| (theorem.plan)(rules, component, mv.0.get()));
        Some(Spoken { theorem: &theorem.info, play: theorem.claim.play(), says, working, steps, plan })
    }
}
