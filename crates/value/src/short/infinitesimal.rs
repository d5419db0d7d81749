//! Atomic weights, remote stars, and games up to infinitesimals.

use super::arena::Value;
use super::{Dyadic, Limit, Nus, Values};
use rustc_hash::FxHashMap;

impl Values {
    /// A nimber that is remote from an all-small game: so large that no position of it is worth that or more.
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn remote_star(&mut self, g: Value) -> Result<Value, Limit> {
        let power = self.birthday(g)?.checked_add(1).and_then(u64::checked_next_power_of_two);
        self.nimber(power.and_then(|k| u32::try_from(k).ok()).ok_or(Limit::Number)?)
    }

    /// The atomic weight of an all-small game: how many ups it is worth; `None` for all others.
    ///
    /// ```
    /// use grundy_value::{Nus, Values};
    /// let mut values = Values::new();
    /// let ups = values.of_nus(Nus { up: 3, nim: 2, ..Nus::default() })?;
    /// assert_eq!(values.atomic_weight(ups)?, Some(values.integer(3)?));
    /// # Ok::<(), grundy_value::Limit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn atomic_weight(&mut self, g: Value) -> Result<Option<Value>, Limit> {
        if !self.is_all_small(g)? {
            return Ok(None);
        }
        self.atomic_with(g, &mut FxHashMap::default()).map(Some)
    }

    fn atomic_with(&mut self, g: Value, done: &mut FxHashMap<Value, Value>) -> Result<Value, Limit> {
        if let Some(n) = self.nus(g) {
            return self.integer(n.up.into());
        }
        if let Some(&weight) = done.get(&g) {
            return Ok(weight);
        }
        self.meter.down()?;
        let weight = self.atomic_by_options(g, done);
        self.meter.up();
        done.insert(g, weight?);
        weight
    }

    fn atomic_by_options(&mut self, g: Value, done: &mut FxHashMap<Value, Value>) -> Result<Value, Limit> {
        let (less, more) = (self.integer(-2)?, self.integer(2)?);
        let (mut left, mut right) = (vec![], vec![]);
        for x in self.lefts(g)? {
            let weight = self.atomic_with(x, done)?;
            left.push(self.add(weight, less)?);
        }
        for x in self.rights(g)? {
            let weight = self.atomic_with(x, done)?;
            right.push(self.add(weight, more)?);
        }
        let simplest = self.canonical(&left, &right)?;
        let Some(n) = self.number_of(simplest).and_then(Dyadic::to_integer) else { return Ok(simplest) };
        // Of the integers that fit it may be another one: a remote star tells.
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

    /// Whether an integer is at most no left option and at least no right one.
    fn fits(&mut self, n: i64, left: &[Value], right: &[Value]) -> Result<bool, Limit> {
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

    /// Whether g is at most h, or infinitesimally close to what is.
    fn close_at_most(&mut self, g: Value, h: Value) -> Result<bool, Limit> {
        // Left, moving second in h - g, makes the stop at least 0.
        let difference = self.sub(h, g)?;
        Ok(self.right_stop(difference) >= Dyadic::ZERO)
    }

    /// The reduced form (Grossman and Siegel, *Reductions of partizan games* (2009)): the simplest game that is infinitesimally
    /// close.
    ///
    /// ```
    /// use grundy_value::{Dyadic, Nus, Values};
    /// let mut values = Values::new();
    /// let close = values.of_nus(Nus { number: Dyadic::ONE, up: 2, nim: 3 })?;
    /// assert_eq!(values.reduced(close)?, values.integer(1)?);
    /// # Ok::<(), grundy_value::Limit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn reduced(&mut self, g: Value) -> Result<Value, Limit> {
        self.reduced_with(g, &mut FxHashMap::default())
    }

    fn reduced_with(&mut self, g: Value, done: &mut FxHashMap<Value, Value>) -> Result<Value, Limit> {
        if self.left_stop(g) == self.right_stop(g) {
            return self.of_nus(Nus { number: self.left_stop(g), ..Nus::default() });
        }
        if let Some(&reduced) = done.get(&g) {
            return Ok(reduced);
        }
        self.meter.down()?;
        let reduced = (|| {
            let (lefts, rights) = (self.lefts(g)?, self.rights(g)?);
            let left = lefts.into_iter().map(|x| self.reduced_with(x, done)).collect::<Result<_, _>>()?;
            let right = rights.into_iter().map(|x| self.reduced_with(x, done)).collect::<Result<_, _>>()?;
            self.reduced_form(left, right)
        })();
        self.meter.up();
        done.insert(g, reduced?);
        reduced
    }

    /// The reduced form of {left | right}, whose options are reduced.
    fn reduced_form(&mut self, mut left: Vec<Value>, mut right: Vec<Value>) -> Result<Value, Limit> {
        loop {
            self.meter.step()?;
            let g = self.canonical(&left, &right)?;
            if self.left_stop(g) == self.right_stop(g) {
                return self.number(self.left_stop(g));
            }
            (left, right) = (self.lefts(g)?, self.rights(g)?);
            let before = (left.clone(), right.clone());
            self.closely_undominated(&mut left, true)?;
            self.closely_undominated(&mut right, false)?;
            self.closely_bypass(g, &mut left, true)?;
            self.closely_bypass(g, &mut right, false)?;
            if (&left, &right) == (&before.0, &before.1) {
                return Ok(g);
            }
        }
    }

    fn closely_undominated(&mut self, options: &mut Vec<Value>, left: bool) -> Result<(), Limit> {
        let mut i = 0;
        'options: while i < options.len() {
            for j in (0..options.len()).filter(|&j| j != i) {
                let (weak, strong) = if left { (options[i], options[j]) } else { (options[j], options[i]) };
                // Of two that are close the first one stays.
                if self.close_at_most(weak, strong)? && (j < i || !self.close_at_most(strong, weak)?) {
                    options.remove(i);
                    continue 'options;
                }
            }
            i += 1;
        }
        Ok(())
    }

    /// Replaces one reversible option by what it reverses to: a number by itself.
    fn closely_bypass(&mut self, g: Value, options: &mut Vec<Value>, left: bool) -> Result<(), Limit> {
        for i in 0..options.len() {
            let x = options[i];
            if self.number_of(x).is_some() {
                continue;
            }
            for answer in if left { self.rights(x)? } else { self.lefts(x)? } {
                let reversible = if left { self.close_at_most(answer, g)? } else { self.close_at_most(g, answer)? };
                if reversible {
                    options.remove(i);
                    match self.number_of(answer) {
                        Some(_) => options.push(answer),
                        None => options.extend(if left { self.lefts(answer)? } else { self.rights(answer)? }),
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
