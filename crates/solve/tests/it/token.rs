//! Tokens on random small graphs, with cycles, loops and repeated edges, against the definitions.

use crate::common::{Random, by_search, by_theorem, differences};
use grundy_games::token::Token;
use grundy_games::{nim::Nim, parse};
use grundy_rules::{Arcs, Components, Digraph, ErrorKind, LoopyValue, Outcome, Play, Player, Rules, mex};
use grundy_solve::digraph::{GrundyValues, LoopyOutcome, LoopyValues, RetrogradeResult};
use grundy_solve::{Budget, MovesWanted, Question, Solver, reach, search};
use smallvec::smallvec;
use std::collections::{BTreeSet, HashMap};

fn random_arcs(random: &mut Random, most: u64, acyclic: bool) -> Arcs {
    let vertices = 1 + random.below(most);
    let mut edges = vec![];
    for _ in 0..random.below(3 * vertices) {
        let (a, b) = (random.below(vertices) as u32, random.below(vertices) as u32);
        match acyclic {
            true if a == b => {}
            true => edges.push([a.max(b), a.min(b)]),
            false => edges.push([a, b]),
        }
        if random.once_in(6) {
            edges.extend(edges.last().copied());
        }
    }
    Arcs::from_edges(vertices as usize, &edges)
}

/// Returns the results of all vertices by the definition, round by round.
/// A vertex is won if some option is lost in an earlier round, and lost if all options are won in earlier rounds.
fn outcomes_by_rounds(arcs: &Arcs, play: Play) -> Vec<LoopyOutcome> {
    let mut outcomes = vec![LoopyOutcome::Draw; arcs.vertices()];
    for round in 0..=arcs.vertices() as u32 {
        let before = outcomes.clone();
        for (v, outcome) in outcomes.iter_mut().enumerate() {
            let options: Vec<LoopyOutcome> = arcs.targets_of(v as u32).iter().map(|&w| before[w as usize]).collect();
            if *outcome != LoopyOutcome::Draw {
                continue;
            }
            if options.is_empty() {
                *outcome = if play == Play::Normal { LoopyOutcome::Loss(0) } else { LoopyOutcome::Win(0) };
            } else if options.iter().any(|f| matches!(f, LoopyOutcome::Loss(_))) {
                *outcome = LoopyOutcome::Win(round);
            } else if options.iter().all(|f| matches!(f, LoopyOutcome::Win(_))) {
                *outcome = LoopyOutcome::Loss(round);
            }
        }
    }
    outcomes
}

#[test]
fn outcomes_are_those_of_the_definition() {
    let mut random = Random::new(1);
    let mut draws = 0;
    for _ in 0..4000 {
        let arcs = random_arcs(&mut random, 12, false);
        for play in [Play::Normal, Play::Misere] {
            let outcomes = RetrogradeResult::compute(&arcs, play, &Budget::default()).unwrap();
            let outcomes: Vec<LoopyOutcome> = (0..arcs.vertices() as u32).map(|v| outcomes.get(v)).collect();
            assert_eq!(outcomes, outcomes_by_rounds(&arcs, play), "{arcs:?}");
            draws += outcomes.iter().filter(|f| **f == LoopyOutcome::Draw).count();
        }
    }
    assert!(draws > 1000);
}

/// Returns the loopy values by the definition of C. A. B. Smith.
/// The definition is applied until no further vertex can be labelled.
fn labels_by_definition(arcs: &Arcs) -> Vec<Option<u32>> {
    let mut labels: Vec<Option<u32>> = vec![None; arcs.vertices()];
    for m in 0..=arcs.vertices() as u32 {
        loop {
            let fits = |v: u32| {
                let options = arcs.targets_of(v);
                let finite: Vec<u128> = options.iter().filter_map(|&w| labels[w as usize]).map(u128::from).collect();
                let reverts = |&w: &u32| {
                    labels[w as usize].is_some() || arcs.targets_of(w).iter().any(|&x| labels[x as usize] == Some(m))
                };
                labels[v as usize].is_none() && mex(finite) == u128::from(m) && options.iter().all(reverts)
            };
            let Some(v) = (0..arcs.vertices() as u32).find(|&v| fits(v)) else { break };
            labels[v as usize] = Some(m);
        }
    }
    labels
}

#[test]
fn loopy_values_are_those_of_the_definition() {
    let mut random = Random::new(2);
    let (mut infinite, mut largest) = (0, 0);
    for round in 0..4000 {
        let arcs = random_arcs(&mut random, if round % 4 == 0 { 14 } else { 8 }, false);
        let values = LoopyValues::compute(&arcs, &Budget::default()).unwrap();
        let labels: Vec<Option<u32>> = (0..arcs.vertices() as u32).map(|v| values.get(v)).collect();
        assert_eq!(labels, labels_by_definition(&arcs), "{arcs:?}");
        infinite += labels.iter().filter(|l| l.is_none()).count();
        largest = largest.max(labels.iter().flatten().copied().max().unwrap_or(0));
    }
    assert!(infinite > 1000 && largest >= 3, "{infinite} {largest}");
    // Without cycles, loopy values are Grundy values.
    for _ in 0..2000 {
        let arcs = random_arcs(&mut random, 12, true);
        let loopy = LoopyValues::compute(&arcs, &Budget::default()).unwrap();
        let short = GrundyValues::with_misere(&arcs, &Budget::default()).unwrap().unwrap();
        let graph = Digraph::from_edges(
            (0..arcs.vertices() as u32)
                .flat_map(|v| arcs.targets_of(v).iter().map(move |&w| (u64::from(v), u64::from(w)))),
        );
        let budget = Budget::default();
        let game = Token::new(graph);
        for v in 0..arcs.vertices() as u32 {
            assert_eq!(loopy.get(v).map(u128::from), Some(short.get(v).0));
            let Some(vertex) = game.graph().find(grundy_rules::VertexName::Number(v.into())) else { continue };
            assert_eq!(search::grundy(&game, &[vertex], &budget).unwrap(), short.get(v));
            let misere = search::outcome(&game, &[vertex], Play::Misere, &budget).unwrap();
            assert_eq!(short.genus(v).unwrap().0.misere_outcome(), misere);
        }
    }
    let cycle = Arcs::from_edges(2, &[[0, 1], [1, 0]]);
    assert!(GrundyValues::compute(&cycle, &Budget::default()).unwrap().is_none());
}

/// Returns the text of a random sum that has a token on a graph, often with cycles.
fn random_sum(random: &mut Random, components: u64) -> String {
    let vertices = 2 + random.below(5);
    let edges: Vec<String> = (0..1 + random.below(2 * vertices))
        .map(|_| format!("v{}>v{}", random.below(vertices), random.below(vertices)))
        .collect();
    let names: Vec<String> = (0..vertices).map(|v| format!("v{v}")).collect();
    let tokens: Vec<String> =
        (0..1 + random.below(components)).map(|_| format!("v{}", random.below(vertices))).collect();
    let mut text = format!("token[{},{}]({})", edges.join(","), names.join(","), tokens.join(","));
    let copies = random.below(4);
    if copies == 2 || copies == 0 {
        text = format!("{copies}*{text}");
    }
    match random.below(6) {
        0 => text.push_str(&format!(" + nim({},{})", random.below(4), random.below(3))),
        1 => text.push_str(&format!(" + kayles({})", random.below(5))),
        2 => text.push_str(" + token[a>b>a, b>c](b)"),
        3 => text.push_str(" + wythoff(1,2)"),
        _ => {}
    }
    text
}

#[test]
fn sums_agree_with_search() {
    let mut random = Random::new(3);
    let mut solver = Solver::new();
    let mut seen: HashMap<(Play, Outcome), u32> = HashMap::new();
    for round in 0..4000 {
        let text = random_sum(&mut random, 3);
        let mut position_sum = parse(&text).unwrap();
        if round % 3 == 0 {
            position_sum.play = Play::Misere;
        }
        let Some(searched) = by_search(&position_sum, 60_000) else { continue };
        let searched = searched.unwrap_or_else(|error| panic!("{position_sum}: {error}"));
        let known = by_theorem(&mut solver, &position_sum).unwrap_or_else(|error| panic!("{position_sum}: {error}"));
        assert_eq!(differences(&known, &searched), Vec::<String>::new(), "{position_sum}");
        assert_eq!(
            (known.position.short, &known.values.loopy),
            (searched.position.short, &searched.values.loopy),
            "{position_sum}"
        );
        if !position_sum.is_short() {
            assert_eq!(known.result.remoteness, searched.result.remoteness, "{position_sum}");
            assert_eq!(known.values.grundy, searched.values.grundy, "{position_sum}");
            let results =
                |answer: &grundy_solve::Answer| answer.moves.listed.iter().map(|m| m.result).collect::<Vec<_>>();
            assert_eq!(results(&known), results(&searched), "{position_sum}");
            *seen.entry((position_sum.play, known.result.outcome.unwrap())).or_default() += 1;
        }
    }
    for play in [Play::Normal, Play::Misere] {
        for outcome in [Outcome::N, Outcome::P, Outcome::D] {
            assert!(seen.get(&(play, outcome)).is_some_and(|&count| count >= 20), "{seen:?}");
        }
    }
}

/// The graph of reachable positions agrees with a simple program on lists of components.
#[test]
fn reach_agrees_with_plain_lists() {
    let mut random = Random::new(4);
    for _ in 0..400 {
        let arcs = random_arcs(&mut random, 5, false);
        let edges = (0..arcs.vertices() as u32).flat_map(|v| arcs.targets_of(v).iter().map(move |&w| [v, w]));
        let graph = Digraph::from_edges(edges.map(|[v, w]| (v.into(), w.into())).chain([(9, 9)]));
        let game = Token::new(graph);
        let n = game.graph().vertices() as u64;
        let tokens: Vec<u32> = (0..1 + random.below(3)).map(|_| random.below(n) as u32).collect();
        let mut states = vec![tokens.clone()];
        let mut edges: Vec<[u32; 2]> = vec![];
        let mut at = 0;
        while at < states.len() {
            let state = states[at].clone();
            for k in 0..state.len() {
                for &to in game.graph().options(state[k]) {
                    let mut after = state.clone();
                    after[k] = to;
                    let number = states.iter().position(|s| *s == after).unwrap_or_else(|| {
                        states.push(after);
                        states.len() - 1
                    });
                    edges.push([at as u32, number as u32]);
                }
            }
            at += 1;
        }
        let whole = Arcs::from_edges(states.len(), &edges);
        for play in [Play::Normal, Play::Misere] {
            let slow = outcomes_by_rounds(&whole, play)[0];
            assert_eq!(reach::outcome(&game, &tokens, play, &Budget::default()).unwrap(), slow);
        }
    }
}

/// A game in which Left and Right move a token along different edges.
struct Walk([Arcs; 2]);

impl Rules for Walk {
    type Component = u32;
    type Move = u32;
    type Key = u32;
    fn moves(&self, &at: &u32, by: Player) -> impl Iterator<Item = u32> {
        self.0[usize::from(by.0)].targets_of(at).iter().copied()
    }
    fn play(&self, _: &u32, _: Player, &to: &u32) -> Components<u32> {
        smallvec![to]
    }
    fn key(&self, &at: &u32) -> u32 {
        at
    }
}

#[test]
fn partizan_games_with_cycles() {
    let mut random = Random::new(5);
    for _ in 0..400 {
        let n = 1 + random.below(6) as usize;
        let arcs = [0, 1].map(|_| {
            let edges: Vec<[u32; 2]> =
                (0..random.below(9)).map(|_| [random.below(n as u64) as u32, random.below(n as u64) as u32]).collect();
            Arcs::from_edges(n, &edges)
        });
        // A node of the combined graph is a vertex together with the player to move.
        let edges: Vec<[u32; 2]> = (0..2u32)
            .flat_map(|by| {
                let arcs = &arcs[by as usize];
                (0..n as u32).flat_map(move |v| arcs.targets_of(v).iter().map(move |&w| [2 * v + by, 2 * w + 1 - by]))
            })
            .collect();
        let both = Arcs::from_edges(2 * n, &edges);
        let walk = Walk(arcs);
        for play in [Play::Normal, Play::Misere] {
            let slow = outcomes_by_rounds(&both, play);
            for v in 0..n as u32 {
                for by in [Player::LEFT, Player::RIGHT] {
                    let outcome = reach::outcome_for(&walk, &[v], by, play, &Budget::default()).unwrap();
                    assert_eq!(outcome, slow[(2 * v + u32::from(by.0)) as usize]);
                }
            }
        }
    }
}

#[test]
fn known_positions() {
    let mut solver = Solver::new();
    let mut solve = |text: &str| by_theorem(&mut solver, &parse(text).unwrap()).unwrap();
    let answer = solve("token[a>b>c, a>c](a)");
    assert_eq!(
        (answer.result.outcome, answer.values.grundy.unwrap().0, answer.position.short),
        (Some(Outcome::N), 2, true)
    );
    // Vertices 0 and 1 form a cycle; after a move from 1 to 2 the opponent makes the last move.
    let answer = solve("token[0>1>0, 1>2>3](0)");
    assert_eq!(
        (answer.result.outcome, answer.result.remoteness, answer.values.grundy.map(|g| g.0)),
        (Some(Outcome::D), None, None)
    );
    assert_eq!(answer.values.loopy, Some(LoopyValue::Infinite(BTreeSet::new())));
    assert_eq!(
        (answer.moves.listed.len(), answer.moves.listed[0].text.to_string().as_str()),
        (1, "move token 1 from 0 to 1")
    );
    let answer = solve("token[0>1>0, 1>2>3](1) + nim(1)");
    assert_eq!(
        (answer.result.outcome, answer.values.loopy),
        (Some(Outcome::N), Some(LoopyValue::Infinite([0].into())))
    );
    assert_eq!(
        (answer.result.remoteness, answer.moves.listed[0].text.to_string().as_str()),
        (Some(3), "move token 1 from 1 to 2")
    );
    let answer = solve("token[0>1>0, 1>2>3](1) + nim(10^18)");
    assert_eq!(answer.result.outcome, Some(Outcome::D));
    // All moves in the heap draw except the one to a heap of 1; one move of the token draws too.
    assert_eq!((answer.moves.listed.len(), answer.moves.total), (1000, Some(10u128.pow(18))));
    let answer = solve("2*token[0>1>0, 1>2>3](1) + nim(10^18)");
    assert_eq!((answer.result.outcome, answer.moves.total), (Some(Outcome::D), Some(10u128.pow(18) + 4)));
    // The move from 0 to 1 is forced, and the opponent then makes the last move.
    let answer = solve("token[0>1>0, 1>2](0)");
    assert_eq!(
        (answer.result.outcome, answer.result.remoteness, answer.values.grundy.unwrap().0),
        (Some(Outcome::P), Some(2), 0)
    );
    // These positions with cycles are under misère play.
    assert_eq!(solve("misere token[a>a](a)").result.outcome, Some(Outcome::D));
    assert_eq!(solve("misere token[a>a, a>b](a)").result.outcome, Some(Outcome::D));
    assert_eq!(solve("misere token[a>b, b>a, b>c](b)").moves.total, Some(1));
    assert_eq!(solve("misere token[a](a)").result.outcome, Some(Outcome::N));
}

#[test]
fn limits_are_kept() {
    let position_sum = parse("misere 100*token[0>1>2>0, 1>3](0) + nim(100)").unwrap();
    let question = Question { moves: MovesWanted::None, ..Question::default() };
    let small = Budget { bytes: 1 << 20, ..Budget::default() };
    let error = Solver::new().solve(&position_sum, &question, &small).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
    let arcs = Arcs::from_edges(1000, &[[0, 1]]);
    for bytes in [0, 10_000] {
        let small = Budget { bytes, ..Budget::default() };
        assert_eq!(RetrogradeResult::compute(&arcs, Play::Normal, &small).unwrap_err().kind, ErrorKind::Limit);
        assert_eq!(LoopyValues::compute(&arcs, &small).unwrap_err().kind, ErrorKind::Limit);
        assert_eq!(GrundyValues::compute(&arcs, &small).unwrap_err().kind, ErrorKind::Limit);
    }
    let nodes = Budget { nodes: 10, ..Budget::default() };
    assert_eq!(reach::outcome(&Nim, &[40], Play::Normal, &nodes).unwrap_err().kind, ErrorKind::Limit);
}
