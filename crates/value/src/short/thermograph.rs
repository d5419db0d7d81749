//! The computation of thermographs, means and temperatures.

use super::arena::Value;
use super::{Dyadic, ValueArena, ValueLimit};
use crate::CompactSort;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::rc::Rc;

/// A wall of a thermograph: points (temperature, number) from temperature -1 upwards.
///
/// Between points the wall is linear; beyond the last point it is vertical.
pub type Wall = Vec<(Dyadic, Dyadic)>;

/// The thermograph of a value, defined by one recursion for all games.
///
/// The thermograph of an integer is a mast from temperature -1 on. The walls of any other game are the taxed
/// walls of its options up to the temperature where they meet, and the mast above this temperature. For
/// example, 1/2 = {0|1} has two different walls below its temperature -1/2.
///
/// Source: A. N. Siegel, *Combinatorial Game Theory* (2013), section II.5.
///
/// ```
/// use grundy_value::ValueArena;
/// let mut values = ValueArena::new();
/// let (two, minus) = (values.integer(2)?, values.integer(-1)?);
/// let switch = values.value_from_options(&[two], &[minus])?;
/// let thermograph = values.thermograph(switch)?;
/// assert_eq!((thermograph.mean().to_string(), thermograph.temperature.to_string()), ("1/2".into(), "3/2".into()));
/// # Ok::<(), grundy_value::ValueLimit>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The left wall: the result when Left moves first, as a function of the cost of a move.
    pub left: Wall,
    /// The right wall: the result when Right moves first.
    pub right: Wall,
    /// The temperature, above which both walls are the mast; -1/2^k for a number with denominator 2^k.
    pub temperature: Dyadic,
}

impl Thermograph {
    /// Returns the mean value: the position of the mast.
    pub fn mean(&self) -> Dyadic {
        self.left.last().expect("a wall has a point").1
    }

    /// Returns the thermograph of a number: the taxed walls of its options up to its temperature.
    ///
    /// The computation starts with the integers around x and halves the interval until its middle is x.
    fn for_number(x: Dyadic) -> Result<Thermograph, ValueLimit> {
        let minus_one = Dyadic::integer(-1);
        if x.to_integer().is_some() {
            let wall = vec![(minus_one, x)];
            return Ok(Thermograph { left: wall.clone(), right: wall, temperature: minus_one });
        }
        let mut below = Dyadic::new(x.floor_at(0), 0)?;
        let mut above = below.plus(Dyadic::ONE)?;
        // The left option of each middle is `below`, and the right option is `above`.
        let (mut right_of_below, mut left_of_above) = (vec![(minus_one, below)], vec![(minus_one, above)]);
        loop {
            let middle = below.plus(above.minus(below)?.half()?)?;
            let temperature = middle.unit().negative();
            let left = taxed(&right_of_below, temperature, middle, |x, t| x.minus(t))?;
            let right = taxed(&left_of_above, temperature, middle, |x, t| x.plus(t))?;
            match x.cmp(&middle) {
                Ordering::Equal => {
                    return Ok(Thermograph { left: simplified(left)?, right: simplified(right)?, temperature });
                }
                Ordering::Less => (above, left_of_above) = (middle, left),
                Ordering::Greater => (below, right_of_below) = (middle, right),
            }
        }
    }
}

/// Returns a wall, taxed by `add`, up to a temperature at which it meets the mast.
fn taxed(
    wall: &Wall,
    temperature: Dyadic,
    mast: Dyadic,
    add: impl Fn(Dyadic, Dyadic) -> Result<Dyadic, ValueLimit>,
) -> Result<Wall, ValueLimit> {
    let points = wall.iter().take_while(|point| point.0 < temperature);
    let mut result = points.map(|&(t, x)| Ok((t, add(x, t)?))).collect::<Result<Wall, ValueLimit>>()?;
    result.push((temperature, mast));
    Ok(result)
}

/// Returns the position of a wall at temperature t, which must be at least -1.
pub(super) fn wall_position(wall: &Wall, t: Dyadic) -> Result<Dyadic, ValueLimit> {
    let above = wall.partition_point(|p| p.0 <= t);
    let (t0, x0) = wall[above - 1];
    match wall.get(above) {
        None => Ok(x0),
        // Slopes are 0, 1 and -1.
        Some(&(_, x1)) if x1 == x0 => Ok(x0),
        Some(&(_, x1)) if x1 > x0 => x0.plus(t.minus(t0)?),
        Some(_) => x0.minus(t.minus(t0)?),
    }
}

/// Returns the zero of a linear function with the values d0 at t0 and d1 at t1, and slope ±1 or ±2.
fn crossing(t0: Dyadic, t1: Dyadic, d0: Dyadic, d1: Dyadic) -> Result<Dyadic, ValueLimit> {
    let (change, distance) = (magnitude(d1.minus(d0)?), magnitude(d0));
    t0.plus(if change == t1.minus(t0)? { distance } else { distance.half()? })
}

fn magnitude(x: Dyadic) -> Dyadic {
    x.max(x.negative())
}

/// Returns the temperatures of the points of both walls, in ascending order.
fn temperatures(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> = a.iter().chain(b).map(|p| p.0).collect();
    all.compact_sort();
    all.dedup();
    all
}

/// Returns the pointwise maximum of two walls if `greater`, otherwise their minimum.
fn envelope(a: &Wall, b: &Wall, greater: bool) -> Result<Wall, ValueLimit> {
    let mut result: Wall = vec![];
    let best = |x: Dyadic, y: Dyadic| if greater { x.max(y) } else { x.min(y) };
    let mut before: Option<(Dyadic, Dyadic)> = None;
    for t in temperatures(a, b) {
        let (x, y) = (wall_position(a, t)?, wall_position(b, t)?);
        let difference = x.minus(y)?;
        if let Some((t0, d0)) = before
            && (d0 < Dyadic::ZERO && difference > Dyadic::ZERO || d0 > Dyadic::ZERO && difference < Dyadic::ZERO)
        {
            let between = crossing(t0, t, d0, difference)?;
            result.push((between, wall_position(a, between)?));
        }
        result.push((t, best(x, y)));
        before = Some((t, difference));
    }
    Ok(result)
}

/// Drops points on a line between their neighbours, and points on the mast except the lowest.
fn simplified(wall: Wall) -> Result<Wall, ValueLimit> {
    let mut result: Wall = vec![];
    for (t, x) in wall {
        if result.last().is_some_and(|p| p.0 == t) {
            continue;
        }
        if let [.., (t0, x0), (t1, x1)] = result[..] {
            let straight = |dx: Dyadic, dt: Dyadic| {
                if dx == dt {
                    1
                } else if dx == Dyadic::ZERO {
                    0
                } else {
                    -1
                }
            };
            if straight(x1.minus(x0)?, t1.minus(t0)?) == straight(x.minus(x1)?, t.minus(t1)?) {
                result.pop();
            }
        }
        result.push((t, x));
    }
    while let [.., (_, x0), (_, x1)] = result[..]
        && x0 == x1
    {
        result.pop();
    }
    Ok(result)
}

/// Returns the thermograph with walls `left` - t and `right` + t up to the point where they meet.
fn from_scaffolds(left: &Wall, right: &Wall) -> Result<Thermograph, ValueLimit> {
    let both = |t: Dyadic| Ok::<_, ValueLimit>((wall_position(left, t)?.minus(t)?, wall_position(right, t)?.plus(t)?));
    let mut points = temperatures(left, right);
    // A game that is not a number has a temperature of at least 0.
    if let Err(place) = points.binary_search(&Dyadic::ZERO) {
        points.insert(place, Dyadic::ZERO);
    }
    let last = points[points.len() - 1];
    let (x, y) = both(last)?;
    if x > y {
        // Beyond the last point the walls approach each other with slopes 1 and -1.
        points.push(last.plus(x.minus(y)?.half()?)?);
    }
    let (mut left_wall, mut right_wall): (Wall, Wall) = (vec![], vec![]);
    let mut before: Option<(Dyadic, Dyadic)> = None;
    for t in points {
        let (x, y) = both(t)?;
        let gap = x.minus(y)?;
        if t >= Dyadic::ZERO && gap <= Dyadic::ZERO {
            let meet = match before {
                Some((t0, d0)) if gap < Dyadic::ZERO && d0 > Dyadic::ZERO => crossing(t0, t, d0, gap)?,
                _ => t,
            };
            let (x, _) = both(meet)?;
            left_wall.push((meet, x));
            right_wall.push((meet, x));
            return Ok(Thermograph { left: simplified(left_wall)?, right: simplified(right_wall)?, temperature: meet });
        }
        left_wall.push((t, x));
        right_wall.push((t, y));
        before = Some((t, gap));
    }
    unreachable!("the scaffolds meet at the last point")
}

pub(super) type ThermographMemo = FxHashMap<Value, Rc<Thermograph>>;

impl ValueArena {
    /// Returns the thermograph of a value.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn thermograph(&mut self, g: Value) -> Result<Thermograph, ValueLimit> {
        Ok((*self.thermograph_with(g, &mut ThermographMemo::default())?).clone())
    }

    pub(super) fn thermograph_with(
        &mut self,
        g: Value,
        memo: &mut ThermographMemo,
    ) -> Result<Rc<Thermograph>, ValueLimit> {
        if let Some(thermograph) = memo.get(&g) {
            return Ok(thermograph.clone());
        }
        let thermograph = match (self.number_ups_star(g), self.number_of(g)) {
            (_, Some(x)) => Thermograph::for_number(x)?,
            // Since this value is infinitesimally close to a number, it has a mast from temperature 0 on.
            (Some(n), None) => self.thermograph_of_ups(n)?,
            _ => {
                self.meter.enter()?;
                let thermograph = self.thermograph_by_options(g, memo);
                self.meter.leave();
                thermograph?
            }
        };
        let thermograph = Rc::new(thermograph);
        memo.insert(g, thermograph.clone());
        Ok(thermograph)
    }

    #[inline(never)]
    fn thermograph_by_options(&mut self, g: Value, memo: &mut ThermographMemo) -> Result<Thermograph, ValueLimit> {
        // The scaffolds are computed in another function so that the recursion uses little stack.
        for side in [0, 1] {
            for i in self.option_ranges(g)?[side].clone() {
                self.thermograph_with(self.pool[i], memo)?;
            }
        }
        self.thermograph_from_memo(g, memo)
    }

    /// Returns the thermograph of a value, given the thermographs of its options in `memo`.
    #[inline(never)]
    fn thermograph_from_memo(&mut self, g: Value, memo: &ThermographMemo) -> Result<Thermograph, ValueLimit> {
        let [left, right] = self.option_ranges(g)?;
        let mut scaffolds: [Option<Wall>; 2] = [None, None];
        for ((options, is_left), scaffold) in [(left, true), (right, false)].into_iter().zip(&mut scaffolds) {
            for x in &self.pool[options] {
                let thermograph = &memo[x];
                let wall = if is_left { &thermograph.right } else { &thermograph.left };
                *scaffold = Some(match scaffold.take() {
                    None => wall.clone(),
                    Some(other) => envelope(&other, wall, is_left)?,
                });
            }
        }
        let [Some(left), Some(right)] = scaffolds else {
            unreachable!("a game that is not a number has options for both players")
        };
        from_scaffolds(&left, &right)
    }

    /// Returns the thermograph of x + n·↑ + *k without visiting all the ups.
    ///
    /// The thermograph has a mast from temperature 0 on. Below 0, the wall of a player who can move to x is the
    /// opponent's wall of x with one tax. The wall of a player who can only remove an up is that player's wall of x.
    fn thermograph_of_ups(&mut self, n: super::NumberUpsStar) -> Result<Thermograph, ValueLimit> {
        let number = Thermograph::for_number(n.number)?;
        let moves_to_number = |is_left: bool| {
            if is_left {
                taxed(&number.right, Dyadic::ZERO, n.number, |x, t| x.minus(t))
            } else {
                taxed(&number.left, Dyadic::ZERO, n.number, |x, t| x.plus(t))
            }
        };
        let is_star = n.up == 0 || n.up.unsigned_abs() == 1 && n.nim == 1;
        let left = if is_star || n.up > 0 { moves_to_number(true)? } else { number.left.clone() };
        let right = if is_star || n.up < 0 { moves_to_number(false)? } else { number.right.clone() };
        Ok(Thermograph { left: simplified(left)?, right: simplified(right)?, temperature: Dyadic::ZERO })
    }

    /// Returns the mean of a value.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn mean(&mut self, g: Value) -> Result<Dyadic, ValueLimit> {
        Ok(self.thermograph_with(g, &mut ThermographMemo::default())?.mean())
    }

    /// Returns the temperature of a value.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn temperature(&mut self, g: Value) -> Result<Dyadic, ValueLimit> {
        Ok(self.thermograph_with(g, &mut ThermographMemo::default())?.temperature)
    }
}
