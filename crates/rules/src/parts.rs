//! The components that moves leave, and the places of components in tables.

use smallvec::SmallVec;

/// The components that a move leaves. Most moves leave one or two, which need no allocation.
pub type Components<P> = SmallVec<[P; 2]>;

/// The components that a move leaves, each with how often it is left, at least once.
pub type CountedParts<P> = SmallVec<[(P, u64); 2]>;

/// Where a component stands in a table: up to three numbers, 0 where a table has fewer dimensions.
pub type Coordinates = [u64; 3];
