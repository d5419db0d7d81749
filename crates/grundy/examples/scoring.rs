//! Coins in a row: take the coin at either end and score its value.
//!
//! Run it with `cargo run --example scoring`.
use grundy::prelude::*;

struct Coins(Vec<i64>); // the row of coins is part of the rules

impl Rules for Coins {
    type Component = (usize, usize); // the remaining coins, as a half-open range of indices into the row
    type Move = bool; // true takes the last coin, false the first
    type Key = (usize, usize);
    fn moves(&self, &(from, to): &(usize, usize), _by: Player) -> impl Iterator<Item = bool> {
        [false, true].into_iter().filter(move |_| from < to)
    }
    fn play(&self, &(from, to): &(usize, usize), _by: Player, &last: &bool) -> Components<(usize, usize)> {
        [if last { (from, to - 1) } else { (from + 1, to) }].into_iter().collect()
    }
    fn key(&self, &row: &(usize, usize)) -> (usize, usize) {
        row
    }
}

impl Scored for Coins {
    fn points(&self, &(from, to): &(usize, usize), _by: Player, &last: &bool) -> i64 {
        self.0[if last { to - 1 } else { from }]
    }
}

/// Prints the first player's lead over the second at the end of best play.
pub fn main() -> grundy::Result<()> {
    let coins = Coins(vec![4, 7, 2, 9, 1, 5]);
    let solved = scoring::solve(&coins, &[(0, 6)], Player::LEFT, &scoring::Config::FULL, &Budget::default())?;
    println!("{} points more, by moves {:?}", solved.score, solved.best);
    assert_eq!(solved.score, 14);
    Ok(())
}
