//! Tests of canonical forms: G >= H if and only if Left, moving second, wins G - H by search.

use grundy_games::parse;
use grundy_rules::{Outcome, Play};
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_solve::{Budget, Quantity, Question, Solver};
use grundy_value::{SymbolSet, Value};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Returns the text of a random position of a partizan game.
fn position(random: &mut Random) -> String {
    let sets = ["1,2|1,3", "2|1", "1,4|2,3", "1..3|2,5", "3,4|1", "1|1,2"];
    let rules = [
        "left: n -> n-1; n -> (n-3); right: n -> n-2",
        "left: n -> (a)+(n-1-a) for a in 0..n-1; right: n -> (n-2)",
        "left: n -> n-1 if n mod 2 = 0; right: n -> (n-1); n -> (n-3)",
    ];
    match random.below(4) {
        0 | 1 => format!("take[{}]({})", sets[random.below(6) as usize], random.below(14)),
        2 => {
            // Here the position is a Hackenbush graph of edges of all colours, with trees and cycles.
            let edges: Vec<String> = (1..2 + random.below(5))
                .map(|v| {
                    format!(
                        "{}-{}:{}",
                        random.below(v),
                        if random.below(6) == 0 { 0 } else { v },
                        ["b", "r", "g"][random.below(3) as usize]
                    )
                })
                .collect();
            format!("hackenbush({})", edges.join(","))
        }
        _ => format!("rule{{ {} }}({})", rules[random.below(3) as usize], random.below(9)),
    }
}

/// Checks differences and comparisons on `count` random pairs of positions.
fn pairs(count: usize, seed: u64) {
    let mut random = Random(seed);
    let budget = Budget::default();
    let mut solver = Solver::new();
    let mut evaluator = ValueEvaluator::new(&budget);
    let question = Question { use_theorems: false, ..Question::default() };
    let mut counts = [0; 4];
    for _ in 0..count {
        let (g, h) = (position(&mut random), position(&mut random));
        let mut value =
            |text: &str| evaluator.evaluate(&parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))).unwrap();
        let (a, b) = (value(&g), value(&h));
        let whole = format!("{g} + -{h}");
        let difference = value(&whole);
        assert_eq!(evaluator.arena.sub(a, b).unwrap(), difference, "{whole}");
        let position_sum = parse(&whole).unwrap();
        assert_eq!(position_sum.play, Play::Normal);
        let outcome = solver.solve(&position_sum, &question, &budget).unwrap().result.outcome.unwrap();
        assert_eq!(evaluator.arena.outcome(difference).unwrap(), outcome, "{whole}");
        assert_eq!(evaluator.arena.le(b, a).unwrap(), matches!(outcome, Outcome::P | Outcome::L), "{whole}");
        let all = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
        counts[all.iter().position(|&o| o == outcome).unwrap()] += 1;
    }
    assert!(counts.iter().all(|&n| n > count / 50), "every outcome is met: {counts:?}");
}

#[test]
fn values_agree_with_outcomes() {
    pairs(1000, 29);
}

#[test]
#[ignore = "slow: four thousand pairs"]
fn values_agree_with_outcomes_on_many_pairs() {
    pairs(4_000, 31);
}

/// The theorem on Hackenbush trees gives the value of the options; without green edges it is a number.
#[test]
fn tree_values_agree_with_option_values() {
    let mut random = Random(37);
    let mut evaluator = ValueEvaluator::new(&Budget::default());
    for round in 0..600 {
        let colours = if round % 2 == 0 { "br" } else { "brg" };
        // In every third round the edges form a path, else a random tree.
        let edges: Vec<(u64, u64, &str)> = (1..2 + random.below(if round % 2 == 0 { 8 } else { 6 }))
            .map(|v| {
                let colour = random.below(colours.len() as u64) as usize;
                (if round % 3 == 0 { v - 1 } else { random.below(v) }, v, &colours[colour..=colour])
            })
            .collect();
        let written = |edges: &[(u64, u64, &str)]| {
            let all: Vec<String> = edges.iter().map(|(a, b, colour)| format!("{a}-{b}:{colour}")).collect();
            format!("hackenbush({})", all.join(","))
        };
        let mut value = |edges: &[(u64, u64, &str)]| evaluator.evaluate(&parse(&written(edges)).unwrap()).unwrap();
        let closed = value(&edges);
        let (mut left, mut right) = (vec![], vec![]);
        for k in 0..edges.len() {
            // Edges that are no longer connected to the ground may stay in the text, because they do not count.
            let mut rest = edges.clone();
            let (_, _, colour) = rest.remove(k);
            let option = if rest.is_empty() { Value::ZERO } else { value(&rest) };
            for (side, other) in [(&mut left, "r"), (&mut right, "b")] {
                if colour != other {
                    side.push(option);
                }
            }
        }
        assert_eq!(evaluator.arena.value_from_options(&left, &right).unwrap(), closed, "{}", written(&edges));
        assert!(colours == "brg" || evaluator.arena.number_of(closed).is_some());
        assert!(evaluator.arena.text(closed, SymbolSet::Ascii).is_ok());
    }
}

/// The error for a repeating position shows the cycle, and the variables of the move that closes it.
#[test]
fn cycle_errors_show_the_cycle() {
    let budget = Budget::default();
    for (text, circle, help) in [
        (
            "rule{ n -> n-p for p in 0..n }(3)",
            "the position 3 can repeat: 3 -> 3",
            "with p = 0, a move leads from 3 to 3",
        ),
        ("2*rule{ n -> n-p for p in 0..n }(3)", "the position 3 can repeat: 3 -> 3", "a condition such as `if p > 0`"),
        (
            "rule{ (n,a) -> (n-p*q,a) for q in 1..2 for p in 0..n }(3,2)",
            "the position (3,2) can repeat: (3,2) -> (3,2)",
            "with q = 1 and p = 0, a move leads from (3,2) to (3,2), so a condition such as `if p > 0`",
        ),
        (
            "rule{ left: (n,t) -> (n,t-1) if t > 0; right: (n,t) -> (n-k,2*t+k) for k in 0..2 if n > 1 }(2,1)",
            "the position (2,0) can repeat: (2,0) -> (2,0)",
            "with k = 0, a move leads from (2,0) to (2,0)",
        ),
        (
            "rule{ (a,b) -> (b,a) if a != b; (a-1,b) }(0,1)",
            "the position (0,1) can repeat: (0,1) -> (1,0) -> (0,1)",
            "a condition such as `if k > 0` may be missing",
        ),
    ] {
        let error = ValueEvaluator::new(&budget).evaluate(&parse(text).unwrap()).unwrap_err();
        assert!(error.message.to_string().contains(circle), "{text}: {error}");
        assert!(error.help.as_ref().is_some_and(|help_text| help_text.to_string().contains(help)), "{text}: {error}");
    }
    let rules = grundy_games::parse_rules("rule{ (n,a) -> (n-p,a) for p in 0..n }").unwrap();
    let mut solver = Solver::new();
    let error = match solver.table(&rules, Quantity::Outcome, 4, true, &budget) {
        Err(error) => error,
        Ok(mut table) => table.cell([3, 2, 0]).unwrap_err(),
    };
    assert!(error.message.to_string().contains("can repeat: (0,1) -> (0,1)"), "{error}");
    assert!(error.help.as_ref().is_some_and(|help| help.to_string().contains("with p = 0")), "{error}");
}

/// Returns the Grundy value of a value that is a nimber; `None` for other values.
fn nimber(evaluator: &ValueEvaluator, value: Value) -> Option<u128> {
    let closed = evaluator.arena.number_ups_star(value)?;
    (closed == grundy_value::NumberUpsStar { nim: closed.nim, ..Default::default() }).then(|| closed.nim.into())
}

/// The commands `solve` and `value` agree on random sums of positions of every game of the library.
#[test]
fn solve_and_value_agree() {
    let mut random = Random(44);
    let (mut solver, mut counts) = (Solver::new(), [0u32; 2]);
    let small = Budget { nodes: 20_000, ..Budget::default() };
    let mut positions = vec![];
    for entry in grundy_games::library().games() {
        let samples: Vec<_> = entry.samples().take(400).collect();
        for _ in 0..12.min(samples.len()) {
            let position = samples[random.below(samples.len() as u64) as usize].clone_box();
            if position.ruleset().is_short() && !position.ruleset().has_extra_turns() {
                positions.push(position);
            }
        }
    }
    for round in 0..3 * positions.len() {
        let at = random.below(positions.len() as u64) as usize;
        let mut text = positions[if round < positions.len() { round } else { at }].to_string();
        if round >= positions.len() {
            text = format!("{text} + {}", positions[random.below(positions.len() as u64) as usize]);
        }
        let Ok(position_sum) = parse(&text) else { continue };
        let mut evaluator = ValueEvaluator::new(&small);
        let Ok(value) = evaluator.evaluate(&position_sum) else { continue };
        let Ok(answer) = solver.solve(&position_sum, &Question::default(), &small) else { continue };
        let outcome = evaluator.arena.outcome(value).unwrap();
        assert_eq!(answer.result.outcome, Some(outcome), "{text}");
        if let Some(grundy) = answer.values.grundy {
            counts[0] += 1;
            assert_eq!(nimber(&evaluator, value), Some(grundy.0), "{text}");
        }
        if let Some(game_value) = answer.values.game.and_then(|game_value| game_value.value) {
            counts[1] += 1;
            assert_eq!(evaluator.arena.text(value, SymbolSet::Ascii).unwrap(), game_value, "{text}");
        }
    }
    assert!(counts[0] > 300 && counts[1] > 100, "{counts:?}");
}

/// Both commands choose an engine that evaluates few positions; `nodes` is about twice that number.
#[test]
fn both_commands_have_the_fast_engines() {
    for (text, nodes) in [
        // Boards have an engine on bits, whose memo is also used for the winning moves.
        ("cram(4x5)", 4_000),
        ("board{ [xx*.] -> [.x*x] along right }(\"xxxxxxx.......\")", 20_000),
        // These games have periods or tables.
        ("take[1,3,4](10^18)", 100),
        ("kayles(3000)", 4_000),
        ("wythoff(300,400)", 200_000),
        // Play skips nearly all entries of the table, so a short search is faster.
        ("rule{ n -> n/2; n/3 }(10^12)", 2_000),
        ("rule{ n -> n/2; n/3 }(10^8)", 2_000),
        ("rule{ (a,b) -> (a/2,b) if a > 0; (a,b/3) if b > 0 }(10^6,10^6)", 2_000),
    ] {
        let budget = Budget { nodes, bytes: 64 << 20, ..Budget::default() };
        let position_sum = parse(text).unwrap();
        let mut evaluator = ValueEvaluator::new(&budget);
        let value = evaluator.evaluate(&position_sum).unwrap_or_else(|error| panic!("value of {text}: {error}"));
        let answer = Solver::new().solve(&position_sum, &Question::default(), &budget);
        let answer = answer.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(nimber(&evaluator, value), answer.values.grundy.map(|grundy| grundy.0), "{text}");
    }
}

fn text_of(position: &str, evaluator: &mut ValueEvaluator) -> String {
    let value = evaluator.evaluate(&parse(position).unwrap()).unwrap();
    evaluator.arena.text(value, SymbolSet::Ascii).unwrap()
}

/// The values that theorems give for named games are the values computed from all options.
#[test]
fn theorems_on_values_agree_with_all_options() {
    let budget = Budget::default();
    let mut positions = vec![];
    for m in 0..25 {
        for n in 0..25 {
            positions.extend(["cutcake", "maundy_cake"].map(|name| format!("{name}({m},{n})")));
        }
    }
    let mut random = Random(7);
    for _ in 0..400 {
        let length = 1 + random.below(9);
        let mut picture = |states: &[&str]| -> String {
            (0..length).map(|_| states[random.below(states.len() as u64) as usize]).collect()
        };
        let (col, dominoes) = (picture(&[".", ".", ".", "x", "o", "#"]), picture(&[".", ".", ".", "#"]));
        let column: Vec<String> = dominoes.chars().map(String::from).collect();
        positions.push(format!("col(\"{col}\")"));
        // Write the same row as a path graph, with an extra edge that may close a cycle or add a branch.
        let states: Vec<String> = col
            .chars()
            .enumerate()
            .map(|(k, state)| match state {
                'x' | 'o' => format!("v{k}={state}"),
                _ => format!("v{k}"),
            })
            .collect();
        let mut edges: Vec<String> = (1..col.len()).map(|k| format!("v{}-v{k}", k - 1)).collect();
        let [a, b] = [random.below(length), random.below(length)];
        if random.below(3) == 0 && a + 1 < b {
            edges.push(format!("v{a}-v{b}"));
        }
        positions.push(format!("graph_col({})", [edges, states].concat().join(",")));
        positions.push(format!("domineering(\"{dominoes}\")"));
        positions.push(format!("domineering(\"{}\")", column.join("/")));
    }
    for toads in 0..7 {
        for blanks in 0..5 {
            for frogs in 0..4 {
                let [toads, blanks, frogs] = [("t", toads), (".", blanks), ("f", frogs)].map(|(s, n)| s.repeat(n));
                positions.push(format!("toads_and_frogs(\"t{toads}{blanks}{frogs}\")"));
                positions.push(format!("toads_and_frogs(\"{toads}{blanks}#{frogs}\")"));
            }
        }
    }
    // These boards are almost starting positions, or consist of several starting positions.
    positions.extend(
        ["ttf..f", "tt..f/tt..f", "t/./f", "tt..f#t.f", "ftt..f", "tt.ftf", "tt..f."]
            .map(|picture| format!("toads_and_frogs(\"{picture}\")")),
    );
    for position in positions {
        let [mut with, mut without] = [ValueEvaluator::new(&budget), ValueEvaluator::new(&budget).without_theorems()];
        assert_eq!(text_of(&position, &mut with), text_of(&position, &mut without), "{position}");
    }
}

/// Theorems give the values of positions that are far too large for an evaluation of their options.
#[test]
fn theorems_give_values_of_huge_positions() {
    let mut evaluator = ValueEvaluator::new(&Budget::default());
    for (position, value) in [
        ("cutcake(1000000000,3)", "-499999999"),
        ("cutcake(3,1000000000)", "499999999"),
        ("cutcake(3,20000)", "9999"),
        ("-cutcake(3,20000) + 2*cutcake(1,5)", "-9991"),
        ("maundy_cake(1,720720)", "696853"),
        ("domineering(1x500)", "-250"),
        ("col(1x500)", "0"),
        ("col(1x500) + cutcake(4,1000000)", "249999"),
    ] {
        assert_eq!(text_of(position, &mut evaluator), value, "{position}");
    }
    let path: Vec<String> = (0..3000).map(|k| format!("v{k}-v{}", k + 1)).collect();
    let position = format!("graph_col({},v0=x,v3000=x)", path.join(","));
    assert_eq!(text_of(&position, &mut evaluator), "-1");
    // Each entry has the numbers of toads, blanks and frogs in a starting position, and its value.
    for (start, value) in [
        ([2000, 1000, 0], "2000000"),
        ([3000, 0, 1], "0"),
        ([3000, 1, 1], "{2998|1||0}"),
        ([2000, 1001, 1], "1999000*"),
        ([1, 1001, 2000], "-1999000*"),
        ([2000, 1, 1500], "*"),
        ([2000, 2, 1500], "{1997|500||*|-1497}"),
        ([1500, 2, 2000], "{1497|*||-500|-1997}"),
        ([3000, 3, 2], "2998*"),
        ([3, 3, 3000], "-5993/2"),
    ] {
        let [toads, blanks, frogs] = [("t", start[0]), (".", start[1]), ("f", start[2])].map(|(s, n)| s.repeat(n));
        let position = format!("toads_and_frogs(\"{toads}{blanks}{frogs}\")");
        assert_eq!(text_of(&position, &mut evaluator), value, "{start:?}");
    }
}

/// The winning moves of huge cakes are counted by formula, and the first 1000 are listed.
#[test]
fn moves_of_huge_cakes_are_counted_by_formula() {
    let mut solver = Solver::new();
    let mut solve = |text: &str| {
        let answer = solver.solve(&parse(text).unwrap(), &Question::default(), &Budget::default());
        answer.unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    // The values are 499999999 and -499999998: Left must cut the first cake into even numbers of columns.
    let answer = solve("cutcake(3,1000000000) + cutcake(999999998,3)");
    assert_eq!((answer.result.outcome, answer.moves.total), (Some(Outcome::L), Some(250_000_000)));
    assert_eq!(answer.moves.listed.len(), 1000);
    let answer = solve("cutcake(1000000000,3)");
    assert_eq!((answer.result.outcome, answer.moves.total), (Some(Outcome::R), Some(500_000_000)));
    assert!(
        answer
            .explanation
            .reasons
            .iter()
            .any(|reason| matches!(reason, grundy_solve::Reason::Theorem(t) if t.name == "halved-cake"))
    );
    let answer = solve("maundy_cake(1,720720)");
    assert_eq!((answer.result.outcome, answer.moves.total), (Some(Outcome::L), Some(239)));
    // The formula agrees with a search of all moves, in sums with few winning moves.
    for n in 1..=5 {
        for (m, rest) in [(1, 5), (2, 3), (3, 4), (4, 1)] {
            let text = format!("cutcake({m},{n}) + cutcake({rest},1) + domineering(1x3)");
            let position_sum = parse(&text).unwrap();
            let plain = Question { use_theorems: false, ..Question::default() };
            let plain = solver_moves(&Solver::new().solve(&position_sum, &plain, &Budget::default()).unwrap());
            assert_eq!(solver_moves(&solve(&text)), plain, "{text}");
        }
    }
}

fn solver_moves(answer: &grundy_solve::Answer) -> (Option<Outcome>, Option<u128>, Vec<String>) {
    (answer.result.outcome, answer.moves.total, answer.moves.listed.iter().map(|mv| mv.text.to_string()).collect())
}
