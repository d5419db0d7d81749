//! Checkpoints of sequences: a folder with values, and a manifest that states how many values are valid.
//!
//! The file `values` is a value file to which the program only appends. The file `manifest` is replaced atomically
//! after the values are on the disk. A process that ended before it replaced the manifest may have left more
//! data in `values`; such data are cut off.

use crate::atomic_write::write_atomic;
use crate::file_ops::{FileOp, checksum, failed, refused};
use crate::lock::Lock;
use crate::values::{MAX_BLOCK_VALUES, ValueFile, encode, first_line};
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result, Suggestion};
use grundy_solve::sequence::{Sequence, SequenceState, SequenceValues};
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The folder of a sequence that is being computed.
#[derive(Debug)]
pub struct Checkpoint {
    manifest: PathBuf,
    path: PathBuf,
    file: File,
    rules: String,
    /// The number of valid bytes in the file; `values` is the number of valid values.
    bytes: u64,
    values: u64,
    _lock: Lock,
}

/// The contents of a manifest.
struct Manifest {
    values: u64,
    bytes: u64,
    mask: u32,
    alternating: bool,
    search_at: u64,
    certified: bool,
    sequence: u64,
}

impl Checkpoint {
    /// Opens or creates a folder.
    /// Returns the checkpoint and the saved state, if there is one, with the checksum of its values.
    ///
    /// The saved state takes at most `limit` bytes of memory.
    ///
    /// # Errors
    /// Fails with `refused` if the folder belongs to another game or version, was changed, or is in use by another
    /// process, with `limit` if the values exceed the limit, and with `io`.
    pub fn open(folder: &Path, rules: &str, limit: u64) -> Result<(Checkpoint, Option<(SequenceState, u64)>)> {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, FileOp::Create, &error))?;
        let lock = Lock::take(folder)?;
        let (manifest, path) = (folder.join("manifest"), folder.join("values"));
        let saved = if manifest.exists() { Some(read_manifest(&manifest, rules)?) } else { None };
        let state = match &saved {
            Some(saved) => Some((read_state(&path, saved, rules, limit)?, saved.sequence)),
            None => {
                write_atomic(&path, first_line(rules).as_bytes())?;
                None
            }
        };
        let (values, bytes) = saved.map_or((0, first_line(rules).len() as u64), |saved| (saved.values, saved.bytes));
        let open = || {
            let mut file = OpenOptions::new().write(true).open(&path)?;
            file.set_len(bytes)?;
            file.seek(SeekFrom::Start(bytes))?;
            Ok(file)
        };
        let file = open().map_err(|error| failed(&path, FileOp::Write, &error))?;
        let rules = rules.to_string();
        Ok((Checkpoint { manifest, path, file, rules, bytes, values, _lock: lock }, state))
    }

    /// Appends the new values of the sequence; either all of them become valid or none.
    ///
    /// # Errors
    /// Fails with `io`, for example if the disk is full. Data saved earlier remain valid.
    pub fn save(&mut self, sequence: &Sequence) -> Result<()> {
        let values = sequence.raw();
        let mut bytes = self.bytes;
        let mut from = self.values as usize;
        let mut out = vec![];
        let to = sequence.computed() as usize;
        let failed = |error: std::io::Error| {
            failed(&self.path, FileOp::Write, &error)
                .help(text!("the work saved so far is kept; run the same command again to continue"))
        };
        // A failed call may have written data after the valid part; overwrite them.
        self.file.seek(SeekFrom::Start(bytes)).map_err(failed)?;
        while from < to {
            let end = to.min(from + MAX_BLOCK_VALUES);
            let block: Vec<u32> = (from..end).map(|n| values.get(n)).collect();
            out.clear();
            encode(from as u64, &block, &mut out);
            self.file.write_all(&out).map_err(failed)?;
            bytes += out.len() as u64;
            from = end;
        }
        self.file.sync_data().map_err(failed)?;
        let header = sequence.state_header();
        let text = format!(
            "grundy sequence 1\nrules {}\nvalues {to}\nbytes {bytes}\nmask {}\nalternating {}\nsearch_at \
                {}\ncertified {}\nsequence {:016x}\n",
            self.rules,
            header.mask,
            u8::from(header.alternating),
            header.search_at,
            u8::from(sequence.certificate().is_some()),
            sequence.checksum(),
        );
        let sum = checksum(&[text.as_bytes()]);
        write_atomic(&self.manifest, format!("{text}checksum {sum:016x}\n").as_bytes())?;
        (self.bytes, self.values) = (bytes, to as u64);
        Ok(())
    }
}

fn read_manifest(path: &Path, rules: &str) -> Result<Manifest> {
    let bytes = crate::file_ops::read_regular(path).map_err(|error| failed(path, FileOp::Read, &error))?;
    let text = String::from_utf8_lossy(&bytes);
    let first: String = text.lines().next().unwrap_or("").chars().take(60).collect();
    if first != "grundy sequence 1" {
        return Err(refused(
            path,
            text!(
                "the file begins with `{first}`, but this program reads `{expected}`",
                first,
                expected = "grundy sequence 1"
            ),
        ));
    }
    let changed = || refused(path, text!("the checksum does not match: the file was changed"));
    let (body, sum) = text.rsplit_once("checksum ").ok_or_else(changed)?;
    if sum != format!("{:016x}\n", checksum(&[body.as_bytes()])) {
        return Err(changed());
    }
    let field = |name: &str| -> Result<&str> {
        let mut lines = body.lines();
        let found = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        found.ok_or_else(|| refused(path, text!("the entry `{name}` is missing", name)))
    };
    let number = |name: &str| -> Result<u64> {
        field(name)?.parse().map_err(|_| refused(path, text!("the entry `{name}` is not a number", name)))
    };
    let saved_rules = field("rules")?;
    if saved_rules != rules {
        let error = refused(path, text!("the checkpoint belongs to `{of}`, not to `{rules}`", of = saved_rules, rules));
        return Err(error.with_suggestion(Suggestion::Folder));
    }
    Ok(Manifest {
        values: number("values")?,
        bytes: number("bytes")?,
        mask: number("mask")? as u32,
        alternating: number("alternating")? == 1,
        search_at: number("search_at")?,
        certified: number("certified")? == 1,
        sequence: u64::from_str_radix(field("sequence")?, 16)
            .map_err(|_| refused(path, text!("the entry `sequence` is not a checksum")))?,
    })
}

fn read_state(path: &Path, manifest: &Manifest, rules: &str, limit: u64) -> Result<SequenceState> {
    let about = std::fs::metadata(path).map_err(|error| failed(path, FileOp::Read, &error))?;
    if about.len() < manifest.bytes {
        let why = text!(
            "the file has {about} bytes, but the manifest says {manifest}",
            about = about.len(),
            manifest = manifest.bytes
        );
        return Err(refused(path, why));
    }
    let mut file = ValueFile::open_up_to(path, manifest.bytes, true)?;
    if file.rules() != rules {
        return Err(refused(path, text!("the file belongs to `{file}`, not to `{rules}`", file = file.rules(), rules)));
    }
    if file.len() != manifest.values {
        let why = text!(
            "the file has {file} values, but the manifest says {manifest}",
            file = file.len(),
            manifest = manifest.values
        );
        return Err(refused(path, why));
    }
    let bits = file.bits();
    let width = if bits <= 8 {
        1
    } else if bits <= 16 {
        2
    } else {
        4
    };
    if u128::from(manifest.values) * width > u128::from(limit) {
        let message = text!(
            "the values of `{path}` take {manifest} bytes, but the memory limit is {limit}",
            path = path.display().to_string(),
            manifest = u128::from(manifest.values) * width,
            limit
        );
        return Err(Error::new(ErrorKind::Limit, message).with_suggestion(Suggestion::Memory(16 << 30)));
    }
    let length = manifest.values as usize;
    let values = match width {
        1 => {
            let mut list = Vec::with_capacity(length);
            file.for_each_block(|block| list.extend(block.iter().map(|&value| value as u8)))?;
            SequenceValues::Bytes(list)
        }
        2 => {
            let mut list = Vec::with_capacity(length);
            file.for_each_block(|block| list.extend(block.iter().map(|&value| value as u16)))?;
            SequenceValues::Words(list)
        }
        _ => {
            let mut list = Vec::with_capacity(length);
            file.for_each_block(|block| list.extend(block))?;
            SequenceValues::Longs(list)
        }
    };
    Ok(SequenceState {
        values,
        mask: manifest.mask,
        alternating: manifest.alternating,
        search_at: manifest.search_at,
        certified: manifest.certified,
    })
}
