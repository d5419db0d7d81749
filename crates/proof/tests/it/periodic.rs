//! Tests the formulas of periodic and arithmetic-periodic sequences.

use grundy_proof::{Arithmetic, Pattern, PatternForm, Periodic};
use grundy_solve::Quantity;

fn formula(of: Quantity, form: PatternForm) -> String {
    Pattern { of, dims: 1, form }.formula()
}

fn periodic(of: Quantity, head: &[u32], cycle: &[u32]) -> String {
    formula(of, PatternForm::Periodic(Periodic { head: head.to_vec(), cycle: cycle.to_vec() }))
}

fn outcome(head: &[u32], cycle: &[u32]) -> String {
    periodic(Quantity::Outcome, head, cycle)
}

#[test]
fn outcome_formulas() {
    assert_eq!(outcome(&[], &[0, 1, 0, 1, 1, 1, 1]), "P iff n mod 7 in {0, 2}");
    assert_eq!(outcome(&[], &[0, 1, 1]), "P iff n mod 3 == 0");
    assert_eq!(outcome(&[], &[0, 0, 0, 1]), "P iff n mod 4 in {0..2}");
    assert_eq!(outcome(&[0], &[1]), "P iff n == 0");
    assert_eq!(outcome(&[1, 0, 0], &[1]), "P iff n in {1, 2}");
    assert_eq!(outcome(&[1], &[1, 0]), "P iff n mod 2 == 0 and n != 0");
    assert_eq!(outcome(&[0, 0], &[0, 1]), "P iff n mod 2 == 0 or n == 1");
    assert_eq!(outcome(&[], &[1]), "P iff false");
    assert_eq!(outcome(&[], &[0, 1, 2, 1]), "P iff n mod 4 == 0; N iff n mod 4 in {1, 3}; L iff n mod 4 == 2");
}

#[test]
fn value_formulas() {
    let values = |head: &[u32], cycle: &[u32]| periodic(Quantity::Grundy, head, cycle);
    assert_eq!(values(&[], &[0, 1, 2, 3]), "G(n) = n mod 4");
    assert_eq!(values(&[], &[0, 0, 1, 1, 2, 2, 3]), "G(n) = floor((n mod 7) / 2)");
    assert_eq!(values(&[], &[0, 1, 0, 1, 2]), "G(n) = [0, 1, 0, 1, 2][n mod 5]");
    assert_eq!(values(&[], &[0, 1, 0, 1, 0]), "G(n) = (n mod 5) mod 2");
    assert_eq!(values(&[0], &[2, 1]), "G(n) = [1, 2][n mod 2] for n != 0; G(0) = 0");
    let arithmetic = |head: &[u32], cycle: &[u32], saltus| {
        let form = Arithmetic { head: head.to_vec(), cycle: cycle.to_vec(), saltus };
        formula(Quantity::Grundy, PatternForm::Arithmetic(form))
    };
    assert_eq!(arithmetic(&[], &[0], 1), "G(n) = n");
    assert_eq!(arithmetic(&[], &[0, 0], 1), "G(n) = floor(n / 2)");
    assert_eq!(arithmetic(&[], &[0, 1], 1), "G(n) = floor((n + 1) / 2)");
    assert_eq!(arithmetic(&[], &[1], 2), "G(n) = 2n + 1");
    assert_eq!(
        arithmetic(&[0], &[1, 2, 4, 3], 4),
        "G(4n+1) = 4n+1, G(4n+2) = 4n+2, G(4n+3) = 4n+4, G(4n+4) = 4n+3; G(0) = 0"
    );
}

#[test]
fn long_lists_are_no_formulas_and_take_no_time() {
    let head: Vec<u32> = (0..2000).map(|n| u32::from(n % 2 == 0)).collect();
    assert_eq!(outcome(&head, &[0]), "P for n >= 2000");
    assert_eq!(outcome(&head, &[1]), "N for n >= 2000");
    let cycle: Vec<u32> = (0..4_000_000).map(|n| n / 2_000_000).collect();
    let text = periodic(Quantity::Grundy, &[], &cycle);
    assert_eq!(text, "G(n) = floor((n mod 4000000) / 2000000)");
    let cycle: Vec<u32> = (0..4_000_000).map(|n| n / 1_000_000 % 2).collect();
    let text = periodic(Quantity::Grundy, &[], &cycle);
    assert_eq!(text, "G(n) = floor((n mod 4000000) / 1000000) mod 2");
    assert_eq!(periodic(Quantity::Grundy, &[], &[2, 3, 4, 0, 1]), "G(n) = (n + 2) mod 5");
}

#[test]
fn reduction_finds_the_least_form() {
    let list = [9, 0, 1, 0, 1, 0, 1];
    assert_eq!(Periodic::reduced(&list, 3, 4), Periodic { head: vec![9], cycle: vec![0, 1] });
    assert_eq!(Periodic::reduced(&list[1..], 2, 4), Periodic { head: vec![], cycle: vec![0, 1] });
}
