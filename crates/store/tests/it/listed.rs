//! Folders of games that do not number their positions, compared with solvers without a folder.
#![cfg(feature = "database")]

use grundy_conformance::conformance::by_search;
use grundy_games::{library, parse};
use grundy_rules::{Budget, Kind, Play, PositionSum};
use grundy_solve::{Answer, Question, Solver};
use grundy_store::database::{Database, Folder};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("listed-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn solve_into(spec: &PositionSum, path: &Path, budget: &Budget) -> grundy_rules::Result<Solver> {
    Folder::open(path, spec, budget)?.solve(budget)?;
    let mut solver = Solver::new();
    solver.set_database(Arc::new(Database::open(path, library(), budget)?));
    Ok(solver)
}

fn moves(answer: &Answer) -> Vec<String> {
    let mut list: Vec<String> = answer.moves.listed.iter().map(|mv| format!("{:?} {}", mv.by, mv.text)).collect();
    list.sort();
    list
}

fn assert_agrees(known: &Answer, searched: &Answer, name: &str) {
    assert_eq!(known.result.outcome, searched.result.outcome, "{name}");
    if known.result.results_moving_first.is_some() && searched.result.results_moving_first.is_some() {
        assert_eq!(known.result.results_moving_first, searched.result.results_moving_first, "{name}");
    }
    assert_eq!(known.moves.total, searched.moves.total, "{name}");
    assert_eq!(moves(known), moves(searched), "{name}");
    if searched.result.remoteness.is_some() {
        assert_eq!(known.result.remoteness, searched.result.remoteness, "{name}");
    }
    let reason = known.explanation.reasons.iter().any(|reason| matches!(reason, grundy_solve::Reason::Database { .. }));
    assert!(reason, "{name} is not answered by its folder");
}

/// Tests up to `most` samples of every game in the library, under normal and misère play.
fn folders_agree_with_search(most: u32) {
    let budget = Budget { threads: 1, ..Budget::default() };
    let path = folder("samples");
    let mut games = 0;
    for entry in library().games() {
        let mut count = 0;
        for (k, sample) in entry.samples().take(400).enumerate().filter(|(k, _)| k % 19 == 3) {
            let play = if k % 2 == 0 && entry.info().misere { Play::Misere } else { Play::Normal };
            let spec = PositionSum { library: library().clone(), ..PositionSum::from_position(play, sample) };
            let moves_again = spec.terms[0].position.ruleset().has_extra_turns();
            if moves_again || !matches!(spec.kind(), Kind::Impartial | Kind::Partizan | Kind::NonstandardImpartial) {
                break;
            }
            let Some(Ok(searched)) = by_search(&spec, 3000) else { continue };
            let _ = std::fs::remove_dir_all(&path);
            let name = spec.to_string();
            let mut solver = solve_into(&spec, &path, &budget).unwrap_or_else(|error| panic!("{name}: {error}"));
            let known = solver.solve(&spec, &Question::default(), &budget).unwrap();
            assert_agrees(&known, &searched, &name);
            count += 1;
            if count == most {
                break;
            }
        }
        games += u32::from(count >= most.min(3));
    }
    assert!(games > 25, "{games}");
}

#[test]
fn folders_agree_with_search_for_every_game() {
    folders_agree_with_search(2);
}

#[test]
#[ignore = "slow: takes a minute"]
fn folders_agree_with_search_for_more_samples() {
    folders_agree_with_search(4);
}

#[test]
fn folders_agree_with_search_for_sums_and_cycles() {
    let budget = Budget::default();
    let path = folder("sums");
    for text in [
        "nim(3,4) + wythoff(1,2)",
        "misere 2*nim(2,1) + kayles(4)",
        "token[a>b,b>a,b>c,a>d](a,b)",
        "domineering(3x3) + -domineering(2x2) + nim(2)",
        "2*toads_and_frogs(\"t.f\") + -konane(\"xo./o.x\")",
        "rule{ (a,b) -> (b,a) if a != b; (a-1,b); (a,b+1) if a+b < 5 }(2,3)",
        "rule{ n -> n-1; (k)+(n-1-k) for k in 1..n-2 }(6)",
        "0*nim(5) + nim(0)",
    ] {
        let spec = parse(text).unwrap();
        let _ = std::fs::remove_dir_all(&path);
        let mut solver = solve_into(&spec, &path, &budget).unwrap_or_else(|error| panic!("{text}: {error}"));
        let known = solver.solve(&spec, &Question::default(), &budget).unwrap();
        let question = Question { use_theorems: false, ..Question::default() };
        assert_agrees(&known, &Solver::new().solve(&spec, &question, &budget).unwrap(), text);
        // A position that the folder does not contain is solved as usual.
        let other = parse("nim(6,7)").unwrap();
        assert!(solver.solve(&other, &Question::default(), &budget).unwrap().values.grundy.is_some());
        Database::open(&path, library(), &budget).unwrap().check(1 << 20, &budget, &mut |_, _| {}).unwrap();
    }
}

/// Checks that small batches of sorted texts and interrupted work lead to the same bytes.
#[test]
fn little_memory_and_interruptions_give_the_same_bytes() {
    let spec = parse("clobber(\"xoxo/oxox/xox.\")").unwrap();
    let (large, small) = (folder("large"), folder("small"));
    solve_into(&spec, &large, &Budget::default()).unwrap();
    let little = Budget { bytes: 600_000, threads: 1, ..Budget::default() };
    for nodes in [50, 3000, 20_000] {
        let error = solve_into(&spec, &small, &Budget { nodes, ..little.clone() }).map(drop).unwrap_err();
        assert!(error.limit().is_some(), "{error}");
    }
    solve_into(&spec, &small, &little).unwrap();
    for file in ["manifest.json", "tier/all.gdb", "tier/all.keys"] {
        assert!(std::fs::read(large.join(file)).unwrap() == std::fs::read(small.join(file)).unwrap(), "{file}");
    }
    // Lists that were changed, truncated, or made for another position are refused.
    let budget = Budget::default();
    let list = small.join("tier/all.keys");
    let original = std::fs::read(&list).unwrap();
    let refused = |bytes: &[u8]| {
        std::fs::write(&list, bytes).unwrap();
        let database = Database::open(&small, library(), &budget);
        let checked = database.and_then(|database| database.check(1 << 20, &budget, &mut |_, _| {}));
        checked.unwrap_err().to_string()
    };
    let mut flipped = original.clone();
    flipped[5000] ^= 1;
    assert!(refused(&flipped).contains("of the list of positions is damaged"));
    assert!(refused(&original[..original.len() - 3]).contains("not a list of positions written by this program"));
    let other = folder("other");
    solve_into(&parse("nim(2,2)").unwrap(), &other, &budget).unwrap();
    assert!(refused(&std::fs::read(other.join("tier/all.keys")).unwrap()).contains("the file belongs to other rules"));
    std::fs::write(&list, original).unwrap();
    let error = solve_into(&parse("nim(2,2)").unwrap(), &small, &budget).map(drop).unwrap_err().to_string();
    assert!(error.contains("not to `nim(2,2)`"), "{error}");
    for text in ["row[1,2](3,4,5)", "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](5)"] {
        let error = solve_into(&parse(text).unwrap(), &folder("none"), &budget).map(drop).unwrap_err().to_string();
        assert!(error.contains("are not numbered"), "{error}");
    }
}
