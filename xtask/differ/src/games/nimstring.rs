//! Nimstring: strings between coins; a player who takes a coin moves again, and the player who cannot move loses.

use super::points::{Single, StringsAndCoins, random_edges};
use crate::judge::{Best, Expected, To};
use crate::random::Random;
use serde_json::json;
use std::collections::HashMap;
use std::rc::Rc;

/// Whether the player to move wins, for each set of cut strings and each size of a Nim heap beside them.
type Winners = HashMap<(u64, u64), bool>;

pub struct Nimstring {
    pub graph: StringsAndCoins,
}

impl Nimstring {
    /// Reports whether the player to move wins the sum with a Nim heap.
    fn wins(&self, cut: u64, heap: u64, known: &mut Winners) -> bool {
        if let Some(&wins) = known.get(&(cut, heap)) {
            return wins;
        }
        let mut wins = (0..heap).any(|less| !self.wins(cut, less, known));
        for string in (0..self.graph.strings.len()).filter(|string| cut >> string & 1 == 0) {
            wins = wins || self.wins_by(cut, string, heap, known);
        }
        known.insert((cut, heap), wins);
        wins
    }

    /// Reports whether cutting a string wins the sum with a Nim heap.
    fn wins_by(&self, cut: u64, string: usize, heap: u64, known: &mut Winners) -> bool {
        let moves_again = self.graph.points(cut, string) > 0;
        self.wins(cut | 1 << string, heap, known) == moves_again
    }

    fn text(&self, cut: u64) -> String {
        self.graph.text(cut).replace("strings_and_coins", "nimstring")
    }
}

impl Single for Nimstring {
    fn game(&self) -> &'static str {
        "nimstring"
    }

    fn canonical(&self) -> String {
        self.text(0)
    }

    fn written(&self, random: &mut Random) -> String {
        self.graph.written(random).replace("strings_and_coins", "nimstring")
    }

    fn expected(&self) -> Expected {
        let mut known = Winners::new();
        let strings = &self.graph.strings;
        // A value is at most the number of moves; a position that wins beside all these heaps wins every sum.
        let value = (0..=strings.len() as u64).find(|&heap| !self.wins(0, heap, &mut known));
        let mut moves = vec![];
        for (k, &(a, b)) in strings.iter().enumerate() {
            let is_repeated = strings[..k].iter().any(|&other| other == (a, b) || other == (b, a));
            if is_repeated || !self.wins_by(0, k, 0, &mut known) {
                continue;
            }
            let next = if self.graph.points(0, k) > 0 { "same" } else { "other" };
            let move_fields = vec![("edge", json!([a.to_string(), b.to_string()])), ("next", json!(next))];
            moves.push(Best { part: 1, move_fields, to: To::Text(self.text(1 << k)), result: json!("win") });
        }
        Expected {
            kind: "impartial",
            outcome: Some(json!(if value == Some(0) { "P" } else { "N" })),
            starts: None,
            grundy: Some(value.map_or(json!("loony"), |value| json!(value))),
            remoteness: None,
            result: None,
            moves: Some(moves),
        }
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>> {
        let without = |k: usize| {
            let mut strings = self.graph.strings.clone();
            strings.remove(k);
            Rc::new(Nimstring { graph: StringsAndCoins { strings } }) as Rc<dyn Single>
        };
        (0..self.graph.strings.len()).map(without).collect()
    }
}

/// Returns a random position.
pub fn random_nimstring(random: &mut Random) -> Rc<dyn Single> {
    Rc::new(Nimstring { graph: StringsAndCoins { strings: random_edges(random) } })
}
