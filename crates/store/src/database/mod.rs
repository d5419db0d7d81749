//! Databases: folders with the outcome and remoteness of all positions that play can reach.
//!
//! ```text
//! DIR/manifest.json    the solved tiers, with their counts and checksums; files of other tiers are ignored
//! DIR/tier/NAME.gdb    the positions of a tier, in compressed blocks
//! DIR/work/            temporary data and checkpoints of the group that is being solved
//! DIR/lock             an empty file, which the process that solves or packs holds locked
//! ```
//! Groups of tiers are added atomically: first their files are written and synced, then the manifest is replaced. Files
//! contain no times and no host names, so two runs produce the same bytes. Readers need no lock, because files are only
//! replaced as a whole. Tiers that were [unpacked](unpack) are mapped into memory.
//!
//! Start with `folder`, which solves into a folder, and [`Database`], which reads one. The modules `manifest` and
//! `file` define the formats of the manifest and of tiers, `enumerated` and `runs` number the positions of games
//! without a numbering, and `parquet` exports tables.

mod blocks;
mod enumerated;
mod estimate;
mod file;
mod folder;
mod manifest;
mod mapped;
mod parquet;
mod positioned_io;
mod runs;

pub use estimate::estimate;
pub use folder::{Folder, FolderLock, progress, require_numbering};
pub use manifest::{Manifest, TierEntry};

use crate::atomic_write::AtomicFile;
use crate::file_ops::{FileOp, failed, refused};
use crate::lock::Lock;
use blocks::Blocks;
use enumerated::{ReachablePositions, TextCodec};
use file::{Packer, TierFile, UNCOMPRESSED, xxh3};
use folder::{Numbering, PACK_LEVEL};
use grundy_lang::text;
use grundy_retrograde::{Tally, decode_outcome, recompute_code};
use grundy_rules::indexed::{Batch, Slot, Tier, Tiers};
use grundy_rules::{Budget, Error, ErrorKind, Library, Play, Player, PositionSum, Result, parse};
use grundy_solve::digraph::LoopyOutcome;
use grundy_solve::{Reason, SolvedPositions};
use manifest::{list_path, tier_path};
use parquet::{ParquetTable, ParquetValue};
use rustc_hash::FxHashMap;
use std::fmt;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A database that is open for reading.
pub struct Database {
    path: PathBuf,
    manifest: Manifest,
    spec: PositionSum,
    numbering: Numbering,
    tier_index: TierIndex,
    /// The files of the tiers in the order of the manifest, opened on first use.
    files: Vec<OnceLock<TierFile>>,
    /// A cache of unpacked blocks.
    blocks: Blocks,
}

/// The index of each tier in the manifest.
///
/// Most tier numbers are small, and for these a list is faster than a map.
#[derive(Default)]
struct TierIndex {
    list: Vec<u32>,
    map: FxHashMap<Tier, usize>,
}

/// The number of tiers in the list; larger tier numbers are in the map.
const MAX_LIST_LEN: Tier = 1 << 16;
/// The entry of a tier that is not in the manifest.
const ABSENT: u32 = u32::MAX;

impl TierIndex {
    fn from_manifest(manifest: &Manifest) -> TierIndex {
        let mut index = TierIndex::default();
        for (at, entry) in manifest.tiers.iter().enumerate() {
            let tier = entry.tier as usize;
            if entry.tier < MAX_LIST_LEN {
                index.list.resize(index.list.len().max(tier + 1), ABSENT);
                index.list[tier] = at as u32;
            } else {
                index.map.insert(entry.tier, at);
            }
        }
        index
    }

    #[inline]
    fn get(&self, tier: Tier) -> Option<usize> {
        match self.list.get(tier as usize) {
            Some(&ABSENT) => None,
            Some(&at) => Some(at as usize),
            None => self.map.get(&tier).copied(),
        }
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("path", &self.path).field("spec", &self.manifest.spec).finish_non_exhaustive()
    }
}

/// A position with the greatest remoteness of a database.
#[derive(Clone, Debug)]
pub struct Longest {
    /// The position as text.
    pub position: String,
    /// The remoteness of the position.
    pub remoteness: u32,
}

impl Database {
    /// Opens a folder for reading; its game must be in the library.
    ///
    /// # Errors
    /// Fails with `refused` if the folder has no manifest, or a manifest that was changed, and with `io`.
    pub fn open(path: &Path, library: &Library, budget: &Budget) -> Result<Database> {
        let manifest = Manifest::read(path)?
            .ok_or_else(|| refused(path, text!("the folder has no manifest.json, so it holds no solved positions")))?;
        let changed = |error: Error| {
            refused(path, text!("the position in its manifest cannot be parsed: {error}", error = error.message))
        };
        let spec = parse(&manifest.spec, library).map_err(changed)?;
        let numbering = match manifest.listed {
            Some(_) => Numbering::Enumerated(ReachablePositions::open(
                TextCodec::for_position(&spec)?,
                manifest.rules_sum(),
                &list_path(path),
            )?),
            None => Numbering::ByGame(require_numbering(&spec, budget)?.0),
        };
        let tier_index = TierIndex::from_manifest(&manifest);
        let files = manifest.tiers.iter().map(|_| OnceLock::new()).collect();
        let path = path.to_path_buf();
        Ok(Database { path, manifest, spec, numbering, tier_index, files, blocks: Blocks::default() })
    }

    fn tiers(&self) -> &dyn Tiers {
        self.numbering.tiers()
    }

    /// Returns the manifest of the folder.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Reports whether all tiers are solved.
    pub fn is_complete(&self) -> bool {
        self.manifest.tiers.len() as u64 == self.manifest.of
    }

    /// Returns the counts of all tiers together.
    pub fn tally(&self) -> Tally {
        let mut all = Tally::default();
        for entry in &self.manifest.tiers {
            let TierEntry { slots, positions, orbits, max_remoteness, .. } = *entry;
            all.add(&Tally { slots, positions, orbits, longest: max_remoteness });
        }
        all
    }

    /// Returns the file of the tier with this index in the manifest.
    #[inline]
    fn file(&self, at: usize) -> Result<&TierFile> {
        match self.files[at].get() {
            Some(file) => Ok(file),
            None => self.open_file(at),
        }
    }

    #[cold]
    fn open_file(&self, at: usize) -> Result<&TierFile> {
        let entry = &self.manifest.tiers[at];
        let path = tier_path(&self.path, &entry.name);
        let file = TierFile::open(&path, self.manifest.rules_sum(), entry.tier, entry.slots)?;
        Ok(self.files[at].get_or_init(|| file))
    }

    /// Returns the code of a slot, which [`decode_outcome`] decodes.
    ///
    /// # Errors
    /// Fails with `refused` for a tier that is not solved and for damaged files, and with `io`.
    #[inline]
    pub fn code(&self, tier: Tier, slot: u64) -> Result<u32> {
        let at = self.tier_index.get(tier).ok_or_else(|| self.unsolved_error(tier))?;
        let file = self.file(at)?;
        match file.mapped_code(slot) {
            Some(code) => Ok(code),
            None => self.blocks.code(at, file, slot),
        }
    }

    #[cold]
    fn unsolved_error(&self, tier: Tier) -> Error {
        refused(&self.path, text!("tier {tier} is not solved yet", tier = self.tiers().name(tier)))
    }

    /// Returns the slot of a position with `by` to move.
    fn slot(&self, spec: &PositionSum, by: Player) -> Result<Slot> {
        let found = match (&self.numbering, spec.terms.as_slice()) {
            (Numbering::Enumerated(listed), _) => listed.slot(spec, by)?,
            (Numbering::ByGame(tiers), [term]) => term.position.encode(0).and_then(|words| tiers.find(&words)),
            _ => None,
        };
        found.ok_or_else(|| {
            let position = spec.to_string();
            Error::new(ErrorKind::BadArgument, text!("{position} is not among the numbered positions", position))
        })
    }

    /// Returns the position of a slot as text, and the number of positions that share the slot.
    ///
    /// Returns `None` for a slot without a position.
    fn position_text(&self, tier: Tier, slot: u64) -> Result<Option<(String, u32)>> {
        Ok(match &self.numbering {
            Numbering::Enumerated(listed) => Some((listed.position_text(slot)?, 1)),
            Numbering::ByGame(tiers) => tiers.encode(tier, slot).and_then(|(words, orbit)| {
                let position = self.spec.terms[0].position.decode(&words)?;
                Some((position.to_string(), orbit))
            }),
        })
    }

    /// Returns the first position with the greatest remoteness; `None` if no position is won or lost.
    ///
    /// # Errors
    /// Returns the errors of [`Database::code`].
    pub fn longest(&self) -> Result<Option<Longest>> {
        let greatest = self.manifest.tiers.iter().filter_map(|entry| entry.max_remoteness).max();
        let Some(greatest) = greatest else { return Ok(None) };
        let tiers = self.manifest.tiers.iter().enumerate();
        for (at, entry) in tiers.filter(|(_, entry)| entry.max_remoteness == Some(greatest)) {
            let column = self.file(at)?.column()?;
            for slot in (0..column.len()).filter(|&slot| column.code(slot) >> 1 == greatest + 1) {
                // A slot without a position duplicates another slot, so skip it.
                if let Some((position, _)) = self.position_text(entry.tier, slot)? {
                    return Ok(Some(Longest { position, remoteness: greatest }));
                }
            }
        }
        Ok(None)
    }

    /// Verifies all tiers: blocks, counts, checksums, and `samples` slots of each tier.
    ///
    /// A sampled slot is computed again from its options. `on_tier` is called for each correct tier, with the number of
    /// slots computed again.
    ///
    /// # Errors
    /// Fails with `refused`, and names the tier and the block, if a file is damaged; with `limit`; and with `io`.
    pub fn check(&self, samples: u64, budget: &Budget, on_tier: &mut dyn FnMut(&TierEntry, u64)) -> Result<()> {
        for (at, entry) in self.manifest.tiers.iter().enumerate() {
            budget.check()?;
            let path = tier_path(&self.path, &entry.name);
            // Blocks are verified first, because their errors locate the damage.
            let column = self.file(at)?.column()?;
            let bytes = crate::file_ops::read_regular(&path).map_err(|error| failed(&path, FileOp::Read, &error))?;
            if format!("{:016x}", xxh3(&bytes)) != entry.checksum {
                return Err(refused(&path, text!("the checksum of tier {tier} does not match", tier = &entry.name)));
            }
            let step = (column.len() / samples.max(1)).max(1);
            let (mut checked, mut batch) = (0, Batch::default());
            for slot in (0..column.len()).step_by(step as usize).take(samples as usize) {
                budget.check()?;
                if decode_outcome(column.code(slot)).is_none() {
                    continue;
                }
                let found =
                    recompute_code(self.tiers(), entry.tier, slot, &mut batch, &mut |tier, at| self.code(tier, at))?;
                let Some(found) = found else { continue };
                checked += 1;
                if found != column.code(slot) {
                    let why = text!(
                        "the result in slot {slot} of tier {tier} does not agree with the moves of its position",
                        slot,
                        tier = &entry.name
                    );
                    return Err(refused(&path, why));
                }
            }
            on_tier(entry, checked);
        }
        Ok(())
    }

    /// Calls `visit` for all positions up to symmetry, one tier after the other.
    ///
    /// # Errors
    /// Returns the errors of [`Database::code`] and of `visit`.
    pub fn for_each_row(&self, budget: &Budget, visit: &mut dyn FnMut(&DatabaseRow<'_>) -> Result<()>) -> Result<()> {
        let mut meter =
            budget.meter(text!("positions")).with_total(self.manifest.tiers.iter().map(|t| t.slots).sum::<u64>());
        for (at, entry) in self.manifest.tiers.iter().enumerate() {
            let column = self.file(at)?.column()?;
            for slot in 0..column.len() {
                meter.advance(1)?;
                let Some(result) = decode_outcome(column.code(slot)) else { continue };
                let Some((position, orbit)) = self.position_text(entry.tier, slot)? else { continue };
                visit(&DatabaseRow { tier: &entry.name, slot, orbit, position: &position, result })?;
            }
        }
        Ok(())
    }

    /// Exports all positions as CSV or Parquet: tier, slot, orbit, position, outcome, remoteness.
    ///
    /// # Errors
    /// Returns the errors of [`Database::code`], and `io` if the export cannot be written.
    pub fn export(&self, form: Export, budget: &Budget, out: &mut dyn Write) -> Result<()> {
        let failed =
            |error: std::io::Error| Error::new(ErrorKind::Io, text!("the export cannot be written: {error}", error));
        if form == Export::Csv {
            writeln!(out, "{}", COLUMNS.map(|(name, _)| name).join(",")).map_err(failed)?;
            return self.for_each_row(budget, &mut |row| {
                let remoteness = row.result.remoteness().map_or(String::new(), |moves| moves.to_string());
                let (DatabaseRow { tier, slot, orbit, .. }, outcome) = (row, row.result.outcome().name());
                let position = row.position.replace('"', "\"\"");
                writeln!(out, "{tier},{slot},{orbit},\"{position}\",{outcome},{remoteness}").map_err(failed)
            });
        }
        let mut table = ParquetTable::new(out, &COLUMNS).map_err(failed)?;
        self.for_each_row(budget, &mut |row| {
            let remoteness = row.result.remoteness().and_then(|moves| i32::try_from(moves).ok());
            let row = [
                ParquetValue::Text(row.tier),
                ParquetValue::Long(row.slot as i64),
                ParquetValue::Number(i32::try_from(row.orbit).ok()),
                ParquetValue::Text(row.position),
                ParquetValue::Text(row.result.outcome().name()),
                ParquetValue::Number(remoteness),
            ];
            table.push(&row).map_err(failed)
        })?;
        table.finish().map_err(failed)
    }
}

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// Comma-separated values with a header line.
    Csv,
    /// The Parquet format.
    Parquet,
}

/// A position of a database, as it is exported.
#[derive(Clone, Copy, Debug)]
pub struct DatabaseRow<'a> {
    /// The name of the position's tier.
    pub tier: &'a str,
    /// The slot of the position in its tier.
    pub slot: u64,
    /// The number of images of the position under symmetry, including the position itself.
    pub orbit: u32,
    /// The position as text.
    pub position: &'a str,
    /// The result for the player to move.
    pub result: LoopyOutcome,
}

const COLUMNS: [(&str, parquet::ColumnType); 6] = {
    use parquet::ColumnType::{Long, Number, Text};
    [("tier", Text), ("slot", Long), ("orbit", Number), ("position", Text), ("outcome", Text), ("remoteness", Number)]
};

impl SolvedPositions for Database {
    fn covers(&self, spec: &PositionSum) -> bool {
        if let Numbering::Enumerated(listed) = &self.numbering {
            return listed.texts.accepts(spec) && listed.slot(spec, Player::LEFT).map_or(true, |slot| slot.is_some());
        }
        let is_single =
            matches!(spec.terms.as_slice(), [term] if term.copies == 1 && !term.negative && term.position.len() == 1);
        is_single && spec.play == Play::Normal && spec.terms[0].position.ruleset().rules_text() == self.manifest.rules
    }

    fn loopy_outcome(&self, spec: &PositionSum, by: Player) -> Result<LoopyOutcome> {
        let slot = self.slot(spec, by)?;
        decode_outcome(self.code(slot.tier, slot.at)?).ok_or_else(|| {
            let (position, start) = (spec.to_string(), self.manifest.spec.clone());
            Error::new(ErrorKind::BadArgument, text!("{position} is not reachable from {start}", start, position))
        })
    }

    fn reason(&self, spec: &PositionSum) -> Reason {
        let tier = self.slot(spec, Player::LEFT).map_or(String::new(), |slot| self.tiers().name(slot.tier));
        Reason::Database { folder: self.path.display().to_string(), tier }
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// Compresses the tiers of a folder as much as possible; skips tiers that have this level already.
///
/// `on_tier` is called for each tier with its name and its bytes before and after.
///
/// # Errors
/// Returns the errors of reading the manifest and the tiers, `refused` if another process uses the folder, and `limit`.
pub fn pack(path: &Path, budget: &Budget, on_tier: &mut dyn FnMut(&str, u64, u64)) -> Result<()> {
    recompress(path, PACK_LEVEL, budget, on_tier)
}

/// Decompresses the tiers of a folder, so that they can be mapped into memory.
///
/// Tiers then take at least one byte per position, and lookups are about two hundred times as fast.
///
/// # Errors
/// Returns the errors of [`pack`], and `io` if the disk is full.
pub fn unpack(path: &Path, budget: &Budget, on_tier: &mut dyn FnMut(&str, u64, u64)) -> Result<()> {
    recompress(path, UNCOMPRESSED, budget, on_tier)
}

/// Rewrites the tiers that have another compression level.
fn recompress(path: &Path, level: u8, budget: &Budget, on_tier: &mut dyn FnMut(&str, u64, u64)) -> Result<()> {
    let mut manifest = Manifest::read(path)?
        .ok_or_else(|| refused(path, text!("the folder has no manifest.json, so it holds no solved positions")))?;
    let _lock = Lock::take(path)?;
    for k in 0..manifest.tiers.len() {
        budget.check()?;
        let entry = manifest.tiers[k].clone();
        let file_path = tier_path(path, &entry.name);
        let file = TierFile::open(&file_path, manifest.rules_sum(), entry.tier, entry.slots)?;
        if file.header.level == level {
            continue;
        }
        let failed = |error| failed(&file_path, FileOp::Write, &error);
        let (rules, width) = (manifest.rules_sum(), file.header.width);
        let out = BufWriter::new(AtomicFile::create_for(&file_path).map_err(failed)?);
        let mut packer = Packer::new(out, rules, entry.tier, &entry.name, width, level).map_err(failed)?;
        for block in 0..file.header.blocks {
            packer.add(&file.block_column(block)?).map_err(failed)?;
        }
        let written = packer.finish().and_then(|out| Ok(out.into_inner()?)).map_err(failed)?;
        // Some systems cannot replace a file that is open.
        drop(file);
        written.commit(&file_path).map_err(failed)?;
        let (bytes, sum) = file::length_and_checksum(&file_path).map_err(failed)?;
        on_tier(&entry.name, entry.bytes, bytes);
        manifest.tiers[k] = TierEntry { bytes, checksum: format!("{sum:016x}"), ..entry };
        // The manifest is written after each tier; this makes the new file valid.
        manifest.write(path)?;
    }
    Ok(())
}

/// Returns the databases directly inside a folder, and the folder itself if it is a database.
///
/// # Errors
/// Fails with `io` if the folder cannot be read.
pub fn list(path: &Path) -> Result<Vec<(PathBuf, Manifest)>> {
    let entries = std::fs::read_dir(path).map_err(|error| failed(path, FileOp::Read, &error))?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.push(path.to_path_buf());
    folders.sort();
    let found = folders.into_iter().filter_map(|path| Some((path.clone(), Manifest::read(&path).ok()??)));
    Ok(found.collect())
}
