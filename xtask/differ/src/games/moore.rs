//! Moore's Nim: a move takes from at least one and at most k heaps.

use super::super::play::{Fault, Move, Part, Rules, Side, numbers};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

struct Moore {
    max_heaps: usize,
}

impl Rules for Moore {
    fn game(&self) -> &'static str {
        "moore"
    }

    fn canonical(&self) -> Option<String> {
        Some(format!("moore[{}]", self.max_heaps))
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let mut moves = vec![];
        let mut to = part.to_vec();
        self.enumerate_takes(part, 0, &mut to, &mut moves);
        // Sort in the order of the program's list: lexicographically by the heaps and the amounts taken from them.
        moves.sort();
        Ok(moves.into_iter().map(|takes| move_for(part, &takes)).collect())
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let heaps = random.between(0, 4);
        (0..heaps).map(|_| random.between(0, (size / heaps).min(5) + 1)).collect()
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
}

/// The amounts taken, each with its heap.
type Takes = Vec<(usize, i64)>;

impl Moore {
    /// Adds all ways to lower the heaps from index `at` on; `to` already contains the earlier heaps.
    fn enumerate_takes(&self, from: &[i64], at: usize, to: &mut Part, moves: &mut Vec<Takes>) {
        if at == from.len() {
            let taken = from.iter().zip(&*to).map(|(all, rest)| all - rest);
            let takes: Takes = taken.enumerate().filter(|&(_, take)| take > 0).collect();
            if (1..=self.max_heaps).contains(&takes.len()) {
                moves.push(takes);
            }
            return;
        }
        for rest in 0..=from[at] {
            to[at] = rest;
            self.enumerate_takes(from, at + 1, to, moves);
        }
        to[at] = from[at];
    }
}

fn move_for(from: &[i64], takes: &Takes) -> Move {
    let mut to = from.to_vec();
    for &(heap, take) in takes {
        to[heap] -= take;
    }
    let move_fields = match takes[..] {
        [(heap, take)] => vec![("heap", json!(heap + 1)), ("take", json!(take))],
        _ => {
            let heaps: Vec<usize> = takes.iter().map(|take| take.0 + 1).collect();
            let each: Vec<i64> = takes.iter().map(|take| take.1).collect();
            vec![("heaps", json!(heaps)), ("takes", json!(each))]
        }
    };
    Move::new(vec![to], move_fields)
}

pub fn random_moore(random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(Moore { max_heaps: random.between(1, 4) as usize })
}
