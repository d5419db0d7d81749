//! Tests of lines of play: their moves, values and points agree with the solver.

use grundy_games::parse;
use grundy_play::{End, Machine, PlayLine, PlayPosition, demonstrate};
use grundy_rules::{Outcome, Player};
use grundy_solve::{Answer, Budget, Question, Solver};

/// Returns the answer to a position, and the line that demonstrates it.
fn answer_and_line(play_position: PlayPosition) -> (Answer, Option<PlayLine>) {
    let (mut solver, budget) = (Solver::new(), Budget::default());
    let answer = solver.solve(play_position.position_sum(), &Question::default(), &budget).unwrap();
    let line = demonstrate(play_position, &answer, &mut solver, &budget);
    (answer, line)
}

fn start(text: &str) -> PlayPosition {
    PlayPosition::start(parse(text).unwrap())
}

#[test]
fn ply_values_agree_with_the_solver() {
    let texts = [
        "nim(1,2,3)",
        "misere nim(1,2,3)",
        "wythoff(3,5)",
        "misere wythoff(2,2)",
        "token[a>b,b>a,b>c](a)",
        "token[a>b,b>a](a)",
        "take[1,2 | 1,3](10)",
        "misere kayles(9)",
        "misere hackenbush(0-1,1-2)",
    ];
    for text in texts {
        let (_, line) = answer_and_line(start(text));
        let line = line.unwrap_or_else(|| panic!("{text} has no line"));
        for ply in &line.plies {
            let to = ply.to.to_string();
            let (answer, _) = answer_and_line(start(&to));
            let value = answer
                .values
                .grundy
                .map(|value| value.0.to_string())
                .or(answer.values.loopy.map(|value| value.to_string()));
            let expected = match value {
                Some(value) => format!("Grundy value {value}"),
                None => answer.result.outcome.unwrap().name().to_string(),
            };
            assert_eq!(ply.value.as_ref().unwrap().to_string(), expected, "{text}: {to}");
        }
    }
}

#[test]
fn the_points_of_a_whole_line_are_the_score() {
    for text in
        ["row[1..3](3,-1,4,-1,5)", "triangles(0-1,1-2 | 0-2,0-3,1-3)", "triangles[again](1-2,2-3 | 1-3,3-4,2-4)"]
    {
        let (answer, line) = answer_and_line(start(text));
        let line = line.unwrap();
        assert!(matches!(line.end, Some(End::Points(_))), "{text}");
        let [first, second] = line.points.unwrap();
        assert_eq!(Some(first - second), answer.result.score, "{text}");
        assert_eq!(line.plies.iter().filter_map(|ply| ply.points).sum::<i64>(), first + second, "{text}");
    }
}

#[test]
fn lines_start_with_the_mover_or_the_loser() {
    for a in 0..5 {
        for b in 1..4 {
            let text = format!("take[1,2 | 1,3]({a}) + take[1 | 2]({b}) + nim(2)");
            for mover in [Player::LEFT, Player::RIGHT] {
                let (answer, line) = answer_and_line(PlayPosition::new(parse(&text).unwrap(), mover));
                let first = match answer.result.outcome {
                    Some(Outcome::L) => Player::RIGHT,
                    Some(Outcome::R) => Player::LEFT,
                    _ => mover,
                };
                let Some(line) = line else { continue };
                let by = line.plies[0].player_name.as_ref().unwrap().to_string();
                assert_eq!(by, if first == Player::LEFT { "Left" } else { "Right" }, "{text}");
            }
        }
    }
}

#[test]
fn finished_plays_have_no_line() {
    for text in ["nim(0)", "misere nim(0)", "take[3..](2)", "row[1..3]()"] {
        let (answer, line) = answer_and_line(start(text));
        assert!(answer.result.is_over && line.is_none(), "{text}");
    }
    assert!(!answer_and_line(start("nim(1,1)")).0.result.is_over);
}

/// A known outcome without a known winning move gives no line of best play.
/// The machine then reports that it found no winning move.
#[test]
fn unknown_moves_make_no_line() {
    let budget = Budget { nodes: 500, ..Budget::default() };
    let (mut solver, play_position) = (Solver::new(), start("chomp(15x16)"));
    let answer = solver.solve(play_position.position_sum(), &Question::default(), &budget).unwrap();
    assert!(answer.result.outcome == Some(Outcome::N) && answer.moves.incomplete && answer.moves.listed.is_empty());
    let chosen = Machine::perfect().choose(&play_position, &mut solver, &budget).unwrap();
    assert!(chosen.unsolved.is_some_and(|error| error.to_string().contains("no winning move was found")));
    assert!(demonstrate(play_position, &answer, &mut solver, &budget).is_none());
}

/// Where a player can move again, lines name the players and contain no replies of the other one.
#[test]
fn lines_with_extra_turns_name_the_players() {
    for (text, movers) in [
        ("nimstring(a-0)", &["first"][..]),
        ("nimstring(a-b-c)", &["first", "first"]),
        ("nimstring(0-a-0)", &["first", "second"]),
    ] {
        let (_, line) = answer_and_line(start(text));
        let Some(line) = line else {
            assert_eq!(text, "nimstring(0-a-0)", "{text} has no line");
            continue;
        };
        let names: Vec<String> = line.plies.iter().map(|ply| ply.player_name.as_ref().unwrap().to_string()).collect();
        let expected: Vec<String> = movers.iter().map(|mover| format!("the {mover} player")).collect();
        assert_eq!(names, expected, "{text}");
        let lines: Vec<String> = line.text().iter().map(ToString::to_string).collect();
        assert!(!lines.concat().contains("answered by") && !lines.concat().contains("for example"), "{lines:?}");
    }
}
