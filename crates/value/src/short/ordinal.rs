//! Ordinal sums of values.

use super::arena::Value;
use super::{Dyadic, NumberUpsStar, ValueArena, ValueLimit};
use rustc_hash::FxHashMap;

/// A node of the tree of numbers, in which every number has a greater and a smaller child.
///
/// The root is 0 with the children 1 and -1. The next generation is 2, 1/2, -1/2 and -2.
struct TreeNumber {
    at: Dyadic,
    /// The greatest ancestor below the number; `None` if there is none.
    ///
    /// `high` is the least ancestor above the number.
    low: Option<Dyadic>,
    high: Option<Dyadic>,
}

impl TreeNumber {
    fn locate(x: Dyadic) -> Result<TreeNumber, ValueLimit> {
        let is_integer = x.to_integer().is_some();
        let low = if is_integer && x <= Dyadic::ZERO { None } else { Some(x.minus(x.unit())?) };
        let high = if is_integer && x >= Dyadic::ZERO { None } else { Some(x.plus(x.unit())?) };
        Ok(TreeNumber { at: x, low, high })
    }

    /// Descends `steps` times to the greater child if `up`, otherwise to the smaller child.
    fn descend(&mut self, up: bool, steps: i64) -> Result<(), ValueLimit> {
        let (near_end, far_end) = if up { (&mut self.low, &self.high) } else { (&mut self.high, &self.low) };
        match *far_end {
            None => {
                let (all, last) = (Dyadic::integer(steps), Dyadic::integer(steps - 1));
                let [all, last] = if up { [all, last] } else { [all.negative(), last.negative()] };
                *near_end = Some(self.at.plus(last)?);
                self.at = self.at.plus(all)?;
            }
            // This loop is short, because halving fails after at most 62 steps.
            Some(far_end) => {
                for _ in 0..steps {
                    *near_end = Some(self.at);
                    self.at = self.at.plus(far_end.minus(self.at)?.half()?)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the ordinal sum x : y of numbers.
///
/// The function starts at x and descends in the directions of the path from 0 to y. This is Berlekamp's rule for
/// Hackenbush stalks (*Winning Ways*, ch. 3, appendix).
fn ordinal_sum_of_numbers(x: Dyadic, y: Dyadic) -> Result<Dyadic, ValueLimit> {
    let (mut path, mut result) = (TreeNumber::locate(Dyadic::ZERO)?, TreeNumber::locate(x)?);
    while path.at != y {
        let up = y > path.at;
        // Without an ancestor in this direction, each step adds or subtracts 1, so all steps are taken at once.
        let is_unbounded = if up { path.high.is_none() } else { path.low.is_none() };
        let steps = if is_unbounded { y.minus(path.at)?.magnitude_rounded_up()? } else { 1 };
        path.descend(up, steps)?;
        result.descend(up, steps)?;
    }
    Ok(result.at)
}

impl ValueArena {
    /// Returns the ordinal sum g : h of the *canonical form* of g: moves in g end the play in h.
    ///
    /// An ordinal sum depends on the form of g, not only on its value.
    ///
    /// ```
    /// use grundy_value::{Value, ValueArena};
    /// let mut values = ValueArena::new();
    /// let star = values.nimber(1)?;
    /// assert_eq!(values.ordinal_sum(star, star)?, values.nimber(2)?);
    /// # Ok::<(), grundy_value::ValueLimit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn ordinal_sum(&mut self, g: Value, h: Value) -> Result<Value, ValueLimit> {
        if let (Some(a), Some(b)) = (self.number_ups_star(g), self.number_ups_star(h)) {
            if a.is_number() {
                // The options of a number differ from the number by more than any multiple of up, so the sum keeps
                // the ups and the nimber of h.
                return self.intern_number_ups_star(NumberUpsStar {
                    number: ordinal_sum_of_numbers(a.number, b.number)?,
                    ..b
                });
            }
            let nimbers = [a, b].iter().all(|n| n.number == Dyadic::ZERO && n.up == 0);
            if nimbers {
                return self.nimber(a.nim.checked_add(b.nim).ok_or(ValueLimit::Number)?);
            }
        }
        self.ordinal_by_options(g, h)
    }

    /// Computes the ordinal sum from the options of both games, bottom up over the followers of h.
    ///
    /// The method uses an explicit stack, because h may be too deep for recursion.
    fn ordinal_by_options(&mut self, g: Value, h: Value) -> Result<Value, ValueLimit> {
        let (mut lefts, mut rights) = (self.left_options(g)?, self.right_options(g)?);
        if let Some(n) = self.number_of(h).and_then(Dyadic::to_integer) {
            // Each step replaces the option that the previous step added, so the sums are computed in a loop.
            let mut sum = g;
            for k in 0..n.unsigned_abs() {
                let options = if n > 0 { &mut lefts } else { &mut rights };
                options.truncate(options.len() - usize::from(k > 0));
                options.push(sum);
                sum = self.value_from_options(&lefts, &rights)?;
            }
            return Ok(sum);
        }
        let mut memo: FxHashMap<Value, Value> = FxHashMap::default();
        memo.insert(Value::ZERO, g);
        let mut stack = vec![h];
        while let Some(&x) = stack.last() {
            self.meter.step()?;
            if memo.contains_key(&x) {
                stack.pop();
                continue;
            }
            let [left, right] = self.option_ranges(x)?;
            let before = stack.len();
            let missing = |x: &&Value| !memo.contains_key(*x);
            stack.extend(self.pool[left.start..right.end].iter().filter(missing));
            if stack.len() == before {
                let sums = |base_options: &[Value], options: &[Value]| -> Vec<Value> {
                    base_options.iter().copied().chain(options.iter().map(|x| memo[x])).collect()
                };
                let (left, right) = (sums(&lefts, &self.pool[left]), sums(&rights, &self.pool[right]));
                let sum = self.value_from_options(&left, &right)?;
                memo.insert(x, sum);
            }
        }
        Ok(memo[&h])
    }
}
