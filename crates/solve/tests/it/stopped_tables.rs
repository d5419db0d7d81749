//! The computation of a table ends soon if it is cancelled while the rules list moves.

use crate::common::stopping::assert_ends_soon;
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_solve::{Quantity, Solver};

#[test]
fn tables_of_outcomes_and_values() {
    for of in [Quantity::Outcome, Quantity::Grundy] {
        assert_ends_soon(&mut |rules, budget| Solver::new().table(rules, of, 1_000, false, budget).map(|_| ()));
    }
}

#[test]
fn tables_of_canonical_forms() {
    assert_ends_soon(&mut |rules, budget| ValueEvaluator::new(budget).values_up_to(rules, 1_000).map(|_| ()));
}
