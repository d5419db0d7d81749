//! The central abstraction: what it takes to be a game.

use crate::{Amounts, Code, Components, CountedParts, Player, Splitting};
use std::any::Any;
use std::fmt::Debug;
use std::hash::Hash;

/// A ruleset: the board and the parameters of a game live in `self`.
///
/// Engines own the multiset of components of a position; rules speak of one component at a time. Normal or misère play,
/// who starts, with or without theorems: those are questions put to an engine, never part of the rules.
///
/// ```
/// use grundy_rules::{Impartial, Components, Rules, Player};
/// use smallvec::smallvec;
///
/// /// Kayles: knock down one pin or two neighbouring ones; a row may fall apart in two.
/// struct Kayles;
/// impl Rules for Kayles {
///     type Component = u32;
///     type Move = (u32, u32); // pins knocked down, pins left of them
///     type Key = u32;
///     fn moves(&self, &row: &u32, _by: Player) -> impl Iterator<Item = (u32, u32)> {
///         (1..=row.min(2)).flat_map(move |k| (0..=row - k).map(move |left| (k, left)))
///     }
///     fn play(&self, row: &u32, _by: Player, &(k, left): &(u32, u32)) -> Components<u32> {
///         smallvec![left, row - k - left]
///     }
///     fn key(&self, row: &u32) -> u32 {
///         *row
///     }
/// }
/// impl Impartial for Kayles {}
///
/// assert_eq!(Kayles.moves(&3, Player::LEFT).count(), 5);
/// ```
pub trait Rules: Send + Sync + Sized + 'static {
    /// One indivisible component, packed: a heap, a staircase, a set of live edges. It holds no player to move.
    type Component: Clone + Eq + Hash + Debug + Send + Sync;

    /// A move within one component, typed and nameable.
    type Move: Clone + Eq + Hash + Debug + Send + Sync;

    /// What tells components apart: isomorphic components may share a key.
    type Key: Clone + Eq + Hash + Debug + Send + Sync;

    /// The moves of `by` in this component, in the order in which they are listed to users; none if `by` cannot move.
    fn moves(&self, part: &Self::Component, by: Player) -> impl Iterator<Item = Self::Move>;

    /// The components that the move leaves. The move must come from [`Rules::moves`] for the same component and seat.
    fn play(&self, part: &Self::Component, by: Player, mv: &Self::Move) -> Components<Self::Component>;

    /// The same components, equal ones counted. Engines ask for these; override it for moves that may leave more equal components
    /// than a list should hold.
    fn play_counted(&self, part: &Self::Component, by: Player, mv: &Self::Move) -> CountedParts<Self::Component> {
        self.play(part, by, mv).into_iter().map(|part| (part, 1)).collect()
    }

    /// The independent components that a component falls apart into, so that their sum is played as it is: what engines search. Plays and
    /// answers show components whole, as moves leave them. Override it for components that fall apart where nobody sees it, as the
    /// regions of a board.
    fn split(&self, part: Self::Component) -> Components<Self::Component> {
        Components::from_elem(part, 1)
    }

    /// The key of a component. Return a copy of the component unless you know components that play the same.
    fn key(&self, part: &Self::Component) -> Self::Key;

    /// The bytes that a component takes beside its own size. A list of numbers, `Box<[u64]>`, is counted; override it for other
    /// components that allocate, so that searches can keep to their memory limit.
    fn extra_bytes(&self, part: &Self::Component) -> u64 {
        (part as &dyn Any).downcast_ref::<Box<[u64]>>().map_or(0, |list| size_of_val(&**list) as u64)
    }

    /// How many steps the listing of moves has taken so far, each about as long as the look at one number. Override it for rules
    /// whose moves take long to find, so that short searches stay short; others leave it at 0.
    fn steps(&self) -> u64 {
        0
    }

    /// Whether `by` has a move in this component that can be repeated for ever, each time to larger numbers, whatever larger
    /// numbers the others make of it between: where all players have one, no search comes to its end. Override it for rules
    /// that know it of themselves; engines ask when a search has become large.
    fn has_unbounded_moves(&self, part: &Self::Component, by: Player) -> bool {
        let _ = (part, by);
        false
    }

    /// Who moves after this move. Override it for extra turns and for more than two players.
    fn next(&self, part: &Self::Component, by: Player, mv: &Self::Move) -> Player {
        let _ = (part, mv);
        by.other()
    }

    /// Whether a move may be followed by another one of the same player. Override it together with [`Rules::next`].
    fn has_extra_turns(&self) -> bool {
        false
    }
}

/// A game in which both players have the same moves: [`Rules::moves`] and [`Rules::play`] ignore the seat.
pub trait Impartial: Rules {}

/// A game won on points. Play ends when the player to move has no move, whatever the other could do.
pub trait Scored: Rules {
    /// What the move is worth to the player who makes it.
    fn points(&self, part: &Self::Component, by: Player, mv: &Self::Move) -> i64;
}

/// [`Scored::points`] of some rules, as [`Game::POINTS`](crate::Game::POINTS) names it.
pub type Points<R> = fn(&R, &<R as Rules>::Component, Player, &<R as Rules>::Move) -> i64;

/// A game of n players in which the one who cannot move loses, and each ranks who that should be.
pub trait Multiplayer {
    /// How many players there are: seats 0 to `players() - 1`.
    fn players(&self) -> u8;

    /// The seats in the order in which `of` wants them to lose, most wanted first: a permutation of all seats.
    fn ranking(&self, of: Player) -> &[Player];
}

/// A game whose components are heaps and whose moves replace one heap by others: the way into the sequence engine.
pub trait HeapRules: Send + Sync {
    /// Shows every option of a heap of `size`, as the list of heaps that the move leaves.
    ///
    /// Most rules lead to smaller heaps only. Where a rule of one's own leads to larger ones, these are shown as well: an engine
    /// that fills a table by size has to look, and stop.
    fn options(&self, size: u64, show: &mut dyn FnMut(&[u64]));

    /// Returns whether a move from a heap of `size` can be repeated for ever, each time to larger heaps, as [`Rules::has_unbounded_moves`]
    /// does for components.
    fn climbs_from(&self, size: u64) -> bool {
        let _ = size;
        false
    }

    /// The code, if the moves follow one: the same moves at every size.
    fn code(&self) -> Option<&Code> {
        None
    }

    /// The amounts, if every move takes one of them from the heap and leaves the rest in one heap.
    fn amounts(&self) -> Option<&Amounts> {
        None
    }

    /// The moves as amounts and splits, if they are the same at every size and leave two heaps somewhere: what the engine
    /// of long sequences asks for.
    fn splitting(&self) -> Option<Splitting> {
        self.code().map(Splitting::of_code)
    }
}
