//! A folder in which a game is being solved.

use super::blocks::Blocks;
use super::enumerated::{ReachablePositions, TextCodec};
use super::estimate::DiskNeed;
use super::file::{self, Packer, TierFile, xxh3};
use super::manifest::{FORMAT, Manifest, TierEntry, list_path, tier_path};
use crate::atomic_write::AtomicFile;
use crate::file_ops::{FileOp, failed};
use crate::lock::Lock;
use grundy_lang::text;
use grundy_retrograde::{
    Codes, GroupError, Peers, Saved, Spill, Take, Tally, TierCodes, TierStore, decode_outcome, reachable_groups,
    recompute_code, solve,
};
use grundy_rules::clock::Instant;
use grundy_rules::indexed::{Batch, Slot, Tier, Tiers};
use grundy_rules::{Budget, Error, ErrorKind, Play, Player, PositionSum, Result};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::hash::Hasher;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use twox_hash::XxHash3_64;

/// The compression level of files that are written while a game is being solved.
const SOLVE_LEVEL: u8 = 3;
/// The compression level of [`pack`](super::pack).
pub(super) const PACK_LEVEL: u8 = 19;
/// The approximate number of positions of each tier that are checked before the tier becomes valid.
const SAMPLES: u64 = 10_000;
/// The default number of seconds between checkpoints.
const DEFAULT_CHECKPOINT_SECONDS: u64 = 600;
/// The maximal time until this process must see data that another process has written.
const MAX_VISIBILITY_DELAY: Duration = Duration::from_secs(60);

/// A folder in which a game is being solved; the folder is locked against other processes.
pub struct Folder {
    path: PathBuf,
    numbering: Numbering,
    start: Slot,
    manifest: Mutex<Manifest>,
    columns: Mutex<BTreeMap<Tier, Arc<TierCodes>>>,
    work_folder: WorkFolder,
    /// The memory limit for the codes of earlier groups, in bytes.
    cache_bytes: u64,
    /// The processes that solve together, if there are several; only the first one writes.
    peers: Option<Arc<dyn Peers + Send>>,
    _lock: Option<FolderLock>,
}

/// A lock that keeps other programs out of a folder.
#[derive(Debug)]
pub struct FolderLock {
    _lock: Lock,
}

impl FolderLock {
    /// Locks a folder, creating it if it does not exist.
    ///
    /// # Errors
    /// Fails with `refused` if another process holds the lock, and with `io`.
    pub fn take(path: &Path) -> Result<FolderLock> {
        std::fs::create_dir_all(path.join("tier")).map_err(|error| failed(path, FileOp::Create, &error))?;
        Ok(FolderLock { _lock: Lock::take(path)? })
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of processes that were killed.
fn remove_temp_files(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in entries.filter(|path| path.extension().is_some_and(|extension| extension == "tmp")) {
        let _ = std::fs::remove_file(path);
    }
}

/// The numbering of the positions of a folder.
pub(super) enum Numbering {
    /// The numbering that the game defines.
    ByGame(Box<dyn Tiers>),
    /// The order of the texts of all enumerated positions.
    Enumerated(ReachablePositions),
}

impl Numbering {
    pub fn tiers(&self) -> &dyn Tiers {
        match self {
            Numbering::ByGame(tiers) => &**tiers,
            Numbering::Enumerated(listed) => listed,
        }
    }
}

/// Returns the game's own numbering of a single-component position, with the slot of the position.
/// Returns `None` if the game does not number the position.
fn own_numbering(spec: &PositionSum, budget: &Budget) -> Option<Result<(Box<dyn Tiers>, Slot)>> {
    let position = match spec.terms.as_slice() {
        [term] if term.copies == 1 && !term.negative && term.position.len() == 1 => &*term.position,
        _ => return None,
    };
    if spec.play == Play::Misere {
        return None;
    }
    let tiers = match position.tiers(0, budget)? {
        Ok(tiers) => tiers,
        Err(error) => return Some(Err(error)),
    };
    let start = position.encode(0).and_then(|words| tiers.find(&words))?;
    Some(Ok((tiers, start)))
}

/// Returns the game's own numbering of a single-component position, with the slot of the position.
///
/// # Errors
/// Fails with `unsupported` if the game does not number the position, and with the errors of the game.
pub fn require_numbering(spec: &PositionSum, budget: &Budget) -> Result<(Box<dyn Tiers>, Slot)> {
    own_numbering(spec, budget).unwrap_or_else(|| {
        let message = text!(
            "the number of positions reachable from {spec} is known only after a search; until then they are not \
                numbered",
            spec = spec.to_string()
        );
        let error = Error::new(ErrorKind::Unsupported, message);
        Err(error.help(text!("for example {example}", example = "quixo[3](start)")))
    })
}

impl Folder {
    /// Opens or creates a folder for solving all positions that play from `spec` can reach.
    ///
    /// If the game does not number its positions, they are enumerated first.
    ///
    /// # Errors
    /// Fails with `refused` if the folder belongs to another game, was changed, or is in use; with
    /// `unsupported` for scoring games and for games of more than two players; with `limit`; and with `io`.
    pub fn open(path: &Path, spec: &PositionSum, budget: &Budget) -> Result<Folder> {
        Folder::open_as(path, spec, None, None, budget)
    }

    /// Opens a folder as one of several processes that solve together.
    ///
    /// Only the first process, which holds the lock, writes to the folder.
    ///
    /// # Errors
    /// Returns the errors of [`Folder::open`], and those of the other processes.
    pub fn open_with(
        path: &Path,
        spec: &PositionSum,
        peers: Arc<dyn Peers + Send>,
        lock: Option<FolderLock>,
        budget: &Budget,
    ) -> Result<Folder> {
        if peers.index() == 0 {
            let folder = Folder::open_as(path, spec, Some(Arc::clone(&peers)), lock, budget)?;
            wait_for_peers(&*peers, &[folder.solved_tier_count()])?;
            return Ok(folder);
        }
        // The other processes read the manifest and the list of positions that the first process wrote.
        let solved = wait_for_peers(&*peers, &[])?;
        let folder = Folder::open_as(path, spec, Some(peers), None, budget)?;
        folder.catch_up(solved)?;
        Ok(folder)
    }

    /// Returns the number of solved tiers.
    fn solved_tier_count(&self) -> u64 {
        locked(&self.manifest).tiers.len() as u64
    }

    /// Reads the manifest until it lists at least `solved` tiers.
    ///
    /// A network file system may show an old version of the manifest for some time.
    fn catch_up(&self, solved: u64) -> Result<()> {
        let since = Instant::now();
        while self.solved_tier_count() < solved {
            if let Some(manifest) = Manifest::read(&self.path)?
                && manifest.tiers.len() as u64 >= solved
            {
                *locked(&self.manifest) = manifest;
            } else if since.elapsed() > MAX_VISIBILITY_DELAY {
                let path = self.path.display().to_string();
                let message = text!("this process does not see what the first process writes to `{path}`", path);
                return Err(Error::new(ErrorKind::Io, message));
            } else {
                std::thread::sleep(MAX_VISIBILITY_DELAY / 600);
            }
        }
        Ok(())
    }

    fn open_as(
        path: &Path,
        spec: &PositionSum,
        peers: Option<Arc<dyn Peers + Send>>,
        lock: Option<FolderLock>,
        budget: &Budget,
    ) -> Result<Folder> {
        let is_writer = is_first(&peers);
        let game_numbering = own_numbering(spec, budget).transpose()?;
        if game_numbering.is_none() {
            TextCodec::for_position(spec)?;
        }
        let lock = match lock {
            None if is_writer => Some(FolderLock::take(path)?),
            lock => lock,
        };
        if is_writer {
            for folder in [path.to_path_buf(), path.join("tier")] {
                remove_temp_files(&folder);
            }
        }
        let rules = match game_numbering {
            Some(_) => spec.terms[0].position.ruleset().rules_text(),
            None => format!("all that play from {spec} comes to"),
        };
        let saved_manifest = Manifest::read(path)?;
        if let Some(manifest) = &saved_manifest {
            manifest.check_rules(path, &spec.to_string(), &rules)?;
        }
        let work = path.join("work");
        let (numbering, start, listed) = match game_numbering {
            Some((tiers, start)) => (Numbering::ByGame(tiers), start, None),
            None => {
                let (sum, list) = (xxh3(rules.as_bytes()), list_path(path));
                let listed = match list.exists() {
                    true => ReachablePositions::open(TextCodec::for_position(spec)?, sum, &list)?,
                    false => ReachablePositions::enumerate(spec, sum, &work, &list, budget)
                        .map_err(|error| error.or_example(&RESUME_HELP))?,
                };
                let start = listed.slot(spec, Player::LEFT)?.unwrap_or(Slot { tier: 0, at: 0, orbit: 1 });
                let bytes = listed.run.block_bytes();
                (Numbering::Enumerated(listed), start, Some(bytes))
            }
        };
        let tiers = numbering.tiers();
        let tier_count = reachable_groups(tiers, start.tier).iter().map(|group| group.len() as u64).sum();
        let manifest = match saved_manifest {
            Some(manifest) => {
                let sizes_differ = manifest.tiers.iter().any(|entry| tiers.size(entry.tier) != entry.slots);
                if (tiers.reachable_only() && manifest.spec != spec.to_string()) || sizes_differ {
                    let why =
                        text!("the folder contains only the positions reachable from `{of}`", of = &manifest.spec);
                    return Err(crate::file_ops::refused(path, why).with_suggestion(grundy_rules::Suggestion::Folder));
                }
                Manifest { of: manifest.of.max(tier_count), ..manifest }
            }
            None => Manifest {
                format: FORMAT,
                program: env!("CARGO_PKG_VERSION").to_string(),
                spec: spec.to_string(),
                rules,
                of: tier_count,
                listed,
                tiers: vec![],
            },
        };
        let work_folder = WorkFolder {
            folder: work,
            files: Mutex::default(),
            checkpoint_seconds: DEFAULT_CHECKPOINT_SECONDS,
            is_writer,
        };
        let cache_bytes = budget.bytes / 8;
        let (manifest, columns) = (Mutex::new(manifest), Mutex::default());
        Ok(Folder {
            path: path.to_path_buf(),
            numbering,
            start,
            manifest,
            columns,
            work_folder,
            cache_bytes,
            peers,
            _lock: lock,
        })
    }

    /// Sets the number of seconds between checkpoints.
    pub fn with_checkpoint_interval(mut self, seconds: u64) -> Folder {
        self.work_folder.checkpoint_seconds = seconds;
        self
    }

    /// Solves the tiers that are not solved yet.
    ///
    /// # Errors
    /// Fails with `limit`, also on cancellation, and with `io` if the disk is full. The tiers solved so far remain
    /// valid, and another process can continue.
    pub fn solve(&self, budget: &Budget) -> Result<()> {
        let list_bytes = match &self.numbering {
            Numbering::ByGame(_) => 0,
            // The first text of each block of the list stays in memory.
            Numbering::Enumerated(listed) => listed.run.memory_bytes(),
        };
        let budget = &Budget { bytes: budget.bytes.saturating_sub(list_bytes), ..budget.clone() };
        if is_first(&self.peers) {
            self.check_free_space(budget)?;
        }
        let done = solve(self.tiers(), self.start, self, budget);
        // The data of unfinished groups are no longer needed.
        if done.is_ok() && is_first(&self.peers) {
            locked(&self.work_folder.files).clear();
            let _ = std::fs::remove_dir_all(&self.work_folder.folder);
        }
        done
    }

    fn tiers(&self) -> &dyn Tiers {
        self.numbering.tiers()
    }

    /// Fails if the disk has less free space than the estimated need.
    fn check_free_space(&self, budget: &Budget) -> Result<()> {
        let Some(free) = free_bytes(&self.path) else { return Ok(()) };
        let groups = reachable_groups(self.tiers(), self.start.tier);
        let unsolved: Vec<Vec<Tier>> = groups.iter().filter(|group| !self.has(group)).cloned().collect();
        let need = DiskNeed::for_groups(self.tiers(), &unsolved, budget);
        if need.max_bytes() <= u128::from(free) {
            return Ok(());
        }
        let bytes = need.estimate_bytes(self.tiers(), &groups, budget)?;
        if bytes <= u128::from(free) {
            return Ok(());
        }
        let (path, need) = (self.path.display().to_string(), grundy_rules::size_text(bytes));
        let free = grundy_rules::size_text(free.into());
        let message = text!("`{path}` is on a disk with {free} free, but about {need} are needed", path, free, need);
        Err(Error::new(ErrorKind::Limit, message).help(text!("free some space, or choose a folder on a larger disk")))
    }
}

/// Reports whether this process is the first of several, or the only one.
fn is_first(peers: &Option<Arc<dyn Peers + Send>>) -> bool {
    peers.as_ref().is_none_or(|peers| peers.index() == 0)
}

/// Waits for the other processes, and returns the first word that the first process sent, or 0.
fn wait_for_peers(peers: &dyn Peers, words: &[u64]) -> Result<u64> {
    match peers.meet(words, &mut |_| Ok(())) {
        Ok(received) => Ok(received.first().and_then(|words| words.first()).copied().unwrap_or(0)),
        Err(GroupError::Failed(error)) => Err(error),
        Err(GroupError::Narrow | GroupError::Rises) => unreachable!("nothing is taken"),
    }
}

/// Returns the free bytes on the disk of a folder; `None` if the system does not report them.
fn free_bytes(path: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let stat = rustix::fs::statvfs(path).ok()?;
        Some(stat.f_bavail.saturating_mul(stat.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

impl TierStore for Folder {
    fn has(&self, group: &[Tier]) -> bool {
        let manifest = locked(&self.manifest);
        group.iter().all(|&tier| manifest.tiers.iter().any(|entry| entry.tier == tier))
    }

    fn column(&self, tier: Tier) -> Result<Option<Arc<TierCodes>>> {
        if let Some(column) = locked(&self.columns).get(&tier) {
            return Ok(Some(Arc::clone(column)));
        }
        let (entry, rules) = {
            let manifest = locked(&self.manifest);
            (manifest.tiers.iter().find(|entry| entry.tier == tier).cloned(), manifest.rules_sum())
        };
        let Some(entry) = entry else { return Ok(None) };
        let file = TierFile::open(&tier_path(&self.path, &entry.name), rules, tier, entry.slots)?;
        let column = Arc::new(file.column()?);
        locked(&self.columns).insert(tier, Arc::clone(&column));
        Ok(Some(column))
    }

    fn commit(&self, tiers: &[(Tier, Tally)], codes: &mut Codes<'_>) -> Result<(), GroupError> {
        let is_writer = is_first(&self.peers);
        if is_writer {
            self.write_tiers(tiers, codes)?;
        } else {
            codes(&mut |_, _| Ok(()))?;
        }
        let Some(peers) = &self.peers else { return Ok(()) };
        let words = if is_writer { vec![self.solved_tier_count()] } else { vec![] };
        Ok(self.catch_up(wait_for_peers(&**peers, &words)?)?)
    }

    fn spill(&self) -> Option<&dyn Spill> {
        Some(&self.work_folder)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        self.peers.as_deref().map(|peers| -> &dyn Peers { peers })
    }
}

impl Folder {
    /// Writes the tiers of a solved group while their codes arrive.
    /// If the codes of the group fit into `cache_bytes`, they are kept in memory as well.
    fn write_tiers(&self, tiers: &[(Tier, Tally)], codes: &mut Codes<'_>) -> Result<(), GroupError> {
        let rules = locked(&self.manifest).rules_sum();
        let mut writers: Vec<TierWriter<'_>> = vec![];
        for &(tier, tally) in tiers {
            let name = self.tiers().name(tier);
            let path = tier_path(&self.path, &name);
            let width = TierCodes::with_slot_capacity(0, tally.longest.unwrap_or(0)).width();
            let failed = |error| failed(&path, FileOp::Write, &error);
            let file = AtomicFile::create_for(&path).map_err(failed)?;
            let packer = Packer::new(BufWriter::new(file), rules, tier, &name, width, SOLVE_LEVEL).map_err(failed)?;
            writers.push(TierWriter { tier, tally, name, path, width, packer, column: None });
        }
        let bytes: u64 = writers.iter().map(|writer| writer.tally.slots * u64::from(writer.width)).sum();
        if bytes <= self.cache_bytes {
            for writer in &mut writers {
                writer.column =
                    Some(TierCodes::with_slot_capacity(writer.tally.slots, writer.tally.longest.unwrap_or(0)));
            }
        }
        codes(&mut |k, piece| {
            let writer = &mut writers[k];
            if let Some(column) = &mut writer.column {
                column.append(piece);
            }
            writer.packer.add(piece).map_err(|error| failed(&writer.path, FileOp::Write, &error).help(RESUME_HELP))
        })?;
        {
            let mut columns = locked(&self.columns);
            let cached_bytes: u64 = columns.values().map(|column| column.len() * u64::from(column.width())).sum();
            if cached_bytes + bytes > self.cache_bytes {
                columns.clear();
            }
        }
        let mut entries = vec![];
        for TierWriter { tier, tally, name, path, width, packer, column } in writers {
            let failed = |error| failed(&path, FileOp::Write, &error).help(RESUME_HELP);
            let file = packer.finish().and_then(|buffer| Ok(buffer.into_inner()?)).map_err(failed)?;
            file.commit(&path).map_err(failed)?;
            if let Some(column) = column {
                locked(&self.columns).insert(tier, Arc::new(column));
            }
            let (bytes, sum) = file::length_and_checksum(&path).map_err(failed)?;
            entries.push(TierEntry {
                tier,
                name,
                slots: tally.slots,
                positions: tally.positions,
                orbits: tally.orbits,
                max_remoteness: tally.longest,
                width,
                bytes,
                checksum: format!("{sum:016x}"),
            });
        }
        self.check_samples(&entries, rules)?;
        let mut manifest = locked(&self.manifest);
        let mut next = manifest.clone();
        next.tiers.extend(entries);
        next.write(&self.path).map_err(|error| error.help(RESUME_HELP))?;
        *manifest = next;
        // The checkpoints belonged to this group.
        self.work_folder.remove_files();
        Ok(())
    }

    /// Checks samples of tiers that were just written: each code must follow from the codes of the options.
    fn check_samples(&self, entries: &[TierEntry], rules: u64) -> Result<()> {
        // Codes come from memory if they are kept in memory, and otherwise from files.
        let (mut source_indices, mut sources) = (BTreeMap::new(), vec![]);
        let blocks = Blocks::default();
        let earlier = locked(&self.manifest).tiers.clone();
        for entry in entries {
            for tier in self.tiers().after(entry.tier).into_iter().chain([entry.tier]) {
                let source_entry = entries.iter().chain(&earlier).find(|other| other.tier == tier);
                let Some(source_entry) = source_entry.filter(|_| !source_indices.contains_key(&tier)) else { continue };
                source_indices.insert(tier, sources.len());
                sources.push(match locked(&self.columns).get(&tier) {
                    Some(column) => TierSource::Memory(Arc::clone(column)),
                    None => {
                        let path = tier_path(&self.path, &source_entry.name);
                        TierSource::File(TierFile::open(&path, rules, tier, source_entry.slots)?)
                    }
                });
            }
        }
        let mut batch = Batch::default();
        let mut code = |tier: Tier, at: u64| match source_indices.get(&tier).map(|&index| (index, &sources[index])) {
            Some((_, TierSource::Memory(column))) => Ok(column.code(at)),
            Some((index, TierSource::File(file))) => blocks.code(index, file, at),
            None => Ok(0),
        };
        for entry in entries {
            for slot in (0..entry.slots).step_by((entry.slots / SAMPLES).max(1) as usize) {
                let stored_code = code(entry.tier, slot)?;
                if decode_outcome(stored_code).is_none() {
                    continue;
                }
                let found = recompute_code(self.tiers(), entry.tier, slot, &mut batch, &mut code)?;
                if found.is_some_and(|code| code != stored_code) {
                    let message = text!(
                        "the result in slot {slot} of tier {tier} does not agree with the moves of its position",
                        slot,
                        tier = &entry.name
                    );
                    return Err(
                        Error::new(ErrorKind::Refused, message).help(text!("the memory or the program is faulty"))
                    );
                }
            }
        }
        Ok(())
    }
}

/// A tier that is being written.
struct TierWriter<'a> {
    tier: Tier,
    tally: Tally,
    name: String,
    path: PathBuf,
    width: u8,
    packer: Packer<'a, BufWriter<AtomicFile>>,
    /// The codes of the tier, if they are kept in memory.
    column: Option<TierCodes>,
}

/// The source of the codes of a tier.
enum TierSource {
    Memory(Arc<TierCodes>),
    File(TierFile),
}

/// The help text of an error after which the work can be resumed.
const RESUME_HELP: grundy_lang::Text = text!("the work saved so far is kept; run the same command again to continue");

/// The folder `work`, which holds temporary files while a group is being solved.
struct WorkFolder {
    folder: PathBuf,
    files: Mutex<BTreeMap<String, Arc<File>>>,
    checkpoint_seconds: u64,
    /// Whether this process writes the checkpoints.
    is_writer: bool,
}

impl WorkFolder {
    fn file(&self, name: &str) -> Result<Arc<File>> {
        let mut files = locked(&self.files);
        if let Some(file) = files.get(name) {
            return Ok(Arc::clone(file));
        }
        std::fs::create_dir_all(&self.folder).map_err(|error| failed(&self.folder, FileOp::Create, &error))?;
        let path = self.folder.join(name);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path);
        let file = Arc::new(opened.map_err(|error| failed(&path, FileOp::Create, &error))?);
        files.insert(name.to_string(), Arc::clone(&file));
        Ok(file)
    }

    fn checkpoint_paths(&self) -> [PathBuf; 2] {
        ["checkpoint.0", "checkpoint.1"].map(|name| self.folder.join(name))
    }

    /// Removes the checkpoints and the files of a group.
    fn remove_files(&self) {
        let mut files = locked(&self.files);
        for name in std::mem::take(&mut *files).keys() {
            let _ = std::fs::remove_file(self.folder.join(name));
        }
        for path in self.checkpoint_paths() {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Spill for WorkFolder {
    fn read(&self, name: &str, at: u64, bytes: &mut [u8]) -> Result<()> {
        let file = self.file(name)?;
        super::positioned_io::read_at(&file, at, bytes)
            .map_err(|error| failed(&self.folder.join(name), FileOp::Read, &error))
    }

    fn write(&self, name: &str, at: u64, bytes: &[u8]) -> Result<()> {
        let file = self.file(name)?;
        let failed = |error| failed(&self.folder.join(name), FileOp::Write, &error).help(RESUME_HELP);
        super::positioned_io::write_at(&file, at, bytes).map_err(failed)
    }

    fn save(
        &self,
        superstep: u32,
        pieces: &mut dyn FnMut(&mut Take<'_>) -> Result<(), GroupError>,
    ) -> Result<(), GroupError> {
        if !self.is_writer {
            // Only the first process writes the checkpoint; the others only contribute their data through `pieces`.
            return pieces(&mut |_| Ok(()));
        }
        std::fs::create_dir_all(&self.folder).map_err(|error| failed(&self.folder, FileOp::Create, &error))?;
        // The new checkpoint replaces the older one of the two.
        let [first, second] = self.checkpoint_paths();
        let superstep_of = |path: &Path| read_checkpoint(path).map(|(superstep, _)| superstep);
        let path = if superstep_of(&first) <= superstep_of(&second) { first } else { second };
        let failed = |error: std::io::Error| failed(&path, FileOp::Write, &error).help(RESUME_HELP);
        let mut file = AtomicFile::create_for(&path).map_err(failed)?;
        let mut sum = XxHash3_64::with_seed(0);
        pieces(&mut |bytes| {
            sum.write(bytes);
            file.write_all(bytes).map_err(failed)
        })?;
        let last = superstep.to_le_bytes();
        sum.write(&last);
        file.write_all(&last).and_then(|()| file.write_all(&sum.finish().to_le_bytes())).map_err(failed)?;
        Ok(file.commit(&path).map_err(failed)?)
    }

    fn saved(&self) -> Result<Option<Saved>> {
        let found = self.checkpoint_paths().into_iter().filter_map(|path| Some((read_checkpoint(&path)?, path)));
        let Some(((_, bytes), path)) = found.max_by_key(|((superstep, _), _)| *superstep) else { return Ok(None) };
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Some(Saved { name, bytes }))
    }

    fn load(&self, saved: &Saved, at: u64, bytes: &mut [u8]) -> Result<()> {
        let path = self.folder.join(&saved.name);
        let mut read = || super::positioned_io::read_at(&crate::file_ops::open_regular(&path)?, at, bytes);
        read().map_err(|error| failed(&path, FileOp::Read, &error))
    }

    fn checkpoint_seconds(&self) -> u64 {
        self.checkpoint_seconds
    }
}

/// Returns a number that grows with every solved tier and, between two tiers, with every checkpoint.
pub fn progress(path: &Path) -> u64 {
    let tiers = Manifest::read(path).ok().flatten().map_or(0, |manifest| manifest.tiers.len() as u64);
    let work = path.join("work");
    let saved = ["checkpoint.0", "checkpoint.1"].iter().filter_map(|name| read_checkpoint(&work.join(name))).max();
    tiers << 32 | saved.map_or(0, |(superstep, _)| u64::from(superstep) + 1)
}

/// Returns the superstep stored at the end of a checkpoint, and the number of bytes before this field.
///
/// Returns `None` if the checkpoint is damaged.
fn read_checkpoint(path: &Path) -> Option<(u32, u64)> {
    let mut file = crate::file_ops::open_regular(path).ok()?;
    let length = file.metadata().ok()?.len().checked_sub(12)?;
    let (mut sum, mut piece, mut left) = (XxHash3_64::with_seed(0), vec![0; 1 << 16], length);
    while left > 0 {
        let count = left.min(piece.len() as u64) as usize;
        file.read_exact(&mut piece[..count]).ok()?;
        sum.write(&piece[..count]);
        left -= count as u64;
    }
    let (mut superstep, mut stored_sum) = ([0; 4], [0; 8]);
    file.read_exact(&mut superstep).and_then(|()| file.read_exact(&mut stored_sum)).ok()?;
    sum.write(&superstep);
    (sum.finish().to_le_bytes() == stored_sum).then_some((u32::from_le_bytes(superstep), length))
}
