//! Tests of `games::rule`.

use differ::expr::{BinaryOp, Number, Relation};
use differ::games::random_rule::{minus, name};
use differ::games::rule::*;
use differ::gen_expr::{binary, compare, literal};
use differ::play::{Part, Rules, Side};

fn rule(arity: usize, parts: Vec<Vec<Number>>, qualifiers: Vec<Qualifier>, repeat: bool) -> Rule {
    let names = ["n", "m", "k"][..].iter().map(|name| name.to_string()).collect();
    Rule {
        arity,
        choices: vec![Choice { side: None, must: false, repeat, parts, times: None, sum: None, qualifiers, names }],
        text: String::new(),
    }
}

fn options(rule: &Rule, at: &[i64]) -> Vec<Vec<Part>> {
    rule.moves(at, Side::Left).unwrap().into_iter().map(|one| one.to).collect()
}

#[test]
fn options_known_by_hand() {
    let down = minus(name(0), literal(3));
    assert_eq!(options(&rule(1, vec![vec![down.clone()]], vec![], false), &[2]), Vec::<Vec<Part>>::new());
    assert_eq!(options(&rule(1, vec![vec![down]], vec![], true), &[7]), [[[4]], [[1]]]);
    let half = binary(BinaryOp::Div, name(0), literal(2));
    let halves = rule(1, vec![vec![half]], vec![], false);
    assert_eq!(options(&halves, &[0]), Vec::<Vec<Part>>::new());
    assert_eq!(options(&halves, &[1]), [[[0]]]);
    // Variables of a sum are followed by conditions; a negative number makes the move illegal.
    let smaller = vec![minus(minus(name(0), name(1)), name(2))];
    let up_to = |last| Source::Range(literal(1), Some(literal(last)));
    let below = Qualifier::If(compare(name(2), Relation::Less, name(1)));
    let mut sums = rule(1, vec![smaller], vec![], false);
    sums.choices[0].sum = Some(vec![Qualifier::For(1, up_to(3)), Qualifier::For(2, up_to(3)), below]);
    assert_eq!(options(&sums, &[7]), [[[2], [3], [4]]]);
    assert_eq!(options(&sums, &[4]), Vec::<Vec<Part>>::new());
    sums.choices[0].sum.as_mut().unwrap()[2] = Qualifier::While(compare(name(2), Relation::Less, name(1)));
    assert_eq!(options(&sums, &[7]), [[[2], [3], [4]]]);
    // Equal options are listed once.
    let parted = vec![vec![name(1)], vec![minus(name(0), name(1))]];
    let cut = Qualifier::For(1, Source::Range(literal(1), Some(minus(name(0), literal(1)))));
    assert_eq!(options(&rule(1, parted, vec![cut], false), &[4]), [[[1], [3]], [[2], [2]]]);
}
