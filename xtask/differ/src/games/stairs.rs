//! Staircase Nim: stones move down step by step.

use super::super::play::{Fault, Move, Part, Rules, Side, numbers};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

pub struct Stairs {
    pub frozen: bool,
}

impl Rules for Stairs {
    fn game(&self) -> &'static str {
        "stairs"
    }

    fn canonical(&self) -> Option<String> {
        Some(if self.frozen { "stairs[frozen]" } else { "stairs[ground]" }.into())
    }

    fn written(&self, random: &mut Random) -> String {
        if !self.frozen && random.one_in(2) { "stairs".into() } else { self.canonical().unwrap_or_default() }
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let mut moves = vec![];
        for step in usize::from(self.frozen)..part.len() {
            for take in 1..=part[step] {
                let mut to = part.to_vec();
                to[step] -= take;
                if step > 0 {
                    to[step - 1] += take;
                }
                moves.push(Move::new(vec![to], vec![("step", json!(step + 1)), ("take", json!(take))]));
            }
        }
        Ok(moves)
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let steps = random.between(1, 5);
        (0..steps).map(|_| random.between(0, size / steps + 1)).collect()
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

    fn has_table(&self) -> bool {
        false
    }

    fn has_claims(&self) -> bool {
        false
    }
}

pub fn random_stairs(random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(Stairs { frozen: random.one_in(2) })
}
