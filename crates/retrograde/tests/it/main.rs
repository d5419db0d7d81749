//! The integration tests of this crate: one program, so that it is linked once.

mod disk_storage;
mod distributed;
mod graphs;
mod known_games;
