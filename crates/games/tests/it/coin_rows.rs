//! Tests the moves and values of the games on one row of coins.

use grundy_games::internals::{Row, Turned, odious};

const ROWS: [Row; 6] = [Row::OneCoin, Row::TurningTurtles, Row::MockTurtles, Row::Twins, Row::Ruler, Row::Sym];

/// Checks that values are the mex of the options, and that counts and lists agree with all moves.
#[test]
fn values_and_counts_agree_with_all_moves() {
    for row in ROWS {
        let last = if row == Row::Sym { 15 } else { row.last().min(40) };
        for coin in row.first()..=last {
            let all: Vec<Turned> = row.turns(coin).collect();
            let options: Vec<u128> = all.iter().map(|turned| row.xor(&turned[..turned.len() - 1])).collect();
            let mex = (0..).find(|value| !options.contains(value));
            assert_eq!(Some(row.value(coin)), mex, "{row:?} {coin}");
            let mut by_xor = vec![0; 256];
            row.xors(coin).for_each(|(xor, count)| by_xor[xor as usize] += count);
            for xor in 0..256 {
                let slow: Vec<Turned> = all.iter().filter(|turned| row.xor(turned) == xor).cloned().collect();
                assert_eq!(row.count(coin, xor), slow.len() as u128, "{row:?} {coin}: {xor}");
                assert_eq!(by_xor[xor as usize], slow.len() as u128, "{row:?} {coin}: {xor}");
                assert_eq!(row.turns_with(coin, xor).collect::<Vec<_>>(), slow, "{row:?} {coin}: {xor}");
            }
            for turned in &all {
                assert!(turned.is_sorted_by(|a, b| a < b) && turned.last() == Some(&coin));
            }
        }
    }
}

/// Checks which sets of the first coins are parsed as moves: exactly those that a move may turn.
#[test]
fn numbers_of_moves_are_legal() {
    for row in ROWS {
        let last = row.last().min(8);
        for mask in 1..1u64 << (last + 1) {
            let set: Turned = (0..=last).filter(|coin| mask >> coin & 1 == 1).collect();
            let coin = set[set.len() - 1];
            let listed = coin >= row.first() && row.turns(coin).any(|turned| turned == set);
            let numbers = match row {
                Row::Ruler if listed && set.len() > 1 => vec![set[0], coin],
                Row::Ruler if set.len() == 2 => continue, // two numbers are the ends of a run
                _ => set.to_vec(),
            };
            assert_eq!(row.set_of_numbers(&numbers), listed.then_some(set), "{row:?} {numbers:?}");
        }
    }
}

#[test]
fn the_largest_coins_are_exact() {
    let top = u64::MAX;
    assert_eq!(Row::MockTurtles.value(top), (1 << 65) - 1);
    for coin in [top, top - 1, 1 << 63, (1 << 63) + 1, 6_148_914_691_236_517_205] {
        for xor in [1, 3, 6, 12, (1 << 64) - 1, 1 << 64, (1 << 65) - 1, odious(coin), odious(coin) ^ 5] {
            let count = Row::MockTurtles.count(coin, xor);
            let found: Vec<Turned> = Row::MockTurtles.turns_with(coin, xor).take(500).collect();
            assert_eq!(found.len() as u128, count.min(500), "{coin} {xor}");
            assert!(found.iter().all(|turned| Row::MockTurtles.xor(turned) == xor), "{coin} {xor}");
            assert!(found.iter().all(|turned| turned.is_sorted_by(|a, b| a < b) && turned.last() == Some(&coin)));
            let triples = found.iter().filter(|turned| turned.len() == 3);
            assert!(triples.is_sorted(), "{coin} {xor}");
        }
    }
    assert_eq!(
        Row::Twins.turns_with(top, u128::from(top) ^ 5).collect::<Vec<_>>(),
        [Turned::from([5, top].as_slice())]
    );
}

#[test]
fn sym_has_the_published_values() {
    let known = [1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10, 256, 5, 512, 28];
    assert_eq!((0..20).map(|coin| Row::Sym.value(coin)).collect::<Vec<_>>(), known);
}
