//! Files of sorted texts without duplicates, numbered from 0 and found by binary search.
//!
//! ```text
//! blocks   64 texts each; for each text, the number of bytes that it shares with the previous text: 2 bytes · the
//!          number of further bytes: 2 · the further bytes
//! footer   the offset of each block, and of the end of the last one: 8 bytes each · the checksum of each block: 4
//! tail     the number of texts: 8 · blocks: 4 · version: 4 · checksum of the rules: 8 · GRDK and zeros: 8 ·
//!          checksum of the footer and the tail: 8
//! ```
//! Numbers are little-endian. Checksums are XXH3, either all 64 bits or the lower 32.

use super::file::xxh3;
use super::positioned_io::read_at;
use crate::file_ops::{FileOp, failed, refused};
use grundy_lang::text;
use grundy_rules::{Error, Result};
use std::cmp::Ordering;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The number of texts in a block.
const TEXTS_PER_BLOCK: u64 = 64;
const VERSION: u32 = 1;
const MAGIC: &[u8; 8] = b"GRDK\0\0\0\0";
const TAIL: usize = 40;

/// A file of sorted texts.
#[derive(Debug)]
pub(super) struct SortedRun {
    path: PathBuf,
    file: File,
    starts: Vec<u64>,
    sums: Vec<u32>,
    len: u64,
    /// The first text of each block, if [`SortedRun::load_first_texts`] loaded them.
    ///
    /// With these texts in memory, finding a text reads a single block.
    firsts: OnceLock<Vec<Box<[u8]>>>,
}

/// A writer of a file of sorted texts.
pub(super) struct RunWriter {
    path: PathBuf,
    out: BufWriter<File>,
    block: Vec<u8>,
    last: Vec<u8>,
    starts: Vec<u64>,
    sums: Vec<u32>,
    firsts: Vec<Box<[u8]>>,
    len: u64,
    at: u64,
}

impl RunWriter {
    /// Creates a file.
    pub fn new(path: &Path) -> Result<RunWriter> {
        let opened = File::options().read(true).write(true).create(true).truncate(true).open(path);
        let file = opened.map_err(|error| failed(path, FileOp::Create, &error))?;
        Ok(RunWriter {
            path: path.to_path_buf(),
            out: BufWriter::new(file),
            block: vec![],
            last: vec![],
            starts: vec![],
            sums: vec![],
            firsts: vec![],
            len: 0,
            at: 0,
        })
    }

    /// Adds the next text, which must be greater than all previous ones.
    pub fn push(&mut self, text: &[u8]) -> Result<()> {
        if self.len.is_multiple_of(TEXTS_PER_BLOCK) {
            self.flush()?;
            self.starts.push(self.at);
            self.firsts.push(text.into());
            self.last.clear();
        }
        let shared = self.last.iter().zip(text).take_while(|(a, b)| a == b).count();
        self.block.extend((shared as u16).to_le_bytes());
        self.block.extend(((text.len() - shared) as u16).to_le_bytes());
        self.block.extend(&text[shared..]);
        self.last.clear();
        self.last.extend(text);
        self.len += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        if self.block.is_empty() {
            return Ok(());
        }
        self.out.write_all(&self.block).map_err(|error| failed(&self.path, FileOp::Write, &error))?;
        self.sums.push(xxh3(&self.block) as u32);
        self.at += self.block.len() as u64;
        self.block.clear();
        Ok(())
    }

    /// Writes the remaining texts.
    /// With `rules`, it also writes the index that is needed to open the file again.
    pub fn finish(mut self, rules: Option<u64>) -> Result<SortedRun> {
        self.flush()?;
        self.starts.push(self.at);
        let RunWriter { path, mut out, starts, sums, firsts, len, .. } = self;
        let failed = |error| failed(&path, FileOp::Write, &error);
        if let Some(rules) = rules {
            let mut tail: Vec<u8> = starts.iter().flat_map(|start| start.to_le_bytes()).collect();
            tail.extend(sums.iter().flat_map(|sum| sum.to_le_bytes()));
            tail.extend(len.to_le_bytes());
            tail.extend((sums.len() as u32).to_le_bytes());
            tail.extend(VERSION.to_le_bytes());
            tail.extend(rules.to_le_bytes());
            tail.extend(MAGIC);
            tail.extend(xxh3(&tail).to_le_bytes());
            out.write_all(&tail).map_err(failed)?;
        }
        let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
        if rules.is_some() {
            file.sync_all().map_err(failed)?;
        }
        let loaded_firsts = OnceLock::new();
        let _ = loaded_firsts.set(firsts);
        Ok(SortedRun { path, file, starts, sums, len, firsts: loaded_firsts })
    }
}

impl SortedRun {
    /// Opens a file that [`RunWriter::finish`] wrote with these rules.
    ///
    /// # Errors
    /// Fails with `refused` if the file has other rules or was changed, and with `io`.
    pub fn open(path: &Path, rules: u64) -> Result<SortedRun> {
        let file = crate::file_ops::open_regular(path).map_err(|error| failed(path, FileOp::Read, &error))?;
        let changed =
            || refused(path, text!("the file is not a list of positions written by this program, or it was changed"));
        let length = file.metadata().map_err(|error| failed(path, FileOp::Read, &error))?.len();
        let mut tail = [0; TAIL];
        let body_length = length.checked_sub(TAIL as u64).ok_or_else(changed)?;
        read_at(&file, body_length, &mut tail).map_err(|error| failed(path, FileOp::Read, &error))?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
        let (len, blocks) = (number(&tail[..8]), number(&tail[8..12]));
        let size = 8 * (blocks + 1) + 4 * blocks;
        let is_valid = number(&tail[12..16]) == u64::from(VERSION) && tail[24..32] == *MAGIC;
        if !is_valid || size > body_length || len.div_ceil(TEXTS_PER_BLOCK) != blocks {
            return Err(changed());
        }
        let mut footer = vec![0; size as usize];
        read_at(&file, body_length - size, &mut footer).map_err(|error| failed(path, FileOp::Read, &error))?;
        footer.extend(&tail[..TAIL - 8]);
        if xxh3(&footer) != number(&tail[TAIL - 8..]) {
            return Err(changed());
        }
        if number(&tail[16..24]) != rules {
            return Err(refused(path, text!("the file belongs to other rules")));
        }
        let split = 8 * (blocks as usize + 1);
        let starts: Vec<u64> = footer[..split].chunks_exact(8).map(number).collect();
        let sums = footer[split..size as usize].chunks_exact(4).map(|bytes| number(bytes) as u32).collect();
        let is_consistent = starts.last() == Some(&(body_length - size)) && starts.is_sorted();
        if !is_consistent {
            return Err(changed());
        }
        Ok(SortedRun { path: path.to_path_buf(), file, starts, sums, len, firsts: OnceLock::new() })
    }

    /// Returns the number of texts.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns the size of the blocks in bytes.
    pub fn block_bytes(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Returns the approximate memory use in bytes after the first texts are loaded.
    pub fn memory_bytes(&self) -> u64 {
        let each = self.block_bytes() / self.len.max(1) + 48;
        self.sums.len() as u64 * each
    }

    /// Loads the first text of each block into memory.
    pub fn load_first_texts(&self) -> Result<()> {
        if self.firsts.get().is_none() {
            let firsts: Result<Vec<Box<[u8]>>> = (0..self.sums.len()).map(|block| self.first_text(block)).collect();
            let _ = self.firsts.set(firsts?);
        }
        Ok(())
    }

    fn damaged(&self, block: usize) -> Error {
        refused(&self.path, text!("block {block} of the list of positions is damaged", block))
    }

    /// Calls `visit` with the texts of a block in order, until it returns `false`.
    fn scan(&self, block: usize, visit: &mut dyn FnMut(&[u8]) -> bool) -> Result<()> {
        let (from, to) = (self.starts[block], self.starts[block + 1]);
        let mut bytes = vec![0; (to - from) as usize];
        read_at(&self.file, from, &mut bytes).map_err(|error| failed(&self.path, FileOp::Read, &error))?;
        if xxh3(&bytes) as u32 != self.sums[block] {
            return Err(self.damaged(block));
        }
        let (mut text, mut rest) = (vec![], &bytes[..]);
        while let [a, b, c, d, after_header @ ..] = rest {
            let (shared, added) =
                (usize::from(u16::from_le_bytes([*a, *b])), usize::from(u16::from_le_bytes([*c, *d])));
            if text.len() < shared || after_header.len() < added {
                return Err(self.damaged(block));
            }
            text.truncate(shared);
            text.extend_from_slice(&after_header[..added]);
            if !visit(&text) {
                return Ok(());
            }
            rest = &after_header[added..];
        }
        Ok(())
    }

    /// Returns the texts of a block.
    pub fn block(&self, block: usize) -> Result<Vec<Vec<u8>>> {
        let mut texts = vec![];
        self.scan(block, &mut |text| {
            texts.push(text.to_vec());
            true
        })?;
        Ok(texts)
    }

    fn first_text(&self, block: usize) -> Result<Box<[u8]>> {
        let mut first = None;
        self.scan(block, &mut |text| {
            first = Some(text.into());
            false
        })?;
        first.ok_or_else(|| self.damaged(block))
    }

    /// Returns the only block that may contain a text; `None` if the text precedes all texts.
    fn block_for(&self, text: &[u8]) -> Result<Option<usize>> {
        if let Some(firsts) = self.firsts.get() {
            return Ok(firsts.partition_point(|first| **first <= *text).checked_sub(1));
        }
        let (mut low, mut high) = (0, self.sums.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if *self.first_text(middle)? <= *text { low = middle + 1 } else { high = middle }
        }
        Ok(low.checked_sub(1))
    }

    /// Returns the number of a text; `None` if the run does not contain the text.
    pub fn find(&self, text: &[u8]) -> Result<Option<u64>> {
        let Some(block) = self.block_for(text)? else { return Ok(None) };
        let (mut at, mut found) = (block as u64 * TEXTS_PER_BLOCK, false);
        self.scan(block, &mut |one| {
            found = one == text;
            at += u64::from(one < text);
            one < text
        })?;
        Ok(found.then_some(at))
    }

    /// Returns the text with this number, which must be below [`SortedRun::len`].
    pub fn text(&self, number: u64) -> Result<Vec<u8>> {
        let (block, mut left) = ((number / TEXTS_PER_BLOCK) as usize, number % TEXTS_PER_BLOCK);
        let mut found = None;
        self.scan(block, &mut |text| {
            if left == 0 {
                found = Some(text.to_vec());
            }
            left = left.wrapping_sub(1);
            found.is_none()
        })?;
        found.ok_or_else(|| self.damaged(block))
    }

    /// Iterates over the texts from this number on.
    pub fn walk_from(&self, number: u64) -> Result<RunTexts<'_>> {
        let mut walk = RunTexts { run: self, block: (number / TEXTS_PER_BLOCK) as usize, texts: vec![].into_iter() };
        for _ in 0..number % TEXTS_PER_BLOCK {
            walk.next()?;
        }
        Ok(walk)
    }

    /// Deletes the file.
    pub fn remove(self) {
        let _ = std::fs::remove_file(&self.path);
    }

    /// Iterates over all texts in order.
    pub fn walk(&self) -> RunTexts<'_> {
        RunTexts { run: self, block: 0, texts: vec![].into_iter() }
    }
}

/// An iterator over the texts of a run.
pub(super) struct RunTexts<'a> {
    run: &'a SortedRun,
    block: usize,
    texts: std::vec::IntoIter<Vec<u8>>,
}

impl RunTexts<'_> {
    /// Returns the next text; `None` at the end of the run.
    pub fn next(&mut self) -> Result<Option<Vec<u8>>> {
        if let Some(text) = self.texts.next() {
            return Ok(Some(text));
        }
        if self.block == self.run.sums.len() {
            return Ok(None);
        }
        self.texts = self.run.block(self.block)?.into_iter();
        self.block += 1;
        Ok(self.texts.next())
    }
}

/// Calls `visit` with the texts of several runs in order, without duplicates.
pub(super) fn merge_runs(runs: &[SortedRun], visit: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
    let mut walks: Vec<RunTexts<'_>> = runs.iter().map(SortedRun::walk).collect();
    let mut heads: Vec<Option<Vec<u8>>> = walks.iter_mut().map(RunTexts::next).collect::<Result<_>>()?;
    // The least text is found by linear search, because there are few runs.
    while let Some(least) = heads.iter().flatten().min().cloned() {
        visit(&least)?;
        for (head, walk) in heads.iter_mut().zip(&mut walks) {
            if head.as_deref() == Some(&least[..]) {
                *head = walk.next()?;
            }
        }
    }
    Ok(())
}

/// A reader that looks up texts in ascending order, and keeps the block that it read last.
pub(super) struct SortedTextReader<'a> {
    run: &'a SortedRun,
    block: Option<usize>,
    texts: Vec<Vec<u8>>,
}

impl<'a> SortedTextReader<'a> {
    pub fn new(run: &'a SortedRun) -> SortedTextReader<'a> {
        SortedTextReader { run, block: None, texts: vec![] }
    }

    /// Reports whether the run contains a text.
    pub fn contains(&mut self, text: &[u8]) -> Result<bool> {
        let within = |texts: &[Vec<u8>]| match (texts.first(), texts.last()) {
            (Some(first), Some(last)) => {
                first[..].cmp(text) != Ordering::Greater && last[..].cmp(text) != Ordering::Less
            }
            _ => false,
        };
        if !within(&self.texts) {
            let found_block = self.run.block_for(text)?;
            let Some(block) = found_block else { return Ok(false) };
            if self.block != found_block {
                self.texts = self.run.block(block)?;
                self.block = found_block;
            }
        }
        Ok(self.texts.binary_search_by(|one| one[..].cmp(text)).is_ok())
    }
}
