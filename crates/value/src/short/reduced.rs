//! Reduced forms, which represent games up to infinitesimals.

use super::arena::Value;
use super::{Dyadic, NumberUpsStar, ValueArena, ValueLimit};
use rustc_hash::{FxHashMap, FxHashSet};

impl ValueArena {
    /// Returns whether g is at most h up to an infinitesimal; all stops must be multiples of `unit`.
    fn le_up_to_infinitesimal(&mut self, g: Value, h: Value, unit: Dyadic) -> Result<bool, ValueLimit> {
        // If g is at most h up to an infinitesimal, no stop of g is larger than that of h.
        let stops = |g| (self.left_stop(g), self.right_stop(g));
        let ((left, right), (others_left, others_right)) = (stops(g), stops(h));
        if left > others_left || right > others_right {
            return Ok(false);
        }
        if left <= others_right {
            return Ok(true);
        }
        // The condition is that the right stop of h - g is at least 0. This stop is a multiple of the unit,
        // since all stops are, so the condition is equivalent to g <= h + unit/2. Stops decide most
        // comparisons of this form.
        if let Ok(half) = unit.half() {
            let half = self.number(half)?;
            let more = self.add(h, half)?;
            return self.le(g, more);
        }
        let difference = self.sub(h, g)?;
        Ok(self.right_stop(difference) >= Dyadic::ZERO)
    }

    /// Returns the least unit in the last place of the numbers in the followers.
    ///
    /// All stops are multiples of this unit.
    fn unit_of(&mut self, g: Value) -> Result<Dyadic, ValueLimit> {
        let (mut visited, mut stack) = (FxHashSet::default(), vec![g]);
        let mut unit = Dyadic::ONE;
        while let Some(g) = stack.pop() {
            self.meter.step()?;
            match self.number_ups_star(g) {
                Some(n) => unit = unit.min(n.number.unit()),
                None if visited.insert(g) => {
                    let [left, right] = self.option_ranges(g)?;
                    stack.extend(&self.pool[left.start..right.end]);
                }
                None => {}
            }
        }
        Ok(unit)
    }

    /// Returns the reduced form: the simplest game that is infinitesimally close to g.
    ///
    /// Source: Grossman and Siegel, *Reductions of partizan games* (2009).
    ///
    /// ```
    /// use grundy_value::{Dyadic, NumberUpsStar, ValueArena};
    /// let mut values = ValueArena::new();
    /// let close = values.intern_number_ups_star(NumberUpsStar { number: Dyadic::ONE, up: 2, nim: 3 })?;
    /// assert_eq!(values.reduced(close)?, values.integer(1)?);
    /// # Ok::<(), grundy_value::ValueLimit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn reduced(&mut self, g: Value) -> Result<Value, ValueLimit> {
        let unit = self.unit_of(g)?;
        self.reduced_with(g, unit, &mut FxHashMap::default())
    }

    fn reduced_with(
        &mut self,
        g: Value,
        unit: Dyadic,
        memo: &mut FxHashMap<Value, Value>,
    ) -> Result<Value, ValueLimit> {
        if self.left_stop(g) == self.right_stop(g) {
            return self
                .intern_number_ups_star(NumberUpsStar { number: self.left_stop(g), ..NumberUpsStar::default() });
        }
        if let Some(&reduced) = memo.get(&g) {
            return Ok(reduced);
        }
        self.meter.enter()?;
        let reduced = self.reduced_by_options(g, unit, memo);
        self.meter.leave();
        memo.insert(g, reduced?);
        reduced
    }

    #[inline(never)]
    fn reduced_by_options(
        &mut self,
        g: Value,
        unit: Dyadic,
        memo: &mut FxHashMap<Value, Value>,
    ) -> Result<Value, ValueLimit> {
        let mut sides = [vec![], vec![]];
        for (side, reduced) in sides.iter_mut().enumerate() {
            for i in self.option_ranges(g)?[side].clone() {
                reduced.push(self.reduced_with(self.pool[i], unit, memo)?);
            }
        }
        let [left, right] = sides;
        self.reduced_form(left, right, unit)
    }

    /// Returns the reduced form of {left | right}, given options in reduced form.
    #[inline(never)]
    fn reduced_form(&mut self, mut left: Vec<Value>, mut right: Vec<Value>, unit: Dyadic) -> Result<Value, ValueLimit> {
        loop {
            self.meter.step()?;
            let g = self.value_from_options(&left, &right)?;
            if self.left_stop(g) == self.right_stop(g) {
                return self.number(self.left_stop(g));
            }
            (left, right) = (self.left_options(g)?, self.right_options(g)?);
            let before = (left.clone(), right.clone());
            self.drop_dominated_up_to_infinitesimal(&mut left, true, unit)?;
            self.drop_dominated_up_to_infinitesimal(&mut right, false, unit)?;
            self.bypass_reversible_up_to_infinitesimal(g, &mut left, true, unit)?;
            self.bypass_reversible_up_to_infinitesimal(g, &mut right, false, unit)?;
            if (&left, &right) == (&before.0, &before.1) {
                return Ok(g);
            }
        }
    }

    /// Removes the options that are dominated up to an infinitesimal.
    fn drop_dominated_up_to_infinitesimal(
        &mut self,
        options: &mut Vec<Value>,
        left: bool,
        unit: Dyadic,
    ) -> Result<(), ValueLimit> {
        let mut i = 0;
        'options: while i < options.len() {
            for j in (0..options.len()).filter(|&j| j != i) {
                let (weak, strong) = if left { (options[i], options[j]) } else { (options[j], options[i]) };
                // Of several options that are infinitesimally close to each other, only the first one is kept.
                if self.le_up_to_infinitesimal(weak, strong, unit)?
                    && (j < i || !self.le_up_to_infinitesimal(strong, weak, unit)?)
                {
                    options.remove(i);
                    continue 'options;
                }
            }
            i += 1;
        }
        Ok(())
    }

    /// Replaces the first option that is reversible up to infinitesimals.
    ///
    /// If the option reverses through a number, this number replaces the option. Otherwise the same player's options of
    /// the game through which the option reverses replace it.
    fn bypass_reversible_up_to_infinitesimal(
        &mut self,
        g: Value,
        options: &mut Vec<Value>,
        left: bool,
        unit: Dyadic,
    ) -> Result<(), ValueLimit> {
        for i in 0..options.len() {
            let x = options[i];
            if self.number_of(x).is_some() {
                continue;
            }
            for answer in if left { self.right_options(x)? } else { self.left_options(x)? } {
                let reversible = if left {
                    self.le_up_to_infinitesimal(answer, g, unit)?
                } else {
                    self.le_up_to_infinitesimal(g, answer, unit)?
                };
                if reversible {
                    options.remove(i);
                    match self.number_of(answer) {
                        Some(_) => options.push(answer),
                        None if left => options.extend(self.left_options(answer)?),
                        None => options.extend(self.right_options(answer)?),
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
