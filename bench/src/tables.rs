//! Measures complete tables of rules written as text, after checking them against closed forms.

use crate::stopwatch::{Report, Target};
use grundy::Budget;
use grundy::unstable::games::parse_rules;
use grundy::unstable::rules::Coordinates;
use grundy::unstable::solve::{Quantity, Solver};

/// A recognised rule, whose table is computed with bit sets on lines of pairs.
const WYTHOFF: &str = "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }";
/// A recognised rule, whose table holds the outcomes for an infinite set of amounts.
const SQUARES: &str = "rule{ n -> n-k*k for k in 1.. while k*k <= n }";
/// Three heaps of Nim, for the engine of dense tables; the options are enumerated in runs.
const NIM: &str = "rule{ (a,b,c) -> (a-k,b,c) for k in 1..a; (a,b-k,c) for k in 1..b; (a,b,c-k) for k in 1..c }";
/// Two heaps of Nim with a condition that always holds, so the options are enumerated one by one.
const GUARDED: &str = "rule{ (a,b) -> (a-k,b) for k in 1..a if k > 0*b; (a,b-k) for k in 1..b if k > 0*a }";

pub fn measure(report: &mut Report) {
    // The known entries are P-positions of Wythoff's game, and lost heaps of subtract-a-square (OEIS A030193).
    let wythoff = |[a, b, _]: Coordinates, value: u128| value == 0 || ![[3, 5], [5, 3], [4, 7]].contains(&[a, b]);
    table("values of the rule of Wythoff, 4096 x 4096", WYTHOFF, Quantity::Grundy, 4095, 10.0, wythoff, report);
    let squares = |[n, ..]: Coordinates, value: u128| n >= 13 || [0, 2, 5, 7, 10, 12].contains(&n) == (value == 0);
    table(
        "outcomes of the rule of subtract-a-square to 10^7",
        SQUARES,
        Quantity::Outcome,
        10_000_000,
        5.0,
        squares,
        report,
    );
    let nim = |[a, b, c]: Coordinates, value: u128| u128::from(a ^ b ^ c) == value;
    table("values of three heaps of Nim as a rule, 128^3", NIM, Quantity::Grundy, 127, 4.0, nim, report);
    table("values of a rule with conditions, 512 x 512", GUARDED, Quantity::Grundy, 511, 4.0, nim, report);
}

/// Checks the entries of a table by `holds`, and then measures its computation.
/// `holds` receives the coordinates and the Grundy value; for outcomes, the value is 0 for P and 1 for N.
fn table(
    name: &str,
    rules: &str,
    of: Quantity,
    to: u64,
    seconds: f64,
    holds: impl Fn(Coordinates, u128) -> bool,
    report: &mut Report,
) {
    if !report.wants(name) {
        return;
    }
    let (rules, budget) = (parse_rules(rules).expect("a rule"), Budget::default());
    let mut solver = Solver::new();
    let mut table = solver.table(&rules, of, to, true, &budget).expect("a table within the default memory");
    // Only the entries near the origin and a sample of the other entries are checked.
    let step = to as usize / 50 + 1;
    let last = table.last();
    let numbers = |k: usize| (0..=last[k].min(12)).chain((13..=last[k]).step_by(step)).collect::<Vec<u64>>();
    let [first, second, third] = [0, 1, 2].map(numbers);
    for &a in &first {
        for &b in &second {
            for &c in &third {
                let cell = table.cell([a, b, c]).expect("an entry of the table");
                let value = cell.grundy.map_or(u128::from(cell.outcome != grundy::Outcome::P), |value| value.0);
                assert!(holds([a, b, c], value), "{name}: {:?}", [a, b, c]);
            }
        }
    }
    report.time(name, Target::Seconds(seconds), || {
        Solver::new().table(&rules, of, to, true, &budget).map(|table| table.to()).expect("as before")
    });
}
