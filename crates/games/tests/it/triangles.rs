//! Tests the notation of Triangles, its points and its keys.

use crate::common::assert_prints;
use grundy_games::parse;
use grundy_games::triangles::Triangles;
use grundy_rules::{ErrorKind, Game, Player, Rules, Scored};
use std::collections::HashMap;

#[test]
fn prints_what_it_reads() {
    for (text, printed) in [
        ("triangles(1-2, 2-3 | 1-3, 3-4)", "triangles(1-2,2-3 | 1-3,3-4)"),
        ("triangles[again](3-2,2-1|3-1)", "triangles[again](1-2,2-3 | 1-3)"),
        ("triangles(|)", "triangles(|)"),
        ("triangles ( | b-a , 10-9 )", "triangles(| 9-10,a-b)"),
        ("triangles(1-2|)", "triangles(1-2 |)"),
        ("三角形(\"x y\"-z | \"\"-7)", "triangles(\"x y\"-z | 7-\"\")"),
        ("triangles(| \"12\"-\"1a\")", "triangles(| 12-\"1a\")"),
    ] {
        assert_prints(text, printed);
    }
}

#[test]
fn errors_name_the_place() {
    for (text, kind, span, message) in [
        ("triangles(1-2,3-3 | 1-4)", ErrorKind::BadArgument, 14..17, "3-3 joins a vertex to itself"),
        ("triangles(1-2,2-1 | 1-4)", ErrorKind::BadArgument, 14..17, "the solid edge 2-1 is listed twice"),
        ("triangles(| 1-2, 1-4,4-1)", ErrorKind::BadArgument, 21..24, "the dashed edge 4-1 is listed twice"),
        ("triangles(1-2 | 2-1)", ErrorKind::BadArgument, 16..19, "the edge 2-1 cannot be both solid and dashed"),
        ("triangles(1-2)", ErrorKind::Syntax, 13..14, "expected `,` or `|`, found `)`"),
        ("triangles()", ErrorKind::Syntax, 10..11, "expected an edge or `|`, found `)`"),
        (
            "triangles(1-2 | 1",
            ErrorKind::Syntax,
            17..17,
            "expected `-` and the other end of the edge, found the end of the text",
        ),
        (
            "triangles(1-2 | 1-",
            ErrorKind::Syntax,
            18..18,
            "expected the other end of the edge, found the end of the text",
        ),
        ("triangles(1-2 | 1-3", ErrorKind::Syntax, 19..19, "expected `,` or `)`, found the end of the text"),
        ("triangles(1-2, | 1-3)", ErrorKind::Syntax, 15..16, "expected an edge, found `|`"),
        ("triangles(1-2 | 1-3 | 1-4)", ErrorKind::Syntax, 20..21, "expected `,` or `)`, found `|`"),
        ("triangles[more](|)", ErrorKind::BadArgument, 10..14, "the only option is `again`, not `more`"),
        ("triangles[](|)", ErrorKind::Syntax, 10..11, "expected `again`, found `]`"),
        ("triangles", ErrorKind::Syntax, 9..9, "expected `(`, found the end of the text"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.kind, error.message.to_string().as_str()), (kind, message), "{text}");
        assert_eq!(error.span, Some(span), "{text}");
        let help = error.help.unwrap_or_else(|| panic!("{text}: no help"));
        if let Some(example) = help.to_string().strip_prefix("for example ") {
            parse(example).unwrap_or_else(|error| panic!("{text}: {example}: {error}"));
        }
    }
    let star = |edges: usize| (1..=edges).map(|k| format!("0-{k}")).collect::<Vec<_>>().join(",");
    assert_eq!(
        parse(&format!("triangles({} |)", star(1000))).unwrap().terms[0].position.moves(0, Player::LEFT).count(),
        0
    );
    assert_eq!(
        parse(&format!("triangles(| {})", star(64))).unwrap().terms[0].position.moves(0, Player::LEFT).count(),
        64
    );
    let error = parse(&format!("triangles(| {})", star(65))).unwrap_err();
    assert_eq!((error.kind, error.message.to_string().as_str()), (ErrorKind::TooLarge, "more than 64 dashed edges"));
}

/// Checks that the points of a move are the increase of the number of solid triangles.
#[test]
fn points_are_completed_triangles() {
    for (game, components) in Triangles::samples().step_by(17).take(60) {
        let drawn = |component: u64| -> usize {
            let edges: Vec<[u32; 2]> = game
                .edges
                .iter()
                .filter(|(_, number)| !number.is_some_and(|k| component >> k & 1 == 1))
                .map(|e| e.0)
                .collect();
            let joined = |a, b| edges.contains(&[a, b]);
            edges.iter().map(|&[a, b]| (b..6).filter(|&c| joined(a, c) && joined(b, c)).count()).sum()
        };
        let mut component = components[0];
        while component != 0 {
            for mv in game.moves(&component, Player::LEFT) {
                let after = game.play(&component, Player::LEFT, &mv)[0];
                let points = game.points(&component, Player::LEFT, &mv);
                assert_eq!(points as usize, drawn(after) - drawn(component));
                let again = game.has_extra_turns() && points > 0;
                assert_eq!(
                    game.next_player(&component, Player::LEFT, &mv),
                    if again { Player::LEFT } else { Player::RIGHT }
                );
            }
            component &= component - 1 - (component & (component - 1)) / 3;
        }
    }
}

/// Checks that positions with equal keys have equal leads, by minimax over all positions of each board.
#[test]
fn equal_keys_play_the_same() {
    let mut value_of_key: HashMap<(bool, Box<[u8]>), i64> = HashMap::new();
    let mut positions = 0;
    for (game, components) in Triangles::samples().step_by(3).take(300) {
        let count = components[0].count_ones();
        let mut gains = vec![0i64; 1 << count];
        for component in 0..1u64 << count {
            let value = game.moves(&component, Player::LEFT).map(|mv| {
                let rest = gains[game.play(&component, Player::LEFT, &mv)[0] as usize];
                let same = game.next_player(&component, Player::LEFT, &mv) == Player::LEFT;
                game.points(&component, Player::LEFT, &mv) + if same { rest } else { -rest }
            });
            gains[component as usize] = value.max().unwrap_or(0);
            let first = *value_of_key
                .entry((game.has_extra_turns(), game.key(&component)))
                .or_insert(gains[component as usize]);
            assert_eq!(first, gains[component as usize], "{component:b} of {game:?}");
            positions += 1;
        }
    }
    assert!(positions > 10 * value_of_key.len(), "{positions} positions, {} keys", value_of_key.len());
}

/// Checks that with all edges of K_n dashed, there are at most as many keys as graphs on n vertices.
///
/// By OEIS A000088, there are 34 such graphs for n = 5.
#[test]
fn keys_of_a_complete_graph() {
    let names = ["1", "2", "3", "4", "5"];
    let edges: Vec<(&str, &str)> = (0..5).flat_map(|v| (0..v).map(move |u| (names[u], names[v]))).collect();
    let (game, all) = Triangles::from_edges(false, &[], &edges).unwrap();
    let keys: std::collections::HashSet<Box<[u8]>> = (0..=all).map(|component| game.key(&component)).collect();
    assert!(keys.len() <= 34 && keys.len() > 20, "{}", keys.len());
}
