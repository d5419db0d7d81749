//! The trait [`Rules`], which every game implements, and its extensions for kinds of games.

use crate::{Amounts, Code, Components, CountedComponents, Player, Splitting};
use std::any::Any;
use std::fmt::Debug;
use std::hash::Hash;

/// A ruleset; `self` holds the board and the parameters of a game.
///
/// Engines handle the multiset of components of a position; rules handle one component at a time. Normal or
/// misère play, the starting player, and whether to use theorems are options of an engine, never part of the
/// rules.
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
    /// One indivisible component in a compact form, such as a heap, a staircase or a set of edges.
    ///
    /// A component does not record the player to move.
    type Component: Clone + Eq + Hash + Debug + Send + Sync;

    /// A move within one component.
    type Move: Clone + Eq + Hash + Debug + Send + Sync;

    /// The key of a component in memo tables; isomorphic components may share a key.
    type Key: Clone + Eq + Hash + Debug + Send + Sync;

    /// Returns the moves of `by` in this component, in the order in which users see them.
    fn moves(&self, component: &Self::Component, by: Player) -> impl Iterator<Item = Self::Move>;

    /// Returns the components that a move leaves.
    ///
    /// The move must come from [`Rules::moves`] for the same component and player.
    fn play(&self, component: &Self::Component, by: Player, mv: &Self::Move) -> Components<Self::Component>;

    /// Returns the components of [`Rules::play`], each with its number of copies.
    ///
    /// Engines call this method. Override this method for moves that may leave many equal components.
    fn play_counted(
        &self,
        component: &Self::Component,
        by: Player,
        mv: &Self::Move,
    ) -> CountedComponents<Self::Component> {
        self.play(component, by, mv).into_iter().map(|component| (component, 1)).collect()
    }

    /// Splits a component into independent components with the same sum, which engines search instead.
    ///
    /// Users see the components as moves leave them, without this split. Override this method for components that may
    /// consist of independent components, such as the regions of a board.
    fn split(&self, component: Self::Component) -> Components<Self::Component> {
        Components::from_elem(component, 1)
    }

    /// Returns the key of a component: a copy of it, or a canonical form that isomorphic components share.
    fn key(&self, component: &Self::Component) -> Self::Key;

    /// Returns the number of bytes that a component allocates in addition to its own size.
    ///
    /// The default handles lists of numbers, `Box<[u64]>`. Override this method for other components that allocate, so
    /// that searches respect their memory limit.
    fn extra_bytes(&self, component: &Self::Component) -> u64 {
        (component as &dyn Any).downcast_ref::<Box<[u64]>>().map_or(0, |list| size_of_val(&**list) as u64)
    }

    /// Returns the amount of work that listing moves has taken so far, in steps.
    ///
    /// A step takes about as long as reading one number. Override this method for rules whose moves take long to
    /// find, so that searches count this work as well. The default is 0.
    fn work_done(&self) -> u64 {
        0
    }

    /// Returns whether `by` has a move here that can be repeated for ever, each time to larger numbers.
    ///
    /// The move must remain possible after any moves of the other players to larger numbers. If all players
    /// have such a move, no search ends. Engines call this method when a search has become large. Override
    /// this method for rules that can detect such moves.
    fn has_unbounded_moves(&self, component: &Self::Component, by: Player) -> bool {
        let _ = (component, by);
        false
    }

    /// Returns the player to move after this move.
    ///
    /// Override this method for extra turns and for more than two players.
    fn next_player(&self, component: &Self::Component, by: Player, mv: &Self::Move) -> Player {
        let _ = (component, mv);
        by.other()
    }

    /// Returns whether a move may be followed by another one of the same player.
    ///
    /// Override this method together with [`Rules::next_player`].
    fn has_extra_turns(&self) -> bool {
        false
    }
}

/// A game in which both players have the same moves.
///
/// [`Rules::moves`] and [`Rules::play`] ignore the player.
pub trait Impartial: Rules {}

/// A game won on points; play ends when the player to move has no move, even if the opponent has one.
pub trait Scored: Rules {
    /// Returns the points of a move for the player who makes it.
    fn points(&self, component: &Self::Component, by: Player, mv: &Self::Move) -> i64;
}

/// The type of [`Scored::points`], for [`Game::POINTS`](crate::Game::POINTS).
pub type PointsFn<R> = fn(&R, &<R as Rules>::Component, Player, &<R as Rules>::Move) -> i64;

/// A game of n players in which the player who cannot move loses; each player ranks all players.
pub trait Multiplayer {
    /// Returns the number of players, who are numbered from 0.
    fn players(&self) -> u8;

    /// Returns all players in the order in which `of` prefers that they lose, the preferred loser first.
    fn ranking(&self, of: Player) -> &[Player];
}

/// An impartial game of heaps whose moves replace one heap by others, for the sequence engine.
pub trait HeapRules: Send + Sync {
    /// Calls `visit` with each option of a heap of `size`, as the list of heaps that the move leaves.
    ///
    /// Most rules lead to smaller heaps only. User-defined rules may also lead to larger heaps, so an engine that
    /// fills a table by size must check for them and stop.
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64]));

    /// Returns whether a move from a heap of `size` can be repeated for ever, each time to larger heaps.
    ///
    /// [`Rules::has_unbounded_moves`] is the counterpart for components.
    fn has_unbounded_moves_from(&self, size: u64) -> bool {
        let _ = size;
        false
    }

    /// Returns the octal or hexadecimal code, if one code gives the moves at every size.
    fn code(&self) -> Option<&Code> {
        None
    }

    /// Returns the amounts, if every move takes one of them from the heap and leaves the rest in one heap.
    fn amounts(&self) -> Option<&Amounts> {
        None
    }

    /// Returns the moves as amounts and splits, for the engine of long sequences.
    ///
    /// An implementation may return only moves that are the same at every size, some of which leave two heaps.
    fn splitting(&self) -> Option<Splitting> {
        self.code().map(Splitting::from_code)
    }
}
