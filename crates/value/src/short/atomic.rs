//! Atomic weights, which measure infinitesimal games in ups, computed with remote stars.

use super::arena::Value;
use super::facts::number_ups_star_birthday;
use super::{Dyadic, NumberUpsStar, ValueArena, ValueLimit};
use rustc_hash::FxHashMap;

impl ValueArena {
    /// Returns a remote star for a game: a nimber *n such that no follower equals a number + *n.
    ///
    /// ```
    /// use grundy_value::ValueArena;
    /// let mut values = ValueArena::new();
    /// let g = values.parse("{^3|*2}")?;
    /// assert_eq!(values.remote_star(g)?, values.nimber(8)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn remote_star(&mut self, g: Value) -> Result<Value, ValueLimit> {
        let power = self.infinitesimal_birthday(g)?.checked_add(1).and_then(u64::checked_next_power_of_two);
        self.nimber(power.and_then(|k| u32::try_from(k).ok()).ok_or(ValueLimit::Number)?)
    }

    /// Returns the birthday after every number in the game is replaced by 0.
    ///
    /// The number x of a value x + ups + star is replaced as well.
    fn infinitesimal_birthday(&mut self, g: Value) -> Result<u64, ValueLimit> {
        self.infinitesimal_birthday_with(g, &mut FxHashMap::default())
    }

    fn infinitesimal_birthday_with(&mut self, g: Value, memo: &mut FxHashMap<Value, u64>) -> Result<u64, ValueLimit> {
        if let Some(n) = self.number_ups_star(g) {
            return Ok(number_ups_star_birthday(NumberUpsStar { number: Dyadic::ZERO, ..n }));
        }
        if let Some(&birthday) = memo.get(&g) {
            return Ok(birthday);
        }
        self.meter.enter()?;
        let birthday = (|| {
            let mut max_birthday = 0;
            let [left, right] = self.option_ranges(g)?;
            for i in left.chain(right) {
                max_birthday = max_birthday.max(self.infinitesimal_birthday_with(self.pool[i], memo)?);
            }
            Ok(max_birthday + 1)
        })();
        self.meter.leave();
        memo.insert(g, birthday?);
        birthday
    }

    /// Returns the atomic weight of an atomic game, a measure of its advantage in ups.
    ///
    /// Returns `None` if the game is not atomic. All-small games are atomic; so are tinies and other games in which
    /// no player gains by a move to a number. The weight A is the game for which g - A.↑ plus a remote star lies
    /// between ↓ and ↑, where A.↑ is Norton's product.
    ///
    /// ```
    /// use grundy_value::{NumberUpsStar, ValueArena};
    /// let mut values = ValueArena::new();
    /// let ups = values.intern_number_ups_star(NumberUpsStar { up: 3, nim: 2, ..NumberUpsStar::default() })?;
    /// assert_eq!(values.atomic_weight(ups)?, Some(values.integer(3)?));
    /// let threat = values.parse("{1|^^||^}")?;
    /// assert_eq!(values.atomic_weight(threat)?, Some(values.integer(2)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn atomic_weight(&mut self, g: Value) -> Result<Option<Value>, ValueLimit> {
        if self.is_all_small(g)? {
            return self.atomic_with(g, &mut FxHashMap::default()).map(Some);
        }
        if self.left_stop(g) != Dyadic::ZERO || self.right_stop(g) != Dyadic::ZERO {
            return Ok(None);
        }
        // A player who reaches a number wins regardless of the other terms. Any large multiple of up has the same
        // effect, so numbers are replaced by such multiples. If the weight depends on the multiple, the game has no
        // weight.
        let multiple = self
            .infinitesimal_birthday(g)?
            .checked_mul(2)
            .and_then(|n| i32::try_from(n + 4).ok())
            .ok_or(ValueLimit::Number)?;
        let weight = self.weight_with_ups(g, multiple)?;
        if self.weight_with_ups(g, multiple + 1)? != weight || !self.has_weight(g, weight)? {
            return Ok(None);
        }
        Ok(Some(weight))
    }

    /// Returns the atomic weight after the replacement of positive numbers by `multiple` ups.
    ///
    /// Negative numbers are replaced by as many downs.
    fn weight_with_ups(&mut self, g: Value, multiple: i32) -> Result<Value, ValueLimit> {
        let all_small = self.rebuild(g, vec![Value::ZERO], &mut |values, g| {
            let Some(n) = values.number_ups_star(g) else { return Ok(None) };
            let up = match n.number.cmp(&Dyadic::ZERO) {
                std::cmp::Ordering::Less => -multiple,
                std::cmp::Ordering::Equal => return Ok(Some(g)),
                std::cmp::Ordering::Greater => multiple,
            };
            values.intern_number_ups_star(NumberUpsStar { up, ..NumberUpsStar::default() }).map(Some)
        })?;
        self.atomic_with(all_small, &mut FxHashMap::default())
    }

    /// Returns whether an infinitesimal game has this atomic weight.
    ///
    /// The condition is that g - weight.↑ plus a remote star lies between ↓ and ↑.
    fn has_weight(&mut self, g: Value, weight: Value) -> Result<bool, ValueLimit> {
        // An integer weight is added to the bounds instead of being subtracted from g.
        let (g, ups) = match self.number_of(weight).and_then(Dyadic::to_integer) {
            Some(n) => (g, i32::try_from(n).map_err(|_| ValueLimit::Number)?),
            None => {
                let up = self.intern_number_ups_star(NumberUpsStar { up: 1, ..NumberUpsStar::default() })?;
                let product = self.norton(weight, up)?;
                (self.sub(g, product)?, 0)
            }
        };
        let star = self.remote_star(g)?;
        // At least *2 is needed, because ↑ + * is not positive.
        let nim = self.number_ups_star(star).map_or(2, |n| n.nim.max(2));
        for (up, is_low) in [(ups - 1, true), (ups + 1, false)] {
            let end = self.intern_number_ups_star(NumberUpsStar { number: Dyadic::ZERO, up, nim })?;
            if !(if is_low { self.le(end, g)? } else { self.le(g, end)? }) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn atomic_with(&mut self, g: Value, memo: &mut FxHashMap<Value, Value>) -> Result<Value, ValueLimit> {
        if let Some(n) = self.number_ups_star(g) {
            return self.integer(n.up.into());
        }
        if let Some(&weight) = memo.get(&g) {
            return Ok(weight);
        }
        self.meter.enter()?;
        let weight = self.atomic_by_options(g, memo);
        self.meter.leave();
        memo.insert(g, weight?);
        weight
    }

    fn atomic_by_options(&mut self, g: Value, memo: &mut FxHashMap<Value, Value>) -> Result<Value, ValueLimit> {
        let (less, more) = (self.integer(-2)?, self.integer(2)?);
        let (mut left, mut right) = (vec![], vec![]);
        for x in self.left_options(g)? {
            let weight = self.atomic_with(x, memo)?;
            left.push(self.add(weight, less)?);
        }
        for x in self.right_options(g)? {
            let weight = self.atomic_with(x, memo)?;
            right.push(self.add(weight, more)?);
        }
        let simplest = self.value_from_options(&left, &right)?;
        let Some(n) = self.number_of(simplest).and_then(Dyadic::to_integer) else { return Ok(simplest) };
        // If several integers fit, comparison with a remote star decides which of them is the weight.
        let star = self.remote_star(g)?;
        let step = match (self.le(star, g)?, self.le(g, star)?) {
            (true, false) => 1,
            (false, true) => -1,
            _ => return if self.fits(0, &left, &right)? { Ok(Value::ZERO) } else { Ok(simplest) },
        };
        let mut n = n;
        while self.fits(n + step, &left, &right)? {
            self.meter.step()?;
            n += step;
        }
        self.integer(n)
    }

    /// Returns whether an integer is at most no left option and at least no right option.
    fn fits(&mut self, n: i64, left: &[Value], right: &[Value]) -> Result<bool, ValueLimit> {
        let n = self.integer(n)?;
        for &x in left {
            if self.le(n, x)? {
                return Ok(false);
            }
        }
        for &x in right {
            if self.le(x, n)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
