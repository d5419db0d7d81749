//! The integration tests of this crate, in one program so that they are linked once.

mod ask;
mod behaviour;
mod boards;
mod cli;
mod cluster;
mod databases;
mod lines;
mod manual;
mod readme;
mod run;
mod schema;
mod sequence;
mod signals;
mod streams;
mod terminal;
mod web;
