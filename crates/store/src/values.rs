//! Value files: sequences in blocks of up to 65,536 values.
//! Each block is bit-packed with the number of bits of its largest value.
//!
//! ```text
//! file    `grundy values 1 RULES` and a line break, then blocks
//! block   first heap: 8 bytes · number of values: 4 · bits per value: 4 · FNV-1a checksum of all other fields: 8 ·
//!         the values without gaps, lowest bit first, followed by zero bits up to a whole byte
//! ```
//! All numbers are little-endian. Blocks follow one another without gaps, and the first one starts at heap 0.

use crate::file_ops::{FileOp, checksum, failed, refused};
use grundy_lang::text;
use grundy_rules::Result;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The largest number of values in a block.
pub(crate) const MAX_BLOCK_VALUES: usize = 1 << 16;
/// The size of the header of a block in bytes.
const HEADER_BYTES: usize = 24;

/// Returns the first line of a value file.
pub(crate) fn first_line(rules: &str) -> String {
    format!("grundy values 1 {rules}\n")
}

/// Encodes a block with the values of heaps from `first` on, and appends it to `out`.
pub(crate) fn encode(first: u64, values: &[u32], out: &mut Vec<u8>) {
    let bits = 32 - values.iter().fold(0, |all, value| all | value).leading_zeros();
    let mut packed = Vec::with_capacity(values.len() * bits as usize / 8 + 1);
    let (mut word, mut filled) = (0u64, 0);
    for &value in values {
        word |= u64::from(value) << filled;
        filled += bits;
        while filled >= 8 {
            packed.push(word as u8);
            word >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        packed.push(word as u8);
    }
    let mut header = [0; 16];
    header[..8].copy_from_slice(&first.to_le_bytes());
    header[8..12].copy_from_slice(&(values.len() as u32).to_le_bytes());
    header[12..].copy_from_slice(&bits.to_le_bytes());
    out.extend(header);
    out.extend(checksum(&[&header, &packed]).to_le_bytes());
    out.extend(packed);
}

/// The location and size of a block.
#[derive(Clone, Copy, Debug)]
struct BlockLocation {
    first: u64,
    count: u32,
    bits: u32,
    /// The offset of the block's header in the file.
    at: u64,
}

impl BlockLocation {
    fn packed_bytes(self) -> usize {
        (self.count as usize * self.bits as usize).div_ceil(8)
    }
}

/// A value file with random access to its values.
#[derive(Debug)]
pub struct ValueFile {
    path: PathBuf,
    file: File,
    rules: String,
    blocks: Vec<BlockLocation>,
    /// The block that was read last, and its values.
    cached_block: Option<(usize, Vec<u32>)>,
}

impl ValueFile {
    /// Opens a file; ignores an incomplete last block.
    ///
    /// # Errors
    /// Fails with `refused` if the file is not a value file or has another version, and with `io` if it cannot be read.
    pub fn open(path: &Path) -> Result<ValueFile> {
        let length = std::fs::metadata(path).map_err(|error| failed(path, FileOp::Read, &error))?.len();
        ValueFile::open_up_to(path, length, false)
    }

    /// Opens the first `length` bytes of a file.
    ///
    /// If `must_be_complete` is true, they must consist of complete blocks.
    pub(crate) fn open_up_to(path: &Path, length: u64, must_be_complete: bool) -> Result<ValueFile> {
        let mut file = crate::file_ops::open_regular(path).map_err(|error| failed(path, FileOp::Read, &error))?;
        let io = |error: std::io::Error| failed(path, FileOp::Read, &error);
        let mut start = vec![];
        (&mut file).take(length.min(1 << 16)).read_to_end(&mut start).map_err(io)?;
        let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let text = std::str::from_utf8(line).unwrap_or("");
        let Some(rules) = text.strip_prefix("grundy values 1 ").filter(|_| line.len() < start.len()) else {
            return Err(refused(path, text!("the first line is not `grundy values 1 ...`")));
        };
        let rules = rules.to_string();
        let (mut at, mut next) = (line.len() as u64 + 1, 0);
        let mut blocks: Vec<BlockLocation> = vec![];
        while at < length {
            let mut head = [0; HEADER_BYTES];
            let rest = length - at;
            let found = if rest < HEADER_BYTES as u64 {
                None
            } else {
                file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut head)).map_err(io)?;
                let number = |from: usize| u32::from_le_bytes([0, 1, 2, 3].map(|k| head[from + k]));
                let first = u64::from(number(0)) | u64::from(number(4)) << 32;
                let block = BlockLocation { first, count: number(8), bits: number(12), at };
                let is_valid =
                    first == next && block.count > 0 && block.count as usize <= MAX_BLOCK_VALUES && block.bits <= 32;
                if !is_valid {
                    return Err(refused(path, text!("the block at byte {at} is invalid", at)));
                }
                Some(block).filter(|block| HEADER_BYTES as u64 + block.packed_bytes() as u64 <= rest)
            };
            match found {
                Some(block) => {
                    at += (HEADER_BYTES + block.packed_bytes()) as u64;
                    next += u64::from(block.count);
                    blocks.push(block);
                }
                None if must_be_complete => {
                    return Err(refused(path, text!("the block at byte {at} is truncated", at)));
                }
                None => break,
            }
        }
        Ok(ValueFile { path: path.to_path_buf(), file, rules, blocks, cached_block: None })
    }

    /// Returns the rules of the game as text.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Returns the number of values.
    pub fn len(&self) -> u64 {
        self.blocks.last().map_or(0, |block| block.first + u64::from(block.count))
    }

    /// Reports whether the file has no values.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns the number of bits of the largest value.
    pub(crate) fn bits(&self) -> u32 {
        self.blocks.iter().map(|block| block.bits).max().unwrap_or(0)
    }

    /// Returns the value of the heap `n`; `None` if it is not in the file.
    ///
    /// # Errors
    /// Fails with `refused` if the block was changed, and with `io` if it cannot be read.
    pub fn get(&mut self, n: u64) -> Result<Option<u32>> {
        if n >= self.len() {
            return Ok(None);
        }
        let number = self.blocks.partition_point(|block| block.first <= n) - 1;
        let first = self.blocks[number].first;
        Ok(self.block(number)?.get((n - first) as usize).copied())
    }

    /// Calls `visit` with the values of each block.
    pub(crate) fn for_each_block(&mut self, mut visit: impl FnMut(&[u32])) -> Result<()> {
        for number in 0..self.blocks.len() {
            visit(self.block(number)?);
        }
        Ok(())
    }

    fn block(&mut self, number: usize) -> Result<&[u32]> {
        if self.cached_block.as_ref().is_none_or(|(last, _)| *last != number) {
            let block = self.blocks[number];
            let mut bytes = vec![0; HEADER_BYTES + block.packed_bytes()];
            let read = self.file.seek(SeekFrom::Start(block.at)).and_then(|_| self.file.read_exact(&mut bytes));
            read.map_err(|error| failed(&self.path, FileOp::Read, &error))?;
            let (header, packed) = bytes.split_at(HEADER_BYTES);
            if header[16..] != checksum(&[&header[..16], packed]).to_le_bytes() {
                let last = block.first + u64::from(block.count) - 1;
                let why = text!("the checksum of heaps {block} to {last} does not match", block = block.first, last);
                return Err(refused(&self.path, why));
            }
            self.cached_block = Some((number, decode(packed, block.count as usize, block.bits)));
        }
        Ok(self.cached_block.as_ref().map_or(&[], |(_, values)| values))
    }
}

fn decode(packed: &[u8], count: usize, bits: u32) -> Vec<u32> {
    let mask = (1u64 << bits) - 1;
    let (mut word, mut filled, mut bytes) = (0u64, 0, packed.iter());
    let value = |_| {
        while filled < bits {
            word |= u64::from(bytes.next().copied().unwrap_or(0)) << filled;
            filled += 8;
        }
        let value = (word & mask) as u32;
        word >>= bits;
        filled -= bits;
        value
    };
    (0..count).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_every_width_are_read_as_written() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 32) as u32
        };
        let path = std::env::temp_dir().join(format!("grundy-values-{}", std::process::id()));
        let (mut all, mut bytes) = (vec![], first_line("nim").into_bytes());
        for bits in (0..=32).chain([3, 0, 9]) {
            let count = 1 + next() as usize % 100;
            let values: Vec<u32> = (0..count).map(|_| (u64::from(next()) & ((1u64 << bits) - 1)) as u32).collect();
            encode(all.len() as u64, &values, &mut bytes);
            all.extend(values);
        }
        std::fs::write(&path, &bytes).unwrap();
        let mut file = ValueFile::open(&path).unwrap();
        assert_eq!((file.len(), file.rules()), (all.len() as u64, "nim"));
        for n in (0..all.len()).rev().chain([7, 700]) {
            assert_eq!(file.get(n as u64).unwrap(), Some(all[n]), "{n}");
        }
        assert_eq!(file.get(all.len() as u64).unwrap(), None);
        // An incomplete last block is ignored, but a changed one is refused.
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(ValueFile::open(&path).unwrap().len() < all.len() as u64);
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let mut file = ValueFile::open(&path).unwrap();
        assert!(file.get(all.len() as u64 - 1).unwrap_err().message.to_string().contains("checksum"));
        std::fs::remove_file(&path).unwrap();
    }
}
