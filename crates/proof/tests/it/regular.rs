//! Tests that regular expressions match the words that the automaton accepts.

use grundy_proof::internals::regular::expression;
use std::collections::BTreeSet;

/// Returns the ends of all matches of the expression `text` in `word` that begin at an index in `from`.
fn ends(text: &str, word: &str, from: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut depth = 0;
    for (k, c) in text.char_indices() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if c == '|' && depth == 0 {
            let mut all = ends(&text[..k], word, from);
            all.extend(ends(&text[k + 1..], word, from));
            return all;
        }
    }
    let mut places = from.clone();
    let mut rest = text;
    while !rest.is_empty() {
        let mut depth = 0;
        let closes = |(_, c): &(usize, char)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            depth == 0
        };
        let length = rest.char_indices().find(closes).unwrap().0 + 1;
        let (item, remaining) = rest.split_at(length);
        let step = |places: &BTreeSet<usize>| match item.strip_prefix('(') {
            Some(inner) => ends(&inner[..inner.len() - 1], word, places),
            None => places.iter().filter(|&&p| word[p..].starts_with(item)).map(|p| p + 1).collect(),
        };
        rest = remaining;
        if let Some(remaining) = rest.strip_prefix('?') {
            rest = remaining;
            places.extend(step(&places));
        } else if let Some(remaining) = rest.strip_prefix('*') {
            rest = remaining;
            loop {
                let more = step(&places);
                if more.is_subset(&places) {
                    break;
                }
                places.extend(more);
            }
        } else {
            places = step(&places);
        }
    }
    places
}

#[test]
fn expressions_match_what_the_automaton_accepts() {
    let mut state = 7u64;
    let mut random = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut found = 0;
    for round in 0..400 {
        let (states, radix) = (2 + random(3), 2 + round % 2);
        let mut next: Vec<Vec<Option<u32>>> =
            (0..states).map(|_| (0..radix).map(|_| (random(6) > 0).then(|| random(states) as u32)).collect()).collect();
        next[0][0] = Some(0);
        let output: Vec<u32> = (0..states).map(|_| random(2) as u32).collect();
        let Some(text) = expression(&next, &output) else { continue };
        found += 1;
        for n in 0..240u64 {
            let (mut word, mut rest) = (String::new(), n);
            while rest > 0 {
                word.insert_str(0, &(rest % radix).to_string());
                rest /= radix;
            }
            let step = |s: Option<u32>, digit: char| next[s? as usize][digit.to_digit(10)? as usize];
            let accepted = word.chars().fold(Some(0), step).is_some_and(|s| output[s as usize] == 0);
            let matched = ends(&text, &word, &BTreeSet::from([0])).contains(&word.len());
            assert_eq!(matched, accepted, "{text} on {word}");
        }
    }
    assert!(found > 100, "{found}");
}
