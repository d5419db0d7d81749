//! Compact lists of values.

/// A list of values that all have the same width: as many bytes as the largest value needs.
#[derive(Clone, Debug)]
pub enum PackedValues {
    /// One byte per value.
    Bytes(Vec<u8>),
    /// Two bytes per value.
    Words(Vec<u16>),
    /// Four bytes per value.
    Longs(Vec<u32>),
    /// Eight bytes per value.
    Wide(Vec<u64>),
}

impl Default for PackedValues {
    fn default() -> PackedValues {
        PackedValues::Bytes(vec![])
    }
}

impl PackedValues {
    /// Appends a value.
    ///
    /// A value that needs more bytes than the previous values widens the whole list; this happens at most three times.
    pub fn push(&mut self, value: u64) {
        loop {
            match self {
                PackedValues::Bytes(cells) => match u8::try_from(value) {
                    Ok(value) => return cells.push(value),
                    Err(_) => *self = PackedValues::Words(widened(cells)),
                },
                PackedValues::Words(cells) => match u16::try_from(value) {
                    Ok(value) => return cells.push(value),
                    Err(_) => *self = PackedValues::Longs(widened(cells)),
                },
                PackedValues::Longs(cells) => match u32::try_from(value) {
                    Ok(value) => return cells.push(value),
                    Err(_) => *self = PackedValues::Wide(widened(cells)),
                },
                PackedValues::Wide(cells) => return cells.push(value),
            }
        }
    }
}

/// Copies the values to a wider type.
fn widened<A: Copy, B: From<A>>(cells: &[A]) -> Vec<B> {
    cells.iter().map(|&cell| B::from(cell)).collect()
}
