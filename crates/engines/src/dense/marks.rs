//! Computes the mex of the values of the options of a cell.

/// The set of the values of the options of one cell.
pub(super) struct Marks {
    /// For each value, the stamp of the last cell that has an option of this value.
    seen: Vec<u8>,
    stamp: u8,
}

impl Marks {
    pub fn new() -> Marks {
        Marks { seen: vec![0; 64], stamp: 0 }
    }

    pub fn begin(&mut self) {
        if self.stamp == u8::MAX {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    #[inline(always)]
    pub fn mark(&mut self, value: u32) {
        match self.seen.get_mut(value as usize) {
            Some(seen) => *seen = self.stamp,
            None => self.grow(value),
        }
    }

    #[cold]
    fn grow(&mut self, value: u32) {
        self.seen.resize((value as usize + 1).next_multiple_of(64), 0);
        self.seen[value as usize] = self.stamp;
    }

    /// Returns the least value that is not marked.
    pub fn mex(&self) -> u32 {
        const STEP: usize = 16;
        let all = [self.stamp; STEP];
        let full = self.seen.chunks_exact(STEP).take_while(|chunk| **chunk == all).count() * STEP;
        let rest = self.seen[full..].iter().take_while(|&&seen| seen == self.stamp).count();
        (full + rest) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_that_was_not_seen() {
        let mut marks = Marks::new();
        for round in 0..600 {
            marks.begin();
            assert_eq!(marks.mex(), 0);
            (0..round % 200).for_each(|value| marks.mark(value));
            marks.mark(round % 200 + 1);
            assert_eq!(marks.mex(), round % 200);
        }
    }
}
