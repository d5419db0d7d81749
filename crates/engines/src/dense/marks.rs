//! Computes the mex of the values of the options of a cell.

/// The set of the values of the options of one cell.
pub(super) struct MexSet {
    /// For each value, the stamp of the last cell that had an option of this value.
    /// The value is in the set if this stamp is that of the current cell.
    stamps: Vec<u8>,
    stamp: u8,
}

impl MexSet {
    pub fn new() -> MexSet {
        MexSet { stamps: vec![0; 64], stamp: 0 }
    }

    pub fn begin(&mut self) {
        if self.stamp == u8::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    #[inline(always)]
    pub fn mark(&mut self, value: u32) {
        match self.stamps.get_mut(value as usize) {
            Some(seen) => *seen = self.stamp,
            None => self.grow(value),
        }
    }

    #[cold]
    fn grow(&mut self, value: u32) {
        self.stamps.resize((value as usize + 1).next_multiple_of(64), 0);
        self.stamps[value as usize] = self.stamp;
    }

    /// Returns the least value that is not marked.
    pub fn mex(&self) -> u32 {
        const STEP: usize = 16;
        let all = [self.stamp; STEP];
        let full = self.stamps.chunks_exact(STEP).take_while(|chunk| **chunk == all).count() * STEP;
        let rest = self.stamps[full..].iter().take_while(|&&seen| seen == self.stamp).count();
        (full + rest) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_unmarked_value() {
        let mut marks = MexSet::new();
        for round in 0..600 {
            marks.begin();
            assert_eq!(marks.mex(), 0);
            (0..round % 200).for_each(|value| marks.mark(value));
            marks.mark(round % 200 + 1);
            assert_eq!(marks.mex(), round % 200);
        }
    }
}
