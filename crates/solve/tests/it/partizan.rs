//! Partizan games compared with the definition: single heaps by tables and periods, and sums by search.

use crate::common::{Random, by_search, differences};
use grundy_games::parse;
use grundy_rules::{Amounts, Cancel, Components, ErrorKind, Kind, Outcome, Play, Player, PositionSum, Rules, SumRules};
use grundy_solve::partizan::{Outcomes, class, outcome, winning_moves};
use grundy_solve::{Answer, Budget, MoveResult, MovesWanted, Question, Reason, Solver, heap::Period};
use smallvec::smallvec;

/// Returns a random set of amounts up to `top`, or `None` for no set.
/// The set is made of numbers, ranges, open ranges and named sets.
fn random_set(random: &mut Random, top: u64) -> Option<Amounts> {
    let mut items = vec![];
    let step = 1 + random.below(3) / 2 * random.below(4);
    for _ in 0..random.below(5) {
        let low = (1 + random.below(top)).next_multiple_of(step);
        match random.below(3) {
            0 => items.push(format!("{low}..{}", low + random.below(top))),
            _ => items.push(low.to_string()),
        }
    }
    match random.below(12) {
        0 => items.push(format!("{}..", 1 + random.below(top))),
        1 => items.push(
            (*random.pick(&[
                "2^k",
                "3^k",
                "k^2",
                "fib",
                "prime",
                "k^3",
                "triangular",
                "factorials",
                "squarefree",
                "practical",
            ]))
            .to_string(),
        ),
        _ => {}
    }
    (!items.is_empty()).then(|| items.join(",").parse().unwrap())
}

fn shown(sets: &[Option<Amounts>; 2], play: Play) -> String {
    let [a, b] = sets.each_ref().map(|set| set.as_ref().map_or("{}".to_string(), Amounts::to_string));
    format!("{play} take[{a} | {b}]")
}

/// Returns for each player which heaps below `count` are lost when moving first, by the definition.
fn slow(sets: &[Option<Amounts>; 2], play: Play, count: usize) -> [Vec<bool>; 2] {
    let mut lost: [Vec<bool>; 2] = [vec![], vec![]];
    for n in 0..count as u64 {
        let loses = [0, 1].map(|by: usize| {
            let mut moves = sets[by].iter().flat_map(|set| set.up_to(n)).peekable();
            if moves.peek().is_none() {
                return play == Play::Normal;
            }
            moves.all(|amount| !lost[1 - by][(n - amount) as usize])
        });
        lost[0].push(loses[0]);
        lost[1].push(loses[1]);
    }
    lost
}

fn slow_moves(sets: &[Option<Amounts>; 2], lost: &[Vec<bool>; 2], by: usize, n: u64) -> Vec<u64> {
    let moves = sets[by].iter().flat_map(|set| set.up_to(n));
    moves.filter(|amount| lost[1 - by][(n - amount) as usize]).collect()
}

#[test]
fn heaps_agree_with_the_definition() {
    let mut random = Random::new(1);
    let budget = Budget::default();
    let (mut pairs, mut periodic) = (0, 0);
    for (count, top, cases) in [(60, 12, 1500), (400, 20, 300), (700, 90, 300), (900, 150, 100)] {
        for _ in 0..cases {
            let sets = [random_set(&mut random, top), random_set(&mut random, top)];
            for play in [Play::Normal, Play::Misere] {
                let lost = slow(&sets, play, count);
                let mut outcomes = Outcomes::new(sets.clone(), play);
                // Ask for two heaps, so that the table is extended once.
                for n in [count as u64 / 3, count as u64 - 1] {
                    outcomes.outcome(n, &budget).unwrap();
                }
                for (n, (left_loses, right_loses)) in lost[0].iter().zip(&lost[1]).enumerate() {
                    let expected = class(!left_loses, !right_loses);
                    let found = outcomes.outcome(n as u64, &budget).unwrap();
                    assert_eq!(found, expected, "{} {n}, {:?}", shown(&sets, play), outcomes.period());
                }
                for _ in 0..6 {
                    let n = random.below(count as u64);
                    for by in 0..2 {
                        let expected = slow_moves(&sets, &lost, by, n);
                        let most = random.below(7) as usize;
                        let (total, list) = outcomes.winning_moves(n, Player(by as u8), most, &budget).unwrap();
                        assert_eq!(total, expected.len() as u128, "{} {n} {by}", shown(&sets, play));
                        assert_eq!(list, expected[..most.min(expected.len())], "{} {n} {by}", shown(&sets, play));
                    }
                }
                pairs += 1;
                periodic += u32::from(outcomes.period().is_some());
            }
        }
    }
    assert!(pairs > 4000 && periodic > 1000, "{pairs} {periodic}");
}

/// These sets have so many amounts that it is faster to try the lost heaps instead of the amounts.
#[test]
fn long_sets_agree_with_the_definition() {
    for (left, right) in [
        ("prime", "2^k"),
        ("prime", "prime"),
        ("2,prime,900..", "k^2,7,prime"),
        ("prime", "1..3"),
        ("squarefree", "practical"),
    ] {
        let sets = [left, right].map(|set| Some(set.parse().unwrap()));
        for play in [Play::Normal, Play::Misere] {
            let lost = slow(&sets, play, 4000);
            let mut outcomes = Outcomes::new(sets.clone(), play);
            outcomes.extend(3999, &Budget::default()).unwrap();
            for n in 0..4000 {
                for by in 0..2 {
                    let found = outcomes.loses(n, Player(by));
                    assert_eq!(found, lost[usize::from(by)][n as usize], "{} {n}", shown(&sets, play));
                }
            }
        }
    }
}

#[test]
fn huge_heaps_repeat_what_a_long_table_shows() {
    let mut random = Random::new(2);
    let budget = Budget::default();
    let mut found = 0;
    for (top, cases) in [(6, 250), (15, 100), (64, 40), (120, 30)] {
        for _ in 0..cases {
            let sets = [random_set(&mut random, top), random_set(&mut random, top)];
            if sets.iter().flatten().any(|set| !set.named_sets().is_empty()) {
                continue;
            }
            for play in [Play::Normal, Play::Misere] {
                let name = shown(&sets, play);
                let mut outcomes = Outcomes::new(sets.clone(), play);
                let n = 10u64.pow(18) + random.below(1000);
                let outcome = outcomes.outcome(n, &budget).unwrap();
                let Period { preperiod, period } = outcomes.period().unwrap();
                let (pre, p) = (preperiod as usize, period as usize);
                if pre + 3 * p > 3000 {
                    continue;
                }
                found += 1;
                let lost = slow(&sets, play, pre + 3 * p + 400);
                let repeats =
                    |from: usize, p: usize| lost.iter().all(|l| (from..l.len() - p).all(|n| l[n] == l[n + p]));
                assert!(repeats(pre, p), "{name}: {pre}, {p}");
                assert!(pre == 0 || !repeats(pre - 1, p), "{name}: preperiod {pre} is not least");
                assert!((1..p).all(|q| !repeats(pre, q)), "{name}: period {p} is not least");
                let at = outcomes.period().unwrap().reduce(n) as usize;
                assert_eq!(outcome, class(!lost[0][at], !lost[1][at]), "{name}");
                // Compare the winning moves from a heap beyond the table with the definition.
                let n = (lost[0].len() - 1) as u64 - random.below(50);
                for by in 0..2 {
                    let expected = slow_moves(&sets, &lost, by, n);
                    let (total, list) = outcomes.winning_moves(n, Player(by as u8), 30, &budget).unwrap();
                    assert_eq!(total, expected.len() as u128, "{name} {n} {by}");
                    assert_eq!(list, expected[..expected.len().min(30)], "{name} {n} {by}");
                }
            }
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn moves_from_huge_heaps_are_counted_by_residues() {
    let budget = Budget::default();
    // Left takes any amount, Right 1 or 2: Left wins by moving to any smaller heap that Right loses.
    let sets = [Some(Amounts::at_least(1)), Some("1,2".parse().unwrap())];
    let mut outcomes = Outcomes::new(sets.clone(), Play::Normal);
    let lost = slow(&sets, Play::Normal, 200);
    for n in 100..180 {
        let expected = slow_moves(&sets, &lost, 0, n);
        assert_eq!(outcomes.winning_moves(n, Player::LEFT, 9, &budget).unwrap().0, expected.len() as u128);
    }
    let n = 10u64.pow(18);
    let (total, list) = outcomes.winning_moves(n, Player::LEFT, 1000, &budget).unwrap();
    let all: Vec<u64> =
        (0..n.min(5000)).filter(|&amount| amount > 0 && outcomes.loses(n - amount, Player::RIGHT)).collect();
    assert_eq!(list[..list.len().min(all.len())], all[..list.len().min(all.len())]);
    let (small, _) = outcomes.winning_moves(n - 3_000_000, Player::LEFT, 0, &budget).unwrap();
    let between = (n - 3_000_000..n).filter(|&heap| outcomes.loses(heap, Player::RIGHT)).count();
    assert_eq!(total - small, between as u128);
}

#[test]
fn limits_are_kept_before_memory_is_taken() {
    let outcome = |[left, right]: [&str; 2], n: u64| {
        let sets = [left, right].map(|set| Some(set.parse().unwrap()));
        Outcomes::new(sets, Play::Normal).outcome(n, &Budget::default())
    };
    assert_eq!(outcome(["prime", "2^k"], 10u64.pow(12)).unwrap_err().kind, ErrorKind::Limit);
    // The outcome for ranges needs no table, and agrees between small and huge ranges.
    for k in [10, 100, 10u64.pow(17)] {
        let sets = [format!("1..{k}"), format!("2..{}", k + 5)];
        assert_eq!(outcome([&sets[0], &sets[1]], 10 * k).unwrap(), Outcome::R);
    }
    let cancel = Cancel::default();
    cancel.cancel();
    let budget = Budget { cancel: Some(cancel), ..Budget::default() };
    let sets = [Some("1,63".parse().unwrap()), Some("2,64".parse().unwrap())];
    let mut outcomes = Outcomes::new(sets, Play::Normal);
    assert_eq!(outcomes.outcome(10u64.pow(18), &budget).unwrap_err().kind, ErrorKind::Limit);
    let budget = Budget::default();
    assert!(matches!(outcomes.outcome(10u64.pow(18), &budget), Ok(Outcome::N | Outcome::P | Outcome::L | Outcome::R)));
}

/// Reports whether `by`, to move, wins a sum, by the definition and without a memo.
fn mover_wins<R: Rules>(rules: &R, sum: &[R::Component], by: Player, play: Play) -> bool {
    let mut any = false;
    for (after, next) in options(rules, sum, by).into_iter().map(|(_, after, next)| (after, next)) {
        any = true;
        if mover_wins(rules, &after, next, play) == (next == by) {
            return true;
        }
    }
    !any && play == Play::Misere
}

/// Returns all moves of `by` in a sum.
/// Each is the index of the component with the move, the next sum, and the next player.
#[allow(clippy::type_complexity)]
fn options<R: Rules>(
    rules: &R,
    sum: &[R::Component],
    by: Player,
) -> Vec<((usize, R::Move), Vec<R::Component>, Player)> {
    let mut list = vec![];
    for k in 0..sum.len() {
        for mv in rules.moves(&sum[k], by) {
            let left = rules.play(&sum[k], by, &mv);
            let after = sum[..k].iter().chain(&left).chain(&sum[k + 1..]).cloned().collect();
            let next = rules.next_player(&sum[k], by, &mv);
            list.push(((k, mv), after, next));
        }
    }
    list
}

fn outcome_of<R: Rules>(rules: &R, sum: &[R::Component], play: Play) -> Outcome {
    class(mover_wins(rules, sum, Player::LEFT, play), mover_wins(rules, sum, Player::RIGHT, play))
}

/// A game with extra turns and splits.
/// Left takes 1 or 3 and moves again if the heap is then odd; Right takes 2 or halves an even heap.
struct Turns;

impl Rules for Turns {
    type Component = u32;
    type Move = u32;
    type Key = u32;
    fn moves(&self, &heap: &u32, by: Player) -> impl Iterator<Item = u32> {
        let list: &[u32] = if by == Player::LEFT { &[1, 3] } else { &[0, 2] };
        list.iter().copied().filter(move |&mv| mv <= heap && (mv > 0 || heap >= 2 && heap % 2 == 0))
    }
    fn play(&self, &heap: &u32, _: Player, &mv: &u32) -> Components<u32> {
        if mv == 0 { smallvec![heap / 2, heap / 2] } else { smallvec![heap - mv] }
    }
    fn key(&self, &heap: &u32) -> u32 {
        heap
    }
    fn next_player(&self, &heap: &u32, by: Player, &mv: &u32) -> Player {
        if by == Player::LEFT && (heap - mv) % 2 == 1 { by } else { by.other() }
    }
}

#[test]
fn searches_follow_extra_turns_and_splits() {
    let budget = Budget::default();
    let mut seen = std::collections::BTreeSet::new();
    for sum in (0..10).flat_map(|a| (0..=a.min(5)).flat_map(move |b| [vec![a], vec![a, b], vec![a, b, 2]])) {
        if sum.iter().sum::<u32>() > 13 {
            continue;
        }
        for play in [Play::Normal, Play::Misere] {
            let found = outcome(&Turns, &sum, play, &budget).unwrap();
            assert_eq!(found, outcome_of(&Turns, &sum, play), "{sum:?} {play}");
            seen.insert((found, play == Play::Misere));
            for by in [Player::LEFT, Player::RIGHT] {
                let slow = options(&Turns, &sum, by).into_iter();
                let slow = slow.filter(|(_, after, next)| mover_wins(&Turns, after, *next, play) == (*next == by));
                let slow: Vec<_> = slow.map(|(mv, ..)| mv).collect();
                assert_eq!(winning_moves(&Turns, &sum, by, play, &budget).unwrap(), slow, "{sum:?} {play} {by:?}");
            }
        }
    }
    assert!(seen.len() >= 5, "{seen:?}");
}

/// Returns the text of a random partizan sum of heaps, impartial games and negatives.
fn random_sum(random: &mut Random) -> String {
    let mut terms = vec![];
    let count = 1 + random.below(3);
    for k in 0..count {
        let sign = if random.once_in(3) { "-" } else { "" };
        let copies = if random.once_in(4) { format!("{}*", random.below(4)) } else { String::new() };
        let most = [0, 9, 6, 4][count as usize];
        let atom = match random.below(if k == 0 { 2 } else { 5 }) {
            0 | 1 => {
                let sets = [random_set(random, 4), random_set(random, 4)];
                let heaps: Vec<String> = (0..=random.below(2)).map(|_| random.below(most + 1).to_string()).collect();
                let [a, b] = sets.map(|set| set.map_or("{}".to_string(), |set| set.to_string()));
                format!("take[{a} | {b}]({})", heaps.join(","))
            }
            2 => format!("nim({})", random.below(4)),
            3 => format!("kayles({})", random.below(5)),
            _ => format!("take[1,3]({})", random.below(5)),
        };
        terms.push(format!("{sign}{copies}{atom}"));
        // Add the last term again or its negative, so that terms cancel.
        if random.once_in(3) {
            let last = terms[terms.len() - 1].trim_start_matches('-').to_string();
            terms.push(format!("{}{last}", if random.once_in(2) { "-" } else { "" }));
        }
    }
    terms.join(" + ")
}

/// Returns the components of a sum, with copies repeated and negatives resolved, and their rules.
fn spelled_out(position_sum: &PositionSum) -> (SumRules, Vec<grundy_rules::AnyComponent>) {
    let mut rules = SumRules::default();
    let mut all = vec![];
    for term in &position_sum.terms {
        let components = term.position.erased_components(&mut rules, term.negative);
        (0..term.copies).for_each(|_| all.extend(components.iter().cloned()));
    }
    (rules, all)
}

#[test]
fn sums_agree_with_search_and_with_the_definition() {
    let mut random = Random::new(3);
    let mut solver = Solver::new();
    let (mut compared, mut spelled, mut seen, mut used) = (0, 0, [0; 4], std::collections::BTreeMap::new());
    for _ in 0..2_500 {
        let text = random_sum(&mut random);
        for prefix in ["", "misere "] {
            let text = format!("{prefix}{text}");
            let position_sum = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            if position_sum.component_count() > 8 {
                continue;
            }
            let Some(searched) = by_search(&position_sum, 4_000) else { continue };
            let searched = searched.unwrap_or_else(|error| panic!("{text}: {error}"));
            let known = solver.solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
            let faults = differences(&known, &searched);
            assert!(faults.is_empty(), "{text} ({position_sum}): {faults:#?}");
            assert_eq!(known.position.kind, Kind::Partizan);
            assert!(known.moves.listed.iter().all(|mv| mv.by.is_some() && mv.result == MoveResult::Win));
            compared += 1;
            let outcome = known.result.outcome.unwrap();
            seen[[Outcome::L, Outcome::R, Outcome::N, Outcome::P].iter().position(|&o| o == outcome).unwrap()] += 1;
            for reason in &known.explanation.reasons {
                if let Reason::Theorem(theorem) = reason {
                    *used.entry(theorem.name).or_insert(0) += 1;
                }
            }
            let (rules, components) = spelled_out(&position_sum);
            let weight: u64 = position_sum
                .terms
                .iter()
                .map(|t| t.copies * (0..t.position.len()).map(|k| t.position.table_coordinates(k)[0]).sum::<u64>())
                .sum();
            if weight <= 9 {
                spelled += 1;
                assert_eq!(outcome_of(&rules, &components, position_sum.play), outcome, "{text}");
                let count = [Player::LEFT, Player::RIGHT].map(|by| {
                    let all = options(&rules, &components, by).into_iter();
                    all.filter(|(_, after, next)| !mover_wins(&rules, after, *next, position_sum.play)).count() as u128
                });
                assert_eq!(known.moves.total, Some(count[0] + count[1]), "{text}");
            }
        }
    }
    assert!(compared >= 3_000 && spelled >= 600, "{compared} {spelled}");
    assert!(seen.iter().all(|&count| count > 150), "{seen:?}");
    // Most sums are solved by values. Searches that use theorems on sums are rare; other tests cover these theorems.
    let often =
        ["sums-of-values", "number-avoidance"].iter().all(|name| used.get(name).is_some_and(|&count| count > 500));
    assert!(often, "{used:?}");
}

fn answer(text: &str) -> Answer {
    Solver::new().solve(&parse(text).unwrap(), &Question::default(), &Budget::default()).unwrap()
}

#[test]
fn answers_lead_to_answers() {
    for text in [
        "take[1,2 | 1,3](7)",
        "-take[1,2 | 1,3](7) + nim(3)",
        "2*take[1 | 2](5) + -take[1..3 | 2..5](9)",
        "misere take[2 | 1,4](9)",
    ] {
        let first = answer(text);
        assert!(first.moves.total.unwrap() > 0, "{text}");
        for mv in &first.moves.listed {
            let next = answer(mv.to.as_deref().unwrap()).result.outcome.unwrap();
            // The player who moved wins if the other player moves first.
            let won = [Outcome::P, if mv.by == Some(Player::LEFT) { Outcome::L } else { Outcome::R }];
            assert!(won.contains(&next), "{text}: {mv:?} {next}");
        }
    }
}

#[test]
fn moves_are_listed_by_amount_and_left_first() {
    for text in [
        "take[1..4 | 1..4](9)",
        "-take[1..4 | 1..4](9)",
        "take[1..4 | 1..4](9) + nim(0)",
        "take[1,3 | 1..4](9) + take[1,2 | 2](3)",
    ] {
        for use_theorems in [true, false] {
            let question = Question { use_theorems, ..Question::default() };
            let answer = Solver::new().solve(&parse(text).unwrap(), &question, &Budget::default()).unwrap();
            let order: Vec<_> = answer
                .moves
                .listed
                .iter()
                .map(|mv| (mv.term_number, mv.fields.iter().map(|f| format!("{f:?}")).collect::<Vec<_>>(), mv.by))
                .collect();
            assert!(order.is_sorted() && !order.is_empty(), "{text}: {order:#?}");
        }
    }
}

#[test]
fn huge_heaps_and_many_copies() {
    let far = answer("take[1,2 | 1,3](10^18)");
    assert_eq!((far.result.outcome, far.moves.total), (Some(Outcome::L), Some(2)));
    assert!(matches!(far.explanation.reasons[..], [Reason::Period { .. }]));
    // Under 1.. | 2..3 Left has very many winning moves: all are counted, and the first thousand are listed.
    let many = answer("take[1.. | 2..3](10^18)");
    assert_eq!(many.result.outcome, Some(Outcome::L));
    assert_eq!(many.moves.listed.len() as u128, many.moves.total.unwrap().min(1000));
    // All components are positive, so the sum need not be searched.
    let copies = answer("3*take[1 | 2](100) + 10^18*take[1,2 | {}](5)");
    assert_eq!(copies.result.outcome, Some(Outcome::L));
    let zero = answer("take[1,2 | 1,3](12) + -take[1,2 | 1,3](12)");
    assert_eq!(zero.result.outcome, Some(Outcome::P));
    let question = Question { use_theorems: false, ..Question::default() };
    let position_sum = parse("take[1.. | 2..](10^18)").unwrap();
    let error = Solver::new().solve(&position_sum, &question, &Budget::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
}

/// Checks sums that were once solved wrongly.
/// They have terms of different kinds of one game, many copies, or more equal components than 64 bits count.
#[test]
fn sums_that_once_went_wrong() {
    let solve = |text: &str, moves: MovesWanted| {
        let position_sum = parse(text).unwrap();
        Solver::new().solve(&position_sum, &Question { moves, ..Question::default() }, &Budget::default())
    };
    for (text, outcome) in [
        ("hackenbush(0-1) + hackenbush(0-1:b)", Outcome::L),
        ("hackenbush(0-1) + hackenbush(0-1:r)", Outcome::R),
        ("hackenbush(0-1,1-2) + -hackenbush(0-1:r,1-2)", Outcome::L),
        ("hackenbush(3-4:b) + hackenbush(0-1:r)", Outcome::R),
        ("-hackenbush(3-0) + hackenbush(3-0:b,3-2:b,3-3:b)", Outcome::L),
        ("1000000000000*take[1|9](1) + -1000000000000*take[1|9](1)", Outcome::P),
        ("-10^18*take[1|2](5) + 10^18*take[1|2](5)", Outcome::P),
    ] {
        let answer = solve(text, MovesWanted::All).unwrap();
        assert_eq!(answer.result.outcome, Some(outcome), "{text}");
    }
    let many = "18446744073709551615*take[1|9](1) + 2*take[1|9](1) + -18446744073709551615*take[1|9](1)";
    assert_eq!(solve(many, MovesWanted::None).unwrap_err().kind, ErrorKind::TooLarge);
}

/// Rules with huge amounts need no table of that size, and agree with corresponding smaller rules.
#[test]
fn huge_amounts_of_left_and_right() {
    let mut solver = grundy_solve::Solver::new();
    let budget = grundy_solve::Budget { bytes: 1 << 26, ..grundy_solve::Budget::default() };
    let mut solve = |text: &str| {
        let position_sum = grundy_games::parse(text).unwrap();
        solver
            .solve(&position_sum, &grundy_solve::Question::default(), &budget)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    // The amount 1001 replaces 1000000001, and heaps are replaced correspondingly.
    for (heap, small) in [(999_999_999u64, 999), (1_000_000_001, 1001), (3_000_000_004, 3004), (2_000_000_001, 2001)] {
        let huge = solve(&format!("take[1,1000000001 | 2,3]({heap})"));
        let plain = solve(&format!("take[1,1001 | 2,3]({small})"));
        assert_eq!((huge.result.outcome, huge.moves.total), (plain.result.outcome, plain.moves.total), "{heap}");
    }
}
