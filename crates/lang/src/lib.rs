//! The messages of Grundy in English and their translations.
//!
//! As in GNU gettext, the English message in the code is the key of its translations, which are in the `.po`
//! files of `po/`. A [`Text`] stores the message and its arguments until it is shown in a [`Language`]; its
//! `Display` is English. `cargo xtask messages` updates the files from the code, and a test fails on a message
//! without a translation.
//!
//! ```
//! # #[cfg(feature = "zh")] {
//! use grundy_lang::{Language, text};
//! let (take, heap) = (2, 1);
//! let text = text!("take {take} from heap {heap}", take, heap);
//! assert_eq!(text.to_string(), "take 2 from heap 1");
//! assert_eq!(text.in_language(Language::Chinese), "从第 1 堆取 2 颗");
//! # }
//! ```
//!
//! The feature `zh` adds the Chinese catalogues.

mod catalog;
mod hidden;
mod text;

pub use catalog::Language;
#[cfg(all(feature = "zh", not(target_family = "wasm")))]
pub use catalog::{FILES, words};
pub use hidden::{escape_hidden, is_hidden, mask_hidden};
pub use text::{Arg, Text};
