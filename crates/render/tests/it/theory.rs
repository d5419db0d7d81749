//! Tests the sections of the pages on theory.

use grundy_lang::Language;
use grundy_render::internals::theory::{Section, label, prose, references, sections};

/// Both pages prove the same theorems, each once; each belongs to some game, to sums or to sequences.
#[test]
fn pages_prove_the_same_theorems() {
    let names = |language| -> Vec<Vec<&str>> { sections(language).map(|section| section.theorems).collect() };
    let english = names(Language::English);
    assert_eq!(english, names(Language::Chinese));
    let mut all: Vec<&str> = english.into_iter().flatten().collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert!(all.len() == count && count >= 12, "{all:?}");
    let games = grundy_games::library().games();
    // Theorems that belong to no game: those on sums and on sequences, and methods for all games of a kind.
    let others = [
        "sprague-grundy",
        "equal-components",
        "lost-components",
        "tame-sums",
        "window-state",
        "outcome-state",
        "guy-smith",
        "immediate-wins",
        "complimenting-moves",
        "backward-induction",
        "rankings",
        "minimax",
    ];
    let known: Vec<&str> =
        games.iter().flat_map(|entry| entry.theorems()).map(|info| info.name).chain(others).collect();
    for name in all {
        assert!(known.contains(&name), "{name} is no theorem: {known:?}");
    }
}

/// Both pages explain the same games, and all of them exist.
#[test]
fn pages_explain_the_same_games() {
    let names = |language| -> Vec<Vec<&str>> { sections(language).map(|section| section.games).collect() };
    let english = names(Language::English);
    assert_eq!(english, names(Language::Chinese));
    let games = grundy_games::library().games();
    for name in english.iter().flatten() {
        assert!(games.iter().any(|entry| entry.info().name == *name), "{name}");
    }
    assert!(["token", "rivals", "triangles", "take"].iter().all(|name| english.iter().flatten().any(|n| n == name)));
}

/// Every section to which a proof refers has a result that can be printed below the proof.
#[test]
fn references_lead_to_results() {
    for language in [Language::English, Language::Chinese] {
        let all: Vec<Section> = sections(language).collect();
        let mut count = 0;
        for number in all.iter().flat_map(|section| references(&section.body)) {
            let section = all.iter().find(|section| section.number == number).unwrap();
            let results = section.results();
            assert!(results.contains("**") && !results.contains("```") && !results.contains("!["), "{results}");
            count += 1;
        }
        assert!(count >= 15, "{count}");
    }
}

/// The lemma of a referenced section comes with its proof, the theorem without.
#[test]
fn lemmas_come_with_their_proofs() {
    for language in [Language::English, Language::Chinese] {
        let nim = sections(language).find(|section| section.number == 5).unwrap().results();
        assert_eq!(nim.matches('∎').count(), 1, "{nim}");
        assert_eq!(prose(&nim).filter(|block| label(block).is_some()).count(), 3, "{nim}");
    }
}
