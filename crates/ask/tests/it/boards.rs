//! Tests of boards: the legal moves, the elements that they change, their results and their positions.

use grundy_ask::{MAX_MOVES, MAX_PIECES, ask};
use grundy_solve::{Budget, Solver};
use serde_json::{Value, json};

fn put(request: Value) -> Value {
    let budget = Budget { threads: 1, nodes: 2_000_000, ..Budget::default() };
    let mut solver: Solver = grundy_proof::solver_with_proofs();
    serde_json::from_str(&ask(&request.to_string(), &mut solver, &budget)).unwrap()
}

fn board(spec: &str) -> Value {
    put(json!({"do": "board", "spec": spec}))
}

#[test]
fn nim() {
    let board = board("nim(3,4,5)");
    assert_eq!((&board["result"], &board["grundy"], &board["value"]), (&json!("win"), &json!(2), &json!("*2")));
    assert_eq!((board["pieces_total"].as_u64(), &board["over"], &board["mover"]), (Some(3), &json!(false), &json!(1)));
    let piece = &board["pieces"][0];
    assert_eq!((&piece["picture"], &piece["grundy"]), (&json!({"kind": "heap", "stones": 3}), &json!(3)));
    assert_eq!((&piece["game"], &piece["spec"], &piece["moves_total"]), (&json!("nim"), &json!("nim(3)"), &json!(3)));
    let mv = &piece["moves"][1];
    assert_eq!((&mv["move"], &mv["fields"]), (&json!("take 2 from heap 1"), &json!({"heap": 1, "take": 2})));
    assert_eq!((&mv["touches"], &mv["short"]), (&json!({"stones": [2, 3]}), &json!("2 1")));
    assert_eq!((&mv["result"], &mv["outcome"], &mv["to"]), (&json!("win"), &json!("P"), &json!("nim(1,4,5)")));
    assert_eq!((&mv["pictures"], &mv["next"]), (&json!([{"kind": "heap", "stones": 1}]), &json!(2)));
    assert_eq!(piece["moves"][0]["result"], "loss");
}

/// The winning moves on a board are those that `solve` lists.
#[test]
fn winning_moves_agree_with_solve() {
    for entry in grundy_games::library().games() {
        for spec in [entry.info().example].iter().chain(entry.info().other_examples) {
            let board = board(spec);
            assert!(board["error"].is_null(), "{spec}: {board}");
            let answer = put(json!({"do": "solve", "spec": spec}));
            let moves: Vec<&Value> =
                board["pieces"].as_array().unwrap().iter().flat_map(|p| p["moves"].as_array().unwrap()).collect();
            let complete =
                board["pieces"].as_array().unwrap().iter().all(|p| {
                    p["moves"].as_array().unwrap().len() as u64 == p["moves_total"].as_u64().unwrap_or(u64::MAX)
                });
            if answer["kind"] != "impartial" || !complete || board["result"] != "win" {
                continue;
            }
            let mut wins: Vec<String> =
                moves.iter().filter(|mv| mv["result"] == "win").map(|mv| mv["to"].to_string()).collect();
            let mut listed: Vec<String> =
                answer["moves"].as_array().unwrap().iter().map(|mv| mv["to"].to_string()).collect();
            wins.sort();
            listed.sort();
            assert_eq!(wins, listed, "{spec}");
        }
    }
}

#[test]
fn pictures_of_all_kinds() {
    let board_of = |spec: &str| board(spec)["pieces"][0].clone();
    let piece = board_of("kayles(7)");
    let split =
        piece["moves"].as_array().unwrap().iter().find(|mv| mv["pictures"].as_array().unwrap().len() == 2).unwrap();
    let left: Vec<u64> = split["pictures"].as_array().unwrap().iter().map(|p| p["stones"].as_u64().unwrap()).collect();
    let touched: Vec<u64> =
        split["touches"]["stones"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(touched, [left[0] + 1, 7 - left[1]], "{split}");
    let piece = board_of("wythoff(3,5)");
    assert_eq!(piece["picture"], json!({"kind": "pair", "square": [3, 5]}));
    assert_eq!(piece["moves"][0]["touches"]["square"], piece["moves"][0]["pictures"][0]["square"]);
    let piece = board_of("stairs(1,0,3)");
    assert_eq!(piece["picture"]["stones"], json!([1, 0, 3]));
    assert!(piece["moves"].as_array().unwrap().iter().all(|mv| !mv["touches"]["steps"].as_array().unwrap().is_empty()));
    let piece = board_of("hackenbush(0-1:b,1-2:r)");
    assert_eq!(
        (&piece["picture"]["kind"], &piece["moves"][0]["touches"]),
        (&json!("drawing"), &json!({"named": {"edge": 1, "ends": ["0", "1"]}}))
    );
    let picture = &board_of("hackenbush(0-1,1-2,1-3,3-4)")["picture"];
    let values: Vec<u64> =
        picture["points"].as_array().unwrap().iter().map(|point| point["value"].as_u64().unwrap()).collect();
    assert_eq!((values, &picture["points"][0]["ground"]), (vec![4, 3, 0, 1, 0], &json!(true)));
    assert_eq!(picture["lines"][3], json!({"ends": [3, 4], "ink": "green"}));
    let picture = &board_of("triangles(1-2 | 2-3,1-3)")["picture"];
    let inks: Vec<&str> =
        picture["lines"].as_array().unwrap().iter().map(|line| line["ink"].as_str().unwrap()).collect();
    assert_eq!(inks.iter().filter(|ink| **ink == "dashed").count(), 2);
    assert_eq!(board_of("row[1,2](5,-4)")["picture"], json!({"kind": "strip", "cells": ["5", "-4"], "text": "5,-4"}));
}

#[test]
fn players_and_points() {
    let right = put(json!({"do": "board", "spec": "take[1 | 2](1)", "mover": 2}));
    assert_eq!((&right["mover"], &right["over"], &right["result"]), (&json!(2), &json!(true), &json!("loss")));
    let left = put(json!({"do": "board", "spec": "take[1 | 2](1)", "mover": "left"}));
    assert_eq!((&left["result"], &left["pieces"][0]["moves"][0]["result"]), (&json!("win"), &json!("win")));
    let points = board("row[1..2](3,-1,4)");
    assert!(points["result"].is_i64() && points["outcome"].is_null(), "{points}");
    let several = board("rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](7)");
    assert!(several["players"] == 3 && several["result"].is_u64(), "{several}");
}

#[test]
fn large_boards_are_bounded_and_counted() {
    let heaps: Vec<String> = (1..=300).map(|n| n.to_string()).collect();
    let board_of = board(&format!("nim({})", heaps.join(",")));
    let pieces = board_of["pieces"].as_array().unwrap();
    let moves: usize = pieces.iter().map(|piece| piece["moves"].as_array().unwrap().len()).sum();
    assert_eq!((pieces.len(), board_of["pieces_total"].as_u64(), moves), (MAX_PIECES, Some(300), MAX_MOVES));
    let far = board("nim(18446744073709551615) + 10^18*nim(2)");
    assert_eq!(far["pieces"][0]["moves"].as_array().unwrap().len(), 200);
    assert_eq!(far["pieces"][0]["moves_total"], json!(18446744073709551615u64));
    assert_eq!(far["pieces"][1]["copies"], json!(1_000_000_000_000_000_000u64));
}

/// A request may contain moves in any notation; the reply contains these moves, and how play has ended.
#[test]
fn moves_are_made_first() {
    let after = |spec: &str, moves: &str| put(json!({"do": "board", "spec": spec, "moves": moves}));
    let board = after("nim(3,4,5)", "2 1; take 4 from heap 2");
    assert_eq!((&board["spec"], &board["mover"], &board["end"]), (&json!("nim(1,0,5)"), &json!(1), &Value::Null));
    assert_eq!((&board["played"][0]["move"], &board["played"][1]["mover"]), (&json!("take 2 from heap 1"), &json!(2)));
    assert_eq!(board["played"][1]["short"], "4 2");
    let ends = [
        ("nim(1)", "1", json!({"how": "stuck", "winner": 1, "loser": null})),
        ("misere nim(1)", "1", json!({"how": "stuck", "winner": 2, "loser": null})),
        ("row[1..3](3,-1)", "2", json!({"how": "points", "winner": 1, "loser": null})),
        ("rivals[1 : 2>3>1 / 1 : 1>3>2 / 1 : 1>2>3](1)", "1", json!({"how": "stuck", "winner": null, "loser": 2})),
        ("token[a>b,b>a](a)", "b;a;b;a", json!({"how": "repetition", "winner": null, "loser": null})),
    ];
    for (spec, moves, end) in ends {
        assert_eq!(after(spec, moves)["end"], end, "{spec}");
    }
    assert_eq!(after("row[1..3](3,-1,4)", "1; 2")["points"], json!([3, 3]));
    let wrong = after("nim(3)", "1; 9");
    assert_eq!((&wrong["error"]["span"], &wrong["error"]["kind"]), (&json!([3, 4]), &json!("bad_argument")));
    assert!(board.get("played").is_some() && self::board("nim(1)").get("played").is_none());
    // In partizan games, `mover` names the player who starts.
    let right = put(json!({"do": "board", "spec": "take[1,2 | 1,3](7)", "mover": "right", "moves": "3"}));
    assert_eq!((&right["played"][0]["mover"], &right["mover"]), (&json!(2), &json!(1)));
}

#[test]
fn rules_are_read() {
    let rules = put(json!({"do": "parse", "rules": "take[3,1,2]", "misere": true}));
    let expected =
        json!({"schema": 2, "rules": "misere take[1..3]", "play": "misere", "kind": "impartial", "numbers": 1});
    assert_eq!(rules, expected);
    assert_eq!(put(json!({"do": "parse", "rules": "take[3,"}))["error"]["kind"], "syntax");
    assert_eq!(put(json!({"do": "parse", "rules": "nim", "spec": "nim(1)"}))["error"]["kind"], "bad_argument");
}
