//! The file `manifest.json`, which lists the tiers of a folder.
//! Tiers that the manifest does not list do not exist.

use super::file::xxh3;
use crate::atomic_write::write_atomic;
use crate::file_ops::{FileOp, failed, refused};
use grundy_lang::text;
use grundy_rules::{Result, Suggestion};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The version of the manifest format that this program reads and writes.
pub(super) const FORMAT: u32 = 1;

/// The contents of a folder, as its manifest lists them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the manifest format.
    pub format: u32,
    /// The version of the program that solved the first group.
    pub program: String,
    /// The starting position with which the folder was created.
    pub spec: String,
    /// The rules of the game as text, without a position.
    pub rules: String,
    /// The number of tiers of the complete solution.
    pub of: u64,
    /// The size of the list of positions in bytes; `None` if the game numbers its positions itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<u64>,
    /// The solved tiers, in the order in which they were solved.
    pub tiers: Vec<TierEntry>,
}

/// The entry of a tier in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TierEntry {
    /// The number of the tier.
    pub tier: u32,
    /// The name of the tier; its file is `tier/NAME.gdb`.
    pub name: String,
    /// The number of slots of the tier.
    pub slots: u64,
    /// The numbers of won, lost and drawn positions.
    pub positions: [u64; 3],
    /// The numbers of won, lost and drawn positions up to symmetry.
    pub orbits: [u64; 3],
    /// The greatest remoteness; `None` if no position is won or lost.
    pub max_remoteness: Option<u32>,
    /// The number of bytes per slot before compression.
    pub width: u8,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The checksum of the file, in hexadecimal.
    pub checksum: String,
}

pub(super) fn manifest_path(folder: &Path) -> PathBuf {
    folder.join("manifest.json")
}

/// Returns the path of the file of a tier.
pub(super) fn tier_path(folder: &Path, name: &str) -> PathBuf {
    folder.join("tier").join(format!("{name}.gdb"))
}

/// Returns the path of the list of positions, for games that do not number their positions.
pub(super) fn list_path(folder: &Path) -> PathBuf {
    folder.join("tier").join("all.keys")
}

impl Manifest {
    /// Returns the checksum by which the files of tiers identify their rules.
    pub(super) fn rules_sum(&self) -> u64 {
        xxh3(self.rules.as_bytes())
    }

    /// Reads the manifest of a folder; returns `None` if the folder has none.
    pub(super) fn read(folder: &Path) -> Result<Option<Manifest>> {
        let path = manifest_path(folder);
        let bytes = match crate::file_ops::read_regular(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&path, FileOp::Read, &error)),
        };
        let changed = || refused(&path, text!("the file is not a manifest written by this program, or it was changed"));
        let text = String::from_utf8(bytes).map_err(|_| changed())?;
        let (body, sum) = text.trim_end().rsplit_once('\n').ok_or_else(changed)?;
        if sum != format!("{:016x}", xxh3(body.as_bytes())) {
            return Err(changed());
        }
        let manifest: Manifest = serde_json::from_str(body).map_err(|_| changed())?;
        if manifest.format != FORMAT {
            let format = manifest.format;
            return Err(refused(
                &path,
                text!("the file has format {format}, but this program reads format {known}", format, known = FORMAT),
            ));
        }
        Ok(Some(manifest))
    }

    /// Replaces the manifest of a folder by this one: JSON, followed by a line with its checksum.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let path = manifest_path(folder);
        let body = serde_json::to_string_pretty(self)
            .map_err(|error| failed(&path, FileOp::Write, &std::io::Error::other(error)))?;
        write_atomic(&path, format!("{body}\n{:016x}\n", xxh3(body.as_bytes())).as_bytes())
    }

    /// Fails with `refused` if the manifest belongs to other rules.
    pub(super) fn check_rules(&self, folder: &Path, spec: &str, rules: &str) -> Result<()> {
        if self.rules == rules {
            return Ok(());
        }
        let error = refused(folder, text!("the folder belongs to `{of}`, not to `{spec}`", of = &self.spec, spec));
        Err(error.with_suggestion(Suggestion::Folder))
    }
}
