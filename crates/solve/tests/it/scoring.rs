//! Games won on points, compared with plain minimax: scores and all best first moves.

use crate::common::Random;
use grundy_games::parse;
use grundy_games::row::RowGame;
use grundy_games::strings_and_coins::Strings;
use grundy_games::triangles::Triangles;
use grundy_rules::clock::Instant;
use grundy_rules::{Cancel, Components, ErrorKind, GROUND, Game, Player, Rules, Scored, StringGraph, TableForm};
use grundy_solve::scoring::{Config, ScoringSearch, ScoringSolution, StringsSearch, solve};
use grundy_solve::{Budget, MovesWanted, Question, Solver};

/// Returns the score for the player to move; `None` if that takes more than `room` positions.
fn gain<R: Scored>(rules: &R, sum: &[R::Component], by: Player, room: &mut u64) -> Option<i64> {
    Some(results(rules, sum, by, room)?.into_iter().map(|(_, _, score)| score).max().unwrap_or(0))
}

/// Returns every first move as (component, move, score with best play after it).
fn results<R: Scored>(
    rules: &R,
    sum: &[R::Component],
    by: Player,
    room: &mut u64,
) -> Option<Vec<(usize, R::Move, i64)>> {
    *room = room.checked_sub(1)?;
    let mut list = vec![];
    for k in 0..sum.len() {
        for mv in rules.moves(&sum[k], by) {
            let left = rules.play(&sum[k], by, &mv);
            let after: Vec<R::Component> = sum[..k].iter().chain(&left).chain(&sum[k + 1..]).cloned().collect();
            let next = rules.next_player(&sum[k], by, &mv);
            let rest = gain(rules, &after, next, room)?;
            let score = rules.points(&sum[k], by, &mv) + if next == by { rest } else { -rest };
            list.push((k, mv, score));
        }
    }
    Some(list)
}

const CONFIGS: [Config; 6] = [
    Config::MINIMAX,
    Config::ALPHA_BETA,
    Config::FULL,
    Config { table: false, ..Config::FULL },
    Config { order: false, ..Config::FULL },
    Config { cut: false, ..Config::FULL },
];

/// Asserts that all configurations find the score and the best moves of the definition.
/// Returns the number of positions that each configuration searched; `None` if there are too many for the definition.
fn check<R: Scored>(rules: &R, sum: &[R::Component], by: Player) -> Option<Vec<u64>> {
    let results = results(rules, sum, by, &mut 20_000)?;
    let score = results.iter().map(|result| result.2).max().unwrap_or(0);
    let best: Vec<(usize, R::Move)> = results.into_iter().filter(|r| r.2 == score).map(|(k, mv, _)| (k, mv)).collect();
    let nodes = CONFIGS.map(|config| {
        let solved = solve(rules, sum, by, &config, &Budget::default()).unwrap();
        assert_eq!((solved.score, &solved.best), (score, &best), "{sum:?}, {by:?} to move, {config:?}");
        solved.nodes
    });
    Some(nodes.into())
}

/// A random game: components are numbers, and a move leads to components of smaller numbers.
struct Tables {
    /// The moves, by component and by player.
    moves: Vec<[Vec<Step>; 2]>,
}

struct Step {
    left: Vec<usize>,
    points: i64,
    again: bool,
}

impl Tables {
    fn new(random: &mut Random, size: usize, large: bool) -> Tables {
        let mut moves = vec![];
        for component in 0..size {
            let mut list = |_| {
                let count = if component == 0 { 0 } else { random.below(4) };
                let step = |random: &mut Random| Step {
                    left: (0..random.below(3)).map(|_| random.below(component as u64) as usize).collect(),
                    points: (random.below(11) as i64 - 4) * if large { 1 << 57 } else { 1 },
                    again: random.once_in(3),
                };
                (0..count).map(|_| step(random)).collect()
            };
            moves.push([list(0), list(1)]);
        }
        Tables { moves }
    }

    fn step(&self, component: usize, by: Player, mv: usize) -> &Step {
        &self.moves[component][usize::from(by.0)][mv]
    }
}

impl Rules for Tables {
    type Component = usize;
    type Move = usize;
    type Key = usize;
    fn moves(&self, &component: &usize, by: Player) -> impl Iterator<Item = usize> {
        0..self.moves[component][usize::from(by.0)].len()
    }
    fn play(&self, &component: &usize, by: Player, &mv: &usize) -> Components<usize> {
        self.step(component, by, mv).left.iter().copied().collect()
    }
    fn key(&self, &component: &usize) -> usize {
        component
    }
    fn next_player(&self, &component: &usize, by: Player, &mv: &usize) -> Player {
        if self.step(component, by, mv).again { by } else { by.other() }
    }
}

impl Scored for Tables {
    fn points(&self, &component: &usize, by: Player, &mv: &usize) -> i64 {
        self.step(component, by, mv).points
    }
}

#[test]
fn random_games_of_several_components() {
    let mut random = Random::new(1);
    let mut checked = 0;
    for case in 0..500 {
        // The score of a sum with large points may exceed 64 bits, which the definition does not handle.
        let large = case % 5 == 0;
        let rules = Tables::new(&mut random, if large { 4 } else { 6 }, large);
        let components = if large { 1 } else { 1 + random.below(3) };
        let sum: Vec<usize> = (0..components).map(|_| random.below(rules.moves.len() as u64) as usize).collect();
        checked += u32::from(check(&rules, &sum, Player(random.below(2) as u8)).is_some());
    }
    assert!(checked > 250, "{checked}");
}

#[test]
fn random_rows() {
    let mut random = Random::new(2);
    for set in ["1,2", "1..3", "2,3", "1..", "3..", "2^k", "k^2", "1,4"] {
        for _ in 0..15 {
            let values: Vec<i64> = (0..random.below(13)).map(|_| random.below(25) as i64 - 11).collect();
            let (row, front) = RowGame::new(set.parse().unwrap(), values).unwrap();
            check(&row, &[front], Player::LEFT).expect("a short row");
        }
    }
}

#[test]
fn random_triangles() {
    let mut random = Random::new(3);
    let names = ["1", "2", "3", "4", "5", "6", "7"];
    for case in 0..120 {
        let (mut solid, mut dashed) = (vec![], vec![]);
        for (v, &b) in names[..4 + random.below(4) as usize].iter().enumerate() {
            for &a in &names[..v] {
                match random.below(4) {
                    0 if dashed.len() < 7 => dashed.push((a, b)),
                    1 | 2 => solid.push((a, b)),
                    _ => {}
                }
            }
        }
        let (game, component) = Triangles::from_edges(case % 2 == 0, &solid, &dashed).unwrap();
        check(&game, &[component], Player::LEFT).expect("a small board");
    }
}

/// Larger boards are compared with a table over all sets of dashed edges.
/// Positions with the same key must be equivalent.
#[test]
fn larger_triangles() {
    let mut random = Random::new(5);
    let names = ["1", "2", "3", "4", "5", "6", "7"];
    for case in 0..40 {
        let (mut solid, mut dashed) = (vec![], vec![]);
        for (v, &b) in names[..6 + case % 2].iter().enumerate() {
            for &a in &names[..v] {
                match random.below(5) {
                    0..3 if dashed.len() < 12 => dashed.push((a, b)),
                    1..4 => solid.push((a, b)),
                    _ => {}
                }
            }
        }
        let (game, all) = Triangles::from_edges(case % 3 == 0, &solid, &dashed).unwrap();
        let mut gains = vec![0i64; 1 << dashed.len()];
        let mut scores = vec![];
        for component in 1..=all {
            scores.clear();
            for mv in game.moves(&component, Player::LEFT) {
                let rest = gains[game.play(&component, Player::LEFT, &mv)[0] as usize];
                let again = game.next_player(&component, Player::LEFT, &mv) == Player::LEFT;
                scores.push((game.points(&component, Player::LEFT, &mv) + if again { rest } else { -rest }, mv));
            }
            gains[component as usize] = scores.iter().map(|s| s.0).max().unwrap_or(0);
        }
        let score = gains[all as usize];
        let solved = full(&game, &[all], &Budget::default());
        let best: Vec<_> = scores.iter().filter(|s| s.0 == score).map(|s| (0, s.1)).collect();
        assert_eq!((solved.score, solved.best), (score, best), "{solid:?} | {dashed:?}");
    }
}

/// Returns the values of all sets of the strings of a graph, by the definition.
fn values_of_strings(graph: &StringGraph) -> Vec<i64> {
    let mut values = vec![0; 1 << graph.ends().len()];
    for set in 1..values.len() {
        let value = |string: u8| match graph.points(set as u64, string) {
            0 => -values[set & !(1 << string)],
            points => points + values[set & !(1 << string)],
        };
        values[set] = strings_of(set as u64).map(value).max().unwrap();
    }
    values
}

fn strings_of(set: u64) -> impl Iterator<Item = u8> {
    (0..64u8).filter(move |string| set >> string & 1 == 1)
}

/// Compares scores and best moves of these sets of strings with the definition.
fn check_strings(graph: &StringGraph, sets: impl Iterator<Item = u64>) {
    let values = values_of_strings(graph);
    let budget = Budget { bytes: 1 << 20, ..Budget::default() };
    let mut search = StringsSearch::new(graph, &budget);
    for set in sets {
        let score = values[set as usize];
        assert_eq!(search.score(set).unwrap(), score, "{set:b} of {graph:?}");
        for string in strings_of(set) {
            let after = values[set as usize & !(1 << string)];
            let points = graph.points(set, string);
            let is_best = score == if points > 0 { points + after } else { -after };
            assert_eq!(search.is_best(set, string, score).unwrap(), is_best, "{string} in {set:b} of {graph:?}");
        }
    }
}

/// Graphs of all kinds: trees, cycles, repeated strings, paths to the ground and between large coins.
#[test]
fn random_strings() {
    let mut random = Random::new(6);
    for case in 0..600 {
        let coins = 1 + random.below(7) as u8;
        let strings = 1 + random.below(if case % 60 == 0 { 14 } else { 10 });
        let mut ends: Vec<[u8; 2]> = vec![];
        while (ends.len() as u64) < strings {
            let end = |random: &mut Random| match random.below(u64::from(coins) + 1) as u8 {
                end if end < coins => end,
                _ => GROUND,
            };
            // In a third of the graphs the strings form long paths.
            let from = match ends.last() {
                Some(last) if case % 3 == 0 && random.below(4) > 0 => last[1],
                _ => end(&mut random),
            };
            let to = end(&mut random);
            if from != to {
                ends.push([from, to]);
            }
        }
        let graph = StringGraph::new(usize::from(coins), ends);
        let all = graph.all();
        check_strings(&graph, (0..20).map(|k| if k == 0 { all } else { random.below(all + 1) }));
    }
}

#[test]
fn boards_of_dots_and_boxes() {
    let mut random = Random::new(7);
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 5), (2, 3)] {
        let (board, all) = Strings::board(rows, columns).unwrap();
        let Some(TableForm::Strings(graph)) = board.table_form() else { panic!() };
        check_strings(graph, (0..500).map(|k| if k == 0 { all } else { random.below(all + 1) }));
    }
}

/// A program that knows nothing of chains found these scores and numbers of best moves.
#[test]
fn larger_boards_of_dots_and_boxes() {
    for (size, score, moves) in [("2x4", 2, 18), ("3x3", -3, 24)] {
        let position_sum = parse(&format!("dots_and_boxes({size})")).unwrap();
        let answer = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
        assert_eq!((answer.result.score, answer.moves.total), (Some(score), Some(moves)), "{size}");
    }
}

/// The search for all games won on points finds the same scores and best moves.
#[test]
fn strings_agree_with_the_general_search() {
    let mut solver = Solver::new();
    for text in [
        "dots_and_boxes(2x2)",
        "dots_and_boxes(\"+-+.+/|_._./+.+.+/._._|/+.+.+\")",
        "strings_and_coins(a-b,b-c,c-a,a-0,a-0)",
        "strings_and_coins(0-a-b-c-0,d-e-f-d,a-d)",
        "strings_and_coins()",
    ] {
        let mut answer = |use_theorems| {
            let question = Question { use_theorems, ..Question::default() };
            let answer = solver.solve(&parse(text).unwrap(), &question, &Budget::default()).unwrap();
            let moves: Vec<_> =
                answer.moves.listed.iter().map(|mv| (mv.text.to_string(), mv.next, mv.to.clone())).collect();
            (answer.result.score, answer.moves.total, moves)
        };
        assert_eq!(answer(true), answer(false), "{text}");
    }
}

#[test]
fn limits_of_the_search_of_strings() {
    let (board, all) = Strings::board(3, 3).unwrap();
    let Some(TableForm::Strings(graph)) = board.table_form() else { panic!() };
    for bytes in [0, 1 << 18, 4 << 30] {
        let budget = Budget { bytes, ..Budget::default() };
        assert_eq!(StringsSearch::new(graph, &budget).score(all).unwrap(), -3);
    }
    let flag = Cancel::default();
    flag.cancel();
    for budget in [
        Budget { nodes: 100, ..Budget::default() },
        Budget { deadline: Some(Instant::now()), ..Budget::default() },
        Budget { cancel: Some(flag.clone()), ..Budget::default() },
    ] {
        assert_eq!(StringsSearch::new(graph, &budget).score(all).unwrap_err().kind, ErrorKind::Limit);
    }
}

fn complete(n: usize, again: bool) -> (Triangles, u64) {
    let names: Vec<String> = (1..=n).map(|k| k.to_string()).collect();
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    let edges: Vec<(&str, &str)> = pairs.iter().map(|&(u, v)| (&*names[u], &*names[v])).collect();
    Triangles::from_edges(again, &[], &edges).unwrap()
}

/// Each addition to plain minimax reduces the number of positions searched for K4.
/// The result does not change.
#[test]
fn every_part_of_the_search_saves_positions() {
    for again in [false, true] {
        let (game, all) = complete(4, again);
        let nodes = check(&game, &[all], Player::LEFT).expect("a small board");
        assert!(nodes[0] > nodes[1] && nodes[1] > nodes[3] && nodes[3] > nodes[2], "{nodes:?}");
    }
}

fn full<R: Scored>(rules: &R, sum: &[R::Component], budget: &Budget) -> ScoringSolution<R::Move> {
    solve(rules, sum, Player::LEFT, &Config::FULL, budget).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn little_memory_costs_time_only() {
    for again in [false, true] {
        let (game, all) = complete(6, again);
        let plenty = full(&game, &[all], &Budget::default());
        let tight = full(&game, &[all], &Budget { bytes: 300_000, ..Budget::default() });
        assert_eq!((tight.score, &tight.best), (plenty.score, &plenty.best));
    }
    let (game, all) = complete(6, false);
    let error = solve(&game, &[all], Player::LEFT, &Config::FULL, &Budget { bytes: 100, ..Budget::default() });
    assert_eq!(error.unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn limits_are_kept() {
    let (game, all) = complete(8, false);
    let flag = Cancel::default();
    flag.cancel();
    for budget in [
        Budget { nodes: 100, ..Budget::default() },
        Budget { deadline: Some(Instant::now()), ..Budget::default() },
        Budget { cancel: Some(flag.clone()), ..Budget::default() },
    ] {
        let error = solve(&game, &[all], Player::LEFT, &Config::FULL, &budget).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit);
    }
}

/// Long plays need no recursion, and each position is visited only a few times.
#[test]
fn long_rows_are_searched_in_linear_time() {
    let mut random = Random::new(4);
    for set in ["1..3", "1,2", "2,5"] {
        let values: Vec<i64> = (0..30_000).map(|_| random.below(2001) as i64 - 1000).collect();
        let (row, front) = RowGame::new(set.parse().unwrap(), values.clone()).unwrap();
        let solved = full(&row, &[front], &Budget::default());
        assert!(solved.nodes < 8 * 30_000, "row[{set}]: {} positions", solved.nodes);
        let text: Vec<String> = values.iter().map(i64::to_string).collect();
        let position_sum = parse(&format!("row[{set}]({})", text.join(","))).unwrap();
        let answer = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
        assert_eq!((answer.result.score, answer.nodes), (Some(solved.score), 0));
        assert_eq!(answer.moves.total, Some(solved.best.len() as u128));
    }
}

/// A game with a cycle: there are moves from 1 to 2, and from 2 to 1 and to 0.
struct Round;

impl Rules for Round {
    type Component = u8;
    type Move = u8;
    type Key = u8;
    fn moves(&self, &component: &u8, _: Player) -> impl Iterator<Item = u8> {
        [vec![], vec![2], vec![1, 0]][usize::from(component)].clone().into_iter()
    }
    fn play(&self, _: &u8, _: Player, &mv: &u8) -> Components<u8> {
        std::iter::once(mv).collect()
    }
    fn key(&self, &component: &u8) -> u8 {
        component
    }
}

impl Scored for Round {
    fn points(&self, _: &u8, _: Player, _: &u8) -> i64 {
        1
    }
}

#[test]
fn cycles_are_refused() {
    for config in CONFIGS {
        let error = solve(&Round, &[1], Player::LEFT, &config, &Budget::default()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported);
    }
    assert_eq!(full(&Round, &[0], &Budget::default()).score, 0);
}

#[test]
fn one_search_serves_several_questions() {
    let (game, all) = complete(6, false);
    let budget = Budget::default();
    let mut search = ScoringSearch::new(&game, Config::FULL, &budget);
    let score = search.score(&[all], Player::LEFT).unwrap();
    let before = search.nodes();
    assert_eq!(search.score(&[all], Player::LEFT).unwrap(), score);
    assert_eq!(search.score(&[all], Player::RIGHT).unwrap(), score);
    assert!(search.nodes() > before && before > 50);
}

/// Checks answers of the solver, by search and by table, with the texts of moves.
#[test]
fn answers() {
    let mut solver = Solver::new();
    let mut ask = |text: &str, use_theorems: bool| {
        let question = Question { use_theorems, ..Question::default() };
        solver.solve(&parse(text).unwrap(), &question, &Budget::default()).unwrap()
    };
    for use_theorems in [true, false] {
        let answer = ask("row[1,2](5,4,-1)", use_theorems);
        assert_eq!((answer.result.score, answer.moves.total), (Some(10), Some(1)));
        assert_eq!((answer.result.outcome, answer.values.grundy), (None, None));
        assert_eq!(answer.moves.listed[0].text, "take 2 from the front");
        assert_eq!(answer.moves.listed[0].to.as_deref(), Some("row[1,2](-1)"));
        assert_eq!((answer.moves.listed[0].next, answer.nodes > 0), (None, !use_theorems));
    }
    let answer = ask("triangles[again](1-2,2-3 | 1-3,3-4)", true);
    assert_eq!((answer.result.score, answer.moves.total), (Some(1), Some(1)));
    assert_eq!(answer.moves.listed[0].text, "draw 1-3");
    assert_eq!(answer.moves.listed[0].to.as_deref(), Some("triangles[again](1-2,1-3,2-3 | 3-4)"));
    assert_eq!(format!("{:?}", answer.moves.listed[0].next), "Some(Same)");
    // If no player can move, the score is 0.
    let answer = ask("triangles(1-2,2-3 |)", true);
    assert_eq!((answer.result.score, answer.moves.total), (Some(0), Some(0)));
    let answer = ask("row[2..](7)", true);
    assert_eq!((answer.result.score, answer.moves.total), (Some(0), Some(0)));
    for (text, help) in [
        ("misere row[1](1)", "omit `misere`: the points decide the game, not the last move"),
        ("row[1](1) + row[1](2)", "solve each position separately"),
        ("2*triangles(|1-2)", "solve each position separately"),
        ("-row[1](1)", "omit the `-`"),
        ("nim(3) + row[1](1)", "solve each position separately"),
    ] {
        let error = Solver::new().solve(&parse(text).unwrap(), &Question::default(), &Budget::default()).unwrap_err();
        assert_eq!(
            (error.kind, error.help.map(|help| help.to_string()).as_deref()),
            (ErrorKind::Unsupported, Some(help)),
            "{text}"
        );
    }
    // This row has a million values, and any number of them may be taken at a time.
    let values: Vec<String> = (0..1_000_000u64).map(|k| (k.wrapping_mul(2_654_435_761) % 101).to_string()).collect();
    let position_sum = parse(&format!("row[1..,2^k]({})", values.join(","))).unwrap();
    let question = Question { moves: MovesWanted::Count, ..Question::default() };
    let answer = Solver::new().solve(&position_sum, &question, &Budget::default()).unwrap();
    // Taking everything is best, since no value is negative.
    assert_eq!(
        answer.result.score,
        Some((0..1_000_000u64).map(|k| (k.wrapping_mul(2_654_435_761) % 101) as i64).sum())
    );
}
