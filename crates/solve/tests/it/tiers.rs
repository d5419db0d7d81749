//! Retrograde analysis of all positions, compared with brute force and published numbers.

use grundy_conformance::conformance::{by_search, by_theorem, differences};
use grundy_retrograde::{InMemory, Tally, TierStore, solve};
use grundy_rules::indexed::{Slot, Tiers};
use grundy_rules::{Budget, PositionSum};
use grundy_solve::trace::SearchMethod;
use grundy_solve::{MovesWanted, Question, Solver};

fn tiers(text: &str) -> (Box<dyn Tiers>, Slot) {
    let position_sum = grundy_games::parse(text).unwrap();
    let position = &*position_sum.terms[0].position;
    let tiers = position.tiers(0, &Budget::default()).unwrap().unwrap();
    let start = tiers.find(&position.encode(0).unwrap()).unwrap();
    (tiers, start)
}

fn tally(spec: &str, threads: usize) -> Tally {
    let (tiers, start) = tiers(spec);
    let results = InMemory::default();
    solve(&*tiers, start, &results, &Budget { threads, ..Budget::default() }).unwrap();
    results.tally()
}

/// Quixo on a 3 x 3 board has the numbers that two independent programs computed.
#[test]
fn quixo_3() {
    let tally = tally("quixo[3](start)", 1);
    assert_eq!((tally.positions, tally.longest), ([12_748, 6_935, 0], Some(8)));
}

/// Quixo on a 4 x 4 board has the numbers that two independent programs computed.
/// GamesmanOne 1.3.0 computed the result of the start position.
#[test]
fn quixo_4() {
    let (tiers, start) = tiers("quixo[4](start)");
    let results = InMemory::default();
    solve(&*tiers, start, &results, &Budget { bytes: 64 << 20, ..Budget::default() }).unwrap();
    let tally = results.tally();
    assert_eq!(tally.positions, [26_434_489, 15_003_736, 1_608_496]);
    assert_eq!(tally.orbits, [3_313_746, 1_882_741, 201_596]);
    assert_eq!((tally.longest, results.code(start).unwrap() >> 1), (Some(22), 21 + 1));
}

/// Tic-tac-toe has 5,478 reachable positions; J. Tromp counts 161,029 for connect four on 4 x 4.
#[test]
fn positions_that_play_reaches() {
    assert_eq!(tally("mnk[3,3,3](start)", 1).position_count(), 5_478);
    assert_eq!(tally("connect[4,4,4](start)", 2).position_count(), 161_029);
}

/// Compares every `step`-th sample with a brute force.
fn samples_agree_with_brute_force(step: usize) {
    for name in ["quixo", "mnk", "connect"] {
        let (mut solver, mut count) = (Solver::new(), 0);
        for sample in grundy_games::library().find(name).unwrap().samples().step_by(step) {
            let position_sum = PositionSum::from_position(Default::default(), sample);
            let Some(searched) = by_search(&position_sum, 20_000) else { continue };
            let (searched, known) = (searched.unwrap(), by_theorem(&mut solver, &position_sum).unwrap());
            assert_eq!(differences(&known, &searched), Vec::<String>::new(), "{position_sum}");
            assert_eq!(known.result.remoteness, searched.result.remoteness, "{position_sum}");
            count += 1;
        }
        assert!(count > 200 / step, "{name}: {count}");
    }
}

#[test]
fn some_samples_agree_with_brute_force() {
    samples_agree_with_brute_force(8);
}

#[test]
#[ignore = "slow: takes a minute"]
fn all_samples_agree_with_brute_force() {
    samples_agree_with_brute_force(1);
}

#[test]
fn threads_make_no_difference() {
    for spec in ["quixo[3x4](start)", "connect[4,3,3](start)"] {
        let (tiers, start) = tiers(spec);
        let solved = [1, 2, 7].map(|threads| {
            let results = InMemory::default();
            solve(&*tiers, start, &results, &Budget { threads, ..Budget::default() }).unwrap();
            results
        });
        for &tier in tiers.groups().iter().flatten() {
            let column = |k: usize| solved[k].column(tier).unwrap();
            assert!(column(0).is_some() && column(0) == column(1) && column(1) == column(2), "{spec} {tier}");
        }
    }
}

#[test]
fn positional_games_do_not_form_sums() {
    let solve = |text: &str, question: Question| {
        let position_sum = grundy_games::parse(text).unwrap();
        Solver::new().solve(&position_sum, &question, &Budget::default()).unwrap_err().message.to_string()
    };
    let sum = solve("quixo[3](start) + nim(3)", Question::default());
    assert_eq!(sum, "games that can end while moves remain cannot be added");
    assert!(solve("misere mnk[3,3,3](start)", Question::default()).contains("misère"));
    let steps = Question { search: Some(SearchMethod::Full), moves: MovesWanted::None, ..Question::default() };
    assert!(solve("connect[2,2,2](start)", steps).starts_with("steps, searches and certificates"));
    assert!(solve("mnk[5,6,4](start)", Question::default()).contains("has too many positions to number"));
}
