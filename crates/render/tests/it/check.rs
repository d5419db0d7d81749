//! Tests the texts of checked theorems.

use grundy_conformance::{Checked, Counterexample, Skipped};
use grundy_games::library;
use grundy_lang::{Language, Text};
use grundy_render::checked_text;

#[test]
fn failures_are_shown() {
    let theorem = library().find("nim").unwrap().theorems()[0];
    let mut checked =
        Checked { game: Some("nim"), theorem, positions: 0, agreed: 0, counterexample: None, skipped: None };
    assert_eq!(
        checked_text(&checked, Language::English),
        "nim: bouton: FAILED: no position within its scope was found (all heaps, normal play)\n"
    );
    let [claim, search] = ["value 3", "value 2"].map(Text::verbatim);
    let position = "nim(1,\"2\")".to_string();
    checked.counterexample = Some(Counterexample { position, claim, search });
    (checked.positions, checked.agreed) = (10, 9);
    let text = checked_text(&checked, Language::English);
    assert!(text.starts_with("nim: bouton: FAILED: 9 of 10 positions agree"), "{text}");
    assert!(text.contains("least counterexample: nim(1,\"2\")\n    the theorem: value 3\n    brute force: value 2"));
}

#[test]
fn skipped_checks_are_reported() {
    let theorem = library().find("nim").unwrap().theorems()[0];
    let whole = Some(Skipped::Kind);
    let mut checked =
        Checked { game: Some("nim"), theorem, positions: 0, agreed: 0, counterexample: None, skipped: whole };
    assert!(!checked.passed() && !checked.failed());
    assert_eq!(
        checked_text(&checked, Language::English),
        "nim: bouton: skipped (Bouton 1901)\n  skipped: the check does not support games of this kind\n"
    );
    (checked.positions, checked.agreed, checked.skipped) = (9, 9, Some(Skipped::Moves));
    assert!(checked.passed());
    assert_eq!(
        checked_text(&checked, Language::English),
        "nim: bouton: 9 of 9 positions agree (Bouton 1901)\n  skipped: the winning moves, which the theorem does \
            not give\n"
    );
}
