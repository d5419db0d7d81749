//! Runs the programs in `examples/` and checks their results.

#[allow(dead_code, reason = "the program has a `main`, which is for the command line")]
#[path = "../../examples/errors.rs"]
mod errors;
#[path = "../../examples/impartial.rs"]
mod impartial;
#[path = "../../examples/partizan.rs"]
mod partizan;
#[path = "../../examples/scoring.rs"]
mod scoring;
#[path = "../../examples/several_players.rs"]
mod several_players;

#[test]
fn examples_run() {
    impartial::main().unwrap();
    partizan::main().unwrap();
    scoring::main().unwrap();
    several_players::main().unwrap();
}

/// Checks the text that the runtime prints if `main` returns an error: `Error: ` and its `Debug` form.
#[test]
fn errors_print_themselves() {
    assert_eq!(errors::outcome_name("nim(3,4,5)").unwrap(), "N");
    let error = errors::outcome_name("nim(3) + wythof(3,5)").unwrap_err();
    assert_eq!(
        format!("Error: {error:?}"),
        "Error: there is no game `wythof`\n  nim(3) + wythof(3,5)\n           ^^^^^^\n  help: did you mean `wythoff`?"
    );
    let boxed: Box<dyn std::error::Error + Send + Sync> = error.into();
    assert_eq!(boxed.to_string(), "there is no game `wythof` (did you mean `wythoff`?)");
}

/// Checks that the READMEs and the module `judge` list all programs for judges.
#[test]
fn programs_for_judges_are_named() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = ["../../README.md", "../../README.zh-CN.md", "src/judge.rs"]
        .map(|page| std::fs::read_to_string(root.join(page)).unwrap());
    for (name, _) in crate::judge::programs::PROBLEMS {
        assert!(pages.iter().all(|page| page.contains(&format!("`{name}`"))), "{name} is not named everywhere");
    }
}
