//! Chomp: a move bites a square out of a bar of chocolate, with all squares above it and to its right.
//!
//! The corner square is poisoned and may not be bitten.
//! Run it with `cargo run --example impartial`.
use grundy::prelude::*;

struct Chomp; // the rules need no parameters: the bar is the position

impl Rules for Chomp {
    type Component = Vec<usize>; // the number of squares in each row, longest row first
    type Move = (usize, usize); // row and column of the bite
    type Key = Vec<usize>; // identifies the position in memo tables: the rows again
    fn moves(&self, bar: &Vec<usize>, _by: Player) -> impl Iterator<Item = (usize, usize)> {
        let squares = bar.iter().enumerate().flat_map(|(row, &length)| (0..length).map(move |column| (row, column)));
        squares.filter(|&square| square != (0, 0))
    }
    fn play(&self, bar: &Vec<usize>, _by: Player, &(row, column): &(usize, usize)) -> Components<Vec<usize>> {
        let rest = bar.iter().enumerate().map(|(k, &length)| if k < row { length } else { length.min(column) });
        [rest.collect()].into_iter().collect() // the bar stays in one piece
    }
    fn key(&self, bar: &Vec<usize>) -> Vec<usize> {
        bar.clone()
    }
}

impl Impartial for Chomp {} // both players have the same moves

/// Prints the winning moves on a bar of 4 rows of 5 squares.
pub fn main() -> grundy::Result<()> {
    let bar = vec![5; 4];
    let moves = search::winning_moves(&Chomp, &[bar], Play::Normal, &Budget::default())?;
    println!("winning bites, as (component, (row, column)): {moves:?}");
    assert_eq!(moves, [(0, (2, 2))]);
    Ok(())
}
