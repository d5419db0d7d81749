//! Components and moves with erased types.

use crate::Player;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A type-erased component, move or key of a game.
pub(crate) struct Opaque(Box<dyn Erased>);

impl fmt::Debug for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opaque(")?;
        (*self.0).debug(f)?;
        f.write_str(")")
    }
}

impl Opaque {
    pub(crate) fn new<T: Erasable>(value: T) -> Opaque {
        Opaque(Box::new(value))
    }

    /// Returns the value with its original type.
    ///
    /// # Panics
    /// If the value came from another game; the game indices stored next to opaque values prevent that.
    pub(crate) fn downcast<T: Erasable>(&self) -> &T {
        (*self.0).as_any().downcast_ref().expect("a component or move of another game")
    }
}

pub(crate) trait Erasable: Any + Clone + Eq + Hash + fmt::Debug + Send + Sync {}
impl<T: Any + Clone + Eq + Hash + fmt::Debug + Send + Sync> Erasable for T {}

trait Erased: Any + Send + Sync {
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn as_any(&self) -> &dyn Any;
    fn boxed_clone(&self) -> Box<dyn Erased>;
    fn equals(&self, other: &dyn Erased) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

impl<T: Erasable> Erased for T {
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Debug output is not needed in a browser, so the code for a hundred types is left out there.
        if cfg!(target_family = "wasm") { f.write_str("..") } else { fmt::Debug::fmt(self, f) }
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn boxed_clone(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }
    fn equals(&self, other: &dyn Erased) -> bool {
        other.as_any().downcast_ref::<T>() == Some(self)
    }
    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

impl Clone for Opaque {
    fn clone(&self) -> Opaque {
        Opaque((*self.0).boxed_clone())
    }
}

impl PartialEq for Opaque {
    fn eq(&self, other: &Opaque) -> bool {
        (*self.0).equals(&*other.0)
    }
}

impl Eq for Opaque {}

impl Hash for Opaque {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (*self.0).hash_into(state);
    }
}

/// A component of some game of a sum, or its negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyComponent {
    pub(crate) game: u32,
    /// Whether Left and Right are exchanged.
    pub(crate) negative: bool,
    pub(crate) component: Opaque,
}

impl AnyComponent {
    /// Returns whether both components belong to the same game with the same parameters.
    pub fn has_same_game_as(&self, other: &AnyComponent) -> bool {
        self.game == other.game
    }

    /// Returns the player whose moves `by` makes here: the opponent of `by` in a negative component.
    pub(crate) fn player(&self, by: Player) -> Player {
        if self.negative { by.other() } else { by }
    }
}

/// A move in a component of some game of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyMove(pub(crate) Opaque);

impl AnyMove {
    pub(crate) fn new<M: Erasable>(mv: M) -> AnyMove {
        AnyMove(Opaque::new(mv))
    }
}

/// The key of a component of some game of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnyKey {
    pub(crate) game: u32,
    pub(crate) negative: bool,
    pub(crate) key: Opaque,
}
