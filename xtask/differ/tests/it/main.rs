//! The tests of the brute force. They form one program, so that the library is not compiled twice.

mod certificates;
mod claim;
mod expr;
mod facts;
mod pattern;
mod points;
mod position;
mod quotients;
mod rising;
mod rule;
mod sets;
mod spell;
mod treblecross;
