//! The arena, which stores every value once, in canonical form, with all options in one pool.

use super::limit::Meter;
use super::memos::MemoTables;
use super::signature::Signature;
use super::{ArenaLimits, Dyadic, NumberUpsStar, ValueLimit, number_ups_star};
use crate::CompactSort;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// The index of a value in its [`ValueArena`]; equal games have equal indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(super) u32);

impl Value {
    /// The value 0, which every arena contains.
    pub const ZERO: Value = Value(0);

    /// Returns the index of the value in its arena, in which equal values have equal indices.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The marker of a missing index.
pub(super) const NO_INDEX: u32 = u32::MAX;

/// The data of one value.
pub(super) struct ArenaEntry {
    pub signature: Signature,
    /// The index in `numbers_ups_stars`, if the value is a number + ups + star; otherwise `NO_INDEX`.
    number_ups_star_index: u32,
    /// The offset of the value's options in the pool, or `NO_INDEX` if they are not created yet.
    ///
    /// The sorted left options come first, then the sorted right options.
    offset: u32,
    left_count: u16,
    right_count: u16,
    hash: u32,
    pub negative: u32,
    /// Cached comparisons with the form that is being made canonical, tagged with the number of that form.
    pub compared: u32,
}

/// An arena of values of short games in canonical form.
///
/// ```
/// use grundy_value::{Value, ValueArena};
/// let mut values = ValueArena::new();
/// let star = values.nimber(1)?;
/// let up = values.value_from_options(&[Value::ZERO], &[star])?;
/// assert_eq!(values.add(star, star)?, Value::ZERO);
/// assert!(values.le(Value::ZERO, up)? && !values.le(star, up)?);
/// # Ok::<(), grundy_value::ValueLimit>(())
/// ```
pub struct ValueArena {
    pub(super) meter: Meter,
    pub(super) entries: Vec<ArenaEntry>,
    numbers_ups_stars: Vec<NumberUpsStar>,
    by_number_ups_star: FxHashMap<NumberUpsStar, Value>,
    pub(super) pool: Vec<Value>,
    /// The hash table, with open addressing, of all values that are not a number + ups + star.
    table: Vec<u32>,
    pub(super) sums: FxHashMap<(Value, Value), Value>,
    /// The cache of comparisons by the definition, in which new entries overwrite old ones.
    pub(super) comparison_cache: Vec<u64>,
    /// The sequence number of the form that is being made canonical, for [`ArenaEntry::compared`].
    pub(super) form_number: u32,
    /// Memo tables of games, whose values belong to this arena.
    pub(super) memos: MemoTables,
}

impl Default for ValueArena {
    fn default() -> ValueArena {
        ValueArena::new()
    }
}

impl ValueArena {
    /// Returns an arena with the default limits.
    pub fn new() -> ValueArena {
        ValueArena::with_limits(ArenaLimits::default())
    }

    /// Returns an arena with these limits.
    pub fn with_limits(limits: ArenaLimits) -> ValueArena {
        let mut values = ValueArena {
            meter: Meter::new(limits),
            entries: vec![],
            numbers_ups_stars: vec![],
            by_number_ups_star: FxHashMap::default(),
            pool: vec![],
            table: vec![NO_INDEX; 1 << 8],
            sums: FxHashMap::default(),
            comparison_cache: vec![],
            form_number: 0,
            memos: MemoTables::default(),
        };
        values.push_number_ups_star(NumberUpsStar::default());
        values
    }

    /// Allows at most `steps` more steps: comparisons, canonical forms and sums.
    pub fn limit_steps(&mut self, steps: u64) {
        self.meter.limits.steps = self.meter.steps.saturating_add(steps);
    }

    /// Returns the number of values in the arena.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// Returns the memory that the arena takes, in bytes, without its memo tables.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<ArenaEntry>()
            + self.numbers_ups_stars.capacity() * size_of::<NumberUpsStar>()
            + self.pool.capacity() * size_of::<Value>()
            + self.table.capacity() * size_of::<u32>()
            + self.comparison_cache.capacity() * size_of::<u64>()
            + self.by_number_ups_star.capacity() * (size_of::<(NumberUpsStar, Value)>() + 1) * 8 / 7
            + self.sums.capacity() * (size_of::<((Value, Value), Value)>() + 1) * 8 / 7
    }

    /// Checks that `more` bytes in addition to the present ones are within the memory limit.
    pub(super) fn check_memory(&self, more: usize) -> Result<(), ValueLimit> {
        if self.bytes().saturating_add(more) > self.meter.limits.bytes { Err(ValueLimit::Memory) } else { Ok(()) }
    }

    pub(super) fn signature(&self, g: Value) -> Signature {
        self.entries[g.index()].signature
    }

    /// Returns a value as number + ups + star; `None` if it is not of this form.
    pub fn number_ups_star(&self, g: Value) -> Option<NumberUpsStar> {
        self.numbers_ups_stars.get(self.entries[g.index()].number_ups_star_index as usize).copied()
    }

    /// Returns a value as a number; `None` if it is not a number.
    pub fn number_of(&self, g: Value) -> Option<Dyadic> {
        self.number_ups_star(g).filter(|n| n.is_number()).map(|n| n.number)
    }

    /// Returns the left stop: the first number that best play reaches when Left moves first.
    pub fn left_stop(&self, g: Value) -> Dyadic {
        self.signature(g).left_stop
    }

    /// Returns the right stop: the first number that best play reaches when Right moves first.
    pub fn right_stop(&self, g: Value) -> Dyadic {
        self.signature(g).right_stop
    }

    /// Returns the value of a number.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn number(&mut self, number: Dyadic) -> Result<Value, ValueLimit> {
        self.intern_number_ups_star(NumberUpsStar { number, up: 0, nim: 0 })
    }

    /// Returns the value of an integer.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn integer(&mut self, n: i64) -> Result<Value, ValueLimit> {
        self.number(Dyadic::new(n.into(), 0)?)
    }

    /// Returns the value of a nimber.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn nimber(&mut self, nim: u32) -> Result<Value, ValueLimit> {
        self.intern_number_ups_star(NumberUpsStar { nim, ..NumberUpsStar::default() })
    }

    /// Returns the value of a number + ups + star.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn intern_number_ups_star(&mut self, n: NumberUpsStar) -> Result<Value, ValueLimit> {
        match self.by_number_ups_star.get(&n) {
            Some(&value) => Ok(value),
            None => {
                self.reserve_entry(0)?;
                if self.by_number_ups_star.len() == self.by_number_ups_star.capacity() {
                    self.check_memory(
                        2 * self.by_number_ups_star.capacity() * (size_of::<(NumberUpsStar, Value)>() + 1),
                    )?;
                }
                Ok(self.push_number_ups_star(n))
            }
        }
    }

    fn push_number_ups_star(&mut self, n: NumberUpsStar) -> Value {
        let value = Value(self.entries.len() as u32);
        self.entries.push(ArenaEntry {
            signature: Signature::from_number_ups_star(n),
            number_ups_star_index: self.numbers_ups_stars.len() as u32,
            offset: NO_INDEX,
            left_count: 0,
            right_count: 0,
            hash: 0,
            negative: NO_INDEX,
            compared: 0,
        });
        self.numbers_ups_stars.push(n);
        self.by_number_ups_star.insert(n, value);
        value
    }

    /// Reserves memory for one more value and its options; full lists grow by an eighth.
    fn reserve_entry(&mut self, options: usize) -> Result<(), ValueLimit> {
        fn more<T>(list: &Vec<T>, n: usize) -> usize {
            if list.len() + n <= list.capacity() { 0 } else { (list.len() / 8).max(64) + n }
        }
        let (entries, numbers_ups_stars, pool) =
            (more(&self.entries, 1), more(&self.numbers_ups_stars, 1), more(&self.pool, options));
        if entries + numbers_ups_stars + pool > 0 {
            self.check_memory(
                entries * size_of::<ArenaEntry>()
                    + numbers_ups_stars * size_of::<NumberUpsStar>()
                    + pool * size_of::<Value>(),
            )?;
            if self.pool.len() + options >= NO_INDEX as usize || self.entries.len() + 1 >= NO_INDEX as usize {
                return Err(ValueLimit::Memory);
            }
            self.entries.reserve_exact(entries);
            self.numbers_ups_stars.reserve_exact(numbers_ups_stars);
            self.pool.reserve_exact(pool);
        }
        Ok(())
    }

    fn store_options(&mut self, value: Value, mut left: Vec<Value>, mut right: Vec<Value>) -> Result<(), ValueLimit> {
        let lengths = (u16::try_from(left.len()), u16::try_from(right.len()));
        let (Ok(left_count), Ok(right_count)) = lengths else { return Err(ValueLimit::Memory) };
        self.reserve_entry(left.len() + right.len())?;
        left.compact_sort();
        right.compact_sort();
        let entry = &mut self.entries[value.index()];
        (entry.offset, entry.left_count, entry.right_count) = (self.pool.len() as u32, left_count, right_count);
        self.pool.append(&mut left);
        self.pool.append(&mut right);
        Ok(())
    }

    /// Creates the options of a number + ups + star when they are first needed.
    fn make_options(&mut self, g: Value) -> Result<(), ValueLimit> {
        let n = self.number_ups_star(g).expect("all other values have their options");
        let (mut left, mut right) = (vec![], vec![]);
        if n.is_number() {
            let (x, unit) = (n.number, n.number.unit());
            if x.to_integer().is_none() || x > Dyadic::ZERO {
                left.push(self.number(x.minus(unit)?)?);
            }
            if x.to_integer().is_none() || x < Dyadic::ZERO {
                right.push(self.number(x.plus(unit)?)?);
            }
        } else {
            if n.up == 0 && n.nim > u16::MAX.into() {
                return Err(ValueLimit::Memory);
            }
            let [lefts, rights] = number_ups_star::options(n.up, n.nim);
            for (into, from) in [(&mut left, lefts), (&mut right, rights)] {
                for (up, nim) in from {
                    into.push(self.intern_number_ups_star(NumberUpsStar { number: n.number, up, nim })?);
                }
            }
        }
        self.store_options(g, left, right)
    }

    /// Returns the ranges of a value's left and right options in the pool.
    #[inline]
    pub(super) fn option_ranges(&mut self, g: Value) -> Result<[std::ops::Range<usize>; 2], ValueLimit> {
        if self.entries[g.index()].offset == NO_INDEX {
            self.make_options(g)?;
        }
        let entry = &self.entries[g.index()];
        let start = entry.offset as usize;
        let middle = start + usize::from(entry.left_count);
        Ok([start..middle, middle..middle + usize::from(entry.right_count)])
    }

    /// Returns Left's options in canonical form.
    ///
    /// # Errors
    ///
    /// If a limit is reached: the options of a number + ups + star are created on demand.
    pub fn left_options(&mut self, g: Value) -> Result<Vec<Value>, ValueLimit> {
        let [left, _] = self.option_ranges(g)?;
        Ok(self.pool[left].to_vec())
    }

    /// Returns Right's options in canonical form.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn right_options(&mut self, g: Value) -> Result<Vec<Value>, ValueLimit> {
        let [_, right] = self.option_ranges(g)?;
        Ok(self.pool[right].to_vec())
    }

    /// Returns the value with these canonical options; `signature` may come from any form of the value.
    pub(super) fn intern(
        &mut self,
        mut left: Vec<Value>,
        mut right: Vec<Value>,
        signature: Signature,
    ) -> Result<Value, ValueLimit> {
        if let Some(n) = self.recognise(&left, &right) {
            return self.intern_number_ups_star(n);
        }
        left.compact_sort();
        right.compact_sort();
        let hash = hash(&left, &right);
        let mut slot = hash as usize & (self.table.len() - 1);
        while let Some(entry) = self.entries.get(self.table[slot] as usize) {
            if entry.hash == hash
                && usize::from(entry.left_count) == left.len()
                && usize::from(entry.right_count) == right.len()
            {
                let options = &self.pool[entry.offset as usize..][..left.len() + right.len()];
                if options[..left.len()] == left && options[left.len()..] == right {
                    return Ok(Value(self.table[slot]));
                }
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        self.reserve_entry(left.len() + right.len())?;
        if (self.entries.len() + 1) * 2 > self.table.len() {
            self.check_memory(2 * self.table.len() * size_of::<u32>())?;
            self.grow_table();
        }
        let value = Value(self.entries.len() as u32);
        let nowhere = ArenaEntry {
            signature,
            number_ups_star_index: NO_INDEX,
            offset: NO_INDEX,
            left_count: 0,
            right_count: 0,
            hash,
            negative: NO_INDEX,
            compared: 0,
        };
        self.entries.push(nowhere);
        if let Err(limit) = self.store_options(value, left, right) {
            self.entries.pop();
            return Err(limit);
        }
        self.insert_slot(value);
        Ok(value)
    }

    fn recognise(&self, left: &[Value], right: &[Value]) -> Option<NumberUpsStar> {
        let of = |side: &[Value]| side.iter().map(|&g| self.number_ups_star(g)).collect::<Option<Vec<_>>>();
        number_ups_star::recognise(&of(left)?, &of(right)?)
    }

    fn insert_slot(&mut self, value: Value) {
        let mut slot = self.entries[value.index()].hash as usize & (self.table.len() - 1);
        while self.table[slot] != NO_INDEX {
            slot = (slot + 1) & (self.table.len() - 1);
        }
        self.table[slot] = value.0;
    }

    fn grow_table(&mut self) {
        self.table = vec![NO_INDEX; self.table.len() * 2];
        for i in 0..self.entries.len() {
            if self.entries[i].number_ups_star_index == NO_INDEX {
                self.insert_slot(Value(i as u32));
            }
        }
    }
}

fn hash(left: &[Value], right: &[Value]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write_usize(left.len());
    for g in left.iter().chain(right) {
        hasher.write_u32(g.0);
    }
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}
