//! Sums, negatives, multiples, ordinal sums.

use super::arena::{NONE, Value};
use super::signature::Signature;
use super::{Dyadic, Limit, Values};

impl Values {
    /// The same game with the players exchanged.
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn negative(&mut self, g: Value) -> Result<Value, Limit> {
        let known = self.entries[g.index()].negative;
        if known != NONE {
            return Ok(Value(known));
        }
        let negative = match self.nus(g) {
            Some(n) => self.of_nus(n.negative())?,
            None => {
                self.meter.down()?;
                let made = self.negative_by_options(g);
                self.meter.up();
                made?
            }
        };
        self.entries[g.index()].negative = negative.0;
        self.entries[negative.index()].negative = g.0;
        Ok(negative)
    }

    fn negative_by_options(&mut self, g: Value) -> Result<Value, Limit> {
        let (lefts, rights) = (self.lefts(g)?, self.rights(g)?);
        let left = rights.into_iter().map(|x| self.negative(x)).collect::<Result<_, _>>()?;
        let right = lefts.into_iter().map(|x| self.negative(x)).collect::<Result<_, _>>()?;
        self.intern(left, right, self.signature(g).negative())
    }

    /// The sum: both games side by side, a move in one of them.
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        if g == Value::ZERO {
            return Ok(h);
        }
        if h == Value::ZERO {
            return Ok(g);
        }
        if let (Some(a), Some(b)) = (self.nus(g), self.nus(h)) {
            return self.of_nus(a.plus(b)?);
        }
        let (g, h) = (g.min(h), g.max(h));
        if self.entries[g.index()].negative == h.0 {
            return Ok(Value::ZERO);
        }
        if let Some(&sum) = self.sums.get(&(g, h)) {
            return Ok(sum);
        }
        self.meter.down()?;
        let sum = match (self.number_of(g), self.number_of(h)) {
            (Some(x), _) => self.translate(h, g, x),
            (_, Some(x)) => self.translate(g, h, x),
            _ => self.add_by_options(g, h),
        };
        self.meter.up();
        let sum = sum?;
        if self.sums.len() == self.sums.capacity() {
            self.room(2 * self.sums.capacity() * (size_of::<((Value, Value), Value)>() + 1))?;
        }
        self.sums.insert((g, h), sum);
        Ok(sum)
    }

    /// A number is added to every option of what is none: the form stays canonical.
    fn translate(&mut self, g: Value, number: Value, x: Dyadic) -> Result<Value, Limit> {
        let (lefts, rights) = (self.lefts(g)?, self.rights(g)?);
        let left = lefts.into_iter().map(|y| self.add(y, number)).collect::<Result<_, _>>()?;
        let right = rights.into_iter().map(|y| self.add(y, number)).collect::<Result<_, _>>()?;
        let own = self.signature(g);
        let (left_stop, right_stop) = (own.left_stop.plus(x)?, own.right_stop.plus(x)?);
        self.intern(left, right, Signature { left_stop, right_stop, ..own })
    }

    fn add_by_options(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        let (mut left, mut right) = (vec![], vec![]);
        for (a, b) in [(g, h), (h, g)] {
            for x in self.lefts(a)? {
                left.push(self.add(x, b)?);
            }
            for x in self.rights(a)? {
                right.push(self.add(x, b)?);
            }
        }
        self.canonical(&left, &right)
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn sub(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        let h = self.negative(h)?;
        self.add(g, h)
    }

    /// So many copies side by side; of the negative, if there are less than none.
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn times(&mut self, copies: i64, g: Value) -> Result<Value, Limit> {
        let mut power = if copies < 0 { self.negative(g)? } else { g };
        let mut left = copies.unsigned_abs();
        let mut sum = Value::ZERO;
        loop {
            if left & 1 == 1 {
                sum = self.add(sum, power)?;
            }
            left >>= 1;
            if left == 0 {
                return Ok(sum);
            }
            power = self.add(power, power)?;
        }
    }

    /// The ordinal sum g : h of the *canonical form* of g: moves in g end the play in h. It depends on the form of g; numbers
    /// stand for their canonical forms too.
    ///
    /// ```
    /// use grundy_value::{Value, Values};
    /// let mut values = Values::new();
    /// let star = values.nimber(1)?;
    /// assert_eq!(values.ordinal_sum(star, star)?, values.nimber(2)?);
    /// # Ok::<(), grundy_value::Limit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn ordinal_sum(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        let mut done = rustc_hash::FxHashMap::default();
        self.ordinal(g, h, &mut done)
    }

    fn ordinal(&mut self, g: Value, h: Value, done: &mut rustc_hash::FxHashMap<Value, Value>) -> Result<Value, Limit> {
        if let Some(&sum) = done.get(&h) {
            return Ok(sum);
        }
        self.meter.down()?;
        let sum = (|| {
            let (mut left, mut right) = (self.lefts(g)?, self.rights(g)?);
            for x in self.lefts(h)? {
                left.push(self.ordinal(g, x, done)?);
            }
            for x in self.rights(h)? {
                right.push(self.ordinal(g, x, done)?);
            }
            self.canonical(&left, &right)
        })();
        self.meter.up();
        done.insert(h, sum?);
        sum
    }
}
