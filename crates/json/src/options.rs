//! Options for writing JSON.

use crate::schema::IntegerFormat;
use grundy_lang::{Language, Text};
use grundy_render::ReasonDetail;

/// Options for writing JSON.
///
/// Text for readers is in the chosen language: statements, arithmetic, descriptions of games. `move`, `message` and
/// `help` are always English, so that programs may compare them; `text` and `help_text` give them in another language.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonOptions {
    /// The line number of the request, in a batch.
    pub line: Option<u64>,
    /// The language of text for readers.
    pub language: Language,
    /// How much of the reasons to include.
    pub why: ReasonDetail,
    /// How integers are written.
    pub numbers: IntegerFormat,
    /// Whether to include certificates, pictures and programs of findings.
    pub includes_attachments: bool,
}

impl JsonOptions {
    /// Returns the text that `write` appends, with integers in the chosen form.
    pub(crate) fn write(self, write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        self.numbers.with_form(out)
    }

    /// Returns the translation of a text; `None` if the language is English.
    pub(crate) fn translation(self, text: &Text) -> Option<String> {
        (self.language != Language::English).then(|| text.in_language(self.language))
    }
}
