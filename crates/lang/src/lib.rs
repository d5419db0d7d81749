//! What Grundy says, in English and in other languages.
//!
//! The way of GNU gettext: the English message stands in the code, where it is said, and is the key of its translations, which
//! stand in the `.po` files of `po/`. A [`Text`] keeps the message and what is put into it apart until somebody shows it in a
//! [`Language`]; its `Display` is English. `cargo xtask messages` brings the files up to date with the code, and a test fails
//! on a message without a translation.
//!
//! ```
//! use grundy_lang::{Language, text};
//! let (take, heap) = (2, 1);
//! let text = text!("take {take} from heap {heap}", take, heap);
//! assert_eq!(text.to_string(), "take 2 from heap 1");
//! assert_eq!(text.in_language(Language::Chinese), "从第 1 堆取 2 颗");
//! ```

mod catalog;
mod text;
mod visible;

pub use catalog::Language;
#[cfg(not(target_family = "wasm"))]
pub use catalog::{FILES, words};
pub use text::{Arg, Text};
pub use visible::{is_hidden, visible, visible_lines};
