//! The type-erased claim of one theorem about one component, for explanations and checks.

use crate::{
    AnyMove, Claim, Genus, MoveList, NimSum, Outcome, Plan, Play, Player, Rules, StatedMoves, Text, Theorem,
    TheoremInfo,
};

/// A theorem applied to one component.
pub struct TheoremInstance<'a> {
    /// The theorem.
    pub theorem: &'static TheoremInfo,
    /// The play convention of the claim.
    pub play: Play,
    /// The claim.
    pub claim: ClaimInstance<'a>,
    /// Returns the claim as a line of arithmetic; empty if it would add no information.
    pub working: Box<dyn Fn() -> Text + 'a>,
    /// Returns the arithmetic step by step, where one line is not enough.
    pub steps: Box<dyn Fn() -> Vec<Text> + 'a>,
    /// Returns the plan after a move that wins the component on its own.
    ///
    /// The move may end the play only if `plans_last_moves` is set.
    pub plan: Box<dyn Fn(&AnyMove) -> Plan + 'a>,
    /// Whether the goal of the plan also explains moves that end the play.
    pub plans_last_moves: bool,
    /// The strategy with the numbers of the component, which must be lost on its own; often empty.
    pub replies: Text,
}

/// A function that returns the number of moves with a given target, by formula, and these moves.
pub type MovesFor<'a, T> = Box<dyn Fn(T) -> (u128, MoveList<'a, AnyMove>) + 'a>;

/// A function that computes the value of a component in any arena.
pub type GameValueFn<'a> =
    dyn Fn(&mut grundy_value::ValueArena) -> Result<grundy_value::Value, grundy_value::ValueLimit> + 'a;

/// The type-erased form of [`IntegerMoves`](crate::IntegerMoves).
pub struct AnyIntegerMoves<'a> {
    /// Returns a lower and an upper bound, both included, on the integers that a player can move to.
    pub bounds: Box<dyn Fn(Player) -> (i64, i64) + 'a>,
    /// Returns the number of moves to integers within the given bound, and these moves.
    ///
    /// The integers are at least the bound for Left, and at most the bound for Right.
    pub moves: Box<dyn Fn(Player, i64) -> (u128, MoveList<'a, AnyMove>) + 'a>,
}

/// The claim of a theorem about a component; the variants are those of [`Claim`].
pub enum ClaimInstance<'a> {
    /// The component equals this Nim heap.
    NimHeap {
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
    GameValue {
        /// Computes the game as a value of an arena.
        value: Box<GameValueFn<'a>>,
        /// The moves by the integers that they lead to, if the theorem gives them.
        moves: Option<AnyIntegerMoves<'a>>,
    },
    /// The component on its own has this outcome.
    Outcome {
        /// The outcome.
        outcome: Outcome,
        /// The winning moves of a player, as far as the theorem gives them.
        winning: Box<dyn Fn(Player) -> KnownMoves<'a> + 'a>,
    },
}

/// The statement of a theorem on outcomes about winning moves, with the variants of [`StatedMoves`].
pub enum KnownMoves<'a> {
    /// The theorem does not state which moves win.
    Unknown,
    /// Some of the winning moves.
    Examples(MoveList<'a, AnyMove>),
    /// The number of winning moves, and all of them.
    All(u128, MoveList<'a, AnyMove>),
}

impl<'a> KnownMoves<'a> {
    pub(crate) fn from_winning<R: Rules>(
        winning: &StatedMoves<R>,
        rules: &'a R,
        component: &'a R::Component,
        by: Player,
    ) -> KnownMoves<'a> {
        match winning {
            StatedMoves::Unknown => KnownMoves::Unknown,
            StatedMoves::Examples(moves) => KnownMoves::Examples(to_any_moves::<R>(moves(rules, component, by))),
            StatedMoves::All { count, moves } => {
                KnownMoves::All(count(rules, component, by), to_any_moves::<R>(moves(rules, component, by)))
            }
        }
    }
}

/// Erases the type of the moves.
pub(crate) fn to_any_moves<'a, R: Rules>(mut list: MoveList<'a, R::Move>) -> MoveList<'a, AnyMove> {
    let next = move || list.next().map(AnyMove::new);
    // The boxed function makes the compiler emit the other methods of the iterator once for all games.
    Box::new(std::iter::from_fn(Box::new(next) as Box<dyn FnMut() -> Option<AnyMove> + 'a>))
}

impl<'a> TheoremInstance<'a> {
    /// Applies a theorem to a component; `None` if the component is not in the theorem's scope.
    pub(crate) fn apply<R: Rules>(
        theorem: &'static Theorem<R>,
        rules: &'a R,
        component: &'a R::Component,
    ) -> Option<TheoremInstance<'a>> {
        if !(theorem.scope)(rules, component) {
            return None;
        }
        let claim = match &theorem.claim {
            Claim::NimHeap { value, count, moves, .. } => ClaimInstance::NimHeap {
                value: value(rules, component),
                moves: Box::new(move |to| {
                    (count(rules, component, to), to_any_moves::<R>(moves(rules, component, to)))
                }),
            },
            Claim::Tame { genus, count, moves } => ClaimInstance::Tame {
                genus: genus(rules, component),
                moves: Box::new(move |rest| {
                    (count(rules, component, rest), to_any_moves::<R>(moves(rules, component, rest)))
                }),
            },
            Claim::GameValue { value, moves } => ClaimInstance::GameValue {
                value: Box::new(move |values| value(rules, component, values)),
                moves: moves.as_ref().map(|by_integer| AnyIntegerMoves {
                    bounds: Box::new(move |by| (by_integer.bounds)(rules, component, by)),
                    moves: Box::new(move |by, bound| {
                        let moves = to_any_moves::<R>((by_integer.moves)(rules, component, by, bound));
                        ((by_integer.count)(rules, component, by, bound), moves)
                    }),
                }),
            },
            Claim::Outcome { outcome, winning, .. } => ClaimInstance::Outcome {
                outcome: outcome(rules, component),
                winning: Box::new(move |by| KnownMoves::from_winning(winning, rules, component, by)),
            },
        };
        let working = Box::new(|| (theorem.working)(rules, component));
        let steps = Box::new(|| (theorem.steps)(rules, component));
        let plan = Box::new(|mv: &AnyMove| (theorem.plan)(rules, component, mv.0.downcast()));
        Some(TheoremInstance {
            theorem: &theorem.info,
            play: theorem.claim.play(),
            claim,
            working,
            steps,
            plan,
            plans_last_moves: theorem.plans_last_moves,
            replies: (theorem.replies)(rules, component),
        })
    }
}
