//! Checks misère quotients in certificates.
//!
//! The product of the heaps' elements must decide sums of heaps.

use super::judge::Judge;
use super::play::{Part, Rules};
use super::position::{Position, Term};
use serde_json::Value;
use std::rc::Rc;

/// Largest heap in the sums that are checked; `MAX_HEAPS` is the maximum number of heaps in a sum.
const MAX_HEAP: usize = 7;
const MAX_HEAPS: usize = 3;

/// A quotient as stated in a certificate.
struct Stated {
    /// For each generator, its product with each element.
    times: Vec<Vec<usize>>,
    lost: Vec<usize>,
    /// For each element, generators whose product is the element; `None` if there are none.
    factors: Vec<Option<Vec<usize>>>,
}

impl Stated {
    fn read(proof: &Value) -> Option<Stated> {
        let numbers = |value: &Value| -> Option<Vec<usize>> {
            value.as_array()?.iter().map(|n| n.as_u64().map(|n| n as usize)).collect()
        };
        let times: Vec<Vec<usize>> = proof["times"].as_array()?.iter().map(numbers).collect::<Option<_>>()?;
        let mut words = vec![None; proof["order"].as_u64()? as usize];
        *words.first_mut()? = Some(vec![]);
        let mut todo = vec![0];
        while let Some(element) = todo.pop() {
            for (generator, row) in times.iter().enumerate() {
                let next = *row.get(element)?;
                if words.get(next)?.is_none() {
                    let mut word = words[element].clone()?;
                    word.push(generator);
                    words[next] = Some(word);
                    todo.push(next);
                }
            }
        }
        Some(Stated { times, lost: numbers(&proof["accept"])?, factors: words })
    }

    fn product(&self, a: usize, b: usize) -> Option<usize> {
        let word = self.factors.get(b)?.as_ref()?;
        word.iter().try_fold(a, |element, &generator| self.times[generator].get(element).copied())
    }
}

/// Returns the first sum of small heaps of one game for which a certificate states the wrong outcome.
///
/// `position` supplies the rules of the games.
pub fn falsehood(proof: &Value, position: &Position) -> Option<String> {
    let stated = Stated::read(proof)?;
    for game in proof["heaps"].as_array()? {
        let text = game["rules"].as_str()?;
        let of_game = |term: &&Term| term.rules.canonical().as_deref() == Some(text);
        let Some(Term { rules, .. }) = position.terms.iter().find(of_game) else { continue };
        let images: Vec<usize> =
            game["images"].as_array()?.iter().map_while(Value::as_u64).map(|n| n as usize).collect();
        let last = images.len().min(MAX_HEAP);
        // Every multiset of heaps, as a nondecreasing list.
        let mut sums: Vec<Vec<usize>> = vec![vec![]];
        let mut from = 0;
        for _ in 0..MAX_HEAPS {
            let end = sums.len();
            for k in from..end {
                for heap in sums[k].last().copied().unwrap_or(1)..=last {
                    sums.push([&sums[k][..], &[heap]].concat());
                }
            }
            from = end;
        }
        for sum in &sums {
            let element = sum.iter().try_fold(0, |product, &heap| stated.product(product, images[heap - 1]))?;
            let claimed = if stated.lost.contains(&element) { "P" } else { "N" };
            let fact = outcome(rules, sum)?;
            if fact != claimed {
                return Some(format!("{text}{sum:?} is said to be {claimed}, brute force {fact}"));
            }
        }
    }
    None
}

/// Returns the outcome of a sum of heaps under misère play, by brute force.
fn outcome(rules: &Rc<dyn Rules>, heaps: &[usize]) -> Option<Value> {
    let parts: Vec<Part> = heaps.iter().map(|&heap| vec![heap as i64]).collect();
    let term = Term { rules: rules.clone(), negative: false, copies: 1, parts };
    let position = Position { misere: true, terms: vec![term] };
    let mut judge = Judge::for_position(&position);
    judge.add(&position).ok()?;
    judge.judge(&position).outcome
}
