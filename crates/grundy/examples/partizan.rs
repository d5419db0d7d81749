//! Cutcake: Left cuts pieces of cake from north to south, Right from west to east.
//!
//! Run it with `cargo run --example partizan`.
use grundy::prelude::*;

struct Cutcake;

impl Rules for Cutcake {
    type Component = (u32, u32); // a piece of cake: its width and its height
    type Move = u32; // the distance of the cut from the edge
    type Key = (u32, u32);
    fn moves(&self, &(width, height): &(u32, u32), by: Player) -> impl Iterator<Item = u32> {
        1..if by == Player::LEFT { width } else { height }
    }
    fn play(&self, &(width, height): &(u32, u32), by: Player, &at: &u32) -> Components<(u32, u32)> {
        // A cut leaves two independent components.
        let cut =
            if by == Player::LEFT { [(at, height), (width - at, height)] } else { [(width, at), (width, height - at)] };
        cut.into_iter().collect()
    }
    fn key(&self, &piece: &(u32, u32)) -> (u32, u32) {
        piece
    }
}

/// Checks three outcomes: P for a square cake, L for a wide cake, and R for a square and a narrow cake.
pub fn main() -> grundy::Result<()> {
    let budget = Budget::default();
    for (cakes, outcome) in [(vec![(4, 4)], Outcome::P), (vec![(4, 2)], Outcome::L), (vec![(4, 4), (1, 2)], Outcome::R)]
    {
        let computed = partizan::outcome(&Cutcake, &cakes, Play::Normal, &budget)?;
        println!("{cakes:?}: {computed:?}");
        assert_eq!(computed, outcome);
    }
    Ok(())
}
