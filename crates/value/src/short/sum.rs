//! The computation of sums, negatives and multiples of values.

use super::arena::{NO_INDEX, Value};
use super::signature::Signature;
use super::{Dyadic, ValueArena, ValueLimit};

impl ValueArena {
    /// Returns the negative of a value: the same game with the players exchanged.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn negative(&mut self, g: Value) -> Result<Value, ValueLimit> {
        let index = self.entries[g.index()].negative;
        if index != NO_INDEX {
            return Ok(Value(index));
        }
        let negative = match self.number_ups_star(g) {
            Some(n) => self.intern_number_ups_star(n.negative())?,
            None => {
                self.meter.enter()?;
                let negative = self.negative_by_options(g);
                self.meter.leave();
                negative?
            }
        };
        self.entries[g.index()].negative = negative.0;
        self.entries[negative.index()].negative = g.0;
        Ok(negative)
    }

    #[inline(never)]
    fn negative_by_options(&mut self, g: Value) -> Result<Value, ValueLimit> {
        let mut sides = [vec![], vec![]];
        for (side, negatives) in sides.iter_mut().enumerate() {
            for i in self.option_ranges(g)?[1 - side].clone() {
                negatives.push(self.negative(self.pool[i])?);
            }
        }
        let [left, right] = sides;
        self.intern(left, right, self.signature(g).negative())
    }

    /// Returns the sum g + h.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value, ValueLimit> {
        if g == Value::ZERO {
            return Ok(h);
        }
        if h == Value::ZERO {
            return Ok(g);
        }
        if let (Some(a), Some(b)) = (self.number_ups_star(g), self.number_ups_star(h)) {
            return self.intern_number_ups_star(a.plus(b)?);
        }
        let (g, h) = (g.min(h), g.max(h));
        if self.entries[g.index()].negative == h.0 {
            return Ok(Value::ZERO);
        }
        if let Some(&sum) = self.sums.get(&(g, h)) {
            return Ok(sum);
        }
        self.meter.enter()?;
        let sum = match (self.number_of(g), self.number_of(h)) {
            (Some(x), _) => self.translate(h, g, x),
            (_, Some(x)) => self.translate(g, h, x),
            _ => self.add_by_options(g, h),
        };
        self.meter.leave();
        let sum = sum?;
        if self.sums.len() == self.sums.capacity() {
            self.check_memory(2 * self.sums.capacity() * (size_of::<((Value, Value), Value)>() + 1))?;
        }
        self.sums.insert((g, h), sum);
        Ok(sum)
    }

    /// Adds a number to every option of a game that is not a number; the form stays canonical.
    #[inline(never)]
    fn translate(&mut self, g: Value, number: Value, x: Dyadic) -> Result<Value, ValueLimit> {
        let mut sides = [vec![], vec![]];
        for (side, sums) in sides.iter_mut().enumerate() {
            self.add_to_options(g, side, number, sums)?;
        }
        let [left, right] = sides;
        self.translated(g, x, left, right)
    }

    #[inline(never)]
    fn translated(&mut self, g: Value, x: Dyadic, left: Vec<Value>, right: Vec<Value>) -> Result<Value, ValueLimit> {
        let signature = self.signature(g);
        let (left_stop, right_stop) = (signature.left_stop.plus(x)?, signature.right_stop.plus(x)?);
        self.intern(left, right, Signature { left_stop, right_stop, ..signature })
    }

    #[inline(never)]
    fn add_by_options(&mut self, g: Value, h: Value) -> Result<Value, ValueLimit> {
        let mut sides = [vec![], vec![]];
        for (side, sums) in sides.iter_mut().enumerate() {
            self.add_to_options(g, side, h, sums)?;
            self.add_to_options(h, side, g, sums)?;
        }
        self.value_from_options(&sides[0], &sides[1])
    }

    /// Appends the sums of the left (0) or right (1) options of g with h.
    ///
    /// This is a separate function so that the recursion uses little stack.
    #[inline(never)]
    fn add_to_options(&mut self, g: Value, side: usize, h: Value, sums: &mut Vec<Value>) -> Result<(), ValueLimit> {
        for i in self.option_ranges(g)?[side].clone() {
            sums.push(self.add(self.pool[i], h)?);
        }
        Ok(())
    }

    /// Returns the difference g - h.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn sub(&mut self, g: Value, h: Value) -> Result<Value, ValueLimit> {
        let h = self.negative(h)?;
        self.add(g, h)
    }

    /// Returns the sum of `copies` copies of g, or of -`copies` copies of -g if `copies` is negative.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn times(&mut self, copies: i64, g: Value) -> Result<Value, ValueLimit> {
        let mut power = if copies < 0 { self.negative(g)? } else { g };
        let mut remaining_copies = copies.unsigned_abs();
        let mut sum = Value::ZERO;
        loop {
            if remaining_copies & 1 == 1 {
                sum = self.add(sum, power)?;
            }
            remaining_copies >>= 1;
            if remaining_copies == 0 {
                return Ok(sum);
            }
            power = self.add(power, power)?;
        }
    }
}
