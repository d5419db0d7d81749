//! The integration tests of this crate: one program, so that it is linked once.

mod all;
mod automata;
mod certificates;
mod fields;
mod growing;
mod numeration;
mod octal;
mod parametric;
mod periodic;
mod product;
mod quotients;
mod replies;
