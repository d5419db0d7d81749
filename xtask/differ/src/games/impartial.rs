//! Impartial versions of partizan games: both players have the moves of both.

use super::super::play::{Fault, Move, Part, Rules, Side};
use super::random_rules;
use crate::random::Random;
use std::rc::Rc;

struct ImpartialVersion(Rc<dyn Rules>);

impl Rules for ImpartialVersion {
    fn game(&self) -> &'static str {
        self.0.game()
    }

    fn canonical(&self) -> Option<String> {
        Some(format!("impartial {}", self.0.canonical()?))
    }

    fn written(&self, random: &mut Random) -> String {
        let word = *random.pick(&["impartial", "Impartial", "impartial "]);
        format!("{word} {}", self.0.written(random))
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let mut moves = self.0.moves(part, Side::Left)?;
        let count = moves.len();
        for mv in self.0.moves(part, Side::Right)? {
            // A move that both players have is one move. Different moves may lead to the same position, as in End Nim.
            if !moves[..count].iter().any(|other| other.to == mv.to && other.move_fields == mv.move_fields) {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    fn key(&self, part: &[i64]) -> Part {
        self.0.key(part)
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        self.0.random_component(size, random)
    }

    fn max_components(&self) -> usize {
        self.0.max_components()
    }

    fn components_text(&self, parts: &[Part]) -> String {
        self.0.components_text(parts)
    }

    fn random_spelling(&self, parts: &[Part], random: &mut Random) -> String {
        self.0.random_spelling(parts, random)
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        self.0.parse_components(text)
    }

    fn place(&self) -> Option<&'static str> {
        self.0.place()
    }

    fn dims(&self) -> usize {
        0
    }

    fn smaller(&self, part: &[i64]) -> Vec<Part> {
        self.0.smaller(part)
    }
}

pub fn random_version(random: &mut Random) -> Rc<dyn Rules> {
    loop {
        let rules = random_rules(random);
        let part = rules.random_component(4, random);
        // Whether a position of Hackenbush is partizan depends on its colours, but the notation does not.
        if rules.game() != "hackenbush" && rules.is_partizan(&[part]) {
            return Rc::new(ImpartialVersion(rules));
        }
    }
}
