//! Positions of a sum as multisets of numbered components: what all searches over sums share.

use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::{Error, ErrorKind, Result, Rules};
use grundy_value::InOrder;
use smallvec::SmallVec;

/// A position in a search: its components by number, each with how often it occurs. Sorted; no counts of 0.
pub type Multiset = SmallVec<[(u32, u64); 4]>;

/// Takes one component of this number away.
#[inline]
pub(crate) fn remove_one(list: &mut Multiset, number: u32) {
    if let Some(at) = list.iter().position(|&(n, _)| n == number) {
        list[at].1 -= 1;
        if list[at].1 == 0 {
            list.remove(at);
        }
    }
}

/// Sorts by component and adds up equal ones.
///
/// # Errors
/// `too_large` if more than 2^64−1 components are equal.
#[inline]
pub(crate) fn gather(list: &mut Multiset) -> Result<()> {
    list.put_in_order();
    let mut kept = 0;
    for k in 0..list.len() {
        let (number, copies) = list[k];
        if kept > 0 && list[kept - 1].0 == number {
            list[kept - 1].1 = list[kept - 1].1.checked_add(copies).ok_or_else(|| {
                let error = Error::new(ErrorKind::TooLarge, text!("more than 2^64-1 components of the sum are equal"));
                error.help(text!("a search counts equal components up to 2^64-1"))
            })?;
        } else {
            list[kept] = (number, copies);
            kept += 1;
        }
    }
    list.truncate(kept);
    Ok(())
}

/// So many bytes of new components are taken in without a look at the limits.
const LOOK_BYTES: u64 = 1 << 22;
/// So many options are listed without a look at the limits.
const LOOK_OPTIONS: u32 = 1024;

/// Looks at the limits now and then while the options of a component are listed: there may be many, and each may make large
/// new components, which takes its time.
pub(crate) struct Look<'a> {
    budget: &'a Budget,
    what: Text,
    options: u32,
    next: u64,
}

impl<'a> Look<'a> {
    /// `bytes` is what the search takes already.
    pub fn new(budget: &'a Budget, what: Text, bytes: u64) -> Look<'a> {
        Look { budget, what, options: 0, next: bytes + LOOK_BYTES }
    }

    /// Called for each option with what the search takes by now.
    ///
    /// # Errors
    /// `limit` if the budget is used up.
    #[inline]
    pub fn at(&mut self, bytes: u64) -> Result<()> {
        self.options += 1;
        if self.options == LOOK_OPTIONS || bytes >= self.next {
            (self.options, self.next) = (0, bytes + LOOK_BYTES);
            self.budget.check()?;
            self.budget.fits(u128::from(bytes), &self.what)?;
        }
        Ok(())
    }
}

/// A component of more bytes than this is large: what is done with it takes its time.
const LARGE: u64 = 1 << 12;

/// Looks at the limits before something is done with a large component.
///
/// # Errors
/// `limit` if the budget is used up.
pub fn look_if_large<R: Rules>(rules: &R, part: &R::Component, budget: &Budget) -> Result<()> {
    if rules.extra_bytes(part) > LARGE { budget.check() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::smallvec;

    #[test]
    fn equal_components_add_up() {
        let mut list: Multiset = smallvec![(3, 1), (1, 2), (3, 4)];
        gather(&mut list).unwrap();
        assert_eq!(list[..], [(1, 2), (3, 5)]);
        remove_one(&mut list, 1);
        remove_one(&mut list, 1);
        assert_eq!(list[..], [(3, 5)]);
        let mut many: Multiset = smallvec![(3, u64::MAX), (3, 1)];
        assert_eq!(gather(&mut many).unwrap_err().kind, ErrorKind::TooLarge);
    }
}
