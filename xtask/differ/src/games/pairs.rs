//! Games on two numbers: Wythoff, Euclid, Empty and Divide; and Fibonacci Nim.

use super::super::play::{Fault, Move, Part, Rules, Side, numbers, parse_one_component};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

/// A game on two numbers.
struct PairGame {
    /// The spellings of the name; the first is the canonical one.
    names: &'static [&'static str],
    moves: fn(part: &[i64]) -> Vec<Move>,
    /// How many times larger than the requested size the random numbers are.
    scale: i64,
    has_table: bool,
}

/// Fibonacci Nim: a component is the number of stones and the maximum that may be taken.
struct FibonacciNim;

impl Rules for PairGame {
    fn game(&self) -> &'static str {
        self.names[0]
    }

    fn canonical(&self) -> Option<String> {
        Some(self.names[0].into())
    }

    fn written(&self, random: &mut Random) -> String {
        match self.names {
            [name] => name.to_string(),
            names => random.pick(names).to_string(),
        }
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        if part.len() == 2 { Ok((self.moves)(part)) } else { Err(Fault::Bad) }
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let size = self.scale * size;
        vec![random.between(0, size), random.between(0, size)]
    }

    fn max_components(&self) -> usize {
        1
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        parse_one_component(text, 2)
    }

    fn place(&self) -> Option<&'static str> {
        None
    }

    fn dims(&self) -> usize {
        2
    }

    fn has_table(&self) -> bool {
        self.has_table
    }
}

/// Returns the moves of Wythoff's game.
fn wythoff_moves(part: &[i64]) -> Vec<Move> {
    let (a, b) = (part[0], part[1]);
    let mut moves = vec![];
    moves.extend((1..=a).map(|k| Move::new(vec![vec![a - k, b]], vec![("heap", json!(1)), ("take", json!(k))])));
    moves.extend((1..=b).map(|k| Move::new(vec![vec![a, b - k]], vec![("heap", json!(2)), ("take", json!(k))])));
    let both = |k| Move::new(vec![vec![a - k, b - k]], vec![("heaps", json!([1, 2])), ("take", json!(k))]);
    moves.extend((1..=a.min(b)).map(both));
    moves
}

/// Returns the moves of Euclid's game.
fn euclid_moves(part: &[i64]) -> Vec<Move> {
    let mut moves = vec![];
    for heap in 0..2 {
        let (large, small) = (part[heap], part[1 - heap]);
        if small == 0 || large < small {
            continue;
        }
        for take in (1..=large).filter(|take| take % small == 0) {
            let mut to = part.to_vec();
            to[heap] -= take;
            moves.push(Move::new(vec![to], vec![("heap", json!(heap + 1)), ("take", json!(take))]));
        }
    }
    moves
}

/// Returns the moves of Empty and Divide.
fn empty_and_divide_moves(part: &[i64]) -> Vec<Move> {
    let mut moves = vec![];
    for (heap, &stones) in part.iter().enumerate() {
        for less in (1..stones).filter(|less| *less <= stones - less) {
            let into = [less, stones - less];
            moves.push(Move::new(vec![into.to_vec()], vec![("heap", json!(heap + 1)), ("into", json!(into))]));
        }
    }
    moves
}

impl Rules for FibonacciNim {
    fn game(&self) -> &'static str {
        "fibonacci_nim"
    }

    fn canonical(&self) -> Option<String> {
        Some("fibonacci_nim".into())
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let &[stones, max_take] = part else { return Err(Fault::Bad) };
        let takes = 1..=max_take.min(stones);
        let to = |take: i64| vec![stones - take, (2 * take).min(stones - take)];
        Ok(takes.map(|take| Move::new(vec![to(take)], vec![("take", json!(take))])).collect())
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let stones = random.between(0, 2 * size);
        let max_take = if random.one_in(2) { (stones - 1).max(0) } else { random.between(0, stones) };
        vec![stones, max_take]
    }

    fn max_components(&self) -> usize {
        1
    }

    /// Formats a component, without the maximum if it is one less than the number of stones.
    fn components_text(&self, parts: &[Part]) -> String {
        let [stones, max_take] = parts[0][..] else { return String::new() };
        if max_take == (stones - 1).max(0) { format!("({stones})") } else { format!("({stones}; {max_take})") }
    }

    fn random_spelling(&self, parts: &[Part], random: &mut Random) -> String {
        let [stones, max_take] = parts[0][..] else { return String::new() };
        match random.below(3) {
            0 if max_take == stones => format!("({stones};{})", stones + random.between(0, 3)),
            1 => format!("({stones};{max_take})"),
            _ => self.components_text(parts),
        }
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        let numbers = numbers(&text.replace(';', ","))?;
        match numbers[..] {
            [stones] => Some(vec![vec![stones, (stones - 1).max(0)]]),
            [stones, max_take] => Some(vec![vec![stones, max_take.min(stones)]]),
            _ => None,
        }
    }

    fn has_table(&self) -> bool {
        false
    }

    fn component_at(&self, at: &[i64]) -> Option<Part> {
        Some(vec![at[0], (at[0] - 1).max(0)])
    }

    fn smaller(&self, part: &[i64]) -> Vec<Part> {
        let mut smaller = vec![];
        for (stones, max_take) in [(part[0] - 1, part[1]), (part[0], part[1] - 1), (part[0] / 2, part[1] / 2)] {
            if stones >= 0 && max_take >= 0 && [stones, max_take] != part[..] {
                smaller.push(vec![stones, max_take.min(stones)]);
            }
        }
        smaller
    }
}

pub fn wythoff(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(PairGame { names: &["wythoff"], moves: wythoff_moves, scale: 1, has_table: true })
}

pub fn euclid(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(PairGame { names: &["euclid"], moves: euclid_moves, scale: 2, has_table: false })
}

pub fn empty_and_divide(_random: &mut Random) -> Rc<dyn Rules> {
    let names = &["empty_and_divide", "ed"];
    Rc::new(PairGame { names, moves: empty_and_divide_moves, scale: 1, has_table: false })
}

pub fn fibonacci_nim(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(FibonacciNim)
}
