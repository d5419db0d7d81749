//! Tests the widths of characters.

use grundy_render::internals::columns::{approximate_width, char_width};
use grundy_render::width;
use unicode_width::UnicodeWidthChar;

/// Covers all characters of the Chinese translation, mathematical symbols and ASCII.
#[test]
fn approximate_widths_match_unicode_tables() {
    let chinese = include_str!("../../../lang/po/zh/games.po");
    let mathematics = "∈≤≥≠·×−⊕∞∅→←↑↓⌊⌋⌈⌉²³ⁿ₀₁φαβ½●○◆…‘’“”–—éèüö（）【】，。、：；？！Ａ１｛～\u{301}\u{200b}";
    for letter in chinese.chars().chain(mathematics.chars()).chain(' '..='~') {
        assert_eq!(approximate_width(letter), letter.width().unwrap_or(1), "{letter} {:x}", u32::from(letter));
    }
    assert_eq!((width("\u{1b}[1m取\u{1b}[0m 1"), char_width('取'), char_width('a')), (4, 2, 1));
}
