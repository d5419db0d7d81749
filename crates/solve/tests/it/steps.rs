//! The steps of answers for every game, compared with a simple recursive program and with the engines.

use grundy_games::{library, parse};
use grundy_rules::{ErrorKind, Kind, Outcome, Picture, Play, Player, PositionSum};
use grundy_solve::trace::{PrefixSums, SearchMethod, TracedPositions, TracedResult, searches};
use grundy_solve::{Budget, MovesWanted, Question, Solver};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Returns the option of each move of a player, with repetitions.
fn options(position_sum: &PositionSum, by: Player) -> Vec<PositionSum> {
    let mut list = vec![];
    for (at, term) in position_sum.terms.iter().enumerate() {
        let player = if term.negative { by.other() } else { by };
        for component in 0..term.position.len() {
            for mv in term.position.moves(component, player) {
                let mut option = position_sum.clone();
                option.terms[at].position = term.position.after(component, player, &mv);
                list.push(option);
            }
        }
    }
    list
}

fn players(position_sum: &PositionSum) -> Vec<Player> {
    match position_sum.kind() {
        Kind::Impartial | Kind::NonstandardImpartial => vec![Player::LEFT],
        Kind::Partizan => vec![Player::LEFT, Player::RIGHT],
        Kind::Scoring | Kind::Multiplayer => vec![position_sum.terms[0].position.first_player()],
    }
}

/// Returns the number of nodes of the game tree; `None` if there are more than `left`.
fn tree(position_sum: &PositionSum, left: &mut u64) -> Option<u128> {
    *left = left.checked_sub(1)?;
    let options = players(position_sum).into_iter().flat_map(|by| options(position_sum, by));
    options.map(|option| tree(&option, left)).try_fold(1, |sum, more| Some(sum + more?))
}

/// Returns the number of different positions, by their texts and the players who may move.
fn positions(position_sum: &PositionSum) -> usize {
    let mut seen = HashSet::new();
    let mut open = vec![position_sum.clone()];
    while let Some(position_sum) = open.pop() {
        let players = players(&position_sum);
        if seen.insert((position_sum.canonical_text(), players.clone())) {
            open.extend(players.into_iter().flat_map(|by| options(&position_sum, by)));
        }
    }
    seen.len()
}

const SPECS: [&str; 24] = [
    "nim(1,2,3)",
    "misere nim(1,2,3)",
    "nim(2,2) + kayles(3)",
    "take[1,3,4](10)",
    "misere take[1,3](9) + nim(2)",
    "take[1,2 | 1,3](7)",
    "misere take[1,2 | 1,3](5) + nim(1)",
    "take[1 | 2](3) + -take[1 | 2](4)",
    "count[1..4; 12](0)",
    "wythoff(3,5)",
    "lasker(4)",
    "stairs[ground](1,2,1)",
    "stairs[frozen](1,1,2)",
    "moore[2](1,2,2)",
    "chomp(3x3)",
    "fibonacci_nim(8)",
    "euclid(7,5)",
    "kayles(6)",
    "hackenbush(0-1,1-2,2-0)",
    "hackenbush(0-1:b,1-2:r,0-3:g)",
    "triangles(1-2 | 1-3,2-3,1-4)",
    "row[1..2](3,-1,4,-1,5)",
    "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](6)",
    "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-1) if b > 0 }(3,2)",
];

#[test]
fn counts_agree_with_simple_recursion() {
    for text in SPECS {
        let position_sum = parse(text).unwrap();
        let counts = TracedPositions::compute(&position_sum, &Budget::default()).unwrap().counts;
        if let Some(tree) = tree(&position_sum, &mut 300_000) {
            assert_eq!(counts.tree, Some(tree), "{text}");
        }
        // In partizan games the moves of both players are explored in each position.
        if position_sum.kind().is_summable() {
            assert_eq!(counts.positions, Some(positions(&position_sum) as u64), "{text}");
        }
        assert!(counts.unordered <= counts.positions.unwrap(), "{text}");
    }
}

/// Returns the texts of the components that have moves, sorted.
fn up_to_order(position_sum: &PositionSum, written: &str) -> Vec<String> {
    let mut components = vec![];
    let prefix = if position_sum.play == Play::Misere { "misere " } else { "" };
    let text = written.strip_prefix(prefix).unwrap_or(written);
    if text != "0" {
        for term in parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).terms {
            for _ in 0..term.copies {
                components
                    .extend((0..term.position.len()).map(|component| term.position.component(component).to_string()));
            }
        }
    }
    // Components without moves may be present in the text or omitted, so drop them.
    components.retain(|one| !options(&parse(one).unwrap(), Player::LEFT).is_empty());
    components.sort();
    components
}

/// A numbering of games, each given by the set of Left's options and the set of Right's options.
/// Positions with identical game trees have the same number.
#[derive(Default)]
struct Games {
    known: HashMap<String, usize>,
    forms: HashMap<[BTreeSet<usize>; 2], usize>,
}

impl Games {
    /// Returns the number of the game of a position; `None` if too many positions were examined.
    fn game_number(&mut self, position_sum: &PositionSum) -> Option<usize> {
        let text = position_sum.canonical_text();
        if let Some(&known) = self.known.get(&text) {
            return Some(known);
        }
        if self.known.len() > 30_000 {
            return None;
        }
        let mut form: [BTreeSet<usize>; 2] = Default::default();
        for by in players(position_sum) {
            for option in options(position_sum, by) {
                let game = self.game_number(&option)?;
                form[usize::from(by.0)].insert(game);
            }
        }
        // In impartial games both players have the same options.
        if position_sum.kind() == Kind::Impartial {
            form[1] = form[0].clone();
        }
        let fresh = self.forms.len();
        let game = *self.forms.entry(form).or_insert(fresh);
        self.known.insert(text, game);
        Some(game)
    }

    /// Returns the number of the game of a position that is written in a step.
    fn written(&mut self, text: &str) -> Option<usize> {
        match text {
            "0" => self.game_number(&parse("nim(0)").unwrap()),
            text => self.game_number(&parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))),
        }
    }
}

/// Reports whether a component of a position is a board or a graph, which steps list by regions.
fn is_drawn(position_sum: &PositionSum) -> bool {
    position_sum.terms.iter().any(|term| {
        let mut pictures = (0..term.position.len()).map(|component| term.position.picture(component));
        pictures.any(|picture| matches!(picture, Picture::Grid(_) | Picture::Drawing(_)))
    })
}

/// Asserts that the results of steps are those of the engines, and their options those of the rules.
/// Returns the number of steps whose options were compared as games.
fn steps_agree(text: &str) -> usize {
    let (mut games, mut compared) = (Games::default(), 0);
    let position_sum = parse(text).unwrap();
    let steps = match TracedPositions::compute(&position_sum, &Budget::default()) {
        Err(error) if error.kind == ErrorKind::TooLarge => return 0,
        steps => steps.unwrap(),
    };
    assert!(!steps.list.is_empty(), "{text}");
    let mut solver = Solver::new();
    let question = Question { moves: MovesWanted::None, wants_working: false, ..Question::default() };
    let stride = steps.list.len() / 300 + 1;
    for (at, step) in steps.list.iter().enumerate().filter(|(at, _)| at % stride == 0 || at + 1 == steps.list.len()) {
        if !steps.has_cycles {
            assert!(step.options.iter().chain(&step.right).all(|&option| option < at), "{text}: {}", step.position);
        }
        let written = match position_sum.play {
            Play::Misere => format!("misere {}", step.position),
            Play::Normal => step.position.clone(),
        };
        if step.position == "0" || step.by.is_some() && position_sum.kind() != Kind::Multiplayer {
            continue;
        }
        let here = match (position_sum.kind(), step.by) {
            (Kind::Multiplayer, _) => continue,
            _ => parse(&written).unwrap_or_else(|error| panic!("{text}: {written}: {error}")),
        };
        if at < 40 && position_sum.kind().is_summable() && !steps.has_cycles {
            // Boards and graphs are listed by their regions, each with its own text. So compare games, not texts.
            let listed = [&step.options, &step.right].map(|options| {
                let texts = options.iter().map(|&option| &*steps.list[option].position);
                texts.map(|text| games.written(text)).collect::<Option<BTreeSet<_>>>()
            });
            let of_rules = [Player::LEFT, Player::RIGHT].map(|player| {
                // In impartial games both players have Left's moves.
                let by = if here.kind() == Kind::Impartial { Player::LEFT } else { player };
                let after = if players(&position_sum).contains(&player) { options(&here, by) } else { vec![] };
                after.iter().map(|option| games.game_number(option)).collect::<Option<BTreeSet<_>>>()
            });
            assert_eq!(listed, of_rules, "{text}: {written}");
            compared += usize::from(listed.iter().all(Option::is_some));
        }
        if position_sum.kind() == Kind::Impartial && at < 40 && !is_drawn(&here) {
            let listed: BTreeSet<_> =
                step.options.iter().map(|&option| up_to_order(&position_sum, &steps.list[option].position)).collect();
            let after = options(&here, Player::LEFT);
            let of_rules: BTreeSet<_> =
                after.iter().map(|option| up_to_order(&position_sum, &option.to_string())).collect();
            assert_eq!(listed, of_rules, "{text}: {written}");
        }
        let answer = solver.solve(&here, &question, &Budget::default()).unwrap();
        match step.result {
            TracedResult::Value(value) => {
                // Some theorems give the outcome only.
                assert_eq!(
                    answer.result.outcome,
                    Some(if value == 0 { Outcome::P } else { Outcome::N }),
                    "{text}: {written}"
                );
                assert!(answer.values.grundy.is_none_or(|grundy| grundy.0 == u128::from(value)), "{text}: {written}");
            }
            TracedResult::Outcome(outcome) => assert_eq!(answer.result.outcome, Some(outcome), "{text}: {written}"),
            TracedResult::Round(outcome, round) => {
                assert_eq!(answer.result.outcome, Some(outcome), "{text}: {written}");
                assert_eq!((outcome == Outcome::D), round.is_none(), "{text}: {written}");
            }
            TracedResult::Points(_) | TracedResult::Loser(_) => unreachable!(),
        }
    }
    let answer = solver.solve(&position_sum, &question, &Budget::default()).unwrap();
    match steps.list.last().unwrap().result {
        TracedResult::Points(points) => assert_eq!(answer.result.score, Some(points), "{text}"),
        TracedResult::Loser(player) => assert_eq!(answer.result.loser, Some(player), "{text}"),
        _ => {}
    }
    compared
}

#[test]
fn steps_agree_with_engines() {
    let mut compared: usize = SPECS.into_iter().map(steps_agree).sum();
    for text in ["token[a>b,b>a,b>c](a)", "misere token[a>b,b>a,b>c,c>d](a) + nim(1)", "token[a>b,b>c,c>a,c>d](a,c)"] {
        steps_agree(text);
    }
    // There are no steps for positional games.
    for entry in library().games().iter().filter(|entry| entry.info().kind != Kind::NonstandardImpartial) {
        for text in std::iter::once(entry.info().example).chain(entry.info().other_examples.iter().copied()) {
            // Skip examples that refer to a file.
            if !text.contains('@') {
                let more = steps_agree(text);
                if std::env::var("GRUNDY_SHOW").is_ok() {
                    eprintln!("{text}: {more}");
                }
                compared += more;
            }
        }
    }
    assert!(compared > 900, "{compared}");
}

/// Returns whether `by` wins and the number of visits, with or without a memo.
/// If `early` is set, the search of a position stops at a winning move.
fn search(
    position_sum: &PositionSum,
    by: Player,
    early: bool,
    memory: &mut Option<HashMap<(String, Player), bool>>,
    left: &mut u64,
) -> Option<(bool, u128)> {
    if let Some(&wins) = memory.as_ref().and_then(|known| known.get(&(position_sum.canonical_text(), by))) {
        return Some((wins, 0));
    }
    *left = left.checked_sub(1)?;
    let next = if position_sum.kind() == Kind::Partizan { by.other() } else { by };
    let options = options(position_sum, by);
    let (mut nodes, mut wins) = (1, options.is_empty() && position_sum.play == Play::Misere);
    for option in options {
        let (lost, more) = search(&option, next, early, memory, left)?;
        nodes += more;
        wins |= !lost;
        if wins && early {
            break;
        }
    }
    if let Some(known) = memory {
        known.insert((position_sum.canonical_text(), by), wins);
    }
    Some((wins, nodes))
}

#[test]
fn visit_counts_are_correct() {
    for text in SPECS {
        let position_sum = parse(text).unwrap();
        let found = match searches(&position_sum, &Budget::default()) {
            Err(error) if error.kind == ErrorKind::Unsupported => {
                assert_eq!(position_sum.kind(), Kind::Multiplayer, "{text}");
                continue;
            }
            found => found.unwrap(),
        };
        let question = Question { moves: MovesWanted::None, wants_working: false, ..Question::default() };
        let answer = Solver::new().solve(&position_sum, &question, &Budget::default()).unwrap();
        assert!(
            found.iter().all(|one| (one.outcome, one.score) == (answer.result.outcome, answer.result.score)),
            "{text}: {found:?}"
        );
        assert_eq!(found.iter().map(|one| one.method).collect::<Vec<_>>(), SearchMethod::ALL);
        if position_sum.kind() == Kind::Scoring {
            assert!(found[0].nodes >= found[1].nodes && found[0].nodes >= found[2].nodes, "{text}: {found:?}");
            assert_eq!(found[0].nodes, tree(&position_sum, &mut 300_000), "{text}");
            continue;
        }
        for one in found {
            let mut left = 300_000;
            // The memo of the search with Left moving first is also used with Right moving first.
            let mut memory = matches!(one.method, SearchMethod::Memo | SearchMethod::Full).then(HashMap::new);
            let early = matches!(one.method, SearchMethod::AlphaBeta | SearchMethod::Memo);
            let nodes = players(&position_sum)
                .into_iter()
                .try_fold(0, |sum, by| Some(sum + search(&position_sum, by, early, &mut memory, &mut left)?.1));
            if let Some(nodes) = nodes {
                assert_eq!(one.nodes, Some(nodes), "{text}: {one:?}");
            }
        }
    }
}

#[test]
fn unsupported_steps_report_the_reason() {
    for (text, kind, why) in [
        ("nim(10^18)", ErrorKind::TooLarge, "too many"),
        ("take[1..3](10^9)", ErrorKind::TooLarge, "too many"),
        ("2000*nim(1)", ErrorKind::TooLarge, "too many"),
        ("rule{ n -> n+1 }(0)", ErrorKind::TooLarge, "too many"),
    ] {
        let error = TracedPositions::compute(&parse(text).unwrap(), &Budget::default()).unwrap_err();
        assert_eq!(error.kind, kind, "{text}: {error}");
        assert!(error.message.to_string().contains(why), "{text}: {error}");
    }
    let budget = Budget { nodes: 10, ..Budget::default() };
    let error = TracedPositions::compute(&parse("nim(5,5)").unwrap(), &budget).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
}

/// Trees have as many nodes as the searches count, and their roots have the results of the engine.
/// Cuts do not change results.
#[test]
fn trees_are_those_of_the_searches() {
    use grundy_solve::trace::{Bound, MAX_VISITS, NodeResult, visits};
    let specs = [
        "nim(1,2,3)",
        "misere nim(1,2)",
        "kayles(5)",
        "take[1,2 | 1,3](5)",
        "misere take[1,3 | 2](6)",
        "wythoff(2,3)",
        "hackenbush(0-1:b,1-2:r,0-3)",
        "row[1..2](5,4,-1,3,-7,2)",
        "row[1,3](1,2,3,4,5)",
        "triangles(1-2,2-3 | 1-3,1-4,3-4)",
        "triangles[again](1-2,2-3 | 1-3,1-4,3-4,2-4)",
        "stairs(1,0,2)",
        "token[a>b,b>c,a>c](a,b)",
    ];
    for text in specs {
        let position_sum = parse(text).unwrap();
        let budget = Budget::default();
        let searched = searches(&position_sum, &budget).unwrap();
        let answer = Solver::new().solve(&position_sum, &Question::default(), &budget).unwrap();
        for method in [SearchMethod::Minimax, SearchMethod::AlphaBeta] {
            let found = searched.iter().find(|one| one.method == method).unwrap();
            let tree = visits(&position_sum, method, &budget).unwrap();
            assert_eq!(Some(tree.len() as u128), found.nodes, "{text} {method:?}");
            let roots: Vec<NodeResult> =
                tree.iter().filter(|visit| visit.depth == 0).map(|visit| visit.result).collect();
            let expected = match (answer.result.score, answer.result.outcome.unwrap_or(Outcome::D), roots.len()) {
                (Some(score), ..) => vec![NodeResult::Points(score, Bound::Exact)],
                (_, outcome, 1) => vec![NodeResult::Wins(outcome == Outcome::N)],
                (_, outcome, _) => {
                    let starts = |own| NodeResult::Wins(outcome == Outcome::N || outcome == own);
                    vec![starts(Outcome::L), starts(Outcome::R)]
                }
            };
            assert_eq!(roots, expected, "{text} {method:?}");
            assert!(method == SearchMethod::AlphaBeta || tree.iter().all(|visit| visit.pruned == 0), "{text}");
        }
    }
    let large = visits(&parse("nim(3,4,5)").unwrap(), SearchMethod::Minimax, &Budget::default()).unwrap_err();
    assert!(large.message.to_string().contains(&MAX_VISITS.to_string()), "{large}");
    for (text, method) in [
        ("nim(1)", SearchMethod::Memo),
        ("token[a>b,b>a](a)", SearchMethod::Minimax),
        ("rivals[1 : 2>1 / 1 : 1>2](3)", SearchMethod::Minimax),
    ] {
        assert!(visits(&parse(text).unwrap(), method, &Budget::default()).is_err(), "{text}");
    }
}

/// In green trees, the value shown at a vertex is the value of the tree above that vertex.
/// That value is computed by search alone. A cycle has the same value before and after fusion.
#[test]
fn values_at_the_vertices_of_hackenbush() {
    use grundy_rules::Picture;
    let search = Question { use_theorems: false, moves: MovesWanted::None, ..Question::default() };
    let value = |text: &str| {
        let answer = Solver::new().solve(&parse(text).unwrap(), &search, &Budget::default()).unwrap();
        answer.values.grundy.unwrap().0
    };
    let mut seed = 19u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    for round in 0..40 {
        let size = 2 + round % 7;
        let parent: Vec<usize> = (1..=size).map(&mut below).collect();
        let parent: Vec<usize> = parent.into_iter().enumerate().map(|(k, p)| p % (k + 1)).collect();
        let edges: Vec<String> = parent.iter().enumerate().map(|(k, p)| format!("{p}-{}", k + 1)).collect();
        let text = format!("hackenbush({})", edges.join(","));
        let Picture::Drawing(drawing) = parse(&text).unwrap().terms[0].position.picture(0) else { panic!() };
        assert!(drawing.fused.is_none() && drawing.lines.len() == size, "{text}");
        for point in &drawing.points {
            let root: usize = point.name.parse().unwrap();
            let mut above = vec![root];
            let own: Vec<&String> = parent
                .iter()
                .enumerate()
                .filter(|(k, p)| {
                    above.contains(p) && {
                        above.push(k + 1);
                        true
                    }
                })
                .map(|(k, _)| &edges[k])
                .collect();
            let alone: Vec<String> = own.into_iter().cloned().collect();
            let expected = match alone.is_empty() {
                true => 0,
                false => value(&format!("hackenbush[ground={root}]({})", alone.join(","))),
            };
            assert_eq!(point.value.map(u128::from), Some(expected), "{text}: {root}");
        }
        // An extra edge makes a cycle or a loop.
        let ring = format!("hackenbush({},{}-{})", edges.join(","), below(size + 1), below(size + 1));
        let Picture::Drawing(drawing) = parse(&ring).unwrap().terms[0].position.picture(0) else { panic!() };
        let fused = drawing.fused.as_ref().unwrap();
        assert_eq!(fused.lines.len(), size + 1, "{ring}");
        for all in [&*drawing, &**fused] {
            let ground = all.points.iter().find(|point| point.ground).unwrap();
            assert_eq!(ground.value.map(u128::from), Some(value(&ring)), "{ring}");
        }
        let question = Question { wants_steps: true, ..Question::default() };
        let answer = Solver::new().solve(&parse(&ring).unwrap(), &question, &Budget::default()).unwrap();
        let last = answer.explanation.components[0].steps.last().unwrap().to_string();
        assert!(last.ends_with(&format!(" {}", value(&ring))), "{last}");
    }
}

/// The bounds of alpha-beta hold for the scores of minimax, and every node names its move.
#[test]
fn bounds_of_pruned_nodes_hold() {
    use grundy_solve::trace::{Bound, NodeResult, Visit, visits};
    /// The nodes with their paths from the root, each given by the indices of the children.
    fn by_path(tree: &[Visit]) -> Vec<(Vec<usize>, &Visit)> {
        let mut path: Vec<usize> = vec![];
        let mut list = vec![];
        for visit in tree {
            let next = path.get(visit.depth).map_or(0, |index| index + 1);
            path.truncate(visit.depth);
            path.push(next);
            list.push((path.clone(), visit));
        }
        list
    }
    let mut pruned = 0;
    for text in [
        "row[1..3](3,-1,4,-1,5)",
        "row[1..2](5,4,-1,3,-7,2)",
        "row[1,3](1,2,3,4,5)",
        "row[1..3](-2,7,1,-5,-3,6)",
        "triangles(0-1,1-2 | 0-2,0-3,1-3)",
        "triangles[again](1-2,2-3 | 1-3,1-4,3-4,2-4)",
    ] {
        let position_sum = parse(text).unwrap();
        let tree = |method| visits(&position_sum, method, &Budget::default()).unwrap();
        let (full, cut) = (tree(SearchMethod::Minimax), tree(SearchMethod::AlphaBeta));
        let scores: HashMap<Vec<usize>, &Visit> = by_path(&full).into_iter().collect();
        for (path, visit) in by_path(&cut) {
            let whole = scores[&path];
            let (NodeResult::Points(score, Bound::Exact), NodeResult::Points(number, bound)) =
                (whole.result, visit.result)
            else {
                panic!("{text}: {visit:?}");
            };
            let holds = match bound {
                Bound::Exact => number == score,
                Bound::Lower => number <= score,
                Bound::Upper => number >= score,
            };
            assert!(holds, "{text}: {visit:?}, but the score is {score}");
            assert_eq!(
                (&visit.position, &visit.mv, visit.points),
                (&whole.position, &whole.mv, whole.points),
                "{text}"
            );
            assert_eq!(visit.mv.is_none(), visit.depth == 0, "{text}: {visit:?}");
            pruned += visit.pruned;
        }
    }
    assert!(pruned > 10, "{pruned}");
    let tree = visits(&parse("nim(1,2) + wythoff(1,1)").unwrap(), SearchMethod::AlphaBeta, &Budget::default()).unwrap();
    assert_eq!(tree[1].mv.as_ref().unwrap().to_string(), "term 1: take 1 from heap 1");
}

/// Prefix sums of ranges agree with the definition, under both conventions.
///
/// They exist for no other game.
#[test]
fn prefix_sums_agree_with_the_definition() {
    for (ranges, misere) in [([1, 3, 2, 5], false), ([2, 2, 1, 4], false), ([3, 6, 2, 3], true), ([1, 9, 4, 4], true)] {
        let [l1, r1, l2, r2] = ranges;
        let range = |l: u64, r: u64| if l == r { l.to_string() } else { format!("{l}..{r}") };
        let mut wins: [Vec<bool>; 2] = [vec![], vec![]];
        for n in 0..40u64 {
            let next = [0, 1].map(|side| {
                let (low, high) = if side == 0 { (l1, r1) } else { (l2, r2) };
                let mut options = (low..=high.min(n)).map(|a| wins[1 - side][(n - a) as usize]);
                if low > n { misere } else { options.any(|wins| !wins) }
            });
            wins[0].push(next[0]);
            wins[1].push(next[1]);
            let play = if misere { "misere " } else { "" };
            let position_sum = parse(&format!("{play}take[{} | {}]({n})", range(l1, r1), range(l2, r2))).unwrap();
            let sums = PrefixSums::compute(&position_sum).unwrap();
            assert_eq!(sums.wins, wins, "{ranges:?} {n}");
            for (side, by) in [Player::LEFT, Player::RIGHT].into_iter().enumerate() {
                let Some((from, to)) = sums.window(by) else { continue };
                let losses = sums.losses_up_to(by.other());
                let before = from.checked_sub(1).map_or(0, |heap| losses[heap as usize]);
                assert_eq!(losses[to as usize] - before, sums.losses_in_window(by));
                assert_eq!(sums.losses_in_window(by) > 0, wins[side][n as usize], "{ranges:?} {n}");
            }
        }
    }
    let has_none = |text| PrefixSums::compute(&parse(text).unwrap()).is_none();
    let others = ["take[1,3 | 1..2](5)", "take[1..3](5)", "take[1..3 | 2..5](5,6)", "take[1..3 | 2..5](100)", "nim(3)"];
    assert!(others.into_iter().all(has_none));
    assert!(has_none("take[1..3 | {}](5)") && has_none("-take[1..3 | 2..5](5)"));
}
