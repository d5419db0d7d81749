use crate::certificate::refused;
use crate::work::Work;
use grundy_rules::{Result, Ruleset};
pub(crate) fn verify(_rules: &Ruleset, _claim: Option<&str>, _work: &mut Work<'_>) -> Result<u64> {
    Err(refused("not yet"))
}
