//! Lists of values in little memory.

/// Values, each in as few bytes as the largest one needs.
#[derive(Clone, Debug)]
pub enum Cells {
    /// A byte each.
    Bytes(Vec<u8>),
    /// Two bytes each.
    Words(Vec<u16>),
    /// Four bytes each.
    Longs(Vec<u32>),
    /// Eight bytes each.
    Wide(Vec<u64>),
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::Bytes(vec![])
    }
}

impl Cells {
    /// Appends a value. A value that needs more bytes than those before makes all of them wider, three times at most.
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

/// The same values in more bytes each.
fn widened<A: Copy, B: From<A>>(cells: &[A]) -> Vec<B> {
    cells.iter().map(|&cell| B::from(cell)).collect()
}
