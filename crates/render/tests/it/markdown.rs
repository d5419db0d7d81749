//! Tests the conversion of Markdown to text.

use grundy_lang::Language;
use grundy_render::{Style, markdown_text, theory_proofs};

/// No section leaves marks of Markdown in the text, in either language.
#[test]
fn no_markdown_is_left() {
    let games = grundy_games::library().games();
    for language in [Language::English, Language::Chinese] {
        for entry in games {
            let theorems: Vec<&str> = entry.theorems().iter().map(|info| info.name).collect();
            let markdown = theory_proofs(&theorems, Some(entry.info().name), "", language);
            let text = markdown_text(&markdown, Style::default(), language);
            let prose: String = text.lines().filter(|line| !line.starts_with("    ")).collect();
            // Inline code, such as `take[1,3](5)`, may contain these marks.
            let prose: String = prose.split('`').step_by(2).collect();
            for mark in ["*", "![", "](", "<!--", "##"] {
                assert!(!prose.contains(mark), "{}: {mark}: {prose}", entry.info().name);
            }
        }
    }
}

#[test]
fn paragraphs_are_joined_and_broken() {
    let narrow = Style { width: Some(20), ..Style::default() };
    let text = "**One** two three\nfour five.\n\n1. six seven eight\n   nine ten\n";
    assert_eq!(
        markdown_text(text, narrow, Language::English),
        "One two three four\nfive.\n\n  1. six seven eight\n    nine ten\n"
    );
    assert_eq!(markdown_text("甲\n乙\nn。\nw\n", narrow, Language::Chinese), "甲乙 n。w\n");
}

#[test]
fn stars_and_brackets_in_formulas_stay() {
    let plain = |text| markdown_text(text, Style::default(), Language::English);
    assert_eq!(plain("2 * 3 and [z] = `a*b`"), "2 * 3 and [z] = `a*b`\n");
    assert_eq!(plain("![a ring](figures/ring.svg)"), "picture: a ring\n");
    let colors = Style { colors: true, ..Style::default() };
    assert_eq!(markdown_text("**P**", colors, Language::English), "\u{1b}[1mP\u{1b}[0m\n");
}
