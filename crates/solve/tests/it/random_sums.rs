//! Random sums of games, solved with theorems, by search, and by a minimal solver in this file.
//!
//! The seeds are fixed, so that every run tests the same sums and failures can be reproduced.

use crate::common::{Random, by_search, by_theorem, differences};
use grundy_games::parse;
use grundy_rules::{ErrorKind, Kind, Outcome, Play};
use grundy_solve::{Answer, Budget, MovesWanted, Question, Reason, Solver};

/// Sets in every form of the notation, including unions that no theorem covers.
const SETS: [&str; 39] = [
    "1",
    "2",
    "3",
    "1,2",
    "2,4",
    "1..3",
    "2..3",
    "2..5",
    "3..7",
    "1..",
    "2..",
    "4..",
    "2^k",
    "3^k",
    "4^k",
    "6^k",
    "k^2",
    "fib",
    "prime",
    "1,3,4",
    "2,5",
    "2,4,7",
    "1,4,9",
    "3,5,6,9,11",
    "1,5,3^k",
    "2^k,5",
    "k^2,2",
    "fib,prime",
    "2,7..",
    "1,3..4,8..",
    "prime,9..",
    "k^3",
    "k^4,2",
    "triangular",
    "factorials",
    "squarefree",
    "practical",
    "3,practical,triangular",
    "2..3,6..7,2^k,k^2",
];

/// Returns the text of a random sum of up to three terms with multiples, negatives and brackets.
fn random_spec(random: &mut Random) -> String {
    let mut text = String::new();
    if random.once_in(2) {
        text.push_str("misere ");
    }
    let terms = 1 + random.below(3);
    for k in 0..terms {
        if k > 0 {
            text.push_str(" + ");
        }
        if random.once_in(8) {
            text.push('-');
        }
        if random.once_in(5) {
            text.push_str(&format!("{}*", random.below(4)));
        }
        // The fewer terms, the larger their heaps may be.
        let most = [0, 13, 7, 5][terms as usize];
        if random.once_in(8) {
            let factor = 1 + random.below(2);
            text.push_str(&format!("({factor}*{} + -{})", random_atom(random, 3), random_atom(random, 3)));
        } else {
            text.push_str(&random_atom(random, most));
        }
    }
    text
}

fn random_atom(random: &mut Random, most: u64) -> String {
    let heap = |random: &mut Random| random.below(most + 1);
    match random.below(5) {
        0 => {
            let heaps: Vec<String> = (0..=random.below(3)).map(|_| (heap(random) / 2).to_string()).collect();
            format!("nim({})", heaps.join(","))
        }
        1 => format!("wythoff({},{})", heap(random) / 2, heap(random)),
        _ => {
            let set = random.pick(&SETS);
            let heaps: Vec<String> = (0..=random.below(2)).map(|_| heap(random).to_string()).collect();
            format!("take[{set}]({})", heaps.join(","))
        }
    }
}

#[test]
fn theorems_agree_with_search() {
    let mut random = Random::new(20_240_901);
    // One solver solves all sums, so that tables are shared between questions.
    let mut solver = Solver::new();
    let (mut compared, mut too_large, mut won, mut by_value) = (0, 0, 0, 0);
    for _ in 0..6_000 {
        let text = random_spec(&mut random);
        let position_sum = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let Some(searched) = by_search(&position_sum, 4_000) else {
            too_large += 1;
            continue;
        };
        let searched = searched.unwrap_or_else(|error| panic!("{text}: {error}"));
        let known = by_theorem(&mut solver, &position_sum).unwrap_or_else(|error| panic!("{text}: {error}"));
        let faults = differences(&known, &searched);
        assert!(faults.is_empty(), "{text} ({position_sum}): {faults:#?}");
        compared += 1;
        won += usize::from(known.result.outcome == Some(Outcome::N));
        by_value += usize::from(known.values.grundy.is_some() && searched.values.grundy.is_some());
    }
    // Check that the random sums are varied: many are small enough, and many are won.
    assert!(compared >= 5_000, "only {compared} sums were small enough, {too_large} were not");
    assert!((compared / 4..compared * 19 / 20).contains(&won), "{won} of {compared} sums are won");
    assert!(by_value >= 2_000, "only {by_value} values were compared");
}

/// Every set, heap by heap, to test the boundary cases of closed forms and tables.
#[test]
fn every_set_heap_by_heap() {
    let mut solver = Solver::new();
    for set in SETS {
        for prefix in ["", "misere "] {
            for heap in 0..40 {
                for other in [None, Some(heap % 5), Some(heap / 3 % 7)] {
                    let text = match other {
                        None => format!("{prefix}take[{set}]({heap})"),
                        Some(other) => format!("{prefix}take[{set}]({heap},{other})"),
                    };
                    let position_sum = parse(&text).unwrap();
                    let searched = by_search(&position_sum, 4_000).expect("two heaps are small").unwrap();
                    let known = by_theorem(&mut solver, &position_sum).unwrap();
                    let faults = differences(&known, &searched);
                    assert!(faults.is_empty(), "{text}: {faults:#?}");
                }
            }
        }
    }
}

/// Copies are never expanded, neither when moves are counted nor when the list of moves is full.
#[test]
fn multiples_cost_nothing() {
    const COPIES: u64 = 1_000_000_000_000_000_001;
    let mut solver = Solver::new();
    // An odd number of copies has the value of one copy, so each copy has the winning moves of a single copy.
    for one in [
        "nim(5,2)",
        "take[2,4,7](5)",
        "misere take[1,3,4](2)",
        "wythoff(3,4)",
        "(nim(2) + take[2,5](9) + wythoff(1,2))",
        "-(take[2^k](5) + -take[1,3,4](5,7))",
    ] {
        let (prefix, rest) = one.strip_prefix("misere ").map_or(("", one), |rest| ("misere ", rest));
        let (sign, rest) = rest.strip_prefix('-').map_or(("", rest), |rest| ("-", rest));
        let many = format!("{prefix}{sign}{COPIES}*{rest}");
        let [one, many] = [one, &many].map(|text| parse(text).unwrap());
        for (moves, listed) in [(MovesWanted::Count, 0), (MovesWanted::One, 1), (MovesWanted::All, 1000)] {
            let question = Question { moves, ..Question::default() };
            let [one, many] = [&one, &many].map(|s| solver.solve(s, &question, &Budget::default()).unwrap());
            assert_eq!((one.result.outcome, many.result.outcome), (Some(Outcome::N), Some(Outcome::N)), "{many:?}");
            assert_eq!(many.moves.total, one.moves.total.map(|total| total * u128::from(COPIES)), "{many:?}");
            assert_eq!(many.moves.listed.len(), listed, "{many:?}");
        }
    }
    let small_budget = Budget { nodes: 1_000, ..Budget::default() };
    let question = Question { use_theorems: false, ..Question::default() };
    let position_sum = parse("10^18*nim(5)").unwrap();
    assert_eq!(solver.solve(&position_sum, &question, &small_budget).unwrap_err().kind, ErrorKind::Limit);
}

// The minimal solver uses no memo, no notation, no theorem and, apart from `Play`, no type of the library. Positions
// are lists of piles.

type Allowed = fn(u64) -> bool;

/// A position of one game in a sum.
#[derive(Clone)]
struct Pile {
    /// The notation of the game; `allowed` says which amounts may be taken.
    name: &'static str,
    allowed: Allowed,
    /// Whether the same number may be taken from both heaps of the pair.
    both: bool,
    heaps: Vec<u64>,
}

impl Pile {
    fn text(&self) -> String {
        let heaps: Vec<String> = self.heaps.iter().map(u64::to_string).collect();
        format!("{}({})", self.name, heaps.join(","))
    }

    /// Returns the piles after each move, in listing order.
    fn options(&self) -> Vec<Pile> {
        let mut list = vec![];
        for k in 0..self.heaps.len() {
            for take in 1..=self.heaps[k] {
                if (self.allowed)(take) {
                    let mut after = self.clone();
                    after.heaps[k] -= take;
                    list.push(after);
                }
            }
        }
        if self.both {
            for take in 1..=self.heaps[0].min(self.heaps[1]) {
                let mut after = self.clone();
                after.heaps[0] -= take;
                after.heaps[1] -= take;
                list.push(after);
            }
        }
        list
    }
}

fn options(sum: &[Pile]) -> Vec<Vec<Pile>> {
    let mut list = vec![];
    for k in 0..sum.len() {
        for option in sum[k].options() {
            let mut after = sum.to_vec();
            after[k] = option;
            list.push(after);
        }
    }
    list
}

fn mover_wins(sum: &[Pile], play: Play) -> bool {
    let options = options(sum);
    if options.is_empty() { play == Play::Misere } else { options.iter().any(|after| !mover_wins(after, play)) }
}

fn value(sum: &[Pile]) -> u128 {
    let seen: Vec<u128> = options(sum).iter().map(|after| value(after)).collect();
    (0..).find(|v| !seen.contains(v)).unwrap()
}

/// Returns the number of plays of a sum, up to about `most`: the cost of the recursion.
fn plays(sum: &[Pile], most: u64) -> u64 {
    let mut count = 1;
    for after in options(sum) {
        if count > most {
            break;
        }
        count += plays(&after, most - count.min(most));
    }
    count
}

const RULES: [(&str, Allowed); 18] = [
    ("nim", |_| true),
    ("wythoff", |_| true),
    ("take[1,2]", |k| k <= 2),
    ("take[1..3]", |k| k <= 3),
    ("take[2..4]", |k| (2..=4).contains(&k)),
    ("take[3..]", |k| k >= 3),
    ("take[2^k]", |k| k.count_ones() == 1),
    ("take[3^k]", |k| [1, 3, 9, 27].contains(&k)),
    ("take[k^2]", |k| [1, 4, 9, 16].contains(&k)),
    ("take[fib]", |k| [1, 2, 3, 5, 8, 13].contains(&k)),
    ("take[k^3]", |k| [1, 8, 27].contains(&k)),
    ("take[triangular]", |k| [1, 3, 6, 10, 15, 21].contains(&k)),
    ("take[factorials]", |k| [1, 2, 6, 24].contains(&k)),
    ("take[squarefree]", |k| k > 0 && (2..=k).all(|d| k % (d * d) != 0)),
    ("take[practical]", |k| [1, 2, 4, 6, 8, 12, 16, 18, 20, 24].contains(&k)),
    ("take[prime]", |k| [2, 3, 5, 7, 11, 13].contains(&k)),
    ("take[1,3,4]", |k| [1, 3, 4].contains(&k)),
    ("take[2,7..]", |k| k == 2 || k >= 7),
];

#[test]
fn minimal_solver_agrees() {
    let mut random = Random::new(7);
    let mut solver = Solver::new();
    let mut compared = 0;
    while compared < 1_500 {
        let sum: Vec<Pile> = (0..=random.below(3))
            .map(|_| {
                let &(name, allowed) = random.pick(&RULES);
                let both = name == "wythoff";
                let count = if both { 2 } else { 1 + random.below(2) };
                Pile { name, allowed, both, heaps: (0..count).map(|_| random.below(8)).collect() }
            })
            .collect();
        if plays(&sum, 3_000) > 3_000 {
            continue;
        }
        compared += 1;
        let text = |sum: &[Pile]| sum.iter().map(Pile::text).collect::<Vec<_>>().join(" + ");
        for (play, prefix) in [(Play::Normal, ""), (Play::Misere, "misere ")] {
            let asked = format!("{prefix}{}", text(&sum));
            let winning: Vec<Option<String>> = options(&sum)
                .iter()
                .filter(|after| !mover_wins(after, play))
                .map(|after| Some(format!("{prefix}{}", text(after))))
                .collect();
            let position_sum = parse(&asked).unwrap();
            let mut answers = vec![by_theorem(&mut solver, &position_sum).unwrap()];
            answers.extend(by_search(&position_sum, 100_000).map(|answer| answer.unwrap()));
            assert_eq!(answers.len(), 2, "{asked} is small");
            for answer in answers {
                assert_eq!(answer.position.text.as_deref(), Some(asked.as_str()));
                assert_eq!(answer.result.outcome == Some(Outcome::N), mover_wins(&sum, play), "{asked}");
                let to: Vec<Option<String>> = answer.moves.listed.iter().map(|mv| mv.to.clone()).collect();
                assert_eq!(to, winning, "{asked}");
                assert_eq!(answer.moves.total, Some(winning.len() as u128), "{asked}");
                if play == Play::Misere {
                    assert_eq!(answer.values.grundy, None, "{asked}");
                } else if let Some(grundy) = answer.values.grundy {
                    assert_eq!(grundy.0, value(&sum), "{asked}");
                }
            }
        }
    }
}

/// Compares `rounds` random sums of small positions of all short impartial games with search.
fn compare_sums_of_any_games(rounds: usize) {
    let pool: Vec<Vec<String>> = grundy_games::library()
        .games()
        .iter()
        .map(|entry| {
            let samples = entry.samples().take(60);
            samples
                .filter(|position| position.ruleset().kind() == Kind::Impartial && position.ruleset().is_short())
                .map(|position| {
                    let mut text = String::new();
                    position.write(&mut text);
                    text
                })
                .collect()
        })
        .filter(|texts: &Vec<String>| !texts.is_empty())
        .collect();
    let mut random = Random::new(11);
    let mut solver = Solver::new();
    let mut checked = 0;
    for _ in 0..rounds {
        let terms: Vec<String> = (0..2 + random.below(2))
            .map(|_| {
                let game = random.pick(&pool);
                let text = random.pick(game);
                if random.once_in(6) { format!("2*{text}") } else { text.clone() }
            })
            .collect();
        let prefix = if random.once_in(2) { "misere " } else { "" };
        let text = format!("{prefix}{}", terms.join(" + "));
        let position_sum = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if position_sum.terms.iter().any(|term| term.position.ruleset().info().check_play(position_sum.play).is_err()) {
            continue;
        }
        let Some(searched) = by_search(&position_sum, 3_000) else { continue };
        let known = by_theorem(&mut solver, &position_sum).unwrap_or_else(|error| panic!("{text}: {error}"));
        let faults = differences(&known, &searched.unwrap());
        assert!(faults.is_empty(), "{text}: {faults:#?}");
        checked += 1;
    }
    assert!(checked > rounds / 4, "only {checked} sums were small enough");
}

#[test]
fn sums_of_any_games_agree_with_search() {
    compare_sums_of_any_games(700);
}

#[test]
#[ignore = "slow: takes a minute"]
fn more_sums_of_any_games_agree_with_search() {
    compare_sums_of_any_games(2_400);
}

/// The genus in an answer agrees with values and outcomes by search alone.
#[test]
fn reported_genus_is_correct() {
    let texts = [
        "nim(1,1)",
        "nim(1,2,3)",
        "take[2..5](3,4,7)",
        "take[1,3,4](7)",
        "take[1,3,4](6,2)",
        "kayles(3,4)",
        "kayles(1,1)",
        "euclid(8,5) + nim(1)",
        "stairs[ground](1,2,1)",
        "stairs[ground](2,1,2)",
        "lasker(3,4)",
        "2*token[a>b,b>c](a)",
    ];
    let mut solver = Solver::new();
    let brute = Question { use_theorems: false, ..Question::default() };
    for text in texts {
        let misere = parse(&format!("misere {text}")).unwrap();
        let answer = solver.solve(&misere, &Question::default(), &Budget::default()).unwrap();
        let genus = answer.values.genus.unwrap_or_else(|| panic!("{text} has a genus"));
        let outcome = solver.solve(&misere, &brute, &Budget::default()).unwrap().result.outcome;
        assert_eq!(Some(genus.misere_outcome()), outcome, "{text}");
        let value = solver.solve(&parse(text).unwrap(), &brute, &Budget::default()).unwrap().values.grundy;
        assert_eq!(Some(genus.normal), value, "{text}");
    }
}

/// Checks sums under misère play in which only one component has moves, some of which split a heap.
///
/// The other component belongs to a rule whose heaps can grow, so it has no misère value.
#[test]
fn winning_moves_that_split_the_only_heap_with_moves_are_listed() {
    let (mut with_moves, mut by_search) = (0, 0);
    for game in [
        "grundy_game",
        "kayles",
        "dawson_kayles",
        "lasker",
        "octal[0.137]",
        "octal[0.165]",
        "octal[4.127]",
        "octal[0.3122]",
        "rule{ n -> (k)+(n-k-1) for k in 0..n-1 }",
    ] {
        for heap in 1..15 {
            let position_sum = parse(&format!("misere {game}({heap}) + rule{{ n -> 1 if n == 0 }}(1)")).unwrap();
            let [answer, searched] = [true, false].map(|use_theorems| {
                let question = Question { use_theorems, ..Question::default() };
                Solver::new().solve(&position_sum, &question, &Budget::default()).unwrap()
            });
            assert_eq!(answer.result.outcome, searched.result.outcome, "{position_sum}");
            assert_eq!(answer.moves.total, searched.moves.total, "{position_sum}");
            let texts = |answer: &Answer| answer.moves.listed.iter().map(|mv| mv.to.clone()).collect::<Vec<_>>();
            assert_eq!(texts(&answer), texts(&searched), "{position_sum}");
            with_moves += usize::from(answer.moves.total > Some(0));
            let is_search = |reason: &Reason| matches!(reason, Reason::Search { .. });
            by_search += usize::from(answer.explanation.reasons.iter().any(is_search));
        }
    }
    assert!(with_moves > 50, "only {with_moves} sums have a winning move");
    // From some heap on, components are not tame, so values do not decide. Some of these games have a quotient, some
    // do not.
    assert!(by_search > 5, "only {by_search} sums were searched");
}
