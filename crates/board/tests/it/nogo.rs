//! Tests the moves of NoGo, and who wins.

use grundy_board::internals::sample;
use grundy_board::{Cells, NoGo};
use grundy_rules::{Budget, Game, Player, Rules, SumWithValue};
use grundy_value::ValueArena;
use std::collections::HashMap;

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

/// Reports whether a player wins moving first, by all moves.
fn wins(board: &Cells, by: Player, memo: &mut HashMap<(Cells, u8), bool>) -> bool {
    if let Some(&wins) = memo.get(&(board.clone(), by.0)) {
        return wins;
    }
    let found = NoGo.moves(board, by).any(|mv| !wins(&mv.0, Player(1 - by.0), memo));
    memo.insert((board.clone(), by.0), found);
    found
}

#[test]
fn winning_moves_match_brute_force() {
    let (mut memo, mut counts) = (HashMap::new(), [0; 4]);
    for (states, rows) in [(&b"......xo"[..], 2), (b".....xo#", 3), (b"..xo", 3), (b"....xo", 1)] {
        for n in 0..72 {
            let board = sample(n, states, rows);
            if board.cells().len() > 12 {
                continue;
            }
            let (mut values, budget) = (ValueArena::new(), Budget::default());
            let alone = SumWithValue::from_component(board.clone());
            let found = NoGo
                .winning_first_moves(&alone, n % 2 == 0, &mut values, &budget)
                .unwrap()
                .unwrap()
                .in_first_component();
            let wanted = [Player::LEFT, Player::RIGHT].map(|by| wins(&board, by, &mut memo));
            for ((by, wins_first), found) in [Player::LEFT, Player::RIGHT].into_iter().zip(wanted).zip(found) {
                let winning = NoGo.moves(&board, by).filter(|mv| !wins(&mv.0, Player(1 - by.0), &mut memo));
                let winning: Vec<_> = winning.map(|mv| mv.0).collect();
                let found: Vec<_> = found.into_iter().map(|mv| mv.0).collect();
                assert_eq!(winning.is_empty(), !wins_first);
                match n % 2 {
                    0 => assert_eq!(found, winning, "{board}"),
                    _ => assert!(found.len() == winning.len().min(1) && found.iter().all(|mv| winning.contains(mv))),
                }
            }
            counts[usize::from(wanted[0]) + 2 * usize::from(wanted[1])] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}
