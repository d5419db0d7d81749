//! Finds the divisors in formulas about games with symbolic parameters.

use super::{Division, Formula, Linear, Variable};
use std::collections::BTreeMap;

/// A divisor: a sum of parameters, quotients and remainders, such as `l+r` or `a+2*b-(b%a)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Divisor {
    /// The sum, as a linear expression in parameters, quotients and remainders.
    pub sum: Linear,
    /// The divisions whose results the sum uses; each division uses only results of earlier ones.
    pub divisions: Vec<Division>,
}

impl Divisor {
    /// Writes the sum with the names of its parameters, in the notation of claims.
    pub fn to_text(&self, names: &[String]) -> String {
        let mut names: BTreeMap<Variable, String> = (0..).zip(names.iter().cloned()).collect();
        let shown = |sum: &Linear, names: &BTreeMap<Variable, String>| {
            sum.to_text_with(&|variable| names.get(&variable).map(String::as_str))
        };
        for Division { dividend: of, divisor: by, quotient, remainder: rest } in &self.divisions {
            let in_brackets = |sum: &Linear| match sum.as_variable() {
                Some(_) => shown(sum, &names),
                None => format!("({})", shown(sum, &names)),
            };
            let (of, by) = (in_brackets(of), in_brackets(by));
            names.insert(*quotient, format!("({of}/{by})"));
            names.insert(*rest, format!("({of}%{by})"));
        }
        shown(&self.sum, &names)
    }

    /// Returns the divisor for a sum, with the known divisions that the sum needs.
    fn new(sum: &Linear, known: &[Division]) -> Divisor {
        let mut needed: Vec<Variable> = sum.terms.iter().map(|term| term.0).collect();
        let mut divisions = vec![];
        // Each known division uses only results of earlier divisions, so one pass from the end finds all needed ones.
        for division in known.iter().rev() {
            if needed.contains(&division.quotient) || needed.contains(&division.remainder) {
                needed.extend(division.dividend.terms.iter().chain(&division.divisor.terms).map(|term| term.0));
                divisions.push(division.clone());
            }
        }
        divisions.reverse();
        Divisor { sum: sum.clone(), divisions }
    }
}

impl Formula {
    /// Returns the divisors that occur in the formula, each once.
    pub fn divisors(&self) -> Vec<Divisor> {
        let mut collected: Vec<Divisor> = vec![];
        let mut pending: Vec<(&Formula, Vec<Division>)> = vec![(self, vec![])];
        while let Some((formula, known)) = pending.pop() {
            match formula {
                Formula::Divided(division) => {
                    let divisor = Divisor::new(&division.divisor, &known);
                    if !collected.contains(&divisor) {
                        collected.push(divisor);
                    }
                }
                Formula::All(list) => {
                    let mut known = known;
                    let own_divisions = list.iter().filter_map(|formula| match formula {
                        Formula::Divided(division) => Some((**division).clone()),
                        _ => None,
                    });
                    known.extend(own_divisions);
                    pending.extend(list.iter().map(|formula| (formula, known.clone())));
                }
                Formula::Any(list) => pending.extend(list.iter().map(|formula| (formula, known.clone()))),
                Formula::Not(inner) | Formula::Exists(_, inner) => pending.push((inner, known)),
                _ => {}
            }
        }
        collected
    }
}
