//! Sums of games on random graphs with cycles, compared with an independent solver in this file.
//!
//! The independent solver explores the graph of the whole sum, so it would reveal a theorem on sums that is applied
//! although play need not end.

use crate::common::Random;
use grundy_games::parse;
use grundy_rules::{Outcome, Play, PlayerResult};
use grundy_solve::{Answer, Budget, Question, Reason, Solver};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A graph, with the vertices to which Left (index 0) and Right (index 1) can move from each vertex.
#[derive(Clone, PartialEq)]
struct Graph {
    text: String,
    moves: [Vec<BTreeSet<usize>>; 2],
}

impl Graph {
    /// Creates a random graph with few moves; its `text` is a rule.
    /// If `two_sided` is set, the players have different moves.
    fn random(random: &mut Random, two_sided: bool) -> Graph {
        let vertices = 1 + random.below(4) as usize;
        let mut moves = [vec![BTreeSet::new(); vertices], vec![BTreeSet::new(); vertices]];
        let mut options: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for _ in 0..1 + random.below(2 * vertices as u64) {
            // Vertices are numbered from 1 in the rule, because a move from 0 to 0 would not count as a move.
            let [from, mut to] = [0, 1].map(|_| random.below(vertices as u64) as usize);
            if random.once_in(2) {
                to = to.min(from.saturating_sub(1));
            }
            let label = if two_sided { ["", "left: ", "right: "][random.below(3) as usize] } else { "" };
            for (side, other) in [(0, "right: "), (1, "left: ")] {
                if label != other {
                    moves[side][from].insert(to);
                }
            }
            options.entry(label).or_default().push(format!("{} if n == {}", to + 1, from + 1));
        }
        let options: Vec<String> =
            options.iter().map(|(label, list)| format!("{label}n -> {}", list.join("; "))).collect();
        Graph { text: format!("rule{{ {} }}", options.join("; ")), moves }
    }
}

/// A component: the index of its graph, whether the players' roles are swapped, and its vertex.
type Component = (usize, bool, usize);

/// The independent solver, which numbers all reachable positions.
struct Judge<'g> {
    graphs: &'g [Graph],
    numbers: HashMap<(Vec<Component>, usize), usize>,
    /// The options of each position, by its number.
    next: Vec<Vec<usize>>,
}

impl Judge<'_> {
    fn reach(&mut self, mut sum: Vec<Component>, by: usize) -> usize {
        sum.sort_unstable();
        let mut open = vec![(sum, by)];
        let root = self.number(&open[0]);
        while let Some((sum, by)) = open.pop() {
            let at = self.numbers[&(sum.clone(), by)];
            if !self.next[at].is_empty() {
                continue;
            }
            for k in 0..sum.len() {
                let (graph, negative, vertex) = sum[k];
                for &to in &self.graphs[graph].moves[by ^ usize::from(negative)][vertex] {
                    let mut after = sum.clone();
                    after[k].2 = to;
                    after.sort_unstable();
                    let option = (after, 1 - by);
                    let known = self.numbers.len();
                    let number = self.number(&option);
                    self.next[at].push(number);
                    if number == known {
                        open.push(option);
                    }
                }
            }
        }
        root
    }

    fn number(&mut self, position: &(Vec<Component>, usize)) -> usize {
        let fresh = self.numbers.len();
        let number = *self.numbers.entry(position.clone()).or_insert(fresh);
        if number == fresh {
            self.next.push(vec![]);
        }
        number
    }

    fn results(&self, play: Play) -> Vec<Option<bool>> {
        let mut results = vec![None; self.next.len()];
        loop {
            let before = results.clone();
            for (at, next) in self.next.iter().enumerate() {
                results[at] = match next.as_slice() {
                    [] => Some(play == Play::Misere),
                    next if next.iter().any(|&to| results[to] == Some(false)) => Some(true),
                    next if next.iter().all(|&to| results[to] == Some(true)) => Some(false),
                    _ => None,
                };
            }
            if results == before {
                return results;
            }
        }
    }
}

/// Returns the outcome from the results of Left and Right moving first.
/// Returns `None` if no outcome class fits.
fn letter(results: [Option<bool>; 2]) -> Option<Outcome> {
    match results {
        [None, None] => Some(Outcome::D),
        [Some(true), Some(true)] => Some(Outcome::N),
        [Some(false), Some(false)] => Some(Outcome::P),
        [Some(true), Some(false)] => Some(Outcome::L),
        [Some(false), Some(true)] => Some(Outcome::R),
        _ => None,
    }
}

fn solved(text: &str, use_theorems: bool) -> Result<Answer, String> {
    let question = Question { use_theorems, ..Question::default() };
    let position_sum = parse(text).map_err(|error| error.to_string())?;
    Solver::new().solve(&position_sum, &question, &Budget::default()).map_err(|error| error.to_string())
}

#[test]
fn sums_with_cycles_agree_with_the_whole_graph() {
    let mut random = Random::new(16);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut cancelling = 0;
    for round in 0..2500 {
        let two_sided = round % 3 > 0;
        let mut graphs: Vec<Graph> =
            (0..1 + random.below(2)).map(|_| Graph::random(&mut random, two_sided && round % 4 > 0)).collect();
        graphs[0] = Graph::random(&mut random, two_sided);
        // Add a Nim heap of at most 2.
        let heap = random.below(3) as usize;
        let nim: Vec<BTreeSet<usize>> = (0..3).map(|n| (0..n).collect()).collect();
        graphs.push(Graph { text: "nim".into(), moves: [nim.clone(), nim] });
        let mut terms = vec![];
        let mut sum: Vec<Component> = vec![];
        for _ in 0..1 + random.below(2) {
            let graph = random.below(graphs.len() as u64 - 1) as usize;
            let vertex = random.below(graphs[graph].moves[0].len() as u64) as usize;
            let sign = random.once_in(2);
            // Add one component, two equal components, or a component and its negative.
            let signs = match random.below(4) {
                0 => vec![sign],
                1 => vec![sign, sign],
                _ => vec![sign, !sign],
            };
            cancelling += u32::from(signs.len() > 1);
            for negative in signs {
                let text = format!("{}{}({})", if negative { "-" } else { "" }, graphs[graph].text, vertex + 1);
                terms.push(text);
                sum.push((graph, negative, vertex));
            }
        }
        if heap > 0 {
            terms.push(format!("nim({heap})"));
            sum.push((graphs.len() - 1, false, heap));
        }
        let mut judge = Judge { graphs: &graphs, numbers: HashMap::new(), next: vec![] };
        let roots = [0, 1].map(|by| judge.reach(sum.clone(), by));
        for (prefix, play) in [("", Play::Normal), ("misere ", Play::Misere)] {
            let results = judge.results(play);
            let first = roots.map(|root| results[root]);
            let expected = letter(first);
            let text = format!("{prefix}{}", terms.join(" + "));
            for use_theorems in [true, false] {
                let answer = solved(&text, use_theorems).unwrap();
                assert_eq!(answer.result.outcome, expected, "{text}, theorems: {use_theorems}");
                let starts = first.map(|won| match won {
                    Some(true) => PlayerResult::Win,
                    Some(false) => PlayerResult::Loss,
                    None => PlayerResult::Draw,
                });
                let found =
                    answer.result.results_moving_first.or(answer.result.outcome.map(Outcome::results_moving_first));
                assert_eq!(found, Some(starts), "{text}, theorems: {use_theorems}");
            }
            *seen.entry(format!("{play} {expected:?}")).or_default() += 1;
        }
    }
    // Each outcome class, and the lack of one, occurred often under both play conventions.
    assert!(seen.len() == 12 && seen.values().all(|&count| count > 20), "{seen:?}");
    assert!(cancelling > 1000, "{cancelling}");
}

#[test]
fn a_component_and_its_negative_cancel_only_where_play_ends() {
    for (text, outcome) in [
        ("rule{ right: n -> n }(2) + -rule{ right: n -> n }(2)", Outcome::D),
        ("rule{ right: n -> n }(2) + -rule{ right: n -> n }(2) + nim(1)", Outcome::D),
        ("2*rule{ left: n -> n-1; right: n -> n-1 }(3) + nim(1)", Outcome::N),
        // Left alone could raise the number without end; if the players alternate, positions repeat instead.
        ("rule{ left: n -> n+1; right: n -> n-1 }(3) + nim(1)", Outcome::D),
    ] {
        for use_theorems in [true, false] {
            assert_eq!(solved(text, use_theorems).unwrap().result.outcome, Some(outcome), "{text} {use_theorems}");
        }
    }
    for text in ["rule{ left: n -> n+1; right: n -> n+2 }(3)", "rule{ left: n -> n+1; right: n -> n+2 }(3) + nim(1)"] {
        for use_theorems in [true, false] {
            assert!(solved(text, use_theorems).unwrap_err().contains("forever"), "{text} {use_theorems}");
        }
    }
}

/// Returns a budget that suffices for the graph of the sum only after a Nim heap replaces its heaps.
fn small_budget() -> Budget {
    Budget { nodes: 1500, ..Budget::default() }
}

/// If the graph is too large, one Nim heap replaces all short impartial components.
/// The answer stays the same.
#[test]
fn nim_heaps_stand_for_large_heaps_in_sums_with_cycles() {
    let loops = [
        "backsliding_toads_and_frogs(\"t.f\")",
        "backsliding_toads_and_frogs(\"tf.\")",
        "rule{ n -> n+1 if n < 3; n-1 }(2)",
        "rule{ left: n -> n-1; n+1 if n == 0; right: n -> n-1 }(2)",
        "board{ left: [x.] -> [.x]; right: [.x] -> [x.]; right: [x] -> [.] }(\"x.\")",
    ];
    let (mut drawn, mut won) = (0, 0);
    for component in loops {
        // In the last sum, moves produce many equal components.
        let copies =
            "rule{ (n,z) -> 3*(n-1,0) if n > 1; 4*(n-1,0)+(n-2,z) if n > 1; (0,z) if n == 1 }(2,0) + take[1,3,4](300)";
        for heaps in ["take[1,3,4](400)", "take[1,3,4](402) + nim(2)", "2*take[1,2](40) + take[1,3,4](61)", copies] {
            let text = format!("{component} + {heaps}");
            let position_sum = parse(&text).unwrap();
            let solve = |budget: &Budget| Solver::new().solve(&position_sum, &Question::default(), budget);
            let short = solve(&small_budget()).unwrap_or_else(|error| panic!("{text}: {error}"));
            let whole = Solver::new()
                .solve(&position_sum, &Question { use_theorems: false, ..Question::default() }, &Budget::default())
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(
                (short.result.outcome, short.result.results_moving_first),
                (whole.result.outcome, whole.result.results_moving_first),
                "{text}"
            );
            assert_eq!(
                (short.values.grundy, &short.values.loopy),
                (whole.values.grundy, &whole.values.loopy),
                "{text}"
            );
            let moves = |answer: &Answer| {
                let mut all: Vec<String> =
                    answer.moves.listed.iter().map(|mv| format!("{:?} {}", mv.by, mv.text)).collect();
                all.sort();
                all
            };
            assert_eq!((short.moves.total, moves(&short)), (whole.moves.total, moves(&whole)), "{text}");
            // The Nim heap changes the length of play, so the remoteness is unknown.
            assert_eq!((short.result.remoteness, short.result.remoteness_of), (None, [None; 2]), "{text}");
            drawn += usize::from(whole.result.outcome == Some(Outcome::D));
            won += usize::from(whole.result.outcome == Some(Outcome::N));
        }
    }
    assert!(drawn > 0 && won > 0, "{drawn} {won}");
}

/// Proved periods of heaps are also used in sums with other games.
/// A search of such heaps would never finish.
#[test]
fn periods_serve_in_every_sum() {
    for (text, outcome) in [
        ("2*push(\"x.x\") + take[1,3,4](533278573876)", Outcome::L),
        ("push(\"x.x\") + -push(\"x.x\") + take[1,3,4](7000000000000000)", Outcome::P),
        ("clobber(2x3) + take[1,3,4](533278573876)", Outcome::N),
        ("backsliding_toads_and_frogs(\"t.f\") + take[1,3,4](533278573876)", Outcome::N),
    ] {
        let position_sum = parse(text).unwrap();
        let budget = Budget { nodes: 100_000, bytes: 1 << 28, ..Budget::default() };
        let answer =
            Solver::new().solve(&position_sum, &Question::default(), &budget).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(answer.result.outcome, Some(outcome), "{text}");
        assert!(
            answer.explanation.reasons.iter().any(|reason| matches!(reason, Reason::Period { .. })),
            "{text}: {:?}",
            answer.explanation.reasons
        );
    }
}
