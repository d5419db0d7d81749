//! Supersteps: the positions decided at remoteness r send messages to the positions with moves to them.

use super::cells::{Message, UnsignedWord};
use super::checkpoint::{self, SuperstepState};
use super::forward::{self, ForwardCounts, Scratch};
use super::group_error::GroupError;
use super::group_layout::GroupLayout;
use super::storage::Storage;
use super::storage::{self, Decided};
use super::task::GroupTask;
use super::tier_codes::UNREACHED;
use super::tier_codes::{Tally, TierCodes};
use super::tier_store::TierStore;
use grundy_rules::clock::Instant;
use grundy_rules::indexed::{Parents, Tier, Tiers};
use grundy_rules::{Budget, Result};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of messages to a partition that are posted in one call.
const MESSAGES_PER_POST: usize = 512;
/// The number of positions whose parents are computed in one call.
const POSITIONS_PER_BATCH: usize = 1024;

/// Solves a group in a storage; returns the tallies of its tiers. [`stream_codes`] streams their codes.
pub(super) fn solve<W: UnsignedWord>(
    task: &GroupTask<'_>,
    backend: &impl Storage<W>,
) -> Result<Vec<(Tier, Tally)>, GroupError> {
    let &GroupTask { tiers, shape, budget, .. } = task;
    let saved = match task.spill {
        Some(spill) => checkpoint::restore(shape, backend, spill)?,
        None => None,
    };
    let mut state = match saved {
        // Checkpoints do not contain the moves within the group, so a storage that needs these moves recomputes them.
        Some(_) if !tiers.has_parents() => {
            begin(task, backend)?;
            let spill = task.spill.map(|spill| checkpoint::restore(shape, backend, spill));
            spill.transpose()?.flatten().ok_or_else(storage::parents_mismatch)?
        }
        Some(state) => state,
        None => {
            let counted = begin(task, backend)?;
            if counted.inside == 0 {
                // No position depends on another position of the group.
                return Ok(shape.tiers.iter().copied().zip(counted.tallies).collect());
            }
            SuperstepState::first(shape, counted)
        }
    };
    let (mut superstep, _) = end_superstep(backend, state.next.wrapping_sub(1), false)?;
    let mut since = Instant::now();
    while let Some(now) = superstep {
        for (all, one) in state
            .decided
            .iter_mut()
            .zip(Superstep { tiers, shape, storage: backend, superstep: now, budget }.send_messages()?)
        {
            all.add(&one);
        }
        state.next = now + 1;
        let due = task.spill.filter(|spill| since.elapsed().as_secs() >= spill.checkpoint_seconds());
        let (next, saves) = end_superstep(backend, now, due.is_some())?;
        if let Some(spill) = task.spill.filter(|_| saves) {
            checkpoint::save(shape, backend, &state, spill)?;
            since = Instant::now();
        }
        superstep = next;
    }
    let SuperstepState { decided: found, counted, .. } = state;
    let mut found = checkpoint::sum_tallies(backend, &found)?;
    for (found, counted) in found.iter_mut().zip(&counted) {
        found.slots = counted.slots;
        // All positions that are not decided are draws.
        found.positions[2] = counted.position_count() - found.positions[0] - found.positions[1];
        found.orbits[2] = counted.orbits.iter().sum::<u64>() - found.orbits[0] - found.orbits[1];
    }
    Ok(shape.tiers.iter().copied().zip(found).collect())
}

/// Ends a superstep; returns the next superstep of all processes, and whether to save a checkpoint.
///
/// The leading process decides whether a checkpoint is saved.
fn end_superstep<W: UnsignedWord>(
    backend: &impl Storage<W>,
    superstep: u32,
    due: bool,
) -> Result<(Option<u32>, bool), GroupError> {
    let own_next = backend.end_superstep(superstep)?.map_or(u64::MAX, u64::from);
    let all = backend.gather(vec![own_next, due.into()])?;
    let next = all.iter().map(|words| words[0]).min().and_then(|next| u32::try_from(next).ok());
    Ok((next, all[0][1] == 1))
}

/// Streams the final codes of the tiers of a group to `take` in slot order, in chunks.
///
/// Processes that solve the group together must all call this function; the leading process receives the codes. After
/// an error of `take`, `take` is not called again, and the error is returned after all cells have been visited.
pub(super) fn stream_codes<W: UnsignedWord>(
    task: &GroupTask<'_>,
    backend: &impl Storage<W>,
    tiers: &[(Tier, Tally)],
    take: &mut dyn FnMut(usize, &TierCodes) -> Result<()>,
) -> Result<(), GroupError> {
    // Unreached positions may be looked up, so they have a code of their own.
    let (shape, unused) = (task.shape, task.reach.map(|_| UNREACHED));
    let (mut slot, mut taken, mut last) = (0, Ok(()), None);
    backend.all_cells(u32::MAX, &mut |cells| {
        let range = slot..slot + cells.len() as u64;
        slot = range.end;
        for (k, slots) in shape.pieces(range.clone()) {
            if taken.is_err() {
                return;
            }
            let from = (shape.starts[k] + slots.start - range.start) as usize;
            let cells = &cells[from..from + (slots.end - slots.start) as usize];
            let mut piece = TierCodes::with_slot_capacity(cells.len() as u64, tiers[k].1.longest.unwrap_or(0));
            // A slot without a position repeats the previous code, even at the beginning of a chunk.
            let before = last.filter(|_| slots.start > 0);
            for cell in cells {
                let code = if cell.is_used() { Some(cell.code_in_the_end()) } else { unused };
                piece.push(code.or(before.filter(|_| piece.is_empty())));
            }
            last = piece.len().checked_sub(1).map(|at| piece.code(at));
            taken = take(k, &piece);
        }
    })?;
    Ok(taken?)
}

/// Creates the cells of all partitions and stores the moves within the group.
fn begin<W: UnsignedWord>(task: &GroupTask<'_>, backend: &impl Storage<W>) -> Result<ForwardCounts, GroupError> {
    let &GroupTask { tiers, shape, budget, .. } = task;
    let counted = Mutex::new(ForwardCounts::empty(shape));
    in_parallel(
        backend.own_partitions(),
        budget,
        || Scratch::new(shape),
        |partition, scratch| {
            let one = forward::process_partition(task, backend, partition, scratch)?;
            counted.lock().unwrap_or_else(PoisonError::into_inner).add(&one);
            Ok(())
        },
        |scratch| scratch.flush(backend),
    )?;
    if !tiers.has_parents() {
        backend.settle(None)?;
        in_parallel(backend.own_partitions(), budget, || (), |partition, ()| backend.link(partition), |()| Ok(()))?;
    }
    let ForwardCounts { tallies, inside } = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    let inside = backend.gather(vec![inside])?.into_iter().flatten().sum();
    let mut tallies_of_all = checkpoint::sum_tallies(backend, &tallies)?;
    tallies_of_all.iter_mut().zip(&tallies).for_each(|(all, one)| all.slots = one.slots);
    Ok(ForwardCounts { tallies: tallies_of_all, inside })
}

/// Distributes partitions among threads.
///
/// Each thread has its own scratch, which is passed to `last` at the end.
fn in_parallel<S>(
    partitions: Range<usize>,
    budget: &Budget,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(usize, &mut S) -> Result<(), GroupError> + Sync,
    last: impl Fn(&mut S) -> Result<(), GroupError> + Sync,
) -> Result<(), GroupError> {
    let next = AtomicUsize::new(partitions.start);
    let thread = || {
        let mut scratch = scratch();
        loop {
            let partition = next.fetch_add(1, Ordering::Relaxed);
            if partition >= partitions.end {
                return last(&mut scratch);
            }
            if let Err(stop) = work(partition, &mut scratch) {
                // The other threads need not continue.
                next.store(partitions.end, Ordering::Relaxed);
                return Err(stop);
            }
        }
    };
    let threads = budget.threads().min(partitions.len());
    if threads <= 1 || cfg!(target_family = "wasm") {
        return thread();
    }
    run_on_threads(threads, budget, &thread)
}

/// Runs `work` on `threads` threads.
///
/// The function is not generic, so that the code for threads is compiled only once.
fn run_on_threads(
    threads: usize,
    budget: &Budget,
    work: &(dyn Fn() -> Result<(), GroupError> + Sync),
) -> Result<(), GroupError> {
    let thread = || {
        // Rules that list many moves check the budget of their thread.
        let _scope = budget.enter();
        work()
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(thread)).collect();
        let done: Vec<_> = handles.into_iter().map(|handle| handle.join()).collect();
        done.into_iter().try_for_each(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// One superstep.
struct Superstep<'a, R> {
    tiers: &'a dyn Tiers,
    shape: &'a GroupLayout,
    storage: &'a R,
    superstep: u32,
    budget: &'a Budget,
}

/// Buffers that a thread reuses during a superstep.
struct WorkerScratch {
    decided: Vec<Decided>,
    slots: Vec<u64>,
    parents: Parents,
    outbox: Vec<Vec<Message>>,
    tallies: Vec<Tally>,
}

impl<R> Superstep<'_, R> {
    /// Sends the messages of all positions decided at this superstep; returns their tallies by tier.
    fn send_messages<W: UnsignedWord>(&self) -> Result<Vec<Tally>, GroupError>
    where
        R: Storage<W>,
    {
        let tiers = self.shape.tiers.len();
        let tallies = Mutex::new(vec![Tally::default(); tiers]);
        let scratch = || WorkerScratch {
            decided: vec![],
            slots: vec![],
            parents: Parents::default(),
            outbox: vec![vec![]; self.shape.partitions()],
            tallies: vec![Tally::default(); tiers],
        };
        in_parallel(
            self.storage.own_partitions(),
            self.budget,
            scratch,
            |partition, scratch| self.process_partition(partition, scratch),
            |scratch| {
                for (partition, messages) in scratch.outbox.iter_mut().enumerate().filter(|(_, list)| !list.is_empty())
                {
                    self.storage.post(partition, messages, self.superstep + 1)?;
                    messages.clear();
                }
                let mut tallies = tallies.lock().unwrap_or_else(PoisonError::into_inner);
                tallies.iter_mut().zip(&scratch.tallies).for_each(|(all, one)| all.add(one));
                Ok(())
            },
        )?;
        self.storage.settle(Some(self.superstep + 1))?;
        Ok(tallies.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn process_partition<W: UnsignedWord>(
        &self,
        partition: usize,
        scratch: &mut WorkerScratch,
    ) -> Result<(), GroupError>
    where
        R: Storage<W>,
    {
        let WorkerScratch { decided, slots, parents, outbox, tallies } = scratch;
        decided.clear();
        self.storage.decide_superstep(partition, self.superstep, decided)?;
        let (base, has_parents) = (self.shape.range(partition).start, self.tiers.has_parents());
        let code = |won: u32| (self.superstep + 1) << 1 | won;
        // Positions are processed in batches of at most `POSITIONS_PER_BATCH`, and in a batch tier by tier.
        let mut rest = &mut decided[..];
        while !rest.is_empty() {
            self.budget.check()?;
            let batch_len = rest.len().min(POSITIONS_PER_BATCH);
            let (mut batch, tail) = rest.split_at_mut(batch_len);
            rest = tail;
            for (k, &tier) in self.shape.tiers.iter().enumerate() {
                let start = self.shape.starts[k];
                let end = self.shape.starts[k + 1];
                let is_in_tier = |one: Decided| (start..end).contains(&(base + u64::from(one >> 1)));
                let mut count = 0;
                for at in 0..batch.len() {
                    if is_in_tier(batch[at]) {
                        batch.swap(at, count);
                        count += 1;
                    }
                }
                let (of_tier, others) = batch.split_at_mut(count);
                batch = others;
                if of_tier.is_empty() {
                    continue;
                }
                slots.clear();
                slots.extend(of_tier.iter().map(|&one| base + u64::from(one >> 1) - start));
                self.tiers.parents(tier, slots, parents);
                for (&one, &orbit) in of_tier.iter().zip(&parents.orbits) {
                    tallies[k].count(code(one & 1), orbit);
                }
                if has_parents {
                    let mut from = 0;
                    for (p, &one) in of_tier.iter().enumerate() {
                        let weight = if one & 1 == 0 { 0 } else { parents.orbits[p] };
                        for &(to, at) in &parents.parents[from as usize..parents.slice_ends[p] as usize] {
                            self.send(outbox, self.shape.slot(to, at), weight)?;
                        }
                        from = parents.slice_ends[p];
                    }
                } else {
                    self.storage.edges(partition, of_tier, &mut |one, from| {
                        from.iter().try_for_each(|&to| self.send(outbox, u64::from(to), one & 1))
                    })?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn send<W: UnsignedWord>(&self, outbox: &mut [Vec<Message>], to: u64, weight: u32) -> Result<(), GroupError>
    where
        R: Storage<W>,
    {
        let partition = (to >> self.shape.shift) as usize;
        let list = &mut outbox[partition];
        list.push(Message { to: (to & ((1 << self.shape.shift) - 1)) as u32, weight });
        if list.len() == MESSAGES_PER_POST {
            self.storage.post(partition, list, self.superstep + 1)?;
            list.clear();
        }
        Ok(())
    }
}

/// Solves a group in a storage, and commits it to the store.
pub(super) fn solve_and_commit<W: UnsignedWord>(
    task: &GroupTask<'_>,
    backend: &impl Storage<W>,
    tier_store: &dyn TierStore,
) -> Result<(), GroupError> {
    let tiers = solve(task, backend)?;
    tier_store.commit(&tiers, &mut |take| stream_codes(task, backend, &tiers, take))
}
