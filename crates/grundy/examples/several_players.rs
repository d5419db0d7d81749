//! Three players take 1 to 3 stones in turn; each wants the next one to lose: `cargo run --example several_players`.
use grundy::prelude::*;

struct ThreeInTurn;

impl Rules for ThreeInTurn {
    type Part = u32; // stones left
    type Move = u32; // stones taken
    type Key = u32;
    fn moves(&self, &heap: &u32, _by: Seat) -> impl Iterator<Item = u32> {
        1..=heap.min(3)
    }
    fn play(&self, &heap: &u32, _by: Seat, &take: &u32) -> Parts<u32> {
        [heap - take].into_iter().collect()
    }
    fn key(&self, &heap: &u32) -> u32 {
        heap
    }
    fn next(&self, _heap: &u32, by: Seat, _take: &u32) -> Seat {
        Seat((by.0 + 1) % 3) // without this, two players take turns
    }
}

impl Multiplayer for ThreeInTurn {
    fn players(&self) -> u8 {
        3
    }
    fn ranking(&self, of: Seat) -> &[Seat] {
        &[[Seat(1), Seat(2), Seat(0)], [Seat(2), Seat(0), Seat(1)], [Seat(0), Seat(1), Seat(2)]][usize::from(of.0)]
    }
}

/// How player 0 begins with 20 stones.
pub fn main() -> grundy::Result<()> {
    let moves = multiplayer::best_moves(&ThreeInTurn, &[20], Seat(0), &Budget::default())?;
    println!("best moves, as (component, stones taken): {moves:?}");
    assert_eq!(moves, [(0, 3)]);
    Ok(())
}
