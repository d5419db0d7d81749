//! Computes values by independent regions, as the engines do; regions with equal keys share a value.

use grundy_rules::{Player, Rules};
use grundy_value::{Value, ValueArena};
use std::collections::HashMap;

/// Returns the value of a component by its regions and their keys.
pub fn by_regions<R: Rules>(
    rule: &R,
    component: R::Component,
    values: &mut ValueArena,
    memo: &mut HashMap<R::Key, Value>,
) -> Value {
    let mut sum = Value::ZERO;
    for region in rule.split(component) {
        let key = rule.key(&region);
        let value = match memo.get(&key) {
            Some(&value) => value,
            None => {
                let [left, right] = [Player::LEFT, Player::RIGHT].map(|by| {
                    let moves: Vec<_> = rule.moves(&region, by).collect();
                    let left = moves.iter().flat_map(|mv| rule.play(&region, by, mv));
                    left.map(|component| by_regions(rule, component, values, memo)).collect::<Vec<Value>>()
                });
                let value = values.value_from_options(&left, &right).unwrap();
                memo.insert(key, value);
                value
            }
        };
        sum = values.add(sum, value).unwrap();
    }
    sum
}
