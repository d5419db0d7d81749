//! Tests that the search for patterns ends soon if it is cancelled while moves are being listed.

#[path = "../../../solve/tests/it/common/stopping.rs"]
mod stopping;

use grundy_proof::{FindOptions, find};
use grundy_solve::Solver;

#[test]
fn cancelled_searches_end_soon() {
    stopping::assert_ends_soon(&mut |rules, budget| {
        let query = FindOptions { to: Some(1_000), of: None, use_theorems: false };
        find(rules, query, &mut Solver::new(), budget, &mut |_| {})
    });
}
