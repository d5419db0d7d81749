//! Properties of canonical forms, such as birthdays, and the facts that user interfaces show.

use super::arena::Value;
use super::{Dyadic, NumberUpsStar, Thermograph, ValueArena, ValueLimit};
use crate::Outcome;
use rustc_hash::FxHashMap;

/// Returns the birthday of a number + ups + star.
pub(super) fn number_ups_star_birthday(n: NumberUpsStar) -> u64 {
    let integer_part = n.number.numerator().unsigned_abs() >> n.number.exponent();
    let number = integer_part + if n.number.exponent() == 0 { 0 } else { u64::from(n.number.exponent()) + 1 };
    let ups = u64::from(n.up.unsigned_abs());
    let rest = match (ups, n.nim ^ (ups.wrapping_sub(1) & 1) as u32) {
        (0, _) => n.nim.into(),
        (_, 1) => ups + 1,
        (_, nim) => ups + u64::from(nim ^ 1),
    };
    number + rest
}

impl ValueArena {
    /// Returns the birthday of a value: the maximum length of a sequence of moves from its canonical form.
    ///
    /// Left and Right need not alternate in the sequence.
    ///
    /// ```
    /// use grundy_value::{Dyadic, ValueArena};
    /// let mut values = ValueArena::new();
    /// let x = values.number(Dyadic::new(3, 2)?)?;
    /// assert_eq!(values.birthday(x)?, 3);
    /// # Ok::<(), grundy_value::ValueLimit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn birthday(&mut self, g: Value) -> Result<u64, ValueLimit> {
        self.birthday_with(g, &mut FxHashMap::default())
    }

    fn birthday_with(&mut self, g: Value, memo: &mut FxHashMap<Value, u64>) -> Result<u64, ValueLimit> {
        if let Some(n) = self.number_ups_star(g) {
            return Ok(number_ups_star_birthday(n));
        }
        if let Some(&birthday) = memo.get(&g) {
            return Ok(birthday);
        }
        self.meter.enter()?;
        let birthday = (|| {
            let mut max_birthday = 0;
            for [place, end] in self.option_ranges(g)?.map(|r| [r.start, r.end]) {
                for i in place..end {
                    max_birthday = max_birthday.max(self.birthday_with(self.pool[i], memo)?);
                }
            }
            Ok(max_birthday + 1)
        })();
        self.meter.leave();
        memo.insert(g, birthday?);
        birthday
    }

    /// Returns whether the game is all small: in every position both players can move or neither can.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn is_all_small(&mut self, g: Value) -> Result<bool, ValueLimit> {
        self.all_small_with(g, &mut FxHashMap::default())
    }

    pub(super) fn all_small_with(&mut self, g: Value, memo: &mut FxHashMap<Value, bool>) -> Result<bool, ValueLimit> {
        if let Some(n) = self.number_ups_star(g) {
            return Ok(n.number == Dyadic::ZERO);
        }
        let s = self.signature(g);
        if s.left_stop != Dyadic::ZERO || s.right_stop != Dyadic::ZERO {
            return Ok(false);
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        self.meter.enter()?;
        let all = (|| {
            let [left, right] = self.option_ranges(g)?;
            for i in left.chain(right) {
                if !self.all_small_with(self.pool[i], memo)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })();
        self.meter.leave();
        memo.insert(g, all?);
        all
    }
}

/// The facts about a value that user interfaces show.
#[derive(Clone, Debug)]
pub struct ValueFacts {
    /// The value.
    pub value: Value,
    /// The outcome.
    pub outcome: Outcome,
    /// The left stop; both stops of a number are the number itself.
    pub left_stop: Dyadic,
    /// The right stop.
    pub right_stop: Dyadic,
    /// The mean, the temperature and the walls.
    pub thermograph: Thermograph,
    /// The atomic weight, if the game is atomic.
    pub atomic_weight: Option<Value>,
    /// The reduced form.
    pub reduced: Value,
    /// The birthday.
    pub birthday: u64,
}

impl ValueArena {
    /// Returns the facts about a value.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn facts(&mut self, g: Value) -> Result<ValueFacts, ValueLimit> {
        Ok(ValueFacts {
            value: g,
            outcome: self.outcome(g)?,
            left_stop: self.left_stop(g),
            right_stop: self.right_stop(g),
            thermograph: self.thermograph(g)?,
            atomic_weight: self.atomic_weight(g)?,
            reduced: self.reduced(g)?,
            birthday: self.birthday(g)?,
        })
    }
}
