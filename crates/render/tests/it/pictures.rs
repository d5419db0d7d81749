//! Draws every game of the library: its positions, the graphs of reachable positions, and search trees.

use grundy_games::{library, parse};
use grundy_lang::Language;
use grundy_play::PlayPosition;
use grundy_render::{DigraphDrawing, TreeDrawing, graph_dot, graph_svg, position_dot, position_svg, tree_svg};
use grundy_rules::{Kind, PositionSum};
use grundy_solve::trace::{SearchMethod, TracedPositions, visits};
use grundy_solve::{Budget, Question, Solver};

/// Asserts that an SVG is well-formed as far as this check goes.
///
/// Every element is closed, attributes are quoted, and no text contains `<` or `>`.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<String> = vec![];
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "{}", &rest[..at]);
        let inside = &rest[at + 1..];
        let end = inside.find('>').expect("a tag ends");
        let tag = &inside[..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap().to_string());
        }
        rest = &inside[end + 1..];
    }
    assert!(open.is_empty() && !svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
}

fn small() -> Vec<PositionSum> {
    let mut list: Vec<PositionSum> = vec![];
    for entry in library().games() {
        let info = entry.info();
        for text in std::iter::once(&info.example).chain(info.other_examples) {
            list.extend(parse(text));
        }
    }
    list
}

#[test]
fn every_game_is_drawn() {
    let specs = small();
    assert!(specs.len() >= 20, "{}", specs.len());
    for spec in specs {
        let text = spec.canonical_text();
        let answer = Solver::new().solve(&spec, &Question::default(), &Budget::default()).ok();
        for language in [Language::English, Language::Chinese] {
            let svg = position_svg(&PlayPosition::start(spec.clone()), answer.as_ref(), &[], language);
            assert_well_formed(&svg.unwrap_or_else(|error| panic!("{text}: {error}")));
        }
        let dot = position_dot(&PlayPosition::start(spec.clone()));
        assert!(dot.is_err() || dot.unwrap().ends_with("}\n"));
        // A graph that is too large to draw is rejected with a suggestion.
        match TracedPositions::compute(&spec, &Budget::default()).and_then(|steps| DigraphDrawing::from_steps(&steps)) {
            Ok(graph) => {
                assert!(graph_dot(&graph).ends_with("}\n"));
                match graph_svg(&graph, Language::English) {
                    Ok(svg) => assert_well_formed(&svg),
                    Err(error) => assert!(error.suggestion().is_some(), "{error}"),
                }
            }
            Err(error) => assert!(!error.message.to_string().is_empty()),
        }
        if spec.kind() != Kind::Multiplayer
            && let Ok(tree) = visits(&spec, SearchMethod::AlphaBeta, &Budget::default())
            && let Ok(svg) = tree_svg(&TreeDrawing::new(spec.kind(), SearchMethod::AlphaBeta, &tree), Language::English)
        {
            assert_well_formed(&svg);
        }
    }
}

#[test]
fn names_are_text_and_large_positions_are_refused() {
    let spec = parse("hackenbush[ground=\"<g>\"](\"<g>\"-\"a&b\", \"a&b\"-\"\\\"\")");
    let spec = spec.or_else(|_| parse("hackenbush[ground=\"<g>\"](\"<g>\"-\"a&b\")")).unwrap();
    let svg = position_svg(&PlayPosition::start(spec), None, &[], Language::English).unwrap();
    assert_well_formed(&svg);
    assert!(svg.contains("&lt;g&gt;") && svg.contains("a&amp;b"), "{svg}");
    let many: Vec<String> = (0..300).map(|k| k.to_string()).collect();
    let edges: Vec<String> = (0..2000).map(|k| format!("0-{}", k + 1)).collect();
    for text in [format!("nim({})", many.join(",")), format!("hackenbush({})", edges.join(","))] {
        assert!(position_svg(&PlayPosition::start(parse(&text).unwrap()), None, &[], Language::English).is_err());
    }
    let bush: Vec<String> = (0..300).map(|k| format!("{}-{}", k / 3, k + 1)).collect();
    let spec = parse(&format!("hackenbush({})", bush.join(","))).unwrap();
    assert_well_formed(&position_svg(&PlayPosition::start(spec), None, &[], Language::English).unwrap());
}

/// Boards of pairs and counting races mark the P-positions.
#[test]
fn p_positions_are_marked() {
    for (text, marks) in [
        ("wythoff(5,8)", 6),
        ("misere wythoff(2,2)", 3),
        ("count[1..4; 30](12)", 4),
        ("nim(3,5)", 0),
        ("treblecross(10)", 0),
        ("euclid(8,5)", 24),
    ] {
        let play_position = PlayPosition::start(parse(text).unwrap());
        let lost = play_position.p_position_cells(&mut Solver::new(), &Budget::default()).unwrap();
        let svg = position_svg(&play_position, None, &lost, Language::English).unwrap();
        assert_well_formed(&svg);
        assert_eq!(svg.matches("class=\"p-position\"").count(), marks, "{text}");
        assert_eq!(svg.contains("dot: P-position"), marks > 0, "{text}");
    }
}
