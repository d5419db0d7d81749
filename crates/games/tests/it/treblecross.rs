//! Compares Treblecross with play by its original rules.

use grundy_games::treblecross::Treblecross;
use grundy_rules::{Player, Rules};
use std::collections::HashMap;

/// Boards under the original rules: for each cell of each board, whether the cell is marked.
type Strips = Vec<Vec<bool>>;

fn completes(strip: &[bool]) -> bool {
    strip.windows(3).any(|three| three.iter().all(|&marked| marked))
}

/// Reports whether the player to move wins if every empty cell may be marked.
///
/// A player who cannot mark a cell loses.
fn wins(mut strips: Strips, memo: &mut HashMap<Strips, bool>) -> bool {
    strips.sort();
    if let Some(&won) = memo.get(&strips) {
        return won;
    }
    let mut won = false;
    for (k, cell) in (0..strips.len()).flat_map(|k| (0..strips[k].len()).map(move |cell| (k, cell))) {
        if strips[k][cell] || won {
            continue;
        }
        let mut after = strips.clone();
        after[k][cell] = true;
        won = completes(&after[k]) || !wins(after, memo);
    }
    memo.insert(strips, won);
    won
}

/// Returns the Grundy value of a board, computed by the moves of [`Treblecross`].
fn value(board: u64, memo: &mut HashMap<u64, u128>) -> u128 {
    if let Some(&value) = memo.get(&board) {
        return value;
    }
    let options: Vec<u128> = Treblecross
        .moves(&board, Player::LEFT)
        .map(|mv| {
            Treblecross.play(&board, Player::LEFT, &mv).iter().fold(0, |sum, &component| sum ^ value(component, memo))
        })
        .collect();
    let value = grundy_rules::mex(options);
    memo.insert(board, value);
    value
}

#[test]
fn boards_and_sums_match_literal_play() {
    let (mut on_paper, mut memo) = (HashMap::new(), HashMap::new());
    let fresh = |cells: &[u64]| -> Strips { cells.iter().map(|&n| vec![false; n as usize]).collect() };
    for n in 0..=13 {
        assert_eq!(wins(fresh(&[n]), &mut on_paper), value(n, &mut memo) != 0, "{n}");
    }
    for a in 0..=6 {
        for b in a..=6 {
            let sum = value(a, &mut memo) ^ value(b, &mut memo);
            assert_eq!(wins(fresh(&[a, b]), &mut on_paper), sum != 0, "{a}, {b}");
            for c in b..=3 {
                let sum = sum ^ value(c, &mut memo);
                assert_eq!(wins(fresh(&[a, b, c]), &mut on_paper), sum != 0, "{a}, {b}, {c}");
            }
        }
    }
    assert_eq!((0..9).map(|n| value(n, &mut memo)).collect::<Vec<_>>(), [0, 1, 0, 1, 2, 2, 0, 3, 3]);
}

/// Checks that the winning first moves are those of play in which every empty cell may be marked.
#[test]
fn winning_marks_match_literal_play() {
    let (mut on_paper, mut memo) = (HashMap::new(), HashMap::new());
    for n in 0..=12u64 {
        let by_paper = (0..n as usize).filter(|&cell| {
            let mut strip = vec![false; n as usize];
            strip[cell] = true;
            !wins(vec![strip], &mut on_paper)
        });
        let by_paper: Vec<u64> = by_paper.map(|cell| cell as u64 + 1).collect();
        let by_value = Treblecross.moves(&n, Player::LEFT).filter(|mv| {
            Treblecross.play(&n, Player::LEFT, mv).iter().fold(0, |sum, &component| sum ^ value(component, &mut memo))
                == 0
        });
        assert_eq!(by_value.map(|mv| mv.0).collect::<Vec<_>>(), by_paper, "{n}");
    }
}
