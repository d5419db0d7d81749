//! Rules with the clauses `within`, `tier` and `same`, compared with rounds over all positions.

use grundy_retrograde::{InMemory, Tally, decode_outcome, solve};
use grundy_rules::indexed::{Slot, Tiers};
use grundy_rules::{Budget, Error, Player, PositionSum};
use grundy_solve::digraph::LoopyOutcome;
use grundy_solve::{Question, Solver};
use std::collections::BTreeMap;

struct Solved {
    tiers: Box<dyn Tiers>,
    results: InMemory,
    start: Slot,
}

fn try_solved(text: &str, threads: usize) -> Result<Solved, Error> {
    let position_sum = grundy_games::parse(text)?;
    let position = &*position_sum.terms[0].position;
    let budget = Budget { threads, ..Budget::default() };
    let tiers = position.tiers(0, &budget).expect("the positions are numbered")?;
    let start = tiers.find(&position.encode(0).unwrap()).unwrap();
    let results = InMemory::default();
    solve(&*tiers, start, &results, &budget)?;
    Ok(Solved { tiers, results, start })
}

fn solved(text: &str) -> Solved {
    try_solved(text, 1).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    let error = try_solved(text, 1).err().unwrap_or_else(|| panic!("{text}"));
    let span = error.span.clone().map_or("", |span| &text[span]);
    format!("{} [{span}]", error.message)
}

/// Returns the results of all positions reachable from a list of positions, round by round.
/// The code is twice the remoteness, plus 1 for a win; `None` for a draw.
fn rounds(text: &str, all: &[Vec<u64>]) -> BTreeMap<Vec<u64>, Option<u32>> {
    let position_sum = grundy_games::parse(text).unwrap();
    let position = &*position_sum.terms[0].position;
    let moves = |words: &[u64]| -> Vec<Vec<u64>> {
        let from = position.decode(words).unwrap();
        from.moves(0, Player::LEFT).map(|mv| from.after(0, Player::LEFT, &mv).encode(0).unwrap()).collect()
    };
    let moves: BTreeMap<&Vec<u64>, Vec<Vec<u64>>> = all.iter().map(|words| (words, moves(words))).collect();
    let mut codes: BTreeMap<Vec<u64>, Option<u32>> = all.iter().map(|words| (words.clone(), None)).collect();
    for round in 0u32.. {
        let new: Vec<(Vec<u64>, u32)> = moves
            .iter()
            .filter(|(from, _)| codes[**from].is_none())
            .filter_map(|(from, moves)| {
                let lost = |to: &Vec<u64>| codes[to].is_some_and(|code| code & 1 == 0);
                let won = |to: &Vec<u64>| codes[to].is_some_and(|code| code & 1 == 1);
                let code = if moves.iter().any(lost) {
                    Some(round << 1 | 1)
                } else {
                    moves.iter().all(won).then_some(round << 1)
                };
                Some(((*from).clone(), code?))
            })
            .collect();
        if new.is_empty() {
            return codes;
        }
        codes.extend(new.into_iter().map(|(from, code)| (from, Some(code))));
    }
    codes
}

/// Returns all lists of `count` numbers, each at most `most`, that satisfy `keeps`.
fn lists(count: usize, most: u64, keeps: impl Fn(&[u64]) -> bool) -> Vec<Vec<u64>> {
    let all = (0..(most + 1).pow(count as u32)).map(|mut code| {
        let one = |_| {
            let n = code % (most + 1);
            code /= most + 1;
            n
        };
        (0..count).map(one).collect::<Vec<u64>>()
    });
    all.filter(|list| keeps(list)).collect()
}

fn agrees(rule: &str, start: &[u64], all: &[Vec<u64>], whole: bool) {
    let numbers: Vec<String> = start.iter().map(u64::to_string).collect();
    let text = format!("{rule}({})", numbers.join(","));
    let right = rounds(&text, all);
    for threads in [1, 3] {
        let Solved { tiers, results, .. } =
            try_solved(&text, threads).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut tally = Tally::default();
        for list in all {
            let Some(slot) = tiers.find(list) else { panic!("{text}: {list:?} has no place") };
            // Skip groups of tiers that play from the start does not reach.
            let Some(code) = results.code(slot) else { continue };
            let found = match decode_outcome(code).unwrap() {
                LoopyOutcome::Win(moves) => Some(moves << 1 | 1),
                LoopyOutcome::Loss(moves) => Some(moves << 1),
                LoopyOutcome::Draw => None,
            };
            assert_eq!(found, right[list], "{text} at {list:?}");
            tally.count(code, 1);
        }
        if whole {
            assert_eq!(tally.positions, results.tally().positions, "{text}");
        }
        assert!(tally.position_count() > 0);
    }
}

#[test]
fn what_is_within() {
    // The conditions are a box, a simplex, a simplex with factors, a constant sum, and others without a numbering.
    agrees(
        "rule{ (a,b) -> (a-1,b+2) if b <= 7; (a+1,b-3) if a < 6 within a <= 6, b <= 9 }",
        &[3, 3],
        &lists(2, 9, |l| l[0] <= 6),
        true,
    );
    agrees(
        "rule{ (a,b,c) -> (a-1,b+1,c); (a,b-1,c+1); (a,b,c-1) within a+b+c <= 7 }",
        &[7, 0, 0],
        &lists(3, 7, |l| l.iter().sum::<u64>() <= 7),
        true,
    );
    agrees(
        "rule{ (a,b) -> (a-2,b+1); (a,b-1) within a + 2*b <= 12 }",
        &[12, 0],
        &lists(2, 12, |l| l[0] + 2 * l[1] <= 12),
        true,
    );
    agrees(
        "rule{ (a,b,c) -> (a-1,b+1,c); (a,b-1,c+1); (a+1,b+1,c-2) within a+b+c == 9 }",
        &[9, 0, 0],
        &lists(3, 9, |l| l.iter().sum::<u64>() == 9),
        true,
    );
    agrees(
        "rule{ (a,b) -> (a-1,b) if (a-1-b) % 3 != 0; (b,a) within a <= 8, b <= 8, (a-b) % 3 != 0 or a == b }",
        &[8, 8],
        &lists(2, 8, |l| l[0] == l[1] || (l[0] as i64 - l[1] as i64) % 3 != 0),
        true,
    );
    agrees("rule{ n -> 10-n if n > 0; n-3 within n <= 12 or n == 3, n < 14 }", &[9], &lists(1, 10, |_| true), false);
    agrees(
        "rule{ (a,b,c,d) -> (d,a,b,c) if a > 0; (a-1,b,c,d) within a <= 2, b <= 2, c <= 2, d <= 2 }",
        &[2, 1, 2, 2],
        &lists(4, 2, |_| true),
        true,
    );
}

#[test]
fn tiers_and_what_is_the_same() {
    let both = "(a,b) -> (b,a) if a != b; (a-1,b); (a,b-1); (a-1,b-1)";
    for tier in ["tier a+b", "tier a+b+7", "tier (a+b)/3", "tier max(a,b)", "tier -(20-a-b)", ""] {
        for same in ["", "same (b,a)"] {
            let rule = format!("rule{{ {both} within a <= 6, b <= 6 {tier} {same} }}");
            agrees(&rule, &[6, 6], &lists(2, 6, |_| true), same.is_empty());
            let Solved { results, .. } = solved(&format!("{rule}(6,6)"));
            assert_eq!(results.tally().position_count(), 49, "{rule}");
            assert_eq!(results.tally().orbits.iter().sum::<u64>(), if same.is_empty() { 49 } else { 28 }, "{rule}");
        }
    }
    // All permutations of the three numbers are symmetries, so each multiset of numbers counts once.
    let nim = "(a,b,c) -> (a-k,b,c) for k in 1..a; (a,b-k,c) for k in 1..b; (a,b,c-k) for k in 1..c";
    let rule = format!("rule{{ {nim} within a <= 5, b <= 5, c <= 5 tier a+b+c same (b,a,c), (b,c,a) }}");
    agrees(&rule, &[5, 5, 5], &lists(3, 5, |_| true), false);
    assert_eq!(solved(&format!("{rule}(5,5,5)")).results.tally().orbits.iter().sum::<u64>(), 8 * 7);
    // This is the example in the documentation.
    let rule = "rule{ (a,b) -> (a-1,b+1); (a+1,b-2) within a <= 40, b <= 40, a+b <= 40 tier a+b }";
    agrees(rule, &[40, 0], &lists(2, 40, |l| l[0] + l[1] <= 40), true);
    agrees(
        "rule{ n -> 10-n if n != 5; n+1 if n == 4; 5 if n == 6; within n <= 10 same 10-n }",
        &[2],
        &lists(1, 10, |_| true),
        false,
    );
}

/// Players take one or two from a heap, as in the game "ten to zero by one or two" of GAMESMAN.
#[test]
fn zero_by() {
    let Solved { results, start, .. } = solved("rule{ n -> n-k for k in {1,2} within n <= 99999 }(99999)");
    // Multiples of 3 are lost; each block of 3 takes two moves.
    assert_eq!((results.tally().positions, results.tally().longest), ([66_666, 33_334, 0], Some(66_666)));
    assert_eq!(decode_outcome(results.code(start).unwrap()), Some(LoopyOutcome::Loss(66_666)));
    // The player to move is a second number, as other programs store it.
    let Solved { results, .. } =
        solved("rule{ (n,t) -> (n-k,1-t) for k in {1,2} within n <= 999, t <= 1 tier n }(999,0)");
    assert_eq!(results.tally().positions, [1332, 668, 0]);
}

#[test]
fn without_tiers_rules_are_solved_as_before() {
    let rule = "rule{ (a,b) -> (b,a) if a != b; (a-1,b); (a,b-1) within a <= 5, b <= 5 tier a+b same (b,a) }";
    let Solved { tiers, results, .. } = solved(&format!("{rule}(5,5)"));
    for list in lists(2, 5, |_| true) {
        let text = format!("{rule}({},{})", list[0], list[1]);
        let position_sum: PositionSum = grundy_games::parse(&text).unwrap();
        let answer = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
        let found = decode_outcome(results.code(tiers.find(&list).unwrap()).unwrap()).unwrap();
        assert_eq!(answer.result.outcome, Some(found.outcome()), "{text}");
    }
}

#[test]
fn errors_have_spans() {
    let plain = |text: &str| {
        let position_sum = grundy_games::parse(text).unwrap();
        Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap_err().message.to_string()
    };
    let out = "rule{ (a,b) -> (a+1,b-1); (a-1,b) within a <= 3, b <= 9 }(2,5)";
    let message = "a move from (3,1) leads to (4,0), which is not within the bounds of the rule";
    assert_eq!(error(out), format!("{message} [a <= 3]"));
    assert!(plain(out).ends_with("which is not within the bounds of the rule"), "{}", plain(out));
    let rises = "rule{ n -> n-1; n-2 if n > 5 within n <= 9 tier 9-n }(9)";
    assert_eq!(error(rises), "a move from 9 leads to 8 and rises from tier 0 to tier 1 [9-n]");
    assert!(plain(rises).contains("rises from tier"), "{}", plain(rises));
    let dealt = "rule{ (a,b) -> (b,a); (a-1,b) within a <= 4, b <= 4 tier a/2 }(4,4)";
    assert_eq!(error(dealt), "a move from (0,2) leads to (2,0) and rises from tier 0 to tier 1 [a/2]");
    for (rule, message) in [
        (
            "rule{ (a,b) -> (a-1,b); (a,b-2) within a <= 5, b <= 5 same (b,a) }(3,3)",
            "(0,1) and (1,0) are declared the same, but their moves lead to different positions [b]",
        ),
        (
            "rule{ (a,b) -> (a-1,b); (a,b-1) within a <= 5, b <= 5 same (a,a) }(3,3)",
            "(0,1) and (0,0) are declared the same, but their moves lead to different positions [a]",
        ),
        (
            "rule{ (a,b) -> (a-1,b); (a,b-1) within a <= 5, b <= 4 same (b,a) }(3,3)",
            "(0,5) is declared the same as (5,0), but it is not within the bounds of the rule [b]",
        ),
        (
            "rule{ (a,b) -> (a-1,b); (a,b-1) within a <= 5, b <= 5 tier a same (b,a) }(3,3)",
            "(0,1) and (1,0) are declared the same, but they are in different tiers [b]",
        ),
        (
            "rule{ n -> n-100 within n <= 9 same 5-n }(3)",
            "the image of 6 under `same` contains the negative number -1 [5-n]",
        ),
        (
            "rule{ n -> n-1 within n <= 5000 same (n+1)%5001 }(3)",
            "3 has more than 1000 images under `same` [(n+1)%5001]",
        ),
    ] {
        assert_eq!(error(rule), message, "{rule}");
    }
    let parsed = |text: &str| grundy_games::parse(text).unwrap_err().to_string();
    for (rule, message) in [
        ("rule{ (a,b) -> (a-1,b) within a <= 5 }(3,3)", "`within` gives `b` no upper bound"),
        ("rule{ n -> n-1 within n >= 5 }(6)", "`within` gives `n` no upper bound"),
        ("rule{ n -> n-1 within n <= 5 }(6)", "6 is not within the bounds of the rule"),
        ("rule{ n -> n-1 within }(6)", "expected"),
        ("rule{ n -> n-1 tier n tier 2*n }(6)", "a rule can have only one `tier`"),
        ("rule{ (a,b) -> (a-1,b) same (a,b,b) }(3,3)", "a position has 2 parameters, but this one has 3"),
        ("rule{ within -> within-1 }(6)", "`within` is a reserved word of the rule language"),
        (
            "rule{ n -> n-1 within n <= 5 for k in 1..2 }(6)",
            "expected `within`, `tier`, `same`, `wins if`, `loses if` or the end of the rule",
        ),
    ] {
        assert!(parsed(rule).contains(message), "{rule}: {}", parsed(rule));
    }
    let many = "rule{ n -> n-1 within n <= 99999 tier n }(9)";
    assert!(error(many).starts_with("a rule has at most 10000 tiers, but this one has 100000"), "{}", error(many));
    // The clauses are printed in normalised form.
    let position_sum =
        grundy_games::parse("rule{ (a , b)->(a-1,b) ;(a,b-1)  within a<=4,b<=4   tier a+b same (b,a) }(3,3)").unwrap();
    assert_eq!(
        position_sum.to_string(),
        "rule{ (a,b) -> (a-1,b); (a,b-1) within a <= 4,b <= 4 tier a+b same (b,a) }(3,3)"
    );
}
