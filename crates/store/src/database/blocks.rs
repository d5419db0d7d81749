//! A cache of recently unpacked blocks, because the positions of one query are in few blocks.

use super::file::TierFile;
use grundy_retrograde::TierCodes;
use grundy_rules::Result;
use std::sync::{Mutex, PoisonError};

/// The number of cached blocks; the hash of a block determines its index in the cache.
const MAX_CACHED_BLOCKS: usize = 64;

/// A cache for blocks of the tiers of a folder.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// For each cached block: the index of its tier, its block number, and its contents.
    cache: Mutex<Vec<Option<(usize, u32, TierCodes)>>>,
}

impl Blocks {
    /// Returns the code of a slot of the tier with this index.
    ///
    /// # Errors
    /// Returns the errors of [`TierFile::block`].
    pub fn code(&self, tier: usize, file: &TierFile, slot: u64) -> Result<u32> {
        let (block, within) = ((slot / file.slots_per_block()) as u32, slot % file.slots_per_block());
        let index = (tier.wrapping_mul(31).wrapping_add(block as usize)) % MAX_CACHED_BLOCKS;
        {
            let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(Some((cached_tier, cached_block, column))) = cache.get(index)
                && (*cached_tier, *cached_block) == (tier, block)
                && within < column.len()
            {
                return Ok(column.code(within));
            }
        }
        let column = file.block_column(block)?;
        let code = if within < column.len() { column.code(within) } else { return Err(file.damaged_error(block)) };
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        cache.resize_with(MAX_CACHED_BLOCKS, || None);
        cache[index] = Some((tier, block, column));
        Ok(code)
    }
}
