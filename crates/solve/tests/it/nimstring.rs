//! Nimstring, compared with a recursion by the rules in sums with Nim heaps.

use grundy_games::parse;
use grundy_games::strings_and_coins::Strings;
use grundy_rules::{Budget, Game, Outcome, Player, Rules, SplitMix64};
use grundy_solve::{Answer, MovesWanted, Question, Solver};
use std::collections::HashMap;

fn solve(text: &str, use_theorems: bool) -> Result<Answer, String> {
    let position_sum = parse(text).map_err(|error| error.message.to_string())?;
    let question = Question { use_theorems, moves: MovesWanted::All, ..Question::default() };
    Solver::new().solve(&position_sum, &question, &Budget::default()).map_err(|error| error.message.to_string())
}

fn value(text: &str) -> Option<u64> {
    let answer = solve(text, true).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(answer.values.loony, answer.values.grundy.is_none(), "{text}");
    answer.values.grundy.map(|value| value.0 as u64)
}

/// The positions of two graphs and the size of a Nim heap.
type Key = ([u64; 2], u64);

/// Reports whether the player to move wins the sum of two positions and a Nim heap.
fn mover_wins(graphs: [&Strings; 2], (sets, heap): Key, known: &mut HashMap<Key, bool>) -> bool {
    if let Some(&wins) = known.get(&(sets, heap)) {
        return wins;
    }
    let mut wins = (0..heap).any(|less| !mover_wins(graphs, (sets, less), known));
    for k in 0..2 {
        let strings: Vec<u8> = graphs[k].moves(&sets[k], Player::LEFT).collect();
        for string in strings {
            let again = graphs[k].next_player(&sets[k], Player::LEFT, &string) == Player::LEFT;
            let mut after = sets;
            after[k] &= !(1 << string);
            wins = wins || mover_wins(graphs, (after, heap), known) == again;
        }
    }
    known.insert((sets, heap), wins);
    wins
}

/// Returns small graphs with the texts of their positions.
fn samples() -> Vec<(Strings, u64, String)> {
    let mut random = SplitMix64(7);
    let mut found = vec![];
    for (graph, sets) in Strings::samples() {
        // All strings, and half of them.
        for set in [sets[0], sets[0] & random.next_u64()] {
            if set.count_ones() <= 8 {
                let mut text = String::from("nimstring(");
                graph.write_component(&set, &mut text);
                found.push((graph.clone(), set, text + ")"));
            }
        }
    }
    found
}

#[test]
fn values_follow_from_sums_with_heaps() {
    let (mut loony, mut values) = (0, [0; 4]);
    for (graph, set, text) in samples() {
        let mut known = HashMap::new();
        // A value is at most the number of moves; a position that wins beside all these heaps is loony.
        let expected =
            (0..=set.count_ones().into()).find(|&heap| !mover_wins([&graph; 2], ([set, 0], heap), &mut known));
        assert_eq!(value(&text), expected, "{text}");
        match expected {
            None => loony += 1,
            Some(value) => values[value as usize] += 1,
        }
    }
    assert!(loony > 20 && values[..3].iter().all(|&count| count > 5), "{loony} {values:?}");
}

#[test]
fn moves_agree_with_a_search_by_the_rules() {
    let texts = samples().into_iter().map(|(.., text)| text);
    let boards = ["2x2", "2x3", "1x5", "\"+-+.+.+/|_._|_./+.+.+-+/|_._._./+-+.+.+\""];
    let mut moves = 0;
    for text in texts.chain(boards.map(|board| format!("nimstring({board})"))) {
        let (known, searched) = (solve(&text, true).unwrap(), solve(&text, false).unwrap());
        assert_eq!(known.result.outcome, searched.result.outcome, "{text}");
        assert_eq!(known.values.grundy, searched.values.grundy, "{text}");
        assert_eq!(known.moves.listed, searched.moves.listed, "{text}");
        assert_eq!(known.moves.others, searched.moves.others, "{text}");
        moves += known.moves.listed.len();
    }
    assert!(moves > 300, "{moves}");
}

#[test]
fn sums_agree_with_the_rules() {
    let samples: Vec<_> = samples().into_iter().filter(|(_, set, _)| set.count_ones() <= 5).collect();
    let mut lost = 0;
    for (k, (graph, set, text)) in samples.iter().enumerate() {
        let (other, other_set, other_text) = &samples[(7 * k + 3) % samples.len()];
        let sum = format!("{text} + {other_text}");
        let expected = mover_wins([graph, other], ([*set, *other_set], 0), &mut HashMap::new());
        let answer = solve(&sum, true).unwrap();
        assert_eq!(answer.result.outcome, Some(if expected { Outcome::N } else { Outcome::P }), "{sum}");
        for (mv, wins) in
            answer.moves.listed.iter().map(|mv| (mv, true)).chain(answer.moves.others.iter().map(|mv| (mv, false)))
        {
            let after = solve(mv.to.as_ref().unwrap(), true).unwrap();
            let again = mv.next == Some(grundy_solve::NextMover::Same);
            assert_eq!((after.result.outcome == Some(Outcome::N)) == again, wins, "{sum}: {}", mv.text);
        }
        lost += usize::from(!expected);
    }
    assert!(lost > 5, "{lost}");
}

/// *Winning Ways*, chapter 16: long chains and cycles have the value 0, short ones the value 1.
#[test]
fn chains_and_cycles_have_known_values() {
    let chain = |coins: usize| {
        let coins: Vec<String> = (1..=coins).map(|coin| format!("c{coin}")).collect();
        format!("0-{}-0", coins.join("-"))
    };
    let cycle = |coins: usize| {
        let names: Vec<String> = (0..=coins).map(|coin| format!("c{}", coin % coins)).collect();
        names.join("-")
    };
    for coins in 1..12 {
        assert_eq!(value(&format!("nimstring({})", chain(coins))), Some(u64::from(coins < 3)), "chain of {coins}");
        if coins > 1 {
            assert_eq!(value(&format!("nimstring({})", cycle(coins))), Some(u64::from(coins < 4)), "cycle of {coins}");
        }
    }
    // A chain of two or more coins that hangs loose is loony, a single coin is taken for nothing.
    assert_eq!(value("nimstring(a-0)"), Some(0));
    assert_eq!(value("nimstring(a-b-0)"), None);
    assert_eq!(value("nimstring(a-b-c)"), Some(0));
    assert_eq!(value("nimstring(a-b-c-d)"), None);
    // Copies and sums.
    assert_eq!(value("3*nimstring(0-a-0) + nimstring(0-a-b-0) + nimstring()"), Some(0));
    assert_eq!(value("2*nimstring(a-b-0) + nimstring(0-a-0)"), None);
}

#[test]
fn other_sums_and_misere_play_are_refused() {
    let refused = |text: &str, use_theorems: bool| solve(text, use_theorems).unwrap_err();
    assert!(refused("nimstring(2x2) + nim(3)", true).contains("only to games of the same kind"));
    // Dots and Boxes have the same boards.
    assert!(refused("nimstring(a-b,b-0) + dots_and_boxes(1x1)", true).contains("only to games of the same kind"));
    assert!(refused("dots_and_boxes(1x1) + nimstring(a-b,b-0)", true).contains("cannot be added"));
    // No copies of another game are no sum of Nimstring positions.
    assert!(refused("0*mnk[3,3,3](start)", true).contains("cannot be added"));
    assert_eq!(value("0*nimstring(a-b,b-0)"), Some(0));
    assert!(refused("misere nimstring(2x2)", true).contains("mis\u{e8}re"));
    assert!(refused("nimstring(1x1) + nimstring(1x1)", false).contains("only single positions of nimstring"));
    for (text, part) in [
        ("nimstring(", "a string"),
        ("nimstring(2x2", "`)`"),
        ("nimstring(2x", "the number of columns"),
        ("nimstring(99999999999999999999x1)", "at most 64 lines"),
        ("nimstring(0x2)", "at least one row"),
        ("nimstring(9x9)", "at most 64 lines"),
        ("nimstring(\"+-\")", "rows of equal length"),
        ("nimstring(a)", "`-`"),
        ("nimstring(a-a)", "itself"),
    ] {
        let message = parse(text).unwrap_err();
        assert!(format!("{} {}", message.message, message).contains(part), "{text}: {message}");
    }
}
