//! Tests recursions over digits.

use grundy_proof::{Pattern, PatternForm, Recursion};
use grundy_solve::{Budget, Quantity};

#[test]
fn recursions_are_found_and_evaluated() {
    // Test the values of the game of taking at most half, a variant of the ruler function; and the Gray code, which
    // has a recursion in base 4 but not in base 2.
    let mut half = vec![0u32];
    (1..600).for_each(|n: u32| half.push(if n.is_multiple_of(2) { n / 2 } else { half[n as usize / 2] }));
    let fit = Recursion::fit(&half, &Budget::default()).unwrap().unwrap();
    let pattern = Pattern { of: Quantity::Grundy, dims: 1, form: PatternForm::Recursion(fit.clone()) };
    assert_eq!(pattern.formula(), "G(2n) = n, G(2n+1) = G(n); G(0) = 0");
    assert_eq!(fit.at((1 << 62) - 1), Some(0));
    assert_eq!(fit.at(1 << 62), Some(1 << 61));
    let gray: Vec<u32> = (0..600).map(|n: u32| n ^ (n >> 1)).collect();
    if let Some(fit) = Recursion::fit(&gray, &Budget::default()).unwrap() {
        assert!((0..600).all(|n| fit.at(n) == Some(u64::from(gray[n as usize]))));
    }
}
