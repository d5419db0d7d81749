//! Tests which sequences are found to be automatic.

use grundy_proof::{Automaton, Data, Irrational, Numeration, Pattern, PatternForm};
use grundy_solve::{Budget, Quantity};

fn table(dims: usize, side: u64, entry: impl Fn(&[u64]) -> u64) -> Data {
    let blank = Data::new(dims, side, vec![0; side.pow(dims as u32) as usize]);
    Data::new(dims, side, blank.points().map(|p| entry(&p) as u32).collect())
}

fn found(data: &Data) -> Option<(usize, Numeration)> {
    let fit = Automaton::fit(data, 2, &Budget::default()).unwrap()?;
    assert!(data.points().all(|point| fit.at(&point) == u64::from(data.at(&point))));
    Some((fit.output.len(), fit.numeration))
}

#[test]
fn automatic_sequences_are_found() {
    let thue_morse = table(1, 500, |p| u64::from(p[0].count_ones() % 2));
    assert_eq!(found(&thue_morse), Some((2, Numeration::Base(2))));
    let no_one_in_base_3 = table(1, 900, |p| {
        let mut n = p[0];
        while n > 0 {
            if n % 3 == 1 {
                return 1;
            }
            n /= 3;
        }
        0
    });
    assert_eq!(found(&no_one_in_base_3), Some((2, Numeration::Base(3))));
    let golden = Irrational { p: 1, d: 5, q: 2 };
    let wythoff = table(2, 100, |p| u64::from(golden.floor_of(p[0].abs_diff(p[1])) != Some(p[0].min(p[1]))));
    let (states, numeration) = found(&wythoff).unwrap();
    assert_eq!(numeration, Numeration::Ostrowski(1));
    assert!(states <= 8, "{states}");
}

/// Transitions that entries in the corner use must also be used by entries outside the corner.
#[test]
fn transitions_that_only_the_corner_shows_are_not_confirmed() {
    // The automaton decides by the second digit; numbers from 490 to 499 all begin with 11.
    let next = [[0, 1], [2, 3], [2, 2], [3, 3]].map(|row| row.map(Some).to_vec()).to_vec();
    let second = Automaton { numeration: Numeration::Base(2), dims: 1, next, output: vec![0, 0, 0, 1] };
    let data = table(1, 500, |p| second.at(p));
    let exercised = |from| second.confirms_transitions(&data, from, &Budget::default()).unwrap();
    assert!(exercised(125));
    assert!(!exercised(490));
}

#[test]
fn sequences_of_few_steps_are_lists() {
    // The sequence counts the numbers 2^a * 3^b up to n, modulo 3: no automaton is shorter than a list of its
    // steps.
    let steps =
        |n: u64| (0..20).flat_map(|a| (0..12).map(move |b| 2u64.pow(a) * 3u64.pow(b))).filter(|&m| m <= n).count();
    for side in [300, 2000, 10_000] {
        assert_eq!(found(&table(1, side, |p| steps(p[0]) as u64 % 3)), None, "{side}");
    }
}

#[test]
fn squares_are_not_automatic() {
    assert_eq!(found(&table(1, 5000, |p| u64::from(p[0].isqrt().pow(2) != p[0]))), None);
}

#[test]
fn languages_are_named() {
    let all_ones = table(1, 500, |p| u64::from(p[0] & (p[0] + 1) != 0));
    let fit = Automaton::fit(&all_ones, 2, &Budget::default()).unwrap().unwrap();
    let pattern = Pattern { of: Quantity::Outcome, dims: 1, form: PatternForm::Automaton(fit) };
    assert_eq!(pattern.formula(), "P iff n in base 2 is 1*");
}
