//! Rules with points (`gain`) and lists, by a search of all positions.

use super::super::expr::{Condition, Number, with_names};
use super::super::gen_expr::{Sources, literal};
use super::super::judge::{Best, Expected, To};
use super::super::play::{Fault, Part};
use super::super::spell::Speller;
use super::points::Single;
use super::random_rule::{minus, name};
use crate::random::Random;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::rc::Rc;

/// The maximum number of positions searched; larger searches are not tested.
const MAX_POSITIONS: usize = 4000;

/// An option with points.
///
/// Its expressions refer to the parameters of the position and, if `range` is set, to one variable after them.
#[derive(Clone, Debug)]
struct GainOption {
    to: Vec<Number>,
    gain: Number,
    /// The index of an entry of the list that is added to the points.
    entry: Option<Number>,
    /// The first and the last value of the variable.
    range: Option<(i64, i64)>,
    condition: Option<Condition>,
}

/// A position of a rule with points.
#[derive(Clone)]
struct Gain {
    list: Rc<Vec<i64>>,
    options: Rc<Vec<GainOption>>,
    /// The rule in braces.
    text: String,
    parts: Vec<Part>,
}

/// The score of each position that was searched; `None` while it is being searched.
type Memo = HashMap<Vec<Part>, Option<i64>>;

impl GainOption {
    /// Returns the position and the points of the move for these values of the names, if it exists.
    fn move_at(&self, list: &[i64], names: &[i64]) -> Result<Option<(Part, i64)>, Fault> {
        let eval = |number: &Number| number.eval(&with_names(names)).map_err(|_| Fault::Bad);
        if let Some(condition) = &self.condition
            && !condition.eval(&with_names(names)).map_err(|_| Fault::Bad)?
        {
            return Ok(None);
        }
        let to: Part = self.to.iter().map(eval).collect::<Result<_, _>>()?;
        if to.iter().any(|&n| n < 0) || (to.iter().all(|&n| n == 0) && names[..to.len()].iter().all(|&n| n == 0)) {
            return Ok(None);
        }
        let mut points = eval(&self.gain)?;
        if let Some(entry) = &self.entry {
            let index = usize::try_from(eval(entry)?).ok().and_then(|index| index.checked_sub(1)).ok_or(Fault::Bad)?;
            points += list.get(index).ok_or(Fault::Bad)?;
        }
        Ok(Some((to, points)))
    }
}

impl Gain {
    /// Returns the moves of one component, each once.
    fn moves(&self, part: &[i64]) -> Result<Vec<(Part, i64)>, Fault> {
        let mut moves = vec![];
        for option in &*self.options {
            let (low, high) = option.range.unwrap_or((0, 0));
            for k in low..=high {
                let mut names = part.to_vec();
                names.extend(option.range.map(|_| k));
                moves.extend(option.move_at(&self.list, &names)?);
            }
        }
        moves.sort();
        moves.dedup();
        Ok(moves)
    }

    /// Returns the points of the player to move minus those of the other player; `parts` are sorted.
    fn score(&self, parts: &[Part], memo: &mut Memo) -> Result<i64, Fault> {
        match memo.get(parts) {
            Some(Some(score)) => return Ok(*score),
            // The position recurs.
            Some(None) => return Err(Fault::Large),
            None => {}
        }
        if memo.len() > MAX_POSITIONS {
            return Err(Fault::Large);
        }
        memo.insert(parts.to_vec(), None);
        let mut best = None;
        for k in 0..parts.len() {
            for (to, points) in self.moves(&parts[k])? {
                let score = points - self.score(&replaced(parts, k, to), memo)?;
                best = best.max(Some(score));
            }
        }
        let score = best.unwrap_or(0);
        memo.insert(parts.to_vec(), Some(score));
        Ok(score)
    }

    fn position_text(&self) -> String {
        let numbers: Vec<String> = self.parts.iter().flatten().map(i64::to_string).collect();
        format!("{}({})", self.text, numbers.join(","))
    }

    fn sorted(&self) -> Vec<Part> {
        let mut parts = self.parts.clone();
        parts.sort();
        parts
    }
}

/// Returns the sorted components after one of them is replaced.
fn replaced(parts: &[Part], k: usize, to: Part) -> Vec<Part> {
    let mut parts = parts.to_vec();
    parts[k] = to;
    parts.sort();
    parts
}

impl Single for Gain {
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
        let score = self.score(&self.sorted(), &mut memo).expect("the position was searched before");
        let mut moves = vec![];
        for k in 0..self.parts.len() {
            for (to, points) in self.moves(&self.parts[k]).expect("the position was searched before") {
                let after = replaced(&self.parts, k, to);
                if points - self.score(&after, &mut memo).expect("the position was searched before") == score {
                    let move_fields = vec![("position", json!(k + 1)), ("points", json!(points))];
                    let to = To::Text(format!("{after:?}"));
                    moves.push(Best { part: 1, move_fields, to, result: json!(score) });
                }
            }
        }
        Expected {
            kind: "scoring",
            outcome: Some(Value::Null),
            starts: None,
            grundy: None,
            remoteness: None,
            result: Some(("score", score)),
            moves: Some(moves),
        }
    }

    /// Ignores the text of the rule, which is printed with other spaces.
    fn normal(&self, text: &str) -> String {
        let numbers = text.rsplit_once("}(").and_then(|(_, numbers)| numbers.strip_suffix(')')).unwrap_or("");
        let numbers: Vec<i64> = numbers.split(',').filter_map(|n| n.parse().ok()).collect();
        let mut parts: Vec<Part> = numbers.chunks(self.parts[0].len()).map(<[i64]>::to_vec).collect();
        parts.sort();
        format!("{parts:?}")
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>> {
        let without = |k: usize| {
            let mut fewer = self.clone();
            fewer.parts.remove(k);
            Rc::new(fewer) as Rc<dyn Single>
        };
        if self.parts.len() < 2 { vec![] } else { (0..self.parts.len()).map(without).collect() }
    }
}

/// Returns the text of a rule.
fn rule_text(list: &[i64], options: &[GainOption], names: &[String], arity: usize, random: &mut Random) -> String {
    let mut speller = Speller { names, claim: false, minimal: random.one_in(3), random, out: vec![] };
    if !list.is_empty() {
        let entries: Vec<String> = list.iter().map(i64::to_string).collect();
        speller.push(&format!("v = [{}];", entries.join(", ")));
    }
    speller.push(&if arity == 1 { names[0].clone() } else { format!("({})", names[..arity].join(",")) });
    speller.push("->");
    for (k, option) in options.iter().enumerate() {
        if k > 0 {
            speller.push(";");
        }
        if arity > 1 {
            speller.push("(");
        }
        for (k, number) in option.to.iter().enumerate() {
            if k > 0 {
                speller.push(",");
            }
            speller.number(number, 0);
        }
        if arity > 1 {
            speller.push(")");
        }
        speller.push("gain");
        speller.number(&option.gain, 8);
        if let Some(entry) = &option.entry {
            speller.push("+");
            speller.push("v[");
            speller.number(entry, 0);
            speller.push("]");
        }
        if let Some((low, high)) = option.range {
            speller.push(&format!("for {} in {low}..{high}", names[arity]));
        }
        if let Some(condition) = &option.condition {
            speller.push("if");
            speller.condition(condition, 0);
        }
    }
    format!("rule{{ {} }}", speller.text())
}

/// Returns a random position of a random rule with points.
pub fn random_gain(random: &mut Random) -> Rc<dyn Single> {
    loop {
        let arity = 1 + random.below(2) as usize;
        let names: Vec<String> = ["n", "m"][..arity].iter().chain(&["k"]).map(ToString::to_string).collect();
        let list: Vec<i64> = match random.one_in(2) {
            true => (0..random.between(1, 9)).map(|_| random.between(-4, 9)).collect(),
            false => vec![],
        };
        let options = (0..random.between(1, 3)).map(|_| {
            let range = random.one_in(2).then(|| (random.between(0, 2), random.between(2, 4)));
            let count = arity + usize::from(range.is_some());
            let step = if range.is_some() { name(arity) } else { literal(random.between(1, 3)) };
            let mut to: Vec<Number> = (0..arity).map(name).collect();
            let of = random.below(arity as u64) as usize;
            to[of] = minus(name(of), step);
            if random.one_in(3) {
                to.swap(0, arity - 1);
            }
            let sources = Sources { names: count, arguments: 0, values: false };
            let entry = (!list.is_empty() && random.one_in(2)).then(|| sources.number(1, random));
            let condition = random.one_in(3).then(|| sources.condition(1, random));
            GainOption { to, gain: sources.number(2, random), entry, range, condition }
        });
        let options: Vec<GainOption> = options.collect();
        let text = rule_text(&list, &options, &names, arity, random);
        let part = |random: &mut Random| (0..arity).map(|_| random.between(0, 7)).collect();
        let parts = (0..random.between(1, 2)).map(|_| part(random)).collect();
        let position = Gain { list: Rc::new(list), options: Rc::new(options), text, parts };
        if position.score(&position.sorted(), &mut HashMap::new()).is_ok() {
            return Rc::new(position);
        }
    }
}
