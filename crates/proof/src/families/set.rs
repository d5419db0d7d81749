//! Sets of amounts with symbolic parameters, which can be evaluated or substituted.

use grundy_rulelang::formula::{Linear, Variable};
use grundy_rules::CompactSort;
use grundy_rules::Ruleset;

/// A set of amounts with parameters, such as that of `take[1,k,2k+1]`.
#[derive(Clone, Debug, PartialEq)]
pub struct AmountSet {
    /// The names of the parameters.
    ///
    /// The first parameter is variable 1 of the amounts, since the heap is variable 0.
    pub params: Vec<String>,
    /// The amounts (with `None`) and the ranges of amounts (low and high), in the order of the rules.
    items: Vec<(Linear, Option<Linear>)>,
}

impl AmountSet {
    /// Returns the set of a game with parameters; `None` for games with two sets, and for infinite sets.
    pub fn from_rules(rules: &Ruleset) -> Option<AmountSet> {
        let amounts = &rules.game.symbolic_params()?.amounts;
        let names = rules.game.coordinate_names();
        let bound = |row: &Vec<i64>| {
            let params = (1..).zip(&row[1..]);
            params.fold(Linear::number(row[0]), |sum, (v, &factor)| sum.plus(factor, &Linear::variable(v)))
        };
        let items: Vec<_> = amounts.iter().map(|item| (bound(&item.low), item.high.as_ref().map(bound))).collect();
        if items.is_empty() {
            return None;
        }
        Some(AmountSet { params: names[1..].to_vec(), items })
    }

    /// Returns the amounts for these values of the parameters, in increasing order.
    ///
    /// Returns `None` if an amount is below 1 or too large, or a range is empty.
    pub fn amounts(&self, params: &[u64]) -> Option<Vec<usize>> {
        let mut values = vec![0];
        values.extend(params);
        let at = |sum: &Linear| sum.eval(&values).and_then(|x| usize::try_from(x).ok()).filter(|&x| x <= MAX_AMOUNT);
        let mut amounts = vec![];
        for (low, high) in &self.items {
            let low = at(low).filter(|&low| low >= 1)?;
            let high = high.as_ref().map_or(Some(low), at).filter(|&high| high >= low)?;
            amounts.extend(low..=high);
        }
        amounts.compact_sort();
        amounts.dedup();
        Some(amounts)
    }

    /// Returns the rules after substituting a sum for the only parameter.
    ///
    /// `name` is the parameter in that sum.
    pub fn substitute(&self, param: &Linear, name: &str) -> String {
        let names = ["n".to_string(), name.to_string()];
        let text = |sum: &Linear| sum.replace(&[(1 as Variable, param.clone())]).to_text(&names).replace('*', "");
        let items = self.items.iter().map(|(low, high)| match high {
            None => text(low),
            Some(high) => format!("{}..{}", text(low), text(high)),
        });
        format!("take[{}]", items.collect::<Vec<_>>().join(","))
    }
}

/// Largest amount that is considered.
const MAX_AMOUNT: usize = 1 << 12;

/// Returns the rules of a set of numbers, with ranges where these are shorter: `take[1..4,9]`.
pub fn rules_text(amounts: &[usize]) -> String {
    let mut items = vec![];
    for run in amounts.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [first, _, .., last] => items.push(format!("{first}..{last}")),
            short_run => items.extend(short_run.iter().map(usize::to_string)),
        }
    }
    format!("take[{}]", items.join(","))
}
