//! Coin-turning games: every set of coins is tried, and the legal ones are the moves.

use super::super::play::{Fault, Move, Part, Rules, Side, numbers};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

const ROWS: [&str; 5] = ["turning_turtles", "mock_turtles", "twins", "ruler", "sym"];

/// A game on a row of coins, or the product of two; a component lists the coins that show heads.
struct Coins {
    /// The games of the rows and of the columns; one game for coins in a row.
    factors: Vec<&'static str>,
}

fn first(game: &str) -> i64 {
    i64::from(matches!(game, "turning_turtles" | "ruler"))
}

/// Reports whether a move may turn this set of coins, in ascending order.
fn is_legal(game: &str, set: &[i64]) -> bool {
    match game {
        "turning_turtles" => set.len() <= 2,
        "mock_turtles" => set.len() <= 3,
        "twins" => set.len() == 2,
        "ruler" => set.windows(2).all(|pair| pair[0] + 1 == pair[1]),
        _ => set.iter().all(|coin| set.contains(&(set[0] + set[set.len() - 1] - coin))),
    }
}

/// Returns the legal sets whose furthest coin is `coin`, in the order of the program.
fn sets(game: &str, coin: i64) -> Vec<Vec<i64>> {
    let places: Vec<i64> = (first(game)..=coin).collect();
    let all = (1..1u64 << places.len()).map(|mask| {
        let chosen = places.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
        chosen.map(|(_, place)| *place).collect::<Vec<i64>>()
    });
    let mut sets: Vec<Vec<i64>> = all.filter(|set| set.last() == Some(&coin) && is_legal(game, set)).collect();
    sets.sort_by_key(|set| {
        let lower_half = || set.iter().filter(|&&at| 2 * at <= set[0] + coin).map(|at| 1i64 << (at - set[0])).sum();
        match game {
            // Sort by width, then by the coins of the lower half as a binary number.
            "sym" => vec![coin - set[0], lower_half()],
            _ => [vec![set.len() as i64], set.clone()].concat(),
        }
    });
    sets
}

/// Returns the name of a cell, by its row and its column counted from 0.
fn cell(row: i64, column: i64) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Coins {
    /// Returns the name of the cell of a coin of a product.
    fn cell_of(&self, coin: &[i64]) -> String {
        cell(coin[0] - first(self.factors[0]), coin[1] - first(self.factors[1]))
    }

    /// Returns the coins of a component, each as a row and, in a product, a column.
    fn coins<'a>(&self, part: &'a [i64]) -> Vec<&'a [i64]> {
        part.chunks(self.factors.len()).collect()
    }

    fn turned(&self, part: &[i64], set: &[Vec<i64>]) -> Part {
        let mut coins: Vec<Vec<i64>> = self.coins(part).into_iter().map(<[i64]>::to_vec).collect();
        for coin in set {
            match coins.iter().position(|head| head == coin) {
                Some(at) => drop(coins.remove(at)),
                None => coins.push(coin.clone()),
            }
        }
        coins.sort();
        coins.concat()
    }
}

impl Rules for Coins {
    fn game(&self) -> &'static str {
        if self.factors.len() == 1 { self.factors[0] } else { "tartan" }
    }

    fn canonical(&self) -> Option<String> {
        Some(match &self.factors[..] {
            [one] => one.to_string(),
            factors => format!("tartan[{}]", factors.join(",")),
        })
    }

    fn written(&self, random: &mut Random) -> String {
        match self.factors[..] {
            ["twins", "twins"] if random.one_in(2) => "turning_corners".into(),
            ["ruler", "ruler"] if random.one_in(2) => "rugs".into(),
            _ => self.canonical().unwrap_or_default(),
        }
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let mut moves = vec![];
        for head in self.coins(part) {
            let rows = sets(self.factors[0], head[0]);
            let Some(columns) = self.factors.get(1).map(|game| sets(game, head[1])) else {
                moves.extend(rows.into_iter().map(|set| {
                    let coins: Vec<Vec<i64>> = set.iter().map(|&coin| vec![coin]).collect();
                    let cells: Vec<String> = set.iter().map(|coin| cell(0, coin - first(self.factors[0]))).collect();
                    Move::new(vec![self.turned(part, &coins)], vec![("coins", json!(set)), ("cells", json!(cells))])
                }));
                continue;
            };
            for (rows, columns) in rows.iter().flat_map(|rows| columns.iter().map(move |columns| (rows, columns))) {
                let coins: Vec<Part> = rows.iter().flat_map(|&x| columns.iter().map(move |&y| vec![x, y])).collect();
                let to = self.turned(part, &coins);
                let cells: Vec<String> = coins.iter().map(|coin| self.cell_of(coin)).collect();
                let fields = vec![("rows", json!(rows)), ("columns", json!(columns)), ("cells", json!(cells))];
                moves.push(Move::new(vec![to], fields));
            }
        }
        Ok(moves)
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let last = if self.factors.len() == 1 { size.clamp(1, 8) } else { 2 };
        let mut coins: Vec<Vec<i64>> = (0..random.between(0, 4))
            .map(|_| self.factors.iter().map(|game| first(game) + random.between(0, last)).collect())
            .collect();
        coins.sort();
        coins.dedup();
        coins.concat()
    }

    fn max_components(&self) -> usize {
        1
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        numbers(text).map(|part| vec![part])
    }

    fn place(&self) -> Option<&'static str> {
        None
    }

    fn dims(&self) -> usize {
        0
    }

    fn smaller(&self, part: &[i64]) -> Vec<Part> {
        let coins = self.coins(part);
        (0..coins.len()).map(|at| [&coins[..at], &coins[at + 1..]].concat().concat()).collect()
    }
}

pub fn row(game: &'static str) -> Rc<dyn Rules> {
    Rc::new(Coins { factors: vec![game] })
}

pub fn product(random: &mut Random) -> Rc<dyn Rules> {
    let mut factor = || ROWS[random.below(ROWS.len() as u64) as usize];
    Rc::new(Coins { factors: vec![factor(), factor()] })
}
