//! Proofs of theorems: sections of the page on theory, which name the theorems that they prove.
//!
//! A section may also name games whose solution it explains, such as `token`, which have no theorem of their own.

use grundy_lang::{Language, text};

const ENGLISH: &str = include_str!("../../../docs/theory.md");
const CHINESE: &str = include_str!("../../../docs/theory.zh-CN.md");

/// The mark before the names of the theorems of a section.
const MARK: &str = "<!-- theorem:";
/// The mark before the names of the games that a section explains.
const GAMES_MARK: &str = "<!-- games:";

/// A section of the page on theory.
pub struct Section {
    /// The number of the section, with which proofs refer to it.
    pub number: u64,
    /// The title without the number.
    pub title: &'static str,
    /// The theorems that the section proves.
    pub theorems: Vec<&'static str>,
    /// The games that the section explains.
    pub games: Vec<&'static str>,
    /// The section as Markdown without the marks, starting with the text after the heading.
    pub body: String,
}

/// Returns the sections of the page on theory.
pub fn sections(language: Language) -> impl Iterator<Item = Section> {
    let page = if language == Language::Chinese { CHINESE } else { ENGLISH };
    page.split("\n## ").skip(1).map(|section| {
        let (heading, body) = section.split_once('\n').unwrap_or((section, ""));
        let (number, title) = heading.split_once(". ").unwrap_or(("", heading));
        let names = |mark| {
            let lines = body.lines().filter_map(move |line| line.strip_prefix(mark)?.strip_suffix("-->"));
            lines.flat_map(|names| names.split(',').map(str::trim)).collect()
        };
        let lines = body.trim().lines().filter(|line| !line.starts_with("<!--"));
        Section {
            number: number.parse().unwrap_or(0),
            title,
            theorems: names(MARK),
            games: names(GAMES_MARK),
            body: lines.fold(String::new(), |text, line| text + line + "\n").trim_start().replace("\n\n\n", "\n\n"),
        }
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
    sections(language).find(|section| section.theorems.contains(&theorem)).map(|section| section.markdown())
}

/// Returns the sections that prove any of these theorems or explain this game, as Markdown.
///
/// The results of the sections to which they refer come after them; lemmas are printed with their proofs. `command` is
/// the command that prints the proof of the theorem `THEOREM`; it is printed below the results of each section. The
/// text is empty if no section proves or explains anything.
///
/// ```
/// let text = grundy_render::theory_proofs(&["sprague-grundy"], None, "prove THEOREM", Default::default());
/// let (section, lemma) = text.split_once("**Highest-bit lemma.**").unwrap();
/// assert!(section.starts_with("## 6.") && lemma.contains("∎"));
/// assert!(grundy_render::theory_proofs(&[], Some("rivals"), "", Default::default()).contains("## 15."));
/// ```
pub fn theory_proofs(theorems: &[&str], game: Option<&str>, command: &str, language: Language) -> String {
    let proves = |section: &Section| {
        section.theorems.iter().any(|name| theorems.contains(name))
            || game.is_some_and(|game| section.games.contains(&game))
    };
    let (own, others): (Vec<Section>, Vec<Section>) = sections(language).partition(proves);
    let mut out: Vec<String> = own.iter().map(Section::markdown).collect();
    let numbers: Vec<u64> = own.iter().flat_map(|section| references(&section.body)).collect();
    for section in others.iter().filter(|section| numbers.contains(&section.number)) {
        let Section { number, title, .. } = section;
        let heading = text!("From section {number}: {title}", number = *number, title = *title);
        let mut text = format!("## {}\n\n{}", heading.in_language(language), section.results());
        if let Some(theorem) = section.theorems.first() {
            let command = text!("proof: {command}", command = format!("`{}`", command.replace("THEOREM", theorem)));
            text += &format!("\n{}\n", command.in_language(language));
        }
        out.push(text);
    }
    out.join("\n")
}

impl Section {
    fn markdown(&self) -> String {
        format!("## {}. {}\n\n{}", self.number, self.title, self.body)
    }

    /// Returns the definitions, theorems and lemmas of the section; the lemmas with their proofs.
    pub fn results(&self) -> String {
        let mut out = String::new();
        let mut part = Part::Definitions;
        for block in prose(&self.body) {
            part = match label(block) {
                Some(label) if is_proof(label) => match part {
                    Part::Lemma => Part::Lemma,
                    _ => Part::Other,
                },
                Some(label) if LEMMA.iter().any(|word| label.contains(word)) => Part::Lemma,
                Some(label) if THEOREM.iter().any(|word| label.contains(word)) => Part::Theorem,
                Some(_) => Part::Other,
                None => part,
            };
            if part != Part::Other {
                out += &format!("{}{block}\n", if out.is_empty() { "" } else { "\n" });
            }
            // The proof of a lemma ends here.
            if part == Part::Lemma && block.ends_with('∎') {
                part = Part::Other;
            }
        }
        out
    }
}

/// The part of a section to which a paragraph belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The paragraphs before the first label.
    Definitions,
    Theorem,
    Lemma,
    /// Proofs of theorems, and remarks.
    Other,
}

/// The words in the labels of lemmas.
const LEMMA: [&str; 3] = ["lemma", "Lemma", "引理"];
/// The words in the labels of theorems and of the definitions that they use.
const THEOREM: [&str; 8] = ["Theorem", "theorem", "principle", "Principle", "Definition", "定理", "原理", "定义"];

fn is_proof(label: &str) -> bool {
    label.starts_with("Proof") || label.ends_with("证明。") || label.ends_with("证明")
}

/// Returns the label at the start of a paragraph.
///
/// A label is any text in bold, such as `**Theorem.**`, or the italic `*Proof.*` of a lemma.
pub fn label(block: &str) -> Option<&str> {
    let bold = block.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(label, _)| label);
    let italic = || block.strip_prefix('*')?.split_once('*').map(|(label, _)| label).filter(|label| is_proof(label));
    bold.or_else(italic)
}

/// Returns the paragraphs and lists of a section, without code and pictures.
pub fn prose(body: &str) -> impl Iterator<Item = &str> {
    let parts = body.split("```").step_by(2).flat_map(|text| text.split("\n\n")).map(str::trim);
    parts.filter(|block| !block.is_empty() && !block.starts_with("!["))
}

/// Returns the numbers of the sections to which a section refers.
pub fn references(body: &str) -> Vec<u64> {
    let text = prose(body).collect::<Vec<_>>().join("\n").replace('\n', " ").replace("Section ", "section ");
    let number = |rest: &str| rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    let english = text.split("section ").skip(1).filter_map(number);
    let chinese = text.split('第').skip(1).filter(|rest| {
        let rest = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        rest.trim_start().starts_with('节')
    });
    english.chain(chinese.filter_map(number)).collect()
}
