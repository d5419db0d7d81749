//! Certificates that list all positions: every entry and claim is checked.

use grundy_verify::{Certificate, Limits, Proof, Quantity, ResultTable, verify};

#[test]
fn every_entry_and_claim_is_checked() {
    let outcomes = |letters: &str| ResultTable::Outcomes(letters.to_string());
    for (rules, of, table, claim, expected) in [
        ("count[1,2; 4]", Quantity::Outcome, outcomes("NPNNP"), None, "holds"),
        ("count[1,2; 4]", Quantity::Outcome, outcomes("NPNNP"), Some("P iff n % 3 == 1"), "holds"),
        ("count[1,2; 4]", Quantity::Outcome, outcomes("NPNNP"), Some("P iff n % 3 == 0"), "the claim fails at 0"),
        ("count[1,2; 4]", Quantity::Outcome, outcomes("PNNPN"), None, "the entry of position 0 must not be P"),
        ("count[1,2; 4]", Quantity::Grundy, outcomes("NPNNP"), None, "the entry of position 0 must not be N"),
        ("count[1,2; 4]", Quantity::Outcome, outcomes("NPNN"), None, "not exactly 0 to 4 - 1"),
        ("count[1,2; 4]", Quantity::Outcome, outcomes("NPNNPN"), None, "not exactly 0 to 6 - 1"),
        ("count[1,2; 4]", Quantity::Outcome, outcomes(""), None, "not exactly 0 to 0 - 1"),
        (
            "count[1,2; 4]",
            Quantity::Grundy,
            ResultTable::Values(vec![1, 0, 2, 1, 0]),
            Some("G(n) == (4-n) % 3"),
            "holds",
        ),
        ("count[1,2; 4]", Quantity::Outcome, outcomes("NPNNP"), Some("G(n) == (4-n) % 3"), "does not follow"),
        ("count[1,2; 4]", Quantity::Grundy, ResultTable::Values(vec![1, 0, 2, 1, 0]), Some("G(n+3) == G(n)"), "holds"),
        (
            "count[1,2; 4]",
            Quantity::Grundy,
            ResultTable::Values(vec![1, 0, 2, 1, 0]),
            Some("G(n+9) == 7"),
            "covers no position",
        ),
        ("misere count[1,2; 4]", Quantity::Outcome, outcomes("PNNPN"), Some("N iff n % 3 > 0"), "holds"),
        (
            "misere count[1,2; 4]",
            Quantity::Grundy,
            ResultTable::Values(vec![0, 2, 1, 0, 1]),
            None,
            "defined only under normal play",
        ),
        ("take[1,2]", Quantity::Outcome, outcomes("PNN"), None, "not exactly 0 to 3 - 1"),
        ("wythoff", Quantity::Outcome, outcomes("P"), None, "not exactly 0 to 1 - 1"),
    ] {
        let certificate = Certificate {
            rules: rules.into(),
            claim: claim.map(str::to_string),
            automata: vec![],
            proof: Proof::All { of, table },
        };
        let found = match verify(&certificate, grundy_games::library(), &Limits::default()) {
            Ok(_) => "holds".to_string(),
            Err(error) => error.message.to_string(),
        };
        assert!(found.contains(expected), "{rules} {claim:?}: {found}");
    }
}
