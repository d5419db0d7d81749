//! Tables of small positions by brute force.
//!
//! Tests compare them with `table`, `find`, `prove` and `sequence`.

use super::graph::{Graph, Kind};
use super::play::{Part, Rules, Side};
use std::collections::HashMap;
use std::rc::Rc;

/// The outcomes and, if they exist, the Grundy values of all positions up to a bound.
pub struct Facts {
    /// Number of coordinates of a position.
    pub arity: usize,
    /// The largest coordinate.
    pub max_number: i64,
    /// Whether no positions with larger coordinates exist, so that claims are silent about them.
    pub is_complete: bool,
    outcomes: Vec<char>,
    values: Option<Vec<i64>>,
}

/// Maximum number of positions of a table.
const MAX_POSITIONS: usize = 20_000;

impl Facts {
    /// Computes the table of components, or of sums of `heaps` heaps, with numbers up to `max_number`.
    ///
    /// Returns `None` if play need not end or if the table is too large.
    pub fn new(rules: &Rc<dyn Rules>, misere: bool, heaps: usize, max_number: i64) -> Option<Facts> {
        let arity = if heaps > 1 { heaps } else { rules.dims() };
        let is_complete = rules.component_at(&vec![max_number + 1; rules.dims()]).is_none();
        let points = points(arity, max_number);
        let mut parts = vec![];
        for at in &points {
            if heaps > 1 {
                let each: Option<Vec<Part>> = at.iter().map(|&n| rules.component_at(&[n])).collect();
                parts.push(each?);
            } else {
                parts.push(vec![rules.component_at(at)?]);
            }
        }
        let partizan = rules.is_partizan(&[]);
        if !misere && !partizan {
            let mut values = Values { rules: &**rules, known: HashMap::new() };
            let mut sums = vec![];
            for sum in &parts {
                sums.push(values.sum(sum)?);
            }
            let outcomes = sums.iter().map(|&value| if value == 0 { 'P' } else { 'N' }).collect();
            return Some(Facts { arity, max_number, is_complete, outcomes, values: Some(sums) });
        }
        let mut graph = Graph::new(vec![Kind { rules: rules.clone(), negative: false }], partizan, MAX_POSITIONS);
        let mut ids = vec![];
        for sum in parts {
            let components: Vec<(usize, Part)> = sum.into_iter().map(|part| (0, part)).collect();
            ids.push(graph.reach(&components).ok()?);
        }
        if !graph.ends() {
            return None;
        }
        let verdicts = graph.verdicts(misere);
        let mut outcomes = vec![];
        for id in ids {
            let [left, right] = Side::BOTH.map(|side| verdicts.verdict(id, side));
            outcomes.push(match (left?.0, right?.0, partizan) {
                (true, _, false) | (true, true, true) => 'N',
                (false, _, false) | (false, false, true) => 'P',
                (true, false, true) => 'L',
                (false, true, true) => 'R',
            });
        }
        Some(Facts { arity, max_number, is_complete, outcomes, values: None })
    }

    fn place(&self, at: &[i64]) -> Option<usize> {
        let inside = at.len() == self.arity && at.iter().all(|&n| 0 <= n && n <= self.max_number);
        inside.then(|| at.iter().fold(0, |place, &n| place * (self.max_number as usize + 1) + n as usize))
    }

    /// Returns the outcome of a position in the table.
    pub fn outcome(&self, at: &[i64]) -> Option<char> {
        Some(self.outcomes[self.place(at)?])
    }

    /// Returns the Grundy value of a position in the table.
    pub fn value(&self, at: &[i64]) -> Option<i64> {
        Some(self.values.as_ref()?[self.place(at)?])
    }

    pub fn has_values(&self) -> bool {
        self.values.is_some()
    }

    /// Returns all positions, sorted by their sum and then lexicographically.
    pub fn in_order(&self) -> Vec<Vec<i64>> {
        let mut points = points(self.arity, self.max_number);
        points.sort_by_key(|at| (at.iter().sum::<i64>(), at.clone()));
        points
    }
}

/// Returns all points with coordinates up to `max_number`; the last coordinate changes fastest.
pub fn points(arity: usize, max_number: i64) -> Vec<Vec<i64>> {
    let mut points = vec![vec![]];
    for _ in 0..arity {
        points = points
            .iter()
            .flat_map(|point| {
                (0..=max_number).map(move |n| {
                    let mut longer = point.clone();
                    longer.push(n);
                    longer
                })
            })
            .collect();
    }
    points
}

/// Grundy values of components.
///
/// The value of a sum is the xor of the values of its components; the positions that are fully searched confirm this.
struct Values<'a> {
    rules: &'a dyn Rules,
    /// `None` for components whose value is being computed.
    known: HashMap<Part, Option<i64>>,
}

impl Values<'_> {
    fn sum(&mut self, parts: &[Part]) -> Option<i64> {
        let mut sum = 0;
        for part in parts {
            sum ^= self.value(part)?;
        }
        Some(sum)
    }

    fn value(&mut self, part: &Part) -> Option<i64> {
        if let Some(known) = self.known.get(part) {
            return *known;
        }
        if self.known.len() > MAX_POSITIONS {
            return None;
        }
        self.known.insert(part.clone(), None);
        let mut options = vec![];
        for one in self.rules.moves(part, Side::Left).ok()? {
            options.push(self.sum(&one.to)?);
        }
        let value = (0..).find(|value| !options.contains(value))?;
        self.known.insert(part.clone(), Some(value));
        Some(value)
    }
}
