//! Expected answers for positions, by brute force.

use super::games::{Nim, Single};
use super::graph::{Graph, Kind, Verdict, Verdicts};
use super::play::{Fault, Part, Rules, Side};
use super::position::{Position, Printed, Term};
use serde_json::{Value, json};
use std::rc::Rc;

/// The subject of a question.
#[derive(Clone)]
pub enum QuestionSubject {
    Sum(Position),
    Single(Rc<dyn Single>),
}

/// The position after a move, before it is known how the program prints the rules.
///
/// The position is a list of terms with the index of their rules, or a text.
pub enum To {
    Terms(Vec<(usize, Term)>),
    Text(String),
}

/// A move that the answer must list.
pub struct Best {
    /// The number of the term in the sum, from 1; every copy counts.
    pub part: usize,
    pub move_fields: Vec<(&'static str, Value)>,
    pub to: To,
    pub result: Value,
}

/// The expected answer. Unknown fields are not compared.
pub struct Expected {
    pub kind: &'static str,
    /// The outcome letter; null if points or losers decide, or if no letter applies.
    pub outcome: Option<Value>,
    /// The ending for Left if Left starts and for Right if Right starts, in partizan games.
    pub starts: Option<[&'static str; 2]>,
    /// The Grundy value, if it is not null.
    pub grundy: Option<Value>,
    /// The number of moves until the end, if the answer contains it.
    pub remoteness: Option<Value>,
    /// The field for the score or the loser, and its value.
    pub result: Option<(&'static str, i64)>,
    pub moves: Option<Vec<Best>>,
}

/// Maximum number of positions of a group of sums.
const MAX_POSITIONS: usize = 30_000;

/// Computes the answers for positions whose terms have some of these rules.
pub struct Judge {
    rules: Vec<Rc<dyn Rules>>,
    /// The graph of impartial positions and the graph of partizan positions.
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
        let graphs = [false, true].map(|two_sided| Graph::new(kinds.clone(), two_sided, MAX_POSITIONS));
        Judge { rules, graphs, verdicts: Default::default(), values: None }
    }

    /// Creates a judge for one position.
    pub fn for_position(position: &Position) -> Judge {
        Judge::new(position.terms.iter().map(|term| term.rules.clone()).collect())
    }

    /// Returns the components of a position, each with the index of its kind.
    ///
    /// The index is twice that of the rules, plus 1 if the term is negative.
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

    /// Adds everything reachable from a position. All positions must be added before the first is judged.
    pub fn add(&mut self, position: &Position) -> Result<(), Fault> {
        let components = self.components(&position.terms);
        self.graphs[usize::from(position.is_partizan())].reach(&components).map(|_| ())
    }

    /// Returns the expected answer for a position that was added.
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
        // Impartial positions have the same moves for both players.
        expected.moves = Some(self.best(position, if partizan { wins } else { [wins[0]; 2] }));
        expected
    }

    fn verdict(&mut self, position: &Position, terms: &[Term], side: Side) -> Verdict {
        let components = self.components(terms);
        let graph = usize::from(position.is_partizan());
        let id = self.graphs[graph].reach(&components).expect("a position that was added");
        let verdicts = self.verdicts[graph][usize::from(position.misere)].as_ref().expect("verdicts come first");
        verdicts.verdict(id, side)
    }

    /// Returns the best moves of each player.
    ///
    /// They are the winning moves if the player wins moving first, and the drawing moves if the player draws.
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
                                    let single = Term { copies: 1, parts: parts.clone(), ..term.clone() };
                                    terms.push((t, single));
                                    terms.push((t, Term { copies: term.copies - 1, ..term.clone() }));
                                } else {
                                    terms.push((other, term.clone()));
                                }
                            }
                            terms.retain(|(_, term)| term.copies > 0);
                            let terms_after: Vec<Term> = terms.iter().map(|(_, term)| term.clone()).collect();
                            let verdict = self.verdict(position, &terms_after, side.other());
                            let good = match verdict {
                                None => draw,
                                Some((won, _)) => !draw && !won,
                            };
                            if !good {
                                continue;
                            }
                            let mut move_fields = one.move_fields;
                            move_fields.extend(term.rules.place().map(|place| (place, json!(k + 1))));
                            if position.is_partizan() {
                                move_fields.push(("by", json!(side.name())));
                            }
                            let result = json!(if draw { "draw" } else { "win" });
                            best.push(Best { part, move_fields, to: To::Terms(terms), result });
                        }
                    }
                }
            }
        }
        best
    }

    /// Returns the Grundy value, also for loopy positions, whose value is found by adding Nim heaps.
    ///
    /// The position has the value k if its sum with a heap of k is lost for the player to move. If there is no
    /// such k, the value is infinite, and consists of every k for which the sum is won.
    fn value(&mut self, position: &Position) -> Option<Value> {
        let graph = &mut self.graphs[0];
        let values = self.values.get_or_insert_with(|| graph.values());
        if values.is_some() {
            let components = self.components(&position.terms);
            let id = self.graphs[0].reach(&components).ok()?;
            return self.values.as_ref()?.as_ref().map(|values| json!(values[id as usize]));
        }
        let max_heap = (self.graphs[0].widest() + 1).next_power_of_two() as i64;
        if max_heap > 16 {
            return None;
        }
        let mut rules = self.rules.clone();
        let nim: Rc<dyn Rules> = Rc::new(Nim);
        rules.push(nim.clone());
        let mut with_nim = Judge::new(rules);
        let heap = |k: i64| Term { rules: nim.clone(), negative: false, copies: 1, parts: vec![vec![k]] };
        let with = |k: i64| Position { misere: false, terms: [&position.terms[..], &[heap(k)]].concat() };
        with_nim.add(&with(max_heap)).ok()?;
        with_nim.verdicts[0][0] = Some(with_nim.graphs[0].verdicts(false));
        let mut won = vec![];
        for k in 0..max_heap {
            let sum = with(k);
            match with_nim.verdict(&sum, &sum.terms, Side::Left) {
                Some((false, _)) => return Some(json!(k)),
                Some((true, _)) => won.push(k.to_string()),
                None => {}
            }
        }
        Some(json!(format!("inf{{{}}}", won.join(","))))
    }
}

/// Returns terms as they are printed, given the printed rules of each term.
pub fn printed(terms: &[(usize, Term)], rules: &[String]) -> Vec<Printed> {
    let mut printed = vec![];
    for (place, term) in terms {
        (0..term.copies).for_each(|_| printed.push(term.printed(&rules[*place])));
    }
    printed.sort();
    printed
}
