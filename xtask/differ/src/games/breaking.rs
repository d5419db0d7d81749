//! Games whose heaps may be split.
//!
//! Octal and hexadecimal codes, with or without a name, Lasker's Nim, and Grundy's game.

use super::super::play::{Fault, Move, Part, Rules, Side};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

pub struct Lasker;

pub struct GrundyGame;

/// An octal or hexadecimal code by its digits, and its name, if it has one.
pub struct Octal {
    pub digits: Vec<i64>,
    pub name: Option<&'static str>,
}

/// The named games and their codes.
const NAMED_CODES: [(&str, &[i64]); 5] = [
    ("kayles", &[0, 7, 7]),
    ("dawson_kayles", &[0, 0, 7]),
    ("dawson_chess", &[0, 1, 3, 7]),
    ("guiles", &[0, 1, 5]),
    ("officers", &[0, 6]),
];

/// Returns the move that takes `take` and leaves these heaps.
fn split_move(take: i64, into: &[i64]) -> Move {
    let mut move_fields = vec![("take", json!(take))];
    if into.len() > 1 {
        move_fields.push(("into", json!(into)));
    }
    Move::new(into.iter().map(|&heap| vec![heap]).collect(), move_fields)
}

impl Rules for Lasker {
    fn game(&self) -> &'static str {
        "lasker"
    }

    fn canonical(&self) -> Option<String> {
        Some("lasker".into())
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let heap = part[0];
        let splits = (1..heap).filter(|&a| a <= heap - a).map(|a| split_move(0, &[a, heap - a]));
        Ok(splits.chain((1..=heap).map(|take| split_move(take, &[heap - take]))).collect())
    }
}

impl Rules for GrundyGame {
    fn game(&self) -> &'static str {
        "grundy_game"
    }

    fn canonical(&self) -> Option<String> {
        Some("grundy_game".into())
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let heap = part[0];
        Ok((1..heap).filter(|&a| a < heap - a).map(|a| split_move(0, &[a, heap - a])).collect())
    }
}

impl Rules for Octal {
    fn game(&self) -> &'static str {
        self.name.unwrap_or("octal")
    }

    fn canonical(&self) -> Option<String> {
        if let Some(name) = self.name {
            return Some(name.into());
        }
        let last = self.digits.iter().rposition(|&d| d != 0).unwrap_or(0);
        let digits: Vec<String> = self.digits[1..=last].iter().map(|d| format!("{d:X}")).collect();
        Some(format!("octal[{:X}.{}]", self.digits[0], digits.concat()))
    }

    fn written(&self, random: &mut Random) -> String {
        let Some(text) = self.canonical() else { return String::new() };
        match random.below(3) {
            0 if self.name.is_none() => text.replace("[0.", "[."),
            1 if self.name.is_none() => text.to_lowercase(),
            _ => text,
        }
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let heap = part[0];
        let mut moves = vec![];
        for (take, &digit) in self.digits.iter().enumerate() {
            let take = take as i64;
            let rest = heap - take;
            if rest < 0 {
                break;
            }
            if digit & 1 != 0 && rest == 0 {
                moves.push(split_move(take, &[0]));
            }
            if digit & 2 != 0 && rest > 0 {
                moves.push(split_move(take, &[rest]));
            }
            for a in 1..rest {
                if digit & 4 != 0 && a <= rest - a {
                    moves.push(split_move(take, &[a, rest - a]));
                }
                for b in a..rest {
                    if digit & 8 != 0 && b <= rest - a - b {
                        moves.push(split_move(take, &[a, b, rest - a - b]));
                    }
                }
            }
        }
        Ok(moves)
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        vec![random.between(0, size)]
    }

    fn simpler(&self) -> Vec<Rc<dyn Rules>> {
        if self.name.is_some() {
            return vec![];
        }
        let mut simpler: Vec<Rc<dyn Rules>> = vec![];
        for k in 0..self.digits.len() {
            let mut digits = self.digits.clone();
            digits[k] = 0;
            if digits != self.digits && digits[1..].iter().any(|&d| d != 0) {
                simpler.push(Rc::new(Octal { digits, name: None }));
            }
        }
        simpler
    }
}

pub fn random_octal(random: &mut Random) -> Rc<dyn Rules> {
    let hexadecimal = random.one_in(4);
    let mut digits = vec![0];
    if random.one_in(3) {
        digits[0] = *random.pick(if hexadecimal { &[4, 8, 12] } else { &[4, 4, 4] });
    }
    digits.extend((0..1 + random.below(4)).map(|_| random.between(0, if hexadecimal { 15 } else { 7 })));
    if digits[1..].iter().all(|&d| d == 0) {
        digits[1] = 7;
    }
    Rc::new(Octal { digits, name: None })
}

/// Returns the octal game with this name.
///
/// # Panics
/// Panics if there is no such name.
pub fn named(name: &str) -> Rc<dyn Rules> {
    let (name, digits) = NAMED_CODES.into_iter().find(|(known, _)| *known == name).expect("a name of the list");
    Rc::new(Octal { digits: digits.to_vec(), name: Some(name) })
}

pub fn lasker(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(Lasker)
}

pub fn grundy_game(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(GrundyGame)
}
