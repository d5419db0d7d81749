//! Tests the moves of Grundy's game.

use grundy_games::grundy_game::GrundyGame;
use grundy_rules::{Player, Rules};

#[test]
fn never_two_equal_heaps() {
    for heap in 0..20u64 {
        let pairs: Vec<_> =
            GrundyGame.moves(&heap, Player::LEFT).map(|mv| (mv.remaining[0], mv.remaining[1])).collect();
        let slow: Vec<_> = (1..heap).map(|a| (a, heap - a)).filter(|(a, b)| a < b).collect();
        assert_eq!(pairs, slow);
    }
}
