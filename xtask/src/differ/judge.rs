//! What the answer to a position has to be, by brute force.

use super::games::{Nim, Single};
use super::graph::{Graph, Kind, Verdict, Verdicts};
use super::play::{Fault, Part, Rules, Side};
use super::position::{Position, Printed, Term};
use serde_json::{Value, json};
use std::rc::Rc;

/// What is asked about.
#[derive(Clone)]
pub enum Asked {
    Sum(Position),
    Single(Rc<dyn Single>),
}

/// Where a move leads, before it is known how the program prints the rules: terms by their place, with the rules of that
/// place, or a text.
pub enum To {
    Terms(Vec<(usize, Term)>),
    Text(String),
}

/// A move that has to be named.
pub struct Best {
    /// The part of the sum, counted from 1.
    pub part: usize,
    pub told: Vec<(&'static str, Value)>,
    pub to: To,
    pub result: Value,
}

/// What the answer has to be. What is not known is not asked for.
pub struct Expected {
    pub kind: &'static str,
    /// The letter; null where points or losers decide and where no letter says it.
    pub outcome: Option<Value>,
    /// What Left reaches if Left starts, and what Right reaches if Right starts, in partizan games.
    pub starts: Option<[&'static str; 2]>,
    /// The Grundy value, if it is anything but null.
    pub grundy: Option<Value>,
    /// The moves until the end, if it is told.
    pub remoteness: Option<Value>,
    /// A field for the score or the loser, and what stands there.
    pub result: Option<(&'static str, i64)>,
    pub moves: Option<Vec<Best>>,
}

/// The most positions of a group of sums.
const MOST: usize = 30_000;

/// Judges positions whose terms have some of these rules.
pub struct Judge {
    rules: Vec<Rc<dyn Rules>>,
    /// For impartial positions, and for partizan ones.
    graphs: [Graph; 2],
    verdicts: [[Option<Verdicts>; 2]; 2],
    values: Option<Option<Vec<u64>>>,
}

impl Judge {
    pub fn new(rules: Vec<Rc<dyn Rules>>) -> Judge {
        let kinds: Vec<Kind> = rules
            .iter()
            .flat_map(|rules| [false, true].map(|negative| Kind { rules: rules.clone(), negative }))
            .collect();
        let graphs = [false, true].map(|two_sided| Graph::new(kinds.clone(), two_sided, MOST));
        Judge { rules, graphs, verdicts: Default::default(), values: None }
    }

    /// One for this position alone.
    pub fn of(position: &Position) -> Judge {
        Judge::new(position.terms.iter().map(|term| term.rules.clone()).collect())
    }

    /// The components of a position, each with the place of its rules.
    fn components(&self, terms: &[Term]) -> Vec<(usize, Part)> {
        let mut components = vec![];
        for term in terms {
            let place = self.rules.iter().position(|rules| Rc::ptr_eq(rules, &term.rules)).expect("rules of the group");
            let kind = 2 * place + usize::from(term.negative);
            let parts = term.parts.iter().map(|part| (kind, part.clone()));
            (0..term.copies).for_each(|_| components.extend(parts.clone()));
        }
        components
    }

    /// Goes through all that can be reached from a position. All positions are added before any is judged.
    pub fn add(&mut self, position: &Position) -> Result<(), Fault> {
        let components = self.components(&position.terms);
        self.graphs[usize::from(position.is_partizan())].reach(&components).map(|_| ())
    }

    /// The answer to a position that was added.
    pub fn judge(&mut self, position: &Position) -> Expected {
        let partizan = position.is_partizan();
        let (graph, misere) = (usize::from(partizan), position.misere);
        if self.verdicts[graph][usize::from(misere)].is_none() {
            self.verdicts[graph][usize::from(misere)] = Some(self.graphs[graph].verdicts(misere));
        }
        let mut expected = Expected {
            kind: if partizan { "partizan" } else { "impartial" },
            outcome: None,
            starts: None,
            grundy: None,
            remoteness: None,
            result: None,
            moves: None,
        };
        let first = [Side::Left, Side::Right].map(|side| self.verdict(position, &position.terms, side));
        let wins = first.map(|verdict| verdict.map(|(won, _)| won));
        let letter = match (partizan, wins) {
            (false, [None, _]) | (true, [None, None]) => "D",
            (false, [Some(true), _]) | (true, [Some(true), Some(true)]) => "N",
            (false, [Some(false), _]) | (true, [Some(false), Some(false)]) => "P",
            (true, [Some(true), Some(false)]) => "L",
            (true, [Some(false), Some(true)]) => "R",
            _ => "",
        };
        expected.outcome = Some(if letter.is_empty() { Value::Null } else { json!(letter) });
        if partizan {
            expected.starts = Some(wins.map(|won| match won {
                Some(true) => "win",
                Some(false) => "loss",
                None => "draw",
            }));
        }
        if !partizan {
            expected.remoteness = Some(first[0].map_or(Value::Null, |(_, moves)| json!(moves)));
            if !misere {
                expected.grundy = self.value(position);
            }
        }
        // An impartial position is the same for both.
        expected.moves = Some(self.best(position, if partizan { wins } else { [wins[0]; 2] }));
        expected
    }

    fn verdict(&mut self, position: &Position, terms: &[Term], side: Side) -> Verdict {
        let components = self.components(terms);
        let graph = usize::from(position.is_partizan());
        let id = self.graphs[graph].reach(&components).expect("a position that was added");
        let verdicts = self.verdicts[graph][usize::from(position.misere)].as_ref().expect("verdicts come first");
        verdicts.of(id, side)
    }

    /// For each player who wins moving first the winning moves, for each who draws those that keep the draw.
    fn best(&mut self, position: &Position, first: [Option<bool>; 2]) -> Vec<Best> {
        let mut best = vec![];
        let mut part = 0;
        for (t, term) in position.terms.iter().enumerate() {
            for _ in 0..term.copies {
                part += 1;
                for (k, component) in term.parts.iter().enumerate() {
                    for side in Side::BOTH.into_iter().take(1 + usize::from(position.is_partizan())) {
                        let by = if term.negative { side.other() } else { side };
                        let draw = match first[usize::from(side == Side::Right)] {
                            Some(true) => false,
                            None => true,
                            Some(false) => continue,
                        };
                        for one in term.rules.moves(component, by).unwrap_or_default() {
                            let mut parts = term.parts.clone();
                            parts.splice(k..=k, one.to);
                            let mut terms: Vec<(usize, Term)> = vec![];
                            for (other, term) in position.terms.iter().enumerate() {
                                if other == t {
                                    let alone = Term { copies: 1, parts: parts.clone(), ..term.clone() };
                                    terms.push((t, alone));
                                    terms.push((t, Term { copies: term.copies - 1, ..term.clone() }));
                                } else {
                                    terms.push((other, term.clone()));
                                }
                            }
                            terms.retain(|(_, term)| term.copies > 0);
                            let left: Vec<Term> = terms.iter().map(|(_, term)| term.clone()).collect();
                            let verdict = self.verdict(position, &left, side.other());
                            let good = match verdict {
                                None => draw,
                                Some((won, _)) => !draw && !won,
                            };
                            if !good {
                                continue;
                            }
                            let mut told = one.told;
                            told.extend(term.rules.place().map(|place| (place, json!(k + 1))));
                            if position.is_partizan() {
                                told.push(("by", json!(side.name())));
                            }
                            let result = json!(if draw { "draw" } else { "win" });
                            best.push(Best { part, told, to: To::Terms(terms), result });
                        }
                    }
                }
            }
        }
        best
    }

    /// The Grundy value, also of positions whose play need not end: it is known by what happens beside heaps of Nim. The
    /// position has the value k if beside a heap of k the previous player wins; else it has the values that are won.
    fn value(&mut self, position: &Position) -> Option<Value> {
        let graph = &mut self.graphs[0];
        let values = self.values.get_or_insert_with(|| graph.values());
        if values.is_some() {
            let components = self.components(&position.terms);
            let id = self.graphs[0].reach(&components).ok()?;
            return self.values.as_ref()?.as_ref().map(|values| json!(values[id as usize]));
        }
        let most = (self.graphs[0].widest() + 1).next_power_of_two() as i64;
        if most > 16 {
            return None;
        }
        let mut rules = self.rules.clone();
        let nim: Rc<dyn Rules> = Rc::new(Nim);
        rules.push(nim.clone());
        let mut beside = Judge::new(rules);
        let heap = |k: i64| Term { rules: nim.clone(), negative: false, copies: 1, parts: vec![vec![k]] };
        let with = |k: i64| Position { misere: false, terms: [&position.terms[..], &[heap(k)]].concat() };
        beside.add(&with(most)).ok()?;
        beside.verdicts[0][0] = Some(beside.graphs[0].verdicts(false));
        let mut won = vec![];
        for k in 0..most {
            let sum = with(k);
            match beside.verdict(&sum, &sum.terms, Side::Left) {
                Some((false, _)) => return Some(json!(k)),
                Some((true, _)) => won.push(k.to_string()),
                None => {}
            }
        }
        Some(json!(format!("inf{{{}}}", won.join(","))))
    }
}

/// Terms as they are printed, given how the program prints the rules of each term.
pub fn printed(terms: &[(usize, Term)], rules: &[String]) -> Vec<Printed> {
    let mut printed = vec![];
    for (place, term) in terms {
        (0..term.copies).for_each(|_| printed.push(term.printed(&rules[*place])));
    }
    printed.sort();
    printed
}
