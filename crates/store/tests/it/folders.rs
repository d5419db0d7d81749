//! Folders of games that number their positions: packing, damaged files and interrupted work.
#![cfg(feature = "database")]

use grundy_games::{library, parse};
use grundy_rules::{Budget, Cancel, Player, PositionSum, Usage};
use grundy_solve::digraph::LoopyOutcome;
use grundy_solve::{MoveResult, Question, SolvedPositions, Solver};
use grundy_store::database::{Database, Folder, pack, unpack};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("folders-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn solve_into(text: &str, path: &Path) -> PositionSum {
    let (spec, budget) = (parse(text).unwrap(), Budget::default());
    Folder::open(path, &spec, &budget).unwrap().solve(&budget).unwrap();
    spec
}

fn open_database(path: &Path) -> Database {
    Database::open(path, library(), &Budget::default()).unwrap()
}

fn files(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let tiers = std::fs::read_dir(path.join("tier")).unwrap().map(|entry| entry.unwrap().path());
    let all = tiers.chain([path.join("manifest.json")]);
    all.map(|file| (file.strip_prefix(path).unwrap().to_path_buf(), std::fs::read(&file).unwrap())).collect()
}

fn codes(database: &Database) -> Vec<u32> {
    let tiers = || database.manifest().tiers.iter();
    // The codes are read twice: the first pass verifies the checksums of the blocks, the second uses the memory map.
    let all = || tiers().flat_map(|tier| (0..tier.slots).map(move |slot| database.code(tier.tier, slot).unwrap()));
    let first: Vec<u32> = all().collect();
    assert!(all().eq(first.iter().copied()));
    first
}

/// Tests codes of one byte and of two bytes; the greatest remoteness of the second game exceeds 127.
#[test]
fn unpacking_and_packing_keep_all_codes() {
    let long = "rule{ (n,t) -> (n-k,1-t) for k in {1,2} within n <= 4500, t <= 1 tier n/1000 }(4500,0)";
    for text in ["quixo[3x4](start)", long] {
        let (path, budget) = (folder("unpacked"), Budget::default());
        solve_into(text, &path);
        let original = codes(&open_database(&path));
        pack(&path, &budget, &mut |_, _, _| ()).unwrap();
        let packed = files(&path);
        assert_eq!(codes(&open_database(&path)), original, "{text}");
        let mut count = 0;
        unpack(&path, &budget, &mut |_, _, _| count += 1).unwrap();
        let database = open_database(&path);
        let tiers = &database.manifest().tiers;
        assert_eq!((count, codes(&database)), (tiers.len(), original), "{text}");
        for tier in tiers {
            let slots_per_block = 4096 / u64::from(tier.width);
            let footer = 9 * tier.slots.div_ceil(slots_per_block) + 5 + 8;
            assert_eq!(tier.bytes, 256 + tier.slots * u64::from(tier.width) + footer, "{text} {}", tier.name);
        }
        assert!(text != long || tiers.iter().all(|tier| tier.width == 2));
        database.check(100, &budget, &mut |_, _| {}).unwrap();
        // A reader that opened the database before continues with the old files.
        pack(&path, &budget, &mut |_, _, _| ()).unwrap();
        assert!(files(&path) == packed, "{text}");
        assert_eq!(codes(&database).len() as u64, database.tally().slots);
        unpack(&path, &budget, &mut |_, _, _| ()).unwrap();
        unpack(&path, &budget, &mut |_, _, _| panic!("they are unpacked")).unwrap();
        // A solver accepts the unpacked folder as complete.
        solve_into(text, &path);
    }
}

/// Changes each byte of a tier file: the error must name the header, the block or the list of blocks.
#[test]
fn every_changed_byte_is_detected() {
    for is_unpacked in [false, true] {
        let (path, budget) = (folder("bytes"), Budget::default());
        solve_into("quixo[3](start)", &path);
        if is_unpacked {
            unpack(&path, &budget, &mut |_, _, _| ()).unwrap();
        }
        let file = path.join("tier/4_3.gdb");
        let original = std::fs::read(&file).unwrap();
        let tier = open_database(&path).manifest().tiers.iter().find(|tier| tier.name == "4_3").unwrap().clone();
        let refused = |bytes: &[u8]| {
            std::fs::write(&file, bytes).unwrap();
            let database = open_database(&path);
            let lookup = (0..tier.slots).try_for_each(|slot| database.code(tier.tier, slot).map(drop));
            lookup.unwrap_err().message.to_string()
        };
        for at in 0..original.len() {
            let mut bytes = original.clone();
            bytes[at] ^= 1 << (at % 8);
            let reported = refused(&bytes);
            let expected = match at {
                0..256 => "not a tier file written by this program, or its header was changed",
                _ if at < original.len() - 22 => "block 0 of tier 4_3 is damaged",
                _ => "the block list of tier 4_3 is damaged",
            };
            assert!(reported.ends_with(expected), "{at}: {reported}");
        }
        for length in [0, 100, 256, 300, original.len() - 1] {
            let reported = refused(&original[..length]);
            assert!(
                reported.contains("header was changed") || reported.contains("bytes instead of"),
                "{length}: {reported}"
            );
        }
        let longer = [&original[..], &[0]].concat();
        assert!(refused(&longer).contains("bytes instead of"));
        std::fs::write(&file, original).unwrap();
        open_database(&path).check(20, &budget, &mut |_, _| {}).unwrap();
    }
}

/// The point at which `damaged_checkpoints_do_not_change_the_result` cancels the work.
/// The work is cancelled after this many checks of the budget, and after both checkpoints exist.
struct Interruption {
    checks_left: u64,
    cancel: Cancel,
    work: PathBuf,
}

const CHECKPOINTS: [&str; 2] = ["checkpoint.0", "checkpoint.1"];

static INTERRUPTION: Mutex<Option<Interruption>> = Mutex::new(None);

/// Returns 0 as memory use, and cancels the work if the interruption is due.
/// The budget calls this memory counter at each check.
fn on_budget_check() -> u64 {
    if let Some(at) = &mut *INTERRUPTION.lock().unwrap() {
        at.checks_left = at.checks_left.saturating_sub(1);
        if at.checks_left == 0 && CHECKPOINTS.iter().all(|name| at.work.join(name).exists()) {
            at.cancel.cancel();
        }
    }
    0
}

/// Damages the newest checkpoint repeatedly while a group is being solved.
/// The solver must then use the older checkpoint or restart the group, and the final files must have the same bytes.
#[test]
fn damaged_checkpoints_do_not_change_the_result() {
    let (whole, broken) = (folder("whole"), folder("broken"));
    let spec = solve_into("quixo[3x4](start)", &whole);
    let (mut damaged, mut both) = (0, 0);
    for round in 0u64.. {
        // With little memory the cells of a group are kept in files as well.
        let bytes = if round % 2 == 0 { 1 << 30 } else { 400_000 };
        let (cancel, work) = (Cancel::default(), broken.join("work"));
        *INTERRUPTION.lock().unwrap() =
            Some(Interruption { checks_left: 20 * round, cancel: cancel.clone(), work: work.clone() });
        let usage = Some(Usage { bytes: on_budget_check, limit: 1 });
        let budget = Budget { bytes, cancel: Some(cancel), usage, threads: 1, ..Budget::default() };
        let done =
            Folder::open(&broken, &spec, &budget).and_then(|folder| folder.with_checkpoint_interval(0).solve(&budget));
        match done {
            Ok(()) => break,
            Err(error) => assert!(error.limit().is_some(), "{error}"),
        }
        let found: Vec<PathBuf> = CHECKPOINTS.map(|name| work.join(name)).into_iter().filter(|p| p.exists()).collect();
        let newest = found.iter().max_by_key(|path| path.metadata().unwrap().modified().unwrap());
        // Every third round damages both checkpoints.
        let which: Vec<&PathBuf> = if round % 3 == 2 { found.iter().collect() } else { newest.into_iter().collect() };
        both += u32::from(which.len() == 2);
        for path in which {
            let mut bytes = std::fs::read(path).unwrap();
            let at = (round as usize * 997) % bytes.len();
            bytes[at] ^= 64;
            std::fs::write(path, if round % 5 == 4 { &bytes[..at] } else { &bytes[..] }).unwrap();
            damaged += 1;
        }
    }
    assert!(damaged > 5 && both > 1, "{damaged} {both}: nothing was interrupted within a group");
    assert!(files(&whole) == files(&broken));
    assert!(!broken.join("work").exists());
}

/// Solves a tier that takes one pass in memory; with little memory it continues in files.
#[test]
fn solving_in_files_gives_the_same_bytes() {
    let text = "rule{ n -> n-1; n-2; n-7 within n <= 60000 }(60000)";
    let (large, small) = (folder("large"), folder("small"));
    let spec = solve_into(text, &large);
    let budget = Budget { bytes: 420_000, threads: 1, ..Budget::default() };
    Folder::open(&small, &spec, &budget).unwrap().solve(&budget).unwrap();
    assert!(files(&large) == files(&small));
}

/// Checks the lines of longest wins: their length is the remoteness, and each move is optimal.
/// The winner's moves minimise the remoteness, and the loser's moves maximise it.
#[test]
fn longest_lines_follow_the_remoteness() {
    for text in [
        "quixo[3](start)",
        "quixo[3](\"..o/.x./...\")",
        "nim(3,4,5)",
        "connect[4,3,3](start)",
        "rule{ n -> n-1; n-2 within n <= 300 }(300)",
    ] {
        let path = folder("longest");
        let spec = solve_into(text, &path);
        let (database, budget) = (Arc::new(open_database(&path)), Budget::default());
        let mut solver = Solver::new();
        solver.set_database(Arc::clone(&database) as Arc<dyn SolvedPositions>);
        let answer = solver.solve(&spec, &Question::default(), &budget).unwrap();
        let remoteness = answer.result.remoteness.unwrap();
        assert_eq!(answer.moves.remoteness_line.len() as u64, remoteness.min(200), "{text}");
        let (mut at, mut rest) = (spec, remoteness);
        for mv in &answer.moves.remoteness_line {
            let outcomes: Vec<(String, LoopyOutcome)> = (0..at.terms.len())
                .flat_map(|t| {
                    let position = &*at.terms[t].position;
                    let moves = (0..position.len()).flat_map(move |component| {
                        position.moves(component, Player::LEFT).map(move |mv| (component, mv))
                    });
                    moves.map(move |(component, mv)| (t, component, mv)).collect::<Vec<_>>()
                })
                .map(|(t, component, mv)| {
                    let (rest, by) =
                        at.after(grundy_rules::ComponentIndex { term: t, copy: 0, component }, Player::LEFT, &mv);
                    (rest.canonical_text(), database.loopy_outcome(&rest, by).unwrap())
                })
                .collect();
            let best = match mv.result {
                MoveResult::Win => outcomes
                    .iter()
                    .filter(|(_, outcome)| matches!(outcome, LoopyOutcome::Loss(_)))
                    .map(|(_, outcome)| outcome.remoteness())
                    .min(),
                _ => outcomes.iter().map(|(_, outcome)| outcome.remoteness()).max(),
            };
            rest -= 1;
            assert_eq!((best, mv.remoteness), (Some(Some(rest)), Some(rest)), "{text}: {}", mv.text);
            let (_, outcome) = outcomes.iter().find(|(to, _)| Some(to) == mv.to.as_ref()).unwrap();
            assert_eq!(outcome.remoteness(), Some(rest));
            at = at.after(mv.place, Player::LEFT, &mv.mv).0;
        }
        // A question without `wants_working` gets no line of best play.
        let short = Question { wants_working: false, ..Question::default() };
        assert!(solver.solve(&parse(text).unwrap(), &short, &budget).unwrap().moves.remoteness_line.is_empty());
    }
}
