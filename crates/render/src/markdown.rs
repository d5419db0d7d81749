//! The Markdown of the documentation as text for a terminal.

use crate::columns::char_width;
use crate::style::Style;
use anstyle::Effects;
use grundy_lang::{Language, text};

/// Returns Markdown as plain text, with its paragraphs broken to the width of the style.
///
/// Code is indented, links become their words, pictures their descriptions. Emphasis is kept only where the style has
/// colours. Supports what `docs/theory.md` uses: headings, paragraphs, lists without nesting, and fenced code.
///
/// ```
/// let text = "## 1. Title\n\n**Theorem.** See\n[errata](errata.md):\n\n- *one*\n  line\n\n```sh\ngrundy\n```\n";
/// let plain = grundy_render::markdown_text(text, Default::default(), Default::default());
/// assert_eq!(plain, "1. Title\n\nTheorem. See errata:\n\n  - one line\n\n    grundy\n");
/// ```
pub fn markdown_text(markdown: &str, style: Style, language: Language) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut in_code = false;
    let flush = |paragraph: &mut String, out: &mut String| {
        if !paragraph.is_empty() {
            *out += &style.fill(&spans(paragraph, style));
            out.push('\n');
            paragraph.clear();
        }
    };
    for line in markdown.lines() {
        if line.starts_with("```") {
            flush(&mut paragraph, &mut out);
            in_code = !in_code;
        } else if in_code {
            let indented = if line.is_empty() { String::new() } else { format!("    {line}") };
            // An empty line stays empty, without trailing blanks.
            out += &style.fill(&indented);
            out.push('\n');
        } else if line.trim().is_empty() {
            flush(&mut paragraph, &mut out);
            if !out.is_empty() && !out.ends_with("\n\n") {
                out.push('\n');
            }
        } else if let Some(heading) = line.strip_prefix('#') {
            flush(&mut paragraph, &mut out);
            let heading = heading.trim_start_matches('#').trim_start();
            out += &style.fill(&emphasized(&spans(heading, style), Effects::BOLD, style));
            out.push('\n');
        } else if let Some(alt) = line.strip_prefix("![").and_then(|rest| rest.split(']').next()) {
            flush(&mut paragraph, &mut out);
            out += &style.fill(&text!("picture: {alt}", alt).in_language(language));
            out.push('\n');
        } else if is_item(line) {
            flush(&mut paragraph, &mut out);
            paragraph = format!("  {line}");
        } else {
            join(&mut paragraph, line.trim());
        }
    }
    flush(&mut paragraph, &mut out);
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Reports whether a line begins an item of a list: `- text` or `1. text`.
fn is_item(line: &str) -> bool {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    line.starts_with("- ") || (digits > 0 && line[digits..].starts_with(". "))
}

/// Appends a line to a paragraph, without a blank between wide characters or after Chinese punctuation.
fn join(paragraph: &mut String, line: &str) {
    let wide = |c: Option<char>| c.is_some_and(|c| char_width(c) > 1);
    let ends_in_sign = paragraph.ends_with(['，', '。', '；', '：', '、', '）']);
    let both_wide = wide(paragraph.chars().next_back()) && wide(line.chars().next());
    if !paragraph.is_empty() && !ends_in_sign && !both_wide {
        paragraph.push(' ');
    }
    paragraph.push_str(line);
}

fn emphasized(text: &str, effects: Effects, style: Style) -> String {
    match style.colors {
        true => {
            let style = anstyle::Style::new().effects(effects);
            format!("{style}{text}{style:#}")
        }
        false => text.to_string(),
    }
}

/// Converts emphasis and links of a paragraph; code keeps its backticks.
fn spans(text: &str, style: Style) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((code, after)) = rest.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
            out += &format!("`{code}`");
            rest = after;
        } else if let Some((strong, after)) = rest.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
            out += &emphasized(&spans_inside(strong), Effects::BOLD, style);
            rest = after;
        } else if let Some((words, after)) = emphasis(rest) {
            out += &emphasized(&spans_inside(words), Effects::ITALIC, style);
            rest = after;
        } else if let Some((words, after)) = link(rest) {
            out += words;
            rest = after;
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out + rest
}

/// Removes the marks of emphasis within emphasis.
fn spans_inside(text: &str) -> String {
    text.replace('*', "")
}

/// Returns the words between two stars, and the text after them.
fn emphasis(text: &str) -> Option<(&str, &str)> {
    let (words, after) = text.strip_prefix('*')?.split_once('*')?;
    let touches = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
    (touches(words.chars().next()) && touches(words.chars().next_back())).then_some((words, after))
}

/// Returns the words of a link, and the text after it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (words, after) = text.strip_prefix('[')?.split_once("](")?;
    let (_, after) = after.split_once(')')?;
    (!words.contains([']', '\n'])).then_some((words, after))
}
