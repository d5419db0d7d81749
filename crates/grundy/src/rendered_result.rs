//! Text and JSON of results, as the command prints them, for the result types of this crate.
//!
//! The text is in the language of the [`Grundy`](crate::Grundy) that computed the result.

use crate::Result;
use grundy_ask::{Hints, OutputOptions, Reply};
use grundy_lang::Language;
use serde::{Serialize, Serializer, ser};
use serde_json::value::RawValue;
use std::fmt;

/// A result as text for people and as JSON for programs.
#[derive(Clone, Debug)]
pub(crate) struct RenderedResult {
    text: String,
    json: String,
}

impl RenderedResult {
    /// Writes a reply in both forms.
    ///
    /// # Errors
    /// `limit` if the text of a value needs more memory than allowed.
    pub fn new(reply: &mut Reply, language: Language) -> Result<RenderedResult> {
        let output = output_options(language);
        Ok(RenderedResult { text: reply.text(&output)?.unwrap_or_default(), json: reply.json(&output)? })
    }

    pub fn from_parts(text: String, json: String) -> RenderedResult {
        RenderedResult { text, json }
    }
}

impl fmt::Display for RenderedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

/// Writes raw JSON with integers of any size; use `serde_json` or a format that accepts raw JSON.
impl Serialize for RenderedResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        RawValue::from_string(self.json.clone()).map_err(ser::Error::custom)?.serialize(serializer)
    }
}

/// Returns the output settings for a language.
///
/// Hints name methods of [`Grundy`](crate::Grundy) instead of commands.
pub(crate) fn output_options(language: Language) -> OutputOptions<'static> {
    let hints = Hints {
        prove: &|rules, claim| format!("g.prove({rules:?}, {claim:?})"),
        proof_command: None,
        move_limit: None,
    };
    OutputOptions { language, hints, ..OutputOptions::default() }
}

/// Implements `Display` and `Serialize` with the text and the JSON of the field `written`.
macro_rules! print_and_serialize {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.written.fmt(f)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                self.written.serialize(serializer)
            }
        }
    };
}
pub(crate) use print_and_serialize;
