//! Compact lists of values.

/// A list of values that all have the same width: as many bytes as the largest value needs.
#[derive(Clone, Debug)]
pub enum Cells {
    /// One byte per value.
    Bytes(Vec<u8>),
    /// Two bytes per value.
    Words(Vec<u16>),
    /// Four bytes per value.
    Longs(Vec<u32>),
    /// Eight bytes per value.
    Wide(Vec<u64>),
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::Bytes(vec![])
    }
}

impl Cells {
    /// Appends a value.
    ///
    /// A value that needs more bytes than the previous ones widens the whole list; this happens at most three
    /// times.
    pub fn push(&mut self, value: u64) {
        loop {
            match self {
                Cells::Bytes(cells) => match u8::try_from(value) {
                    Ok(value) => return cells.push(value),
                    Err(_) => *self = Cells::Words(widened(cells)),
                },
                Cells::Words(cells) => match u16::try_from(value) {
                    Ok(value) => return cells.push(value),
                    Err(_) => *self = Cells::Longs(widened(cells)),
                },
                Cells::Longs(cells) => match u32::try_from(value) {
                    Ok(value) => return cells.push(value),
                    Err(_) => *self = Cells::Wide(widened(cells)),
                },
                Cells::Wide(cells) => return cells.push(value),
            }
        }
    }
}

/// Copies the values to a wider type.
fn widened<A: Copy, B: From<A>>(cells: &[A]) -> Vec<B> {
    cells.iter().map(|&cell| B::from(cell)).collect()
}
