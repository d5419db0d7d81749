//! The components that moves leave, and the coordinates of components in tables.

use smallvec::SmallVec;

/// The components that a move leaves. Most moves leave one or two, which need no allocation.
pub type Components<P> = SmallVec<[P; 2]>;

/// The components that a move leaves, each with its number of copies, at least one.
pub type CountedComponents<P> = SmallVec<[(P, u64); 2]>;

/// The coordinates of a component in a table: up to three numbers, padded with zeros.
pub type Coordinates = [u64; 3];
