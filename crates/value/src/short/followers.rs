//! Followers: the positions that sequences of moves reach from a canonical form.

use super::arena::Value;
use super::{Dyadic, NumberUpsStar, ValueArena, ValueLimit};
use rustc_hash::{FxHashMap, FxHashSet};

/// The followers of a set of numbers + ups + stars, counted without listing them.
///
/// These followers form chains, of which only the ends are stored. The followers of an integer are the
/// integers between this integer and 0. Those of n·↑ include (n - 1)·↑ with or without a star, and those of
/// *k are all smaller nimbers.
#[derive(Default)]
struct Chains {
    /// The least and the greatest integer among the followers.
    integers: [i64; 2],
    /// All followers that are numbers but not integers.
    fractions: FxHashSet<Dyadic>,
    /// For each number x, the greatest k such that x + *k is a follower.
    nimbers: FxHashMap<Dyadic, u32>,
    /// The maximum number of ups or downs in each chain.
    ///
    /// The key of a chain is its number, whether it has ups rather than downs, and the nimber of its members with an
    /// even number of ups or downs.
    ups: FxHashMap<(Dyadic, bool, u32), u32>,
}

impl Chains {
    fn add(&mut self, n: NumberUpsStar) -> Result<(), ValueLimit> {
        self.add_number(n.number)?;
        let nimber = match n.up.unsigned_abs() {
            0 => n.nim,
            ups => {
                let even = n.nim ^ (ups & 1);
                let max_ups = self.ups.entry((n.number, n.up > 0, even)).or_default();
                *max_ups = ups.max(*max_ups);
                // Without ups, the largest nimber of the chain is *`even`, or * if `even` is 0:
                // ↑ = {0 | *}, ↑*3 = {0 | *2} and ↑* = {0,* | 0}.
                if even == 0 { 1 } else { even }
            }
        };
        let max_nimber = self.nimbers.entry(n.number).or_default();
        *max_nimber = nimber.max(*max_nimber);
        Ok(())
    }

    fn add_number(&mut self, mut x: Dyadic) -> Result<(), ValueLimit> {
        loop {
            if let Some(n) = x.to_integer() {
                self.integers = [self.integers[0].min(n), self.integers[1].max(n)];
                return Ok(());
            }
            if !self.fractions.insert(x) {
                return Ok(());
            }
            // The option with the greater denominator has the other option among its followers, unless both options
            // are integers.
            let (low, high) = (x.minus(x.unit())?, x.plus(x.unit())?);
            if x.exponent() == 1 {
                self.add_number(low)?;
            }
            x = if low.exponent() > high.exponent() { low } else { high };
        }
    }

    fn count(&self) -> Option<u64> {
        let integers = u64::try_from(i128::from(self.integers[1]) - i128::from(self.integers[0]) + 1).ok()?;
        let mut all = integers.checked_add(self.fractions.len() as u64)?;
        for &longest in self.nimbers.values().chain(self.ups.values()) {
            all = all.checked_add(longest.into())?;
        }
        Some(all)
    }
}

impl ValueArena {
    /// Returns the number of followers of the canonical form, including the form itself.
    ///
    /// A follower is reached by moves of either player in any order.
    ///
    /// ```
    /// use grundy_value::ValueArena;
    /// let mut values = ValueArena::new();
    /// let g = values.parse("{1|^^||^}")?;
    /// assert_eq!(values.follower_count(g)?, 8);
    /// let large = values.integer(1 << 40)?;
    /// assert_eq!(values.follower_count(large)?, (1 << 40) + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn follower_count(&mut self, g: Value) -> Result<u64, ValueLimit> {
        let (mut chains, mut others) = (Chains::default(), FxHashSet::default());
        let mut stack = vec![g];
        while let Some(g) = stack.pop() {
            self.meter.step()?;
            match self.number_ups_star(g) {
                Some(n) => chains.add(n)?,
                None if others.insert(g) => {
                    let [left, right] = self.option_ranges(g)?;
                    stack.extend(left.chain(right).map(|i| self.pool[i]));
                }
                None => {}
            }
        }
        chains.count().and_then(|n| n.checked_add(others.len() as u64)).ok_or(ValueLimit::Number)
    }

    /// Returns the followers of the canonical form, including the form itself, in no particular order.
    ///
    /// ```
    /// use grundy_value::{Value, ValueArena};
    /// let mut values = ValueArena::new();
    /// let up = values.parse("^")?;
    /// let star = values.nimber(1)?;
    /// let mut all = values.followers(up)?;
    /// all.sort();
    /// let mut expected = [Value::ZERO, star, up];
    /// expected.sort();
    /// assert_eq!(all, expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached; [`ValueLimit::Memory`] at once if the list would be too long, for example for a large
    /// integer.
    pub fn followers(&mut self, g: Value) -> Result<Vec<Value>, ValueLimit> {
        // Each follower takes about a hundred bytes here and in the arena.
        let bytes = self.follower_count(g)?.checked_mul(128).and_then(|n| usize::try_from(n).ok());
        self.check_memory(bytes.ok_or(ValueLimit::Memory)?)?;
        let (mut visited, mut all) = (FxHashSet::default(), vec![g]);
        visited.insert(g);
        let mut next = 0;
        while let Some(&g) = all.get(next) {
            self.meter.step()?;
            next += 1;
            let [left, right] = self.option_ranges(g)?;
            for i in left.chain(right) {
                if visited.insert(self.pool[i]) {
                    all.push(self.pool[i]);
                }
            }
        }
        Ok(all)
    }
}
