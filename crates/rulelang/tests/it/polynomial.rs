//! Expressions as polynomials.

use grundy_rulelang::internals::{MAX_VARIABLE, forms_of, numbers_by_code};
use grundy_rules::run_at;

#[test]
fn forms_agree_with_the_code() {
    for text in [
        "(a,b) -> (a-k*k+3*k-1, b) for k in 0..a",
        "(a,b) -> ((k-2)*(3-2*k)+a*5-b, -(k-a)-(b-k)) for k in 0..a",
        "(a,b) -> (2*(a-3*(b-k))+a-a, 7) for k in 0..9",
        "(a,b) -> (a-k, b+k*k) for k in {3,1,2..5,4}",
    ] {
        let forms = forms_of(text).unwrap().unwrap_or_else(|| panic!("{text} has forms"));
        let numbers = |values: &[i64]| numbers_by_code(text, values).unwrap().unwrap();
        for a in [0, 1, 7, MAX_VARIABLE] {
            for b in [0, 5, MAX_VARIABLE] {
                for k in [0, 1, 13, MAX_VARIABLE] {
                    let (now, later) = (numbers(&[a, b, k]), numbers(&[a, b, k + 3]));
                    assert_eq!(forms.len(), now.len(), "{text}");
                    for ((form, now), later) in forms.iter().zip(now).zip(later) {
                        let run = form.run(&[a, b, 0], k);
                        assert_eq!(run[0], now, "{text}");
                        assert_eq!(run_at(run, 3), later, "{text}");
                    }
                }
            }
        }
    }
    for text in ["(a,b) -> (a*b-k, b) for k in 0..a", "n -> n-k*k*k for k in 1..n", "n -> n/2-k for k in 1..n"] {
        assert_eq!(forms_of(text).unwrap(), None, "{text}");
    }
    for (text, last) in [("n -> n-7*k for k in 0..", 14), ("n -> 3*n-k*k+5*k for k in 0..", 20)] {
        let form = &forms_of(text).unwrap().unwrap()[0];
        assert!(form.is_eventually_negative() && form.last(&[100, 0]) == last, "{text}");
        for n in -40..200 {
            let found = (-100..400).rev().find(|&k| form.run(&[n, 0], k)[0] >= 0);
            assert_eq!(form.last(&[n, 0]).max(-101), found.unwrap_or(-101), "{text} at {n}");
        }
    }
}
