//! How JSON is written.

use crate::schema::Numbers;
use grundy_lang::{Language, Text};
use grundy_render::Why;

/// How JSON is written, beside what it says.
///
/// What is said to people is in the language that was asked for: statements, workings, cards. `move`, `message` and `help` are always
/// English, which programs may look at, and `text` and `help_text` beside them say it in another language.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json {
    /// The number of the line, in a batch.
    pub line: Option<u64>,
    /// The language of what people read.
    pub language: Language,
    /// How much of the reason there is.
    pub why: Why,
    /// How integers are written.
    pub numbers: Numbers,
    /// Whether certificates, pictures and programs of what was found stand in it.
    pub files: bool,
}

impl Json {
    /// What `write` writes, with integers in their form.
    pub(crate) fn write(self, write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        self.numbers.of(out)
    }

    /// What is said beside the English in another language.
    pub(crate) fn beside(self, text: &Text) -> Option<String> {
        (self.language != Language::English).then(|| text.in_language(self.language))
    }
}
