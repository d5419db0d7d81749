//! The companion of a game: what becomes of it where 0 and * change places.

use super::arena::Value;
use super::{Dyadic, Limit, Nus, Values};
use crate::Outcome;
use rustc_hash::FxHashMap;

impl Values {
    /// The companion of a game, as A. N. Siegel's CGSuite 2 has it: that of 0 is *; that of any other game has the companions of
    /// its options as options, and 0 besides, for Left if the game is positive, for Right if it is negative.
    ///
    /// ```
    /// use grundy_value::Values;
    /// let mut values = Values::new();
    /// let (up, other) = (values.read("^")?, values.read("^*")?);
    /// assert_eq!(values.companion(up)?, other);
    /// assert_eq!(values.companion(other)?, up);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn companion(&mut self, g: Value) -> Result<Value, Limit> {
        self.companion_with(g, &mut FxHashMap::default())
    }

    fn companion_with(&mut self, g: Value, done: &mut FxHashMap<Value, Value>) -> Result<Value, Limit> {
        if let Some(n) = self.nus(g) {
            // No position of x + n·↑ + *k is worth 0 or * if x is not 0, and the moves to 0 and to * are both there if k > 1.
            let moved = n.number == Dyadic::ZERO && n.nim <= 1;
            return if moved { self.of_nus(Nus { nim: n.nim ^ 1, ..n }) } else { Ok(g) };
        }
        if let Some(&known) = done.get(&g) {
            return Ok(known);
        }
        self.meter.down()?;
        let made = (|| {
            let (mut left, mut right) = match self.outcome(g)? {
                Outcome::L => (vec![Value::ZERO], vec![]),
                Outcome::R => (vec![], vec![Value::ZERO]),
                _ => (vec![], vec![]),
            };
            for x in self.lefts(g)? {
                left.push(self.companion_with(x, done)?);
            }
            for x in self.rights(g)? {
                right.push(self.companion_with(x, done)?);
            }
            self.canonical(&left, &right)
        })();
        self.meter.up();
        done.insert(g, made?);
        made
    }
}
