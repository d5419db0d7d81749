//! Tests that planted modes are found.

use grundy_proof::{Data, Modes, Pattern, PatternForm, Periodic};
use grundy_solve::{Budget, Quantity};

fn row(head: &[u32], cycle: &[u32]) -> Periodic {
    Periodic { head: head.to_vec(), cycle: cycle.to_vec() }
}

fn table(modes: &Modes, side: u64) -> Data {
    let points = (0..side * side).map(|k| modes.at(&[k / side, k % side]) as u32);
    Data::new(2, side, points.collect())
}

#[test]
fn planted_modes_are_found() {
    for (mode, repeat, rows, of, formula) in [
        (
            1,
            1,
            vec![row(&[], &[0, 1, 1]), row(&[], &[1, 0]), row(&[], &[0])],
            Quantity::Outcome,
            "P iff n mod 3 == 0 for m == 0; P iff n mod 2 == 1 for m == 1; P for m >= 2",
        ),
        (
            0,
            2,
            vec![row(&[0], &[2, 1]), row(&[], &[0, 1])],
            Quantity::Grundy,
            "G(m,n) = [1, 2][n mod 2] for m mod 2 == 0 and n != 0; G(m,0) = 0 for m mod 2 == 0; \
             G(m,n) = n mod 2 for m mod 2 == 1",
        ),
        (
            1,
            1,
            vec![row(&[], &[0, 1, 1]), row(&[], &[0, 0, 1]), row(&[], &[0, 1, 1])],
            Quantity::Outcome,
            "P iff n mod 3 in {0, 1} for m == 1; P iff n mod 3 == 0 for m != 1",
        ),
        (
            1,
            1,
            vec![row(&[], &[0, 1, 2])],
            Quantity::Outcome,
            "P iff n mod 3 == 0, N iff n mod 3 == 1, L iff n mod 3 == 2",
        ),
        (
            1,
            1,
            vec![row(&[], &[1]), row(&[1], &[3, 2]), row(&[], &[0])],
            Quantity::Outcome,
            "N for m == 0; L iff n mod 2 == 0, R iff n mod 2 == 1 for m == 1 and n != 0; N(0,m) for m == 1; P for \
                m >= 2",
        ),
    ] {
        let planted = Modes { mode, rows, repeat };
        let found = Modes::fit(&table(&planted, 60), &Budget::default()).unwrap().unwrap();
        assert_eq!(found, planted, "{formula}");
        let names = if mode == 1 { ["n", "m"] } else { ["m", "n"] }.map(str::to_string);
        let pattern = Pattern { of, dims: 2, form: PatternForm::Modes(found) };
        assert_eq!(pattern.formula_in(&names), formula);
    }
    let xor = Data::new(2, 60, (0..3600).map(|k| (k / 60) ^ (k % 60)).collect());
    assert_eq!(Modes::fit(&xor, &Budget::default()).unwrap(), None);
}
