//! Tests the scopes of budgets.

use grundy_rules::clock::Instant;
use grundy_rules::internals::CHECK_STRIDE;
use grundy_rules::{Budget, Cancel, Limit, claim_bytes, spend, text};

#[test]
fn scopes_nest() {
    let outer = Budget::default().enter();
    let late = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    let inner = late.enter();
    assert!(!spend(1) && !spend(1));
    // While incomplete results may be in use, the check of every budget fails.
    assert_eq!(Budget::default().check().unwrap_err().limit(), Some(Limit::Time));
    assert_eq!(inner.finish(Ok(())).unwrap_err().limit(), Some(Limit::Time));
    assert!(spend(1) && Budget::default().check().is_ok());
    drop(late.enter());
    assert!(spend(u64::MAX));
    assert_eq!(outer.finish(Ok(1)).unwrap(), 1);
    assert!(spend(u64::MAX));
}

#[test]
fn spend_notices_cancellation_within_a_stride() {
    let cancel = Cancel::default();
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    let scope = budget.enter();
    assert!(spend(1));
    cancel.cancel();
    let calls = (0..).take_while(|_| spend(64)).count() as u64;
    assert!(calls <= CHECK_STRIDE / 64);
    assert!(!spend(0));
    assert!(scope.finish(Ok(())).unwrap_err().is_interrupt());
}

#[test]
fn fits_exhausts_the_budget() {
    let budget = Budget { bytes: 1000, ..Budget::default() };
    let scope = budget.enter();
    assert!(claim_bytes(1000, || text!("a search")) && spend(1));
    assert!(!claim_bytes(1001, || text!("a search")) && !spend(1));
    let error = scope.finish(Ok(())).unwrap_err();
    assert_eq!(error.limit(), Some(Limit::Memory { needed: 1001, limit: 1000 }));
}
