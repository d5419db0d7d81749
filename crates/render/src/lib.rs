//! Answers, errors and cards as text and JSON. Solves nothing and prints nothing: every function returns a string.

mod check;
mod json;
mod object;
mod text;

pub use check::{checked_json, checked_text};
pub use json::{answer_json, cards_json, error_json, push_answer_json};
pub use text::{Why, answer_text, card_text, games_text};
