//! Tests that theorems refute patterns that agree with a table.

use grundy_games::parse_rules;
use grundy_proof::internals::find::{TheoremAgreement, compare_with_theorems};
use grundy_proof::{Beatty, BeattyRule, Irrational, Pattern, PatternForm, table_of};
use grundy_solve::{Budget, Quantity, Solver};

/// A wrong slope agrees with the table, but the theorem refutes it beyond the table.
#[test]
fn theorems_refute_patterns_that_tables_confirm() {
    let rules = parse_rules("wythoff").unwrap();
    let budget = Budget::default();
    let data = table_of(&rules, Quantity::Outcome, 200, true, &mut Solver::new(), &budget).unwrap();
    let compare_with_theorem = |alpha| {
        let rule = BeattyRule::Pairs { step: 1, from: 0, early: vec![] };
        let pattern = Pattern { of: Quantity::Outcome, dims: 2, form: PatternForm::Beatty(Beatty { alpha, rule }) };
        assert!(data.points().all(|point| pattern.eval(&point) == Some(data.at(&point).into())));
        compare_with_theorems(&rules, &pattern, &data, &budget).unwrap()
    };
    let golden = compare_with_theorem(Irrational { p: 1, d: 5, q: 2 });
    assert!(matches!(golden, TheoremAgreement::Agrees(info) if info.name == "wythoff"));
    let approximate = compare_with_theorem(Irrational { p: 0, d: 26_180_339_887, q: 100_000 });
    assert!(matches!(approximate, TheoremAgreement::Refutes(info, point) if info.name == "wythoff" && point[0] > 200));
}
