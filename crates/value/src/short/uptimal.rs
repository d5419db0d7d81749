//! Tinies and higher ups, which are infinitesimals with names.

use super::arena::Value;
use super::{ValueArena, ValueLimit};

impl ValueArena {
    /// Returns the tiny of x: {0 || 0 | -x}.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn tiny(&mut self, x: Value) -> Result<Value, ValueLimit> {
        let x = self.negative(x)?;
        let threat = self.value_from_options(&[Value::ZERO], &[x])?;
        self.value_from_options(&[Value::ZERO], &[threat])
    }

    /// Returns `^[n]`, the sum of the first n higher ups: {^[n-1] | *}.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn up_sum(&mut self, n: u64) -> Result<Value, ValueLimit> {
        let star = self.nimber(1)?;
        let mut sum = Value::ZERO;
        for k in 1..=n {
            // The recursion starts with ^[1] = {0 | *}.
            self.meter.step()?;
            sum = self.value_from_options(&[sum], &[star])?;
            debug_assert!(k > 1 || self.number_ups_star(sum).is_some());
        }
        Ok(sum)
    }

    /// Returns `^<n>`, the nth higher up: {0 | v[n-1] + *}.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn up_power(&mut self, n: u64) -> Result<Value, ValueLimit> {
        let (star, sum) = (self.nimber(1)?, self.up_sum(n.saturating_sub(1))?);
        let right = self.sub(star, sum)?;
        self.value_from_options(&[Value::ZERO], &[right])
    }
}
