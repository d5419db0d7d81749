//! Positions of a sum as multisets of component indices, shared by all searches over sums.

use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::{Error, ErrorKind, Result, Rules};
use grundy_value::CompactSort;
use smallvec::SmallVec;

/// A position in a search: pairs of component index and multiplicity, sorted, without multiplicity 0.
pub type Multiset = SmallVec<[(u32, u64); 4]>;

/// Removes one copy of the component with this index, if there is one.
#[inline]
#[doc(hidden)]
pub fn remove_one(list: &mut Multiset, number: u32) {
    if let Some(at) = list.iter().position(|&(n, _)| n == number) {
        list[at].1 -= 1;
        if list[at].1 == 0 {
            list.remove(at);
        }
    }
}

/// Sorts by component and merges entries of equal components.
///
/// # Errors
/// Fails with `too_large` if there are more than 2^64−1 equal components.
#[inline]
#[doc(hidden)]
pub fn gather(list: &mut Multiset) -> Result<()> {
    list.compact_sort();
    let mut length = 0;
    for k in 0..list.len() {
        let (number, copies) = list[k];
        if length > 0 && list[length - 1].0 == number {
            list[length - 1].1 = list[length - 1].1.checked_add(copies).ok_or_else(|| {
                let error = Error::new(ErrorKind::TooLarge, text!("the sum has more than 2^64-1 equal components"));
                error.help(text!("a search supports at most 2^64-1 equal components"))
            })?;
        } else {
            list[length] = (number, copies);
            length += 1;
        }
    }
    list.truncate(length);
    Ok(())
}

/// The number of bytes by which memory may grow between checks of the limits.
const CHECK_BYTES: u64 = 1 << 22;
/// The number of options listed between checks of the limits.
const CHECK_OPTIONS: u32 = 1024;

/// Checks the limits at intervals while the options of a component are listed.
/// There may be many options, and each may create large new components.
pub(crate) struct LimitChecker<'a> {
    budget: &'a Budget,
    what: Text,
    options: u32,
    /// The memory use at which the limits are next checked.
    next_bytes: u64,
}

impl<'a> LimitChecker<'a> {
    /// Creates a checker; `bytes` is the current memory use of the search.
    pub fn new(budget: &'a Budget, what: Text, bytes: u64) -> LimitChecker<'a> {
        LimitChecker { budget, what, options: 0, next_bytes: bytes + CHECK_BYTES }
    }

    /// Counts an option, and checks the limits if they are due; `bytes` is the memory use of the search.
    ///
    /// # Errors
    /// Fails with `limit` if the budget is exhausted.
    #[inline]
    pub fn check(&mut self, bytes: u64) -> Result<()> {
        self.options += 1;
        if self.options == CHECK_OPTIONS || bytes >= self.next_bytes {
            (self.options, self.next_bytes) = (0, bytes + CHECK_BYTES);
            self.budget.check()?;
            self.budget.check_fits(u128::from(bytes), &self.what)?;
        }
        Ok(())
    }
}

/// The number of bytes above which a component is large, so that an operation on it takes long.
const MAX_SMALL_BYTES: u64 = 1 << 12;

/// Checks the limits before an operation if the component is large.
///
/// # Errors
/// Fails with `limit` if the budget is exhausted.
pub fn check_if_large<R: Rules>(rules: &R, component: &R::Component, budget: &Budget) -> Result<()> {
    if rules.extra_bytes(component) > MAX_SMALL_BYTES { budget.check() } else { Ok(()) }
}
