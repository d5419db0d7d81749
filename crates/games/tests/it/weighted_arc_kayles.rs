//! Compares Weighted Arc Kayles with its definition, and checks its notation.

use grundy_games::parse;
use grundy_games::weighted_arc_kayles::{Counters, WeightedArcKayles};
use grundy_rules::{Game, Player, Rules};
use std::collections::{HashMap, HashSet};

/// Computes the Grundy value by the definition, without components, keys and caps on counters.
fn grundy(counters: &mut Vec<u32>, edges: &[[u32; 2]], memo: &mut HashMap<Vec<u32>, u32>) -> u32 {
    if let Some(&value) = memo.get(counters) {
        return value;
    }
    let mut option_values = HashSet::new();
    for &[a, b] in edges {
        if counters[a as usize] > 0 && counters[b as usize] > 0 {
            counters[a as usize] -= 1;
            counters[b as usize] -= 1;
            option_values.insert(grundy(counters, edges, memo));
            counters[a as usize] += 1;
            counters[b as usize] += 1;
        }
    }
    let value = (0..).find(|value| !option_values.contains(value)).unwrap();
    memo.insert(counters.clone(), value);
    value
}

fn by_keys(component: Counters, memo: &mut HashMap<Box<[u32]>, u32>) -> u32 {
    let rules = WeightedArcKayles;
    let mut sum = 0;
    for region in rules.split(component) {
        let key = rules.key(&region);
        let value = match memo.get(&key) {
            Some(&value) => value,
            None => {
                let options = |mv| rules.play(&region, Player::LEFT, &mv).into_iter().next().unwrap();
                let option_values: HashSet<u32> =
                    rules.moves(&region, Player::LEFT).map(|mv| by_keys(options(mv), memo)).collect();
                (0..).find(|value| !option_values.contains(value)).unwrap()
            }
        };
        memo.insert(key, value);
        sum ^= value;
    }
    sum
}

#[test]
fn components_keys_and_caps_keep_values() {
    let (mut max_value, mut memo) = (0, HashMap::new());
    let samples: Vec<_> = WeightedArcKayles::samples().map(|(_, mut components)| components.remove(0)).collect();
    assert_eq!(samples.len(), 160);
    for (number, component) in samples.into_iter().enumerate() {
        let mut counters: Vec<u32> = component.vertices.iter().map(|(_, counters)| *counters).collect();
        let wanted = grundy(&mut counters, &component.edges, &mut HashMap::new());
        assert_eq!(by_keys(component, &mut memo), wanted, "sample {number}");
        max_value = max_value.max(wanted);
    }
    assert!(max_value >= 3);
    let long = |w: u32| sample_path(&[w, 2, 3]);
    assert_eq!(WeightedArcKayles.key(&long(2)), WeightedArcKayles.key(&long(900)));
    assert_ne!(WeightedArcKayles.key(&long(2)), WeightedArcKayles.key(&long(1)));
}

fn sample_path(counters: &[u32]) -> Counters {
    let vertices = (0..).zip(counters).map(|(name, &counters)| (name, counters)).collect();
    let names = (0..counters.len()).map(|name| name.to_string().into()).collect();
    Counters { names, vertices, edges: (1..counters.len() as u32).map(|v| [v - 1, v]).collect() }
}

#[test]
fn mistakes() {
    for (text, span, message) in [
        ("weighted_arc_kayles(a-a)", 20..23, "an edge must join two different vertices"),
        ("weighted_arc_kayles(a-b,b-a)", 24..27, "this edge already exists"),
        ("weighted_arc_kayles(a=1,a=2)", 24..27, "the number of counters of this vertex is given twice"),
        ("weighted_arc_kayles(a=x)", 22..23, "expected the number of counters, found `x`"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.message.to_string().as_str(), error.span), (message, Some(span)), "{text}");
        assert!(error.help.is_some());
    }
    assert_eq!(
        parse("weighted_arc_kayles(a-b,c,d=0,\"x y\"-c)").unwrap().to_string(),
        "weighted_arc_kayles(a-b,\"x y\"-c)"
    );
}
