//! Computes the mex of the values of the options of a cell.

/// The set of the values of the options of one cell.
pub struct MexSet {
    /// For each value, the stamp of the last cell that had an option of this value.
    /// The value is in the set if this stamp is that of the current cell.
    stamps: Vec<u8>,
    stamp: u8,
}

impl Default for MexSet {
    fn default() -> MexSet {
        MexSet { stamps: vec![0; 64], stamp: 0 }
    }
}

impl MexSet {
    /// Clears the set, for the next cell.
    pub fn begin(&mut self) {
        if self.stamp == u8::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Adds the value of an option.
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
