//! The options of a rule that come in runs.

use grundy_rulelang::Rule;
use grundy_rulelang::internals::MAX_VARIABLE;
use grundy_rules::{DenseRules, OptionBatch, run_at};

/// Checks that polynomial forms and code give the same options.
///
/// The forms apply below `MAX_VARIABLE`; above, code is evaluated.
#[test]
fn forms_and_code_agree_at_the_limit() {
    let rule = Rule::new("n -> n-k*k for k in 1.. while k*k <= n").unwrap();
    let mut walker = rule.walker();
    for n in [1, 2, 3, 99, 100, MAX_VARIABLE - 1, MAX_VARIABLE, MAX_VARIABLE + 1, 1 << 40] {
        walker.start([n as u64, 0, 0]);
        let (mut count, mut last) = (0, n);
        while let Some(options) = walker.next().unwrap() {
            match options {
                OptionBatch::Run { count: run, numbers } => {
                    assert_eq!(run_at(numbers[0], 0), n - (count as i64 + 1).pow(2));
                    last = run_at(numbers[0], run as i64 - 1);
                    count += run;
                }
                OptionBatch::Lanes { .. } | OptionBatch::Counted(_) | OptionBatch::Extended { .. } => {
                    panic!("squares come in runs")
                }
            }
        }
        assert_eq!((count, last), (n.isqrt() as u64, n - n.isqrt().pow(2)), "{n}");
    }
}
