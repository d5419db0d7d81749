//! Certificates of periodic sequences need the least preperiod and period.

use grundy_verify::{Certificate, Limits, PeriodTheorem, Proof, Quantity, ResultTable, verify};

fn periodic(rules: &str, theorem: PeriodTheorem, of: Quantity, preperiod: u64, table: ResultTable) -> Certificate {
    let entries = match &table {
        ResultTable::Values(values) => values.len(),
        ResultTable::Outcomes(letters) => letters.len(),
    } as u64;
    let proof = Proof::Periodic { theorem, of, preperiod, period: entries - preperiod, table };
    Certificate { rules: rules.to_string(), claim: None, automata: vec![], proof }
}

fn message(certificate: &Certificate) -> String {
    match verify(certificate, grundy_games::library(), &Limits::default()) {
        Ok(_) => "holds".to_string(),
        Err(error) => error.message.to_string(),
    }
}

#[test]
fn least_preperiods_and_periods_are_required() {
    for (rules, preperiod, letters, says) in [
        ("take[1,2]", 0, "PNN", "holds"),
        ("misere take[1,2]", 0, "NPN", "holds"),
        ("take[1,2]", 0, "PNNPNN", "refused: the entries have the shorter period 3"),
        ("take[1,2]", 1, "PNNP", "refused: the sequence already repeats from heap 0 on"),
        ("take[1,2]", 0, "PNP", "refused: the entry of heap 2 must be N, not P"),
        ("take[1,2]", 0, "PN", "refused: heaps 0 and 2 have different entries"),
        ("take[1,2 | 1,3]", 0, "PNNNLNNNLNNNL", ""),
        ("take[1 | {}]", 1, "PL", "holds"),
        ("misere take[1 | {}]", 1, "NR", "holds"),
        ("take[2^k]", 0, "PNN", "refused: the theorem on equal windows does not cover the infinite set 2^k"),
        ("kayles", 0, "PNN", "refused: the theorem on equal windows does not cover games in which heaps split"),
        ("wythoff", 0, "PNN", "refused: `wythoff` is neither a subtraction game nor given by a code"),
        (
            "count[1..2; 10]",
            0,
            "PNN",
            "refused: the table of `count[1,2; 10]` is not indexed by the numbers in positions",
        ),
        (
            "count[1..2; 2]",
            0,
            "PNN",
            "refused: the table of `count[1,2; 2]` is not indexed by the numbers in positions",
        ),
    ] {
        let table = ResultTable::Outcomes(letters.to_string());
        let found = message(&periodic(rules, PeriodTheorem::Window, Quantity::Outcome, preperiod, table));
        assert!(says.is_empty() || found == says, "{rules} {letters}: {found}");
    }
}

#[test]
fn octal_games_need_a_start_that_is_not_zero() {
    // Without n0 >= 1, the table `0` would be wrongly accepted for the code 0.4: only three heaps would be
    // compared, and the values begin 0 0 0 1.
    let values = |list: &[u64]| ResultTable::Values(list.to_vec());
    let octal = |rules: &str, n0, list: &[u64]| {
        message(&periodic(rules, PeriodTheorem::Octal, Quantity::Grundy, n0, values(list)))
    };
    assert_eq!(octal("octal[0.3]", 0, &[0, 1]), "holds");
    assert_ne!(octal("octal[0.4]", 0, &[0]), "holds");
    assert_ne!(octal("octal[0.4]", 0, &[0, 0, 0, 1]), "holds");
    assert_eq!(octal("octal[0.333]", 0, &[0, 1, 2, 3]), "holds");
    assert_ne!(octal("octal[0.8]", 0, &[0, 1, 2, 3]), "holds");
}
