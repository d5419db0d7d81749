//! The budget of the current thread, for code that does not get one as an argument.
//!
//! The methods of [`Rules`](crate::Rules) take no budget, but on a large board a list of moves, or a search
//! for independent regions, can take seconds and many megabytes. Such code calls [`spend`] and [`claim_bytes`]: once
//! they return `false`, the code stops and its result is incomplete. The caller that entered the budget gets
//! the error from [`BudgetScope::finish`]. Until then every check of any budget on this thread fails, so that
//! no engine mistakes an incomplete list of moves for a complete one.

use crate::{Budget, Error, Result};
use grundy_lang::Text;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;

/// The amount of work between two checks of the clock, in units of about a nanosecond.
pub const CHECK_STRIDE: u64 = 1 << 15;

/// The budget in force on this thread.
struct ActiveBudget {
    budget: Budget,
    /// The reason why some work was abandoned.
    exhausted: Option<Error>,
}

thread_local! {
    static ACTIVE: RefCell<Option<ActiveBudget>> = const { RefCell::new(None) };
    /// The work that may be done before the next check of the budget, in units of about a nanosecond.
    static CREDIT: Cell<u64> = const { Cell::new(0) };
}

/// A guard that keeps a budget in force on this thread until it is dropped.
///
/// [`spend`] and [`claim_bytes`] use this budget.
///
/// Afterwards the previous budget is in force again.
///
/// ```
/// use grundy_rules::{Budget, Cancel, spend};
/// let cancel = Cancel::default();
/// let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
/// let scope = budget.enter();
/// assert!(spend(1));
/// cancel.cancel();
/// while spend(1000) {} // long work
/// assert!(scope.finish(Ok(7)).unwrap_err().is_interrupt());
/// assert!(spend(1_000_000)); // no budget is in force
/// ```
#[must_use = "the budget is in force only as long as the scope lives"]
pub struct BudgetScope {
    previous: Option<ActiveBudget>,
    /// Makes the type `!Send`, because the scope must be dropped on the thread that entered the budget.
    thread: PhantomData<*const ()>,
}

impl Budget {
    /// Puts this budget in force for all code on this thread.
    pub fn enter(&self) -> BudgetScope {
        let active = ActiveBudget { budget: self.clone(), exhausted: None };
        CREDIT.set(0);
        BudgetScope { previous: ACTIVE.replace(Some(active)), thread: PhantomData }
    }
}

impl BudgetScope {
    /// Returns whether some work was abandoned because the budget was exhausted.
    pub fn is_exhausted(&self) -> bool {
        check_exhausted().is_err()
    }

    /// Returns the result of the work, or the limit at which some of it was abandoned.
    ///
    /// The limit keeps the moves that a search settled before.
    ///
    /// # Errors
    /// `limit`, or the error of the result.
    pub fn finish<T>(self, result: Result<T>) -> Result<T> {
        match (check_exhausted(), result) {
            (Ok(()), result) => result,
            (Err(limit), Err(error)) if !error.settled().is_empty() => {
                Err(limit.with_settled(error.settled().to_vec()))
            }
            (Err(limit), _) => Err(limit),
        }
    }
}

impl Drop for BudgetScope {
    fn drop(&mut self) {
        ACTIVE.replace(self.previous.take());
        CREDIT.set(0);
    }
}

/// Announces work that is about to start, in units of about a nanosecond.
///
/// Returns `false` if the budget in force is exhausted. The caller must then stop; its result will be discarded.
#[inline]
pub fn spend(work: u64) -> bool {
    let credit = CREDIT.get();
    if work < credit {
        CREDIT.set(credit - work);
        return true;
    }
    spend_slow()
}

#[cold]
fn spend_slow() -> bool {
    ACTIVE.with_borrow_mut(|active| {
        let Some(active) = active else {
            CREDIT.set(u64::MAX);
            return true;
        };
        if active.exhausted.is_none() {
            // Engines check memory themselves, because another engine may replace one that needs too much.
            active.exhausted = active.budget.check_stop().err();
        }
        // Without credit, every later call of `spend` ends here.
        CREDIT.set(if active.exhausted.is_none() { CHECK_STRIDE } else { 0 });
        active.exhausted.is_none()
    })
}

/// Returns whether `bytes` more bytes for `what` are within the memory limits of the budget in force.
///
/// If they are not, the budget becomes exhausted. Without a budget in force the result is `true`.
pub fn claim_bytes(bytes: u64, what: impl FnOnce() -> Text) -> bool {
    ACTIVE.with_borrow_mut(|active| {
        let Some(active) = active else { return true };
        if active.exhausted.is_none() {
            let used = active.budget.check_usage();
            let fits = used.and_then(|()| match bytes > active.budget.bytes {
                true => active.budget.check_fits(bytes.into(), &what()),
                false => Ok(()),
            });
            if let Err(error) = fits {
                active.exhausted = Some(error);
                CREDIT.set(0);
            }
        }
        active.exhausted.is_none()
    })
}

/// Fails if work on this thread was abandoned because the budget in force is exhausted.
///
/// # Errors
/// `limit`.
pub(crate) fn check_exhausted() -> Result<()> {
    ACTIVE.with_borrow(|active| match active {
        Some(ActiveBudget { exhausted: Some(error), .. }) => Err(error.clone()),
        _ => Ok(()),
    })
}
