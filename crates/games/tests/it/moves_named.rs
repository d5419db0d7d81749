//! Tests that the numbers in the description of a move are parsed to legal moves only.

use grundy_games::{library, parse};
use grundy_rules::{AnyMove, Player};

/// Returns the numbers in the description of a move, in their order.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn every_legal_move_is_named_by_its_numbers_and_no_other() {
    let mut games = 0;
    for entry in library().games() {
        let mut named_moves = 0;
        for position in entry.samples().take(400) {
            for (component, by) in
                (0..position.len()).flat_map(|component| [(component, Player::LEFT), (component, Player::RIGHT)])
            {
                let moves: Vec<AnyMove> = position.moves(component, by).collect();
                for mv in &moves {
                    let text = position.describe(component, mv).text;
                    let Some(named) = position.moves_from_numbers(component, by, &numbers(&text.to_string())) else {
                        continue;
                    };
                    named_moves += 1;
                    assert!(named.contains(mv), "{position:?}: {text}");
                }
                // Numbers close to those of a legal move may describe an illegal move; then no move may be returned.
                for given in
                    (0..6).flat_map(|a| [vec![a], vec![a, 1], vec![1, a, 2], vec![2, 1, a, 1], vec![1, 1, 1, a]])
                {
                    for mv in position.moves_from_numbers(component, by, &given).into_iter().flatten() {
                        assert!(moves.contains(&mv), "{position:?}: {given:?} names {mv:?}");
                    }
                }
            }
        }
        games += usize::from(named_moves > 0);
    }
    assert!(games >= 15, "{games} games name their moves");
}

#[test]
fn moves_of_huge_positions_are_named() {
    for (text, given, after) in [
        ("nim(10^18,7)", vec![999], "nim(999999999999999001,7)"),
        ("take[2..](10^18)", vec![10], "take[2..](999999999999999990)"),
        ("count[1..; 10^18](5)", vec![7], "count[1..; 1000000000000000000](12)"),
        ("wythoff(10^18,10^17)", vec![3], "wythoff(999999999999999997,99999999999999997)"),
        ("lasker(10^18)", vec![1, 400, 999_999_999_999_999_600], "lasker(400,999999999999999600)"),
        ("euclid(10^18,5)", vec![15], "euclid(999999999999999985,5)"),
        ("ed(5,10^18)", vec![1, 2, 7, 999_999_999_999_999_993], "empty_and_divide(7,999999999999999993)"),
        ("octal[0.7](10^18)", vec![1, 1, 9, 999_999_999_999_999_990], "octal[0.7](9,999999999999999990)"),
        ("stairs[ground](0,10^18)", vec![9], "stairs[ground](9,999999999999999991)"),
        ("treblecross(10^18)", vec![4], "treblecross(1,999999999999999994)"),
    ] {
        let spec = parse(text).unwrap();
        let position = &*spec.terms[0].position;
        let named = position.moves_from_numbers(0, Player::LEFT, &given).unwrap();
        assert_eq!(format!("{:?}", position.after(0, Player::LEFT, named.last().unwrap())), after);
        assert!(position.moves_from_numbers(0, Player::LEFT, &[]).unwrap().is_empty());
    }
}
