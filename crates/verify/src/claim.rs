use crate::certificate::{Proof, refused};
use crate::work::Work;
use grundy_rules::{Result, Ruleset};
pub(crate) fn verify(_text: &str, _rules: &Ruleset, _proof: &Proof, _work: &mut Work<'_>) -> Result<()> {
    Err(refused("the claim does not follow by this method"))
}
