//! The languages and their catalogues of messages.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A language that Grundy speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, in which the messages are written.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

/// The catalogues of Chinese: the name of each file in `po/zh` and what it holds. A browser has no command line to word.
pub const FILES: [(&str, &str); if cfg!(target_family = "wasm") { 11 } else { 15 }] = [
    ("ask", include_str!("../po/zh/ask.po")),
    #[cfg(not(target_family = "wasm"))]
    ("cli", include_str!("../po/zh/cli.po")),
    ("games", include_str!("../po/zh/games.po")),
    ("grundy", include_str!("../po/zh/grundy.po")),
    #[cfg(not(target_family = "wasm"))]
    ("help", include_str!("../po/zh/help.po")),
    ("lang", include_str!("../po/zh/lang.po")),
    ("play", include_str!("../po/zh/play.po")),
    ("proof", include_str!("../po/zh/proof.po")),
    ("render", include_str!("../po/zh/render.po")),
    ("rulelang", include_str!("../po/zh/rulelang.po")),
    ("rules", include_str!("../po/zh/rules.po")),
    ("solve", include_str!("../po/zh/solve.po")),
    #[cfg(not(target_family = "wasm"))]
    ("store", include_str!("../po/zh/store.po")),
    ("verify", include_str!("../po/zh/verify.po")),
    #[cfg(not(target_family = "wasm"))]
    ("web", include_str!("../po/zh/web.po")),
];

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// The language of a tag such as `zh`, `zh-CN` or `en_GB.UTF-8`; `None` if Grundy does not speak it.
    ///
    /// ```
    /// use grundy_lang::Language;
    /// assert_eq!(Language::of_tag("zh_CN.UTF-8"), Some(Language::Chinese));
    /// assert_eq!(Language::of_tag("C"), None);
    /// ```
    pub fn of_tag(tag: &str) -> Option<Language> {
        let primary = tag.split(['-', '_', '.', '@']).next()?;
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// The first language of the system's settings that Grundy speaks, else English.
    pub fn of_system() -> Language {
        // Who asks for the plain locale is understood in English.
        let spoken = |tag: String| match tag.split('.').next() {
            Some("C" | "POSIX") => Some(Language::English),
            _ => Language::of_tag(&tag),
        };
        sys_locale::get_locales().find_map(spoken).unwrap_or_default()
    }

    /// Its tag: `en` or `zh`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// A message in this language: the English one where there is no other. Nothing is put into it.
    ///
    /// ```
    /// use grundy_lang::Language;
    /// assert_eq!(Language::Chinese.word("Wythoff's game"), "威佐夫博弈");
    /// assert_eq!(Language::English.word("Wythoff's game"), "Wythoff's game");
    /// ```
    pub fn word(self, english: &str) -> &str {
        self.translation(english).unwrap_or(english)
    }

    /// The translation of a message into this language; English has none.
    pub fn translation(self, english: &str) -> Option<&'static str> {
        static CHINESE: OnceLock<HashMap<String, String>> = OnceLock::new();
        match self {
            Language::English => None,
            Language::Chinese => CHINESE.get_or_init(|| read(&FILES)).get(english).map(String::as_str),
        }
    }
}

/// All translated messages of catalogues. A test reads them too, and fails where one is broken.
fn read(files: &[(&str, &str)]) -> HashMap<String, String> {
    let catalogues = files.iter().filter_map(|(_, content)| polib::po_file::parse_from_reader(content.as_bytes()).ok());
    let mut all = HashMap::new();
    for catalogue in catalogues {
        let translated = catalogue.messages().filter(|message| message.is_translated() && !message.is_fuzzy());
        all.extend(
            translated.filter_map(|message| Some((message.msgid().to_string(), message.msgstr().ok()?.to_string()))),
        );
    }
    all
}
