//! Tests operations on numbers, and the texts of expressions.

use grundy_proof::{Binary, Expr, Unary};

#[test]
fn operations_are_those_of_the_definition() {
    let digits = |n: i128| format!("{n:b}");
    for n in 1i128..300 {
        let text = digits(n);
        assert_eq!(Unary::Popcount.apply(n), Some(text.matches('1').count() as i128));
        assert_eq!(Unary::Ones.apply(n), Some((text.len() - text.trim_end_matches('1').len()) as i128));
        assert_eq!(Unary::Zeros.apply(n), Some((text.len() - text.trim_end_matches('0').len()) as i128));
        assert_eq!(Unary::Highest.apply(n), Some(1 << (text.len() - 1)));
        assert_eq!(n % Unary::Lowest.apply(n).unwrap(), 0);
    }
    assert_eq!(Unary::Zeros.apply(0), None);
    assert_eq!(Unary::Popcount.apply(-1), None);
    assert_eq!(Binary::Div.apply(3, 0), None);
    assert_eq!(Binary::Mul.apply(i128::MAX, 2), None);
}

#[test]
fn texts_have_the_brackets_they_need() {
    let [a, b, c] = [0, 1, 2].map(Expr::Parameter);
    let names = ["a", "b", "c"];
    let xor = Expr::binary(Binary::Xor, Expr::binary(Binary::Xor, a.clone(), b.clone()), c.clone());
    assert_eq!(xor.text(&names), "a xor b xor c");
    let right = Expr::binary(Binary::Sub, a.clone(), Expr::binary(Binary::Sub, b.clone(), c.clone()));
    assert_eq!(right.text(&names), "a - (b - c)");
    let half = Expr::binary(Binary::Div, Expr::binary(Binary::Add, a.clone(), b), Expr::Number(2));
    assert_eq!(half.text(&names), "floor((a + b) / 2)");
    let residue = Expr::binary(Binary::Mod, half, Expr::Number(3));
    assert_eq!(residue.text(&names), "floor((a + b) / 2) mod 3");
    assert_eq!(Expr::unary(Unary::Zeros, Expr::binary(Binary::Max, a, c)).text(&names), "trailing_zeros(max(a, c))");
}
