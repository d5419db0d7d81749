//! Simplification of sums.

use grundy_rules::Play;
use grundy_solve::ComponentSummary;
use grundy_solve::internals::simplify::simplify;

#[test]
fn pairs_cancel_and_zeros_drop() {
    let nim = |heap: u128, copies| ComponentSummary {
        text: format!("nim({heap})"),
        copies,
        nim_value: Some(heap),
        working: None,
        theorem: None,
        steps: vec![],
    };
    let list: Vec<ComponentSummary> = [2, 2, 2, 7, 9, 9, 0].map(|heap| nim(heap, 1)).into();
    let simple = simplify(&list, 7, Play::Normal).unwrap();
    assert_eq!(simple.cancelled, [("nim(2)".to_string(), 1), ("nim(9)".to_string(), 1)]);
    assert_eq!(simple.zeros, ["nim(0)"]);
    assert_eq!(simple.rest, ["nim(2)", "nim(7)"]);
    assert_eq!(simplify(&list, 7, Play::Misere), None);
    assert_eq!(simplify(&list[2..4], 2, Play::Normal), None);
    let many = simplify(&[nim(5, 10)], 10, Play::Normal).unwrap();
    assert_eq!((many.cancelled, many.rest), (vec![("nim(5)".to_string(), 5)], vec![]));
    // If the sum has 8 components, this list is truncated; then nothing may cancel.
    assert_eq!(simplify(&list, 8, Play::Normal), None);
}
