//! Solves groups with several processes, which threads simulate, and compares with brute force.

use crate::graphs::{Graph, codes, graph, mix, solve_by_definition};
use grundy_retrograde::{Codes, GroupError, InMemory, Peers, Tally, TierCodes, TierStore, solve, solve_groups};
use grundy_rules::{Budget, Error, ErrorKind, Result};
use std::sync::{Arc, Condvar, Mutex};

/// The barrier at which the simulated processes exchange data.
struct Hall {
    count: usize,
    state: Mutex<State>,
    bell: Condvar,
}

#[derive(Default)]
struct State {
    meeting: u64,
    arrived_count: usize,
    contributed: Vec<Vec<u64>>,
    last: Vec<Vec<u64>>,
    sent: Vec<Vec<Vec<u8>>>,
    arrived: Vec<Vec<Vec<u8>>>,
    /// The number of bytes sent by all processes.
    bytes: usize,
    failed: Option<Error>,
}

struct HallMember<'a> {
    hall: &'a Hall,
    index: usize,
    tier_store: &'a InMemory,
}

impl Hall {
    fn new(count: usize) -> Hall {
        let state = State {
            contributed: vec![vec![]; count],
            sent: vec![vec![]; count],
            arrived: vec![vec![]; count],
            ..State::default()
        };
        Hall { count, state: Mutex::new(state), bell: Condvar::new() }
    }
}

impl Peers for HallMember<'_> {
    fn index(&self) -> usize {
        self.index
    }
    fn count(&self) -> usize {
        self.hall.count
    }
    fn send(&self, to: usize, parcel: Vec<u8>) {
        assert_ne!(to, self.index, "what is one's own is not sent");
        let mut state = self.hall.state.lock().unwrap();
        state.bytes += parcel.len();
        state.sent[to].push(parcel);
    }
    fn meet(
        &self,
        words: &[u64],
        take: &mut dyn FnMut(&[u8]) -> Result<(), GroupError>,
    ) -> Result<Vec<Vec<u64>>, GroupError> {
        let mut state = self.hall.state.lock().unwrap();
        state.contributed[self.index] = words.to_vec();
        state.arrived_count += 1;
        let meeting = state.meeting;
        if state.arrived_count == self.hall.count {
            state.arrived_count = 0;
            state.meeting += 1;
            state.last = std::mem::replace(&mut state.contributed, vec![vec![]; self.hall.count]);
            state.arrived = std::mem::replace(&mut state.sent, vec![vec![]; self.hall.count]);
            self.hall.bell.notify_all();
        }
        while state.meeting == meeting && state.failed.is_none() {
            state = self.hall.bell.wait(state).unwrap();
        }
        if let Some(error) = &state.failed {
            return Err(GroupError::Failed(error.clone()));
        }
        let (all_words, parcels) = (state.last.clone(), std::mem::take(&mut state.arrived[self.index]));
        drop(state);
        parcels.iter().try_for_each(|parcel| take(parcel))?;
        Ok(all_words)
    }
    fn fail(&self, error: &Error) {
        self.hall.state.lock().unwrap().failed.get_or_insert_with(|| error.clone());
        self.hall.bell.notify_all();
    }
}

impl TierStore for HallMember<'_> {
    fn has(&self, group: &[u32]) -> bool {
        self.tier_store.has(group)
    }
    fn column(&self, tier: u32) -> Result<Option<Arc<TierCodes>>> {
        self.tier_store.column(tier)
    }
    fn commit(&self, tiers: &[(u32, Tally)], codes: &mut Codes<'_>) -> Result<(), GroupError> {
        if self.index == 0 {
            self.tier_store.commit(tiers, codes)?;
        } else {
            codes(&mut |_, _| panic!("the first one has all"))?;
        }
        self.meet(&[], &mut |_| Ok(())).map(drop)
    }
    fn peers(&self) -> Option<&dyn Peers> {
        Some(self)
    }
}

/// Runs `work` on `count` processes; returns the result of each process and the number of bytes sent.
fn run_processes(
    count: usize,
    kept: &InMemory,
    work: impl Fn(&HallMember<'_>) -> Result<()> + Sync,
) -> (Vec<Result<()>>, usize) {
    let hall = Hall::new(count);
    let done = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count)
            .map(|index| {
                let (hall, work) = (&hall, &work);
                scope.spawn(move || {
                    let one = HallMember { hall, index, tier_store: kept };
                    let done = work(&one);
                    if let Err(error) = &done {
                        one.fail(error);
                    }
                    done
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let bytes = hall.state.lock().unwrap().bytes;
    (done, bytes)
}

#[test]
fn processes_solve_random_graphs() {
    for seed in 0..60 {
        let graph = graph(seed, [1, 7, 60, 900, 20_000][seed as usize % 5]);
        let expected = solve_by_definition(&graph);
        for (count, threads) in [(1, 1), (2, 1), (3, 2), (7, 1)] {
            let kept = InMemory::default();
            let budget = Budget { threads, ..Budget::default() };
            let (done, bytes) = run_processes(count, &kept, |one| solve_groups(&graph, &[vec![0]], None, one, &budget));
            done.into_iter().for_each(Result::unwrap);
            assert_eq!(codes(&kept.column(0).unwrap().unwrap()), expected, "seed {seed}, {count} together");
            assert_eq!(bytes > 0, count > 1, "seed {seed}, {count} together");
        }
    }
}

/// Sends more data in a superstep than may be in transit, since nearly all moves lead to two vertices.
#[test]
fn traffic_beyond_the_limit_is_correct() {
    let vertices = 2_000_000u32;
    // Every third vertex has a move to the last vertex but one, which is won. The others have a move to the last
    // vertex, which is lost.
    let moves = |v: u32| match v {
        _ if v == vertices - 1 => vec![],
        _ if v == vertices - 2 => vec![vertices - 1],
        _ if v.is_multiple_of(3) => vec![vertices - 2],
        _ => vec![vertices - 1, mix(v.into()) as u32 % vertices],
    };
    let graph = Graph { moves: (0..vertices).map(moves).collect() };
    let single = InMemory::default();
    solve_groups(&graph, &[vec![0]], None, &single, &Budget::default()).unwrap();
    let kept = InMemory::default();
    let (done, bytes) = run_processes(2, &kept, |one| solve_groups(&graph, &[vec![0]], None, one, &Budget::default()));
    done.into_iter().for_each(Result::unwrap);
    assert!(bytes > 20_000_000, "{bytes}");
    assert_eq!(kept.column(0).unwrap(), single.column(0).unwrap());
}

/// Solves a chain whose remotenesses do not fit in 2 bytes, so that all processes start over.
#[test]
fn too_narrow_words_restart_all_processes() {
    let long = 33_000u32;
    let chain = Graph { moves: (0..long).map(|v| if v == 0 { vec![] } else { vec![v - 1] }).collect() };
    let budget = Budget { threads: 1, ..Budget::default() };
    let single = InMemory::default();
    solve_groups(&chain, &[vec![0]], None, &single, &budget).unwrap();
    let kept = InMemory::default();
    let (done, _) = run_processes(2, &kept, |one| solve_groups(&chain, &[vec![0]], None, one, &budget));
    done.into_iter().for_each(Result::unwrap);
    assert_eq!(kept.column(0).unwrap(), single.column(0).unwrap());
}

/// Compares games that several processes solve with games that one process solves.
///
/// The games have several tiers, with or without parents, tiers solved in one pass, or only reached positions.
#[test]
fn games() {
    for text in
        ["quixo[3](start)", "mnk[3,3,3](start)", "connect[3,3,3](start)", "rule{ n -> n-1; n-2 within n <= 300 }(300)"]
    {
        let spec = grundy_games::parse(text).unwrap();
        let position = &*spec.terms[0].position;
        let tiers = position.tiers(0, &Budget::default()).unwrap().unwrap();
        let start = tiers.find(&position.encode(0).unwrap()).unwrap();
        let single = InMemory::default();
        solve(&*tiers, start, &single, &Budget::default()).unwrap();
        for count in [2, 3] {
            let kept = InMemory::default();
            let (done, _) = run_processes(count, &kept, |one| solve(&*tiers, start, one, &Budget::default()));
            done.into_iter().for_each(Result::unwrap);
            assert_eq!(kept.tally(), single.tally(), "{text}");
            for &tier in tiers.groups().iter().flatten() {
                assert_eq!(kept.column(tier).unwrap(), single.column(tier).unwrap(), "{text}, {}", tiers.name(tier));
            }
        }
    }
}

/// If one process fails, all processes fail.
#[test]
fn one_that_fails() {
    let graph = graph(4, 20_000);
    for failing in 0..3 {
        let kept = InMemory::default();
        let (done, _) = run_processes(3, &kept, |one| {
            let bytes = if one.index == failing { 1000 } else { 1 << 30 };
            solve_groups(&graph, &[vec![0]], None, one, &Budget { bytes, ..Budget::default() })
        });
        for error in done.into_iter().map(Result::unwrap_err) {
            assert_eq!(error.kind, ErrorKind::Limit, "{error}");
        }
        assert!(!kept.has(&[0]));
    }
}
