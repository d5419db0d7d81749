//! Values of positions and sums of partizan games, compared with searches that use no values.

use crate::common::Random;
use grundy_games::{library, parse};
use grundy_rules::{
    AnyComponent, AnyKey, DynGame, ErrorKind, Kind, Play, Player, PositionSum, Result, Rules, SumRules,
};
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_solve::{Answer, Budget, MovesWanted, Question, Reason, Solver};
use std::collections::HashMap;

/// Returns the texts of small partizan components of a game, at most `most`.
fn components(entry: &dyn DynGame, most: usize) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    for position in entry.samples().take(4000) {
        for component in 0..position.len() {
            let alone = position.component(component);
            let text = alone.to_string();
            let ruleset = alone.ruleset();
            let partizan = ruleset.kind() == Kind::Partizan && ruleset.is_short() && !ruleset.has_extra_turns();
            if partizan && found.len() < most && !found.contains(&text) {
                found.push(text);
            }
        }
    }
    found
}

fn solved(text: &str, use_theorems: bool) -> Result<Answer> {
    let position_sum = parse(text)?;
    let question = Question { use_theorems, moves: MovesWanted::All, ..Question::default() };
    // With theorems the limit is larger, since the evaluation of single components counts too.
    let nodes = if use_theorems { 1_000_000 } else { 20_000 };
    Solver::new().solve(&position_sum, &question, &Budget { nodes, ..Budget::default() })
}

/// An independent solver of sums of positions of one game.
/// It uses a memo, but no values, no theorems and no symmetry.
#[derive(Default)]
struct Played {
    rules: SumRules,
    /// The components by number; `moves` has the options of Left and of Right for each.
    components: Vec<AnyComponent>,
    numbers: HashMap<AnyKey, u32>,
    moves: Vec<Option<[Vec<Vec<u32>>; 2]>>,
    wins: HashMap<(Vec<u32>, bool), bool>,
}

impl Played {
    fn number(&mut self, component: AnyComponent) -> u32 {
        let next = self.components.len() as u32;
        let number = *self.numbers.entry(self.rules.key(&component)).or_insert(next);
        if number == next {
            self.components.push(component);
            self.moves.push(None);
        }
        number
    }

    fn components(&mut self, position_sum: &PositionSum, negative: bool) -> Vec<u32> {
        let components: Vec<AnyComponent> = position_sum
            .terms
            .iter()
            .flat_map(|term| term.position.erased_components(&mut self.rules, negative))
            .collect();
        components.into_iter().map(|component| self.number(component)).collect()
    }

    fn options(&mut self, number: u32, left: bool) -> Vec<Vec<u32>> {
        if self.moves[number as usize].is_none() {
            let component = self.components[number as usize].clone();
            let made = [Player::LEFT, Player::RIGHT].map(|by| {
                let moves: Vec<_> = self.rules.moves(&component, by).collect();
                let options = moves.iter().map(|mv| {
                    let components: Vec<AnyComponent> = self.rules.play(&component, by, mv).into_iter().collect();
                    components.into_iter().map(|component| self.number(component)).collect()
                });
                options.collect()
            });
            self.moves[number as usize] = Some(made);
        }
        self.moves[number as usize].as_ref().unwrap()[usize::from(!left)].clone()
    }

    /// Reports whether the player to move wins; `None` if the memo would exceed `most` positions.
    fn wins(&mut self, mut sum: Vec<u32>, left: bool, most: usize) -> Option<bool> {
        sum.sort_unstable();
        let key = (sum, left);
        if let Some(&known) = self.wins.get(&key) {
            return Some(known);
        }
        let mut wins = false;
        'components: for (at, &component) in key.0.iter().enumerate() {
            if key.0[..at].contains(&component) {
                continue;
            }
            for option in self.options(component, left) {
                let mut after = key.0.clone();
                after.remove(at);
                after.extend(option);
                if !self.wins(after, !left, most)? {
                    wins = true;
                    break 'components;
                }
            }
        }
        if self.wins.len() >= most {
            return None;
        }
        self.wins.insert(key, wins);
        Some(wins)
    }
}

/// Compares G <= H by values with H - G by search, on `pairs` pairs of each game.
///
/// Takes every second game from `start` on. Two tests take half of the games each, so that they can run in parallel.
fn compare_by_search(pairs: usize, start: usize) {
    let mut games = 0;
    for &entry in library().games().iter().skip(start).step_by(2) {
        let texts = components(entry, 200);
        if texts.len() < 2 {
            continue;
        }
        games += 1;
        let name = entry.info().name;
        let mut random = Random::new(7);
        let mut evaluator = ValueEvaluator::new(&Budget::default());
        let position_sums: Vec<PositionSum> = texts.iter().map(|text| parse(text).unwrap()).collect();
        let values: Vec<_> =
            position_sums.iter().map(|position_sum| evaluator.evaluate(position_sum).unwrap()).collect();
        let mut played = Played::default();
        let sides: Vec<[Vec<u32>; 2]> = position_sums
            .iter()
            .map(|position_sum| [false, true].map(|negative| played.components(position_sum, negative)))
            .collect();
        // Use positions that are solved quickly, so that their differences are solved quickly as well.
        let few = |&at: &usize| {
            let mut alone = Played::default();
            let components = alone.components(&position_sums[at], false);
            [true, false].into_iter().all(|left| alone.wins(components.clone(), left, 400).is_some())
        };
        let small: Vec<usize> = (0..position_sums.len()).filter(few).collect();
        let (mut compared, mut tries) = (0, 0);
        while compared < pairs && tries < 2 * pairs {
            tries += 1;
            if played.wins.len() > 2_000_000 {
                played.wins.clear();
            }
            let [g, h] = [0; 2].map(|_| small[random.below(small.len() as u64) as usize]);
            // Left, moving second, wins H - G iff G <= H.
            let difference = [&sides[h][0][..], &sides[g][1]].concat();
            let most = played.wins.len() + 20_000;
            let Some(right_first) = played.wins(difference, false, most) else { continue };
            let found = evaluator.arena.le(values[g], values[h]).unwrap();
            assert_eq!(found, !right_first, "{name}: {} <= {}", texts[g], texts[h]);
            compared += 1;
        }
        println!("{name}: {compared} pairs of {} positions, {} played", small.len(), played.wins.len());
        assert!(compared >= pairs, "{name}: {compared} pairs");
    }
    assert!(games >= 9, "{games} games");
}

#[test]
fn comparisons_of_even_games_agree_with_search() {
    compare_by_search(120, 0);
}

#[test]
fn comparisons_of_odd_games_agree_with_search() {
    compare_by_search(120, 1);
}

#[test]
#[ignore = "slow: 900 pairs of each game"]
fn many_comparisons_of_even_games_agree_with_search() {
    compare_by_search(900, 0);
}

#[test]
#[ignore = "slow: 900 pairs of each game"]
fn many_comparisons_of_odd_games_agree_with_search() {
    compare_by_search(900, 1);
}

/// Outcomes and winning moves by values agree with those by search, on random sums of different games.
#[test]
fn sums_agree_with_search() {
    compare_sums(700);
}

#[test]
#[ignore = "slow: four times as many sums"]
fn many_sums_agree_with_search() {
    compare_sums(2_800);
}

fn compare_sums(rounds: u32) {
    let pool: Vec<String> = library().games().iter().flat_map(|&entry| components(entry, 60)).collect();
    let others = ["nim(2)", "take[1..3](5)", "kayles(3)", "hackenbush(0-1,1-2,1-3)", "lasker(3)"];
    let mut random = Random::new(3);
    let (mut by_values, mut seen) = (0, 0);
    for round in 0..rounds {
        let count = 1 + random.below(3);
        let mut sum = String::new();
        for k in 0..count {
            let text = match random.below(6) {
                0 if k > 0 => others[random.below(5) as usize],
                _ => &pool[random.below(pool.len() as u64) as usize],
            };
            let copies = ["", "2*", "3*"][random.below(8).saturating_sub(5) as usize];
            let sign = if random.below(2) == 0 { "" } else { "-" };
            sum += &format!("{}{sign}{copies}{text}", if k == 0 { "" } else { " + " });
        }
        let slow = match solved(&sum, false) {
            Ok(answer) => answer,
            Err(error) if error.kind == ErrorKind::Limit => continue,
            Err(error) => panic!("{sum}: {error}"),
        };
        let fast = solved(&sum, true).unwrap_or_else(|error| panic!("{sum}: {error}"));
        seen += 1;
        let sums = |reason: &Reason| matches!(reason, Reason::Theorem(info) if info.name == "sums-of-values");
        by_values += u32::from(fast.explanation.reasons.iter().any(sums));
        assert_eq!(fast.result.outcome, slow.result.outcome, "{round}: {sum}");
        assert_eq!(fast.moves.total, slow.moves.total, "{sum}");
        let moves =
            |answer: &Answer| answer.moves.listed.iter().map(|mv| (mv.text.to_string(), mv.by)).collect::<Vec<_>>();
        assert_eq!(moves(&fast), moves(&slow), "{sum}");
        // The value has the same outcome as the answer.
        if let Some(game_value) = fast.values.game {
            let position_sum = parse(&sum).unwrap();
            let mut evaluator = ValueEvaluator::new(&Budget::default());
            let value = evaluator.evaluate(&position_sum).unwrap();
            let facts = evaluator.arena.facts(value).unwrap();
            assert_eq!(Some(facts.outcome), fast.result.outcome, "{sum}");
            assert_eq!((game_value.left_stop, game_value.right_stop), (facts.left_stop, facts.right_stop), "{sum}");
            assert_eq!(
                (game_value.mean, game_value.temperature),
                (facts.thermograph.mean(), facts.thermograph.temperature),
                "{sum}"
            );
        }
    }
    assert!(seen > rounds / 2 && by_values > rounds / 4, "{by_values} of {seen}");
}

/// If values exceed their limits a search answers, and misère play does not use values.
#[test]
fn answers_do_not_depend_on_values() {
    let misere = solved("misere take[1,2 | 1,3](6) + take[1,2 | 1,3](4)", true).unwrap();
    assert!(misere.values.game.is_none() && misere.result.outcome.is_some());
    // The outcome of a stalk of a hundred thousand edges is found, although its number is too long.
    let stalk: Vec<String> =
        (0..100_000).map(|n| format!("{n}-{}:{}", n + 1, if n % 7 < 3 { 'b' } else { 'r' })).collect();
    let position_sum: PositionSum = parse(&format!("hackenbush({})", stalk.join(","))).unwrap();
    let answer = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
    assert_eq!(answer.result.outcome.unwrap().name(), "L");
    assert_eq!(position_sum.play, Play::Normal);
    // If the lowest edge is green, the first player wins only by cutting it; the stalk still has a value.
    let flower: Vec<String> =
        (0..100_000).map(|n| format!("{n}-{}:{}", n + 1, if n == 0 { 'g' } else { 'b' })).collect();
    let position_sum: PositionSum = parse(&format!("hackenbush({})", flower.join(","))).unwrap();
    let answer = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
    assert_eq!((answer.result.outcome.unwrap().name(), answer.moves.total), ("N", Some(2)));
    let mut evaluator = ValueEvaluator::new(&Budget::default());
    let value = evaluator.evaluate(&position_sum).unwrap();
    let sum = evaluator.parse("*:99999", &mut |text| parse(text)).unwrap();
    assert_eq!(value, sum);
    // A sum of many hot heaps is too large for a search.
    let many = (3..40).map(|n| format!("take[1,2 | 1,3]({n})")).collect::<Vec<_>>().join(" + ");
    let answer = solved(&many, true).unwrap();
    assert!(answer.values.game.is_some_and(|game_value| game_value.value.is_some()));
}

#[test]
fn working_explains_each_component() {
    let strategy = |text: &str| {
        let answer = solved(text, true).unwrap();
        answer.explanation.strategy.iter().map(|line| line.to_string()).collect::<Vec<_>>().join("\n")
    };
    let hot = strategy("take[1,2 | 1,3](6) + hackenbush(0-1:b) + take[1,2 | 1,3](5)");
    assert!(hot.contains("moves in numbers such as hackenbush(0-1:b) can be ignored"), "{hot}");
    let cancel = strategy("hackenbush(0-1:b,1-2:g) + -hackenbush(0-1:b,1-2:g) + take[1,2 | 1,3](5)");
    assert!(cancel.contains("cancel"), "{cancel}");
}

/// Theorems give the outcome even if no search finds the winning moves.
/// The list is then incomplete, unless no player has a winning move.
#[test]
fn theorems_give_outcomes_without_moves() {
    let start = |toads: usize, blanks: usize, frogs: usize| {
        format!("toads_and_frogs(\"{}{}{}\")", "t".repeat(toads), ".".repeat(blanks), "f".repeat(frogs))
    };
    for (text, outcome) in [
        (start(2000, 2, 1500), "N"),
        (start(1000, 1, 1000), "N"),
        (start(2000, 3, 2), "L"),
        (format!("{} + {}", start(900, 1, 800), start(800, 1, 700)), "P"),
        (format!("{} + -cutcake(9,3)", start(500, 4, 1)), "L"),
    ] {
        let answer = Solver::new().solve(&parse(&text).unwrap(), &Question::default(), &Budget::default()).unwrap();
        assert_eq!(answer.result.outcome.unwrap().to_string(), outcome, "{text}");
        let nobody = outcome == "P";
        assert_eq!((answer.moves.incomplete, answer.moves.total), (!nobody, nobody.then_some(0)), "{text}");
        assert!(answer.moves.listed.is_empty(), "{text}");
    }
    // For small positions and their sums the winning moves are complete and agree with a search.
    for text in [start(4, 2, 2), format!("2*{}", start(2, 1, 2)), format!("{} + {}", start(3, 2, 2), start(1, 3, 2))] {
        let [with, without] = [true, false].map(|use_theorems| solved(&text, use_theorems).unwrap());
        assert_eq!((with.result.outcome, with.moves.total), (without.result.outcome, without.moves.total), "{text}");
        assert!(!with.moves.incomplete && with.moves.total.is_some(), "{text}");
    }
    for text in [start(9, 2, 5), vec![start(3, 2, 2); 12].join(" + "), format!("5*{}", start(4, 2, 3))] {
        let answer = Solver::new().solve(&parse(&text).unwrap(), &Question::default(), &Budget::default()).unwrap();
        assert!(!answer.moves.incomplete && answer.moves.total.is_some_and(|total| total > 0), "{text}");
    }
}
