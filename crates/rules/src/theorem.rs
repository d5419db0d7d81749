//! Theorems: statements of values, outcomes and winning moves, which need no search.
//!
//! Start with [`Theorem`] and its [`Claim`].

use crate::{Genus, Impartial, NimSum, Outcome, Play, Player, Rules};
use grundy_lang::{Text, text};

/// The description of a theorem for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TheoremInfo {
    /// A stable name in lower case with hyphens, used in explanations.
    pub name: &'static str,
    /// The statement, in one or two sentences.
    pub statement: &'static str,
    /// The authors and the year of the proof.
    pub source: &'static str,
    /// One sentence on how the winner answers each move from a lost position.
    ///
    /// The sentence explains why no move saves the loser. The field is empty if the statement contains this
    /// explanation, and for theorems that only engines use.
    pub strategy: &'static str,
    /// The positions of the game to which the theorem applies.
    pub scope: &'static str,
    /// Whether the statement also covers sums of such components, so that no theorem on sums is cited.
    pub covers_sums: bool,
}

impl TheoremInfo {
    /// Returns the name and the source.
    pub fn citation(&self) -> Text {
        text!("{name} ({source})", name = self.name, source = Text::constant(self.source))
    }
}

/// The purpose of a winning move in a component on its own, in the words of a theorem.
///
/// Both texts are phrases that follow the text of the move, such as `take 1 from heap 1`, on separate lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// What the move achieves, in the terms of the theorem.
    ///
    /// The text is empty if the theorem's line of arithmetic is a sufficient explanation.
    pub goal: Text,
    /// The continuation of the winner; empty if [`TheoremInfo::strategy`] contains this continuation.
    pub continuation: Text,
}

/// An iterator over moves, in the order of [`Rules::moves`].
pub type MoveList<'a, M> = Box<dyn Iterator<Item = M> + 'a>;

/// Boxes an iterator such that the compiler emits only its `next`.
///
/// For a boxed adapter of the standard library, the compiler also emits `nth`, `size_hint` and other unused
/// methods, which doubles the code.
///
/// ```
/// let amounts = grundy_rules::boxed((1..=3).flat_map(|take| [take, 10 * take]));
/// assert_eq!(amounts.collect::<Vec<u64>>(), [1, 10, 2, 20, 3, 30]);
/// ```
pub fn boxed<'a, T>(mut list: impl Iterator<Item = T> + 'a) -> Box<dyn Iterator<Item = T> + 'a> {
    Box::new(std::iter::from_fn(move || list.next()))
}

/// A theorem about components: the condition on them and the claim.
///
/// Engines use theorems as shortcuts and search without them. The conformance suite checks every theorem against
/// brute force, and fails if no sample is in a theorem's scope.
pub struct Theorem<R: Rules> {
    /// Name, statement and source.
    pub info: TheoremInfo,
    /// Whether the theorem applies to this component.
    pub scope: fn(&R, &R::Component) -> bool,
    /// The claim.
    pub claim: Claim<R>,
    /// Returns the claim for a component as a line of arithmetic; empty if it would add no information.
    pub working: fn(&R, &R::Component) -> Text,
    /// Returns the arithmetic step by step, one line each, where one line is not enough.
    pub steps: fn(&R, &R::Component) -> Vec<Text>,
    /// Returns the plan for a move that wins the component on its own.
    ///
    /// Callers pass only such moves, and a move that ends the play only if `plans_last_moves` is set.
    pub plan: fn(&R, &R::Component, &R::Move) -> Plan,
    /// Whether the goal of the plan also explains moves that end the play.
    pub plans_last_moves: bool,
    /// Returns how the winner replies, with the numbers of this lost component filled in.
    ///
    /// The text is empty if [`TheoremInfo::strategy`] has no numbers to fill in.
    pub replies: fn(&R, &R::Component) -> Text,
}

impl<R: Rules> Theorem<R> {
    /// Returns a theorem about all components, without working, that does not cover sums.
    ///
    /// The methods below set its scope, working and other properties.
    ///
    /// ```
    /// use grundy_games::nim::Nim;
    /// use grundy_rules::{Claim, Outcome, Play, Theorem, StatedMoves};
    /// const CLAIM: Claim<Nim> = Claim::Outcome {
    ///     play: Play::Misere,
    ///     outcome: |_, &heap| if heap == 1 { Outcome::P } else { Outcome::N },
    ///     winning: StatedMoves::Unknown,
    /// };
    /// static ALONE: Theorem<Nim> = Theorem::new("one-heap", "folklore", "One heap is lost iff it is 1.", CLAIM)
    ///     .within("heaps standing alone, misère play", |_, _| true)
    ///     .strategy("Nothing but the last stone can be taken.");
    /// assert!((ALONE.scope)(&Nim, &3));
    /// ```
    pub const fn new(name: &'static str, source: &'static str, statement: &'static str, claim: Claim<R>) -> Theorem<R> {
        let info = TheoremInfo { name, statement, source, strategy: "", scope: "all positions", covers_sums: false };
        let working: fn(&R, &R::Component) -> Text = |_, _| Text::empty();
        Theorem {
            info,
            scope: |_, _| true,
            claim,
            working,
            steps: |_, _| vec![],
            plan: |_, _, _| Plan::default(),
            plans_last_moves: false,
            replies: |_, _| Text::empty(),
        }
    }

    /// Restricts the scope, which is given as text and as a predicate.
    #[must_use]
    pub const fn within(mut self, scope: &'static str, holds: fn(&R, &R::Component) -> bool) -> Theorem<R> {
        self.info.scope = scope;
        self.scope = holds;
        self
    }

    /// Sets the function that states the claim for one component, as a line of arithmetic with its numbers.
    #[must_use]
    pub const fn working(mut self, working: fn(&R, &R::Component) -> Text) -> Theorem<R> {
        self.working = working;
        self
    }

    /// Sets the function that returns the arithmetic step by step.
    #[must_use]
    pub const fn steps(mut self, steps: fn(&R, &R::Component) -> Vec<Text>) -> Theorem<R> {
        self.steps = steps;
        self
    }

    /// Sets the function that returns the plan for a winning move.
    ///
    /// ```
    /// use grundy_games::{nim::Nim, parse};
    /// use grundy_rules::{Plan, heaps::TakeSome, text};
    /// let plan: fn(&Nim, &u64, &TakeSome) -> Plan = |_, heap, mv| {
    ///     Plan { goal: text!("{left} is left", left = heap - mv.0), ..Plan::default() }
    /// };
    /// assert_eq!(plan(&Nim, &5, &TakeSome(4)).goal.to_string(), "1 is left");
    /// // The plan that the theorem on misère Nim gives for the move that wins a heap of 5.
    /// let position = &parse("misere nim(5)").unwrap().terms[0].position;
    /// let mv = position.moves(0, grundy_rules::Player::LEFT).nth(3).unwrap();
    /// let plan = (position.apply_theorem(0, "misere-nim").unwrap().plan)(&mv);
    /// assert_eq!(plan.goal.to_string(), "one stone is left, which the other player must take");
    /// ```
    #[must_use]
    pub const fn plan(mut self, plan: fn(&R, &R::Component, &R::Move) -> Plan) -> Theorem<R> {
        self.plan = plan;
        self
    }

    /// Declares that the goals of the plans also explain moves that end the play.
    #[must_use]
    pub const fn planning_last_moves(mut self) -> Theorem<R> {
        self.plans_last_moves = true;
        self
    }

    /// Sets the function that returns how the winner replies, with the numbers of a lost component.
    #[must_use]
    pub const fn replies(mut self, replies: fn(&R, &R::Component) -> Text) -> Theorem<R> {
        self.replies = replies;
        self
    }

    /// Marks the statement as covering sums of such components.
    #[must_use]
    pub const fn covering_sums(mut self) -> Theorem<R> {
        self.info.covers_sums = true;
        self
    }

    /// Sets the sentence on how the winner answers the loser's moves.
    #[must_use]
    pub const fn strategy(mut self, strategy: &'static str) -> Theorem<R> {
        self.info.strategy = strategy;
        self
    }
}

/// The claim of a theorem about a component in its scope.
pub enum Claim<R: Rules> {
    /// The component is impartial and equals a Nim heap.
    ///
    /// Under normal play, its Grundy value is the size of that heap. Under misère play, the genus of the
    /// component and of each of its followers is that of some Nim heap, so sums of such components are played
    /// as misère Nim.
    NimHeap {
        /// The convention under which the claim holds.
        play: Play,
        /// The size of the Nim heap.
        value: fn(&R, &R::Component) -> u128,
        /// Counts the moves to options that equal a heap of the given size, by formula.
        count: fn(&R, &R::Component, u128) -> u128,
        /// Lists these moves.
        moves: for<'a> fn(&'a R, &'a R::Component, u128) -> MoveList<'a, R::Move>,
    },
    /// Under misère play the component and all its followers are tame, with this genus.
    ///
    /// Use [`Claim::NimHeap`] where the genus is always that of a Nim heap.
    Tame {
        /// The genus.
        genus: fn(&R, &R::Component) -> Genus,
        /// Counts the moves that make a P-position together with the rest of a sum, by formula.
        count: fn(&R, &R::Component, NimSum) -> u128,
        /// Lists these moves.
        moves: for<'a> fn(&'a R, &'a R::Component, NimSum) -> MoveList<'a, R::Move>,
    },
    /// Under normal play the partizan component equals this game.
    GameValue {
        /// Computes the game as a value of the arena, or returns the limit that was reached.
        value: fn(
            &R,
            &R::Component,
            &mut grundy_value::ValueArena,
        ) -> Result<grundy_value::Value, grundy_value::ValueLimit>,
        /// The moves by the integers that they lead to, for components with too many moves to examine each.
        moves: Option<IntegerMoves<R>>,
    },
    /// The component on its own has this outcome.
    Outcome {
        /// The convention under which the claim holds.
        play: Play,
        /// The outcome.
        outcome: fn(&R, &R::Component) -> Outcome,
        /// The statement about winning moves.
        winning: StatedMoves<R>,
    },
}

/// A function that lists a player's moves to integers at least (Left) or at most (Right) a bound.
pub type MovesByInteger<R> =
    for<'a> fn(&'a R, &'a <R as Rules>::Component, Player, i64) -> MoveList<'a, <R as Rules>::Move>;

/// The moves of components whose options are all integers.
pub struct IntegerMoves<R: Rules> {
    /// Returns a lower and an upper bound, both included, on the integers that a player can move to.
    pub bounds: fn(&R, &R::Component, Player) -> (i64, i64),
    /// Counts Left's moves to at least this integer, or Right's to at most this integer, by formula.
    pub count: fn(&R, &R::Component, Player, i64) -> u128,
    /// Lists the moves that `count` counts; moves that leave too many components may be missing.
    pub moves: MovesByInteger<R>,
}

/// Impartial games with a function that returns a winning move.
///
/// [`Claim::from_winning_move`] turns this function into a theorem's claim.
pub trait WinningMove: Impartial {
    /// Returns a move that wins the component on its own; `None` if no move does.
    fn winning_move(&self, component: &Self::Component, play: Play) -> Option<Self::Move>;
}

impl<R: WinningMove> Claim<R> {
    /// Returns the claim that [`WinningMove::winning_move`] implies: the outcome and one winning move.
    ///
    /// A component without a winning move is lost for the player to move, except that under misère play a component
    /// without moves is won.
    pub const fn from_winning_move(play: Play) -> Claim<R> {
        match play {
            Play::Normal => Claim::Outcome {
                play,
                outcome: outcome::<R, false>,
                winning: StatedMoves::Examples(example::<R, false>),
            },
            Play::Misere => {
                Claim::Outcome { play, outcome: outcome::<R, true>, winning: StatedMoves::Examples(example::<R, true>) }
            }
        }
    }
}

const fn play_of(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

fn outcome<R: WinningMove, const MISERE: bool>(rules: &R, component: &R::Component) -> Outcome {
    let is_won = rules.winning_move(component, play_of(MISERE)).is_some();
    if is_won || (MISERE && rules.moves(component, Player::LEFT).next().is_none()) { Outcome::N } else { Outcome::P }
}

fn example<'a, R: WinningMove, const MISERE: bool>(
    rules: &'a R,
    component: &'a R::Component,
    _by: Player,
) -> MoveList<'a, R::Move> {
    Box::new(rules.winning_move(component, play_of(MISERE)).into_iter())
}

/// The statement of a theorem on outcomes about the winning moves of a player.
///
/// If the theorem does not list all winning moves, engines find the others by solving each option.
///
/// ```
/// use grundy_games::parse;
/// use grundy_rules::{Play, Player, KnownMoves};
/// let known = |text| {
///     let position = &parse(text).unwrap().terms[0].position;
///     position.winning_moves_by_theorem(0, Player::LEFT, Play::Normal).map(|moves| match moves {
///         KnownMoves::Unknown => "unknown",
///         KnownMoves::Examples(_) => "some moves",
///         KnownMoves::All(..) => "all moves",
///     })
/// };
/// assert_eq!(known("wythoff(3,4)"), Some("all moves"));
/// assert_eq!(known("lasker(3)"), None); // a theorem on values
/// ```
pub enum StatedMoves<R: Rules> {
    /// No move is stated; for example, strategy stealing proves only that a winning move exists.
    Unknown,
    /// Some winning moves: at least one if the player to move wins and can move, otherwise none.
    Examples(for<'a> fn(&'a R, &'a R::Component, Player) -> MoveList<'a, R::Move>),
    /// All winning moves.
    All {
        /// Counts the winning moves by formula.
        count: fn(&R, &R::Component, Player) -> u128,
        /// Lists the moves.
        moves: for<'a> fn(&'a R, &'a R::Component, Player) -> MoveList<'a, R::Move>,
    },
}

impl<R: Rules> Claim<R> {
    /// Returns the play convention under which the claim holds.
    pub fn play(&self) -> Play {
        match self {
            Claim::NimHeap { play, .. } | Claim::Outcome { play, .. } => *play,
            Claim::Tame { .. } => Play::Misere,
            Claim::GameValue { .. } => Play::Normal,
        }
    }
}
