//! The parameters of solving a group of tiers, which the phases share.

use crate::group_layout::Shape;
use crate::reach::Reach;
use crate::tier_store::{Known, Spill};
use grundy_rules::Budget;
use grundy_rules::indexed::Tiers;

/// A group to be solved, with the results of earlier groups and the budget.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub tiers: &'a dyn Tiers,
    pub shape: &'a Shape,
    pub known: &'a Known,
    pub reach: Option<&'a Reach>,
    pub spill: Option<&'a dyn Spill>,
    pub budget: &'a Budget,
}
