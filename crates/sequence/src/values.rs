//! Grundy values stored in the least width that suffices for all of them.

use std::fmt::Debug;

/// An unsigned integer type in which values are stored.
pub(crate) trait StoredValue: Copy + Eq + Ord + Debug + Default + Send + Sync + 'static {
    /// The largest value of this width.
    const MAX_VALUE: u32;
    /// Converts a value, which must be at most [`StoredValue::MAX_VALUE`].
    fn from_u32(value: u32) -> Self;
    fn get(self) -> u32;
}

macro_rules! values {
    ($($width:ty)*) => { $(
        impl StoredValue for $width {
            const MAX_VALUE: u32 = <$width>::MAX as u32;
            fn from_u32(value: u32) -> Self {
                value as $width
            }
            fn get(self) -> u32 {
                self.into()
            }
        }
    )* };
}
values!(u8 u16 u32);

/// The values of heaps 0, 1, 2, ..., in one, two or four bytes each, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SequenceValues {
    /// All values are below 256.
    Bytes(Vec<u8>),
    /// All values are below 65536.
    Words(Vec<u16>),
    /// Values may be any `u32`.
    Longs(Vec<u32>),
}

impl Default for SequenceValues {
    fn default() -> Self {
        SequenceValues::Bytes(vec![])
    }
}

/// Returns the largest value, or 0 if there are none.
///
/// Unlike `max` of an iterator, the fold is vectorised.
pub(crate) fn largest<T: StoredValue>(list: &[T]) -> u32 {
    list.iter().fold(T::default(), |max_value, &value| max_value.max(value)).get()
}

/// Evaluates an expression for the list of values of any width.
macro_rules! each_width {
    ($values:expr, $list:ident => $body:expr) => {
        match $values {
            $crate::values::SequenceValues::Bytes($list) => $body,
            $crate::values::SequenceValues::Words($list) => $body,
            $crate::values::SequenceValues::Longs($list) => $body,
        }
    };
}
pub(crate) use each_width;

impl SequenceValues {
    /// Returns the largest value, or 0 if there are none.
    pub(crate) fn largest(&self) -> u32 {
        each_width!(self, list => largest(list))
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        each_width!(self, list => list.len())
    }

    /// Reports whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of bytes per value: 1, 2 or 4.
    pub fn width(&self) -> usize {
        match self {
            SequenceValues::Bytes(_) => 1,
            SequenceValues::Words(_) => 2,
            SequenceValues::Longs(_) => 4,
        }
    }

    /// Returns the value of a heap of `n`.
    ///
    /// # Panics
    /// Panics if the value is not computed.
    pub fn get(&self, n: usize) -> u32 {
        each_width!(self, list => list[n].get())
    }

    /// Returns the memory use in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.width() * each_width!(self, list => list.capacity())) as u64
    }

    /// Appends a value, widening all values if necessary.
    pub(crate) fn push(&mut self, value: u32) {
        while value > self.max_storable() {
            self.widen();
        }
        each_width!(self, list => list.push(StoredValue::from_u32(value)));
    }

    /// Appends values, widening all values if necessary.
    pub(crate) fn extend(&mut self, values: impl Iterator<Item = u32> + Clone) {
        let max_value = values.clone().max().unwrap_or(0);
        while max_value > self.max_storable() {
            self.widen();
        }
        match self {
            SequenceValues::Bytes(list) => list.extend(values.map(<u8 as StoredValue>::from_u32)),
            SequenceValues::Words(list) => list.extend(values.map(<u16 as StoredValue>::from_u32)),
            SequenceValues::Longs(list) => list.extend(values),
        }
    }

    /// Removes the values from heap `length` on.
    pub(crate) fn truncate(&mut self, length: usize) {
        each_width!(self, list => list.truncate(length));
    }

    /// Reserves memory for `more` additional values.
    pub(crate) fn reserve(&mut self, more: usize) {
        each_width!(self, list => list.reserve_exact(more));
    }

    /// Converts the values to four bytes each.
    pub(crate) fn widen_fully(&mut self) {
        while self.max_storable() < u32::MAX_VALUE {
            self.widen();
        }
    }

    /// Returns the largest value that fits the current width.
    fn max_storable(&self) -> u32 {
        match self {
            SequenceValues::Bytes(_) => u8::MAX_VALUE,
            SequenceValues::Words(_) => u16::MAX_VALUE,
            SequenceValues::Longs(_) => u32::MAX_VALUE,
        }
    }

    /// Converts the values to the next greater width.
    fn widen(&mut self) {
        *self = match std::mem::take(self) {
            SequenceValues::Bytes(list) => SequenceValues::Words(list.into_iter().map(u16::from).collect()),
            SequenceValues::Words(list) => SequenceValues::Longs(list.into_iter().map(u32::from).collect()),
            longs => longs,
        };
    }
}

/// Fletcher's checksum of a sequence, with two 32-bit sums.
///
/// The checksum depends on the order of values, and values can be appended later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checksum {
    counted: usize,
    sum: u32,
    sums: u32,
    max_value: u32,
}

impl Checksum {
    /// Adds the values of heaps below `length` that are not yet counted.
    pub fn count(&mut self, values: &SequenceValues, length: usize) {
        let (mut sum, mut sums, mut max_value) = (self.sum, self.sums, self.max_value);
        each_width!(values, list => for value in &list[self.counted..length] {
            sum = sum.wrapping_add(value.get());
            sums = sums.wrapping_add(sum);
            max_value = max_value.max(value.get());
        });
        *self = Checksum { counted: length, sum, sums, max_value };
    }

    /// Returns the sum of prefix sums (upper half) and the sum of values (lower half), modulo 2^32.
    pub fn get(self) -> u64 {
        u64::from(self.sums) << 32 | u64::from(self.sum)
    }

    /// Returns the largest value counted.
    pub fn max_value(self) -> u32 {
        self.max_value
    }
}
