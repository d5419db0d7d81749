//! The comparison of values: by stops, as number + ups + star, and by thresholds, and only then by the definition.

use super::arena::Value;
use super::signature::{Signature, SignatureKind};
use super::{NumberUpsStar, ValueArena, ValueLimit};
use crate::Outcome;

/// The number of entries in the cache of comparisons by the definition.
const COMPARISON_CACHE_LEN: usize = 1 << 20;

/// Returns whether g is at most h; `None` if the signatures do not decide the comparison.
///
/// `g_number_ups_star` and `h_number_ups_star` are g and h as number + ups + star, if they are known to be of this
/// kind.
#[inline]
pub(super) fn by_signature(
    g: Signature,
    h: Signature,
    g_number_ups_star: Option<NumberUpsStar>,
    h_number_ups_star: Option<NumberUpsStar>,
) -> Option<bool> {
    if g.left_stop > h.left_stop || g.right_stop > h.right_stop {
        return Some(false);
    }
    if g.left_stop < h.right_stop {
        return Some(true);
    }
    if let (Some(a), Some(b)) = (g_number_ups_star, h_number_ups_star) {
        return Some(a.le(b));
    }
    if let (Some(a), SignatureKind::NumberUps, true) = (g_number_ups_star, g.kind, h.has_thresholds)
        && g.left_stop == h.right_stop
    {
        return Some(i32::from(if a.nim == 0 { h.low } else { h.low_star }) >= a.up);
    }
    if let (Some(b), SignatureKind::NumberUps, true) = (h_number_ups_star, h.kind, g.has_thresholds)
        && h.left_stop == g.left_stop
    {
        return Some(i32::from(if b.nim == 0 { g.high } else { g.high_star }) <= b.up);
    }
    if !g.has_thresholds || !h.has_thresholds {
        return None;
    }
    if g.left_stop == h.left_stop && (g.high > h.high || g.high_star > h.high_star)
        || g.right_stop == h.right_stop && (g.low > h.low || g.low_star > h.low_star)
    {
        return Some(false);
    }
    // Since n·↑ < (n + 2)·↑ + *, in each of these cases a number + ups + star lies between g and h.
    let between = g.high <= h.low || g.high_star <= h.low_star || g.high + 2 <= h.low_star || g.high_star + 2 <= h.low;
    (g.left_stop == h.right_stop && between).then_some(true)
}

impl ValueArena {
    /// Returns whether g <= h: Left does at least as well in h + x as in g + x, for every game x.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    #[inline]
    pub fn le(&mut self, g: Value, h: Value) -> Result<bool, ValueLimit> {
        if g == h {
            return Ok(true);
        }
        let (a, b) = (self.signature(g), self.signature(h));
        let is_special = a.kind != SignatureKind::General || b.kind != SignatureKind::General;
        let (g_number_ups_star, h_number_ups_star) =
            if is_special { (self.number_ups_star(g), self.number_ups_star(h)) } else { (None, None) };
        match by_signature(a, b, g_number_ups_star, h_number_ups_star) {
            Some(result) => Ok(result),
            None => self.le_cached(g, h),
        }
    }

    fn le_cached(&mut self, g: Value, h: Value) -> Result<bool, ValueLimit> {
        if self.comparison_cache.is_empty() {
            self.check_memory(COMPARISON_CACHE_LEN * size_of::<u64>())?;
            self.comparison_cache = vec![0; COMPARISON_CACHE_LEN];
        }
        let key = u64::from(g.0) << 32 | u64::from(h.0);
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44) as usize;
        // An entry is the key shifted by one bit, plus the answer; keys of 64 bits are not cached. No value is
        // compared with itself, so no key is 0, and an empty entry matches no key.
        let entry = self.comparison_cache[slot];
        if entry >> 1 == key {
            return Ok(entry & 1 == 1);
        }
        self.meter.enter()?;
        let result = self.le_by_definition(g, h);
        self.meter.leave();
        let result = result?;
        if key >> 63 == 0 {
            self.comparison_cache[slot] = key << 1 | u64::from(result);
        }
        Ok(result)
    }

    fn le_by_definition(&mut self, g: Value, h: Value) -> Result<bool, ValueLimit> {
        let [left, _] = self.option_ranges(g)?;
        for i in left {
            if self.le(h, self.pool[i])? {
                return Ok(false);
            }
        }
        let [_, right] = self.option_ranges(h)?;
        for i in right {
            if self.le(self.pool[i], g)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the outcome of a value under normal play.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn outcome(&mut self, g: Value) -> Result<Outcome, ValueLimit> {
        Ok(match (self.le(Value::ZERO, g)?, self.le(g, Value::ZERO)?) {
            (true, true) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::N,
        })
    }
}
