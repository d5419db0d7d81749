//! How replies are written.

use grundy_json::{Json, Numbers, TableFormat};
use grundy_lang::Language;
use grundy_render::Style;

/// The names of the formats, as the command has them.
pub(crate) const FORMATS: [(&str, TableFormat); 5] = [
    ("json", TableFormat::Json),
    ("text", TableFormat::Text),
    ("csv", TableFormat::Csv),
    ("bfile", TableFormat::Bfile),
    ("svg", TableFormat::Svg),
];

/// The bytes that are collected before a long table goes to its writer.
pub(crate) const OUTPUT_BUFFER: usize = 1 << 16;

/// How replies are written: as JSON for programs, as text and pictures for people.
///
/// A [`Session`](crate::Session) has one for what is written while a request runs, such as tables; the same value writes its replies.
#[derive(Clone, Copy)]
pub struct Output<'a> {
    /// The language of all words.
    pub language: Language,
    /// How JSON writes integers.
    pub numbers: Numbers,
    /// Whether JSON contains certificates, pictures and code.
    pub files: bool,
    /// The width and the colours of text.
    pub style: Style,
    /// The file of a certificate: the one that is written, or the one that was read.
    pub file: Option<&'a str>,
    /// Commands or calls that text recommends for more detail.
    pub hints: Hints<'a>,
}

/// Commands or calls by which people see more, as a face has them.
#[derive(Clone, Copy)]
pub struct Hints<'a> {
    /// Returns what proves a claim, from the rules and the claim.
    pub prove: &'a dyn Fn(&str, &str) -> String,
    /// The command that prints the proof of a theorem; `THEOREM` stands for its name.
    pub proof: Option<&'a str>,
    /// About how many winning moves are listed, and what lists all of them.
    pub moves: Option<(usize, &'a str)>,
}

impl Default for Output<'_> {
    /// Plain text in English, numbers as numbers.
    fn default() -> Self {
        let hints = Hints { prove: &|rules, claim| format!("{rules}: {claim}"), proof: None, moves: None };
        let (language, numbers, style) = (Language::default(), Numbers::default(), Style::default());
        Output { language, numbers, files: false, style, file: None, hints }
    }
}

impl Output<'_> {
    /// Returns how JSON is written.
    pub fn json(&self) -> Json {
        Json { language: self.language, numbers: self.numbers, files: self.files, ..Json::default() }
    }
}
