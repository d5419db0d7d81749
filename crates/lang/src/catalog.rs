//! Languages and their catalogues of messages.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A language that Grundy supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, the language of the messages in the code.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

/// The Chinese catalogues: the name and content of each file in `po/zh`.
///
/// The feature `zh` adds them. The WebAssembly module contains none; web pages pass the translations to
/// [`Language::learn`] on demand.
#[cfg(all(feature = "zh", not(target_family = "wasm")))]
pub const FILES: [(&str, &str); 26] = [
    ("ask", include_str!("../po/zh/ask.po")),
    ("board", include_str!("../po/zh/board.po")),
    ("cli", include_str!("../po/zh/cli.po")),
    ("cluster", include_str!("../po/zh/cluster.po")),
    ("conformance", include_str!("../po/zh/conformance.po")),
    ("engines", include_str!("../po/zh/engines.po")),
    ("games", include_str!("../po/zh/games.po")),
    ("graph", include_str!("../po/zh/graph.po")),
    ("grundy", include_str!("../po/zh/grundy.po")),
    ("help", include_str!("../po/zh/help.po")),
    ("json", include_str!("../po/zh/json.po")),
    ("lang", include_str!("../po/zh/lang.po")),
    ("misere", include_str!("../po/zh/misere.po")),
    ("play", include_str!("../po/zh/play.po")),
    ("proof", include_str!("../po/zh/proof.po")),
    ("py", include_str!("../po/zh/py.po")),
    ("render", include_str!("../po/zh/render.po")),
    ("retrograde", include_str!("../po/zh/retrograde.po")),
    ("rulelang", include_str!("../po/zh/rulelang.po")),
    ("rules", include_str!("../po/zh/rules.po")),
    ("sequence", include_str!("../po/zh/sequence.po")),
    ("solve", include_str!("../po/zh/solve.po")),
    ("store", include_str!("../po/zh/store.po")),
    ("syntax", include_str!("../po/zh/syntax.po")),
    ("verify", include_str!("../po/zh/verify.po")),
    ("web", include_str!("../po/zh/web.po")),
];

/// The catalogues whose messages the WebAssembly module does not use.
#[cfg(all(feature = "zh", not(target_family = "wasm")))]
const NATIVE_ONLY: [&str; 5] = ["cli", "help", "py", "store", "web"];

/// The Chinese translation of each English message, loaded on first use.
static CHINESE: OnceLock<HashMap<String, String>> = OnceLock::new();

/// The terminator of messages and translations in the exchange format of [`Language::learn`].
const TERMINATOR: char = '\0';

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// Returns the language of a tag such as `zh`, `zh-CN` or `en_GB.UTF-8`, if it is supported.
    ///
    /// ```
    /// use grundy_lang::Language;
    /// assert_eq!(Language::from_tag("zh_CN.UTF-8"), Some(Language::Chinese));
    /// assert_eq!(Language::from_tag("C"), None);
    /// ```
    pub fn from_tag(tag: &str) -> Option<Language> {
        let primary = tag.split(['-', '_', '.', '@']).next()?;
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// Returns the first supported language in the system's settings, or English if there is none.
    pub fn from_system() -> Language {
        // The plain locales C and POSIX mean English.
        let parse_tag = |tag: String| match tag.split('.').next() {
            Some("C" | "POSIX") => Some(Language::English),
            _ => Language::from_tag(&tag),
        };
        sys_locale::get_locales().find_map(parse_tag).unwrap_or_default()
    }

    /// Returns the tag of the language: `en` or `zh`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// Returns a message in this language, or the English one if there is no translation.
    ///
    /// The names of arguments in braces are not replaced. Without the feature `zh`, all
    /// messages are English unless [`Language::learn`] has loaded translations.
    ///
    /// ```
    /// # #[cfg(feature = "zh")] {
    /// use grundy_lang::Language;
    /// assert_eq!(Language::Chinese.translate("Wythoff's game"), "威佐夫博弈");
    /// assert_eq!(Language::English.translate("Wythoff's game"), "Wythoff's game");
    /// # }
    /// ```
    pub fn translate(self, english: &str) -> &str {
        self.translation(english).unwrap_or(english)
    }

    /// Returns the translation of a message into this language; English has none.
    pub fn translation(self, english: &str) -> Option<&'static str> {
        if self == Language::English {
            // The catalogues are not loaded, because that takes longer than most commands.
            return None;
        }
        #[cfg(all(feature = "zh", not(target_family = "wasm")))]
        let chinese = Some(CHINESE.get_or_init(|| read(&FILES)));
        #[cfg(not(all(feature = "zh", not(target_family = "wasm"))))]
        let chinese = CHINESE.get();
        chinese?.get(english).map(String::as_str)
    }

    /// Loads translations in the format of [`words`], and returns whether they were loaded.
    ///
    /// Only Chinese translations can be loaded, and only once.
    pub fn learn(self, words: &str) -> bool {
        let parts: Vec<&str> = words.split(TERMINATOR).collect();
        let pairs = parts.chunks_exact(2).map(|pair| (pair[0].to_string(), pair[1].to_string()));
        self == Language::Chinese && CHINESE.set(pairs.collect()).is_ok()
    }
}

/// Returns all translations that the WebAssembly module needs, as one string.
///
/// Each message is followed by its translation; each of the two ends with a NUL.
///
/// ```
/// let words = grundy_lang::words();
/// assert!(words.contains("Wythoff's game\0威佐夫博弈\0"));
/// ```
#[cfg(all(feature = "zh", not(target_family = "wasm")))]
pub fn words() -> String {
    let files: Vec<(&str, &str)> = FILES.into_iter().filter(|(name, _)| !NATIVE_ONLY.contains(name)).collect();
    let mut all: Vec<(String, String)> = read(&files).into_iter().collect();
    all.sort();
    all.into_iter().flat_map(|(english, chinese)| [english, TERMINATOR.into(), chinese, TERMINATOR.into()]).collect()
}

/// Returns the translated messages of these catalogues; a test fails if a catalogue does not parse.
#[cfg(all(feature = "zh", not(target_family = "wasm")))]
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
