//! Library Checker, Nim Product (64 bit): the product of two nimbers below 2^64. First line: the number of cases, up
//! to 10^6; each is `a b`.
//!
//! The library carries the field of nimbers: `*` of [`Nimber`]. Statement:
//! <https://judge.yosupo.jp/problem/nim_product_64>.

use grundy::prelude::*;
use std::fmt::Write;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut numbers = input.split_ascii_whitespace().skip(1).map(|n| Nimber::from(n.parse::<u64>().expect("a number")));
    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        writeln!(out, "{}", (a * b).0).expect("a string takes all");
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}
