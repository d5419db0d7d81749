//! Replies found by brute force are accepted, and changed ones are refused.

use grundy_games::library;
use grundy_rules::{Kind, Play, parse};
use grundy_verify::{Certificate, Limits, Lost, PartizanPlayer, Proof, options_of, rules_of, text_of, verify};
use std::collections::BTreeMap;

/// Returns a certificate with replies that are found by brute force.
///
/// It lists every reachable position that the player to move loses, with a reply to each move.
fn certificate(text: &str) -> Certificate {
    let spec = parse(text, library()).unwrap();
    let (rules, play) = (rules_of(&spec), spec.play);
    let partizan = spec.kind() == Kind::Partizan;
    let bare = text.trim_start_matches("misere ");
    let limits = Limits::default();
    let sides = if partizan { vec![Some(PartizanPlayer::Left), Some(PartizanPlayer::Right)] } else { vec![None] };
    let mut lost: Vec<Lost> = vec![];
    let mut wins: BTreeMap<(String, Option<PartizanPlayer>), bool> = BTreeMap::new();
    let start = text_of(bare, library()).unwrap();
    let mut stack: Vec<(String, Option<PartizanPlayer>)> = sides.iter().map(|&side| (start.clone(), side)).collect();
    while let Some((text, side)) = stack.last().cloned() {
        let next = side.map(|side| match side {
            PartizanPlayer::Left => PartizanPlayer::Right,
            PartizanPlayer::Right => PartizanPlayer::Left,
        });
        let options = options_of(&text, side, library(), &limits).unwrap();
        let open: Vec<_> = options.iter().map(|o| (o.clone(), next)).filter(|key| !wins.contains_key(key)).collect();
        if !open.is_empty() {
            stack.extend(open);
            continue;
        }
        stack.pop();
        let won = options.iter().any(|o| !wins[&(o.clone(), next)]) || options.is_empty() && play == Play::Misere;
        if wins.insert((text.clone(), side), won).is_none() && !won {
            let answer = |option: &String| {
                let reached = options_of(option, next, library(), &limits).unwrap();
                lost.iter().position(|l| l.to_move == side && reached.contains(&l.position))
            };
            let answers = options.iter().map(|option| (option.clone(), answer(option))).collect();
            lost.push(Lost { position: text, to_move: side, answers });
        }
    }
    let win = |side: usize| wins[&(start.clone(), sides[side.min(sides.len() - 1)])];
    let outcome = match (win(0), win(1), partizan) {
        (true, true, _) => "N",
        (false, false, _) => "P",
        (true, false, _) => "L",
        (false, true, _) => "R",
    };
    let proof = Proof::Replies { position: bare.to_string(), outcome: outcome.to_string(), lost };
    Certificate { rules, claim: None, automata: vec![], proof }
}

#[test]
fn replies_hold_and_changed_ones_do_not() {
    for text in [
        "nim(2,3)",
        "misere nim(2,2)",
        "kayles(3) + nim(2)",
        "take[1,2 | 1,3](5)",
        "misere take[1,2 | 1,3](4) + -take[1 | 2](3)",
        "-take[1 | 2](3) + nim(2)",
        "hackenbush(0-1, 1-2, 1-3:r)",
        "token[a>b, b>c, a>c](a,b)",
        "rule{ n -> n-1; () if n > 1 }(3)",
    ] {
        let good = certificate(text);
        let limits = Limits::default();
        verify(&good, library(), &limits).unwrap_or_else(|error| panic!("{text}: {error}"));
        let Proof::Replies { position, outcome, lost } = &good.proof else { unreachable!() };
        let with = |position: &str, outcome: &str, lost: Vec<Lost>| {
            let proof = Proof::Replies { position: position.into(), outcome: outcome.into(), lost };
            verify(&Certificate { proof, ..good.clone() }, library(), &limits)
        };
        for wrong in ["N", "P", "L", "R", "D", ""].iter().filter(|&o| o != outcome) {
            assert!(with(position, wrong, lost.clone()).is_err(), "{text} {wrong}");
        }
        assert!(with(position, outcome, vec![]).is_err(), "{text}");
        for place in 0..lost.len() {
            for (option, answer) in &lost[place].answers {
                let mut other = lost.clone();
                other[place].answers.remove(option);
                assert!(with(position, outcome, other).is_err(), "{text} {option}");
                let mut other = lost.clone();
                other[place].answers.insert(option.clone(), if answer.is_some() { None } else { Some(0) });
                assert!(with(position, outcome, other).is_err(), "{text} {option}");
                let mut other = lost.clone();
                other[place].answers.insert(option.clone(), Some(place));
                assert!(with(position, outcome, other).is_err(), "{text} {option}");
            }
            let mut other = lost.clone();
            other[place].answers.insert("nim(77)".into(), Some(0));
            assert!(with(position, outcome, other).is_err(), "{text}");
            let mut other = lost.clone();
            other[place].to_move = match other[place].to_move {
                None => Some(PartizanPlayer::Left),
                Some(_) => None,
            };
            assert!(with(position, outcome, other).is_err(), "{text}");
        }
        let flipped = match good.rules.strip_prefix("misere ") {
            Some(rules) => rules.to_string(),
            None => format!("misere {}", good.rules),
        };
        assert!(verify(&Certificate { rules: flipped, ..good.clone() }, library(), &limits).is_err(), "{text}");
    }
}

#[test]
fn cyclic_replies_are_rejected() {
    // Play could alternate between a and b for ever, so neither is lost.
    let lost = |position: &str, option: &str, answer| Lost {
        position: position.into(),
        to_move: None,
        answers: BTreeMap::from([(option.to_string(), Some(answer))]),
    };
    let (a, b) = ("token[a>b,b>a](a)", "token[a>b,b>a](b)");
    let rules = rules_of(&parse(a, library()).unwrap());
    let name = |text: &str| text_of(text, library()).unwrap();
    let (a, b) = (name(a), name(b));
    for answer in [0, 1, 7] {
        let proof = Proof::Replies { position: a.clone(), outcome: "P".into(), lost: vec![lost(&a, &b, answer)] };
        let certificate = Certificate { rules: rules.clone(), claim: None, automata: vec![], proof };
        assert!(verify(&certificate, library(), &Limits::default()).is_err());
    }
}

#[test]
fn large_positions_are_refused_in_time() {
    let limits = Limits { steps: 100_000, ..Limits::default() };
    for (position, rules) in [("nim(1000000000000000000)", "nim"), ("5000*nim(1)", "nim"), ("0*nim(1)", "nim")] {
        let proof = Proof::Replies { position: position.into(), outcome: "N".into(), lost: vec![] };
        let certificate = Certificate { rules: rules.into(), claim: None, automata: vec![], proof };
        assert!(verify(&certificate, library(), &limits).is_err(), "{position}");
    }
    assert!(options_of("nim(1000000000000000000)", None, library(), &limits).is_err());
    assert!(options_of("rivals[1 : 1>2 / 1 : 2>1](3)", None, library(), &limits).is_err());
}
