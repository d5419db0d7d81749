//! The small program that checks certificates: what was proved, written down so that everybody can check it.
//!
//! It shares with the rest of Grundy only the reading of games and rules; everything a certificate claims is derived anew.

mod certificate;

pub use certificate::{Certificate, Dfa, Lost, Of, Proof, Table, Theorem, VERSION};
