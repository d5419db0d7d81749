//! Compares games on graphs with the reference implementation, for fixed and random rules.

use crate::graph_reference::{Judge, Net};
use crate::random::Random;
use crate::regions::by_regions;
use grundy_board::{GraphComponent, GraphGame, GraphMove};
use grundy_rules::{Budget, Game, Kind, Outcome, Player, Rules};
use grundy_solve::{MovesWanted, Question, Solver};
use grundy_value::ValueArena;
use std::collections::{BTreeSet, HashMap};

/// Rules, each with the vertex states, edge labels and maximum number of vertices of its graphs.
const RULES: &[(&str, &str, &str, usize)] = &[
    ("[.-.] -> [#-#]", ".", "-", 6),
    ("[.] -> [#] with near . -> #", ".", "-", 6),
    ("left: [.-{el}-.] -> [#-#]; right: swap l r", ".", "elr", 5),
    ("left: [.] -> [x] if no x near; right: swap x o", "...xo", "-", 5),
    ("left: [.] -> [x] if no o near; right: swap x o", "...xo", "-", 5),
    ("left: [.] -> [x] if x near if no o near; right: swap x o", "...xo", "-", 5),
    ("left: [x--o--.] -> [.--.--x]; right: swap x o", "xo.", "-", 6),
    ("left: [x-o] -> [.-x]; right: swap x o", "xo.", "-", 6),
    ("left: repeat [x--o--.] -> [.--.--x]; right: swap x o", "xo.", "-", 6),
    ("[.-l-.] -> [.-#-.]; [.-r-.] -> [.-l-.]", ".", "lr", 4),
    ("[x-l-.] -> [.-r-x]", "x.", "l-r", 5),
    ("left: [x] -> [.] if {xo} near; right: [o] -> [#] with near x -> o", "xo.", "-", 5),
    ("left: [x-.] -> [.-x] then [x-.] -> [x-#]; right: swap x o", "xo.", "-", 5),
    ("left: [{xy}-.] -> [#-{xy}]; right: [{xy}-?] -> [#-?]", "xy.", "-", 5),
    ("[.-l-.--.] -> [#-l-.--#] if no x near", "..x", "l-", 5),
];

impl Random {
    fn letter(&mut self, letters: &str) -> char {
        letters.chars().nth(self.below(letters.chars().count())).unwrap()
    }

    fn net(&mut self, states: &str, labels: &str, most: usize) -> Net {
        let n = 1 + self.below(most);
        let thick = 1 + self.below(4);
        let mut net = Net { states: (0..n).map(|_| self.letter(states)).collect(), joins: vec![vec![' '; n]; n] };
        for v in 0..n {
            for w in 0..v {
                if self.below(4) < thick {
                    let label = self.letter(labels);
                    (net.joins[v][w], net.joins[w][v]) = (label, label);
                }
            }
        }
        net
    }
}

/// Converts a graph of the reference implementation to one of the crate, without removed vertices.
fn component(net: &Net) -> GraphComponent {
    let names: Vec<String> = (0..net.states.len()).map(|v| format!("v{v}")).collect();
    let (mut edges, mut states) = (vec![], vec![]);
    for v in 0..names.len() {
        if net.states[v] != '#' {
            states.push((names[v].as_str(), net.states[v]));
        }
        for w in 0..v {
            if net.joins[v][w] != ' ' {
                edges.push((names[w].as_str(), names[v].as_str(), Some(net.joins[v][w]).filter(|c| *c != '-')));
            }
        }
    }
    GraphComponent::new(&edges, &states).unwrap()
}

/// Returns the text of a graph with sorted items, so that the order of the items does not matter.
fn sorted(component: &GraphComponent) -> String {
    let mut items: Vec<String> = component.to_string().split(',').map(str::to_string).collect();
    items.sort();
    items.join(",")
}

/// Checks that one of several graphs may be empty, and that such a list is printed as it was parsed.
#[test]
fn empty_graphs_in_a_list_are_kept() {
    let read = |text: &str| grundy_games::parse(&format!("node_kayles{text}"));
    for (text, graphs) in [("(;)", 2), ("(;;)", 3), ("(a-b;)", 2), ("(;a;)", 3)] {
        let spec = read(text).unwrap();
        assert_eq!((spec.component_count(), spec.to_string()), (graphs, format!("node_kayles{text}")));
    }
    for text in ["(,)", "(a,)", "(a,;b)", "(;,a)", "(;"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn moves_match_reference() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for &(text, states, labels, most) in RULES {
        let (rule, judge) = (GraphGame::new(text).unwrap(), Judge::new(text));
        let mut move_count = 0;
        for _ in 0..200 {
            let net = random.net(states, labels, most);
            let graph = component(&net);
            for player in [0, 1] {
                let moves: Vec<_> = rule.moves(&graph, Player(player)).collect();
                assert_eq!(moves.iter().collect::<std::collections::HashSet<_>>().len(), moves.len());
                let found: BTreeSet<String> =
                    moves.iter().map(|mv| sorted(&rule.play(&graph, Player(player), mv)[0])).collect();
                let expected: BTreeSet<String> =
                    judge.options(&net, player as usize).iter().map(|net| sorted(&component(net))).collect();
                assert_eq!(found, expected, "{text} on {graph}, seat {player}");
                move_count += found.len();
            }
        }
        assert!(move_count > 50, "{text}: only {move_count} moves");
    }
}

#[test]
fn values_match_reference() {
    let (mut random, mut fell) = (Random(0x0fed_cba9_8765_4321), 0);
    for &(text, states, labels, most) in RULES {
        let (rule, mut judge) = (GraphGame::new(text).unwrap(), Judge::new(text));
        assert!(rule.is_short(), "{text}");
        let (mut values, mut memo, mut split) = (ValueArena::new(), HashMap::new(), 0);
        for _ in 0..200 {
            let net = random.net(states, labels, most);
            let graph = component(&net);
            let expected = judge.value(&net, &mut values);
            let found = by_regions(&rule, graph.clone(), &mut values, &mut memo);
            assert_eq!(found, expected, "{text} on {graph}");
            split += usize::from(rule.split(graph).len() > 1);
        }
        fell += split;
    }
    assert!(fell > 200, "{fell} fell apart");
}

/// Checks Grundy values, and the moves to each value, against the mex over all moves.
///
/// Interrupted searches before must not matter.
#[test]
fn nimbers_match_the_mex_of_all_moves() {
    fn nimber(game: &GraphGame, graph: &GraphComponent, memo: &mut HashMap<String, u32>) -> u32 {
        if let Some(&known) = memo.get(&sorted(graph)) {
            return known;
        }
        let options: BTreeSet<u32> = game
            .moves(graph, Player::LEFT)
            .map(|mv| game.play(graph, Player::LEFT, &mv).iter().fold(0, |sum, after| sum ^ nimber(game, after, memo)))
            .collect();
        let value = (0..).find(|n| !options.contains(n)).unwrap();
        memo.insert(sorted(graph), value);
        value
    }
    let (mut random, mut seen) = (Random(41), [0; 4]);
    for &(rule, states, labels, most) in RULES {
        let game = GraphGame::new(rule).unwrap();
        if game.kind() != Kind::Impartial || !game.is_known_terminating() {
            continue;
        }
        let (mut values, mut interrupted) = (ValueArena::new(), ValueArena::new());
        for n in 0..60 {
            let graph = component(&random.net(states, labels, most + 1));
            let mut memo = HashMap::new();
            let wanted = nimber(&game, &graph, &mut memo);
            seen[wanted.min(3) as usize] += 1;
            // A search that a limit ends must not leave wrong results behind.
            let few = Budget { nodes: n % 7, bytes: 1 << (8 + n % 16), ..Budget::default() };
            let scope = few.enter();
            let _ = game.direct_value(&graph, &mut interrupted, &few);
            drop(scope);
            for values in [&mut values, &mut interrupted] {
                let found = game.direct_value(&graph, values, &Budget::default()).unwrap().unwrap();
                assert_eq!(values.number_ups_star(found).unwrap().nim, wanted, "{rule} on {graph}");
                for nim in 0..4 {
                    let found = game.moves_to_nimber(&graph, nim, values, &Budget::default()).unwrap().unwrap();
                    let value_after = |mv: &GraphMove| {
                        let after = game.play(&graph, Player::LEFT, mv);
                        after.iter().fold(0, |sum, after| sum ^ nimber(&game, after, &mut memo))
                    };
                    let all: Vec<GraphMove> = game.moves(&graph, Player::LEFT).collect();
                    let wanted: Vec<GraphMove> = {
                        let mut value_after = value_after;
                        all.into_iter().filter(|mv| value_after(mv) == nim).collect()
                    };
                    assert_eq!(found, wanted, "{rule} on {graph}, value {nim}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

/// Compares the outcomes by the solver, under normal and misère play, with those of a plain search.
#[test]
fn outcomes_match_reference() {
    let mut random = Random(0x5555_1234_9876_abcd);
    for &(text, states, labels, most) in RULES {
        let (rule, judge) = (GraphGame::new(text).unwrap(), Judge::new(text));
        for play in ["", "misere "] {
            let mut won = HashMap::new();
            for _ in 0..30 {
                let net = random.net(states, labels, most);
                let spec = format!("{play}graph{{ {text} }}({})", component(&net));
                let spec = grundy_games::parse(&spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
                let question = Question { moves: MovesWanted::None, ..Question::default() };
                let answer = Solver::new().solve(&spec, &question, &Budget::default()).unwrap();
                let [left, right] = [0, 1].map(|player| judge.wins(&net, player, !play.is_empty(), &mut won));
                let expected = match (left, right) {
                    (true, true) => Outcome::N,
                    (true, false) => Outcome::L,
                    (false, true) => Outcome::R,
                    (false, false) => Outcome::P,
                };
                assert_eq!(answer.result.outcome, Some(expected), "{spec}");
            }
        }
        assert!(rule.fault().is_some_and(|fault| !fault.is_recorded()));
    }
}

/// Returns a random rule with its states and labels; few letters make its pictures interact.
fn random_rule(random: &mut Random) -> (String, &'static str, &'static str) {
    let labels = ["-", "lr-"][random.below(2)];
    let mut options = vec![];
    let partizan = random.below(2) == 0;
    for k in 0..1 + random.below(3) {
        let vertices = 1 + random.below(3);
        let mut text = if partizan && k == 0 { "left: ".to_string() } else { String::new() };
        let joints: Vec<Option<char>> = (1..vertices)
            .map(|_| if labels.len() > 1 && random.below(2) == 0 { Some(random.letter("lr")) } else { None })
            .collect();
        for (side, signs) in [".xo.x", ".xo#"].iter().enumerate() {
            text.push('[');
            for v in 0..vertices {
                if v > 0 {
                    let hyphens = if vertices == 2 { "-".to_string() } else { "--".to_string() };
                    let label = match (joints[v - 1], side) {
                        (Some(_), 1) if random.below(3) == 0 => format!("-{}-", random.letter("lr#")),
                        (Some(label), 0) => format!("-{label}-"),
                        _ => hyphens,
                    };
                    text.push_str(&label);
                }
                text.push(random.letter(signs));
            }
            text.push_str(if side == 0 { "] -> " } else { "]" });
        }
        match random.below(6) {
            0 => text.push_str(&format!(" if no {} near", random.letter(".xo"))),
            1 => text.push_str(&format!(" if {} near", random.letter(".xo"))),
            2 => text.push_str(&format!(" with near {} -> {}", random.letter(".xo"), random.letter(".xo#"))),
            _ => {}
        }
        options.push(text);
    }
    if partizan {
        options.push("right: swap x o".to_string());
    }
    (options.join("; "), "..xo", labels)
}

#[test]
fn random_rules_match_reference() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut short, mut split, mut moves) = (0, 0, 0);
    let rules = 3000;
    for _ in 0..rules {
        let (text, states, labels) = random_rule(&mut random);
        // Rules with errors are skipped, for example those with a picture that changes nothing.
        let Ok(rule) = GraphGame::new(&text) else { continue };
        let mut judge = Judge::new(&text);
        let (mut values, mut memo) = (ValueArena::new(), HashMap::new());
        for _ in 0..4 {
            let net = random.net(states, labels, 5);
            let graph = component(&net);
            for player in [0, 1] {
                let found: BTreeSet<String> = rule
                    .moves(&graph, Player(player))
                    .map(|mv| sorted(&rule.play(&graph, Player(player), &mv)[0]))
                    .collect();
                let expected: BTreeSet<String> =
                    judge.options(&net, player as usize).iter().map(|net| sorted(&component(net))).collect();
                assert_eq!(found, expected, "{text} on {graph}, seat {player}");
                moves += found.len();
            }
            if !rule.is_short() {
                continue;
            }
            let expected = judge.value(&net, &mut values);
            assert_eq!(by_regions(&rule, graph.clone(), &mut values, &mut memo), expected, "{text} on {graph}");
            short += 1;
            split += usize::from(rule.split(graph).len() > 1);
        }
    }
    assert!(short > rules && split > rules / 20 && moves > 5 * rules, "{short} {split} {moves}");
}

#[test]
fn loopy_graphs_match_retrograde_analysis() {
    let (mut random, mut all) = (Random(0x1111_2222_3333_4445), 0);
    for text in [
        "left: [x-.] -> [.-x]; right: [o-.] -> [.-o]",
        "left: [x-.] -> [.-x]; [x-o] -> [.-x]; right: [o-.] -> [.-o] if no x near",
        "left: [x-l-.] -> [.-l-x]; [.-r-.] -> [.-l-.]; right: [x-r-.] -> [.-r-x]; [.-l-.] -> [.-r-.]",
    ] {
        let (rule, judge) = (GraphGame::new(text).unwrap(), Judge::new(text));
        assert!(!rule.is_short(), "{text}");
        let (mut position_count, mut drawn) = (0, 0);
        for _ in 0..60 {
            let net = random.net("xo..", if text.contains("-l-") { "lr" } else { "-" }, 4);
            let Some(expected) = crate::retrograde::solve(&net, |net, player| judge.options(net, player)) else {
                continue;
            };
            let spec = grundy_games::parse(&format!("graph{{ {text} }}({})", component(&net)));
            // Graphs with a piece that does not occur in the rule are rejected, and skipped here.
            let Ok(spec) = spec else { continue };
            let answer = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap();
            if let Some(starts) = answer.result.results_moving_first {
                assert_eq!(starts, expected, "{spec}");
                drawn += usize::from(expected.contains(&grundy_rules::PlayerResult::Draw));
                position_count += 1;
            }
        }
        assert!(position_count > 10, "{text}: {position_count} positions");
        all += drawn;
    }
    assert!(all > 10, "{all} with a draw");
}

#[test]
fn errors_mark_the_faulty_text() {
    for (text, span, message) in [
        ("graph{ [.-.] -> [#] }(a-b)", 7..19, "the sides differ in size: 2 vertices on the left, 1 on the right"),
        ("graph{ [.] -> [.] }(a)", 7..17, "the picture changes nothing"),
        ("graph{ [#] -> [.] }(a)", 8..9, "a picture cannot match a removed vertex or edge"),
        ("graph{ [.-#-.] -> [#-#] }(a)", 10..11, "a picture cannot match a removed vertex or edge"),
        ("graph{ [.-.-.] -> [#-#] }(a)", 10..11, "an edge label must be a letter"),
        ("graph{ [] -> [#] }(a)", 8..9, "expected a vertex: `.`, a letter or a set such as `{xo}`, found `]`"),
        ("graph{ [. / .] -> [# / #] }(a)", 10..11, "expected `-` and a vertex, or `]`, found `/`"),
        ("graph{ [x.*.] -> [..*x] }(a)", 9..10, "expected `-` and a vertex, or `]`, found `.`"),
        (
            "graph{ [x-.] -> [.-x] along rook }(a)",
            22..27,
            "pictures on graphs apply along edges in every direction, so they take no direction",
        ),
        ("graph{ [.] -> [x] if no x near any }(a)", 31..34, "vertices have only one kind of neighbour; omit `any`"),
        (
            "graph{ left: [.] -> [x]; right: mirror x o }(a)",
            32..38,
            "graphs have no left and right for `mirror` to exchange",
        ),
        ("graph{ [.-{lr}-.] -> [.-{l}-.", 21..22, "this bracket is never closed"),
        ("graph{ [.-l-.] -> [.-{el}-.] }(a)", 21..25, "an edge must change to a single state"),
        ("graph{ repeat [x-x] -> [.-.] }(a)", 14..28, "it is not clear which piece moves here"),
        ("graph{ [.-l-.] -> [#-#] }(a-b:k)", 30..31, "`k` has no meaning in this game"),
        ("graph{ [.-.] -> [#-#] }(a-b:l)", 28..29, "`l` has no meaning in this game"),
        ("graph{ [.-.] -> [#-#] }(a-b,a=x)", 30..31, "`x` has no meaning in this game"),
        ("graph{ [.-.] -> [#-#] }(a-a)", 24..27, "an edge must join two different vertices"),
        ("graph{ [.-.] -> [#-#] }(a-b,b-a)", 28..31, "this edge already exists"),
        ("graph{ [.] -> [x] }(a=x,a=x)", 24..27, "the state of this vertex is given twice"),
        ("graph{ [.-.] -> [#-#] }(a-)", 26..27, "expected a vertex, found `)`"),
        ("graph{ [.-.] -> [#-#] }(a-b|c)", 27..28, "expected `,`, `;` or `)`, found `|`"),
    ] {
        let error = grundy_games::parse(text).unwrap_err();
        assert_eq!((error.message.to_string().as_str(), error.span), (message, Some(span)), "{text}");
        assert!(error.help.is_some(), "{text}");
    }
}

/// Checks that a file of a million edges and a chain of a million edges are rejected.
#[test]
fn large_graphs_are_rejected() {
    struct Edges(Vec<u8>);
    impl grundy_rules::Sources for Edges {
        fn read(&mut self, _: &str) -> std::io::Result<Vec<u8>> {
            Ok(self.0.clone())
        }
    }
    let lines: String = (0..1_000_000).map(|v| format!("{v}-{}\n", v + 1)).collect();
    let error = grundy_games::parse_with("arc_kayles(@edges)", &mut Edges(lines.into())).unwrap_err();
    assert_eq!(error.message, "edges:4096:6: a graph has at most 4096 vertices and 16384 edges");
    assert_eq!(error.span, Some(11..17));
    let chain: Vec<String> = (0..1_000_000).map(|v: u32| v.to_string()).collect();
    let error = grundy_games::parse(&format!("arc_kayles({})", chain.join("-"))).unwrap_err();
    assert_eq!(error.message, "a graph has at most 4096 vertices and 16384 edges");
    for (text, message) in [
        ("a-b\nb - c # comment\n\nd=x", None),
        ("a-b\nb-c-", Some("edges:2:5: expected a vertex, found the end of the line")),
        ("a-b c", Some("edges:1:5: expected `,` or the end of the line, found `c`")),
        ("# nothing", Some("edges contains no edges")),
    ] {
        let read = grundy_games::parse_with("graph_col(@edges)", &mut Edges(text.into()));
        match message {
            None => assert_eq!(read.unwrap().to_string(), "graph_col(a-b,b-c,d=x)"),
            Some(message) => assert_eq!(read.unwrap_err().message, message),
        }
    }
    // In the densest graph within the limits, a long chain fits in too many ways, so the solver reports an error.
    let dense: Vec<String> = (0..181).flat_map(|v| (0..v).map(move |w| format!("{w}-{v}"))).collect();
    let rule = "graph{ [.--.--.--.--.--.--.--.] -> [#--.--.--.--.--.--.--#] }";
    let spec = grundy_games::parse(&format!("{rule}({})", dense.join(","))).unwrap();
    let error = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap_err();
    assert_eq!(error.message, "the pictures can be applied in too many ways to list the moves");
}

#[test]
fn names_on_graphs_and_boards() {
    for (text, printed) in [
        ("col(a-b)", "graph_col(a-b)"),
        ("Snort( 1-2-3, 3=o )", "graph_snort(1-2,2-3,3=o)"),
        ("fjords(\"a b\"-c,c=x)", "graph_fjords(\"a b\"-c,c=x)"),
        ("col(2x3)", "col(2x3)"),
        ("col(2 x 3)", "col(2x3)"),
        ("col(\"x.\")", "col(\"x.\")"),
        ("col(\"x.\",1-2)", "error"),
        ("col(7)", "graph_col(7)"),
        ("col(2x2) + col(a-b)", "col(2x2) + graph_col(a-b)"),
        ("graph{ [.-l-.]->[.-#-.]; [x--o--.]->[.--.--x] }(b-a:l, \"7\"=o, 7-b, x y)", "error"),
        (
            "graph{ [.-l-.]->[.-#-.]; [x--o--.]->[.--.--x] }(b-a:l, \"7\"=o, 7-b, z)",
            "graph{ [.-l-.] -> [.-#-.]; [x--o--.] -> [.--.--x] }(b-a:l,7-b,7=o,z)",
        ),
        ("graph{ [.-{le}-.]->[.-.] if no {xo} near with near . -> # }()", "error"),
        ("3*arc_kayles(a-b)", "3*arc_kayles(a-b)"),
    ] {
        match grundy_games::parse(text) {
            Ok(spec) => {
                assert_eq!(spec.to_string(), printed, "{text}");
                assert_eq!(grundy_games::parse(printed).unwrap().to_string(), printed);
            }
            Err(error) => assert_eq!(printed, "error", "{text}: {error:?}"),
        }
    }
}

/// Checks that several graphs in one pair of brackets are a sum, even if they share names of vertices.
#[test]
fn several_graphs_are_a_sum() {
    for (together, apart) in [
        ("node_kayles(a-b;a-b-c;c)", "node_kayles(a-b) + node_kayles(a-b-c) + node_kayles(c)"),
        ("graph_col(a-b,a=x;a-b-c,c=x)", "graph_col(a-b,a=x) + graph_col(a-b-c,c=x)"),
        ("arc_kayles(1-2;1-2-3)", "arc_kayles(1-2) + arc_kayles(1-2-3)"),
    ] {
        let [one, sum] = [together, apart].map(|text| grundy_games::parse(text).unwrap());
        assert_eq!(grundy_games::parse(&one.to_string()).unwrap().to_string(), one.to_string());
        assert_eq!(one.component_count(), sum.component_count(), "{together}");
        let answer = |spec| Solver::new().solve(spec, &Question::default(), &Budget::default()).unwrap();
        let (one, sum) = (answer(&one), answer(&sum));
        assert_eq!(
            (one.result.outcome, one.values.grundy, one.moves.total),
            (sum.result.outcome, sum.values.grundy, sum.moves.total),
            "{together}"
        );
    }
}
