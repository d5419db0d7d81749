//! Settings for writing replies.

use grundy_json::{IntegerFormat, JsonOptions, TableFormat};
use grundy_lang::Language;
use grundy_render::Style;

/// The names of the formats, as in the command.
pub(crate) const FORMATS: [(&str, TableFormat); 5] = [
    ("json", TableFormat::Json),
    ("text", TableFormat::Text),
    ("csv", TableFormat::Csv),
    ("bfile", TableFormat::Bfile),
    ("svg", TableFormat::Svg),
];

/// Size of the buffer, in bytes, through which long tables are written.
pub(crate) const OUTPUT_BUFFER: usize = 1 << 16;

/// Settings for writing replies: JSON for programs, text and pictures for people.
///
/// The settings in a [`RequestContext`](crate::RequestContext) apply to output that a running request writes, such as
/// tables; the caller writes the replies with the same settings.
#[derive(Clone, Copy)]
pub struct OutputOptions<'a> {
    /// The language of all texts.
    pub language: Language,
    /// How JSON writes integers.
    pub numbers: IntegerFormat,
    /// Whether JSON contains certificates, pictures and code.
    pub includes_attachments: bool,
    /// The width and the colours of text.
    pub style: Style,
    /// The name of the file to which the certificate is written, or from which it was read.
    pub certificate_file: Option<&'a str>,
    /// Commands or calls that text recommends for more detail.
    pub hints: Hints<'a>,
}

/// Commands or calls that show more detail, in the syntax of the front end.
#[derive(Clone, Copy)]
pub struct Hints<'a> {
    /// A function that returns the command or call that proves a claim, given the rules and the claim.
    pub prove: &'a dyn Fn(&str, &str) -> String,
    /// The command that prints the proof of a theorem; `THEOREM` stands for the theorem's name.
    pub proof_command: Option<&'a str>,
    /// The approximate number of winning moves to list, and the command that lists all of them.
    pub move_limit: Option<(usize, &'a str)>,
}

impl Default for OutputOptions<'_> {
    /// English text without colours, JSON integers as numbers.
    fn default() -> Self {
        let hints = Hints { prove: &|rules, claim| format!("{rules}: {claim}"), proof_command: None, move_limit: None };
        let (language, numbers, style) = (Language::default(), IntegerFormat::default(), Style::default());
        OutputOptions { language, numbers, includes_attachments: false, style, certificate_file: None, hints }
    }
}

impl OutputOptions<'_> {
    /// Returns the settings for JSON.
    pub fn json_options(&self) -> JsonOptions {
        JsonOptions {
            language: self.language,
            numbers: self.numbers,
            includes_attachments: self.includes_attachments,
            ..JsonOptions::default()
        }
    }
}
