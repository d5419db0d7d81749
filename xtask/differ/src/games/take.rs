//! Games of taking from heaps: Nim, impartial and partizan subtraction games, and the counting race.

use super::super::play::{Fault, Move, Part, Rules, Side, numbers};
use super::super::sets::Set;
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

pub struct Nim;

pub struct Take(pub Set);

pub struct PartizanTake(pub Set, pub Set);

pub struct Count(pub Set, pub i64);

fn taking(heap: i64, amounts: impl IntoIterator<Item = i64>) -> Vec<Move> {
    amounts.into_iter().map(|take| Move::new(vec![vec![heap - take]], vec![("take", json!(take))])).collect()
}

impl Rules for Nim {
    fn game(&self) -> &'static str {
        "nim"
    }

    fn canonical(&self) -> Option<String> {
        Some("nim".into())
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        Ok(taking(part[0], 1..=part[0]))
    }
}

impl Rules for Take {
    fn game(&self) -> &'static str {
        "take"
    }

    fn canonical(&self) -> Option<String> {
        Some(format!("take[{}]", self.0.canonical()))
    }

    fn written(&self, random: &mut Random) -> String {
        format!("{}[{}]", random.pick(&["take", "take ", "subtraction"]), self.0.written(random))
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        Ok(taking(part[0], self.0.up_to(part[0])))
    }

    fn simpler(&self) -> Vec<Rc<dyn Rules>> {
        self.0.simpler().into_iter().map(|set| Rc::new(Take(set)) as Rc<dyn Rules>).collect()
    }
}

impl Rules for PartizanTake {
    fn game(&self) -> &'static str {
        "partizan_take"
    }

    fn canonical(&self) -> Option<String> {
        Some(format!("take[{} | {}]", self.0.canonical(), self.1.canonical()))
    }

    fn written(&self, random: &mut Random) -> String {
        let mut side = |set: &Set| if set.0.is_empty() { "{}".into() } else { set.written(random) };
        let sides = format!("{} | {}", side(&self.0), side(&self.1));
        format!("{}[{sides}]", random.pick(&["take", "partizan_take", "take "]))
    }

    fn is_partizan(&self, _parts: &[Part]) -> bool {
        true
    }

    fn moves(&self, part: &[i64], by: Side) -> Result<Vec<Move>, Fault> {
        let set = if by == Side::Left { &self.0 } else { &self.1 };
        Ok(taking(part[0], set.up_to(part[0])))
    }

    fn simpler(&self) -> Vec<Rc<dyn Rules>> {
        let left = self.0.simpler().into_iter().map(|set| PartizanTake(set, self.1.clone()));
        let right = self.1.simpler().into_iter().map(|set| PartizanTake(self.0.clone(), set));
        left.chain(right).map(|rules| Rc::new(rules) as Rc<dyn Rules>).collect()
    }
}

impl Rules for Count {
    fn game(&self) -> &'static str {
        "count"
    }

    fn canonical(&self) -> Option<String> {
        Some(format!("count[{}; {}]", self.0.canonical(), self.1))
    }

    fn written(&self, random: &mut Random) -> String {
        format!("count[{};{}]", self.0.written(random), self.1)
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let say = |add: i64| part[0] + add;
        let moves = self.0.up_to(self.1 - part[0]).into_iter();
        Ok(moves
            .map(|add| Move::new(vec![vec![say(add)]], vec![("add", json!(add)), ("say", json!(say(add)))]))
            .collect())
    }

    fn random_component(&self, _size: i64, random: &mut Random) -> Part {
        vec![random.between(0, self.1)]
    }

    fn max_components(&self) -> usize {
        1
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        numbers(text).filter(|part| part.len() == 1).map(|part| vec![part])
    }

    fn place(&self) -> Option<&'static str> {
        None
    }

    fn component_at(&self, at: &[i64]) -> Option<Part> {
        (at[0] <= self.1).then(|| at.to_vec())
    }

    fn simpler(&self) -> Vec<Rc<dyn Rules>> {
        self.0.simpler().into_iter().map(|set| Rc::new(Count(set, self.1)) as Rc<dyn Rules>).collect()
    }
}

pub fn random_take(random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(Take(Set::random(8, random)))
}

pub fn random_partizan(random: &mut Random) -> Rc<dyn Rules> {
    let side = |random: &mut Random| if random.one_in(12) { Set::default() } else { Set::random(6, random) };
    Rc::new(PartizanTake(side(random), side(random)))
}

pub fn random_count(random: &mut Random) -> Rc<dyn Rules> {
    let target = if random.one_in(3) { random.between(0, 5) } else { random.between(5, 60) };
    Rc::new(Count(Set::random(7, random), target))
}

pub fn nim(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(Nim)
}
