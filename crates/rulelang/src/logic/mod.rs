//! Translates rules and claims into formulas, and derives properties of rules from these formulas.
//!
//! `formula` defines formulas, `translate` translates expressions and the options of rules into formulas,
//! `game_formula` translates all moves of a game, and `claims` parses, evaluates and translates claims. From the
//! formulas of a rule, `bounds` derives which positions exist, and `growth` finds options that allow infinite play.
//! Start with `formula`.

pub(crate) mod bounds;
pub mod claims;
pub mod formula;
pub(crate) mod game_formula;
pub(crate) mod growth;
pub(crate) mod translate;
