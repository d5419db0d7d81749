//! Coin-turning games are compared with a brute force on all sets of coins, under normal and misère play.
//!
//! A set of coins that show heads is a number, one bit for each coin. A move turns a set of coins whose highest coin
//! shows heads, so it makes the number smaller.

use grundy_games::parse;
use grundy_rules::{Outcome, Picture, SplitMix64};
use grundy_solve::{Budget, Question, Solver};

const GAMES: [&str; 5] = ["turning_turtles", "mock_turtles", "twins", "ruler", "sym"];

/// Reports whether the rules allow a move that turns exactly these coins.
fn is_legal(game: &str, turned: u32) -> bool {
    let (low, high) = (turned.trailing_zeros(), turned.ilog2());
    match game {
        "turning_turtles" => turned.count_ones() <= 2,
        "mock_turtles" => turned.count_ones() <= 3,
        "twins" => turned.count_ones() == 2,
        "ruler" => turned.count_ones() == high - low + 1,
        _ => (low..=high).all(|at| turned >> at & 1 == turned >> (low + high - at) & 1),
    }
}

/// A game on coins that are numbered from 0, and the sets that its moves may turn.
struct Sets {
    turns: Vec<u32>,
    /// The Grundy value of each set of heads.
    values: Vec<usize>,
    /// Whether the player to move wins under misère play.
    won: Vec<bool>,
}

impl Sets {
    fn new(coins: u32, turns: Vec<u32>) -> Sets {
        let mut sets = Sets { turns, values: vec![], won: vec![] };
        for heads in 0..1u32 << coins {
            let options: Vec<usize> = sets.options(heads).map(|(_, after)| after as usize).collect();
            let mex = (0..).find(|value| options.iter().all(|&after| sets.values[after] != *value)).unwrap();
            let won = options.is_empty() || options.iter().any(|&after| !sets.won[after]);
            sets.values.push(mex);
            sets.won.push(won);
        }
        sets
    }

    /// Returns the moves, each with the coins that show heads after it.
    fn options(&self, heads: u32) -> impl Iterator<Item = (u32, u32)> {
        let legal = self.turns.iter().filter(move |&&turned| heads >> turned.ilog2() & 1 == 1);
        legal.map(move |&turned| (turned, heads ^ turned))
    }
}

/// Checks the answers under both conventions: the value, the outcome and the winning moves.
fn check(solver: &mut Solver, sets: &Sets, heads: u32, write: &dyn Fn(u32) -> String) {
    for misere in [false, true] {
        let position_sum = parse(&format!("{}{}", if misere { "misere " } else { "" }, write(heads))).unwrap();
        let answer = solver.solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
        let (lost, won): (Box<dyn Fn(u32) -> bool>, bool) = match misere {
            true => (Box::new(|after| !sets.won[after as usize]), sets.won[heads as usize]),
            false => (Box::new(|after| sets.values[after as usize] == 0), sets.values[heads as usize] > 0),
        };
        if !misere {
            let value = answer.values.grundy.unwrap().0;
            assert_eq!(value, sets.values[heads as usize] as u128, "{position_sum}");
        }
        assert_eq!(answer.result.outcome == Some(Outcome::N), won, "{position_sum}");
        let mut winning: Vec<String> = sets.options(heads).filter(|mv| lost(mv.1)).map(|mv| write(mv.1)).collect();
        let listed = answer.moves.listed.iter().map(|mv| mv.to.clone().unwrap());
        let mut listed: Vec<String> = listed.map(|to| to.trim_start_matches("misere ").to_string()).collect();
        winning.sort();
        listed.sort();
        assert_eq!(answer.moves.total, Some(winning.len() as u128), "{position_sum}");
        assert_eq!(listed, winning, "{position_sum}");
    }
}

fn first(game: &str) -> u32 {
    u32::from(matches!(game, "turning_turtles" | "ruler"))
}

fn bits(set: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS).filter(move |at| set >> at & 1 == 1)
}

#[test]
fn rows_agree_with_all_sets() {
    let mut random = SplitMix64(7);
    for game in GAMES {
        let sets = Sets::new(10, (1..1 << 10).filter(|&turned| is_legal(game, turned)).collect());
        let write = |heads| {
            let coins: Vec<String> = bits(heads).map(|at| (at + first(game)).to_string()).collect();
            format!("{game}({})", coins.join(","))
        };
        let mut solver = Solver::new();
        for heads in (0..64).chain((0..20).map(|_| random.below(1 << 10) as u32)) {
            check(&mut solver, &sets, heads, &write);
        }
    }
}

#[test]
fn products_agree_with_all_sets() {
    const ROWS: u32 = 3;
    const COLUMNS: u32 = 4;
    let mut random = SplitMix64(8);
    for (rows, columns) in GAMES.into_iter().flat_map(|rows| GAMES.map(|columns| (rows, columns))) {
        let sides = (1..1u32 << ROWS).filter(|&turned| is_legal(rows, turned));
        let turns = sides.flat_map(|side| {
            let tops = (1..1u32 << COLUMNS).filter(|&turned| is_legal(columns, turned));
            tops.map(move |top| bits(side).map(|row| top << (row * COLUMNS)).sum())
        });
        let sets = Sets::new(ROWS * COLUMNS, turns.collect());
        let write = |heads| {
            let coin = |at| format!("{},{}", at / COLUMNS + first(rows), at % COLUMNS + first(columns));
            format!("tartan[{rows},{columns}]({})", bits(heads).map(coin).collect::<Vec<_>>().join(","))
        };
        let mut solver = Solver::new();
        for _ in 0..4 {
            check(&mut solver, &sets, random.below(1 << (ROWS * COLUMNS)) as u32, &write);
        }
    }
}

/// Coins so far away that only formulas give the answer: a winning move is found, and it wins.
#[test]
fn winning_moves_of_far_coins_win() {
    let mut solver = Solver::new();
    for text in [
        "mock_turtles(12345678901234567,10^18,18446744073709551615)",
        "twins(3,10^18) + turning_turtles(10^17)",
        "ruler(512,1000) + nim(10^6)",
        "sym(20,27)",
        "tartan[mock_turtles,twins](40,10^6, 3,17)",
        "turning_corners(300,500) + rugs(96,80)",
    ] {
        let position_sum = parse(text).unwrap();
        let answer = solver.solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
        assert!(answer.moves.total.unwrap() > 0, "{text}");
        for mv in answer.moves.listed.iter().take(5) {
            let after = parse(mv.to.as_deref().unwrap()).unwrap();
            let after = solver.solve(&after, &Question::default(), &Budget::default()).unwrap();
            assert_eq!(after.values.grundy.unwrap().0, 0, "{text}: {mv:?}");
        }
    }
}

/// The furthest possible coin is too far away for a drawn board, so the picture is a text.
#[test]
fn the_last_coin_is_printed() {
    for (text, coins) in [
        ("mock_turtles(18446744073709551615)", "18446744073709551615"),
        ("tartan[twins,twins](18446744073709551615,0)", "18446744073709551615,0"),
    ] {
        let position_sum = parse(text).unwrap();
        let Picture::Text(printed) = position_sum.terms[0].position.picture(0) else { panic!("{text}") };
        assert_eq!(printed.to_string(), coins);
    }
}
