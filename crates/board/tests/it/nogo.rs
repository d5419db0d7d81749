//! Tests the moves of NoGo.

use grundy_board::{Cells, NoGo};
use grundy_rules::{Player, Rules};

fn moves(board: &str, by: Player) -> String {
    let rows: Vec<&str> = board.split('/').collect();
    let cells = Cells::new(rows.len() as u16, rows[0].len() as u16, rows.concat().into_bytes()).unwrap();
    let all = NoGo.moves(&cells, by).map(|mv| mv.0.to_string());
    all.collect::<Vec<String>>().join(" ")
}

#[test]
fn liberties_are_kept() {
    assert_eq!(moves(".", Player::LEFT), "");
    assert_eq!(moves("..", Player::LEFT), "x. .x");
    // A move must not take the last liberty of the player's own group or of another group, including groups of
    // several stones.
    assert_eq!(moves("x.", Player::LEFT), "");
    assert_eq!(moves("x.", Player::RIGHT), "");
    assert_eq!(moves("xx./...", Player::RIGHT), "xxo/... xx./o.. xx./.o. xx./..o");
    assert_eq!(moves("xx/o.", Player::LEFT), "");
    assert_eq!(moves("xo./.#.", Player::RIGHT), "xoo/.#. xo./.#o");
    // No move can give a liberty to a group that has none.
    assert_eq!(moves("x#/#.", Player::RIGHT), "");
}
