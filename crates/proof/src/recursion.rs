//! Patterns of values by recursion over digits, such as G(2n) and G(2n+1) from n and G(n).

use crate::periodic::{join_statements, values};
use grundy_lang::Text;
use grundy_rules::CompactSort;
use grundy_rules::Result;
use grundy_solve::Budget;

/// A recursion over the digits in base b: for each digit r, a step from n and G(n) to G(b*n + r).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recursion {
    /// The initial entries, from index 0; there is at least one.
    pub head: Vec<u32>,
    /// One step for each digit; the number of steps is the base.
    pub steps: Vec<RecursionStep>,
}

/// The expression `of_value * G(n) + of_index * n + plus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecursionStep {
    /// The factor of G(n).
    pub of_value: i64,
    /// The factor of n.
    pub of_index: i64,
    /// The constant term.
    pub plus: i64,
}

impl RecursionStep {
    fn apply(self, value: i128, index: u64) -> Option<i128> {
        let value = i128::from(self.of_value).checked_mul(value)?;
        value.checked_add(i128::from(self.of_index) * i128::from(index) + i128::from(self.plus))
    }

    fn text(self, name: &str) -> String {
        let mut out = String::new();
        let value = format!("G({name})");
        for (factor, what) in [(self.of_value, value.as_str()), (self.of_index, name), (self.plus, "")] {
            let size = factor.unsigned_abs();
            if factor == 0 {
                continue;
            }
            if !out.is_empty() {
                out.push_str(if factor < 0 { " - " } else { " + " });
            } else if factor < 0 {
                out.push('-');
            }
            if what.is_empty() || size != 1 {
                out.push_str(&size.to_string());
            }
            out.push_str(what);
        }
        if out.is_empty() { "0".to_string() } else { out }
    }
}

impl Recursion {
    /// Returns the value at an index; `None` if the value is negative or exceeds 64 bits.
    pub fn at(&self, n: u64) -> Option<u64> {
        let base = self.steps.len() as u64;
        let (mut index, mut chain) = (n, vec![]);
        while index >= self.head.len() as u64 {
            chain.push(index);
            index /= base;
        }
        let mut value = i128::from(self.head[index as usize]);
        for index in chain.into_iter().rev() {
            value = self.steps[(index % base) as usize].apply(value, index / base)?;
        }
        u64::try_from(value).ok()
    }

    pub(crate) fn size(&self) -> usize {
        self.head.len()
            + self
                .steps
                .iter()
                .map(|s| [s.of_value, s.of_index, s.plus].iter().filter(|&&x| x != 0).count())
                .sum::<usize>()
    }

    /// Returns the first recursion that agrees with the whole list.
    ///
    /// # Errors
    /// `limit` if the budget runs out.
    #[doc(hidden)]
    pub fn fit(list: &[u32], budget: &Budget) -> Result<Option<Recursion>> {
        for base in 2..=4usize {
            for head in 1..=3usize {
                budget.check()?;
                // Every digit must occur often enough to rule out chance.
                if list.len() < 16 * base {
                    continue;
                }
                let steps: Option<Vec<RecursionStep>> = (0..base).map(|digit| step(list, base, head, digit)).collect();
                if let Some(steps) = steps.filter(|steps| steps.iter().any(|s| s.of_value != 0)) {
                    return Ok(Some(Recursion { head: list[..head].to_vec(), steps }));
                }
            }
        }
        Ok(None)
    }

    /// Returns the formula; `name` is the name of the parameter.
    pub(crate) fn text(&self, name: &str) -> Text {
        let base = self.steps.len();
        let place = |digit: usize| if digit == 0 { format!("{base}{name}") } else { format!("{base}{name}+{digit}") };
        let steps = self.steps.iter().enumerate();
        let steps: Vec<String> =
            steps.map(|(digit, step)| format!("G({}) = {}", place(digit), step.text(name))).collect();
        let steps = Text::verbatim(steps.join(", "));
        // The initial entries need not satisfy the recursion.
        let holds = |at: usize| {
            let value = i128::from(self.head[at / base]);
            self.steps[at % base].apply(value, (at / base) as u64) == Some(self.head[at].into())
        };
        let from = (0..self.head.len()).rev().find(|&at| !holds(at)).map_or(0, |at| at / base + 1);
        if from == 0 {
            return join_statements([steps, values(&self.head)]);
        }
        let early: Vec<String> =
            (0..(base * from) as u64).filter_map(|n| Some(format!("G({n}) = {}", self.at(n)?))).collect();
        join_statements([crate::periodic::for_indices_from(steps, name, from), Text::verbatim(early.join(", "))])
    }
}

/// Returns the simplest step that yields all entries with this last digit, from index `head` on.
fn step(list: &[u32], base: usize, head: usize, digit: usize) -> Option<RecursionStep> {
    let places: Vec<(usize, usize)> =
        (0..).map(|n| (n, base * n + digit)).take_while(|&(_, m)| m < list.len()).filter(|&(_, m)| m >= head).collect();
    let &(first, at) = places.first()?;
    let mut factors: Vec<(i64, i64)> = (-1..=4).flat_map(|value| (0..=4).map(move |index| (value, index))).collect();
    factors.compact_sort_by_key(|&(value, index)| (value.abs() + index, index, -value));
    factors.into_iter().find_map(|(of_value, of_index)| {
        let entry = |n: usize| i64::from(list[n]);
        let plus = entry(at) - of_value * entry(first) - of_index * first as i64;
        let holds = |&(n, m): &(usize, usize)| of_value * entry(n) + of_index * n as i64 + plus == entry(m);
        places.iter().all(holds).then_some(RecursionStep { of_value, of_index, plus })
    })
}
