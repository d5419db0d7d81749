//! The programs in `examples/` run, and find what they say they find.

#[path = "../examples/impartial.rs"]
mod impartial;
#[path = "../examples/partizan.rs"]
mod partizan;
#[path = "../examples/scoring.rs"]
mod scoring;
#[path = "../examples/several_players.rs"]
mod several_players;

#[test]
fn examples_run() {
    impartial::main().unwrap();
    partizan::main().unwrap();
    scoring::main().unwrap();
    several_players::main().unwrap();
}
