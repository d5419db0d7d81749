//! The computation of canonical forms of {left | right}.

use super::arena::Value;
use super::comparison::by_signature;
use super::dyadic::{IntervalEnd, simplest_between};
use super::signature::Signature;
use super::{Dyadic, ValueArena, ValueLimit};
use crate::CompactSort;
use std::cmp::Reverse;

/// The number of undominated options after which cancellation is checked at every option.
const POLL_THRESHOLD: usize = 1 << 12;

/// The direction of a comparison with the form that is being made canonical.
#[derive(Clone, Copy)]
enum ComparisonDirection {
    /// Tests whether the value is at most the form.
    Below = 0,
    /// Tests whether the form is at most the value.
    Above = 1,
}

/// The form that is being made canonical, as it was before reversible options were bypassed.
///
/// Bypassing preserves the value, so comparisons with this form stay valid.
struct CandidateForm {
    left: Vec<Value>,
    right: Vec<Value>,
    signature: Signature,
}

impl ValueArena {
    /// Returns the value of the game whose options have these values.
    ///
    /// ```
    /// use grundy_value::{Value, ValueArena};
    /// let mut values = ValueArena::new();
    /// let two = values.integer(2)?;
    /// let five = values.integer(5)?;
    /// assert_eq!(values.value_from_options(&[two], &[five])?, values.integer(3)?);
    /// # Ok::<(), grundy_value::ValueLimit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn value_from_options(&mut self, left: &[Value], right: &[Value]) -> Result<Value, ValueLimit> {
        self.meter.step()?;
        let (mut left, mut right) = (left.to_vec(), right.to_vec());
        for side in [&mut left, &mut right] {
            side.compact_sort();
            side.dedup();
        }
        if let Some(x) = self.simplest(&left, &right)? {
            return self.number(x);
        }
        self.remove_dominated(&mut left, true)?;
        self.remove_dominated(&mut right, false)?;
        let signature = self.signature_of(&left, &right);
        let form = CandidateForm { left: left.clone(), right: right.clone(), signature };
        self.next_form();
        if self.bypass(&form, &mut left, ComparisonDirection::Below)? {
            self.remove_dominated(&mut left, true)?;
        }
        if self.bypass(&form, &mut right, ComparisonDirection::Above)? {
            self.remove_dominated(&mut right, false)?;
        }
        self.intern(left, right, signature)
    }

    /// Returns the signature of a form that is not a number.
    pub(super) fn signature_of(&self, left: &[Value], right: &[Value]) -> Signature {
        let of = |&g: &Value| self.signature(g);
        Signature::from_options(left.iter().map(of), right.iter().map(of))
    }

    /// Returns the simplest number that fits between the options, if there is one.
    ///
    /// This number is then the value of the form. A number x fits if no left option is at least x and no right option
    /// is at most x.
    fn simplest(&mut self, left: &[Value], right: &[Value]) -> Result<Option<Dyadic>, ValueLimit> {
        let mut low: Option<IntervalEnd> = None;
        for &g in left {
            let at = self.right_stop(g);
            if low.is_none_or(|e| e.at <= at) {
                let x = self.number(at)?;
                let included = !self.le(x, g)? && low.is_none_or(|e| e.at < at || e.included);
                low = Some(IntervalEnd { at, included });
            }
        }
        let mut high: Option<IntervalEnd> = None;
        for &g in right {
            let at = self.left_stop(g);
            if high.is_none_or(|e| at <= e.at) {
                let x = self.number(at)?;
                let included = !self.le(g, x)? && high.is_none_or(|e| at < e.at || e.included);
                high = Some(IntervalEnd { at, included });
            }
        }
        simplest_between(low, high)
    }

    /// Drops dominated options of Left if `left`, otherwise of Right.
    ///
    /// The strongest options are examined first, which saves comparisons.
    pub(super) fn remove_dominated(&mut self, options: &mut Vec<Value>, left: bool) -> Result<(), ValueLimit> {
        options.compact_sort();
        options.dedup();
        if left {
            options.compact_sort_by_key(|&g| {
                let s = self.signature(g);
                Reverse((s.right_stop, s.left_stop, s.low))
            });
        } else {
            options.compact_sort_by_key(|&g| {
                let s = self.signature(g);
                (s.left_stop, s.right_stop, s.high)
            });
        }
        let mut undominated_so_far: Vec<Value> = Vec::with_capacity(options.len());
        'options: for &g in options.iter() {
            // A comparison by signatures counts no step, but thousands of comparisons for each option take time.
            if undominated_so_far.len() >= POLL_THRESHOLD {
                self.meter.poll()?;
            }
            let mut i = 0;
            while let Some(&h) = undominated_so_far.get(i) {
                let (weak, strong) = if left { (g, h) } else { (h, g) };
                if self.le(weak, strong)? {
                    continue 'options;
                }
                if self.le(strong, weak)? {
                    undominated_so_far.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            undominated_so_far.push(g);
        }
        *options = undominated_so_far;
        Ok(())
    }

    /// Replaces reversible options by the options through which they reverse, until none is reversible.
    ///
    /// Returns whether there were reversible options.
    fn bypass(
        &mut self,
        form: &CandidateForm,
        options: &mut Vec<Value>,
        direction: ComparisonDirection,
    ) -> Result<bool, ValueLimit> {
        let mut changed = false;
        let mut i = 0;
        'options: while let Some(&g) = options.get(i) {
            let answers = self.option_ranges(g)?[1 - direction as usize].clone();
            for j in answers {
                let answer = self.pool[j];
                if self.compare(answer, direction, form)? {
                    changed = true;
                    options.swap_remove(i);
                    let replacements = self.option_ranges(answer)?[direction as usize].clone();
                    for &option in &self.pool[replacements] {
                        if !options.contains(&option) {
                            options.push(option);
                        }
                    }
                    continue 'options;
                }
            }
            i += 1;
        }
        Ok(changed)
    }

    /// Starts a new form, which invalidates the stored comparisons with the previous one.
    fn next_form(&mut self) {
        self.form_number += 1;
        if self.form_number >> 28 != 0 {
            self.form_number = 1;
            for entry in &mut self.entries {
                entry.compared = 0;
            }
        }
    }

    /// Returns whether the comparison of a value with the current form in this direction is true.
    fn compare(&mut self, g: Value, direction: ComparisonDirection, form: &CandidateForm) -> Result<bool, ValueLimit> {
        let (signature, number_ups_star) = (self.signature(g), self.number_ups_star(g));
        let result = match direction {
            ComparisonDirection::Below => by_signature(signature, form.signature, number_ups_star, None),
            ComparisonDirection::Above => by_signature(form.signature, signature, None, number_ups_star),
        };
        if let Some(result) = result {
            return Ok(result);
        }
        let shift = 2 * direction as u32;
        let compared = self.entries[g.index()].compared;
        if compared >> 4 == self.form_number && compared >> shift & 2 != 0 {
            return Ok(compared >> shift & 1 != 0);
        }
        self.meter.enter()?;
        let result = self.compare_by_definition(g, direction, form);
        self.meter.leave();
        let result = result?;
        let form_number = self.form_number;
        let compared = &mut self.entries[g.index()].compared;
        if *compared >> 4 != form_number {
            *compared = form_number << 4;
        }
        *compared |= (2 | u32::from(result)) << shift;
        Ok(result)
    }

    fn compare_by_definition(
        &mut self,
        g: Value,
        direction: ComparisonDirection,
        form: &CandidateForm,
    ) -> Result<bool, ValueLimit> {
        let (opposing, reverse) = match direction {
            ComparisonDirection::Below => (&form.right, ComparisonDirection::Above),
            ComparisonDirection::Above => (&form.left, ComparisonDirection::Below),
        };
        for &h in opposing {
            let loses = match direction {
                ComparisonDirection::Below => self.le(h, g)?,
                ComparisonDirection::Above => self.le(g, h)?,
            };
            if loses {
                return Ok(false);
            }
        }
        let options = self.option_ranges(g)?[direction as usize].clone();
        for i in options {
            if self.compare(self.pool[i], reverse, form)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
