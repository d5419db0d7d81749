//! Grundy values component by component: the value of a sum is the xor of the components' values.
//!
//! Source: R. Sprague, "Über mathematische Kampfspiele", Tohoku Math. J. 41 (1935); P. M. Grundy, "Mathematics and
//! games", Eureka 2 (1939).

use crate::endless::{MIN_ENDLESS_CHECK, endless_play_error, repetition_error};
use crate::memory::{allocated, map_bytes, map_growth};
use grundy_lang::text;
use grundy_rules::{Budget, Meter};
use grundy_rules::{Claim, Error, ErrorKind, Impartial, Nimber, Play, Player, Result, Theorem, mex};
use rustc_hash::FxHashMap;

/// A memo table of the Grundy values of the components of one ruleset.
///
/// ```
/// use grundy_games::wythoff::Wythoff;
/// use grundy_rules::{Game, Nimber};
/// use grundy_engines::{Budget, values::GrundyMemo};
/// let budget = Budget::default();
/// let mut values = GrundyMemo::new(&Wythoff, Wythoff::THEOREMS, &budget);
/// assert_eq!(values.evaluate(&[3, 4]).unwrap(), Nimber(2));
/// ```
pub struct GrundyMemo<'a, R: Impartial> {
    rules: &'a R,
    theorems: &'a [Theorem<R>],
    budget: &'a Budget,
    meter: Meter<'a>,
    memo: FxHashMap<R::Key, Option<Nimber>>,
    /// The heap memory that the keys of the memo own, in bytes; `stack_bytes` is the memory of the stack.
    extra: u64,
    stack_bytes: u64,
    /// The step count of the rules above which the computation fails.
    last_step: u64,
}

/// A stack frame: a component being evaluated, its options, and the values of the options so far.
struct ValueFrame<R: Impartial> {
    component: R::Component,
    options: Vec<grundy_rules::CountedComponents<R::Component>>,
    next: usize,
    seen: Vec<u128>,
    bytes: u64,
}

impl<'a, R: Impartial> GrundyMemo<'a, R> {
    /// Creates an empty memo table; values come from the theorems that apply, otherwise from mex.
    pub fn new(rules: &'a R, theorems: &'a [Theorem<R>], budget: &'a Budget) -> Self {
        let meter = budget.meter(text!("positions"));
        let last_step = u64::MAX;
        GrundyMemo { rules, theorems, budget, meter, memo: FxHashMap::default(), extra: 0, stack_bytes: 0, last_step }
    }

    /// Limits the [work](grundy_rules::Rules::work_done) of the rules, in steps.
    /// Beyond this limit the computation fails with `limit`.
    pub fn with_steps(self, steps: u64) -> Self {
        GrundyMemo { last_step: self.rules.work_done().saturating_add(steps), ..self }
    }

    /// Returns the number of components evaluated from their options.
    pub fn evaluated(&self) -> u64 {
        self.meter.done()
    }

    /// Returns the Grundy value of a component.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out, and with `unsupported` if a component can repeat.
    pub fn evaluate(&mut self, component: &R::Component) -> Result<Nimber> {
        if let Some(value) = self.find_value(component)? {
            return Ok(value);
        }
        self.stack_bytes = 0;
        let mut stack = vec![self.new_frame(component)?];
        for steps in 1u64.. {
            // The meter counts a component once, but a component may have millions of options.
            if steps.is_multiple_of(4096) {
                self.budget.check()?;
            }
            let frame = stack.last_mut().expect("the stack holds the root until it is done");
            let Some(option) = frame.options.get(frame.next) else {
                let value = Nimber(mex(std::mem::take(&mut frame.seen)));
                self.stack_bytes -= frame.bytes;
                self.memo.insert(self.rules.key(&frame.component), Some(value));
                stack.pop();
                if stack.is_empty() {
                    return Ok(value);
                }
                continue;
            };
            let mut sum = Nimber::ZERO;
            let mut missing = None;
            for (component, copies) in option {
                match self.find_value(component)? {
                    // Equal components cancel in pairs. Their value is still computed, because play in a component
                    // may be cyclic.
                    Some(value) if copies % 2 == 1 => sum += value,
                    Some(_) => {}
                    None => {
                        missing = Some(component.clone());
                        break;
                    }
                }
            }
            match missing {
                None => {
                    frame.seen.push(sum.0);
                    frame.next += 1;
                }
                Some(component) => {
                    let frame = self.new_frame(&component)?;
                    stack.push(frame);
                }
            }
        }
        unreachable!("the loop ends with the root's value")
    }

    fn find_value(&self, component: &R::Component) -> Result<Option<Nimber>> {
        for theorem in self.theorems {
            if let Claim::NimHeap { play: Play::Normal, value, .. } = theorem.claim
                && (theorem.scope)(self.rules, component)
            {
                return Ok(Some(Nimber(value(self.rules, component))));
            }
        }
        match self.memo.get(&self.rules.key(component)) {
            Some(Some(value)) => Ok(Some(*value)),
            Some(None) => Err(repetition_error()),
            None => Ok(None),
        }
    }

    fn new_frame(&mut self, component: &R::Component) -> Result<ValueFrame<R>> {
        self.meter.advance(1)?;
        if self.rules.work_done() > self.last_step {
            return Err(Error::new(ErrorKind::Limit, text!("listing the moves takes too long for a short search")));
        }
        let count = self.memo.len();
        if count >= MIN_ENDLESS_CHECK
            && count.is_power_of_two()
            && self.rules.has_unbounded_moves(component, Player::LEFT)
        {
            return Err(endless_play_error());
        }
        let component_bytes = allocated(self.rules.extra_bytes(component) as usize);
        self.extra += component_bytes;
        let used_bytes = map_bytes(&self.memo) + map_growth(&self.memo) + self.extra + self.stack_bytes;
        self.budget.check_fits(used_bytes.into(), &text!("the memo table of component values"))?;
        self.memo.insert(self.rules.key(component), None);
        let moves = self.rules.moves(component, Player::LEFT);
        let option = (size_of::<grundy_rules::CountedComponents<R::Component>>() + size_of::<u128>()) as u128;
        let what = text!("the list of the options of a component");
        // Iterators over ranges report their length, so a list that cannot fit fails before it is built.
        self.budget.check_fits(moves.size_hint().0 as u128 * option + u128::from(used_bytes), &what)?;
        let (mut options, mut components) = (vec![], 0);
        for mv in moves {
            let leaves = self.rules.play_counted(component, Player::LEFT, &mv);
            let spilled =
                if leaves.spilled() { allocated(leaves.capacity() * size_of::<(R::Component, u64)>()) } else { 0 };
            components +=
                leaves.iter().map(|(p, _)| allocated(self.rules.extra_bytes(p) as usize)).sum::<u64>() + spilled;
            options.push(leaves);
            if options.len().is_multiple_of(1024) {
                self.budget.check()?;
                self.budget
                    .check_fits(options.capacity() as u128 * option + u128::from(used_bytes + components), &what)?;
            }
        }
        let bytes =
            (size_of::<ValueFrame<R>>() + options.capacity() * option as usize) as u64 + components + component_bytes;
        self.stack_bytes += bytes;
        Ok(ValueFrame {
            component: component.clone(),
            seen: Vec::with_capacity(options.len()),
            options,
            next: 0,
            bytes,
        })
    }
}
