//! Tests that components with equal keys have the same number.

use grundy_games::parse;
use grundy_rules::{Player, SumRules};

#[test]
fn equal_keys_have_one_number() {
    let (one, other) = (parse("wythoff(1,2)").unwrap(), parse("wythoff(2,1)").unwrap());
    let component = |spec: &grundy_rules::PositionSum| {
        spec.terms[0].position.erased_components(&mut SumRules::default(), false).remove(0)
    };
    let mut numbering = one.terms[0].position.component_numbering();
    let number = numbering.number(&component(&one));
    assert_eq!(numbering.number(&component(&other)), number);
    let mut options = vec![];
    numbering.options(number, Player::LEFT, &mut |left| options.push(left.to_vec()));
    assert_eq!(options.len(), 4);
    // Taking 1 from the first heap of (1,2) leaves (0,2), taking 2 from the second leaves (1,0), and taking 1 from
    // both leaves (0,1).
    assert_ne!(options[0], options[2]);
    assert_eq!(options[2], options[3]);
    // The mirror image has the same options in another order.
    let mut mirrored = vec![];
    numbering.component_options(&component(&other), Player::LEFT, &mut |left| mirrored.push(left.to_vec()));
    assert_ne!(mirrored, options);
    mirrored.sort();
    options.sort();
    assert_eq!(mirrored, options);
}
