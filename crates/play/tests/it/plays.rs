//! Tests of complete plays of every kind of game.
//!
//! The machine achieves the best result, and all moves are legal.

use grundy_games::{library, parse};
use grundy_lang::Language;
use grundy_play::{End, ExpectedResult, LegalMove, Machine, PlayPosition, Random, Session, expected_result};
use grundy_rules::{Cancel, Kind, Play, Player, PositionSum, SumTerm};
use grundy_solve::{Budget, Solver};

/// Plays a position to its end: perfectly for the players of `machine`, at random for the others.
fn play(
    text: &str,
    first: Player,
    machine: impl Fn(Player) -> bool,
    random: &mut Random,
    solver: &mut Solver,
) -> Session {
    let mut session = Session::new(parse(text).unwrap(), first);
    let budget = Budget::default();
    while session.end().is_none() {
        assert!(session.moves_made() < 500, "{text} goes on for ever");
        let play_position = session.position();
        let mv = if machine(play_position.mover()) {
            let chosen = Machine::perfect().choose(play_position, solver, &budget).unwrap();
            assert_eq!(chosen.unsolved, None, "{text}");
            chosen.mv
        } else {
            let mut moves = play_position.moves(300);
            let chosen = random.below(moves.len());
            moves.swap_remove(chosen)
        };
        assert_legal(play_position, &mv);
        session.play(&mv);
    }
    assert_repeats(&session);
    session
}

/// Asserts that a move is listed, or made in a later copy of a term, and that its texts parse back.
fn assert_legal(play_position: &PlayPosition, mv: &LegalMove) {
    let listed = play_position.moves(300);
    if listed.len() < 300 && listed.iter().all(|other| other.text != mv.text) {
        // Only moves in the first of equal copies are listed.
        assert!(mv.text.to_string().starts_with("term "), "{} in {}", mv.text, play_position.text());
    }
    assert_eq!(play_position.find(&mv.text.to_string()).unwrap().text, mv.text);
    // In Chinese text, spaces and the width of characters have no meaning, except within quotes.
    let chinese = mv.text.in_language(Language::Chinese);
    let change_unquoted = |change: &dyn Fn(char) -> String| {
        let mut quoted = false;
        let each = chinese.chars().map(|c| {
            quoted ^= c == '"';
            if quoted { c.to_string() } else { change(c) }
        });
        each.collect::<String>()
    };
    let unspaced = change_unquoted(&|c| if c.is_whitespace() { String::new() } else { c.to_string() });
    let spaced = change_unquoted(&|c| if is_chinese(c) { format!(" {c}　") } else { c.to_string() });
    let full_width = change_unquoted(&|c| if c.is_ascii_digit() { to_full(c).to_string() } else { c.to_string() });
    for written in [chinese, unspaced, spaced, full_width] {
        assert_eq!(play_position.find(&written).unwrap().text, mv.text, "{written}");
    }
}

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..'\u{a000}').contains(&c)
}

/// Returns the full-width form of an ASCII character.
fn to_full(c: char) -> char {
    char::from_u32(c as u32 + 0xfee0).unwrap()
}

/// Returns the texts of the components of the current position, sorted.
/// A repeated play may move in another one of equal components, so only the sorted lists are comparable.
fn components(play_position: &PlayPosition) -> Vec<String> {
    let position_sum = parse(&play_position.text().to_string()).unwrap();
    let mut all = vec![];
    for term in &position_sum.terms {
        for component in 0..term.position.len() {
            let alone = SumTerm { position: term.position.component(component), ..*term };
            all.push(PositionSum::new(position_sum.play, vec![alone]).to_string());
        }
    }
    all.sort();
    all
}

/// Asserts that the printed moves of a play, in either language, lead to the same position and end.
fn assert_repeats(session: &Session) {
    for language in Language::ALL {
        let moves: Vec<String> = session.moves().map(|(_, mv)| mv.text.in_language(language)).collect();
        let mut again = session.anew();
        again.play_all(&moves.join("; ")).unwrap();
        assert_eq!(components(again.position()), components(session.position()));
        assert_eq!((again.end(), again.points()), (session.end(), session.points()));
    }
}

/// Returns the winner of a play that ended because the player to move has no move.
fn winner(session: &Session) -> Option<Player> {
    match session.end() {
        Some(End::NoMove { winner, .. }) => Some(winner),
        _ => None,
    }
}

const POSITIONS: [&str; 39] = [
    "nim(3,4,5)",
    "nim(1,2,3)",
    "nim(10^18,7)",
    "misere nim(1,1,2)",
    "misere nim(2,3,4)",
    "take[1..3](21)",
    "take[1,3,4](17,9)",
    "misere take[2..4](15)",
    "count[1..4; 30](0)",
    "wythoff(4,7)",
    "wythoff(5,8)",
    "misere wythoff(3,6)",
    "lasker(4,5)",
    "stairs[ground](1,2,3)",
    "stairs[frozen](2,0,3)",
    "fibonacci_nim(13)",
    "euclid(25,7)",
    "empty_and_divide(8,12)",
    "misere empty_and_divide(5,9)",
    "octal[0.07](12)",
    "kayles(5,4)",
    "misere kayles(6)",
    "treblecross(9)",
    "grundy_game(9,6)",
    "hackenbush(0-1,1-2,2-0,0-3)",
    "hackenbush(0-1:b,1-2:r,0-3:r,3-4:b)",
    "token[a>b>c,a>c,b>d](a,b)",
    "token[a>b,b>a,b>c,c>d](a)",
    "token[1>2>3>1,3>4](1,2)",
    "take[1,2 | 1,3](9)",
    "misere take[1,2 | 1,3](9,4)",
    "-take[1 | 2](7) + nim(2)",
    "nim(3) + 2*wythoff(1,2) + kayles(3)",
    "rule{ n -> n-1; n/2 }(9,4)",
    "cram(1x2,1x2,1x3)",
    "clobber(\"xo\",\"ox\") + clobber(\"xo\")",
    "node_kayles(a-b;a-b-c;c)",
    "rule{ left: n -> n-1; right: n -> n-2 }(7)",
    "rule{ (a,b) -> (a-k,b) for k in 1..2; (a,b-k) for k in 1..b }(4,5)",
];

/// The machine wins every won position, whichever player starts, and never loses a drawn position.
#[test]
fn the_machine_wins_what_can_be_won() {
    let (mut solver, mut random) = (Solver::new(), Random::new(1));
    let mut won = 0;
    for text in POSITIONS {
        for (first, machine) in [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(a, b)| (Player(a), Player(b))) {
            let session = Session::new(parse(text).unwrap(), first);
            let play_position = session.position();
            let (expected, _) = expected_result(play_position, false, &mut solver, &Budget::default()).unwrap();
            let mover = play_position.mover();
            for _ in 0..2 {
                let end = play(text, first, |player| player == machine, &mut random, &mut solver);
                match (expected, mover == machine) {
                    (Some(ExpectedResult::Win), true) | (Some(ExpectedResult::Loss), false) => {
                        assert_eq!(winner(&end), Some(machine), "{text}");
                        won += 1;
                    }
                    (Some(ExpectedResult::Draw), _) => assert_ne!(winner(&end), Some(machine.other()), "{text}"),
                    _ => {}
                }
            }
        }
    }
    assert!(won >= 100, "{won}");
}

/// The result of a play between two machines is the result that the solver predicts.
#[test]
fn two_machines_reach_the_predicted_result() {
    let (mut solver, mut random) = (Solver::new(), Random::new(2));
    for text in POSITIONS {
        let play_position = PlayPosition::start(parse(text).unwrap());
        let (expected, _) = expected_result(&play_position, false, &mut solver, &Budget::default()).unwrap();
        let end = play(text, Player::LEFT, |_| true, &mut random, &mut solver);
        match expected.unwrap() {
            ExpectedResult::Win => assert_eq!(winner(&end), Some(Player::LEFT), "{text}"),
            ExpectedResult::Loss => assert_eq!(winner(&end), Some(Player::RIGHT), "{text}"),
            _ => assert_eq!(end.end(), Some(End::Repetition), "{text}"),
        }
    }
}

/// The machine achieves the best result in samples of every game that the last move decides.
#[test]
fn the_machine_wins_the_samples_of_every_game() {
    let (mut solver, mut random) = (Solver::new(), Random::new(3));
    for entry in library().games() {
        let mut wins = 0;
        for position in entry.samples().take(60).step_by(3) {
            if !matches!(position.ruleset().kind(), Kind::Impartial | Kind::Partizan) {
                continue;
            }
            for play_by in [Play::Normal, Play::Misere] {
                let prefix = if play_by == Play::Misere { "misere " } else { "" };
                let text = format!("{prefix}{position:?}");
                let play_position = PlayPosition::start(parse(&text).unwrap());
                let Ok((Some(expected), _)) = expected_result(&play_position, false, &mut solver, &Budget::default())
                else {
                    continue;
                };
                let machine = if expected == ExpectedResult::Win { Player::LEFT } else { Player::RIGHT };
                let end = play(&text, Player::LEFT, |player| player == machine, &mut random, &mut solver);
                if expected != ExpectedResult::Draw {
                    assert_eq!(winner(&end), Some(machine), "{text}");
                    wins += 1;
                }
            }
        }
        let decided = matches!(entry.info().kind, Kind::Impartial | Kind::Partizan);
        assert!(!decided || wins >= 20, "{}: {wins} plays", entry.info().name);
    }
}

#[test]
fn points_are_those_of_best_play() {
    let (mut solver, mut random) = (Solver::new(), Random::new(4));
    for text in [
        "row[1..3](3,-1,4,-1,5,9,-2,6)",
        "row[1,2](5,5,-9,4)",
        "triangles(1-2,2-3 | 1-3,3-4,4-1)",
        "triangles[again](1-2,2-3 | 1-3,3-4,4-1,2-4)",
    ] {
        let play_position = PlayPosition::start(parse(text).unwrap());
        let (expected, _) = expected_result(&play_position, false, &mut solver, &Budget::default()).unwrap();
        let Some(ExpectedResult::Score(score)) = expected else { panic!("{text} is won on points") };
        let end = play(text, Player::LEFT, |_| true, &mut random, &mut solver);
        let Some(End::Points([left, right])) = end.end() else { panic!("{text} ends on points") };
        assert_eq!(left - right, score, "{text}");
        for _ in 0..10 {
            let end = play(text, Player::LEFT, |player| player == Player::LEFT, &mut random, &mut solver);
            let [left, right] = end.points();
            assert!(left - right >= score, "{text}");
            let end = play(text, Player::LEFT, |player| player == Player::RIGHT, &mut random, &mut solver);
            let [left, right] = end.points();
            assert!(left - right <= score, "{text}");
        }
    }
}

#[test]
fn several_players_reach_the_predicted_loser() {
    let (mut solver, mut random) = (Solver::new(), Random::new(5));
    for heap in 0..25 {
        for (game, players) in
            [("rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3]", 3), ("rivals[1..3 : 2>1 / 1,2 : 1>2]", 2)]
        {
            let first = heap % players + 1;
            let text = format!("{game}({heap}; {first})");
            let play_position = PlayPosition::start(parse(&text).unwrap());
            assert_eq!(u64::from(play_position.mover().0) + 1, first);
            assert_eq!(u64::from(play_position.players()), players);
            let (expected, _) = expected_result(&play_position, false, &mut solver, &Budget::default()).unwrap();
            let end = play(&text, Player::LEFT, |_| true, &mut random, &mut solver);
            let Some(End::Loser(loser)) = end.end() else { panic!("{text} ends with a loser") };
            assert_eq!(expected, Some(ExpectedResult::Loser(loser)), "{text}");
        }
    }
}

#[test]
fn a_weak_machine_is_reproducible_by_seed() {
    let position_sum = || parse("nim(7,8,9)").unwrap();
    let moves = |percent, seed| -> Vec<String> {
        let mut machine = Machine::with_strength(percent, seed);
        let choose = |_| {
            machine
                .choose(&PlayPosition::start(position_sum()), &mut Solver::new(), &Budget::default())
                .unwrap()
                .mv
                .text
                .to_string()
        };
        (0..30).map(choose).collect()
    };
    assert_eq!(moves(50, 7), moves(50, 7));
    let best = moves(100, 7);
    assert!(best.iter().all(|mv| *mv == best[0]));
    let perfect_count = moves(50, 7).iter().filter(|mv| **mv == best[0]).count();
    assert!((5..=25).contains(&perfect_count), "{perfect_count}");
}

#[test]
fn undo_goes_back_and_repetition_is_counted_anew() {
    let mut session = Session::new(parse("token[a>b,b>a,a>c](a)").unwrap(), Player::LEFT);
    assert!(!session.undo());
    for name in ["b", "a", "b", "a", "b", "a", "b", "a"].iter().take(8) {
        if session.end().is_some() {
            break;
        }
        let mv = session.position().find(name).unwrap();
        session.play(&mv);
    }
    assert_eq!(session.end(), Some(End::Repetition));
    assert_eq!(session.moves_made(), 4);
    assert!(session.undo());
    assert_eq!(session.end(), None);
    assert_eq!(session.times_seen(), 2);
}

/// Each row has a position, the input, and the text of the parsed move or a part of the error.
#[test]
fn moves_are_found_as_people_write_them() {
    for (text, written, meant) in [
        ("nim(3,4,5)", "take 2 from heap 1", Ok("take 2 from heap 1")),
        ("nim(3,4,5)", "Take 2 From Heap 1", Ok("take 2 from heap 1")),
        ("nim(3,4,5)", " 2  1 ", Ok("take 2 from heap 1")),
        ("nim(3,4,5)", "2,1", Ok("take 2 from heap 1")),
        ("nim(3,4,5)", "1:2", Ok("take 2 from heap 1")),
        ("nim(3,4,5)", "nim(1,4,5)", Ok("take 2 from heap 1")),
        ("misere nim(3,4,5)", "nim(1,4,5)", Ok("take 2 from heap 1")),
        ("nim(7)", "1", Ok("take 1 from heap 1")),
        ("nim(3,4,5)", "2", Err("matches several")),
        ("nim(3,4,5)", "4 1", Err("not a legal move here")),
        ("nim(3,4,5)", "4:1", Err("no term 4")),
        ("nim(3,4,5)", "nim(3,4,6)", Err("no move was found")),
        ("nim(3,4,5)", "pass", Err("not a legal move here")),
        ("nim(3,4,5)", "-1 1", Err("not a legal move here")),
        ("nim(3,4,5)", "99999999999999999999 1", Err("not a legal move here")),
        ("nim(3) + 2*nim(4)", "2:3", Ok("term 2: take 3 from heap 1")),
        ("nim(3) + 2*nim(4)", "term 3: take 3 from heap 1", Ok("term 3: take 3 from heap 1")),
        ("nim(3) + 2*nim(4)", "part 3: take 3 from heap 1", Ok("term 3: take 3 from heap 1")),
        ("nim(3) + 2*nim(4)", "3:1:2", Ok("term 3: take 2 from heap 1")),
        ("nim(10^18,7)", "10^17 1", Ok("take 100000000000000000 from heap 1")),
        ("nim(10^18,7)", "nim(5,7)", Ok("take 999999999999999995 from heap 1")),
        (
            "lasker(10^18)",
            "split heap 1 into 1 and 999999999999999999",
            Ok("split heap 1 into 1 and 999999999999999999"),
        ),
        ("wythoff(4,7)", "3", Err("matches several")),
        ("wythoff(4,7)", "3 both", Ok("take 3 from both heaps")),
        ("wythoff(4,7)", "wythoff(1,4)", Ok("take 3 from both heaps")),
        ("wythoff(10^18,10^18)", "5 both", Ok("take 5 from both heaps")),
        ("count[1..4; 30](7)", "3", Ok("add 3 and say 10")),
        ("token[a>b,a>c,b>c](a)", "c", Ok("move token 1 from a to c")),
        ("token[a>b,a>c,b>c](a)", "a>c", Ok("move token 1 from a to c")),
        ("token[a>b,a>c,b>c](a,b)", "2 c", Ok("move token 2 from b to c")),
        ("token[a>b,a>c,b>c](a,b)", "c", Err("matches several")),
        ("token[a>\"the sun\"](a)", "\"the sun\"", Ok("move token 1 from a to \"the sun\"")),
        ("hackenbush(0-1,1-2)", "1-2", Ok("cut edge 2 (1-2)")),
        ("hackenbush(0-1,1-2)", "2", Ok("cut edge 2 (1-2)")),
        ("stairs(1,2,3)", "3 3", Ok("move 3 from step 3 to step 2")),
        ("triangles(1-2,2-3 | 1-3,3-4)", "1-3", Ok("draw 1-3")),
        ("row[1..3](3,-1,4)", "2", Ok("take 2 from the front")),
        ("rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-1) }(3,4)", "1,4", Ok("move from (3,4) to (1,4)")),
        ("kayles(5)", "1 1 2 2", Ok("take 1 from heap 1 and split the rest into 2 and 2")),
        ("kayles(5)", "1 1", Ok("take 1 from heap 1")),
        ("nim(3)", "", Err("not a legal move here")),
        ("nim(3)", ":", Err("not a legal move here")),
        ("nim(3)", "((((", Err("not a legal move here")),
        ("nim(3)", "\"", Err("not a legal move here")),
        ("nim(0)", "1", Err("not a legal move here")),
    ] {
        let found = PlayPosition::start(parse(text).unwrap()).find(written);
        match (found, meant) {
            (Ok(mv), Ok(meant)) => assert_eq!(mv.text, meant, "{text}: {written}"),
            (Err(error), Err(component)) => {
                assert!(error.message.to_string().contains(component), "{text}: {written}: {error}")
            }
            (found, _) => panic!("{text}: {written}: {found:?}"),
        }
    }
}

/// The short form of every move parses to that move.
#[test]
fn short_forms_parse_back() {
    for text in POSITIONS {
        let play_position = PlayPosition::start(parse(text).unwrap());
        for mv in play_position.moves(60) {
            let found = play_position.find(&mv.short());
            assert_eq!(found.map(|f| f.text), Ok(mv.text.clone()), "{text}: {}", mv.short());
        }
    }
}

/// If a limit is reached, the machine makes a legal move and reports the error.
///
/// If the work is cancelled, it returns an error and no move.
#[test]
fn limits_are_reported_and_cancelled_work_is_an_error() {
    let play_position = PlayPosition::start(parse("misere octal[0.07](40,41,42)").unwrap());
    let small_budget = Budget { nodes: 100, ..Budget::default() };
    let chosen = Machine::perfect().choose(&play_position, &mut Solver::new(), &small_budget).unwrap();
    assert!(chosen.unsolved.is_some());
    assert_legal(&play_position, &chosen.mv);
    let stop = Cancel::default();
    stop.cancel();
    let stopped = Budget { cancel: Some(stop.clone()), ..Budget::default() };
    assert!(Machine::perfect().choose(&play_position, &mut Solver::new(), &stopped).is_err());
}

#[test]
fn errors_come_back_as_errors() {
    // The first position has no legal move; the second rule divides by zero in an option.
    for text in ["nim(0)", "rule{ n -> n-1; n/(n-3) }(5)"] {
        let play_position = PlayPosition::start(parse(text).unwrap());
        assert!(Machine::perfect().choose(&play_position, &mut Solver::new(), &Budget::default()).is_err(), "{text}");
    }
}

/// A part of the Chinese text of a move suffices if it fits no other move.
#[test]
fn chinese_moves_are_written_freely() {
    for (text, written, meant) in [
        ("nim(3,4,5)", "从第2堆取1", Ok("take 1 from heap 2")),
        ("nim(3,4,5)", "从 第 2 堆 取 1", Ok("take 1 from heap 2")),
        ("nim(3,4,5)", "从第２堆取１颗", Ok("take 1 from heap 2")),
        ("nim(3,4,5)", "第2堆：取1", Ok("take 1 from heap 2")),
        ("nim(3,4,5)", "２１", Err("not a legal move here")),
        ("nim(3,4,5)", "２ １", Ok("take 2 from heap 1")),
        ("nim(3,4,5)", "取2", Err("matches several moves")),
        ("nim(7)", "取2", Ok("take 2 from heap 1")),
        ("nim(3,10^18)", "从第2堆取10^17", Ok("take 100000000000000000 from heap 2")),
        ("nim(2) + nim(2)", "第2项：从第1堆取1", Ok("term 2: take 1 from heap 1")),
        ("nim(2) + nim(2)", "第２项:从第１堆取１", Ok("term 2: take 1 from heap 1")),
        ("nim(3,4,5)", "ｎｉｍ（1，4，5）", Ok("take 2 from heap 1")),
        ("nim(3,4,5)", "nim（1，4，5）", Ok("take 2 from heap 1")),
        ("nim(3,4,5)", "从第4堆取1", Err("not a legal move here")),
        ("kayles(5)", "从第1堆取1", Ok("take 1 from heap 1")),
    ] {
        match (PlayPosition::start(parse(text).unwrap()).find(written), meant) {
            (Ok(mv), Ok(meant)) => assert_eq!(mv.text, meant, "{text}: {written}"),
            (Err(error), Err(component)) => {
                assert!(error.message.to_string().contains(component), "{text}: {written}: {error}")
            }
            (found, _) => panic!("{text}: {written}: {found:?}"),
        }
    }
}

#[test]
fn plays_begin_with_moves() {
    let start = || Session::new(parse("nim(1,2)").unwrap(), Player::LEFT);
    let mut session = start();
    session.play_all(" 从第1堆取1；\n2 2; ").unwrap();
    assert!(session.end().is_some() && session.moves_made() == 2);
    let moves: Vec<String> =
        session.moves().map(|(play_position, mv)| format!("{}: {}", play_position.text(), mv.text)).collect();
    assert_eq!(moves, ["nim(1,2): take 1 from heap 1", "nim(0,2): take 2 from heap 2"]);
    for (moves, message, place) in [
        ("1 1; 1 1; 2 2", "move 2: `1 1` is not a legal move here", 5..8),
        ("1 1; 2 2; 1 1", "the game ended before move 3", 10..13),
        ("nim(0,2)；？", "move 2: `？` is not a legal move here", 11..14),
    ] {
        let error = start().play_all(moves).unwrap_err();
        assert_eq!((error.message.to_string().as_str(), error.span), (message, Some(place)), "{moves}");
    }
}

/// In a sum of two equal components the machine mirrors each move in the other component.
#[test]
fn moves_in_equal_components_are_copied() {
    let mut solver = Solver::new();
    for text in
        ["lasker(5) + lasker(5)", "lasker(5,5)", "nim(7,7)", "kayles(9) + kayles(9)", "stairs(2,3) + stairs(2,3)"]
    {
        let first = Session::new(parse(text).unwrap(), Player::LEFT);
        for mv in first.position().moves(100) {
            let mut session = first.anew();
            session.play(&mv);
            let before = session.position().text().to_string();
            let answer = Machine::perfect().choose(session.position(), &mut solver, &Budget::default()).unwrap();
            session.play(&answer.mv);
            // After the answer each heap occurs an even number of times, in any order.
            let mut words = words(&session.position().position_sum().canonical_text());
            words.sort_unstable();
            assert!(words.chunks(2).all(|pair| pair[0] == pair[1]), "{before}: {}", answer.mv.text);
        }
    }
}

/// Returns the components of a sum, each with the name of its game; heaps are listed one by one.
fn words(text: &str) -> Vec<String> {
    let component = |term: &str| -> Vec<String> {
        let (game, heaps) = term.trim_end_matches(')').split_once('(').unwrap();
        match game {
            "stairs[ground]" => vec![term.to_string()],
            _ => heaps.split(',').filter(|&heap| heap != "0").map(|heap| format!("{game}({heap})")).collect(),
        }
    };
    let terms = text.split(" + ").flat_map(|term| match term.strip_prefix("2*") {
        Some(twice) => vec![twice, twice],
        None => vec![term],
    });
    terms.flat_map(component).collect()
}

/// In every game, moves with the same name lead to the same position, and names are read back.
#[test]
fn names_of_moves_are_unique() {
    let mut random = Random::new(29);
    for game in library().games() {
        let Ok(start) = parse(game.info().example) else { panic!("{}", game.info().example) };
        for _ in 0..6 {
            let mut session = Session::new(start.clone(), Player::LEFT);
            for _ in 0..8 {
                if session.end().is_some() {
                    break;
                }
                let mut moves = session.position().moves(300);
                let mut results = std::collections::BTreeMap::new();
                for mv in &moves {
                    let (name, after) = (mv.text.to_string(), components(&session.position().after(mv)));
                    assert!(name.is_ascii(), "{name}");
                    // Moves in equal components have the same name.
                    assert_eq!(results.entry(name).or_insert(after.clone()), &after, "{}", session.position().text());
                }
                let mv = moves.swap_remove(random.below(moves.len()));
                assert_legal(session.position(), &mv);
                session.play(&mv);
            }
        }
    }
}

/// Moves on boards have their usual names; the words of earlier versions are still read.
#[test]
fn moves_on_boards_have_usual_names() {
    for (position, old, name) in [
        ("domineering(2x3)", "set b1=#, b2=#", "b1-b2"),
        ("domineering(2x3)", "set b1=# b2=#", "b1-b2"),
        ("clobber(\"xo\")", "set a1=., b1=x", "a1xb1"),
        ("toads_and_frogs(\"t.f\")", "set a1=., b1=t", "a1-b1"),
        ("konane(\"xo.\")", "set a1=., b1=., c1=x", "a1xc1"),
        ("amazons(\"x..o\")", "set a1=., b1=x, c1=#", "a1-b1/c1"),
        ("amazons(\"x..o\")", "set a1=#, b1=x", "a1-b1/a1"),
        ("fission(\"./x/.\")", "set a1=x, a2=., a3=x", "a2-a1,a3"),
        ("snort(1x2)", "set a1=x", "a1=x"),
        ("domineering(\"..\", \"../..\")", "set b1=#, b2=# on board 2", "b1-b2 on board 2"),
        ("clobber(\"xo\")", "改为 a1=., b1=x", "a1xb1"),
        ("ski_jumps(\"..x\")", "set c1=.", "remove c1"),
        ("board{ [x.] -> [.x] then [.x] -> [x.] }(\"x.\")", "pass", "pass"),
        ("node_kayles(a-b,b-c)", "set a=#, b=#", "a-b"),
        ("graph_snort(a-b)", "set b=x", "b=x"),
        ("graph{ [x-.] -> [.-x] }(b-a,a=x)", "set b=x, a=.", "a-b"),
        ("graph{ [.-.] -> [#-#] }(a-b; a-b)", "set a=#, b=# on graph 2", "a-b on graph 2"),
        ("mnk[2,3,3](start)", "mark row 2, column 3", "c2"),
        ("mnk[2,3,3](start)", "第2行第3列", "c2"),
        ("tic_tac_toe(start)", "mark row 2, column 3", "c2"),
        ("connect[4,3,3](start)", "drop a stone into column 4", "drop d"),
        ("connect[4,3,3](start)", "4", "drop d"),
        ("connect[4,3,3](start)", "a", "drop a"),
        ("quixo[3](start)", "take the piece at row 3, column 1 and push it in from above", "a3-a1"),
        ("domineering(2x1) + domineering(2x2)", "2: set b1=#, b2=#", "term 2: b1-b2"),
    ] {
        let play_position = PlayPosition::start(parse(position).unwrap());
        for text in [old, name] {
            assert_eq!(play_position.find(text).unwrap().text.to_string(), name, "{position}");
        }
    }
}
