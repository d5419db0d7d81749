//! Tests that the replies named in the plans of winning moves are legal and have the promised result.

use grundy_games::parse;
use grundy_rules::{Outcome, Play, Player, PositionSum};

/// Returns the outcome of a position of one component, by a closed form.
fn outcome(spec: &PositionSum) -> Outcome {
    spec.terms[0].position.sum_by_theorem(spec.play).unwrap().sum.outcome(spec.play)
}

fn heap(prefix: &str, set: &str, stones: u64) -> PositionSum {
    parse(&format!("{prefix}take[{set}]({stones})")).unwrap()
}

/// Returns the amounts that can be taken from the first component.
fn amounts(spec: &PositionSum) -> Vec<u64> {
    let position = &spec.terms[0].position;
    position
        .moves(0, Player::LEFT)
        .map(|mv| {
            let fields = position.describe(0, &mv).fields;
            let take = fields.iter().find(|field| field.0 == "take").unwrap();
            let grundy_rules::Field::Number(take) = take.1 else { panic!("amounts are numbers") };
            take
        })
        .collect()
}

/// Checks the replies to all moves of the opponent from small lost heaps.
///
/// `answer` maps the amount taken and the number of stones left to a reply, which must be legal and leave a lost heap.
fn check_replies(prefix: &str, set: &str, answer: impl Fn(u64, u64) -> u64) {
    for stones in 0..70 {
        let lost = heap(prefix, set, stones);
        if outcome(&lost) != Outcome::P {
            continue;
        }
        for reply in amounts(&lost) {
            let left = heap(prefix, set, stones - reply);
            if amounts(&left).is_empty() {
                assert_eq!(left.play, Play::Misere);
                continue;
            }
            let answer = answer(reply, stones - reply);
            assert!(
                amounts(&left).contains(&answer),
                "{prefix}take[{set}]({stones}): {reply} is not answered by {answer}"
            );
            assert_eq!(outcome(&heap(prefix, set, stones - reply - answer)), Outcome::P);
        }
    }
}

#[test]
fn taking_ranges_is_answered() {
    for (low, high) in [(1, 1), (1, 4), (2, 4), (2, 5), (3, 3), (3, 4), (4, 11)] {
        for prefix in ["", "misere "] {
            check_replies(prefix, &format!("{low}..{high}"), |reply, _| low + high - reply);
        }
    }
}

#[test]
fn taking_powers_is_answered() {
    for (prefix, less) in [("", 0), ("misere ", 1)] {
        check_replies(prefix, "2^k", |_, left| (left - less) % 3);
        for base in [3, 5] {
            check_replies(prefix, &format!("{base}^k"), |_, _| 1);
        }
        for base in [4u64, 6, 10] {
            let answer = |_, left: u64| if (left - less) % (base + 1) == base { base } else { 1 };
            check_replies(prefix, &format!("{base}^k"), answer);
        }
    }
}

/// Returns the plans of all winning moves that do not end the game, in a position of one component.
///
/// Each plan is given by its goal, the further play and the position after the move.
fn plans(text: &str, theorem: &str) -> Vec<(String, String, String)> {
    let spec = parse(text).unwrap();
    let position = &spec.terms[0].position;
    let spoken = position.apply_theorem(0, theorem).unwrap();
    let wins = |after: &PositionSum| {
        let position = &after.terms[0].position;
        let by_sum = position.sum_by_theorem(after.play).map(|stated| stated.sum.outcome(after.play));
        by_sum.or(position.outcome_by_theorem(0, after.play).map(|stated| stated.0)) == Some(Outcome::P)
    };
    let mut found = vec![];
    for mv in position.moves(0, Player::LEFT) {
        let after = PositionSum::from_position(spec.play, position.after(0, Player::LEFT, &mv));
        let ends = after.terms[0].position.moves(0, Player::LEFT).next().is_none();
        if wins(&after) && !ends {
            let plan = (spoken.plan)(&mv);
            found.push((plan.goal.to_string(), plan.continuation.to_string(), after.canonical_text()));
        }
    }
    found
}

/// Returns the numbers in a text, in their order.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

#[test]
fn numbers_to_say_are_lost_positions() {
    let mut checked = 0;
    for prefix in ["", "misere "] {
        for target in 0..90 {
            for count in [0, 3] {
                let text = format!("{prefix}count[2..4; {}]({count})", target + 3);
                let theorem = if prefix.is_empty() { "range-subtraction" } else { "misere-range-subtraction" };
                for (_, continuation, _) in plans(&text, theorem) {
                    let chain = numbers(continuation.split("the numbers to say are").nth(1).unwrap());
                    for number in chain {
                        let lost = parse(&format!("{prefix}count[2..4; {}]({number})", target + 3)).unwrap();
                        assert_eq!(outcome(&lost), Outcome::P, "{text}: {continuation}");
                        checked += 1;
                    }
                }
            }
        }
    }
    assert!(checked > 500, "{checked}");
    let (_, continuation, _) = plans("count[1..4; 30](3)", "range-subtraction").remove(0);
    assert!(continuation.ends_with("the numbers to say are 5, 10, 15, 20, 25, 30"), "{continuation}");
    let (_, continuation, _) = plans("count[1..4; 60](3)", "range-subtraction").remove(0);
    assert!(continuation.ends_with("the numbers to say are 5, 10, 15, ..., 55, 60"), "{continuation}");
}

#[test]
fn positions_after_plans_are_as_promised() {
    let mut seen = [0; 6];
    for a in 1..30u64 {
        for b in 1..30u64 {
            for (k, theorem) in [(0, "euclid"), (1, "misere-euclid")] {
                for (_, _, left) in plans(&format!("{}euclid({a},{b})", ["", "misere "][k]), theorem) {
                    let pair = numbers(&left);
                    assert_eq!(pair.iter().max().unwrap() / pair.iter().min().unwrap(), 1, "{left}");
                    seen[k] += 1;
                }
            }
            for (_, _, left) in plans(&format!("empty_and_divide({a},{b})"), "empty-and-divide") {
                assert!(numbers(&left).iter().all(|heap| heap % 2 == 1), "{left}");
                seen[2] += 1;
            }
            for (_, _, left) in plans(&format!("misere empty_and_divide({a},{b})"), "misere-empty-and-divide") {
                assert!(numbers(&left).iter().all(|&heap| heap == 1 || heap % 3 == 2), "{left}");
                seen[3] += 1;
            }
            for (goal, _, left) in plans(&format!("fibonacci_nim({a}; {b})"), "fibonacci-nim") {
                let [least, _, take, most] = numbers(&goal)[..] else { panic!("{goal}") };
                assert!(take * 2 == most && most < least, "{left}: {goal}");
                seen[4] += 1;
            }
            for (goal, _, left) in plans(&format!("stairs({a},{},{b})", a % 5), "staircase-nim") {
                let [step, held, again, xor, holds, _] = numbers(&goal)[..] else { panic!("{goal}") };
                assert!(
                    held == again && held ^ xor == holds && numbers(&left)[step as usize - 1] == holds,
                    "{left}: {goal}"
                );
                seen[5] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}
