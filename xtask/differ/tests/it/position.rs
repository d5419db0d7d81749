//! Tests of `position`.

use differ::position::split;

#[test]
fn printed_positions_split_into_terms() {
    let (misere, terms) = split("misere -2*nim(3,4) + rule{ n -> (n-1)+(0) }(2) + token[\"a (\">b](\"a (\")").unwrap();
    assert!(misere);
    let texts: Vec<_> = terms.iter().map(|(_, _, rules, parts)| (rules.as_str(), parts.as_str())).collect();
    let token = ("token[\"a (\">b]", "(\"a (\")");
    assert_eq!(texts, [("nim", "(3,4)"), ("rule{ n -> (n-1)+(0) }", "(2)"), token]);
    assert_eq!((terms[0].0, terms[0].1), (true, 2));
}
