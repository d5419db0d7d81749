//! Lower bounds on the stops of sums, from rounded thermographs of the summands.

use super::thermograph::{ThermographMemo, wall_position};
use super::{Dyadic, Thermograph, Value, ValueArena, ValueLimit};
use rustc_hash::FxHashMap;

/// The number of temperatures at which walls are kept.
const SAMPLES: usize = 8;

/// These temperatures, in 64ths: 0, 1/4, 1/2, 3/4, 1, 5/4, 3/2 and 2.
const TEMPERATURES: [i16; SAMPLES] = [0, 16, 32, 48, 64, 80, 96, 128];

/// The binary logarithm of the number of units in 1.
const UNIT_EXPONENT: u32 = 6;

/// The number that stands for a missing bound.
const NONE: i16 = i16::MIN;

/// Lower bounds on a sum of values, from which lower bounds on its stops follow.
///
/// Write R_t and L_t for the right and left walls of a thermograph at temperature t, and L_t - R_t for its width.
/// For G = G_1 + ... + G_n and each t ≥ 0:
///
/// - L(G) ≥ R_t(G_1) + ... + R_t(G_n) + max (L_t(G_i) - R_t(G_i)) for the left stop L(G): Left plays the thermostatic
///   strategy (E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, ch. 6).
/// - R(G) ≥ R_t(G_1) + ... + R_t(G_n) - t for the right stop R(G). A first move of Right from G_j to H has
///   L_t(H) ≥ R_t(G_j) - t, and by the first line Left, who moves next, reaches at least the sum of the other right
///   walls plus R_t(H) + (L_t(H) - R_t(H)).
/// - L(G) is at least the sum of the means, and R(G) at least this sum minus the greatest temperature of a summand,
///   where negative temperatures count as 0: the two lines above at this temperature.
///
/// All numbers are multiples of 1/64 in 16 bits. Walls, widths and means are rounded down and temperatures up, so the
/// bounds hold. A sum that is too small for 16 bits has no bound.
///
/// ```
/// use grundy_value::{StopBounds, StopBoundsMemo, ValueArena};
/// let (mut values, mut memo) = (ValueArena::new(), StopBoundsMemo::default());
/// let (three, one) = (values.integer(3)?, values.integer(1)?);
/// let switch = values.value_from_options(&[three], &[one])?;
/// let bounds = values.stop_bounds(switch, &mut memo)?;
/// assert!(bounds.left_wins_moving_second());
/// let minus_two = values.integer(-2)?;
/// let sum = bounds.plus(&values.stop_bounds(minus_two, &mut memo)?);
/// assert!(sum.left_wins_moving_first() && !sum.left_wins_moving_second());
/// # Ok::<(), grundy_value::ValueLimit>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StopBounds {
    /// A lower bound on the sum of the right walls at each temperature of `TEMPERATURES`.
    right_walls: [i16; SAMPLES],
    /// A lower bound on the greatest width at each temperature.
    widths: [i16; SAMPLES],
    mean: i16,
    /// An upper bound on the greatest temperature.
    temperature: i16,
}

impl StopBounds {
    /// The bounds of the sum without summands.
    pub const ZERO: StopBounds =
        StopBounds { right_walls: [0; SAMPLES], widths: [0; SAMPLES], mean: 0, temperature: 0 };
    /// Bounds that say nothing; a sum with them says nothing either.
    pub const UNKNOWN: StopBounds =
        StopBounds { right_walls: [NONE; SAMPLES], widths: [0; SAMPLES], mean: NONE, temperature: 0 };

    /// Returns the bounds of the sum of both.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &StopBounds) -> StopBounds {
        let mut sum = *self;
        for k in 0..SAMPLES {
            sum.right_walls[k] = plus(self.right_walls[k], other.right_walls[k]);
            sum.widths[k] = self.widths[k].max(other.widths[k]);
        }
        sum.mean = plus(self.mean, other.mean);
        sum.temperature = self.temperature.max(other.temperature);
        sum
    }

    /// Returns the better of both bounds at each temperature.
    ///
    /// Both must bound the same game from below; so does the result.
    #[inline]
    #[must_use]
    pub fn better_of(&self, other: &StopBounds) -> StopBounds {
        let mut best = *self;
        for k in 0..SAMPLES {
            if other.right_walls[k] > best.right_walls[k] {
                (best.right_walls[k], best.widths[k]) = (other.right_walls[k], other.widths[k]);
            }
        }
        // Either pair of a mean and a temperature is valid. The one with the greater mean - temperature/4 is kept.
        let merit = |bounds: &StopBounds| 4 * i32::from(bounds.mean) - i32::from(bounds.temperature);
        if merit(other) > merit(self) {
            (best.mean, best.temperature) = (other.mean, other.temperature);
        }
        best
    }

    /// Returns a lower bound on the left stop in 64ths; the least `i16` says nothing.
    #[inline]
    pub fn left_stop(&self) -> i16 {
        (0..SAMPLES).fold(self.mean, |best, k| best.max(plus(self.right_walls[k], self.widths[k])))
    }

    /// Returns a lower bound on the right stop in 64ths; the least `i16` says nothing.
    #[inline]
    pub fn right_stop(&self) -> i16 {
        let by_mean = plus(self.mean, -self.temperature);
        (0..SAMPLES).fold(by_mean, |best, k| best.max(plus(self.right_walls[k], -TEMPERATURES[k])))
    }

    /// Returns a lower bound on the mean in 64ths; the least `i16` says nothing.
    #[inline]
    pub fn mean(&self) -> i16 {
        self.mean
    }

    /// Reports whether no summand has a temperature above 0: each is infinitesimally close to a number.
    #[inline]
    pub fn is_numberish(&self) -> bool {
        self.temperature == 0 && self.mean != NONE
    }

    /// Reports whether the bounds show that Left wins moving first.
    #[inline]
    pub fn left_wins_moving_first(&self) -> bool {
        self.left_stop() > 0
    }

    /// Reports whether the bounds show that Left wins moving second.
    #[inline]
    pub fn left_wins_moving_second(&self) -> bool {
        self.right_stop() > 0
    }
}

/// Adds two bounds, of which `NONE` stands for a missing one.
///
/// A sum that is too small becomes `NONE`; one that is too large becomes the greatest number, which is a lower bound.
#[inline]
fn plus(a: i16, b: i16) -> i16 {
    if a == NONE || b == NONE { NONE } else { a.saturating_add(b) }
}

/// Converts a number to 64ths, rounded down; too small numbers become `NONE`.
fn rounded_down(x: Dyadic) -> i16 {
    i16::try_from(x.floor_at(UNIT_EXPONENT)).unwrap_or(if x > Dyadic::ZERO { i16::MAX } else { NONE })
}

/// The thermographs and bounds of values that were computed before.
#[derive(Default)]
pub struct StopBoundsMemo {
    thermographs: ThermographMemo,
    bounds: FxHashMap<Value, StopBounds>,
    /// The memory of the walls of the thermographs, in bytes.
    wall_bytes: u64,
}

impl StopBoundsMemo {
    /// Returns the approximate memory of the memo, in bytes.
    pub fn bytes(&self) -> u64 {
        let entry = size_of::<Value>() + size_of::<StopBounds>() + 1;
        let thermographs = self.thermographs.capacity() * (size_of::<(Value, usize)>() + 1);
        self.wall_bytes + (self.bounds.capacity() * entry + thermographs) as u64
    }
}

impl ValueArena {
    /// Returns the bounds of a single value.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn stop_bounds(&mut self, g: Value, memo: &mut StopBoundsMemo) -> Result<StopBounds, ValueLimit> {
        if let Some(&bounds) = memo.bounds.get(&g) {
            return Ok(bounds);
        }
        let before = memo.thermographs.len();
        let thermograph = self.thermograph_with(g, &mut memo.thermographs)?;
        // The thermographs of the followers are kept too; their walls have about as many points as these.
        let points = thermograph.left.capacity() + thermograph.right.capacity();
        let each = size_of::<Thermograph>() + 16 + points * size_of::<(Dyadic, Dyadic)>();
        memo.wall_bytes += ((memo.thermographs.len() - before) * each) as u64;
        let mut bounds = StopBounds { mean: rounded_down(thermograph.mean()), ..StopBounds::UNKNOWN };
        let above = -thermograph.temperature.max(Dyadic::ZERO).negative().floor_at(UNIT_EXPONENT);
        match i16::try_from(above) {
            Ok(temperature) => bounds.temperature = temperature,
            Err(_) => (bounds.mean, bounds.temperature) = (NONE, i16::MAX),
        }
        for (k, &t) in TEMPERATURES.iter().enumerate() {
            let t = Dyadic::new(t.into(), UNIT_EXPONENT)?;
            let (left, right) = (wall_position(&thermograph.left, t)?, wall_position(&thermograph.right, t)?);
            bounds.right_walls[k] = rounded_down(right);
            bounds.widths[k] = rounded_down(left.minus(right)?).max(0);
        }
        memo.bounds.insert(g, bounds);
        Ok(bounds)
    }
}
