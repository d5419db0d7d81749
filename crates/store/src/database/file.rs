//! The file of a tier: a header of 256 bytes, separately compressed blocks, and an index of the blocks.
//!
//! ```text
//! header   GRDB: 4 bytes · version: 4 · checksum of the rules: 8 · tier: 4 · bytes per slot: 1 · level: 1 ·
//!          unused: 2 · slots: 8 · bytes per block: 4 · blocks: 4 · offset of the end of the blocks: 8 · name of the
//!          tier: 32, padded with zeros · zeros · checksum of the header: 8
//! blocks   a zstd frame for each block of 4096 bytes; the last block may be shorter. At level 0 the blocks are
//!          stored uncompressed
//! footer   the offset of each frame, and of the end of the last one: 5 bytes each · the checksum of each frame: 4 ·
//!          the checksum of the footer: 8
//! ```
//! Numbers are little-endian. Checksums are XXH3, either all 64 bits or the lower 32.

use super::mapped::Mapped;
use super::positioned_io::read_at;
use crate::file_ops::{FileOp, failed, refused};
use grundy_lang::text;
use grundy_retrograde::TierCodes;
use grundy_rules::{Error, Result};
use std::cell::RefCell;
use std::fs::File;
use std::hash::Hasher;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;
use zstd::bulk::Decompressor;

/// The uncompressed size of a block in bytes.
pub(super) const BLOCK_BYTES: usize = 4096;
pub(super) const HEADER: usize = 256;
/// The level of blocks that are not compressed.
pub(super) const UNCOMPRESSED: u8 = 0;
const MAGIC: &[u8; 4] = b"GRDB";
const VERSION: u32 = 1;
const NAME: std::ops::Range<usize> = 48..80;

/// Returns the XXH3 checksum of bytes.
pub(super) fn xxh3(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// The header of the file of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub rules: u64,
    pub tier: u32,
    pub width: u8,
    pub level: u8,
    pub slots: u64,
    pub blocks: u32,
    /// The offset at which the blocks end.
    pub end: u64,
    pub name: String,
}

impl Header {
    fn to_bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..4].copy_from_slice(MAGIC);
        bytes[4..8].copy_from_slice(&VERSION.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.rules.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.tier.to_le_bytes());
        (bytes[20], bytes[21]) = (self.width, self.level);
        bytes[24..32].copy_from_slice(&self.slots.to_le_bytes());
        bytes[32..36].copy_from_slice(&(BLOCK_BYTES as u32).to_le_bytes());
        bytes[36..40].copy_from_slice(&self.blocks.to_le_bytes());
        bytes[40..48].copy_from_slice(&self.end.to_le_bytes());
        let name = &self.name.as_bytes()[..self.name.len().min(NAME.len())];
        bytes[NAME.start..NAME.start + name.len()].copy_from_slice(name);
        let sum = xxh3(&bytes[..HEADER - 8]);
        bytes[HEADER - 8..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8; HEADER]) -> Option<Header> {
        let number = |at: usize, length: usize| {
            bytes[at..at + length].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        let is_valid = &bytes[..4] == MAGIC
            && number(4, 4) == u64::from(VERSION)
            && number(32, 4) == BLOCK_BYTES as u64
            && number(HEADER - 8, 8) == xxh3(&bytes[..HEADER - 8]);
        let name: Vec<u8> = bytes[NAME].iter().copied().take_while(|&byte| byte != 0).collect();
        is_valid.then(|| Header {
            rules: number(8, 8),
            tier: number(16, 4) as u32,
            width: bytes[20],
            level: bytes[21],
            slots: number(24, 8),
            blocks: number(36, 4) as u32,
            end: number(40, 8),
            name: String::from_utf8_lossy(&name).into_owned(),
        })
    }
}

/// A writer of the file of a tier: codes are added in batches and written to a file or to memory.
pub(super) struct Packer<'a, F> {
    out: F,
    header: Header,
    compressor: zstd::bulk::Compressor<'a>,
    /// The data that do not fill a block yet.
    pending: Vec<u8>,
    /// The offsets of the frames, five bytes each.
    starts: Vec<u8>,
    sums: Vec<u8>,
}

impl<F: Write + Seek> Packer<'_, F> {
    /// Starts the file of a tier with codes of `width` bytes and a compression level.
    pub fn new(
        mut out: F,
        rules: u64,
        tier: u32,
        name: &str,
        width: u8,
        level: u8,
    ) -> std::io::Result<Packer<'static, F>> {
        let mut compressor = zstd::bulk::Compressor::new(level.into())?;
        // Frames contain neither their length nor a checksum, because both are in the footer.
        compressor.include_checksum(false)?;
        out.write_all(&[0; HEADER])?;
        let (slots, blocks, end) = (0, 0, HEADER as u64);
        let header = Header { rules, tier, width, level, slots, blocks, end, name: name.to_string() };
        Ok(Packer { out, header, compressor, pending: vec![], starts: vec![], sums: vec![] })
    }

    /// Adds the codes of the next slots.
    pub fn add(&mut self, piece: &TierCodes) -> std::io::Result<()> {
        let slots_per_block = BLOCK_BYTES / usize::from(self.header.width);
        let slots = piece.len() as usize;
        let mut from = 0;
        while from < slots {
            let missing = slots_per_block - self.pending.len() / usize::from(self.header.width);
            let to = slots.min(from + missing);
            self.pending.extend(piece.bytes(from..to));
            self.header.slots += (to - from) as u64;
            if to - from == missing {
                self.write_block()?;
            }
            from = to;
        }
        Ok(())
    }

    /// Writes the collected data as a block.
    fn write_block(&mut self) -> std::io::Result<()> {
        let block = std::mem::take(&mut self.pending);
        let frame = if self.header.level == UNCOMPRESSED { block } else { self.compressor.compress(&block)? };
        self.starts.extend(&self.header.end.to_le_bytes()[..5]);
        self.sums.extend((xxh3(&frame) as u32).to_le_bytes());
        self.header.blocks += 1;
        self.header.end += frame.len() as u64;
        self.out.write_all(&frame)
    }

    /// Writes the remaining data, the footer and the header.
    pub fn finish(mut self) -> std::io::Result<F> {
        if !self.pending.is_empty() {
            self.write_block()?;
        }
        self.starts.extend(&self.header.end.to_le_bytes()[..5]);
        self.starts.extend(&self.sums);
        self.out.write_all(&self.starts)?;
        self.out.write_all(&xxh3(&self.starts).to_le_bytes())?;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&self.header.to_bytes())?;
        Ok(self.out)
    }
}

/// Returns the file of a tier as bytes.
pub(super) fn packed_bytes(
    rules: u64,
    tier: u32,
    name: &str,
    column: &TierCodes,
    level: u8,
) -> std::io::Result<Vec<u8>> {
    let mut packer = Packer::new(Cursor::new(vec![]), rules, tier, name, column.width(), level)?;
    packer.add(column)?;
    Ok(packer.finish()?.into_inner())
}

/// Returns the length of a file and its checksum.
pub(super) fn length_and_checksum(path: &Path) -> std::io::Result<(u64, u64)> {
    let (mut file, mut sum, mut length) = (crate::file_ops::open_regular(path)?, XxHash3_64::with_seed(0), 0);
    let mut bytes = vec![0; 1 << 18];
    loop {
        let read = file.read(&mut bytes)?;
        if read == 0 {
            return Ok((length, sum.finish()));
        }
        length += read as u64;
        sum.write(&bytes[..read]);
    }
}

thread_local! {
    /// The decompressor of this thread.
    /// The decompressor is reused, because creating one takes longer than unpacking a block.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Unpacks a frame of `length` bytes; `None` if it is damaged.
fn unpack_frame(frame: &[u8], length: usize) -> Option<Vec<u8>> {
    DECOMPRESSOR.with_borrow_mut(|slot| {
        let decompressor = match slot {
            Some(decompressor) => decompressor,
            none => none.insert(Decompressor::new().ok()?),
        };
        decompressor.decompress(frame, length).ok().filter(|bytes| bytes.len() == length)
    })
}

/// An open file of a tier.
#[derive(Debug)]
pub(super) struct TierFile {
    path: PathBuf,
    file: File,
    pub header: Header,
    /// The offsets of the frames, followed by their checksums.
    footer: Vec<u8>,
    /// The memory map of the blocks, if they are not compressed and the system can map the file.
    mapped: Option<Mapped>,
}

impl TierFile {
    /// Opens the file of a tier, whose header must state these rules, this tier and this number of slots.
    ///
    /// # Errors
    /// Fails with `refused` if the file has another header or is damaged, and with `io`.
    pub fn open(path: &Path, rules: u64, tier: u32, slots: u64) -> Result<TierFile> {
        let read = |error| failed(path, FileOp::Read, &error);
        let file = crate::file_ops::open_regular(path).map_err(read)?;
        let mut bytes = [0; HEADER];
        let foreign =
            || refused(path, text!("the file is not a tier file written by this program, or its header was changed"));
        read_at(&file, 0, &mut bytes).map_err(|_| foreign())?;
        let header = Header::read(&bytes).ok_or_else(foreign)?;
        if header.rules != rules || header.tier != tier || header.slots != slots {
            return Err(refused(path, text!("the file belongs to other rules, or to tier {tier}", tier = header.name)));
        }
        let footer = 5 * (u64::from(header.blocks) + 1) + 4 * u64::from(header.blocks) + 8;
        let expected_length = header.end.saturating_add(footer);
        let length = file.metadata().map_err(read)?.len();
        if length != expected_length {
            let why = text!(
                "tier {tier} has {length} bytes instead of {whole}",
                tier = header.name,
                length,
                whole = expected_length
            );
            return Err(refused(path, why));
        }
        let mut footer = vec![0; footer as usize];
        read_at(&file, header.end, &mut footer).map_err(read)?;
        let sum = footer.split_off(footer.len() - 8);
        if sum != xxh3(&footer).to_le_bytes() {
            let why = text!("the block list of tier {tier} is damaged", tier = header.name);
            return Err(refused(path, why));
        }
        let plain = slots.checked_mul(header.width.into()).and_then(|bytes| bytes.checked_add(HEADER as u64));
        let is_uncompressed = header.level == UNCOMPRESSED && plain == Some(header.end);
        let mapped = if is_uncompressed { Mapped::from_file(&file, &header) } else { None };
        Ok(TierFile { path: path.to_path_buf(), file, header, footer, mapped })
    }

    /// Returns the number of slots of a block.
    pub fn slots_per_block(&self) -> u64 {
        (BLOCK_BYTES / usize::from(self.header.width.max(1))) as u64
    }

    /// Returns the start and end offsets of a frame and its checksum; `None` if there is no such frame.
    fn frame(&self, block: u32) -> Option<(u64, u64, u32)> {
        let (at, sums) = (5 * block as usize, 5 * (self.header.blocks as usize + 1));
        let offsets = self.footer[..sums].get(at..at + 10)?;
        let sum = self.footer.get(sums + 4 * block as usize..)?.first_chunk()?;
        let offset =
            |at: usize| offsets[at..at + 5].iter().rev().fold(0, |offset, &byte| offset << 8 | u64::from(byte));
        Some((offset(0), offset(5), u32::from_le_bytes(*sum)))
    }

    /// Unpacks a block.
    ///
    /// # Errors
    /// Fails with `refused`, and names the tier and the block, if the block is damaged; and with `io`.
    pub fn block(&self, block: u32) -> Result<Vec<u8>> {
        let damaged = || self.damaged_error(block);
        let (from, to, sum) = self.frame(block).ok_or_else(damaged)?;
        if !(HEADER as u64..=self.header.end).contains(&from) || to < from || to - from > 2 * BLOCK_BYTES as u64 {
            return Err(damaged());
        }
        let mut frame = vec![0; (to - from) as usize];
        read_at(&self.file, from, &mut frame).map_err(|error| failed(&self.path, FileOp::Read, &error))?;
        if xxh3(&frame) as u32 != sum {
            return Err(damaged());
        }
        let first = u64::from(block) * self.slots_per_block();
        let slots = self.header.slots.saturating_sub(first).min(self.slots_per_block());
        let length = slots as usize * usize::from(self.header.width);
        let bytes = if self.header.level == UNCOMPRESSED {
            Some(frame).filter(|frame| frame.len() == length)
        } else {
            unpack_frame(&frame, length)
        };
        bytes.ok_or_else(damaged)
    }

    /// Returns the error for a damaged block.
    pub fn damaged_error(&self, block: u32) -> Error {
        refused(&self.path, text!("block {block} of tier {tier} is damaged", block, tier = &self.header.name))
    }

    /// Unpacks all blocks into one column.
    ///
    /// # Errors
    /// Returns the errors of [`TierFile::block`].
    pub fn column(&self) -> Result<TierCodes> {
        let mut bytes = Vec::with_capacity(self.header.slots as usize * usize::from(self.header.width));
        for block in 0..self.header.blocks {
            bytes.extend(self.block(block)?);
        }
        TierCodes::from_bytes(bytes, self.header.width).ok_or_else(|| self.damaged_error(0))
    }

    /// Returns the code of a slot from the memory map.
    ///
    /// Returns `None` if the file is not mapped, or if the checksum of the block is not verified yet.
    #[inline]
    pub fn mapped_code(&self, slot: u64) -> Option<u32> {
        self.mapped.as_ref()?.code(slot)
    }

    /// Returns the codes of a block; marks its checksum as verified in the memory map.
    ///
    /// # Errors
    /// Returns the errors of [`TierFile::block`].
    pub fn block_column(&self, block: u32) -> Result<TierCodes> {
        let bytes = self.block(block)?;
        if let Some(mapped) = &self.mapped {
            mapped.mark_verified(block);
        }
        TierCodes::from_bytes(bytes, self.header.width).ok_or_else(|| self.damaged_error(block))
    }
}
