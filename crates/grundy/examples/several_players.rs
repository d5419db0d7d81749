//! Three players, each with somebody whom they want to lose: player j takes 1 to j + 2 stones from a heap.
//! Run it with `cargo run --example several_players`.
use grundy::prelude::*;

struct Unequal;

impl Rules for Unequal {
    type Part = u32; // stones left
    type Move = u32; // stones taken
    type Key = u32;
    fn moves(&self, &heap: &u32, by: Seat) -> impl Iterator<Item = u32> {
        1..=heap.min(u32::from(by.0) + 2)
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

impl Multiplayer for Unequal {
    fn players(&self) -> u8 {
        3
    }
    fn ranking(&self, of: Seat) -> &[Seat] {
        // Most wanted loser first: the next player, then the one after, at last oneself.
        &[[Seat(1), Seat(2), Seat(0)], [Seat(2), Seat(0), Seat(1)], [Seat(0), Seat(1), Seat(2)]][usize::from(of.0)]
    }
}

/// Who loses 20 stones if player 0 starts, and how.
pub fn main() -> grundy::Result<()> {
    println!("best moves: {:?}", multiplayer::best_moves(&Unequal, &[20], Seat(0), &Budget::default())?);
    assert_eq!(multiplayer::loser(&Unequal, &[20], Seat(0), &Budget::default())?, Seat(1));
    Ok(())
}
