//! The integration tests of this crate: one program, so that it is linked once.

mod adding_a_game;
mod architecture;
mod certificates;
mod examples;
mod families;
mod judge;
mod known_values;
mod own_games;
mod plain_words;
mod same_as_requests;
mod survey;
mod windows;
