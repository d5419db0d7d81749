//! Rules with `wins if` and `loses if`, by a search of all positions.

use super::super::judge::{Best, Expected, To};
use super::super::play::{Fault, Part, Rules, Side};
use super::points::Single;
use super::random_rule::random_rule;
use crate::random::Random;
use serde_json::json;
use std::collections::HashMap;
use std::rc::Rc;

/// The maximum number of components; `MAX_POSITIONS` is the maximum number of positions searched.
const MAX_COMPONENTS: usize = 8;
const MAX_POSITIONS: usize = 4000;

/// A condition on one component.
#[derive(Clone, Copy)]
enum Condition {
    /// The parameter with this index has this value.
    Equal(usize, i64),
    /// The parameter with this index leaves a remainder: the divisor, then the remainder.
    Remainder(usize, i64, i64),
    /// The sum of the parameters has this value.
    Sum(i64),
}

impl Condition {
    fn holds(self, part: &[i64]) -> bool {
        match self {
            Condition::Equal(k, number) => part[k] == number,
            Condition::Remainder(k, modulus, rest) => part[k] % modulus == rest,
            Condition::Sum(number) => part.iter().sum::<i64>() == number,
        }
    }

    fn text(self, names: &[String]) -> String {
        match self {
            Condition::Equal(k, number) => format!("{} == {number}", names[k]),
            Condition::Remainder(k, modulus, rest) => format!("{} % {modulus} == {rest}", names[k]),
            Condition::Sum(number) => format!("{}=={number}", names.join("+")),
        }
    }
}

/// A position of a rule in which play also ends by conditions.
#[derive(Clone)]
struct Immediate {
    rules: Rc<dyn Rules>,
    /// The rule without conditions, up to the closing brace.
    text: String,
    /// Whether the player to move has won, and when.
    ends: Vec<(bool, Condition)>,
    parts: Vec<Part>,
}

/// Whether the player to move wins, and after how many moves; `None` during the search of the position.
type Memo = HashMap<Vec<Part>, Option<(bool, i64)>>;

impl Immediate {
    /// Reports whether the player to move has won or lost because of a condition.
    fn ended(&self, parts: &[Part]) -> Option<bool> {
        let any = |wins: bool| {
            let mut ends = self.ends.iter().filter(move |end| end.0 == wins);
            ends.any(|end| parts.iter().any(|part| end.1.holds(part)))
        };
        if any(false) { Some(false) } else { any(true).then_some(true) }
    }

    /// Returns the positions after the moves, with the index of the component that is moved in.
    fn options(&self, parts: &[Part]) -> Result<Vec<(usize, Vec<Part>)>, Fault> {
        let mut options = vec![];
        for (k, part) in parts.iter().enumerate() {
            for mv in self.rules.moves(part, Side::Left)? {
                let mut to = parts.to_vec();
                to.remove(k);
                to.extend(mv.to);
                to.sort();
                options.push((k, to));
            }
        }
        Ok(options)
    }

    /// Returns whether the player to move wins, and the number of moves with best play; `parts` are sorted.
    fn result(&self, parts: &[Part], memo: &mut Memo) -> Result<(bool, i64), Fault> {
        if let Some(wins) = self.ended(parts) {
            return Ok((wins, 0));
        }
        match memo.get(parts) {
            Some(Some(result)) => return Ok(*result),
            // The position recurs.
            Some(None) => return Err(Fault::Large),
            None => {}
        }
        if parts.len() > MAX_COMPONENTS || memo.len() > MAX_POSITIONS {
            return Err(Fault::Large);
        }
        memo.insert(parts.to_vec(), None);
        // All options are examined, so that every position that recurs is noticed.
        let (mut fastest_win, mut slowest_loss) = (None, 0);
        for (_, to) in self.options(parts)? {
            let (wins, moves) = self.result(&to, memo)?;
            match wins {
                false => fastest_win = Some(fastest_win.map_or(moves + 1, |fastest: i64| fastest.min(moves + 1))),
                true => slowest_loss = slowest_loss.max(moves + 1),
            }
        }
        let result = fastest_win.map_or((false, slowest_loss), |moves| (true, moves));
        memo.insert(parts.to_vec(), Some(result));
        Ok(result)
    }

    fn sorted(&self) -> Vec<Part> {
        let mut parts = self.parts.clone();
        parts.sort();
        parts
    }

    fn position_text(&self) -> String {
        let numbers: Vec<String> = self.parts.iter().flatten().map(i64::to_string).collect();
        let names = self.rules.parameters();
        let ends = self.ends.iter().map(|(wins, condition)| {
            format!(" {} if {}", if *wins { "wins" } else { "loses" }, condition.text(&names))
        });
        format!("{}{} }}({})", self.text, ends.collect::<String>(), numbers.join(","))
    }

    /// Returns the components of a printed sum, in order.
    fn read(&self, text: &str) -> Vec<Part> {
        let mut parts = vec![];
        for term in text.split(" + ") {
            let copies = term.split_once("*rule").and_then(|(copies, _)| copies.parse().ok()).unwrap_or(1);
            let numbers = term.rsplit_once("}(").and_then(|(_, numbers)| numbers.strip_suffix(')')).unwrap_or("");
            let numbers: Vec<i64> = numbers.split(',').filter_map(|n| n.parse().ok()).collect();
            let components: Vec<Part> = numbers.chunks(self.rules.dims()).map(<[i64]>::to_vec).collect();
            (0..copies).for_each(|_| parts.extend(components.iter().cloned()));
        }
        parts.sort();
        parts
    }
}

impl Single for Immediate {
    fn game(&self) -> &'static str {
        "rule"
    }

    fn canonical(&self) -> String {
        self.position_text()
    }

    fn written(&self, _random: &mut Random) -> String {
        self.position_text()
    }

    fn expected(&self) -> Expected {
        let mut memo = HashMap::new();
        let parts = self.sorted();
        let (wins, remoteness) = self.result(&parts, &mut memo).expect("the position was searched before");
        let mut moves = vec![];
        if self.ended(&parts).is_none() {
            for (k, to) in self.options(&self.parts).expect("the position was searched before") {
                if !self.result(&to, &mut memo).expect("the position was searched before").0 {
                    let to = To::Text(format!("{to:?}"));
                    let move_fields = vec![("position", json!(k + 1))];
                    moves.push(Best { part: 1, move_fields, to, result: json!("win") });
                }
            }
        }
        Expected {
            kind: "impartial",
            outcome: Some(json!(if wins { "N" } else { "P" })),
            starts: None,
            grundy: None,
            remoteness: Some(json!(remoteness)),
            result: None,
            moves: Some(moves),
        }
    }

    /// Ignores the text of the rule, which is printed with other spaces.
    fn normal(&self, text: &str) -> String {
        format!("{:?}", self.read(text))
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>> {
        let mut smaller: Vec<Rc<dyn Single>> = vec![];
        for k in 0..self.parts.len() {
            let mut fewer = self.clone();
            fewer.parts.remove(k);
            if !fewer.parts.is_empty() && fewer.result(&fewer.sorted(), &mut HashMap::new()).is_ok() {
                smaller.push(Rc::new(fewer));
            }
        }
        smaller
    }
}

/// Returns a random position of a random rule that ends, with one or two conditions.
pub fn random_immediate(random: &mut Random) -> Rc<dyn Single> {
    loop {
        let rules = random_rule(random);
        if rules.is_partizan(&[]) {
            continue;
        }
        let written = rules.written(random);
        let Some(text) = written.strip_suffix(" }") else { continue };
        let dims = rules.dims();
        let parts = (0..random.between(1, 3)).map(|_| rules.random_component(7, random)).collect();
        let condition = |random: &mut Random| match random.below(3) {
            0 => Condition::Equal(random.below(dims as u64) as usize, random.between(0, 4)),
            1 => Condition::Remainder(random.below(dims as u64) as usize, random.between(3, 5), random.between(0, 2)),
            _ => Condition::Sum(random.between(0, 6)),
        };
        let ends = (0..random.between(1, 2)).map(|_| (random.one_in(3), condition(random))).collect();
        let position = Immediate { text: text.to_string(), rules, ends, parts };
        if position.result(&position.sorted(), &mut HashMap::new()).is_ok() {
            return Rc::new(position);
        }
    }
}
