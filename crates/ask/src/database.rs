//! Summaries of databases (folders of solved positions), shared by the programs that display them.

use grundy_play::PlayPosition;
use grundy_render::{Counts, FolderInfo};
use grundy_rules::{Budget, Result};
use grundy_solve::{MovesWanted, Question, Solver};
use grundy_store::database::{Database, Manifest};
use std::path::Path;
use std::sync::Arc;

/// Returns a summary of the database in `dir`.
///
/// The summary includes a position of the greatest remoteness and a longest win from it.
///
/// ```no_run
/// let info = grundy_ask::folder_info("quixo".as_ref(), &grundy_rules::Budget::default())?;
/// assert!(info.complete);
/// # Ok::<(), grundy_rules::Error>(())
/// ```
///
/// # Errors
/// If the folder is missing or damaged, or a limit is exceeded.
pub fn folder_info(dir: &Path, budget: &Budget) -> Result<FolderInfo> {
    let database = Database::open(dir, grundy_games::library(), budget)?;
    let longest = database.longest()?.map(|longest| longest.position);
    let mut info = FolderInfo { longest, ..folder_summary(dir, database.manifest()) };
    // In partizan games the stored text starts with the player to move, so it does not parse as a position.
    if let Some(position_sum) = info.longest.as_deref().and_then(|text| grundy_games::parse(text).ok()) {
        let mut solver = Solver::new();
        solver.set_database(Arc::new(database));
        let question = Question { moves: MovesWanted::None, ..Question::default() };
        let answer = solver.solve(&position_sum, &question, budget)?;
        info.longest_win_text =
            grundy_play::demonstrate(PlayPosition::start(position_sum), &answer, &mut solver, budget)
                .map_or(vec![], |line| line.text());
        info.longest_win = answer.moves.remoteness_line;
    }
    Ok(info)
}

/// Returns a summary of a manifest, without positions or moves.
pub fn folder_summary(dir: &Path, manifest: &Manifest) -> FolderInfo {
    let mut all = Counts::default();
    let mut tiers = vec![];
    for tier in &manifest.tiers {
        let counts = Counts {
            positions: tier.positions,
            orbits: tier.orbits.iter().sum(),
            slots: tier.slots,
            max_remoteness: tier.max_remoteness,
            bytes: tier.bytes,
        };
        (0..3).for_each(|k| all.positions[k] += counts.positions[k]);
        all.orbits += counts.orbits;
        all.slots += counts.slots;
        all.bytes += counts.bytes;
        all.max_remoteness = all.max_remoteness.max(counts.max_remoteness);
        tiers.push((tier.name.clone(), counts));
    }
    all.bytes += manifest.listed.unwrap_or(0);
    let complete = manifest.tiers.len() as u64 == manifest.of;
    FolderInfo {
        dir: dir.display().to_string(),
        spec: manifest.spec.clone(),
        complete,
        all,
        longest: None,
        longest_win_text: vec![],
        longest_win: vec![],
        tiers,
    }
}
