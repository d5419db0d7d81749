//! Tests of `quotients`.

use differ::games;
use differ::position::{Position, Term};
use differ::quotients::falsehood;
use serde_json::json;

/// Checks the correct quotient of Nim heaps of one stone, and several wrong variants.
#[test]
fn wrong_quotients_are_detected() {
    let rules = games::rules_of("nim", &mut differ::random::Random::for_piece(1, 1)).unwrap();
    let text = rules.canonical().unwrap();
    let term = Term { rules, negative: false, copies: 1, parts: vec![] };
    let position = Position { misere: true, terms: vec![term] };
    // With heaps of one stone only, the sum of an odd number of them is lost.
    let proof = |lost: &[u64], images: &[u64]| json!({"order": 2, "times": [[1, 0]], "accept": lost, "heaps": [{"rules": text, "images": images}]});
    assert_eq!(falsehood(&proof(&[1], &[1]), &position), None);
    for (lost, images) in [(&[0u64][..], &[1u64][..]), (&[0, 1], &[1]), (&[], &[1]), (&[1], &[0]), (&[1], &[1, 0])] {
        assert!(falsehood(&proof(lost, images), &position).is_some(), "{lost:?} {images:?}");
    }
}
