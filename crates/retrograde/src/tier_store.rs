//! Who keeps the tiers that are solved.

use super::column::{Column, Tally};
use super::peers::Peers;
use super::stop::Stop;
use grundy_rules::Result;
use grundy_rules::indexed::{Slot, Tier, Tiers};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Who keeps the tiers that are solved, in memory or in files.
pub trait TierStore: Sync {
    /// Whether all tiers of a group are there.
    fn has(&self, group: &[Tier]) -> bool;

    /// The codes of a tier; `None` if it was not solved.
    ///
    /// # Errors
    /// `io` and `refused`.
    fn column(&self, tier: Tier) -> Result<Option<Arc<Column>>>;

    /// Takes the tiers of a group that is solved: all of them are there afterwards, or none. Their codes are to be asked for once, also
    /// by processes that keep nothing.
    ///
    /// # Errors
    /// `io`; those of the codes.
    fn commit(&self, tiers: &[(Tier, Tally)], codes: &mut Codes<'_>) -> Result<(), Stop>;

    /// Where a group may be kept that is larger than memory, and where checkpoints are.
    fn spill(&self) -> Option<&dyn Spill> {
        None
    }

    /// The processes that solve groups together, if there are several.
    fn peers(&self) -> Option<&dyn Peers> {
        None
    }
}

/// Gives the codes of the tiers of a group, tier by tier, each piece by piece in the order of its slots, to one who takes them: which
/// of the tiers, and the next piece of it.
pub type Codes<'a> = dyn FnMut(&mut dyn FnMut(usize, &Column) -> Result<()>) -> Result<(), Stop> + 'a;

/// Takes bytes, piece by piece.
pub type Take<'a> = dyn FnMut(&[u8]) -> Result<()> + 'a;

/// A checkpoint that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// What its file is called.
    pub name: String,
    /// How many bytes it has.
    pub bytes: u64,
}

/// Files by name, while a group is solved.
pub trait Spill: Sync {
    /// Reads from a place of a file; what is behind its end reads as zeros.
    ///
    /// # Errors
    /// `io`.
    fn read(&self, name: &str, at: u64, bytes: &mut [u8]) -> Result<()>;

    /// Writes at a place of a file, which is made if there is none.
    ///
    /// # Errors
    /// `io`.
    fn write(&self, name: &str, at: u64, bytes: &[u8]) -> Result<()>;

    /// Saves a checkpoint whole, under the number of its superstep: two are kept. Its bytes are given piece by piece.
    ///
    /// # Errors
    /// `io`; those of the pieces.
    fn save(&self, superstep: u32, pieces: &mut dyn FnMut(&mut Take<'_>) -> Result<(), Stop>) -> Result<(), Stop>;

    /// The latest checkpoint that is whole.
    ///
    /// # Errors
    /// `io`.
    fn saved(&self) -> Result<Option<Saved>>;

    /// Reads from a place of a checkpoint.
    ///
    /// # Errors
    /// `io`.
    fn load(&self, saved: &Saved, at: u64, bytes: &mut [u8]) -> Result<()>;

    /// Seconds between checkpoints.
    fn every(&self) -> u64;
}

/// The tiers that moves out of a group lead to.
pub struct Known {
    columns: Vec<(Tier, Arc<Column>)>,
}

impl Known {
    /// Those of a group, as far as they were solved.
    ///
    /// # Errors
    /// Those of the keeper.
    pub fn of(tiers: &dyn Tiers, group: &[Tier], keeper: &dyn TierStore) -> Result<Known> {
        let mut columns: Vec<(Tier, Arc<Column>)> = vec![];
        for tier in group.iter().flat_map(|&tier| tiers.after(tier)) {
            if !group.contains(&tier)
                && columns.iter().all(|&(one, _)| one != tier)
                && let Some(column) = keeper.column(tier)?
            {
                columns.push((tier, column));
            }
        }
        Ok(Known { columns })
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> u128 {
        self.columns.iter().map(|(_, column)| u128::from(column.len()) * u128::from(column.width())).sum()
    }

    /// The codes of a tier; `last` is where it was found the last time.
    #[inline]
    pub fn column(&self, tier: Tier, last: &mut usize) -> Option<&Column> {
        match self.columns.get(*last) {
            Some((one, column)) if *one == tier => Some(column),
            _ => {
                *last = self.columns.iter().position(|&(one, _)| one == tier)?;
                Some(&self.columns[*last].1)
            }
        }
    }
}

/// Tiers in memory.
#[derive(Debug, Default)]
pub struct InMemory {
    tiers: Mutex<BTreeMap<Tier, (Arc<Column>, Tally)>>,
}

impl InMemory {
    /// The code of a position; `None` if its tier was not solved.
    pub fn code(&self, slot: Slot) -> Option<u32> {
        let tiers = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        tiers.get(&slot.tier).map(|(column, _)| column.code(slot.at))
    }

    /// How many positions of all tiers are what.
    pub fn tally(&self) -> Tally {
        let mut all = Tally::default();
        let tiers = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        tiers.values().for_each(|(_, tally)| all.add(tally));
        all
    }

    /// How many bytes the tiers take.
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

    fn column(&self, tier: Tier) -> Result<Option<Arc<Column>>> {
        let tiers = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(tiers.get(&tier).map(|(column, _)| Arc::clone(column)))
    }

    fn commit(&self, tiers: &[(Tier, Tally)], codes: &mut Codes<'_>) -> Result<(), Stop> {
        let empty = |(_, tally): &(Tier, Tally)| Column::with_room(tally.slots, tally.longest.unwrap_or(0));
        let mut columns: Vec<Column> = tiers.iter().map(empty).collect();
        codes(&mut |k, piece| {
            columns[k].append(piece);
            Ok(())
        })?;
        let mut all = self.tiers.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(tiers.iter().zip(columns).map(|(&(tier, tally), column)| (tier, (Arc::new(column), tally))));
        Ok(())
    }
}
