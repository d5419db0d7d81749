//! Games on two numbers: Wythoff, Euclid, Empty and Divide; and Fibonacci Nim.

use super::super::play::{Fault, Move, Part, Rules, Side, numbers, parse_one_component};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

pub struct Wythoff;

pub struct Euclid;

pub struct EmptyAndDivide;

/// Fibonacci Nim: a component is the number of stones and the maximum that may be taken.
pub struct FibonacciNim;

fn pair(size: i64, random: &mut Random) -> Part {
    vec![random.between(0, size), random.between(0, size)]
}

impl Rules for Wythoff {
    fn game(&self) -> &'static str {
        "wythoff"
    }

    fn canonical(&self) -> Option<String> {
        Some("wythoff".into())
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let &[a, b] = part else { return Err(Fault::Bad) };
        let mut moves = vec![];
        moves.extend((1..=a).map(|k| Move::new(vec![vec![a - k, b]], vec![("heap", json!(1)), ("take", json!(k))])));
        moves.extend((1..=b).map(|k| Move::new(vec![vec![a, b - k]], vec![("heap", json!(2)), ("take", json!(k))])));
        let both = |k| Move::new(vec![vec![a - k, b - k]], vec![("heaps", json!([1, 2])), ("take", json!(k))]);
        moves.extend((1..=a.min(b)).map(both));
        Ok(moves)
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        pair(size, random)
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
}

impl Rules for Euclid {
    fn game(&self) -> &'static str {
        "euclid"
    }

    fn canonical(&self) -> Option<String> {
        Some("euclid".into())
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
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
        Ok(moves)
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        pair(2 * size, random)
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
        false
    }
}

impl Rules for EmptyAndDivide {
    fn game(&self) -> &'static str {
        "empty_and_divide"
    }

    fn canonical(&self) -> Option<String> {
        Some("empty_and_divide".into())
    }

    fn written(&self, random: &mut Random) -> String {
        random.pick(&["empty_and_divide", "ed"]).to_string()
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let mut moves = vec![];
        for (heap, &stones) in part.iter().enumerate() {
            for less in (1..stones).filter(|less| *less <= stones - less) {
                let into = [less, stones - less];
                moves.push(Move::new(vec![into.to_vec()], vec![("heap", json!(heap + 1)), ("into", json!(into))]));
            }
        }
        Ok(moves)
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        pair(size, random)
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
        false
    }
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
    Rc::new(Wythoff)
}

pub fn euclid(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(Euclid)
}

pub fn empty_and_divide(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(EmptyAndDivide)
}

pub fn fibonacci_nim(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(FibonacciNim)
}
