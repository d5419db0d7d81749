//! Impartial games under misère play: canonical forms, genera and misère quotients.
//!
//! [`forms`] computes the canonical form and the genus of games and positions; [`quotients`] learns the finite monoids
//! that decide sums of any size. `play_order` lists the heaps of a game in an order in which
//! options come first; both modules use this order.
//!
//! ```
//! use grundy_misere::forms::MisereForms;
//! use grundy_rules::Budget;
//!
//! let mut forms = MisereForms::new(&Budget::default());
//! let two = forms.nim(2).unwrap();
//! let sum = forms.add(two, two).unwrap();
//! assert_eq!(forms.genus(sum).to_string(), "0^{02}");
//! ```

pub mod forms;
mod play_order;
pub mod quotients;
