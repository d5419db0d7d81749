//! Three players take 1 to 3 stones in turn; each most wants the next player to lose.
//!
//! Run it with `cargo run --example several_players`.
use grundy::prelude::*;

struct ThreeInTurn;

impl Rules for ThreeInTurn {
    type Component = u32; // stones left
    type Move = u32; // stones taken
    type Key = u32;
    fn moves(&self, &heap: &u32, _by: Player) -> impl Iterator<Item = u32> {
        1..=heap.min(3)
    }
    fn play(&self, &heap: &u32, _by: Player, &take: &u32) -> Components<u32> {
        [heap - take].into_iter().collect()
    }
    fn key(&self, &heap: &u32) -> u32 {
        heap
    }
    fn next_player(&self, _heap: &u32, by: Player, _take: &u32) -> Player {
        Player((by.0 + 1) % 3) // by default, two players take turns
    }
}

impl Multiplayer for ThreeInTurn {
    fn players(&self) -> u8 {
        3
    }
    fn ranking(&self, of: Player) -> &[Player] {
        &[[Player(1), Player(2), Player(0)], [Player(2), Player(0), Player(1)], [Player(0), Player(1), Player(2)]]
            [usize::from(of.0)]
    }
}

/// Prints the best first moves of player 0 with 20 stones.
pub fn main() -> grundy::Result<()> {
    let moves = multiplayer::best_moves(&ThreeInTurn, &[20], Player(0), &Budget::default())?;
    println!("best moves, as (component, stones taken): {moves:?}");
    assert_eq!(moves, [(0, 3)]);
    Ok(())
}
