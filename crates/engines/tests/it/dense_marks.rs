//! Tests the computation of a mex.

use grundy_engines::internals::dense::MexSet;

#[test]
fn mex_is_the_least_unmarked_value() {
    let mut marks = MexSet::default();
    for round in 0..600 {
        marks.begin();
        assert_eq!(marks.mex(), 0);
        (0..round % 200).for_each(|value| marks.mark(value));
        marks.mark(round % 200 + 1);
        assert_eq!(marks.mex(), round % 200);
    }
}
