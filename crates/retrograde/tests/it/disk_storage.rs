//! Solves groups in files with little memory and with interruptions, on random graphs and on Quixo.

use crate::graphs::{codes, graph, solve_by_definition};
use grundy_retrograde::{
    Codes, GroupError, InMemory, Saved, Spill, Take, Tally, TierCodes, TierStore, solve, solve_groups,
};
use grundy_rules::indexed::{Indexed, TerminalResult, Tier, Tiers};
use grundy_rules::{Budget, Result};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// A store with simulated files and checkpoints, all in memory.
#[derive(Default)]
struct Kept {
    tiers: InMemory,
    files: Mutex<HashMap<String, Vec<u8>>>,
    checkpoint: Mutex<Option<(u32, Vec<u8>)>>,
    every: u64,
    /// The number of further checkpoints that can be saved before saving fails.
    remaining_saves: Mutex<u32>,
}

impl TierStore for Kept {
    fn has(&self, group: &[Tier]) -> bool {
        self.tiers.has(group)
    }
    fn column(&self, tier: Tier) -> Result<Option<Arc<TierCodes>>> {
        self.tiers.column(tier)
    }
    fn commit(&self, tiers: &[(Tier, Tally)], codes: &mut Codes<'_>) -> Result<(), GroupError> {
        // No chunk is larger than a partition, so a group that does not fit into memory is never collected as a whole.
        let slots: u64 = tiers.iter().map(|(_, tally)| tally.slots).sum();
        let max_piece_len = slots.div_ceil(256).max(64).next_power_of_two();
        self.tiers.commit(tiers, &mut |take| {
            codes(&mut |k, piece| {
                assert!(piece.len() <= max_piece_len, "{} of {slots}", piece.len());
                take(k, piece)
            })
        })?;
        self.files.lock().unwrap().clear();
        *self.checkpoint.lock().unwrap() = None;
        Ok(())
    }
    fn spill(&self) -> Option<&dyn Spill> {
        Some(self)
    }
}

impl Spill for Kept {
    fn read(&self, name: &str, at: u64, bytes: &mut [u8]) -> Result<()> {
        let files = self.files.lock().unwrap();
        let file = files.get(name).map_or(&[][..], |file| file.get(at as usize..).unwrap_or(&[]));
        let known = file.len().min(bytes.len());
        bytes[..known].copy_from_slice(&file[..known]);
        bytes[known..].fill(0);
        Ok(())
    }
    fn write(&self, name: &str, at: u64, bytes: &[u8]) -> Result<()> {
        let mut files = self.files.lock().unwrap();
        let file = files.entry(name.to_string()).or_default();
        file.resize(file.len().max(at as usize + bytes.len()), 0);
        file[at as usize..at as usize + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }
    fn save(
        &self,
        superstep: u32,
        pieces: &mut dyn FnMut(&mut Take<'_>) -> Result<(), GroupError>,
    ) -> Result<(), GroupError> {
        let mut all = vec![];
        pieces(&mut |bytes| {
            all.extend_from_slice(bytes);
            Ok(())
        })?;
        *self.checkpoint.lock().unwrap() = Some((superstep, all));
        let mut left = self.remaining_saves.lock().unwrap();
        *left = left.checked_sub(1).ok_or_else(|| {
            grundy_rules::Error::new(grundy_rules::ErrorKind::Io, grundy_rules::text!("the power is gone"))
        })?;
        Ok(())
    }
    fn saved(&self) -> Result<Option<Saved>> {
        let checkpoint = self.checkpoint.lock().unwrap();
        Ok(checkpoint.as_ref().map(|(_, all)| Saved { name: String::new(), bytes: all.len() as u64 }))
    }
    fn load(&self, _: &Saved, at: u64, bytes: &mut [u8]) -> Result<()> {
        let checkpoint = self.checkpoint.lock().unwrap();
        bytes.copy_from_slice(&checkpoint.as_ref().unwrap().1[at as usize..at as usize + bytes.len()]);
        Ok(())
    }
    fn checkpoint_seconds(&self) -> u64 {
        self.every
    }
}

#[test]
fn random_graphs_agree_in_memory_and_files() {
    for seed in 0..60 {
        let graph = graph(seed, [1, 7, 60, 900, 20_000][seed as usize % 5]);
        let expected = solve_by_definition(&graph);
        for (bytes, threads) in [(1 << 30, 1), (1 << 30, 3), (260_000, 1), (300_000, 2)] {
            let tier_store = Kept { every: 1 << 40, ..Kept::default() };
            let budget = Budget { bytes, threads, ..Budget::default() };
            solve_groups(&graph, &[vec![0]], None, &tier_store, &budget).unwrap();
            let column = tier_store.column(0).unwrap().unwrap();
            assert_eq!(codes(&column), expected, "seed {seed}, {bytes} bytes, {threads} threads");
        }
    }
}

#[test]
fn interrupted_solving_resumes_from_checkpoints() {
    let (graph, mut interrupted) = (graph(5, 20_000), 0);
    let expected = solve_by_definition(&graph);
    for (bytes, step) in [(1 << 30, 1), (1 << 30, 7), (260_000, 5)] {
        let tier_store = Kept::default();
        loop {
            *tier_store.remaining_saves.lock().unwrap() = step;
            let budget = Budget { bytes, threads: 1, ..Budget::default() };
            match solve_groups(&graph, &[vec![0]], None, &tier_store, &budget) {
                Ok(()) => break,
                Err(error) => assert_eq!(error.message, "the power is gone"),
            }
            interrupted += 1;
            // Only the checkpoint survives an interruption.
            tier_store.files.lock().unwrap().clear();
        }
        assert_eq!(codes(&tier_store.column(0).unwrap().unwrap()), expected);
    }
    assert!(interrupted > 10, "{interrupted}");
}

#[test]
fn quixo_in_files() {
    let spec = grundy_games::parse("quixo[3x4](start)").unwrap();
    let position = &*spec.terms[0].position;
    let tiers = position.tiers(0, &Budget::default()).unwrap().unwrap();
    let start = tiers.find(&position.encode(0).unwrap()).unwrap();
    let all = |bytes: u64| -> (Kept, Tally) {
        let tier_store = Kept { every: 1 << 40, ..Kept::default() };
        solve(&*tiers, start, &tier_store, &Budget { bytes, threads: 1, ..Budget::default() }).unwrap();
        let tally = tier_store.tiers.tally();
        (tier_store, tally)
    };
    let ((large, in_memory), (small, in_files)) = (all(1 << 30), all(240_000));
    assert_eq!(in_memory, in_files);
    for &tier in tiers.groups().iter().flatten() {
        assert_eq!(large.column(tier).unwrap(), small.column(tier).unwrap(), "{}", tiers.name(tier));
    }
}

/// Rejects parents that do not agree with the moves, and moves to tiers that are not solved earlier.
#[test]
fn inconsistent_tiers_are_rejected() {
    struct Wrong {
        parents: bool,
    }
    impl Indexed for Wrong {
        type Pos = u32;
        const HAS_PARENTS: bool = true;
        fn groups(&self) -> Vec<Vec<Tier>> {
            vec![vec![0], vec![1]]
        }
        fn after(&self, _: Tier) -> Vec<Tier> {
            vec![0, 1]
        }
        fn name(&self, tier: Tier) -> String {
            tier.to_string()
        }
        fn size(&self, _: Tier) -> u64 {
            100
        }
        fn rank(&self, _: Tier, at: &u32) -> (u64, u32) {
            ((*at).into(), 1)
        }
        fn unrank(&self, _: Tier, slot: u64) -> Option<(u32, u32)> {
            Some((slot as u32, 1))
        }
        fn terminal_result(&self, _: &u32) -> Option<TerminalResult> {
            None
        }
        fn children(&self, tier: Tier, at: &u32, mut visit: impl FnMut(Tier, u32)) {
            match self.parents {
                true => visit(tier, (*at + 1) % 100),
                false => visit(2, 0),
            }
        }
        fn parents(&self, tier: Tier, at: &u32, mut visit: impl FnMut(Tier, u32)) {
            visit(tier, (*at + 98) % 100);
        }
        fn decode(&self, _: &[u64]) -> Option<(Tier, u32)> {
            None
        }
        fn encode(&self, at: &u32) -> Vec<u64> {
            vec![(*at).into()]
        }
    }
    let error = |parents: bool| {
        let wrong: &dyn Tiers = &Wrong { parents };
        solve_groups(wrong, &wrong.groups(), None, &InMemory::default(), &Budget::default()).unwrap_err().to_string()
    };
    assert_eq!(error(true), "the listed parents of a position do not agree with the moves");
    assert!(error(false).contains("leads from tier 0 to tier 2"), "{}", error(false));
}
