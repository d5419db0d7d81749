//! The parameters for solving a group of tiers, which all phases use.

use crate::group_layout::GroupLayout;
use crate::reach::ReachedSlots;
use crate::tier_store::{SolvedTiers, Spill};
use grundy_rules::Budget;
use grundy_rules::indexed::Tiers;

/// A group to be solved, with the results of earlier groups and the budget.
#[derive(Clone, Copy)]
pub(super) struct GroupTask<'a> {
    pub tiers: &'a dyn Tiers,
    pub shape: &'a GroupLayout,
    pub solved: &'a SolvedTiers,
    pub reach: Option<&'a ReachedSlots>,
    pub spill: Option<&'a dyn Spill>,
    pub budget: &'a Budget,
}
