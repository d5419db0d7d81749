//! Lists subtraction games with a symbolic parameter `k`, for surveys of families.

/// The amounts and ranges that the sets combine.
const ITEMS: [&str; 15] =
    ["1", "2", "3", "k-1", "k", "k+1", "k+2", "2k-1", "2k", "2k+1", "3k", "1..k", "1..k-1", "k..2k", "2k..3k"];

/// Returns the games whose sets combine one to three amounts or ranges, at least one of which uses `k`.
///
/// Sets with redundant items are left out: those with `1` and `1..k`, and those with `1..k-1`, `k` and `1..k`.
///
/// ```
/// let all = grundy_proof::survey_families();
/// assert_eq!(all.len(), 553);
/// assert!(all.contains(&"take[1,k,2k+1]".to_string()));
/// ```
pub fn survey_families() -> Vec<String> {
    let mut out = vec![];
    let mut add = |chosen: &[&str]| {
        let has = |item| chosen.contains(&item);
        let is_redundant = has("1..k") && (has("1") || has("1..k-1") && has("k"));
        if chosen.iter().any(|item| item.contains('k')) && !is_redundant {
            out.push(format!("take[{}]", chosen.join(",")));
        }
    };
    for one in &ITEMS {
        add(&[one]);
    }
    for (a, one) in ITEMS.iter().enumerate() {
        for other in &ITEMS[a + 1..] {
            add(&[one, other]);
        }
    }
    for (a, one) in ITEMS.iter().enumerate() {
        for (b, other) in ITEMS.iter().enumerate().skip(a + 1) {
            for third in &ITEMS[b + 1..] {
                add(&[one, other, third]);
            }
        }
    }
    out
}
