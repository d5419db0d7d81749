//! Tests the excerpts of errors.

use grundy_rules::excerpt;

#[test]
fn excerpts_are_cut_around_the_span() {
    let text = format!("nim({}x)", "1,".repeat(100_000));
    let at = text.len() - 2;
    let (shown, place) = excerpt(&text, at..at + 1, usize::MAX);
    assert!(shown.len() < 200);
    assert_eq!(&shown[place], "x");
    let (shown, place) = excerpt("威佐夫(3)", 9..12, usize::MAX);
    assert_eq!(&shown[place], "(3)");
    let (shown, place) = excerpt(&"é".repeat(500), 401..403, usize::MAX);
    assert!(shown.is_char_boundary(place.start) && shown.is_char_boundary(place.end));
}
