//! Cooling, freezing, heating, overheating, and Norton's product.

use super::arena::Value;
use super::thermograph::ThermographMemo;
use super::{Dyadic, ValueArena, ValueLimit};
use rustc_hash::FxHashMap;

/// A function that returns the result for a value, or `None` if the value's options must be rebuilt.
type Leaf<'a> = dyn FnMut(&mut ValueArena, Value) -> Result<Option<Value>, ValueLimit> + 'a;

/// The state of the recursion that rebuilds a game from its leaves.
struct Rebuild<'a> {
    leaf: &'a mut Leaf<'a>,
    /// The values to add to each option of Left, and to each option of Right.
    gains: [Vec<Value>; 2],
    memo: FxHashMap<Value, Value>,
}

impl ValueArena {
    /// Rebuilds a game from its leaves, with a gain for the player who makes a move.
    ///
    /// Each value of `gains` is added to each option of Left, and subtracted from each option of Right. The gain is -t
    /// to cool a game by t, since every move then costs t, and t to heat it by t.
    pub(super) fn rebuild<'a>(
        &mut self,
        g: Value,
        gains: Vec<Value>,
        leaf: &'a mut Leaf<'a>,
    ) -> Result<Value, ValueLimit> {
        let right_gains = gains.iter().map(|&x| self.negative(x)).collect::<Result<_, _>>()?;
        self.rebuild_with(g, &mut Rebuild { leaf, gains: [gains, right_gains], memo: FxHashMap::default() })
    }

    fn rebuild_with(&mut self, g: Value, state: &mut Rebuild) -> Result<Value, ValueLimit> {
        if let Some(&rebuilt) = state.memo.get(&g) {
            return Ok(rebuilt);
        }
        self.meter.enter()?;
        let rebuilt = match (state.leaf)(self, g) {
            Ok(Some(leaf)) => Ok(leaf),
            Ok(None) => self.rebuild_by_options(g, state),
            Err(limit) => Err(limit),
        };
        self.meter.leave();
        state.memo.insert(g, rebuilt?);
        rebuilt
    }

    #[inline(never)]
    fn rebuild_by_options(&mut self, g: Value, state: &mut Rebuild) -> Result<Value, ValueLimit> {
        let mut sides = [vec![], vec![]];
        for (side, rebuilt) in sides.iter_mut().enumerate() {
            for i in self.option_ranges(g)?[side].clone() {
                let x = self.rebuild_with(self.pool[i], state)?;
                for &gain in &state.gains[side] {
                    rebuilt.push(self.add(x, gain)?);
                }
            }
        }
        self.value_from_options(&sides[0], &sides[1])
    }

    /// Returns the game cooled by t: every move costs t, until the position is a number.
    ///
    /// # Errors
    ///
    /// If a limit is reached; [`ValueLimit::Number`] if t is negative.
    pub fn cool(&mut self, g: Value, t: Dyadic) -> Result<Value, ValueLimit> {
        if t < Dyadic::ZERO {
            return Err(ValueLimit::Number);
        }
        let gain = self.number(t.negative())?;
        let mut thermographs = ThermographMemo::default();
        let mut leaf = |values: &mut ValueArena, g: Value| {
            if values.number_of(g).is_some() {
                return Ok(Some(g));
            }
            let thermograph = values.thermograph_with(g, &mut thermographs)?;
            if thermograph.temperature < t { Ok(Some(values.number(thermograph.mean())?)) } else { Ok(None) }
        };
        self.rebuild(g, vec![gain], &mut leaf)
    }

    /// Returns the game cooled by its temperature, which is infinitesimally close to a number.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn freeze(&mut self, g: Value) -> Result<Value, ValueLimit> {
        if self.number_of(g).is_some() {
            return Ok(g);
        }
        let t = self.temperature(g)?;
        self.cool(g, t)
    }

    /// Returns the game heated by t: numbers stay, and in all other positions every move gains t.
    ///
    /// ```
    /// use grundy_value::ValueArena;
    /// let mut values = ValueArena::new();
    /// let (star, one, minus) = (values.nimber(1)?, values.integer(1)?, values.integer(-1)?);
    /// assert_eq!(values.heat(star, one)?, values.value_from_options(&[one], &[minus])?);
    /// # Ok::<(), grundy_value::ValueLimit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn heat(&mut self, g: Value, t: Value) -> Result<Value, ValueLimit> {
        self.rebuild(g, vec![t], &mut |values, g| Ok(values.number_of(g).map(|_| g)))
    }

    /// Returns the game overheated from s to t.
    ///
    /// An integer n becomes n copies of s; in all other positions every move gains t.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn overheat(&mut self, g: Value, s: Value, t: Value) -> Result<Value, ValueLimit> {
        self.rebuild(g, vec![t], &mut |values, g| values.copies_of(g, s))
    }

    /// Returns Norton's product g.u.
    ///
    /// An integer n becomes n copies of u. In all other positions, u plus each incentive of u is added to each option
    /// of Left, and subtracted from each option of Right.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn norton(&mut self, g: Value, u: Value) -> Result<Value, ValueLimit> {
        let mut gains = vec![];
        for incentive in self.incentives(u)? {
            gains.push(self.add(u, incentive)?);
        }
        self.rebuild(g, gains, &mut |values, g| values.copies_of(g, u))
    }

    fn copies_of(&mut self, g: Value, unit: Value) -> Result<Option<Value>, ValueLimit> {
        match self.number_of(g).and_then(Dyadic::to_integer) {
            Some(n) => self.times(n, unit).map(Some),
            None => Ok(None),
        }
    }

    /// Returns the undominated incentives of moves in g: g^L - g and g - g^R.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn incentives(&mut self, g: Value) -> Result<Vec<Value>, ValueLimit> {
        let mut all = vec![];
        for x in self.left_options(g)? {
            all.push(self.sub(x, g)?);
        }
        for x in self.right_options(g)? {
            all.push(self.sub(g, x)?);
        }
        self.remove_dominated(&mut all, true)?;
        Ok(all)
    }
}
