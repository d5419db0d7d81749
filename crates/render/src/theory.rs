//! Proofs of theorems: sections of the page on theory, which name the theorems that they prove.

use grundy_lang::Language;

const ENGLISH: &str = include_str!("../../../docs/theory.md");
const CHINESE: &str = include_str!("../../../docs/theory.zh-CN.md");

/// The mark before the names of the theorems of a section.
const MARK: &str = "<!-- theorem:";

/// Returns the sections of the page on theory, each with the names of the theorems that it proves.
fn sections(language: Language) -> impl Iterator<Item = (Vec<&'static str>, &'static str)> {
    let page = if language == Language::Chinese { CHINESE } else { ENGLISH };
    page.split("\n## ").skip(1).map(|section| {
        let marks = section.lines().filter_map(|line| line.strip_prefix(MARK)?.strip_suffix("-->"));
        (marks.flat_map(|names| names.split(',').map(str::trim)).collect(), section)
    })
}

/// Returns the section that proves a theorem as Markdown, starting with its heading.
///
/// Returns `None` if the page has no such section.
///
/// ```
/// let text = grundy_render::theorem_proof("bouton", Default::default()).unwrap();
/// assert!(text.starts_with("## ") && !text.contains("<!--"));
/// assert!(grundy_render::theorem_proof("no-theorem", Default::default()).is_none());
/// ```
pub fn theorem_proof(theorem: &str, language: Language) -> Option<String> {
    let (_, section) = sections(language).find(|(names, _)| names.contains(&theorem))?;
    let lines = section.trim_end().lines().filter(|line| !line.starts_with(MARK));
    Some(lines.fold(String::from("## "), |text, line| text + line + "\n").replace("\n\n\n", "\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both pages prove the same theorems, each once; each belongs to some game, to sums or to sequences.
    #[test]
    fn pages_prove_the_same_theorems() {
        let names = |language| -> Vec<Vec<&str>> { sections(language).map(|(names, _)| names).collect() };
        let english = names(Language::English);
        assert_eq!(english, names(Language::Chinese));
        let mut all: Vec<&str> = english.into_iter().flatten().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() == count && count >= 12, "{all:?}");
        let games = grundy_games::library().games();
        // Theorems that belong to no game: those on sums and on sequences.
        let others =
            ["sprague-grundy", "equal-components", "lost-components", "tame-sums", "window-state", "guy-smith"];
        let known: Vec<&str> =
            games.iter().flat_map(|entry| entry.theorems()).map(|info| info.name).chain(others).collect();
        for name in all {
            assert!(known.contains(&name), "{name} is no theorem: {known:?}");
        }
    }
}
