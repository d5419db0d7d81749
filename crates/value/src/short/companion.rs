//! Companions of games, in which 0 and * are exchanged.

use super::arena::Value;
use super::{Dyadic, NumberUpsStar, ValueArena, ValueLimit};
use crate::Outcome;
use rustc_hash::FxHashMap;

impl ValueArena {
    /// Returns the companion of a game, as defined in A. N. Siegel's CGSuite 2.
    ///
    /// The companion of 0 is *. The options of any other companion are the companions of the game's options, and
    /// in addition 0: for Left if the game is positive, for Right if it is negative.
    ///
    /// ```
    /// use grundy_value::ValueArena;
    /// let mut values = ValueArena::new();
    /// let (up, other) = (values.parse("^")?, values.parse("^*")?);
    /// assert_eq!(values.companion(up)?, other);
    /// assert_eq!(values.companion(other)?, up);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn companion(&mut self, g: Value) -> Result<Value, ValueLimit> {
        self.companion_with(g, &mut FxHashMap::default())
    }

    fn companion_with(&mut self, g: Value, memo: &mut FxHashMap<Value, Value>) -> Result<Value, ValueLimit> {
        if let Some(n) = self.number_ups_star(g) {
            // Of the values x + n·↑ + *k, only n·↑ and n·↑ + * differ from their companions, as a test checks.
            let differs = n.number == Dyadic::ZERO && n.nim <= 1;
            return if differs { self.intern_number_ups_star(NumberUpsStar { nim: n.nim ^ 1, ..n }) } else { Ok(g) };
        }
        if let Some(&companion) = memo.get(&g) {
            return Ok(companion);
        }
        self.meter.enter()?;
        let companion = (|| {
            let (mut left, mut right) = match self.outcome(g)? {
                Outcome::L => (vec![Value::ZERO], vec![]),
                Outcome::R => (vec![], vec![Value::ZERO]),
                _ => (vec![], vec![]),
            };
            for x in self.left_options(g)? {
                left.push(self.companion_with(x, memo)?);
            }
            for x in self.right_options(g)? {
                right.push(self.companion_with(x, memo)?);
            }
            self.value_from_options(&left, &right)
        })();
        self.meter.leave();
        memo.insert(g, companion?);
        companion
    }
}
