//! Tests the construction of SVG pictures.

use grundy_render::internals::svg::{Anchor, Svg, ticks, two_lines, viridis};

#[test]
fn ticks_are_round_and_few() {
    let list = |to, count| ticks(to, count).collect::<Vec<_>>();
    assert_eq!(list(0, 10), [0]);
    assert_eq!(list(7, 10), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(list(11, 10), [0, 2, 4, 6, 8, 10]);
    assert_eq!(list(60, 6), [0, 10, 20, 30, 40, 50, 60]);
    assert_eq!(list(99_999, 10), (0..10).map(|k| k * 10_000).collect::<Vec<u64>>());
}

#[test]
fn luminance_grows() {
    let luminance = |share| {
        let [r, g, b] = viridis(share).map(f64::from);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    for k in 1..=100 {
        assert!(luminance(f64::from(k) / 100.0) > luminance(f64::from(k - 1) / 100.0), "{k}");
    }
}

#[test]
fn long_titles_are_broken_and_shortened() {
    assert_eq!(two_lines("wythoff", 20), ["wythoff"]);
    assert_eq!(two_lines("one two three four", 10), ["one two", "three four"]);
    for length in 1..300 {
        for max_chars in [8, 20, 68] {
            for text in ["x".repeat(length), "ab ".repeat(length)] {
                let lines = two_lines(&text, max_chars);
                assert!(lines.len() <= 2 && lines.iter().all(|line| line.chars().count() <= max_chars), "{lines:?}");
            }
        }
    }
}

#[test]
fn texts_are_escaped() {
    let mut svg = Svg::new(10, 10, "a<b");
    svg.text(0.0, 0.0, Anchor::Start, "x & y");
    let text = svg.finish();
    assert!(text.contains("<title>a&lt;b</title>") && text.contains(">x &amp; y</text>"), "{text}");
}
