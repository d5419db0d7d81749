//! The integration tests of this crate. They form one program, so that the libraries are linked only once.

mod amounts;
mod budget;
mod code;
mod code_pattern;
mod digraph;
mod error;
mod lexer;
mod named_set;
mod number;
mod product;
mod scope;
mod subsets;
mod sums;
