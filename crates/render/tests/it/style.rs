//! Tests line breaks and colours.

use grundy_render::internals::style::break_line;
use grundy_render::{Style, Tone, width, wrap};

#[test]
fn lines_are_broken_where_they_may() {
    assert_eq!(wrap("take 2 from heap 1", 8), ["take 2", "from", "heap 1"]);
    assert_eq!(wrap("  one two three", 9), ["  one two", "    three"]);
    assert_eq!(wrap("0-1:b,1-2:r", 8), ["0-1:b,", "1-2:r"]);
    assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
    assert_eq!(wrap("从第 1 堆取 2 颗", 7), ["从第 1", "堆取 2", "颗"]);
    assert_eq!(wrap("先手必胜（因为尼姆和不为零）。", 10), ["先手必胜", "（因为尼姆", "和不为", "零）。"]);
    assert_eq!(wrap("a\n\nb", 3), ["a", "", "b"]);
    assert_eq!(wrap("", 3), [""; 0]);
}

#[test]
fn lines_break_at_commas_only_if_half_empty() {
    assert_eq!(wrap("the position nim(3,4,5) is won", 20), ["the position", "nim(3,4,5) is won"]);
    assert_eq!(wrap("of hackenbush(0-1,1-2,2-0) it is", 20), ["of hackenbush(0-1,", "1-2,2-0) it is"]);
}

#[test]
fn continuation_lines_align_with_their_column() {
    let style = |width| Style { width: Some(width), ..Style::default() };
    assert_eq!(style(20).wrap_lines("nim: it is won by the first\n"), "nim: it is won by\n  the first\n");
    assert_eq!(style(20).fill("nim: it is won by the first\n"), "nim: it is won by\nthe first\n");
    assert_eq!(style(20).wrap_lines("  why: it is won by the first"), "  why: it is won by\n    the first");
    assert_eq!(style(20).wrap_lines("  a   one two three four"), "  a   one two three\n      four");
    // The first column leaves too little space for the second.
    assert_eq!(style(24).wrap_lines("  take 2 from heap 1  ->  nim(1,4)"), "  take 2 from heap 1\n      ->  nim(1,4)");
}

#[test]
fn colours_take_no_room() {
    let style = Style { width: Some(9), colors: true, ..Style::default() };
    let won = style.paint(Tone::Win, "wins");
    assert_eq!(style.wrap_lines(&format!("it {won} it")), format!("it {won}\n  it"));
    assert_eq!(style.wrap_lines(&format!("it {won}")), format!("it {won}"));
    let plain = Style { colors: false, ..style };
    assert_eq!(plain.paint(Tone::Wrong, "no"), "no");
}

/// Colours change neither line breaks nor alignment.
#[test]
fn colours_change_no_line_breaks() {
    let style = Style { colors: true, ..Style::default() };
    let (won, lost) = (style.paint(Tone::Win, "the player to move wins"), style.paint(Tone::Zero, "0"));
    let text = format!("{won}, the value is {lost}: nim(1,2,3) 先手{lost}负\n  {won}  ->  {lost}");
    let strip = |text: &str| {
        let mut parts = text.split("\u{1b}[");
        let first = parts.next().unwrap_or("").to_string();
        parts.fold(first, |all, part| all + part.split_once('m').map_or("", |(_, behind)| behind))
    };
    for columns in 8..60 {
        let style = Style { width: Some(columns), ..style };
        assert_eq!(strip(&style.wrap_lines(&text)), style.wrap_lines(&strip(&text)), "{columns}");
    }
}

#[test]
fn no_line_is_too_wide_and_nothing_is_lost() {
    let text = "  先手必胜，因为尼姆和 3 xor 4 xor 5 = 2 不为零（见上）。 A long sentence in English, then 更多汉字  ->  nim(1,2,3).";
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    for columns in 1..120 {
        for margin in [0, 2] {
            let lines = break_line(text, columns, margin);
            assert!(lines.iter().all(|line| width(line) <= columns.max(2)), "{columns}: {lines:?}");
            assert_eq!(bare(&lines.concat()), bare(text));
        }
    }
}
