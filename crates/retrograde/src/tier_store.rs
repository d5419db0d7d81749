//! The interface for storing solved tiers, and a store in memory.

use super::group_error::GroupError;
use super::peers::Peers;
use super::tier_codes::{Tally, TierCodes};
use grundy_rules::Result;
use grundy_rules::indexed::{Slot, Tier, Tiers};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A store of solved tiers, in memory or in files.
pub trait TierStore: Sync {
    /// Reports whether all tiers of a group are stored.
    fn has(&self, group: &[Tier]) -> bool;

    /// Returns the codes of a tier; `None` if the tier is not stored.
    ///
    /// # Errors
    /// Fails if a stored tier cannot be read or is damaged.
    fn column(&self, tier: Tier) -> Result<Option<Arc<TierCodes>>>;

    /// Stores the tiers of a solved group atomically: all of them or none.
    ///
    /// Every process must call `codes` exactly once, even if it stores nothing.
    ///
    /// # Errors
    /// Fails with `io` if the tiers cannot be written; also returns the errors of `codes`.
    fn commit(&self, tiers: &[(Tier, Tally)], codes: &mut Codes<'_>) -> Result<(), GroupError>;

    /// Returns the storage for checkpoints and for groups that do not fit into memory, if there is one.
    fn spill(&self) -> Option<&dyn Spill> {
        None
    }

    /// Returns the processes that solve groups together, if there are several.
    fn peers(&self) -> Option<&dyn Peers> {
        None
    }
}

/// A function that streams each tier's codes in slot order to a callback, as (tier index, chunk).
pub type Codes<'a> = dyn FnMut(&mut dyn FnMut(usize, &TierCodes) -> Result<()>) -> Result<(), GroupError> + 'a;

/// A callback that receives bytes in chunks.
pub type Take<'a> = dyn FnMut(&[u8]) -> Result<()> + 'a;

/// A saved checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The name of the checkpoint file.
    pub name: String,
    /// The size of the checkpoint in bytes.
    pub bytes: u64,
}

/// The temporary files and checkpoints that are used while a group is solved.
pub trait Spill: Sync {
    /// Reads from byte `at` of a file; bytes beyond the end of the file read as zeros.
    ///
    /// # Errors
    /// Fails with `io` if the file cannot be read.
    fn read(&self, name: &str, at: u64, bytes: &mut [u8]) -> Result<()>;

    /// Writes at byte `at` of a file; creates the file if necessary.
    ///
    /// # Errors
    /// Fails with `io` if the file cannot be written.
    fn write(&self, name: &str, at: u64, bytes: &[u8]) -> Result<()>;

    /// Saves a checkpoint atomically from chunks of bytes, under the number of its superstep.
    ///
    /// The last two checkpoints are kept.
    ///
    /// # Errors
    /// Fails with `io` if the checkpoint cannot be written; also returns the errors of `pieces`.
    fn save(
        &self,
        superstep: u32,
        pieces: &mut dyn FnMut(&mut Take<'_>) -> Result<(), GroupError>,
    ) -> Result<(), GroupError>;

    /// Returns the latest complete checkpoint, if there is one.
    ///
    /// # Errors
    /// Fails with `io` if the folder of checkpoints cannot be read.
    fn saved(&self) -> Result<Option<Saved>>;

    /// Reads from byte `at` of a checkpoint.
    ///
    /// # Errors
    /// Fails with `io` if the checkpoint cannot be read.
    fn load(&self, saved: &Saved, at: u64, bytes: &mut [u8]) -> Result<()>;

    /// Returns the minimum number of seconds between checkpoints.
    fn checkpoint_seconds(&self) -> u64;
}

/// The codes of the tiers to which moves out of a group lead.
pub struct SolvedTiers {
    columns: Vec<(Tier, Arc<TierCodes>)>,
}

impl SolvedTiers {
    /// Loads the codes of the solved tiers to which moves out of a group lead.
    ///
    /// # Errors
    /// Returns the errors of the store.
    pub fn load(tiers: &dyn Tiers, group: &[Tier], tier_store: &dyn TierStore) -> Result<SolvedTiers> {
        let mut columns: Vec<(Tier, Arc<TierCodes>)> = vec![];
        for tier in group.iter().flat_map(|&tier| tiers.after(tier)) {
            if !group.contains(&tier)
                && columns.iter().all(|&(one, _)| one != tier)
                && let Some(column) = tier_store.column(tier)?
            {
                columns.push((tier, column));
            }
        }
        Ok(SolvedTiers { columns })
    }

    /// Returns the memory used by the columns in bytes.
    pub fn bytes(&self) -> u128 {
        self.columns.iter().map(|(_, column)| u128::from(column.len()) * u128::from(column.width())).sum()
    }

    /// Returns the codes of a tier, if they are loaded; `last` caches the index of the last tier found.
    #[inline]
    pub fn column(&self, tier: Tier, last: &mut usize) -> Option<&TierCodes> {
        match self.columns.get(*last) {
            Some((one, column)) if *one == tier => Some(column),
            _ => {
                *last = self.columns.iter().position(|&(one, _)| one == tier)?;
                Some(&self.columns[*last].1)
            }
        }
    }
}

/// A store of tiers in memory.
#[derive(Debug, Default)]
pub struct InMemory {
    tiers: Mutex<BTreeMap<Tier, (Arc<TierCodes>, Tally)>>,
}

impl InMemory {
    /// Returns the code of a position; `None` if its tier is not stored.
    pub fn code(&self, slot: Slot) -> Option<u32> {
        let tiers = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        tiers.get(&slot.tier).map(|(column, _)| column.code(slot.at))
    }

    /// Returns the tally of all tiers.
    pub fn tally(&self) -> Tally {
        let mut all = Tally::default();
        let tiers = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        tiers.values().for_each(|(_, tally)| all.add(tally));
        all
    }

    /// Returns the memory used by the tiers in bytes.
    pub fn bytes(&self) -> u64 {
        let tiers = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        tiers.values().map(|(column, _)| column.len() * u64::from(column.width())).sum()
    }
}

impl TierStore for InMemory {
    fn has(&self, group: &[Tier]) -> bool {
        let tiers = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        group.iter().all(|tier| tiers.contains_key(tier))
    }

    fn column(&self, tier: Tier) -> Result<Option<Arc<TierCodes>>> {
        let tiers = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(tiers.get(&tier).map(|(column, _)| Arc::clone(column)))
    }

    fn commit(&self, tiers: &[(Tier, Tally)], codes: &mut Codes<'_>) -> Result<(), GroupError> {
        let empty = |(_, tally): &(Tier, Tally)| TierCodes::with_slot_capacity(tally.slots, tally.longest.unwrap_or(0));
        let mut columns: Vec<TierCodes> = tiers.iter().map(empty).collect();
        codes(&mut |k, piece| {
            columns[k].append(piece);
            Ok(())
        })?;
        let mut all = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(tiers.iter().zip(columns).map(|(&(tier, tally), column)| (tier, (Arc::new(column), tally))));
        Ok(())
    }
}
